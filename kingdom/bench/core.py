"""How fast it is: each figure in its own unit and as a ratio to a calibration loop of the same run, so that
machines can be compared.

The calibration step is what the core does all the time: the neighbours of a set of 30 hexes by six shifts.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from itertools import cycle
from typing import Any

from kingdom.ai.player import random_answer
from kingdom.bench.chronicle import slowest_page
from kingdom.bench.evaluations import of_an_expert
from kingdom.record import Record
from kingdom.review.timeline import timeline
from kingdom.rules.chance import Chance
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, MAIN, hexes_of, neighbours
from kingdom.rules.registry import BOXES, CARDS
from kingdom.rules.setup import Setup, new_game
from kingdom.studio.grow import grow

ROUNDS = 7
FRAMES = 60
"""A second, in frames of the window."""
TABLES = 20
"""Random tables that the games are played on. Their boards are made before the clock starts, as a game makes
its board once."""

Measure = Callable[[], float]
"""Does its work once; answers the seconds that one unit of it took: of the processor where nothing is waited
for, so that other programs on the machine do not count."""


def calibration() -> float:
    """Seconds of one calibration step."""
    thirty = sum(BIT[number] for number in Chance(30).shuffled(list(hexes_of(MAIN)))[:30])
    count = 20_000
    begin = time.process_time()
    for _ in range(count):
        neighbours(thirty)
    return (time.process_time() - begin) / count


def play_randomly(game: Game, chance: Chance) -> None:
    """To the end on the search path."""
    while not game.over:
        game.push(random_answer(game, chance))


def play_checked(game: Game, chance: Chance) -> None:
    """To the end through the public, checked interface of decisions, events included."""
    while not game.over:
        game.decision()
        game.choose(random_answer(game, chance))


def _games(players: int, boxes: tuple[str, ...], play: Callable[[Game, Chance], None]) -> Measure:
    setups = [Setup(players=players, boxes=boxes, seed=seed) for seed in range(TABLES)]
    for setup in setups:
        new_game(setup)
    chance = Chance(1)

    def measure() -> float:
        begin = time.process_time()
        for setup in setups:
            play(new_game(setup), chance)
        return (time.process_time() - begin) / len(setups)

    return measure


def _positions() -> list[Game]:
    """The positions of a few random games of two at every decision of a turn, from beginning to end."""
    found = []
    chance = Chance(7)
    for seed in range(4):
        game = new_game(Setup(players=2, seed=seed))
        while not game.over:
            if not game.action_open:
                found.append(game.copy())
            game.push(random_answer(game, chance))
    return found


def _each(work: Callable[[Game], object]) -> Measure:
    positions = _positions()

    def measure() -> float:
        begin = time.process_time()
        for game in positions:
            work(game)
        return (time.process_time() - begin) / len(positions)

    return measure


def _ask(game: Game) -> object:
    game.forget_asked()
    return game.decision()


def _score_three() -> Measure:
    base = [card for card in CARDS.values() if card in BOXES["base"].cards]
    triples = cycle([[card.score for card in Chance(seed).shuffled(base)[:3]] for seed in range(40)])

    def work(game: Game) -> None:
        for scorer in next(triples):
            assert scorer
            scorer(game, 0)

    return _each(work)


def _review_seek() -> Measure:
    """The slowest of all moments of a long game with every box."""
    setup = Setup(players=5, boxes=tuple(BOXES), seed=3)
    game, record, chance = new_game(setup), Record(setup), Chance(3)
    while not game.over:
        record.answers.append(random_answer(game, chance))
        game.push(record.answers[-1])
    line = timeline(record)

    def measure() -> float:
        slowest = 0.0
        for moment in chance.shuffled(range(line.last + 1)):
            begin = time.process_time()  # one moment in which others had the processor would be the slowest
            line.at(moment)
            slowest = max(slowest, time.process_time() - begin)
        return slowest

    return measure


def _studio_grow() -> Measure:
    """A whole map by chance, of every box."""
    seeds = cycle(range(TABLES))

    def measure() -> float:
        begin = time.process_time()
        for _ in range(TABLES):
            grow(next(seeds), tuple(BOXES))
        return (time.process_time() - begin) / TABLES

    return measure


def _of_window(name: str) -> Callable[[], Measure]:
    """A figure of the window; pygame is imported only if it is asked for."""

    def prepare() -> Measure:
        from kingdom.bench import window as figures

        measure: Measure = getattr(figures, name)()
        return measure

    return prepare


FIGURES: dict[str, tuple[str, float, Callable[[], Measure]]] = {
    "random_2p_base": ("ms", 1e3, lambda: _games(2, ("base",), play_randomly)),
    "random_4p_base": ("ms", 1e3, lambda: _games(4, ("base",), play_randomly)),
    "checked_2p_base": ("ms", 1e3, lambda: _games(2, ("base",), play_checked)),
    "copy": ("us", 1e6, lambda: _each(Game.copy)),
    "decision": ("us", 1e6, lambda: _each(_ask)),
    "score3": ("us", 1e6, _score_three),
    "random_4p_all": ("ms", 1e3, lambda: _games(4, tuple(BOXES), play_randomly)),
    "evaluations_base": ("us", 1e6, lambda: of_an_expert(("base",))),
    "evaluations_all": ("us", 1e6, lambda: of_an_expert(tuple(BOXES))),
    "review_seek": ("ms", 1e3, _review_seek),
    "studio_grow": ("ms", 1e3, _studio_grow),
    "chronicle_10k": ("ms", 1e3, slowest_page),
    "load_sheets": ("ms", 1e3, _of_window("load_sheets")),
    "paint_board": ("ms", 1e3, _of_window("paint_board")),
    "first_frame": ("ms", 1e3, _of_window("first_frame")),
    "review_jump": ("ms", 1e3, _of_window("review_jump")),
    "frame_p99": ("ms", 1e3, _of_window("frame_p99")),
    "studio_stroke": ("frames", FRAMES, _of_window("studio_stroke")),
    "click_frames": ("frames", FRAMES, _of_window("click_frames")),
    "click_frames_slow_disk": ("frames", FRAMES, _of_window("click_frames_slow_disk")),
    "thinking_p99": ("ms", 1e3, _of_window("thinking_p99")),
    "idle_cpu": ("%", 1e2, _of_window("idle_cpu")),
    "memory": ("MB", 1, _of_window("memory")),
    "share_game": ("s", 1, _of_window("share_game")),
    "share_size": ("MB", 1, _of_window("share_size")),
}
"""Name, unit, units in a second, and how to measure it."""


def run(only: list[str] | None = None) -> dict[str, Any]:
    """All figures, or some of them. Calibration and work take turns, and the median of each is used, so that
    a noisy moment hits both."""
    figures = {}
    steps_seen = []
    for name, (unit, scale, prepare) in FIGURES.items():
        if only and name not in only:
            continue
        measure = prepare()
        measure()
        values, ratios = [], []
        for _ in range(ROUNDS):
            before = calibration()
            value = measure()
            step = (before + calibration()) / 2
            steps_seen.append(step)
            values.append(value)
            ratios.append(value / step)
        figures[name] = {
            "value": round(statistics.median(values) * scale, 4),
            "unit": unit,
            "steps": round(statistics.median(ratios), 2),
        }
    return {
        "calibration_ns": round(statistics.median(steps_seen) * 1e9, 1) if steps_seen else None,
        "figures": figures,
    }
