"""First-start dialog. It asks for the player's name and language and offers the tutorial."""

from __future__ import annotations

import pygame

from kingdom.learn.lesson import shipped_lessons
from kingdom.match.game_options import DEFAULT_NAMES, first_human_name, rename_first_human
from kingdom.record import MAX_PLAYER_NAME_LENGTH
from kingdom.text.translator import LANGUAGES
from kingdom.ui.framework.app import App
from kingdom.ui.framework.scene import OverlayScene
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.layout import Grid, HBox, Item, VBox, place_centered
from kingdom.ui.widgets.text_field import TextField

DIALOG_WIDTH, PADDING, GAP = 640, 32, 14
ROW_HEIGHT = 52


class WelcomeDialog(OverlayScene):
    """A dialog over the main menu. Selecting a language applies it immediately."""

    def __init__(self) -> None:
        super().__init__()
        self.title_label = Label("", style="title", align="center", wrap=True)
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
        """Marks the player as a newcomer and starts the first lesson."""
        self.app.progress.is_newcomer = True
        self.app.progress.save_async()
        self._finish()
        self.app.navigator.start_lesson(shipped_lessons().lessons[0].name)

    def _finish(self) -> None:
        """Saves the answers and closes the dialog."""
        settings = self.app.settings
        if self.play_button.enabled:
            settings.name = self.name_field.text.strip()
            settings.new_game = rename_first_human(settings.new_game, settings.name)
            self.app.save_settings()
            self.app.pop(self)

    def layout(self, size: tuple[int, int]) -> None:
        tr = self.app.tr
        self.title_label.text, self.intro.text = tr("ui.welcome.title"), tr("ui.welcome.text")
        self.name_label.text, self.language_label.text = tr("ui.welcome.name"), tr("ui.settings.language")
        for button, key in ((self.tutorial_button, "new"), (self.play_button, "go")):
            button.text, button.disabled_reason = tr(f"ui.welcome.{key}"), tr("ui.welcome.why")
        self.tutorial_button.tooltip = tr("ui.welcome.new.tip")
        cells = (self.name_label, self.name_field, self.language_label, self.language_dropdown)
        renderer = self.app.renderer
        buttons = [button.sized(min_height=ROW_HEIGHT) for button in (self.tutorial_button, self.play_button)]
        widest = max(button.natural_size(renderer, 0)[0] for button in buttons)
        if 2 * widest <= renderer.px(DIALOG_WIDTH - 2 * PADDING - GAP):
            button_row: Item = Grid((1, 1), *buttons, gap=GAP)
        else:  # long labels get more space than short ones
            button_row = HBox(*(button.sized(stretch=1) for button in buttons), gap=GAP)
        box = VBox(
            self.title_label,
            self.intro,
            Grid((2, 3), *(cell.sized(min_height=ROW_HEIGHT) for cell in cells), gap=GAP),
            button_row,
            gap=GAP,
            padding=PADDING,
        )
        self.panel = place_centered(renderer, box, size, DIALOG_WIDTH, margin=GAP)
        self.group.replace_widgets(box.widgets())

    def handle(self, event: pygame.event.Event) -> bool:
        if super().handle(event):
            return True
        if event.type == pygame.KEYDOWN and event.key == pygame.K_RETURN:
            self._finish()
            return True
        return False

    def on_escape(self) -> None:
        self._finish()
