"""The list of saved games never waits for the disk, and shows names, results and states."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pygame
import pytest
from support.app_driver import advance
from support.scenes import menus as menu_scenes

from kingdom.match.save_store import SaveEntry, SaveStore
from kingdom.match.seats import read_seats, write_seats
from kingdom.record import write_record
from kingdom.rules import GameSetup, all_totals, winners
from kingdom.rules.registry import EXPANSIONS
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog
from kingdom.ui.menus.saved_games import SavedGamesPage
from kingdom.ui.widgets.base import resolve_text
from kingdom.ui.widgets.controls import Label

TIMEOUT_S = 120.0
"""Time limit for a delayed read or deletion, in case a test never releases it."""


def test_list_opens_while_the_disk_is_still_reading(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    menu_scenes.create_saves(app)
    saves, may_read = SaveStore.iter_saves, threading.Event()

    def slow_saves(save_store: SaveStore) -> Iterator[SaveEntry]:
        may_read.wait(TIMEOUT_S)
        yield from saves(save_store)

    monkeypatch.setattr(SaveStore, "iter_saves", slow_saves)
    scene = SavedGamesPage()
    app.push(scene)
    app.run_frame([], 0.05)
    app.run_frame([], 0.05)
    assert [resolve_text(label.text) for label in scene.group.walk() if label is scene.loading_label] == [
        app.tr("ui.load.reading")
    ]
    may_read.set()
    advance(app, 0.5)
    assert scene.rows
    assert all(row.thumbnail is not None for row in scene.rows if row.save.game is not None)


def test_closing_the_list_stops_reading(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    menu_scenes.create_saves(app)
    saves, has_begun, may_read = list(app.save_store.iter_saves()), threading.Event(), threading.Event()
    read = []

    def slow_saves(save_store: SaveStore) -> Iterator[SaveEntry]:
        for save in saves:
            has_begun.set()
            may_read.wait(TIMEOUT_S)
            read.append(save)
            yield save

    monkeypatch.setattr(SaveStore, "iter_saves", slow_saves)
    scene = SavedGamesPage()
    app.push(scene)
    assert has_begun.wait(TIMEOUT_S)
    app.run_frame([], 0.05)
    app.pop(scene)
    may_read.set()
    scene.loader.wait_until_idle()
    assert len(read) == 1 < len(saves)


def test_finished_game_shows_its_winner(app: App) -> None:
    app.save_store.save_as_async(menu_scenes.random_record(GameSetup(player_count=3, seed=5), 10_000), "Over")
    app.save_store.save_as_async(menu_scenes.random_record(GameSetup(player_count=3, seed=5), 40), "Going on")
    app.save_store.flush()
    scene = SavedGamesPage()
    app.push(scene)
    advance(app, 0.5)
    rows = {row.name: row for row in scene.rows}
    game = rows["Over"].save.game
    assert game is not None
    names = [rows["Over"].save.seats[player].name for player in winners(game)]
    assert str(max(all_totals(game))) in rows["Over"].result
    assert all(name in rows["Over"].result for name in names if name != rows["Over"].save.seats[0].name)
    assert rows["Over"].result in rows["Over"].tooltip_text()
    assert rows["Going on"].result == ""


def test_page_is_only_as_tall_as_its_rows(app: App) -> None:
    """The page's height depends on the number of games. With a fixed height, half of the page would be empty
    if there were only two games."""
    menu_scenes.open_saved_games(app)
    scene = app.scene
    assert isinstance(scene, SavedGamesPage)
    scene.loader.wait_until_idle()
    advance(app, 0.2)
    scene.rows = scene.rows[:2]
    scene.layout(app.size)
    app.needs_redraw = True
    app.run_frame([], 0.0)
    top, bottom = scene.title_label.rect.bottom, scene.back_button.rect.top
    point_below = app.size[0] // 2, bottom - 30
    background = pygame.Surface(app.size)
    app.renderer.fill_texture(background, background.get_rect(), "table")
    assert app.surface.get_at(point_below) == background.get_at(point_below)
    assert scene.rows[1].rect.bottom > top + (bottom - top) * 55 // 100


class SlowDeletion:
    """Makes deleting a save wait until `may_delete` is set."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.may_delete = threading.Event()
        delete = SaveStore.delete

        def slow_delete(save_store: SaveStore, path: Path) -> None:
            assert threading.current_thread() is not threading.main_thread()
            self.may_delete.wait(TIMEOUT_S)
            delete(save_store, path)

        monkeypatch.setattr(SaveStore, "delete", slow_delete)


