"""The final count: what gave gold at the end, to whom, and with which hexes."""

from __future__ import annotations

from dataclasses import dataclass

from kingdom.match.match import Match
from kingdom.rules.events import GoldEarned
from kingdom.rules.registry import BOXES, Note
from kingdom.rules.scoring import EARNED, score, winners

CARD, TASK, SCORE = "card", "task", "score"
"""The groups of texts and pictures that a source may belong to."""


@dataclass(frozen=True)
class Source:
    """A card, a task, castles, ...: everybody's gold from it, and the hexes that earned it."""

    name: str
    group: str
    box: str
    """The box it comes from; empty for what is no card."""
    gold: tuple[int, ...]
    hexes: tuple[int, ...]
    parts: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """For gold from during the game: what gave it, and everybody's gold from that."""
    notes: tuple[Note, ...] = ()
    """What set-up decided about it."""

    @property
    def key(self) -> str:
        """The key of its name; with .rule that of its rule."""
        return f"{self.group}.{self.name}"


@dataclass(frozen=True)
class Tally:
    """All sources in the order in which they are counted, and what comes out."""

    sources: tuple[Source, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def ranking(self) -> list[int]:
        """The players, the one with most gold first."""
        return sorted(range(len(self.totals)), key=lambda player: -self.totals[player])

    def before(self, place: int, player: int) -> int:
        """A player's gold from the sources before one."""
        return sum(source.gold[player] for source in self.sources[:place])


def tally(match: Match) -> Tally:
    """Count a game."""
    game = match.game
    scores = [score(game, player) for player in range(game.table.players)]
    groups = {card.name: CARD for card in game.table.cards} | {task.name: TASK for task in game.table.tasks}
    boxes = {card.name: box.name for box in BOXES.values() for card in (*box.cards, *box.tasks)}
    sources = []
    for name in scores[0]:
        parts = [found[name] for found in scores]
        source = Source(
            name,
            groups.get(name, SCORE),
            boxes.get(name, ""),
            tuple(part.gold for part in parts),
            tuple(part.hexes for part in parts),
            notes=tuple(note for note in game.notes() if note.source == name),
        )
        sources.append(_earned(match, source) if name == EARNED else source)
    totals = tuple(sum(part.gold for part in found.values()) for found in scores)
    return Tally(tuple(sources), totals, winners(game))


def _earned(match: Match, source: Source) -> Source:
    """Gold from during the game, with what the history tells about it."""
    players = len(source.gold)
    hexes = [0] * players
    parts: dict[str, list[int]] = {}
    for entry in match.history:
        for event in entry.events:
            if isinstance(event, GoldEarned):
                hexes[event.player] |= event.hexes
                parts.setdefault(event.why, [0] * players)[event.player] += event.gold
    return Source(
        source.name,
        source.group,
        source.box,
        source.gold,
        tuple(hexes),
        tuple((why, tuple(gold)) for why, gold in parts.items()),
    )
