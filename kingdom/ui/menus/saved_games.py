"""The Saved games page, which lists all saves with board thumbnails. The saves are loaded in the
background."""

from __future__ import annotations

import logging
import queue
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime
from functools import cached_property
from pathlib import Path

import pygame

from kingdom.files import error_message, sanitize_line
from kingdom.match.save_store import SaveEntry, SaveStore
from kingdom.rules.game import Game
from kingdom.rules.scoring import all_totals, winners
from kingdom.ui.board.board_rendering import render_game
from kingdom.ui.board.render_queue import scale_to_fit
from kingdom.ui.draw.display_lock import DISPLAY_LOCK
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.draw.sprite_sheets import SpriteSheets
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import confirm, show_message
from kingdom.ui.framework.page import Page
from kingdom.ui.game_text import winner_text
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.ui.widgets.tooltip import Tooltip

log = logging.getLogger(__name__)


class SaveLoader:
    """Loads and deletes saves in the background. One thread loads all saves and then paints thumbnails. A
    second thread deletes saves and continues even after the page is closed."""

    def __init__(self, save_store: SaveStore, sprite_sheets: SpriteSheets) -> None:
        self.save_store, self.sprite_sheets = save_store, sprite_sheets
        self._loaded_saves: queue.SimpleQueue[SaveEntry] = queue.SimpleQueue()
        self._cancelled = False
        self._load_executor, self._delete_executor = (
            ThreadPoolExecutor(1, "saves"),
            ThreadPoolExecutor(1, "bin"),
        )
        self._load_future = self._load_executor.submit(self._load_all)

    def _load_all(self) -> None:
        for save in self.save_store.iter_saves():
            if self._cancelled:
                return
            self._loaded_saves.put(save)

    @property
    def is_loading(self) -> bool:
        """True while more saves may follow. Raises an exception if the folder could not be read."""
        if self._load_future.done():
            self._load_future.result()
        return not self._load_future.done() or not self._loaded_saves.empty()

    def take_loaded_saves(self) -> list[SaveEntry]:
        """Returns the saves loaded since the last call."""
        saves = []
        while not self._loaded_saves.empty():
            saves.append(self._loaded_saves.get())
        return saves

    def wait_until_idle(self) -> None:
        """Waits until all loading, painting and deleting is done."""
        for executor in (self._load_executor, self._delete_executor):
            executor.submit(lambda: None).result()

    def render_thumbnail(
        self, game: Game, colors: list[str], size: tuple[int, int]
    ) -> Future[pygame.Surface]:
        """Starts painting a thumbnail of a game's board in the background."""
        return self._load_executor.submit(self._render_thumbnail, game, colors, size)

    def _render_thumbnail(self, game: Game, colors: list[str], size: tuple[int, int]) -> pygame.Surface:
        with DISPLAY_LOCK.painting():
            return render_game(self.sprite_sheets, game, colors, size)

    def delete(self, path: Path) -> Future[None]:
        """Starts deleting a save in the background."""
        return self._delete_executor.submit(self.save_store.delete, path)

    def cancel(self) -> None:
        """Cancels loading and painting."""
        self._cancelled = True
        self._load_executor.shutdown(wait=False, cancel_futures=True)
        self._delete_executor.shutdown(wait=False)

    def join(self) -> None:
        """Waits for the threads to end. Call `cancel` first."""
        for executor in (self._load_executor, self._delete_executor):
            executor.shutdown()


ROW_HEIGHT, MAX_ROW_HEIGHT = 138, 300
"""Normal and maximum row height in design pixels. Rows grow if there are few of them. A row with long texts
can exceed the maximum."""
TEXT_MARGIN = 14
"""Space above and below the texts of a row, in design pixels."""


