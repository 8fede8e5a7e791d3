"""Tests puzzles and the daily challenge in the real window of a built copy: solve a puzzle, cut the power,
check that the puzzle still counts as solved, fail a second puzzle by keyboard, look at its best turn, and
start the daily challenge.

    python tests/packaging/e2e_puzzles.py PROGRAM [PICTURES]

Based on e2e_first_turn.py and e2e_full_game.py. The reference app reads the same database and determines
where to click and what the screen should show. Not collected by pytest: .ci/run starts it after the build.
"""

from __future__ import annotations

import time
from pathlib import Path

import pygame
from e2e_first_turn import wait_for
from e2e_full_game import Session, open_session, run_script, similarity

from kingdom.learn.daily_challenge import challenge_for_day
from kingdom.learn.puzzle import Puzzle
from kingdom.learn.puzzle_library import shipped_puzzles
from kingdom.learn.puzzle_session import PuzzleSession
from kingdom.stats.activity_log import LOG_FILE_NAME, Activity, PuzzleAttempt, read_log
from kingdom.ui.framework.app import App
from kingdom.ui.framework.scene import Scene
from kingdom.ui.learn.daily_challenge_page import DailyChallengePage
from kingdom.ui.learn.puzzle_menu import PuzzleMenuPage
from kingdom.ui.match.option_bar import option_items
from kingdom.ui.match.puzzle_scene import PuzzleScene
from kingdom.ui.menus.main_menu import MainMenu

MIN_TEXT_SIMILARITY = 0.9
"""Required similarity of two screens that may differ in a few words."""
PAUSE_S = 0.4


def logged_activities(session: Session) -> list[Activity]:
    """Returns all entries of the activity log."""
    return read_log(session.window.save_store.folder.parent / LOG_FILE_NAME)[0]


def puzzle_attempts(session: Session) -> list[PuzzleAttempt]:
    """Returns the puzzle attempts in the activity log."""
    return [activity for activity in logged_activities(session) if isinstance(activity, PuzzleAttempt)]


def expect_screen(session: Session, description: str, app: App, picture: str) -> None:
    """Waits until the screen looks like the reference app, apart from a few words."""

    def matching_screenshot() -> pygame.Surface | None:
        app.stats_service.flush()
        app.run_frame([], 0.2)
        screenshot = session.window.screenshot()
        return screenshot if similarity(screenshot, app.surface) > MIN_TEXT_SIMILARITY else None

    pygame.image.save(
        wait_for(f"{description} on the screen", matching_screenshot),
        str(session.pictures / f"{picture}.png"),
    )
    print(f"ok   {description} is on the screen", flush=True)


def show_in_reference_app(session: Session, scene: Scene) -> App:
    """Returns a reference app that shows this scene above its main menu."""
    app = session.window.reference_app(session.folder)
    app.settings.animation = "off"
    app.replace(MainMenu())
    app.push(scene)
    app.stats_service.flush()
    app.run_frame([], 0.3)
    return app


def open_list(session: Session, picture: str) -> PuzzleMenuPage:
    """Opens the list of puzzles in the window. Returns the corresponding list in the reference app."""
    session.window.press_menu_button("puzzles", session.folder)
    page = PuzzleMenuPage()
    expect_screen(session, "the list of puzzles", show_in_reference_app(session, page), picture)
    return page


def next_puzzle(page: PuzzleMenuPage) -> Puzzle:
    """Returns the puzzle that the list offers next."""
    puzzles: list[Puzzle] = []

    setattr(page, "play_puzzle", puzzles.append)  # noqa: B010  (a method may not be assigned to)
    page.play_next_puzzle()
    return puzzles[0]


def solve(session: Session, puzzle: Puzzle) -> None:
    """Solves the puzzle by mouse, following its solution."""
    session.window.press_keys("Return")
    scene = PuzzleScene(PuzzleSession(puzzle, "Ani"), print)
    app = show_in_reference_app(session, scene)
    expect_screen(session, "the puzzle", app, "puzzle")
    solution = puzzle.solution[:-1]
    while answers := solution[len(scene.session.answers_given) :]:  # some are played automatically
        answer = answers[0]
        if isinstance(answer, int):
            session.window.click(scene.view.hex_center(answer))
        else:
            options = [item.option for item in option_items(scene.match, app.translator)]
            button = scene.action_bar.option_buttons[options.index(answer)]
            session.window.click(button.rect.center)
        scene.commands.submit_answer(answer)
        app.run_frame([], 0.2)
        time.sleep(PAUSE_S)
    session.window.press_keys("space")
    wait_for("the attempt to be logged", lambda: len(puzzle_attempts(session)) == 1)
    attempt = puzzle_attempts(session)[0]
    assert attempt.solved, f"{puzzle.id}: {attempt.gold} gold of {attempt.best}"
    session.window.save_screenshot(session.pictures / "puzzle_solved.png")
    session.window.kill()
    print(f"ok   {puzzle.id} was solved, and the power cut", flush=True)


def fail_by_keyboard(session: Session, puzzle: Puzzle) -> None:
    """Builds with arrow keys and Enter until nothing is left to build. Then steps through the best turn."""
    session.window.press_keys("Return")
    time.sleep(2)
    for _ in range(40):
        if len(puzzle_attempts(session)) > 1:
            break
        session.window.press_keys("Right", "Return")
        time.sleep(PAUSE_S)
        session.window.press_keys("space")
        time.sleep(PAUSE_S)
    assert len(puzzle_attempts(session)) == 2, f"{puzzle.id}: the turn did not end"
    time.sleep(1)
    for number in range(3):
        session.window.save_screenshot(session.pictures / f"puzzle_verdict_{number}.png")
        session.window.press_keys("Right")
        time.sleep(PAUSE_S)
    attempt = puzzle_attempts(session)[1]
    print(f"ok   {attempt.puzzle} was tried by keyboard: {attempt.gold} of {attempt.best} gold", flush=True)
    session.window.press_keys("Escape")


def start_daily_challenge(session: Session) -> None:
    """Opens the daily challenge page and starts the challenge."""
    session.window.press_menu_button("daily", session.folder)
    page = DailyChallengePage()
    app = show_in_reference_app(session, page)
    expect_screen(session, "the daily challenge", app, "daily")
    app.daily_benchmark.close()
    session.window.press_keys("Return")
    challenge = challenge_for_day(app.today())
    wait_for(
        "today's game on disk",
        lambda: (record := session.window.record()) is not None and record.setup == challenge.setup,
    )
    session.expect_match_scene("today's match", "daily_table")


def main(program: list[str], pictures: Path) -> int:
    """Runs all steps and returns the exit code."""
    with open_session(program, pictures, "puzzles and the daily challenge were played") as session:
        first = next_puzzle(open_list(session, "puzzles"))
        assert first in shipped_puzzles().puzzles
        solve(session, first)
        session.start()
        page = open_list(session, "puzzles_after")
        assert page.puzzle_stats.solved == {first.id}, "the solved puzzle was lost"
        fail_by_keyboard(session, next_puzzle(page))
        session.expect_scene("the list again", PuzzleMenuPage())
        session.window.press_keys("Escape")
        session.expect_scene("the menu again", MainMenu())
        start_daily_challenge(session)
    return 0


if __name__ == "__main__":
    run_script(main)
