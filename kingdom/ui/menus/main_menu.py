"""The main menu, shown over a painted board."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom import __version__
from kingdom.learn.lesson import shipped_lessons
from kingdom.match.game_options import options_from_settings
from kingdom.match.seats import HUMAN
from kingdom.record import Record, replay
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import show_message
from kingdom.ui.framework.scene import Scene
from kingdom.ui.game_text import seat_kind_short_name
from kingdom.ui.menus.background import MenuBackground
from kingdom.ui.widgets.base import TooltipSource
from kingdom.ui.widgets.containers import Panel
from kingdom.ui.widgets.controls import Button, Image, Label
from kingdom.ui.widgets.layout import HBox, Share, VBox
from kingdom.ui.widgets.widget_group import WidgetGroup
from kingdom.worker.executor import BackgroundTask

BUTTONS_HEIGHT_FRACTION = 0.6
"""Maximum height of all buttons, as a fraction of the window's height."""
MENU_GROUPS = {
    "play": ("continue", "quick", "new", "load"),
    "learn": ("learn", "help"),
    "create": ("studio",),
    "challenge": ("puzzles", "daily"),
}
"""The names of the buttons in each group."""
MENU_COLUMNS = (("play",), ("learn", "create"), ("challenge",))
BOTTOM_ROW = ("chronicle", "settings", "quit")


HIGH_CONTRAST_DIM_ALPHA = 170
"""Opacity, from 0 to 255, of the dark layer over the background in high contrast."""


