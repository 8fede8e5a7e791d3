"""Tests the controls for watching a game without humans: pause, one turn, speed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pygame
import pytest
from support.app_driver import advance, assert_no_overlap, click, press, top_scene
from support.match_driver import MatchDriver
from support.matches import SilentAIClient, new_match

from kingdom.match.controller import Match
from kingdom.match.state_machine import MatchState
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.events import TurnEnded
from kingdom.text.translator import LANGUAGES
from kingdom.ui.final_scoring.scene import FinalScoringScene
from kingdom.ui.framework.app import App
from kingdom.ui.framework.settings import AI_FAST, AI_INSTANT, AI_SLOW, AI_SPEEDS, AI_TURN_BY_TURN
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.pause_menu import PauseMenu

WINDOW_SIZE = (1280, 800)


@pytest.fixture
def app(shared_app: App) -> App:
    """Resets the shared app before each test."""
    settings = shared_app.settings
    settings.language, settings.interface_scale = "en", 1.0
    shared_app.resize_window(WINDOW_SIZE)
    return shared_app


@pytest.fixture
def driver(app: App) -> MatchDriver:
    """A game between AI players that has begun."""
    driver = MatchDriver(app, new_match("easy", "easy"))
    run_until(app, lambda: len(driver.match.history) > 2)
    return driver


def run_until(app: App, condition: Callable[[], bool]) -> None:
    for _ in range(400):
        if condition():
            return
        app.run_frame([], 0.05)
    raise AssertionError("the condition was not met")


def turns_played(match: Match) -> int:
    return sum(isinstance(event, TurnEnded) for step in match.history for event in step.events)


def test_space_pauses_and_resumes(app: App, driver: MatchDriver) -> None:
    bar, match = driver.scene.action_bar, driver.match
    press(app, pygame.K_SPACE)
    answer_count = len(match.history)
    advance(app, 3.0)
    assert len(match.history) == answer_count
    assert bar.prompt == app.tr("ui.watch.paused")
    assert bar.spectator_controls.pause_button.text == app.tr("ui.watch.resume")
    assert driver.scene.poll_interval == 1.0, "a paused game does not need frequent updates"
    press(app, pygame.K_SPACE)
    advance(app, 1.0)
    assert len(match.history) > answer_count
    assert bar.spectator_controls.pause_button.text == app.tr("ui.watch.pause")


def test_game_can_be_paused_while_an_ai_player_thinks(app: App) -> None:
    match = new_match("easy", "easy", ai_client=SilentAIClient())
    driver = MatchDriver(app, match)
    assert match.state is MatchState.AI_TURN
    assert driver.scene.action_bar.is_thinking
    click(app, driver.scene.action_bar.spectator_controls.pause_button)
    assert not driver.scene.action_bar.is_thinking
    assert not app.run_frame([], 0.05), "nothing should move"


def test_game_can_be_paused_during_an_animation(app: App) -> None:
    match = new_match("easy", "easy")
    driver = MatchDriver(app, match, speed="normal")
    run_until(app, lambda: match.state is MatchState.PLAYBACK)
    press(app, pygame.K_SPACE)
    answer_count = len(match.history)
    advance(app, 4.0)
    assert (match.state, len(match.history)) == (MatchState.PLAYBACK, answer_count)
    assert not driver.scene.playback.animator.is_running, "the animation should finish"


def test_pause_survives_the_pause_menu(app: App, driver: MatchDriver) -> None:
    press(app, pygame.K_SPACE, pygame.K_ESCAPE)
    assert isinstance(top_scene(app), PauseMenu)
    press(app, pygame.K_ESCAPE)
    answer_count = len(driver.match.history)
    advance(app, 2.0)
    assert top_scene(app) is driver.scene
    assert len(driver.match.history) == answer_count


def test_one_step_plays_exactly_one_turn(app: App, driver: MatchDriver) -> None:
    match = driver.match
    press(app, pygame.K_n)
    advance(app, 3.0)
    counts = [turns_played(match)]
    for step in range(4):
        if step % 2:
            click(app, driver.scene.action_bar.spectator_controls.step_button)
        else:
            press(app, pygame.K_n)
        advance(app, 3.0)
        counts.append(turns_played(match))
    assert all(after == before + 1 for before, after in pairwise(counts))


def test_one_step_does_not_stop_at_a_turn_that_was_complete(app: App) -> None:
    """If a player had nothing left to do but end the turn, one step also plays the next turn. Otherwise,
    nothing would seem to happen."""
    match = new_match("easy", "easy")
    driver = MatchDriver(app, match, speed="normal")
    run_until(app, lambda: bool(match.history) and match.decision().options == (END_TURN,))
    press(app, pygame.K_SPACE)
    player = match.game.active_player
    press(app, pygame.K_n)
    run_until(app, lambda: driver.scene.playback.is_paused)
    assert turns_played(match) == 2
    assert match.history[-1].player != player


def test_one_step_in_the_middle_of_a_turn_finishes_it(app: App) -> None:
    match = new_match("easy", "easy")
    driver = MatchDriver(app, match, speed="normal")
    run_until(app, lambda: bool(match.history))
    press(app, pygame.K_SPACE, pygame.K_n)
    run_until(app, lambda: driver.scene.playback.is_paused)
    assert turns_played(match) == 1


def test_space_pauses_after_a_click_on_one_step(app: App, driver: MatchDriver) -> None:
    """The button that was clicked last has an invisible focus, which must not capture the space bar."""
    driver.match.ai_client = SilentAIClient()
    click(app, driver.scene.action_bar.spectator_controls.step_button)
    assert not driver.scene.playback.is_paused
    press(app, pygame.K_SPACE)
    assert driver.scene.playback.is_paused


def test_one_step_at_the_end_waits_before_the_final_scoring(app: App) -> None:
    driver = MatchDriver(app, new_match("easy", "easy"))
    for _ in range(200):
        press(app, pygame.K_n)
        run_until(app, lambda: driver.scene.playback.is_paused)
        if driver.match.game.over:
            break
    advance(app, 1.0)
    assert app.scene is driver.scene
    assert driver.scene.action_bar.end_button in driver.scene.group.widgets
    press(app, pygame.K_SPACE)
    assert isinstance(app.scene, FinalScoringScene)


def test_turn_by_turn_pauses_after_each_turn(app: App) -> None:
    driver = MatchDriver(app, new_match("easy", "easy"))
    app.settings.programs = AI_TURN_BY_TURN
    for count in (1, 2, 3):
        run_until(app, lambda: driver.scene.playback.is_paused)
        advance(app, 1.0)
        assert turns_played(driver.match) == count
        press(app, pygame.K_SPACE)


def test_speed_is_a_setting(app: App, driver: MatchDriver) -> None:
    dropdown = driver.scene.action_bar.spectator_controls.speed_dropdown
    press(app, pygame.K_SPACE)
    assert dropdown.value == AI_INSTANT
    click(app, dropdown)
    row_height = dropdown.rect.height
    click(
        app,
        (dropdown.list_rect().centerx, dropdown.list_rect().top + AI_SPEEDS.index(AI_SLOW) * row_height + 5),
    )
    assert app.settings.programs == AI_SLOW
    app.settings.programs = AI_FAST
    app.apply_settings()
    assert dropdown.value == AI_FAST


def test_speed_can_be_chosen_with_the_keyboard(app: App, driver: MatchDriver) -> None:
    dropdown = driver.scene.action_bar.spectator_controls.speed_dropdown
    press(app, pygame.K_SPACE)
    driver.scene.group.set_focus(dropdown)
    press(app, pygame.K_RIGHT)
    assert app.settings.programs == AI_SPEEDS[1]
    press(app, pygame.K_RETURN, pygame.K_DOWN, pygame.K_RETURN)
    assert app.settings.programs == AI_SPEEDS[2]
    press(app, pygame.K_RETURN, pygame.K_ESCAPE)
    assert app.scene is driver.scene, "Esc should close the list"
    assert not dropdown.is_open


def test_click_on_the_board_does_not_resume(app: App, driver: MatchDriver) -> None:
    press(app, pygame.K_SPACE)
    answer_count = len(driver.match.history)
    driver.click_hex(next(iter(driver.match.game.board.hexes_by_terrain.values())).bit_length() - 1)
    advance(app, 1.0)
    assert len(driver.match.history) == answer_count
    assert not driver.scene.action_bar.message


def test_human_who_takes_over_gets_the_usual_buttons(app: App, driver: MatchDriver) -> None:
    run_until(app, lambda: driver.match.state is MatchState.AI_TURN)
    driver.scene.commands.toggle_pause()
    assert driver.scene.playback.is_paused
    driver.match.reassign_seat(driver.match.deciding_seat, "person")
    driver.scene.refresh()
    bar = driver.scene.action_bar
    assert bar.undo_button in bar.widgets
    assert bar.spectator_controls.pause_button not in bar.widgets
    assert bar.prompt != app.tr("ui.watch.paused")
    assert not driver.scene.playback.is_paused


@pytest.mark.parametrize(("size", "scale"), [((640, 480), 1.0), ((640, 480), 2.0), ((1280, 800), 2.0)])
@pytest.mark.parametrize("language", LANGUAGES)
def test_controls_fit(app: App, language: str, size: tuple[int, int], scale: float) -> None:
    app.settings.language, app.settings.interface_scale = language, scale
    app.settings.programs = AI_FAST
    app.resize_window(size)
    scene = MatchScene(new_match("easy", "easy", ai_client=SilentAIClient()))
    app.replace(scene)
    for _ in range(2):
        press(app, pygame.K_SPACE)
        assert_no_overlap(scene, size)
        for widget in scene.action_bar.spectator_controls.widgets:
            assert not widget.truncated_texts
