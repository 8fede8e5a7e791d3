"""What lies below the board: the sentence, the timeline, and the buttons that step, play and lead on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from kingdom.ui.draw.painted import Painted, TableTop
from kingdom.ui.review import signs
from kingdom.ui.review.layout import ReviewLayout
from kingdom.ui.review.reel import SPEEDS, Speed
from kingdom.ui.review.signs import SignButton
from kingdom.ui.review.timeline_strip import TimelineStrip
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

SQUARE, SPEED = 50, 132
KEYS = {
    signs.FIRST: pygame.K_HOME, signs.ROUND_BACK: pygame.K_PAGEUP, signs.TURN_BACK: pygame.K_UP,
    signs.BACK: pygame.K_LEFT, signs.PLAY: pygame.K_SPACE, signs.ON: pygame.K_RIGHT,
    signs.TURN_ON: pygame.K_DOWN, signs.ROUND_ON: pygame.K_PAGEDOWN, signs.LAST: pygame.K_END,
}  # fmt: skip
"""The buttons in their order, each with its key."""


@dataclass(frozen=True)
class FootButton:
    """A button on the right: its name among the texts, what it does, its key and its icon."""

    name: str
    do: Callable[[], object]
    key: int | None
    icon: str


class Foot:
    """The scene asks it for its widgets and lets it draw."""

    def __init__(
        self,
        strip: TimelineStrip,
        step: Callable[[str], object],
        set_speed: Callable[[Speed], object],
        deeds: list[FootButton],
    ) -> None:
        self.strip = strip
        self.signs = {name: SignButton(name, self._stepping(step, name), key) for name, key in KEYS.items()}
        self.signs[signs.PLAY].kind = "primary"
        self.speed = Choice([], SPEEDS[1].name, lambda name: set_speed(_speed(name)))
        self.deeds = {deed.name: Button("", deed.do, icon=deed.icon, key=deed.key) for deed in deeds}
        self._keys = {deed.name: deed.key for deed in deeds}
        self.sentence = self.line = ""
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.speech = Widget()
        self._kept = Painted()

    @staticmethod
    def _stepping(step: Callable[[str], object], name: str) -> Callable[[], object]:
        return lambda: step(name)

    @property
    def widgets(self) -> list[Widget]:
        """Everything to click."""
        return [self.speech, self.strip, *self.signs.values(), self.speed, *self.deeds.values()]

    def place(self, app: Host, put: ReviewLayout) -> None:
        """Another place, another language or scale."""
        look, say = app.look, app.say
        self.rect, self.speech.rect, self.strip.rect = put.foot, put.sentence, put.strip
        gap, row = look.px(5), put.buttons
        for name, button in self.deeds.items():
            button.text, button.tooltip = say(f"ui.review.{name}"), say(f"ui.review.{name}.tip")
            key = self._keys[name]
            button.hint = say("ui.ceremony.result.key") if key == pygame.K_ESCAPE else _key_name(key)
        wishes = [max(look.px(120), button.width_of_words(look)) for button in self.deeds.values()]
        most = row.width * 50 // 100 - gap * len(wishes)
        share = min(1.0, most / sum(wishes))
        right = row.right
        for button, wish in reversed(list(zip(self.deeds.values(), wishes, strict=True))):
            wide = int(wish * share)
            button.rect = pygame.Rect(right - wide, row.top, wide, row.height)
            right -= wide + gap
        room = right - row.left
        speed = min(look.words_px(SPEED), room * 24 // 100)
        each = min(look.px(SQUARE), (room - speed) // len(self.signs) - gap)
        left = row.left
        for name, sign in self.signs.items():
            sign.rect = pygame.Rect(left, row.top, each, row.height)
            sign.tooltip = say(f"ui.review.{name}")
            left += each + gap
        self.speed.options = [(speed.name, say(f"ui.review.speed.{speed.name}")) for speed in SPEEDS]
        self.speed.rect = pygame.Rect(left, row.top + look.px(4), speed, row.height - look.px(8))
        self.speed.tooltip = Tip(say("ui.review.speed"))

    def refresh(self, app: Host, moment: int, last: int, playing: bool) -> None:
        """Another moment, or the game is played or not."""
        self.strip.moment = moment
        for name in (signs.FIRST, signs.ROUND_BACK, signs.TURN_BACK, signs.BACK):
            self.signs[name].enabled = moment > 0
        for name in (signs.ON, signs.TURN_ON, signs.ROUND_ON, signs.LAST):
            self.signs[name].enabled = moment < last
        play = self.signs[signs.PLAY]
        play.sign = signs.STOP if playing else signs.PLAY
        play.tooltip = app.say(f"ui.review.{play.sign}")

    def draw(self, surface: pygame.Surface, app: Host, ground: TableTop) -> None:
        """All but the widgets."""
        key = (self.sentence, self.line, app.look.scale)
        self._kept.show(surface, ground, self.rect, key, lambda on, rect: self._paint(on, app))

    def _paint(self, surface: pygame.Surface, app: Host) -> None:
        look = app.look
        look.nine(surface, "panel_walnut", surface.get_rect())
        room = self.speech.rect.move(-self.rect.left, -self.rect.top)
        self.speech.cut.clear()
        taken = look.measure(self.sentence, "name")[0] + look.px(20)
        line = min(look.measure(self.line, "body")[0], max(room.width * 45 // 100, room.width - taken))
        words = pygame.Rect(room.left, room.top, room.width - line - look.px(20), room.height)
        self.speech.write(surface, look, self.sentence, words, "name", "on_walnut")
        rest = pygame.Rect(room.right - line, room.top, line, room.height)
        self.speech.write(surface, look, self.line, rest, "body", "text_soft_on_walnut", "right")


def _speed(name: object) -> Speed:
    return next(speed for speed in SPEEDS if speed.name == name)


def _key_name(key: int | None) -> str:
    """A letter as it stands on its key."""
    return "" if key is None else pygame.key.name(key).upper()
