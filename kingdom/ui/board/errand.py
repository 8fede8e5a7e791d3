"""One picture that a thread makes beside the window."""

from __future__ import annotations

import contextlib
import threading
from collections.abc import Callable
from typing import Generic, TypeVar

Made = TypeVar("Made")
Wanted = Callable[[], bool]
"""Asked now and then by who makes something large: whether it is still wanted."""


class NotWanted(Exception):
    """Nobody waits for the picture any more."""


def always() -> bool:
    """It is wanted."""
    return True


class Errand(threading.Thread, Generic[Made]):
    """Keeps what was made, so that nothing is left of it when the errand is dropped, whenever that is: who
    dropped it may be remembered for a while, and pictures are large."""

    def __init__(self, make: Callable[[Wanted], Made]) -> None:
        super().__init__(daemon=True)
        self._make = make
        self._wanted = True
        self.made: Made | None = None
        self.start()

    def run(self) -> None:
        with contextlib.suppress(NotWanted):
            self.made = self._make(lambda: self._wanted)

    def drop(self) -> None:
        """It is not wanted any more; whoever calls goes on at once."""
        self._wanted = False

    @property
    def failed(self) -> bool:
        """Whether it has come to its end with nothing made."""
        return not self.is_alive() and self.made is None
