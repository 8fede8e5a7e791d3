"""The final scoring scene counts the gold from each source in turn and highlights the hexes that score. It
then shows the result."""

from __future__ import annotations

import pygame

from kingdom.match.game_options import options_after_game
from kingdom.match.interface import PlayableMatch
from kingdom.rules.game import Game
from kingdom.rules.hexes import Hex
from kingdom.text.translator import Translator
from kingdom.ui.board.animation import DURATION_FACTORS, ease_out
from kingdom.ui.board.annotations import Spotlight, draw_coordinate_labels
from kingdom.ui.board.board_view import BoardView, HoverPreview
from kingdom.ui.board.highlights import Highlights
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.final_scoring.buttons import (
    BOARD_PHASE,
    COUNTING_PHASE,
    RESULT_PHASE,
    button_row,
    make_buttons,
)
from kingdom.ui.final_scoring.counting_view import (
    RULE_FONT_STYLE,
    CountingTitle,
    SourceCard,
    Standings,
    breakdown_text,
)
from kingdom.ui.final_scoring.final_score import compute_final_score
from kingdom.ui.final_scoring.result_view import GoldChart, ScoreCell, ScoreTable
from kingdom.ui.final_scoring.winner_banner import Confetti, WinnerBanner
from kingdom.ui.framework.app import App
from kingdom.ui.game_text import translator_for_game, winner_text
from kingdom.ui.panels.board_scene import BoardInput, BoardScene
from kingdom.ui.panels.match_summary import ScoreSource
from kingdom.ui.panels.symbols import source_sprite
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.cached_widget import CachedContainer
from kingdom.ui.widgets.containers import Container
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.layout import HBox, Item, Share, Slot, VBox
from kingdom.ui.widgets.tooltip import Tooltip

CARD_READ_SECONDS = 0.7
"""Seconds the player has to read a card before its gold is counted."""
PLAYER_COUNT_SECONDS, ZERO_COUNT_SECONDS = 0.9, 0.35
"""Seconds spent on a player who earns gold from the source, and on a player who earns none."""
AUTO_ADVANCE_SECONDS = {"slow": 3.0, "fast": 1.2}
"""Seconds from the end of counting to the next source, by scoring pace. At any other pace, the game waits for
the player."""
CHART_GROW_SECONDS = 0.9
"""Seconds the chart bars take to grow."""
GAP = 14
SIDE_COLUMN_MIN_WIDTH = 470
"""Minimum width of the column next to the board, in design pixels."""
TABLE_ROW_MAX_HEIGHT = 76
"""Maximum height of a row of the score table, in design pixels."""


