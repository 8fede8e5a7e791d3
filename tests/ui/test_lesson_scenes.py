"""Tests lessons in the UI: mouse and keyboard, feedback on wrong clicks, highlighted parts, and leaving a
lesson."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest
from support.app_driver import (
    advance,
    assert_no_overlap,
    click,
    mouse_moved,
    open_app,
    press,
    top_scene,
    visible_widgets,
)
from support.scenes.lessons import advance_to, open_lesson

from kingdom.learn.content_checks import SelfPlayClient
from kingdom.learn.lesson import ASK, TELL, shipped_lessons
from kingdom.learn.lesson_progress import PROGRESS_FILE_NAME, LessonProgress
from kingdom.learn.lesson_session import FINISHED, GOAL_MISSED, start_lesson
from kingdom.learn.lesson_vocabulary import (
    BUTTON_NAMES,
    TARGETS_WITHOUT_ARGUMENT,
    WIDGET_TARGETS,
    cards_without_gold,
    read_highlight_target,
)
from kingdom.match.game_options import GameOptions
from kingdom.match.seats import HUMAN
from kingdom.match.state_machine import HUMAN_MAY_ANSWER, MatchState
from kingdom.rules.errors import ValidationError
from kingdom.rules.hexes import HEX_AT, Hex, iter_hexes
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.scoring import all_totals
from kingdom.ui.final_scoring.scene import FinalScoringScene
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog
from kingdom.ui.framework.settings import AI_INSTANT
from kingdom.ui.learn.lessons_page import LessonMenu, LessonsPage
from kingdom.ui.match.lesson_overlay import LessonOverlay, LessonScene, highlighted_part_rects
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.welcome import WelcomeDialog
from kingdom.ui.new_game.expansions_tab import offer_expansion_lesson
from kingdom.ui.new_game.scene import NewGamePage
from kingdom.ui.panels import board_scene
from kingdom.ui.widgets import tooltip
from kingdom.ui.widgets.controls import Checkbox
from kingdom.ui.widgets.placement import find_clear_rect

FIRST_LESSON = "land_and_card"


@pytest.fixture
def app(app: App) -> App:
    app.settings.animation = "off"
    return app


def open_first_lesson(app: App) -> LessonOverlay:
    return open_lesson(app, FIRST_LESSON, 0)


def find_match_scene(app: App) -> MatchScene:
    return next(scene for scene in app.scenes if isinstance(scene, MatchScene))


def click_hex(app: App, hex_id: Hex) -> None:
    x, y = find_match_scene(app).view.hex_center(hex_id)
    click(app, (round(x), round(y)))


def test_lesson_by_mouse(app: App) -> None:
    lesson_overlay = open_first_lesson(app)
    session = lesson_overlay.session
    for _ in range(3):
        assert session.stage == TELL
        click(app, lesson_overlay.continue_button)
    for coord in ((8, 9), (8, 8), (8, 10)):
        click_hex(app, HEX_AT[coord])
    click(app, find_match_scene(app).action_bar.end_button)
    assert session.stage == TELL
    click(app, lesson_overlay.continue_button)
    assert (session.stage, session.stars) == (FINISHED, 3)
    assert app.progress.stars == {FIRST_LESSON: 3}
    assert LessonProgress.load(app.progress.path).stars.get(FIRST_LESSON, 3) == 3
    click(app, lesson_overlay.continue_button)
    assert isinstance(app.scene, LessonOverlay)
    assert app.scene.session.lesson is shipped_lessons().lessons[1]


def test_lesson_by_keyboard(app: App) -> None:
    lesson_overlay = open_first_lesson(app)
    press(app, pygame.K_SPACE, pygame.K_RETURN, pygame.K_SPACE)
    assert lesson_overlay.session.stage == ASK
    for _ in range(3):
        press(app, pygame.K_RIGHT, pygame.K_RETURN)
    press(app, pygame.K_SPACE, pygame.K_SPACE)
    assert lesson_overlay.session.stage == FINISHED
    press(app, pygame.K_RETURN)
    assert isinstance(app.scene, LessonOverlay)
    assert app.scene.session.lesson is shipped_lessons().lessons[1]


def test_click_on_board_during_explanation_asks_to_read_on(app: App) -> None:
    lesson_overlay = open_first_lesson(app)
    click_hex(app, HEX_AT[8, 9])
    assert not lesson_overlay.session.match.history
    assert lesson_overlay.refusal.text == app.tr("ui.learn.read_on")
    press(app, pygame.K_SPACE)
    assert lesson_overlay.session.step_index == 1


def test_match_controls_are_disabled_during_explanation(app: App) -> None:
    """The controls are disabled no matter whose turn it is. In the last step of the first lesson, it would be
    an AI player's turn."""
    lesson_overlay, action_bar = open_first_lesson(app), find_match_scene(app).action_bar
    for step in (0, len(lesson_overlay.session.lesson.steps) - 1):
        advance_to(app, lesson_overlay, step)
        assert lesson_overlay.session.stage == TELL
        assert action_bar.prompt == app.tr("ui.learn.listen")
        assert app.tr("ui.learn.go_on") in action_bar.detail
        assert not action_bar.end_button.enabled
        assert not action_bar.hint_button.enabled
    lesson_overlay.restart_lesson()
    press(app, *3 * [pygame.K_SPACE])
    assert find_match_scene(app).action_bar.prompt != app.tr("ui.learn.listen"), (
        "the prompt should ask for an answer now"
    )


