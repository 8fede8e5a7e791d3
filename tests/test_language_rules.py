"""Checks plurals, numbers, dates and lists in each language against the Unicode CLDR, and how the language of
the system is found."""

from __future__ import annotations

import ctypes
import os
import plistlib
from datetime import date
from pathlib import Path
from types import SimpleNamespace

import babel
import babel.dates
import babel.lists
import babel.numbers
import pytest

import kingdom.text.translator
from kingdom.text.numbers import format_number, format_percent
from kingdom.text.plurals import RULES, needed_categories, plural_category
from kingdom.text.system_locale import (
    MAC_SETTINGS_FILE,
    environment_locales,
    first_supported,
    mac_locales,
    system_language,
    windows_locales,
)
from kingdom.text.translator import LANGUAGES, Translator

# --- plurals


@pytest.mark.parametrize("language", RULES)
def test_plural_rules_are_those_of_the_cldr(language: str) -> None:
    rule = babel.Locale.parse(language).plural_form
    for count in (*range(1200), 10_000, 999_999, 1_000_000, 1_000_001, 3_000_000):
        assert plural_category(language, count) == rule(count), count


def test_plural_depends_on_count() -> None:
    english, french = Translator("en"), Translator("fr")
    assert english.has_text("event.placed.scout")
    assert "event.placed.scout" in english.keys_with_prefix("event.placed")
    assert english.raw_texts("event.placed.scout") == ["sent out a scout", "sent out {count} scouts"]
    assert english.tr("event.placed.scout", count=1) == "sent out a scout"
    assert english.tr("event.placed.scout", count=0) == "sent out 0 scouts"
    assert english.tr("event.placed.scout", count=2) == "sent out 2 scouts"
    assert french.tr("event.placed.scout", count=0) == french.tr("event.placed.scout", count=1)
    assert french.tr("event.placed.scout", count=0) != french.tr("event.placed.scout", count=2)


def test_plurals_with_several_forms(monkeypatch: pytest.MonkeyPatch) -> None:
    forms = {"one": "{count} osada", "few": "{count} osady", "many": "{count} osad", "other": "{count} osady"}
    catalogs = {
        "pl": {f"a_{category}": text for category, text in forms.items()} | {"b_other": "razy: {count}"},
        "en": {"a_one": "{count} settlement", "a_other": "{count} settlements"},
    }
    monkeypatch.setattr(kingdom.text.translator, "load_catalog", lambda language: catalogs[language])
    monkeypatch.setitem(LANGUAGES, "pl", "polski")
    polish = Translator("pl")
    assert [polish.tr("a", count=count) for count in (1, 2, 5, 12, 22)] == [
        *("1 osada", "2 osady", "5 osad", "12 osad", "22 osady")
    ]
    assert polish.tr("a", count=1.5) == "1.5 osady"
    assert polish.tr("b", count=1) == "razy: 1"  # a missing form falls back to "other"
    assert needed_categories("pl") == ("one", "few", "many", "other")
    assert needed_categories("fr") == ("one", "other")


# --- numbers, dates and lists


@pytest.mark.parametrize("language", RULES)
def test_numbers_are_those_of_the_cldr(language: str) -> None:
    def cldr(text: str) -> str:  # the narrow space isn't in the fonts
        return text.replace("\u202f", "\xa0").replace("-", "−")

    for value in (0, 7, 999, 12_345, 1_234_567, -54_321):
        assert format_number(language, value) == cldr(babel.numbers.format_decimal(value, locale=language))
    for decimal in (0.5, 12.0, -3.7, 98_765.4):
        assert format_number(language, decimal, 1) == cldr(
            babel.numbers.format_decimal(decimal, "#,##0.0", locale=language)
        )
    assert format_number(language, 5, signed=True) == "+5"
    assert format_number(language, -5, signed=True) == "−5"
    for percent in (0, 7, 100):
        assert format_percent(language, percent) == cldr(
            babel.numbers.format_percent(percent / 100, locale=language)
        )


def test_numbers_of_four_digits() -> None:
    assert [format_number(language, 1234) for language in ("en", "de", "fr", "es")] == [
        *("1,234", "1.234", "1\xa0234", "1234")
    ]


