"""Benchmarks of input latency and frame times while the Expert AI is thinking in a separate process."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Sequence
from itertools import count
from pathlib import Path

import pygame

from kingdom.match.ai_client import AIClient
from kingdom.match.controller import Match
from kingdom.match.save_store import SaveStore
from kingdom.match.seats import HUMAN, PLAYER_COLORS, Seat
from kingdom.match.state_machine import HUMAN_MAY_ANSWER, MatchState
from kingdom.record import Record
from kingdom.rules.game import random_answer
from kingdom.rules.hexes import nth_hex
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup
from kingdom.ui.draw.renderer import DESIGN_SIZE
from kingdom.ui.draw.sprite_sheets import SpriteSheets
from kingdom.ui.framework.app import App
from kingdom.ui.framework.settings import SettingsStore
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.pause_menu import PauseMenu
from kingdom.ui.navigation.navigator import Navigator
from kingdom.worker.client import wait_for_killed_processes

CLICK_COUNT = 20
SLOW_WRITE_S = 0.3
"""Duration of each write to the simulated slow disk."""
FRAMES_MEASURED = 300
"""Number of frames measured for the 99th percentile."""
COMPARED_AREA_PX = 80
"""Width and height of the square in the center of the window that is checked for changes. The menu opens
there, so a change shows that the menu is visible."""


class TimedApp(App):
    """An app that records the time spent on each frame, excluding the wait for the next frame."""

    frame_times: list[float]

    def run_frame(self, events: Sequence[pygame.event.Event], seconds: float) -> bool:
        started_at = time.perf_counter()
        animating = super().run_frame(events, seconds)
        self.frame_times.append(time.perf_counter() - started_at)
        return animating


def may_answer(scene: MatchScene) -> bool:
    """Returns True if the human may answer and a click is not ignored."""
    return scene.match.state in HUMAN_MAY_ANSWER and not scene.playback.ignores_input


class LatencyBench:
    """Plays matches between a human and an Expert with all expansions. The human answers immediately, so the
    Expert is thinking most of the time."""

    def __init__(
        self,
        store_type: type[SaveStore] = SaveStore,
        client_type: type[AIClient] = AIClient,
        sheets: SpriteSheets | None = None,
    ) -> None:
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
        os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
        folder = Path(tempfile.mkdtemp(prefix="kingdom-thinking-"))
        self.app = TimedApp(
            SettingsStore(folder / "settings.json"), store_type(folder / "saves"), DESIGN_SIZE, sheets
        )
        self.app.create_navigator = lambda: Navigator(self.app)
        self.app.frame_times = []
        self.app.settings.unused_tiles = False  # the human of a benchmark answers no questions
        self.app.push(MainMenu())  # start from the main menu, as players do
        self.app.run_frame([], 0.0)
        self.clock = pygame.time.Clock()
        self.animating = False
        self._client_type, self._seeds = client_type, count(1)
        self._rng = Rng(1)

    def start_match(self, level: str = "expert") -> MatchScene:
        seats = [Seat("Ani", PLAYER_COLORS[0], HUMAN), Seat("Frank", PLAYER_COLORS[1], level)]
        setup = GameSetup(len(seats), tuple(EXPANSIONS), next(self._seeds))
        return self.open_match(setup, seats)

    def open_match(self, setup: GameSetup, seats: Sequence[Seat]) -> MatchScene:
        """Starts a new match with these seats and returns its scene."""
        scene = MatchScene(Match.new(setup, seats, self.app.save_store, self._client_type()))
        self.app.replace(scene)
        return scene

    def close(self) -> None:
        """Closes all scenes and waits until everything is saved and all processes have ended, so that they do
        not disturb the next measurement."""
        while self.app.scenes:
            self.app.pop()
        self.app.ai_prewarmer.discard()
        self.app.save_store.flush()
        wait_for_killed_processes()

    def advance_frame(self, scene: MatchScene) -> MatchScene:
        """Runs one frame. If the game is over, starts a new match. If it is the human's turn, answers for the
        human."""
        if scene.match.game.over:
            scene = self.start_match()
        if may_answer(scene):
            scene.commands.submit_answer(random_answer(scene.match.game, self._rng))
        self.animating = self.app.tick(self.clock, self.animating)
        return scene

    def run_until_ai_turn(self, scene: MatchScene) -> MatchScene:
        """Runs at least one frame, and then more until the Expert is thinking and nothing is left to
        paint."""
        while True:
            scene = self.advance_frame(scene)
            is_settled = not scene.has_pending_repaints and not scene.playback.animator.is_running
            if scene.match.state is MatchState.AI_TURN and is_settled:
                return scene

    def run_until_hex_decision(self, scene: MatchScene) -> MatchScene:
        """Runs frames until the human has to click a hex."""
        while True:
            if scene.match.game.over:
                scene = self.start_match("easy")
            decision = scene.match.decision()
            if may_answer(scene) and decision.cells:
                return scene
            if may_answer(scene):
                scene.commands.submit_answer(decision.options[0])
            self.animating = self.app.tick(self.clock, self.animating)

    def time_build_click(self, scene: MatchScene) -> float:
        """Returns the number of seconds from a click on a hex until the result is visible. The mouse is
        already on the hex."""
        cells = scene.match.decision().cells
        answer_count = len(scene.match.history)
        x, y = scene.view.hex_center(nth_hex(cells, self._rng.randrange(cells.bit_count())))
        pos = round(x), round(y)
        self.app.run_frame(
            [pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 0))], 0.0
        )
        before = pygame.image.tobytes(self.app.surface, "RGB")
        started_at = time.perf_counter()
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=pos, button=1))
        while True:
            self.animating = self.app.tick(self.clock, self.animating)
            elapsed = time.perf_counter() - started_at
            if (
                len(scene.match.history) > answer_count
                and pygame.image.tobytes(self.app.surface, "RGB") != before
            ):
                return elapsed

    def time_menu_click(self, scene: MatchScene) -> float:
        """Returns the number of seconds from a click on the menu button until the menu is visible. The click
        happens just after the main loop has read its events."""
        pos = scene.header.menu_button.rect.center
        patch = self.app.surface.get_rect()
        patch = pygame.Rect(
            patch.centerx - COMPARED_AREA_PX // 2,
            patch.centery - COMPARED_AREA_PX // 2,
            COMPARED_AREA_PX,
            COMPARED_AREA_PX,
        )
        before = pygame.image.tobytes(self.app.surface.subsurface(patch), "RGB")
        started_at = time.perf_counter()
        pygame.event.post(pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 0)))
        for kind in (pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP):
            pygame.event.post(pygame.event.Event(kind, pos=pos, button=1))
        while True:
            self.animating = self.app.tick(self.clock, self.animating)
            elapsed = time.perf_counter() - started_at
            has_changed = pygame.image.tobytes(self.app.surface.subsurface(patch), "RGB") != before
            if isinstance(self.app.scene, PauseMenu) and has_changed:
                break
        self.app.pop(self.app.scene)
        return elapsed


def click_frames() -> Callable[[], float]:
    """Prepares a benchmark of clicks on the menu button. It returns the slowest of several responses, in
    seconds."""
    bench = LatencyBench()
    bench.app.settings.animation = "fast"

    def measure() -> float:
        scene, elapsed = bench.start_match(), []
        for _ in range(CLICK_COUNT):
            scene = bench.run_until_ai_turn(scene)
            elapsed.append(bench.time_menu_click(scene))
        bench.close()
        return max(elapsed)

    return measure


class SlowSaveStore(SaveStore):
    """A save store that simulates a slow disk."""

    def write_now(self, record: Record) -> None:
        time.sleep(SLOW_WRITE_S)
        super().write_now(record)


def click_frames_slow_disk() -> Callable[[], float]:
    """Prepares a benchmark of clicks on a hex while the previous answer is still being saved. It returns the
    slowest of several responses, in seconds."""
    bench = LatencyBench(SlowSaveStore)
    bench.app.settings.animation = "off"

    def measure() -> float:
        scene = bench.start_match("easy")
        elapsed: list[float] = []
        while len(elapsed) < CLICK_COUNT:
            scene = bench.run_until_hex_decision(scene)
            elapsed.append(bench.time_build_click(scene))
        bench.close()
        return max(elapsed)

    return measure


def thinking_p99(bench: LatencyBench | None = None) -> Callable[[], float]:
    """Prepares a benchmark of the 99th percentile of the frame time while the Expert is thinking, in seconds.
    A frame includes events, the Expert's answers, animations and drawing."""
    bench = bench or LatencyBench()

    def measure() -> float:
        scene = bench.run_until_ai_turn(bench.start_match())
        bench.app.frame_times.clear()
        while len(bench.app.frame_times) < FRAMES_MEASURED:
            scene = bench.advance_frame(scene)
        elapsed = sorted(bench.app.frame_times)
        bench.close()
        return elapsed[len(elapsed) * 99 // 100]

    return measure
