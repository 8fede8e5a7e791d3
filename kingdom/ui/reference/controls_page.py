"""The page about mouse and keyboard controls: drawn keys and their effects.

In the texts, square brackets mark a key and angle brackets mark a mouse icon: `[Ctrl] + [Z]`, `<right>`.
Everything else is plain text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from functools import partial
from typing import NamedTuple

import pygame

from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.draw.supersampling import render_supersampled
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.controls import Label
from kingdom.ui.widgets.layout import PlacedWidgets, first_fitting

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
MOUSE_ICONS = ("left", "right", "wheel", "drag", "point")
"""Mouse parts and gestures that have an icon: a button, the wheel, or the whole mouse."""
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

    def __init__(self, keys: str, description: str, font_px: int, text_x: int) -> None:
        super().__init__()
        self.keys, self.description, self.font_px, self.text_x = (
            parse_key_tokens(keys),
            description,
            font_px,
            text_x,
        )

    def min_height(self, renderer: Renderer, width: int) -> int:
        text_height = renderer.measure(
            self.description, "body", width - self.text_x - renderer.px(ROW_PADDING), self.font_px
        )[1]
        return max(self._keys_height(renderer), text_height) + renderer.px(ROW_GAP)

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

    def _token_lines(self, renderer: Renderer) -> list[list[KeyToken]]:
        """Breaks the tokens into lines, each starting at x = 0."""
        max_width = self.text_x - renderer.px(3 * ROW_PADDING)
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

    def _keys_height(self, renderer: Renderer) -> int:
        space = renderer.px(ROW_GAP)
        return sum(max(token.rect.height for token in line) + space for line in self._token_lines(renderer))

    def placed_tokens(self, renderer: Renderer) -> list[KeyToken]:
        """Returns the tokens at their final positions, centered in the key area."""
        area = self.key_area(renderer)
        space = renderer.px(ROW_GAP)
        top = area.centery - (self._keys_height(renderer) - space) // 2
        tokens = []
        for line in self._token_lines(renderer):
            line_height = max(token.rect.height for token in line)
            left = area.centerx - line[-1].rect.right // 2
            tokens += [token._replace(rect=token.rect.move(left, top)) for token in line]
            top += line_height + space
        return tokens

    def key_area(self, renderer: Renderer) -> pygame.Rect:
        """Returns the walnut-colored area behind the keys."""
        return pygame.Rect(self.rect.topleft, (self.text_x - renderer.px(ROW_PADDING), self.rect.height))

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
        width = self.rect.width - self.text_x - renderer.px(ROW_PADDING)
        return pygame.Rect(self.rect.left + self.text_x, self.rect.top, width, self.rect.height)

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


def layout_controls_page(renderer: Renderer, tr: TranslateFn, area: pygame.Rect) -> PlacedWidgets:
    """Lays out all groups in the largest font that fits. The rows share the remaining space."""
    title_rect = pygame.Rect(area.topleft, (area.width, renderer.line_height("title") + renderer.px(ROW_GAP)))
    header: list[Widget] = [Label(tr("ui.help.controls"), title_rect, "title", valign="top")]
    body = pygame.Rect(area.left, title_rect.bottom, area.width, area.bottom - title_rect.bottom)
    groups = THREE_COLUMN_GROUPS if area.width >= renderer.px(MIN_THREE_COLUMN_WIDTH) else TWO_COLUMN_GROUPS
    gap = renderer.px(COLUMN_GAP)
    column_width = (area.width - gap * (len(groups) - 1)) // len(groups)

    def layout_columns(font_scale: float) -> list[PlacedWidgets]:
        font_px = round(renderer.fonts.font_size_px("body") * font_scale)
        columns = []
        for index, names in enumerate(groups):
            rect = pygame.Rect(body.left + index * (column_width + gap), body.top, column_width, body.height)
            columns.append(_layout_column(renderer, tr, names, rect, font_px))
        return columns

    columns = first_fitting(
        map(layout_columns, FONT_SCALES),
        lambda columns: all(column.height <= body.height for column in columns),
    )
    widgets = [widget for column in columns for widget in column.widgets]
    return PlacedWidgets([*header, *widgets], title_rect.height + max(column.height for column in columns))


def _layout_column(
    renderer: Renderer, tr: TranslateFn, groups: Sequence[str], area: pygame.Rect, font_px: int
) -> PlacedWidgets:
    """Lays out groups with their headings in one column. The rows share the remaining height."""
    row_gap = renderer.px(ROW_GAP)
    heading_height = renderer.line_height("heading") + renderer.px(4)
    rows = {
        group: [
            KeyRow(keys, description, font_px, 0)
            for keys, _, description in (
                line.partition("\t") for line in tr(f"ui.help.controls.{group}.text").split("\n")
            )
        ]
        for group in groups
    }
    all_rows = [row for group_rows in rows.values() for row in group_rows]
    text_x = min(
        round(area.width * MAX_KEYS_WIDTH_FRACTION), max(row.keys_width(renderer) for row in all_rows)
    )
    for row in all_rows:
        row.text_x = text_x
    row_heights = {row: row.min_height(renderer, area.width) for row in all_rows}
    total_height = sum(row_heights.values()) + row_gap * len(all_rows) + heading_height * len(groups)
    extra_height = max(0, area.height - total_height) // len(all_rows)
    top = area.top
    widgets: list[Widget] = []
    for group, group_rows in rows.items():
        text = tr(f"ui.help.controls.{group}")
        heading_rect = pygame.Rect(area.left, top, area.width, heading_height)
        widgets.append(Label(text, heading_rect, "heading", "text_accent"))
        top += heading_height
        for row in group_rows:
            row.rect = pygame.Rect(area.left, top, area.width, row_heights[row] + extra_height)
            widgets.append(row)
            top += row.rect.height + row_gap
    return PlacedWidgets(widgets, top - row_gap - area.top)
