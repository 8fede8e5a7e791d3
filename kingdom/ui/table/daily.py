"""The daily land at the table: a game like any other, but the same for everybody, so nobody is helped."""

from __future__ import annotations

from kingdom.ui.table.table import TableScene


class DailyTable(TableScene):
    """A table without hints and without the tutor."""

    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        self.match.tutor.limits = {}

    def refresh(self) -> None:
        super().refresh()
        self.bar.hint.enabled, self.bar.hint.why = False, self.app.say("ui.daily.no_hint")
