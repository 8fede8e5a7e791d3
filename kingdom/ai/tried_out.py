"""What a scorer looks at, found out by trying it on a few sets of pieces: nobody has to know its card."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kingdom.rules.chance import Chance
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, ROW_MASKS, SECTION_MASKS, areas, hexes_of, neighbours, within
from kingdom.rules.registry import Scorer

_FEW, _PAYING = 8, 60
"""More sets, or more hexes in them, are not worth the while to look for."""


def probes_of(land: int) -> list[int]:
    """Sets of pieces that bring out what a scorer looks at: scattered ones, blobs, quarters, everything."""
    chance = Chance(40)
    hexes = list(hexes_of(land))
    found = [land, *(land & section for section in SECTION_MASKS)]
    for size in (2, 5, 12, 30):
        found += [sum(BIT[number] for number in chance.shuffled(hexes)[:size]) for _ in range(2)]
        found.append(within(BIT[chance.pick(hexes)], 3) & land)
    return found


def gold_for(trial: Game, scorer: Scorer, pieces: int) -> int:
    trial.own[0] = pieces
    return scorer(trial, 0).gold


def in_poorest_section(trial: Game, pieces: int) -> int:
    return min((pieces & section).bit_count() for section in SECTION_MASKS)


def in_best_row(trial: Game, pieces: int) -> int:
    return max((pieces & row).bit_count() for row in ROW_MASKS)


def rows_entered(trial: Game, pieces: int) -> int:
    return sum(1 for row in ROW_MASKS if pieces & row)


def number_of_areas(trial: Game, pieces: int) -> int:
    return len(areas(pieces))


def linked_landmarks(trial: Game, pieces: int) -> int:
    linked = 0
    for area in areas(pieces):
        touched = neighbours(area) & trial.board.landmarks
        if touched & (touched - 1):
            linked |= touched
    return linked.bit_count()


def for_each(trial: Game, scorer: Scorer, probes: list[int], count: Callable[[Game, int], int]) -> int:
    """The gold that a scorer pays for each of what is counted; 0 if it pays for something else."""
    most = count(trial, probes[0])
    each = gold_for(trial, scorer, probes[0]) // most if most else 0
    if all(gold_for(trial, scorer, probe) == each * count(trial, probe) for probe in probes):
        return each
    return 0


def for_largest(trial: Game, scorer: Scorer, probes: list[int]) -> tuple[tuple[int, int], ...]:
    """The gold that a scorer pays for each so many pieces of the largest area, as a pair of both; nothing if
    it pays for something else."""
    sizes = [max([area.bit_count() for area in areas(probe)], default=0) for probe in probes]
    for pieces in (1, 2, 3):
        most = sizes[0] // pieces
        each = gold_for(trial, scorer, probes[0]) // most if most else 0
        if each and all(
            gold_for(trial, scorer, probe) == each * (size // pieces)
            for probe, size in zip(probes, sizes, strict=True)
        ):
            return ((each, pieces),)
    return ()


def only_counts(trial: Game, scorer: Scorer, probes: list[int], sets: Iterable[int]) -> bool:
    """Whether it is all the same to a scorer where in each of these sets pieces are."""
    land = probes[0]
    for probe in probes:
        gold = gold_for(trial, scorer, probe)
        for turned in (False, True):
            elsewhere = probe & ~sum(sets)
            for hexes in sets:
                places = sorted(hexes_of(land & hexes), reverse=turned)
                elsewhere |= sum([BIT[number] for number in places[: (probe & hexes).bit_count()]])
            if gold_for(trial, scorer, elsewhere) != gold:
                return False
    return True


def paid_once(trial: Game, scorer: Scorer, each: dict[int, int]) -> tuple[tuple[int, int], ...]:
    """The sets of hexes that a scorer seems to pay for once each, if they are few and apart from each
    other."""
    paying = [number for number, gold in each.items() if gold]
    found: list[tuple[int, int]] = []
    while paying:
        if len(found) == _FEW or len(paying) > _PAYING:
            return ()
        first = paying[0]
        together = [
            number for number in paying if gold_for(trial, scorer, BIT[first] | BIT[number]) == each[first]
        ]
        found.append((each[first], sum(BIT[number] for number in together)))
        paying = [number for number in paying if number not in together]
    return tuple(found)


def adds_up(trial: Game, scorer: Scorer, probes: list[int], each: dict[int, int]) -> bool:
    """Whether pieces together earn what each would earn alone."""
    return all(
        gold_for(trial, scorer, probe) == sum([each[number] for number in hexes_of(probe)])
        for probe in probes
    )


def looks_at_others(trial: Game, scorer: Scorer, probes: list[int]) -> bool:
    """Whether it changes when others stand on some of the board, asked for a few patterns of scattered
    pieces."""
    land = list(hexes_of(probes[0]))
    changes = False
    for pieces in (sum(map(BIT.__getitem__, land[start :: 4 + start])) for start in range(4)):
        seen = set()
        for others in (0, *probes[:5]):
            for player in range(1, trial.table.players):
                trial.own[player] = others & ~pieces
            seen.add(gold_for(trial, scorer, pieces))
        changes = changes or len(seen) > 1
    for player in range(1, trial.table.players):
        trial.own[player] = 0
    return changes
