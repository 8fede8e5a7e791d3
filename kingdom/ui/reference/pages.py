"""The pages about game elements (picture, rule, example, questions) and the introduction pages.

Text is as large as the space allows. Pages that don't fit can be scrolled.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache, partial

import pygame

from kingdom.learn.rules_reference import (
    ReferencePage,
    page_questions,
    page_rule,
    page_title,
    shipped_reference,
)
from kingdom.match.game_options import expansion_names_by_release, suggested_first_game
from kingdom.rules.errors import IllegalAnswer, ValidationError
from kingdom.rules.expansion import Expansion
from kingdom.rules.registry import EXPANSIONS, icon_for
from kingdom.text.translator import Translator
from kingdom.ui.draw.hex_grid import HEX_CORNERS
from kingdom.ui.draw.renderer import Renderer, sprite_ref_or_placeholder
from kingdom.ui.draw.supersampling import render_supersampled
from kingdom.ui.reference.controls_page import TranslateFn
from kingdom.ui.reference.illustrations import ExampleImages, ExamplePicture, page_sprite, section_for_page
from kingdom.ui.widgets.base import SpriteRef
from kingdom.ui.widgets.controls import Button, Image, Label
from kingdom.ui.widgets.layout import Box, FirstFitting, Flow, HBox, Item, Share, Size, Spacer, VBox

log = logging.getLogger(__name__)

TERRAIN_SPRITE_SHEET = "terrain_ground"
HEADER_IMAGE_SIZE = 168
"""Size of the picture in the header, in design pixels."""
MIN_TWO_COLUMN_WIDTH = 780
"""Minimum page width, in design pixels, for showing the example and the questions side by side."""
ENTRY_FONT_SCALES = (1.3, 1.2, 1.1, 1.0, 0.92, 0.85)
"""Font scales of the questions, largest first. The first at which everything fits is used."""
EXAMPLE_PERCENTAGES = (70, 65, 60, 55)
"""Percentages of the width that the example may use. The first that leaves enough space for the questions in
their largest font is used."""
MIN_EXAMPLE_HEIGHT, GAP = 230, 16
MAX_QUESTION_SPACING = 40
"""Maximum extra space between questions, in design pixels."""


class SubjectImage(Image):
    """The picture of a page's subject. Its height equals its width, up to a limit."""

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        return width, min(width, renderer.px(HEADER_IMAGE_SIZE))


