"""All lessons by course, with their stars, and what comes next."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.learn.lesson import COURSES, Lesson
from kingdom.learn.library import shipped
from kingdom.learn.progress import MOST_STARS
from kingdom.ui.draw.look import Look
from kingdom.ui.panels.stars import draw_stars, stars_width
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.page import Page
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.widget import Clickable, Widget

ROW, HEADING, STAR, PAD = 74, 56, 26, 14
"""Design pixels."""


class LessonRow(Clickable):
    """One lesson: what it is called, what it is about, and its stars."""

    def __init__(self, app: Host, lesson: Lesson, start: Callable[[], object], coming: bool) -> None:
        super().__init__()
        self.app, self.lesson, self._start, self.coming = app, lesson, start, coming

    def activate(self) -> bool:
        self._start()
        return True

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        say, name = self.app.say, self.lesson.name
        rect = self.rect.inflate(-look.px(6), -look.px(8))
        lit = self.hovered or self.focused or self.coming
        look.panel(surface, rect, "active" if lit else "parchment", shadow=self.hovered)
        size = look.px(STAR)
        wide = stars_width(size)
        pad = look.px(PAD)
        stars = self.app.progress.stars.get(name, 0)
        draw_stars(surface, look, stars, (rect.right - pad - wide // 2, rect.centery), size)
        room = pygame.Rect(rect.left + pad, rect.top, rect.width - wide - 3 * pad, rect.height)
        upper = look.line_height("name")
        lower = look.line_height("small")
        top = rect.centery - (upper + lower) // 2
        title = pygame.Rect(room.left, top, room.width, upper)
        about = pygame.Rect(room.left, title.bottom, room.width, lower)
        self.write(surface, look, say(f"lesson.{name}"), title, "name")
        self.write(surface, look, say(f"lesson.{name}.about"), about, "small", "ink_soft")


class LessonList(Page):
    """The courses below each other."""

    title = "ui.learn.title"
    widest = 1300

    def __init__(self) -> None:
        super().__init__()
        self.area = ScrollArea()
        self.next = Button("", self.go_on, kind="primary", icon="arrow_right")
        self.rows: list[LessonRow] = []
        self._shown = False
        """Whether it was laid out before: at first the coming lesson is brought into view."""

    def go_on(self) -> None:
        """The first lesson that was not done."""
        lesson = self.app.progress.next(shipped()) or shipped().lessons[0]
        self.app.ways.lesson(lesson.name)

    def _starting(self, lesson: Lesson) -> Callable[[], None]:
        return lambda: self.app.ways.lesson(lesson.name)

    def build(self) -> list[Widget]:
        look, say, library = self.app.look, self.app.say, shipped()
        coming = self.app.progress.next(library)
        focus = self.group.focus
        focused = focus.lesson if isinstance(focus, LessonRow) else None
        pad = look.px(18)
        self.area.rect = self.body.inflate(-2 * pad, -2 * pad)
        self.area.bar = look.px(12)
        columns = 2 if self._fits(self.area.rect.width // 2 - look.px(22)) else 1
        wide = (self.area.rect.width - look.px(22)) // columns
        tall = max(look.px(ROW), look.line_height("name") + look.line_height("small") + look.px(18))
        left, top = self.area.rect.topleft
        found: list[Widget] = []
        self.rows = []
        for course in COURSES:
            lessons = library.of_course(course)
            if not lessons:
                continue
            head = max(look.px(HEADING), look.line_height("heading"))
            earned = sum(self.app.progress.stars.get(lesson.name, 0) for lesson in lessons)
            words = say(
                "ui.learn.course",
                course=say(f"ui.learn.course.{course}"),
                count=earned,
                most=MOST_STARS * len(lessons),
            )
            found.append(Label(words, pygame.Rect(left + pad, top, columns * wide - pad, head), "heading"))
            top += head
            for place, lesson in enumerate(lessons):
                row = LessonRow(self.app, lesson, self._starting(lesson), lesson is coming)
                row.rect = pygame.Rect(
                    left + place % columns * wide, top + place // columns * tall, wide, tall
                )
                self.rows.append(row)
            found += self.rows[-len(lessons) :]
            top += -(-len(lessons) // columns) * tall + look.px(8)
        if library.broken:
            names = ", ".join(library.broken)
            words = say("ui.learn.broken", count=len(library.broken), names=names)
            high = look.measure(words, "small", columns * wide - pad)[1] + look.px(8)
            place_of = pygame.Rect(left + pad, top, columns * wide - pad, high)
            found.append(Label(words, place_of, "small", "text_error", wrap=True))
            top += high
        self.area.lay(found, top - self.area.rect.top)
        if focused is not None:
            row = next(row for row in self.rows if row.lesson is focused)
            self.group.focus = row
        return [self.area]

    def _fits(self, width: int) -> bool:
        """Whether every row can be read whole in a column of this width."""
        look = self.app.look
        room = width - stars_width(look.px(STAR)) - look.px(4 * PAD)
        return all(
            look.measure(self.app.say(f"lesson.{lesson.name}.about"), "small")[0] <= room
            for lesson in shipped().lessons
        )

    def build_foot(self, free: pygame.Rect) -> list[Widget]:
        say = self.app.say
        coming = self.app.progress.next(shipped())
        self.next.text = (
            say("ui.learn.next_is", lesson=say(f"lesson.{coming.name}"))
            if coming
            else say("ui.learn.all_done")
        )
        self.next.enabled = coming is not None
        wide = min(free.width, self.button_width(self.next))
        self.next.rect = pygame.Rect(free.right - wide, free.top, wide, free.height)
        return [self.next]

    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        coming = next((row for row in self.rows if row.coming), None)
        if coming is not None and not self._shown:
            self.area.reveal(coming)
        self._shown = True
        if self.group.focus is None and self.next.enabled:
            self.group.set_focus(self.next)
            self.group.keyboard = False