def test_large_counts_in_texts_have_separators() -> None:
    assert Translator("en").tr("ui.chronicle.games", count=12_345) == "12,345 games"
    assert Translator("de").tr("ui.chronicle.wall.have", count=1_001, all=999).startswith("1.001 von 999")
    assert Translator("en").format_signed(0) == "0"


@pytest.mark.parametrize("language", LANGUAGES)
def test_dates_are_those_of_the_cldr(language: str) -> None:
    translator = Translator(language)
    for month in range(1, 13):
        day = date(2026, month, 2 * month)
        assert translator.format_date(day) == babel.dates.format_skeleton("yMMMd", day, locale=language)
        assert translator.format_month(day) == babel.dates.format_skeleton("yMMMM", day, locale=language)
        assert translator.format_long_date(day) == babel.dates.format_date(day, "full", locale=language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_lists_end_with_and(language: str) -> None:
    translator = Translator(language)
    assert translator.format_list_with_and(["A"]) == "A"
    assert translator.format_list_with_and(["A", "B"]) == babel.lists.format_list(["A", "B"], locale=language)
    assert translator.format_list_with_and(name for name in "ABC").startswith("A, B")
    assert translator.format_list("ABC") == "A, B, C"


def test_spanish_and_before_an_i() -> None:
    translator = Translator("es")
    assert translator.format_list_with_and(["Ana", "Inés"]) == "Ana e Inés"
    assert translator.format_list_with_and(["Eva", "Ana", "Hilda"]) == "Eva, Ana e Hilda"
    assert translator.format_list_with_and(["Ana", "Hielo"]) == "Ana y Hielo"


# --- the system's language


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_FR.UTF-8"}, "fr"),
        ({"LANG": "de"}, "de"),
        ({"LANG": "es-MX"}, "es"),
        ({"LANG": "pt_BR.UTF-8"}, "en"),
        ({"LANG": "de_AT.UTF-8", "LC_ALL": "C"}, "en"),
        ({"LANG": "de_AT.UTF-8", "LANGUAGE": "pt:es:fr"}, "es"),
        ({"LANG": "C", "LANGUAGE": "fr"}, "en"),
        ({"LANG": "en_GB.UTF-8", "LC_MESSAGES": "fr_CA.UTF-8"}, "fr"),
    ],
)
def test_language_of_the_environment(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "environ", environment)
    assert system_language() == language


def test_language_without_any_source(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "environ", {})
    assert system_language() in LANGUAGES
    assert environment_locales({}) == []


@pytest.mark.parametrize(
    ("language_id", "language"),
    [
        (0x0407, "de"),
        (0x0C07, "de"),
        (0x0C0A, "es"),
        (0x540A, "es"),
        (0x100C, "fr"),
        (0x0415, "en"),
        (0, "en"),
    ],
)
def test_language_of_windows(language_id: int, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The identifiers are those of Germany, Austria, Spain, the US, Switzerland and Poland."""
    kernel32 = SimpleNamespace(GetUserDefaultUILanguage=lambda: language_id)
    monkeypatch.setattr(ctypes, "windll", SimpleNamespace(kernel32=kernel32), raising=False)
    assert first_supported(windows_locales()) == language


def test_language_of_macos(tmp_path: Path) -> None:
    def language(content: bytes) -> str:
        (tmp_path / MAC_SETTINGS_FILE).write_bytes(content)
        return first_supported(mac_locales("darwin", tmp_path))

    assert mac_locales("darwin", tmp_path) == []
    (tmp_path / MAC_SETTINGS_FILE).parent.mkdir(parents=True)
    for plist_format in (plistlib.FMT_XML, plistlib.FMT_BINARY):
        settings = {"AppleLanguages": ["pl-PL", "fr-CA", "de-DE"], "AppleLocale": "de_DE"}
        assert language(plistlib.dumps(settings, fmt=plist_format)) == "fr"
    assert language(plistlib.dumps({"AppleLocale": "es_MX"})) == "es"
    for damaged in (
        b"",
        b"bplist00",
        b"<plist",
        b"<plist><array/></plist>",
        plistlib.dumps({"AppleLanguages": 7}),
    ):
        assert language(damaged) == "en"
    assert mac_locales("linux", tmp_path) == []
