"""Tests the analysis and charts tabs of the review: judgments, totals, better turns, retries, new games from
a position, and charts."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest
from support import fake_analysis_workers
from support.app_driver import advance, click, mouse_moved, press, top_scene, wait_for_loading
from support.matches import InProcessAIClient
from support.review_games import SEATS, finished_record, open_review_app, unfinished_record

from kingdom.match.controller import Match
from kingdom.match.seats import HUMAN, Seat, write_seats
from kingdom.match.state_machine import HUMAN_MAY_ANSWER
from kingdom.position import write_position
from kingdom.record import Record, replay
from kingdom.review.analysis import JUDGMENT_MIN_LOSS, summarize_analysis
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.hexes import first_hex
from kingdom.text.translator import LANGUAGES
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog
from kingdom.ui.match.retry_scene import RetryResultDialog, RetryScene
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.review.analysis_text import better_turn_text, judgment_help_text, luck_adjusted_result_text
from kingdom.ui.review.branch_dialog import BranchDialog
from kingdom.ui.review.charts_tab import ACTIONS_CHART, CHART_KINDS, SUPPLY_CHART
from kingdom.ui.review.scene import ANALYSIS_TAB, CHARTS_TAB, REVIEW_TABS, ReviewScene
from kingdom.ui.widgets.tooltip import Tooltip
from kingdom.worker.client import WorkerClient


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    with open_review_app(tmp_path, monkeypatch) as app:
        yield app


def open_analyzed_review(
    app: App, record: Record, tab: str = ANALYSIS_TAB, viewer: int | None = 0
) -> ReviewScene:
    """Opens the review of a game and waits for its analysis."""
    app.navigator.open_review(record, None, viewer)
    wait_for_loading(app)
    scene = top_scene(app)
    assert isinstance(scene, ReviewScene)
    scene.open_tab(REVIEW_TABS.index(tab))
    for _ in range(200):
        app.run_frame([], 0.05)
        if scene.analysis_client.is_done:
            break
    advance(app, 0.2)
    return scene


def test_turns_get_judgments_and_players_a_summary(app: App) -> None:
    scene = open_analyzed_review(app, finished_record())
    turns = scene.timeline.turns
    own_turns = {turn.index for turn in turns if turn.player == 0}
    assert scene.bottom_bar.timeline_bar.judgments.keys() == {turn.index for turn in turns}
    assert all(scene.bottom_bar.timeline_bar.judgments[number] != "fine" for number in own_turns)
    summary_data = summarize_analysis(scene.timeline, scene.analysis_client.analyses.values())
    first, second = scene.analysis_tab.player_panels
    assert second.accuracy_label.text == "100%"
    assert app.tr("ui.review.sum.error", gold=f"{summary_data.players[0].loss:.1f}") in str(
        first.figures_label.text
    )
    assert first.sentence_label.text == luck_adjusted_result_text(app.translator, summary_data, 0, None)
    assert "You" in str(first.sentence_label.text)
    assert str(second.sentence_label.text).startswith("Bruno")
    assert not second.worst_turn_button.visible
    click(app, first.worst_turn_button)
    assert scene.timeline_cursor.turn.index == summary_data.players[0].worst_turn
    assert scene.analysis_tab.turn_panel.judgment == "blunder"


def test_judgments_are_counted_and_lead_to_their_turns(app: App) -> None:
    scene = open_analyzed_review(app, finished_record())
    first, second = scene.analysis_tab.player_panels
    own_turns = [turn for turn in scene.analysis_client.analyses.values() if turn.player == 0]
    for chip in first.judgment_buttons:
        assert int(str(chip.text)) == sum(turn.judgment == chip.judgment for turn in own_turns)
    assert [chip.enabled for chip in second.judgment_buttons] == [False, False, False, True]
    blunders = sorted(turn.turn_index for turn in own_turns if turn.judgment == "blunder")
    assert len(blunders) > 1
    for number in (*blunders, blunders[0]):
        click(app, first.judgment_buttons[0])
        assert scene.timeline_cursor.turn.index == number


def test_help_dialog_explains_the_numbers(app: App) -> None:
    scene = open_analyzed_review(app, finished_record(), CHARTS_TAB)
    press(app, pygame.K_i)
    dialog = top_scene(app)
    assert isinstance(dialog, Dialog)
    for judgment, limit in JUDGMENT_MIN_LOSS:
        text = judgment_help_text(app.translator, judgment)
        assert f"{limit:g}" in text
        assert text in dialog.text
    press(app, pygame.K_ESCAPE)
    assert top_scene(app) is scene
    tooltip = scene.analysis_tab.player_panels[0].tooltip
    assert isinstance(tooltip, Tooltip)
    assert tooltip.description in dialog.text


def test_bottom_bar_says_what_can_be_done_with_the_turn(app: App) -> None:
    scene = open_analyzed_review(app, finished_record())
    own_turn, opponent_turn = (
        next(turn.index for turn in scene.timeline.turns if turn.player == seat) for seat in (0, 1)
    )
    scene.timeline_cursor.seek_turn(own_turn)
    assert scene.bottom_bar.help_label.text == app.tr("ui.review.do.better")
    press(app, pygame.K_b)
    assert scene.bottom_bar.help_label.text == app.tr("ui.review.do.as_played")
    scene.timeline_cursor.seek_turn(opponent_turn)
    assert scene.bottom_bar.help_label.text == app.tr("ui.review.do.mistakes")
    scene.analysis_client.analyses.clear()
    scene.refresh()
    assert scene.bottom_bar.help_label.text == app.tr("ui.review.what_to_do")


def test_all_parts_show_the_same_round(app: App) -> None:
    """The header and the chart show the same round, even right after the last turn of a round."""
    scene = open_analyzed_review(app, finished_record(), CHARTS_TAB)
    last = max(turn.index for turn in scene.timeline.turns if turn.round == 2)
    scene.timeline_cursor.seek_turn(last)
    round_text = app.tr("ui.table.round", round=2)
    assert scene.header.title_and_detail(app)[0] == round_text
    assert scene.charts_tab.chart.caption.startswith(round_text)


def test_better_turn_text_compares_gold(app: App) -> None:
    scene = open_analyzed_review(app, finished_record())
    analysis = next(turn for turn in scene.analysis_client.analyses.values() if turn.has_better_turn)
    changed = replace(
        analysis, improvement=7.6, played_gains={"castles": 3, "miners": 1}, best_gains={"castles": 6}
    )
    assert better_turn_text(app.translator, changed)[:3] == [
        "Played: +3 Castles, +1 Miners = +4.",
        "Better: +6 Castles.",
        "Better by 7.6: +2 right away, +5.6 later on.",
    ]
    small_loss = replace(changed, loss=0.3)
    assert len(better_turn_text(app.translator, small_loss)) == 1
    assert len(better_turn_text(app.translator, small_loss, is_shown=True)) == 4
    no_loss = replace(changed, loss=0.0)
    assert len(better_turn_text(app.translator, no_loss, is_shown=True)) == 1


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_turn_texts_fit(app: App, scale: float) -> None:
    app.settings.language, app.settings.interface_scale = "de", scale
    app.apply_settings()
    scene = open_analyzed_review(app, finished_record())
    press(app, pygame.K_n)
    advance(app, 0.3)
    analysis_tab = scene.analysis_tab
    assert len(analysis_tab.turn_panel.sentences) == 4
    assert not analysis_tab.turn_panel.get_truncated_texts()
    assert analysis_tab.turn_panel.rect.top >= analysis_tab.progress_panel.rect.bottom
    assert analysis_tab.scroll_area.rect.bottom <= analysis_tab.better_button.rect.top
    assert analysis_tab.turn_panel.rect.colliderect(analysis_tab.scroll_area.rect) == (scale == 2.0)
    for block in analysis_tab.player_panels:
        rects = [widget.rect for widget in block.children]
        assert all(block.rect.contains(rect) for rect in rects)
        assert all(not rect.collideobjects(rects[index + 1 :]) for index, rect in enumerate(rects))


def test_tab_shows_the_progress_of_the_analysis(app: App) -> None:
    scene = open_analyzed_review(app, finished_record(), CHARTS_TAB)
    tab = scene.tabs.tab_rect(REVIEW_TABS.index(ANALYSIS_TAB))

    def progress_columns() -> list[int]:
        """Returns the x coordinates at which the progress bar of the tab is drawn."""
        surface = pygame.Surface(app.size)
        scene.draw(surface)
        gold = app.renderer.color("gold_light")
        return [
            x
            for x in range(tab.left, tab.right)
            if any(surface.get_at((x, y))[:3] == gold for y in range(tab.bottom - 12, tab.bottom))
        ]

    assert not progress_columns()
    scene.analysis_client.analyses = dict(
        list(scene.analysis_client.analyses.items())[: scene.analysis_client.turn_count // 2]
    )
    scene.analysis_client.start()
    assert len(progress_columns()) == pytest.approx(tab.width / 2, rel=0.15)
    scene.analysis_client.stop()


def test_result_text_with_average_luck(app: App) -> None:
    scene = open_analyzed_review(app, finished_record())
    summary_data = summarize_analysis(scene.timeline, scene.analysis_client.analyses.values())
    changed = type(summary_data)(summary_data.players, (50, 46), (45.0, 48.0))
    text = luck_adjusted_result_text(app.translator, changed, 0, None)
    assert text == "You won by 4; with even luck, you would have lost by 3."
    even = type(summary_data)(summary_data.players, (50, 50), (45.0, 45.2))
    assert luck_adjusted_result_text(app.translator, even, 1, "Bruno") == (
        "Bruno shared the victory; with even luck, it would have been a tie."
    )


def test_analysis_keys_work_from_every_tab(app: App) -> None:
    scene = open_analyzed_review(app, finished_record(), CHARTS_TAB)
    press(app, pygame.K_n)
    assert scene.active_tab == ANALYSIS_TAB
    assert scene.timeline_cursor.turn.player == 0
    press(app, pygame.K_1, pygame.K_b)
    assert scene.active_tab == ANALYSIS_TAB
    assert scene.turn_diagram.shows_better


def test_better_turn_is_shown_on_the_board(app: App) -> None:
    scene = open_analyzed_review(app, finished_record())
    press(app, pygame.K_n)
    analysis = scene.turn_diagram.turn_analysis
    assert analysis is not None
    assert analysis.player == 0
    assert scene.highlights().ringed_hexes
    assert scene.turn_diagram.better_diagram is None
    press(app, pygame.K_b)
    assert scene.turn_diagram.better_diagram is not None
    assert len(scene.turn_diagram.better_diagram.board_changes) >= 3
    assert scene.highlights().hint_hexes == scene.turn_diagram.better_diagram.hexes
    assert scene.analysis_tab.better_button.text == app.tr("ui.review.better.played")
    press(app, pygame.K_b)
    assert scene.turn_diagram.better_diagram is None
    opponent_turn = next(turn for turn in scene.timeline.turns if turn.player == 1)
    scene.timeline_cursor.seek_turn(opponent_turn.index)
    assert not scene.analysis_tab.better_button.enabled
    press(app, pygame.K_n)
    assert scene.timeline_cursor.turn.player == 0


def play_turn(app: App, retry_scene: RetryScene, end_early: bool) -> None:
    """Submits answers until the turn is over. With `end_early`, ends the turn as soon as possible."""
    for _ in range(40):
        if retry_scene.match.state not in HUMAN_MAY_ANSWER or retry_scene.turn_retry.is_complete(
            retry_scene.match
        ):
            break
        decision = retry_scene.match.decision()
        if decision.cells and not (end_early and END_TURN in decision.options):
            retry_scene.commands.submit_answer(first_hex(decision.cells))
        else:
            assert retry_scene.commands.submit_answer(
                END_TURN if END_TURN in decision.options else decision.options[0]
            )
        app.run_frame([], 0.05)
    advance(app, 0.5)


def test_retry_a_mistake(app: App) -> None:
    scene = open_analyzed_review(app, finished_record())
    press(app, pygame.K_t)
    retry_scene = top_scene(app)
    assert isinstance(retry_scene, RetryScene)
    mistake = retry_scene.turn_retry.analysis
    assert mistake.player == 0
    assert len(retry_scene.match.history) == mistake.best_from
    assert retry_scene.match.deciding_seat == 0
    assert not retry_scene.action_bar.hint_button.enabled
    had_save = app.save_store.current_game_file.exists()
    play_turn(app, retry_scene, end_early=False)
    result_dialog = top_scene(app)
    assert isinstance(result_dialog, RetryResultDialog)
    assert result_dialog.text == app.tr("ui.review.trial.good")
    assert app.save_store.current_game_file.exists() == had_save
    click(app, result_dialog.buttons[0])
    next_scene = top_scene(app)
    assert isinstance(next_scene, RetryScene)
    assert next_scene.turn_retry.analysis.turn_index > mistake.turn_index
    press(app, pygame.K_ESCAPE)
    assert top_scene(app) is scene


def test_esc_asks_before_it_ends_a_retry(app: App) -> None:
    """Esc leaves at once if nothing has been played. Otherwise, it asks first."""
    scene = open_analyzed_review(app, finished_record())
    press(app, pygame.K_t)
    retry_scene = top_scene(app)
    assert isinstance(retry_scene, RetryScene)
    press(app, pygame.K_ESCAPE)
    assert top_scene(app) is scene
    press(app, pygame.K_t)
    retry_scene = top_scene(app)
    assert isinstance(retry_scene, RetryScene)
    retry_scene.commands.submit_answer(first_hex(retry_scene.match.decision().cells))
    retry_scene.action_bar.show_message("", 0)
    press(app, pygame.K_ESCAPE)
    dialog = top_scene(app)
    assert isinstance(dialog, Dialog)
    press(app, pygame.K_ESCAPE)
    assert top_scene(app) is retry_scene, "Esc should choose the harmless answer"
    press(app, pygame.K_ESCAPE)
    dialog = top_scene(app)
    assert isinstance(dialog, Dialog)
    click(app, dialog.buttons[0])
    assert top_scene(app) is scene


def test_retry_shows_opponent_kinds_and_needs_no_handoff(app: App) -> None:
    seats = write_seats([Seat("Ani", "orange", HUMAN), Seat("Bo", "blue", HUMAN)])
    open_analyzed_review(app, replace(finished_record(), seats=seats))
    press(app, pygame.K_t)
    retry_scene = top_scene(app)
    assert isinstance(retry_scene, RetryScene)
    assert [retry_scene.side_panel.seat_kind_text(seat) for seat in (0, 1)] == [
        app.tr("ui.table.you"),
        app.tr("ui.kind.person"),
    ]
    assert retry_scene.match.viewer_seat == 0
    play_turn(app, retry_scene, end_early=False)
    assert isinstance(top_scene(app), RetryResultDialog)
    press(app, pygame.K_ESCAPE)
    app.pop(app.scene)
    open_analyzed_review(
        app, replace(finished_record(), seats=write_seats([SEATS[0], replace(SEATS[1], kind="hard")]))
    )
    press(app, pygame.K_t)
    retry_scene = top_scene(app)
    assert isinstance(retry_scene, RetryScene)
    assert retry_scene.side_panel.seat_kind_text(1) == app.tr("ui.kind.hard")


def test_match_below_the_review_is_paused(app: App) -> None:
    """While the review covers a match, no AI player in the match continues its turn, and the final scoring
    does not open."""
    record = finished_record()
    record.result = None
    while replay(record).over or replay(record).decision().player != 1 or not replay(record).decision().cells:
        record.answers.pop()
    match = Match.from_record(record, None, InProcessAIClient())
    app.replace(MatchScene(match))
    app.navigator.open_review(match.record, None, 0)
    wait_for_loading(app)
    scene, answer_count = top_scene(app), len(match.record.answers)
    advance(app, 1.0)
    assert top_scene(app) is scene
    assert len(match.record.answers) == answer_count
    app.pop(scene)
    advance(app, 1.0)
    assert len(match.record.answers) > answer_count


def test_failed_retry_is_reported_and_can_be_repeated(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def losing_reply(request: dict[str, Any]) -> dict[str, Any]:
        return {"error": 2.5}

    scene = open_analyzed_review(app, finished_record())
    monkeypatch.setattr("support.review_games.fake_analysis_reply", losing_reply)
    press(app, pygame.K_t)
    retry_scene = top_scene(app)
    assert isinstance(retry_scene, RetryScene)
    play_turn(app, retry_scene, end_early=True)
    result_dialog = top_scene(app)
    assert isinstance(result_dialog, RetryResultDialog)
    assert "2.5" in result_dialog.text
    click(app, result_dialog.buttons[0])
    second_retry = top_scene(app)
    assert isinstance(second_retry, RetryScene)
    assert second_retry is not retry_scene
    assert second_retry.turn_retry.analysis == retry_scene.turn_retry.analysis
    play_turn(app, second_retry, end_early=True)
    result_dialog = top_scene(app)
    assert isinstance(result_dialog, RetryResultDialog)
    click(app, result_dialog.buttons[1])
    assert top_scene(app) is scene
    assert scene.turn_diagram.shows_better
    assert scene.timeline_cursor.turn.index == retry_scene.turn_retry.analysis.turn_index


def test_analysis_crash_is_reported_in_one_line(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def failing_reply(request: dict[str, Any]) -> dict[str, Any]:
        return {"trouble": "Traceback\nZeroDivisionError: no gold"}

    monkeypatch.setattr("support.review_games.fake_analysis_reply", failing_reply)
    app.navigator.open_review(finished_record(), None, 0)
    wait_for_loading(app)
    scene = top_scene(app)
    assert isinstance(scene, ReviewScene)
    advance(app, 1.0)
    assert scene.analysis_client.last_error is not None
    assert scene.analysis_client.last_error.summary == "ZeroDivisionError: no gold"
    label = scene.analysis_tab.status_label.text
    assert callable(label)
    assert "ZeroDivisionError" in label()
    scene.timeline_cursor.seek(3)
    assert scene.timeline_cursor.answer_count == 3


@pytest.mark.parametrize("language", LANGUAGES)
def test_hanging_analysis_is_reported_and_can_be_restarted(
    app: App, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    app.settings.language = language
    app.apply_settings()
    monkeypatch.setattr(
        "kingdom.review.analysis_client.WorkerClient",
        lambda target, timeout_s: WorkerClient(fake_analysis_workers.silent_analysis, timeout_s=0.1),
    )
    app.navigator.open_review(finished_record(), None, 0)
    wait_for_loading(app)
    scene = top_scene(app)
    assert isinstance(scene, ReviewScene)
    scene.open_tab(REVIEW_TABS.index(ANALYSIS_TAB))
    deadline = time.monotonic() + 60
    while scene.analysis_client.last_error is None:
        assert time.monotonic() < deadline
        advance(app, 0.05)
    assert not scene.analysis_client.is_running
    label = scene.analysis_tab.status_label.text
    assert callable(label)
    assert label() == app.tr("ui.review.failed", reason=app.tr("ui.worker.timeout", seconds=0))
    click(app, scene.analysis_tab.start_stop_button)
    assert scene.analysis_client.is_running
    assert scene.analysis_client.last_error is None


def test_analysis_can_be_stopped_and_ends_with_the_scene(app: App) -> None:
    app.navigator.open_review(finished_record(), None, 0)
    wait_for_loading(app)
    scene = top_scene(app)
    assert isinstance(scene, ReviewScene)
    scene.open_tab(REVIEW_TABS.index(ANALYSIS_TAB))
    advance(app, 0.5)
    assert scene.analysis_client.is_running
    click(app, scene.analysis_tab.start_stop_button)
    analyzed = len(scene.analysis_client.analyses)
    advance(app, 0.5)
    assert not scene.analysis_client.is_running
    assert len(scene.analysis_client.analyses) == analyzed
    click(app, scene.analysis_tab.start_stop_button)
    assert scene.analysis_client.is_running
    press(app, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert top_scene(app) is not scene
    assert not scene.analysis_client.is_running


def test_only_own_turns_of_an_unfinished_game_are_analyzed(app: App) -> None:
    scene = open_analyzed_review(app, unfinished_record())
    assert scene.analysis_client.analyses
    assert {analysis.player for analysis in scene.analysis_client.analyses.values()} == {0}
    assert scene.analysis_tab.player_panels[0].sentence_label.text == app.tr("ui.review.goes_on")
    app.pop(scene)
    assert open_analyzed_review(app, unfinished_record(), viewer=None).analysis_client.turn_count == 0


def test_new_game_from_any_point(app: App) -> None:
    scene = open_analyzed_review(app, finished_record())
    scene.timeline_cursor.seek(20)
    press(app, pygame.K_o)
    dialog = top_scene(app)
    assert isinstance(dialog, BranchDialog)
    dialog.kind_dropdowns[1].select([kind for kind, _ in dialog.kind_dropdowns[1].options].index("person"))
    click(app, dialog.buttons[0])
    match_scene = top_scene(app)
    while not isinstance(match_scene, MatchScene):  # two humans: a handoff overlay covers the match
        match_scene = next(scene for scene in app.scenes if isinstance(scene, MatchScene))
    record = match_scene.match.record
    assert record.answers == finished_record().answers[:20]
    assert [seat.kind for seat in match_scene.match.seats] == ["person", "person"]
    assert record.branched_from is not None
    assert record.branched_from.answer_count == 20
    assert record.game_id


def test_new_game_from_a_running_game_hides_its_cards(app: App) -> None:
    """The dialog announces that the opponent's hand and the draw pile are dealt again, and the new game does
    so."""
    scene = open_analyzed_review(app, unfinished_record())
    old_game = scene.timeline.game_at(scene.timeline.total_answers)
    press(app, pygame.K_o)
    dialog = top_scene(app)
    assert isinstance(dialog, BranchDialog)
    assert dialog.text == app.tr("ui.review.again.text.running")
    dialog.kind_dropdowns[1].select([kind for kind, _ in dialog.kind_dropdowns[1].options].index("person"))
    click(app, dialog.buttons[0])
    top_scene(app)  # waits for the game
    match = next(scene.match for scene in app.scenes if isinstance(scene, MatchScene))
    assert match.game.hands[0] == old_game.hands[0]
    assert match.game.draw_pile != old_game.draw_pile
    assert match.game.unseen_cards(0) == old_game.unseen_cards(0)
    app.save_store.flush()
    saved = app.save_store.find_unfinished()
    assert saved is not None
    assert saved.setup.redeals[0].viewer == 0
    assert write_position(replay(saved)) == write_position(match.game)


def test_finished_game_can_only_be_replayed_on_the_same_board(app: App) -> None:
    scene = open_analyzed_review(app, finished_record())
    press(app, pygame.K_END, pygame.K_o)
    dialog = top_scene(app)
    assert isinstance(dialog, BranchDialog)
    assert not dialog.buttons[0].enabled
    dialog.kind_dropdowns[1].select(0)
    click(app, dialog.buttons[1])
    top_scene(app)  # waits for the game
    match_scene = next(scene for scene in app.scenes if isinstance(scene, MatchScene))
    assert match_scene.match.record.setup == scene.timeline.record.setup
    assert match_scene.match.record.branched_from is not None


def test_hovering_a_chart_shows_the_board_at_that_point(app: App) -> None:
    scene = open_analyzed_review(app, finished_record(), CHARTS_TAB)
    chart = scene.charts_tab.chart
    assert [curve.values for curve in chart.series] == [
        tuple(map(float, scene.charts_tab.history.gold_series(player))) for player in (0, 1)
    ]
    scene.timeline_cursor.seek(10)
    plot = chart.plot_rect(app.renderer)
    point = scene.charts_tab.history.points[5]
    plot_point = chart.point_at(plot, 5, 0)
    app.run_frame([mouse_moved((round(plot_point[0]), plot.centery))], 0.01)
    assert scene.replay_view.answer_count == point.answer_count
    assert scene.timeline_cursor.answer_count == 10
    assert str(point.gold[0]) in chart.caption
    app.run_frame([mouse_moved(scene.tabs.rect.center)], 0.01)
    assert scene.replay_view.answer_count == 10
    click(app, (round(plot_point[0]), plot.centery))
    assert scene.timeline_cursor.answer_count == point.answer_count


def test_every_chart_can_be_chosen(app: App) -> None:
    scene = open_analyzed_review(app, finished_record(), CHARTS_TAB)
    scene.timeline_cursor.seek(scene.timeline.turns[3].start)
    for index in range(len(scene.charts_tab.chart_dropdown.options)):
        scene.charts_tab.chart_dropdown.select(index)
        app.run_frame([], 0.01)
        if scene.charts_tab.chart_kind == SUPPLY_CHART:
            assert "likely to end in round" in scene.charts_tab.chart.caption
    assert {kind for kind, _ in scene.charts_tab.chart_dropdown.options} > set(CHART_KINDS)
    scene.charts_tab.select_chart(ACTIONS_CHART)
    app.run_frame([], 0.01)
    assert scene.charts_tab.rows
    assert scene.bottom_bar.help_label.text == app.tr("ui.review.do.brought")
    assert all(row.tooltip_text() for row in scene.charts_tab.rows)
