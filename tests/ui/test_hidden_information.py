"""Tests that the match scene shows no hidden information. Two games that differ only in what a player may not
see must look the same to that player."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

import pygame
import pytest
from support.app_driver import mouse_moved, press, top_scene, wait_for_loading
from support.match_driver import MatchDriver
from support.matches import ALL_EXPANSIONS, SilentAIClient, new_match

from kingdom.match.state_machine import MatchState
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.events import CardDrawn, Event
from kingdom.rules.game import random_answer
from kingdom.rules.rng import Rng
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog
from kingdom.ui.match.bar_overlays import RecapOverlay
from kingdom.ui.match.dialogs import HandoffOverlay
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.pause_menu import PauseMenu
from kingdom.ui.review.scene import ReviewScene


@pytest.fixture
def app(shared_app: App) -> App:
    shared_app.settings.language = "en"
    shared_app.apply_settings()
    return shared_app


def pixels(app: App) -> bytes:
    app.draw(app.surface)
    return pygame.image.tobytes(app.surface, "RGB")


def driver_before_end_of_turn(app: App, kinds: tuple[str, ...], draw_pile_turns: int) -> MatchDriver:
    """Returns a driver for a match in which the first human can end the turn. The draw pile is rotated by
    `draw_pile_turns` cards, so that different cards will be drawn."""
    seed = next(seed for seed in range(1, 50) if new_match(*kinds, seed=seed).game.start_player == 0)
    match = new_match(*kinds, seed=seed, ai_client=SilentAIClient())
    driver, rng = MatchDriver(app, match), Rng(1)
    driver.wait_until_idle()
    while END_TURN not in match.decision().options:
        driver.scene.commands.submit_answer(random_answer(match.game, rng))
        driver.wait_until_idle()
    pile = match.game.draw_pile
    match.game.draw_pile = pile[draw_pile_turns:] + pile[:draw_pile_turns]
    return driver


def frames_of_next_player(app: App, driver: MatchDriver) -> Iterator[tuple[str, bytes]]:
    """Ends the turn. From the handoff on, yields a name and the pixels of each frame."""
    driver.scene.commands.submit_answer(END_TURN)
    for _ in range(100):
        if isinstance(app.scene, HandoffOverlay):
            break
        app.run_frame([], 0.05)
    assert isinstance(app.scene, HandoffOverlay)
    yield "handoff", pixels(app)
    press(app, pygame.K_SPACE)
    driver.wait_until_idle()
    assert driver.match.state is MatchState.HUMAN_TURN
    yield "turn", pixels(app)
    for name, widget in (
        ("piles", driver.scene.header.text_widget),
        ("prompt", driver.scene.action_bar.text_widget),
        ("player", driver.scene.side_panel.rows[0]),
    ):
        app.run_frame([mouse_moved(widget.rect.center)], 0.01)
        app.run_frame([], 1.0)
        yield f"tooltip of {name}", pixels(app)
    press(app, pygame.K_l)
    yield "large log", pixels(app)
    press(app, pygame.K_l, pygame.K_r)
    recap_overlay = top_scene(app)
    assert isinstance(recap_overlay, RecapOverlay)
    for index in range(len(recap_overlay.steps)):
        recap_overlay.show_step(index)
        yield f"recap step {index}", pixels(app)
    press(app, pygame.K_ESCAPE)
    driver.scene.commands.submit_answer(random_answer(driver.match.game, Rng(2)))
    driver.wait_until_idle()
    yield "after an answer", pixels(app)


def test_next_player_sees_nothing_of_the_drawn_card(app: App) -> None:
    """The handoff and the next player's turn look the same whichever card the previous player drew."""
    first = driver_before_end_of_turn(app, ("person", "person"), 0)
    first_top = first.match.game.draw_pile[0]
    frames = dict(frames_of_next_player(app, first))
    turns = next(index for index, card in enumerate(first.match.game.draw_pile, start=1) if card != first_top)
    second = driver_before_end_of_turn(app, ("person", "person"), turns)
    assert second.match.game.draw_pile[0] != first_top
    other_frames = dict(frames_of_next_player(app, second))
    assert first.match.game.hands[0] != second.match.game.hands[0]
    assert frames.keys() == other_frames.keys()
    assert [name for name in frames if frames[name] != other_frames[name]] == []


def settled_pixels(app: App, scene: MatchScene) -> bytes:
    """Returns the pixels after the redraw, which is spread over several frames."""
    for _ in range(50):
        app.run_frame([], 0.02)
        if not scene.has_pending_repaints:
            break
    return pixels(app)


def test_no_frame_depends_on_hidden_cards(app: App) -> None:
    """With all expansions, the screen and its tooltips stay the same if everything hidden from the player at
    the screen is dealt again."""
    match = new_match("person", "person", expansions=ALL_EXPANSIONS, seed=3, ai_client=SilentAIClient())
    driver, rng, states = MatchDriver(app, match), Rng(3), set[MatchState]()
    scene = driver.scene

    def what_is_shown() -> tuple[bytes, list[str]]:
        return settled_pixels(app, scene), [widget.tooltip_text() for widget in scene.group.widgets]

    while len(match.history) < 24:
        viewer, states = match.deciding_seat, states | {match.state}
        shown, game, history = what_is_shown(), match.game, match.history
        match.game = game.observe(viewer, len(history))
        match.history = [
            replace(step, events=with_other_cards(viewer, step.events, "forest")) for step in history
        ]
        scene.refresh()
        assert what_is_shown() == shown, (match.state, len(history))
        match.game, match.history = game, history
        scene.refresh()
        if isinstance(app.scene, HandoffOverlay):
            app.scene.confirm_handoff()
        else:
            scene.commands.submit_answer(random_answer(match.game, rng))
        while match.state is MatchState.PLAYBACK:
            app.run_frame([], 0.05)
    assert {MatchState.HANDOFF, MatchState.HUMAN_TURN} <= states


