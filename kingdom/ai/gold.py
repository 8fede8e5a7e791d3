"""Gold, counted fast: the same figures as `rules.scoring`, prepared once a table for asking many thousand
times.

Nothing here knows a card. What a scorer looks at is found out by trying it on a few sets of pieces:
- one that only adds up hex by hex becomes a few masks (`flat`), counted with one bit_count each;
- one that pays once for each of a few sets of hexes, however many pieces are there, becomes those sets
  (`once`);
- one that pays for what settlement areas are, and nothing else: landmarks that one of them links
  (`linking`), how many there are (`apart`), how large the largest is (`largest`); areas are not looked for
  again for one more piece, but joined;
- one that only counts how many pieces are in each row, or in each section (`counting`): one more is the same
  to it anywhere in the row;
- one that looks at a player's own pieces only (`lone`) is remembered by the set of pieces it was asked for;
- one that pays for the section with the fewest pieces is known by that too (`balanced`), one that pays for
  the row with most (`best_row`) or for each row with a piece (`rows`), as is `linking`: such gold takes
  several turns, so those who plan want to know;
- one that compares players is a `Contest` and says so; each of its sets is a race, remembered by the numbers
  of pieces in it;
- what is left looks at what a box keeps (`mixed`), and is asked anew when that has changed; if it looks at
  more than that, every time.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import lru_cache, partial
from typing import cast

from kingdom.ai.races import likely
from kingdom.ai.tried_out import (
    adds_up,
    for_each,
    for_largest,
    gold_for,
    in_best_row,
    in_poorest_section,
    linked_landmarks,
    looks_at_others,
    number_of_areas,
    only_counts,
    paid_once,
    probes_of,
    rows_entered,
)
from kingdom.rules.box_state import BoxStates
from kingdom.rules.game import Game
from kingdom.rules.hexes import (
    ALL,
    BIT,
    BITS,
    NEXT_TO,
    PLACE_OF,
    ROW_MASKS,
    SECTION_MASKS,
    areas,
    areas_again,
    hexes_of,
    neighbours,
    row_of,
)
from kingdom.rules.registry import Scorer
from kingdom.rules.scoring import Contest, scorers
from kingdom.rules.table import Table

_REMEMBERED = 60_000
_AREAS_REMEMBERED = 20_000
_GAINS_REMEMBERED = 2_000
_NEARLY_THE_SAME = 4
"""How many pieces two sets may differ in for the areas of one to be made from those of the other."""

_ROW_AT = tuple(ROW_MASKS[row_of(number)] if number in PLACE_OF else 0 for number in range(BITS))
"""The row that each hex is in."""

Race = tuple[int, Callable[[Game, int, list[int]], int]]
"""The hexes of one set of a contest, and what it pays."""
Numbers = tuple[int, ...]
"""How many pieces there are in each of some sets of hexes."""
Areas = tuple[list[int], int, int]
"""The settlement areas of a set of pieces, how large the largest is (if that pays), and the landmarks that
they link (if that pays)."""
Rows = tuple[int, int, int]
"""The row with most pieces (of equals the first), how many those are, and how many rows have a piece."""
Gains = dict[float, int]
"""Gold, and the hexes where one more piece earns it."""


class Purse:
    """All that gives gold on one table."""

    __slots__ = (
        "apart", "area_memory", "areas_count", "asked", "balanced", "base", "base_rows", "best_row",
        "between", "box", "counting", "flat", "foreseen", "gained_alone", "hoped", "in_each_race",
        "landmarks", "largest", "linking", "lone", "memory", "mixed", "once", "paid", "paid_for_kept",
        "races", "ranked", "rivalled", "row_memory", "rows", "rows_count", "section_memory", "seen_alone",
        "touching", "trial",
    )  # fmt: skip

    def __init__(self, game: Game) -> None:
        self.trial = trial = game.copy()
        self.flat: tuple[tuple[int, int], ...] = ()
        """Pairs of gold and the hexes that give so much each."""
        self.once: tuple[tuple[int, int], ...] = ()
        """Pairs of gold and the hexes of which one is enough."""
        self.lone: tuple[Scorer, ...] = ()
        self.counting: tuple[tuple[Scorer, tuple[int, ...]], ...] = ()
        """Those that only count, with the sets of hexes that they count in."""
        self.asked: tuple[Scorer, ...] = ()
        """Those of them that pay for something else than the next three lines say."""
        self.mixed: tuple[Scorer, ...] = ()
        self.races: tuple[Race, ...] = ()
        self.balanced = self.linking = 0
        """The gold for each piece in the section with the fewest, and for each linked landmark."""
        self.best_row = self.rows = 0
        """The gold for each piece in the row with most, and for each row with a piece."""
        self.apart = 0
        """The gold for each settlement area."""
        self.largest: tuple[tuple[int, int], ...] = ()
        """Pairs of gold and the number of pieces in the largest area that it is paid for each."""
        self._sort_scorers()
        self.rivalled = bool(self.mixed or self.races)
        """Whether there is gold that others can change, or that boxes keep."""
        self.areas_count = bool(self.linking or self.apart or self.largest)
        """Whether settlement areas earn gold by themselves."""
        self.rows_count = bool(self.best_row or self.rows)
        """The same for rows."""
        self.landmarks = trial.board.landmarks
        self.between = sum(
            BIT[number]
            for number in hexes_of(trial.board.cells)
            if (NEXT_TO[number] & self.landmarks).bit_count() > 1
        )
        """The hexes where one piece alone links landmarks."""
        self._remember_nothing()

    def _sort_scorers(self) -> None:
        """Find out what each scorer of the table looks at."""
        trial = self.trial
        probes = probes_of(trial.board.cells & ~trial.board.landmarks)
        during_play = {
            card.name for card in (*trial.table.cards, *trial.table.tasks) if card.hooks is not None
        }
        flat: Counter[int] = Counter()
        for name, scorer in scorers(trial).items():
            if isinstance(scorer, Contest):
                self.races += tuple((hexes, scorer.pay) for hexes, _ in scorer.sets(trial))
            elif name in during_play or looks_at_others(trial, scorer, probes):
                self.mixed += (scorer,)
            elif not (self._pays_for_areas(scorer, probes) or self._pays_for_numbers(scorer, probes)):
                each = {
                    number: gold_for(trial, scorer, BIT[number]) for number in hexes_of(trial.board.cells)
                }
                if adds_up(trial, scorer, probes, each):
                    flat.update(each)
                else:
                    self._sort_own(scorer, probes, each)
        amounts = sorted(set(flat.values()) - {0})
        self.flat = tuple(
            (gold, sum(BIT[number] for number in flat if flat[number] == gold)) for gold in amounts
        )

    def _pays_for_areas(self, scorer: Scorer, probes: list[int]) -> bool:
        """Note what a scorer pays for settlement areas, if that is all it looks at."""
        linking = for_each(self.trial, scorer, probes, linked_landmarks)
        apart = for_each(self.trial, scorer, probes, number_of_areas)
        largest = for_largest(self.trial, scorer, probes)
        self.linking += linking
        self.apart += apart
        self.largest += largest
        return bool(linking or apart or largest)

    def _pays_for_numbers(self, scorer: Scorer, probes: list[int]) -> bool:
        """Note what a scorer pays for the numbers of pieces in sections or rows, if it is known how."""
        balanced = for_each(self.trial, scorer, probes, in_poorest_section)
        best_row = for_each(self.trial, scorer, probes, in_best_row)
        rows = for_each(self.trial, scorer, probes, rows_entered)
        self.balanced += balanced
        self.best_row += best_row
        self.rows += rows
        if balanced or best_row or rows:
            self.counting += ((scorer, _and_the_rest(SECTION_MASKS if balanced else ROW_MASKS)),)
            return True
        return False

    def _sort_own(self, scorer: Scorer, probes: list[int], each: dict[int, int]) -> None:
        """Note a scorer that looks at a player's own pieces, where hexes do not just add up."""
        sets = paid_once(self.trial, scorer, each)
        if sets and all(
            gold_for(self.trial, scorer, probe) == sum([gold for gold, hexes in sets if hexes & probe])
            for probe in probes
        ):
            self.once += sets
            return
        for counted in (SECTION_MASKS, ROW_MASKS):
            if only_counts(self.trial, scorer, probes, counted):
                self.counting += ((scorer, _and_the_rest(counted)),)
                self.asked += (scorer,)
                return
        self.lone += (scorer,)

    def _remember_nothing(self) -> None:
        """What is remembered of what was asked before: at first nothing."""
        self.seen_alone: dict[int, int] = {}
        """What the lone scorers pay for sets of pieces."""
        self.memory: dict[int, int] = {}
        """What sets of pieces earn, races and what boxes keep aside."""
        self.gained_alone: dict[int, tuple[int, Gains]] = {}
        """What one more piece earned with them, and the hexes where that was asked, by the pieces before."""
        self.in_each_race: dict[int, Numbers] = {}
        """How many of a set of pieces are in each race."""
        self.ranked: dict[tuple[Numbers, ...], list[int]] = {}
        """What all races pay to each seat, by the numbers of everybody's pieces."""
        self.hoped: dict[tuple[float | Numbers, ...], list[float]] = {}
        """What all races are likely to pay to each seat, by the doubt and those numbers."""
        self.paid: dict[tuple[int, Numbers], list[int]] = {}
        """What a race pays every seat, by its place among the races and the numbers of pieces."""
        self.foreseen: dict[tuple[int, Numbers, float], tuple[float, ...]] = {}
        """What it is likely to pay, by the doubt as well."""
        self.box: BoxStates | None = None
        self.paid_for_kept: list[int] | None = None
        """What boxes kept last, and what the mixed scorers pay every seat as long as they keep that; None if
        they look at more."""
        self.area_memory: dict[int, Areas] = {}
        self.base: tuple[int, list[int]] = (0, [])
        """A set of pieces and its areas; the next ones asked for are likely to be close to it."""
        self.touching: dict[int, int] = {}
        """The landmarks that areas touch."""
        self.row_memory: dict[int, Rows] = {}
        self.base_rows: tuple[int, Rows] = (0, (0, 0, 0))
        """A set of pieces and its rows, like `base`."""
        self.section_memory: dict[int, Numbers] = {}

    def total(self, game: Game, player: int) -> int:
        """A player's gold as if the game ended now; equal to `scoring.total`."""
        own = game.own[player]
        gold = self.memory.get(own, -1)
        if gold < 0:
            gold = self._count(game, player, own)
        gold += game.gold[player]
        if self.rivalled:
            if self.races:
                gold += self.in_races(game.own)[player]
            if self.mixed:
                gold += self._for_mixed(game, player)
        return gold

    def _for_mixed(self, game: Game, player: int) -> int:
        """What the mixed scorers pay a player."""
        kept = self._for_kept(game)
        if kept is not None:
            return kept[player]
        return sum([scorer(game, player).gold for scorer in self.mixed])

    def _for_kept(self, game: Game) -> list[int] | None:
        """What the mixed scorers pay every seat, if what they look at changes only with what boxes keep."""
        if game.box is not self.box:  # most positions of a turn share what boxes keep
            covered = cast(Game, _Covered(game))
            try:
                seats = range(len(game.own))
                paid = [sum([scorer(covered, seat).gold for scorer in self.mixed]) for seat in seats]
                known = all([isinstance(gold, int) for gold in paid])
            except (AttributeError, TypeError):
                known = False
            self.box, self.paid_for_kept = game.box, paid if known else None
        return self.paid_for_kept

    def _count(self, game: Game, player: int, own: int) -> int:
        gold = 0
        for each, mask in self.flat:
            gold += each * (own & mask).bit_count()
        for each, mask in self.once:
            if own & mask:
                gold += each
        if self.areas_count:
            found, size, linked = self.all_areas(own)
            gold += self.apart * len(found) + self.linking * linked.bit_count()
            for each, pieces in self.largest:
                gold += each * (size // pieces)
        if self.balanced:
            gold += self.balanced * min(self.in_sections(own))
        if self.rows_count:
            _, most, entered = self.rows_of(own)
            gold += self.best_row * most + self.rows * entered
        for scorer in self.asked:
            gold += scorer(game, player).gold
        if self.lone:
            gold += self._alone(game, player, own)
        if len(self.memory) >= _REMEMBERED:
            self.memory.clear()
        self.memory[own] = gold
        return gold

    def _alone(self, game: Game, player: int, own: int) -> int:
        """What the lone scorers pay for these pieces, which are the player's."""
        gold = self.seen_alone.get(own, -1)
        if gold < 0:
            gold = 0
            for scorer in self.lone:
                gold += scorer(game, player).gold
            if len(self.seen_alone) >= _REMEMBERED:
                self.seen_alone.clear()
            self.seen_alone[own] = gold
        return gold

    def _numbers(self, everybody: list[int]) -> tuple[Numbers, ...]:
        """How many of everybody's pieces are in each race."""
        found = tuple(map(self.in_each_race.get, everybody))
        if None in found:
            found = tuple([self._count_in_races(own) for own in everybody])
        return cast(tuple[Numbers, ...], found)

    def _count_in_races(self, own: int) -> Numbers:
        if len(self.in_each_race) >= _REMEMBERED:
            self.in_each_race.clear()
        found = self.in_each_race[own] = tuple([(own & hexes).bit_count() for hexes, _ in self.races])
        return found

    def in_races(self, everybody: list[int]) -> list[int]:
        """What all races pay to each seat, if these are everybody's pieces."""
        numbers = self._numbers(everybody)
        gold = self.ranked.get(numbers)
        if gold is None:
            gold = [0] * len(numbers)
            for place, counts in enumerate(zip(*numbers, strict=True)):
                for seat, more in enumerate(self._paid_in(place, counts)):
                    gold[seat] += more
            if len(self.ranked) >= _REMEMBERED:
                self.ranked.clear()
            self.ranked[numbers] = gold
        return gold

    def _paid_in(self, place: int, counts: Numbers) -> list[int]:
        key = place, counts
        gold = self.paid.get(key)
        if gold is None:
            if len(self.paid) >= _REMEMBERED:
                self.paid.clear()
            pay = self.races[place][1]
            gold = self.paid[key] = [pay(self.trial, mine, list(counts)) for mine in counts]
        return gold

    def likely_in_races(self, everybody: list[int], doubt: float) -> list[float]:
        """The same as it is likely to come out, with so much doubt."""
        numbers = self._numbers(everybody)
        key: tuple[float | Numbers, ...] = (doubt, *numbers)
        gold = self.hoped.get(key)
        if gold is None:
            gold = [0.0] * len(numbers)
            for place, counts in enumerate(zip(*numbers, strict=True)):
                for seat, more in enumerate(self.likely_in(place, counts, doubt)):
                    gold[seat] += more
            if len(self.hoped) >= _REMEMBERED:
                self.hoped.clear()
            self.hoped[key] = gold
        return gold

    def likely_in(self, place: int, counts: tuple[int, ...], doubt: float) -> tuple[float, ...]:
        """What the race at this place is likely to pay every seat, with these numbers of pieces now."""
        key = place, counts, doubt
        gold = self.foreseen.get(key)
        if gold is None:
            if len(self.foreseen) >= _REMEMBERED:
                self.foreseen.clear()
            pay = partial(self.races[place][1], self.trial)
            gold = self.foreseen[key] = likely(pay, counts, doubt)
        return gold

    def contested(self, game: Game, doubt: float = 0.0) -> list[float]:
        """The part of every seat's gold that others can change, or that boxes keep: as it is now, or with
        some doubt as it is likely to come out."""
        gold: list[float]
        if not self.races:
            gold = [0.0] * len(game.own)
        elif doubt:
            gold = self.likely_in_races(game.own, doubt)
        else:
            gold = [*self.in_races(game.own)]
        if self.mixed:
            gold = [more + self._for_mixed(game, seat) for seat, more in enumerate(gold)]
        return gold

    def sure(self, game: Game, player: int) -> int:
        """The other part of a player's gold."""
        own = game.own[player]
        gold = self.memory.get(own, -1)
        return (self._count(game, player, own) if gold < 0 else gold) + game.gold[player]

    def with_pieces(self, game: Game, player: int, pieces: int) -> int:
        """A player's gold if these were the player's pieces, and nothing else changed."""
        if not self.rivalled:
            gold = self.memory.get(pieces, -1)
            if gold >= 0:
                return gold + game.gold[player]
        kept = game.own[player]
        game.own[player] = pieces
        try:
            return self.total(game, player)
        finally:
            game.own[player] = kept

    # --- settlement areas

    def close_to(self, own: int) -> None:
        """The sets of pieces that are asked for next are this one with a piece more or less."""
        if self.areas_count and self.base[0] != own:
            self.base = own, self.areas_of(own)
        if self.rows_count and self.base_rows[0] != own:
            self.base_rows = own, self.rows_of(own)

    def areas_of(self, own: int) -> list[int]:
        """The settlement areas of a set of pieces, in any order."""
        return self.all_areas(own)[0]

    def all_areas(self, own: int) -> Areas:
        """The settlement areas of a set of pieces, in any order, and what pays about them."""
        known = self.area_memory.get(own)
        if known is None:
            base, before = self.base
            nearly = (own ^ base).bit_count() <= _NEARLY_THE_SAME
            found = areas_again(before, base, own) if nearly else areas(own)
            size = max([area.bit_count() for area in found], default=0) if self.largest else 0
            if len(self.area_memory) >= _AREAS_REMEMBERED:
                self.area_memory.clear()
            known = self.area_memory[own] = found, size, self.linked(found) if self.linking else 0
        return known

    def touched_by(self, area: int) -> int:
        """The landmarks that an area touches."""
        touched = self.touching.get(area)
        if touched is None:
            if len(self.touching) >= _AREAS_REMEMBERED:
                self.touching.clear()
            touched = self.touching[area] = neighbours(area) & self.landmarks
        return touched

    def linked(self, found: list[int]) -> int:
        """The landmarks that one of these areas links to another landmark."""
        linked, known = 0, self.touching
        for area in found:
            touched = known.get(area)
            if touched is None:
                touched = self.touched_by(area)
            if touched & (touched - 1):
                linked |= touched
        return linked

    # --- sections and rows

    def in_sections(self, own: int) -> Numbers:
        """How many of a set of pieces are in each section."""
        found = self.section_memory.get(own)
        if found is None:
            if len(self.section_memory) >= _REMEMBERED:
                self.section_memory.clear()
            found = tuple([(own & section).bit_count() for section in SECTION_MASKS])
            self.section_memory[own] = found
        return found

    def rows_of(self, own: int) -> Rows:
        """How a set of pieces stands in rows."""
        found = self.row_memory.get(own)
        if found is None:
            base, known = self.base_rows
            added = own ^ base
            one_more = added & own and not added & (added - 1)
            found = _one_more_in_rows(known, own, added) if one_more else _counted_in_rows(own)
            if len(self.row_memory) >= _REMEMBERED:
                self.row_memory.clear()
            self.row_memory[own] = found
        return found

    # --- one more piece

    def gains(self, game: Game, player: int, candidates: int, doubt: float = 0.0) -> Gains:
        """The gold that one more piece earns, with the hexes among the candidates where it does; in races
        with some doubt what it is likely to earn."""
        own = game.own[player]
        found: Gains = {0: candidates}
        for each, mask in self.flat:
            found = _more(found, mask, each)
        for each, mask in self.once:
            if not own & mask:
                found = _more(found, mask, each)
        for place, (hexes, pay) in enumerate(self.races):
            counts = [(pieces & hexes).bit_count() for pieces in game.own]
            if doubt:
                hoped = self.likely_in(place, tuple(counts), doubt)[player]
                counts[player] += 1
                more = self.likely_in(place, tuple(counts), doubt)[player] - hoped
                found = _more(found, hexes, round(more, 2))
                continue
            before = pay(self.trial, counts[player], counts)
            counts[player] += 1
            found = _more(found, hexes, pay(self.trial, counts[player], counts) - before)
        if self.areas_count:
            for gold, hexes in self._gains_of_areas(own, candidates).items():
                found = _more(found, hexes, gold)
        if self.counting or self.lone or self.mixed:
            try:
                for gained in self._tried_out(game, player, own, candidates):
                    for gold, hexes in gained.items():
                        found = _more(found, hexes, gold)
            finally:
                game.own[player] = own
        return found

    def _gains_of_areas(self, own: int, candidates: int) -> Gains:
        self.close_to(own)
        (before, size, linked), landmarks = self.all_areas(own), self.landmarks
        beside = neighbours(own)
        one_by_one = candidates & (beside | self.between) if self.linking else candidates & beside
        alone = self.apart + sum(
            [each * (max(size, 1) // pieces - size // pieces) for each, pieces in self.largest]
        )
        found: Gains = {alone: candidates & ~one_by_one}
        for number in hexes_of(one_by_one):
            near = NEXT_TO[number]
            joins = [area for area in before if area & near]
            gold = self.apart * (1 - len(joins))
            if self.largest:
                grown = max(size, 1 + sum([area.bit_count() for area in joins]))
                for each, pieces in self.largest:
                    gold += each * (grown // pieces - size // pieces)
            if self.linking:
                touched = near & landmarks
                for area in joins:
                    touched |= self.touched_by(area)
                if touched & (touched - 1):
                    gold += self.linking * (touched & ~linked).bit_count()
            found[gold] = found.get(gold, 0) | BIT[number]
        return found

    def _tried_out(self, game: Game, player: int, own: int, candidates: int) -> Iterator[Gains]:
        """What one more piece earns with those scorers that have to be asked; leaves the last piece tried in
        its place."""

        for scorer, sets in self.counting:
            # any hex of a set will do
            yield _gains_with(game, player, scorer, [candidates & counted for counted in sets])
        if self.mixed and self._for_kept(game) is None:
            hexes = [BIT[number] for number in hexes_of(candidates)]
            for scorer in self.mixed:
                yield _gains_with(game, player, scorer, hexes)
        if self.lone:
            yield self._gains_alone(game, player, own, candidates)

    def _gains_alone(self, game: Game, player: int, own: int, candidates: int) -> Gains:
        """What one more piece earns with the lone scorers. They are asked once for each hex: the same pieces
        come up again in other deals, with other hexes free."""
        asked, known = self.gained_alone.get(own, (0, {}))
        left = candidates & ~asked
        if left:
            game.own[player] = own
            before, found = self._alone(game, player, own), dict(known)
            for number in hexes_of(left):
                pieces = game.own[player] = own | BIT[number]
                more = self._alone(game, player, pieces) - before
                found[more] = found.get(more, 0) | BIT[number]
            if len(self.gained_alone) >= _GAINS_REMEMBERED:
                self.gained_alone.clear()
            self.gained_alone[own] = asked | candidates, found
            known = found
        return {gold: hexes & candidates for gold, hexes in known.items()}


class _CoveredPieces:
    """Pieces that a scorer may show as earning, but that it cannot tell from others: whoever wants to know
    anything about them fails."""

    __slots__ = ()

    def _combined(self, other: object) -> _CoveredPieces:
        return self

    __and__ = __rand__ = __or__ = __ror__ = __add__ = __radd__ = _combined
    __hash__ = None  # type: ignore[assignment]

    def __bool__(self) -> bool:
        raise TypeError("the pieces are covered")

    def __eq__(self, other: object) -> bool:
        raise TypeError("the pieces are covered")


class _Covered:
    """A game of which only what never changes and what boxes keep can be seen. Gold that a scorer tells here
    depends on nothing else."""

    def __init__(self, game: Game) -> None:
        self.board, self.table, self.box = game.board, game.table, game.box
        self.own = [_CoveredPieces()] * len(game.own)


def _gains_with(game: Game, player: int, scorer: Scorer, places: list[int]) -> Gains:
    """What one more piece earns with a scorer in each of these places; leaves the last piece tried where it
    is."""
    own = game.own[player]
    before = scorer(game, player).gold
    found: Gains = {}
    for place in places:
        if place:
            game.own[player] = own | place & -place
            more = scorer(game, player).gold - before
            found[more] = found.get(more, 0) | place
    game.own[player] = own
    return found


def _and_the_rest(sets: tuple[int, ...]) -> tuple[int, ...]:
    """These sets of hexes, and all other hexes."""
    return *sets, ALL & ~sum(sets)


def _counted_in_rows(own: int) -> Rows:
    best = most = entered = 0
    for row in ROW_MASKS:
        pieces = own & row
        if pieces:
            entered += 1
            number = pieces.bit_count()
            if number > most:
                best, most = row, number
    return best, most, entered


def _one_more_in_rows(before: Rows, own: int, added: int) -> Rows:
    """The rows of these pieces, where one has been added."""
    best, most, entered = before
    row = _ROW_AT[added.bit_length() - 1]
    number = (own & row).bit_count()
    if number > most or (number == most and row < best):  # rows further down are larger numbers
        best, most = row, number
    return best, most, entered + (number == 1)


def _more(gains: Gains, hexes: int, gold: float) -> Gains:
    """The gains, with so much more on these hexes."""
    if not gold:
        return gains
    found: Gains = {}
    for before, places in gains.items():
        here = places & hexes
        if here:
            found[before + gold] = found.get(before + gold, 0) | here
            places ^= here
        if places:
            found[before] = found.get(before, 0) | places
    return found


@lru_cache(maxsize=16)
def _purse(table: Table) -> list[Purse]:
    return []


def purse_of(game: Game) -> Purse:
    """The purse of a game's table; made once."""
    made = _purse(game.table)
    if not made:
        made.append(Purse(game))
    return made[0]
