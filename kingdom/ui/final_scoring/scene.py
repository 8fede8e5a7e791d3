"""The final scoring scene counts the gold from each source in turn and highlights the hexes that score. It
then shows the result."""

from __future__ import annotations

import pygame

from kingdom.match.game_options import options_after_game
from kingdom.match.interface import PlayableMatch
from kingdom.rules.hexes import HEX_AT
from kingdom.text.translator import Translator
from kingdom.ui.board.animation import DURATION_FACTORS, ease_out
from kingdom.ui.board.annotations import Spotlight
from kingdom.ui.board.board_view import BoardView, HoverPreview
from kingdom.ui.board.highlights import Highlights
from kingdom.ui.board.map_pane import MapPane
from kingdom.ui.draw.cached_panels import SceneBackground, empty_background, uncovered_rects
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.final_scoring.buttons import (
    BOARD_PHASE,
    COUNTING_PHASE,
    RESULT_PHASE,
    layout_buttons,
    make_buttons,
)
from kingdom.ui.final_scoring.counting_view import (
    RULE_FONT_STYLE,
    Standings,
    breakdown_text,
    draw_counting_title,
    draw_source_card,
    source_card_height,
)
from kingdom.ui.final_scoring.result_view import GoldChart, ScoreCell, ScoreTable
from kingdom.ui.final_scoring.tally import compute_tally
from kingdom.ui.final_scoring.winner_banner import Confetti, draw_winners, headline_rect, headline_text
from kingdom.ui.framework.app import App
from kingdom.ui.framework.scene import Scene
from kingdom.ui.game_text import translator_for_game
from kingdom.ui.panels.match_summary import ScoreSource
from kingdom.ui.panels.symbols import source_sprite
from kingdom.ui.panels.tooltips import hex_help_topic, is_plain_terrain
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.controls import Button
from kingdom.ui.widgets.tooltip import Tooltip
from kingdom.ui.widgets.widget_group import WidgetGroup

CARD_READ_SECONDS = 0.7
"""Seconds the player has to read a card before its gold is counted."""
PLAYER_COUNT_SECONDS, ZERO_COUNT_SECONDS = 0.9, 0.35
"""Seconds spent on a player who earns gold from the source, and on a player who earns none."""
AUTO_ADVANCE_SECONDS = {"slow": 3.0, "fast": 1.2}
"""Seconds from the end of counting to the next source, by scoring pace. At any other pace, the game waits for
the player."""
CHART_GROW_SECONDS = 0.9
"""Seconds the chart bars take to grow."""
BUTTON_HEIGHT = 60
SIDE_COLUMN_MIN_WIDTH = 470
"""Minimum width of the column next to the board, in design pixels."""
TABLE_ROW_MAX_HEIGHT = 76
"""Maximum height of a row of the score table, in design pixels."""


