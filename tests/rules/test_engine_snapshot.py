"""Snapshot test of everything the rules report to the UI. It covers golden games and random positions that
rarely occur in play. Other tests check single values; this test detects any change.

After an intended change, rewrite the snapshot and review the differences:

PYTHONPATH=tests python tests/rules/test_engine_snapshot.py
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

if __name__ == "__main__":
    sys.path[:0] = [str(Path(__file__).parents[1]), str(Path(__file__).parents[2])]

import pytest
from support.random_positions import random_answer, random_position
from support.scenario import position_data
from test_golden_games import GAMES, GOLDEN_FOLDER

from kingdom.bots.observation import event_data
from kingdom.position import read_position, write_position
from kingdom.record import read_record, replay_steps
from kingdom.rules.actions import MoveAction
from kingdom.rules.decision_frames import Answer, Decision
from kingdom.rules.errors import ValidationError
from kingdom.rules.events import Event, visible_events
from kingdom.rules.expansion import Expansion, RuleFlags
from kingdom.rules.expansions.harvest import silo_destinations, silo_origins
from kingdom.rules.game import Game
from kingdom.rules.hexes import iter_hexes
from kingdom.rules.illegal_answers import explain_illegal, explain_unavailable
from kingdom.rules.json_values import read_answer, write_answer
from kingdom.rules.registry import ACTIONS, EXPANSIONS, TERRAINS, icon_for, kind_of_hex_name, kind_of_name
from kingdom.rules.scoring import score_breakdown, winners
from kingdom.rules.setup import new_game

FILE = Path(__file__).parent / "engine_snapshot.json"
POSITION_COUNT, ANSWERS_PER_POSITION = 60, 5
SNAPSHOT_INTERVAL = 10
"""Number of answers between two full snapshots of a golden game."""
FIRST_HEX = [0, 0]
"""Many snapshot positions have a settlement on this hex, because bugs that add hexes to a set that should be
empty often add this one."""
HEX_SAMPLE_STEP = 9
"""Every ninth illegal hex is tried as an answer."""
OPTIONS = (*TERRAINS, "end_turn", "decline", "done", "nonsense")


def hex_list(hex_set: int) -> list[int]:
    return list(iter_hexes(hex_set))


def event_lines(events: tuple[Event, ...]) -> list[str]:
    """Returns events with the names used in the bot protocol, which do not change when classes are
    renamed."""
    return [json.dumps(event_data(event)) for event in events]


def decision_line(decision: Decision) -> str:
    return f"{decision.player} {decision.kind} {decision.cells.bit_count()} {decision.options}"


def snapshot_lines(game: Game, events: tuple[Event, ...] = ()) -> Iterator[str]:
    """Returns one line for each piece of information that the UI can query."""
    yield (
        f"events {event_lines(events)} {event_lines(visible_events(0, events))} "
        f"{event_lines(visible_events(1, events))}"
    )
    decision = game.decision()
    yield f"{decision_line(decision)} {hex_list(decision.cells)}"
    yield (
        f"{game.phase} {game.at_turn_decision} {game.has_open_action} {game.pending_answers} "
        f"{game.end_triggered} {game.over}"
    )
    yield f"notes {[tuple(note) for note in game.setup_notes()]}"
    hooks = game.config.hooks
    for piece_hook in hooks.visible_pieces:
        yield f"pieces {[(piece, owner, hex_list(hex_set)) for piece, owner, hex_set in piece_hook(game)]}"
    for token_hook in hooks.tokens:
        yield f"tokens {[tuple(token) for token in token_hook(game)]}"
    for mark_hook in hooks.row_markers:
        yield f"marks {list(mark_hook(game))}"
    for player in range(game.config.player_count):
        items = [[tuple(item) for item in hook(game, player)] for hook in hooks.player_items]
        gold = {
            name: (entry.gold, hex_list(entry.hexes)) for name, entry in score_breakdown(game, player).items()
        }
        yield (
            f"player {player} {items} {gold} {game.settlements_set_aside(player)} {game.unseen_cards(player)}"
        )
    yield (
        f"winners {winners(game)} occupied {hex_list(game.occupied_hexes)} barred {hex_list(game.zone_hexes)}"
    )
    yield str(game)
    if game.over:
        return
    yield (
        f"{tuple(game.prompt())} due {game.mandatory_builds_left()} sides "
        f"{list(game.playable_sides())} {game.playable_terrains()}"
    )
    candidates: list[Answer] = [
        *hex_list(game.board.all_hexes)[decision.cells % HEX_SAMPLE_STEP :: HEX_SAMPLE_STEP],
        *OPTIONS,
    ]
    for answer in candidates:
        if answer not in decision.options and not (isinstance(answer, int) and decision.cells >> answer & 1):
            error = explain_illegal(game, answer)
            yield f"{answer} {error} {error.text_key} {error.tile_state} {error.text_values}"
    for name, action in ACTIONS.items():
        if name in game.config.location_tiles:
            yield f"{name} {action.is_usable(game, game.active_player)!r}"
        if name not in decision.options:
            error = explain_unavailable(game, game.active_player, action)
            yield f"{name} {error} {error.text_key} {error.tile_state} {error.text_values}"


def expansion_lines(expansion: Expansion) -> Iterator[str]:
    """Returns one line for each item that an expansion declares, excluding functions."""
    yield f"{expansion.release_order} {expansion.has_unofficial_sections} {expansion.first_game}"
    for name, grid in (*expansion.sections.items(), *expansion.islands.items()):
        yield f"{name} {grid.rows} {grid.locations}"
    yield f"{[(terrain.name, terrain.letter, terrain.suitable) for terrain in expansion.terrains]}"
    yield f"{[(landmark.name, landmark.letter) for landmark in expansion.landmarks]}"
    yield f"{[(card.name, card.sides, card.copies) for card in expansion.terrain_cards]}"
    yield f"{[(item.name, item.kind, item.custom_icon) for item in expansion.named_items]}"
    hex_kind_names = (
        *(hex_kind.name for hex_kind in expansion.terrains),
        *(hex_kind.name for hex_kind in expansion.landmarks),
    )
    card_names = (
        *(card.name for card in (*expansion.scoring_cards, *expansion.task_cards)),
        *(item.name for item in expansion.named_items),
    )
    for item_name in (
        *hex_kind_names,
        *card_names,
        *(action.name for action in (*expansion.tiles, *expansion.actions)),
    ):
        yield f"{item_name} {kind_of_name(item_name)} {kind_of_hex_name(item_name)} {icon_for(item_name)}"
    for tile in expansion.tiles:
        flags = tile.is_reaction, tile.is_passive, tile.is_repeatable, tile.repeats_tiles
        yield f"{tile.name} {tile.rule_id} {tile.kind} {tile.custom_icon} {flags} {tile.hooks is None}"
    for action in expansion.actions:
        yield f"{action.name} {action.rule_id} {action.kind} {action.custom_icon}"
    for card in (*expansion.scoring_cards, *expansion.task_cards):
        yield f"{card.name} {card.rule_id} {card.scores_rows} {card.scorer is None} {card.hooks is None}"
    for field in expansion.state_fields:
        yield (
            f"{field.name} {field.scope} {field.default} {field.requires_any} "
            f"{field.settlements_used is None}"
        )
    for variant in expansion.variants:
        yield f"{variant.name} {enabled_flags(variant.flags)}"
        yield f"{variant.excluded_cards}"


def enabled_flags(flags: RuleFlags) -> list[str]:
    """Returns the flags that a variant sets."""
    value_by_flag = {
        "keeps_full_cards": flags.keep_unplayable_cards,
        "returns_tiles": flags.return_lost_tiles,
        "ends_by_supply": flags.end_needs_empty_supply,
        "twins_are_wild": flags.pairs_are_wild,
    }
    return [name for name, is_set in value_by_flag.items() if is_set]


def digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:8]


def position_snapshots(case: dict[str, Any]) -> Iterator[list[str]]:
    """Yields snapshots of a position before and after each of its stored answers."""
    game = read_position(case["position"])
    yield [*snapshot_lines(game), json.dumps(write_position(game))]
    for index, answer in enumerate(case["answers"]):
        yield [*snapshot_lines(game, game.play(read_answer(answer, f"answers[{index}]")))]


def game_snapshots(name: str) -> Iterator[list[str]]:
    """Yields the events of a golden game, with full snapshots at regular intervals."""
    record = read_record((GOLDEN_FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    lines: list[str] = []
    game = new_game(record.setup)
    for index, (_, _, events) in enumerate(replay_steps(record, game)):
        lines += [*event_lines(events), decision_line(game.decision())]
        if index % SNAPSHOT_INTERVAL == 0 or game.over:
            yield [*lines, *snapshot_lines(game)]
            lines = []


@cache
def load_snapshots() -> dict[str, Any]:
    snapshots: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return snapshots


def assert_unchanged(snapshots: Iterator[list[str]], expected_digests: list[str]) -> None:
    for index, (lines, expected) in enumerate(zip(snapshots, expected_digests, strict=True)):
        assert digest(lines) == expected, f"snapshot {index}:\n" + "\n".join(lines)


@pytest.mark.parametrize("index", range(POSITION_COUNT))
def test_positions_are_unchanged(index: int) -> None:
    """R-TURN-3, R-SCORE-1: legal hexes and options, builds due, pieces, gold with its hexes, and the reasons
    for illegal answers are unchanged."""
    position = load_snapshots()["positions"][index]
    assert_unchanged(position_snapshots(position), position["told"])


@pytest.mark.parametrize("name", sorted(GAMES))
def test_golden_games_are_unchanged(name: str) -> None:
    """R-TURN-3, R-SCORE-1: golden games are unchanged from the first answer to the end."""
    assert_unchanged(game_snapshots(name), load_snapshots()["games"][name])


@pytest.mark.parametrize("name", EXPANSIONS)
def test_expansion_contents_are_unchanged(name: str) -> None:
    """R-COMP-1: terrains, cards, tiles and their attributes are unchanged."""
    assert_unchanged(iter([[*expansion_lines(EXPANSIONS[name])]]), load_snapshots()["boxes"][name])


def test_move_tiles_offer_settlements_with_a_destination() -> None:
    """R-MOVE-1: each tile computes its movable settlements with a shortcut, and the result equals a check of
    each settlement."""
    usable_counts: Counter[tuple[str, bool]] = Counter()
    for position in load_snapshots()["positions"]:
        game = read_position(position["position"])
        player, waivers = game.active_player, game.config.hooks.adjacency_waivers
        if game.over or any(waiver.is_available(game, player) for waiver in waivers):
            continue
        for name, action in ACTIONS.items():
            if not isinstance(action, MoveAction) or name == "cave":  # the cave has its own origin rule
                continue
            if game.played_terrain is None and action.needs_terrain:
                continue
            movable = [
                h for h in iter_hexes(game.settlement_hexes[player]) if action.destinations(game, player, h)
            ]
            assert action.origins(game, player) == sum(1 << hex_id for hex_id in movable), f"{name}\n{game}"
            assert action.is_usable(game, player) == bool(movable), f"{name}\n{game}"
            usable_counts[name, bool(movable)] += 1
    assert {usable for _, usable in usable_counts} == {True, False}
    assert len({name for name, _ in usable_counts}) > 5


def test_silos_offer_settlements_with_a_destination() -> None:
    """X-SILO-5: settlements that have already moved are not offered again."""
    for position in load_snapshots()["positions"]:
        game = read_position(position["position"])
        for player, settlements in enumerate(game.settlement_hexes):
            for moved in (0, settlements & -settlements, settlements & settlements >> 1, settlements):
                movable = [h for h in iter_hexes(settlements & ~moved) if silo_destinations(game, player, h)]
                assert silo_origins(game, player, moved) == sum(1 << hex_id for hex_id in movable), game


def move_settlement_to_first_hex(rng: Random, position: dict[str, Any]) -> None:
    """Moves a settlement to the first hex, if no settlement is there."""
    players = [player for player in position["players"] if player["settlements"]]
    if players and all(FIRST_HEX not in player["settlements"] for player in players):
        settlements = rng.choice(players)["settlements"]
        settlements[rng.randrange(len(settlements))] = FIRST_HEX


def make_case(rng: Random) -> dict[str, Any]:
    """Returns a random position, some answers and the digests of their snapshots."""
    while True:
        position = {**position_data(random_position(rng)), "loose": True}
        if rng.random() < 0.6:
            move_settlement_to_first_hex(rng, position)
        try:
            game = read_position(position)
            break
        except ValidationError:  # the first hex of this position can't hold a settlement
            continue
    case: dict[str, Any] = {"position": position, "answers": []}
    for _ in range(ANSWERS_PER_POSITION):
        if not game.over:
            answer = random_answer(rng, game.decision(), busy=0.9)
            case["answers"].append(write_answer(answer))
            game.play(answer)
    return {**case, "told": [digest(lines) for lines in position_snapshots(case)]}


def write_snapshots() -> None:
    """Writes the snapshot file."""
    rng = Random(11)
    lines = [json.dumps(make_case(rng), separators=(",", ":")) for _ in range(POSITION_COUNT)]
    game_digests = {name: [digest(lines) for lines in game_snapshots(name)] for name in sorted(GAMES)}
    expansion_digests = {
        name: [digest([*expansion_lines(expansion)])] for name, expansion in EXPANSIONS.items()
    }
    text = ",\n".join(lines)
    digests = f'"boxes":{json.dumps(expansion_digests)},\n"games":{json.dumps(game_digests)}'
    FILE.write_text(f'{{{digests},\n"positions":[\n{text}\n]}}\n', encoding="utf-8")


if __name__ == "__main__":
    write_snapshots()
