"""The window and its main loop: a stack of scenes, drawn only when something changed or moves."""

from __future__ import annotations

import logging
import logging.handlers
import os
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

import pygame

from kingdom.match.saves import Keeper
from kingdom.paths import data_folder, log_file
from kingdom.text import Texts, system_language
from kingdom.ui.look import Look
from kingdom.ui.plain import show_trouble
from kingdom.ui.scene import Scene
from kingdom.ui.settings import SMALLEST_WINDOW, Settings, Store
from kingdom.ui.sheets import MissingAsset, Sheets
from kingdom.ui.sound import Sound

FRAMES = 60
LONGEST_STEP = 0.1
"""Seconds of one update at most: after a long wait nothing shall jump."""
GLANCE = 10
"""Milliseconds between two looks for events while nothing moves."""
TOAST_SECONDS, TOAST_FADE = 3.5, 0.3
ERRORS_BORNE = 3
"""Errors after which a scene is closed."""
MENU_MUSIC, TABLE_MUSIC = "music_meadow", "music_evening"

log = logging.getLogger(__name__)


@dataclass
class Toast:
    """A short message that goes away by itself."""

    text: str
    left: float = TOAST_SECONDS


class App:
    """The window, the scenes, and what all scenes share."""

    def __init__(
        self,
        store: Store | None = None,
        keeper: Keeper | None = None,
        size: tuple[int, int] | None = None,
        sheets: Sheets | None = None,
    ) -> None:
        self.store = store or Store()
        self.settings: Settings = self.store.load()
        self.texts = Texts(self.settings.language)
        self.keeper = keeper or Keeper()
        self.scenes: list[Scene] = []
        self.toasts: list[Toast] = []
        self.running = True
        self.dirty = True
        self._mouse_shape = ""
        self._errors: dict[int, int] = {}
        self._warned_of: set[str] = set()
        self._open_window(size)
        self.look = Look(sheets, self.size, interface_scale=self.settings.interface_scale)
        self.sound = Sound(data_folder("assets") / "sounds", self.settings.effects, self.settings.music)

    # --- the window

    def _open_window(self, size: tuple[int, int] | None = None) -> None:
        pygame.display.init()
        if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
            raise pygame.error("there is no display")  # SDL would draw for nobody
        if pygame.display.get_driver() == "x11":
            # what we draw is in memory anyway: going through OpenGL would only add a hundred megabytes
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        icon = data_folder("assets") / "icons" / "kingdom-64.png"
        if icon.is_file():
            pygame.display.set_icon(pygame.image.load(str(icon)))
        if size is None:
            desktop = pygame.display.get_desktop_sizes()[0]
            width, height = self.settings.window
            size = (
                max(SMALLEST_WINDOW[0], min(width, desktop[0])),
                max(SMALLEST_WINDOW[1], min(height, desktop[1])),
            )
        if self.settings.full_screen:
            pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
        else:
            pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.display.set_caption("Kingdom")

    @property
    def surface(self) -> pygame.Surface:
        """What is drawn on."""
        surface = pygame.display.get_surface()
        assert surface is not None
        return surface

    @property
    def size(self) -> tuple[int, int]:
        """The window's width and height."""
        return self.surface.get_size()

    def set_full_screen(self, full: bool) -> None:
        """To full screen and back to the window as it was."""
        self.settings.full_screen = full
        self._open_window()
        self.refresh()

    def resize_window(self, size: tuple[int, int]) -> None:
        """Another size of the window, by program."""
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self.refresh()

    def refresh(self) -> None:
        """Place everything anew: the size, the scale, the language or another setting has changed."""
        self.look.resize(self.size, self.settings.interface_scale)
        self.texts = Texts(self.settings.language)
        self.sound.set_volumes(self.settings.effects, self.settings.music)
        for scene in list(self.scenes):
            scene.layout(self.size)
        self.dirty = True

    def tell_of_settings(self) -> None:
        """If the settings could not be read at the start, say so."""
        if self.store.problem is None:
            return
        from kingdom.ui.dialog import message

        kind = "damaged" if self.store.set_aside else "unreadable"
        said = self.say(f"ui.settings.{kind}.text", reason=self.store.problem, file=self.store.set_aside)
        message(self, self.say("ui.settings.damaged.title"), said, icon="warning")

    def save_settings(self) -> None:
        """Write the settings; a failure is told once."""
        if not self.store.save(self.settings):
            self.warn(self.say("ui.settings.not_saved", reason=self.store.problem))

    # --- words and sounds

    def say(self, key: str, **values: object) -> str:
        """A text in the player's language."""
        return self.texts.say(key, **values)

    def play(self, sound: str) -> None:
        """A sound effect."""
        self.sound.play(sound)

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
        """A scene comes on top."""
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
        self.push(scene)

    def quit(self) -> None:
        """Leave the main loop."""
        self.running = False

    # --- the loop

    def run(self) -> int:
        """Until the player quits; the exit code."""
        clock = pygame.time.Clock()
        moving = self.step([], 0.0)
        self.sound.music(MENU_MUSIC)
        while self.running:
            moving = self.round(clock, moving)
        self.close()
        return 0

    def round(self, clock: pygame.time.Clock, moving: bool) -> bool:
        """One round of the loop with its waiting: for the next frame while something moves, else for
        events."""
        if moving:
            seconds = clock.tick(FRAMES) / 1000
            events = pygame.event.get()
        else:
            events = self._wait()
            seconds = clock.tick() / 1000
        return self.step(events, min(seconds, LONGEST_STEP))

    def _wait(self) -> list[pygame.event.Event]:
        """The next events, or none after as long as the scenes have patience.

        `pygame.event.wait` looks a thousand times a second, which costs more than this; a glance is still
        shorter than a frame.
        """
        until = time.monotonic() + min((scene.patience for scene in self.scenes), default=1.0)
        while True:
            events = pygame.event.get()
            if events or time.monotonic() >= until:
                return events
            pygame.time.wait(GLANCE)

    def step(self, events: Sequence[pygame.event.Event], seconds: float) -> bool:
        """One round of the loop; whether something moves, so that the next is due soon."""
        for event in events:
            self._handle(event)
        moving = self._update(seconds)
        self._show_mouse()
        if self.dirty or moving:
            self.dirty = False
            self.draw(self.surface)
            pygame.display.flip()
            if self.look.missing:
                self.warn(self.say("ui.error.missing", what=self.look.missing[0]))
        return moving

    def _show_mouse(self) -> None:
        wanted = self.scene.mouse_shape() if self.scene is not None else "arrow"
        frame = self.look.frame("interface", f"cursor_{wanted}") if wanted != self._mouse_shape else None
        if frame is not None:
            self._mouse_shape = wanted
            x, y = frame.points["hotspot"]
            # a copy: SDL takes the rows of a picture to follow each other, which those of a piece of a sheet
            # do not (it crashes on X11)
            picture = frame.surface.copy()
            with suppress(pygame.error):  # a screen may have no pointers to choose
                pygame.mouse.set_cursor(pygame.cursors.Cursor((round(x), round(y)), picture))

    def _handle(self, event: pygame.event.Event) -> None:
        if event.type == pygame.QUIT:
            self.quit()
        elif event.type == pygame.VIDEORESIZE:
            if not self.settings.full_screen:
                self.settings.window = list(self.size)
            self.refresh()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN):
            self.dirty = True
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self.set_full_screen(not self.settings.full_screen)
            self.save_settings()
        elif (scene := self.scene) is not None:
            try:
                self.dirty = scene.handle(event) or self.dirty
            except Exception:
                self._failed(scene)

    def _update(self, seconds: float) -> bool:
        moving = False
        # the scenes below an overlay go on: a program may be thinking behind a dialog
        for scene in list(self.scenes):
            try:
                moving = scene.update(seconds) or moving
            except Exception:
                self._failed(scene)
        for toast in self.toasts:
            toast.left -= seconds
        fading = [toast for toast in self.toasts if toast.left > 0]
        self.dirty = self.dirty or len(fading) < len(self.toasts)
        self.toasts = fading
        return moving or bool(fading)

    def draw(self, surface: pygame.Surface) -> None:
        """All scenes that can be seen, and the toasts."""
        first = max((place for place, scene in enumerate(self.scenes) if not scene.overlay), default=0)
        for scene in self.scenes[first:]:
            try:
                scene.draw(surface)
            except Exception:
                self._errors[id(scene)] = ERRORS_BORNE  # what cannot be drawn cannot stay
                self._failed(scene)
                break
        self._draw_toasts(surface)

    def _draw_toasts(self, surface: pygame.Surface) -> None:
        look = self.look
        bottom = self.size[1] - look.px(110)
        for toast in reversed(self.toasts):
            width = min(look.measure(toast.text, "body")[0], self.size[0] * 2 // 3, look.px(640))
            tall = min(look.measure(toast.text, "body", width)[1], self.size[1] // 3)
            box = pygame.Rect(0, 0, width + look.px(44), tall + look.px(24))
            box.midbottom = (self.size[0] // 2, bottom)
            look.panel(surface, box, "tooltip")
            look.text(
                surface,
                toast.text,
                box.inflate(-look.px(40), -look.px(20)),
                "body",
                "text_on_tooltip",
                "center",
                "middle",
                wrap=True,
            )
            bottom = box.top - look.px(10)

    def _failed(self, scene: Scene) -> None:
        """A scene raised an error: tell, and close it if it goes on so. The game itself is on disk after
        every answer."""
        log.exception("error in %s", type(scene).__name__)
        self._errors[id(scene)] = self._errors.get(id(scene), 0) + 1
        self.dirty = True
        if self._errors[id(scene)] > ERRORS_BORNE and scene in self.scenes:
            self.scenes.remove(scene)
            try:
                scene.leave()
            except Exception:
                log.exception("and in leaving it")
            if not any(not other.overlay for other in self.scenes):
                from kingdom.ui.menu import Menu

                self.push(Menu())
        from kingdom.ui.dialog import Dialog, message

        if not isinstance(self.scene, Dialog):
            error = sys.exc_info()[1]
            said = self.say("ui.error.text", error=f"{type(error).__name__}: {error}", log=log_file())
            message(self, self.say("ui.error.title"), said, icon="warning")

    def close(self) -> None:
        """Leave everything orderly."""
        while self.scenes:
            scene = self.scenes.pop()
            try:
                scene.leave()
            except Exception:
                log.exception("leaving %s", type(scene).__name__)
        self.store.save(self.settings)
        self.sound.stop()
        pygame.display.quit()


def start_log() -> None:
    """Errors go to a file in the user's log folder, or to the console where that cannot be written."""
    handler: logging.Handler
    logging.raiseExceptions = False  # a full disk shall not fill the console as well
    try:
        log_file().parent.mkdir(parents=True, exist_ok=True)
        handler = logging.handlers.RotatingFileHandler(
            log_file(), maxBytes=500_000, backupCount=2, encoding="utf-8"
        )
    except OSError:
        handler = logging.StreamHandler()
    logging.basicConfig(
        level=logging.WARNING, handlers=[handler], format="%(asctime)s %(levelname)s %(name)s: %(message)s"
    )


def main(smoke: bool = False) -> int:
    """Open the game; with `smoke`, draw once, say so, and leave."""
    start_log()
    try:
        app = App()
    except (pygame.error, MissingAsset, OSError) as error:
        log.exception("the window cannot be opened")
        print(f"kingdom: the window cannot be opened: {error}", file=sys.stderr)
        print(f"The details are in {log_file()}", file=sys.stderr)
        if not smoke and not isinstance(
            error, pygame.error
        ):  # there is a display, but something to show is missing
            texts = Texts(system_language())
            show_trouble(texts.say("ui.error.title"), texts.say("ui.error.missing", what=error))
        return 1
    from kingdom.ui.menu import Menu

    app.push(Menu())
    if smoke:
        app.step([], 0.0)
        print("ready", flush=True)
        app.close()
        return 0
    app.tell_of_settings()
    return app.run()
