"""Deals sections and cards so that as many expansions as possible are represented.

Manual choices are kept. The seed determines a priority order of the expansions. Among all possible deals,
those that represent the most expansions are preferred, and among these, the deals with the most expansions on
the board. Remaining ties go to the expansions with higher priority. Sections and cards are then dealt from
their shuffled piles according to the rules. A section or card is skipped only if taking it would leave too
few slots for the expansions that are still missing. Since every priority order is equally likely, expansions
that compete for the same slots get them equally often.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from kingdom.rules.board import SECTION_SIZE, TerrainGrid
from kingdom.rules.expansion import Expansion
from kingdom.rules.registry import EXPANSIONS, NAME_BY_LETTER, registry_cache

ExpansionNames = frozenset[str]


@registry_cache(256)
def expansions_on_grid(grid: TerrainGrid) -> ExpansionNames:
    """Returns the expansions that contribute a terrain, landmark or location to a section or map."""
    used_names = {NAME_BY_LETTER[letter] for row in grid.rows for letter in row if letter in NAME_BY_LETTER}
    used_names |= {tile for _, tile in grid.locations}
    return frozenset(name for name, expansion in EXPANSIONS.items() if used_names & _board_names(expansion))


def _board_names(expansion: Expansion) -> set[str]:
    return {
        item.name for items in (expansion.terrains, expansion.landmarks, expansion.tiles) for item in items
    }


@registry_cache(256)
def expansions_from_section(section: TerrainGrid) -> ExpansionNames:
    """Returns the expansions that are represented if this section is used: the expansions that contribute
    something to it and the expansions that place a marker on it."""
    placing_markers = {
        name
        for name, expansion in EXPANSIONS.items()
        if expansion.can_place_marker_on is not None and expansion.can_place_marker_on(section)
    }
    return expansions_on_grid(section) | placing_markers


def split_into_sections(grid: TerrainGrid) -> list[TerrainGrid]:
    """Splits a whole map into its four sections."""
    halves = (slice(0, SECTION_SIZE), slice(SECTION_SIZE, None))
    return [
        TerrainGrid(rows, tuple((digit, tile) for digit, tile in grid.locations if digit in "".join(rows)))
        for half in halves
        for side in halves
        for rows in [tuple(row[side] for row in grid.rows[half])]
    ]


def plan_deal(
    priority: Sequence[str],
    present: ExpansionNames,
    section_expansions: Iterable[ExpansionNames],
    section_count: int,
    expansions_with_cards: ExpansionNames,
    card_count: int,
) -> tuple[ExpansionNames, ExpansionNames]:
    """Returns the expansions that the sections must contribute and the expansions that the cards must
    contribute. Excludes expansions that are already present.

    `section_expansions` lists the expansions of each section. `expansions_with_cards` lists the expansions
    that have cards.
    """
    missing = frozenset(priority) - present

    def rank(expansions: ExpansionNames) -> tuple[int, list[bool]]:
        return len(expansions), [expansion in expansions for expansion in priority]

    def covered_by_cards(by_sections: ExpansionNames) -> ExpansionNames:
        return frozenset(
            [
                expansion
                for expansion in priority
                if expansion in (missing & expansions_with_cards) - by_sections
            ][:card_count]
        )

    reachable = reachable_sets({section & missing for section in section_expansions}, section_count)
    by_sections = max(
        reachable,
        key=lambda by_sections: (rank(by_sections | covered_by_cards(by_sections)), rank(by_sections)),
    )
    return by_sections, covered_by_cards(by_sections)


def reachable_sets(contributions: Iterable[ExpansionNames], count: int) -> set[ExpansionNames]:
    """Returns every set of expansions that can be represented by choosing this many sections. `contributions`
    are the sets of expansions that the available sections represent."""
    result: set[ExpansionNames] = {frozenset()}
    contributions = set(contributions)
    for _ in range(count):
        result |= {expansions | contribution for expansions in result for contribution in contributions}
    return result


def deal_covering(
    shuffled_names: Sequence[str],
    expansions_by_name: Mapping[str, ExpansionNames],
    required: ExpansionNames,
    count: int,
) -> tuple[str, ...]:
    """Deals names from the top of a shuffled pile. Skips any name that would leave too few slots for the
    required expansions.

    A skipped name cannot fit later either, because fewer slots are left by then.
    """
    if not required:
        return tuple(shuffled_names[:count])
    contributions = {expansions_by_name[name] & required for name in shuffled_names}
    dealt: list[str] = []
    for name in shuffled_names:
        if len(dealt) < count and _can_cover(
            required - expansions_by_name[name], contributions, count - len(dealt) - 1
        ):
            dealt.append(name)
            required -= expansions_by_name[name]
    return tuple(dealt)


def _can_cover(required: ExpansionNames, contributions: set[ExpansionNames], count: int) -> bool:
    """Returns True if `count` contributions can cover all required expansions."""
    if not required or not count:
        return not required
    first = min(required)
    return any(
        first in contribution and _can_cover(required - contribution, contributions, count - 1)
        for contribution in contributions
    )
