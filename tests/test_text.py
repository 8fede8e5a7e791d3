"""The texts: complete in every language, with the same placeholders, fit for their places."""

from __future__ import annotations

import ast
import json
import re
import string
from collections.abc import Iterable
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest

import kingdom.rules.sets
import kingdom.text
from kingdom.ai import hint
from kingdom.ai.roster import STRENGTHS
from kingdom.ai.styles import styles
from kingdom.bots.seen import EVENTS
from kingdom.learn.lesson import COURSES
from kingdom.learn.puzzle import KINDS as PUZZLES
from kingdom.learn.reference import CHAPTERS
from kingdom.map_check import REASONS, SIZES
from kingdom.match import thinker
from kingdom.match.choices import BOARDS, KINDS, TASKS_FROM
from kingdom.match.match import LoggedAnswer
from kingdom.match.seats import BOT
from kingdom.match.tutor import TUTORS
from kingdom.review import analysis, curves, exercise
from kingdom.rules import events
from kingdom.rules.explain import why_not_action
from kingdom.rules.frames import IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import nth
from kingdom.rules.registry import (
    ACTION,
    ACTIONS,
    BOXES,
    CARDS,
    LANDMARKS,
    LOCATION,
    SECTIONS,
    TASKS,
    TERRAINS,
    TILES,
)
from kingdom.rules.sets.crossroads import SMALL_PIECES
from kingdom.rules.sets.nomads import NOMAD_TILES
from kingdom.rules.setup import Setup, new_game
from kingdom.studio.grow import AMOUNTS, Wishes
from kingdom.text import FALLBACK, FILES, LANGUAGES, Texts, system_language
from kingdom.ui.app.opening import OTHER_KINDS
from kingdom.ui.menus.new_game.scene import TABS
from kingdom.ui.panels.narration import Storyteller
from kingdom.ui.profile.scene import EXPORTS, SHEETS
from kingdom.ui.reference.controls import COLUMNS as CONTROL_COLUMNS
from kingdom.ui.reference.first_pages import FIRST_PAGES
from kingdom.ui.reference.scene import FIRST
from kingdom.ui.review.gold import KINDS as CHARTS
from kingdom.ui.review.reel import SPEEDS as REVIEW_SPEEDS
from kingdom.ui.review.scene import TABS as REVIEW_TABS
from kingdom.ui.review.signs import SHAPES as SIGNS
from kingdom.ui.scene.settings import PROGRAMS, SCORING, SPEEDS
from kingdom.ui.share.kinds import KINDS as KINDS_OF_FILE
from kingdom.ui.studio.compared_row import FIGURES as COMPARED
from kingdom.ui.studio.palette import cells_by_kind
from kingdom.ui.studio.scene import TABS as STUDIO_TABS

WISHES = list(Wishes().written())
TEXTS = Path(kingdom.text.__file__).parent
RULES = Path(kingdom.rules.__file__).parent
OTHERS = [language for language in LANGUAGES if language != FALLBACK]


def load(language: str, name: str) -> dict[str, str]:
    """A file of texts; a key that is there twice is a mistake."""

    def once(pairs: list[tuple[str, str]]) -> dict[str, str]:
        assert len(dict(pairs)) == len(pairs)
        return dict(pairs)

    return dict(
        json.loads((TEXTS / language / f"{name}.json").read_text(encoding="utf-8"), object_pairs_hook=once)
    )


