"""The tab of cards and tasks: by chance or chosen by hand."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.match.choices import NONE, OWN, TASKS_FROM
from kingdom.ui.menus.new_game.dealt import dealt_cards
from kingdom.ui.menus.new_game.desk import NewGamePage
from kingdom.ui.menus.new_game.preview import CARD, CardToggle, one_size
from kingdom.ui.scene.column import RADIO, Column
from kingdom.ui.widgets.widget import Widget


def build_cards(desk: NewGamePage, room: pygame.Rect, row: int) -> tuple[list[Widget], int]:
    """Cards above, tasks below where there are any."""
    column = Column(desk.app, room, row)
    _cards(desk, column)
    if desk.choices.possible_tasks():
        column.gap(16)
        _tasks(desk, column)
    return column.widgets, column.height


def _cards(desk: NewGamePage, column: Column) -> None:
    say, choices = desk.app.say, desk.choices
    if choices.fixed_cards:
        column.words(say("ui.new.cards.fixed"))
        dealt_cards(desk, column, "card")
        return
    column.toggles(
        [
            (say("ui.new.cards.random"), not choices.own_cards, _own_cards(desk, False), ""),
            (say("ui.new.cards.own"), choices.own_cards, _own_cards(desk, True), ""),
        ],
        RADIO,
    )
    if choices.own_cards:
        cards = choices.possible_cards()
        _toggles(desk, column, "card", cards, choices.cards, lambda card: _pick_card(desk, card))
    else:
        column.words(say("ui.new.cards.note"))
        dealt_cards(desk, column, "card")


def _tasks(desk: NewGamePage, column: Column) -> None:
    """Where tasks come from; by hand, the tasks to choose from."""
    say, choices = desk.app.say, desk.choices
    column.words(say("ui.new.tasks"), "heading", "ink")
    column.gap(4)
    column.toggles(
        [
            (say(f"ui.new.tasks.{kind}"), choices.tasks_from == kind, _tasks_from(desk, kind), "")
            for kind in TASKS_FROM
        ],
        RADIO,
    )
    dealt = len(desk.game.table.tasks) if desk.game else 0
    if choices.tasks_from != NONE:
        column.words(say("ui.new.tasks.note", count=dealt))
    if choices.tasks_from == OWN:
        column.gap(6)
        _toggles(
            desk,
            column,
            "task",
            choices.possible_tasks(),
            choices.tasks,
            lambda task: _pick_task(desk, task, dealt),
        )
    else:
        dealt_cards(desk, column, "task")


def _toggles(
    desk: NewGamePage,
    column: Column,
    kind: str,
    names: Sequence[str],
    chosen: Sequence[str],
    pick: Callable[[str], Callable[[bool], None]],
) -> list[CardToggle]:
    """Cards or tasks to choose from, in rows."""
    say, look, room = desk.texts.say, column.app.look, column.room
    parts = max(2, room.width // look.px(CARD[0]))
    if len(names) < 4:
        parts = max(parts, len(names))
    wide, tall = room.width // parts, look.px(CARD[1])
    made = []
    for number, name in enumerate(names):
        key = f"{kind}.{name}"
        toggle = CardToggle(f"{kind}_{name}", say(key), name in chosen, pick(name), say(f"{key}.rule"))
        left, top = room.left + number % parts * wide, column.top + number // parts * tall
        toggle.rect = pygame.Rect(left, top, wide, tall)
        made.append(toggle)
    one_size(look, made)
    column.widgets += made
    column.top += (len(names) + parts - 1) // parts * tall
    return made


def _own_cards(desk: NewGamePage, own: bool) -> Callable[[bool], None]:
    def choose(_: bool) -> None:
        desk.choices.own_cards = own
        desk.changed()

    return choose


def _pick_card(desk: NewGamePage, card: str) -> Callable[[bool], None]:
    def pick(_: bool) -> None:
        desk.choices.pick_card(card)
        desk.changed()

    return pick


def _tasks_from(desk: NewGamePage, kind: str) -> Callable[[bool], None]:
    def choose(_: bool) -> None:
        desk.choices.tasks_from = kind
        desk.changed()

    return choose


def _pick_task(desk: NewGamePage, task: str, most: int) -> Callable[[bool], None]:
    def pick(_: bool) -> None:
        desk.choices.pick_task(task, most)
        desk.changed()

    return pick
