"""The rules reference: a page for every tile, card, task, piece, kind of terrain and phase of the game, with
playable examples.

The expansions determine which pages exist, so external expansions get pages too. Apart from the name and
rule, the content of a page is data: `pages/<expansion>.json` adds an example and common questions. An example
is a small real position. The rules engine computes the highlighted hexes and the gold, so they are always
correct. docs/ADDING.md shows how to write a page."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from kingdom.json_codec import JsonAnswer, Key, from_json_file, load_json_folder
from kingdom.paths import PACKAGE_DIR
from kingdom.position import read_position
from kingdom.rules.errors import ValidationError
from kingdom.rules.expansion import CARD, LANDMARK, LOCATION, TASK, TERRAIN, Expansion
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, COORD_OF, Hex, iter_hexes
from kingdom.rules.json_values import int_reader
from kingdom.rules.registry import EXPANSIONS, LANDMARKS, icon_for, kind_of_name
from kingdom.rules.scoring import score_breakdown
from kingdom.text.translator import Translator

BOARD_SIDE = 20
"""Number of rows and columns of the board."""
MIN_CROP_SIDE = 3
Corner = Annotated[int, int_reader(0, BOARD_SIDE - 1)]
Side = Annotated[int, int_reader(MIN_CROP_SIDE, BOARD_SIDE)]


class ExampleCrop(NamedTuple):
    """The part of the board that an example shows."""

    row: Corner
    column: Corner
    rows: Side
    columns: Side


WHOLE_BOARD = ExampleCrop(0, 0, BOARD_SIDE, BOARD_SIDE)


class PlayedExample(NamedTuple):
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
    answers: tuple[JsonAnswer, ...] = ()
    crop: Annotated[ExampleCrop, Key("shows")] = WHOLE_BOARD
    source: Annotated[str, Key("scores")] = ""
    """The card or other source whose gold is shown. If empty, the legal hexes or the newly built hexes are
    shown."""
    caption: str = ""
    """Last part of the text key `example.<caption>`."""

    def __post_init__(self) -> None:
        crop = self.crop
        if crop.row + crop.rows > BOARD_SIDE or crop.column + crop.columns > BOARD_SIDE:
            raise ValidationError(f".shows: {list(crop)} is not all on the board")

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
                    f"scores: {self.source!r} scores no gold here; there are {', '.join(scores)}"
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


@dataclass(frozen=True)
class ReferencePageContent:
    """The content of a page apart from its name and rule."""

    rule_ids: Annotated[tuple[str, ...], Key("rules")] = ()
    """Rule IDs in docs/RULES.md."""
    questions: Annotated[tuple[str, ...], Key("asked")] = ()
    """Names of common questions. The text `asked.<name>` contains the question on the first line and the
    answer on the next."""
    example: Example | str | None = None
    """An example, or the key of a different page whose example is used."""
    related_pages: Annotated[tuple[str, ...], Key("see")] = ()
    """Keys of related pages."""
    icon: Annotated[tuple[str, str] | None, Key("shown")] = None
    """Kind and name of the icon, if different from those of the page."""
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
        return CHAPTER_BY_KIND.get(self.kind, TILES_CHAPTER)


@dataclass(frozen=True)
class _PagesFile:
    pages: dict[str, ReferencePageContent]


def read_pages(data: Any) -> dict[str, ReferencePageContent]:
    """Reads the pages of a file; raises ValidationError with the path of invalid data."""
    return from_json_file(_PagesFile, data, FORMAT).pages


def load_reference(folder: Path) -> RulesReference:
    """Loads all pages in a folder. A file that cannot be read is reported and skipped, but its pages keep
    their names and rules."""
    contents_by_file, errors = load_json_folder(folder, lambda _, data: read_pages(data))
    return RulesReference(
        {key: content for contents in contents_by_file.values() for key, content in contents.items()},
        {key: expansion for expansion, contents in contents_by_file.items() for key in contents},
        errors,
    )


@cache
def shipped_reference() -> RulesReference:
    """Returns the shipped reference, loaded once."""
    return load_reference(PACKAGE_DIR / "learn" / "pages")


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
        key=lambda page: (
            CHAPTERS.index(page.chapter),
            reference.contents.get(page.key, ReferencePageContent()).order,
            listing_order[page.key],
        ),
    )


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
    has_own_icon = CHAPTER_BY_KIND.get(kind) in (TURN_CHAPTER, PIECES_CHAPTER, TERRAIN_CHAPTER)
    return icon_for(name) if not has_own_icon and kind_of_name(name) == kind else (kind, name)


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


# --- page text


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
    pairs = []
    for question_id in reference.contents.get(page.key, ReferencePageContent()).questions:
        question, _, answer = translator.tr(f"asked.{question_id}").partition("\n")
        pairs.append((question, answer))
    return pairs
