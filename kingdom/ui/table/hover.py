"""What pointing at something tells: a hex, a card, a player."""

from __future__ import annotations

from kingdom.match.machine import WAITING
from kingdom.match.match import Match
from kingdom.rules.explain import why_illegal
from kingdom.rules.frames import FRESH, READY, SETTLEMENT, USED
from kingdom.rules.hexes import BIT, Hex
from kingdom.text import Texts
from kingdom.ui.scene.words import note_words
from kingdom.ui.table.preview import Preview, preview
from kingdom.ui.table.strip import rule_of, said
from kingdom.ui.table.summary import CardFacts, PlayerFacts

STATES = {READY: "ui.table.ready", USED: "ui.table.used", FRESH: "ui.table.fresh"}


def hex_words(match: Match, texts: Texts, number: Hex, gold: bool) -> str:
    """Land, what stands there and whose it is, what lies there, and what a click would bring or why it is not
    possible."""
    parts = [_land(match, texts, number), *_pieces(match, texts, number), *_tokens(match, texts, number)]
    if match.state in WAITING:
        decision = match.decision()
        if decision.cells >> number & 1:
            parts += gain_words(texts, preview(match.game, number, decision.player, gold))
        elif decision.cells:
            parts.append(said(texts, why_illegal(match.game, number)))
    return "\n".join(part for part in parts if part)


def _land(match: Match, texts: Texts, number: Hex) -> str:
    game = match.game
    if number in game.board.location_at:
        tile = game.board.location_at[number]
        left = (game.stocked >> number & 1) + (game.doubled >> number & 1)
        stock = texts.say("ui.table.tiles_left", count=left)
        return f"{texts.say(f'tile.{tile}')}\n{rule_of(texts, tile)}\n{stock}"
    kind = game.board.kind_at[number]
    key = f"terrain.{kind}" if texts.has(f"terrain.{kind}") else f"landmark.{kind}"
    rule = texts.say(f"{key}.rule") if texts.has(f"{key}.rule") else ""
    return "\n".join(part for part in (texts.say(key), rule) if part)


def _pieces(match: Match, texts: Texts, number: Hex) -> list[str]:
    game, bit = match.game, BIT[number]
    found: list[tuple[str, int | None]] = [
        (SETTLEMENT, player) for player, mask in enumerate(game.settlements) if mask & bit
    ]
    found += [
        (word, owner) for hook in game.table.hooks.pieces for word, owner, mask in hook(game) if mask & bit
    ]
    words = []
    for word, owner in found:
        piece = texts.say(f"piece.{word}")
        piece = piece[:1].upper() + piece[1:]
        words.append(
            piece
            if owner is None
            else texts.say("ui.table.piece_of", piece=piece, player=match.seats[owner].name)
        )
    return words


def _tokens(match: Match, texts: Texts, number: Hex) -> list[str]:
    words = []
    for hook in match.game.table.hooks.tokens:
        for name, place in hook(match.game):
            if place == number:
                key = name.replace("_", ".", 1) if texts.has(name.replace("_", ".", 1)) else f"marker.{name}"
                words.append(texts.say(key))
                if texts.has(f"{key}.rule"):
                    words.append(texts.say(f"{key}.rule"))
    return words


def gain_words(texts: Texts, found: Preview) -> list[str]:
    """What an answer would bring: tiles, and gold by card."""
    words = []
    for key, tiles in (("ui.table.gain_tile", found.gained), ("ui.table.lose_tile", found.lost)):
        words += [texts.say(key, **texts.names({"tile": tile})) for tile in tiles]
    gains = [f"{amount:+d} {texts.name(name)}" for name, amount in found.gold.items() if amount]
    if gains:
        words.append(", ".join(gains).replace("-", "−"))
    return words


def card_words(texts: Texts, facts: CardFacts) -> str:
    """The name and rule of a card, and what set-up decided about it."""
    name, rule = texts.say(f"{facts.group}.{facts.name}"), texts.say(f"{facts.group}.{facts.name}.rule")
    return "\n".join([name, rule, *(note_words(texts, note) for note in facts.notes)])


def player_words(texts: Texts, facts: PlayerFacts, kind: str) -> str:
    """Everything that lies in front of a player."""
    lines = [f"{facts.name} · {kind} · {texts.say('unit.supply', count=facts.supply)}"]
    for tile in facts.tiles:
        lines.append(_owned(texts, texts.name(tile.name), tile.number, tile.state))
    for thing in facts.belongings:
        name = texts.say(thing.text)
        lines.append(_owned(texts, name[:1].upper() + name[1:], thing.number, thing.state))
        if thing.text.startswith("bonus.") and texts.has(
            f"{thing.text}.rule"
        ):  # some have no button that would tell it
            lines.append(texts.say(f"{thing.text}.rule"))
    return "\n".join(lines)


def _owned(texts: Texts, name: str, number: int, state: int | None) -> str:
    several = f"{number} × {name}" if number > 1 else name
    return several if state is None else f"{several} ({texts.say(STATES[state])})"
