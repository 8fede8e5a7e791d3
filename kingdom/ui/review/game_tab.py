"""The Game tab: the players at the visible step, their terrain cards, and the log. A click on a log line
seeks its step."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Callable, Sequence

import pygame

from kingdom.match.seats import Seat
from kingdom.review.timeline import Timeline
from kingdom.rules.decision_frames import PHASE_TURNS
from kingdom.text.translator import Translator
from kingdom.ui.board.sprites import CARD_BACK_SPRITE, TERRAIN_CARD_SIZE, terrain_card_sprite
from kingdom.ui.draw.cached_panels import SceneBackground
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.app import App
from kingdom.ui.game_text import seat_kind_name, seat_kind_short_name, translator_for_game
from kingdom.ui.panels.log_text import LogBuilder, LogLine
from kingdom.ui.panels.log_view import LogView
from kingdom.ui.panels.match_summary import summarize_match
from kingdom.ui.panels.player_rows import PlayerRow, update_subtitles
from kingdom.ui.panels.tooltips import player_tooltip, terrain_card_tooltip
from kingdom.ui.review.replay import ReplayView
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.cached_widget import CachedWidget
from kingdom.ui.widgets.layout import VBox
from kingdom.ui.widgets.tooltip import Tooltip


def visible_hand_sprites(timeline: Timeline, replay_view: ReplayView, viewer: int | None) -> list[list[str]]:
    """Returns the sprite names of every player's cards.

    If the game is finished, all cards are face up. Otherwise only the viewer's cards and revealed cards are.
    """
    game = replay_view.game
    hands_by_seat = []
    for seat, hand in enumerate(game.hands):
        if timeline.is_over or seat == viewer:
            hands_by_seat.append([terrain_card_sprite(card) for card in hand])
            continue
        card = game.played_card if seat == game.active_player and game.phase == PHASE_TURNS else None
        revealed = [terrain_card_sprite(card)] if card is not None else []
        hands_by_seat.append(revealed + [CARD_BACK_SPRITE] * (len(hand) - len(revealed)))
    return hands_by_seat


class HandsPanel(CachedWidget):
    """Panel with every player's terrain cards."""

    def __init__(self, seats: Sequence[Seat], background: Callable[[], SceneBackground]) -> None:
        super().__init__(background, self._hover_tooltip)
        self.seats = list(seats)
        self.hands: list[list[str]] = [[] for _ in seats]
        self.tooltip_for: Callable[[str], Tooltip] = lambda card_sprite: Tooltip()
        self.player_symbols = False
        self._hovered_card: str | None = None

    def _hover_tooltip(self) -> Tooltip:
        return Tooltip() if self._hovered_card is None else self.tooltip_for(self._hovered_card)

    def card_rects(self, renderer: Renderer) -> list[tuple[int, str, pygame.Rect]]:
        """Returns the seat, sprite name and rectangle of every card."""
        column_width = self.rect.width // len(self.seats)
        max_height = self.rect.height - 2 * renderer.px(7)
        cards_with_rects = []
        for seat, cards in enumerate(self.hands):
            left = self.rect.left + seat * column_width + renderer.px(10) + self._piece_size(renderer)
            available_width = column_width - renderer.px(16) - self._piece_size(renderer)
            card_width = min(max_height * TERRAIN_CARD_SIZE[0] // TERRAIN_CARD_SIZE[1], available_width)
            step = (
                min(card_width + renderer.px(4), (available_width - card_width) // max(1, len(cards) - 1))
                if len(cards) > 1
                else 0
            )
            for index, name in enumerate(cards):
                card_height = card_width * TERRAIN_CARD_SIZE[1] // TERRAIN_CARD_SIZE[0]
                rect = pygame.Rect(left + index * step, 0, card_width, card_height)
                rect.centery = self.rect.centery
                cards_with_rects.append((seat, name, rect))
        return cards_with_rects

    def _piece_size(self, renderer: Renderer) -> int:
        return renderer.px(30)

    def update_hovered_card(self, pos: tuple[int, int], renderer: Renderer) -> None:
        under = [name for _, name, rect in self.card_rects(renderer) if rect.collidepoint(pos)]
        self._hovered_card = under[-1] if under else None

    def cache_key(self) -> object:
        return tuple(map(tuple, self.hands)), self.player_symbols

    def paint(self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer) -> None:
        renderer.draw_nine_patch(surface, "panel_parchment", rect)
        column_width, size = rect.width // len(self.seats), self._piece_size(renderer)
        for index, seat in enumerate(self.seats):
            center = (index * column_width + renderer.px(8) + size // 2, rect.centery)
            renderer.draw_piece(surface, "settlement", seat.color, center, size, self.player_symbols)
        for _, name, card_rect in self.card_rects(renderer):
            renderer.draw_sprite(surface, "cards", name, card_rect.move(-self.rect.left, -self.rect.top))


class GameTab:
    """Tab with the players, their cards and the log at the visible step."""

    def __init__(
        self,
        app: App,
        timeline: Timeline,
        seats: Sequence[Seat],
        viewer: int | None,
        background: Callable[[], SceneBackground],
        on_seek: Callable[[int], object],
        initial_view: ReplayView,
    ) -> None:
        self.app, self.timeline, self.seats, self.viewer = app, timeline, list(seats), viewer
        players, _ = summarize_match(initial_view)
        self.rows = [
            PlayerRow(summary, background, self._player_tooltip(seat)) for seat, summary in enumerate(players)
        ]
        self.hands = HandsPanel(seats, background)
        self.log = LogView(background)
        self.log.on_line_click = lambda line: on_seek(line.answer_count)
        self._lines: list[LogLine] = []
        self.replay_view = initial_view

    @property
    def widgets(self) -> list[Widget]:
        return [*self.rows, self.hands, self.log]

    def _player_tooltip(self, seat: int) -> Callable[[], Tooltip]:
        def tooltip() -> Tooltip:
            translator = translator_for_game(self.app.translator, self.replay_view.game)
            return player_tooltip(translator, self.rows[seat].summary, self.seat_kind_text(seat))

        return tooltip

    def seat_kind_text(
        self, seat: int, format_kind: Callable[[Translator, str], str] = seat_kind_name
    ) -> str:
        """Returns the kind of a seat as text: human, or AI level and play style."""
        return format_kind(self.app.translator, self.seats[seat].kind)

    def place(self, area: pygame.Rect) -> None:
        """Lays out the widgets. Called when the size, language, scale or a setting has changed."""
        self.hands.player_symbols = self.app.settings.marks
        for player_row in self.rows:
            player_row.player_symbols = self.app.settings.marks
        self.hands.tooltip_for = lambda card_sprite: terrain_card_tooltip(
            self.replay_view, self.app.translator, card_sprite
        )
        VBox(
            *(row.sized(height=82, min_height=40) for row in self.rows),
            self.hands.sized(height=74, shrink=False),
            self.log.sized(stretch=1, min_height=110),
            gap=9,
        ).place(self.app.renderer, area)
        log_builder = LogBuilder([seat.name for seat in self.seats])
        log_builder.update(
            self.timeline.steps, self.timeline.game_at(0), self.viewer, self.timeline.opening_events
        )
        self._lines = log_builder.lines
        names, colors = [seat.name for seat in self.seats], [seat.color for seat in self.seats]
        self.log.set_lines(self._lines, self.app.translator, names, colors, rebuild=True)
        self.log.current_line = None
        self.show_step(self.replay_view)

    def show_step(self, replay_view: ReplayView) -> None:
        self.replay_view = replay_view
        players, _ = summarize_match(replay_view)
        for row, summary in zip(self.rows, players, strict=True):
            row.summary, row.displayed_gold = summary, float(summary.gold)
        update_subtitles(
            self.app.renderer,
            self.app.translator,
            self.rows,
            lambda seat: self.seat_kind_text(seat, seat_kind_short_name),
        )
        self.hands.hands = visible_hand_sprites(self.timeline, replay_view, self.viewer)
        answer_counts = [line.answer_count for line in self._lines]
        index = bisect_left(answer_counts, replay_view.answer_count)
        self.log.select_line(min(index, len(answer_counts) - 1) if replay_view.answer_count else 0)

    def highlighted_hexes(self, hovered: Widget | None) -> int:
        """Returns the hexes to highlight: those with the hovered player's pieces, or those of the hovered log
        line."""
        if isinstance(hovered, PlayerRow):
            return self.replay_view.game.piece_hexes[hovered.summary.seat]
        return self.log.highlighted_hexes()
