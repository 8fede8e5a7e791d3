"""Compares the catalogs of a language with the English ones (`kingdom texts --check`), and reads the notes
for translators."""

from __future__ import annotations

import json
import string
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from itertools import pairwise
from typing import Any, NamedTuple

from kingdom.text.plurals import (
    CATEGORIES,
    OTHER,
    counts_in_category,
    key_without_category,
    needed_categories,
)
from kingdom.text.translator import CATALOG_FILES, FALLBACK_LANGUAGE

MISSING, UNUSED, OVERLONG, MISMATCHED, MALFORMED = "missing", "unused", "overlong", "mismatched", "malformed"
SOFT_HYPHEN = "\xad"

Catalog = dict[str, str]


class TextProblem(NamedTuple):
    """A problem with one string."""

    kind: str
    key: str
    detail: str

    def __str__(self) -> str:
        return f"{self.kind} {self.key}: {self.detail}"


@dataclass
class LanguageReport:
    """The result of a check of all catalogs of a language."""

    language: str
    needed: int
    """Number of strings that the language needs, counting every plural form."""
    problems: list[TextProblem] = field(default_factory=list)
    same_as_english: list[str] = field(default_factory=list)
    """Keys of strings that may still need to be translated."""

    @property
    def present(self) -> int:
        return self.needed - self.counts[MISSING]

    @property
    def counts(self) -> Counter[str]:
        """The number of problems of each kind."""
        return Counter(problem.kind for problem in self.problems)

    @property
    def percent(self) -> int:
        """Percentage of strings that exist, rounded down."""
        return 100 * self.present // self.needed


@dataclass(frozen=True)
class TextNote:
    """A note for translators about the strings whose keys match a pattern, such as `card.*.short`."""

    pattern: str
    note: str
    max_chars: tuple[int, ...]
    """Maximum length of each line, or of the whole text if there is only one number. Empty if the length is
    not limited."""


class Notes(NamedTuple):
    """The content of `notes.json`."""

    placeholders: Mapping[str, str]
    """Default descriptions of the placeholders. A string's note can override them."""
    texts: tuple[TextNote, ...]

    def for_key(self, key: str) -> list[TextNote]:
        """Returns all notes about a key, most specific first."""
        notes = [note for note in self.texts if fnmatchcase(key, note.pattern)]
        return sorted(notes, key=lambda note: len(note.pattern), reverse=True)

    def max_chars(self, key: str) -> tuple[int, ...]:
        """Returns the limits of the most specific note that has any."""
        return next((note.max_chars for note in self.for_key(key) if note.max_chars), ())


@cache
def load_notes() -> Notes:
    """Returns the notes for translators."""
    data = json.loads(files("kingdom.text").joinpath("notes.json").read_text(encoding="utf-8"))
    return Notes(
        data["placeholders"],
        tuple(
            TextNote(key, entry["note"], _max_chars(entry.get("max"))) for key, entry in data["texts"].items()
        ),
    )


def _max_chars(value: int | list[int] | None) -> tuple[int, ...]:
    return () if value is None else tuple(value) if isinstance(value, list) else (value,)


def languages_with_catalogs(root: Traversable | None = None) -> list[str]:
    """Returns the languages that have a folder with catalogs, English first. Some may not be finished."""
    root = root or files("kingdom.text")
    found = [
        folder.name
        for folder in root.iterdir()
        if folder.is_dir() and any(folder.joinpath(f"{name}.json").is_file() for name in CATALOG_FILES)
    ]
    return sorted(found, key=lambda language: (language != FALLBACK_LANGUAGE, language))


def check_language(language: str, root: Traversable | None = None) -> LanguageReport:
    """Compares all strings of a language with the English ones."""
    root = root or files("kingdom.text")
    report = LanguageReport(language, 0)
    for name in CATALOG_FILES:
        report.problems += _check_file(root, language, name)
        catalog, english = (_read_catalog(root, code, name) for code in (language, FALLBACK_LANGUAGE))
        _compare(report, catalog, english)
    return report


