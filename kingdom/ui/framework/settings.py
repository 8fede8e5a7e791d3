"""The player's settings, stored as strict JSON in the user's configuration folder.

A file that cannot be parsed is quarantined and reported, never overwritten.
"""

from __future__ import annotations

import json
import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, get_args, get_type_hints

from kingdom.files import error_message, parse_json, quarantine, read_text, write_atomic
from kingdom.json_codec import float_reader, from_json_file, read_str, to_json
from kingdom.match.seats import BOT_PREFIX, is_bot
from kingdom.match.tutor import TUTOR_MODES
from kingdom.paths import user_config_dir
from kingdom.record import MAX_PLAYER_NAME_LENGTH
from kingdom.rules.errors import ValidationError
from kingdom.rules.json_values import int_reader, read_name
from kingdom.text.system_locale import system_language
from kingdom.text.translator import LANGUAGES
from kingdom.worker.file_writer import FileWriter

log = logging.getLogger(__name__)


SETTINGS_FORMAT = "kingdom-settings/1"
SETTINGS_FILE_NAME = "settings.json"
ANIMATION_SPEEDS = ("slow", "normal", "fast", "off")
SCORING_PACES = ("waits", "slow", "fast")
"""Pace of the final scoring: wait for the player after each source of gold, or continue automatically."""
AI_INSTANT, AI_FAST, AI_SLOW, AI_TURN_BY_TURN = AI_SPEEDS = ("at_once", "quickly", "calmly", "turn_by_turn")
"""Speed of the AI players. In turn-by-turn mode, the game waits for the player after each turn."""
MIN_UI_SCALE, MAX_UI_SCALE = 0.8, 2.0
MIN_WINDOW_SIZE = (800, 600)
MAX_PATH_LENGTH = 400
MAX_COMMAND_LENGTH = 1000
MAX_BOTS = 12
"""Maximum number of remembered bots."""
MAX_FAVORITES = 500
MAX_TUTOR_ENTRIES = 200
"""Maximum number of players whose tutor mode is remembered."""


@dataclass(frozen=True)
class Choice:
    """One of several values; a dropdown on the settings page. Each value has the text
    `ui.settings.<setting>.<value>`."""

    values: tuple[str, ...]

    def __call__(self, value: Any, path: str) -> str:
        return read_name(value, path, self.values, "choice")


@dataclass(frozen=True)
class Range:
    """A number within limits; a slider on the settings page."""

    low: float
    high: float

    def __call__(self, value: Any, path: str) -> Any:
        float_reader(self.low, self.high)(value, path)
        return value


@dataclass(frozen=True)
class Text:
    """A string of limited length."""

    max_length: int

    def __call__(self, value: Any, path: str) -> str:
        if len(read_str(value, path)) > self.max_length:
            raise ValidationError(f"{path}: longer than {self.max_length} characters")
        return str(value)


KEPT = "kept when the player resets the settings"


@dataclass
class Settings:
    """All settings. The field names are the keys of the settings file.

    A field with a Choice or a Range, or of type bool, is a row of the settings page, labeled with the text
    `ui.settings.<name>`."""

    language: Annotated[str, Choice(tuple(LANGUAGES))] = field(default_factory=system_language)
    name: Annotated[str, Text(MAX_PLAYER_NAME_LENGTH), KEPT] = ""
    """Name of the player at this screen. Empty until the player enters it on the welcome screen."""
    effects: Annotated[float, Range(0, 1)] = 0.7
    music: Annotated[float, Range(0, 1)] = 0.15
    animation: Annotated[str, Choice(ANIMATION_SPEEDS)] = "normal"
    reduced_motion: bool = False
    programs: Annotated[str, Choice(AI_SPEEDS)] = AI_FAST
    full_screen: bool = False
    window: Annotated[list[Annotated[int, int_reader(100, 20000)]], KEPT] = field(
        default_factory=lambda: [1600, 1000]
    )
    interface_scale: Annotated[float, Range(MIN_UI_SCALE, MAX_UI_SCALE)] = 1.0
    high_contrast: bool = False
    marks: bool = False
    grid: bool = False
    live_gold: bool = True
    unused_tiles: bool = True
    """Whether to ask before a turn ends although an unused tile would earn gold. Also on for players whose
    settings file is older than this setting: the question has a button that turns it off."""
    scoring: Annotated[str, Choice(SCORING_PACES)] = "waits"
    pictures: Annotated[str, Text(MAX_PATH_LENGTH)] = ""
    """Folder for exported images. If empty, the system's pictures folder is used."""
    tutors: dict[str, Annotated[str, Choice(TUTOR_MODES)]] = field(default_factory=dict)
    """Tutor mode by player name. Players without an entry have no tutor."""
    bots: Annotated[dict[str, Annotated[str, Text(MAX_COMMAND_LENGTH)]], KEPT] = field(default_factory=dict)
    """Start command by bot name, with the most recently used bot last."""
    favourites: Annotated[list[Annotated[str, Text(MAX_PATH_LENGTH)]], KEPT] = field(default_factory=list)
    """Names of favorite sections and maps."""
    new_game: Annotated[dict[str, Any], KEPT] = field(default_factory=dict)
    """Options of the last new game. Empty before the first game."""

    def __post_init__(self) -> None:
        if len(self.window) != 2:
            raise ValidationError(f"window: expected a width and a height, not {self.window}")
        if not all(is_bot(BOT_PREFIX + name) for name in self.bots):
            raise ValidationError("bots: invalid name")
        if any(len(name) > MAX_PLAYER_NAME_LENGTH for name in self.tutors):
            raise ValidationError("tutors: a name is too long")
        for name, limit in (("tutors", MAX_TUTOR_ENTRIES), ("bots", MAX_BOTS), ("favourites", MAX_FAVORITES)):
            if len(getattr(self, name)) > limit:
                raise ValidationError(f"{name}: more than {limit}")

    @property
    def animation_speed(self) -> str:
        """The speed of animations. With reduced motion, nothing is animated."""
        return "off" if self.reduced_motion else self.animation


def page_settings() -> dict[str, Choice | Range | type[bool]]:
    """Returns the settings that have a row on the settings page, with the kind of their control."""
    hints = get_type_hints(Settings, include_extras=True)
    kinds = {name: (hint, *get_args(hint)[1:]) for name, hint in hints.items()}
    return {
        name: kind
        for name, candidates in kinds.items()
        for kind in candidates
        if kind is bool or isinstance(kind, Choice | Range)
    }


def settings_path() -> Path:
    """Returns the settings file in the user's configuration folder."""
    return user_config_dir() / SETTINGS_FILE_NAME


def parse_settings(text: str) -> Settings:
    """Parses settings. Missing keys keep their defaults; anything invalid raises ValueError."""
    return from_json_file(Settings, parse_json(text), SETTINGS_FORMAT)


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
        data = {"format": SETTINGS_FORMAT, **to_json(settings)}
        text = json.dumps(data, indent=1, ensure_ascii=False) + "\n"
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
    """Resets all settings in place, except those that are KEPT."""
    defaults = Settings()
    for name, hint in get_type_hints(Settings, include_extras=True).items():
        if KEPT not in get_args(hint)[1:]:
            setattr(settings, name, getattr(defaults, name))
