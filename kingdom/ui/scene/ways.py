"""The ways from scene to scene, as scenes know them. `app/ways.py` walks them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Protocol

from kingdom.learn.daily import DailyLand
from kingdom.learn.rush import Rush
from kingdom.learn.solving import Solving
from kingdom.match.choices import Choices
from kingdom.match.match import Match
from kingdom.profile.deeds import PuzzleStanding
from kingdom.record import Record
from kingdom.review.exercise import Exercise
from kingdom.rules.setup import Setup
from kingdom.ui.widgets.tooltip import Tip


class Ways(Protocol):
    """Where a scene can lead; none of them has to know another scene for it."""

    def menu(self) -> None:
        """To the main menu, with nothing below it."""

    def welcome(self) -> None:
        """Ask for name and language, over the main menu."""

    def new_game(self, choices: Choices | None = None) -> None:
        """Choose a new game, beginning with these choices."""

    def studio(self, done: Callable[[], object] | None = None) -> None:
        """Draw land of one's own, over what there is; `done` is called when that is over."""

    def saved_games(self) -> None:
        """The list of saved games."""

    def settings(self) -> None:
        """The settings."""

    def help(self, about: Tip | None = None) -> None:
        """How to play, over what there is: the page about what a note tells, or the first."""

    def look_up(self, about: Tip) -> bool:
        """The page about what a note tells, if there is one; whether there is."""

    def chronicle(self) -> None:
        """What people have done, over the main menu."""

    def lessons(self) -> None:
        """The list of lessons, over the main menu."""

    def lesson(self, name: str) -> None:
        """A lesson from its beginning, with nothing below it."""

    def puzzles(self) -> None:
        """The puzzles, over the main menu."""

    def puzzle(
        self,
        solving: Solving,
        after: Callable[[str, PuzzleStanding | None], object],
        rush: Rush | None = None,
    ) -> None:
        """A puzzle at the table, over what there is; `after` is told what is wished then, and how whoever
        has tried it stands."""

    def daily(self) -> None:
        """The daily land, over the main menu."""

    def daily_game(self, land: DailyLand) -> bool:
        """A day's game at the table; whether it could begin."""

    def pause(self, match: Match) -> None:
        """The menu of the table, or of the lesson, over it."""

    def ceremony(self, match: Match) -> None:
        """The final count, over the table; a lesson ends otherwise."""

    def count(self, match: Match) -> None:
        """The final count, over the table, also of a lesson."""

    def review(self, record: Record, file: Path | None = None, viewer: int | None = None) -> None:
        """Look at a game again, over what there is, once what is known of it is read; that is kept beside
        the file. Of a game that goes on, only what this seat may see is shown."""

    def review_file(self, path: Path) -> None:
        """Look at the game in a file again, once it is read."""

    def open(self, path: Path) -> None:
        """A file from outside, once it is read: a finished game is looked at again, another goes on."""

    def share_file(self, path: Path) -> None:
        """A picture or an animation of the game in a file, once it is read."""

    def share(self, record: Record) -> None:
        """A picture or an animation of a game, over the scene."""

    def trial(self, exercise: Exercise, after: Callable[[str], object]) -> None:
        """Try a turn again, over the review; `after` is told what is wished then."""

    def start(self, choices: Choices, deal: Callable[[], Setup] | None = None) -> None:
        """A new game at the table, once its maps are read. Who has read them tells how it is dealt."""

    def start_again(self, match: Match) -> bool:
        """Another game with the same seats and boxes; whether it could begin."""

    def restart(self, match: Match) -> bool:
        """The same game from its beginning: the same land, cards and deck; whether it could begin."""

    def play(self, record: Record) -> bool:
        """A game at the table that begins as this record does; whether it could begin."""

    def resume(self, path: Path) -> None:
        """A saved game at the table, once it is read."""
