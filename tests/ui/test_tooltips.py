"""Notes: what they say, that the keyboard gets them too, and that they go with what they belong to."""

from __future__ import annotations

from typing import Any

import pygame
import pytest
from at_the_table import around
from hand import Hand
from scenario import hex_at, scenario, tile
from window import click, moved, press, settle

from kingdom.ui.app.app import App
from kingdom.ui.menus.settings_page import SettingsPage
from kingdom.ui.panels import board_scene
from kingdom.ui.panels.hover import hex_note
from kingdom.ui.widgets import tooltip
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

WINDOW_SIZE = (1280, 800)


@pytest.fixture
def app(app: App) -> App:
    app.settings.animation = "off"
    return app


@pytest.fixture
def hand(app: App) -> Hand:
    game = scenario(
        {(5, 7): "1", (6, 4): "W"},
        own=[(5, 5)],
        card="grass",
        locations={"1": "oracle"},
        cards=["fishermen"],
        me={"tiles": [tile("farm", None)]},
    )
    return Hand(app, around(game, "person", "easy"))


def rest_on(app: App, widget: Widget) -> None:
    app.step([moved(widget.rect.center)], 0.01)
    settle(app, 0.6)


def test_a_note_goes_with_the_menu_and_stays_away(app: App, hand: Hand) -> None:
    castles = hand.table.side.chips[0]
    rest_on(app, castles)
    assert hand.table.group.told is castles
    press(app, pygame.K_ESCAPE)
    assert app.scene is not hand.table
    settle(app, 0.6)
    assert hand.table.group.told is None, "behind the menu"
    press(app, pygame.K_ESCAPE)
    settle(app, 0.6)
    assert app.scene is hand.table
    assert hand.table.group.told is None, "the mouse has not moved since"
    rest_on(app, castles)
    assert hand.table.group.told is castles


def test_a_note_goes_when_its_button_opens_the_menu(app: App, hand: Hand) -> None:
    rest_on(app, hand.table.header.menu)
    assert hand.table.group.told is hand.table.header.menu
    click(app, hand.table.header.menu)
    settle(app, 0.6)
    assert app.scene is not hand.table
    assert hand.table.group.told is None
    app.push(SettingsPage())
    app.refresh()
    settle(app, 0.6)
    assert hand.table.group.told is None
    app.pop()
    app.pop()
    settle(app, 0.6)
    assert hand.table.group.told is None


def test_a_hex_is_forgotten_behind_the_menu(app: App, hand: Hand) -> None:
    x, y = hand.table.view.centre(hex_at(5, 6))
    app.step([moved((round(x), round(y)))], 0.01)
    settle(app, 0.6)
    assert hand.table.input.rests_on == hex_at(5, 6)
    press(app, pygame.K_ESCAPE)
    assert hand.table.input.rests_on is None


def test_the_keyboard_gets_the_same_notes(app: App, hand: Hand) -> None:
    group = hand.table.group
    press(app, pygame.K_TAB)
    settle(app, 0.6)
    shown = group.told
    assert shown is not None
    assert shown is group.focus
    assert shown.note().does
    app.step([moved((2, 2))], 0.01)
    assert group.told is None, "the mouse takes over"


def test_the_arrows_get_the_notes_of_hexes(app: App, hand: Hand) -> None:
    press(app, pygame.K_RIGHT)
    assert hand.table.input.rests_on is None
    settle(app, 0.6)
    assert hand.table.input.rests_on == hand.table.input.aimed is not None


def test_a_location_says_first_how_to_get_its_tile(app: App, hand: Hand) -> None:
    note = hex_note(hand.match, app.texts, hex_at(5, 7), True)
    assert note.title == app.say("tile.oracle")
    assert note.picture is not None
    first, second, *_ = note.does.split("\n")
    assert first == app.say("ui.table.take")
    assert second == app.say("tile.oracle.rule")


def test_notes_have_title_picture_use_and_what_it_means_now(app: App, hand: Hand) -> None:
    card = hand.table.side.cards[0].note()
    assert (card.title, card.does) == (app.say("card.fishermen"), app.say("card.fishermen.rule"))
    assert hand.match.seats[0].name in card.now
    player = hand.table.side.rows[0].note()
    assert player.title == hand.match.seats[0].name
    assert app.say("tile.farm.rule") in player.now
    terrain = hand.table.bar.cards[0].note()
    assert terrain.title == app.say("terrain.grass")
    assert terrain.now == app.say("ui.table.still_due", count=3)
    for note in (card, player, terrain):
        assert note.picture is not None
        assert app.look.has(*note.picture)


def test_every_button_of_the_header_and_its_figures_have_notes(app: App, hand: Hand) -> None:
    for widget in hand.table.header.widgets:
        note = widget.note()
        assert note.title
        assert note.does
        assert note.picture is not None
        assert app.look.has(*note.picture), note


def test_what_is_cut_short_is_told_whole(app: App) -> None:
    widget = Widget(pygame.Rect(0, 0, 60, 20), tooltip=Tip("Title", "What it does"))
    words = "Far too long for a place like this"
    widget.write(app.surface, app.look, words, widget.rect)
    assert widget.note() == Tip("Title", f"What it does\n{words}")
    widget.cut.clear()
    widget.write(app.surface, app.look, "Hm", widget.rect)
    assert widget.note() == Tip("Title", "What it does")


def test_a_note_covers_neither_its_hex_nor_the_sentence(
    app: App, hand: Hand, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = hand.table
    seen: list[pygame.Rect] = []

    def watched(*given: Any) -> pygame.Rect:
        seen.append(tooltip.draw_tooltip(*given))
        return seen[-1]

    monkeypatch.setattr(board_scene, "draw_tooltip", watched)
    app.settings.language = "de"
    for size, scale in (((480, 360), 1.0), ((1280, 800), 1.0), ((1280, 800), 2.0), ((1000, 400), 2.0)):
        app.settings.interface_scale = scale
        app.resize_window(size)
        for place in ((0, 0), (19, 7), (18, 19), (19, 0)):
            number = hex_at(*place)
            app.step([moved(hand.spot(number))], 0.01)
            app.step([], 0.4)
            app.dirty = True
            app.step([], 0.0)
            assert table.input.rests_on == number
            note, width = seen[-1], round(table.view.width_at(number) * 0.9)
            land = pygame.Rect(0, 0, width, width)
            land.center = hand.spot(number)
            assert app.surface.get_rect().contains(note)
            assert not note.colliderect(table.bar.words), "what to do is read while a hex is looked at"
            assert not note.colliderect(land)


def test_a_note_about_a_part_keeps_off_the_sentence(app: App, hand: Hand) -> None:
    table = hand.table
    surface, look = app.surface, app.look
    low = table.bar.words.move(0, -look.px(20))
    for x in range(low.left, low.right, 40):
        note = tooltip.draw_tooltip(
            surface,
            look,
            "words " * 30,
            (x, low.top),
            pygame.Rect(x, low.top - 30, 40, 30),
            table.group.clear,
        )
        assert not note.colliderect(table.bar.words)
    # where there is no other room, a note is still shown
    everywhere = [surface.get_rect()]
    assert surface.get_rect().contains(tooltip.draw_tooltip(surface, look, "words", (5, 5), None, everywhere))
