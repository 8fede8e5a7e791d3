"""Positions as text: `kingdom-position/1`, read strictly and written in full (docs/POSITIONS.md).

Everything has a default, so that a test writes only what matters. What the boxes keep is read and written
through their fields; nothing here knows a box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, cast

from kingdom.files import NotJson, parse_json
from kingdom.rules.board import Grid, board_of
from kingdom.rules.chance import seed_of, seeded, shuffled
from kingdom.rules.frames import DOING, FRESH, MANDATORY_WORDS, READY, TODO, USED, Answer
from kingdom.rules.game import Game, HeldTile
from kingdom.rules.hexes import BIT, PLACE_OF, Hex, hexes_of
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
    write_hex,
    write_hex_or_none,
    write_hexes,
)
from kingdom.rules.possible import TILES_OF_A_LOCATION, check_possible, left_at, taken_from
from kingdom.rules.registry import (
    BOXES,
    CARDS,
    FIELDS,
    TASKS,
    TERRAIN_CARDS,
    TERRAINS,
    TILES,
    VARIANTS,
    BadSetup,
    Box,
    Field,
    island_of,
)
from kingdom.rules.setup import FEWEST_PLAYERS, MOST_PLAYERS, assemble_sections, terrain_cards
from kingdom.rules.table import Table

FORMAT = "kingdom-position/1"
PIECES = 40
LoadMap = Callable[[str], Grid]
"""From a level's name in a position to its land."""

_TABLE_KEYS = (
    "format", "sections", "level", "grid", "locations", "cards", "tasks", "variants", "players",
    "location_tiles", "end", "deck", "discard", "seed", "turn", "loose",
)  # fmt: skip
_PLAYER_KEYS = ("settlements", "supply", "gold", "hand", "taken", "tiles")
_TURN_KEYS = (
    "player", "start_player", "round", "card", "side", "mandatory", "built", "built_hexes", "due", "added",
    "over", "pending",
)  # fmt: skip
_TILE_KEYS = ("kind", "from", "used", "fresh")


def parse(text: str) -> Any:
    """JSON text as data; double keys are refused, since one of them would be lost."""
    try:
        return parse_json(text)
    except NotJson as error:
        raise BadSetup(str(error)) from None


def read_answer(value: Any, place: str) -> Answer:
    """An answer as text: a hex or an option."""
    return value if isinstance(value, str) else read_hex(value, place)


def write_answer(answer: Answer) -> Any:
    """An answer as text."""
    return answer if isinstance(answer, str) else write_hex(answer)


# --- reading


def read_position(data: Any, load_map: LoadMap | None = None) -> Game:
    """The game that a position describes, waiting for its decision."""
    data = read_dict(data, "position", (*_TABLE_KEYS, *_fields("table"), *_fields("marker")))
    if data.get("format", FORMAT) != FORMAT:
        raise BadSetup(f"format: {data['format']!r} is not {FORMAT!r}")
    turn = read_dict(data.get("turn", {}), "turn", (*_TURN_KEYS, *_fields("turn")))
    if read_list(turn.get("pending", []), "turn.pending"):
        raise BadSetup("turn.pending: an action is unfinished; such a position is shown, not loaded")
    seats = read_list(data.get("players", [{}, {}]), "players")
    if not FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS:
        raise BadSetup(f"players: {FEWEST_PLAYERS} to {MOST_PLAYERS} are needed, not {len(seats)}")
    seats = [
        read_dict(seat, f"players[{p}]", (*_PLAYER_KEYS, *_fields("player"))) for p, seat in enumerate(seats)
    ]
    game = Game(_read_table(data, seats, turn, load_map))
    seed = number_from(0, 2**64)(data.get("seed", 1), "seed")
    game.chance = seeded(seed)
    _read_state(game, data, seats)
    _read_cards(game, data, seats)
    _read_turn(game, turn)
    game.refresh()
    _check_pieces(game)
    for name in game.table.boxes:
        check = BOXES[name].check
        if check:
            check(game)
    if not game.table.loose:
        check_possible(game)
    game.take_up()
    return game


def _fields(scope: str) -> list[str]:
    return [field.name for field in FIELDS.values() if field.scope == scope]


