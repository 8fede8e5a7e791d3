"""From choices or a record to the table."""

from __future__ import annotations

import time
from pathlib import Path

from kingdom.match.match import Match
from kingdom.rules.registry import BadSetup
from kingdom.rules.setup import new_game
from kingdom.ui.app import App
from kingdom.ui.choices import CannotStart, Choices
from kingdom.ui.dialog import message


def why_not(app: App, error: Exception) -> str:
    """Why a game cannot start, in words."""
    if isinstance(error, CannotStart):
        values = dict(error.values)
        if "boxes" in values:
            values["boxes"] = ", ".join(app.say(f"box.{name}") for name in values["boxes"])  # type: ignore[attr-defined]
        return app.say(error.key, **values)
    return str(error)


def start_game(app: App, choices: Choices) -> bool:
    """Begin a new game; whether that worked. An unfinished game is kept as a save of its own."""
    try:
        setup = choices.setup()
        new_game(setup)  # what cannot be played is refused before the unfinished game is put away
        keep_unfinished(app)
        match = Match.start(setup, choices.table(), app.keeper)
    except (CannotStart, BadSetup, OSError) as error:
        message(app, app.say("ui.new.cannot"), why_not(app, error), icon="warning")
        return False
    app.settings.new_game = choices.written()
    app.save_settings()
    show_table(app, match)
    return True


def keep_unfinished(app: App) -> None:
    """Another game must not cost the one that is going on."""
    try:
        changed = app.keeper.current.stat().st_mtime
    except OSError:
        return
    app.keeper.make_room(
        app.say("ui.save.unfinished", date=time.strftime("%Y-%m-%d %H-%M", time.localtime(changed)))
    )


def resume_game(app: App, path: Path) -> bool:
    """Go on with a saved game; whether that worked. The file stays as it is if it cannot be read."""
    try:
        record = app.keeper.load(path)
        if path != app.keeper.current:
            keep_unfinished(app)
        match = Match.resume(record, app.keeper)
    except (BadSetup, OSError) as error:
        message(
            app,
            app.say("ui.load.cannot"),
            app.say("ui.menu.continue_failed", reason=error, file=path),
            icon="warning",
        )
        return False
    show_table(app, match)
    return True


def show_table(app: App, match: Match) -> None:
    """The table, with nothing below it."""
    from kingdom.ui.table import TableScene

    app.replace(TableScene(match))
