"""App: the window and its main loop, shared services, and the scene stack. The window is redrawn only if
something has changed or is animating."""

from __future__ import annotations

import logging
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from datetime import date
from functools import cached_property, partial
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pygame

from kingdom.learn.daily_challenge import DailyBenchmark
from kingdom.learn.lesson_progress import PROGRESS_FILE_NAME, LessonProgress
from kingdom.match.ai_client import AIPrewarmer
from kingdom.match.save_store import SaveStore
from kingdom.paths import log_file, shipped_data_dir
from kingdom.stats.database import DATABASE_FILE_NAME
from kingdom.stats.stats_service import StatsService
from kingdom.text.translator import Translator
from kingdom.ui.draw.display_lock import DISPLAY_LOCK
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.draw.sprite_sheets import SpriteSheets
from kingdom.ui.draw.surface_cache import trim_malloc
from kingdom.ui.framework.dialog import Dialog, show_message
from kingdom.ui.framework.event_wait import wait_for_events
from kingdom.ui.framework.notifications import Toast, show_notifications
from kingdom.ui.framework.pictures import ScreenshotSaver
from kingdom.ui.framework.scene import Scene
from kingdom.ui.framework.sdl_library import configure_sdl
from kingdom.ui.framework.settings import Settings, SettingsStore
from kingdom.ui.framework.sound import MENU_MUSIC, AudioPlayer
from kingdom.ui.framework.window_defaults import fit_window_size, initial_ui_scale, initial_window_size
from kingdom.ui.widgets.tooltip import Tooltip
from kingdom.worker.client import wait_for_killed_processes
from kingdom.worker.executor import BackgroundTask, IsNeeded
from kingdom.worker.future import set_wake_callback
from kingdom.worker.messages import ProcessError, ProcessTimeout

if TYPE_CHECKING:
    from kingdom.ui.navigation.navigator import Navigator

log = logging.getLogger(__name__)


MIN_LAYOUT_SIZE = (480, 360)
"""Smallest window size, in pixels, that scenes are laid out for. In a smaller window, the app asks the player
to enlarge it."""


FPS = 60
MAX_FRAME_SECONDS = 0.1
"""Maximum time step of one update, in seconds. It prevents jumps after a long wait."""
WAKE_EVENT = pygame.event.custom_type()
"""Posted when background work has a result. It wakes the main loop."""
INPUT_EVENTS = (
    pygame.KEYDOWN,
    pygame.TEXTINPUT,
    pygame.MOUSEMOTION,
    pygame.MOUSEBUTTONDOWN,
    pygame.MOUSEBUTTONUP,
    pygame.MOUSEWHEEL,
)
"""Events that are ignored while the window is too small to show a scene."""
RIGHT_BUTTON = 3
"""Number of the right mouse button in pygame events."""
CLOSE_TIMEOUT_S = 10.0
"""Maximum time that closing the app waits for the disk and for child processes, in seconds."""
MAX_SCENE_ERRORS = 3
"""Maximum number of errors tolerated in a scene. If it raises more, it is closed."""


