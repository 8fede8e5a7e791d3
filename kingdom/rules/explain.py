"""Why an answer is not legal: the rule and a plain sentence. Asked only when something is refused or pointed
at."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom.rules.frames import DOING, DONE, END_TURN, FRESH, READY, USED, Answer, IllegalAnswer
from kingdom.rules.hexes import BIT, PLACE_OF, Hex
from kingdom.rules.registry import ACTIONS, Action, Tile
from kingdom.rules.turn import TURN

if TYPE_CHECKING:
    from kingdom.rules.game import Game


def why_illegal(game: Game, answer: Answer) -> IllegalAnswer:
    """The reason for refusing an answer that the waiting decision does not allow."""
    if game.over:
        return IllegalAnswer("R-END-5", "the game is over", "reason.over")
    if isinstance(answer, str):
        return _why_not_option(game, answer)
    return _why_not_hex(game, answer)


def _why_not_hex(game: Game, number: Hex) -> IllegalAnswer:
    place = list(PLACE_OF.get(number, (number,)))
    if number not in PLACE_OF or not game.board.cells & BIT[number]:
        return IllegalAnswer("R-GRID-1", f"there is no such hex: {place}", "reason.no_hex")
    frame, bit = game.stack[-1], BIT[number]
    if frame.asks == "from":
        return IllegalAnswer(frame.rule, f"nothing at {place} can be chosen for this", "reason.cannot_choose")
    if frame is TURN and game.mandatory == DONE:
        return IllegalAnswer(
            "R-MAND-1",
            "the mandatory action is done: choose an action or end the turn",
            "reason.mandatory_done",
        )
    cells, options = game.asked()
    if not cells:
        return IllegalAnswer(
            frame.rule,
            f"choose one of the options, not a hex: {', '.join(options)}",
            "reason.choose_option",
        )
    if getattr(frame, "origin", None) == number:
        return IllegalAnswer(
            "R-MOVE-3", f"the piece stands at {place} already; a move ends elsewhere", "reason.occupied"
        )
    if game.occupied & bit:
        return IllegalAnswer("R-BUILD-1", f"{place} is occupied", "reason.occupied")
    if game.barred & bit:
        return IllegalAnswer("R-TERM-5", f"{place} is not free: it lies in a zone", "reason.zone")
    kind = game.board.kind_at[number]
    if game.board.landmarks & bit:
        return IllegalAnswer(
            "R-TERR-2", f"nothing can stand on the {kind} at {place}", "reason.landmark", land=kind
        )
    if frame is TURN and not frame.demands(game, bit):
        asked = (game.terrain,) if game.terrain else tuple(game.terrains())
        reason = f"{place} is {kind}, the card asks for {' or '.join(asked)}"
        return IllegalAnswer("R-MAND-1", reason, "reason.wrong_terrain", land=kind, terrains=asked)
    if frame.demands(game, bit):
        reason = f"{place} is not next to an own piece, and other hexes that fit are"
        return IllegalAnswer("R-BUILD-3", reason, "reason.not_adjacent")
    return IllegalAnswer(
        frame.rule, f"{place} ({kind}) is not a target of this", "reason.not_a_target", land=kind
    )


def _why_not_option(game: Game, option: str) -> IllegalAnswer:
    frame = game.stack[-1]
    if frame is not TURN:
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
        return why_not_action(game, game.player, ACTIONS[option])
    if option in game.board.terrain:
        return IllegalAnswer(
            "R-CARD-1", f"the played terrain cannot be {option} now", "reason.terrain", terrain=option
        )
    return IllegalAnswer("R-TURN-3", f"there is no option {option!r} now", "reason.no_option")


def why_not_action(game: Game, player: int, action: Action) -> IllegalAnswer:
    """Why a player on turn cannot use this action now; to be asked only when it cannot be used."""
    name = action.name
    if game.stack and game.stack[-1] is TURN and game.mandatory == DOING:
        reason = f"{name} must wait: nothing may come between the mandatory builds"
        return IllegalAnswer("R-TURN-5", reason, "reason.wait_mandatory", action=name)
    if isinstance(action, Tile):
        states = [state for kind, _, state in game.tiles[player] if kind is action]
        if not states:
            return IllegalAnswer("R-TURN-3", f"there is no {name} tile to use", "reason.no_tile", action=name)
        if action.passive or action.reaction:
            return IllegalAnswer(
                action.rule, f"{name} is not used in the own turn", "reason.not_in_own_turn", action=name
            )
        if READY not in states:
            if USED in states:
                return IllegalAnswer("R-TURN-3", f"{name} was used this turn", "reason.used", action=name)
            if FRESH in states:
                reason = f"{name} was gained this turn and can be used in the next"
                return IllegalAnswer("R-GAIN-5", reason, "reason.fresh", action=name)
    withheld = action.withheld(game, player)
    if withheld:
        return withheld
    reason = f"{name} has no target now, or nothing is left to use it with"
    return IllegalAnswer(action.rule, reason, "reason.no_target", action=name)
