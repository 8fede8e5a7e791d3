"""Tests how a player can follow opponents' turns: marks on recent changes, the turn summary, the last
round, the recap, and the AI speed."""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise

import pygame
import pytest
from support.app_driver import advance, click, mouse_moved
from support.match_driver import MatchDriver
from support.matches import match_from_game, new_match
from support.scenario import hex_id_at, scenario

from kingdom.match.controller import Match
from kingdom.match.seats import PLAYER_COLORS
from kingdom.match.state_machine import HUMAN_MAY_ANSWER
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.events import Built, TurnBegan
from kingdom.rules.game import random_answer
from kingdom.rules.hexes import BIT, first_hex
from kingdom.rules.rng import Rng
from kingdom.text.translator import Translator
from kingdom.ui.board.highlights import DOT_PREFIX, FADE_STEPS, RING_PREFIX, HighlightSprites
from kingdom.ui.framework.app import MAX_FRAME_SECONDS, App
from kingdom.ui.framework.settings import AI_SLOW, AI_SPEEDS, AI_TURN_BY_TURN
from kingdom.ui.match.bar_overlays import RecapOverlay
from kingdom.ui.match.dialogs import HandoffOverlay
from kingdom.ui.match.playback import CLICK_GUARD_SECONDS
from kingdom.ui.match.recent_changes import FADE_SECONDS, VISIBLE_SECONDS
from kingdom.ui.panels.log_text import LogLine, TurnSummary

WINDOW_SIZE = (1280, 800)
BUILDING_TERRAINS = (("G", "grass"), ("C", "canyon"), ("D", "desert"), ("L", "flower"), ("F", "forest"))
"""The letter and name of each terrain that terrain cards show."""


@pytest.fixture
def app(shared_app: App) -> App:
    """Resets the shared app before each test."""
    shared_app.settings.animation, shared_app.settings.language = "off", "en"
    shared_app.apply_settings()
    return shared_app


def count_started_turns(match: Match, seat: int) -> int:
    events = [event for step in match.history for event in step.events]
    return sum(
        isinstance(event, TurnBegan) and event.player == seat for event in (*match.opening_events, *events)
    )


def play_to_turn(driver: MatchDriver, turn_number: int, rng: Rng) -> None:
    """Plays until the given turn of the human in the first seat starts. The human's answers are random; all
    other seats are AI players."""
    for _ in range(4000):
        if driver.match.state in HUMAN_MAY_ANSWER:
            if count_started_turns(driver.match, 0) >= turn_number:
                return
            driver.submit(random_answer(driver.match.game, rng))
        else:
            driver.app.run_frame([], 0.05)
    raise AssertionError("the turn was not reached")


# --- recent changes


def test_opponents_changes_have_dots_until_the_player_acts(app: App) -> None:
    driver = MatchDriver(app, new_match("person", "easy", "greedy", seed=5))
    play_to_turn(driver, 2, Rng(1))
    span = driver.scene.recap_span()
    built_hexes = {
        player: sum(
            event.hexes
            for step in driver.match.history[span.start : span.end]
            for event in step.events
            if isinstance(event, Built) and event.player == player
        )
        for player in (1, 2)
    }
    assert all(built_hexes.values())
    dots = dict(driver.scene.highlights().dotted_hexes)
    assert set(dots) == {driver.scene.colors[1], driver.scene.colors[2]}
    for player in (1, 2):
        mask = dots[driver.scene.colors[player]]
        assert built_hexes[player] & ~mask == 0, "new pieces should have a dot in the builder's color"
        assert mask & driver.match.game.piece_hexes[0] == 0
    assert not driver.scene.highlights().ringed_hexes, "rings would outshine the legal hexes"
    driver.submit(first_hex(driver.match.decision().cells))
    assert driver.scene.highlights().dotted_hexes == ()
    driver.press_key(pygame.K_z, pygame.KMOD_CTRL)
    assert dict(driver.scene.highlights().dotted_hexes) == dots, "undo should restore the dots"


