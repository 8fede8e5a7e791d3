"""What the expert looks at: every card that may come next, the same deals for every turn, plans of several
turns."""

from __future__ import annotations

from collections import Counter

import pytest
from mixed import positions

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.expert import ExpertPlayer, next_cards
from kingdom.ai.medium import MediumPlayer
from kingdom.ai.player import Budget, Meter
from kingdom.ai.quick import Policy
from kingdom.ai.turns import Turn, TurnSearch, Width
from kingdom.rules.frames import END_TURN
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, NEXT_TO, SECTION_MASKS, hexes_of
from kingdom.rules.setup import Setup, new_game


def first_game(*cards: str) -> Game:
    return new_game(
        Setup(
            players=2, boxes=("base",), sections=("tavern", "paddock", "oasis", "farm"), cards=cards, seed=4
        )
    )


def search_of(game: Game) -> TurnSearch:
    evaluation = Evaluation(game, game.player)
    width, meter = Width(kept=2, hexes=3, inner=1, origins=1), Meter(Budget(evaluations=10_000))
    return TurnSearch(game, game.player, evaluation, Policy(evaluation, game, 1), width, meter)


def test_a_card_on_top_is_drawn_next() -> None:
    """R-CARD-3: wherever it was dealt, a card that may lie on top does; no card is lost."""
    game = first_game("fishermen", "knights", "merchants")
    every = Counter(game.deck) + Counter(card for hand in game.hand for card in hand)
    viewer = game.player
    unseen = {*game.deck, *game.hand[1 - viewer]}
    assert len(unseen) == 5
    for seed in range(20):
        for card in sorted(unseen):
            seen = game.observe(viewer, seed, card)
            assert seen.deck[0] == card
            assert seen.hand[viewer] == game.hand[viewer]
            assert Counter(seen.deck) + Counter(card for hand in seen.hand for card in hand) == every
    assert game.observe(viewer, 3, "no such card").deck == game.observe(viewer, 3).deck


def test_next_cards() -> None:
    game = first_game("fishermen", "knights", "merchants")
    cards = next_cards(search_of(game))
    assert sum(chance for _, chance in cards) == pytest.approx(1)
    assert [chance for _, chance in cards] == sorted((chance for _, chance in cards), reverse=True)
    held = game.hand[game.player][0]
    assert dict(cards)[held] == pytest.approx(4 / 24)  # five of each, one of them in the own hand
    game.deck, game.discard = (), ("grass", "grass", "desert")
    game.hand[game.player] = ("forest",)
    assert dict(next_cards(search_of(game))) == {"grass": 0.5, "desert": 0.25, "forest": 0.25}


def test_every_turn_is_tried_with_every_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """The plan must not be made for one card that happens to lie on top in a deal."""
    tops: dict[tuple[object, ...], list[str]] = {}

    def replayed(self: TurnSearch, turn: Turn, game: Game) -> Game:
        tops.setdefault(turn.answers, []).append(game.deck[0])
        return original(self, turn, game)

    original = TurnSearch.replayed
    monkeypatch.setattr(TurnSearch, "replayed", replayed)
    game = first_game("fishermen", "knights", "merchants")
    ExpertPlayer(1).answer(game.observe(game.player, 1))
    assert len(tops) > 5
    assert {tuple(sorted(set(cards))) for cards in tops.values()} == {
        ("canyon", "desert", "flower", "forest", "grass")
    }


def test_a_turn_is_replayed_in_another_deal() -> None:
    for number, game in enumerate(positions(30, seed=8)):
        if not game.in_turn or game.waived:
            continue
        search = search_of(game)
        turn = search.best(1)[0]
        after = search.replayed(turn, game.observe(search.player, number))
        assert after.over or after.player != search.player or after.round > game.round
        if game.table.boxes == ("base",):
            assert after.own == turn.game.own


def test_an_answer_that_is_no_longer_possible_is_left_out() -> None:
    game = first_game("fishermen", "knights", "merchants")
    search = search_of(game)
    after = search.replayed(Turn(0.0, ("no such option", END_TURN), game), game.observe(search.player, 2))
    assert after.own[search.player].bit_count() == 3  # built by quick play


def test_a_turn_that_was_played_in_part_is_finished() -> None:
    game = first_game("fishermen", "knights", "merchants")
    search = search_of(game)
    whole = search.best(1)[0]
    for answers in (whole.answers, whole.answers[:1], (), (whole.answers[0], "no such option")):
        turn = search.as_played(answers)
        assert turn.game.player != game.player
        assert turn.answers[0] == whole.answers[0] or not answers
        assert turn.answers[-1] == END_TURN
    again = search.as_played(whole.answers)
    assert (again.value, again.answers) == (whole.value, whole.answers)


def scattered(counts: tuple[int, ...], game: Game) -> int:
    own = 0
    for section, count in zip(SECTION_MASKS, counts, strict=True):
        for number in list(hexes_of(section & game.board.suitable))[:count]:
            own |= BIT[number]
    return own


def test_balance_sees_the_way_to_the_next_level() -> None:
    """K-FARMERS-1 pays for the section with the fewest; three sections ahead are nothing yet, and still worth
    something."""
    game = first_game("farmers", "knights", "hermits")
    evaluation = Evaluation(game, 0)
    assert evaluation.balance(scattered((2, 2, 2, 2), game)) == pytest.approx(0)
    values = [
        evaluation.balance(scattered(counts, game)) for counts in ((1, 0, 0, 0), (1, 1, 0, 0), (1, 1, 1, 0))
    ]
    assert 0 < values[0] < values[1] < values[2] < 3
    level = [
        3 * min(counts) + evaluation.balance(scattered(counts, game))
        for counts in ((5, 5, 5, 0), (4, 4, 4, 3))
    ]
    assert level[0] < level[1]
    assert not Evaluation(first_game("fishermen", "knights", "hermits"), 0).has_plans


def test_links_are_worth_more_the_nearer_they_are() -> None:
    """K-MERCHANTS-1: an area that touches a landmark and comes near another."""
    game = first_game("fishermen", "knights", "merchants")
    evaluation = Evaluation(game, 0)
    assert evaluation.links(0) == 0
    alone = next(
        number for number in hexes_of(game.board.suitable) if not NEXT_TO[number] & game.board.landmarks
    )
    assert evaluation.links(BIT[alone]) == 0
    tried = 0
    for landmark, _, rings in evaluation.rings:
        for distance in (2, 3, 4):
            for number in hexes_of(rings[distance]):
                touched = NEXT_TO[number] & game.board.landmarks
                nearer = NEXT_TO[number] & rings[distance - 1]
                closer = [
                    step for step in hexes_of(nearer) if not NEXT_TO[step] & game.board.landmarks & ~touched
                ]
                if touched and touched != landmark and closer:
                    tried += 1
                    assert 0 < evaluation.links(BIT[number]) < evaluation.links(BIT[number] | BIT[closer[0]])
    assert tried > 5


def test_medium_makes_no_plans() -> None:
    game = first_game("farmers", "knights", "merchants")
    assert Evaluation(game, 0).has_plans
    assert not Evaluation(game, 0, MediumPlayer(1).weights).has_plans
