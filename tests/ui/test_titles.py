"""Every note has a title: what the thing is called, before what it does. It speaks only of what is there."""

from __future__ import annotations

import pygame
import pytest
from at_the_table import Prompt
from tools.pictures import every  # noqa: F401  (all register)
from tools.pictures.pictures import MAKERS
from window import settle

from kingdom.match.choices import RANDOM, Choices, SeatChoice
from kingdom.match.match import Match
from kingdom.match.seats import PERSON, Seat
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup
from kingdom.text import LANGUAGES, Texts
from kingdom.ui.app.app import App
from kingdom.ui.ceremony.ceremony import Ceremony
from kingdom.ui.daily.card_names import CardNames
from kingdom.ui.menus.new_game.preview import CardFace
from kingdom.ui.menus.new_game.scene import NewGame
from kingdom.ui.panels.hover import hex_note
from kingdom.ui.table.table import TableScene
from kingdom.ui.widgets.group import Group

WINDOW_SIZE = (1024, 700)
SEATS = (Seat("Ann", "orange", PERSON), Seat("Bo", "blue", PERSON))

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
    names = CardNames(app, match.game, pygame.Rect(0, 0, 400, 60))
    told = {card: names.looked_up(at.center).does for card, at in names.places(app.look)}
    assert told["merchants"] == page.texts.say("card.merchants.rule")


@pytest.mark.parametrize("language", LANGUAGES)
def test_base_game_tooltips_do_not_speak_of_what_is_not_on_the_table(window: App, language: str) -> None:
    """Every hex, player, tile and card of base games."""
    app, texts = window, Texts(language)
    app.settings.language = language
    app.refresh()
    absent = {
        word.lower()
        for kind in ("nomad", "palace", "silo")
        for word in (texts.say(f"landmark.{kind}"), texts.say(f"landmark.{kind}.many"))
    }
    told = []
    cards = [card.name for card in BOXES["base"].cards]
    for first in (0, 3, 6, len(cards) - 3):
        setup = Setup(players=2, seed=first, cards=tuple(cards[first : first + 3]))
        match = Match.start(setup, SEATS, None, Prompt())
        table = TableScene(match)
        app.replace(table)
        app.step([], 0.01)
        told += [hex_note(match, app.texts, number, True) for number in match.game.board.kind_at]
        told += [widget.note() for widget in table.group.walk()]
    spoken = "\n".join(note.words for note in told).lower()
    assert texts.say("landmark.castle.rule").lower() in spoken
    assert [word for word in absent if word in spoken] == []


def test_a_note_about_a_hex_speaks_of_what_is_there(window: App) -> None:
    """The University of a table without nomad spaces."""
    sections = ("university", "tavern", "farm", "oasis")
    setup = Setup(players=2, seed=1, boxes=("base", "harvest"), sections=sections)
    match = Match.start(setup, SEATS, None, Prompt())
    found = [number for number, tile in match.game.board.location_at.items() if tile == "university"]
    rule = window.texts.say("tile.university.rule")
    here = window.texts.where(match.game.board.kind_at.values()).say("tile.university.rule")
    assert rule != here
    for number in found:
        note = hex_note(match, window.texts, number, False).words
        assert here in note
        assert rule not in note
    assert found
