"""Plays the end of a game in the real window of a built copy: set up a game, build, undo, use a tile, cut the
power, continue and finish the game.

    python tests/packaging/e2e_full_game.py PROGRAM [PICTURES]

Based on e2e_first_turn.py. Random play produces a game that is one turn before its end. This game is saved as
the current game. After every action, the saved game must contain exactly the expected answers. Not collected
by pytest: .ci/run starts it after the build.
"""

from __future__ import annotations

import json
import shlex
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import pygame
from e2e_first_turn import GameWindow, VirtualScreen, split_program, wait_for
from support.app_driver import visible_widgets

from kingdom.match.controller import Match
from kingdom.match.game_options import expansion_names_by_release
from kingdom.match.seats import HUMAN, Seat, write_seats
from kingdom.record import Record, replay
from kingdom.rules.decision_frames import END_TURN, MANDATORY_TODO, Answer, Decision
from kingdom.rules.game import Game as Position
from kingdom.rules.game import only_legal_answer, random_answer
from kingdom.rules.hexes import Hex, iter_hexes
from kingdom.rules.registry import TILES
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game
from kingdom.ui.final_scoring.scene import FinalScoringScene
from kingdom.ui.framework.app import App
from kingdom.ui.framework.scene import Scene
from kingdom.ui.framework.settings import SETTINGS_FORMAT
from kingdom.ui.match.option_bar import TileButton
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.new_game.scene import NewGamePage
from kingdom.ui.widgets.controls import Checkbox

SEATS = (Seat("Ada", "orange", HUMAN), Seat("Bruno", "blue", "easy"))
SEEDS = range(1, 2000)
REMAINING_SETTLEMENTS = 3
"""Number of settlements left in the human's supply for the last turn; building them ends the game."""
MIN_SIMILARITY = 0.9
"""Two images count as the same scene if at least this fraction of sample points is equal. Images of different
scenes have less than half in common."""
KEY_RETRY_S = 6.0
"""Seconds after which a key that had no effect is pressed again."""
MAX_COLOR_DIFFERENCE = 24
"""Largest difference per channel at which two colors count as equal."""


@dataclass(frozen=True)
class LastTurnPlan:
    """A game before the human's last turn, and a planned tile action that moves a settlement from one hex to
    another."""

    record: Record
    tile: str
    origin: Hex
    target: Hex


def first_hex(cells: int) -> Hex:
    return next(iter(iter_hexes(cells)))


def tile_plan(record: Record, game: Position, tile: str) -> LastTurnPlan | None:
    """Plans the use of a tile. Returns None unless the action takes exactly two hexes, the human's turn
    continues afterwards, the human has no second tile of this kind, and no answer is automatic."""
    after_build, game = game.copy(), game.copy()
    after_build.play(list(iter_hexes(game.decision().cells))[-1])
    game.play(tile)
    hexes: list[Hex] = []
    while game.has_open_action and game.decision().cells and len(hexes) < 2:
        if only_legal_answer(game) is not None:
            return None
        hexes.append(first_hex(game.decision().cells))
        game.play(hexes[-1])
    is_usable = (
        len(hexes) == 2
        and not game.has_open_action
        and not game.active_player
        and tile not in game.decision().options
        and only_legal_answer(game) is only_legal_answer(after_build) is None
    )
    return LastTurnPlan(record, tile, *hexes) if is_usable else None


def find_last_turn() -> LastTurnPlan:
    """Plays random games until one reaches a last turn with a usable tile."""
    for seed in SEEDS:
        record = Record(GameSetup(seed=seed, start_player=0), write_seats(SEATS))
        game, rng = new_game(record.setup), Rng(seed)
        while not game.over:
            decision = game.decision()
            if (
                not decision.player
                and not game.has_open_action
                and game.mandatory_state == MANDATORY_TODO
                and game.supply[0] == REMAINING_SETTLEMENTS
                and decision.cells
            ):
                plans = (tile_plan(record, game, option) for option in decision.options if option in TILES)
                if plan := next((plan for plan in plans if plan), None):
                    return plan
            record.answers.append(random_answer(game, rng))
            game.play(record.answers[-1])
    raise AssertionError("no game reaches such a turn")


