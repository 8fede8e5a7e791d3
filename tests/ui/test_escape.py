"""Esc means the same in every scene: it cancels a half-made choice; otherwise it pauses a game; otherwise it
closes the scene. If something would be lost, it asks first. It never performs an action."""

from __future__ import annotations

from collections.abc import Callable

import pygame
import pytest
from support.app_driver import press
from support.in_process_client import InProcessClient
from support.matches import SilentAIClient, new_match
from support.review_games import fake_analysis_reply
from support.scenes import all_scenes  # noqa: F401  (registers them)
from support.scenes.match import show_match
from support.scenes.puzzles import longest_puzzle, open_puzzle
from support.scenes.registry import SCENE_MAKERS

from kingdom.bench.sample_games import find_match
from kingdom.match.ai_client import CRASH, AIFailure
from kingdom.review import analysis_client
from kingdom.rules.hexes import first_hex
from kingdom.rules.registry import ACTIONS
from kingdom.rules.setup import GameSetup
from kingdom.ui.framework.app import App
from kingdom.ui.framework.page import Page
from kingdom.ui.framework.scene import OverlayScene, Scene, WidgetScene
from kingdom.ui.map_editor.scene import MapEditorPage
from kingdom.ui.match.bar_overlays import BarOverlay
from kingdom.ui.match.dialogs import AIFailureDialog, TurnWarningDialog
from kingdom.ui.match.lesson_overlay import LessonScene
from kingdom.ui.match.retry_scene import AnalyzingDialog, RetryResultDialog, RetryScene
from kingdom.ui.match.scene import DailyMatchScene, MatchScene
from kingdom.ui.menus.pause_menu import PauseMenu
from kingdom.ui.navigation.loading_dialog import LoadingDialog
from kingdom.ui.panels.board_scene import BoardScene
from kingdom.ui.reference.scene import RulesReferencePage
from kingdom.ui.review.scene import ReviewScene

BASE_CLASSES = {
    *(Scene, WidgetScene, OverlayScene, Page, BoardScene, BarOverlay, LessonScene, TurnWarningDialog),
}
"""Scene classes that are never shown directly, or only below an overlay."""


def open_match(app: App) -> MatchScene:
    scene = MatchScene(new_match("person", "easy", ai_client=SilentAIClient()))
    app.replace(scene)
    return scene


def open_half_made_choice(app: App) -> None:
    """Uses a tile without choosing where."""
    match = find_match(
        GameSetup(3, ("base", "nomads"), 4),
        lambda m: m.deciding_seat == 0 and any(option in ACTIONS for option in m.decision().options),
    )
    scene = show_match(app, match, "person", "hard", "easy")
    scene.commands.submit_answer(next(option for option in match.decision().options if option in ACTIONS))
    assert scene.commands.can_cancel_action


def open_focused_button(app: App) -> None:
    open_match(app)
    press(app, pygame.K_TAB)


def open_refusal(app: App) -> None:
    open_match(app).commands.undo()


def open_daily_match(app: App) -> None:
    app.replace(DailyMatchScene(new_match("person", "easy", ai_client=SilentAIClient())))


def open_save_dialog(app: App) -> None:
    SCENE_MAKERS["table-menu"](app)
    assert isinstance(app.scene, PauseMenu)
    app.scene.open_save_dialog()


def open_players_dialog(app: App) -> None:
    SCENE_MAKERS["table-menu"](app)
    assert isinstance(app.scene, PauseMenu)
    app.scene.open_players_dialog()


def open_ai_failure(app: App) -> None:
    scene = open_match(app)
    app.push(AIFailureDialog(app, scene.match, AIFailure(1, CRASH, "reason")))


def open_begun_puzzle(app: App) -> None:
    puzzle = longest_puzzle()
    scene = open_puzzle(app, puzzle)
    for answer in puzzle.solution[:-1]:
        scene.commands.submit_answer(answer)
        if not scene.commands.can_cancel_action:
            return


def open_retry(app: App) -> RetryScene:
    SCENE_MAKERS["review-judge"](app)
    press(app, pygame.K_t)
    assert isinstance(app.scene, RetryScene)
    return app.scene


def open_begun_retry(app: App) -> None:
    scene = open_retry(app)
    scene.commands.submit_answer(first_hex(scene.match.decision().cells))


def open_analyzing(app: App) -> None:
    app.push(AnalyzingDialog(app, open_retry(app)))


def open_retry_result(app: App) -> None:
    app.push(RetryResultDialog(app, open_retry(app)))


def open_branch_dialog(app: App) -> None:
    SCENE_MAKERS["review-game"](app)
    press(app, pygame.K_o)


def open_focused_review(app: App) -> None:
    SCENE_MAKERS["review-game"](app)
    assert isinstance(app.scene, ReviewScene)
    press(app, pygame.K_TAB)


def open_unsaved_map(app: App) -> None:
    SCENE_MAKERS["studio-paint"](app)
    assert isinstance(app.scene, MapEditorPage)
    app.scene.document.paint((0, 0), ("water", ""))


def open_rules_search(app: App) -> None:
    SCENE_MAKERS["help-1"](app)
    assert isinstance(app.scene, RulesReferencePage)
    app.scene.search_field.set_text("tavern")


def open_loading(app: App) -> None:
    app.push(LoadingDialog(app, "", lambda on_progress: None, lambda loaded: None))


