"""Tests the match scene: complete games with different seats, undo, illegal clicks, handoff, AI failures,
keyboard, zoom and resizing."""

from __future__ import annotations

import errno
import math
from dataclasses import replace
from pathlib import Path
from typing import NoReturn

import pygame
import pytest
from support.app_driver import advance, assert_no_overlap, click, mouse_moved, text_input, top_scene
from support.match_driver import MatchDriver
from support.matches import InProcessAIClient, SilentAIClient, make_seats, match_from_game, new_match
from support.scenario import hex_id_at, position_data, scenario, tile

from kingdom.ai.hint import Hint
from kingdom.match.ai_client import AIClient, AIFailure
from kingdom.match.controller import Match
from kingdom.match.save_store import SaveStore
from kingdom.match.state_machine import HUMAN_MAY_ANSWER, MatchState
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.events import GameEnded
from kingdom.rules.game import random_answer
from kingdom.rules.hexes import BIT, first_hex, iter_hexes
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup
from kingdom.text.translator import LANGUAGES
from kingdom.ui.board.annotations import ARROW_SIZE, offscreen_arrows
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog
from kingdom.ui.match.dialogs import AIFailureDialog, HandoffOverlay
from kingdom.ui.match.option_bar import option_items
from kingdom.ui.match.prompt import decision_text
from kingdom.ui.menus.pause_menu import PauseMenu, PlayersDialog, SaveDialog
from kingdom.ui.panels.tooltips import hex_tooltip

WINDOW_SIZE = (1280, 800)

SIZES = ((800, 600), (1024, 700), (1280, 800), (1600, 1000), (1920, 1080), (3840, 2160))


@pytest.fixture
def app(shared_app: App) -> App:
    """The shared app with the settings and window size that these tests expect."""
    shared_app.settings.animation, shared_app.settings.language, shared_app.settings.live_gold = (
        "off",
        "en",
        True,
    )
    shared_app.toasts.clear()
    if shared_app.size != (1280, 800):
        shared_app.resize_window((1280, 800))
    shared_app.apply_settings()
    return shared_app


