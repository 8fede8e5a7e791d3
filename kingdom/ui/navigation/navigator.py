"""Navigator: opens scenes and starts games. No other module depends on all scenes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import date
from functools import partial
from pathlib import Path

from kingdom.learn.daily_challenge import HUMAN_SEAT, DailyChallenge, daily_result, played_challenge_date
from kingdom.learn.lesson import shipped_lessons
from kingdom.learn.lesson_session import LessonSession, start_lesson
from kingdom.learn.puzzle_session import PuzzleRush, PuzzleSession
from kingdom.learn.rules_reference import list_pages, shipped_reference
from kingdom.match.controller import Match
from kingdom.match.game_options import DEFAULT_NAMES, GameOptions, options_from_settings
from kingdom.match.interface import PlayableMatch
from kingdom.record import OnProgress, Record
from kingdom.review.branching import TurnRetry
from kingdom.rules.scoring import all_totals
from kingdom.rules.setup import GameSetup
from kingdom.stats.activity_log import (
    PRACTICE_GAME_ID,
    DailyFinish,
    DailyStart,
    record_daily_finish,
    record_daily_start,
    timestamp_now,
)
from kingdom.stats.queries import PuzzleStats
from kingdom.ui.final_scoring.scene import FinalScoringScene
from kingdom.ui.framework.app import App
from kingdom.ui.learn.daily_challenge_page import DailyChallengePage
from kingdom.ui.learn.lessons_page import LessonMenu, LessonsPage
from kingdom.ui.learn.puzzle_menu import PuzzleMenuPage
from kingdom.ui.map_editor.scene import MapEditorPage
from kingdom.ui.match.dialogs import OpeningOverlay
from kingdom.ui.match.lesson_overlay import LessonOverlay, LessonScene
from kingdom.ui.match.puzzle_scene import PuzzleScene
from kingdom.ui.match.retry_scene import RetryScene
from kingdom.ui.match.scene import DailyMatchScene, MatchScene
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.pause_menu import PauseMenu
from kingdom.ui.menus.saved_games import SavedGamesPage
from kingdom.ui.menus.settings_page import SettingsPage
from kingdom.ui.menus.welcome import WelcomeDialog
from kingdom.ui.navigation import game_loader
from kingdom.ui.navigation.game_loader import LoadedReview
from kingdom.ui.navigation.loading_dialog import LoadedT, LoadingDialog
from kingdom.ui.new_game.scene import NewGamePage
from kingdom.ui.reference.illustrations import page_for_topic
from kingdom.ui.reference.scene import RulesReferencePage
from kingdom.ui.review.scene import ReviewScene
from kingdom.ui.share.dialog import ShareDialog
from kingdom.ui.stats.scene import StatsScene
from kingdom.ui.widgets.tooltip import Tooltip


class Navigator:
    """Opens scenes and starts games. Scenes call the navigator instead of importing each other."""

    def __init__(self, app: App) -> None:
        self._app = app
        self._map_editor: MapEditorPage | None = None
        """The map editor from which the current game was started; None if it was started elsewhere."""

    def open_main_menu(self) -> None:
        """Replaces all scenes with the main menu. If a daily challenge was just finished, also opens the
        daily challenge page. After a game on a map from the map editor, returns to the editor."""
        matches = [scene.match for scene in self._app.scenes if isinstance(scene, MatchScene)]
        finished_daily_game = any(
            match.game.over and self._challenge_date(match) is not None for match in matches
        )
        self._app.replace(MainMenu())
        if finished_daily_game:
            self._app.push(DailyChallengePage())
        elif matches and self._map_editor is not None:
            self._app.push(self._map_editor)
        self._map_editor = None

    def _challenge_date(self, match: PlayableMatch) -> date | None:
        """Returns the date if the match is a daily challenge that counts, otherwise None."""
        if match.record.seats_changed:
            return None
        return played_challenge_date(
            match.record.setup, [seat.kind for seat in match.seats], self._app.today()
        )

    def open_welcome(self) -> None:
        """Opens the dialog that asks for the player's name and language."""
        self._app.push(WelcomeDialog())

    def open_new_game(self, game_options: GameOptions | None = None) -> None:
        """Opens the New game page. If `game_options` is None, the page uses the saved options."""
        self._app.push(NewGamePage(game_options))

    def open_map_editor(self, on_close: Callable[[], object] | None = None) -> None:
        """Opens the map editor. Calls `on_close` when the player leaves it."""
        self._app.push(MapEditorPage(on_close))

    def open_saved_games(self) -> None:
        self._app.push(SavedGamesPage())

    def open_settings(self) -> None:
        self._app.push(SettingsPage())

    def open_rules(self, topic: Tooltip | None = None) -> None:
        """Opens the rules page about `topic`. If there is none, opens the first page."""
        if topic is not None and self.open_rules_page(topic):
            return
        if not isinstance(self._app.scene, RulesReferencePage):
            self._app.push(RulesReferencePage())

    def open_rules_page(self, topic: Tooltip) -> bool:
        """Opens the rules page about `topic`. Returns False if there is no such page."""
        page = page_for_topic(
            self._app.renderer, list_pages(shipped_reference()), topic.help_page, topic.sprite
        )
        if page is None:
            return False
        if isinstance(self._app.scene, RulesReferencePage):
            self._app.scene.open_page(page)
        else:
            self._app.push(RulesReferencePage(page))
        return True

    def open_stats(self) -> None:
        self._app.push(StatsScene())

    def open_tutorial(self) -> None:
        """Opens the list of lessons on top of the main menu."""
        if not isinstance(self._app.scene, MainMenu):
            self.open_main_menu()
        self._app.push(LessonsPage())

    def start_lesson(self, name: str) -> None:
        """Replaces all scenes with a lesson and starts it from the beginning."""
        lesson = shipped_lessons().get(name)
        if lesson is None:
            self.open_tutorial()
            return
        ai_client = self._app.ai_prewarmer.take_client() if lesson.setup is not None else None
        session = start_lesson(lesson, self._app.settings.name or DEFAULT_NAMES[0], ai_client)
        lesson_scene = LessonScene(session)
        self._app.replace(lesson_scene)
        self._app.push(LessonOverlay(session, lesson_scene))

    def open_puzzles(self) -> None:
        """Opens the puzzle page on top of the main menu."""
        if not isinstance(self._app.scene, MainMenu):
            self.open_main_menu()
        self._app.push(PuzzleMenuPage())

    def start_puzzle(
        self,
        session: PuzzleSession,
        on_done: Callable[[str, PuzzleStats | None], object],
        rush: PuzzleRush | None = None,
    ) -> None:
        """Opens a puzzle. When it closes, `on_done` receives the player's choice and the updated puzzle
        stats."""
        self._app.push(PuzzleScene(session, on_done, rush))

    def open_daily_challenge(self) -> None:
        """Opens the daily challenge page on top of the main menu."""
        if not isinstance(self._app.scene, MainMenu):
            self._app.replace(MainMenu())
        self._app.push(DailyChallengePage())

    def start_daily_game(self, challenge: DailyChallenge) -> bool:
        """Starts the game of a daily challenge. The game of a past day is practice and never counts. Returns
        True on success."""
        match = game_loader.start_daily_challenge(self._app, challenge)
        if match is None:
            return False
        game_id = match.record.game_id if challenge.day == self._app.today() else PRACTICE_GAME_ID
        activity = DailyStart(match.seats[HUMAN_SEAT].name, timestamp_now(), challenge.iso_date, game_id)
        self._app.stats_service.submit_query(lambda database: record_daily_start(database, activity))
        return self.open_match(match)

    def open_pause_menu(self, match: PlayableMatch) -> None:
        self._app.push(PauseMenu(match))

    def open_lesson_menu(self, session: LessonSession) -> None:
        self._app.push(LessonMenu(session))

    def finish_game(self, match: PlayableMatch) -> None:
        """Opens the final scoring and records the result."""
        self.open_final_scoring(match)
        self._app.stats_service.scan()
        self._record_daily_result(match)

    def _record_daily_result(self, match: PlayableMatch) -> None:
        """Records the result if the match was a daily challenge. The stats service decides whether the result
        counts."""
        day = self._challenge_date(match)
        if day is not None:
            result = daily_result(all_totals(match.game))
            activity = DailyFinish(match.seats[HUMAN_SEAT].name, timestamp_now(), day.isoformat(), *result)
            game_id = match.record.game_id
            self._app.stats_service.submit_query(
                lambda database: record_daily_finish(database, activity, game_id)
            )

    def open_final_scoring(self, match: PlayableMatch) -> None:
        """Opens the final scoring on top of the match, even for a lesson."""
        self._app.push(FinalScoringScene(match))

    def open_review(self, record: Record, file: Path | None = None, viewer: int | None = None) -> None:
        """Loads and opens the review of a game. The analysis is saved next to `file`. If the game is
        unfinished, the review shows only what `viewer` may see."""
        snapshot = replace(record, answers=list(record.answers))  # The match may continue in the meantime.
        load = partial(game_loader.load_review, self._app, snapshot, file, viewer)
        self._load("ui.review.cannot", load, self._open_loaded)

    def review_file(self, path: Path) -> None:
        """Loads a game file and opens its review."""
        self._load(
            "ui.review.cannot", partial(game_loader.load_review_file, self._app, path), self._open_loaded
        )

    def open_file(self, path: Path) -> None:
        """Loads a game file. Opens the review if the game is finished, otherwise continues the game."""
        self._load("ui.load.cannot", partial(game_loader.load_file, self._app, path), self._open_loaded)

    def share_file(self, path: Path) -> None:
        """Loads a game file and opens the share dialog for it."""
        self._load(
            "ui.load.cannot", partial(game_loader.read_game_file, self._app, path), self.open_share_dialog
        )

    def resume_save(self, path: Path) -> None:
        """Loads a saved game and continues it."""
        self._load("ui.load.cannot", partial(game_loader.load_match, self._app, path), self._open_loaded)

    def resume_record(self, record: Record) -> None:
        """Continues a recorded game as a new match."""
        self._load("ui.new.cannot", partial(game_loader.restore_match, self._app, record), self._open_loaded)

    def _load(
        self,
        error_title_key: str,
        load: Callable[[OnProgress], LoadedT],
        on_loaded: Callable[[LoadedT], object],
    ) -> None:
        """Calls `load` in the background, then `on_loaded` with its result. If loading fails, shows the
        reason."""
        self._app.push(LoadingDialog(self._app, self._app.tr(error_title_key), load, on_loaded))

    def _open_loaded(self, loaded: Match | LoadedReview | None) -> None:
        """Opens a match or a review that was loaded in the background."""
        if isinstance(loaded, LoadedReview):
            self._app.push(ReviewScene(*loaded))
        elif loaded is not None:
            self.open_match(game_loader.begin_match(self._app, loaded), is_new=False)

    def open_share_dialog(self, record: Record) -> None:
        """Opens the dialog that exports a game as an image or animation."""
        self._app.push(ShareDialog(self._app, record))

    def retry_turn(self, retry: TurnRetry, on_done: Callable[[str], object]) -> None:
        """Lets the player retry a turn, on top of the review. When the retry scene closes, `on_done` receives
        the player's choice."""
        self._app.push(RetryScene(retry, on_done))

    def start_game(
        self, game_options: GameOptions, build_setup: Callable[[], GameSetup] | None = None
    ) -> None:
        """Loads the maps for a new game and starts it. Callers that have already loaded the maps pass
        `build_setup`, a function that returns the setup."""
        if build_setup is None and game_options.needs_files:
            self._load(
                "ui.new.cannot",
                partial(game_loader.load_setup, self._app, game_options),
                lambda setup: self.start_game(game_options, lambda: setup),
            )
        else:
            self.open_match(game_loader.start_game(self._app, game_options, build_setup))

    def start_quick_game(self) -> None:
        """Starts a game with the most recent options. If the player has never started a game, starts the
        suggested first game."""
        settings = self._app.settings
        self.start_game(options_from_settings(settings.new_game, settings.name))

    def start_rematch(self, match: PlayableMatch) -> bool:
        """Starts a new game with the same seats and expansions. Returns True on success."""
        return self.open_match(game_loader.start_rematch(self._app, match))

    def restart_game(self, match: PlayableMatch) -> bool:
        """Restarts a game with the same board, cards and draw pile. Returns True on success."""
        return self.open_match(game_loader.restart_game(self._app, match), is_new=False)

    def open_match(self, match: Match | None, is_new: bool = True) -> bool:
        """Replaces all scenes with the match. A new game starts with an opening, unless animations are off.
        Returns False if `match` is None."""
        if match is None:
            return False
        scenes = self._app.scenes
        if not any(isinstance(scene, MatchScene) for scene in scenes):  # not a rematch or a restart
            self._map_editor = next((scene for scene in scenes if isinstance(scene, MapEditorPage)), None)
            if self._map_editor is not None:
                self._map_editor.on_close = None  # the page that it reports to is about to close
        scene = MatchScene(match) if self._challenge_date(match) is None else DailyMatchScene(match)
        self._app.replace(scene)
        if is_new and self._app.settings.animation != "off":
            self._app.push(OpeningOverlay(scene))
        return True
