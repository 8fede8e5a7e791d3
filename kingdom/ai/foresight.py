"""What pieces are good for beyond the next card: what a person means by "well placed".

Part of it pays as long as there are turns enough to make something of it (`calm`), part of it with every turn
that is left (`each_turn`):

- Gold of most kinds counts less early on, because it would come later as well; how much less depends on what
  it is paid for (`early once`: castles and the like, `early rows`: rows with a piece, and so on, in parts of
  the gold).
- `once 0`, `once 1`, `once 2`: gold that is paid once (castles) is one, two or three builds away; in parts of
  that gold.
- `near 0`, `near 1`, `near 2`: the same for a location, in parts of what its tile is worth a turn.
- `paying`: free hexes within reach that pay a card by themselves, in parts of their gold, ten hexes at most.
- `row room`, `row beside`: free hexes in the row with most pieces, and those of them within reach, in parts
  of what a piece pays there.
- `largest lands`: the terrains that the largest area can grow on, in parts of what a piece of it pays.
- `sections`: the sections of the board that are within reach, in gold.
- `front`, `front each turn`: the free hexes within reach, in gold: good to go on from, and early in the game
  bad, as they bind the next builds.

The weights are in master.json; docs/AI.md tells how they were found.
"""

from __future__ import annotations

from collections.abc import Mapping

from kingdom.ai.gold import Purse
from kingdom.rules.game import Game
from kingdom.rules.hexes import SECTION_MASKS, hexes_of, neighbours

EARLY = "early "
"""Before a kind of gold (`KINDS`): the part of it that does not count while there are turns to come."""
ONCE, NEAR = ("once 0", "once 1", "once 2"), ("near 0", "near 1", "near 2")
PAYING, ROW_ROOM, ROW_BESIDE, LARGEST_LANDS = "paying", "row room", "row beside", "largest lands"
SECTIONS, FRONT, FRONT_EACH_TURN = "sections", "front", "front each turn"
KINDS = ("flat", "once", "linking", "apart", "largest", "best row", "rows", "balanced", "races")
"""What gold may be paid for, as the purse tells it apart."""
FORESEEN = (
    *(EARLY + kind for kind in KINDS),
    *ONCE, *NEAR, PAYING, ROW_ROOM, ROW_BESIDE, LARGEST_LANDS, SECTIONS, FRONT, FRONT_EACH_TURN,
)  # fmt: skip
"""The weights of all this."""
_PAYING_AT_MOST, _ROOM_AT_MOST = 10, 12
"""More free hexes than these are as good as no more."""

Foreseen = tuple[float, float]
"""What counts as long as there are turns enough, and what counts with each turn."""


def _first_hex(area: int) -> int:
    return area & -area


