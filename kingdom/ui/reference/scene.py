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
from kingdom.ui.reference.controls_page import CONTROLS_PAGE, THREE_COLUMN_GROUPS, controls_page_layouts
from kingdom.ui.reference.illustrations import ExampleImages, page_list_sprite
from kingdom.ui.reference.pages import (
    INTRO_PAGE_COUNT,
    entry_page_layouts,
    intro_page_layouts,
    intro_text,
)
from kingdom.ui.widgets.containers import HoverRow, Panel
from kingdom.ui.widgets.controls import Button, Image, Label, equalize_font_sizes
from kingdom.ui.widgets.layout import HBox, Item, Sizing, VBox
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.ui.widgets.text_field import TextField

LIST_WIDTH, ROW_HEIGHT, CHAPTER_HEIGHT = 330, 42, 44
"""Width of the list, height of a row, and height of a chapter heading, all in design pixels."""
PAGE_FRAME_HEIGHT = 260
"""Height of everything around the pictures and the text of a page, in design pixels."""


class PageRow(HoverRow):
    """Row for one page in the list: a small picture and the page's name."""

    padding = (8, 3)

    def __init__(
        self,
        page: str,
        name: str,
        sprite: tuple[str, str] | None,
        on_open: Callable[[], object],
        is_current: bool,
    ) -> None:
        self.page, self.is_current = page, is_current
        self.label = Label(name)
        picture = [Image(*sprite).sized(width=42, height=ROW_HEIGHT - 6)] if sprite is not None else []
        super().__init__(HBox(*picture, self.label.sized(stretch=1), gap=4), on_open)
        self.sizing = Sizing(min_height=ROW_HEIGHT)

    def draw_background(self, surface: pygame.Surface, renderer: Renderer) -> None:
        if self.is_current:
            renderer.draw_nine_patch(surface, "panel_active", self.rect)
        elif self.hovered or self.focused:
            renderer.draw_tint(surface, self.rect, 60, "gold")


class SearchField(TextField):
    """A text field that shows a placeholder while it is empty."""

    placeholder = ""

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        super().draw(surface, renderer)
        self.truncated_texts.clear()
        if not self.text:
            text_rect = self.rect.inflate(-2 * renderer.px(12), -2 * renderer.px(3))
            self.draw_text(surface, renderer, self.placeholder, text_rect, "small", "text_soft")


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
        intro_pages = [str(index + 1) for index in range(INTRO_PAGE_COUNT)]
        return [*intro_pages, CONTROLS_PAGE, *(entry.key for entry in self.entries)]

    @property
    def visible_pages(self) -> list[str]:
        if not self.search_field.text.strip():
            return self.pages
        query = self.app.translator.language, self.search_field.text
        if self._search_cache[0] != query:
            self._search_cache = query, rank_entries(self._search_index(), self.search_field.text)
        return self._search_cache[1]

    def _search_index(self) -> list[SearchEntry]:
        """Returns the searchable text of all pages. Among equally good matches, introduction pages rank
        last."""
        translator, tr = self.app.translator, self.app.tr
        intro_items = [
            SearchEntry(
                page, normalize_text(self._page_name(page)), questions=normalize_text(intro_text(tr, page))
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

    def compose_body(self) -> Item:
        renderer = self.app.renderer
        self.search_field.placeholder = self.app.tr("ui.reference.search")
        max_width = self.app.size[0] * 2 // 5
        width = min(renderer.text_px(LIST_WIDTH), max_width) / renderer.scale
        page_list = Panel(self.page_list.show(self._compose_list()), padding=12)
        return HBox(
            VBox(self.search_field, page_list.sized(stretch=1), gap=8).sized(width=width),
            Panel(self._compose_page(), padding=(26, 20)).sized(stretch=1),
            gap=14,
        )

    def _compose_page(self) -> ScrollArea:
        """Returns the area with the open page."""
        renderer, translator = self.app.renderer, self.app.translator
        entry = self.entries_by_key.get(self.page)
        if self.page == CONTROLS_PAGE:
            layouts = controls_page_layouts(renderer, translator.tr)
        elif entry is None:
            min_height = (self.app.size[1] / renderer.scale - PAGE_FRAME_HEIGHT) / 3
            layouts = intro_page_layouts(renderer, translator.tr, self.examples, self.page, min_height)
        else:
            contents = shipped_reference().contents.get(entry.key, ReferencePageContent())
            links = [self.entries_by_key[key] for key in contents.related_pages if key in self.entries_by_key]
            layouts = entry_page_layouts(renderer, translator, self.examples, entry, links, self.open_page)
        first, *smaller = layouts
        return self.page_area.show(first(), *smaller)

    def _compose_list(self) -> Item:
        """Returns the chapters and their rows."""
        items: list[Item] = []
        self.rows = []
        previous_chapter = ""
        for page in self.visible_pages:
            chapter = self.entries_by_key[page].chapter if page in self.entries_by_key else INTRO_CHAPTER
            if chapter != previous_chapter and not self.search_field.text.strip():
                label = Label(
                    self.app.tr(f"ui.reference.chapter.{chapter}"), style="name", color="text_accent"
                )
                items.append(label.sized(min_height=CHAPTER_HEIGHT))
                previous_chapter = chapter
            name, sprite = self._page_name(page), self._page_sprite(page)
            row = PageRow(page, name, sprite, partial(self.open_page, page), page == self.page)
            self.rows.append(row)
            items.append(row)
        if not self.rows:
            items.append(Label(self.app.tr("ui.reference.none"), color="text_soft", valign="top", wrap=True))
        return VBox(*items)

    def _page_name(self, page: str) -> str:
        entry = self.entries_by_key.get(page)
        if entry is not None:
            return page_title(self.app.translator, entry)
        return self.app.tr("ui.help.controls" if page == CONTROLS_PAGE else f"help.{page}.title")

    def _page_sprite(self, page: str) -> tuple[str, str] | None:
        entry = self.entries_by_key.get(page)
        return None if entry is None else page_list_sprite(self.app.renderer, entry)

    def compose_footer(self) -> list[Item]:
        tr = self.app.tr
        previous_button = Button(
            tr("ui.help.previous"), lambda: self.open_adjacent_page(-1), shortcut=pygame.K_PAGEUP
        )
        next_button = Button(
            tr("ui.help.next"), lambda: self.open_adjacent_page(1), kind="primary", shortcut=pygame.K_PAGEDOWN
        )
        previous_button.enabled, next_button.enabled = self.page != self.pages[0], self.page != self.pages[-1]
        page_text = tr("ui.help.page", page=self.pages.index(self.page) + 1, pages=len(self.pages))
        return [Label(page_text, style="small", color="text_soft_on_walnut"), previous_button, next_button]

    def layout(self, size: tuple[int, int]) -> None:
        is_first_layout = not self.rows
        super().layout(size)
        equalize_font_sizes(self.app.renderer, [row.label for row in self.rows])
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
