"""Boxes measure and place widgets at any size."""

from __future__ import annotations

import pygame
import pytest

from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.containers import ListRow, Panel
from kingdom.ui.widgets.controls import Button, Icon, Label
from kingdom.ui.widgets.layout import (
    FirstFitting,
    Flow,
    Grid,
    HBox,
    Item,
    Share,
    Size,
    Spacer,
    Span,
    VBox,
    distribute,
    place_centered,
    split,
)
from kingdom.ui.widgets.scroll_area import ScrollArea


class Block(Widget):
    """A widget with a fixed natural size."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self.natural = width, height

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        return self.natural


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    pygame.display.init()
    pygame.display.set_mode((1600, 1000))
    return Renderer(size=(1600, 1000))


def rects(item: Item) -> list[tuple[int, int, int, int]]:
    return [(*widget.rect.topleft, *widget.rect.size) for widget in item.widgets()]


@pytest.mark.parametrize(
    ("space", "spans", "sizes"),
    [
        (100, [Span(20), Span(30)], [20, 30]),
        (100, [Span(20, 1), Span(30)], [70, 30]),
        (100, [Span(0, 1), Span(0, 3)], [25, 75]),
        (100, [Span(10, 1, maximum=15), Span(10, 1), Span(10)], [15, 75, 10]),
        (100, [Span(10, 1, maximum=15), Span(10, 1, maximum=20)], [15, 20]),
        (50, [Span(40, 1), Span(30)], [20, 30]),
        (50, [Span(40, 1, minimum=30), Span(30)], [30, 20]),
        (30, [Span(40), Span(20)], [20, 10]),
        (30, [Span(40, minimum=40), Span(20, minimum=20)], [20, 10]),
        (10, [Span(40, 1, minimum=10), Span(20, minimum=10)], [5, 5]),
        (0, [Span(40, 1), Span(20)], [0, 0]),
    ],
)
def test_distribute(space: int, spans: list[Span], sizes: list[int]) -> None:
    assert distribute(space, spans) == sizes


def test_split_loses_no_pixel() -> None:
    assert split(100, [1, 1, 1]) == [33, 33, 34]
    assert sum(split(1001, [3, 7, 11, 2])) == 1001


def test_boxes_stack_with_gap_and_padding(renderer: Renderer) -> None:
    box = VBox(Block(50, 20), HBox(Block(30, 10), Spacer(), Block(40, 15), gap=6), gap=8, padding=(10, 5))
    assert box.measure(renderer, 500) == (50 + 32 + 20, 20 + 8 + 15 + 10)
    box.place(renderer, pygame.Rect(100, 200, 220, 53))
    assert rects(box) == [(110, 205, 200, 20), (110, 233, 30, 15), (270, 233, 40, 15)]


def test_stretching_item_takes_the_spare_space(renderer: Renderer) -> None:
    box = VBox(Block(10, 20), Block(10, 20).sized(stretch=1), Block(10, 20))
    box.place(renderer, pygame.Rect(0, 0, 100, 100))
    assert [height for *_, height in rects(box)] == [20, 60, 20]


def test_fixed_minimum_and_maximum_sizes(renderer: Renderer) -> None:
    assert Block(10, 20).sized(width=50, height=60).measure(renderer, 500) == (50, 60)
    assert Block(10, 20).sized(min_width=50, min_height=60).measure(renderer, 500) == (50, 60)
    assert Block(100, 200).sized(max_width=50, max_height=60).measure(renderer, 500) == (50, 60)


def test_alignment_in_a_larger_slot(renderer: Renderer) -> None:
    left, middle, right = (
        Block(10, 20).sized(align=align, valign=valign)
        for align, valign in (("left", "top"), ("center", "middle"), ("right", "bottom"))
    )
    Grid((1, 1, 1), left, middle, right).place(renderer, pygame.Rect(0, 0, 300, 20))
    assert [widget.rect.left for widget in (left, middle, right)] == [0, 145, 290]
    box = HBox(left, middle, right)
    box.place(renderer, pygame.Rect(0, 0, 300, 100))
    assert [widget.rect.top for widget in (left, middle, right)] == [0, 40, 80]


def test_grid_columns_ignore_the_widths_of_their_items(renderer: Renderer) -> None:
    blocks = [Block(width, 10 + width) for width in (90, 5, 5, 90, 5)]
    grid = Grid((2, 3), *blocks, gap=10)
    grid.place(renderer, pygame.Rect(0, 0, 510, grid.measure(renderer, 510)[1]))
    assert [block.rect.left for block in blocks] == [0, 210, 0, 210, 0]
    assert [block.rect.width for block in blocks] == [200, 300, 200, 300, 200]
    assert [block.rect.top for block in blocks] == [0, 0, 110, 110, 220]


def test_grid_rows_grow_to_their_maximum(renderer: Renderer) -> None:
    blocks = [Block(10, 20), Block(10, 20)]
    Grid((1,), *blocks, max_row_height=30).place(renderer, pygame.Rect(0, 0, 100, 200))
    assert [block.rect.height for block in blocks] == [30, 30]


def test_flow_continues_in_a_new_row(renderer: Renderer) -> None:
    blocks = [Block(40, 10) for _ in range(5)]
    flow = Flow(*blocks, gap=5)
    assert flow.measure(renderer, 100) == (85, 3 * 10 + 2 * 5)
    flow.place(renderer, pygame.Rect(0, 0, 100, 40))
    assert [block.rect.topleft for block in blocks] == [(0, 0), (45, 0), (0, 15), (45, 15), (0, 30)]


def test_first_fitting_layout_is_used(renderer: Renderer) -> None:
    blocks = [Block(40, 10), Block(40, 10)]
    layout = FirstFitting(HBox(*blocks), VBox(*blocks))
    assert layout.measure(renderer, 100) == (80, 10)
    assert layout.measure(renderer, 70) == (40, 20)
    layout.place(renderer, pygame.Rect(0, 0, 70, 20))
    assert [block.rect.top for block in blocks] == [0, 10]


def test_label_wraps_to_its_width(renderer: Renderer) -> None:
    text = "A text that is much longer than its box and needs several lines"
    label = Label(text, wrap=True)
    width, height = label.measure(renderer, 200)
    assert width <= 200
    assert height == renderer.measure(text, "body", 200)[1] > renderer.line_height()
    assert Label("").measure(renderer, 200) == (0, renderer.line_height()), "an empty label keeps its line"
    row = HBox(Label(text, wrap=True).sized(stretch=1), Block(50, 10))
    row.place(renderer, pygame.Rect(0, 0, 250, height))
    assert rects(row)[1][:3:2] == (200, 50), "the stretching label should give way"


def test_button_is_as_wide_as_its_label_and_icon(renderer: Renderer) -> None:
    plain, with_icon = Button("Continue"), Button("Continue", icon="arrow_right")
    assert with_icon.measure(renderer, 900)[0] - plain.measure(renderer, 900)[0] == renderer.px(26 + 10)
    assert Button("", icon="save").measure(renderer, 900)[0] == plain.measure(renderer, 900)[1]
    wide = Button("A much longer label").measure(renderer, 900)[0]
    assert wide - plain.measure(renderer, 900)[0] == (
        renderer.measure("A much longer label", "button")[0] - renderer.measure("Continue", "button")[0]
    )


def test_scroll_area_places_its_content_at_full_height(renderer: Renderer) -> None:
    blocks = [Block(10, 50) for _ in range(10)]
    area = ScrollArea().show(VBox(*blocks))
    area.place(renderer, pygame.Rect(0, 0, 200, 100))
    assert area.max_scroll_offset == 400
    assert blocks[0].rect.width == 200 - 18, "the scrollbar needs space"
    area.scroll_to_offset(400)
    assert blocks[-1].rect.bottom == 100
    area.place(renderer, pygame.Rect(0, 0, 200, 300))
    assert area.scroll_offset == 200, "the offset should stay within its limits"
    assert blocks[-1].rect.bottom == 300
    area.place(renderer, pygame.Rect(0, 0, 200, 600))
    assert (area.max_scroll_offset, blocks[0].rect.width) == (0, 200)


def test_scrolling_moves_the_contents_of_rows(renderer: Renderer) -> None:
    labels = [Label(f"row {index}") for index in range(20)]
    area = ScrollArea().show(VBox(*(ListRow(label) for label in labels)))
    area.place(renderer, pygame.Rect(0, 0, 200, 100))
    before = labels[5].rect.top
    area.scroll_to_offset(30)
    assert labels[5].rect.top == before - 30


def test_row_gets_the_mouse_and_shows_truncated_texts(renderer: Renderer) -> None:
    long_text = "A name that is much too long for its row"
    row = ListRow(HBox(Icon("coin", 20), Label(long_text).sized(stretch=1)), on_click=lambda: None)
    row.place(renderer, pygame.Rect(0, 0, 150, row.measure(renderer, 150)[1]))
    row.draw(pygame.Surface((200, 100)), renderer)
    assert row.tooltip_text() == long_text
    assert not any(child.hoverable for child in row.children)


def test_panel_surrounds_its_content(renderer: Renderer) -> None:
    block = Block(100, 50)
    panel = Panel(block, padding=(20, 10))
    assert panel.measure(renderer, 500) == (140, 70)
    rect = place_centered(renderer, panel, (1600, 1000), width=600, margin=16)
    assert rect == pygame.Rect(500, 465, 600, 70)
    assert block.rect == pygame.Rect(520, 475, 560, 50)
    tall = place_centered(renderer, VBox(Block(10, 5000)), (1600, 1000), width=600, margin=16)
    assert tall.height == 1000 - 2 * 16


def test_cells_share_a_row(renderer: Renderer) -> None:
    row = HBox(Share(Block(90, 10), 1), Share(Block(5, 10), 3))
    row.place(renderer, pygame.Rect(0, 0, 400, 10))
    assert [width for _, _, width, _ in rects(row)] == [100, 300]
