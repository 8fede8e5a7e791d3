"""Puzzles and the daily land in the real window of a finished copy: solve a puzzle by its solution, cut the
power, find it solved, miss another by keyboard alone, look at its best turn, and sit down at today's land.

    python tests/packaging/try_puzzles.py PROGRAM [PICTURES]

Stands on try_window.py and try_game.py; the twin tells where to click and what should be seen, and reads the
same chronicle. Not collected by pytest: .ci/run starts it after the build.
"""

from __future__ import annotations

import time
from pathlib import Path

import pygame
from try_game import Trial, alike, on_trial, try_out
from try_window import wait_for

from kingdom.learn.daily import daily_land
from kingdom.learn.puzzle import Puzzle
from kingdom.learn.puzzle_library import shipped
from kingdom.learn.solving import Solving
from kingdom.profile.deeds import JOURNAL, Attempt, Deed, journal
from kingdom.ui.app.app import App
from kingdom.ui.daily.page import DailyPage
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.puzzles.hall import PuzzleHall
from kingdom.ui.scene.scene import Scene
from kingdom.ui.table.puzzle import PuzzleTable
from kingdom.ui.table.strip import items

NEARLY = 0.9
"""How alike two pictures are of which a few words differ."""
REST = 0.4


def deeds(trial: Trial) -> list[Deed]:
    """What is written down for good."""
    return journal(trial.game.keeper.folder.parent / JOURNAL)[0]


def tries(trial: Trial) -> list[Attempt]:
    """The puzzles that were tried."""
    return [deed for deed in deeds(trial) if isinstance(deed, Attempt)]


def look(trial: Trial, what: str, app: App, picture: str) -> None:
    """Wait until the screen looks like the twin, give or take a few words."""

    def seen() -> pygame.Surface | None:
        app.clerk.settle()
        app.step([], 0.2)
        found = trial.game.seen()
        return found if alike(found, app.surface) > NEARLY else None

    pygame.image.save(wait_for(f"{what} on the screen", seen), str(trial.pictures / f"{picture}.png"))
    print(f"ok   {what} is on the screen", flush=True)


def at(trial: Trial, scene: Scene) -> App:
    """A twin with this scene over its menu."""
    app = trial.game.twin(trial.folder)
    app.settings.animation = "off"
    app.replace(MainMenu())
    app.push(scene)
    app.clerk.settle()
    app.step([], 0.3)
    return app


def open_list(trial: Trial, picture: str) -> PuzzleHall:
    """The list of puzzles; the twin's."""
    trial.game.press("puzzles", trial.folder)
    hall = PuzzleHall()
    look(trial, "the list of puzzles", at(trial, hall), picture)
    return hall


def next_of(hall: PuzzleHall) -> Puzzle:
    """The puzzle that the list offers."""
    found: list[Puzzle] = []
    setattr(hall, "play", found.append)  # noqa: B010  (a method may not be assigned to)
    hall.play_next()
    return found[0]


def solve(trial: Trial, puzzle: Puzzle) -> None:
    """By the mouse, along its solution."""
    trial.game.key("Return")
    table = PuzzleTable(Solving(puzzle, "Ani"), print)
    app = at(trial, table)
    look(trial, "the puzzle", app, "puzzle")
    for answer in puzzle.solution[:-1]:
        if isinstance(answer, int):
            trial.game.click(table.view.centre(answer))
        else:
            options = [item.option for item in items(table.match, app.texts)]
            place = table.bar.strip[options.index(answer)]
            trial.game.click(place.rect.center)
        table.deeds.answer(answer)
        app.step([], 0.2)
        time.sleep(REST)
    trial.game.key("space")
    wait_for("the try to be written down", lambda: len(tries(trial)) == 1)
    made = tries(trial)[0]
    assert made.solved, f"{puzzle.id}: {made.gold} gold of {made.best}"
    trial.game.picture(trial.pictures / "puzzle_solved.png")
    trial.game.kill()
    print(f"ok   {puzzle.id} was solved, and the power cut", flush=True)


def miss(trial: Trial, puzzle: Puzzle) -> None:
    """By keyboard alone: arrows and Enter until nothing is left to build; then the best turn in steps."""
    trial.game.key("Return")
    time.sleep(2)
    for _ in range(40):
        if len(tries(trial)) > 1:
            break
        trial.game.key("Right", "Return")
        time.sleep(REST)
        trial.game.key("space")
        time.sleep(REST)
    assert len(tries(trial)) == 2, f"{puzzle.id}: the keyboard came to no end"
    time.sleep(1)
    for number in range(3):
        trial.game.picture(trial.pictures / f"puzzle_verdict_{number}.png")
        trial.game.key("Right")
        time.sleep(REST)
    made = tries(trial)[1]
    print(f"ok   {made.puzzle} was tried by keyboard: {made.gold} of {made.best} gold", flush=True)
    trial.game.key("Escape")


def daily(trial: Trial) -> None:
    """The page of today, and its table."""
    trial.game.press("daily", trial.folder)
    page = DailyPage()
    app = at(trial, page)
    look(trial, "the daily land", app, "daily")
    app.marking.close()
    trial.game.key("Return")
    land = daily_land(app.today())
    wait_for(
        "today's game on disk",
        lambda: (record := trial.game.record()) is not None and record.setup == land.setup,
    )
    trial.see_table("today's table", "daily_table")


def main(program: list[str], pictures: Path) -> int:
    """All of it; the exit code."""
    with on_trial(program, pictures, "puzzles and the daily land were played") as trial:
        first = next_of(open_list(trial, "puzzles"))
        assert first in shipped().puzzles
        solve(trial, first)
        trial.start()
        hall = open_list(trial, "puzzles_after")
        assert hall.standing.solved == {first.id}, "the solved puzzle is lost"
        miss(trial, next_of(hall))
        trial.see("the list again", PuzzleHall())
        trial.game.key("Escape")
        trial.see("the menu again", MainMenu())
        daily(trial)
    return 0


if __name__ == "__main__":
    try_out(main)
