"""The Expansions and Variants tabs. The Expansions tab lists all expansions and what each adds to this
game."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from kingdom.learn.lesson import shipped_lessons
from kingdom.match.expansion_contents import ExpansionContents, expansion_contents
from kingdom.match.game_options import expansion_names_by_release
from kingdom.text.translator import format_count
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import confirm
from kingdom.ui.framework.page import FormColumn
from kingdom.ui.widgets.base import SpriteRef, Widget
from kingdom.ui.widgets.controls import Checkbox, Label
from kingdom.ui.widgets.layout import Columns, HBox, Item, Size, Spacer, VBox
from kingdom.ui.widgets.tooltip import Tooltip

if TYPE_CHECKING:
    from kingdom.ui.new_game.scene import NewGamePage

TEXT_INDENT = 40
EXPANSION_TEXT_SIZES = (("body", 3), ("small", 2), ("small", 3))
"""Text styles for the expansion cells, and the number of lines. The first that fits without scrolling is
used. If none fits, the last is used, which has room for every description."""
MIN_EXPANSION_CELL_WIDTH = 300
"""Minimum width of a cell in design pixels. If two cells don't fit side by side, there is only one column."""


class FixedLinesLabel(Label):
    """Wrapped text that always takes up the same number of lines, so that nothing below it moves when the
    text changes. If the text is longer, the tooltip shows it in full."""

    def __init__(self, text: str, style: str, color: str, line_count: int) -> None:
        super().__init__(text, style, color, valign="top", wrap=True)
        self.line_count = line_count

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        return width, self.line_count * renderer.line_height(self.style)


