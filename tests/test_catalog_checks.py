"""Checks `kingdom texts --check` and the notes for translators."""

from __future__ import annotations

import json
from collections.abc import Mapping
from fnmatch import fnmatchcase
from pathlib import Path
from shutil import copytree

import pytest
from support.pseudo_language import PSEUDO_LANGUAGE, pseudo_catalog, write_pseudo_catalogs

import kingdom.text
from kingdom.__main__ import main
from kingdom.text import catalog_checks
from kingdom.text.catalog_checks import (
    LanguageReport,
    check_language,
    languages_with_catalogs,
    load_notes,
    placeholders,
    too_long,
)
from kingdom.text.plurals import key_without_category
from kingdom.text.translator import FALLBACK_LANGUAGE, LANGUAGES, load_catalog

ENGLISH = {
    "card.lords.short": "Most settlements",
    "days_one": "{count} day",
    "days_other": "{count} days",
    "hi": "{name}!",
}
POLISH = {
    "card.lords.short": "Osady",
    "days_few": "{count} dni",
    "days_many": "{count} dni",
    "days_one": "{count} dzień",
    "days_other": "{count} dnia",
    "hi": "Cześć, {name}!",
}


def check(folder: Path, texts: Mapping[str, str] | str, language: str = "pl") -> LanguageReport:
    """Checks a language that has only one file."""
    for code, content in ((FALLBACK_LANGUAGE, ENGLISH), (language, texts)):
        (folder / code).mkdir(exist_ok=True)
        text = content if isinstance(content, str) else json.dumps(content)
        (folder / code / "ui.json").write_text(text, encoding="utf-8")
    return check_language(language, folder)


def test_complete_language_has_no_problems(tmp_path: Path) -> None:
    report = check(tmp_path, POLISH)
    assert report.problems == []
    assert (report.percent, report.needed) == (100, 6)
    assert languages_with_catalogs(tmp_path) == ["en", "pl"]


@pytest.mark.parametrize(
    ("changes", "expected"),
    [
        ({"hi": None}, "missing hi: {name}!"),
        ({"days_few": None}, "missing days_few: {count} days"),
        ({"bye": "Pa"}, "unused bye: Pa"),
        ({"days": "dni"}, "unused days: the text has plural forms, too"),
        ({"card.lords.short": "x" * 61}, "overlong card.lords.short: 61 characters, at most 60 fit"),
        ({"hi": "Cześć!"}, "mismatched hi: {name} is missing"),
        ({"hi": "{name}, {nam}!"}, "mismatched hi: {nam} has no value"),
        ({"hi": "{name!"}, "mismatched hi: braces: "),
        (
            {"days_few": "dni"},
            "mismatched days_few: {count} is missing; the form is used for several numbers",
        ),
        ({"hi": "{name}  !"}, "malformed hi: superfluous spaces"),
        ({"hi": "{name} 'X"}, "malformed hi: a straight apostrophe"),
        ({"bye": "Pa"}, "malformed bye: the keys are not sorted"),
    ],
)
def test_each_kind_of_problem_is_found(changes: dict[str, str | None], expected: str, tmp_path: Path) -> None:
    texts = {key: text for key, text in {**POLISH, **changes}.items() if text is not None}
    report = check(tmp_path, texts)
    assert any(str(problem).startswith(expected) for problem in report.problems), report.problems
    assert report.percent == (83 if expected.startswith("missing") else 100)


def test_form_for_one_number_needs_no_count(tmp_path: Path) -> None:
    assert check(tmp_path, {**POLISH, "days_one": "dzień"}).problems == []


def test_unfinished_and_damaged_files(tmp_path: Path) -> None:
    report = check(tmp_path, {})
    assert (report.percent, report.counts) == (0, {"missing": 6})
    assert check(tmp_path, "{").counts == {"malformed": 1, "missing": 6}
    assert check(tmp_path, "[1]").counts == {"malformed": 1, "missing": 6}
    twice = check(tmp_path, '{"hi": "{name}", "hi": "{name}"}')
    assert str(twice.problems[0]) == "malformed hi: the key occurs twice"


def test_texts_like_the_english_ones_are_counted(tmp_path: Path) -> None:
    assert check(tmp_path, {**POLISH, "hi": "{name}!"}).same_as_english == ["hi"]


