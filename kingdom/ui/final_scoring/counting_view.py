"""Counting phase: a large card for the current source of gold, and the players' running totals."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from kingdom.rules.expansion import SCORE
from kingdom.text.translator import Translator
from kingdom.ui.draw.cached_panels import CachedPanel
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.game_text import setup_note_text
from kingdom.ui.panels.match_summary import ScoreSource
from kingdom.ui.panels.symbols import source_sprite
from kingdom.ui.widgets.base import Widget

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


def source_card_height(
    renderer: Renderer, translator: Translator, sources: Iterable[ScoreSource], width: int
) -> int:
    """Returns a card height that fits every source at this width. With the same height for all sources, the
    player rows below never move."""
    inner_width = width - 2 * renderer.px(PADDING)
    text_height = max(
        renderer.measure(source_rule_text(translator, source), RULE_FONT_STYLE, inner_width)[1]
        for source in sources
    )
    return (
        renderer.px(TITLE_HEIGHT)
        + round(inner_width * ART_HEIGHT_TO_WIDTH)
        + text_height
        + renderer.px(3 * PADDING)
    )


def draw_source_card(
    surface: pygame.Surface,
    renderer: Renderer,
    translator: Translator,
    source: ScoreSource,
    rect: pygame.Rect,
) -> None:
    """Draws the card for a source. If space is tight, the image shrinks to make room for the rule."""
    padding = renderer.px(PADDING)
    has_frame = bool(source.expansion)
    title_rect = pygame.Rect(
        rect.left + padding, rect.top, rect.width - 2 * padding, renderer.px(TITLE_HEIGHT)
    )
    if has_frame:
        renderer.draw_nine_patch(surface, f"card_frame_{source.expansion}", rect)
    else:
        renderer.draw_panel(surface, rect, "active", shadow=False)
        title_rect.top += renderer.px(8)
    ink = f"text_on_{source.expansion}" if has_frame else "ink"
    renderer.draw_text(
        surface, translator.tr(source.text_key), title_rect, "heading", ink, "center", "middle"
    )
    body = pygame.Rect(
        title_rect.left,
        title_rect.bottom + renderer.px(8),
        title_rect.width,
        rect.bottom - title_rect.bottom - renderer.px(8) - padding // 2,
    )
    text = source_rule_text(translator, source)
    font_px = renderer.fit_font_size(RULE_FONT_STYLE, [(text, body)], wrap=True)
    text_height = min(renderer.measure(text, RULE_FONT_STYLE, body.width, font_px)[1], body.height)
    image_rect = pygame.Rect(body.left, body.top, body.width, body.height - text_height - padding)
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
    rect = pygame.Rect(0, 0, size, size)
    rect.center = area.center
    return rect


def _draw_coins(surface: pygame.Surface, renderer: Renderer, area: pygame.Rect) -> None:
    """Draws a pile of coins. The coins are never larger than the sprite's native size."""
    size = min(COIN_SPRITE_PX, area.height // 3, area.width // len(COINS_PER_ROW))
    step = size * 7 // 8
    for row, count in enumerate(COINS_PER_ROW):
        y = area.centery + (len(COINS_PER_ROW) // 2 - row) * step * 3 // 4
        for column in range(count):
            x = area.centerx + round((column - (count - 1) / 2) * step)
            renderer.draw_icon(surface, "coin", (x, y), size)


class Standings(Widget):
    """One row per player, with the gold from the current source and the running total."""

    def __init__(self, scene: FinalScoringScene) -> None:
        super().__init__()
        self.scene = scene
        self.hovered_player: int | None = None
        """The player under the mouse."""
        self._cached_rows = [CachedPanel() for _ in scene.match.seats]

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEMOTION:
            previous_player = self.hovered_player
            row = (event.pos[1] - self.rect.top) * len(self.scene.match.seats) // max(1, self.rect.height)
            self.hovered_player = row if self.rect.collidepoint(event.pos) else None
            return previous_player != self.hovered_player
        return False

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        scene = self.scene
        row_height = self.rect.height // len(scene.match.seats)
        for player, cached_row in enumerate(self._cached_rows):
            rect = pygame.Rect(
                self.rect.left,
                self.rect.top + player * row_height,
                self.rect.width,
                row_height - renderer.px(6),
            )
            gold, active = (
                scene.counted_gold(player),
                player in (scene.current_player, self.hovered_player if self.hovered else None),
            )
            cached_row.draw(
                surface,
                scene.background,
                rect,
                (scene.background_version, gold, active),
                partial(self._paint, renderer, player, gold, active),
            )

    def _paint(
        self,
        renderer: Renderer,
        player: int,
        gold: int,
        active: bool,
        surface: pygame.Surface,
        rect: pygame.Rect,
    ) -> None:
        scene, seat = self.scene, self.scene.match.seats[player]
        renderer.draw_panel(surface, rect, "active" if active else "parchment", shadow=False)
        size = min(rect.height * 3 // 4, renderer.px(52))
        renderer.draw_piece(
            surface,
            "settlement",
            seat.color,
            (rect.left + renderer.px(14) + size // 2, rect.centery),
            size,
            scene.app.settings.marks,
        )
        number_width = min(rect.width // 5, renderer.px(90))
        total_rect = pygame.Rect(
            rect.right - number_width - renderer.px(16), rect.top, number_width, rect.height
        )
        renderer.draw_text(
            surface,
            str(scene.tally.gold_before_source(scene.source_index, player) + gold),
            total_rect,
            "number",
            "ink",
            "right",
            "middle",
        )
        coin_size = min(renderer.px(28), rect.height * 2 // 3)
        renderer.draw_icon(
            surface,
            "coin",
            (total_rect.right - renderer.measure("000", "number")[0] - coin_size * 2 // 3, rect.centery),
            coin_size,
        )
        gain_rect = pygame.Rect(
            total_rect.left - number_width - coin_size // 2, rect.top, number_width, rect.height
        )
        if gold:
            renderer.draw_text(surface, f"+{gold}", gain_rect, "number", "text_good", "right", "middle")
        left = rect.left + renderer.px(24) + size
        renderer.draw_text(
            surface,
            seat.name,
            pygame.Rect(left, rect.top, gain_rect.left - left, rect.height),
            "name",
            valign="middle",
        )


def draw_counting_title(scene: FinalScoringScene, surface: pygame.Surface, renderer: Renderer) -> None:
    """Draws the title bar of the counting phase."""
    renderer.draw_panel(surface, scene.title_rect, "walnut")
    area = scene.title_rect.inflate(-renderer.px(36), 0)
    renderer.draw_text(
        surface, scene.app.tr("ui.ceremony.title"), area, "heading", "text_on_walnut", valign="middle"
    )
    step_text = scene.app.tr("ui.ceremony.step", number=scene.source_index + 1, all=len(scene.tally.sources))
    renderer.draw_text(surface, step_text, area, "body", "text_soft_on_walnut", "right", "middle")
