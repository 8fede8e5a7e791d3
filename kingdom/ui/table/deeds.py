"""What a person does at the table: answer, take back, finish, ask for a hint. Whatever has to come to its end
first, does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom.match.machine import WAITING, State
from kingdom.rules.events import TurnBegan
from kingdom.rules.frames import Answer, IllegalAnswer
from kingdom.rules.hexes import BIT, Hex
from kingdom.ui.panels.words import said
from kingdom.ui.table.look_back import look_back
from kingdom.ui.table.prompt import sentence
from kingdom.ui.table.recap import Recap
from kingdom.ui.table.strip import ending

if TYPE_CHECKING:
    from kingdom.ui.table.table import TableScene

REFUSAL_SECONDS = 3.5
"""How long a refusal is told."""


class TableDeeds:
    """The buttons, the board and the keys all come here."""

    def __init__(self, table: TableScene) -> None:
        self.table, self.match = table, table.match

    def answer(self, answer: Answer) -> bool:
        """A person's answer; a refused one is told in the small line."""
        table, match = self.table, self.match
        if match.state is State.PLAYBACK:
            table.playback.end()
        if match.state not in WAITING:
            return False
        if match.objects(answer):
            table.refresh()
            table.mirror.follow()
            return True
        return self._give(answer)

    def stand(self) -> None:
        """Give the answer that the tutor objects to all the same."""
        if self.match.objection is not None:
            self._give(self.match.objection[0])

    def take_back(self) -> None:
        """Begin the turn that the tutor objects to once more."""
        table = self.table
        table.playback.animator.finish()
        self.match.take_back()
        table.app.play("undo")
        table.refresh()
        table.mirror.follow()

    def _give(self, answer: Answer) -> bool:
        table, match = self.table, self.match
        player = match.decider
        try:
            happened = match.answer(answer)
        except IllegalAnswer as refused:
            self.refuse(said(table.app.texts, refused))
            return False
        table.bar.tell("", 0)
        table.group.set_focus(None)
        table.playback.play(happened)
        if not match.game.over and match.decider == player:
            match.played()  # who goes on need not wait for movements
        table.input.answered()
        table.refresh()
        table.mirror.follow()
        return True

    def choose(self, number: Hex) -> None:
        """A hex is chosen; choosing the origin of a half-made move takes that back."""
        table, match = self.table, self.match
        skipped = match.state is State.PLAYBACK
        if skipped:
            table.playback.end()
        if match.state not in WAITING:
            if not match.game.over and not skipped:
                self.refuse(sentence(match, table.app.texts))
        elif BIT[number] & table.chosen and not BIT[number] & table.cells and self.half_made:
            self.undo()
        else:
            self.answer(number)

    def refuse(self, words: str) -> None:
        """Say why not."""
        app = self.table.app
        app.play("not_allowed")
        self.table.bar.tell(words, REFUSAL_SECONDS)
        app.dirty = True

    def undo(self) -> bool:
        """Take the last answer back."""
        table = self.table
        if not self.match.can_undo:
            self.refuse(self.why_no_undo())
            return False
        table.playback.animator.finish()
        self.match.undo()
        table.bar.tell("", 0)
        table.app.play("undo")
        table.group.set_focus(None)
        table.refresh()
        table.mirror.follow()
        return True

    def why_no_undo(self) -> str:
        """Why nothing can be taken back: nothing was answered in this turn yet, or it stands."""
        history = self.match.history
        new = not history or any(isinstance(event, TurnBegan) for event in history[-1].events)
        return self.table.app.say("ui.table.undo.nothing" if new else "ui.table.undo.why")

    @property
    def half_made(self) -> bool:
        """Whether a choice has begun that can be taken back."""
        game = self.match.game
        return self.match.state in WAITING and (game.action_open or game.waived) and self.match.can_undo

    def finish(self) -> None:
        """The large button: end the turn, finish the action, decline; or let a program hurry; or see the
        scores."""
        table, match = self.table, self.match
        if match.state in (State.OVER, State.COUNTED):
            table.app.ways.ceremony(match)
        elif match.state not in WAITING:
            self.skip()
        elif (option := ending(match)) is not None:
            self.answer(option)
        else:
            self.refuse(table.bar.why_not_end(table.app))

    def skip(self) -> None:
        """Do not wait for movements, nor for a program that thinks."""
        if self.table.playback.waits:
            self.table.playback.end()
            return
        if self.match.state is State.PLAYBACK:
            self.table.playback.end()
        if self.match.state is State.PROGRAMS_TURN:
            self.match.hurry()

    def recap(self) -> None:
        """Look back at what the others did since one's last turn."""
        table = self.table
        steps = look_back(table.side.story.lines, table.away())
        if steps:
            table.app.push(Recap(table, steps))
        else:
            self.refuse(table.app.say("ui.table.recap.none"))

    def ask_hint(self) -> None:
        """Let the expert look at it; a hint that is there already is told again."""
        match = self.match
        if match.state in WAITING and match.state is not State.HINTING:
            self.table.group.set_focus(None)  # it would wander on when the button goes to sleep
            if match.hint is None:
                match.ask_hint()
            self.table.mirror.tell_hint()
            self.table.refresh()
            self.table.mirror.follow()
