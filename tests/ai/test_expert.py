"""Tests Expert's look-ahead, which considers every card that may come next, evaluates all turns with the same
deals, and uses evaluation terms that span several turns."""

from __future__ import annotations

from collections import Counter

import pytest
from support.sample_positions import sample_positions

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.expert import ExpertPlayer, next_card_probabilities
from kingdom.ai.planner import MediumPlayer
from kingdom.ai.player import Budget, BudgetMeter
from kingdom.ai.rollout import RolloutPolicy
from kingdom.ai.turn_search import BeamWidth, TurnCandidate, TurnSearch
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, NEIGHBORS, SECTION_MASKS, iter_hexes
from kingdom.rules.setup import GameSetup, new_game


def first_game(*cards: str) -> Game:
    return new_game(
        GameSetup(
            player_count=2,
            expansions=("base",),
            sections=("tavern", "paddock", "oasis", "farm"),
            scoring_cards=cards,
            seed=4,
        )
    )


def create_search(game: Game) -> TurnSearch:
    evaluation = Evaluation(game, game.active_player)
    width, meter = (
        BeamWidth(positions=2, hexes_per_build=3, positions_in_action=1, origins_per_move=1),
        BudgetMeter(Budget(max_evaluations=10_000)),
    )
    return TurnSearch(game, game.active_player, evaluation, RolloutPolicy(evaluation, game, 1), width, meter)


def test_observe_puts_a_card_on_top() -> None:
    """R-CARD-3: a requested card is put on top of the draw pile, no matter where the card actually is, and no
    card gets lost."""
    game = first_game("fishermen", "knights", "merchants")
    all_cards = Counter(game.draw_pile) + Counter(card for hand in game.hands for card in hand)
    viewer = game.active_player
    unseen = {*game.draw_pile, *game.hands[1 - viewer]}
    assert len(unseen) == 5
    for seed in range(20):
        for card in sorted(unseen):
            observed = game.observe(viewer, seed, card)
            assert observed.draw_pile[0] == card
            assert observed.hands[viewer] == game.hands[viewer]
            assert (
                Counter(observed.draw_pile) + Counter(card for hand in observed.hands for card in hand)
                == all_cards
            )
    assert game.observe(viewer, 3, "no such card").draw_pile == game.observe(viewer, 3).draw_pile


def test_next_card_probabilities() -> None:
    game = first_game("fishermen", "knights", "merchants")
    cards = next_card_probabilities(create_search(game))
    assert sum(probability for _, probability in cards) == pytest.approx(1)
    assert [probability for _, probability in cards] == sorted(
        (probability for _, probability in cards), reverse=True
    )
    held = game.hands[game.active_player][0]
    assert dict(cards)[held] == pytest.approx(4 / 24)  # there are five of each card, and the player holds one
    game.draw_pile, game.discard_pile = (), ("grass", "grass", "desert")
    game.hands[game.active_player] = ("forest",)
    assert dict(next_card_probabilities(create_search(game))) == {
        "grass": 0.5,
        "desert": 0.25,
        "forest": 0.25,
    }


