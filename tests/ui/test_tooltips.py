"""Tests tooltips: content, keyboard access, placement, and when they close."""

from __future__ import annotations

from typing import Any

import pygame
import pytest
from support.app_driver import advance, click, mouse_moved, press
from support.match_driver import MatchDriver
from support.matches import match_from_game
from support.scenario import hex_id_at, scenario, tile

from kingdom.ui.framework.app import App
from kingdom.ui.menus.settings_page import SettingsPage
from kingdom.ui.panels import board_scene
from kingdom.ui.panels.tooltips import hex_tooltip
from kingdom.ui.widgets import tooltip
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.tooltip import Tooltip

WINDOW_SIZE = (1280, 800)


@pytest.fixture
def app(app: App) -> App:
    app.settings.animation = "off"
    return app


@pytest.fixture
def driver(app: App) -> MatchDriver:
    game = scenario(
        {(5, 7): "1", (6, 4): "W"},
        own=[(5, 5)],
        card="grass",
        locations={"1": "oracle"},
        cards=["fishermen"],
        me={"tiles": [tile("farm", None)]},
    )
    return MatchDriver(app, match_from_game(game, "person", "easy"))


def hover(app: App, widget: Widget) -> None:
    app.run_frame([mouse_moved(widget.rect.center)], 0.01)
    advance(app, 0.6)


def test_tooltip_closes_with_the_menu_and_does_not_reopen(app: App, driver: MatchDriver) -> None:
    castles = driver.scene.side_panel.chips[0]
    hover(app, castles)
    assert driver.scene.group.tooltip_widget is castles
    press(app, pygame.K_ESCAPE)
    assert app.scene is not driver.scene
    advance(app, 0.6)
    assert driver.scene.group.tooltip_widget is None, "no tooltip should appear behind the menu"
    press(app, pygame.K_ESCAPE)
    advance(app, 0.6)
    assert app.scene is driver.scene
    assert driver.scene.group.tooltip_widget is None, "the tooltip should not reopen until the mouse moves"
    hover(app, castles)
    assert driver.scene.group.tooltip_widget is castles


def test_tooltip_closes_when_its_button_opens_the_menu(app: App, driver: MatchDriver) -> None:
    hover(app, driver.scene.header.menu_button)
    assert driver.scene.group.tooltip_widget is driver.scene.header.menu_button
    click(app, driver.scene.header.menu_button)
    advance(app, 0.6)
    assert app.scene is not driver.scene
    assert driver.scene.group.tooltip_widget is None
    app.push(SettingsPage())
    app.apply_settings()
    advance(app, 0.6)
    assert driver.scene.group.tooltip_widget is None
    app.pop()
    app.pop()
    advance(app, 0.6)
    assert driver.scene.group.tooltip_widget is None


def test_hovered_hex_is_cleared_by_the_menu(app: App, driver: MatchDriver) -> None:
    x, y = driver.scene.view.hex_center(hex_id_at(5, 6))
    app.run_frame([mouse_moved((round(x), round(y)))], 0.01)
    advance(app, 0.6)
    assert driver.scene.input.tooltip_hex == hex_id_at(5, 6)
    press(app, pygame.K_ESCAPE)
    assert driver.scene.input.tooltip_hex is None


def test_tooltips_for_the_keyboard_focus(app: App, driver: MatchDriver) -> None:
    group = driver.scene.group
    press(app, pygame.K_TAB)
    advance(app, 0.6)
    widget = group.tooltip_widget
    assert widget is not None
    assert widget is group.focus
    assert widget.get_tooltip().description
    app.run_frame([mouse_moved((2, 2))], 0.01)
    assert group.tooltip_widget is None, "mouse movement should close the tooltip"


def test_hex_tooltips_for_the_arrow_keys(app: App, driver: MatchDriver) -> None:
    press(app, pygame.K_RIGHT)
    assert driver.scene.input.tooltip_hex is None
    advance(app, 0.6)
    assert driver.scene.input.tooltip_hex == driver.scene.input.cursor_hex is not None


def test_location_tooltip_starts_with_how_to_get_its_tile(app: App, driver: MatchDriver) -> None:
    tip = hex_tooltip(driver.match, app.translator, hex_id_at(5, 7), True)
    assert tip.title == app.tr("tile.oracle")
    assert tip.sprite is not None
    first, second, *_ = tip.description.split("\n")
    assert first == app.tr("ui.table.take")
    assert second == app.tr("tile.oracle.rule")


