"""Monkey test: sends random events to every scene, in windows from one pixel to 4K.

    python tests/tools/stress/ui_monkey.py --events 300000 --seed 1

Sends mouse, wheel, key, text, focus and resize events in small batches, and opens a different scene from time
to time. Many players have hostile names, and the player's folders contain hostile maps, broken saves and
finished games of such players. Counts every exception, including those that the app recovers from. Prints a
summary with the peak memory use. The exit code is 1 if there was an exception.
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
from dataclasses import replace
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
sys.path.insert(0, str(Path(__file__).parents[2]))

import pygame
from support.matches import ALL_EXPANSIONS, InProcessAIClient, make_seats
from support.scenes import all_scenes  # noqa: F401  (registers them)
from support.scenes.registry import SCENE_MAKERS
from tools.process_memory import peak_resident_mb
from tools.stress.file_fuzzer import corrupt_json, finished_record
from tools.stress.hostile_maps import make_hostile_map, write_side_files
from tools.stress.hostile_names import random_name

from kingdom.files import sanitize_line
from kingdom.match.controller import Match
from kingdom.match.save_store import SaveStore
from kingdom.match.seats import PLAYER_COLORS, Seat, write_seats
from kingdom.paths import user_maps_dir
from kingdom.record import write_record
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup
from kingdom.ui.draw.sprite_sheets import SpriteSheets
from kingdom.ui.framework.app import App
from kingdom.ui.framework.settings import SettingsStore
from kingdom.ui.main import create_app
from kingdom.ui.match.scene import MatchScene

EVENTS_PER_SCENE = 400
"""Approximate number of events before a different scene is opened."""
MAX_SCENE_FRACTION = 0.15
"""Maximum fraction of all events that one scene class may receive. Without this limit, the rules reference
would dominate, because many keys open its pages but few keys leave them."""
KEYS = (
    pygame.K_RETURN, pygame.K_ESCAPE, pygame.K_TAB, pygame.K_SPACE, pygame.K_LEFT, pygame.K_RIGHT,
    pygame.K_UP, pygame.K_DOWN, pygame.K_BACKSPACE, pygame.K_DELETE, pygame.K_HOME, pygame.K_END,
    pygame.K_PAGEUP, pygame.K_PAGEDOWN, pygame.K_PLUS, pygame.K_MINUS, pygame.K_0, pygame.K_F1, pygame.K_F11,
    *range(pygame.K_1, pygame.K_9 + 1), *range(pygame.K_a, pygame.K_z + 1),
)  # fmt: skip
KEY_MODIFIERS = (0, 0, 0, pygame.KMOD_CTRL, pygame.KMOD_SHIFT, pygame.KMOD_ALT)
TEXT_INPUTS = ("a", "Ö", "ß", "1", " ", "漢", "🙂", "é", "\u200b", "\u202e", "~", "x" * 80)
EDGE_CASE_SIZES = (
    (1, 1), (400, 40), (900, 150), (150, 900), (1, 900), (2000, 1), (480, 360), (479, 361), (640, 480),
    (3840, 360), (480, 2160), (3840, 2160),
)  # fmt: skip
"""Window sizes that have caused errors or are likely to."""
EVENT_WEIGHTS = {"move": 44, "click": 20, "key": 18, "wheel": 8, "text": 5, "focus": 3, "drag": 2, "wait": 4}
RESIZE_PROBABILITY = 0.02
"""Probability that a step resizes the window."""
HOSTILE_NAME_PROBABILITY = 0.3
"""Probability that a text input or the name of a player is hostile."""
HOSTILE_MAPS, BROKEN_SAVES, HOSTILE_GAMES = 12, 4, 6
"""Number of files of each kind in the player's folders."""


