"""Puzzles from one's own games: turns that the review has marked as mistakes, and of which can be proved what
the best is.

They are looked for in a process beside the window, game by game; what was found, and which turns gave
nothing, is kept in a file, so that no turn is looked at twice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from ctypes import c_longlong
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from kingdom.files import NotJson, parse_json, read_text, write_safely
from kingdom.heard import Failed, read_message
from kingdom.learn.choosing import OWN_ID
from kingdom.learn.proof import Proof, Unproved, prove
from kingdom.learn.puzzle import (
    GOLD,
    SEED,
    WIN,
    Puzzle,
    claims,
    missed_by,
    read_puzzle,
    tags_of,
    write_puzzle,
)
from kingdom.match.beside import answer_requests
from kingdom.match.process import SPAWN, Gone, Process
from kingdom.match.saves import Keeper
from kingdom.match.seats import PERSON
from kingdom.record import read_record
from kingdom.review import store
from kingdom.review.analysis import BLUNDER, MISTAKE, TurnReview
from kingdom.review.timeline import Timeline, TurnSpan, timeline
from kingdom.rules.json_values import read_dict
from kingdom.rules.registry import BROUGHT, BadSetup

FORMAT = "kingdom-own-puzzles/1"
FILE = "own-puzzles.json"
MOST_WAYS = 12
"""Different endings that count as solved."""
MOST_PROBLEM = 200


# --- finding


def mistakes(line: Timeline, reviews: list[TurnReview]) -> Iterator[tuple[TurnSpan, TurnReview]]:
    """The turns of people that the review has marked as mistakes."""
    turns = {turn.number: turn for turn in line.turns}
    for review in reviews:
        person = line.record.seats[review.player].get("kind") == PERSON if line.record.seats else False
        if person and review.mark in (MISTAKE, BLUNDER):
            yield turns[review.number], review


def name_of(line: Timeline, turn: TurnSpan) -> str:
    """What the puzzle of a turn is called."""
    return f"{OWN_ID}{line.record.game or store.fingerprint(line.record, turn.first)}-{turn.number}"


def own_puzzle(line: Timeline, turn: TurnSpan, review: TurnReview) -> Puzzle | None:
    """The puzzle in a mistake, if its best turn can be proved and was missed."""
    game = line.at(turn.first)
    view = game.observe(turn.player, SEED)
    try:
        proof = prove(view)
    except Unproved:
        return None
    kind = _kind(line, proof, turn, review)
    if kind is None:
        return None
    gold, second, ways, near, solution = claims(kind, proof)
    if ways > MOST_WAYS or not near:
        return None
    answers = tuple(line.record.answers[: turn.first])
    return Puzzle(
        name_of(line, turn), kind, line.record.setup, answers, gold, second, ways, near, solution,
        tags_of(view, solution), missed_by(kind, view, gold), proof.looked,
    )  # fmt: skip


def _kind(line: Timeline, proof: Proof, turn: TurnSpan, review: TurnReview) -> str | None:
    """What can be asked about the turn: to win, if that was possible and was missed; else gold, if more was
    possible than was got."""
    won = line.record.result is not None and line.record.result["winners"] == [turn.player]
    if proof.winning and len(proof.winning) < len(proof.endings) and not won:
        return WIN
    return GOLD if review.gold < proof.best else None


# --- keeping


def load(path: Path) -> dict[str, tuple[str, Puzzle | None]]:
    """What was found: by the name of the puzzle, whose turn it was, and the puzzle if there is one. A damaged
    file is as good as none: it is made anew."""
    try:
        data = read_dict(parse_json(read_text(path)), "own", ("format", "turns"))
        if data.get("format") != FORMAT:
            return {}
        return {
            name: (str(who), None if puzzle is None else read_puzzle(puzzle, name))
            for name, (who, puzzle) in data["turns"].items()
        }
    except (OSError, NotJson, BadSetup, KeyError, TypeError, ValueError, AttributeError):
        return {}


def keep(path: Path, found: dict[str, tuple[str, Puzzle | None]]) -> None:
    """Write it down; at once or not at all."""
    turns = {
        name: [who, None if puzzle is None else write_puzzle(puzzle)] for name, (who, puzzle) in found.items()
    }
    write_safely(path, json.dumps({"format": FORMAT, "turns": turns}))


def own_puzzles(path: Path, who: str) -> tuple[Puzzle, ...]:
    """The puzzles from the games of one person."""
    return tuple(puzzle for name, puzzle in load(path).values() if puzzle is not None and name == who)


# --- the process


def serve(pipe: Connection, hurried: c_longlong) -> None:
    """Where the process begins."""
    seeker = Seeker()
    answer_requests(pipe, seeker.reply)


class Seeker:
    """Goes through the games, one turn at a time."""

    def __init__(self) -> None:
        self._work: Iterator[bool] | None = None

    def reply(self, request: dict[str, Any]) -> dict[str, Any]:
        """Look at one turn more: whether it gave a puzzle, or that there is no other turn."""
        if self._work is None:
            self._work = seek(Path(request["saves"]), Path(request["file"]))
        found = next(self._work, None)
        return {"done": found is None, "found": bool(found)}


def worth_a_look(saves: Path, file: Path) -> bool:
    """Whether something was reviewed since the games were looked through last."""
    try:
        looked = file.stat().st_mtime_ns if file.is_file() else 0
        return any(store.kept_when(path) > looked for path in Keeper(saves).files())
    except OSError:
        return False


def seek(saves: Path, file: Path) -> Iterator[bool]:
    """Every mistake that was not looked at before; whether it gave a puzzle."""
    for path in sorted(Keeper(saves).files()):
        if not store.kept_when(path):
            continue
        try:
            line = timeline(read_record(read_text(path)))
        except (OSError, ValueError):  # the list of games tells it to the player
            continue
        known = load(file)
        for turn, review in mistakes(line, store.load(path, line)):
            name = name_of(line, turn)
            if name not in known:
                puzzle = own_puzzle(line, turn, review)
                known[name] = str(line.record.seats[turn.player].get("name")), puzzle
                keep(file, known)
                yield puzzle is not None
    keep(file, load(file))  # its time tells that everything was looked at


class Prospector:
    """The process as the window has it. Nothing here waits."""

    def __init__(self, saves: Path, file: Path, target: Callable[..., None] = serve) -> None:
        self._saves, self._file, self._target = saves, file, target
        self._process: Process | None = None
        self._number = 0
        self.problem: str | None = None
        """Why it has stopped, if something went wrong."""

    @property
    def busy(self) -> bool:
        """Whether it is at work."""
        return self._process is not None

    def start(self) -> None:
        """Look through the games, unless that goes on already."""
        if self._process is None:
            try:
                self._process = Process(self._target, SPAWN.RawValue("q", 0))
            except (OSError, RuntimeError) as error:
                self.problem = str(error)[:MOST_PROBLEM]
                return
            self._ask()

    def _ask(self) -> None:
        assert self._process is not None
        self._number += 1
        request = {
            "number": self._number, "brought": list(BROUGHT), "saves": str(self._saves),
            "file": str(self._file),
        }  # fmt: skip
        self._process.send(json.dumps(request).encode())

    def poll(self) -> bool:
        """Hear what was found; whether there is a new puzzle."""
        heard = self._process.heard() if self._process is not None else None
        if heard is None:
            return False
        try:
            if isinstance(heard, Gone):
                raise Failed(f"the process ended with code {heard.code}")
            message = read_message(heard)
            if type(message.get("done")) is not bool or type(message.get("found")) is not bool:
                raise Failed(str(message.get("trouble", "not a good reply")).strip().splitlines()[-1])
        except Failed as failed:
            self.problem = str(failed)[:MOST_PROBLEM]
            self.close()
            return False
        if message["done"]:
            self.close()
        else:
            self._ask()
        return bool(message["found"])

    def close(self) -> None:
        """End the process; nobody waits for that."""
        if self._process is not None:
            self._process.kill()
        self._process = None
