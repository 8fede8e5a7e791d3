"""Tests how the tutor rates turns, when it warns, and that its failures do not affect the game."""

from __future__ import annotations

import json
import os
import time
from collections.abc import Callable
from functools import lru_cache
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pytest
from support.in_process_client import SyncWorkerClient
from support.matches import SilentAIClient, make_seats, match_from_game, new_match, play_answers, play_until
from support.sample_games import FIRST_EXPANSIONS
from support.scenario import hex_id_at, scenario, tile

from kingdom.ai.hint import Hint
from kingdom.ai.player import Budget
from kingdom.ai.turn_comparison import TurnComparer
from kingdom.match.controller import Match
from kingdom.match.interface import WarnedAnswer
from kingdom.match.save_store import SaveStore
from kingdom.match.state_machine import MatchState, Trigger
from kingdom.match.tutor import (
    GENTLE,
    MAX_TUTOR_FAILURES,
    MIN_WARNING_LOSS,
    OFF,
    STRICT,
    Tutor,
    TutorWarning,
    TutorWorker,
    UnusedAction,
    UnusedActionCheck,
    min_loss_by_seat,
    search_action_for_gold,
)
from kingdom.record import Record, write_setup
from kingdom.rules.decision_frames import END_TURN, Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import Hex, first_hex, iter_hexes
from kingdom.rules.json_values import read_answer, write_answer
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game
from kingdom.worker.child_process import SharedState
from kingdom.worker.messages import ProcessError

SETUP = GameSetup(2, seed=3)
TIMEOUT_S = 600.0
"""Maximum number of seconds that a process may take on a busy machine."""


def first_hex_turn(game: Game) -> list[Answer]:
    """Returns the answers of a turn in which every build uses the first legal hex."""
    game, answers = game.copy(), list[Answer]()
    while not answers or answers[-1] != END_TURN:
        cells = game.decision().cells
        answers.append(first_hex(cells) if cells else END_TURN)
        game.play(answers[-1])
    return answers


def request(number: int, played: list[Answer] | None) -> dict[str, Any]:
    answers_data = None if played is None else [write_answer(answer) for answer in played]
    return {"number": number, "setup": write_setup(SETUP), "answers": [], "seat": 0, "played": answers_data}


@lru_cache
def first_turn_result() -> tuple[dict[str, Any], TutorWorker]:
    """Returns a worker's reply about the game's first turn, played on the first legal hexes, and the worker
    itself."""
    worker = TutorWorker(lambda: False)
    assert worker.handle(request(1, None)) == {"said": None}
    return worker.handle(request(2, first_hex_turn(new_game(SETUP)))), worker


# --- rating turns


def test_reply_has_the_loss_and_a_better_turn() -> None:
    result = first_turn_result()[0]["said"]
    assert result["error"] > 0
    assert result["error"] == round(result["error"], 2)
    game = new_game(SETUP)
    for answer in result["better"]["answers"]:
        game.play(read_answer(answer, "answer"))
    assert game.active_player == 1, "the better turn must be complete"


def test_best_turn_has_no_loss() -> None:
    reply, worker = first_turn_result()
    best = [read_answer(answer, "answer") for answer in reply["said"]["better"]["answers"]]
    assert worker.handle(request(3, best))["said"]["error"] == 0


def test_results_of_another_position_are_not_reused() -> None:
    def limited_worker() -> TutorWorker:
        worker = TutorWorker(lambda: False)
        worker.budget = Budget(max_evaluations=60)
        return worker

    game = new_game(SETUP)
    first = first_hex_turn(game)
    for answer in first:
        game.play(answer)
    second = {
        **request(2, first_hex_turn(game)),
        "seat": 1,
        "answers": [write_answer(answer) for answer in first],
    }
    worker = limited_worker()
    worker.handle(request(1, first))
    assert worker.handle(second) == limited_worker().handle(second)


def test_tutor_agrees_with_the_review() -> None:
    view = new_game(SETUP).observe(0, 5)
    appraiser, played = TurnComparer(1, Budget()), first_hex_turn(view)
    prepared = appraiser.prepare_comparison(view)
    assert prepared is not None
    quick_result, full_result = (
        appraiser.compare_prepared(prepared, played),
        appraiser.compare_turn(view, played),
    )
    assert quick_result is not None
    assert full_result is not None
    assert quick_result.loss == pytest.approx(full_result.loss, abs=0.5)


def test_stopped_worker_returns_no_result() -> None:
    worker = TutorWorker(lambda: True)
    assert worker.handle(request(1, first_hex_turn(new_game(SETUP)))) == {"said": None}
    appraiser = TurnComparer(1, Budget(should_stop=lambda: True))
    assert appraiser.prepare_comparison(new_game(SETUP).observe(0, 5)) is None


