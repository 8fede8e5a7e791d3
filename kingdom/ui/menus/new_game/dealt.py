"""What the seed deals, where nothing is to be chosen: sections, cards and tasks with what they mean."""

from __future__ import annotations

import pygame

from kingdom.rules.board import Grid, unturned
from kingdom.rules.registry import SECTIONS, shown_as
from kingdom.text import Texts
from kingdom.ui.board.thumbnails import Thumbnails
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.thing_pictures import picture_of
from kingdom.ui.menus.new_game.desk import NewGamePage
from kingdom.ui.panels.words import rule_of
from kingdom.ui.scene.column import Column
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

PICTURE = (150, 88)
"""Design pixels of a picture."""


class DealtRow(Widget):
    """A picture, a name, and what it is about; as high as its picture or its words."""

    def __init__(self, name: str, about: str, picture: tuple[str, str] | None = None) -> None:
        super().__init__(tooltip=Tip(name, about, picture=picture))
        self.name, self.about, self.picture = name, about, picture

    def lay(self, look: Look, left: int, top: int, width: int) -> int:
        """Take a place; the height that it needs."""
        self.rect = pygame.Rect(left, top, width, 0)
        upper, lower = self._heights(look)
        self.rect.height = max(self._space(look)[1], upper + lower) + look.px(10)
        return self.rect.height

    def _space(self, look: Look) -> tuple[int, int]:
        wide = min(look.px(PICTURE[0]), self.rect.width // 4)
        return wide, wide * PICTURE[1] // PICTURE[0]

    def _words(self, look: Look) -> pygame.Rect:
        taken = self._space(look)[0] + look.px(14)
        return pygame.Rect(
            self.rect.left + taken, self.rect.top, self.rect.width - taken - look.px(4), self.rect.height
        )

    def _heights(self, look: Look) -> tuple[int, int]:
        """Of the name, and of what it is about."""
        width = self._words(look).width
        return (
            look.measure(self.name, "name", width)[1],
            look.measure(self.about, "small", width)[1] if self.about else 0,
        )

    def draw_picture(self, surface: pygame.Surface, look: Look, room: pygame.Rect) -> None:
        """What it looks like."""
        if self.picture is not None:
            look.picture(surface, *self.picture, room)

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        space = pygame.Rect((0, 0), self._space(look))
        space.midleft = self.rect.midleft
        self.draw_picture(surface, look, space)
        words, (upper, lower) = self._words(look), self._heights(look)
        name = pygame.Rect(words.left, words.centery - (upper + lower) // 2, words.width, upper)
        self.write(surface, look, self.name, name, "name", valign="top", wrap=True)
        about = pygame.Rect(words.left, name.bottom, words.width, lower)
        self.write(surface, look, self.about, about, "small", "ink_soft", valign="top", wrap=True)


class DealtSection(DealtRow):
    """A section; its picture is painted beside the window."""

    def __init__(
        self, name: str, about: str, grid: Grid, thumbnails: Thumbnails, tile: tuple[str, str] | None
    ) -> None:
        super().__init__(name, about, tile)
        self.grid, self.thumbnails = grid, thumbnails

    def lay(self, look: Look, left: int, top: int, width: int) -> int:
        tall = super().lay(look, left, top, width)
        self.thumbnails.want(self.grid, self._space(look))
        return tall

    def draw_picture(self, surface: pygame.Surface, look: Look, room: pygame.Rect) -> None:
        picture = self.thumbnails.seen(self.grid, room.size)
        if picture is not None:
            surface.blit(picture, picture.get_rect(center=room.center))


def dealt_sections(desk: NewGamePage, column: Column) -> None:
    """The sections of this table, each with what its tile does."""
    if not desk.lying:
        return
    look, own = column.app.look, {file.name: file for file in desk.own_sections}
    _begin(column, "ui.new.dealt.sections")
    for full in desk.lying:
        name = unturned(full)
        if name in own:
            title, grid = own[name].title, own[name].grid
        else:
            title, grid = desk.app.say(f"section.{name}"), SECTIONS[name]
        picture = next((picture_of(look, *shown_as(tile)) for _, tile in grid.locations), None)
        about = "\n".join(rules_of(desk.texts, grid))
        shown = grid if name == full else grid.turned()
        _add(column, DealtSection(title, about, shown, desk.thumbnails, picture))


def rules_of(texts: Texts, grid: Grid) -> list[str]:
    """What the tiles of a land do."""
    return [rule for _, tile in grid.locations if (rule := rule_of(texts, tile))]


def dealt_cards(desk: NewGamePage, column: Column, kind: str) -> None:
    """The cards or the tasks of this table, each with its rule."""
    table = desk.game.table if desk.game else None
    dealt = () if table is None else table.cards if kind == "card" else table.tasks
    if not dealt:
        return
    _begin(column, "ui.new.dealt.cards" if kind == "card" else "ui.new.dealt.tasks")
    for card in dealt:
        key = f"{kind}.{card.name}"
        say = desk.texts.say
        _add(column, DealtRow(say(key), say(f"{key}.rule"), ("cards", f"{kind}_{card.name}")))


def _begin(column: Column, key: str) -> None:
    column.gap(8)
    column.words(column.app.say(key), "name", "text_accent")
    column.gap(4)


def _add(column: Column, row: DealtRow) -> None:
    column.add(row, row.lay(column.app.look, column.room.left, column.top, column.room.width))
