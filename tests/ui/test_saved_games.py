"""The list of saved games never waits for the disk."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from tools.pictures import of_menus as pictures_menus
from window import settle

from kingdom.match.saves import Keeper, Save
from kingdom.match.seats import read_seats, write_seats
from kingdom.record import write_record
from kingdom.rules import Setup, totals, winners
from kingdom.rules.registry import BOXES
from kingdom.ui.app.app import App
from kingdom.ui.menus.saved_games import SavedGames
from kingdom.ui.scene.dialog import Dialog
from kingdom.ui.widgets.widget import told

LONG = 120.0
"""Seconds of a slow disk, if nobody wakes it."""


def test_the_list_comes_up_while_the_disk_is_still_reading(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures_menus.keep_saves(app)
    saves, awake = Keeper.saves, threading.Event()

    def slow(keeper: Keeper) -> Iterator[Save]:
        awake.wait(LONG)
        yield from saves(keeper)

    monkeypatch.setattr(Keeper, "saves", slow)
    scene = SavedGames()
    app.push(scene)
    app.step([], 0.05)
    app.step([], 0.05)
    assert [told(label.text) for label in scene.group.walk() if label is scene.waits] == [
        app.say("ui.load.reading")
    ]
    awake.set()
    settle(app, 0.5)
    assert scene.rows
    assert all(row.picture is not None for row in scene.rows if row.save.game is not None)


def test_a_list_that_is_left_reads_no_further(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures_menus.keep_saves(app)
    saves, awake = list(app.keeper.saves()), threading.Event()
    read = []

    def slow(keeper: Keeper) -> Iterator[Save]:
        for save in saves:
            awake.wait(LONG)
            read.append(save)
            yield save

    monkeypatch.setattr(Keeper, "saves", slow)
    scene = SavedGames()
    app.push(scene)
    app.step([], 0.05)
    app.pop(scene)
    awake.set()
    scene.reader.wait()
    assert len(read) == 1 < len(saves)


def test_a_finished_game_tells_who_won(app: App) -> None:
    app.keeper.save(pictures_menus.some_record(Setup(players=3, seed=5), 10_000), "Over")
    app.keeper.save(pictures_menus.some_record(Setup(players=3, seed=5), 40), "Going on")
    app.keeper.settle()
    scene = SavedGames()
    app.push(scene)
    settle(app, 0.5)
    rows = {row.name: row for row in scene.rows}
    game = rows["Over"].save.game
    assert game is not None
    names = [rows["Over"].save.seats[player].name for player in winners(game)]
    assert str(max(totals(game))) in rows["Over"].result
    assert all(name in rows["Over"].result for name in names if name != rows["Over"].save.seats[0].name)
    assert rows["Over"].result in rows["Over"].tip()
    assert rows["Going on"].result == ""


def test_the_sheet_is_as_tall_as_its_rows(app: App) -> None:
    """With two games half of it would be empty."""
    pictures_menus.load(app)
    scene = app.scene
    assert isinstance(scene, SavedGames)
    scene.reader.finish()
    settle(app, 0.2)
    scene.rows = scene.rows[:2]
    scene.layout(app.size)
    app.dirty = True
    app.step([], 0.0)
    below = scene.body.left + scene.body.width // 2, scene.body.bottom - 20
    wood = pygame.Surface(app.size)
    app.look.fill(wood, wood.get_rect(), "table")
    assert app.surface.get_at(below) == wood.get_at(below)
    assert scene.rows[1].rect.bottom > scene.body.top + scene.body.height * 55 // 100


class SlowBin:
    """A disk that deletes only when it is told to."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.awake = threading.Event()
        delete = Keeper.delete

        def slow(keeper: Keeper, path: Path) -> None:
            assert threading.current_thread() is not threading.main_thread()
            self.awake.wait(LONG)
            delete(keeper, path)

        monkeypatch.setattr(Keeper, "delete", slow)