def _read_grid(data: dict[str, Any], load_map: LoadMap | None) -> tuple[Grid, dict[str, Any]]:
    given = [key for key in ("sections", "level", "grid") if data.get(key) is not None]
    if len(given) > 1:
        raise BadSetup(f"{given[1]}: the land is given already by {given[0]!r}")
    if data.get("locations") is not None and given != ["grid"]:
        raise BadSetup("locations: only a grid needs their names")
    if given == ["level"]:
        if not isinstance(data["level"], str):
            raise BadSetup(f"level: a file name is needed, not {data['level']!r}")
        if load_map is None:
            raise BadSetup("level: levels cannot be read here")
        return load_map(data["level"]), {"level": data["level"]}
    if given == ["grid"]:
        rows = tuple(read_list(data["grid"], "grid"))
        for number, row in enumerate(rows):
            if not isinstance(row, str):
                raise BadSetup(f"grid[{number}]: a row of letters is needed, not {row!r}")
        locations = read_dict(data.get("locations") or {}, "locations", "123456789")
        named = tuple(
            (digit, read_word(tile, f"locations.{digit}", TILES, "tile")) for digit, tile in locations.items()
        )
        return Grid(tuple(row.replace(" ", "") for row in rows), named), {
            "grid": list(rows),
            "locations": locations,
        }
    names = data.get("sections")
    if names is None:
        names = list(next(box.first_game["sections"] for box in BOXES.values() if box.first_game))
    names = [name if isinstance(name, str) else repr(name) for name in read_list(names, "sections")]
    return assemble_sections(names), {"sections": names}


def _read_table(
    data: dict[str, Any], seats: list[dict[str, Any]], turn: dict[str, Any], load_map: LoadMap | None
) -> Table:
    grid, land = _read_grid(data, load_map)
    loose = read_flag(data.get("loose", False), "loose")
    markers = {}
    for name in _fields("marker"):
        value = data.get(name, FIELDS[name].default)
        if value != FIELDS[name].default:
            markers[name] = FIELDS[name].read(value, name)
    island = markers.get("island")
    board = board_of(grid, island_of(island) if island else None)
    held = [
        read_word(
            tile.get("kind") if isinstance(tile, dict) else tile,
            f"players[{p}].tiles[{t}].kind",
            TILES,
            "tile",
        )
        for p, seat in enumerate(seats)
        for t, tile in enumerate(read_list(seat.get("tiles", []), f"players[{p}].tiles"))
    ]
    cards = read_words(data.get("cards", []), "cards", CARDS, "card")
    tasks = read_words(data.get("tasks", []), "tasks", TASKS, "task")
    for key, names in (("cards", cards), ("tasks", tasks)):
        if len(set(names)) < len(names):
            raise BadSetup(f"{key}: one is there twice")
    variants = read_words(data.get("variants", []), "variants", VARIANTS, "variant")
    used = {
        **dict.fromkeys(board.kind_at.values()),
        **dict.fromkeys((*board.location_at.values(), *held, *cards, *tasks)),
    }
    piles = [data.get("deck"), data.get("discard"), *(seat.get("hand") for seat in seats)]
    every_card = [
        card for pile in piles if isinstance(pile, list) for card in pile
    ]  # what is no list is refused where it is read
    boxes = [box.name for box in BOXES.values() if _in_play(box, used, every_card, data, seats, turn)]
    return Table(len(seats), board, boxes, cards, tasks, markers, variants, held, land, loose)


def _in_play(
    box: Box,
    used: Iterable[str],
    terrain_cards_seen: list[Any],
    data: dict[str, Any],
    seats: list[dict[str, Any]],
    turn: dict[str, Any],
) -> bool:
    """Whether a position uses anything of a box."""
    if not box.order:
        return True
    named = {
        thing.name
        for things in (box.terrains, box.landmarks, box.tiles, box.cards, box.tasks)
        for thing in things
    }
    if named & set(used) or any(card.name in terrain_cards_seen for card in box.terrain_cards):
        return True

    def differs(field: Field, values: Iterable[dict[str, Any]]) -> bool:
        found = [value.get(field.name, field.default) for value in values]
        return any(
            value != field.default or type(value) is not type(field.default) for value in found
        )  # false is not 0

    where = {"player": seats, "table": [data], "marker": [data], "turn": [turn]}
    return any(differs(field, where[field.scope]) for field in box.fields)


