"""Random games over random mixes of boxes: after every answer nothing is lost, doubled or out of place, and
every game ends.

The default run plays some of them; `KINGDOM_GAMES=20000` plays that many, and so does, with two
processes and a summary,

    PYTHONPATH=tests python tests/rules/test_random_games.py 20000 2
"""

from __future__ import annotations

import json
import os
import sys
import time
from collections import Counter
from multiprocessing import Pool
from pathlib import Path
from random import Random
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2])]

import pytest
from random_positions import random_answer, random_setup
from rulebook import rules
from scenario import kept

from kingdom.position import read_position, write_position
from kingdom.rules import events
from kingdom.rules.events import Event
from kingdom.rules.frames import IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import PLACE_OF, hexes_of
from kingdom.rules.registry import ACTIONS, TERRAIN_CARDS, TERRAINS
from kingdom.rules.scoring import total
from kingdom.rules.setup import Setup, new_game, terrain_cards

GAMES = int(os.environ.get("KINGDOM_GAMES", "160"))
MOST_ANSWERS = 6000
"""More than any game needs: 5 players, some 14 rounds, and no turn has more than some dozen answers."""
ACCOUNTED, TWINNED = 7, 23
"""Every so many answers the position is compared with all that happened since, and copies, observing and
reading back are tried."""
STOCK = {"warrior": 2, "wagon": 1, "ship": 1, "city_hall": 1}


def tuples(places: list[Any]) -> list[tuple[Any, ...]]:
    return [tuple(place) for place in places]


