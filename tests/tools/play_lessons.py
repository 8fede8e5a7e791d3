"""Plays every lesson in the window, by mouse and by keyboard, and looks at every step.

    python tests/tools/play_lessons.py --sizes 480x360,3840x2160 --languages de,fr

Each lesson is played to its end by its own solution through events alone: clicks on hexes and buttons, or
arrow keys, Enter, Space and digits. At every step the panel must lie inside the window and cover nothing that
it is about. It prints what went wrong; the exit code is 1 if something did. `--only NAME` plays one lesson.
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
from window import assert_tidy, click, open_app, press, settle

from kingdom.learn.lesson import ASK, PLAY, TELL
from kingdom.learn.library import shipped
from kingdom.learn.session import ENDED
from kingdom.match.machine import WAITING
from kingdom.rules.frames import Answer
from kingdom.rules.hexes import Hex
from kingdom.ui.app.app import App
from kingdom.ui.learn.guide import Guide
from kingdom.ui.table.strip import ENDINGS, items
from kingdom.ui.table.table import TableScene

LONGEST = 600
"""Steps of the loop after which a lesson is stuck."""
ARROWS = (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN)
DIGITS = range(pygame.K_1, pygame.K_9 + 1)


class Player:
    """Somebody in front of a lesson, with a mouse or with a keyboard."""

    def __init__(self, app: App, name: str, keyboard: bool) -> None:
        self.app, self.keyboard = app, keyboard
        app.ways.lesson(name)
        guide, table = app.scenes[-1], app.scenes[-2]
        assert isinstance(guide, Guide)
        assert isinstance(table, TableScene)
        self.guide, self.table = guide, table

    def play(self) -> Iterator[str]:
        """To the end; what is wrong on the way."""
        guide, match = self.guide, self.guide.match
        seen = -1
        for _ in range(LONGEST):
            settle(self.app, 0.1)
            if match.at != seen:
                seen = match.at
                yield from self.look()
            if match.stage == ENDED:
                return
            if match.stage == TELL:
                if self.keyboard:
                    press(self.app, pygame.K_SPACE)
                else:
                    click(self.app, guide.go)
            elif match.stage in (ASK, PLAY) and match.state in WAITING:
                answer = match.next_answer
                if answer is None:
                    yield f"steps[{match.at}]: off its way"
                    return
                self.answer(answer)
        yield f"steps[{match.at}]: stuck"

    def look(self) -> Iterator[str]:
        """Whether everything is where it belongs."""
        guide, place = self.guide, f"steps[{self.guide.match.at}]"
        if not pygame.Rect((0, 0), self.app.size).contains(guide.panel):
            yield f"{place}: the panel leaves the window"
        for rect in guide.about:
            if guide.panel.colliderect(rect):
                yield f"{place}: the panel covers what it is about"
                break
        try:
            assert_tidy(guide, self.app.size)
        except AssertionError as error:
            yield f"{place}: {error}"

    def answer(self, answer: Answer) -> None:
        """Give one answer by hand."""
        if isinstance(answer, str):
            self._option(answer)
        elif self.keyboard:
            self._walk(answer)
            press(self.app, pygame.K_RETURN)
        else:
            x, y = self.table.view.centre(answer)
            click(self.app, (round(x), round(y)))

    def _option(self, option: str) -> None:
        if option in ENDINGS:
            if self.keyboard:
                press(self.app, pygame.K_SPACE)
            else:
                click(self.app, self.table.bar.end)
            return
        place = [item.option for item in items(self.table.match, self.app.texts)].index(option)
        if self.keyboard:
            press(self.app, DIGITS[place])
        else:
            click(self.app, self.table.bar.strip[place])

    def _walk(self, number: Hex) -> None:
        """With the arrow keys, as a person would: whichever leads nearer; around what is in the way."""
        aim = self.table.input
        been: dict[Hex | None, int] = {}
        for turn in range(400):
            if aim.aimed == number:
                return
            been[aim.aimed] = been.get(aim.aimed, 0) + 1
            if aim.aimed is None:
                press(self.app, pygame.K_RIGHT)
                continue
            here, there = self.table.view.home(aim.aimed), self.table.view.home(number)
            dx, dy = there[0] - here[0], there[1] - here[1]
            across, down = ARROWS[dx > 0], ARROWS[2 + (dy > 0)]
            keys = [across, down] if abs(dx) >= abs(dy) else [down, across]
            tried = been[aim.aimed] - 1
            press(self.app, [*keys, *ARROWS][(tried + turn // 100) % 6])


def main(arguments: list[str] | None = None) -> int:
    """Play all; the exit code."""
    parser = argparse.ArgumentParser(description="Plays every lesson in the window.")
    parser.add_argument("--sizes", default="800x600")
    parser.add_argument("--languages", default="de")
    parser.add_argument("--only", default="")
    options = parser.parse_args(arguments)
    names = [lesson.name for lesson in shipped().lessons if lesson.setup is None]
    names = options.only.split(",") if options.only else names
    wrong = played = 0
    for text in options.sizes.split(","):
        width, height = map(int, text.split("x"))
        for language in options.languages.split(","):
            for keyboard in (False, True):
                with tempfile.TemporaryDirectory() as folder:
                    app = open_app(Path(folder), (width, height), language)
                    app.settings.animation = "off"
                    for name in names:
                        hand = "keyboard" if keyboard else "mouse"
                        problems = list(Player(app, name, keyboard).play())
                        for problem in problems:
                            print(f"{text} {language} {hand} {name}: {problem}", flush=True)
                        wrong, played = wrong + len(problems), played + 1
                    app.close()
    print(f"{played} lessons played, {wrong} problems")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
