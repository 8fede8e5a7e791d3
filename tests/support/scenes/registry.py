"""Registry of functions that open a scene for tests and screenshots. Other modules register their functions
with `@scene_maker("name")`."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ui.framework.app import App

ANIMATION_SECONDS = 4.0
"""Seconds after which all animations have ended."""

SCENE_MAKERS: dict[str, Callable[[App], object]] = {}


def scene_maker(name: str) -> Callable[[Callable[[App], object]], Callable[[App], object]]:
    """Registers a function that opens a scene in an app."""

    def register(maker: Callable[[App], object]) -> Callable[[App], object]:
        SCENE_MAKERS[name] = maker
        return maker

    return register


def wait_for_animations(app: App, seconds: float = ANIMATION_SECONDS) -> None:
    """Runs frames for the given simulated time."""
    elapsed = 0.0
    while elapsed < seconds:
        app.run_frame([], 0.05)
        elapsed += 0.05


def hover(app: App, pos: tuple[int, int]) -> None:
    """Moves the mouse and waits for the tooltip."""
    app.run_frame([pygame.event.Event(pygame.MOUSEMOTION, pos=pos, rel=(0, 0), buttons=(0, 0, 0))], 0.01)
    wait_for_animations(app, 0.6)
