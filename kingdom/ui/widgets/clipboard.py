"""The system's clipboard. Where there is none, what was copied here can still be put in here."""

from __future__ import annotations

import warnings

import pygame

UTF8 = "text/plain;charset=utf-8"
"""The type under which other programs' words come; `pygame.SCRAP_TEXT` is the other."""

_own = ""
"""What was copied here last."""


def copy(text: str) -> None:
    """Put words into the clipboard."""
    global _own
    _own = text
    with warnings.catch_warnings():
        warnings.simplefilter(
            "ignore", DeprecationWarning
        )  # pygame-ce has newer calls, pygame has only these
        try:
            pygame.scrap.init()
            pygame.scrap.put(pygame.SCRAP_TEXT, text.encode())
        except (pygame.error, NotImplementedError, ImportError, AttributeError, OSError):
            return  # no window, no clipboard, or a pygame without that part


def paste() -> str:
    """The words in the clipboard; if there are none, those that were copied here last."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        try:
            pygame.scrap.init()
            found = pygame.scrap.get(UTF8) or pygame.scrap.get(pygame.SCRAP_TEXT)
        except (pygame.error, NotImplementedError, ImportError, AttributeError, OSError):
            return _own
    return found.decode(errors="replace").rstrip("\0") if found else _own
