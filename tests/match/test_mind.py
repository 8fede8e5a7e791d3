"""The mind in the thinking process, called directly: it follows a game, and a seat's program is the same one
through the whole of it."""

from __future__ import annotations

from typing import Any

import pytest

from kingdom.ai.hard import HardPlayer
from kingdom.ai.planner import Planner
from kingdom.match.messages import AS_LIKELY
from kingdom.match.mind import AT_MOST_MS, LEAST_MS, Mind
from kingdom.position import read_answer, write_answer
from kingdom.record import write_setup
from kingdom.rules.frames import IllegalAnswer
from kingdom.rules.hexes import lowest
from kingdom.rules.setup import Setup, new_game

SETUP = Setup(seed=1, start=0)


def request(
    answers: list[Any], seat: int = 0, level: str | None = "random", number: int = 1
) -> dict[str, Any]:
    return {
        "number": number, "setup": write_setup(SETUP), "answers": answers, "seat": seat, "level": level,
        "brought": [],
    }  # fmt: skip


def test_the_same_game_gets_the_same_answers_for_ever() -> None:
    """A record that is played again with its seats is the same game."""
    assert Mind(lambda: False).reply(request([])) == {"answer": [5, 9]}
    game = new_game(SETUP)
    answers: list[Any] = []
    while game.player == 0:
        decision = game.decision()
        answer = lowest(decision.cells) if decision.cells else "end_turn"
        answers.append(write_answer(answer))
        game.choose(answer)
    found = [Mind(lambda: False).reply(request(answers, seat=1, level=level)) for level in ("random", "easy")]
    assert found == [{"answer": [13, 6]}, {"answer": [14, 5]}]


def test_who_waits_since_before_the_process_ran_waits_no_longer(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time that its start took counts; but some thinking there is always."""
    mind, now = Mind(lambda: False), 100.0
    monkeypatch.setattr("kingdom.match.mind.time.monotonic", lambda: now)
    mind.reply(request([]))
    assert not mind.budget.stopped(), "nobody waits for it"
    mind.reply({**request([]), "asked": 100.0})
    now = 100 + AT_MOST_MS / 1000 - 0.1
    assert not mind.budget.stopped()
    now += 0.2
    assert mind.budget.stopped()
    mind.reply({**request([]), "asked": 98.0})
    assert not mind.budget.stopped()
    now += LEAST_MS / 1000 + 0.1
    assert mind.budget.stopped()


def test_it_goes_on_from_where_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Only another game, or an answer taken back, is played through from the start."""
    begun: list[Setup] = []

    def noted(setup: Setup) -> Any:
        begun.append(setup)
        return new_game(setup)

    monkeypatch.setattr("kingdom.match.mind.new_game", noted)
    mind, game, answers = Mind(lambda: False), new_game(SETUP), list[Any]()
    for number in range(1, 7):
        reply = mind.reply(request(answers, game.decision().player, number=number))
        assert mind.number == number
        game.choose(read_answer(reply["answer"], "answer"))
        answers.append(reply["answer"])
    assert len(begun) == 1
    mind.reply(request(answers[:2], 0))
    assert len(begun) == 2


def test_a_hint_is_for_a_person() -> None:
    reply = Mind(lambda: True).reply(request([], level=None))
    assert list(reply) == ["hint"]
    assert reply["hint"]["answers"]


def test_what_was_pondered_is_answered_alike() -> None:
    """Also if the game goes another way than that; and what cannot be answered is pondered by nobody."""
    game, answers = new_game(SETUP), list[Any]()
    while "end_turn" not in game.decision().options:
        answers.append(write_answer(lowest(game.decision().cells)))
        game.choose(read_answer(answers[-1], "answer"))
    after = [*answers, "end_turn"]
    plain = Mind(lambda: False).reply(request(after, 1, "hard"))
    mind = Mind(lambda: False)
    ahead = {**request(answers, 1, "hard"), "ahead": "end_turn"}
    assert mind.reply(ahead) == {"pondered": 1}
    player = mind.players[1, "hard"]
    assert isinstance(player, Planner)
    assert player.pondered is not None
    assert mind.answers == answers, "the game itself has not gone on"
    assert mind.reply(request(after, 1, "hard")) == plain
    with pytest.raises(IllegalAnswer):
        mind.reply({**request(answers[:1], 1, "hard"), "ahead": "end_turn"})


def test_a_turn_that_goes_on_as_likely_was_thought_of_before_it_did() -> None:
    """Somebody who builds as hard would is answered what was thought of meanwhile, the same as without."""
    game, answers = new_game(SETUP), list[Any]()
    mind = Mind(lambda: False)
    assert mind.reply({**request([], 1, "hard"), "ahead": AS_LIKELY}) == {"pondered": 1}
    player = mind.players[1, "hard"]
    assert isinstance(player, Planner)
    assert player.pondered is not None
    thought, before = player.pondered[0], mind.game
    assert thought.in_turn
    assert thought.player == 1
    assert before is not None
    assert mind.answers == []
    assert before.player == 0, "the game itself has not gone on"
    other = HardPlayer(1)
    while game.player == 0:
        answers.append(write_answer(other.answer(game.observe(0, 5))))
        game.choose(read_answer(answers[-1], "answer"))
    plain = Mind(lambda: False).reply(request(answers, 1, "hard"))
    assert mind.reply(request(answers, 1, "hard")) == plain
    assert player.pondered[0] is thought


def test_told_to_stop_it_guesses_no_further() -> None:
    mind = Mind(lambda: True)
    assert mind.reply({**request([], 1, "hard"), "ahead": AS_LIKELY}) == {"pondered": 1}
    player = mind.players[1, "hard"]
    assert isinstance(player, Planner)
    assert player.pondered is None


def test_on_the_daily_land_a_program_goes_on_in_the_middle_of_its_turn_as_if_nobody_had_left() -> None:
    """A new process, such as after a power cut, plans the turn again from its beginning."""
    setup = Setup(2, seed=1, start=0)
    mind, game, answers = Mind(lambda: False), new_game(setup), list[Any]()
    for number in range(1, 18):
        asked = {
            **request(list(answers), game.decision().player, "hard", number),
            "setup": write_setup(setup), "exact": True,
        }  # fmt: skip
        reply = mind.reply(asked)
        game.choose(read_answer(reply["answer"], "answer"))
        answers.append(reply["answer"])
    assert Mind(lambda: False).reply(asked) == reply
    assert Mind(lambda: False).reply({**asked, "exact": False}) != reply, "otherwise this shows nothing"
