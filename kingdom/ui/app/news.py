"""What becomes known beside the window is told in it: what is on disk and what cannot be written, what the
clerk has found out."""

from __future__ import annotations

from collections.abc import Sequence

from kingdom.profile.achievements import achievement_named
from kingdom.profile.deeds import Marks, note
from kingdom.ui.scene.dialog import message
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.words import title_of

MOST_NOTES = 3
"""Achievements that are told one by one."""


def tell_of_settings(app: Host) -> None:
    """If the settings could not be read at the start, say so."""
    if app.store.problem is None:
        return
    kind = "damaged" if app.store.set_aside else "unreadable"
    said = app.say(f"ui.settings.{kind}.text", reason=app.store.problem, file=app.store.set_aside)
    message(app, app.say("ui.settings.damaged.title"), said, icon="warning")


def tell_news(app: Host) -> None:
    """All that there is to tell now. Never waits."""
    if app.store.unsaved is not None:
        app.warn(app.say("ui.settings.not_saved", reason=app.store.unsaved))
    if app.progress.unsaved is not None:
        app.warn(app.say("ui.learn.not_saved", reason=app.progress.unsaved))
    for name, problem in app.keeper.news() if app.keeper.has_news else ():
        if problem is None:
            app.toast(app.say("ui.save.done", name=name))
        else:
            said = app.say("ui.save.failed.text", reason=problem)
            message(app, app.say("ui.save.failed"), said, icon="warning")
    marked = app.marking.poll()
    if marked is not None:
        deed = Marks(marked[0].isoformat(), *marked[1])
        app.clerk.ask(f"marks {deed.day}", lambda chronicle: note(chronicle, deed))
    if app.clerk.has_news and not (app.scene is not None and app.scene.tense):
        _tell_of_chronicle(app)


def _tell_of_chronicle(app: Host) -> None:
    """What the clerk has found out."""
    for told in app.clerk.news():
        if told.put_aside is not None:
            said = app.say("ui.chronicle.damaged.text", file=told.put_aside)
            message(app, app.say("ui.chronicle.damaged.title"), said, icon="warning")
        if told.problem is not None:
            app.warn(app.say("ui.chronicle.not_kept", reason=told.problem))
        if told.follows is not None:
            name, points = told.follows
            app.toast(app.say("ui.chronicle.follows", name=name, points=points))
        _tell_of_earned(app, told.earned)


def _tell_of_earned(app: Host, earned: Sequence[tuple[str, str]]) -> None:
    """A quiet note about who has earned which achievements; of a family the highest step counts."""
    best = {(name, achievement_named(key).family): key for name, key in earned}
    if len(best) > MOST_NOTES:
        app.toast(app.say("ui.chronicle.earned.many", count=len(best)))
        return
    titles: dict[str, list[str]] = {}
    for (name, _), key in best.items():
        titles.setdefault(name, []).append(title_of(app.texts, key))
    for name, earned_by in titles.items():
        app.toast(app.say("ui.chronicle.earned", name=name, title=", ".join(earned_by)))
