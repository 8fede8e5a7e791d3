"""How to play: a few pages with pictures, and everything there is to look up."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.match.choices import first_game, in_order
from kingdom.rules.board import Grid
from kingdom.rules.registry import BOXES, SECTIONS, Box, shown_as
from kingdom.ui.board.board_picture import hex_width_for, paint_land
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.thing_pictures import picture_of
from kingdom.ui.scene.page import Page
from kingdom.ui.widgets.basic import Button, Label, Picture
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.widget import Widget

PAGES = 6
CONTROLS = "controls"
REFERENCE = (CONTROLS, "tiles", "cards")
NAVIGATION, MOST_BUTTON = 300, 84
LEAST_STRIP, MOST_STRIP = 150, 420
"""Design pixels of the pictures above a page's text."""
SHARES = (1.0, 0.93, 0.87, 0.8, 0.74, 0.68)
"""Sizes of a page's letters that are tried until all of it is in view."""
ENTRY = 92

Shown = tuple[str, str]
"""A picture: its sheet and name."""


class BoardSample(Widget):
    """A piece of land with settlements on it; painted once a size."""

    def __init__(self, grid: Grid, settled: tuple[tuple[int, int], ...], colour: str) -> None:
        super().__init__()
        self.grid, self.settled, self.colour = grid, settled, colour
        self._picture: pygame.Surface | None = None

    def paint(self, look: Look) -> None:
        """Make the picture for the place it has."""
        width = hex_width_for(self.grid, self.rect.size)
        picture, hexes = paint_land(look.sheets, self.grid, width)
        for row, column in self.settled:
            look.sheets.for_hex("pieces", f"settlement_{self.colour}", width).draw(
                picture, *hexes.centre(row, column)
            )
        self._picture = picture

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        if self._picture is not None:
            surface.blit(self._picture, self._picture.get_rect(center=self.rect.center))