def test_hidden_cards_do_not_matter(monkeypatch: pytest.MonkeyPatch) -> None:
    """The result is the same if the draw pile and the opponents' hands are different."""
    other = new_game(SETUP).observe(0, 77)
    monkeypatch.setattr("kingdom.match.ai_worker.new_game", lambda setup: other)
    worker = TutorWorker(lambda: False)
    assert (
        worker.handle(request(1, first_hex_turn(other)))["said"]["error"]
        == first_turn_result()[0]["said"]["error"]
    )


def test_min_loss_applies_to_humans_by_name() -> None:
    modes = {"person 0": STRICT, "person 1": OFF, "easy 2": GENTLE, "person 3": GENTLE, "somebody": STRICT}
    min_loss = min_loss_by_seat(make_seats("person", "person", "easy", "person"), modes)
    assert min_loss == {0: MIN_WARNING_LOSS[STRICT], 3: MIN_WARNING_LOSS[GENTLE]}
    assert MIN_WARNING_LOSS[STRICT] < MIN_WARNING_LOSS[GENTLE]


# --- deciding when to warn


class FixedLossTutor(Tutor):
    """Reports the same loss for every turn, without a process."""

    def __init__(self, loss: float) -> None:
        super().__init__()
        self.loss = loss
        self.min_loss_by_seat = {0: MIN_WARNING_LOSS[STRICT]}
        self.rated_turns: list[tuple[int, tuple[Answer, ...]]] = []

    def warning_for(self, seat: int, start: int, turn: Any) -> TutorWarning | None:
        self.rated_turns.append((start, tuple(turn)))
        better = Hint([END_TURN], {}, {}, "gold", "", {})
        return TutorWarning(self.loss, better) if self.loss >= self.min_loss_by_seat[seat] else None

    def update(self, *args: object) -> None:
        pass


def with_tutor(tutor: Tutor, *kinds: str) -> Match:
    match = new_match(*(kinds or ("person", "easy")), seed=SETUP.seed, ai_client=SilentAIClient())
    match.tutor = tutor
    assert match.deciding_seat == 0
    return match


def play_until_end_turn(match: Match) -> list[Answer]:
    answers = first_hex_turn(match.game)[:-1]
    play_answers(match, *answers)
    return answers


def test_warns_once_before_the_turn_ends() -> None:
    match = with_tutor(FixedLossTutor(9.0))
    played = play_until_end_turn(match)
    match.submit(END_TURN)
    assert match.state is MatchState.TUTOR_WARNING
    assert match.tutor_warning is not None
    assert isinstance(match.tutor_warning.warning, TutorWarning)
    assert (match.tutor_warning.answer, match.tutor_warning.warning.loss) == (END_TURN, 9.0)
    assert match.game.active_player == 0
    assert match.record.answers == played, "the answer must not be recorded yet"
    match.undo_warned_turn()
    assert match.state_machine.state is MatchState.HUMAN_TURN
    assert match.tutor_warning is None
    assert match.record.answers == []
    assert match.history == []
    assert not match.can(Trigger.UNDO)
    assert match.game.decision() == new_game(match.record.setup).decision()
    play_until_end_turn(match)
    match.submit(END_TURN)
    assert match.state is MatchState.PLAYBACK, "the tutor must not warn twice"
    match.close()


def test_warns_before_a_hex_that_cannot_be_undone() -> None:
    """The tutor warns before a build that leads to another player's decision, because such a build can't be
    undone."""

    def irreversible_hexes(match: Match) -> list[Hex]:
        hexes = []
        if match.state is MatchState.HUMAN_TURN and match.deciding_seat == match.game.active_player == 0:
            for hex_id in iter_hexes(match.decision().cells):
                game = match.game.copy()
                game.play(hex_id)
                if not game.over and game.decision().player != 0:
                    hexes.append(hex_id)
        return hexes

    match = new_match("person", "person", expansions=FIRST_EXPANSIONS, seed=4, ai_client=SilentAIClient())
    play_until(match, Rng(1), lambda match: bool(irreversible_hexes(match)))
    match.tutor = tutor = FixedLossTutor(9.0)
    irreversible = irreversible_hexes(match)
    reversible = [hex_id for hex_id in iter_hexes(match.decision().cells) if hex_id not in irreversible]
    for hex_id in reversible:
        match.submit(hex_id)
        assert match.state is MatchState.PLAYBACK
        match.undo()
    assert tutor.rated_turns == []
    match.submit(irreversible[0])
    assert match.tutor_warning is not None
    assert match.tutor_warning[0] == irreversible[0]
    match.close()


