"""Tests memory use: images of closed or covered scenes are freed, and large images are kept no longer than
needed."""

from __future__ import annotations

import threading
import weakref
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import pygame
import pytest
from support.app_driver import FlatPainter, advance, sprite_sheets
from support.matches import new_match, play_until

from kingdom.review.analysis_client import AnalysisClient
from kingdom.review.timeline import build_timeline
from kingdom.rules.hexes import BIT, HEX_AT
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game
from kingdom.ui.board import layers, map_pane, viewport_cache
from kingdom.ui.board.annotations import Spotlight
from kingdom.ui.board.board_geometry import BOARD_MARGIN
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.board.camera import MAX_SHARP_HEX_PX
from kingdom.ui.board.highlights import Highlights, HighlightSprites
from kingdom.ui.board.layers import StaticLayer, TerrainLayerPainter, TerrainViewKey
from kingdom.ui.board.map_pane import MapPane
from kingdom.ui.board.render_queue import RenderQueue
from kingdom.ui.board.terrain_painter import TerrainPainter
from kingdom.ui.draw import renderer as renderer_module
from kingdom.ui.draw.cached_panels import empty_background
from kingdom.ui.draw.hex_grid import HexGrid, centered_grid
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.draw.surface_cache import SurfaceCache
from kingdom.ui.final_scoring.scene import FinalScoringScene
from kingdom.ui.framework.app import App
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.settings_page import SettingsPage
from kingdom.ui.review.scene import ReviewScene
from kingdom.ui.widgets import charts
from kingdom.ui.widgets.charts import LineChart, Series
from kingdom.worker.executor import IsNeeded, TaskCancelled

WINDOW_SIZE = (640, 480)


@pytest.fixture
def app(shared_app: App) -> App:
    shared_app.settings.animation = "off"
    return shared_app


def show_match_scene(app: App) -> MatchScene:
    scene = make_match_scene()
    app.replace(scene)
    advance(app, 0.3)
    return scene


def test_closed_match_scene_frees_its_images(app: App) -> None:
    scene = show_match_scene(app)
    assert scene.background.panel_surfaces
    assert scene.view.is_sharp
    app.replace(SettingsPage())
    assert not scene.background.panel_surfaces
    assert not scene.view.is_sharp, "the terrain should be freed"


def test_closed_final_scoring_frees_its_images(app: App) -> None:
    scene = FinalScoringScene(new_match("person", "easy"))
    app.replace(scene)
    advance(app, 0.1)
    assert scene.background.panel_surfaces
    app.replace(SettingsPage())
    assert not scene.background.panel_surfaces
    assert not scene.view.is_sharp


class TrackedSurface(pygame.Surface):
    """Records every surface that is created, so that the test can count those still alive."""

    created: ClassVar[list[weakref.ref[pygame.Surface]]] = []

    def __init__(self, *arguments: Any, **keywords: Any) -> None:
        super().__init__(*arguments, **keywords)
        self.created.append(weakref.ref(self))

    def copy(self) -> pygame.Surface:
        duplicate = super().copy()
        self.created.append(weakref.ref(duplicate))
        return duplicate

    @classmethod
    def count_alive(cls, size: tuple[int, int]) -> int:
        """Returns how many of the surfaces that are still alive are at least this large."""
        alive = [surface for ref in cls.created if (surface := ref()) is not None]
        return sum(surface.get_width() >= size[0] and surface.get_height() >= size[1] for surface in alive)


