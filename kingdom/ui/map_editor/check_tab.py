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
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.containers import Container, HoverRow
from kingdom.ui.widgets.controls import Icon, Label
from kingdom.ui.widgets.layout import Grid, HBox, Item, Share, Spacer, VBox


def problem_text(translator: Translator, problem: TerrainProblem) -> str:
    """Returns the translated text of an error or warning."""
    values = dict(problem.values)
    if "terrain" in values:
        values["terrain"] = cell_name(translator, (values["terrain"], ""))
    if "terrains" in values:
        names = [cell_name(translator, (name, "")) for name in values["terrains"].split(", ")]
        values["terrains"] = translator.format_list(names)
    values.pop("kind", None)
    return translator.tr(f"ui.studio.problem.{problem.key}", **values)


ICON_SIZE = 24


class ProblemRow(HoverRow):
    """A row with a problem's icon and text. The row is as tall as the text."""

    def __init__(self, text: str, icon: str, on_click: Callable[[], object]) -> None:
        self.text = text
        label = Label(text, wrap=True).sized(stretch=1)
        super().__init__(HBox(Icon(icon, ICON_SIZE), label, gap=8), on_click)


TERRAIN_FIGURES = ("hexes", "areas", "largest")
BAR_HEIGHT = 6
"""Height of a bar in design pixels."""
BAR_LENGTH_FACTOR = 1.6
"""Value at the right end of a bar, as a multiple of the highest typical value."""


class TerrainStatsRow(Container):
    """Statistics for one terrain. Values outside the range of the published sections are red."""

    is_unit = True

    def __init__(self, name: str, comparison: TerrainComparison, hex_sprites: HexSprites) -> None:
        self.name, self.comparison = name, comparison
        stats = comparison.stats
        figures = zip(
            (stats.hex_count, len(stats.area_sizes), stats.largest_area),
            (
                comparison.typical_hex_count,
                comparison.typical_area_count,
                comparison.typical_largest_area,
            ),
            strict=True,
        )
        texts = VBox(
            Label(name, style="name"), Grid((1, 1, 1), *(_figure(*figure) for figure in figures), gap=10)
        )
        picture = TerrainHex(comparison.terrain, hex_sprites).sized(
            width=PALETTE_HEX_SIZE, height=PALETTE_HEX_SIZE, valign="middle", shrink=False
        )
        super().__init__(HBox(picture, texts.sized(stretch=1), gap=6), padding=(0, 1))


def _figure(value: int, usual_range: TypicalRange | None) -> Item:
    """Returns a number with its usual range, as text and as a bar."""
    if usual_range is None:
        return Label(str(value), style="small", color="text_soft")
    minimum, maximum = usual_range
    color = "text_soft" if minimum <= value <= maximum else "text_error"
    label = Label(f"{value} ({minimum}–{maximum})", style="small", color=color)
    return VBox(label, RangeBar(value, usual_range, color).sized(height=BAR_HEIGHT + 6))


class TerrainHex(Widget):
    def __init__(self, terrain: str, hex_sprites: HexSprites) -> None:
        super().__init__()
        self.terrain, self.hex_sprites = terrain, hex_sprites

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        sprite = self.hex_sprites.get_sprite((self.terrain, ""), self.rect.width - renderer.px(10))
        surface.blit(sprite, sprite.get_rect(center=self.rect.center))


class RangeBar(Widget):
    """A bar that shows a value and the range it usually has."""

    def __init__(self, value: int, usual_range: TypicalRange, color: str) -> None:
        super().__init__()
        self.value, self.usual_range, self.color = value, usual_range, color

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        minimum, maximum = self.usual_range
        bar = self.rect.inflate(0, max(3, renderer.px(BAR_HEIGHT)) - self.rect.height)
        radius = bar.height // 2
        pygame.draw.rect(surface, renderer.color("parchment_dark"), bar, border_radius=radius)
        bar_end = max(maximum * BAR_LENGTH_FACTOR, self.value, 1)
        band_left, band_right = (
            bar.left + round(bound * bar.width / bar_end) for bound in (minimum, maximum)
        )
        band = pygame.Rect(band_left, bar.top, max(band_right - band_left, bar.height), bar.height)
        pygame.draw.rect(surface, renderer.color("gold"), band, border_radius=radius)
        marker = pygame.Rect(0, 0, max(3, renderer.px(5)), bar.height + renderer.px(6))
        marker.center = bar.left + round(self.value * bar.width / bar_end), bar.centery
        marker.clamp_ip(bar.inflate(0, renderer.px(6)))
        pygame.draw.rect(surface, renderer.color(self.color), marker, border_radius=marker.width // 2)


def build_check_tab(map_canvas: MapCanvas, column: FormColumn, hex_sprites: HexSprites) -> None:
    """Adds the tab's content to a column."""
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
    app = column.app
    labels = [Label(app.tr(f"ui.studio.beside.{name}"), style="small") for name in TERRAIN_FIGURES]
    column.add(HBox(Spacer(PALETTE_HEX_SIZE + 6), Share(Grid((1, 1, 1), *labels, gap=10))))
    comparisons = map_checks.compare_with_sections(document.grid, document.kind)
    names = [cell_name(app.translator, (comparison.terrain, "")) for comparison in comparisons]
    rows = [TerrainStatsRow(name, entry, hex_sprites) for name, entry in zip(names, comparisons, strict=True)]
    column.add(VBox(*rows))


def _add_problems(
    map_canvas: MapCanvas, column: FormColumn, problems: list[TerrainProblem], icon: str
) -> None:
    translator = column.app.translator
    rows = [
        ProblemRow(problem_text(translator, problem), icon, partial(_toggle_highlight, map_canvas, problem))
        for problem in problems
    ]
    column.add(VBox(*rows))


def _toggle_highlight(map_canvas: MapCanvas, problem: TerrainProblem) -> None:
    """Highlights the problem's hexes, or removes the highlight."""
    map_canvas.highlighted_hexes = () if map_canvas.highlighted_hexes == problem.coords else problem.coords
