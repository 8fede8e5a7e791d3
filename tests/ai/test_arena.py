"""The arena: the same seed gives the same results, however many processes share the work."""

from __future__ import annotations

import math
import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from kingdom.ai import arena
from kingdom.ai.arena import Bout, SeatResult, bouts, interval, less_luck, mean_of, play, run, with_even_luck
from kingdom.ai.player import Budget, Player
from kingdom.ai.random_player import RandomPlayer
from kingdom.rules.events import CardDrawn, Event, GameEnded
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup


def without_clock(found: dict[str, Any]) -> dict[str, Any]:
    return {
        "games": found["games"],
        "seats": [
            {key: value for key, value in seat.items() if not key.startswith("ms_")}
            for seat in found["seats"]
        ],
    }


def test_results_do_not_depend_on_the_number_of_processes() -> None:
    seats, budget = ["expert", "hard"], Budget(evaluations=60)
    one = run(seats, 2, ["base"], 4, jobs=1, budget=budget)
    two = run(seats, 2, ["base"], 4, jobs=2, budget=budget)
    assert without_clock(one) == without_clock(two)
    assert sum(seat["wins"] for seat in one["seats"]) == 2
    assert all(seat["ms_mean"] > 0 for seat in one["seats"])


class NoProcesses:
    """In place of multiprocessing: does the work here and notes how many processes were wanted."""

    def __init__(self) -> None:
        self.wanted: list[int] = []

    def get_context(self, method: str) -> NoProcesses:
        return self

    @contextmanager
    def Pool(self, jobs: int, *beginning: object) -> Iterator[NoProcesses]:
        self.wanted.append(jobs)
        yield self

    def imap(self, work: Callable[[Any], Any], todo: list[Any], chunksize: int) -> Iterator[Any]:
        return map(work, todo)


@pytest.mark.parametrize(
    ("jobs", "games", "cores", "processes"),
    [(1000, 3, 64, [3]), (1000, 3, 2, [2]), (2, 3, 64, [2]), (8, 1, 64, []), (8, 3, None, [])],
)
def test_no_more_processes_than_games_and_cores(
    monkeypatch: pytest.MonkeyPatch, jobs: int, games: int, cores: int | None, processes: list[int]
) -> None:
    pool = NoProcesses()
    monkeypatch.setattr(arena, "multiprocessing", pool)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert run(["random", "random"], games, ["base"], 4, jobs=jobs)["games"] == games
    assert pool.wanted == processes


def test_seats_rotate_over_the_same_table() -> None:
    found = bouts(["a", "b", "c"], 6, ["base"], 1)
    assert [bout.seats for bout in found[:3]] == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert found[0].setup == found[2].setup != found[3].setup
    assert len({bout.seed for bout in found}) == 6


def test_interval() -> None:
    low, high = interval(130, 200)
    assert 0.58 < low < 0.65 < high < 0.72
    assert interval(0, 0) == (0.0, 1.0)
    assert interval(10, 10)[1] == 1.0


def test_progress_is_told() -> None:
    seen: list[tuple[int, int]] = []
    run(["random", "random"], 3, ["base"], 1, progress=lambda done, games: seen.append((done, games)))
    assert seen == [(1, 3), (2, 3), (3, 3)]


def test_luck_taken_off_leaves_the_mean_and_less_spread() -> None:
    favours = [-2.0, -1.0, 0.0, 1.0, 2.0]
    values = [5 + 3 * favour for favour in favours]
    assert less_luck(values, favours) == pytest.approx([5] * 5)
    noise = [0.5, -1.0, 1.0, -1.0, 0.5]
    noisy = [value + more for value, more in zip(values, noise, strict=True)]
    assert less_luck(noisy, favours) == pytest.approx([5 + more for more in noise])
    assert less_luck([1.0, 2.0], [3.0, 4.0]) == [1.0, 2.0]  # too few to tell
    assert less_luck(values, [1.0] * 5) == values


def test_a_mean_has_an_interval() -> None:
    found = mean_of([1.0, 2.0, 3.0])
    assert found.mean == 2
    assert found.high - 2 == pytest.approx(1.96 / 3**0.5)
    assert mean_of([4.0]).low == -math.inf


