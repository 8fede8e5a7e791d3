"""Finds the language of the operating system."""

from __future__ import annotations

import locale
import os
import plistlib
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from xml.parsers.expat import ExpatError

from kingdom.text.translator import FALLBACK_LANGUAGE, LANGUAGES

MAC_SETTINGS_FILE = Path("Library", "Preferences", ".GlobalPreferences.plist")
"""The file in the user's home folder that contains the preferred languages on macOS."""
PRIMARY_LANGUAGE_MASK = 0x3FF
"""The bits of a Windows language identifier that don't depend on the country."""


def system_language() -> str:
    """Returns the first of the user's preferred languages that the game supports, otherwise English."""
    return first_supported(
        environment_locales(os.environ) or windows_locales() or mac_locales(sys.platform) or default_locales()
    )


def first_supported(locale_names: Iterable[str]) -> str:
    """Returns the language of the first locale that the game supports, otherwise English. Locales look like
    "de_AT.UTF-8" or "de-AT"."""
    codes = (name.replace("-", "_").split("_")[0].split(".")[0].lower() for name in locale_names)
    return next((code for code in codes if code in LANGUAGES), FALLBACK_LANGUAGE)


def environment_locales(environment: Mapping[str, str]) -> list[str]:
    """Returns the locales in the environment variables of Linux, in order of preference. A terminal on other
    systems may set them, too."""
    names = (environment.get(variable, "") for variable in ("LC_ALL", "LC_MESSAGES", "LANG"))
    setting = next(filter(None, names), "")
    if setting in ("C", "POSIX"):
        return [setting]
    # LANGUAGE is a list of preferences
    return [name for name in (*environment.get("LANGUAGE", "").split(":"), setting) if name]


def windows_locales() -> list[str]:
    """Returns the user's display language on Windows, or an empty list elsewhere."""
    try:
        import ctypes

        language_id = ctypes.windll.kernel32.GetUserDefaultUILanguage()  # type: ignore[attr-defined,unused-ignore]
    except (ImportError, AttributeError, OSError):
        return []
    return [
        name
        for known_id, name in locale.windows_locale.items()
        if known_id & PRIMARY_LANGUAGE_MASK == language_id & PRIMARY_LANGUAGE_MASK
    ]


def mac_locales(platform: str, home: Path | None = None) -> list[str]:
    """Returns the user's preferred languages on macOS, or an empty list elsewhere."""
    if platform != "darwin":
        return []
    try:
        settings = plistlib.loads(((home or Path.home()) / MAC_SETTINGS_FILE).read_bytes())
        return [str(name) for name in (*settings.get("AppleLanguages", ()), settings.get("AppleLocale", ""))]
    except (OSError, RuntimeError, ValueError, AttributeError, TypeError, ExpatError):
        return []


def default_locales() -> list[str]:
    """Returns the locale that Python detected."""
    try:
        return [locale.getlocale()[0] or ""]
    except (ValueError, TypeError):
        return []
