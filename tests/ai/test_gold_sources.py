"""Tests that every card declares truthfully what its gold depends on, by trying its scorer on many sets of
pieces."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pytest

from kingdom.rules.expansion import (
    AREAS,
    EXPANSION_STATE,
    FULLEST_ROW,
    LARGEST_AREA,
    LINKED_LANDMARKS,
    OCCUPIED_ROWS,
    OWN_PIECES,
    ROW_COUNTS,
    SECTION_COUNTS,
    SMALLEST_SECTION,
    GoldSource,
    Scorer,
    ScoringCard,
)
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
from kingdom.rules.registry import EXPANSIONS, SCORING_CARDS, TASK_CARDS
from kingdom.rules.rng import Rng
from kingdom.rules.scoring import MajorityScorer, PieceScorer, RegionScorer, final_scorers
from kingdom.rules.setup import GameSetup, new_game

CARDS = {name: card for name, card in (SCORING_CARDS | TASK_CARDS).items() if card.scorer}
SEEDS = (1, 2, 3)


def game_with(card: ScoringCard, seed: int) -> Game:
    cards = {"task_cards" if card.name in TASK_CARDS else "scoring_cards": (card.name,)}
    return new_game(GameSetup(3, tuple(EXPANSIONS), seed, **cards))  # type: ignore[arg-type]


def piece_sets(game: Game) -> list[int]:
    """Returns sets of pieces that reveal what a scorer depends on: all hexes, sections, scattered pieces and
    clusters."""
    rng, board_hexes = Rng(40), game.board.all_hexes & ~game.board.landmark_hexes
    hexes = list(iter_hexes(board_hexes))
    sets = [board_hexes, *(board_hexes & section for section in SECTION_MASKS)]
    for size in (2, 5, 12, 30):
        sets += [sum(BIT[hex_id] for hex_id in rng.shuffled(hexes)[:size]) for _ in range(4)]
        sets += [hexes_within(BIT[rng.choice(hexes)], 3) & board_hexes for _ in range(2)]
    return sets


def gold(game: Game, scorer: Scorer, pieces: int) -> int:
    game.piece_hexes[0] = pieces
    return scorer(game, 0).gold


def linked_landmarks(game: Game, pieces: int) -> int:
    linked = 0
    for area in connected_areas(pieces):
        touched = neighbors(area) & game.board.landmark_hexes
        linked |= touched if touched & (touched - 1) else 0
    return linked.bit_count()


UNIT_COUNTS: dict[str, Callable[[Game, int], int]] = {
    SMALLEST_SECTION: lambda game, pieces: min((pieces & region).bit_count() for region in SECTION_MASKS),
    FULLEST_ROW: lambda game, pieces: max((pieces & region).bit_count() for region in ROW_MASKS),
    OCCUPIED_ROWS: lambda game, pieces: sum(1 for region in ROW_MASKS if pieces & region),
    AREAS: lambda game, pieces: len(connected_areas(pieces)),
    LARGEST_AREA: lambda game, pieces: max(area.bit_count() for area in connected_areas(pieces)),
    LINKED_LANDMARKS: linked_landmarks,
}


def pieces_moved_within(regions: tuple[int, ...], pieces: int, board_hexes: int, reverse: bool) -> int:
    """Returns pieces with the same number in each region, but on the region's first or last hexes."""
    moved = pieces & ~sum(regions)
    for region in regions:
        hexes = sorted(iter_hexes(board_hexes & region), reverse=reverse)
        moved |= sum(BIT[hex_id] for hex_id in hexes[: (pieces & region).bit_count()])
    return moved


class OpaquePieces:
    """A set of pieces that a scorer can combine with others but not inspect."""

    def _combined(self, other: object) -> OpaquePieces:
        return self

    __and__ = __rand__ = __or__ = __ror__ = __add__ = __radd__ = _combined

    def __bool__(self) -> bool:
        raise AssertionError("the scorer depends on pieces")


def is_true(game: Game, scorer: Scorer, source: GoldSource) -> bool:
    """Returns True if a scorer seems to depend on this source only."""
    if source.depends_on == EXPANSION_STATE:
        game.piece_hexes = cast(list[int], [OpaquePieces()] * 3)
        return isinstance(scorer(game, 0).gold, int)
    sets = piece_sets(game)
    for pieces in sets:
        amounts = set()
        for opponent_pieces in (0, *sets[:5]):
            game.piece_hexes[1:] = [opponent_pieces & ~pieces] * 2
            amounts.add(gold(game, scorer, pieces))
        if source.depends_on in (SECTION_COUNTS, ROW_COUNTS):
            regions = SECTION_MASKS if source.depends_on == SECTION_COUNTS else ROW_MASKS
            amounts |= {
                gold(game, scorer, pieces_moved_within(regions, pieces, sets[0], reverse))
                for reverse in (False, True)
            }
        elif source.depends_on != OWN_PIECES:
            amounts.add(source.gold * (UNIT_COUNTS[source.depends_on](game, pieces) // source.pieces))
        if len(amounts) > 1:
            return False
    return True


@pytest.mark.parametrize("name", CARDS)
def test_declared_source_is_true(name: str) -> None:
    card = CARDS[name]
    assert card.scorer
    if isinstance(card.scorer, MajorityScorer | PieceScorer | RegionScorer):
        assert card.gold_source is None
        return
    assert card.gold_source
    for seed in SEEDS:
        assert is_true(game_with(card, seed), card.scorer, card.gold_source)


def test_other_sources_of_gold_are_declared_by_their_class() -> None:
    for seed in SEEDS:
        scorers = final_scorers(new_game(GameSetup(3, tuple(EXPANSIONS), seed)))
        for name in scorers.keys() - CARDS.keys():
            assert isinstance(scorers[name], MajorityScorer | PieceScorer | RegionScorer), name


@pytest.mark.parametrize(
    ("name", "source"),
    [
        ("knights", GoldSource(OCCUPIED_ROWS, 1)),
        ("knights", GoldSource(FULLEST_ROW, 3)),
        ("citizens", GoldSource(LARGEST_AREA, 1, pieces=3)),
        ("merchants", GoldSource(AREAS, 4)),
        ("homesteaders", GoldSource(ROW_COUNTS)),
        ("messengers", GoldSource(SECTION_COUNTS)),
        ("lords", GoldSource(OWN_PIECES)),
    ],
)
def test_false_source_is_detected(name: str, source: GoldSource) -> None:
    scorer = CARDS[name].scorer
    assert scorer
    assert not is_true(game_with(CARDS[name], 1), scorer, source)


def test_dependence_on_pieces_is_detected() -> None:
    scorer = CARDS["knights"].scorer
    assert scorer
    with pytest.raises((AssertionError, AttributeError, TypeError)):
        is_true(game_with(CARDS["knights"], 1), scorer, GoldSource(EXPANSION_STATE))