class Monkey:
    """Sends random events to an app and counts them."""

    def __init__(self, app: App, seed: int) -> None:
        self.app, self.rng = app, random.Random(seed)
        self.event_counts: Counter[str] = Counter()
        self.events_by_scene: Counter[str] = Counter()
        self.sizes: set[tuple[int, int]] = set()
        self.exceptions: Counter[str] = Counter()
        self.peak_mb, self.peak_at = 0.0, ""
        """Peak memory use, and the scene and window size at that time."""
        self._openers = self._scene_openers()
        self._match_count = 0

    def run(self, events: int) -> None:
        """Sends the given number of events. In short runs, each scene gets fewer events, so that many scenes
        are still reached."""
        events_per_scene = min(EVENTS_PER_SCENE, max(20, events // 40))
        while sum(self.event_counts.values()) < events:
            self._open_random_scene()
            for _ in range(self.rng.randint(events_per_scene // 2, events_per_scene * 3 // 2)):
                if sum(self.event_counts.values()) >= events or self._is_scene_overused():
                    break
                self._act()

    def _is_scene_overused(self) -> bool:
        """Returns True if the current scene has received more than its share of the events."""
        event_count = self.events_by_scene[type(self.app.scene).__name__]
        return event_count > EVENTS_PER_SCENE and event_count > MAX_SCENE_FRACTION * sum(
            self.event_counts.values()
        )

    # --- choosing a scene

    def _scene_openers(self) -> list[Callable[[], object]]:
        openers: list[Callable[[], object]] = [
            lambda maker=maker: maker(self.app)  # type: ignore[misc]
            for name, maker in SCENE_MAKERS.items()
            # slow to find and similar to other scenes
            if name not in ("table-city-hall", "table-silo", "table-interrupt")
        ]
        return [*openers, *[self._open_match] * 12]

    def _open_match(self) -> None:
        """Opens a match between one human and two AI players. Every other match uses all expansions."""
        self._match_count += 1
        setup = GameSetup(3, ALL_EXPANSIONS if self._match_count % 2 else ("base",), self._match_count)
        seats = [replace(seat, name=self._name(seat.name)) for seat in make_seats("person", "easy", "greedy")]
        match = Match.new(setup, seats, self.app.save_store, InProcessAIClient())
        self.app.replace(MatchScene(match))

    def _name(self, default: str) -> str:
        """Returns the default name or a hostile one, cleaned up as by the New game page."""
        name = random_name(self.rng) if self.rng.random() < HOSTILE_NAME_PROBABILITY else default
        return sanitize_line(name) or default

    def _open_random_scene(self) -> None:
        """Closes all scenes, changes some settings at random and opens a random scene."""
        app = self.app
        while app.scenes:
            app.pop()
        app.toasts.clear()
        app.running = True
        app.settings.animation = self.rng.choice(("slow", "normal", "fast", "off"))
        app.settings.language = self.rng.choice(("en", "de", "fr", "es"))
        app.settings.interface_scale = self.rng.choice((0.8, 1.0, 1.0, 1.4, 2.0))
        app.settings.marks = self.rng.random() < 0.3
        app.settings.name = self._name(app.settings.name)
        app.apply_settings()
        self._call(self.rng.choice(self._openers))

    # --- sending events

    def _act(self) -> None:
        """Runs one frame with a few events, or resizes the window."""
        if self.rng.random() < RESIZE_PROBABILITY:
            self._resize()
            return
        batch: list[pygame.event.Event] = []
        for _ in range(self.rng.randint(1, 4)):
            kind = self.rng.choices(list(EVENT_WEIGHTS), list(EVENT_WEIGHTS.values()))[0]
            events = getattr(self, f"_{kind}")()
            self.event_counts[kind] += max(1, len(events))
            batch += events
        self._run_frame(batch)

    def _run_frame(self, events: Sequence[pygame.event.Event]) -> None:
        scene = self.app.scene
        self.events_by_scene[type(scene).__name__] += len(events)
        self._call(lambda: self.app.run_frame(events, self.rng.choice((0.001, 0.016, 0.1))))
        if (peak := peak_resident_mb()) > self.peak_mb:
            self.peak_mb, self.peak_at = peak, f"{type(scene).__name__} at {self.app.surface.get_size()}"
        if not self.app.scenes:
            self.app.navigator.open_main_menu()

    def _call(self, action: Callable[[], object]) -> None:
        try:
            action()
        except Exception as error:
            self.count_exception(error)

    def count_exception(self, error: BaseException) -> None:
        """Counts an exception by its origin."""
        frame = traceback.extract_tb(error.__traceback__)[-1]
        description = f"{type(error).__name__}: {error} ({Path(frame.filename).name}:{frame.lineno})"[:200]
        self.exceptions[
            f"{description} in {type(self.app.scene).__name__} at {self.app.surface.get_size()}"
        ] += 1

    def _pos(self) -> tuple[int, int]:
        """Returns a random position in the window, or occasionally just outside."""
        width, height = self.app.surface.get_size()
        return self.rng.randint(-3, width + 3), self.rng.randint(-3, height + 3)

    def _move(self) -> list[pygame.event.Event]:
        rel = self.rng.randint(-40, 40), self.rng.randint(-40, 40)
        return [pygame.event.Event(pygame.MOUSEMOTION, pos=self._pos(), rel=rel, buttons=(0, 0, 0))]

    def _click(self) -> list[pygame.event.Event]:
        pos, button = self._pos(), self.rng.choice((1, 1, 1, 1, 2, 3, 4, 5))
        return [
            pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(1, 1), buttons=(0, 0, 0)),
            pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=button),
            pygame.event.Event(pygame.MOUSEBUTTONUP, pos=pos, button=button),
        ]

    def _drag(self) -> list[pygame.event.Event]:
        """Drags the mouse. Sometimes omits the button release, as if the button had been released outside the
        window."""
        begin = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=self._pos(), button=1)
        end = pygame.event.Event(pygame.MOUSEBUTTONUP, pos=self._pos(), button=1)
        return [begin, *self._move(), *self._move(), *([end] if self.rng.random() < 0.7 else [])]

    def _wheel(self) -> list[pygame.event.Event]:
        return [
            *self._move(),
            pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=self.rng.choice((-3, -1, 1, 3))),
        ]

    def _key(self) -> list[pygame.event.Event]:
        key, mod = self.rng.choice(KEYS), self.rng.choice(KEY_MODIFIERS)
        if key == pygame.K_F11 and self.rng.random() < 0.95:  # each F11 reopens the window
            key = pygame.K_SPACE
        return [
            pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode=""),
            pygame.event.Event(pygame.KEYUP, key=key, mod=mod),
        ]

    def _text(self) -> list[pygame.event.Event]:
        is_hostile = self.rng.random() < HOSTILE_NAME_PROBABILITY
        text = random_name(self.rng) if is_hostile else self.rng.choice(TEXT_INPUTS)
        return [pygame.event.Event(pygame.TEXTINPUT, text=text)]

    def _focus(self) -> list[pygame.event.Event]:
        kinds = (
            pygame.WINDOWLEAVE, pygame.WINDOWENTER, pygame.WINDOWFOCUSLOST, pygame.WINDOWFOCUSGAINED,
            pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED,
        )  # fmt: skip
        return [pygame.event.Event(self.rng.choice(kinds))]

    def _wait(self) -> list[pygame.event.Event]:
        return []

    def _resize(self) -> None:
        """Resizes the window as the OS does: the surface has its new size before the event is read."""
        if self.rng.random() < 0.5:
            size = self.rng.choice(EDGE_CASE_SIZES)
        else:
            size = self.rng.randint(1, 1900), self.rng.randint(1, 1100)
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self.event_counts["resize"] += 1
        self.sizes.add(size)
        mouse = self._move() if self.rng.random() < 0.3 else []
        resize_event = pygame.event.Event(pygame.VIDEORESIZE, size=size, w=size[0], h=size[1])
        self._run_frame([*mouse, resize_event])


