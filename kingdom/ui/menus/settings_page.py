"""The settings page. All changes apply immediately."""

from __future__ import annotations

from functools import partial

from kingdom.match.game_options import first_human_name, parse_options, rename_first_human
from kingdom.match.seats import HUMAN
from kingdom.match.tutor import OFF, TUTOR_MODES
from kingdom.record import MAX_PLAYER_NAME_LENGTH
from kingdom.text.translator import LANGUAGES
from kingdom.ui.framework.dialog import confirm
from kingdom.ui.framework.page import Page
from kingdom.ui.framework.settings import (
    AI_SPEEDS,
    ANIMATION_SPEEDS,
    MAX_UI_SCALE,
    MIN_UI_SCALE,
    SCORING_PACES,
    change_setting,
    reset_to_defaults,
)
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.containers import Panel
from kingdom.ui.widgets.controls import Button, Checkbox, Label, Slider
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.layout import Grid, Item
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.tooltip import Tooltip

WINDOW_SIZES = ((1024, 700), (1280, 800), (1600, 1000), (1920, 1080), (2560, 1440), (3840, 2160))
ROW_HEIGHT, MAX_ROW_HEIGHT = 58, 84
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

    def _set(self, name: str, value: object) -> None:
        change_setting(self.app.settings, name, value)
        self.app.apply_settings()

    def _set_volume(self, name: str, value: float) -> None:
        change_setting(self.app.settings, name, value)
        self.app.sound.set_volumes(self.app.settings.effects, self.app.settings.music)

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

    def _set_full_screen(self, full_screen: bool) -> None:
        self.app.set_full_screen(full_screen)

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

    def _tutor_rows(self) -> list[tuple[str, Widget]]:
        """Returns a tutor row for each human player."""
        tr, tutors = self.app.tr, self.app.settings.tutors
        options = [(tutor, tr(f"ui.settings.tutor.{tutor}")) for tutor in TUTOR_MODES]
        return [
            (f"tutor:{name}", Dropdown(options, tutors.get(name, OFF), partial(self._set_tutor, name)))
            for name in self._human_names()
        ]

    def _setting_rows(self) -> list[tuple[str, Widget]]:
        """Returns the name and the control of every row."""
        return [
            *self._player_rows(),
            *self._sound_rows(),
            *self._speed_rows(),
            *self._window_rows(),
            *self._board_rows(),
            *self._tutor_rows(),
        ]

    def _player_rows(self) -> list[tuple[str, Widget]]:
        settings = self.app.settings
        name = TextField(
            settings.name or first_human_name(settings.new_game),
            self._rename,
            max_length=MAX_PLAYER_NAME_LENGTH,
        )
        language = Dropdown(list(LANGUAGES.items()), settings.language, partial(self._set, "language"))
        return [("name", name), ("language", language)]

    def _sound_rows(self) -> list[tuple[str, Widget]]:
        app, settings = self.app, self.app.settings
        music = Slider(
            settings.music,
            0,
            1,
            0.05,
            partial(self._set_volume, "music"),
            format_value=self.app.translator.format_percent,
        )
        effects = Slider(
            settings.effects,
            0,
            1,
            0.05,
            partial(self._set_volume, "effects"),
            format_value=self.app.translator.format_percent,
            on_release=lambda _: app.play_sound(VOLUME_TEST_SOUND),
        )
        if not app.sound.available:
            for slider in (music, effects):
                slider.enabled, slider.disabled_reason = False, Tooltip(app.tr("ui.settings.no_sound"))
        return [("effects", effects), ("music", music)]

    def _speed_rows(self) -> list[tuple[str, Widget]]:
        settings, tr = self.app.settings, self.app.tr
        animation_speeds = [(speed, tr(f"ui.settings.animation.{speed}")) for speed in ANIMATION_SPEEDS]
        ai_speeds = [(speed, tr(f"ui.settings.programs.{speed}")) for speed in AI_SPEEDS]
        scoring_paces = [(pace, tr(f"ui.settings.scoring.{pace}")) for pace in SCORING_PACES]
        return [
            ("animation", Dropdown(animation_speeds, settings.animation, partial(self._set, "animation"))),
            ("programs", Dropdown(ai_speeds, settings.programs, partial(self._set, "programs"))),
            ("scoring", Dropdown(scoring_paces, settings.scoring, partial(self._set, "scoring"))),
        ]

    def _window_rows(self) -> list[tuple[str, Widget]]:
        app, settings = self.app, self.app.settings
        current_size = (settings.window[0], settings.window[1]) if settings.full_screen else app.size
        sizes = [(size, f"{size[0]} × {size[1]}") for size in sorted({*WINDOW_SIZES, current_size})]
        full = Checkbox(app.tr("ui.settings.full_screen.on"), settings.full_screen, self._set_full_screen)
        # changing the scale moves the slider, so the new scale is only applied on release
        scale = Slider(
            settings.interface_scale,
            MIN_UI_SCALE,
            MAX_UI_SCALE,
            0.05,
            format_value=self.app.translator.format_percent,
            on_release=partial(self._set, "interface_scale"),
        )
        return [
            ("full_screen", full),
            ("window", Dropdown(sizes, current_size, self._set_window_size)),
            ("interface_scale", scale),
        ]

    def _board_rows(self) -> list[tuple[str, Widget]]:
        settings, tr = self.app.settings, self.app.tr
        return [
            ("marks", Checkbox(tr("ui.settings.marks.on"), settings.marks, partial(self._set, "marks"))),
            ("grid", Checkbox(tr("ui.settings.grid.on"), settings.grid, partial(self._set, "grid"))),
            (
                "live_gold",
                Checkbox(tr("ui.settings.live_gold.on"), settings.live_gold, partial(self._set, "live_gold")),
            ),
        ]

    def compose_body(self) -> Item:
        tr = self.app.tr
        cells: list[Item] = []
        for row_name, control in self._setting_rows():
            name, _, player_name = row_name.partition(":")
            control.tooltip = Tooltip(tr(f"ui.settings.{name}"), tr(f"ui.settings.{name}.tip"))
            label = Label(tr(f"ui.settings.{name}", person=player_name), style="name")
            cells += [label.sized(min_height=ROW_HEIGHT), control.sized(valign="middle")]
        rows = Grid((2, 3), *cells, gap=20, row_gap=0, max_row_height=MAX_ROW_HEIGHT)
        return Panel(self.scroll_area.show(rows), padding=(24, 18))

    def compose_footer(self) -> list[Item]:
        self.reset_button.text = self.app.tr("ui.settings.reset")
        return [self.reset_button]