def with_other_cards(viewer: int, events: tuple[Event, ...], other_card: str) -> tuple[Event, ...]:
    """Returns the events, with every card drawn by an opponent replaced by `other_card`."""
    return tuple(
        event._replace(cards=(other_card,) * len(event.cards))
        if isinstance(event, CardDrawn) and event.player != viewer
        else event
        for event in events
    )


@pytest.mark.parametrize("hovered", ["prompt", "piles", "hand"])
def test_previous_player_sees_nothing_of_the_next_turn(app: App, hovered: str) -> None:
    """Until the handoff is confirmed, the screen looks the same whichever card the next player will play, no
    matter where the mouse is."""
    frames: list[list[bytes]] = []
    for card in ("forest", "desert"):
        driver = driver_before_end_of_turn(app, ("person", "person"), 0)
        app.settings.animation = "normal"
        driver.match.game.hands[1] = (card,)
        bar, header = driver.scene.action_bar, driver.scene.header
        widgets = {"prompt": bar.text_widget, "piles": header.text_widget, "hand": bar.hand_cards[0]}
        app.run_frame([mouse_moved(widgets[hovered].rect.center)], 0.5)
        driver.scene.commands.submit_answer(END_TURN)
        frames.append([])
        for _ in range(100):
            app.run_frame([], 0.05)
            frames[-1].append(pixels(app))
            if isinstance(app.scene, HandoffOverlay):
                break
        assert driver.match.state is MatchState.HANDOFF
        assert driver.match.game.played_card == card
    assert frames[0] == frames[1]


def test_drawn_card_is_hidden_while_an_ai_player_moves(app: App) -> None:
    """With a second human at the table, the log shows a drawn card only while its owner is at the screen."""
    driver = driver_before_end_of_turn(app, ("person", "easy", "person"), 0)
    driver.scene.commands.submit_answer(END_TURN)
    for _ in range(100):
        if driver.match.state is MatchState.AI_TURN:
            break
        app.run_frame([], 0.05)
    assert driver.match.state is MatchState.AI_TURN
    scene = driver.scene
    assert "event.card_drawn" not in [entry.line.text_key for entry in scene.side_panel.log.entries]


def test_log_shows_only_the_viewer_what_they_drew(app: App) -> None:
    """In no frame of a match does the log show a card that another player drew."""
    match = new_match("person", "easy", "person", seed=3)
    driver, rng, shown_players = MatchDriver(app, match), Rng(3), set[int | None]()
    log_builder = driver.scene.side_panel.log_builder
    while len(match.history) < 60:
        if isinstance(app.scene, HandoffOverlay):
            app.scene.confirm_handoff()
        elif match.state is MatchState.HUMAN_TURN:
            driver.scene.commands.submit_answer(random_answer(match.game, rng))
        app.run_frame([], 0.05)
        players = {line.player for line in log_builder.lines if line.text_key == "event.card_drawn"}
        assert players <= {match.viewer_seat}, (match.state, len(match.history))
        shown_players |= players
    assert shown_players == {0, 2}


def open_review_from_handoff(app: App, driver: MatchDriver) -> None:
    """Opens the review from the pause menu of a handoff."""
    for _ in range(100):
        if isinstance(app.scene, HandoffOverlay):
            break
        app.run_frame([], 0.05)
    press(app, pygame.K_ESCAPE)
    pause_menu = top_scene(app)
    assert isinstance(pause_menu, PauseMenu)
    pause_menu.open_review()
    wait_for_loading(app)


def test_review_during_a_handoff_ends_before_the_hidden_turn(app: App) -> None:
    driver = driver_before_end_of_turn(app, ("person", "person"), 0)
    driver.scene.commands.submit_answer(END_TURN)
    open_review_from_handoff(app, driver)
    review = top_scene(app)
    assert isinstance(review, ReviewScene)
    assert review.timeline.total_answers == len(driver.match.history) - 1
    press(app, pygame.K_ESCAPE)
    press(app, pygame.K_ESCAPE)
    press(app, pygame.K_SPACE)  # the next player takes over and may see everything
    driver.wait_until_idle()
    app.navigator.open_review(driver.match.record, None, driver.match.viewer_seat)
    wait_for_loading(app)
    review = top_scene(app)
    assert isinstance(review, ReviewScene)
    assert review.timeline.total_answers == len(driver.match.history)


def test_first_turn_cannot_be_reviewed_during_the_handoff(app: App) -> None:
    driver = MatchDriver(app, new_match("person", "person", seed=3, ai_client=SilentAIClient()))
    open_review_from_handoff(app, driver)
    assert isinstance(top_scene(app), Dialog)
    assert not any(isinstance(scene, ReviewScene) for scene in app.scenes)
