"""BranchDialog: asks who will play a new game that branches off from a recorded game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pygame

from kingdom.match.seats import FIXED_SEAT_KINDS, Seat
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog, DialogButton
from kingdom.ui.game_text import seat_kind_name
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.layout import Grid, Item


class SeatLabel(Widget):
    """Shows a settlement in the player's color, and the player's name."""

    def __init__(self, seat: Seat, player_symbols: bool) -> None:
        super().__init__()
        self.seat, self.player_symbols = seat, player_symbols

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        size = self.rect.height * 8 // 10
        center = (self.rect.left + size // 2, self.rect.centery)
        renderer.draw_piece(surface, "settlement", self.seat.color, center, size, self.player_symbols)
        text_rect = self.rect.copy()
        text_rect.left, text_rect.width = (
            text_rect.left + size + renderer.px(8),
            text_rect.width - size - renderer.px(8),
        )
        self.truncated_texts.clear()
        self.draw_text(surface, renderer, self.seat.name, text_rect, "name")


def _kind_options(seat: Seat) -> list[str]:
    """Returns the kinds to choose from: human, the AI levels, and the kind that originally played this
    seat."""
    return [*FIXED_SEAT_KINDS, *([] if seat.kind in FIXED_SEAT_KINDS else [seat.kind])]


class BranchDialog(Dialog):
    """Asks who plays each seat. The new game continues from the current step or starts over with the same
    setup. `is_over` refers to the current step, `is_running` to the whole game."""

    def __init__(
        self,
        app: App,
        seats: Sequence[Seat],
        is_over: bool,
        is_running: bool,
        on_branch: Callable[[list[Seat]], object],
        on_same_setup: Callable[[list[Seat]], object],
    ) -> None:
        tr = app.tr
        self.seats = list(seats)
        self.seat_labels = [SeatLabel(seat, app.settings.marks) for seat in seats]
        self.kind_dropdowns = [
            Dropdown(
                [(kind, seat_kind_name(app.translator, kind)) for kind in _kind_options(seat)], seat.kind
            )
            for seat in seats
        ]
        buttons = [
            DialogButton(tr("ui.review.again.on"), lambda: on_branch(self.chosen_seats()), "primary"),
            DialogButton(tr("ui.review.again.land"), lambda: on_same_setup(self.chosen_seats())),
            DialogButton(tr("ui.cancel")),
        ]
        text = tr("ui.review.again.text.running" if is_running else "ui.review.again.text")
        super().__init__(tr("ui.review.again.title"), text, buttons, int(is_over))
        self.buttons[0].enabled, self.buttons[0].disabled_reason = not is_over, tr("ui.review.over")

    def chosen_seats(self) -> list[Seat]:
        """Returns the seats with the chosen kinds."""
        return [
            replace(seat, kind=str(dropdown.value))
            for seat, dropdown in zip(self.seats, self.kind_dropdowns, strict=True)
        ]

    def compose(self) -> list[Item]:
        cells = [item for row in zip(self.seat_labels, self.kind_dropdowns, strict=True) for item in row]
        return [Grid((55, 45), *cells, gap=10, row_gap=4)]
