"""Harvest: farmland with its extra action, silos that add a phase after the last turn, eight location tiles,
and six Kingdom Builder cards."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from kingdom.rules import events
from kingdom.rules.actions import ChooseHexFrame, movable_origins
from kingdom.rules.decision_frames import DECLINE, FINISH, SETTLEMENT, TILE_USED, Answer, Frame
from kingdom.rules.errors import IllegalAnswer, ValidationError
from kingdom.rules.expansion import (
    EXPANSION_STATE,
    OWN_PIECES,
    PLAYER_ITEM,
    ROW_COUNTS,
    SECTION_COUNTS,
    TERRAIN,
    Action,
    ConditionalHooks,
    Expansion,
    GoldSource,
    Hooks,
    Landmark,
    PlayerItem,
    Score,
    ScoringCard,
    StateField,
    Terrain,
    replace_at,
)
from kingdom.rules.expansions.harvest_tiles import (
    NUMBER_TILE_TOTAL,
    SCOUT_COUNT,
    TILES,
    HarvestState,
    remove_scouts,
    scout_hexes,
)
from kingdom.rules.expansions.section_grids import HARVEST_SECTIONS
from kingdom.rules.game import Game
from kingdom.rules.hexes import (
    BIT,
    BIT_LENGTH,
    COORD_OF,
    EDGE_MASK,
    ISLAND_ROWS,
    NEIGHBORS,
    ROW_MASKS,
    ROWS,
    SECTION_MASKS,
    Hex,
    first_hex,
    iter_hexes,
    neighbor_counts,
    neighbors,
    row_index,
)
from kingdom.rules.json_values import identity, int_reader, read_bool, read_hexes, read_list, write_hexes
from kingdom.rules.scoring import PieceScorer, pieces_by_row, pieces_per_section

SILO = "silo"

MAX_SETTLEMENTS_PER_SILO = 3


def targets_next_to_own_pieces(game: Game, player: int) -> int:
    """Returns the free suitable hexes next to the player's pieces. Adjacency is required, not just preferred
    (X-SILO-2)."""
    return game.free_hexes & game.board.suitable_hexes & game.adjacent_hexes[player]


def silo_destinations(game: Game, player: int, origin: Hex) -> int:
    """Returns the hexes that a settlement may move to once it has been lifted from `origin` (X-SILO-2)."""
    return game.free_hexes & game.board.suitable_hexes & neighbors(game.piece_hexes[player] ^ BIT[origin])


def silo_origins(game: Game, player: int, moved: int) -> int:
    """Returns the settlements that can still be moved. A silo may not move the same settlement twice
    (X-SILO-5)."""
    return movable_origins(
        game.settlement_hexes[player] & ~moved,
        game.piece_hexes[player],
        targets_next_to_own_pieces(game, player),
        lambda origin: silo_destinations(game, player, origin),
    )


class SiloPhaseFrame(Frame):
    """Base class of the frames in the silo phase. There is no active player, so each frame stores the player
    who decides."""

    __slots__ = ("player",)

    def __init__(self, player: int) -> None:
        self.player = player

    def deciding_player(self, game: Game) -> int:
        return self.player

    def topic(self, game: Game) -> str:
        return SILO


class SiloChoiceFrame(SiloPhaseFrame):
    """Chooses whether a player builds, moves or declines at one silo next to that player's pieces
    (X-SILO-1)."""

    __slots__ = ()
    kind = "option"
    rule_id = "X-SILO-1"

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        choices: list[str] = []
        if game.supply[self.player] and targets_next_to_own_pieces(game, self.player):
            choices.append("build")
        if silo_origins(game, self.player, 0):
            choices.append("move")
        return (*choices, DECLINE) if choices else ()

    def apply(self, game: Game, answer: Answer) -> None:
        if answer == DECLINE:
            game.pop_frame()
        else:
            game.replace_frame(
                SiloBuildFrame(self.player, MAX_SETTLEMENTS_PER_SILO)
                if answer == "build"
                else SiloOriginFrame(self.player, 0)
            )


class SiloBuildFrame(SiloPhaseFrame):
    """Builds up to three settlements without the usual consequences of a build (X-SILO-1, X-SILO-6)."""

    __slots__ = ("builds_left",)
    kind = "to"
    rule_id = "X-SILO-2"

    def __init__(self, player: int, builds_left: int) -> None:
        super().__init__(player)
        self.builds_left = builds_left

    def remaining(self, game: Game) -> int:
        return min(self.builds_left, game.supply[self.player])

    def cells(self, game: Game) -> int:
        return (
            targets_next_to_own_pieces(game, self.player)
            if self.builds_left and game.supply[self.player]
            else 0
        )

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return (FINISH,) if self.builds_left < MAX_SETTLEMENTS_PER_SILO and cells else ()

    def apply(self, game: Game, answer: Answer) -> None:
        if isinstance(answer, str):
            game.pop_frame()
            return
        player = self.player
        game.replace_frame(SiloBuildFrame(player, self.builds_left - 1))
        game.supply[player] -= 1
        game.put_settlement(player, answer)
        game.emit(events.Built, player, SETTLEMENT, BIT[answer], SILO)


class SiloOriginFrame(SiloPhaseFrame):
    """Chooses the next of up to three different settlements to move (X-SILO-1, X-SILO-5). `moved` holds the
    hexes of the settlements already moved."""

    __slots__ = ("moved",)
    kind = "from"
    rule_id = "X-SILO-5"

    def __init__(self, player: int, moved: int) -> None:
        super().__init__(player)
        self.moved = moved

    def remaining(self, game: Game) -> int:
        return MAX_SETTLEMENTS_PER_SILO - self.moved.bit_count()

    def cells(self, game: Game) -> int:
        return (
            silo_origins(game, self.player, self.moved)
            if self.moved.bit_count() < MAX_SETTLEMENTS_PER_SILO
            else 0
        )

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        return (FINISH,) if self.moved and cells else ()

    def apply(self, game: Game, answer: Answer) -> None:
        if isinstance(answer, str):
            game.pop_frame()
        else:
            game.replace_frame(SiloDestinationFrame(self.player, self.moved, answer))


class SiloDestinationFrame(SiloPhaseFrame):
    """Chooses the destination of the lifted settlement (X-SILO-2)."""

    __slots__ = ("moved", "origin")
    kind = "to"
    rule_id = "X-SILO-2"

    def __init__(self, player: int, moved: int, origin: Hex) -> None:
        super().__init__(player)
        self.moved, self.origin = moved, origin

    def remaining(self, game: Game) -> int:
        return MAX_SETTLEMENTS_PER_SILO - self.moved.bit_count()

    def cells(self, game: Game) -> int:
        return silo_destinations(game, self.player, self.origin)

    def apply(self, game: Game, answer: Answer) -> None:
        player, target = self.player, int(answer)
        game.replace_frame(SiloOriginFrame(player, self.moved | BIT[target]))
        game.lift_settlement(player, self.origin)
        game.put_settlement(player, target)
        game.emit(events.Moved, player, SETTLEMENT, self.origin, target, SILO)


def begin_silo_phase(game: Game) -> None:
    """Starts the silo phase after the last turn. First determines which players may use which silos. The
    players then act in turn order, beginning with the start player (X-SILO-3, X-SILO-4)."""
    player_count = game.config.player_count
    silo_neighbors = [NEIGHBORS[silo] for silo in iter_hexes(game.board.hexes_by_landmark[SILO])]
    for offset in reversed(range(player_count)):
        player = (game.start_player + offset) % player_count
        for around in silo_neighbors:
            if around & game.piece_hexes[player]:
                game.push_frame(SiloChoiceFrame(player))


FARMLAND = "farmland"


# --- Farmland


def adjacent_farmland(game: Game, player: int) -> int:
    """Returns the free farmland next to the player's pieces and scouts. Adjacency is required, not just
    preferred (X-FARM-1)."""
    return game.board.hexes_by_terrain[FARMLAND] & game.adjacent_hexes[player] & game.free_hexes


class FarmlandAction(Action):
    """Builds one settlement on farmland next to the player's pieces. Available once per turn, without a tile
    (X-FARM-1, R-TURN-4)."""

    name, rule_id = FARMLAND, "X-FARM-1"
    custom_icon = (TERRAIN, FARMLAND)
    frame = ChooseHexFrame(
        rule_id,
        adjacent_farmland,
        lambda game, player, hex_id: game.build_settlement(player, hex_id, FARMLAND),
        adjacency_applies=False,
    )

    def is_usable(self, game: Game, player: int) -> bool:
        return (
            bool(game.board.hexes_by_terrain[FARMLAND] & game.adjacent_hexes[player] & game.free_hexes)
            and game.supply[player] > 0
        )

    def begin(self, game: Game, player: int) -> None:
        game.set_expansion_state(game.expansion_states[HarvestState]._replace(farmland_used=True))
        game.push_frame(self.frame)

    def unavailable_reason(self, game: Game, player: int) -> IllegalAnswer | None:
        if HarvestState not in game.expansion_states or not game.expansion_states[HarvestState].farmland_used:
            return None
        return IllegalAnswer(
            "R-TURN-4",
            "the farmland action was already used this turn",
            "reason.used",
            TILE_USED,
            action=FARMLAND,
        )


FARMLAND_ACTION = FarmlandAction()
FARMLAND_ACTIONS = (FARMLAND_ACTION,)


def farmland_actions(game: Game, player: int) -> Iterable[Action]:
    """Returns the farmland action if it has not been used this turn and has a target."""
    return (
        FARMLAND_ACTIONS
        if not game.expansion_states[HarvestState].farmland_used and FARMLAND_ACTION.is_usable(game, player)
        else ()
    )


def reset_turn_state(game: Game, player: int) -> None:
    """Resets the values that belong to a single turn."""
    state = game.expansion_states[HarvestState]
    if state.farmland_used or state.sections:
        game.set_expansion_state(HarvestState(state.marks, state.counters, state.scouts, False, 0))


# --- Kingdom Builder cards


def score_rangers(game: Game, player: int) -> Score:
    """Scores 2 gold for each row with exactly one of the player's pieces (K-RANGERS)."""
    single_piece_rows = [row for row in pieces_by_row(game, player) if row and not row & (row - 1)]
    return Score(2 * len(single_piece_rows), sum(single_piece_rows))


