"""The scenes around the game: tidy at every size in every language, and playable by mouse and by keyboard
alone."""

from __future__ import annotations

import json
import os
import shutil
import threading
from pathlib import Path

import pygame
import pytest
from at_the_table import play_on, table
from tools.pictures import of_ceremony, of_table, pictures  # noqa: F401  (they register)
from tools.pictures import of_menus as pictures_menus
from window import assert_tidy, click, press, settle, typed

from kingdom.files import clipped, write_safely
from kingdom.match import saves
from kingdom.match.choices import (
    BY_HAND,
    KINDS,
    MAP,
    RANDOM,
    CannotStart,
    Choices,
    boxes_of,
    first_game,
)
from kingdom.match.map_files import map_files
from kingdom.match.remembered import choices_after, read_choices
from kingdom.match.saves import SUFFIX
from kingdom.match.seats import PERSON, Seat
from kingdom.record import Record, write_record
from kingdom.rules.board import unturned
from kingdom.rules.chance import Chance
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup, new_game
from kingdom.text import LANGUAGES
from kingdom.ui.app import opening
from kingdom.ui.app.app import App
from kingdom.ui.learn.lesson_list import LessonList
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.new_game.dealt import DealtRow
from kingdom.ui.menus.new_game.preview import CardFace, CardToggle
from kingdom.ui.menus.new_game.scene import TABS, NewGame
from kingdom.ui.menus.saved_games import SavedGames, SaveRow
from kingdom.ui.menus.settings_page import SettingsPage
from kingdom.ui.puzzles.hall import PuzzleHall
from kingdom.ui.reference.scene import Reference
from kingdom.ui.scene.dialog import Dialog
from kingdom.ui.scene.scene import Scene
from kingdom.ui.studio.scene import StudioScene
from kingdom.ui.table.table import TableScene
from kingdom.ui.widgets.basic import Button, Label, Toggle
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.slider import Slider
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.widget import Widget, told

SIZES = ((800, 600), (1024, 700), (1600, 1000), (3840, 2160))
READABLE = (1024, 700)
"""At this size, the smallest that is meant to be played in, no text is cut short."""


def button(app: App, key: str, **values: object) -> Button:
    """A button of the top scene by its words."""
    words = app.say(key, **values)
    return next(
        widget for widget in widgets(app) if isinstance(widget, Button) and told(widget.text) == words
    )


def widgets(app: App) -> list[Widget]:
    return list(app.scene.group.walk())  # type: ignore[union-attr]


