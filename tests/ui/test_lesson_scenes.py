"""Lessons in the window: by mouse and by keyboard, what a wrong click is told, what is pointed at, and how a
lesson is left."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest
from tools.pictures.of_learning import go_to, lesson
from window import assert_tidy, click, moved, on_top, open_app, press, settle, shown_widgets

from kingdom.learn.check import Programs
from kingdom.learn.lesson import ASK, TELL
from kingdom.learn.library import shipped
from kingdom.learn.progress import FILE, Progress
from kingdom.learn.session import ENDED, SHORT, open_lesson
from kingdom.match.machine import WAITING, State
from kingdom.rules.hexes import HEX_AT, Hex, hexes_of
from kingdom.rules.registry import BOXES
from kingdom.ui.app.app import App
from kingdom.ui.ceremony.ceremony import Ceremony
from kingdom.ui.learn.guide import Guide
from kingdom.ui.learn.lesson_list import LessonList
from kingdom.ui.learn.lesson_menu import LessonMenu
from kingdom.ui.learn.speech import place_speech
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.new_game.boxes import offer_lesson
from kingdom.ui.menus.new_game.scene import NewGame
from kingdom.ui.menus.welcome import Welcome
from kingdom.ui.panels import board_scene
from kingdom.ui.scene.dialog import Dialog
from kingdom.ui.scene.settings import AT_ONCE
from kingdom.ui.table.table import TableScene
from kingdom.ui.widgets import tooltip
from kingdom.ui.widgets.basic import Toggle

FIRST = "land_and_card"


@pytest.fixture
def app(app: App) -> App:
    app.settings.animation = "off"
    return app


def open_first(app: App) -> Guide:
    return lesson(app, FIRST, 0)


def table_of(app: App) -> TableScene:
    return next(scene for scene in app.scenes if isinstance(scene, TableScene))


def click_hex(app: App, number: Hex) -> None:
    x, y = table_of(app).view.centre(number)
    click(app, (round(x), round(y)))


def test_a_lesson_by_mouse(app: App) -> None:
    guide = open_first(app)
    match = guide.match
    for _ in range(3):
        assert match.stage == TELL
        click(app, guide.go)
    for place in ((8, 9), (8, 8), (8, 10)):
        click_hex(app, HEX_AT[place])
    click(app, table_of(app).bar.end)
    assert match.stage == TELL
    click(app, guide.go)
    assert (match.stage, match.stars) == (ENDED, 3)
    assert app.progress.stars == {FIRST: 3}
    assert Progress.load(app.progress.path).stars.get(FIRST, 3) == 3
    click(app, guide.go)
    assert isinstance(app.scene, Guide)
    assert app.scene.match.lesson is shipped().lessons[1]


def test_a_lesson_by_keyboard(app: App) -> None:
    guide = open_first(app)
    press(app, pygame.K_SPACE, pygame.K_RETURN, pygame.K_SPACE)
    assert guide.match.stage == ASK
    for _ in range(3):
        press(app, pygame.K_RIGHT, pygame.K_RETURN)
    press(app, pygame.K_SPACE, pygame.K_SPACE)
    assert guide.match.stage == ENDED
    press(app, pygame.K_RETURN)
    assert isinstance(app.scene, Guide)
    assert app.scene.match.lesson is shipped().lessons[1]


def test_while_it_tells_a_click_on_the_board_says_to_read_on(app: App) -> None:
    guide = open_first(app)
    click_hex(app, HEX_AT[8, 9])
    assert not guide.match.history
    assert guide.refusal.text == app.say("ui.learn.read_on")
    press(app, pygame.K_SPACE)
    assert guide.match.at == 1


def test_while_it_tells_the_table_says_to_read_and_offers_nothing_else(app: App) -> None:
    """Whose turn it may be: in the end of the first lesson a program would be next."""
    guide, bar = open_first(app), table_of(app).bar
    for step in (0, len(guide.match.lesson.steps) - 1):
        go_to(app, guide, step)
        assert guide.match.stage == TELL
        assert bar.sentence == app.say("ui.learn.listen")
        assert app.say("ui.learn.go_on") in bar.line
        assert not bar.end.enabled
        assert not bar.hint.enabled
    guide.repeat()
    press(app, *3 * [pygame.K_SPACE])
    assert table_of(app).bar.sentence != app.say("ui.learn.listen"), "now there is something to do"


def test_a_wrong_click_is_told_in_the_panel(app: App) -> None:
    guide = lesson(app, "free_choice", 2)
    click_hex(app, HEX_AT[0, 1])
    assert guide.refusal.text == app.say("lesson.free_choice.far")
    assert guide.refusal.visible
    click_hex(app, HEX_AT[9, 9])
    assert guide.match.refused is not None
    assert guide.match.refused.key.startswith("reason.")
    assert guide.match.mistakes == 2
    click_hex(app, HEX_AT[1, 17])
    assert not guide.refusal.visible


def test_what_is_short_of_the_goal_is_tried_again(app: App) -> None:
    guide = lesson(app, "castles_and_cards", 2)
    for place in ((10, 18), (11, 18), (8, 18)):
        click_hex(app, HEX_AT[place])
    assert guide.match.stage == SHORT
    click_hex(app, HEX_AT[9, 15])
    assert guide.match.stage == SHORT, "the table is closed"
    click(app, guide.go)
    assert guide.match.reached is None
    assert not guide.match.history
    for place in ((9, 15), (8, 15), (7, 14)):
        click_hex(app, HEX_AT[place])
    assert guide.match.stars == 3


def test_a_lesson_left_in_the_middle_is_forgotten(app: App) -> None:
    guide = lesson(app, "moving", 4)
    press(app, pygame.K_ESCAPE, pygame.K_ESCAPE)  # takes the half-made move back
    assert guide.match.at == 2
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, LessonMenu)
    click(app, app.scene.entries["leave"])
    assert isinstance(app.scene, LessonList)
    assert guide.match.state is State.CLOSED
    assert not any(isinstance(scene, TableScene) for scene in app.scenes)
    assert app.progress.stars == {}
    assert app.keeper.going_on() is None


def test_the_menu_of_a_lesson_repeats_and_skips(app: App) -> None:
    open_first(app)
    press(app, pygame.K_SPACE, pygame.K_ESCAPE)
    menu = app.scene
    assert isinstance(menu, LessonMenu)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, Guide)
    for word, wanted in (("again", 0), ("skip", 1)):
        press(app, pygame.K_ESCAPE)
        menu = app.scene
        assert isinstance(menu, LessonMenu)
        click(app, menu.entries[word])
        guide = app.scene
        assert isinstance(guide, Guide)
        assert guide.match.lesson is shipped().lessons[wanted]
        assert guide.match.at == 0


def test_a_hint_shows_what_the_lesson_wants(app: App) -> None:
    lesson(app, "free_choice", 2)
    press(app, pygame.K_h)
    settle(app, 0.2)
    assert table_of(app).lights().hinted


def test_a_lesson_that_is_not_there_leads_to_the_list(app: App) -> None:
    app.ways.lesson("nothing")
    assert isinstance(app.scene, LessonList)


@pytest.mark.parametrize(("size", "language"), [((480, 360), "de"), ((800, 600), "fr")])
def test_the_panel_covers_nothing_that_it_is_about(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    app = open_app(tmp_path, size, language)
    app.settings.animation = "off"
    window = pygame.Rect((0, 0), size)
    for name in ("next_to_own", "moving", "castles_and_cards"):
        guide = lesson(app, name, 0)
        for step in range(len(guide.match.lesson.steps)):
            go_to(app, guide, step)
            assert window.contains(guide.panel)
            assert guide.about or not guide.match.points
            for rect in guide.about:
                assert not guide.panel.colliderect(rect), f"{name} {step}"
            assert_tidy(guide, size)
    app.close()


def test_of_bad_places_the_least_bad_is_taken(app: App) -> None:
    window = pygame.Rect(0, 0, 1000, 700)
    everywhere = [pygame.Rect(0, 0, 1000, 560)]
    found = place_speech(app.look, window, [(300, 120)], everywhere, [])
    assert found.top >= 560
    assert window.contains(found)


# --- the list and the menu


def test_the_list_shows_stars_and_starts_lessons(app: App) -> None:
    app.progress.stars = {shipped().lessons[0].name: 2}
    app.ways.lessons()
    scene = app.scene
    assert isinstance(scene, LessonList)
    settle(app, 0.1)
    assert scene.next.text == app.say(
        "ui.learn.next_is", lesson=app.say(f"lesson.{shipped().lessons[1].name}")
    )
    assert [row.lesson for row in scene.rows] == list(shipped().lessons)
    click(app, scene.rows[2])
    assert isinstance(app.scene, Guide)
    assert app.scene.match.lesson is shipped().lessons[2]


def test_the_list_by_keyboard(app: App) -> None:
    app.ways.menu()
    app.ways.lessons()
    press(app, pygame.K_TAB, pygame.K_TAB, pygame.K_RETURN)
    assert isinstance(app.scene, Guide | MainMenu)
    app.ways.lessons()
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, MainMenu)


def test_who_is_new_learns_first(app: App) -> None:
    app.ways.menu()
    app.ways.welcome()
    welcome = app.scene
    assert isinstance(welcome, Welcome)
    click(app, welcome.new)
    assert isinstance(app.scene, LessonList)
    press(app, pygame.K_ESCAPE)
    menu = app.scene
    assert isinstance(menu, MainMenu)
    app.refresh()
    assert menu.buttons[0].text == app.say("ui.menu.learn")
    assert menu.buttons[0].kind == "primary"
    app.progress.stars = {found.name: 1 for found in shipped().lessons}
    app.refresh()
    assert menu.buttons[0].text == app.say("ui.menu.quick")


def test_who_knows_the_game_is_left_alone(app: App) -> None:
    app.ways.menu()
    app.ways.welcome()
    welcome = app.scene
    assert isinstance(welcome, Welcome)
    click(app, welcome.go)
    menu = app.scene
    assert isinstance(menu, MainMenu)
    assert menu.buttons[0].text == app.say("ui.menu.quick")
    assert not Progress.load(app.progress.path.with_name(FILE)).newcomer


def test_the_count_of_a_lesson_comes_only_when_asked_for(app: App) -> None:
    guide = open_first(app)
    app.ways.ceremony(guide.match)
    assert app.scene is guide
    app.ways.count(guide.match)
    assert isinstance(app.scene, Ceremony)


def test_the_guided_game_remarks_and_counts(app: App) -> None:
    guide = lesson(app, "first_game", 1)
    match = guide.match
    click_hex(app, HEX_AT[8, 9])
    for _ in range(2):
        press(app, pygame.K_RIGHT, pygame.K_RETURN)
    settle(app, 0.1)
    assert guide.words.text == app.say("lesson.first_game.turn_done")
    assert match.stage == TELL
    press(app, pygame.K_SPACE)
    assert match.state is State.PERSONS_TURN, "that was read, nothing else"
    assert not guide.silent
    press(app, pygame.K_SPACE)
    assert match.state is not State.PERSONS_TURN


def test_in_the_guided_game_the_button_that_is_pointed_at_works(app: App) -> None:
    guide = lesson(app, "first_game", 1)
    for place in ((8, 9), (8, 10), (8, 11)):
        click_hex(app, HEX_AT[place])
    settle(app, 0.1)
    assert guide.match.remark is not None
    click(app, table_of(app).bar.end)
    assert guide.match.remark is None
    assert guide.match.decider != 0


def test_the_guided_game_is_silent_when_there_is_nothing_to_say(app: App) -> None:
    """Its first advice does not lie over the table for a whole game."""
    guide = lesson(app, "first_game", 1)
    match = guide.match
    assert guide.panel.width
    while match.game.round == 1 or match.decider != 0:
        match.game.choose(next(hexes_of(match.game.asked()[0]), "end_turn"))
    app.refresh()
    assert guide.silent
    assert not guide.panel.width
    assert not guide.parts, "nothing is dark"
    match.remark = match.lesson.remarks[0]
    guide.follow()
    assert guide.panel.width


def test_who_ticks_many_new_boxes_is_asked_once_and_then_only_told(app: App) -> None:
    app.progress.offered.clear()
    app.ways.menu()
    app.ways.new_game()
    page = app.scene
    assert isinstance(page, NewGame)

    def tick(box: str) -> None:
        settle(app, 0.1)
        toggles = [widget for widget, _ in shown_widgets(page.group) if isinstance(widget, Toggle)]
        toggle = next(toggle for toggle in toggles if toggle.text == app.say(f"box.{box}"))
        assert toggle.on_change is not None
        toggle.on_change(True)
        settle(app, 0.1)

    tick("nomads")
    assert isinstance(app.scene, Dialog)
    press(app, pygame.K_ESCAPE)
    for box in ("crossroads", "harvest"):
        tick(box)
        assert on_top(app) is page, "no second question"
        assert any(app.say(f"box.{box}") in toast.text for toast in app.toasts)
    assert set(app.progress.offered) == {"nomads", "crossroads", "harvest"}


def test_a_new_box_offers_its_lesson_once(app: App) -> None:
    app.progress.offered.clear()
    app.ways.menu()
    app.ways.new_game()
    offer_lesson(app, "nomads")
    question = app.scene
    assert isinstance(question, Dialog)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, NewGame)
    offer_lesson(app, "nomads")
    assert isinstance(app.scene, NewGame), "once"
    offer_lesson(app, "caves")
    question = app.scene
    assert isinstance(question, Dialog)
    click(app, question.buttons[0])
    assert isinstance(app.scene, Guide)
    assert app.scene.match.lesson is shipped().for_box("caves")
    app.progress.offered.clear()
    app.progress.ended(app.scene.match.lesson, 1)
    app.ways.menu()
    offer_lesson(app, "caves")
    assert isinstance(app.scene, MainMenu), "who has learned it is not asked"


def test_every_box_has_a_lesson() -> None:
    assert all(shipped().for_box(box) for box in BOXES if BOXES[box].order)


def test_a_table_at_rest_costs_nothing(app: App) -> None:
    """Nobody thinks while something is told, though it is another player's turn."""
    guide = lesson(app, FIRST, 99)
    assert guide.match.state is State.PROGRAMS_TURN
    settle(app, 1.0)
    assert not app.step([], 0.05), "nothing moves"
    assert app.scenes[-2].patience == 1.0
    assert table_of(app).bar.sentence == app.say("ask.waiting", player=guide.match.seats[1].name)


