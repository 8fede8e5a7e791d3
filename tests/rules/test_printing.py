"""Games, boards, decisions and sets of hexes print themselves, and the names that a user of the core needs
are there."""

from __future__ import annotations

import doctest

from scenario import cells, play, scenario, tile

import kingdom.rules
from kingdom.rules import BOXES, HEX_AT, Answer, Setup, hexes_of, new_game, show
from kingdom.rules.hexes import BIT


def test_the_example_runs() -> None:
    """The example in the package's own words does what it says."""
    found = doctest.testmod(kingdom.rules)
    assert found.attempted > 3
    assert not found.failed


def test_all_names_are_there() -> None:
    """`__all__` names what there is."""
    assert all(hasattr(kingdom.rules, name) for name in kingdom.rules.__all__)


def test_a_set_of_hexes_as_a_map() -> None:
    """R-GRID-1: an o for each member, odd rows half a hex to the right, the island only if it is touched."""
    lines = show(BIT[HEX_AT[(0, 1)]] | BIT[HEX_AT[(1, 19)]]).split("\n")
    assert len(lines) == 20
    assert lines[0] == ". o" + " ." * 18
    assert lines[1] == " ." + " ." * 18 + " o"
    assert show(BIT[HEX_AT[("i", 4, 0)]]).split("\n")[-1] == "o . . . ."


def test_a_position_as_a_map() -> None:
    """Land in small letters, pieces as seats, capitals where the decision may be answered."""
    game = scenario(own=[(5, 5)], other=[(5, 9)], card="grass")
    text = str(game)
    rows = [line for line in text.split("\n") if line.lower().replace(" ", "").startswith("gggg")]
    signs = {(r, c): line.split()[c] for r, line in enumerate(rows) for c in range(20)}
    assert signs[5, 5] == "0"
    assert signs[5, 9] == "1"
    assert {place for place, sign in signs.items() if sign.isupper()} == cells(game)
    assert "player 1: 39 in supply" in text
    play(game, min(cells(game)))
    assert str(game) != text


def test_boards_and_decisions_in_a_line() -> None:
    """A repr says what a thing is in a line, and no set of hexes as a number."""
    game = new_game(Setup(players=3, boxes=tuple(BOXES), seed=2))
    for thing in (game, game.board, game.decision()):
        assert len(repr(thing)) < 200
    assert repr(game).startswith("<Game of 3: round 1, player ")
    assert f"<{game.decision().cells.bit_count()} hexes>" in repr(game.decision())
    assert "island" in repr(game.board)
    lines = str(game.board).split("\n")
    assert len(lines) == 26
    assert lines[0].replace(" ", "").translate(str.maketrans("123456789", "+" * 9)) == "".join(
        "+" if letter.isdigit() else letter for letter in game.board.grid.rows[0]
    )


def test_a_position_tells_the_options_and_what_players_have() -> None:
    """Options in one line, tiles behind the supply; a finished game says so."""
    game = scenario(
        own=[(5, 5)], card="grass", me={"tiles": [tile("oracle"), tile("paddock")], "supply": 7, "gold": 3}
    )
    lines = str(game).split("\n")
    assert "options: oracle, paddock" in lines
    assert "player 0: 7 in supply, 3 gold earned, oracle, paddock" in lines
    assert "player 1: 40 in supply, 0 gold earned" in lines
    over = new_game(Setup(players=2, seed=1))
    while not over.over:
        decision = over.decision()
        answers: list[Answer] = [*decision.options, *hexes_of(decision.cells)]
        over.choose(answers[-1])
    assert "the game is over" in str(over).split("\n")[0]
    assert "options" not in str(over)


def test_every_second_line_of_a_map_is_shifted() -> None:
    """R-GRID-1: by half a hex, so that neighbours lie beside each other."""
    lines = [line for line in str(scenario(own=[(5, 4)]).board).splitlines() if line.count("G") == 20]
    assert [len(line) - len(line.lstrip()) for line in lines] == [0, 1] * 10
