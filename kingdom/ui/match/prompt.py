"""Text about the current decision: the prompt and the detail line below it."""

from __future__ import annotations

from kingdom.match.interface import PlayableMatch
from kingdom.match.state_machine import MatchState, Trigger
from kingdom.rules.decision_frames import END_TURN, MANDATORY_DONE, MANDATORY_TODO, PHASE_AFTER_LAST_TURN
from kingdom.rules.game import Game
from kingdom.rules.registry import ACTIONS
from kingdom.text.translator import Translator


def prompt_text(match: PlayableMatch, translator: Translator) -> str:
    """Returns a sentence that tells the player what to do or names the player the game is waiting for."""
    game, state = match.game, match.state
    if state is MatchState.ON_HOLD:
        return translator.tr("ui.learn.listen")
    if game.over:
        return translator.tr("ask.over")
    name = match.seats[match.deciding_seat].name
    if state is MatchState.HANDOFF:
        return translator.tr("ask.curtain", player=name)
    if not match.seats[match.deciding_seat].is_human:
        return translator.tr("ask.thinking" if state is MatchState.AI_TURN else "ask.waiting", player=name)
    if (
        state is MatchState.PLAYBACK
        and len(match.human_seats) > 1
        and match.history[-1].player != match.deciding_seat
    ):
        return translator.tr("ask.waiting", player=name)  # the handoff overlay is about to open
    return decision_text(match, translator)


def decision_text(match: PlayableMatch, translator: Translator) -> str:
    """Returns what the current decision asks for."""
    game, decision = match.game, match.decision()
    if game.adjacency_waived:
        return translator.tr("ask.waived")
    if game.at_turn_decision:
        return _turn_text(game, translator)
    topic, remaining, target = game.prompt()
    player = "" if target is None else match.seats[target].name
    return translator.prompt(
        topic, decision.kind, action=translator.localized_name(topic), count=remaining, player=player
    )


def _turn_text(game: Game, translator: Translator) -> str:
    if game.mandatory_state == MANDATORY_DONE:
        actions = [option for option in game.decision().options if option != END_TURN]
        return translator.tr("ask.extra" if actions else "ask.end")
    if game.played_terrain is None:
        return translator.tr(
            "ask.mandatory.choose", **translator.localize_values({"terrains": game.playable_terrains()})
        )
    key = "ask.mandatory.first" if game.mandatory_state == MANDATORY_TODO else "ask.mandatory"
    return translator.tr(
        key, count=game.mandatory_builds_left(), terrain_on=translator.tr(f"terrain.{game.played_terrain}.on")
    )


def detail_text(match: PlayableMatch, translator: Translator, places_large_piece: bool) -> str:
    """Returns additional help: whose decision it is, how many hexes are legal and why only these, and how to
    cancel."""
    game = match.game
    if match.state is MatchState.ON_HOLD:
        return translator.tr("ui.learn.listen.tip", button=translator.tr("ui.learn.go_on"))
    decision = match.human_decision
    if decision is None:
        return ""
    hex_count, after_turns = decision.cells.bit_count(), game.phase == PHASE_AFTER_LAST_TURN
    parts = []
    if decision.player != game.active_player and not game.at_turn_decision and not after_turns:
        parts.append(
            translator.tr(
                "ui.table.interrupt",
                player=match.seats[decision.player].name,
                other=match.seats[game.active_player].name,
            )
        )
    elif after_turns and len(match.human_seats) > 1:
        parts.append(translator.tr("ui.table.after_turns", player=match.seats[decision.player].name))
    if places_large_piece:
        parts.append(translator.tr("ask.hint.footprint"))
    elif game.at_turn_decision and hex_count:
        parts.append(_legal_hexes_text(game, translator, hex_count))
        if game.mandatory_state == MANDATORY_TODO and any(option in ACTIONS for option in decision.options):
            parts.append(translator.tr("ask.hint.tiles"))
    elif hex_count:
        parts.append(translator.tr("ask.hint.open", count=hex_count))
    if game.has_open_action and match.can(Trigger.UNDO):
        parts.append(translator.tr("ask.hint.back"))
    return " ".join(parts)


def _legal_hexes_text(game: Game, translator: Translator, hex_count: int) -> str:
    legal_hexes, player = game.decision().cells, game.active_player
    if not game.piece_hexes[player] and not game.helper_hexes:
        return translator.tr("ask.hint.open", count=hex_count)
    if not legal_hexes & ~game.adjacent_hexes[player]:
        return translator.tr("ask.hint.near", count=hex_count)
    if legal_hexes & game.adjacent_hexes[player] or game.adjacency_waived:
        return translator.tr("ask.hint.free", count=hex_count)
    return translator.tr("ask.hint.far", count=hex_count)
