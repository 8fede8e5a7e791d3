"""Tests the statistics scene: mouse and keyboard, every window size, and no waiting for the disk."""

from __future__ import annotations

import json
import sys
import threading
import time
from pathlib import Path

import pygame
import pytest
from support.app_driver import advance, assert_no_overlap, click, mouse_moved, open_app, press, top_scene
from support.scenes.stats import open_stats

from kingdom.stats.database import DATABASE_FILE_NAME
from kingdom.stats.queries import GAMES_PER_PAGE
from kingdom.text.translator import Translator
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.new_game.scene import NewGamePage
from kingdom.ui.stats.achievements_tab import AchievementCard
from kingdom.ui.stats.board_records_tab import BoardRecordRow
from kingdom.ui.stats.comparison_tabs import best_and_worst_cards
from kingdom.ui.stats.games_tab import GameRow, GamesTab
from kingdom.ui.stats.scene import STATS_TABS, StatsScene
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.charts import BarRow, SplitBar, TrendChart
from kingdom.ui.widgets.controls import Button, Label


def wait_for_stats(app: App) -> None:
    """Waits for the stats service and runs a frame so that the scene shows the result."""
    app.stats_service.flush()
    advance(app, 0.1)


def rows(scene: StatsScene, widget_type: type[Widget]) -> list[Widget]:
    return [widget for widget in scene.area.children if isinstance(widget, widget_type)]


def label_text(scene: StatsScene) -> str:
    return "\n".join(str(widget.text) for widget in scene.group.walk() if isinstance(widget, Label))


def test_open_from_menu_and_return_by_keyboard(app: App) -> None:
    app.navigator.open_main_menu()
    menu = app.scene
    assert isinstance(menu, MainMenu)
    button = next(candidate for candidate in menu.buttons if candidate.text == app.tr("ui.menu.chronicle"))
    menu.group.set_focus(button)
    press(app, pygame.K_RETURN)
    assert isinstance(app.scene, StatsScene)
    wait_for_stats(app)
    assert app.tr("ui.chronicle.empty") in label_text(app.scene)
    press(app, pygame.K_ESCAPE)
    assert top_scene(app) is menu


def test_new_player_sees_empty_state_and_achievements(tmp_path: Path) -> None:
    app = open_app(tmp_path)
    try:
        app.navigator.open_stats()
        wait_for_stats(app)
        scene = app.scene
        assert isinstance(scene, StatsScene)
        assert not any(button.enabled for button in scene.export_buttons.values())
        scene.show_tab("wall")
        wait_for_stats(app)
        cards = [row for row in rows(scene, AchievementCard) if isinstance(row, AchievementCard)]
        assert cards
        assert not any(card.earned for card in cards)
        scene.show_tab("games")
        wait_for_stats(app)
        click(app, scene.new_game_button)
        assert isinstance(app.scene, NewGamePage)
    finally:
        app.close()


def test_times_are_in_the_local_time_zone(monkeypatch: pytest.MonkeyPatch) -> None:
    if sys.platform == "win32":
        pytest.skip("needs time.tzset")
    try:
        with monkeypatch.context() as patch:
            patch.setenv("TZ", "XXX-02")
            time.tzset()
            assert Translator("en").format_date_time("2026-11-16T22:30:00Z") == "Nov 17, 2026, 00:30"
            assert Translator("en").format_date("2026-11-16T22:30:00Z") == "Nov 17, 2026"
            assert Translator("en").format_date_time("some day") == "some day"
            assert Translator("de").format_date_time("2026-11-16T22:30:00Z") == "17. Nov. 2026, 00:30"
    finally:
        time.tzset()


def test_tab_key_visits_every_tab(app: App) -> None:
    """The Tab key also visits tabs about all players, where no player can be selected."""
    scene = open_stats(app, STATS_TABS[0])
    for name in STATS_TABS:
        assert scene.group.focus is scene.tab_buttons[name]
        press(app, pygame.K_RETURN)
        wait_for_stats(app)
        assert scene.active_tab == name
        press(app, pygame.K_TAB)
    assert scene.group.focus not in scene.tab_buttons.values()


def test_every_tab_shows_its_widgets(app: App) -> None:
    scene = open_stats(app, "games")
    assert len(rows(scene, GameRow)) == GAMES_PER_PAGE
    expected_widgets = {
        "curve": (TrendChart, 3),
        "levels": (SplitBar, 4),
        "cards": (BarRow, 10),
        "tiles": (BarRow, 8),
        "lands": (BoardRecordRow, 2),
        "duels": (SplitBar, 1),
        "wall": (AchievementCard, 27),
    }
    for name, (widget_type, min_count) in expected_widgets.items():
        button = next(
            candidate
            for candidate in scene.group.walk()
            if isinstance(candidate, Button) and candidate.text == app.tr(f"ui.chronicle.page.{name}")
        )
        click(app, button)
        wait_for_stats(app)
        assert scene.active_tab == name
        assert len(rows(scene, widget_type)) >= min_count, name


def test_all_tabs_fit_the_smallest_window(tmp_path: Path) -> None:
    """Tests only the smallest window; test_text_fits.py covers other sizes."""
    app = open_app(tmp_path, (480, 360), "de")
    scene = open_stats(app, STATS_TABS[0])
    for name in STATS_TABS:
        scene.show_tab(name)
        wait_for_stats(app)
        assert_no_overlap(scene, app.size)
        right = max((widget.rect.right for widget in scene.area.children), default=0)
        scrollbar_width = scene.area.scrollbar_width if scene.area.max_scroll_offset else 0
        assert right <= scene.area.rect.right - scrollbar_width, name
        assert not scene.area.max_scroll_offset or scene.area.content_height > scene.area.rect.height
    app.close()


