"""How scenes lead to each other: the one module that knows them all."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

from kingdom.learn.daily import PERSON_SEAT, DailyLand, day_played, result_of
from kingdom.learn.library import shipped
from kingdom.learn.reference import entries
from kingdom.learn.reference import shipped as shipped_pages
from kingdom.learn.rush import Rush
from kingdom.learn.session import LessonMatch, open_lesson
from kingdom.learn.solving import Solving
from kingdom.match.choices import NAMES, CannotStart, Choices
from kingdom.match.match import Match
from kingdom.profile.deeds import Begun, Day, PuzzleStanding, note_begun, note_day, now
from kingdom.record import Record
from kingdom.review.exercise import Exercise
from kingdom.rules.registry import BadSetup
from kingdom.rules.scoring import totals
from kingdom.rules.setup import Setup
from kingdom.ui.app import opening
from kingdom.ui.app.reading import Reading, Then, failing
from kingdom.ui.ceremony.ceremony import Ceremony
from kingdom.ui.daily.page import DailyPage
from kingdom.ui.learn.guide import Guide
from kingdom.ui.learn.lesson_list import LessonList
from kingdom.ui.learn.lesson_menu import LessonMenu
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.new_game.scene import NewGame
from kingdom.ui.menus.pause_menu import PauseMenu
from kingdom.ui.menus.saved_games import SavedGames
from kingdom.ui.menus.settings_page import SettingsPage
from kingdom.ui.menus.welcome import Welcome
from kingdom.ui.profile.scene import ChronicleScene
from kingdom.ui.puzzles.hall import PuzzleHall
from kingdom.ui.reference.pictures import page_about
from kingdom.ui.reference.scene import Reference
from kingdom.ui.review.moment import seats_of
from kingdom.ui.review.scene import ReviewScene
from kingdom.ui.scene.dialog import message
from kingdom.ui.scene.host import Host
from kingdom.ui.share.dialog import ShareDialog
from kingdom.ui.studio.scene import StudioScene
from kingdom.ui.table.daily import DailyTable
from kingdom.ui.table.puzzle import PuzzleTable
from kingdom.ui.table.table import TableScene
from kingdom.ui.table.trial import TrialScene
from kingdom.ui.widgets.tooltip import Tip


class SceneWays:
    """The ways of `scene/ways.py`, walked."""

    def __init__(self, app: Host) -> None:
        self._app = app

    def menu(self) -> None:
        tables = [scene.match for scene in self._app.scenes if isinstance(scene, TableScene)]
        daily = any(match.game.over and self._day_of(match) is not None for match in tables)
        self._app.replace(MainMenu())
        if daily:
            self._app.push(DailyPage())

    def _day_of(self, match: Match) -> date | None:
        """Which day's land a match is played on."""
        return day_played(match.record.setup, [seat.kind for seat in match.seats], self._app.today())

    def welcome(self) -> None:
        self._app.push(Welcome())

    def new_game(self, choices: Choices | None = None) -> None:
        self._app.push(NewGame(choices))

    def studio(self, done: Callable[[], object] | None = None) -> None:
        self._app.push(StudioScene(done))

    def saved_games(self) -> None:
        self._app.push(SavedGames())

    def settings(self) -> None:
        self._app.push(SettingsPage())

    def help(self, about: Tip | None = None) -> None:
        if about is not None and self.look_up(about):
            return
        if not isinstance(self._app.scene, Reference):
            self._app.push(Reference())

    def look_up(self, about: Tip) -> bool:
        page = page_about(self._app.look, entries(shipped_pages()), about.about, about.picture)
        if page is None:
            return False
        if isinstance(self._app.scene, Reference):
            self._app.scene.open(page)
        else:
            self._app.push(Reference(page))
        return True

    def chronicle(self) -> None:
        self._app.push(ChronicleScene())

    def lessons(self) -> None:
        if not isinstance(self._app.scene, MainMenu):
            self.menu()
        self._app.push(LessonList())

    def lesson(self, name: str) -> None:
        lesson = shipped().named(name)
        if lesson is None:
            self.lessons()
            return
        thinker = self._app.spare.take() if lesson.setup is not None else None
        match = open_lesson(lesson, self._app.settings.name or NAMES[0], thinker)
        table = TableScene(match)
        self._app.replace(table)
        self._app.push(Guide(match, table))

    def puzzles(self) -> None:
        if not isinstance(self._app.scene, MainMenu):
            self.menu()
        self._app.push(PuzzleHall())

    def puzzle(
        self,
        solving: Solving,
        after: Callable[[str, PuzzleStanding | None], object],
        rush: Rush | None = None,
    ) -> None:
        self._app.push(PuzzleTable(solving, after, rush))

    def daily(self) -> None:
        if not isinstance(self._app.scene, MainMenu):
            self._app.replace(MainMenu())
        self._app.push(DailyPage())

    def daily_game(self, land: DailyLand) -> bool:
        match = opening.start_daily(self._app, land)
        if match is None:
            return False
        deed = Begun(match.seats[PERSON_SEAT].name, now(), land.name, match.record.game)
        self._app.clerk.ask(f"begun {deed.made}", lambda chronicle: note_begun(chronicle, deed))
        return self.table(match)

    def pause(self, match: Match) -> None:
        self._app.push(LessonMenu(match) if isinstance(match, LessonMatch) else PauseMenu(match))

    def ceremony(self, match: Match) -> None:
        if not isinstance(match, LessonMatch):
            self.count(match)
            self._app.clerk.look_through()
            self._note_day(match)

    def _note_day(self, match: Match) -> None:
        """Write down what came of the daily land; whether it counts the clerk knows."""
        day = self._day_of(match)
        if day is not None:
            came = result_of(totals(match.game))
            deed = Day(match.seats[PERSON_SEAT].name, now(), day.isoformat(), *came)
            game = match.record.game
            self._app.clerk.ask(f"day {deed.made}", lambda chronicle: note_day(chronicle, deed, game))

    def count(self, match: Match) -> None:
        self._app.push(Ceremony(match))

    def review(self, record: Record, file: Path | None = None, viewer: int | None = None) -> None:
        as_it_is = replace(record, answers=list(record.answers))  # it may go on meanwhile
        self._read("ui.review.cannot", lambda: self._to_review(as_it_is, file, viewer))

    def review_file(self, path: Path) -> None:
        self._read("ui.review.cannot", lambda: self._to_review_file(path))

    def open(self, path: Path) -> None:
        self._read(
            "ui.load.cannot",
            lambda: self._to_review_file(path) if opening.is_finished(path) else self._to_resume(path),
        )

    def share_file(self, path: Path) -> None:
        def to_share() -> Then:
            record = opening.read(path)
            return lambda: self.share(record)

        self._read("ui.load.cannot", to_share)

    def resume(self, path: Path) -> None:
        self._read("ui.load.cannot", lambda: self._to_resume(path))

    def _read(self, failed: str, read: Callable[[], Then]) -> None:
        """Read a file beside the window; what it is good for then, or why it is good for nothing."""

        def guarded() -> Then:
            try:
                return read()
            except opening.CannotOpen as error:
                title, said = self._app.say(failed), self._app.say(error.key, **error.values)
                return partial(message, self._app, title, said, icon="warning")

        self._app.push(Reading(self._app, guarded))

    def _to_review_file(self, path: Path) -> Then:
        record = opening.read(path)
        return self._to_review(record, path, opening.only_person(record))

    def _to_review(self, record: Record, file: Path | None, viewer: int | None) -> Then:
        seats = seats_of(record, self._app.say("ui.review.seat"))
        desk = opening.desk_for(record, seats, file, viewer)
        return lambda: self._app.push(ReviewScene(desk, seats, viewer))

    def _to_resume(self, path: Path) -> Then:
        record = opening.load(self._app.keeper, path)
        return lambda: record is not None and self.play(record)

    def share(self, record: Record) -> None:
        self._app.push(ShareDialog(self._app, record))

    def trial(self, exercise: Exercise, after: Callable[[str], object]) -> None:
        self._app.push(TrialScene(exercise, after))

    def start(self, choices: Choices, deal: Callable[[], Setup] | None = None) -> None:
        if deal is None and choices.reads_files:
            self._app.push(Reading(self._app, lambda: partial(self.start, choices, _dealt(choices))))
        else:
            self.table(opening.start_game(self._app, choices, deal))

    def start_again(self, match: Match) -> bool:
        return self.table(opening.start_again(self._app, match))

    def restart(self, match: Match) -> bool:
        return self.table(opening.restart(self._app, match))

    def play(self, record: Record) -> bool:
        return self.table(opening.play_record(self._app, record))

    def table(self, match: Match | None) -> bool:
        """The table, with nothing below it."""
        if match is None:
            return False
        self._app.replace(TableScene(match) if self._day_of(match) is None else DailyTable(match))
        return True


def _dealt(choices: Choices) -> Callable[[], Setup]:
    """The set-up of a game, read beside the window: handed out there, or what went wrong told."""
    try:
        setup = choices.setup()
    except (CannotStart, BadSetup, OSError) as error:
        return failing(error)
    return lambda: setup
