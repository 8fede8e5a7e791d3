"""In high contrast, all text meets WCAG level AAA, and outlines on the board are thicker."""

from __future__ import annotations

import json
import math
from pathlib import Path

import pygame
import pytest
from support.app_driver import open_app
from support.scenes import all_scenes  # noqa: F401  (registers them)
from support.scenes.registry import SCENE_MAKERS, wait_for_animations

from kingdom.paths import shipped_data_dir
from kingdom.ui.board.highlights import HighlightSprites
from kingdom.ui.draw.fonts import RGB
from kingdom.ui.draw.renderer import Renderer, load_theme
from kingdom.ui.framework.app import App
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.settings_page import SettingsPage
from kingdom.ui.widgets.controls import Checkbox

MIN_CONTRAST = 7.0
"""Minimum contrast ratio of text at level AAA of WCAG 2."""
SCENES = (
    "menu", "settings", "new-boxes", "new-cards", "load", "table-five-players", "table-menu", "table-tutor",
    "table-last-round", "lessons", "lesson-asks", "puzzles", "puzzle-solved", "daily-played", "studio-paint",
    "studio-check", "ceremony-counting", "ceremony-result", "review-game", "review-judge", "review-gold",
    "help-card.lords", "chronicle-duels", "question",
)  # fmt: skip


