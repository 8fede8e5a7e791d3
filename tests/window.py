"""A window for tests: an app that touches nothing of the user's, events to post, and what can be asserted of
any scene."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from itertools import combinations
from pathlib import Path

import pygame
import pytest
from made_once import make_once

from kingdom.match import spare
from kingdom.match.saves import Keeper
from kingdom.paths import data_folder
from kingdom.rules.registry import BOXES
from kingdom.ui.app import app as app_module
from kingdom.ui.app.app import App
from kingdom.ui.app.reading import Reading
from kingdom.ui.board import land_picture
from kingdom.ui.board.painter import GROUND, BoardPainter, layout
from kingdom.ui.board.survey import survey
from kingdom.ui.draw.sheets import Sheets
from kingdom.ui.menus.new_game.land_reader import LandReader
from kingdom.ui.menus.saved_games import SavedGames
from kingdom.ui.scene import host
from kingdom.ui.scene.scene import Scene
from kingdom.ui.scene.settings import Store
from kingdom.ui.widgets.group import Group
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.widget import Widget

Pos = tuple[int, int]


def sheets() -> Sheets:
    """Loaded once for all tests, which saves most of their time; with a window, because only then are they in
    its own format, and everything that is painted from them takes a quarter of the time."""
    if pygame.display.get_surface() is None:  # the last test may have closed it
        pygame.display.init()
        pygame.display.set_mode((1, 1))
    return _loaded()


@cache
def _loaded() -> Sheets:
    return Sheets(data_folder("assets") / "sheets")


_paint, _paint_part = BoardPainter.paint, BoardPainter.paint_part


@cache
def _colour(kind: str) -> pygame.Color:
    ground = _loaded().sprite(GROUND, f"ground_{kind}").surface
    return pygame.Color(*pygame.transform.average_color(ground))


@lru_cache(maxsize=16)
def _flat_land(grid: tuple[str, ...], hex_width: float, sea: bool) -> pygame.Surface:
    """Hexes of one colour each: most of the time at a table would go into painting its land, which few tests
    look at."""
    land = survey(grid, sea)
    hexes = layout(land.rows, land.columns, hex_width, sea)
    size = round(hexes.size[0] + 2 * hexes.left), round(hexes.size[1] + 2 * hexes.top)
    picture = pygame.Surface(size, pygame.SRCALPHA)
    for place, kind in land.terrain.items():
        pygame.draw.polygon(picture, _colour(kind), hexes.corners(*place))
    return picture


@lru_cache(maxsize=16)
def _finely_painted(grid: tuple[str, ...], hex_width: float, sea: bool) -> pygame.Surface:
    return _paint(BoardPainter(_loaded()), grid, hex_width, sea)


def _painting(made: Callable[[tuple[str, ...], float, bool], pygame.Surface]) -> Callable[..., object]:
    """A painter with sheets of its own, as in test_painter.py, paints as ever."""

    def paint(
        painter: BoardPainter, grid: Sequence[str], hex_width: float, sea: bool = False
    ) -> pygame.Surface:
        if painter.sheets is not _loaded():
            return _paint(painter, grid, hex_width, sea)
        return made(tuple("".join(row.split()) for row in grid), hex_width, sea).copy()

    return paint


def _flat_part(
    painter: BoardPainter, grid: Sequence[str], hex_width: float, area: pygame.Rect
) -> pygame.Surface:
    if painter.sheets is not _loaded():
        return _paint_part(painter, grid, hex_width, area)
    return _flat_land(tuple(grid), hex_width, False).subsurface(area).copy()


def paint_finely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the land be painted as players see it: for tests that look at it."""
    save_time()
    monkeypatch.setattr(BoardPainter, "paint", _painting(_finely_painted))
    monkeypatch.setattr(BoardPainter, "paint_part", _paint_part)


READ_BESIDE = LandReader.begin
"""How maps are read in the program; in tests they are there at once."""