def test_wrong_click_is_explained_in_the_panel(app: App) -> None:
    lesson_overlay = open_lesson(app, "free_choice", 2)
    click_hex(app, HEX_AT[0, 1])
    assert lesson_overlay.refusal.text == app.tr("lesson.free_choice.far")
    assert lesson_overlay.refusal in lesson_overlay.group.widgets
    click_hex(app, HEX_AT[9, 9])
    assert lesson_overlay.session.refusal is not None
    assert lesson_overlay.session.refusal.text_key.startswith("reason.")
    assert lesson_overlay.session.mistakes == 2
    click_hex(app, HEX_AT[1, 17])
    assert lesson_overlay.refusal not in lesson_overlay.group.widgets


def test_missed_goal_can_be_retried(app: App) -> None:
    lesson_overlay = open_lesson(app, "castles_and_cards", 2)
    for coord in ((10, 18), (11, 18), (8, 18)):
        click_hex(app, HEX_AT[coord])
    assert lesson_overlay.session.stage == GOAL_MISSED
    click_hex(app, HEX_AT[9, 15])
    assert lesson_overlay.session.stage == GOAL_MISSED, "the match should accept no more answers"
    click(app, lesson_overlay.continue_button)
    assert lesson_overlay.session.gold_reached is None
    assert not lesson_overlay.session.match.history
    for coord in ((9, 15), (8, 15), (7, 14)):
        click_hex(app, HEX_AT[coord])
    assert lesson_overlay.session.stars == 3


def test_abandoned_lesson_is_not_recorded(app: App) -> None:
    lesson_overlay = open_lesson(app, "moving", 4)
    press(app, pygame.K_ESCAPE, pygame.K_ESCAPE)  # undoes the unfinished move
    assert lesson_overlay.session.step_index == 2
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, LessonMenu)
    click(app, app.scene.menu_buttons["leave"])
    assert isinstance(app.scene, LessonsPage)
    assert lesson_overlay.session.match.state is MatchState.CLOSED
    assert not any(isinstance(scene, MatchScene) for scene in app.scenes)
    assert app.progress.stars == {}
    assert app.save_store.find_unfinished() is None


def test_lesson_menu_restarts_and_skips(app: App) -> None:
    open_first_lesson(app)
    press(app, pygame.K_SPACE, pygame.K_ESCAPE)
    menu = app.scene
    assert isinstance(menu, LessonMenu)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, LessonOverlay)
    for entry, expected_index in (("again", 0), ("skip", 1)):
        press(app, pygame.K_ESCAPE)
        menu = app.scene
        assert isinstance(menu, LessonMenu)
        click(app, menu.menu_buttons[entry])
        lesson_overlay = app.scene
        assert isinstance(lesson_overlay, LessonOverlay)
        assert lesson_overlay.session.lesson is shipped_lessons().lessons[expected_index]
        assert lesson_overlay.session.step_index == 0


def test_hint_shows_the_expected_answer(app: App) -> None:
    open_lesson(app, "free_choice", 2)
    press(app, pygame.K_h)
    advance(app, 0.2)
    assert find_match_scene(app).highlights().hint_hexes


def test_unknown_lesson_opens_the_list(app: App) -> None:
    app.navigator.start_lesson("nothing")
    assert isinstance(app.scene, LessonsPage)


