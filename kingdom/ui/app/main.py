"""Opens the game: the log, the window, the main menu."""

from __future__ import annotations

import logging
import logging.handlers
import sys

import pygame

from kingdom.paths import log_file
from kingdom.text import Texts, system_language
from kingdom.ui.app.app import App
from kingdom.ui.draw.last_resort import show_trouble
from kingdom.ui.draw.sheets import MissingAsset

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


def main(smoke: bool = False) -> int:
    """Open the game; with `smoke`, draw once, say so, and leave."""
    start_log()
    try:
        app = App()
    except (pygame.error, MissingAsset, OSError) as error:
        log.exception("the window cannot be opened")
        print(f"kingdom: the window cannot be opened: {error}", file=sys.stderr)
        print(f"The details are in {log_file()}", file=sys.stderr)
        if not smoke and not isinstance(
            error, pygame.error
        ):  # there is a display, but something to show is missing
            texts = Texts(system_language())
            show_trouble(texts.say("ui.error.title"), texts.say("ui.error.missing", what=error))
        return 1
    app.ways.menu()
    if smoke:
        app.step([], 0.0)
        print("ready", flush=True)
        app.close()
        return 0
    if not app.settings.name:
        app.ways.welcome()
    app.tell_of_settings()
    return app.run()
