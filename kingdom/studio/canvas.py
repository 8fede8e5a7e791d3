"""A land being drawn: strokes that can be taken back without end."""

from __future__ import annotations

from collections.abc import Mapping

from kingdom.map_check import SIZES, Cells, cells_of, grid_of
from kingdom.rules.board import Grid
from kingdom.rules.registry import LOCATION, TERRAINS
from kingdom.studio.ground import ground_of
from kingdom.studio.maps import kind_of

Cell = tuple[str, str]
"""The word of a terrain or landmark, and the kind of location (empty for others)."""
Place = tuple[int, int]
Stroke = dict[Place, tuple[Cell, Cell]]
"""What a stroke changed: each hex with what it was and what it is."""

BLANK: Cell = ("grass", "")
MOST_KINDS = 9
"""Kinds of location of one land: a letter grid has nine digits."""


class Canvas:
    """A section, an island or a board to paint on. What is one stroke of the hand is one step back."""

    def __init__(self, land: Grid | str) -> None:
        if isinstance(land, str):
            side = SIZES[land]
            self.cells: Cells = {(r, c): BLANK for r in range(side) for c in range(side)}
        else:
            self.cells = dict(cells_of(land))
        self.kind = land if isinstance(land, str) else kind_of(land)
        self.side = SIZES[self.kind]
        self._done: list[Stroke] = []
        self._undone: list[Stroke] = []
        self._stroke: Stroke | None = None
        self._saved = 0

    @property
    def grid(self) -> Grid:
        """The land as it is now."""
        return grid_of(self.cells, (self.side, self.side))

    @property
    def changed(self) -> bool:
        """Whether it differs from what was kept last."""
        return self._saved != len(self._done)

    def saved(self) -> None:
        """It has been kept as it is now."""
        self._saved = len(self._done)

    # --- strokes

    def begin(self) -> None:
        """The hand goes down: what is painted from here on is one stroke."""
        self.end()
        self._stroke = {}

    def end(self) -> None:
        """The hand goes up."""
        if self._stroke:
            if self._saved > len(self._done):
                self._saved = -1  # what was kept cannot be reached any more
            self._done.append(self._stroke)
            self._undone.clear()
        self._stroke = None

    def paint(self, place: Place, cell: Cell) -> bool:
        """A hex becomes something; whether that changed anything. A tenth kind of location does not fit."""
        if place not in self.cells or self.cells[place] == cell or not self.fits(cell):
            return False
        if self._stroke is None:
            self._change({place: cell})
        else:
            self._put(place, cell, self._stroke)
        return True

    def _put(self, place: Place, cell: Cell, stroke: Stroke) -> None:
        first = stroke.get(place, (self.cells[place], cell))[0]
        stroke[place] = (first, cell)
        self.cells[place] = cell

    def fits(self, cell: Cell) -> bool:
        """Whether there is room for its kind of location."""
        kinds = {kind for word, kind in self.cells.values() if word == LOCATION}
        return cell[0] != LOCATION or cell[1] in kinds or len(kinds) < MOST_KINDS

    def fill(self, place: Place, cell: Cell) -> list[Place]:
        """A whole area becomes a terrain; the hexes that changed. A landmark is put on one hex only."""
        if cell[0] not in TERRAINS:
            return [place] if self.paint(place, cell) else []
        word = self.cells[place]
        same = [r * self.side + c for (r, c), other in self.cells.items() if other == word]
        number = place[0] * self.side + place[1]
        area = next(area for area in ground_of(self.side).areas(same) if number in area)
        return self._change({divmod(spot, self.side): cell for spot in area})

    def _change(self, cells: Mapping[Place, Cell]) -> list[Place]:
        self.end()
        changed = [place for place, cell in cells.items() if self.cells[place] != cell]
        stroke: Stroke = {}
        for place in changed:
            self._put(place, cells[place], stroke)
        self._stroke = stroke
        self.end()
        return changed

    def turn(self) -> list[Place]:
        """Rotate by 180 degrees; the hexes that changed."""
        last = self.side - 1
        return self._change({(last - r, last - c): cell for (r, c), cell in list(self.cells.items())})

    def mirror(self) -> list[Place]:
        """Left becomes right; the hexes that changed. Odd rows lie half a hex to the right, so that coasts
        shift by half a hex."""
        return self._change({(r, self.side - 1 - c): cell for (r, c), cell in list(self.cells.items())})

    def replace(self, land: Grid) -> list[Place]:
        """Another land of the same size; the hexes that changed."""
        return self._change(cells_of(land))

    # --- back and forth

    @property
    def can_undo(self) -> bool:
        """Whether there is a stroke to take back."""
        return bool(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether there is a stroke to do again."""
        return bool(self._undone)

    def undo(self) -> list[Place]:
        """Take the last stroke back; the hexes that changed."""
        self.end()
        return self._walk(self._done, self._undone, 0)

    def redo(self) -> list[Place]:
        """Do what was taken back again; the hexes that changed."""
        self.end()
        return self._walk(self._undone, self._done, 1)

    def _walk(self, origin: list[Stroke], target: list[Stroke], which: int) -> list[Place]:
        if not origin:
            return []
        stroke = origin.pop()
        target.append(stroke)
        self.cells.update({place: change[which] for place, change in stroke.items()})
        return list(stroke)
