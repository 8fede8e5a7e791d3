"""The first pages: how a game goes, told with pictures."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.match.choices import first_game, in_order
from kingdom.rules.registry import BOXES, Box, shown_as
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.thing_pictures import picture_of
from kingdom.ui.reference.examples import ExamplePicture, Examples, WantedExample
from kingdom.ui.reference.sheet import GAP
from kingdom.ui.widgets.basic import Label, Picture
from kingdom.ui.widgets.widget import Laid, Widget

FIRST_PAGES = 6
LEAST_STRIP, MOST_TILES = 150, 120
"""Design pixels of the pictures above a page's text, and of a row of tiles above examples."""
SHARES = (1.3, 1.22, 1.15, 1.07, 1.0, 0.93, 0.87, 0.8, 0.74, 0.68)
"""Sizes of a page's letters that are tried until all of it is in view."""
BESIDE_EXAMPLES = 1.15
"""The largest of them below examples, which need the room."""
NEXT_TO_OWN = "phase.adjacent"
"""The page whose example is shown where the heart of the game is told."""
BUILDS_AND_MOVES = ("tile.farm", "tile.paddock")
"""Those where tiles are told of."""
COUNTED = ("card.citizens", "landmark.castle", "card.miners")
"""And where the gold is counted."""
SPARE = 48
"""Design pixels above, between and below pictures and words."""

Say = Callable[..., str]
Shown = tuple[str, str]


def lay_first_page(look: Look, say: Say, examples: Examples, page: str, room: pygame.Rect) -> Laid:
    """Pictures, and paragraphs in the largest letters in which all can be seen at once; what is left over is
    shared out."""
    title = Label(
        say(f"help.{page}.title"), pygame.Rect(room.topleft, (room.width, look.line_height("title"))), "title"
    )
    top = title.rect.bottom + look.px(12)
    paragraphs = say(f"help.{page}.text").split("\n")
    free = room.bottom - top
    played = _played().get(page, ())
    least = max(look.px(LEAST_STRIP), free // 3) if played else look.px(LEAST_STRIP)
    for share in (share for share in SHARES if not played or share <= BESIDE_EXAMPLES):
        pixels = max(look.lettering.smallest("page"), round(look.lettering.pixels("page") * share))
        talls = [look.measure(part, "page", room.width, pixels)[1] if part else 0 for part in paragraphs]
        words = sum(tall + look.px(10) for tall in talls)
        if words + least + look.px(SPARE) <= free:
            break
    strip = pygame.Rect(room.left, top, room.width, max(least, free - words - look.px(SPARE)))
    pictures = _pictures(look, examples, page, strip)
    below = max((picture.rect.bottom for picture in pictures), default=top)
    spare = max(0, room.bottom - below - words) // 3
    for picture in pictures:
        picture.rect.top += spare
    top = below + 2 * spare + (0 if spare else look.px(20))
    placed: list[Widget] = [title, *pictures]
    for paragraph, tall in zip(paragraphs, talls, strict=True):
        if paragraph:
            label = Label(
                paragraph, pygame.Rect(room.left, top, room.width, tall), "page", valign="top", wrap=True
            )
            label.pixels = pixels
            placed.append(label)
        top += tall + look.px(10)
    return Laid(placed, top - room.top)


def _pictures(look: Look, examples: Examples, page: str, strip: pygame.Rect) -> list[Widget]:
    """The pictures of a page, from what the first box brings."""
    base = BOXES[in_order()[0]]
    shown: dict[str, list[Shown]] = {
        "2": [("cards", f"terrain_{card.name}") for card in base.terrain_cards],
        "4": [("medallions", f"medallion_{tile.name}") for tile in base.tiles],
        "6": [sprite for box in in_order() if (sprite := _emblem(look, BOXES[box]))],
    }
    played = _played().get(page, ())
    row = strip.copy()
    if played:
        row.height = min(row.height // 3, look.px(MOST_TILES))
    placed = _in_a_row(shown.get(page, []), row, look)
    if played:
        top = max((picture.rect.bottom + look.px(GAP) for picture in placed), default=strip.top)
        rest = pygame.Rect(strip.left, top, strip.width, strip.bottom - top)
        placed += _examples(look, examples, played, rest)
    return placed


def _played() -> dict[str, Sequence[str]]:
    """The pages of things whose examples are shown, by page."""
    return {
        "1": [f"card.{name}" for name in first_game()["cards"]],
        "3": [NEXT_TO_OWN],
        "4": BUILDS_AND_MOVES,
        "5": COUNTED,
    }


def _examples(look: Look, examples: Examples, keys: Sequence[str], strip: pygame.Rect) -> list[Widget]:
    """Examples side by side that fill the strip."""
    gap = look.px(GAP)
    wide = (strip.width - gap * (len(keys) - 1)) // len(keys)
    placed: list[Widget] = []
    for place, key in enumerate(keys):
        wanted = WantedExample(key, None, (wide, strip.height))
        examples.ask(wanted)
        picture = ExamplePicture(examples, wanted)
        picture.rect = pygame.Rect(strip.left + place * (wide + gap), strip.top, *wanted.size)
        placed.append(picture)
    return placed


def _emblem(look: Look, box: Box) -> Shown | None:
    """A picture that stands for a box: that of the first thing it brings to use or to count."""
    words = [thing.name for things in (box.tiles, box.actions, box.things) for thing in things]
    return picture_of(look, *shown_as(words[0])) if words else None


def _in_a_row(shown: list[Shown], strip: pygame.Rect, look: Look) -> list[Widget]:
    """Pictures side by side, as large as the strip allows."""
    if not shown:
        return []
    gap = look.px(GAP)
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
