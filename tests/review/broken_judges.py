"""Processes for a desk: a quick one, and some that are broken. They have to be importable: spawn starts them
anew."""

from __future__ import annotations

import json
import os
from ctypes import c_longlong
from multiprocessing.connection import Connection
from typing import Any

from kingdom.record import read_record
from kingdom.review.analysis import judged_turns
from kingdom.review.timeline import timeline


def _turn(record: str, number: int) -> dict[str, Any]:
    turn = next(turn for turn in judged_turns(timeline(read_record(record))) if turn.number == number)
    return {
        "turn": number, "round": turn.round, "player": turn.player, "card": turn.card, "gold": 3,
        "error": float(number % 7), "luck": 0.5, "best": ["end_turn"], "at": turn.first, "played_by": {},
        "best_by": {}, "reason": "gold", "subject": "", "better_by": 0.0,
    }  # fmt: skip


def quick(pipe: Connection, hurried: c_longlong) -> None:
    """Judges without thinking; a try is short by its number of answers."""
    while True:
        try:
            asked = json.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        if asked["turn"] is None:
            found: dict[str, Any] = {"error": float(len(asked["tried"][1]))}
        else:
            found = {"turn": _turn(asked["record"], asked["turn"]), "unkept": "no room"}
        pipe.send_bytes(json.dumps({"number": asked["number"], **found}).encode())


def dying(pipe: Connection, hurried: c_longlong) -> None:
    pipe.recv_bytes()
    os._exit(7)


def rubbish(pipe: Connection, hurried: c_longlong) -> None:
    while True:
        asked = json.loads(pipe.recv_bytes())
        pipe.send_bytes(json.dumps({"number": asked["number"], "turn": {"turn": "first"}}).encode())


def silent(pipe: Connection, hurried: c_longlong) -> None:
    pipe.recv_bytes()
    pipe.recv_bytes()
