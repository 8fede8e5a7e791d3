"""What lies around the table: the menu, also over the curtain, and what undo and hint say."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NoReturn

import pygame
import pytest
from at_the_table import Prompt, around, seats, seen, table
from hand import Hand
from scenario import scenario
from window import assert_tidy, click, on_top, press, settle

from kingdom.match.machine import WAITING, State
from kingdom.match.match import LoggedAnswer, Match
from kingdom.match.seeds import seed_text
from kingdom.rules.events import GoldEarned
from kingdom.rules.hexes import lowest
from kingdom.rules.scoring import EARNED
from kingdom.rules.setup import Setup, new_game
from kingdom.text import LANGUAGES, times
from kingdom.ui.app.app import App
from kingdom.ui.menus.pause_menu import PauseMenu, SaveDialog
from kingdom.ui.panels.summary import gather
from kingdom.ui.scene.dialog import Dialog
from kingdom.ui.table.curtain import Curtain
from kingdom.ui.table.table import TableScene
from kingdom.ui.widgets import clipboard
from kingdom.ui.widgets.basic import Label

WINDOW_SIZE = (1280, 800)

SIZES = [(800, 600), (1280, 800), (3840, 2160)]


@pytest.fixture
def app(window: App) -> App:
    """The window as it should be at the start of a test."""
    window.settings.language, window.running = "en", True
    window.resize_window((1280, 800))
    return window


def seated(app: App, *kinds: str, seed: int = 1) -> Hand:
    """A hand at a table where a person is asked."""
    hand = Hand(app, table(*kinds, seed=seed))
    for _ in range(400):
        if hand.match.state in WAITING:
            return hand
        app.step([], 0.05)
    raise AssertionError(f"no person is asked: {hand.match.state}")


def pause(app: App, hand: Hand) -> PauseMenu:
    press(app, pygame.K_ESCAPE)
    scene = on_top(app)
    assert isinstance(scene, PauseMenu)
    return scene


def test_esc_and_the_menu_work_at_the_curtain(app: App) -> None:
    hand = Hand(app, table("person", "person"))
    curtain = on_top(app)
    assert isinstance(curtain, Curtain)
    pause(app, hand)
    press(app, pygame.K_ESCAPE)
    assert on_top(app) is curtain
    click(app, curtain.menu)
    menu = on_top(app)
    assert isinstance(menu, PauseMenu)
    click(app, menu.resume_button)
    assert on_top(app) is curtain
    assert hand.match.state is State.CURTAIN
    press(app, pygame.K_SPACE)
    assert seen(hand.match)[0] is State.PERSONS_TURN, "Space is for the button that says so"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_menu_is_tidy(app: App, size: tuple[int, int], language: str) -> None:
    app.settings.language = language
    hand = Hand(app, table("person", "easy"))
    app.resize_window(size)
    assert_tidy(pause(app, hand), size)


def test_quit_to_the_desktop(app: App) -> None:
    menu = pause(app, Hand(app, table("person", "easy")))
    click(app, menu.entries["quit"])
    assert not app.running


def test_the_code_of_the_table_can_be_copied(app: App) -> None:
    hand = Hand(app, table("person", "easy", seed=77))
    click(app, pause(app, hand).entries["code"])
    assert clipboard.paste() == seed_text(77)
    assert any(seed_text(77) in toast.text for toast in app.toasts)


def test_restart_asks_and_begins_the_same_game(app: App) -> None:
    hand = seated(app, "person", "easy")
    hand.give(lowest(hand.match.decision().cells))
    click(app, pause(app, hand).entries["restart"])
    asked = on_top(app)
    assert isinstance(asked, Dialog)
    press(app, pygame.K_ESCAPE)
    assert hand.match.history, "Esc restarts nothing"
    click(app, next(scene for scene in app.scenes if isinstance(scene, PauseMenu)).entries["restart"])
    asked = on_top(app)
    assert isinstance(asked, Dialog)
    click(app, asked.buttons[0])
    scene = on_top(app)
    assert isinstance(scene, TableScene)
    assert scene.match is not hand.match
    assert not scene.match.history
    assert str(scene.match.game) == str(new_game(hand.match.record.setup))


def test_a_suggested_name_is_whole(app: App) -> None:
    hand = Hand(app, table("person", *["easy"] * 4))
    names = ["Wilhelmina von Hohenstein", "Maximilian Alexander", "Theodora Konstantinidou", "Ann", "Bo"]
    hand.match.seats[:] = [
        type(seat)(name[:24], seat.colour, seat.kind)
        for seat, name in zip(hand.match.seats, names, strict=True)
    ]
    click(app, pause(app, hand).entries["save"])
    dialog = on_top(app)
    assert isinstance(dialog, SaveDialog)
    assert dialog.field.text.endswith(str(hand.match.game.round))
    assert "+ 3" in dialog.field.text or "+ 4" in dialog.field.text


def test_a_name_that_is_taken_is_told_without_asking_the_disk_for_every_letter(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand = Hand(app, table("person", "easy", keeper=app.keeper))
    app.keeper.save(hand.match.record, "Sunday")
    app.keeper.settle()
    click(app, pause(app, hand).entries["save"])
    dialog = on_top(app)
    assert isinstance(dialog, SaveDialog)
    app.keeper.settle()

    def no_disk(path: Path, **_: object) -> NoReturn:
        raise AssertionError(path)

    monkeypatch.setattr(Path, "stat", no_disk)
    for name, told in (("Sunda", ""), ("Sunday", app.say("ui.save.overwrites")), ("", "")):
        dialog.field.set(name)
        app.step([], 0.01)
        assert [widget.text() for widget in dialog.group.walk() if isinstance(widget, Label)
                and callable(widget.text)] == [told]  # fmt: skip


def test_the_space_that_opens_the_dialog_is_not_typed_into_it(app: App) -> None:
    hand = Hand(app, table("person", "easy", keeper=app.keeper))
    menu = pause(app, hand)
    menu.group.set_focus(menu.entries["save"])
    space = {"key": pygame.K_SPACE, "mod": 0, "unicode": " "}
    letter = pygame.event.Event(pygame.TEXTINPUT, text=" ")
    app.step([pygame.event.Event(pygame.KEYDOWN, space), letter], 0.01)
    dialog = on_top(app)
    assert isinstance(dialog, SaveDialog)
    suggested = dialog.field.text
    assert suggested.strip()
    app.step([pygame.event.Event(pygame.KEYUP, space), pygame.event.Event(pygame.TEXTINPUT, text="x")], 0.01)
    assert dialog.field.text == "x", "what is typed then takes the suggestion's place"


def test_undo_says_that_there_is_nothing_yet(app: App) -> None:
    hand = seated(app, "person", "easy")
    press(app, pygame.K_z, mod=pygame.KMOD_CTRL)
    assert hand.table.bar.message == app.say("ui.table.undo.nothing")


def test_after_a_hint_no_focus_wanders(app: App) -> None:
    hand = seated(app, "person", "easy")
    hand.table.group.set_focus(hand.table.bar.hint)
    click(app, hand.table.bar.hint)
    settle(app, 0.2)
    assert hand.table.group.focus is None


def test_gold_from_during_the_game_is_shown_once(app: App) -> None:
    """A card that pays at once shows what it paid; the line for other gold only what came from elsewhere."""
    match = table("person", "easy")
    before = [facts.name for facts in gather(match)[1]]
    assert EARNED not in before
    match.game.gold[0] = 5
    other = next(facts for facts in gather(match)[1] if facts.name == EARNED)
    assert other.gold == (5, 0)
    setup = Setup(2, ("base", "nomads"), 1, cards=("families", "miners", "hermits"))
    red = Match.start(setup, seats("person", "easy"), None, Prompt())
    red.game.gold[0] = 2
    red.history.append(LoggedAnswer(0, "end_turn", (GoldEarned(0, 2, "families", 0),)))
    shown = {facts.name: facts.gold for facts in gather(red)[1]}
    assert shown["families"] == (2, 0)
    assert EARNED not in shown


def test_the_header_tells_what_has_not_been_seen(app: App) -> None:
    hand = seated(app, "person", "easy")
    game = hand.match.game
    words = str(hand.table.header.figures.tip())
    for card, number in Counter(game.unseen(0)).items():
        assert times(number, app.texts.name(card)) in words
    assert seed_text(hand.match.record.setup.seed) not in words


def test_the_cards_have_a_heading_where_there_is_room(app: App) -> None:
    hand = seated(app, "person", "easy")
    assert hand.table.side.heading.visible
    assert hand.table.side.heading.rect.bottom <= hand.table.side.cards[0].rect.top


def test_a_row_tells_how_long_the_game_is_likely_to_go_on(app: App) -> None:
    game = scenario(card="grass", me={"supply": 4}, them={"supply": 20})
    hand = Hand(app, around(game, "person", "easy"))
    first, second = hand.table.side.rows
    assert (first.facts.turns, first.facts.ends, first.facts.soon) == (2, game.round + 1, True)
    assert (second.facts.turns, second.facts.ends) == (2, None)
    ends = app.say("ui.table.outlook.ends", round=game.round + 1)
    assert ends in first.tip()
    assert ends not in second.tip()
    assert app.say("ui.table.outlook.turns", count=2) in second.tip()
    assert app.look.colour("text_accent") in colours(app, first.rect)
    assert app.look.colour("text_accent") not in colours(app, second.rect)


def test_the_last_round_is_certain(app: App) -> None:
    game = scenario(card="grass", end=True)
    hand = Hand(app, around(game, "person", "easy"))
    for row in hand.table.side.rows:
        assert app.say("ui.table.outlook.last") in row.tip()


@pytest.mark.parametrize("size", [(800, 600), (1280, 800)])
def test_rows_write_the_kind_of_player_all_or_none(app: App, size: tuple[int, int]) -> None:
    """The hourglass has its room before the kind has."""
    app.settings.language = "de"
    app.refresh()
    hand = seated(app, "person", "expert", "easy")
    app.resize_window(size)
    rows = hand.table.side.rows
    assert len({row.line.count("·") for row in rows}) == 1
    assert all(row.has_room(app.look, row.line) for row in rows)


def colours(app: App, rect: pygame.Rect) -> set[tuple[int, ...]]:
    """Every colour in a part of the window."""
    app.dirty = True
    app.step([], 0.0)
    part = app.surface.subsurface(rect)
    return {tuple(part.get_at((x, y)))[:3] for x in range(rect.width) for y in range(rect.height)}


def test_what_the_bar_has_no_room_for_is_told_once(app: App) -> None:
    """A line whose first sentence is cut already was told whole and cut."""
    app.settings.language = "de"
    app.resize_window((800, 600))
    game = scenario(card="grass", own=[(5, 5)])
    hand = Hand(app, around(game, "person", "person"))
    curtain = on_top(app)
    assert isinstance(curtain, Curtain)
    curtain.lift()
    bar = hand.table.bar
    bar.words = pygame.Rect(bar.words.topleft, (bar.words.width // 3, bar.words.height))
    app.draw(app.surface)
    assert bar.speech.tip().count(bar.line.split(". ")[0]) == 1
    assert bar.line in bar.speech.tip()