class ExceptionListener(logging.Handler):
    """Notifies the monkey of exceptions that the app has logged and recovered from."""

    def __init__(self, monkey: Monkey) -> None:
        super().__init__(logging.ERROR)
        self.monkey = monkey

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info and record.exc_info[1] is not None:
            self.monkey.count_exception(record.exc_info[1])


def write_hostile_files(folder: Path, seed: int) -> None:
    """Writes hostile maps, broken saves, and finished games of players with hostile names."""
    rng, names = Rng(seed), random.Random(seed)
    for maps_folder in (user_maps_dir(), folder / "maps"):
        maps_folder.mkdir(parents=True)
        write_side_files(maps_folder)
        for index in range(HOSTILE_MAPS):
            (maps_folder / f"map{index}.tmx").write_bytes(make_hostile_map(rng))
    save_store = SaveStore(folder / "saves")
    for index in range(HOSTILE_GAMES):
        record = finished_record(2 + index % 4)
        seats = [
            Seat(sanitize_line(random_name(names)) or "x", color)
            for color in PLAYER_COLORS[: record.setup.player_count]
        ]
        save_store.save_async(replace(record, seats=write_seats(seats), game_id=f"game {index}"))
    save_store.close()
    for index in range(BROKEN_SAVES):
        raw = corrupt_json(write_record(finished_record(2 + index)), rng)
        save_store.path_for_name(f"broken {index}").write_bytes(raw)


def run_monkey(folder: Path, events: int, seed: int, sprite_sheets: SpriteSheets | None = None) -> Monkey:
    """Runs a monkey in a new app and returns it. The app finds all of the player's files in the folder."""
    for kind in ("DATA", "CONFIG", "STATE", "CACHE"):
        os.environ[f"XDG_{kind}_HOME"] = str(folder / kind.lower())
    write_hostile_files(folder, seed)
    app = create_app(
        SettingsStore(folder / "settings.json"), SaveStore(folder / "saves"), (1280, 800), sprite_sheets
    )
    monkey = Monkey(app, seed)
    listener = ExceptionListener(monkey)
    logging.getLogger().addHandler(listener)
    try:
        monkey.run(events)
    finally:
        logging.getLogger().removeHandler(listener)
        app.close()
    return monkey


def summarize_run(monkey: Monkey) -> dict[str, object]:
    """Returns the summary of a run as JSON data."""
    return {
        "events": sum(monkey.event_counts.values()),
        "by_kind": dict(monkey.event_counts.most_common()),
        "by_scene": dict(monkey.events_by_scene.most_common()),
        "sizes": len(monkey.sizes),
        "exception_count": sum(monkey.exceptions.values()),
        "exceptions": dict(monkey.exceptions.most_common()),
        "peak_mb": round(peak_resident_mb()),
        "peak_at": monkey.peak_at,
    }


def main(arguments: list[str] | None = None) -> int:
    """Runs the monkey, prints the report and returns the exit code."""
    parser = argparse.ArgumentParser(description="Sends random events to all scenes in windows of all sizes.")
    parser.add_argument("--events", type=int, default=300_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args(arguments)
    logging.disable(logging.NOTSET)
    with tempfile.TemporaryDirectory() as folder:
        monkey = run_monkey(Path(folder), options.events, options.seed)
    print(json.dumps(summarize_run(monkey), indent=1))
    return 1 if monkey.exceptions else 0


if __name__ == "__main__":
    raise SystemExit(main())
