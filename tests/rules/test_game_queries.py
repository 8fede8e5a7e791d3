"""Tests UI queries that do not affect the score: builds left, scoring hexes, items in front of players, and
setup errors."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from support.scenario import Coords, cells, coords, gold, options, play, scenario, tile

from kingdom.rules.actions import MoveAction
from kingdom.rules.decision_frames import TILE_FRESH, TILE_READY, TILE_USED
from kingdom.rules.errors import ValidationError
from kingdom.rules.events import Event, GoldEarned
from kingdom.rules.expansion import PIECE, PlayerItem
from kingdom.rules.game import Game
from kingdom.rules.hexes import iter_hexes
from kingdom.rules.registry import ACTIONS, EXPANSIONS, SCORING_CARDS, expansions_by_release
from kingdom.rules.scoring import score_breakdown
from kingdom.rules.setup import GameSetup, new_game

AFTER_MANDATORY = {"mandatory": "done"}


def scoring_hexes(game: Game, name: str, player: int = 0) -> set[Any]:
    """Returns the hexes that score for a card."""
    return coords(score_breakdown(game, player)[name].hexes)


def player_items(game: Game, player: int = 0) -> list[PlayerItem]:
    """Returns the items in front of a player other than location tiles."""
    return [item for hook in game.config.hooks.player_items for item in hook(game, player)]


def test_evaluating_another_terrain_changes_nothing() -> None:
    """R-CARD-8: evaluating a different terrain restores the played terrain afterward, even for nested
    evaluations and after an error."""
    game = scenario(land={(0, 0): "D", (0, 1): "F"}, card="grass")
    before = game.state_key()

    def played() -> tuple[str | None, int]:
        return game.played_terrain, game.played_terrain_hexes

    def evaluate_nested() -> object:
        outer = played()
        assert game.evaluate_with_terrain("forest", played) != outer
        assert played() == outer
        return outer

    desert = game.evaluate_with_terrain("desert", evaluate_nested)
    assert desert == ("desert", game.board.hexes_by_terrain["desert"])
    assert game.state_key() == before
    with pytest.raises(ZeroDivisionError):
        game.evaluate_with_terrain("desert", lambda: 1 // 0)
    assert game.state_key() == before


def test_events_are_not_created_without_a_log() -> None:
    """R-TURN-1: event objects are not even created during a search, which plays without an event log."""
    game = scenario(own=[(5, 4)], card="grass")
    assert play(game, (5, 5))

    def failing_event(player: int, gold: int, why: str, hexes: int) -> GoldEarned:
        raise AssertionError("an event object was created without a log")

    game.emit(failing_event, 0, 1, "castles", 0)


# --- Builds left


def builds_due(game: Game) -> tuple[int, int | None]:
    """Returns the number of mandatory builds left, according to the game and to the prompt."""
    return game.mandatory_builds_left(), game.prompt().remaining


def test_builds_left_count_down() -> None:
    """R-MAND-1, R-MAND-3: three builds are left at the start, then two, then one; after the last build, the
    prompt has no number."""
    game = scenario(own=[(5, 4)], card="grass")
    assert builds_due(game) == (3, 3)
    play(game, (5, 5))
    assert builds_due(game) == (2, 2)
    play(game, (5, 6))
    assert builds_due(game) == (1, 1)
    play(game, (5, 7))
    assert game.prompt().remaining is None


def test_builds_left_are_limited_by_the_supply() -> None:
    """R-MAND-3: with two settlements in the supply, two builds are left, and after the first build only
    one."""
    game = scenario(own=[(5, 4)], card="grass", me={"supply": 2})
    assert builds_due(game) == (2, 2)
    play(game, (5, 5))
    assert builds_due(game) == (1, 1)


def test_builds_left_before_and_after_choosing_a_side() -> None:
    """X-SWAMP-1, X-SWAMP-2: a swamp card allows two builds on swamp or three on the other terrain. Before the
    choice, the larger number is reported."""
    terrain = {(5, 5): "U", (5, 6): "U", (9, 9): "U"}
    game = scenario(land=terrain, own=[(5, 4)], card="swamp/grass")
    assert builds_due(game) == (3, 3)
    on_swamp = game.copy()
    play(on_swamp, "swamp")
    assert builds_due(on_swamp) == (2, 2)
    play(on_swamp, (5, 5))
    assert builds_due(on_swamp) == (1, 1)
    play(game, "grass")
    assert builds_due(game) == (3, 3)
    play(game, (4, 4))
    assert builds_due(game) == (2, 2)


def test_builds_left_include_temple_pieces() -> None:
    """R-MAND-4: waiting pieces add to the builds from the supply, even if the supply is too small for all
    mandatory builds."""
    game = scenario(own=[(5, 4)], card="grass", me={"waiting": 2})
    assert builds_due(game) == (5, 5)
    play(game, (5, 5), (5, 6), (5, 7))
    assert builds_due(game) == (2, 2)
    play(game, (5, 8))
    assert builds_due(game) == (1, 1)
    small_supply = scenario(own=[(5, 4)], card="grass", me={"waiting": 2, "supply": 1})
    assert builds_due(small_supply) == (3, 3)


# --- Gold


def test_earned_gold_is_listed_only_if_possible() -> None:
    """R-SCORE-1: earned gold has an entry if any player has earned some or a card can still earn some. This
    entry comes last and has no scoring hexes."""
    without_gold = scenario(own=[(5, 5)], cards=["hermits"])
    assert list(score_breakdown(without_gold, 0)) == ["hermits", "castles"]
    opponent_has_gold = scenario(own=[(5, 5)], cards=["hermits"], them={"gold": 4})
    assert list(score_breakdown(opponent_has_gold, 0)) == ["hermits", "castles", "earned"]
    assert (gold(opponent_has_gold, "earned", 0), gold(opponent_has_gold, "earned", 1)) == (0, 4)
    assert (scoring_hexes(opponent_has_gold, "earned", 0), scoring_hexes(opponent_has_gold, "earned", 1)) == (
        set(),
        set(),
    )
    with_red_card = scenario(own=[(5, 5)], cards=["hermits", "shepherds"])
    assert list(score_breakdown(with_red_card, 0)) == ["hermits", "castles", "earned"]
    assert gold(with_red_card, "earned") == 0
    red_card_first = scenario(own=[(5, 5)], cards=["shepherds", "hermits"])
    assert "earned" in score_breakdown(red_card_first, 0)


TERRAIN = {(5, 5): "W", (8, 8): "M", (12, 12): "S", (2, 2): "1", (2, 4): "1"}


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
def test_scoring_hexes_of_base_cards(card: str, own: Coords, hexes: Coords) -> None:
    """R-SCORE-1, R-SCORE-2: scoring hexes include only the player's own pieces that score and the landmarks
    next to them, but no other pieces."""
    cards = [] if card == "castles" else [card]
    game = scenario(TERRAIN, own, [(5, 3), (12, 10)], locations={"1": "farm"}, cards=cards)
    assert gold(game, card) > 0
    assert scoring_hexes(game, card) == hexes


def test_scoring_hexes_of_lords() -> None:
    """K-LORDS-1: the scoring hexes are all the player's own pieces in sections where the player is first or
    second, but not where the player is third."""
    first, second, third = [(1, 1), (1, 2), (1, 3)], [(1, 11)], [(11, 1)]
    game = scenario(
        own=[*first, *second, *third],
        other=[(3, 1), (3, 11), (3, 12), (13, 1), (13, 2)],
        more=[{"settlements": [[15, 1], [15, 2], [15, 3]]}],
        cards=["lords"],
    )
    assert gold(game, "lords") == 12 + 6 + 12, (
        "most in one section, second in another, and a tie at zero in the last"
    )
    assert scoring_hexes(game, "lords") == {*first, *second}
    assert scoring_hexes(game, "lords", 1) == {(3, 1), (3, 11), (3, 12), (13, 1), (13, 2)}
    assert scoring_hexes(game, "lords", 2) == {(15, 1), (15, 2), (15, 3)}


@pytest.mark.parametrize("card", [name for name, card in SCORING_CARDS.items() if card.scorer is not None])
def test_no_scoring_hexes_without_pieces(card: str) -> None:
    """R-SCORE-1: Lords scores for empty sections too, but without pieces there are no scoring hexes."""
    game = scenario(TERRAIN, other=[(7, 7)], locations={"1": "farm"}, cards=[card], removed_terrain="desert")
    assert scoring_hexes(game, card) == set()


def test_scoring_hexes_of_families() -> None:
    """K-FAMILIES-1: lines in all directions have scoring hexes."""
    for line in ([(5, 5), (5, 6), (5, 7)], [(6, 5), (7, 5), (8, 6)], [(6, 4), (7, 3), (8, 3)]):
        game = scenario(own=[(5, 4)], card="grass", cards=["families"])
        earned = [event for event in play(game, *line) if isinstance(event, GoldEarned)]
        assert [(event.gold, event.source, coords(event.hexes)) for event in earned] == [
            (2, "families", set(line))
        ]


# --- Items in front of a player


def test_remaining_crossroads_pieces_are_listed() -> None:
    """P-WARRIOR-1, P-SHIP-1, P-WAGON-1, L-CITYHALL-1: the pieces left to place are listed for a player
    who holds the tile, and for all players if the board has its location."""
    tiles = [tile(tile_name) for tile_name in ("barracks", "lighthouse", "wagon", "city_hall")]
    game = scenario(own=[(5, 4)], card="grass", me={"tiles": tiles})
    assert player_items(game) == [
        PlayerItem(PIECE, "ship", 1),
        PlayerItem(PIECE, "warrior", 2),
        PlayerItem(PIECE, "city_hall", 1),
        PlayerItem(PIECE, "wagon", 1),
    ]
    assert player_items(game, 1) == []
    placed = scenario(
        {(9, 9): "W"},
        own=[(5, 4)],
        card="grass",
        me={"tiles": tiles, "warriors": [[10, 2]], "ship": [9, 9], "city_hall": [15, 5]},
    )
    assert player_items(placed) == [
        PlayerItem(PIECE, "warrior", 1),
        PlayerItem(PIECE, "wagon", 1),
    ]
    all_placed = scenario(
        own=[(5, 4)], card="grass", me={"tiles": [tile("barracks")], "warriors": [[10, 2], [12, 2]]}
    )
    assert player_items(all_placed) == []
    on_board = scenario({(5, 5): "1"}, locations={"1": "barracks"}, card="grass")
    assert player_items(on_board, 1) == [PlayerItem(PIECE, "warrior", 2)]


# --- Errors and a variant


@pytest.mark.parametrize(
    ("invalid", "message"),
    [
        ({"task_cards": ("home_country", "picnic")}, "unknown task 'picnic'"),
        ({"scoring_cards": ("hermits", "bakers", "lords")}, "unknown card 'bakers'"),
        ({"expansions": ("base", "moon")}, "unknown box 'moon'"),
        ({"variants": ("upside_down",)}, "unknown variant 'upside_down'"),
        ({"task_cards": ("road", "road")}, "a task is chosen twice"),
        ({"scoring_cards": ("lords", "lords", "miners")}, "a card is chosen twice"),
        (
            {"expansions": ("base", "island"), "expansion_choices": {"island": "moor"}},
            "unknown island 'moor'",
        ),
        ({"deal_mode": "by_weight"}, "unknown deal mode 'by_weight'"),
        ({"expansions": ("crossroads",)}, "every game needs the base game"),
        ({"player_count": 1}, "a game has 2 to 5 players, not 1"),
        ({"player_count": 6}, "a game has 2 to 5 players, not 6"),
        ({"start_player": 2}, "player 2 cannot start: players are 0 to 1"),
        ({"start_player": -1}, "player -1 cannot start: players are 0 to 1"),
        ({"sections": ("farm", "oasis", "tower")}, "a board has 4 sections, not 3"),
        ({"sections": ("farm", "oasis", "tower", "tower turned")}, "the section 'tower' appears twice"),
        ({"sections": ("farm", "oasis", "tower", "moor")}, "unknown section 'moor'"),
        (
            {"sections": ("farm", "oasis", "tower", "quarry")},
            "belongs to the expansion 'nomads', which is not in",
        ),
        (
            {"scoring_cards": ("lords", "miners", "shepherds")},
            "belongs to the expansion 'nomads', which is not in play",
        ),
    ],
)
def test_setup_errors_name_the_problem(invalid: dict[str, Any], message: str) -> None:
    """R-SETUP-1: an unknown or duplicate name is rejected with a message that contains it."""
    with pytest.raises(ValidationError, match=message):
        new_game(GameSetup(**{"expansions": ("base", "crossroads"), **invalid}))


def test_a_board_needs_four_sections() -> None:
    """R-SETUP-1: a base game with only three sections cannot make a board."""
    base = EXPANSIONS["base"]
    for count in (3, 4):
        sections = dict(list(base.sections.items())[:count])
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(EXPANSIONS, "base", replace(base, sections=sections))
            expansions_by_release.cache_clear()  # type: ignore[attr-defined]
            if count == 4:
                assert {
                    name.split()[0] for name in new_game(GameSetup()).config.board_source["sections"]
                } == set(sections)
            else:
                with pytest.raises(ValidationError, match="these expansions have fewer than four sections"):
                    new_game(GameSetup())
        expansions_by_release.cache_clear()  # type: ignore[attr-defined]


@pytest.mark.parametrize("tile_name", ["harbor", "barn", "rope_bridge", "tree_house", "palisade", "paddock"])
def test_single_settlement_in_the_corner_cannot_move_next_to_itself(tile_name: str) -> None:
    """R-MOVE-2: a hex that is adjacent only to the moving settlement itself is not a destination."""
    action = ACTIONS[tile_name]
    assert isinstance(action, MoveAction)
    for letter in "WCFG":
        for other_settlements in ([], [(10, 10)], [(0, 3)]):
            game = scenario(
                {(0, 1): letter},
                own=[(0, 0), *other_settlements],
                base="M",
                card="forest",
                turn=AFTER_MANDATORY,
            )
            movable = [h for h in iter_hexes(game.settlement_hexes[0]) if action.destinations(game, 0, h)]
            assert action.origins(game, 0) == sum(1 << hex_id for hex_id in movable)
            assert action.is_usable(game, 0) == bool(movable)


def test_only_one_cave_per_section() -> None:
    """Q-CAVE-1: two caves in one section are rejected, no matter where the other caves are."""
    mountains = dict.fromkeys([(2, 2), (2, 6), (12, 12)], "M")
    assert scenario(mountains, caves=[[2, 2], [12, 12]])
    with pytest.raises(ValidationError, match="two on one section"):
        scenario(mountains, caves=[[2, 2], [2, 6], [12, 12]])
    with pytest.raises(ValidationError, match="is not a mountain"):
        scenario(mountains, caves=[[3, 3]])


def test_oracle_with_the_full_variant() -> None:
    """V-FULL, L-ORACLE-1: Oracle also builds on any suitable free hex, adjacent if possible."""
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
    assert game.hands[0] == ("desert",)


def test_oracle_with_two_unplayable_cards() -> None:
    """L-ORACLE-1, L-CROSSROADS-3: before a card is chosen, Oracle needs a free hex of at least one card's
    terrain."""
    cards = {"hand": ["canyon", "desert"], "tiles": [tile("oracle"), tile("farm")]}
    assert "oracle" not in options(scenario(own=[(5, 4)], me=cards))
    assert "oracle" in options(scenario({(9, 9): "D"}, own=[(5, 4)], me=cards))


def test_setup_log_receives_no_later_events() -> None:
    """R-TURN-1: the log passed to `new_game` receives only setup events."""
    log: list[Event] = []
    game = new_game(GameSetup(player_count=2, seed=3), log)
    event_count = len(log)
    game.push(next(iter_hexes(game.decision().cells)))
    assert event_count == len(log) > 0


def test_prompt_counts_remaining_walls() -> None:
    """L-QUARRY-1: the prompt shows how many walls remain: two, then one."""
    game = scenario(own=[(5, 4)], card="grass", turn={"mandatory": "done"}, me={"tiles": [tile("quarry")]})
    play(game, "quarry")
    assert game.prompt().remaining == 2
    play(game, (5, 5))
    assert game.prompt().remaining == 1


def test_prompt_counts_remaining_resettlement_steps() -> None:
    """N-RESETTLE-1: the prompt starts at four steps and shows the remaining number before each settlement and
    before each step."""
    game = scenario(
        own=[(5, 4), (12, 12)],
        card="grass",
        turn={"mandatory": "done"},
        me={"nomads": [{"kind": "resettlement"}]},
    )
    for answer, remaining in (("resettlement", 4), ((5, 4), 4), ((5, 5), 3), ((5, 6), 2), ("done", 2)):
        play(game, answer)
        assert game.prompt().remaining == remaining, answer


def test_pieces_of_all_players_are_listed() -> None:
    """P-WARRIOR-1, P-SHIP-1, P-CITYHALL-1: the list includes the last player's pieces."""
    game = scenario(
        {(9, 9): "W"},
        card="grass",
        me={"warriors": [[2, 2]]},
        them={"warriors": [[15, 5]], "ship": [9, 9], "city_hall": [12, 12]},
    )
    visible_pieces = [
        (name, owner, mask.bit_count())
        for hook in game.config.hooks.visible_pieces
        for name, owner, mask in hook(game)
        if mask
    ]
    assert sorted(visible_pieces, key=repr) == [
        ("city_hall", 1, 7), ("ship", 1, 1), ("warrior", 0, 1), ("warrior", 1, 1)
    ]  # fmt: skip


