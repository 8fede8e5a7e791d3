"""The core against the second implementation in oracle.py: decision by decision, position by position, card
by card.

The default run takes some seconds; `KINGDOM_ORACLE=20` makes it twenty times as long.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest
from oracle import GOLD, IN_GAME, Ask, Oracle, State, distances, landmarks, section, snapshot
from random_positions import random_answer, random_position, random_setup

from kingdom.position import write_answer, write_position
from kingdom.rules.chance import seed_of, seeded, shuffled
from kingdom.rules.frames import Decision
from kingdom.rules.game import Game
from kingdom.rules.hexes import HEX_AT, PLACE_OF, distance, hexes_of
from kingdom.rules.registry import ACTIONS, BOXES, CARDS, TASKS
from kingdom.rules.scoring import score
from kingdom.rules.setup import Setup, new_game

LONGER = int(os.environ.get("KINGDOM_ORACLE", "1"))
GAMES, POSITIONS = 16 * LONGER, 100 * LONGER


def as_asked(decision: Decision) -> Ask:
    """A decision of the core in the oracle's form."""
    return Ask(
        decision.player,
        decision.asks,
        frozenset(PLACE_OF[number] for number in hexes_of(decision.cells)),
        frozenset(decision.options),
    )


def differences(oracle: State, core: State) -> dict[str, Any]:
    """What is not equal: oracle first, core second."""
    one, other = oracle.compare(), core.compare()
    return {key: (one[key], other[key]) for key in one if one[key] != other[key]}


def shuffle(seed: int, cards: list[str]) -> tuple[int, tuple[str, ...]]:
    """The game's chance for the oracle, which knows the generator by the seed that a position has."""
    state, order = shuffled(seeded(seed), cards)
    return seed_of(state), order


def walk_together(game: Game, rng: Random, most: int, name: str, seen: Counter[str] | None = None) -> int:
    """Play on at random; the oracle must ask the same and reach the same position after every answer."""
    oracle = Oracle(snapshot(game), shuffle)
    play = oracle.play()
    answers: list[Any] = []
    expected: Ask | None = next(play)
    for _ in range(most):
        decision = game.decision()
        story = f"{name}: after {answers[-12:]}"
        if decision.asks == "over" or expected is None:
            assert (decision.asks == "over") == (expected is None), f"{story}: only one of the two is over"
            break
        asked = as_asked(decision)
        assert expected[:2] == asked[:2], f"{story}: {expected[:2]} by the oracle, {asked[:2]} in the core"
        for what, mine, theirs in (
            ("hexes", expected.cells, asked.cells),
            ("options", expected.options, asked.options),
        ):
            assert mine == theirs, (
                f"{story}: {what} only of the oracle {set(mine - theirs)}, only of the core "
                f"{set(theirs - mine)}"
            )
        answer = random_answer(rng, decision)
        if seen is not None and isinstance(answer, str):
            seen[answer] += 1
        game.choose(answer)
        answers.append(write_answer(answer))
        try:
            expected = play.send(answer if isinstance(answer, str) else PLACE_OF[answer])
        except StopIteration:
            expected = None
        unequal = differences(oracle.s, snapshot(game))
        assert not unequal, f"{name}: after {answers[-12:]}: oracle and core differ in {unequal}"
    return len(answers)


def compare_gold(game: Game, name: str) -> None:
    """Every card, task and landmark, for every player, whether it is in play or not."""
    state = snapshot(game)
    state.memo = {}
    for player in range(game.table.players):
        counted = score(game, player)
        for what, gold in GOLD.items():
            thing = CARDS.get(what) or TASKS.get(what)
            if what == "scouts" and state.removed_terrain is None:
                continue
            if thing is not None:
                if not set(card_boxes(what)) <= set(game.table.boxes):
                    continue
                assert thing.score is not None
                core = thing.score(game, player).gold
            elif what in counted:
                core = counted[what].gold
            else:
                core = 0
            mine = gold(state, player)
            assert mine == core, (
                f"{name}: {what} of player {player}: {mine} by the oracle, {core} in the core"
            )


def card_boxes(name: str) -> list[str]:
    """The box that a card or task is from."""
    return [box.name for box in BOXES.values() if name in [thing.name for thing in (*box.cards, *box.tasks)]]


@pytest.mark.parametrize("part", range(4))
def test_random_games_run_beside_the_oracle(part: int) -> None:
    """R-BUILD-2, R-BUILD-3, R-MOVE-1, R-MOVE-2: whole games over random mixes of boxes, every decision and
    every position."""
    for seed in range(part, GAMES, 4):
        rng = Random(seed)
        setup = random_setup(rng)
        walk_together(new_game(setup), rng, 10_000, f"game {seed} {setup}")