def score_chainers(game: Game, player: int) -> Score:
    """Scores 1 gold for each piece next to exactly two of the player's other pieces (K-CHAINERS)."""
    own = game.piece_hexes[player]
    _, at_least_two, at_least_three = neighbor_counts(own)
    scoring_hexes = own & at_least_two & ~at_least_three
    return Score(scoring_hexes.bit_count(), scoring_hexes)


def score_homesteaders(game: Game, player: int) -> Score:
    """Scores 1 gold for each piece in the section where the player has the most pieces (K-HOMESTEADERS)."""
    counts = pieces_per_section(game, player)
    most = max(counts)
    return Score(most, game.piece_hexes[player] & SECTION_MASKS[counts.index(most)])


MAYORS_MIN_PIECES = 4
ROW_INDEX_AT = tuple(row_index(hex_id) if hex_id in COORD_OF else 0 for hex_id in range(BIT_LENGTH))
"""The row index of each hex."""


def mark_rows(game: Game, player: int, hexes: int) -> None:
    """Marks the rows of these hexes if they now contain four of the player's pieces (K-MAYORS-1,
    K-MAYORS-2)."""
    own = game.piece_hexes[player]
    row = ROW_INDEX_AT[hexes.bit_length() - 1]
    # If there are several such rows, mark them from top to bottom as long as the supply lasts.
    if hexes & ~ROW_MASKS[row]:
        for row, mask in enumerate(ROW_MASKS):
            if hexes & mask and (own & mask).bit_count() >= MAYORS_MIN_PIECES:
                mark_row(game, player, row)
    elif (own & ROW_MASKS[row]).bit_count() >= MAYORS_MIN_PIECES:
        mark_row(game, player, row)


