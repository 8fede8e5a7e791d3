"""The scene classes: Scene, WidgetScene (routes events to its widgets) and OverlayScene (a panel over a
darkened scene).

Scenes form a stack. The top scene receives the mouse and keyboard input.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from kingdom.ui.widgets.tooltip import Tooltip
from kingdom.ui.widgets.widget_group import WidgetGroup

if TYPE_CHECKING:
    from kingdom.ui.framework.app import App


class Scene:
    """Base class of all scenes. A scene handles events, updates itself and draws itself. Drawing changes no
    state."""

    is_overlay = False
    """True if the scene below is drawn first."""
    is_memory_heavy = False
    """True if the scene needs a lot of memory in a large window. In that case, the scenes below it release
    all the memory they can."""
    pauses_match = False
    """True if a match below this scene is paused: AI players don't move, and playback does not finish."""
    accepts_files = True
    """True if files that the player opens while this scene is on top may be opened immediately."""
    prewarms_ai = False
    """True if a game may be started from this scene. In that case, an AI process is started ahead of time."""
    error_count = 0
    """Number of errors the scene has raised so far."""
    app: App

    @property
    def poll_interval(self) -> float:
        """Polling interval: seconds without input after which `update` is called again."""
        return 1.0

    @property
    def suppress_notifications(self) -> bool:
        """True while notifications must wait, because news about achievements would give away the result of
        the game."""
        return False

    def toast_area(self) -> pygame.Rect | None:
        """Returns the area for toasts, or None for the default position at the bottom of the window."""
        return None

    def enter(self, app: App) -> None:
        """Called when the scene is pushed onto the stack."""
        self.app = app

    def leave(self) -> None:
        """Called when the scene leaves the stack. Subclasses release large surfaces here, because reference
        cycles between scenes and widgets delay garbage collection."""

    def can_close(self, close: Callable[[], object]) -> bool:
        """Returns whether the scene may close now. A scene with unsaved data asks the player first, and calls
        `close` if the player agrees."""
        return True

    def release_memory(self) -> None:
        """Releases large surfaces that are quick to rebuild. Called when a different scene covers this
        one."""

    def release_all_memory(self) -> None:
        """Releases every surface that can be rebuilt, and builds none until the scene is visible again.
        Called when a memory-heavy scene covers this one."""
        self.release_memory()

    def layout(self, size: tuple[int, int]) -> None:
        """Lays out everything for a window of this size. Also called when the language or the UI scale
        changes."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Handles an event. Returns True if the scene may need to be redrawn."""
        return False

    def update(self, seconds: float) -> bool:
        """Advances time. Returns True while something is animating."""
        return False

    def cursor(self) -> str:
        """Returns the name of the mouse cursor: arrow, hand or grab."""
        group = getattr(self, "group", None)
        return group.cursor if isinstance(group, WidgetGroup) else "arrow"

    def help_topic(self) -> Tooltip | None:
        """Returns the tooltip of the item under the mouse or with the keyboard focus. F1 opens the item's
        rules page."""
        group = getattr(self, "group", None)
        return group.help_topic() if isinstance(group, WidgetGroup) else None

    def right_click_topic(self) -> Tooltip | None:
        """Returns the help topic for a right click. Scenes may be stricter here than in `help_topic`, because
        it is easy to right-click by mistake."""
        return self.help_topic()

    def help_topic_at(self, pos: tuple[int, int], right_click: bool) -> Tooltip | None:
        """Returns the help topic at a point. Called when another scene is on top and receives the mouse
        input."""
        group = getattr(self, "group", None)
        return group.help_topic_at(pos) if isinstance(group, WidgetGroup) else None

    def covers(self, pos: tuple[int, int]) -> bool:
        """Returns whether this scene hides the help topics of the scenes below it at a point."""
        return not self.is_overlay

    def draw(self, surface: pygame.Surface) -> None:
        """Draws the scene."""


class WidgetScene(Scene):
    """A scene that contains widgets; base class of pages and overlays."""

    def __init__(self) -> None:
        self.group = WidgetGroup()

    def enter(self, app: App) -> None:
        super().enter(app)
        self.group.play_sound = app.play_sound

    def on_escape(self) -> None:
        """Called when Esc is pressed."""
        self.app.pop(self)

    def handle(self, event: pygame.event.Event) -> bool:
        if self.group.handle(event):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
            self.on_escape()
            return True
        return False

    def update(self, seconds: float) -> bool:
        return self.group.update(seconds)


class OverlayScene(WidgetScene):
    """A panel drawn over the darkened scene below."""

    is_overlay = True
    backdrop_alpha = 130
    """Opacity, from 0 to 255, of the dark layer over the scene below."""

    def __init__(self) -> None:
        super().__init__()
        self.panel = pygame.Rect(0, 0, 0, 0)

    def covers(self, pos: tuple[int, int]) -> bool:
        return bool(self.panel.collidepoint(pos))

    def draw(self, surface: pygame.Surface) -> None:
        renderer = self.app.renderer
        renderer.draw_tint(surface, surface.get_rect(), self.backdrop_alpha)
        renderer.draw_panel(surface, self.panel)
        self.draw_background(surface)
        self.group.draw(surface, renderer)

    def draw_background(self, surface: pygame.Surface) -> None:
        """Draws onto the panel, behind the widgets."""
