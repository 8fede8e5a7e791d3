"""The note that comes up beside what the mouse rests on, or what the keyboard has gone to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import pygame

from kingdom.ui.draw.look import Look

TOOLTIP_AFTER = 0.35
"""Seconds that the mouse rests before the note comes."""
WIDTHS = (430, 620, 900)
"""Design pixels: a note that would be too tall for the window becomes wider."""
PICTURE = 46
NEVER = float("-inf")


@dataclass(frozen=True)
class Tip:
    """A note: what a thing is called and looks like, what it does, and what that means now."""

    title: str = ""
    does: str = ""
    now: str = ""
    picture: tuple[str, str] | None = None
    """Sheet and name."""
    about: str = ""
    """The page of the reference about it, where the picture does not tell."""

    @property
    def leads(self) -> bool:
        """Whether it may lead to a page of the reference."""
        return bool(self.about or self.picture)

    @property
    def words(self) -> str:
        """Everything it says."""
        return "\n".join(part for part in (self.title, self.does, self.now) if part)

    def saying(self, *more: str) -> Tip:
        """With more words at its end, unless it says them already."""
        unsaid = [words for words in more if words not in self.words]
        if not unsaid:
            return self
        return Tip(
            self.title,
            "\n".join(part for part in (self.does, *unsaid) if part),
            self.now,
            self.picture,
            self.about,
        )


class Rest:
    """How long the mouse has rested on one thing."""

    def __init__(self) -> None:
        self._seconds = 0.0

    @property
    def due(self) -> bool:
        """Whether the note is shown."""
        return self._seconds >= TOOLTIP_AFTER

    def begin(self) -> None:
        """The mouse came to another thing."""
        self._seconds = 0.0

    def moved(self) -> None:
        """The mouse moved on the same thing: a note that is shown stays."""
        if not self.due:
            self._seconds = 0.0

    def clicked(self) -> None:
        """What was clicked needs no explanation until the mouse moves again."""
        self._seconds = NEVER

    def end(self) -> None:
        """The note comes at once."""
        self._seconds = TOOLTIP_AFTER

    def update(self, seconds: float) -> bool:
        """Let time pass; whether the note is still to come."""
        self._seconds += seconds
        return self._seconds > NEVER


@dataclass(frozen=True)
class _Part:
    """A paragraph of a note."""

    words: str
    style: str
    colour: str
    indent: int = 0


def draw_tooltip(
    surface: pygame.Surface,
    look: Look,
    tip: Tip | str,
    mouse: tuple[int, int],
    about: pygame.Rect | None = None,
    clear: Sequence[pygame.Rect] = (),
) -> pygame.Rect:
    """A note beside a point, inside the window, about what is there. What is to be kept clear is not covered,
    as long as there is room elsewhere."""
    tip = Tip(does=tip) if isinstance(tip, str) else tip
    about = about if about is not None else pygame.Rect(mouse, (0, 0))
    pad = look.px(12)
    box, places = _find_room(surface.get_rect(), look, tip, mouse, about, clear)
    look.panel(surface, box, "tooltip")
    inner = box.inflate(-2 * pad, -2 * pad)
    if tip.picture is not None:
        side = look.px(PICTURE)
        look.picture(surface, *tip.picture, pygame.Rect(inner.left, inner.top, side, side))
    for part, place in places:
        room = place.move(inner.topleft).clip(inner)
        look.text(surface, part.words, room, part.style, part.colour, wrap=True)
    return box


_Places = list[tuple[_Part, pygame.Rect]]
"""Where the paragraphs of a note are in it."""


def _find_room(
    window: pygame.Rect,
    look: Look,
    tip: Tip,
    mouse: tuple[int, int],
    about: pygame.Rect,
    clear: Sequence[pygame.Rect],
) -> tuple[pygame.Rect, _Places]:
    """Where a note is, and its paragraphs in it: as narrow as it can be, beside the mouse if it can be. If it
    covers something everywhere, then as little as possible."""
    pad = look.px(12)
    most = window.inflate(-4 * pad, -4 * pad)
    found: list[tuple[int, pygame.Rect, _Places]] = []
    for design in WIDTHS:
        width = min(look.px(design), most.width)
        (across, down), places = _lay(look, tip, width)
        if down > most.height and width < most.width and design != WIDTHS[-1]:
            continue
        size = across + 2 * pad, min(down, most.height) + 2 * pad
        for box in _beside(window.inflate(-look.px(8), -look.px(8)), look, size, mouse, about):
            covered = sum(_shared(box, rect) for rect in clear)
            if not covered:
                return box, places
            found.append((covered, box, places))
    _, box, places = min(found, key=lambda one: one[0])
    return box, places


def _beside(
    window: pygame.Rect, look: Look, size: tuple[int, int], mouse: tuple[int, int], about: pygame.Rect
) -> list[pygame.Rect]:
    """Where a note may be, the best first: below the mouse if it has room there, or else below, above, right
    or left of what it is about."""
    x, y = mouse[0] + look.px(14), mouse[1] + look.px(22)
    gap = look.px(8)
    left, right = about.left - gap - size[0], about.right + gap
    corners = [(x, about.top - gap - size[1]), (right, y), (left, y)]
    if about.bottom + gap + size[1] <= window.bottom:
        corners.insert(0, (x, about.bottom + gap))
    if y + size[1] <= window.bottom:
        corners.insert(0, (x, y))
    beside = [pygame.Rect(corner, size).clamp(window) for corner in corners]
    higher = [box.move(0, min(0, about.centery - box.bottom)).clamp(window) for box in beside[-2:]]
    return [*beside, *higher]


def _shared(one: pygame.Rect, other: pygame.Rect) -> int:
    """Pixels of both."""
    both = one.clip(other)
    return both.width * both.height


def _lay(look: Look, tip: Tip, width: int) -> tuple[tuple[int, int], _Places]:
    """The size of a note of at most this width, and where its paragraphs are in it. The title stands beside
    the picture, the rest below both."""
    side = look.px(PICTURE) if tip.picture is not None else 0
    beside = side + look.px(10) if side else 0
    parts = [
        _Part(tip.title, "bold", "text_on_tooltip", beside),
        _Part(tip.does, "body", "text_on_tooltip"),
        _Part(tip.now, "body", "text_accent_on_walnut"),
    ]
    top = across = 0
    found = []
    for part in parts:
        if part.words:
            top += look.px(6) if top else 0
            wide, tall = look.measure(part.words, part.style, width - part.indent)
            room = max(tall, side) if part.indent else tall
            place = pygame.Rect(part.indent, top + (room - tall) // 2, min(wide, width - part.indent), tall)
            found.append((part, place))
            across, top = max(across, place.right), top + room
    return (max(across, side), max(top, side)), found
