"""The arena produces the same results for the same seed, regardless of the number of processes."""

from __future__ import annotations

import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from kingdom.ai.player import AIPlayer, Budget
from kingdom.ai.simple_players import RandomPlayer
from kingdom.rules.decision_frames import Answer
from kingdom.rules.events import CardDrawn, Event, GameEnded
from kingdom.rules.game import Game
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.setup import GameSetup
from kingdom.tournament import arena
from kingdom.tournament.arena import (
    GameSpec,
    SeatResult,
    luck_adjusted_summary,
    mean_interval,
    play_arena,
    play_game,
    remove_luck,
    schedule_games,
    wilson_interval,
)


def without_times(summary: dict[str, Any]) -> dict[str, Any]:
    return {
        "games": summary["games"],
        "seats": [
            {key: value for key, value in seat.items() if not key.startswith("ms_")}
            for seat in summary["seats"]
        ],
    }


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    seats, budget = ["expert", "hard"], Budget(max_evaluations=60)
    one_process = play_arena(seats, 2, ["base"], 4, jobs=1, budget=budget)
    two_processes = play_arena(seats, 2, ["base"], 4, jobs=2, budget=budget)
    assert without_times(one_process) == without_times(two_processes)
    assert sum(seat["wins"] for seat in one_process["seats"]) == 2
    assert all(seat["ms_mean"] > 0 for seat in one_process["seats"])


class FakeMultiprocessing:
    """Replaces `multiprocessing`: runs everything in this process and records how many processes were
    requested."""

    def __init__(self) -> None:
        self.requested_jobs: list[int] = []

    def get_context(self, method: str) -> FakeMultiprocessing:
        return self

    @contextmanager
    def Pool(self, jobs: int, *initializer: object) -> Iterator[FakeMultiprocessing]:
        self.requested_jobs.append(jobs)
        yield self

    def imap(self, work: Callable[[Any], Any], items: list[Any], chunksize: int) -> Iterator[Any]:
        return map(work, items)


@pytest.mark.parametrize(
    ("jobs", "games", "cores", "expected"),
    [(1000, 3, 64, [3]), (1000, 3, 2, [2]), (2, 3, 64, [2]), (8, 1, 64, []), (8, 3, None, [])],
)
def test_no_more_processes_than_games_and_cores(
    monkeypatch: pytest.MonkeyPatch, jobs: int, games: int, cores: int | None, expected: list[int]
) -> None:
    pool = FakeMultiprocessing()
    monkeypatch.setattr(arena, "multiprocessing", pool)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert play_arena(["random", "random"], games, ["base"], 4, jobs=jobs)["games"] == games
    assert pool.requested_jobs == expected


def test_seats_rotate_on_the_same_deal() -> None:
    specs = schedule_games(["a", "b", "c"], 6, ["base"], 1)
    assert [spec.players for spec in specs[:3]] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert specs[0].setup == specs[2].setup != specs[3].setup
    assert len({spec.seed for spec in specs}) == 6


def test_wilson_interval() -> None:
    low, high = wilson_interval(130, 200)
    assert 0.58 < low < 0.65 < high < 0.72
    assert wilson_interval(0, 0) == (0.0, 1.0)
    assert wilson_interval(10, 10)[1] == 1.0


def test_progress_is_reported() -> None:
    calls: list[tuple[int, int]] = []
    play_arena(["random", "random"], 3, ["base"], 1, progress=lambda done, games: calls.append((done, games)))
    assert calls == [(1, 3), (2, 3), (3, 3)]


def test_removing_luck_keeps_the_mean_and_reduces_the_spread() -> None:
    luck_values = [-2.0, -1.0, 0.0, 1.0, 2.0]
    values = [5 + 3 * luck for luck in luck_values]
    assert remove_luck(values, luck_values) == pytest.approx([5] * 5)
    noise = [0.5, -1.0, 1.0, -1.0, 0.5]
    noisy = [value + offset for value, offset in zip(values, noise, strict=True)]
    assert remove_luck(noisy, luck_values) == pytest.approx([5 + offset for offset in noise])
    assert remove_luck([1.0, 2.0], [3.0, 4.0]) == [1.0, 2.0]  # too few values
    assert remove_luck(values, [1.0] * 5) == values


def test_mean_interval() -> None:
    result = mean_interval([1.0, 2.0, 3.0])
    assert result.mean == 2
    assert result.high - 2 == pytest.approx(1.96 / 3**0.5)
    assert mean_interval([4.0]).low == -math.inf


