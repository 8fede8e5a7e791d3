"""Puzzles in the window: the list, the table, hints, the verdict, the rush."""

from __future__ import annotations

from dataclasses import replace

import pygame
import pytest
from window import click, on_top, press, settle

from kingdom.learn.choosing import OWN
from kingdom.learn.own import FILE, keep
from kingdom.learn.puzzle import WIN, Puzzle
from kingdom.learn.puzzle_library import shipped
from kingdom.learn.rush import SECONDS, Rush
from kingdom.learn.solving import Solving
from kingdom.match.match import Match
from kingdom.profile.deeds import NEWCOMER
from kingdom.rules.frames import END_TURN
from kingdom.rules.registry import CARDS, kind_of
from kingdom.ui.app.app import App
from kingdom.ui.panels.puzzle_words import missed_words
from kingdom.ui.puzzles.hall import PuzzleHall
from kingdom.ui.puzzles.row import PuzzleRow
from kingdom.ui.table.puzzle import PuzzleTable
from kingdom.ui.table.puzzle_verdict import PuzzleVerdict

WINDOW_SIZE = (800, 600)

AT_ONCE = [card.name for card in CARDS.values() if card.score is None]


@pytest.fixture
def app(app: App) -> App:
    app.settings.animation = "off"
    app.settings.name = "Ann"
    app.ways.menu()
    return app


def clerked(app: App) -> None:
    """Let the clerk answer, and the window hear it."""
    app.clerk.settle()
    settle(app, 0.1)


def hall(app: App) -> PuzzleHall:
    app.ways.puzzles()
    clerked(app)
    found = on_top(app)
    assert isinstance(found, PuzzleHall)
    return found


def table(app: App) -> PuzzleTable:
    found = on_top(app)
    assert isinstance(found, PuzzleTable)
    return found


def verdict(app: App) -> PuzzleVerdict:
    found = on_top(app)
    assert isinstance(found, PuzzleVerdict)
    return found


def play(app: App, *answers: int | str) -> None:
    at = table(app)
    for answer in answers:
        at.deeds.answer(answer)
        app.step([], 0.05)


def last_resort(match: Match) -> int | str:
    """An answer without thinking: the last hex."""
    decision = match.decision()
    return END_TURN if END_TURN in decision.options else decision.cells.bit_length() - 1


def give_up(app: App) -> None:
    """Any turn."""
    at = table(app)
    while on_top(app) is at:
        play(app, last_resort(at.match))


def asks_for_thought(puzzle: Puzzle) -> bool:
    """Whether any turn does not solve it."""
    solving = Solving(puzzle, "Ann")
    while not solving.complete:
        solving.match.answer(last_resort(solving.match))
        solving.match.played()
    return not solving.outcome.solved


def test_the_menu_leads_to_the_puzzles(app: App) -> None:
    scene = on_top(app)
    assert scene is not None
    entry = next(button for button in scene.buttons if button.text == app.say("ui.menu.puzzles"))  # type: ignore[attr-defined]
    click(app, entry)
    clerked(app)
    found = on_top(app)
    assert isinstance(found, PuzzleHall)
    assert len(found.rows) == len(shipped().puzzles)
    assert found.figures[0].number == f"{round(NEWCOMER.points)}?"
    press(app, pygame.K_ESCAPE)
    assert not isinstance(on_top(app), PuzzleHall)


def test_choosing_narrows_the_list(app: App) -> None:
    at = hall(app)
    box = at.choices["box"]
    box.choose(next(place for place, (value, _) in enumerate(box.options) if value == "nomads"))
    assert 0 < len(at.rows) < len(shipped().puzzles)
    assert all("nomads" in row.puzzle.boxes for row in at.rows)
    at.choices["solved"].choose(2)
    assert at.rows == []
    assert not at.next.enabled


def test_the_list_gives_no_hint_away(app: App) -> None:
    """Which actions are needed is told once it was tried; who misses it and what the number means before."""
    puzzle = next(puzzle for puzzle in shipped().puzzles if puzzle.actions)
    name = app.texts.name(puzzle.actions[0], kind_of(puzzle.actions[0]))
    new, tried = (PuzzleRow(app, puzzle, 1234.0, state, lambda: None) for state in ("", "cross"))
    assert name not in new.about
    assert name in tried.about
    assert "1234" in new.tip()
    assert missed_words(app.texts, puzzle) in new.tip()


def test_a_puzzle_is_solved_and_rated(app: App) -> None:
    at = hall(app)
    press(app, pygame.K_RETURN)  # the next one has the focus
    puzzle = table(app).solving.puzzle
    assert not any(row.live_gold for row in table(app).side.rows)
    assert not any(panel.live_gold for panel in table(app).side.scored)
    play(app, *puzzle.solution)
    clerked(app)
    shown = verdict(app)
    assert shown.outcome.solved
    assert shown.standing is not None
    assert shown.standing.rating.points > NEWCOMER.points
    assert shown.standing.streak == 1
    click(app, shown.list)
    clerked(app)
    assert on_top(app) is at
    assert at.figures[1].number.startswith("1 /")
    row = next(row for row in at.rows if row.puzzle is puzzle)
    assert row.state == "check"


