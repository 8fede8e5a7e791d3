"""The Games tab: all games, newest first. They can be filtered by expansion, number of players and result. A
click on a game opens its review."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import NamedTuple

import pygame

from kingdom.match.game_options import expansion_names_by_release
from kingdom.match.seats import HUMAN
from kingdom.stats import queries
from kingdom.stats.database import StatsDatabase
from kingdom.stats.queries import GAMES_PER_PAGE, LOST, WON, GameEntry, GameFilter, SeatEntry
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.app import App
from kingdom.ui.game_text import seat_kind_name
from kingdom.ui.stats.base_tab import StatsTab
from kingdom.ui.widgets.base import Clickable, Widget
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.layout import PlacedWidgets

ROW_HEIGHT, FILTER_HEIGHT = 82, 42
"""Heights of a game's row and of the filters and paging buttons, in design pixels."""
PLAYER_COUNTS = (2, 3, 4, 5)


class GamesTabData(NamedTuple):
    """One page of the list, the total number of games, and the selected player."""

    games: list[GameEntry]
    total: int
    player_name: str


class GameRow(Clickable):
    """Row for one game: players and their gold, winner, date and expansions."""

    def __init__(self, app: App, game: GameEntry, player_name: str, rect: pygame.Rect) -> None:
        super().__init__(rect)
        self.app, self.game, self.player_name = app, game, player_name

    def activate(self) -> bool:
        self.app.navigator.review_file(Path(self.game.file))
        return True

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        self.truncated_texts.clear()
        rect = self.rect.inflate(-renderer.px(6), -renderer.px(8))
        renderer.draw_panel(
            surface, rect, "active" if self.hovered or self.focused else "parchment", shadow=self.hovered
        )
        badge_size = rect.height * 2 // 3
        badge = pygame.Rect(
            rect.left + renderer.px(10), rect.centery - badge_size // 2, badge_size, badge_size
        )
        own_seat = next(
            (seat for seat in self.game.seats if is_same_player_name(seat.name, self.player_name)), None
        )
        if own_seat is not None and own_seat.rank == 1:
            renderer.draw_icon(surface, "crown", badge.center, badge_size)
        elif own_seat is not None:
            renderer.draw_text(surface, f"{own_seat.rank}.", badge, "number", "ink_soft", "center", "middle")
        left = badge.right + renderer.px(12)
        name_height, caption_height = renderer.line_height("name"), renderer.line_height("small")
        top = rect.centery - (name_height + caption_height) // 2
        self._draw_seats(
            surface, renderer, pygame.Rect(left, top, rect.right - left - renderer.px(10), name_height)
        )
        caption_rect = pygame.Rect(
            left, top + name_height, rect.right - left - renderer.px(10), caption_height
        )
        self.draw_text(surface, renderer, self._caption(), caption_rect, "small", "ink_soft")

    def _draw_seats(self, surface: pygame.Surface, renderer: Renderer, area: pygame.Rect) -> None:
        """Draws each player's settlement, name and gold, evenly spaced."""
        seat_width = area.width // len(self.game.seats)
        size = min(area.height, renderer.px(30))
        for index, seat in enumerate(self.game.seats):
            seat_rect = pygame.Rect(
                area.left + index * seat_width, area.top, seat_width - renderer.px(8), area.height
            )
            renderer.draw_piece(
                surface, "settlement", seat.color, (seat_rect.left + size // 2, seat_rect.centery), size
            )
            gold_width = renderer.measure(str(seat.gold), "bold")[0]
            name = self._seat_label(renderer, seat, seat_rect.width - size - gold_width - renderer.px(12))
            name_rect = pygame.Rect(
                seat_rect.left + size + renderer.px(4), seat_rect.top, 0, seat_rect.height
            )
            name_rect.width = min(
                renderer.measure(name, "body")[0],
                seat_rect.right - name_rect.left - gold_width - renderer.px(8),
            )
            self.draw_text(surface, renderer, name, name_rect, "body", "ink")
            gold_rect = pygame.Rect(
                name_rect.right + renderer.px(8), seat_rect.top, gold_width, seat_rect.height
            )
            color = "text_accent" if seat.rank == 1 else "ink_soft"
            renderer.draw_text(surface, str(seat.gold), gold_rect, "bold", color, "left", "middle")

    def _seat_label(self, renderer: Renderer, seat: SeatEntry, max_width: int) -> str:
        """Returns the player's name. For an AI, the level is added if there is space."""
        if seat.kind == HUMAN:
            return seat.name
        label = f"{seat.name} ({seat_kind_name(self.app.translator, seat.kind)})"
        return label if renderer.measure(label, "body")[0] <= max_width else seat.name

    def _caption(self) -> str:
        game, tr = self.game, self.app.tr
        expansions = ", ".join(
            tr(f"box.{expansion}")
            for expansion in expansion_names_by_release()
            if expansion in game.expansions
        )
        parts = [
            self.app.translator.format_date_time(game.ended_at),
            expansions,
            tr("ui.chronicle.rounds", count=game.rounds),
        ]
        own_seat = next(
            (seat for seat in game.seats if is_same_player_name(seat.name, self.player_name)), None
        )
        if own_seat is not None and own_seat.accuracy is not None:
            parts.append(tr("ui.chronicle.accuracy", share=round(own_seat.accuracy)))
        return " · ".join(parts)


class GamesTab(StatsTab):
    """Tab with the list of games and its filters."""

    name = "games"

    def __init__(self, app: App, reload: Callable[[], object]) -> None:
        super().__init__(app)
        self._reload = reload
        self.game_filter = GameFilter()
        self.offset = 0
        """Index of the first game on the page."""
        self.expansion_dropdown = Dropdown([], None, partial(self._set_filter, "expansion"))
        self.player_count_dropdown = Dropdown([], None, partial(self._set_filter, "player_count"))
        self.result_dropdown = Dropdown([], None, partial(self._set_filter, "result"))

    def _set_filter(self, field_name: str, value: object) -> None:
        changes: dict[str, object] = {field_name: value}
        self.game_filter = replace(self.game_filter, **changes)  # type: ignore[arg-type]
        self.show_page(0)

    def show_page(self, offset: int) -> None:
        """Shows a different page of the list."""
        self.offset = offset
        self._reload()

    def reset(self) -> None:
        self.offset = 0

    def query(self, stats_db: StatsDatabase, player_name: str) -> GamesTabData:
        game_filter = replace(self.game_filter, player_name=player_name)
        games = queries.list_games(stats_db, game_filter, self.offset, GAMES_PER_PAGE)
        return GamesTabData(games, queries.count_games(stats_db, game_filter), player_name)

    def build_header(self, area: pygame.Rect) -> PlacedWidgets:
        renderer, tr = self.app.renderer, self.app.tr
        self.expansion_dropdown.options = [(None, tr("ui.chronicle.any_box"))]
        self.expansion_dropdown.options += [
            (expansion, tr(f"box.{expansion}")) for expansion in expansion_names_by_release()
        ]
        self.player_count_dropdown.options = [(None, tr("ui.chronicle.any_seats"))]
        self.player_count_dropdown.options += [
            (count, tr("ui.chronicle.seats", count=count)) for count in PLAYER_COUNTS
        ]
        self.result_dropdown.options = [
            (None, tr("ui.chronicle.any_result")),
            (WON, tr("ui.chronicle.won")),
            (LOST, tr("ui.chronicle.lost")),
        ]
        dropdowns = (self.expansion_dropdown, self.player_count_dropdown, self.result_dropdown)
        gap = renderer.px(8)
        dropdown_width = (area.width + gap) // len(dropdowns) - gap
        height = max(renderer.px(FILTER_HEIGHT), renderer.line_height("body") + renderer.px(8))
        for index, dropdown in enumerate(dropdowns):
            dropdown.place(
                renderer,
                pygame.Rect(area.left + index * (dropdown_width + gap), area.top, dropdown_width, height),
            )
        return PlacedWidgets(list(dropdowns), height + renderer.px(8))

    def build(self, area: pygame.Rect, data: GamesTabData) -> PlacedWidgets:
        renderer = self.app.renderer
        if not data.games:
            return self.build_empty_message(area, "ui.chronicle.games.none")
        height = max(
            renderer.px(ROW_HEIGHT),
            renderer.line_height("name") + renderer.line_height("small") + renderer.px(18),
        )
        placed: list[Widget] = []
        top = area.top
        for game in data.games:
            placed.append(
                GameRow(self.app, game, data.player_name, pygame.Rect(area.left, top, area.width, height))
            )
            top += height
        if data.total > GAMES_PER_PAGE:
            top = self._add_paging(placed, area, top + renderer.px(6), data)
        return PlacedWidgets(placed, top - area.top)

    def _add_paging(self, placed: list[Widget], area: pygame.Rect, top: int, data: GamesTabData) -> int:
        """Adds buttons for newer and older games below the list. Returns the buttons' bottom edge."""
        renderer, tr = self.app.renderer, self.app.tr
        height = max(renderer.px(FILTER_HEIGHT), renderer.line_height("button") + renderer.px(8))
        newer = Button(tr("ui.chronicle.newer"), lambda: self.show_page(max(0, self.offset - GAMES_PER_PAGE)))
        older = Button(tr("ui.chronicle.older"), lambda: self.show_page(self.offset + GAMES_PER_PAGE))
        newer.enabled = self.offset > 0
        older.enabled = self.offset + GAMES_PER_PAGE < data.total
        width = max(newer.preferred_width(renderer), older.preferred_width(renderer)) + renderer.px(20)
        width = min(width, area.width // 3)
        newer.rect = pygame.Rect(area.left, top, width, height)
        older.rect = pygame.Rect(area.right - width, top, width, height)
        last = min(data.total, self.offset + GAMES_PER_PAGE)
        text = tr("ui.chronicle.of", first=self.offset + 1, last=last, count=data.total)
        middle = pygame.Rect(newer.rect.right, top, older.rect.left - newer.rect.right, height)
        placed += [newer, Label(text, middle, "small", "ink_soft", "center"), older]
        return top + height


def is_same_player_name(one: str, other: str) -> bool:
    """Returns True if two player names are the same, ignoring case."""
    return one.casefold() == other.casefold()
