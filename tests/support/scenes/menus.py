"""Menu scenes: main menu, new game, settings, saved games, rules reference."""

from __future__ import annotations

import os
import time
from pathlib import Path

from support.scenes.registry import hover, scene_maker, wait_for_animations

from kingdom.ai.levels import RATED_PLAYER_PREFIX
from kingdom.match.game_options import BOARD_GENERATED, BOARD_MAP, BOARD_SECTIONS, DEFAULT_NAMES, GameOptions
from kingdom.match.seats import PLAYER_COLORS, Seat, write_seats
from kingdom.record import Record
from kingdom.rules.hexes import iter_hexes
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import confirm, show_message
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.saved_games import SavedGamesPage
from kingdom.ui.menus.settings_page import SettingsPage
from kingdom.ui.menus.welcome import WelcomeDialog
from kingdom.ui.new_game.bot_dialog import BotDialog, ExecutableFileDialog
from kingdom.ui.new_game.scene import NewGamePage
from kingdom.ui.reference.scene import RulesReferencePage

SEED = 2024

EXAMPLES = Path(__file__).parents[3] / "examples"


def large_game_options() -> GameOptions:
    """Returns options for a game with five seats and all expansions."""
    options = GameOptions(seed=SEED, board="random")
    while options.free_colors():
        options.add_seat()
    options.expansions = list(EXPANSIONS)
    options.seats[2].style, options.seats[2].name = "collector", "Cleo"
    options.seats[3].kind = RATED_PLAYER_PREFIX
    return options


def random_record(setup: GameSetup, answer_count: int) -> Record:
    """Returns the record of a game with the given number of random answers."""
    seats = [
        Seat(DEFAULT_NAMES[index], PLAYER_COLORS[index], "person" if index == 0 else "hard")
        for index in range(setup.player_count)
    ]
    record = Record(setup, write_seats(seats))
    game, rng = new_game(setup), Rng(setup.seed)
    while len(record.answers) < answer_count and not game.over:
        decision = game.decision()
        options: list[int | str] = [*iter_hexes(decision.cells), *decision.options]
        answer = options[rng.randrange(len(options))]
        game.play(answer)
        record.answers.append(answer)
    return record


def create_saves(app: App) -> None:
    """Creates a few saves, one of them broken."""
    app.save_store.save_async(random_record(GameSetup(player_count=3, seed=SEED), 120))
    app.save_store.flush()
    app.save_store.save_as_async(
        random_record(GameSetup(player_count=5, expansions=tuple(EXPANSIONS), seed=SEED), 300),
        "Sunday with friends",
    )
    app.save_store.save_as_async(random_record(GameSetup(player_count=2, seed=SEED + 1), 40), "Two of us")
    path = app.save_store.save_as_async(random_record(GameSetup(player_count=2, seed=SEED + 2), 4), "Broken")
    app.save_store.flush()
    app.save_store.take_save_results()
    path.write_text(path.read_text(encoding="utf-8")[:200], encoding="utf-8")
    for index, file in enumerate(sorted(app.save_store.folder.iterdir())):
        os.utime(file, (1_800_000_000 - 5000 * index,) * 2)


@scene_maker("menu")
def open_menu(app: App) -> None:
    create_saves(app)
    app.push(MainMenu())
    wait_for_animations(app)
    hover(app, (app.size[0] // 2, app.size[1] * 3 // 5))


@scene_maker("welcome")
def open_welcome(app: App) -> None:
    app.push(MainMenu())
    app.push(WelcomeDialog())


@scene_maker("new-boxes")
def open_expansions_tab(app: App) -> None:
    app.push(NewGamePage(large_game_options()))


@scene_maker("new-program")
def open_bot_dialog(app: App) -> None:
    open_expansions_tab(app)
    app.push(BotDialog(app, lambda name: None, lambda: None))


@scene_maker("new-file")
def open_file_dialog(app: App) -> None:
    open_bot_dialog(app)
    dialog = ExecutableFileDialog(app, EXAMPLES, lambda file: None)
    app.push(dialog)
    while not dialog.loader.is_done:
        time.sleep(0)
    app.run_frame([], 0.01)


@scene_maker("new-board")
def open_board_sections(app: App) -> None:
    _open_tab(app, "board", BOARD_SECTIONS)


@scene_maker("new-grown")
def open_board_generated(app: App) -> None:
    _open_tab(app, "board", BOARD_GENERATED)


@scene_maker("new-level")
def open_board_map(app: App) -> None:
    _open_tab(app, "board", BOARD_MAP)


@scene_maker("new-cards")
def open_cards_tab(app: App) -> None:
    _open_tab(app, "cards", "random")


@scene_maker("new-cards-first")
def open_cards_of_first_game(app: App) -> None:
    scene = NewGamePage(GameOptions(seed=3))
    scene.tab = "cards"
    app.push(scene)


@scene_maker("new-variants")
def open_variants_tab(app: App) -> None:
    _open_tab(app, "variants", "random")


def _open_tab(app: App, tab: str, board: str) -> None:
    options = large_game_options()
    options.board, options.cards_chosen = board, tab == "cards"
    options.cards = options.available_cards()[3:5]
    scene = NewGamePage(options)
    scene.tab = tab
    app.push(scene)


@scene_maker("settings")
def open_settings(app: App) -> None:
    app.push(SettingsPage())


@scene_maker("load")
def open_saved_games(app: App) -> None:
    create_saves(app)
    app.push(SavedGamesPage())


@scene_maker("question")
def open_confirmation(app: App) -> None:
    open_saved_games(app)
    wait_for_animations(app)
    confirm(
        app,
        app.tr("ui.load.delete"),
        app.tr("ui.load.delete.ask", name="Sunday with friends"),
        app.tr("ui.load.delete"),
        app.quit,
    )


@scene_maker("damaged")
def open_damaged_message(app: App) -> None:
    app.push(MainMenu())
    message = app.tr("ui.settings.damaged.text", reason="not JSON", file=app.settings_store.path)
    show_message(app, app.tr("ui.settings.damaged.title"), message, icon="warning")


def _register_rules_page(page: str) -> None:
    @scene_maker(f"help-{page}")
    def show(app: App) -> None:
        app.push(RulesReferencePage(page))


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
    _register_rules_page(_page)
