"""Widgets of the daily challenge page: the calendar, the card names with tooltips, and the board preview. The
preview is painted in the background."""

from __future__ import annotations

from calendar import Calendar
from collections.abc import Callable, Mapping, Sequence
from datetime import date, timedelta

import pygame

from kingdom.learn.daily_challenge import DAYS_PER_WEEK, challenge_for_day, challenge_seats
from kingdom.rules.game import Game
from kingdom.rules.hexes import HEX_AT
from kingdom.rules.setup import new_game
from kingdom.text.translator import Translator
from kingdom.ui.board.board_rendering import hex_at_image_point, render_game
from kingdom.ui.board.render_queue import ScalingRenderQueue
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.draw.sprite_sheets import SpriteSheets
from kingdom.ui.framework.app import App
from kingdom.ui.game_text import translator_for_game
from kingdom.ui.panels.symbols import draw_stars, stars_width
from kingdom.ui.panels.tooltips import hex_help_topic
from kingdom.ui.widgets.base import ARROW_KEYS, Widget
from kingdom.ui.widgets.controls import Label
from kingdom.ui.widgets.tooltip import Tooltip

MAX_WEEKS_PER_MONTH = 6
"""Maximum number of calendar weeks that a month can span."""
STAR_SIZE = 15
"""Size of a star in the calendar, in design pixels."""