def _read_state(game: Game, data: dict[str, Any], seats: list[dict[str, Any]]) -> None:
    turn = data.get("turn") or {}
    for kind, field in _kept(game):
        name, default = field.name, field.default
        value: Any
        if field.scope == "player":
            value = tuple(
                field.read(seat.get(name, default), f"players[{p}].{name}") for p, seat in enumerate(seats)
            )
        elif field.scope == "table":
            value = field.read(data.get(name, default), name)
        else:
            value = field.read(turn.get(name, default), f"turn.{name}")
        game.keep(cast(Any, game.box[kind])._replace(**{name: value}))
    for player, seat in enumerate(seats):
        place = f"players[{player}]"
        game.settlements[player] = read_hexes(seat.get("settlements", []), f"{place}.settlements")
        bound = game.settlements[player].bit_count() + _bound(game, player)
        if bound > PIECES:
            raise BadSetup(f"{place}: {bound} settlements, and there are only {PIECES}")
        game.supply[player] = number_from(0, PIECES - bound)(
            seat.get("supply", PIECES - bound), f"{place}.supply"
        )
        game.gold[player] = number_from(0, 100_000)(seat.get("gold", 0), f"{place}.gold")
        game.taken[player] = read_hexes(seat.get("taken", []), f"{place}.taken")
        game.tiles[player] = tuple(
            _read_tile(game, tile, f"{place}.tiles[{t}]") for t, tile in enumerate(seat.get("tiles", []))
        )
        spaces = [space for _, space, _ in game.tiles[player] if space is not None]
        if len(set(spaces)) < len(spaces):
            raise BadSetup(f"{place}.tiles: two tiles from one hex (R-GAIN-2)")
        game.taken[player] |= sum(BIT[space] for space in spaces)
        if game.taken[player] & ~game.board.locations:
            raise BadSetup(
                f"{place}.taken: {write_hexes(game.taken[player] & ~game.board.locations)[0]} is no location"
            )
    for space in hexes_of(game.board.locations):
        _lay(game, space, max(0, TILES_OF_A_LOCATION - taken_from(game, space)))
    for index, pair in enumerate(read_list(data.get("location_tiles", []), "location_tiles")):
        place = f"location_tiles[{index}]"
        if not isinstance(pair, list) or len(pair) != 2:
            raise BadSetup(f"{place}: a pair of hex and number is needed, not {pair!r}")
        space = read_hex(pair[0], place)
        if space not in game.board.location_at:
            raise BadSetup(f"{place}: {pair[0]} is no location")
        _lay(game, space, number_from(0, TILES_OF_A_LOCATION)(pair[1], place))
    game.ending = read_flag(data.get("end", False), "end")


def _lay(game: Game, space: Hex, left: int) -> None:
    """So many tiles are left on a location hex."""
    bit = BIT[space]
    game.doubled = game.doubled | bit if left == 2 else game.doubled & ~bit
    game.stocked = game.stocked | bit if left else game.stocked & ~bit


def _bound(game: Game, player: int) -> int:
    return sum(
        field.binds(getattr(game.box[kind], field.name)[player]) for kind, field in _kept(game) if field.binds
    )


def _kept(game: Game) -> Iterator[tuple[type[Any], Field]]:
    """What the boxes in play keep during a game: in which state, and how it is written."""
    for name in game.table.boxes:
        box = BOXES[name]
        if box.state is not None:
            for field in box.fields:
                if field.scope != "marker":
                    yield box.state, field


def _read_tile(game: Game, data: Any, place: str) -> HeldTile:
    read_dict(data, place, _TILE_KEYS)
    tile = TILES[data["kind"]]
    space = read_hex_or_none(data.get("from"), f"{place}.from")
    if space is not None and space not in game.board.location_at:
        raise BadSetup(f"{place}.from: {data['from']} is no {tile.name}")
    used, fresh = (
        read_flag(data.get("used", False), f"{place}.used"),
        read_flag(data.get("fresh", False), f"{place}.fresh"),
    )
    if used and fresh:
        raise BadSetup(f"{place}: a tile gained this turn cannot have been used (R-GAIN-5)")
    return tile, space, USED if used else FRESH if fresh else READY


