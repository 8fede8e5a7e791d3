"""The Paint tab: tools, and a palette with every terrain, landmark and location."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from kingdom.map_editor.document import Cell
from kingdom.maps.tiled import load_tile_ids
from kingdom.rules.expansion import LOCATION
from kingdom.rules.registry import LANDMARKS, TERRAINS
from kingdom.ui.draw.hex_grid import HEX_HEIGHT
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.page import FormColumn
from kingdom.ui.map_editor.hex_sprites import PALETTE_HEX_SIZE, HexSprites, cell_name
from kingdom.ui.widgets.controls import Button, Checkbox, Label
from kingdom.ui.widgets.layout import Flow, Sizing
from kingdom.ui.widgets.tooltip import Tooltip

if TYPE_CHECKING:
    from kingdom.ui.map_editor.scene import MapEditorPage


class PaletteButton(Button):
    """A hex in the palette. A click selects it as the brush."""

    def __init__(
        self, cell: Cell, name: str, on_click: Callable[[], object], hex_sprites: HexSprites
    ) -> None:
        terrain, tile = cell
        kind = "tile" if tile else "terrain" if terrain in TERRAINS else "landmark"
        super().__init__("", on_click, tooltip=lambda: Tooltip(name, help_page=f"{kind}.{tile or terrain}"))
        self.cell, self.hex_sprites = cell, hex_sprites
        self.sizing = Sizing(width=PALETTE_HEX_SIZE, height=(PALETTE_HEX_SIZE - 10) * HEX_HEIGHT + 10)
        self.contains_text = False
        self.set_selected(False)

    def set_selected(self, selected: bool) -> None:
        """Shows whether the button is the current brush. Only the selected button can be reached with the Tab
        key."""
        self.tab_stop = self.is_selected = selected

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        if self.is_selected or self.hovered:
            renderer.draw_panel(
                surface, self.rect, "active" if self.is_selected else "parchment", shadow=False
            )
        width = self.rect.width - renderer.px(10)
        sprite = self.hex_sprites.get_sprite(self.cell, width)
        surface.blit(sprite, sprite.get_rect(center=self.rect.center))


def palette_groups() -> list[tuple[str, list[Cell]]]:
    """Returns everything that a map can contain, grouped into terrains, landmarks and locations."""
    tile_ids = load_tile_ids()
    terrains = [(name, "") for name in TERRAINS]
    landmarks = [(name, "") for name in LANDMARKS if name != LOCATION]
    locations = sorted((cell for cell in tile_ids if cell[0] == LOCATION), key=lambda cell: tile_ids[cell])
    return [
        ("land", [cell for cell in terrains if cell in tile_ids]),
        ("landmarks", [c for c in landmarks if c in tile_ids]),
        ("locations", locations),
    ]


class PaintTab:
    """Tab with the tool buttons and the palette."""

    def __init__(self, scene: MapEditorPage, column: FormColumn) -> None:
        self.scene = scene
        app, map_canvas = scene.app, scene.map_canvas
        tr = app.tr
        tool_specs: list[tuple[str, str, Callable[[], object]]] = [
            ("undo", "undo", scene.undo),
            ("redo", "redo", scene.redo),
            ("turn", "turn_left", lambda: scene.refresh_hexes(scene.document.rotate())),
            ("mirror", "mirror", lambda: scene.refresh_hexes(scene.document.mirror())),
            ("grow", "dice", scene.generate_random_map),
            ("zoom_in", "zoom_in", lambda: map_canvas.zoom(1)),
            ("zoom_out", "zoom_out", lambda: map_canvas.zoom(-1)),
            ("fit", "fit", map_canvas.map_camera.reset),
        ]
        self.tools = {
            name: Button("", on_click, icon=icon, tooltip=tr(f"ui.studio.{name}"))
            for name, icon, on_click in tool_specs
        }
        tools = [tool.sized(height=40) for tool in self.tools.values()]
        column.add_row(*tools[:4])
        column.add_row(*tools[4:])
        fill = Checkbox(tr("ui.studio.fill"), map_canvas.fill_mode, self._set_fill_mode, style="name")
        brush = Label(self._brush_text, "small", "text_soft", valign="top", wrap=True)
        column.add(fill.sized(height=40), brush.sized(min_height=44))
        self.palette_buttons: list[PaletteButton] = []
        for group, cells in palette_groups():
            column.add_space(8)
            column.add_text(tr(f"ui.studio.{group}"), "name", "ink")
            buttons = [
                PaletteButton(
                    cell, cell_name(app.translator, cell), partial(scene.set_brush, cell), scene.hex_sprites
                )
                for cell in cells
            ]
            column.add(Flow(*buttons))
            self.palette_buttons += buttons
        self.refresh()
        self.update_zoom_buttons()

    def refresh(self) -> None:
        """Enables or disables undo and redo, and marks the current brush."""
        document = self.scene.document
        self.tools["undo"].enabled, self.tools["redo"].enabled = document.can_undo, document.can_redo
        for button in self.palette_buttons:
            button.set_selected(button.cell == self.scene.map_canvas.brush)

    def update_zoom_buttons(self) -> None:
        """Enables or disables the zoom buttons. Zooming out ends when the whole map is visible, and zooming
        in ends before the art looks blurry."""
        map_camera = self.scene.map_canvas.map_camera
        self.tools["zoom_in"].enabled = map_camera.zoom < map_camera.max_zoom
        self.tools["zoom_out"].enabled = self.tools["fit"].enabled = map_camera.zoom > 1

    def _brush_text(self) -> str:
        app = self.scene.app
        return app.tr("ui.studio.with", name=cell_name(app.translator, self.scene.map_canvas.brush))

    def _set_fill_mode(self, enabled: bool) -> None:
        self.scene.map_canvas.fill_mode = enabled