CODE = Path(kingdom.__file__).parent
LEVELS = CODE.parent / "levels"
ROWS = (
    "name",
    "language",
    "effects",
    "music",
    "animation",
    "programs",
    "full_screen",
    "window",
    "interface_scale",
    "marks",
    "grid",
    "live_gold",
    "scoring",
)
MAPS = tuple(
    sorted(
        path.stem
        for path in LEVELS.glob("*.tmx")
        if 'name="kind" value="board"' in path.read_text(encoding="utf-8")
    )
)
PAUSE = ("save", "review", "settings", "rules", "code", "restart", "leave", "quit")
DEEDS = ("share", "play_on", "close")
"""The buttons below a review."""
JUDGED = ("better", "again", "next")
EXTREMES = ("strongest", "weakest")
OUTCOMES = [f"{how}.{who}" for how in ("won", "lost", "drew") for who in ("you", "name")]
HEADER_BUTTONS = ("zoom_in", "zoom_out", "fit", "recap", "menu")
FIGURES = ("rating", "solved", "streak", "rush")
CONTROL_GROUPS = [group for groups in CONTROL_COLUMNS for group in groups]
COMPOSED = {
    "ui.help.controls.{}": CONTROL_GROUPS,
    "ui.help.controls.{}.text": CONTROL_GROUPS,
    "ui.reference.chapter.{}": (FIRST, *CHAPTERS),
    "ui.kind.{}": (*KINDS, BOT),
    "ui.kind.{}.about": ("person", *STRENGTHS),
    "ui.style.{}": styles(),
    "ui.style.{}.about": styles(),
    "ui.load.is_{}": ("map", *OTHER_KINDS.values()),
    "ui.level.{}": MAPS,
    "ui.level.{}.about": MAPS,
    "ui.new.board.{}": BOARDS,
    "ui.new.board.{}.tip": BOARDS,
    "ui.chronicle.page.{}": SHEETS,
    "ui.chronicle.export.{}": EXPORTS,
    "ui.chronicle.cards.{}": ("best", "weakest"),
    "ui.learn.course.{}": COURSES,
    "ui.learn.menu.{}": ("resume", "again", "skip", "settings", "leave"),
    "ui.menu.{}": (
        *("continue", "new", "quick", "load", "learn", "daily", "puzzles", "chronicle", "studio", "help"),
        *("settings", "quit"),
    ),
    "ui.daily.{}": ("go_on", "play", "again", "counts", "waits", "given_up"),
    "ui.daily.month.{}": range(1, 13),
    "ui.daily.weekday.{}": range(7),
    "ui.puzzle.task.{}": PUZZLES,
    "ui.puzzle.kind.{}": PUZZLES,
    "ui.puzzle.choose.{}": ("box", "kind", "tag", "solved"),
    "ui.puzzle.figure.{}": FIGURES,
    "ui.puzzle.figure.{}.tip": FIGURES,
    "ui.welcome.{}": ("new", "go"),
    "ui.new.grown.{}": [*WISHES, *(f"{wish}.{amount}" for wish in WISHES for amount in AMOUNTS)],
    "ui.studio.{}": [
        *("undo", "redo", "turn", "mirror", "grow", "zoom_in", "zoom_out", "fit", "save", "copy", "paste"),
        *(group for group, _ in cells_by_kind()),
    ],
    "ui.studio.{}.tip": ("save", "copy", "paste"),
    "ui.studio.beside.{}": COMPARED,
    "ui.studio.new.{}": SIZES,
    "ui.studio.problem.{}": [
        *REASONS,
        *("lone_hex", "missing_terrain", "location_on_edge", "close_landmarks"),
    ],
    "ui.studio.tab.{}": STUDIO_TABS,
    "ui.new.tab.{}": TABS,
    "ui.new.tasks.{}": TASKS_FROM,
    "ui.pause.{}": PAUSE,
    "ui.pause.{}.tip": PAUSE,
    "ui.settings.{}": (*ROWS, "tutor"),
    "ui.settings.tutor.{}": TUTORS,
    "ui.settings.{}.tip": (*ROWS, "tutor"),
    "ui.settings.animation.{}": SPEEDS,
    "ui.settings.programs.{}": PROGRAMS,
    "ui.settings.scoring.{}": SCORING,
    "ui.settings.{}.text": ("damaged", "unreadable"),
    "ui.share.kind{}": KINDS_OF_FILE,
    "ui.review.{}": (*SIGNS, *DEEDS, *JUDGED, *EXTREMES, *OUTCOMES),
    "ui.review.{}.tip": (*DEEDS, *JUDGED, *EXTREMES),
    "ui.review.even.{}": OUTCOMES,
    "ui.review.brought.{}": (curves.OTHERS, curves.REST),
    "ui.review.chart.{}": CHARTS,
    "ui.review.chart.{}.tip": CHARTS,
    "ui.review.mark.{}": (analysis.FINE, *(mark for mark, _ in analysis.LIMITS)),
    "ui.review.switch.{}": ("stop", "go"),
    "ui.review.trial.{}": (exercise.AGAIN, exercise.SHOW, exercise.NEXT, exercise.CLOSE),
    "ui.review.speed.{}": [speed.name for speed in REVIEW_SPEEDS],
    "ui.review.tab.{}": REVIEW_TABS,
    "ui.table.{}": HEADER_BUTTONS,
    "ui.table.{}.does": HEADER_BUTTONS,
    "ui.trouble.{}": (thinker.CRASH, thinker.HANG),
    "ui.table.hint.{}": (hint.ONLY, hint.GOLD, hint.TILE, hint.RIVALS, hint.FREEDOM, hint.AHEAD),
}
"""The keys of the window that the code puts together, with the words that may stand in the hole."""

