"""Compares the engine with the reference rules: every decision, every position and every card.

The default run takes a few seconds; `KINGDOM_ORACLE=20` makes it twenty times as long.
"""

from __future__ import annotations

import os
from collections import Counter
from random import Random
from typing import Any

import pytest
from support.random_positions import random_answer, random_position, random_setup
from support.reference_rules import (
    IN_GAME_CARDS,
    SCORERS,
    ReferenceDecision,
    ReferenceGame,
    State,
    distances,
    landmark_hexes,
    section_index,
    snapshot,
)

from kingdom.position import write_position
from kingdom.rules.decision_frames import Decision
from kingdom.rules.expansion import SCORE
from kingdom.rules.game import Game
from kingdom.rules.hexes import COORD_OF, HEX_AT, distance, iter_hexes
from kingdom.rules.json_values import write_answer
from kingdom.rules.registry import ACTIONS, EXPANSIONS, NAMED_ITEMS, SCORING_CARDS, TASK_CARDS
from kingdom.rules.rng import seed_from_state, shuffle_from_state, state_from_seed
from kingdom.rules.scoring import EARNED_GOLD, score_breakdown
from kingdom.rules.setup import GameSetup, new_game

SCALE = int(os.environ.get("KINGDOM_ORACLE", "1"))
GAMES, POSITIONS = 16 * SCALE, 100 * SCALE


def to_reference_decision(decision: Decision) -> ReferenceDecision:
    """Converts a decision of the engine to the format of the reference rules."""
    return ReferenceDecision(
        decision.player,
        decision.kind,
        frozenset(COORD_OF[hex_id] for hex_id in iter_hexes(decision.cells)),
        frozenset(decision.options),
    )


def differences(reference: State, engine: State) -> dict[str, Any]:
    """Returns the unequal values by key: reference first, engine second."""
    reference_values, engine_values = reference.comparable(), engine.comparable()
    return {
        key: (reference_values[key], engine_values[key])
        for key in reference_values
        if reference_values[key] != engine_values[key]
    }


def shuffle(seed: int, cards: list[str]) -> tuple[int, tuple[str, ...]]:
    """Shuffles like the engine. The reference rules know only the seed in a position, not the random number
    generator."""
    state, order = shuffle_from_state(state_from_seed(seed), cards)
    return seed_from_state(state), order


def play_both(
    game: Game, rng: Random, max_answers: int, name: str, used_options: Counter[str] | None = None
) -> int:
    """Plays random answers and checks that the reference rules offer the same decision and reach the same
    position each time."""
    reference = ReferenceGame(snapshot(game), shuffle)
    reference_play = reference.play()
    answers: list[Any] = []
    expected: ReferenceDecision | None = next(reference_play)
    for _ in range(max_answers):
        decision = game.decision()
        context = f"{name}: after {answers[-12:]}"
        if decision.kind == "over" or expected is None:
            assert (decision.kind == "over") == (expected is None), (
                f"{context}: only one of the two games is over"
            )
            break
        actual = to_reference_decision(decision)
        assert expected[:2] == actual[:2], (
            f"{context}: {expected[:2]} by the reference rules, {actual[:2]} by the engine"
        )
        for label, reference_set, engine_set in (
            ("hexes", expected.cells, actual.cells),
            ("options", expected.options, actual.options),
        ):
            assert reference_set == engine_set, (
                f"{context}: {label} only in the reference {set(reference_set - engine_set)}, "
                f"only in the engine {set(engine_set - reference_set)}"
            )
        answer = random_answer(rng, decision)
        if used_options is not None and isinstance(answer, str):
            used_options[answer] += 1
        game.play(answer)
        answers.append(write_answer(answer))
        try:
            expected = reference_play.send(answer if isinstance(answer, str) else COORD_OF[answer])
        except StopIteration:
            expected = None
        differing = differences(reference.state, snapshot(game))
        assert not differing, f"{name}: after {answers[-12:]}: positions differ in {differing}"
    return len(answers)


def compare_gold(game: Game, name: str) -> None:
    """Compares the gold for every card, task and landmark and every player, even if a card is not in the
    game."""
    state = snapshot(game)
    state.memo = {}
    for player in range(game.config.player_count):
        breakdown = score_breakdown(game, player)
        for source, scorer in SCORERS.items():
            card = SCORING_CARDS.get(source) or TASK_CARDS.get(source)
            if source == "scouts" and state.removed_terrain is None:
                continue
            if card is not None:
                if not set(expansions_with_card(source)) <= set(game.config.expansions):
                    continue
                assert card.scorer is not None
                engine_gold = card.scorer(game, player).gold
            elif source in breakdown:
                engine_gold = breakdown[source].gold
            else:
                engine_gold = 0
            reference_gold = scorer(state, player)
            assert reference_gold == engine_gold, (
                f"{name}: {source} of player {player}: {reference_gold} by the reference, {engine_gold} "
                "by the engine"
            )


def expansions_with_card(name: str) -> list[str]:
    """Returns the names of the expansions that contain a card or task."""
    return [
        expansion.name
        for expansion in EXPANSIONS.values()
        if name in [card.name for card in (*expansion.scoring_cards, *expansion.task_cards)]
    ]


@pytest.mark.parametrize("part", range(4))
def test_random_games_match_the_reference_rules(part: int) -> None:
    """R-BUILD-2, R-BUILD-3, R-MOVE-1, R-MOVE-2: every decision and position of complete games with random
    expansions matches."""
    for seed in range(part, GAMES, 4):
        rng = Random(seed)
        setup = random_setup(rng)
        play_both(new_game(setup), rng, 10_000, f"game {seed} {setup}")


