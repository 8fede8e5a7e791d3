"""Layout of the pages about game elements (picture, rule, example, questions) and of the introduction pages.

Text is as large as the space allows. Pages that don't fit can be scrolled.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from functools import lru_cache, partial
from typing import NamedTuple

import pygame

from kingdom.learn.rules_reference import (
    ReferencePage,
    ReferencePageContent,
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
from kingdom.ui.reference.illustrations import (
    ExampleImages,
    ExamplePicture,
    ExampleRequest,
    page_sprite,
    section_for_page,
)
from kingdom.ui.widgets.base import SpriteRef, Widget
from kingdom.ui.widgets.controls import Button, Image, Label
from kingdom.ui.widgets.layout import PlacedWidgets, first_fitting

log = logging.getLogger(__name__)

TERRAIN_SPRITE_SHEET = "terrain_ground"
HEADER_IMAGE_SIZE = 168
"""Size of the picture in the header, in design pixels."""
MIN_TWO_COLUMN_WIDTH = 780
"""Minimum page width, in design pixels, for showing the example and the questions side by side."""
ENTRY_FONT_SCALES = (1.3, 1.2, 1.1, 1.0, 0.92, 0.85)
"""Font scales to try, largest first, until everything fits."""
EXAMPLE_WIDTH_FRACTIONS = (0.7, 0.65, 0.6, 0.55)
"""Fractions of the width to try for the example. The first fraction that leaves enough space for the
questions in their largest font is used."""
MIN_EXAMPLE_HEIGHT, GAP, BUTTON_HEIGHT = 230, 16, 44
ANSWER_GAP = 4
"""Space between a question and its answer, in design pixels."""
MAX_QUESTION_SPACING = 40
"""Maximum extra space between questions, in design pixels."""


class TerrainHexImage(Image):
    """A hex filled with a terrain texture, for terrains that have no card."""

    def __init__(self, sheet: str, name: str, rect: pygame.Rect) -> None:
        super().__init__(sheet, name, rect)
        self._image: pygame.Surface | None = None

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        if self._image is None:
            self._image = self._render(renderer)
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


class QuestionMetrics(NamedTuple):
    """A font size, and the heights at that size: the heading, each question with its answer, the links, and
    the total."""

    font_px: int
    heading_height: int
    question_heights: list[tuple[int, int]]
    links_height: int
    total_height: int


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


class EntryPageLayout:
    """Lays out a page about one game element."""

    def __init__(
        self,
        renderer: Renderer,
        translator: Translator,
        examples: ExampleImages,
        open_page: Callable[[str], object],
    ) -> None:
        self.renderer, self.translator, self.examples, self.open_page = (
            renderer,
            translator,
            examples,
            open_page,
        )

    def layout_page(
        self, entry: ReferencePage, links: Sequence[ReferencePage], area: pygame.Rect
    ) -> PlacedWidgets:
        header = self._layout_header(entry, area)
        gap = self.renderer.px(GAP)
        body = pygame.Rect(area.left, area.top + header.height + gap, area.width, 0)
        body.height = area.bottom - body.top
        two_columns = area.width >= self.renderer.px(MIN_TWO_COLUMN_WIDTH)
        content = (
            self._layout_columns(entry, links, body)
            if two_columns
            else self._layout_stacked(entry, links, body)
        )
        return PlacedWidgets([*header.widgets, *content.widgets], header.height + gap + content.height)

    # --- header

    def _layout_header(self, entry: ReferencePage, area: pygame.Rect) -> PlacedWidgets:
        """Places the picture on the left and the name, expansion and rule to the right of it."""
        renderer, tr = self.renderer, self.translator.tr
        size = min(renderer.px(HEADER_IMAGE_SIZE), area.width // 4)
        sprite_ref = page_sprite(renderer, entry)
        sprite = renderer.find_sprite(*sprite_ref)
        is_wide = sprite is not None and sprite.surface.get_width() > sprite.surface.get_height() * 1.3
        image_width = min(size * 3 // 2 if is_wide else size, area.width // 4)
        left = area.left + image_width + renderer.px(22)
        width = area.right - left
        page_content = shipped_reference().contents.get(entry.key, ReferencePageContent())
        subtitle = " · ".join([tr(f"box.{entry.expansion}"), *page_content.rule_ids])
        title_height, subtitle_height = renderer.line_height("title"), renderer.line_height("small")
        rule = page_rule(self.translator, entry)
        font_px = round(renderer.fonts.font_size_px("reading") * 1.1)
        rule_height = renderer.measure(rule, "reading", width, font_px)[1]
        height = max(size, title_height + subtitle_height + renderer.px(8) + rule_height)
        top = area.top
        image_type = TerrainHexImage if sprite_ref[0] == TERRAIN_SPRITE_SHEET else Image
        image = image_type(*sprite_ref, pygame.Rect(area.left, top, image_width, min(height, size)))
        title_label = Label(
            page_title(self.translator, entry), pygame.Rect(left, top, width, title_height), "title"
        )
        subtitle_label = Label(
            subtitle, pygame.Rect(left, top + title_height, width, subtitle_height), "small", "text_soft"
        )
        rule_rect = pygame.Rect(left, subtitle_label.rect.bottom + renderer.px(8), width, rule_height)
        rule_label = Label(rule, rule_rect, "reading", valign="top", wrap=True)
        rule_label.pixels = font_px
        return PlacedWidgets([image, title_label, subtitle_label, rule_label], height)

    # --- example and questions

    def _layout_columns(
        self, entry: ReferencePage, links: Sequence[ReferencePage], area: pygame.Rect
    ) -> PlacedWidgets:
        """Places the example on the left and the questions on the right. The example is as tall as
        the questions or the area, whichever is taller."""
        gap = self.renderer.px(28)
        faq = page_questions(self.translator, shipped_reference(), entry)
        has_example = self._has_example(entry)
        if not faq and not links:
            return self._layout_example(entry, area, max(area.height, self.renderer.px(MIN_EXAMPLE_HEIGHT)))
        if not has_example:
            return self._layout_questions(faq, links, area)
        for fraction in EXAMPLE_WIDTH_FRACTIONS:
            width = round((area.width - gap) * fraction)
            column = pygame.Rect(area.left + width + gap, area.top, area.width - width - gap, area.height)
            metrics = self._measure_questions(faq, links, column.width, ENTRY_FONT_SCALES[0])
            if metrics.total_height <= column.height:
                break
        right = self._layout_questions(faq, links, column)
        height = max(area.height, right.height)
        left = self._layout_example(entry, pygame.Rect(area.left, area.top, width, height), height)
        return PlacedWidgets([*left.widgets, *right.widgets], max(left.height, right.height))

    def _layout_stacked(
        self, entry: ReferencePage, links: Sequence[ReferencePage], area: pygame.Rect
    ) -> PlacedWidgets:
        """Places the questions below the example. The page scrolls."""
        faq = page_questions(self.translator, shipped_reference(), entry)
        height = max(self.renderer.px(MIN_EXAMPLE_HEIGHT), min(area.width * 3 // 4, max(area.height, 0)))
        above = (
            self._layout_example(entry, area, height) if self._has_example(entry) else PlacedWidgets([], 0)
        )
        top = area.top + above.height + (self.renderer.px(GAP) if above.height else 0)
        below = self._layout_questions(faq, links, pygame.Rect(area.left, top, area.width, 0))
        return PlacedWidgets([*above.widgets, *below.widgets], top - area.top + below.height)

    def _has_example(self, entry: ReferencePage) -> bool:
        return shipped_reference().example(entry.key) is not None or section_for_page(entry) is not None

    def _layout_example(self, entry: ReferencePage, area: pygame.Rect, height: int) -> PlacedWidgets:
        renderer = self.renderer
        caption = example_caption(self.translator, entry.key)
        caption_height = renderer.measure(caption, "body", area.width)[1] + renderer.px(8) if caption else 0
        size = area.width, max(renderer.px(MIN_EXAMPLE_HEIGHT), height - caption_height)
        grid = None if shipped_reference().example(entry.key) is not None else section_for_page(entry)
        request = ExampleRequest(entry.key, grid, size)
        self.examples.request(request)
        picture = ExamplePicture(self.examples, request)
        picture.rect = pygame.Rect(area.topleft, size)
        widgets: list[Widget] = [picture]
        if caption:
            caption_rect = pygame.Rect(
                area.left, picture.rect.bottom + renderer.px(8), area.width, caption_height - renderer.px(8)
            )
            widgets.append(Label(caption, caption_rect, "body", "text_soft", valign="top", wrap=True))
        return PlacedWidgets(widgets, size[1] + caption_height)

    def _layout_questions(
        self, faq: Sequence[tuple[str, str]], links: Sequence[ReferencePage], column: pygame.Rect
    ) -> PlacedWidgets:
        """Places questions and answers in the largest font that fits, followed by links to related pages.
        Distributes the remaining space."""
        renderer, tr = self.renderer, self.translator.tr
        width = column.width
        metrics = first_fitting(
            (self._measure_questions(faq, links, width, font_scale) for font_scale in ENTRY_FONT_SCALES),
            lambda metrics: metrics.total_height <= column.height,
        )
        font_px, heading_height, links_height, heights = (
            metrics.font_px,
            metrics.heading_height,
            metrics.links_height,
            metrics.question_heights,
        )
        answer_gap = renderer.px(ANSWER_GAP)
        spare_height = max(0, column.height - metrics.total_height) // max(1, len(faq))
        spacing = renderer.px(GAP) + min(spare_height, renderer.px(MAX_QUESTION_SPACING))
        widgets: list[Widget] = []
        top = column.top
        if faq:
            heading_rect = pygame.Rect(column.left, top, width, heading_height)
            widgets.append(
                Label(tr("ui.reference.asked"), heading_rect, "heading", "text_accent", valign="top")
            )
            top += heading_height
        for (question, answer), (question_height, answer_height) in zip(faq, heights, strict=True):
            for text, style, height in ((question, "bold", question_height), (answer, "body", answer_height)):
                label = Label(
                    text, pygame.Rect(column.left, top, width, height), style, valign="top", wrap=True
                )
                label.pixels = font_px
                widgets.append(label)
                top += height + (answer_gap if style == "bold" else 0)
            top += spacing
        if links:
            bottom = max(top + links_height, column.bottom)
            widgets += self._layout_links(
                links, pygame.Rect(column.left, bottom - links_height, width, links_height)
            )
            top = bottom
        return PlacedWidgets(widgets, top - column.top)

    def _measure_questions(
        self, faq: Sequence[tuple[str, str]], links: Sequence[ReferencePage], width: int, font_scale: float
    ) -> QuestionMetrics:
        renderer = self.renderer
        font_px = max(
            renderer.fonts.min_font_size_px("body"), round(renderer.fonts.font_size_px("body") * font_scale)
        )
        heading_height = renderer.line_height("heading") + renderer.px(4) if faq else 0
        heights = [
            (
                renderer.measure(question, "bold", width, font_px)[1],
                renderer.measure(answer, "body", width, font_px)[1],
            )
            for question, answer in faq
        ]
        links_height = self._links_height(links, width)
        total_height = (
            heading_height
            + links_height
            + sum(sum(pair) + renderer.px(ANSWER_GAP) + renderer.px(GAP) for pair in heights)
        )
        return QuestionMetrics(font_px, heading_height, heights, links_height, total_height)

    def _links_height(self, links: Sequence[ReferencePage], width: int) -> int:
        if not links:
            return 0
        renderer = self.renderer
        rows = self._link_rows(links, width)
        return (
            renderer.line_height("small")
            + renderer.px(6)
            + len(rows) * self._button_height()
            + renderer.px(2)
        )

    def _button_height(self) -> int:
        return max(self.renderer.px(BUTTON_HEIGHT), self.renderer.line_height("body")) + self.renderer.px(6)

    def _link_rows(
        self, links: Sequence[ReferencePage], row_width: int
    ) -> list[list[tuple[ReferencePage, int]]]:
        """Breaks the links into rows. Each link is returned with its width."""
        renderer = self.renderer
        rows: list[list[tuple[ReferencePage, int]]] = []
        free_width = 0
        for entry in links:
            button_width = min(
                row_width, renderer.measure(page_title(self.translator, entry), "body")[0] + renderer.px(36)
            )
            if not rows or button_width > free_width:
                rows.append([])
                free_width = row_width
            rows[-1].append((entry, button_width))
            free_width -= button_width + renderer.px(8)
        return rows

    def _layout_links(self, links: Sequence[ReferencePage], area: pygame.Rect) -> list[Widget]:
        renderer = self.renderer
        heading_height = renderer.line_height("small")
        heading_rect = pygame.Rect(area.left, area.top, area.width, heading_height)
        widgets: list[Widget] = [
            Label(self.translator.tr("ui.reference.see"), heading_rect, "small", "text_soft")
        ]
        top = heading_rect.bottom + renderer.px(6)
        row_height = self._button_height()
        for row in self._link_rows(links, area.width):
            left = area.left
            for entry, width in row:
                rect = pygame.Rect(left, top, width, row_height - renderer.px(6))
                button = Button(
                    page_title(self.translator, entry), partial(self.open_page, entry.key), rect, style="body"
                )
                widgets.append(button)
                left += width + renderer.px(8)
            top += row_height
        return widgets


INTRO_PAGE_COUNT = 6
MIN_PICTURES_HEIGHT, MAX_TILE_ROW_HEIGHT = 150, 120
"""Minimum height of the pictures above the text, and maximum height of a row of tiles above examples, both in
design pixels."""
INTRO_FONT_SCALES = (1.3, 1.22, 1.15, 1.07, 1.0, 0.93, 0.87, 0.8, 0.74, 0.68)
"""Font scales to try, largest first, until the whole page fits."""
MAX_FONT_SCALE_WITH_EXAMPLES = 1.15
"""Maximum font scale on pages with examples, because the examples need space."""
ADJACENCY_EXAMPLE = "phase.adjacent"
"""Key of the example on the page about building next to your own settlements."""
TILE_EXAMPLES = ("tile.farm", "tile.paddock")
"""Keys of the examples on the page about location tiles."""
SCORING_EXAMPLES = ("card.citizens", "landmark.castle", "card.miners")
"""Keys of the examples on the page about scoring."""
MIN_TOTAL_SPACING = 48
"""Minimum total space above, between and below pictures and text, in design pixels."""


def layout_intro_page(
    renderer: Renderer, tr: TranslateFn, examples: ExampleImages, page: str, area: pygame.Rect
) -> PlacedWidgets:
    """Lays out pictures and paragraphs in the largest font at which the whole page fits. Distributes the
    remaining space."""
    title_label = Label(
        tr(f"help.{page}.title"),
        pygame.Rect(area.topleft, (area.width, renderer.line_height("title"))),
        "title",
    )
    top = title_label.rect.bottom + renderer.px(12)
    paragraphs = tr(f"help.{page}.text").split("\n")
    free_height = area.bottom - top
    example_keys = _example_keys().get(page, ())
    min_height = (
        max(renderer.px(MIN_PICTURES_HEIGHT), free_height // 3)
        if example_keys
        else renderer.px(MIN_PICTURES_HEIGHT)
    )

    def measure(font_scale: float) -> tuple[int, list[int], int]:
        """Returns the font size, the heights of the paragraphs and their total height."""
        font_px = max(
            renderer.fonts.min_font_size_px("page"), round(renderer.fonts.font_size_px("page") * font_scale)
        )
        heights = [
            renderer.measure(part, "page", area.width, font_px)[1] if part else 0 for part in paragraphs
        ]
        return font_px, heights, sum(height + renderer.px(10) for height in heights)

    max_scale = MAX_FONT_SCALE_WITH_EXAMPLES if example_keys else INTRO_FONT_SCALES[0]
    font_px, heights, text_height = first_fitting(
        (measure(font_scale) for font_scale in INTRO_FONT_SCALES if font_scale <= max_scale),
        lambda measured: measured[2] + min_height + renderer.px(MIN_TOTAL_SPACING) <= free_height,
    )
    pictures_area = pygame.Rect(
        area.left,
        top,
        area.width,
        max(min_height, free_height - text_height - renderer.px(MIN_TOTAL_SPACING)),
    )
    pictures = _layout_pictures(renderer, examples, page, pictures_area)
    pictures_bottom = max((picture.rect.bottom for picture in pictures), default=top)
    spacing = max(0, area.bottom - pictures_bottom - text_height) // 3
    for picture in pictures:
        picture.rect.top += spacing
    top = pictures_bottom + 2 * spacing + (0 if spacing else renderer.px(20))
    widgets: list[Widget] = [title_label, *pictures]
    for paragraph, height in zip(paragraphs, heights, strict=True):
        if paragraph:
            label = Label(
                paragraph, pygame.Rect(area.left, top, area.width, height), "page", valign="top", wrap=True
            )
            label.pixels = font_px
            widgets.append(label)
        top += height + renderer.px(10)
    return PlacedWidgets(widgets, top - area.top)


def _layout_pictures(
    renderer: Renderer, examples: ExampleImages, page: str, area: pygame.Rect
) -> list[Widget]:
    """Places the pictures of a page: sprites of the base game or of all expansions, and examples."""
    base = EXPANSIONS[expansion_names_by_release()[0]]
    sprites: dict[str, list[SpriteRef]] = {
        "2": [("cards", f"terrain_{card.name}") for card in base.terrain_cards],
        "4": [("medallions", f"medallion_{tile.name}") for tile in base.tiles],
        "6": [
            sprite
            for expansion in expansion_names_by_release()
            if (sprite := _expansion_sprite(renderer, EXPANSIONS[expansion]))
        ],
    }
    example_keys = _example_keys().get(page, ())
    row = area.copy()
    if example_keys:
        row.height = min(row.height // 3, renderer.px(MAX_TILE_ROW_HEIGHT))
    widgets = _layout_row(sprites.get(page, []), row, renderer)
    if example_keys:
        top = max((picture.rect.bottom + renderer.px(GAP) for picture in widgets), default=area.top)
        examples_area = pygame.Rect(area.left, top, area.width, area.bottom - top)
        widgets += _layout_examples(renderer, examples, example_keys, examples_area)
    return widgets


def _example_keys() -> dict[str, Sequence[str]]:
    return {
        "1": [f"card.{name}" for name in suggested_first_game()["cards"]],
        "3": [ADJACENCY_EXAMPLE],
        "4": TILE_EXAMPLES,
        "5": SCORING_EXAMPLES,
    }


def _layout_examples(
    renderer: Renderer, examples: ExampleImages, keys: Sequence[str], area: pygame.Rect
) -> list[Widget]:
    """Places examples side by side so that they fill the area."""
    gap = renderer.px(GAP)
    width = (area.width - gap * (len(keys) - 1)) // len(keys)
    widgets: list[Widget] = []
    for index, key in enumerate(keys):
        request = ExampleRequest(key, None, (width, area.height))
        examples.request(request)
        picture = ExamplePicture(examples, request)
        picture.rect = pygame.Rect(area.left + index * (width + gap), area.top, *request.size)
        widgets.append(picture)
    return widgets


def _expansion_sprite(renderer: Renderer, expansion: Expansion) -> SpriteRef | None:
    """Returns a sprite that represents an expansion. It shows the expansion's first tile, action or other
    item."""
    names = [
        item.name for items in (expansion.tiles, expansion.actions, expansion.named_items) for item in items
    ]
    return sprite_ref_or_placeholder(renderer, *icon_for(names[0])) if names else None


def _layout_row(sprites: list[SpriteRef], area: pygame.Rect, renderer: Renderer) -> list[Widget]:
    """Places sprites side by side, as large as the area allows."""
    if not sprites:
        return []
    gap = renderer.px(GAP)
    max_width = (area.width - gap * (len(sprites) - 1)) // len(sprites)
    native_sizes = [
        sprite.surface.get_size() if (sprite := renderer.find_sprite(*name)) else (1, 1) for name in sprites
    ]
    scales = [min(max_width / width, area.height / height) for width, height in native_sizes]
    scaled_sizes = [
        (round(width * scale), round(height * scale))
        for (width, height), scale in zip(native_sizes, scales, strict=True)
    ]
    max_height = max(scaled_height for _, scaled_height in scaled_sizes)
    left = (
        area.left
        + (area.width - sum(scaled_width for scaled_width, _ in scaled_sizes) - gap * (len(sprites) - 1)) // 2
    )
    widgets: list[Widget] = []
    for (sheet, name), (scaled_width, _) in zip(sprites, scaled_sizes, strict=True):
        widgets.append(Image(sheet, name, pygame.Rect(left, area.top, scaled_width, max_height)))
        left += scaled_width + gap
    return widgets
