"""Widgets of the Analysis tab: judgment icons and buttons, player summaries, and the selected turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache, partial

import pygame

from kingdom.match.seats import Seat
from kingdom.review.analysis import BLUNDER, DOUBTFUL, FINE, MISTAKE, PlayerAnalysis
from kingdom.ui.draw.cached_panels import CachedPanel, SceneBackground
from kingdom.ui.draw.fonts import RGB
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.draw.supersampling import render_supersampled
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.controls import Button

JUDGMENT_COLORS = {FINE: "text_good", DOUBTFUL: "gold", MISTAKE: "burnt_orange", BLUNDER: "text_error"}
JUDGMENT_SHAPES: dict[str, tuple[tuple[float, float], ...]] = {
    FINE: ((-0.35, 0.0), (0.0, -0.35), (0.35, 0.0), (0.0, 0.35)),
    DOUBTFUL: ((-0.8, 0.0), (0.0, -0.8), (0.8, 0.0), (0.0, 0.8)),
    MISTAKE: ((-1.0, 0.8), (0.0, -1.0), (1.0, 0.8)),
    BLUNDER: (
        (-1.0, -0.6), (-0.6, -1.0), (0.0, -0.4), (0.6, -1.0), (1.0, -0.6), (0.4, 0.0),
        (1.0, 0.6), (0.6, 1.0), (0.0, 0.4), (-0.6, 1.0), (-1.0, 0.6), (-0.4, 0.0),
    ),
}  # fmt: skip
"""Polygons of the judgment icons (dot, diamond, triangle, cross). They can be told apart at any size and
without color."""


def draw_judgment_icon(
    surface: pygame.Surface, renderer: Renderer, judgment: str, center: tuple[int, int], size: int
) -> None:
    """Draws a judgment icon in a square of the given size."""
    edge, fill = renderer.color("text_on_walnut"), renderer.color(JUDGMENT_COLORS[judgment])
    icon = _judgment_icon(judgment, size, edge, fill)
    surface.blit(icon, icon.get_rect(center=center))


@lru_cache(maxsize=64)
def _judgment_icon(judgment: str, size: int, edge: RGB, fill: RGB) -> pygame.Surface:
    def draw(large: pygame.Surface) -> None:
        half = large.get_width() / 2
        for color, scale in ((edge, 0.98), (fill, 0.98 - 1.7 / max(4, size))):
            outline = [
                (half + x * half * scale, half + y * half * scale) for x, y in JUDGMENT_SHAPES[judgment]
            ]
            pygame.draw.polygon(large, color, outline)

    return render_supersampled((size, size), 4, (*edge, 0), draw)


JUDGMENTS_WORST_FIRST = (BLUNDER, MISTAKE, DOUBTFUL, FINE)
"""Display order of the judgments."""
JUDGMENT_BUTTON_WIDTH, SUMMARY_PADDING, SUMMARY_GAP = 46, 10, 6


def _button_row_height(renderer: Renderer) -> int:
    """Returns the height of a row of buttons."""
    return max(renderer.px(32), renderer.line_height("small") + 2)


class JudgmentButton(Button):
    """Button that shows how many turns received a given judgment. A click jumps to the next such turn."""

    def __init__(self, judgment: str, on_click: Callable[[], object]) -> None:
        super().__init__("", on_click, kind="quiet", style="small")
        self.judgment = judgment

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        self.truncated_texts.clear()
        is_highlighted = self.enabled and (self.hovered or self.focused)
        if is_highlighted:
            renderer.draw_nine_patch(surface, self.sprite_name(), self.rect)
        size = min(renderer.px(18), self.rect.height - 2)
        draw_judgment_icon(surface, renderer, self.judgment, (self.rect.left + size, self.rect.centery), size)
        left = self.rect.left + size * 3 // 2 + renderer.px(4)
        text_rect = pygame.Rect(left, self.rect.top, self.rect.right - left, self.rect.height)
        color = "text_on_button" if is_highlighted else "ink" if self.enabled else "ink_soft"
        self.draw_text(surface, renderer, str(self.text), text_rect, "small", color)


class PlayerAnalysisPanel(Widget):
    """Summary for one player: accuracy, gold lost, luck, the number of turns per judgment, the result with
    even luck, and buttons for the best and the worst turn."""

    def __init__(
        self, seat: Seat, on_seek_turn: Callable[[int], object], on_judgment: Callable[[str], object]
    ) -> None:
        super().__init__()
        self.seat = seat
        self.player_analysis = PlayerAnalysis(0.0, 0.0, None, None, None)
        self.figures: tuple[str, ...] = ("",)
        """Accuracy, gold lost and luck. Contains only a dash until one of the player's turns has been
        analyzed."""
        self.sentence = ""
        self.player_symbols = False
        self.judgment_buttons = [
            JudgmentButton(judgment, partial(on_judgment, judgment)) for judgment in JUDGMENTS_WORST_FIRST
        ]
        self.best_turn_button = Button(
            "", lambda: self._seek(on_seek_turn, self.player_analysis.best_turn), style="small"
        )
        self.worst_turn_button = Button(
            "", lambda: self._seek(on_seek_turn, self.player_analysis.worst_turn), style="small"
        )
        self.children = [*self.judgment_buttons, self.best_turn_button, self.worst_turn_button]

    @staticmethod
    def _seek(on_seek_turn: Callable[[int], object], turn: int | None) -> None:
        if turn is not None:
            on_seek_turn(turn)

    def min_width(self, renderer: Renderer) -> int:
        """Returns the minimum width at which all buttons fit into one row."""
        buttons_width = sum(
            button.preferred_width(renderer) + renderer.px(SUMMARY_GAP)
            for button in (self.best_turn_button, self.worst_turn_button)
        )
        return (
            len(self.judgment_buttons) * renderer.px(JUDGMENT_BUTTON_WIDTH)
            + buttons_width
            + 2 * renderer.px(SUMMARY_PADDING)
        )

    @staticmethod
    def height(renderer: Renderer, rows: int) -> int:
        """Returns the height of the panel with the given number of button rows."""
        lines = renderer.line_height("name") + 2 * renderer.line_height("small")
        return lines + rows * (_button_row_height(renderer) + renderer.px(SUMMARY_GAP)) + renderer.px(14)

    def set_judgment_counts(self, counts: Counter[str]) -> None:
        """Sets the number of turns for each judgment."""
        for button in self.judgment_buttons:
            button.text, button.enabled = str(counts[button.judgment]), counts[button.judgment] > 0

    def place_panel(self, rect: pygame.Rect, renderer: Renderer, rows: int) -> None:
        """Lays out the panel. With one button row, the judgment buttons are next to the turn buttons. With
        two rows, they are above the turn buttons."""
        self.rect = rect
        row_height, padding, gap = (
            _button_row_height(renderer),
            renderer.px(SUMMARY_PADDING),
            renderer.px(SUMMARY_GAP),
        )
        bottom_row = pygame.Rect(
            rect.left + padding,
            rect.bottom - row_height - renderer.px(6),
            rect.width - 2 * padding,
            row_height,
        )
        judgment_row = bottom_row if rows == 1 else bottom_row.move(0, -row_height - gap)
        width = min(renderer.px(JUDGMENT_BUTTON_WIDTH), judgment_row.width // len(self.judgment_buttons))
        for index, judgment_button in enumerate(self.judgment_buttons):
            judgment_button.rect = pygame.Rect(
                judgment_row.left + index * width, judgment_row.top, width, row_height
            )
        left = self.judgment_buttons[-1].rect.right + gap if rows == 1 else bottom_row.left
        turn_buttons = (self.best_turn_button, self.worst_turn_button)
        free_width = (
            bottom_row.right - left - gap - sum(button.preferred_width(renderer) for button in turn_buttons)
        )
        for button in turn_buttons:
            width = button.preferred_width(renderer) + free_width // 2
            button.rect = pygame.Rect(left, bottom_row.top, width, row_height)
            left += width + gap

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        renderer.draw_nine_patch(surface, "panel_parchment", self.rect)
        self.truncated_texts.clear()
        padding = renderer.px(SUMMARY_PADDING)
        title_row = pygame.Rect(
            self.rect.left + padding,
            self.rect.top + renderer.px(6),
            self.rect.width - 2 * padding,
            renderer.line_height("name"),
        )
        size = title_row.height
        renderer.draw_piece(
            surface,
            "settlement",
            self.seat.color,
            (title_row.left + size // 2, title_row.centery),
            size,
            self.player_symbols,
        )
        accuracy, *other_figures = self.figures
        accuracy_width = renderer.measure(accuracy, "number")[0] + renderer.px(8)
        name_width = min(renderer.measure(self.seat.name, "name")[0] + 1, title_row.width * 36 // 100)
        name_rect = pygame.Rect(title_row.left + size + renderer.px(8), title_row.top, name_width, size)
        self.draw_text(surface, renderer, self.seat.name, name_rect, "name")
        accuracy_rect = pygame.Rect(title_row.right - accuracy_width, title_row.top, accuracy_width, size)
        self.draw_text(surface, renderer, accuracy, accuracy_rect, "number", "text_accent", "right")
        figures_rect = pygame.Rect(
            name_rect.right + padding, title_row.top, accuracy_rect.left - name_rect.right - 2 * padding, size
        )
        self.draw_text(
            surface, renderer, " · ".join(other_figures), figures_rect, "small", "ink_soft", "right"
        )
        sentence_rect = pygame.Rect(
            title_row.left,
            title_row.bottom,
            title_row.width,
            self.judgment_buttons[0].rect.top - title_row.bottom - 2,
        )
        self.draw_text(surface, renderer, self.sentence, sentence_rect, "small", wrap=True)
        for child in self.children:
            if child.visible:
                child.draw(surface, renderer)


TURN_TEXT_LINES, TURN_PADDING = 6, 9
"""Number of text lines in the panel (four sentences, some of which take two lines), and the panel's padding
in design pixels."""


class TurnAnalysisPanel(Widget):
    """Panel that shows the judgment of the selected turn, the gold lost, the gold earned, and the better
    turn."""

    def __init__(self, background: Callable[[], SceneBackground]) -> None:
        super().__init__()
        self.background = background
        self.title = self.summary_line = ""
        self.sentences: tuple[str, ...] = ()
        self.judgment: str | None = None
        self._cached_panel = CachedPanel()

    @staticmethod
    def height(renderer: Renderer) -> int:
        """Returns the height needed for the text."""
        lines = (
            renderer.line_height("name")
            + renderer.line_height("bold")
            + TURN_TEXT_LINES * renderer.line_height("small")
        )
        return lines + 2 * renderer.px(TURN_PADDING)

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        key = (self.title, self.summary_line, self.sentences, self.judgment, renderer.scale)
        self._cached_panel.draw(
            surface,
            self.background(),
            self.rect,
            key,
            lambda target, rect: self._paint(target, rect, renderer),
        )

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer) -> None:
        renderer.draw_nine_patch(surface, "panel_parchment", rect)
        self.truncated_texts.clear()
        inner = rect.inflate(-2 * renderer.px(14), -2 * renderer.px(TURN_PADDING))
        size = renderer.line_height("name")
        title_rect = pygame.Rect(inner.left, inner.top, inner.width, size)
        if self.judgment is not None:
            draw_judgment_icon(
                surface, renderer, self.judgment, (inner.left + size // 2, title_rect.centery), size * 8 // 10
            )
            title_rect.left, title_rect.width = (
                title_rect.left + size + renderer.px(8),
                title_rect.width - size - renderer.px(8),
            )
        self.draw_text(surface, renderer, self.title, title_rect, "name")
        line_rect = pygame.Rect(inner.left, title_rect.bottom, inner.width, renderer.line_height("bold"))
        self.draw_text(surface, renderer, self.summary_line, line_rect, "bold", "text_accent")
        text_rect = pygame.Rect(inner.left, line_rect.bottom, inner.width, inner.bottom - line_rect.bottom)
        self.draw_text(
            surface, renderer, "\n".join(self.sentences), text_rect, "small", valign="top", wrap=True
        )