def test_share_and_lead_with_even_luck() -> None:
    results = [
        SeatResult(float(favour > 0), 50, {}, luck=favour, lead=int(2 + 4 * favour), favour=favour)
        for favour in (-1.5, -0.5, 0.5, 1.5)
    ]
    found = with_even_luck(results)
    assert found["luck"] == 0
    assert found["plain"]["lead"]["mean"] == found["adjusted"]["lead"]["mean"] == 2
    assert found["fewer_games"]["lead"] == 1
    assert 0 < found["fewer_games"]["share"] < 1


def test_the_arena_adds_up_luck_only_when_asked() -> None:
    plain = run(["greedy", "random"], 1, ["base"], seed=4)
    adjusted = run(["greedy", "random"], 1, ["base"], seed=4, adjusted=True)
    for before, after in zip(plain["seats"], adjusted["seats"], strict=True):
        assert "adjusted" not in before
        assert before["gold"] == after["gold"]
        assert after["luck"] != 0
    lucks = play(bouts(["greedy", "random"], 1, ["base"], 4, adjusted=True)[0])
    assert lucks[0].favour == pytest.approx(-lucks[1].favour)
    assert lucks[0].lead == -lucks[1].lead


class Spy(RandomPlayer):
    """Notes what it is told."""

    def __init__(self, seed: int, budget: Budget | None = None) -> None:
        super().__init__(seed, budget)
        self.seat = -1
        self.seen: list[Event] = []
        self.closed = 0

    def begin(self, seat: int, view: Game) -> None:
        assert (self.seat, self.seen) == (-1, [])
        self.seat = seat

    def see(self, happened: tuple[Event, ...]) -> None:
        self.seen += happened

    def close(self) -> None:
        self.closed += 1


def test_players_are_told_what_their_seat_sees() -> None:
    made: list[Spy] = []

    def make(name: str, seed: int, budget: Budget | None) -> Player:
        made.append(Spy(seed, budget))
        return made[-1]

    play(Bout(("a", "b", "c"), Setup(3, tuple(BOXES), 2), 1, make=make))
    assert [(spy.seat, spy.closed) for spy in made] == [(0, 1), (1, 1), (2, 1)]
    for spy in made:
        assert isinstance(spy.seen[-1], GameEnded)
        drawn = [event for event in spy.seen if isinstance(event, CardDrawn)]
        assert {event.player for event in drawn} == {0, 1, 2}
        assert all(("?" in event.cards) != (event.player == spy.seat) for event in drawn)


def test_what_is_hidden_is_guessed_anew_for_every_answer() -> None:
    """Otherwise somebody who looks at the cards of a view learns what follows from the first one."""
    decks: list[tuple[int, tuple[str, ...]]] = []

    class Curious(RandomPlayer):
        def answer(self, view: Game) -> Answer:
            decks.append((len(view.deck), view.deck))
            return super().answer(view)

    play(Bout(("a", "b"), Setup(2, ("base",), 2), 1, make=lambda name, seed, budget: Curious(seed, budget)))
    of_one_turn = [deck for size, deck in decks if size == decks[0][0]]
    assert len(of_one_turn) > 3
    assert len(set(of_one_turn)) == len(of_one_turn)


def test_gold_is_told_to_the_second_digit_and_shares_to_the_fourth() -> None:
    golds = [result.gold for bout in bouts(["random", "random"], 3, ["base"], 2) for result in play(bout)]
    first = [golds[0], golds[3], golds[4]]  # the seats rotate
    assert sum(first) % 3
    found = run(["random", "random"], 3, ["base"], 2)["seats"]
    assert found[0]["gold"] == round(sum(first) / 3, 2)
    for seat in found:
        low, high = interval(seat["wins"], 3)
        assert (seat["low"], seat["high"]) == (round(low, 4), round(high, 4))


def test_troubles_are_in_the_result() -> None:
    found = run(["random", "troubled"], 2, ["base"], 1, make=troubled)
    assert [seat["troubles"] for seat in found["seats"]] == [[], ["it is tired", "it is tired"]]


def troubled(name: str, seed: int, budget: Budget | None) -> Player:
    player = RandomPlayer(seed, budget)
    player.trouble = "it is tired" if name == "troubled" else None
    return player
