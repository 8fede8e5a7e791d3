"""The puzzles: how somebody stands, the next one by rating, a rush, and all of them to choose from."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import NamedTuple

import pygame

from kingdom.learn.choosing import BASE, MIXED, OWN, WantedPuzzles, next_puzzle
from kingdom.learn.own import FILE, Prospector, own_puzzles, worth_a_look
from kingdom.learn.puzzle import KINDS, Puzzle
from kingdom.learn.puzzle_library import shipped
from kingdom.learn.rush import Rush
from kingdom.learn.solving import AGAIN, CLOSE, Solving
from kingdom.match.choices import NAMES
from kingdom.match.seeds import new_seed
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.deeds import PuzzleStanding, RushDeed, note, now, standing
from kingdom.rules.registry import BOXES, kind_of
from kingdom.ui.draw.look import Look
from kingdom.ui.puzzles.row import PuzzleRow
from kingdom.ui.scene.dialog import Dialog, Reply
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.page import Page
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.widget import Widget

ROW, CHOICE, FIGURE = 80, 44, 92
"""Design pixels."""
SURE = 110.0
"""A rating with a larger deviation is told with a question mark."""
ASKED = "puzzles"
OPEN, SOLVED = "open", "solved"


class PuzzlesTold(NamedTuple):
    """What the clerk says: the puzzles there are, and how the person stands."""

    puzzles: tuple[Puzzle, ...]
    standing: PuzzleStanding
    unseen: bool = False
    """Whether own games were reviewed that were not looked through for puzzles."""


class Figure(Widget):
    """A number and what it counts."""

    def __init__(self, number: str, words: str, tip: str) -> None:
        super().__init__(tooltip=tip)
        self.number, self.words = number, words

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        rect = self.rect
        upper = min(look.line_height("title"), rect.height * 58 // 100)
        low = min(look.line_height("small"), rect.height - upper)
        top = rect.centery - (upper + low) // 2
        number = pygame.Rect(rect.left, top, rect.width, upper)
        self.write(surface, look, self.number, number, "title", "text_on_walnut", "center")
        words = pygame.Rect(rect.left, number.bottom, rect.width, low)
        self.write(surface, look, self.words, words, "small", "text_soft_on_walnut", "center")


class PuzzleHall(Page):
    """All puzzles."""

    title = "ui.puzzle.title"
    widest = 1100

    def __init__(self) -> None:
        super().__init__()
        self.told: PuzzlesTold | None = None
        self.wanted = WantedPuzzles()
        self.area = ScrollArea()
        self.rows: list[PuzzleRow] = []
        self.next = Button("", self.play_next, kind="primary", icon="arrow_right")
        self.rush_button = Button("", self.start_rush, icon="clock")
        self.choices = {
            "box": Choice([], None, self._choosing("box")),
            "kind": Choice([], None, self._choosing("kind")),
            "tag": Choice([], None, self._choosing("tag")),
            "solved": Choice([], None, self._choosing("solved")),
        }
        self.figures: list[Figure] = []
        self._figures = pygame.Rect(0, 0, 0, 0)
        self._last = ""

    @property
    def patience(self) -> float:  # type: ignore[override]
        """What the clerk says is to be seen soon."""
        return 0.05 if self.told is None else 0.25 if self.prospector.busy else 1.0

    @property
    def person(self) -> str:
        """Who sits at the screen."""
        return self.app.settings.name or NAMES[0]

    # --- asking the clerk

    def ask(self) -> None:
        """How does the person stand?"""
        name, saves, file = self.person, self.app.keeper.folder, self._own_file
        self.app.clerk.ask(ASKED, lambda chronicle: _told(chronicle, name, saves, file))

    @property
    def _own_file(self) -> Path:
        """Where puzzles from one's own games are kept."""
        return self.app.keeper.folder.parent / FILE

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.prospector = Prospector(app.keeper.folder, self._own_file)

    def leave(self) -> None:
        self.prospector.close()

    def update(self, seconds: float) -> bool:
        if self.prospector.poll():
            self.ask()
        answer = self.app.clerk.answer(ASKED)
        if answer is not None:
            self.told = answer.found or PuzzlesTold(shipped().puzzles, PuzzleStanding())
            if self.told.unseen and self.prospector.problem is None:
                self.prospector.start()
            if answer.problem is not None:
                self.app.warn(self.app.say("ui.puzzle.not_kept", reason=answer.problem))
            self.layout(self.app.size)
            self.app.dirty = True
        return super().update(seconds)

    @property
    def standing(self) -> PuzzleStanding:
        """How the person stands, as far as that is known."""
        return self.told.standing if self.told is not None else PuzzleStanding()

    @property
    def found(self) -> list[Puzzle]:
        """The puzzles that are wanted, the easiest first, as hard as they have turned out to be."""
        if self.told is None:
            return []
        hard, solved = dict(self.standing.ratings), self.standing.solved
        found = [puzzle for puzzle in self.told.puzzles if self.wanted.holds(puzzle, solved)]
        return sorted(found, key=lambda puzzle: (hard.get(puzzle.id, puzzle.rating), puzzle.id))

    # --- playing

    def play_next(self) -> None:
        """The puzzle that fits best, of those that are wanted."""
        stand = self.standing
        puzzle = next_puzzle(
            self.found, stand.rating.points, stand.rating.deviation, stand.solved, stand.tried,
            dict(stand.ratings), self._last,
        )  # fmt: skip
        if puzzle is not None:
            self.play(puzzle)

    def play(self, puzzle: Puzzle) -> None:
        """Sit down to a puzzle."""
        self._last = puzzle.id

        def after(wish: str, stand: PuzzleStanding | None) -> None:
            if stand is not None and self.told is not None:
                self.told = self.told._replace(standing=stand)
            self.ask()
            self.layout(self.app.size)
            if wish == AGAIN:
                self.play(puzzle)
            elif wish != CLOSE:
                self.play_next()

        self.app.ways.puzzle(Solving(puzzle, self.person), after)

    def start_rush(self) -> None:
        """As many as possible in five minutes."""
        if self.told is not None:
            self.go_on(Rush(self.told.puzzles, new_seed()))

    def go_on(self, rush: Rush) -> None:
        """The next puzzle of a rush."""

        def after(wish: str, _: PuzzleStanding | None) -> None:
            if wish == CLOSE or rush.over:
                self._end_rush(rush)
            else:
                self.go_on(rush)

        self.app.ways.puzzle(Solving(rush.puzzle, self.person), after, rush)

    def _end_rush(self, rush: Rush) -> None:
        app, before = self.app, self.standing.best_rush
        deed = RushDeed(self.person, now(), rush.solved, rush.tried)
        if not rush.tried:
            self.layout(app.size)
            return
        app.clerk.ask(f"rush {deed.made}", lambda chronicle: note(chronicle, deed))
        self.ask()
        said = app.say("ui.puzzle.rush.result", count=rush.solved, tried=rush.tried)
        if rush.solved > before:
            said = f"{said}\n{app.say('ui.puzzle.rush.best')}"
        replies = [
            Reply(app.say("ui.puzzle.rush.again"), self.start_rush, "primary"),
            Reply(app.say("ui.puzzle.list")),
        ]
        app.push(Dialog(app.say("ui.puzzle.rush"), said, replies, icon="clock"))

    def _starting(self, puzzle: Puzzle) -> Callable[[], None]:
        return lambda: self.play(puzzle)

    # --- choosing

    def _choosing(self, what: str) -> Callable[[object], None]:
        def choose(value: object) -> None:
            parts = {name: choice.value for name, choice in self.choices.items()} | {what: value}
            solved = {OPEN: False, SOLVED: True}.get(str(parts["solved"]))
            word = {name: None if part is None else str(part) for name, part in parts.items()}
            self.wanted = WantedPuzzles(word["box"], word["kind"], word["tag"], solved)
            self.area.scroll(0)
            self.layout(self.app.size)
            self.app.dirty = True

        return choose

    def _fill_choices(self) -> None:
        say, texts = self.app.say, self.app.texts
        puzzles = self.told.puzzles if self.told is not None else ()
        boxes = [box for box in BOXES if any(box in puzzle.boxes for puzzle in puzzles)]
        named: list[tuple[object, str]] = [(box, texts.name(box, "box")) for box in boxes or [BASE]]
        tags = sorted(
            (texts.name(tag, kind_of(tag)), tag) for tag in {tag for puzzle in puzzles for tag in puzzle.tags}
        )
        options: dict[str, list[tuple[object, str]]] = {
            "box": [
                (None, say("ui.puzzle.box.any")), *named, (MIXED, say("ui.puzzle.box.mixed")),
                (OWN, say("ui.puzzle.own")),
            ],
            "kind": [
                (None, say("ui.puzzle.kind.any")), *((kind, say(f"ui.puzzle.kind.{kind}")) for kind in KINDS),
            ],
            "tag": [(None, say("ui.puzzle.tag.any")), *((tag, name) for name, tag in tags)],
            "solved": [
                (None, say("ui.puzzle.solved.any")), (OPEN, say("ui.puzzle.solved.open")),
                (SOLVED, say("ui.puzzle.solved.done")),
            ],
        }  # fmt: skip
        for name, choice in self.choices.items():
            choice.options, choice.tooltip = options[name], say(f"ui.puzzle.choose.{name}")

    # --- placing

    def _make_figures(self) -> list[Figure]:
        say, stand = self.app.say, self.standing
        around = round(2 * stand.rating.deviation)
        sure = "" if stand.rating.deviation <= SURE else "?"
        many = len(self.told.puzzles) if self.told is not None else 0
        solved = sum(puzzle.id in stand.solved for puzzle in (self.told.puzzles if self.told else ()))
        shown = {
            "rating": f"{round(stand.rating.points)}{sure}",
            "solved": f"{solved} / {many}",
            "streak": str(stand.streak),
            "rush": str(stand.best_rush),
        }
        return [
            Figure(
                number, say(f"ui.puzzle.figure.{name}"),
                say(f"ui.puzzle.figure.{name}.tip", count=stand.longest, deviation=around),
            )
            for name, number in shown.items()
        ]  # fmt: skip

    def build(self) -> list[Widget]:
        look = self.app.look
        self._fill_choices()
        pad, gap = look.px(16), look.px(8)
        inner = self.body.inflate(-2 * pad, -2 * pad)
        tall = min(
            look.px(FIGURE), max(look.line_height("title") + look.line_height("small"), inner.height // 5)
        )
        self._figures = pygame.Rect(inner.left, inner.top, inner.width, tall)
        self.figures = self._make_figures()
        for place, figure in enumerate(self.figures):
            left = inner.left + inner.width * place // 4
            figure.rect = pygame.Rect(left, inner.top, inner.width // 4, tall).inflate(-gap, 0)
        top = inner.top + tall + gap
        columns = 4 if inner.width >= look.px(900) else 2
        high = max(look.px(CHOICE), look.line_height("body") + look.px(4))
        for place, choice in enumerate(self.choices.values()):
            column, line = place % columns, place // columns
            left = inner.left + (inner.width + gap) * column // columns
            right = inner.left + (inner.width + gap) * (column + 1) // columns - gap
            choice.rect = pygame.Rect(left, top + line * (high + gap // 2), right - left, high)
        top += 4 // columns * (high + gap // 2) + gap // 2
        self.area.rect = pygame.Rect(inner.left, top, inner.width, inner.bottom - top)
        self._lay_rows()
        return [*self.figures, *self.choices.values(), self.area]

    def _lay_rows(self) -> None:
        look, stand = self.app.look, self.standing
        self.area.bar = look.px(12)
        focus = self.group.focus
        focused = focus.puzzle if isinstance(focus, PuzzleRow) else None
        wide = self.area.rect.width - look.px(18)
        tall = max(look.px(ROW), look.line_height("name") + look.line_height("small") + look.px(18))
        hard = dict(stand.ratings)
        self.rows = []
        for place, puzzle in enumerate(self.found):
            state = "check" if puzzle.id in stand.solved else "cross" if puzzle.id in stand.tried else ""
            row = PuzzleRow(
                self.app, puzzle, hard.get(puzzle.id, float(puzzle.rating)), state, self._starting(puzzle)
            )
            row.rect = pygame.Rect(self.area.rect.left, self.area.rect.top + place * tall, wide, tall)
            self.rows.append(row)
            if puzzle is focused:
                self.group.focus = row
        if self.rows:
            self.area.lay(self.rows, len(self.rows) * tall)
            return
        words = self.app.say(self._empty_words())
        rect = pygame.Rect(self.area.rect.left, self.area.rect.top + look.px(12), wide, look.px(10))
        rect.height = look.measure(words, "reading", wide)[1]
        self.area.lay([Label(words, rect, "reading", "ink_soft", "center", "top", True)], rect.height)

    def _empty_words(self) -> str:
        if self.told is None:
            return "ui.puzzle.loading"
        if self.wanted.box != OWN:
            return "ui.puzzle.none"
        return "ui.puzzle.seeking" if self.prospector.busy else "ui.puzzle.none_own"

    def build_foot(self, free: pygame.Rect) -> list[Widget]:
        say, gap = self.app.say, self.app.look.px(12)
        self.next.text, self.rush_button.text = say("ui.puzzle.next"), say("ui.puzzle.rush")
        self.rush_button.tooltip = say("ui.puzzle.rush.tip")
        self.next.enabled, self.next.why = bool(self.found), say(self._empty_words())
        self.rush_button.enabled = self.told is not None
        buttons = [self.next, self.rush_button]
        widths = [self.button_width(button) for button in buttons]
        if sum(widths) + gap > free.width:
            widths = [(free.width - gap) // 2] * 2
        right = free.right
        for button, wide in zip(buttons, widths, strict=True):
            button.rect = pygame.Rect(right - wide, free.top, wide, free.height)
            right -= wide + gap
        return [self.rush_button, self.next]

    def layout(self, size: tuple[int, int]) -> None:
        if self.told is None:
            self.ask()
        super().layout(size)
        if self.group.focus is None and self.next.enabled:
            self.group.set_focus(self.next)
            self.group.keyboard = False

    def draw_body(self, surface: pygame.Surface) -> None:
        super().draw_body(surface)
        self.app.look.nine(surface, "panel_walnut", self._figures)


def _told(chronicle: Chronicle, name: str, saves: Path, file: Path) -> PuzzlesTold:
    own = own_puzzles(file, name)
    return PuzzlesTold((*shipped().puzzles, *own), standing(chronicle, name), worth_a_look(saves, file))
