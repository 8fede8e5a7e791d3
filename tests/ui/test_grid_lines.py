"""Lines between the hexes and marks at the edge: so rows and hexes can be counted in forests, too."""

from __future__ import annotations

import math
from pathlib import Path

import pygame
import pytest
from at_the_table import Silent, around, table
from hand import Hand
from scenario import hex_at, scenario
from window import moved, open_app, paint_finely, settle

from kingdom.rules.hexes import BIT
from kingdom.ui.app.app import App
from kingdom.ui.board.edge_marks import edge_marks
from kingdom.ui.board.pane import Pane
from kingdom.ui.board.stage import DIM

WINDOW_SIZE = (1280, 800)


def cores(app: App, pane: Pane, hexes: int) -> int:
    """How many of the sides of these hexes have the light core of a line in their middle, in the shade or
    not."""
    app.draw(app.surface)
    grid, light, dim, found = pane.grid(), app.look.colour("parchment"), app.look.colour("dim"), 0
    shaded = [a + (b - a) * DIM / 255 for a, b in zip(light, dim, strict=True)]
    for row in range(grid.rows):
        for column in range(grid.columns):
            place = ("i", row, column) if pane.sea else (row, column)
            if hexes & BIT[hex_at(*place)]:
                for side in range(6):
                    (x, y), (right, below) = grid.edge(row, column, side)
                    middle = (round((x + right) / 2), round((y + below) / 2))
                    near = pygame.Rect(0, 0, 3, 3)
                    near.center = middle
                    found += any(
                        math.dist(colour, tone) < 6
                        for colour in _colours(app.surface, near.clip(pane.rect))
                        for tone in (light, shaded)
                    )
    return found


def _colours(surface: pygame.Surface, rect: pygame.Rect) -> set[tuple[int, ...]]:
    return {
        tuple(surface.get_at((x, y)))[:3]
        for x in range(rect.left, rect.right)
        for y in range(rect.top, rect.bottom)
    }


def open_land(hand: Hand) -> int:
    """Hexes on which nothing stands, and nothing glows or leans over from the row below."""
    return sum(
        BIT[hex_at(row, column)] for row in range(2, 18) for column in range(20)
        if not _near(hand, row, column)
    )  # fmt: skip


def _near(hand: Hand, row: int, column: int) -> bool:
    busy = hand.table.cells | sum(hand.match.game.board.landmark.values())
    return any(
        busy & BIT[hex_at(r, c)]
        for r in range(row - 2, row + 3)
        for c in range(max(0, column - 2), min(20, column + 3))
    )


