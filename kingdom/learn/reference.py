"""The reference: a page for every tile, card, task, piece, kind of land and phase of the game.

What pages there are the boxes tell, so that a box from outside has its pages, too. What is on a page beside
its name and rule is data: `pages/<box>.json` gives each an example and what people ask about it.
docs/ADDING.md shows how one is written.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from kingdom.files import NotJson, parse_json, read_text, why
from kingdom.learn.example import Example, read_example
from kingdom.paths import PACKAGE
from kingdom.rules.json_values import read_dict, read_list
from kingdom.rules.registry import (
    BOXES,
    CARD,
    LANDMARK,
    LANDMARKS,
    LOCATION,
    TASK,
    TERRAIN,
    BadSetup,
    Box,
    kind_of,
    shown_as,
)
from kingdom.text import Texts

log = logging.getLogger(__name__)

FORMAT = "kingdom-reference/1"
TURN, LAND, PIECES, TILES, CARDS, TASKS = CHAPTERS = ("turn", "land", "pieces", "tiles", "cards", "tasks")
CHAPTER_OF = {
    "phase": TURN, "terrain": LAND, "landmark": LAND, "marker": LAND, "piece": PIECES, "belonging": PIECES,
    "card": CARDS, "score": CARDS, "task": TASKS,
}  # fmt: skip
"""The chapter of each kind of thing; all others are among the tiles."""
_KEYS = ("format", "pages")
_PAGE_KEYS = ("rules", "asked", "example", "see", "shown", "order")


@dataclass(frozen=True)
class PageData:
    """What is written about a thing beside its name and rule."""

    rules: tuple[str, ...] = ()
    """Where it stands in docs/RULES.md."""
    asked: tuple[str, ...] = ()
    """Questions people ask: `asked.<word>` is a question and, on the next lines, its answer."""
    example: Example | str | None = None
    """An example, or the page that has it."""
    see: tuple[str, ...] = ()
    """Other pages that help."""
    shown: tuple[str, str] | None = None
    """Kind and word of its picture, if that is another thing's."""
    order: int = 0


@dataclass(frozen=True)
class PageLibrary:
    """All that is written, by page, and what is wrong with what could not be read."""

    pages: Mapping[str, PageData]
    boxes: Mapping[str, str]
    """The box whose file has the page."""
    broken: Mapping[str, str] = field(default_factory=dict)

    def example(self, key: str) -> Example | None:
        """The example of a page, its own or another's."""
        found = self.pages.get(key, PageData()).example
        if isinstance(found, str):
            found = self.pages.get(found, PageData()).example
        return found if isinstance(found, Example) else None


@dataclass(frozen=True)
class Entry:
    """A page: what it is about."""

    kind: str
    word: str
    box: str
    shown: tuple[str, str]
    """Kind and word of the picture that shows it."""

    @property
    def key(self) -> str:
        """Its name, which is also the key of what it is called."""
        return f"{self.kind}.{self.word}"

    @property
    def chapter(self) -> str:
        """Where it stands."""
        return CHAPTER_OF.get(self.kind, TILES)


def read_pages(name: str, data: Any) -> dict[str, PageData]:
    """The pages of a file; what is wrong raises BadSetup, naming the place."""
    data = read_dict(data, name, _KEYS)
    if data.get("format") != FORMAT:
        raise BadSetup(f"format: {data.get('format')!r} is not {FORMAT!r}")
    pages = data.get("pages")
    if not isinstance(pages, dict):
        raise BadSetup("pages: an object is needed")
    return {key: _read_page(page, f"pages[{key}]") for key, page in pages.items()}


def _read_page(data: Any, place: str) -> PageData:
    data = read_dict(data, place, _PAGE_KEYS)
    example = data.get("example")
    shown = _read_words(data.get("shown", []), f"{place}.shown")
    if shown and len(shown) != 2:
        raise BadSetup(f"{place}.shown: a kind and a word are needed")
    order = data.get("order", 0)
    if not isinstance(order, int):
        raise BadSetup(f"{place}.order: a number is needed")
    return PageData(
        _read_words(data.get("rules", []), f"{place}.rules"),
        _read_words(data.get("asked", []), f"{place}.asked"),
        example if example is None or isinstance(example, str) else read_example(example, f"{place}.example"),
        _read_words(data.get("see", []), f"{place}.see"),
        (shown[0], shown[1]) if shown else None,
        order,
    )


def _read_words(data: Any, place: str) -> tuple[str, ...]:
    words = read_list(data, place)
    if not all(isinstance(word, str) for word in words):
        raise BadSetup(f"{place}: a list of words is needed, not {data!r}")
    return tuple(words)


