"""Tests the text output of games, boards, decisions and hex sets, and the public names of the rules
package."""

from __future__ import annotations

import doctest

from support.scenario import cells, play, scenario, tile

import kingdom.rules
from kingdom.rules import EXPANSIONS, HEX_AT, Answer, GameSetup, format_hexes, iter_hexes, new_game
from kingdom.rules.hexes import BIT


def test_package_doctest_passes() -> None:
    """Runs the doctest in the docstring of the package."""
    results = doctest.testmod(kingdom.rules)
    assert results.attempted > 3
    assert not results.failed


def test_all_exported_names_exist() -> None:
    assert all(hasattr(kingdom.rules, name) for name in kingdom.rules.__all__)


def test_hex_set_as_map() -> None:
    """R-GRID-1: members are printed as `o` and odd rows half a hex to the right; the island is printed only
    if it has members."""
    lines = format_hexes(BIT[HEX_AT[(0, 1)]] | BIT[HEX_AT[(1, 19)]]).split("\n")
    assert len(lines) == 20
    assert lines[0] == ". o" + " ." * 18
    assert lines[1] == " ." + " ." * 18 + " o"
    assert format_hexes(BIT[HEX_AT[("i", 4, 0)]]).split("\n")[-1] == "o . . . ."


def test_position_as_map() -> None:
    """Terrain is in lower case, pieces are player numbers, and legal answers are in upper case."""
    game = scenario(own=[(5, 5)], other=[(5, 9)], card="grass")
    text = str(game)
    rows = [line for line in text.split("\n") if line.lower().replace(" ", "").startswith("gggg")]
    symbols = {(r, c): line.split()[c] for r, line in enumerate(rows) for c in range(20)}
    assert symbols[5, 5] == "0"
    assert symbols[5, 9] == "1"
    assert {coord for coord, symbol in symbols.items() if symbol.isupper()} == cells(game)
    assert "player 1: 39 in supply" in text
    play(game, min(cells(game)))
    assert str(game) != text


def test_repr_is_one_short_line() -> None:
    """A repr fits on one line and contains no hex set as a raw number."""
    game = new_game(GameSetup(player_count=3, expansions=tuple(EXPANSIONS), seed=2))
    for item in (game, game.board, game.decision()):
        assert len(repr(item)) < 200
    assert repr(game).startswith("<Game of 3: round 1, player ")
    assert f"<{game.decision().cells.bit_count()} hexes>" in repr(game.decision())
    assert "island" in repr(game.board)
    lines = str(game.board).split("\n")
    assert len(lines) == 26
    assert lines[0].replace(" ", "").translate(str.maketrans("123456789", "+" * 9)) == "".join(
        "+" if letter.isdigit() else letter for letter in game.board.grid.rows[0]
    )


def test_position_text_lists_options_and_players() -> None:
    """The text has one line with the options, lists the tiles after the supply, and states when the game is
    over."""
    game = scenario(
        own=[(5, 5)], card="grass", me={"tiles": [tile("oracle"), tile("paddock")], "supply": 7, "gold": 3}
    )
    lines = str(game).split("\n")
    assert "options: oracle, paddock" in lines
    assert "player 0: 7 in supply, 3 gold earned, oracle, paddock" in lines
    assert "player 1: 40 in supply, 0 gold earned" in lines
    finished = new_game(GameSetup(player_count=2, seed=1))
    while not finished.over:
        decision = finished.decision()
        answers: list[Answer] = [*decision.options, *iter_hexes(decision.cells)]
        finished.play(answers[-1])
    assert "the game is over" in str(finished).split("\n")[0]
    assert "options" not in str(finished)


def test_odd_rows_of_a_map_are_shifted() -> None:
    """R-GRID-1: odd rows are shifted by half a hex, so adjacent hexes are next to each other in the text."""
    lines = [line for line in str(scenario(own=[(5, 4)]).board).splitlines() if line.count("G") == 20]
    assert [len(line) - len(line.lstrip()) for line in lines] == [0, 1] * 10
