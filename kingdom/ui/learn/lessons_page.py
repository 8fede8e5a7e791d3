"""LessonsPage lists all lessons by course, with the stars earned. LessonMenu is the pause menu of a
lesson."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from kingdom.learn.lesson import COURSES, Lesson, shipped_lessons
from kingdom.learn.lesson_match import LessonMatch
from kingdom.learn.lesson_progress import MAX_STARS
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.app import App
from kingdom.ui.framework.page import Page
from kingdom.ui.framework.scene import OverlayScene
from kingdom.ui.panels.symbols import draw_stars, stars_width
from kingdom.ui.widgets.base import Clickable, Widget
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.layout import VBox, place_centered
from kingdom.ui.widgets.scroll_area import ScrollArea

ROW_HEIGHT, HEADING_HEIGHT, STAR_SIZE, PADDING = 74, 56, 26, 14
"""Layout sizes of the list of lessons, in design pixels."""


class LessonRow(Clickable):
    """One lesson: name, description and stars."""

    def __init__(self, app: App, lesson: Lesson, on_start: Callable[[], object], is_next: bool) -> None:
        super().__init__()
        self.app, self.lesson, self._on_start, self.is_next = app, lesson, on_start, is_next

    def activate(self) -> bool:
        self._on_start()
        return True

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        self.truncated_texts.clear()
        tr, name = self.app.tr, self.lesson.name
        rect = self.rect.inflate(-renderer.px(6), -renderer.px(8))
        is_active = self.hovered or self.focused or self.is_next
        renderer.draw_panel(surface, rect, "active" if is_active else "parchment", shadow=self.hovered)
        size = renderer.px(STAR_SIZE)
        stars_px = stars_width(size)
        padding = renderer.px(PADDING)
        stars = self.app.progress.stars.get(name, 0)
        draw_stars(surface, renderer, stars, (rect.right - padding - stars_px // 2, rect.centery), size)
        text_area = pygame.Rect(
            rect.left + padding, rect.top, rect.width - stars_px - 3 * padding, rect.height
        )
        title_height = renderer.line_height("name")
        description_height = renderer.line_height("small")
        top = rect.centery - (title_height + description_height) // 2
        title_rect = pygame.Rect(text_area.left, top, text_area.width, title_height)
        description_rect = pygame.Rect(text_area.left, title_rect.bottom, text_area.width, description_height)
        self.draw_text(surface, renderer, tr(f"lesson.{name}"), title_rect, "name")
        self.draw_text(surface, renderer, tr(f"lesson.{name}.about"), description_rect, "small", "ink_soft")


class LessonsPage(Page):
    """Lists the lessons of all courses."""

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

    def build_body(self) -> list[Widget]:
        renderer, tr, library = self.app.renderer, self.app.tr, shipped_lessons()
        next_lesson = self.app.progress.next_lesson(library)
        focus = self.group.focus
        focused_lesson = focus.lesson if isinstance(focus, LessonRow) else None
        padding = renderer.px(18)
        self.scroll_area.rect = self.body.inflate(-2 * padding, -2 * padding)
        self.scroll_area.scrollbar_width = renderer.px(12)
        columns = 2 if self._rows_fit(self.scroll_area.rect.width // 2 - renderer.px(22)) else 1
        column_width = (self.scroll_area.rect.width - renderer.px(22)) // columns
        row_height = max(
            renderer.px(ROW_HEIGHT),
            renderer.line_height("name") + renderer.line_height("small") + renderer.px(18),
        )
        left, top = self.scroll_area.rect.topleft
        widgets: list[Widget] = []
        self.rows = []
        for course in COURSES:
            lessons = library.lessons_in_course(course)
            if not lessons:
                continue
            heading_height = max(renderer.px(HEADING_HEIGHT), renderer.line_height("heading"))
            earned_stars = sum(self.app.progress.stars.get(lesson.name, 0) for lesson in lessons)
            text = tr(
                "ui.learn.course",
                course=tr(f"ui.learn.course.{course}"),
                count=earned_stars,
                most=MAX_STARS * len(lessons),
            )
            widgets.append(
                Label(
                    text,
                    pygame.Rect(left + padding, top, columns * column_width - padding, heading_height),
                    "heading",
                )
            )
            top += heading_height
            for index, lesson in enumerate(lessons):
                row = LessonRow(
                    self.app,
                    lesson,
                    partial(self.app.navigator.start_lesson, lesson.name),
                    lesson is next_lesson,
                )
                row.rect = pygame.Rect(
                    left + index % columns * column_width,
                    top + index // columns * row_height,
                    column_width,
                    row_height,
                )
                self.rows.append(row)
            widgets += self.rows[-len(lessons) :]
            top += -(-len(lessons) // columns) * row_height + renderer.px(8)
        if library.errors:
            names = ", ".join(library.errors)
            text = tr("ui.learn.broken", count=len(library.errors), names=names)
            text_height = renderer.measure(text, "small", columns * column_width - padding)[1] + renderer.px(
                8
            )
            text_rect = pygame.Rect(left + padding, top, columns * column_width - padding, text_height)
            widgets.append(Label(text, text_rect, "small", "text_error", wrap=True))
            top += text_height
        self.scroll_area.set_content(widgets, top - self.scroll_area.rect.top)
        if focused_lesson is not None:
            row = next(row for row in self.rows if row.lesson is focused_lesson)
            self.group.focus = row
        return [self.scroll_area]

    def _rows_fit(self, width: int) -> bool:
        """Returns True if no description would be truncated in a column of this width."""
        renderer = self.app.renderer
        text_width = width - stars_width(renderer.px(STAR_SIZE)) - renderer.px(4 * PADDING)
        return all(
            renderer.measure(self.app.tr(f"lesson.{lesson.name}.about"), "small")[0] <= text_width
            for lesson in shipped_lessons().lessons
        )

    def build_footer(self, area: pygame.Rect) -> list[Widget]:
        tr = self.app.tr
        next_lesson = self.app.progress.next_lesson(shipped_lessons())
        self.next_lesson_button.text = (
            tr("ui.learn.next_is", lesson=tr(f"lesson.{next_lesson.name}"))
            if next_lesson
            else tr("ui.learn.all_done")
        )
        self.next_lesson_button.enabled = next_lesson is not None
        width = min(area.width, self.button_width(self.next_lesson_button))
        self.next_lesson_button.rect = pygame.Rect(area.right - width, area.top, width, area.height)
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

    def __init__(self, match: LessonMatch) -> None:
        super().__init__()
        self.match = match
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
        self.heading.text = tr(f"lesson.{self.match.lesson.name}")
        next_lesson = shipped_lessons().lesson_after(self.match.lesson)
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
        """Restarts the lesson."""
        self.app.navigator.start_lesson(self.match.lesson.name)

    def skip_lesson(self) -> None:
        """Starts the next lesson."""
        next_lesson = shipped_lessons().lesson_after(self.match.lesson)
        if next_lesson is not None:
            self.app.navigator.start_lesson(next_lesson.name)

    def open_settings(self) -> None:
        """Opens the settings. Changes take effect in the lesson immediately."""
        self.app.navigator.open_settings()

    def leave_lesson(self) -> None:
        """Returns to the list of lessons."""
        self.app.navigator.open_tutorial()
