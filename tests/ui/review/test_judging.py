"""Luck and skill in the window: marks, sums, what would be better, trying again, playing on, curves."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest
from at_the_table import Prompt
from games_to_look_at import SEATS, ended, going_on, window_without_processes
from window import click, moved, on_top, press, settle, wait_for_file

from kingdom.match.machine import WAITING
from kingdom.match.match import Match
from kingdom.match.seats import PERSON, Seat, write_seats
from kingdom.record import Record, replay
from kingdom.review.analysis import LIMITS, summary
from kingdom.rules.frames import END_TURN
from kingdom.rules.hexes import lowest
from kingdom.ui.app.app import App
from kingdom.ui.review.gold import BROUGHT, KINDS, SUPPLY
from kingdom.ui.review.scene import GOLD, JUDGE, TABS, ReviewScene
from kingdom.ui.review.seats_dialog import SeatsDialog
from kingdom.ui.review.verdict_words import better_words, mark_words, result_words
from kingdom.ui.scene.dialog import Dialog
from kingdom.ui.table.table import TableScene
from kingdom.ui.table.trial import TrialScene, TrialVerdict
from kingdom.ui.widgets.tooltip import Tip


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    with window_without_processes(tmp_path, monkeypatch) as app:
        yield app


def look_at(app: App, record: Record, tab: str = JUDGE, viewer: int | None = 0) -> ReviewScene:
    """A review whose analysis is done."""
    app.ways.review(record, None, viewer)
    wait_for_file(app)
    scene = on_top(app)
    assert isinstance(scene, ReviewScene)
    scene.open_tab(TABS.index(tab))
    for _ in range(200):
        app.step([], 0.05)
        if scene.desk.done:
            break
    settle(app, 0.2)
    return scene


def test_turns_get_their_marks_and_players_their_sums(app: App) -> None:
    scene = look_at(app, ended())
    turns = scene.timeline.turns
    mine = {turn.number for turn in turns if turn.player == 0}
    assert scene.foot.strip.marks.keys() == {turn.number for turn in turns}
    assert all(scene.foot.strip.marks[number] != "fine" for number in mine)
    sums = summary(scene.timeline, scene.desk.turns.values())
    first, second = scene.judgement.blocks
    assert second.figures[0] == "100 %"
    assert app.say("ui.review.sum.error", gold=f"{sums.players[0].error:.1f}") == first.figures[1]
    assert first.sentence == result_words(app.texts, sums, 0, None)
    assert "You" in first.sentence
    assert second.sentence.startswith("Bruno")
    assert not second.weakest.visible
    click(app, first.weakest)
    assert scene.course.turn.number == sums.players[0].weakest
    assert scene.judgement.panel.mark == "blunder"


def test_marks_are_counted_and_lead_to_their_turns(app: App) -> None:
    scene = look_at(app, ended())
    first, second = scene.judgement.blocks
    mine = [turn for turn in scene.desk.turns.values() if turn.player == 0]
    for chip in first.chips:
        assert int(str(chip.text)) == sum(turn.mark == chip.mark for turn in mine)
    assert [chip.enabled for chip in second.chips] == [False, False, False, True]
    blunders = sorted(turn.number for turn in mine if turn.mark == "blunder")
    assert len(blunders) > 1
    for number in (*blunders, blunders[0]):
        click(app, first.chips[0])
        assert scene.course.turn.number == number


def test_what_the_numbers_mean_can_be_read(app: App) -> None:
    scene = look_at(app, ended(), GOLD)
    press(app, pygame.K_i)
    told = on_top(app)
    assert isinstance(told, Dialog)
    for mark, limit in LIMITS:
        said = mark_words(app.texts, mark)
        assert f"{limit:g}" in said
        assert said in told.text
    press(app, pygame.K_ESCAPE)
    assert on_top(app) is scene
    tip = scene.judgement.blocks[0].tooltip
    assert isinstance(tip, Tip)
    assert tip.does in told.text


def test_the_sentence_tells_what_can_be_done_with_this_turn(app: App) -> None:
    scene = look_at(app, ended())
    mine, other = (
        next(turn.number for turn in scene.timeline.turns if turn.player == seat) for seat in (0, 1)
    )
    scene.course.go_to_turn(mine)
    assert scene.foot.line == app.say("ui.review.do.better")
    press(app, pygame.K_b)
    assert scene.foot.line == app.say("ui.review.do.as_played")
    scene.course.go_to_turn(other)
    assert scene.foot.line == app.say("ui.review.do.mistakes")
    scene.desk.turns.clear()
    scene.refresh()
    assert scene.foot.line == app.say("ui.review.what_to_do")


def test_every_part_tells_the_same_round(app: App) -> None:
    """Between two rounds, where a turn has just ended."""
    scene = look_at(app, ended(), GOLD)
    last = max(turn.number for turn in scene.timeline.turns if turn.round == 2)
    scene.course.go_to_turn(last)
    said = app.say("ui.table.round", round=2)
    assert scene.header.words(app)[0] == said
    assert scene.gold.chart.caption.startswith(said)


def test_where_the_better_turn_is_better(app: App) -> None:
    scene = look_at(app, ended())
    review = next(turn for turn in scene.desk.turns.values() if turn.beaten)
    made = replace(review, better_by=7.6, played_by={"castles": 3, "miners": 1}, best_by={"castles": 6})
    assert better_words(app.texts, made)[:3] == [
        "Played: +3 Castles, +1 Miners = +4.",
        "Better: +6 Castles.",
        "Better by 7.6: +2 at once, +5.6 in what it leads to.",
    ]
    near = replace(made, error=0.3)
    assert len(better_words(app.texts, near)) == 1
    assert len(better_words(app.texts, near, shown=True)) == 4
    none = replace(made, error=0.0)
    assert len(better_words(app.texts, none, shown=True)) == 1


@pytest.mark.parametrize("scale", [1.0, 2.0])
def test_all_that_is_said_of_a_turn_has_room(app: App, scale: float) -> None:
    app.settings.language, app.settings.interface_scale = "de", scale
    app.refresh()
    scene = look_at(app, ended())
    press(app, pygame.K_n)
    settle(app, 0.3)
    judgement = scene.judgement
    assert len(judgement.panel.words) == 4
    assert not judgement.panel.cut
    assert judgement.panel.rect.top >= judgement.desk_panel.rect.bottom
    assert judgement.area.rect.bottom <= judgement.better.rect.top
    assert judgement.panel.rect.colliderect(judgement.area.rect) == (scale == 2.0)
    for block in judgement.blocks:
        places = [widget.rect for widget in block.children]
        assert all(block.rect.contains(place) for place in places)
        assert all(not place.collideobjects(places[number + 1 :]) for number, place in enumerate(places))


def test_the_tab_tells_how_far_the_analysis_is(app: App) -> None:
    scene = look_at(app, ended(), GOLD)
    tab = scene.tabs.tab_rect(TABS.index(JUDGE))

    def filled() -> list[int]:
        """The columns of the tab that shine."""
        seen = pygame.Surface(app.size)
        scene.draw(seen)
        gold = app.look.colour("gold_light")
        return [
            x
            for x in range(tab.left, tab.right)
            if any(seen.get_at((x, y))[:3] == gold for y in range(tab.bottom - 12, tab.bottom))
        ]

    assert not filled()
    scene.desk.running = True
    scene.desk.turns = dict(list(scene.desk.turns.items())[: scene.desk.all // 2])
    assert len(filled()) == pytest.approx(tab.width / 2, rel=0.15)
    scene.desk.running = False


def test_the_sentence_with_even_luck(app: App) -> None:
    scene = look_at(app, ended())
    sums = summary(scene.timeline, scene.desk.turns.values())
    made = type(sums)(sums.players, (50, 46), (45.0, 48.0))
    said = result_words(app.texts, made, 0, None)
    assert said == "You won by 4; with even luck you would have lost by 3."
    even = type(sums)(sums.players, (50, 50), (45.0, 45.2))
    assert result_words(app.texts, even, 1, "Bruno") == (
        "Bruno shared the victory; with even luck it would have been level."
    )


def test_its_keys_work_from_every_tab(app: App) -> None:
    scene = look_at(app, ended(), GOLD)
    press(app, pygame.K_n)
    assert scene.tab == JUDGE
    assert scene.course.turn.player == 0
    press(app, pygame.K_1, pygame.K_b)
    assert scene.tab == JUDGE
    assert scene.comparison.better


def test_what_would_have_been_better_is_shown_on_the_board(app: App) -> None:
    scene = look_at(app, ended())
    press(app, pygame.K_n)
    review = scene.comparison.review
    assert review is not None
    assert review.player == 0
    assert scene.lights().marks
    assert scene.comparison.plan is None
    press(app, pygame.K_b)
    assert scene.comparison.plan is not None
    assert len(scene.comparison.plan.deeds) >= 3
    assert scene.lights().hinted == scene.comparison.plan.hexes
    assert scene.judgement.better.text == app.say("ui.review.better.played")
    press(app, pygame.K_b)
    assert scene.comparison.plan is None
    other = next(turn for turn in scene.timeline.turns if turn.player == 1)
    scene.course.go_to_turn(other.number)
    assert not scene.judgement.better.enabled
    press(app, pygame.K_n)
    assert scene.course.turn.player == 0


def play_turn(app: App, trial: TrialScene, early: bool) -> None:
    """Answer until the turn is over; early: with as few answers as there can be."""
    for _ in range(40):
        if trial.match.state not in WAITING or trial.exercise.complete(trial.match):
            break
        decision = trial.match.decision()
        if decision.cells and not (early and END_TURN in decision.options):
            trial.deeds.answer(lowest(decision.cells))
        else:
            assert trial.deeds.answer(END_TURN if END_TURN in decision.options else decision.options[0])
        app.step([], 0.05)
    settle(app, 0.5)


def test_a_mistake_is_tried_again(app: App) -> None:
    scene = look_at(app, ended())
    press(app, pygame.K_t)
    trial = on_top(app)
    assert isinstance(trial, TrialScene)
    mistake = trial.exercise.review
    assert mistake.player == 0
    assert len(trial.match.history) == mistake.at
    assert trial.match.decider == 0
    assert not trial.bar.hint.enabled
    before = app.keeper.current.exists()
    play_turn(app, trial, early=False)
    verdict = on_top(app)
    assert isinstance(verdict, TrialVerdict)
    assert verdict.text == app.say("ui.review.trial.good")
    assert app.keeper.current.exists() == before
    click(app, verdict.buttons[0])
    following = on_top(app)
    assert isinstance(following, TrialScene)
    assert following.exercise.review.number > mistake.number
    press(app, pygame.K_ESCAPE)
    assert on_top(app) is scene


def test_others_are_named_as_they_are_and_nobody_has_to_look_away(app: App) -> None:
    seats = write_seats([Seat("Ani", "orange", PERSON), Seat("Bo", "blue", PERSON)])
    look_at(app, replace(ended(), seats=seats))
    press(app, pygame.K_t)
    trial = on_top(app)
    assert isinstance(trial, TrialScene)
    assert [trial.side.kind(seat) for seat in (0, 1)] == [app.say("ui.table.you"), app.say("ui.kind.person")]
    assert trial.match.viewer == 0
    play_turn(app, trial, early=False)
    assert isinstance(on_top(app), TrialVerdict)
    press(app, pygame.K_ESCAPE)
    app.pop(app.scene)
    look_at(app, replace(ended(), seats=write_seats([SEATS[0], replace(SEATS[1], kind="hard")])))
    press(app, pygame.K_t)
    trial = on_top(app)
    assert isinstance(trial, TrialScene)
    assert trial.side.kind(1) == app.say("ui.kind.hard")


def test_the_table_below_stands_still(app: App) -> None:
    """A program that would end the game does not play on unseen, and no ceremony comes."""
    record = ended()
    record.result = None
    while replay(record).over or replay(record).decision().player != 1 or not replay(record).decision().cells:
        record.answers.pop()
    match = Match.resume(record, None, Prompt())
    app.replace(TableScene(match))
    app.ways.review(match.record, None, 0)
    wait_for_file(app)
    scene, given = on_top(app), len(match.record.answers)
    settle(app, 1.0)
    assert on_top(app) is scene
    assert len(match.record.answers) == given
    app.pop(scene)
    settle(app, 1.0)
    assert len(match.record.answers) > given


def test_a_try_that_falls_short_is_told_and_can_be_mended(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def short(asked: dict[str, Any]) -> dict[str, Any]:
        return {"number": asked["number"], "error": 2.5}

    scene = look_at(app, ended())
    monkeypatch.setattr("games_to_look_at.quick_reply", short)
    press(app, pygame.K_t)
    trial = on_top(app)
    assert isinstance(trial, TrialScene)
    play_turn(app, trial, early=True)
    verdict = on_top(app)
    assert isinstance(verdict, TrialVerdict)
    assert "2.5" in verdict.text
    click(app, verdict.buttons[0])
    again = on_top(app)
    assert isinstance(again, TrialScene)
    assert again is not trial
    assert again.exercise.review == trial.exercise.review
    play_turn(app, again, early=True)
    verdict = on_top(app)
    assert isinstance(verdict, TrialVerdict)
    click(app, verdict.buttons[1])
    assert on_top(app) is scene
    assert scene.comparison.better
    assert scene.course.turn.number == trial.exercise.review.number


def test_a_crash_of_the_analysis_is_told_in_a_line(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def trouble(asked: dict[str, Any]) -> dict[str, Any]:
        return {"number": asked["number"], "trouble": "Traceback\nZeroDivisionError: no gold"}

    monkeypatch.setattr("games_to_look_at.quick_reply", trouble)
    app.ways.review(ended(), None, 0)
    wait_for_file(app)
    scene = on_top(app)
    assert isinstance(scene, ReviewScene)
    settle(app, 1.0)
    assert scene.desk.problem == "ZeroDivisionError: no gold"
    label = scene.judgement.state.text
    assert callable(label)
    assert "ZeroDivisionError" in label()
    scene.course.seek(3)
    assert scene.course.moment == 3


def test_the_analysis_can_be_stopped_and_ends_with_the_scene(app: App) -> None:
    app.ways.review(ended(), None, 0)
    wait_for_file(app)
    scene = on_top(app)
    assert isinstance(scene, ReviewScene)
    scene.open_tab(TABS.index(JUDGE))
    settle(app, 0.5)
    assert scene.desk.running
    click(app, scene.judgement.switch)
    known = len(scene.desk.turns)
    settle(app, 0.5)
    assert not scene.desk.running
    assert len(scene.desk.turns) == known
    click(app, scene.judgement.switch)
    assert scene.desk.running
    press(app, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert on_top(app) is not scene
    assert not scene.desk.running


def test_of_a_game_going_on_only_ones_own_turns_are_judged(app: App) -> None:
    scene = look_at(app, going_on())
    assert scene.desk.turns
    assert {review.player for review in scene.desk.turns.values()} == {0}
    assert scene.judgement.blocks[0].sentence == app.say("ui.review.goes_on")
    app.pop(scene)
    assert look_at(app, going_on(), viewer=None).desk.all == 0


def test_any_moment_becomes_a_new_game(app: App) -> None:
    scene = look_at(app, ended())
    scene.course.seek(20)
    press(app, pygame.K_o)
    dialog = on_top(app)
    assert isinstance(dialog, SeatsDialog)
    dialog.kinds[1].choose([kind for kind, _ in dialog.kinds[1].options].index("person"))
    click(app, dialog.buttons[0])
    table = on_top(app)
    while not isinstance(table, TableScene):  # two people: a curtain hides the hand
        table = next(scene for scene in app.scenes if isinstance(scene, TableScene))
    record = table.match.record
    assert record.answers == ended().answers[:20]
    assert [seat.kind for seat in table.match.seats] == ["person", "person"]
    assert record.origin is not None
    assert record.origin.answers == 20
    assert record.game


def test_the_same_land_again_and_no_way_on_from_the_end(app: App) -> None:
    scene = look_at(app, ended())
    press(app, pygame.K_END, pygame.K_o)
    dialog = on_top(app)
    assert isinstance(dialog, SeatsDialog)
    assert not dialog.buttons[0].enabled
    dialog.kinds[1].choose(0)
    click(app, dialog.buttons[1])
    table = next(scene for scene in app.scenes if isinstance(scene, TableScene))
    assert table.match.record.setup == scene.timeline.record.setup
    assert table.match.record.origin is not None


def test_pointing_at_a_curve_shows_the_board_of_that_moment(app: App) -> None:
    scene = look_at(app, ended(), GOLD)
    chart = scene.gold.chart
    assert [curve.values for curve in chart.curves] == [
        tuple(map(float, scene.gold.curves.gold(player))) for player in (0, 1)
    ]
    scene.course.seek(10)
    plot = chart.plot(app.look)
    point = scene.gold.curves.points[5]
    spot = chart.spot(plot, 5, 0)
    app.step([moved((round(spot[0]), plot.centery))], 0.01)
    assert scene.shown.number == point.moment
    assert scene.course.moment == 10
    assert str(point.gold[0]) in chart.caption
    app.step([moved(scene.tabs.rect.center)], 0.01)
    assert scene.shown.number == 10
    click(app, (round(spot[0]), plot.centery))
    assert scene.course.moment == point.moment


def test_every_chart_can_be_chosen(app: App) -> None:
    scene = look_at(app, ended(), GOLD)
    scene.course.seek(scene.timeline.turns[3].first)
    for place in range(len(scene.gold.choice.options)):
        scene.gold.choice.choose(place)
        app.step([], 0.01)
        if scene.gold.kind == SUPPLY:
            assert "likely to end in round" in scene.gold.chart.caption
    assert {kind for kind, _ in scene.gold.choice.options} > set(KINDS)
    scene.gold.choose(BROUGHT)
    app.step([], 0.01)
    assert scene.gold.rows
    assert scene.foot.line == app.say("ui.review.do.brought")
    assert all(row.tip() for row in scene.gold.rows)
