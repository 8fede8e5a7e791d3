"""The one sentence that says what to do now, and the small line below it."""

from __future__ import annotations

from kingdom.match.machine import State
from kingdom.match.match import Match
from kingdom.rules.frames import AFTER_TURNS, DONE, END_TURN, TODO
from kingdom.rules.game import Game
from kingdom.rules.registry import ACTIONS
from kingdom.text import Texts


def sentence(match: Match, texts: Texts) -> str:
    """What the player shall do, or whom everybody waits for."""
    game, state = match.game, match.state
    if match.listens:
        return texts.say("ui.learn.listen")
    if game.over:
        return texts.say("ask.over")
    name = match.seats[match.decider].name
    if state is State.CURTAIN:
        return texts.say("ask.curtain", player=name)
    if not match.seats[match.decider].is_person:
        thinks = state is State.PROGRAMS_TURN and not match.resting
        return texts.say("ask.thinking" if thinks else "ask.waiting", player=name)
    if state is State.PLAYBACK and len(match.people) > 1 and match.history[-1].player != match.decider:
        return texts.say("ask.waiting", player=name)  # the curtain is about to come
    return question(match, texts)


def question(match: Match, texts: Texts) -> str:
    """The waiting decision in words."""
    game, decision = match.game, match.decision()
    if game.waived:
        return texts.say("ask.waived")
    if game.in_turn:
        return _turn(game, texts)
    topic, remaining, victim = game.question()
    player = "" if victim is None else match.seats[victim].name
    return texts.ask(topic, decision.asks, action=texts.name(topic), count=remaining, player=player)


def _turn(game: Game, texts: Texts) -> str:
    if game.mandatory == DONE:
        actions = [option for option in game.decision().options if option != END_TURN]
        return texts.say("ask.extra" if actions else "ask.end")
    if game.terrain is None:
        return texts.say("ask.mandatory.choose", **texts.names({"terrains": game.terrains()}))
    key = "ask.mandatory.first" if game.mandatory == TODO else "ask.mandatory"
    return texts.say(key, count=game.still_due(), terrain_on=texts.say(f"terrain.{game.terrain}.on"))


def small_line(match: Match, texts: Texts, footprint: bool) -> str:
    """What else helps: why only these hexes, how many there are, how to take a choice back."""
    game = match.game
    if match.listens:
        return texts.say("ui.learn.listen.tip", button=texts.say("ui.learn.go_on"))
    if game.over or match.state is State.CURTAIN or not match.seats[match.decider].is_person:
        return ""
    decision = match.decision()
    count, after_turns = decision.cells.bit_count(), game.phase == AFTER_TURNS
    parts = []
    if decision.player != game.player and not game.in_turn and not after_turns:
        parts.append(
            texts.say(
                "ui.table.interrupt",
                player=match.seats[decision.player].name,
                other=match.seats[game.player].name,
            )
        )
    elif after_turns and len(match.people) > 1:
        parts.append(texts.say("ui.table.after_turns", player=match.seats[decision.player].name))
    if footprint:
        parts.append(texts.say("ask.hint.footprint"))
    elif game.in_turn and count:
        parts.append(_which_hexes(game, texts, count))
        if game.mandatory == TODO and any(option in ACTIONS for option in decision.options):
            parts.append(texts.say("ask.hint.tiles"))
    elif count:
        parts.append(texts.say("ask.hint.open", count=count))
    if game.action_open and match.can_undo:
        parts.append(texts.say("ask.hint.back"))
    return " ".join(parts)


def _which_hexes(game: Game, texts: Texts, count: int) -> str:
    cells, player = game.decision().cells, game.player
    if not game.own[player] and not game.helpers:
        return texts.say("ask.hint.open", count=count)
    if not cells & ~game.reach[player]:
        return texts.say("ask.hint.near", count=count)
    if cells & game.reach[player] or game.waived:
        return texts.say("ask.hint.free", count=count)
    return texts.say("ask.hint.far", count=count)
