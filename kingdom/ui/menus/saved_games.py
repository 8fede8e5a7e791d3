"""The Saved games page, which lists all saves with board thumbnails. The saves are loaded in the
background."""

from __future__ import annotations

import logging
import queue
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
from kingdom.ui.widgets.containers import ListRow, Panel
from kingdom.ui.widgets.controls import Button, Label, Piece
from kingdom.ui.widgets.layout import Flow, HBox, Item, Sizing, VBox
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.ui.widgets.tooltip import Tooltip
from kingdom.worker.executor import Executor, IsNeeded, Task
from kingdom.worker.future import wake_ui

log = logging.getLogger(__name__)


class SaveLoader:
    """Loads and deletes saves in the background. One thread loads all saves and then paints thumbnails. A
    second thread deletes saves and continues even after the page is closed."""

    def __init__(self, save_store: SaveStore, sprite_sheets: SpriteSheets) -> None:
        self.save_store, self.sprite_sheets = save_store, sprite_sheets
        self._loaded_saves: queue.SimpleQueue[SaveEntry] = queue.SimpleQueue()
        self._load_executor, self._delete_executor = Executor("load saves"), Executor("delete saves")
        self._load_task = self._load_executor.submit(self._load_all)

    def _load_all(self, is_needed: IsNeeded) -> None:
        for save in self.save_store.iter_saves():
            if not is_needed():
                return
            self._loaded_saves.put(save)
            wake_ui()

    @property
    def is_loading(self) -> bool:
        """True while more saves may follow. Raises an exception if the folder could not be read."""
        if self._load_task.error is not None:
            raise self._load_task.error
        return not self._load_task.is_done or not self._loaded_saves.empty()

    def take_loaded_saves(self) -> list[SaveEntry]:
        """Returns the saves loaded since the last call."""
        saves = []
        while not self._loaded_saves.empty():
            saves.append(self._loaded_saves.get())
        return saves

    def wait_until_idle(self) -> None:
        """Waits until all loading, painting and deleting is done."""
        for executor in (self._load_executor, self._delete_executor):
            executor.wait()

    def render_thumbnail(self, game: Game, colors: list[str], size: tuple[int, int]) -> Task[pygame.Surface]:
        """Starts painting a thumbnail of a game's board in the background."""

        def render(is_needed: IsNeeded) -> pygame.Surface:
            with DISPLAY_LOCK.painting():
                return render_game(self.sprite_sheets, game, colors, size)

        return self._load_executor.submit(render)

    def delete(self, path: Path) -> Task[None]:
        """Starts deleting a save in the background."""
        return self._delete_executor.submit(lambda is_needed: self.save_store.delete(path))

    def cancel(self) -> None:
        self._load_executor.cancel_all()


ROW_HEIGHT, MAX_ROW_HEIGHT = 138, 300
"""Normal and maximum row height in design pixels. Rows grow if there are few of them. A row with long text
can exceed the maximum."""
PAGE_FRAME_HEIGHT = 190
"""Height of the page without its rows, in design pixels."""


