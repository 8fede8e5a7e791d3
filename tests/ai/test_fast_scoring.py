"""`FastScorer` uses what the cards declare about their gold and computes the same results as the rules."""

from __future__ import annotations

import pytest
from support.sample_positions import sample_positions

from kingdom.ai.fast_scoring import FastScorer
from kingdom.rules.expansion import EXPANSION_STATE, GoldSource, Score, ScoringCard, initial_states
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, ROW_MASKS, SECTION_MASKS, iter_hexes, neighbors
from kingdom.rules.registry import EXPANSIONS, SCORING_CARDS
from kingdom.rules.scoring import total_gold
from kingdom.rules.setup import GameSetup, new_game

COUNT_CARDS = ("discoverers", "farmers", "homesteaders", "knights", "rangers")
OWN_PIECE_CARDS = ("captains", "chainers", "geologists", "messengers")
STATE_CARDS = ("mayors",)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_cards_are_classified(seed: int) -> None:
    """Four cards get terms that span several turns: Farmers for the smallest section (3 gold each), Knights
    for the fullest row (2), Discoverers for each row (1) and Merchants for links (4). Scorers that only count
    pieces are not probed hex by hex, and few scorers have to be called every time."""
    for card in SCORING_CARDS.values():
        game = new_game(GameSetup(expansions=tuple(EXPANSIONS), scoring_cards=(card.name,), seed=seed))
        fast_scorer = FastScorer(game)
        assert fast_scorer.smallest_section_gold == (3 if card.name == "farmers" else 0), card.name
        assert fast_scorer.fullest_row_gold == (2 if card.name == "knights" else 0), card.name
        assert fast_scorer.occupied_row_gold == (1 if card.name == "discoverers" else 0), card.name
        assert fast_scorer.linked_landmark_gold == (4 if card.name == "merchants" else 0), card.name
        assert (card.scorer in [scorer for scorer, _ in fast_scorer.count_scorers]) == (
            card.name in COUNT_CARDS
        ), card.name
        assert (card.scorer in fast_scorer.own_piece_scorers) == (card.name in OWN_PIECE_CARDS), card.name
        assert (card.scorer in fast_scorer.state_scorers) == (card.name in STATE_CARDS), card.name


@pytest.mark.parametrize(("player_count", "opponent"), [(2, 1), (3, 1), (3, 2)])
def test_third_party_card_that_depends_on_an_opponent(
    monkeypatch: pytest.MonkeyPatch, player_count: int, opponent: int
) -> None:
    """In the published expansions, only majorities depend on opponents. Any other scorer that depends on an
    opponent declares nothing and is called every time."""

    def score_next_to_opponent(game: Game, player: int) -> Score:
        scoring_hexes = game.piece_hexes[player] & neighbors(game.piece_hexes[opponent]) & SECTION_MASKS[3]
        return Score(scoring_hexes.bit_count(), scoring_hexes)

    monkeypatch.setitem(SCORING_CARDS, "envious", ScoringCard("envious", "", score_next_to_opponent))
    game = new_game(GameSetup(player_count=player_count, scoring_cards=("envious",), seed=1))
    fast_scorer = FastScorer(game)
    assert fast_scorer.undeclared_scorers == (score_next_to_opponent,)
    own_hex, opponent_hex = list(iter_hexes(game.board.suitable_hexes & SECTION_MASKS[3]))[:2]
    for game.piece_hexes[0], game.piece_hexes[opponent] in (
        (BIT[own_hex], 0),
        (BIT[own_hex], BIT[opponent_hex]),
        (BIT[own_hex], 0),
    ):
        assert fast_scorer.total_gold(game, 0) == total_gold(game, 0)


def test_gains_match_the_rules() -> None:
    for game in sample_positions(24, seed=5):
        fast_scorer = FastScorer(game)
        player = game.decision().player
        candidates, own, before = (
            game.free_hexes & game.board.suitable_hexes,
            game.piece_hexes[player],
            total_gold(game, player),
        )
        gains = fast_scorer.marginal_gains(game, player, candidates)
        assert game.piece_hexes[player] == own
        assert sum(gains.values()) == candidates
        for gold, hexes in gains.items():
            for hex_id in list(iter_hexes(hexes))[::7]:
                game.piece_hexes[player] = own | BIT[hex_id]
                assert total_gold(game, player) - before == gold, [
                    card.name for card in game.config.scoring_cards
                ]
        game.piece_hexes[player] = own


def test_gold_does_not_depend_on_earlier_queries() -> None:
    """Majorities and areas are updated from the previous query, but the order of queries makes no
    difference."""
    for game in sample_positions(12, seed=6):
        fast_scorer = FastScorer(game)
        pieces = list(iter_hexes(game.free_hexes & game.board.suitable_hexes))[:40:3]
        player = game.decision().player
        for hex_id in (*pieces, *reversed(pieces)):
            game.piece_hexes[player] ^= BIT[hex_id]
            fast_scorer.set_base_pieces(game.piece_hexes[player])
            assert fast_scorer.total_gold(game, player) == total_gold(game, player)


def test_incremental_row_counts_are_correct() -> None:
    for game in sample_positions(6, seed=7):
        fast_scorer, own = FastScorer(game), game.piece_hexes[game.decision().player]
        fast_scorer.scores_rows = True
        fast_scorer.set_base_pieces(own)
        for hex_id in iter_hexes(game.free_hexes):
            counts = [((own | BIT[hex_id]) & row).bit_count() for row in ROW_MASKS]
            best = ROW_MASKS[counts.index(max(counts))]
            assert fast_scorer.row_info(own | BIT[hex_id]) == (best, max(counts), sum(map(bool, counts)))


def test_expansion_state_is_scored_again_only_after_a_change(monkeypatch: pytest.MonkeyPatch) -> None:
    """A scorer that declares that it reads the expansion state is not called again when pieces change. A
    scorer that declares nothing is called again."""
    calls = []

    def score_state(game: Game, player: int) -> Score:
        calls.append(player)
        return Score(4 * len(list(game.expansion_states)), game.piece_hexes[player] & SECTION_MASKS[0])

    def score_state_and_pieces(game: Game, player: int) -> Score:
        return Score(len(list(game.expansion_states)) + game.piece_hexes[player].bit_count(), 0)

    for scorer, source, gold_per_state in (
        (score_state, GoldSource(EXPANSION_STATE), 4),
        (score_state_and_pieces, None, 1),
    ):
        card = ScoringCard("keeping", "", scorer, source)
        monkeypatch.setitem(SCORING_CARDS, "keeping", card)
        game = new_game(GameSetup(expansions=tuple(EXPANSIONS), scoring_cards=("keeping",), seed=1))
        fast_scorer = FastScorer(game)
        assert (fast_scorer.state_scorers if source else fast_scorer.undeclared_scorers) == (scorer,)
        calls.clear()
        for game.piece_hexes[0] in (BIT[0], BIT[1], BIT[0] | BIT[1]):
            assert fast_scorer.total_gold(game, 0) == total_gold(game, 0)
            assert fast_scorer.contested_gold(game)[0] >= gold_per_state * len(list(game.expansion_states))
        # the fast scorer calls the scorer once for each player, the rules call it three times
        assert len(calls) in (0, 2 + 3)
        game.expansion_states = initial_states((), 2)
        assert fast_scorer.total_gold(game, 0) == total_gold(game, 0)
