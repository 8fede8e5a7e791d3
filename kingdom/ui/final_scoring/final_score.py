"""The final score: each player's gold from each source, and the hexes that scored it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kingdom.match.interface import PlayableMatch
from kingdom.rules.events import GoldEarned
from kingdom.rules.scoring import EARNED_GOLD, score_breakdown, winners
from kingdom.ui.panels.match_summary import ScoreSource, gold_payments, score_sources


@dataclass(frozen=True)
class FinalScore:
    """All sources in scoring order, with the players' totals and the winners."""

    sources: tuple[ScoreSource, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def ranking(self) -> list[int]:
        """The players in descending order of gold."""
        return sorted(range(len(self.totals)), key=lambda player: -self.totals[player])

    def gold_before_source(self, source_index: int, player: int) -> int:
        return sum(source.gold[player] for source in self.sources[:source_index])


def compute_final_score(match: PlayableMatch) -> FinalScore:
    """Computes the final score of a finished match."""
    game = match.game
    scores = [score_breakdown(game, player) for player in range(game.config.player_count)]
    sources = [
        _with_breakdown(match, source) if source.name == EARNED_GOLD else source
        for source in score_sources(game, scores[0], scores)
    ]
    totals = tuple(sum(part.gold for part in player_scores.values()) for player_scores in scores)
    return FinalScore(tuple(sources), totals, winners(game))


def _with_breakdown(match: PlayableMatch, source: ScoreSource) -> ScoreSource:
    """Returns a copy of the source with a breakdown of what paid the gold, and the hexes it was paid for."""
    hexes = [0] * len(source.gold)
    for event in (event for step in match.history for event in step.events):
        if isinstance(event, GoldEarned):
            hexes[event.player] |= event.hexes
    breakdown = tuple((payer, tuple(gold)) for payer, gold in gold_payments(match).items())
    return replace(source, hexes=tuple(hexes), breakdown=breakdown)
