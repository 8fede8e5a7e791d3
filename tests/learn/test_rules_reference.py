"""Tests the rules reference: every game item has a page, examples follow the rules, and the search works."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from support import sample_expansion

from kingdom.json_codec import from_json
from kingdom.learn.content_checks import check_pages
from kingdom.learn.reference_search import make_search_entry, rank_entries
from kingdom.learn.rules_reference import (
    CHAPTERS,
    Example,
    RulesReference,
    find_page,
    list_pages,
    load_reference,
    page_questions,
    page_rule,
    page_title,
    read_pages,
    shipped_reference,
)
from kingdom.rules.errors import ValidationError
from kingdom.rules.hexes import HEX_AT
from kingdom.rules.registry import (
    ACTIONS,
    EXPANSIONS,
    LANDMARKS,
    NAMED_ITEMS,
    SCORING_CARDS,
    TASK_CARDS,
    TERRAINS,
    TILES,
    temporary_expansion,
)
from kingdom.text.translator import FALLBACK_LANGUAGE, LANGUAGES, Translator

RULES = Path(__file__).parents[2] / "docs" / "RULES.md"
FAQ_RULES = json.loads((Path(__file__).parent / "faq_rules.json").read_text(encoding="utf-8"))
ALL_PAGES = list_pages(shipped_reference())
ENGLISH_TEXTS = Translator(FALLBACK_LANGUAGE)
POSITION: dict[str, Any] = {
    "sections": ["tavern", "paddock", "oasis", "farm"],
    "players": [{"settlements": [[0, 0]], "hand": ["desert"]}, {}],
}


def search_keys(query: str, language: str = FALLBACK_LANGUAGE) -> list[str]:
    translator = Translator(language)
    return rank_entries(
        [make_search_entry(translator, shipped_reference(), page) for page in ALL_PAGES], query
    )


def test_shipped_pages_pass_all_checks() -> None:
    assert check_pages(shipped_reference()) == []


def test_every_game_item_has_a_page_with_an_example() -> None:
    """An item that has no page is explained on a related page. For example, castles are explained on the
    castle landmark's page."""
    names = [*TILES, *SCORING_CARDS, *TASK_CARDS, *TERRAINS, *LANDMARKS, *ACTIONS, *NAMED_ITEMS]
    for name in names:
        matches = [candidate for candidate in ALL_PAGES if candidate.name == name]
        page = matches[0] if matches else find_page(f"score.{name}", ALL_PAGES)
        assert page is not None, name
        assert shipped_reference().example(page.key) is not None, name
        assert page_questions(ENGLISH_TEXTS, shipped_reference(), page), name


def test_pages_are_unique_and_sorted_by_chapter() -> None:
    chapters = [CHAPTERS.index(page.chapter) for page in ALL_PAGES]
    assert chapters == sorted(chapters)
    assert len({page.key for page in ALL_PAGES}) == len(ALL_PAGES)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_has_a_title_and_a_rule(language: str) -> None:
    texts = Translator(language)
    for page in ALL_PAGES:
        assert "." not in page_title(texts, page), page.key
        assert len(page_rule(texts, page)) > 10, page.key


def test_pages_and_questions_cite_existing_rules() -> None:
    rule_ids = set(re.findall(r"\*\*([A-Z]+-[A-Z0-9]+(?:-\d+)?)\*\*", RULES.read_text(encoding="utf-8")))
    cited = {rule for page in shipped_reference().contents.values() for rule in page.rule_ids}
    assert cited <= rule_ids
    question_names = {name for page in shipped_reference().contents.values() for name in page.questions}
    assert FAQ_RULES.keys() == question_names
    assert all(rules and set(rules) <= rule_ids for rules in FAQ_RULES.values())


def test_every_reference_text_is_used() -> None:
    pages = shipped_reference().contents.values()
    question_keys = {f"asked.{name}" for page in pages for name in page.questions}
    assert ENGLISH_TEXTS.keys_with_prefix("asked.") == question_keys
    captions = {
        f"example.{example.caption}"
        for key in shipped_reference().contents
        if (example := shipped_reference().example(key))
    }
    assert ENGLISH_TEXTS.keys_with_prefix("example.") == captions
    assert ENGLISH_TEXTS.keys_with_prefix("rule.") <= {f"rule.{key}" for key in shipped_reference().contents}
    phases = {key for key in shipped_reference().contents if key.startswith("phase.")}
    assert ENGLISH_TEXTS.keys_with_prefix("phase.") == phases | {f"{key}.rule" for key in phases}


# --- searching by title and text


def test_title_matches_come_first() -> None:
    assert search_keys("tav")[0] == "tile.tavern"
    assert search_keys("lords")[0] == "card.lords"
    assert "tile.harbor" in search_keys("water")
    assert search_keys("ships")[0] == "piece.ship"
    assert search_keys("castles")[0] == "landmark.castle"
    assert search_keys("water")[0] == "terrain.water"


def test_search_ignores_case_and_accents() -> None:
    assert search_keys("CATHEDRALE", "fr")[0] == "tile.cathedral"
    assert search_keys("wuste", "de")[0] == "terrain.desert"


def test_search_covers_questions_and_nonsense_finds_nothing() -> None:
    assert "card.merchants" in search_keys("two groups of two")
    assert search_keys("qwertz") == []
    assert search_keys("  ") == [page.key for page in ALL_PAGES]


def test_items_without_a_page_lead_to_a_related_page() -> None:
    for key, expected in (("score.castles", "landmark.castle"), ("action.cave", "marker.cave")):
        found_page = find_page(key, ALL_PAGES)
        assert found_page is not None
        assert found_page.key == expected
    assert find_page("tile.nowhere", ALL_PAGES) is None