class Watcher:
    """Keeps account of one game by its events, and compares with the position."""

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.name = game, name
        self.data = write_position(game)
        self.players = game.table.players
        self.all_cards = Counter(terrain_cards(game.table.boxes))
        self.cards_out = self.all_cards - self.cards(self.data)
        self.lying = sum(number for _, number in self.data["location_tiles"])
        self.nomads_lying = len(self.data["nomad_tiles"])
        self.tiles_lost = 0
        self.happened: list[Event] = []
        """Since the position was compared last."""
        self.settled_cards = sum(self.all_cards.values()) - sum(self.cards_out.values())

    def count(self, happened: tuple[Event, ...]) -> None:
        """After every answer: nothing was lost or doubled."""
        game = self.game
        self.happened += happened
        found = kept(game)
        standing = 0
        for player in range(self.players):
            bound = game.settlements[player].bit_count() + game.supply[player]
            if "waiting" in found:
                bound += found["waiting"][player]
            if "marks" in found:
                bound += found["marks"][player].bit_count()
            if bound != 40 or game.supply[player] < 0:
                self.fail(f"player {player} has {bound} settlements")
            standing += game.own[player].bit_count()
        standing += found.get("walls", 0).bit_count() + found.get("scouts", 0).bit_count()
        if standing != game.occupied.bit_count():
            self.fail("two pieces on one hex, or one that occupies none")
        if game.occupied & (game.board.landmarks | ~game.board.cells):
            self.fail("a piece stands on a landmark or off the board")
        if game.free & (game.occupied | game.barred):
            self.fail("an occupied hex is free")
        self.settled_cards -= sum(1 for event in happened if isinstance(event, events.CardRemoved))
        if len(game.deck) + len(game.discard) + sum(map(len, game.hand)) != self.settled_cards:
            self.fail("a terrain card was lost or doubled")

    def cards(self, data: dict[str, Any]) -> Counter[str]:
        """Where the terrain cards are, all but those out of the game."""
        return (
            Counter(data["deck"])
            + Counter(data["discard"])
            + Counter(card for seat in data["players"] for card in seat["hand"])
        )

    def fail(self, what: str) -> None:
        raise AssertionError(f"{self.name}: {what}")

    def check(self) -> None:
        """The position is sound, and the events since the last time say how it came about."""
        before, self.data = self.data, write_position(self.game)
        happened, self.happened = tuple(self.happened), []
        self.pieces()
        self.terrain_cards(happened)
        self.tiles(happened)
        self.accounts(before, happened)

    def pieces(self) -> None:
        """R-BUILD-1, R-TERR-2, R-TERM-9: 40 settlements each, one piece a hex, on land that takes it."""
        data, game = self.data, self.game
        standing: list[tuple[Any, ...]] = []
        for number, seat in enumerate(data["players"]):
            bound = len(seat["settlements"]) + seat["supply"] + seat["waiting"] + len(seat["marks"])
            if bound != 40 or seat["supply"] < 0 or seat["waiting"] < 0:
                self.fail(f"player {number} has {bound} settlements")
            if len(seat["warriors"]) > STOCK["warrior"]:
                self.fail(f"player {number} has {len(seat['warriors'])} warriors")
            standing += tuples(seat["settlements"]) + tuples(seat["warriors"])
            for piece in ("wagon", "ship"):
                if seat[piece] is not None:
                    standing.append(tuple(seat[piece]))
        standing += tuples(data["walls"]) + tuples(data["scouts"])
        halls = sum(7 for seat in data["players"] if seat["city_hall"] is not None)
        if len(set(standing)) < len(standing):
            self.fail("two pieces on one hex")
        if len(standing) + halls != game.occupied.bit_count():
            self.fail("pieces and occupied hexes do not agree")
        if len(data["walls"]) > 25 or len(data["scouts"]) > 2:
            self.fail("too many walls or scouts")
        if sum(seat["counters"] for seat in data["players"]) > 18:
            self.fail("more than 18 number tiles (L-CATHEDRAL-3)")
        marks = [str(mark) for seat in data["players"] for mark in seat["marks"]]
        if len(set(marks)) < len(marks):
            self.fail("a row is marked twice (K-MAYORS-2)")
        kinds = game.board.kind_at
        for seat in range(self.players):
            for number in hexes_of(game.own[seat] & ~game.settlements[seat]):
                if kinds[number] == "water" and tuple_of(game, number) != tuple(
                    data["players"][seat]["ship"] or ()
                ):
                    self.fail("a piece that is neither settlement nor ship on water")

    def terrain_cards(self, happened: tuple[Event, ...]) -> None:
        """R-CARD-2, R-CARD-4: every card is somewhere."""
        self.cards_out += Counter(event.card for event in happened if isinstance(event, events.CardRemoved))
        there = self.cards(self.data) + self.cards_out
        if there != self.all_cards:
            self.fail(f"cards missing {self.all_cards - there}, too many {there - self.all_cards}")

    def tiles(self, happened: tuple[Event, ...]) -> None:
        """R-GAIN-2, R-GAIN-3: a location tile lies on its hex, is held, or left the game."""
        places = {tuple(place) for place, _ in self.data["location_tiles"]}
        lost = [event for event in happened if isinstance(event, events.TileLost) and event.space is not None]
        self.tiles_lost += sum(1 for event in lost if tuple_of(self.game, event.space) in places)
        lying = sum(number for _, number in self.data["location_tiles"])
        held = sum(len(seat["tiles"]) for seat in self.data["players"])
        if lying + held + self.tiles_lost != self.lying:
            self.fail(
                f"location tiles: {lying} lie, {held} are held, {self.tiles_lost} were lost, of {self.lying}"
            )
        for place, number in self.data["location_tiles"]:
            takers = sum(1 for seat in self.data["players"] if place in seat["taken"])
            if number + takers != 2:
                self.fail(f"{place}: {number} tiles lie there, {takers} players took one")
        nomads = len(self.data["nomad_tiles"]) + sum(len(seat["nomads"]) for seat in self.data["players"])
        if nomads > self.nomads_lying:
            self.fail("more nomad tiles than before")
        self.nomads_lying = nomads
        for seat in self.data["players"]:
            for kind in seat["bonus"]:
                if sum(1 for tile in seat["tiles"] if tile["kind"] == kind) < 2:
                    self.fail(f"bonus {kind} without two tiles (R-LOSE-6)")
            mine = set(seat["bonus"])
            for tile in seat["tiles"]:
                if tile["from"] not in seat["taken"]:
                    self.fail("a tile from a hex never taken from")
            if len(mine) < len(seat["bonus"]):
                self.fail("a bonus tile twice")

    def accounts(self, before: dict[str, Any], happened: tuple[Event, ...]) -> None:
        """Events and position tell the same story."""
        for number in range(self.players):
            was, now = before["players"][number], self.data["players"][number]
            earned = sum(
                event.gold
                for event in happened
                if isinstance(event, events.GoldEarned) and event.player == number
            )
            if now["gold"] - was["gold"] != earned:
                self.fail(f"player {number} has {now['gold'] - was['gold']} gold more, events say {earned}")
            for piece, key in (("settlement", "settlements"), ("warrior", "warriors")):
                built = sum(
                    1
                    for event in happened
                    if isinstance(event, events.Built) and (event.player, event.piece) == (number, piece)
                )
                removed = sum(
                    1
                    for event in happened
                    if isinstance(event, events.Removed) and (event.player, event.piece) == (number, piece)
                )
                if len(now[key]) - len(was[key]) != built - removed:
                    self.fail(
                        f"player {number}: {len(now[key]) - len(was[key])} {key} more, events say "
                        f"{built - removed}"
                    )
            gained = sum(
                1 for event in happened if isinstance(event, events.TileGained) and event.player == number
            )
            lost = sum(
                1 for event in happened if isinstance(event, events.TileLost) and event.player == number
            )
            holding = len(now["tiles"]) + len(now["nomads"]) - len(was["tiles"]) - len(was["nomads"])
            if holding != gained - lost and not self.bonus_events(happened):
                self.fail(f"player {number} holds {holding} tiles more, events say {gained} - {lost}")
        placed = sum(1 for event in happened if isinstance(event, events.Placed))
        cleared = sum(event.hexes.bit_count() for event in happened if isinstance(event, events.Cleared))
        neutral = (
            len(self.data["walls"]) + len(self.data["scouts"]) - len(before["walls"]) - len(before["scouts"])
        )
        if neutral != placed - cleared:
            self.fail(f"{neutral} walls and scouts more, events say {placed} - {cleared}")
        ended = any(isinstance(event, events.EndTriggered) for event in happened)
        if self.data["end"] != (before["end"] or ended):
            self.fail("the end was triggered without an event, or the other way round")

    def bonus_events(self, happened: tuple[Event, ...]) -> bool:
        """Treasures and bonus tiles are told as gained though they are not among the tiles held."""
        return any(
            isinstance(event, (events.TileGained, events.TileLost))
            and (event.tile.endswith("_bonus") or event.tile == "treasure")
            for event in happened
        )


