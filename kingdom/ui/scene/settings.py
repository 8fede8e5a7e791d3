"""What the player has set, kept between starts: strict JSON in the user's configuration folder.

A file that cannot be understood is set aside beside itself and told about, never overwritten.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from kingdom.files import NotJson, clipped, parse_json, put_aside, read_text, why, write_safely
from kingdom.match.seats import BOT_NAMED, LONGEST_NAME, is_bot
from kingdom.match.tutor import TUTORS
from kingdom.match.writer import Writer
from kingdom.paths import user_settings
from kingdom.text import LANGUAGES, system_language

FORMAT = "kingdom-settings/1"
FILE = "settings.json"
SPEEDS = ("slow", "normal", "fast", "off")
SCORING = ("waits", "slow", "fast")
"""Whether the final count waits for the person after each source, or how soon it goes on."""
AT_ONCE, QUICKLY, CALMLY, TURN_BY_TURN = PROGRAMS = ("at_once", "quickly", "calmly", "turn_by_turn")
"""How fast programs play; turn by turn the game waits for the person after each."""
SMALLEST_SCALE, LARGEST_SCALE = 0.8, 2.0
SMALLEST_WINDOW = (800, 600)
LONGEST_PATH = 400
LONGEST_COMMAND = 1000
MOST_BOTS = 12
"""Other programs that are remembered."""
MOST_FAVOURITES = 500
MOST_PEOPLE = 200
"""Whose wishes are remembered."""

log = logging.getLogger(__name__)


@dataclass
class Settings:
    """Everything that can be set."""

    language: str = field(default_factory=system_language)
    name: str = ""
    """The name of the person at this screen; empty until it was asked for."""
    effects: float = 0.7
    music: float = 0.15
    animation: str = "normal"
    programs: str = QUICKLY
    full_screen: bool = False
    window: list[int] = field(default_factory=lambda: [1600, 1000])
    interface_scale: float = 1.0
    marks: bool = False
    grid: bool = False
    live_gold: bool = True
    scoring: str = "waits"
    pictures: str = ""
    """The folder for pictures of games; empty for the system's own."""
    tutors: dict[str, str] = field(default_factory=dict)
    """Which tutor each person has, by their names; who is not there has none."""
    bots: dict[str, str] = field(default_factory=dict)
    """Other programs: how each is started, by its name, the one taken last at the end."""
    favourites: list[str] = field(default_factory=list)
    """Sections and maps that are liked best, by their names."""
    new_game: dict[str, Any] = field(default_factory=dict)
    """The last choices for a new game; empty before the first one."""


class BadSettings(ValueError):
    """A settings file that cannot be understood; the message says why."""


def _number(low: float, high: float) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high
    )


def _one_of(*words: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in words


def _is_window(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(side) is int and 100 <= side <= 20000 for side in value)
    )


CHECKS: dict[str, Callable[[Any], bool]] = {
    "language": _one_of(*LANGUAGES),
    "name": lambda value: isinstance(value, str) and len(value) <= LONGEST_NAME,
    "effects": _number(0, 1),
    "music": _number(0, 1),
    "animation": _one_of(*SPEEDS),
    "programs": _one_of(*PROGRAMS),
    "full_screen": lambda value: isinstance(value, bool),
    "window": _is_window,
    "interface_scale": _number(SMALLEST_SCALE, LARGEST_SCALE),
    "marks": lambda value: isinstance(value, bool),
    "grid": lambda value: isinstance(value, bool),
    "live_gold": lambda value: isinstance(value, bool),
    "scoring": _one_of(*SCORING),
    "pictures": lambda value: isinstance(value, str) and len(value) <= LONGEST_PATH,
    "tutors": lambda value: (
        isinstance(value, dict)
        and len(value) <= MOST_PEOPLE
        and all(len(name) <= LONGEST_NAME and tutor in TUTORS for name, tutor in value.items())
    ),
    "bots": lambda value: (
        isinstance(value, dict)
        and len(value) <= MOST_BOTS
        and all(is_bot(BOT_NAMED + name) for name in value)
        and all(isinstance(command, str) and len(command) <= LONGEST_COMMAND for command in value.values())
    ),
    "favourites": lambda value: (
        isinstance(value, list)
        and len(value) <= MOST_FAVOURITES
        and all(isinstance(land, str) and len(land) <= LONGEST_PATH for land in value)
    ),
    "new_game": lambda value: isinstance(value, dict),
}


def default_path() -> Path:
    """The file in the user's configuration folder."""
    return user_settings() / FILE