def pages_folder() -> Path:
    """Where the shipped pages are."""
    return PACKAGE / "learn" / "pages"


def read_reference(folder: Path) -> PageLibrary:
    """All pages of a folder. A file that is broken is named and left out: its things keep their names and
    rules."""
    pages: dict[str, PageData] = {}
    boxes: dict[str, str] = {}
    broken = {}
    for path in sorted(folder.glob("*.json")):
        try:
            found = read_pages(path.name, parse_json(read_text(path)))
        except (BadSetup, NotJson, OSError) as error:
            broken[path.name] = why(error)
            log.warning("pages %s: %s", path.name, why(error))
            continue
        pages.update(found)
        boxes.update(dict.fromkeys(found, path.stem))
    return PageLibrary(pages, boxes, broken)


@cache
def shipped() -> PageLibrary:
    """The pages that came with the game, read once."""
    return read_reference(pages_folder())


# --- which pages there are


def entries(library: PageLibrary) -> list[Entry]:
    """All pages: by chapter, and within it as the boxes came out and as they list their things."""
    found: dict[str, Entry] = {}
    for box in sorted(BOXES.values(), key=lambda box: box.order):
        written = [key for key, name in library.boxes.items() if name == box.name]
        for kind, word in (*_brought(box), *(tuple(key.split(".", 1)) for key in written)):
            shown = _shown(library, kind, word)
            found.setdefault(f"{kind}.{word}", Entry(kind, word, box.name, shown))
    for key, entry in list(found.items()):
        if (
            key not in library.pages
            and entry.shown != (entry.kind, entry.word)
            and ".".join(entry.shown) in found
        ):
            del found[key]  # the page of what shows it says it all
    place = {key: number for number, key in enumerate(found)}
    return sorted(
        found.values(),
        key=lambda entry: (CHAPTERS.index(entry.chapter), _order(library, entry.key), place[entry.key]),
    )


def _order(library: PageLibrary, key: str) -> int:
    return library.pages.get(key, PageData()).order


def _brought(box: Box) -> Iterator[tuple[str, str]]:
    """Kind and word of everything in a box."""
    for terrain in box.terrains:
        yield TERRAIN, terrain.name
    if LOCATION not in {landmark.name for landmark in box.landmarks} and box.order == 0:
        yield LANDMARK, LANDMARKS[LOCATION].name
    for landmark in box.landmarks:
        yield LANDMARK, landmark.name
    for action in (*box.tiles, *box.actions):
        yield action.kind, action.name
    for thing in box.things:
        yield thing.kind, thing.name
    for card in box.cards:
        yield CARD, card.name
    for task in box.tasks:
        yield TASK, task.name


def _shown(library: PageLibrary, kind: str, word: str) -> tuple[str, str]:
    written = library.pages.get(f"{kind}.{word}")
    if written is not None and written.shown is not None:
        return written.shown
    return shown_as(word) if _acts(kind) and kind_of(word) == kind else (kind, word)


def _acts(kind: str) -> bool:
    """Whether a thing of this kind may be shown by another thing's picture."""
    return CHAPTER_OF.get(kind) not in (TURN, PIECES, LAND)


def page_for(key: str, found: Iterable[Entry]) -> Entry | None:
    """The page about a thing: its own, or that of what shows it."""
    every = {entry.key: entry for entry in found}
    if key in every:
        return every[key]
    word = key.partition(".")[2]
    return every.get(".".join(shown_as(word))) or next(
        (entry for entry in every.values() if entry.word == word), None
    )


# --- what a page says


def name_of(texts: Texts, entry: Entry) -> str:
    """What the thing is called, with a capital letter."""
    name = texts.say(entry.key)
    if name == entry.key:
        name = texts.name(entry.word, entry.kind)
    return name[:1].upper() + name[1:]


def rule_of(texts: Texts, entry: Entry) -> str:
    """The rule in full: the reference's own words, or those that notes use."""
    key = f"rule.{entry.key}"
    if texts.has(key):
        return texts.say(key)
    return texts.say(f"{entry.key}.rule") if texts.has(f"{entry.key}.rule") else ""


def questions(texts: Texts, library: PageLibrary, entry: Entry) -> list[tuple[str, str]]:
    """Questions and answers of a page."""
    found = []
    for word in library.pages.get(entry.key, PageData()).asked:
        question, _, answer = texts.say(f"asked.{word}").partition("\n")
        found.append((question, answer))
    return found
