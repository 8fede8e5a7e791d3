"""Plays random games with random expansions and checks that no piece, tile or card is ever lost or duplicated
and that every game ends.

The default run plays a few games. To play 20,000 games, set `KINGDOM_GAMES=20000` or run this command, which
uses two processes and prints a summary:

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
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

import pytest
from support.random_positions import random_answer, random_setup
from support.rule_ids import rule_ids
from support.scenario import expansion_state

from kingdom.position import read_position, write_position
from kingdom.rules import events
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.events import Event
from kingdom.rules.game import Game
from kingdom.rules.hexes import COORD_OF, iter_hexes
from kingdom.rules.registry import ACTIONS, TERRAINS
from kingdom.rules.scoring import total_gold
from kingdom.rules.setup import GameSetup, all_terrain_cards, new_game

GAMES = int(os.environ.get("KINGDOM_GAMES", "160"))
MAX_ANSWERS = 6000
"""More answers than any game needs: 5 players play about 14 rounds with at most a few dozen answers per
turn."""
CHECK_INTERVAL, DEEP_CHECK_INTERVAL = 7, 23
"""Number of answers between two comparisons of the position with the events, and between two checks of
copies, observed games and round trips."""
PIECES_PER_PLAYER = {"warrior": 2, "wagon": 1, "ship": 1, "city_hall": 1}


def to_tuples(coords: list[Any]) -> list[tuple[Any, ...]]:
    return [tuple(coord) for coord in coords]


class GameChecker:
    """Tracks a game by its events and compares them with the position."""

    def __init__(self, game: Game, name: str) -> None:
        self.game, self.name = game, name
        self.data = write_position(game)
        self.player_count = game.config.player_count
        self.all_cards = Counter(all_terrain_cards(game.config.expansions))
        self.removed_cards = self.all_cards - self.count_cards(self.data)
        self.location_tile_total = sum(count for _, count in self.data["location_tiles"])
        self.nomad_tile_count = len(self.data["nomad_tiles"])
        self.tiles_lost = 0
        self.unchecked_events: list[Event] = []
        """Events since the last comparison."""
        self.card_count = sum(self.all_cards.values()) - sum(self.removed_cards.values())

    def check_counts(self, new_events: tuple[Event, ...]) -> None:
        """Checks after every answer that nothing was lost or duplicated."""
        game = self.game
        self.unchecked_events += new_events
        expansion_values = expansion_state(game)
        piece_count = 0
        for player in range(self.player_count):
            settlement_count = game.settlement_hexes[player].bit_count() + game.supply[player]
            if "waiting" in expansion_values:
                settlement_count += expansion_values["waiting"][player]
            if "marks" in expansion_values:
                settlement_count += expansion_values["marks"][player].bit_count()
            if settlement_count != 40 or game.supply[player] < 0:
                self.fail(f"player {player} has {settlement_count} settlements")
            piece_count += game.piece_hexes[player].bit_count()
        piece_count += (
            expansion_values.get("walls", 0).bit_count() + expansion_values.get("scouts", 0).bit_count()
        )
        if piece_count != game.occupied_hexes.bit_count():
            self.fail("two pieces are on one hex, or a piece occupies no hex")
        if game.occupied_hexes & (game.board.landmark_hexes | ~game.board.all_hexes):
            self.fail("a piece stands on a landmark or off the board")
        if game.free_hexes & (game.occupied_hexes | game.zone_hexes):
            self.fail("an occupied hex counts as free")
        self.card_count -= sum(1 for event in new_events if isinstance(event, events.CardRemoved))
        if len(game.draw_pile) + len(game.discard_pile) + sum(map(len, game.hands)) != self.card_count:
            self.fail("a terrain card was lost or duplicated")

    def count_cards(self, data: dict[str, Any]) -> Counter[str]:
        """Returns all terrain cards in a position, excluding those removed from the game."""
        return (
            Counter(data["deck"])
            + Counter(data["discard"])
            + Counter(card for player_data in data["players"] for card in player_data["hand"])
        )

    def fail(self, message: str) -> None:
        raise AssertionError(f"{self.name}: {message}")

    def check_position(self) -> None:
        """Checks that the position is consistent and that the events since the last check explain it."""
        before, self.data = self.data, write_position(self.game)
        new_events, self.unchecked_events = tuple(self.unchecked_events), []
        self.check_pieces()
        self.check_terrain_cards(new_events)
        self.check_tiles(new_events)
        self.check_events(before, new_events)

    def check_pieces(self) -> None:
        """Checks R-BUILD-1, R-TERR-2 and R-TERM-9: each player has 40 settlements, each hex has at most one
        piece, and pieces stand only on allowed terrain."""
        data, game = self.data, self.game
        occupied: list[tuple[Any, ...]] = []
        for number, seat in enumerate(data["players"]):
            settlement_count = (
                len(seat["settlements"]) + seat["supply"] + seat["waiting"] + len(seat["marks"])
            )
            if settlement_count != 40 or seat["supply"] < 0 or seat["waiting"] < 0:
                self.fail(f"player {number} has {settlement_count} settlements")
            if len(seat["warriors"]) > PIECES_PER_PLAYER["warrior"]:
                self.fail(f"player {number} has {len(seat['warriors'])} warriors")
            occupied += to_tuples(seat["settlements"]) + to_tuples(seat["warriors"])
            for piece in ("wagon", "ship"):
                if seat[piece] is not None:
                    occupied.append(tuple(seat[piece]))
        occupied += to_tuples(data["walls"]) + to_tuples(data["scouts"])
        city_hall_hexes = sum(7 for seat in data["players"] if seat["city_hall"] is not None)
        if len(set(occupied)) < len(occupied):
            self.fail("two pieces are on one hex")
        if len(occupied) + city_hall_hexes != game.occupied_hexes.bit_count():
            self.fail("pieces and occupied hexes do not match")
        if len(data["walls"]) > 25 or len(data["scouts"]) > 2:
            self.fail("too many walls or scouts")
        if sum(seat["counters"] for seat in data["players"]) > 18:
            self.fail("more than 18 number tiles (L-CATHEDRAL-3)")
        marks = [str(mark) for seat in data["players"] for mark in seat["marks"]]
        if len(set(marks)) < len(marks):
            self.fail("a row is marked twice (K-MAYORS-2)")
        kinds = game.board.kind_at
        for seat in range(self.player_count):
            for number in iter_hexes(game.piece_hexes[seat] & ~game.settlement_hexes[seat]):
                if kinds[number] == "water" and coord_tuple(game, number) != tuple(
                    data["players"][seat]["ship"] or ()
                ):
                    self.fail("a piece on water is neither a settlement nor a ship")

    def check_terrain_cards(self, new_events: tuple[Event, ...]) -> None:
        """Checks R-CARD-2 and R-CARD-4: every card is accounted for."""
        self.removed_cards += Counter(
            event.card for event in new_events if isinstance(event, events.CardRemoved)
        )
        known_cards = self.count_cards(self.data) + self.removed_cards
        if known_cards != self.all_cards:
            self.fail(
                f"cards missing {self.all_cards - known_cards}, too many {known_cards - self.all_cards}"
            )

    def check_tiles(self, new_events: tuple[Event, ...]) -> None:
        """Checks R-GAIN-2 and R-GAIN-3: every location tile is on its hex, held, or out of the game."""
        coords = {tuple(coord) for coord, _ in self.data["location_tiles"]}
        lost = [
            event for event in new_events if isinstance(event, events.TileLost) and event.space is not None
        ]
        self.tiles_lost += sum(1 for event in lost if coord_tuple(self.game, event.space) in coords)
        on_board = sum(count for _, count in self.data["location_tiles"])
        held = sum(len(player_data["tiles"]) for player_data in self.data["players"])
        if on_board + held + self.tiles_lost != self.location_tile_total:
            self.fail(
                f"location tiles: {on_board} on the board, {held} held and {self.tiles_lost} lost, of "
                f"{self.location_tile_total}"
            )
        for coord, count in self.data["location_tiles"]:
            takers = sum(1 for player_data in self.data["players"] if coord in player_data["taken"])
            if count + takers != 2:
                self.fail(f"{coord}: {count} tiles are left, {takers} players took one")
        nomads = len(self.data["nomad_tiles"]) + sum(
            len(player_data["nomads"]) for player_data in self.data["players"]
        )
        if nomads > self.nomad_tile_count:
            self.fail("there are more nomad tiles than before")
        self.nomad_tile_count = nomads
        for player_data in self.data["players"]:
            for kind in player_data["bonus"]:
                if sum(1 for tile in player_data["tiles"] if tile["kind"] == kind) < 2:
                    self.fail(f"bonus {kind} without two tiles (R-LOSE-6)")
            bonus_names = set(player_data["bonus"])
            for tile in player_data["tiles"]:
                if tile["from"] not in player_data["taken"]:
                    self.fail("a tile comes from a hex that the player never took one from")
            if len(bonus_names) < len(player_data["bonus"]):
                self.fail("a player has a bonus tile twice")

    def check_events(self, before: dict[str, Any], new_events: tuple[Event, ...]) -> None:
        """Checks that the changes in the position match the events."""
        for player in range(self.player_count):
            old, new = before["players"][player], self.data["players"][player]
            earned = sum(
                event.gold
                for event in new_events
                if isinstance(event, events.GoldEarned) and event.player == player
            )
            if new["gold"] - old["gold"] != earned:
                self.fail(
                    f"player {player} has {new['gold'] - old['gold']} more gold, but the events give {earned}"
                )
            for piece, key in (("settlement", "settlements"), ("warrior", "warriors")):
                built = sum(
                    1
                    for event in new_events
                    if isinstance(event, events.Built) and (event.player, event.piece) == (player, piece)
                )
                removed = sum(
                    1
                    for event in new_events
                    if isinstance(event, events.Removed) and (event.player, event.piece) == (player, piece)
                )
                if len(new[key]) - len(old[key]) != built - removed:
                    self.fail(
                        f"player {player}: {len(new[key]) - len(old[key])} more {key}, but the events give "
                        f"{built - removed}"
                    )
            gained = sum(
                1 for event in new_events if isinstance(event, events.TileGained) and event.player == player
            )
            lost = sum(
                1 for event in new_events if isinstance(event, events.TileLost) and event.player == player
            )
            tile_change = len(new["tiles"]) + len(new["nomads"]) - len(old["tiles"]) - len(old["nomads"])
            if tile_change != gained - lost and not self.has_bonus_events(new_events):
                self.fail(
                    f"player {player} holds {tile_change} more tiles, but events give {gained} - {lost}"
                )
        placed = sum(1 for event in new_events if isinstance(event, events.NeutralPiecePlaced))
        cleared = sum(
            event.hexes.bit_count() for event in new_events if isinstance(event, events.NeutralPiecesRemoved)
        )
        neutral_change = (
            len(self.data["walls"]) + len(self.data["scouts"]) - len(before["walls"]) - len(before["scouts"])
        )
        if neutral_change != placed - cleared:
            self.fail(f"{neutral_change} more walls and scouts, but the events give {placed} - {cleared}")
        ended = any(isinstance(event, events.EndTriggered) for event in new_events)
        if self.data["end"] != (before["end"] or ended):
            self.fail("the end trigger and its event do not match")

    def has_bonus_events(self, new_events: tuple[Event, ...]) -> bool:
        """Returns True if a treasure or bonus tile was gained or lost. These tiles produce events but are not
        among the held tiles."""
        return any(
            isinstance(event, (events.TileGained, events.TileLost))
            and (event.tile.endswith("_bonus") or event.tile == "treasure")
            for event in new_events
        )


def coord_tuple(game: Game, hex_id: int | None) -> tuple[Any, ...]:
    """Returns a hex as coordinates, as written in a position."""
    return () if hex_id is None else tuple(COORD_OF[hex_id])


def check_copies(game: Game, before: dict[str, Any], answer: int | str, rng: Random, name: str) -> None:
    """Checks that copies are independent, that checked and unchecked answers lead to the same position, and
    that observed games hide what they must."""
    checked, unchecked = game.copy(), game.copy()
    checked.play(answer)
    unchecked.push(answer)
    unchecked.pending_answers = checked.pending_answers  # tracked only by `play`
    assert write_position(checked) == write_position(unchecked), (
        f"{name}: checked and unchecked answers differ after {answer}"
    )
    assert checked.decision() == unchecked.decision(), f"{name}: decisions differ after {answer}"
    viewer = rng.randrange(game.config.player_count)
    observed = game.observe(viewer, rng.randrange(2**32))
    assert observed.hands[viewer] == game.hands[viewer], f"{name}: the viewer's own cards changed"
    assert observed.rng_state != game.rng_state, f"{name}: the random state is visible"
    assert list(map(len, observed.hands)) == list(map(len, game.hands)), f"{name}: hand sizes changed"
    assert Counter([*observed.draw_pile, *(card for hand in observed.hands for card in hand)]) == Counter(
        [*game.draw_pile, *(card for hand in game.hands for card in hand)]
    ), f"{name}: the cards of an observed game differ"
    assert sorted(observed.discard_pile) == sorted(game.discard_pile), (
        f"{name}: the discard pile of an observed game differs"
    )
    if game.played_card is not None:
        assert game.played_card in observed.hands[game.active_player], f"{name}: the played card is gone"
    assert observed.decision() == game.decision() or depends_on_hidden_cards(game, viewer), (
        f"{name}: an observed game has another decision"
    )
    observed.push(random_answer(rng, observed.decision()))
    assert write_position(game) == before, f"{name}: changing a copy changed the game"


def check_derived_hexes(game: Game, name: str) -> None:
    """Checks that incrementally updated hex sets equal those computed from the pieces."""
    fresh = game.copy()
    fresh.update_derived_hexes()
    for attribute in (
        "piece_hexes",
        "adjacent_hexes",
        "occupied_hexes",
        "zone_hexes",
        "free_hexes",
        "helper_hexes",
    ):
        assert getattr(fresh, attribute) == getattr(game, attribute), f"{name}: {attribute} is out of date"
    if game.played_terrain is None:
        assert game.played_terrain_hexes == 0, f"{name}: terrain hexes although no terrain is played"
    else:
        assert game.played_terrain_hexes in (
            game.board.hexes_by_terrain[game.played_terrain],
            game.board.suitable_hexes,
        ), f"{name}: the terrain hexes are not those of {game.played_terrain}"


def check_illegal_answers(game: Game, rng: Random, name: str) -> None:
    """Checks that illegal answers are rejected with an existing rule and change nothing."""
    decision = game.decision()
    illegal: list[int | str] = rng.sample(
        [hex_id for hex_id in COORD_OF if not decision.cells >> hex_id & 1], 3
    )
    illegal += rng.sample(
        [
            option
            for option in (*ACTIONS, *TERRAINS, "end_turn", "done", "outpost")
            if option not in decision.options
        ],
        5,
    )
    before = write_position(game)
    for answer in [*illegal, -1, 10**6, "nonsense"]:
        with pytest.raises(IllegalAnswer) as error_info:
            game.play(answer)
        assert error_info.value.rule_id in rule_ids(), (
            f"{name}: {answer!r} is rejected by the unknown rule {error_info.value.rule_id!r}"
        )
    assert write_position(game) == before, f"{name}: an illegal answer changed the game"


def depends_on_hidden_cards(game: Game, viewer: int) -> bool:
    """Returns True if the decision depends on hidden cards of a player other than the viewer."""
    return (
        game.active_player != viewer and game.played_card is None and len(game.hands[game.active_player]) > 1
    )


def check_round_trip(game: Game, name: str) -> None:
    """Checks that a position and its decision are the same after being written and read back."""
    data = json.loads(json.dumps(write_position(game)))
    loaded = read_position(data)
    assert write_position(loaded) == data, f"{name}: the position differs after reading it back"
    assert loaded.decision() == game.decision(), f"{name}: the decision differs after reading it back"


def play_and_check(setup: GameSetup, rng: Random, name: str, busy: float) -> tuple[int, Game]:
    """Plays one game from the first decision to the last."""
    game = new_game(setup)
    checker = GameChecker(game, name)
    new_events: tuple[Event, ...] = ()
    checker.check_position()
    for answer_count in range(MAX_ANSWERS):
        decision = game.decision()
        if decision.kind == "over":
            break
        assert decision.cells or decision.options, f"{name}: no legal answer after {answer_count} answers"
        answer = random_answer(rng, decision, busy)
        if answer_count % DEEP_CHECK_INTERVAL == 0:
            checker.check_position()
            check_copies(game, checker.data, answer, rng, name)
            check_illegal_answers(game, rng, name)
            check_derived_hexes(game, name)
            if decision.kind == "act" and not game.pending_answers:
                check_round_trip(game, name)
        new_events = game.play(answer)
        checker.check_counts(new_events)
        if answer_count % CHECK_INTERVAL == 0:
            checker.check_position()
    else:
        checker.fail(f"the game is not over after {MAX_ANSWERS} answers")
    checker.check_position()
    assert game.over, f"{name}: no decision although the game is not over"
    assert game.end_triggered, f"{name}: over although the end was not triggered"
    assert new_events[-1] == events.GameEnded(
        tuple(total_gold(game, player) for player in range(game.config.player_count))
    ), f"{name}: {new_events[-1]}"
    return answer_count, game


def play_seed(seed: int) -> tuple[int, int, str, tuple[str, ...]]:
    """Plays the game with this seed; returns the number of answers and rounds, an error message and the
    expansions."""
    rng = Random(seed)
    setup = random_setup(rng)
    try:
        answers, game = play_and_check(setup, rng, f"game {seed} {setup}", rng.choice((0.1, 0.6, 0.9, 0.97)))
    except Exception as error:
        return 0, 0, f"game {seed}: {type(error).__name__}: {error}", setup.expansions
    return answers, game.round, "", setup.expansions


@pytest.mark.parametrize("part", range(8))
def test_random_games_keep_all_invariants(part: int) -> None:
    """R-BUILD-1, R-CARD-3, R-CARD-4, R-GAIN-2, R-GAIN-3, R-TERM-9, R-END-2: all pieces, tiles, cards and gold
    are accounted for in random games."""
    for seed in range(part, GAMES, 8):
        failure = play_seed(seed)[2]
        assert not failure, failure


def test_loaded_position_continues_identically() -> None:
    """R-CARD-2: a loaded position continues like the original game, including future shuffles."""
    for seed in range(12):
        rng = Random(seed)
        game = new_game(random_setup(rng))
        for _ in range(rng.randint(20, 150)):
            if not game.over:
                game.push(random_answer(rng, game.decision()))
        while not game.over and (game.decision().kind != "act" or game.adjacency_waived):
            game.push(random_answer(rng, game.decision()))
        loaded = read_position(json.loads(json.dumps(write_position(game))))
        while not game.over:
            answer = random_answer(rng, game.decision())
            assert loaded.decision() == game.decision()
            game.play(answer)
            loaded.play(answer)
        assert write_position(loaded) == write_position(game)


def test_number_of_terrain_cards() -> None:
    """R-COMP-1: there are 25 terrain cards, or 30 with Marshlands."""
    assert len(all_terrain_cards(("base",))) == 25
    assert len(all_terrain_cards(("base", "marshlands"))) == 30


def main(games: int, jobs: int) -> int:
    """Plays many games in several processes and prints a summary."""
    started = time.time()
    answers, rounds, games_by_expansion, failures = 0, [], Counter[str](), []
    with Pool(jobs) as pool:
        for number, (answer_count, round_count, failure, used_expansions) in enumerate(
            pool.imap_unordered(play_seed, range(games), chunksize=20), 1
        ):
            answers += answer_count
            games_by_expansion.update(used_expansions)
            if failure:
                failures.append(failure)
                print(failure, flush=True)
            else:
                rounds.append(round_count)
            if number % 1000 == 0:
                print(
                    f"{number} games, {answers} answers, {len(failures)} failed, "
                    f"{time.time() - started:.0f} s",
                    flush=True,
                )
    print(
        f"{games} games, {answers} answers, rounds {min(rounds)} to {max(rounds)}, {len(failures)} failed, "
        f"{time.time() - started:.0f} s"
    )
    print("games with each box:", dict(games_by_expansion))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(
        main(
            int(sys.argv[1]) if len(sys.argv) > 1 else 20_000,
            int(sys.argv[2]) if len(sys.argv) > 2 else os.cpu_count() or 1,
        )
    )
