"""From choices or a record to a match; what cannot be played or read is told, and nothing is lost."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path

from kingdom.match.choices import CannotStart, Choices
from kingdom.match.match import Match
from kingdom.match.seeds import new_seed
from kingdom.rules.registry import BadSetup
from kingdom.rules.setup import new_game
from kingdom.ui.scene.dialog import message
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.words import why_not_start


def start_game(app: Host, choices: Choices) -> Match | None:
    """Begin a new game, if that works. An unfinished game is kept as a save of its own."""
    try:
        setup = choices.setup()
        new_game(setup)  # what cannot be played is refused before the unfinished game is put away
        keep_unfinished(app)
        match = Match.start(setup, choices.table(), app.keeper)
    except (CannotStart, BadSetup, OSError) as error:
        message(app, app.say("ui.new.cannot"), why_not_start(app.texts, error), icon="warning")
        return None
    app.settings.new_game = choices.written()
    app.save_settings()
    return match


def start_again(app: Host, last: Match) -> Match | None:
    """The same seats and boxes; what was left to chance comes out another way."""
    try:
        keep_unfinished(app)
        return Match.start(replace(last.record.setup, seed=new_seed()), last.seats, app.keeper)
    except (BadSetup, OSError) as error:
        message(app, app.say("ui.new.cannot"), str(error), icon="warning")
        return None


def keep_unfinished(app: Host) -> None:
    """Another game must not cost the one that is going on."""
    try:
        changed = app.keeper.current.stat().st_mtime
    except OSError:
        return
    date = time.strftime("%Y-%m-%d %H-%M", time.localtime(changed))
    app.keeper.make_room(app.say("ui.save.unfinished", date=date))


def resume_game(app: Host, path: Path) -> Match | None:
    """Go on with a saved game, if that works. The file stays as it is if it cannot be read."""
    try:
        record = app.keeper.load(path)
        if path != app.keeper.current:
            keep_unfinished(app)
        return Match.resume(record, app.keeper)
    except (BadSetup, OSError) as error:
        said = app.say("ui.menu.continue_failed", reason=error, file=path)
        message(app, app.say("ui.load.cannot"), said, icon="warning")
        return None
