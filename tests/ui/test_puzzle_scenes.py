"""Tests the puzzle screens: menu, puzzle scene, hints, result and rush."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import pygame
import pytest
from support import fast_benchmark
from support.app_driver import advance, click, press, top_scene

from kingdom.learn.personal_puzzles import PUZZLES_FILE_NAME, PersonalPuzzleClient, save_personal_puzzles
from kingdom.learn.puzzle import WIN, Puzzle
from kingdom.learn.puzzle_library import PERSONAL, shipped_puzzles
from kingdom.learn.puzzle_session import RUSH_SECONDS, PuzzleRush, PuzzleSession
from kingdom.match.game_options import GameOptions
from kingdom.match.interface import PlayableMatch
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.registry import SCORING_CARDS, kind_of_name
from kingdom.stats import queries
from kingdom.stats.queries import INITIAL_PLAYER_RATING
from kingdom.text.translator import LANGUAGES
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog, show_message
from kingdom.ui.learn import puzzle_menu
from kingdom.ui.learn.puzzle_menu import PuzzleMenuPage, PuzzleRow
from kingdom.ui.match.bar_overlays import RecapOverlay
from kingdom.ui.match.puzzle_result import PuzzleResultOverlay
from kingdom.ui.match.puzzle_scene import PuzzleScene
from kingdom.ui.panels.turn_text import levels_that_miss_text

WINDOW_SIZE = (800, 600)

IMMEDIATE_CARDS = [card.name for card in SCORING_CARDS.values() if card.scorer is None]


@pytest.fixture
def app(app: App, monkeypatch: pytest.MonkeyPatch) -> App:
    monkeypatch.setattr(queries, "PRACTICE_PUZZLES", 0)
    app.settings.animation = "off"
    app.settings.name = "Ann"
    app.settings.new_game = GameOptions(seed=5, expansions=["base", "nomads"]).to_settings()
    app.navigator.open_main_menu()
    return app


def wait_for_stats(app: App) -> None:
    """Waits for the stats service and shows its results."""
    app.stats_service.flush()
    advance(app, 0.1)


def open_puzzle_menu(app: App) -> PuzzleMenuPage:
    app.navigator.open_puzzles()
    wait_for_stats(app)
    scene = top_scene(app)
    assert isinstance(scene, PuzzleMenuPage)
    return scene


def puzzle_scene(app: App) -> PuzzleScene:
    scene = top_scene(app)
    assert isinstance(scene, PuzzleScene)
    return scene


def result_overlay(app: App) -> PuzzleResultOverlay:
    overlay = top_scene(app)
    assert isinstance(overlay, PuzzleResultOverlay)
    return overlay


def play(app: App, *answers: int | str) -> None:
    """Plays the answers, except those that the match has already played automatically."""
    scene = puzzle_scene(app)
    start = len(scene.match.history)
    for index, answer in enumerate(answers):
        if len(scene.match.history) == start + index:
            scene.commands.submit_answer(answer)
            app.run_frame([], 0.05)


def default_answer(match: PlayableMatch) -> int | str:
    """Ends the turn if possible. Otherwise, chooses the last legal hex."""
    decision = match.decision()
    return END_TURN if END_TURN in decision.options else decision.cells.bit_length() - 1


def play_any_turn(app: App) -> None:
    """Plays the turn with default answers."""
    scene = puzzle_scene(app)
    while top_scene(app) is scene:
        play(app, default_answer(scene.match))


def is_missed_by_default_answers(puzzle: Puzzle) -> bool:
    """Returns True if the default answers do not solve the puzzle."""
    session = PuzzleSession(puzzle, "Ann")
    while not session.is_complete:
        session.match.submit(default_answer(session.match))
        session.match.finish_playback()
    return not session.result.solved


def test_main_menu_opens_the_puzzles(app: App) -> None:
    scene = top_scene(app)
    assert scene is not None
    entry = next(button for button in scene.buttons if button.text == app.tr("ui.menu.puzzles"))  # type: ignore[attr-defined]
    click(app, entry)
    wait_for_stats(app)
    puzzle_menu = top_scene(app)
    assert isinstance(puzzle_menu, PuzzleMenuPage)
    assert len(puzzle_menu.rows) == len(shipped_puzzles().puzzles)
    assert puzzle_menu.stat_boxes[0].value == f"{round(INITIAL_PLAYER_RATING.points)}?"
    press(app, pygame.K_ESCAPE)
    assert not isinstance(top_scene(app), PuzzleMenuPage)


def test_filters_narrow_the_list(app: App) -> None:
    menu = open_puzzle_menu(app)
    dropdown = menu.filter_dropdowns["box"]
    dropdown.select(next(index for index, (value, _) in enumerate(dropdown.options) if value == "nomads"))
    assert 0 < len(menu.rows) < len(shipped_puzzles().puzzles)
    assert all("nomads" in row.puzzle.expansions for row in menu.rows)
    menu.filter_dropdowns["solved"].select(2)
    assert menu.rows == []
    assert not menu.next_puzzle_button.enabled


def test_list_reveals_no_solution(app: App) -> None:
    """The list shows the required actions only after an attempt. The tooltip always shows the rating and
    which AI levels miss the puzzle."""
    puzzle = next(puzzle for puzzle in shipped_puzzles().puzzles if puzzle.actions)
    name = app.translator.localized_name(puzzle.actions[0], kind_of_name(puzzle.actions[0]))
    new, tried = (PuzzleRow(app, puzzle, 1234.0, state, lambda: None) for state in ("", "cross"))
    assert name not in new.description
    assert name in tried.description
    assert "1234" in new.tooltip_text()
    assert levels_that_miss_text(app.translator, puzzle) in new.tooltip_text()


def test_solved_puzzle_changes_the_rating(app: App) -> None:
    menu = open_puzzle_menu(app)
    press(app, pygame.K_RETURN)  # the Next button has the focus
    puzzle = puzzle_scene(app).session.puzzle
    assert not any(row.live_gold for row in puzzle_scene(app).side_panel.rows)
    assert not any(panel.live_gold for panel in puzzle_scene(app).side_panel.score_panels)
    play(app, *puzzle.solution)
    wait_for_stats(app)
    overlay = result_overlay(app)
    assert overlay.outcome.solved
    assert overlay.puzzle_stats is not None
    assert overlay.puzzle_stats.rating.points > INITIAL_PLAYER_RATING.points
    assert overlay.puzzle_stats.streak == 1
    click(app, overlay.list_button)
    wait_for_stats(app)
    assert top_scene(app) is menu
    assert menu.stat_boxes[1].value.startswith("1 /")
    row = next(row for row in menu.rows if row.puzzle is puzzle)
    assert row.state_icon == "check"


def test_missed_puzzle_shows_the_best_turn_step_by_step(app: App) -> None:
    menu = open_puzzle_menu(app)
    puzzle = next(puzzle for puzzle in shipped_puzzles().puzzles if is_missed_by_default_answers(puzzle))
    menu.play_puzzle(puzzle)
    play_any_turn(app)
    overlay = result_overlay(app)
    assert not overlay.outcome.solved
    assert str(puzzle.best_gold) in overlay.gold_text
    own_turn = overlay.steps[0]
    assert overlay.puzzle_scene.solution_step is own_turn
    for index in range(1, len(overlay.steps)):
        press(app, pygame.K_RIGHT)
        assert overlay.puzzle_scene.solution_step is overlay.steps[index]
        app.run_frame([], 0.1)
    last = overlay.steps[-1]
    assert last.highlighted_hexes & last.game.piece_hexes[overlay.puzzle_scene.session.player], (
        "the scoring hexes should be highlighted"
    )
    press(app, pygame.K_RIGHT)
    assert overlay.puzzle_scene.solution_step is last
    press(app, pygame.K_LEFT)
    assert overlay.puzzle_scene.solution_step is overlay.steps[-2]
    click(app, overlay.retry_button)
    assert puzzle_scene(app).session.puzzle is puzzle
    play(app, *puzzle.solution)
    wait_for_stats(app)
    second_overlay = result_overlay(app)
    assert second_overlay.outcome.solved
    assert second_overlay.puzzle_stats is not None
    assert second_overlay.puzzle_stats.rating.points < INITIAL_PLAYER_RATING.points, (
        "only the first attempt should count"
    )
    click(app, second_overlay.next_puzzle_button)
    assert puzzle_scene(app).session.puzzle is not puzzle


def test_winning_puzzle_shows_own_and_opponent_gold(app: App) -> None:
    puzzle = next(
        puzzle
        for puzzle in shipped_puzzles().puzzles
        if puzzle.kind == WIN and is_missed_by_default_answers(puzzle)
    )
    open_puzzle_menu(app).play_puzzle(puzzle)
    own_gold, opponent_gold = puzzle_scene(app).session.gold_before
    assert str(own_gold) in puzzle_scene(app).task_text
    assert str(opponent_gold) in puzzle_scene(app).task_text
    play_any_turn(app)
    overlay = result_overlay(app)
    assert not overlay.outcome.solved
    own_gold, opponent_gold = overlay.puzzle_scene.session.gold_now
    assert overlay.gold_text == app.tr("ui.puzzle.no_win", own=own_gold, others=opponent_gold)
    assert app.tr("ui.puzzle.ways.win", count=puzzle.solution_count) in overlay.paragraphs()
    click(app, overlay.retry_button)
    play(app, *puzzle.solution)
    overlay = result_overlay(app)
    own_gold, opponent_gold = overlay.puzzle_scene.session.gold_now
    assert own_gold > opponent_gold
    assert overlay.gold_text == app.tr("ui.puzzle.wins", own=own_gold, others=opponent_gold)


def test_hints_come_in_two_stages(app: App) -> None:
    open_puzzle_menu(app).play_puzzle(
        next(puzzle for puzzle in shipped_puzzles().puzzles if isinstance(puzzle.solution[0], int))
    )
    scene = puzzle_scene(app)
    press(app, pygame.K_h)
    assert scene.action_bar.message == app.tr("ui.puzzle.hint.cost")
    assert scene.session.hint_stage == 0, "the hint should be free until the player knows what it costs"
    press(app, pygame.K_h)
    assert scene.session.hint_stage == 1
    assert scene.highlights().hint_hexes == 0
    press(app, pygame.K_h)
    assert scene.highlights().hint_hexes == 1 << int(scene.session.puzzle.solution[0])
    assert scene.session.hint_stage == 2
    play(app, scene.session.puzzle.solution[0])
    assert scene.highlights().hint_hexes == 0


def test_rating_lost_with_a_hint_is_explained(app: App) -> None:
    """A solution with a hint may cost points. The result says why, and in the next try a hint is free."""
    puzzle = min(shipped_puzzles().puzzles, key=lambda puzzle: puzzle.rating)
    open_puzzle_menu(app).play_puzzle(puzzle)
    press(app, pygame.K_h, pygame.K_h)
    play(app, *puzzle.solution)
    overlay = result_overlay(app)
    wait_for_stats(app)
    assert overlay.puzzle_stats is not None
    assert overlay.puzzle_stats.last_change < 0
    assert overlay.rating_reason == app.tr("ui.puzzle.rating.hint.lost")
    click(app, overlay.retry_button)
    scene = puzzle_scene(app)
    assert not scene.session.is_rated
    assert scene.action_bar.hint_button.tooltip == app.tr("ui.puzzle.hint.tip.free")
    press(app, pygame.K_h)
    assert scene.session.hint_stage == 1
    play(app, *puzzle.solution)
    overlay = result_overlay(app)
    wait_for_stats(app)
    assert overlay.rating_reason == app.tr("ui.puzzle.rating.unchanged")


def test_first_puzzle_is_practice(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """A new player learns why gold is hidden, and a failure costs nothing."""
    monkeypatch.setattr(queries, "PRACTICE_PUZZLES", 3)
    puzzle = min(shipped_puzzles().puzzles, key=lambda puzzle: puzzle.rating)
    open_puzzle_menu(app).play_puzzle(puzzle)
    scene = puzzle_scene(app)
    advance(app, 1.0)
    assert scene.action_bar.message == app.tr("ui.puzzle.practice")
    assert scene.action_bar.hint_button.tooltip == app.tr("ui.puzzle.hint.tip.free")
    press(app, pygame.K_h, pygame.K_h)
    play(app, *puzzle.solution)
    overlay = result_overlay(app)
    wait_for_stats(app)
    assert overlay.rating_reason == app.tr("ui.puzzle.rating.practice")
    assert overlay.puzzle_stats is not None
    assert overlay.puzzle_stats.rating == INITIAL_PLAYER_RATING
    assert not overlay.puzzle_stats.puzzle_ratings


def test_solution_without_a_hint_needs_no_explanation(app: App) -> None:
    puzzle = min(shipped_puzzles().puzzles, key=lambda puzzle: puzzle.rating)
    open_puzzle_menu(app).play_puzzle(puzzle)
    play(app, *puzzle.solution)
    overlay = result_overlay(app)
    wait_for_stats(app)
    assert overlay.puzzle_stats is not None
    assert overlay.puzzle_stats.last_change > 0
    assert overlay.rating_reason == ""


def test_immediate_gold_is_not_logged_before_the_turn_ends(app: App) -> None:
    puzzle_with_immediate_gold = next(
        puzzle
        for puzzle in shipped_puzzles().puzzles
        if any(
            gain.source in IMMEDIATE_CARDS
            for gain in PuzzleSession(puzzle, "Ann").gains_from_answers(puzzle.solution)
        )
    )
    open_puzzle_menu(app).play_puzzle(puzzle_with_immediate_gold)
    scene = puzzle_scene(app)
    play(app, *puzzle_with_immediate_gold.solution[:-1])
    assert scene.session.gains_from_answers(scene.session.answers_given)
    assert not any(line.text_key == "event.gold_earned" for line in scene.side_panel.log_builder.lines)


def test_rush_continues_until_time_is_up(app: App) -> None:
    menu, time = open_puzzle_menu(app), [0.0]
    assert menu.menu_data is not None
    rush = PuzzleRush(menu.menu_data.puzzles, 1, lambda: time[0])
    menu.start_next_rush_puzzle(rush)
    play(app, *puzzle_scene(app).session.puzzle.solution)
    assert rush.solved == 1
    assert not puzzle_scene(app).action_bar.hint_button.enabled
    play_any_turn(app)
    assert rush.tried == 2
    assert puzzle_scene(app).task_text.startswith("5:00")
    time[0] = RUSH_SECONDS
    advance(app, 0.3)
    wait_for_stats(app)
    assert menu.puzzle_stats.best_rush == rush.solved
    press(app, pygame.K_ESCAPE)
    assert top_scene(app) is menu


def test_esc_asks_before_it_ends_a_rush(app: App) -> None:
    """While the question is open, the clock is stopped and the board is hidden, so that nobody can use the
    extra time to think about the puzzle."""
    menu, time = open_puzzle_menu(app), [0.0]
    assert menu.menu_data is not None
    rush = PuzzleRush(menu.menu_data.puzzles, 1, lambda: time[0])
    menu.start_next_rush_puzzle(rush)
    scene = puzzle_scene(app)
    time[0] = 10.0
    press(app, pygame.K_ESCAPE)
    dialog = top_scene(app)
    assert isinstance(dialog, Dialog)
    assert app.surface.get_at(scene.view.rect.topleft) == app.surface.get_at(scene.rects.bar.bottomright)
    time[0] += 2 * RUSH_SECONDS
    advance(app, 0.3)
    assert top_scene(app) is dialog
    press(app, pygame.K_ESCAPE)
    assert top_scene(app) is scene
    assert rush.seconds_left == RUSH_SECONDS - 10.0
    time[0] += 5.0
    assert rush.seconds_left == RUSH_SECONDS - 15.0
    click(app, scene.header.menu_button)
    dialog = top_scene(app)
    assert isinstance(dialog, Dialog)
    click(app, dialog.buttons[0])
    assert top_scene(app) is menu


def start_timed_rush(app: App) -> tuple[PuzzleRush, list[float]]:
    """Starts a rush whose clock shows the number in the returned list."""
    menu, time = open_puzzle_menu(app), [0.0]
    assert menu.menu_data is not None
    rush = PuzzleRush(menu.menu_data.puzzles, 1, lambda: time[0])
    menu.start_next_rush_puzzle(rush)
    advance(app, 0.1)
    return rush, time


def open_rules(app: App) -> None:
    press(app, pygame.K_F1)


def open_message(app: App) -> None:
    show_message(app, "Title", "Text")
    app.run_frame([], 0.01)


@pytest.mark.parametrize("cover", [open_rules, open_message])
def test_rush_clock_stops_while_the_puzzle_is_covered(app: App, cover: Callable[[App], None]) -> None:
    rush, time = start_timed_rush(app)
    scene = puzzle_scene(app)
    time[0] = 10.0
    advance(app, 0.1)
    cover(app)
    assert top_scene(app) is not scene
    time[0] += 2 * RUSH_SECONDS
    advance(app, 0.3)
    press(app, pygame.K_ESCAPE)
    assert top_scene(app) is scene
    assert rush.seconds_left == RUSH_SECONDS - 10.0
    time[0] += 5.0
    advance(app, 0.1)
    assert rush.seconds_left == RUSH_SECONDS - 15.0


def test_rush_clock_runs_while_the_board_can_be_studied(app: App) -> None:
    """The recap shows the board, so it gives no extra time. When time is up, it closes along with the
    puzzle."""
    rush, time = start_timed_rush(app)
    press(app, pygame.K_r)
    assert isinstance(top_scene(app), RecapOverlay)
    time[0] = RUSH_SECONDS - 1.0
    advance(app, 0.1)
    assert rush.seconds_left == 1.0
    time[0] = RUSH_SECONDS
    advance(app, 0.3)
    assert [type(left) for left in app.scenes if isinstance(left, PuzzleScene | RecapOverlay)] == []


def test_esc_asks_before_it_ends_an_attempt(app: App) -> None:
    """Esc leaves at once if nothing has been played. Otherwise, it asks first."""
    menu = open_puzzle_menu(app)
    puzzle = next(puzzle for puzzle in shipped_puzzles().puzzles if isinstance(puzzle.solution[0], int))
    menu.play_puzzle(puzzle)
    scene = puzzle_scene(app)
    press(app, pygame.K_ESCAPE)
    assert top_scene(app) is menu
    menu.play_puzzle(puzzle)
    scene = puzzle_scene(app)
    play(app, puzzle.solution[0])
    while scene.commands.can_cancel_action:
        play(app, default_answer(scene.match))
    press(app, pygame.K_ESCAPE)
    dialog = top_scene(app)
    assert isinstance(dialog, Dialog)
    press(app, pygame.K_ESCAPE)
    assert top_scene(app) is scene, "Esc should choose the harmless answer"
    assert scene.session.answers_given
    click(app, scene.header.menu_button)
    dialog = top_scene(app)
    assert isinstance(dialog, Dialog)
    click(app, dialog.buttons[0])
    assert top_scene(app) is menu


def test_puzzle_solved_before_the_question_ends_after_it(app: App) -> None:
    """The next puzzle of a rush starts only after the question has been answered."""
    menu = open_puzzle_menu(app)
    click(app, menu.rush_button)
    scene = puzzle_scene(app)
    while not scene.session.is_complete:
        scene.commands.submit_answer(scene.session.next_solution_answer[0])
    scene.open_pause_menu()
    advance(app, 0.3)
    dialog = top_scene(app)
    assert isinstance(dialog, Dialog)
    press(app, pygame.K_ESCAPE)
    advance(app, 0.3)
    assert puzzle_scene(app) is not scene


def test_personal_puzzles_are_listed(app: App) -> None:
    first, second = (replace(puzzle, id=f"own-game-{puzzle.id}") for puzzle in shipped_puzzles().puzzles[:2])
    save_personal_puzzles(
        app.save_store.folder.parent / PUZZLES_FILE_NAME,
        {first.id: ("Ann", first), second.id: ("Ben", second), "own-x": ("Ann", None)},
    )
    menu = open_puzzle_menu(app)
    dropdown = menu.filter_dropdowns["box"]
    dropdown.select(next(index for index, (value, _) in enumerate(dropdown.options) if value == PERSONAL))
    assert [row.puzzle for row in menu.rows] == [first]
    press(app, pygame.K_RETURN)
    assert puzzle_scene(app).session.puzzle == first


@pytest.mark.parametrize("language", LANGUAGES)
def test_hanging_search_is_reported(app: App, monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    app.settings.language = language
    app.apply_settings()
    monkeypatch.setattr(puzzle_menu, "has_new_analyses", lambda saves_folder, puzzle_file: True)
    hanging_client = partial(PersonalPuzzleClient, target=fast_benchmark.hanging_benchmark)
    monkeypatch.setattr(puzzle_menu, "PersonalPuzzleClient", partial(hanging_client, timeout_s=0.1))
    menu = open_puzzle_menu(app)
    dropdown = menu.filter_dropdowns["box"]
    dropdown.select(next(index for index, (value, _) in enumerate(dropdown.options) if value == PERSONAL))
    deadline = time.monotonic() + 60
    while menu.puzzle_finder.last_error is None:
        assert time.monotonic() < deadline
        advance(app, 0.05)
    wait_for_stats(app)
    message = app.tr("ui.puzzle.search_failed", reason=app.tr("ui.worker.timeout", seconds=0))
    assert menu.next_puzzle_button.disabled_reason == message
    assert [toast.text for toast in app.toasts] == [message]
    app.pop()
    monkeypatch.setattr(puzzle_menu, "PersonalPuzzleClient", hanging_client)
    assert open_puzzle_menu(app).puzzle_finder.is_busy, "opening the page again repeats the search"


def test_leaving_a_puzzle_is_not_an_attempt(app: App) -> None:
    menu = open_puzzle_menu(app)
    app.navigator.start_puzzle(
        PuzzleSession(shipped_puzzles().puzzles[0], "Ann"), lambda next_action, standing: None
    )
    press(app, pygame.K_ESCAPE)
    wait_for_stats(app)
    assert top_scene(app) is menu
    assert menu.puzzle_stats.tried == frozenset()


def test_player_who_knows_only_the_base_game_gets_its_puzzles_first(app: App) -> None:
    app.settings.new_game = {}
    menu = open_puzzle_menu(app)
    assert menu.filter_dropdowns["box"].value == "base"
    assert {puzzle.expansions for puzzle in menu.matching_puzzles} == {("base",)}
    app.settings.new_game = GameOptions(seed=5, expansions=["base", "nomads"]).to_settings()
    menu = open_puzzle_menu(app)
    assert menu.filter_dropdowns["box"].value is None
    assert len(menu.matching_puzzles) == len(shipped_puzzles().puzzles)