class HelpPages(Page):
    """The pages on the left, the open one on the right."""

    title = "ui.help.title"
    widest = 1360

    def __init__(self, page: str = "1") -> None:
        super().__init__()
        self.page = page
        self.area = ScrollArea()
        self.pages = [str(number + 1) for number in range(PAGES)] + list(REFERENCE)

    def _title_of(self, page: str) -> str:
        return self.app.say(f"ui.help.{page}" if page in REFERENCE else f"help.{page}.title")

    def _go(self, page: str) -> Callable[[], None]:
        def go() -> None:
            self.page = page
            self.area.offset = 0
            self.layout(self.app.size)

        return go

    def turn(self, step: int) -> None:
        """To the next page or back."""
        place = self.pages.index(self.page) + step
        if 0 <= place < len(self.pages):
            self._go(self.pages[place])()

    # --- the page

    def build(self) -> list[Widget]:
        look = self.app.look
        gap = look.px(14)
        wide = min(look.px(NAVIGATION), self.body.width // 3)
        between = look.px(8)
        tall = min(look.px(MOST_BUTTON), (self.body.height + between) // len(self.pages) - between)
        buttons: list[Widget] = []
        for number, page in enumerate(self.pages):
            place = pygame.Rect(self.body.left, self.body.top + number * (tall + between), wide, tall)
            buttons.append(
                Button(
                    self._title_of(page),
                    self._go(page),
                    place,
                    kind="primary" if page == self.page else "plain",
                )
            )
        self.sheet = pygame.Rect(
            self.body.left + wide + gap, self.body.top, self.body.width - wide - gap, self.body.height
        )
        self.area.rect = self.sheet.inflate(-2 * look.px(26), -2 * look.px(20))
        self.area.bar = look.px(12)
        room = self.area.rect.copy()
        room.width -= look.px(22)
        pages = {CONTROLS: self._controls, "tiles": self._reference, "cards": self._reference}
        children, tall = pages.get(self.page, self._story)(room)
        self.area.lay(children, tall)
        return [*buttons, self.area]

    def build_foot(self, free: pygame.Rect) -> list[Widget]:
        look, say = self.app.look, self.app.say
        back = Button(say("ui.help.previous"), lambda: self.turn(-1), key=pygame.K_PAGEUP)
        ahead = Button(say("ui.help.next"), lambda: self.turn(1), kind="primary", key=pygame.K_PAGEDOWN)
        back.enabled, ahead.enabled = self.page != self.pages[0], self.page != self.pages[-1]
        wide = min(max(self.button_width(back), self.button_width(ahead)), free.width // 3)
        ahead.rect = pygame.Rect(free.right - wide, free.top, wide, free.height)
        back.rect = pygame.Rect(ahead.rect.left - wide - look.px(14), free.top, wide, free.height)
        words = pygame.Rect(free.left, free.top, back.rect.left - free.left - look.px(14), free.height)
        number = Label(
            say("ui.help.page", page=self.pages.index(self.page) + 1, pages=len(self.pages)),
            words,
            "small",
            "text_soft_on_walnut",
            "right",
        )
        return [number, back, ahead]

    def _heading(self, room: pygame.Rect) -> Label:
        tall = self.app.look.line_height("title")
        return Label(self._title_of(self.page), pygame.Rect(room.left, room.top, room.width, tall), "title")

    def _story(self, room: pygame.Rect) -> tuple[list[Widget], int]:
        """A title, pictures, and paragraphs in the largest letters in which all can be seen at once; what is
        left over is shared out."""
        look = self.app.look
        title = self._heading(room)
        top = title.rect.bottom + look.px(12)
        paragraphs = self.app.say(f"help.{self.page}.text").split("\n")
        free = room.bottom - top
        for share in SHARES:
            pixels = max(look.lettering.smallest("page"), round(look.lettering.pixels("page") * share))
            talls = [look.measure(part, "page", room.width, pixels)[1] if part else 0 for part in paragraphs]
            words = sum(tall + look.px(10) for tall in talls)
            if words + look.px(LEAST_STRIP) + look.px(30) <= free:
                break
        strip = max(look.px(LEAST_STRIP), min(look.px(MOST_STRIP), free - words - look.px(30)))
        pictures = self._pictures(pygame.Rect(room.left, top, room.width, strip))
        below = max((picture.rect.bottom for picture in pictures), default=top)
        spare = max(0, room.bottom - below - words) // 3
        for picture in pictures:
            picture.rect.top += spare
        top = below + 2 * spare + (0 if spare else look.px(20))
        placed: list[Widget] = [title, *pictures]
        for paragraph, tall in zip(paragraphs, talls, strict=True):
            if paragraph:
                place = pygame.Rect(room.left, top, room.width, tall)
                label = Label(paragraph, place, "page", valign="top", wrap=True)
                label.pixels = pixels
                placed.append(label)
            top += tall + look.px(10)
        return placed, top - room.top

    def _controls(self, room: pygame.Rect) -> tuple[list[Widget], int]:
        """Mouse and keys on the left, what they do on the right."""
        look, say = self.app.look, self.app.say
        title = self._heading(room)
        placed: list[Widget] = [title]
        top = title.rect.bottom + look.px(12)
        lines = [line.split("\t") for line in say("ui.help.controls.text").split("\n")]
        left = min(room.width * 2 // 5, max(look.measure(keys, "bold")[0] for keys, _ in lines) + look.px(30))
        wide = room.width - left
        needed = [
            max(look.measure(keys, "bold", left - look.px(20))[1], look.measure(does, "body", wide)[1])
            for keys, does in lines
        ]
        spare = max(look.px(8), min(look.px(26), (room.bottom - top - sum(needed)) // len(lines)))
        for (keys, does), tall in zip(lines, needed, strict=True):
            row = pygame.Rect(room.left, top, left - look.px(20), tall)
            placed.append(Label(keys, row, "bold", "text_accent", valign="top", wrap=True))
            place = pygame.Rect(room.left + left, top, wide, tall)
            placed.append(Label(does, place, valign="top", wrap=True))
            top += tall + spare
        return placed, top - room.top

    def _pictures(self, strip: pygame.Rect) -> list[Widget]:
        """The pictures of a page, from what the first box brings."""
        base = BOXES[in_order()[0]]
        if self.page == "3":
            return self._sample(strip)
        shown: dict[str, list[Shown]] = {
            "1": [("cards", f"card_{name}") for name in first_game()["cards"]],
            "2": [("cards", f"terrain_{card.name}") for card in base.terrain_cards],
            "4": [("medallions", f"medallion_{tile.name}") for tile in base.tiles],
            "5": [("cards", f"card_{card.name}") for card in base.cards[-3:]],
            "6": [sprite for box in in_order() if (sprite := self._emblem(BOXES[box]))],
        }
        return _in_a_row(shown.get(self.page, []), strip, self.app.look)

    def _sample(self, strip: pygame.Rect) -> list[Widget]:
        """Three settlements in a row, on a strip of a section."""
        section = SECTIONS[first_game()["sections"][0]]
        grid = Grid(section.rows[:5], section.locations)
        sample = BoardSample(grid, ((1, 1), (1, 2), (2, 2)), "orange")
        sample.rect = strip
        sample.paint(self.app.look)
        return [sample]

    def _emblem(self, box: Box) -> Shown | None:
        """A picture that stands for a box: that of the first thing it brings to use or to count."""
        words = [thing.name for things in (box.tiles, box.actions, box.things) for thing in things]
        return picture_of(self.app.look, *shown_as(words[0])) if words else None

    def _reference(self, room: pygame.Rect) -> tuple[list[Widget], int]:
        """Every tile, or every card and task, with its rule."""
        look, say = self.app.look, self.app.say
        placed: list[Widget] = []
        top = room.top
        for name in in_order():
            entries = self._entries(BOXES[name])
            if not entries:
                continue
            head = look.line_height("heading") + look.px(12)
            placed.append(
                Label(
                    say(f"box.{name}"),
                    pygame.Rect(room.left, top, room.width, head),
                    "heading",
                    "text_accent",
                )
            )
            top += head
            for (sheet, sprite), key in entries:
                wide = look.px(ENTRY) * (1 if self.page == "tiles" else 2)
                text_left = room.left + wide + look.px(18)
                width = room.right - text_left
                words = say(f"{key}.rule")
                title = look.line_height("name")
                tall = max(look.px(ENTRY), title + look.measure(words, "body", width)[1]) + look.px(14)
                placed.append(Picture(sheet, sprite, pygame.Rect(room.left, top, wide, look.px(ENTRY))))
                placed.append(Label(say(key), pygame.Rect(text_left, top, width, title), "name"))
                placed.append(
                    Label(
                        words,
                        pygame.Rect(text_left, top + title, width, tall - title - look.px(8)),
                        valign="top",
                        wrap=True,
                    )
                )
                top += tall
        return placed, top - room.top

    def _entries(self, box: Box) -> list[tuple[Shown, str]]:
        if self.page == "tiles":
            return [(("medallions", f"medallion_{tile.name}"), f"tile.{tile.name}") for tile in box.tiles]
        cards = [(("cards", f"card_{card.name}"), f"card.{card.name}") for card in box.cards]
        return cards + [(("cards", f"task_{task.name}"), f"task.{task.name}") for task in box.tasks]

    def handle(self, event: pygame.event.Event) -> bool:
        if (
            event.type == pygame.KEYDOWN
            and event.key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN)
            and self.area.most
        ):
            return self.area.handle(event)
        return super().handle(event)

    def draw_body(self, surface: pygame.Surface) -> None:
        self.app.look.panel(surface, self.sheet)


def _in_a_row(shown: list[Shown], strip: pygame.Rect, look: Look) -> list[Widget]:
    """Pictures side by side, as large as the strip allows."""
    if not shown:
        return []
    gap = look.px(14)
    each = (strip.width - gap * (len(shown) - 1)) // len(shown)
    sizes = [sprite.surface.get_size() if (sprite := look.sprite(*name)) else (1, 1) for name in shown]
    scales = [min(each / width, strip.height / height) for width, height in sizes]
    places = [
        (round(width * scale), round(height * scale))
        for (width, height), scale in zip(sizes, scales, strict=True)
    ]
    tallest = max(tall for _, tall in places)
    left = strip.left + (strip.width - sum(wide for wide, _ in places) - gap * (len(shown) - 1)) // 2
    placed: list[Widget] = []
    for (sheet, name), (wide, _) in zip(shown, places, strict=True):
        placed.append(Picture(sheet, name, pygame.Rect(left, strip.top, wide, tallest)))
        left += wide + gap
    return placed
