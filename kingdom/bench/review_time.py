"""How long it takes until another moment of a long game is seen in a review."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from kingdom.ai.player import random_answer
from kingdom.bench.moments import seats
from kingdom.match.saves import Keeper
from kingdom.record import Record
from kingdom.review.desk import Desk
from kingdom.review.timeline import timeline
from kingdom.rules.chance import Chance
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup, new_game
from kingdom.ui.app.app import App
from kingdom.ui.draw.look import DESIGN
from kingdom.ui.review.scene import ReviewScene
from kingdom.ui.scene.settings import Store

JUMPS = 60


def review_jump() -> Callable[[], float]:
    """Seconds of the processor for the slowest of some jumps to a moment by chance, until it is drawn."""
    os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
    os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
    folder = Path(tempfile.mkdtemp(prefix="kingdom-review-"))
    app = App(Store(folder / "settings.json"), Keeper(folder / "saves"), DESIGN)
    setup = Setup(players=5, boxes=tuple(BOXES), seed=3)
    game, record, chance = new_game(setup), Record(setup), Chance(3)
    while not game.over:
        record.answers.append(random_answer(game, chance))
        game.push(record.answers[-1])
    desk = Desk(timeline(record), only=())  # nothing is judged meanwhile
    scene = ReviewScene(desk, seats(*["person"] * setup.players), None)
    app.replace(scene)
    for _ in range(20):
        app.step([], 0.05)

    def measure() -> float:
        slowest = 0.0
        for _ in range(JUMPS):
            moment = chance.below(desk.timeline.last + 1)
            begin = time.process_time()
            scene.course.seek(moment)
            app.step([], 0.001)
            slowest = max(slowest, time.process_time() - begin)
            for _ in range(8):  # panels follow one a frame
                app.step([], 0.001)
        return slowest

    return measure
