"""The rules reference: a page for every tile, card, task, piece, kind of terrain and phase of the game, with
playable examples.

The expansions determine which pages exist, so external expansions get pages too. Apart from the name and
rule, the content of a page is data: `pages/<expansion>.json` adds an example and common questions. An example
is a small real position. The rules engine computes the highlighted hexes and the gold, so they are always
correct. docs/ADDING.md shows how to write a page."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from kingdom.files import JsonError, error_message, parse_json, read_text
from kingdom.paths import PACKAGE_DIR
from kingdom.position import read_position
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import ValidationError
from kingdom.rules.expansion import CARD, LANDMARK, LOCATION, TASK, TERRAIN, Expansion
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, COORD_OF, Hex, iter_hexes
from kingdom.rules.json_values import int_reader, read_answer, read_dict, read_list
from kingdom.rules.registry import EXPANSIONS, LANDMARKS, icon_for, kind_of_name
from kingdom.rules.scoring import score_breakdown
from kingdom.text.translator import Translator

log = logging.getLogger(__name__)


BOARD_SIDE = 20
"""Number of rows and columns of the board."""
MIN_CROP_SIDE = 3
_EXAMPLE_KEYS = ("position", "answers", "shows", "scores", "caption")


class ExampleCrop(NamedTuple):
    """The part of the board that an example shows."""

    row: int
    column: int
    rows: int
    columns: int


class PlayedExample(NamedTuple):
    """An example after its answers have been played."""

    game: Game
    legal_hexes: int
    """Hexes that can be chosen next."""
    highlighted_hexes: int
    """Hexes that score gold or were just built on."""
    origin_hexes: int
    """The hex from which a piece is moving, if the target has not been chosen yet."""
    values: Mapping[str, object]
    """Values for the placeholders of the caption."""


@dataclass(frozen=True)
class Example:
    """A position, the answers played in it, and the part of the board to show."""

    position: Mapping[str, Any]
    answers: tuple[Answer, ...]
    crop: ExampleCrop
    source: str = ""
    """The card or other source whose gold is shown. If empty, the legal hexes or the newly built hexes are
    shown."""
    caption: str = ""
    """Last part of the text key `example.<caption>`."""

    def play(self) -> PlayedExample:
        """Plays the answers and collects the hexes to highlight and the values for the caption."""
        game = read_position(self.position)
        player = game.decision().player
        own_before = game.piece_hexes[player]
        gold_before = game.earned_gold[player]
        for answer in self.answers:
            game.play(answer)
        if self.source:
            scores = score_breakdown(game, player)
            if self.source not in scores:
                raise ValidationError(
                    f"scores: {self.source!r} brings no gold here; there are {', '.join(scores)}"
                )
            earned = scores[self.source]
            return PlayedExample(
                game, 0, earned.hexes, 0, self._caption_values(earned.gold, earned.hexes.bit_count())
            )
        built = game.piece_hexes[player] & ~own_before
        decision = game.decision()
        ends_with_hex = bool(self.answers) and isinstance(self.answers[-1], int)
        shows_legal_hexes = decision.kind in ("from", "to") or (
            not ends_with_hex and decision.player == player
        )
        legal_hexes = decision.cells if shows_legal_hexes else 0
        if not legal_hexes:
            return PlayedExample(
                game,
                0,
                built,
                0,
                self._caption_values(game.earned_gold[player] - gold_before, built.bit_count()),
            )
        origin = self.answers[-1] if decision.kind == "to" and self.answers else None
        origin_hexes = BIT[origin] if isinstance(origin, int) else 0
        return PlayedExample(
            game,
            legal_hexes,
            0,
            origin_hexes,
            self._caption_values(game.earned_gold[player] - gold_before, legal_hexes.bit_count()),
        )

    def _caption_values(self, gold: int, count: int) -> dict[str, object]:
        return {"gold": gold, "count": count}

    def is_visible(self, hex_id: Hex) -> bool:
        """Returns True if a hex is inside the crop. Hexes of the island never are."""
        coord, crop = COORD_OF[hex_id], self.crop
        if len(coord) == 3:
            return False
        row, column = coord
        return crop.row <= row < crop.row + crop.rows and crop.column <= column < crop.column + crop.columns


def read_example(data: Any, path: str) -> Example:
    """Reads an example; raises ValidationError with the path of invalid data."""
    data = read_dict(data, path, _EXAMPLE_KEYS)
    read_corner, read_size = int_reader(0, BOARD_SIDE - 1), int_reader(MIN_CROP_SIDE, BOARD_SIDE)
    crop_data = read_list(data.get("shows", [0, 0, BOARD_SIDE, BOARD_SIDE]), f"{path}.shows")
    if len(crop_data) != 4:
        raise ValidationError(f"{path}.shows: row, column, rows and columns are needed, not {crop_data!r}")
    crop = ExampleCrop(
        read_corner(crop_data[0], f"{path}.shows[0]"),
        read_corner(crop_data[1], f"{path}.shows[1]"),
        read_size(crop_data[2], f"{path}.shows[2]"),
        read_size(crop_data[3], f"{path}.shows[3]"),
    )
    if crop.row + crop.rows > BOARD_SIDE or crop.column + crop.columns > BOARD_SIDE:
        raise ValidationError(f"{path}.shows: {crop_data!r} is not all on the board")
    position = data.get("position")
    if not isinstance(position, dict):
        raise ValidationError(f"{path}.position: a position is needed, not {position!r}")
    for key in ("scores", "caption"):
        if not isinstance(data.get(key, ""), str):
            raise ValidationError(f"{path}.{key}: a word is needed, not {data[key]!r}")
    answers = read_list(data.get("answers", []), f"{path}.answers")
    return Example(
        position,
        tuple(read_answer(answer, f"{path}.answers[{n}]") for n, answer in enumerate(answers)),
        crop,
        data.get("scores", ""),
        data.get("caption", ""),
    )


def hexes_outside_crop(example: Example, played: PlayedExample) -> list[tuple[object, ...]]:
    """Returns the coordinates of highlighted hexes that lie outside the crop."""
    marked_hexes = played.highlighted_hexes | played.origin_hexes
    return [tuple(COORD_OF[hex_id]) for hex_id in iter_hexes(marked_hexes) if not example.is_visible(hex_id)]


FORMAT = "kingdom-reference/1"
TURN_CHAPTER, TERRAIN_CHAPTER, PIECES_CHAPTER, TILES_CHAPTER, CARDS_CHAPTER, TASKS_CHAPTER = CHAPTERS = (
    "turn",
    "land",
    "pieces",
    "tiles",
    "cards",
    "tasks",
)
CHAPTER_BY_KIND = {
    "phase": TURN_CHAPTER,
    "terrain": TERRAIN_CHAPTER,
    "landmark": TERRAIN_CHAPTER,
    "marker": TERRAIN_CHAPTER,
    "piece": PIECES_CHAPTER,
    "belonging": PIECES_CHAPTER,
    "card": CARDS_CHAPTER,
    "score": CARDS_CHAPTER,
    "task": TASKS_CHAPTER,
}
"""Chapter of each kind of page. Pages of all other kinds belong to the tiles chapter."""
_FILE_KEYS = ("format", "pages")
_PAGE_KEYS = ("rules", "asked", "example", "see", "shown", "order")


@dataclass(frozen=True)
class ReferencePageContent:
    """The content of a page apart from its name and rule."""

    rule_ids: tuple[str, ...] = ()
    """Rule IDs in docs/RULES.md."""
    questions: tuple[str, ...] = ()
    """Names of common questions. The text `asked.<name>` contains the question on the first line and the
    answer on the next."""
    example: Example | str | None = None
    """An example, or the key of a different page whose example is used."""
    related_pages: tuple[str, ...] = ()
    """Keys of related pages."""
    icon: tuple[str, str] | None = None
    """Kind and name of the icon, if they differ from those of the page."""
    order: int = 0


@dataclass(frozen=True)
class RulesReference:
    """The content of all pages by page key, and the errors of files that could not be read."""

    contents: Mapping[str, ReferencePageContent]
    expansion_by_page: Mapping[str, str]
    """The name of the expansion whose file contains the page."""
    errors: Mapping[str, str] = field(default_factory=dict)

    def example(self, key: str) -> Example | None:
        """Returns the example of a page. Several pages may share an example."""
        example = self.contents.get(key, ReferencePageContent()).example
        if isinstance(example, str):
            example = self.contents.get(example, ReferencePageContent()).example
        return example if isinstance(example, Example) else None


@dataclass(frozen=True)
class ReferencePage:
    """One page of the reference."""

    kind: str
    name: str
    expansion: str
    icon: tuple[str, str]
    """Kind and name of the page's icon."""

    @property
    def key(self) -> str:
        """Key of the page, which is also the translation key of its title."""
        return f"{self.kind}.{self.name}"

    @property
    def chapter(self) -> str:
        """The chapter that contains the page."""
        return CHAPTER_BY_KIND.get(self.kind, TILES_CHAPTER)


