"""The settings page. All changes apply immediately."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from kingdom.match.game_options import first_human_name, parse_options, rename_first_human
from kingdom.match.seats import HUMAN
from kingdom.match.tutor import OFF, TUTOR_MODES
from kingdom.record import MAX_PLAYER_NAME_LENGTH
from kingdom.text.translator import LANGUAGES
from kingdom.ui.framework.dialog import confirm
from kingdom.ui.framework.page import Page
from kingdom.ui.framework.settings import Choice, Range, page_settings, reset_to_defaults
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.containers import Panel
from kingdom.ui.widgets.controls import Button, Checkbox, Label, Slider
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.layout import Grid, Item, VBox
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.tooltip import Tooltip

WINDOW_SIZES = ((1024, 700), (1280, 800), (1600, 1000), (1920, 1080), (2560, 1440), (3840, 2160))
ROW_HEIGHT, MAX_ROW_HEIGHT = 58, 84
SCALE_TOLERANCE = 0.005
"""Differences in the UI scale that a percentage does not show."""
VOLUMES = ("effects", "music")
VOLUME_TEST_SOUND = "gold"
"""Sound played as a sample when the volume changes."""


class SettingsPage(Page):
    """One row per setting, with the label on the left and the control on the right."""

    title = "ui.settings.title"
    max_width = 980

    def __init__(self) -> None:
        super().__init__()
        self.scroll_area = ScrollArea()
        self.reset_button = Button("", self._confirm_reset, icon="undo")

    # --- changes

    def _set(self, name: str, value: Any) -> None:
        setattr(self.app.settings, name, value)
        if name == "full_screen":
            self.app.set_full_screen(value)
        elif name in VOLUMES:
            self.app.sound.set_volumes(self.app.settings.effects, self.app.settings.music)
        else:
            self.app.apply_settings()

    def _rename(self, name: str) -> None:
        if name.strip():
            self.app.settings.name = name.strip()
            self.app.settings.new_game = rename_first_human(self.app.settings.new_game, name.strip())

    def _set_tutor(self, player_name: str, value: object) -> None:
        tutors = {**self.app.settings.tutors, player_name: str(value)}
        self.app.settings.tutors = {name: tutor for name, tutor in tutors.items() if tutor != OFF}
        self.app.apply_settings()

    def _human_names(self) -> list[str]:
        """Returns the players who have their own tutor setting: the local player and the humans in the last
        game."""
        settings = self.app.settings
        seats = parse_options(settings.new_game).seats if settings.new_game else []
        seat_names = [seat.name for seat in seats if seat.kind == HUMAN]
        return list(dict.fromkeys(name for name in (settings.name, *seat_names) if name))

    def _set_window_size(self, size: object) -> None:
        assert isinstance(size, tuple)
        self.app.settings.window = list(size)
        if self.app.settings.full_screen:
            self.app.set_full_screen(False)
        self.app.resize_window(size)

    def _confirm_reset(self) -> None:
        tr = self.app.tr
        confirm(
            self.app,
            tr("ui.settings.reset"),
            tr("ui.settings.reset.ask"),
            tr("ui.settings.reset.yes"),
            self._reset,
        )

    def _reset(self) -> None:
        was_full = self.app.settings.full_screen
        reset_to_defaults(self.app.settings)
        if was_full:
            self.app.set_full_screen(False)
        self.app.apply_settings()

    def leave(self) -> None:
        self.app.save_settings()

    # --- layout

    def _setting_rows(self) -> Iterator[tuple[str, Widget]]:
        """Yields the name and the control of every row."""
        settings, tr = self.app.settings, self.app.tr
        shown_name = settings.name or first_human_name(settings.new_game)
        yield "name", TextField(shown_name, self._rename, max_length=MAX_PLAYER_NAME_LENGTH)
        for name, kind in page_settings().items():
            yield name, self._control(name, kind)
            if name == "full_screen":
                yield "window", self._window_dropdown()
        tutor_modes = [(mode, tr(f"ui.settings.tutor.{mode}")) for mode in TUTOR_MODES]
        for player in self._human_names():
            mode = settings.tutors.get(player, OFF)
            yield f"tutor:{player}", Dropdown(tutor_modes, mode, partial(self._set_tutor, player))

    def _control(self, name: str, kind: Choice | Range | type[bool]) -> Widget:
        tr, value, change = self.app.tr, getattr(self.app.settings, name), partial(self._set, name)
        if isinstance(kind, Choice):
            labels = LANGUAGES if name == "language" else {}
            dropdown = Dropdown(
                [
                    (choice, labels.get(choice) or tr(f"ui.settings.{name}.{choice}"))
                    for choice in kind.values
                ],
                value,
                change,
            )
            if name == "animation" and self.app.settings.reduced_motion:
                dropdown.enabled = False
                dropdown.disabled_reason = Tooltip(tr("ui.settings.not_animated"))
            return dropdown
        if isinstance(kind, Range):
            return self._slider(name, kind, value, change)
        return Checkbox(tr(f"ui.settings.{name}.on"), value, change)

    def _slider(self, name: str, kind: Range, value: float, change: Callable[[float], None]) -> Slider:
        is_volume = name in VOLUMES
        # any other change may move the slider, so it is only applied on release
        slider = Slider(
            value,
            kind.low,
            kind.high,
            0.05,
            change if is_volume else None,
            format_value=self.app.translator.format_percent,
            on_release=partial(self._play_sample, name) if is_volume else change,
        )
        if is_volume and not self.app.sound.available:
            slider.enabled, slider.disabled_reason = False, Tooltip(self.app.tr("ui.settings.no_sound"))
        return slider

    def _play_sample(self, name: str, _: float) -> None:
        if name == "effects":
            self.app.play_sound(VOLUME_TEST_SOUND)

    def _window_dropdown(self) -> Dropdown:
        app, settings = self.app, self.app.settings
        current_size = (settings.window[0], settings.window[1]) if settings.full_screen else app.size
        sizes = [(size, f"{size[0]} × {size[1]}") for size in sorted({*WINDOW_SIZES, current_size})]
        return Dropdown(sizes, current_size, self._set_window_size)

    def _scale_note(self) -> str:
        """Returns a note if the window is too small for the chosen UI scale."""
        app, limit = self.app, self.app.renderer.max_interface_scale
        if app.settings.interface_scale <= limit + SCALE_TOLERANCE:
            return ""
        return app.tr("ui.settings.interface_scale.limited", percent=app.translator.format_percent(limit))

    def compose_body(self) -> Item:
        tr = self.app.tr
        cells: list[Item] = []
        for row_name, control in self._setting_rows():
            name, _, player_name = row_name.partition(":")
            control.tooltip = Tooltip(tr(f"ui.settings.{name}"), tr(f"ui.settings.{name}.tip"))
            label = Label(tr(f"ui.settings.{name}", person=player_name), style="name")
            item: Item = control
            if name == "interface_scale" and self._scale_note():
                item = VBox(control, Label(self._scale_note(), "small", "text_soft"))
            cells += [label.sized(min_height=ROW_HEIGHT), item.sized(valign="middle")]
        rows = Grid((2, 3), *cells, gap=20, row_gap=0, max_row_height=MAX_ROW_HEIGHT)
        return Panel(self.scroll_area.show(rows), padding=(24, 18))

    def compose_footer(self) -> list[Item]:
        self.reset_button.text = self.app.tr("ui.settings.reset")
        return [self.reset_button]
