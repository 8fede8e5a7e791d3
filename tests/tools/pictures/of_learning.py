"""Lessons, for `tools.pictures.pictures`."""

from __future__ import annotations

from tools.pictures.pictures import picture, settle

from kingdom.learn.library import shipped
from kingdom.learn.session import ENDED
from kingdom.rules.hexes import HEX_AT
from kingdom.ui.app.app import App
from kingdom.ui.learn.guide import Guide
from kingdom.ui.table.table import TableScene


def lesson(app: App, name: str, step: int) -> Guide:
    """A lesson at one of its steps, by its own solution."""
    app.ways.lesson(name)
    guide = app.scene
    assert isinstance(guide, Guide)
    return go_to(app, guide, step)


def go_to(app: App, guide: Guide, step: int) -> Guide:
    """On to one of the next steps."""
    match, table = guide.match, app.scenes[-2]
    assert isinstance(table, TableScene)
    while match.at < step and match.stage != ENDED:
        answer = match.next_answer
        if answer is None:
            match.go_on()
        else:
            table.deeds.answer(answer)
    guide.follow()
    settle(app, 0.1)
    return guide


@picture("lessons")
def lessons(app: App) -> None:
    for number, found in enumerate(shipped().lessons[:5]):
        app.progress.stars[found.name] = 3 - number % 3
    app.ways.lessons()


@picture("lesson-tells")
def tells(app: App) -> None:
    lesson(app, "next_to_own", 1)


@picture("lesson-asks")
def asks(app: App) -> None:
    guide = lesson(app, "free_choice", 2)
    table = app.scenes[-2]
    assert isinstance(table, TableScene)
    table.deeds.choose(HEX_AT[0, 1])
    guide.follow()


@picture("lesson-ended")
def ended(app: App) -> None:
    lesson(app, "three_cards", 99)


@picture("lesson-menu")
def menu(app: App) -> None:
    app.ways.pause(lesson(app, "moving", 2).match)
