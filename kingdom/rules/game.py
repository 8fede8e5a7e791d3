"""One game in progress: its state, the decision it waits for, and what an answer does.

A game always waits for exactly one decision of one player. What is asked is decided by the frame on top of
the stack: at the bottom the turn itself, above it the steps of an action, above those the interrupts of other
players. A frame owns its legality (`cells`, `options`) and its aftermath (`answer`). `choose` checks an
answer and reports events; `push` is the same without either, for search.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar, TypeVarTuple

from kingdom.rules import events
from kingdom.rules.box_state import states_at_start
from kingdom.rules.chance import seeded, shuffled
from kingdom.rules.events import Event
from kingdom.rules.explain import why_illegal
from kingdom.rules.frames import (
    AFTER_TURNS,
    DOING,
    DONE,
    FRESH,
    MANDATORY,
    NOTHING,
    OVER,
    READY,
    SETTLEMENT,
    TODO,
    TURNS,
    USED,
    Answer,
    Asked,
    Decision,
    Frame,
    Question,
)
from kingdom.rules.hexes import BIT, NEXT_TO, Hex, beside, hexes_of, neighbours
from kingdom.rules.letter_map import position_text
from kingdom.rules.registry import BOXES, TILES, Note, Tile
from kingdom.rules.scoring import totals
from kingdom.rules.table import Table
from kingdom.rules.turn import TURN, TerrainFrame

T = TypeVar("T")
Values = TypeVarTuple("Values")

HeldTile = tuple[Tile, Hex | None, int]
"""A location tile in a player's hands: its kind, the hex it came from (None: tied to none), and READY, USED
or FRESH."""


class Game:
    """The state. Slots, ints, tuples and a few short lists, so that `copy` is cheap; everything kept is
    immutable or copied."""

    __slots__ = (
        "_asked", "added", "barred", "board", "box", "built", "built_hexes", "card", "chance", "deck",
        "discard", "doing", "doubled", "due", "ending", "field", "free", "gold", "hand", "helpers", "log",
        "mandatory", "over", "own", "pending", "player", "reach", "reacting", "round", "settlements", "stack",
        "start_player", "stocked", "supply", "table", "taken", "terrain", "tiles", "waived",
    )  # fmt: skip

    def __init__(self, table: Table) -> None:
        players = table.players
        self.table = table
        self.board = table.board
        self.chance = 0
        """The state of the generator (see chance.py)."""
        self.player = self.start_player = 0
        self.round = 1
        self.card: str | None = None
        """The played card; None while one of several is still to be chosen, or when there is none."""
        self.terrain: str | None = None
        """The played terrain; None while it is still to be chosen."""
        self.field = 0
        """The hexes of the played terrain."""
        self.mandatory = TODO
        self.due = 0
        """Mandatory builds from supply still to make, once begun."""
        self.built = 0
        """Mandatory builds made in this turn."""
        self.built_hexes = 0
        """Where they were made."""
        self.added = 0
        """How many of them were waiting pieces, on top of those from supply (R-MAND-4)."""
        self.waived = False
        """Whether the next placement may ignore adjacency."""
        self.reacting = False
        """Whether what is resolved right now is an interrupt, no build of the turn's own actions."""
        self.barred = 0
        """Hexes that may not be entered though nothing stands there (zones)."""
        self.free = self.board.cells
        """Hexes that may be targets or steps (R-TERM-5)."""
        self.helpers = 0
        """Pieces that are the active player's for adjacency and patterns only (R-TERM-2)."""
        self.settlements = [0] * players
        self.own = [0] * players
        """All pieces of each player that stand on the board (R-TERM-1)."""
        self.reach = [0] * players
        """The hexes next to own pieces (for the active player: next to `own_plus`)."""
        self.supply = [40] * players
        self.gold = [0] * players
        """Gold earned during the game."""
        self.hand: list[tuple[str, ...]] = [()] * players
        self.tiles: list[tuple[HeldTile, ...]] = [()] * players
        self.taken = [0] * players
        """The location hexes each player ever took a tile from (R-GAIN-2)."""
        self.deck: tuple[str, ...] = ()
        """The draw pile, next card first."""
        self.discard: tuple[str, ...] = ()
        self.stocked = self.doubled = self.board.locations
        """The location hexes with at least one, and with two tiles."""
        self.ending = False
        self.over = False
        self.doing = ""
        """The extra action in progress, by the name of its option."""
        self.stack: tuple[Frame, ...] = ()
        self.box = states_at_start([BOXES[name].state for name in table.boxes], players)
        """What the boxes keep."""
        self.pending: tuple[Answer, ...] = ()
        """The answers of the unfinished action (checked path only)."""
        self.log: list[Event] | None = None
        self._asked: Asked | None = None
        """All that may be answered; None while nobody has asked."""

    def __repr__(self) -> str:
        if self.over:
            return f"<Game of {self.table.players}: round {self.round}, over>"
        player, asks, _, _ = self.decision()
        return f"<Game of {self.table.players}: round {self.round}, player {player} decides: {asks}>"

    def __str__(self) -> str:
        return position_text(self)

    # --- asking and answering

    def decision(self) -> Decision:
        """What the game waits for."""
        if not self.stack:
            return Decision(-1, "over", 0, ())
        frame = self.stack[-1]
        return Decision(frame.who(self), frame.asks, *self.asked())

    def asked(self) -> Asked:
        """Cells and options of the waiting decision, without the rest: for search."""
        asked = self._asked
        if asked is None:
            asked = self._asked = self.stack[-1].ask(self)
        return asked

    def question(self) -> Question:
        """What the waiting decision is about; only while the game is not over."""
        frame = self.stack[-1]
        return Question(frame.topic(self), frame.remaining(self), frame.other(self))

    def notes(self) -> list[Note]:
        """What set-up decided and nothing on the board shows."""
        return [note for hook in self.table.hooks.notes for note in hook(self)]

    @property
    def phase(self) -> str:
        """TURNS, AFTER_TURNS or OVER."""
        if not self.stack:
            return OVER
        return TURNS if self.stack[0] is TURN else AFTER_TURNS

    @property
    def in_turn(self) -> bool:
        """Whether the turn itself is asked: the next mandatory build, an action or the end of the turn, and
        no step of an action."""
        return bool(self.stack) and self.stack[-1] is TURN

    @property
    def action_open(self) -> bool:
        """Whether more is to be answered before the game comes back to what it asked first: steps of an
        action, interrupts, further rights of a phase."""
        return len(self.stack) > 1

    def take_up(self) -> None:
        """Wait for the decision of a position that was laid out by hand."""
        if not self.over:
            self.stack = (TURN,)
        self.settle()

    def forget_asked(self) -> None:
        """Work out the waiting decision anew when it is asked next; answers change nothing of it, so only
        those who measure need this."""
        self._asked = None

    def choose(self, answer: Answer) -> tuple[Event, ...]:
        """Give an answer; an illegal one raises IllegalAnswer and changes nothing. Answers what happened."""
        cells, options = self.asked()
        if not (answer in options if isinstance(answer, str) else answer >= 0 and cells >> answer & 1):
            raise why_illegal(self, answer)
        log: list[Event] = []
        self.log = log
        try:
            self.push(answer)
        finally:
            self.log = None
        self.pending = (
            (*self.pending, answer)
            if len(self.stack) > 1 or self.waived or (self.stack and self.stack[0] is not TURN)
            else ()
        )
        return tuple(log)

    def push(self, answer: Answer) -> None:
        """Give an answer that is known to be legal, without events: the path for search."""
        self._asked = None
        self.stack[-1].answer(self, answer)
        self.settle()

    def tell(self, make: Callable[[*Values], Event], *values: *Values) -> None:
        """Report what happened, if somebody listens; the kind of event and its values, so that on the path
        for search none is made. What happens in every turn looks for a listener itself."""
        if self.log is not None:
            self.log.append(make(*values))

    def settle(self) -> None:
        """Go on until a decision has an answer, or the game is over."""
        while stack := self.stack:
            frame = stack[-1]
            if not self.field & self.free:
                self._check_card()
            if frame is TURN:
                if self.mandatory != DONE:
                    player = self.player
                    due = self.due or self.mandatory == TODO
                    if not (due and self.supply[player] and self.hand[player]):
                        self._end_mandatory(player)
                return
            if self.terrain is None and frame.uses_terrain:
                frame = TerrainFrame(frame)
                self.stack = (*self.stack, frame)
            self._asked = cells, options = frame.ask(self)
            if cells or options:
                return
            self.stack = self.stack[:-1]
            self._asked = None
            frame.skipped(self)
        self._asked = NOTHING
        if not self.over:
            self._finish()

    def _end_mandatory(self, player: int) -> None:
        """Nothing from supply is due (any more), or there is no card: if no piece is due besides, the
        mandatory action is done (R-MAND-3, R-CARD-6)."""
        if self.hand[player] and self.reserve(player):
            return
        begun = self.mandatory == DOING
        self.mandatory = DONE
        if begun:
            self.waived = False
            for hook in self.table.hooks.mandatory_done:
                hook(self, player)

    # --- the stack

    def wait(self, frame: Frame) -> None:
        """Put a frame on the stack."""
        self.stack = (*self.stack, frame)

    def resume(self) -> None:
        """Take the top frame off the stack."""
        self.stack = self.stack[:-1]

    def instead(self, frame: Frame) -> None:
        """Put a frame in the place of the top one."""
        self.stack = (*self.stack[:-1], frame)

    # --- turns

    def begin_turn(self, player: int) -> None:
        """Tiles become usable and the card is revealed (R-TURN-2)."""
        self.player = player
        self.mandatory = TODO
        self.due = self.built = self.built_hexes = self.added = 0
        self.waived = False
        self.stack = (TURN,)
        for _, _, state in self.tiles[player]:
            if state:
                self.tiles[player] = tuple([(tile, space, READY) for tile, space, _ in self.tiles[player]])
                break
        if self.log is not None:
            self.log.append(events.TurnBegan(player, self.round))
        for hook in self.table.hooks.start_turn:
            hook(self, player)
        self.card = self.terrain = None
        self.field = 0
        hand = self.hand[player]
        if len(hand) == 1:
            self._reveal(hand[0])

    def _reveal(self, card: str) -> None:
        self.card = card
        if self.log is not None:
            self.log.append(events.CardRevealed(self.player, card, MANDATORY))
        sides = self.table.sides[card]
        if len(sides) == 1:
            self.terrain = terrain = sides[0][0]
            self.field = self.board.terrain[terrain]

    def end_turn(self) -> None:
        """R-TURN-7, then the next player's turn or the end of the game (R-END-2, R-END-6)."""
        player, hooks = self.player, self.table.hooks
        for hook in hooks.end_turn:
            hook(self, player)
        held = self.tiles[player]
        for _, _, state in held:
            if state:
                self.tiles[player] = tuple(
                    [tile if tile[0].reaction else (tile[0], tile[1], READY) for tile in held]
                )
                break
        self.discard += self.hand[player]
        number = 1
        for draws in hooks.draws:
            number += draws(self, player)
        drawn: tuple[str, ...] = ()
        while number:
            card = self.draw()
            if card is not None:
                drawn += (card,)
            number -= 1
        self.hand[player] = drawn
        if self.log is not None:
            self.log += (events.CardDrawn(player, drawn), events.TurnEnded(player))
        following = (player + 1) % self.table.players
        if following == self.start_player:
            if self.table.switches.ends_by_supply:  # V-SWORD
                self.ending = any(
                    not supply and not self.waiting(seat) for seat, supply in enumerate(self.supply)
                )
            if not (self.ending or self.deck or self.discard or any(self.hand)):  # R-END-6
                self.ending = True
                self.tell(events.CardsRanOut)
            if self.ending:
                self.stack = ()
                self.card = self.terrain = None
                self.field = 0
                self.mandatory = DONE
                for phase in hooks.before_scoring:
                    phase(self)
                return
            self.round += 1
        self.begin_turn(following)

    def _finish(self) -> None:
        self.over = True
        self.tell(_ended, self)

    def check_end(self, player: int) -> None:
        """R-END-1, after a piece left a player's supply or waiting place."""
        if not self.ending and not self.supply[player] and not self.waiting(player):
            self.ending = True
            self.tell(events.EndTriggered, player)

    def waiting(self, player: int) -> int:
        """A player's pieces that are neither in supply nor built."""
        return sum([hook(self, player) for hook in self.table.hooks.waiting])

    # --- terrain cards

    def draw(self) -> str | None:
        """The next card of the draw pile; the discard pile is shuffled into a new one when needed
        (R-CARD-2)."""
        if not self.deck:
            if not self.discard:
                return None
            self.chance, self.deck = shuffled(self.chance, self.discard)
            self.discard = ()
            self.tell(events.DeckShuffled, len(self.deck))
        card = self.deck[0]
        self.deck = self.deck[1:]
        return card

    def sides(self) -> Iterator[tuple[str, str, int]]:
        """While the terrain is not fixed: card, terrain and number of builds of everything that may be
        chosen."""
        cards = (self.card,) if self.card is not None else self.hand[self.player]
        for card in cards:
            for terrain, number in self.table.sides[card]:
                yield card, terrain, number
        if self.table.switches.twins_are_wild and len(set(cards)) < len(cards):  # V-TWINS
            twin = next(card for card in cards if cards.count(card) > 1)
            for sides in self.table.sides.values():
                if len(sides) == 1:
                    yield twin, *sides[0]

    def terrains(self) -> tuple[str, ...]:
        """The terrains that may be chosen now: usable ones, or, when no card is usable, all (R-CARD-7,
        R-CARD-8)."""
        every = tuple(dict.fromkeys(terrain for _, terrain, _ in self.sides()))
        return tuple([terrain for terrain in every if self.board.terrain[terrain] & self.free]) or every

    def fix_terrain(self, terrain: str) -> None:
        """Choose the played card and terrain for the rest of the turn (D-17, X-SWAMP-2)."""
        self.card = next(card for card, side, _ in self.sides() if side == terrain)
        self.terrain = terrain
        self.field = self.board.terrain[terrain]
        self.tell(events.TerrainChosen, self.player, self.card, terrain)

    def _check_card(self) -> None:
        """R-CARD-4 and R-CARD-5: a card without a free hex leaves the game and is replaced (with V-FULL it is
        kept)."""
        while True:
            if self.terrain is not None:
                if self.table.switches.keeps_full_cards:
                    self.field = self.board.suitable
                if self.field & self.free:
                    return
            elif self.card is None or self.table.switches.keeps_full_cards:
                return  # nothing chosen yet
            elif any(self.board.terrain[terrain] & self.free for _, terrain, _ in self.sides()):
                return  # a side is left to choose
            player, useless = self.player, self.card
            assert useless is not None
            self.tell(events.CardRemoved, player, useless)
            drawn = self.draw()
            hand = list(self.hand[player])
            place = hand.index(useless)
            hand[place : place + 1] = [drawn] if drawn is not None else []
            self.hand[player] = tuple(hand)
            self.card = self.terrain = None
            self.field = 0
            if drawn is None:  # R-CARD-6
                self.hand[player] = ()
                self.discard += tuple(hand)
                return
            self._reveal(drawn)

    # --- pieces

    @property
    def occupied(self) -> int:
        """The hexes that a piece stands on, whoever's it is. Worked out: builds care for `free` only."""
        found = self.helpers
        for own in self.own:
            found |= own
        for neutral in self.table.hooks.neutral_pieces:
            found |= neutral(self)
        return found

    def own_plus(self, player: int) -> int:
        """Own pieces, and on the own turn those that count as own for adjacency (R-TERM-2)."""
        return self.own[player] | self.helpers if player == self.player else self.own[player]

    def near(self, candidates: int, player: int) -> int:
        """The adjacency rule (R-BUILD-3): the candidates next to own pieces if there are any, else all."""
        return candidates & self.reach[player] or candidates

    def still_due(self) -> int:
        """How many mandatory builds are to come, as far as that is known (R-MAND-3, R-MAND-4)."""
        if self.mandatory == DOING:
            due = self.due
        else:
            due = max(
                (number for _, terrain, number in self.sides() if self.terrain in (None, terrain)), default=0
            )
        return min(due, self.supply[self.player]) + self.reserve(self.player)

    def reserve(self, player: int) -> int:
        """Pieces due in this mandatory action besides those from supply."""
        total = 0
        for hook in self.table.hooks.reserve:
            total += hook(self, player)
        return total

    def keep(self, state: tuple[Any, ...]) -> None:
        """Let a box keep this from now on, in the place of what it kept before (see box_state)."""
        self.box = {**self.box, type(state): state}  # type: ignore[assignment, dict-item]

    def refresh(self) -> None:
        """Work out what follows from where the pieces stand; after any change that is not one build or one
        settlement's move."""
        hooks = self.table.hooks
        self.helpers = 0
        for helpers in hooks.helpers:
            self.helpers |= helpers(self)
        for player in range(self.table.players):
            own = self.settlements[player]
            for pieces in hooks.own_pieces:
                own |= pieces(self, player)
            self.own[player] = own
            self.reach[player] = neighbours(own | self.helpers if player == self.player else own)
        self.barred = 0
        for bars in hooks.bars:
            self.barred |= bars(self)
        self.free = self.board.cells & ~(self.occupied | self.barred)

    def settle_down(self, player: int, number: Hex) -> None:
        """Put a settlement on a hex, nothing else (used by builds, and by phases in which nothing
        follows)."""
        bit = BIT[number]
        self.settlements[player] |= bit
        self.own[player] |= bit
        self.reach[player] |= NEXT_TO[number]
        self.free ^= bit  # only free hexes are entered

    def lift(self, player: int, number: Hex) -> None:
        """Take a settlement off a hex, nothing else."""
        bit = BIT[number]
        self.settlements[player] ^= bit
        self.own[player] ^= bit
        self.reach[player] = neighbours(self.own_plus(player))
        self.free |= bit & ~self.barred

    def build(self, player: int, number: Hex, why: str) -> None:
        """Build a settlement from supply (R-TERM-8) and resolve it."""
        left = self.supply[player] = self.supply[player] - 1
        self.settle_down(player, number)
        if self.log is not None:
            self.log.append(events.Built(player, SETTLEMENT, BIT[number], why))
        if not left or number in self.table.eventful:
            self.resolve(player, BIT[number], True)

    def react(self, player: int, number: Hex, why: str) -> None:
        """Build a settlement as an interrupt: it is no build of the turn, not even in the own one."""
        self.reacting = True
        self.build(player, number, why)
        self.reacting = False

    def move(self, player: int, origin: Hex, target: Hex, why: str) -> None:
        """Move a settlement in one go and resolve it."""
        self.lift(player, origin)
        self.settle_down(player, target)
        self.tell(events.Moved, player, SETTLEMENT, origin, target, why)
        if BIT[origin] & self.board.beside_locations:
            self.lose_tiles(player)
        self.resolve(player, BIT[target], False)

    def remove(self, player: int, number: Hex, by: int, why: str) -> None:
        """Take a settlement off the board and resolve it; where it goes is the caller's affair."""
        self.lift(player, number)
        self.tell(events.Removed, player, SETTLEMENT, number, by, why)
        if BIT[number] & self.board.beside_locations:
            self.lose_tiles(player)

    def resolve(self, player: int, hexes: int, built: bool, passing: bool = False) -> None:
        """R-RES-1 from step 2 on, for pieces built on or moved to these hexes; in passing no location tile is
        gained (R-GAIN-10)."""
        emptied, hooks = 0, self.table.hooks
        if hexes & self.board.beside_spaces:
            if hexes & self.board.beside_locations and not passing:
                emptied = self.gain_tiles(player, hexes)
            for arrived in hooks.arrived:
                emptied |= arrived(self, player, hexes)
        if not self.table.silent:
            if built:
                for hook in hooks.built:
                    hook(self, player, hexes)
            for hook in hooks.came:
                hook(self, player, hexes)
        if (
            built and not self.supply[player] and hexes & self.settlements[player]
        ):  # other pieces leave no supply
            self.check_end(player)
        if emptied:
            for hook in hooks.emptied:
                hook(self, player, emptied)

    def earn(self, player: int, gold: int, why: str, hexes: int) -> None:
        """Gold during the game."""
        self.gold[player] += gold
        self.tell(events.GoldEarned, player, gold, why, hexes)

    # --- location tiles

    def gain_tiles(self, player: int, hexes: int) -> int:
        """Take the location tiles next to these hexes (R-GAIN-1 to 4); answers the location hexes that gave
        their last one."""
        emptied = 0
        for space in hexes_of(beside(hexes) & self.stocked & ~self.taken[player]):
            bit = BIT[space]
            self.taken[player] |= bit
            if self.doubled & bit:
                self.doubled ^= bit
            else:
                self.stocked ^= bit
                emptied |= bit
            tile = TILES[self.board.location_at[space]]
            self.tiles[player] += ((tile, space, FRESH),)
            self.tell(events.TileGained, player, tile.name, space)
            tile.gained(self, player)
        return emptied

    def lose_tiles(self, player: int) -> None:
        """Tiles without a supporter leave the game at once (R-LOSE-1)."""
        own = self.own[player]
        for tile, space, _ in self.tiles[player]:
            if space is None or NEXT_TO[space] & own:
                continue
            left = [held for held in self.tiles[player] if held[1] != space]
            state = next(
                state for _, origin, state in self.tiles[player] if origin == space
            )  # a twin lost before may have changed it
            usable = (READY, FRESH) if tile.reaction else (READY,)
            if state in usable:  # keep the usable one of two equal tiles (R-LOSE-5)
                for place, (twin, twin_space, twin_state) in enumerate(left):
                    if twin is tile and twin_state not in usable:
                        left[place] = (twin, twin_space, state)
                        break
            self.tiles[player] = tuple(left)
            self.tell(events.TileLost, player, tile.name, space)
            if self.table.switches.returns_tiles:  # V-RETURN
                self.doubled |= self.stocked & BIT[space]
                self.stocked |= BIT[space]
                self.taken[player] &= ~BIT[space]
            tile.lost(self, player)

    def use_tile(self, player: int, tile: Tile) -> None:
        """Mark one usable tile of this kind as used."""
        held = list(self.tiles[player])
        for place, (kind, space, state) in enumerate(held):
            if kind is tile and state == READY:
                held[place] = (kind, space, USED)
                break
        self.tiles[player] = tuple(held)

    def holds(self, player: int, tile: Tile) -> int:
        """How many tiles of this kind a player has."""
        return sum(1 for kind, _, _ in self.tiles[player] if kind is tile)

    # --- copies

    def copy(self) -> Game:
        """An independent copy: neither changes with the other."""
        new = Game.__new__(Game)
        new.table = self.table
        new.board = self.board
        new.chance = self.chance
        new.player = self.player
        new.start_player = self.start_player
        new.round = self.round
        new.card = self.card
        new.terrain = self.terrain
        new.field = self.field
        new.mandatory = self.mandatory
        new.due = self.due
        new.built = self.built
        new.built_hexes = self.built_hexes
        new.added = self.added
        new.waived = self.waived
        new.reacting = False  # never while a decision waits
        new.barred = self.barred
        new.free = self.free
        new.helpers = self.helpers
        new.settlements = self.settlements[:]
        new.own = self.own[:]
        new.reach = self.reach[:]
        new.supply = self.supply[:]
        new.gold = self.gold[:]
        new.hand = self.hand[:]
        new.tiles = self.tiles[:]
        new.taken = self.taken[:]
        new.deck = self.deck
        new.discard = self.discard
        new.stocked = self.stocked
        new.doubled = self.doubled
        new.ending = self.ending
        new.over = self.over
        new.doing = self.doing
        new.stack = self.stack
        new.box = self.box
        new.pending = self.pending
        new.log = None
        new._asked = self._asked
        return new

    def state_key(self) -> tuple[object, ...]:
        """Equal for two games that are the same to the last card. What was worked out of the state (`_asked`)
        and what is kept for others (`log`, `pending`) does not count."""
        return (
            self.table,
            self.board,
            self.chance,
            self.player,
            self.start_player,
            self.round,
            self.card,
            self.terrain,
            self.field,
            self.mandatory,
            self.due,
            self.built,
            self.built_hexes,
            self.added,
            self.waived,
            self.reacting,
            self.barred,
            self.free,
            self.helpers,
            tuple(self.settlements),
            tuple(self.own),
            tuple(self.reach),
            tuple(self.supply),
            tuple(self.gold),
            tuple(self.hand),
            tuple(self.tiles),
            tuple(self.taken),
            self.deck,
            self.discard,
            self.stocked,
            self.doubled,
            self.ending,
            self.over,
            self.doing,
            self.stack,
            self.box,
        )

    def unseen(self, viewer: int | None) -> tuple[str, ...]:
        """The terrain cards that a player (None: nobody in particular) has not seen and that may still come:
        the deck and other hands. Sorted, so that their order tells nothing."""
        hidden = list(self.deck)
        for player, hand in enumerate(self.hand):
            if player != viewer:
                hidden += hand
                if player == self.player and self.card is not None:  # its played card lies open
                    hidden.remove(self.card)
        return tuple(sorted(hidden))

    def observe(self, viewer: int, seed: int, on_top: str | None = None) -> Game:
        """A copy in which all that this player cannot see is dealt anew: other hands, the deck's order, the
        generator (R-CARD-3).

        With `on_top`, a card that may lie on top of the deck does so: for thinking about what comes next."""
        seen = self.copy()
        chance = seeded(seed)
        known: list[tuple[str, ...]] = [()] * self.table.players
        unknown = list(self.deck)
        for player, hand in enumerate(self.hand):
            if player == viewer:
                known[player] = hand
            elif player == self.player and self.card is not None:  # its played card lies open
                rest = list(hand)
                rest.remove(self.card)
                known[player] = (self.card,)
                unknown += rest
            else:
                unknown += hand
        chance, cards = shuffled(chance, sorted(unknown))
        if on_top in cards and self.deck:
            place, top = cards.index(on_top), len(cards) - len(self.deck)
            swapped = list(cards)
            swapped[place], swapped[top] = swapped[top], swapped[place]
            cards = tuple(swapped)
        taken = 0
        for player, hand in enumerate(self.hand):
            missing = len(hand) - len(known[player])
            seen.hand[player] = known[player] + cards[taken : taken + missing]
            taken += missing
        seen.deck = cards[taken:]
        chance, seen.discard = shuffled(chance, sorted(self.discard))
        seen.chance = chance
        if (
            viewer != self.player and self.terrain is None and seen.stack
        ):  # what may be chosen comes from the cards dealt anew
            seen._asked = None
            seen.settle()
        return seen

    def with_hand(self, cards: tuple[str, ...]) -> Game:
        """A copy at the beginning of a turn in which the player on turn holds these cards, and those held
        until now are where they were taken from: for asking what another card would have been worth."""
        new = self.copy()
        player = self.player
        spare = list(self.hand[player])
        missing = []
        for card in cards:
            if card in spare:
                spare.remove(card)
            else:
                missing.append(card)
        deck = list(self.deck)
        for card in missing:
            if card in deck:
                deck.remove(card)
                continue
            for seat, hand in enumerate(new.hand):
                if seat != player and card in hand and spare:
                    place = hand.index(card)
                    new.hand[seat] = (*hand[:place], spare.pop(), *hand[place + 1 :])
                    break
        deck += spare
        new.deck = tuple(deck)
        new.hand[player] = cards
        new.card = new.terrain = None
        new.field = 0
        if len(cards) == 1:
            new._reveal(cards[0])
        new._asked = None
        new.settle()
        return new

    def assuming(self, terrain: str, question: Callable[[], T]) -> T:
        """The answer to a question if this terrain were the played one."""
        self.terrain, self.field = terrain, self.board.terrain[terrain]
        try:
            return question()
        finally:
            self.terrain, self.field = None, 0


def _ended(game: Game) -> Event:
    return events.GameEnded(totals(game))