class FinalScoringScene(Scene):
    """Counts the gold of a finished match. Space or a click advances; Esc skips to the result."""

    is_memory_heavy = True
    prewarms_ai = True
    previous_button: Button

    def __init__(self, match: PlayableMatch) -> None:
        self.match = match
        self.tally = compute_tally(match)
        self.phase = COUNTING_PHASE
        self.source_index = 0
        """Index of the source being counted."""
        self.elapsed = 0.0
        """Position in the current source's counting animation, in seconds."""
        self.group = WidgetGroup()
        self.standings = Standings(self)
        self.spotlight = Spotlight()
        self.confetti = Confetti([match.seats[player].color for player in self.tally.winners])
        self._sounded_players: set[int] = set()
        """Players whose gold sound has already been played for this source."""
        self._chart_progress = 0.0
        self._drag_pos: tuple[int, int] | None = None
        self._dragged_pane: MapPane | None = None
        """The map pane being dragged (board or island)."""
        self._mouse_pos = (0, 0)
        self.background = empty_background()
        """The static image behind the widgets, repainted only when it changes."""
        self.background_version = 0
        """Incremented each time the background is repainted."""
        self._background_key: object = None
        self._board_image: tuple[object, pygame.Surface] | None = None
        """Cache key and image of the board with its highlighted hexes."""
        self._card_rect = pygame.Rect(0, 0, 0, 0)
        self.title_rect = pygame.Rect(0, 0, 0, 0)
        self.panel_rects: list[pygame.Rect] = []

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
        self.view.close()
        self.release_memory()

    def release_memory(self) -> None:
        self.view.release_memory()
        self.spotlight, self._board_image = Spotlight(), None
        self.background, self._background_key = empty_background(), None

    def release_all_memory(self) -> None:
        self.release_memory()
        self.view.release_all_memory()

    # --- time

    @property
    def poll_interval(self) -> float:
        """Polling interval. It is zero while the board still has to be repainted."""
        return 0.0 if self.view.has_pending_redraw else 1.0

    @property
    def duration_factor(self) -> float:
        """Multiplier for all durations, depending on the animation speed. If it is 0, nothing is animated and
        the player advances manually."""
        return DURATION_FACTORS[self.app.settings.animation]

    @property
    def source(self) -> ScoreSource:
        """The source being counted."""
        return self.tally.sources[self.source_index]

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
        """Goes back to the previous source."""
        if self.source_index > 0:
            self._go_to_source(self.source_index - 1)

    def _go_to_source(self, index: int) -> None:
        if index >= len(self.tally.sources):
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
        renderer, gap = self.app.renderer, self.app.renderer.px(16)
        if self.phase == COUNTING_PHASE:
            return None
        left = headline_rect(self).left + renderer.measure(headline_text(self), "banner")[0] + gap
        area = pygame.Rect(
            left, self.title_rect.top, self.title_rect.right - gap - left, self.title_rect.height
        )
        return area if area.width >= renderer.px(220) else None

    def show_result(self) -> None:
        """Shows the score table and the chart."""
        if self.phase == COUNTING_PHASE and not self._chart_progress:
            self.app.play_sound("victory")
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

    def play_again(self) -> None:
        """Starts a new random game with the same seats and expansions."""
        self.app.navigator.start_rematch(self.match)

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

    def open_main_menu(self) -> None:
        self.app.navigator.open_main_menu()

    # --- layout

    def layout(self, size: tuple[int, int]) -> None:
        renderer, gap = self.app.renderer, self.app.renderer.px(14)
        self._background_key = self._board_image = None
        self.view.renderer, self.view.player_symbols = renderer, self.app.settings.marks
        bounds = pygame.Rect((0, 0), size).inflate(-2 * gap, -2 * gap)
        buttons = make_buttons(self)
        button_height = max(renderer.px(BUTTON_HEIGHT), renderer.line_height("button") + renderer.px(10))
        self._make_result_widgets()
        if self.phase == RESULT_PHASE:
            button_row = pygame.Rect(bounds.left, bounds.bottom - button_height, bounds.width, button_height)
            layout_buttons(buttons, button_row, gap)
            widgets = self._layout_result(
                pygame.Rect(bounds.left, bounds.top, bounds.width, button_row.top - gap - bounds.top), gap
            )
        else:
            side = self._layout_board(bounds, gap)
            button_row = pygame.Rect(side.left, side.bottom - button_height, side.width, button_height)
            layout_buttons(buttons, button_row, gap)
            area = pygame.Rect(side.left, side.top, side.width, button_row.top - gap - side.top)
            widgets = (
                self._layout_counting(area, gap)
                if self.phase == COUNTING_PHASE
                else self._layout_board_phase(area, gap)
            )
        self.group.replace_widgets([*widgets, *buttons])

    def _layout_board(self, bounds: pygame.Rect, gap: int) -> pygame.Rect:
        """Places the board on the left, as large as its shape allows. Returns the area to its right."""
        min_side_width = min(self.app.renderer.text_px(SIDE_COLUMN_MIN_WIDTH), bounds.width * 45 // 100)
        side_width = max(
            min_side_width, bounds.width * 36 // 100, bounds.width - gap - round(bounds.height * 1.15)
        )
        frame = pygame.Rect(bounds.left, bounds.top, bounds.width - side_width - gap, bounds.height)
        self.view.layout(frame.inflate(-gap, -gap))
        self.panel_rects = [frame]
        return pygame.Rect(frame.right + gap, bounds.top, side_width, bounds.height)

    def _layout_counting(self, area: pygame.Rect, gap: int) -> list[Widget]:
        renderer, players = self.app.renderer, len(self.match.seats)
        self.title_rect = pygame.Rect(
            area.left,
            area.top,
            area.width,
            max(renderer.px(54), renderer.line_height("heading") + renderer.px(10)),
        )
        top = self.title_rect.bottom + gap
        min_row_height = min(renderer.px(84), area.height * 52 // 100 // players)
        height = min(
            source_card_height(renderer, self.translator, self.tally.sources, area.width),
            area.bottom - min_row_height * players - gap - top,
        )
        self._card_rect = pygame.Rect(area.left, top, area.width, height)
        row_height = min(renderer.px(150), (area.bottom - self._card_rect.bottom - gap) // players)
        self.standings.rect = pygame.Rect(
            area.left, self._card_rect.bottom + gap, area.width, row_height * players
        )
        return [self.standings, Widget(self._card_rect, tooltip=self._source_topic)]

    def _source_topic(self) -> Tooltip:
        """Returns a tooltip without text, because the card already shows the rule. It only links the card to
        its help page."""
        return Tooltip(sprite=source_sprite(self.app.renderer, self.source.group, self.source.name))

    def _layout_board_phase(self, area: pygame.Rect, gap: int) -> list[Widget]:
        """Places the score table above a description panel. The panel replaces tooltips, which would cover
        the numbers."""
        renderer = self.app.renderer
        min_text_height = max(renderer.px(130), renderer.line_height("body") * 6)
        table_height = min(
            area.height - min_text_height - gap,
            renderer.px(TABLE_ROW_MAX_HEIGHT) * (len(self.tally.sources) + 3),
        )
        panel = pygame.Rect(area.left, area.top, area.width, table_height)
        self._card_rect = pygame.Rect(
            area.left, panel.bottom + gap, area.width, area.bottom - panel.bottom - gap
        )
        self.panel_rects += [panel, self._card_rect]
        self.score_table.rect, self.score_table.tooltip = panel.inflate(-2 * gap, -2 * gap), None
        return [self.score_table]

    def _layout_result(self, area: pygame.Rect, gap: int) -> list[Widget]:
        self.title_rect = pygame.Rect(
            area.left, area.top, area.width, min(self.app.renderer.px(130), area.height // 5)
        )
        top = self.title_rect.bottom + gap
        body = pygame.Rect(area.left, top, area.width, area.bottom - top)
        left = pygame.Rect(body.left, body.top, body.width * 54 // 100 - gap // 2, body.height)
        right = pygame.Rect(left.right + gap, body.top, body.right - left.right - gap, body.height)
        self.panel_rects = [left, right]
        self.score_table.rect, self.chart.rect = (
            left.inflate(-2 * gap, -2 * gap),
            right.inflate(-3 * gap, -2 * gap),
        )
        return [self.score_table, self.chart]

    def _make_result_widgets(self) -> None:
        """Creates the score table and the chart in the current language."""
        tr, seats, player_symbols = self.app.tr, self.match.seats, self.app.settings.marks
        names = [tr(source.text_key) for source in self.tally.sources]
        self.score_table = ScoreTable(
            self.tally,
            seats,
            player_symbols,
            names,
            tr("score.total"),
            self.cell_tooltip,
            self.replay_source,
            self._versioned_background,
        )
        self.chart = GoldChart(
            self.tally,
            seats,
            player_symbols,
            tr("ui.ceremony.chart"),
            self.cell_tooltip,
            self._versioned_background,
        )
        self.chart.growth_progress = ease_out(self._chart_progress)

    @property
    def translator(self) -> Translator:
        """A translator for this game. Its rule texts mention only what is on the game's board."""
        return translator_for_game(self.app.translator, self.match.game)

    def _versioned_background(self) -> tuple[SceneBackground, int]:
        """Returns the background behind the result widgets and the background's version."""
        return self.background, self.background_version

    def cell_tooltip(self, cell: ScoreCell) -> Tooltip:
        """Returns a tooltip for a source. If the cell belongs to a player, it includes that player's gold."""
        source, player = self.tally.sources[cell[0]], cell[1]
        name, rule = self.app.tr(source.text_key), self.translator.tr(f"{source.text_key}.rule")
        sprite = source_sprite(self.app.renderer, source.group, source.name)
        if player is None:
            return Tooltip(name, rule, sprite=sprite)
        title = self.app.tr(
            "ui.ceremony.cell", source=name, name=self.match.seats[player].name, count=source.gold[player]
        )
        return Tooltip(title, rule, breakdown_text(self.app.translator, source, player), sprite)

    # --- input

    def handle(self, event: pygame.event.Event) -> bool:
        over_board = (
            self.phase != RESULT_PHASE and hasattr(event, "pos") and self.view.rect.collidepoint(event.pos)
        )
        if event.type == pygame.MOUSEMOTION:
            self._mouse_pos = event.pos
        if self.phase == BOARD_PHASE and self._handle_board_view(event, over_board):
            return True
        if (
            self.phase == COUNTING_PHASE
            and event.type == pygame.MOUSEBUTTONDOWN
            and event.button == 1
            and self.group.widget_at(event.pos) is None
        ):
            self.advance()
            return True
        if self.phase == COUNTING_PHASE and event.type == pygame.KEYDOWN and event.key == pygame.K_RIGHT:
            self.advance()
            return True
        return self.group.handle(event)

    def help_topic(self) -> Tooltip | None:
        return self._hex_topic(clicked=False) or super().help_topic()

    def right_click_topic(self) -> Tooltip | None:
        return self._hex_topic(clicked=True) or super().help_topic()

    def _hex_topic(self, clicked: bool) -> Tooltip | None:
        """Returns the help topic of the hex under the mouse, if the board is visible."""
        coord = self.view.coord_at(self._mouse_pos) if self.phase != RESULT_PHASE else None
        if coord is None or (clicked and is_plain_terrain(self.match.game, HEX_AT[coord])):
            return None
        return hex_help_topic(self.match.game, HEX_AT[coord])

    def _handle_board_view(self, event: pygame.event.Event, over_board: bool) -> bool:
        """Pans and zooms the board with the mouse and the keyboard."""
        if event.type == pygame.MOUSEMOTION:
            if self._drag_pos is not None and self._dragged_pane is not None:
                self._dragged_pane.pan(event.pos[0] - self._drag_pos[0], event.pos[1] - self._drag_pos[1])
                self._drag_pos = event.pos
                return True
        elif event.type == pygame.MOUSEBUTTONDOWN and over_board and event.button == 1:
            self._drag_pos, self._dragged_pane = event.pos, self.view.pane_at(event.pos)
            return True
        elif event.type == pygame.MOUSEBUTTONUP and self._drag_pos is not None:
            self._drag_pos = None
            return True
        elif event.type == pygame.MOUSEWHEEL and self.view.rect.collidepoint(self._mouse_pos):
            self.view.zoom(1.15**event.y, self._mouse_pos)
            return True
        elif event.type == pygame.KEYDOWN and event.key in (
            pygame.K_PLUS,
            pygame.K_KP_PLUS,
            pygame.K_MINUS,
            pygame.K_KP_MINUS,
        ):
            self.view.zoom(1.25 if event.key in (pygame.K_PLUS, pygame.K_KP_PLUS) else 0.8)
            return True
        return False

    # --- drawing

    def highlighted_hexes(self) -> int:
        """Returns the hexes to highlight. In the board phase, these are the hexes of the selected table cell.
        During counting, they are the hovered or current player's hexes, or everyone's once counting is
        done."""
        if self.phase == BOARD_PHASE:
            if self.score_table.active_cell is None:
                return 0
            index, player = self.score_table.active_cell
            source = self.tally.sources[index]
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
        key = (
            self.phase,
            self.source_index,
            self.score_table.active_cell if self.phase == BOARD_PHASE else None,
        )
        if self._background_key != key:
            self.background = empty_background()  # free the old background before painting a new one
            # paint directly onto the window surface, which has the same size as the background
            self._paint_background(surface, renderer)
            visible_rects = uncovered_rects(
                surface.get_size(), [] if self.phase == RESULT_PHASE else [self.view.rect]
            )
            self.background, self._background_key, self.background_version = (
                SceneBackground.from_image(surface, visible_rects),
                key,
                self.background_version + 1,
            )
        self.background.begin_frame()
        self.background.draw(surface)
        if self.phase != RESULT_PHASE:
            self._draw_board(surface, renderer)
        self.chart.highlighted_source = (
            self.score_table.active_cell[0]
            if self.score_table.active_cell is not None
            and (self.score_table.hovered or self.score_table.focused)
            else None
        )
        self.group.draw(surface, renderer)
        if self.phase == RESULT_PHASE and self.confetti.is_active:
            self.confetti.draw(surface, renderer, self.title_rect.inflate(-renderer.px(8), -renderer.px(8)))

    def _draw_board(self, surface: pygame.Surface, renderer: Renderer) -> None:
        highlighted = self.highlighted_hexes()
        key = (highlighted, self.view.camera_states)
        if self._board_image is None or self._board_image[0] != key:
            self._board_image = None  # free the old image first, because it is as large as the board
            self.view.draw(surface, Highlights(), HoverPreview())
            self.view.release_view()
            self.spotlight.draw(surface, renderer, self.view, highlighted)
            self._board_image = key, surface.subsurface(self.view.rect).copy()
        else:
            surface.blit(self._board_image[1], self.view.rect)

    def _paint_background(self, surface: pygame.Surface, renderer: Renderer) -> None:
        renderer.fill_texture(surface, surface.get_rect(), "table")
        for panel in self.panel_rects:
            renderer.draw_panel(surface, panel)
        if self.phase == RESULT_PHASE:
            draw_winners(self, surface, renderer)
            return
        if self.phase == COUNTING_PHASE:
            draw_counting_title(self, surface, renderer)
            draw_source_card(surface, renderer, self.translator, self.source, self._card_rect)
        else:
            text = (
                self.cell_tooltip(self.score_table.active_cell).text
                if self.score_table.active_cell is not None
                else self.app.tr("ui.ceremony.board.tip")
            )
            renderer.draw_text(
                surface,
                text,
                self._card_rect.inflate(-renderer.px(36), -renderer.px(28)),
                RULE_FONT_STYLE,
                "ink",
                wrap=True,
            )
