"""The page about mouse and keyboard controls: drawn keys and their effects.

In the text, square brackets mark a key and angle brackets mark a mouse icon: `[Ctrl] + [Z]`, `<right>`.
Everything else is plain text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.draw.supersampling import render_supersampled
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.controls import Label
from kingdom.ui.widgets.layout import FirstFitting, HBox, Item, Share, Size, Sizing, VBox, with_edges

CONTROLS_PAGE = "controls"
"""Key that identifies this page in the page list."""
THREE_COLUMN_GROUPS = (("mouse", "anywhere"), ("table",), ("review",))
"""Names of the row groups in each column of a wide page."""
TWO_COLUMN_GROUPS = (("mouse", "table"), ("review", "anywhere"))
"""Names of the row groups in each column of a narrow page."""
MIN_THREE_COLUMN_WIDTH = 1050
"""Minimum page width for three columns, in design pixels. A narrower page has two columns and scrolls."""
FONT_SCALES = (1.6, 1.5, 1.4, 1.3, 1.2, 1.1, 1.0)
"""Font scales to try, largest first, until everything fits."""
MAX_KEYS_WIDTH_FRACTION = 0.38
"""Maximum fraction of a row's width that the keys may use."""
COLUMN_GAP, ROW_GAP, ROW_PADDING = 24, 5, 10
"""Design pixels between columns, between rows, and inside a row."""
KEY_TOKEN_PATTERN = re.compile(r"\[(?P<key>[^][]+)\]|<(?P<mouse>\w+)>|(?P<words>[^\[<]+)")
SUPERSAMPLING = 4
"""The mouse icon is drawn enlarged by this factor and then scaled down, for smooth edges."""

TranslateFn = Callable[..., str]


class KeyToken(NamedTuple):
    """A key, a mouse icon or the text between them, with its rectangle in the row."""

    kind: str
    text: str
    rect: pygame.Rect


def parse_key_tokens(keys: str) -> list[tuple[str, str]]:
    """Splits the keys of a row into tokens. Each token consists of a kind and a string."""
    tokens = []
    for match in KEY_TOKEN_PATTERN.finditer(keys):
        kind = str(match.lastgroup)
        text = match.group(kind).strip()
        if text:
            tokens.append((kind, text))
    return tokens


