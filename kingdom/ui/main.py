"""Entry point of the desktop UI: sets up logging, creates the app and opens the main menu."""

from __future__ import annotations

import logging
import os
import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

import pygame

from kingdom.files import remove_temp_files, sanitize_line
from kingdom.log_setup import configure_logging
from kingdom.match.save_store import SaveStore
from kingdom.paths import UnsafeFolderError, log_file
from kingdom.text.system_locale import system_language
from kingdom.text.translator import Translator
from kingdom.ui.draw.error_window import show_startup_error
from kingdom.ui.draw.sprite_sheets import MissingAsset, SpriteSheets
from kingdom.ui.draw.surface_cache import configure_malloc
from kingdom.ui.framework.app import App
from kingdom.ui.framework.notifications import warn_about_progress, warn_about_settings
from kingdom.ui.framework.settings import SettingsStore
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.navigation.loading_dialog import LoadingDialog

if TYPE_CHECKING:
    from kingdom.ui.navigation.navigator import Navigator

EXIT_INTERRUPTED = 130
"""The usual shell exit code after Ctrl+C."""

log = logging.getLogger(__name__)


def create_app(
    settings_store: SettingsStore | None = None,
    save_store: SaveStore | None = None,
    size: tuple[int, int] | None = None,
    sprites: SpriteSheets | None = None,
) -> App:
    """Creates the app and gives it the function that creates its navigator."""
    app = App(settings_store, save_store, size, sprites)

    def create_navigator() -> Navigator:
        from kingdom.ui.navigation.navigator import Navigator  # imports every scene

        return Navigator(app)

    app.create_navigator = create_navigator
    return app


def main(smoke: bool = False, file: Path | None = None, review: Path | None = None) -> int:
    """Opens the window with the main menu, the game in `file`, or the review of the game in `review`. Returns
    the exit code. If `smoke` is set, draws one frame, prints "ready" and exits."""
    os.umask(0o077)  # All of the player's files and folders are private.
    configure_logging()
    configure_malloc()
    app: App | None = None
    try:
        app = create_app()
        if app.save_store.acquire_folder():
            remove_temp_files(app.settings_store.path.parent, app.settings_store.path.name)
        app.push(MainMenu())
        if file is not None:
            app.navigator.open_file(file)
        app.run_frame([], 0.0)
        if smoke and isinstance(app.scene, LoadingDialog):
            app.scene.join()
            app.run_frame([], 0.0)
    except Exception as error:  # Report any startup error to the player.
        _report_startup_error(error, smoke or (app is None and isinstance(error, pygame.error)))
        return 1
    if smoke:
        print("ready", flush=True)
        app.close()
        return 0
    app.preload()
    if review is not None:
        app.navigator.review_file(review)
    elif not app.settings.name and file is None:
        app.navigator.open_welcome()
    warn_about_settings(app)
    warn_about_progress(app)
    app.stats_service.scan()
    try:
        return app.run()
    except KeyboardInterrupt:
        app.close()
        return EXIT_INTERRUPTED


def _report_startup_error(error: Exception, console_only: bool) -> None:
    """Reports why the window cannot be opened. The error goes to the log and the console. Unless
    `console_only` is set, a minimal error window also shows it."""
    log.error("can't open the window", exc_info=error)
    print(f"kingdom: can't open the window: {sanitize_line(error)}", file=sys.stderr)
    if not isinstance(error, UnsafeFolderError):
        print(f"See the log for details: {log_file()}", file=sys.stderr)
    if console_only:
        return
    translator = Translator(system_language())
    if isinstance(error, UnsafeFolderError):
        text = translator.tr("ui.error.folder", folder=error.filename)
    elif isinstance(error, MissingAsset | OSError):
        text = translator.tr("ui.error.missing", what=sanitize_line(error))
    else:
        text = translator.tr(
            "ui.error.start", error=sanitize_line(f"{type(error).__name__}: {error}"), log=log_file()
        )
    with suppress(pygame.error):
        show_startup_error(translator.tr("ui.error.title"), text)