class MainMenu(Scene):
    prewarms_ai = True

    def __init__(self) -> None:
        self.group = WidgetGroup()
        self.logo = Image("interface", "logo")
        self._labels: list[Label] = []
        self.buttons: list[Button] = []
        self._unfinished: Record | None = None
        """The unfinished game that the Continue button resumes."""
        self._round: BackgroundTask[int] | None = None
        """Finds the round of the unfinished game."""
        self._is_round_shown = False

    def enter(self, app: App) -> None:
        super().enter(app)
        self.group.play_sound = app.play_sound
        self.background = MenuBackground(app.renderer.sprites, app.renderer.color("shadow"))

    def leave(self) -> None:
        self.background.release()

    def release_memory(self) -> None:
        self.background.release_memory()

    def _make_buttons(self) -> dict[str, Button]:
        """Returns the buttons by name. Their order never changes, only the highlighted one does."""
        app, tr = self.app, self.app.tr
        has_played = bool(app.settings.new_game)
        quick_tooltip = tr("ui.menu.quick.tip") if has_played else tr("ui.menu.quick.first.tip")
        entries: dict[str, tuple[Callable[[], object], TooltipSource]] = {
            "continue": (self.continue_game, None),
            "quick": (lambda: app.navigator.start_quick_game(), quick_tooltip),
            "new": (lambda: app.navigator.open_new_game(), None),
            "load": (lambda: app.navigator.open_saved_games(), None),
            # computed on demand, so that loading the lessons doesn't delay startup
            "learn": (lambda: app.navigator.open_tutorial(), self._tutorial_tooltip),
            "help": (lambda: app.navigator.open_rules(), None),
            "puzzles": (lambda: app.navigator.open_puzzles(), tr("ui.menu.puzzles.tip")),
            "daily": (lambda: app.navigator.open_daily_challenge(), tr("ui.menu.daily.tip")),
            "studio": (lambda: app.navigator.open_map_editor(), tr("ui.menu.studio.tip")),
            "chronicle": (lambda: app.navigator.open_stats(), tr("ui.menu.chronicle.tip")),
            "settings": (lambda: app.navigator.open_settings(), None),
            "quit": (app.quit, None),
        }
        buttons = {
            name: Button(tr(f"ui.menu.{name}"), on_click, tooltip=tooltip, style="heading")
            for name, (on_click, tooltip) in entries.items()
        }
        tutorial_first = app.progress.is_newcomer and app.progress.should_suggest_tutorial(shipped_lessons())
        primary_name = "learn" if tutorial_first else "new" if has_played else "quick"
        buttons["quick"].subtitle = self._quick_game_text()
        if self._unfinished is None:
            del buttons["continue"]
        else:
            primary_name = "continue"
            buttons["continue"].tooltip = tr("ui.menu.continue.tip", seats=self._unfinished_names())
            buttons["continue"].subtitle = self._unfinished_text
        buttons[primary_name].kind = "primary"
        return buttons

    def _quick_game_text(self) -> str:
        """Returns the opponents in the game that Quick game would start."""
        translator = self.app.translator
        seats = options_from_settings(self.app.settings.new_game, self.app.settings.name).seats
        first_human = next((seat for seat in seats if seat.kind == HUMAN), None)
        names = [
            seat.name if seat.kind == HUMAN else seat_kind_short_name(translator, seat.kind)
            for seat in seats
            if seat is not first_human
        ]
        return translator.tr("ui.menu.against", names=translator.format_list(names))

    def _find_unfinished_game(self) -> None:
        unfinished = self.app.save_store.unfinished
        if unfinished is not self._unfinished:
            self._unfinished = unfinished
            self._round = (
                None if unfinished is None else BackgroundTask(lambda is_needed: replay(unfinished).round)
            )

    def _unfinished_names(self) -> str:
        seats = () if self._unfinished is None else self._unfinished.seats
        return self.app.translator.format_list(str(seat.get("name")) for seat in seats)

    def _unfinished_text(self) -> str:
        """Returns the players of the unfinished game and, once it has been replayed, its round."""
        if self._round is None or self._round.result is None:
            return self._unfinished_names()
        round_text = self.app.tr("ui.load.round", round=self._round.result)
        return f"{round_text} · {self._unfinished_names()}"

    def layout(self, size: tuple[int, int]) -> None:
        renderer, tr = self.app.renderer, self.app.tr
        self._find_unfinished_game()
        buttons_by_name = self._make_buttons()
        self.buttons = list(buttons_by_name.values())
        gap, label_height = 10, 30
        rows = 5 if "continue" in buttons_by_name else 4
        spare_height = (
            size[1] * BUTTONS_HEIGHT_FRACTION / renderer.scale - 2 * label_height - (rows + 2) * gap
        )
        # in a small window, the text is relatively large, and the subtitles need room
        two_lines = (renderer.line_height("heading") + renderer.line_height("small")) / renderer.scale
        button_height = min(max(60, two_lines), spare_height / rows)
        for button in self.buttons:
            button.sized(min_height=button_height, max_height=button_height)
        columns = [
            VBox(
                *(
                    item
                    for group in groups
                    for item in (
                        Label(tr(f"ui.menu.group.{group}"), "name", "text_soft_on_walnut").sized(
                            height=label_height
                        ),
                        *(buttons_by_name[name] for name in MENU_GROUPS[group] if name in buttons_by_name),
                    )
                ),
                gap=gap,
            )
            for groups in MENU_COLUMNS
        ]
        panel = VBox(
            HBox(*map(Share, columns), gap=2 * gap),
            HBox(*(Share(buttons_by_name[name]) for name in BOTTOM_ROW), gap=2 * gap),
            gap=2 * gap,
        )
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
            Panel(panel, "walnut", padding=24).sized(
                width=renderer.text_px(960) / renderer.scale, align="center"
            ),
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
        is_round_known = self._round is not None and self._round.is_done
        if is_round_known != self._is_round_shown:
            self._is_round_shown = is_round_known
            self.app.needs_redraw = True
        self._show_save_notifications()
        if any(not scene.is_overlay for scene in self.app.scenes[self.app.scenes.index(self) + 1 :]):
            return False  # fully covered by another scene
        return self.background.update(seconds, self.app.settings.animation_speed != "off") or animating

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
        if renderer.high_contrast:
            renderer.draw_tint(surface, surface.get_rect(), HIGH_CONTRAST_DIM_ALPHA)
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
