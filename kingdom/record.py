"""Reads, writes and replays recorded games as JSON in the format `kingdom-record/1`. A record contains the
setup, the seats, the answers and, once the game is over, its result.

A record is replayed through the rules answer by answer. It stores nothing that can be derived, with two
exceptions: the result, which makes it possible to verify a replay, and a checksum, which reveals damage.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Annotated, Any

from kingdom.files import sanitize_line
from kingdom.json_codec import Codec
from kingdom.position import parse_json_strict, write_position
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import IllegalAnswer, ValidationError
from kingdom.rules.events import Event
from kingdom.rules.game import Game
from kingdom.rules.json_values import (
    int_reader,
    read_answer,
    read_bool,
    read_dict,
    read_grid,
    read_list,
    read_name,
    read_names,
    write_answer,
    write_grid,
)
from kingdom.rules.registry import EXPANSIONS, SCORING_CARDS, TASK_CARDS, VARIANTS
from kingdom.rules.scoring import total_gold, winners
from kingdom.rules.setup import (
    DEAL_MIXED,
    DEAL_MODES,
    MAX_PLAYERS,
    MIN_PLAYERS,
    GameSetup,
    Redeal,
    new_game,
    replay_answer,
)

FORMAT = "kingdom-record/1"
MAX_PLAYER_NAME_LENGTH = 24
MAX_STORED_NAME_LENGTH = 80

_RECORD_KEYS = (
    "format", "game", "name", "date", "setup", "seats", "changed", "answers", "result", "from", "check"
)  # fmt: skip
SETUP_KEYS = (
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
    "redeals",
)
MAX_REDEALS = 100
_DATE = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ")
_RESULT_KEYS = ("gold", "winners", "position")


@dataclass(frozen=True)
class BranchPoint:
    """The game that another game branched from, and how many answers they share."""

    game_id: str
    answer_count: int


@dataclass
class Record:
    """A recorded game."""

    setup: GameSetup
    seats: list[dict[str, Any]] = field(default_factory=list)
    """The players by seat. This is for information only and does not affect the rules."""
    answers: list[Answer] = field(default_factory=list)
    result: dict[str, Any] | None = None
    branched_from: BranchPoint | None = None
    """The game that this one branched from, if any."""
    game_id: str = ""
    """ID of the game, shared by all its files. Assigned when the game is first saved."""
    name: str = ""
    """Name given by the player."""
    date: str = ""
    """Time of the last saved answer, in UTC: `2026-11-16T20:15:07Z`."""
    seats_changed: bool = False
    """True if someone changed the seats during the game. Such a game counts for no rating, achievement or
    daily result."""


def position_hash(game: Game) -> str:
    """Returns a hash of a position. Equal games have equal hashes on every machine."""
    text = json.dumps(write_position(game), sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()


def make_result(game: Game) -> dict[str, Any]:
    """Returns the result of a finished game in the form stored in a record."""
    gold = [total_gold(game, player) for player in range(game.config.player_count)]
    return {"gold": gold, "winners": list(winners(game)), "position": position_hash(game)}


OnProgress = Callable[[float], object]
"""Receives the progress of long work, from 0 to 1. May raise an exception to cancel the work."""


def ignore_progress(progress: float) -> None:
    """Default for work whose progress is not shown."""


def replay_steps(
    record: Record, game: Game, on_progress: OnProgress = ignore_progress
) -> Iterator[tuple[Answer, int, tuple[Event, ...]]]:
    """Plays all answers in `game`, a new game with the record's setup. After each answer, yields it with the
    player who gave it and its events. Raises ValidationError if an answer is illegal, with its index, or if
    the record has a result but the game is not over."""
    for i, answer in enumerate(record.answers):
        on_progress(i / len(record.answers))
        player = game.decision().player
        try:
            events = replay_answer(game, record.setup, i, answer)
        except IllegalAnswer as error:
            raise ValidationError(f"answers[{i}]: {write_answer(answer)!r} is not legal: {error}") from error
        yield answer, player, events
    if record.result is not None and not game.over:
        raise ValidationError("result: the game is not over after all answers")


def replay(record: Record, check: bool = False) -> Game:
    """Returns the game after all answers. With `check`, verifies the result stored in the record."""
    game = new_game(record.setup)
    for _ in replay_steps(record, game):
        pass
    if check:
        if record.result is None:
            raise ValidationError("result: the record has none to check")
        for key, value in make_result(game).items():
            if record.result.get(key) != value:
                raise ValidationError(
                    f"result.{key}: {record.result.get(key)!r} in the record, but the answers lead to "
                    f"{value!r}"
                )
    return game


# --- JSON


def write_setup(setup: GameSetup) -> dict[str, Any]:
    """Returns a setup as JSON data. Choices that are left to chance are omitted."""
    data: dict[str, Any] = {
        "players": setup.player_count,
        "boxes": list(setup.expansions),
        "seed": setup.seed,
    }
    for key, value in (
        ("sections", setup.sections),
        ("cards", setup.scoring_cards),
        ("tasks", setup.task_cards),
    ):
        if value is not None:
            data[key] = list(value)
    if setup.grid is not None:
        data |= write_grid(setup.grid)
        if setup.source_names:
            data["made_of"] = list(setup.source_names)
    if setup.start_player is not None:
        data["start"] = setup.start_player
    if setup.variants:
        data["variants"] = list(setup.variants)
    if setup.deal_mode != DEAL_MIXED:
        data["deal"] = setup.deal_mode
    if setup.expansion_choices:
        data["chosen"] = dict(setup.expansion_choices)
    if setup.redeals:
        data["redeals"] = [
            {"answers": redeal.answer_count, "seed": redeal.seed, "seat": redeal.viewer}
            for redeal in setup.redeals
        ]
    return data


def read_setup(data: Any) -> GameSetup:
    """Reads a setup from JSON data, strictly."""
    data = read_dict(data, "setup", SETUP_KEYS)
    grid = None
    if data.get("grid") is not None:
        grid = read_grid(data["grid"], data.get("locations", {}), "setup")

    def read_optional_names(key: str, known: Any, kind: str) -> tuple[str, ...] | None:
        return None if data.get(key) is None else read_names(data[key], f"setup.{key}", known, kind)

    sections = (
        None
        if data.get("sections") is None
        else tuple(str(name) for name in read_list(data["sections"], "setup.sections"))
    )
    player_count = int_reader(MIN_PLAYERS, MAX_PLAYERS)(data.get("players", 2), "setup.players")
    return GameSetup(
        player_count=player_count,
        expansions=read_optional_names("boxes", EXPANSIONS, "box") or ("base",),
        seed=int_reader(0, 2**63)(data.get("seed", 1), "setup.seed"),
        sections=sections,
        grid=grid,
        source_names=tuple(
            _read_line(name, "setup.made_of") for name in read_list(data.get("made_of", []), "setup.made_of")
        ),
        scoring_cards=read_optional_names("cards", SCORING_CARDS, "card"),
        task_cards=read_optional_names("tasks", TASK_CARDS, "task"),
        start_player=None
        if data.get("start") is None
        else int_reader(0, player_count - 1)(data["start"], "setup.start"),
        variants=read_optional_names("variants", VARIANTS, "variant") or (),
        deal_mode=read_name(data.get("deal", DEAL_MIXED), "setup.deal", DEAL_MODES, "way of dealing"),
        expansion_choices=read_dict(
            data.get("chosen", {}),
            "setup.chosen",
            [state_field.name for expansion in EXPANSIONS.values() for state_field in expansion.state_fields],
        ),
        redeals=_read_redeals(data.get("redeals", []), player_count),
    )


JsonSetup = Annotated[GameSetup, Codec(lambda value, path: read_setup(value), write_setup)]
"""The type of a setup in dataclasses that are stored as JSON."""


def _read_redeals(data: Any, player_count: int) -> tuple[Redeal, ...]:
    entries, redeals, last_answer_count = read_list(data, "setup.redeals"), list[Redeal](), 0
    if len(entries) > MAX_REDEALS:
        raise ValidationError(f"setup.redeals: {len(entries)} is more than the limit of {MAX_REDEALS}")
    for i, entry in enumerate(entries):
        path = f"setup.redeals[{i}]"
        entry = read_dict(entry, path, ("answers", "seed", "seat"))
        last_answer_count = int_reader(last_answer_count, 2**31)(entry.get("answers"), f"{path}.answers")
        seed, seat = int_reader(0, 2**63)(entry.get("seed"), f"{path}.seed"), entry.get("seat")
        if seat is not None:
            seat = int_reader(0, player_count - 1)(seat, f"{path}.seat")
        redeals.append(Redeal(last_answer_count, seed, seat))
    return tuple(redeals)


def write_record(record: Record) -> str:
    """Returns a record as text. Several answers are written on each line, so that files are easy to read and
    compare."""
    data: dict[str, Any] = {"format": FORMAT}
    if record.game_id:
        data["game"] = record.game_id
    if record.name:
        data["name"] = record.name
    if record.date:
        data["date"] = record.date
    data |= {"setup": write_setup(record.setup), "seats": record.seats, "result": record.result}
    if record.seats_changed:
        data["changed"] = True
    if record.branched_from is not None:
        data["from"] = {"game": record.branched_from.game_id, "answers": record.branched_from.answer_count}
    answer_data = [write_answer(answer) for answer in record.answers]
    data["check"] = checksum({**data, "answers": answer_data})
    answer_texts = [json.dumps(answer) for answer in answer_data]
    lines = ",\n  ".join(
        ", ".join(answer_texts[start : start + 12]) for start in range(0, len(answer_texts), 12)
    )
    text = json.dumps(data, indent=1)
    return f'{text[:-2]},\n "answers": [\n  {lines}\n ]\n}}\n'


def checksum(data: dict[str, Any]) -> str:
    """Returns a checksum of everything a record contains."""
    content = {key: value for key, value in data.items() if key != "check"}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read_record(text: str) -> Record:
    """Parses a record strictly. The legality of its answers is checked only when they are replayed."""
    data = parse_json_strict(text)
    format_name = data.get("format") if isinstance(data, dict) else None
    if format_name != FORMAT:  # Checked first, because a newer version may have different keys.
        is_other_version = is_same_format(format_name, FORMAT)
        raise ValidationError(
            f"format: {format_name!r} is not {FORMAT!r}"
            + ("; it was written by another version of Kingdom" if is_other_version else "")
        )
    data = read_dict(data, "record", _RECORD_KEYS)
    if "check" in data and data["check"] != checksum(data):
        raise ValidationError(
            "check: the file was damaged or changed after it was written; remove this line to read it anyway"
        )
    if "setup" not in data:
        raise ValidationError("setup: missing")
    seats = read_list(data.get("seats", []), "seats")
    if not all(isinstance(seat, dict) for seat in seats):
        raise ValidationError("seats: expected objects")
    answers = [
        read_answer(answer, f"answers[{n}]")
        for n, answer in enumerate(read_list(data.get("answers", []), "answers"))
    ]
    result, setup = data.get("result"), read_setup(data["setup"])
    branch_point = _read_branch_point(data.get("from"), len(answers))
    if setup.secret_viewers(branch_point.answer_count if branch_point else 0):
        raise ValidationError("setup.redeals: none can come after the answers shared with another game")
    return Record(
        setup,
        seats,
        answers,
        None if result is None else read_dict(result, "result", _RESULT_KEYS),
        branch_point,
        _read_line(data.get("game", ""), "game"),
        _read_line(data.get("name", ""), "name"),
        _read_date(data.get("date", "")),
        read_bool(data.get("changed", False), "changed"),
    )


def _read_branch_point(data: Any, answer_count: int) -> BranchPoint | None:
    if data is None:
        return None
    data = read_dict(data, "from", ("game", "answers"))
    if not isinstance(data.get("game"), str):
        raise ValidationError(f"from.game: expected text, not {data.get('game')!r}")
    return BranchPoint(data["game"], int_reader(0, answer_count)(data.get("answers"), "from.answers"))


def _read_line(value: Any, path: str) -> str:
    if not isinstance(value, str):
        raise ValidationError(f"{path}: expected text, not {value!r}")
    return sanitize_line(value, MAX_STORED_NAME_LENGTH)


def _read_date(value: Any) -> str:
    if not isinstance(value, str) or (value and not _DATE.fullmatch(value)):
        raise ValidationError(f"date: expected a time such as 2026-11-16T20:15:07Z, not {value!r}")
    return value


# --- Formats


def is_same_format(value: object, format_name: str) -> bool:
    """Returns True if a file's format value names the same format, in any version. For example,
    `kingdom-record/1` and `kingdom-record/2` are the same format."""
    return isinstance(value, str) and value.partition("/")[0] == format_name.partition("/")[0]
