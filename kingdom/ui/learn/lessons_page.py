"""LessonsPage lists all lessons by course, with the stars earned. LessonMenu is the pause menu of a
lesson."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from kingdom.learn.lesson import COURSES, Lesson, shipped_lessons
from kingdom.learn.lesson_progress import MAX_STARS
from kingdom.learn.lesson_session import LessonSession
from kingdom.ui.framework.app import App
from kingdom.ui.framework.page import Page
from kingdom.ui.framework.scene import OverlayScene
from kingdom.ui.learn.stars import Stars
from kingdom.ui.panels.symbols import stars_width
from kingdom.ui.widgets.containers import ListRow, Panel
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.layout import Columns, HBox, Item, Sizing, VBox, place_centered
from kingdom.ui.widgets.scroll_area import ScrollArea

ROW_HEIGHT, HEADING_HEIGHT, STAR_SIZE, PADDING = 74, 56, 26, 17
"""Layout sizes of the list of lessons, in design pixels."""


class LessonRow(ListRow):
    """One lesson: name, description and stars."""

    padding = (PADDING, 12)

    def __init__(self, app: App, lesson: Lesson, on_start: Callable[[], object], is_next: bool) -> None:
        self.lesson, self.is_next = lesson, is_next
        texts = VBox(
            Label(app.tr(f"lesson.{lesson.name}"), style="name"),
            Label(app.tr(f"lesson.{lesson.name}.about"), style="small", color="ink_soft"),
        )
        stars = Stars(app.progress.stars.get(lesson.name, 0), STAR_SIZE)
        content = HBox(texts.sized(stretch=1, valign="middle"), stars, gap=14)
        super().__init__(content, on_start, highlighted=is_next)
        self.sizing = Sizing(min_height=ROW_HEIGHT)


class LessonsPage(Page):
    title = "ui.learn.title"
    max_width = 1300

    def __init__(self) -> None:
        super().__init__()
        self.scroll_area = ScrollArea()
        self.next_lesson_button = Button("", self.start_next_lesson, kind="primary", icon="arrow_right")
        self.rows: list[LessonRow] = []
        self._was_laid_out = False
        """True once the page has been laid out. Only the first layout scrolls to the next lesson."""

    def start_next_lesson(self) -> None:
        """Starts the first lesson that the player has not completed."""
        lesson = self.app.progress.next_lesson(shipped_lessons()) or shipped_lessons().lessons[0]
        self.app.navigator.start_lesson(lesson.name)

    def compose_body(self) -> Item:
        tr, library = self.app.tr, shipped_lessons()
        next_lesson = self.app.progress.next_lesson(library)
        focus = self.group.focus
        focused_lesson = focus.lesson if isinstance(focus, LessonRow) else None
        min_width = self._min_column_width()
        sections: list[Item] = []
        self.rows = []
        for course in COURSES:
            lessons = library.lessons_in_course(course)
            if not lessons:
                continue
            earned_stars = sum(self.app.progress.stars.get(lesson.name, 0) for lesson in lessons)
            text = tr(
                "ui.learn.course",
                course=tr(f"ui.learn.course.{course}"),
                count=earned_stars,
                most=MAX_STARS * len(lessons),
            )
            start_lesson = self.app.navigator.start_lesson
            rows = [
                LessonRow(self.app, lesson, partial(start_lesson, lesson.name), lesson is next_lesson)
                for lesson in lessons
            ]
            heading = VBox(Label(text, style="heading").sized(min_height=HEADING_HEIGHT), padding=(18, 0))
            sections.append(VBox(heading, Columns(*rows, min_width=min_width, max_columns=2)))
            self.rows += rows
        if library.errors:
            text = tr(
                "ui.learn.broken",
                count=len(library.errors),
                names=self.app.translator.format_list(library.errors),
            )
            sections.append(VBox(Label(text, "small", "text_error", wrap=True), padding=(18, 0)))
        if focused_lesson is not None:
            self.group.focus = next(row for row in self.rows if row.lesson is focused_lesson)
        return Panel(self.scroll_area.show(VBox(*sections, gap=8)))

    def _min_column_width(self) -> float:
        """Returns the width of a column in which no description is truncated, in design pixels."""
        renderer = self.app.renderer
        text_width = max(
            renderer.measure(self.app.tr(f"lesson.{lesson.name}.about"), "small")[0]
            for lesson in shipped_lessons().lessons
        )
        stars = stars_width(renderer.px(STAR_SIZE))
        return (text_width + stars) / renderer.scale + 2 * PADDING + 18

    def compose_footer(self) -> list[Item]:
        tr = self.app.tr
        next_lesson = self.app.progress.next_lesson(shipped_lessons())
        self.next_lesson_button.text = (
            tr("ui.learn.next_is", lesson=tr(f"lesson.{next_lesson.name}"))
            if next_lesson
            else tr("ui.learn.all_done")
        )
        self.next_lesson_button.enabled = next_lesson is not None
        return [self.next_lesson_button]

    def layout(self, size: tuple[int, int]) -> None:
        super().layout(size)
        next_row = next((row for row in self.rows if row.is_next), None)
        if next_row is not None and not self._was_laid_out:
            self.scroll_area.scroll_into_view(next_row)
        self._was_laid_out = True
        if self.group.focus is None and self.next_lesson_button.enabled:
            self.group.set_focus(self.next_lesson_button)
            self.group.focus_visible = False


LESSON_MENU_WIDTH, BUTTON_HEIGHT = 536, 54
"""Width of the menu and height of its buttons, in design pixels."""


class LessonMenu(OverlayScene):
    """Pause menu of a lesson: a column of buttons."""

    pauses_match = True

    def __init__(self, session: LessonSession) -> None:
        super().__init__()
        self.session = session
        self.heading = Label("", style="title", align="center", wrap=True)
        self.menu_buttons = {
            "resume": Button("", self.resume, kind="primary", icon="arrow_right"),
            "again": Button("", self.restart, icon="turn_left"),
            "skip": Button("", self.skip_lesson, icon="skip"),
            "settings": Button("", self.open_settings, icon="settings"),
            "leave": Button("", self.leave_lesson, icon="arrow_left"),
        }

    def layout(self, size: tuple[int, int]) -> None:
        tr = self.app.tr
        self.heading.text = tr(f"lesson.{self.session.lesson.name}")
        next_lesson = shipped_lessons().lesson_after(self.session.lesson)
        buttons = [
            button for name, button in self.menu_buttons.items() if name != "skip" or next_lesson is not None
        ]
        for name, button in self.menu_buttons.items():
            button.text = tr(f"ui.learn.menu.{name}")
        column = VBox(*(button.sized(height=BUTTON_HEIGHT) for button in buttons), gap=12, stretch=1)
        box = VBox(self.heading, column, gap=12, padding=28)
        self.panel = place_centered(self.app.renderer, box, size, LESSON_MENU_WIDTH, margin=12)
        self.group.replace_widgets(box.widgets())
        if self.group.focus is None:
            self.group.set_focus(self.menu_buttons["resume"])

    def resume(self) -> None:
        """Closes the menu."""
        self.app.pop(self)

    def restart(self) -> None:
        self.app.navigator.start_lesson(self.session.lesson.name)

    def skip_lesson(self) -> None:
        """Starts the next lesson."""
        next_lesson = shipped_lessons().lesson_after(self.session.lesson)
        if next_lesson is not None:
            self.app.navigator.start_lesson(next_lesson.name)

    def open_settings(self) -> None:
        """Opens the settings. Changes take effect in the lesson immediately."""
        self.app.navigator.open_settings()

    def leave_lesson(self) -> None:
        self.app.navigator.open_tutorial()
