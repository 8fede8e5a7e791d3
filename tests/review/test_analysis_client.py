"""Tests `AnalysisClient`: the order of turns, stopping and resuming, and failures of its worker process."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from support import fake_analysis_workers
from support.sample_games import random_record

from kingdom.record import write_record
from kingdom.review import analysis_file
from kingdom.review.analysis import complete_turns
from kingdom.review.analysis_client import AnalysisClient, AnalysisWorker
from kingdom.review.timeline import Timeline, build_timeline
from kingdom.rules.json_values import write_answer
from kingdom.rules.registry import import_expansion, unregister
from kingdom.rules.setup import GameSetup
from kingdom.worker.client import ChildProcess
from kingdom.worker.messages import ProcessTimeout

TIMEOUT_S = 600.0


def sample_timeline() -> Timeline:
    return build_timeline(random_record(GameSetup(player_count=2, seed=4)))


def wait_until(client: AnalysisClient, condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + TIMEOUT_S
    while not condition():
        assert time.monotonic() < deadline
        client.collect_results()
        time.sleep(0.005)


def test_priority_seats_come_first() -> None:
    client = AnalysisClient(sample_timeline(), priority_seats=[1], target=fake_analysis_workers.fast_analysis)
    assert (client.is_running, client.is_done) == (False, False)
    client.start()
    wait_until(client, lambda: bool(client.analyses))
    assert {turn.player for turn in client.analyses.values()} == {1}
    wait_until(client, lambda: client.is_done)
    assert not client.is_running
    assert client.analyses.keys() == {turn.index for turn in complete_turns(client.timeline)}
    assert client.save_error == "no room"
    client.close()


def test_only_selected_seats_are_analyzed() -> None:
    client = AnalysisClient(sample_timeline(), only_seats=[0], target=fake_analysis_workers.fast_analysis)
    client.start()
    wait_until(client, lambda: client.is_done)
    assert {turn.player for turn in client.analyses.values()} == {0}
    client.close()


def test_retried_turn_is_analyzed_without_starting() -> None:
    client = AnalysisClient(sample_timeline(), target=fake_analysis_workers.fast_analysis)
    client.request_comparison(0, ["end_turn", "end_turn"])
    assert client.is_comparing
    assert client.retry_loss is None
    wait_until(client, lambda: not client.is_comparing)
    assert client.retry_loss == 2.0
    assert client.analyses == {}
    client.close()


def test_stop_and_resume() -> None:
    client = AnalysisClient(sample_timeline(), target=fake_analysis_workers.silent_analysis)
    client.start()
    assert client.is_running
    client.stop()
    assert not client.is_running
    assert not client.collect_results()
    client.worker_client.target = fake_analysis_workers.fast_analysis
    client.start()
    wait_until(client, lambda: client.is_done)
    client.close()


@pytest.mark.parametrize(
    "target", [fake_analysis_workers.dying_analysis, fake_analysis_workers.malformed_analysis]
)
def test_broken_worker_is_reported(target: Callable[..., None]) -> None:
    client = AnalysisClient(sample_timeline(), target=target)
    client.start()
    wait_until(client, lambda: client.last_error is not None)
    assert not client.is_running
    assert client.analyses == {}
    client.close()


def test_hanging_worker_is_reported() -> None:
    client = AnalysisClient(sample_timeline(), target=fake_analysis_workers.silent_analysis, timeout_s=0.1)
    client.request_comparison(0, ["end_turn"])
    client.start()
    wait_until(client, lambda: client.last_error is not None)
    assert isinstance(client.last_error, ProcessTimeout)
    assert not client.is_comparing
    assert not client.is_running


def test_failure_to_start_the_worker_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*arguments: Any) -> None:
        raise OSError("too many processes")

    monkeypatch.setattr(ChildProcess, "__init__", fail)
    client = AnalysisClient(sample_timeline())
    client.start()
    wait_until(client, lambda: client.last_error is not None)
    assert str(client.last_error) == "too many processes"
    client.close()


def test_worker_knows_third_party_expansions() -> None:
    expansion = import_expansion("support.sample_expansion")
    try:
        game_timeline = build_timeline(
            random_record(
                GameSetup(player_count=2, expansions=("base", expansion.name), seed=4), max_answers=5
            )
        )
        client = AnalysisClient(game_timeline)
        client.request_comparison(
            0, [step.answer for step in game_timeline.steps[: game_timeline.turns[0].end]]
        )
        wait_until(client, lambda: not client.is_comparing)
        assert client.retry_loss is not None, client.last_error
        client.close()
    finally:
        unregister(expansion)


def test_worker_stores_its_results(tmp_path: Path) -> None:
    """Runs the worker in this process. The worker stores each analyzed turn in the analysis file, and a
    client loads it from there."""
    game_timeline = sample_timeline()
    file = tmp_path / "game.kingdom.json"
    request: dict[str, Any] = {
        "number": 1,
        "record": write_record(game_timeline.record),
        "file": str(file),
        "turn": 3,
        "tried": None,
    }
    reply = AnalysisWorker().handle_request(request)
    assert reply["unkept"] is None
    assert [turn.turn_index for turn in analysis_file.load_analysis(file, game_timeline)] == [3]
    assert AnalysisClient(game_timeline, file).analyses.keys() == {3}
    turn = game_timeline.turns[3]
    answers = [write_answer(step.answer) for step in game_timeline.steps[turn.start : turn.end]]
    retry_reply = AnalysisWorker().handle_request(request | {"turn": None, "tried": [turn.start, answers]})
    assert retry_reply["error"] == pytest.approx(reply["turn"]["error"], abs=0.01)
    unsaved_reply = AnalysisWorker().handle_request(
        request | {"file": str(tmp_path / "no" / "folder" / "x.kingdom.json")}
    )
    assert unsaved_reply["turn"] == reply["turn"]
