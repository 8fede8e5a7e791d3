"""Counting phase: a large card for the current source of gold, and the players' running totals."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from kingdom.rules.expansion import SCORE
from kingdom.text.translator import Translator
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.game_text import setup_note_text
from kingdom.ui.panels.match_summary import ScoreSource
from kingdom.ui.panels.symbols import source_sprite
from kingdom.ui.widgets.cached_widget import CachedContainer, CachedWidget
from kingdom.ui.widgets.containers import Container
from kingdom.ui.widgets.controls import Icon, Label, Piece
from kingdom.ui.widgets.layout import HBox, Share, Size, Sizing, VBox
from kingdom.ui.widgets.tooltip import Tooltip

if TYPE_CHECKING:
    from kingdom.ui.final_scoring.scene import FinalScoringScene


TITLE_HEIGHT, PADDING = 36, 14
RULE_FONT_STYLE = "reading"
"""Text style of the card's rule."""
COIN_SPRITE_PX = 48
"""Native size of the coin sprite in pixels."""
COINS_PER_ROW = (5, 4, 3)
"""Coins per row of the pile, from bottom to top."""
ART_HEIGHT_TO_WIDTH = 0.545
"""Height of a card's artwork relative to its width."""


def source_rule_text(translator: Translator, source: ScoreSource) -> str:
    """Returns a source's rule and setup notes. For gold earned during the game, also lists what paid it."""
    names = [translator.localized_name(payer) for payer, _ in source.breakdown]
    notes = [setup_note_text(translator, note) for note in source.setup_notes]
    return "\n".join(
        [translator.tr(f"{source.text_key}.rule"), *notes, *([" · ".join(names)] if names else [])]
    )


def breakdown_text(translator: Translator, source: ScoreSource, player: int) -> str:
    """Returns one line for each card, tile or other item that paid the player gold during the game."""
    return "\n".join(
        f"{translator.localized_name(payer)}: {gold[player]}"
        for payer, gold in source.breakdown
        if gold[player]
    )


class SourceCard(CachedWidget):
    """The card of the source that is being counted. If space is tight, the image shrinks to make room for the
    rule."""

    def __init__(self, scene: FinalScoringScene) -> None:
        super().__init__(lambda: scene.background, self._help_topic)
        self.scene = scene

    def _help_topic(self) -> Tooltip:
        """Returns a tooltip without text, because the card already shows the rule. It only links the card to
        its help page."""
        source = self.scene.source
        return Tooltip(sprite=source_sprite(self.renderer, source.group, source.name))

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        """Returns a size that fits every source. With the same height for all sources, the player rows below
        never move."""
        inner_width = width - 2 * renderer.px(PADDING)
        text_height = max(
            renderer.measure(source_rule_text(self.scene.translator, source), RULE_FONT_STYLE, inner_width)[1]
            for source in self.scene.final_score.sources
        )
        title_height, image_height = renderer.px(TITLE_HEIGHT), round(inner_width * ART_HEIGHT_TO_WIDTH)
        return width, title_height + image_height + text_height + renderer.px(3 * PADDING)

    def cache_key(self) -> object:
        return self.scene.source.text_key, self.scene.app.translator.language

    def paint(self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer) -> None:
        source, translator = self.scene.source, self.scene.translator
        padding = renderer.px(PADDING)
        has_frame = bool(source.expansion)
        title_rect = rect.inflate(-2 * padding, 0)
        title_rect.height = renderer.px(TITLE_HEIGHT)
        renderer.draw_nine_patch(
            surface, f"card_frame_{source.expansion}" if has_frame else "panel_active", rect
        )
        if not has_frame:
            title_rect.top += renderer.px(8)
        ink = f"text_on_{source.expansion}" if has_frame else "ink"
        title = translator.tr(source.text_key)
        renderer.draw_text(surface, title, title_rect, "heading", ink, "center", "middle")
        body = title_rect.move(0, title_rect.height + renderer.px(8))
        body.height = rect.bottom - body.top - padding // 2
        text = source_rule_text(translator, source)
        font_px = renderer.fit_font_size(RULE_FONT_STYLE, [(text, body)], wrap=True)
        text_height = min(renderer.measure(text, RULE_FONT_STYLE, body.width, font_px)[1], body.height)
        image_rect = body.copy()
        image_rect.height -= text_height + padding
        if image_rect.height > renderer.px(30):
            sprite = source_sprite(renderer, source.group, source.name)
            top = image_rect.bottom
            if sprite is None:
                _draw_coins(surface, renderer, image_rect)
            elif source.group == SCORE:
                renderer.draw_sprite(surface, *sprite, _icon_rect(renderer, image_rect))
            else:
                top = renderer.draw_sprite(surface, *sprite, image_rect).bottom
            body.top, body.height = top, body.bottom - top
        renderer.draw_text(
            surface, text, body, RULE_FONT_STYLE, "ink", "center", "middle", wrap=True, pixels=font_px
        )


