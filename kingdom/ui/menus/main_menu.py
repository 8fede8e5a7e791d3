"""The main menu, shown over a painted board."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom import __version__
from kingdom.learn.lesson import shipped_lessons
from kingdom.match.game_options import options_from_settings
from kingdom.record import Record
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import show_message
from kingdom.ui.framework.scene import Scene
from kingdom.ui.menus.background import MenuBackground
from kingdom.ui.widgets.base import TooltipSource
from kingdom.ui.widgets.containers import Panel
from kingdom.ui.widgets.controls import Button, Image, Label
from kingdom.ui.widgets.layout import VBox, two_columns
from kingdom.ui.widgets.widget_group import WidgetGroup

BUTTONS_HEIGHT_FRACTION = 0.52
"""Maximum height of all buttons, as a fraction of the window's height."""


class MainMenu(Scene):
    prewarms_ai = True

    def __init__(self) -> None:
        self.group = WidgetGroup()
        self.logo = Image("interface", "logo")
        self._labels: list[Label] = []
        self.buttons: list[Button] = []
        self._unfinished: Record | None = None
        """The unfinished game that the Continue button resumes."""

    def enter(self, app: App) -> None:
        super().enter(app)
        self.group.play_sound = app.play_sound
        self.background = MenuBackground(app.renderer.sprites, app.renderer.color("shadow"))

    def leave(self) -> None:
        self.background.release()

    def release_memory(self) -> None:
        self.background.release_memory()

    def _make_buttons(self) -> list[Button]:
        app, tr = self.app, self.app.tr
        has_played = bool(self.app.settings.new_game)
        quick_tooltip = tr("ui.menu.quick.tip") if has_played else tr("ui.menu.quick.first.tip")
        entries: list[tuple[str, Callable[[], object], TooltipSource]] = [
            ("new", lambda: app.navigator.open_new_game(), None),
            ("quick", self.start_quick_game, quick_tooltip),
            ("load", lambda: app.navigator.open_saved_games(), None),
            # computed on demand, so that loading the lessons doesn't delay startup
            ("learn", lambda: app.navigator.open_tutorial(), self._tutorial_tooltip),
            ("daily", lambda: app.navigator.open_daily_challenge(), tr("ui.menu.daily.tip")),
            ("puzzles", lambda: app.navigator.open_puzzles(), tr("ui.menu.puzzles.tip")),
            ("chronicle", lambda: app.navigator.open_stats(), tr("ui.menu.chronicle.tip")),
            ("studio", lambda: app.navigator.open_map_editor(), tr("ui.menu.studio.tip")),
            ("help", lambda: app.navigator.open_rules(), None),
            ("settings", lambda: app.navigator.open_settings(), None),
            ("quit", app.quit, None),
        ]
        tutorial_first = self.app.progress.is_newcomer and self.app.progress.should_suggest_tutorial(
            shipped_lessons()
        )
        if tutorial_first:  # for new players, the tutorial comes first
            entries.sort(key=lambda entry: entry[0] != "learn")
        unfinished = self._unfinished = self.app.save_store.unfinished
        if unfinished is not None:
            names = self.app.translator.format_list(str(seat.get("name")) for seat in unfinished.seats)
            entries.insert(0, ("continue", self.continue_game, tr("ui.menu.continue.tip", seats=names)))
        primary_name = (
            entries[0][0] if unfinished is not None or tutorial_first else ("new" if has_played else "quick")
        )
        entries.sort(key=lambda entry: entry[0] != primary_name)
        return [
            Button(
                tr(f"ui.menu.{name}"),
                on_click,
                kind="primary" if name == primary_name else "plain",
                tooltip=tooltip,
                style="heading",
            )
            for name, on_click, tooltip in entries
        ]

    def layout(self, size: tuple[int, int]) -> None:
        renderer, tr = self.app.renderer, self.app.tr
        self.buttons = self._make_buttons()
        rows, gap = 1 + len(self.buttons) // 2, 12
        buttons_height = size[1] * BUTTONS_HEIGHT_FRACTION / renderer.scale
        button_height = min(64, (buttons_height - (rows - 1) * gap) / rows)
        sizes = {"min_height": button_height, "max_height": button_height}
        columns = two_columns([button.sized(**sizes) for button in self.buttons], gap)
        version = tr("ui.menu.version", version=__version__)
        title, subtitle, version_label = self._labels = [
            Label(tr("ui.menu.title"), "banner", "text_on_walnut", "center"),
            Label(tr("ui.menu.subtitle"), "heading", "text_soft_on_walnut", "center"),
            Label(version, "small", "text_soft_on_walnut", "right"),
        ]
        self.logo.hoverable = False
        menu = VBox(
            self.logo.sized(stretch=1),
            VBox(title, subtitle),
            Panel(columns, "walnut", padding=30).sized(width=700, align="center"),
            version_label.sized(height=34),
            gap=12,
            padding=(14, 8),
        )
        menu.place(renderer, pygame.Rect((0, 0), size))
        self.group.replace_widgets(menu.widgets())
        if self.group.focus is None:
            self.group.set_focus(next(button for button in self.buttons if button.kind == "primary"))
            self.group.focus_visible = False
        self.background.layout(size)

    # --- button actions

    def continue_game(self) -> None:
        self.app.navigator.resume_save(self.app.save_store.current_game_file)

    def start_quick_game(self) -> None:
        """Starts a game with the most recent options. If the player has never started a game, starts the
        suggested first game."""
        settings = self.app.settings
        game_options = options_from_settings(settings.new_game, settings.name)
        self.app.navigator.start_game(game_options)

    def _tutorial_tooltip(self) -> str:
        """Returns the Tutorial button's tooltip, which names the next lesson."""
        lesson = self.app.progress.next_lesson(shipped_lessons())
        tr = self.app.tr
        return (
            tr("ui.menu.learn.tip", lesson=tr(f"lesson.{lesson.name}")) if lesson else tr("ui.learn.all_done")
        )

    # --- scene

    def handle(self, event: pygame.event.Event) -> bool:
        return self.group.handle(event)

    def update(self, seconds: float) -> bool:
        animating = self.group.update(seconds)
        # the game was loaded from disk after the last layout
        if self.app.save_store.unfinished is not self._unfinished:
            self.layout(self.app.size)
            self.app.needs_redraw = True
        self._show_save_notifications()
        if any(not scene.is_overlay for scene in self.app.scenes[self.app.scenes.index(self) + 1 :]):
            return False  # fully covered by another scene
        return self.background.update(seconds) or animating

    def _show_save_notifications(self) -> None:
        """Shows a dialog for each problem that the save store has reported."""
        save_store = self.app.save_store
        while save_store.notifications:
            notification = save_store.notifications.pop(0)
            show_message(
                self.app,
                self.app.tr("ui.saves.title"),
                self.app.tr(notification.text_key, **notification.text_values),
                icon="warning",
            )

    def draw(self, surface: pygame.Surface) -> None:
        renderer = self.app.renderer
        renderer.fill_texture(surface, surface.get_rect(), "table")
        self.background.draw(surface)
        for label in self._labels:  # a shadow keeps the text readable over the board
            renderer.draw_text(
                surface,
                str(label.text),
                label.rect.move(renderer.px(2), renderer.px(3)),
                label.style,
                "shadow",
                label.align,
                "middle",
            )
        self.group.draw(surface, renderer)
