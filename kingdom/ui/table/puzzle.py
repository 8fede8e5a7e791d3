"""A puzzle at the table: one turn, undo free, no gold shown until it is over, hints in two stages. Then its
verdict lies beside the board (puzzle_verdict.py)."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ai.hint import ONLY, Hint
from kingdom.learn.rush import Rush
from kingdom.learn.solving import CLOSE, CLUE, MOVE, NEXT, Solving
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.deeds import Attempt, PuzzleStanding, note, now, standing
from kingdom.rules.events import GoldEarned
from kingdom.rules.registry import kind_of
from kingdom.ui.board.lights import Lights
from kingdom.ui.board.plan import draw_deeds
from kingdom.ui.panels.hint_words import option_name
from kingdom.ui.table.puzzle_steps import PuzzleStep
from kingdom.ui.table.puzzle_verdict import PuzzleVerdict
from kingdom.ui.table.table import TableScene
from kingdom.ui.table.task import draw_task, task_plate

HINT_SECONDS = 60.0
TICK = 0.25
"""Seconds between two looks at the clock of a rush."""


class PuzzleTable(TableScene):
    """A table for one turn."""

    hushed = (GoldEarned,)

    def __init__(
        self,
        solving: Solving,
        after: Callable[[str, PuzzleStanding | None], object],
        rush: Rush | None = None,
    ) -> None:
        super().__init__(solving.match)
        self.solving, self._after, self.rush = solving, after, rush
        self.verdict: PuzzleVerdict | None = None
        self.step: PuzzleStep | None = None
        """What of the best turn is looked at."""
        self._asked = ""
        """What the clerk was asked for."""
        self._clock = ""
        self.bar.hint.on_click = self.ask_hint

    @property
    def live_gold(self) -> bool:
        return False

    @property
    def patience(self) -> float:  # type: ignore[override]
        return min(super().patience, TICK if self.rush is not None or self._asked else 1.0)

    def wish(self, what: str) -> None:
        """Leave, and go on with this."""
        told = self.verdict.standing if self.verdict is not None else None
        if self.verdict is not None:
            self.app.pop(self.verdict)
        self.app.pop(self)
        self._after(what, told)

    def open_menu(self) -> None:
        """Esc leads back to the list of puzzles."""
        self.wish(CLOSE)

    # --- hints

    def refresh(self) -> None:
        super().refresh()
        hint, say = self.bar.hint, self.app.say
        hint.tooltip = say("ui.puzzle.hint.tip")
        if self.rush is not None:
            hint.enabled, hint.why = False, say("ui.puzzle.rush.no_hint")

    def ask_hint(self) -> None:
        """First what the turn is about, then what comes next in it."""
        solving, say = self.solving, self.app.say
        if solving.complete:
            return
        solving.hints = min(MOVE, solving.hints + 1)
        answer, back = solving.next_answer
        if solving.hints == CLUE:
            words = self._clue()
        elif back:
            words = say("ui.puzzle.hint.back", count=back)
        else:
            solving.match.hint = Hint([answer], {}, {}, ONLY, "", "")
            words = (
                say("ui.puzzle.hint.hex")
                if isinstance(answer, int)
                else say("ui.puzzle.hint.option", option=option_name(self.app.texts, answer))
            )
        self.group.set_focus(None)
        self.bar.tell(words, HINT_SECONDS)
        if isinstance(answer, int) and solving.match.hint is not None:
            self.view.reveal(answer)
        self.refresh()

    def _clue(self) -> str:
        texts, clue = self.app.texts, self.solving.clue
        words = texts.say("ui.puzzle.hint.source", source=texts.name(clue.source))
        if not clue.actions:
            return f"{words} {texts.say('ui.puzzle.hint.no_action')}"
        names = ", ".join(texts.name(action, kind_of(action)) for action in clue.actions)
        return f"{words} {texts.say('ui.puzzle.hint.actions', actions=names)}"

    # --- time

    def update(self, seconds: float) -> bool:
        if self.rush is not None and self.rush.over and self.verdict is None:
            self.wish(NEXT)  # whoever leads the rush knows that it is over
            return False
        if self.verdict is None and self.solving.complete:
            self._end()
        if self._asked:
            answer = self.app.clerk.answer(self._asked)
            if answer is not None and self.verdict is not None:
                self._asked = ""
                self.verdict.tell(answer.found, answer.problem)
        if self.rush is not None and self._time() != self._clock:
            self._clock = self._time()
            self.app.dirty = True
        return super().update(seconds) if self.verdict is None else self.settle(seconds)

    def _end(self) -> None:
        outcome, puzzle, app = self.solving.outcome, self.solving.puzzle, self.app
        rush = self.rush is not None
        made = Attempt(
            self.solving.name, now(), puzzle.id, puzzle.rating, outcome.gold, puzzle.gold, outcome.solved,
            self.solving.hints, rush,
        )  # fmt: skip
        asked = f"puzzle {made.made}"
        app.clerk.ask(asked, lambda chronicle: _noted(chronicle, made))
        app.play("gold" if outcome.solved else "undo")
        if self.rush is not None:
            self.rush.note(outcome.solved)
            app.toast(app.say("ui.puzzle.rush.right" if outcome.solved else "ui.puzzle.rush.wrong"))
            self.wish(NEXT)
            return
        self._asked = asked
        self.playback.animator.finish()
        self.verdict = PuzzleVerdict(self, outcome, made.made)
        app.push(self.verdict)

    def look_at_step(self, step: PuzzleStep) -> None:
        """Show a step of the best turn on the board."""
        self.step = step
        self.look_at(step.game, Lights(lit=step.lit))

    # --- drawing

    def _time(self) -> str:
        if self.rush is None:
            return ""
        left = int(self.rush.left)
        return self.app.say(
            "ui.puzzle.rush.clock", time=f"{left // 60}:{left % 60:02}", count=self.rush.solved
        )

    @property
    def task(self) -> str:
        """What there is to do, in one sentence."""
        own, others = self.solving.gold_before
        words = self.app.say(f"ui.puzzle.task.{self.solving.puzzle.kind}", own=own, others=others)
        return f"{self._time()} · {words}" if self.rush is not None else words

    def draw(self, surface: pygame.Surface) -> None:
        super().draw(surface)
        look = self.app.look
        if self.verdict is None:
            plate = task_plate(look, self.view.rect, self.task)
            if not self._aims_under(plate):
                draw_task(surface, look, self.view.rect, self.task)
        elif self.step is not None and self.step.deeds:
            draw_deeds(surface, look, self.view, self.step.deeds, "glow_hint")

    def _aims_under(self, plate: pygame.Rect) -> bool:
        """Whether somebody points at a hex under the plate: then it gives way."""
        if self.input.mouse is not None and plate.collidepoint(self.input.mouse):
            return True
        aimed = self.input.aimed
        if aimed is None or self.input.mouse is not None:
            return False
        (x, y), half = self.view.centre(aimed), self.view.width_at(aimed) / 2
        return bool(
            plate.colliderect(pygame.Rect(round(x - half), round(y - half), round(2 * half), round(2 * half)))
        )


def _noted(chronicle: Chronicle, made: Attempt) -> PuzzleStanding:
    """Write a try down; how its person stands after it."""
    note(chronicle, made)
    return standing(chronicle, made.person)
