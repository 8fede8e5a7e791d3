"""What pointing at something tells: a hex, a card, a player."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kingdom.match.machine import WAITING
from kingdom.rules.explain import why_illegal
from kingdom.rules.frames import FRESH, READY, SETTLEMENT, USED
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex
from kingdom.rules.registry import PIECE, TERRAIN, TERRAIN_CARDS, TERRAINS, kind_of_land, terrains_of
from kingdom.text import Texts, times
from kingdom.ui.board.animation import card_picture
from kingdom.ui.panels.outlook_words import outlook_words
from kingdom.ui.panels.preview import Preview, preview
from kingdom.ui.panels.shown import Shown
from kingdom.ui.panels.summary import CardFacts, PlayerFacts
from kingdom.ui.panels.words import rule_of, said
from kingdom.ui.scene.words import at_table, note_words
from kingdom.ui.widgets.tooltip import Tip

BACK = "terrain_back"
Drawing = tuple[str, str]
"""A picture: its sheet and name."""
STATES = {READY: "ui.table.ready", USED: "ui.table.used", FRESH: "ui.table.fresh"}


def hex_note(match: Shown, texts: Texts, number: Hex, gold: bool) -> Tip:
    """Land and what lies and stands there, what it is good for, and what a click would bring or why it is not
    possible."""
    texts = at_table(texts, match.game)
    title, does, picture = _land(match.game, texts, number)
    now = _pieces(match, texts, number)
    if match.state in WAITING:
        decision = match.decision()
        if decision.cells >> number & 1:
            now += gain_words(texts, preview(match.game, number, decision.player, gold))
        elif decision.cells:
            now.append(said(texts, why_illegal(match.game, number)))
    does += _tokens(match, texts, number)
    return Tip(title, _lines(does), _lines(now), picture)


def hex_asked_about(game: Game, number: Hex) -> Tip:
    """A note whose page tells most about a hex: what lies on it, a piece that is no settlement, the land."""
    for token in (token for hook in game.table.hooks.tokens for token in hook(game)):
        if token.hex == number:
            return Tip(about=f"{token.kind}.{token.word}")
    for word, _, mask in (found for hook in game.table.hooks.pieces for found in hook(game)):
        if mask & BIT[number]:
            return Tip(about=f"{PIECE}.{word}")
    if number in game.board.location_at:
        return Tip(about=f"tile.{game.board.location_at[number]}")
    kind = game.board.kind_at[number]
    return Tip(about=f"{kind_of_land(kind)}.{kind}")


def is_open_land(game: Game, number: Hex) -> bool:
    """Whether there is nothing on a hex but land and settlements."""
    return game.board.kind_at[number] in TERRAINS and not (
        any(token.hex == number for hook in game.table.hooks.tokens for token in hook(game))
        or any(mask >> number & 1 for hook in game.table.hooks.pieces for _, _, mask in hook(game))
    )


def _lines(parts: Iterable[str]) -> str:
    return "\n".join(part for part in parts if part)


def _land(game: Game, texts: Texts, number: Hex) -> tuple[str, list[str], Drawing]:
    """Name, use and picture of the land."""
    if number in game.board.location_at:
        tile = game.board.location_at[number]
        left = (game.stocked >> number & 1) + (game.doubled >> number & 1)
        stock = texts.say("ui.table.tiles_left", count=left)
        taking = texts.say("ui.table.take") if left else ""
        return (
            texts.say(f"tile.{tile}"),
            [taking, rule_of(texts, tile), stock],
            ("medallions", f"medallion_{tile}"),
        )
    kind = game.board.kind_at[number]
    group = kind_of_land(kind)
    key = f"{group}.{kind}"
    rule = texts.say(f"{key}.rule") if texts.has(f"{key}.rule") else ""
    if group == TERRAIN:
        shown = (
            ("cards", f"terrain_{kind}") if kind in TERRAIN_CARDS else ("terrain_ground", f"ground_{kind}")
        )
    else:
        shown = ("landmarks", kind)
    return texts.say(key), [rule], shown


def _pieces(match: Shown, texts: Texts, number: Hex) -> list[str]:
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


def _tokens(match: Shown, texts: Texts, number: Hex) -> list[str]:
    words = []
    for hook in match.game.table.hooks.tokens:
        for token in hook(match.game):
            if token.hex == number:
                key = f"{token.kind}.{token.word}"
                words.append(texts.name(token.word, token.kind))
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


def card_note(texts: Texts, facts: CardFacts, names: Sequence[str], live_gold: bool) -> Tip:
    """A card: its rule, what set-up decided about it, and everybody's gold from it now."""
    key = f"{facts.group}.{facts.name}"
    now = [f"{name}: {gold}" for name, gold in zip(names, facts.gold, strict=True)] if live_gold else []
    picture = ("cards", f"{facts.group}_{facts.name}") if facts.group != "score" else ("interface", "coin")
    does = [texts.say(f"{key}.rule"), *(note_words(texts, note) for note in facts.notes)]
    return Tip(texts.say(key), _lines(does), " · ".join(now), picture, key)


def terrain_note(match: Shown, texts: Texts, picture: str) -> Tip:
    """A terrain card of the hand: what it asks for. `terrain_back` is one that may not be seen."""
    shown = ("cards", picture)
    if picture == BACK:
        return Tip(texts.say("ui.table.covered"), texts.say("ui.table.covered.does"), picture=shown)
    card = next(card for card in TERRAIN_CARDS if card_picture(card) == picture)
    keys = [f"terrain.{terrain}" for terrain in terrains_of(card)]
    names = [texts.say(key) for key in keys]
    rules = [texts.say(f"{key}.rule") for key in keys if texts.has(f"{key}.rule")]
    does = [texts.say("ui.table.terrain_card"), *rules]
    game = match.game
    now = ""
    if match.state in WAITING and game.in_turn and game.still_due():
        now = texts.say("ui.table.still_due", count=game.still_due())
    return Tip(" / ".join(names), _lines(does), now, shown)


def player_note(texts: Texts, facts: PlayerFacts, kind: str) -> Tip:
    """Everything that lies in front of a player, and what it does."""
    lines = []
    for tile in facts.tiles:
        lines.append(_owned(texts, texts.name(tile.name), tile.number, tile.state, rule_of(texts, tile.name)))
    for thing in facts.belongings:
        name = texts.say(thing.text)
        rule = texts.say(f"{thing.text}.rule") if texts.has(f"{thing.text}.rule") else ""
        lines.append(_owned(texts, name[:1].upper() + name[1:], thing.number, thing.state, rule))
    does = [f"{kind} · {texts.say('unit.supply', count=facts.supply)}", outlook_words(texts, facts)]
    return Tip(facts.name, _lines(does), _lines(lines), ("pieces", f"settlement_{facts.colour}"))


def _owned(texts: Texts, name: str, number: int, state: int | None, rule: str) -> str:
    several = times(number, name) if number > 1 else name
    named = several if state is None else f"{several} ({texts.say(STATES[state])})"
    return f"{named}: {rule}" if rule else named
