"""What the rules tell the window and nobody scores by: the number still due, which hexes earned gold, what
lies in front of a player, why a set-up is refused."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from scenario import Places, cells, gold, options, places, play, scenario, tile

from kingdom.rules.actions import MoveAction
from kingdom.rules.events import Event, GoldEarned
from kingdom.rules.frames import FRESH, READY, USED
from kingdom.rules.game import Game
from kingdom.rules.hexes import hexes_of
from kingdom.rules.registry import ACTIONS, BOXES, CARDS, PIECE, BadSetup, Belonging
from kingdom.rules.scoring import score
from kingdom.rules.setup import Setup, in_order, new_game

DONE = {"mandatory": "done"}


def lit(game: Game, name: str, player: int = 0) -> set[Any]:
    """The hexes that earned the gold of a card."""
    return places(score(game, player)[name].hexes)


def belongings(game: Game, player: int = 0) -> list[Belonging]:
    """What lies in front of a player besides location tiles."""
    return [thing for hook in game.table.hooks.belongings for thing in hook(game, player)]


def test_between_answers_nobody_listens() -> None:
    """R-TURN-1: what search tries after an answer is told to nobody, so none of it is even made."""
    game = scenario(own=[(5, 4)], card="grass")
    assert play(game, (5, 5))

    def made(player: int, gold: int, why: str, hexes: int) -> GoldEarned:
        raise AssertionError("somebody listens")

    game.tell(made, 0, 1, "castles", 0)


# --- the number still due


def due(game: Game) -> tuple[int, int | None]:
    """How many mandatory builds are to come, and what the question says."""
    return game.still_due(), game.question().remaining


def test_builds_still_due_count_down() -> None:
    """R-MAND-1, R-MAND-3: three before the first, then two, then one; when all are done the question has no
    number."""
    game = scenario(own=[(5, 4)], card="grass")
    assert due(game) == (3, 3)
    play(game, (5, 5))
    assert due(game) == (2, 2)
    play(game, (5, 6))
    assert due(game) == (1, 1)
    play(game, (5, 7))
    assert game.question().remaining is None


def test_no_more_are_due_than_the_supply_has() -> None:
    """R-MAND-3: with two settlements left two are due, and after one of them one."""
    game = scenario(own=[(5, 4)], card="grass", me={"supply": 2})
    assert due(game) == (2, 2)
    play(game, (5, 5))
    assert due(game) == (1, 1)


def test_the_larger_half_of_a_double_card_is_due_until_one_is_chosen() -> None:
    """X-SWAMP-1, X-SWAMP-2: two builds on swamp, three on the other terrain; before the choice the larger
    number."""
    land = {(5, 5): "U", (5, 6): "U", (9, 9): "U"}
    game = scenario(land=land, own=[(5, 4)], card="swamp/grass")
    assert due(game) == (3, 3)
    on_swamp = game.copy()
    play(on_swamp, "swamp")
    assert due(on_swamp) == (2, 2)
    play(on_swamp, (5, 5))
    assert due(on_swamp) == (1, 1)
    play(game, "grass")
    assert due(game) == (3, 3)
    play(game, (4, 4))
    assert due(game) == (2, 2)


def test_what_waits_on_a_temple_is_due_too() -> None:
    """R-MAND-4: pieces that wait come on top of those from supply, even where the supply is short."""
    game = scenario(own=[(5, 4)], card="grass", me={"waiting": 2})
    assert due(game) == (5, 5)
    play(game, (5, 5), (5, 6), (5, 7))
    assert due(game) == (2, 2)
    play(game, (5, 8))
    assert due(game) == (1, 1)
    short = scenario(own=[(5, 4)], card="grass", me={"waiting": 2, "supply": 1})
    assert due(short) == (3, 3)


# --- gold


def test_the_row_of_earned_gold_is_there_when_there_can_be_some() -> None:
    """R-SCORE-1: a row for gold from during the game if somebody has some, or a card pays during the game; no
    empty row otherwise. It lights no hexes and comes last."""
    nobody = scenario(own=[(5, 5)], cards=["hermits"])
    assert list(score(nobody, 0)) == ["hermits", "castles"]
    other = scenario(own=[(5, 5)], cards=["hermits"], them={"gold": 4})
    assert list(score(other, 0)) == ["hermits", "castles", "earned"]
    assert (gold(other, "earned", 0), gold(other, "earned", 1)) == (0, 4)
    assert (lit(other, "earned", 0), lit(other, "earned", 1)) == (set(), set())
    pays = scenario(own=[(5, 5)], cards=["hermits", "shepherds"])
    assert list(score(pays, 0)) == ["hermits", "castles", "earned"]
    assert gold(pays, "earned") == 0
    second = scenario(own=[(5, 5)], cards=["shepherds", "hermits"])
    assert "earned" in score(second, 0)


SOME = {(5, 5): "W", (8, 8): "M", (12, 12): "S", (2, 2): "1", (2, 4): "1"}


@pytest.mark.parametrize(
    ("card", "own", "hexes"),
    [
        ("fishermen", [(5, 4), (5, 6), (9, 1)], {(5, 4), (5, 6)}),
        ("miners", [(8, 7), (9, 1)], {(8, 7)}),
        ("workers", [(2, 1), (12, 11), (9, 1)], {(2, 1), (12, 11)}),
        ("merchants", [(2, 3), (9, 1)], {(2, 2), (2, 4)}),
        ("discoverers", [(7, 1), (7, 9), (9, 1)], {(7, 1), (7, 9), (9, 1)}),
        ("knights", [(7, 1), (7, 9), (9, 1)], {(7, 1), (7, 9)}),
        ("hermits", [(7, 1), (7, 2), (9, 1)], {(7, 1), (7, 2), (9, 1)}),
        ("citizens", [(7, 1), (7, 2), (9, 1)], {(7, 1), (7, 2)}),
        ("farmers", [(1, 1), (1, 2), (1, 12), (12, 1), (12, 2), (14, 14), (14, 15)], {(1, 12)}),
        ("castles", [(12, 11), (12, 13), (9, 1)], {(12, 11), (12, 12), (12, 13)}),
    ],
)
def test_the_hexes_that_earned_the_gold_of_a_base_card(card: str, own: Places, hexes: Places) -> None:
    """R-SCORE-1, R-SCORE-2: the pieces that count, with the landmarks where those count; another's pieces and
    idle ones stay dark."""
    cards = [] if card == "castles" else [card]
    game = scenario(SOME, own, [(5, 3), (12, 10)], locations={"1": "farm"}, cards=cards)
    assert gold(game, card) > 0
    assert lit(game, card) == hexes


def test_lords_lights_the_pieces_of_first_and_second_places() -> None:
    """K-LORDS-1: all own pieces in the sections where one is first or second, and none where one is third."""
    first, second, third = [(1, 1), (1, 2), (1, 3)], [(1, 11)], [(11, 1)]
    game = scenario(
        own=[*first, *second, *third],
        other=[(3, 1), (3, 11), (3, 12), (13, 1), (13, 2)],
        more=[{"settlements": [[15, 1], [15, 2], [15, 3]]}],
        cards=["lords"],
    )
    assert gold(game, "lords") == 12 + 6 + 12, "three, two for the second; all have none in the last"
    assert lit(game, "lords") == {*first, *second}
    assert lit(game, "lords", 1) == {(3, 1), (3, 11), (3, 12), (13, 1), (13, 2)}
    assert lit(game, "lords", 2) == {(15, 1), (15, 2), (15, 3)}


@pytest.mark.parametrize("card", [name for name, card in CARDS.items() if card.score is not None])
def test_no_card_lights_anything_for_who_has_no_piece(card: str) -> None:
    """R-SCORE-1: Lords pays for empty sections, too, but no hex earned that."""
    game = scenario(SOME, other=[(7, 7)], locations={"1": "farm"}, cards=[card], removed_terrain="desert")
    assert lit(game, card) == set()


def test_families_lights_the_three_in_a_line() -> None:
    """K-FAMILIES-1: whichever way the line runs."""
    for line in ([(5, 5), (5, 6), (5, 7)], [(6, 5), (7, 5), (8, 6)], [(6, 4), (7, 3), (8, 3)]):
        game = scenario(own=[(5, 4)], card="grass", cards=["families"])
        earned = [event for event in play(game, *line) if isinstance(event, GoldEarned)]
        assert [(event.gold, event.why, places(event.hexes)) for event in earned] == [
            (2, "families", set(line))
        ]


# --- what lies in front of a player


def test_the_pieces_of_crossroads_left_to_place() -> None:
    """P-WARRIOR-1, P-SHIP-1, P-WAGON-1, L-CITYHALL-1: what is still in stock, for those who hold the tile or
    play on a board that has it."""
    tiles = [tile(kind) for kind in ("barracks", "lighthouse", "wagon", "city_hall")]
    game = scenario(own=[(5, 4)], card="grass", me={"tiles": tiles})
    assert belongings(game) == [
        Belonging(PIECE, "ship", 1),
        Belonging(PIECE, "warrior", 2),
        Belonging(PIECE, "city_hall", 1),
        Belonging(PIECE, "wagon", 1),
    ]
    assert belongings(game, 1) == []
    placed = scenario(
        {(9, 9): "W"},
        own=[(5, 4)],
        card="grass",
        me={"tiles": tiles, "warriors": [[10, 2]], "ship": [9, 9], "city_hall": [15, 5]},
    )
    assert belongings(placed) == [
        Belonging(PIECE, "warrior", 1),
        Belonging(PIECE, "wagon", 1),
    ]
    all_out = scenario(
        own=[(5, 4)], card="grass", me={"tiles": [tile("barracks")], "warriors": [[10, 2], [12, 2]]}
    )
    assert belongings(all_out) == []
    on_board = scenario({(5, 5): "1"}, locations={"1": "barracks"}, card="grass")
    assert belongings(on_board, 1) == [Belonging(PIECE, "warrior", 2)]


# --- what is refused, and one variant


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"tasks": ("home_country", "picnic")}, "no task 'picnic'"),
        ({"cards": ("hermits", "bakers", "lords")}, "no card 'bakers'"),
        ({"boxes": ("base", "moon")}, "no box 'moon'"),
        ({"variants": ("upside_down",)}, "no variant 'upside_down'"),
        ({"tasks": ("road", "road")}, "a task is chosen twice"),
        ({"cards": ("lords", "lords", "miners")}, "a card is chosen twice"),
        ({"boxes": ("base", "island"), "chosen": {"island": "moor"}}, "there is no island 'moor'"),
        ({"deal": "by_weight"}, "there is no way of dealing 'by_weight'"),
        ({"boxes": ("crossroads",)}, "every game needs the base box"),
        ({"players": 1}, "a game has 2 to 5 players, not 1"),
        ({"players": 6}, "a game has 2 to 5 players, not 6"),
        ({"start": 2}, "player 2 cannot start: players are 0 to 1"),
        ({"start": -1}, "player -1 cannot start: players are 0 to 1"),
        ({"sections": ("farm", "oasis", "tower")}, "a board has 4 sections, not 3"),
        ({"sections": ("farm", "oasis", "tower", "tower turned")}, "the section 'tower' is there twice"),
        ({"sections": ("farm", "oasis", "tower", "moor")}, "there is no section 'moor'"),
        ({"sections": ("farm", "oasis", "tower", "quarry")}, "belongs to the box 'nomads', which is not in"),
        ({"cards": ("lords", "miners", "shepherds")}, "belongs to the box 'nomads', which is not in play"),
    ],
)
def test_a_set_up_names_what_it_does_not_know(wrong: dict[str, Any], said: str) -> None:
    """R-SETUP-1: what no box brings, or what is there twice, is refused by name."""
    with pytest.raises(BadSetup, match=said):
        new_game(Setup(**{"boxes": ("base", "crossroads"), **wrong}))


def test_a_board_needs_four_sections() -> None:
    """R-SETUP-1: a base box with three of them has no board of its own."""
    base = BOXES["base"]
    for number in (3, 4):
        few = dict(list(base.sections.items())[:number])
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(BOXES, "base", replace(base, sections=few))
            in_order.cache_clear()  # type: ignore[attr-defined]
            if number == 4:
                assert {name.split()[0] for name in new_game(Setup()).table.land["sections"]} == set(few)
            else:
                with pytest.raises(BadSetup, match="these boxes have fewer than four sections"):
                    new_game(Setup())
        in_order.cache_clear()  # type: ignore[attr-defined]


@pytest.mark.parametrize("tile_kind", ["harbor", "barn", "rope_bridge", "tree_house", "palisade", "paddock"])
def test_a_lone_settlement_in_the_corner_supports_nobody_but_itself(tile_kind: str) -> None:
    """R-MOVE-2: what could go beside it only by its leave does not let it go."""
    action = ACTIONS[tile_kind]
    assert isinstance(action, MoveAction)
    for letter in "WCFG":
        for far in ([], [(10, 10)], [(0, 3)]):
            game = scenario({(0, 1): letter}, own=[(0, 0), *far], base="M", card="forest", turn=DONE)
            lone = [h for h in hexes_of(game.settlements[0]) if action.destinations(game, 0, h)]
            assert action.origins(game, 0) == sum(1 << number for number in lone)
            assert action.usable(game, 0) == bool(lone)


def test_a_cave_has_its_section_to_itself() -> None:
    """Q-CAVE-1: two on one section cannot be, whatever the others have."""
    mountains = dict.fromkeys([(2, 2), (2, 6), (12, 12)], "M")
    assert scenario(mountains, caves=[[2, 2], [12, 12]])
    with pytest.raises(BadSetup, match="two on one section"):
        scenario(mountains, caves=[[2, 2], [2, 6], [12, 12]])
    with pytest.raises(BadSetup, match="is no mountain"):
        scenario(mountains, caves=[[3, 3]])


def test_oracle_when_a_full_terrain_is_kept() -> None:
    """V-FULL, L-ORACLE-1: Oracle, too, builds on any suitable free hex, adjacent if possible."""
    game = scenario(
        {(5, 6): "D", (5, 4): "W"},
        own=[(5, 5)],
        other=[(5, 6)],
        base="F",
        card="desert",
        deck=["grass"],
        variants=["full"],
        me={"tiles": [tile("oracle")]},
        turn={"mandatory": "done"},
    )
    assert "oracle" in options(game)
    play(game, "oracle")
    assert cells(game) == {(4, 5), (4, 6), (6, 5), (6, 6)}
    play(game, (4, 5))
    assert game.hand[0] == ("desert",)


def test_oracle_with_two_cards_and_no_land_for_either() -> None:
    """L-ORACLE-1, L-CROSSROADS-3: before a card is chosen, Oracle needs a free hex for one of them."""
    cards = {"hand": ["canyon", "desert"], "tiles": [tile("oracle"), tile("farm")]}
    assert "oracle" not in options(scenario(own=[(5, 4)], me=cards))
    assert "oracle" in options(scenario({(9, 9): "D"}, own=[(5, 4)], me=cards))


def test_a_game_begins_with_nobody_listening() -> None:
    """R-TURN-1: what a set-up told stays with who asked for it."""
    heard: list[Event] = []
    game = new_game(Setup(players=2, seed=3), heard)
    told = len(heard)
    game.push(next(hexes_of(game.decision().cells)))
    assert told == len(heard) > 0


def test_walls_still_to_place_count_down() -> None:
    """L-QUARRY-1: two, then one more."""
    game = scenario(own=[(5, 4)], card="grass", turn={"mandatory": "done"}, me={"tiles": [tile("quarry")]})
    play(game, "quarry")
    assert game.question().remaining == 2
    play(game, (5, 5))
    assert game.question().remaining == 1


def test_steps_of_a_resettlement_count_down() -> None:
    """N-RESETTLE-1: four in all, told before each settlement and before each step."""
    game = scenario(
        own=[(5, 4), (12, 12)],
        card="grass",
        turn={"mandatory": "done"},
        me={"nomads": [{"kind": "resettlement"}]},
    )
    for answer, left in (("resettlement", 4), ((5, 4), 4), ((5, 5), 3), ((5, 6), 2), ("done", 2)):
        play(game, answer)
        assert game.question().remaining == left, answer


def test_the_pieces_of_everybody_are_seen() -> None:
    """P-WARRIOR-1, P-SHIP-1, P-CITYHALL-1: also those of who sits last."""
    game = scenario(
        {(9, 9): "W"},
        card="grass",
        me={"warriors": [[2, 2]]},
        them={"warriors": [[15, 5]], "ship": [9, 9], "city_hall": [12, 12]},
    )
    seen = [
        (name, owner, mask.bit_count())
        for hook in game.table.hooks.pieces
        for name, owner, mask in hook(game)
        if mask
    ]
    assert sorted(seen, key=repr) == [
        ("city_hall", 1, 7), ("ship", 1, 1), ("warrior", 0, 1), ("warrior", 1, 1)
    ]  # fmt: skip


def test_bonus_tiles_are_fresh_ready_or_used() -> None:
    """X-BONUS-1, X-BONUS-2: as they lie in front of the player; another player's are used by nobody now."""
    kinds = ("temple", "refuge", "fountain")
    held = {"bonus": list(kinds), "tiles": [tile(kind) for kind in kinds for _ in range(2)]}
    game = scenario(
        own=[(5, 4)],
        card="grass",
        turn={"mandatory": "done", "bonus_used": ["refuge"]},
        me=held | {"bonus_fresh": ["temple"]},
        them=held | {"settlements": [[9, 9]]},
    )
    assert [thing.state for thing in belongings(game)] == [FRESH, USED, READY]
    assert [thing.state for thing in belongings(game, 1)] == [READY] * 3


def test_a_thing_in_front_of_a_player_is_one_thing() -> None:
    """X-BONUS-1: unless a number is told, and it can be used only where a state is told."""
    lone = Belonging("bonus", "palace")
    assert (lone.number, lone.state, lone.text, lone.shown) == (1, None, "bonus.palace", ("bonus", "palace"))


def test_nobody_stands_in_the_corner() -> None:
    """K-AMBASSADORS-1: a build beside the empty corner earns nothing, beside another player it does."""
    game = scenario(own=[(0, 2)], other=[(0, 5)], card="grass", cards=["ambassadors"])
    play(game, (0, 1))
    assert game.gold[0] == 0
    play(game, (0, 3), (0, 4))
    assert game.gold[0] == 1


@pytest.mark.parametrize("number", [-1, 4])
def test_a_board_has_four_sections(number: int) -> None:
    """K-ROVERS-1: 0 to 3, and no other."""
    with pytest.raises(BadSetup, match="sections"):
        scenario(own=[(5, 4)], card="grass", cards=["rovers"], turn={"sections": [number]})
    scenario(own=[(5, 4)], card="grass", cards=["rovers"], turn={"sections": [0, 3]})
