"""Computes gold by source, totals and winners at any point in a game. Also contains building blocks for
scorers."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from kingdom.rules.expansion import Score, Scorer
from kingdom.rules.hexes import ROW_MASKS, SECTION_MASKS, connected_areas, update_areas

if TYPE_CHECKING:
    from kingdom.rules.game import Game

EARNED_GOLD = "earned"


def final_scorers(game: Game) -> dict[str, Scorer]:
    """Returns the scorers of everything that scores at the end of the game, by name (R-SCORE-1): Kingdom
    Builder cards, castles, task cards and sources added by expansions."""
    scorer_by_name = {card.name: card.scorer for card in game.config.scoring_cards if card.scorer}
    for hook in game.config.hooks.final_scorers:
        scorer_by_name.update(hook(game))
    scorer_by_name.update({task.name: task.scorer for task in game.config.task_cards if task.scorer})
    return scorer_by_name


def score_breakdown(game: Game, player: int) -> dict[str, Score]:
    """Returns a player's gold by source as if the game ended now. If the game has sources that award gold
    during play, the gold earned that way comes last."""
    breakdown = {name: scorer(game, player) for name, scorer in final_scorers(game).items()}
    if any(game.earned_gold) or any(card.scorer is None for card in game.config.scoring_cards):
        breakdown[EARNED_GOLD] = Score(game.earned_gold[player], 0)
    return breakdown


def displayed_breakdown(game: Game, player: int) -> dict[str, Score]:
    """Returns a player's gold by source as shown during the game: without the gold that every player would
    get only because no one has a piece in some regions yet."""
    breakdown = score_breakdown(game, player)
    for name, scorer in majority_scorers(game).items():
        if open_gold := scorer.open_gold(game):
            breakdown[name] = breakdown[name]._replace(gold=breakdown[name].gold - open_gold)
    return breakdown


def displayed_totals(game: Game) -> tuple[int, ...]:
    """Returns every player's total gold as shown during the game."""
    return tuple(
        sum(part.gold for part in displayed_breakdown(game, player).values())
        for player in range(game.config.player_count)
    )


def majority_scorers(game: Game) -> dict[str, MajorityScorer]:
    """Returns the majorities that can still be open, by source. They are settled once the game is over."""
    if game.over:
        return {}
    scorer_by_name = final_scorers(game)
    return {name: scorer for name, scorer in scorer_by_name.items() if isinstance(scorer, MajorityScorer)}


def total_gold(game: Game, player: int) -> int:
    """Returns a player's total gold as if the game ended now."""
    return game.earned_gold[player] + sum(
        scorer(game, player).gold for scorer in final_scorers(game).values()
    )


def all_totals(game: Game) -> tuple[int, ...]:
    """Returns every player's total gold as if the game ended now."""
    return tuple(total_gold(game, player) for player in range(game.config.player_count))


def winners(game: Game) -> tuple[int, ...]:
    """Returns the players with the most gold. They share the victory (R-SCORE-4)."""
    gold = all_totals(game)
    return tuple(player for player, amount in enumerate(gold) if amount == max(gold))


MarkedRegions = Callable[["Game"], Iterable[tuple[int, int]]]
"""Returns the regions of a board, each with the additional hexes to highlight when it scores."""


class PieceScorer:
    """A scorer that awards 1 gold for each of the player's pieces in each of several regions. For this class
    and the next two, AI players read `regions` instead of calling the scorer."""

    def __init__(self, regions: Callable[[Game], Iterable[int]]) -> None:
        self.regions = regions

    def __call__(self, game: Game, player: int) -> Score:
        own, gold, scoring_hexes = game.piece_hexes[player], 0, 0
        for region in self.regions(game):
            region &= own
            gold += region.bit_count()
            scoring_hexes |= region
        return Score(gold, scoring_hexes)


class RegionScorer:
    """A scorer that awards gold once for each region in which the player has a piece."""

    def __init__(self, regions: MarkedRegions, gold: int) -> None:
        self.regions, self.gold = regions, gold

    def __call__(self, game: Game, player: int) -> Score:
        gold = scoring_hexes = 0
        for region, marked_hexes in self.regions(game):
            pieces = game.piece_hexes[player] & region
            if pieces:
                gold += self.gold
                scoring_hexes |= pieces | marked_hexes
        return Score(gold, scoring_hexes)


class MajorityScorer:
    """A scorer that compares how many pieces each player has in each of several regions."""

    def __init__(self, regions: MarkedRegions, award: Callable[[Game, int, list[int]], int]) -> None:
        self.regions = regions
        self.award = award
        """Returns the gold for one region. The arguments are the game, the player's piece count and the
        counts of all players."""

    def __call__(self, game: Game, player: int) -> Score:
        gold = scoring_hexes = 0
        for region, marked_hexes in self.regions(game):
            counts = [(owned_hexes & region).bit_count() for owned_hexes in game.piece_hexes]
            region_gold = self.award(game, counts[player], counts)
            if region_gold:
                gold += region_gold
                scoring_hexes |= game.piece_hexes[player] & region | marked_hexes
        return Score(gold, scoring_hexes)

    def open_gold(self, game: Game) -> int:
        """Returns the gold that every player gets for the regions in which no one has a piece."""
        no_counts = [0] * len(game.piece_hexes)
        return sum([self.award(game, 0, no_counts) for _ in self._open_regions(game)])

    def is_open(self, game: Game) -> bool:
        """Returns True if no one has a piece in any region."""
        return len(self._open_regions(game)) == len(list(self.regions(game)))

    def _open_regions(self, game: Game) -> list[int]:
        return [
            region
            for region, _ in self.regions(game)
            if not any([owned_hexes & region for owned_hexes in game.piece_hexes])
        ]


def pieces_per_section(game: Game, player: int) -> list[int]:
    """Returns how many pieces a player has in each of the four sections."""
    own = game.piece_hexes[player]
    return [(own & section).bit_count() for section in SECTION_MASKS]


def pieces_by_row(game: Game, player: int) -> list[int]:
    """Returns the player's pieces in each row, as one hex set per row."""
    own = game.piece_hexes[player]
    return [own & row for row in ROW_MASKS]


_MAX_INCREMENTAL_CHANGES = 4
_last_areas: list[tuple[int, tuple[int, ...]]] = [(0, ())]


@lru_cache(maxsize=64)
def settlement_areas(pieces: int) -> tuple[int, ...]:
    """Returns the settlement areas of a set of pieces (R-TERM-7) in row order. Results are cached because
    several cards need the areas of the same pieces. A search asks for sets that differ by only a few pieces,
    so the new result is derived from the last one if possible."""
    last_pieces, last_result = _last_areas[0]
    if (pieces ^ last_pieces).bit_count() > _MAX_INCREMENTAL_CHANGES:
        result = tuple(connected_areas(pieces))
    else:
        result = tuple(sorted(update_areas(list(last_result), last_pieces, pieces), key=_lowest_bit))
    _last_areas[0] = pieces, result
    return result


def _lowest_bit(area: int) -> int:
    return area & -area
