"""Loads translated text from flat JSON catalogs that map keys to strings. Also contains the Translator, which
looks up strings and fills in placeholders.

`README.md` in this folder lists the key groups and their placeholders.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from datetime import date, datetime
from functools import cache
from importlib.resources import files

from kingdom.text import numbers
from kingdom.text.plurals import CATEGORIES, OTHER, key_without_category, plural_category

LANGUAGES = {"en": "English", "fr": "français", "es": "español", "de": "Deutsch"}
"""The languages by code, each with its native name."""
FALLBACK_LANGUAGE = "en"
CATALOG_FILES = (
    "game", "ui", "lessons", "reference", "review", "studio", "chronicle", "achievements", "puzzles",
)  # fmt: skip

ACTION_KEY_GROUPS = ("tile", "action", "nomad", "bonus")
KEY_GROUPS_BY_PLACEHOLDER: Mapping[str, tuple[str, ...]] = {
    "action": ACTION_KEY_GROUPS,
    "tile": ("tile", "nomad", "bonus"),
    "why": ("card", "task", "score", *ACTION_KEY_GROUPS),
    "piece": ("piece",),
    "terrain": ("terrain",),
    "terrains": ("terrain",),
    "card": ("terrain",),
    "land": ("terrain", "landmark"),
    "variant": ("variant",),
}
"""The placeholders that stand for a game name, each with the key groups that are searched for the name's
translation."""
COUNT_PLACEHOLDERS = {"count", "all"}
"""The placeholders that stand for quantities. Large ones get separators between thousands."""
MIN_GROUPED_NUMBER = 1000
SPANISH_I_SOUND = re.compile(r"[ií]|h[ií](?![aeo])", re.IGNORECASE)
"""The beginning of a word before which "y" (and) becomes "e" in Spanish."""
NAME_KEY_GROUPS = (
    "action", "belonging", "bonus", "box", "card", "landmark", "marker", "nomad", "option", "piece", "score",
    "section", "task", "terrain", "tile", "variant",
)  # fmt: skip
"""The key groups that contain game names. An expansion may add names that no catalog contains."""


@cache
def load_catalog(language: str) -> Mapping[str, str]:
    """Returns all strings in a language. If a file is missing or damaged, its strings fall back to
    English."""
    texts: dict[str, str] = {}
    for name in CATALOG_FILES:
        try:
            text = files("kingdom.text").joinpath(language, f"{name}.json").read_text(encoding="utf-8")
            texts.update({key: str(value) for key, value in json.loads(text).items()})
        except (OSError, ValueError, AttributeError):
            continue
    return texts


def find_text(language: str, key: str, count: object = None) -> str | None:
    """Returns the unformatted text of a key in a language. If the text has plural forms, returns the form for
    this count, falling back to the "other" form."""
    catalog = load_catalog(language)
    forms = (key, f"{key}_{plural_category(language, count)}", f"{key}_{OTHER}")
    return next((catalog[form] for form in forms if form in catalog), None)


class Translator:
    """Looks up text in one language."""

    def __init__(self, language: str, board_kinds: Iterable[str] | None = None) -> None:
        self.language = language if language in LANGUAGES else FALLBACK_LANGUAGE
        self._board_kinds = None if board_kinds is None else frozenset(board_kinds)
        """The terrains and landmarks on the current board. None means that there is no board, and all kinds
        are included."""

    def for_board(self, board_kinds: Iterable[str]) -> Translator:
        """Returns a translator for a board with these kinds of hexes. Its rule text omits the kinds that are
        not on the board."""
        return Translator(self.language, board_kinds)

    def is_on_board(self, kind: str) -> bool:
        """Returns True if a kind of hex is on the board, or if there is no board."""
        return self._board_kinds is None or kind in self._board_kinds

    def has_text(self, key: str) -> bool:
        """Returns True if this key has a text in this language or in English."""
        return any(find_text(language, key) is not None for language in (self.language, FALLBACK_LANGUAGE))

    def keys_with_prefix(self, prefix: str) -> set[str]:
        """Returns the keys with this prefix that exist in this language, excluding the English fallback and
        without plural categories."""
        catalog = load_catalog(self.language)
        return {key_without_category(key, catalog) for key in catalog if key.startswith(prefix)}

    def raw_texts(self, key: str) -> list[str]:
        """Returns the unformatted text of a key in this language, or all of its plural forms. Does not fall
        back to English."""
        catalog = load_catalog(self.language)
        forms = (key, *(f"{key}_{category}" for category in CATEGORIES if f"{key}_{OTHER}" in catalog))
        return [catalog[form] for form in forms if form in catalog]

    def tr(self, key: str, **values: object) -> str:
        """Returns the text of a key with its placeholders filled in. `count` selects the plural form.

        Never fails. If the text is missing, falls back to the English text, then to a readable form of the
        game name, then to the key itself. A placeholder without a value is left unchanged.
        """
        for language in (self.language, FALLBACK_LANGUAGE):
            text = find_text(language, key, values.get("count"))
            if text is not None:
                break
        else:
            return self._untranslated(key)
        if "{" not in text and "}" not in text:
            return text
        for placeholder in COUNT_PLACEHOLDERS & values.keys():
            count = values[placeholder]
            if isinstance(count, int) and abs(count) >= MIN_GROUPED_NUMBER:
                values[placeholder] = self.format_number(count)
        try:
            return text.format_map(
                _KeepMissing({"here": _IfOnBoard(self), "also": _AlsoOnBoard(self), **values})
            )
        except (ValueError, LookupError, AttributeError, TypeError):
            return text

    def format_number(self, value: int) -> str:
        """Formats a whole number, such as `12,345`."""
        return numbers.format_number(self.language, value)

    def format_decimal(self, value: float, signed: bool = False) -> str:
        """Formats a number with one decimal place, such as `12.5`."""
        return numbers.format_number(self.language, value, decimals=1, signed=signed)

    def format_signed(self, value: int) -> str:
        """Formats a whole number with its sign, such as `+5`. Zero has none."""
        return numbers.format_number(self.language, value, signed=value != 0)

    def format_percent(self, fraction: float) -> str:
        """Formats a fraction as a percentage, such as `72%`."""
        return numbers.format_percent(self.language, round(100 * fraction))

    def format_date(self, moment: date | str) -> str:
        """Formats a date or a stored timestamp as a local date, such as `Nov 16, 2026`. Other text is
        returned unchanged."""
        day = _local_time(moment)
        if day is None:
            return str(moment)
        return self.tr("ui.date", day=day.day, month=self.tr(f"ui.date.month.{day.month}"), year=day.year)

    def format_long_date(self, day: date) -> str:
        """Formats a date with its weekday, such as `Monday, November 16, 2026`."""
        return self.tr(
            "ui.daily.date",
            weekday=self.tr(f"ui.daily.weekday.{day.weekday()}"),
            day=day.day,
            month=self.tr(f"ui.daily.month.{day.month}"),
            year=day.year,
        )

    def format_month(self, day: date) -> str:
        """Formats the month of a date, such as `November 2026`."""
        return self.tr("ui.daily.month_year", month=self.tr(f"ui.daily.month.{day.month}"), year=day.year)

    def format_date_time(self, moment: datetime | str) -> str:
        """Formats a datetime or a stored timestamp as a local date and time, such as
        `Nov 16, 2026, 21:15`. Other text is returned unchanged."""
        local_time = _local_time(moment)
        return (
            self.format_date(moment)
            if local_time is None
            else f"{self.format_date(moment)}, {local_time:%H:%M}"
        )

    def format_list(self, items: Iterable[str]) -> str:
        """Joins items with commas, such as `a, b, c`. For labels and captions."""
        return ", ".join(items)

    def format_list_with_and(self, items: Iterable[str]) -> str:
        """Joins items with commas and "and", such as `a, b and c`. For use inside a sentence."""
        *first, last = items
        if not first:
            return last
        text = self.tr("ui.list.and", first=self.format_list(first), last=last)
        if self.language == "es" and SPANISH_I_SOUND.match(last):
            text = text.removesuffix(f" y {last}") + f" e {last}"
        return text

    def _untranslated(self, key: str) -> str:
        """Returns a replacement for the missing text of a key. A game name is made readable, its description
        is left empty, and any other key is returned unchanged."""
        group, *name_parts = key.split(".")
        if group not in NAME_KEY_GROUPS or not name_parts:
            return key
        if name_parts[1:] == ["on"]:
            return self.tr("terrain.on", terrain=humanize(name_parts[0]))
        return "" if name_parts[1:] else humanize(name_parts[0])

    def tr_first(self, *keys: str, **values: object) -> str:
        """Returns the text of the first of these keys that has a text. Pass the keys from most specific to
        most general."""
        return self.tr(next((key for key in keys if self.has_text(key)), keys[-1]), **values)

    def prompt(self, topic: str, kind: str, **values: object) -> str:
        """Returns the sentence for a decision. Prefers a sentence that is specific to the topic and, if
        `count` is given, one that includes the number left."""
        suffixes = (".left", "") if values.get("count") is not None else ("",)
        return self.tr_first(
            *(f"ask.{topic}.{kind}{suffix}" for suffix in suffixes),
            *(f"ask.{kind}{suffix}" for suffix in suffixes),
            **values,
        )

    def localized_name(self, name: str, *groups: str) -> str:
        """Returns the translation of a game name, looked up in these key groups. By default, searches all
        groups that can contain an action or a source of gold."""
        for group in groups or KEY_GROUPS_BY_PLACEHOLDER["why"]:
            if self.has_text(f"{group}.{name}"):
                return self.tr(f"{group}.{name}")
        return humanize(name)

    def localize_values(self, values: Mapping[str, object]) -> dict[str, object]:
        """Returns the values with all game names translated. Other values stay unchanged."""
        localized: dict[str, object] = {}
        for placeholder, value in values.items():
            groups = KEY_GROUPS_BY_PLACEHOLDER.get(placeholder)
            if groups is None:
                localized[placeholder] = value
            elif isinstance(value, str):
                localized[placeholder] = self._localize(value, groups)
            elif isinstance(value, Iterable):
                localized[placeholder] = " / ".join(self._localize(str(name), groups) for name in value)
            else:
                localized[placeholder] = value
        return localized

    def _localize(self, name: str, groups: tuple[str, ...]) -> str:
        if "/" in name:  # A double card.
            return " / ".join(self.localized_name(part, *groups) for part in name.split("/"))
        return self.localized_name(name, *groups)


def _local_time(moment: date | str) -> datetime | None:
    """Converts a date or a timestamp to local time. A timestamp without a time zone is local already.
    Returns None for other text."""
    try:
        parsed = datetime.fromisoformat(str(moment))
    except ValueError:
        return None
    return parsed.astimezone() if parsed.tzinfo is not None else parsed


def format_count(count: int, name: str) -> str:
    """Formats a count and a name, such as "3 × Farm", with non-breaking spaces around the sign."""
    return f"{count}\xa0×\xa0{name}"


def humanize(name: str) -> str:
    """Makes a readable name from an identifier: "stone_circle" becomes "Stone circle"."""
    text = name.replace("_", " ").strip()
    return text[:1].upper() + text[1:]


class _KeepMissing(dict[str, object]):
    """Values by placeholder. A placeholder without a value stays in the text."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


class _IfOnBoard:
    """Implements `{here:palace>text}`: the text appears only if the board has hexes of this kind."""

    def __init__(self, translator: Translator) -> None:
        self.translator = translator

    def __format__(self, spec: str) -> str:
        kind, _, text = spec.partition(">")
        return text if self.translator.is_on_board(kind) else ""


class _AlsoOnBoard(_IfOnBoard):
    """Implements `{also:nomad,palace}`: a sentence that lists which of these landmarks also count, limited to
    landmarks on the board."""

    def __format__(self, spec: str) -> str:
        translator = self.translator
        names = [
            translator.tr(f"landmark.{kind}.many") for kind in spec.split(",") if translator.is_on_board(kind)
        ]
        if not names:
            return ""
        names_text = translator.format_list_with_and(names)
        return " " + translator.tr("ui.also", things=names_text[:1].upper() + names_text[1:])
