"""The menu pages have a correct layout at every size in every language, and can be used by mouse or keyboard
alone."""

from __future__ import annotations

import json
import os
import shutil
import threading
from pathlib import Path
from typing import Any
from unittest.mock import Mock, patch

import pygame
import pytest
from support.app_driver import advance, assert_no_overlap, click, open_app, press, text_input
from support.matches import new_match, play_until
from support.scenes import all_scenes, registry  # noqa: F401  (registers them)
from support.scenes import menus as menu_scenes

from kingdom.files import sanitize_line, write_atomic
from kingdom.maps.library import list_boards
from kingdom.match import save_store
from kingdom.match.game_options import (
    BOARD_MAP,
    BOARD_SECTIONS,
    RANDOM,
    GameOptions,
    InvalidOptions,
    options_after_game,
    parse_options,
    required_expansions,
    suggested_first_game,
)
from kingdom.match.save_store import SAVE_SUFFIX
from kingdom.match.seats import HUMAN, SEAT_KINDS, Seat
from kingdom.record import ignore_progress, replay, write_record
from kingdom.rules.board import strip_rotation
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game
from kingdom.text.translator import LANGUAGES
from kingdom.ui.board.map_row import MapRow
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog
from kingdom.ui.framework.scene import Scene
from kingdom.ui.learn.lessons_page import LessonsPage
from kingdom.ui.learn.puzzle_menu import PuzzleMenuPage
from kingdom.ui.map_editor.scene import MapEditorPage
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.saved_games import SavedGamesPage, SaveRow
from kingdom.ui.menus.settings_page import SettingsPage
from kingdom.ui.navigation import game_loader
from kingdom.ui.new_game.cards_tab import CardCheckbox, CardFace
from kingdom.ui.new_game.deal_summary import DealtRow
from kingdom.ui.new_game.scene import TAB_COMPOSERS, NewGamePage
from kingdom.ui.reference.scene import RulesReferencePage
from kingdom.ui.widgets.base import Widget, resolve_text
from kingdom.ui.widgets.controls import Button, Checkbox, Label, Slider
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.text_field import TextField

SIZES = ((800, 600), (1024, 700), (1600, 1000), (3840, 2160))
MIN_PLAYABLE_SIZE = (1024, 700)
"""Smallest window size supported for playing. At this size and above, no text is truncated."""


def find_button(app: App, key: str, **values: object) -> Button:
    """Finds a button of the top scene by its label."""
    text = app.tr(key, **values)
    return next(
        widget
        for widget in top_widgets(app)
        if isinstance(widget, Button) and resolve_text(widget.text) == text
    )


def top_widgets(app: App) -> list[Widget]:
    return list(app.scene.group.walk())  # type: ignore[union-attr]


