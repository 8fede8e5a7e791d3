"""The settings. Everything takes effect at once."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.match.remembered import first_person, read_choices, renamed
from kingdom.match.seats import LONGEST_NAME, PERSON
from kingdom.match.tutor import OFF, TUTORS
from kingdom.text import LANGUAGES
from kingdom.ui.scene.dialog import question
from kingdom.ui.scene.page import Page
from kingdom.ui.scene.settings import (
    LARGEST_SCALE,
    PROGRAMS,
    SCORING,
    SMALLEST_SCALE,
    SPEEDS,
    change_setting,
    reset,
)
from kingdom.ui.widgets.basic import Button, Label, Toggle
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.slider import Slider
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

WINDOWS = ((1024, 700), (1280, 800), (1600, 1000), (1920, 1080), (2560, 1440), (3840, 2160))
ROW, LARGEST_ROW = 58, 84
SAMPLE = "gold"
"""The sound that lets the volume be heard."""


class SettingsPage(Page):
    """One row a setting: its name on the left, what it is set to on the right."""

    title = "ui.settings.title"
    widest = 980

    def __init__(self) -> None:
        super().__init__()
        self.area = ScrollArea()
        self.reset_button = Button("", self._ask_reset, icon="undo")

    # --- what each one does

    def _set(self, name: str) -> Callable[[object], None]:
        def change(value: object) -> None:
            change_setting(self.app.settings, name, value)
            self.app.refresh()

        return change

    def _hear(self, name: str) -> Callable[[float], None]:
        def change(value: float) -> None:
            change_setting(self.app.settings, name, value)
            self.app.sound.set_volumes(self.app.settings.effects, self.app.settings.music)

        return change

    def _rename(self, name: str) -> None:
        if name.strip():
            self.app.settings.name = name.strip()
            self.app.settings.new_game = renamed(self.app.settings.new_game, name.strip())

    def _tutor(self, person: str) -> Callable[[object], None]:
        def change(value: object) -> None:
            tutors = {**self.app.settings.tutors, person: str(value)}
            self.app.settings.tutors = {name: tutor for name, tutor in tutors.items() if tutor != OFF}
            self.app.refresh()

        return change

    def _people(self) -> list[str]:
        """Who has a tutor of their own: the person here, and the people of the last game."""
        settings = self.app.settings
        seats = read_choices(settings.new_game).seats if settings.new_game else []
        others = [seat.name for seat in seats if seat.kind == PERSON]
        return list(dict.fromkeys(name for name in (settings.name, *others) if name))

    def _full_screen(self, full: bool) -> None:
        self.app.set_full_screen(full)

    def _window(self, size: object) -> None:
        assert isinstance(size, tuple)
        self.app.settings.window = list(size)
        if self.app.settings.full_screen:
            self.app.set_full_screen(False)
        self.app.resize_window(size)

    def _ask_reset(self) -> None:
        say = self.app.say
        question(
            self.app,
            say("ui.settings.reset"),
            say("ui.settings.reset.ask"),
            say("ui.settings.reset.yes"),
            self._reset,
        )

    def _reset(self) -> None:
        was_full = self.app.settings.full_screen
        reset(self.app.settings)
        if was_full:
            self.app.set_full_screen(False)
        self.app.refresh()

    def leave(self) -> None:
        self.app.save_settings()

    # --- the page

    def _tutors(self) -> list[tuple[str, Widget]]:
        """One row for each person."""
        say, tutors = self.app.say, self.app.settings.tutors
        choices = [(tutor, say(f"ui.settings.tutor.{tutor}")) for tutor in TUTORS]
        return [
            (f"tutor:{name}", Choice(choices, tutors.get(name, OFF), self._tutor(name)))
            for name in self._people()
        ]

    def _controls(self) -> list[tuple[str, Widget]]:
        """Every row of the page, by its word."""
        return [
            *self._about_you(),
            *self._to_hear(),
            *self._pace(),
            *self._window_rows(),
            *self._on_the_table(),
            *self._tutors(),
        ]

    def _about_you(self) -> list[tuple[str, Widget]]:
        settings = self.app.settings
        name = TextField(settings.name or first_person(settings.new_game), self._rename, longest=LONGEST_NAME)
        language = Choice(list(LANGUAGES.items()), settings.language, self._set("language"))
        return [("name", name), ("language", language)]

    def _to_hear(self) -> list[tuple[str, Widget]]:
        app, settings = self.app, self.app.settings
        music = Slider(settings.music, 0, 1, 0.05, self._hear("music"), shown=_percent)
        effects = Slider(
            settings.effects,
            0,
            1,
            0.05,
            self._hear("effects"),
            shown=_percent,
            on_release=lambda _: app.play(SAMPLE),
        )
        if not app.sound.available:
            for slider in (music, effects):
                slider.enabled, slider.why = False, Tip(app.say("ui.settings.no_sound"))
        return [("effects", effects), ("music", music)]

    def _pace(self) -> list[tuple[str, Widget]]:
        settings, say = self.app.settings, self.app.say
        animation = [(speed, say(f"ui.settings.animation.{speed}")) for speed in SPEEDS]
        programs = [(speed, say(f"ui.settings.programs.{speed}")) for speed in PROGRAMS]
        scoring = [(way, say(f"ui.settings.scoring.{way}")) for way in SCORING]
        return [
            ("animation", Choice(animation, settings.animation, self._set("animation"))),
            ("programs", Choice(programs, settings.programs, self._set("programs"))),
            ("scoring", Choice(scoring, settings.scoring, self._set("scoring"))),
        ]

    def _window_rows(self) -> list[tuple[str, Widget]]:
        app, settings = self.app, self.app.settings
        now = (settings.window[0], settings.window[1]) if settings.full_screen else app.size
        sizes = [(size, f"{size[0]} × {size[1]}") for size in sorted({*WINDOWS, now})]
        full = Toggle(app.say("ui.settings.full_screen.on"), settings.full_screen, self._full_screen)
        # the scale moves the slider itself: it takes effect when the mouse lets go
        scale = Slider(
            settings.interface_scale,
            SMALLEST_SCALE,
            LARGEST_SCALE,
            0.05,
            shown=_percent,
            on_release=self._set("interface_scale"),
        )
        return [
            ("full_screen", full),
            ("window", Choice(sizes, now, self._window)),
            ("interface_scale", scale),
        ]

    def _on_the_table(self) -> list[tuple[str, Widget]]:
        settings, say = self.app.settings, self.app.say
        return [
            ("marks", Toggle(say("ui.settings.marks.on"), settings.marks, self._set("marks"))),
            ("grid", Toggle(say("ui.settings.grid.on"), settings.grid, self._set("grid"))),
            (
                "live_gold",
                Toggle(say("ui.settings.live_gold.on"), settings.live_gold, self._set("live_gold")),
            ),
        ]

    def build(self) -> list[Widget]:
        look, say = self.app.look, self.app.say
        pad, gap = look.px(30), look.px(20)
        self.area.rect = self.body.inflate(-2 * look.px(14), -2 * look.px(18))
        self.area.bar = look.px(12)
        controls = self._controls()
        row = max(
            look.px(ROW),
            look.line_height("body") * 2,
            min(look.px(LARGEST_ROW), self.area.rect.height // len(controls)),
        )
        left, top = self.body.left + pad, self.area.rect.top
        wide = self.body.width - 2 * pad
        words = wide * 2 // 5
        placed: list[Widget] = []
        for entry, control in controls:
            name, _, person = entry.partition(":")
            label = Label(
                say(f"ui.settings.{name}", person=person), pygame.Rect(left, top, words, row), "name"
            )
            control.rect = pygame.Rect(
                left + words + gap, 0, wide - words - gap, max(look.px(40), look.line_height() + look.px(8))
            )
            control.rect.centery = label.rect.centery
            control.tooltip = Tip(say(f"ui.settings.{name}"), say(f"ui.settings.{name}.tip"))
            placed += [label, control]
            top += row
        self.area.lay(placed, top - self.area.rect.top)
        return [self.area]

    def build_foot(self, free: pygame.Rect) -> list[Widget]:
        self.reset_button.text = self.app.say("ui.settings.reset")
        wide = min(self.button_width(self.reset_button), free.width)
        self.reset_button.rect = pygame.Rect(free.right - wide, free.top, wide, free.height)
        return [self.reset_button]


def _percent(value: float) -> str:
    return f"{round(value * 100)} %"