def mark_row(game: Game, player: int, row: int) -> None:
    """Marks an unmarked row with a settlement from the supply. Using the last settlement triggers the end of
    the game (K-MAYORS-2, R-END-1)."""
    if not game.supply[player]:
        return
    state = game.expansion_states[HarvestState]
    for player_marks in state.marks:
        if player_marks >> row & 1:
            return
    marks = state.marks[player] | 1 << row
    game.set_expansion_state(state._replace(marks=replace_at(state.marks, player, marks)))
    game.supply[player] -= 1
    game.emit(events.CounterChanged, player, "marks", marks.bit_count())
    game.check_end_trigger(player)


def score_mayors(game: Game, player: int) -> Score:
    """Scores 4 gold for each row the player has marked, even if no pieces are left in it (K-MAYORS-3)."""
    marks = game.expansion_states[HarvestState].marks[player]
    return Score(
        4 * marks.bit_count(),
        sum([row for index, row in enumerate(pieces_by_row(game, player)) if marks >> index & 1]),
    )


SECTION_BIT_AT = tuple(
    sum(1 << number for number, section in enumerate(SECTION_MASKS) if section & bit) for bit in BIT
)
"""The section of each hex as a bit set with one member. It is 0 on the island (Q-ISLAND-4)."""


SECTION_SET_MASKS = tuple(
    sum(section for number, section in enumerate(SECTION_MASKS) if sections >> number & 1)
    for sections in range(1 << len(SECTION_MASKS))
)
"""For each set of sections, all hexes in these sections. Indexed by the set."""