@pytest.mark.parametrize(("size", "language"), [((480, 360), "de"), ((800, 600), "fr")])
def test_panel_does_not_cover_what_it_explains(tmp_path: Path, size: tuple[int, int], language: str) -> None:
    app = open_app(tmp_path, size, language)
    app.settings.animation = "off"
    window = pygame.Rect((0, 0), size)
    for name in ("next_to_own", "moving", "castles_and_cards"):
        lesson_overlay = open_lesson(app, name, 0)
        for step in range(len(lesson_overlay.session.lesson.steps)):
            advance_to(app, lesson_overlay, step)
            assert window.contains(lesson_overlay.panel)
            assert lesson_overlay.highlighted_rects or not lesson_overlay.session.highlights
            for rect in lesson_overlay.highlighted_rects:
                assert not lesson_overlay.panel.colliderect(rect), f"{name} {step}"
            assert_no_overlap(lesson_overlay, size)
    app.close()


def test_panel_takes_the_least_bad_position() -> None:
    window = pygame.Rect(0, 0, 1000, 700)
    highlighted_rects = [pygame.Rect(0, 0, 1000, 560)]
    panel_rect = find_clear_rect(window, [(300, 120)], (500, 280), highlighted_rects)
    assert panel_rect.top >= 560
    assert window.contains(panel_rect)
    assert find_clear_rect(window, [(300, 200), (300, 140)], (500, 280), highlighted_rects).height == 140
    assert find_clear_rect(window, [(300, 200)], (500, 280), highlighted_rects).bottom == window.bottom


# --- the lesson list and the main menu


def test_list_shows_next_lesson_and_starts_lessons(app: App) -> None:
    app.progress.stars = {shipped_lessons().lessons[0].name: 2}
    app.navigator.open_tutorial()
    scene = app.scene
    assert isinstance(scene, LessonsPage)
    advance(app, 0.1)
    assert scene.next_lesson_button.text == app.tr(
        "ui.learn.next_is", lesson=app.tr(f"lesson.{shipped_lessons().lessons[1].name}")
    )
    assert [row.lesson for row in scene.rows] == list(shipped_lessons().lessons)
    click(app, scene.rows[2])
    assert isinstance(app.scene, LessonOverlay)
    assert app.scene.session.lesson is shipped_lessons().lessons[2]


def test_lesson_list_by_keyboard(app: App) -> None:
    app.navigator.open_main_menu()
    app.navigator.open_tutorial()
    press(app, pygame.K_TAB, pygame.K_TAB, pygame.K_RETURN)
    assert isinstance(app.scene, LessonOverlay | MainMenu)
    app.navigator.open_tutorial()
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, MainMenu)


def primary_label(menu: MainMenu) -> object:
    return next(button.text for button in menu.buttons if button.kind == "primary")


def test_new_player_starts_with_the_first_lesson(app: App) -> None:
    app.navigator.open_main_menu()
    app.navigator.open_welcome()
    welcome = app.scene
    assert isinstance(welcome, WelcomeDialog)
    click(app, welcome.tutorial_button)
    assert isinstance(app.scene, LessonOverlay)
    assert app.scene.session.lesson is shipped_lessons().lessons[0]
    app.scene.leave_lesson()
    assert isinstance(app.scene, LessonsPage)
    press(app, pygame.K_ESCAPE)
    menu = app.scene
    assert isinstance(menu, MainMenu)
    app.apply_settings()
    assert primary_label(menu) == app.tr("ui.menu.learn")
    app.progress.stars = {each_lesson.name: 1 for each_lesson in shipped_lessons().lessons}
    app.apply_settings()
    assert primary_label(menu) == app.tr("ui.menu.quick")


def test_base_course_ends_with_the_first_real_game(app: App) -> None:
    last_lesson = shipped_lessons().lessons_in_course("base")[-1]
    for new_game, key in (({}, "play"), (GameOptions(seed=5).to_settings(), "next")):
        app.settings.new_game = new_game
        app.navigator.start_lesson(last_lesson.name)
        overlay = app.scene
        assert isinstance(overlay, LessonOverlay)
        overlay.session.step_index = len(last_lesson.steps)
        overlay.sync_with_lesson()
        assert overlay.continue_button.text == app.tr(f"ui.learn.{key}")
    app.settings.new_game = {}
    assert isinstance(app.scene, LessonOverlay)
    app.scene.continue_lesson()
    match = find_match_scene(app).match
    assert [seat.kind for seat in match.seats] == [HUMAN, "easy", "medium"]


