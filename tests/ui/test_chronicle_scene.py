"""The chronicle in the window: by mouse and keyboard, at every size, and never waiting for the disk."""

from __future__ import annotations

import json
import threading
import time
from pathlib import Path

import pygame
import pytest
from tools.pictures.of_chronicle import chronicle
from window import assert_tidy, click, moved, on_top, open_app, press, settle

from kingdom.profile.chronicle import NAME
from kingdom.profile.pages import PAGE
from kingdom.ui.app.app import App
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.new_game.scene import NewGame
from kingdom.ui.profile.bar_sheets import extremes
from kingdom.ui.profile.charts import BarRow, CurveChart, ShareBar
from kingdom.ui.profile.games_sheet import GameRow, GamesSheet
from kingdom.ui.profile.lands_sheet import RecordRow
from kingdom.ui.profile.scene import SHEETS, ChronicleScene
from kingdom.ui.profile.wall_sheet import FamilyPlaque
from kingdom.ui.profile.when import day_of, moment_of
from kingdom.ui.scene.dialog import Dialog
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.widget import Widget


def answered(app: App) -> None:
    """Let the clerk answer, and the window show it."""
    app.clerk.settle()
    settle(app, 0.1)


def rows(scene: ChronicleScene, kind: type[Widget]) -> list[Widget]:
    return [widget for widget in scene.area.children if isinstance(widget, kind)]


def said(scene: ChronicleScene) -> str:
    return "\n".join(str(widget.text) for widget in scene.group.walk() if isinstance(widget, Label))


def test_from_the_menu_and_back_by_keyboard(app: App) -> None:
    app.ways.menu()
    menu = app.scene
    assert isinstance(menu, MainMenu)
    button = next(one for one in menu.buttons if one.text == app.say("ui.menu.chronicle"))
    menu.group.set_focus(button)
    press(app, pygame.K_RETURN)
    assert isinstance(app.scene, ChronicleScene)
    answered(app)
    assert app.say("ui.chronicle.empty") in said(app.scene)
    press(app, pygame.K_ESCAPE)
    assert on_top(app) is menu


def test_a_newcomer_sees_how_it_begins_and_what_there_is_to_earn(tmp_path: Path) -> None:
    app = open_app(tmp_path)
    try:
        app.ways.chronicle()
        answered(app)
        scene = app.scene
        assert isinstance(scene, ChronicleScene)
        assert not any(button.enabled for button in scene.saves.values())
        scene.open("wall")
        answered(app)
        plaques = [row for row in rows(scene, FamilyPlaque) if isinstance(row, FamilyPlaque)]
        assert plaques
        assert not any(plaque.have for plaque in plaques)
        scene.open("games")
        answered(app)
        click(app, scene.first)
        assert isinstance(app.scene, NewGame)
    finally:
        app.close()


@pytest.mark.skipif(not hasattr(time, "tzset"), reason="the system cannot be told another zone")
def test_times_are_those_of_whoever_reads(monkeypatch: pytest.MonkeyPatch) -> None:
    try:
        with monkeypatch.context() as there:
            there.setenv("TZ", "XXX-02")
            time.tzset()
            assert moment_of("2026-11-16T22:30:00Z") == "2026-11-17 00:30"
            assert day_of("2026-11-16T22:30:00Z") == "2026-11-17"
            assert moment_of("some day") == "some day"
    finally:
        time.tzset()


def test_the_tab_key_goes_from_page_to_page(app: App) -> None:
    """Also past pages about all, on which nobody is chosen."""
    scene = chronicle(app, SHEETS[0])
    for name in SHEETS:
        assert scene.group.focus is scene.turns[name]
        press(app, pygame.K_RETURN)
        answered(app)
        assert scene.sheet == name
        press(app, pygame.K_TAB)
    assert scene.group.focus not in scene.turns.values()


def test_every_page_shows_what_it_is_for(app: App) -> None:
    scene = chronicle(app, "games")
    assert len(rows(scene, GameRow)) == PAGE
    wanted = {
        "curve": (CurveChart, 3),
        "levels": (ShareBar, 4),
        "cards": (BarRow, 10),
        "tiles": (BarRow, 8),
        "lands": (RecordRow, 2),
        "duels": (ShareBar, 1),
        "wall": (FamilyPlaque, 27),
    }
    for name, (kind, least) in wanted.items():
        button = next(
            one
            for one in scene.group.walk()
            if isinstance(one, Button) and one.text == app.say(f"ui.chronicle.page.{name}")
        )
        click(app, button)
        answered(app)
        assert scene.sheet == name
        assert len(rows(scene, kind)) >= least, name