def relative_luminance(color: RGB) -> float:
    """Returns the relative luminance of an sRGB color as defined by WCAG 2."""
    red, green, blue = (
        channel / 255 / 12.92 if channel <= 10 else ((channel / 255 + 0.055) / 1.055) ** 2.4
        for channel in color
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast_ratio(first: RGB, second: RGB) -> float:
    """Returns the contrast ratio of two colors as defined by WCAG 2, from 1 to 21."""
    dark, light = sorted(map(relative_luminance, (first, second)))
    return (light + 0.05) / (dark + 0.05)


def test_contrast_ratio() -> None:
    assert contrast_ratio((0, 0, 0), (255, 255, 255)) == pytest.approx(21)
    assert contrast_ratio((118, 118, 118), (255, 255, 255)) == pytest.approx(4.54, abs=0.01)
    assert contrast_ratio((9, 9, 9), (9, 9, 9)) == 1


@pytest.fixture
def low_contrast_texts(monkeypatch: pytest.MonkeyPatch) -> list[tuple[float, str, object]]:
    """Collects every text that is drawn with too little contrast to the pixels behind it."""
    found: list[tuple[float, str, object]] = []
    draw = Renderer.draw_text

    def draw_text(
        renderer: Renderer,
        surface: pygame.Surface,
        text: str,
        rect: pygame.Rect,
        style: str = "body",
        color: str | RGB = "ink",
        *more: object,
        **named: object,
    ) -> pygame.Rect:
        before = surface.copy()
        block = draw(renderer, surface, text, rect, style, color, *more, **named)  # type: ignore[arg-type]
        visible = block.clip(surface.get_clip()).clip(surface.get_rect())
        if visible.size != (0, 0) and color != "shadow":
            red, green, blue = pygame.transform.average_color(before.subsurface(visible))[:3]
            rgb = renderer.color(color) if isinstance(color, str) else color
            ratio = contrast_ratio(rgb, (red, green, blue))
            if ratio < MIN_CONTRAST:
                found.append((round(ratio, 2), text, color))
        return block

    monkeypatch.setattr(Renderer, "draw_text", draw_text)
    return found


def open_scene(folder: Path, name: str, high_contrast: bool) -> App:
    app = open_app(folder, (1280, 800))
    app.settings.high_contrast = high_contrast
    app.apply_settings()
    SCENE_MAKERS[name](app)
    wait_for_animations(app, 1.0)
    return app


@pytest.mark.parametrize("name", SCENES)
def test_all_text_is_easy_to_read(
    tmp_path: Path, low_contrast_texts: list[tuple[float, str, object]], name: str
) -> None:
    open_scene(tmp_path, name, True).close()
    assert not low_contrast_texts


def test_normal_theme_has_less_contrast(
    tmp_path: Path, low_contrast_texts: list[tuple[float, str, object]]
) -> None:
    """Otherwise, the test above would check nothing."""
    open_scene(tmp_path, "lesson-asks", False).close()
    assert low_contrast_texts


def test_panels_are_plain_and_opaque(tmp_path: Path) -> None:
    app = open_app(tmp_path)
    app.settings.high_contrast = True
    app.apply_settings()
    renderer = app.renderer
    boxes = {name: box for name, box in renderer.theme.high_contrast_boxes.items() if name != "focus_ring"}
    for name, (fill, outline) in {**boxes, "card_frame_unknown": boxes["card_frame_base"]}.items():
        surface = pygame.Surface((300, 200))
        surface.fill((255, 0, 255))
        renderer.draw_nine_patch(surface, name, surface.get_rect())
        area = surface.get_rect().inflate(-40, -40)
        assert pygame.mask.from_threshold(
            surface.subsurface(area), renderer.color(fill), (4, 4, 4, 255)
        ).count() == (area.width * area.height), name
        assert math.dist(surface.get_at((150, 0))[:3], renderer.color(outline)) < 8, name
        assert contrast_ratio(renderer.color(fill), renderer.color(outline)) > 2.5, name
    app.close()


@pytest.mark.parametrize("background", ["parchment", "walnut_dark", "burnt_orange"])
def test_focus_ring_is_visible_on_any_panel(tmp_path: Path, background: str) -> None:
    app = open_app(tmp_path)
    app.settings.high_contrast = True
    app.apply_settings()
    surface = pygame.Surface((200, 60))
    surface.fill(app.renderer.color(background))
    app.renderer.draw_nine_patch(surface, "focus_ring", surface.get_rect())
    column = [surface.get_at((100, y)) for y in range(6)]
    ratios = [contrast_ratio((r, g, b), app.renderer.color(background)) for r, g, b, _ in column]
    assert max(ratios) > 4.5
    assert surface.get_at((100, 30))[:3] == app.renderer.color(background)
    app.close()


def test_every_panel_has_a_plain_box() -> None:
    folder = shipped_data_dir("assets")
    atlas = json.loads((folder / "sheets" / "interface.json").read_text(encoding="utf-8"))
    nine_patches = {name for name, frame in atlas["frames"].items() if "inset" in frame.get("points", {})}
    boxes = set(load_theme(folder / "theme.json").high_contrast_boxes)
    assert nine_patches - boxes == {"panel_shadow"}
    assert boxes <= nine_patches


def outline_pixels(sprites: HighlightSprites, name: str) -> int:
    """Returns how many opaque pixels a highlight has."""
    return pygame.mask.from_surface(sprites.get(name, 60), 200).count()


@pytest.mark.parametrize("name", ["glow", "hint", "lit", "chosen", "cursor", "pointed"])
def test_outlines_on_the_board_are_thicker(tmp_path: Path, name: str) -> None:
    app = open_app(tmp_path)
    normal = outline_pixels(HighlightSprites(app.renderer), name)
    app.settings.high_contrast = True
    app.apply_settings()
    assert outline_pixels(HighlightSprites(app.renderer), name) > 1.2 * normal
    app.close()


def test_setting_applies_at_once_and_can_be_taken_back(tmp_path: Path) -> None:
    """The table below the settings page changes, too."""

    def picture() -> bytes:
        wait_for_animations(app, 1.0)
        assert isinstance(app.scene, MatchScene)
        app.scene.view.render_now()
        wait_for_animations(app, 1.0)
        app.needs_redraw = True
        app.run_frame([], 0.0)
        return pygame.image.tobytes(app.surface, "RGB")

    app = open_scene(tmp_path, "table-start", False)
    normal = picture()
    pictures = []
    for _ in range(2):
        page = SettingsPage()
        app.push(page)
        label = app.tr("ui.settings.high_contrast.on")
        next(
            widget for widget in page.group.walk() if isinstance(widget, Checkbox) and widget.text == label
        ).activate()
        app.pop(page)
        pictures.append(picture())
    app.close()
    app = open_scene(tmp_path, "table-start", True)
    assert picture() == pictures[0] != normal
    assert pictures[1] == normal
    app.close()