class MonthCalendar(Widget):
    """Calendar of one month with the stars earned each day. Weeks start on Monday. Days up to today can be
    chosen with a click or the arrow keys."""

    focusable = True

    def __init__(self, app: App, on_choose: Callable[[date], object]) -> None:
        super().__init__(tooltip=self._tooltip)
        self.app, self.on_choose = app, on_choose
        self.month = self.today = self.shown_day = app.today()
        self.stars_by_day: Mapping[date, int | None] = {}
        """Stars earned on each day played, or None if the star thresholds are unknown."""
        self.gold_by_day: Mapping[date, int] = {}
        self.mouse_pos: tuple[int, int] = (-1, -1)

    def day_rects(self) -> dict[date, pygame.Rect]:
        renderer = self.app.renderer
        header_height = renderer.line_height("small") + renderer.px(4)
        width, height = (
            self.rect.width / DAYS_PER_WEEK,
            (self.rect.height - header_height) / MAX_WEEKS_PER_MONTH,
        )
        rects = {}
        for row, week in enumerate(Calendar().monthdatescalendar(self.month.year, self.month.month)):
            for column, day in enumerate(week):
                if day.month == self.month.month:
                    left, top = self.rect.left + width * column, self.rect.top + header_height + height * row
                    rects[day] = pygame.Rect(round(left), round(top), round(width) - 1, round(height) - 1)
        return rects

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self.mouse_pos = event.pos
            return True
        day: date | None = None
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1:
            self.mouse_pos = event.pos
            day = self._day_at_mouse()
        elif event.type == pygame.KEYDOWN and event.key in ARROW_KEYS:
            column_step, row_step = ARROW_KEYS[event.key]
            day = self.shown_day + timedelta(column_step + DAYS_PER_WEEK * row_step)
        if day is None or day > self.today:
            return False
        self.on_choose(day)
        return True

    def _day_at_mouse(self) -> date | None:
        return next(
            (day for day, rect in self.day_rects().items() if rect.collidepoint(self.mouse_pos)), None
        )

    def _tooltip(self) -> Tooltip:
        """Returns a tooltip with the result of the day under the mouse."""
        day = self._day_at_mouse()
        if day is None or day > self.today:
            return Tooltip()
        lines = []
        if day in self.gold_by_day:
            lines.append(self.app.tr("ui.daily.gold", count=self.gold_by_day[day]))
        if day < self.today:
            lines.append(self.app.tr("ui.daily.practice.tip"))
        return Tooltip(self.app.translator.format_date(day), "\n".join(lines))

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        self.truncated_texts.clear()
        tr = self.app.tr
        header_height, width = renderer.line_height("small"), self.rect.width / DAYS_PER_WEEK
        names = [tr(f"ui.daily.weekday.{weekday}") for weekday in range(DAYS_PER_WEEK)]
        rects = [
            pygame.Rect(round(self.rect.left + width * column), self.rect.top, round(width), header_height)
            for column in range(DAYS_PER_WEEK)
        ]
        max_name_width = max(renderer.measure(name, "small")[0] for name in names)
        labels = names if max_name_width <= width - renderer.px(4) else [name[:2] for name in names]
        for name, rect in zip(labels, rects, strict=True):
            renderer.draw_text(surface, name, rect, "small", "ink_soft", "center", "middle")
        for day, rect in self.day_rects().items():
            self._draw_day(surface, renderer, day, rect)

    def _draw_day(self, surface: pygame.Surface, renderer: Renderer, day: date, rect: pygame.Rect) -> None:
        played = day in self.stars_by_day
        box = rect.inflate(-renderer.px(4), -renderer.px(4))
        radius = renderer.px(6)
        if day <= self.today and not played:
            pygame.draw.rect(
                surface, renderer.color("parchment_dark"), box, max(1, renderer.px(1)), border_radius=radius
            )
        if played:
            pygame.draw.rect(surface, renderer.color("parchment_light"), box, border_radius=radius)
            pygame.draw.rect(
                surface, renderer.color("gold_dark"), box, max(1, renderer.px(1)), border_radius=radius
            )
        if day == self.shown_day:
            pygame.draw.rect(surface, renderer.color("parchment_dark"), box, border_radius=radius)
        elif self.hovered and day <= self.today and rect.collidepoint(self.mouse_pos):
            pygame.draw.rect(surface, renderer.color("parchment_light"), box, border_radius=radius)
        if day == self.today:
            pygame.draw.rect(
                surface, renderer.color("burnt_orange"), box, max(2, renderer.px(3)), border_radius=radius
            )
        color = "ink" if played or day in (self.today, self.shown_day) else "ink_soft"
        stars = self.stars_by_day.get(day)
        size = min(renderer.px(STAR_SIZE), box.height // 3)
        fits = (
            stars is not None and stars_width(size) <= box.width and box.height >= 2 * size + renderer.px(6)
        )
        number_rect = pygame.Rect(
            box.left, box.top, box.width, box.height - (size + renderer.px(3) if fits else 0)
        )
        renderer.draw_text(surface, str(day.day), number_rect, "small", color, "center", "middle")
        if fits and stars is not None:
            draw_stars(surface, renderer, stars, (box.centerx, box.bottom - size // 2 - renderer.px(3)), size)


CARD_NAME_STYLE = "bold"
"""Text style of the card names. The page uses it to recognize the paragraph that contains them."""
CARD_NAME_SEPARATOR = "·"


def join_card_names(translator: Translator, cards: Sequence[str]) -> str:
    return f" {CARD_NAME_SEPARATOR} ".join(translator.localized_name(card, "card") for card in cards)


class CardNameLine(Label):
    """The names of the scoring cards, each with a tooltip, on one or more lines."""

    def __init__(self, app: App, game: Game) -> None:
        self.app, self.cards = app, [card.name for card in game.config.scoring_cards]
        self.translator = translator_for_game(app.translator, game)
        super().__init__(
            join_card_names(self.translator, self.cards), CARD_NAME_STYLE, "ink", "center", "top", True
        )
        self.tooltip = self._tooltip
        self._mouse_pos = (-1, -1)

    def name_rects(self, renderer: Renderer) -> list[tuple[str, pygame.Rect]]:
        """Returns each card with the rect of its name; a name that spans two lines has two rects."""
        text_layout = renderer.fonts.layout(str(self.text), CARD_NAME_STYLE, *self.rect.size, True, None)
        line_height = renderer.fonts.font(CARD_NAME_STYLE, text_layout.pixels).get_linesize()
        rects: list[tuple[str, pygame.Rect]] = []
        card_index = 0
        for index, line in enumerate(text_layout.lines):
            line_width = renderer.measure(line, CARD_NAME_STYLE, None, text_layout.pixels)[0]
            left, top = self.rect.centerx - line_width // 2, self.rect.top + index * line_height
            position = 0
            for part_index, part in enumerate(line.split(CARD_NAME_SEPARATOR)):
                card_index += part_index > 0
                name = part.strip()
                if name and card_index < len(self.cards):
                    before = line[: line.index(name, position)]
                    offset, name_width = (
                        renderer.measure(text, CARD_NAME_STYLE, None, text_layout.pixels)[0]
                        for text in (before, name)
                    )
                    name_rect = pygame.Rect(left + offset, top, name_width, line_height)
                    rects.append((self.cards[card_index], name_rect))
                position += len(part) + len(CARD_NAME_SEPARATOR)
        return rects

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            self._mouse_pos = event.pos
        return False

    def _tooltip(self) -> Tooltip:
        for card, rect in self.name_rects(self.app.renderer):
            if rect.collidepoint(self._mouse_pos):
                key = f"card.{card}"
                return Tooltip(
                    self.translator.tr(key),
                    self.translator.tr(f"{key}.rule"),
                    sprite=("cards", f"card_{card}"),
                )
        return Tooltip()

    def help_topic(self, pos: tuple[int, int] | None) -> Tooltip:
        self._mouse_pos = pos or self._mouse_pos
        return self._tooltip()


class DailyBoardImages(ScalingRenderQueue[tuple[tuple[int, int]]]):
    """The starting board of one day's challenge, and its image at the requested size."""

    def __init__(self, sprites: SpriteSheets, day: date) -> None:
        setup = challenge_for_day(day).setup
        colors = [seat.color for seat in challenge_seats(challenge_for_day(day), "")]
        self.day, self.game = day, new_game(setup)
        super().__init__(
            lambda key, is_needed: render_game(sprites, self.game, colors, key[0], is_needed), max_images=1
        )

    def request(self, key: tuple[tuple[int, int]]) -> None:
        if key not in self._tasks:
            self.cancel_pending()
        super().request(key)


class DailyBoardPreview(Widget):
    """Shows the image of the board. Each hex links to its page in the rules."""

    def __init__(self, images: DailyBoardImages) -> None:
        super().__init__()
        self.images = images

    def place(self, renderer: Renderer, rect: pygame.Rect) -> None:
        super().place(renderer, rect)
        if min(rect.size) > 0:
            self.images.request((self.rect.size,))

    def image_rect(self) -> pygame.Rect | None:
        """Returns the rect in which the image is drawn, or None if there is no image."""
        image = self.images.get((self.rect.size,))
        return None if image is None else image.get_rect(center=self.rect.center)

    def help_topic(self, pos: tuple[int, int] | None) -> Tooltip:
        rect, game = self.image_rect(), self.images.game
        coord = (
            hex_at_image_point(game.board.grid, rect, pos) if rect is not None and pos is not None else None
        )
        return Tooltip() if coord is None else hex_help_topic(game, HEX_AT[coord])

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        image = self.images.get((self.rect.size,))
        if image is not None:
            surface.blit(image, image.get_rect(center=self.rect.center))
