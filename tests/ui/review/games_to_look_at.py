"""Games for the tests of the review, each played once, and a window to look at them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from window import open_app

from kingdom.ai.roster import PLAYERS
from kingdom.match.seats import PERSON, Seat, write_seats
from kingdom.position import write_answer
from kingdom.record import Record, read_record, result_of
from kingdom.review import desk
from kingdom.review.timeline import timeline
from kingdom.rules.frames import Answer
from kingdom.rules.setup import Setup, new_game
from kingdom.ui.app.app import App

SEATS = (Seat("Ani", "orange", PERSON), Seat("Bruno", "blue", "easy"))


@cache
def _played() -> tuple[Record, ...]:
    setup = Setup(players=2, seed=8)
    game = new_game(setup)
    answers: list[Answer] = []
    players = [PLAYERS["greedy"](0, None), PLAYERS["easy"](1, None)]
    while not game.over:
        seat = game.decision().player
        answers.append(players[seat].answer(game.observe(seat, len(answers))))
        game.choose(answers[-1])
    return (Record(setup, write_seats(SEATS), answers, result_of(game)),)


def ended() -> Record:
    """A game of two to its end."""
    record = _played()[0]
    return replace(record, seats=list(record.seats), answers=list(record.answers))


def going_on(answers: int = 34) -> Record:
    """The same before it was over."""
    record = ended()
    return replace(record, answers=record.answers[:answers], result=None)


class PromptProcess:
    """Judges at once and in this process, without thinking."""

    def __init__(self, target: object, hurried: object) -> None:
        self._replies: list[bytes] = []

    def send(self, request: bytes) -> None:
        self._replies.append(json.dumps(quick_reply(json.loads(request))).encode())

    def heard(self) -> bytes | None:
        return self._replies.pop(0) if self._replies else None

    def kill(self) -> None:
        self._replies.clear()


def quick_reply(asked: dict[str, Any]) -> dict[str, Any]:
    """Every turn of seat 0 loses gold, and the best turn ends it at once; a try of six answers is fine."""
    if asked["turn"] is None:
        return {"number": asked["number"], "error": 0.2 if len(asked["tried"][1]) >= 4 else 2.5}
    line = timeline(read_record(asked["record"]))
    turn = line.turns[asked["turn"]]
    answers = [write_answer(step.answer) for step in line.steps[turn.first : turn.end]]
    found = {
        "turn": turn.number, "round": turn.round, "player": turn.player, "card": turn.card, "gold": 3,
        "error": 0.0 if turn.player else (7.5, 3.5, 2.0)[turn.number % 3], "luck": 0.5,
        "best": answers, "at": turn.first, "played_by": {"castles": 3}, "best_by": {"castles": 6},
        "reason": "gold", "subject": "castles", "better_by": 3.5,
    }  # fmt: skip
    return {"number": asked["number"], "turn": found, "unkept": None}


@contextmanager
def window_without_processes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int] = (1024, 700), language: str = "en"
) -> Iterator[App]:
    """The menu, where nothing moves; judges work in this process. What fails there fails the test."""
    monkeypatch.setattr(desk, "Process", PromptProcess)
    app = open_app(folder, size, language)
    app.settings.animation = "off"
    app.ways.menu()
    yield app
    assert app.errors == {}
    app.close()