OPENERS: dict[str, Callable[[App], object]] = {
    **SCENE_MAKERS,
    "half-made choice": open_half_made_choice,
    "focused button": open_focused_button,
    "refusal": open_refusal,
    "daily match": open_daily_match,
    "save": open_save_dialog,
    "players": open_players_dialog,
    "AI failure": open_ai_failure,
    "begun puzzle": open_begun_puzzle,
    "retry": open_retry,
    "begun retry": open_begun_retry,
    "analyzing": open_analyzing,
    "retry result": open_retry_result,
    "branch": open_branch_dialog,
    "focused review": open_focused_review,
    "unsaved map": open_unsaved_map,
    "rules search": open_rules_search,
    "loading": open_loading,
}
CASES = {
    # games: cancel, then pause
    "table-start": "MatchScene > PauseMenu > MatchScene",
    "table-spectator": "MatchScene > PauseMenu > MatchScene",
    "table-turn-by-turn": "MatchScene > PauseMenu > MatchScene",
    "table-curtain": "HandoffOverlay > PauseMenu > HandoffOverlay",
    "table-recap": "RecapOverlay > MatchScene > PauseMenu",
    "table-tutor": "TutorDialog > MatchScene > MatchScene > PauseMenu",  # dismisses a message first
    "table-opening": "OpeningOverlay > MatchScene > PauseMenu",
    "table-unused-tile": "UnusedActionDialog > MatchScene",
    "table-tutor-shows": "BetterTurnOverlay > TutorDialog > MatchScene",
    "half-made choice": "MatchScene > MatchScene > PauseMenu",
    "focused button": "MatchScene > MatchScene > PauseMenu",
    "refusal": "MatchScene > MatchScene > PauseMenu",
    "daily match": "DailyMatchScene > PauseMenu > DailyMatchScene",
    "save": "SaveDialog > PauseMenu > MatchScene",
    "players": "PlayersDialog > PauseMenu > MatchScene",
    "AI failure": "AIFailureDialog > PauseMenu > AIFailureDialog",
    "lesson-tells": "LessonOverlay > LessonMenu > LessonOverlay",
    "lesson-asks": "LessonOverlay > LessonOverlay > LessonMenu",
    "lesson-ended": "LessonOverlay > LessonMenu > LessonOverlay",
    # puzzles and retried turns: ask if something has been played
    "puzzle-hint": "PuzzleScene > PuzzleScene > PuzzleMenuPage",
    "puzzle-rush": "PuzzleScene > EndRushDialog > PuzzleScene",
    "begun puzzle": "PuzzleScene > Dialog > PuzzleScene",
    "puzzle-solved": "PuzzleResultOverlay > PuzzleMenuPage",
    "retry": "RetryScene > ReviewScene > MainMenu",
    "begun retry": "RetryScene > Dialog > RetryScene",
    "analyzing": "AnalyzingDialog > ReviewScene",
    "retry result": "RetryResultDialog > ReviewScene",
    # pages: close, after asking about unsaved changes
    "unsaved map": "MapEditorPage > Dialog > MapEditorPage",
    "studio-check": "MapEditorPage > MainMenu",
    "rules search": "RulesReferencePage > RulesReferencePage > MainMenu",
    "focused review": "ReviewScene > ReviewScene > MainMenu",
    "branch": "BranchDialog > ReviewScene > MainMenu",
    "new-boxes": "NewGamePage > MainMenu",
    "new-file": "ExecutableFileDialog > BotDialog > NewGamePage",
    "question": "Dialog > SavedGamesPage > MainMenu",
    "settings": "SettingsPage > MainMenu",
    "puzzles": "PuzzleMenuPage > MainMenu",
    "lessons": "LessonsPage > MainMenu",
    "daily-land": "DailyChallengePage > MainMenu",
    "chronicle-games": "StatsScene > MainMenu",
    "loading": "LoadingDialog > MainMenu",
    "welcome": "WelcomeDialog > MainMenu",
    "share": "ShareDialog > FinalScoringScene",
    # the main menu and the result stay: the result of a game must not disappear by accident
    "menu": "MainMenu > MainMenu",
    "ceremony-counting": "FinalScoringScene > FinalScoringScene > FinalScoringScene",
}
"""The top scene after each press of Esc, starting with the scene that is open."""


@pytest.mark.parametrize("name", CASES)
def test_escape(app: App, name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        analysis_client, "WorkerClient", lambda target, timeout_s: InProcessClient(fake_analysis_reply)
    )
    app.settings.animation = "off"
    app.navigator.open_main_menu()
    OPENERS[name](app)
    first, *expected = CASES[name].split(" > ")
    assert type(app.scene).__name__ == first
    matches = [scene.match for scene in app.scenes if isinstance(scene, MatchScene)]
    answer_counts = [len(match.history) for match in matches]
    for scene_name in expected:
        press(app, pygame.K_ESCAPE)
        assert type(app.scene).__name__ == scene_name
    assert app.running
    assert all(len(match.history) <= count for match, count in zip(matches, answer_counts, strict=True)), (
        "Esc should never play an answer"
    )


def subclasses(scene_class: type[Scene]) -> set[type[Scene]]:
    direct = {
        subclass for subclass in scene_class.__subclasses__() if subclass.__module__.startswith("kingdom.")
    }
    return direct.union(*map(subclasses, direct))


def test_every_scene_is_covered() -> None:
    walked = {scene_name for case in CASES.values() for scene_name in case.split(" > ")}
    assert {scene.__name__ for scene in subclasses(Scene) - BASE_CLASSES} == walked
