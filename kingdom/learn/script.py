"""The other players of a lesson: they answer what the lesson says, at once, when it lets them. What is no
longer possible becomes the first thing that is. Asked for a hint, they tell the lesson's own solution."""

from __future__ import annotations

from typing import TYPE_CHECKING

from kingdom.ai.hint import Hint
from kingdom.match.thinker import Thinker
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import lowest

if TYPE_CHECKING:
    from kingdom.learn.session import LessonMatch


class Script(Thinker):
    """Thinks of nothing itself, so that no process is needed."""

    match: LessonMatch

    def follow(self, match: LessonMatch) -> None:
        """Whose others these are."""
        self.match = match

    def _send(self) -> None:
        """There is nobody to ask."""

    def poll(self) -> None:
        """There is nobody to hear."""

    def take(self, given: int) -> Answer | None:
        if not self.match.lets_others:
            return None
        return self.think(self.match.game)

    def think(self, game: Game) -> Answer:
        """The next answer of the script, as far as it goes."""
        seat, others = game.decision().player, self.match.lesson.others
        number = sum(self.match.seats[entry.player].is_person is False for entry in self.match.history)
        cells, options = game.asked()
        wanted = others[number] if number < len(others) else None
        if isinstance(wanted, str) and wanted in options:
            return wanted
        if isinstance(wanted, int) and cells >> wanted & 1:
            return wanted
        assert seat >= 0
        return lowest(cells) if cells else options[-1]

    def take_hint(self, given: int) -> Hint | None:
        answer = self.match.next_answer
        self._wanted = None
        return None if answer is None else Hint([answer], {}, {}, "", "", "")