class SpriteStrip(Widget):
    """A row of small location and landmark sprites."""

    def __init__(self, sprites: list[tuple[str, str]], tooltip: Tooltip) -> None:
        super().__init__(tooltip=tooltip)
        self.sprites = sprites

    def linked_sprites(self) -> list[tuple[pygame.Rect, SpriteRef]]:
        size = min(self.rect.height, self.rect.width // max(1, len(self.sprites)))
        left, top = self.rect.right - len(self.sprites) * size, self.rect.centery - size // 2
        rects = [pygame.Rect(left + index * size, top, size, size) for index in range(len(self.sprites))]
        return [(rect.inflate(-2, -2), sprite) for rect, sprite in zip(rects, self.sprites, strict=True)]

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        for rect, sprite in self.linked_sprites():
            renderer.draw_sprite(surface, *sprite, rect)


def compose_expansions_tab(page: NewGamePage) -> list[Callable[[], Item]]:
    """Returns functions that each compose the content of the tab, the one with the largest text first. The
    content is the checkbox for using every expansion, and a cell for each expansion."""
    return [partial(_compose_expansions, page, *text_size) for text_size in EXPANSION_TEXT_SIZES]


def _compose_expansions(page: NewGamePage, style: str, line_count: int) -> Item:
    app, game_options = page.app, page.game_options
    column = FormColumn(app)
    tr = app.tr
    column.add_checkboxes(
        [
            (
                tr("ui.new.every"),
                game_options.balanced_deal,
                partial(_set_balanced_deal, page),
                tr("ui.new.every.tip"),
            )
        ]
    )
    contents = (
        {name: expansion_contents(page.game, name) for name in game_options.expansions} if page.game else {}
    )
    cells = []
    for name in expansion_names_by_release():
        text, color = _contents_text(app, name, contents)
        label = FixedLinesLabel(text, style, color, line_count)
        indented_label = HBox(Spacer(TEXT_INDENT), label.sized(stretch=1))
        cells.append(VBox(_expansion_header(page, name, contents.get(name)), indented_label))
    column.add(Columns(*cells, min_width=MIN_EXPANSION_CELL_WIDTH - 5, gap=10, max_columns=2))
    return column.content()


def _expansion_header(page: NewGamePage, name: str, content: ExpansionContents | None) -> Item:
    """Returns an expansion's checkbox and the sprites of its locations and landmarks."""
    tr = page.app.tr
    checkbox = Checkbox(
        tr(f"box.{name}"), name in page.game_options.expansions, partial(_toggle_expansion, page, name),
        tr(f"box.{name}.blurb"), "name",
    )  # fmt: skip
    if name == expansion_names_by_release()[0]:
        checkbox.enabled, checkbox.disabled_reason = False, tr("ui.new.why.base")
    checkbox.sized(height=36, shrink=False)
    sprites = _sprites(content) if content else []
    if not sprites:
        return checkbox
    item_text = "\n".join(_item_names(page.app, content) if content else [])
    strip = SpriteStrip(sprites, Tooltip(tr(f"box.{name}"), item_text, sprite=sprites[0]))
    return HBox(checkbox, strip.sized(stretch=1))


def _sprites(content: ExpansionContents) -> list[tuple[str, str]]:
    return [("medallions", f"medallion_{tile}") for tile in content.tiles] + [
        ("landmarks", kind) for kind, _ in (*content.landmarks, *content.tokens)
    ]


def _item_names(app: App, content: ExpansionContents) -> list[str]:
    """Returns the names of an expansion's locations, landmarks and tokens."""
    tr = app.tr
    return [
        *(tr(f"tile.{tile}") for tile in content.tiles),
        *(_with_count(tr(f"landmark.{kind}"), count) for kind, count in content.landmarks),
        *(_with_count(tr(f"marker.{token}"), count) for token, count in content.tokens),
    ]


def _with_count(name: str, count: int) -> str:
    return format_count(count, name) if count > 1 else name


def _contents_text(app: App, name: str, contents: dict[str, ExpansionContents]) -> tuple[str, str]:
    """Returns the text about an expansion, and its color. The text lists what the expansion adds to this
    game. If the expansion is not selected, the text is its description."""
    tr, format_list = app.tr, app.translator.format_list
    if name not in contents:
        return tr(f"box.{name}.blurb"), "text_soft"
    content = contents[name]
    if not content.is_present:
        return tr("ui.new.not_here"), "text_error"
    items = [tr(f"section.{section}") for section in content.sections]
    items += [_with_count(tr(f"marker.{token}"), count) for token, count in content.tokens]
    if not content.sections:
        items += [tr(f"tile.{tile}") for tile in content.tiles]
        items += [_with_count(tr(f"landmark.{kind}"), count) for kind, count in content.landmarks]
    parts = [format_list(items)] if items else []
    if content.cards:
        cards = [tr(f"card.{card}") for card in content.cards]
        parts.append(tr("ui.new.has.cards", count=len(cards), names=format_list(cards)))
    if content.tasks:
        tasks = [tr(f"task.{task}") for task in content.tasks]
        parts.append(tr("ui.new.has.tasks", count=len(tasks), names=format_list(tasks)))
    text = " · ".join(parts) or tr("ui.new.has.terrain")
    return text[0].upper() + text[1:], "ink"


def offer_expansion_lesson(app: App, expansion: str, already_asked: bool = False) -> bool:
    """Offers the lesson about an expansion that the player has selected for the first time.

    If `already_asked` is True, only shows a toast that says where to find the lesson. Returns True if there
    was a lesson to offer.
    """
    lesson, tr = shipped_lessons().lesson_for_expansion(expansion), app.tr
    if lesson is None or app.progress.is_lesson_done(lesson) or not app.progress.mark_offered(expansion):
        return False
    if already_asked:
        app.toast(tr("ui.learn.offer.later", box=tr(f"box.{expansion}"), learn=tr("ui.menu.learn")))
        return True
    confirm(
        app,
        tr("ui.learn.offer.title", box=tr(f"box.{expansion}")),
        tr("ui.learn.offer.text"),
        tr("ui.learn.offer.yes"),
        lambda: app.navigator.start_lesson(lesson.name),
        tr("ui.learn.offer.no"),
    )
    return True


def _set_balanced_deal(page: NewGamePage, enabled: bool) -> None:
    page.game_options.balanced_deal = enabled
    page.options_changed()


def _toggle_expansion(page: NewGamePage, name: str, enabled: bool) -> None:
    page.game_options.set_expansion(name, enabled)
    page.options_changed()
    if enabled and offer_expansion_lesson(page.app, name, page.lesson_offered):
        page.lesson_offered = True


def compose_variants_tab(page: NewGamePage) -> Item:
    """Returns a checkbox for each variant, with the variant's rule below it."""
    tr, game_options = page.app.tr, page.game_options
    column = FormColumn(page.app)
    for variant in game_options.available_variants():
        enabled = variant in game_options.variants
        column.add_checkboxes(
            [(tr(f"variant.{variant}"), enabled, partial(_toggle_variant, page, variant), "")]
        )
        column.add_text(tr(f"variant.{variant}.rule"), "small", indent=40)
        column.add_space(6)
    return column.content()


def _toggle_variant(page: NewGamePage, variant: str, enabled: bool) -> None:
    page.game_options.set_variant(variant, enabled)
    page.options_changed()
