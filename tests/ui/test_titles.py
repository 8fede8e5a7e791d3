"""Every note has a title: what the thing is called, before what it does. It speaks only of what is there."""

from __future__ import annotations

import pytest
from at_the_table import Prompt
from tools.pictures import every  # noqa: F401  (all register)
from tools.pictures.pictures import MAKERS
from window import settle

from kingdom.match.choices import RANDOM, Choices, SeatChoice
from kingdom.match.match import Match
from kingdom.match.seats import PERSON
from kingdom.ui.app.app import App
from kingdom.ui.ceremony.ceremony import Ceremony
from kingdom.ui.menus.new_game.preview import CardFace
from kingdom.ui.menus.new_game.scene import NewGame
from kingdom.ui.widgets.group import Group

WINDOW_SIZE = (1024, 700)

ALIKE = ("help-", "table-", "ceremony-", "lesson-")
"""Of scenes that begin so, a few stand for all."""
SCENES = [name for name in sorted(MAKERS) if not name.startswith(ALIKE)]
SCENES += ["table-start", "table-menu", "ceremony-board", "ceremony-result", "help-tile.tavern"]


@pytest.mark.parametrize("name", SCENES)
def test_every_note_has_a_title(window: App, name: str) -> None:
    app = window
    while app.scenes:
        app.pop()
    MAKERS[name](app)
    settle(app, 0.1)
    untitled = [
        f"{type(widget).__name__}: {note.does}"
        for scene in app.scenes
        if isinstance(group := getattr(scene, "group", None), Group)
        for widget in group.walk()
        for note in [widget.note()]
        if note.words and not note.title and note.does not in widget.cut
    ]
    assert untitled == []


def test_base_game_cards_do_not_speak_of_what_is_not_on_the_table(window: App) -> None:
    """In *New game* and in the count as at the table: no nomads, palaces or silos in a base game."""
    app = window
    seats = [SeatChoice("Ann", "orange", PERSON), SeatChoice("Bo", "blue", PERSON)]
    choices = Choices(seats=seats, board=RANDOM, own_cards=True, cards=["merchants", "workers", "knights"])
    everywhere = app.say("card.merchants.rule")
    page = NewGame(choices)
    app.replace(page)
    app.step([], 0.01)
    rules = [widget.note().does for widget in page.group.walk() if isinstance(widget, CardFace)]
    assert page.texts.say("card.merchants.rule") in rules
    assert everywhere not in rules
    match = Match.start(choices.setup(), choices.table(), None, Prompt())
    count = Ceremony(match)
    app.replace(count)
    place = next(number for number, source in enumerate(count.count.sources) if source.name == "merchants")
    assert count.tell((place, None)).does == page.texts.say("card.merchants.rule") != everywhere
