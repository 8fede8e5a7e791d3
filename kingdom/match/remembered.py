"""The choices for a new game from one game to the next: read from the settings, and carried on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from kingdom.ai.styles import styles
from kingdom.files import cleaned, clipped
from kingdom.match.choices import (
    BOARDS,
    KINDS,
    NAMES,
    NEWCOMER,
    RANDOM,
    TASKS_FROM,
    Choices,
    SeatChoice,
    chosen_as,
    first_seats,
    in_order,
)
from kingdom.match.own_sections import is_own
from kingdom.match.seats import COLOURS, LONGEST_NAME, PERSON, Seat, is_bot
from kingdom.match.seeds import new_seed
from kingdom.rules.board import unturned
from kingdom.rules.registry import SECTIONS
from kingdom.rules.setup import FEWEST_PLAYERS, MOST_PLAYERS, Setup
from kingdom.studio.grow import read_wishes


def choices_for(last: dict[str, Any], name: str) -> Choices:
    """The choices of last time, or those of a first game, in which the person has this name; a new seed."""
    found = read_choices(last) if last else Choices(seats=first_seats(name or NAMES[0]))
    found.seed = new_seed()
    return found


def first_person(last: dict[str, Any]) -> str:
    """The name of the first person of last time; empty if there was none."""
    seats = read_choices(last).seats if last else []
    return next((seat.name for seat in seats if seat.kind == PERSON), "")


def renamed(last: dict[str, Any], name: str) -> dict[str, Any]:
    """The choices of last time with another name for the first person."""
    if not last:
        return last
    found = read_choices(last)
    person = next((seat for seat in found.seats if seat.kind == PERSON), None)
    if person is not None and name not in [seat.name for seat in found.seats]:
        person.name = name
    return found.written()


def read_choices(data: dict[str, Any]) -> Choices:
    """The choices of last time; what this program does not know any more is left to its default."""
    found = Choices()
    if not isinstance(data, dict) or set(data) - set(found.written()):
        return found
    try:
        seats = [
            SeatChoice(
                cleaned(str(seat["name"])[:LONGEST_NAME]),
                seat["colour"],
                seat["kind"],
                seat["style"] if seat.get("style", "") in styles() else "",
            )
            for seat in data.get("seats", [])
        ]
        colours = [seat.colour for seat in seats]
        if (
            FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS
            and set(colours) <= set(COLOURS)
            and len(set(colours)) == len(colours)
            and all(seat.kind in KINDS or is_bot(seat.kind) for seat in seats)
        ):
            found.seats = seats
        found.boxes = [name for name in in_order() if name in data.get("boxes", ()) or name == found.boxes[0]]
        found.variants = [name for name in data.get("variants", ()) if name in found.possible_variants()]
        found.board = data["board"] if data.get("board") in BOARDS else found.board
        found.level = clipped(data.get("level", ""))
        sections = [str(name) for name in data.get("sections", ())]
        names = {unturned(name) for name in sections}
        known = {name for name in names if is_own(name)} | set(found.possible_sections())
        if len(sections) == len(names) == len(found.sections) and names <= known:
            found.sections = sections
        found.stand_ins = {
            str(section): clipped(file)
            for section, file in dict(data.get("stand_ins", {})).items()
            if section in SECTIONS and is_own(str(file))
        }
        wishes = read_wishes(data.get("wishes", {}))
        found.wishes = wishes if wishes.known else found.wishes
        found.own_cards = data.get("own_cards") is True
        found.cards = [name for name in data.get("cards", ()) if name in found.possible_cards()]
        found.tasks_from = data["tasks_from"] if data.get("tasks_from") in TASKS_FROM else RANDOM
        found.tasks = [name for name in data.get("tasks", ()) if name in found.possible_tasks()]
        found.island = clipped(data["island"]) if found.may_have_island(data.get("island")) else ""
        found.every_box = data.get("every_box") is not False
        start = data.get("start")
        found.start = start if type(start) is int and 0 <= start < len(found.seats) else None
        if isinstance(data.get("seed"), int) and data["seed"] >= 0:
            found.seed = data["seed"]
    except (TypeError, KeyError, AttributeError, ValueError):
        return Choices()
    return found


def choices_after(setup: Setup, seats: Sequence[Seat], last: dict[str, Any] | None) -> Choices:
    """For another game after one: its seats, boxes and variants; the rest as it was chosen last; a new
    seed."""
    found = read_choices(last) if last else Choices()
    found.seats = [
        SeatChoice(seat.name, seat.colour, *(chosen_as(seat.kind) or (NEWCOMER, ""))) for seat in seats
    ]
    for box in in_order():
        if (box in setup.boxes) != (box in found.boxes):
            found.switch_box(box, box in setup.boxes)
    found.start = setup.start
    found.variants = [variant for variant in setup.variants if variant in found.possible_variants()]
    found.cards = [card for card in found.cards if card in found.possible_cards()]
    found.seed = new_seed()
    return found
