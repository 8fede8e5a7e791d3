"""A game looked at again: from moment to moment by keys, buttons, wheel, timeline and log."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from games_to_look_at import SEATS, ended, going_on, window_without_processes
from window import assert_tidy, click, down, moved, press, settle, up, wait_for_file

from kingdom.match.seats import write_seats
from kingdom.record import Record, write_record
from kingdom.rules.events import Built
from kingdom.rules.setup import Setup
from kingdom.ui.app.app import App
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.review import signs
from kingdom.ui.review.moment import BACK
from kingdom.ui.review.scene import ReviewScene
from kingdom.ui.scene.dialog import Dialog


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    with window_without_processes(tmp_path, monkeypatch) as app:
        yield app


def look_at(app: App, record: Record, viewer: int | None = 0) -> ReviewScene:
    app.ways.review(record, None, viewer)
    wait_for_file(app)
    assert isinstance(app.scene, ReviewScene)
    settle(app, 0.2)
    return app.scene


def pieces(scene: ReviewScene) -> int:
    return sum(mask.bit_count() for mask in scene.shown.game.settlements)


def test_it_opens_at_the_end_and_goes_to_any_moment(app: App) -> None:
    scene = look_at(app, ended())
    line = scene.timeline
    assert scene.course.moment == line.last
    for moment in (0, 7, line.last - 1, 40, -5, line.last + 9):
        scene.course.seek(moment)
        app.step([], 0.01)
        at = max(0, min(moment, line.last))
        assert (scene.course.moment, scene.foot.strip.moment) == (at, at)
        assert scene.shown.game.settlements == line.at(at).settlements


def test_a_far_jump_leaves_nothing_behind(app: App) -> None:
    """Much changes at once: the board is the same as one that is drawn anew."""
    scene = look_at(app, ended())
    anew = pygame.image.tobytes(app.surface.subsurface(scene.view.rect), "RGB")
    for moment in (0, 70, scene.timeline.last):
        scene.course.seek(moment)
        settle(app, 0.2)
    assert pygame.image.tobytes(app.surface.subsurface(scene.view.rect), "RGB") == anew


def test_keys_step_by_answer_turn_and_round(app: App) -> None:
    scene = look_at(app, ended())
    line = scene.timeline
    press(app, pygame.K_HOME)
    assert scene.course.moment == 0
    press(app, pygame.K_RIGHT, pygame.K_RIGHT)
    assert scene.course.moment == 2
    press(app, pygame.K_LEFT)
    assert scene.course.moment == 1
    press(app, pygame.K_DOWN)
    assert scene.course.moment == line.turns[1].first
    press(app, pygame.K_PAGEDOWN)
    assert scene.course.moment == line.rounds()[1]
    press(app, pygame.K_RIGHT, pygame.K_PAGEUP)
    assert scene.course.moment == line.rounds()[1]
    press(app, pygame.K_UP)
    assert scene.course.moment == line.turns[1].first
    press(app, pygame.K_END)
    assert scene.course.moment == line.last
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, MainMenu)


def test_buttons_do_the_same(app: App) -> None:
    scene = look_at(app, ended())
    buttons = scene.foot.signs
    assert not buttons[signs.ON].enabled
    click(app, buttons[signs.FIRST])
    assert scene.course.moment == 0
    assert not buttons[signs.BACK].enabled
    click(app, buttons[signs.ON])
    click(app, buttons[signs.TURN_ON])
    assert scene.course.moment == scene.timeline.turns[1].first
    click(app, buttons[signs.BACK])
    click(app, buttons[signs.ROUND_ON])
    assert scene.course.moment == scene.timeline.rounds()[1]


def test_the_timeline_is_dragged_and_turned_by_the_wheel(app: App) -> None:
    scene = look_at(app, ended())
    strip, line = scene.foot.strip, scene.timeline
    y = strip.rect.centery
    app.step([moved((strip.x_of(30), y)), down((strip.x_of(30), y))], 0.01)
    assert scene.course.moment == 30
    app.step([moved((strip.x_of(12), y))], 0.01)
    assert scene.course.moment == 12
    app.step([up((strip.x_of(12), y)), moved((strip.x_of(50), y))], 0.01)
    assert scene.course.moment == 12
    app.step([pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1)], 0.01)
    assert scene.course.moment == 13
    assert [strip.moment_at(strip.x_of(moment)) for moment in range(line.last + 1)] == list(
        range(line.last + 1)
    )


def test_a_line_of_the_log_leads_to_its_moment(app: App) -> None:
    scene = look_at(app, ended())
    scene.course.seek(0)
    log = scene.game_tab.log
    number = next(
        number for number, (line, *_) in enumerate(log.lines) if line.key == "event.built" and line.moment > 4
    )
    log.speak_of(number)
    app.step([], 0.01)
    click(app, log.row_of(number).center)
    line = log.lines[number][0]
    assert scene.course.moment == line.moment
    assert any(isinstance(event, Built) for event in scene.timeline.steps[line.moment - 1].events)


@pytest.mark.parametrize("speed", ["normal", "flight"])
def test_it_plays_by_itself_and_stops(app: App, speed: str) -> None:
    app.settings.animation = "normal"
    scene = look_at(app, ended())
    scene.foot.speed.choose([name for name, _ in scene.foot.speed.options].index(speed))
    press(app, pygame.K_SPACE)
    assert scene.reel.playing
    assert scene.course.moment <= 1
    settle(app, 3.0)
    there = scene.course.moment
    assert there > 2
    press(app, pygame.K_SPACE)
    assert not scene.reel.playing
    settle(app, 1.0)
    assert scene.course.moment == there
    assert not scene.reel.animator.busy


def test_playing_ends_with_the_game(app: App) -> None:
    scene = look_at(app, ended())
    scene.foot.speed.choose(3)
    scene.course.seek(scene.timeline.last - 3)
    scene.course.play(True)
    settle(app, 1.5)
    assert scene.course.moment == scene.timeline.last
    assert not scene.reel.playing


def test_of_a_finished_game_all_hands_are_shown(app: App) -> None:
    scene = look_at(app, ended())
    scene.course.seek(10)
    assert all(hand and BACK not in hand for hand in scene.game_tab.hands.hands)


def test_of_a_game_going_on_only_what_the_person_may_see(app: App) -> None:
    record = going_on()
    scene = look_at(app, record, 1)
    for moment in range(scene.timeline.last + 1):
        scene.course.seek(moment)
        game, real = scene.shown.game, scene.timeline.at(moment)
        mine, other = scene.game_tab.hands.hands[1], scene.game_tab.hands.hands[0]
        assert BACK not in mine
        assert game.hand[1] == real.hand[1]
        assert [card for card in other if card != BACK] == [] or real.card is not None
    app.pop(scene)
    scene = look_at(app, record, None)
    assert all(card == BACK for card in scene.game_tab.hands.hands[0]) or scene.shown.game.card is not None


def test_the_sentence_tells_the_turn_as_far_as_it_has_come(app: App) -> None:
    scene = look_at(app, ended())
    scene.course.seek(0)
    assert scene.foot.sentence == app.say("ui.review.beginning")
    scene.course.seek(1)
    first = scene.foot.sentence
    assert first.startswith(SEATS[scene.timeline.turns[0].player].name)
    scene.course.seek(3)
    assert scene.foot.sentence != first


def test_a_record_without_good_seats_is_shown_all_the_same(app: App) -> None:
    record = ended()
    scene = look_at(app, Record(record.setup, [{"name": "?", "kind": "cmd:other"}], record.answers))
    assert [seat.name for seat in scene.seats] == ["Player 1", "Player 2"]


@pytest.mark.parametrize(
    "text",
    [
        "no game at all",
        json.dumps({"format": "kingdom-record/7", "future": 1}),
        write_record(Record(Setup(players=2, seed=1), write_seats(SEATS), ["end_turn"])),
        write_record(Record(Setup(players=2, seed=1), write_seats(SEATS), [5] * 50)),
    ],
    ids=["rubbish", "newer", "illegal", "illegal and long"],
)
def test_what_cannot_be_read_is_told_and_stays(app: App, tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.kingdom.json"
    path.write_text(text, encoding="utf-8")
    app.ways.review_file(path)
    wait_for_file(app)
    assert isinstance(app.scene, Dialog)
    assert path.read_text(encoding="utf-8") == text
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, MainMenu)


@pytest.mark.parametrize("size", [(480, 360), (1024, 700)])
def test_it_fits_any_window(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]) -> None:
    with window_without_processes(tmp_path, monkeypatch, size, "de") as app:
        scene = look_at(app, ended())
        for tab in range(len(scene.tabs.options)):
            scene.open_tab(tab)
            settle(app, 0.1)
            assert_tidy(scene, size)
