"""The studio: the land beside three tabs, to paint, to see what is wrong, and to keep and share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from kingdom.files import cleaned, why
from kingdom.level_check import SIZES, Problem
from kingdom.match.seeds import new_seed
from kingdom.paths import user_maps
from kingdom.rules.registry import BOXES, ISLANDS, LOCATION, SECTIONS, TERRAINS, BadSetup
from kingdom.studio import advice, maps
from kingdom.studio.canvas import Canvas, Cell, Place
from kingdom.studio.grow import grow, grow_like
from kingdom.studio.share import BadCode, read_code, write_code
from kingdom.ui.board.land_row import LandRow
from kingdom.ui.board.thumbnails import Thumbnails
from kingdom.ui.panels.board_scene import ZOOM_KEYS
from kingdom.ui.scene.dialog import question
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.page import Page
from kingdom.ui.studio.easel import Easel
from kingdom.ui.studio.palette import Colour, cells_by_kind, lay_colours
from kingdom.ui.studio.problem_row import ProblemRow
from kingdom.ui.studio.stamps import Stamps
from kingdom.ui.widgets import clipboard
from kingdom.ui.widgets.basic import Button, Label, Toggle
from kingdom.ui.widgets.choice import Choice, Tabs
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.text_field import COMMAND, TextField
from kingdom.ui.widgets.widget import Widget

TABS = ("paint", "check", "keep")
LONGEST_TITLE = 40


class StudioScene(Page):
    """Land of one's own."""

    title = "ui.studio.title"

    def __init__(self, done: Callable[[], object] | None = None, folder: Path | None = None) -> None:
        super().__init__()
        self.done, self.folder = done, folder or user_maps()
        self.tab = "paint"
        self.easel = Easel(Canvas("section"), self.changed, self.pick)
        self.area = ScrollArea()
        self.name = TextField("", self._rename, longest=LONGEST_TITLE)
        self.stands_for = ""
        self.path: Path | None = None
        """The file that the land came from or was kept in."""
        self._drawings: list[maps.Drawing] | None = None
        self._rebuild = False

    @property
    def canvas(self) -> Canvas:
        """The land that is drawn."""
        return self.easel.canvas

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.thumbnails = Thumbnails(app.look.sheets)
        self.colours = Stamps(app.look.sheets)

    def leave(self) -> None:
        self.thumbnails.stop()
        self.easel.stop()
        if self.done is not None:
            self.done()

    def leave_page(self) -> None:
        self._unless_lost(super().leave_page)

    def _unless_lost(self, do: Callable[[], object]) -> None:
        """Ask first, if what was drawn would be lost."""
        if not self.canvas.changed:
            do()
            return
        say = self.app.say
        question(self.app, say("ui.studio.lose"), say("ui.studio.lose.text"), say("ui.studio.lose.yes"), do)

    # --- what is done

    def changed(self) -> None:
        """The land is another one now: the other widgets follow."""
        if self.tab == "paint":
            self._tools()
        else:
            self._rebuild = True

    def pick(self, cell: Cell) -> None:
        """Paint with this from here on."""
        self.easel.take(cell)
        for colour in self.made:
            if isinstance(colour, Colour):
                colour.chosen = colour.cell == cell

    def _did(self, places: list[Place]) -> None:
        self.easel.renew(places)
        self.changed()

    def undo(self) -> None:
        """Take a stroke back."""
        self._did(self.canvas.undo())

    def redo(self) -> None:
        """Do again what was taken back."""
        self._did(self.canvas.redo())

    def _show(self, canvas: Canvas, title: str = "", path: Path | None = None, stands_for: str = "") -> None:
        self.easel.show(canvas)
        self.name.set(title)
        self.path, self.stands_for = path, stands_for
        self._rebuild = True

    def _new(self, kind: str) -> None:
        self._unless_lost(lambda: self._show(Canvas(kind)))

    def _grow(self) -> None:
        """Land by chance, of the same size; one stroke that can be taken back."""
        seed, kind = new_seed(), self.canvas.kind
        if kind == "board":
            land = grow(seed, tuple(BOXES))
        else:
            models = list((SECTIONS if kind == "section" else ISLANDS).values())
            land = grow_like(seed, [models[seed % len(models)]])
        self._did(self.canvas.replace(land))

    def _rename(self, text: str) -> None:
        self.name.wrong = not maps.file_name(text)

    def _save(self) -> None:
        title = cleaned(self.name.text)
        name = maps.file_name(title)
        if not name:
            self.app.toast(self.app.say("ui.studio.no_name"))
            return
        path = self.folder / f"{name}.tmx"
        if path.exists() and path != self.path:
            self.app.toast(self.app.say("ui.studio.exists", file=path.name))
            return
        try:
            maps.save(self.canvas.grid, path, title, self.stands_for)
        except OSError as error:
            self.app.toast(why(error))
            return
        self.path, self._drawings = path, None
        self.canvas.saved()
        self.app.toast(self.app.say("ui.studio.saved", file=str(path)))
        self.changed()

    def _open(self, drawing: maps.Drawing) -> None:
        self._unless_lost(
            lambda: self._show(Canvas(drawing.grid), drawing.title, drawing.path, drawing.stands_for)
        )

    def _copy(self) -> None:
        try:
            clipboard.copy(write_code(self.canvas.grid))
            self.app.toast(self.app.say("ui.studio.copied"))
        except BadSetup as error:
            self.app.toast(str(error))

    def _paste(self) -> None:
        try:
            land = read_code(clipboard.paste())
        except BadCode:
            self.app.toast(self.app.say("ui.studio.no_code"))
            return
        if len(land.rows) == self.canvas.side:
            self._did(self.canvas.replace(land))
        else:
            self._unless_lost(lambda: self._show(Canvas(land)))

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
        self.row = row
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
        self.room = self.area.rect.copy()
        self.room.width -= look.px(18)
        self.top = self.room.top
        self.made: list[Widget] = []
        {"paint": self._build_paint, "check": self._build_check, "keep": self._build_keep}[self.tab]()
        self.area.lay(self.made, self.top - self.room.top)
        self.easel.lay(look, self.right.inflate(-2 * look.px(12), -2 * look.px(12)))
        return [tabs, self.area, self.easel]

    def _open_tab(self, tab: object) -> None:
        self.tab = str(tab)
        self.area.offset = 0
        self.easel.lit = ()
        self._rebuild = True

    def _line(self, parts: int = 1, tall: int | None = None) -> list[pygame.Rect]:
        """The places of the next line, side by side."""
        gap, tall = self.app.look.px(8), tall or self.row
        wide = (self.room.width - gap * (parts - 1)) // parts
        places = [
            pygame.Rect(self.room.left + n * (wide + gap), self.top, wide, tall - self.app.look.px(6))
            for n in range(parts)
        ]
        self.top += tall
        return places

    def _words(self, text: str, style: str = "body", colour: str = "text_soft") -> None:
        look = self.app.look
        tall = look.measure(text, style, self.room.width)[1]
        place = pygame.Rect(self.room.left, self.top, self.room.width, tall)
        self.made.append(Label(text, place, style, colour, valign="top", wrap=True))
        self.top += tall

    # --- to paint

    def _build_paint(self) -> None:
        say, look = self.app.say, self.app.look
        tools: list[tuple[str, str, Callable[[], object]]] = [
            ("undo", "undo", self.undo),
            ("redo", "arrow_right", self.redo),
            ("turn", "turn_left", lambda: self._did(self.canvas.turn())),
            ("mirror", "skip", lambda: self._did(self.canvas.mirror())),
            ("grow", "dice", self._grow),
            ("zoom_in", "zoom_in", lambda: self.easel.zoom(1)),
            ("zoom_out", "zoom_out", lambda: self.easel.zoom(-1)),
            ("fit", "fit", self.easel.sight.reset),
        ]
        places = [*self._line(len(tools) // 2), *self._line(len(tools) // 2)]
        for place, (name, icon, do) in zip(places, tools, strict=True):
            self.made.append(Button("", do, place, icon, tooltip=say(f"ui.studio.{name}")))
        self._tools()
        (line,) = self._line()
        self.made.append(Toggle(say("ui.studio.fill"), self.easel.filling, self._fill, line, style="name"))
        words = pygame.Rect(self.room.left, self.top, self.room.width, 2 * look.line_height("small"))
        self.made.append(Label(self._painting_with, words, "small", "text_soft", valign="top", wrap=True))
        self.top = words.bottom
        for group, cells in cells_by_kind():
            self.top += look.px(8)
            self._words(say(f"ui.studio.{group}"), "name", "ink")
            colours = [
                Colour(cell, self.name_of(cell), cell == self.easel.cell, self._choose(cell), self.colours)
                for cell in cells
            ]
            self.top += lay_colours(look, colours, self.room, self.top)
            self.made += colours

    def _tools(self) -> None:
        """Back and forth go only as far as there are strokes."""
        self.made[0].enabled, self.made[1].enabled = self.canvas.can_undo, self.canvas.can_redo

    def _painting_with(self) -> str:
        return self.app.say("ui.studio.with", name=self.name_of(self.easel.cell))

    def _fill(self, on: bool) -> None:
        self.easel.filling = on

    def _choose(self, cell: Cell) -> Callable[[], None]:
        return lambda: self.pick(cell)

    def name_of(self, cell: Cell) -> str:
        """A terrain, landmark or location in the player's language."""
        word, kind = cell
        if word == LOCATION:
            return self.app.say(f"tile.{kind}")
        return self.app.say(f"terrain.{word}" if word in TERRAINS else f"landmark.{word}")

    # --- what is wrong

    def _build_check(self) -> None:
        say, canvas = self.app.say, self.canvas
        wrong, odd = advice.wrong(canvas.cells, canvas.kind), advice.odd(canvas.cells, canvas.kind)
        self._words(say("ui.studio.wrong") if wrong else say("ui.studio.fine"), "name", "ink")
        self._problems(wrong, "warning")
        if odd:
            self.top += self.app.look.px(10)
            self._words(say("ui.studio.odd"), "name", "ink")
            self._problems(odd, "hint")
        self.top += self.app.look.px(10)
        self._words(say("ui.studio.beside"), "name", "ink")
        for beside in advice.compare(canvas.grid, canvas.kind):
            here = beside.here
            line = say(
                "ui.studio.beside.line",
                terrain=self.name_of((beside.terrain, "")),
                hexes=here.hexes,
                areas=len(here.areas),
                largest=here.largest,
            )
            if beside.most:
                line += " " + say("ui.studio.beside.usual", fewest=beside.fewest, most=beside.most)
            self._words(line, "small", "text_soft" if beside.usual or not beside.most else "text_error")

    def _problems(self, problems: list[Problem], icon: str) -> None:
        for problem in problems:
            row = ProblemRow(self._told(problem), icon, lambda problem=problem: self._light(problem))  # type: ignore[misc]
            self.top += row.lay(self.app.look, self.room.left, self.top, self.room.width)
            self.made.append(row)

    def _told(self, problem: Problem) -> str:
        values = dict(problem.values)
        if "terrain" in values:
            values["terrain"] = self.name_of((values["terrain"], ""))
        if "terrains" in values:
            names = [self.name_of((word, "")) for word in values["terrains"].split(", ")]
            values["terrains"] = ", ".join(names)
        values.pop("kind", None)
        return self.app.say(f"ui.studio.problem.{problem.key}", **values)

    def _light(self, problem: Problem) -> None:
        self.easel.lit = () if self.easel.lit == problem.places else problem.places

    # --- to keep and share

    def _build_keep(self) -> None:
        say, look = self.app.say, self.app.look
        self._words(say("ui.studio.name"), "name", "ink")
        (self.name.rect,) = self._line()
        self.made.append(self.name)
        if self.canvas.kind == "section":
            self._words(say("ui.studio.stands_for"), "name", "ink")
            options: list[tuple[object, str]] = [("", say("ui.studio.stands_for.none"))]
            options += [(name, say(f"section.{name}")) for name in SECTIONS]
            (line,) = self._line()
            self.made.append(Choice(options, self.stands_for, self._stand_for, line))
        for name, icon, do in (
            ("save", "save", self._save),
            ("copy", "cards", self._copy),
            ("paste", "load", self._paste),
        ):
            (line,) = self._line()
            self.made.append(
                Button(say(f"ui.studio.{name}"), do, line, icon, tooltip=say(f"ui.studio.{name}.tip"))
            )
        self.top += look.px(10)
        for kind in SIZES:
            (line,) = self._line()
            self.made.append(Button(say(f"ui.studio.new.{kind}"), self._newly(kind), line, "board"))
        self.top += look.px(10)
        if self._drawings is None:
            self._drawings, broken = maps.drawings(self.folder)
            self._broken = [str(error) for error in broken]
        if self._drawings or self._broken:
            self._words(say("ui.studio.open"), "name", "ink")
        for drawing in self._drawings:
            row = LandRow(
                drawing.title,
                drawing.path.name,
                drawing.grid,
                drawing.path == self.path,
                self._opening(drawing),
                "",
            )
            self.top += row.lay(look, self.thumbnails, self.room.left, self.top, self.room.width)
            self.made.append(row)
        for reason in self._broken:
            self._words(reason, "small", "text_error")

    def _stand_for(self, section: object) -> None:
        self.stands_for = str(section)

    def _newly(self, kind: str) -> Callable[[], None]:
        return lambda: self._new(kind)

    def _opening(self, drawing: maps.Drawing) -> Callable[[bool], None]:
        return lambda _: self._open(drawing)

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
        if event.type != pygame.KEYDOWN or isinstance(self.group.focus, Choice):
            return False
        if not event.mod & COMMAND:
            return not isinstance(self.group.focus, TextField) and self._look_key(event.key)
        if event.key == pygame.K_s:
            self._save()
            return True
        if event.key in (pygame.K_y, pygame.K_z) and not isinstance(self.group.focus, TextField):
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
        return self.thumbnails.update() or moving

    def draw_body(self, surface: pygame.Surface) -> None:
        look = self.app.look
        look.panel(surface, self.panel)
        look.panel(surface, self.right)
