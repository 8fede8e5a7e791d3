"""Game implements decisions, the frame stack, turns, terrain cards, building and moving.

A game always waits for exactly one decision by one player. The frame on top of the stack defines that
decision. The bottom frame is the turn itself. Above it are the steps of an action, and on top are the
reactions of other players. A frame determines its legal answers (`cells`, `options`) and their effect
(`apply`). `play` validates an answer and returns the resulting events. `push` does neither and is used by
search.
"""

from __future__ import annotations

from kingdom.rules import events
from kingdom.rules.compilation import mypyc_attr
from kingdom.rules.decision_frames import (
    MANDATORY_DOING,
    MANDATORY_DONE,
    MANDATORY_TODO,
    NO_ANSWERS,
    SETTLEMENT,
    TILE_FRESH,
    TILE_READY,
    TURN_FRAME,
    Answer,
    ChooseTerrainFrame,
    Decision,
    LegalAnswers,
    Prompt,
)
from kingdom.rules.events import Event
from kingdom.rules.expansion import PlayerItem, SetupNote, Token
from kingdom.rules.hexes import (
    BIT,
    NEIGHBORS,
    Hex,
    first_hex,
    iter_hexes,
    neighbors,
    neighbors_of_small_set,
    nth_hex_from_end,
)
from kingdom.rules.illegal_answers import explain_illegal
from kingdom.rules.registry import TILES
from kingdom.rules.rng import Rng, shuffle_from_state, state_from_seed
from kingdom.rules.scoring import all_totals
from kingdom.rules.state import GameState, usable_states
from kingdom.rules.text_output import format_game