def test_dots_fade_and_return_as_rings_while_pointing_at_the_player(app: App) -> None:
    driver = MatchDriver(app, new_match("person", "easy", "greedy", seed=5))
    play_to_turn(driver, 2, Rng(1))
    app.settings.animation, scene = "normal", driver.scene
    (color, dotted_hexes), _ = scene.highlights().dotted_hexes
    advance(app, VISIBLE_SECONDS - 0.5)
    assert scene.highlights().dot_step == FADE_STEPS
    assert scene.poll_interval < 0.2, "the window should wake up in time"
    advance(app, 0.5 + FADE_SECONDS / 2)
    assert 0 < scene.highlights().dot_step < FADE_STEPS
    advance(app, FADE_SECONDS)
    assert scene.highlights().dotted_hexes == ()
    driver.submit(first_hex(driver.match.decision().cells))
    for row, ringed in ((scene.side_panel.rows[1], ((color, dotted_hexes),)), (scene.side_panel.rows[0], ())):
        app.run_frame([mouse_moved(row.rect.center)], 0.05)
        highlights = scene.highlights()
        assert tuple(pair for pair in highlights.ringed_hexes if pair[1]) == ringed
        seat = row.summary.seat
        assert driver.match.game.piece_hexes[seat] & ~highlights.highlighted_hexes == 0


def test_dots_stay_while_ai_players_play(app: App) -> None:
    driver = MatchDriver(app, new_match("person", "easy", "greedy", seed=5))
    play_to_turn(driver, 2, Rng(1))
    app.settings.programs = AI_TURN_BY_TURN
    while not driver.scene.playback.awaiting_continue:
        if driver.match.state in HUMAN_MAY_ANSWER:
            driver.submit(random_answer(driver.match.game, Rng(2)))
        app.run_frame([], 0.05)
    advance(app, VISIBLE_SECONDS + 2 * FADE_SECONDS)
    assert dict(driver.scene.highlights().dotted_hexes).get(driver.scene.colors[1])


@pytest.mark.parametrize("color", PLAYER_COLORS)
def test_dot_is_small_and_in_the_players_color(app: App, color: str) -> None:
    for width in (18, 60, 150):
        image = HighlightSprites(app.renderer).get(f"{DOT_PREFIX}{color}", width)
        pixels = [image.get_at((x, y)) for x in range(image.get_width()) for y in range(image.get_height())]
        opaque = [pixel for pixel in pixels if pixel[3] > 128]
        assert 9 < len(opaque) < width * width / 8
        assert any(is_similar(pixel[:3], app.renderer.color(f"player_{color}")) for pixel in opaque)


@pytest.mark.parametrize(("letter", "terrain"), BUILDING_TERRAINS)
def test_legal_hexes_stand_out_on_every_terrain(app: App, letter: str, terrain: str) -> None:
    game = scenario(own=[(5, 5)], base=letter, card=terrain)
    driver = MatchDriver(app, match_from_game(game, "person", "easy"))
    driver.scene.view.render_now()
    advance(app, 0.5)
    view, legal_hexes = driver.scene.view, driver.match.decision().cells
    other_hexes = sum(BIT[hex_id_at(12, column)] for column in range(4, 10))
    legal, other = (
        [brightness(app.surface.subsurface(rect)) for rect in view.hex_rects(hexes)]
        for hexes in (legal_hexes, other_hexes)
    )
    assert len(legal) == len(other) == 6
    assert min(legal) > 1.35 * max(other)


def brightness(surface: pygame.Surface) -> float:
    return sum(pygame.transform.average_color(surface)[:3]) / 3