class KeyRow(Widget):
    """A row with drawn keys on the left and a description of their effect on the right."""

    sizing = Sizing(stretch=1)

    def __init__(self, keys: str, description: str, font_px: int, max_text_x: int = 0) -> None:
        super().__init__()
        self.keys, self.description, self.font_px = parse_key_tokens(keys), description, font_px
        self.max_text_x = max_text_x
        """The width of the keys, which is the same in all rows unless the rows are too narrow."""

    def _text_x(self, width: int) -> int:
        return min(round(width * MAX_KEYS_WIDTH_FRACTION), self.max_text_x)

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        text_width = width - self._text_x(width) - renderer.px(ROW_PADDING)
        text_height = renderer.measure(self.description, "body", text_width, self.font_px)[1]
        return width, max(self._keys_height(renderer, width), text_height) + renderer.px(ROW_GAP)

    def keys_width(self, renderer: Renderer) -> int:
        """Returns the width of the keys on a single line. It includes the gap before the description."""
        space = renderer.px(ROW_GAP)
        return (
            sum(self._token_size(renderer, *token)[0] + space for token in self.keys)
            - space
            + renderer.px(3 * ROW_PADDING)
        )

    def _token_size(self, renderer: Renderer, kind: str, text: str) -> tuple[int, int]:
        """Returns the size of a token. Keys are slightly taller than their text, and mouse icons are larger
        than keys."""
        height = round(renderer.fonts.font("bold", self.font_px).get_linesize() * 1.12)
        if kind == "mouse":
            return height * 3 // 2, height * 3 // 2
        width = renderer.measure(text, "bold" if kind == "key" else "body", None, self.font_px)[0]
        return (max(height, width + height * 3 // 5) if kind == "key" else width), height

    def _token_lines(self, renderer: Renderer, row_width: int) -> list[list[KeyToken]]:
        """Breaks the tokens into lines, each starting at x = 0."""
        max_width = self._text_x(row_width) - renderer.px(3 * ROW_PADDING)
        lines: list[list[KeyToken]] = [[]]
        x = 0
        for kind, text in self.keys:
            width, height = self._token_size(renderer, kind, text)
            if lines[-1] and x + width > max_width:
                lines.append([])
                x = 0
            lines[-1].append(KeyToken(kind, text, pygame.Rect(x, 0, width, height)))
            x += width + renderer.px(ROW_GAP)
        return lines

    def _keys_height(self, renderer: Renderer, row_width: int) -> int:
        space, lines = renderer.px(ROW_GAP), self._token_lines(renderer, row_width)
        return sum(max(token.rect.height for token in line) + space for line in lines)

    def placed_tokens(self, renderer: Renderer) -> list[KeyToken]:
        """Returns the tokens at their final positions, centered in the key area."""
        area = self.key_area(renderer)
        space = renderer.px(ROW_GAP)
        top = area.centery - (self._keys_height(renderer, self.rect.width) - space) // 2
        tokens = []
        for line in self._token_lines(renderer, self.rect.width):
            line_height = max(token.rect.height for token in line)
            left = area.centerx - line[-1].rect.right // 2
            tokens += [token._replace(rect=token.rect.move(left, top)) for token in line]
            top += line_height + space
        return tokens

    def key_area(self, renderer: Renderer) -> pygame.Rect:
        """Returns the walnut-colored area behind the keys."""
        return with_edges(self.rect, right=self.text_rect(renderer).left - renderer.px(ROW_PADDING))

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        renderer.draw_tint(surface, self.rect, 90, "parchment_light")
        renderer.draw_panel(surface, self.key_area(renderer), "walnut")
        for token in self.placed_tokens(renderer):
            if token.kind == "key":
                self._draw_key(surface, renderer, token.text, token.rect)
            elif token.kind == "mouse":
                side = token.rect.height
                draw_mouse = partial(_draw_mouse, renderer=renderer, part=token.text)
                surface.blit(render_supersampled((side, side), 4, (0, 0, 0, 0), draw_mouse), token.rect)
            else:
                renderer.draw_text(
                    surface, token.text, token.rect, "body", "text_on_walnut", pixels=self.font_px
                )
        self.draw_text(
            surface, renderer, self.description, self.text_rect(renderer), wrap=True, pixels=self.font_px
        )

    def text_rect(self, renderer: Renderer) -> pygame.Rect:
        """Returns the area of the description."""
        left = self.rect.left + self._text_x(self.rect.width)
        return with_edges(self.rect, left, self.rect.right - renderer.px(ROW_PADDING))

    def _draw_key(self, surface: pygame.Surface, renderer: Renderer, text: str, rect: pygame.Rect) -> None:
        edge_height, radius = max(2, rect.height // 10), max(3, rect.height // 5)
        pygame.draw.rect(surface, renderer.color("walnut_light"), rect, 0, radius)
        top = rect.inflate(-2, 0)
        top.height -= edge_height
        top.top = rect.top + 1
        pygame.draw.rect(surface, renderer.color("card_body"), top, 0, radius)
        renderer.draw_text(surface, text, top, "bold", "text_accent", "center", pixels=self.font_px)


def _draw_mouse(image: pygame.Surface, renderer: Renderer, part: str) -> None:
    """Draws a mouse that fills a square image. The relevant part of the mouse has an accent color."""
    side = image.get_width()
    line_width = max(2, side // 22)
    body = pygame.Rect(0, 0, side * 5 // 8, side * 15 // 16)
    body.center = side // 2, side // 2
    ink, accent = renderer.color("walnut_light"), renderer.color("burnt_orange")
    radius = body.width // 2
    pygame.draw.rect(image, renderer.color("card_body"), body, 0, radius)
    left_button = pygame.Rect(body.left, body.top, body.width // 2, body.height * 2 // 5)
    if part in ("left", "drag"):
        pygame.draw.rect(image, accent, left_button, 0, 0, border_top_left_radius=radius)
    elif part == "right":
        pygame.draw.rect(
            image, accent, left_button.move(body.width // 2, 0), 0, 0, border_top_right_radius=radius
        )
    pygame.draw.rect(image, ink, body, line_width, radius)
    pygame.draw.line(image, ink, left_button.bottomleft, (body.right - 1, left_button.bottom), line_width)
    pygame.draw.line(image, ink, body.midtop, (body.centerx, left_button.bottom), line_width)
    wheel = pygame.Rect(0, 0, body.width // 4, body.height // 4)
    wheel.center = body.centerx, left_button.centery
    pygame.draw.rect(image, accent if part == "wheel" else ink, wheel, 0, wheel.width // 2)
    if part in ("drag", "point"):  # Arrows on both sides show that the mouse is moved.
        arrow_size = side // 8
        for x, direction in ((body.left - line_width, -1), (body.right + line_width, 1)):
            center_y = body.centery + body.height // 8
            shape = [
                (x + direction * arrow_size, center_y),
                (x, center_y - arrow_size),
                (x, center_y + arrow_size),
            ]
            pygame.draw.polygon(image, accent, shape)


def controls_page_layouts(renderer: Renderer, tr: TranslateFn) -> Iterator[Callable[[], Item]]:
    """Yields functions that compose the page in progressively smaller fonts."""
    for font_scale in FONT_SCALES:
        yield partial(_compose_controls_page, renderer, tr, font_scale)


def _compose_controls_page(renderer: Renderer, tr: TranslateFn, font_scale: float) -> Item:
    """Returns all groups in columns. The rows share the remaining space."""
    font_px = round(renderer.fonts.font_size_px("body") * font_scale)
    groups = {
        group: [
            KeyRow(keys, description, font_px)
            for keys, _, description in (
                line.partition("\t") for line in tr(f"ui.help.controls.{group}.text").split("\n")
            )
        ]
        for column in THREE_COLUMN_GROUPS
        for group in column
    }
    rows = [row for group_rows in groups.values() for row in group_rows]
    max_text_x = max(row.keys_width(renderer) for row in rows)
    for row in rows:
        row.max_text_x = max_text_x
    headings = {
        group: Label(tr(f"ui.help.controls.{group}"), style="heading", color="text_accent")
        for group in groups
    }

    def compose(columns: Sequence[Sequence[str]], valign: str) -> Item:
        boxes = (
            VBox(*(item for name in names for item in (headings[name], *groups[name])), gap=ROW_GAP)
            for names in columns
        )
        return HBox(*(Share(box.sized(valign=valign)) for box in boxes), gap=COLUMN_GAP)

    three_columns = compose(THREE_COLUMN_GROUPS, "fill").sized(min_width=MIN_THREE_COLUMN_WIDTH, stretch=1)
    columns = FirstFitting(VBox(three_columns), compose(TWO_COLUMN_GROUPS, "top"))
    title = Label(tr("ui.help.controls"), style="title", valign="top")
    return VBox(title, columns.sized(stretch=1), gap=ROW_GAP)