def delete_first_game(app: App) -> SavedGamesPage:
    """Opens the list and confirms the deletion of its first game."""
    menu_scenes.create_saves(app)
    scene = SavedGamesPage()
    app.push(scene)
    advance(app, 0.5)
    scene.rows[0].delete_button.activate()
    assert isinstance(app.scene, Dialog)
    app.scene.buttons[0].activate()
    return scene


def test_deleting_a_game_does_not_block(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    slow_deletion = SlowDeletion(monkeypatch)
    scene = delete_first_game(app)
    before = list(scene.rows)
    app.run_frame([], 0.05)
    assert scene.rows == before, "the game should stay listed until it is deleted"
    slow_deletion.may_delete.set()
    advance(app, 0.2)
    assert scene.rows == before[1:]
    assert not before[0].save.path.exists()


def test_game_is_deleted_even_if_the_list_is_closed(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    slow_deletion = SlowDeletion(monkeypatch)
    scene = delete_first_game(app)
    app.pop(scene)
    slow_deletion.may_delete.set()
    scene.loader.wait_until_idle()
    assert not scene.rows[0].save.path.exists()


def test_failed_deletion_is_reported_and_the_game_stays_listed(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing_delete(save_store: SaveStore, path: Path) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(SaveStore, "delete", failing_delete)
    scene = delete_first_game(app)
    before = list(scene.rows)
    scene.loader.wait_until_idle()
    advance(app, 0.2)
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
def test_long_player_names_are_not_truncated(app: App, size: tuple[int, int]) -> None:
    app.resize_window(size)
    for count in (1, 6):
        for index in range(count):
            record = menu_scenes.random_record(
                GameSetup(player_count=5, seed=5, expansions=tuple(EXPANSIONS)), 40
            )
            seats_and_names = zip(read_seats(record.seats, 5), LONG_NAMES, strict=True)
            seats = [replace(seat, name=name) for seat, name in seats_and_names]
            record.seats, record.game_id = write_seats(seats), f"{index:016x}"
            path = app.save_store.folder / f"{index}.kingdom"
            path.parent.mkdir(exist_ok=True)
            path.write_text(write_record(record), encoding="utf-8")
        scene = SavedGamesPage()
        app.push(scene)
        advance(app, 0.5)
        assert len(scene.rows) == count
        for row in scene.rows:
            surface = pygame.Surface(app.size)
            row.draw(surface, app.renderer)
            assert row.name == ", ".join(LONG_NAMES)
            assert not row.get_truncated_texts()
        app.pop(scene)


@pytest.mark.parametrize("answers", [40, 10_000], ids=["unfinished", "finished"])
@pytest.mark.parametrize("name", ["", "Sunday"])
def test_row_repeats_no_text(app: App, name: str, answers: int) -> None:
    record = menu_scenes.random_record(GameSetup(player_count=2, seed=5), answers)
    record.game_id, record.name = "0" * 16, name
    path = app.save_store.folder / "one.kingdom"
    path.parent.mkdir(exist_ok=True)
    path.write_text(write_record(record), encoding="utf-8")
    scene = SavedGamesPage()
    app.push(scene)
    advance(app, 0.5)
    (row,) = scene.rows
    drawn_texts = [str(label.text) for label in row.children if isinstance(label, Label)]
    parts = [part for text in drawn_texts for part in text.split(" · ")]
    game = row.save.game
    assert game is not None
    state = row.result or app.tr("ui.load.round", round=game.round)
    assert "\n".join(drawn_texts).count(state) == 1
    assert len(parts) == len(set(parts))
    assert [seat.name for seat in row.save.seats] == parts[-2:]
    assert row.title == (name or state)
    assert ", ".join(seat.name for seat in row.save.seats) not in parts
