"""Explains why an answer is illegal or an action is unavailable, and cites the rule. Used only if an answer
is rejected or if the player hovers over something that is not allowed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom.rules.decision_frames import (
    END_TURN,
    MANDATORY_DOING,
    MANDATORY_DONE,
    TILE_FRESH,
    TILE_READY,
    TILE_USED,
    TURN_FRAME,
    Answer,
)
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.expansion import Action, Tile
from kingdom.rules.hexes import BIT, COORD_OF, Hex
from kingdom.rules.registry import ACTIONS

if TYPE_CHECKING:
    from kingdom.rules.game import Game


def explain_illegal(game: Game, answer: Answer) -> IllegalAnswer:
    """Returns the reason why the pending decision does not allow this answer."""
    if game.over:
        return IllegalAnswer("R-END-5", "the game is over", "reason.over")
    if isinstance(answer, str):
        return _explain_illegal_option(game, answer)
    return _explain_illegal_hex(game, answer)


def _explain_illegal_hex(game: Game, hex_id: Hex) -> IllegalAnswer:
    coord = list(COORD_OF.get(hex_id, (hex_id,)))
    if hex_id not in COORD_OF or not game.board.all_hexes & BIT[hex_id]:
        return IllegalAnswer("R-GRID-1", f"there is no such hex: {coord}", "reason.no_hex")
    frame, bit = game.stack[-1], BIT[hex_id]
    if frame.kind == "from":
        return IllegalAnswer(
            frame.rule_id, f"nothing at {coord} can be chosen for this", "reason.cannot_choose"
        )
    if frame is TURN_FRAME and game.mandatory_state == MANDATORY_DONE:
        return IllegalAnswer(
            "R-MAND-1",
            "the mandatory action is done: choose an action or end the turn",
            "reason.mandatory_done",
        )
    cells, options = game.legal_answers()
    if not cells:
        return IllegalAnswer(
            frame.rule_id,
            f"choose one of the options, not a hex: {', '.join(options)}",
            "reason.choose_option",
        )
    if frame.origin == hex_id:
        return IllegalAnswer(
            "R-MOVE-3", f"the piece is already at {coord}; a move must end elsewhere", "reason.occupied"
        )
    if game.occupied_hexes & bit:
        return IllegalAnswer("R-BUILD-1", f"{coord} is occupied", "reason.occupied")
    if game.zone_hexes & bit:
        return IllegalAnswer("R-TERM-5", f"{coord} is not free: it lies in a zone", "reason.zone")
    kind = game.board.kind_at[hex_id]
    if game.board.landmark_hexes & bit:
        return IllegalAnswer(
            "R-TERR-2", f"nothing can stand on the {kind} at {coord}", "reason.landmark", land=kind
        )
    if frame is TURN_FRAME and not frame.fits_except_adjacency(game, bit):
        allowed_terrains = (game.played_terrain,) if game.played_terrain else tuple(game.playable_terrains())
        reason = f"{coord} is {kind}, the card requires {' or '.join(allowed_terrains)}"
        return IllegalAnswer("R-MAND-1", reason, "reason.wrong_terrain", land=kind, terrains=allowed_terrains)
    if frame.fits_except_adjacency(game, bit):
        reason = f"{coord} is not next to one of your pieces, but other possible hexes are"
        return IllegalAnswer("R-BUILD-3", reason, "reason.not_adjacent")
    return IllegalAnswer(
        frame.rule_id, f"{coord} ({kind}) is not a legal target", "reason.not_a_target", land=kind
    )


def _explain_illegal_option(game: Game, option: str) -> IllegalAnswer:
    frame = game.stack[-1]
    if frame is not TURN_FRAME:
        return IllegalAnswer(
            "R-TURN-6", f"{option!r} must wait: finish the action in progress first", "reason.finish_first"
        )
    if option == END_TURN:
        return IllegalAnswer(
            "R-TURN-1",
            "the mandatory action must be finished before the turn can end",
            "reason.mandatory_first",
        )
    if option in ACTIONS:
        return explain_unavailable(game, game.active_player, ACTIONS[option])
    if option in game.board.hexes_by_terrain:
        return IllegalAnswer(
            "R-CARD-1", f"the played terrain cannot be {option} now", "reason.terrain", terrain=option
        )
    return IllegalAnswer("R-TURN-3", f"the option {option!r} is not available now", "reason.no_option")


def explain_unavailable(game: Game, player: int, action: Action) -> IllegalAnswer:
    """Returns the reason why the active player cannot use this action now. Call this only if the action is
    unavailable."""
    name = action.name
    if game.stack and game.stack[-1] is TURN_FRAME and game.mandatory_state == MANDATORY_DOING:
        reason = f"{name} must wait: nothing may come between the mandatory builds"
        return IllegalAnswer("R-TURN-5", reason, "reason.wait_mandatory", action=name)
    if isinstance(action, Tile):
        states = [state for kind, _, state in game.held_tiles[player] if kind is action]
        if not states:
            return IllegalAnswer("R-TURN-3", f"there is no {name} tile to use", "reason.no_tile", action=name)
        if action.is_passive or action.is_reaction:
            return IllegalAnswer(
                action.rule_id,
                f"{name} cannot be used on your own turn",
                "reason.not_in_own_turn",
                action=name,
            )
        if TILE_READY not in states:
            if TILE_USED in states:
                return IllegalAnswer(
                    "R-TURN-3", f"{name} was already used this turn", "reason.used", action=name
                )
            if TILE_FRESH in states:
                reason = f"{name} was gained this turn and can be used in the next"
                return IllegalAnswer("R-GAIN-5", reason, "reason.fresh", action=name)
    unavailable = action.unavailable_reason(game, player)
    if unavailable:
        return unavailable
    reason = f"{name} has no target now, or nothing is left to use it with"
    return IllegalAnswer(action.rule_id, reason, "reason.no_target", action=name)
