"""Games as text: `kingdom-record/1`, that is set-up, seats, answers and, once the game is over, its result.

A record is replayed through the rules answer by answer; it holds nothing that follows from something else but
the result, which is there to be checked, and a checksum, so that damage is told.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from kingdom.files import clipped, is_version_of
from kingdom.position import parse, read_answer, write_answer, write_position
from kingdom.rules.events import Event
from kingdom.rules.frames import Answer, IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.grid_values import read_grid, write_grid
from kingdom.rules.json_values import number_from, read_dict, read_list, read_word, read_words
from kingdom.rules.registry import BOXES, CARDS, TASKS, VARIANTS, BadSetup
from kingdom.rules.scoring import total, winners
from kingdom.rules.setup import DEALS, FEWEST_PLAYERS, MIXED, MOST_PLAYERS, Setup, new_game

FORMAT = "kingdom-record/1"
LONGEST_NAME = 80
"""Letters of a game's name."""

_KEYS = ("format", "game", "name", "date", "setup", "seats", "answers", "result", "from", "check")
_SETUP_KEYS = (
    "players",
    "boxes",
    "seed",
    "sections",
    "grid",
    "locations",
    "made_of",
    "cards",
    "tasks",
    "start",
    "variants",
    "deal",
    "chosen",
)
_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_RESULT_KEYS = ("gold", "winners", "position")


@dataclass(frozen=True)
class Origin:
    """Where a game came from: another one, and how many of its answers it begins with."""

    game: str
    answers: int


@dataclass
class Record:
    """One game as it was played."""

    setup: Setup
    seats: list[dict[str, Any]] = field(default_factory=list)
    """Who sat where; for people to read, without meaning for the rules."""
    answers: list[Answer] = field(default_factory=list)
    result: dict[str, Any] | None = None
    origin: Origin | None = None
    """The game that this one was taken from, if it was."""
    game: str = ""
    """Which game it is: the same in every file of it. Whoever keeps it first gives it one."""
    name: str = ""
    """What the player calls it."""
    date: str = ""
    """When its last answer was kept, in universal time: `2026-11-16T20:15:07Z`."""


