"""The scenes around the game, for `tools.pictures.pictures`."""

from __future__ import annotations

import os
import time
from pathlib import Path

from tools.pictures.pictures import picture, point, settle

from kingdom.ai.roster import NEAR
from kingdom.match.choices import BY_HAND, GROWN, MAP, NAMES, Choices
from kingdom.match.seats import COLOURS, Seat, write_seats
from kingdom.record import Record
from kingdom.rules.chance import Chance
from kingdom.rules.hexes import hexes_of
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup, new_game
from kingdom.ui.app.app import App
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.new_game.file_dialog import FileDialog
from kingdom.ui.menus.new_game.program_dialog import ProgramDialog
from kingdom.ui.menus.new_game.scene import NewGame
from kingdom.ui.menus.saved_games import SavedGames
from kingdom.ui.menus.settings_page import SettingsPage
from kingdom.ui.menus.welcome import Welcome
from kingdom.ui.reference.scene import Reference
from kingdom.ui.scene.dialog import message, question

SEED = 2024

EXAMPLES = Path(__file__).parents[3] / "examples"


def some_choices() -> Choices:
    """Five seats and every box."""
    choices = Choices(seed=SEED, board="random")
    while choices.free_colours():
        choices.add_seat()
    choices.boxes = list(BOXES)
    choices.seats[2].style, choices.seats[2].name = "collector", "Cleo"
    choices.seats[3].kind = NEAR
    return choices


def some_record(setup: Setup, answers: int) -> Record:
    """A game that went on for a while, played by chance."""
    seats = [
        Seat(NAMES[number], COLOURS[number], "person" if number == 0 else "hard")
        for number in range(setup.players)
    ]
    record = Record(setup, write_seats(seats))
    game, chance = new_game(setup), Chance(setup.seed)
    while len(record.answers) < answers and not game.over:
        decision = game.decision()
        options: list[int | str] = [*hexes_of(decision.cells), *decision.options]
        answer = options[chance.below(len(options))]
        game.choose(answer)
        record.answers.append(answer)
    return record


def keep_saves(app: App) -> None:
    """A few saves, one of them broken."""
    app.keeper.keep_soon(some_record(Setup(players=3, seed=SEED), 120))
    app.keeper.settle()
    app.keeper.save(some_record(Setup(players=5, boxes=tuple(BOXES), seed=SEED), 300), "Sunday with friends")
    app.keeper.save(some_record(Setup(players=2, seed=SEED + 1), 40), "Two of us")
    path = app.keeper.save(some_record(Setup(players=2, seed=SEED + 2), 4), "Broken")
    app.keeper.settle()
    app.keeper.news()
    path.write_text(path.read_text(encoding="utf-8")[:200], encoding="utf-8")
    for number, file in enumerate(sorted(app.keeper.folder.iterdir())):
        os.utime(file, (1_800_000_000 - 5000 * number,) * 2)


@picture("menu")
def menu(app: App) -> None:
    keep_saves(app)
    app.push(MainMenu())
    settle(app)
    point(app, (app.size[0] // 2, app.size[1] * 3 // 5))


@picture("welcome")
def welcome(app: App) -> None:
    app.push(MainMenu())
    app.push(Welcome())


@picture("new-boxes")
def new_boxes(app: App) -> None:
    app.push(NewGame(some_choices()))


@picture("new-program")
def new_program(app: App) -> None:
    new_boxes(app)
    app.push(ProgramDialog(app, lambda name: None, lambda: None))


@picture("new-file")
def new_file(app: App) -> None:
    new_program(app)
    dialog = FileDialog(app, EXAMPLES, lambda file: None)
    app.push(dialog)
    while not dialog.reader.read:
        time.sleep(0)
    app.step([], 0.01)


@picture("new-board")
def new_board(app: App) -> None:
    _new_tab(app, "board", BY_HAND)


@picture("new-grown")
def new_grown(app: App) -> None:
    _new_tab(app, "board", GROWN)


@picture("new-level")
def new_level(app: App) -> None:
    _new_tab(app, "board", MAP)


@picture("new-cards")
def new_cards(app: App) -> None:
    _new_tab(app, "cards", "random")


@picture("new-cards-first")
def new_cards_first(app: App) -> None:
    scene = NewGame(Choices(seed=3))
    scene.tab = "cards"
    app.push(scene)


@picture("new-variants")
def new_variants(app: App) -> None:
    _new_tab(app, "variants", "random")


def _new_tab(app: App, tab: str, board: str) -> None:
    choices = some_choices()
    choices.board, choices.own_cards = board, tab == "cards"
    choices.cards = choices.possible_cards()[3:5]
    scene = NewGame(choices)
    scene.tab = tab
    app.push(scene)


@picture("settings")
def settings(app: App) -> None:
    app.push(SettingsPage())


@picture("load")
def load(app: App) -> None:
    keep_saves(app)
    app.push(SavedGames())


@picture("question")
def ask(app: App) -> None:
    load(app)
    settle(app)
    question(
        app,
        app.say("ui.load.delete"),
        app.say("ui.load.delete.ask", name="Sunday with friends"),
        app.say("ui.load.delete"),
        app.quit,
    )


@picture("damaged")
def damaged(app: App) -> None:
    app.push(MainMenu())
    said = app.say("ui.settings.damaged.text", reason="not JSON", file=app.store.path)
    message(app, app.say("ui.settings.damaged.title"), said, icon="warning")


def _help_page(page: str) -> None:
    @picture(f"help-{page}")
    def show(app: App) -> None:
        app.push(Reference(page))


for _page in (
    "1",
    "3",
    "6",
    "controls",
    "tile.tavern",
    "card.lords",
    "phase.extra",
    "nomad.sword",
    "terrain.water",
):
    _help_page(_page)
