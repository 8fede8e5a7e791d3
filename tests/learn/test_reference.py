"""The reference: a page for everything, examples that the rules play, and a search that finds things."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import ninth_box
import pytest

from kingdom.learn.example import read_example
from kingdom.learn.page_check import check_pages
from kingdom.learn.reference import (
    CHAPTERS,
    PageLibrary,
    entries,
    name_of,
    page_for,
    questions,
    read_pages,
    read_reference,
    rule_of,
    shipped,
)
from kingdom.learn.searching import look_for, search, sought
from kingdom.rules.hexes import HEX_AT
from kingdom.rules.registry import (
    ACTIONS,
    BOXES,
    CARDS,
    LANDMARKS,
    TASKS,
    TERRAINS,
    THINGS,
    TILES,
    BadSetup,
    registered,
)
from kingdom.text import FALLBACK, LANGUAGES, Texts

RULES = Path(__file__).parents[2] / "docs" / "RULES.md"
ASKED_RULES = json.loads((Path(__file__).parent / "asked_rules.json").read_text(encoding="utf-8"))
EVERY = entries(shipped())
ENGLISH = Texts(FALLBACK)
POSITION: dict[str, Any] = {
    "sections": ["tavern", "paddock", "oasis", "farm"],
    "players": [{"settlements": [[0, 0]], "hand": ["desert"]}, {}],
}


def found(typed: str, language: str = FALLBACK) -> list[str]:
    return [entry.key for entry in search(Texts(language), shipped(), EVERY, typed)]


def test_nothing_is_wrong_with_the_shipped_pages() -> None:
    assert check_pages(shipped()) == []


def test_everything_of_the_boxes_has_a_written_page_with_an_example() -> None:
    """What is shown by another thing (castles by the castle) is on the page of that thing."""
    words = [*TILES, *CARDS, *TASKS, *TERRAINS, *LANDMARKS, *ACTIONS, *THINGS]
    for word in words:
        kinds = [entry for entry in EVERY if entry.word == word]
        page = kinds[0] if kinds else page_for(f"score.{word}", EVERY)
        assert page is not None, word
        assert shipped().example(page.key) is not None, word
        assert questions(ENGLISH, shipped(), page), word


def test_pages_are_in_the_order_of_chapters_and_no_two_are_the_same() -> None:
    chapters = [CHAPTERS.index(entry.chapter) for entry in EVERY]
    assert chapters == sorted(chapters)
    assert len({entry.key for entry in EVERY}) == len(EVERY)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_a_name_and_a_rule(language: str) -> None:
    texts = Texts(language)
    for entry in EVERY:
        assert "." not in name_of(texts, entry), entry.key
        assert len(rule_of(texts, entry)) > 10, entry.key


def test_pages_and_questions_name_rules_that_there_are() -> None:
    known = set(re.findall(r"\*\*([A-Z]+-[A-Z0-9]+(?:-\d+)?)\*\*", RULES.read_text(encoding="utf-8")))
    named = {rule for page in shipped().pages.values() for rule in page.rules}
    assert named <= known
    asked = {word for page in shipped().pages.values() for word in page.asked}
    assert ASKED_RULES.keys() == asked
    assert all(rules and set(rules) <= known for rules in ASKED_RULES.values())


def test_no_text_of_the_reference_is_unused() -> None:
    pages = shipped().pages.values()
    asked = {f"asked.{word}" for page in pages for word in page.asked}
    assert ENGLISH.keys("asked.") == asked
    captions = {
        f"example.{example.caption}" for key in shipped().pages if (example := shipped().example(key))
    }
    assert ENGLISH.keys("example.") == captions
    assert ENGLISH.keys("rule.") <= {f"rule.{key}" for key in shipped().pages}
    phases = {key for key in shipped().pages if key.startswith("phase.")}
    assert ENGLISH.keys("phase.") == phases | {f"{key}.rule" for key in phases}


# --- looking for something


def test_what_is_called_so_comes_first() -> None:
    assert found("tav")[0] == "tile.tavern"
    assert found("lords")[0] == "card.lords"
    assert "tile.harbor" in found("water")
    assert found("ships")[0] == "piece.ship"
    assert found("castles")[0] == "landmark.castle"
    assert found("water")[0] == "terrain.water"


def test_capitals_and_accents_do_not_matter() -> None:
    assert found("CATHEDRALE", "fr")[0] == "tile.cathedral"
    assert found("wuste", "de")[0] == "terrain.desert"


def test_questions_are_searched_too_and_nonsense_finds_nothing() -> None:
    assert "card.merchants" in found("two groups of two")
    assert found("qwertz") == []
    assert found("  ") == [entry.key for entry in EVERY]


def test_a_thing_without_a_page_leads_to_what_shows_it() -> None:
    for key, page in (("score.castles", "landmark.castle"), ("action.cave", "marker.cave")):
        entry = page_for(key, EVERY)
        assert entry is not None
        assert entry.key == page
    assert page_for("tile.nowhere", EVERY) is None


# --- boxes from outside


def test_a_box_from_outside_has_neutral_pages() -> None:
    with registered(ninth_box.BOX):
        every = {entry.key: entry for entry in entries(shipped())}
        for key in (
            "tile.peat_cutter",
            "card.druids",
            "task.great_ring",
            "terrain.moor",
            "action.raise_menhir",
        ):
            assert every[key].box == ninth_box.BOX.name
            assert name_of(ENGLISH, every[key])
            assert questions(ENGLISH, shipped(), every[key]) == []
    assert "tile.peat_cutter" not in {entry.key for entry in entries(shipped())}
    assert len(BOXES) == 8


# --- what is wrong is told


def page(**more: object) -> PageLibrary:
    return PageLibrary(
        read_pages("base.json", {"format": "kingdom-reference/1", "pages": {"tile.farm": more}}), {}
    )


@pytest.mark.parametrize(
    ("more", "problem"),
    [
        ({"see": ["tile.nowhere"]}, "there is no page 'tile.nowhere'"),
        ({"asked": ["never_asked"]}, "asked.never_asked is missing"),
        ({"example": "tile.oasis"}, "'tile.oasis' has none"),
        ({"example": {"position": POSITION, "caption": "none"}}, "example.none is missing"),
        ({"example": {"position": POSITION, "caption": "cells", "answers": ["farm"]}}, "farm"),
        ({"example": {"position": {**POSITION, "nonsense": 1}, "caption": "cells"}}, "nonsense"),
    ],
)
def test_a_bad_page_is_told(more: dict[str, object], problem: str) -> None:
    assert any(problem in line for line in check_pages(page(**more)))


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"pages": {}}, "format"),
        ({"format": "kingdom-reference/1", "pages": []}, "pages"),
        ({"format": "kingdom-reference/1", "pages": {"tile.farm": {"asks": []}}}, "asks"),
        ({"format": "kingdom-reference/1", "pages": {"tile.farm": {"asked": [3]}}}, "asked"),
        ({"format": "kingdom-reference/1", "pages": {"tile.farm": {"shown": ["tile"]}}}, "shown"),
        ({"format": "kingdom-reference/1", "pages": {"tile.farm": {"order": "first"}}}, "order"),
        ({"format": "kingdom-reference/1", "pages": {"tile.farm": {"example": {"shows": [1, 2]}}}}, "shows"),
        (
            {
                "format": "kingdom-reference/1",
                "pages": {"tile.farm": {"example": {"position": {}, "shows": [15, 0, 9, 9]}}},
            },
            "not all on the board",
        ),
    ],
)
def test_a_bad_file_is_refused(data: dict[str, Any], problem: str) -> None:
    with pytest.raises(BadSetup, match=problem):
        read_pages("base.json", data)


def test_a_broken_file_is_named_and_the_others_are_there(tmp_path: Path) -> None:
    (tmp_path / "base.json").write_text('{"format": "kingdom-reference/1", "pages": {"tile.farm": {}}}')
    (tmp_path / "nomads.json").write_text("{")
    library = read_reference(tmp_path)
    assert list(library.pages) == ["tile.farm"]
    assert list(library.broken) == ["nomads.json"]
    assert any("nomads.json" in line for line in check_pages(library))


# --- examples


def test_an_example_shows_what_the_rules_say() -> None:
    example = read_example({"position": POSITION, "caption": "cells"}, "example")
    moment = example.played()
    assert moment.glowing == moment.game.decision().cells
    assert moment.values["count"] == moment.glowing.bit_count()


def test_an_example_of_gold_shows_what_earns_it() -> None:
    settled = {**POSITION, "cards": ["knights"]}
    example = read_example({"position": settled, "scores": "knights", "caption": "score"}, "example")
    moment = example.played()
    assert moment.values["gold"] == 2
    assert moment.lit == 1 << HEX_AT[0, 0]
    wrong = read_example({"position": settled, "scores": "lords"}, "example")
    with pytest.raises(BadSetup, match="lords"):
        wrong.played()


def test_an_example_of_a_move_marks_where_it_starts() -> None:
    example = shipped().example("tile.paddock")
    assert example is not None
    moment = example.played()
    assert moment.chosen & moment.game.own[0]
    assert moment.glowing


# --- for whoever does not know what we call it


@pytest.mark.parametrize(
    ("language", "typed", "page"),
    [
        ("en", "harbour", "tile.harbor"),
        ("en", "horse", "tile.paddock"),
        ("en", "house", "piece.settlement"),
        ("en", "cities", "piece.city_hall"),
        ("en", "victory points", "phase.scoring"),
        ("en", "how do i win", "phase.scoring"),
        ("en", "when does the game end?", "phase.last_round"),
        ("en", "paddok", "tile.paddock"),
        ("en", "tavren", "tile.tavern"),
        ("en", "knightts", "card.knights"),
        ("en", "knghts", "card.knights"),
        ("de", "wueste", "terrain.desert"),
        ("de", "Häfen", "tile.harbor"),
        ("de", "Siedlungen", "piece.settlement"),
        ("de", "Gleichstand", "phase.scoring"),
        ("fr", "chateaux", "landmark.castle"),
        ("fr", "maisons", "piece.settlement"),
        ("fr", "bateau", "piece.ship"),
        ("es", "casas", "piece.settlement"),
        ("es", "castillos", "landmark.castle"),
        ("es", "empate", "phase.scoring"),
    ],
)
def test_other_words_plurals_and_a_wrong_letter_find_it(language: str, typed: str, page: str) -> None:
    assert page in found(typed, language)[:2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_and_every_other_word_finds_its_page(language: str) -> None:
    texts = Texts(language)
    pages = [sought(texts, shipped(), entry) for entry in EVERY]
    for entry, page in zip(EVERY, pages, strict=True):
        first = look_for(pages, name_of(texts, entry))[0]
        assert page.name in {other.name for other in pages if other.key == first}
        for word in page.also.split():
            assert entry.key in look_for(pages, word), word


def test_other_words_belong_to_pages_that_there_are() -> None:
    known = {f"also.{entry.key}" for entry in EVERY} | {"also.controls"}
    assert ENGLISH.keys("also.") <= known


def test_one_wrong_letter_is_forgiven_and_two_are_not() -> None:
    assert found("taverm") == ["tile.tavern"]
    assert found("tavorm") == []
    assert found("xx") == []