def started(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Matches that would have been shown on a table."""
    shown: list[object] = []

    def show(ways: object, match: object) -> bool:
        shown.append(match)
        return match is not None

    monkeypatch.setattr("kingdom.ui.app.ways.SceneWays.table", show)
    return shown


# --- how they look


@pytest.mark.parametrize(
    "name", [name for name, maker in pictures.MAKERS.items() if maker.__module__ == pictures_menus.__name__]
)
def test_tidy_at_every_size_in_every_language(app: App, name: str) -> None:
    pictures.MAKERS[name](app)
    settle(app, 0.3)
    for size in SIZES:
        for language in LANGUAGES:
            app.settings.language = language
            app.resize_window(size)
            for scene in app.scenes:
                assert_tidy(scene, size)


@pytest.mark.parametrize("scale", [0.8, 1.4, 2.0])
def test_tidy_at_every_scale_of_the_interface(app: App, scale: float) -> None:
    app.settings.interface_scale = scale
    app.settings.language = "de"
    for scene in (
        MainMenu(),
        NewGame(pictures_menus.some_choices()),
        SettingsPage(),
        Reference("4"),
        SavedGames(),
    ):
        app.replace(scene)
        for size in (READABLE, (1600, 1000), (3840, 2160)):
            app.resize_window(size)
            assert_tidy(scene, size)
            app.draw(app.surface)


def test_drawing_changes_nothing(app: App) -> None:
    app.push(NewGame(pictures_menus.some_choices()))
    settle(app)
    first, second = pygame.Surface(app.size), pygame.Surface(app.size)
    app.draw(first)
    app.draw(second)
    assert pygame.image.tobytes(first, "RGB") == pygame.image.tobytes(second, "RGB")


@pytest.mark.parametrize(
    "name", [name for name, maker in pictures.MAKERS.items() if maker.__module__ == pictures_menus.__name__]
)
def test_a_tiny_window_is_ugly_but_no_error(app: App, name: str) -> None:
    pictures.MAKERS[name](app)
    shown = list(app.scenes)
    for size in ((160, 600), (900, 120), (320, 240)):
        app.resize_window(size)
        app.step([], 0.01)
    settle(app, 0.3)
    assert app.scenes == shown, "no scene failed"


# --- the menu


def test_the_menu_offers_to_continue_only_what_can_be(app: App) -> None:
    app.push(MainMenu())
    words = [told(widget.text) for widget in widgets(app) if isinstance(widget, Button)]
    assert app.say("ui.menu.continue") not in words
    assert len(words) == len(set(words)) > 8
    pictures_menus.keep_saves(app)
    app.replace(MainMenu())
    assert button(app, "ui.menu.continue").kind == "primary"


@pytest.mark.parametrize(
    ("key", "scene"),
    [
        ("new", NewGame),
        ("load", SavedGames),
        ("learn", LessonList),
        ("puzzles", PuzzleHall),
        ("studio", StudioScene),
        ("help", Reference),
        ("settings", SettingsPage),
    ],
)
def test_the_menu_leads_everywhere_and_escape_leads_back(app: App, key: str, scene: type[Scene]) -> None:
    app.push(MainMenu())
    click(app, button(app, f"ui.menu.{key}"))
    assert isinstance(app.scene, scene)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, MainMenu)


def test_the_first_quick_game_is_the_suggested_one(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = started(monkeypatch)
    app.push(MainMenu())
    click(app, button(app, "ui.menu.quick"))
    (match,) = shown
    assert [seat.kind for seat in match.seats] == [PERSON, "easy", "medium"]  # type: ignore[attr-defined]
    assert match.record.setup.sections == first_game()["sections"]  # type: ignore[attr-defined]
    match.close()  # type: ignore[attr-defined]


def test_the_next_quick_game_repeats_the_last_choices_on_a_new_table(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = started(monkeypatch)
    choices = Choices(seed=5, board="random")
    choices.add_seat()
    app.settings.new_game = choices.written()
    app.push(MainMenu())
    click(app, button(app, "ui.menu.quick"))
    (match,) = shown
    assert len(match.seats) == 4  # type: ignore[attr-defined]
    assert match.record.setup.seed != 5  # type: ignore[attr-defined]
    match.close()  # type: ignore[attr-defined]


def test_a_new_game_does_not_cost_the_unfinished_one(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = started(monkeypatch)
    pictures_menus.keep_saves(app)
    before = len(list(app.keeper.saves()))
    app.push(MainMenu())
    click(app, button(app, "ui.menu.quick"))
    assert len(list(app.keeper.saves())) == before + 1
    shown[0].close()  # type: ignore[attr-defined]


def test_loading_a_game_does_not_cost_the_unfinished_one(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = started(monkeypatch)
    pictures_menus.keep_saves(app)
    current = app.keeper.current.read_text(encoding="utf-8")
    for _ in range(2):
        scene = SavedGames()
        app.replace(scene)
        settle(app)
        row = next(row for row in scene.rows if row.save.name == "Two of us")
        click(app, row.open)
        settle(app, 0.1)
    assert len(shown) == 2
    for match in shown:
        match.close()  # type: ignore[attr-defined]
    kept = [
        path.read_text(encoding="utf-8") for path in app.keeper.folder.iterdir() if path != app.keeper.current
    ]
    assert kept.count(current) == 1, "kept, and once is enough"


def test_a_failed_save_is_shown_as_long_as_it_lasts(app: App, tmp_path: Path) -> None:
    blocked = tmp_path / "blocked"
    blocked.write_text("a file where the folder should be")
    app.keeper.folder = blocked / "saves"
    scene = TableScene(table("person", "random", keeper=app.keeper))
    app.replace(scene)
    app.keeper.settle()
    for _ in range(3):
        settle(app, 5)
        assert any("blocked" in toast.text for toast in app.toasts)
    blocked.unlink()
    app.keeper.settle()
    settle(app, 5)
    assert not app.toasts
    app.replace(MainMenu())


def test_a_board_that_cannot_be_painted_costs_its_row(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures_menus.keep_saves(app)
    monkeypatch.setattr("kingdom.ui.menus.save_reader.paint_game", lambda *words: 1 / 0)
    scene = SavedGames()
    app.replace(scene)
    settle(app)
    assert app.scene is scene
    assert len(scene.rows) == 4
    assert all(row.save.broken for row in scene.rows)


@pytest.mark.skipif(os.name != "posix", reason="file names of any bytes")
def test_strange_names_are_shown_clean(app: App) -> None:
    """File names that are not UTF-8, and players' names with letters that are none, draw nothing, turn the
    line round or are far too long: each costs at most its row."""
    record = pictures_menus.some_record(Setup(players=2, seed=5), 6)
    zero_width = "\u200bA\u200dn\u202ei\ufeff"
    names = ("Ani", "A\0ni", "A\ud800ni", zero_width, "\u200b", "x" * 5000)
    app.keeper.folder.mkdir(parents=True, exist_ok=True)
    for number, name in enumerate(names):
        data = json.loads(write_record(record))
        del data["check"]
        data["seats"][0]["name"] = name
        data["name"] = f"save {number} {name}"
        data["game"] = f"game {number}"
        (app.keeper.folder / f"{number}{SUFFIX}").write_text(json.dumps(data), encoding="utf-8")
    not_text = os.fsencode(app.keeper.folder) + b"/\xff\xfe\n" + SUFFIX.encode()
    with open(not_text, "w", encoding="utf-8") as file:
        file.write(write_record(record))
    scene = SavedGames()
    app.replace(scene)
    settle(app)
    assert app.scene is scene
    assert len(scene.rows) == len(names) + 1
    shown = [text for row in scene.rows for text in (row.name, *(seat.name for seat in row.save.seats))]
    assert shown == [clipped(text) for text in shown], "clean, on one line, and not endless"
    seats = [row.save.seats[0].name for row in scene.rows if row.save.seats]
    assert seats == ["Ani"] * 5, "the four, and the one in the file without a name"
    assert sum(row.save.game is None for row in scene.rows) == 2, "a name without a letter, and one too long"


def test_what_cannot_be_continued_is_told_and_kept(app: App) -> None:
    pictures_menus.keep_saves(app)
    app.push(MainMenu())
    text = app.keeper.current.read_text(encoding="utf-8").replace('"players": 3', '"players": 2')
    app.keeper.current.write_text(text, encoding="utf-8")
    click(app, button(app, "ui.menu.continue"))
    settle(app, 0.1)
    assert isinstance(app.scene, Dialog)
    (aside,) = app.keeper.folder.glob("*.damaged*")
    assert str(aside) in app.scene.text
    assert aside.read_text(encoding="utf-8") == text
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, MainMenu), "it is told once"


def test_what_cannot_be_continued_is_told_once_whoever_is_quicker(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The menu may tell it before the thread that has read the file knows that there is something to tell."""
    pictures_menus.keep_saves(app)
    keeper, look = app.keeper, app.keeper.going_on

    def told_at_once() -> Record | None:
        found = look()
        assert keeper.told
        keeper.told.clear()
        return found

    keeper.current.write_text("no game", encoding="utf-8")
    monkeypatch.setattr(keeper, "going_on", told_at_once)
    assert opening.load(keeper, keeper.current) is None


def test_leaving_the_table_waits_for_no_disk(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """The menu offers the game as soon as it is on disk."""
    awake = threading.Event()

    def slow(path: Path, text: str) -> None:
        awake.wait(120)
        write_safely(path, text)

    monkeypatch.setattr(saves, "write_safely", slow)
    app.replace(TableScene(table("person", "random", keeper=app.keeper)))
    app.step([], 0.05)
    app.ways.menu()
    app.step([], 0.05)
    offered = app.say("ui.menu.continue")
    menu = app.scene
    assert isinstance(menu, MainMenu)
    assert offered not in [button.text for button in menu.buttons]
    awake.set()
    app.keeper.settle()
    app.step([], 0.05)
    assert menu.buttons[0].text == offered


def test_the_menu_reads_no_file_when_it_comes_back(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    pictures_menus.keep_saves(app)
    app.ways.menu()
    monkeypatch.setattr(saves, "read_text", lambda path: pytest.fail("the window waits for the disk"))
    app.ways.menu()
    app.step([], 0.05)
    assert isinstance(app.scene, MainMenu)
    assert app.scene.buttons[0].text == app.say("ui.menu.continue")


# --- a new game


def test_from_the_menu_to_a_started_game_by_mouse(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = started(monkeypatch)
    app.push(MainMenu())
    click(app, button(app, "ui.menu.new"))
    scene = app.scene
    assert isinstance(scene, NewGame)
    click(app, button(app, "ui.new.add"))
    assert len(scene.choices.seats) == 4
    name = next(widget for widget in widgets(app) if isinstance(widget, TextField))
    click(app, name)
    press(app, *[pygame.K_BACKSPACE] * 3)
    assert not scene.start.enabled
    assert scene.start.note().does == app.say("ui.new.why.name", number=1)
    app.step(typed("Zoë"), 0.01)
    nomads = next(
        widget
        for widget in widgets(app)
        if isinstance(widget, Toggle) and widget.text == app.say("box.nomads")
    )
    click(app, nomads)
    click(app, scene.start)
    (match,) = shown
    assert match.seats[0].name == "Zoë"  # type: ignore[attr-defined]
    assert "nomads" in match.record.setup.boxes  # type: ignore[attr-defined]
    assert read_choices(app.settings.new_game).boxes == ["base", "nomads"], "remembered"
    match.close()  # type: ignore[attr-defined]


def test_from_the_menu_to_a_started_game_by_keyboard(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    shown = started(monkeypatch)
    app.push(MainMenu())
    press(app, pygame.K_DOWN, pygame.K_RETURN)
    assert isinstance(app.scene, NewGame)
    for _ in range(60):
        press(app, pygame.K_TAB)
        if app.scene.group.focus is app.scene.start:
            break
    press(app, pygame.K_SPACE)
    assert len(shown) == 1
    shown[0].close()  # type: ignore[attr-defined]


def test_every_tab_and_every_widget_in_it_answers(app: App) -> None:
    scene = NewGame(pictures_menus.some_choices())
    app.push(scene)
    for tab in TABS:
        scene.open_tab(tab)
        scene.layout(app.size)
        count = len(scene.area.children)
        for number in range(count):
            if number < len(scene.area.children):
                scene.area.reveal(scene.area.children[number])
                click(app, scene.area.children[number])
                press(app, pygame.K_ESCAPE) if app.scene is not scene else None
            assert scene in app.scenes
            assert_tidy(scene, app.size)


def test_the_seed_decides_the_table_and_is_checked(app: App) -> None:
    scene = NewGame(Choices(seed=1, board="random"))
    app.push(scene)
    field = [widget for widget in widgets(app) if isinstance(widget, TextField)][-1]
    before = scene.preview.game
    click(app, field)
    press(app, pygame.K_a, mod=pygame.KMOD_CTRL)
    press(app, pygame.K_BACKSPACE)
    assert field.wrong
    assert not scene.start.enabled
    app.step(typed("K7-MOOR-204"), 0.01)
    assert scene.start.enabled
    assert scene.preview.game is not None
    assert before is not None
    assert scene.preview.game.board.grid != before.board.grid
    again = new_game(scene.choices.setup())
    assert again.board.grid == scene.preview.game.board.grid


def test_the_preview_waits_for_quiet(app: App) -> None:
    scene = NewGame(Choices(seed=1, board="random"))
    app.push(scene)
    assert scene.update(0.05)
    assert scene.preview.pictures == []
    settle(app, 0.4)
    assert scene.preview.pictures
    assert not scene.update(0.05), "and then nothing moves any more"


def test_cards_are_chosen_three_at_a_time() -> None:
    choices = Choices(board=RANDOM, own_cards=True)
    names = choices.possible_cards()
    for name in names[:2]:
        choices.pick_card(name)
    with pytest.raises(CannotStart) as told_why:
        choices.setup()
    assert told_why.value.key == "ui.new.why.cards"
    for name in names[2:4]:
        choices.pick_card(name)
    assert choices.setup().cards == tuple(names[1:4])


def test_the_suggested_first_game_shows_its_own_cards(app: App) -> None:
    """Whatever was chosen by hand for another board."""
    choices = Choices(own_cards=True, cards=["miners", "hermits", "farmers"])
    scene = NewGame(choices)
    scene.tab = "cards"
    app.push(scene)
    cards = ["fishermen", "knights", "merchants"]
    assert choices.setup().cards == tuple(cards)
    shown = [widget for widget in scene.group.walk() if isinstance(widget, DealtRow)]
    assert [row.picture for row in shown] == [("cards", f"card_{card}") for card in cards]
    assert not any(isinstance(widget, CardToggle) for widget in scene.group.walk())
    faces = [widget.picture for widget in scene.group.walk() if isinstance(widget, CardFace)]
    assert faces == [f"card_{card}" for card in cards]
    words = [told(widget.text) for widget in scene.group.walk() if isinstance(widget, Label)]
    assert app.say("ui.new.cards.fixed") in words
    assert app.say("ui.new.cards.note") not in words
    choices.board = BY_HAND
    assert choices.setup().cards == ("miners", "hermits", "farmers")


def test_sections_change_places_and_turn() -> None:
    choices = Choices(board=BY_HAND)
    names = [unturned(name) for name in choices.sections]
    choices.put_section(0, names[3])
    assert [unturned(name) for name in choices.sections] == [names[3], names[1], names[2], names[0]]
    choices.turn_section(0)
    assert choices.setup().sections == (f"{names[3]} turned", names[1], names[2], names[0])
    choices.turn_section(0)
    assert choices.sections[0] == names[3]


def test_a_box_more_takes_the_place_of_the_suggested_first_game() -> None:
    choices = Choices()
    choices.switch_box("nomads", True)
    assert choices.board == RANDOM
    assert choices.setup().sections is None
    assert choices.setup().cards is None


def test_taking_a_box_away_takes_all_that_came_from_it() -> None:
    choices = Choices(board=BY_HAND, boxes=list(BOXES), own_cards=True)
    other = [name for name in choices.possible_sections() if name not in BOXES["base"].sections][:4]
    for place, name in enumerate(other):
        choices.put_section(place, name)
    choices.cards = choices.possible_cards()[-3:]
    choices.variants = choices.possible_variants()
    for box in list(choices.boxes)[1:]:
        choices.switch_box(box, False)
    assert choices.boxes == ["base"]
    assert set(map(unturned, choices.sections)) <= set(BOXES["base"].sections)
    assert choices.cards == []
    new_game(
        Choices(
            boxes=choices.boxes, board=BY_HAND, sections=choices.sections, variants=choices.variants
        ).setup()
    )


def test_levels_are_listed_the_broken_ones_with_their_reason(
    app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    maps = tmp_path / "maps"
    maps.mkdir()
    shipped = [level for level in map_files() if level.grid]
    (maps / "mine.tmx").write_text(shipped[0].path.read_text(encoding="utf-8"), encoding="utf-8")
    for name in ("kingdom.tsx", "kingdom.png"):
        shutil.copy(shipped[0].path.parent / name, maps / name)
    (maps / "torn.tmx").write_text("<map", encoding="utf-8")
    monkeypatch.setattr("kingdom.match.map_files.user_maps", lambda: maps)
    found = {level.name: level for level in map_files()}
    assert found["mine.tmx"].own
    assert found["mine.tmx"].grid == shipped[0].grid
    assert found["torn.tmx"].broken
    scene = NewGame(Choices(board=MAP, boxes=list(BOXES)))
    scene.tab = "board"
    app.push(scene)
    torn = next(
        widget
        for widget in widgets(app)
        if isinstance(widget, Toggle) and str(widget.text).startswith("Torn")
    )
    assert not torn.enabled
    assert torn.note().does == found["torn.tmx"].broken


def test_a_level_names_the_boxes_it_needs() -> None:
    needy = [level for level in map_files() if level.grid and boxes_of(level.grid) != ["base"]]
    for level in needy:
        with pytest.raises(CannotStart) as told_why:
            Choices(board=MAP, level=level.name).setup()
        assert told_why.value.key == "ui.new.why.boxes"
        assert level.grid
        new_game(Choices(board=MAP, level=level.name, boxes=boxes_of(level.grid)).setup())


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
def test_old_choices_never_stand_in_the_way(data: dict[str, object]) -> None:
    new_game(read_choices(data).setup())


def test_choices_survive_the_settings_file() -> None:
    choices = pictures_menus.some_choices()
    choices.turn_section(2)
    assert read_choices(choices.written()) == choices


# --- settings, load, help, dialogs


def test_settings_take_effect_at_once(app: App) -> None:
    scene = SettingsPage()
    app.push(scene)
    language = next(widget for widget in widgets(app) if isinstance(widget, Choice))
    app.scene.group.set_focus(language)  # type: ignore[union-attr]
    press(app, pygame.K_RIGHT)
    assert app.texts.language == "fr"
    assert app.settings.language == "fr"
    scale = [widget for widget in widgets(app) if isinstance(widget, Slider)][-1]
    scene.area.reveal(scale)
    before = app.look.scale
    app.scene.group.set_focus(scale)  # type: ignore[union-attr]
    press(app, *[pygame.K_RIGHT] * 4)
    assert app.settings.interface_scale == pytest.approx(1.2)
    assert app.look.scale > before
    press(app, pygame.K_ESCAPE)
    assert app.store.load().language == "fr"


def test_reset_asks_first(app: App) -> None:
    app.settings.effects = 0.0
    app.push(SettingsPage())
    click(app, button(app, "ui.settings.reset"))
    press(app, pygame.K_RETURN)
    assert app.settings.effects == 0.0, "the harmless answer has the focus"
    click(app, button(app, "ui.settings.reset"))
    click(app, button(app, "ui.settings.reset.yes"))
    assert app.settings.effects == 0.7


def test_saves_are_listed_opened_and_deleted_only_when_asked(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = started(monkeypatch)
    pictures_menus.keep_saves(app)
    scene = SavedGames()
    app.push(scene)
    settle(app)
    assert len(scene.rows) == 4
    assert [row.save.broken is None for row in scene.rows].count(False) == 1
    good = next(row for row in scene.rows if row.save.game is not None)
    click(app, good.open)
    settle(app, 0.1)
    shown[0].close()  # type: ignore[attr-defined]
    broken = next(row for row in scene.rows if row.save.broken)
    assert not broken.open.visible
    _delete(app, broken, "ui.cancel")
    assert broken.save.path.exists()
    _delete(app, broken, "ui.load.delete")
    settle(app, 0.2)
    assert not broken.save.path.exists()
    assert len(scene.rows) == 3


def _delete(app: App, row: SaveRow, answer: str) -> None:
    click(app, row.delete)
    assert isinstance(app.scene, Dialog)
    click(app, button(app, answer))


@pytest.mark.parametrize("over", [False, True])
def test_a_finished_game_is_not_called_the_one_going_on(app: App, over: bool) -> None:
    match, chance = table("person", "person", keeper=app.keeper), Chance(5)
    play_on(match, chance, lambda match: not over and len(match.history) > 4)
    scene = SavedGames()
    app.replace(scene)
    settle(app, 0.3)
    (row,) = scene.rows
    assert row.name == ("person 0, person 1" if over else app.say("ui.load.current"))
    app.replace(MainMenu())
    words = {told(widget.text) for widget in widgets(app) if isinstance(widget, Button)}
    assert (app.say("ui.menu.continue") in words) == (not over)


def test_another_game_begins_with_the_seats_and_boxes_of_the_last() -> None:
    setup = Setup(2, ("base", "nomads"), 5, variants=("nosword",))
    seats = [Seat("Zoë", "black", "person"), Seat("Bo", "blue", "expert")]
    choices = choices_after(
        setup, seats, Choices(boxes=["base", "caves"], own_cards=True, cards=["miners"]).written()
    )
    assert (choices.table(), choices.boxes, choices.variants) == (seats, ["base", "nomads"], ["nosword"])
    assert (choices.board, choices.own_cards, choices.cards) == (RANDOM, True, ["miners"])
    assert choices_after(setup, [Seat("Zoë", "black", "random")], None).seats[0].kind in KINDS, (
        "kinds that the scene does not offer"
    )


def test_no_saves_is_said(app: App) -> None:
    scene = SavedGames()
    app.push(scene)
    settle(app, 0.2)
    assert app.say("ui.load.empty") in [
        told(label.text) for label in widgets(app) if isinstance(label, Label)
    ]
    click(app, button(app, "ui.menu.new"))
    assert isinstance(app.scene, NewGame)


def test_a_dialog_holds_back_the_scene_below(app: App) -> None:
    app.push(MainMenu())
    pictures_menus.ask(app)
    dialog = app.scene
    assert isinstance(dialog, Dialog)
    click(app, (5, 5))
    assert app.scene is dialog
    press(app, pygame.K_TAB, pygame.K_ESCAPE)
    assert app.scene is not dialog