class Foresight:
    """Prepared for one player at the start of a turn, like the evaluation that asks it."""

    __slots__ = (
        "apart", "early", "flat", "known", "lands", "linking", "once", "paid_once", "player", "purse",
        "steps", "to_reach", "weights",
    )  # fmt: skip

    def __init__(
        self,
        purse: Purse,
        player: int,
        how: Mapping[str, float],
        worth: Mapping[str, float],
        lands: tuple[int, ...],
    ) -> None:
        self.purse, self.player = purse, player
        self.lands = lands
        """The terrains that cards show."""
        self.weights = weights = {name: how.get(name, 0.0) for name in FORESEEN}
        self.early = early = {kind: weights[EARLY + kind] for kind in KINDS}
        self.flat = tuple(
            [(hexes, early["flat"] * gold, weights[PAYING] * gold) for gold, hexes in purse.flat]
        )
        """Hexes that pay by themselves, what of it does not count early on, and what it is worth that they
        are within reach."""
        self.apart, self.linking = -early["apart"] * purse.apart, early["linking"] * purse.linking
        """What does not count early on of the gold for each area and for each linked landmark."""
        location_at = purse.trial.board.location_at
        self.steps = [
            (weights[once], {space: weights[near] * worth[tile] for space, tile in location_at.items()})
            for once, near in zip(ONCE, NEAR, strict=True)
        ]
        """For what is one, two, three builds away: the part of gold that is paid once, and what the tile of
        each location is worth."""
        self.paid_once = 0
        """The hexes where gold is paid once."""
        for _, hexes in purse.once:
            self.paid_once |= hexes
        self.to_reach: dict[int, tuple[float, int, list[tuple[int, int]]]] = {}
        """By the pieces that earn gold that is paid once: what of it does not count early on, the hexes that
        would earn more of it, and the same one by one with the gold."""
        self.known: dict[tuple[int, int, int], Foreseen] = {}
        """What was found, by the pieces, the free hexes and the locations that may be visited."""

    def of(self, game: Game) -> Foreseen:
        """What the player's pieces are good for in this position."""
        spaces = game.stocked & ~game.taken[self.player]
        key = game.own[self.player], game.free, spaces
        found = self.known.get(key)
        if found is None:
            found = self.known[key] = self._look(game, spaces)
        return found

    def _look(self, game: Game, spaces: int) -> Foreseen:
        own, build = game.own[self.player], game.free & game.board.suitable
        front = game.reach[self.player] & build
        how, purse = self.weights, self.purse
        number = front.bit_count()
        calm = how[FRONT] * number
        each_turn = how[FRONT_EACH_TURN] * number
        each = how[SECTIONS]
        for section in SECTION_MASKS:
            if front & section:
                calm += each
        for hexes, early, paying in self.flat:
            calm -= early * (own & hexes).bit_count()
            within_reach = (front & hexes).bit_count()
            calm += paying * (within_reach if within_reach < _PAYING_AT_MOST else _PAYING_AT_MOST)
        if purse.areas_count:
            calm += self._areas(own, build)
        if purse.rows_count:
            calm += self._rows(own, build, front)
        if purse.balanced:
            calm -= self.early["balanced"] * purse.balanced * min(purse.in_sections(own))
        earning = own & self.paid_once
        once = self.to_reach.get(earning)
        if once is None:
            once = self.to_reach[earning] = self._once(earning)
        calm, more = calm + once[0], self._ahead(once, build, front, spaces)
        return calm + more[0], each_turn + more[1]

    def _areas(self, own: int, build: int) -> float:
        """Gold for settlement areas, and how the largest can grow."""
        purse = self.purse
        found, size, linked = purse.all_areas(own)
        calm = self.apart * len(found)
        if purse.linking:
            calm -= self.linking * linked.bit_count()
        if purse.largest and found:
            # areas come in any order: of equals it is the first on the board, whatever was asked before
            largest = min([area for area in found if area.bit_count() == size], key=_first_hex)
            around = neighbours(largest) & build
            lands = sum([1 for land in self.lands if land & around])
            for each, pieces in purse.largest:
                calm -= self.early["largest"] * each * (size // pieces)
                calm += self.weights[LARGEST_LANDS] * lands * each / pieces
        return calm

    def _rows(self, own: int, build: int, front: int) -> float:
        """Gold for rows, and the room in the best one."""
        best, most, entered = self.purse.rows_of(own)
        how, each = self.weights, self.purse.best_row
        room = min((build & best).bit_count(), _ROOM_AT_MOST)
        return (
            each * (how[ROW_ROOM] * room + how[ROW_BESIDE] * (front & best).bit_count())
            - self.early["best row"] * each * most
            - self.early["rows"] * self.purse.rows * entered
        )

    def _once(self, own: int) -> tuple[float, int, list[tuple[int, int]]]:
        """What is paid once and has been reached counts less early on; and what is left to reach."""
        reached, hexes_left, left = 0, 0, []
        for gold, hexes in self.purse.once:
            if own & hexes:
                reached += gold
            else:
                hexes_left |= hexes
                left.append((gold, hexes))
        return -self.early["once"] * reached, hexes_left, left

    def _ahead(
        self, once: tuple[float, int, list[tuple[int, int]]], build: int, front: int, spaces: int
    ) -> Foreseen:
        """Castles and locations that a few builds lead to."""
        calm = each_turn = 0.0
        _, paying, to_reach = once
        ring = seen = front
        for part, worth_at in self.steps:
            if ring & paying:
                later, paying = [], 0
                for gold, hexes in to_reach:
                    if hexes & ring:
                        calm += part * gold
                    else:
                        later.append((gold, hexes))
                        paying |= hexes
                to_reach = later
            # all around the ring: `neighbours`, where the ring itself does not matter
            wide = ring | ring << 1
            around = wide << 21 | wide >> 22 | wide | ring >> 1
            beside = around & spaces
            if beside:
                spaces ^= beside
                for space in hexes_of(beside):
                    each_turn += worth_at[space]
            if not (spaces or to_reach):
                break
            ring = around & build & ~seen
            seen |= ring
        return calm, each_turn