def digest(game: Game) -> str:
    """A fingerprint of a position: equal games have equal ones on every machine."""
    text = json.dumps(write_position(game), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def result_of(game: Game) -> dict[str, Any]:
    """The result of a finished game as a record keeps it."""
    gold = [total(game, player) for player in range(game.table.players)]
    return {"gold": gold, "winners": list(winners(game)), "position": digest(game)}


def steps(record: Record) -> Iterator[tuple[Answer, int, tuple[Event, ...], Game]]:
    """Each answer with who gave it, what happened, and the game after it (always the same object, going on).
    An illegal answer names its number."""
    game = new_game(record.setup)
    for number, answer in enumerate(record.answers):
        player = game.decision().player
        try:
            happened = game.choose(answer)
        except IllegalAnswer as error:
            raise BadSetup(f"answers[{number}]: {write_answer(answer)!r} is not legal: {error}") from error
        yield answer, player, happened, game


def replay(record: Record, check: bool = False) -> Game:
    """The game after all answers; with check, the result in the record must be what comes out."""
    game = new_game(record.setup)
    for _, _, _, game in steps(record):  # noqa: B007  (the last one counts)
        pass
    if check:
        if record.result is None:
            raise BadSetup("result: the record has none to check")
        if not game.over:
            raise BadSetup("result: the game is not over after all answers")
        for key, value in result_of(game).items():
            if record.result.get(key) != value:
                raise BadSetup(
                    f"result.{key}: {record.result.get(key)!r} in the record, but the answers lead to "
                    f"{value!r}"
                )
    return game


# --- text form


def write_setup(setup: Setup) -> dict[str, Any]:
    """A set-up as JSON data; what is left to chance is left out."""
    data: dict[str, Any] = {"players": setup.players, "boxes": list(setup.boxes), "seed": setup.seed}
    for key, value in (("sections", setup.sections), ("cards", setup.cards), ("tasks", setup.tasks)):
        if value is not None:
            data[key] = list(value)
    if setup.grid is not None:
        data |= write_grid(setup.grid)
        if setup.made_of:
            data["made_of"] = list(setup.made_of)
    if setup.start is not None:
        data["start"] = setup.start
    if setup.variants:
        data["variants"] = list(setup.variants)
    if setup.deal != MIXED:
        data["deal"] = setup.deal
    if setup.chosen:
        data["chosen"] = dict(setup.chosen)
    return data


def read_setup(data: Any) -> Setup:
    """A set-up from JSON data, read strictly."""
    data = read_dict(data, "setup", _SETUP_KEYS)
    grid = None
    if data.get("grid") is not None:
        grid = read_grid(data["grid"], data.get("locations", {}), "setup")

    def words(key: str, known: Any, kind: str) -> tuple[str, ...] | None:
        return None if data.get(key) is None else read_words(data[key], f"setup.{key}", known, kind)

    sections = (
        None
        if data.get("sections") is None
        else tuple(str(name) for name in read_list(data["sections"], "setup.sections"))
    )
    players = number_from(FEWEST_PLAYERS, MOST_PLAYERS)(data.get("players", 2), "setup.players")
    return Setup(
        players=players,
        boxes=words("boxes", BOXES, "box") or ("base",),
        seed=number_from(0, 2**63)(data.get("seed", 1), "setup.seed"),
        sections=sections,
        grid=grid,
        made_of=tuple(
            _read_line(name, "setup.made_of") for name in read_list(data.get("made_of", []), "setup.made_of")
        ),
        cards=words("cards", CARDS, "card"),
        tasks=words("tasks", TASKS, "task"),
        start=None
        if data.get("start") is None
        else number_from(0, players - 1)(data["start"], "setup.start"),
        variants=words("variants", VARIANTS, "variant") or (),
        deal=read_word(data.get("deal", MIXED), "setup.deal", DEALS, "way of dealing"),
        chosen=read_dict(
            data.get("chosen", {}),
            "setup.chosen",
            [kept.name for box in BOXES.values() for kept in box.fields],
        ),
    )


def write_record(record: Record) -> str:
    """A record as text, a few answers a line, so that it can be read and compared."""
    head: dict[str, Any] = {"format": FORMAT}
    if record.game:
        head["game"] = record.game
    if record.name:
        head["name"] = record.name
    if record.date:
        head["date"] = record.date
    head |= {"setup": write_setup(record.setup), "seats": record.seats, "result": record.result}
    if record.origin is not None:
        head["from"] = {"game": record.origin.game, "answers": record.origin.answers}
    written = [write_answer(answer) for answer in record.answers]
    head["check"] = checksum({**head, "answers": written})
    answers = [json.dumps(answer) for answer in written]
    lines = ",\n  ".join(", ".join(answers[start : start + 12]) for start in range(0, len(answers), 12))
    text = json.dumps(head, indent=1)
    return f'{text[:-2]},\n "answers": [\n  {lines}\n ]\n}}\n'


def checksum(data: dict[str, Any]) -> str:
    """A fingerprint of all that a record says."""
    told = {key: value for key, value in data.items() if key != "check"}
    text = json.dumps(told, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_record(text: str) -> Record:
    """A record from text, read strictly; the answers are checked by replaying."""
    data = parse(text)
    form = data.get("format") if isinstance(data, dict) else None
    if form != FORMAT:  # looked at first: a newer version may have any keys
        newer = is_version_of(form, FORMAT)
        raise BadSetup(
            f"format: {form!r} is not {FORMAT!r}"
            + ("; it was written by another version of Kingdom" if newer else "")
        )
    data = read_dict(data, "record", _KEYS)
    if "check" in data and data["check"] != checksum(data):
        raise BadSetup(
            "check: the file was damaged or changed after it was written; without this line it is "
            "read as it is"
        )
    if "setup" not in data:
        raise BadSetup("setup: missing")
    seats = read_list(data.get("seats", []), "seats")
    if not all(isinstance(seat, dict) for seat in seats):
        raise BadSetup("seats: objects are needed")
    answers = [
        read_answer(answer, f"answers[{n}]")
        for n, answer in enumerate(read_list(data.get("answers", []), "answers"))
    ]
    result = data.get("result")
    return Record(
        read_setup(data["setup"]),
        seats,
        answers,
        None if result is None else read_dict(result, "result", _RESULT_KEYS),
        _read_origin(data.get("from"), len(answers)),
        _read_line(data.get("game", ""), "game"),
        _read_line(data.get("name", ""), "name"),
        _read_date(data.get("date", "")),
    )


def _read_origin(data: Any, answers: int) -> Origin | None:
    if data is None:
        return None
    data = read_dict(data, "from", ("game", "answers"))
    if not isinstance(data.get("game"), str):
        raise BadSetup(f"from.game: a text is needed, not {data.get('game')!r}")
    return Origin(data["game"], number_from(0, answers)(data.get("answers"), "from.answers"))


def _read_line(value: Any, place: str) -> str:
    if not isinstance(value, str):
        raise BadSetup(f"{place}: a text is needed, not {value!r}")
    return clipped(value, LONGEST_NAME)


def _read_date(value: Any) -> str:
    if not isinstance(value, str) or (value and not _DATE.fullmatch(value)):
        raise BadSetup(f"date: a time such as 2026-11-16T20:15:07Z is needed, not {value!r}")
    return value