def test_final_scoring_creates_large_images_one_at_a_time(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """The old board image is freed before the next one is created."""
    scene = FinalScoringScene(new_match("person", "easy"))
    app.replace(scene)
    advance(app, 0.1)
    calls: list[object] = []
    draw = Spotlight.draw
    screen = TrackedSurface(app.size)
    TrackedSurface.created.clear()
    scene.view.zoom(1.1)
    app.draw(screen)
    assert TrackedSurface.count_alive(scene.view.rect.size) == 1, "only the highlighted board should be kept"
    monkeypatch.setattr(pygame, "Surface", TrackedSurface)

    def recording_draw(
        spotlight: Spotlight, surface: pygame.Surface, renderer: Renderer, view: BoardView, hexes: int
    ) -> None:
        calls.append(TrackedSurface.count_alive(view.rect.size))
        draw(spotlight, surface, renderer, view, hexes)

    monkeypatch.setattr(Spotlight, "draw", recording_draw)
    scene.advance()
    scene.view.zoom(1.2)
    app.draw(screen)
    assert calls == [0]


def test_result_view_keeps_only_the_terrain(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """While the result view fills the window, only the terrain is kept. The board looks unchanged when it is
    shown again."""
    layers: list[weakref.ref[StaticLayer]] = []

    class TrackedLayer(StaticLayer):
        def __init__(self, *arguments: Any) -> None:
            super().__init__(*arguments)
            layers.append(weakref.ref(self))

    monkeypatch.setattr(map_pane, "StaticLayer", TrackedLayer)
    scene = make_final_scoring_scene()
    app.replace(scene)

    def screen_pixels() -> bytes:
        app.draw(app.surface)
        return pygame.image.tobytes(app.surface, "RGB")

    scene.show_board()
    before = screen_pixels()
    scene.show_result()
    assert screen_pixels() != before
    assert layers
    assert not any(layer() for layer in layers)
    assert scene.view.is_sharp
    scene.show_board()
    assert screen_pixels() == before


def test_match_scene_below_final_scoring_is_released_and_idle(app: App) -> None:
    match = new_match("random", "random", seed=2)
    scene = MatchScene(match)
    app.replace(scene)
    app.run_frame([], 0.01)
    assert scene.view.is_sharp
    play_until(match, Rng(1), lambda match: match.game.over)
    app.push(FinalScoringScene(match))
    advance(app, 0.1)
    assert not scene.view.is_sharp
    assert not scene.view.update(0.5)
    app.pop()
    advance(app, 0.2)
    assert scene.view.is_sharp


def test_uncovered_match_scene_looks_as_before(app: App) -> None:
    scene = show_match_scene(app)

    def board_pixels() -> bytes:
        return pygame.image.tobytes(app.surface.subsurface(scene.view.rect), "RGB")

    before = board_pixels()
    page = SettingsPage()
    app.push(page)
    app.run_frame([], 0.01)
    assert board_pixels() != before
    app.pop(page)
    advance(app, 0.1)
    assert board_pixels() == before


def make_match_scene() -> MatchScene:
    return MatchScene(new_match("person", "person"))


def make_review_scene() -> ReviewScene:
    match = new_match("random", "random", seed=2)
    play_until(match, Rng(1))
    return ReviewScene(AnalysisClient(build_timeline(match.record), only_seats=()), match.seats, None)


def make_final_scoring_scene() -> FinalScoringScene:
    return FinalScoringScene(new_match("person", "easy"))


@pytest.mark.parametrize("make_scene", [make_match_scene, make_review_scene, make_final_scoring_scene])
def test_scene_below_a_large_one_keeps_only_downscaled_terrain(
    app: App,
    make_scene: Callable[[], MatchScene | ReviewScene | FinalScoringScene],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """When a scene is uncovered, it is visible immediately and soon becomes as sharp as before. Nothing is
    painted while the scene is covered."""
    monkeypatch.setattr(layers, "DOWNSCALE_FROM_PIXELS", 1000)
    scene = make_scene()
    app.replace(scene)
    advance(app, 0.3)
    before = app.surface.copy()
    covering_scene = make_review_scene()
    app.push(covering_scene)
    advance(app, 0.6)
    assert not scene.background.panel_surfaces
    assert not scene.view.is_sharp
    assert not any(pane.painter.is_busy for pane in scene.view.panes), "a covered scene should not be painted"
    app.pop(covering_scene)
    app.run_frame([], 0.01)
    assert _mean_difference(before, app.surface) < 4
    assert scene.poll_interval == 0, "the next frame should follow without input"
    app.run_frame([], 0.01)
    assert any(pane.painter.is_busy for pane in scene.view.panes)
    for pane in scene.view.panes:
        while pane.painter.is_busy and not pane.painter.has_failed:
            pygame.time.wait(1)
            app.run_frame([], 0.01)
    advance(app, 0.1)
    assert scene.view.is_sharp
    assert pygame.image.tobytes(app.surface, "RGB") == pygame.image.tobytes(before, "RGB")


def test_scene_below_a_page_keeps_its_terrain(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """A scene keeps its terrain while a page covers it. Pages are opened and closed often, so repainting the
    terrain each time would be wasteful."""
    monkeypatch.setattr(layers, "DOWNSCALE_FROM_PIXELS", 1000)
    scene = show_match_scene(app)
    app.push(SettingsPage())
    assert scene.view.is_sharp
    assert scene.background.panel_surfaces


def _mean_difference(first_surface: pygame.Surface, second_surface: pygame.Surface) -> float:
    """Returns the mean difference between the pixels of two surfaces."""
    first_bytes, second_bytes = (
        pygame.image.tobytes(surface, "RGB") for surface in (first_surface, second_surface)
    )
    return sum(abs(a - b) for a, b in zip(first_bytes[::7], second_bytes[::7], strict=True)) / len(
        first_bytes[::7]
    )


@pytest.mark.parametrize("size", [(2600, 300), (300, 2000)])
def test_zoomed_terrain_image_is_no_larger_than_the_map(size: tuple[int, int]) -> None:
    """In a wide or tall window, most of the map pane is empty. The zoomed image must not include this empty
    space."""
    unzoomed_grid = centered_grid(20, 20, (0, 0, *size), BOARD_MARGIN)
    zoom = min(3.0, MAX_SHARP_HEX_PX / unzoomed_grid.hex_width)
    painter = TerrainLayerPainter(
        Renderer(sprite_sheets()), new_game(GameSetup(seed=1)).board.grid, has_sea=False
    )
    terrain_layer = painter.paint(TerrainViewKey(size, zoom, unzoomed_grid))
    width, height = terrain_layer.image.get_size()
    grid_width, grid_height = terrain_layer.grid.size
    assert width <= grid_width + 2 * terrain_layer.grid.hex_width
    assert height <= grid_height + 2 * terrain_layer.grid.hex_width
    left, top = terrain_layer.offset
    assert (terrain_layer.grid.left + left, terrain_layer.grid.top + top) == pytest.approx(
        (unzoomed_grid.left * zoom, unzoomed_grid.top * zoom)
    )


@pytest.mark.parametrize("name", ["panel_parchment", "panel_walnut", "panel_shadow", "tooltip", "focus_ring"])
def test_large_panel_has_no_seams(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    renderer, images = Renderer(sprite_sheets(), (700, 500)), []
    for limit in (1, 1_000_000):
        monkeypatch.setattr(renderer_module, "LARGE_PANEL_PIXELS", limit)
        surface = pygame.Surface((700, 500))
        surface.fill((90, 140, 60))
        renderer.draw_nine_patch(surface, name, pygame.Rect(13, 27, 640, 433))
        images.append(pygame.image.tobytes(surface, "RGB"))
    assert images[0] == images[1]


def test_large_panel_is_drawn_when_the_cache_is_too_small(monkeypatch: pytest.MonkeyPatch) -> None:
    """A large panel is drawn even if the cache is too small for it. This can happen in very large windows
    after many panels have been drawn."""
    monkeypatch.setattr(renderer_module, "LARGE_PANEL_PIXELS", 1)
    monkeypatch.setattr(renderer_module, "MAX_CACHE_BYTES", 1)
    renderer = Renderer(sprite_sheets(), (700, 500))
    surface = pygame.Surface((700, 500))
    for _ in range(2):
        renderer.draw_nine_patch(surface, "panel_shadow", pygame.Rect(13, 27, 640, 433))


def test_replaced_surface_is_counted_once() -> None:
    surface_cache = SurfaceCache[str](1000)
    for _ in range(3):
        surface_cache.put("a", pygame.Surface((10, 10), depth=32))
    surface_cache.put("b", pygame.Surface((10, 10), depth=32))
    assert surface_cache.used_bytes == 800
    assert surface_cache.get("a") is not None


def test_banded_painting_gives_the_same_image(monkeypatch: pytest.MonkeyPatch) -> None:
    """Painting in bands never needs memory for a second copy of the whole terrain."""
    painter = TerrainLayerPainter(
        Renderer(sprite_sheets()), new_game(GameSetup(seed=1)).board.grid, has_sea=False
    )
    view_key = TerrainViewKey((700, 600), 1.0, HexGrid(20, 20, 30.0, 40.0, 40.0))
    full_image = painter.paint(view_key).image
    bands: list[tuple[int, int]] = []

    class RecordingPainter(FlatPainter):
        def paint_area(self, grid: Sequence[str], hex_width: float, area: pygame.Rect) -> pygame.Surface:
            bands.append((area.top, area.height))
            return super().paint_area(grid, hex_width, area)

    monkeypatch.setattr(sprite_sheets(), "painter_type", RecordingPainter)
    monkeypatch.setattr(layers, "BANDED_FROM_PIXELS", 1000)
    monkeypatch.setattr(layers, "BAND_HEIGHT_PX", 100)
    banded_image = painter.paint(view_key).image
    assert pygame.image.tobytes(banded_image, "RGB") == pygame.image.tobytes(full_image, "RGB")
    assert len(bands) > 4
    assert all(height <= 100 for _, height in bands)
    assert [top for top, _ in bands] == [100 * index for index in range(len(bands))]


def test_no_extra_surface_while_the_terrain_is_scaled(monkeypatch: pytest.MonkeyPatch) -> None:
    """No surface is created, so that memory remains for the painter. Highlighted hexes keep their brightness;
    all others are dimmed."""
    renderer, game = Renderer(sprite_sheets()), new_game(GameSetup(seed=1))
    pane = MapPane(
        renderer, game.board.grid, game.board.all_hexes, HighlightSprites(renderer), is_island=False
    )
    size = (700, 600)
    pane.layout(pygame.Rect(0, 0, *size), centered_grid(20, 20, (0, 0, *size), BOARD_MARGIN), (0, 0), ())
    surface = pygame.Surface(size)
    hex_ids = [HEX_AT[9, 9], HEX_AT[9, 12]]
    highlighted, plain = Highlights(legal_hexes=BIT[hex_ids[0]]), Highlights()

    def brightness(hex_id: int) -> int:
        x, y = pane.hex_center(hex_id)
        return sum(pygame.transform.average_color(surface, pygame.Rect(x - 3, y - 3, 6, 6))[:3])

    pane.draw(surface, highlighted)
    created_sizes: list[tuple[int, int]] = []
    monkeypatch.setattr(viewport_cache, "opaque_surface", created_sizes.append)
    pane.zoom(1.2)
    assert not pane.is_sharp
    pane.draw(surface, plain)
    before = [brightness(hex_id) for hex_id in hex_ids]
    pane.draw(surface, highlighted)
    after = [brightness(hex_id) for hex_id in hex_ids]
    assert after[0] >= before[0], "the highlighted hex should not be dimmed"
    assert after[1] < before[1] - 20
    assert created_sizes == []


def test_cancelled_painter_stops() -> None:
    """The UI does not wait for the painter. The unfinished image is freed."""
    checks: list[int] = []

    def is_needed() -> bool:
        checks.append(1)
        return len(checks) < 3

    rows = new_game(GameSetup(seed=1)).board.grid.rows
    with pytest.raises(TaskCancelled):
        TerrainPainter(sprite_sheets(), is_needed).paint_area(rows, 30.0, pygame.Rect(0, 0, 600, 100))
    assert len(checks) == 3


def test_result_of_a_cleared_queue_is_discarded() -> None:
    started, may_finish = threading.Event(), threading.Event()

    def slow_render(key: str, is_needed: IsNeeded) -> pygame.Surface:
        threads.append(threading.current_thread())
        started.set()
        may_finish.wait(120)
        needed_results.append(is_needed())
        return pygame.Surface((4, 4))

    needed_results: list[bool] = []
    threads: list[threading.Thread] = []
    render_queue = RenderQueue[str](slow_render, 3)
    render_queue.request("a page")
    started.wait(120)
    render_queue.discard()
    may_finish.set()
    threads[0].join(120)
    assert render_queue.get("a page") is None
    assert needed_results == [False], "the painter should be told that its result is not needed"


def test_render_queue_respects_its_byte_limit() -> None:
    render_queue = RenderQueue[int](
        lambda key, is_needed: pygame.Surface((10, 10), depth=32), max_images=4, max_bytes=1000
    )
    for key in range(4):
        render_queue.request(key)
    render_queue.wait()
    assert [key for key in range(4) if render_queue.get(key)] == [2, 3]


def test_sheet_used_only_for_painting_is_freed() -> None:
    loaded_sheets = sprite_sheets()
    for name in ("ground_grass", "ground_water"):
        loaded_sheets.scaled_for_hex("terrain_ground", name, 33.3)
    settlement = loaded_sheets.scaled_for_hex("pieces", "settlement_blue", 33.3)
    ground = loaded_sheets.scaled_for_hex("terrain_ground", "ground_grass", 33.3)
    loaded_sheets.drop_scaled(("terrain_ground",), 33.3)
    assert loaded_sheets.scaled_for_hex("terrain_ground", "ground_grass", 33.3) is not ground
    assert loaded_sheets.scaled_for_hex("pieces", "settlement_blue", 33.3) is settlement


def test_chart_drawn_in_strips_gives_the_same_image(monkeypatch: pytest.MonkeyPatch) -> None:
    renderer, images = Renderer(sprite_sheets()), []
    for strip in (7, 1000):
        monkeypatch.setattr(charts, "LINE_STRIP_WIDTH_PX", strip)
        chart = LineChart(empty_background, lambda index: None, lambda index: None)
        chart.series = [Series("blue", "A", (0, 9, 4, 30, 8)), Series("orange", "B", (2, 3, 5, 8, 30))]
        chart.rect = pygame.Rect(0, 0, 300, 240)
        surface = pygame.Surface(chart.rect.size)
        chart.draw(surface, renderer)
        images.append(pygame.image.tobytes(surface, "RGB"))
    assert images[0] == images[1]
