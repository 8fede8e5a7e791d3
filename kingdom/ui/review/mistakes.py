"""The ways to mistakes: from one to the next, and to a table where one is tried again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom.review.analysis import BLUNDER, MISTAKE, TurnReview, to_try_again
from kingdom.review.exercise import AGAIN, NEXT, SHOW, Exercise

if TYPE_CHECKING:
    from kingdom.ui.review.scene import ReviewScene


class Mistakes:
    """Those that the analysis has found so far."""

    def __init__(self, scene: ReviewScene) -> None:
        self.scene = scene

    def to_try(self) -> list[TurnReview]:
        """The mistakes that can be tried again."""
        scene = self.scene
        found = [review for seat in scene.mine for review in to_try_again(scene.desk.turns.values(), seat)]
        return sorted(found, key=lambda review: review.number)

    def next(self) -> None:
        """To the next turn that lost much: of the person, if there is only one; after the last, the first."""
        scene = self.scene
        marked = [
            review.number
            for review in scene.desk.turns.values()
            if review.mark in (MISTAKE, BLUNDER) and (scene.you is None or review.player == scene.you)
        ]
        if not marked:
            scene.app.toast(scene.app.say("ui.review.again.none"))
            return
        later = [number for number in marked if number > scene.course.turn.number]
        scene.course.go_to_turn(min(later or marked))

    def try_again(self) -> None:
        """Play a mistake again: that of the turn that is looked at, or the next one."""
        found = self.to_try()
        if found:
            here = self.scene.course.turn.number
            self._open(next((review for review in found if review.number >= here), found[0]))

    def _open(self, review: TurnReview) -> None:
        scene = self.scene
        scene.course.go_to_turn(review.number)
        exercise = Exercise(scene.desk, review, scene.seats)
        scene.app.ways.trial(exercise, lambda wish: self._tried(review, wish))

    def _tried(self, review: TurnReview, wish: str) -> None:
        """What is wished after a try."""
        scene = self.scene
        if wish == AGAIN:
            self._open(review)
        elif wish == NEXT:
            found = self.to_try()
            later = [other for other in found if other.number > review.number]
            self._open((later or found)[0])
        elif wish == SHOW:
            scene.open_judgement()
            scene.course.go_to_turn(review.number)
            scene.show_better()