def _read_cards(game: Game, data: dict[str, Any], seats: list[dict[str, Any]]) -> None:
    """Hands, draw and discard pile. Cards that are nowhere make the draw pile or, where that is given, the
    hands left out.

    A draw pile given without any hand is dealt from; given with some hands it stays as it is, so that a test
    can say what is drawn next.
    """
    turn = data.get("turn") or {}
    hands: list[tuple[str, ...] | None] = []
    for player, seat in enumerate(seats):
        hand = seat.get("hand")
        if hand is None and player == turn.get("player", 0) and turn.get("card") is not None:
            hand = [turn["card"]]
        hands.append(
            None
            if hand is None
            else read_words(hand, f"players[{player}].hand", TERRAIN_CARDS, "terrain card")
        )
    game.discard = read_words(data.get("discard", []), "discard", TERRAIN_CARDS, "terrain card")
    deck = data.get("deck")
    given = None if deck is None else read_words(deck, "deck", TERRAIN_CARDS, "terrain card")
    seen = (
        Counter(card for hand in hands for card in hand or ()) + Counter(game.discard) + Counter(given or ())
    )
    every = Counter(terrain_cards(game.table.boxes))
    for card, count in seen.items():
        if count > every[card]:
            raise BadSetup(f"deck: {count} cards {card!r}, and there are only {every[card]}")
    rest = sorted((every - seen).elements())
    for name in game.table.boxes:
        trim = BOXES[name].trim_deck
        rest = trim(game.table.markers, rest) if trim else rest
    pile: tuple[str, ...] = ()
    if given and all(hand is None for hand in hands):
        order = given[: len(hands)]
        hands, given = [order[player : player + 1] for player in range(len(hands))], given[len(hands) :]
    if (
        given is None or None in hands
    ):  # otherwise nothing is dealt, and the generator stays as it was written
        game.chance, pile = shuffled(game.chance, rest)
    game.deck = pile if given is None else pile + given
    for player, hand in enumerate(hands):
        if hand is None:
            hand, game.deck = game.deck[:1], game.deck[1:]
        game.hand[player] = hand
    if given is not None:
        game.deck = game.deck[-len(given) :] if given else ()


def _read_turn(game: Game, turn: dict[str, Any]) -> None:
    seat = number_from(0, game.table.players - 1)
    game.player = player = seat(turn.get("player", 0), "turn.player")
    game.start_player = seat(turn.get("start_player", 0), "turn.start_player")
    game.round = number_from(1, 1000)(turn.get("round", 1), "turn.round")
    game.mandatory = MANDATORY_WORDS.index(
        read_word(turn.get("mandatory", "todo"), "turn.mandatory", MANDATORY_WORDS, "state")
    )
    game.built = number_from(0, PIECES)(turn.get("built", 0), "turn.built")
    game.built_hexes = read_hexes(turn.get("built_hexes", []), "turn.built_hexes")
    game.over = read_flag(turn.get("over", False), "turn.over")
    if game.mandatory == TODO and (game.built or game.built_hexes):
        raise BadSetup("turn.built: nothing can have been built while the mandatory action is still to do")
    if game.over:
        return
    hand = game.hand[player]
    card = turn.get("card")
    if card is not None:
        if card not in hand:
            raise BadSetup(f"turn.card: {card!r} is not in the hand of player {player}")
        game.card = card
    elif len(hand) == 1:
        game.card = hand[0]
    sides = dict(game.table.sides[game.card]) if game.card else {}
    side = turn.get("side")
    if side is not None:
        side = read_word(side, "turn.side", TERRAINS, "terrain")
        if side not in sides and not (game.table.switches.twins_are_wild and game.card):
            raise BadSetup(f"turn.side: {side!r} is not on the played card")
    elif len(sides) == 1:
        side = next(iter(sides))
    if side is not None:
        game.terrain, game.field = side, game.board.terrain[side]
    if game.mandatory == DOING:
        if (
            game.terrain is None and "due" not in turn
        ):  # a card that came in the middle may leave the side open
            raise BadSetup(
                "turn.side: the played terrain must be known in the middle of the mandatory action"
            )
        number = game.table.number(
            game.card, game.terrain
        )  # what a replaced card asked for may differ (R-MAND-5)
        game.due = number_from(0, PIECES)(turn.get("due", max(0, number - game.built)), "turn.due")
        game.added = number_from(0, game.built)(turn.get("added", max(0, game.built - number)), "turn.added")


