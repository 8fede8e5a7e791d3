"""What an answer would do, found out by giving it on a copy: so the window needs to know no tile by name."""

from __future__ import annotations

from dataclasses import dataclass, field

from kingdom.rules.events import Built, GoldEarned, Moved, Placed, Removed, TileGained, TileLost
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex, lowest
from kingdom.rules.scoring import score


@dataclass
class Preview:
    """What would happen."""

    pieces: list[tuple[str, int | None, int]] = field(default_factory=list)
    """Word, owner (None: nobody's) and hexes of what would come to stand there."""
    origin: Hex | None = None
    """Where a piece would go away from."""
    removed: int = 0
    """Hexes that would become empty."""
    gained: list[str] = field(default_factory=list)
    lost: list[str] = field(default_factory=list)
    """Tiles."""
    gold: dict[str, int] = field(default_factory=dict)
    """By card, where it changes."""

    @property
    def footprint(self) -> int:
        """The hexes of a piece that covers several."""
        found = 0
        for _, _, hexes in self.pieces:
            if hexes & (hexes - 1):
                found |= hexes
        return found


def preview(game: Game, answer: Answer, player: int, gold: bool = False) -> Preview:
    """Try a legal answer of this player; with its change of gold only if asked, because counting takes
    longer."""
    tried, found = game.copy(), Preview()
    for event in tried.choose(answer):
        if isinstance(event, Built):
            found.pieces.append((event.piece, event.player, event.hexes))
        elif isinstance(event, Moved):
            found.pieces.append((event.piece, event.player, BIT[event.target]))
            found.origin = event.origin
        elif isinstance(event, Placed):
            found.pieces.append((event.piece, None, BIT[event.hex]))
        elif isinstance(event, Removed):
            found.removed |= BIT[event.hex]
        elif isinstance(event, TileGained) and event.player == player:
            found.gained.append(event.tile)
        elif isinstance(event, TileLost) and event.player == player:
            found.lost.append(event.tile)
        elif isinstance(event, GoldEarned) and event.player == player:
            found.gold[event.why] = found.gold.get(event.why, 0) + event.gold
    if gold:
        for name, gain in gains(game, tried, player).items():
            found.gold[name] = found.gold.get(name, 0) + gain
    return found


def gains(before: Game, after: Game, player: int) -> dict[str, int]:
    """How much more (or less) each card would pay; what is earned at once is told by events."""
    old, new = score(before, player), score(after, player)
    return {
        name: new[name].gold - old[name].gold
        for name in new
        if name in old and name != "earned" and new[name].gold != old[name].gold
    }


def lifted(game: Game) -> Hex | None:
    """Where the piece stands that is being moved, if the waiting decision asks where it goes."""
    decision = game.decision()
    if decision.asks != "to" or not decision.cells:
        return None
    return preview(game, lowest(decision.cells), decision.player).origin
