"""Rejects positions that cannot be reached by playing. A hand-made position can opt out of these checks
(`loose`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from kingdom.rules.decision_frames import MANDATORY_DOING, MANDATORY_DONE
from kingdom.rules.errors import ValidationError
from kingdom.rules.expansion import StateField
from kingdom.rules.game import Game
from kingdom.rules.game_config import SETTLEMENTS_PER_PLAYER
from kingdom.rules.hexes import COORD_OF, NEIGHBORS, iter_hexes
from kingdom.rules.registry import EXPANSIONS, SCORING_CARDS, TILES
from kingdom.rules.setup import all_terrain_cards

TILES_PER_LOCATION = 2
MAX_EQUAL_LOCATIONS = 2
"""Maximum number of equal location hexes on any published section. A player may hold this many equal tiles
even if they come from a section that is not on the board."""


def check_reachable(game: Game) -> None:
    """Raises ValidationError, with the JSON path and the rule, if no game leads to this state."""
    _check_supply(game)
    _check_tiles(game)
    _check_terrain(game)
    _check_cards(game)
    _check_turn(game)
    _check_expansion_state(game)


def tiles_taken_from(game: Game, space: int) -> int:
    """Returns how many players have taken a tile from a location hex."""
    return sum(taken >> space & 1 for taken in game.taken_locations)


def settlements_used(game: Game, player: int) -> int:
    """Returns how many of a player's settlements are on the board, set aside or used as markers."""
    used = game.settlement_hexes[player].bit_count()
    for _, field, value in state_values(game):
        if field.settlements_used:
            used += field.settlements_used(value[player])
    return used


def state_values(game: Game) -> Iterator[tuple[type[Any], StateField, Any]]:
    """Yields the saved fields of the expansions in play, each with its state class and its value."""
    for expansion in map(EXPANSIONS.__getitem__, game.config.expansions):
        state_type: Any = expansion.state_type
        for field in expansion.state_fields if state_type else ():
            if field.scope != "marker":
                yield state_type, field, getattr(game.expansion_states[state_type], field.name)


def _check_supply(game: Game) -> None:
    for player, supply in enumerate(game.supply):
        unbuilt = SETTLEMENTS_PER_PLAYER - settlements_used(game, player)
        if supply != unbuilt:
            raise ValidationError(
                f"players[{player}].supply: {supply}, but {unbuilt} settlements are not built (R-TERM-9)"
            )


def _check_tiles(game: Game) -> None:
    for space in iter_hexes(game.board.location_hexes):
        taken, left = tiles_taken_from(game, space), game.tiles_left(space)
        if taken + left > TILES_PER_LOCATION:
            raise ValidationError(
                f"location_tiles: {_coord(space)}: {taken} taken and {left} left, but there were only "
                f"{TILES_PER_LOCATION} (R-SETUP-2)"
            )
    hex_counts = Counter(game.board.location_at.values())
    total_counts: Counter[str] = Counter()
    for player, held in enumerate(game.held_tiles):
        for kind, count in Counter(tile.name for tile, _, _ in held).items():
            # A tile without an origin may come from a section that is not on this board.
            max_count = max(MAX_EQUAL_LOCATIONS, hex_counts[kind])
            total_counts[kind] += count
            if count > max_count:
                raise ValidationError(
                    f"players[{player}].tiles: {count} of {kind}, but a player gets at most {max_count} "
                    "(R-GAIN-6)"
                )
            if total_counts[kind] > TILES_PER_LOCATION * max_count:
                raise ValidationError(
                    f"players[{player}].tiles: {total_counts[kind]} of {kind} in all, but there are only "
                    f"{TILES_PER_LOCATION * max_count} (R-SETUP-2)"
                )
        for index, (tile, origin, _) in enumerate(held):
            if origin is None:
                continue
            path = f"players[{player}].tiles[{index}].from: {_coord(origin)}"
            if game.board.location_at[origin] != tile.name:
                raise ValidationError(f"{path} has no {tile.name} tiles (R-GAIN-1)")
            # After the silo phase, a tile may lack a supporting piece, because silo moves cost no tiles
            # (X-SILO-6).
            if not (game.over or NEIGHBORS[origin] & game.piece_hexes[player]):
                raise ValidationError(f"{path}: none of the player's pieces is next to it (R-LOSE-1)")


def _check_terrain(game: Game) -> None:
    allowed_hexes = game.board.suitable_hexes
    for name in game.config.expansions:
        expansion = EXPANSIONS[name]
        allowed_hexes |= expansion.extra_settlement_hexes(game) if expansion.extra_settlement_hexes else 0
    for player, settlements in enumerate(game.settlement_hexes):
        for hex_id in iter_hexes(settlements & ~allowed_hexes):
            raise ValidationError(
                f"players[{player}].settlements: {_coord(hex_id)}: nothing in this game allows a settlement "
                f"on {game.board.kind_at[hex_id]} (R-TERR-2)"
            )


