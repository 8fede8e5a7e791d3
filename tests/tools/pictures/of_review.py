"""A game looked at again, for `tools.pictures.pictures`."""

from __future__ import annotations

from functools import cache

from tools.pictures.of_ceremony import finished
from tools.pictures.pictures import picture

from kingdom.record import Record
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup
from kingdom.ui.app.app import App
from kingdom.ui.review.scene import ReviewScene


@cache
def _game(players: int) -> Record:
    boxes = ("base",) if players == 2 else tuple(BOXES)
    return finished(Setup(players=players, boxes=boxes, seed=8)).record


def _review(app: App, players: int) -> ReviewScene:
    app.settings.animation = "off"
    app.ways.review(_game(players), None, 0)
    scene = app.scene
    assert isinstance(scene, ReviewScene)
    return scene


@picture("review-game")
def game(app: App) -> None:
    _review(app, 2).seek(40)


@picture("review-great-game")
def great_game(app: App) -> None:
    _review(app, 5).seek(150)
