"""The player's settings, stored as strict JSON in the user's configuration folder.

A file that cannot be parsed is quarantined and reported, never overwritten.
"""

from __future__ import annotations

import json
import logging
from collections.abc import Callable
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any

from kingdom.files import (
    JsonError,
    error_message,
    parse_json,
    quarantine,
    read_text,
    sanitize_line,
    write_atomic,
)
from kingdom.match.seats import BOT_PREFIX, is_bot
from kingdom.match.tutor import TUTOR_MODES
from kingdom.paths import user_config_dir
from kingdom.record import MAX_PLAYER_NAME_LENGTH
from kingdom.text.translator import LANGUAGES, system_language
from kingdom.worker.file_writer import FileWriter

log = logging.getLogger(__name__)


SETTINGS_FORMAT = "kingdom-settings/1"
SETTINGS_FILE_NAME = "settings.json"
ANIMATION_SPEEDS = ("slow", "normal", "fast", "off")
SCORING_PACES = ("waits", "slow", "fast")
"""Pace of the final scoring: wait for the player after each source of gold, or continue automatically."""
AI_INSTANT, AI_FAST, AI_SLOW, AI_TURN_BY_TURN = AI_SPEEDS = ("at_once", "quickly", "calmly", "turn_by_turn")
"""How fast AI players move. In turn-by-turn mode, the game waits for the player after each turn."""
MIN_UI_SCALE, MAX_UI_SCALE = 0.8, 2.0
MIN_WINDOW_SIZE = (800, 600)
MAX_PATH_LENGTH = 400
MAX_COMMAND_LENGTH = 1000
MAX_BOTS = 12
"""Maximum number of remembered bots."""
MAX_FAVORITES = 500
MAX_TUTOR_ENTRIES = 200
"""Maximum number of players whose tutor mode is remembered."""


@dataclass
class Settings:
    """All settings. The field names are the keys of the settings file."""

    language: str = field(default_factory=system_language)
    name: str = ""
    """Name of the player at this screen. Empty until the player enters it on the welcome screen."""
    effects: float = 0.7
    music: float = 0.15
    animation: str = "normal"
    programs: str = AI_FAST
    full_screen: bool = False
    window: list[int] = field(default_factory=lambda: [1600, 1000])
    interface_scale: float = 1.0
    marks: bool = False
    grid: bool = False
    live_gold: bool = True
    scoring: str = "waits"
    pictures: str = ""
    """Folder for exported images. If empty, the system's pictures folder is used."""
    tutors: dict[str, str] = field(default_factory=dict)
    """Tutor mode by player name. Players without an entry have no tutor."""
    bots: dict[str, str] = field(default_factory=dict)
    """Start command by bot name, with the most recently used bot last."""
    favourites: list[str] = field(default_factory=list)
    """Names of favorite sections and maps."""
    new_game: dict[str, Any] = field(default_factory=dict)
    """Options of the last new game. Empty before the first game."""


class InvalidSettings(ValueError):
    """Raised for a settings file that cannot be parsed. The message states the reason."""


def _number_between(low: float, high: float) -> Callable[[Any], bool]:
    return lambda value: (
        isinstance(value, int | float) and not isinstance(value, bool) and low <= value <= high
    )


def _one_of(*choices: str) -> Callable[[Any], bool]:
    return lambda value: isinstance(value, str) and value in choices


def _is_window_size(value: Any) -> bool:
    return (
        isinstance(value, list)
        and len(value) == 2
        and all(type(side) is int and 100 <= side <= 20000 for side in value)
    )


SETTING_VALIDATORS: dict[str, Callable[[Any], bool]] = {
    "language": _one_of(*LANGUAGES),
    "name": lambda value: isinstance(value, str) and len(value) <= MAX_PLAYER_NAME_LENGTH,
    "effects": _number_between(0, 1),
    "music": _number_between(0, 1),
    "animation": _one_of(*ANIMATION_SPEEDS),
    "programs": _one_of(*AI_SPEEDS),
    "full_screen": lambda value: isinstance(value, bool),
    "window": _is_window_size,
    "interface_scale": _number_between(MIN_UI_SCALE, MAX_UI_SCALE),
    "marks": lambda value: isinstance(value, bool),
    "grid": lambda value: isinstance(value, bool),
    "live_gold": lambda value: isinstance(value, bool),
    "scoring": _one_of(*SCORING_PACES),
    "pictures": lambda value: isinstance(value, str) and len(value) <= MAX_PATH_LENGTH,
    "tutors": lambda value: (
        isinstance(value, dict)
        and len(value) <= MAX_TUTOR_ENTRIES
        and all(len(name) <= MAX_PLAYER_NAME_LENGTH and tutor in TUTOR_MODES for name, tutor in value.items())
    ),
    "bots": lambda value: (
        isinstance(value, dict)
        and len(value) <= MAX_BOTS
        and all(is_bot(BOT_PREFIX + name) for name in value)
        and all(isinstance(command, str) and len(command) <= MAX_COMMAND_LENGTH for command in value.values())
    ),
    "favourites": lambda value: (
        isinstance(value, list)
        and len(value) <= MAX_FAVORITES
        and all(isinstance(map_name, str) and len(map_name) <= MAX_PATH_LENGTH for map_name in value)
    ),
    "new_game": lambda value: isinstance(value, dict),
}


