"""Checks that translations are complete in every language, have the same placeholders, and are short enough
where space is limited."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest
from support.rule_ids import CITATION

import kingdom
import kingdom.rules.expansions
import kingdom.text.translator
from kingdom.ai import hint
from kingdom.ai.levels import AI_LEVELS
from kingdom.ai.play_styles import load_play_styles
from kingdom.bots.observation import EVENT_FORMATS
from kingdom.json_codec import to_json
from kingdom.learn.lesson import COURSES
from kingdom.learn.puzzle import PUZZLE_KINDS as PUZZLES
from kingdom.learn.rules_reference import CHAPTERS
from kingdom.maps.generator import AMOUNT_PERCENT, GeneratorOptions
from kingdom.maps.tiled import MAP_SIZES
from kingdom.maps.validation import ENGLISH_REASONS
from kingdom.match import ai_client
from kingdom.match.game_options import BOARD_SOURCES, TASK_CHOICES
from kingdom.match.interface import MatchStep
from kingdom.match.seats import ADD_BOT_CHOICE, SEAT_KINDS
from kingdom.match.tutor import TUTOR_MODES
from kingdom.review import analysis, branching, gold_over_time
from kingdom.rules import events
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.expansion import ACTION, LOCATION, SCORE
from kingdom.rules.expansions.crossroads_tiles import SMALL_PIECES
from kingdom.rules.expansions.nomad_tiles import NOMAD_TILE_COUNTS
from kingdom.rules.game import Game
from kingdom.rules.hexes import nth_hex
from kingdom.rules.illegal_answers import explain_unavailable
from kingdom.rules.registry import (
    ACTIONS,
    EXPANSIONS,
    ISLANDS,
    LANDMARKS,
    NAMED_ITEMS,
    SCORING_CARDS,
    SECTIONS,
    TASK_CARDS,
    TERRAINS,
    TILES,
)
from kingdom.rules.setup import GameSetup, new_game
from kingdom.text.catalog_checks import check_language, languages_with_catalogs, placeholders
from kingdom.text.plurals import key_without_category
from kingdom.text.translator import CATALOG_FILES, FALLBACK_LANGUAGE, LANGUAGES, Translator
from kingdom.ui.framework.settings import AI_SPEEDS, Choice, page_settings
from kingdom.ui.map_editor.check_tab import TERRAIN_FIGURES as COMPARED
from kingdom.ui.map_editor.paint_tab import palette_groups
from kingdom.ui.map_editor.scene import MAP_EDITOR_TABS
from kingdom.ui.navigation.game_loader import NON_GAME_FILE_KINDS
from kingdom.ui.new_game.scene import TAB_COMPOSERS
from kingdom.ui.panels.log_text import LogBuilder
from kingdom.ui.reference.controls_page import THREE_COLUMN_GROUPS as CONTROL_COLUMNS
from kingdom.ui.reference.pages import INTRO_PAGE_COUNT
from kingdom.ui.reference.scene import INTRO_CHAPTER
from kingdom.ui.review.bottom_bar import TRANSPORT_ICONS as SIGNS
from kingdom.ui.review.charts_tab import CHART_KINDS as CHARTS
from kingdom.ui.review.replay import PLAYBACK_SPEEDS as REVIEW_SPEEDS
from kingdom.ui.review.scene import REVIEW_TABS
from kingdom.ui.share.game_images import EXPORT_SUFFIXES as KINDS_OF_FILE
from kingdom.ui.stats.scene import EXPORT_FORMATTERS, STATS_TABS

GENERATOR_OPTIONS = list(to_json(GeneratorOptions()))
TEXTS = Path(kingdom.text.__file__).parent
RULES_FOLDER = Path(kingdom.rules.__file__).parent
OTHER_LANGUAGES = [language for language in LANGUAGES if language != FALLBACK_LANGUAGE]


def load(language: str, name: str) -> dict[str, str]:
    """Loads a translation file. A file that nobody has translated yet is empty."""
    path = TEXTS / language / f"{name}.json"
    return dict(json.loads(path.read_text(encoding="utf-8"))) if path.exists() else {}


def keys_without_categories(catalog: dict[str, str]) -> set[str]:
    """Returns the keys of a catalog under which the game looks up its texts."""
    return {key_without_category(key, catalog) for key in catalog}


CODE = Path(kingdom.__file__).parent
LEVELS = CODE.parent / "levels"
SETTINGS_ROWS = ("name", "window", "tutor", *page_settings())
SETTINGS_CHOICES = [
    (name, choice)
    for name, kind in page_settings().items()
    if isinstance(kind, Choice) and name != "language"
    for choice in kind.values
]
MAPS = tuple(
    sorted(
        path.stem
        for path in LEVELS.glob("*.tmx")
        if 'name="kind" value="board"' in path.read_text(encoding="utf-8")
    )
)
PAUSE_BUTTONS = ("save", "players", "review", "settings", "rules", "code", "restart", "leave", "quit")
REVIEW_BUTTONS = ("share", "play_on", "close")
"""Buttons below the review."""
ANALYSIS_BUTTONS = ("better", "again", "next")
CARD_RANKINGS = ("strongest", "weakest")
OUTCOMES = [f"{how}.{who}" for how in ("won", "lost", "drew") for who in ("you", "name")]
HEADER_BUTTONS = ("zoom_in", "zoom_out", "fit", "recap", "menu")
PUZZLE_FIGURES = ("rating", "solved", "streak", "rush")
CONTROL_GROUPS = [group for groups in CONTROL_COLUMNS for group in groups]
COMPOSED_UI_KEYS = {
    "ui.help.controls.{}": CONTROL_GROUPS,
    "ui.help.controls.{}.text": CONTROL_GROUPS,
    "ui.reference.chapter.{}": (INTRO_CHAPTER, *CHAPTERS),
    "ui.kind.{}": (*SEAT_KINDS, ADD_BOT_CHOICE),
    "ui.kind.{}.about": ("person", *AI_LEVELS),
    "ui.style.{}": load_play_styles(),
    "ui.style.{}.about": load_play_styles(),
    "ui.load.is_{}": ("map", *NON_GAME_FILE_KINDS.values()),
    "ui.level.{}": MAPS,
    "ui.level.{}.about": MAPS,
    "ui.new.board.{}": BOARD_SOURCES,
    "ui.new.board.{}.tip": BOARD_SOURCES,
    "ui.chronicle.page.{}": STATS_TABS,
    "ui.chronicle.export.{}": EXPORT_FORMATTERS,
    "ui.chronicle.cards.{}": ("best", "weakest"),
    "ui.learn.course.{}": COURSES,
    "ui.learn.{}": ("list", "next", "play"),
    "ui.learn.menu.{}": ("resume", "again", "skip", "settings", "leave"),
    "ui.menu.group.{}": ("challenge", "create", "learn", "play"),
    "ui.menu.{}": (
        *("continue", "new", "quick", "load", "learn", "daily", "puzzles", "chronicle", "studio", "help"),
        *("settings", "quit"),
    ),
    "ui.daily.{}": (
        *("go_on", "play", "again", "counts", "waits", "given_up", "practice"),
        *("practice.go_on", "practice.play"),
    ),
    "ui.date.month.{}": range(1, 13),
    "ui.daily.month.{}": range(1, 13),
    "ui.daily.weekday.{}": range(7),
    "ui.puzzle.task.{}": PUZZLES,
    "ui.puzzle.kind.{}": PUZZLES,
    "ui.puzzle.choose.{}": ("box", "kind", "tag", "solved"),
    "ui.puzzle.figure.{}": PUZZLE_FIGURES,
    "ui.puzzle.figure.{}.tip": PUZZLE_FIGURES,
    "ui.welcome.{}": ("new", "go"),
    "ui.new.grown.{}": [
        *GENERATOR_OPTIONS,
        *(f"{wish}.{amount}" for wish in GENERATOR_OPTIONS for amount in AMOUNT_PERCENT),
    ],
    "ui.studio.{}": [
        *("undo", "redo", "turn", "mirror", "grow", "zoom_in", "zoom_out", "fit", "save", "copy", "paste"),
        *(group for group, _ in palette_groups()),
    ],
    "ui.studio.{}.tip": ("save", "copy", "paste"),
    "ui.studio.beside.{}": COMPARED,
    "ui.studio.new.{}": MAP_SIZES,
    "ui.studio.problem.{}": [
        *ENGLISH_REASONS,
        *("lone_hex", "missing_terrain", "location_on_edge", "close_landmarks"),
    ],
    "ui.studio.tab.{}": MAP_EDITOR_TABS,
    "ui.new.tab.{}": TAB_COMPOSERS,
    "ui.new.tasks.{}": TASK_CHOICES,
    "ui.pause.{}": PAUSE_BUTTONS,
    "ui.pause.{}.tip": PAUSE_BUTTONS,
    "ui.settings.{}": SETTINGS_ROWS,
    "ui.settings.{}.tip": SETTINGS_ROWS,
    "ui.settings.{}.on": [name for name, kind in page_settings().items() if kind is bool],
    "ui.settings.{}.{}": SETTINGS_CHOICES,
    "ui.settings.tutor.{}": TUTOR_MODES,
    "ui.settings.programs.{}": AI_SPEEDS,
    "ui.settings.{}.text": ("damaged", "unreadable"),
    "ui.learn.{}.text": ("damaged", "unreadable"),
    "ui.share.kind{}": KINDS_OF_FILE,
    "ui.review.{}": (*SIGNS, *REVIEW_BUTTONS, *ANALYSIS_BUTTONS, *CARD_RANKINGS, *OUTCOMES),
    "ui.review.{}.tip": (*REVIEW_BUTTONS, *ANALYSIS_BUTTONS, *CARD_RANKINGS),
    "ui.review.even.{}": OUTCOMES,
    "ui.review.brought.{}": (gold_over_time.FROM_OPPONENTS, gold_over_time.FROM_TURN_END),
    "ui.review.chart.{}": CHARTS,
    "ui.review.chart.{}.tip": CHARTS,
    "ui.review.mark.{}": (analysis.FINE, *(mark for mark, _ in analysis.JUDGMENT_MIN_LOSS)),
    "ui.review.trial.{}": (branching.RETRY, branching.SHOW_BEST, branching.NEXT, branching.CLOSE),
    "ui.review.speed.{}": [speed.name for speed in REVIEW_SPEEDS],
    "ui.review.tab.{}": REVIEW_TABS,
    "ui.table.{}": HEADER_BUTTONS,
    "ui.table.{}.does": HEADER_BUTTONS,
    "ui.trouble.{}": (ai_client.CRASH, ai_client.HANG),
    "ui.table.hint.{}": (
        hint.REASON_ONLY,
        hint.REASON_GOLD,
        hint.REASON_TILE,
        hint.REASON_RIVALS,
        hint.REASON_FREEDOM,
        hint.REASON_AHEAD,
    ),
}
"""UI keys that the code builds with f-strings, and the values that can be inserted."""

OTHER_ACTIONS = [name for name, action in ACTIONS.items() if action.kind == ACTION]
ACTIONS_WITHOUT_BUTTON = ("mandatory", "silo")
"""Actions that have no button but appear in the log and in prompts."""
BONUSES = ("temple_bonus", "refuge_bonus", "canoe_bonus", "fountain_bonus")
MARKERS, BELONGINGS = ("cave", "capitol"), ("waiting", "counters")
PIECES = ("settlement", "warrior", "wagon", "ship", "city_hall", "stone_wall", "scout")
SCORES = [name for name, item in NAMED_ITEMS.items() if item.kind == SCORE]
HELP_PAGES = [str(page + 1) for page in range(INTRO_PAGE_COUNT)]
VARIANTS = [variant.name for box in EXPANSIONS.values() for variant in box.variants]
OPTIONAL_LANDMARKS = [name for name in LANDMARKS if name not in (LOCATION, "castle")]
COMPOSED_GAME_KEYS: dict[str, Iterable[str]] = {
    "tile.{}": TILES,
    "piece.{}": PIECES,
    "marker.{}": MARKERS,
    "card.{}": SCORING_CARDS,
    "card.{}.rule": SCORING_CARDS,
    "task.{}": TASK_CARDS,
    "terrain.{}": TERRAINS,
    "terrain.{}.on": TERRAINS,
    "landmark.{}": LANDMARKS,
    "landmark.{}.many": OPTIONAL_LANDMARKS,
    "box.{}": EXPANSIONS,
    "box.{}.blurb": EXPANSIONS,
    "section.{}": SECTIONS,
    "variant.{}": VARIANTS,
    "variant.{}.rule": VARIANTS,
    "help.{}.text": HELP_PAGES,
    "help.{}.title": HELP_PAGES,
}
"""Keys of the game texts that the code builds with f-strings, and the values that can be inserted."""
DERIVED_KEYS = {
    "{}.rule": [f"task.{name}" for name in TASK_CARDS]
    + [f"score.{name}" for name in SCORES]
    + [f"terrain.{name}" for name in TERRAINS]
    + [f"landmark.{name}" for name in LANDMARKS if name != LOCATION]
    + [f"marker.{name}" for name in MARKERS],
    "{}.{}": [f"score.{name}" for name in SCORES]
    + [f"action.{name}" for name in (*OTHER_ACTIONS, *ACTIONS_WITHOUT_BUTTON)]
    + [f"nomad.{name}" for name in NOMAD_TILE_COUNTS]
    + [f"bonus.{name}" for name in BONUSES]
    + [f"belonging.{name}" for name in BELONGINGS],
    "{}.{}.rule": [f"tile.{name}" for name in TILES]
    + [f"action.{name}" for name in OTHER_ACTIONS]
    + [f"nomad.{name}" for name in NOMAD_TILE_COUNTS]
    + [f"bonus.{name}" for name in BONUSES],
    "{}.short": [
        f"{group}.{name}"
        for group, names in (("card", SCORING_CARDS), ("task", TASK_CARDS))
        for name in names
    ],
}
"""Keys that the code builds from a different key, or from a group and a name. The tables above do not contain
them."""
KEYS_USED_IN_GAMES = {
    "ask.{}.{}{}",
    "ask.{}{}",
    "option.{}",
    "event.built.{}",
    "event.cleared.{}",
    "event.counted.{}",
    "event.moved.{}",
    "event.placed.{}",
    "event.removed_by{}",
    "event.removed{}",
    "event.tile_{}{}",
}
"""Keys whose values depend on the game. Random games must use all of these keys, except the keys in
`FALLBACK_PROMPTS` and `RARE_KEYS`."""
FALLBACK_PROMPTS = {"ask.to", "ask.to.left", "ask.from", "ask.from.left", "ask.option", "ask.terrain"}
"""Prompts for third-party expansions that define no prompts of their own."""
RARE_KEYS = {f"event.removed_by.{piece.name}" for piece in SMALL_PIECES}
"""Keys of events that the sword rarely causes. The tests of Crossroads cover them."""

GAME_TEXTS = {language: load(language, "game") for language in LANGUAGES}
GAME_KEYS = keys_without_categories(GAME_TEXTS[FALLBACK_LANGUAGE])
ALL_TEXTS = {
    language: {key: text for name in CATALOG_FILES for key, text in load(language, name).items()}
    for language in LANGUAGES
}

SAME_IN_ENGLISH = {
    *("ui.daily.month.4", "ui.daily.month.8", "ui.daily.month.9", "ui.daily.month.11"),
    # contains only placeholders
    "ui.table.turn",
    "ui.chronicle.rating.now",
    "ui.daily.month_year",
    "help.6.text",
    # names of expansions, the same in every edition
    "box.nomads",
    "box.crossroads",
    "box.marshlands",
    "box.harvest",
    # words spelled the same in two languages
    "action.silo",
    "landmark.silo",
    "ui.table.menu",
    "ui.table.piece_of",
    "card.lords",
    "terrain.canyon",
    "tile.oracle",
    "section.oracle",
    "tile.farm",
    "section.farm",
    "tile.fort",
    "tile.oasis",
    "section.oasis",
    "tile.village",
    "section.village",
    "tile.temple",
    "section.temple",
    "tile.refuge",
    "section.refuge",
    "tile.palisade",
    "action.cave",
    "marker.cave",
    "box.caves",
    "score.total",
    "ui.ceremony.result.key",
    "ui.key.undo",
    "ui.kind.expert",
    "ui.menu.version",
    "ui.settings.animation",
    "ui.settings.animation.normal",
    "ui.studio.land",
    "ui.studio.name",
    "ui.learn.title",
    "ui.menu.learn",
    "ui.new.grown.areas.usual",
    "ui.new.grown.mountains.usual",
    "ui.new.grown.water.usual",
    "ui.share.kind.gif",
    "ui.share.kind.webp",
    "ui.review.result",
    "ui.review.speed.normal",
    "ui.watch.pause",
    # the same in every language
    "ui.menu.title",
    "ui.ok",
}


def registry_keys() -> set[str]:
    """Returns the text keys that the items in the registry need."""
    return {
        f"{group}.{name}{suffix}"
        for group, names, suffixes in (
            ("tile", TILES, ("", ".rule")),
            ("nomad", NOMAD_TILE_COUNTS, ("", ".rule")),
            ("card", SCORING_CARDS, ("", ".rule", ".short")),
            ("task", TASK_CARDS, ("", ".rule", ".short")),
            ("terrain", TERRAINS, ("", ".on")),
            ("landmark", LANDMARKS, ("",)),
            ("landmark", [name for name in LANDMARKS if name != LOCATION], (".rule",)),
            ("section", SECTIONS, ("",)),
            ("box", EXPANSIONS, ("", ".blurb")),
            ("variant", VARIANTS, ("", ".rule")),
            ("bonus", BONUSES, ("", ".rule")),
            ("marker", MARKERS, ("", ".rule")),
            ("belonging", BELONGINGS, ("",)),
            ("piece", PIECES, ("",)),
            ("action", ACTIONS_WITHOUT_BUTTON, ("",)),
            ("action", OTHER_ACTIONS, ("", ".rule")),
            ("score", SCORES, ("", ".rule")),
        )
        for name in names
        for suffix in suffixes
    }


@cache
def strings_in_code() -> tuple[set[str], set[str]]:
    """Returns all strings in the code: literals, and f-strings with `{}` for the values."""
    whole, composed = set(), set()
    for path in CODE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        joined = [node for node in ast.walk(tree) if isinstance(node, ast.JoinedStr)]
        parts = {id(part) for node in joined for part in node.values}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in parts:
                whole.add(node.value)
        composed |= {
            "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
            for node in joined
        }
    return whole, composed


def keys_in_code() -> tuple[set[str], set[str]]:
    """Returns the UI keys in the code: literals, and f-strings with `{}` for the values."""
    whole, composed = strings_in_code()
    return {key for key in whole if re.fullmatch(r"ui\.[a-z_.]+", key)}, {
        key for key in composed if key.startswith("ui.")
    }


class RecordingTranslator(Translator):
    """Translator that records which keys are used."""

    def __init__(self) -> None:
        super().__init__(FALLBACK_LANGUAGE)
        self.used_keys: set[str] = set()

    def tr(self, key: str, **values: object) -> str:
        self.used_keys.add(key)
        return super().tr(key, **values)


def keys_used_in_games(expected: set[str], max_games: int = 600) -> set[str]:
    """Plays random games with all expansions, on each island in turn, and returns the keys of their prompts
    and log lines. Stops once all expected keys have been used."""
    translator, islands = RecordingTranslator(), list(ISLANDS)
    for seed in range(max_games):
        if not expected - translator.used_keys:
            break
        choices = {"island": islands[seed % len(islands)]}
        game = new_game(GameSetup(2 + seed % 4, tuple(EXPANSIONS), seed, expansion_choices=choices))
        rng, log_builder = Random(seed), LogBuilder([str(seat) for seat in range(5)])
        history: list[MatchStep] = []
        while not game.over:
            decision, question = game.decision(), game.prompt()
            if decision.kind != "act":
                translator.prompt(question.topic, decision.kind, count=question.remaining)
            translator.used_keys |= {
                f"option.{option}"
                for option in decision.options
                if option not in ACTIONS and option not in TERRAINS
            }
            cell_count = decision.cells.bit_count()
            picks_option = decision.options and (not cell_count or rng.random() < 0.5)
            answer = (
                rng.choice(decision.options)
                if picks_option
                else nth_hex(decision.cells, rng.randrange(cell_count))
            )
            history.append(MatchStep(decision.player, answer, game.play(answer)))
        log_builder.update(history, game, 0)
        translator.used_keys |= {line.text_key for line in log_builder.lines}
    return translator.used_keys


@pytest.mark.parametrize("language", LANGUAGES)
def test_catalogs_have_no_problems(language: str) -> None:
    """`kingdom texts --check` must find nothing."""
    report = check_language(language)
    assert not report.problems, "\n".join(map(str, report.problems))
    assert report.present == report.needed > 2000
    assert report.percent == 100


def test_every_supported_language_is_checked() -> None:
    assert {*languages_with_catalogs()} == {*LANGUAGES}


def test_files_share_no_key() -> None:
    all_keys = [key for name in CATALOG_FILES for key in load(FALLBACK_LANGUAGE, name)]
    assert len(all_keys) == len(set(all_keys))


def test_everything_in_the_registry_has_texts() -> None:
    assert not registry_keys() - GAME_KEYS


def test_all_composed_keys_are_listed() -> None:
    """A composed key that is missing from the tables in this file would not be checked at all."""
    groups = {key.split(".")[0] for key in GAME_KEYS}
    composed = {key for key in strings_in_code()[1] if re.fullmatch(r"[a-z_0-9.{}]+", key)}
    assert {
        key for key in composed if "." in key and key.split(".")[0] in groups
    } == COMPOSED_GAME_KEYS.keys() | KEYS_USED_IN_GAMES
    derived = {
        key for key in composed if re.fullmatch(r"\{\}(\.\{\})?\.(rule|short|on|blurb)|\{\}\.\{\}", key)
    }
    assert derived == {*DERIVED_KEYS}


def test_no_game_text_is_unused() -> None:
    whole, _ = strings_in_code()
    known = {key.format(word) for key, words in COMPOSED_GAME_KEYS.items() for word in words}
    known |= {
        f"{key}{pattern.removeprefix('{}.{}').removeprefix('{}')}"
        for pattern, keys in DERIVED_KEYS.items()
        for key in keys
    }
    remaining = GAME_KEYS - whole - known - FALLBACK_PROMPTS - RARE_KEYS
    assert not remaining - keys_used_in_games(remaining)
    assert not (FALLBACK_PROMPTS | RARE_KEYS) - GAME_KEYS


def test_every_event_has_a_text() -> None:
    """Only two events need no text: the end of a turn is not logged, and its start appears as a heading."""
    for event_class in set(events.Event.__args__) - {events.TurnBegan, events.TurnEnded}:
        key = f"event.{EVENT_FORMATS[event_class][0]}"
        assert any(text_key == key or text_key.startswith(f"{key}.") for text_key in GAME_KEYS), key


def test_every_action_has_a_prompt() -> None:
    for name, action in ACTIONS.items():
        if not getattr(action, "is_passive", False):
            assert any(key.startswith(f"ask.{name}.") for key in GAME_KEYS), name


def test_every_key_in_the_rules_has_a_text() -> None:
    """Checks all strings in the rules that look like text keys for belongings or for the reasons why an
    answer is illegal."""
    used = set()
    for path in RULES_FOLDER.rglob("*.py"):
        used |= set(
            re.findall(
                r'"((?:reason|belonging|bonus|nomad|piece)\.[a-z_]+)"', path.read_text(encoding="utf-8")
            )
        )
    assert used
    assert not used - GAME_KEYS
    assert {key for key in GAME_KEYS if key.startswith("reason.")} <= used


def test_no_ui_text_is_missing_or_unused() -> None:
    whole, composed = keys_in_code()
    assert composed == COMPOSED_UI_KEYS.keys()
    used = whole | {
        key.format(*(word if isinstance(word, tuple) else [word]))
        for key, words in COMPOSED_UI_KEYS.items()
        for word in words
    }
    existing = {
        key
        for name in ("ui", "review", "studio", "chronicle", "puzzles")
        for key in keys_without_categories(load(FALLBACK_LANGUAGE, name))
    }
    assert not used - existing, "missing texts"
    assert not existing - used, "unused texts"


def test_every_option_has_a_text() -> None:
    """Every option other than an action or a terrain must have its own text."""
    for option in (
        "place",
        "move",
        "remove",
        "take",
        "spend",
        "build",
        "done",
        "decline",
        "end_turn",
        "outpost",
    ):
        assert f"option.{option}" in GAME_KEYS, option


@pytest.mark.parametrize("language", LANGUAGES)
def test_placeholders_are_known(language: str) -> None:
    known = {
        "count",
        "on",
        "terrain_on",
        "action",
        "tile",
        "why",
        "piece",
        "terrain",
        "terrains",
        "card",
        "land",
        "player",
        "round",
        "variant",
        "box",
        "blurb",
        "here",
        "also",
    }
    for key, text in GAME_TEXTS[language].items():
        assert placeholders(text) <= known, key


@pytest.mark.parametrize("language", OTHER_LANGUAGES)
def test_everything_is_translated(language: str) -> None:
    assert not set(check_language(language).same_as_english) - SAME_IN_ENGLISH


def test_list_of_untranslated_texts_has_no_stale_entries() -> None:
    for key in SAME_IN_ENGLISH:
        assert any(
            ALL_TEXTS[language][key] == ALL_TEXTS[FALLBACK_LANGUAGE][key] for language in OTHER_LANGUAGES
        ), key


def test_french_punctuation_has_nonbreaking_spaces() -> None:
    for key, text in ALL_TEXTS["fr"].items():
        assert not re.search(
            r"[ \w}][:;!?»](?!\w)",
            text.replace("\u00a0:", "")
            .replace("\u00a0;", "")
            .replace("\u00a0!", "")
            .replace("\u00a0?", "")
            .replace("\u00a0»", ""),
        ), f"{key}: {text}"


def test_players_read_no_rule_ids() -> None:
    """Rule IDs such as L-PADDOCK-1 are for developers. No text of the window contains one."""
    for language, texts in ALL_TEXTS.items():
        for key, text in texts.items():
            assert not CITATION.search(text), f"{language} {key}: {text}"


# --- Translator


def test_french_uses_the_informal_address() -> None:
    """ "Vous" is used only to address several players. A single player is addressed informally, as in the
    other languages."""
    plural_keys = ("lesson.stone_walls.wall", "lesson.warriors.not_there")
    keys_with_vous = {
        key for key, text in ALL_TEXTS["fr"].items() if re.search(r"\b(vous|vos|votre)\b", text, re.I)
    }
    assert keys_with_vous == set(plural_keys)


def test_terrain_phrase_fits_the_sentence() -> None:
    translators = [Translator(language) for language in LANGUAGES]
    assert {
        translator.language: translator.tr(
            "ask.mandatory", count=2, terrain_on=translator.tr("terrain.flower.on")
        )
        for translator in translators
    } == {
        "en": "Build 2 more settlements on flower fields",
        "fr": "Construis encore 2 cités dans les fleurs",
        "es": "Construye 2 asentamientos más en las flores",
        "de": "Baue noch 2 Siedlungen auf Blumenfeldern",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_rule_texts_mention_only_landmarks_in_play(language: str) -> None:
    translator = Translator(language)
    base_translator = translator.for_board(("castle", LOCATION, "water"))
    names_by_kind = {kind: translator.tr(f"landmark.{kind}.many") for kind in OPTIONAL_LANDMARKS}
    for key in ("card.workers.rule", "card.merchants.rule", "task.place_of_refuge.rule"):
        assert all(name.lower() not in base_translator.tr(key).lower() for name in names_by_kind.values()), (
            key
        )
        assert all(name.lower() in translator.tr(key).lower() for name in names_by_kind.values()), (
            "with all expansions, every landmark should be mentioned"
        )
        for kind, name in names_by_kind.items():
            rule_text = translator.for_board(("castle", kind)).tr(key).lower()
            assert name.lower() in rule_text
            assert all(other.lower() not in rule_text for other in names_by_kind.values() if other != name)
    for key in GAME_TEXTS[language]:
        assert "{here" not in base_translator.tr(key), key
        assert "{also" not in base_translator.tr(key), key


def test_bad_keys_and_values_never_raise() -> None:
    translator = Translator("xx")
    assert translator.language == "en"
    assert translator.tr("no.such.key", count=1) == "no.such.key"
    assert not translator.has_text("no.such.key")
    assert translator.tr("ask.thinking") == "{player} is thinking"
    assert translator.tr("ask.thinking", player="{0} {x", other=1) == "{0} {x is thinking"
    assert translator.tr("ask.mandatory", count=None, terrain_on=None).startswith("Build None more")
    assert translator.localized_name("nobody") == "Nobody"
    assert translator.tr_first("no.such", "ask.end") == "End your turn"


def test_unknown_name_is_shown_as_words() -> None:
    """A third-party expansion may add names that have no translation; they are shown as plain words."""
    translator = Translator("de")
    assert (
        translator.localized_name("stone_circle", "landmark")
        == translator.tr("landmark.stone_circle")
        == "Stone circle"
    )
    assert translator.tr("terrain.moor.on") == "auf Moor"
    assert translator.tr("tile.peat_cutter.rule") == ""
    assert translator.localize_values({"card": "moor/grass"}) == {
        "card": f"Moor / {translator.tr('terrain.grass')}"
    }
    assert not translator.has_text("landmark.stone_circle")


def test_missing_text_falls_back_to_english(monkeypatch: pytest.MonkeyPatch) -> None:
    catalogs = {"en": {"a_one": "one {count}", "a_other": "many {count}"}, "fr": {}}
    monkeypatch.setattr(kingdom.text.translator, "load_catalog", lambda language: catalogs[language])
    assert Translator("fr").has_text("a")
    assert Translator("fr").tr("a", count=0) == "many 0"  # the English text uses English plural rules


def test_prompts_fall_back_from_specific_to_general() -> None:
    translator = Translator("en")
    assert translator.prompt("wagon", "to") == "Wagon: choose a hex for the wagon"
    assert translator.prompt("wagon", "to", count=1) == "Wagon: drive on, 1 step left"
    assert (
        translator.prompt("city_hall", "to", count=None) == "City hall: choose the center of seven free hexes"
    )
    assert translator.prompt("barn", "from", action="Barn") == "Barn: choose the settlement to move"
    assert translator.prompt("unheard_of", "to", action="X", count=2) == "X: choose a hex, 2 to go"


def test_game_names_are_translated() -> None:
    translator = Translator("de")
    assert translator.localize_values(
        {"action": "farm", "land": "castle", "terrains": ("grass", "swamp"), "count": 3, "player": "farm"}
    ) == {
        "action": "Farm",
        "land": "Burg",
        "terrains": "Gras / Sumpf",
        "count": 3,
        "player": "farm",
    }
    assert translator.localize_values({"tile": "temple_bonus"}) == {"tile": "Tempel-Bonus"}
    assert translator.localize_values({"tile": "temple"}) == {"tile": "Tempel"}
    assert translator.localize_values({"action": "refuge_bonus"}) == {"action": "Zuflucht-Bonus"}
    assert translator.localize_values({"card": "swamp/grass"}) == {"card": "Sumpf / Gras"}
    assert translator.localize_values({"why": "families"}) == {"why": "Familien"}
    assert translator.localize_values({"why": "treasure"}) == {"why": "Schatz"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_illegal_answer_has_a_translated_reason(language: str) -> None:
    from support.scenario import scenario

    game: Game = scenario()
    with pytest.raises(IllegalAnswer) as caught:
        game.play("farm")
    assert caught.value.text_key == "reason.no_tile"
    translator = Translator(language)
    assert translator.tr(
        caught.value.text_key, **translator.localize_values(caught.value.text_values)
    ).startswith(translator.tr("tile.farm"))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_everything_in_a_game_has_texts(seed: int) -> None:
    """Covers every prompt, option, reason and belonging that occurs in a game with all expansions."""
    game = new_game(GameSetup(player_count=3, expansions=tuple(EXPANSIONS), seed=seed))
    rng, translators = Random(seed), [Translator(language) for language in LANGUAGES]
    while not game.over:
        decision, question = game.decision(), game.prompt()
        for translator in translators:
            if decision.kind != "act":
                topic = question.topic
                prompt = translator.prompt(
                    topic,
                    decision.kind,
                    action=translator.localized_name(topic),
                    count=question.remaining,
                    player="Ani",
                )
                assert "ask." not in prompt
                assert "{" not in prompt, prompt
            for option in decision.options:
                assert any(
                    translator.has_text(f"{group}.{option}")
                    for group in ("option", "terrain", "tile", "action", "nomad")
                ), option
        for player, hook in product(range(3), game.config.hooks.player_items):
            for belonging in hook(game, player):
                assert translators[0].has_text(belonging.text_key), belonging.text_key
        reasons = [
            explain_unavailable(game, game.active_player, action)
            for action in ACTIONS.values()
            if action.name not in decision.options
        ]
        for translator, reason in product(translators, reasons):
            text = translator.tr(reason.text_key, **translator.localize_values(reason.text_values))
            assert "{" not in text, text
            assert "_" not in text, text
        cell_count = decision.cells.bit_count()
        if decision.options and (not cell_count or rng.random() < 0.5):
            game.play(rng.choice(decision.options))
        else:
            game.play(nth_hex(decision.cells, rng.randrange(cell_count)))


DETAIL_LABELS = {
    "en": "Details: ",
    "de": "Details: ",
    "fr": "Détails\u00a0: ",
    "es": "Detalles: ",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_error_details_follow_the_translated_sentence(language: str) -> None:
    """The sentence must be complete in the player's language. The English details must come last, with a
    label."""
    checked = 0
    for key, text in ALL_TEXTS[language].items():
        for placeholder in ("{reason}", "{error}", "{what}"):
            if placeholder in text and key != "ui.review.lost":
                checked += 1
                assert text.endswith(DETAIL_LABELS[language] + placeholder), f"{key}: {text}"
                assert text.removesuffix(DETAIL_LABELS[language] + placeholder).strip(), key
    assert checked > 15