def read_pages(name: str, data: Any) -> dict[str, ReferencePageContent]:
    """Reads the pages of a file; raises ValidationError with the path of invalid data."""
    data = read_dict(data, name, _FILE_KEYS)
    if data.get("format") != FORMAT:
        raise ValidationError(f"format: {data.get('format')!r} is not {FORMAT!r}")
    pages = data.get("pages")
    if not isinstance(pages, dict):
        raise ValidationError("pages: an object is needed")
    return {key: _read_page(page, f"pages[{key}]") for key, page in pages.items()}


def _read_page(data: Any, path: str) -> ReferencePageContent:
    data = read_dict(data, path, _PAGE_KEYS)
    example = data.get("example")
    icon = _read_strings(data.get("shown", []), f"{path}.shown")
    if icon and len(icon) != 2:
        raise ValidationError(f"{path}.shown: a kind and a word are needed")
    order = data.get("order", 0)
    if not isinstance(order, int):
        raise ValidationError(f"{path}.order: a number is needed")
    return ReferencePageContent(
        _read_strings(data.get("rules", []), f"{path}.rules"),
        _read_strings(data.get("asked", []), f"{path}.asked"),
        example if example is None or isinstance(example, str) else read_example(example, f"{path}.example"),
        _read_strings(data.get("see", []), f"{path}.see"),
        (icon[0], icon[1]) if icon else None,
        order,
    )