@pytest.fixture(params=[None, 2], ids=["here", "elsewhere"])
def delay(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Runs a test twice: with a local match, and with a match that is played elsewhere."""
    monkeypatch.setattr(MatchDriver, "delay", request.param)


# --- complete games


@pytest.mark.usefixtures("delay")
@pytest.mark.parametrize("kinds", [("person", "person"), ("person", "easy", "greedy"), ("easy", "greedy")])
def test_play_a_whole_game(app: App, kinds: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """The game never gets stuck, and the panels show its final state."""
    app.resize_window((800, 600))
    monkeypatch.setattr(app.navigator, "finish_game", lambda match: None)
    driver, rng = MatchDriver(app, new_match(*kinds, seed=3)), Rng(8)
    handoffs = 0
    for _ in range(6000):
        if driver.match.game.over and driver.match.state is not MatchState.PLAYBACK:
            break
        if isinstance(app.scene, HandoffOverlay):
            handoffs += 1
            assert driver.match.viewer_seat is None
            assert not [
                line
                for line in driver.scene.side_panel.log_builder.lines
                if line.text_key == "event.card_drawn"
            ]
            assert log_entries(driver)[-1] != (driver.match.deciding_seat, "event.card_revealed")
            driver.click(app.scene.ready_button)
        elif driver.match.human_decision is not None:
            driver.submit_directly(random_answer(driver.match.game, rng))
        else:
            app.run_frame([], 0.05)
    driver.settle()
    assert driver.match.state is MatchState.SCORED
    assert bool(handoffs) == (kinds.count("person") > 1)
    assert driver.scene.action_bar.prompt == app.tr("ask.over")
    end = driver.match.history[-1].events[-1]
    assert isinstance(end, GameEnded)
    assert {row.summary.gold for row in driver.scene.side_panel.rows} == set(end.gold)


@pytest.mark.usefixtures("delay")
def test_game_with_all_expansions_and_animations(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Plays with five seats, all expansions and full animations. Every frame is drawn."""
    app.resize_window((800, 600))
    monkeypatch.setattr(app.navigator, "finish_game", lambda match: None)
    match = Match.new(GameSetup(5, tuple(EXPANSIONS), 4), make_seats(*["person"] * 5), None, SilentAIClient())
    driver, rng = MatchDriver(app, match, "fast"), Rng(2)
    for index in range(260):
        if isinstance(app.scene, HandoffOverlay):
            app.scene.confirm_handoff()
        if driver.match.human_decision is not None:
            driver.submit_directly(random_answer(match.game, rng))
        app.run_frame([], 0.03 if index % 3 else 0.2)
        if match.state is MatchState.PLAYBACK and index % 2:
            driver.press_key(pygame.K_SPACE)
    assert app.scene in (driver.scene, driver.scene.overlay)
    assert not app.scene_error_counts


# --- answers, illegal clicks, undo


def driver_with_tiles(
    app: App, *tiles: str, speed: str = "off", ai_client: AIClient | None = None
) -> MatchDriver:
    player0 = {"tiles": [tile(kind) for kind in tiles]}
    terrain = {(9, 9): "F", (9, 8): "M"}
    game = scenario(
        terrain,
        own=[(5, 5), (5, 6)],
        other=[(15, 15)],
        card="grass",
        me=player0,
        cards=["fishermen", "knights"],
    )
    return MatchDriver(app, match_from_game(game, "person", "easy", ai_client=ai_client), speed)


@pytest.mark.usefixtures("delay")
def test_legal_hexes_are_highlighted_and_a_ghost_follows_the_mouse(app: App) -> None:
    driver = driver_with_tiles(app)
    assert driver.scene.highlights().legal_hexes == driver.match.decision().cells
    driver.move_to(hex_id_at(5, 7))
    assert driver.scene.input.hover_preview.is_legal
    assert driver.scene.input.hover_preview.ghosts == (("settlement_orange", hex_id_at(5, 7)),)
    driver.move_to(hex_id_at(9, 9))
    assert not driver.scene.input.hover_preview.is_legal
    assert not driver.scene.input.hover_preview.ghosts


@pytest.mark.usefixtures("delay")
def test_illegal_click_shows_the_reason_and_changes_nothing(app: App) -> None:
    driver = driver_with_tiles(app)
    before = position_data(driver.match.game)
    driver.click_hex(hex_id_at(9, 9))
    assert driver.scene.action_bar.message == app.tr("reason.wrong_terrain", terrains=app.tr("terrain.grass"))
    driver.click_hex(hex_id_at(18, 18))
    assert driver.scene.action_bar.message == app.tr("reason.not_adjacent")
    assert position_data(driver.match.game) == before
    advance(app, 5)
    assert not driver.scene.action_bar.message


@pytest.mark.usefixtures("delay")
def test_turn_cannot_end_before_the_mandatory_action(app: App) -> None:
    driver = driver_with_tiles(app)
    assert not driver.scene.action_bar.end_button.enabled
    assert driver.scene.action_bar.end_button.get_tooltip().description == app.tr("reason.mandatory_first")
    driver.press_key(pygame.K_SPACE)
    assert driver.scene.action_bar.message == app.tr("reason.mandatory_first")


@pytest.mark.usefixtures("delay")
def test_tooltip_of_a_started_action_says_what_to_do(app: App) -> None:
    driver = driver_with_tiles(app, "paddock", "farm")
    for answer in ("paddock", hex_id_at(5, 5)):  # then the piece and its target are chosen
        driver.submit(answer)
        reasons = {item.option: item.disabled_reason for item in option_items(driver.match, app.translator)}
        assert reasons["paddock"] == decision_text(driver.match, app.translator)
        assert reasons["farm"] == app.tr("reason.finish_first")


@pytest.mark.usefixtures("delay")
def test_every_way_to_cancel_a_started_move(app: App) -> None:
    driver = driver_with_tiles(app, "paddock")
    for way in ("right click", "escape", "second click", "undo"):
        driver.submit("paddock")
        driver.submit(hex_id_at(5, 5))
        assert driver.scene.origin_hexes == BIT[hex_id_at(5, 5)]
        driver.move_to(first_hex(driver.match.decision().cells))
        assert driver.scene.input.hover_preview.origin == hex_id_at(5, 5)
        if way == "right click":
            driver.click_hex(hex_id_at(0, 0), 3)
        elif way == "escape":
            driver.press_key(pygame.K_ESCAPE)
        elif way == "second click":
            driver.click_hex(hex_id_at(5, 5))
        else:
            driver.press_key(pygame.K_z, pygame.KMOD_CTRL)
        assert driver.match.decision().kind == "from"
        driver.press_key(pygame.K_ESCAPE)
        assert driver.match.decision().kind == "act"
        assert not driver.match.history


@pytest.mark.usefixtures("delay")
def test_undo_step_by_step(app: App) -> None:
    driver = driver_with_tiles(app)
    start = position_data(driver.match.game)
    for _ in range(3):
        driver.submit(first_hex(driver.match.decision().cells))
    assert driver.scene.action_bar.undo_button.enabled
    for _ in range(3):
        driver.click(driver.scene.action_bar.undo_button)
    assert position_data(driver.match.game) == start
    assert not driver.scene.action_bar.undo_button.enabled
    assert [line.text_key for line in driver.scene.side_panel.log_builder.lines] == ["event.round"]


@pytest.mark.parametrize("modifier", [pygame.KMOD_CTRL, pygame.KMOD_META])
@pytest.mark.usefixtures("delay")
def test_redo_by_button_and_keyboard(app: App, modifier: int) -> None:
    """Ctrl works everywhere, and the Command key on macOS."""
    driver = driver_with_tiles(app)
    bar = driver.scene.action_bar
    driver.press_key(pygame.K_y, pygame.KMOD_CTRL)
    assert bar.message == app.tr("ui.table.redo.nothing")
    for _ in range(3):
        driver.submit(first_hex(driver.match.decision().cells))
    built = position_data(driver.match.game)
    assert not bar.redo_button.enabled
    for _ in range(3):
        driver.press_key(pygame.K_z, modifier)
    assert not driver.match.history
    driver.press_key(pygame.K_z, modifier | pygame.KMOD_SHIFT)
    driver.press_key(pygame.K_y, modifier)
    assert len(driver.match.history) == 2
    assert bar.redo_button.enabled
    driver.click(bar.redo_button)
    assert position_data(driver.match.game) == built
    assert not bar.redo_button.enabled


def log_entries(driver: MatchDriver) -> list[tuple[int | None, str]]:
    """Returns the player and text key of every log line."""
    return [(line.player, line.text_key) for line in driver.scene.side_panel.log_builder.lines]


@pytest.mark.usefixtures("delay")
def test_log_shows_the_first_card(app: App) -> None:
    driver = MatchDriver(app, new_match("person", "easy", seed=2, ai_client=SilentAIClient()))
    first = driver.match.game.start_player
    assert log_entries(driver) == [(None, "event.round"), (first, "event.card_revealed")]
    card = driver.match.game.played_card
    assert card is not None
    entry = driver.scene.side_panel.log.entries[1]
    assert entry.line.text_values == {"card": card}
    assert (entry.name, entry.text) == (
        driver.match.seats[first].name,
        app.tr("event.card_revealed", card=app.tr(f"terrain.{card}")),
    )


def test_log_of_a_resumed_game_shows_the_first_card(app: App) -> None:
    match, rng = new_match("person", "person", seed=4), Rng(1)
    first = match.game.start_player
    match.confirm_handoff()
    for _ in range(9):
        match.submit(random_answer(match.game, rng))
        match.finish_playback()
        if match.state is MatchState.HANDOFF:
            match.confirm_handoff()
    driver = MatchDriver(app, Match.from_record(match.record, None, SilentAIClient()))
    assert log_entries(driver)[:2] == [(None, "event.round"), (first, "event.card_revealed")]
    assert len(log_entries(driver)) > 3


@pytest.mark.usefixtures("delay")
def test_first_card_is_hidden_until_the_handoff_is_confirmed(app: App) -> None:
    driver = MatchDriver(app, new_match("person", "person", seed=4))
    assert isinstance(app.scene, HandoffOverlay)
    assert log_entries(driver) == [(None, "event.round")]
    driver.click(app.scene.ready_button)
    assert log_entries(driver) == [
        (None, "event.round"),
        (driver.match.game.start_player, "event.card_revealed"),
    ]


def test_next_humans_card_is_hidden_until_the_handoff_is_confirmed(app: App) -> None:
    """After a turn has ended, the next player's card does not appear in the log, the action bar or an
    animation until the handoff is confirmed."""
    app.settings.animation = "normal"
    driver, rng = MatchDriver(app, new_match("person", "person", seed=4)), Rng(1)
    driver.wait_until_idle()
    first = driver.match.deciding_seat
    while driver.match.deciding_seat == first:
        driver.wait_until_idle()
        driver.submit_directly(random_answer(driver.match.game, rng))
    second, revealed = driver.match.deciding_seat, "event.card_revealed"
    assert driver.match.state is MatchState.PLAYBACK
    assert not driver.scene.playback.animator.is_running
    while not isinstance(app.scene, HandoffOverlay):
        assert (second, revealed) not in log_entries(driver)
        assert driver.scene.action_bar.hand_sprites == []
        app.run_frame([], 0.05)
    assert (first, revealed) in log_entries(driver)
    assert (second, revealed) not in log_entries(driver)
    assert driver.scene.side_panel.turn_summary_text(lambda text: True).startswith(
        driver.match.seats[first].name
    )
    driver.click(app.scene.ready_button)
    assert log_entries(driver)[-1] == (second, revealed)


def test_player_tooltip_shows_the_rule_of_a_bonus(app: App) -> None:
    """Some bonuses are not actions, so they have no button whose tooltip could explain them. The player's
    tooltip does so instead."""
    tiles = [tile("temple", (3, 3)), tile("temple", (3, 12))]
    terrain = {(3, 3): "1", (3, 12): "1"}
    game = scenario(
        terrain,
        own=[(3, 4), (3, 11)],
        locations={"1": "temple"},
        card="grass",
        me={"tiles": tiles, "bonus": ["temple"]},
    )
    driver = MatchDriver(app, match_from_game(game, "person", "easy"))
    tooltip = driver.scene.side_panel.rows[0].tooltip_text()
    assert app.tr("bonus.temple") in tooltip
    assert app.tr("bonus.temple.rule") in tooltip


@pytest.mark.usefixtures("delay")
def test_log_lines_highlight_their_hexes(app: App) -> None:
    driver = driver_with_tiles(app)
    for _ in range(3):
        driver.submit(first_hex(driver.match.decision().cells))
    log = driver.scene.side_panel.log
    build_line = next(
        index for index, entry in enumerate(log.entries) if entry.line.text_key == "event.built"
    )
    app.run_frame([mouse_moved(log.line_rect(build_line).center)], 0.01)
    assert driver.scene.highlights().highlighted_hexes == log.entries[build_line].line.hexes
    assert log.entries[build_line].line.hexes.bit_count() == 3
    assert "3" in log.entries[build_line].text


def test_log_line_shows_arrows_to_hexes_outside_the_view(app: App) -> None:
    driver = driver_with_tiles(app)
    driver.submit(hex_id_at(5, 7))
    log, view = driver.scene.side_panel.log, driver.scene.view
    build_line = next(
        index for index, entry in enumerate(log.entries) if entry.line.text_key == "event.built"
    )
    line = log.line_rect(build_line).center
    app.run_frame([mouse_moved(line)], 0.01)
    highlighted = driver.scene.highlights().highlighted_hexes
    assert highlighted == BIT[hex_id_at(5, 7)]
    pane, size = view.panes[0], float(app.renderer.px(ARROW_SIZE))
    assert offscreen_arrows(pane, highlighted, size) == [], "a visible hex should have no arrow"
    for _ in range(8):
        view.zoom(1.3)
    pane.pan(-9000, -9000)  # pan to the lower right corner
    ((tip, angle),) = offscreen_arrows(pane, highlighted, size)
    assert pane.rect.collidepoint(tip)
    assert -180 < math.degrees(angle) < -90, "the arrow should point to the upper left"
    app.run_frame([mouse_moved(line)], 0.01)
    advance(app, 0.5)
    inside = round(tip[0] - math.cos(angle) * size / 2), round(tip[1] - math.sin(angle) * size / 2)
    assert app.surface.get_at(inside)[:3] == app.renderer.color("glow_earned")
    app.run_frame([mouse_moved(driver.hex_center(hex_id_at(15, 15)))], 0.01)
    advance(app, 0.5)
    assert app.surface.get_at(inside)[:3] != app.renderer.color("glow_earned")


def test_overlapping_arrows_are_merged(app: App) -> None:
    driver = driver_with_tiles(app)
    pane, size = driver.scene.view.panes[0], float(app.renderer.px(ARROW_SIZE))
    for _ in range(8):
        driver.scene.view.zoom(1.3)
    pane.pan(9000, 9000)
    assert (
        len(
            offscreen_arrows(
                pane, BIT[hex_id_at(19, 17)] | BIT[hex_id_at(19, 18)] | BIT[hex_id_at(18, 18)], size
            )
        )
        == 1
    )
    assert len(offscreen_arrows(pane, BIT[hex_id_at(19, 1)] | BIT[hex_id_at(1, 19)], size)) == 2


def test_hovering_a_card_highlights_its_scoring_hexes(app: App) -> None:
    driver = driver_with_tiles(app)
    knights = driver.scene.side_panel.cards[1]
    gold_rect = knights.gold_rect(app.renderer)
    app.run_frame([mouse_moved((gold_rect.left + gold_rect.width // 4, gold_rect.centery))], 0.01)
    assert driver.scene.highlights().highlighted_hexes == knights.source.hexes[0] != 0
    app.run_frame([mouse_moved((gold_rect.left + gold_rect.width * 3 // 4, gold_rect.centery))], 0.01)
    assert driver.scene.highlights().highlighted_hexes == knights.source.hexes[1] != knights.source.hexes[0]
    advance(app, 1)
    assert app.tr("card.knights.rule") in knights.tooltip_text()


def test_hex_tooltip_shows_possible_gains(app: App) -> None:
    game = scenario(
        {(5, 7): "1", (6, 4): "W"}, own=[(5, 5)], card="grass", locations={"1": "oracle"}, cards=["fishermen"]
    )
    driver = MatchDriver(app, match_from_game(game, "person", "easy"))
    text = hex_tooltip(driver.match, app.translator, hex_id_at(5, 6), True).text
    assert app.tr("tile.oracle") in text
    assert (
        f"+1 {app.tr('card.fishermen')}"
        in hex_tooltip(driver.match, app.translator, hex_id_at(6, 5), True).text
    )
    assert app.tr("tile.oracle.rule") in hex_tooltip(driver.match, app.translator, hex_id_at(5, 7), True).text
    assert driver.match.seats[0].name in hex_tooltip(driver.match, app.translator, hex_id_at(5, 5), True).text
    for hex_id in iter_hexes(game.board.all_hexes):
        assert hex_tooltip(driver.match, app.translator, hex_id, True).text


def test_majority_gold_is_open_until_someone_builds(app: App) -> None:
    """Panel, tooltips and totals agree, also about the gain of the hex under the mouse."""
    setup = GameSetup(2, ("base",), seed=2, scoring_cards=("lords", "miners", "fishermen"))
    driver = MatchDriver(app, Match.new(setup, make_seats("person", "easy"), None, SilentAIClient()))
    side_panel = driver.scene.side_panel
    open_text = app.tr("ui.table.open_gold", gold=48)

    def shown() -> tuple[tuple[str, ...], int, str]:
        card, row = side_panel.cards[0], side_panel.rows[0]
        return card.source.gold_texts, row.summary.gold, card.tooltip_text()

    texts, gold, tooltip = shown()
    assert (texts, gold) == (("–", "–"), 0)
    assert open_text in tooltip
    assert "person 0: –" in tooltip
    hex_id = first_hex(driver.match.decision().cells)
    assert "+12 Lords" in hex_tooltip(driver.match, app.translator, hex_id, True).text
    driver.submit(hex_id)
    texts, gold, tooltip = shown()
    assert texts == ("12", "6")
    assert gold == 12 + sum(card.source.gold[0] for card in side_panel.cards[1:])
    assert app.tr("ui.table.open_gold", gold=36) in tooltip
    driver.press_key(pygame.K_z, pygame.KMOD_CTRL)
    assert shown()[0] == ("–", "–")


# --- humans and AI players


@pytest.mark.usefixtures("delay")
def test_handoff_hides_the_hand_until_confirmed(app: App) -> None:
    driver = MatchDriver(app, new_match("person", "person"))
    assert isinstance(app.scene, HandoffOverlay)
    assert driver.scene.action_bar.hand_sprites == []
    driver.click(app.scene.ready_button)
    assert top_scene(app) is driver.scene
    assert driver.scene.action_bar.hand_sprites
    assert "terrain_back" not in driver.scene.action_bar.hand_sprites


def test_handoff_of_a_resumed_game_hides_the_unfinished_turn(app: App) -> None:
    """A game that was saved in the middle of a turn resumes with a handoff. The handoff shows the previous
    player's turn instead of the unfinished one."""
    match = new_match("person", "person", seed=3)
    driver = MatchDriver(app, match)
    driver.wait_until_idle()
    rng = Rng(1)
    while match.deciding_seat == 0:
        driver.submit(driver.random_answer(rng))
        driver.wait_until_idle()
    driver.submit(driver.random_answer(rng))
    driver.wait_until_idle()
    resumed = Match.from_record(match.record, None, InProcessAIClient())
    driver = MatchDriver(app, resumed)
    assert resumed.handoff_seat == 1
    text = driver.scene.side_panel.turn_summary_text(bool)
    assert resumed.seats[0].name in text
    assert resumed.seats[1].name not in text


@pytest.mark.usefixtures("delay")
def test_no_handoff_with_a_single_human(app: App) -> None:
    driver = MatchDriver(app, new_match("person", "easy"))
    for _ in range(400):
        assert not isinstance(app.scene, HandoffOverlay)
        if driver.match.state is MatchState.HUMAN_TURN:
            driver.submit_directly(random_answer(driver.match.game, Rng(3)))
        app.run_frame([], 0.05)
        if driver.match.game.round > 2:
            return
    raise AssertionError("two rounds were not finished")


def test_thinking_ai_can_be_skipped(app: App) -> None:
    class SlowAIClient(SilentAIClient):
        hurried = False

        def finish_early(self) -> None:
            self.hurried = True

    ai_client = SlowAIClient()
    driver = MatchDriver(app, Match.new(GameSetup(2), make_seats("easy", "person"), None, ai_client))
    while driver.match.state is not MatchState.AI_TURN:
        driver.scene.commands.submit_answer(random_answer(driver.match.game, Rng(1)))
        app.run_frame([], 0.1)
    assert (
        app.tr("ask.thinking", player=driver.match.seats[driver.match.deciding_seat].name)
        == driver.scene.action_bar.prompt
    )
    assert driver.scene.action_bar.end_button.text == app.tr("ui.table.skip")
    click(app, driver.scene.action_bar.end_button)
    assert ai_client.hurried
    driver.click_hex(hex_id_at(3, 3))
    assert driver.scene.action_bar.message


class FailingAIClient(SilentAIClient):
    """Reports the failure set by the test, but may still answer later."""

    reported_failure: AIFailure | None = None
    late_answer: int | None = None

    def get_failure(self) -> AIFailure | None:
        return self.reported_failure

    def take_answer(self, answer_count: int) -> int | None:
        late, self.late_answer = self.late_answer, None
        return late


@pytest.mark.usefixtures("delay")
def test_failed_ai_can_be_replaced_by_a_human(app: App) -> None:
    ai_client = FailingAIClient()
    match = Match.new(GameSetup(2, seed=2), make_seats("easy", "easy"), None, ai_client)
    driver = MatchDriver(app, match)
    ai_client.reported_failure = AIFailure(match.deciding_seat, "crash", "Traceback\nZeroDivisionError: oh")
    app.run_frame([], 0.05)
    driver.settle()
    assert isinstance(app.scene, AIFailureDialog)
    assert "ZeroDivisionError: oh" in app.scene.text
    driver.press_key(pygame.K_ESCAPE)
    assert isinstance(top_scene(app), PauseMenu)
    driver.press_key(pygame.K_ESCAPE)
    assert isinstance(app.scene, AIFailureDialog)
    app.scene.replacement_dropdown.value = "person"
    seat = match.deciding_seat
    driver.click(app.scene.buttons[0])
    assert match.seats[seat].is_human
    assert match.state is MatchState.HUMAN_TURN
    assert top_scene(app) is driver.scene
    driver.submit(first_hex(match.decision().cells))


@pytest.mark.usefixtures("delay")
def test_late_answer_closes_the_failure_dialog(app: App) -> None:
    ai_client = FailingAIClient()
    match = Match.new(GameSetup(2, seed=2), make_seats("easy", "easy"), None, ai_client)
    driver = MatchDriver(app, match)
    ai_client.reported_failure = AIFailure(match.deciding_seat, "hang", "no answer for 60 seconds")
    app.run_frame([], 0.05)
    driver.settle()
    assert isinstance(app.scene, AIFailureDialog)
    ai_client.late_answer, ai_client.reported_failure = first_hex(match.decision().cells), None
    app.run_frame([], 0.05)
    driver.settle()
    assert len(match.history) == 1
    assert top_scene(app) is driver.scene


@pytest.mark.usefixtures("delay")
def test_key_of_an_unusable_tile_shows_the_reason(app: App) -> None:
    driver = driver_with_tiles(app, "farm")
    driver.submit(first_hex(driver.match.decision().cells))
    driver.press_key(pygame.K_1)
    assert driver.scene.action_bar.message == app.tr("reason.wait_mandatory", action=app.tr("tile.farm"))


@pytest.mark.usefixtures("delay")
def test_hint_is_shown(app: App) -> None:
    class HintingAIClient(SilentAIClient):
        is_requested = False

        def request_hint(self, record: object, seat: int) -> None:
            self.is_requested = True

        @property
        def is_hint_pending(self) -> bool:
            return self.is_requested

        def take_hint(self, answer_count: int) -> Hint | None:
            was_requested, self.is_requested = self.is_requested, False
            return (
                Hint([hex_id_at(5, 7), "end_turn"], {}, {"knights": 2}, "gold", "", {})
                if was_requested
                else None
            )

    driver = driver_with_tiles(app, ai_client=HintingAIClient())
    driver.press_key(pygame.K_h)
    advance(app, 0.2)
    assert driver.scene.highlights().hint_hexes == BIT[hex_id_at(5, 7)]
    assert f"+2 {app.tr('card.knights')}" in driver.scene.action_bar.message
    driver.submit(hex_id_at(5, 7))
    assert not driver.scene.highlights().hint_hexes


def test_hints_look_the_same_on_hexes_tiles_and_the_end_button(app: App) -> None:
    driver = driver_with_tiles(app, "farm")
    for answer in (first_hex(driver.match.decision().cells), "farm", END_TURN):
        driver.match.hint = None
        driver.scene.refresh()
        advance(app, 0.2)
        before = count_pixels(app, "glow_hint")
        driver.match.hint = Hint([answer], {}, {"knights": 2}, "gold", "", {})
        driver.scene.refresh()
        advance(app, 0.2)
        assert count_pixels(app, "glow_hint") > before + 30, answer


def count_pixels(app: App, color: str) -> int:
    """Counts the pixels of the window that are similar to a theme color."""
    return pygame.mask.from_threshold(app.surface, app.renderer.color(color), (45, 30, 45, 255)).count()


# --- keyboard


@pytest.mark.usefixtures("delay")
def test_a_turn_by_keyboard_only(app: App) -> None:
    driver = driver_with_tiles(app, "farm")
    driver.press_key(pygame.K_1)
    assert driver.match.history[-1].answer == "farm"
    for _ in range(4):
        driver.press_key(pygame.K_RIGHT)
        driver.press_key(pygame.K_DOWN)
        assert driver.scene.input.cursor_hex is not None
        assert driver.match.decision().cells & BIT[driver.scene.input.cursor_hex]
        driver.press_key(pygame.K_RETURN)
    assert len(driver.match.history) == 5
    driver.press_key(pygame.K_z, pygame.KMOD_CTRL)
    assert len(driver.match.history) == 4
    driver.press_key(pygame.K_LEFT)
    driver.press_key(pygame.K_RETURN)
    driver.press_key(pygame.K_SPACE)
    assert driver.match.history[-1].answer == "end_turn"


def test_every_legal_hex_can_be_reached_by_arrows(app: App) -> None:
    driver = driver_with_tiles(app)
    cells = driver.match.decision().cells
    reached, pending = 0, []
    driver.press_key(pygame.K_RIGHT)
    assert driver.scene.input.cursor_hex is not None
    pending.append(driver.scene.input.cursor_hex)
    while pending:
        hex_id = pending.pop()
        if reached & BIT[hex_id]:
            continue
        reached |= BIT[hex_id]
        for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN):
            driver.scene.input.set_cursor(hex_id)
            driver.press_key(key)
            if driver.scene.input.cursor_hex is not None:
                pending.append(driver.scene.input.cursor_hex)
    assert reached == cells


def test_escape_opens_the_pause_menu_when_idle(app: App, tmp_path: Path) -> None:
    driver = driver_with_tiles(app)
    driver.press_key(pygame.K_ESCAPE)
    assert isinstance(app.scene, PauseMenu)
    for size in SIZES[:3]:
        app.resize_window(size)
        assert_no_overlap(app.scene, size)
    app.scene.open_save_dialog()
    assert isinstance(app.scene, SaveDialog)
    driver.match.save_store = app.save_store
    app.scene.name_field.set_text("")
    for event in text_input("my game"):
        app.run_frame([event], 0.01)
    click(app, app.scene.buttons[0])
    app.save_store.flush()
    assert app.save_store.path_for_name("my game").exists()
    app.run_frame([], 0.01)
    assert [toast.text for toast in app.toasts] == [app.tr("ui.save.done", name="my game")]
    driver.press_key(pygame.K_ESCAPE)
    assert top_scene(app) is driver.scene


@pytest.mark.usefixtures("delay")
def test_players_dialog_renames_and_hands_over_seats(app: App) -> None:
    """The human gives the seat to the AI in the middle of a turn, watches, and takes it back."""
    driver = MatchDriver(app, new_match("person", "easy", seed=3))
    driver.submit(driver.random_answer(Rng(1)))

    def open_dialog() -> PlayersDialog:
        driver.press_key(pygame.K_ESCAPE)
        assert isinstance(app.scene, PauseMenu)
        click(app, app.scene.action_buttons["players"])
        assert isinstance(app.scene, PlayersDialog)
        app.run_frame([], 0.01)
        assert not app.scene.buttons[0].enabled, "nothing has been changed yet"
        return app.scene

    dialog = open_dialog()
    assert dialog.text == app.tr("ui.players.text")
    dialog.name_fields[0].set_text("easy 1")
    app.run_frame([], 0.01)
    assert not dialog.buttons[0].enabled, "two players can't have the same name"
    dialog.name_fields[0].set_text("Zoe")
    dialog.kind_dropdowns[0].value = "medium"
    app.run_frame([], 0.01)
    for size in SIZES[:3]:
        app.resize_window(size)
        assert_no_overlap(dialog, size)
    click(app, dialog.buttons[0])
    driver.settle()
    assert top_scene(app) is driver.scene
    assert [seat.kind for seat in driver.match.seats] == ["medium", "easy"]
    row = driver.scene.side_panel.rows[0]
    assert (row.summary.name, row.summary.kind) == ("Zoe", "medium")
    assert driver.scene.playback.has_spectator
    dialog = open_dialog()
    assert dialog.text == app.tr("ui.players.uncounted")
    dialog.kind_dropdowns[0].value = "person"
    app.run_frame([], 0.01)
    click(app, dialog.buttons[0])
    driver.settle()
    for _ in range(2000):
        if driver.match.state in HUMAN_MAY_ANSWER:
            break
        app.run_frame([], 0.05)
    while driver.scene.playback.ignores_input:
        app.run_frame([], 0.05)
    driver.submit(random_answer(driver.match.game, Rng(2)))
    assert driver.match.record.seats_changed


def test_taking_over_the_seat_of_an_ai_ends_the_skipping_of_its_turns(app: App) -> None:
    driver = MatchDriver(app, new_match("person", "easy", ai_client=SilentAIClient()))
    playback, bar = driver.scene.playback, driver.scene.action_bar
    driver.press_key(pygame.K_SPACE)
    assert (playback.is_skipping, bar.message) == (True, app.tr("ui.table.skipping"))
    driver.match.change_seats([driver.match.seats[0], replace(driver.match.seats[1], kind="person")])
    assert driver.match.human_seats == [0, 1]
    assert (playback.is_skipping, bar.message) == (False, "")


def test_handing_over_the_seat_closes_the_handoff(app: App) -> None:
    driver = MatchDriver(app, new_match("person", "person"))
    assert isinstance(app.scene, HandoffOverlay)
    driver.press_key(pygame.K_ESCAPE)
    assert isinstance(app.scene, PauseMenu)
    seats, deciding_seat = list(driver.match.seats), driver.match.deciding_seat
    seats[deciding_seat] = replace(seats[deciding_seat], name="Zoe")
    app.scene.change_players(seats)
    assert isinstance(app.scene, HandoffOverlay)
    assert app.scene.name == "Zoe"
    driver.press_key(pygame.K_ESCAPE)
    assert isinstance(app.scene, PauseMenu)
    seats[deciding_seat] = replace(seats[deciding_seat], kind="easy")
    app.scene.change_players(seats)
    assert top_scene(app) is driver.scene
    assert driver.match.human_seats == [1 - deciding_seat]


def test_read_only_disk_is_reported_with_one_message(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every failed write uses a temporary file with a different name, but the failure is reported only
    once."""
    match = new_match("person", "person", save_store=app.save_store)
    driver, file_names = MatchDriver(app, match), iter(range(1000))
    app.save_store.flush()
    app.run_frame([], 0.01)
    app.toasts.clear()

    def fail_to_create(prefix: str, dir: Path) -> NoReturn:
        raise OSError(errno.EROFS, "Read-only file system", f"{dir}/{prefix}{next(file_names)}")

    monkeypatch.setattr("kingdom.files.tempfile.mkstemp", fail_to_create)
    reason = f"{app.save_store.current_game_file}: Read-only file system"
    for number in range(5):
        driver.wait_until_idle()
        driver.submit(driver.random_answer(Rng(number)))
        app.save_store.flush()
        app.run_frame([], 0.01)
        assert [toast.text for toast in app.toasts] == [app.tr("ui.table.not_saved", reason=reason)]


def test_failed_save_is_reported(app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "blocked").write_text("a file where a folder should be", encoding="utf-8")
    driver = driver_with_tiles(app)
    monkeypatch.setattr(app, "save_store", SaveStore(tmp_path / "blocked" / "saves"))
    driver.match.save_store = app.save_store
    app.push(SaveDialog(app, driver.match))
    app.toasts.clear()
    click(app, app.scene.buttons[0])  # type: ignore[union-attr]
    app.save_store.flush()
    app.run_frame([], 0.01)
    success_text = app.tr("ui.save.done", name=driver.match.record.name)
    assert success_text not in [toast.text for toast in app.toasts], (
        "success should not be reported before the file is written"
    )
    assert isinstance(app.scene, Dialog)
    assert app.scene.title == app.tr("ui.save.failed")
    assert "blocked" in app.scene.text


# --- zoom and layout


def test_zoom_and_pan(app: App) -> None:
    driver = driver_with_tiles(app)
    view = driver.scene.view
    target = hex_id_at(5, 7)
    before = view.hex_center(target)
    app.run_frame([mouse_moved(driver.hex_center(target))], 0.01)
    app.run_frame([pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1)], 0.01)
    after = view.hex_center(target)
    assert view.camera.zoom > 1
    assert abs(before[0] - after[0]) < 2
    assert abs(before[1] - after[1]) < 2
    pos = driver.hex_center(target)
    app.run_frame([pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)], 0.01)
    app.run_frame(
        [pygame.event.Event(pygame.MOUSEMOTION, pos=(pos[0] - 40, pos[1]), rel=(-40, 0), buttons=(1, 0, 0))],
        0.01,
    )
    app.run_frame([pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(pos[0] - 40, pos[1]), button=1)], 0.01)
    assert not driver.match.history, "a drag should not count as a click"
    driver.submit(first_hex(driver.match.decision().cells))
    for key in (pygame.K_PLUS, pygame.K_MINUS, pygame.K_PLUS, pygame.K_0):
        driver.press_key(key)
    assert view.camera.zoom == 1
    view.zoom(2)
    view.render_now()
    assert view.is_sharp


def test_zoomed_board_becomes_sharp_in_the_background(app: App) -> None:
    driver = driver_with_tiles(app)
    driver.scene.zoom(2)
    for _ in range(6000):
        app.run_frame([], 0.05)
        if driver.scene.view.is_sharp:
            return
        pygame.time.wait(10)
    raise AssertionError("the board stays blurred")


def crowded_match() -> Match:
    """Returns a match with five seats and all expansions in the middle of the game."""
    match = Match.new(GameSetup(5, tuple(EXPANSIONS), 7), make_seats(*["person"] * 5), None, SilentAIClient())
    rng = Rng(1)
    for _ in range(150):
        if match.state is MatchState.HANDOFF:
            match.confirm_handoff()
        match.submit(random_answer(match.game, rng))
        match.finish_playback()
    for seat, kind in enumerate(("person", "easy", "medium", "hard", "expert")):
        match.reassign_seat(seat, kind)
    return match


@pytest.mark.parametrize("size", SIZES)
def test_match_layout_at_every_size(app: App, size: tuple[int, int]) -> None:
    match = crowded_match()
    app.resize_window(size)
    driver = MatchDriver(app, match)
    for language in LANGUAGES:
        app.settings.language = language
        app.apply_settings()
        assert_no_overlap(driver.scene, size)
        match_layout = driver.scene.rects
        assert match_layout.log.height >= app.renderer.px(40)
        for panel in (*match_layout.board_rects, *match_layout.panels):
            assert app.surface.get_rect().contains(panel)
        before = position_data(match.game)
        app.draw(app.surface)
        assert position_data(match.game) == before


@pytest.mark.parametrize("scale", [0.8, 1.5, 2.0])
def test_match_layout_at_every_interface_scale(app: App, scale: float) -> None:
    driver = MatchDriver(app, crowded_match())
    app.settings.interface_scale = scale
    for size in SIZES[1:5]:
        app.resize_window(size)
        assert_no_overlap(driver.scene, size)
        assert driver.scene.rects.log.height >= app.renderer.px(30)
    app.settings.interface_scale = 1.0


def test_nine_tiles_and_two_cards_fit_the_bar(app: App) -> None:
    kinds = ["farm", "oasis", "tavern", "tower", "barn", "harbor", "paddock", "oracle", "garden"]
    game = scenario(
        {(9, 9): "W", (9, 8): "D", (9, 7): "L"},
        own=[(5, 5), (5, 6), (5, 7)],
        me={"tiles": [*(tile(kind) for kind in kinds), tile("crossroads")], "hand": ["grass", "desert"]},
    )
    for size in SIZES:
        app.resize_window(size)
        driver = MatchDriver(app, match_from_game(game.copy(), "person", "easy"))
        assert_no_overlap(driver.scene, size)
        assert len(driver.scene.action_bar.option_buttons) == 12
        assert len(driver.scene.action_bar.hand_cards) == 2
        assert driver.scene.action_bar.text_rect.width > size[0] // 8
        for button in driver.scene.action_bar.option_buttons:
            assert not button.rect.colliderect(driver.scene.action_bar.text_rect)


def test_resize_during_animations(app: App) -> None:
    driver = driver_with_tiles(app, speed="slow")
    driver.submit(first_hex(driver.match.decision().cells))
    for size in (*SIZES, (1280, 800)):
        app.resize_window(size)
        app.run_frame([], 0.02)
        assert driver.scene.view.rect.right < size[0]
    assert not app.scene_error_counts
    advance(app, 2)
    assert not driver.scene.playback.animator.is_running


@pytest.mark.usefixtures("delay")
def test_animations_do_not_block_clicks(app: App) -> None:
    driver = driver_with_tiles(app, speed="slow")
    for _ in range(3):
        driver.submit(first_hex(driver.match.decision().cells))
    assert driver.scene.playback.animator.is_running
    assert len(driver.match.history) == 3


def test_settings_apply_to_a_running_match(app: App) -> None:
    driver = driver_with_tiles(app)
    app.settings.live_gold = False
    app.settings.marks = True
    app.apply_settings()
    app.run_frame([], 0.01)
    assert not driver.scene.side_panel.rows[0].live_gold
    assert driver.scene.view.player_symbols
    app.settings.marks = False


def test_idle_match_scene_draws_nothing(app: App) -> None:
    driver = driver_with_tiles(app)
    advance(app, 3)
    assert not app.run_frame([], 0.05)
    assert not app.needs_redraw
    assert driver.scene.poll_interval >= 1


def test_closing_the_scene_closes_its_ai_client(app: App) -> None:
    closed = []

    class ClosingAIClient(InProcessAIClient):
        def stop(self) -> None:
            closed.append(True)

    driver = MatchDriver(app, new_match("person", "easy", ai_client=ClosingAIClient()))
    app.pop(driver.scene)
    assert closed


def test_new_source_of_gold_is_added_to_the_panel(app: App) -> None:
    """Gold earned during the game is listed only after the first gold has been earned."""
    game = scenario(
        {(5, 7): "N"}, own=[(5, 5)], card="grass", nomad_tiles=[[[5, 7], "treasure"]], cards=["fishermen"]
    )
    driver = MatchDriver(app, match_from_game(game, "person", "easy"))
    before = [chip.source.name for chip in driver.scene.side_panel.chips]
    driver.submit(hex_id_at(5, 6))
    assert [chip.source.name for chip in driver.scene.side_panel.chips] == [*before, "earned"]
    assert driver.scene.side_panel.chips[-1].source.gold == (3, 0)
    assert_no_overlap(driver.scene, app.size)


def test_log_can_be_enlarged(app: App) -> None:
    driver = driver_with_tiles(app)
    before = driver.scene.rects.log.height
    driver.press_key(pygame.K_l)
    assert driver.scene.rects.log.height > before
    assert_no_overlap(driver.scene, app.size)
    driver.press_key(pygame.K_l)
    assert driver.scene.rects.log.height == before


def test_painter_falls_back_to_the_ui_thread(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    driver = driver_with_tiles(app)
    monkeypatch.setattr(driver.scene.view.panes[0].painter, "paint_in_background", lambda *_: None)
    driver.scene.zoom(2)
    for _ in range(40):
        app.run_frame([], 0.05)
        pygame.time.wait(1)
    assert driver.scene.view.is_sharp
    advance(app, 4)
    assert not app.run_frame([], 0.05)
