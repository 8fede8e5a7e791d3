"""A monkey at the window: random events over all scenes, in windows from one pixel to 4K.

    python tests/tools/monkey.py --events 300000 --seed 1

It posts mouse, wheel, keys, letters, focus and changes of size, a few at a time as a busy hand would, and
goes on to another scene now and then. Every exception counts, also one that the window survived. It prints
what it did and the most memory that was in use; the exit code is 1 if there was an exception.
"""

from __future__ import annotations

import argparse
import json
import logging
import os
import random
import sys
import tempfile
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).parents[1]))

import pygame
from at_the_table import EVERY_BOX, Prompt, seats
from tools.memory import most_resident
from tools.pictures import every  # noqa: F401  (all register)
from tools.pictures.pictures import MAKERS

from kingdom.match.match import Match
from kingdom.match.saves import Keeper
from kingdom.rules.setup import Setup
from kingdom.ui.app.app import App
from kingdom.ui.draw.sheets import Sheets
from kingdom.ui.scene.settings import Store
from kingdom.ui.table.table import TableScene

STAY = 400
"""Events in one scene, about."""
SHARE = 0.15
"""Of all events, the most that one kind of scene gets: many keys lead to the pages of the reference, few
away."""
KEYS = (
    pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_TAB, pygame.K_SPACE, pygame.K_LEFT, pygame.K_RIGHT,
    pygame.K_UP, pygame.K_DOWN, pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_HOME, pygame.K_END,
    pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_PLUS, pygame.K_MINUS, pygame.K_0, pygame.K_F1, pygame.K_F11,
    *range(pygame.K_1, pygame.K_9 + 1), *range(pygame.K_a, pygame.K_z + 1),
)  # fmt: skip
MODS = (0, 0, 0, pygame.KMOD_CTRL, pygame.KMOD_SHIFT, pygame.KMOD_ALT)
LETTERS = ("a", "Ö", "ß", "1", " ", "漢", "🙂", "é", "\u200b", "\u202e", "~", "x" * 80)
EDGES = (
    (1, 1), (400, 40), (900, 150), (150, 900), (1, 900), (2000, 1), (480, 360), (479, 361), (640, 480),
    (3840, 360), (480, 2160), (3840, 2160),
)  # fmt: skip
"""Windows that once were trouble, or look as if they could be."""
WEIGHTS = {"move": 44, "click": 20, "key": 18, "wheel": 8, "text": 5, "focus": 3, "drag": 2, "wait": 4}
RESIZES = 0.02
"""The share of steps that change the window's size."""