def similarity(one: pygame.Surface, other: pygame.Surface, area: pygame.Rect | None = None) -> float:
    """Compares two images, or one area of both. Returns the fraction of sample points that are equal."""
    area = area or one.get_rect()
    points = [(x, y) for x in range(area.left, area.right, 10) for y in range(area.top, area.bottom, 10)]
    same = (
        max(abs(a - b) for a, b in zip(one.get_at(point)[:3], other.get_at(point)[:3], strict=True))
        <= MAX_COLOR_DIFFERENCE
        for point in points
    )
    return sum(same) / len(points)


class Session:
    """A home folder, a screen, and the program, which can be restarted."""

    def __init__(self, program: list[str], screen: VirtualScreen, folder: Path, pictures: Path) -> None:
        self.program, self.screen, self.folder, self.pictures = program, screen, folder, pictures
        self.home = folder / "home"
        settings = self.home / ".config" / "kingdom" / "settings.json"
        settings.parent.mkdir(parents=True)
        settings.write_text(
            json.dumps(
                {"format": SETTINGS_FORMAT, "name": "Ani", "language": "en", "animation": "off"}
                | {"unused_tiles": False}
            )
        )
        self.start()

    def start(self) -> None:
        """Starts a new process and waits for its main menu."""
        self.window = GameWindow(self.program, self.screen, self.home)
        self.expect_scene("the menu", MainMenu())

    # --- screen and saved game

    def expect_scene(
        self,
        description: str,
        scene: Scene,
        picture: str = "",
        key: str = "",
        area: pygame.Rect | None = None,
    ) -> None:
        """Waits until the screen, or an area of it, looks like a scene of the reference app. Saves a
        screenshot if `picture` is given, and if the wait fails. Presses `key` every few seconds, because the
        window may have missed the first key press."""
        app = self.window.reference_app(self.folder)
        app.replace(scene)
        pressed_at = 0.0

        def check() -> pygame.Surface | None:
            nonlocal pressed_at
            if key and (not pressed_at or time.monotonic() - pressed_at > KEY_RETRY_S):
                self.window.press_keys(key)
                pressed_at = time.monotonic()
            app.run_frame([], 0.2)
            screenshot = self.window.screenshot()
            return screenshot if similarity(screenshot, app.surface, area) > MIN_SIMILARITY else None

        try:
            screenshot = wait_for(f"{description} on the screen", check)
        except AssertionError:
            pygame.image.save(self.window.screenshot(), str(self.pictures / "failed.png"))
            pygame.image.save(app.surface, str(self.pictures / "expected.png"))
            raise
        if picture:
            pygame.image.save(screenshot, str(self.pictures / f"{picture}.png"))
        print(f"ok   {description} is on the screen", flush=True)

    def expect_match_scene(self, description: str, picture: str = "") -> None:
        """Waits until the match scene shows the game that is on disk."""
        with self.window.reference_match_scene(self.folder) as scene:
            self.expect_scene(description, scene, picture)

    def answers(self) -> list[Answer]:
        """Returns the answers on disk."""
        record = self.window.record()
        return [] if record is None else record.answers

    def expect_answers(self, description: str, expected: list[Answer]) -> None:
        """Waits until the saved game has exactly these answers."""
        try:
            wait_for(description, lambda: self.answers() == expected)
        except AssertionError as error:
            raise AssertionError(
                f"{error}; the saved game should end with {expected[-4:]}, but it ends with "
                f"{self.answers()[-4:]}"
            ) from None
        print(f"ok   {description}", flush=True)

    # --- input

    def click_hex(self, hex_id: Hex) -> None:
        with self.window.reference_match_scene(self.folder) as scene:
            self.window.click(scene.view.hex_center(hex_id))

    def click_undo(self) -> None:
        """Clicks the undo button below the board."""
        with self.window.reference_match_scene(self.folder) as scene:
            assert scene.action_bar.undo_button.enabled
            self.window.click(scene.action_bar.undo_button.rect.center)

    def tile_button(self, tile: str) -> tuple[tuple[int, int], str]:
        """Returns the position of a tile's button and its shortcut key."""
        with self.window.reference_match_scene(self.folder) as scene:
            buttons = [button for button in scene.action_bar.option_buttons if isinstance(button, TileButton)]
            button_of_tile = next(button for button in buttons if button.item.option == tile)
        return button_of_tile.rect.center, str(button_of_tile.digit)


