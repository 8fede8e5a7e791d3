"""Trying a turn again at the table as it was before a mistake. Nothing of it is kept; once the turn is over,
it is held against the best one, and that is told."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.review.exercise import AGAIN, CLOSE, NEXT, SHOW, Exercise
from kingdom.ui.scene.dialog import Dialog, Reply
from kingdom.ui.scene.host import Host
from kingdom.ui.table.table import TableScene
from kingdom.ui.table.task import draw_task


class TrialScene(TableScene):
    """A table for one turn. No hint is given here, and nobody else plays."""

    def __init__(self, exercise: Exercise, after: Callable[[str], object]) -> None:
        super().__init__(exercise.match())
        self.exercise, self._after = exercise, after
        self._asked = False
        self._over: Dialog | None = None

    def wish(self, what: str) -> None:
        """Leave, and go on with this."""
        if self._over is not None:
            self.app.pop(self._over)
        self.app.pop(self)
        self._after(what)

    def open_menu(self) -> None:
        """Esc leads back to the review."""
        self.wish(CLOSE)

    def refresh(self) -> None:
        super().refresh()
        self.bar.hint.enabled, self.bar.hint.why = False, self.app.say("ui.review.trial.no_hint")

    def update(self, seconds: float) -> bool:
        if not self._asked and self.exercise.complete(self.match):
            self._asked = True
            self.exercise.ask(self.match)
            self._cover(Waiting(self.app, self))
        if not self._asked:
            return super().update(seconds)
        if isinstance(self._over, Waiting) and not self.exercise.desk.trying:
            self._cover(TrialVerdict(self.app, self))
        return self.settle(seconds)

    def _cover(self, dialog: Dialog) -> None:
        if self._over is not None:
            self.app.pop(self._over)
        self._over = dialog
        self.app.push(dialog)

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        draw_task(surface, self.app.look, self.view.rect, self.app.say("ui.review.trial.do"))


class Waiting(Dialog):
    """The expert takes a look."""

    def __init__(self, app: Host, trial: TrialScene) -> None:
        close = Reply(app.say("ui.review.trial.close"), lambda: trial.wish(CLOSE))
        super().__init__(app.say("ui.review.trial.title"), app.say("ui.table.hint.thinking"), [close])


class TrialVerdict(Dialog):
    """How good the try was, and what to do next."""

    def __init__(self, app: Host, trial: TrialScene) -> None:
        exercise = trial.exercise
        say = app.say
        wishes = [(NEXT, "primary")] if exercise.mended else [(AGAIN, "primary"), (SHOW, "plain")]
        replies = [
            Reply(say(f"ui.review.trial.{wish}"), self._wishing(trial, wish), kind)
            for wish, kind in (*wishes, (CLOSE, "plain"))
        ]
        super().__init__(say("ui.review.trial.title"), told(app, exercise), replies)

    @staticmethod
    def _wishing(trial: TrialScene, wish: str) -> Callable[[], None]:
        return lambda: trial.wish(wish)


def told(app: Host, exercise: Exercise) -> str:
    """The verdict in words."""
    short, say = exercise.short, app.say
    if short is None:
        return say("ui.review.failed", reason=exercise.desk.problem)
    if exercise.mended:
        return say("ui.review.trial.good")
    gold, was = app.texts.decimal(short), app.texts.decimal(exercise.review.error)
    return say("ui.review.trial.short", gold=gold, was=was)