class Monkey:
    """Random events for one app, counted."""

    def __init__(self, app: App, seed: int) -> None:
        self.app, self.chance = app, random.Random(seed)
        self.counts: Counter[str] = Counter()
        self.scenes: Counter[str] = Counter()
        self.sizes: set[tuple[int, int]] = set()
        self.troubles: Counter[str] = Counter()
        self.peak, self.peak_at = 0.0, ""
        """The most memory, and where that was."""
        self._doors = self._list_doors()
        self._games = 0

    def run(self, events: int) -> None:
        """So many events; a short run sees many scenes, too."""
        stay = min(STAY, max(20, events // 40))
        while sum(self.counts.values()) < events:
            self._enter()
            for _ in range(self.chance.randint(stay // 2, stay * 3 // 2)):
                if sum(self.counts.values()) >= events or self._crowded():
                    break
                self._do()

    def _crowded(self) -> bool:
        """Whether this scene has had its share."""
        here = self.scenes[type(self.app.scene).__name__]
        return here > STAY and here > SHARE * sum(self.counts.values())

    # --- where to

    def _list_doors(self) -> list[Callable[[], object]]:
        made: list[Callable[[], object]] = [
            lambda maker=maker: maker(self.app)  # type: ignore[misc]
            for name, maker in MAKERS.items()
            if name not in ("table-city-hall", "table-silo", "table-interrupt")  # long to find, like others
        ]
        return [*made, *[self._table] * 12]

    def _table(self) -> None:
        """A game with two programs and a person, all boxes."""
        self._games += 1
        setup = Setup(3, EVERY_BOX if self._games % 2 else ("base",), self._games)
        match = Match.start(setup, seats("person", "easy", "greedy"), self.app.keeper, Prompt())
        self.app.replace(TableScene(match))

    def _enter(self) -> None:
        """Another scene, with nothing left of the last; other settings now and then."""
        app = self.app
        while app.scenes:
            app.pop()
        app.toasts.clear()
        app.running = True
        app.settings.animation = self.chance.choice(("slow", "normal", "fast", "off"))
        app.settings.language = self.chance.choice(("en", "de", "fr", "es"))
        app.settings.interface_scale = self.chance.choice((0.8, 1.0, 1.0, 1.4, 2.0))
        app.settings.marks = self.chance.random() < 0.3
        app.refresh()
        self._guarded(self.chance.choice(self._doors))

    # --- what to do

    def _do(self) -> None:
        """A few events and the frame after them."""
        if self.chance.random() < RESIZES:
            self._resize()
            return
        batch: list[pygame.event.Event] = []
        for _ in range(self.chance.randint(1, 4)):
            kind = self.chance.choices(list(WEIGHTS), list(WEIGHTS.values()))[0]
            more = getattr(self, f"_{kind}")()
            self.counts[kind] += max(1, len(more))
            batch += more
        self._step(batch)

    def _step(self, events: Sequence[pygame.event.Event]) -> None:
        scene = self.app.scene
        self.scenes[type(scene).__name__] += len(events)
        self._guarded(lambda: self.app.step(events, self.chance.choice((0.001, 0.016, 0.1))))
        if (peak := most_resident()) > self.peak:
            self.peak, self.peak_at = peak, f"{type(scene).__name__} at {self.app.surface.get_size()}"
        if not self.app.scenes:
            self.app.ways.menu()

    def _guarded(self, do: Callable[[], object]) -> None:
        try:
            do()
        except Exception as error:
            self.trouble(error)

    def trouble(self, error: BaseException) -> None:
        """Count an exception by where it came from."""
        last = traceback.extract_tb(error.__traceback__)[-1]
        told = f"{type(error).__name__}: {error} ({Path(last.filename).name}:{last.lineno})"[:200]
        self.troubles[f"{told} in {type(self.app.scene).__name__} at {self.app.surface.get_size()}"] += 1

    def _pos(self) -> tuple[int, int]:
        """Somewhere in the window; seldom outside."""
        width, height = self.app.surface.get_size()
        return self.chance.randint(-3, width + 3), self.chance.randint(-3, height + 3)

    def _move(self) -> list[pygame.event.Event]:
        rel = self.chance.randint(-40, 40), self.chance.randint(-40, 40)
        return [pygame.event.Event(pygame.MOUSEMOTION, pos=self._pos(), rel=rel, buttons=(0, 0, 0))]

    def _click(self) -> list[pygame.event.Event]:
        pos, button = self._pos(), self.chance.choice((1, 1, 1, 1, 2, 3, 4, 5))
        return [
            pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 0)),
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button),
            pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=button),
        ]

    def _drag(self) -> list[pygame.event.Event]:
        """Sometimes the end is missing: the button was let go outside."""
        begin = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=self._pos(), button=1)
        end = pygame.event.Event(pygame.MOUSEBUTTONUP, pos=self._pos(), button=1)
        return [begin, *self._move(), *self._move(), *([end] if self.chance.random() < 0.7 else [])]

    def _wheel(self) -> list[pygame.event.Event]:
        return [
            *self._move(),
            pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=self.chance.choice((-3, -1, 1, 3))),
        ]

    def _key(self) -> list[pygame.event.Event]:
        key, mod = self.chance.choice(KEYS), self.chance.choice(MODS)
        if key == pygame.K_F11 and self.chance.random() < 0.95:  # each one opens the window anew
            key = pygame.K_SPACE
        return [
            pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""),
            pygame.event.Event(pygame.KEYUP, key=key, mod=mod),
        ]

    def _text(self) -> list[pygame.event.Event]:
        return [pygame.event.Event(pygame.TEXTINPUT, text=self.chance.choice(LETTERS))]

    def _focus(self) -> list[pygame.event.Event]:
        kinds = (
            pygame.WINDOWLEAVE, pygame.WINDOWENTER, pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED,
            pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED,
        )  # fmt: skip
        return [pygame.event.Event(self.chance.choice(kinds))]

    def _wait(self) -> list[pygame.event.Event]:
        return []

    def _resize(self) -> None:
        """As the system does it: the surface has the new size before the event is read."""
        if self.chance.random() < 0.5:
            size = self.chance.choice(EDGES)
        else:
            size = self.chance.randint(1, 1900), self.chance.randint(1, 1100)
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self.counts["resize"] += 1
        self.sizes.add(size)
        mouse = self._move() if self.chance.random() < 0.3 else []
        told = pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
        self._step([*mouse, told])


class Ear(logging.Handler):
    """Hears of the exceptions that the app survived."""

    def __init__(self, monkey: Monkey) -> None:
        super().__init__(logging.ERROR)
        self.monkey = monkey

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            self.monkey.trouble(record.exc_info[1])


def play(folder: Path, events: int, seed: int, sheets: Sheets | None = None) -> Monkey:
    """A monkey at a window of its own."""
    app = App(Store(folder / "settings.json"), Keeper(folder / "saves"), (1280, 800), sheets)
    monkey = Monkey(app, seed)
    ear = Ear(monkey)
    logging.getLogger().addHandler(ear)
    try:
        monkey.run(events)
    finally:
        logging.getLogger().removeHandler(ear)
        app.close()
    return monkey


def report(monkey: Monkey) -> dict[str, object]:
    """What it did."""
    return {
        "events": sum(monkey.counts.values()),
        "by_kind": dict(monkey.counts.most_common()),
        "by_scene": dict(monkey.scenes.most_common()),
        "sizes": len(monkey.sizes),
        "exceptions": sum(monkey.troubles.values()),
        "troubles": dict(monkey.troubles.most_common()),
        "peak_mb": round(most_resident()),
        "peak_at": monkey.peak_at,
    }


def main(arguments: list[str] | None = None) -> int:
    """Let it play, and tell; the exit code."""
    parser = argparse.ArgumentParser(description="Random events over all scenes and sizes of the window.")
    parser.add_argument("--events", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    logging.disable(logging.NOTSET)
    with tempfile.TemporaryDirectory() as folder:
        monkey = play(Path(folder), options.events, options.seed)
    print(json.dumps(report(monkey), indent=1))
    return 1 if monkey.troubles else 0


if __name__ == "__main__":
    raise SystemExit(main())
