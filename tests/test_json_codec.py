"""Dataclasses are read from JSON strictly, and errors name the place and the problem."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Annotated, Any, NamedTuple

import pytest

from kingdom.json_codec import (
    JsonAnswer,
    Key,
    from_json,
    from_json_file,
    from_json_leniently,
    name_reader,
    to_json,
)
from kingdom.rules.errors import ValidationError
from kingdom.rules.hexes import HEX_AT
from kingdom.rules.json_values import int_reader


class Size(NamedTuple):
    rows: int
    columns: Annotated[int, int_reader(1, 9)]


@dataclass(frozen=True)
class Part:
    title: Annotated[str, Key("say")]
    size: Size | None = None


@dataclass(frozen=True)
class Whole:
    kind: Annotated[str, name_reader(("gold", "win"), "kind")]
    answers: tuple[JsonAnswer, ...] = ()
    parts: list[Part] = field(default_factory=list)
    gold: Mapping[str, int] = field(default_factory=dict)
    share: Annotated[float, Key("part")] = 0.5
    example: Part | str | None = None
    limits: tuple[int | None, int | None] = (None, None)
    more: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if self.kind == "win" and not self.answers:
            raise ValidationError("an answer is needed to win")


@dataclass
class Options:
    title: Annotated[str, Key("say")] = ""
    share: Annotated[float, Key("part")] = 0.5
    gold: dict[str, int] = field(default_factory=dict)
    count: Annotated[int, int_reader(1, 9)] = 9


DATA = {
    "kind": "win",
    "answers": ["end_turn", [3, 4], ["i", 1, 1]],
    "parts": [{"say": "hello", "size": [2, 3]}, {"say": "bye", "size": None}],
    "gold": {"knights": 4},
    "part": 0.25,
    "example": {"say": "look", "size": None},
    "limits": [None, 3],
    "more": {"x": [1, {"y": None}]},
}


def test_values_are_read_and_written_the_same() -> None:
    whole = from_json(Whole, DATA)
    assert whole.answers == ("end_turn", HEX_AT[3, 4], HEX_AT["i", 1, 1])
    assert whole.parts == [Part("hello", Size(2, 3)), Part("bye")]
    assert (whole.share, whole.limits, whole.example) == (0.25, (None, 3), Part("look"))
    assert to_json(whole) == DATA
    assert to_json(from_json(Whole, DATA | {"example": "other"}))["example"] == "other"
    assert list(to_json(whole)) == list(DATA), "keys are written in the order of the fields"


def test_missing_values_keep_their_defaults() -> None:
    assert from_json(Whole, {"kind": "gold"}) == Whole("gold")
    assert from_json(Whole, {"kind": "gold", "part": 1}).share == 1.0


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"kind": "lose"}, "kind: unknown kind 'lose'"),
        ({"colour": 1}, "file: unknown key 'colour'; known are answers, example"),
        ({"answers": [[99, 0]]}, r"answers\[0\]: \[99, 0\] is not a hex"),
        ({"answers": "end"}, "answers: expected a list, not 'end'"),
        ({"parts": [{"say": "a"}, {"size": [1, 1]}]}, r"parts\[1\]\.say: missing"),
        ({"parts": [{"say": 5}]}, r"parts\[0\]\.say: expected text, not 5"),
        ({"parts": [{"say": "a", "size": [1]}]}, r"parts\[0\]\.size: expected 2 values, not \[1\]"),
        (
            {"parts": [{"say": "a", "size": [1, 0]}]},
            r"parts\[0\]\.size\[1\]: expected a whole number from 1 to 9",
        ),
        ({"parts": [[]]}, r"parts\[0\]: expected an object, not \[\]"),
        ({"gold": {"knights": True}}, "gold.knights: expected a whole number, not True"),
        ({"gold": []}, r"gold: expected an object, not \[\]"),
        ({"part": "x"}, "part: expected a number from .*, not 'x'"),
        ({"part": False}, "part: expected a number from .*, not False"),
        ({"example": 4}, "example: expected an object, not 4"),
        ({"limits": [1.5, 2]}, r"limits\[0\]: expected a whole number, not 1.5"),
        ({"more": [1]}, "more: expected an object"),
        ({"answers": []}, "^an answer is needed to win"),
    ],
)
def test_errors_name_place_and_problem(changes: dict[str, Any], message: str) -> None:
    with pytest.raises(ValidationError, match=message):
        from_json(Whole, DATA | changes)


def test_errors_of_a_class_get_the_path_of_its_value() -> None:
    with pytest.raises(ValidationError, match=r"^games\[2\]: an answer is needed to win$"):
        from_json(Whole, {"kind": "win"}, "games[2]")


@pytest.mark.parametrize("data", [{"say": "a"}, {"format": "part/2", "say": "a"}, [], None, "part/1"])
def test_files_of_another_format_are_rejected(data: Any) -> None:
    with pytest.raises(ValidationError, match=r"format: .* is not 'part/1'"):
        from_json_file(Part, data, "part/1")
    assert from_json_file(Part, {"format": "part/1", "say": "a"}, "part/1") == Part("a")


@pytest.mark.parametrize("wrong", [None, 3, "x", [None], {"a": None}, [[]], 1e400, True])
def test_lenient_reading_keeps_every_valid_value(wrong: object) -> None:
    data = {"say": "a", "part": 0.25, "gold": {"knights": 1}, "kind": "win", "answers": ["end_turn"]}
    valid = from_json_leniently(Options, data | {"added_later": wrong})
    assert valid == Options("a", 0.25, {"knights": 1}, 9)
    for key in ("say", "part", "gold", "count"):
        read = to_json(from_json_leniently(Options, data | {key: wrong}))
        others = to_json(valid).keys() - {key}
        assert {name: read[name] for name in others} == {name: to_json(valid)[name] for name in others}
    assert from_json_leniently(Options, {"count": wrong}).count == (3 if wrong == 3 else 9)
