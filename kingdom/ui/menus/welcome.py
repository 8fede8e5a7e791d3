"""First-start dialog. It asks for the player's name and language and offers the tutorial."""

from __future__ import annotations

import pygame

from kingdom.match.game_options import DEFAULT_NAMES, first_human_name, rename_first_human
from kingdom.record import MAX_PLAYER_NAME_LENGTH
from kingdom.text.translator import LANGUAGES
from kingdom.ui.framework.app import App
from kingdom.ui.framework.scene import OverlayScene
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.text_field import TextField

DIALOG_WIDTH = 640
ROW_HEIGHT = 52


class WelcomeDialog(OverlayScene):
    """A dialog over the main menu. Selecting a language applies it immediately."""

    def __init__(self) -> None:
        super().__init__()
        self.title_label = Label("", style="title", align="center")
        self.intro = Label("", wrap=True, valign="top")
        self.name_label, self.language_label = Label("", style="name"), Label("", style="name")
        self.tutorial_button = Button("", self._start_tutorial, kind="primary", icon="help")
        self.play_button = Button("", self._finish, icon="check")

    def enter(self, app: App) -> None:
        super().enter(app)
        suggested_name = first_human_name(app.settings.new_game) or DEFAULT_NAMES[0]
        self.name_field = TextField(
            suggested_name,
            self._on_name_typed,
            max_length=MAX_PLAYER_NAME_LENGTH,
            on_enter=self._focus_buttons,
            select_all=True,
        )
        self.language_dropdown = Dropdown(list(LANGUAGES.items()), app.settings.language, self._set_language)
        self.layout(app.size)
        self.group.set_focus(self.name_field)

    def _on_name_typed(self, name: str) -> None:
        self.play_button.enabled = self.tutorial_button.enabled = bool(name.strip())

    def _set_language(self, language: object) -> None:
        self.app.settings.language = str(language)
        self.app.apply_settings()

    def _focus_buttons(self) -> None:
        """Moves the focus from the name field to the buttons."""
        if self.tutorial_button.enabled:
            self.group.set_focus(self.tutorial_button)

    def _start_tutorial(self) -> None:
        """Marks the player as a newcomer and opens the tutorial."""
        self.app.progress.is_newcomer = True
        self.app.progress.save_async()
        self._finish()
        self.app.navigator.open_tutorial()

    def _finish(self) -> None:
        """Saves the answers and closes the dialog."""
        settings = self.app.settings
        if self.play_button.enabled:
            settings.name = self.name_field.text.strip()
            settings.new_game = rename_first_human(settings.new_game, settings.name)
            self.app.save_settings()
            self.app.pop(self)

    def layout(self, size: tuple[int, int]) -> None:
        renderer, tr = self.app.renderer, self.app.tr
        padding, gap = renderer.px(32), renderer.px(14)
        row_height = max(renderer.px(ROW_HEIGHT), renderer.line_height() + renderer.px(12))
        width = min(renderer.px(DIALOG_WIDTH), size[0] - 2 * gap)
        inner_width = width - 2 * padding
        self.title_label.text, self.intro.text = tr("ui.welcome.title"), tr("ui.welcome.text")
        self.name_label.text, self.language_label.text = tr("ui.welcome.name"), tr("ui.settings.language")
        for button, key in ((self.tutorial_button, "new"), (self.play_button, "go")):
            button.text, button.disabled_reason = tr(f"ui.welcome.{key}"), tr("ui.welcome.why")
        self.tutorial_button.tooltip = tr("ui.welcome.new.tip")
        title_height, intro_height = (
            renderer.measure(text, style, inner_width)[1]
            for text, style in ((self.title_label.text, "title"), (self.intro.text, "body"))
        )
        self.title_label.wrap = True
        self.panel = pygame.Rect(
            0, 0, width, 2 * padding + title_height + intro_height + 3 * row_height + 5 * gap
        )
        self.panel.center = (size[0] // 2, size[1] // 2)
        left, top = self.panel.left + padding, self.panel.top + padding
        self.title_label.rect = pygame.Rect(left, top, inner_width, title_height)
        self.intro.rect = pygame.Rect(left, top + title_height + gap, inner_width, intro_height)
        top = self.intro.rect.bottom + gap
        for label, control in (
            (self.name_label, self.name_field),
            (self.language_label, self.language_dropdown),
        ):
            label.rect = pygame.Rect(left, top, inner_width * 2 // 5 - gap, row_height)
            control.place(
                renderer,
                pygame.Rect(left + inner_width * 2 // 5, top, inner_width - inner_width * 2 // 5, row_height),
            )
            top += row_height + gap
        half_width = (inner_width - gap) // 2
        self.tutorial_button.rect = pygame.Rect(left, top + gap // 2, half_width, row_height)
        self.play_button.rect = pygame.Rect(
            left + inner_width - half_width, top + gap // 2, half_width, row_height
        )
        self.group.replace_widgets(
            [
                self.title_label,
                self.intro,
                self.name_label,
                self.name_field,
                self.language_label,
                self.language_dropdown,
                self.tutorial_button,
                self.play_button,
            ]
        )

    def handle(self, event: pygame.event.Event) -> bool:
        if super().handle(event):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_RETURN:
            self._finish()
            return True
        return False

    def on_escape(self) -> None:
        self._finish()
