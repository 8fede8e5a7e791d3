"""Classifies scoring functions by trying them on a few sets of pieces. Needs no knowledge of individual
cards."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from kingdom.rules.expansion import Scorer
from kingdom.rules.game import Game
from kingdom.rules.hexes import (
    BIT,
    ROW_MASKS,
    SECTION_MASKS,
    connected_areas,
    hexes_within,
    iter_hexes,
    neighbors,
)
from kingdom.rules.rng import Rng

_MAX_ONCE_GROUPS, _MAX_PAYING_HEXES = 8, 60
"""Limits for the search for groups of hexes that pay once. Above them, the search is not worth the time."""


def probe_piece_sets(board_hexes: int) -> list[int]:
    """Returns sets of pieces that reveal what a scorer depends on: all hexes, sections, scattered pieces and
    clusters."""
    rng = Rng(40)
    hexes = list(iter_hexes(board_hexes))
    probes = [board_hexes, *(board_hexes & section for section in SECTION_MASKS)]
    for size in (2, 5, 12, 30):
        probes += [sum(BIT[hex_id] for hex_id in rng.shuffled(hexes)[:size]) for _ in range(2)]
        probes.append(hexes_within(BIT[rng.choice(hexes)], 3) & board_hexes)
    return probes


def score_pieces(scratch_game: Game, scorer: Scorer, pieces: int) -> int:
    scratch_game.piece_hexes[0] = pieces
    return scorer(scratch_game, 0).gold


def min_section_count(scratch_game: Game, pieces: int) -> int:
    return min((pieces & section).bit_count() for section in SECTION_MASKS)


def max_row_count(scratch_game: Game, pieces: int) -> int:
    return max((pieces & row).bit_count() for row in ROW_MASKS)


def occupied_row_count(scratch_game: Game, pieces: int) -> int:
    return sum(1 for row in ROW_MASKS if pieces & row)


def area_count(scratch_game: Game, pieces: int) -> int:
    return len(connected_areas(pieces))


def linked_landmark_count(scratch_game: Game, pieces: int) -> int:
    linked = 0
    for area in connected_areas(pieces):
        touched = neighbors(area) & scratch_game.board.landmark_hexes
        if touched & (touched - 1):
            linked |= touched
    return linked.bit_count()


def gold_per_unit(
    scratch_game: Game, scorer: Scorer, probes: list[int], count: Callable[[Game, int], int]
) -> int:
    """Returns the gold that a scorer pays per unit counted by `count`, or 0 if it pays for something else."""
    unit_count = count(scratch_game, probes[0])
    gold = score_pieces(scratch_game, scorer, probes[0]) // unit_count if unit_count else 0
    if all(
        score_pieces(scratch_game, scorer, probe) == gold * count(scratch_game, probe) for probe in probes
    ):
        return gold
    return 0


def gold_per_largest_area(
    scratch_game: Game, scorer: Scorer, probes: list[int]
) -> tuple[tuple[int, int], ...]:
    """Returns a pair of gold and n if a scorer pays that gold for every n pieces of the largest area (n is 1,
    2 or 3). Returns an empty tuple if it pays for something else."""
    sizes = [max([area.bit_count() for area in connected_areas(probe)], default=0) for probe in probes]
    for pieces in (1, 2, 3):
        unit_count = sizes[0] // pieces
        gold = score_pieces(scratch_game, scorer, probes[0]) // unit_count if unit_count else 0
        if gold and all(
            score_pieces(scratch_game, scorer, probe) == gold * (size // pieces)
            for probe, size in zip(probes, sizes, strict=True)
        ):
            return ((gold, pieces),)
    return ()


def depends_only_on_counts(
    scratch_game: Game, scorer: Scorer, probes: list[int], regions: Iterable[int]
) -> bool:
    """Returns True if a scorer depends only on the number of pieces in each of these regions, not on their
    exact hexes."""
    board_hexes = probes[0]
    for probe in probes:
        gold = score_pieces(scratch_game, scorer, probe)
        for reverse in (False, True):
            moved_pieces = probe & ~sum(regions)
            for region in regions:
                region_hexes = sorted(iter_hexes(board_hexes & region), reverse=reverse)
                moved_pieces |= sum([BIT[hex_id] for hex_id in region_hexes[: (probe & region).bit_count()]])
            if score_pieces(scratch_game, scorer, moved_pieces) != gold:
                return False
    return True


def find_pay_once_groups(
    scratch_game: Game, scorer: Scorer, gold_by_hex: dict[int, int]
) -> tuple[tuple[int, int], ...]:
    """Returns groups of hexes such that a scorer seems to pay only once per group. Returns nothing if there
    are too many groups."""
    paying_hexes = [hex_id for hex_id, gold in gold_by_hex.items() if gold]
    groups: list[tuple[int, int]] = []
    while paying_hexes:
        if len(groups) == _MAX_ONCE_GROUPS or len(paying_hexes) > _MAX_PAYING_HEXES:
            return ()
        first = paying_hexes[0]
        group = [
            hex_id
            for hex_id in paying_hexes
            if score_pieces(scratch_game, scorer, BIT[first] | BIT[hex_id]) == gold_by_hex[first]
        ]
        groups.append((gold_by_hex[first], sum(BIT[hex_id] for hex_id in group)))
        paying_hexes = [hex_id for hex_id in paying_hexes if hex_id not in group]
    return tuple(groups)


def is_additive(scratch_game: Game, scorer: Scorer, probes: list[int], gold_by_hex: dict[int, int]) -> bool:
    """Returns True if several pieces together earn the sum of what each one earns alone."""
    return all(
        score_pieces(scratch_game, scorer, probe)
        == sum([gold_by_hex[hex_id] for hex_id in iter_hexes(probe)])
        for probe in probes
    )


def depends_on_opponents(scratch_game: Game, scorer: Scorer, probes: list[int]) -> bool:
    """Returns True if the score changes with the opponents' pieces. Tries a few patterns of scattered
    pieces."""
    board_hexes = list(iter_hexes(probes[0]))
    depends = False
    for pieces in (sum(map(BIT.__getitem__, board_hexes[start :: 4 + start])) for start in range(4)):
        results = set()
        for opponent_pieces in (0, *probes[:5]):
            for player in range(1, scratch_game.config.player_count):
                scratch_game.piece_hexes[player] = opponent_pieces & ~pieces
            results.add(score_pieces(scratch_game, scorer, pieces))
        depends = depends or len(results) > 1
    for player in range(1, scratch_game.config.player_count):
        scratch_game.piece_hexes[player] = 0
    return depends


class _OpaquePieces:
    """A set of pieces that a scorer can combine with others but not inspect. Testing or comparing it raises
    TypeError."""

    __slots__ = ()

    def _combined(self, other: object) -> _OpaquePieces:
        return self

    __and__ = __rand__ = __or__ = __ror__ = __add__ = __radd__ = _combined
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise TypeError("the pieces are covered")

    def __eq__(self, other: object) -> bool:
        raise TypeError("the pieces are covered")


class OpaqueGame:
    """A game that reveals only its configuration and expansion states. If a scorer can compute gold from this
    game, the gold depends on nothing else."""

    def __init__(self, game: Game) -> None:
        self.board, self.config, self.expansion_states = game.board, game.config, game.expansion_states
        self.piece_hexes = [_OpaquePieces()] * len(game.piece_hexes)
