"""Rows that describe the sections, cards and tasks dealt with the current seed."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom.rules.board import TerrainGrid, strip_rotation
from kingdom.rules.registry import SECTIONS, icon_for
from kingdom.text.translator import Translator
from kingdom.ui.board.render_queue import Thumbnails
from kingdom.ui.board.thumbnail import Thumbnail
from kingdom.ui.draw.renderer import sprite_ref_or_placeholder
from kingdom.ui.framework.page import FormColumn
from kingdom.ui.game_text import rule_text
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.containers import Container
from kingdom.ui.widgets.controls import Image, Label
from kingdom.ui.widgets.layout import HBox, VBox
from kingdom.ui.widgets.tooltip import Tooltip

if TYPE_CHECKING:
    from kingdom.ui.new_game.scene import NewGamePage

ROW_IMAGE_SIZE = (150, 88)
"""Maximum width and height of the image in design pixels."""


class DealtRow(Container):
    """Row with an image, a name and a description. It is as tall as its image or its text, whichever is
    taller."""

    is_unit = True

    def __init__(
        self, name: str, description: str, sprite: tuple[str, str] | None, picture: Widget | None = None
    ) -> None:
        self.name, self.description, self.sprite = name, description, sprite
        picture = picture or (Image(*sprite) if sprite is not None else Widget())
        texts = VBox(Label(name, "name", wrap=True), Label(description, "small", "ink_soft", wrap=True))
        width, height = ROW_IMAGE_SIZE
        super().__init__(
            HBox(
                picture.sized(width=width, height=height, valign="middle"),
                texts.sized(stretch=1, min_width=150, valign="middle"),
                gap=14,
            ),
            padding=(2, 5),
            tooltip=Tooltip(name, description, sprite=sprite),
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
        super().__init__(name, description, sprite, Thumbnail(thumbnails, grid))
        self.grid = grid


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
        column.add(DealtSectionRow(title, description, displayed_grid, page.thumbnails, sprite))


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
        column.add(DealtRow(tr(key), tr(f"{key}.rule"), ("cards", f"{kind}_{card.name}")))


def _add_heading(column: FormColumn, key: str) -> None:
    column.add_space(8)
    column.add_text(column.app.tr(key), "name", "text_accent")
    column.add_space(4)
