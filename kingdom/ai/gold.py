"""Gold, counted fast: the same figures as `rules.scoring`, prepared once a table for asking many thousand
times.

Nothing here knows a card. What a scorer looks at is found out by trying it on a few sets of pieces:
- one that only adds up hex by hex becomes a few masks (`flat`), counted with one bit_count each;
- one that pays once for each of a few sets of hexes, however many pieces are there, becomes those sets
  (`once`);
- one that looks at a player's own pieces only (`lone`) is remembered by the set of pieces it was asked for;
- one that pays for the section with the fewest pieces (`balanced`), or for landmarks that an area links
  (`linking`), is known by that too: such gold takes several turns, so those who plan want to know;
- what is left looks at other players or at what a box keeps (`mixed`), and is asked anew every time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache

from kingdom.rules.chance import Chance
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, SECTION_MASKS, hexes_of, neighbours, within
from kingdom.rules.registry import Scorer
from kingdom.rules.scoring import scorers, settlement_areas
from kingdom.rules.table import Table

_REMEMBERED = 60_000
_FEW, _PAYING = 8, 60
"""More sets, or more hexes in them, are not worth the while to look for."""


class Purse:
    """All that gives gold on one table."""

    __slots__ = ("balanced", "flat", "linking", "lone", "memory", "mixed", "once")

    def __init__(self, game: Game) -> None:
        trial = game.copy()
        probes = _probes(trial.board.cells & ~trial.board.landmarks)
        during_play = {
            card.name for card in (*trial.table.cards, *trial.table.tasks) if card.hooks is not None
        }
        self.flat: tuple[tuple[int, int], ...] = ()
        """Pairs of gold and the hexes that give so much each."""
        self.once: tuple[tuple[int, int], ...] = ()
        """Pairs of gold and the hexes of which one is enough."""
        self.lone: tuple[Scorer, ...] = ()
        self.mixed: tuple[Scorer, ...] = ()
        self.balanced = self.linking = 0
        """The gold for each piece in the section with the fewest, and for each linked landmark."""
        flat: dict[int, int] = {}
        for name, scorer in scorers(trial).items():
            if name in during_play or _looks_at_others(trial, scorer, probes):
                self.mixed += (scorer,)
                continue
            self.balanced += _for_each(trial, scorer, probes, _in_poorest_section)
            self.linking += _for_each(trial, scorer, probes, _linked_landmarks)
            each = {number: _gold(trial, scorer, BIT[number]) for number in hexes_of(trial.board.cells)}
            if all(
                _gold(trial, scorer, probe) == sum([each[number] for number in hexes_of(probe)])
                for probe in probes
            ):
                for number, gold in each.items():
                    flat[number] = flat.get(number, 0) + gold
                continue
            sets = _paid_once(trial, scorer, each)
            if sets and all(
                _gold(trial, scorer, probe) == sum([gold for gold, hexes in sets if hexes & probe])
                for probe in probes
            ):
                self.once += sets
            else:
                self.lone += (scorer,)
        amounts = sorted(set(flat.values()) - {0})
        self.flat = tuple(
            (gold, sum(BIT[number] for number in flat if flat[number] == gold)) for gold in amounts
        )
        self.memory: dict[int, int] = {}

    def total(self, game: Game, player: int) -> int:
        """A player's gold as if the game ended now; equal to `scoring.total`."""
        own = game.own[player]
        gold = self.memory.get(own, -1)
        if gold < 0:
            gold = self._count(game, player, own)
        gold += game.gold[player]
        for scorer in self.mixed:
            gold += scorer(game, player).gold
        return gold

    def _count(self, game: Game, player: int, own: int) -> int:
        gold = 0
        for each, mask in self.flat:
            gold += each * (own & mask).bit_count()
        for each, mask in self.once:
            if own & mask:
                gold += each
        for scorer in self.lone:
            gold += scorer(game, player).gold
        if len(self.memory) >= _REMEMBERED:
            self.memory.clear()
        self.memory[own] = gold
        return gold

    def contested(self, game: Game, player: int) -> int:
        """The part of a player's gold that others can change."""
        return sum([scorer(game, player).gold for scorer in self.mixed])

    def with_pieces(self, game: Game, player: int, pieces: int) -> int:
        """A player's gold if these were the player's pieces, and nothing else changed."""
        kept = game.own[player]
        game.own[player] = pieces
        try:
            return self.total(game, player)
        finally:
            game.own[player] = kept


@lru_cache(maxsize=16)
def _purse(table: Table) -> list[Purse]:
    return []


def purse_of(game: Game) -> Purse:
    """The purse of a game's table; made once."""
    made = _purse(game.table)
    if not made:
        made.append(Purse(game))
    return made[0]


def _probes(land: int) -> list[int]:
    """Sets of pieces that bring out what a scorer looks at: scattered ones, blobs, quarters, everything."""
    chance = Chance(40)
    hexes = list(hexes_of(land))
    found = [land, *(land & section for section in SECTION_MASKS)]
    for size in (2, 5, 12, 30):
        found += [sum(BIT[number] for number in chance.shuffled(hexes)[:size]) for _ in range(2)]
        found.append(within(BIT[chance.pick(hexes)], 3) & land)
    return found


def _gold(trial: Game, scorer: Scorer, pieces: int) -> int:
    trial.own[0] = pieces
    return scorer(trial, 0).gold


def _in_poorest_section(trial: Game, pieces: int) -> int:
    return min((pieces & section).bit_count() for section in SECTION_MASKS)


def _linked_landmarks(trial: Game, pieces: int) -> int:
    linked = 0
    for area in settlement_areas(pieces):
        touched = neighbours(area) & trial.board.landmarks
        if touched & (touched - 1):
            linked |= touched
    return linked.bit_count()


def _for_each(trial: Game, scorer: Scorer, probes: list[int], count: Callable[[Game, int], int]) -> int:
    """The gold that a scorer pays for each of what is counted; 0 if it pays for something else."""
    most = count(trial, probes[0])
    each = _gold(trial, scorer, probes[0]) // most if most else 0
    if all(_gold(trial, scorer, probe) == each * count(trial, probe) for probe in probes):
        return each
    return 0


def _paid_once(trial: Game, scorer: Scorer, each: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """The sets of hexes that a scorer seems to pay for once each, if they are few and apart from each
    other."""
    paying = [number for number, gold in each.items() if gold]
    found: list[tuple[int, int]] = []
    while paying:
        if len(found) == _FEW or len(paying) > _PAYING:
            return ()
        first = paying[0]
        together = [
            number for number in paying if _gold(trial, scorer, BIT[first] | BIT[number]) == each[first]
        ]
        found.append((each[first], sum(BIT[number] for number in together)))
        paying = [number for number in paying if number not in together]
    return tuple(found)


def _looks_at_others(trial: Game, scorer: Scorer, probes: list[int]) -> bool:
    """Whether it changes when others stand on some of the board, asked for a few patterns of scattered
    pieces."""
    land = list(hexes_of(probes[0]))
    changes = False
    for pieces in (sum(map(BIT.__getitem__, land[start :: 4 + start])) for start in range(4)):
        seen = set()
        for others in (0, *probes[:5]):
            for player in range(1, trial.table.players):
                trial.own[player] = others & ~pieces
            seen.add(_gold(trial, scorer, pieces))
        changes = changes or len(seen) > 1
    for player in range(1, trial.table.players):
        trial.own[player] = 0
    return changes
