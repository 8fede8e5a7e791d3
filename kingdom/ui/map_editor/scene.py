"""The map editor page: the canvas next to three tabs (Paint, Check, Files)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from kingdom.map_editor.document import Cell, Coord, MapDocument
from kingdom.maps.generator import generate_board, generate_from_models
from kingdom.maps.tiled import MAX_LOCATION_KINDS
from kingdom.maps.validation import find_terrain_problems
from kingdom.match.game_options import options_from_settings
from kingdom.match.seed_codes import new_seed
from kingdom.paths import user_maps_dir
from kingdom.rules.registry import EXPANSIONS, ISLANDS, SECTIONS
from kingdom.ui.board.render_queue import Thumbnails
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog, DialogButton
from kingdom.ui.framework.page import FormColumn, Page
from kingdom.ui.framework.scene import Scene
from kingdom.ui.map_editor.check_tab import build_check_tab
from kingdom.ui.map_editor.files_tab import FilesTab
from kingdom.ui.map_editor.hex_sprites import HexSprites
from kingdom.ui.map_editor.map_canvas import MapCanvas
from kingdom.ui.map_editor.paint_tab import PaintTab
from kingdom.ui.panels.board_scene import ZOOM_KEY_STEPS
from kingdom.ui.widgets.containers import Panel, TabbedPanel
from kingdom.ui.widgets.controls import Button, TabBar
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.layout import HBox, Item, Share
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.ui.widgets.text_field import COMMAND_MODS, TextField

MAP_EDITOR_TABS = ("paint", "check", "keep")


class MapEditorPage(Page):
    """Page for drawing custom sections, islands and boards."""

    title = "ui.studio.title"

    def __init__(self, on_close: Callable[[], object] | None = None, folder: Path | None = None) -> None:
        super().__init__()
        self.on_close = on_close
        self.files_tab = FilesTab(self, folder or user_maps_dir())
        self.tab = "paint"
        self.map_canvas = MapCanvas(
            MapDocument("section"),
            self.on_document_changed,
            self.set_brush,
            lambda: self.app.toast(self.app.tr("ui.studio.full", most=MAX_LOCATION_KINDS)),
        )
        self.scroll_area = ScrollArea()
        self.paint_tab: PaintTab | None = None
        """The Paint tab while it is open."""
        self._needs_layout = False
        self._discard_dialog: Scene | None = None
        """Dialog that asks about unsaved changes."""

    @property
    def document(self) -> MapDocument:
        return self.map_canvas.document

    @property
    def _has_unsaved_changes(self) -> bool:
        """True if the map, its name or the replaced section has unsaved changes."""
        return self.document.is_modified or self.files_tab.is_modified

    def enter(self, app: App) -> None:
        super().enter(app)
        self.thumbnails = Thumbnails(app.renderer.sprites)
        self.hex_sprites = HexSprites(app.renderer.sprites)

    def leave(self) -> None:
        self.thumbnails.discard()
        self.map_canvas.release()
        if self.on_close is not None:
            self.on_close()

    def go_back(self) -> None:
        self.confirm_discard(super().go_back)

    def confirm_discard(self, action: Callable[[], object]) -> None:
        """Runs an action. If unsaved changes would be lost, asks the player first."""
        if not self._has_unsaved_changes:
            action()
            return
        tr = self.app.tr

        def save_first() -> None:
            if self.files_tab.save_map():
                action()
            else:
                self._ask_for_name()

        self._discard_dialog = Dialog(
            tr("ui.studio.lose"),
            tr("ui.studio.lose.text"),
            [
                DialogButton(tr("ui.studio.lose.keep"), save_first, "primary"),
                DialogButton(tr("ui.studio.lose.yes"), action),
                DialogButton(tr("ui.cancel")),
            ],
        )
        self._discard_dialog.accepts_files = False  # opening another file would discard the changes
        self.app.push(self._discard_dialog)

    def _ask_for_name(self) -> None:
        """Opens the Files tab after the map could not be saved. A toast has shown the reason."""
        self._open_tab("keep")
        self.layout(self.app.size)
        self.group.set_focus(self.files_tab.name_field)

    def play_map(self) -> None:
        """Saves the map and opens the New game page with it. If the map has errors, shows them instead."""
        app, document = self.app, self.document
        if find_terrain_problems(document.cells, document.kind):
            app.toast(app.tr("ui.studio.wrong"))
            self._open_tab("check")
        elif not self.files_tab.save_with_default_name():
            self._ask_for_name()
        elif self.files_tab.path is not None:
            game_options = options_from_settings(app.settings.new_game, app.settings.name)
            game_options.use_custom_map(document.grid, self.files_tab.path.name)
            app.navigator.open_new_game(game_options)

    def can_close(self, close: Callable[[], object]) -> bool:
        """Asks about unsaved changes. If the player closes the window again while the dialog is open, the
        changes are discarded."""
        if self._discard_dialog in self.app.scenes or not self._has_unsaved_changes:
            return True
        self.confirm_discard(close)
        return False

    # --- actions

    def on_document_changed(self) -> None:
        """Updates the widgets after the map has changed."""
        if self.paint_tab is not None:
            self.paint_tab.refresh()
        else:
            self._needs_layout = True

    def set_brush(self, cell: Cell) -> None:
        self.map_canvas.set_brush(cell)
        if self.paint_tab is not None:
            self.paint_tab.refresh()

    def refresh_hexes(self, coords: list[Coord]) -> None:
        """Repaints changed hexes and updates the widgets."""
        self.map_canvas.mark_dirty(coords)
        self.on_document_changed()

    def undo(self) -> None:
        self.refresh_hexes(self.document.undo())

    def redo(self) -> None:
        self.refresh_hexes(self.document.redo())

    def open_document(self, document: MapDocument) -> None:
        self.map_canvas.set_document(document)
        self._needs_layout = True

    def generate_random_map(self) -> None:
        """Replaces the map with a random map of the same kind. This can be undone in one step."""
        seed, kind = new_seed(), self.document.kind
        if kind == "board":
            grid = generate_board(seed, tuple(EXPANSIONS))
        else:
            templates = list((SECTIONS if kind == "section" else ISLANDS).values())
            grid = generate_from_models(seed, [templates[seed % len(templates)]])
        self.refresh_hexes(self.document.replace_map(grid))

    # --- layout

    def compose_body(self) -> Item:
        tabs = TabBar(
            [(tab, self.app.tr(f"ui.studio.tab.{tab}")) for tab in MAP_EDITOR_TABS], self.tab, self._open_tab
        )
        column = FormColumn(self.app)
        self.paint_tab = PaintTab(self, column) if self.tab == "paint" else None
        if self.tab == "check":
            build_check_tab(self.map_canvas, column, self.hex_sprites)
        elif self.tab == "keep":
            self.files_tab.build(column)
        left = TabbedPanel(tabs, self.scroll_area.show(column.content()))
        right = Panel(self.map_canvas, padding=12)
        return HBox(Share(left, 42).sized(max_width=640), Share(right, 58), gap=16)

    def compose_footer(self) -> list[Item]:
        play_button = Button(
            self.app.tr("ui.studio.play"),
            self.play_map,
            kind="primary",
            icon="arrow_right",
            tooltip=self.app.tr("ui.studio.play.tip"),
        )
        return [play_button]

    def _open_tab(self, tab: object) -> None:
        self.tab = str(tab)
        self.scroll_area.scroll_offset = 0
        self.map_canvas.highlighted_hexes = ()
        self._needs_layout = True

    # --- scene

    def handle(self, event: pygame.event.Event) -> bool:
        changed = self._handle_canvas_mouse(event) or self._handle_shortcuts(event) or super().handle(event)
        if self._needs_layout and self in self.app.scenes:
            self._needs_layout = False
            self.layout(self.app.size)
        return changed

    def _handle_canvas_mouse(self, event: pygame.event.Event) -> bool:
        """Handles the mouse over the map: the right button picks a brush, the middle button pans, and the
        wheel zooms."""
        map_canvas = self.map_canvas
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            return map_canvas.rect.collidepoint(event.pos) and map_canvas.pick_brush_at(event.pos)
        if event.type == pygame.MOUSEMOTION and event.buttons[1] and self.group.hovered_widget is map_canvas:
            map_canvas.map_camera.pan(*event.rel)
        elif event.type == pygame.MOUSEWHEEL and self.group.hovered_widget is map_canvas:
            map_canvas.zoom(event.y, at_mouse=True)
        else:
            return False
        return True

    def _handle_shortcuts(self, event: pygame.event.Event) -> bool:
        focus = self.group.focus
        if event.type != pygame.KEYDOWN or (isinstance(focus, Dropdown) and focus.is_open):
            return False
        if not event.mod & COMMAND_MODS:
            return not isinstance(focus, TextField) and self._handle_view_key(event.key)
        if event.key == pygame.K_s:
            self.files_tab.save_map()
            return True
        if event.key in (pygame.K_y, pygame.K_z) and not isinstance(focus, TextField):
            is_undo = event.key == pygame.K_z and not event.mod & pygame.KMOD_SHIFT
            (self.undo if is_undo else self.redo)()
            return True
        return False

    def _handle_view_key(self, key: int) -> bool:
        if key in ZOOM_KEY_STEPS:
            self.map_canvas.zoom(ZOOM_KEY_STEPS[key])
        elif key in (pygame.K_0, pygame.K_KP_0):
            self.map_canvas.map_camera.reset()
        else:
            return False
        return True

    def update(self, seconds: float) -> bool:
        animating = super().update(seconds)
        animating = self.map_canvas.update(seconds, self.app.renderer) or animating
        if self.paint_tab is not None:
            self.paint_tab.update_zoom_buttons()
        if self.files_tab.poll_loader() and self.tab == "keep":
            self.layout(self.app.size)
            animating = True
        return self.thumbnails.update() or animating or self.files_tab.is_loading
