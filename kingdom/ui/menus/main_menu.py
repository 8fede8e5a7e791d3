"""The main menu, over a painted board."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pygame

from kingdom import __version__
from kingdom.learn.library import shipped
from kingdom.match.remembered import choices_for
from kingdom.record import Record
from kingdom.ui.menus.background import Background
from kingdom.ui.scene.dialog import message
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.scene import Scene
from kingdom.ui.widgets.basic import Button, Label
from kingdom.ui.widgets.group import Group
from kingdom.ui.widgets.widget import Telling


class MainMenu(Scene):
    """The first thing to see."""

    begins_games = True

    def __init__(self) -> None:
        self.group = Group()
        self._panel = pygame.Rect(0, 0, 0, 0)
        self._logo = pygame.Rect(0, 0, 0, 0)
        self._labels: list[Label] = []
        self.buttons: list[Button] = []
        self._waiting: Record | None = None
        """The game that can be gone on with."""

    def enter(self, app: Host) -> None:
        super().enter(app)
        self.group.play = app.play
        self.background = Background(app.look.sheets, app.look.colour("shadow"))

    def leave(self) -> None:
        self.background.forget()

    def save_room(self) -> None:
        self.background.save_room()

    def _make_buttons(self) -> list[Button]:
        say = self.app.say
        played = bool(self.app.settings.new_game)
        quick_tip = say("ui.menu.quick.tip") if played else say("ui.menu.quick.first.tip")
        entries: list[tuple[str, Callable[[], object], Telling]] = [
            ("new", self.new_game, None),
            ("quick", self.quick_game, quick_tip),
            ("load", self.load, None),
            ("learn", self.learn, self._learning_tip),  # asked when pointed at: no start waits for lessons
            ("daily", self.app.ways.daily, say("ui.menu.daily.tip")),
            ("puzzles", self.app.ways.puzzles, say("ui.menu.puzzles.tip")),
            ("chronicle", self.app.ways.chronicle, say("ui.menu.chronicle.tip")),
            ("studio", self.studio, say("ui.menu.studio.tip")),
            ("help", self.help, None),
            ("settings", self.settings, None),
            ("quit", self.app.quit, None),
        ]
        learns = self.app.progress.newcomer and self.app.progress.learns(shipped())
        if learns:  # first for who has never played
            entries.sort(key=lambda entry: entry[0] != "learn")
        waiting = self._waiting = self.app.keeper.unfinished
        if waiting is not None:
            names = ", ".join(str(seat.get("name")) for seat in waiting.seats)
            entries.insert(0, ("continue", self.go_on, say("ui.menu.continue.tip", seats=names)))
        first = entries[0][0] if waiting is not None or learns else ("new" if played else "quick")
        entries.sort(key=lambda entry: entry[0] != first)
        return [
            Button(
                say(f"ui.menu.{name}"),
                do,
                kind="primary" if name == first else "plain",
                tooltip=tip,
                style="heading",
            )
            for name, do, tip in entries
        ]

    def layout(self, size: tuple[int, int]) -> None:
        look = self.app.look
        self.buttons = self._make_buttons()
        width, height = size
        lines = 1 + len(self.buttons) // 2
        gap, pad = look.px(12), look.px(30)
        tall = min(look.px(64), (height * 52 // 100 - (lines - 1) * gap) // lines)
        wide = min(look.px(640), width - 2 * pad - 2 * gap)
        used = lines * tall + (lines - 1) * gap
        self._panel = pygame.Rect(0, 0, wide + 2 * pad, used + 2 * pad)
        self._panel.midbottom = (width // 2, height - look.px(56))
        subtitle = pygame.Rect(0, 0, width * 9 // 10, look.line_height("heading"))
        subtitle.midbottom = (width // 2, self._panel.top - look.px(12))
        title = pygame.Rect(0, 0, subtitle.width, min(look.line_height("banner"), subtitle.top // 2))
        title.midbottom = subtitle.midtop
        self._logo = pygame.Rect(0, look.px(14), width, title.top - look.px(14))
        say = self.app.say
        labels = self._labels = [
            Label(say("ui.menu.title"), title, "banner", "text_on_walnut", "center"),
            Label(say("ui.menu.subtitle"), subtitle, "heading", "text_soft_on_walnut", "center"),
        ]
        version = pygame.Rect(0, 0, look.px(300), look.px(26))
        version.bottomright = (width - look.px(14), height - look.px(8))
        labels.append(
            Label(
                say("ui.menu.version", version=__version__), version, "small", "text_soft_on_walnut", "right"
            )
        )
        self._lay_buttons(pygame.Rect(self._panel.left + pad, self._panel.top + pad, wide, tall), gap)
        self.group.replace([*labels, *self.buttons])
        if self.group.focus is None:
            self.group.set_focus(next(button for button in self.buttons if button.kind == "primary"))
            self.group.keyboard = False
        self.background.layout(size)

    def _lay_buttons(self, first: pygame.Rect, gap: int) -> None:
        """The first one is as wide as the menu, the others stand in two columns below it; a last one alone is
        as wide as the first."""
        half = (first.width - gap) // 2
        for place, button in enumerate(self.buttons):
            line, column = divmod(place + 1, 2)
            alone = place == 0 or (place == len(self.buttons) - 1 and not column)
            left = first.left + column * (first.width - half) if place else first.left
            top = first.top + line * (first.height + gap)
            button.rect = pygame.Rect(left, top, first.width if alone else half, first.height)

    # --- the buttons

    def go_on(self) -> None:
        """The game that was going on."""
        self.app.ways.resume(self.app.keeper.current)

    def new_game(self) -> None:
        """Choose everything."""
        self.app.ways.new_game()

    def quick_game(self) -> None:
        """The last choices on a new table; the first time the suggested first game."""
        settings = self.app.settings
        choices = choices_for(settings.new_game, settings.name)
        self.app.ways.start(choices)

    def _learning_tip(self) -> str:
        """What comes next."""
        lesson = self.app.progress.next(shipped())
        say = self.app.say
        return (
            say("ui.menu.learn.tip", lesson=say(f"lesson.{lesson.name}"))
            if lesson
            else say("ui.learn.all_done")
        )

    def learn(self) -> None:
        """The lessons."""
        self.app.ways.lessons()

    def load(self) -> None:
        """The list of saves."""
        self.app.ways.saved_games()

    def studio(self) -> None:
        """Land of one's own."""
        self.app.ways.studio()

    def help(self) -> None:
        """How to play."""
        self.app.ways.help()

    def settings(self) -> None:
        """The settings."""
        self.app.ways.settings()

    # --- the scene

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.DROPFILE:  # macOS also tells a program that runs of a double click so
            self.app.ways.open(Path(event.file))
            return True
        return self.group.handle(event)

    def update(self, seconds: float) -> bool:
        moving = self.group.update(seconds)
        if self.app.keeper.unfinished is not self._waiting:  # it has come to the disk since
            self.layout(self.app.size)
            self.app.dirty = True
        self._tell()
        if any(not scene.overlay for scene in self.app.scenes[self.app.scenes.index(self) + 1 :]):
            return False  # nobody sees it
        return self.background.update(seconds) or moving

    def _tell(self) -> None:
        """What the keeper of the games has found out, one dialog for each."""
        keeper = self.app.keeper
        while keeper.told:
            told = keeper.told.pop(0)
            message(
                self.app,
                self.app.say("ui.saves.title"),
                self.app.say(told.key, **told.values),
                icon="warning",
            )

    def draw(self, surface: pygame.Surface) -> None:
        look = self.app.look
        look.fill(surface, surface.get_rect(), "table")
        self.background.draw(surface)
        look.panel(surface, self._panel, "walnut")
        look.picture(surface, "interface", "logo", self._logo)
        for label in self._labels:  # words over the land need a shadow to be read
            look.text(
                surface,
                str(label.text),
                label.rect.move(look.px(2), look.px(3)),
                label.style,
                "shadow",
                label.align,
                "middle",
            )
        self.group.draw(surface, look)