def test_experienced_player_skips_the_tutorial(app: App) -> None:
    app.navigator.open_main_menu()
    app.navigator.open_welcome()
    welcome = app.scene
    assert isinstance(welcome, WelcomeDialog)
    click(app, welcome.play_button)
    menu = app.scene
    assert isinstance(menu, MainMenu)
    assert primary_label(menu) == app.tr("ui.menu.quick")
    assert not LessonProgress.load(app.progress.path.with_name(PROGRESS_FILE_NAME)).is_newcomer


def test_lesson_shows_final_scoring_only_on_request(app: App) -> None:
    lesson_overlay = open_first_lesson(app)
    find_match_scene(app).show_final_scoring()
    assert app.scene is lesson_overlay
    app.navigator.open_final_scoring(lesson_overlay.session.match)
    assert isinstance(app.scene, FinalScoringScene)


def test_guided_game_shows_remarks(app: App) -> None:
    lesson_overlay = open_lesson(app, "first_game", 1)
    session = lesson_overlay.session
    click_hex(app, HEX_AT[8, 9])
    for _ in range(2):
        press(app, pygame.K_RIGHT, pygame.K_RETURN)
    advance(app, 0.1)
    assert lesson_overlay.instruction.text == app.tr("lesson.first_game.turn_done")
    assert session.stage == TELL
    press(app, pygame.K_SPACE)
    assert session.match.state is MatchState.HUMAN_TURN, "Space should only dismiss the remark"
    assert not lesson_overlay.is_hidden
    press(app, pygame.K_SPACE)
    assert session.match.state is not MatchState.HUMAN_TURN


def test_highlighted_button_works_in_guided_game(app: App) -> None:
    lesson_overlay = open_lesson(app, "first_game", 1)
    for place in ((8, 9), (8, 10), (8, 11)):
        click_hex(app, HEX_AT[place])
    advance(app, 0.1)
    assert lesson_overlay.session.tip is not None
    click(app, find_match_scene(app).action_bar.end_button)
    assert lesson_overlay.session.tip is None
    assert lesson_overlay.session.match.deciding_seat != 0


def test_guided_game_hides_the_panel_without_a_remark(app: App) -> None:
    """If there is no remark to show, the panel is hidden, so that the first tip does not cover the board for
    the whole game."""
    lesson_overlay = open_lesson(app, "first_game", 1)
    session = lesson_overlay.session
    assert lesson_overlay.panel.width
    while session.match.game.round == 1 or session.match.deciding_seat != 0:
        session.match.game.play(next(iter_hexes(session.match.game.legal_answers()[0]), "end_turn"))
    app.apply_settings()
    assert lesson_overlay.is_hidden
    assert not lesson_overlay.panel.width
    assert not lesson_overlay.highlighted_part_rects, "nothing should be dimmed"
    session.tip = session.lesson.tips[0]
    lesson_overlay.sync_with_lesson()
    assert lesson_overlay.panel.width


def test_only_the_first_new_expansion_opens_a_dialog(app: App) -> None:
    app.progress.offered_expansions.clear()
    app.navigator.open_main_menu()
    app.navigator.open_new_game()
    page = app.scene
    assert isinstance(page, NewGamePage)

    def tick(expansion: str) -> None:
        advance(app, 0.1)
        checkboxes = [widget for widget, _ in visible_widgets(page.group) if isinstance(widget, Checkbox)]
        checkbox = next(checkbox for checkbox in checkboxes if checkbox.text == app.tr(f"box.{expansion}"))
        assert checkbox.on_change is not None
        checkbox.on_change(True)
        advance(app, 0.1)

    tick("nomads")
    assert isinstance(app.scene, Dialog)
    press(app, pygame.K_ESCAPE)
    for expansion in ("crossroads", "harvest"):
        tick(expansion)
        assert top_scene(app) is page, "no second dialog should open"
        assert any(app.tr(f"box.{expansion}") in toast.text for toast in app.toasts)
    assert set(app.progress.offered_expansions) == {"nomads", "crossroads", "harvest"}


def test_new_expansion_offers_its_lesson_once(app: App) -> None:
    app.progress.offered_expansions.clear()
    app.navigator.open_main_menu()
    app.navigator.open_new_game()
    offer_expansion_lesson(app, "nomads")
    dialog = app.scene
    assert isinstance(dialog, Dialog)
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, NewGamePage)
    offer_expansion_lesson(app, "nomads")
    assert isinstance(app.scene, NewGamePage), "the lesson should be offered only once"
    offer_expansion_lesson(app, "caves")
    dialog = app.scene
    assert isinstance(dialog, Dialog)
    click(app, dialog.buttons[0])
    assert isinstance(app.scene, LessonOverlay)
    assert app.scene.session.lesson is shipped_lessons().lesson_for_expansion("caves")
    app.progress.offered_expansions.clear()
    app.progress.record_result(app.scene.session.lesson, 1)
    app.navigator.open_main_menu()
    offer_expansion_lesson(app, "caves")
    assert isinstance(app.scene, MainMenu), "a finished lesson should not be offered"