def record_started_matches(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Replaces `open_match` and returns the list that collects the matches."""
    matches: list[object] = []

    def fake_open_match(navigator: object, match: object, is_new: bool = True) -> bool:
        matches.append(match)
        return match is not None

    monkeypatch.setattr("kingdom.ui.navigation.navigator.Navigator.open_match", fake_open_match)
    return matches


# --- layout and drawing


@pytest.mark.parametrize(
    "name",
    [name for name, maker in registry.SCENE_MAKERS.items() if maker.__module__ == menu_scenes.__name__],
)
def test_menu_layout_at_every_size_in_every_language(app: App, name: str) -> None:
    registry.SCENE_MAKERS[name](app)
    advance(app, 0.3)
    for size in SIZES:
        for language in LANGUAGES:
            app.settings.language = language
            app.resize_window(size)
            for scene in app.scenes:
                assert_no_overlap(scene, size)


@pytest.mark.parametrize("scale", [0.8, 1.4, 2.0])
def test_menu_layout_at_every_interface_scale(app: App, scale: float) -> None:
    app.settings.interface_scale = scale
    app.settings.language = "de"
    for scene in (
        MainMenu(),
        NewGamePage(menu_scenes.large_game_options()),
        SettingsPage(),
        RulesReferencePage("4"),
        SavedGamesPage(),
    ):
        app.replace(scene)
        for size in (MIN_PLAYABLE_SIZE, (1600, 1000), (3840, 2160)):
            app.resize_window(size)
            assert_no_overlap(scene, size)
            app.draw(app.surface)


def test_drawing_twice_gives_the_same_image(app: App) -> None:
    app.push(NewGamePage(menu_scenes.large_game_options()))
    advance(app)
    first, second = pygame.Surface(app.size), pygame.Surface(app.size)
    app.draw(first)
    app.draw(second)
    assert pygame.image.tobytes(first, "RGB") == pygame.image.tobytes(second, "RGB")


@pytest.mark.parametrize(
    "name",
    [name for name, maker in registry.SCENE_MAKERS.items() if maker.__module__ == menu_scenes.__name__],
)
def test_tiny_window_causes_no_error(app: App, name: str) -> None:
    registry.SCENE_MAKERS[name](app)
    scenes = list(app.scenes)
    for size in ((160, 600), (900, 120), (320, 240)):
        app.resize_window(size)
        app.run_frame([], 0.01)
    advance(app, 0.3)
    assert app.scenes == scenes, "no scene should be closed by an error"


# --- main menu


def test_continue_is_offered_only_with_an_unfinished_game(app: App) -> None:
    app.push(MainMenu())
    labels = [resolve_text(widget.text) for widget in top_widgets(app) if isinstance(widget, Button)]
    assert app.tr("ui.menu.continue") not in labels
    assert len(labels) == len(set(labels)) > 8
    menu_scenes.create_saves(app)
    app.replace(MainMenu())
    assert find_button(app, "ui.menu.continue").kind == "primary"


def test_menu_keeps_its_order_and_says_what_it_starts(app: App) -> None:
    names = [
        "quick",
        "new",
        "load",
        "learn",
        "help",
        "puzzles",
        "daily",
        "studio",
        "chronicle",
        "settings",
        "quit",
    ]
    menu = MainMenu()
    app.replace(menu)
    assert [button.text for button in menu.buttons] == [app.tr(f"ui.menu.{name}") for name in names]
    levels = app.translator.format_list([app.tr("ui.kind.easy"), app.tr("ui.kind.medium")])
    quick_button = find_button(app, "ui.menu.quick")
    assert quick_button.subtitle == app.tr("ui.menu.against", names=levels)
    menu_scenes.create_saves(app)
    app.progress.is_newcomer = True
    menu = MainMenu()
    app.replace(menu)
    labels = [button.text for button in menu.buttons]
    assert labels == [app.tr(f"ui.menu.{name}") for name in ("continue", *names)]
    unfinished = app.save_store.unfinished
    assert unfinished is not None
    round_text = app.tr("ui.load.round", round=replay(unfinished).round)
    while round_text not in resolve_text(find_button(app, "ui.menu.continue").subtitle):
        app.run_frame([], 0.01)
    for seat in unfinished.seats:
        assert str(seat["name"]) in resolve_text(find_button(app, "ui.menu.continue").subtitle)


@pytest.mark.parametrize(
    ("key", "scene_class"),
    [
        ("new", NewGamePage),
        ("load", SavedGamesPage),
        ("learn", LessonsPage),
        ("puzzles", PuzzleMenuPage),
        ("studio", MapEditorPage),
        ("help", RulesReferencePage),
        ("settings", SettingsPage),
    ],
)
def test_menu_buttons_open_their_pages_and_escape_returns(
    app: App, key: str, scene_class: type[Scene]
) -> None:
    app.push(MainMenu())
    click(app, find_button(app, f"ui.menu.{key}"))
    assert isinstance(app.scene, scene_class)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, MainMenu)


def test_first_quick_game_is_the_suggested_one(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = record_started_matches(monkeypatch)
    app.push(MainMenu())
    click(app, find_button(app, "ui.menu.quick"))
    (match,) = matches
    assert [seat.kind for seat in match.seats] == [HUMAN, "easy", "medium"]  # type: ignore[attr-defined]
    assert match.record.setup.sections == suggested_first_game()["sections"]  # type: ignore[attr-defined]
    match.close()  # type: ignore[attr-defined]


def test_next_quick_game_repeats_the_options_with_a_new_seed(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = record_started_matches(monkeypatch)
    options = GameOptions(seed=5, board="random")
    options.add_seat()
    app.settings.new_game = options.to_settings()
    app.push(MainMenu())
    click(app, find_button(app, "ui.menu.quick"))
    (match,) = matches
    assert len(match.seats) == 4  # type: ignore[attr-defined]
    assert match.record.setup.seed != 5  # type: ignore[attr-defined]
    match.close()  # type: ignore[attr-defined]


def test_new_game_keeps_the_unfinished_one(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = record_started_matches(monkeypatch)
    menu_scenes.create_saves(app)
    before = len(list(app.save_store.iter_saves()))
    app.push(MainMenu())
    click(app, find_button(app, "ui.menu.quick"))
    assert len(list(app.save_store.iter_saves())) == before + 1
    matches[0].close()  # type: ignore[attr-defined]


def test_loading_a_game_keeps_the_unfinished_one(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = record_started_matches(monkeypatch)
    menu_scenes.create_saves(app)
    current = app.save_store.current_game_file.read_text(encoding="utf-8")
    for _ in range(2):
        scene = SavedGamesPage()
        app.replace(scene)
        advance(app)
        row = next(row for row in scene.rows if row.save.name == "Two of us")
        click(app, row.open_button)
        advance(app, 0.1)
    assert len(matches) == 2
    for match in matches:
        match.close()  # type: ignore[attr-defined]
    other_saves = [
        path.read_text(encoding="utf-8")
        for path in app.save_store.folder.iterdir()
        if path != app.save_store.current_game_file
    ]
    assert other_saves.count(current) == 1, "the unfinished game should be kept exactly once"


def test_failed_save_is_shown_until_it_succeeds(app: App, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    app.save_store.folder = blocked / "saves"
    scene = MatchScene(new_match("person", "random", save_store=app.save_store))
    app.replace(scene)
    app.save_store.flush()
    for _ in range(3):
        advance(app, 5)
        assert any("blocked" in toast.text for toast in app.toasts)
    blocked.unlink()
    app.save_store.flush()
    advance(app, 5)
    assert not app.toasts
    app.replace(MainMenu())


def test_unpaintable_board_breaks_only_its_row(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    menu_scenes.create_saves(app)
    monkeypatch.setattr("kingdom.ui.menus.saved_games.render_game", lambda *args: 1 / 0)
    scene = SavedGamesPage()
    app.replace(scene)
    advance(app)
    assert app.scene is scene
    assert len(scene.rows) == 4
    assert all(row.save.error for row in scene.rows)


@pytest.mark.skipif(os.name != "posix", reason="only POSIX systems allow arbitrary bytes in file names")
def test_unusual_names_are_sanitized(app: App) -> None:
    """Unusual names affect at most their own row. Examples are file names that are not UTF-8, and player
    names with invalid, invisible or right-to-left characters or with far too many letters."""
    record = menu_scenes.random_record(GameSetup(player_count=2, seed=5), 6)
    zero_width = "\u200bA\u200dn\u202ei\ufeff"
    names = ("Ani", "A\0ni", "A\ud800ni", zero_width, "\u200b", "x" * 5000)
    app.save_store.folder.mkdir(parents=True, exist_ok=True)
    for index, name in enumerate(names):
        data = json.loads(write_record(record))
        del data["check"]
        data["seats"][0]["name"] = name
        data["name"] = f"save {index} {name}"
        data["game"] = f"game {index}"
        (app.save_store.folder / f"{index}{SAVE_SUFFIX}").write_text(json.dumps(data), encoding="utf-8")
    undecodable_path = os.fsencode(app.save_store.folder) + b"/\xff\xfe\n" + SAVE_SUFFIX.encode()
    with open(undecodable_path, "w", encoding="utf-8") as file:
        file.write(write_record(record))
    scene = SavedGamesPage()
    app.replace(scene)
    advance(app)
    assert app.scene is scene
    assert len(scene.rows) == len(names) + 1
    displayed = [text for row in scene.rows for text in (row.name, *(seat.name for seat in row.save.seats))]
    assert displayed == [sanitize_line(text) for text in displayed], "names should be sanitized"
    seats = [row.save.seats[0].name for row in scene.rows if row.save.seats]
    assert seats == ["Ani"] * 5, "the seats of all readable games should be known"
    assert sum(row.save.game is None for row in scene.rows) == 2, (
        "games with an empty or a very long name should be rejected"
    )


def test_unreadable_current_game_is_reported_and_quarantined(app: App) -> None:
    menu_scenes.create_saves(app)
    app.push(MainMenu())
    text = app.save_store.current_game_file.read_text(encoding="utf-8").replace(
        '"players": 3', '"players": 2'
    )
    app.save_store.current_game_file.write_text(text, encoding="utf-8")
    click(app, find_button(app, "ui.menu.continue"))
    advance(app, 0.1)
    assert isinstance(app.scene, Dialog)
    (quarantined,) = app.save_store.folder.glob("*.damaged*")
    assert str(quarantined) in app.scene.text
    assert quarantined.read_text(encoding="utf-8") == text
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, MainMenu), "the error should be reported only once"


def test_unreadable_current_game_is_reported_once_in_any_order(app: App) -> None:
    """An unreadable file is reported only once, even if the menu shows and clears the notification before the
    thread that read the file is done."""
    menu_scenes.create_saves(app)
    save_store = app.save_store
    save_store.current_game_file.write_text("no game", encoding="utf-8")
    with patch.object(save_store, "_notify", Mock(wraps=save_store._notify)) as notify:
        notify.side_effect = lambda *_: save_store.notifications.clear()
        assert game_loader.load_match(app, save_store.current_game_file, ignore_progress) is None
    assert notify.called


def test_leaving_a_match_does_not_wait_for_the_disk(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """The menu offers Continue as soon as the game is on disk."""
    may_write = threading.Event()

    def slow_write(path: Path, text: str) -> None:
        may_write.wait(120)
        write_atomic(path, text)

    monkeypatch.setattr(save_store, "write_atomic", slow_write)
    app.replace(MatchScene(new_match("person", "random", save_store=app.save_store)))
    app.run_frame([], 0.05)
    app.navigator.open_main_menu()
    app.run_frame([], 0.05)
    continue_label = app.tr("ui.menu.continue")
    menu = app.scene
    assert isinstance(menu, MainMenu)
    assert continue_label not in [button.text for button in menu.buttons]
    may_write.set()
    app.save_store.flush()
    app.run_frame([], 0.05)
    assert menu.buttons[0].text == continue_label


def test_returning_to_the_menu_reads_no_file(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    menu_scenes.create_saves(app)
    app.navigator.open_main_menu()
    monkeypatch.setattr(save_store, "read_text", lambda path: pytest.fail("the UI thread reads a file"))
    app.navigator.open_main_menu()
    app.run_frame([], 0.05)
    assert isinstance(app.scene, MainMenu)
    assert app.scene.buttons[0].text == app.tr("ui.menu.continue")


# --- new game


def test_from_the_menu_to_a_started_game_by_mouse(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = record_started_matches(monkeypatch)
    app.push(MainMenu())
    click(app, find_button(app, "ui.menu.new"))
    scene = app.scene
    assert isinstance(scene, NewGamePage)
    click(app, find_button(app, "ui.new.add"))
    assert len(scene.game_options.seats) == 4
    name_field = next(widget for widget in top_widgets(app) if isinstance(widget, TextField))
    click(app, name_field)
    press(app, *[pygame.K_BACKSPACE] * 3)
    assert not scene.start_button.enabled
    assert scene.start_button.get_tooltip().description == app.tr("ui.new.why.name", number=1)
    app.run_frame(text_input("Zoë"), 0.01)
    nomads = next(
        widget
        for widget in top_widgets(app)
        if isinstance(widget, Checkbox) and widget.text == app.tr("box.nomads")
    )
    click(app, nomads)
    click(app, scene.start_button)
    (match,) = matches
    assert match.seats[0].name == "Zoë"  # type: ignore[attr-defined]
    assert "nomads" in match.record.setup.expansions  # type: ignore[attr-defined]
    assert parse_options(app.settings.new_game).expansions == ["base", "nomads"], (
        "the options should be saved"
    )
    match.close()  # type: ignore[attr-defined]


def test_from_the_menu_to_a_started_game_by_keyboard(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    matches = record_started_matches(monkeypatch)
    app.push(MainMenu())
    press(app, pygame.K_DOWN, pygame.K_RETURN)
    assert isinstance(app.scene, NewGamePage)
    for _ in range(60):
        press(app, pygame.K_TAB)
        if app.scene.group.focus is app.scene.start_button:
            break
    press(app, pygame.K_SPACE)
    assert len(matches) == 1
    matches[0].close()  # type: ignore[attr-defined]


def test_every_widget_of_every_tab_can_be_clicked(app: App) -> None:
    scene = NewGamePage(menu_scenes.large_game_options())
    app.push(scene)
    for tab in TAB_COMPOSERS:
        scene.open_tab(tab)
        scene.layout(app.size)
        count = len(scene.scroll_area.children)
        for index in range(count):
            if index < len(scene.scroll_area.children):
                scene.scroll_area.scroll_into_view(scene.scroll_area.children[index])
                click(app, scene.scroll_area.children[index])
                press(app, pygame.K_ESCAPE) if app.scene is not scene else None
            assert scene in app.scenes
            assert_no_overlap(scene, app.size)


def test_seed_determines_the_board_and_is_validated(app: App) -> None:
    scene = NewGamePage(GameOptions(seed=1, board="random"))
    app.push(scene)
    field = [widget for widget in top_widgets(app) if isinstance(widget, TextField)][-1]
    before = scene.preview.game
    click(app, field)
    press(app, pygame.K_a, mod=pygame.KMOD_CTRL)
    press(app, pygame.K_BACKSPACE)
    assert field.invalid
    assert not scene.start_button.enabled
    app.run_frame(text_input("K7-MOOR-204"), 0.01)
    assert scene.start_button.enabled
    assert scene.preview.game is not None
    assert before is not None
    assert scene.preview.game.board.grid != before.board.grid
    game = new_game(scene.game_options.build_setup())
    assert game.board.grid == scene.preview.game.board.grid


def test_preview_is_painted_after_a_pause(app: App) -> None:
    scene = NewGamePage(GameOptions(seed=1, board="random"))
    app.push(scene)
    assert scene.update(0.05)
    assert scene.preview.images == []
    advance(app, 0.4)
    assert scene.preview.images
    assert not scene.update(0.05), "the page should be idle now"


def test_three_cards_must_be_chosen() -> None:
    options = GameOptions(board=RANDOM, cards_chosen=True)
    names = options.available_cards()
    for name in names[:2]:
        options.toggle_card(name)
    with pytest.raises(InvalidOptions) as error:
        options.build_setup()
    assert error.value.text_key == "ui.new.why.cards"
    for name in names[2:4]:
        options.toggle_card(name)
    assert options.build_setup().scoring_cards == tuple(names[1:4])


def test_suggested_first_game_shows_its_own_cards(app: App) -> None:
    """Cards that were chosen for a different kind of board are ignored."""
    options = GameOptions(cards_chosen=True, cards=["miners", "hermits", "farmers"])
    scene = NewGamePage(options)
    scene.tab = "cards"
    app.push(scene)
    cards = ["fishermen", "knights", "merchants"]
    assert options.build_setup().scoring_cards == tuple(cards)
    rows = [widget for widget in scene.group.walk() if isinstance(widget, DealtRow)]
    assert [row.sprite for row in rows] == [("cards", f"card_{card}") for card in cards]
    assert not any(isinstance(widget, CardCheckbox) for widget in scene.group.walk())
    faces = [widget.sprite_name for widget in scene.group.walk() if isinstance(widget, CardFace)]
    assert faces == [f"card_{card}" for card in cards]
    labels = [resolve_text(widget.text) for widget in scene.group.walk() if isinstance(widget, Label)]
    assert app.tr("ui.new.cards.fixed") in labels
    assert app.tr("ui.new.cards.note") not in labels
    options.board = BOARD_SECTIONS
    assert options.build_setup().scoring_cards == ("miners", "hermits", "farmers")


def test_sections_can_be_swapped_and_rotated() -> None:
    options = GameOptions(board=BOARD_SECTIONS)
    names = [strip_rotation(name) for name in options.sections]
    options.place_section(0, names[3])
    assert [strip_rotation(name) for name in options.sections] == [names[3], names[1], names[2], names[0]]
    options.rotate_section(0)
    assert options.build_setup().sections == (f"{names[3]} turned", names[1], names[2], names[0])
    options.rotate_section(0)
    assert options.sections[0] == names[3]


def test_adding_an_expansion_switches_to_a_random_board() -> None:
    options = GameOptions()
    options.set_expansion("nomads", True)
    assert options.board == RANDOM
    assert options.build_setup().sections is None
    assert options.build_setup().scoring_cards is None


def test_removing_an_expansion_removes_all_its_parts() -> None:
    options = GameOptions(board=BOARD_SECTIONS, expansions=list(EXPANSIONS), cards_chosen=True)
    expansion_sections = [
        name for name in options.available_sections() if name not in EXPANSIONS["base"].sections
    ][:4]
    for slot, name in enumerate(expansion_sections):
        options.place_section(slot, name)
    options.cards = options.available_cards()[-3:]
    options.variants = options.available_variants()
    for expansion in list(options.expansions)[1:]:
        options.set_expansion(expansion, False)
    assert options.expansions == ["base"]
    assert set(map(strip_rotation, options.sections)) <= set(EXPANSIONS["base"].sections)
    assert options.cards == []
    new_game(
        GameOptions(
            expansions=options.expansions,
            board=BOARD_SECTIONS,
            sections=options.sections,
            variants=options.variants,
        ).build_setup()
    )


def test_maps_are_listed_and_broken_ones_show_the_reason(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maps = tmp_path / "maps"
    maps.mkdir()
    shipped = [board_map for board_map in list_boards() if board_map.grid]
    (maps / "mine.tmx").write_text(shipped[0].path.read_text(encoding="utf-8"), encoding="utf-8")
    for name in ("kingdom.tsx", "kingdom.png"):
        shutil.copy(shipped[0].path.parent / name, maps / name)
    (maps / "torn.tmx").write_text("<map", encoding="utf-8")
    monkeypatch.setattr("kingdom.maps.library.user_maps_dir", lambda: maps)
    maps_by_name = {board_map.name: board_map for board_map in list_boards()}
    assert maps_by_name["mine.tmx"].is_custom
    assert maps_by_name["mine.tmx"].grid == shipped[0].grid
    assert maps_by_name["torn.tmx"].error
    scene = NewGamePage(GameOptions(board=BOARD_MAP, expansions=list(EXPANSIONS)))
    scene.tab = "board"
    app.push(scene)
    broken_map = next(
        widget for widget in top_widgets(app) if isinstance(widget, MapRow) and widget.text.startswith("Torn")
    )
    assert not broken_map.enabled
    assert broken_map.get_tooltip().description == maps_by_name["torn.tmx"].error


def test_map_requires_its_expansions() -> None:
    expansion_maps = [
        board_map
        for board_map in list_boards()
        if board_map.grid and required_expansions(board_map.grid) != ["base"]
    ]
    for board_map in expansion_maps:
        with pytest.raises(InvalidOptions) as error:
            GameOptions(board=BOARD_MAP, map_name=board_map.name).build_setup()
        assert error.value.text_key == "ui.new.why.boxes"
        assert board_map.grid
        new_game(
            GameOptions(
                board=BOARD_MAP, map_name=board_map.name, expansions=required_expansions(board_map.grid)
            ).build_setup()
        )


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"seats": 3},
        {"seats": [{"name": 1}]},
        {"boxes": 7},
        {"board": "sphere"},
        {"unknown": 1},
        {"seed": -1},
        {"cards": ["x"]},
    ],
)
def test_invalid_stored_options_still_give_a_game(data: dict[str, object]) -> None:
    new_game(parse_options(data).build_setup())


def test_options_round_trip_through_settings() -> None:
    options = menu_scenes.large_game_options()
    options.rotate_section(2)
    assert parse_options(options.to_settings()) == options


# --- settings, saved games, dialogs


def test_settings_apply_immediately(app: App) -> None:
    scene = SettingsPage()
    app.push(scene)
    language = next(widget for widget in top_widgets(app) if isinstance(widget, Dropdown))
    app.scene.group.set_focus(language)  # type: ignore[union-attr]
    press(app, pygame.K_RIGHT)
    assert app.translator.language == "fr"
    assert app.settings.language == "fr"
    scale = [widget for widget in top_widgets(app) if isinstance(widget, Slider)][-1]
    scene.scroll_area.scroll_into_view(scale)
    before = app.renderer.scale
    app.scene.group.set_focus(scale)  # type: ignore[union-attr]
    press(app, *[pygame.K_RIGHT] * 4)
    assert app.settings.interface_scale == pytest.approx(1.2)
    assert app.renderer.scale > before
    press(app, pygame.K_ESCAPE)
    assert app.settings_store.load().language == "fr"


def test_reset_needs_confirmation(app: App) -> None:
    app.settings.effects = 0.0
    app.push(SettingsPage())
    click(app, find_button(app, "ui.settings.reset"))
    press(app, pygame.K_RETURN)
    assert app.settings.effects == 0.0, "the safe choice should have the focus"
    click(app, find_button(app, "ui.settings.reset"))
    click(app, find_button(app, "ui.settings.reset.yes"))
    assert app.settings.effects == 0.7


def test_saves_are_listed_opened_and_deleted_after_confirmation(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    matches = record_started_matches(monkeypatch)
    menu_scenes.create_saves(app)
    scene = SavedGamesPage()
    app.push(scene)
    advance(app)
    assert len(scene.rows) == 4
    assert [row.save.error is None for row in scene.rows].count(False) == 1
    valid_row = next(row for row in scene.rows if row.save.game is not None)
    click(app, valid_row.open_button)
    advance(app, 0.1)
    matches[0].close()  # type: ignore[attr-defined]
    broken_row = next(row for row in scene.rows if row.save.error)
    assert not broken_row.open_button.visible
    _delete_and_answer(app, broken_row, "ui.cancel")
    assert broken_row.save.path.exists()
    _delete_and_answer(app, broken_row, "ui.load.delete")
    advance(app, 0.2)
    assert not broken_row.save.path.exists()
    assert len(scene.rows) == 3


def _delete_and_answer(app: App, row: SaveRow, answer: str) -> None:
    click(app, row.delete_button)
    assert isinstance(app.scene, Dialog)
    click(app, find_button(app, answer))


@pytest.mark.parametrize("finished", [False, True])
def test_finished_game_is_not_listed_as_current(app: App, finished: bool) -> None:
    match, rng = new_match("person", "person", save_store=app.save_store), Rng(5)
    play_until(match, rng, lambda match: not finished and len(match.history) > 4)
    scene = SavedGamesPage()
    app.replace(scene)
    advance(app, 0.3)
    (row,) = scene.rows
    assert row.name == ("person 0, person 1" if finished else app.tr("ui.load.current"))
    app.replace(MainMenu())
    labels = {resolve_text(widget.text) for widget in top_widgets(app) if isinstance(widget, Button)}
    assert (app.tr("ui.menu.continue") in labels) == (not finished)


def test_next_game_keeps_seats_and_expansions() -> None:
    setup = GameSetup(2, ("base", "nomads"), 5, variants=("nosword",))
    seats = [Seat("Zoë", "black", "person"), Seat("Bo", "blue", "expert")]
    options = options_after_game(
        setup,
        seats,
        GameOptions(expansions=["base", "caves"], cards_chosen=True, cards=["miners"]).to_settings(),
    )
    assert (options.build_seats(), options.expansions, options.variants) == (
        seats,
        ["base", "nomads"],
        ["nosword"],
    )
    assert (options.board, options.cards_chosen, options.cards) == (RANDOM, True, ["miners"])
    assert options_after_game(setup, [Seat("Zoë", "black", "random")], None).seats[0].kind in SEAT_KINDS, (
        "kinds that the page does not offer should be replaced"
    )


def test_empty_list_of_saves_says_so(app: App) -> None:
    scene = SavedGamesPage()
    app.push(scene)
    advance(app, 0.2)
    assert app.tr("ui.load.empty") in [
        resolve_text(label.text) for label in top_widgets(app) if isinstance(label, Label)
    ]
    click(app, find_button(app, "ui.menu.new"))
    assert isinstance(app.scene, NewGamePage)


def test_dialog_blocks_the_scene_below(app: App) -> None:
    app.push(MainMenu())
    menu_scenes.open_confirmation(app)
    dialog = app.scene
    assert isinstance(dialog, Dialog)
    click(app, (5, 5))
    assert app.scene is dialog
    press(app, pygame.K_TAB, pygame.K_ESCAPE)
    assert app.scene is not dialog


@pytest.mark.parametrize("language", LANGUAGES)
def test_interface_size_says_when_the_window_limits_it(tmp_path: Path, language: str) -> None:
    app = open_app(tmp_path, (1280, 800), language)
    app.push(SettingsPage())

    def notes() -> list[str]:
        texts = [resolve_text(label.text) for label in app.scene.group.walk() if isinstance(label, Label)]  # type: ignore[union-attr]
        limit = app.translator.format_percent(app.renderer.max_interface_scale)
        return [
            text for text in texts if text == app.tr("ui.settings.interface_scale.limited", percent=limit)
        ]

    for scale, is_limited in ((1.0, False), (2.0, True), (round(app.renderer.max_interface_scale, 2), False)):
        app.settings.interface_scale = scale
        app.apply_settings()
        assert len(notes()) == is_limited
    app.close()


@pytest.mark.parametrize("language", LANGUAGES)
def test_small_menu_names_the_games_it_would_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    """Even in the smallest supported window, *Continue* and *Quick game* show their second line in full."""
    app = open_app(tmp_path, (640, 480), language)
    app.navigator.start_game(GameOptions())
    app.save_store.flush()
    app.navigator.open_main_menu()
    advance(app, 0.2)
    menu = app.scene
    assert isinstance(menu, MainMenu)
    drawn: list[str] = []
    draw_text = Widget.draw_text

    def record_text(widget: Widget, surface: object, renderer: object, text: str, *rest: Any) -> object:
        drawn.append(text)
        return draw_text(widget, surface, renderer, text, *rest)  # type: ignore[arg-type]

    monkeypatch.setattr(Widget, "draw_text", record_text)
    app.draw(app.surface)
    for button in menu.buttons:
        subtitle = resolve_text(button.subtitle)
        assert not subtitle or (subtitle in drawn and not button.truncated_texts)
    assert sum(bool(resolve_text(button.subtitle)) for button in menu.buttons) == 2
    app.close()
