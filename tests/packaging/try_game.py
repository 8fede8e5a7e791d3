"""Play the end of a game in the real window of a finished copy: choose, build, undo, use a tile, a power cut,
continue, finish.

    python tests/packaging/try_game.py PROGRAM [PICTURES]

Stands on try_window.py, which plays a first turn. A game one turn from its end is found with random play and
put where the program looks. After every deed the saved game must hold exactly the answers that it should. Not
collected by pytest: .ci/run starts it after the build.
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
from try_window import Game, Screen, command_of, wait_for
from window import shown_widgets

from kingdom.ai.player import random_answer
from kingdom.match.choices import in_order
from kingdom.match.match import Match
from kingdom.match.seats import PERSON, Seat, write_seats
from kingdom.record import Record, replay
from kingdom.rules.chance import Chance
from kingdom.rules.frames import END_TURN, TODO, Answer, Decision
from kingdom.rules.game import Game as Position
from kingdom.rules.hexes import Hex, hexes_of
from kingdom.rules.registry import TILES
from kingdom.rules.setup import Setup, new_game
from kingdom.ui.ceremony.ceremony import Ceremony
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.new_game.scene import NewGame
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.scene import Scene
from kingdom.ui.scene.settings import FORMAT
from kingdom.ui.table.strip import TileButton
from kingdom.ui.widgets.basic import Toggle

SEATS = (Seat("Ada", "orange", PERSON), Seat("Bruno", "blue", "easy"))
SEEDS = range(1, 2000)
LAST = 3
"""Settlements of the person's supply in the last turn: building them ends the game."""
ALIKE = 0.9
"""Of what a coarse look sees; another scene has less than half."""
PATIENCE_WITH_A_KEY = 6.0
"""Seconds after which a key that led nowhere is pressed again."""
NEAR = 24
"""How far two colours may be apart and count as the same."""


@dataclass(frozen=True)
class Plan:
    """A game before the person's last turn, and a tile that takes a piece from one hex to another."""

    record: Record
    tile: str
    origin: Hex
    goal: Hex


def first(cells: int) -> Hex:
    """One of these hexes."""
    return next(iter(hexes_of(cells)))


def tile_plan(record: Record, game: Position, tile: str) -> Plan | None:
    """How to use a tile, if it asks for two hexes, and it is the person's turn afterwards, without a second
    tile of the kind."""
    game = game.copy()
    game.choose(tile)
    hexes: list[Hex] = []
    while game.action_open and game.decision().cells and len(hexes) < 2:
        hexes.append(first(game.decision().cells))
        game.choose(hexes[-1])
    used = (
        len(hexes) == 2 and not game.action_open and not game.player and tile not in game.decision().options
    )
    return Plan(record, tile, *hexes) if used else None


def last_turn() -> Plan:
    """The first game of random play that comes to such a turn."""
    for seed in SEEDS:
        record = Record(Setup(seed=seed, start=0), write_seats(SEATS))
        game, chance = new_game(record.setup), Chance(seed)
        while not game.over:
            decision = game.decision()
            if (
                not decision.player
                and not game.action_open
                and game.mandatory == TODO
                and game.supply[0] == LAST
                and decision.cells
            ):
                plans = (tile_plan(record, game, option) for option in decision.options if option in TILES)
                if plan := next((plan for plan in plans if plan), None):
                    return plan
            record.answers.append(random_answer(game, chance))
            game.choose(record.answers[-1])
    raise AssertionError("no such game was found")


def alike(one: pygame.Surface, other: pygame.Surface, room: pygame.Rect | None = None) -> float:
    """The part of two pictures that is the same; of a room of them, if one is given."""
    room = room or one.get_rect()
    places = [(x, y) for x in range(room.left, room.right, 10) for y in range(room.top, room.bottom, 10)]
    same = (
        max(abs(a - b) for a, b in zip(one.get_at(place)[:3], other.get_at(place)[:3], strict=True)) <= NEAR
        for place in places
    )
    return sum(same) / len(places)


