"""ShareDialog: asks for a format and a folder, then shows the progress and the result."""

from __future__ import annotations

import logging
import sys
from collections.abc import Callable
from pathlib import Path

from kingdom.record import Record
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog, DialogButton
from kingdom.ui.framework.pictures import copy_picture, open_folder, pictures_folder
from kingdom.ui.framework.settings import MAX_PATH_LENGTH
from kingdom.ui.share.export_job import ExportRequest, default_export_path, start_export
from kingdom.ui.share.game_images import EXPORT_SUFFIXES, PNG
from kingdom.ui.widgets import clipboard
from kingdom.ui.widgets.controls import Button, Label, ProgressBar
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.layout import Item, VBox
from kingdom.ui.widgets.text_field import TextField
from kingdom.worker.client import Job
from kingdom.worker.executor import BackgroundTask, IsNeeded
from kingdom.worker.messages import ProcessError

log = logging.getLogger(__name__)

ON_LINUX = sys.platform == "linux"
PROGRESS_INTERVAL_S = 0.1
"""Interval between updates of the progress bar, in seconds."""


class ShareDialog(Dialog):
    """Shows the options first, then a progress bar, and finally the path of the file."""

    def __init__(self, app: App, record: Record) -> None:
        self.record = record
        self.job: Job[Path] | None = None
        self.desktop_task: BackgroundTask[str] | None = None
        """Opens the folder or copies the picture. The result is the text of a toast."""
        self.path = Path()
        """Requested path of the exported file."""
        self.format_dropdown = Dropdown(
            [(suffix, app.tr(f"ui.share.kind{suffix}")) for suffix in EXPORT_SUFFIXES], EXPORT_SUFFIXES[0]
        )
        self.folder_field = TextField(
            app.settings.pictures or str(pictures_folder("")),
            max_length=MAX_PATH_LENGTH,
            on_enter=self._start,
        )
        super().__init__(app.tr("ui.share.title"), "", [DialogButton("")])
        self.app = app
        self._show_options(app.tr("ui.share.text"))

    @property
    def poll_interval(self) -> float:
        """Polling interval. It is short while the progress bar moves."""
        return PROGRESS_INTERVAL_S if self.job is not None and self.job.is_pending else 1.0

    def leave(self) -> None:
        if self.job is not None:
            self.job.cancel()

    # --- content

    def _show_step(self, text: str, *buttons: Button) -> None:
        self.text = self.text_label.text = text
        self.buttons = list(buttons)
        self._focused_index = next((i for i, button in enumerate(buttons) if button.kind == "primary"), 0)
        if self in self.app.scenes:
            self.layout(self.app.size)
            self.group.set_focus(self.buttons[self._focused_index])
            self.app.needs_redraw = True

    def _show_options(self, text: str) -> None:
        tr = self.app.tr
        self._show_step(
            text,
            Button(tr("ui.share.make"), self._start, kind="primary"),
            Button(tr("ui.cancel"), self._close),
        )

    def compose(self) -> list[Item]:
        if self.job is not None:
            return (
                [] if self.job.is_done else [ProgressBar(self._progress, self.app.translator.format_percent)]
            )
        folder = VBox(Label(self.app.tr("ui.share.folder")), self.folder_field, gap=4)
        return [VBox(self.format_dropdown.sized(width=420, align="left"), folder, gap=8)]

    def _progress(self) -> float:
        return self.job.progress if self.job is not None else 0.0

    # --- actions

    def _start(self) -> None:
        app, entered = self.app, self.folder_field.text.strip()
        folder = pictures_folder(entered)
        remembered = str(folder) if folder != pictures_folder("") else ""
        if remembered != app.settings.pictures:
            app.settings.pictures = remembered
            app.save_settings()
        self.path = default_export_path(folder, self.record, str(self.format_dropdown.value))
        self.job = start_export(
            ExportRequest(
                self.record, self.path, language=app.settings.language, player_symbols=app.settings.marks
            )
        )
        self._show_step(app.tr("ui.share.making"), Button(app.tr("ui.share.stop"), self._close))

    def _close(self) -> None:
        self.app.pop(self)

    def _copy_path(self, path: Path) -> None:
        clipboard.copy(str(path))
        self.app.toast(self.app.tr("ui.share.copied"))

    def _open_folder(self, path: Path) -> None:
        failure = self.app.tr("ui.share.folder.failed", folder=path.parent)
        self._start_desktop_task(lambda: open_folder(path.parent), "", failure)

    def _copy_picture(self, path: Path) -> None:
        tr = self.app.tr
        failure = tr("ui.share.picture.failed.linux" if ON_LINUX else "ui.share.picture.failed")
        self._start_desktop_task(lambda: copy_picture(path), tr("ui.share.picture.copied"), failure)

    def _start_desktop_task(self, action: Callable[[], object], success: str, failure: str) -> None:
        """Runs an action on a thread and shows its outcome in a toast."""

        def run(is_needed: IsNeeded) -> str:
            try:
                action()
            except OSError:
                log.warning("a tool of the desktop failed", exc_info=True)
                return failure
            return success

        if self.desktop_task is None:
            self.desktop_task = BackgroundTask(run)

    def update(self, seconds: float) -> bool:
        if self.desktop_task is not None and self.desktop_task.is_done:
            if self.desktop_task.result:
                self.app.toast(self.desktop_task.result)
            self.desktop_task = None
        job = self.job
        if job is not None and job.is_done and len(self.buttons) == 1:
            self._show_result(job)
        elif job is not None and job.is_pending:
            self.app.needs_redraw = True
        return super().update(seconds)

    def _show_result(self, job: Job[Path]) -> None:
        tr, path = self.app.tr, job.result
        if path is None:
            self.job = None
            reason = self.app.failure_text(job.error or ProcessError())
            self._show_options(tr("ui.share.failed", reason=reason, file=self.path))
            return
        self._show_step(
            tr("ui.share.done", file=path),
            Button(tr("ui.share.open"), lambda: self._open_folder(path)),
            *(
                [Button(tr("ui.share.picture"), lambda: self._copy_picture(path))]
                if path.suffix == PNG
                else []
            ),
            Button(tr("ui.share.copy"), lambda: self._copy_path(path)),
            Button(tr("ui.ok"), self._close, kind="primary"),
        )
