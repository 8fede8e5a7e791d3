"""How good a position is for a player, in gold expected at the end: a few terms that a person would name,
each with a weight.

- `gold`: what the player would have if the game ended now. Its weight is 1: everything else is measured in
  gold.
- `building`, `moving`, `other`: a tile that builds, moves or does something else is worth so much for each
  turn that is left.
- `kept`: the same for each thing that a box lets a player keep besides (a tile that is used once, a bonus).
- `promise`: what the best three hexes would bring that the next card could reach, over all cards that may
  come.
- `tile_ahead`: the part of a tile's worth that counts already when the next card may reach it.
- `open`: the chance that the next card's terrain is touched nowhere, so that the whole board is free to
  choose from.
- `room`: the room (up to eight hexes) on the terrains that are touched.
- `balance`: when a card pays for the section with the fewest pieces, the way already made to one more in
  each.
- `links`: when a card pays for them, landmarks near an area that touches another one: gold that a few more
  builds may bring.
- `rivals`: how much other players' gold that depends on the own pieces (majorities) counts.

The weights are in weights.json and come from self-play (tests/tools/learn_weights.py). Players with a
character (styles.py) have weights of their own, and some for what they like although no card pays for it
(`LIKED`). Who has weights for more (master.json) also looks beyond the next card (foresight.py).
"""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from functools import lru_cache
from importlib import resources
from typing import Any

from kingdom.ai.foresight import FORESEEN, Foresight
from kingdom.ai.gold import purse_of
from kingdom.rules.actions import BuildTile, MoveAction
from kingdom.rules.box_state import BoxStates
from kingdom.rules.game import Game, HeldTile
from kingdom.rules.hexes import BIT, NEXT_TO, hexes_of, neighbours
from kingdom.rules.registry import FIELDS, TILES, Action, BadSetup

Weights = Mapping[str, float]

BALANCE, LINKS = "balance", "links"
TERMS = (
    "building",
    "moving",
    "other",
    "kept",
    "promise",
    "tile_ahead",
    "open",
    "room",
    BALANCE,
    LINKS,
    "rivals",
)
IN_ROWS, TOGETHER, BESIDE_OTHERS = "in_rows", "together", "beside_others"
LIKED = (IN_ROWS, TOGETHER, BESIDE_OTHERS)
"""What somebody may like: neighbours within a row, neighbours of any kind, pieces beside those of others; the
weights are gold for each of them, less than 0 for what is disliked."""
DOUBT, DOUBT_EACH_TURN = "doubt", "doubt_each_turn"
"""By how many pieces a race may still shift when hardly a turn is left, and how many more for each turn that
is (races.py); who has none takes every race for settled."""
PROMISE_EACH_TURN, ENDING = "promise_each_turn", "ending"
"""How much more what the next card promises counts for each turn that is left; and what it is worth, in gold,
that the end has come."""
TILE = "tile "
"""Before the name of a tile: what one turn with it is worth, for who knows better than by its kind."""
BUILDS_IN_A_TURN = 3
_SOFTNESS = 2.0
"""How many pieces more a section may have than another and still count in part."""
_SOFT = tuple(math.exp(-count / _SOFTNESS) for count in range(101))
_UNHURRIED = 3
"""Turns that it takes to make something of balance and links; with fewer left they count less."""
_NEAR = 5
"""How many builds away a landmark may be to count."""
_FARTHER = 0.75
"""What is left of the hope with each build more that it takes."""
_COUNTS = (1.0, 0.6, 0.4)
"""How much the best hex counts, the second and the third: they often earn the same gold as the best."""

Prospect = tuple[float, float, float, list[float], float, float]
"""What a card may bring, each with its chance: the best three hexes, tiles, free choice, room."""
Outlook = tuple[float, float, float, float]
"""What the next card may bring: promise, tiles ahead, freedom, room."""


