"""Ratings, the test that stops early, and games that go on where they were."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pytest
from PIL import Image, ImageFont

from kingdom.ai.arena import from_roster
from kingdom.bots.player import make_player
from kingdom.ladder import picture
from kingdom.ladder.play import Deal, LadderPlan, Standing, bouts_of, load, run, shares_of, standings
from kingdom.ladder.rating import NO, OPEN, YES, DealResult, expected, ratings, stronger
from kingdom.rules.chance import Chance
from kingdom.rules.registry import BadSetup

PLAN = LadderPlan(("greedy", "random", "easy"), 2, ("base",), 5)


def drawn(strength: list[float], deals: int, seed: int = 1) -> list[DealResult]:
    """Results by chance of players of known strength."""
    chance = Chance(seed)
    return [
        DealResult(one, other, sum(chance.below(10**6) < 10**6 * likely for _ in range(2)) / 2, 2)
        for _ in range(deals)
        for one in range(len(strength))
        for other in range(one)
        for likely in [expected(strength[one] - strength[other])]
    ]


def test_the_share_that_a_lead_gives() -> None:
    assert expected(0) == 0.5
    assert math.isclose(expected(400), 10 / 11)


def test_ratings_find_the_strength_that_made_the_results() -> None:
    strength = [1350.0, 1500.0, 1650.0]
    for rating, true in zip(ratings(3, drawn(strength, 400)), strength, strict=True):
        assert abs(rating.value - true) < 40


def test_more_deals_are_surer() -> None:
    few, many = (ratings(2, drawn([1500, 1550], deals))[0] for deals in (25, 400))
    assert few.high - few.low > 3 * (many.high - many.low)


def test_intervals_hold_nineteen_times_of_twenty() -> None:
    held = 0
    for seed in range(200):
        rating = ratings(2, drawn([1450.0, 1550.0], 40, seed))[0]
        held += rating.low <= 1450 <= rating.high
    assert 180 <= held <= 199


def test_games_of_a_deal_that_go_alike_say_less() -> None:
    alike = [DealResult(0, 1, float(number % 2), 2) for number in range(40)]
    apart = [DealResult(0, 1, 0.5, 2) for _ in range(40)]
    assert ratings(2, alike)[0].high > ratings(2, apart)[0].high + 20


def test_one_deal_makes_nothing_sure() -> None:
    """Not even one that ended even, from which no deal differs."""
    for share in (0.5, 1.0):
        rating = ratings(2, [DealResult(0, 1, share, 2)])[0]
        assert rating.low < 1500 < rating.high
        assert rating.high - rating.low > 100


def test_who_won_everything_has_a_rating() -> None:
    best, worst = ratings(2, [DealResult(0, 1, 1.0, 2)] * 5)
    assert 1500 < best.value < 2500
    assert math.isclose(best.value - 1500, 1500 - worst.value)


def test_the_test_stops_with_the_right_answer() -> None:
    assert stronger([0.5] * 7, 40).answer == OPEN
    assert stronger([1.0, 0.5] * 20, 40).answer == YES
    assert stronger([0.0, 0.5] * 20, 40).answer == NO
    assert stronger([0.0, 1.0] * 5, 10).answer == OPEN


def test_a_deal_is_played_from_both_seats_with_the_same_chance() -> None:
    one, other = bouts_of(PLAN, "greedy", "random", 1, from_roster)
    assert (one.seats, other.seats) == (("greedy", "random"), ("random", "greedy"))
    assert (one.setup, one.seed) == (other.setup, other.seed)
    assert bouts_of(PLAN, "greedy", "random", 0, from_roster)[0].setup != one.setup


def test_a_ladder_goes_on_where_it_was(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    whole = run(PLAN, None, 1, from_roster)
    run(LadderPlan(PLAN.players, 1, PLAN.boxes, PLAN.seed), file, 1, from_roster)
    with file.open("a") as lines:
        lines.write('\n["greedy", "ran')  # cut off by a power cut
    seen: list[tuple[int, int]] = []
    again = run(PLAN, file, 1, from_roster, lambda *done: seen.append(done))
    assert seen[-1] == (3, 3)

    def told(deals: list[Deal]) -> list[tuple[object, ...]]:
        return sorted((deal.one, deal.other, deal.deal, deal.shares, deal.leads) for deal in deals)

    assert told(again) == told(whole) == told(load(file, PLAN))
    values = [row.rating.value for row in standings(PLAN, again)]
    assert values == sorted(values, reverse=True)


def test_an_empty_file_is_one_where_nothing_was_played(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    file.touch()
    plan = LadderPlan(("greedy", "random"), 1, ("base",), 5)
    assert load(file, plan) == []
    assert len(run(plan, file, 1, from_roster)) == len(load(file, plan)) == 1


def test_games_of_another_kind_are_refused(tmp_path: Path) -> None:
    file = tmp_path / "ladder.jsonl"
    run(LadderPlan(("greedy", "random"), 1, ("base",), 5), file, 1, from_roster)
    with pytest.raises(BadSetup, match="seed 5, not 6"):
        load(file, LadderPlan(("greedy", "random"), 1, ("base",), 6))
    file.write_text("no ladder\n")
    with pytest.raises(BadSetup, match="is no ladder"):
        load(file, PLAN)


def test_the_question_ends_the_games() -> None:
    plan = LadderPlan(("greedy", "random"), 40, ("base",), 3, ahead=50)
    assert len(run(plan, None, 1, from_roster)) < 40


def test_luck_is_taken_off_pair_by_pair() -> None:
    deals = [
        Deal("a", "b", number, (share, share), (0, 0), (favour, favour), (0.0, 0.0))
        for number, (share, favour) in enumerate([(1.0, 2.0), (0.0, -2.0), (1.0, 2.0), (0.0, -2.0)])
    ]
    plan = LadderPlan(("a", "b"), 4, ("base",), 1, adjusted=True)
    assert all(math.isclose(share, 0.5) for share in shares_of(plan, deals))


def test_a_bot_that_fails_is_told_also_when_the_ladder_goes_on(tmp_path: Path) -> None:
    """Otherwise a broken bot would have the points of hard, who plays in its place."""
    file = tmp_path / "ladder.jsonl"
    plan = LadderPlan(("cmd:no-such-bot-anywhere", "random"), 1, ("base",), 5)
    (deal,) = run(plan, file, 1, make_player)
    assert len(deal.troubles) == 2
    assert all("hard plays on" in line for line in deal.troubles)
    assert load(file, plan) == [deal]
    lines = file.read_text().splitlines()
    file.write_text("\n".join([lines[0], json.dumps(json.loads(lines[1])[:-1])]))
    assert load(file, plan) == [deal._replace(troubles=())], "a file from before bots were watched"


def test_a_long_name_keeps_its_end_and_stays_left_of_the_bars(tmp_path: Path) -> None:
    rating = ratings(2, [DealResult(0, 1, 0.5, 2)])[0]
    rows = [Standing("x" * 500, rating, 2, 0.5, 0.0, 0.0)]
    picture.draw(rows, "", tmp_path / "one.png")
    image = Image.open(tmp_path / "one.png")
    paper = image.getpixel((0, 0))
    line = range(picture.TOP, picture.TOP + picture.LINE)
    for x in range(picture.LEFT - picture.GAP, picture.LEFT - 9):
        assert all(image.getpixel((x, y)) == paper for y in line)
    assert picture.cut_short("a" * 500 + "my_bot.py", ImageFont.load_default(20)).endswith("my_bot.py")


def test_the_picture_shows_a_line_for_everybody(tmp_path: Path) -> None:
    plan = LadderPlan(("greedy", "random"), 1, ("base",), 5)
    rows = standings(plan, run(plan, None, 1, from_roster))
    picture.draw(rows, "Ladder", tmp_path / "two.png")
    picture.draw([*rows, *rows], "Ladder", tmp_path / "four.png")
    two, four = (Image.open(tmp_path / name) for name in ("two.png", "four.png"))
    assert two.width == four.width
    assert two.height < four.height
