"""Reads and writes positions as JSON in the format `kingdom-position/1` (docs/POSITIONS.md). Parsing is
strict, and positions are written in full.

Every key has a default, so a test only needs to specify what matters to it. The state of expansions is read
and written through their state fields, so nothing here depends on a particular expansion.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from kingdom.files import JsonError, parse_json
from kingdom.rules.board import TerrainGrid, get_board
from kingdom.rules.decision_frames import (
    MANDATORY_DOING,
    MANDATORY_STATE_NAMES,
    MANDATORY_TODO,
    TILE_FRESH,
    TILE_READY,
    TILE_USED,
)
from kingdom.rules.errors import ValidationError
from kingdom.rules.expansion import Expansion, StateField
from kingdom.rules.game import Game
from kingdom.rules.game_config import SETTLEMENTS_PER_PLAYER, GameConfig
from kingdom.rules.hexes import BIT, COORD_OF, Hex, iter_hexes
from kingdom.rules.json_values import (
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
    write_answer,
    write_hex,
    write_hexes,
    write_optional_hex,
)
from kingdom.rules.position_validation import (
    TILES_PER_LOCATION,
    check_reachable,
    settlements_used,
    state_values,
    tiles_taken_from,
)
from kingdom.rules.registry import (
    EXPANSIONS,
    SCORING_CARDS,
    STATE_FIELDS,
    TASK_CARDS,
    TERRAIN_CARDS,
    TERRAINS,
    TILES,
    VARIANTS,
    resolve_island,
)
from kingdom.rules.rng import seed_from_state, shuffle_from_state, state_from_seed
from kingdom.rules.setup import MAX_PLAYERS, MIN_PLAYERS, all_terrain_cards, assemble_sections
from kingdom.rules.state import HeldTile

FORMAT = "kingdom-position/1"


MapLoader = Callable[[str], TerrainGrid]
"""Loads the terrain grid of the level named in a position."""

_GAME_KEYS = (
    "format", "sections", "level", "grid", "locations", "cards", "tasks", "variants", "players",
    "location_tiles", "end", "deck", "discard", "seed", "turn", "loose",
)  # fmt: skip
_PLAYER_KEYS = ("settlements", "supply", "gold", "hand", "taken", "tiles")
_TURN_KEYS = (
    "player", "start_player", "round", "card", "side", "mandatory", "built", "built_hexes", "due", "added",
    "over", "pending",
)  # fmt: skip
_TILE_KEYS = ("kind", "from", "used", "fresh")


def parse_json_strict(text: str) -> Any:
    """Parses JSON text. Errors are raised as ValidationError. Duplicate keys are rejected because one of them
    would be lost."""
    try:
        return parse_json(text)
    except JsonError as error:
        raise ValidationError(str(error)) from None


# --- Reading


def read_position(data: Any, load_map: MapLoader | None = None) -> Game:
    """Returns the game described by a position, ready for its next decision."""
    data = read_dict(data, "position", (*_GAME_KEYS, *_field_names("table"), *_field_names("marker")))
    if data.get("format", FORMAT) != FORMAT:
        raise ValidationError(f"format: {data['format']!r} is not {FORMAT!r}")
    turn = read_dict(data.get("turn", {}), "turn", (*_TURN_KEYS, *_field_names("turn")))
    if read_list(turn.get("pending", []), "turn.pending"):
        raise ValidationError(
            "turn.pending: an action is unfinished; such a position can be shown but not loaded"
        )
    players = read_list(data.get("players", [{}, {}]), "players")
    if not MIN_PLAYERS <= len(players) <= MAX_PLAYERS:
        raise ValidationError(f"players: expected {MIN_PLAYERS} to {MAX_PLAYERS}, not {len(players)}")
    players = [
        read_dict(player_data, f"players[{i}]", (*_PLAYER_KEYS, *_field_names("player")))
        for i, player_data in enumerate(players)
    ]
    game = Game(_read_config(data, players, turn, load_map))
    seed = int_reader(0, 2**64)(data.get("seed", 1), "seed")
    game.rng_state = state_from_seed(seed)
    _read_state(game, data, players)
    _read_cards(game, data, players)
    _read_turn(game, turn)
    game.update_derived_hexes()
    _check_pieces(game)
    for name in game.config.expansions:
        validate_position = EXPANSIONS[name].validate_position
        if validate_position:
            validate_position(game)
    if not game.config.allow_unreachable:
        check_reachable(game)
    game.start_from_position()
    return game


def _field_names(scope: str) -> list[str]:
    return [field.name for field in STATE_FIELDS.values() if field.scope == scope]


def _read_grid(data: dict[str, Any], load_map: MapLoader | None) -> tuple[TerrainGrid, dict[str, Any]]:
    source_keys = [key for key in ("sections", "level", "grid") if data.get(key) is not None]
    if len(source_keys) > 1:
        raise ValidationError(f"{source_keys[1]}: the board is already given by {source_keys[0]!r}")
    if data.get("locations") is not None and source_keys != ["grid"]:
        raise ValidationError("locations: only a grid needs their names")
    if source_keys == ["level"]:
        if not isinstance(data["level"], str):
            raise ValidationError(f"level: expected a file name, not {data['level']!r}")
        if load_map is None:
            raise ValidationError("level: levels cannot be read here")
        return load_map(data["level"]), {"level": data["level"]}
    if source_keys == ["grid"]:
        locations = data.get("locations") or {}
        grid = read_grid(data["grid"], locations)
        return grid, {"grid": list(data["grid"]), "locations": locations}
    names = data.get("sections")
    if names is None:
        names = list(
            next(
                expansion.first_game["sections"] for expansion in EXPANSIONS.values() if expansion.first_game
            )
        )
    names = [name if isinstance(name, str) else repr(name) for name in read_list(names, "sections")]
    return assemble_sections(names), {"sections": names}


def _read_config(
    data: dict[str, Any], players: list[dict[str, Any]], turn: dict[str, Any], load_map: MapLoader | None
) -> GameConfig:
    grid, board_source = _read_grid(data, load_map)
    allow_unreachable = read_bool(data.get("loose", False), "loose")
    setup_values = {}
    for name in _field_names("marker"):
        value = data.get(name, STATE_FIELDS[name].default)
        if value != STATE_FIELDS[name].default:
            setup_values[name] = STATE_FIELDS[name].read(value, name)
    island = setup_values.get("island")
    board = get_board(grid, resolve_island(island) if island else None)
    held_tiles = [
        read_name(
            tile.get("kind") if isinstance(tile, dict) else tile,
            f"players[{i}].tiles[{j}].kind",
            TILES,
            "tile",
        )
        for i, player_data in enumerate(players)
        for j, tile in enumerate(read_list(player_data.get("tiles", []), f"players[{i}].tiles"))
    ]
    cards = read_names(data.get("cards", []), "cards", SCORING_CARDS, "card")
    tasks = read_names(data.get("tasks", []), "tasks", TASK_CARDS, "task")
    for key, card_list in (("cards", cards), ("tasks", tasks)):
        if len(set(card_list)) < len(card_list):
            raise ValidationError(f"{key}: one appears twice")
    variants = read_names(data.get("variants", []), "variants", VARIANTS, "variant")
    used_names = {
        **dict.fromkeys(board.kind_at.values()),
        **dict.fromkeys((*board.location_at.values(), *held_tiles, *cards, *tasks)),
    }
    piles = [data.get("deck"), data.get("discard"), *(player_data.get("hand") for player_data in players)]
    # Piles that are not lists are rejected later, when they are read.
    card_names = [card for pile in piles if isinstance(pile, list) for card in pile]
    expansions = [
        expansion.name
        for expansion in EXPANSIONS.values()
        if _uses_expansion(expansion, used_names, card_names, data, players, turn)
    ]
    return GameConfig(
        len(players),
        board,
        expansions,
        cards,
        tasks,
        setup_values,
        variants,
        held_tiles,
        board_source,
        allow_unreachable,
    )


def _uses_expansion(
    expansion: Expansion,
    used_names: Iterable[str],
    card_names: list[Any],
    data: dict[str, Any],
    players: list[dict[str, Any]],
    turn: dict[str, Any],
) -> bool:
    """Returns True if a position uses anything from an expansion."""
    if expansion.is_base:
        return True
    expansion_names = {
        item.name
        for items in (
            expansion.terrains,
            expansion.landmarks,
            expansion.tiles,
            expansion.scoring_cards,
            expansion.task_cards,
        )
        for item in items
    }
    if expansion_names & set(used_names) or any(card.name in card_names for card in expansion.terrain_cards):
        return True

    def differs(field: StateField, containers: Iterable[dict[str, Any]]) -> bool:
        given = [value.get(field.name, field.default) for value in containers]
        # False and 0 are equal in Python but different in JSON.
        return any(value != field.default or type(value) is not type(field.default) for value in given)

    containers_by_scope = {"player": players, "table": [data], "marker": [data], "turn": [turn]}
    return any(differs(field, containers_by_scope[field.scope]) for field in expansion.state_fields)


def _read_state(game: Game, data: dict[str, Any], players: list[dict[str, Any]]) -> None:
    turn = data.get("turn") or {}
    for state_type, field, _ in state_values(game):
        name, default = field.name, field.default
        value: Any
        if field.scope == "player":
            value = tuple(
                field.read(player_data.get(name, default), f"players[{i}].{name}")
                for i, player_data in enumerate(players)
            )
        elif field.scope == "table":
            value = field.read(data.get(name, default), name)
        else:
            value = field.read(turn.get(name, default), f"turn.{name}")
        game.set_expansion_state(game.expansion_states[state_type]._replace(**{name: value}))
    for player, player_data in enumerate(players):
        path = f"players[{player}]"
        game.settlement_hexes[player] = read_hexes(player_data.get("settlements", []), f"{path}.settlements")
        used_settlements = settlements_used(game, player)
        if used_settlements > SETTLEMENTS_PER_PLAYER:
            raise ValidationError(
                f"{path}: {used_settlements} settlements, but there are only {SETTLEMENTS_PER_PLAYER}"
            )
        game.supply[player] = int_reader(0, SETTLEMENTS_PER_PLAYER - used_settlements)(
            player_data.get("supply", SETTLEMENTS_PER_PLAYER - used_settlements), f"{path}.supply"
        )
        game.earned_gold[player] = int_reader(0, 100_000)(player_data.get("gold", 0), f"{path}.gold")
        game.taken_locations[player] = read_hexes(player_data.get("taken", []), f"{path}.taken")
        game.held_tiles[player] = tuple(
            _read_tile(game, tile, f"{path}.tiles[{j}]")
            for j, tile in enumerate(player_data.get("tiles", []))
        )
        spaces = [space for _, space, _ in game.held_tiles[player] if space is not None]
        if len(set(spaces)) < len(spaces):
            raise ValidationError(f"{path}.tiles: two tiles from one hex (R-GAIN-2)")
        game.taken_locations[player] |= sum(BIT[space] for space in spaces)
        if game.taken_locations[player] & ~game.board.location_hexes:
            misplaced_hexes = game.taken_locations[player] & ~game.board.location_hexes
            raise ValidationError(f"{path}.taken: {write_hexes(misplaced_hexes)[0]} is not a location")
    for space in iter_hexes(game.board.location_hexes):
        _set_tiles_left(game, space, max(0, TILES_PER_LOCATION - tiles_taken_from(game, space)))
    for index, pair in enumerate(read_list(data.get("location_tiles", []), "location_tiles")):
        path = f"location_tiles[{index}]"
        if not isinstance(pair, list) or len(pair) != 2:
            raise ValidationError(f"{path}: expected a pair of hex and number, not {pair!r}")
        space = read_hex(pair[0], path)
        if space not in game.board.location_at:
            raise ValidationError(f"{path}: {pair[0]} is not a location")
        _set_tiles_left(game, space, int_reader(0, TILES_PER_LOCATION)(pair[1], path))
    game.end_triggered = read_bool(data.get("end", False), "end")


def _set_tiles_left(game: Game, space: Hex, count: int) -> None:
    """Sets how many tiles are left on a location hex."""
    mask = BIT[space]
    game.full_locations = game.full_locations | mask if count == 2 else game.full_locations & ~mask
    game.stocked_locations = game.stocked_locations | mask if count else game.stocked_locations & ~mask


def _read_tile(game: Game, data: Any, path: str) -> HeldTile:
    read_dict(data, path, _TILE_KEYS)
    tile = TILES[data["kind"]]
    space = read_optional_hex(data.get("from"), f"{path}.from")
    if space is not None and space not in game.board.location_at:
        raise ValidationError(f"{path}.from: {data['from']} has no {tile.name} tiles")
    used, fresh = (
        read_bool(data.get("used", False), f"{path}.used"),
        read_bool(data.get("fresh", False), f"{path}.fresh"),
    )
    if used and fresh:
        raise ValidationError(f"{path}: a tile gained this turn cannot have been used (R-GAIN-5)")
    return tile, space, TILE_USED if used else TILE_FRESH if fresh else TILE_READY


def _read_cards(game: Game, data: dict[str, Any], players: list[dict[str, Any]]) -> None:
    """Reads hands, draw pile and discard pile. Cards that are not listed anywhere form the draw pile. If the
    draw pile is given, the unlisted cards are used to deal the missing hands.

    If the draw pile is given but no hand is, the hands are dealt from the top of the draw pile. If any hand
    is given, the draw pile stays unchanged, so a test can determine the next card.
    """
    turn = data.get("turn") or {}
    hands: list[tuple[str, ...] | None] = []
    for player, player_data in enumerate(players):
        hand = player_data.get("hand")
        if hand is None and player == turn.get("player", 0) and turn.get("card") is not None:
            hand = [turn["card"]]
        hands.append(
            None
            if hand is None
            else read_names(hand, f"players[{player}].hand", TERRAIN_CARDS, "terrain card")
        )
    game.discard_pile = read_names(data.get("discard", []), "discard", TERRAIN_CARDS, "terrain card")
    pile_data = data.get("deck")
    given_pile = None if pile_data is None else read_names(pile_data, "deck", TERRAIN_CARDS, "terrain card")
    seen_cards = (
        Counter(card for hand in hands for card in hand or ())
        + Counter(game.discard_pile)
        + Counter(given_pile or ())
    )
    card_counts = Counter(all_terrain_cards(game.config.expansions))
    for card, count in seen_cards.items():
        if count > card_counts[card]:
            raise ValidationError(f"deck: {count} cards {card!r}, but there are only {card_counts[card]}")
    unseen_cards = sorted((card_counts - seen_cards).elements())
    for name in game.config.expansions:
        filter_cards = EXPANSIONS[name].filter_terrain_cards
        unseen_cards = filter_cards(game.config.setup_values, unseen_cards) if filter_cards else unseen_cards
    dealt_pile: tuple[str, ...] = ()
    if given_pile and all(hand is None for hand in hands):
        first_cards = given_pile[: len(hands)]
        hands, given_pile = (
            [first_cards[player : player + 1] for player in range(len(hands))],
            given_pile[len(hands) :],
        )
    # If all cards are given, nothing is dealt and the generator keeps its saved state.
    if given_pile is None or None in hands:
        game.rng_state, dealt_pile = shuffle_from_state(game.rng_state, unseen_cards)
    game.draw_pile = dealt_pile if given_pile is None else dealt_pile + given_pile
    for player, hand in enumerate(hands):
        if hand is None:
            hand, game.draw_pile = game.draw_pile[:1], game.draw_pile[1:]
        game.hands[player] = hand
    if given_pile is not None:
        game.draw_pile = game.draw_pile[-len(given_pile) :] if given_pile else ()


def _read_turn(game: Game, turn: dict[str, Any]) -> None:
    read_player = int_reader(0, game.config.player_count - 1)
    game.active_player = player = read_player(turn.get("player", 0), "turn.player")
    game.start_player = read_player(turn.get("start_player", 0), "turn.start_player")
    game.round = int_reader(1, 1000)(turn.get("round", 1), "turn.round")
    game.mandatory_state = MANDATORY_STATE_NAMES.index(
        read_name(turn.get("mandatory", "todo"), "turn.mandatory", MANDATORY_STATE_NAMES, "state")
    )
    game.mandatory_builds_made = int_reader(0, SETTLEMENTS_PER_PLAYER)(turn.get("built", 0), "turn.built")
    game.mandatory_build_hexes = read_hexes(turn.get("built_hexes", []), "turn.built_hexes")
    game.over = read_bool(turn.get("over", False), "turn.over")
    if game.mandatory_state == MANDATORY_TODO and (game.mandatory_builds_made or game.mandatory_build_hexes):
        raise ValidationError(
            "turn.built: nothing can have been built while the mandatory action is still to do"
        )
    if game.over:
        return
    hand = game.hands[player]
    card = turn.get("card")
    if card is not None:
        if card not in hand:
            raise ValidationError(f"turn.card: {card!r} is not in the hand of player {player}")
        game.played_card = card
    elif len(hand) == 1:
        game.played_card = hand[0]
    sides = dict(game.config.card_sides[game.played_card]) if game.played_card else {}
    side = turn.get("side")
    if side is not None:
        side = read_name(side, "turn.side", TERRAINS, "terrain")
        if side not in sides and not (game.config.rule_flags.pairs_are_wild and game.played_card):
            raise ValidationError(f"turn.side: {side!r} is not on the played card")
    elif len(sides) == 1:
        side = next(iter(sides))
    if side is not None:
        game.played_terrain, game.played_terrain_hexes = side, game.board.hexes_by_terrain[side]
    if game.mandatory_state == MANDATORY_DOING:
        # A replacement card may leave the terrain open. In that case, "due" is given.
        if game.played_terrain is None and "due" not in turn:
            raise ValidationError(
                "turn.side: the played terrain must be known in the middle of the mandatory action"
            )
        mandatory_builds = game.config.mandatory_builds(game.played_card, game.played_terrain)
        # "due" may differ, because a replaced card may have required a different number (R-MAND-5).
        game.mandatory_builds_due = int_reader(0, SETTLEMENTS_PER_PLAYER)(
            turn.get("due", max(0, mandatory_builds - game.mandatory_builds_made)), "turn.due"
        )
        game.additional_builds_made = int_reader(0, game.mandatory_builds_made)(
            turn.get("added", max(0, game.mandatory_builds_made - mandatory_builds)), "turn.added"
        )


def _check_pieces(game: Game) -> None:
    pieces: list[tuple[int, str]] = []
    for player in range(game.config.player_count):
        pieces.append((game.settlement_hexes[player], f"players[{player}].settlements"))
        pieces += [
            (hook(game, player), f"players[{player}]") for hook in game.config.hooks.hexes_with_extra_pieces
        ]
    pieces += [(hook(game), "neutral pieces") for hook in game.config.hooks.neutral_piece_hexes]
    pieces.append((game.helper_hexes, "pieces of this turn"))
    occupied = 0
    for piece_hexes, path in pieces:
        for problem, bad_hexes in (
            ("there is no such hex", piece_hexes & ~game.board.all_hexes),
            ("nothing can stand on a landmark (R-TERR-2)", piece_hexes & game.board.landmark_hexes),
            ("two pieces on one hex (R-BUILD-1)", piece_hexes & occupied),
        ):
            if bad_hexes:
                raise ValidationError(f"{path}: {list(COORD_OF[next(iter_hexes(bad_hexes))])}: {problem}")
        occupied |= piece_hexes


# --- Writing


def write_position(game: Game) -> dict[str, Any]:
    """Returns a game as a position. The draw pile keeps its order. Reading the position back therefore
    restores the same decision and the same draws."""
    values = {field.name: value for _, field, value in state_values(game)}
    return {
        "format": FORMAT,
        **game.config.board_source,
        **_write_state_fields(game.config.setup_values, "marker"),
        "cards": [card.name for card in game.config.scoring_cards],
        "tasks": [task.name for task in game.config.task_cards],
        "variants": sorted(variant.name for variant in game.config.variants),
        "players": [_write_player(game, values, player) for player in range(game.config.player_count)],
        **_write_state_fields(values, "table"),
        "location_tiles": [
            [write_hex(space), game.tiles_left(space)] for space in iter_hexes(game.board.location_hexes)
        ],
        "end": game.end_triggered,
        "deck": list(game.draw_pile),
        "discard": list(game.discard_pile),
        "seed": seed_from_state(game.rng_state),
        "turn": _write_turn(game, values),
        **({"loose": True} if game.config.allow_unreachable else {}),
    }


def _write_state_fields(values: Mapping[str, Any], scope: str, player: int | None = None) -> dict[str, Any]:
    """Writes the state fields of one scope. Fields of expansions that are not in play get their default."""
    written = {}
    for field in STATE_FIELDS.values():
        if field.scope != scope:
            continue
        value = field.default
        if field.name in values:
            value = field.write(values[field.name] if player is None else values[field.name][player])
        if value != field.default or not field.omit_default:
            written[field.name] = value
    return written


def _write_player(game: Game, values: dict[str, Any], player: int) -> dict[str, Any]:
    return {
        "settlements": write_hexes(game.settlement_hexes[player]),
        "supply": game.supply[player],
        "gold": game.earned_gold[player],
        "hand": list(game.hands[player]),
        "taken": write_hexes(game.taken_locations[player]),
        "tiles": [
            {
                "kind": tile.name,
                "from": write_optional_hex(space),
                "used": state == TILE_USED,
                "fresh": state == TILE_FRESH,
            }
            for tile, space, state in game.held_tiles[player]
        ],
        **_write_state_fields(values, "player", player),
    }


def _write_turn(game: Game, values: dict[str, Any]) -> dict[str, Any]:
    return {
        "player": game.active_player,
        "start_player": game.start_player,
        "round": game.round,
        "card": game.played_card,
        # Needed if the card alone does not determine the terrain: a double card or a wild pair (V-TWINS).
        "side": game.played_terrain
        if game.played_card
        and [side for side, _ in game.config.card_sides[game.played_card]] != [game.played_terrain]
        else None,
        "mandatory": MANDATORY_STATE_NAMES[game.mandatory_state],
        "built": game.mandatory_builds_made,
        "built_hexes": write_hexes(game.mandatory_build_hexes),
        **(
            {"due": game.mandatory_builds_due, "added": game.additional_builds_made}
            if game.mandatory_state == MANDATORY_DOING
            else {}
        ),
        **_write_state_fields(values, "turn"),
        "over": game.over,
        "pending": [write_answer(answer) for answer in game.pending_answers],
    }
