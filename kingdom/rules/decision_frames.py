"""Decisions and frames. A game keeps a stack of frames. The top frame defines the pending decision and
applies the answer to it. The bottom frame is the turn itself (`TurnFrame`), and the frames of actions and
reactions are pushed on top of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, NamedTuple

from kingdom.rules import events
from kingdom.rules.compilation import mypyc_attr
from kingdom.rules.expansion import Tile
from kingdom.rules.hexes import BIT, Hex
from kingdom.rules.registry import ACTIONS

if TYPE_CHECKING:
    from kingdom.rules.game import Game

Answer = int | str
"""A hex or the name of an option."""

LegalAnswers = tuple[int, tuple[str, ...]]
"""The legal answers to a decision: hexes and options."""
NO_ANSWERS: Final[LegalAnswers] = (0, ())

MANDATORY_TODO: Final = 0
MANDATORY_DOING: Final = 1
MANDATORY_DONE: Final = 2
"""Progress of the mandatory action: not started, in progress or done."""
MANDATORY_STATE_NAMES = ("todo", "doing", "done")

TILE_READY: Final = 0
TILE_USED: Final = 1
TILE_FRESH: Final = 2
"""State of a tile: usable, used this turn, or gained this turn and not usable yet (R-GAIN-5)."""

END_TURN: Final = "end_turn"
DECLINE = "decline"
FINISH = "done"
PASS_OPTIONS = (END_TURN, DECLINE, FINISH)
"""Options that end a step or the turn without any further effect."""
MANDATORY_ACTION: Final = "mandatory"
SETTLEMENT: Final = "settlement"


PHASE_TURNS, PHASE_AFTER_LAST_TURN, PHASE_OVER = "turns", "after_turns", "over"
"""Phases of a game: players take turns, expansions act between the last turn and the final scoring (R-END-5),
and the game is over."""


class Decision(NamedTuple):
    """The pending decision: the deciding player, the kind of decision, and the legal hexes and options."""

    player: int
    kind: str
    cells: int
    options: tuple[str, ...]

    def __repr__(self) -> str:
        hexes = f"<{self.cells.bit_count()} hexes>"
        return f"Decision(player={self.player}, kind={self.kind!r}, cells={hexes}, options={self.options})"


class Prompt(NamedTuple):
    """Describes the pending decision. The UI turns it into a sentence."""

    topic: str
    """Name of the action in progress or of the current phase."""
    remaining: int | None
    """For actions with several steps: the number of steps or pieces left, including this one."""
    affected_player: int | None
    """The player affected by the decision, or None if that is the deciding player."""


@mypyc_attr(allow_interpreted_subclasses=True)
class Frame:
    """One pending step. Copies of a game share their frames, so frames are immutable. Each new step is a new
    frame."""

    __slots__ = ()

    kind: ClassVar[str] = "to"
    rule_id: str
    """The rule that defines the legal hexes of this frame."""
    origin: Hex = -1
    """The hex of the piece whose destination is being chosen, if any."""

    @property
    def needs_terrain(self) -> bool:
        """True if the played terrain must be chosen before this decision (X-SWAMP-2, L-CROSSROADS-3)."""
        return False

    def deciding_player(self, game: Game) -> int:
        """Returns the player who decides."""
        return game.active_player

    def topic(self, game: Game) -> str:
        """Returns what the decision is about: the name of the action in progress or of a phase."""
        return game.current_action

    def remaining(self, game: Game) -> int | None:
        """For actions with several steps, returns the number of steps or pieces left, including this one."""
        return None

    def affected_player(self, game: Game) -> int | None:
        """Returns the player affected by the decision, or None if that is the deciding player."""
        return None

    def cells(self, game: Game) -> int:
        """Returns the legal hexes."""
        return 0

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        """Returns the legal options. `cells` are the legal hexes, which have already been computed."""
        return ()

    def legal_answers(self, game: Game) -> LegalAnswers:
        """Returns the legal hexes and options."""
        cells = self.cells(game)
        return cells, self.options(game, cells)

    def fits_except_adjacency(self, game: Game, bit: int) -> bool:
        """Returns True if adjacency applies and a free hex meets every other requirement. Used to explain why
        the hex is illegal."""
        return False

    def apply(self, game: Game, answer: Answer) -> None:
        """Applies an answer. A frame pops itself when it has no further decisions."""
        raise NotImplementedError

    def on_skipped(self, game: Game) -> None:
        """Called after the frame was dropped because it had no legal answer."""


def available_waivers(game: Game, player: int) -> tuple[str, ...]:
    """Returns the options that waive the adjacency rule."""
    waivers = game.config.hooks.adjacency_waivers
    return tuple([waiver.option for waiver in waivers if waiver.is_available(game, player)])


def use_waiver(game: Game, player: int, option: str) -> bool:
    """Uses the waiver with this name and returns True. Returns False if there is no such waiver."""
    for waiver in game.config.hooks.adjacency_waivers:
        if waiver.option == option:
            waiver.use(game, player)
            game.adjacency_waived = True
            return True
    return False


class TurnFrame(Frame):
    """The turn itself: mandatory builds, extra actions, end of turn (R-TURN-1)."""

    __slots__ = ()
    kind: ClassVar[str] = "act"
    rule_id = "R-MAND-1"

    def topic(self, game: Game) -> str:
        return MANDATORY_ACTION if game.mandatory_state != MANDATORY_DONE else END_TURN

    def remaining(self, game: Game) -> int | None:
        return game.mandatory_builds_left() if game.mandatory_state != MANDATORY_DONE else None

    def fits_except_adjacency(self, game: Game, bit: int) -> bool:
        return bool(bit & self.candidate_hexes(game))

    def candidate_hexes(self, game: Game) -> int:
        """Returns the candidate hexes for the next mandatory build (R-BUILD-2)."""
        if game.played_terrain is not None:
            return game.free_hexes & game.played_terrain_hexes
        return sum(
            game.free_hexes & game.board.hexes_by_terrain[terrain] for terrain in game.playable_terrains()
        )

    def legal_answers(self, game: Game) -> LegalAnswers:
        player, mandatory_state, config = game.active_player, game.mandatory_state, game.config
        if mandatory_state == MANDATORY_DONE:
            cells = candidates = 0
        elif game.played_terrain is not None:
            candidates = game.free_hexes & game.played_terrain_hexes
            cells = candidates & game.adjacent_hexes[player] or candidates
            if mandatory_state == MANDATORY_DOING and (
                config.adjacency_always_applies or cells == candidates
            ):
                # The most frequent case: a mandatory build is next, and nothing could allow more hexes.
                return cells, ()
        else:
            terrains = game.playable_terrains()
            free_by_terrain = [game.free_hexes & game.board.hexes_by_terrain[terrain] for terrain in terrains]
            candidates = sum(free_by_terrain)
            cells = sum([game.prefer_adjacent(free_hexes, player) for free_hexes in free_by_terrain])
        # A waiver is not an action (N-OUTPOST-3), so a build must follow.
        if game.adjacency_waived:
            return candidates, ()
        options: list[str] = []
        # The active player may not use extra actions between mandatory builds (R-TURN-5).
        if mandatory_state != MANDATORY_DOING:
            for tile, _, state in game.held_tiles[player]:
                if not state and tile.name not in options and tile.is_usable(game, player):
                    options.append(tile.name)
            for get_actions in config.hooks.extra_actions:
                actions = get_actions(game, player)
                if actions:  # Usually empty. The check saves time in performance-critical code.
                    options += [action.name for action in actions]
        if mandatory_state == MANDATORY_DONE:
            options.append(END_TURN)
        elif game.played_terrain is None:
            options += terrains
        if not config.adjacency_always_applies and cells != candidates:
            for ignores_adjacency in config.hooks.ignores_adjacency:
                if ignores_adjacency(game, player):
                    return candidates, tuple(options)
            for waiver in config.hooks.adjacency_waivers:
                if waiver.is_available(game, player):
                    options.append(waiver.option)
        return cells, tuple(options)

    def apply(self, game: Game, answer: Answer) -> None:
        player = game.active_player
        # Mandatory builds use the supply first and then the settlements set aside (R-MAND-4).
        if not isinstance(answer, str):
            if game.played_terrain is None:
                game.choose_terrain(game.board.kind_at[answer])
            due = game.mandatory_builds_due
            if game.mandatory_state == MANDATORY_TODO:
                game.mandatory_state = MANDATORY_DOING
                due = game.mandatory_builds_due = game.config.mandatory_builds(
                    game.played_card, game.played_terrain
                )
            game.mandatory_builds_made += 1
            game.mandatory_build_hexes |= BIT[answer]
            game.adjacency_waived = False
            if due and game.supply[player]:
                game.mandatory_builds_due = due - 1
            else:
                for hook in game.config.hooks.on_additional_build:
                    hook(game, player)
                game.additional_builds_made += 1
                game.supply[player] += 1
            game.build_settlement(player, answer, MANDATORY_ACTION)
        elif answer == END_TURN:
            game.end_turn()
        elif answer in ACTIONS:
            action = ACTIONS[answer]
            game.current_action = answer
            game.emit(events.TileUsed, player, answer)
            if isinstance(action, Tile):
                game.mark_tile_used(player, action)
            action.begin(game, player)
        elif not use_waiver(game, player, answer):
            game.choose_terrain(answer)


TURN_FRAME: Final = TurnFrame()


class ChooseTerrainFrame(Frame):
    """Chooses the played terrain if an action needs one and none has been chosen yet (L-CROSSROADS-3,
    X-SWAMP-2)."""

    __slots__ = ("parent",)
    kind: ClassVar[str] = "terrain"
    rule_id = "R-CARD-8"

    def __init__(self, parent: Frame) -> None:
        self.parent = parent

    def topic(self, game: Game) -> str:
        return self.parent.topic(game)

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        parent = self.parent
        return tuple(
            [
                terrain
                for terrain in game.playable_terrains()
                if game.evaluate_with_terrain(terrain, lambda: parent.cells(game) or parent.options(game, 0))
            ]
        )

    def apply(self, game: Game, answer: Answer) -> None:
        game.pop_frame()
        game.choose_terrain(str(answer))

    def on_skipped(self, game: Game) -> None:
        game.pop_frame()  # Without a terrain, the parent frame cannot continue.
