"""The tab of variants: the switches of the boxes in play, each with its rule."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ui.menus.new_game.desk import NewGamePage
from kingdom.ui.scene.column import Column
from kingdom.ui.widgets.widget import Widget


def build_variants(desk: NewGamePage, room: pygame.Rect, row: int) -> tuple[list[Widget], int]:
    """A box to tick for each variant, and what it changes below."""
    say, choices = desk.app.say, desk.choices
    column = Column(desk.app, room, row)
    for variant in choices.possible_variants():
        on = variant in choices.variants
        column.toggles([(say(f"variant.{variant}"), on, _switch_variant(desk, variant), "")])
        column.words(say(f"variant.{variant}.rule"), "small", indent=40)
        column.gap(6)
    return column.widgets, column.height


def _switch_variant(desk: NewGamePage, variant: str) -> Callable[[bool], None]:
    def switch(on: bool) -> None:
        desk.choices.switch_variant(variant, on)
        desk.changed()

    return switch