class App:
    """The window with its main loop, the services that scenes share, and the scene stack."""

    map_task_type: type[BackgroundTask[Any]] = BackgroundTask
    """Loads lists of maps. Tests replace it with one that loads them at once."""
    create_navigator: Callable[[], Navigator]
    """Set by `create_app` in ui/main.py to avoid a circular import: the navigator imports every scene, and
    scenes import the app."""

    def __init__(
        self,
        settings_store: SettingsStore | None = None,
        save_store: SaveStore | None = None,
        size: tuple[int, int] | None = None,
        sprites: SpriteSheets | None = None,
    ) -> None:
        configure_sdl()
        self.scenes: list[Scene] = []
        self.ai_prewarmer = AIPrewarmer()
        self.toasts: list[Toast] = []
        self.running = True
        self.needs_redraw = True
        self._is_wake_posted = False
        set_wake_callback(self.wake)
        DISPLAY_LOCK.wake_main_loop = self.wake
        self._warnings_shown: set[str] = set()
        self.settings_store = settings_store or SettingsStore()
        self.settings: Settings = self.settings_store.load()
        self.translator = Translator(self.settings.language)
        self.save_store = save_store or SaveStore()
        self.progress = LessonProgress.load(self.save_store.folder.parent / PROGRESS_FILE_NAME)
        self.daily_benchmark = DailyBenchmark()
        self.screenshots = ScreenshotSaver()
        self.today: Callable[[], date] = date.today
        self.stats_service = StatsService(
            self.save_store.folder.parent / DATABASE_FILE_NAME,
            self._list_saves,
            lambda: dict(self.progress.stars),
        )
        self._cursor_name = ""
        self._mouse_pos: tuple[int, int] | None = None
        self._text_input_scene: Scene | None = None
        """The scene that received the last key press of this frame. The matching text input belongs to it."""
        self.scene_error_counts: Counter[str] = Counter()
        """Number of errors, keyed by the name of the scene class."""
        if size is None and self.settings_store.is_first_start:
            self._choose_initial_size()
        self._open_window(size)
        self.renderer = Renderer(
            sprites, self.available_size, self.settings.interface_scale, self.settings.high_contrast
        )
        self.sound = AudioPlayer(
            shipped_data_dir("assets") / "sounds", self.settings.effects, self.settings.music
        )

    @cached_property
    def navigator(self) -> Navigator:
        """Opens scenes. Created when it is first used, because importing every scene takes a while."""
        return self.create_navigator()

    def preload(self) -> None:
        """Imports every scene and decodes all pictures on a thread."""

        def preload(is_needed: IsNeeded) -> None:
            _ = self.navigator
            with DISPLAY_LOCK.painting():
                self.renderer.sprites.decode_all()

        BackgroundTask(preload)

    @property
    def surface(self) -> pygame.Surface:
        surface = pygame.display.get_surface()
        assert surface is not None
        return surface

    @property
    def size(self) -> tuple[int, int]:
        """The size that scenes were last laid out for. It differs from the window's size until a resize event
        is handled, or if the window is too small."""
        return self.renderer.size

    @property
    def available_size(self) -> tuple[int, int]:
        """Size available to scenes: the window's size, but at least MIN_LAYOUT_SIZE."""
        width, height = self.surface.get_size()
        return max(width, MIN_LAYOUT_SIZE[0]), max(height, MIN_LAYOUT_SIZE[1])

    @property
    def is_too_small(self) -> bool:
        """True if the window is too small to show any scene."""
        return self.available_size != self.surface.get_size()

    def apply_settings(self) -> None:
        """Applies the current settings and lays out all scenes. Called after the window size or a setting has
        changed."""
        self.renderer.resize(self.available_size, self.settings.interface_scale, self.settings.high_contrast)
        trim_malloc()  # Frees the memory of surfaces made for the old size.
        self.translator = Translator(self.settings.language)
        self.sound.set_volumes(self.settings.effects, self.settings.music)
        for scene in self._iter_present(self.scenes):
            self.layout_scene(scene)
        self.needs_redraw = True

    def layout_scene(self, scene: Scene) -> None:
        """Lays out one scene. An error is reported like any other error in a scene."""
        try:
            scene.layout(self.size)
        except Exception:
            self._handle_scene_error(scene)

    def save_settings(self) -> None:
        """Saves the settings in the background. A failure is reported once."""
        self.settings_store.save_async(self.settings)

    def tr(self, key: str, **values: object) -> str:
        """Returns the text for a translation key in the player's language."""
        return self.translator.tr(key, **values)

    def failure_text(self, error: ProcessError) -> str:
        """Returns why a background process failed, in the player's language."""
        if isinstance(error, ProcessTimeout):
            return self.tr("ui.worker.timeout", seconds=round(error.seconds))
        return error.summary

    def play_sound(self, *sounds: str) -> None:
        """Plays the first of these sound effects that exists."""
        self.sound.play(*sounds)

    def toast(self, text: str) -> None:
        """Shows a short message for a few seconds."""
        if all(toast.text != text for toast in self.toasts):
            self.toasts.append(Toast(text))
        self.needs_redraw = True

    def warn_once(self, text: str) -> None:
        """Shows a toast, unless the same toast was shown before."""
        if text not in self._warnings_shown:
            self._warnings_shown.add(text)
            log.warning("%s", text)
            self.toast(text)

    # --- scenes

    @property
    def scene(self) -> Scene | None:
        return self.scenes[-1] if self.scenes else None

    def _iter_present(self, scenes: Sequence[Scene]) -> Iterator[Scene]:
        """Yields these scenes, except those that leave the stack in the meantime."""
        return (scene for scene in list(scenes) if scene in self.scenes)

    def push(self, scene: Scene) -> None:
        """Pushes a scene onto the stack. The scene below loses the mouse and its tooltips."""
        if self.scene is not None:
            try:
                self.scene.handle(pygame.event.Event(pygame.WINDOWLEAVE))
            except Exception:  # This scene may be the one that failed. The error dialog must open anyway.
                log.exception("%s failed to release the mouse", type(self.scene).__name__)
        if not scene.is_overlay:
            for hidden in self.scenes:
                if scene.is_memory_heavy:
                    hidden.release_all_memory()
                else:
                    hidden.release_memory()
        self.scenes.append(scene)
        scene.enter(self)
        scene.layout(self.size)
        self.needs_redraw = True

    def pop(self, scene: Scene | None = None) -> None:
        """Removes a scene, by default the top one."""
        scene = scene or self.scene
        if scene is not None and scene in self.scenes:
            self.scenes.remove(scene)
            scene.leave()
        self.needs_redraw = True

    def replace(self, scene: Scene) -> None:
        while self.scenes:
            self.pop()
        trim_malloc()
        self.push(scene)

    def quit(self) -> None:
        """Leaves the main loop."""
        self.running = False

    # --- window

    def _open_window(self, size: tuple[int, int] | None = None) -> None:
        pygame.display.init()
        if pygame.display.get_driver() == "offscreen" and "SDL_VIDEODRIVER" not in os.environ:
            raise pygame.error("there is no display")  # SDL would render to a buffer that is never displayed.
        if pygame.display.get_driver() == "x11":
            # We render in software. Going through OpenGL would only cost another hundred megabytes.
            os.environ.setdefault("SDL_FRAMEBUFFER_ACCELERATION", "0")
        icon = shipped_data_dir("assets") / "icons" / "kingdom-64.png"
        if icon.is_file():
            pygame.display.set_icon(pygame.image.load(str(icon)))
        if size is None:
            size = fit_window_size((self.settings.window[0], self.settings.window[1]))
        with DISPLAY_LOCK.changing_mode():
            if self.settings.full_screen:
                pygame.display.set_mode((0, 0), pygame.FULLSCREEN)
            elif pygame.display.set_mode(size, pygame.RESIZABLE).get_size() != size:
                # On X11, the first call may leave full screen without changing the size. The second one does.
                pygame.display.set_mode(size, pygame.RESIZABLE)
        pygame.display.set_caption("Kingdom")

    def _choose_initial_size(self) -> None:
        """Fits the window to the screen on the first launch. Later launches restore the last window size."""
        pygame.display.init()
        size = fit_window_size(initial_window_size(pygame.display.get_desktop_sizes()[0]))
        self.settings.window = list(size)
        self.settings.interface_scale = initial_ui_scale(size)

    def set_full_screen(self, full_screen: bool) -> None:
        """Switches between full screen and the previous window."""
        self.settings.full_screen = full_screen
        self._open_window()
        self.apply_settings()

    def resize_window(self, size: tuple[int, int]) -> None:
        """Resizes the window and lays out all scenes."""
        with DISPLAY_LOCK.changing_mode():
            pygame.display.set_mode(size, pygame.RESIZABLE)
        self.apply_settings()

    def _list_saves(self) -> list[Path]:
        """Returns the files of all saved games, including files still being written. Only the stats thread
        calls this method, because it blocks."""
        self.save_store.flush()
        return self.save_store.list_files()

    # --- main loop

    def run(self) -> int:
        """Runs until the player quits; returns the exit code."""
        clock = pygame.time.Clock()
        animating = self.run_frame([], 0.0)
        self.sound.play_music(MENU_MUSIC)
        while self.running:
            animating = self.tick(clock, animating)
        self.close()
        return 0

    def tick(self, clock: pygame.time.Clock, animating: bool) -> bool:
        """Runs one iteration of the main loop. Waits for the next frame if something is animating, otherwise
        for events."""
        if animating:
            seconds = clock.tick(FPS) / 1000
            events = pygame.event.get()
        else:
            events = wait_for_events(min((scene.poll_interval for scene in self.scenes), default=1.0))
            seconds = clock.tick() / 1000
        return self.run_frame(events, min(seconds, MAX_FRAME_SECONDS))

    def wake(self) -> None:
        """Wakes the main loop. May be called from any thread."""
        if not self._is_wake_posted:
            self._is_wake_posted = True
            with suppress(pygame.error):  # Raised after the window is closed.
                pygame.event.post(pygame.event.Event(WAKE_EVENT))

    def run_frame(self, events: Sequence[pygame.event.Event], seconds: float) -> bool:
        """Handles events, updates and draws. Returns whether something is animating, which means that the
        next frame is due soon."""
        self._text_input_scene = None
        self._is_wake_posted = False
        for event in events:
            self._handle_event(event)
        animating = self._update(seconds)
        self._update_cursor()
        if self.needs_redraw or animating:
            if self.available_size != self.size:  # its resize event comes later
                self._on_window_resized()
            self.needs_redraw = False
            # Getting the surface after a resize replaces it while no other thread can run; `flip` doesn't.
            self.draw(self.surface)
            pygame.display.flip()
            if self.renderer.missing_assets:
                self.warn_once(self.tr("ui.error.missing", what=self.renderer.missing_assets[0]))
        return animating

    def _update_cursor(self) -> None:
        cursor_name = self.scene.cursor() if self.scene is not None else "arrow"
        sprite = (
            self.renderer.find_sprite("interface", f"cursor_{cursor_name}")
            if cursor_name != self._cursor_name
            else None
        )
        if sprite is not None:
            self._cursor_name = cursor_name
            x, y = sprite.points["hotspot"]
            # Copied because SDL expects contiguous rows and crashes on X11 without them. The rows of a
            # sheet's subsurface are not contiguous.
            image = sprite.surface.copy()
            with suppress(pygame.error):  # Some displays do not support custom cursors.
                pygame.mouse.set_cursor(pygame.cursors.Cursor((round(x), round(y)), image))

    def _handle_event(self, event: pygame.event.Event) -> None:
        if event.type in (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN):
            self._mouse_pos = event.pos
        elif event.type == pygame.WINDOWLEAVE:
            self._mouse_pos = None
        if event.type == WAKE_EVENT:
            return
        if event.type == pygame.QUIT:
            if all(scene.can_close(self.quit) for scene in list(self.scenes)):
                self.quit()
        elif event.type == pygame.VIDEORESIZE:
            self._on_window_resized()
        elif event.type in (pygame.WINDOWEXPOSED, pygame.WINDOWRESTORED, pygame.WINDOWSHOWN):
            self.needs_redraw = True
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F11:
            self.set_full_screen(not self.settings.full_screen)
            self.save_settings()
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F12:
            self.screenshots.take(self)
        elif event.type == pygame.KEYDOWN and event.key == pygame.K_F1 and not self.is_too_small:
            self._open_help()
        elif (scene := self.scene) is not None and not (self.is_too_small and event.type in INPUT_EVENTS):
            if event.type == pygame.KEYDOWN:
                self._text_input_scene = scene
            elif event.type == pygame.TEXTINPUT and self._text_input_scene not in (None, scene):
                return  # This character belongs to the key press that opened the scene.
            try:
                handled = scene.handle(event)
                if not handled and event.type == pygame.DROPFILE and scene.accepts_files:
                    self._open_dropped_file(Path(event.file))
                if not handled and event.type == pygame.MOUSEBUTTONDOWN and event.button == RIGHT_BUTTON:
                    topic = self._help_topic(right_click=True)
                    handled = topic is not None and self.navigator.open_rules_page(topic)
                self.needs_redraw = handled or self.needs_redraw
            except Exception:
                self._handle_scene_error(scene)

    def _open_dropped_file(self, path: Path) -> None:
        """Opens a file that was dropped on the window. macOS also reports a file this way if it is
        double-clicked while the game is running. A scene with unsaved data asks first."""
        open_file = partial(self.navigator.open_file, path)
        if all(scene.can_close(open_file) for scene in list(self.scenes)):
            open_file()

    def _open_help(self) -> None:
        """Opens the rules page about the item under the mouse, or else the first page. Called when F1 is
        pressed."""
        scene = self.scene
        if scene is None:
            return
        try:
            self.navigator.open_rules(self._help_topic(right_click=False))
        except Exception:
            self._handle_scene_error(scene)

    def _help_topic(self, right_click: bool) -> Tooltip | None:
        """Returns the help topic under the mouse. It comes from the top scene or, outside that scene's panel,
        from the scenes below."""
        if self.scene is None:
            return None
        topic = self.scene.right_click_topic() if right_click else self.scene.help_topic()
        for above, below in pairwise(reversed(self.scenes)):
            if (
                (topic is not None and topic.has_help_page)
                or self._mouse_pos is None
                or above.covers(self._mouse_pos)
            ):
                break
            topic = below.help_topic_at(self._mouse_pos, right_click)
        return topic

    def _on_window_resized(self) -> None:
        if not self.settings.full_screen and not self.is_too_small:
            self.settings.window = list(self.available_size)
        if self.available_size != self.size:
            self.apply_settings()
        self.needs_redraw = True

    def _update(self, seconds: float) -> bool:
        animating = False
        show_notifications(self)
        # Covered scenes keep running; a match checks the scenes above it and pauses itself.
        for scene in self._iter_present(self.scenes):
            try:
                animating = scene.update(seconds) or animating
            except Exception:
                self._handle_scene_error(scene)
        if any(scene.prewarms_ai for scene in self.scenes):
            self.ai_prewarmer.on_page_visible()
        else:
            self.ai_prewarmer.discard()
        for toast in self._visible_toasts:
            toast.seconds_left -= seconds
        remaining = [toast for toast in self.toasts if toast.seconds_left > 0]
        self.needs_redraw = self.needs_redraw or len(remaining) < len(self.toasts)
        self.toasts = remaining
        return animating or bool(remaining)

    @property
    def _first_visible(self) -> int:
        """Index of the lowest visible scene. All scenes below it are hidden."""
        return max((index for index, scene in enumerate(self.scenes) if not scene.is_overlay), default=0)

    def draw(self, surface: pygame.Surface) -> None:
        """Draws all visible scenes and the toasts. If the window is too small, only asks the player to
        enlarge it."""
        if self.is_too_small:
            self._draw_too_small(surface)
            return
        for scene in self._iter_present(self.scenes[self._first_visible :]):
            try:
                scene.draw(surface)
            except Exception:
                scene.error_count = MAX_SCENE_ERRORS  # A scene that cannot be drawn is closed immediately.
                self._handle_scene_error(scene)
                break
        self._draw_toasts(surface)

    def _draw_too_small(self, surface: pygame.Surface) -> None:
        area = surface.get_rect()
        self.renderer.fill_texture(surface, area, "table")
        self.renderer.draw_text(
            surface,
            self.tr("ui.more_room"),
            area.inflate(-2 * (area.width // 20), -2 * (area.height // 20)),
            "heading",
            "text_on_walnut",
            "center",
            "middle",
            wrap=True,
        )

    @property
    def _toast_area(self) -> pygame.Rect | None:
        return self.scene.toast_area() if self.scene is not None else None

    @property
    def _visible_toasts(self) -> list[Toast]:
        """The toasts on screen. If the scene reserves an area for toasts, only one is shown at a time."""
        return self.toasts if self._toast_area is None else self.toasts[:1]

    def _draw_toasts(self, surface: pygame.Surface) -> None:
        renderer = self.renderer
        bottom = self.size[1] - renderer.px(110)
        area = self._toast_area
        for toast in reversed(self._visible_toasts):
            width = min(renderer.measure(toast.text, "body")[0], self.size[0] * 2 // 3, renderer.px(640))
            if area is not None:
                width = min(width, area.width - renderer.px(44))
            text_height = min(renderer.measure(toast.text, "body", width)[1], self.size[1] // 3)
            rect = pygame.Rect(0, 0, width + renderer.px(44), text_height + renderer.px(24))
            rect.midbottom = (self.size[0] // 2, bottom)
            if area is not None and rect.height <= area.height:
                rect.center = area.center
            renderer.draw_panel(surface, rect, "tooltip")
            renderer.draw_text(
                surface,
                toast.text,
                rect.inflate(-renderer.px(40), -renderer.px(20)),
                "body",
                "text_on_tooltip",
                "center",
                "middle",
                wrap=True,
            )
            bottom = rect.top - renderer.px(10)

    def _handle_scene_error(self, scene: Scene) -> None:
        """Reports an error in a scene. Closes the scene if it keeps failing. No progress is lost, because the
        game is saved after every answer."""
        log.exception("error in %s", type(scene).__name__)
        self.scene_error_counts[type(scene).__name__] += 1
        scene.error_count += 1
        self.needs_redraw = True
        if scene.error_count > MAX_SCENE_ERRORS and scene in self.scenes:
            self.scenes.remove(scene)
            try:
                scene.leave()
            except Exception:
                log.exception("another error while leaving it")
            if not any(not other.is_overlay for other in self.scenes):
                self.navigator.open_main_menu()
        if not isinstance(self.scene, Dialog):
            error = sys.exc_info()[1]
            text = self.tr("ui.error.text", error=f"{type(error).__name__}: {error}", log=log_file())
            show_message(self, self.tr("ui.error.title"), text, icon="warning")

    def close(self) -> None:
        """Closes all scenes, the window and the services. After the window is gone, waits at most
        CLOSE_TIMEOUT_S for unsaved data and child processes."""
        while self.scenes:
            scene = self.scenes.pop()
            try:
                scene.leave()
            except Exception:
                log.exception("leaving %s", type(scene).__name__)
        self.settings_store.save_async(self.settings)
        self.ai_prewarmer.discard()
        self.daily_benchmark.close()
        self.sound.stop()
        pygame.display.quit()
        deadline = time.monotonic() + CLOSE_TIMEOUT_S
        for close_service in (
            self.settings_store.close,
            self.progress.close,
            self.stats_service.close,
            self.save_store.close,
            self.screenshots.close,
            wait_for_killed_processes,
        ):
            close_service(max(0.0, deadline - time.monotonic()))
