"""Plays a game on its own, answer by answer, with the movements of the table."""

from __future__ import annotations

from dataclasses import dataclass

from kingdom.review.timeline import AnswerStep
from kingdom.rules.game import Game
from kingdom.ui.board.animation import Animator, Play


@dataclass(frozen=True)
class Speed:
    """How quickly a game is played."""

    name: str
    movement: str
    """One of the speeds of movements."""
    pause: float
    """Seconds after each answer."""


SPEEDS = (
    Speed("slow", "slow", 0.9),
    Speed("normal", "normal", 0.45),
    Speed("fast", "fast", 0.15),
    Speed("flight", "off", 0.07),
)


class Reel:
    """Knows whether the game is played, and what is in the air."""

    def __init__(self) -> None:
        self.animator = Animator()
        self.speed = SPEEDS[1]
        self.playing = False
        self._pause = 0.0

    def start(self, playing: bool) -> None:
        """Play, or stop."""
        self.playing, self._pause = playing, 0.0

    def show(self, step: AnswerStep, game: Game, colours: list[str], still: bool, sound: Play) -> None:
        """Begin the movements of an answer, unless nothing is to move."""
        movement = "off" if still else self.speed.movement
        self.animator.play(step.events, game, colours, movement, sound)
        self._pause = self.speed.pause

    def due(self, seconds: float) -> bool:
        """Let time pass; whether the next answer is due."""
        if not self.playing or self.animator.busy:
            return False
        self._pause -= seconds
        return self._pause <= 0
