"""The tab to paint: tools, and everything that can be painted with."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from kingdom.studio.canvas import Cell
from kingdom.ui.scene.column import Column
from kingdom.ui.studio.palette import Colour, cells_by_kind, lay_colours
from kingdom.ui.studio.words import cell_name
from kingdom.ui.widgets.basic import Button, Label, Toggle

if TYPE_CHECKING:
    from kingdom.ui.studio.scene import StudioScene


class PaintTab:
    """Knows which tools can be used, and what is painted with."""

    def __init__(self, scene: StudioScene, column: Column) -> None:
        self.scene = scene
        app, easel = scene.app, scene.easel
        say, look = app.say, app.look
        tools: list[tuple[str, str, Callable[[], object]]] = [
            ("undo", "undo", scene.undo),
            ("redo", "redo", scene.redo),
            ("turn", "turn_left", lambda: scene.did(scene.canvas.turn())),
            ("mirror", "mirror", lambda: scene.did(scene.canvas.mirror())),
            ("grow", "dice", scene.grow),
            ("zoom_in", "zoom_in", lambda: easel.zoom(1)),
            ("zoom_out", "zoom_out", lambda: easel.zoom(-1)),
            ("fit", "fit", easel.sight.reset),
        ]
        places = [*column.line(len(tools) // 2), *column.line(len(tools) // 2)]
        self.tools = {
            name: Button("", do, place, icon, tooltip=say(f"ui.studio.{name}"))
            for place, (name, icon, do) in zip(places, tools, strict=True)
        }
        column.widgets += self.tools.values()
        (line,) = column.line()
        column.widgets.append(Toggle(say("ui.studio.fill"), easel.filling, self._fill, line, style="name"))
        words = pygame.Rect(column.room.left, column.top, column.room.width, 2 * look.line_height("small"))
        label = Label(self._painting_with, words, "small", "text_soft", valign="top", wrap=True)
        column.add(label, words.height)
        self.colours: list[Colour] = []
        for group, cells in cells_by_kind():
            column.gap(8)
            column.words(say(f"ui.studio.{group}"), "name", "ink")
            colours = [
                Colour(cell, cell_name(app.texts, cell), self._choosing(cell), scene.colours)
                for cell in cells
            ]
            column.top += lay_colours(look, colours, column.room, column.top)
            column.widgets += colours
            self.colours += colours
        self.refresh()
        self.follow_zoom()

    def refresh(self) -> None:
        """Back and forth go only as far as there are strokes; one colour is that of the brush."""
        canvas = self.scene.canvas
        self.tools["undo"].enabled, self.tools["redo"].enabled = canvas.can_undo, canvas.can_redo
        for colour in self.colours:
            colour.light(colour.cell == self.scene.easel.cell)

    def follow_zoom(self) -> None:
        """Closer only as far as the art stays sharp, farther only until all of it is seen."""
        sight = self.scene.easel.sight
        self.tools["zoom_in"].enabled = sight.camera.zoom < sight.most
        self.tools["zoom_out"].enabled = self.tools["fit"].enabled = sight.camera.zoom > 1

    def _painting_with(self) -> str:
        app = self.scene.app
        return app.say("ui.studio.with", name=cell_name(app.texts, self.scene.easel.cell))

    def _fill(self, on: bool) -> None:
        self.scene.easel.filling = on

    def _choosing(self, cell: Cell) -> Callable[[], None]:
        return lambda: self.scene.pick(cell)
