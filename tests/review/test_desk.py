"""The analysis beside the window: in which order, stopped and gone on with, when its process breaks."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import broken_judges
import pytest
from games import played

from kingdom.match.process import Process
from kingdom.position import write_answer
from kingdom.record import write_record
from kingdom.review import store
from kingdom.review.analysis import judged_turns
from kingdom.review.desk import Desk
from kingdom.review.judge import Bench
from kingdom.review.timeline import Timeline, timeline
from kingdom.rules.registry import bring, unregister
from kingdom.rules.setup import Setup

PATIENCE = 600.0


def line() -> Timeline:
    return timeline(played(Setup(players=2, seed=4)))


def wait(desk: Desk, until: Callable[[], bool]) -> None:
    end = time.monotonic() + PATIENCE
    while not until():
        assert time.monotonic() < end
        desk.poll()
        time.sleep(0.005)


def test_the_turns_of_some_come_first_and_all_are_judged() -> None:
    desk = Desk(line(), first=[1], target=broken_judges.quick)
    assert (desk.running, desk.done) == (False, False)
    desk.start()
    wait(desk, lambda: bool(desk.turns))
    assert {turn.player for turn in desk.turns.values()} == {1}
    wait(desk, lambda: desk.done)
    assert not desk.running
    assert desk.turns.keys() == {turn.number for turn in judged_turns(desk.timeline)}
    assert desk.unkept == "no room"
    desk.close()


def test_it_judges_only_those_who_may_be_judged() -> None:
    desk = Desk(line(), only=[0], target=broken_judges.quick)
    desk.start()
    wait(desk, lambda: desk.done)
    assert {turn.player for turn in desk.turns.values()} == {0}
    desk.close()


def test_what_is_tried_is_judged_next_also_while_nothing_else_is() -> None:
    desk = Desk(line(), target=broken_judges.quick)
    desk.try_turn(0, ["end_turn", "end_turn"])
    assert desk.trying
    assert desk.verdict is None
    wait(desk, lambda: not desk.trying)
    assert desk.verdict == 2.0
    assert desk.turns == {}
    desk.close()


def test_it_can_be_stopped_and_goes_on() -> None:
    desk = Desk(line(), target=broken_judges.silent)
    desk.start()
    assert desk.running
    desk.stop()
    assert not desk.running
    assert not desk.poll()
    desk.target = broken_judges.quick
    desk.start()
    wait(desk, lambda: desk.done)
    desk.close()


@pytest.mark.parametrize("target", [broken_judges.dying, broken_judges.rubbish])
def test_a_broken_process_is_tried_twice_and_then_told(target: Callable[..., None]) -> None:
    desk = Desk(line(), target=target)
    desk.start()
    wait(desk, lambda: desk.problem is not None)
    assert not desk.running
    assert desk.turns == {}
    desk.close()


def test_no_process_to_be_had_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: Any) -> None:
        raise OSError("too many processes")

    monkeypatch.setattr(Process, "__init__", refuse)
    desk = Desk(line())
    desk.start()
    assert desk.problem == "too many processes"
    desk.close()


def test_a_box_from_outside_is_known_where_turns_are_judged() -> None:
    box = bring("ninth_box")
    try:
        begun = timeline(played(Setup(players=2, boxes=("base", box.name), seed=4), answers=5))
        desk = Desk(begun)
        desk.try_turn(0, [step.answer for step in begun.steps[: begun.turns[0].end]])
        wait(desk, lambda: not desk.trying)
        assert desk.verdict is not None, desk.problem
        desk.close()
    finally:
        unregister(box)


def test_the_bench_judges_keeps_and_knows(tmp_path: Path) -> None:
    """What the process does, in this one: it keeps each turn beside the record, and a desk finds it there."""
    game = line()
    file = tmp_path / "game.kingdom.json"
    request: dict[str, Any] = {
        "number": 1, "record": write_record(game.record), "file": str(file), "turn": 3, "tried": None,
    }  # fmt: skip
    found = Bench().reply(request)
    assert found["unkept"] is None
    assert [turn.number for turn in store.load(file, game)] == [3]
    assert Desk(game, file).turns.keys() == {3}
    turn = game.turns[3]
    answers = [write_answer(step.answer) for step in game.steps[turn.first : turn.end]]
    tried = Bench().reply(request | {"turn": None, "tried": [turn.first, answers]})
    assert tried["error"] == pytest.approx(found["turn"]["error"], abs=0.01)
    lost = Bench().reply(request | {"file": str(tmp_path / "no" / "folder" / "x.kingdom.json")})
    assert lost["turn"] == found["turn"]
