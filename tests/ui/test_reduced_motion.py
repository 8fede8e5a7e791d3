"""With reduced motion, nothing on the screen moves, fades or flashes: every change appears in one frame."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import pygame
import pytest
from support.app_driver import open_app
from support.match_driver import MatchDriver
from support.matches import SilentAIClient, new_match
from support.scenes.final_scoring import finished_match

from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup
from kingdom.ui.final_scoring.scene import FinalScoringScene
from kingdom.ui.framework.app import App
from kingdom.ui.framework.settings import AI_FAST
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.settings_page import SettingsPage
from kingdom.ui.widgets.dropdown import Dropdown

ROOT = Path(__file__).resolve().parents[2]
FRAME_SECONDS = 0.03


@pytest.fixture
def app(app: App, reduced_motion: bool) -> App:
    app.settings.reduced_motion, app.settings.animation, app.settings.programs = (
        reduced_motion,
        "normal",
        AI_FAST,
    )
    return app


def pictures(
    app: App, seconds: float, area: pygame.Rect | None = None, state: Callable[[], object] = lambda: None
) -> int:
    """Runs frames and returns the largest number of different pictures of an area in the same state."""
    pictures_by_state = defaultdict[object, set[bytes]](set)
    for _ in range(round(seconds / FRAME_SECONDS)):
        app.needs_redraw = True
        app.run_frame([], FRAME_SECONDS)
        picture = app.surface.subsurface(area or app.surface.get_rect())
        pictures_by_state[state()].add(pygame.image.tobytes(picture, "RGB"))
    return max(map(len, pictures_by_state.values()))


def expect(reduced_motion: bool, picture_count: int) -> None:
    """Checks the number of pictures in one state: a new board may be painted one frame late. Without reduced
    motion, there should be more, or the test would check nothing."""
    assert picture_count <= 2 if reduced_motion else picture_count > 4, picture_count


@pytest.mark.parametrize("reduced_motion", [True, False])
def test_moves_appear_in_one_frame(app: App, reduced_motion: bool) -> None:
    driver = MatchDriver(app, new_match("person", "easy", seed=3), "normal")
    match, scene, rng = driver.match, driver.scene, Rng(1)

    def state() -> object:
        gold_is_shown = [row.displayed_gold == row.summary.gold for row in scene.side_panel.rows]
        assert all(gold_is_shown) or not reduced_motion
        return len(match.history), match.state, bool(scene.recent_changes.fade_step), scene.banner.text

    counts = list[int]()
    for _ in range(4):
        assert driver.submit_directly(driver.random_answer(rng) if len(counts) < 3 else END_TURN)
        counts.append(pictures(app, 3, scene.rects.board, state))
    assert len(match.history) > 6, "the AI should have played"
    assert scene.recent_changes.marks(scene.colors, -1), "marks should show what the AI has built"
    expect(reduced_motion, max(counts))


@pytest.mark.parametrize("reduced_motion", [True, False])
def test_waiting_for_an_ai_shows_a_steady_picture(app: App, reduced_motion: bool) -> None:
    driver = MatchDriver(app, new_match("easy", "easy", ai_client=SilentAIClient()), "normal")
    assert driver.scene.action_bar.is_thinking
    count = pictures(app, 3, driver.scene.action_bar.rect)
    assert count == 1 if reduced_motion else count == 4, count


@pytest.mark.parametrize("reduced_motion", [True, False])
def test_final_scoring_does_not_move(app: App, reduced_motion: bool) -> None:
    scene = FinalScoringScene(finished_match(GameSetup(player_count=3, seed=5)))
    app.push(scene)
    app.run_frame([], 0.0)
    expect(reduced_motion, pictures(app, 3))
    scene.show_result()
    expect(reduced_motion, pictures(app, 3))


@pytest.mark.parametrize("reduced_motion", [True, False])
def test_menu_background_does_not_fade_in(app: App, reduced_motion: bool) -> None:
    menu = MainMenu()
    app.replace(menu)
    while menu.background.image is None:
        app.run_frame([], 0.05)
        menu.background.wait()
    expect(reduced_motion, pictures(app, 1))


@pytest.mark.parametrize("reduced_motion", [True, False])
def test_animation_speed_cannot_be_chosen(app: App, reduced_motion: bool) -> None:
    page = SettingsPage()
    app.push(page)
    dropdown = next(
        widget for widget in page.group.walk() if isinstance(widget, Dropdown) and widget.value == "normal"
    )
    assert dropdown.enabled is not reduced_motion
    assert (app.tr("ui.settings.not_animated") in str(dropdown.tooltip_text())) is reduced_motion


@pytest.mark.parametrize("reduced_motion", [False])
def test_setting_is_saved(app: App, tmp_path: Path) -> None:
    app.settings.reduced_motion = True
    app.save_settings()
    app.close()
    reopened = open_app(tmp_path)
    assert reopened.settings.reduced_motion
    assert reopened.settings.animation_speed == "off"
    reopened.close()


def test_every_scene_respects_the_setting() -> None:
    """Animations read `animation_speed`, because `animation` ignores reduced motion. Only the opening of a
    new game, which also works without motion, depends on `animation`."""
    readers = {
        path.name
        for path in (ROOT / "kingdom" / "ui").rglob("*.py")
        if re.search(r"settings\.animation\b", path.read_text(encoding="utf-8"))
    }
    assert readers == {"navigator.py"}