def test_bonus_tiles_are_fresh_ready_or_used() -> None:
    """X-BONUS-1, X-BONUS-2: each bonus tile is shown as fresh, ready or used; inactive players' tiles are
    shown as ready."""
    tile_names = ("temple", "refuge", "fountain")
    player_keys = {
        "bonus": list(tile_names),
        "tiles": [tile(tile_name) for tile_name in tile_names for _ in range(2)],
    }
    game = scenario(
        own=[(5, 4)],
        card="grass",
        turn={"mandatory": "done", "bonus_used": ["refuge"]},
        me=player_keys | {"bonus_fresh": ["temple"]},
        them=player_keys | {"settlements": [[9, 9]]},
    )
    assert [item.state for item in player_items(game)] == [TILE_FRESH, TILE_USED, TILE_READY]
    assert [item.state for item in player_items(game, 1)] == [TILE_READY] * 3


def test_player_item_defaults() -> None:
    """X-BONUS-1: the quantity is one by default, and only an item with a state can be used."""
    item = PlayerItem("bonus", "palace")
    assert (item.quantity, item.state, item.text_key, item.icon) == (
        1,
        None,
        "bonus.palace",
        ("bonus", "palace"),
    )


def test_empty_corner_is_not_an_opponent() -> None:
    """K-AMBASSADORS-1: a build next to the empty corner earns nothing; a build next to an opponent's piece
    earns gold."""
    game = scenario(own=[(0, 2)], other=[(0, 5)], card="grass", cards=["ambassadors"])
    play(game, (0, 1))
    assert game.earned_gold[0] == 0
    play(game, (0, 3), (0, 4))
    assert game.earned_gold[0] == 1


@pytest.mark.parametrize("number", [-1, 4])
def test_section_numbers_are_validated(number: int) -> None:
    """K-ROVERS-1: section numbers other than 0 to 3 are rejected."""
    with pytest.raises(ValidationError, match="sections"):
        scenario(own=[(5, 4)], card="grass", cards=["rovers"], turn={"sections": [number]})
    scenario(own=[(5, 4)], card="grass", cards=["rovers"], turn={"sections": [0, 3]})