def test_everything_has_its_place_in_the_smallest_window(tmp_path: Path) -> None:
    """Other sizes: test_words_fit.py."""
    app = open_app(tmp_path, (480, 360), "de")
    scene = chronicle(app, SHEETS[0])
    for name in SHEETS:
        scene.open(name)
        answered(app)
        assert_tidy(scene, app.size)
        right = max((widget.rect.right for widget in scene.area.children), default=0)
        assert right <= scene.area.rect.right - scene.area.bar, name
        assert not scene.area.most or scene.area.content > scene.area.rect.height
    app.close()


def test_filters_and_leaves_of_the_list(app: App) -> None:
    scene = chronicle(app, "games")
    sheet = scene.sheets["games"]
    assert isinstance(sheet, GamesSheet)
    older = next(one for one in scene.area.children if isinstance(one, Button) and one.enabled)
    older.activate()
    answered(app)
    assert len(rows(scene, GameRow)) == 60 - PAGE
    sheet.result.choose(1)
    answered(app)
    found = rows(scene, GameRow)
    assert found
    for row in found:
        assert isinstance(row, GameRow)
        assert next(seat.place for seat in row.game.seats if seat.name == "Anna") == 1
    sheet.players.choose(4)
    answered(app)
    assert not rows(scene, GameRow)
    assert app.say("ui.chronicle.games.none") in said(scene)


def test_another_person(app: App) -> None:
    scene = chronicle(app, "games")
    assert [name for name, _ in scene.who.options] == ["Anna", "Benedikt"]
    scene.who.choose(1)
    answered(app)
    assert len(rows(scene, GameRow)) == 20
    scene.open("duels")
    assert not scene.who.enabled, "this page is about all"


def test_a_game_that_is_gone_is_told(app: App) -> None:
    scene = chronicle(app, "games")
    scene.group.set_focus(rows(scene, GameRow)[0])
    press(app, pygame.K_RETURN)
    assert isinstance(app.scene, Dialog)
    press(app, pygame.K_ESCAPE)
    assert on_top(app) is scene


def test_pointing_at_a_curve_tells_the_game(app: App) -> None:
    scene = chronicle(app, "curve")
    chart = rows(scene, CurveChart)[1]
    assert isinstance(chart, CurveChart)
    app.step([moved((chart.plot.right - 1, chart.plot.centery))], 0.01)
    last = chart.spots[-1]
    assert chart.tip() == last.note
    assert "2026-06-19" in last.note


def test_nobody_waits_for_the_clerk(app: App) -> None:
    gate = threading.Event()
    app.ways.menu()
    app.clerk.ask("slow", lambda _: gate.wait())
    app.ways.chronicle()
    scene = app.scene
    assert isinstance(scene, ChronicleScene)
    settle(app, 0.2)
    assert scene.found is None
    assert scene.patience < 0.05
    scene.open("wall")
    settle(app, 0.1)
    gate.set()
    answered(app)
    assert scene.found is not None
    assert scene.found.sheet == "wall"
    assert scene.patience == 1.0


def test_a_chronicle_that_cannot_be_read_is_told(app: App) -> None:
    (app.keeper.folder.parent / NAME).mkdir()
    app.ways.menu()
    app.ways.chronicle()
    answered(app)
    assert isinstance(app.scene, ChronicleScene)
    assert app.scene.problem is not None
    assert app.scene.problem in said(app.scene)


@pytest.mark.parametrize("kind", ["csv", "json"])
def test_export(app: App, kind: str) -> None:
    scene = chronicle(app, "games")
    scene.export(kind)
    answered(app)
    file = app.keeper.folder.parent / f"chronicle.{kind}"
    assert isinstance(app.scene, Dialog)
    assert str(file) in app.scene.text
    text = file.read_text(encoding="utf-8")
    if kind == "json":
        assert len(json.loads(text)["games"]) == 60
    else:
        assert len(text.splitlines()) > 60 * 2


def test_the_wall_keeps_its_riddles(app: App) -> None:
    scene = chronicle(app, "wall")
    plaques = [row for row in rows(scene, FamilyPlaque) if isinstance(row, FamilyPlaque)]
    for plaque in plaques:
        family = plaque.steps[0].family
        told = "\n".join(text for text, _ in plaque.texts)
        missing = len(plaque.have) < len(plaque.steps)
        assert (app.say(f"feat.{family}.riddle") in told) == missing
        assert bool(plaque.title) == bool(plaque.have)
        if not plaque.have:
            assert app.say(f"feat.{family}.deed", count=plaque.steps[0].count) not in told
            assert not plaque.activate()
    assert any(plaque.have for plaque in plaques)
    assert not plaques[-1].have, "what is earned comes first"


def test_best_and_weakest_card_need_some_games(app: App) -> None:
    scene = chronicle(app, "cards")
    assert scene.found is not None
    best, weakest = extremes(scene.found.content)
    assert best is not None
    assert weakest is not None
    assert best.games >= 3
    assert best.gold - (best.programs or 0) > weakest.gold - (weakest.programs or 0)
    assert extremes(scene.found.content[:1]) == (None, None)