class SaveRow(Widget):
    def __init__(self, app: App, save: SaveEntry, loader: SaveLoader) -> None:
        super().__init__()
        self.app, self.save, self.loader = app, save, loader
        self.thumbnail: pygame.Surface | None = None
        self._thumbnail_is_current = False
        """False if there is no thumbnail for the current size yet."""
        self._thumbnail_future: Future[pygame.Surface] | None = None
        self._delete_future: Future[None] | None = None
        self.open_button = Button(app.tr("ui.load.open"), self._open, kind="primary")
        self.review_button = Button("", self._review, icon="clock", tooltip=app.tr("ui.load.review"))
        self.delete_button = Button("", self._confirm_delete, icon="trash", tooltip=app.tr("ui.load.delete"))
        self.share_button = Button("", self._share, icon="save", tooltip=app.tr("ui.share.tip"))
        self.open_button.visible = self.review_button.visible = self.share_button.visible = (
            save.game is not None
        )
        self.deleted = False
        self._thumbnail_height, self._text_rect = 0, pygame.Rect(0, 0, 0, 0)
        """Thumbnail height and text area. The text area is relative to the row's top left corner."""
        self.tooltip = self._full_tooltip
        self.children = [self.open_button, self.review_button, self.share_button, self.delete_button]

    @property
    def name(self) -> str:
        """The name of the save. A save without a name uses the players' names or, for the current game, a
        label."""
        save = self.save
        if not save.name and self._is_current:
            return self.app.tr("ui.load.current")
        return save.name or ", ".join(seat.name for seat in save.seats)

    @property
    def _is_current(self) -> bool:
        return self.save.path == self.app.save_store.current_game_file

    @property
    def title(self) -> str:
        """The heading: the name of the save. Without a name, the heading is the status, because the players
        are listed below."""
        has_name = self.save.name or self._is_current or not self._status_text
        return self.name if has_name else self._status_text

    @property
    def _status_text(self) -> str:
        """The winner of a finished game, or the current round. Empty if the save cannot be read."""
        game = self.save.game
        return self.result or ("" if game is None else self.app.tr("ui.load.round", round=game.round))

    @cached_property
    def result(self) -> str:
        """A sentence about the winner of a finished game. Cached because scoring is slow."""
        game, seats = self.save.game, self.save.seats
        if game is None or not game.over:
            return ""
        human_seats = [index for index, seat in enumerate(seats) if seat.is_human]
        return winner_text(
            self.app.translator, [seat.name for seat in seats], winners(game), all_totals(game), human_seats
        )

    def _full_tooltip(self) -> Tooltip:
        """Returns a tooltip with the full name, players, result and error. The row itself may truncate
        them."""
        players = ", ".join(seat.name for seat in self.save.seats)
        parts = (self.title, players, self.result, self.save.error)
        name, *rest = dict.fromkeys(part for part in parts if part)
        return Tooltip(name, "\n".join(rest))

    def _open(self) -> None:
        self.app.navigator.resume_save(self.save.path)

    def _review(self) -> None:
        self.app.navigator.review_file(self.save.path)

    def _share(self) -> None:
        self.app.navigator.share_file(self.save.path)

    def _confirm_delete(self) -> None:
        tr = self.app.tr
        confirm(
            self.app,
            tr("ui.load.delete"),
            tr("ui.load.delete.ask", name=self.name),
            tr("ui.load.delete"),
            self._delete,
        )

    def _delete(self) -> None:
        self._delete_future = self.loader.delete(self.save.path)

    def poll_deletion(self) -> bool:
        """Handles the result of a deletion. Returns True while the deletion is running."""
        if self._delete_future is not None and self._delete_future.done():
            error, self._delete_future = self._delete_future.exception(), None
            self.deleted = error is None
            if error is not None:
                text = self.app.tr("ui.load.failed", reason=error_message(error))
                show_message(self.app, self.app.tr("ui.load.delete"), text, icon="warning")
        return self._delete_future is not None

    def place_row(self, rect: pygame.Rect, min_height: int, renderer: Renderer) -> None:
        """Lays out the row. Its height is at least `min_height`, or more if its texts need the space."""
        padding = renderer.px(12)
        button_size = max(renderer.px(44), renderer.line_height("button") + renderer.px(6))
        open_width = max(
            renderer.px(110), renderer.measure(self.app.tr("ui.load.open"), "button")[0] + renderer.px(36)
        )
        self._thumbnail_height = min_height * 4 // 5
        thumbnail_width = self.thumbnail_size()[0]
        right = rect.right - renderer.px(20) - button_size
        if self.open_button.visible:
            right -= 3 * padding + 2 * button_size + open_width
        left = rect.left + renderer.px(10) + thumbnail_width + renderer.px(20)
        self._text_rect = pygame.Rect(
            left - rect.left, renderer.px(TEXT_MARGIN), right - renderer.px(14) - left, 0
        )
        height = max(min_height, min(rect.height, self._needed_height(renderer)))
        self.rect = pygame.Rect(rect.left, rect.top, rect.width, height)
        self._text_rect.height = self.rect.height - 2 * renderer.px(TEXT_MARGIN)
        button_top = self.rect.centery - button_size // 2
        self.delete_button.rect = pygame.Rect(
            rect.right - renderer.px(20) - button_size, button_top, button_size, button_size
        )
        self.share_button.rect = self.delete_button.rect.move(-padding - button_size, 0)
        self.review_button.rect = self.share_button.rect.move(-padding - button_size, 0)
        self.open_button.rect = pygame.Rect(
            self.review_button.rect.left - padding - open_width, button_top, open_width, button_size
        )

    def _needed_height(self, renderer: Renderer) -> int:
        """Returns the row height at which all texts fit."""
        width = self._text_rect.width
        height = (
            renderer.measure(self.title, "heading", width)[1]
            + renderer.measure(self._detail_text, "small", width)[1]
        )
        line_count = max((line for _, line, _ in self._seat_slots(renderer)), default=-1) + 1
        return height + line_count * self._seat_height(renderer) + 2 * renderer.px(TEXT_MARGIN)

    @property
    def _detail_text(self) -> str:
        """Status (unless it is the title), date and expansions. For an unreadable save, the date and the
        error."""
        save, tr = self.save, self.app.tr
        date = self.app.translator.format_date_time(datetime.fromtimestamp(save.modified_at))
        if save.game is None:
            return f"{date}\n{tr('ui.load.broken', reason=save.error)}"
        expansions = ", ".join(tr(f"box.{expansion}") for expansion in save.expansions)
        over_text = tr("ui.load.over") if save.game.over else ""
        status = self._status_text if self._status_text != self.title else ""
        return " · ".join(part for part in (over_text, status, date, expansions) if part)

    def _seat_height(self, renderer: Renderer) -> int:
        return max(renderer.line_height("bold"), renderer.px(34))

    def _seat_slots(self, renderer: Renderer) -> list[tuple[int, int, int]]:
        """Returns the x offset, line and width of each seat's slot. All slots are wide enough for the longest
        name, in as many columns as fit."""
        seats = self.save.seats
        if not seats:
            return []
        max_name_width = max(renderer.measure(seat.name, "bold")[0] for seat in seats)
        slot_width = min(self._text_rect.width, renderer.px(34 + 4) + max_name_width + renderer.px(18))
        columns = max(1, min(len(seats), self._text_rect.width // slot_width))
        return [(index % columns * slot_width, index // columns, slot_width) for index in range(len(seats))]

    def thumbnail_size(self) -> tuple[int, int]:
        """Returns the width and height of the thumbnail in pixels."""
        return self._thumbnail_height * 23 // 20, self._thumbnail_height

    def repaint_thumbnail(self) -> None:
        """Requests a thumbnail for the new size. The old one is scaled until then."""
        self._thumbnail_is_current, self._thumbnail_future = False, None

    def update_thumbnail(self) -> bool:
        """Requests the thumbnail, or collects it once it is painted. Returns True while painting is in
        progress. If painting fails, the row shows the error."""
        if self._thumbnail_is_current or self.save.game is None:
            return False
        if self._thumbnail_future is None:
            colors = [seat.color for seat in self.save.seats]
            self._thumbnail_future = self.loader.render_thumbnail(
                self.save.game, colors, self.thumbnail_size()
            )
        elif self._thumbnail_future.done():
            try:
                self.thumbnail, self._thumbnail_is_current = self._thumbnail_future.result(), True
            except Exception as error:
                log.exception("%s", self.save.path)
                self.thumbnail = None
                self.save = replace(
                    self.save, game=None, error=sanitize_line(f"{type(error).__name__}: {error}")
                )
                self.open_button.visible = self.review_button.visible = self.share_button.visible = False
        return True

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        renderer.draw_panel(
            surface,
            self.rect.inflate(-renderer.px(4), -renderer.px(8)),
            "active" if self.hovered else "parchment",
            shadow=True,
        )
        width, height = self.thumbnail_size()
        frame = pygame.Rect(self.rect.left + renderer.px(10), self.rect.centery - height // 2, width, height)
        if self.thumbnail is not None:
            image = self.thumbnail if self._thumbnail_is_current else scale_to_fit(self.thumbnail, frame.size)
            surface.blit(image, image.get_rect(center=frame.center))
        elif self.save.error:
            renderer.draw_icon(surface, "warning", frame.center, renderer.px(56))
        else:
            renderer.draw_icon(surface, "clock", frame.center, renderer.px(40), faded=True)
        self._draw_texts(surface, renderer)
        for child in self.children:
            if child.visible:
                child.draw(surface, renderer)

    def _draw_texts(self, surface: pygame.Surface, renderer: Renderer) -> None:
        area, is_broken = self._text_rect.move(self.rect.topleft), self.save.game is None
        # keep the lines of short texts together
        area.inflate_ip(0, -max(0, self.rect.height - self._needed_height(renderer)) // 2)
        self.truncated_texts.clear()
        slots = self._seat_slots(renderer)
        line_count = max((line for _, line, _ in slots), default=-1) + 1
        seats_rect = pygame.Rect(
            area.left, 0, area.width, min(line_count * self._seat_height(renderer), area.height // 2)
        )
        seats_rect.bottom = area.bottom
        detail_height = renderer.measure(self._detail_text, "small", area.width)[1]
        max_title_height = max(renderer.line_height("heading"), seats_rect.top - area.top - detail_height)
        title_height = min(renderer.measure(self.title, "heading", area.width)[1], max_title_height)
        title_rect = pygame.Rect(area.left, area.top, area.width, title_height)
        self.draw_text(surface, renderer, self.title, title_rect, "heading", valign="top", wrap=True)
        detail_rect = pygame.Rect(
            area.left, title_rect.bottom, area.width, seats_rect.top - title_rect.bottom
        )
        color, valign = ("text_error", "top") if is_broken else ("text_soft", "middle")
        self.draw_text(
            surface, renderer, self._detail_text, detail_rect, "small", color, valign=valign, wrap=True
        )
        self._draw_seats(surface, renderer, seats_rect, slots)

    def _draw_seats(
        self,
        surface: pygame.Surface,
        renderer: Renderer,
        area: pygame.Rect,
        slots: list[tuple[int, int, int]],
    ) -> None:
        if not slots:
            return
        height = area.height // (max(line for _, line, _ in slots) + 1)
        size = min(height, renderer.px(34))
        for seat, (x, line, width) in zip(self.save.seats, slots, strict=True):
            rect = pygame.Rect(area.left + x, area.top + line * height, width, height)
            piece_center = (rect.left + size // 2, rect.centery)
            renderer.draw_piece(
                surface, "settlement", seat.color, piece_center, size, self.app.settings.marks
            )
            left = rect.left + size + renderer.px(4)
            name_rect = pygame.Rect(left, rect.top, rect.right - renderer.px(6) - left, height)
            self.draw_text(surface, renderer, seat.name, name_rect, "bold")


class SavedGamesPage(Page):
    """Lists all saved games. They are loaded in the background and appear one by one."""

    title = "ui.load.title"
    max_width = 1240

    def __init__(self) -> None:
        super().__init__()
        self.scroll_area = ScrollArea()
        self.rows: list[SaveRow] = []
        self.loading_label = Label("", style="reading", color="ink_soft", align="center", wrap=True)
        self.new_game_button = Button(
            "", lambda: self.app.navigator.open_new_game(), kind="primary", icon="arrow_right"
        )
        self._loaded = False

    def enter(self, app: App) -> None:
        super().enter(app)
        self.loader = SaveLoader(app.save_store, app.renderer.sprites)

    def leave(self) -> None:
        super().leave()
        self.loader.cancel()

    def build_body(self) -> list[Widget]:
        renderer = self.app.renderer
        self.scroll_area.rect = self.body.inflate(-2 * renderer.px(18), -2 * renderer.px(18))
        self.scroll_area.scrollbar_width = renderer.px(12)
        even_height = self.scroll_area.rect.height // max(1, len(self.rows))
        row_height = max(
            renderer.px(ROW_HEIGHT),
            3 * renderer.line_height("heading"),
            min(renderer.px(MAX_ROW_HEIGHT), even_height),
        )
        width = self.scroll_area.rect.width - renderer.px(18)
        top = self.scroll_area.rect.top
        for row in self.rows:
            row.place_row(
                pygame.Rect(self.scroll_area.rect.left, top, width, self.scroll_area.rect.height),
                row_height,
                renderer,
            )
            top = row.rect.bottom
        self.scroll_area.set_content(self.rows, top - self.scroll_area.rect.top)
        if self.rows:
            return [self.scroll_area]
        if self._loaded:
            self.new_game_button.text = self.app.tr("ui.menu.new")
            return self.build_empty_state(
                self.scroll_area.rect, self.app.tr("ui.load.empty"), self.new_game_button
            )
        self.loading_label.text, self.loading_label.rect = (
            self.app.tr("ui.load.reading"),
            self.scroll_area.rect,
        )
        return [self.loading_label]

    def draw_body(self, surface: pygame.Surface) -> None:
        """Draws a panel that is only as tall as the rows, so it is never half empty."""
        panel = self.body.copy()
        if self.rows:
            bottom = max(row.rect.bottom for row in self.rows)
            panel.height = min(panel.height, bottom + self.app.renderer.px(18) - panel.top)
        self.app.renderer.draw_panel(surface, panel)

    def layout(self, size: tuple[int, int]) -> None:
        for row in self.rows:
            row.repaint_thumbnail()
        super().layout(size)

    def update(self, seconds: float) -> bool:
        animating = super().update(seconds)
        animating = any([row.poll_deletion() for row in self.rows]) or animating
        deleted_rows = [row for row in self.rows if row.deleted]
        if deleted_rows:
            self.rows = [row for row in self.rows if not row.deleted]
            super().layout(self.app.size)
            animating = True
        if not self._loaded:
            self._loaded = not self.loader.is_loading
            self.rows += [SaveRow(self.app, save, self.loader) for save in self.loader.take_loaded_saves()]
            super().layout(self.app.size)
            return True
        pending_thumbnails = [
            row.update_thumbnail() for row in self.rows if row.rect.colliderect(self.scroll_area.rect)
        ]
        return animating or any(pending_thumbnails)
