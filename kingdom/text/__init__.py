"""The words of the game in every language: flat files of key and text, and how a text is chosen and filled
in.

`README.md` beside this file lists the groups of keys and their placeholders.
"""

from __future__ import annotations

import json
import locale
import os
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files

LANGUAGES = {"en": "English", "fr": "français", "es": "español", "de": "Deutsch"}
"""The languages by code, each with its own name for itself."""
FALLBACK = "en"
FILES = (
    "game", "ui", "lessons", "reference", "review", "studio", "chronicle", "achievements", "puzzles",
)  # fmt: skip

ACTION_GROUPS = ("tile", "action", "nomad", "bonus")
NAME_GROUPS: Mapping[str, tuple[str, ...]] = {
    "action": ACTION_GROUPS,
    "tile": ("tile", "nomad", "bonus"),
    "why": ("card", "task", "score", *ACTION_GROUPS),
    "piece": ("piece",),
    "terrain": ("terrain",),
    "terrains": ("terrain",),
    "card": ("terrain",),
    "land": ("terrain", "landmark"),
    "variant": ("variant",),
}
"""The placeholders that stand for a word of the game, with the groups of keys in which its name is looked
for."""
WORD_GROUPS = (
    "action", "belonging", "bonus", "box", "card", "landmark", "marker", "nomad", "option", "piece", "score",
    "section", "task", "terrain", "tile", "variant",
)  # fmt: skip
"""The groups of keys that name a word of the game. A box may bring words that no text knows."""


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language; a file that is missing or damaged leaves its texts to the fallback."""
    found: dict[str, str] = {}
    for name in FILES:
        try:
            text = files("kingdom.text").joinpath(language, f"{name}.json").read_text(encoding="utf-8")
            found.update({key: str(value) for key, value in json.loads(text).items()})
        except (OSError, ValueError, AttributeError):
            continue
    return found


class Texts:
    """The texts of one language."""

    def __init__(self, language: str, kinds: Iterable[str] | None = None) -> None:
        self.language = language if language in LANGUAGES else FALLBACK
        self._kinds = None if kinds is None else frozenset(kinds)
        """The kinds of hex that are spoken of; None: all that there are."""

    def where(self, kinds: Iterable[str]) -> Texts:
        """The same texts for a table with these kinds of hex: rules do not speak of what is not there."""
        return Texts(self.language, kinds)

    def speaks_of(self, kind: str) -> bool:
        """Whether a kind of hex is there, as far as is known."""
        return self._kinds is None or kind in self._kinds

    def has(self, key: str) -> bool:
        """Whether there is a text for this key, in this language or in English."""
        return key in catalogue(self.language) or key in catalogue(FALLBACK)

    def keys(self, start: str) -> set[str]:
        """The keys of this very language that begin so."""
        return {key for key in catalogue(self.language) if key.startswith(start)}

    def own(self, key: str) -> str | None:
        """The text of a key as it is written in this very language."""
        return catalogue(self.language).get(key)

    def say(self, key: str, **values: object) -> str:
        """The text of a key with its placeholders filled in; `count` chooses between singular and plural.

        Never fails: what is missing comes in English, then made from the word itself or as the key itself,
        and a placeholder without a value stays as it is.
        """
        for language in (self.language, FALLBACK):
            text = catalogue(language).get(key)
            if text is not None:
                break
        else:
            return self._unknown(key)
        text = _form(text, language, values.get("count"))
        if "{" not in text and "}" not in text:
            return text
        try:
            return text.format_map(_Values({"here": _Here(self), "also": _Also(self), **values}))
        except (ValueError, LookupError, AttributeError, TypeError):
            return text

    def decimal(self, value: float, signed: bool = False) -> str:
        """A number with one decimal, as the language writes it."""
        said = (f"{value:+.1f}" if signed else f"{value:.1f}").replace("-", "−")
        return said if self.language == FALLBACK else said.replace(".", ",")

    def _unknown(self, key: str) -> str:
        """What stands for a key without a text: a word of the game is its own name and has nothing to say
        about itself; anything else shows as the key."""
        group, *word = key.split(".")
        if group not in WORD_GROUPS or not word:
            return key
        if word[1:] == ["on"]:
            return self.say("terrain.on", terrain=spoken(word[0]))
        return "" if word[1:] else spoken(word[0])

    def first(self, *keys: str, **values: object) -> str:
        """The text of the first of these keys that there is: from the particular to the general."""
        return self.say(next((key for key in keys if self.has(key)), keys[-1]), **values)

    def ask(self, topic: str, asks: str, **values: object) -> str:
        """The sentence for a question of the rules: by its topic if it has one of its own, and with `count`
        the one that tells it."""
        left = (".left", "") if values.get("count") is not None else ("",)
        return self.first(
            *(f"ask.{topic}.{asks}{more}" for more in left), *(f"ask.{asks}{more}" for more in left), **values
        )

    def name(self, word: str, *groups: str) -> str:
        """The name of a word of the game, looked for in these groups of keys (by default, all that can be an
        action or earn gold)."""
        for group in groups or NAME_GROUPS["why"]:
            if self.has(f"{group}.{word}"):
                return self.say(f"{group}.{word}")
        return spoken(word)

    def names(self, values: Mapping[str, object]) -> dict[str, object]:
        """Values as the rules give them, with the words of the game replaced by their names; the rest stays
        as it is."""
        found: dict[str, object] = {}
        for placeholder, value in values.items():
            groups = NAME_GROUPS.get(placeholder)
            if groups is None:
                found[placeholder] = value
            elif isinstance(value, str):
                found[placeholder] = self._called(value, groups)
            elif isinstance(value, Iterable):
                found[placeholder] = " / ".join(self._called(str(word), groups) for word in value)
            else:
                found[placeholder] = value
        return found

    def _called(self, word: str, groups: tuple[str, ...]) -> str:
        if "/" in word:  # a double card
            return " / ".join(self.name(part, *groups) for part in word.split("/"))
        return self.name(word, *groups)


def times(number: int, name: str) -> str:
    """So many of a thing; no line breaks between the number and the name."""
    return f"{number}\xa0×\xa0{name}"


def spoken(word: str) -> str:
    """A name made from the word itself: "stone_circle" becomes "Stone circle"."""
    words = word.replace("_", " ").strip()
    return words[:1].upper() + words[1:]


class _Values(dict[str, object]):
    """Values by name; one that is missing stays visible as its placeholder."""

    def __missing__(self, key: str) -> str:
        return f"{{{key}}}"


class _Here:
    """`{here:palace>words}`: words that are said only where there are such hexes."""

    def __init__(self, texts: Texts) -> None:
        self.texts = texts

    def __format__(self, spec: str) -> str:
        kind, _, words = spec.partition(">")
        return words if self.texts.speaks_of(kind) else ""


class _Also(_Here):
    """`{also:nomad,palace}`: a sentence that those of these hexes count too that are there."""

    def __format__(self, spec: str) -> str:
        texts = self.texts
        names = [texts.say(f"landmark.{kind}.many") for kind in spec.split(",") if texts.speaks_of(kind)]
        if not names:
            return ""
        *first, last = names
        things = texts.say("ui.ceremony.and", first=", ".join(first), last=last) if first else last
        return " " + texts.say("ui.also", things=things[:1].upper() + things[1:])


def _form(text: str, language: str, count: object) -> str:
    """Singular or plural of a text "singular|plural"; without a number the plural."""
    if "|" not in text:
        return text
    singular, plural = text.split("|", 1)
    if language == "fr":
        return singular if count in (0, 1) else plural
    return singular if count == 1 else plural


def system_language() -> str:
    """The language the system asks for, if the game speaks it, else English."""
    decisive = next(
        (wish for name in ("LC_ALL", "LC_MESSAGES", "LANG") if (wish := os.environ.get(name, ""))), ""
    )
    wishes = (
        [] if decisive in ("C", "POSIX") else os.environ.get("LANGUAGE", "").split(":")
    )  # a list, the first we speak wins
    wishes.append(decisive or _windows_language() or _locale_language())
    codes = [wish.replace("-", "_").split("_")[0].split(".")[0].lower() for wish in wishes]
    return next((code for code in codes if code in LANGUAGES), FALLBACK)


def _locale_language() -> str:
    """The language of the locale the program runs in."""
    try:
        return locale.getlocale()[0] or ""
    except (ValueError, TypeError):
        return ""


def _windows_language() -> str:
    """The language of the user's Windows, or nothing elsewhere."""
    try:
        import ctypes

        return str(locale.windows_locale.get(ctypes.windll.kernel32.GetUserDefaultUILanguage(), ""))  # type: ignore[attr-defined,unused-ignore]
    except (ImportError, AttributeError, OSError):
        return ""