def _check_pieces(game: Game) -> None:
    pieces: list[tuple[int, str]] = []
    for player in range(game.table.players):
        pieces.append((game.settlements[player], f"players[{player}].settlements"))
        pieces += [(hook(game, player), f"players[{player}]") for hook in game.table.hooks.own_pieces]
    pieces += [(hook(game), "neutral pieces") for hook in game.table.hooks.neutral_pieces]
    pieces.append((game.helpers, "pieces of this turn"))
    seen = 0
    for hexes, place in pieces:
        for problem, clash in (
            ("there is no such hex", hexes & ~game.board.cells),
            ("nothing can stand on a landmark (R-TERR-2)", hexes & game.board.landmarks),
            ("two pieces on one hex (R-BUILD-1)", hexes & seen),
        ):
            if clash:
                raise BadSetup(f"{place}: {list(PLACE_OF[next(hexes_of(clash))])}: {problem}")
        seen |= hexes


# --- writing


def write_position(game: Game) -> dict[str, Any]:
    """A game as a position, with every key; the deck in its order, so that reading it back asks the same and
    draws the same."""
    markers = {
        name: FIELDS[name].write(game.table.markers[name])
        if name in game.table.markers
        else FIELDS[name].default
        for name in _fields("marker")
    }
    kept = {field.name: getattr(game.box[kind], field.name) for kind, field in _kept(game)}
    return {
        "format": FORMAT,
        **game.table.land,
        **markers,
        "cards": [card.name for card in game.table.cards],
        "tasks": [task.name for task in game.table.tasks],
        "variants": sorted(variant.name for variant in game.table.variants),
        "players": [_write_player(game, kept, player) for player in range(game.table.players)],
        **_write_kept(kept, "table"),
        "location_tiles": [
            [write_hex(space), left_at(game, space)] for space in hexes_of(game.board.locations)
        ],
        "end": game.ending,
        "deck": list(game.deck),
        "discard": list(game.discard),
        "seed": seed_of(game.chance),
        "turn": _write_turn(game, kept),
        **({"loose": True} if game.table.loose else {}),
    }


def _write_kept(kept: dict[str, Any], scope: str, player: int | None = None) -> dict[str, Any]:
    """What the boxes keep; of a box that is not in play, what a position leaves out."""
    written = {}
    for field in FIELDS.values():
        if field.scope == scope:
            if field.name in kept:
                value = kept[field.name]
                written[field.name] = field.write(value if player is None else value[player])
            else:
                written[field.name] = field.default
    return written


def _write_player(game: Game, kept: dict[str, Any], player: int) -> dict[str, Any]:
    return {
        "settlements": write_hexes(game.settlements[player]),
        "supply": game.supply[player],
        "gold": game.gold[player],
        "hand": list(game.hand[player]),
        "taken": write_hexes(game.taken[player]),
        "tiles": [
            {
                "kind": tile.name,
                "from": write_hex_or_none(space),
                "used": state == USED,
                "fresh": state == FRESH,
            }
            for tile, space, state in game.tiles[player]
        ],
        **_write_kept(kept, "player", player),
    }


def _write_turn(game: Game, kept: dict[str, Any]) -> dict[str, Any]:
    return {
        "player": game.player,
        "start_player": game.start_player,
        "round": game.round,
        "card": game.card,
        # needed where the card alone does not tell it: a double card, or two equal ones that stand for any
        # (V-TWINS)
        "side": game.terrain
        if game.card and [side for side, _ in game.table.sides[game.card]] != [game.terrain]
        else None,
        "mandatory": MANDATORY_WORDS[game.mandatory],
        "built": game.built,
        "built_hexes": write_hexes(game.built_hexes),
        **({"due": game.due, "added": game.added} if game.mandatory == DOING else {}),
        **_write_kept(kept, "turn"),
        "over": game.over,
        "pending": [write_answer(answer) for answer in game.pending],
    }