def test_turn_can_be_played_despite_the_warning() -> None:
    match = with_tutor(FixedLossTutor(9.0))
    play_until_end_turn(match)
    match.submit(END_TURN)
    assert match.tutor_warning is not None
    match.confirm_warned_answer()
    assert match.state is MatchState.PLAYBACK
    assert match.tutor_warning is None
    assert match.game.active_player == 1
    match.close()


def test_tutor_gets_the_turn_as_played() -> None:
    tutor = FixedLossTutor(0.0)
    match = with_tutor(tutor)
    played = play_until_end_turn(match)
    match.submit(END_TURN)
    assert match.tutor_warning is None
    assert tutor.rated_turns == [(0, (*played, END_TURN))]
    match.close()


def test_no_warning_for_seats_without_tutor() -> None:
    """AI players and humans without a tutor get no warning."""
    for min_loss in ({}, {1: 1.0}):
        tutor = FixedLossTutor(9.0)
        tutor.min_loss_by_seat = dict(min_loss)
        match = with_tutor(tutor)
        play_until_end_turn(match)
        match.submit(END_TURN)
        match.finish_playback()
        assert match.state is MatchState.AI_TURN
        match.close()


# --- actions left unused


def match_with_farm(cards: tuple[str, ...] = ("fishermen",)) -> Match:
    """Returns a match at the end of a turn in which the Farm could build on grass next to the water."""
    game = scenario(
        {(5, 6): "G", (5, 7): "W", (5, 3): "G"},
        base="D",
        own=[(5, 4), (5, 5)],
        card="desert",
        cards=cards,
        me={"tiles": [tile("farm")]},
        turn={"mandatory": "done", "player": 0},
        deck=["grass"] * 4,
    )
    match = match_from_game(game, "person", "person")
    match.confirm_handoff()
    match.unused_actions.enabled = True
    return match


def test_asks_once_per_turn_about_an_action_that_would_earn_gold() -> None:
    match = match_with_farm()
    match.submit(END_TURN)
    assert match.tutor_warning == WarnedAnswer(END_TURN, UnusedAction("farm"))
    match.cancel_warned_answer()
    assert (match.state, match.history) == (MatchState.HUMAN_TURN, [])
    match.submit("farm")
    match.undo()
    match.submit(END_TURN)
    assert match.state is MatchState.PLAYBACK
    assert match.game.active_player == 1


def test_turn_can_end_despite_the_unused_action() -> None:
    match = match_with_farm()
    match.submit(END_TURN)
    match.confirm_warned_answer()
    assert [step.answer for step in match.history] == [END_TURN]


def test_no_question_if_nothing_would_earn_gold() -> None:
    """There is nothing to ask if the setting is off, no card scores, or the action has been used."""
    match = match_with_farm()
    match.unused_actions.enabled = False
    match.submit(END_TURN)
    assert match.tutor_warning is None
    match = match_with_farm(cards=("miners",))
    match.submit(END_TURN)
    assert match.tutor_warning is None
    match = match_with_farm()
    match.submit("farm")
    match.finish_playback()
    match.submit(hex_id_at(5, 3))
    match.finish_playback()
    match.submit(END_TURN)
    assert match.tutor_warning is None


def test_games_that_are_not_saved_have_no_question(tmp_path: Path) -> None:
    match = new_match("person", "easy")
    match.set_tutor_modes({}, True)
    assert not match.unused_actions.enabled
    match = new_match("person", "easy", save_store=SaveStore(tmp_path))
    match.set_tutor_modes({}, True)
    assert match.unused_actions.enabled
    match.close()


def test_unused_actions_are_searched_in_short_steps() -> None:
    game, check = match_with_farm().game, UnusedActionCheck()
    positions = list(search_action_for_gold(game))
    assert positions == [None, "farm", None], "the action itself, and then its two hexes, last one first"
    check.update(game, "a", 1)
    assert check._found is None
    check.update(game, "a", 1)
    assert check._found == "farm"
    check.update(match_with_farm(cards=("miners",)).game, "b", 100)
    assert check._found is None, "the result of another position must not be reused"


def test_search_for_unused_actions_ignores_an_action_that_was_undone() -> None:
    """Undo continues with a copy of the game as it was before the action."""
    game = scenario(
        {(5, 6): "G", (5, 7): "W"},
        base="D",
        own=[(5, 4), (5, 5)],
        card="desert",
        cards=("fishermen",),
        me={"tiles": [tile("oracle"), tile("farm")]},
        turn={"mandatory": "done", "player": 0},
        deck=["grass"] * 4,
    )
    before, check = game.copy(), UnusedActionCheck()
    assert game.legal_answers()[1][:2] == ("oracle", "farm")
    check.update(game, "a", 1)
    game.play("oracle")
    check.update(before, "a", 100)
    assert check._found == "farm"


