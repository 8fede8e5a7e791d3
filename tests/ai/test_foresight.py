"""What pieces are good for beyond the next card, weight by weight, counted here the long way."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from mixed import positions

from kingdom.ai.evaluation import Evaluation, weights
from kingdom.ai.foresight import FORESEEN, Foresight
from kingdom.ai.gold import purse_of
from kingdom.ai.master import MasterPlayer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, NEXT_TO, ROW_MASKS, SECTION_MASKS, areas, hexes_of, neighbours
from kingdom.rules.setup import Setup, new_game

EVERYTHING = ("knights", "merchants", "citizens", "miners", "hermits", "discoverers", "farmers")


def played(*cards: str, seed: int = 3) -> Game:
    """A game in which seat 0 has a dozen pieces in one corner and seat 1 some beside them."""
    game = new_game(Setup(2, cards=cards, seed=seed))
    for seat, section, number in ((0, 0, 9), (0, 1, 3), (1, 0, 4)):
        free = list(hexes_of(game.free & game.board.suitable & SECTION_MASKS[section]))
        game.settlements[seat] |= sum(BIT[hexagon] for hexagon in free[:number])
        game.refresh()
    return game


def foreseen(game: Game, **how: float) -> tuple[float, float]:
    """What these weights alone say; blanks of their names are written as underscores."""
    named = {name.replace("_", " "): weight for name, weight in how.items()}
    assert named.keys() <= set(FORESEEN)
    evaluation = Evaluation(game, 0, {**weights(), **named})
    assert evaluation.foresight is not None
    return evaluation.foresight.of(game)


def front(game: Game) -> set[int]:
    return set(hexes_of(neighbours(game.own[0]) & game.free & game.board.suitable))


def rings(game: Game) -> list[set[int]]:
    """The hexes that one, two and three builds come to, by free land."""
    land = set(hexes_of(game.free & game.board.suitable))
    found, seen = [front(game)], set(front(game))
    for _ in range(2):
        further = {h for h in land - seen if any(NEXT_TO[h] & BIT[inner] for inner in found[-1])}
        found.append(further)
        seen |= further
    return found


@pytest.mark.parametrize(
    ("kind", "cards", "gold"),
    [
        ("flat", ("miners",), lambda own, game: (own & game.board.beside["mountain"]).bit_count()),
        ("once", (), lambda own, game: 3 * sum(1 for around in game.board.castles if around & own)),
        ("apart", ("hermits",), lambda own, game: len(areas(own))),
        ("largest", ("citizens",), lambda own, game: max(map(int.bit_count, areas(own))) // 2),
        ("best row", ("knights",), lambda own, game: 2 * max((own & row).bit_count() for row in ROW_MASKS)),
        ("rows", ("discoverers",), lambda own, game: sum(1 for row in ROW_MASKS if own & row)),
    ],
)
def test_gold_of_each_kind_counts_less_early_on(
    kind: str, cards: tuple[str, ...], gold: Callable[[int, Game], int]
) -> None:
    game = played(*cards)
    expected = gold(game.own[0], game)
    calm, each_turn = foreseen(game, **{f"early_{kind}".replace(" ", "_"): 0.5})
    assert calm == pytest.approx(-0.5 * expected)
    assert each_turn == 0


def test_links_and_balance_count_less_early_on() -> None:
    game = played("merchants", "farmers")
    path = linking_path(game)
    for section in (2, 3):
        path |= BIT[next(hexes_of(game.free & game.board.suitable & SECTION_MASKS[section]))]
    game.settlements[0] |= path
    game.refresh()
    linked = purse_of(game).linked(areas(game.own[0])).bit_count()
    assert linked > 1
    poorest = min((game.own[0] & section).bit_count() for section in SECTION_MASKS)
    assert poorest
    assert foreseen(game, early_linking=0.25)[0] == pytest.approx(-0.25 * 4 * linked)
    assert foreseen(game, early_balanced=0.25)[0] == pytest.approx(-0.25 * 3 * poorest)


def linking_path(game: Game) -> int:
    """Free hexes all around two landmarks that are close together."""
    close = next(
        around | neighbours(around)
        for hexagon in hexes_of(game.board.landmarks)
        if neighbours((around := NEXT_TO[hexagon]) | neighbours(around))
        & game.board.landmarks
        & ~BIT[hexagon]
    )
    return close & game.free & game.board.suitable


def test_races_that_are_led_count_less_early_on() -> None:
    game = played("lords")
    plain = Evaluation(game, 0, weights())
    careful = Evaluation(game, 0, {**weights(), "early races": 0.5})
    mine, its = plain.purse.contested(game)
    assert plain.turns_left(game) > 3
    assert careful.value(game) == pytest.approx(plain.value(game) - 0.5 * (mine - weights()["rivals"] * its))


def test_castles_and_locations_are_the_better_the_nearer() -> None:
    for seed in range(3, 9):
        game = played("miners", seed=seed)
        worth = Evaluation(game, 0).worth
        castles = [around for around in game.board.castles if not around & game.own[0]]
        spaces = set(hexes_of(game.stocked & ~game.taken[0]))
        for steps, ring in enumerate(rings(game)):
            reached = [around for around in castles if any(around & BIT[h] for h in ring)]
            castles = [around for around in castles if around not in reached]
            assert foreseen(game, **{f"once_{steps}": 1.0}) == (3.0 * len(reached), 0.0)
            visited = {space for space in spaces if any(NEXT_TO[space] & BIT[h] for h in ring)}
            spaces -= visited
            expected = sum(worth[game.board.location_at[space]] for space in visited)
            calm, each_turn = foreseen(game, **{f"near_{steps}": 1.0})
            assert calm == 0
            assert each_turn == pytest.approx(expected)


def test_hexes_within_reach() -> None:
    game = played("miners", "workers")
    reach = front(game)
    assert foreseen(game, front=0.5) == (0.5 * len(reach), 0)
    assert foreseen(game, front_each_turn=-0.25) == (0, -0.25 * len(reach))
    touched = sum(any(BIT[h] & section for h in reach) for section in SECTION_MASKS)
    assert 0 < touched < 4
    assert foreseen(game, sections=2.0) == (2.0 * touched, 0)
    mines, works = game.board.beside["mountain"], neighbours(game.board.landmarks)
    gold = [bool(mines & BIT[h]) + bool(works & BIT[h]) for h in reach]
    expected = sum(each * min(gold.count(each), 10) for each in (1, 2))
    assert expected
    assert foreseen(game, paying=1.0) == (expected, 0)


def test_room_in_the_best_row_and_around_the_largest_area() -> None:
    game = played("knights", "citizens")
    best = max(ROW_MASKS, key=lambda row: (game.own[0] & row).bit_count())
    free = set(hexes_of(game.free & game.board.suitable & best))
    assert foreseen(game, row_room=1.0) == (2 * min(len(free), 12), 0)
    assert foreseen(game, row_beside=1.0) == (2 * len(free & front(game)), 0)
    largest = max(areas(game.own[0]), key=int.bit_count)
    around = neighbours(largest) & game.free & game.board.suitable
    lands = {game.board.kind_at[h] for h in hexes_of(around)}
    assert len(lands) > 1
    assert foreseen(game, largest_lands=1.0)[0] == pytest.approx(len(lands) / 2)


def test_it_counts_in_full_while_there_are_turns_and_not_at_all_at_the_end() -> None:
    game = played(*EVERYTHING)
    how = MasterPlayer.own_weights()
    rest = {name: weight for name, weight in how.items() if name not in FORESEEN}
    with_it, without = Evaluation(game, 0, how), Evaluation(game, 0, rest)
    assert without.foresight is None
    assert with_it.foresight is not None
    calm, each_turn = with_it.foresight.of(game)
    turns = with_it.turns_left(game)
    assert turns > 3
    assert with_it.value(game) == pytest.approx(without.value(game) + calm + each_turn * turns)
    game.supply[0] = 6
    turns = with_it.turns_left(game)
    assert with_it.value(game) == pytest.approx(without.value(game) + calm * turns / 3 + each_turn * turns)
    game.ending = True
    assert with_it.value(game) == without.value(game)


def test_what_is_remembered_is_what_is_found_anew() -> None:
    how = MasterPlayer.own_weights()
    for game in positions(16, seed=9):
        player = game.decision().player
        kept = Evaluation(game, player, how).foresight
        assert isinstance(kept, Foresight)
        first = kept.of(game)
        for hexagon in list(hexes_of(game.free & game.board.suitable))[:2]:
            after = game.copy()
            after.settle_down(player, hexagon)
            anew = Evaluation(game, player, how).foresight
            assert anew is not None
            assert kept.of(after) == anew.of(after)
        assert kept.of(game) == first


def test_of_two_largest_areas_it_is_the_same_one_whatever_was_asked_before() -> None:
    """Areas come in any order: what a program thought of earlier must not change its answer."""
    game = new_game(Setup(2, cards=("citizens",), seed=3))
    build = game.free & game.board.suitable
    lands = [land for name, land in game.board.terrain.items() if land & game.board.suitable]

    def around(hexagon: int) -> int:
        return sum(1 for land in lands if NEXT_TO[hexagon] & build & land)

    hexes = sorted(hexes_of(build), key=around)
    few, many = hexes[0], hexes[-1]
    assert around(few) < around(many)
    game.settlements[0] = own = BIT[few] | BIT[many]
    game.refresh()
    found = []
    for order in ([BIT[few], BIT[many]], [BIT[many], BIT[few]]):
        purse_of(game).area_memory[own] = order, 1, 0
        found.append(foreseen(game, largest_lands=1.0))
    assert found[0] == found[1]