def tuple_of(game: Game, number: int | None) -> tuple[Any, ...]:
    """A hex as a position has it."""
    return () if number is None else tuple(PLACE_OF[number])


def check_twins(game: Game, before: dict[str, Any], answer: int | str, rng: Random, name: str) -> None:
    """Copies are independent, equal answers lead to equal positions, checked or not; nobody sees what is
    hidden."""
    one, other = game.copy(), game.copy()
    one.choose(answer)
    other.push(answer)
    other.pending = one.pending  # kept by the checked path only
    assert write_position(one) == write_position(other), (
        f"{name}: the checked and the unchecked path differ after {answer}"
    )
    assert one.decision() == other.decision(), f"{name}: decisions differ after {answer}"
    viewer = rng.randrange(game.table.players)
    seen = game.observe(viewer, rng.randrange(2**32))
    assert seen.hand[viewer] == game.hand[viewer], f"{name}: the viewer's own cards changed"
    assert seen.chance != game.chance, f"{name}: the generator is to be seen"
    assert list(map(len, seen.hand)) == list(map(len, game.hand)), f"{name}: hands of other sizes"
    assert Counter([*seen.deck, *(card for hand in seen.hand for card in hand)]) == Counter(
        [*game.deck, *(card for hand in game.hand for card in hand)]
    ), f"{name}: other cards in an observed game"
    assert sorted(seen.discard) == sorted(game.discard), f"{name}: another discard pile in an observed game"
    if game.card is not None:
        assert game.card in seen.hand[game.player], f"{name}: the open card is gone"
    assert seen.decision() == game.decision() or hidden_choice(game, viewer), (
        f"{name}: an observed game asks something else"
    )
    seen.push(random_answer(rng, seen.decision()))
    assert write_position(game) == before, f"{name}: a game changed with its copies"


def check_kept(game: Game, name: str) -> None:
    """What is kept up to date piece by piece is what follows from where the pieces stand."""
    fresh = game.copy()
    fresh.refresh()
    for what in ("own", "reach", "occupied", "barred", "free", "helpers"):
        assert getattr(fresh, what) == getattr(game, what), f"{name}: {what} is out of date"
    if game.terrain is None:
        assert game.field == 0, f"{name}: hexes of a terrain, and none is played"
    else:
        assert game.field in (game.board.terrain[game.terrain], game.board.suitable), (
            f"{name}: hexes of another terrain than {game.terrain}"
        )


def check_refusals(game: Game, rng: Random, name: str) -> None:
    """What is not offered is refused with a rule that exists, and changes nothing."""
    decision = game.decision()
    wrong: list[int | str] = rng.sample(
        [number for number in PLACE_OF if not decision.cells >> number & 1], 3
    )
    wrong += rng.sample(
        [
            word
            for word in (*ACTIONS, *TERRAINS, "end_turn", "done", "outpost")
            if word not in decision.options
        ],
        5,
    )
    before = write_position(game)
    for answer in [*wrong, -1, 10**6, "nonsense"]:
        with pytest.raises(IllegalAnswer) as refused:
            game.choose(answer)
        assert refused.value.rule in rules(), (
            f"{name}: {answer!r} is refused by {refused.value.rule!r}, which is no rule"
        )
    assert write_position(game) == before, f"{name}: an illegal answer changed something"


def hidden_choice(game: Game, viewer: int) -> bool:
    """Whether the decision depends on cards in the hand of a player who is not the viewer."""
    return game.player != viewer and game.card is None and len(game.hand[game.player]) > 1


