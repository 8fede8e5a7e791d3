"""Panels for the sources of gold. Kingdom Builder cards show each player's current gold. Small chips below
them represent tasks, castles and other sources."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.ui.draw.cached_panels import SceneBackground
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.panels.match_summary import ScoreSource
from kingdom.ui.panels.symbols import source_sprite
from kingdom.ui.widgets.cached_widget import CachedWidget
from kingdom.ui.widgets.tooltip import Tooltip

NOTE_TEXT_STYLE = "small"
NOTE_PADDING = 7


def note_plate_height(renderer: Renderer) -> int:
    return renderer.line_height(NOTE_TEXT_STYLE) + renderer.px(6)


def draw_note_plate(
    surface: pygame.Surface,
    renderer: Renderer,
    sprite_name: str,
    text: str,
    area: pygame.Rect,
    align: str = "left",
) -> pygame.Rect:
    """Draws a note plate at the bottom of an area and returns its rect. The plate is as wide as its text. The
    sprite comes from the cards sheet and is omitted if there is only space for the text."""
    pad, height = renderer.px(NOTE_PADDING), note_plate_height(renderer)
    text_width = renderer.measure(text, NOTE_TEXT_STYLE)[0] + 2 * pad
    icon_size = height - renderer.px(4)
    if text_width + icon_size + pad > area.width:
        icon_size = 0
    width = min(area.width, text_width + icon_size + (pad if icon_size else 0))
    plate = pygame.Rect(area.left, area.bottom - height, width, height)
    if align == "center":
        plate.centerx = area.centerx
    renderer.draw_nine_patch(surface, "tooltip", plate)
    left = plate.left + pad
    if icon_size:
        renderer.draw_sprite(
            surface,
            "cards",
            sprite_name,
            pygame.Rect(left, plate.centery - icon_size // 2, icon_size, icon_size),
        )
        left += icon_size + pad
    text_rect = pygame.Rect(left, plate.top, plate.right - left - pad, plate.height)
    renderer.draw_text(surface, text, text_rect, NOTE_TEXT_STYLE, "text_on_tooltip", valign="middle")
    return plate


def place_setup_notes(renderer: Renderer, board: pygame.Rect) -> pygame.Rect:
    """Returns the rect for the setup notes below the board, and shrinks the board's frame to make room for
    them."""
    height = note_plate_height(renderer)
    board.height -= height + renderer.px(4)
    return pygame.Rect(board.left, board.bottom + renderer.px(4), board.width, height)


CARD_TITLE_HEIGHT = 36
GOLD_PIECE_SIZE = 22
"""Size of the settlement drawn above a player's gold, in design pixels."""


class ScorePanel(CachedWidget):
    """Base class of cards and chips. Shows a source of gold and how much each player gets from it."""

    def __init__(
        self,
        source: ScoreSource,
        colors: Sequence[str],
        background: Callable[[], SceneBackground],
        tooltip: Callable[[], Tooltip],
    ) -> None:
        super().__init__(background, tooltip)
        self.source, self.colors = source, list(colors)
        self.live_gold = True
        self.name = self.short_rule = ""
        self.setup_notes: tuple[tuple[str, str], ...] = ()
        """Sprite name and text of each setup note about this source."""

    def cache_key(self) -> object:
        return self.source, self.live_gold, self.name, self.short_rule, self.setup_notes, self.hovered

    def gold_rect(self, renderer: Renderer) -> pygame.Rect:
        """Returns the area that shows the players' gold, in window pixels."""
        raise NotImplementedError

    def player_at(self, pos: tuple[int, int], renderer: Renderer) -> int | None:
        """Returns the player whose gold is at a position, or None."""
        gold_rect = self.gold_rect(renderer)
        if not self.live_gold or not gold_rect.collidepoint(pos):
            return None
        return min(
            len(self.colors) - 1, (pos[0] - gold_rect.left) * len(self.colors) // max(1, gold_rect.width)
        )


MIN_IMAGE_HEIGHT = 34
"""Minimum height in design pixels of the image on a card. Without so much space, a card has no image."""
CARD_TEXT_MARGIN = 11
"""Design pixels between a card's text and its frame."""