# --- running and replacing the tutor process


def wait_until(condition: Callable[[], bool]) -> bool:
    deadline = time.monotonic() + TIMEOUT_S
    while not condition() and time.monotonic() < deadline:
        time.sleep(0.01)
    return condition()


def test_full_turn_with_the_real_process() -> None:
    tutor = Tutor()
    tutor.min_loss_by_seat = {0: 0.001}
    match = with_tutor(tutor, "person", "person")
    match.confirm_handoff()
    match.poll()
    assert tutor.is_busy
    played = play_until_end_turn(match)

    def has_warning() -> bool:
        match.poll()
        return tutor.warning_for(0, 0, [*played, END_TURN]) is not None

    assert wait_until(has_warning)
    match.submit(END_TURN)
    assert match.tutor_warning is not None
    assert isinstance(match.tutor_warning.warning, TutorWarning)
    assert match.tutor_warning.warning.loss > 0
    assert match.tutor_warning.warning.better_turn.answers[-1] == END_TURN
    match.close()
    assert not tutor.is_busy


def test_no_warning_if_the_tutor_is_too_slow() -> None:
    match = with_tutor(Tutor(hanging))
    match.tutor.min_loss_by_seat = {0: 0.001}
    match.poll()
    play_until_end_turn(match)
    match.poll()
    match.submit(END_TURN)
    assert match.tutor_warning is None
    assert match.game.active_player == 1
    match.close()


def tutor_with_replies(*replies: bytes | None) -> tuple[Tutor, SyncWorkerClient]:
    """Returns a tutor for seat 0 whose process sends these replies; None makes it exit. After the last reply,
    the process is silent."""
    remaining = list(replies)

    def reply_to(request: dict[str, Any]) -> bytes | None:
        if not remaining:
            return None
        reply = remaining.pop(0)
        if reply is None:
            raise ProcessError("the process ended with code 1")
        return reply.replace(b"NUMBER", str(request["number"]).encode())

    tutor = Tutor()
    tutor.worker_client = client = SyncWorkerClient(reply_to)
    client.retries = 0
    tutor.min_loss_by_seat = {0: 1.0}
    return tutor, client


def sent_turns(client: SyncWorkerClient) -> list[Any]:
    return [message["request"]["played"] for child in client.children for message in child.messages]


def test_new_process_prepares_the_position_first() -> None:
    done = b'{"number": NUMBER, "said": null}'
    tutor, client = tutor_with_replies(done, None, done)
    record = Record(SETUP, [])
    for expected in ([None], [None, [END_TURN]], [None, [END_TURN], None]):
        tutor.update(record, 0, 0, [END_TURN])
        assert sent_turns(client) == expected
    assert len(client.children) == 2


def test_another_turn_is_not_a_failure() -> None:
    tutor, client = tutor_with_replies()
    record = Record(SETUP, [])
    for start in (0, 1, 2, 3):
        tutor.update(record, 0, start, [])
        tutor.update(record, 0, start, [])
    assert len(client.children) == 1
    assert tutor.is_active(0)


def hanging(pipe: Connection, shared: SharedState) -> None:
    pipe.recv_bytes()
    time.sleep(TIMEOUT_S)


def dying(pipe: Connection, shared: SharedState) -> None:
    pipe.recv_bytes()
    os._exit(3)


def malformed(pipe: Connection, shared: SharedState) -> None:
    while True:
        number = json.loads(pipe.recv_bytes())["number"]
        pipe.send_bytes(json.dumps({"number": number, "said": {"error": "much", "better": 7}}).encode())


@pytest.mark.parametrize(
    ("target", "timeout_s"), [(hanging, 0.01), (dying, TIMEOUT_S), (malformed, TIMEOUT_S)]
)
def test_failing_tutor_never_warns(target: Callable[..., None], timeout_s: float) -> None:
    tutor = Tutor(target, timeout_s)
    match = with_tutor(tutor)
    tutor.min_loss_by_seat = {0: 0.001}

    def has_given_up() -> bool:
        match.poll()
        return not tutor.is_active(0)

    assert wait_until(has_given_up)
    assert not tutor.is_busy
    play_until_end_turn(match)
    match.submit(END_TURN)
    assert match.tutor_warning is None
    match.close()
    assert MAX_TUTOR_FAILURES == 2