# --- pages for third-party expansions


def test_third_party_expansion_gets_generic_pages() -> None:
    with temporary_expansion(sample_expansion.EXPANSION):
        pages = {page.key: page for page in list_pages(shipped_reference())}
        for key in (
            "tile.peat_cutter",
            "card.druids",
            "task.great_ring",
            "terrain.moor",
            "action.raise_menhir",
        ):
            assert pages[key].expansion == sample_expansion.EXPANSION.name
            assert page_title(ENGLISH_TEXTS, pages[key])
            assert page_questions(ENGLISH_TEXTS, shipped_reference(), pages[key]) == []
    assert "tile.peat_cutter" not in {page.key for page in list_pages(shipped_reference())}
    assert sample_expansion.EXPANSION.name not in EXPANSIONS


# --- reporting errors in reference files


def farm_page(**content: object) -> RulesReference:
    return RulesReference(read_pages({"format": "kingdom-reference/1", "pages": {"tile.farm": content}}), {})


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        ({"see": ["tile.nowhere"]}, "unknown page 'tile.nowhere'"),
        ({"asked": ["never_asked"]}, "asked.never_asked is missing"),
        ({"example": "tile.oasis"}, "'tile.oasis' has none"),
        ({"example": {"position": POSITION, "caption": "none"}}, "example.none is missing"),
        ({"example": {"position": POSITION, "caption": "cells", "answers": ["farm"]}}, "farm"),
        ({"example": {"position": {**POSITION, "nonsense": 1}, "caption": "cells"}}, "nonsense"),
    ],
)
def test_check_reports_bad_pages(content: dict[str, object], problem: str) -> None:
    assert any(problem in line for line in check_pages(farm_page(**content)))


@pytest.mark.parametrize(
    ("data", "problem"),
    [
        ({"pages": {}}, "format"),
        ({"format": "kingdom-reference/1", "pages": []}, "pages"),
        ({"format": "kingdom-reference/1", "pages": {"tile.farm": {"asks": []}}}, "asks"),
        ({"format": "kingdom-reference/1", "pages": {"tile.farm": {"asked": [3]}}}, "asked"),
        ({"format": "kingdom-reference/1", "pages": {"tile.farm": {"shown": ["tile"]}}}, "shown"),
        ({"format": "kingdom-reference/1", "pages": {"tile.farm": {"order": "first"}}}, "order"),
        (
            {
                "format": "kingdom-reference/1",
                "pages": {"tile.farm": {"example": {"position": {}, "shows": [1, 2]}}},
            },
            "shows",
        ),
        (
            {
                "format": "kingdom-reference/1",
                "pages": {"tile.farm": {"example": {"position": {}, "shows": [15, 0, 9, 9]}}},
            },
            "not all on the board",
        ),
    ],
)
def test_invalid_reference_data_is_rejected(data: dict[str, Any], problem: str) -> None:
    with pytest.raises(ValidationError, match=problem):
        read_pages(data)


def test_broken_reference_file_is_reported_and_others_load(tmp_path: Path) -> None:
    (tmp_path / "base.json").write_text('{"format": "kingdom-reference/1", "pages": {"tile.farm": {}}}')
    (tmp_path / "nomads.json").write_text("{")
    library = load_reference(tmp_path)
    assert list(library.contents) == ["tile.farm"]
    assert list(library.errors) == ["nomads.json"]
    assert any("nomads.json" in line for line in check_pages(library))


# --- showing examples


def test_example_shows_the_legal_hexes() -> None:
    example = from_json(Example, {"position": POSITION, "caption": "cells"}, "example")
    played = example.play()
    assert played.legal_hexes == played.game.decision().cells
    assert played.values["count"] == played.legal_hexes.bit_count()


def test_scoring_example_highlights_the_scoring_hexes() -> None:
    position = {**POSITION, "cards": ["knights"]}
    example = from_json(Example, {"position": position, "scores": "knights", "caption": "score"}, "example")
    played = example.play()
    assert played.values["gold"] == 2
    assert played.highlighted_hexes == 1 << HEX_AT[0, 0]
    invalid = from_json(Example, {"position": position, "scores": "lords"}, "example")
    with pytest.raises(ValidationError, match="lords"):
        invalid.play()


def test_move_example_marks_its_origin() -> None:
    example = shipped_reference().example("tile.paddock")
    assert example is not None
    played = example.play()
    assert played.origin_hexes & played.game.piece_hexes[0]
    assert played.legal_hexes


# --- searching by synonyms


@pytest.mark.parametrize(
    ("language", "query", "page"),
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
def test_synonyms_plurals_and_typos_find_the_page(language: str, query: str, page: str) -> None:
    assert page in search_keys(query, language)[:2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_title_and_synonym_finds_its_page(language: str) -> None:
    texts = Translator(language)
    search_entries = [
        make_search_entry(texts, shipped_reference(), reference_page) for reference_page in ALL_PAGES
    ]
    for reference_page, search_data in zip(ALL_PAGES, search_entries, strict=True):
        best_match = rank_entries(search_entries, page_title(texts, reference_page))[0]
        assert search_data.name in {other.name for other in search_entries if other.key == best_match}
        for word in search_data.synonyms.split():
            assert reference_page.key in rank_entries(search_entries, word), word


def test_synonyms_belong_to_existing_pages() -> None:
    known = {f"also.{page.key}" for page in ALL_PAGES} | {"also.controls"}
    assert ENGLISH_TEXTS.keys_with_prefix("also.") <= known


def test_search_tolerates_one_typo_but_not_two() -> None:
    assert search_keys("taverm") == ["tile.tavern"]
    assert search_keys("tavorm") == []
    assert search_keys("xx") == []