def test_limits_of_the_most_specific_note() -> None:
    assert list(too_long("card.lords.short", "x" * 55 + "\xad" * 9)) == []
    assert list(too_long("lesson.x.about", "x" * 53)) == ["53 characters, at most 52 fit"]
    assert list(too_long("lesson.x.done", "x" * 331)) == ["331 characters, at most 330 fit"]
    assert list(too_long("asked.x", "x" * 91 + "\n" + "x" * 330)) == ["91 characters, at most 90 fit"]


def test_made_up_language_passes_every_check(tmp_path: Path) -> None:
    """A language created by following docs/TRANSLATING.md is complete."""
    copytree(Path(kingdom.text.__file__).parent / FALLBACK_LANGUAGE, tmp_path / FALLBACK_LANGUAGE)
    (tmp_path / PSEUDO_LANGUAGE).mkdir()
    write_pseudo_catalogs(tmp_path / PSEUDO_LANGUAGE)
    report = check_language(PSEUDO_LANGUAGE, tmp_path)
    assert not report.problems
    assert report.percent == 100
    lengths = [sum(map(len, texts.values())) for texts in (load_catalog(FALLBACK_LANGUAGE), pseudo_catalog())]
    assert lengths[1] > 1.33 * lengths[0]


# --- the notes


def english_keys() -> dict[str, str]:
    """Returns the English strings by the keys that the code uses. Several plural forms are joined."""
    catalog, texts = load_catalog(FALLBACK_LANGUAGE), dict[str, str]()
    for key, text in catalog.items():
        base = key_without_category(key, catalog)
        texts[base] = f"{texts.get(base, '')} {text}"
    return texts


def test_every_note_belongs_to_a_text() -> None:
    keys = english_keys()
    for note in load_notes().texts:
        assert any(fnmatchcase(key, note.pattern) for key in keys), note.pattern
        for name in placeholders(note.note) if "{count} and" not in note.note else ():
            assert any(f"{{{name}" in text for key, text in keys.items() if fnmatchcase(key, note.pattern)), (
                note
            )


def test_every_placeholder_is_explained() -> None:
    notes, used = load_notes(), set()
    for key, text in english_keys().items():
        for name in placeholders(text):
            used.add(name)
            assert name in notes.placeholders or any(
                f"{{{name}}}" in note.note for note in notes.for_key(key)
            ), key
    assert used == {*notes.placeholders} | used
    assert not notes.placeholders.keys() - used


def test_notes_are_sorted() -> None:
    patterns = [note.pattern for note in load_notes().texts]
    assert patterns == sorted(patterns)


# --- the command


def test_command_prints_a_line_for_each_language(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["texts"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert {line.split()[0] for line in lines} == {*LANGUAGES}
    assert lines[0].startswith("en  100%  ")
    assert main(["texts", "--check", "fr"]) == 0
    assert capsys.readouterr().out.splitlines() == [line for line in lines if line.startswith("fr")]
    assert main(["texts", "--check", "xx"]) == 2
    assert "there is no language 'xx'" in capsys.readouterr().err


def test_command_lists_problems(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    check(tmp_path, {key: text for key, text in POLISH.items() if key != "hi"})
    monkeypatch.setattr(catalog_checks, "files", lambda package: tmp_path)
    load_notes.cache_clear()
    (tmp_path / "notes.json").write_text('{"placeholders": {}, "texts": {}}')
    try:
        assert main(["texts"]) == 0
        assert capsys.readouterr().out.splitlines()[1] == "pl   83%  5 of 6 texts, 1 missing"
        assert main(["texts", "--check"]) == 2
        output = capsys.readouterr()
        assert "  missing hi: {name}!" in output.out.splitlines()
        assert output.err == "kingdom texts: 1 problems, the first: missing hi: {name}!\n"
        assert main(["texts", "--check", "pl", "--json"]) == 2
        (row,) = json.loads(capsys.readouterr().out)["languages"]
        assert row["problems"] == [{"kind": "missing", "key": "hi", "detail": "{name}!"}]
        assert (row["language"], row["percent"], row["present"], row["needed"]) == ("pl", 83, 5, 6)
    finally:
        load_notes.cache_clear()