@contextmanager
def open_session(program: list[str], pictures: Path, summary: str) -> Iterator[Session]:
    """Starts the program with its own screen and home folder, and prints a summary at the end."""
    started_at = time.monotonic()
    pictures.mkdir(parents=True, exist_ok=True)
    screen = VirtualScreen()
    with tempfile.TemporaryDirectory() as name:
        try:
            yield Session(program, screen, Path(name), pictures)
        finally:
            screen.close()
    print(
        f"{shlex.join(program)}: {summary} in {time.monotonic() - started_at:.0f} s; pictures in {pictures}"
    )


def run_script(main: Callable[[list[str], Path], int]) -> None:
    """Runs an end-to-end test. The first command-line argument is the program, and the second is the folder
    for screenshots."""
    sys.exit(main(split_program(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else "pictures")))


def continue_planned_game(session: Session, plan: LastTurnPlan) -> None:
    """Saves the planned game and continues it in the window."""
    session.window.save_store.save_async(plan.record)
    session.window.save_store.flush()
    session.start()
    session.window.press_menu_button("continue", session.folder)
    session.expect_match_scene("the match after Continue")


def build_all(session: Session) -> Decision:
    """Builds by mouse until nothing is left to build, and returns the next decision."""
    while True:
        record = session.window.record()
        assert record is not None
        decision = replay(record).decision()
        if not decision.cells:
            return decision
        session.window.play_answer(session.folder, pause_s=0.0)


def wait_for_result(session: Session) -> Record:
    """Waits for the record of the finished game."""
    wait_for(
        "the result on disk", lambda: (finished := session.window.record()) is not None and finished.result
    )
    record = session.window.record()
    assert record is not None
    return record


def start_new_game(session: Session) -> None:
    """Sets up and starts a new game with a second expansion by mouse. Then kills the program."""
    session.window.press_menu_button("new", session.folder)
    page, app = NewGamePage(), session.window.reference_app(session.folder)
    app.replace(page)
    expansion = expansion_names_by_release()[1]
    toggles = [(widget, rect) for widget, rect in visible_widgets(page.group) if isinstance(widget, Checkbox)]
    session.window.click(
        next(rect.center for widget, rect in toggles if widget.text == app.tr(f"box.{expansion}"))
    )
    session.window.press_keys("Escape")  # the first time an expansion is chosen, its lesson is offered
    session.window.click(page.start_button.rect.center)
    record = wait_for("the chosen game on disk", session.window.record)
    assert expansion in record.setup.expansions, (
        f"{expansion} was chosen, but the game has {record.setup.expansions}"
    )
    session.window.kill()
    print(f"ok   a new game with {expansion} was chosen", flush=True)


def continue_game(session: Session) -> None:
    """Starts the program and continues the game on disk."""
    before = session.answers()
    session.start()
    session.window.press_menu_button("continue", session.folder)
    session.expect_match_scene("the match after Continue", f"answer_{len(before)}")
    session.expect_answers("nothing was lost", before)


