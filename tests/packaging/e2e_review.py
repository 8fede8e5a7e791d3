"""Tests the review in the real window of a built copy: finish a game despite the tutor's warning, open the
review, scrub through the game, wait for the analysis, retry a mistake, and start a new game from a position.

    python tests/packaging/e2e_review.py PROGRAM [PICTURES]

Based on e2e_first_turn.py and e2e_full_game.py. The reference app determines where to click and what the
screen should show. The results of the analysis are read from its file next to the saved game. Not collected
by pytest: .ci/run starts it after the build.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import pygame
from e2e_first_turn import wait_for
from e2e_full_game import (
    MIN_SIMILARITY,
    SEATS,
    Session,
    build_all,
    continue_planned_game,
    find_last_turn,
    open_session,
    run_script,
    similarity,
    wait_for_result,
)

from kingdom.ai.hint import REASON_GOLD, Hint
from kingdom.match.controller import Match
from kingdom.match.save_store import ANALYSIS_SUFFIX
from kingdom.match.tutor import STRICT, TutorWarning
from kingdom.record import Record
from kingdom.review import analysis_file
from kingdom.review.analysis import TurnAnalysis, mistakes_of
from kingdom.review.analysis_client import AnalysisClient
from kingdom.review.branching import TurnRetry
from kingdom.review.timeline import build_timeline
from kingdom.rules.hexes import iter_hexes
from kingdom.ui.final_scoring.scene import FinalScoringScene
from kingdom.ui.framework.app import App
from kingdom.ui.match.dialogs import TutorDialog
from kingdom.ui.match.retry_scene import RetryResultDialog, RetryScene
from kingdom.ui.review.scene import ANALYSIS_TAB, ReviewScene

ANALYSIS_TIMEOUT_S = 120.0
"""Seconds allowed for finding the first mistake or rating a retry on a busy machine."""


TUTOR_WAIT_S = 8.0
"""Seconds to wait for the tutor. Even on a busy machine, this is enough time for rating a turn."""


def enable_tutor(session: Session) -> None:
    """Sets the human's tutor to strict."""
    path = session.home / ".config" / "kingdom" / "settings.json"
    settings = json.loads(path.read_text(encoding="utf-8"))
    settings["tutors"] = {SEATS[0].name: STRICT}
    path.write_text(json.dumps(settings), encoding="utf-8")


def end_turn_despite_warning(session: Session) -> None:
    """Ends the turn, waits for the tutor's warning and plays the turn anyway."""
    time.sleep(TUTOR_WAIT_S)
    session.window.press_keys("space")
    warning = TutorWarning(
        6.0, Hint([], {}, {}, REASON_GOLD, "", {})
    )  # only the buttons of the dialog matter
    with session.window.reference_match_scene(session.folder) as scene:
        app = scene.app
        assert isinstance(app, App)
        app.settings.tutors = {}  # the reference app needs no tutor
        dialog = TutorDialog(scene, warning)
        app.push(dialog)

        def is_shown() -> bool:
            app.run_frame([], 0.2)
            return similarity(session.window.screenshot(), app.surface) > MIN_SIMILARITY

        wait_for("the tutor's warning on the screen", is_shown)
        print("ok   the tutor's warning is shown", flush=True)
        session.window.save_screenshot(session.pictures / "tutor.png")
        session.window.click(dialog.buttons[0].rect.center)


def review_scene(record: Record) -> ReviewScene:
    """Returns a review scene that shows the game without an analysis."""
    return ReviewScene(AnalysisClient(build_timeline(record), only_seats=()), SEATS, 0)


def finish_game(session: Session) -> Record:
    """Plays the last turn and opens the review."""
    build_all(session)
    end_turn_despite_warning(session)
    record = wait_for_result(session)
    session.expect_scene("the final scoring", FinalScoringScene(Match.from_record(record)))
    session.window.press_keys("Escape")
    time.sleep(1.5)
    session.window.press_keys("r")
    session.expect_scene("the review", review_scene(record), "review")
    return record


def scrub(session: Session, record: Record) -> None:
    """Moves through the game with the timeline and the keyboard."""
    app, scene = session.window.reference_app(session.folder), review_scene(record)
    app.replace(scene)
    strip = scene.bottom_bar.timeline_bar
    session.window.click((strip.x_of(30), strip.rect.centery))
    session.window.press_keys("Left", "Left")
    expected_scene = review_scene(record)
    expected_scene.timeline_cursor.answer_count = 28
    session.expect_scene("an earlier point of the game", expected_scene, "review_scrubbed")
    session.window.press_keys("Home")
    expected_scene = review_scene(record)
    expected_scene.timeline_cursor.answer_count = 0
    session.expect_scene("the beginning", expected_scene)


