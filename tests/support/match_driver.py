"""Drives the match scene in tests with mouse and keyboard events, as a player would."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast

import pygame
from support.app_driver import advance, click, mouse_down, mouse_moved, mouse_up
from support.delayed_match import DelayedMatch

from kingdom.match.controller import Match
from kingdom.match.state_machine import HUMAN_MAY_ANSWER, MatchState
from kingdom.rules.decision_frames import PASS_OPTIONS, Answer
from kingdom.rules.hexes import Hex, nth_hex
from kingdom.rules.rng import Rng
from kingdom.ui.framework.app import App
from kingdom.ui.framework.settings import AI_FAST, AI_INSTANT
from kingdom.ui.match.dialogs import HandoffOverlay
from kingdom.ui.match.option_bar import TileButton
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.widgets.controls import Button


class MatchDriver:
    """Plays a match in the match scene by clicking hexes and buttons and pressing keys."""

    delay: int | None = None
    """Number of polls that commands and updates need to arrive. If set, the match is played elsewhere."""

    def __init__(self, app: App, match: Match, speed: str = "off") -> None:
        app.settings.animation = speed
        app.settings.programs = AI_INSTANT if speed == "off" else AI_FAST
        self.app = app
        shown_match = match if self.delay is None else DelayedMatch(match, self.delay)
        self.match = cast(Match, shown_match)  # tests may read everything that both kinds of matches have
        self.scene = MatchScene(shown_match)
        app.replace(self.scene)
        advance(app, 0.1)

    def settle(self) -> None:
        """If the match is played elsewhere, runs frames until the last command has taken effect."""
        for _ in range(0 if self.delay is None else 6 * self.delay):
            self.app.run_frame([], 0.01)

    def option_button(self, option: str) -> Button:
        """Returns the button that submits an option."""
        if option in PASS_OPTIONS:
            return self.scene.action_bar.end_button
        label = self.app.tr(f"option.{option}")
        for button in self.scene.action_bar.option_buttons:
            if (button.item.option == option) if isinstance(button, TileButton) else (button.text == label):
                return button
        raise AssertionError(
            f"no button for {option}: {[button.text for button in self.scene.action_bar.option_buttons]}"
        )

    def move_to(self, hex_id: Hex) -> None:
        """Moves the mouse to a hex."""
        self.app.run_frame([mouse_moved(self.hex_center(hex_id))], 0.01)

    def hex_center(self, hex_id: Hex) -> tuple[int, int]:
        x, y = self.scene.view.hex_center(hex_id)
        return round(x), round(y)

    def click_hex(self, hex_id: Hex, button: int = 1) -> None:
        pos = self.hex_center(hex_id)
        self.app.run_frame([mouse_moved(pos)], 0.01)
        self.app.run_frame([mouse_down(pos, button)], 0.01)
        self.app.run_frame([mouse_up(pos, button)], 0.01)
        self.settle()

    def click(self, button: Button) -> None:
        """Clicks a button of the scene or of a dialog."""
        click(self.app, button)
        self.settle()

    def submit_directly(self, answer: Answer) -> bool:
        """Submits an answer without input events. Returns False if it is refused."""
        is_submitted = self.scene.commands.submit_answer(answer)
        self.settle()
        return is_submitted

    def submit(self, answer: Answer) -> None:
        """Submits an answer with the mouse and checks that the match accepted it."""
        while self.scene.playback.ignores_input:
            self.app.run_frame([], 0.05)
        before = len(self.match.history)
        if isinstance(answer, str):
            button = self.option_button(answer)
            assert button.enabled, f"{answer}: {button.tooltip_text()}"
            self.click(button)
        else:
            assert self.scene.input.hex_at(self.hex_center(answer)) == answer, "the hex is covered"
            self.click_hex(answer)
        assert len(self.match.history) > before, f"{answer} was not accepted: {self.scene.action_bar.message}"
        assert self.match.history[before].answer == answer
        assert all(step.is_automatic for step in self.match.history[before + 1 :])

    def random_answer(self, rng: Rng) -> Answer:
        """Returns a random legal answer. Hexes are preferred to options that end an action, so actions are
        carried out."""
        decision = self.match.decision()
        if decision.cells:
            return nth_hex(decision.cells, rng.randrange(decision.cells.bit_count()))
        candidates = [option for option in decision.options if option not in PASS_OPTIONS] or list(
            decision.options
        )
        return candidates[rng.randrange(len(candidates))]

    def wait_until_idle(self) -> None:
        """Runs frames until animations have finished, and confirms any handoffs."""
        for _ in range(200):
            if isinstance(self.app.scene, HandoffOverlay):
                click(self.app, self.app.scene.ready_button)
            self.app.run_frame([], 0.05)
            if (
                self.match.state not in (MatchState.PLAYBACK, MatchState.HANDOFF)
                and not self.scene.playback.animator.is_running
            ):
                return
        raise AssertionError(f"the match scene does not become idle: {self.match.state}")

    def finish_action(self, rng: Rng, until: Callable[[], bool] = lambda: False) -> int:
        """Submits random answers until the current action or turn is over. Returns the number of answers."""
        answer_count = 0
        while self.match.state in HUMAN_MAY_ANSWER and self.match.game.has_open_action and not until():
            self.submit(self.random_answer(rng))
            answer_count += 1
            assert answer_count < 60
        return answer_count

    def press_key(self, key: int, mod: int = 0) -> None:
        self.app.run_frame([pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")], 0.01)
        self.settle()
