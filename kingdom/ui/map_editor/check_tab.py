"""The Check tab: errors, warnings, and terrain statistics compared with the published sections."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from kingdom.map_editor import map_checks
from kingdom.map_editor.document import MapDocument
from kingdom.map_editor.map_checks import TerrainComparison, TypicalRange
from kingdom.maps.validation import TerrainProblem, find_terrain_problems
from kingdom.text.translator import Translator
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.page import FormColumn
from kingdom.ui.map_editor.hex_sprites import PALETTE_HEX_SIZE, HexSprites, cell_name
from kingdom.ui.map_editor.map_canvas import MapCanvas
from kingdom.ui.widgets.base import Widget, resolve_text
from kingdom.ui.widgets.controls import Button, Label


def problem_text(translator: Translator, problem: TerrainProblem) -> str:
    """Returns the translated text of an error or warning."""
    values = dict(problem.values)
    if "terrain" in values:
        values["terrain"] = cell_name(translator, (values["terrain"], ""))
    if "terrains" in values:
        names = [cell_name(translator, (name, "")) for name in values["terrains"].split(", ")]
        values["terrains"] = ", ".join(names)
    values.pop("kind", None)
    return translator.tr(f"ui.studio.problem.{problem.key}", **values)


ICON_SIZE = 24


class ProblemRow(Button):
    """A row with a problem's icon and text. The row is as tall as the text."""

    def __init__(self, text: str, icon: str, on_click: Callable[[], object]) -> None:
        super().__init__(text, on_click, icon=icon, kind="quiet")

    def place_row(self, renderer: Renderer, left: int, top: int, width: int) -> int:
        """Sets the row's rectangle and returns the row's height."""
        text_width = width - renderer.px(ICON_SIZE) - renderer.px(14)
        height = max(
            renderer.px(ICON_SIZE), renderer.measure(resolve_text(self.text), "body", text_width)[1]
        ) + renderer.px(8)
        self.rect = pygame.Rect(left, top, width, height)
        return height

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        self.truncated_texts.clear()
        if self.hovered:
            renderer.draw_tint(surface, self.rect, 46, "gold")
        size = renderer.px(ICON_SIZE)
        renderer.draw_icon(
            surface, self.icon or "", (self.rect.left + size // 2 + renderer.px(2), self.rect.centery), size
        )
        left = self.rect.left + size + renderer.px(10)
        text_rect = pygame.Rect(
            left, self.rect.top, self.rect.right - left - renderer.px(4), self.rect.height
        )
        self.draw_text(surface, renderer, resolve_text(self.text), text_rect, "body", "ink", wrap=True)


TERRAIN_FIGURES = ("hexes", "areas", "largest")
BAR_HEIGHT = 6
"""Height of a bar in design pixels."""
BAR_LENGTH_FACTOR = 1.6
"""Value at the right end of a bar, as a multiple of the highest typical value."""


def terrain_figure_rects(renderer: Renderer, rect: pygame.Rect) -> list[pygame.Rect]:
    """Returns the areas of the three figures in a row. The header row uses the same areas."""
    left = rect.left + renderer.px(PALETTE_HEX_SIZE) + renderer.px(6)
    width, gap = (rect.right - left) // len(TERRAIN_FIGURES), renderer.px(10)
    return [
        pygame.Rect(left + index * width, rect.top, width - gap, rect.height)
        for index in range(len(TERRAIN_FIGURES))
    ]


class TerrainStatsRow(Widget):
    """Statistics for one terrain. Values outside the range of the published sections are red."""

    def __init__(self, name: str, comparison: TerrainComparison, hex_sprites: HexSprites) -> None:
        super().__init__()
        self.name, self.comparison, self.hex_sprites = name, comparison, hex_sprites

    def place_row(self, renderer: Renderer, left: int, top: int, width: int) -> int:
        """Sets the row's rectangle and returns the row's height."""
        height = (
            renderer.line_height("name")
            + renderer.line_height("small")
            + renderer.px(BAR_HEIGHT)
            + renderer.px(10)
        )
        self.rect = pygame.Rect(left, top, width, max(height, renderer.px(PALETTE_HEX_SIZE)))
        return self.rect.height

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        self.truncated_texts.clear()
        sprite = self.hex_sprites.get_sprite(
            (self.comparison.terrain, ""), renderer.px(PALETTE_HEX_SIZE) - renderer.px(10)
        )
        surface.blit(
            sprite,
            sprite.get_rect(center=(self.rect.left + renderer.px(PALETTE_HEX_SIZE) // 2, self.rect.centery)),
        )
        rects = terrain_figure_rects(renderer, self.rect)
        name_rect = rects[0].union(rects[-1])
        name_rect.height = renderer.line_height("name")
        self.draw_text(surface, renderer, self.name, name_rect, "name")
        stats = self.comparison.stats
        for rect, value, usual_range in zip(
            rects,
            (stats.hex_count, len(stats.area_sizes), stats.largest_area),
            (
                self.comparison.typical_hex_count,
                self.comparison.typical_area_count,
                self.comparison.typical_largest_area,
            ),
            strict=True,
        ):
            text_rect = pygame.Rect(rect.left, name_rect.bottom, rect.width, renderer.line_height("small"))
            self._draw_figure(surface, renderer, text_rect, value, usual_range)

    def _draw_figure(
        self,
        surface: pygame.Surface,
        renderer: Renderer,
        text_rect: pygame.Rect,
        value: int,
        usual_range: TypicalRange | None,
    ) -> None:
        if usual_range is None:
            self.draw_text(surface, renderer, str(value), text_rect, "small", "text_soft")
            return
        minimum, maximum = usual_range
        color = "text_soft" if minimum <= value <= maximum else "text_error"
        self.draw_text(surface, renderer, f"{value} ({minimum}–{maximum})", text_rect, "small", color)
        bar = pygame.Rect(
            text_rect.left,
            text_rect.bottom + renderer.px(2),
            text_rect.width,
            max(3, renderer.px(BAR_HEIGHT)),
        )
        radius = bar.height // 2
        pygame.draw.rect(surface, renderer.color("parchment_dark"), bar, border_radius=radius)
        bar_end = max(maximum * BAR_LENGTH_FACTOR, value, 1)
        band_left, band_right = (
            bar.left + round(bound * bar.width / bar_end) for bound in (minimum, maximum)
        )
        band = pygame.Rect(band_left, bar.top, max(band_right - band_left, bar.height), bar.height)
        pygame.draw.rect(surface, renderer.color("gold"), band, border_radius=radius)
        marker = pygame.Rect(0, 0, max(3, renderer.px(5)), bar.height + renderer.px(6))
        marker.center = bar.left + round(value * bar.width / bar_end), bar.centery
        marker.clamp_ip(bar.inflate(0, renderer.px(6)))
        pygame.draw.rect(surface, renderer.color(color), marker, border_radius=marker.width // 2)


def build_check_tab(map_canvas: MapCanvas, column: FormColumn, hex_sprites: HexSprites) -> None:
    """Adds the contents of the tab to a column."""
    tr, document = column.app.tr, map_canvas.document
    errors, warnings = (
        find_terrain_problems(document.cells, document.kind),
        map_checks.find_warnings(document.cells, document.kind),
    )
    column.add_text(tr("ui.studio.wrong") if errors else tr("ui.studio.fine"), "name", "ink")
    _add_problems(map_canvas, column, errors, "warning")
    if warnings:
        column.add_space(10)
        column.add_text(tr("ui.studio.odd"), "name", "ink")
        _add_problems(map_canvas, column, warnings, "hint")
    column.add_space(10)
    column.add_text(tr("ui.studio.beside"), "name", "ink")
    _add_statistics(document, column, hex_sprites)


def _add_statistics(document: MapDocument, column: FormColumn, hex_sprites: HexSprites) -> None:
    """Adds a header and a row of statistics for each terrain."""
    app, renderer, area = column.app, column.app.renderer, column.area
    header_rect = pygame.Rect(area.left, column.top, area.width, renderer.line_height("small"))
    for name, rect in zip(TERRAIN_FIGURES, terrain_figure_rects(renderer, header_rect), strict=True):
        column.widgets.append(Label(app.tr(f"ui.studio.beside.{name}"), rect, "small", "ink"))
    column.top = header_rect.bottom
    for comparison in map_checks.compare_with_sections(document.grid, document.kind):
        row = TerrainStatsRow(cell_name(app.translator, (comparison.terrain, "")), comparison, hex_sprites)
        column.add(row, row.place_row(renderer, area.left, column.top, area.width))


def _add_problems(
    map_canvas: MapCanvas, column: FormColumn, problems: list[TerrainProblem], icon: str
) -> None:
    app = column.app
    for problem in problems:
        row = ProblemRow(
            problem_text(app.translator, problem), icon, partial(_toggle_highlight, map_canvas, problem)
        )
        column.add(row, row.place_row(app.renderer, column.area.left, column.top, column.area.width))


def _toggle_highlight(map_canvas: MapCanvas, problem: TerrainProblem) -> None:
    """Highlights the problem's hexes, or removes the highlight."""
    map_canvas.highlighted_hexes = () if map_canvas.highlighted_hexes == problem.coords else problem.coords
