"""Tests ratings, the sequential test, and resuming a ladder."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from PIL import Image, ImageFont

from kingdom.bots.player import create_ai_player_or_bot
from kingdom.rules.errors import ValidationError
from kingdom.rules.rng import Rng
from kingdom.tournament import rating_chart
from kingdom.tournament.arena import create_builtin_player
from kingdom.tournament.ladder import (
    GamePair,
    LadderConfig,
    Standing,
    compute_standings,
    create_pair_games,
    load_results,
    pair_win_fractions,
    play_ladder,
)
from kingdom.tournament.ratings import (
    VERDICT_NO,
    VERDICT_OPEN,
    VERDICT_YES,
    PairScore,
    expected_score,
    fit_ratings,
    sequential_test,
)

CONFIG = LadderConfig(("greedy", "random", "easy"), 2, ("base",), 5)


def random_scores(strength: list[float], pair_count: int, seed: int = 1) -> list[PairScore]:
    """Returns random results for players of known strength."""
    rng = Rng(seed)
    return [
        PairScore(first, second, sum(rng.randrange(10**6) < 10**6 * win_probability for _ in range(2)) / 2, 2)
        for _ in range(pair_count)
        for first in range(len(strength))
        for second in range(first)
        for win_probability in [expected_score(strength[first] - strength[second])]
    ]


def test_expected_score() -> None:
    assert expected_score(0) == 0.5
    assert math.isclose(expected_score(400), 10 / 11)


def test_ratings_recover_the_true_strength() -> None:
    strength = [1350.0, 1500.0, 1650.0]
    for rating, true_value in zip(fit_ratings(3, random_scores(strength, 400)), strength, strict=True):
        assert abs(rating.value - true_value) < 40


def test_more_pairs_narrow_the_interval() -> None:
    few, many = (fit_ratings(2, random_scores([1500, 1550], pair_count))[0] for pair_count in (25, 400))
    assert few.high - few.low > 3 * (many.high - many.low)


def test_intervals_cover_95_percent() -> None:
    covered = 0
    for seed in range(200):
        rating = fit_ratings(2, random_scores([1450.0, 1550.0], 40, seed))[0]
        covered += rating.low <= 1450 <= rating.high
    assert 180 <= covered <= 199


def test_correlated_games_widen_the_interval() -> None:
    correlated = [PairScore(0, 1, float(i % 2), 2) for i in range(40)]
    balanced = [PairScore(0, 1, 0.5, 2) for _ in range(40)]
    assert fit_ratings(2, correlated)[0].high > fit_ratings(2, balanced)[0].high + 20


def test_single_pair_leaves_a_wide_interval() -> None:
    """A single pair of games leaves a wide interval, even if the pair was a draw."""
    for win_fraction in (0.5, 1.0):
        rating = fit_ratings(2, [PairScore(0, 1, win_fraction, 2)])[0]
        assert rating.low < 1500 < rating.high
        assert rating.high - rating.low > 100


def test_rating_after_winning_everything_is_finite() -> None:
    best, worst = fit_ratings(2, [PairScore(0, 1, 1.0, 2)] * 5)
    assert 1500 < best.value < 2500
    assert math.isclose(best.value - 1500, 1500 - worst.value)


def test_sequential_test() -> None:
    assert sequential_test([0.5] * 7, 40).verdict == VERDICT_OPEN
    assert sequential_test([1.0, 0.5] * 20, 40).verdict == VERDICT_YES
    assert sequential_test([0.0, 0.5] * 20, 40).verdict == VERDICT_NO
    assert sequential_test([0.0, 1.0] * 5, 10).verdict == VERDICT_OPEN


def test_pair_swaps_seats_with_the_same_seed() -> None:
    first, second = create_pair_games(CONFIG, "greedy", "random", 1, create_builtin_player)
    assert (first.players, second.players) == (("greedy", "random"), ("random", "greedy"))
    assert (first.setup, first.seed) == (second.setup, second.seed)
    assert create_pair_games(CONFIG, "greedy", "random", 0, create_builtin_player)[0].setup != first.setup


def test_ladder_can_be_resumed(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    uninterrupted = play_ladder(CONFIG, None, 1, create_builtin_player)
    play_ladder(
        LadderConfig(CONFIG.players, 1, CONFIG.expansions, CONFIG.seed), file, 1, create_builtin_player
    )
    with file.open("a") as stream:
        stream.write('\n["greedy", "ran')  # simulates a power failure during a write
    progress_calls: list[tuple[int, int]] = []
    resumed = play_ladder(CONFIG, file, 1, create_builtin_player, lambda *done: progress_calls.append(done))
    assert progress_calls[-1] == (3, 3)

    def comparable(pairs: list[GamePair]) -> list[tuple[object, ...]]:
        return sorted(
            (pair.first, pair.second, pair.number, pair.win_fractions, pair.gold_leads) for pair in pairs
        )

    assert comparable(resumed) == comparable(uninterrupted) == comparable(load_results(file, CONFIG))
    values = [row.rating.value for row in compute_standings(CONFIG, resumed)]
    assert values == sorted(values, reverse=True)


def test_empty_file_has_no_results(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    file.touch()
    config = LadderConfig(("greedy", "random"), 1, ("base",), 5)
    assert load_results(file, config) == []
    assert len(play_ladder(config, file, 1, create_builtin_player)) == len(load_results(file, config)) == 1


def test_file_of_another_ladder_is_rejected(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    play_ladder(LadderConfig(("greedy", "random"), 1, ("base",), 5), file, 1, create_builtin_player)
    with pytest.raises(ValidationError, match="seed 5, not 6"):
        load_results(file, LadderConfig(("greedy", "random"), 1, ("base",), 6))
    file.write_text("no ladder\n")
    with pytest.raises(ValidationError, match="is not a ladder"):
        load_results(file, CONFIG)


def test_ladder_stops_when_the_margin_is_decided() -> None:
    config = LadderConfig(("greedy", "random"), 40, ("base",), 3, elo_margin=50)
    assert len(play_ladder(config, None, 1, create_builtin_player)) < 40


def test_luck_is_removed_per_matchup() -> None:
    pairs = [
        GamePair(
            "a", "b", i, (win_fraction, win_fraction), (0, 0), (relative_luck, relative_luck), (0.0, 0.0)
        )
        for i, (win_fraction, relative_luck) in enumerate([(1.0, 2.0), (0.0, -2.0), (1.0, 2.0), (0.0, -2.0)])
    ]
    config = LadderConfig(("a", "b"), 4, ("base",), 1, measure_luck=True)
    assert all(math.isclose(win_fraction, 0.5) for win_fraction in pair_win_fractions(config, pairs))


def test_bot_failures_are_stored(tmp_path: Path) -> None:
    """Failures of a bot are stored with the results. Otherwise, a broken bot would get the rating of the Hard
    AI that replaces it."""
    file = tmp_path / "ladder.jsonl"
    config = LadderConfig(("cmd:no-such-bot-anywhere", "random"), 1, ("base",), 5)
    (pair,) = play_ladder(config, file, 1, create_ai_player_or_bot)
    assert len(pair.failures) == 2
    assert all("hard plays on" in line for line in pair.failures)
    assert load_results(file, config) == [pair]
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0], json.dumps(json.loads(lines[1])[:-1])]))
    assert load_results(file, config) == [pair._replace(failures=())], "older files have no bot failures"


def test_long_name_is_shortened_at_its_start(tmp_path: Path) -> None:
    rating = fit_ratings(2, [PairScore(0, 1, 0.5, 2)])[0]
    rows = [Standing("x" * 500, rating, 2, 0.5, 0.0, 0.0)]
    rating_chart.draw_rating_chart(rows, "", tmp_path / "one.png")
    image = Image.open(tmp_path / "one.png")
    background = image.getpixel((0, 0))
    row_pixels = range(rating_chart.TOP_MARGIN_PX, rating_chart.TOP_MARGIN_PX + rating_chart.ROW_HEIGHT_PX)
    for x in range(rating_chart.LEFT_MARGIN_PX - rating_chart.NAME_GAP_PX, rating_chart.LEFT_MARGIN_PX - 9):
        assert all(image.getpixel((x, y)) == background for y in row_pixels)
    assert rating_chart.fit_player_name("a" * 500 + "my_bot.py", ImageFont.load_default(20)).endswith(
        "my_bot.py"
    )


def test_chart_has_a_row_per_player(tmp_path: Path) -> None:
    config = LadderConfig(("greedy", "random"), 1, ("base",), 5)
    rows = compute_standings(config, play_ladder(config, None, 1, create_builtin_player))
    rating_chart.draw_rating_chart(rows, "Ladder", tmp_path / "two.png")
    rating_chart.draw_rating_chart([*rows, *rows], "Ladder", tmp_path / "four.png")
    two, four = (Image.open(tmp_path / name) for name in ("two.png", "four.png"))
    assert two.width == four.width
    assert two.height < four.height
