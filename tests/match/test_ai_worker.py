"""`AIWorker` follows a game and keeps the same AI player for each seat. The tests call it directly, without a
process."""

from __future__ import annotations

from typing import Any

import pytest

from kingdom.ai.planner import HardPlayer, TurnPlanner
from kingdom.match.ai_worker import MAX_THINK_MS, MIN_THINK_MS, PREDICT_TURN, AIWorker
from kingdom.record import write_setup
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.hexes import first_hex
from kingdom.rules.json_values import read_answer, write_answer
from kingdom.rules.setup import GameSetup, new_game

SETUP = GameSetup(seed=1, start_player=0)


def request(
    answers: list[Any], seat: int = 0, level: str | None = "random", number: int = 1
) -> dict[str, Any]:
    return {
        "number": number, "setup": write_setup(SETUP), "answers": answers, "seat": seat, "level": level,
        "brought": [],
    }  # fmt: skip


def test_same_game_gets_the_same_answers() -> None:
    """Replaying a record with the same seats produces the same game."""
    assert AIWorker(lambda: False).handle(request([])) == {"answer": [5, 9]}
    game = new_game(SETUP)
    answers: list[Any] = []
    while game.active_player == 0:
        decision = game.decision()
        answer = first_hex(decision.cells) if decision.cells else "end_turn"
        answers.append(write_answer(answer))
        game.play(answer)
    replies = [
        AIWorker(lambda: False).handle(request(answers, seat=1, level=level)) for level in ("random", "easy")
    ]
    assert replies == [{"answer": [13, 6]}, {"answer": [14, 5]}]


def test_thinking_time_counts_from_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time needed to start the process counts as thinking time, but the player always gets a minimum
    amount of time to think."""
    worker, now = AIWorker(lambda: False), 100.0
    monkeypatch.setattr("kingdom.match.ai_worker.time.monotonic", lambda: now)
    worker.handle(request([]))
    assert not worker.budget.should_stop(), "a request without a start time has no time limit"
    worker.handle({**request([]), "asked": 100.0})
    now = 100 + MAX_THINK_MS / 1000 - 0.1
    assert not worker.budget.should_stop()
    now += 0.2
    assert worker.budget.should_stop()
    worker.handle({**request([]), "asked": 98.0})
    assert not worker.budget.should_stop()
    now += MIN_THINK_MS / 1000 + 0.1
    assert worker.budget.should_stop()


def test_worker_continues_from_its_current_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The worker replays from the start only for a different game or after an undo."""
    started_setups: list[GameSetup] = []

    def new_game_logged(setup: GameSetup) -> Any:
        started_setups.append(setup)
        return new_game(setup)

    monkeypatch.setattr("kingdom.match.ai_worker.new_game", new_game_logged)
    worker, game, answers = AIWorker(lambda: False), new_game(SETUP), list[Any]()
    for number in range(1, 7):
        reply = worker.handle(request(answers, game.decision().player, number=number))
        game.play(read_answer(reply["answer"], "answer"))
        answers.append(reply["answer"])
    assert len(started_setups) == 1
    worker.handle(request(answers[:2], 0))
    assert len(started_setups) == 2


def test_request_without_level_returns_a_hint() -> None:
    reply = AIWorker(lambda: True).handle(request([], level=None))
    assert list(reply) == ["hint"]
    assert reply["hint"]["answers"]


def test_pondering_does_not_change_the_answer() -> None:
    """The answer is the same even if the game continues differently. Pondering an illegal answer raises an
    error."""
    game, answers = new_game(SETUP), list[Any]()
    while "end_turn" not in game.decision().options:
        answers.append(write_answer(first_hex(game.decision().cells)))
        game.play(read_answer(answers[-1], "answer"))
    answers_after = [*answers, "end_turn"]
    unpondered_reply = AIWorker(lambda: False).handle(request(answers_after, 1, "hard"))
    worker = AIWorker(lambda: False)
    ponder_request = {**request(answers, 1, "hard"), "ahead": "end_turn"}
    assert worker.handle(ponder_request) == {"pondered": 1}
    player = worker.players[1, "hard"]
    assert isinstance(player, TurnPlanner)
    assert player.ponder_result is not None
    assert worker.answers == answers, "pondering must not advance the game"
    assert worker.handle(request(answers_after, 1, "hard")) == unpondered_reply
    with pytest.raises(IllegalAnswer):
        worker.handle({**request(answers[:1], 1, "hard"), "ahead": "end_turn"})


def test_predicted_turn_is_pondered_in_advance() -> None:
    """If the opponent builds as predicted, the pondered plan is used, and pondering does not change the
    answer."""
    game, answers = new_game(SETUP), list[Any]()
    worker = AIWorker(lambda: False)
    assert worker.handle({**request([], 1, "hard"), "ahead": PREDICT_TURN}) == {"pondered": 1}
    player = worker.players[1, "hard"]
    assert isinstance(player, TurnPlanner)
    assert player.ponder_result is not None
    pondered_game, before = player.ponder_result[0], worker.game
    assert pondered_game.at_turn_decision
    assert pondered_game.active_player == 1
    assert before is not None
    assert worker.answers == []
    assert before.active_player == 0, "pondering must not advance the game"
    opponent = HardPlayer(1)
    while game.active_player == 0:
        answers.append(write_answer(opponent.decide(game.observe(0, 5))))
        game.play(read_answer(answers[-1], "answer"))
    unpondered_reply = AIWorker(lambda: False).handle(request(answers, 1, "hard"))
    assert worker.handle(request(answers, 1, "hard")) == unpondered_reply
    assert player.ponder_result[0] is pondered_game


def test_stopped_worker_predicts_nothing() -> None:
    worker = AIWorker(lambda: True)
    assert worker.handle({**request([], 1, "hard"), "ahead": PREDICT_TURN}) == {"pondered": 1}
    player = worker.players[1, "hard"]
    assert isinstance(player, TurnPlanner)
    assert player.ponder_result is None


def test_deterministic_ai_resumes_in_the_middle_of_a_turn() -> None:
    """If the process is restarted in the middle of a turn, for example after a power failure, the turn is
    replanned from its start."""
    setup = GameSetup(2, seed=1, start_player=0)
    worker, game, answers = AIWorker(lambda: False), new_game(setup), list[Any]()
    for number in range(1, 18):
        message = {
            **request(list(answers), game.decision().player, "hard", number),
            "setup": write_setup(setup), "exact": True,
        }  # fmt: skip
        reply = worker.handle(message)
        game.play(read_answer(reply["answer"], "answer"))
        answers.append(reply["answer"])
    assert AIWorker(lambda: False).handle(message) == reply
    assert AIWorker(lambda: False).handle({**message, "exact": False}) != reply, (
        "both modes give the same reply, so the test proves nothing"
    )
