"""A hand at the table: plays through the window's own code by posting mouse events to hexes and buttons, as a
person would."""

from __future__ import annotations

from collections.abc import Callable

import pygame
from window import click, down, moved, settle, up

from kingdom.match.machine import WAITING, State
from kingdom.match.match import Match
from kingdom.rules.chance import Chance
from kingdom.rules.frames import Answer
from kingdom.rules.hexes import Hex, nth
from kingdom.ui.app.app import App
from kingdom.ui.scene.settings import AT_ONCE, QUICKLY
from kingdom.ui.table.curtain import Curtain
from kingdom.ui.table.strip import ENDINGS, TileButton
from kingdom.ui.table.table import TableScene
from kingdom.ui.widgets.basic import Button


class Hand:
    """Someone with a mouse in front of a table."""

    def __init__(self, app: App, match: Match, speed: str = "off") -> None:
        app.settings.animation = speed
        app.settings.programs = AT_ONCE if speed == "off" else QUICKLY
        self.app, self.match = app, match
        self.table = TableScene(match)
        app.replace(self.table)
        settle(app, 0.1)

    def button(self, option: str) -> Button:
        """The button of an option."""
        if option in ENDINGS:
            return self.table.bar.end
        words = self.app.say(f"option.{option}")
        for button in self.table.bar.strip:
            if (button.item.option == option) if isinstance(button, TileButton) else (button.text == words):
                return button
        raise AssertionError(f"no button for {option}: {[button.text for button in self.table.bar.strip]}")

    def point(self, number: Hex) -> None:
        """Move the mouse to a hex."""
        self.app.step([moved(self.spot(number))], 0.01)

    def spot(self, number: Hex) -> tuple[int, int]:
        x, y = self.table.view.centre(number)
        return round(x), round(y)

    def click(self, number: Hex, button: int = 1) -> None:
        """Click a hex."""
        pos = self.spot(number)
        self.app.step([moved(pos)], 0.01)
        self.app.step([down(pos, button)], 0.01)
        self.app.step([up(pos, button)], 0.01)

    def give(self, answer: Answer) -> None:
        """Answer with the mouse; the match must have taken it."""
        before = len(self.match.history)
        if isinstance(answer, str):
            button = self.button(answer)
            assert button.enabled, f"{answer}: {button.tip()}"
            click(self.app, button)
        else:
            assert self.table.input.hex_at(self.spot(answer)) == answer, "something lies over the hex"
            self.click(answer)
        assert len(self.match.history) == before + 1, f"{answer} was not taken: {self.table.bar.message}"
        assert self.match.history[-1].answer == answer

    def any_answer(self, chance: Chance) -> Answer:
        """A legal answer, hexes rather than endings, so that actions are really done."""
        decision = self.match.decision()
        if decision.cells:
            return nth(decision.cells, chance.below(decision.cells.bit_count()))
        rest = [option for option in decision.options if option not in ENDINGS] or list(decision.options)
        return rest[chance.below(len(rest))]

    def settle(self) -> None:
        """Let movements end and curtains be lifted."""
        for _ in range(200):
            if isinstance(self.app.scene, Curtain):
                click(self.app, self.app.scene.button)
            self.app.step([], 0.05)
            if (
                self.match.state not in (State.PLAYBACK, State.CURTAIN)
                and not self.table.playback.animator.busy
            ):
                return
        raise AssertionError(f"the table does not come to rest: {self.match.state}")

    def finish_action(self, chance: Chance, until: Callable[[], bool] = lambda: False) -> int:
        """Answer until the turn itself is asked again, or somebody else; how many answers that took."""
        number = 0
        while self.match.state in WAITING and self.match.game.action_open and not until():
            self.give(self.any_answer(chance))
            number += 1
            assert number < 60
        return number

    def key(self, key: int, mod: int = 0) -> None:
        self.app.step([pygame.event.Event(pygame.KEYDOWN, key=key, mod=mod, unicode="")], 0.01)
