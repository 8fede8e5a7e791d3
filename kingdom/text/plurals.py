"""Plural categories of the Unicode CLDR for whole numbers, by language.

A text that depends on a count has one key for each category, with the category as its suffix:
`unit.days_one`, `unit.days_few`, `unit.days_other`. These are the suffixes of i18next 4 and Weblate.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from functools import cache

CATEGORIES = ("zero", "one", "two", "few", "many", "other")
OTHER = "other"
"""The category that every language has. Its text is used if the text of another category is missing."""

Rule = Callable[[int], str]
"""Returns the category of a non-negative whole number."""


def _no_plurals(_count: int) -> str:
    return OTHER


def _one(count: int) -> str:
    return "one" if count == 1 else OTHER


def _zero_and_one(count: int) -> str:
    return "one" if count <= 1 else OTHER


def _is_whole_millions(count: int) -> bool:
    return count > 0 and count % 1_000_000 == 0


def _one_and_millions(count: int) -> str:
    return "many" if _is_whole_millions(count) else _one(count)


def _zero_and_one_and_millions(count: int) -> str:
    return "many" if _is_whole_millions(count) else _zero_and_one(count)


def _by_last_digits(count: int, rest: str) -> str:
    """Returns "one" for 1, 21, 31, ..., "few" for 2 to 4, 22 to 24, ..., and `rest` for all other counts."""
    if 11 <= count % 100 <= 14:
        return rest
    return "one" if count % 10 == 1 else "few" if 2 <= count % 10 <= 4 else rest


def _east_slavic(count: int) -> str:
    return _by_last_digits(count, "many")


def _south_slavic(count: int) -> str:
    return _by_last_digits(count, OTHER)


def _polish(count: int) -> str:
    category = _by_last_digits(count, "many")
    return "many" if category == "one" and count != 1 else category


def _czech(count: int) -> str:
    return "few" if 2 <= count <= 4 else _one(count)


def _slovenian(count: int) -> str:
    return {1: "one", 2: "two", 3: "few", 4: "few"}.get(count % 100, OTHER)


def _lithuanian(count: int) -> str:
    if 11 <= count % 100 <= 19 or count % 10 == 0:
        return OTHER
    return "one" if count % 10 == 1 else "few"


def _latvian(count: int) -> str:
    if 11 <= count % 100 <= 19 or count % 10 == 0:
        return "zero"
    return "one" if count % 10 == 1 else OTHER


def _romanian(count: int) -> str:
    if count == 1:
        return "one"
    return "few" if count == 0 or 1 <= count % 100 <= 19 else OTHER


RULES: Mapping[str, Rule] = {
    **dict.fromkeys(("id", "vi"), _no_plurals),
    **dict.fromkeys(("bg", "da", "de", "el", "en", "et", "fi", "hu", "nb", "nl", "sv", "tr"), _one),
    **dict.fromkeys(("ca", "es", "it"), _one_and_millions),
    **dict.fromkeys(("fr", "pt"), _zero_and_one_and_millions),
    **dict.fromkeys(("ru", "uk"), _east_slavic),
    **dict.fromkeys(("hr", "sr"), _south_slavic),
    **dict.fromkeys(("cs", "sk"), _czech),
    "lt": _lithuanian,
    "lv": _latvian,
    "pl": _polish,
    "ro": _romanian,
    "sl": _slovenian,
}
"""The plural rules by language code. Other languages use the English rule."""


def plural_category(language: str, count: object) -> str:
    """Returns the category of a count, or "other" if it isn't a whole number."""
    return RULES.get(language, _one)(abs(count)) if isinstance(count, int) else OTHER


@cache
def counts_in_category(language: str, category: str) -> frozenset[int]:
    """Returns the counts below 1000 that have this category."""
    return frozenset(count for count in range(1000) if plural_category(language, count) == category)


@cache
def needed_categories(language: str) -> tuple[str, ...]:
    """Returns the categories of the counts that occur in the game. Categories used only for whole millions
    aren't needed."""
    return tuple(
        category for category in CATEGORIES if category == OTHER or counts_in_category(language, category)
    )


def key_without_category(key: str, catalog: Container[str]) -> str:
    """Returns the key under which the game looks up a text: "unit.days" for "unit.days_one"."""
    start, _, category = key.rpartition("_")
    return start if category in CATEGORIES and f"{start}_{OTHER}" in catalog else key