def test_every_part_that_can_be_pointed_at_has_its_place(app: App) -> None:
    lesson(app, "build_or_move", 0)
    table = table_of(app)
    window = pygame.Rect((0, 0), app.size)
    for word, of, many in (
        ("hand", "", 1), ("card", "fishermen", 1), ("card", "castles", 1), ("card", "lords", 0),
        ("tile", "farm", 1), ("tile", "paddock", 1), ("tile", "barn", 0), ("button", "end", 1),
        ("button", "undo", 1), ("button", "hint", 1), ("buttons", "", 3), ("player", "1", 1), ("log", "", 1),
        ("round", "", 1),
    ):  # fmt: skip
        found = table.places(word, of)
        assert len(found) == many, (word, of)
        for rect in found:
            assert rect.colliderect(window)
            assert rect.width > 5
    assert table.places("tile", "farm") != table.places("tile", "paddock")


def test_the_log_begins_with_the_round_of_the_position(app: App) -> None:
    lesson(app, "the_end", 0)
    assert table_of(app).side.story.lines[0].values == {"round": 13}


def test_a_note_is_read_in_the_light(app: App) -> None:
    guide = lesson(app, "castles_and_cards", 0)
    place = table_of(app).side.rows[0].rect.center
    assert not guide.panel.collidepoint(place)
    dark = app.surface.get_at(place)
    app.step([pygame.event.Event(pygame.MOUSEMOTION, pos=place, rel=(0, 0), buttons=(0, 0, 0))], 0.01)
    settle(app, 1.0)
    assert table_of(app).notes
    assert sum(app.surface.get_at(place)) > sum(dark)