def test_game_list_filters_and_paging(app: App) -> None:
    scene = open_stats(app, "games")
    games_tab = scene.tabs["games"]
    assert isinstance(games_tab, GamesTab)
    older_button = next(
        candidate for candidate in scene.area.children if isinstance(candidate, Button) and candidate.enabled
    )
    older_button.activate()
    wait_for_stats(app)
    assert len(rows(scene, GameRow)) == 60 - GAMES_PER_PAGE
    games_tab.result_dropdown.select(1)
    wait_for_stats(app)
    game_rows = rows(scene, GameRow)
    assert game_rows
    for row in game_rows:
        assert isinstance(row, GameRow)
        assert next(seat.rank for seat in row.game.seats if seat.name == "Anna") == 1
    games_tab.player_count_dropdown.select(4)
    wait_for_stats(app)
    assert not rows(scene, GameRow)
    assert app.tr("ui.chronicle.games.none") in label_text(scene)


def test_player_can_be_switched(app: App) -> None:
    scene = open_stats(app, "games")
    assert [name for name, _ in scene.player_dropdown.options] == ["Anna", "Benedikt"]
    scene.player_dropdown.select(1)
    wait_for_stats(app)
    assert len(rows(scene, GameRow)) == 20
    scene.show_tab("duels")
    assert not scene.player_dropdown.enabled, "this tab shows all players"


def test_another_player_starts_at_the_first_page(app: App) -> None:
    scene = open_stats(app, "games")
    games_tab = scene.tabs["games"]
    assert isinstance(games_tab, GamesTab)
    games_tab.show_page(GAMES_PER_PAGE)
    wait_for_stats(app)
    scene.show_tab("curve")  # the player can also be chosen in another tab
    scene.player_dropdown.select(1)
    wait_for_stats(app)
    scene.show_tab("games")
    wait_for_stats(app)
    assert len(rows(scene, GameRow)) == 20


def test_missing_game_is_reported(app: App) -> None:
    scene = open_stats(app, "games")
    scene.group.set_focus(rows(scene, GameRow)[0])
    press(app, pygame.K_RETURN)
    assert isinstance(app.scene, Dialog)
    press(app, pygame.K_ESCAPE)
    assert top_scene(app) is scene


def test_hovering_chart_point_shows_its_game(app: App) -> None:
    scene = open_stats(app, "curve")
    chart = rows(scene, TrendChart)[1]
    assert isinstance(chart, TrendChart)
    app.run_frame([mouse_moved((chart.plot_rect.right - 1, chart.plot_rect.centery))], 0.01)
    last_point = chart.points[-1]
    assert chart.tooltip_text() == last_point.tooltip
    assert "Jun 19, 2026" in last_point.tooltip


def test_ui_does_not_wait_for_stats_service(app: App) -> None:
    gate = threading.Event()
    app.navigator.open_main_menu()
    app.stats_service.submit_query(lambda _: gate.wait())
    app.navigator.open_stats()
    scene = app.scene
    assert isinstance(scene, StatsScene)
    advance(app, 0.2)
    assert scene.data is None
    scene.show_tab("wall")
    advance(app, 0.1)
    gate.set()
    wait_for_stats(app)
    assert scene.data is not None
    assert scene.data.tab == "wall"


def test_unreadable_database_is_reported(app: App) -> None:
    (app.save_store.folder.parent / DATABASE_FILE_NAME).mkdir()
    app.navigator.open_main_menu()
    app.navigator.open_stats()
    wait_for_stats(app)
    assert isinstance(app.scene, StatsScene)
    assert app.scene.load_error is not None
    assert app.scene.load_error in label_text(app.scene)


@pytest.mark.parametrize("file_format", ["csv", "json"])
def test_export_writes_a_file(app: App, file_format: str) -> None:
    scene = open_stats(app, "games")
    scene.export_stats(file_format)
    wait_for_stats(app)
    file = app.save_store.folder.parent / f"chronicle.{file_format}"
    assert isinstance(app.scene, Dialog)
    assert str(file) in app.scene.text
    text = file.read_text(encoding="utf-8")
    if file_format == "json":
        assert len(json.loads(text)["games"]) == 60
    else:
        assert len(text.splitlines()) > 60 * 2


def test_locked_achievements_show_only_riddles(app: App) -> None:
    scene = open_stats(app, "wall")
    cards = [row for row in rows(scene, AchievementCard) if isinstance(row, AchievementCard)]
    for card in cards:
        family = card.tiers[0].family
        card_text = "\n".join(text for text, _ in card.text_lines)
        missing = len(card.earned) < len(card.tiers)
        assert (app.tr(f"feat.{family}.riddle") in card_text) == missing
        assert bool(card.title) == bool(card.earned)
        if not card.earned:
            assert app.tr(f"feat.{family}.deed", count=card.tiers[0].count) not in card_text
            assert not card.activate()
    assert any(card.earned for card in cards)
    assert not cards[-1].earned, "earned achievements should come first"


def test_best_and_worst_card_need_enough_games(app: App) -> None:
    scene = open_stats(app, "cards")
    assert scene.data is not None
    best, worst = best_and_worst_cards(scene.data.content)
    assert best is not None
    assert worst is not None
    assert best.games >= 3
    assert best.gold - (best.ai_average or 0) > worst.gold - (worst.ai_average or 0)
    assert best_and_worst_cards(scene.data.content[:1]) == (None, None)
