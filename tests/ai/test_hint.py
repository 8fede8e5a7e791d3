"""Hints and the thinking process: consistent, legal, plain data only."""

from __future__ import annotations

import json
import multiprocessing
from typing import Any

from mixed import positions, table
from scenario import scenario

from kingdom.ai.hint import AHEAD, FREEDOM, GOLD, ONLY, RIVALS, TILE, hint
from kingdom.ai.player import Budget
from kingdom.ai.worker import Thinker, pack_setup, serve, unpack_setup
from kingdom.rules.board import Grid
from kingdom.rules.frames import END_TURN
from kingdom.rules.scoring import score
from kingdom.rules.setup import Setup, new_game

LITTLE = Budget(evaluations=80)


def test_a_hint_is_a_legal_turn_with_the_gold_it_earns() -> None:
    for number, game in enumerate(positions(25, seed=41)):
        who = game.decision().player
        view = game.observe(who, number)
        found = hint(view, 1, LITTLE)
        after = view.copy()
        for answer in found.answers:
            if answer == END_TURN:
                break
            after.choose(answer)
        assert found.now == {name: part.gold for name, part in score(view, who).items()}
        assert found.after == {name: part.gold for name, part in score(after, who).items()}
        assert found.reason in (ONLY, GOLD, TILE, RIVALS, FREEDOM, AHEAD)
        assert found.words
        assert found == hint(view, 1, LITTLE)


def test_the_reason_for_a_tile_close_by() -> None:
    land = {(5, 3): "D", (5, 2): "G", (5, 4): "1", (4, 1): "D", (6, 1): "D", (5, 1): "D", (4, 2): "D", (6, 2): "D"}
    game = scenario(land=land, base="M", own=[(5, 2)], card="desert", locations={"1": "farm"}, cards=["discoverers"])
    found = hint(game.observe(0, 1), 1, Budget(evaluations=600))
    assert (found.reason, found.subject) == (TILE, "farm")
    assert "farm" in found.words


def test_no_other_choice() -> None:
    game = scenario(own=[(5, 5)], card="grass", cards=["hermits"], turn={"mandatory": "done", "built": 3})
    found = hint(game.observe(0, 1))
    assert (found.answers, found.reason) == ([END_TURN], ONLY)


def test_setups_as_plain_data() -> None:
    setups = [
        Setup(players=3, boxes=("base", "nomads"), seed=5, start=1, cards=("knights", "lords", "miners"), variants=("full",)),
        Setup(grid=Grid(tuple(["G" * 20] * 19 + ["1" + "G" * 19]), (("1", "farm"),))),
        Setup(chosen={"island": None}),
    ]
    for setup in setups:
        assert unpack_setup(json.loads(json.dumps(pack_setup(setup)))) == setup


def request(number: int, setup: Setup, answers: list[Any], **more: Any) -> dict[str, Any]:
    data = {"id": number, "setup": pack_setup(setup), "answers": answers, "seat": 0, "level": "hard", "seed": 1, "budget": {"evaluations": 60}}
    return json.loads(json.dumps({**data, **more}))


def test_thinking_goes_on_with_the_game_and_reports_what_is_wrong() -> None:
    setup = Setup(seed=3, start=0)
    thinker = Thinker()
    reply = json.loads(json.dumps(thinker.reply(request(1, setup, []))))
    assert reply["id"] == 1
    assert reply["answers"][-1] == END_TURN
    again = thinker.reply(request(2, setup, reply["answers"][:1]))
    assert again["answers"]
    assert thinker.reply(request(3, setup, ["nonsense"]))["error"]["type"] == "IllegalAnswer"
    assert "KeyError" in thinker.reply(request(4, setup, [], level="nobody"))["error"]["traceback"]
    assert thinker.reply(request(5, setup, reply["answers"], seat=1))["answers"]
    assert thinker.reply(request(6, setup, [], hint=True))["hint"]["words"]
    assert thinker.reply({})["error"]["type"] == "KeyError"


def test_a_spawned_process_answers_and_stops_when_told() -> None:
    context = multiprocessing.get_context("spawn")
    here, there = context.Pipe()
    stop = context.Event()
    process = context.Process(target=serve, args=(there, stop), daemon=True)
    process.start()
    setup = Setup(seed=3, start=0)
    stop.set()  # an endless budget would never come back otherwise
    here.send(request(1, setup, [], level="expert", budget={"milliseconds": 3_600_000}))
    assert here.poll(60)
    first = here.recv()["answers"][0]
    new_game(setup).choose(first)
    here.send(None)
    process.join(20)
    assert process.exitcode == 0


def test_worker_and_player_agree() -> None:
    """What the process says is what the player would say here."""
    from kingdom.ai.roster import PLAYERS

    setup = Setup(seed=8, start=0)
    game = new_game(setup)
    reply = Thinker().reply(request(1, setup, []))
    assert reply["answers"][0] == PLAYERS["hard"](1, Budget(evaluations=60)).answer(game.observe(0, 99))
    assert table(0).stack