def test_every_turn_is_evaluated_with_every_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan must not depend on which card happens to be on top in a single deal."""
    top_cards: dict[tuple[object, ...], list[str]] = {}

    def recording_replay(self: TurnSearch, turn: TurnCandidate, game: Game) -> Game:
        top_cards.setdefault(turn.answers, []).append(game.draw_pile[0])
        return original(self, turn, game)

    original = TurnSearch.replay
    monkeypatch.setattr(TurnSearch, "replay", recording_replay)
    game = first_game("fishermen", "knights", "merchants")
    ExpertPlayer(1).decide(game.observe(game.active_player, 1))
    assert len(top_cards) > 5
    assert {tuple(sorted(set(cards))) for cards in top_cards.values()} == {
        ("canyon", "desert", "flower", "forest", "grass")
    }


def test_turn_is_replayed_in_another_deal() -> None:
    for seed, game in enumerate(sample_positions(30, seed=8)):
        if not game.at_turn_decision or game.adjacency_waived:
            continue
        search = create_search(game)
        turn = search.best_turns(1)[0]
        after = search.replay(turn, game.observe(search.player, seed))
        assert after.over or after.active_player != search.player or after.round > game.round
        if game.config.expansions == ("base",):
            assert after.piece_hexes == turn.game.piece_hexes


def test_replay_skips_illegal_answers() -> None:
    game = first_game("fishermen", "knights", "merchants")
    search = create_search(game)
    after = search.replay(
        TurnCandidate(0.0, ("no such option", END_TURN), game), game.observe(search.player, 2)
    )
    assert after.piece_hexes[search.player].bit_count() == 3  # the rollout policy builds instead


def test_partly_played_turn_is_completed() -> None:
    game = first_game("fishermen", "knights", "merchants")
    search = create_search(game)
    best_turn = search.best_turns(1)[0]
    for answers in (best_turn.answers, best_turn.answers[:1], (), (best_turn.answers[0], "no such option")):
        turn = search.candidate_from_answers(answers)
        assert turn.game.active_player != game.active_player
        assert turn.answers[0] == best_turn.answers[0] or not answers
        assert turn.answers[-1] == END_TURN
    rebuilt = search.candidate_from_answers(best_turn.answers)
    assert (rebuilt.value, rebuilt.answers) == (best_turn.value, best_turn.answers)


def pieces_in_sections(counts: tuple[int, ...], game: Game) -> int:
    pieces = 0
    for section, count in zip(SECTION_MASKS, counts, strict=True):
        for hex_id in list(iter_hexes(section & game.board.suitable_hexes))[:count]:
            pieces |= BIT[hex_id]
    return pieces


def test_balance_rewards_progress_to_the_next_level() -> None:
    """K-FARMERS-1 scores the section with the fewest pieces. Being ahead in three sections scores nothing yet
    but has some value."""
    game = first_game("farmers", "knights", "hermits")
    evaluation = Evaluation(game, 0)
    assert evaluation.section_balance_gold(pieces_in_sections((2, 2, 2, 2), game)) == pytest.approx(0)
    values = [
        evaluation.section_balance_gold(pieces_in_sections(counts, game))
        for counts in ((1, 0, 0, 0), (1, 1, 0, 0), (1, 1, 1, 0))
    ]
    assert 0 < values[0] < values[1] < values[2] < 3
    totals = [
        3 * min(counts) + evaluation.section_balance_gold(pieces_in_sections(counts, game))
        for counts in ((5, 5, 5, 0), (4, 4, 4, 3))
    ]
    assert totals[0] < totals[1]
    assert not Evaluation(first_game("fishermen", "knights", "hermits"), 0).has_multi_turn_terms


def test_links_are_worth_more_when_nearer() -> None:
    """K-MERCHANTS-1: an area that touches one landmark is worth more the nearer it gets to another."""
    game = first_game("fishermen", "knights", "merchants")
    evaluation = Evaluation(game, 0)
    assert evaluation.expected_link_gold(0) == 0
    isolated_hex = next(
        hex_id
        for hex_id in iter_hexes(game.board.suitable_hexes)
        if not NEIGHBORS[hex_id] & game.board.landmark_hexes
    )
    assert evaluation.expected_link_gold(BIT[isolated_hex]) == 0
    checked_count = 0
    for landmark, _, rings in evaluation.landmark_rings:
        for distance in (2, 3, 4):
            for hex_id in iter_hexes(rings[distance]):
                touched = NEIGHBORS[hex_id] & game.board.landmark_hexes
                nearer_neighbors = NEIGHBORS[hex_id] & rings[distance - 1]
                candidates = [
                    next_hex
                    for next_hex in iter_hexes(nearer_neighbors)
                    if not NEIGHBORS[next_hex] & game.board.landmark_hexes & ~touched
                ]
                if touched and touched != landmark and candidates:
                    checked_count += 1
                    assert (
                        0
                        < evaluation.expected_link_gold(BIT[hex_id])
                        < evaluation.expected_link_gold(BIT[hex_id] | BIT[candidates[0]])
                    )
    assert checked_count > 5


def test_medium_has_no_multi_turn_terms() -> None:
    game = first_game("farmers", "knights", "merchants")
    assert Evaluation(game, 0).has_multi_turn_terms
    assert not Evaluation(game, 0, MediumPlayer(1).weights).has_multi_turn_terms