class Trial:
    """One player's evening: a home, a screen, and the program that is started there again and again."""

    def __init__(self, program: list[str], screen: Screen, folder: Path, pictures: Path) -> None:
        self.program, self.screen, self.folder, self.pictures = program, screen, folder, pictures
        self.home = folder / "home"
        settings = self.home / ".config" / "kingdom" / "settings.json"
        settings.parent.mkdir(parents=True)
        settings.write_text(
            json.dumps({"format": FORMAT, "name": "Ani", "language": "en", "animation": "off"})
        )
        self.start()

    def start(self) -> None:
        """A new process, up to its menu."""
        self.game = Game(self.program, self.screen, self.home)
        self.see("the menu", MainMenu())

    # --- what is on the screen and on disk

    def see(
        self, what: str, scene: Scene, picture: str = "", key: str = "", room: pygame.Rect | None = None
    ) -> None:
        """Wait until the screen, or a room of it, looks like a scene of the twin; keep a picture if it has a
        name. A key that leads there is pressed again every few seconds: the window may not have been ready
        for it."""
        app = self.game.twin(self.folder)
        app.replace(scene)
        pressed = 0.0

        def look() -> pygame.Surface | None:
            nonlocal pressed
            if key and (not pressed or time.monotonic() - pressed > PATIENCE_WITH_A_KEY):
                self.game.key(key)
                pressed = time.monotonic()
            app.step([], 0.2)
            seen = self.game.seen()
            return seen if alike(seen, app.surface, room) > ALIKE else None

        seen = wait_for(f"{what} on the screen", look)
        if picture:
            pygame.image.save(seen, str(self.pictures / f"{picture}.png"))
        print(f"ok   {what} is on the screen", flush=True)

    def see_table(self, what: str, picture: str = "") -> None:
        """Wait until the table is there, with the game as it is on disk."""
        with self.game.table(self.folder) as table:
            self.see(what, table, picture)

    def answers(self) -> list[Answer]:
        """All that are on disk."""
        record = self.game.record()
        return [] if record is None else record.answers

    def expect(self, what: str, wanted: list[Answer]) -> None:
        """Wait until the saved game has exactly these answers."""
        try:
            wait_for(what, lambda: self.answers() == wanted)
        except AssertionError as error:
            raise AssertionError(
                f"{error}; the saved game should end with {wanted[-4:]}, but it ends with "
                f"{self.answers()[-4:]}"
            ) from None
        print(f"ok   {what}", flush=True)

    # --- the hand

    def click_hex(self, number: Hex) -> None:
        """The middle of a hex."""
        with self.game.table(self.folder) as table:
            self.game.click(table.view.centre(number))

    def click_undo(self) -> None:
        """The button below the board."""
        with self.game.table(self.folder) as table:
            assert table.bar.undo.enabled
            self.game.click(table.bar.undo.rect.center)

    def tile_button(self, tile: str) -> tuple[tuple[int, int], str]:
        """Where a tile is, and its key."""
        with self.game.table(self.folder) as table:
            buttons = [button for button in table.bar.strip if isinstance(button, TileButton)]
            found = next(button for button in buttons if button.item.option == tile)
        return found.rect.center, str(found.digit)


@contextmanager
def on_trial(program: list[str], pictures: Path, done: str) -> Iterator[Trial]:
    """The program in a window of its own, with a home of its own; at the end it is told what was done."""
    began = time.monotonic()
    pictures.mkdir(parents=True, exist_ok=True)
    screen = Screen()
    with tempfile.TemporaryDirectory() as name:
        try:
            yield Trial(program, screen, Path(name), pictures)
        finally:
            screen.close()
    print(f"{shlex.join(program)}: {done} in {time.monotonic() - began:.0f} s; pictures in {pictures}")


def try_out(main: Callable[[list[str], Path], int]) -> None:
    """Run a script: the program is its first word, the folder for pictures its second."""
    sys.exit(main(command_of(sys.argv[1]), Path(sys.argv[2] if len(sys.argv) > 2 else "pictures")))


def sit_down_to(trial: Trial, plan: Plan) -> None:
    """A game that was laid down is there and goes on."""
    trial.game.keeper.keep_soon(plan.record)
    trial.game.keeper.settle()
    trial.start()
    trial.game.press("continue", trial.folder)
    trial.see_table("the table after Continue")


def build_all(trial: Trial) -> Decision:
    """Build with the mouse as long as there is something to build; what is asked then."""
    while True:
        record = trial.game.record()
        assert record is not None
        decision = replay(record).decision()
        if not decision.cells:
            return decision
        trial.game.play_on(trial.folder, rest=0.0)


def result_on_disk(trial: Trial) -> Record:
    """The record of the finished game, when it is there."""
    wait_for("the result on disk", lambda: (found := trial.game.record()) is not None and found.result)
    record = trial.game.record()
    assert record is not None
    return record


