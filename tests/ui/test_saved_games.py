"""The list of saved games never waits for the disk."""

from __future__ import annotations

import threading
from collections.abc import Iterator

import pygame
import pytest
from tools.pictures import of_menus as pictures_menus
from window import settle

from kingdom.match.saves import Keeper, Save
from kingdom.rules import Setup, totals, winners
from kingdom.ui.app.app import App
from kingdom.ui.menus.saved_games import SavedGames

LONG = 5.0
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
    assert scene.empty.visible
    assert scene.empty.text == app.say("ui.load.reading")
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