def _check_cards(game: Game) -> None:
    max_hand_size = 1
    for name in game.config.expansions:
        expansion = EXPANSIONS[name]
        max_hand_size += expansion.max_extra_hand_cards(game) if expansion.max_extra_hand_cards else 0
        for path, cards in (
            *((f"players[{player}].hand", hand) for player, hand in enumerate(game.hands)),
            ("deck", game.draw_pile),
            ("discard", game.discard_pile),
        ):
            allowed_cards = (
                expansion.filter_terrain_cards(game.config.setup_values, list(cards))
                if expansion.filter_terrain_cards
                else cards
            )
            if len(allowed_cards) < len(cards):
                raise ValidationError(f"{path}: a card that was removed during setup (R-SETUP-8)")
    for player, hand in enumerate(game.hands):
        if len(hand) > max_hand_size:
            raise ValidationError(
                f"players[{player}].hand: {len(hand)} cards, but at most {max_hand_size} can be held "
                "(R-CARD-1)"
            )


def _check_turn(game: Game) -> None:
    player, built = game.active_player, game.mandatory_builds_made
    max_builds = max(
        builds
        for card in set(all_terrain_cards(game.config.expansions))
        for _, builds in game.config.card_sides[card]
    )
    additional_build_hooks = game.config.hooks.additional_builds_due
    if game.mandatory_state == MANDATORY_DOING:
        if game.additional_builds_made and not additional_build_hooks:
            raise ValidationError(
                f"turn.added: {game.additional_builds_made}, but nothing in this game lets pieces "
                "wait (R-MAND-4)"
            )
        if game.mandatory_builds_due + built - game.additional_builds_made > max_builds:
            raise ValidationError(
                f"turn.due: {game.mandatory_builds_due} after {built - game.additional_builds_made} "
                f"built, but a card requires at most {max_builds} "
                "(R-MAND-1)"
            )
        if built > game.settlement_hexes[player].bit_count():
            raise ValidationError(f"turn.built: {built}, but the player has fewer settlements (R-MAND-1)")
    elif built > max_builds and not additional_build_hooks:
        raise ValidationError(f"turn.built: {built}, but a card requires at most {max_builds} (R-MAND-1)")
    if game.mandatory_build_hexes.bit_count() > built:
        raise ValidationError(f"turn.built_hexes: more than the {built} that were built (R-MAND-1)")
    for hex_id in iter_hexes(game.mandatory_build_hexes & ~game.board.suitable_hexes):
        raise ValidationError(f"turn.built_hexes: {_coord(hex_id)}: no card builds there (R-MAND-1)")
    if game.mandatory_state == MANDATORY_DONE and _may_have_moved(game, player):
        return
    for hex_id in iter_hexes(game.mandatory_build_hexes & ~game.settlement_hexes[player]):
        raise ValidationError(
            f"turn.built_hexes: {_coord(hex_id)}: no settlement of the player is there (R-MAND-1)"
        )


def _check_expansion_state(game: Game) -> None:
    """Checks that the game can account for every piece, marker and other expansion state."""
    present_names = {
        *game.board.kind_at.values(),
        *game.board.location_at.values(),
        *(tile.name for held in game.held_tiles for tile, _, _ in held),
        *(card.name for card in game.config.scoring_cards),
    }
    for _, field, value in state_values(game):
        if not field.requires_any or present_names & set(field.requires_any):
            continue
        if field.scope == "player":
            values = {f"players[{player}].{field.name}": stored for player, stored in enumerate(value)}
        else:
            values = {field.name if field.scope == "table" else f"{field.scope}.{field.name}": value}
        for path, stored in values.items():
            if field.write(stored) != field.default:
                sources = " or ".join(field.requires_any)
                source = TILES.get(field.requires_any[0]) or SCORING_CARDS.get(field.requires_any[0])
                rule_note = f" ({source.rule_id})" if source else ""
                raise ValidationError(f"{path}: requires {sources}, which is not in this game{rule_note}")


def _may_have_moved(game: Game, player: int) -> bool:
    """Returns True if an action may have moved a piece after it was built this turn."""
    return bool(
        game.taken_locations[player]
        or game.held_tiles[player]
        or game.config.rule_flags.return_lost_tiles
        or not all(EXPANSIONS[name].is_base for name in game.config.expansions)
    )


def _coord(hex_id: int) -> list[object]:
    return list(COORD_OF[hex_id])
