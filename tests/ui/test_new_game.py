"""The scene for a new game by posted events: what the table has of each box, colours, turn order, tasks, the
island; and the first start."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pygame
import pytest
from tools.pictures import of_menus
from window import READ_BESIDE, assert_tidy, click, down, moved, open_app, press, settle, typed, up

from kingdom import tiled
from kingdom.ai.roster import NEAR
from kingdom.ai.styles import styles
from kingdom.map_check import cells_of
from kingdom.match.choices import BY_HAND, FIRST, MAP, OWN, RANDOM, Choices, SeatChoice
from kingdom.match.map_files import MapFile, map_files
from kingdom.match.other_programs import command_of
from kingdom.match.remembered import read_choices
from kingdom.match.seats import BOT, COLOURS
from kingdom.record import read_setup, write_setup
from kingdom.rules.board import Grid, is_turned, unturned
from kingdom.rules.every_box import share_of
from kingdom.rules.registry import BOXES, SECTIONS
from kingdom.studio.grow import Wishes
from kingdom.text import LANGUAGES
from kingdom.ui.app.app import App
from kingdom.ui.app.first_window import first_scale, first_window
from kingdom.ui.board.land_row import LandRow
from kingdom.ui.board.thumbnails import Thumbnails, paint_small
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.new_game import land_reader
from kingdom.ui.menus.new_game.dealt import DealtRow, DealtSection
from kingdom.ui.menus.new_game.favourites import ALL, LIKED, Star
from kingdom.ui.menus.new_game.file_dialog import FileDialog
from kingdom.ui.menus.new_game.gallery import SectionTile
from kingdom.ui.menus.new_game.preview import CardToggle
from kingdom.ui.menus.new_game.program_dialog import ProgramDialog
from kingdom.ui.menus.new_game.scene import TABS, NewGame
from kingdom.ui.menus.new_game.seats import ColourChoice, MoveButton
from kingdom.ui.menus.welcome import Welcome
from kingdom.ui.scene.settings import Settings, Store, parse, reset
from kingdom.ui.scene.words import kind_words, short_kind_words
from kingdom.ui.table.table import TableScene
from kingdom.ui.widgets.basic import Button, Label, Toggle
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.widget import told

WINDOW_SIZE = (1280, 800)

BOT_FILE = Path(__file__).parents[2] / "examples" / "plain_bot.py"


def opened(app: App, choices: Choices, tab: str = "boxes") -> NewGame:
    scene = NewGame(choices)
    scene.tab = tab
    app.push(scene)
    return scene


def words(scene: NewGame) -> list[str]:
    return [told(widget.text) for widget in scene.group.walk() if isinstance(widget, Label)]


def toggle(scene: NewGame, text: str) -> Toggle:
    return next(w for w in scene.group.walk() if isinstance(w, Toggle) and told(w.text) == text)


def choice_with(scene: NewGame, value: object) -> Choice:
    """The list that offers a value."""
    return next(
        widget
        for widget in scene.group.walk()
        if isinstance(widget, Choice) and value in [option for option, _ in widget.options]
    )


def test_each_ticked_box_says_what_is_there_and_follows_every_change(app: App) -> None:
    scene = opened(app, of_menus.some_choices())
    say = app.say
    assert say("ui.new.all_there") in words(scene)
    assert say("ui.new.not_here") not in words(scene)
    assert scene.game is not None
    section = share_of(scene.game, "crossroads").sections[0]
    assert any(say(f"section.{section}") in line for line in words(scene))
    click(app, toggle(scene, say("ui.new.every")))
    assert not scene.choices.every_box
    gone = [name for name in BOXES if not share_of(scene.game, name).takes_part]
    assert gone
    assert words(scene).count(say("ui.new.not_here")) == len(gone)
    assert say("ui.new.without", boxes=", ".join(say(f"box.{name}") for name in gone)) in words(scene)
    click(app, toggle(scene, say(f"box.{gone[0]}")))
    assert words(scene).count(say("ui.new.not_here")) < len(gone) or gone[0] not in scene.choices.boxes
    assert say(f"box.{gone[0]}.blurb") in words(scene)


def test_a_taken_colour_is_exchanged_by_mouse(app: App) -> None:
    scene = opened(app, of_menus.some_choices())
    first, second = scene.choices.seats[:2]
    before = first.colour, second.colour
    colour = next(widget for widget in scene.group.walk() if isinstance(widget, ColourChoice))
    click(app, colour)
    place = colour.list_rect()
    click(app, (place.centerx, place.top + colour.rect.height * 3 // 2))
    assert (first.colour, second.colour) == (before[1], before[0])


def test_seats_are_moved_and_one_is_chosen_to_start(app: App) -> None:
    scene = opened(app, of_menus.some_choices())
    names = [seat.name for seat in scene.choices.seats]
    moves = [widget for widget in scene.group.walk() if isinstance(widget, MoveButton)]
    assert [move.enabled for move in moves] == [False, *[True] * 8, False]
    click(app, moves[1])
    assert [seat.name for seat in scene.choices.seats[:2]] == [names[1], names[0]]
    start = choice_with(scene, 4)
    scene.group.set_focus(start)
    press(app, pygame.K_RIGHT)
    assert scene.choices.start == 0
    assert scene.choices.setup().start == 0
    press(app, pygame.K_LEFT)
    assert scene.choices.start is None


def test_a_rival_with_a_character_brings_a_name(app: App) -> None:
    scene = opened(app, of_menus.some_choices())
    seat = scene.choices.seats[4]
    seat.kind = "easy"
    scene.changed()
    scene.layout(app.size)

    def offered(value: object) -> list[Choice]:
        found = [widget for widget in scene.group.walk() if isinstance(widget, Choice)]
        return [choice for choice in found if value in [option for option, _ in choice.options]]

    assert len(offered("hermit")) == 1, "an easy program has no character"
    scene.group.set_focus(offered("easy")[-1])
    press(app, pygame.K_RIGHT)
    assert (seat.kind, len(offered("hermit"))) == ("medium", 2)
    click(app, offered("hermit")[-1])
    place = offered("hermit")[-1].list_rect()
    click(app, (place.left + 20, place.bottom - 4))
    assert (seat.style, seat.name) == ("hermit", "Hanno")
    seat.name = "My rival"
    scene.group.set_focus(offered("hermit")[-1])
    press(app, pygame.K_LEFT)
    assert seat.style not in ("", "hermit")
    assert seat.name == "My rival", "a name that was given stays"


def test_the_program_as_strong_as_the_person_says_how_strong(app: App) -> None:
    choices = Choices()
    choices.seats[1].kind = NEAR
    scene = opened(app, choices)
    kind = next(
        choice for choice in scene.group.walk() if isinstance(choice, Choice) and choice.value == NEAR
    )

    def tip() -> str:
        assert callable(kind.tooltip)
        return str(kind.tooltip())

    assert app.say("ui.new.near.first", level=app.say("ui.kind.easy")) in tip()
    app.clerk.strengths = {choices.seats[0].name.casefold(): 1650}
    assert app.say("ui.new.near", points=1650, level=app.say("ui.kind.hard")) in tip()


def test_another_program_is_asked_for_and_remembered(app: App) -> None:
    scene = opened(app, Choices())
    seat = scene.choices.seats[1]

    def kinds() -> Choice:
        found = [widget for widget in scene.group.walk() if isinstance(widget, Choice)]
        return [choice for choice in found if BOT in [value for value, _ in choice.options]][1]

    kinds().choose(len(kinds().options) - 1)
    dialog = app.scene
    assert isinstance(dialog, ProgramDialog)
    press(app, pygame.K_RETURN)
    assert dialog.field.wrong
    press(app, pygame.K_ESCAPE)
    assert (seat.kind, kinds().value, app.scene) == ("easy", "easy", scene), "nothing was taken"
    kinds().choose(len(kinds().options) - 1)
    dialog = app.scene
    assert isinstance(dialog, ProgramDialog)
    app.step([pygame.event.Event(pygame.DROPFILE, file=str(BOT_FILE))], 0.01)
    press(app, pygame.K_RETURN)
    assert app.scene is scene
    assert (seat.kind, kinds().value) == ("bot/plain_bot", "bot/plain_bot")
    assert app.settings.bots == {"plain_bot": str(BOT_FILE)}
    assert parse(app.store.path.read_text(encoding="utf-8")).bots if app.store.save(app.settings) else False
    assert read_choices(scene.choices.written()).seats[1].kind == "bot/plain_bot"
    tooltip = kinds().tooltip
    assert callable(tooltip)
    assert str(BOT_FILE) in str(tooltip()), "what is started can be looked at"
    reset(app.settings)
    assert app.settings.bots, "they are no settings"


def read_folder(app: App) -> FileDialog:
    """The list of files on top, once its folder is read."""
    dialog = app.scene
    assert isinstance(dialog, FileDialog)
    while not dialog.reader.read:
        time.sleep(0)
    app.step([], 0.01)
    return dialog


def test_another_program_is_chosen_from_a_list_of_files(app: App, tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "my bot.py").touch()
    (tmp_path / "bots" / "notes.txt").touch()
    taken: list[str] = []
    app.push(ProgramDialog(app, taken.append, lambda: None))
    asking = app.scene
    assert isinstance(asking, ProgramDialog)
    app.settings.bots["gone"] = command_of(str(tmp_path / "gone.py"))
    click(app, asking.browse.rect.center)
    listed = read_folder(app)

    def button(words: str) -> Button:
        found = [entry for entry in listed.list.children if isinstance(entry, Button)]
        return next(entry for entry in found if entry.text == words)

    assert listed.reader.folder == tmp_path, "where the last one was"
    click(app, button("bots").rect.center)
    listed = read_folder(app)
    assert not [entry for entry in listed.list.children if getattr(entry, "text", "") == "notes.txt"]
    click(app, button(app.say("ui.files.up")).rect.center)
    assert read_folder(app).reader.folder == tmp_path
    click(app, button("bots").rect.center)
    read_folder(app)
    click(app, button("my bot.py").rect.center)
    assert app.scene is asking
    press(app, pygame.K_RETURN)
    assert taken == ["my bot"]


def test_a_folder_that_cannot_be_read_is_told(app: App, tmp_path: Path) -> None:
    app.push(FileDialog(app, tmp_path / "gone", lambda _: None))
    dialog = read_folder(app)
    assert app.say("ui.files.failed") in [getattr(entry, "text", "") for entry in dialog.list.children]
    press(app, pygame.K_ESCAPE)
    assert app.scene is not dialog


def test_new_land_each_time_as_one_wishes_it(app: App) -> None:
    scene = opened(app, of_menus.some_choices(), "board")
    click(app, toggle(scene, app.say("ui.new.board.grown")))
    assert scene.game is not None
    land = scene.game.board.grid
    assert scene.game.table.land is None or "sections" not in scene.game.table.land
    water = next(w for w in scene.group.walk() if isinstance(w, Choice) and "much" in dict(w.options))
    scene.group.set_focus(water)
    press(app, pygame.K_RIGHT)
    assert scene.choices.wishes.water == "much"
    assert scene.game.board.grid != land
    assert read_choices(scene.choices.written()).wishes == scene.choices.wishes
    seed, land = scene.choices.seed, scene.game.board.grid
    scene.choices.seed = seed + 1
    scene.changed()
    assert scene.game.board.grid != land
    scene.choices.seed = seed
    scene.changed()
    assert scene.game.board.grid == land
    assert read_setup(write_setup(scene.choices.setup())).grid == land


def test_whole_maps_are_listed_with_picture_and_two_lines(app: App) -> None:
    scene = opened(app, of_menus.some_choices(), "board")
    click(app, toggle(scene, app.say("ui.new.board.level")))
    rows = [row for row in scene.group.walk() if isinstance(row, LandRow) and row.children]
    assert {row.text for row in rows} >= {app.say("ui.level.spiral"), app.say("ui.level.delta")}
    for row in rows:
        assert row.about.count("\n") == 1
    chosen = next(row for row in rows if row.text == app.say("ui.level.spiral"))
    scene.area.reveal(chosen)
    click(app, chosen)
    assert scene.choices.level == "spiral.tmx"
    assert scene.game is not None
    assert cells_of(scene.game.board.grid) == cells_of(tiled.load("spiral.tmx"))
    assert_tidy(scene, app.size)
    scene.leave()


def test_sections_are_dragged_onto_the_board_clicked_and_turned(app: App) -> None:
    choices = of_menus.some_choices()
    choices.board = BY_HAND
    scene = opened(app, choices, "board")
    settle(app, 0.5)
    assert [widget for widget in scene.group.walk() if isinstance(widget, SectionTile)]

    def tile(name: str) -> SectionTile:
        words = app.say(f"section.{name}")
        found = next(w for w in scene.group.walk() if isinstance(w, SectionTile) and told(w.text) == words)
        scene.area.reveal(found)
        return found

    board = scene.preview.pictures[0][1]
    corner = board.right - board.width // 5, board.bottom - board.height // 5
    begin = tile("temple").rect.center
    app.step([moved(begin), down(begin)], 0.01)
    app.step([moved((begin[0] + 60, begin[1]))], 0.01)
    before = app.surface.subsurface(board).copy()
    app.step([moved(corner)], 0.01)
    assert scene.preview.aimed_at == 3, "the place it would go to is lit"
    spot = board.centerx + board.width // 4, board.top + board.height * 3 // 4 + 5
    far = board.left + board.width // 4, board.top + board.height // 4
    local = [(x - board.left, y - board.top) for x, y in (spot, far)]
    assert [
        before.get_at(at) == app.surface.get_at(pos) for at, pos in zip(local, (spot, far), strict=True)
    ] == [
        False,
        True,
    ]
    app.step([up(corner)], 0.01)
    assert scene.preview.aimed_at is None
    assert scene.choices.sections[3] == "temple"
    settle(app, 0.5)
    click(app, corner)
    assert scene.choices.sections[3] == "temple turned"
    begin = tile("oasis").rect.center
    app.step([moved(begin), down(begin)], 0.01)
    app.step([moved((5, 5))], 0.01)
    app.step([up((5, 5))], 0.01)
    click(app, tile("harbor"))
    click(app, tile("barn"))
    assert scene.choices.sections[:2] == ["harbor", "barn"]
    assert scene.choices.sections[3] == "temple turned"
    scene.choices.board = RANDOM
    scene.changed()
    settle(app, 0.5)
    before = list(scene.choices.sections)
    click(app, corner)
    assert scene.choices.sections == before


def test_in_a_larger_window_the_board_lies_in_its_place_at_once(app: App) -> None:
    scene = opened(app, of_menus.some_choices(), "board")
    settle(app, 0.5)
    before = scene.preview.pictures[0][0]
    scene.preview.rect = scene.preview.rect.move(200, 100).inflate(100, 90)
    scene.preview.update(0.01, app.look)
    picture, place = scene.preview.pictures[0]
    assert picture.get_width() > before.get_width()
    assert scene.preview.rect.inflate(20, 20).contains(place)
    assert place.size == picture.get_size()


def test_small_pictures_are_painted_beside_the_window(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    may_begin = threading.Event()

    def paint_then(*words: Any) -> pygame.Surface:
        may_begin.wait(60)
        return paint_small(*words)

    monkeypatch.setattr("kingdom.ui.board.thumbnails.paint_small", paint_then)
    thumbnails, land = Thumbnails(app.look.sheets), next(iter(SECTIONS.values()))
    assert thumbnails.seen(land, (60, 50)) is None
    thumbnails.want(land, (60, 50))
    assert thumbnails.update(), "one is still to come"
    may_begin.set()
    thumbnails.stop()
    thumbnails.want(land, (60, 50))
    thumbnails.finish()
    picture = thumbnails.seen(land, (60, 50))
    assert picture is not None
    assert picture.get_width() <= 60
    assert picture.get_height() <= 50
    assert thumbnails.update()
    assert not thumbnails.update()


def test_wishes_that_nobody_knows_are_as_usual() -> None:
    cases: tuple[object, ...] = ({"water": "deep"}, {"snow": "much"}, [], "much")
    for wrong in cases:
        assert read_choices({**Choices().written(), "wishes": wrong}).wishes == Wishes()


def test_tasks_and_the_island_are_chosen(app: App) -> None:
    scene = opened(app, of_menus.some_choices(), "cards")
    scene.choices.tasks_from = OWN
    scene.changed()
    scene.layout(app.size)
    tasks = [w for w in scene.group.walk() if isinstance(w, CardToggle) and w.picture.startswith("task_")]
    scene.area.reveal(tasks[2])
    click(app, tasks[2])
    assert scene.choices.tasks
    assert scene.game is not None
    assert scene.game.table.tasks[0].name == scene.choices.tasks[0]
    scene.tab = "board"
    scene.layout(app.size)
    sides = {row.text: row for row in scene.group.walk() if isinstance(row, LandRow)}
    scene.group.set_focus(sides[app.say("tile.tree_house")])
    press(app, pygame.K_SPACE)
    assert scene.choices.island == "tree_house"
    assert scene.game.table.markers["island"] == "tree_house"


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (3840, 2160)])
@pytest.mark.parametrize("scale", [0.8, 2.0])
def test_every_tab_is_tidy_in_every_language(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    for language in LANGUAGES:
        app = open_app(tmp_path, size, language)
        app.settings.interface_scale = scale
        app.refresh()
        choices = of_menus.some_choices()
        choices.tasks_from = OWN
        for tab in TABS:
            assert_tidy(opened(app, choices, tab), size)
        app.push(Welcome())
        assert app.scene is not None
        assert_tidy(app.scene, size)
        app.close()


# --- the first start


def test_the_first_question_is_name_and_language(app: App) -> None:
    app.push(MainMenu())
    app.ways.welcome()
    scene = app.scene
    assert isinstance(scene, Welcome)
    app.step(typed("Zoë"), 0.01)
    scene.group.set_focus(scene.language)
    while app.settings.language != "de":
        press(app, pygame.K_RIGHT)
    assert scene.go.text == app.say("ui.welcome.go") == "Ich kenne das Spiel"
    click(app, scene.go)
    assert isinstance(app.scene, MainMenu)
    kept = app.store.load()
    assert (kept.name, kept.language) == ("Zoë", "de")
    app.ways.new_game()
    assert isinstance(app.scene, NewGame)
    assert app.scene.choices.seats[0].name == "Zoë"


def test_no_name_is_no_answer_and_enter_is_one(app: App) -> None:
    app.settings.new_game = Choices().written()
    app.ways.welcome()
    scene = app.scene
    assert isinstance(scene, Welcome)
    press(app, pygame.K_BACKSPACE)
    assert not scene.go.enabled
    press(app, pygame.K_RETURN)
    assert app.scene is scene
    app.step(typed("Bo"), 0.01)
    press(app, pygame.K_RETURN)
    assert scene.group.focus is scene.new, "one more question"
    press(app, pygame.K_TAB, pygame.K_RETURN)
    assert app.scene is not scene
    assert app.settings.name == "Bo"
    assert read_choices(app.settings.new_game).seats[0].name == "Bo"


@pytest.mark.parametrize(
    ("desktop", "window", "scale"),
    [
        ((1920, 1080), (1536, 864), 1.05),
        ((3840, 2160), (3072, 1728), 1.0),
        ((1366, 768), (1280, 768), 1.15),
        ((1024, 700), (1024, 700), 1.25),
        ((640, 480), (800, 600), 1.25),
    ],
)
def test_the_first_window_fits_the_screen(
    desktop: tuple[int, int], window: tuple[int, int], scale: float
) -> None:
    assert first_window(desktop) == window
    assert first_scale(window) == scale


def test_only_the_first_start_fits_the_window(tmp_path: Path) -> None:
    store = Store(tmp_path / "settings.json")
    app = App(store)
    first = app.settings.window
    assert tuple(first) == first_window(pygame.display.get_desktop_sizes()[0])
    app.settings.window, app.settings.interface_scale = [900, 650], 1.5
    settle(app, 0.1)
    app.close()
    again = App(Store(tmp_path / "settings.json"))
    assert (again.settings.window, again.settings.interface_scale) == ([900, 650], 1.5)
    assert again.size == (900, 650)
    again.close()


def test_settings_made_by_hand_are_not_fitted(tmp_path: Path) -> None:
    store = Store(tmp_path / "settings.json")
    store.save(Settings(window=[1000, 700], interface_scale=0.9))
    app = App(store)
    assert (app.settings.window, app.settings.interface_scale) == ([1000, 700], 0.9)
    app.close()


def test_lands_are_shown_by_box_and_by_liking(app: App) -> None:
    """Stars stay for later games."""
    choices = of_menus.some_choices()
    choices.board, choices.boxes = BY_HAND, ["base", "nomads"]
    scene = opened(app, choices, "board")

    def tiles() -> list[str]:
        return [told(w.text) for w in scene.group.walk() if isinstance(w, SectionTile)]

    def rows() -> list[str]:
        return [told(w.text) for w in scene.group.walk() if isinstance(w, LandRow)]

    def show(which: str) -> None:
        choice = next(w for w in scene.group.walk() if isinstance(w, Choice) and LIKED in dict(w.options))
        choice.choose([value for value, _ in choice.options].index(which))
        app.step([], 0.01)

    every = tiles()
    show("nomads")
    assert tiles() == [app.say(f"section.{name}") for name in BOXES["nomads"].sections]
    show(LIKED)
    assert tiles() == []
    show(ALL)
    assert tiles() == every
    star = [w for w in scene.group.walk() if isinstance(w, Star)][1]
    scene.area.reveal(star)
    click(app, star)
    app.step([], 0.01)
    show(LIKED)
    assert tiles() == [every[1]]
    assert len(app.store.load().favourites) == 1
    scene.group.set_focus(next(w for w in scene.group.walk() if isinstance(w, Star)))
    press(app, pygame.K_RETURN)
    app.step([], 0.01)
    assert tiles() == []
    scene.choices.board = MAP
    scene.changed()
    app.step([], 0.01)
    show(ALL)
    every = rows()
    click(app, next(w for w in scene.group.walk() if isinstance(w, Star)))
    app.step([], 0.01)
    show(LIKED)
    assert rows() == every[:1]


def test_who_plays_in_words(app: App) -> None:
    texts = app.texts
    assert kind_words(texts, "hard/hermit") == "Hard, Hermit"
    assert kind_words(texts, "near/1430") == "Like you (1430)"
    assert kind_words(texts, "bot/a program of mine") == "a program of mine"
    assert kind_words(texts, "greedy") == "greedy", "only commands know it"
    short = [
        short_kind_words(texts, kind)
        for kind in ("hard/hermit", "near/1430", "bot/a program of mine", "easy")
    ]
    assert short == ["Hard", "≈ 1430", "a progr…", "Easy"]


@pytest.mark.parametrize("board", [RANDOM, FIRST])
def test_tabs_with_nothing_to_choose_tell_what_is_dealt(app: App, board: str) -> None:
    choices = Choices(seed=5, board=board)
    scene = opened(app, choices, "board")
    settle(app, 0.1)
    assert scene.game is not None
    rows = [row for row in scene.group.walk() if isinstance(row, DealtSection)]
    dealt = scene.game.table.land["sections"]
    assert [row.name for row in rows] == [app.say(f"section.{unturned(name)}") for name in dealt]
    assert [
        row.grid.turned() if is_turned(name) else row.grid for row, name in zip(rows, dealt, strict=True)
    ] == [SECTIONS[unturned(name)] for name in dealt]
    assert all(row.about in row.tip() for row in rows)
    assert any(row.about == app.say("tile.tavern.rule") for row in rows) == ("tavern" in map(unturned, dealt))
    scene.open_tab("cards")
    settle(app, 0.1)
    cards = [row for row in scene.group.walk() if isinstance(row, DealtRow)]
    assert [row.about for row in cards] == [
        scene.texts.say(f"card.{card.name}.rule") for card in scene.game.table.cards
    ]


def test_tasks_by_chance_are_told_with_their_rules(app: App) -> None:
    scene = opened(app, Choices(seed=5, board=RANDOM, boxes=["base", "crossroads"]), "cards")
    settle(app, 0.1)
    assert scene.game is not None
    assert scene.game.table.tasks
    rules = [row.about for row in scene.group.walk() if isinstance(row, DealtRow)]
    wanted = [*scene.game.table.cards, *scene.game.table.tasks]
    keys = ["card"] * len(scene.game.table.cards) + ["task"] * len(scene.game.table.tasks)
    assert rules == [scene.texts.say(f"{key}.{one.name}.rule") for key, one in zip(keys, wanted, strict=True)]


def test_maps_are_read_beside_the_window(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until they are there the page says so, and nothing waits for them."""
    go_on, readers = threading.Event(), []

    def slow() -> list[MapFile]:
        readers.append(threading.current_thread())
        assert go_on.wait(120)
        return map_files()

    monkeypatch.setattr(land_reader, "map_files", slow)
    monkeypatch.setattr(land_reader.LandReader, "begin", READ_BESIDE)
    scene = opened(app, Choices(seed=5, board=MAP, level="archipelago.tmx"), "board")
    settle(app, 0.1)
    told_now = [told(label.text) for label in scene.group.walk() if isinstance(label, Label)]
    assert scene.why == app.say("ui.new.why.reading") in told_now
    assert not scene.start.enabled
    go_on.set()
    while scene.reading:
        time.sleep(0)
    settle(app, 0.1)
    assert scene.why is None
    assert scene.start.enabled
    assert any(isinstance(row, LandRow) for row in scene.group.walk())
    assert threading.main_thread() not in readers
    assert len(readers) == 1


