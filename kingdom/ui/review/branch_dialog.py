"""BranchDialog: asks who will play a new game that branches off from a recorded game."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kingdom.match.seats import FIXED_SEAT_KINDS, Seat
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog, DialogButton
from kingdom.ui.game_text import seat_kind_name
from kingdom.ui.widgets.controls import Label, Piece
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.layout import Grid, HBox, Item, Share


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
        self.seat_labels = [
            HBox(Piece(seat.color, 36, app.settings.marks), Share(Label(seat.name, style="name")), gap=8)
            for seat in seats
        ]
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
        return [
            replace(seat, kind=str(dropdown.value))
            for seat, dropdown in zip(self.seats, self.kind_dropdowns, strict=True)
        ]

    def compose(self) -> list[Item]:
        cells: list[Item] = [
            item for row in zip(self.seat_labels, self.kind_dropdowns, strict=True) for item in row
        ]
        return [Grid((55, 45), *cells, gap=10, row_gap=4)]
