"""Helpers for the review tests: recorded games, each of which is played only once per test run, and an app
whose analysis runs in the test process."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from support.app_driver import open_app
from support.in_process_client import InProcessClient

from kingdom.ai.levels import AI_PLAYER_FACTORIES
from kingdom.ai.player import play_to_end
from kingdom.match.seats import HUMAN, Seat, write_seats
from kingdom.record import Record, make_result, read_record
from kingdom.review import analysis_client
from kingdom.review.timeline import build_timeline
from kingdom.rules.json_values import write_answer
from kingdom.rules.setup import GameSetup, new_game
from kingdom.ui.framework.app import App

SEATS = (Seat("Ani", "orange", HUMAN), Seat("Bruno", "blue", "easy"))


@cache
def _play_game() -> tuple[Record, ...]:
    setup = GameSetup(player_count=2, seed=8)
    game = new_game(setup)
    players = [AI_PLAYER_FACTORIES["greedy"](0, None), AI_PLAYER_FACTORIES["easy"](1, None)]
    answers = [answer for _, answer, _ in play_to_end(game, players)]
    return (Record(setup, write_seats(SEATS), answers, make_result(game)),)


def finished_record() -> Record:
    """Returns the record of a finished two-player game."""
    record = _play_game()[0]
    return replace(record, seats=list(record.seats), answers=list(record.answers))


def unfinished_record(answers: int = 34) -> Record:
    """Returns the record of the same game, cut off after the beginning."""
    record = finished_record()
    return replace(record, answers=record.answers[:answers], result=None)


def fake_analysis_reply(request: dict[str, Any]) -> dict[str, Any]:
    """Returns made-up results. Every turn of seat 0 loses gold, although the turn reported as best is the
    turn that was played. A retry with four or more answers is good."""
    if request["turn"] is None:
        return {"error": 0.2 if len(request["tried"][1]) >= 4 else 2.5}
    game_timeline = build_timeline(read_record(request["record"]))
    turn = game_timeline.turns[request["turn"]]
    answers = [write_answer(step.answer) for step in game_timeline.steps[turn.start : turn.end]]
    analysis = {
        "turn": turn.index, "round": turn.round, "player": turn.player, "card": turn.card, "gold": 3,
        "error": 0.0 if turn.player else (7.5, 3.5, 2.0)[turn.index % 3], "luck": 0.5,
        "best": answers, "at": turn.start, "played_by": {"castles": 3}, "best_by": {"castles": 6},
        "reason": "gold", "subject": "castles", "better_by": 3.5,
    }  # fmt: skip
    return {"turn": analysis, "unkept": None}


@contextmanager
def open_review_app(
    folder: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int] = (1024, 700), language: str = "en"
) -> Iterator[App]:
    """Opens the main menu without animations, with the analysis running in the test process. Errors in the
    app fail the test."""
    monkeypatch.setattr(
        analysis_client,
        "WorkerClient",
        lambda target, timeout_s: InProcessClient(lambda request: fake_analysis_reply(request)),
    )
    app = open_app(folder, size, language)
    app.settings.animation = "off"
    app.navigator.open_main_menu()
    yield app
    assert app.scene_error_counts == {}
    app.close()