def build_and_undo(session: Session, plan: LastTurnPlan) -> None:
    """Builds by mouse and by keyboard, and undoes with the button and the keyboard."""
    before = plan.record.answers
    hexes = list(iter_hexes(replay(plan.record).decision().cells))
    session.click_hex(hexes[-1])
    session.expect_answers("a settlement was built by mouse", [*before, hexes[-1]])
    session.click_undo()
    session.expect_answers("the settlement was undone with the button", before)
    session.window.press_keys("Right", "Return")
    built = wait_for("a settlement to be built by keyboard", lambda: session.answers()[len(before) :])
    assert built[0] in hexes, f"{built[0]} is not one of {hexes}"
    session.window.press_keys("ctrl+z")
    session.expect_answers("the settlement built by keyboard was undone", before)


def start_tile_action(session: Session, plan: LastTurnPlan) -> None:
    """Chooses a tile and a settlement, undoes and repeats both, and simulates a power failure before the
    settlement is placed."""
    before = plan.record.answers
    started_answers: list[Answer] = [*before, plan.tile, plan.origin]
    position, key = session.tile_button(plan.tile)
    session.window.press_keys(key)
    session.expect_answers(f"{plan.tile} was chosen by keyboard", [*before, plan.tile])
    session.window.click(position, button=3)
    session.expect_answers("the tile was deselected by right click", before)
    session.window.click(position)
    session.expect_answers(f"{plan.tile} was chosen by mouse", [*before, plan.tile])
    session.click_hex(plan.origin)
    session.expect_answers("a piece was chosen", started_answers)
    session.window.press_keys("Escape")
    session.expect_answers("the piece was deselected with Esc", [*before, plan.tile])
    session.click_hex(plan.origin)
    session.expect_answers("the piece was chosen again", started_answers)
    session.window.kill()


def finish_tile_action(session: Session, plan: LastTurnPlan) -> None:
    """Places the settlement after the power failure."""
    session.click_hex(plan.target)
    session.expect_answers(
        f"{plan.tile} was used completely", [*plan.record.answers, plan.tile, plan.origin, plan.target]
    )
    record = session.window.record()
    assert record is not None
    game = replay(record)
    assert game.settlement_hexes[0] >> plan.target & 1, "the piece is not on its target hex"
    assert not game.settlement_hexes[0] >> plan.origin & 1, "the piece is still on its original hex"
    assert plan.tile not in game.decision().options, "the tile can be used again"


def finish_game(session: Session) -> None:
    """Builds the last settlements by mouse, ends the turn with Space and waits for the AI player's turn.
    Afterwards, the result must be on disk and on the screen."""
    assert END_TURN in build_all(session).options
    session.window.press_keys("space")
    record = wait_for_result(session)
    assert replay(record, check=True).over
    print(f"ok   the game is over: {record.result}", flush=True)
    session.expect_scene("the final scoring", FinalScoringScene(Match.from_record(record)), "counting")
    session.window.press_keys("Escape")
    check_result_screen(session, record)


class ResultScene(FinalScoringScene):
    """The last page of the final scoring."""

    def enter(self, app: App) -> None:
        super().enter(app)
        self.show_result()


def check_result_screen(session: Session, record: Record) -> None:
    """Checks the result screen and then quits from the main menu, which must not offer to continue a game."""
    session.expect_scene("the result", ResultScene(Match.from_record(record)), "result")
    session.window.press_keys("m")
    session.expect_scene("the menu", MainMenu())
    assert not session.window.save_store.find_unfinished()
    session.window.press_menu_button("quit", session.folder)
    code = session.window.process.wait(30)
    assert code == 0, f"after Quit the program ended with {code}"


def main(program: list[str], pictures: Path) -> int:
    """Runs all steps and returns the exit code."""
    plan = find_last_turn()
    with open_session(program, pictures, "a game was finished") as session:
        start_new_game(session)
        session.window.save_store.save_async(plan.record)
        session.window.save_store.flush()
        continue_game(session)
        build_and_undo(session, plan)
        start_tile_action(session, plan)
        continue_game(session)
        finish_tile_action(session, plan)
        finish_game(session)
    return 0


if __name__ == "__main__":
    run_script(main)
