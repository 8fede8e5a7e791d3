"""All that the rules tell the window, in the golden games and in made-up positions that play would hardly
reach: noted once, and the same ever since. What a number, a hex or a reason must be, other tests say; this
one misses none of them.

After a change that is meant to change what is told, note it anew and look at what became different:

    PYTHONPATH=tests python tests/rules/test_told_the_same.py
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
    sys.path[:0] = [str(Path(__file__).parent), str(Path(__file__).parents[2])]

import pytest
from random_positions import random_answer, random_position
from scenario import state
from test_golden import FOLDER, GAMES

from kingdom.bots.seen import event_of
from kingdom.position import read_answer, read_position, write_answer, write_position
from kingdom.record import read_record, steps
from kingdom.rules.actions import MoveAction
from kingdom.rules.events import Event, seen_by
from kingdom.rules.explain import why_illegal, why_not_action
from kingdom.rules.frames import Answer, Decision
from kingdom.rules.game import Game
from kingdom.rules.hexes import hexes_of
from kingdom.rules.registry import (
    ACTIONS,
    BOXES,
    TERRAINS,
    BadSetup,
    Box,
    Switches,
    kind_of,
    kind_of_land,
    shown_as,
)
from kingdom.rules.scoring import score, winners
from kingdom.rules.sets.harvest_silos import silo_destinations, silo_origins

FILE = Path(__file__).parent / "told.json"
POSITIONS, ANSWERS = 60, 5
BETWEEN = 10
"""Answers of a golden game between two moments at which all is told."""
CORNER = [0, 0]
"""The first hex, where a set of hexes that should be empty shows."""
EVERY = 9
"""Of so many hexes one is pointed at that cannot be answered."""
WORDS = (*TERRAINS, "end_turn", "decline", "done", "nonsense")


def hexes(cells: int) -> list[int]:
    return list(hexes_of(cells))


def plain(events: tuple[Event, ...]) -> list[str]:
    """Events by the names that bots know, which do not change with the classes."""
    return [json.dumps(event_of(event)) for event in events]


def asked(decision: Decision) -> str:
    return f"{decision.player} {decision.asks} {decision.cells.bit_count()} {decision.options}"


def told(game: Game, events: tuple[Event, ...] = ()) -> Iterator[str]:
    """One line for each thing that the window asks for."""
    yield f"events {plain(events)} {plain(seen_by(0, events))} {plain(seen_by(1, events))}"
    decision = game.decision()
    yield f"{asked(decision)} {hexes(decision.cells)}"
    yield f"{game.phase} {game.in_turn} {game.action_open} {game.pending} {game.ending} {game.over}"
    yield f"notes {[tuple(note) for note in game.notes()]}"
    hooks = game.table.hooks
    for pieces in hooks.pieces:
        yield f"pieces {[(word, owner, hexes(where)) for word, owner, where in pieces(game)]}"
    for tokens in hooks.tokens:
        yield f"tokens {[tuple(token) for token in tokens(game)]}"
    for marks in hooks.row_marks:
        yield f"marks {list(marks(game))}"
    for player in range(game.table.players):
        belongings = [[tuple(thing) for thing in hook(game, player)] for hook in hooks.belongings]
        gold = {name: (found.gold, hexes(found.hexes)) for name, found in score(game, player).items()}
        yield f"player {player} {belongings} {gold} {game.waiting(player)} {game.unseen(player)}"
    yield f"winners {winners(game)} occupied {hexes(game.occupied)} barred {hexes(game.barred)}"
    yield str(game)
    if game.over:
        return
    yield f"{tuple(game.question())} due {game.still_due()} sides {list(game.sides())} {game.terrains()}"
    pointed_at: list[Answer] = [*hexes(game.board.cells)[decision.cells % EVERY :: EVERY], *WORDS]
    for answer in pointed_at:
        if answer not in decision.options and not (isinstance(answer, int) and decision.cells >> answer & 1):
            refused = why_illegal(game, answer)
            yield f"{answer} {refused} {refused.key} {refused.state} {refused.values}"
    for name, action in ACTIONS.items():
        if name in game.table.kinds:
            yield f"{name} {action.usable(game, game.player)!r}"
        if name not in decision.options:
            refused = why_not_action(game, game.player, action)
            yield f"{name} {refused} {refused.key} {refused.state} {refused.values}"


def brought(box: Box) -> Iterator[str]:
    """What a box brings, but for what its functions do."""
    yield f"{box.order} {box.own_design} {box.first_game}"
    for name, grid in (*box.sections.items(), *box.islands.items()):
        yield f"{name} {grid.rows} {grid.locations}"
    yield f"{[(terrain.name, terrain.letter, terrain.suitable) for terrain in box.terrains]}"
    yield f"{[(landmark.name, landmark.letter) for landmark in box.landmarks]}"
    yield f"{[(card.name, card.sides, card.copies) for card in box.terrain_cards]}"
    yield f"{[(thing.name, thing.kind, thing.picture) for thing in box.things]}"
    land = (*(one.name for one in box.terrains), *(one.name for one in box.landmarks))
    cards = (*(card.name for card in (*box.cards, *box.tasks)), *(thing.name for thing in box.things))
    for word in (*land, *cards, *(action.name for action in (*box.tiles, *box.actions))):
        yield f"{word} {kind_of(word)} {kind_of_land(word)} {shown_as(word)}"
    for tile in box.tiles:
        flags = tile.reaction, tile.passive, tile.repeatable, tile.repeats
        yield f"{tile.name} {tile.rule} {tile.kind} {tile.picture} {flags} {tile.hooks is None}"
    for action in box.actions:
        yield f"{action.name} {action.rule} {action.kind} {action.picture}"
    for card in (*box.cards, *box.tasks):
        yield f"{card.name} {card.rule} {card.by_rows} {card.score is None} {card.hooks is None}"
    for field in box.fields:
        yield f"{field.name} {field.scope} {field.default} {field.comes_by} {field.binds is None}"
    for variant in box.variants:
        yield f"{variant.name} {switched(variant.switches)}"
        yield f"{variant.leaves_out}"


def switched(switches: Switches) -> list[str]:
    """What a variant switches on."""
    every = {
        "keeps_full_cards": switches.keeps_full_cards,
        "returns_tiles": switches.returns_tiles,
        "ends_by_supply": switches.ends_by_supply,
        "twins_are_wild": switches.twins_are_wild,
    }
    return [name for name, on in every.items() if on]


def digest(lines: list[str]) -> str:
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:8]


def moments(noted: dict[str, Any]) -> Iterator[list[str]]:
    """What is told in a position, and after each of the answers that were noted with it."""
    game = read_position(noted["position"])
    yield [*told(game), json.dumps(write_position(game))]
    for number, answer in enumerate(noted["answers"]):
        yield [*told(game, game.choose(read_answer(answer, f"answers[{number}]")))]


def moments_of_game(name: str) -> Iterator[list[str]]:
    """What happens in a golden game, and what is told from time to time."""
    record = read_record((FOLDER / f"{name}.json").read_text(encoding="utf-8"))
    lines: list[str] = []
    for number, (_, _, events, game) in enumerate(steps(record)):
        lines += [*plain(events), asked(game.decision())]
        if number % BETWEEN == 0 or game.over:
            yield [*lines, *told(game)]
            lines = []


@cache
def noted() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(FILE.read_text(encoding="utf-8"))
    return found


def compare(found: Iterator[list[str]], before: list[str]) -> None:
    for number, (lines, one_before) in enumerate(zip(found, before, strict=True)):
        assert digest(lines) == one_before, f"at moment {number}:\n" + "\n".join(lines)


@pytest.mark.parametrize("number", range(POSITIONS))
def test_the_window_is_told_the_same(number: int) -> None:
    """R-TURN-3, R-SCORE-1: legal hexes and options, numbers due, pieces, rows of gold with their hexes, and
    the reason for all that cannot be done."""
    position = noted()["positions"][number]
    compare(moments(position), position["told"])


@pytest.mark.parametrize("name", sorted(GAMES))
def test_the_window_is_told_the_same_in_a_whole_game(name: str) -> None:
    """R-TURN-3, R-SCORE-1: from the first answer to the end."""
    compare(moments_of_game(name), noted()["games"][name])


@pytest.mark.parametrize("name", BOXES)
def test_a_box_brings_the_same(name: str) -> None:
    """R-COMP-1: land, cards, tiles and all that is said of them."""
    compare(iter([[*brought(BOXES[name])]]), noted()["boxes"][name])


def test_a_tile_moves_what_has_somewhere_to_go() -> None:
    """R-MOVE-1: what may be lifted, and whether there is any, is worked out in short for each tile; one by
    one the settlements say the same."""
    seen: Counter[tuple[str, bool]] = Counter()
    for position in noted()["positions"]:
        game = read_position(position["position"])
        player, waivers = game.player, game.table.hooks.waiver
        if game.over or any(waiver.available(game, player) for waiver in waivers):
            continue
        for name, action in ACTIONS.items():
            if not isinstance(action, MoveAction) or name == "cave":  # which asks where it may begin
                continue
            if game.terrain is None and action.uses_terrain:
                continue
            lone = [h for h in hexes_of(game.settlements[player]) if action.destinations(game, player, h)]
            assert action.origins(game, player) == sum(1 << number for number in lone), f"{name}\n{game}"
            assert action.usable(game, player) == bool(lone), f"{name}\n{game}"
            seen[name, bool(lone)] += 1
    assert {usable for _, usable in seen} == {True, False}
    assert len({name for name, _ in seen}) > 5


def test_a_silo_moves_what_has_somewhere_to_go() -> None:
    """X-SILO-5: also when some were moved before, which are not moved again."""
    for position in noted()["positions"]:
        game = read_position(position["position"])
        for player, settlements in enumerate(game.settlements):
            for moved in (0, settlements & -settlements, settlements & settlements >> 1, settlements):
                lone = [h for h in hexes_of(settlements & ~moved) if silo_destinations(game, player, h)]
                assert silo_origins(game, player, moved) == sum(1 << number for number in lone), game


def to_the_corner(rng: Random, position: dict[str, Any]) -> None:
    """Move a settlement to the first hex, if none stands there."""
    seats = [seat for seat in position["players"] if seat["settlements"]]
    if seats and all(CORNER not in seat["settlements"] for seat in seats):
        settlements = rng.choice(seats)["settlements"]
        settlements[rng.randrange(len(settlements))] = CORNER


def made_up(rng: Random) -> dict[str, Any]:
    """A position, some answers, and what is told."""
    while True:
        position = {**state(random_position(rng)), "loose": True}
        if rng.random() < 0.6:
            to_the_corner(rng, position)
        try:
            game = read_position(position)
            break
        except BadSetup:  # nothing can stand in the corner of this one
            continue
    found: dict[str, Any] = {"position": position, "answers": []}
    for _ in range(ANSWERS):
        if not game.over:
            answer = random_answer(rng, game.decision(), busy=0.9)
            found["answers"].append(write_answer(answer))
            game.choose(answer)
    return {**found, "told": [digest(lines) for lines in moments(found)]}


def make() -> None:
    """Note positions, answers and what is told."""
    rng = Random(11)
    lines = [json.dumps(made_up(rng), separators=(",", ":")) for _ in range(POSITIONS)]
    games = {name: [digest(lines) for lines in moments_of_game(name)] for name in sorted(GAMES)}
    boxes = {name: [digest([*brought(box)])] for name, box in BOXES.items()}
    text = ",\n".join(lines)
    parts = f'"boxes":{json.dumps(boxes)},\n"games":{json.dumps(games)},\n"positions":[\n{text}\n]'
    FILE.write_text(f"{{{parts}}}\n", encoding="utf-8")


if __name__ == "__main__":
    make()
