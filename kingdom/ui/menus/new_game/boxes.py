"""The tab of boxes: which are in play, what this table has of each, and whether all shall take part."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.learn.library import shipped
from kingdom.match.choices import in_order
from kingdom.rules.every_box import Share, share_of
from kingdom.text import times
from kingdom.ui.draw.look import Look
from kingdom.ui.menus.new_game.desk import NewGamePage
from kingdom.ui.scene.column import Column
from kingdom.ui.scene.dialog import question
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.basic import Label, Toggle
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

INDENT = 40
STYLES = ("body", "small")
"""The words of all boxes are written in the first of these in which they need no scrolling, else in the
last."""
NARROWEST = 300
"""Design pixels that a box needs beside another one."""


class ThingsStrip(Widget):
    """Small pictures in a row: locations and landmarks."""

    def __init__(self, things: list[tuple[str, str]], rect: pygame.Rect, tooltip: Tip) -> None:
        super().__init__(rect, tooltip)
        self.things = things

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.pictured.clear()
        each = min(self.rect.height, self.rect.width // max(1, len(self.things)))
        for number, (sheet, name) in enumerate(self.things):
            place = pygame.Rect(self.rect.right - (len(self.things) - number) * each, 0, each, each)
            place.centery = self.rect.centery
            self.show_thing(surface, look, (sheet, name), place.inflate(-2, -2))


def build_boxes(desk: NewGamePage, room: pygame.Rect, row: int) -> tuple[list[Widget], int]:
    """The switch, how it comes out, and a cell for each box."""
    app, choices = desk.app, desk.choices
    column = Column(app, room, row)
    say = app.say
    column.toggles([(say("ui.new.every"), choices.every_box, _switch_all(desk), say("ui.new.every.tip"))])
    shares = {name: share_of(desk.game, name) for name in choices.boxes} if desk.game else {}
    gone = [say(f"box.{name}") for name, share in shares.items() if not share.takes_part]
    if gone:
        said = say("ui.new.without", boxes=", ".join(gone))
        column.words(said, "small", "text_error" if choices.every_box else "text_soft", INDENT)
    else:
        column.words(say("ui.new.all_there"), "small", indent=INDENT)
    column.gap(12)
    start = column.top
    for style in STYLES:
        column.top = start
        cells = _cells(desk, column, shares, style)
        if column.height <= room.height:
            break
    return [*column.widgets, *cells], column.height


def _cells(desk: NewGamePage, column: Column, shares: dict[str, Share], style: str) -> list[Widget]:
    """The boxes in one or two columns; those beside each other are equally high."""
    look, room = desk.app.look, column.room
    parts = 2 if room.width >= 2 * look.px(NARROWEST) else 1
    wide = room.width // parts
    head = look.line_height("name") + look.px(8)
    names = in_order()
    placed: list[Widget] = []
    for first in range(0, len(names), parts):
        line = names[first : first + parts]
        words = {name: _words(desk.app, name, shares) for name in line}
        text_width = wide - look.px(INDENT + 10)
        tall = max(look.measure(said, style, text_width)[1] for said, _ in words.values())
        for number, name in enumerate(line):
            left = room.left + number * wide
            said, colour = words[name]
            box = pygame.Rect(left, column.top, wide - look.px(10), head)
            placed += _head(desk, name, box, shares.get(name))
            below = pygame.Rect(left + look.px(INDENT), box.bottom, text_width, tall)
            placed.append(Label(said, below, style, colour, valign="top", wrap=True))
        column.top += head + tall + look.px(10)
    return placed


def _head(desk: NewGamePage, name: str, box: pygame.Rect, share: Share | None) -> list[Widget]:
    """The box to tick, and the pictures of what is there."""
    app = desk.app
    say, look = app.say, app.look
    toggle = Toggle(
        say(f"box.{name}"), name in desk.choices.boxes, _switch_box(desk, name), box,
        say(f"box.{name}.blurb"), "name",
    )  # fmt: skip
    if name == in_order()[0]:
        toggle.enabled, toggle.why = False, say("ui.new.why.base")
    things = _things(share) if share else []
    words = look.measure(say(f"box.{name}"), "name")[0] + look.px(INDENT + 12)
    left = box.width - words
    if not things or left < box.height * 2 // 3 * len(things):
        return [toggle]
    toggle.rect.width = words
    strip = pygame.Rect(box.right - left, box.top, left, box.height)
    there = "\n".join(_thing_words(app, share) if share else [])
    return [toggle, ThingsStrip(things, strip, Tip(say(f"box.{name}"), there, picture=things[0]))]


def _things(share: Share) -> list[tuple[str, str]]:
    return [("medallions", f"medallion_{tile}") for tile in share.tiles] + [
        ("landmarks", kind) for kind, _ in (*share.landmarks, *share.tokens)
    ]


def _thing_words(app: Host, share: Share) -> list[str]:
    """Locations and landmarks by name."""
    say = app.say
    return [
        *(say(f"tile.{tile}") for tile in share.tiles),
        *(_counted(say(f"landmark.{kind}"), number) for kind, number in share.landmarks),
        *(_counted(say(f"marker.{token}"), number) for token, number in share.tokens),
    ]


def _counted(name: str, number: int) -> str:
    return times(number, name) if number > 1 else name


def _words(app: Host, name: str, shares: dict[str, Share]) -> tuple[str, str]:
    """What this table has of a box, and the colour to say it in; what the box is about while it is not
    ticked."""
    say = app.say
    if name not in shares:
        return say(f"box.{name}.blurb"), "text_soft"
    share = shares[name]
    if not share.takes_part:
        return say("ui.new.not_here"), "text_error"
    land = [say(f"section.{section}") for section in share.sections]
    land += [_counted(say(f"marker.{token}"), number) for token, number in share.tokens]
    if not share.sections:
        land += [say(f"tile.{tile}") for tile in share.tiles]
        land += [_counted(say(f"landmark.{kind}"), number) for kind, number in share.landmarks]
    parts = [", ".join(land)] if land else []
    if share.cards:
        cards = [say(f"card.{card}") for card in share.cards]
        parts.append(say("ui.new.has.cards", count=len(cards), names=", ".join(cards)))
    if share.tasks:
        tasks = [say(f"task.{task}") for task in share.tasks]
        parts.append(say("ui.new.has.tasks", count=len(tasks), names=", ".join(tasks)))
    said = " · ".join(parts) or say("ui.new.has.terrain")
    return said[0].upper() + said[1:], "ink"


def offer_lesson(app: Host, box: str, asked: bool = False) -> bool:
    """A box that is chosen for the first time: ask once whether its lesson is wanted. Who was `asked` already
    and ticks on is only told where it is. Whether there was something to offer."""
    lesson, say = shipped().for_box(box), app.say
    if lesson is None or app.progress.done(lesson) or not app.progress.offer(box):
        return False
    if asked:
        app.toast(say("ui.learn.offer.later", box=say(f"box.{box}"), learn=say("ui.menu.learn")))
        return True
    question(
        app,
        say("ui.learn.offer.title", box=say(f"box.{box}")),
        say("ui.learn.offer.text"),
        say("ui.learn.offer.yes"),
        lambda: app.ways.lesson(lesson.name),
        say("ui.learn.offer.no"),
    )
    return True


def _switch_all(desk: NewGamePage) -> Callable[[bool], None]:
    def switch(on: bool) -> None:
        desk.choices.every_box = on
        desk.changed()

    return switch


def _switch_box(desk: NewGamePage, name: str) -> Callable[[bool], None]:
    def switch(on: bool) -> None:
        desk.choices.switch_box(name, on)
        desk.changed()
        if on and offer_lesson(desk.app, name, desk.lesson_offered):
            desk.lesson_offered = True

    return switch
