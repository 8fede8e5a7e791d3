"""GameState holds the position and can be copied cheaply. It contains the frame stack, the terrain cards and
everything else that needs no hooks."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from operator import attrgetter
from typing import Any, Self, TypeVar, TypeVarTuple

from kingdom.rules import events
from kingdom.rules.compilation import mypyc_attr
from kingdom.rules.decision_frames import (
    MANDATORY_ACTION,
    MANDATORY_TODO,
    PHASE_AFTER_LAST_TURN,
    PHASE_OVER,
    PHASE_TURNS,
    TILE_FRESH,
    TILE_READY,
    TILE_USED,
    TURN_FRAME,
    Answer,
    Frame,
    LegalAnswers,
)
from kingdom.rules.events import Event
from kingdom.rules.expansion import Tile, initial_states
from kingdom.rules.game_config import SETTLEMENTS_PER_PLAYER, GameConfig
from kingdom.rules.hexes import BIT, NEIGHBORS, Hex, neighbors
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import shuffle_from_state

T = TypeVar("T")
EventArgs = TypeVarTuple("EventArgs")

HeldTile = tuple[Tile, Hex | None, int]
"""A location tile held by a player: the tile, the hex it came from (None if it is not tied to a hex), and its
state (ready, used or fresh)."""


STATE_ATTRIBUTES = (
    "active_player", "additional_builds_made", "adjacency_waived", "adjacent_hexes", "board", "config",
    "current_action", "discard_pile", "draw_pile", "earned_gold", "end_triggered", "expansion_states",
    "free_hexes", "full_locations", "hands", "held_tiles", "helper_hexes", "in_reaction",
    "mandatory_build_hexes", "mandatory_builds_due", "mandatory_builds_made", "mandatory_state", "over",
    "piece_hexes", "played_card", "played_terrain", "played_terrain_hexes", "rng_state", "round",
    "settlement_hexes", "stack", "start_player", "stocked_locations", "supply", "taken_locations",
    "zone_hexes",
)  # fmt: skip
"""The attributes of a game that define its state."""
_get_state = attrgetter(*STATE_ATTRIBUTES)


def usable_states(tile: Tile) -> tuple[int, ...]:
    """Returns the states in which a tile can be used. A reaction can be used in the turn in which its tile is
    gained (L-CANOE-5)."""
    return (TILE_READY, TILE_FRESH) if tile.is_reaction else (TILE_READY,)


@mypyc_attr(allow_interpreted_subclasses=True)
class GameState:
    """The state of a game. Uses slots, ints, tuples and a few short lists so that `copy` is cheap. Every
    value is either immutable or copied."""

    __slots__ = (*STATE_ATTRIBUTES, "_legal_answers_cache", "event_log", "pending_answers")

    def __init__(self, config: GameConfig) -> None:
        player_count = config.player_count
        self.config = config
        self.board = config.board
        self.rng_state = 0
        """State of the random number generator (see rng.py)."""
        self.active_player = self.start_player = 0
        self.round = 1
        self.played_card: str | None = None
        """The played terrain card. None if it has not been chosen yet or if the player has no card."""
        self.played_terrain: str | None = None
        """The played terrain. None if it has not been chosen yet."""
        self.played_terrain_hexes = 0
        """The hexes of the played terrain."""
        self.mandatory_state = MANDATORY_TODO
        self.mandatory_builds_due = 0
        """The number of mandatory builds from the supply that are still to be made. Valid only after the
        mandatory action has started."""
        self.mandatory_builds_made = 0
        """Mandatory builds made this turn."""
        self.mandatory_build_hexes = 0
        """The hexes of the mandatory builds made this turn."""
        self.additional_builds_made = 0
        """Number of mandatory builds made this turn that used settlements set aside instead of the supply
        (R-MAND-4)."""
        self.adjacency_waived = False
        """True if the next piece placed may ignore adjacency."""
        self.in_reaction = False
        """True while a reaction is being resolved. A reaction is not a build of the current turn."""
        self.zone_hexes = 0
        """Empty hexes that may not be entered because they are in a zone, such as the hexes next to a
        warrior."""
        self.free_hexes = self.board.all_hexes
        """Hexes that may be targets or steps (R-TERM-5)."""
        self.helper_hexes = 0
        """Hexes of pieces that count as the active player's pieces, but only for adjacency and patterns
        (R-TERM-2)."""
        self.settlement_hexes = [0] * player_count
        self.piece_hexes = [0] * player_count
        """The hexes of each player's pieces (R-TERM-1)."""
        self.adjacent_hexes = [0] * player_count
        """The hexes next to each player's pieces. For the active player, helper pieces count too."""
        self.supply = [SETTLEMENTS_PER_PLAYER] * player_count
        self.earned_gold = [0] * player_count
        """Gold earned during the game, excluding the final scoring."""
        self.hands: list[tuple[str, ...]] = [()] * player_count
        self.held_tiles: list[tuple[HeldTile, ...]] = [()] * player_count
        self.taken_locations = [0] * player_count
        """The location hexes from which each player has ever taken a tile (R-GAIN-2)."""
        self.draw_pile: tuple[str, ...] = ()
        """The draw pile, with the next card first."""
        self.discard_pile: tuple[str, ...] = ()
        self.stocked_locations = self.full_locations = self.board.location_hexes
        """The location hexes that have at least one tile, and those that have two."""
        self.end_triggered = False
        self.over = False
        self.current_action = ""
        """The option name of the extra action in progress."""
        self.stack: tuple[Frame, ...] = ()
        self.expansion_states = initial_states(
            [EXPANSIONS[name].state_type for name in config.expansions], player_count
        )
        """The states of the expansions by class."""
        self.pending_answers: tuple[Answer, ...] = ()
        """The answers given so far in the unfinished action. Recorded only by `play`."""
        self.event_log: list[Event] | None = None
        self._legal_answers_cache: LegalAnswers | None = None
        """The legal answers to the pending decision, or None if they have not been computed yet."""

    def emit(self, event_type: Callable[[*EventArgs], Event], *values: *EventArgs) -> None:
        """Records an event if events are being logged. The event type and its values are separate arguments,
        so that no event objects are created during a search. Code that runs every turn checks `event_log`
        itself."""
        if self.event_log is not None:
            self.event_log.append(event_type(*values))

    @property
    def phase(self) -> str:
        """The current phase: PHASE_TURNS, PHASE_AFTER_LAST_TURN or PHASE_OVER."""
        if not self.stack:
            return PHASE_OVER
        return PHASE_TURNS if self.stack[0] is TURN_FRAME else PHASE_AFTER_LAST_TURN

    @property
    def at_turn_decision(self) -> bool:
        """True if the pending decision is about the turn itself (mandatory build, extra action or end of
        turn). False if it is a step of an action."""
        return bool(self.stack) and self.stack[-1] is TURN_FRAME

    @property
    def has_open_action(self) -> bool:
        """True if further answers are needed before the turn continues: steps of an action, reactions, or
        further decisions of a phase."""
        return len(self.stack) > 1

    def clear_legal_answers(self) -> None:
        """Clears the cached legal answers so that they are recomputed. Only benchmarks need this, because
        computing the answers has no side effects."""
        self._legal_answers_cache = None

    def push_frame(self, frame: Frame) -> None:
        self.stack = (*self.stack, frame)

    def pop_frame(self) -> None:
        self.stack = self.stack[:-1]

    def replace_frame(self, frame: Frame) -> None:
        self.stack = (*self.stack[:-1], frame)

    def _reveal_card(self, card: str) -> None:
        self.played_card = card
        if self.event_log is not None:
            self.event_log.append(events.CardRevealed(self.active_player, card, MANDATORY_ACTION))
        sides = self.config.card_sides[card]
        if len(sides) == 1:
            self.played_terrain = terrain = sides[0][0]
            self.played_terrain_hexes = self.board.hexes_by_terrain[terrain]

    def draw_terrain_card(self) -> str | None:
        """Draws the next terrain card, shuffling the discard pile into a new draw pile if needed
        (R-CARD-2)."""
        if not self.draw_pile:
            if not self.discard_pile:
                return None
            self.rng_state, self.draw_pile = shuffle_from_state(self.rng_state, self.discard_pile)
            self.discard_pile = ()
            self.emit(events.DrawPileShuffled, len(self.draw_pile))
        card = self.draw_pile[0]
        self.draw_pile = self.draw_pile[1:]
        return card

    def playable_sides(self) -> Iterator[tuple[str, str, int]]:
        """Yields card, terrain and number of builds for every card side that may be chosen this turn."""
        cards = (self.played_card,) if self.played_card is not None else self.hands[self.active_player]
        for card in cards:
            for terrain, builds in self.config.card_sides[card]:
                yield card, terrain, builds
        if self.config.rule_flags.pairs_are_wild and len(set(cards)) < len(cards):  # V-TWINS
            duplicate = next(card for card in cards if cards.count(card) > 1)
            for sides in self.config.card_sides.values():
                if len(sides) == 1:
                    yield duplicate, *sides[0]

    def playable_terrains(self) -> tuple[str, ...]:
        """Returns the terrains that may be chosen now: the terrains with a free hex, or all terrains if none
        has one (R-CARD-7, R-CARD-8)."""
        all_terrains = tuple(dict.fromkeys(terrain for _, terrain, _ in self.playable_sides()))
        return (
            tuple(
                [
                    terrain
                    for terrain in all_terrains
                    if self.board.hexes_by_terrain[terrain] & self.free_hexes
                ]
            )
            or all_terrains
        )

    def choose_terrain(self, terrain: str) -> None:
        """Chooses the played card and terrain for the rest of the turn (D-17, X-SWAMP-2)."""
        self.played_card = next(card for card, side, _ in self.playable_sides() if side == terrain)
        self.played_terrain = terrain
        self.played_terrain_hexes = self.board.hexes_by_terrain[terrain]
        self.emit(events.TerrainChosen, self.active_player, self.played_card, terrain)

    def own_and_helper_hexes(self, player: int) -> int:
        """Returns a player's pieces. If it is that player's turn, the helper pieces are included
        (R-TERM-2)."""
        return (
            self.piece_hexes[player] | self.helper_hexes
            if player == self.active_player
            else self.piece_hexes[player]
        )

    def prefer_adjacent(self, candidates: int, player: int) -> int:
        """Applies the adjacency rule (R-BUILD-3). Returns the candidates next to the player's pieces, or all
        candidates if none of them is next to a piece."""
        return candidates & self.adjacent_hexes[player] or candidates

    def set_expansion_state(self, state: tuple[Any, ...]) -> None:
        """Replaces the state of an expansion (see ExpansionState)."""
        self.expansion_states = {**self.expansion_states, type(state): state}  # type: ignore[assignment, dict-item]

    def put_settlement(self, player: int, hex_id: Hex) -> None:
        """Puts a settlement on a hex without resolving any consequences."""
        bit = BIT[hex_id]
        self.settlement_hexes[player] |= bit
        self.piece_hexes[player] |= bit
        self.adjacent_hexes[player] |= NEIGHBORS[hex_id]
        self.free_hexes ^= bit  # Only free hexes can be entered.

    def lift_settlement(self, player: int, hex_id: Hex) -> None:
        """Takes a settlement off a hex without resolving any consequences."""
        bit = BIT[hex_id]
        self.settlement_hexes[player] ^= bit
        self.piece_hexes[player] ^= bit
        self.adjacent_hexes[player] = neighbors(self.own_and_helper_hexes(player))
        self.free_hexes |= bit & ~self.zone_hexes

    def earn_gold(self, player: int, gold: int, source: str, hexes: int) -> None:
        """Adds gold earned during the game."""
        self.earned_gold[player] += gold
        self.emit(events.GoldEarned, player, gold, source, hexes)

    def mark_tile_used(self, player: int, tile: Tile) -> None:
        """Marks one usable tile of this kind as used."""
        held, usable = self.held_tiles[player], usable_states(tile)
        for index, (held_tile, space, state) in enumerate(held):
            if held_tile is tile and state in usable:
                self.held_tiles[player] = (*held[:index], (tile, space, TILE_USED), *held[index + 1 :])
                return

    def count_tiles(self, player: int, tile: Tile) -> int:
        """Returns how many tiles of this kind a player holds."""
        return sum(1 for held_tile, _, _ in self.held_tiles[player] if held_tile is tile)

    def tiles_left(self, space: Hex) -> int:
        """Returns the number of tiles on a location hex."""
        return (self.stocked_locations >> space & 1) + (self.full_locations >> space & 1)

    def copy(self) -> Self:
        """Returns an independent copy."""
        cls = type(self)
        new = cls.__new__(cls)
        new.config = self.config
        new.board = self.board
        new.rng_state = self.rng_state
        new.active_player = self.active_player
        new.start_player = self.start_player
        new.round = self.round
        new.played_card = self.played_card
        new.played_terrain = self.played_terrain
        new.played_terrain_hexes = self.played_terrain_hexes
        new.mandatory_state = self.mandatory_state
        new.mandatory_builds_due = self.mandatory_builds_due
        new.mandatory_builds_made = self.mandatory_builds_made
        new.mandatory_build_hexes = self.mandatory_build_hexes
        new.additional_builds_made = self.additional_builds_made
        new.adjacency_waived = self.adjacency_waived
        new.in_reaction = False  # Always unset while a decision is pending.
        new.zone_hexes = self.zone_hexes
        new.free_hexes = self.free_hexes
        new.helper_hexes = self.helper_hexes
        new.settlement_hexes = self.settlement_hexes[:]
        new.piece_hexes = self.piece_hexes[:]
        new.adjacent_hexes = self.adjacent_hexes[:]
        new.supply = self.supply[:]
        new.earned_gold = self.earned_gold[:]
        new.hands = self.hands[:]
        new.held_tiles = self.held_tiles[:]
        new.taken_locations = self.taken_locations[:]
        new.draw_pile = self.draw_pile
        new.discard_pile = self.discard_pile
        new.stocked_locations = self.stocked_locations
        new.full_locations = self.full_locations
        new.end_triggered = self.end_triggered
        new.over = self.over
        new.current_action = self.current_action
        new.stack = self.stack
        new.expansion_states = self.expansion_states
        new.pending_answers = self.pending_answers
        new.event_log = None
        new._legal_answers_cache = self._legal_answers_cache
        return new

    def hidden_hand_cards(self, viewer: int | None) -> list[tuple[str, ...]]:
        """Returns the cards in each hand that the viewer cannot see. The viewer is a player, or an outside
        observer if None. The played card is visible."""
        hidden = [() if player == viewer else hand for player, hand in enumerate(self.hands)]
        if self.played_card is not None and self.active_player != viewer:
            hand = hidden[self.active_player]
            index = hand.index(self.played_card)
            hidden[self.active_player] = hand[:index] + hand[index + 1 :]
        return hidden

    def unseen_cards(self, viewer: int | None) -> tuple[str, ...]:
        """Returns the terrain cards that the viewer cannot see: the draw pile and the hidden cards in hands.
        The viewer is a player, or an outside observer if None. The cards are sorted so that their order
        reveals nothing."""
        return tuple(sorted(chain(self.draw_pile, *self.hidden_hand_cards(viewer))))

    def evaluate_with_terrain(self, terrain: str, function: Callable[[], T]) -> T:
        """Returns the result of a function evaluated as if this terrain were the played one."""
        saved = self.played_terrain, self.played_terrain_hexes
        self.played_terrain, self.played_terrain_hexes = terrain, self.board.hexes_by_terrain[terrain]
        try:
            return function()
        finally:
            self.played_terrain, self.played_terrain_hexes = saved

    def state_key(self) -> tuple[object, ...]:
        """Returns a key that is equal for two games in exactly the same state. Ignores cached legal answers,
        the event log and pending answers."""
        values: tuple[object, ...] = _get_state(self)
        return tuple([tuple(value) if isinstance(value, list) else value for value in values])
