"""Tooltips and help topics for hexes, cards and players."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from kingdom.match.interface import MatchView
from kingdom.rules.decision_frames import SETTLEMENT, TILE_FRESH, TILE_READY, TILE_USED
from kingdom.rules.expansion import PIECE, SCORE, TERRAIN
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex
from kingdom.rules.illegal_answers import explain_illegal
from kingdom.rules.registry import TERRAIN_CARDS, TERRAINS, card_terrains, kind_of_hex_name
from kingdom.text.translator import Translator, format_count
from kingdom.ui.board.sprites import CARD_BACK_SPRITE, terrain_card_sprite
from kingdom.ui.game_text import refusal_text, rule_text, setup_note_text, translator_for_game
from kingdom.ui.panels.answer_preview import preview_answer
from kingdom.ui.panels.match_summary import PlayerSummary, ScoreSource
from kingdom.ui.panels.turn_text import gain_texts, turns_left_text
from kingdom.ui.widgets.base import SpriteRef
from kingdom.ui.widgets.tooltip import Tooltip

TILE_STATE_KEYS = {TILE_READY: "ui.table.ready", TILE_USED: "ui.table.used", TILE_FRESH: "ui.table.fresh"}


def hex_tooltip(match: MatchView, translator: Translator, hex_id: Hex, with_gold: bool) -> Tooltip:
    """Returns a tooltip with the terrain, pieces and tokens of a hex. If a human may answer, it also shows
    the effect of a click or the reason the hex is illegal."""
    translator = translator_for_game(translator, match.game)
    title, description, sprite = _terrain_parts(match.game, translator, hex_id)
    status = _piece_lines(match, translator, hex_id)
    decision = match.human_decision
    if decision is not None:
        if match.game.is_legal(hex_id):
            status += gain_texts(translator, preview_answer(match.game, hex_id, decision.player, with_gold))
        elif decision.cells:
            status.append(refusal_text(translator, explain_illegal(match.game, hex_id)))
    description += _token_lines(match, translator, hex_id)
    return Tooltip(title, _join_lines(description), _join_lines(status), sprite)


def hex_help_topic(game: Game, hex_id: Hex) -> Tooltip:
    """Returns the help topic of a hex. A token on the hex takes precedence, then a piece that is not a
    settlement, then the location or terrain."""
    for token in game.tokens():
        if token.hex_id == hex_id:
            return Tooltip(help_page=f"{token.kind}.{token.name}")
    for name, _, mask in game.visible_pieces():
        if mask & BIT[hex_id] and name != SETTLEMENT:
            return Tooltip(help_page=f"{PIECE}.{name}")
    if hex_id in game.board.location_at:
        return Tooltip(help_page=f"tile.{game.board.location_at[hex_id]}")
    kind = game.board.kind_at[hex_id]
    return Tooltip(help_page=f"{kind_of_hex_name(kind)}.{kind}")


def is_plain_terrain(game: Game, hex_id: Hex) -> bool:
    """Returns True if a hex has nothing on it except terrain and settlements."""
    return game.board.kind_at[hex_id] in TERRAINS and not (
        any(token.hex_id == hex_id for token in game.tokens())
        or any(mask & BIT[hex_id] and name != SETTLEMENT for name, _, mask in game.visible_pieces())
    )


def _join_lines(parts: Iterable[str]) -> str:
    return "\n".join(part for part in parts if part)


def _terrain_parts(game: Game, translator: Translator, hex_id: Hex) -> tuple[str, list[str], SpriteRef]:
    """Returns the name, the rule lines and the sprite of a hex's terrain or location."""
    if hex_id in game.board.location_at:
        tile = game.board.location_at[hex_id]
        tiles_left = game.tiles_left(hex_id)
        stock_text = translator.tr("ui.table.tiles_left", count=tiles_left)
        take_text = translator.tr("ui.table.take") if tiles_left else ""
        return (
            translator.tr(f"tile.{tile}"),
            [take_text, rule_text(translator, tile), stock_text],
            ("medallions", f"medallion_{tile}"),
        )
    kind = game.board.kind_at[hex_id]
    group = kind_of_hex_name(kind)
    key = f"{group}.{kind}"
    rule = translator.tr(f"{key}.rule") if translator.has_text(f"{key}.rule") else ""
    if group == TERRAIN:
        sprite = (
            ("cards", f"terrain_{kind}") if kind in TERRAIN_CARDS else ("terrain_ground", f"ground_{kind}")
        )
    else:
        sprite = ("landmarks", kind)
    return translator.tr(key), [rule], sprite


