"""Marshlands: the six cards, the set-up of Scouts, target sets against a slow count, and random games."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations
from typing import Any

import pytest
from scenario import cells, gold, hex_at, kept, options, places, play, scenario, state

from kingdom.position import read_position
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, HEX_AT, NEXT_TO, Place, distance, hexes_of, nth
from kingdom.rules.registry import BOXES, FIELDS, SECTIONS
from kingdom.rules.scoring import score
from kingdom.rules.sets.marshlands import BOX, FOUNTAIN, LongJump, trim_deck
from kingdom.rules.setup import Setup, new_game, terrain_cards


def land(letter: str, *spots: tuple[int, int]) -> dict[tuple[int, int], str]:
    return dict.fromkeys(spots, letter)


# --- geologists


def test_geologists_count_linked_mountains() -> None:
    """E-28, K-GEOLOGISTS-1: four mountains linked, two gold each; a mountain touched alone gives nothing, and
    each counts once."""
    board = land("M", (5, 5), (5, 8), (10, 2), (10, 3), (10, 5), (15, 15))
    own = [(5, 6), (5, 7), (10, 4), (15, 14)]
    game = scenario(board, own=own, cards=["geologists"])
    assert gold(game, "geologists") == 8
    assert places(score(game, 0)["geologists"].hexes) == {(5, 5), (5, 8), (10, 2), (10, 3), (10, 5)}
    more = scenario(board, own=[*own, (4, 6), (4, 7), (4, 8)], cards=["geologists"])
    assert gold(more, "geologists") == 8


def test_geologists_one_mountain_is_no_link() -> None:
    """K-GEOLOGISTS-1: two hexes of one mountain are one mountain; two areas that touch one each link
    nothing."""
    game = scenario(land("M", (5, 5), (5, 6)), own=[(4, 5), (4, 6), (4, 7)], cards=["geologists"])
    assert gold(game, "geologists") == 0
    game = scenario(land("M", (5, 5), (5, 9)), own=[(5, 6), (5, 8)], cards=["geologists"])
    assert gold(game, "geologists") == 0


def test_geologists_standing_on_a_mountain() -> None:
    """K-GEOLOGISTS-2: a piece on a mountain touches it."""
    game = scenario(land("M", (5, 5), (5, 7)), own=[(5, 5), (5, 6)], cards=["geologists"])
    assert gold(game, "geologists") == 4
    game = scenario(land("M", (5, 5), (5, 7)), own=[(5, 5)], cards=["geologists"])
    assert gold(game, "geologists") == 0


# --- messengers


def test_messengers_measure_the_longest_way() -> None:
    """E-26, K-MESSENGERS-1: a row of eight is 16; so is a bent area whose far ends are seven apart; only
    within one area."""
    row = [(5, column) for column in range(3, 11)]
    game = scenario(own=[*row, (5, 15)], cards=["messengers"])
    assert gold(game, "messengers") == 16
    assert places(score(game, 0)["messengers"].hexes) == {(5, 3), (5, 10)}
    bent = [(5, 3), (4, 4), (3, 4), (3, 5), (3, 6), (4, 7), (5, 7), (5, 8), (5, 9), (5, 10)]
    assert gold(scenario(own=bent, cards=["messengers"]), "messengers") == 16


def test_messengers_best_area_only() -> None:
    """K-MESSENGERS-2: the best area counts; lone pieces give nothing; the terrain between does not matter."""
    assert gold(scenario(own=[(5, 5), (9, 9)], cards=["messengers"]), "messengers") == 0
    assert gold(scenario(cards=["messengers"]), "messengers") == 0
    game = scenario(
        land("W", (5, 6)), own=[(5, 5), (4, 6), (5, 7), (4, 7), (0, 0), (0, 1)], cards=["messengers"]
    )
    assert gold(game, "messengers") == 6


def test_messengers_on_the_island() -> None:
    """K-MESSENGERS-1, Q-ISLAND-5: island areas count like others."""
    game = scenario(own=[("i", 2, 1), ("i", 2, 2), ("i", 2, 3)], island="tree_house", cards=["messengers"])
    assert gold(game, "messengers") == 6


# --- noblewomen


def test_noblewomen() -> None:
    """E-27, K-NOBLEWOMEN-1: 5, 5 and 15 over four landmarks; the palace is not scored again."""
    board = (
        land("S", (3, 3))
        | land("1", (3, 10))
        | land("N", (12, 3))
        | land("O", (12, 10))
        | land("P", (17, 17))
    )
    game = scenario(
        board,
        own=[(3, 2), (3, 4), (17, 16)],
        other=[(3, 9), (12, 2), (12, 4)],
        more=[{"settlements": [[3, 11], [12, 9], [12, 11], [3, 1], [11, 2], [11, 3]]}],
        locations={"1": "farm"},
        cards=["noblewomen"],
        location_tiles=[[[3, 10], 0]],
    )
    # castle: 0 (2 against 0); location: 1 and 2 tied with one each; nomad space: 1 and 2 tied; silo: 2
    assert [gold(game, "noblewomen", player) for player in range(3)] == [5, 10, 15]
    assert [gold(game, "palaces", player) for player in range(3)] == [5, 0, 0]
    assert [gold(game, "castles", player) for player in range(3)] == [3, 0, 0]
    fewer = scenario(
        board,
        own=[(3, 2)],
        other=[(3, 9)],
        more=[{"settlements": [[3, 11], [12, 2], [12, 9]]}],
        locations={"1": "farm"},
        cards=["noblewomen"],
    )
    assert [gold(fewer, "noblewomen", player) for player in range(3)] == [5, 5, 15]


def test_noblewomen_and_a_capitol() -> None:
    """K-NOBLEWOMEN-1: a castle with a capitol is one hex, five gold once; nobody beside it, nobody paid."""
    game = scenario(
        sections=["oracle", "farm", "tavern", "tower"], own=[(1, 2)], capitols=[[1, 3]], cards=["noblewomen"]
    )
    assert gold(game, "noblewomen") == 5
    assert gold(game, "noblewomen", 1) == 0


# --- vassals, captains, scouts


def test_vassals() -> None:
    """E-58, K-VASSALS-1, R-GRID-8: one gold for each piece on an inner edge; the middle counts once."""
    own = [(9, 0), (10, 19), (0, 9), (19, 10), (9, 9), (10, 10), (8, 8), (11, 11), (0, 0)]
    assert gold(scenario(own=own, cards=["vassals"]), "vassals") == 6
    assert (
        gold(scenario(own=[("i", 0, 0), ("i", 2, 2)], island="tree_house", cards=["vassals"]), "vassals") == 0
    )


def test_captains() -> None:
    """E-58, K-CAPTAINS-1: one gold for each piece next to three or more own pieces; others' pieces do not
    help."""
    centre = (5, 5)
    ring = sorted(places(NEXT_TO[hex_at(*centre)]), key=str)
    game = scenario(own=[centre, *ring], cards=["captains"])
    assert gold(game, "captains") == 7
    assert gold(scenario(own=[centre, *ring[:2]], other=ring[2:], cards=["captains"]), "captains") == 0
    assert gold(scenario(own=[centre, (5, 4), (5, 6), (4, 5)], cards=["captains"]), "captains") == 1
    assert gold(scenario(own=[centre, (5, 4), (4, 5), (6, 5)], cards=["captains"]), "captains") == 2


def test_scouts_score() -> None:
    """E-58, K-SCOUTS-2: beside the removed terrain and not on it; whether it is occupied does not matter."""
    board = land("F", (5, 5), (5, 6), (12, 12))
    game = scenario(
        board,
        own=[(5, 4), (5, 5), (5, 7), (12, 11), (0, 0)],
        other=[(12, 12)],
        removed_terrain="forest",
        cards=["scouts"],
    )
    assert gold(game, "scouts") == 3
    assert places(score(game, 0)["scouts"].hexes) == {(5, 4), (5, 7), (12, 11)}


@pytest.mark.parametrize("boxes", [("base", "marshlands"), tuple(BOXES)])
def test_scouts_take_a_terrain_out_of_the_deck(boxes: tuple[str, ...]) -> None:
    """E-59, K-SCOUTS-1, R-SETUP-8: the revealed terrain leaves with its double card before hands are dealt:
    24 of 30 stay."""
    removed = set()
    for seed in range(12):
        game = new_game(Setup(boxes=boxes, seed=seed, cards=("scouts", "knights", "lords"), players=3))
        marker = game.table.markers["removed_terrain"]
        removed.add(marker)
        cards = [*game.deck, *(card for hand in game.hand for card in hand)]
        assert len(cards) == 24
        assert not [card for card in cards if marker in card]
        assert Counter(card for card in cards if "/" not in card) == {
            name: 5 for name in set(cards) if "/" not in name
        }
        again = read_position(state(game))
        assert state(again)["removed_terrain"] == marker
        assert state(again)["deck"] == state(game)["deck"]
    assert len(removed) > 2


def test_scouts_without_the_double_cards() -> None:
    """E-59, K-SCOUTS-1: 20 of 25 stay; a swamp card revealed stands for its other terrain."""
    assert len(trim_deck({"removed_terrain": "flower"}, list(terrain_cards(("base",))))) == 20
    assert len(trim_deck({"removed_terrain": "flower"}, list(terrain_cards(("base", "marshlands"))))) == 24
    assert len(trim_deck({}, list(terrain_cards(("base", "marshlands"))))) == 30
    seen = set()
    for seed in range(60):
        setup = Setup(
            boxes=("base", "marshlands"),
            seed=seed,
            sections=("temple", "refuge", "farm", "tower"),
            cards=("scouts", "lords"),
        )
        from kingdom.rules.setup import Dealer

        dealer = Dealer(setup)
        first = dealer.deck[0]
        assert BOX.deal
        BOX.deal(dealer)
        assert dealer.markers["removed_terrain"] == first.split("/")[-1]
        seen.add("/" in first)
    assert seen == {True, False}


def test_the_removed_terrain_can_be_chosen_by_hand() -> None:
    """K-SCOUTS-1: set-up by hand; without the card nothing is removed."""
    game = new_game(
        Setup(boxes=("base", "marshlands"), cards=("scouts",), chosen={"removed_terrain": "canyon"})
    )
    assert game.table.markers["removed_terrain"] == "canyon"
    game = new_game(
        Setup(boxes=("base", "marshlands"), cards=("lords",), chosen={"removed_terrain": "canyon"})
    )
    assert "removed_terrain" not in game.table.markers
    assert len(game.deck) == 28


def test_the_removed_terrain_is_for_extra_actions() -> None:
    """K-SCOUTS-3: no card shows it, but a tile may build there; a position without a deck deals none of
    it."""
    game = scenario(
        land("F", (5, 6)),
        own=[(5, 5)],
        cards=["scouts"],
        removed_terrain="forest",
        turn={"mandatory": "done"},
        me={"tiles": [{"kind": "foresters_lodge"}], "hand": ["grass"]},
    )
    assert not [card for card in (*game.deck, *game.hand[1]) if "forest" in card]
    assert "foresters_lodge" in options(game)
    play(game, "foresters_lodge")
    assert cells(game) == {(5, 6)}


# --- against slow counting

DIRECTIONS = {
    0: ((0, -1), (0, 1), (-1, -1), (-1, 0), (1, -1), (1, 0)),
    1: ((0, -1), (0, 1), (-1, 0), (-1, 1), (1, 0), (1, 1)),
}


def step(place: Any, direction: int) -> Place | None:
    """The next place in a direction: W, E, NW, NE, SW, SE."""
    down, along = DIRECTIONS[place[0] % 2][direction]
    found = (place[0] + down, place[1] + along)
    return found if found in HEX_AT else None


def random_position(seed: int) -> Game:
    chance = random.Random(seed)
    names = chance.sample([name for box in ("base", "marshlands") for name in BOXES[box].sections], 4)
    rows = [
        left + right
        for half in (0, 2)
        for left, right in zip(SECTIONS[names[half]].rows, SECTIONS[names[half + 1]].rows, strict=True)
    ]
    ground = [(r, c) for r in range(20) for c in range(20) if rows[r][c] in "GCDLFUWM"]
    start = chance.choice(ground)
    close = sorted(ground, key=lambda place: distance(hex_at(*place), hex_at(*start)))[
        : chance.choice((25, 60, 200))
    ]
    spots = chance.sample(close, 24)
    return scenario(
        sections=names,
        own=spots[:14],
        other=spots[14:],
        turn={"mandatory": "done"},
        me={"bonus": ["fountain", "refuge"]},
        cards=["geologists", "messengers", "noblewomen", "vassals", "captains"],
    )


@pytest.mark.parametrize("seed", range(40))
def test_targets_and_scores_by_slow_counting(seed: int) -> None:
    """L-FOUNTAIN-1, L-FOUNTAIN-2, L-REFUGE-2, K-CAPTAINS-1, K-MESSENGERS-1, K-GEOLOGISTS-1, X-PALACE-1,
    K-NOBLEWOMEN-1: hex by hex."""
    game = random_position(seed)
    own, other = places(game.own[0]), places(game.own[1])
    kind = {place: game.board.kind_at[number] for place, number in HEX_AT.items() if len(place) == 2}
    fits = {place for place in kind if BIT[hex_at(*place)] & game.board.suitable}

    def near(place: Place) -> list[Place]:
        return [found for direction in range(6) if (found := step(place, direction))]

    fountain = {
        place
        for place in kind
        if (place in fits or kind[place] == "mountain")
        and place not in own | other
        and sum(n in own for n in near(place)) == 1
        and not any(n in other for n in near(place))
    }
    assert places(FOUNTAIN.targets(game, 0)) == fountain
    jump = LongJump("refuge_bonus", "L-REFUGE-2")
    for place in own:
        expected = set()
        for direction in range(6):
            spot = step(place, direction)
            while spot and (spot not in fits or spot in own | other):
                spot = step(spot, direction)
            expected |= {spot} if spot else set()
        assert places(jump.destinations(game, 0, hex_at(*place))) == expected
    assert jump.usable(game, 0) == bool(jump.origins(game, 0))
    assert gold(game, "captains") == sum(sum(n in own for n in near(place)) >= 3 for place in own)
    areas = slow_areas(own, near)
    longest = max(
        (distance(hex_at(*a), hex_at(*b)) for area in areas for a, b in combinations(area, 2)), default=0
    )
    assert gold(game, "messengers") == (2 * (longest + 1) if longest else 0)
    mountains = slow_areas({place for place in kind if kind[place] == "mountain"}, near)
    linked = set()
    for area in areas:
        touched = [
            i for i, m in enumerate(mountains) if m & (area | {n for place in area for n in near(place)})
        ]
        linked |= set(touched) if len(touched) > 1 else set()
    assert gold(game, "geologists") == 2 * len(linked)
    for name, wanted in (
        ("palaces", lambda word: word == "palace"),
        ("noblewomen", lambda word: word in ("castle", "location")),
    ):
        spaces = [place for place in kind if wanted(kind[place])]
        counts = [
            (sum(n in own for n in near(place)), sum(n in other for n in near(place))) for place in spaces
        ]
        assert score(game, 0).get(name, (0,))[0] == 5 * sum(
            mine >= theirs and mine > 0 for mine, theirs in counts
        )


def slow_areas(members: set[Place], near: Any) -> list[set[Place]]:
    left, found = set(members), []
    while left:
        area = {left.pop()}
        while grown := {n for place in area for n in near(place) if n in left}:
            area |= grown
            left -= grown
        found.append(area)
    return found


# --- random games


def without_seed(game: Game) -> dict[str, Any]:
    return {key: value for key, value in state(game).items() if key != "seed"}


@pytest.mark.parametrize("seed", range(16))
@pytest.mark.parametrize("boxes", [("base", "marshlands"), tuple(BOXES)], ids=["marshlands", "all"])
def test_random_games_end_properly(seed: int, boxes: tuple[str, ...]) -> None:
    """R-END-2, R-END-1, L-TEMPLE-2, L-CANOE-6: games come to an end, no piece is lost, and positions can be
    loaded again."""
    chance = random.Random(seed)
    sections = None if seed % 2 else ("temple", "refuge turned", "canoe", "fountain turned")
    cards = ("scouts", "messengers", "shepherds" if len(boxes) > 2 else "captains") if seed % 3 == 0 else None
    game = new_game(Setup(players=2 + seed % 4, boxes=boxes, seed=seed, sections=sections, cards=cards))
    binding = [field for field in FIELDS.values() if field.binds and field.name in kept(game)]
    for _ in range(6000):
        if game.over:
            break
        decision = game.decision()
        hexes = decision.cells.bit_count()
        assert hexes + len(decision.options)
        if decision.asks == "act" and not game.pending and chance.random() < 0.1:
            read = read_position(state(game))
            assert without_seed(read) == without_seed(game)
            assert read.decision() == decision
        picked = chance.randrange(hexes + len(decision.options))
        game.choose(nth(decision.cells, picked) if picked < hexes else decision.options[picked - hexes])
        for player in range(game.table.players):
            bound = sum(field.binds(kept(game)[field.name][player]) for field in binding if field.binds)
            assert game.settlements[player].bit_count() + game.supply[player] + bound == 40
            held = Counter(kind.name for kind, _, _ in game.tiles[player])
            for kind in kept(game)["bonus"][player]:
                assert held[kind] == 2
    assert game.over
    assert game.ending
    assert sum(1 for _ in hexes_of(game.settlements[0])) <= 40
