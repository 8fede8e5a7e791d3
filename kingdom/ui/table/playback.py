"""What goes on at the table by itself: movements show what happened, programs answer, and time passes between
two answers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom.match.machine import State
from kingdom.rules.events import EndTriggered, Event, TurnBegan, TurnEnded
from kingdom.ui.board.animation import PAUSE, Animator, Where
from kingdom.ui.panels.narration import lays_open
from kingdom.ui.scene.settings import AT_ONCE, CALMLY, QUICKLY, TURN_BY_TURN
from kingdom.ui.table.banner import last_round

if TYPE_CHECKING:
    from kingdom.ui.table.table import TableScene

FOR_EVER = float("inf")
LOOKED_AT = {AT_ONCE: (0.0, 0.0), QUICKLY: (0.22, 0.6), CALMLY: (0.7, 2.0), TURN_BY_TURN: (0.35, FOR_EVER)}
"""Seconds that a program's answer is left to be looked at, and the last one of its turn."""


class Playback:
    """Shows the events of an answer, and tells the match when it has."""

    def __init__(self, table: TableScene) -> None:
        self.table, self.match = table, table.match
        self.animator = Animator()
        self._pause = 0.0
        """Seconds until the next answer is shown."""

    @property
    def waits(self) -> bool:
        """Whether the game goes on only when somebody says so."""
        return self.match.state is State.PLAYBACK and self._pause == FOR_EVER

    def play(self, happened: tuple[Event, ...], by_program: bool = False) -> None:
        """Begin to show what an answer brought about."""
        app, match = self.table.app, self.match
        speed, pause = app.settings.animation, PAUSE[app.settings.animation]
        if by_program:
            answer, turn = LOOKED_AT[app.settings.programs]
            pause = turn if any(isinstance(event, TurnEnded) for event in happened) else answer
            speed = "off" if app.settings.programs == AT_ONCE else speed
        shown = tuple(
            event
            for event in happened
            if not isinstance(event, self.table.hushed) and not lays_open(event, match.covered)
        )
        self.animator.play(shown, match.game, self.table.colours, speed, app.play)
        self._pause = pause
        if any(isinstance(event, EndTriggered) for event in happened):
            self.table.banner.show(last_round(match, app.texts))
        began = next((event for event in happened if isinstance(event, TurnBegan)), None)
        if began is not None and match.seats[began.player].is_person and len(match.people) == 1:
            app.play("turn")

    def end(self) -> None:
        """Show the rest at once."""
        self.animator.finish()
        self._pause = 0.0
        self.match.played()
        self.table.refresh()
        self.table.mirror.follow()

    def update(self, seconds: float) -> bool:
        """Let time pass, and look whether a program has answered; whether something moves."""
        match, table = self.match, self.table
        moving = self.animator.update(seconds, table.app.play)
        if moving:
            table.view.show(match.game, self.animator.hidden)
        happened = match.poll()
        if happened is not None:
            self.play(happened, by_program=True)
            table.refresh()
        if match.state is State.PLAYBACK and not self.animator.busy:
            self._pause -= seconds
            if self._pause <= 0:
                match.played()
                table.refresh()
        return moving or self.animator.busy or (match.state is State.PLAYBACK and not self.waits)

    def where(self) -> Where:
        """Where things fly to and from."""
        table = self.table
        look, rows = table.app.look, table.side.rows

        def card() -> tuple[float, float]:
            bar = table.put.bar
            return float(bar.left + look.px(52)), float(bar.centery)

        return Where(
            table.view, lambda player: rows[player].coin(), lambda player: rows[player].shelf(), card
        )
