"""The app as scenes know it: what they share, the stack they lie on, and the ways to each other."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import pygame

from kingdom.learn.marking import Marking
from kingdom.learn.progress import Progress
from kingdom.match.saves import Keeper
from kingdom.match.spare import SpareThinker
from kingdom.profile.clerk import Clerk
from kingdom.text import Texts
from kingdom.ui.draw.free_memory import free_memory
from kingdom.ui.draw.look import Look
from kingdom.ui.scene.settings import Settings, Store
from kingdom.ui.scene.sound import Sound

if TYPE_CHECKING:
    from kingdom.ui.scene.scene import Scene
    from kingdom.ui.scene.ways import Ways

TOAST_SECONDS = 3.5
LEAST_ROOM = (480, 360)
"""Pixels that a scene is laid out for at the least. A window may be made smaller by hand: then it asks for
more room."""

log = logging.getLogger(__name__)


@dataclass
class Toast:
    """A short message that goes away by itself."""

    text: str
    left: float = TOAST_SECONDS


class Host:
    """What every scene may ask of the window. `App` is the only one; it adds the window and its loop."""

    store: Store
    settings: Settings
    texts: Texts
    keeper: Keeper
    progress: Progress
    clerk: Clerk
    marking: Marking
    today: Callable[[], date]
    look: Look
    sound: Sound
    ways: Ways

    def __init__(self) -> None:
        self.scenes: list[Scene] = []
        self.spare = SpareThinker()
        self.toasts: list[Toast] = []
        self.running = True
        self.dirty = True
        self._warned_of: set[str] = set()

    @property
    def surface(self) -> pygame.Surface:
        """What is drawn on."""
        surface = pygame.display.get_surface()
        assert surface is not None
        return surface

    @property
    def size(self) -> tuple[int, int]:
        """The room that scenes were laid out for last. That is the window's size, except between a change of
        the window and the event that tells it, and in a window that is too small."""
        return self.look.size

    @property
    def room(self) -> tuple[int, int]:
        """The room that there is for scenes: the window, or the least that a scene is made for."""
        width, height = self.surface.get_size()
        return max(width, LEAST_ROOM[0]), max(height, LEAST_ROOM[1])

    @property
    def cramped(self) -> bool:
        """Whether the window is smaller than any scene is made for."""
        return self.room != self.surface.get_size()

    def set_full_screen(self, full: bool) -> None:
        """To full screen and back to the window as it was."""
        raise NotImplementedError

    def resize_window(self, size: tuple[int, int]) -> None:
        """Another size of the window, by program."""
        raise NotImplementedError

    def refresh(self) -> None:
        """Place everything anew: the size, the scale, the language or another setting has changed."""
        self.look.resize(self.room, self.settings.interface_scale)
        free_memory()  # what was made for another size
        self.texts = Texts(self.settings.language)
        self.sound.set_volumes(self.settings.effects, self.settings.music)
        for scene in list(self.scenes):
            self.lay_out(scene)
        self.dirty = True

    def lay_out(self, scene: Scene) -> None:
        """Place everything of one scene."""
        scene.layout(self.size)

    def save_settings(self) -> None:
        """Write the settings soon; a failure is told once."""
        self.store.save_soon(self.settings)

    def say(self, key: str, **values: object) -> str:
        """A text in the player's language."""
        return self.texts.say(key, **values)

    def play(self, *sounds: str) -> None:
        """The first of some sound effects that there is."""
        self.sound.play(*sounds)

    def toast(self, text: str) -> None:
        """Show a short message for a while."""
        if all(toast.text != text for toast in self.toasts):
            self.toasts.append(Toast(text))
        self.dirty = True

    def warn(self, text: str) -> None:
        """A toast that comes only once."""
        if text not in self._warned_of:
            self._warned_of.add(text)
            log.warning("%s", text)
            self.toast(text)

    # --- scenes

    @property
    def scene(self) -> Scene | None:
        """The scene on top."""
        return self.scenes[-1] if self.scenes else None

    def push(self, scene: Scene) -> None:
        """A scene comes on top; the one below has lost the mouse, and with it its notes."""
        if self.scene is not None:
            try:
                self.scene.handle(pygame.event.Event(pygame.WINDOWLEAVE))
            except Exception:  # it may be what failed: the scene that tells so must come on top all the same
                log.exception("%s cannot let the mouse go", type(self.scene).__name__)
        if not scene.overlay:
            for hidden in self.scenes:
                if scene.large:
                    hidden.forget_pictures()
                else:
                    hidden.save_room()
        self.scenes.append(scene)
        scene.enter(self)
        scene.layout(self.size)
        self.dirty = True

    def pop(self, scene: Scene | None = None) -> None:
        """Take a scene off, the top one unless told."""
        scene = scene or self.scene
        if scene is not None and scene in self.scenes:
            self.scenes.remove(scene)
            scene.leave()
        self.dirty = True

    def replace(self, scene: Scene) -> None:
        """A scene in place of all others."""
        while self.scenes:
            self.pop()
        free_memory()
        self.push(scene)

    def quit(self) -> None:
        """Leave the main loop."""
        self.running = False