def test_games_of_all_boxes_run_beside_the_oracle() -> None:
    """R-RES-1, L-CANOE-6: everything at once, where most things meet."""
    for seed in range(2 * LONGER):
        setup = Setup(players=4, boxes=tuple(BOXES), seed=seed)
        walk_together(new_game(setup), Random(seed), 10_000, f"game {setup}")


@pytest.mark.first
def test_random_positions_run_beside_the_oracle() -> None:
    """R-BUILD-6, R-TERM-5: made-up positions, where play seldom comes; in all of them every action of table
    9.0 is used."""
    seen: Counter[str] = Counter()
    for seed in range(POSITIONS):
        rng = Random(seed)
        game = random_position(rng)
        if not game.pending and game.decision().asks == "act":
            walk_together(game, rng, 25, f"position {seed}", seen)
    others = {"outpost", "decline", "done", "swamp", "place", "move", "remove", "take", "spend", "build"}
    missing = (set(ACTIONS) | others) - {"canoe"} - set(seen)  # a canoe is a reaction, no option
    assert not missing, f"never chosen: {missing}"


def test_gold_of_every_card_and_task() -> None:
    """R-SCORE-1: every card, task and landmark on random positions, made up and from play."""
    assert set(GOLD) | IN_GAME == {*CARDS, *TASKS, "castles", "palaces", "capitols"}
    for seed in range(POSITIONS):
        compare_gold(random_position(Random(seed)), f"position {seed}")
    for seed in range(GAMES):
        rng = Random(seed)
        game = new_game(random_setup(rng))
        number = 0
        while not game.over:
            game.push(random_answer(rng, game.decision()))
            number += 1
            if number % 40 == 0:
                compare_gold(game, f"game {seed} after {number}")
        compare_gold(game, f"game {seed} at its end")


def test_distances() -> None:
    """R-GRID-5: by walking and by coordinates."""
    for one in HEX_AT:
        for other, steps in distances(one).items():
            assert distance(HEX_AT[one], HEX_AT[other]) == steps


def test_random_setups_follow_the_rules() -> None:
    """R-SETUP-1 to R-SETUP-9, Q-CAVE-1, Q-CAPITOL-1, K-SCOUTS-1: what set-up lays out, judged by the oracle's
    grid."""
    for seed in range(150 * LONGER):
        setup = random_setup(Random(seed))
        game = new_game(setup)
        state = snapshot(game)
        names = [name.removesuffix(" turned") for name in write_position(game)["sections"]]
        sections = {name for box in setup.boxes for name in BOXES[box].sections}
        assert len(set(names)) == 4
        assert set(names) <= sections
        assert set(state.location_tiles.values()) == {2}
        assert len(set(state.cards)) == 3
        assert set(state.cards) <= {card.name for box in setup.boxes for card in BOXES[box].cards}
        crossroads = BOXES["crossroads"].sections if "crossroads" in setup.boxes else {}
        assert len(set(state.tasks)) == len(state.tasks) == sum(1 for name in names if name in crossroads)
        assert set(state.nomad_tiles) == {place for place, kind in state.land.items() if kind == "nomad"}
        dealt = Counter(state.nomad_tiles.values())
        assert all(
            number <= (2 if kind in ("resettlement", "outpost", "sword", "treasure") else 1)
            for kind, number in dealt.items()
        )
        for number in range(4):
            legal = {
                place
                for place, kind in state.land.items()
                if kind == "mountain"
                and section(place) == number
                and all(distances(place).get(mark, 99) >= 3 for mark in landmarks(state))
            }
            here = {place for place in state.caves if section(place) == number}
            assert here <= legal
            assert len(here) == (1 if legal and "caves" in setup.boxes else 0)
        assert {state.land[place] for place in state.capitols} <= {"castle"}
        royal = [names[section(place) or 0] for place in state.capitols]
        assert sorted(royal) == (
            sorted(name for name in names if name in ("harbor", "oracle")) if "capitol" in setup.boxes else []
        )
        cards = Counter([*state.deck, *(card for player in state.players for card in player.hand)])
        if "scouts" in state.cards:
            assert state.removed_terrain is not None
            assert not cards[state.removed_terrain] + cards[f"swamp/{state.removed_terrain}"]
            assert sum(cards.values()) + len(state.discard) == (24 if "marshlands" in setup.boxes else 20)
        else:
            assert state.removed_terrain is None
            assert sum(cards.values()) + len(state.discard) <= (30 if "marshlands" in setup.boxes else 25)
        assert [player.supply for player in state.players] == [40] * setup.players
        assert (("i", 0, 0) in state.land) == ("island" in setup.boxes)