def _read_strings(data: Any, path: str) -> tuple[str, ...]:
    values = read_list(data, path)
    if not all(isinstance(value, str) for value in values):
        raise ValidationError(f"{path}: a list of words is needed, not {data!r}")
    return tuple(values)


def pages_folder() -> Path:
    """Returns the folder of the shipped pages."""
    return PACKAGE_DIR / "learn" / "pages"


def load_reference(folder: Path) -> RulesReference:
    """Loads all pages in a folder. A file that cannot be read is reported and skipped, but its pages keep
    their names and rules."""
    contents: dict[str, ReferencePageContent] = {}
    expansion_by_page: dict[str, str] = {}
    errors = {}
    for path in sorted(folder.glob("*.json")):
        try:
            file_contents = read_pages(path.name, parse_json(read_text(path)))
        except (ValidationError, JsonError, OSError) as error:
            errors[path.name] = error_message(error)
            log.warning("pages %s: %s", path.name, error_message(error))
            continue
        contents.update(file_contents)
        expansion_by_page.update(dict.fromkeys(file_contents, path.stem))
    return RulesReference(contents, expansion_by_page, errors)


@cache
def shipped_reference() -> RulesReference:
    """Returns the shipped reference, loaded once."""
    return load_reference(pages_folder())


# --- list of pages