def test_a_note_about_a_hex_lies_over_the_veil_and_beside_the_lesson(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    guide = lesson(app, "castles_and_cards", 0)
    view = table_of(app).view
    seen: list[pygame.Rect] = []

    def watched(*given: Any) -> pygame.Rect:
        seen.append(tooltip.draw_tooltip(*given))
        return seen[-1]

    monkeypatch.setattr(board_scene, "draw_tooltip", watched)
    number = HEX_AT[19, 3]
    app.step([moved((round(view.centre(number)[0]), round(view.centre(number)[1])))], 0.01)
    settle(app, 1.0)
    assert table_of(app).input.rests_on == number
    note = seen[-1]
    assert not note.colliderect(guide.panel)
    lit = app.surface.get_at((note.left + 8, note.centery))
    table_of(app).draw_hex_note(app.surface)
    assert app.surface.get_at((note.left + 8, note.centery)) == lit, "nothing darkens it"


def test_the_guided_game_to_its_end(app: App) -> None:
    """Every remark comes at most once, and at the end there are stars and the count."""
    app.settings.programs = AT_ONCE
    found = shipped().named("first_game")
    assert found is not None
    programs = Programs()
    match = open_lesson(found, thinker=programs)
    table = TableScene(match)
    app.replace(table)
    guide = Guide(match, table)
    app.push(guide)
    said: list[str] = []
    for _ in range(900):
        app.step([], 0.05)
        if match.stage == ENDED:
            break
        if match.stage == TELL:
            said.append(match.said.key)
            press(app, pygame.K_SPACE)
        elif match.state in WAITING:
            table.deeds.answer(programs.think(match.game))
    assert match.stage == ENDED
    assert len(said) == len(set(said)) > 4
    assert match.stars == app.progress.stars["first_game"] > 0
    assert app.scene is guide, "no count unasked"
    click(app, guide.count)
    assert isinstance(app.scene, Ceremony)


def test_the_list_begins_where_one_is(app: App) -> None:
    app.progress.stars = {found.name: 1 for found in shipped().lessons[:-1]}
    app.ways.lessons()
    scene = app.scene
    assert isinstance(scene, LessonList)
    assert scene.area.rect.contains(scene.rows[-1].rect)
    scene.area.scroll(0)
    app.refresh()
    assert scene.area.offset == 0, "only at first"