def test_luck_adjusted_summary() -> None:
    results = [
        SeatResult(float(luck > 0), 50, {}, luck=luck, gold_lead=int(2 + 4 * luck), relative_luck=luck)
        for luck in (-1.5, -0.5, 0.5, 1.5)
    ]
    summary = luck_adjusted_summary(results)
    assert summary["luck"] == 0
    assert summary["plain"]["lead"]["mean"] == summary["adjusted"]["lead"]["mean"] == 2
    assert summary["fewer_games"]["lead"] == 1
    assert 0 < summary["fewer_games"]["share"] < 1


def test_luck_is_measured_only_on_request() -> None:
    plain = play_arena(["greedy", "random"], 1, ["base"], seed=4)
    adjusted = play_arena(["greedy", "random"], 1, ["base"], seed=4, measure_luck=True)
    for before, after in zip(plain["seats"], adjusted["seats"], strict=True):
        assert "adjusted" not in before
        assert before["gold"] == after["gold"]
        assert after["luck"] != 0
    results = play_game(schedule_games(["greedy", "random"], 1, ["base"], 4, measure_luck=True)[0])
    assert results[0].relative_luck == pytest.approx(-results[1].relative_luck)
    assert results[0].gold_lead == -results[1].gold_lead


class RecordingPlayer(RandomPlayer):
    """Records its calls and the events it receives."""

    def __init__(self, seed: int, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        self.seat = -1
        self.events: list[Event] = []
        self.closed = 0

    def start_game(self, player: int, view: Game) -> None:
        assert (self.seat, self.events) == (-1, [])
        self.seat = player

    def on_events(self, events: tuple[Event, ...]) -> None:
        self.events += events

    def close(self) -> None:
        self.closed += 1


def test_players_receive_only_visible_events() -> None:
    players: list[RecordingPlayer] = []

    def create_recording_player(name: str, seed: int, budget: Budget | None) -> AIPlayer:
        players.append(RecordingPlayer(seed, budget))
        return players[-1]

    play_game(
        GameSpec(
            ("a", "b", "c"), GameSetup(3, tuple(EXPANSIONS), 2), 1, player_factory=create_recording_player
        )
    )
    assert [(player.seat, player.closed) for player in players] == [(0, 1), (1, 1), (2, 1)]
    for player in players:
        assert isinstance(player.events[-1], GameEnded)
        drawn = [event for event in player.events if isinstance(event, CardDrawn)]
        assert {event.player for event in drawn} == {0, 1, 2}
        assert all(("?" in event.cards) != (event.player == player.seat) for event in drawn)


def test_hidden_cards_are_reshuffled_for_every_decision() -> None:
    """Hidden cards are reshuffled for every decision. Otherwise, a player could learn them from its first
    view and know them for the rest of the game."""
    draw_piles: list[tuple[int, tuple[str, ...]]] = []

    class DrawPileRecorder(RandomPlayer):
        def decide(self, view: Game) -> Answer:
            draw_piles.append((len(view.draw_pile), view.draw_pile))
            return super().decide(view)

    play_game(
        GameSpec(
            ("a", "b"),
            GameSetup(2, ("base",), 2),
            1,
            player_factory=lambda name, seed, budget: DrawPileRecorder(seed, budget),
        )
    )
    first_turn_piles = [draw_pile for size, draw_pile in draw_piles if size == draw_piles[0][0]]
    assert len(first_turn_piles) > 3
    assert len(set(first_turn_piles)) == len(first_turn_piles)


def test_gold_and_intervals_are_rounded() -> None:
    gold_values = [
        result.gold
        for spec in schedule_games(["random", "random"], 3, ["base"], 2)
        for result in play_game(spec)
    ]
    gold_of_first_player = [gold_values[0], gold_values[3], gold_values[4]]  # seats rotate
    assert sum(gold_of_first_player) % 3
    summary = play_arena(["random", "random"], 3, ["base"], 2)["seats"]
    assert summary[0]["gold"] == round(sum(gold_of_first_player) / 3, 2)
    for seat in summary:
        low, high = wilson_interval(seat["wins"], 3)
        assert (seat["low"], seat["high"]) == (round(low, 4), round(high, 4))


def test_failures_are_in_the_summary() -> None:
    summary = play_arena(["random", "troubled"], 2, ["base"], 1, player_factory=create_failing_player)
    assert [seat["troubles"] for seat in summary["seats"]] == [[], ["it is tired", "it is tired"]]


def test_tournaments_need_no_pillow() -> None:
    """Only the ladder's chart needs Pillow."""
    code = "import sys, kingdom.rules, kingdom.commands.tournament; print('PIL' in sys.modules)"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert process.stdout.strip() == "False"


def create_failing_player(name: str, seed: int, budget: Budget | None) -> AIPlayer:
    player = RandomPlayer(seed, budget)
    player.failure = "it is tired" if name == "troubled" else None
    return player
