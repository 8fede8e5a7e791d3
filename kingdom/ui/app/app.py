"""The window and its main loop: a stack of scenes, drawn only when something changed or moves."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from datetime import date
from itertools import pairwise
from pathlib import Path

import pygame

from kingdom.learn.marking import Marking
from kingdom.learn.progress import FILE, Progress
from kingdom.match.saves import Keeper
from kingdom.paths import data_folder, log_file
from kingdom.profile.chronicle import NAME
from kingdom.profile.clerk import Clerk
from kingdom.text import Texts
from kingdom.ui.app.first_window import first_scale, first_window
from kingdom.ui.app.news import tell_news
from kingdom.ui.app.ways import SceneWays
from kingdom.ui.draw.free_memory import hand_back_at_once
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.sheets import Sheets
from kingdom.ui.scene.dialog import Dialog, message
from kingdom.ui.scene.host import Host, Toast
from kingdom.ui.scene.scene import Scene
from kingdom.ui.scene.settings import SMALLEST_WINDOW, Settings, Store
from kingdom.ui.scene.sound import MENU_MUSIC, Sound
from kingdom.ui.widgets.tooltip import Tip

FRAMES = 60
LONGEST_STEP = 0.1
"""Seconds of one update at most: after a long wait nothing shall jump."""
GLANCE = 10
"""Milliseconds between two looks for events while nothing moves."""
BY_HAND = (
    pygame.KEYDOWN,
    pygame.TEXTINPUT,
    pygame.MOUSEMOTION,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.MOUSEWHEEL,
)
"""What nobody can mean for a scene that is not seen."""
RIGHT = 3
"""The right button of the mouse."""
ERRORS_BORNE = 3
"""Errors after which a scene is closed."""

log = logging.getLogger(__name__)


class App(Host):
    """The window and its main loop, with all that scenes share."""

    def __init__(
        self,
        store: Store | None = None,
        keeper: Keeper | None = None,
        size: tuple[int, int] | None = None,
        sheets: Sheets | None = None,
    ) -> None:
        super().__init__()
        hand_back_at_once()
        self.store = store or Store()
        self.settings: Settings = self.store.load()
        self.texts = Texts(self.settings.language)
        self.keeper = keeper or Keeper()
        self.progress = Progress.load(self.keeper.folder.parent / FILE)
        self.marking, self.today = Marking(), date.today
        self.clerk = Clerk(
            self.keeper.folder.parent / NAME, self._games_on_disk, lambda: dict(self.progress.stars)
        )
        self.ways = SceneWays(self)
        self._mouse_shape = ""
        self._mouse: tuple[int, int] | None = None
        self._typing: Scene | None = None
        """Who heard the last key of this frame: its letter comes along."""
        self.errors: Counter[str] = Counter()
        """How often scenes of each kind have failed."""
        if size is None and self.store.first_start:
            self._fit_screen()
        self._open_window(size)
        self.look = Look(sheets, self.room, interface_scale=self.settings.interface_scale)
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

    def _fit_screen(self) -> None:
        """At the first start the window fits the screen; from then on it is as the person leaves it."""
        pygame.display.init()
        desktop = pygame.display.get_desktop_sizes()[0]
        self.settings.window = list(first_window(desktop))
        self.settings.interface_scale = first_scale(first_window(desktop))

    def set_full_screen(self, full: bool) -> None:
        """To full screen and back to the window as it was."""
        self.settings.full_screen = full
        self._open_window()
        self.refresh()

    def resize_window(self, size: tuple[int, int]) -> None:
        """Another size of the window, by program."""
        pygame.display.set_mode(size, pygame.RESIZABLE)
        self.refresh()

    def _games_on_disk(self) -> list[Path]:
        """All games, with those that are on their way: for the clerk, who has time."""
        self.keeper.settle()
        return self.keeper.files()

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
            if events or self.keeper.has_news or self.clerk.has_news or time.monotonic() >= until:
                return events
            pygame.time.wait(GLANCE)

    def step(self, events: Sequence[pygame.event.Event], seconds: float) -> bool:
        """One round of the loop; whether something moves, so that the next is due soon."""
        self._typing = None
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
        sprite = self.look.sprite("interface", f"cursor_{wanted}") if wanted != self._mouse_shape else None
        if sprite is not None:
            self._mouse_shape = wanted
            x, y = sprite.points["hotspot"]
            # a copy: SDL takes the rows of a picture to follow each other, which those of a piece of a sheet
            # do not (it crashes on X11)
            picture = sprite.surface.copy()
            with suppress(pygame.error):  # a screen may have no pointers to choose
                pygame.mouse.set_cursor(pygame.cursors.Cursor((round(x), round(y)), picture))

    def _handle(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            self._mouse = event.pos
        elif event.type == pygame.WINDOWLEAVE:
            self._mouse = None
        if event.type == pygame.QUIT:
            if all(scene.may_close() for scene in list(self.scenes)):
                self.quit()
        elif event.type == pygame.VIDEORESIZE:
            self._resized()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN):
            self.dirty = True
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self.set_full_screen(not self.settings.full_screen)
            self.save_settings()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F1 and not self.cramped:
            self._look_up()
        elif (scene := self.scene) is not None and not (self.cramped and event.type in BY_HAND):
            if event.type == pygame.KEYDOWN:
                self._typing = scene
            elif event.type == pygame.TEXTINPUT and self._typing not in (None, scene):
                return  # the letter of a key that opened this scene
            try:
                done = scene.handle(event)
                if not done and event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT:
                    note = self._asked(clicked=True)
                    done = note is not None and self.ways.look_up(note)
                self.dirty = done or self.dirty
            except Exception:
                self._failed(scene)

    def _look_up(self) -> None:
        """F1: the page about what is pointed at, or the first."""
        scene = self.scene
        if scene is None:
            return
        try:
            self.ways.help(self._asked(clicked=False))
        except Exception:
            self._failed(scene)

    def _asked(self, clicked: bool) -> Tip | None:
        """A note about what is pointed at: in the scene on top or, beside its panel, in those below."""
        if self.scene is None:
            return None
        note = self.scene.clicked_about() if clicked else self.scene.asked_about()
        for above, below in pairwise(reversed(self.scenes)):
            if (note is not None and note.leads) or self._mouse is None or above.covers(self._mouse):
                break
            note = below.about_at(self._mouse, clicked)
        return note

    def _resized(self) -> None:
        if not self.settings.full_screen and not self.cramped:
            self.settings.window = list(self.room)
        if self.room != self.size:
            self.refresh()
        self.dirty = True

    def lay_out(self, scene: Scene) -> None:
        try:
            super().lay_out(scene)
        except Exception:
            self._failed(scene)

    def _update(self, seconds: float) -> bool:
        moving = False
        tell_news(self)
        # the scenes below an overlay go on: a program may be thinking behind a dialog
        seen = self.scenes[self._first_seen :]
        for scene in list(self.scenes):
            if scene.rests and scene not in seen:
                continue
            try:
                moving = scene.update(seconds) or moving
            except Exception:
                self._failed(scene)
        if any(scene.begins_games for scene in self.scenes):
            self.spare.looked_at()
        else:
            self.spare.drop()
        for toast in self._toasts_shown:
            toast.left -= seconds
        fading = [toast for toast in self.toasts if toast.left > 0]
        self.dirty = self.dirty or len(fading) < len(self.toasts)
        self.toasts = fading
        return moving or bool(fading)

    @property
    def _first_seen(self) -> int:
        """From which scene on nothing is hidden by another one."""
        return max((place for place, scene in enumerate(self.scenes) if not scene.overlay), default=0)

    def draw(self, surface: pygame.Surface) -> None:
        """All scenes that can be seen, and the toasts; in a window that is too small, nothing but the wish
        for a larger one."""
        if self.cramped:
            self._ask_for_room(surface)
            return
        for scene in self.scenes[self._first_seen :]:
            try:
                scene.draw(surface)
            except Exception:
                scene.errors = ERRORS_BORNE  # what cannot be drawn cannot stay
                self._failed(scene)
                break
        self._draw_toasts(surface)

    def _ask_for_room(self, surface: pygame.Surface) -> None:
        room = surface.get_rect()
        self.look.fill(surface, room, "table")
        self.look.text(
            surface,
            self.say("ui.more_room"),
            room.inflate(-2 * (room.width // 20), -2 * (room.height // 20)),
            "heading",
            "text_on_walnut",
            "center",
            "middle",
            wrap=True,
        )

    @property
    def _room_for_toasts(self) -> pygame.Rect | None:
        return self.scene.room_for_toasts() if self.scene is not None else None

    @property
    def _toasts_shown(self) -> list[Toast]:
        """Where a scene has room for one, the next waits until it is gone."""
        return self.toasts if self._room_for_toasts is None else self.toasts[:1]

    def _draw_toasts(self, surface: pygame.Surface) -> None:
        look = self.look
        bottom = self.size[1] - look.px(110)
        room = self._room_for_toasts
        for toast in reversed(self._toasts_shown):
            width = min(look.measure(toast.text, "body")[0], self.size[0] * 2 // 3, look.px(640))
            if room is not None:
                width = min(width, room.width - look.px(44))
            tall = min(look.measure(toast.text, "body", width)[1], self.size[1] // 3)
            box = pygame.Rect(0, 0, width + look.px(44), tall + look.px(24))
            box.midbottom = (self.size[0] // 2, bottom)
            if room is not None and box.height <= room.height:
                box.center = room.center
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
        self.errors[type(scene).__name__] += 1
        scene.errors += 1
        self.dirty = True
        if scene.errors > ERRORS_BORNE and scene in self.scenes:
            self.scenes.remove(scene)
            try:
                scene.leave()
            except Exception:
                log.exception("and in leaving it")
            if not any(not other.overlay for other in self.scenes):
                self.ways.menu()
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
        self.spare.drop()
        self.store.save_soon(self.settings)
        self.store.close()
        self.progress.close()
        self.marking.close()
        self.clerk.close()
        self.keeper.close()
        self.sound.stop()
        pygame.display.quit()
