"""A made-up language for tests: English with accents, 40% longer. It shows whether all pages have room for
translations. Because its translation is complete, any English text on a page is a mistake."""

from __future__ import annotations

import json
import string
from functools import cache
from pathlib import Path

import pytest

from kingdom.text import translator
from kingdom.text.catalog_checks import too_long
from kingdom.text.plurals import key_without_category
from kingdom.text.translator import CATALOG_FILES, FALLBACK_LANGUAGE, LANGUAGES, load_catalog

PSEUDO_LANGUAGE = "xx"
EXTRA_LENGTH = 0.4
ACCENTS = str.maketrans("aceinosuyzACEINOSUYZ", "åçéîñöšûýžÅÇÉÎÑÖŠÛÝŽ")
VOWELS = "aeiouyAEIOUY"


def install_pseudo_language(monkeypatch: pytest.MonkeyPatch) -> None:
    """Adds the made-up language to the game."""

    def load_any_catalog(language: str) -> object:
        return pseudo_catalog() if language == PSEUDO_LANGUAGE else load_catalog(language)

    monkeypatch.setitem(LANGUAGES, PSEUDO_LANGUAGE, "Pseudo")
    monkeypatch.setattr(translator, "load_catalog", load_any_catalog)


@cache
def pseudo_catalog() -> dict[str, str]:
    """Returns all strings in the made-up language."""
    english = load_catalog(FALLBACK_LANGUAGE)
    return {key: pseudo_text(text, key_without_category(key, english)) for key, text in english.items()}


@cache
def english_only_texts() -> set[str]:
    """Returns the English strings that a page in the made-up language must not show."""
    return {*load_catalog(FALLBACK_LANGUAGE).values()} - {*pseudo_catalog().values()}


def write_pseudo_catalogs(folder: Path) -> None:
    """Writes the catalogs of the made-up language, as a translator would."""
    texts, english_folder = pseudo_catalog(), Path(translator.__file__).parent / FALLBACK_LANGUAGE
    for name in CATALOG_FILES:
        keys = json.loads((english_folder / f"{name}.json").read_text(encoding="utf-8"))
        content = json.dumps({key: texts[key] for key in keys}, ensure_ascii=False, indent=1)
        (folder / f"{name}.json").write_text(content, encoding="utf-8")


def pseudo_text(text: str, key: str) -> str:
    """Returns a text in the made-up language. It is never longer than the notes for translators allow."""
    for percent in range(round(100 * EXTRA_LENGTH), -1, -10):
        longer = "".join(
            _lengthen(literal, percent / 100) + _placeholder(name, spec or "", percent / 100)
            for literal, name, spec, _ in string.Formatter().parse(text)
        )
        if not list(too_long(key, longer)):
            break
    return longer


def _lengthen(text: str, extra: float) -> str:
    """Adds accents to a text and doubles some of its letters, vowels if possible."""
    letters, due = [], min(1.0, extra)
    for letter in text:
        letters.append(letter.translate(ACCENTS))
        due += extra
        if letter.isalpha() and due >= (0.5 if letter in VOWELS else 1.5):
            letters.append(letters[-1].lower())
            due -= 1
    return "".join(letters)


def _placeholder(name: str | None, spec: str, extra: float) -> str:
    if name is None:
        return ""
    if name == "here":  # {here:palace>text}: the text is translated
        kind, _, text = spec.partition(">")
        spec = f"{kind}>{_lengthen(text, extra)}"
    return f"{{{name}:{spec}}}" if spec else f"{{{name}}}"
