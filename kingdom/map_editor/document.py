"""MapDocument: the map being edited. Supports strokes, fill, rotate, mirror, and unlimited undo."""

from __future__ import annotations

from collections.abc import Mapping

from kingdom.maps.library import map_kind
from kingdom.maps.map_geometry import geometry_for
from kingdom.maps.tiled import MAP_SIZES, MAX_LOCATION_KINDS, HexContents, contents_to_grid, grid_to_contents
from kingdom.rules.board import TerrainGrid
from kingdom.rules.expansion import LOCATION
from kingdom.rules.registry import TERRAINS

Cell = tuple[str, str]
"""Name of the terrain or landmark, and the location tile (empty for other hexes)."""
Coord = tuple[int, int]
Stroke = dict[Coord, tuple[Cell, Cell]]
"""The changes made by one stroke: the old and the new cell of each hex."""

BLANK_CELL: Cell = ("grass", "")


class MapDocument:
    """A section, island or board being edited. Each mouse stroke is one undo step."""

    def __init__(self, source: TerrainGrid | str) -> None:
        if isinstance(source, str):
            side = MAP_SIZES[source]
            self.cells: HexContents = {(r, c): BLANK_CELL for r in range(side) for c in range(side)}
        else:
            self.cells = dict(grid_to_contents(source))
        self.kind = source if isinstance(source, str) else map_kind(source)
        self.side = MAP_SIZES[self.kind]
        self._undo_stack: list[Stroke] = []
        self._redo_stack: list[Stroke] = []
        self._stroke: Stroke | None = None
        self._saved_depth = 0

    @property
    def grid(self) -> TerrainGrid:
        return contents_to_grid(self.cells, (self.side, self.side))

    @property
    def is_modified(self) -> bool:
        """True if the map differs from the last saved state."""
        return self._saved_depth != len(self._undo_stack)

    def mark_saved(self) -> None:
        self._saved_depth = len(self._undo_stack)

    # --- strokes

    def begin_stroke(self) -> None:
        """Starts a stroke: everything painted until `end_stroke` becomes one undo step."""
        self.end_stroke()
        self._stroke = {}

    def end_stroke(self) -> None:
        if self._stroke:
            if self._saved_depth > len(self._undo_stack):
                self._saved_depth = -1  # undo can no longer reach the saved state
            self._undo_stack.append(self._stroke)
            self._redo_stack.clear()
        self._stroke = None

    def paint(self, coord: Coord, cell: Cell) -> bool:
        """Paints a hex; returns True if the hex changed. Refuses to add a tenth kind of location."""
        if coord not in self.cells or self.cells[coord] == cell or not self.has_room_for_kind(cell):
            return False
        if self._stroke is None:
            self._change({coord: cell})
        else:
            self._set_cell(coord, cell, self._stroke)
        return True

    def _set_cell(self, coord: Coord, cell: Cell, stroke: Stroke) -> None:
        original = stroke.get(coord, (self.cells[coord], cell))[0]
        stroke[coord] = (original, cell)
        self.cells[coord] = cell

    def has_room_for_kind(self, cell: Cell) -> bool:
        """Returns False for a location of a new kind if the map already has the maximum number of kinds."""
        kinds = {kind for name, kind in self.cells.values() if name == LOCATION}
        return cell[0] != LOCATION or cell[1] in kinds or len(kinds) < MAX_LOCATION_KINDS

    def fill(self, coord: Coord, cell: Cell) -> list[Coord]:
        """Fills a whole area with a terrain and returns the changed hexes. A landmark is painted on one hex
        only."""
        if cell[0] not in TERRAINS:
            return [coord] if self.paint(coord, cell) else []
        old_cell = self.cells[coord]
        same = [r * self.side + c for (r, c), other in self.cells.items() if other == old_cell]
        hex_index = coord[0] * self.side + coord[1]
        area = next(area for area in geometry_for(self.side).connected_areas(same) if hex_index in area)
        return self._change({divmod(index, self.side): cell for index in area})

    def _change(self, cells: Mapping[Coord, Cell]) -> list[Coord]:
        self.end_stroke()
        changed = [coord for coord, cell in cells.items() if self.cells[coord] != cell]
        stroke: Stroke = {}
        for coord in changed:
            self._set_cell(coord, cells[coord], stroke)
        self._stroke = stroke
        self.end_stroke()
        return changed

    def rotate(self) -> list[Coord]:
        """Rotates the map by 180 degrees and returns the changed hexes."""
        last = self.side - 1
        return self._change({(last - r, last - c): cell for (r, c), cell in list(self.cells.items())})

    def mirror(self) -> list[Coord]:
        """Mirrors the map left to right and returns the changed hexes. Odd rows are shifted by half a hex, so
        shapes are not mirrored exactly."""
        return self._change({(r, self.side - 1 - c): cell for (r, c), cell in list(self.cells.items())})

    def replace_map(self, grid: TerrainGrid) -> list[Coord]:
        """Replaces the map with a different map of the same size and returns the changed hexes."""
        return self._change(grid_to_contents(grid))

    # --- undo and redo

    @property
    def can_undo(self) -> bool:
        """True if there is a stroke to undo."""
        return bool(self._undo_stack)

    @property
    def can_redo(self) -> bool:
        """True if there is a stroke to redo."""
        return bool(self._redo_stack)

    def undo(self) -> list[Coord]:
        """Undoes the last stroke and returns the changed hexes."""
        self.end_stroke()
        return self._apply_stroke(self._undo_stack, self._redo_stack, 0)

    def redo(self) -> list[Coord]:
        """Redoes the last undone stroke and returns the changed hexes."""
        self.end_stroke()
        return self._apply_stroke(self._redo_stack, self._undo_stack, 1)

    def _apply_stroke(self, from_stack: list[Stroke], to_stack: list[Stroke], which: int) -> list[Coord]:
        if not from_stack:
            return []
        stroke = from_stack.pop()
        to_stack.append(stroke)
        self.cells.update({coord: change[which] for coord, change in stroke.items()})
        return list(stroke)
