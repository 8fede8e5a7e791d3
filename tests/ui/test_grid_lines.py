"""Tests the grid lines between hexes and the coordinate labels at the edge of the board."""

from __future__ import annotations

import math
from pathlib import Path

import pygame
import pytest
from support.app_driver import advance, mouse_moved, open_app, use_real_painter
from support.match_driver import MatchDriver
from support.matches import SilentAIClient, match_from_game, new_match
from support.scenario import hex_id_at, scenario

from kingdom.rules.hexes import BIT
from kingdom.ui.board.annotations import coordinate_labels
from kingdom.ui.board.highlights import DIM_ALPHA
from kingdom.ui.board.map_pane import MapPane
from kingdom.ui.framework.app import App

WINDOW_SIZE = (1280, 800)


def count_visible_lines(app: App, pane: MapPane, hexes: int) -> int:
    """Counts the sides of these hexes that show the light center of a grid line, whether or not it is
    dimmed."""
    app.draw(app.surface)
    grid, line_color, dim_color, line_count = (
        pane.window_grid(),
        app.renderer.color("parchment"),
        app.renderer.color("dim"),
        0,
    )
    dimmed_line_color = [a + (b - a) * DIM_ALPHA / 255 for a, b in zip(line_color, dim_color, strict=True)]
    for row in range(grid.rows):
        for column in range(grid.columns):
            coord = ("i", row, column) if pane.is_island else (row, column)
            if hexes & BIT[hex_id_at(*coord)]:
                for side in range(6):
                    (x, y), (right, bottom) = grid.edge(row, column, side)
                    middle = (round((x + right) / 2), round((y + bottom) / 2))
                    sample_rect = pygame.Rect(0, 0, 3, 3)
                    sample_rect.center = middle
                    line_count += any(
                        math.dist(color, expected_color) < 6
                        for color in _colors_in(app.surface, sample_rect.clip(pane.rect))
                        for expected_color in (line_color, dimmed_line_color)
                    )
    return line_count


def _colors_in(surface: pygame.Surface, rect: pygame.Rect) -> set[tuple[int, ...]]:
    return {
        tuple(surface.get_at((x, y)))[:3]
        for x in range(rect.left, rect.right)
        for y in range(rect.top, rect.bottom)
    }


def open_hexes(driver: MatchDriver) -> int:
    """Returns hexes that are not near landmarks or legal hexes. Both would cover the grid lines."""
    return sum(
        BIT[hex_id_at(row, column)] for row in range(2, 18) for column in range(20)
        if not _is_near_busy_hex(driver, row, column)
    )  # fmt: skip


def _is_near_busy_hex(driver: MatchDriver, row: int, column: int) -> bool:
    busy_hexes = driver.scene.legal_hexes | sum(driver.match.game.board.hexes_by_landmark.values())
    return any(
        busy_hexes & BIT[hex_id_at(r, c)]
        for r in range(row - 2, row + 3)
        for c in range(max(0, column - 2), min(20, column + 3))
    )