def asked_to_delete(app: App) -> SavedGames:
    """The list, after the first game was clicked away."""
    pictures_menus.keep_saves(app)
    scene = SavedGames()
    app.push(scene)
    settle(app, 0.5)
    scene.rows[0].delete.activate()
    assert isinstance(app.scene, Dialog)
    app.scene.buttons[0].activate()
    return scene


def test_nothing_waits_for_a_game_to_be_deleted(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    disk = SlowBin(monkeypatch)
    scene = asked_to_delete(app)
    before = list(scene.rows)
    app.step([], 0.05)
    assert scene.rows == before, "it is there until the disk says otherwise"
    disk.awake.set()
    settle(app, 0.2)
    assert scene.rows == before[1:]
    assert not before[0].save.path.exists()


def test_a_game_is_deleted_also_if_the_list_is_left_at_once(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = SlowBin(monkeypatch)
    scene = asked_to_delete(app)
    app.pop(scene)
    disk.awake.set()
    scene.reader.wait()
    assert not scene.rows[0].save.path.exists()


def test_what_cannot_be_deleted_is_told_and_stays(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(keeper: Keeper, path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Keeper, "delete", fails)
    scene = asked_to_delete(app)
    before = list(scene.rows)
    scene.reader.finish()
    settle(app, 0.2)
    assert isinstance(app.scene, Dialog)
    assert "Permission denied" in app.scene.text
    assert scene.rows == before


LONG_NAMES = (
    "Maximiliane von Hohenfel",
    "Bartholomäus der Zweite",
    "Anne-Sophie Mittermaier",
    "Christopher Wellington",
    "Wilhelmine Oberhuber",
)


@pytest.mark.parametrize("size", [(640, 480), (1280, 800)])
def test_names_of_saved_games_are_whole(app: App, size: tuple[int, int]) -> None:
    app.resize_window(size)
    for count in (1, 6):
        for number in range(count):
            record = pictures_menus.some_record(Setup(players=5, seed=5, boxes=tuple(BOXES)), 40)
            seated = zip(read_seats(record.seats, 5), LONG_NAMES, strict=True)
            seats = [replace(seat, name=name) for seat, name in seated]
            record.seats, record.game = write_seats(seats), f"{number:016x}"
            path = app.keeper.folder / f"{number}.kingdom"
            path.parent.mkdir(exist_ok=True)
            path.write_text(write_record(record), encoding="utf-8")
        scene = SavedGames()
        app.push(scene)
        settle(app, 0.5)
        assert len(scene.rows) == count
        for row in scene.rows:
            surface = pygame.Surface(app.size)
            row.draw(surface, app.look)
            assert row.name == ", ".join(LONG_NAMES)
            assert not row.cut
        app.pop(scene)


@pytest.mark.parametrize("answers", [40, 10_000], ids=["going on", "over"])
@pytest.mark.parametrize("name", ["", "Sunday"])
def test_a_row_says_each_thing_once(
    app: App, monkeypatch: pytest.MonkeyPatch, name: str, answers: int
) -> None:
    record = pictures_menus.some_record(Setup(players=2, seed=5), answers)
    record.game, record.name = "0" * 16, name
    path = app.keeper.folder / "one.kingdom"
    path.parent.mkdir(exist_ok=True)
    path.write_text(write_record(record), encoding="utf-8")
    scene = SavedGames()
    app.push(scene)
    settle(app, 0.5)
    (row,) = scene.rows
    written: list[str] = []
    monkeypatch.setattr(row, "write", lambda surface, look, text, *more, **how: written.append(text))
    row.draw(pygame.Surface(app.size), app.look)
    parts = [part for text in written for part in text.split(" · ")]
    game = row.save.game
    assert game is not None
    state = row.result or app.say("ui.load.round", round=game.round)
    assert "\n".join(written).count(state) == 1
    assert len(parts) == len(set(parts))
    assert [seat.name for seat in row.save.seats] == parts[-2:]
    assert row.heading == (name or state)
    assert ", ".join(seat.name for seat in row.save.seats) not in parts