@cache
def save_time() -> None:
    """From the first window of a test on: land is flat, much is made only once, and memory is kept. A fifth
    of the time would go into memory that is handed back and asked for again; what that is good for is
    measured by tools in processes of their own."""
    make_once()
    setattr(BoardPainter, "paint", _painting(_flat_land))  # noqa: B010  (a method may not be assigned to)
    setattr(BoardPainter, "paint_part", _flat_part)  # noqa: B010
    setattr(LandReader, "begin", LandReader.read_all)  # noqa: B010  (maps are there at once)
    setattr(spare, "A_MOMENT", math.inf)  # noqa: B010  (no page starts a process)
    for room in (app_module, host, land_picture):
        for word in {"free_memory", "hand_back_at_once"} & set(vars(room)):
            setattr(room, word, lambda: None)


def open_app(folder: Path, size: Pos = (1024, 700), language: str = "en", art: Sheets | None = None) -> App:
    """A window of this size; settings and saves in the folder."""
    save_time()
    app = App(Store(folder / "settings.json"), Keeper(folder / "saves"), size, art or sheets())
    app.settings.language = language
    app.progress.offered = list(BOXES)  # no box asks whether its lesson is wanted
    app.refresh()
    return app


def on_top(app: App) -> Scene | None:
    """The scene that gets the events now; a file that is read beside the window is waited for."""
    if isinstance(app.scene, Reading):
        wait_for_file(app)
    return app.scene


def moved(pos: Pos) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))


def down(pos: Pos, button: int = 1) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button)


def up(pos: Pos, button: int = 1) -> pygame.event.Event:
    return pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=button)


def pressed(key: int, mod: int = 0) -> pygame.event.Event:
    return pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")


def typed(text: str) -> list[pygame.event.Event]:
    return [pygame.event.Event(pygame.TEXTINPUT, text=sign) for sign in text]


def click(app: App, place: Pos | Widget) -> None:
    """Move there, press and let go, as a hand would."""
    pos = place.rect.center if isinstance(place, Widget) else place
    app.step([moved(pos)], 0.01)
    app.step([down(pos)], 0.01)
    app.step([up(pos)], 0.01)


def press(app: App, *keys: int, mod: int = 0) -> None:
    for key in keys:
        app.step([pressed(key, mod)], 0.01)


def settle(app: App, seconds: float = 1.5) -> None:
    """Let time pass without waiting for it; what is read beside the window is there at once."""
    for _ in range(round(seconds / 0.05)):
        if isinstance(app.scene, SavedGames):
            app.scene.reader.finish()
        elif isinstance(app.scene, Reading):
            app.scene.join()
        app.step([], 0.05)


def wait_for_file(app: App) -> None:
    """Until what is read beside the window is there, and was looked at."""
    assert isinstance(app.scene, Reading)
    app.scene.join()
    app.step([], 0.0)


def shown_widgets(group: Group) -> list[tuple[Widget, pygame.Rect]]:
    """The widgets that are seen or clicked themselves, with the part of them that can be seen."""
    found = []

    def visit(widget: Widget, clip: pygame.Rect | None) -> None:
        if not widget.visible:
            return
        rect = widget.rect if clip is None else widget.rect.clip(clip)
        if widget.children:
            inner = rect if isinstance(widget, ScrollArea) else clip
            for child in widget.children:
                visit(child, inner)
        elif rect.width and rect.height:
            found.append((widget, rect))

    for widget in group.widgets:
        visit(widget, None)
    return found


def assert_tidy(scene: Scene, size: Pos) -> None:
    """No widget leaves the window, and no two lie over each other."""
    group = getattr(scene, "group", None)
    if group is None:
        return
    window = pygame.Rect((0, 0), size)
    widgets = shown_widgets(group)
    for widget, rect in widgets:
        assert window.contains(rect), f"{_name(widget)} at {widget.rect} is not inside {size}"
    for (one, a), (other, b) in combinations(widgets, 2):
        assert not a.colliderect(b), f"{_name(one)} at {a} lies over {_name(other)} at {b} in {size}"


def _name(widget: Widget) -> str:
    return f"{type(widget).__name__} {getattr(widget, 'text', '')!r}"
