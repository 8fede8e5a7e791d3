"""Widgets of the Analysis tab: judgment icons and buttons, player summaries, and the selected turn."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import lru_cache, partial

import pygame

from kingdom.match.seats import Seat
from kingdom.review.analysis import BLUNDER, DOUBTFUL, FINE, MISTAKE, PlayerAnalysis
from kingdom.ui.draw.fonts import RGB
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.draw.supersampling import render_supersampled
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.cached_widget import CachedContainer
from kingdom.ui.widgets.containers import Panel
from kingdom.ui.widgets.controls import Button, Label, Piece
from kingdom.ui.widgets.layout import FirstFitting, HBox, Size, Sizing, VBox

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


class JudgmentButton(Button):
    """Button that shows how many turns received a given judgment. A click jumps to the next such turn."""

    sizing = Sizing(width=46, height=34)

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
        icon_width = size * 3 // 2 + renderer.px(4)
        text_rect = self.rect.inflate(-icon_width, 0).move(icon_width // 2, 0)
        color = "text_on_button" if is_highlighted else "ink" if self.enabled else "ink_soft"
        self.draw_text(surface, renderer, str(self.text), text_rect, "small", color)


class JudgmentIcon(Widget):
    """The icon of a judgment. It is as tall as the name next to it."""

    def __init__(self, judgment: str) -> None:
        super().__init__()
        self.judgment = judgment

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        return (renderer.line_height("name"),) * 2

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        size = self.rect.height * 8 // 10
        draw_judgment_icon(surface, renderer, self.judgment, self.rect.center, size)


class PlayerAnalysisPanel(Panel):
    """Summary for one player: accuracy, gold lost, luck, the number of turns per judgment, the result with
    even luck, and buttons for the best and the worst turn."""

    padding = (10, 6)
    is_unit = True

    def __init__(
        self, seat: Seat, on_seek_turn: Callable[[int], object], on_judgment: Callable[[str], object]
    ) -> None:
        self.player_analysis = PlayerAnalysis(0.0, 0.0, None, None, None)
        self.piece = Piece(seat.color, 30)
        self.figures_label = Label("", style="small", color="ink_soft", align="right")
        self.accuracy_label = Label("", style="number", color="text_accent", align="right")
        self.sentence_label = Label("", style="small", wrap=True)
        self.judgment_buttons = [
            JudgmentButton(judgment, partial(on_judgment, judgment)) for judgment in JUDGMENTS_WORST_FIRST
        ]

        def seek(turn: int | None) -> None:
            if turn is not None:
                on_seek_turn(turn)

        self.best_turn_button = Button("", lambda: seek(self.player_analysis.best_turn), style="small")
        self.worst_turn_button = Button("", lambda: seek(self.player_analysis.worst_turn), style="small")
        for button in (self.best_turn_button, self.worst_turn_button):
            button.sized(stretch=1, height=34)
        turn_buttons = self.best_turn_button, self.worst_turn_button
        title = HBox(
            self.piece,
            Label(seat.name, style="name"),
            self.figures_label.sized(stretch=1, min_width=150),
            self.accuracy_label.sized(shrink=False),
            gap=8,
        )
        buttons = FirstFitting(
            HBox(*self.judgment_buttons, *turn_buttons, gap=4),
            VBox(HBox(*self.judgment_buttons), HBox(*turn_buttons, gap=6), gap=4),
        )
        super().__init__(VBox(title, self.sentence_label.sized(stretch=1), buttons, gap=2), shadow=False)

    def set_judgment_counts(self, counts: Counter[str]) -> None:
        for button in self.judgment_buttons:
            button.text, button.enabled = str(counts[button.judgment]), counts[button.judgment] > 0


TURN_TEXT_LINES = 6
"""Number of lines in the panel of a turn: four sentences, some of which take two lines."""


class TurnAnalysisPanel(CachedContainer):
    """Panel that shows the judgment of the selected turn, the gold lost, the gold earned, and the better
    turn."""

    judgment: str | None = None
    sentences: tuple[str, ...] = ()

    def show_turn(
        self, title: str, judgment: str | None, summary_line: str, sentences: tuple[str, ...]
    ) -> None:
        self.judgment, self.sentences = judgment, sentences
        icon = [] if judgment is None else [JudgmentIcon(judgment)]
        self.show(
            VBox(
                HBox(*icon, Label(title, style="name").sized(stretch=1), gap=8),
                Label(summary_line, style="bold", color="text_accent"),
                Label("\n".join(sentences), style="small", valign="top", wrap=True).sized(stretch=1),
            )
        )

    def cache_key(self) -> object:
        return super().cache_key(), self.judgment

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        lines = [renderer.line_height(style) for style in ("name", "bold", *["small"] * TURN_TEXT_LINES)]
        return width, sum(lines) + 2 * renderer.px(self.padding[1])
