"""Tests reading and writing single JSON values, error messages, random numbers, and hex sets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kingdom.position import read_position
from kingdom.record import read_setup
from kingdom.rules.board import TerrainGrid
from kingdom.rules.errors import ValidationError
from kingdom.rules.expansions.island import read_island
from kingdom.rules.hexes import (
    ALL_HEXES_MASK,
    BIT,
    HEX_AT,
    ISLAND_MASK,
    MAIN_BOARD_MASK,
    connected_areas,
    distance,
    first_hex,
    hexes_within,
    iter_hexes,
    neighbors,
    nth_hex,
    update_areas,
)
from kingdom.rules.json_values import (
    identity,
    int_reader,
    read_bool,
    read_dict,
    read_grid,
    read_hex,
    read_hexes,
    read_list,
    read_name,
    read_names,
    read_optional_hex,
    write_grid,
    write_hex,
    write_hexes,
    write_optional_hex,
)
from kingdom.rules.registry import EXTERNAL_EXPANSIONS, STATE_FIELDS, import_expansions, unregister
from kingdom.rules.rng import Rng, shuffle_from_state, state_from_seed
from kingdom.rules.setup import GameSetup, new_game

HEX_NEEDED = 'is not a hex; write [row, column] from 0 to 19, or ["i", row, column] from 0 to 4'


def error_of(read: Callable[..., Any], *args: Any) -> str:
    with pytest.raises(ValidationError) as error_info:
        read(*args)
    return str(error_info.value)


def test_hex_as_row_and_column() -> None:
    """R-GRID-1: a hex is written as row and column; coordinates on the island start with "i"."""
    for coord in ((0, 0), (19, 19), (0, 19), (19, 0), ("i", 0, 0), ("i", 4, 4)):
        assert read_hex(list(coord), "here") == HEX_AT[coord]
        assert write_hex(HEX_AT[coord]) == list(coord)
        assert read_optional_hex(list(coord), "here") == HEX_AT[coord]
        assert write_optional_hex(HEX_AT[coord]) == list(coord)
    assert read_optional_hex(None, "here") is None
    assert write_optional_hex(None) is None
    for invalid in (
        [20, 0],
        [0, 20],
        [-1, 0],
        ["i", 5, 0],
        ["i", 0, 5],
        [0],
        [],
        [True, 0],
        (0, 0),
        "x",
        None,
    ):
        assert error_of(read_hex, invalid, "here") == f"here: {invalid!r} {HEX_NEEDED}"


def test_hex_set_as_list_without_duplicates() -> None:
    """R-GRID-1: hexes are written in order from the top left."""
    hexes = read_hexes([[3, 4], [0, 0], ["i", 1, 1]], "here")
    assert hexes == BIT[HEX_AT[3, 4]] | BIT[HEX_AT[0, 0]] | BIT[HEX_AT["i", 1, 1]]
    assert write_hexes(hexes) == [[0, 0], [3, 4], ["i", 1, 1]]
    assert read_hexes([], "here") == 0
    assert error_of(read_hexes, [[1, 1], [0, 0], [0, 0]], "here") == "here[2]: [0, 0] appears twice"
    assert error_of(read_hexes, [[1, 1], 5], "here").startswith("here[1]: 5 is not a hex")
    assert error_of(read_hexes, {}, "here") == "here: expected a list, not {}"


def test_simple_values_are_read_strictly() -> None:
    """R-SETUP-1: error messages start with the JSON path."""
    assert read_list([1], "here") == [1]
    assert error_of(read_list, "ab", "here") == "here: expected a list, not 'ab'"
    assert (read_bool(True, "here"), read_bool(False, "here")) == (True, False)
    assert error_of(read_bool, 1, "here") == "here: expected true or false, not 1"
    assert read_name("b", "here", ("a", "b"), "letter") == "b"
    for invalid in ("c", 1, None):
        assert (
            error_of(read_name, invalid, "here", ("a", "b"), "letter") == f"here: unknown letter {invalid!r}"
        )
    assert read_names(["b", "a"], "here", iter("ab"), "letter") == ("b", "a")
    assert error_of(read_names, ["b", "c"], "here", iter("ab"), "letter") == "here[1]: unknown letter 'c'"
    assert error_of(read_names, 7, "here", "ab", "letter") == "here: expected a list, not 7"
    assert read_dict({"a": 1}, "here", ("b", "a")) == {"a": 1}
    assert error_of(read_dict, [], "here", ("a",)) == "here: expected an object, not []"
    unknown = "here: unknown key 'c'; known are a, b"
    assert error_of(read_dict, {"a": 1, "c": 1}, "here", ("b", "a")) == unknown
    read = int_reader(2, 5)
    assert [read(number, "here") for number in range(2, 6)] == [2, 3, 4, 5]
    for number in (1, 6, True, 3.0, "3", None):
        message = f"here: expected a whole number from 2 to 5, not {number!r}"
        assert error_of(read, number, "here") == message
    assert identity(read) is read


def test_grid_as_rows_and_locations() -> None:
    """R-GRID-6: a grid of any size can be read, because its size is checked later."""
    grid = read_grid(["GG", "1G"], {"1": "farm", "2": "oasis"}, "here")
    assert grid == TerrainGrid(("GG", "1G"), (("1", "farm"), ("2", "oasis")))
    assert write_grid(grid) == {"grid": ["GG", "1G"], "locations": {"1": "farm", "2": "oasis"}}
    assert error_of(read_grid, ["GG", 1], {}, "here") == "here.grid[1]: expected a row of letters, not 1"
    assert error_of(read_grid, "GG", {}, "here") == "here.grid: expected a list, not 'GG'"
    assert "here.locations: unknown key '0'" in error_of(read_grid, [], {"0": "farm"}, "here")
    assert error_of(read_grid, [], {"1": "x"}, "here") == "here.locations.1: unknown tile 'x'"


def test_spaces_in_a_grid_are_ignored_everywhere() -> None:
    """Positions, records and custom islands use the same reader."""
    grid = new_game(GameSetup(seed=1)).board.grid
    spaced = {"grid": [" ".join(row) for row in grid.rows], "locations": dict(grid.locations)}
    assert read_setup(spaced).grid == grid
    assert read_position(spaced).board.grid == grid
    assert read_island({"grid": ["G G", " G1"], "locations": {"1": "farm"}}, "island") == TerrainGrid(
        ("GG", "G1"), (("1", "farm"),)
    )


WALL_COORDS = [[0, column] for column in range(20)] + [[1, column] for column in range(20)]
FIELD_VALUES: dict[str, tuple[list[Any], list[Any]]] = {
    "waiting": ([0, 40], [-1, 41, True]),
    "lifted": ([0, 40], [-1, 41, True]),
    "counters": ([0, 18], [-1, 19, True]),
    "extra_cards": ([0, 100], [-1, 101, True]),
    "farmland_used": ([True, False], [0, 1]),
    "cave_used": ([True, False], [0, 1]),
    "marks": ([[], [0, 19, ["i", 0], ["i", 4]]], [[-1], [20], [["i", -1]], [["i", 5]], [["x", 1]], [3, 3]]),
    "sections": ([[], [0, 1, 2, 3]], [[-1], [4], [1, 1], [True]]),
    "scouts": ([[], [[0, 0], [5, 5]]], [[[0, 0], [0, 0]], 3]),
    "warriors": ([[], [[0, 0], [5, 5]]], [[[0, 0], [5, 5], [6, 6]]]),
    "wagon": ([None, [0, 0]], [[], [20, 0], 0]),
    "ship": ([None, [0, 0]], [[], [20, 0], 0]),
    "city_hall": ([None, [1, 1], [18, 18]], [[0, 0], [0, 5], [19, 5], [5, 19], [20, 20]]),
    "bonus": ([[], ["temple", "canoe"]], [["temple", "temple"], ["farm"], None]),
    "bonus_fresh": ([[], ["temple", "canoe"]], [["temple", "temple"], ["farm"], None]),
    "bonus_used": ([[], ["temple", "canoe"]], [["temple", "temple"], ["farm"], None]),
    "removed_terrain": ([None, "grass", "forest"], ["swamp", "water", 1]),
    "walls": ([[], WALL_COORDS[:25]], [WALL_COORDS[:26]]),
    "nomads": (
        [[], [{"kind": "sword"}, {"kind": "sword", "fresh": True}]],
        [[{"kind": "treasure"}], [{"kind": "farm"}], [{"kind": "sword", "fresh": 1}], [{"of": 1}], {}],
    ),
    "island": (["rope_bridge", {"grid": [], "locations": {}}], [None, "farm", {"rows": []}]),
    "capitols": ([[], [[0, 0]]], [[[0, 0], [0, 0]], None]),
    "caves": ([[], [[0, 0]]], [[[0, 0], [0, 0]], None]),
}
"""Valid and invalid values for each state field of the expansions."""


@pytest.mark.parametrize("name", FIELD_VALUES)
def test_state_field_values_are_validated(name: str) -> None:
    """R-COMP-1, P-WALL-3, L-CATHEDRAL-3, P-CITYHALL-1: invalid values are rejected, and valid ones are
    written back unchanged."""
    field = STATE_FIELDS[name]
    valid_values, invalid_values = FIELD_VALUES[name]
    for value in valid_values:
        written = field.write(field.read(value, "here"))
        expected = [{"fresh": False, **tile} for tile in value] if name == "nomads" else value
        assert written == expected, value
        assert field.read(written, "here") == field.read(value, "here")
    for value in invalid_values:
        assert error_of(field.read, value, "here").startswith("here")


def test_all_state_fields_are_tested() -> None:
    assert set(STATE_FIELDS) - set(FIELD_VALUES) == {"nomad_tiles"}, "test_nomads.py covers nomad_tiles"


# --- Random numbers


def pcg_step(state: int) -> tuple[int, int]:
    """Returns the next state and 32 bits of output of PCG XSH-RS 64/32, following its published
    definition."""
    state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
    return state, ((state ^ state // 2**22) // 2 ** (22 + state // 2**61)) % 2**32


def test_rng_is_pcg() -> None:
    """R-SETUP-1: all 32 bits of each number match, and shuffling runs from the last index to the first."""
    for seed in (0, 1, 2, 99, 2**64 - 1):
        rng, state = Rng(seed), state_from_seed(seed)
        for _ in range(200):
            state, number = pcg_step(state)
            assert rng.randrange(2**32) == number
            assert rng.state == state
        assert shuffle_from_state(rng.state, range(9)) == slow_shuffle(state, 9)
    assert shuffle_from_state(1, range(6000)) == slow_shuffle(1, 6000), (
        "with this many, the lower bits matter"
    )


def slow_shuffle(state: int, count: int) -> tuple[int, tuple[int, ...]]:
    order = list(range(count))
    for index in range(count - 1, 0, -1):
        state, number = pcg_step(state)
        swap_index = number * (index + 1) // 2**32
        order[index], order[swap_index] = order[swap_index], order[index]
    return state, tuple(order)


# --- Hex sets


def sample_hex_sets() -> list[int]:
    """Returns empty, single, small, large and full sets."""
    rng, samples = Rng(4), [0, BIT[0], ALL_HEXES_MASK, MAIN_BOARD_MASK, ISLAND_MASK]
    for count in (2, 7, 8, 9, 40, 200):
        hexes = 0
        for _ in range(count):
            hexes |= BIT[slow_nth_hex(ALL_HEXES_MASK, rng.randrange(ALL_HEXES_MASK.bit_count()))]
        samples.append(hexes)
    return samples


def slow_nth_hex(hexes: int, index: int) -> int:
    return list(iter_hexes(hexes))[index]


def test_members_of_a_hex_set_by_index() -> None:
    """R-GRID-1: indices count from the top left."""
    for hexes in sample_hex_sets():
        members = list(iter_hexes(hexes))
        assert members == [index for index in range(hexes.bit_length()) if hexes >> index & 1]
        if members:
            assert first_hex(hexes) == members[0]
        assert [nth_hex(hexes, index) for index in range(len(members))] == members


def test_connected_areas() -> None:
    """R-TERM-7: areas are the same whether computed from scratch or updated from a similar set."""
    small_sets = [hexes for hexes in sample_hex_sets() if hexes.bit_count() <= 40]
    for hexes in small_sets:
        found_areas = connected_areas(hexes)
        assert sum(found_areas) == hexes
        for area in found_areas:
            assert hexes_within(area, 1) & hexes == area
            assert hexes_within(BIT[first_hex(area)], area.bit_count()) & area == area
        for other in small_sets:
            changed = hexes ^ other & ALL_HEXES_MASK & ~(hexes & -hexes)
            assert sorted(update_areas(found_areas, hexes, changed)) == sorted(connected_areas(changed))


def test_hexes_within_a_distance() -> None:
    """R-GRID-5: the hexes within n steps are exactly the hexes at distance n or less."""
    for coord in ((0, 0), (7, 8), (19, 19)):
        start = HEX_AT[coord]
        for steps in range(4):
            within_distance = hexes_within(BIT[start], steps)
            assert within_distance == sum(
                BIT[h] for h in iter_hexes(MAIN_BOARD_MASK) if distance(start, h) <= steps
            )
        assert neighbors(BIT[start]) == hexes_within(BIT[start], 1) ^ BIT[start]


def test_expansion_modules_are_imported_once() -> None:
    """R-COMP-1: a third-party expansion is imported only if it is not registered yet."""
    import_expansions(["support.sample_expansion"])
    try:
        assert list(EXTERNAL_EXPANSIONS) == ["support.sample_expansion"]
        import_expansions(["support.sample_expansion"])
        assert list(EXTERNAL_EXPANSIONS) == ["support.sample_expansion"]
    finally:
        unregister(EXTERNAL_EXPANSIONS["support.sample_expansion"])
    assert not EXTERNAL_EXPANSIONS
