"""Worker functions for the analysis client: a fast one and several broken ones. They are in their own module
because spawned processes import them."""

from __future__ import annotations

import os
from multiprocessing.connection import Connection
from typing import Any

from kingdom.record import read_record
from kingdom.review.analysis import complete_turns
from kingdom.review.timeline import build_timeline
from kingdom.worker.child_process import SharedState, run_worker


def _turn_data(record: str, turn_index: int) -> dict[str, Any]:
    turn = next(
        turn for turn in complete_turns(build_timeline(read_record(record))) if turn.index == turn_index
    )
    return {
        "turn": turn_index, "round": turn.round, "player": turn.player, "card": turn.card, "gold": 3,
        "error": float(turn_index % 7), "luck": 0.5, "best": ["end_turn"], "at": turn.start, "played_by": {},
        "best_by": {}, "reason": "gold", "subject": "", "better_by": 0.0,
    }  # fmt: skip


def fast_analysis(pipe: Connection, shared: SharedState) -> None:
    """Replies immediately. For a retried turn, the reported loss is the number of answers."""

    def handle(request: dict[str, Any]) -> dict[str, Any]:
        if request["turn"] is None:
            return {"error": float(len(request["tried"][1]))}
        return {"turn": _turn_data(request["record"], request["turn"]), "unkept": "no room"}

    run_worker(pipe, handle)


def dying_analysis(pipe: Connection, shared: SharedState) -> None:
    pipe.recv_bytes()
    os._exit(7)


def malformed_analysis(pipe: Connection, shared: SharedState) -> None:
    run_worker(pipe, lambda request: {"turn": {"turn": "first"}})


def silent_analysis(pipe: Connection, shared: SharedState) -> None:
    pipe.recv_bytes()
    pipe.recv_bytes()
