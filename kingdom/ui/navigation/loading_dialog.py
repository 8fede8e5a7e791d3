"""A dialog that loads a game in the background. It shows the progress, and the player can cancel loading."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import NoReturn, TypeVar

import pygame

from kingdom.record import OnProgress
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog, DialogButton, show_message
from kingdom.ui.widgets.controls import ProgressBar
from kingdom.ui.widgets.layout import Item
from kingdom.worker.executor import BackgroundTask, IsNeeded, TaskCancelled

SHOW_DELAY_SECONDS = 0.4
"""Delay in seconds before the dialog appears. Most files load faster than this."""
LoadedT = TypeVar("LoadedT")


class GameLoadError(Exception):
    """Raised if a game cannot be opened. The message is shown to the player."""


class LoadingDialog(Dialog):
    """Runs `load` on a background thread, then passes its result to `on_loaded` on the UI thread. If `load`
    raises GameLoadError, shows the message instead."""

    accepts_files = False

    def __init__(
        self,
        app: App,
        error_title: str,
        load: Callable[[OnProgress], LoadedT],
        on_loaded: Callable[[LoadedT], object],
    ) -> None:
        cancel_button = DialogButton(app.tr("ui.cancel"), lambda: self._task.cancel())
        super().__init__(
            app.tr("ui.load.opening"), app.tr("ui.load.opening.text"), [cancel_button], icon="clock"
        )
        self.progress = 0.0
        """From 0 to 1; 0 if it is unknown."""
        self.progress_bar = ProgressBar(lambda: self.progress, app.translator.format_percent)
        self.progress_bar.visible = False
        self._elapsed = 0.0

        def run(is_needed: IsNeeded) -> Callable[[], object]:
            """Returns a function to call on the UI thread."""

            def on_progress(progress: float) -> None:
                if not is_needed():
                    raise TaskCancelled
                self.progress = progress

            try:
                return partial(on_loaded, load(on_progress))
            except TaskCancelled:
                raise
            except GameLoadError as error:
                return partial(show_message, app, error_title, str(error), icon="warning")
            except Exception as error:
                return partial(_raise, error)

        self._task = BackgroundTask(run)

    def join(self) -> None:
        """Waits until loading is done."""
        self._task.join()

    @property
    def _is_visible(self) -> bool:
        return self._elapsed >= SHOW_DELAY_SECONDS

    def compose(self) -> list[Item]:
        return [self.progress_bar]

    def handle(self, event: pygame.event.Event) -> bool:
        is_escape = event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE
        return super().handle(event) if self._is_visible or is_escape else True

    def update(self, seconds: float) -> bool:
        self._elapsed += seconds
        self.progress_bar.visible = self.progress > 0
        if self._task.result is not None:
            self.app.pop(self)
            self._task.result()
        super().update(seconds)
        return True

    def draw(self, surface: pygame.Surface) -> None:
        if self._is_visible:
            super().draw(surface)


def _raise(error: Exception) -> NoReturn:
    raise error