OTHER_ACTIONS = [name for name, action in ACTIONS.items() if action.kind == ACTION]
NO_BUTTON = ("mandatory", "silo")
"""What builds and moves besides the actions that a player calls up: the log and the questions name it."""
BONUSES = ("temple_bonus", "refuge_bonus", "canoe_bonus", "fountain_bonus")
MARKERS, BELONGINGS = ("cave", "capitol"), ("waiting", "counters")
PIECES = ("settlement", "warrior", "wagon", "ship", "city_hall", "stone_wall", "scout")
SCORES = ("castles", "palaces", "capitols", "earned")
HELP_PAGES = [str(page + 1) for page in range(FIRST_PAGES)]
VARIANTS = [variant.name for box in BOXES.values() for variant in box.variants]
SOMETIMES_THERE = [name for name in LANDMARKS if name not in (LOCATION, "castle")]
COMPOSED_GAME: dict[str, Iterable[str]] = {
    "tile.{}": TILES,
    "piece.{}": PIECES,
    "marker.{}": MARKERS,
    "card.{}": CARDS,
    "card.{}.rule": CARDS,
    "task.{}": TASKS,
    "terrain.{}": TERRAINS,
    "terrain.{}.on": TERRAINS,
    "landmark.{}": LANDMARKS,
    "landmark.{}.many": SOMETIMES_THERE,
    "box.{}": BOXES,
    "box.{}.blurb": BOXES,
    "section.{}": SECTIONS,
    "variant.{}": VARIANTS,
    "variant.{}.rule": VARIANTS,
    "help.{}.text": HELP_PAGES,
    "help.{}.title": HELP_PAGES,
}
"""The same for what the rules talk about."""
BY_KEY = {
    "{}.rule": [f"task.{name}" for name in TASKS]
    + [f"score.{name}" for name in SCORES]
    + [f"terrain.{name}" for name in TERRAINS]
    + [f"landmark.{name}" for name in LANDMARKS if name != LOCATION]
    + [f"marker.{name}" for name in MARKERS],
    "{}.{}": [f"score.{name}" for name in SCORES]
    + [f"action.{name}" for name in (*OTHER_ACTIONS, *NO_BUTTON)]
    + [f"nomad.{name}" for name in NOMAD_TILES]
    + [f"bonus.{name}" for name in BONUSES]
    + [f"belonging.{name}" for name in BELONGINGS],
    "{}.{}.rule": [f"tile.{name}" for name in TILES]
    + [f"action.{name}" for name in OTHER_ACTIONS]
    + [f"nomad.{name}" for name in NOMAD_TILES]
    + [f"bonus.{name}" for name in BONUSES],
    "{}.{}.short": [
        f"{group}.{name}" for group, names in (("card", CARDS), ("task", TASKS)) for name in names
    ],
}
"""Keys that the code makes out of another key or of group and name: those that are not in the list above
already."""
SAID_IN_GAMES = {
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
"""Keys whose words only playing can tell: each of them must be said in a random game ..."""
GENERAL = {"ask.to", "ask.to.left", "ask.from", "ask.from.left", "ask.option", "ask.terrain"}
"""... but the questions of a box that has none of its own for its frames, ..."""
RARE = {f"event.removed_by.{piece.name}" for piece in SMALL_PIECES}
"""... and what a sword very seldom meets (tests/rules/test_crossroads_mixes.py lets it)."""

GAME = {language: load(language, "game") for language in LANGUAGES}
ALL = {
    language: {key: text for name in FILES for key, text in load(language, name).items()}
    for language in LANGUAGES
}

PROPER_NAMES = {
    *("ui.daily.month.4", "ui.daily.month.8", "ui.daily.month.9", "ui.daily.month.11"),
    # a name and what follows it
    "ui.table.turn",
    # box names as printed in every edition
    "box.nomads",
    "box.crossroads",
    "box.marshlands",
    "box.harvest",
    # words that are the same in two languages
    "action.silo",
    "landmark.silo",
    "ui.table.menu",
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
    "ui.ceremony.menu",
    "ui.ceremony.result.key",
    "ui.key.undo",
    "ui.kind.expert",
    "ui.menu.version",
    "ui.pause.title",
    "ui.settings.animation",
    "ui.settings.animation.normal",
    "ui.review.accuracy",
    "ui.review.result",
    "ui.review.speed.normal",
    # the same in every language
    "ui.menu.title",
    "ui.ok",
}


def placeholders(text: str) -> set[str]:
    """The names of the placeholders in any form of a text."""
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


def wanted_names() -> set[str]:
    """The keys that the registries ask for."""
    return {
        f"{group}.{name}{part}"
        for group, names, parts in (
            ("tile", TILES, ("", ".rule")),
            ("nomad", NOMAD_TILES, ("", ".rule")),
            ("card", CARDS, ("", ".rule", ".short")),
            ("task", TASKS, ("", ".rule", ".short")),
            ("terrain", TERRAINS, ("", ".on")),
            ("landmark", LANDMARKS, ("",)),
            ("landmark", [name for name in LANDMARKS if name != LOCATION], (".rule",)),
            ("section", SECTIONS, ("",)),
            ("box", BOXES, ("", ".blurb")),
            ("variant", VARIANTS, ("", ".rule")),
            ("bonus", BONUSES, ("", ".rule")),
            ("marker", MARKERS, ("", ".rule")),
            ("belonging", BELONGINGS, ("",)),
            ("piece", PIECES, ("",)),
            ("action", NO_BUTTON, ("",)),
            ("action", OTHER_ACTIONS, ("", ".rule")),
            ("score", SCORES, ("", ".rule")),
        )
        for name in names
        for part in parts
    }


@cache
def strings_in_code() -> tuple[set[str], set[str]]:
    """Everything that the code writes as a string: whole ones, and those with holes for words."""
    whole, composed = set(), set()
    for path in CODE.rglob("*.py"):
        if path.name.startswith("pictures"):
            continue
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
    """The keys of the window's own texts as the code writes them: whole ones, and those with a hole for a
    word."""
    whole, composed = strings_in_code()
    return {key for key in whole if re.fullmatch(r"ui\.[a-z_.]+", key)}, {
        key for key in composed if key.startswith("ui.")
    }


class Noting(Texts):
    """Texts that note what was said."""

    def __init__(self) -> None:
        super().__init__(FALLBACK)
        self.said: set[str] = set()

    def say(self, key: str, **values: object) -> str:
        self.said.add(key)
        return super().say(key, **values)


def said_in_games(wanted: set[str], most: int = 600) -> set[str]:
    """What random games of all boxes say, question by question and line by line of the log, until all that is
    wanted was said."""
    texts = Noting()
    for seed in range(most):
        if not wanted - texts.said:
            break
        game = new_game(Setup(players=2 + seed % 4, boxes=tuple(BOXES), seed=seed))
        chance, story = Random(seed), Storyteller([str(seat) for seat in range(5)])
        history: list[LoggedAnswer] = []
        while not game.over:
            decision, question = game.decision(), game.question()
            if decision.asks != "act":
                texts.ask(question.topic, decision.asks, count=question.remaining)
            texts.said |= {
                f"option.{word}" for word in decision.options if word not in ACTIONS and word not in TERRAINS
            }
            number = decision.cells.bit_count()
            by_word = decision.options and (not number or chance.random() < 0.5)
            answer = (
                chance.choice(decision.options) if by_word else nth(decision.cells, chance.randrange(number))
            )
            history.append(LoggedAnswer(decision.player, answer, game.choose(answer)))
        story.follow(history, game, 0)
        texts.said |= {line.key for line in story.lines}
    return texts.said


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("language", OTHERS)
def test_the_same_keys_in_every_language(language: str, name: str) -> None:
    assert load(language, name).keys() == load(FALLBACK, name).keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_files_are_sorted_and_nothing_is_empty(language: str) -> None:
    for name in FILES:
        texts = load(language, name)
        assert list(texts) == sorted(texts)
        for key, text in texts.items():
            assert text.strip() == text, key
            assert text, key
            assert "'" not in text, f"{language} {key}: a straight apostrophe"
            assert "  " not in text, key


def test_files_share_no_key() -> None:
    every = [key for name in FILES for key in load(FALLBACK, name)]
    assert len(every) == len(set(every))


def test_every_name_of_the_registries_has_its_texts() -> None:
    assert not wanted_names() - GAME[FALLBACK].keys()


def test_every_key_that_the_code_puts_together_is_listed() -> None:
    """A key with a hole that no list here knows would be a key that nobody checks."""
    groups = {key.split(".")[0] for key in GAME[FALLBACK]}
    composed = {key for key in strings_in_code()[1] if re.fullmatch(r"[a-z_0-9.{}]+", key)}
    assert {
        key for key in composed if "." in key and key.split(".")[0] in groups
    } == COMPOSED_GAME.keys() | SAID_IN_GAMES
    out_of_keys = {
        key for key in composed if re.fullmatch(r"\{\}(\.\{\})?\.(rule|short|on|blurb)|\{\}\.\{\}", key)
    }
    assert out_of_keys == {*BY_KEY}


def test_no_text_of_the_game_is_unused() -> None:
    whole, _ = strings_in_code()
    known = {key.format(word) for key, words in COMPOSED_GAME.items() for word in words}
    known |= {
        f"{key}{end.removeprefix('{}.{}').removeprefix('{}')}" for end, keys in BY_KEY.items() for key in keys
    }
    left = GAME[FALLBACK].keys() - whole - known - GENERAL - RARE
    assert not left - said_in_games(left)
    assert not (GENERAL | RARE) - GAME[FALLBACK].keys()


def test_every_event_has_its_sentence() -> None:
    """But the end of a turn, which the next one tells, and its begin, which is a heading when a round
    begins."""
    for kind in set(events.Event.__args__) - {events.TurnBegan, events.TurnEnded}:
        key = f"event.{EVENTS[kind][0]}"
        assert any(found == key or found.startswith(f"{key}.") for found in GAME[FALLBACK]), key


def test_every_action_has_its_question() -> None:
    for name, action in ACTIONS.items():
        if not getattr(action, "passive", False):
            assert any(key.startswith(f"ask.{name}.") for key in GAME[FALLBACK]), name


def test_every_key_in_the_rules_has_its_text() -> None:
    """Reasons of refusals and names of belongings: whatever in the rules looks like a key of these groups."""
    used = set()
    for path in RULES.rglob("*.py"):
        used |= set(
            re.findall(
                r'"((?:reason|belonging|bonus|nomad|piece)\.[a-z_]+)"', path.read_text(encoding="utf-8")
            )
        )
    assert used
    assert not used - GAME[FALLBACK].keys()
    assert {key for key in GAME[FALLBACK] if key.startswith("reason.")} <= used


def test_no_text_of_the_window_is_missing_or_unused() -> None:
    whole, composed = keys_in_code()
    assert composed == COMPOSED.keys()
    used = whole | {key.format(word) for key, words in COMPOSED.items() for word in words}
    there = {
        key for name in ("ui", "review", "studio", "chronicle", "puzzles") for key in load(FALLBACK, name)
    }
    assert not used - there, "missing"
    assert not there - used, "unused"


def test_every_option_word_has_a_name() -> None:
    """Options are actions, terrains, or words with a text of their own."""
    for word in (
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
        assert f"option.{word}" in GAME[FALLBACK], word


@pytest.mark.parametrize("language", OTHERS)
def test_placeholders_and_plurals_are_the_same(language: str) -> None:
    for key, text in ALL[language].items():
        english = ALL[FALLBACK][key]
        assert placeholders(text) == placeholders(english), f"{language} {key}"
        assert text.count("|") == english.count("|"), f"{language} {key}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_placeholders_are_known(language: str) -> None:
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
        "here",
        "also",
    }
    for key, text in GAME[language].items():
        assert placeholders(text) <= known, key
        assert text.count("|") <= 1, key


@pytest.mark.parametrize("language", LANGUAGES)
def test_short_texts_are_short(language: str) -> None:
    for key, text in GAME[language].items():
        if key.endswith(".short"):
            assert len(text) <= 60, f"{key}: {len(text)}"


@pytest.mark.parametrize("language", OTHERS)
def test_nothing_is_left_in_english(language: str) -> None:
    same = {key for key, text in ALL[language].items() if text == ALL[FALLBACK][key]}
    assert not same - PROPER_NAMES


def test_no_proper_name_is_listed_in_vain() -> None:
    for key in PROPER_NAMES:
        assert any(ALL[language][key] == ALL[FALLBACK][key] for language in OTHERS), key


def test_french_spaces() -> None:
    for key, text in ALL["fr"].items():
        assert not re.search(
            r"[ \w}][:;!?»](?!\w)",
            text.replace("\u00a0:", "")
            .replace("\u00a0;", "")
            .replace("\u00a0!", "")
            .replace("\u00a0?", "")
            .replace("\u00a0»", ""),
        ), f"{key}: {text}"


# --- how a text is said


def test_the_game_says_tu_in_french() -> None:
    """To several people at once it says vous; to one it is a friend, as in all other languages."""
    several = ("lesson.stone_walls.wall", "lesson.warriors.not_there", "feat.palaces.riddle")
    polite = {key for key, text in ALL["fr"].items() if re.search(r"\b(vous|vos|votre)\b", text, re.I)}
    assert polite == set(several)


def test_forms_follow_the_count() -> None:
    english, french = Texts("en"), Texts("fr")
    assert english.say("event.placed.scout", count=1) == "sent out a scout"
    assert english.say("event.placed.scout", count=0) == "sent out 0 scouts"
    assert english.say("event.placed.scout", count=2) == "sent out 2 scouts"
    assert french.say("event.placed.scout", count=0) == french.say("event.placed.scout", count=1)
    assert french.say("event.placed.scout", count=0) != french.say("event.placed.scout", count=2)


def test_sentences_read_well() -> None:
    every = [Texts(language) for language in LANGUAGES]
    assert {
        texts.language: texts.say("ask.mandatory", count=2, terrain_on=texts.say("terrain.flower.on"))
        for texts in every
    } == {
        "en": "Build 2 more settlements on flower fields",
        "fr": "Construis encore 2 cités dans les fleurs",
        "es": "Construye 2 asentamientos más en las flores",
        "de": "Baue noch 2 Siedlungen auf Blumenfeldern",
    }


@pytest.mark.parametrize("language", LANGUAGES)
def test_rules_speak_only_of_what_is_on_the_table(language: str) -> None:
    texts = Texts(language)
    base = texts.where(("castle", LOCATION, "water"))
    every = {kind: texts.say(f"landmark.{kind}.many") for kind in SOMETIMES_THERE}
    for key in ("card.workers.rule", "card.merchants.rule", "task.place_of_refuge.rule"):
        assert all(name.lower() not in base.say(key).lower() for name in every.values()), key
        assert all(name.lower() in texts.say(key).lower() for name in every.values()), "all boxes"
        for kind, name in every.items():
            there = texts.where(("castle", kind)).say(key).lower()
            assert name.lower() in there
            assert all(other.lower() not in there for other in every.values() if other != name)
    for key in GAME[language]:
        assert "{here" not in base.say(key), key
        assert "{also" not in base.say(key), key


def test_nothing_makes_it_fail() -> None:
    texts = Texts("xx")
    assert texts.language == "en"
    assert texts.say("no.such.key", count=1) == "no.such.key"
    assert not texts.has("no.such.key")
    assert texts.say("ask.thinking") == "{player} is thinking"
    assert texts.say("ask.thinking", player="{0} {x", other=1) == "{0} {x is thinking"
    assert texts.say("ask.mandatory", count=None, terrain_on=None).startswith("Build None more")
    assert texts.name("nobody") == "Nobody"
    assert texts.first("no.such", "ask.end") == "End your turn"


def test_a_word_without_a_text_is_its_own_name() -> None:
    """A box may bring words that no text knows."""
    texts = Texts("de")
    assert texts.name("stone_circle", "landmark") == texts.say("landmark.stone_circle") == "Stone circle"
    assert texts.say("terrain.moor.on") == "auf Moor"
    assert texts.say("tile.peat_cutter.rule") == ""
    assert texts.names({"card": "moor/grass"}) == {"card": f"Moor / {texts.say('terrain.grass')}"}
    assert not texts.has("landmark.stone_circle")


def test_a_missing_text_comes_in_english(monkeypatch: pytest.MonkeyPatch) -> None:
    found = {"en": {"a": "one {count}|many {count}"}, "fr": {}}
    monkeypatch.setattr(kingdom.text, "catalogue", lambda language: found[language])
    assert Texts("fr").has("a")
    assert Texts("fr").say("a", count=0) == "many 0"  # in English, so by English plurals


def test_questions_from_the_particular_to_the_general() -> None:
    texts = Texts("en")
    assert texts.ask("wagon", "to") == "Wagon: choose a hex for the wagon"
    assert texts.ask("wagon", "to", count=1) == "Wagon: drive on, 1 step left"
    assert texts.ask("city_hall", "to", count=None) == "City hall: choose the middle of seven free hexes"
    assert texts.ask("barn", "from", action="Barn") == "Barn: choose the settlement to move"
    assert texts.ask("unheard_of", "to", action="X", count=2) == "X: choose a hex, 2 to go"


def test_words_of_the_game_become_names() -> None:
    texts = Texts("de")
    assert texts.names(
        {"action": "farm", "land": "castle", "terrains": ("grass", "swamp"), "count": 3, "player": "farm"}
    ) == {
        "action": "Farm",
        "land": "Burg",
        "terrains": "Gras / Sumpf",
        "count": 3,
        "player": "farm",
    }
    assert texts.names({"tile": "temple_bonus"}) == {"tile": "Tempel-Bonus"}
    assert texts.names({"tile": "temple"}) == {"tile": "Tempel"}
    assert texts.names({"action": "refuge_bonus"}) == {"action": "Zuflucht-Bonus"}
    assert texts.names({"card": "swamp/grass"}) == {"card": "Sumpf / Gras"}
    assert texts.names({"why": "families"}) == {"why": "Familien"}
    assert texts.names({"why": "treasure"}) == {"why": "Schatz"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_says_why(language: str) -> None:
    from scenario import scenario

    game: Game = scenario()
    with pytest.raises(IllegalAnswer) as caught:
        game.choose("farm")
    assert caught.value.key == "reason.no_tile"
    texts = Texts(language)
    assert texts.say(caught.value.key, **texts.names(caught.value.values)).startswith(texts.say("tile.farm"))


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
def test_the_language_of_the_system(
    environment: dict[str, str], language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert system_language() == language


def test_the_language_of_the_system_without_a_word_from_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    assert system_language() in LANGUAGES


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_whole_game_can_be_told(seed: int) -> None:
    """Every question, option, refusal and belonging that comes up in a game of all boxes has its words."""
    game = new_game(Setup(players=3, boxes=tuple(BOXES), seed=seed))
    chance, every = Random(seed), [Texts(language) for language in LANGUAGES]
    while not game.over:
        decision, question = game.decision(), game.question()
        for texts in every:
            if decision.asks != "act":
                topic = question.topic
                asked = texts.ask(
                    topic, decision.asks, action=texts.name(topic), count=question.remaining, player="Ani"
                )
                assert "ask." not in asked
                assert "{" not in asked, asked
            for option in decision.options:
                assert any(
                    texts.has(f"{group}.{option}")
                    for group in ("option", "terrain", "tile", "action", "nomad")
                ), option
        for player, hook in product(range(3), game.table.hooks.belongings):
            for belonging in hook(game, player):
                assert every[0].has(belonging.text), belonging.text
        refused = [
            why_not_action(game, game.player, action)
            for action in ACTIONS.values()
            if action.name not in decision.options
        ]
        for texts, reason in product(every, refused):
            said = texts.say(reason.key, **texts.names(reason.values))
            assert "{" not in said, said
            assert "_" not in said, said
        number = decision.cells.bit_count()
        if decision.options and (not number or chance.random() < 0.5):
            game.choose(chance.choice(decision.options))
        else:
            game.choose(nth(decision.cells, chance.randrange(number)))


MARKS = {
    "en": "Technical detail: ",
    "de": "Technisches Detail: ",
    "fr": "Détail technique\u00a0: ",
    "es": "Detalle técnico: ",
}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_the_disk_says_in_english_stands_apart_from_the_sentence(language: str) -> None:
    """The sentence is whole in the player's language; the detail comes last and is called so."""
    found = 0
    for key, text in ALL[language].items():
        for hole in ("{reason}", "{error}", "{what}"):
            if hole in text and key != "ui.review.lost":
                found += 1
                assert text.endswith(MARKS[language] + hole), f"{key}: {text}"
                assert text.removesuffix(MARKS[language] + hole).strip(), key
    assert found > 15