def check_text(game: Game, name: str) -> None:
    """Written, read and written again, a position is the same and asks the same."""
    data = json.loads(json.dumps(write_position(game)))
    again = read_position(data)
    assert write_position(again) == data, f"{name}: read back, the position differs"
    assert again.decision() == game.decision(), f"{name}: read back, the position asks something else"


def play_through(setup: Setup, rng: Random, name: str, busy: float) -> tuple[int, Game]:
    """One game from the first to the last decision."""
    game = new_game(setup)
    watcher = Watcher(game, name)
    happened: tuple[Event, ...] = ()
    watcher.check()
    for number in range(MOST_ANSWERS):
        decision = game.decision()
        if decision.asks == "over":
            break
        assert decision.cells or decision.options, f"{name}: nothing can be answered after {number} answers"
        answer = random_answer(rng, decision, busy)
        if number % TWINNED == 0:
            watcher.check()
            check_twins(game, watcher.data, answer, rng, name)
            check_refusals(game, rng, name)
            check_kept(game, name)
            if decision.asks == "act" and not game.pending:
                check_text(game, name)
        happened = game.choose(answer)
        watcher.count(happened)
        if number % ACCOUNTED == 0:
            watcher.check()
    else:
        watcher.fail(f"not over after {MOST_ANSWERS} answers")
    watcher.check()
    assert game.over, f"{name}: asks nothing though it is not over"
    assert game.ending, f"{name}: over without an end"
    assert happened[-1] == events.GameEnded(
        tuple(total(game, player) for player in range(game.table.players))
    ), f"{name}: {happened[-1]}"
    return number, game


def one_game(seed: int) -> tuple[int, int, str, tuple[str, ...]]:
    """Game number `seed`: answers, rounds, what went wrong, and the boxes."""
    rng = Random(seed)
    setup = random_setup(rng)
    try:
        answers, game = play_through(setup, rng, f"game {seed} {setup}", rng.choice((0.1, 0.6, 0.9, 0.97)))
    except Exception as error:
        return 0, 0, f"game {seed}: {type(error).__name__}: {error}", setup.boxes
    return answers, game.round, "", setup.boxes


@pytest.mark.parametrize("part", range(8))
def test_random_games_keep_every_invariant(part: int) -> None:
    """R-BUILD-1, R-CARD-3, R-CARD-4, R-GAIN-2, R-GAIN-3, R-TERM-9, R-END-2: pieces, tiles, cards and gold are
    accounted for."""
    for seed in range(part, GAMES, 8):
        trouble = one_game(seed)[2]
        assert not trouble, trouble


def test_a_position_read_back_plays_on_alike() -> None:
    """R-CARD-2: also the shuffles to come are in the text of a position."""
    for seed in range(12):
        rng = Random(seed)
        game = new_game(random_setup(rng))
        for _ in range(rng.randint(20, 150)):
            if not game.over:
                game.push(random_answer(rng, game.decision()))
        while not game.over and (game.decision().asks != "act" or game.waived):
            game.push(random_answer(rng, game.decision()))
        again = read_position(json.loads(json.dumps(write_position(game))))
        while not game.over:
            answer = random_answer(rng, game.decision())
            assert again.decision() == game.decision()
            game.choose(answer)
            again.choose(answer)
        assert write_position(again) == write_position(game)


def test_every_terrain_card_is_known() -> None:
    """R-COMP-1: 25 cards, 30 with the marshlands."""
    assert len(terrain_cards(("base",))) == 25
    assert sum(card.copies for card in TERRAIN_CARDS.values()) == 30


def main(games: int, jobs: int) -> int:
    """Play many games in several processes and tell what came out."""
    started = time.time()
    answers, rounds, boxes, trouble = 0, [], Counter[str](), []
    with Pool(jobs) as pool:
        for number, (made, lasted, wrong, used) in enumerate(
            pool.imap_unordered(one_game, range(games), chunksize=20), 1
        ):
            answers += made
            boxes.update(used)
            if wrong:
                trouble.append(wrong)
                print(wrong, flush=True)
            else:
                rounds.append(lasted)
            if number % 1000 == 0:
                print(
                    f"{number} games, {answers} answers, {len(trouble)} failed, "
                    f"{time.time() - started:.0f} s",
                    flush=True,
                )
    print(
        f"{games} games, {answers} answers, rounds {min(rounds)} to {max(rounds)}, {len(trouble)} failed, "
        f"{time.time() - started:.0f} s"
    )
    print("games with each box:", dict(boxes))
    return 1 if trouble else 0


if __name__ == "__main__":
    sys.exit(
        main(
            int(sys.argv[1]) if len(sys.argv) > 1 else 20_000,
            int(sys.argv[2]) if len(sys.argv) > 2 else os.cpu_count() or 1,
        )
    )