def track_sections_built(game: Game, player: int, hexes: int) -> None:
    """Records the sections in which the active player built (K-ROVERS-1, K-ROVERS-2). Builds made as a
    reaction don't count. A city hall can lie in several sections."""
    if player == game.active_player and not game.in_reaction:
        hex_id, state = hexes.bit_length() - 1, game.expansion_states[HarvestState]
        sections = SECTION_BIT_AT[hex_id]
        if hexes != BIT[hex_id]:
            sections = sum([1 << number for number, section in enumerate(SECTION_MASKS) if hexes & section])
        if sections & ~state.sections:
            marks, counters, scouts, farmland_used, sections_before = state  # Faster than `_replace`.
            game.set_expansion_state(
                HarvestState(marks, counters, scouts, farmland_used, sections_before | sections)
            )


ROVERS = ScoringCard("rovers", "K-ROVERS-1", hooks=Hooks(on_built=(track_sections_built,)))

CARDS = (
    ScoringCard("rangers", "K-RANGERS-1", score_rangers, GoldSource(ROW_COUNTS), scores_rows=True),
    ScoringCard("travellers", "K-TRAVELLERS-1", PieceScorer(lambda game: (EDGE_MASK,))),
    ScoringCard("chainers", "K-CHAINERS-1", score_chainers, GoldSource(OWN_PIECES)),
    ScoringCard("homesteaders", "K-HOMESTEADERS-1", score_homesteaders, GoldSource(SECTION_COUNTS)),
    ScoringCard(
        "mayors",
        "K-MAYORS-1",
        score_mayors,
        GoldSource(EXPANSION_STATE),
        Hooks(on_arrived=(mark_rows,)),
        scores_rows=True,
    ),
    ROVERS,
)


def award_rovers(game: Game, player: int) -> None:
    """Awards 1 gold for each section in which the player built this turn (K-ROVERS-1)."""
    built_in = game.expansion_states[HarvestState].sections
    if built_in and ROVERS in game.config.scoring_cards:
        game.earn_gold(player, built_in.bit_count(), ROVERS.name, SECTION_SET_MASKS[built_in])


# --- Display


def visible_pieces(game: Game) -> Iterable[tuple[str, int | None, int]]:
    """Returns the scouts."""
    return (("scout", None, scout_hexes(game)),)


def row_markers(game: Game) -> Iterable[tuple[int, int]]:
    """Returns the rows marked for Mayors with their owners."""
    return [
        (row, player)
        for player, marks in enumerate(game.expansion_states[HarvestState].marks)
        for row in iter_hexes(marks)
    ]


def player_items(game: Game, player: int) -> Iterable[PlayerItem]:
    """Returns the player's number tiles."""
    counters = game.expansion_states[HarvestState].counters[player]
    return (
        (PlayerItem(PLAYER_ITEM, "counters", counters, custom_icon=(PLAYER_ITEM, "counter")),)
        if counters
        else ()
    )


# --- Positions


def read_row(value: Any, path: str) -> int:
    """Reads a row: a number from 0 to 19, or ["i", row] with a number from 0 to 4 for a row on the island.
    Internally, the island's rows are numbered after the other rows."""
    if isinstance(value, list) and len(value) == 2 and value[0] == "i":
        return ROWS + int_reader(0, ISLAND_ROWS - 1)(value[1], path)
    return int_reader(0, ROWS - 1)(value, path)


