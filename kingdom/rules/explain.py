"""Why an answer is not legal: the rule and a plain sentence. Asked only when something is refused or pointed at."""

from __future__ import annotations

from kingdom.rules.frames import DOING, DONE, END_TURN, FRESH, READY, USED, Answer, IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, PLACE_OF, Hex
from kingdom.rules.registry import ACTIONS, Action, Tile
from kingdom.rules.turn import TURN


def why_illegal(game: Game, answer: Answer) -> IllegalAnswer:
    """The reason for refusing an answer that the waiting decision does not allow."""
    if game.over:
        return IllegalAnswer("R-END-5", "the game is over")
    if isinstance(answer, str):
        return _why_not_option(game, answer)
    return _why_not_hex(game, answer)


def _why_not_hex(game: Game, number: Hex) -> IllegalAnswer:
    if number not in PLACE_OF or not game.board.cells & BIT[number]:
        return IllegalAnswer("R-GRID-1", f"there is no such hex: {number}")
    place = list(PLACE_OF[number])
    frame, bit = game.stack[-1], BIT[number]
    if frame.asks == "from":
        return IllegalAnswer(frame.rule(game), f"nothing at {place} can be chosen for this")
    if frame is TURN and game.mandatory == DONE:
        return IllegalAnswer("R-MAND-1", "the mandatory action is done: choose an action or end the turn")
    if not game._cells:
        return IllegalAnswer(frame.rule(game), f"choose one of the options, not a hex: {', '.join(game._options)}")
    if game.occupied & bit:
        return IllegalAnswer("R-BUILD-1", f"{place} is occupied")
    if game.barred & bit:
        return IllegalAnswer("R-TERM-5", f"{place} is not free: it lies in a zone")
    kind = game.board.kind_at[number]
    if game.board.landmarks & bit:
        return IllegalAnswer("R-TERR-2", f"nothing can stand on the {kind} at {place}")
    if frame is TURN and not bit & TURN.candidates(game):
        asked = game.terrain or " or ".join(game.terrains())
        return IllegalAnswer("R-MAND-1", f"{place} is {kind}, the card asks for {asked}")
    if frame is TURN:
        return IllegalAnswer("R-BUILD-3", f"{place} is not next to an own piece, and other hexes of the terrain are")
    return IllegalAnswer(frame.rule(game), f"{place} ({kind}) is not a target of this")


def _why_not_option(game: Game, option: str) -> IllegalAnswer:
    frame = game.stack[-1]
    if frame is not TURN:
        return IllegalAnswer("R-TURN-6", f"{option!r} must wait: finish the action in progress first")
    if option == END_TURN:
        return IllegalAnswer("R-TURN-1", "the mandatory action must be finished before the turn can end")
    if option in ACTIONS:
        return why_not_action(game, game.player, ACTIONS[option])
    if option in game.board.terrain:
        return IllegalAnswer("R-CARD-1", f"the played terrain cannot be {option} now")
    return IllegalAnswer("R-TURN-3", f"there is no option {option!r} now")


def why_not_action(game: Game, player: int, action: Action) -> IllegalAnswer:
    """Why a player on turn cannot use this action now; to be asked only when it cannot be used."""
    if game.stack and game.stack[-1] is TURN and game.mandatory == DOING:
        return IllegalAnswer("R-TURN-5", f"{action.name} must wait: nothing may come between the mandatory builds")
    if isinstance(action, Tile):
        states = [state for kind, _, state in game.tiles[player] if kind is action]
        if not states:
            return IllegalAnswer("R-TURN-3", f"there is no {action.name} tile to use")
        if action.passive or action.reaction:
            return IllegalAnswer(action.rule, f"{action.name} is not used in the own turn")
        if READY not in states:
            if USED in states:
                return IllegalAnswer("R-TURN-3", f"{action.name} was used this turn")
            if FRESH in states:
                return IllegalAnswer("R-GAIN-5", f"{action.name} was gained this turn and can be used in the next")
    withheld = action.withheld(game, player)
    if withheld:
        return IllegalAnswer(*withheld)
    return IllegalAnswer(action.rule, f"{action.name} has no target now, or nothing is left to use it with")