def test_every_expansion_has_a_lesson() -> None:
    assert all(
        shipped_lessons().lesson_for_expansion(expansion)
        for expansion in EXPANSIONS
        if EXPANSIONS[expansion].release_order
    )


def test_paused_lesson_is_idle(app: App) -> None:
    """No AI player thinks during an explanation, even on another player's turn."""
    lesson_overlay = open_lesson(app, FIRST_LESSON, 99)
    assert lesson_overlay.session.match.state is MatchState.ON_HOLD
    advance(app, 1.0)
    assert not app.run_frame([], 0.05), "the scene should be idle"
    assert app.scenes[-2].poll_interval == 1.0
    assert find_match_scene(app).action_bar.prompt == app.tr("ui.learn.listen")


def test_every_part_that_lessons_highlight_has_a_rect(app: App) -> None:
    open_lesson(app, "build_or_move", 0)
    match_scene = find_match_scene(app)
    window = pygame.Rect((0, 0), app.size)
    for part, detail, expected_count in (
        ("hand", "", 1), ("card", "fishermen", 1), ("card", "castles", 1), ("card", "lords", 0),
        ("tile", "farm", 1), ("tile", "paddock", 1), ("tile", "barn", 0), ("button", "end", 1),
        ("button", "undo", 1), ("button", "hint", 1), ("buttons", "", 3), ("player", "1", 1), ("log", "", 1),
        ("round", "", 1),
    ):  # fmt: skip
        rects = match_scene.part_rects(part, detail)
        assert len(rects) == expected_count, (part, detail)
        for rect in rects:
            assert rect.colliderect(window)
            assert rect.width > 5
    assert match_scene.part_rects("tile", "farm") != match_scene.part_rects("tile", "paddock")


def test_every_widget_target_of_the_lesson_vocabulary_exists_in_the_scene(app: App) -> None:
    """A new kind of target must not be accepted in lesson files before the scene can highlight it."""
    lesson_overlay = open_lesson(app, "build_or_move", 0)
    match_scene, game = find_match_scene(app), lesson_overlay.session.match.game
    arguments = {"card": ["fishermen"], "tile": ["farm"], "button": list(BUTTON_NAMES), "player": ["0", "1"]}
    header_rects = match_scene.part_rects("round", "")
    for kind in WIDGET_TARGETS:
        assert (kind in arguments) == (kind not in TARGETS_WITHOUT_ARGUMENT), kind
        for argument in arguments.get(kind, [""]):
            target = read_highlight_target(f"{kind}:{argument}" if argument else kind, "show")
            rects = highlighted_part_rects(match_scene, game, [target])
            assert rects or (kind == "idle_cards" and not cards_without_gold(game)), (kind, argument)
            assert (rects == header_rects) == (kind == "round"), (kind, argument)
    for misspelled in ("rounds", "button:ned", "header", ""):
        with pytest.raises(ValidationError):
            read_highlight_target(misspelled, "show")
        with pytest.raises(KeyError):
            match_scene.part_rects(*misspelled.partition(":")[::2])


def test_log_starts_with_the_round_of_the_position(app: App) -> None:
    open_lesson(app, "the_end", 0)
    assert find_match_scene(app).side_panel.log_builder.lines[0].text_values == {"round": 13}


def test_tooltip_is_not_dimmed(app: App) -> None:
    lesson_overlay = open_lesson(app, "castles_and_cards", 0)
    row_center = find_match_scene(app).side_panel.rows[0].rect.center
    assert not lesson_overlay.panel.collidepoint(row_center)
    dimmed_color = app.surface.get_at(row_center)
    app.run_frame(
        [pygame.event.Event(pygame.MOUSEMOTION, pos=row_center, rel=(0, 0), buttons=(0, 0, 0))], 0.01
    )
    advance(app, 1.0)
    assert find_match_scene(app).tooltip_visible
    assert sum(app.surface.get_at(row_center)) > sum(dimmed_color)


