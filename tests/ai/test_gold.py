"""What programs find out about cards by trying their scorers out."""

from __future__ import annotations

import pytest
from mixed import positions

from kingdom.ai.gold import Purse
from kingdom.rules.box_state import states_at_start
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, ROW_MASKS, SECTION_MASKS, hexes_of, neighbours
from kingdom.rules.registry import BOXES, CARDS, Card, Hooks, Score
from kingdom.rules.scoring import total
from kingdom.rules.setup import Setup, new_game

COUNTING = ("discoverers", "farmers", "homesteaders", "knights", "rangers")
LONE = ("captains", "chainers", "geologists", "messengers")
MIXED = ("mayors",)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_a_scorer_looks_at_is_found_out(seed: int) -> None:
    """Of all cards only Farmers pay for the poorest section (3 gold each), Knights for the best row (2),
    Discoverers for each row (1) and Merchants for links (4), which takes several turns. Those that only count
    are not asked hex by hex, and few are asked every time."""
    for card in CARDS.values():
        game = new_game(Setup(boxes=tuple(BOXES), cards=(card.name,), seed=seed))
        purse = Purse(game)
        assert purse.balanced == (3 if card.name == "farmers" else 0), card.name
        assert purse.best_row == (2 if card.name == "knights" else 0), card.name
        assert purse.rows == (1 if card.name == "discoverers" else 0), card.name
        assert purse.linking == (4 if card.name == "merchants" else 0), card.name
        assert (card.score in [scorer for scorer, _ in purse.counting]) == (card.name in COUNTING), card.name
        assert (card.score in purse.lone) == (card.name in LONE), card.name
        assert (card.score in purse.mixed) == (card.name in MIXED), card.name


@pytest.mark.parametrize(("players", "seat"), [(2, 1), (3, 1), (3, 2)])
def test_a_card_of_somebody_else_that_looks_at_another_seat(
    monkeypatch: pytest.MonkeyPatch, players: int, seat: int
) -> None:
    """No card of the boxes does but as a contest; one that does is asked anew every time."""

    def beside(game: Game, player: int) -> Score:
        earning = game.own[player] & neighbours(game.own[seat]) & SECTION_MASKS[3]
        return Score(earning.bit_count(), earning)

    monkeypatch.setitem(CARDS, "envious", Card("envious", "", beside))
    game = new_game(Setup(players=players, cards=("envious",), seed=1))
    purse = Purse(game)
    assert purse.mixed == (beside,)
    mine, its = list(hexes_of(game.board.suitable & SECTION_MASKS[3]))[:2]
    for game.own[0], game.own[seat] in ((BIT[mine], 0), (BIT[mine], BIT[its]), (BIT[mine], 0)):
        assert purse.total(game, 0) == total(game, 0)


def test_gains_are_what_the_rules_count_with_one_more_piece() -> None:
    for game in positions(24, seed=5):
        purse = Purse(game)
        player = game.decision().player
        candidates, own, before = game.free & game.board.suitable, game.own[player], total(game, player)
        gains = purse.gains(game, player, candidates)
        assert game.own[player] == own
        assert sum(gains.values()) == candidates
        for gold, hexes in gains.items():
            for number in list(hexes_of(hexes))[::7]:
                game.own[player] = own | BIT[number]
                assert total(game, player) - before == gold, [card.name for card in game.table.cards]
        game.own[player] = own


def test_the_same_gold_from_whatever_was_asked_before() -> None:
    """Races and areas are counted on from what was asked last; the order makes no difference."""
    for game in positions(12, seed=6):
        purse = Purse(game)
        pieces = list(hexes_of(game.free & game.board.suitable))[:40:3]
        player = game.decision().player
        for number in (*pieces, *reversed(pieces)):
            game.own[player] ^= BIT[number]
            purse.close_to(game.own[player])
            assert purse.total(game, player) == total(game, player)


def test_rows_are_the_same_counted_on_or_anew() -> None:
    for game in positions(6, seed=7):
        purse, own = Purse(game), game.own[game.decision().player]
        purse.rows_count = True
        purse.close_to(own)
        for number in hexes_of(game.free):
            counts = [((own | BIT[number]) & row).bit_count() for row in ROW_MASKS]
            best = ROW_MASKS[counts.index(max(counts))]
            assert purse.rows_of(own | BIT[number]) == (best, max(counts), sum(map(bool, counts)))


def test_what_boxes_keep_is_asked_for_again_only_when_it_has_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    """One who looks at what is kept and shows pieces as earning is not asked again for other pieces; one who
    pays for them is."""
    asked = []

    def kept(game: Game, player: int) -> Score:
        asked.append(player)
        return Score(4 * len(list(game.box)), game.own[player] & SECTION_MASKS[0])

    def counted(game: Game, player: int) -> Score:
        return Score(len(list(game.box)) + game.own[player].bit_count(), 0)

    for scorer, each in ((kept, 4), (counted, 1)):
        card = Card("keeping", "", scorer, hooks=Hooks(came=(lambda game, player, hexes: None,)))
        monkeypatch.setitem(CARDS, "keeping", card)
        game = new_game(Setup(boxes=tuple(BOXES), cards=("keeping",), seed=1))
        purse = Purse(game)
        assert purse.mixed == (scorer,)
        asked.clear()
        for game.own[0] in (BIT[0], BIT[1], BIT[0] | BIT[1]):
            assert purse.total(game, 0) == total(game, 0)
            assert purse.contested(game)[0] >= each * len(list(game.box))
        assert len(asked) in (0, 2 + 3)  # once for each seat, and by the rules themselves
        game.box = states_at_start((), 2)
        assert purse.total(game, 0) == total(game, 0)