class TerrainHexImage(SubjectImage):
    """A hex filled with a terrain texture, for terrains that have no card."""

    def place(self, renderer: Renderer, rect: pygame.Rect) -> None:
        super().place(renderer, rect)
        self._image = self._render(renderer)

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        surface.blit(self._image, self._image.get_rect(center=self.rect.center))

    def _render(self, renderer: Renderer) -> pygame.Surface:
        size = min(self.rect.size)

        def draw(large: pygame.Surface) -> None:
            radius = 2 * size * 0.86
            corners = [(size + dx * radius, size + dy * radius) for dx, dy in HEX_CORNERS]
            pygame.draw.polygon(large, (255, 255, 255), corners)
            sprite = renderer.find_sprite(self.sheet, self.name)
            if sprite is not None:
                texture = pygame.Surface(large.get_size(), pygame.SRCALPHA, 32)
                width, height = sprite.surface.get_size()
                for x in range(0, 2 * size, width):
                    for y in range(0, 2 * size, height):
                        texture.blit(sprite.surface, (x, y))
                large.blit(texture, (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
            pygame.draw.polygon(large, renderer.color("gold_dark"), corners, max(2, size // 16))

        return render_supersampled((size, size), 2, (0, 0, 0, 0), draw)


@lru_cache(maxsize=200)
def _caption_values(key: str) -> dict[str, object]:
    """Returns the numbers for an example's caption. They are cached, because replaying the example takes a
    few milliseconds."""
    example = shipped_reference().example(key)
    return dict(example.play().values) if example is not None else {}


def example_caption(translator: Translator, key: str) -> str:
    example = shipped_reference().example(key)
    if example is None:
        return ""
    try:
        return translator.tr(f"example.{example.caption}", **_caption_values(key))
    except (ValidationError, IllegalAnswer) as error:
        log.warning("the example of %s cannot be played: %s", key, error)
        return ""


def _scaled_label(renderer: Renderer, text: str, style: str, font_scale: float) -> Label:
    """Returns a wrapped label with an enlarged or reduced font."""
    label = Label(text, style=style, valign="top", wrap=True)
    label.pixels = max(
        renderer.fonts.min_font_size_px(style), round(renderer.fonts.font_size_px(style) * font_scale)
    )
    return label


def entry_page_layouts(
    renderer: Renderer,
    translator: Translator,
    examples: ExampleImages,
    entry: ReferencePage,
    links: Sequence[ReferencePage],
    open_page: Callable[[str], object],
) -> Iterator[Callable[[], Item]]:
    """Yields functions that compose the page about a game element, from the preferred layout to the one that
    needs the least space. They differ in the font size and in the width of the example."""

    def compose(example_percentage: int, font_scale: float) -> Item:
        questions = _compose_questions(renderer, translator, entry, font_scale)
        see_also = [_compose_links(translator, links, open_page)] if links else []
        spacer = [Spacer()] if questions else []
        text_column = VBox(*questions, *spacer, *see_also, gap=GAP / 2)
        example = _compose_example(translator, examples, entry)
        body: Item = text_column
        if example and not (questions or links):
            body = VBox(*example, gap=8)
        elif example:
            columns = HBox(
                Share(VBox(*example, gap=8), example_percentage),
                Share(text_column, 100 - example_percentage),
                gap=28,
            ).sized(min_width=MIN_TWO_COLUMN_WIDTH, stretch=1)
            body = FirstFitting(VBox(columns), VBox(_StackedExample(*example, gap=8), text_column, gap=GAP))
        return VBox(_compose_header(renderer, translator, entry), body.sized(stretch=1), gap=GAP)

    for percentage in EXAMPLE_PERCENTAGES:
        yield partial(compose, percentage, ENTRY_FONT_SCALES[0])
    for font_scale in ENTRY_FONT_SCALES[1:]:
        yield partial(compose, EXAMPLE_PERCENTAGES[-1], font_scale)


def _compose_header(renderer: Renderer, translator: Translator, entry: ReferencePage) -> Item:
    """Returns the picture on the left and the name, expansion and rule to the right of it."""
    sprite_ref = page_sprite(renderer, entry)
    sprite = renderer.find_sprite(*sprite_ref)
    is_wide = sprite is not None and sprite.surface.get_width() > sprite.surface.get_height() * 1.3
    image = (TerrainHexImage if sprite_ref[0] == TERRAIN_SPRITE_SHEET else SubjectImage)(*sprite_ref)
    subtitle = translator.tr(f"box.{entry.expansion}")
    texts = VBox(
        Label(page_title(translator, entry), style="title"),
        Label(subtitle, style="small", color="text_soft"),
        Spacer(8),
        _scaled_label(renderer, page_rule(translator, entry), "reading", 1.1),
    )
    image_width = HEADER_IMAGE_SIZE * (1.5 if is_wide else 1)
    return HBox(Share(image.sized(valign="top"), 1).sized(max_width=image_width), Share(texts, 3), gap=22)


class _StackedExample(VBox):
    """An example placed above the questions. Its height is three quarters of its width."""

    def content_height(self, renderer: Renderer, width: int) -> int:
        return max(super().content_height(renderer, width), width * 3 // 4)


def _compose_example(translator: Translator, examples: ExampleImages, entry: ReferencePage) -> Sequence[Item]:
    """Returns the picture of the example with its caption, or nothing if the page has neither an example nor
    a map."""
    has_example = shipped_reference().example(entry.key) is not None
    grid = None if has_example else section_for_page(entry)
    if not has_example and grid is None:
        return ()
    picture = ExamplePicture(examples, entry.key, grid).sized(stretch=1, min_height=MIN_EXAMPLE_HEIGHT)
    caption = example_caption(translator, entry.key)
    return (
        picture,
        *([Label(caption, style="body", color="text_soft", valign="top", wrap=True)] if caption else []),
    )


def _compose_questions(
    renderer: Renderer, translator: Translator, entry: ReferencePage, font_scale: float
) -> list[Item]:
    """Returns the questions with their answers. Spare space goes between them."""
    items: list[Item] = []
    for question, answer in page_questions(translator, shipped_reference(), entry):
        labels = (
            _scaled_label(renderer, text, style, font_scale)
            for text, style in ((question, "bold"), (answer, "body"))
        )
        items += [VBox(*labels, gap=4), Spacer().sized(max_height=MAX_QUESTION_SPACING)]
    heading = Label(translator.tr("ui.reference.asked"), style="heading", color="text_accent", valign="top")
    return [heading, *items] if items else []


def _compose_links(
    translator: Translator, links: Sequence[ReferencePage], open_page: Callable[[str], object]
) -> Item:
    """Returns the links to related pages."""
    heading = Label(translator.tr("ui.reference.see"), style="small", color="text_soft")
    buttons = (
        Button(page_title(translator, entry), partial(open_page, entry.key), style="body") for entry in links
    )
    return VBox(heading, Flow(*buttons, gap=8), gap=6)


INTRO_PAGE_COUNT = 6
MIN_PICTURES_HEIGHT, MAX_TILE_ROW_HEIGHT = 150, 120
"""Minimum height of the pictures above the text, and maximum height of a row of tiles above examples, both in
design pixels."""
INTRO_FONT_SCALES = (1.3, 1.22, 1.15, 1.07, 1.0, 0.93, 0.87, 0.8, 0.74, 0.68)
"""Font scales, largest first. The first at which the whole page fits is used."""
MAX_FONT_SCALE_WITH_EXAMPLES = 1.15
"""Maximum font scale on pages with examples, because the examples need space."""
ADJACENCY_EXAMPLE = "phase.adjacent"
"""Key of the example on the page about building next to your own settlements."""
EXPANSIONS_PAGE = "6"
"""The introduction page with a line for each expansion."""
TILE_EXAMPLES = ("tile.farm", "tile.paddock")
"""Keys of the examples on the page about location tiles."""
SCORING_EXAMPLES = ("card.citizens", "landmark.castle", "card.miners")
"""Keys of the examples on the page about scoring."""


def intro_text(tr: TranslateFn, page: str) -> str:
    """Returns the text of an introduction page. The page about the expansions has a line for each of them."""
    key = f"help.{page}.text"
    if page != EXPANSIONS_PAGE:
        return tr(key)
    return "\n".join(
        tr(key, box=tr(f"box.{name}"), blurb=tr(f"box.{name}.blurb")) for name in expansion_names_by_release()
    )


def intro_page_layouts(
    renderer: Renderer, tr: TranslateFn, examples: ExampleImages, page: str, min_height_with_examples: float
) -> Iterator[Callable[[], Item]]:
    """Yields functions that compose an introduction page: pictures, and paragraphs in progressively smaller
    fonts."""
    has_examples = page in _example_keys()
    min_pictures_height = max(MIN_PICTURES_HEIGHT, min_height_with_examples if has_examples else 0)

    def compose(font_scale: float) -> Item:
        paragraphs = (
            _scaled_label(renderer, text, "page", font_scale) if text else Spacer(10)
            for text in intro_text(tr, page).split("\n")
        )
        return VBox(
            Label(tr(f"help.{page}.title"), style="title"),
            _compose_pictures(renderer, examples, page).sized(stretch=1, min_height=min_pictures_height),
            VBox(*paragraphs, gap=10),
            gap=16,
        )

    for font_scale in INTRO_FONT_SCALES:
        if not has_examples or font_scale <= MAX_FONT_SCALE_WITH_EXAMPLES:
            yield partial(compose, font_scale)


def _compose_pictures(renderer: Renderer, examples: ExampleImages, page: str) -> Item:
    """Returns the pictures of a page: sprites of the base game or of all expansions, and examples."""
    base = EXPANSIONS[expansion_names_by_release()[0]]
    sprites: dict[str, list[SpriteRef]] = {
        "2": [("cards", f"terrain_{card.name}") for card in base.terrain_cards],
        "4": [("medallions", f"medallion_{tile.name}") for tile in base.tiles],
        EXPANSIONS_PAGE: [
            sprite
            for expansion in expansion_names_by_release()
            if (sprite := _expansion_sprite(renderer, EXPANSIONS[expansion]))
        ],
    }
    rows: list[Item] = []
    if page in sprites:
        rows.append(SpriteRow(*(Image(*sprite) for sprite in sprites[page]), gap=GAP, stretch=1))
    if keys := _example_keys().get(page):
        pictures = (Share(ExamplePicture(examples, key)) for key in keys)
        for row in rows:
            row.sized(max_height=MAX_TILE_ROW_HEIGHT)
        rows.append(HBox(*pictures, gap=GAP, stretch=2))
    return VBox(*rows, gap=GAP)


def _example_keys() -> dict[str, Sequence[str]]:
    return {
        "1": [f"card.{name}" for name in suggested_first_game()["cards"]],
        "3": [ADJACENCY_EXAMPLE],
        "4": TILE_EXAMPLES,
        "5": SCORING_EXAMPLES,
    }


def _expansion_sprite(renderer: Renderer, expansion: Expansion) -> SpriteRef | None:
    """Returns a sprite that represents an expansion. It shows the expansion's first tile, action or other
    item."""
    names = [
        item.name for items in (expansion.tiles, expansion.actions, expansion.named_items) for item in items
    ]
    return sprite_ref_or_placeholder(renderer, *icon_for(names[0])) if names else None


class SpriteRow(Box):
    """Pictures side by side, centered in the rect and as large as it allows."""

    items: list[Image]  # type: ignore[assignment]

    def content_width(self, renderer: Renderer, width: int) -> int:
        return width

    def content_height(self, renderer: Renderer, width: int) -> int:
        return 0

    def arrange(self, renderer: Renderer, rect: pygame.Rect) -> None:
        sprites = [renderer.find_sprite(image.sheet, image.name) for image in self.items]
        sizes = [sprite.surface.get_size() if sprite is not None else (1, 1) for sprite in sprites]
        max_width = (rect.width - self._total_gap(renderer)) // len(sizes)
        scales = [min(max_width / width, rect.height / height) for width, height in sizes]
        widths = [round(width * scale) for (width, _), scale in zip(sizes, scales, strict=True)]
        row_height = max(round(height * scale) for (_, height), scale in zip(sizes, scales, strict=True))
        left = rect.left + (rect.width - sum(widths) - self._total_gap(renderer)) // 2
        for image, width in zip(self.items, widths, strict=True):
            image.place(renderer, pygame.Rect(left, rect.centery - row_height // 2, width, row_height))
            left += width + renderer.px(self.gap)
