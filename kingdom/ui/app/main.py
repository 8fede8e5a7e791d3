"""Opens the game: the log, the window, the main menu."""

from __future__ import annotations

import logging
import logging.handlers
import sys
from contextlib import suppress
from pathlib import Path

import pygame

from kingdom.files import clipped, sweep
from kingdom.paths import log_file
from kingdom.text import Texts, system_language
from kingdom.ui.app.app import App
from kingdom.ui.app.news import tell_of_settings
from kingdom.ui.app.reading import Reading
from kingdom.ui.draw.last_resort import show_trouble
from kingdom.ui.draw.sheets import MissingAsset

EXIT_INTERRUPTED = 130
"""As a shell tells that Ctrl+C ended a program."""

log = logging.getLogger(__name__)


def start_log() -> None:
    """Errors go to a file in the user's log folder, or to the console where that cannot be written."""
    handler: logging.Handler
    logging.raiseExceptions = False  # a full disk shall not fill the console as well
    try:
        log_file().parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            log_file(), maxBytes=500_000, backupCount=2, encoding="utf-8"
        )
    except OSError:
        handler = logging.StreamHandler()
    logging.basicConfig(
        level=logging.WARNING, handlers=[handler], format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )


def main(smoke: bool = False, file: Path | None = None, review: Path | None = None) -> int:
    """Open the game, with a file at the game in it, or looking at the one in `review` again; with `smoke`,
    draw once, say so, and leave."""
    start_log()
    app: App | None = None
    try:
        app = App()
        if app.keeper.claim():
            sweep(app.store.path.parent, app.store.path.name)
        app.ways.menu()
        if file is not None:
            app.ways.open(file)
        app.step([], 0.0)
        if smoke and isinstance(app.scene, Reading):
            app.scene.join()
            app.step([], 0.0)
    except Exception as error:  # whatever it is, it must be seen
        _cannot_open(error, smoke or (app is None and isinstance(error, pygame.error)))
        return 1
    if smoke:
        print("ready", flush=True)
        app.close()
        return 0
    if review is not None:
        app.ways.review_file(review)
    elif not app.settings.name and file is None:
        app.ways.welcome()
    tell_of_settings(app)
    app.clerk.look_through()
    try:
        return app.run()
    except KeyboardInterrupt:
        app.close()
        return EXIT_INTERRUPTED


def _cannot_open(error: Exception, quietly: bool) -> None:
    """Say why: in the log, on the console, and in a window unless nobody could see it."""
    log.error("the window cannot be opened", exc_info=error)
    print(f"kingdom: the window cannot be opened: {clipped(error)}", file=sys.stderr)
    print(f"The details are in {log_file()}", file=sys.stderr)
    if quietly:
        return
    texts = Texts(system_language())
    if isinstance(error, MissingAsset | OSError):
        said = texts.say("ui.error.missing", what=clipped(error))
    else:
        said = texts.say("ui.error.start", error=clipped(f"{type(error).__name__}: {error}"), log=log_file())
    with suppress(pygame.error):
        show_trouble(texts.say("ui.error.title"), said)
