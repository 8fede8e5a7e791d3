"""A dialog that loads a file in the background. The player can cancel loading."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NoReturn

import pygame

from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog, DialogButton
from kingdom.worker.background_task import BackgroundTask

SHOW_DELAY_SECONDS = 0.4
"""Delay in seconds before the dialog appears. Most files load faster than this."""
OnLoaded = Callable[[], object]
"""A function that is called on the UI thread after loading."""


class LoadingDialog(Dialog):
    """Runs `load` on a background thread. Then calls the function that `load` returned, on the UI thread."""

    def __init__(self, app: App, load: Callable[[], OnLoaded]) -> None:
        cancel_button = DialogButton(app.tr("ui.cancel"), self._cancel)
        super().__init__(
            app.tr("ui.load.opening"), app.tr("ui.load.opening.text"), [cancel_button], icon="clock"
        )
        self._elapsed = 0.0
        self._task = BackgroundTask(lambda is_needed: _capture_errors(load))

    def _cancel(self) -> None:
        self._task.cancel()

    def join(self) -> None:
        """Waits until loading is done."""
        self._task.join()

    @property
    def _is_visible(self) -> bool:
        return self._elapsed >= SHOW_DELAY_SECONDS

    def handle(self, event: pygame.event.Event) -> bool:
        is_escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        return super().handle(event) if self._is_visible or is_escape else True

    def update(self, seconds: float) -> bool:
        self._elapsed += seconds
        if self._task.result is not None:
            self.app.pop(self)
            self._task.result()
        super().update(seconds)
        return True

    def draw(self, surface: pygame.Surface) -> None:
        if self._is_visible:
            super().draw(surface)


def _capture_errors(load: Callable[[], OnLoaded]) -> OnLoaded:
    """Runs `load` and returns its result. If `load` raises an exception, returns a function that re-raises
    the exception on the UI thread."""
    try:
        return load()
    except Exception as error:
        return make_raiser(error)


def make_raiser(error: Exception) -> Callable[[], NoReturn]:
    """Returns a function that raises `error` when called."""
    return partial(_raise, error)


def _raise(error: Exception) -> NoReturn:
    raise error
