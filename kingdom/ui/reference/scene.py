"""The rules reference: a list of pages with a search field on the left, and the open page on the right.

Typing starts a search.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from kingdom.learn.reference_search import SearchEntry, make_search_entry, normalize_text, rank_entries
from kingdom.learn.rules_reference import (
    ReferencePage,
    ReferencePageContent,
    list_pages,
    page_title,
    shipped_reference,
)
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.app import App
from kingdom.ui.framework.page import Page
from kingdom.ui.reference.controls_page import CONTROLS_PAGE, THREE_COLUMN_GROUPS, layout_controls_page
from kingdom.ui.reference.illustrations import ExampleImages, page_list_sprite
from kingdom.ui.reference.pages import INTRO_PAGE_COUNT, EntryPageLayout, layout_intro_page
from kingdom.ui.widgets.base import Clickable, Widget
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.layout import PlacedWidgets
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.ui.widgets.text_field import TextField

ROW_PADDING = 8
"""Padding of a row in design pixels."""


class PageRow(Clickable):
    """Row for one page in the list: a small picture and the page's name."""

    def __init__(
        self,
        page: str,
        name: str,
        sprite: tuple[str, str] | None,
        on_open: Callable[[], object],
        is_current: bool,
    ) -> None:
        super().__init__()
        self.page, self.name, self.sprite, self._on_open, self.is_current = (
            page,
            name,
            sprite,
            on_open,
            is_current,
        )
        self.font_px: int | None = None
        """Font size in pixels, shared by all rows."""

    def activate(self) -> bool:
        self._on_open()
        return True

    def text_rect(self, renderer: Renderer) -> pygame.Rect:
        """Returns the area of the name."""
        left_margin = self.rect.height + renderer.px(ROW_PADDING) if self.sprite else renderer.px(ROW_PADDING)
        return pygame.Rect(
            self.rect.left + left_margin,
            self.rect.top,
            self.rect.width - left_margin - renderer.px(ROW_PADDING),
            self.rect.height,
        )

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        self.truncated_texts.clear()
        if self.is_current:
            renderer.draw_nine_patch(surface, "panel_active", self.rect)
        elif self.hovered or self.focused:
            renderer.draw_tint(surface, self.rect, 60, "gold")
        if self.sprite is not None:
            height = self.rect.height - renderer.px(6)
            sprite_rect = pygame.Rect(
                self.rect.left + renderer.px(4), self.rect.top + renderer.px(3), self.rect.height, height
            )
            renderer.draw_sprite(surface, *self.sprite, sprite_rect)
        self.draw_text(surface, renderer, self.name, self.text_rect(renderer), "body", pixels=self.font_px)


class SearchField(TextField):
    """A text field that shows a placeholder while it is empty."""

    placeholder = ""

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        super().draw(surface, renderer)
        self.truncated_texts.clear()
        if not self.text:
            text_rect = self.rect.inflate(-2 * renderer.px(12), -2 * renderer.px(3))
            self.draw_text(surface, renderer, self.placeholder, text_rect, "small", "text_soft")


LIST_WIDTH, ROW_HEIGHT, CHAPTER_HEIGHT = 330, 42, 44
"""Width of the list, height of a row, and height of a chapter heading, all in design pixels."""
INTRO_CHAPTER = "first"
"""Chapter of the introduction pages. It comes before the chapters of the reference."""