def test_games_with_all_expansions_match_the_reference_rules() -> None:
    """R-RES-1, L-CANOE-6: games with all expansions match. In these games, most rules interact with one
    another."""
    for seed in range(2 * SCALE):
        setup = GameSetup(player_count=4, expansions=tuple(EXPANSIONS), seed=seed)
        play_both(new_game(setup), Random(seed), 10_000, f"game {setup}")


@pytest.mark.first
def test_random_positions_match_the_reference_rules() -> None:
    """R-BUILD-6, R-TERM-5: random positions that rarely occur in play match, and together they use every
    action of table 9.0."""
    other_options = {
        "outpost",
        "decline",
        "done",
        "swamp",
        "place",
        "move",
        "remove",
        "take",
        "spend",
        "build",
    }
    expected_options = (set(ACTIONS) | other_options) - {"canoe"}  # Canoe is a reaction, not an option
    used_options: Counter[str] = Counter()
    for seed in range(4 * POSITIONS):
        if seed >= POSITIONS and expected_options <= set(used_options):
            break
        rng = Random(seed)
        game = random_position(rng)
        if not game.pending_answers and game.decision().kind == "act":
            play_both(game, rng, 25, f"position {seed}", used_options)
    missing = expected_options - set(used_options)
    assert not missing, f"options never chosen: {missing}"


def test_gold_matches_the_reference_rules() -> None:
    """R-SCORE-1: the gold of every card, task and landmark matches in random positions and in positions from
    play."""
    final_scores = {name for name, item in NAMED_ITEMS.items() if item.kind == SCORE} - {EARNED_GOLD}
    assert set(SCORERS) | IN_GAME_CARDS == {*SCORING_CARDS, *TASK_CARDS, *final_scores}
    for seed in range(POSITIONS):
        compare_gold(random_position(Random(seed)), f"position {seed}")
    for seed in range(GAMES):
        rng = Random(seed)
        game = new_game(random_setup(rng))
        answer_count = 0
        while not game.over:
            game.push(random_answer(rng, game.decision()))
            answer_count += 1
            if answer_count % 40 == 0:
                compare_gold(game, f"game {seed} after {answer_count}")
        compare_gold(game, f"game {seed} at its end")


def test_distances_match_the_reference_rules() -> None:
    """R-GRID-5: distances found by breadth-first search equal those computed from coordinates."""
    for start in HEX_AT:
        for target, steps in distances(start).items():
            assert distance(HEX_AT[start], HEX_AT[target]) == steps


def test_random_setups_follow_the_rules() -> None:
    """R-SETUP-1 to R-SETUP-9, Q-CAVE-1, Q-CAPITOL-1, K-SCOUTS-1: everything the setup places is legal on the
    reference grid."""
    for seed in range(150 * SCALE):
        setup = random_setup(Random(seed))
        game = new_game(setup)
        state = snapshot(game)
        names = [name.removesuffix(" turned") for name in write_position(game)["sections"]]
        sections = {name for expansion in setup.expansions for name in EXPANSIONS[expansion].sections}
        assert len(set(names)) == 4
        assert set(names) <= sections
        assert set(state.location_tiles.values()) == {2}
        assert len(set(state.cards)) == 3
        assert set(state.cards) <= {
            card.name for expansion in setup.expansions for card in EXPANSIONS[expansion].scoring_cards
        }
        assert len(set(state.tasks)) == len(state.tasks)
        if "crossroads" in setup.expansions:
            crossroads = EXPANSIONS["crossroads"]
            tasks = {task.name for task in crossroads.task_cards} & set(state.tasks)
            assert len(tasks) == sum(1 for name in names if name in crossroads.sections)
        assert set(state.nomad_tiles) == {coord for coord, kind in state.hex_kinds.items() if kind == "nomad"}
        dealt = Counter(state.nomad_tiles.values())
        assert all(
            number <= (2 if kind in ("resettlement", "outpost", "sword", "treasure") else 1)
            for kind, number in dealt.items()
        )
        for number in range(4):
            legal_caves = {
                coord
                for coord, kind in state.hex_kinds.items()
                if kind == "mountain"
                and section_index(coord) == number
                and all(distances(coord).get(landmark, 99) >= 3 for landmark in landmark_hexes(state))
            }
            section_caves = {coord for coord in state.caves if section_index(coord) == number}
            assert section_caves <= legal_caves
            assert len(section_caves) == (1 if legal_caves and "caves" in setup.expansions else 0)
        assert {state.hex_kinds[coord] for coord in state.capitols} <= {"castle"}
        capitol_sections = [names[section_index(coord) or 0] for coord in state.capitols]
        assert sorted(capitol_sections) == (
            sorted(name for name in names if name in ("harbor", "oracle"))
            if "capitol" in setup.expansions
            else []
        )
        cards = Counter([*state.deck, *(card for player in state.players for card in player.hand)])
        if "scouts" in state.cards:
            assert state.removed_terrain is not None
            assert not cards[state.removed_terrain] + cards[f"swamp/{state.removed_terrain}"]
            assert sum(cards.values()) + len(state.discard) == (
                24 if "marshlands" in setup.expansions else 20
            )
        else:
            assert state.removed_terrain is None
            assert sum(cards.values()) + len(state.discard) <= (
                30 if "marshlands" in setup.expansions else 25
            )
        assert [player.supply for player in state.players] == [40] * setup.player_count
        has_islands = any(EXPANSIONS[name].islands for name in setup.expansions)
        assert (("i", 0, 0) in state.hex_kinds) == has_islands
