"""Puzzles and the daily land, for `tools.pictures.pictures`."""

from __future__ import annotations

from datetime import date, timedelta

from tools.pictures.pictures import picture, settle

from kingdom.learn.puzzle import Puzzle
from kingdom.learn.puzzle_library import shipped
from kingdom.learn.rush import Rush
from kingdom.learn.solving import Solving
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.deeds import Attempt, Day, Marks, RushDeed, note, now
from kingdom.rules.frames import END_TURN
from kingdom.ui.app.app import App
from kingdom.ui.puzzles.hall import PuzzleHall
from kingdom.ui.table.puzzle import PuzzleTable
from kingdom.ui.table.puzzle_verdict import PuzzleVerdict

TODAY = date(2026, 11, 16)


def told(app: App) -> None:
    """Let the clerk answer."""
    app.clerk.settle()
    settle(app, 0.2)


def tries(chronicle: Chronicle) -> None:
    """Somebody has tried some."""
    for number, puzzle in enumerate(shipped().puzzles[:9]):
        solved = number % 4 != 1
        note(chronicle, Attempt("Ani", now(), puzzle.id, puzzle.rating, 3, puzzle.gold, solved, 0))
    note(chronicle, RushDeed("Ani", now(), 11, 14))


def hall(app: App) -> PuzzleHall:
    """The list, after some tries."""
    app.settings.name = "Ani"
    app.ways.menu()
    app.clerk.ask("tries", tries)
    app.ways.puzzles()
    told(app)
    assert isinstance(app.scene, PuzzleHall)
    return app.scene


def with_most_steps() -> Puzzle:
    """The puzzle with the longest solution."""
    return max(shipped().puzzles, key=lambda puzzle: (len(puzzle.solution), puzzle.id))


def table(app: App, puzzle: Puzzle) -> PuzzleTable:
    """Somebody sits down to it."""
    hall(app).play(puzzle)
    assert isinstance(app.scene, PuzzleTable)
    settle(app, 0.2)
    return app.scene


@picture("puzzles")
def puzzles(app: App) -> None:
    hall(app)


@picture("puzzle-hint")
def hint(app: App) -> None:
    table(app, with_most_steps()).ask_hint()


@picture("puzzle-solved")
def solved(app: App) -> None:
    at = table(app, with_most_steps())
    for answer in at.solving.puzzle.solution:
        at.deeds.answer(answer)
        settle(app, 0.1)
    told(app)
    shown = app.scene
    assert isinstance(shown, PuzzleVerdict)
    shown.show(1)


@picture("puzzle-missed")
def missed(app: App) -> None:
    at = table(app, next(puzzle for puzzle in shipped().puzzles if puzzle.actions))
    while app.scene is at:
        decision = at.match.decision()
        at.deeds.answer(END_TURN if END_TURN in decision.options else decision.cells.bit_length() - 1)
        settle(app, 0.1)
    told(app)


@picture("puzzle-rush")
def rush(app: App) -> None:
    at = hall(app)
    run = Rush(shipped().puzzles, 1, lambda: 0.0)
    app.ways.puzzle(Solving(run.puzzle, at.person), lambda wish, stand: None, run)


def days(app: App, played: bool) -> None:
    """Two weeks of days."""

    def fill(chronicle: Chronicle) -> None:
        note(chronicle, Marks(TODAY.isoformat(), 48, 62, 71))
        for number in range(0 if played else 1, 14):
            day = (TODAY - timedelta(number)).isoformat()
            if number not in (5, 9):
                note(chronicle, Day("Ani", now(), day, 74 - 2 * number, 6 - number, 1 + number % 3))
                note(chronicle, Marks(day, 48, 62, 71))

    app.settings.name, app.today = "Ani", lambda: TODAY
    app.ways.menu()
    app.clerk.ask("days", fill)
    app.ways.daily()
    told(app)


@picture("daily-land")
def daily(app: App) -> None:
    days(app, played=False)


@picture("daily-played")
def daily_played(app: App) -> None:
    days(app, played=True)