@mypyc_attr(allow_interpreted_subclasses=True)
class Game(GameState):
    """A game in progress: decisions, turns, building and moving."""

    __slots__ = ()

    def __repr__(self) -> str:
        if self.over:
            return f"<Game of {self.config.player_count}: round {self.round}, over>"
        player, kind, _, _ = self.decision()
        return f"<Game of {self.config.player_count}: round {self.round}, player {player} decides: {kind}>"

    def __str__(self) -> str:
        return format_game(self)

    # --- Decisions

    def decision(self) -> Decision:
        """Returns the pending decision."""
        if not self.stack:
            return Decision(-1, "over", 0, ())
        frame = self.stack[-1]
        return Decision(frame.deciding_player(self), frame.kind, *self.legal_answers())

    def legal_answers(self) -> LegalAnswers:
        """Returns the legal answers to the pending decision: hexes and options. Search uses this instead of
        `decision`."""
        legal_answers = self._legal_answers_cache
        if legal_answers is None:
            legal_answers = self._legal_answers_cache = self.stack[-1].legal_answers(self)
        return legal_answers

    def is_legal(self, answer: Answer) -> bool:
        """Returns True if the pending decision allows this answer."""
        cells, options = self.legal_answers()
        if isinstance(answer, str):
            return answer in options
        return answer >= 0 and bool(cells >> answer & 1)

    @property
    def deciding_player(self) -> int:
        """The player who decides, or -1 if the game is over."""
        return self.stack[-1].deciding_player(self) if self.stack else -1

    def prompt(self) -> Prompt:
        """Returns what the pending decision is about. May be called only while the game is not over."""
        frame = self.stack[-1]
        return Prompt(frame.topic(self), frame.remaining(self), frame.affected_player(self))

    # --- Display

    def visible_pieces(self) -> list[tuple[str, int | None, int]]:
        """Returns all pieces on the board as name, owner (None if neutral) and hexes, settlements first."""
        pieces: list[tuple[str, int | None, int]] = [
            (SETTLEMENT, player, hexes) for player, hexes in enumerate(self.settlement_hexes)
        ]
        return pieces + [piece for hook in self.config.hooks.visible_pieces for piece in hook(self)]

    def tokens(self) -> list[Token]:
        """Returns the items on the board that are not pieces."""
        return [token for hook in self.config.hooks.tokens for token in hook(self)]

    def row_markers(self) -> list[tuple[int, int]]:
        """Returns the markers next to the board as pairs of row and owner."""
        return [marker for hook in self.config.hooks.row_markers for marker in hook(self)]

    def player_items(self, player: int) -> list[PlayerItem]:
        """Returns a player's items, excluding settlements, cards and location tiles."""
        return [item for hook in self.config.hooks.player_items for item in hook(self, player)]

    def setup_notes(self) -> list[SetupNote]:
        """Returns the results of the setup that are not visible on the board."""
        return [note for hook in self.config.hooks.setup_notes for note in hook(self)]

    # --- Answers

    def start_from_position(self) -> None:
        """Starts a game from a position whose state was set directly."""
        if not self.over:
            self.stack = (TURN_FRAME,)
        self.advance_to_decision()

    def play(self, answer: Answer) -> tuple[Event, ...]:
        """Applies an answer and returns the events. If the answer is illegal, raises IllegalAnswer and
        changes nothing."""
        if not self.is_legal(answer):
            raise explain_illegal(self, answer)
        event_log: list[Event] = []
        self.event_log = event_log
        try:
            self.push(answer)
        finally:
            self.event_log = None
        self.pending_answers = (
            (*self.pending_answers, answer)
            if len(self.stack) > 1
            or self.adjacency_waived
            or (self.stack and self.stack[0] is not TURN_FRAME)
            else ()
        )
        return tuple(event_log)

    def push(self, answer: Answer) -> None:
        """Applies an answer that is known to be legal. Produces no events. Used by search."""
        self._legal_answers_cache = None
        self.stack[-1].apply(self, answer)
        self.advance_to_decision()

    def advance_to_decision(self) -> None:
        """Advances until there is a decision with a legal answer or the game is over."""
        while stack := self.stack:
            frame = stack[-1]
            if not self.played_terrain_hexes & self.free_hexes:
                self._replace_unplayable_card()
            if frame is TURN_FRAME:
                if self.mandatory_state != MANDATORY_DONE:
                    player = self.active_player
                    is_due = self.mandatory_builds_due or self.mandatory_state == MANDATORY_TODO
                    if not (is_due and self.supply[player] and self.hands[player]):
                        self._finish_mandatory(player)
                return
            if self.played_terrain is None and frame.needs_terrain:
                frame = ChooseTerrainFrame(frame)
                self.stack = (*self.stack, frame)
            self._legal_answers_cache = cells, options = frame.legal_answers(self)
            if cells or options:
                return
            self.stack = self.stack[:-1]
            self._legal_answers_cache = None
            frame.on_skipped(self)
        self._legal_answers_cache = NO_ANSWERS
        if not self.over:
            self._end_game()

    def _finish_mandatory(self, player: int) -> None:
        """Finishes the mandatory action unless an additional settlement must still be built. Called if no
        further build from the supply is due or possible, or if the player has no card (R-MAND-3,
        R-CARD-6)."""
        if self.hands[player] and self.additional_builds_due(player):
            return
        was_started = self.mandatory_state == MANDATORY_DOING
        self.mandatory_state = MANDATORY_DONE
        if was_started:
            self.adjacency_waived = False
            for hook in self.config.hooks.on_mandatory_done:
                hook(self, player)

    # --- Turns

    def begin_turn(self, player: int) -> None:
        """Starts a turn. Tiles become usable, and the card is revealed (R-TURN-2)."""
        self.active_player = player
        self.mandatory_state = MANDATORY_TODO
        self.mandatory_builds_due = self.mandatory_builds_made = self.mandatory_build_hexes = (
            self.additional_builds_made
        ) = 0
        self.adjacency_waived = False
        self.stack = (TURN_FRAME,)
        for _, _, state in self.held_tiles[player]:
            if state:
                self.held_tiles[player] = tuple(
                    [(tile, space, TILE_READY) for tile, space, _ in self.held_tiles[player]]
                )
                break
        if self.event_log is not None:
            self.event_log.append(events.TurnBegan(player, self.round))
        for hook in self.config.hooks.on_turn_start:
            hook(self, player)
        self.played_card = self.played_terrain = None
        self.played_terrain_hexes = 0
        hand = self.hands[player]
        if len(hand) == 1:
            self._reveal_card(hand[0])

    def end_turn(self) -> None:
        """Ends the turn (R-TURN-7). Then starts the next player's turn or ends the game (R-END-2,
        R-END-6)."""
        player, hooks = self.active_player, self.config.hooks
        for hook in hooks.on_turn_end:
            hook(self, player)
        held = self.held_tiles[player]
        for _, _, state in held:
            if state:
                self.held_tiles[player] = tuple(
                    [tile if tile[0].is_reaction else (tile[0], tile[1], TILE_READY) for tile in held]
                )
                break
        self.discard_pile += self.hands[player]
        draw_count = 1
        for extra_draws in hooks.extra_draws:
            draw_count += extra_draws(self, player)
        drawn: tuple[str, ...] = ()
        while draw_count:
            card = self.draw_terrain_card()
            if card is not None:
                drawn += (card,)
            draw_count -= 1
        self.hands[player] = drawn
        if self.event_log is not None:
            self.event_log += (events.CardDrawn(player, drawn), events.TurnEnded(player))
        next_player = (player + 1) % self.config.player_count
        if next_player == self.start_player:
            if self.config.rule_flags.end_needs_empty_supply:  # V-SWORD
                self.end_triggered = any(
                    not supply and not self.settlements_set_aside(seat)
                    for seat, supply in enumerate(self.supply)
                )
            if not (self.end_triggered or self.draw_pile or self.discard_pile or any(self.hands)):  # R-END-6
                self.end_triggered = True
                self.emit(events.CardsRanOut)
            if self.end_triggered:
                self.stack = ()
                self.played_card = self.played_terrain = None
                self.played_terrain_hexes = 0
                self.mandatory_state = MANDATORY_DONE
                for start_phase in hooks.on_last_turn_end:
                    start_phase(self)
                return
            self.round += 1
        self.begin_turn(next_player)

    def _end_game(self) -> None:
        self.over = True
        self.emit(_game_ended_event, self)

    def check_end_trigger(self, player: int) -> None:
        """Checks the end condition (R-END-1). Called after a settlement has left a player's supply or has
        been built after being set aside."""
        if not self.end_triggered and not self.supply[player] and not self.settlements_set_aside(player):
            self.end_triggered = True
            self.emit(events.EndTriggered, player)

    def settlements_set_aside(self, player: int) -> int:
        """Returns how many of a player's settlements are neither in the supply nor on the board."""
        return sum([hook(self, player) for hook in self.config.hooks.settlements_set_aside])

    # --- Terrain cards

    def _replace_unplayable_card(self) -> None:
        """Removes a card without a free hex from the game and replaces it (R-CARD-4, R-CARD-5). With the
        variant V-FULL, the card is kept."""
        while True:
            if self.played_terrain is not None:
                if self.config.rule_flags.keep_unplayable_cards:
                    self.played_terrain_hexes = self.board.suitable_hexes
                if self.played_terrain_hexes & self.free_hexes:
                    return
            elif self.played_card is None or self.config.rule_flags.keep_unplayable_cards:
                return  # No card has been chosen, or it is kept.
            elif any(
                self.board.hexes_by_terrain[terrain] & self.free_hexes
                for _, terrain, _ in self.playable_sides()
            ):
                return  # A different side can still be chosen.
            player, unplayable = self.active_player, self.played_card
            assert unplayable is not None
            self.emit(events.CardRemoved, player, unplayable)
            drawn = self.draw_terrain_card()
            hand = list(self.hands[player])
            index = hand.index(unplayable)
            hand[index : index + 1] = [drawn] if drawn is not None else []
            self.hands[player] = tuple(hand)
            self.played_card = self.played_terrain = None
            self.played_terrain_hexes = 0
            if drawn is None:  # R-CARD-6
                self.hands[player] = ()
                self.discard_pile += tuple(hand)
                return
            self._reveal_card(drawn)

    # --- Pieces

    @property
    def occupied_hexes(self) -> int:
        """All hexes that have a piece of any owner. Computed on demand, because builds only need
        `free_hexes`."""
        result = self.helper_hexes
        for owned_hexes in self.piece_hexes:
            result |= owned_hexes
        for hook in self.config.hooks.neutral_piece_hexes:
            result |= hook(self)
        return result

    def mandatory_builds_left(self) -> int:
        """Returns the number of mandatory builds left, as far as is known (R-MAND-3, R-MAND-4)."""
        if self.mandatory_state == MANDATORY_DOING:
            due = self.mandatory_builds_due
        else:
            due = max(
                (
                    builds
                    for _, terrain, builds in self.playable_sides()
                    if self.played_terrain in (None, terrain)
                ),
                default=0,
            )
        return min(due, self.supply[self.active_player]) + self.additional_builds_due(self.active_player)

    def additional_builds_due(self, player: int) -> int:
        """Returns the number of settlements that this mandatory action requires in addition to those from the
        supply."""
        total = 0
        for hook in self.config.hooks.additional_builds_due:
            total += hook(self, player)
        return total

    def update_derived_hexes(self) -> None:
        """Recomputes everything derived from the positions of the pieces. Must be called after any change
        other than a single build or settlement move."""
        hooks = self.config.hooks
        self.helper_hexes = 0
        for get_helper_hexes in hooks.helper_hexes:
            self.helper_hexes |= get_helper_hexes(self)
        for player in range(self.config.player_count):
            owned_hexes = self.settlement_hexes[player]
            for get_extra_pieces in hooks.hexes_with_extra_pieces:
                owned_hexes |= get_extra_pieces(self, player)
            self.piece_hexes[player] = owned_hexes
            self.adjacent_hexes[player] = neighbors(
                owned_hexes | self.helper_hexes if player == self.active_player else owned_hexes
            )
        self.zone_hexes = 0
        for get_zone_hexes in hooks.zone_hexes:
            self.zone_hexes |= get_zone_hexes(self)
        self.free_hexes = self.board.all_hexes & ~(self.occupied_hexes | self.zone_hexes)

    def build_settlement(self, player: int, hex_id: Hex, source: str) -> None:
        """Builds a settlement from the supply (R-TERM-8) and resolves the consequences."""
        left = self.supply[player] = self.supply[player] - 1
        self.put_settlement(player, hex_id)
        if self.event_log is not None:
            self.event_log.append(events.Built(player, SETTLEMENT, BIT[hex_id], source))
        if not left or hex_id in self.config.trigger_hexes:
            self.resolve_arrival(player, BIT[hex_id], True)

    def build_as_reaction(self, player: int, hex_id: Hex, source: str) -> None:
        """Builds a settlement as a reaction. A reaction never counts as a build of the turn, even during the
        player's own turn."""
        self.in_reaction = True
        self.build_settlement(player, hex_id, source)
        self.in_reaction = False

    def move_settlement(self, player: int, origin: Hex, target: Hex, source: str) -> None:
        """Moves a settlement in a single step and resolves the consequences."""
        self.lift_settlement(player, origin)
        self.put_settlement(player, target)
        self.emit(events.Moved, player, SETTLEMENT, origin, target, source)
        if BIT[origin] & self.board.next_to_locations:
            self.lose_unsupported_tiles(player)
        self.resolve_arrival(player, BIT[target], False)

    def remove_settlement(self, player: int, hex_id: Hex, removed_by: int, source: str) -> None:
        """Removes a settlement from the board and resolves the consequences. The caller decides where the
        settlement goes."""
        self.lift_settlement(player, hex_id)
        self.emit(events.Removed, player, SETTLEMENT, hex_id, removed_by, source)
        if BIT[hex_id] & self.board.next_to_locations:
            self.lose_unsupported_tiles(player)

    def resolve_arrival(self, player: int, hexes: int, built: bool, passing: bool = False) -> None:
        """Resolves R-RES-1 from step 2 on, for pieces that were built on or moved to these hexes. If
        `passing` is True, a piece only crosses the hexes and gains no location tile (R-GAIN-10)."""
        emptied, hooks = 0, self.config.hooks
        if hexes & self.board.next_to_tile_spaces:
            if hexes & self.board.next_to_locations and not passing:
                emptied = self.gain_tiles(player, hexes)
            for claim_tiles in hooks.claim_tiles:
                emptied |= claim_tiles(self, player, hexes)
        if self.config.has_placement_hooks:
            if built:
                for hook in hooks.on_built:
                    hook(self, player, hexes)
            for hook in hooks.on_arrived:
                hook(self, player, hexes)
        # Only settlements come from the supply.
        if built and not self.supply[player] and hexes & self.settlement_hexes[player]:
            self.check_end_trigger(player)
        if emptied:
            for hook in hooks.on_spaces_emptied:
                hook(self, player, emptied)

    # --- Location tiles

    def gain_tiles(self, player: int, hexes: int) -> int:
        """Takes the location tiles next to these hexes (R-GAIN-1 to 4). Returns the location hexes that have
        become empty."""
        emptied = 0
        for space in iter_hexes(
            neighbors_of_small_set(hexes) & self.stocked_locations & ~self.taken_locations[player]
        ):
            bit = BIT[space]
            self.taken_locations[player] |= bit
            if self.full_locations & bit:
                self.full_locations ^= bit
            else:
                self.stocked_locations ^= bit
                emptied |= bit
            tile = TILES[self.board.location_at[space]]
            self.held_tiles[player] += ((tile, space, TILE_FRESH),)
            self.emit(events.TileGained, player, tile.name, space)
            tile.on_gained(self, player)
        return emptied

    def lose_unsupported_tiles(self, player: int) -> None:
        """Removes tiles without a supporting piece from the game (R-LOSE-1)."""
        owned_hexes = self.piece_hexes[player]
        for tile, space, _ in self.held_tiles[player]:
            if space is None or NEIGHBORS[space] & owned_hexes:
                continue
            remaining = [held for held in self.held_tiles[player] if held[1] != space]
            # Losing an equal tile earlier in this loop may have changed this tile's state.
            state = next(state for _, origin, state in self.held_tiles[player] if origin == space)
            if state in usable_states(tile):  # Of two equal tiles, keep the usable one (R-LOSE-5).
                for index, (other_tile, other_space, other_state) in enumerate(remaining):
                    if other_tile is tile and other_state not in usable_states(tile):
                        remaining[index] = (other_tile, other_space, state)
                        break
            self.held_tiles[player] = tuple(remaining)
            self.emit(events.TileLost, player, tile.name, space)
            if self.config.rule_flags.return_lost_tiles:  # V-RETURN
                self.full_locations |= self.stocked_locations & BIT[space]
                self.stocked_locations |= BIT[space]
                self.taken_locations[player] &= ~BIT[space]
            tile.on_lost(self, player)

    # --- Copies

    def observe(self, viewer: int | None, seed: int, top_card: str | None = None) -> Game:
        """Returns a copy in which everything hidden from this player is random (see `redeal`)."""
        observed = self.copy()
        observed.redeal(viewer, seed, top_card)
        return observed

    def redeal(self, viewer: int | None, seed: int, top_card: str | None = None) -> None:
        """Redeals everything that is hidden from this player: the other hands, the order of the draw pile,
        and the state of the random number generator (R-CARD-3). Without a viewer, all hands are hidden.

        `top_card`, if given, is put on top of the draw pile if possible. Search uses this to evaluate what
        happens if that card is drawn next.
        """
        rng_state = state_from_seed(seed)
        hidden_cards = self.hidden_hand_cards(viewer)
        rng_state, cards = shuffle_from_state(rng_state, self.unseen_cards(viewer))
        if top_card in cards and self.draw_pile:
            card_index, top_index = cards.index(top_card), len(cards) - len(self.draw_pile)
            swapped = list(cards)
            swapped[card_index], swapped[top_index] = swapped[top_index], swapped[card_index]
            cards = tuple(swapped)
        dealt = 0
        for player, hand in enumerate(self.hands):
            if hidden_cards[player]:
                missing = len(hidden_cards[player])
                known_cards = (self.played_card,) if self.played_card and missing < len(hand) else ()
                self.hands[player] = known_cards + cards[dealt : dealt + missing]
                dealt += missing
        self.draw_pile = cards[dealt:]
        rng_state, self.discard_pile = shuffle_from_state(rng_state, sorted(self.discard_pile))
        self.rng_state = rng_state
        # The legal answers depend on the cards that were just dealt.
        if viewer != self.active_player and self.played_terrain is None and self.stack:
            self._legal_answers_cache = None
            self.advance_to_decision()

    def with_hand(self, cards: tuple[str, ...]) -> Game:
        """Returns a copy at the start of a turn in which the active player holds these cards. The previous
        hand is put back where the new cards came from. Used to compare the values of different cards."""
        new = self.copy()
        player = self.active_player
        spare = list(self.hands[player])
        missing = []
        for card in cards:
            if card in spare:
                spare.remove(card)
            else:
                missing.append(card)
        draw_pile = list(self.draw_pile)
        for card in missing:
            if card in draw_pile:
                draw_pile.remove(card)
                continue
            for other_player, hand in enumerate(new.hands):
                if other_player != player and card in hand and spare:
                    index = hand.index(card)
                    new.hands[other_player] = (*hand[:index], spare.pop(), *hand[index + 1 :])
                    break
        draw_pile += spare
        new.draw_pile = tuple(draw_pile)
        new.hands[player] = cards
        new.played_card = new.played_terrain = None
        new.played_terrain_hexes = 0
        if len(cards) == 1:
            new._reveal_card(cards[0])
        new._legal_answers_cache = None
        new.advance_to_decision()
        return new


def _game_ended_event(game: Game) -> Event:
    return events.GameEnded(all_totals(game))


def only_legal_answer(game: Game) -> Answer | None:
    """Returns the answer to the pending decision if there is no choice at all, otherwise None."""
    cells, options = game.legal_answers()
    if cells.bit_count() + len(options) != 1:
        return None
    return options[0] if options else first_hex(cells)


def random_answer(game: Game, rng: Rng) -> Answer:
    """Returns a random legal answer. All legal answers are equally likely."""
    cells, options = game.legal_answers()
    hex_count = cells.bit_count()
    index = rng.randrange(hex_count + len(options))
    return nth_hex_from_end(cells, hex_count - 1 - index) if index < hex_count else options[index - hex_count]


def play_random_answers(game: Game, rng: Rng, max_answers: int | None = None) -> list[Answer]:
    """Plays random answers until the game is over or `max_answers` is reached, and returns them."""
    answers: list[Answer] = []
    while not game.over and len(answers) != max_answers:
        answers.append(random_answer(game, rng))
        game.play(answers[-1])
    return answers
