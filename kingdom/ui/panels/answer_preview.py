"""Finds out what an answer does by playing it on a copy of the game. This way, the UI needs no knowledge of
individual tiles."""

from __future__ import annotations

from dataclasses import dataclass, field

from kingdom.rules.decision_frames import Answer
from kingdom.rules.events import Built, GoldEarned, Moved, NeutralPiecePlaced, TileGained, TileLost
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex, first_hex
from kingdom.rules.scoring import displayed_breakdown


@dataclass
class AnswerPreview:
    """The changes an answer would make."""

    pieces: list[tuple[str, int | None, int]] = field(default_factory=list)
    """Each piece that would be placed: its name, its owner (None for neutral pieces) and its hexes."""
    origin: Hex | None = None
    """The hex that a piece would be moved from."""
    tiles_gained: list[str] = field(default_factory=list)
    tiles_lost: list[str] = field(default_factory=list)
    gold_changes: dict[str, int] = field(default_factory=dict)
    """Change in gold by source. Omits sources without a change."""

    @property
    def footprint(self) -> int:
        """All hexes covered by pieces that are larger than one hex."""
        footprint = 0
        for _, _, hexes in self.pieces:
            if hexes & (hexes - 1):
                footprint |= hexes
        return footprint


def preview_answer(game: Game, answer: Answer, player: int, with_gold: bool = False) -> AnswerPreview:
    """Plays a legal answer on a copy of the game and returns the resulting changes. Changes in the score are
    included only if `with_gold` is set, because scoring is slow."""
    trial_game, result = game.copy(), AnswerPreview()
    for event in trial_game.play(answer):
        if isinstance(event, Built):
            result.pieces.append((event.piece, event.player, event.hexes))
        elif isinstance(event, Moved):
            result.pieces.append((event.piece, event.player, BIT[event.target]))
            result.origin = event.origin
        elif isinstance(event, NeutralPiecePlaced):
            result.pieces.append((event.piece, None, BIT[event.hex_id]))
        elif isinstance(event, TileGained) and event.player == player:
            result.tiles_gained.append(event.tile)
        elif isinstance(event, TileLost) and event.player == player:
            result.tiles_lost.append(event.tile)
        elif isinstance(event, GoldEarned) and event.player == player:
            result.gold_changes[event.source] = result.gold_changes.get(event.source, 0) + event.gold
    if with_gold:
        for name, gain in score_changes(game, trial_game, player).items():
            result.gold_changes[name] = result.gold_changes.get(name, 0) + gain
    return result


def score_changes(before: Game, after: Game, player: int) -> dict[str, int]:
    """Returns the change in each source's score. Omits gold earned during the game, because events report
    it."""
    old, new = displayed_breakdown(before, player), displayed_breakdown(after, player)
    return {
        name: new[name].gold - old[name].gold
        for name in new
        if name in old and name != "earned" and new[name].gold != old[name].gold
    }


def pending_move_origin(game: Game) -> Hex | None:
    """Returns the hex of the piece being moved. Returns None unless the current decision asks for the move's
    target."""
    decision = game.decision()
    if decision.kind != "to" or not decision.cells:
        return None
    return preview_answer(game, first_hex(decision.cells), decision.player).origin
