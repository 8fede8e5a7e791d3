"""Controls for watching a game without humans: pause, play one turn, and the speed of the AI players."""

from __future__ import annotations

import pygame

from kingdom.ui.framework.app import App
from kingdom.ui.framework.settings import AI_SPEEDS
from kingdom.ui.match.commands import MatchCommands
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.controls import Button
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.tooltip import Tooltip

PAUSE_TEXT_KEYS = ("ui.watch.pause", "ui.watch.resume")
"""Translation keys of the pause button's labels. The button is wide enough for both, so nothing shifts."""
MAX_WIDTH_FRACTION = 0.72
"""Maximum fraction of the action bar's width that the controls take up. The rest is for the prompt."""


class SpectatorControls:
    """The controls that take the place of the action bar's other buttons in a game without humans."""

    def __init__(self, commands: MatchCommands) -> None:
        self.pause_button = Button("", commands.toggle_pause, kind="primary", shortcut=pygame.K_SPACE)
        self.step_button = Button("", commands.play_one_turn, icon="skip", shortcut=pygame.K_n)
        self.speed_dropdown = Dropdown([], None, commands.set_ai_speed)

    @property
    def widgets(self) -> list[Widget]:
        return [self.speed_dropdown, self.step_button, self.pause_button]

    def place(self, app: App, bar: pygame.Rect, button_height: int) -> None:
        """Places the controls at the right end of the action bar and updates their text."""
        renderer, tr = app.renderer, app.tr
        self.pause_button.subtitle = tr("ui.key.space")
        self.step_button.text, self.step_button.subtitle = tr("ui.watch.step"), "N"
        self.step_button.tooltip = tr("ui.watch.step.tip")
        self.speed_dropdown.options = [(speed, tr(f"ui.settings.programs.{speed}")) for speed in AI_SPEEDS]
        self.speed_dropdown.tooltip = Tooltip(tr("ui.watch.speed"), tr("ui.settings.programs.tip"))
        speed_text_width = max(renderer.measure(text, "body")[0] for _, text in self.speed_dropdown.options)
        preferred_widths = [
            speed_text_width + renderer.px(54),
            self.step_button.preferred_width(renderer),
            max(self.pause_button.preferred_width(renderer, tr(key)) for key in PAUSE_TEXT_KEYS)
            + renderer.px(20),
        ]
        gap = renderer.px(10)
        scale = min(1.0, (bar.width * MAX_WIDTH_FRACTION - 4 * gap) / sum(preferred_widths))
        right = bar.right - gap
        for widget, preferred_width in zip(reversed(self.widgets), reversed(preferred_widths), strict=True):
            width = int(preferred_width * scale)
            height = button_height if isinstance(widget, Button) else min(button_height, renderer.px(48))
            widget.place(renderer, pygame.Rect(right - width, bar.centery - height // 2, width, height))
            right -= width + gap

    def refresh(self, app: App, is_paused: bool) -> None:
        """Shows the current state and speed."""
        self.pause_button.text = app.tr("ui.watch.resume" if is_paused else "ui.watch.pause")
        self.pause_button.tooltip = app.tr("ui.watch.resume.tip" if is_paused else "ui.watch.pause.tip")
        self.speed_dropdown.value = app.settings.programs