class SaveRow(ListRow):
    """A saved game: thumbnail, name, details, players and buttons."""

    padding = (20, 14)

    def __init__(self, app: App, save: SaveEntry, loader: SaveLoader) -> None:
        self.app, self.save, self.loader = app, save, loader
        self.thumbnail: pygame.Surface | None = None
        self.thumbnail_is_current = False
        """False if there is no thumbnail for the current size yet."""
        self._thumbnail_task: Task[pygame.Surface] | None = None
        self._delete_task: Task[None] | None = None
        self.open_button = Button(app.tr("ui.load.open"), self._open, kind="primary")
        self.review_button = Button("", self._review, icon="clock", tooltip=app.tr("ui.load.review"))
        self.delete_button = Button("", self._confirm_delete, icon="trash", tooltip=app.tr("ui.load.delete"))
        self.share_button = Button("", self._share, icon="save", tooltip=app.tr("ui.share.tip"))
        self.deleted = False
        self._frame = SaveThumbnail(self).sized(valign="middle", shrink=False)
        super().__init__(self._compose(), tooltip=self._full_tooltip)

    def _compose(self) -> Item:
        is_broken = self.save.game is None
        buttons = [self.open_button, self.review_button, self.share_button, self.delete_button]
        for button in buttons[:3]:
            button.visible = not is_broken
        seats = [
            HBox(Piece(seat.color, 34, self.app.settings.marks), Label(seat.name, style="bold"), gap=4)
            for seat in self.save.seats
        ]
        texts = VBox(
            Label(self.title, style="heading", wrap=True),
            Label(self._detail_text, "small", "text_error" if is_broken else "text_soft", wrap=True),
            Flow(*seats, gap=18),
            gap=4,
        )
        return HBox(
            self._frame,
            texts.sized(stretch=1, valign="middle"),
            *(button.sized(valign="middle", shrink=False) for button in buttons if button.visible),
            gap=12,
        )

    def set_row_height(self, height: float) -> None:
        """Sets the minimum height of the row, in design pixels. The thumbnail is almost as tall."""
        self.sizing = Sizing(min_height=height)
        self._frame.sized(height=height * 0.8, width=height * 0.92)

    @property
    def name(self) -> str:
        """The name of the save. A save without a name uses the players' names or, for the current game, a
        label."""
        save = self.save
        if not save.name and self._is_current:
            return self.app.tr("ui.load.current")
        return save.name or self._player_names

    @property
    def _player_names(self) -> str:
        return self.app.translator.format_list(seat.name for seat in self.save.seats)

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
        parts = (self.title, self._player_names, self.result, self.save.error)
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
        self._delete_task = self.loader.delete(self.save.path)

    def finish_deletion(self) -> None:
        """Handles the result of a deletion, if there is one."""
        if self._delete_task is not None and self._delete_task.is_done:
            error, self._delete_task = self._delete_task.error, None
            self.deleted = error is None
            if error is not None:
                text = self.app.tr("ui.load.failed", reason=error_message(error))
                show_message(self.app, self.app.tr("ui.load.delete"), text, icon="warning")

    @property
    def _detail_text(self) -> str:
        """Status (unless it is the title), date and expansions. For an unreadable save, the date and the
        error."""
        save, tr = self.save, self.app.tr
        date = self.app.translator.format_date_time(datetime.fromtimestamp(save.modified_at))
        if save.game is None:
            return f"{date}\n{tr('ui.load.broken', reason=save.error)}"
        expansions = self.app.translator.format_list(tr(f"box.{name}") for name in save.expansions)
        over_text = tr("ui.load.over") if save.game.over else ""
        status = self._status_text if self._status_text != self.title else ""
        return " · ".join(part for part in (over_text, status, date, expansions) if part)

    def repaint_thumbnail(self) -> None:
        """Requests a thumbnail for the new size. The old one is scaled until then."""
        self.thumbnail_is_current, self._thumbnail_task = False, None

    def update_thumbnail(self) -> bool:
        """Requests the thumbnail, or collects it once it is painted. Returns True if the row has changed. If
        painting fails, the row shows the error."""
        if self.thumbnail_is_current or self.save.game is None:
            return False
        if self._thumbnail_task is None:
            colors = [seat.color for seat in self.save.seats]
            self._thumbnail_task = self.loader.render_thumbnail(self.save.game, colors, self._frame.rect.size)
        elif self._thumbnail_task.is_done:
            self.thumbnail, error = self._thumbnail_task.result, self._thumbnail_task.error
            self.thumbnail_is_current = error is None
            if error is not None:
                log.error("%s cannot be shown", self.save.path)
                self.save = replace(
                    self.save, game=None, error=sanitize_line(f"{type(error).__name__}: {error}")
                )
                self.replace_content(self._compose())
            return True
        return False

    def draw_background(self, surface: pygame.Surface, renderer: Renderer) -> None:
        rect = self.rect.inflate(-renderer.px(4), -renderer.px(8))
        renderer.draw_panel(surface, rect, "active" if self.hovered else "parchment")


class SaveThumbnail(Widget):
    """The board of a saved game, or an icon until it is painted."""

    def __init__(self, row: SaveRow) -> None:
        super().__init__()
        self.row = row

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        row = self.row
        if row.thumbnail is not None:
            image = row.thumbnail if row.thumbnail_is_current else scale_to_fit(row.thumbnail, self.rect.size)
            surface.blit(image, image.get_rect(center=self.rect.center))
        elif row.save.error:
            renderer.draw_icon(surface, "warning", self.rect.center, renderer.px(56))
        else:
            renderer.draw_icon(surface, "clock", self.rect.center, renderer.px(40), faded=True)


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

    def compose_body(self) -> Item:
        if not self.rows:
            self.loading_label.text, self.new_game_button.text = (
                self.app.tr("ui.load.reading"),
                self.app.tr("ui.menu.new"),
            )
            empty = self.compose_empty_state(self.app.tr("ui.load.empty"), self.new_game_button)
            return Panel(empty if self._loaded else self.loading_label)
        free_height = self.app.size[1] / self.app.renderer.scale - PAGE_FRAME_HEIGHT
        row_height = max(ROW_HEIGHT, min(MAX_ROW_HEIGHT, free_height / len(self.rows)))
        for row in self.rows:
            row.set_row_height(row_height)
        # The panel is only as tall as the rows, so it is never half empty.
        return Panel(self.scroll_area.show(VBox(*self.rows))).sized(valign="top")

    def layout(self, size: tuple[int, int]) -> None:
        for row in self.rows:
            row.repaint_thumbnail()
        super().layout(size)

    def update(self, seconds: float) -> bool:
        animating = super().update(seconds)
        for row in self.rows:
            row.finish_deletion()
        new_saves = [] if self._loaded else self.loader.take_loaded_saves()
        is_loaded = self._loaded or not self.loader.is_loading
        if new_saves or is_loaded != self._loaded or any(row.deleted for row in self.rows):
            self._loaded = is_loaded
            self.rows = [row for row in self.rows if not row.deleted]
            self.rows += [SaveRow(self.app, save, self.loader) for save in new_saves]
            super().layout(self.app.size)
            return True
        visible_rows = [row for row in self.rows if row.rect.colliderect(self.scroll_area.rect)]
        return any([row.update_thumbnail() for row in visible_rows]) or animating
