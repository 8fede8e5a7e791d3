"""The turn that is looked at, on the board: as it was played, or better."""

from __future__ import annotations

import pygame

from kingdom.review.analysis import TurnReview
from kingdom.review.desk import Desk
from kingdom.review.timeline import NOBODY
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.board.lights import Lights
from kingdom.ui.board.plan import Deed, Plan, deeds_of, draw_deeds, plan_of
from kingdom.ui.draw.look import Look
from kingdom.ui.review.course import Course


class Comparison:
    """Follows the course; knows what the desk has found about its turn."""

    def __init__(self, desk: Desk, course: Course) -> None:
        self.desk, self.course = desk, course
        self.better = False
        """Whether the board shows what would have been better."""
        self._plans: tuple[int, Plan] | None = None
        """The better turn that was drawn last, by the number of its turn."""

    @property
    def review(self) -> TurnReview | None:
        """What is known of the turn that is looked at."""
        return self.desk.turns.get(self.course.turn.number)

    @property
    def plan(self) -> Plan | None:
        """The better turn, while it is shown."""
        review = self.review
        if not self.better or review is None:
            return None
        if self._plans is None or self._plans[0] != review.number:
            plan = plan_of(self.desk.timeline.at(review.at), review.best, review.player)
            self._plans = review.number, plan
        return self._plans[1]

    def played(self) -> tuple[Deed, ...]:
        """What was done in the turn, as far as it has come."""
        turn = self.course.turn
        steps = self.desk.timeline.steps[turn.first : self.course.shown]
        return deeds_of([event for step in steps for event in step.events], turn.player)

    def lights(self, colours: list[str]) -> Lights:
        """What glows."""
        player, plan = self.course.turn.player, self.plan
        if plan is not None:
            return Lights(hinted=plan.hexes)
        hexes = 0
        for deed in self.played():
            hexes |= deed.hexes
        return Lights(marks=((colours[player], hexes),) if hexes and player != NOBODY else ())

    def draw(self, surface: pygame.Surface, look: Look, view: BoardView) -> None:
        """Its deeds, numbered."""
        if self.course.turn.player == NOBODY:
            return
        plan = self.plan
        deeds = self.played() if plan is None else plan.deeds
        draw_deeds(surface, look, view, deeds, "gold_light" if plan is None else "glow_hint")