def _icon_rect(renderer: Renderer, area: pygame.Rect) -> pygame.Rect:
    """Returns a centered square for an icon. It is smaller than the area for card artwork, where an icon
    would look blurry."""
    size = min(area.height * 9 // 10, renderer.px(220))
    return area.inflate(size - area.width, size - area.height)


def _draw_coins(surface: pygame.Surface, renderer: Renderer, area: pygame.Rect) -> None:
    """Draws a pile of coins. The coins are never larger than the sprite's native size."""
    size = min(COIN_SPRITE_PX, area.height // 3, area.width // len(COINS_PER_ROW))
    step = size * 7 // 8
    for row, count in enumerate(COINS_PER_ROW):
        y = area.centery + (len(COINS_PER_ROW) // 2 - row) * step * 3 // 4
        for column in range(count):
            x = area.centerx + round((column - (count - 1) / 2) * step)
            renderer.draw_icon(surface, "coin", (x, y), size)


class CountingTitle(CachedContainer):
    """The title of the counting phase, and how many sources have been counted."""

    panel = "panel_walnut"
    padding = (18, 4)
    sizing = Sizing(min_height=54, shrink=False)
    hoverable = False

    def show_texts(self, title: str, step: Callable[[], str]) -> None:
        """Shows a title and a step, which may change."""
        self.show(
            HBox(
                Label(title, style="heading", color="text_on_walnut").sized(stretch=1),
                Share(Label(step, color="text_soft_on_walnut", align="right")),
            )
        )


class StandingsRow(CachedContainer):
    """A player's gold from the current source, and the running total."""

    padding = (14, 4)

    def __init__(self, scene: FinalScoringScene, player: int) -> None:
        super().__init__(lambda: scene.background)
        self.scene, self.player = scene, player
        seat = scene.match.seats[player]
        self.piece = Piece(seat.color, 52)
        self.show(
            HBox(
                self.piece,
                Label(seat.name, style="name").sized(stretch=1),
                Label(self._gain_text, style="number", color="text_good", align="right").sized(width=90),
                Icon("coin", 28),
                Label(self._total_text, style="number", align="right").sized(width=60),
                gap=12,
            )
        )
        self.sizing = Sizing(stretch=1, height=84, min_height=50, max_height=144)

    def _gain_text(self) -> str:
        gold = self.scene.counted_gold(self.player)
        return f"+{gold}" if gold else ""

    def _total_text(self) -> str:
        scene = self.scene
        gold_before = scene.final_score.gold_before_source(scene.source_index, self.player)
        return str(gold_before + scene.counted_gold(self.player))

    @property
    def panel(self) -> str:
        """The row of the hovered player, or of the player whose gold is being counted, has a frame."""
        is_active = self.hovered or self.scene.current_player == self.player
        return "panel_active" if is_active else "panel_parchment"


class Standings(Container):
    """One row per player."""

    def __init__(self, scene: FinalScoringScene) -> None:
        self.rows = [StandingsRow(scene, player) for player in range(len(scene.match.seats))]
        super().__init__(VBox(*self.rows, gap=6))

    @property
    def hovered_player(self) -> int | None:
        return next((row.player for row in self.rows if row.hovered), None)
