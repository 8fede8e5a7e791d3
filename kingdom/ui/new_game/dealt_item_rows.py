"""Rows that describe what the current seed deals: sections, cards and tasks."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from kingdom.rules.board import TerrainGrid, strip_rotation
from kingdom.rules.registry import SECTIONS, icon_for
from kingdom.text.translator import Translator
from kingdom.ui.board.render_queue import Thumbnails
from kingdom.ui.draw.renderer import Renderer, sprite_ref_or_placeholder
from kingdom.ui.framework.page import FormColumn
from kingdom.ui.game_text import rule_text
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.tooltip import Tooltip

if TYPE_CHECKING:
    from kingdom.ui.new_game.scene import NewGamePage

ROW_IMAGE_SIZE = (150, 88)
"""Maximum width and height of the image in design pixels."""


class DealtRow(Widget):
    """Row with an image, a name and a description. It is as tall as its image or its text, whichever is
    taller."""

    def __init__(self, name: str, description: str, sprite: tuple[str, str] | None = None) -> None:
        super().__init__(tooltip=Tooltip(name, description, sprite=sprite))
        self.name, self.description, self.sprite = name, description, sprite

    def place_row(self, renderer: Renderer, left: int, top: int, width: int) -> int:
        """Sets the row's rectangle and returns the row's height."""
        self.rect = pygame.Rect(left, top, width, 0)
        name_height, description_height = self._text_heights(renderer)
        self.rect.height = max(self._image_size(renderer)[1], name_height + description_height) + renderer.px(
            10
        )
        return self.rect.height

    def _image_size(self, renderer: Renderer) -> tuple[int, int]:
        width = min(renderer.px(ROW_IMAGE_SIZE[0]), self.rect.width // 4)
        return width, width * ROW_IMAGE_SIZE[1] // ROW_IMAGE_SIZE[0]

    def _text_rect(self, renderer: Renderer) -> pygame.Rect:
        image_width = self._image_size(renderer)[0] + renderer.px(14)
        return pygame.Rect(
            self.rect.left + image_width,
            self.rect.top,
            self.rect.width - image_width - renderer.px(4),
            self.rect.height,
        )

    def _text_heights(self, renderer: Renderer) -> tuple[int, int]:
        """Returns the heights of the name and the description."""
        width = self._text_rect(renderer).width
        return (
            renderer.measure(self.name, "name", width)[1],
            renderer.measure(self.description, "small", width)[1] if self.description else 0,
        )

    def draw_image(self, surface: pygame.Surface, renderer: Renderer, area: pygame.Rect) -> None:
        """Draws the row's image into an area."""
        if self.sprite is not None:
            renderer.draw_sprite(surface, *self.sprite, area)

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        self.truncated_texts.clear()
        image_rect = pygame.Rect((0, 0), self._image_size(renderer))
        image_rect.midleft = self.rect.midleft
        self.draw_image(surface, renderer, image_rect)
        text_rect, (name_height, description_height) = self._text_rect(renderer), self._text_heights(renderer)
        name_rect = pygame.Rect(
            text_rect.left,
            text_rect.centery - (name_height + description_height) // 2,
            text_rect.width,
            name_height,
        )
        self.draw_text(surface, renderer, self.name, name_rect, "name", valign="top", wrap=True)
        description_rect = pygame.Rect(text_rect.left, name_rect.bottom, text_rect.width, description_height)
        self.draw_text(
            surface,
            renderer,
            self.description,
            description_rect,
            "small",
            "ink_soft",
            valign="top",
            wrap=True,
        )


class DealtSectionRow(DealtRow):
    """Row for a section. Its image is painted in the background."""

    def __init__(
        self,
        name: str,
        description: str,
        grid: TerrainGrid,
        thumbnails: Thumbnails,
        sprite: tuple[str, str] | None,
    ) -> None:
        super().__init__(name, description, sprite)
        self.grid, self.thumbnails = grid, thumbnails

    def place_row(self, renderer: Renderer, left: int, top: int, width: int) -> int:
        height = super().place_row(renderer, left, top, width)
        self.thumbnails.request((self.grid, self._image_size(renderer)))
        return height

    def draw_image(self, surface: pygame.Surface, renderer: Renderer, area: pygame.Rect) -> None:
        image = self.thumbnails.get((self.grid, area.size))
        if image is not None:
            surface.blit(image, image.get_rect(center=area.center))


def add_dealt_sections(page: NewGamePage, column: FormColumn) -> None:
    """Lists the sections of this game with their tile rules."""
    if not page.dealt_sections:
        return
    renderer, custom = column.app.renderer, {file.name: file for file in page.custom_sections}
    _add_heading(column, "ui.new.dealt.sections")
    for section in page.dealt_sections:
        name = strip_rotation(section)
        if name in custom:
            title, grid = custom[name].title, custom[name].grid
        else:
            title, grid = page.app.tr(f"section.{name}"), SECTIONS[name]
        sprite = next(
            (sprite_ref_or_placeholder(renderer, *icon_for(tile)) for _, tile in grid.locations), None
        )
        description = "\n".join(tile_rules(page.translator, grid))
        displayed_grid = grid if name == section else grid.rotated()
        _add_row(column, DealtSectionRow(title, description, displayed_grid, page.thumbnails, sprite))


def tile_rules(translator: Translator, grid: TerrainGrid) -> list[str]:
    """Returns the rules of the location tiles on a map."""
    return [rule for _, tile in grid.locations if (rule := rule_text(translator, tile))]


def add_dealt_cards(page: NewGamePage, column: FormColumn, kind: str) -> None:
    """Lists the cards or tasks of this game with their rules."""
    config = page.game.config if page.game else None
    cards = () if config is None else config.scoring_cards if kind == "card" else config.task_cards
    if not cards:
        return
    _add_heading(column, "ui.new.dealt.cards" if kind == "card" else "ui.new.dealt.tasks")
    for card in cards:
        key = f"{kind}.{card.name}"
        tr = page.translator.tr
        _add_row(column, DealtRow(tr(key), tr(f"{key}.rule"), ("cards", f"{kind}_{card.name}")))


def _add_heading(column: FormColumn, key: str) -> None:
    column.add_space(8)
    column.add_text(column.app.tr(key), "name", "text_accent")
    column.add_space(4)


def _add_row(column: FormColumn, row: DealtRow) -> None:
    column.add(row, row.place_row(column.app.renderer, column.area.left, column.top, column.area.width))