@pytest.mark.parametrize("color", PLAYER_COLORS)
def test_ring_has_player_color_between_bright_and_dark_line(app: App, color: str) -> None:
    image = HighlightSprites(app.renderer).get(f"{RING_PREFIX}{color}", 60)
    pixels = [image.get_at((x, image.get_height() // 2)) for x in range(image.get_width() // 2)]
    opaque_colors = [pixel[:3] for pixel in pixels if pixel[3] > 240]
    assert any(is_similar(pixel, app.renderer.color(f"player_{color}")) for pixel in opaque_colors)
    assert any(min(pixel) > 200 for pixel in opaque_colors), "the ring should have a bright line"
    assert any(max(pixel) < 110 for pixel in opaque_colors), "the ring should have a dark line"
    assert pixels[-1][3] == 0, "the inside should be transparent"


def is_similar(first_color: tuple[int, ...], second_color: tuple[int, ...]) -> bool:
    return all(abs(a - b) < 30 for a, b in zip(first_color, second_color, strict=True))


# --- turn summary


def test_turn_summary_grows_with_the_turn(app: App) -> None:
    driver = MatchDriver(app, new_match("person", "greedy", seed=5))
    app.settings.programs = AI_SLOW
    summaries: list[str] = []
    for _ in range(600):
        if driver.match.state in HUMAN_MAY_ANSWER:
            if count_started_turns(driver.match, 0) >= 2:
                break
            driver.submit(random_answer(driver.match.game, Rng(1)))
            summaries.clear()
        else:
            app.run_frame([], 0.05)
        if driver.match.state not in HUMAN_MAY_ANSWER and driver.match.history[-1].player == 1:
            summaries += (
                [driver.scene.action_bar.detail] if driver.scene.action_bar.detail not in summaries else []
            )
    name = driver.match.seats[1].name
    assert all(summary.startswith(f"{name}: ") for summary in summaries)
    assert len(summaries) >= 3
    assert all(later.startswith(earlier.rsplit(", ", 1)[0]) for earlier, later in pairwise(summaries))
    assert app.tr("ui.table.turn.built", count=3) in summaries[-1]


def test_long_turn_summary_keeps_the_newest_actions() -> None:
    translator = Translator("en")
    lines = [LogLine(1, "event.card_revealed", {"card": "canyon"})]
    lines += [
        LogLine(1, "event.tile_used", {"action": tile}) for tile in ("farm", "oracle", "tavern", "tower")
    ]
    turn = TurnSummary(1, tuple(lines))
    full_text = turn.text(translator, "Frank")
    assert full_text.startswith("Frank: Canyon, ")
    short_text = turn.text(translator, "Frank", fits=lambda text: len(text) < len(full_text))
    assert short_text.startswith("Frank: Canyon, …, ")
    assert short_text.endswith(full_text.rsplit(", ", 1)[1])
    assert turn.text(translator, "Frank", fits=lambda text: False).endswith(full_text.rsplit(", ", 1)[1])


# --- the last round


def match_with_one_settlement_left() -> Match:
    """Returns a match in which the human has one settlement left to build."""
    return match_from_game(scenario(card="grass", own=[(5, 5)], me={"supply": 1}), "person", "easy")


def test_last_round_announcement_names_the_player(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = MatchDriver(app, match_with_one_settlement_left())
    sounds = list[str]()
    monkeypatch.setattr(app, "play_sound", lambda *names: sounds.append(names[0]))
    assert driver.scene.header.round_text(app) == app.tr("ui.table.round", round=driver.match.game.round)
    driver.submit(first_hex(driver.match.decision().cells))
    assert driver.match.game.end_triggered
    announcement = app.tr("ui.table.last_round", player=driver.match.seats[0].name)
    assert driver.scene.banner.text == announcement
    assert "last_round" in sounds
    advance(app, 0.2)
    assert driver.scene.rects.board.contains(driver.scene.banner.rect)
    assert announcement in driver.scene.header.text_widget.tooltip_text()
    assert driver.scene.header.round_text(app) == app.tr(
        "ui.table.round.last", round=driver.match.game.round
    ), "the header should announce the last round"
    advance(app, 8)
    assert driver.scene.banner.text == "", "the banner should disappear"
    assert announcement in driver.scene.header.text_widget.tooltip_text(), (
        "the header should still announce it"
    )
    driver.press_key(pygame.K_z, pygame.KMOD_CTRL)
    assert driver.scene.header.round_text(app) == app.tr("ui.table.round", round=driver.match.game.round)


def test_banner_disappears_while_idle(app: App) -> None:
    """Regression: the banner stayed for a minute, because an idle window counts a long wait as one short
    frame."""
    driver = MatchDriver(app, match_with_one_settlement_left())
    driver.submit(first_hex(driver.match.decision().cells))
    advance(app, 1)
    assert driver.scene.banner.text
    assert driver.scene.poll_interval <= MAX_FRAME_SECONDS
    advance(app, 6)
    assert driver.scene.banner.text == ""
    assert driver.scene.poll_interval > MAX_FRAME_SECONDS


def test_undo_removes_the_banner(app: App) -> None:
    driver = MatchDriver(app, match_with_one_settlement_left())
    driver.submit(first_hex(driver.match.decision().cells))
    assert driver.scene.banner.text
    driver.press_key(pygame.K_z, pygame.KMOD_CTRL)
    assert driver.scene.banner.text == ""


def confirm_handoff(app: App) -> None:
    handoff_overlay = app.scene
    assert isinstance(handoff_overlay, HandoffOverlay)
    handoff_overlay.confirm_handoff()


def test_every_human_sees_the_last_round_banner(app: App) -> None:
    """The banner appears no matter how long the handoff takes."""
    driver = MatchDriver(
        app, match_from_game(scenario(card="grass", own=[(5, 5)], me={"supply": 1}), "person", "person")
    )
    confirm_handoff(app)
    assert driver.scene.banner.text == ""
    driver.submit(first_hex(driver.match.decision().cells))
    driver.submit(END_TURN)
    advance(app, 8)
    assert driver.scene.banner.text == ""
    confirm_handoff(app)
    assert driver.scene.banner.text == app.tr("ui.table.last_round", player=driver.match.seats[0].name)


def test_hovering_dismisses_the_banner(app: App) -> None:
    driver = MatchDriver(app, match_with_one_settlement_left())
    driver.submit(first_hex(driver.match.decision().cells))
    advance(app, 0.2)
    banner_center = driver.scene.banner.rect.center
    app.run_frame([mouse_moved(banner_center)], 0.01)
    assert driver.scene.banner.text, "the banner should stay until it could be read"
    advance(app, 2)
    app.run_frame([mouse_moved((banner_center[0], driver.scene.banner.rect.bottom + 40))], 0.01)
    assert driver.scene.banner.text, "the banner should stay if the mouse is next to it"
    app.run_frame([mouse_moved(banner_center)], 0.01)
    assert driver.scene.banner.text == ""


# --- recap


def open_recap(app: App) -> tuple[MatchDriver, RecapOverlay]:
    driver = MatchDriver(app, new_match("person", "easy", "greedy", seed=5))
    play_to_turn(driver, 3, Rng(1))
    driver.press_key(pygame.K_r)
    assert isinstance(app.scene, RecapOverlay)
    return driver, app.scene


def test_recap_steps_through_opponents_actions_and_changes_nothing(app: App) -> None:
    driver, recap = open_recap(app)
    match, answers_before = driver.match, list(driver.match.record.answers)
    span = driver.scene.recap_span()
    players = []
    for step_index in range(len(recap.steps)):
        assert recap.step_index == step_index
        seat = match.seats[recap.current_step.turn.player]
        assert recap.step_text()[0].startswith(f"{seat.name}: ")
        assert str(step_index + 1) in recap.step_text()[1]
        assert driver.scene.highlights().highlighted_hexes == recap.current_step.hexes
        assert span.start <= recap.current_step.answer_count <= span.end
        assert driver.scene.position_override is not None
        piece_count = sum(mask.bit_count() for mask in driver.scene.position_override[0].piece_hexes)
        assert piece_count <= sum(mask.bit_count() for mask in match.game.piece_hexes)
        players.append(recap.current_step.turn.player)
        driver.press_key(pygame.K_RIGHT)
    assert set(players) == {1, 2}
    assert recap.step_index == len(recap.steps) - 1, "the recap should end with the last step"
    driver.press_key(pygame.K_LEFT)
    assert recap.step_index == len(recap.steps) - 2
    driver.press_key(pygame.K_ESCAPE)
    assert app.scene is driver.scene
    assert driver.scene.position_override is None
    assert match.record.answers == answers_before
    assert driver.scene.highlights().legal_hexes == match.decision().cells


def test_board_can_be_zoomed_during_recap(app: App) -> None:
    """During the recap, the grid and zoom controls work as usual, and the game does not change."""
    driver, recap = open_recap(app)
    view, answers, grid = driver.scene.view, list(driver.match.record.answers), app.settings.grid
    driver.press_key(pygame.K_g)
    assert app.settings.grid is not grid
    driver.press_key(pygame.K_g)
    driver.press_key(pygame.K_PLUS)
    assert view.camera.zoom > 1
    driver.press_key(pygame.K_0)
    assert view.camera.zoom == 1
    app.run_frame(
        [mouse_moved(driver.scene.rects.board.center), pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=2)], 0.01
    )
    assert view.camera.zoom > 1
    assert (app.scene, recap.step_index, driver.match.record.answers) == (recap, 0, answers)


def test_recap_by_mouse(app: App) -> None:
    driver, recap = open_recap(app)
    click(app, driver.scene.rects.board.center)
    assert recap.step_index == 1
    click(app, recap.previous_button)
    assert recap.step_index == 0
    click(app, recap.next_button)
    assert recap.step_index == 1
    click(app, recap.close_button)
    assert app.scene is driver.scene
    click(app, driver.scene.header.buttons["recap"])
    assert isinstance(app.scene, RecapOverlay)
    driver.press_key(pygame.K_r)
    assert app.scene is driver.scene


def test_recap_shows_the_past_board(app: App) -> None:
    driver, recap = open_recap(app)
    first_step = recap.steps[0]
    assert driver.scene.position_override is not None
    past_game = driver.scene.position_override[0]
    built_since = [
        event.hexes
        for step in driver.match.history[first_step.answer_count :]
        for event in step.events
        if isinstance(event, Built)
    ]
    assert built_since
    assert not any(hexes & sum(past_game.piece_hexes) for hexes in built_since)
    assert first_step.hexes & sum(past_game.piece_hexes)


def test_empty_recap_shows_a_message(app: App) -> None:
    match = new_match("person", "person", seed=1)
    driver = MatchDriver(app, match)
    driver.wait_until_idle()
    driver.press_key(pygame.K_r)
    assert app.scene is driver.scene
    assert driver.scene.action_bar.message == app.tr("ui.table.recap.none")


def test_game_is_paused_during_recap(app: App) -> None:
    driver = MatchDriver(app, new_match("person", "greedy", "easy", seed=5))
    app.settings.programs = AI_SLOW
    for _ in range(4000):
        if (
            driver.match.state not in HUMAN_MAY_ANSWER
            and driver.match.game.round > 1
            and driver.match.game.active_player == 2
        ):
            break
        if driver.match.state in HUMAN_MAY_ANSWER:
            driver.submit(random_answer(driver.match.game, Rng(1)))
        else:
            app.run_frame([], 0.05)
    driver.press_key(pygame.K_r)
    assert isinstance(app.scene, RecapOverlay)
    before = len(driver.match.history)
    advance(app, 3)
    assert len(driver.match.history) == before
    driver.press_key(pygame.K_ESCAPE)
    advance(app, 3)
    assert len(driver.match.history) > before


# --- AI speed


def ai_turn_seconds(app: App, speed: str) -> float:
    """Returns the duration of the AI turns that follow the human's first turn. Animations are off."""
    driver = MatchDriver(app, new_match("person", "easy", "greedy", seed=5))
    app.settings.programs = speed
    elapsed = 0.0
    for _ in range(4000):
        if driver.match.state in HUMAN_MAY_ANSWER:
            if count_started_turns(driver.match, 0) >= 2:
                return elapsed
            driver.submit(random_answer(driver.match.game, Rng(1)))
            elapsed = 0.0
        else:
            app.run_frame([], 0.05)
            elapsed += 0.05
            if driver.scene.playback.awaiting_continue:
                return float("inf")
    raise AssertionError("the round did not end")


def test_ai_speed_setting_changes_turn_duration(app: App) -> None:
    durations = [ai_turn_seconds(app, speed) for speed in AI_SPEEDS]
    assert durations == sorted(durations)
    assert len(set(durations)) == len(AI_SPEEDS)


def start_ai_turns(app: App, *levels: str) -> MatchDriver:
    """Returns a match, with animations, in which a human has just ended a turn and an AI player is next."""
    driver = MatchDriver(app, new_match("person", *levels, seed=5), speed="normal")
    rng = Rng(1)
    driver.wait_until_idle()
    while driver.match.seats[driver.match.deciding_seat].is_human:
        driver.wait_until_idle()
        driver.submit(random_answer(driver.match.game, rng))
    return driver


def run_until(app: App, is_reached: Callable[[], bool]) -> None:
    """Runs short frames, at most ten seconds in the game."""
    for _ in range(1000):
        if is_reached():
            return
        app.run_frame([], 0.01)
    raise AssertionError("this does not happen within ten seconds")


def opponents_seconds(app: App, opponents: int) -> float:
    """Returns how long AI turns are shown at the default speed if the AI players answer immediately."""
    driver, seconds = start_ai_turns(app, *("easy",) * opponents), 0.0
    while driver.match.state not in HUMAN_MAY_ANSWER and seconds < 60:
        app.run_frame([], 1 / 60)
        seconds += 1 / 60
    return seconds


def test_opponents_turns_are_shown_as_one_movement(app: App) -> None:
    assert opponents_seconds(app, 1) <= 1.1
    assert opponents_seconds(app, 4) <= 4.0


def skip_ai_turns(driver: MatchDriver, how: str) -> None:
    if how == "key":
        driver.press_key(pygame.K_SPACE)
    elif how == "button":
        driver.click(driver.scene.action_bar.end_button)
    else:
        driver.click_hex(hex_id_at(3, 3))


@pytest.mark.parametrize("how", ["key", "button", "click on the board"])
def test_one_skip_leads_to_the_humans_turn(app: App, how: str) -> None:
    driver = start_ai_turns(app, "easy", "easy", "easy")
    skip_ai_turns(driver, how)
    assert driver.scene.action_bar.message == app.tr("ui.table.skipping")
    for _ in range(100):
        assert not driver.scene.playback.animator.is_running
        if driver.match.state in HUMAN_MAY_ANSWER:
            break
        app.run_frame([], 0.01)
    assert count_started_turns(driver.match, 0) == 2
    assert driver.scene.action_bar.message == ""


def test_skip_does_not_make_later_opponents_play_in_haste(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = start_ai_turns(app, "easy", "easy", "easy")
    hurried: list[int] = []
    monkeypatch.setattr(
        driver.match.ai_client, "finish_early", lambda: hurried.append(driver.match.deciding_seat)
    )
    skip_ai_turns(driver, "key")
    run_until(app, lambda: driver.match.state in HUMAN_MAY_ANSWER)
    assert hurried == []


def test_click_that_comes_too_late_to_skip_is_ignored(app: App) -> None:
    driver = start_ai_turns(app, "easy")
    run_until(app, lambda: driver.match.state in HUMAN_MAY_ANSWER)
    before, target = len(driver.match.history), first_hex(driver.match.decision().cells)
    driver.click_hex(target)
    assert len(driver.match.history) == before
    advance(app, CLICK_GUARD_SECONDS)
    driver.click_hex(target)
    assert len(driver.match.history) == before + 1


def test_human_is_asked_to_take_over_even_if_ai_turns_were_skipped(app: App) -> None:
    driver = start_ai_turns(app, "easy", "person")
    skip_ai_turns(driver, "key")
    run_until(app, lambda: isinstance(app.scene, HandoffOverlay))
    driver.press_key(pygame.K_SPACE)
    assert isinstance(app.scene, HandoffOverlay), "a second Space must not reveal the next player's card"
    advance(app, CLICK_GUARD_SECONDS)
    driver.press_key(pygame.K_SPACE)
    assert driver.match.state in HUMAN_MAY_ANSWER


def test_turn_by_turn_waits_for_continue(app: App) -> None:
    driver = MatchDriver(app, new_match("person", "easy", "greedy", seed=5))
    app.settings.programs = AI_TURN_BY_TURN
    paused_turns = 0
    for _ in range(4000):
        if driver.scene.playback.awaiting_continue:
            before = len(driver.match.history)
            advance(app, 5)
            assert len(driver.match.history) == before, "the game should wait for the player"
            assert driver.scene.action_bar.end_button.text == app.tr("ui.table.go_on")
            assert driver.scene.action_bar.end_button.enabled
            seat = driver.match.seats[driver.match.history[-1].player]
            assert not seat.is_human
            assert driver.scene.action_bar.prompt.startswith(f"{seat.name}: ")
            paused_turns += 1
            driver.press_key(pygame.K_SPACE)
            assert not driver.scene.playback.awaiting_continue
        elif driver.match.state in HUMAN_MAY_ANSWER:
            if count_started_turns(driver.match, 0) >= 3:
                break
            driver.submit(random_answer(driver.match.game, Rng(1)))
        else:
            app.run_frame([], 0.05)
    assert paused_turns >= 4