def test_a_folder_of_maps_that_cannot_be_read_costs_its_list(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken() -> list[MapFile]:
        raise RuntimeError("no such luck")

    monkeypatch.setattr(land_reader, "section_files", broken)
    scene = opened(app, Choices(seed=5, board=BY_HAND), "board")
    settle(app, 0.1)
    assert not scene.reading
    assert scene.own_sections == []
    assert scene.maps


def test_a_game_starts_without_reading_its_map_again(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """It was read beside the window; nothing waits for the disk here."""
    scene = opened(app, Choices(seed=5, board=MAP, level="archipelago.tmx"), "board")
    settle(app, 0.1)
    assert scene.start.enabled

    grid = tiled.load("archipelago.tmx")

    def no_disk(*path: object) -> None:
        raise AssertionError("a file is read")

    monkeypatch.setattr(tiled, "read", no_disk)
    scene.start.activate()
    table = app.scene
    assert isinstance(table, TableScene)
    assert table.match.game.board.grid == grid


def test_the_next_quick_game_reads_its_map_beside_the_window(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    readers: list[threading.Thread] = []
    read = tiled.read

    def noted(path: Path) -> Grid:
        readers.append(threading.current_thread())
        return read(path)

    app.settings.new_game = Choices(seed=5, board=MAP, level="archipelago.tmx").written()
    monkeypatch.setattr(tiled, "read", noted)
    menu = MainMenu()
    app.replace(menu)
    menu.quick_game()
    for _ in range(20_000):
        app.step([], 0.01)
        if isinstance(app.scene, TableScene):
            break
        time.sleep(0.001)
    assert isinstance(app.scene, TableScene)
    assert readers
    assert threading.main_thread() not in readers


@pytest.mark.parametrize("language", LANGUAGES)
def test_at_twice_the_size_characters_are_called_by_whole_words(app: App, language: str) -> None:
    app.settings.language, app.settings.interface_scale = language, 2.0
    app.refresh()
    people = [SeatChoice("Ani", "orange", "person")]
    people += [SeatChoice(f"P{n}", COLOURS[n + 1], "medium", style) for n, style in enumerate(styles())][:4]
    scene = opened(app, Choices(seats=people, seed=5))
    app.step([], 0.01)
    lists = [widget for widget in scene.group.walk() if isinstance(widget, Choice)]
    assert [widget.cut for widget in lists if widget.cut] == []
