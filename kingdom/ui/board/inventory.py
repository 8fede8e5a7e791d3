"""All that stands and lies on the maps of a game, as things to be drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kingdom.rules.game import Game
from kingdom.rules.hexes import PLACE_OF, ROWS, Hex, hexes_of
from kingdom.ui.board.things import USED_UP, BoardThing, in_the_open
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.thing_pictures import name_of_picture


def things_on(look: Look, game: Game, colours: Sequence[str], hidden: int = 0) -> list[BoardThing]:
    """Everything, from the back to the front; pieces on hidden hexes are in the air just now."""
    return sorted(_found(look, game, colours, hidden), key=_depth)


def _found(look: Look, game: Game, colours: Sequence[str], hidden: int) -> Iterable[BoardThing]:
    board, hooks = game.board, game.table.hooks
    tokens = [token for hook in hooks.tokens for token in hook(game)]
    replaced = {token.hex for token in tokens if in_the_open(token)}
    for kind, mask in board.landmark.items():
        for number in hexes_of(mask):
            if number in board.location_at:
                yield from _location(game, number)
            elif number not in replaced:
                yield BoardThing("landmarks", kind, number)
    for token in tokens:
        yield BoardThing(*name_of_picture(token.kind, token.word), token.hex, 1)
    for player, mask in enumerate(game.settlements):
        for number in hexes_of(mask & ~hidden):
            yield BoardThing("pieces", f"settlement_{colours[player]}", number, 2)
    for pieces in hooks.pieces:
        for word, owner, mask in pieces(game):
            name = word if owner is None else f"{word}_{colours[owner]}"
            for number in standing(look, name, mask & ~hidden):
                yield BoardThing("pieces", name, number, 2)
    for marks in hooks.row_marks:
        for row, owner in marks(game):
            yield BoardThing("pieces", f"mayor_mark_{colours[owner]}", _ROW_STARTS[row], owner, beside=True)


def standing(look: Look, name: str, hexes: int) -> list[Hex]:
    """Where pieces on these hexes are drawn: one as large as a city in the middle of its hexes."""
    numbers = list(hexes_of(hexes))
    sprite = look.sheets.sprite("pieces", name)
    if numbers and sprite.surface.get_width() > 2 * look.sheets.hex_width["pieces"]:
        return [numbers[len(numbers) // 2]]
    return numbers


def _location(game: Game, number: Hex) -> Iterable[BoardThing]:
    left = (game.stocked >> number & 1) + (game.doubled >> number & 1)
    yield BoardThing("medallions", f"medallion_{game.board.location_at[number]}", number)
    if not left:
        yield BoardThing("medallions", USED_UP, number, 1)
    yield BoardThing("medallions", f"tiles_{left}", number, 2)


_ROW_STARTS: dict[int, Hex] = {
    int(place[-2]) + (ROWS if len(place) == 3 else 0): number
    for number, place in PLACE_OF.items()
    if place[-1] == 0
}
"""The first hex of every row; the island's rows come after the board's."""


def _depth(thing: BoardThing) -> tuple[int, int, int]:
    return int(PLACE_OF[thing.hex][-2]), thing.order, thing.hex
