"""What a game can be made into."""

from __future__ import annotations

from collections.abc import Callable

PNG, GIF, WEBP = KINDS = (".png", ".gif", ".webp")
"""What a file may be, by how its name ends."""

Progress = Callable[[float], None]
"""Is told how much is done, from 0 to 1; may raise Stopped."""


class Stopped(Exception):
    """Nobody wants the file any more."""
