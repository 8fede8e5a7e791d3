"""The final score: each player's gold by source, and the hexes that scored it."""

from __future__ import annotations

from dataclasses import dataclass

from kingdom.match.controller import Match
from kingdom.rules.events import GoldEarned
from kingdom.rules.expansion import SetupNote
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.scoring import EARNED_GOLD, score_breakdown, winners

CARD_GROUP, TASK_GROUP, SCORE_GROUP = "card", "task", "score"
"""Groups of sources; they determine the translation keys and sprites."""


@dataclass(frozen=True)
class SourceTally:
    """A card, task or other source of gold, with each player's gold from it and the hexes that scored it."""

    name: str
    group: str
    expansion: str
    """Expansion the card or task belongs to; empty for other sources."""
    gold: tuple[int, ...]
    hexes: tuple[int, ...]
    breakdown: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """For gold earned during the game: the name of each payer, and how much it paid each player."""
    setup_notes: tuple[SetupNote, ...] = ()

    @property
    def text_key(self) -> str:
        """Translation key of the source's name; the key of its rule has the suffix `.rule`."""
        return f"{self.group}.{self.name}"


@dataclass(frozen=True)
class Tally:
    """All sources in scoring order, and the result."""

    sources: tuple[SourceTally, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def ranking(self) -> list[int]:
        """The players in descending order of gold."""
        return sorted(range(len(self.totals)), key=lambda player: -self.totals[player])

    def gold_before_source(self, source_index: int, player: int) -> int:
        """Returns a player's gold from all earlier sources."""
        return sum(source.gold[player] for source in self.sources[:source_index])


def compute_tally(match: Match) -> Tally:
    """Computes the final score of a finished match."""
    game = match.game
    scores = [score_breakdown(game, player) for player in range(game.config.player_count)]
    groups = {card.name: CARD_GROUP for card in game.config.scoring_cards} | {
        task.name: TASK_GROUP for task in game.config.task_cards
    }
    expansions = {
        card.name: expansion.name
        for expansion in EXPANSIONS.values()
        for card in (*expansion.scoring_cards, *expansion.task_cards)
    }
    sources = []
    for name in scores[0]:
        source_scores = [player_scores[name] for player_scores in scores]
        source = SourceTally(
            name,
            groups.get(name, SCORE_GROUP),
            expansions.get(name, ""),
            tuple(part.gold for part in source_scores),
            tuple(part.hexes for part in source_scores),
            setup_notes=tuple(note for note in game.setup_notes() if note.card_name == name),
        )
        sources.append(_with_breakdown(match, source) if name == EARNED_GOLD else source)
    totals = tuple(sum(part.gold for part in player_scores.values()) for player_scores in scores)
    return Tally(tuple(sources), totals, winners(game))


def _with_breakdown(match: Match, source: SourceTally) -> SourceTally:
    """Returns the source with a breakdown by what paid the gold, computed from the match history."""
    players = len(source.gold)
    hexes = [0] * players
    breakdown: dict[str, list[int]] = {}
    for step in match.history:
        for event in step.events:
            if isinstance(event, GoldEarned):
                hexes[event.player] |= event.hexes
                breakdown.setdefault(event.source, [0] * players)[event.player] += event.gold
    return SourceTally(
        source.name,
        source.group,
        source.expansion,
        source.gold,
        tuple(hexes),
        tuple((payer, tuple(gold)) for payer, gold in breakdown.items()),
    )
