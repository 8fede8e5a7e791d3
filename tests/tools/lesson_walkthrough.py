"""Plays every lesson in the UI by mouse and keyboard and checks the layout of each step.

    python tests/tools/lesson_walkthrough.py --sizes 480x360,3840x2160 --languages de,fr

Each lesson is played to the end with its own solution, using only input events: clicks on hexes and buttons,
or arrow keys, Enter, Space and digits. At every step the lesson panel must be inside the window and must not
cover what it refers to. Prints the problems; the exit code is 1 if there are any. `--only NAME` plays one
lesson.
"""

from __future__ import annotations

import argparse
import os
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).parents[1]))

import pygame
from support.app_driver import advance, assert_no_overlap, click, open_app, press

from kingdom.learn.lesson import ASK, PLAY, TELL, shipped_lessons
from kingdom.learn.lesson_session import FINISHED
from kingdom.match.state_machine import HUMAN_MAY_ANSWER
from kingdom.rules.decision_frames import PASS_OPTIONS, Answer
from kingdom.rules.hexes import Hex
from kingdom.ui.framework.app import App
from kingdom.ui.match.lesson_overlay import LessonOverlay
from kingdom.ui.match.option_bar import option_items
from kingdom.ui.match.scene import MatchScene

MAX_LOOPS = 600
"""A lesson counts as stuck after this many loop iterations."""
ARROW_KEYS = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN)
DIGIT_KEYS = range(pygame.K_1, pygame.K_9 + 1)


class LessonDriver:
    """Plays one lesson with the mouse or the keyboard."""

    def __init__(self, app: App, name: str, keyboard: bool) -> None:
        self.app, self.keyboard = app, keyboard
        app.navigator.start_lesson(name)
        overlay, match_scene = app.scenes[-1], app.scenes[-2]
        assert isinstance(overlay, LessonOverlay)
        assert isinstance(match_scene, MatchScene)
        self.overlay, self.match_scene = overlay, match_scene

    def play(self) -> Iterator[str]:
        """Plays the lesson to the end and yields the problems it finds."""
        overlay, session = self.overlay, self.overlay.session
        checked_step = -1
        for _ in range(MAX_LOOPS):
            advance(self.app, 0.1)
            if session.step_index != checked_step:
                checked_step = session.step_index
                yield from self.check_layout()
            if session.stage == FINISHED:
                return
            if session.stage == TELL:
                if self.keyboard:
                    press(self.app, pygame.K_SPACE)
                else:
                    click(self.app, overlay.continue_button)
            elif session.stage in (ASK, PLAY) and session.match.state in HUMAN_MAY_ANSWER:
                answer = session.next_solution_answer
                if answer is None:
                    yield f"steps[{session.step_index}]: no answer left in the solution"
                    return
                self.submit(answer)
        yield f"steps[{session.step_index}]: stuck"

    def check_layout(self) -> Iterator[str]:
        """Yields layout problems of the current step."""
        overlay, step = self.overlay, f"steps[{self.overlay.session.step_index}]"
        if not pygame.Rect((0, 0), self.app.size).contains(overlay.panel):
            yield f"{step}: the panel is partly outside the window"
        for rect in overlay.highlighted_rects:
            if overlay.panel.colliderect(rect):
                yield f"{step}: the panel covers a highlighted area"
                break
        try:
            assert_no_overlap(overlay, self.app.size)
        except AssertionError as error:
            yield f"{step}: {error}"

    def submit(self, answer: Answer) -> None:
        """Submits one answer by mouse or keyboard."""
        if isinstance(answer, str):
            self._choose_option(answer)
        elif self.keyboard:
            self._move_cursor(answer)
            press(self.app, pygame.K_RETURN)
        else:
            x, y = self.match_scene.view.hex_center(answer)
            click(self.app, (round(x), round(y)))

    def _choose_option(self, option: str) -> None:
        if option in PASS_OPTIONS:
            if self.keyboard:
                press(self.app, pygame.K_SPACE)
            else:
                click(self.app, self.match_scene.action_bar.end_button)
            return
        index = [item.option for item in option_items(self.match_scene.match, self.app.translator)].index(
            option
        )
        if self.keyboard:
            press(self.app, DIGIT_KEYS[index])
        else:
            click(self.app, self.match_scene.action_bar.option_buttons[index])

    def _move_cursor(self, target: Hex) -> None:
        """Moves the cursor to a hex with the arrow keys. Tries the directions that lead closer first, then
        goes around obstacles."""
        match_input = self.match_scene.input
        visits: dict[Hex | None, int] = {}
        for press_count in range(400):
            if match_input.cursor_hex == target:
                return
            visits[match_input.cursor_hex] = visits.get(match_input.cursor_hex, 0) + 1
            if match_input.cursor_hex is None:
                press(self.app, pygame.K_RIGHT)
                continue
            start, end = (
                self.match_scene.view.unzoomed_hex_center(match_input.cursor_hex),
                self.match_scene.view.unzoomed_hex_center(target),
            )
            dx, dy = end[0] - start[0], end[1] - start[1]
            horizontal_key, vertical_key = ARROW_KEYS[dx > 0], ARROW_KEYS[2 + (dy > 0)]
            keys = [horizontal_key, vertical_key] if abs(dx) >= abs(dy) else [vertical_key, horizontal_key]
            earlier_visits = visits[match_input.cursor_hex] - 1
            press(self.app, [*keys, *ARROW_KEYS][(earlier_visits + press_count // 100) % 6])


def main(arguments: list[str] | None = None) -> int:
    """Plays all lessons and returns the exit code."""
    parser = argparse.ArgumentParser(description="Plays every lesson in the UI and checks its layout.")
    parser.add_argument("--sizes", default="800x600")
    parser.add_argument("--languages", default="de")
    parser.add_argument("--only", default="")
    options = parser.parse_args(arguments)
    names = [lesson.name for lesson in shipped_lessons().lessons if lesson.setup is None]
    names = options.only.split(",") if options.only else names
    problem_count = lesson_count = 0
    for text in options.sizes.split(","):
        width, height = map(int, text.split("x"))
        for language in options.languages.split(","):
            for keyboard in (False, True):
                with tempfile.TemporaryDirectory() as folder:
                    app = open_app(Path(folder), (width, height), language)
                    app.settings.animation = "off"
                    for name in names:
                        device = "keyboard" if keyboard else "mouse"
                        problems = list(LessonDriver(app, name, keyboard).play())
                        for problem in problems:
                            print(f"{text} {language} {device} {name}: {problem}", flush=True)
                        problem_count, lesson_count = problem_count + len(problems), lesson_count + 1
                    app.close()
    print(f"{lesson_count} lessons played, {problem_count} problems")
    return 1 if problem_count else 0


if __name__ == "__main__":
    sys.exit(main())
