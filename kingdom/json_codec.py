"""Reads JSON data into dataclasses and named tuples, and writes them, following their type annotations.

Unknown keys, missing keys and values of the wrong type raise ValidationError with their path. Annotations
specify what the type alone cannot express: `Annotated[int, int_reader(0, 9)]` adds a reader, and
`Annotated[str, Key("say")]` stores the value under a different key. A class checks the consistency of its
fields in `__post_init__`, where it raises ValidationError("problem") or ValidationError(".key: problem")."""

from __future__ import annotations

import contextlib
import dataclasses
import logging
import types
from collections.abc import Callable, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple, TypeVar, Union, get_args, get_origin, get_type_hints

from kingdom.files import error_message, parse_json, read_text
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import ValidationError
from kingdom.rules.json_values import (
    identity,
    read_answer,
    read_bool,
    read_dict,
    read_list,
    read_name,
    write_answer,
)

log = logging.getLogger(__name__)

T = TypeVar("T")
MAX_JSON_INT = 2**53
"""Larger whole numbers are rejected because not every JSON reader preserves them exactly."""
Reader = Callable[[Any, str], Any]
Writer = Callable[[Any], Any]


class Key(NamedTuple):
    """The key of a field in the file, if it differs from the field's name."""

    name: str


class Codec(NamedTuple):
    """Reads and writes the values of one type."""

    read: Reader
    write: Writer = identity


JsonAnswer = Annotated[Answer, Codec(read_answer, write_answer)]


def from_json(cls: type[T], value: Any, path: str = "") -> T:
    """Reads an instance of a class. `path` is its location in the file, or empty for the whole file."""
    result: T = _codec_for(cls).read(value, path)  # type: ignore[arg-type]
    return result


def to_json(value: Any) -> Any:
    """Returns a dataclass or named tuple as JSON data."""
    return _codec_for(type(value)).write(value)  # type: ignore[arg-type]


def check_format(data: Any, expected: str) -> None:
    """Raises ValidationError unless the object names the expected format."""
    found = data.get("format") if isinstance(data, dict) else None
    if found != expected:
        raise ValidationError(f"format: {found!r} is not {expected!r}")


def from_json_file(cls: type[T], data: Any, file_format: str) -> T:
    """Reads the content of a whole file. The key `format` must name the expected format."""
    check_format(data, file_format)
    return from_json(cls, {key: value for key, value in data.items() if key != "format"})


def load_json_folder(folder: Path, parse: Callable[[str, Any], T]) -> tuple[dict[str, T], dict[str, str]]:
    """Reads all JSON files of a folder with `parse(stem, data)`. Returns the results by the stem of the file
    name, and the errors of unusable files by file name."""
    results: dict[str, T] = {}
    errors: dict[str, str] = {}
    for path in sorted(folder.glob("*.json")):
        try:
            results[path.stem] = parse(path.stem, parse_json(read_text(path)))
        except Exception as error:  # an unusable file must not hide the others
            errors[path.name] = error_message(error)
            is_expected = isinstance(error, ValueError | OSError)
            log.warning("%s: %s", path, errors[path.name], exc_info=not is_expected)
    return results, errors


def from_json_leniently(cls: type[T], data: dict[str, Any]) -> T:
    """Reads a dataclass whose fields all have defaults. Unknown keys are ignored, and a value that is invalid
    keeps its default."""
    values = {}
    for name, key, codec in _json_fields(cls):  # type: ignore[arg-type]
        with contextlib.suppress(KeyError, ValidationError):
            values[name] = codec.read(data[key], key)
    return cls(**values)


def name_reader(known_names: Iterable[str], kind: str) -> Reader:
    """Returns a reader for one of the known names."""
    return lambda value, path: read_name(value, path, known_names, kind)


def read_str(value: Any, path: str) -> str:
    if not isinstance(value, str):
        raise ValidationError(f"{path}: expected text, not {value!r}")
    return value


def read_int(value: Any, path: str) -> int:
    """Reads a whole number."""
    if type(value) is not int or abs(value) > MAX_JSON_INT:
        raise ValidationError(f"{path}: expected a whole number, not {value!r}")
    return value


def read_word(value: Any, path: str) -> str:
    """Reads a non-empty string."""
    if not read_str(value, path):
        raise ValidationError(f"{path}: expected text, not {value!r}")
    return str(value)


def float_reader(low: float, high: float) -> Reader:
    """Returns a reader for numbers in a range."""

    def read(value: Any, path: str) -> float:
        if type(value) not in (int, float) or not low <= value <= high:
            raise ValidationError(f"{path}: expected a number from {low:g} to {high:g}, not {value!r}")
        return float(value)

    return read


def _read_null(value: Any, path: str) -> None:
    if value is not None:
        raise ValidationError(f"{path}: expected null, not {value!r}")