class ScoringCardPanel(ScorePanel):
    """A Kingdom Builder card with a colored title, an image, the short rule and each player's gold. The title
    size and the rule height are the same on all cards."""

    title_font_px: int | None = None
    rule_line_count = 2

    @staticmethod
    def equalize_text_layout(renderer: Renderer, cards: Sequence[ScoringCardPanel]) -> None:
        """Gives all cards the same title size and rule height."""
        font_px = renderer.fit_font_size(
            "name", [(card.name, card._title_rect(renderer, card.rect)) for card in cards]
        )
        rule_heights = [
            renderer.measure(card.short_rule, "small", card._text_width(renderer))[1] for card in cards
        ]
        for card in cards:
            card.title_font_px, card.rule_line_count = (
                font_px,
                max(rule_heights) // renderer.line_height("small"),
            )

    @staticmethod
    def min_card_height(
        renderer: Renderer, cards: Sequence[ScoringCardPanel], width: int, with_image: bool
    ) -> int:
        """Returns the minimum height at which cards of this width can show their rules, and an image if they
        have one. Setup notes lie on the image."""
        text_width = width - 2 * renderer.px(CARD_TEXT_MARGIN)
        rule_height = max(renderer.measure(card.short_rule, "small", text_width)[1] for card in cards)
        notes_height = max(note_plate_height(renderer) * len(card.setup_notes) for card in cards)
        gaps = renderer.px(8)
        if with_image:
            notes_height = max(notes_height + renderer.px(2), renderer.px(MIN_IMAGE_HEIGHT))
            gaps = renderer.px(6) + renderer.px(2) + renderer.px(4)
        return _title_height(renderer) + notes_height + rule_height + cards[0]._gold_height(renderer) + gaps

    def _title_rect(self, renderer: Renderer, rect: pygame.Rect) -> pygame.Rect:
        margin, height = renderer.px(2), _title_height(renderer)
        return pygame.Rect(
            rect.left + margin, rect.top, rect.width - 2 * margin, min(height, rect.height // 3)
        )

    def _text_width(self, renderer: Renderer) -> int:
        return self.rect.width - 2 * renderer.px(CARD_TEXT_MARGIN)

    def gold_rect(self, renderer: Renderer) -> pygame.Rect:
        margin, height = renderer.px(8), self._gold_height(renderer)
        return pygame.Rect(
            self.rect.left + margin,
            self.rect.bottom - height - renderer.px(4),
            self.rect.width - 2 * margin,
            height,
        )

    def _gold_height(self, renderer: Renderer) -> int:
        """Returns the height of the players' gold, or of the margin in its place if gold is hidden."""
        if not self.live_gold:
            return renderer.px(7)
        return renderer.line_height("bold") + renderer.px(GOLD_PIECE_SIZE)

    def paint(self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer) -> None:
        source, margin = self.source, renderer.px(CARD_TEXT_MARGIN)
        renderer.draw_nine_patch(surface, f"card_frame_{source.expansion}", rect)
        title_rect = self._title_rect(renderer, rect)
        title_color = f"text_on_{source.expansion}"
        self.draw_text(
            surface, renderer, self.name, title_rect, "name", title_color, "center", pixels=self.title_font_px
        )
        gold_rect = self.gold_rect(renderer).move(-self.rect.left, -self.rect.top)
        text_rect = pygame.Rect(
            rect.left + margin,
            0,
            self._text_width(renderer),
            self.rule_line_count * renderer.line_height("small"),
        )
        text_rect.bottom = gold_rect.top - renderer.px(2)
        image_rect = pygame.Rect(
            rect.left + margin,
            title_rect.bottom + renderer.px(4),
            rect.width - 2 * margin,
            text_rect.top - title_rect.bottom - renderer.px(6),
        )
        rule = self.short_rule
        if image_rect.height < renderer.px(MIN_IMAGE_HEIGHT):
            notes_height = note_plate_height(renderer) * len(self.setup_notes)
            image_rect = pygame.Rect(text_rect.left, title_rect.bottom, text_rect.width, notes_height)
            text_rect.height = gold_rect.top - image_rect.bottom
            text_rect.top = image_rect.bottom
            if text_rect.height < self.rule_line_count * renderer.line_height("small"):
                # The rule would be truncated, so only the tooltip shows it.
                image_rect, rule = image_rect.union(text_rect).inflate(0, -2 * renderer.px(3)), ""
        if not rule or image_rect.height >= renderer.px(MIN_IMAGE_HEIGHT):
            image_rect = renderer.draw_sprite(surface, "cards", f"{source.group}_{source.name}", image_rect)
            image_rect = pygame.Rect(
                text_rect.left, image_rect.top, text_rect.width, image_rect.height - renderer.px(2)
            )
        self._paint_setup_notes(surface, image_rect, renderer)
        self.draw_text(surface, renderer, rule, text_rect, "small", "ink", "center", "middle", wrap=True)
        if self.live_gold:
            draw_gold_by_player(surface, renderer, gold_rect, self.colors, source)
        if self.hovered:
            pygame.draw.rect(
                surface, renderer.color("gold"), rect, max(2, renderer.px(3)), border_radius=renderer.px(9)
            )

    def _paint_setup_notes(self, surface: pygame.Surface, area: pygame.Rect, renderer: Renderer) -> None:
        area = area.copy()
        for sprite, text in reversed(self.setup_notes):
            area.height -= draw_note_plate(surface, renderer, sprite, text, area, "center").height


def _title_height(renderer: Renderer) -> int:
    return max(renderer.px(CARD_TITLE_HEIGHT), renderer.line_height("name") * 4 // 5)


class ScoreChip(ScorePanel):
    """A single line for a task, castles, or gold earned during the game. If the name doesn't fit, an image
    replaces it."""

    def gold_rect(self, renderer: Renderer) -> pygame.Rect:
        width = len(self.colors) * self._cell_width(renderer)
        return pygame.Rect(self.rect.right - width - renderer.px(6), self.rect.top, width, self.rect.height)

    def _image_rect(self, renderer: Renderer, rect: pygame.Rect, text_rect: pygame.Rect) -> pygame.Rect:
        """Returns the rect of the image that replaces the name. If space is very tight, the image moves to
        the left."""
        image_rect = text_rect.inflate(0, -2 * renderer.px(2))
        image_rect.width = max(min(text_rect.width, image_rect.height * 3 // 2), image_rect.height)
        image_rect.left = max(
            rect.left + renderer.px(4), min(text_rect.left, text_rect.right - image_rect.width)
        )
        return image_rect

    def _number_width(self, renderer: Renderer) -> int:
        return renderer.measure("88", "tiny")[0] + renderer.px(6)

    def _piece_size(self, renderer: Renderer) -> int:
        """Returns the size of the players' pieces. Returns 0 if the name needs the space. In that case, color
        swatches replace the pieces."""
        size = renderer.px(20)
        name_width = renderer.measure(self.name, "bold")[0] + renderer.px(30)
        free_width = self.rect.width - name_width - len(self.colors) * (size + self._number_width(renderer))
        return size if free_width >= 0 else 0

    def _cell_width(self, renderer: Renderer) -> int:
        return (
            self._piece_size(renderer) or self._swatch_size(renderer) + renderer.px(2)
        ) + self._number_width(renderer)

    def _swatch_size(self, renderer: Renderer) -> int:
        """Returns the size of a color swatch. Swatches are square, because a narrow stripe next to a number
        looks like a 1."""
        return max(5, renderer.px(7))

    def paint(self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer) -> None:
        renderer.draw_nine_patch(surface, "panel_active" if self.hovered else "panel_parchment", rect)
        gold_rect = self.gold_rect(renderer).move(-self.rect.left, -self.rect.top)
        right = gold_rect.left if self.live_gold else rect.right
        text_rect = pygame.Rect(
            rect.left + renderer.px(10), rect.top, right - rect.left - renderer.px(14), rect.height
        )
        if self.source.expansion:
            stripe = pygame.Rect(
                rect.left + renderer.px(5),
                rect.top + renderer.px(6),
                renderer.px(4),
                rect.height - 2 * renderer.px(6),
            )
            pygame.draw.rect(
                surface, renderer.color(f"card_{self.source.expansion}"), stripe, border_radius=renderer.px(2)
            )
            text_rect.left += renderer.px(4)
            text_rect.width -= renderer.px(4)
        if renderer.is_truncated(self.name, text_rect, "bold"):
            sprite = source_sprite(renderer, self.source.group, self.source.name) or ("interface", "coin")
            renderer.draw_sprite(surface, *sprite, self._image_rect(renderer, rect, text_rect))
        else:
            self.draw_text(surface, renderer, self.name, text_rect, "bold")
        if self.live_gold:
            size, step = self._piece_size(renderer), self._cell_width(renderer)
            for player, (color, amount) in enumerate(zip(self.colors, self.source.gold_texts, strict=True)):
                cell = pygame.Rect(gold_rect.left + player * step, gold_rect.top, step, gold_rect.height)
                if size:
                    renderer.draw_piece(
                        surface, "settlement", color, (cell.left + size // 2, cell.centery), size
                    )
                else:
                    swatch = pygame.Rect(
                        cell.left, 0, self._swatch_size(renderer), self._swatch_size(renderer)
                    )
                    swatch.centery = cell.centery
                    pygame.draw.rect(surface, renderer.color(f"player_{color}"), swatch)
                    pygame.draw.rect(surface, renderer.color("walnut_light"), swatch, 1)
                cell.left, cell.width = (
                    cell.left + step - self._number_width(renderer),
                    self._number_width(renderer),
                )
                self.draw_text(surface, renderer, amount, cell.move(renderer.px(2), 0), "tiny")


def draw_gold_by_player(
    surface: pygame.Surface, renderer: Renderer, area: pygame.Rect, colors: Sequence[str], source: ScoreSource
) -> None:
    """Draws the players' gold side by side, with a settlement in the player's color above each amount."""
    step = area.width / len(colors)
    best = max(source.gold, default=0)
    for player, (color, amount) in enumerate(zip(colors, source.gold, strict=True)):
        cell = pygame.Rect(round(area.left + player * step), area.top, round(step), area.height)
        size = min(renderer.px(26), cell.width - 2, cell.height - renderer.line_height("bold"))
        renderer.draw_piece(surface, "settlement", color, (cell.centerx, cell.top + size // 2), size)
        text_rect = pygame.Rect(
            cell.left, cell.bottom - renderer.line_height("bold"), cell.width, renderer.line_height("bold")
        )
        renderer.draw_text(
            surface,
            source.gold_texts[player],
            text_rect,
            "bold",
            "text_accent" if amount == best and best else "ink",
            "center",
            "middle",
        )
