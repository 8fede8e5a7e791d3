"""What the state of the match asks of the window besides the table itself: a curtain, a dialog about a
program in trouble, the final count, the words of a hint. It only follows; the match decides."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom.match.machine import State
from kingdom.ui.panels.hint_words import hint_words
from kingdom.ui.scene.scene import Scene
from kingdom.ui.table.banner import last_round
from kingdom.ui.table.curtain import Curtain
from kingdom.ui.table.trouble import TroubleDialog
from kingdom.ui.table.tutor import TutorDialog

if TYPE_CHECKING:
    from kingdom.ui.table.table import TableScene

HINT_SECONDS, THINKING_SECONDS = 15.0, 60.0
"""How long messages stay."""


class Mirror:
    """Compares the state with what is shown, and shows it."""

    def __init__(self, table: TableScene) -> None:
        self.table, self.match = table, table.match
        self._shown: tuple[State, int] = (State.SETTING_UP, -1)
        """The state that is shown, and whose decision."""
        self.over: Scene | None = None
        """What lies over the table because of it."""

    def follow(self) -> None:
        """Show the state of the match, if it is another."""
        app, match = self.table.app, self.match
        if match.problem is not None:
            said = app.say("ui.table.not_saved", reason=match.problem)
            app.warn(said)
            app.toast(said)  # again and again, as long as it lasts
        if match.told is not None:
            (gone, reason), match.told = match.told, None
            app.toast(app.say("ui.table.bot_gone", player=match.seats[gone].name, reason=reason))
            self.table.refresh()
        before, _ = self._shown
        if (match.state, match.decider) == self._shown:
            return
        self._shown = match.state, match.decider
        if self.over is not None:
            app.pop(self.over)
            self.over = None
        if before is State.HINTING:
            self._end_hint()
        if before is State.CURTAIN or match.state is State.CURTAIN:
            self.table.side.tell_anew()  # another person looks on, or nobody may
        if match.state is State.CURTAIN:
            seat = match.seats[match.decider]
            self._cover(Curtain(seat.name, seat.colour, self.ready, lambda: app.ways.pause(match)))
        elif match.state is State.TUTORED and match.objection is not None:
            self.ask_of_tutor()
        elif match.state is State.TROUBLE and match.trouble is not None:
            self._cover(TroubleDialog(app, match, match.trouble, self._handed_over))
        elif match.state is State.OVER:
            match.counted()
            app.play("game_end")
            app.ways.ceremony(match)

    def ask_of_tutor(self) -> None:
        """Whether the turn shall stand."""
        objection = self.match.objection
        if objection is not None:
            self._cover(TutorDialog(self.table, objection[1]))

    def _cover(self, scene: Scene) -> None:
        self.over = scene
        self.table.app.push(scene)

    def ready(self) -> None:
        """The next person looks on."""
        self.match.ready()
        self.table.banner.show(last_round(self.match, self.table.app.texts))
        self.table.app.play("turn")
        self.table.refresh()
        self.follow()

    def _handed_over(self) -> None:
        self.table.refresh()
        self.follow()

    # --- hints

    def tell_hint(self) -> None:
        """The hint in words, or that it is being thought of."""
        app, match, bar = self.table.app, self.match, self.table.bar
        if match.hint is not None:
            bar.tell(hint_words(app.texts, match.hint), HINT_SECONDS)
        elif match.state is State.HINTING:
            bar.tell(app.say("ui.table.hint.thinking"), THINKING_SECONDS)

    def _end_hint(self) -> None:
        """It has come, or there is none to be had."""
        self.table.bar.tell("", 0)
        hint = self.match.hint
        if hint is not None:
            self.tell_hint()
            if hint.answers and isinstance(hint.answers[0], int):
                self.table.view.reveal(hint.answers[0])
                self.table.input.look_again()
        self.table.refresh()