def placeholders(text: str) -> set[str]:
    """Returns the names of the placeholders in a text. Raises ValueError if a brace is not closed."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def too_long(key: str, text: str) -> Iterator[str]:
    """Yields a message for each part of a string that exceeds the limit in the notes."""
    limits = load_notes().max_chars(key)
    parts = text.split("\n") if len(limits) > 1 else [text]
    for part, limit in zip(parts, limits, strict=False):
        length = len(part.replace(SOFT_HYPHEN, ""))
        if length > limit:
            yield f"{length} characters, at most {limit} fit"


def _read_catalog(root: Traversable, language: str, name: str) -> Catalog:
    try:
        return dict(_read_pairs(root, language, name))
    except (OSError, ValueError):
        return {}


class _Pairs(list[tuple[str, Any]]):
    """The keys and values of a JSON object, including keys that occur twice."""


def _read_pairs(root: Traversable, language: str, name: str) -> list[tuple[str, str]]:
    text = root.joinpath(language, f"{name}.json").read_text(encoding="utf-8")
    pairs = json.loads(text, object_pairs_hook=_Pairs)
    if not isinstance(pairs, _Pairs) or not all(isinstance(value, str) for _, value in pairs):
        raise ValueError("it is not an object of keys and texts")
    return pairs


def _check_file(root: Traversable, language: str, name: str) -> Iterator[TextProblem]:
    """Finds problems that do not depend on the English strings."""
    try:
        pairs = _read_pairs(root, language, name)
    except FileNotFoundError:
        return
    except (OSError, ValueError) as error:
        yield TextProblem(MALFORMED, f"{name}.json", str(error))
        return
    keys = [key for key, _ in pairs]
    for key in sorted({key for key in keys if keys.count(key) > 1} if len(set(keys)) < len(keys) else ()):
        yield TextProblem(MALFORMED, key, "the key occurs twice")
    first_unsorted = next((key for before, key in pairwise(keys) if key < before), None)
    if first_unsorted is not None:
        yield TextProblem(MALFORMED, first_unsorted, "the keys are not sorted")
    for key, text in pairs:
        if not text.strip():
            yield TextProblem(MALFORMED, key, "the text is empty")
        elif text != text.strip() or "  " in text:
            yield TextProblem(MALFORMED, key, "superfluous spaces")
        if "'" in text:
            yield TextProblem(MALFORMED, key, "a straight apostrophe")


def _compare(report: LanguageReport, catalog: Catalog, english: Catalog) -> None:
    language = report.language
    forms = {base: _forms(base, catalog) for base in (key_without_category(key, catalog) for key in catalog)}
    english_forms = {
        base: _forms(base, english) for base in (key_without_category(key, english) for key in english)
    }
    for key, english_texts in english_forms.items():
        texts = forms.get(key, {})
        has_plurals = OTHER in english_texts or OTHER in texts
        needed = needed_categories(language) if has_plurals else ("",)
        report.needed += len(needed)
        for category in needed:
            if category not in texts:
                english_text = english_texts.get(
                    category, english_texts.get(OTHER, english_texts.get("", ""))
                )
                report.problems.append(TextProblem(MISSING, _form_key(key, category), english_text))
        if texts:
            if language != FALLBACK_LANGUAGE and texts == english_texts:
                report.same_as_english.append(key)
            report.problems += _check_placeholders(language, key, texts, english_texts)
    for key, texts in forms.items():
        if key not in english_forms:
            report.problems += [
                TextProblem(UNUSED, _form_key(key, category), text) for category, text in texts.items()
            ]
        elif "" in texts and len(texts) > 1:
            report.problems.append(TextProblem(UNUSED, key, "the text has plural forms, too"))
        for category, text in texts.items():
            report.problems += [
                TextProblem(OVERLONG, _form_key(key, category), detail) for detail in too_long(key, text)
            ]


def _check_placeholders(
    language: str, key: str, texts: Catalog, english_texts: Catalog
) -> Iterator[TextProblem]:
    try:
        found = {category: placeholders(text) for category, text in texts.items()}
    except ValueError as error:
        yield TextProblem(MISMATCHED, key, f"braces: {error}")
        return
    expected = set().union(*map(placeholders, english_texts.values()))
    for name in sorted(expected - set().union(*found.values())):
        yield TextProblem(MISMATCHED, key, f"{{{name}}} is missing")
    for category, names in found.items():
        for name in sorted(names - expected):
            yield TextProblem(MISMATCHED, _form_key(key, category), f"{{{name}}} has no value")
    if OTHER in english_texts and "count" in placeholders(english_texts[OTHER]):
        for category, names in found.items():
            if "count" not in names and len(counts_in_category(language, category) - {0, 1}) > 1:
                yield TextProblem(
                    MISMATCHED,
                    _form_key(key, category),
                    "{count} is missing; the form is used for several numbers",
                )


def _forms(key: str, catalog: Catalog) -> Catalog:
    """Returns the strings of a key by plural category. A string without plural forms has the category ""."""
    return {
        category: catalog[form_key]
        for category in ("", *CATEGORIES)
        if (form_key := _form_key(key, category)) in catalog and (not category or f"{key}_{OTHER}" in catalog)
    }


def _form_key(key: str, category: str) -> str:
    return f"{key}_{category}" if category else key
