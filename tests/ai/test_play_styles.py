"""Play styles lead to legal, characteristic play, and rated players mix two neighboring levels."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path

import pytest
from support.sample_positions import sample_positions

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.levels import (
    LEVEL_RATINGS,
    LEVELS_WITH_STYLES,
    MAX_RATING,
    RATED_PLAYER_PREFIX,
    RatedPlayer,
    create_ai_player,
    is_known_ai_player,
    neighboring_levels,
)
from kingdom.ai.play_styles import PlayStyle, load_play_styles, parse_play_styles
from kingdom.ai.player import AIPlayer, Budget
from kingdom.ai.weights import load_weights
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import ValidationError
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, iter_hexes, neighbors
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game

SMALL_BUDGET = Budget(max_evaluations=40)


@pytest.mark.parametrize("level", LEVELS_WITH_STYLES)
@pytest.mark.parametrize("style", load_play_styles())
def test_styled_players_answer_legally(level: str, style: str) -> None:
    for seed, game in enumerate(sample_positions(12, seed=8)):
        player_index = game.decision().player
        answer = create_ai_player(f"{level}/{style}", 3, SMALL_BUDGET).decide(
            game.observe(player_index, seed)
        )
        cells, options = game.legal_answers()
        assert answer in options if isinstance(answer, str) else cells >> answer & 1


def new_game_with_evaluation() -> tuple[Game, Evaluation]:
    game = new_game(GameSetup(player_count=2, seed=6))
    return game, Evaluation(game, 0)


def style_value(style: str, pieces: int, opponent_pieces: int = 0) -> float:
    """Returns the style value of some pieces at the start of a game."""
    game, _ = new_game_with_evaluation()
    game.piece_hexes[1] = opponent_pieces
    return Evaluation(game, 0, load_play_styles()[style].apply_to_weights(load_weights())).style_bonus(
        game, pieces, 9.0
    )


def test_style_values_match_the_style() -> None:
    game, plain = new_game_with_evaluation()
    first_hex = next(hex_id for hex_id in iter_hexes(game.free_hexes) if BIT[hex_id + 1] & game.free_hexes)
    adjacent_pair, distant_pair = (
        BIT[first_hex] | BIT[first_hex + 1],
        BIT[first_hex] | 1 << max(iter_hexes(game.free_hexes)),
    )
    assert not plain.has_style
    assert style_value("roadbuilder", adjacent_pair) > style_value("roadbuilder", distant_pair) == 0
    assert style_value("hermit", adjacent_pair) < style_value("hermit", distant_pair) == 0
    neighbor_pieces = neighbors(BIT[first_hex]) & game.free_hexes
    assert (
        style_value("neighbour", BIT[first_hex], neighbor_pieces)
        > style_value("neighbour", BIT[first_hex])
        == 0
    )
    collector, default_weights = (
        load_play_styles()["collector"].apply_to_weights(load_weights()),
        load_weights(),
    )
    assert all(
        collector[tile] > default_weights[tile] for tile in ("building", "moving", "other", "tile_ahead")
    )
    master_weights, factors = (
        LEVELS_WITH_STYLES["master"].level_weights(),
        load_play_styles()["collector"].weight_factors,
    )
    collector_master = load_play_styles()["collector"].apply_to_weights(master_weights)
    assert (
        collector_master["tile harbor"]
        == master_weights["tile harbor"] * factors["moving"]
        > master_weights["tile harbor"]
    )
    assert collector_master["tile farm"] == master_weights["tile farm"] * factors["building"]


def test_style_changes_the_builds() -> None:
    """With a strong preference for rows and no other weights, the player builds in rows."""
    row_weights = PlayStyle("X", {}, {"in_rows": 2.0}).apply_to_weights(dict.fromkeys(load_weights(), 0.0))
    pairs_in_rows = {}
    for name, level_weights in (("plain", None), ("rows", row_weights)):
        game = new_game(GameSetup(player_count=2, seed=6))
        player = LEVELS_WITH_STYLES["hard"](1, Budget(max_evaluations=300), level_weights)
        for seed in range(400):
            player_index = game.decision().player
            view = game.observe(player_index, seed)
            game.play(
                player.decide(view) if player_index == 0 else create_ai_player("random", seed).decide(view)
            )
            if game.round > 5:
                break
        pairs_in_rows[name] = (game.piece_hexes[0] & game.piece_hexes[0] << 1).bit_count()
    assert pairs_in_rows["rows"] > pairs_in_rows["plain"]


@pytest.mark.parametrize(
    "invalid",
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
def test_invalid_styles_are_rejected(invalid: object) -> None:
    text = invalid if isinstance(invalid, str) else json.dumps({"styles": invalid})
    with pytest.raises(ValidationError):
        parse_play_styles(text)


def test_player_names() -> None:
    for name in ("hard", "hard/hermit", f"{RATED_PLAYER_PREFIX}/1234", f"{RATED_PLAYER_PREFIX}/{MAX_RATING}"):
        assert is_known_ai_player(name)
    for name in (
        "",
        "hard/",
        "hard/nobody",
        "easy/hermit",
        RATED_PLAYER_PREFIX,
        f"{RATED_PLAYER_PREFIX}/",
        f"{RATED_PLAYER_PREFIX}/x",
        f"{RATED_PLAYER_PREFIX}/-5",
        f"{RATED_PLAYER_PREFIX}/{MAX_RATING + 1}",
        f"{RATED_PLAYER_PREFIX}/99999",
        f"{RATED_PLAYER_PREFIX}/{5000 * '9'}",
    ):
        assert not is_known_ai_player(name), name


def test_neighboring_levels() -> None:
    assert neighboring_levels(0) == ("easy", "easy", 0.0)
    assert neighboring_levels(LEVEL_RATINGS["easy"])[::2] == ("easy", 0.0)
    lower, higher, fraction = neighboring_levels((LEVEL_RATINGS["medium"] + LEVEL_RATINGS["hard"]) / 2)
    assert (lower, higher, fraction) == ("medium", "hard", 0.5)
    best = max(LEVEL_RATINGS, key=lambda level: LEVEL_RATINGS[level])
    assert neighboring_levels(MAX_RATING) == (best, best, 0.0)


def test_ratings_match_the_docs() -> None:
    text = (Path(__file__).parents[2] / "docs" / "STATISTICS.md").read_text(encoding="utf-8")
    assert {
        level: float(rating) for level, rating in re.findall(r"\| (\w+) \| (\d+) \|", text)
    } == LEVEL_RATINGS
    assert MAX_RATING == 3000


class NamedPlayer(AIPlayer):
    """Answers with its label."""

    def __init__(self, label: str) -> None:
        super().__init__(1)
        self.label = label

    def decide(self, view: Game) -> Answer:
        return self.label


def test_rated_player_plays_each_round_as_one_level() -> None:
    game = new_game(GameSetup(player_count=2, seed=6))
    counts: Counter[str] = Counter()
    rng = Rng(4)
    for _ in range(40):
        rated_player = RatedPlayer(rng.randrange(1 << 30), NamedPlayer("low"), NamedPlayer("high"), 0.25)
        for game.round in range(1, 11):
            answers = {rated_player.decide(game) for _ in range(3)}
            assert len(answers) == 1
            counts.update(map(str, answers))
    assert 60 < counts["high"] < 140
