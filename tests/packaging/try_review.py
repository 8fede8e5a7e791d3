"""Look at a game again in the real window of a finished copy: finish a game against the tutor's word, open
the review, scrub, wait for the analysis, try a mistake again, play on.

    python tests/packaging/try_review.py PROGRAM [PICTURES]

Stands on try_window.py and try_game.py. The twin tells where to click and what should be seen; what the
analysis found is read from its file beside the game. Not collected by pytest: .ci/run starts it after the
build.
"""

from __future__ import annotations

import json
import time
from pathlib import Path

import pygame
from try_game import (
    ALIKE,
    SEATS,
    Trial,
    alike,
    build_all,
    last_turn,
    on_trial,
    result_on_disk,
    sit_down_to,
    try_out,
)
from try_window import wait_for

from kingdom.ai.hint import GOLD, Hint
from kingdom.match.analysis_file import SUFFIX
from kingdom.match.match import Match
from kingdom.match.tutor import STRICT, Objection
from kingdom.record import Record
from kingdom.review import store
from kingdom.review.analysis import TurnReview, to_try_again
from kingdom.review.desk import Desk
from kingdom.review.exercise import Exercise
from kingdom.review.timeline import timeline
from kingdom.rules.hexes import hexes_of
from kingdom.ui.app.app import App
from kingdom.ui.ceremony.ceremony import Ceremony
from kingdom.ui.review.scene import JUDGE, ReviewScene
from kingdom.ui.table.trial import TrialScene, TrialVerdict
from kingdom.ui.table.tutor import TutorDialog

JUDGING = 120.0
"""Seconds for the first mistake to be found, and for a try to be judged, on a busy machine."""


THINKING = 8.0
"""Seconds after which the tutor knows what it thinks of a turn, on a busy machine."""


def want_tutor(trial: Trial) -> None:
    """The person wants a strict one."""
    path = trial.home / ".config" / "kingdom" / "settings.json"
    settings = json.loads(path.read_text(encoding="utf-8"))
    settings["tutors"] = {SEATS[0].name: STRICT}
    path.write_text(json.dumps(settings), encoding="utf-8")


def stand(trial: Trial) -> None:
    """End the turn; the tutor, a process of the finished copy, asks whether it shall stand. It shall."""
    time.sleep(THINKING)
    trial.game.key("space")
    said = Objection(6.0, Hint([], {}, {}, GOLD, "", ""))  # only its buttons are looked for
    with trial.game.table(trial.folder) as table:
        app = table.app
        assert isinstance(app, App)
        app.settings.tutors = {}  # the twin needs none
        question = TutorDialog(table, said)
        app.push(question)

        def look() -> bool:
            app.step([], 0.2)
            return alike(trial.game.seen(), app.surface) > ALIKE

        wait_for("the tutor's question on the screen", look)
        print("ok   the tutor asks", flush=True)
        trial.game.picture(trial.pictures / "tutor.png")
        trial.game.click(question.buttons[0].rect.center)


def twin(record: Record) -> ReviewScene:
    """The same review without an analysis."""
    return ReviewScene(Desk(timeline(record), only=()), SEATS, 0)


def finish(trial: Trial) -> Record:
    """The last turn, up to the review."""
    build_all(trial)
    stand(trial)
    record = result_on_disk(trial)
    trial.see("the counting", Ceremony(Match.resume(record)))
    trial.game.key("Escape")
    time.sleep(1.5)
    trial.game.key("r")
    trial.see("the review", twin(record), "review")
    return record


def scrub(trial: Trial, record: Record) -> None:
    """By the timeline and by keys."""
    app, scene = trial.game.twin(trial.folder), twin(record)
    app.replace(scene)
    strip = scene.foot.strip
    trial.game.click((strip.x_of(30), strip.rect.centery))
    trial.game.key("Left", "Left")
    there = twin(record)
    there.course.moment = 28
    trial.see("an earlier moment", there, "review_scrubbed")
    trial.game.key("Home")
    there = twin(record)
    there.course.moment = 0
    trial.see("the beginning", there)


def mistake(trial: Trial, record: Record) -> TurnReview:
    """Wait until the analysis has found one, beside the game."""
    line = timeline(record)

    def look() -> list[TurnReview]:
        files = list(trial.game.keeper.folder.glob(f"*{SUFFIX}"))
        known = store.read_review(files[0].read_text(encoding="utf-8"), line) if files else []
        return to_try_again(known, 0)

    began = time.monotonic()
    found = wait_for("a mistake to be found", look, JUDGING)[0]
    print(f"ok   turn {found.number} lost {found.error} gold ({time.monotonic() - began:.0f} s)", flush=True)
    return found


def try_again(trial: Trial, record: Record, review: TurnReview) -> None:
    """Play the turn of the mistake once more, and wait for the verdict."""
    desk = Desk(timeline(record), only=())
    before = TrialScene(Exercise(desk, review, SEATS), print)
    trial.see("the table before the mistake", before, "try_again", key="t")
    exercise = Exercise(desk, review, SEATS)
    table = TrialScene(exercise, print)
    app = trial.game.twin(trial.folder)
    app.replace(table)
    while not exercise.complete(table.match):
        decision = table.match.decision()
        if decision.cells:
            place = next(iter(hexes_of(decision.cells)))
            trial.game.click(table.view.centre(place))
            table.deeds.answer(place)
        else:
            trial.game.key("space")
            table.deeds.finish()
        time.sleep(0.3)
    verdict = TrialVerdict(app, table)
    app.push(verdict)
    row = verdict.buttons[0].rect.unionall([button.rect for button in verdict.buttons])
    wait_for("the verdict", lambda: _glows(trial.game.seen(), row.inflate(0, 40)), JUDGING)
    trial.game.picture(trial.pictures / "verdict.png")
    print("ok   the try was judged", flush=True)
    trial.game.key("Escape")
    there = twin(record)
    there.course.moment = there.timeline.turns[review.number].end
    there.tab = there.tabs.value = JUDGE
    trial.see("the review again", there)


def _glows(seen: pygame.Surface, row: pygame.Rect) -> bool:
    """Whether there is the orange wood of a button that leads on: who waits has none."""
    spots = [
        seen.get_at((x, y)) for x in range(row.left, row.right, 6) for y in range(row.top, row.bottom, 6)
    ]
    return sum(red > 140 and green < 110 and blue < 60 for red, green, blue, _ in spots) > 30


def play_on(trial: Trial, record: Record, review: TurnReview) -> None:
    """This moment becomes a new game, which says where it came from."""
    trial.game.key("o")
    time.sleep(0.5)
    trial.game.key("Return")
    new = wait_for(
        "the new game on disk",
        lambda: found if (found := trial.game.record()) is not None and found.origin is not None else None,
    )
    end = timeline(record).turns[review.number].end
    assert new.origin is not None
    assert (new.origin.game, new.origin.answers) == (record.game, end)
    assert new.answers[:end] == record.answers[:end]
    print("ok   the game was played on", flush=True)


def main(program: list[str], pictures: Path) -> int:
    """All of it; the exit code."""
    plan = last_turn()
    with on_trial(program, pictures, "a game was reviewed") as trial:
        trial.game.kill()
        want_tutor(trial)
        sit_down_to(trial, plan)
        record = finish(trial)
        scrub(trial, record)
        review = mistake(trial, record)
        try_again(trial, record, review)
        play_on(trial, record, review)
    return 0


if __name__ == "__main__":
    try_out(main)
