"""The tutor: what it thinks of turns, when it speaks, and that nothing is lost when it breaks."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from ctypes import c_longlong
from functools import lru_cache
from multiprocessing.connection import Connection
from typing import Any

import pytest
from at_the_table import EVERY_BOX, Silent, play_on, seats, table

from kingdom.ai.appraisal import Appraiser
from kingdom.ai.hint import Hint
from kingdom.ai.player import Budget
from kingdom.match.machine import State
from kingdom.match.match import Match
from kingdom.match.process import Gone
from kingdom.match.tutor import BORNE, GENTLE, LIMITS, OFF, STRICT, Objection, Tutor, TutorMind, limits_of
from kingdom.position import read_answer, write_answer
from kingdom.record import Record, write_setup
from kingdom.rules.chance import Chance
from kingdom.rules.frames import END_TURN, Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import Hex, hexes_of, lowest
from kingdom.rules.setup import Setup, new_game

SETUP = Setup(2, seed=3)
LONG = 600.0
"""Seconds that a process may take on a busy machine."""


def a_turn(game: Game) -> list[Answer]:
    """Somebody who always takes the first hex."""
    game, answers = game.copy(), list[Answer]()
    while not answers or answers[-1] != END_TURN:
        cells = game.decision().cells
        answers.append(lowest(cells) if cells else END_TURN)
        game.choose(answers[-1])
    return answers


def request(number: int, played: list[Answer] | None) -> dict[str, Any]:
    written = None if played is None else [write_answer(answer) for answer in played]
    return {"number": number, "setup": write_setup(SETUP), "answers": [], "seat": 0, "played": written}


@lru_cache
def judged() -> tuple[dict[str, Any], TutorMind]:
    """What the mind says about the first turn of somebody who takes the first hexes."""
    mind = TutorMind(lambda: False)
    assert mind.reply(request(1, None)) == {"said": None}
    return mind.reply(request(2, a_turn(new_game(SETUP)))), mind


# --- what it thinks


def test_it_says_what_a_turn_gives_away_and_what_is_better() -> None:
    said = judged()[0]["said"]
    assert said["error"] > 0
    assert said["error"] == round(said["error"], 2)
    game = new_game(SETUP)
    for answer in said["better"]["answers"]:
        game.choose(read_answer(answer, "answer"))
    assert game.player == 1, "it is a whole turn"


def test_nothing_is_wrong_with_the_best_turn() -> None:
    reply, mind = judged()
    best = [read_answer(answer, "answer") for answer in reply["said"]["better"]["answers"]]
    assert mind.reply(request(3, best))["said"]["error"] == 0


def test_it_does_not_mix_up_turns() -> None:
    """What it found out about one position is of no use for another."""

    def hasty() -> TutorMind:
        mind = TutorMind(lambda: False)
        mind.budget = Budget(evaluations=60)
        return mind

    game = new_game(SETUP)
    first = a_turn(game)
    for answer in first:
        game.choose(answer)
    second = {
        **request(2, a_turn(game)),
        "seat": 1,
        "answers": [write_answer(answer) for answer in first],
    }
    mind = hasty()
    mind.reply(request(1, first))
    assert mind.reply(second) == hasty().reply(second)


def test_it_finds_what_the_review_finds() -> None:
    view = new_game(SETUP).observe(0, 5)
    appraiser, played = Appraiser(1, Budget()), a_turn(view)
    ready = appraiser.prepare(view)
    assert ready is not None
    found, whole = appraiser.compare(ready, played), appraiser.appraise(view, played)
    assert found is not None
    assert whole is not None
    assert found.error == pytest.approx(whole.error, abs=0.5)


def test_what_nobody_wants_is_not_thought_to_its_end() -> None:
    mind = TutorMind(lambda: True)
    assert mind.reply(request(1, a_turn(new_game(SETUP)))) == {"said": None}
    appraiser = Appraiser(1, Budget(stopped=lambda: True))
    assert appraiser.prepare(new_game(SETUP).observe(0, 5)) is None


def test_hidden_cards_have_no_say(monkeypatch: pytest.MonkeyPatch) -> None:
    """Another deck and other hands of the others: the same words."""
    other = new_game(SETUP).observe(0, 77)
    monkeypatch.setattr("kingdom.match.mind.new_game", lambda setup: other)
    mind = TutorMind(lambda: False)
    assert mind.reply(request(1, a_turn(other)))["said"]["error"] == judged()[0]["said"]["error"]


def test_limits_belong_to_people_by_their_names() -> None:
    chosen = {"person 0": STRICT, "person 1": OFF, "easy 2": GENTLE, "person 3": GENTLE, "somebody": STRICT}
    found = limits_of(seats("person", "person", "easy", "person"), chosen)
    assert found == {0: LIMITS[STRICT], 3: LIMITS[GENTLE]}
    assert LIMITS[STRICT] < LIMITS[GENTLE]


# --- when it speaks


class Known(Tutor):
    """Knows what every turn gives away, without a process."""

    def __init__(self, error: float) -> None:
        super().__init__()
        self.error = error
        self.limits = {0: LIMITS[STRICT]}
        self.heard: list[tuple[int, tuple[Answer, ...]]] = []

    def objection(self, seat: int, start: int, turn: Any) -> Objection | None:
        self.heard.append((start, tuple(turn)))
        better = Hint([END_TURN], {}, {}, "gold", "", "")
        return Objection(self.error, better) if self.error >= self.limits[seat] else None

    def follow(self, *told: object) -> None:
        pass


def with_tutor(tutor: Tutor, *kinds: str) -> Match:
    match = table(*(kinds or ("person", "easy")), seed=SETUP.seed, thinker=Silent())
    match.tutor = tutor
    assert match.decider == 0
    return match


def play_all_but_the_end(match: Match) -> list[Answer]:
    answers = a_turn(match.game)[:-1]
    for answer in answers:
        assert not match.objects(answer)
        match.answer(answer)
        match.played()
    return answers


def test_it_asks_once_before_the_turn_stands() -> None:
    match = with_tutor(Known(9.0))
    played = play_all_but_the_end(match)
    assert match.objects(END_TURN)
    assert match.state is State.TUTORED
    assert match.objection is not None
    assert (match.objection[0], match.objection[1].error) == (END_TURN, 9.0)
    assert match.game.player == 0
    assert match.record.answers == played, "it does not stand yet"
    match.take_back()
    assert match.machine.state is State.PERSONS_TURN
    assert match.objection is None
    assert match.record.answers == []
    assert match.history == []
    assert not match.can_undo
    assert match.game.decision() == new_game(match.record.setup).decision()
    play_all_but_the_end(match)
    assert not match.objects(END_TURN), "once is enough"
    match.close()


def test_it_asks_about_a_hex_that_cannot_be_taken_back() -> None:
    """After some hexes another player is asked; no way leads back from there."""

    def lasting(match: Match) -> list[Hex]:
        found = []
        if match.state is State.PERSONS_TURN and match.decider == match.game.player == 0:
            for number in hexes_of(match.decision().cells):
                game = match.game.copy()
                game.choose(number)
                if not game.over and game.decision().player != 0:
                    found.append(number)
        return found

    match = table("person", "person", boxes=EVERY_BOX, seed=4, thinker=Silent())
    play_on(match, Chance(1), lambda match: bool(lasting(match)))
    match.tutor = tutor = Known(9.0)
    known = lasting(match)
    free = [number for number in hexes_of(match.decision().cells) if number not in known]
    assert not any(match.objects(number) for number in free)
    assert tutor.heard == []
    assert match.objects(known[0])
    assert match.objection is not None
    assert match.objection[0] == known[0]
    match.close()


def test_it_can_be_played_anyway() -> None:
    match = with_tutor(Known(9.0))
    play_all_but_the_end(match)
    assert match.objects(END_TURN)
    match.answer(END_TURN)
    assert match.state is State.PLAYBACK
    assert match.objection is None
    assert match.game.player == 1
    match.close()


def test_it_hears_the_turn_as_it_was_played() -> None:
    tutor = Known(0.0)
    match = with_tutor(tutor)
    played = play_all_but_the_end(match)
    assert not match.objects(END_TURN)
    assert tutor.heard == [(0, (*played, END_TURN))]
    match.close()


def test_it_leaves_others_alone() -> None:
    """Those without a tutor, and programs."""
    for limits in ({}, {1: 1.0}):
        tutor = Known(9.0)
        tutor.limits = dict(limits)
        match = with_tutor(tutor)
        play_all_but_the_end(match)
        assert not match.objects(END_TURN)
        match.answer(END_TURN)
        match.played()
        assert match.state is State.PROGRAMS_TURN
        assert not match.objects(END_TURN)
        match.close()


# --- the process


def until(true: Callable[[], bool]) -> bool:
    end = time.monotonic() + LONG
    while not true() and time.monotonic() < end:
        time.sleep(0.01)
    return true()


def test_a_whole_turn_with_its_process() -> None:
    tutor = Tutor()
    tutor.limits = {0: 0.001}
    match = with_tutor(tutor, "person", "person")
    match.ready()
    match.poll()
    assert tutor.busy
    played = play_all_but_the_end(match)

    def thought() -> bool:
        match.poll()
        return tutor.objection(0, 0, [*played, END_TURN]) is not None

    assert until(thought)
    assert match.objects(END_TURN)
    assert match.objection is not None
    assert match.objection[1].error > 0
    assert match.objection[1].better.answers[-1] == END_TURN
    match.close()
    assert not tutor.busy


def test_who_is_faster_hears_nothing() -> None:
    match = with_tutor(Tutor(hanging))
    match.tutor.limits = {0: 0.001}
    match.poll()
    play_all_but_the_end(match)
    match.poll()
    assert not match.objects(END_TURN)
    match.answer(END_TURN)
    assert match.game.player == 1
    match.close()


class Asked:
    """In place of the process: notes what it is asked, and says what it is told to say."""

    requests: list[dict[str, Any]]

    def __init__(self, *how: object) -> None:
        self.says: list[bytes | Gone] = []

    def send(self, raw: bytes) -> None:
        self.requests.append(json.loads(raw))

    def heard(self) -> bytes | Gone | None:
        return self.says.pop(0) if self.says else None

    def kill(self) -> None:
        pass


def without_process(monkeypatch: pytest.MonkeyPatch) -> tuple[Tutor, list[Asked]]:
    """A tutor for seat 0, and the processes that it has started."""
    started: list[Asked] = []

    def start(*how: object) -> Asked:
        started.append(Asked())
        return started[-1]

    monkeypatch.setattr("kingdom.match.tutor.Process", start)
    monkeypatch.setattr(Asked, "requests", [], raising=False)
    tutor = Tutor()
    tutor.limits = {0: 1.0}
    return tutor, started


def test_a_new_process_thinks_about_the_position_first(monkeypatch: pytest.MonkeyPatch) -> None:
    tutor, started = without_process(monkeypatch)
    record = Record(SETUP, [])
    tutor.follow(record, 0, 0, [END_TURN])
    assert Asked.requests[-1]["played"] is None
    started[0].says.append(json.dumps({"number": 1, "said": None}).encode())
    tutor.follow(record, 0, 0, [END_TURN])
    assert Asked.requests[-1]["played"] == [END_TURN]
    started[0].says.append(Gone(1))
    tutor.follow(record, 0, 0, [END_TURN])
    assert (len(started), Asked.requests[-1]["played"]) == (2, None)


def test_going_on_to_another_turn_is_no_failure(monkeypatch: pytest.MonkeyPatch) -> None:
    tutor, started = without_process(monkeypatch)
    record = Record(SETUP, [])
    for start in (0, 1, 2, 3):
        tutor.follow(record, 0, start, [])
        tutor.follow(record, 0, start, [])
    assert len(started) == 1
    assert tutor.wants(0)


def hanging(pipe: Connection, hurried: c_longlong) -> None:
    pipe.recv_bytes()
    time.sleep(LONG)


def dying(pipe: Connection, hurried: c_longlong) -> None:
    pipe.recv_bytes()
    os._exit(3)


def talking(pipe: Connection, hurried: c_longlong) -> None:
    while True:
        number = json.loads(pipe.recv_bytes())["number"]
        pipe.send_bytes(json.dumps({"number": number, "said": {"error": "much", "better": 7}}).encode())


@pytest.mark.parametrize(("target", "patience"), [(hanging, 0.01), (dying, LONG), (talking, LONG)])
def test_a_broken_tutor_is_silent(target: Callable[..., None], patience: float) -> None:
    tutor = Tutor(target, patience)
    match = with_tutor(tutor)
    tutor.limits = {0: 0.001}

    def given_up() -> bool:
        match.poll()
        return not tutor.wants(0)

    assert until(given_up)
    assert not tutor.busy
    play_all_but_the_end(match)
    assert not match.objects(END_TURN)
    match.answer(END_TURN)
    match.close()
    assert BORNE == 2
