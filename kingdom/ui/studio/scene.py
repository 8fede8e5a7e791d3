"""The studio: the land on its easel beside three tabs, each a module of its own: to paint, to see what is
wrong, and to keep and share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from kingdom.match.seeds import new_seed
from kingdom.paths import user_maps
from kingdom.rules.registry import BOXES, ISLANDS, SECTIONS
from kingdom.studio.canvas import MOST_KINDS, Canvas, Cell, Place
from kingdom.studio.grow import grow, grow_like
from kingdom.ui.board.thumbnails import Thumbnails
from kingdom.ui.panels.board_scene import ZOOM_KEYS
from kingdom.ui.scene.column import Column
from kingdom.ui.scene.dialog import Dialog, Reply
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.page import Page
from kingdom.ui.scene.scene import Scene
from kingdom.ui.studio.check_tab import build_check
from kingdom.ui.studio.drawer import Drawer
from kingdom.ui.studio.easel import Easel
from kingdom.ui.studio.paint_tab import PaintTab
from kingdom.ui.studio.stamps import Stamps
from kingdom.ui.widgets.choice import Choice, Tabs
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.text_field import COMMAND, TextField
from kingdom.ui.widgets.widget import Widget

TABS = ("paint", "check", "keep")


class StudioScene(Page):
    """Land of one's own."""

    title = "ui.studio.title"

    def __init__(self, done: Callable[[], object] | None = None, folder: Path | None = None) -> None:
        super().__init__()
        self.done = done
        self.drawer = Drawer(self, folder or user_maps())
        self.tab = "paint"
        self.easel = Easel(Canvas("section"), self.changed, self.pick, self.refuse)
        self.area = ScrollArea()
        self.palette: PaintTab | None = None
        """The tab to paint, while it is open."""
        self._rebuild = False
        self._asked: Scene | None = None
        """The question whether to lose what was drawn."""

    @property
    def canvas(self) -> Canvas:
        """The land that is drawn."""
        return self.easel.canvas

    @property
    def _unkept(self) -> bool:
        """Whether something would be lost now: strokes, a name, or what the land stands in for."""
        return self.canvas.changed or self.drawer.changed

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.thumbnails = Thumbnails(app.look.sheets)
        self.colours = Stamps(app.look.sheets)

    def leave(self) -> None:
        self.thumbnails.let_go()
        self.easel.stop()
        if self.done is not None:
            self.done()

    def leave_page(self) -> None:
        self.unless_lost(super().leave_page)

    def unless_lost(self, do: Callable[[], object]) -> None:
        """Ask first, if what was drawn would be lost."""
        if not self._unkept:
            do()
            return
        say = self.app.say

        def keep() -> None:
            if self.drawer.save():
                do()
            else:  # it was told why; there it can be mended
                self._open_tab("keep")
                self.layout(self.app.size)
                self.group.set_focus(self.drawer.name)

        self._asked = Dialog(
            say("ui.studio.lose"),
            say("ui.studio.lose.text"),
            [
                Reply(say("ui.studio.lose.keep"), keep, "primary"),
                Reply(say("ui.studio.lose.yes"), do),
                Reply(say("ui.cancel")),
            ],
        )
        self.app.push(self._asked)

    def may_close(self) -> bool:
        """Who closes the window once more while the question is asked means it."""
        if self._asked in self.app.scenes or not self._unkept:
            return True
        self.unless_lost(self.app.quit)
        return False

    # --- what is done

    def changed(self) -> None:
        """The land is another one now: the other widgets follow."""
        if self.palette is not None:
            self.palette.refresh()
        else:
            self._rebuild = True

    def pick(self, cell: Cell) -> None:
        """Paint with this from here on."""
        self.easel.take(cell)
        if self.palette is not None:
            self.palette.refresh()

    def refuse(self) -> None:
        """Tell why a kind of location cannot be painted."""
        self.app.toast(self.app.say("ui.studio.full", most=MOST_KINDS))

    def did(self, places: list[Place]) -> None:
        """These hexes are others now."""
        self.easel.renew(places)
        self.changed()

    def undo(self) -> None:
        """Take a stroke back."""
        self.did(self.canvas.undo())

    def redo(self) -> None:
        """Do again what was taken back."""
        self.did(self.canvas.redo())

    def show(self, canvas: Canvas) -> None:
        """Another land."""
        self.easel.show(canvas)
        self._rebuild = True

    def grow(self) -> None:
        """Land by chance, of the same size; one stroke that can be taken back."""
        seed, kind = new_seed(), self.canvas.kind
        if kind == "board":
            land = grow(seed, tuple(BOXES))
        else:
            models = list((SECTIONS if kind == "section" else ISLANDS).values())
            land = grow_like(seed, [models[seed % len(models)]])
        self.did(self.canvas.replace(land))

    # --- the page

    def build(self) -> list[Widget]:
        look = self.app.look
        gap = look.px(16)
        wide = min(self.body.width * 42 // 100, look.px(640))
        self.left = pygame.Rect(self.body.left, self.body.top, wide, self.body.height)
        self.right = pygame.Rect(
            self.left.right + gap, self.body.top, self.body.right - self.left.right - gap, self.body.height
        )
        row = min(max(look.px(46), look.line_height() + look.px(10)), self.body.height // 7)
        tabs = Tabs(
            [(tab, self.app.say(f"ui.studio.tab.{tab}")) for tab in TABS],
            self.tab,
            self._open_tab,
            pygame.Rect(self.left.left + look.px(10), self.left.top, wide - look.px(20), row),
        )
        self.panel = pygame.Rect(
            self.left.left,
            tabs.rect.bottom - look.px(2),
            wide,
            self.left.bottom - tabs.rect.bottom + look.px(2),
        )
        self.area.rect = self.panel.inflate(-2 * look.px(14), -2 * look.px(14))
        self.area.bar = look.px(12)
        room = self.area.rect.copy()
        room.width -= look.px(18)
        column = Column(self.app, room, row)
        self.palette = PaintTab(self, column) if self.tab == "paint" else None
        if self.tab == "check":
            build_check(self.easel, column, self.colours)
        elif self.tab == "keep":
            self.drawer.build(column)
        self.area.lay(column.widgets, column.height)
        self.easel.lay(look, self.right.inflate(-2 * look.px(12), -2 * look.px(12)))
        return [tabs, self.area, self.easel]

    def _open_tab(self, tab: object) -> None:
        self.tab = str(tab)
        self.area.offset = 0
        self.easel.lit = ()
        self._rebuild = True

    # --- the scene

    def handle(self, event: pygame.event.Event) -> bool:
        changed = self._own_mouse(event) or self._own_keys(event) or super().handle(event)
        if self._rebuild and self in self.app.scenes:
            self._rebuild = False
            self.layout(self.app.size)
        return changed

    def _own_mouse(self, event: pygame.event.Event) -> bool:
        """Over the land: the right button picks up, the middle one drags it, the wheel zooms."""
        easel = self.easel
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 3:
            return easel.rect.collidepoint(event.pos) and easel.pick_up(event.pos)
        if event.type == pygame.MOUSEMOTION and event.buttons[1] and self.group.pointed is easel:
            easel.sight.pan(*event.rel)
        elif event.type == pygame.MOUSEWHEEL and self.group.pointed is easel:
            easel.zoom(event.y, at_mouse=True)
        else:
            return False
        return True

    def _own_keys(self, event: pygame.event.Event) -> bool:
        focus = self.group.focus
        if event.type != pygame.KEYDOWN or (isinstance(focus, Choice) and focus.open):
            return False
        if not event.mod & COMMAND:
            return not isinstance(focus, TextField) and self._look_key(event.key)
        if event.key == pygame.K_s:
            self.drawer.save()
            return True
        if event.key in (pygame.K_y, pygame.K_z) and not isinstance(focus, TextField):
            back = event.key == pygame.K_z and not event.mod & pygame.KMOD_SHIFT
            (self.undo if back else self.redo)()
            return True
        return False

    def _look_key(self, key: int) -> bool:
        if key in ZOOM_KEYS:
            self.easel.zoom(ZOOM_KEYS[key])
        elif key in (pygame.K_0, pygame.K_KP_0):
            self.easel.sight.reset()
        else:
            return False
        return True

    def update(self, seconds: float) -> bool:
        moving = super().update(seconds)
        moving = self.easel.update(seconds, self.app.look) or moving
        if self.palette is not None:
            self.palette.follow_zoom()
        return self.thumbnails.update() or moving

    def draw_body(self, surface: pygame.Surface) -> None:
        look = self.app.look
        look.panel(surface, self.panel)
        look.panel(surface, self.right)
