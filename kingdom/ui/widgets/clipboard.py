"""Copies and pastes text through the system clipboard. If there is none, text copied in the game can still be
pasted into it."""

from __future__ import annotations

import warnings

import pygame

UTF8_TEXT = "text/plain;charset=utf-8"
"""Type of text copied in other applications; `pygame.SCRAP_TEXT` is the fallback."""

_last_copied = ""
"""The last text copied in the game."""


def copy(text: str) -> None:
    """Copies text to the clipboard."""
    global _last_copied
    _last_copied = text
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", DeprecationWarning
        )  # pygame-ce has newer functions, but pygame has only these.
        try:
            pygame.scrap.init()
            pygame.scrap.put(pygame.SCRAP_TEXT, text.encode())
        except (pygame.error, NotImplementedError, ImportError, AttributeError, OSError):
            return  # No window, no clipboard, or pygame built without this module.


def paste() -> str:
    """Returns the text in the clipboard or, if there is none, the last text copied in the game."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            pygame.scrap.init()
            data = pygame.scrap.get(UTF8_TEXT) or pygame.scrap.get(pygame.SCRAP_TEXT)
        except (pygame.error, NotImplementedError, ImportError, AttributeError, OSError):
            return _last_copied
    return data.decode(errors="replace").rstrip("\0") if data else _last_copied