def test_key_toggles_the_grid_and_saves_the_setting(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    use_real_painter(monkeypatch)
    driver = MatchDriver(app, new_match("person", "easy", seed=3, ai_client=SilentAIClient()))
    pane, hexes = driver.scene.view.panes[0], open_hexes(driver)
    side_count = 6 * hexes.bit_count()
    assert side_count > 60
    assert count_visible_lines(app, pane, hexes) < side_count // 10
    before = pygame.image.tobytes(app.surface, "RGB")
    driver.press_key(pygame.K_g)
    assert count_visible_lines(app, pane, hexes) == side_count
    assert app.settings_store.load().grid
    driver.press_key(pygame.K_g)
    app.draw(app.surface)
    assert pygame.image.tobytes(app.surface, "RGB") == before, (
        "without the grid the board should look as before"
    )
    assert not app.settings_store.load().grid


def test_grid_is_visible_at_every_zoom(app: App) -> None:
    app.settings.grid = True
    driver = MatchDriver(app, new_match("person", "easy", seed=3, ai_client=SilentAIClient()))
    view, hexes = driver.scene.view, open_hexes(driver)
    hex_id = hexes.bit_length() - 1
    for _ in range(4):
        view.zoom(1.3, driver.hex_center(hex_id))
        view.render_now()
        view.scroll_to_hex(hex_id)
        assert view.rect.contains(pygame.Rect(driver.hex_center(hex_id), (1, 1)).inflate(120, 120))
        assert count_visible_lines(app, view.panes[0], BIT[hex_id]) == 6


def test_island_has_grid_lines(app: App) -> None:
    driver = MatchDriver(
        app, new_match("person", "easy", expansions=("base", "island"), seed=4, ai_client=SilentAIClient())
    )
    pane = driver.scene.view.panes[1]
    count_without_grid = count_visible_lines(app, pane, pane.hexes)
    driver.press_key(pygame.K_g)
    assert count_visible_lines(app, pane, pane.hexes) > count_without_grid + 3 * pane.hexes.bit_count()


def test_grid_lines_stay_under_new_pieces(app: App) -> None:
    """A board redrawn in parts looks exactly like a board redrawn completely."""
    app.settings.grid = True
    driver = MatchDriver(app, match_from_game(scenario(own=[(9, 9)], card="grass"), "person", "easy"))
    app.draw(app.surface)
    driver.submit(next(hex_id for hex_id in range(400) if driver.scene.legal_hexes >> hex_id & 1))
    advance(app, 0.5)
    driver.app.run_frame([mouse_moved((2, 2))], 0.01)
    advance(app, 0.5)
    app.draw(app.surface)
    updated = app.surface.subsurface(driver.scene.view.rect).copy()
    for show_grid in (False, True):
        driver.scene.view.show_grid_lines(show_grid)
        app.draw(app.surface)
        app.draw(app.surface)  # changes appear in the second frame
        redrawn = app.surface.subsurface(driver.scene.view.rect)
        same = pygame.image.tobytes(redrawn, "RGB") == pygame.image.tobytes(updated, "RGB")
        assert same == show_grid


# --- coordinate labels


def test_labels_number_the_rows_and_columns(app: App) -> None:
    driver = MatchDriver(
        app, new_match("person", "easy", expansions=("base", "island"), seed=4, ai_client=SilentAIClient())
    )
    board, island = driver.scene.view.panes
    texts = [label.text for label in coordinate_labels(app.renderer, board, show_columns=True)]
    assert texts == [*map(str, range(1, 21)), *"ABCDEFGHIJKLMNOPQRST"]
    assert [label.text for label in coordinate_labels(app.renderer, island, show_columns=False)] == [
        "21",
        "22",
        "23",
        "24",
        "25",
    ]
    for pane in (board, island):
        labels = coordinate_labels(app.renderer, pane, show_columns=True)
        assert all(pane.rect.contains(label.rect) for label in labels)
        assert all(
            label.rect.collidelist([other_label.rect for other_label in labels if other_label is not label])
            < 0
            for label in labels
        )
        for label in labels:
            if label.text.isdigit():
                y = pane.window_grid().center((int(label.text) - 1) % 20, 0)[1]
                assert abs(label.rect.centery - y) <= 1


@pytest.mark.parametrize("size", [(640, 480), (1920, 1080)])
def test_labels_stay_apart_and_visible_when_zoomed(tmp_path: Path, size: tuple[int, int]) -> None:
    app = open_app(tmp_path, size)
    driver = MatchDriver(app, new_match("person", "easy", seed=3, ai_client=SilentAIClient()))
    pane = driver.scene.view.panes[0]
    for steps in (0, 3, 3):
        driver.scene.zoom(steps)
        labels = coordinate_labels(app.renderer, pane, show_columns=True)
        assert any(label.text.isdigit() for label in labels)
        assert any(label.text.isalpha() for label in labels)
        assert all(pane.rect.contains(label.rect) for label in labels)
        assert all(
            label.rect.collidelist([other_label.rect for other_label in labels if other_label is not label])
            < 0
            for label in labels
        )
    app.close()


def test_hovering_a_row_card_shows_row_numbers(app: App) -> None:
    """If the grid is off, row numbers appear only while the mouse is over the card, and column labels do not
    appear at all."""
    driver = _driver_with_row_and_other_cards(app)
    scene, pane = driver.scene, driver.scene.view.panes[0]
    labels = coordinate_labels(app.renderer, pane, show_columns=False)
    first_label_rect = labels[0].rect.inflate(-2, -2)
    column_label_rects = [
        label.rect
        for label in coordinate_labels(app.renderer, pane, show_columns=True)
        if label.text.isalpha()
    ]

    def shows_ink(mouse_pos: tuple[int, int], rect: pygame.Rect) -> bool:
        app.run_frame([mouse_moved(mouse_pos)], 0.01)
        app.draw(app.surface)
        return app.renderer.color("ink") in _colors_in(app.surface, rect)

    row_card = next(panel for panel in scene.side_panel.cards if panel.source.scores_rows)
    other_card = next(panel for panel in scene.side_panel.cards if not panel.source.scores_rows)
    assert not shows_ink(other_card.rect.center, first_label_rect)
    assert shows_ink(row_card.rect.center, first_label_rect)
    assert not any(shows_ink(row_card.rect.center, rect) for rect in column_label_rects)
    assert not shows_ink((2, 2), first_label_rect)
    driver.press_key(pygame.K_g)
    assert shows_ink((2, 2), first_label_rect)
    assert all(shows_ink((2, 2), rect) for rect in column_label_rects)


def _driver_with_row_and_other_cards(app: App) -> MatchDriver:
    for seed in range(1, 40):
        match = new_match("person", "easy", seed=seed, ai_client=SilentAIClient())
        if {card.scores_rows for card in match.game.config.scoring_cards} == {True, False}:
            return MatchDriver(app, match)
    raise AssertionError("no match has both kinds of cards")
