"""Cached widgets are painted once and repainted when their content, their rect or the background changes."""

from __future__ import annotations

import pygame
import pytest

from kingdom.ui.draw.cached_panels import SceneBackground, empty_background
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.widgets.cached_widget import CachedContainer, CachedWidget
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.layout import HBox, with_edges


class Counter(CachedWidget):
    """Counts how often it is painted."""

    def __init__(self) -> None:
        self.current = empty_background()
        super().__init__(self.get_background)
        self.value, self.paint_count = 0, 0

    def get_background(self) -> SceneBackground:
        return self.current

    def cache_key(self) -> object:
        return self.value

    def paint(self, surface: pygame.Surface, rect: pygame.Rect, renderer: Renderer) -> None:
        assert rect.topleft == (0, 0)
        self.paint_count += 1


@pytest.fixture(scope="module")
def renderer() -> Renderer:
    pygame.display.init()
    pygame.display.set_mode((1600, 1000))
    return Renderer(size=(1600, 1000))


def test_widget_is_painted_again_only_after_a_change(renderer: Renderer) -> None:
    widget, window = Counter(), pygame.Surface((400, 300))

    def paints_after_frame() -> int:
        widget.current.begin_frame()
        widget.draw(window, renderer)
        return widget.paint_count

    widget.place(renderer, pygame.Rect(50, 60, 100, 40))
    assert [paints_after_frame(), paints_after_frame()] == [1, 1]
    widget.value = 1
    assert [paints_after_frame(), paints_after_frame()] == [2, 2]
    widget.place(renderer, pygame.Rect(50, 80, 100, 40))
    assert [paints_after_frame(), paints_after_frame()] == [3, 3]
    widget.current = empty_background()
    assert [paints_after_frame(), paints_after_frame()] == [4, 4]


def test_container_paints_texts_and_draws_buttons(renderer: Renderer) -> None:
    label, button, window = Label("Round 1"), Button("Next"), pygame.Surface((400, 300))
    background = empty_background()
    panel = CachedContainer(lambda: background)
    panel.show(HBox(label.sized(stretch=1), button))
    panel.place(renderer, pygame.Rect(40, 60, 300, 80))
    assert panel.children == [button]
    assert panel.rect.contains(button.rect), "buttons are placed in the window"
    assert label.rect.topleft == (renderer.px(14), renderer.px(9)), "texts are placed on the panel"

    def text_pixels() -> bytes:
        background.begin_frame()
        panel.draw(window, renderer)
        return pygame.image.tobytes(window.subsurface(label.rect.move(panel.rect.topleft)), "RGB")

    before = text_pixels()
    button.hovered = True
    assert text_pixels() == before
    label.text = "Round 2"
    assert text_pixels() != before


def test_truncated_texts_of_a_container_are_in_its_tooltip(renderer: Renderer) -> None:
    panel = CachedContainer(empty_background)
    panel.show(Label("A very long text that does not fit into such a small panel"))
    panel.place(renderer, pygame.Rect(0, 0, 90, 40))
    panel.draw(pygame.Surface((400, 300)), renderer)
    assert "A very long text" in panel.tooltip_text()


def test_edges_of_a_rect_can_be_moved() -> None:
    rect = pygame.Rect(10, 20, 30, 40)
    assert with_edges(rect, left=15, bottom=50) == pygame.Rect(15, 20, 25, 30)
    assert with_edges(rect, right=5) == pygame.Rect(10, 20, 0, 40)
    assert rect == pygame.Rect(10, 20, 30, 40)
