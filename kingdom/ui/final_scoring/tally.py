"""The final score: each player's gold from each source, and the hexes that scored it."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kingdom.match.interface import PlayableMatch
from kingdom.rules.events import GoldEarned
from kingdom.rules.expansion import CARD, SCORE, TASK
from kingdom.rules.scoring import EARNED_GOLD, score_breakdown, winners
from kingdom.ui.panels.match_summary import ScoreSource, expansions_by_card


@dataclass(frozen=True)
class Tally:
    """All sources in scoring order, with the players' totals and the winners."""

    sources: tuple[ScoreSource, ...]
    totals: tuple[int, ...]
    winners: tuple[int, ...]

    @property
    def ranking(self) -> list[int]:
        """The players in descending order of gold."""
        return sorted(range(len(self.totals)), key=lambda player: -self.totals[player])

    def gold_before_source(self, source_index: int, player: int) -> int:
        """Returns a player's gold from all sources before this source."""
        return sum(source.gold[player] for source in self.sources[:source_index])


def compute_tally(match: PlayableMatch) -> Tally:
    """Computes the final score of a finished match."""
    game = match.game
    scores = [score_breakdown(game, player) for player in range(game.config.player_count)]
    groups = {card.name: CARD for card in game.config.scoring_cards} | {
        task.name: TASK for task in game.config.task_cards
    }
    expansions = expansions_by_card()
    sources = []
    for name in scores[0]:
        source_scores = [player_scores[name] for player_scores in scores]
        source = ScoreSource(
            name,
            groups.get(name, SCORE),
            expansions.get(name, ""),
            tuple(part.gold for part in source_scores),
            tuple(part.hexes for part in source_scores),
            setup_notes=tuple(note for note in game.setup_notes() if note.card_name == name),
        )
        sources.append(_with_breakdown(match, source) if name == EARNED_GOLD else source)
    totals = tuple(sum(part.gold for part in player_scores.values()) for player_scores in scores)
    return Tally(tuple(sources), totals, winners(game))


def _with_breakdown(match: PlayableMatch, source: ScoreSource) -> ScoreSource:
    """Returns a copy of the source with a breakdown of what paid the gold. The breakdown is computed from the
    match history."""
    players = len(source.gold)
    hexes = [0] * players
    breakdown: dict[str, list[int]] = {}
    for step in match.history:
        for event in step.events:
            if isinstance(event, GoldEarned):
                hexes[event.player] |= event.hexes
                breakdown.setdefault(event.source, [0] * players)[event.player] += event.gold
    payments = tuple((payer, tuple(gold)) for payer, gold in breakdown.items())
    return replace(source, hexes=tuple(hexes), breakdown=payments)