def parse(text: str) -> Settings:
    """Settings from text; what is not there keeps its default, what is wrong raises BadSettings."""
    try:
        data = parse_json(text)
    except NotJson as error:
        raise BadSettings(str(error)) from None
    if not isinstance(data, dict) or data.pop("format", None) != FORMAT:
        raise BadSettings(f"not {FORMAT}")
    for name, value in data.items():
        if name not in CHECKS:
            raise BadSettings(f"{clipped(name)}: unknown")
        if not CHECKS[name](value):
            raise BadSettings(f"{name}: {clipped(repr(value))} is not possible")
    return read_settings(data)


def write_settings(settings: Settings) -> dict[str, Any]:
    """All settings by their keys in the file."""
    return {
        "language": settings.language,
        "name": settings.name,
        "effects": settings.effects,
        "music": settings.music,
        "animation": settings.animation,
        "programs": settings.programs,
        "full_screen": settings.full_screen,
        "window": settings.window,
        "interface_scale": settings.interface_scale,
        "marks": settings.marks,
        "grid": settings.grid,
        "live_gold": settings.live_gold,
        "scoring": settings.scoring,
        "pictures": settings.pictures,
        "tutors": settings.tutors,
        "bots": settings.bots,
        "favourites": settings.favourites,
        "new_game": settings.new_game,
    }


def read_settings(data: dict[str, Any]) -> Settings:
    """Settings from values by their keys in the file; what is not there keeps its default."""
    found = write_settings(Settings()) | data
    return Settings(
        language=found["language"],
        name=found["name"],
        effects=found["effects"],
        music=found["music"],
        animation=found["animation"],
        programs=found["programs"],
        full_screen=found["full_screen"],
        window=found["window"],
        interface_scale=found["interface_scale"],
        marks=found["marks"],
        grid=found["grid"],
        live_gold=found["live_gold"],
        scoring=found["scoring"],
        pictures=found["pictures"],
        tutors=found["tutors"],
        bots=found["bots"],
        favourites=found["favourites"],
        new_game=found["new_game"],
    )


def change_setting(settings: Settings, key: str, value: object) -> None:
    """Change one setting in place, by its key in the file."""
    assert key in CHECKS
    _copy(read_settings({**write_settings(settings), key: value}), settings)


def _copy(source: Settings, target: Settings) -> None:
    for entry in fields(Settings):
        setattr(target, entry.name, getattr(source, entry.name))


@dataclass
class Store:
    """Where the settings are kept, and what went wrong there."""

    path: Path = field(default_factory=default_path)
    set_aside: Path | None = None
    """Where a damaged file was put."""
    problem: str | None = None
    """Why the file could not be used."""
    first_start: bool = False
    """Whether there was no file yet."""
    _writer: Writer = field(default_factory=Writer, repr=False, compare=False)

    def load(self) -> Settings:
        """The settings, or the defaults. Never raises."""
        self._writer.settle()
        try:
            return parse(read_text(self.path))
        except FileNotFoundError:
            self.first_start = True
            return Settings()
        except (OSError, ValueError) as error:
            self.problem = why(error)
            try:
                self.set_aside = put_aside(self.path)
            except OSError as again:
                self.problem = f"{self.path}: {self.problem}; {why(again)}"
        log.warning("settings: %s", self.problem)
        return Settings()

    @property
    def unsaved(self) -> str | None:
        """Why the settings are not on disk; None when they are, or are on their way. Never waits."""
        return self._writer.problem

    def save_soon(self, settings: Settings) -> None:
        """Write beside and rename, without waiting for the disk."""
        path = self.path
        text = json.dumps({"format": FORMAT, **write_settings(settings)}, indent=1, ensure_ascii=False) + "\n"

        def write() -> None:
            try:
                write_safely(path, text)
            except OSError as error:
                raise OSError(error.errno, why(error), str(path)) from error

        self._writer.put(FILE, write)

    def save(self, settings: Settings) -> bool:
        """Write and wait for it; whether that worked."""
        self.save_soon(settings)
        self._writer.settle()
        return self.unsaved is None

    def close(self) -> None:
        """Wait for what is on its way, and give up what cannot be written."""
        self._writer.close()


def reset(settings: Settings) -> None:
    """All back to the defaults, in place, except for what is no setting: the window, the person's name, other
    programs and the last game's choices."""
    fresh = Settings(
        name=settings.name, window=settings.window, bots=settings.bots, new_game=settings.new_game
    )
    _copy(fresh, settings)