@lru_cache(maxsize=1)
def weights() -> Weights:
    """The learned weights; read once."""
    file = resources.files("kingdom.ai").joinpath("weights.json")
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
        return {term: float(data["weights"][term]) for term in TERMS}
    except (ValueError, LookupError, TypeError) as error:
        raise BadSetup(f"{file} is damaged: {error}") from error


def kind_of(action: Action) -> str:
    """What a tile does, as far as its worth is concerned."""
    return (
        "building"
        if isinstance(action, BuildTile)
        else "moving"
        if isinstance(action, MoveAction)
        else "other"
    )


class Evaluation:
    """Prepared at the start of a turn for one player; then asked for many positions of that turn and soon
    after."""

    __slots__ = (
        "balanced",
        "balances",
        "box",
        "box_worth",
        "buckets",
        "chances",
        "doubt",
        "doubts",
        "ending",
        "foresight",
        "has_plans",
        "held",
        "held_worth",
        "in_rows",
        "kept_by_boxes",
        "left_last",
        "likes",
        "likes_others",
        "linking",
        "other_seats",
        "others",
        "outlooks",
        "paces",
        "planned",
        "player",
        "promise_each_turn",
        "prospects",
        "purse",
        "rings",
        "together",
        "weights",
        "worth",
    )

    def __init__(self, game: Game, player: int, how: Weights | None = None) -> None:
        self.player = player
        self.weights = how or weights()
        self.purse = purse_of(game)
        self.worth = {
            name: self.weights.get(TILE + name, self.weights[kind_of(TILES[name])]) for name in TILES
        }
        """What one turn of a tile is worth."""
        self.kept_by_boxes: tuple[tuple[type[Any], str], ...] = tuple(
            (kind, name)
            for kind in game.box
            for name in kind._fields
            if name in FIELDS
            and FIELDS[name].scope == "player"
            and isinstance(getattr(game.box[kind], name)[player], tuple)
        )
        """What the boxes let a player keep, as far as it is a list."""
        self.box: BoxStates | None = None
        self.box_worth: list[float] = []
        """What boxes kept last, and what that is worth."""
        self.held: tuple[HeldTile, ...] = ()
        self.held_worth = 0.0
        """The player's tiles that were looked at last, and what one turn with them is worth."""
        self.balanced, self.linking = self.purse.balanced, self.purse.linking
        self.has_plans = bool(
            (self.balanced and self.weights[BALANCE]) or (self.linking and self.weights[LINKS])
        )
        self.likes = any(self.weights.get(liked) for liked in LIKED)
        """Whether anything is liked that does not pay."""
        self.in_rows, self.together, self.likes_others = [self.weights.get(liked, 0.0) for liked in LIKED]
        self.other_seats = tuple([seat for seat in range(len(game.own)) if seat != player])
        self.others = 0, 0
        """The others' pieces that were looked at last, and the hexes beside them."""
        self.promise_each_turn = self.weights.get(PROMISE_EACH_TURN, 0.0)
        """What a promise gains for each turn that is left."""
        self.ending = self.weights.get(ENDING, 0.0)
        self.planned: dict[int, float] = {}
        """What `plans` found for sets of pieces."""
        self.balances: dict[tuple[int, ...], float] = {}
        """What `balance` found for numbers of pieces in the sections."""
        self.rings = self._rings(game) if self.linking else ()
        """For each landmark the hexes from which it can be reached soon: all, and those from which it takes
        one, two, ... pieces."""
        self.paces: list[tuple[tuple[HeldTile, ...], int]] = [((), BUILDS_IN_A_TURN)] * len(game.own)
        """For each seat the tiles it had last, and the builds of a turn with them."""
        self.left_last: tuple[list[int], list[tuple[HeldTile, ...]], float] = ([], [], 0.0)
        """The supplies and tiles of all that were looked at last, and the turns left with them."""
        self.doubts: dict[float, float] = {}
        """What `doubt_with` found for numbers of turns."""
        self.doubt = self.doubt_with(self.turns_left(game))
        """By how many pieces races may still shift, as the turn begins."""
        self.chances = self._chances(game)
        """The terrains the next card may show, as their hexes and the chance of each."""
        self.foresight = (
            Foresight(self.purse, player, self.weights, self.worth, tuple(land for land, _ in self.chances))
            if any(name in self.weights for name in FORESEEN)
            else None
        )
        """For those who look beyond the next card."""
        self.buckets = self.best_hexes(game, player)
        """Gold and the hexes where one more piece would earn it, best first."""
        self.prospects: dict[int, list[tuple[int, float, dict[tuple[int, int], Prospect]]]] = {}
        """For each set of locations that may be visited, the terrains of the next card with their chances,
        and what is known of each by its free hexes and those of them within reach."""
        self.outlooks: dict[tuple[int, int, int], Outlook] = {}
        """What `outlook` found, by the free hexes, those within reach and those locations."""

    def _chances(self, game: Game) -> tuple[tuple[int, float], ...]:
        unknown = list(game.deck)
        for seat, hand in enumerate(game.hand):
            if seat != self.player:
                unknown += hand
        if len(unknown) < 4:
            unknown += game.discard
        terrain: dict[str, float] = {}
        for card in unknown:
            sides = game.table.sides[card]
            for side, _ in sides:
                terrain[side] = terrain.get(side, 0.0) + 1 / len(sides)
        count = sum(terrain.values()) or 1.0
        return tuple((game.board.terrain[name], chance / count) for name, chance in sorted(terrain.items()))

    def best_hexes(self, game: Game, player: int) -> tuple[tuple[float, int], ...]:
        """Gold of one more piece, and the free hexes where it earns so much, best first."""
        gains = self.purse.gains(game, player, game.free & game.board.suitable, self.doubt)
        return tuple(sorted(gains.items(), reverse=True))

    # --- terms

    def turns_left(self, game: Game) -> float:
        """How many more turns each player is likely to have after the one now played or just over."""
        if game.ending:
            return 0.0
        supplies, tiles, least = self.left_last
        if supplies == game.supply and tiles == game.tiles:  # most positions of a step share both
            return least
        least = 40.0
        for seat, supply in enumerate(game.supply):
            held, pace = self.paces[seat]
            if held is not game.tiles[seat]:  # most positions of a turn share the tiles
                held = game.tiles[seat]
                pace = BUILDS_IN_A_TURN + sum([isinstance(tile, BuildTile) for tile, _, _ in held])
                self.paces[seat] = held, pace
            left = supply / pace
            if left < least:
                least = left
        self.left_last = game.supply[:], game.tiles[:], least
        return least

    def doubt_with(self, turns: float) -> float:
        """By how many pieces races may still shift with so many turns to go, in halves."""
        found = self.doubts.get(turns)
        if found is None:
            found = 0.0
            if turns > 0 and DOUBT in self.weights and self.purse.races:
                found = round(2 * (self.weights[DOUBT] + self.weights[DOUBT_EACH_TURN] * turns)) / 2
            self.doubts[turns] = found
        return found

    def tiles(self, game: Game, player: int) -> float:
        """What one turn with all tiles held is worth."""
        held = game.tiles[player]
        if held is not self.held:  # most positions of a turn share the tiles
            value = 0.0
            for tile, _, _ in held:
                value += self.worth[tile.name]
            self.held, self.held_worth = held, value
        return self.held_worth

    def worth_kept(self, game: Game) -> list[float]:
        """What the things are worth that the boxes let the player keep."""
        if game.box is not self.box:  # most positions of a turn share what boxes keep
            self.box = game.box
            numbers = [len(getattr(self.box[kind], name)[self.player]) for kind, name in self.kept_by_boxes]
            self.box_worth = [self.weights["kept"] * number for number in numbers if number]
        return self.box_worth

    def standing(self, game: Game, player: int) -> float:
        """Gold now and what the tiles held will bring: the short form, for any player."""
        doubt = self.doubt_with(self.turns_left(game))
        value = (
            self.purse.sure(game, player) + self.purse.contested(game, doubt)[player]
            if doubt
            else float(self.purse.total(game, player))
        )
        if game.tiles[player] and not game.ending:
            value += self.tiles(game, player) * self.turns_left(game)
        for kind, name in self.kept_by_boxes:
            value += self.weights["kept"] * len(getattr(game.box[kind], name)[player])
        return value

    def value(self, game: Game) -> float:
        """The whole evaluation for the player, after a turn or in the middle of one."""
        player, how, purse = self.player, self.weights, self.purse
        own = game.own[player]
        turns = self.turns_left(game)
        raced = 0.0
        if purse.rivalled:
            gold = purse.contested(game, self.doubt_with(turns))
            raced = gold[player] - how["rivals"] * (sum(gold) - gold[player]) / (len(gold) - 1)
        value = purse.sure(game, player) + raced
        if turns <= 0:
            return value + self.ending
        unhurried = turns / _UNHURRIED if turns < _UNHURRIED else 1.0
        if game.tiles[player]:
            value += self.tiles(game, player) * turns
        if self.kept_by_boxes:
            for worth in self.worth_kept(game):
                value += worth
        if self.has_plans:
            value += self._planned(own) * unhurried
        if self.likes:
            value += self._liked(game, own) * unhurried
        if self.foresight is not None:
            calm, each_turn = self.foresight.of(game)
            if purse.races:
                calm -= self.foresight.early["races"] * raced
            value += calm * unhurried + each_turn * turns
        promise, ahead, liberty, room = self.outlook(game)
        soon = (
            (how["promise"] + self.promise_each_turn * turns) * promise
            + how["tile_ahead"] * ahead * turns
            + how["open"] * liberty
            + how["room"] * room
        )
        return value + (soon if turns > 1.0 else soon * turns)

    def terms(self, game: Game) -> dict[str, float]:
        """Each term on its own, before its weight: for learning, and for saying why."""
        player = self.player
        turns = self.turns_left(game)
        found = dict.fromkeys(TERMS, 0.0)
        for tile, _, _ in game.tiles[player]:
            found[kind_of(tile)] += turns
        found["kept"] = float(
            sum([len(getattr(game.box[kind], name)[player]) for kind, name in self.kept_by_boxes])
        )
        promise, ahead, liberty, room = self.outlook(game)
        soon = min(turns, 1.0)
        found.update(
            promise=promise * soon, tile_ahead=ahead * turns * soon, open=liberty * soon, room=room * soon
        )
        unhurried = min(turns / _UNHURRIED, 1.0)
        if self.balanced:
            found[BALANCE] = self.balance(game.own[player]) * unhurried
        if self.linking:
            found[LINKS] = self.links(game.own[player]) * unhurried
        gold = self.purse.contested(game)
        found["rivals"] = -(sum(gold) - gold[player]) / (len(gold) - 1)
        return found

    def plans(self, own: int, turns: float) -> float:
        """Balance and links of these pieces, with their weights."""
        return self._planned(own) * min(turns / _UNHURRIED, 1.0)

    def _planned(self, own: int) -> float:
        value = self.planned.get(own)
        if value is None:
            value = 0.0
            if self.balanced:
                value += self.weights[BALANCE] * self.balance(own)
            if self.linking:
                value += self.weights[LINKS] * self.links(own)
            self.planned[own] = value
        return value

    def balance(self, own: int) -> float:
        """The gold that the smallest section would earn if the others' lead counted a little (a soft
        minimum), less what it earns."""
        counts = self.purse.in_sections(own)
        found = self.balances.get(counts)
        if found is None:
            soft = -_SOFTNESS * math.log(sum([_SOFT[count] for count in counts]) / len(counts))
            found = self.balances[counts] = self.balanced * (soft - min(counts))
        return found

    def liking(self, game: Game, own: int, turns: float) -> float:
        """What the player likes about these pieces; with few turns left nobody has time for that."""
        return self._liked(game, own) * min(turns / _UNHURRIED, 1.0)

    def _liked(self, game: Game, own: int) -> float:
        value = 0.0
        if self.in_rows or self.together:
            along = (own & own << 1).bit_count()
            value += self.in_rows * along
            if self.together:
                aslant = (own & own << 21).bit_count() + (own & own << 22).bit_count()
                value += self.together * (along + aslant)
        if self.likes_others:
            others = 0
            for seat in self.other_seats:
                others |= game.own[seat]
            if others != self.others[0]:  # most positions of a turn share them
                self.others = others, neighbours(others)
            value += self.likes_others * (own & self.others[1]).bit_count()
        return value

    def _rings(self, game: Game) -> tuple[tuple[int, int, tuple[int, ...]], ...]:
        ways = game.free & game.board.suitable | game.own[self.player]
        found = []
        for landmark in hexes_of(game.board.landmarks):
            seen = ring = NEXT_TO[landmark] & ways
            rings = [ring]
            while len(rings) < _NEAR:
                ring = neighbours(ring) & ways & ~seen
                seen |= ring
                rings.append(ring)
            found.append((BIT[landmark], seen, tuple(rings)))
        return tuple(found)

    def links(self, own: int) -> float:
        """The gold of landmarks that are not linked yet but near an area that touches another one, the nearer
        the more."""
        purse = self.purse
        linked = net = ends = 0
        end_at: dict[int, int] = {}
        for area in purse.areas_of(own):
            touched = purse.touched_by(area)
            if touched & (touched - 1):
                linked |= touched
                net |= area
            elif touched:
                ends |= area
                end_at[touched] = end_at.get(touched, 0) | area
        hope = 0.0
        if net or ends:
            for landmark, near, rings in self.rings:
                if landmark & linked:
                    continue
                from_here = net | ends & ~end_at.get(landmark, 0)
                if not near & from_here:
                    continue
                part = 1.0
                for ring in rings:
                    if ring & from_here:
                        hope += part if ring & net else 2 * part  # a new link pays for both of its landmarks
                        break
                    part *= _FARTHER
        return self.linking * hope

    def outlook(self, game: Game) -> Outlook:
        """What the next card may bring: promise, tiles ahead, freedom, room."""
        key = game.free, game.reach[self.player], game.stocked & ~game.taken[self.player]
        found = self.outlooks.get(key)
        if found is None:
            found = self.outlooks[key] = self._outlook(game, *key)
        return found

    def _outlook(self, game: Game, free: int, reach: int, spaces: int) -> Outlook:
        prospects = self.prospects.get(spaces)
        if prospects is None:
            prospects = self.prospects[spaces] = [(land, chance, {}) for land, chance in self.chances]
        promise = ahead = liberty = room = 0.0
        for land, chance, known in prospects:
            # one piece more changes one terrain, or two: what is known of the others still holds
            land &= free
            key = land, land & reach
            prospect = known.get(key)
            if prospect is None:
                prospect = known[key] = self._prospect(game, chance, *key, spaces)
            best, second, third, tiles, choice, around = prospect
            promise = promise + best + second + third
            if tiles:
                for worth in tiles:
                    ahead += worth
            liberty += choice
            room += around
        return promise, ahead, liberty, room / 8

    def _prospect(self, game: Game, chance: float, land: int, near: int, spaces: int) -> Prospect:
        """What a card with this land may bring, where its hexes near own pieces are known."""
        choice = room = 0.0
        if near:
            for _ in range(2):  # two more builds go on from the first
                wide = near | near << 1
                near = (wide << 21 | wide >> 22 | wide | near >> 1) & land
            room = chance * min(near.bit_count(), 8)
        else:
            near, choice = land, chance
        best = [0.0, 0.0, 0.0]
        place = 0
        for gold, hexes in self.buckets:
            hit = near & hexes
            if hit:
                for _ in range(min(hit.bit_count(), 3 - place)):
                    best[place] = chance * gold * _COUNTS[place]
                    place += 1
                if place == 3:
                    break
        beside = spaces & neighbours(near) if spaces else 0
        tiles = [chance * self.worth[game.board.location_at[space]] for space in hexes_of(beside)]
        return best[0], best[1], best[2], tiles, choice, room