def settings_path() -> Path:
    """Returns the settings file in the user's configuration folder."""
    return user_config_dir() / SETTINGS_FILE_NAME


def parse_settings(text: str) -> Settings:
    """Parses settings. Missing keys keep their defaults; invalid values raise InvalidSettings."""
    try:
        data = parse_json(text)
    except JsonError as error:
        raise InvalidSettings(str(error)) from None
    if not isinstance(data, dict) or data.pop("format", None) != SETTINGS_FORMAT:
        raise InvalidSettings(f"not {SETTINGS_FORMAT}")
    for name, value in data.items():
        if name not in SETTING_VALIDATORS:
            raise InvalidSettings(f"{sanitize_line(name)}: unknown")
        if not SETTING_VALIDATORS[name](value):
            raise InvalidSettings(f"{name}: {sanitize_line(repr(value))} is not possible")
    return settings_from_dict(data)


def settings_to_dict(settings: Settings) -> dict[str, Any]:
    """Returns all settings as they are stored in the file."""
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


def settings_from_dict(data: dict[str, Any]) -> Settings:
    """Creates settings from values by key. Missing keys keep their defaults."""
    found = settings_to_dict(Settings()) | data
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
    """Changes one setting in place. `key` is the setting's key in the file."""
    assert key in SETTING_VALIDATORS
    _copy(settings_from_dict({**settings_to_dict(settings), key: value}), settings)


def _copy(source: Settings, target: Settings) -> None:
    for entry in fields(Settings):
        setattr(target, entry.name, getattr(source, entry.name))


@dataclass
class SettingsStore:
    """Loads and saves the settings file, and remembers the errors that occurred."""

    path: Path = field(default_factory=settings_path)
    quarantined_file: Path | None = None
    """Path to which a damaged file was moved."""
    load_error: str | None = None
    """Reason why the file could not be loaded."""
    is_first_start: bool = False
    """True if there was no settings file yet."""
    _writer: FileWriter = field(default_factory=FileWriter, repr=False, compare=False)

    def load(self) -> Settings:
        """Returns the settings, or the defaults if the file cannot be used. Never raises."""
        self._writer.flush()
        try:
            return parse_settings(read_text(self.path))
        except FileNotFoundError:
            self.is_first_start = True
            return Settings()
        except (OSError, ValueError) as error:
            self.load_error = error_message(error)
            try:
                self.quarantined_file = quarantine(self.path)
            except OSError as move_error:
                self.load_error = f"{self.path}: {self.load_error}; {error_message(move_error)}"
        log.warning("settings: %s", self.load_error)
        return Settings()

    @property
    def save_error(self) -> str | None:
        """Reason why the last save failed, or None if the settings are saved or still being saved. Never
        blocks."""
        return self._writer.last_error

    def save_async(self, settings: Settings) -> None:
        """Saves atomically in the background."""
        path = self.path
        text = (
            json.dumps(
                {"format": SETTINGS_FORMAT, **settings_to_dict(settings)}, indent=1, ensure_ascii=False
            )
            + "\n"
        )
        self._writer.write_async(SETTINGS_FILE_NAME, lambda: write_atomic(path, text))

    def save(self, settings: Settings) -> bool:
        """Saves and waits for the result. Returns whether saving succeeded."""
        self.save_async(settings)
        self._writer.flush()
        return self.save_error is None

    def close(self, timeout_s: float | None = None) -> None:
        """Waits for pending writes. Failures are ignored."""
        self._writer.close(timeout_s)


def reset_to_defaults(settings: Settings) -> None:
    """Resets all settings in place, except the window size, the player's name, the bots, the favorites and
    the options of the last game."""
    defaults = Settings(
        name=settings.name,
        window=settings.window,
        bots=settings.bots,
        favourites=settings.favourites,
        new_game=settings.new_game,
    )
    _copy(defaults, settings)
