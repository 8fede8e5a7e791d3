"""Puzzle and daily challenge scenes."""

from __future__ import annotations

from datetime import date, timedelta

from support.scenes.registry import scene_maker, wait_for_animations

from kingdom.learn.puzzle import Puzzle
from kingdom.learn.puzzle_library import shipped_puzzles
from kingdom.learn.puzzle_session import PuzzleRush, PuzzleSession
from kingdom.rules.decision_frames import END_TURN
from kingdom.stats.activity_log import (
    DailyFinish,
    DailyThresholds,
    PuzzleAttempt,
    RushResult,
    append_activity,
    timestamp_now,
)
from kingdom.stats.database import StatsDatabase
from kingdom.ui.framework.app import App
from kingdom.ui.learn.puzzle_menu import PuzzleMenuPage
from kingdom.ui.match.puzzle_result import PuzzleResultOverlay
from kingdom.ui.match.puzzle_scene import PuzzleScene

TODAY = date(2026, 11, 16)


def wait_for_stats(app: App) -> None:
    """Waits until the statistics service has replied."""
    app.stats_service.flush()
    wait_for_animations(app, 0.2)


def add_attempts(database: StatsDatabase) -> None:
    """Adds some puzzle attempts."""
    for index, puzzle in enumerate(shipped_puzzles().puzzles[:9]):
        is_solved = index % 4 != 1
        append_activity(
            database,
            PuzzleAttempt(
                "Ani", timestamp_now(), puzzle.id, puzzle.rating, 3, puzzle.best_gold, is_solved, 0
            ),
        )
    append_activity(database, RushResult("Ani", timestamp_now(), 11, 14))


def open_puzzle_menu(app: App) -> PuzzleMenuPage:
    """Opens the puzzle menu after some attempts."""
    app.settings.name = "Ani"
    app.navigator.open_main_menu()
    app.stats_service.submit_query(add_attempts)
    app.navigator.open_puzzles()
    wait_for_stats(app)
    assert isinstance(app.scene, PuzzleMenuPage)
    return app.scene


def longest_puzzle() -> Puzzle:
    """Returns the puzzle with the longest solution."""
    return max(shipped_puzzles().puzzles, key=lambda puzzle: (len(puzzle.solution), puzzle.id))


def open_puzzle(app: App, puzzle: Puzzle) -> PuzzleScene:
    """Opens a puzzle from the menu."""
    open_puzzle_menu(app).play_puzzle(puzzle)
    assert isinstance(app.scene, PuzzleScene)
    wait_for_animations(app, 0.2)
    return app.scene


@scene_maker("puzzles")
def open_puzzles(app: App) -> None:
    open_puzzle_menu(app)


@scene_maker("puzzle-hint")
def open_hint(app: App) -> None:
    open_puzzle(app, longest_puzzle()).show_next_hint()


@scene_maker("puzzle-solved")
def open_solved(app: App) -> None:
    scene = open_puzzle(app, longest_puzzle())
    while not scene.session.is_complete:
        scene.commands.submit_answer(scene.session.next_solution_answer[0])
        wait_for_animations(app, 0.1)
    wait_for_stats(app)
    overlay = app.scene
    assert isinstance(overlay, PuzzleResultOverlay)
    overlay.show_step(1)


@scene_maker("puzzle-missed")
def open_missed(app: App) -> None:
    scene = open_puzzle(app, next(puzzle for puzzle in shipped_puzzles().puzzles if puzzle.actions))
    while app.scene is scene:
        decision = scene.match.decision()
        scene.commands.submit_answer(
            END_TURN if END_TURN in decision.options else decision.cells.bit_length() - 1
        )
        wait_for_animations(app, 0.1)
    wait_for_stats(app)


@scene_maker("puzzle-rush")
def open_rush(app: App) -> None:
    menu = open_puzzle_menu(app)
    puzzle_rush = PuzzleRush(shipped_puzzles().puzzles, 1, lambda: 0.0)
    app.navigator.start_puzzle(
        PuzzleSession(puzzle_rush.puzzle, menu.player_name), lambda request, result: None, puzzle_rush
    )


def open_daily_challenge(app: App, is_played: bool) -> None:
    """Opens the daily challenge with two weeks of history."""

    def add_days(database: StatsDatabase) -> None:
        append_activity(database, DailyThresholds(TODAY.isoformat(), 48, 62, 71))
        for days_ago in range(0 if is_played else 1, 14):
            day = (TODAY - timedelta(days_ago)).isoformat()
            if days_ago not in (5, 9):
                append_activity(
                    database,
                    DailyFinish(
                        "Ani", timestamp_now(), day, 74 - 2 * days_ago, 6 - days_ago, 1 + days_ago % 3
                    ),
                )
                append_activity(database, DailyThresholds(day, 48, 62, 71))

    app.settings.name, app.today = "Ani", lambda: TODAY
    app.navigator.open_main_menu()
    app.stats_service.submit_query(add_days)
    app.navigator.open_daily_challenge()
    wait_for_stats(app)


@scene_maker("daily-land")
def open_daily(app: App) -> None:
    open_daily_challenge(app, is_played=False)


@scene_maker("daily-played")
def open_daily_played(app: App) -> None:
    open_daily_challenge(app, is_played=True)
