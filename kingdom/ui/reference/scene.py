"""How to play: the list of pages on the left, the open one on the right. Whoever types, searches."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.learn.reference import (
    Entry,
    PageData,
    entries,
    name_of,
    shipped,
)
from kingdom.learn.searching import Sought, look_for, plain, sought
from kingdom.ui.reference.controls import COLUMNS, CONTROLS, lay_controls
from kingdom.ui.reference.examples import Examples
from kingdom.ui.reference.first_pages import FIRST_PAGES, lay_first_page
from kingdom.ui.reference.index import PageRow, SearchField
from kingdom.ui.reference.pictures import small_picture
from kingdom.ui.reference.sheet import PageSheet
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.page import Page
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.widget import Laid, Widget

INDEX, ROW, HEADING = 330, 42, 44
"""Design pixels: the list's width, its rows and the headings of chapters."""
FIRST = "first"
"""The chapter before those of the reference."""
PAINTING = 0.05
"""Seconds until a picture that is being painted is looked for again."""


class Reference(Page):
    """A page for everything there is."""

    title = "ui.help.title"
    widest = 1700

    def __init__(self, page: str = "1") -> None:
        super().__init__()
        self.page = page
        self.list = ScrollArea()
        self.area = ScrollArea()
        self.field = SearchField("", self._search, longest=30, on_enter=self._open_first)
        self.every: list[Entry] = []
        self.by_key: dict[str, Entry] = {}
        self.rows: list[PageRow] = []
        self._answer: tuple[tuple[str, str], list[str]] = ("", ""), []
        """What was looked for last, in which language, and the pages that were found."""

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.every = entries(shipped())
        self.by_key = {entry.key: entry for entry in self.every}
        self.examples = Examples(app.look)
        if self.page not in self.pages:
            self.page = self.pages[0]

    def leave(self) -> None:
        self.examples.let_go()

    @property
    def patience(self) -> float:  # type: ignore[override]
        """A picture that is being painted comes soon."""
        return PAINTING if self.examples.behind else 1.0

    # --- which page

    @property
    def pages(self) -> list[str]:
        """All pages in their order."""
        first = [str(number + 1) for number in range(FIRST_PAGES)]
        return [*first, CONTROLS, *(entry.key for entry in self.every)]

    @property
    def shown(self) -> list[str]:
        """The pages in the list: all, or those that were found."""
        if not self.field.text.strip():
            return self.pages
        asked = self.app.texts.language, self.field.text
        if self._answer[0] != asked:
            self._answer = asked, look_for(self._sought(), self.field.text)
        return self._answer[1]

    def _sought(self) -> list[Sought]:
        """What all pages can be found by; the first ones after those about a thing that is called so."""
        texts, say = self.app.texts, self.app.say
        first = [
            Sought(page, plain(self._name(page)), more=plain(say(f"help.{page}.text")))
            for page in self.pages[:FIRST_PAGES]
        ]
        keys = " ".join(say(f"ui.help.controls.{group}.text") for groups in COLUMNS for group in groups)
        first.append(Sought(CONTROLS, plain(self._name(CONTROLS)), plain(say("also.controls")), plain(keys)))
        things = [sought(texts, shipped(), entry) for entry in self.every]
        return [*things, *first]

    def _go(self, page: str) -> Callable[[], None]:
        return lambda: self.open(page)

    def open(self, page: str) -> None:
        """Show a page from its top."""
        self.page = page
        self.area.offset = 0
        self.examples.forget_asked()
        by_row = isinstance(self.group.focus, PageRow)
        self.layout(self.app.size)
        self._reveal()
        if by_row:
            self.group.set_focus(next((row for row in self.rows if row.here), None))
        self.app.dirty = True

    def turn(self, step: int) -> None:
        """To the next page of the list, or back."""
        pages = self.shown if self.page in self.shown else self.pages
        place = pages.index(self.page) + step
        if 0 <= place < len(pages):
            self.open(pages[place])

    def _search(self, typed: str) -> None:
        self.list.offset = 0
        found = self.shown
        if typed.strip() and found and self.page != found[0]:
            self.open(found[0])
        else:
            self.layout(self.app.size)
            self._reveal()

    def _open_first(self) -> None:
        if self.shown:
            self.open(self.shown[0])

    def _reveal(self) -> None:
        """Bring the row of the page into the middle of the list, unless it is seen."""
        row = next((row for row in self.rows if row.here), None)
        if row is not None and not self.list.rect.contains(row.rect):
            self.list.scroll(self.list.offset + row.rect.centery - self.list.rect.centery)

    # --- placing

    def build(self) -> list[Widget]:
        look = self.app.look
        gap = look.px(14)
        wide = min(look.words_px(INDEX), self.body.width * 2 // 5)
        tall = max(look.px(46), look.line_height("body") + look.px(10))
        self.field.rect = pygame.Rect(self.body.left, self.body.top, wide, tall)
        self.field.hint = self.app.say("ui.reference.search")
        self.index = pygame.Rect(self.body.left, self.field.rect.bottom + look.px(8), wide, 0)
        self.index.height = self.body.bottom - self.index.top
        self._lay_list()
        self.sheet = pygame.Rect(self.index.right + gap, self.body.top, 0, self.body.height)
        self.sheet.width = self.body.right - self.sheet.left
        self.area.rect = self.sheet.inflate(-2 * look.px(26), -2 * look.px(20))
        self.area.bar = look.px(12)
        placed = self._lay_page(self.area.rect.copy())
        if placed.tall > self.area.rect.height:  # what has to be scrolled leaves room for the bar
            room = self.area.rect.copy()
            room.width -= look.px(22)
            placed = self._lay_page(room)
        self.area.lay(placed.widgets, placed.tall)
        return [self.field, self.list, self.area]

    def _lay_page(self, room: pygame.Rect) -> Laid:
        look, say = self.app.look, self.app.say
        if self.page == CONTROLS:
            return lay_controls(look, say, room)
        entry = self.by_key.get(self.page)
        if entry is None:
            return lay_first_page(look, say, self.examples, self.page, room)
        links = [
            found
            for key in shipped().pages.get(entry.key, PageData()).see
            if (found := self.by_key.get(key)) is not None
        ]
        return PageSheet(look, self.app.texts, self.examples, self._go).lay(entry, links, room)

    def _lay_list(self) -> None:
        """Chapters with their rows, all in one size of letters."""
        look = self.app.look
        self.list.rect = self.index.inflate(-2 * look.px(12), -2 * look.px(12))
        self.list.bar = look.px(12)
        left, top = self.list.rect.topleft
        wide = self.list.rect.width - look.px(18)
        tall = max(look.px(ROW), look.line_height("body"))
        head = max(look.px(HEADING), look.line_height("name"))
        found: list[Widget] = []
        self.rows = []
        before = ""
        for page in self.shown:
            chapter = self._chapter(page)
            if chapter != before and not self.field.text.strip():
                words = self.app.say(f"ui.reference.chapter.{chapter}")
                found.append(Label(words, pygame.Rect(left, top, wide, head), "name", "text_accent"))
                top += head
                before = chapter
            row = PageRow(page, self._name(page), self._picture(page), self._go(page), page == self.page)
            row.rect = pygame.Rect(left, top, wide, tall)
            top += tall
            self.rows.append(row)
            found.append(row)
        pixels = look.one_size("body", [(row.name, row.words_rect(look)) for row in self.rows])
        for row in self.rows:
            row.pixels = pixels
        if not self.rows:
            place = pygame.Rect(left, top, wide, look.px(120))
            found.append(
                Label(self.app.say("ui.reference.none"), place, "body", "text_soft", valign="top", wrap=True)
            )
            top = place.bottom
        self.list.lay(found, top - self.list.rect.top)

    def _chapter(self, page: str) -> str:
        entry = self.by_key.get(page)
        return FIRST if entry is None else entry.chapter

    def _name(self, page: str) -> str:
        entry = self.by_key.get(page)
        if entry is not None:
            return name_of(self.app.texts, entry)
        return self.app.say("ui.help.controls" if page == CONTROLS else f"help.{page}.title")

    def _picture(self, page: str) -> tuple[str, str] | None:
        entry = self.by_key.get(page)
        return None if entry is None else small_picture(self.app.look, entry)

    def build_foot(self, free: pygame.Rect) -> list[Widget]:
        look, say = self.app.look, self.app.say
        back = Button(say("ui.help.previous"), lambda: self.turn(-1), key=pygame.K_PAGEUP)
        ahead = Button(say("ui.help.next"), lambda: self.turn(1), kind="primary", key=pygame.K_PAGEDOWN)
        back.enabled, ahead.enabled = self.page != self.pages[0], self.page != self.pages[-1]
        wide = min(max(self.button_width(back), self.button_width(ahead)), free.width // 3)
        ahead.rect = pygame.Rect(free.right - wide, free.top, wide, free.height)
        back.rect = pygame.Rect(ahead.rect.left - wide - look.px(14), free.top, wide, free.height)
        words = pygame.Rect(free.left, free.top, back.rect.left - free.left - look.px(14), free.height)
        number = say("ui.help.page", page=self.pages.index(self.page) + 1, pages=len(self.pages))
        return [Label(number, words, "small", "text_soft_on_walnut", "right"), back, ahead]

    def layout(self, size: tuple[int, int]) -> None:
        first = not self.rows
        super().layout(size)
        if first:
            self._reveal()

    # --- mouse, keys, time

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN:
            return self._key(event) or super().handle(event)
        if event.type == pygame.TEXTINPUT and self.group.focus is not self.field and event.text.strip():
            self.group.set_focus(self.field)
            self.group.keyboard = False
        return super().handle(event)

    def _key(self, event: pygame.event.Event) -> bool:
        key = event.key
        if key == pygame.K_ESCAPE and self.field.text:
            self.field.set("")
            self._search("")
            return True
        if key in (pygame.K_UP, pygame.K_DOWN):
            self.turn(1 if key == pygame.K_DOWN else -1)
            return True
        if key in (pygame.K_PAGEUP, pygame.K_PAGEDOWN) and self.area.most:
            return self.area.handle(event)
        return False

    def update(self, seconds: float) -> bool:
        if self.examples.update():
            self.app.dirty = True
        return super().update(seconds)

    def draw_body(self, surface: pygame.Surface) -> None:
        self.app.look.panel(surface, self.index)
        self.app.look.panel(surface, self.sheet)