def _piece_lines(match: MatchView, translator: Translator, hex_id: Hex) -> list[str]:
    lines = []
    for name, owner, mask in match.game.visible_pieces():
        if not mask & BIT[hex_id]:
            continue
        piece = translator.tr(f"piece.{name}")
        piece = piece[:1].upper() + piece[1:]
        lines.append(
            piece
            if owner is None
            else translator.tr("ui.table.piece_of", piece=piece, player=match.seats[owner].name)
        )
    return lines


def _token_lines(match: MatchView, translator: Translator, hex_id: Hex) -> list[str]:
    lines = []
    for token in match.game.tokens():
        if token.hex_id == hex_id:
            key = f"{token.kind}.{token.name}"
            lines.append(translator.localized_name(token.name, token.kind))
            if translator.has_text(f"{key}.rule"):
                lines.append(translator.tr(f"{key}.rule"))
    return lines


def source_tooltip(
    translator: Translator, source: ScoreSource, player_names: Sequence[str], live_gold: bool
) -> Tooltip:
    """Returns a tooltip with a source's rule, its setup notes and each player's gold from it."""
    key = source.text_key
    gold_texts = (
        [f"{name}: {gold}" for name, gold in zip(player_names, source.gold_texts, strict=True)]
        if live_gold
        else []
    )
    sprite = ("cards", f"{source.group}_{source.name}") if source.group != SCORE else ("interface", "coin")
    description = [
        translator.tr(f"{key}.rule"),
        translator.tr("ui.table.open_gold", gold=source.open_gold) if live_gold and source.open_gold else "",
        *(setup_note_text(translator, note) for note in source.setup_notes),
    ]
    return Tooltip(translator.tr(key), _join_lines(description), " · ".join(gold_texts), sprite, key)


def terrain_card_tooltip(match: MatchView, translator: Translator, sprite_name: str) -> Tooltip:
    """Returns the tooltip of a terrain card in hand. It does not reveal a face-down card."""
    sprite = ("cards", sprite_name)
    if sprite_name == CARD_BACK_SPRITE:
        return Tooltip(
            translator.tr("ui.table.covered"), translator.tr("ui.table.covered.does"), sprite=sprite
        )
    card = next(card for card in TERRAIN_CARDS if terrain_card_sprite(card) == sprite_name)
    keys = [f"terrain.{terrain}" for terrain in card_terrains(card)]
    names = [translator.tr(key) for key in keys]
    rules = [translator.tr(f"{key}.rule") for key in keys if translator.has_text(f"{key}.rule")]
    description = [translator.tr("ui.table.terrain_card"), *rules]
    game = match.game
    status = ""
    if match.human_decision is not None and game.at_turn_decision and game.mandatory_builds_left():
        status = translator.tr("ui.table.still_due", count=game.mandatory_builds_left())
    return Tooltip(" / ".join(names), _join_lines(description), status, sprite)


def player_tooltip(translator: Translator, summary: PlayerSummary, kind: str) -> Tooltip:
    """Returns a tooltip that lists a player's tiles and items, each with its rule."""
    lines = []
    for tile in summary.tiles:
        lines.append(
            _owned_text(
                translator,
                translator.localized_name(tile.name),
                tile.count,
                tile.state,
                rule_text(translator, tile.name),
            )
        )
    for item in summary.items:
        name = translator.tr(item.text_key)
        rule = translator.tr(f"{item.text_key}.rule") if translator.has_text(f"{item.text_key}.rule") else ""
        lines.append(_owned_text(translator, name[:1].upper() + name[1:], item.quantity, item.state, rule))
    description = [
        f"{kind} · {translator.tr('unit.supply', count=summary.supply)}",
        turns_left_text(translator, summary),
    ]
    return Tooltip(
        summary.name, _join_lines(description), _join_lines(lines), ("pieces", f"settlement_{summary.color}")
    )


def _owned_text(translator: Translator, name: str, count: int, state: int | None, rule: str) -> str:
    counted_name = format_count(count, name) if count > 1 else name
    label = counted_name if state is None else f"{counted_name} ({translator.tr(TILE_STATE_KEYS[state])})"
    return f"{label}: {rule}" if rule else label