def choose(trial: Trial) -> None:
    """A new game with a second box, chosen and begun with the mouse; then the program is killed."""
    trial.game.press("new", trial.folder)
    page, app = NewGame(), trial.game.twin(trial.folder)
    app.replace(page)
    box = in_order()[1]
    toggles = [(widget, rect) for widget, rect in shown_widgets(page.group) if isinstance(widget, Toggle)]
    trial.game.click(next(rect.center for widget, rect in toggles if widget.text == app.say(f"box.{box}")))
    trial.game.key("Escape")  # a box that is chosen for the first time offers its lesson
    trial.game.click(page.start.rect.center)
    record = wait_for("the chosen game on disk", trial.game.record)
    assert box in record.setup.boxes, f"{box} was chosen, but the game has {record.setup.boxes}"
    trial.game.kill()
    print(f"ok   a new game with {box} was chosen", flush=True)


def go_on(trial: Trial) -> None:
    """Start the program, and continue the game on disk."""
    before = trial.answers()
    trial.start()
    trial.game.press("continue", trial.folder)
    trial.see_table("the table after Continue", f"answer_{len(before)}")
    trial.expect("nothing was lost", before)


def build_and_undo(trial: Trial, plan: Plan) -> None:
    """A build with the mouse and one with the keys, taken back with the button and with the keys."""
    before = plan.record.answers
    cells = list(hexes_of(replay(plan.record).decision().cells))
    trial.click_hex(cells[-1])
    trial.expect("a settlement was built with the mouse", [*before, cells[-1]])
    trial.click_undo()
    trial.expect("it was taken back with the button", before)
    trial.game.key("Right", "Return")
    built = wait_for("a settlement to be built with the keys", lambda: trial.answers()[len(before) :])
    assert len(built) == 1, f"{built} were built with the keys"
    assert built[0] in cells, f"{built[0]} is not one of {cells}"
    trial.game.key("ctrl+z")
    trial.expect("one was built with the keys, and taken back", before)


def half_a_tile(trial: Trial, plan: Plan) -> None:
    """Choose a tile and a piece, and take both back once; the power is cut before the piece is put down."""
    before = plan.record.answers
    half: list[Answer] = [*before, plan.tile, plan.origin]
    place, key = trial.tile_button(plan.tile)
    trial.game.key(key)
    trial.expect(f"{plan.tile} was chosen with its key", [*before, plan.tile])
    trial.game.click(place, button=3)
    trial.expect("it was put back with the right button", before)
    trial.game.click(place)
    trial.expect(f"{plan.tile} was chosen with the mouse", [*before, plan.tile])
    trial.click_hex(plan.origin)
    trial.expect("a piece was chosen", half)
    trial.game.key("Escape")
    trial.expect("it was put back with Esc", [*before, plan.tile])
    trial.click_hex(plan.origin)
    trial.expect("it was chosen again", half)
    trial.game.kill()


def other_half(trial: Trial, plan: Plan) -> None:
    """Put the piece down after the power cut."""
    trial.click_hex(plan.goal)
    trial.expect(
        f"{plan.tile} was used to its end", [*plan.record.answers, plan.tile, plan.origin, plan.goal]
    )
    record = trial.game.record()
    assert record is not None
    game = replay(record)
    assert game.settlements[0] >> plan.goal & 1, "the piece is not where it was put"
    assert not game.settlements[0] >> plan.origin & 1, "the piece is still where it was"
    assert plan.tile not in game.decision().options, "the tile can be used once more"


def finish(trial: Trial) -> None:
    """The last settlements with the mouse, the end of the turn with Space, the program's turn; then the
    result is on disk and seen."""
    assert END_TURN in build_all(trial).options
    trial.game.key("space")
    record = result_on_disk(trial)
    assert replay(record, check=True).over
    print(f"ok   the game is over: {record.result}", flush=True)
    trial.see("the counting", Ceremony(Match.resume(record)), "counting")
    trial.game.key("Escape")
    see_result(trial, record)


class Result(Ceremony):
    """The ceremony's last page."""

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.show_result()


def see_result(trial: Trial, record: Record) -> None:
    """Look at the result; from there to the menu, which has nothing to continue, and out."""
    trial.see("the result", Result(Match.resume(record)), "result")
    trial.game.key("m")
    trial.see("the menu", MainMenu())
    assert not trial.game.keeper.going_on()
    trial.game.press("quit", trial.folder)
    code = trial.game.process.wait(30)
    assert code == 0, f"after Quit the program ended with {code}"


def main(program: list[str], pictures: Path) -> int:
    """All of it; the exit code."""
    plan = last_turn()
    with on_trial(program, pictures, "a game was finished") as trial:
        choose(trial)
        trial.game.keeper.keep_soon(plan.record)
        trial.game.keeper.settle()
        go_on(trial)
        build_and_undo(trial, plan)
        half_a_tile(trial, plan)
        go_on(trial)
        other_half(trial, plan)
        finish(trial)
    return 0


if __name__ == "__main__":
    try_out(main)