def test_tooltips_have_title_image_description_and_current_state(app: App, driver: MatchDriver) -> None:
    card = driver.scene.side_panel.cards[0].get_tooltip()
    assert (card.title, card.description) == (app.tr("card.fishermen"), app.tr("card.fishermen.rule"))
    assert driver.match.seats[0].name in card.status
    player = driver.scene.side_panel.rows[0].get_tooltip()
    assert player.title == driver.match.seats[0].name
    assert app.tr("tile.farm.rule") in player.status
    terrain = driver.scene.action_bar.hand_cards[0].get_tooltip()
    assert terrain.title == app.tr("terrain.grass")
    assert terrain.status == app.tr("ui.table.still_due", count=3)
    for tip in (card, player, terrain):
        assert tip.sprite is not None
        assert app.renderer.has_sprite(*tip.sprite)


def test_every_header_widget_has_a_tooltip(app: App, driver: MatchDriver) -> None:
    for widget in driver.scene.header.widgets:
        tip = widget.get_tooltip()
        assert tip.title
        assert tip.description
        assert tip.sprite is not None
        assert app.renderer.has_sprite(*tip.sprite), tip


def test_tooltip_shows_truncated_text_in_full(app: App) -> None:
    widget = Widget(tooltip=Tooltip("Title", "What it does"))
    widget.rect = pygame.Rect(0, 0, 60, 20)
    text = "Far too long for a place like this"
    widget.draw_text(app.surface, app.renderer, text, widget.rect)
    assert widget.get_tooltip() == Tooltip("Title", f"What it does\n{text}")
    widget.truncated_texts.clear()
    widget.draw_text(app.surface, app.renderer, "Hm", widget.rect)
    assert widget.get_tooltip() == Tooltip("Title", "What it does")


def test_hex_tooltip_covers_neither_the_hex_nor_the_prompt(
    app: App, driver: MatchDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    match_scene = driver.scene
    rects: list[pygame.Rect] = []

    def recording_draw(*args: Any) -> pygame.Rect:
        rects.append(tooltip.draw_tooltip(*args))
        return rects[-1]

    monkeypatch.setattr(board_scene, "draw_tooltip", recording_draw)
    app.settings.language = "de"
    for size, scale in (((480, 360), 1.0), ((1280, 800), 1.0), ((1280, 800), 2.0), ((1000, 400), 2.0)):
        app.settings.interface_scale = scale
        app.resize_window(size)
        for coord in ((0, 0), (19, 7), (18, 19), (19, 0)):
            hex_id = hex_id_at(*coord)
            app.run_frame([mouse_moved(driver.hex_center(hex_id))], 0.01)
            app.run_frame([], 0.4)
            app.needs_redraw = True
            app.run_frame([], 0.0)
            assert match_scene.input.tooltip_hex == hex_id
            tooltip_rect, width = rects[-1], round(match_scene.view.hex_width_at(hex_id) * 0.9)
            hex_rect = pygame.Rect(0, 0, width, width)
            hex_rect.center = driver.hex_center(hex_id)
            assert app.surface.get_rect().contains(tooltip_rect)
            assert not tooltip_rect.colliderect(match_scene.action_bar.text_rect), (
                "the prompt should stay visible"
            )
            assert not tooltip_rect.colliderect(hex_rect)


def test_widget_tooltip_does_not_cover_the_prompt(app: App, driver: MatchDriver) -> None:
    match_scene = driver.scene
    surface, renderer = app.surface, app.renderer
    prompt_rect = match_scene.action_bar.text_rect.move(0, -renderer.px(20))
    for x in range(prompt_rect.left, prompt_rect.right, 40):
        tooltip_rect = tooltip.draw_tooltip(
            surface,
            renderer,
            "words " * 30,
            (x, prompt_rect.top),
            pygame.Rect(x, prompt_rect.top - 30, 40, 30),
            match_scene.tooltip_obstacles(),
        )
        assert not tooltip_rect.colliderect(match_scene.action_bar.text_rect)
    # if there is no free space, a tooltip is shown anyway
    blocked_areas = [surface.get_rect()]
    assert surface.get_rect().contains(
        tooltip.draw_tooltip(surface, renderer, "words", (5, 5), None, blocked_areas)
    )
