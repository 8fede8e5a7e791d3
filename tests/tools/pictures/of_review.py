"""A game looked at again, for `tools.pictures.pictures`."""

from __future__ import annotations

from functools import cache

from tools.pictures.of_ceremony import finished
from tools.pictures.pictures import picture

from kingdom.record import Record
from kingdom.review.analysis import TurnReview, judged_turns
from kingdom.review.desk import Desk
from kingdom.review.timeline import timeline
from kingdom.rules.setup import Setup
from kingdom.ui.app.app import App
from kingdom.ui.review.moment import seats_of
from kingdom.ui.review.scene import GOLD, JUDGE, TABS, ReviewScene


@cache
def _game() -> Record:
    return finished(Setup(players=4, seed=8)).record


def _judged() -> Desk:
    """An analysis that nobody has to wait for: what the turns lost is made up."""
    desk = Desk(timeline(_game()))
    for turn in judged_turns(desk.timeline):
        answers = [step.answer for step in desk.timeline.steps[turn.first : turn.end]]
        by = {"castles": 3, **{card.name: 2 for card in desk.timeline.at(0).table.cards}}
        error = (0.0, 0.4, 2.1, 3.6, 8.2)[turn.number % 5]
        desk.turns[turn.number] = TurnReview(
            turn.number, turn.round, turn.player, turn.card, 4, error, 1.2 - turn.number % 4, tuple(answers),
            turn.first, {"castles": 3}, by, "gold", "castles", error,
        )  # fmt: skip
    return desk


def _review(app: App, tab: str) -> ReviewScene:
    app.settings.animation = "off"
    desk = _judged()
    scene = ReviewScene(desk, seats_of(desk.timeline.record, ""), 0)
    app.push(scene)
    scene.open_tab(TABS.index(tab))
    return scene


@picture("review-game")
def game(app: App) -> None:
    _review(app, TABS[0]).course.seek(90)


@picture("review-gold")
def gold(app: App) -> None:
    _review(app, GOLD).course.seek(90)


@picture("review-judge")
def judge(app: App) -> None:
    scene = _review(app, JUDGE)
    scene.mistakes.next()