def list_pages(reference: RulesReference) -> list[ReferencePage]:
    """Returns all pages sorted by chapter. Within a chapter, pages are sorted by the release of the
    expansion, then in the order defined by the expansion."""
    pages_by_key: dict[str, ReferencePage] = {}
    for expansion in sorted(EXPANSIONS.values(), key=lambda expansion: expansion.release_order):
        written_keys = [key for key, name in reference.expansion_by_page.items() if name == expansion.name]
        for kind, item_name in (*_items_in(expansion), *(tuple(key.split(".", 1)) for key in written_keys)):
            icon = _page_icon(reference, kind, item_name)
            pages_by_key.setdefault(
                f"{kind}.{item_name}", ReferencePage(kind, item_name, expansion.name, icon)
            )
    for key, page in list(pages_by_key.items()):
        if (
            key not in reference.contents
            and page.icon != (page.kind, page.name)
            and ".".join(page.icon) in pages_by_key
        ):
            del pages_by_key[key]  # the page that owns the icon describes this item
    listing_order = {key: index for index, key in enumerate(pages_by_key)}
    return sorted(
        pages_by_key.values(),
        key=lambda page: (CHAPTERS.index(page.chapter), _order(reference, page.key), listing_order[page.key]),
    )


def _order(reference: RulesReference, key: str) -> int:
    return reference.contents.get(key, ReferencePageContent()).order


def _items_in(expansion: Expansion) -> Iterator[tuple[str, str]]:
    """Yields the kind and name of each item of an expansion with a page in the reference."""
    for terrain in expansion.terrains:
        yield TERRAIN, terrain.name
    if LOCATION not in {landmark.name for landmark in expansion.landmarks} and expansion.is_base:
        yield LANDMARK, LANDMARKS[LOCATION].name
    for landmark in expansion.landmarks:
        yield LANDMARK, landmark.name
    for action in (*expansion.tiles, *expansion.actions):
        yield action.kind, action.name
    for item in expansion.named_items:
        yield item.kind, item.name
    for card in expansion.scoring_cards:
        yield CARD, card.name
    for task in expansion.task_cards:
        yield TASK, task.name


def _page_icon(reference: RulesReference, kind: str, name: str) -> tuple[str, str]:
    content = reference.contents.get(f"{kind}.{name}")
    if content is not None and content.icon is not None:
        return content.icon
    return icon_for(name) if _may_borrow_icon(kind) and kind_of_name(name) == kind else (kind, name)


def _may_borrow_icon(kind: str) -> bool:
    """Returns True if a page of this kind may use the icon of a different page."""
    return CHAPTER_BY_KIND.get(kind) not in (TURN_CHAPTER, PIECES_CHAPTER, TERRAIN_CHAPTER)


def find_page(key: str, pages: Iterable[ReferencePage]) -> ReferencePage | None:
    """Returns the page with this key. If there is none, returns the page that owns the icon of the key or has
    the same name."""
    pages_by_key = {page.key: page for page in pages}
    if key in pages_by_key:
        return pages_by_key[key]
    name = key.partition(".")[2]
    return pages_by_key.get(".".join(icon_for(name))) or next(
        (page for page in pages_by_key.values() if page.name == name), None
    )


# --- page texts


def page_title(translator: Translator, page: ReferencePage) -> str:
    """Returns the title of a page: its translated name, capitalized."""
    name = translator.tr(page.key)
    if name == page.key:
        name = translator.localized_name(page.name, page.kind)
    return name[:1].upper() + name[1:]


def page_rule(translator: Translator, page: ReferencePage) -> str:
    """Returns the full rule: the text written for the reference or, if there is none, the text used by
    tooltips."""
    key = f"rule.{page.key}"
    if translator.has_text(key):
        return translator.tr(key)
    return translator.tr(f"{page.key}.rule") if translator.has_text(f"{page.key}.rule") else ""


def page_questions(
    translator: Translator, reference: RulesReference, page: ReferencePage
) -> list[tuple[str, str]]:
    """Returns the questions and answers of a page."""
    pairs = []
    for question_id in reference.contents.get(page.key, ReferencePageContent()).questions:
        question, _, answer = translator.tr(f"asked.{question_id}").partition("\n")
        pairs.append((question, answer))
    return pairs