def write_row(row: int) -> Any:
    """Returns a row in the JSON form of a position."""
    return row if row < ROWS else ["i", row - ROWS]


def read_marks(value: Any, path: str) -> int:
    """Reads distinct rows as a bit set with one bit per row."""
    return bit_set_of_distinct(
        [read_row(part, f"{path}[{index}]") for index, part in enumerate(read_list(value, path))], path
    )


def read_sections(value: Any, path: str) -> int:
    """Reads distinct sections, from 0 (top left) to 3, as a bit set with one bit per section."""
    last = len(SECTION_MASKS) - 1
    return bit_set_of_distinct(
        [int_reader(0, last)(part, f"{path}[{index}]") for index, part in enumerate(read_list(value, path))],
        path,
    )


def bit_set_of_distinct(numbers: list[int], path: str) -> int:
    """Returns distinct numbers as a bit set."""
    if len(set(numbers)) < len(numbers):
        raise ValidationError(f"{path}: one appears twice")
    return sum(1 << number for number in numbers)


STATE_FIELDS = (
    StateField(
        "marks",
        "player",
        [],
        read_marks,
        lambda marks: [write_row(row) for row in iter_hexes(marks)],
        settlements_used=int.bit_count,
        requires_any=("mayors",),
    ),
    StateField(
        "counters", "player", 0, int_reader(0, NUMBER_TILE_TOTAL), identity, requires_any=("cathedral",)
    ),
    StateField("scouts", "table", [], read_hexes, write_hexes, requires_any=("scout_cabin",)),
    StateField("farmland_used", "turn", False, read_bool, identity, requires_any=(FARMLAND,)),
    StateField(
        "sections",
        "turn",
        [],
        read_sections,
        lambda sections: list(iter_hexes(sections)),
        requires_any=("rovers",),
    ),
)


def validate_position(game: Game) -> None:
    """Raises ValidationError if there are too many scouts or number tiles, or if a marked row is duplicated
    or does not exist."""
    if game.expansion_states[HarvestState].scouts.bit_count() > SCOUT_COUNT:
        raise ValidationError(f"scouts: there are only {SCOUT_COUNT}")
    if sum(game.expansion_states[HarvestState].counters) > NUMBER_TILE_TOTAL:
        raise ValidationError(f"counters: more than {NUMBER_TILE_TOTAL} in all (L-CATHEDRAL-3)")
    rows_seen = 0
    for player, marks in enumerate(game.expansion_states[HarvestState].marks):
        if rows_seen & marks:
            raise ValidationError(
                f"players[{player}].marks: {write_row(first_hex(rows_seen & marks))} is marked "
                "already (K-MAYORS-2)"
            )
        if marks >> ROWS and not game.board.island:
            raise ValidationError(f"players[{player}].marks: there is no island")
        rows_seen |= marks


EXPANSION = Expansion(
    name="harvest",
    release_order=4,
    terrains=(Terrain(FARMLAND, "A"),),
    landmarks=(Landmark(SILO, "O"),),
    sections=HARVEST_SECTIONS,
    has_unofficial_sections=True,
    tiles=TILES,
    actions=FARMLAND_ACTIONS,
    scoring_cards=CARDS,
    state_type=HarvestState,
    state_fields=STATE_FIELDS,
    hooks=Hooks(
        on_last_turn_end=(begin_silo_phase,),
        visible_pieces=(visible_pieces,),
        row_markers=(row_markers,),
        player_items=(player_items,),
    ),
    conditional_hooks=(
        ConditionalHooks((FARMLAND, ROVERS.name), Hooks(on_turn_start=(reset_turn_state,))),
        ConditionalHooks((FARMLAND,), Hooks(extra_actions=(farmland_actions,))),
        # At the end of a turn, Rovers scores before the scouts leave the board (R-TURN-7).
        ConditionalHooks((ROVERS.name,), Hooks(on_turn_end=(award_rovers,))),
        ConditionalHooks(("scout_cabin",), Hooks(on_turn_end=(remove_scouts,), helper_hexes=(scout_hexes,))),
    ),
    validate_position=validate_position,
)