class FinalScoringScene(BoardScene):
    """Counts the gold of a finished match. Space or a click advances; Esc skips to the result."""

    prewarms_ai = True
    previous_button: Button

    def __init__(self, match: PlayableMatch) -> None:
        super().__init__()
        self.match = match
        self.final_score = compute_final_score(match)
        self.phase = COUNTING_PHASE
        self.source_index = 0
        """Index of the source being counted."""
        self.elapsed = 0.0
        """Position in the current source's counting animation, in seconds."""
        self.input = BoardInput(self)
        self.board_frame = Slot()
        self.counting_title = CountingTitle(lambda: self.background)
        self.source_card = SourceCard(self)
        self.standings = Standings(self)
        self.banner = WinnerBanner(lambda: self.background)
        self.description = CachedContainer(lambda: self.background)
        """Describes the active cell of the score table, next to the board. A tooltip would cover the
        numbers."""
        self.description.show(Label(self._cell_description, style=RULE_FONT_STYLE, valign="top", wrap=True))
        self.parchments: list[Container] = []
        """Parchments around the score table and the chart."""
        self.spotlight = Spotlight()
        self.confetti = Confetti([match.seats[player].color for player in self.final_score.winners])
        self._sounded_players: set[int] = set()
        """Players whose gold sound has already been played for this source."""
        self._chart_progress = 0.0
        self._board_image: tuple[object, pygame.Surface] | None = None
        """Cache key and image of the board with its highlighted hexes."""

    def enter(self, app: App) -> None:
        super().enter(app)
        self.group.play_sound = app.play_sound
        self.view = BoardView(
            app.renderer, self.match.game, [seat.color for seat in self.match.seats], app.settings.marks
        )
        app.play_sound("game_end")
        self._set_phase(COUNTING_PHASE)

    def leave(self) -> None:
        self.match.close_nowait()
        self.release_memory()
        super().leave()

    def release_memory(self) -> None:
        super().release_memory()
        self.spotlight, self._board_image = Spotlight(), None

    # --- time

    @property
    def poll_interval(self) -> float:
        """Polling interval. It is zero while parts of the scene still have to be repainted."""
        return 0.0 if self.has_pending_repaints else 1.0

    @property
    def duration_factor(self) -> float:
        """Multiplier for all durations, depending on the animation speed. If it is 0, nothing is animated and
        the player advances manually."""
        return DURATION_FACTORS[self.app.settings.animation_speed]

    @property
    def source(self) -> ScoreSource:
        return self.final_score.sources[self.source_index]

    def count_start_time(self, player: int) -> float:
        """Returns the value of `elapsed` at which the counting of a player's gold starts."""
        return (
            CARD_READ_SECONDS
            + sum(PLAYER_COUNT_SECONDS if gold else ZERO_COUNT_SECONDS for gold in self.source.gold[:player])
        ) * self.duration_factor

    @property
    def all_counted(self) -> bool:
        """True once all gold from this source has been counted."""
        return not self.duration_factor or self.elapsed >= self.count_start_time(len(self.match.seats))

    @property
    def current_player(self) -> int | None:
        """The player whose gold is being counted, if any."""
        if self.all_counted or self.elapsed < self.count_start_time(0):
            return None
        return max(
            player for player in range(len(self.match.seats)) if self.elapsed >= self.count_start_time(player)
        )

    def counted_gold(self, player: int) -> int:
        """Returns how much of a player's gold from this source has been counted so far."""
        if self.all_counted:
            return self.source.gold[player]
        progress = (self.elapsed - self.count_start_time(player)) / (
            PLAYER_COUNT_SECONDS * 0.75 * self.duration_factor
        )
        return round(self.source.gold[player] * min(1.0, max(0.0, progress)))

    def update(self, seconds: float) -> bool:
        animating = self.group.update(seconds) or self.background.has_pending_repaints
        if self.view.update(seconds):
            animating, self._board_image = True, None
        if self.app.scene is not self:
            return animating
        if self.phase == COUNTING_PHASE:
            return self._update_counting(seconds) or animating
        if self.phase == RESULT_PHASE and self.confetti.is_active:
            self.confetti.elapsed += seconds
            animating = True
        if self.phase == RESULT_PHASE and self._chart_progress < 1:
            self._chart_progress = (
                min(1.0, self._chart_progress + seconds / (CHART_GROW_SECONDS * self.duration_factor))
                if self.duration_factor
                else 1.0
            )
            self.chart.growth_progress = ease_out(self._chart_progress)
            return True
        return animating

    def _update_counting(self, seconds: float) -> bool:
        self.elapsed += seconds
        for player, gold in enumerate(self.source.gold):
            if gold and player not in self._sounded_players and self.elapsed >= self.count_start_time(player):
                self._sounded_players.add(player)
                self.app.play_sound("gold")
        if not self.duration_factor:
            return False
        pause = AUTO_ADVANCE_SECONDS.get(self.app.settings.scoring)
        if pause is None:
            return not self.all_counted
        if self.elapsed >= self.count_start_time(len(self.match.seats)) + pause * self.duration_factor:
            self._go_to_source(self.source_index + 1)
        return True

    # --- navigation

    def advance(self) -> None:
        """Shows all gold from this source at once. If it is already shown, goes to the next source."""
        if self.all_counted:
            self._go_to_source(self.source_index + 1)
        else:
            self.elapsed = self.count_start_time(len(self.match.seats))

    def previous_source(self) -> None:
        if self.source_index > 0:
            self._go_to_source(self.source_index - 1)

    def _go_to_source(self, index: int) -> None:
        if index >= len(self.final_score.sources):
            self.show_result()
            return
        if index > self.source_index:
            self.app.play_sound("card")
        self.source_index, self.elapsed = index, 0.0
        self._sounded_players.clear()
        self.previous_button.enabled = index > 0

    @property
    def suppress_notifications(self) -> bool:
        return self.phase == COUNTING_PHASE

    def toast_area(self) -> pygame.Rect | None:
        """Returns the area next to the headline if it is wide enough for toasts. In their default position,
        toasts would cover the totals at the bottom."""
        if self.phase != RESULT_PHASE:
            return None
        area = self.banner.free_area()
        return area if area.width >= self.app.renderer.px(220) else None

    def show_result(self) -> None:
        if self.phase == COUNTING_PHASE and not self._chart_progress:
            humans = self.match.human_seats
            has_won = not humans or any(player in humans for player in self.final_score.winners)
            self.app.play_sound("victory" if has_won else "game_end")
            self.confetti.elapsed = 0.0 if self.duration_factor else self.confetti.elapsed
        self._set_phase(RESULT_PHASE)

    def show_board(self) -> None:
        """Shows the board next to the score table. Hovering over a number highlights the hexes that scored
        it."""
        self._set_phase(BOARD_PHASE)

    def replay_source(self, index: int) -> None:
        """Shows the counting of a source again."""
        self._go_to_source(index)
        self.elapsed = self.count_start_time(0)
        self._set_phase(COUNTING_PHASE)

    def _set_phase(self, phase: str) -> None:
        """Switches to a phase and sets the keyboard focus. In the result phase nothing has the focus, because
        pressing Space by accident must not start a new game."""
        self.phase = phase
        if phase == RESULT_PHASE:
            self.view.release_memory()  # the result fills the window and hides the board
            self.spotlight = Spotlight()
        self.layout(self.app.size)
        primary = [
            widget for widget in self.group.walk() if isinstance(widget, Button) and widget.kind == "primary"
        ]
        self.group.set_focus(
            {COUNTING_PHASE: primary[-1], RESULT_PHASE: None, BOARD_PHASE: self.score_table}[phase]
        )
        self.group.focus_visible = False

    def open_new_game(self) -> None:
        """Opens the New game page with the same seats; Back returns here."""
        setup, seats = self.match.record.setup, self.match.seats
        self.app.navigator.open_new_game(options_after_game(setup, seats, self.app.settings.new_game))

    def open_review(self) -> None:
        """Opens the review of this game; Back returns here."""
        match, save_store = self.match, self.match.save_store
        human_seats = match.human_seats
        viewer = human_seats[0] if len(human_seats) == 1 else None
        self.app.navigator.open_review(
            match.record, save_store.file_of_game(match.record) if save_store else None, viewer
        )

    def open_share_dialog(self) -> None:
        """Opens the dialog that exports the game as an image or animation."""
        self.app.navigator.open_share_dialog(self.match.record)

    # --- layout

    def layout(self, size: tuple[int, int]) -> None:
        renderer = self.app.renderer
        self._board_image = None
        self._make_widgets()
        buttons = button_row(make_buttons(self))
        table = Container(self.score_table, padding=GAP)
        if self.phase == RESULT_PHASE:
            chart = Container(self.chart, padding=(1.5 * GAP, GAP))
            self.parchments = [table, chart]
            content: Item = VBox(
                self.banner.sized(height=0, stretch=1, max_height=130),
                HBox(Share(table, 54), Share(chart, 46), gap=GAP, stretch=4),
                buttons,
                gap=GAP,
                padding=GAP,
            )
        else:
            is_counting = self.phase == COUNTING_PHASE
            self.parchments = [] if is_counting else [table]
            side = VBox(
                self._compose_counting() if is_counting else self._compose_board_phase(table),
                buttons,
                gap=GAP,
            )
            side.sized(width=self._side_width(size) / renderer.scale)
            content = HBox(self.board_frame.sized(stretch=1), side, gap=GAP, padding=GAP)
        content.place(renderer, pygame.Rect((0, 0), size))
        panels: dict[str, list[Widget]] = {
            RESULT_PHASE: [self.banner],
            COUNTING_PHASE: [self.counting_title, self.source_card, *self.standings.rows],
            BOARD_PHASE: [self.description],
        }
        self.layout_board(
            size,
            [] if self.phase == RESULT_PHASE else [self.board_frame.rect],
            [panel.rect for panel in panels[self.phase]],
            [parchment.rect for parchment in self.parchments],
        )
        self.group.replace_widgets(content.widgets())

    def _side_width(self, size: tuple[int, int]) -> int:
        """Returns the width of the column next to the board, which is as large as its shape allows."""
        gap = self.app.renderer.px(GAP)
        width, height = size[0] - 2 * gap, size[1] - 2 * gap
        min_width = min(self.app.renderer.text_px(SIDE_COLUMN_MIN_WIDTH), width * 45 // 100)
        return max(min_width, width * 36 // 100, width - gap - round(height * 1.15))

    def _compose_counting(self) -> Item:
        self.counting_title.show_texts(
            self.app.tr("ui.ceremony.title"),
            lambda: self.app.tr(
                "ui.ceremony.step", number=self.source_index + 1, all=len(self.final_score.sources)
            ),
        )
        return VBox(self.counting_title, self.source_card, self.standings, gap=GAP, stretch=1)

    def _compose_board_phase(self, table: Item) -> Item:
        table_height = TABLE_ROW_MAX_HEIGHT * (len(self.final_score.sources) + 3)
        six_lines = 6 * self.app.renderer.line_height("body") / self.app.renderer.scale
        return VBox(
            table.sized(stretch=100, max_height=table_height),
            self.description.sized(height=max(130, six_lines), stretch=1, shrink=False),
            gap=GAP,
            stretch=1,
        )

    def _make_widgets(self) -> None:
        """Creates the widgets that depend on the language."""
        tr, seats, player_symbols = self.app.tr, self.match.seats, self.app.settings.marks
        for row in self.standings.rows:
            row.piece.with_symbol = player_symbols
        winners = self.final_score.winners
        headline = winner_text(
            self.app.translator,
            [seat.name for seat in seats],
            winners,
            self.final_score.totals,
            self.match.human_seats,
        )
        self.banner.show_winners(headline, [seats[player].color for player in winners], player_symbols)
        self.score_table = ScoreTable(
            self.final_score,
            seats,
            player_symbols,
            [tr(source.text_key) for source in self.final_score.sources],
            tr("score.total"),
            self.cell_tooltip,
            self.replay_source,
            lambda: self.background,
        )
        if self.phase == BOARD_PHASE:
            self.score_table.tooltip = None
        self.chart = GoldChart(self.score_table, tr("ui.ceremony.chart"))
        self.chart.growth_progress = ease_out(self._chart_progress)

    @property
    def translator(self) -> Translator:
        """A translator for this game. Its rule texts mention only what is on the game's board."""
        return translator_for_game(self.app.translator, self.match.game)

    def cell_tooltip(self, cell: ScoreCell) -> Tooltip:
        """Returns a tooltip for a source. If the cell belongs to a player, it includes that player's gold."""
        source, player = self.final_score.sources[cell[0]], cell[1]
        name, rule = self.app.tr(source.text_key), self.translator.tr(f"{source.text_key}.rule")
        sprite = source_sprite(self.app.renderer, source.group, source.name)
        if player is None:
            return Tooltip(name, rule, sprite=sprite)
        title = self.app.tr(
            "ui.ceremony.cell", source=name, name=self.match.seats[player].name, count=source.gold[player]
        )
        return Tooltip(title, rule, breakdown_text(self.app.translator, source, player), sprite)

    def _cell_description(self) -> str:
        cell = self.score_table.active_cell
        return self.app.tr("ui.ceremony.board.tip") if cell is None else self.cell_tooltip(cell).text

    # --- input

    @property
    def cursor_hex(self) -> Hex | None:
        return None if self.phase == RESULT_PHASE else self.input.cursor_hex

    @property
    def displayed_game(self) -> Game:
        return self.match.game

    def help_topic_at(self, pos: tuple[int, int], right_click: bool) -> Tooltip | None:
        if self.phase == RESULT_PHASE:
            return self.group.help_topic_at(pos)
        return super().help_topic_at(pos, right_click)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            return self.input.handle_motion(event)
        if self.phase == BOARD_PHASE and self._handle_board_view(event):
            return True
        is_click = event.type == pygame.MOUSEBUTTONDOWN and event.button == 1
        if self.phase == COUNTING_PHASE and (
            (is_click and self.group.widget_at(event.pos) is None)
            or (event.type == pygame.KEYDOWN and event.key == pygame.K_RIGHT)
        ):
            self.advance()
            return True
        return self.group.handle(event)

    def _handle_board_view(self, event: pygame.event.Event) -> bool:
        """Pans and zooms the board with the mouse and the keyboard."""
        if event.type == pygame.MOUSEBUTTONDOWN:
            return self.input.handle_press(event)
        if event.type == pygame.MOUSEBUTTONUP:
            return self.input.handle_release()
        if event.type == pygame.MOUSEWHEEL:
            return self.input.handle_wheel(event)
        return event.type == pygame.KEYDOWN and self.handle_view_key(event.key)

    # --- drawing

    def highlighted_hexes(self) -> int:
        """Returns the hexes to highlight. In the board phase, these are the hexes of the selected table cell.
        During counting, they are the hovered or current player's hexes, or everyone's once counting is
        done."""
        if self.phase == BOARD_PHASE:
            if self.score_table.active_cell is None:
                return 0
            index, player = self.score_table.active_cell
            source = self.final_score.sources[index]
            return source.all_hexes if player is None else source.hexes[player]
        player = (
            self.standings.hovered_player
            if self.standings.hovered_player is not None
            else self.current_player
        )
        if player is not None:
            return self.source.hexes[player]
        return self.source.all_hexes if self.all_counted else 0

    def draw(self, surface: pygame.Surface) -> None:
        renderer = self.app.renderer
        self.background.begin_frame()
        self.background.draw(surface)
        if self.phase != RESULT_PHASE:
            self._draw_board(surface, renderer)
        self.group.draw(surface, renderer)
        if self.phase == RESULT_PHASE and self.confetti.is_active:
            self.confetti.draw(surface, renderer, self.banner.rect.inflate(-renderer.px(8), -renderer.px(8)))

    def _draw_board(self, surface: pygame.Surface, renderer: Renderer) -> None:
        highlighted, show_grid = self.highlighted_hexes(), self.app.settings.grid
        key = (highlighted, show_grid, self.view.camera_states)
        if self._board_image is None or self._board_image[0] != key:
            self._board_image = None  # free the old image first, because it is as large as the board
            self.view.draw(surface, Highlights(), HoverPreview())
            if show_grid:
                draw_coordinate_labels(surface, renderer, self.view, show_columns=True)
            self.view.release_view()
            self.spotlight.draw(surface, renderer, self.view, highlighted)
            self._board_image = key, surface.subsurface(self.view.rect).copy()
        else:
            surface.blit(self._board_image[1], self.view.rect)