def wait_for_mistake(session: Session, record: Record) -> TurnAnalysis:
    """Waits until the analysis file next to the game has a mistake."""
    game_timeline = build_timeline(record)

    def find_mistakes() -> list[TurnAnalysis]:
        files = list(session.window.save_store.folder.glob(f"*{ANALYSIS_SUFFIX}"))
        reviews = (
            analysis_file.read_analysis(files[0].read_text(encoding="utf-8"), game_timeline) if files else []
        )
        return mistakes_of(reviews, 0)

    started_at = time.monotonic()
    review = wait_for("a mistake to be found", find_mistakes, ANALYSIS_TIMEOUT_S)[0]
    print(
        f"ok   turn {review.turn_index} lost {review.loss} gold ({time.monotonic() - started_at:.0f} s)",
        flush=True,
    )
    return review


def retry_mistake(session: Session, record: Record, review: TurnAnalysis) -> None:
    """Retries the turn with the mistake and waits for the result."""
    desk = AnalysisClient(build_timeline(record), only_seats=())
    scene_before = RetryScene(TurnRetry(desk, review, SEATS), print)
    session.expect_scene("the match before the mistake", scene_before, "try_again", key="t")
    retry = TurnRetry(desk, review, SEATS)
    scene = RetryScene(retry, print)
    app = session.window.reference_app(session.folder)
    app.replace(scene)
    while not retry.is_complete(scene.match):
        decision = scene.match.decision()
        if decision.cells:
            hex_id = next(iter(iter_hexes(decision.cells)))
            session.window.click(scene.view.hex_center(hex_id))
            scene.commands.submit_answer(hex_id)
        else:
            session.window.press_keys("space")
            scene.commands.press_end_button()
        time.sleep(0.3)
    dialog = RetryResultDialog(app, scene)
    app.push(dialog)
    row = dialog.buttons[0].rect.unionall([button.rect for button in dialog.buttons])
    wait_for(
        "the rating of the retry",
        lambda: _has_primary_button(session.window.screenshot(), row.inflate(0, 40)),
        ANALYSIS_TIMEOUT_S,
    )
    session.window.save_screenshot(session.pictures / "verdict.png")
    print("ok   the retry was rated", flush=True)
    session.window.press_keys("Escape")
    expected_scene = review_scene(record)
    expected_scene.timeline_cursor.answer_count = expected_scene.timeline.turns[review.turn_index].end
    expected_scene.active_tab = expected_scene.tabs.value = ANALYSIS_TAB
    session.expect_scene("the review again", expected_scene)


def _has_primary_button(screenshot: pygame.Surface, row: pygame.Rect) -> bool:
    """Returns True if there is an orange primary button. The dialog shows it only after it has finished
    waiting."""
    pixels = [
        screenshot.get_at((x, y))
        for x in range(row.left, row.right, 6)
        for y in range(row.top, row.bottom, 6)
    ]
    return sum(red > 140 and green < 110 and blue < 60 for red, green, blue, _ in pixels) > 30


def play_on(session: Session, record: Record, review: TurnAnalysis) -> None:
    """Starts a new game from this position. The record of the new game must name the original game."""
    session.window.press_keys("o")
    time.sleep(0.5)
    session.window.press_keys("Return")
    new_record = wait_for(
        "the new game on disk",
        lambda: (
            saved
            if (saved := session.window.record()) is not None and saved.branched_from is not None
            else None
        ),
    )
    end = build_timeline(record).turns[review.turn_index].end
    assert new_record.branched_from is not None
    assert (new_record.branched_from.game_id, new_record.branched_from.answer_count) == (record.game_id, end)
    assert new_record.answers[:end] == record.answers[:end]
    print("ok   the game was continued as a new one", flush=True)


def main(program: list[str], pictures: Path) -> int:
    """Runs all steps and returns the exit code."""
    plan = find_last_turn()
    with open_session(program, pictures, "a game was reviewed") as session:
        session.window.kill()
        enable_tutor(session)
        continue_planned_game(session, plan)
        record = finish_game(session)
        scrub(session, record)
        review = wait_for_mistake(session, record)
        retry_mistake(session, record, review)
        play_on(session, record, review)
    return 0


if __name__ == "__main__":
    run_script(main)
