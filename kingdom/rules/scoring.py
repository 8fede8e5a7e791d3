"""What every card shares: gold with the hexes that earned it, for one player, at any time of the game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import TYPE_CHECKING

from kingdom.rules.hexes import ROW_MASKS, SECTION_MASKS, areas, areas_again
from kingdom.rules.registry import Score, Scorer

if TYPE_CHECKING:
    from kingdom.rules.game import Game

EARNED = "earned"


def scorers(game: Game) -> dict[str, Scorer]:
    """All that gives gold at the end (R-SCORE-1), by name: cards, castles, tasks and what the boxes add."""
    found = {card.name: card.score for card in game.table.cards if card.score}
    for hook in game.table.hooks.scorers:
        found.update(hook(game))
    found.update({task.name: task.score for task in game.table.tasks if task.score})
    return found


def score(game: Game, player: int) -> dict[str, Score]:
    """A player's gold by name, as if the game ended now. Gold from during the game comes last, where there
    can be some."""
    found = {name: scorer(game, player) for name, scorer in scorers(game).items()}
    if any(game.gold) or any(card.score is None for card in game.table.cards):
        found[EARNED] = Score(game.gold[player], 0)
    return found


def total(game: Game, player: int) -> int:
    """A player's gold in all, as if the game ended now."""
    return game.gold[player] + sum(scorer(game, player).gold for scorer in scorers(game).values())


def totals(game: Game) -> tuple[int, ...]:
    """Every player's gold in all, as if the game ended now."""
    return tuple(total(game, player) for player in range(game.table.players))


def winners(game: Game) -> tuple[int, ...]:
    """The players with the most gold; they share the victory (R-SCORE-4)."""
    gold = totals(game)
    return tuple(player for player, amount in enumerate(gold) if amount == max(gold))


def per_piece(which: Callable[[Game, int], int], gold: int = 1) -> Scorer:
    """So much gold for each own piece that is in a set."""

    def scorer(game: Game, player: int) -> Score:
        earning = game.own[player] & which(game, player)
        return Score(gold * earning.bit_count(), earning)

    return scorer


class Contest:
    """A scorer that compares how many pieces each player has in each of some sets of hexes.

    Made of its parts, so that those who ask for gold many thousand times need not count every set again."""

    def __init__(
        self,
        sets: Callable[[Game], Iterable[tuple[int, int]]],
        pay: Callable[[Game, int, list[int]], int],
    ) -> None:
        self.sets = sets
        """The sets of a board, each with what besides pieces is shown as earning."""
        self.pay = pay
        """The gold for so many own pieces in one set, where these are the numbers of all players."""

    def __call__(self, game: Game, player: int) -> Score:
        gold = earning = 0
        for hexes, shown in self.sets(game):
            counts = [(own & hexes).bit_count() for own in game.own]
            paid = self.pay(game, counts[player], counts)
            if paid:
                gold += paid
                earning |= game.own[player] & hexes | shown
        return Score(gold, earning)


def section_counts(game: Game, player: int) -> list[int]:
    """How many pieces a player has in each of the four sections."""
    own = game.own[player]
    return [(own & section).bit_count() for section in SECTION_MASKS]


def rows(game: Game, player: int) -> list[int]:
    """The player's pieces in each horizontal line."""
    own = game.own[player]
    return [own & row for row in ROW_MASKS]


_FEW_CHANGES = 4
_asked_last: list[tuple[int, tuple[int, ...]]] = [(0, ())]


@lru_cache(maxsize=64)
def settlement_areas(own: int) -> tuple[int, ...]:
    """The settlement areas of a set of pieces (R-TERM-7), from the top left on. Several cards ask for the
    same one after another, and those who think about builds for one that has a piece or two more or less."""
    before, known = _asked_last[0]
    if (own ^ before).bit_count() > _FEW_CHANGES:
        found = tuple(areas(own))
    else:
        found = tuple(sorted(areas_again(list(known), before, own), key=_lowest))
    _asked_last[0] = own, found
    return found


def _lowest(area: int) -> int:
    return area & -area