class RulesReferencePage(Page):
    """The rules reference with its page list and search."""

    title = "ui.help.title"
    max_width = 1700

    def __init__(self, page: str = "1") -> None:
        super().__init__()
        self.page = page
        self.page_list = ScrollArea()
        self.page_area = ScrollArea()
        self.search_field = SearchField("", self._search, max_length=30, on_enter=self._open_first)
        self.entries: list[ReferencePage] = []
        self.entries_by_key: dict[str, ReferencePage] = {}
        self.rows: list[PageRow] = []
        self._search_cache: tuple[tuple[str, str], list[str]] = ("", ""), []
        """The last search (language and text), and the pages found."""

    def enter(self, app: App) -> None:
        super().enter(app)
        self.entries = list_pages(shipped_reference())
        self.entries_by_key = {entry.key: entry for entry in self.entries}
        self.examples = ExampleImages(app.renderer)
        if self.page not in self.pages:
            self.page = self.pages[0]

    def leave(self) -> None:
        self.examples.discard()

    # --- pages and search

    @property
    def pages(self) -> list[str]:
        """All pages in order."""
        intro_pages = [str(index + 1) for index in range(INTRO_PAGE_COUNT)]
        return [*intro_pages, CONTROLS_PAGE, *(entry.key for entry in self.entries)]

    @property
    def visible_pages(self) -> list[str]:
        """The pages in the list: all pages, or the search results."""
        if not self.search_field.text.strip():
            return self.pages
        query = self.app.translator.language, self.search_field.text
        if self._search_cache[0] != query:
            self._search_cache = query, rank_entries(self._search_index(), self.search_field.text)
        return self._search_cache[1]

    def _search_index(self) -> list[SearchEntry]:
        """Returns the searchable texts of all pages. If matches are equally good, introduction pages rank
        last."""
        translator, tr = self.app.translator, self.app.tr
        intro_items = [
            SearchEntry(
                page, normalize_text(self._page_name(page)), questions=normalize_text(tr(f"help.{page}.text"))
            )
            for page in self.pages[:INTRO_PAGE_COUNT]
        ]
        controls_text = " ".join(
            tr(f"ui.help.controls.{group}.text") for groups in THREE_COLUMN_GROUPS for group in groups
        )
        intro_items.append(
            SearchEntry(
                CONTROLS_PAGE,
                normalize_text(self._page_name(CONTROLS_PAGE)),
                normalize_text(tr("also.controls")),
                normalize_text(controls_text),
            )
        )
        entry_items = [make_search_entry(translator, shipped_reference(), entry) for entry in self.entries]
        return [*entry_items, *intro_items]

    def open_page(self, page: str) -> None:
        """Opens a page and scrolls to its top."""
        self.page = page
        self.page_area.scroll_offset = 0
        self.examples.cancel_pending()
        row_focused = isinstance(self.group.focus, PageRow)
        self.layout(self.app.size)
        self._scroll_to_current()
        if row_focused:
            self.group.set_focus(next((row for row in self.rows if row.is_current), None))
        self.app.needs_redraw = True

    def open_adjacent_page(self, step: int) -> None:
        """Opens the next or previous page in the list."""
        pages = self.visible_pages if self.page in self.visible_pages else self.pages
        index = pages.index(self.page) + step
        if 0 <= index < len(pages):
            self.open_page(pages[index])

    def _search(self, typed: str) -> None:
        self.page_list.scroll_offset = 0
        pages = self.visible_pages
        if typed.strip() and pages and self.page != pages[0]:
            self.open_page(pages[0])
        else:
            self.layout(self.app.size)
            self._scroll_to_current()

    def _open_first(self) -> None:
        if self.visible_pages:
            self.open_page(self.visible_pages[0])

    def _scroll_to_current(self) -> None:
        """Scrolls the list so that the row of the current page is visible."""
        row = next((row for row in self.rows if row.is_current), None)
        if row is not None and not self.page_list.rect.contains(row.rect):
            self.page_list.scroll_to_offset(
                self.page_list.scroll_offset + row.rect.centery - self.page_list.rect.centery
            )

    # --- layout

    def build_body(self) -> list[Widget]:
        renderer = self.app.renderer
        gap = renderer.px(14)
        width = min(renderer.text_px(LIST_WIDTH), self.body.width * 2 // 5)
        height = max(renderer.px(46), renderer.line_height("body") + renderer.px(10))
        self.search_field.place(renderer, pygame.Rect(self.body.left, self.body.top, width, height))
        self.search_field.placeholder = self.app.tr("ui.reference.search")
        self.list_rect = pygame.Rect(self.body.left, self.search_field.rect.bottom + renderer.px(8), width, 0)
        self.list_rect.height = self.body.bottom - self.list_rect.top
        self._layout_list()
        self.page_rect = pygame.Rect(self.list_rect.right + gap, self.body.top, 0, self.body.height)
        self.page_rect.width = self.body.right - self.page_rect.left
        self.page_area.rect = self.page_rect.inflate(-2 * renderer.px(26), -2 * renderer.px(20))
        self.page_area.scrollbar_width = renderer.px(12)
        page = self._layout_page(self.page_area.rect.copy())
        if page.height > self.page_area.rect.height:  # Leave space for the scrollbar.
            area = self.page_area.rect.copy()
            area.width -= renderer.px(22)
            page = self._layout_page(area)
        self.page_area.set_content(page.widgets, page.height)
        return [self.search_field, self.page_list, self.page_area]

    def _layout_page(self, area: pygame.Rect) -> PlacedWidgets:
        renderer, tr = self.app.renderer, self.app.tr
        if self.page == CONTROLS_PAGE:
            return layout_controls_page(renderer, tr, area)
        entry = self.entries_by_key.get(self.page)
        if entry is None:
            return layout_intro_page(renderer, tr, self.examples, self.page, area)
        links = [
            linked_entry
            for key in shipped_reference().contents.get(entry.key, ReferencePageContent()).related_pages
            if (linked_entry := self.entries_by_key.get(key)) is not None
        ]
        return EntryPageLayout(renderer, self.app.translator, self.examples, self.open_page).layout_page(
            entry, links, area
        )

    def _layout_list(self) -> None:
        """Lays out the chapters and their rows. All rows have the same font size."""
        renderer = self.app.renderer
        self.page_list.rect = self.list_rect.inflate(-2 * renderer.px(12), -2 * renderer.px(12))
        self.page_list.scrollbar_width = renderer.px(12)
        left, top = self.page_list.rect.topleft
        width = self.page_list.rect.width - renderer.px(18)
        row_height = max(renderer.px(ROW_HEIGHT), renderer.line_height("body"))
        chapter_height = max(renderer.px(CHAPTER_HEIGHT), renderer.line_height("name"))
        widgets: list[Widget] = []
        self.rows = []
        previous_chapter = ""
        for page in self.visible_pages:
            chapter = self._chapter_of(page)
            if chapter != previous_chapter and not self.search_field.text.strip():
                text = self.app.tr(f"ui.reference.chapter.{chapter}")
                widgets.append(
                    Label(text, pygame.Rect(left, top, width, chapter_height), "name", "text_accent")
                )
                top += chapter_height
                previous_chapter = chapter
            row = PageRow(
                page,
                self._page_name(page),
                self._page_sprite(page),
                partial(self.open_page, page),
                page == self.page,
            )
            row.rect = pygame.Rect(left, top, width, row_height)
            top += row_height
            self.rows.append(row)
            widgets.append(row)
        font_px = renderer.fit_font_size("body", [(row.name, row.text_rect(renderer)) for row in self.rows])
        for row in self.rows:
            row.font_px = font_px
        if not self.rows:
            rect = pygame.Rect(left, top, width, renderer.px(120))
            widgets.append(
                Label(self.app.tr("ui.reference.none"), rect, "body", "text_soft", valign="top", wrap=True)
            )
            top = rect.bottom
        self.page_list.set_content(widgets, top - self.page_list.rect.top)

    def _chapter_of(self, page: str) -> str:
        entry = self.entries_by_key.get(page)
        return INTRO_CHAPTER if entry is None else entry.chapter

    def _page_name(self, page: str) -> str:
        entry = self.entries_by_key.get(page)
        if entry is not None:
            return page_title(self.app.translator, entry)
        return self.app.tr("ui.help.controls" if page == CONTROLS_PAGE else f"help.{page}.title")

    def _page_sprite(self, page: str) -> tuple[str, str] | None:
        entry = self.entries_by_key.get(page)
        return None if entry is None else page_list_sprite(self.app.renderer, entry)

    def build_footer(self, area: pygame.Rect) -> list[Widget]:
        renderer, tr = self.app.renderer, self.app.tr
        previous_button = Button(
            tr("ui.help.previous"), lambda: self.open_adjacent_page(-1), shortcut=pygame.K_PAGEUP
        )
        next_button = Button(
            tr("ui.help.next"), lambda: self.open_adjacent_page(1), kind="primary", shortcut=pygame.K_PAGEDOWN
        )
        previous_button.enabled, next_button.enabled = self.page != self.pages[0], self.page != self.pages[-1]
        width = min(max(self.button_width(previous_button), self.button_width(next_button)), area.width // 3)
        next_button.rect = pygame.Rect(area.right - width, area.top, width, area.height)
        previous_button.rect = pygame.Rect(
            next_button.rect.left - width - renderer.px(14), area.top, width, area.height
        )
        text_rect = pygame.Rect(
            area.left, area.top, previous_button.rect.left - area.left - renderer.px(14), area.height
        )
        page_text = tr("ui.help.page", page=self.pages.index(self.page) + 1, pages=len(self.pages))
        return [
            Label(page_text, text_rect, "small", "text_soft_on_walnut", "right"),
            previous_button,
            next_button,
        ]

    def layout(self, size: tuple[int, int]) -> None:
        is_first_layout = not self.rows
        super().layout(size)
        if is_first_layout:
            self._scroll_to_current()

    # --- input and updates

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._handle_key(event) or super().handle(event)
        if (
            event.type == pygame.TEXTINPUT
            and self.group.focus is not self.search_field
            and event.text.strip()
        ):
            self.group.set_focus(self.search_field)
            self.group.focus_visible = False
        return super().handle(event)

    def _handle_key(self, event: pygame.event.Event) -> bool:
        key = event.key
        if key == pygame.K_ESCAPE and self.search_field.text:
            self.search_field.set_text("")
            self._search("")
            return True
        if key in (pygame.K_UP, pygame.K_DOWN):
            self.open_adjacent_page(1 if key == pygame.K_DOWN else -1)
            return True
        if key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN) and self.page_area.max_scroll_offset:
            return self.page_area.handle(event)
        return False

    def update(self, seconds: float) -> bool:
        if self.examples.update():
            self.app.needs_redraw = True
        return super().update(seconds)

    def draw_body(self, surface: pygame.Surface) -> None:
        self.app.renderer.draw_panel(surface, self.list_rect)
        self.app.renderer.draw_panel(surface, self.page_rect)
