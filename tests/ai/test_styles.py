"""Rivals with a character play by the rules and as their character says; programs between two levels are a
bit of both."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from mixed import positions

from kingdom.ai.evaluation import Evaluation, weights
from kingdom.ai.near import NearPlayer
from kingdom.ai.player import Budget, Player
from kingdom.ai.roster import MOST_POINTS, NEAR, POINTS, STYLED, between, is_player, make
from kingdom.ai.styles import RivalStyle, read_styles, styles
from kingdom.rules.chance import Chance
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, hexes_of, neighbours
from kingdom.rules.registry import BadSetup
from kingdom.rules.setup import Setup, new_game

QUICK = Budget(evaluations=40)


@pytest.mark.parametrize("level", STYLED)
@pytest.mark.parametrize("style", styles())
def test_every_rival_answers_legally(level: str, style: str) -> None:
    for number, game in enumerate(positions(12, seed=8)):
        who = game.decision().player
        answer = make(f"{level}/{style}", 3, QUICK).answer(game.observe(who, number))
        cells, options = game.asked()
        assert answer in options if isinstance(answer, str) else cells >> answer & 1


def early() -> tuple[Game, Evaluation]:
    game = new_game(Setup(players=2, seed=6))
    return game, Evaluation(game, 0)


def liked(style: str, own: int, others: int = 0) -> float:
    """What somebody likes about some pieces at the beginning of a game."""
    game, _ = early()
    game.own[1] = others
    return Evaluation(game, 0, styles()[style].applied(weights())).liking(game, own, 9.0)


def test_they_like_what_their_character_says() -> None:
    game, plain = early()
    first = next(hex_ for hex_ in hexes_of(game.free) if BIT[hex_ + 1] & game.free)
    pair, far = BIT[first] | BIT[first + 1], BIT[first] | 1 << max(hexes_of(game.free))
    assert not plain.likes
    assert liked("roadbuilder", pair) > liked("roadbuilder", far) == 0
    assert liked("hermit", pair) < liked("hermit", far) == 0
    around = neighbours(BIT[first]) & game.free
    assert liked("neighbour", BIT[first], around) > liked("neighbour", BIT[first]) == 0
    collector, usual = styles()["collector"].applied(weights()), weights()
    assert all(collector[tile] > usual[tile] for tile in ("building", "moving", "other", "tile_ahead"))
    known, times = STYLED["master"].own_weights(), styles()["collector"].times
    fond = styles()["collector"].applied(known)
    assert fond["tile harbor"] == known["tile harbor"] * times["moving"] > known["tile harbor"]
    assert fond["tile farm"] == known["tile farm"] * times["building"]


def test_what_is_liked_is_built() -> None:
    """With a strong liking and nothing else to decide, a row comes of it."""
    strong = RivalStyle("X", {}, {"in_rows": 2.0}).applied(dict.fromkeys(weights(), 0.0))
    along = {}
    for name, how in (("plain", None), ("rows", strong)):
        game = new_game(Setup(players=2, seed=6))
        player = STYLED["hard"](1, Budget(evaluations=300), how)
        for number in range(400):
            who = game.decision().player
            view = game.observe(who, number)
            game.choose(player.answer(view) if who == 0 else make("random", number).answer(view))
            if game.round > 5:
                break
        along[name] = (game.own[0] & game.own[0] << 1).bit_count()
    assert along["rows"] > along["plain"]


@pytest.mark.parametrize(
    "wrong",
    [
        "no JSON",
        "[]",
        {"x": {"name": "X", "times": {}}},
        {"x": {"name": "X", "times": {"luck": 2}, "likes": {}}},
        {"x": {"name": "X", "times": {"promise": -1}, "likes": {}}},
        {"x": {"name": "X", "times": {"promise": True}, "likes": {}}},
        {"x": {"name": "X", "times": {}, "likes": {"in_rows": 9}}},
        {"x": {"name": "", "times": {}, "likes": {}}},
        {"two words": {"name": "X", "times": {}, "likes": {}}},
    ],
)
def test_odd_styles_are_refused(wrong: object) -> None:
    text = wrong if isinstance(wrong, str) else json.dumps({"styles": wrong})
    with pytest.raises(BadSetup):
        read_styles(text)


def test_names_of_players() -> None:
    for name in ("hard", "hard/hermit", f"{NEAR}/1234", f"{NEAR}/{MOST_POINTS}"):
        assert is_player(name)
    for name in (
        "",
        "hard/",
        "hard/nobody",
        "easy/hermit",
        NEAR,
        f"{NEAR}/",
        f"{NEAR}/x",
        f"{NEAR}/-5",
        f"{NEAR}/{MOST_POINTS + 1}",
        f"{NEAR}/99999",
        f"{NEAR}/{5000 * '9'}",
    ):
        assert not is_player(name), name


def test_between_the_levels() -> None:
    assert between(0) == ("easy", "easy", 0.0)
    assert between(POINTS["easy"])[::2] == ("easy", 0.0)
    lower, higher, share = between((POINTS["medium"] + POINTS["hard"]) / 2)
    assert (lower, higher, share) == ("medium", "hard", 0.5)
    best = max(POINTS, key=lambda level: POINTS[level])
    assert between(MOST_POINTS) == (best, best, 0.0)


def test_points_are_those_that_the_papers_tell() -> None:
    """As they were measured; and people may have at most so many."""
    paper = (Path(__file__).parents[2] / "docs" / "CHRONICLE.md").read_text(encoding="utf-8")
    assert {level: float(points) for level, points in re.findall(r"\| (\w+) \| (\d+) \|", paper)} == POINTS
    assert MOST_POINTS == 3000


class Marked(Player):
    """Only says who it is."""

    def __init__(self, mark: str) -> None:
        super().__init__(1)
        self.mark = mark

    def answer(self, view: Game) -> Answer:
        return self.mark


def test_a_program_between_two_levels_plays_whole_turns_as_one_of_them() -> None:
    game = new_game(Setup(players=2, seed=6))
    counts: Counter[str] = Counter()
    chance = Chance(4)
    for _ in range(40):
        near = NearPlayer(chance.below(1 << 30), Marked("low"), Marked("high"), 0.25)
        for game.round in range(1, 11):
            said = {near.answer(game) for _ in range(3)}
            assert len(said) == 1
            counts.update(map(str, said))
    assert 60 < counts["high"] < 140
