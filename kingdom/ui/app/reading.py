"""A file is read beside the window: until it is, nothing else can be done there but to give it up."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NoReturn

import pygame

from kingdom.ui.board.errand import Errand
from kingdom.ui.scene.dialog import Dialog, Reply
from kingdom.ui.scene.host import Host

UNSEEN = 0.4
"""Seconds until it shows itself: most disks are quicker."""
Then = Callable[[], object]
"""What the window does with what was read."""


class Reading(Dialog):
    """Over the scene that asked for a file; `read` runs on a thread and says what is to be done then."""

    def __init__(self, app: Host, read: Callable[[], Then]) -> None:
        cancel = Reply(app.say("ui.cancel"), self._give_up)
        super().__init__(app.say("ui.load.opening"), app.say("ui.load.opening.text"), [cancel], icon="clock")
        self._waited = 0.0
        self._errand = Errand(lambda wanted: _guarded(read))

    def _give_up(self) -> None:
        self._errand.drop()

    def join(self) -> None:
        """Wait until it is read."""
        self._errand.join()

    @property
    def _seen(self) -> bool:
        return self._waited >= UNSEEN

    def handle(self, event: pygame.event.Event) -> bool:
        by_key = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        return super().handle(event) if self._seen or by_key else True

    def update(self, seconds: float) -> bool:
        self._waited += seconds
        if self._errand.made is not None:
            self.app.pop(self)
            self._errand.made()
        super().update(seconds)
        return True

    def draw(self, surface: pygame.Surface) -> None:
        if self._seen:
            super().draw(surface)


def _guarded(read: Callable[[], Then]) -> Then:
    """What goes wrong on the thread is told by the window."""
    try:
        return read()
    except Exception as error:
        return failing(error)


def failing(error: Exception) -> Callable[[], NoReturn]:
    """Something to do that fails so: what went wrong on a thread is raised where it can be told."""
    return partial(_fail, error)


def _fail(error: Exception) -> NoReturn:
    raise error
