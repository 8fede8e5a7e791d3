"""What can come about by playing. A position laid out by hand may say that it does not care (`loose`)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kingdom.rules.frames import DOING, DONE
from kingdom.rules.game import Game
from kingdom.rules.hexes import NEXT_TO, PLACE_OF, hexes_of
from kingdom.rules.registry import BOXES, CARDS, TILES, BadSetup, Box, Field
from kingdom.rules.setup import terrain_cards

TILES_OF_A_LOCATION = 2


def check_possible(game: Game) -> None:
    """Raise BadSetup, with the place and the rule, if no game leads to this state."""
    _check_tiles(game)
    _check_land(game)
    _check_cards(game)
    _check_turn(game)
    _check_kept(game)


def left_at(game: Game, space: int) -> int:
    """The tiles that lie on a location hex."""
    return (game.stocked >> space & 1) + (game.doubled >> space & 1)


def taken_from(game: Game, space: int) -> int:
    """How many players took a tile from a location hex."""
    return sum(taken >> space & 1 for taken in game.taken)


def _check_tiles(game: Game) -> None:
    for space in hexes_of(game.board.locations):
        taken, left = taken_from(game, space), left_at(game, space)
        if taken + left > TILES_OF_A_LOCATION:
            raise BadSetup(
                f"location_tiles: {_named(space)}: {taken} taken and {left} left, and there were only "
                f"{TILES_OF_A_LOCATION} (R-SETUP-2)"
            )
    for player, held in enumerate(game.tiles):
        for number, (tile, origin, _) in enumerate(held):
            if origin is None:
                continue
            place = f"players[{player}].tiles[{number}].from: {_named(origin)}"
            if game.board.location_at[origin] != tile.name:
                raise BadSetup(f"{place} is no {tile.name} (R-GAIN-1)")
            if not (game.over or NEXT_TO[origin] & game.own[player]):  # silos take no tiles (X-SILO-6)
                raise BadSetup(f"{place}: no piece of the player stands beside it (R-LOSE-1)")


def _check_land(game: Game) -> None:
    bears = game.board.suitable
    for name in game.table.boxes:
        box = BOXES[name]
        bears |= box.bears(game) if box.bears else 0
    for player, settlements in enumerate(game.settlements):
        for number in hexes_of(settlements & ~bears):
            raise BadSetup(
                f"players[{player}].settlements: {_named(number)}: nothing on this table brings a settlement "
                f"onto {game.board.kind_at[number]} (R-TERR-2)"
            )


def _check_cards(game: Game) -> None:
    most = 1
    for name in game.table.boxes:
        box = BOXES[name]
        most += box.more_cards(game) if box.more_cards else 0
        for place, cards in (
            *((f"players[{player}].hand", hand) for player, hand in enumerate(game.hand)),
            ("deck", game.deck),
            ("discard", game.discard),
        ):
            left = box.trim_deck(game.table.markers, list(cards)) if box.trim_deck else cards
            if len(left) < len(cards):
                raise BadSetup(f"{place}: a card that set-up took out of the game (R-SETUP-8)")
    for player, hand in enumerate(game.hand):
        if len(hand) > most:
            raise BadSetup(
                f"players[{player}].hand: {len(hand)} cards, and at most {most} can be held (R-CARD-1)"
            )


def _check_turn(game: Game) -> None:
    player, built = game.player, game.built
    asked = max(
        number for card in set(terrain_cards(game.table.boxes)) for _, number in game.table.sides[card]
    )
    waiting = game.table.hooks.reserve
    if game.mandatory == DOING:
        if game.added and not waiting:
            raise BadSetup(f"turn.added: {game.added}, and nothing on this table lets pieces wait (R-MAND-4)")
        if game.due + built - game.added > asked:
            raise BadSetup(
                f"turn.due: {game.due} after {built - game.added} built, and a card asks for at most {asked} "
                "(R-MAND-1)"
            )
        if built > game.settlements[player].bit_count():
            raise BadSetup(f"turn.built: {built}, and the player has fewer settlements (R-MAND-1)")
    elif built > asked and not waiting:
        raise BadSetup(f"turn.built: {built}, and a card asks for at most {asked} (R-MAND-1)")
    if game.built_hexes.bit_count() > built:
        raise BadSetup(f"turn.built_hexes: more than the {built} that were built (R-MAND-1)")
    for number in hexes_of(game.built_hexes & ~game.board.suitable):
        raise BadSetup(f"turn.built_hexes: {_named(number)}: no card builds there (R-MAND-1)")
    if game.mandatory == DONE and _may_have_moved(game, player):
        return
    for number in hexes_of(game.built_hexes & ~game.settlements[player]):
        raise BadSetup(f"turn.built_hexes: {_named(number)}: no settlement of the player is there (R-MAND-1)")


def _check_kept(game: Game) -> None:
    """Pieces, marks and the like are where something on the table brings them."""
    there = {
        *game.board.kind_at.values(),
        *game.board.location_at.values(),
        *(tile.name for held in game.tiles for tile, _, _ in held),
        *(card.name for card in game.table.cards),
    }
    for name in game.table.boxes:
        box = BOXES[name]
        for field in box.fields if box.state else ():
            if field.scope == "marker" or not field.comes_by or there & set(field.comes_by):
                continue
            for place, value in _values(game, box, field):
                if field.write(value) != field.default:
                    by = " or ".join(field.comes_by)
                    source = TILES.get(field.comes_by[0]) or CARDS.get(field.comes_by[0])
                    rule = f" ({source.rule})" if source else ""
                    raise BadSetup(f"{place}: only {by} brings this, and there is none on this table{rule}")


def _values(game: Game, box: Box, field: Field) -> Iterator[tuple[str, Any]]:
    """What is kept, with its place in a position."""
    assert box.state is not None
    kept = getattr(game.box[box.state], field.name)  # type: ignore[type-var]
    if field.scope == "player":
        yield from ((f"players[{player}].{field.name}", value) for player, value in enumerate(kept))
    else:
        yield (field.name if field.scope == "table" else f"{field.scope}.{field.name}"), kept


def _may_have_moved(game: Game, player: int) -> bool:
    """Whether a piece built in this turn may be elsewhere by now: some action moved it."""
    return bool(
        game.taken[player]
        or game.tiles[player]
        or game.table.switches.returns_tiles
        or any(BOXES[name].order for name in game.table.boxes)
    )


def _named(number: int) -> list[object]:
    return list(PLACE_OF[number])
