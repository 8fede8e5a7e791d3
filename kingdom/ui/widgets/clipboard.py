"""Copies and pastes text through the system clipboard. If the system has no clipboard, copying and pasting
still works within the game."""

from __future__ import annotations

import warnings

import pygame

UTF8_TEXT = "text/plain;charset=utf-8"
"""Type of text copied in other applications. The fallback is `pygame.SCRAP_TEXT`."""

_last_copied = ""
"""The last text copied in the game."""


def copy(text: str) -> None:
    """Copies text to the clipboard."""
    global _last_copied
    _last_copied = text
    with warnings.catch_warnings():
        # pygame-ce deprecates these functions in favor of newer ones, but pygame has no others.
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            pygame.scrap.init()
            pygame.scrap.put(pygame.SCRAP_TEXT, text.encode())
        except (pygame.error, NotImplementedError, ImportError, AttributeError, OSError):
            return  # No window, no clipboard, or pygame was built without this module.


def paste() -> str:
    """Returns the text in the clipboard, or else the last text copied in the game."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            pygame.scrap.init()
            data = pygame.scrap.get(UTF8_TEXT) or pygame.scrap.get(pygame.SCRAP_TEXT)
        except (pygame.error, NotImplementedError, ImportError, AttributeError, OSError):
            return _last_copied
    return data.decode(errors="replace").rstrip("\0") if data else _last_copied
