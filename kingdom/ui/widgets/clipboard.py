"""Copies and pastes text through the system clipboard. If the system has no clipboard, copying and pasting
still works within the game."""

from __future__ import annotations

import sys
import warnings

import pygame

UTF8_TEXT = "text/plain;charset=utf-8"
"""Clipboard type under which pygame's old functions find text copied in other applications. The fallback is
`pygame.SCRAP_TEXT`."""
ON_WINDOWS = sys.platform == "win32"
"""pygame's old functions return the clipboard's bytes, which are UTF-16 on Windows and UTF-8 elsewhere."""
CLIPBOARD_ERRORS = (pygame.error, NotImplementedError, ImportError, AttributeError, OSError)
"""Raised if there is no window or no clipboard, or if pygame was built without this module."""

_last_copied = ""
"""The last text copied in the game."""


def copy(text: str) -> None:
    global _last_copied
    _last_copied = text
    try:
        if hasattr(pygame.scrap, "put_text"):
            pygame.scrap.put_text(text)
        else:
            _put_with_old_functions(text)
    except CLIPBOARD_ERRORS:
        return


def paste() -> str:
    """Returns the text in the clipboard, or else the last text copied in the game."""
    try:
        if hasattr(pygame.scrap, "get_text"):
            return pygame.scrap.get_text() or _last_copied
        return _get_with_old_functions() or _last_copied
    except CLIPBOARD_ERRORS:
        return _last_copied


def _put_with_old_functions(text: str) -> None:
    """Copies text with the functions of pygame 2.6, which pygame-ce deprecates."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        pygame.scrap.init()
        if ON_WINDOWS:
            pygame.scrap.put(UTF8_TEXT, f"{text}\0".encode("utf-16-le"))
        else:
            pygame.scrap.put(pygame.SCRAP_TEXT, text.encode())


def _get_with_old_functions() -> str:
    """Returns the text in the clipboard with the functions of pygame 2.6."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        pygame.scrap.init()
        if data := pygame.scrap.get(UTF8_TEXT):
            return data.decode("utf-16-le" if ON_WINDOWS else "utf-8", errors="replace").split("\0")[0]
        data = pygame.scrap.get(pygame.SCRAP_TEXT) or b""
    return data.decode(errors="replace").rstrip("\0")
