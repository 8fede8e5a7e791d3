"""Map editor scenes."""

from __future__ import annotations

from support.scenes.registry import scene_maker

from kingdom.map_editor.document import MapDocument
from kingdom.maps.generator import generate_board
from kingdom.rules.registry import SECTIONS
from kingdom.ui.framework.app import App
from kingdom.ui.map_editor.scene import MapEditorPage


def open_map_editor(app: App, tab: str, document: MapDocument) -> MapEditorPage:
    """Opens the map editor with a map at the given tab."""
    scene = MapEditorPage(folder=app.settings_store.path.parent / "maps")
    scene.tab = tab
    scene.map_canvas.set_document(document)
    app.push(scene)
    return scene


@scene_maker("studio-paint")
def open_paint_tab(app: App) -> None:
    open_map_editor(app, "paint", MapDocument(next(iter(SECTIONS.values()))))


@scene_maker("studio-check")
def open_check_tab(app: App) -> None:
    open_map_editor(app, "check", MapDocument("board"))


@scene_maker("studio-keep")
def open_files_tab(app: App) -> None:
    open_map_editor(app, "keep", MapDocument(generate_board(3)))