_SIMPLE_CODECS: dict[Any, Codec] = {
    str: Codec(read_str),
    int: Codec(read_int),
    float: Codec(float_reader(-MAX_JSON_INT, MAX_JSON_INT)),
    bool: Codec(read_bool),
    type(None): Codec(_read_null),
    Any: Codec(lambda value, path: value),
}


@cache
def _codec_for(hint: Any) -> Codec:
    """Returns the codec for a type annotation."""
    origin, args = get_origin(hint), get_args(hint)
    if hint in _SIMPLE_CODECS:
        return _SIMPLE_CODECS[hint]
    if origin is Annotated:
        readers = [Codec(item, _codec_for(args[0]).write) for item in args[1:] if callable(item)]
        return next((item for item in (*args[1:], *readers) if isinstance(item, Codec)), _codec_for(args[0]))
    if origin in (Union, types.UnionType):
        return _union_codec(args)
    if origin is list or (origin is tuple and args[1:] == (...,)):
        return _list_codec(origin, _codec_for(args[0]))
    if origin is tuple:
        return _tuple_codec(tuple, [_codec_for(arg) for arg in args])
    if origin in (dict, Mapping):
        return _dict_codec(_codec_for(args[1]))
    if dataclasses.is_dataclass(hint):
        return _dataclass_codec(hint)
    if hasattr(hint, "_fields"):
        hints = get_type_hints(hint, include_extras=True)
        return _tuple_codec(hint._make, [_codec_for(hints[name]) for name in hint._fields])
    raise TypeError(f"no JSON codec for {hint}")


def _union_codec(members: tuple[Any, ...]) -> Codec:
    """Returns a codec that selects the member by the type of the value. The first member handles all types
    that match no other member."""
    codecs = {_json_type(member): _codec_for(member) for member in members}
    first = _codec_for(members[0])
    return Codec(
        lambda value, path: codecs.get(type(value), first).read(value, path),
        lambda value: codecs.get(type(value), first).write(value),
    )


def _json_type(hint: Any) -> Any:
    """Returns the type of the JSON data for a type annotation."""
    if get_origin(hint) is Annotated:
        return _json_type(get_args(hint)[0])
    origin = get_origin(hint) or hint
    if origin in _SIMPLE_CODECS:
        return origin
    return list if origin in (list, tuple) or hasattr(origin, "_fields") else dict


def _list_codec(container: type, item: Codec) -> Codec:
    return Codec(
        lambda value, path: container(
            item.read(entry, f"{path}[{index}]") for index, entry in enumerate(read_list(value, path))
        ),
        lambda value: [item.write(entry) for entry in value],
    )


def _tuple_codec(make: Callable[[Iterable[Any]], Any], items: list[Codec]) -> Codec:
    def read(value: Any, path: str) -> Any:
        if len(read_list(value, path)) != len(items):
            raise ValidationError(f"{path}: expected {len(items)} values, not {value!r}")
        return make(item.read(value[index], f"{path}[{index}]") for index, item in enumerate(items))

    return Codec(read, lambda value: [item.write(entry) for item, entry in zip(items, value, strict=True)])


def _dict_codec(item: Codec) -> Codec:
    def read(value: Any, path: str) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise ValidationError(f"{path}: expected an object, not {value!r}")
        return {key: item.read(entry, f"{path}.{key}") for key, entry in value.items()}

    return Codec(read, lambda value: {key: item.write(entry) for key, entry in value.items()})


def _dataclass_codec(cls: Any) -> Codec:
    fields = _json_fields(cls)
    required = {
        field.name
        for field in dataclasses.fields(cls)
        if field.default is dataclasses.MISSING and field.default_factory is dataclasses.MISSING
    }

    def read(value: Any, path: str) -> Any:
        data = read_dict(value, path or "file", (field.key for field in fields))
        prefix = f"{path}." if path else ""
        arguments = {}
        for name, key, codec in fields:
            if key in data:
                arguments[name] = codec.read(data[key], prefix + key)
            elif name in required:
                raise ValidationError(f"{prefix}{key}: missing")
        try:
            return cls(**arguments)
        except ValidationError as error:
            separator = "" if str(error).startswith(".") else ": "
            raise ValidationError(f"{path}{separator}{error}".lstrip(".: ")) from None

    return Codec(read, lambda value: {key: codec.write(getattr(value, name)) for name, key, codec in fields})


class _JsonField(NamedTuple):
    name: str
    key: str
    codec: Codec


@cache
def _json_fields(cls: Any) -> tuple[_JsonField, ...]:
    """Returns the fields of a dataclass, with their keys and codecs."""
    hints = get_type_hints(cls, include_extras=True)
    keys = {
        name: next((item.name for item in get_args(hint) if isinstance(item, Key)), name)
        for name, hint in hints.items()
    }
    return tuple(
        _JsonField(field.name, keys[field.name], _codec_for(hints[field.name]))
        for field in dataclasses.fields(cls)
    )