def test_hex_tooltip_is_not_dimmed_and_avoids_the_panel(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    lesson_overlay = open_lesson(app, "castles_and_cards", 0)
    view = find_match_scene(app).view
    tooltip_rects: list[pygame.Rect] = []

    def record_tooltip(*args: Any) -> pygame.Rect:
        tooltip_rects.append(tooltip.draw_tooltip(*args))
        return tooltip_rects[-1]

    monkeypatch.setattr(board_scene, "draw_tooltip", record_tooltip)
    hex_id = HEX_AT[19, 3]
    app.run_frame([mouse_moved((round(view.hex_center(hex_id)[0]), round(view.hex_center(hex_id)[1])))], 0.01)
    advance(app, 1.0)
    assert find_match_scene(app).input.tooltip_hex == hex_id
    tooltip_rect = tooltip_rects[-1]
    assert not tooltip_rect.colliderect(lesson_overlay.panel)
    tooltip_color = app.surface.get_at((tooltip_rect.left + 8, tooltip_rect.centery))
    find_match_scene(app).draw_hex_tooltip(app.surface)
    assert app.surface.get_at((tooltip_rect.left + 8, tooltip_rect.centery)) == tooltip_color, (
        "the tooltip should not be dimmed"
    )


def test_guided_game_to_the_end(app: App) -> None:
    """Each remark appears at most once, and the game ends with a star rating and the final scoring."""
    app.settings.programs = AI_INSTANT
    first_game = shipped_lessons().get("first_game")
    assert first_game is not None
    ai_client = SelfPlayClient()
    session = start_lesson(first_game, ai_client=ai_client)
    match_scene = LessonScene(session)
    app.replace(match_scene)
    lesson_overlay = LessonOverlay(session, match_scene)
    app.push(lesson_overlay)
    shown_keys: list[str] = []
    for _ in range(900):
        app.run_frame([], 0.05)
        if session.stage == FINISHED:
            break
        if session.stage == TELL:
            shown_keys.append(session.text.key)
            press(app, pygame.K_SPACE)
        elif session.match.state in HUMAN_MAY_ANSWER:
            match_scene.commands.submit_answer(ai_client.next_answer(session.match.game))
    assert session.stage == FINISHED
    assert len(shown_keys) == len(set(shown_keys)) > 4
    assert session.stars == app.progress.stars["first_game"] > 0
    assert app.scene is lesson_overlay, "the final scoring should not open unasked"
    own, best = all_totals(session.match.game)
    assert str(own) in str(lesson_overlay.game_result.text)
    assert str(best) in str(lesson_overlay.game_result.text)
    click(app, lesson_overlay.scores_button)
    assert isinstance(app.scene, FinalScoringScene)


@pytest.mark.parametrize(
    ("totals", "result"),
    [((47, 26), "You won, 47 to 26!"), ((30, 42), "You lost, 30 to 42."), ((35, 35), "a tie")],
)
def test_end_of_guided_game_says_who_won_before_the_stars(
    app: App, totals: tuple[int, int], result: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    lesson_overlay = open_lesson(app, "first_game", 1)
    session = lesson_overlay.session
    monkeypatch.setattr("kingdom.ui.match.lesson_overlay.all_totals", lambda _: totals)
    session.match.game.over = True
    session.step_index, session.gold_reached = len(session.lesson.steps), totals[0]
    app.apply_settings()
    assert result in str(lesson_overlay.game_result.text)
    assert lesson_overlay.game_result.rect.bottom <= lesson_overlay._stars.rect.top
    assert lesson_overlay.instruction.text == "Two stars at 35 gold, three at 45."


@pytest.mark.parametrize(("name", "has_dots"), [("first_game", False), (FIRST_LESSON, True)])
def test_only_lessons_with_several_steps_show_progress_dots(app: App, name: str, has_dots: bool) -> None:
    lesson_overlay = open_lesson(app, name, 0)
    app.draw(app.surface)
    with_dots = app.surface.copy()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(lesson_overlay, "_draw_progress_dots", lambda _: None)
        app.draw(app.surface)
    changed = pygame.image.tobytes(with_dots, "RGB") != pygame.image.tobytes(app.surface, "RGB")
    assert changed == has_dots


def test_list_opens_at_the_next_lesson(app: App) -> None:
    app.progress.stars = {each_lesson.name: 1 for each_lesson in shipped_lessons().lessons[:-1]}
    app.navigator.open_tutorial()
    scene = app.scene
    assert isinstance(scene, LessonsPage)
    assert scene.scroll_area.rect.contains(scene.rows[-1].rect)
    scene.scroll_area.scroll_to_offset(0)
    app.apply_settings()
    assert scene.scroll_area.scroll_offset == 0, "the list should scroll only when it opens"
