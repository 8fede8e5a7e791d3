"""Single values in positions and records: what is read, what is refused and how that is said; and the numbers
behind them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from kingdom.rules.board import Grid
from kingdom.rules.chance import Chance, seeded, shuffled
from kingdom.rules.grid_values import read_grid, write_grid
from kingdom.rules.hexes import (
    ALL,
    BIT,
    HEX_AT,
    ISLAND,
    MAIN,
    areas,
    areas_again,
    distance,
    hexes_of,
    lowest,
    neighbours,
    nth,
    within,
)
from kingdom.rules.json_values import (
    number_from,
    read_dict,
    read_flag,
    read_hex,
    read_hex_or_none,
    read_hexes,
    read_list,
    read_word,
    read_words,
    same,
    write_hex,
    write_hex_or_none,
    write_hexes,
)
from kingdom.rules.registry import BROUGHT, FIELDS, BadSetup, bring_all, unregister

HEX_NEEDED = 'is not a hex; write [row, column] from 0 to 19, or ["i", row, column] from 0 to 4'


def refusal(read: Callable[..., Any], *words: Any) -> str:
    with pytest.raises(BadSetup) as refused:
        read(*words)
    return str(refused.value)


def test_a_hex_is_a_list_of_its_row_and_column() -> None:
    """R-GRID-1: and of an i before them on the island."""
    for place in ((0, 0), (19, 19), (0, 19), (19, 0), ("i", 0, 0), ("i", 4, 4)):
        assert read_hex(list(place), "here") == HEX_AT[place]
        assert write_hex(HEX_AT[place]) == list(place)
        assert read_hex_or_none(list(place), "here") == HEX_AT[place]
        assert write_hex_or_none(HEX_AT[place]) == list(place)
    assert read_hex_or_none(None, "here") is None
    assert write_hex_or_none(None) is None
    for wrong in ([20, 0], [0, 20], [-1, 0], ["i", 5, 0], ["i", 0, 5], [0], [], [True, 0], (0, 0), "x", None):
        assert refusal(read_hex, wrong, "here") == f"here: {wrong!r} {HEX_NEEDED}"


def test_a_set_of_hexes_is_a_list_without_twins() -> None:
    """R-GRID-1: written from the top left on."""
    found = read_hexes([[3, 4], [0, 0], ["i", 1, 1]], "here")
    assert found == BIT[HEX_AT[3, 4]] | BIT[HEX_AT[0, 0]] | BIT[HEX_AT["i", 1, 1]]
    assert write_hexes(found) == [[0, 0], [3, 4], ["i", 1, 1]]
    assert read_hexes([], "here") == 0
    assert refusal(read_hexes, [[1, 1], [0, 0], [0, 0]], "here") == "here[2]: [0, 0] is there twice"
    assert refusal(read_hexes, [[1, 1], 5], "here").startswith("here[1]: 5 is not a hex")
    assert refusal(read_hexes, {}, "here") == "here: a list is needed, not {}"


def test_plain_values_are_read_strictly() -> None:
    """R-SETUP-1: with the place of what is wrong."""
    assert read_list([1], "here") == [1]
    assert refusal(read_list, "ab", "here") == "here: a list is needed, not 'ab'"
    assert (read_flag(True, "here"), read_flag(False, "here")) == (True, False)
    assert refusal(read_flag, 1, "here") == "here: true or false is needed, not 1"
    assert read_word("b", "here", ("a", "b"), "letter") == "b"
    for wrong in ("c", 1, None):
        assert (
            refusal(read_word, wrong, "here", ("a", "b"), "letter") == f"here: there is no letter {wrong!r}"
        )
    assert read_words(["b", "a"], "here", iter("ab"), "letter") == ("b", "a")
    assert refusal(read_words, ["b", "c"], "here", iter("ab"), "letter") == "here[1]: there is no letter 'c'"
    assert refusal(read_words, 7, "here", "ab", "letter") == "here: a list is needed, not 7"
    assert read_dict({"a": 1}, "here", ("b", "a")) == {"a": 1}
    assert refusal(read_dict, [], "here", ("a",)) == "here: an object is needed, not []"
    unknown = "here: unknown key 'c'; known are a, b"
    assert refusal(read_dict, {"a": 1, "c": 1}, "here", ("b", "a")) == unknown
    read = number_from(2, 5)
    assert [read(number, "here") for number in range(2, 6)] == [2, 3, 4, 5]
    for number in (1, 6, True, 3.0, "3", None):
        said = f"here: a whole number from 2 to 5 is needed, not {number!r}"
        assert refusal(read, number, "here") == said
    assert same(read) is read


def test_land_in_json_is_rows_and_what_their_digits_mean() -> None:
    """R-GRID-6: whether it fits a board is seen later."""
    grid = read_grid(["GG", "1G"], {"1": "farm", "2": "oasis"}, "here")
    assert grid == Grid(("GG", "1G"), (("1", "farm"), ("2", "oasis")))
    assert write_grid(grid) == {"grid": ["GG", "1G"], "locations": {"1": "farm", "2": "oasis"}}
    assert refusal(read_grid, ["GG", 1], {}, "here") == "here.grid: rows of letters are needed"
    assert refusal(read_grid, "GG", {}, "here") == "here.grid: a list is needed, not 'GG'"
    assert "here.locations: unknown key '0'" in refusal(read_grid, [], {"0": "farm"}, "here")
    assert refusal(read_grid, [], {"1": "x"}, "here") == "here.locations[0]: there is no tile 'x'"


WALLS = [[0, column] for column in range(20)] + [[1, column] for column in range(20)]
LIMITS: dict[str, tuple[list[Any], list[Any]]] = {
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
    "walls": ([[], WALLS[:25]], [WALLS[:26]]),
    "nomads": (
        [[], [{"kind": "sword"}, {"kind": "sword", "fresh": True}]],
        [[{"kind": "treasure"}], [{"kind": "farm"}], [{"kind": "sword", "fresh": 1}], [{"of": 1}], {}],
    ),
    "island": (["rope_bridge", {"grid": [], "locations": {}}], [None, "farm", {"rows": []}]),
    "capitols": ([[], [[0, 0]]], [[[0, 0], [0, 0]], None]),
    "caves": ([[], [[0, 0]]], [[[0, 0], [0, 0]], None]),
}
"""What each thing that a box keeps may be in a position, and what not."""


@pytest.mark.parametrize("name", LIMITS)
def test_what_boxes_keep_has_its_limits(name: str) -> None:
    """R-COMP-1, P-WALL-3, L-CATHEDRAL-3, P-CITYHALL-1: and what is read is written as it was."""
    field = FIELDS[name]
    good, bad = LIMITS[name]
    for value in good:
        written = field.write(field.read(value, "here"))
        plain = [{"fresh": False, **tile} for tile in value] if name == "nomads" else value
        assert written == plain, value
        assert field.read(written, "here") == field.read(value, "here")
    for value in bad:
        assert refusal(field.read, value, "here").startswith("here")


def test_nothing_that_boxes_keep_is_left_out() -> None:
    assert set(FIELDS) - set(LIMITS) == {"nomad_tiles"}, "which test_nomads.py reads"


# --- numbers by chance


def pcg(state: int) -> tuple[int, int]:
    """PCG XSH-RS 64/32 as it is told: the next state, and 32 bits from it."""
    state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
    return state, ((state ^ state // 2**22) // 2 ** (22 + state // 2**61)) % 2**32


def test_the_generator_is_the_one_it_says() -> None:
    """R-SETUP-1: all 32 bits of each number, and shuffling from the last place to the first."""
    for seed in (0, 1, 2, 99, 2**64 - 1):
        chance, state = Chance(seed), seeded(seed)
        for _ in range(200):
            state, number = pcg(state)
            assert chance.below(2**32) == number
            assert chance.state == state
        assert shuffled(chance.state, range(9)) == shuffled_slowly(state, 9)
    assert shuffled(1, range(6000)) == shuffled_slowly(1, 6000), "so many that the lower bits count"


def shuffled_slowly(state: int, many: int) -> tuple[int, tuple[int, ...]]:
    order = list(range(many))
    for last in range(many - 1, 0, -1):
        state, number = pcg(state)
        other = number * (last + 1) // 2**32
        order[last], order[other] = order[other], order[last]
    return state, tuple(order)


# --- sets of hexes


def some_sets() -> list[int]:
    """None, one, a few, many, all."""
    chance, found = Chance(4), [0, BIT[0], ALL, MAIN, ISLAND]
    for many in (2, 7, 8, 9, 40, 200):
        hexes = 0
        for _ in range(many):
            hexes |= BIT[nth_slowly(ALL, chance.below(ALL.bit_count()))]
        found.append(hexes)
    return found


def nth_slowly(hexes: int, number: int) -> int:
    return list(hexes_of(hexes))[number]


def test_members_of_a_set_have_their_places() -> None:
    """R-GRID-1: counted from the top left on."""
    for hexes in some_sets():
        members = list(hexes_of(hexes))
        assert members == [number for number in range(hexes.bit_length()) if hexes >> number & 1]
        if members:
            assert lowest(hexes) == members[0]
        assert [nth(hexes, number) for number in range(len(members))] == members


def test_areas_are_what_neighbours_join() -> None:
    """R-TERM-7: found at once, or from those of a set that is nearly the same."""
    few = [hexes for hexes in some_sets() if hexes.bit_count() <= 40]
    for hexes in few:
        found = areas(hexes)
        assert sum(found) == hexes
        for area in found:
            assert within(area, 1) & hexes == area
            assert within(BIT[lowest(area)], area.bit_count()) & area == area
        for other in few:
            mixed = hexes ^ other & ALL & ~(hexes & -hexes)
            assert sorted(areas_again(found, hexes, mixed)) == sorted(areas(mixed))


def test_so_many_steps_away() -> None:
    """R-GRID-5: what is within some steps is no farther."""
    for place in ((0, 0), (7, 8), (19, 19)):
        start = HEX_AT[place]
        for steps in range(4):
            near = within(BIT[start], steps)
            assert near == sum(BIT[h] for h in hexes_of(MAIN) if distance(start, h) <= steps)
        assert neighbours(BIT[start]) == within(BIT[start], 1) ^ BIT[start]


def test_modules_of_boxes_are_brought_once() -> None:
    """R-COMP-1: a process that is started for a game brings the boxes from outside that are not there yet."""
    bring_all(["ninth_box"])
    try:
        assert list(BROUGHT) == ["ninth_box"]
        bring_all(["ninth_box"])
        assert list(BROUGHT) == ["ninth_box"]
    finally:
        unregister(BROUGHT["ninth_box"])
    assert not BROUGHT