def test_a_key_switches_the_grid_and_it_is_remembered(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    paint_finely(monkeypatch)
    hand = Hand(app, table("person", "easy", seed=3, thinker=Silent()))
    pane, hexes = hand.table.view.panes[0], open_land(hand)
    sides = 6 * hexes.bit_count()
    assert sides > 60
    assert cores(app, pane, hexes) < sides // 10
    before = pygame.image.tobytes(app.surface, "RGB")
    hand.key(pygame.K_g)
    assert cores(app, pane, hexes) == sides
    assert app.store.load().grid
    hand.key(pygame.K_g)
    app.draw(app.surface)
    assert pygame.image.tobytes(app.surface, "RGB") == before, "off, all is as it was"
    assert not app.store.load().grid


def test_the_grid_is_there_at_every_zoom(app: App) -> None:
    app.settings.grid = True
    hand = Hand(app, table("person", "easy", seed=3, thinker=Silent()))
    view, hexes = hand.table.view, open_land(hand)
    one = hexes.bit_length() - 1
    for _ in range(4):
        view.zoom(1.3, hand.spot(one))
        view.settle()
        view.reveal(one)
        assert view.rect.contains(pygame.Rect(hand.spot(one), (1, 1)).inflate(120, 120))
        assert cores(app, view.panes[0], BIT[one]) == 6


def test_the_island_has_lines_as_well(app: App) -> None:
    hand = Hand(app, table("person", "easy", boxes=("base", "island"), seed=4, thinker=Silent()))
    pane = hand.table.view.panes[1]
    plain = cores(app, pane, pane.hexes)
    hand.key(pygame.K_g)
    assert cores(app, pane, pane.hexes) > plain + 3 * pane.hexes.bit_count()


def test_lines_lie_under_the_pieces_and_stay_when_one_comes(app: App) -> None:
    """A mended picture is the same as one that is made anew."""
    app.settings.grid = True
    hand = Hand(app, around(scenario(own=[(9, 9)], card="grass"), "person", "easy"))
    app.draw(app.surface)
    hand.give(next(n for n in range(400) if hand.table.cells >> n & 1))
    settle(app, 0.5)
    hand.app.step([moved((2, 2))], 0.01)
    settle(app, 0.5)
    app.draw(app.surface)
    mended = app.surface.subsurface(hand.table.view.rect).copy()
    for lined in (False, True):
        hand.table.view.rule(lined)
        app.draw(app.surface)
        app.draw(app.surface)  # what changes comes with the second frame
        anew = app.surface.subsurface(hand.table.view.rect)
        same = pygame.image.tobytes(anew, "RGB") == pygame.image.tobytes(mended, "RGB")
        assert same == lined


# --- marks at the edge


def test_marks_count_the_rows_and_columns(app: App) -> None:
    hand = Hand(app, table("person", "easy", boxes=("base", "island"), seed=4, thinker=Silent()))
    board, island = hand.table.view.panes
    texts = [mark.text for mark in edge_marks(app.look, board, columns=True)]
    assert texts == [*map(str, range(1, 21)), *"ABCDEFGHIJKLMNOPQRST"]
    assert [mark.text for mark in edge_marks(app.look, island, columns=False)] == [
        "21",
        "22",
        "23",
        "24",
        "25",
    ]
    for pane in (board, island):
        marks = edge_marks(app.look, pane, columns=True)
        assert all(pane.rect.contains(mark.rect) for mark in marks)
        assert all(mark.rect.collidelist([o.rect for o in marks if o is not mark]) < 0 for mark in marks)
        for mark in marks:
            if mark.text.isdigit():
                y = pane.grid().centre((int(mark.text) - 1) % 20, 0)[1]
                assert abs(mark.rect.centery - y) <= 1


@pytest.mark.parametrize("size", [(640, 480), (1920, 1080)])
def test_marks_stay_apart_and_inside_when_looked_at_closely(tmp_path: Path, size: tuple[int, int]) -> None:
    app = open_app(tmp_path, size)
    hand = Hand(app, table("person", "easy", seed=3, thinker=Silent()))
    pane = hand.table.view.panes[0]
    for steps in (0, 3, 3):
        hand.table.zoom(steps)
        marks = edge_marks(app.look, pane, columns=True)
        assert any(mark.text.isdigit() for mark in marks)
        assert any(mark.text.isalpha() for mark in marks)
        assert all(pane.rect.contains(mark.rect) for mark in marks)
        assert all(mark.rect.collidelist([o.rect for o in marks if o is not mark]) < 0 for mark in marks)
    app.close()


def test_pointing_at_a_card_about_rows_shows_their_numbers(app: App) -> None:
    """Only rows, and only while the card is pointed at."""
    hand = _with_cards(app)
    scene, pane = hand.table, hand.table.view.panes[0]
    marks = edge_marks(app.look, pane, columns=False)
    first = marks[0].rect.inflate(-2, -2)
    letters = [mark.rect for mark in edge_marks(app.look, pane, columns=True) if mark.text.isalpha()]

    def seen(at: tuple[int, int], rect: pygame.Rect) -> bool:
        app.step([moved(at)], 0.01)
        app.draw(app.surface)
        return app.look.colour("ink") in _colours(app.surface, rect)

    about = next(panel for panel in scene.side.cards if panel.facts.by_rows)
    other = next(panel for panel in scene.side.cards if not panel.facts.by_rows)
    assert not seen(other.rect.center, first)
    assert seen(about.rect.center, first)
    assert not any(seen(about.rect.center, rect) for rect in letters)
    assert not seen((2, 2), first)
    hand.key(pygame.K_g)
    assert seen((2, 2), first)
    assert all(seen((2, 2), rect) for rect in letters)


def _with_cards(app: App) -> Hand:
    for seed in range(1, 40):
        match = table("person", "easy", seed=seed, thinker=Silent())
        if {card.by_rows for card in match.game.table.cards} == {True, False}:
            return Hand(app, match)
    raise AssertionError("no table has both kinds of cards")