def test_a_missed_one_shows_the_best_turn_step_by_step(app: App) -> None:
    at = hall(app)
    puzzle = next(puzzle for puzzle in shipped().puzzles if asks_for_thought(puzzle))
    at.play(puzzle)
    give_up(app)
    shown = verdict(app)
    assert not shown.outcome.solved
    assert str(puzzle.gold) in shown.gold_words
    own = shown.steps[0]
    assert shown.table.step is own
    for place in range(1, len(shown.steps)):
        press(app, pygame.K_RIGHT)
        assert shown.table.step is shown.steps[place]
        app.step([], 0.1)
    last = shown.steps[-1]
    assert last.lit & last.game.own[shown.table.solving.player], "what earns it shines"
    press(app, pygame.K_RIGHT)
    assert shown.table.step is last
    press(app, pygame.K_LEFT)
    assert shown.table.step is shown.steps[-2]
    click(app, shown.again)
    assert table(app).solving.puzzle is puzzle
    play(app, *puzzle.solution)
    clerked(app)
    again = verdict(app)
    assert again.outcome.solved
    assert again.standing is not None
    assert again.standing.rating.points < NEWCOMER.points, "only the first try counts"
    click(app, again.next)
    assert table(app).solving.puzzle is not puzzle


def test_a_win_is_told_with_what_everybody_has(app: App) -> None:
    puzzle = next(puzzle for puzzle in shipped().puzzles if puzzle.kind == WIN and asks_for_thought(puzzle))
    hall(app).play(puzzle)
    own, others = table(app).solving.gold_before
    assert str(own) in table(app).task
    assert str(others) in table(app).task
    give_up(app)
    shown = verdict(app)
    assert not shown.outcome.solved
    own, others = shown.table.solving.gold_now
    assert shown.gold_words == app.say("ui.puzzle.no_win", own=own, others=others)
    assert app.say("ui.puzzle.ways.win", count=puzzle.ways) in shown.paragraphs()
    click(app, shown.again)
    play(app, *puzzle.solution)
    shown = verdict(app)
    own, others = shown.table.solving.gold_now
    assert own > others
    assert shown.gold_words == app.say("ui.puzzle.wins", own=own, others=others)


def test_hints_come_in_two_stages(app: App) -> None:
    hall(app).play(next(puzzle for puzzle in shipped().puzzles if isinstance(puzzle.solution[0], int)))
    at = table(app)
    press(app, pygame.K_h)
    assert at.bar.message
    assert at.lights().hinted == 0
    press(app, pygame.K_h)
    assert at.lights().hinted == 1 << int(at.solving.puzzle.solution[0])
    assert at.solving.hints == 2
    play(app, at.solving.puzzle.solution[0])
    assert at.lights().hinted == 0
    press(app, pygame.K_ESCAPE)
    assert isinstance(on_top(app), PuzzleHall)


def test_gold_that_is_paid_at_once_is_not_told_before_the_turn_is_over(app: App) -> None:
    paid = next(
        puzzle
        for puzzle in shipped().puzzles
        if any(gain.source in AT_ONCE for gain in Solving(puzzle, "Ann").gains(puzzle.solution))
    )
    hall(app).play(paid)
    at = table(app)
    play(app, *paid.solution[:-1])
    assert at.solving.gains(at.solving.given)
    assert not any(line.key == "event.gold_earned" for line in at.side.story.lines)


def test_a_rush_goes_on_until_time_is_up(app: App) -> None:
    at, time = hall(app), [0.0]
    assert at.told is not None
    rush = Rush(at.told.puzzles, 1, lambda: time[0])
    at.go_on(rush)
    play(app, *table(app).solving.puzzle.solution)
    assert rush.solved == 1
    assert not table(app).bar.hint.enabled
    give_up(app)
    assert rush.tried == 2
    assert table(app).task.startswith("5:00")
    time[0] = SECONDS
    settle(app, 0.3)
    clerked(app)
    assert at.standing.best_rush == rush.solved
    press(app, pygame.K_ESCAPE)
    assert on_top(app) is at


def test_a_rush_that_is_left_at_once_is_no_rush(app: App) -> None:
    at = hall(app)
    click(app, at.rush_button)
    assert table(app).rush is not None
    press(app, pygame.K_ESCAPE)
    assert on_top(app) is at


def test_puzzles_from_own_games_are_in_the_list(app: App) -> None:
    first, second = (replace(puzzle, id=f"own-game-{puzzle.id}") for puzzle in shipped().puzzles[:2])
    keep(
        app.keeper.folder.parent / FILE,
        {first.id: ("Ann", first), second.id: ("Ben", second), "own-x": ("Ann", None)},
    )
    at = hall(app)
    box = at.choices["box"]
    box.choose(next(place for place, (value, _) in enumerate(box.options) if value == OWN))
    assert [row.puzzle for row in at.rows] == [first]
    press(app, pygame.K_RETURN)
    assert table(app).solving.puzzle == first


def test_leaving_a_puzzle_is_no_try(app: App) -> None:
    at = hall(app)
    app.ways.puzzle(Solving(shipped().puzzles[0], "Ann"), lambda wish, stand: None)
    press(app, pygame.K_ESCAPE)
    clerked(app)
    assert on_top(app) is at
    assert at.standing.tried == frozenset()
