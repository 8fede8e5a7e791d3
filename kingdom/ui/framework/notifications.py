"""Toasts, and notifications about background work: saves, settings, statistics and achievements."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kingdom.stats.achievements import get_achievement
from kingdom.stats.activity_log import DailyThresholds, append_activity
from kingdom.ui.framework.dialog import show_message
from kingdom.ui.game_text import achievement_title

if TYPE_CHECKING:
    from kingdom.ui.framework.app import App


TOAST_SECONDS = 3.5


@dataclass
class Toast:
    """A short message that disappears after a few seconds."""

    text: str
    seconds_left: float = TOAST_SECONDS


MAX_ACHIEVEMENT_TOASTS = 3
"""If there are more new achievements than this, a single toast shows only their number."""


def warn_about_settings(app: App) -> None:
    """Shows a message if the settings could not be loaded at startup."""
    if app.settings_store.load_error is None:
        return
    kind = "damaged" if app.settings_store.quarantined_file else "unreadable"
    text = app.tr(
        f"ui.settings.{kind}.text",
        reason=app.settings_store.load_error,
        file=app.settings_store.quarantined_file,
    )
    show_message(app, app.tr("ui.settings.damaged.title"), text, icon="warning")


def warn_about_progress(app: App) -> None:
    """Shows a message if the lesson progress could not be loaded at startup."""
    if app.progress.load_error is None:
        return
    kind = "damaged" if app.progress.quarantined_file else "unreadable"
    text = app.tr(f"ui.learn.{kind}.text", reason=app.progress.load_error, file=app.progress.quarantined_file)
    show_message(app, app.tr("ui.learn.damaged.title"), text, icon="warning")


def show_notifications(app: App) -> None:
    """Shows all pending notifications. Never blocks."""
    app.screenshots.show_result(app)
    if app.settings_store.save_error is not None:
        app.warn_once(app.tr("ui.settings.not_saved", reason=app.settings_store.save_error))
    if app.progress.save_error is not None:
        app.warn_once(app.tr("ui.learn.not_saved", reason=app.progress.save_error))
    for name, error in app.save_store.take_save_results() if app.save_store.has_save_results else ():
        if error is None:
            app.toast(app.tr("ui.save.done", name=name))
        else:
            text = app.tr("ui.save.failed.text", reason=error)
            show_message(app, app.tr("ui.save.failed"), text, icon="warning")
    benchmark = app.daily_benchmark.take_thresholds()
    if benchmark is not None:
        thresholds = DailyThresholds(benchmark[0].isoformat(), *benchmark[1])
        app.stats_service.submit_query(lambda database: append_activity(database, thresholds))
    if app.stats_service.has_notifications and not (
        app.scene is not None and app.scene.suppress_notifications
    ):
        _show_stats_notifications(app)


def _show_stats_notifications(app: App) -> None:
    for notification in app.stats_service.take_notifications():
        if notification.quarantined_file is not None:
            text = app.tr("ui.chronicle.damaged.text", file=notification.quarantined_file)
            show_message(app, app.tr("ui.chronicle.damaged.title"), text, icon="warning")
        if notification.error is not None:
            app.warn_once(app.tr("ui.chronicle.not_kept", reason=notification.error))
        if notification.new_rating is not None:
            name, points = notification.new_rating
            app.toast(app.tr("ui.chronicle.follows", name=name, points=points))
        _announce_achievements(app, notification.new_achievements)


def _announce_achievements(app: App, earned: Sequence[tuple[str, str]]) -> None:
    """Shows a toast with each player's new achievements. If a player reached several tiers of the same
    achievement, only the highest is named."""
    best = {(name, get_achievement(key).family): key for name, key in earned}
    if len(best) > MAX_ACHIEVEMENT_TOASTS:
        app.toast(app.tr("ui.chronicle.earned.many", count=len(best)))
        return
    titles: dict[str, list[str]] = {}
    for (name, _), key in best.items():
        titles.setdefault(name, []).append(achievement_title(app.translator, key))
    for name, player_titles in titles.items():
        app.toast(
            app.tr("ui.chronicle.earned", name=name, title=app.translator.format_list_with_and(player_titles))
        )
