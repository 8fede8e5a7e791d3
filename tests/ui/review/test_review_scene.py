"""Tests reviewing a game: moving through it with keys, buttons, wheel, timeline and log."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pygame
import pytest
from support.app_driver import (
    advance,
    assert_no_overlap,
    click,
    mouse_down,
    mouse_moved,
    mouse_up,
    press,
    wait_for_loading,
)
from support.review_games import SEATS, finished_record, open_review_app, unfinished_record

from kingdom.match.seats import Seat, write_seats
from kingdom.record import Record, write_record
from kingdom.review.gold_over_time import ActionTotals
from kingdom.rules.events import Built
from kingdom.rules.setup import GameSetup
from kingdom.ui.board.sprites import CARD_BACK_SPRITE
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.review import replay
from kingdom.ui.review.charts_tab import ActionTotalsRow
from kingdom.ui.review.scene import ReviewScene


@pytest.fixture
def app(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[App]:
    with open_review_app(tmp_path, monkeypatch) as app:
        yield app


def open_review(app: App, record: Record, viewer: int | None = 0) -> ReviewScene:
    app.navigator.open_review(record, None, viewer)
    wait_for_loading(app)
    assert isinstance(app.scene, ReviewScene)
    advance(app, 0.2)
    return app.scene


def settlement_count(scene: ReviewScene) -> int:
    return sum(mask.bit_count() for mask in scene.replay_view.game.settlement_hexes)


def test_review_opens_at_the_end_and_seeks_anywhere(app: App) -> None:
    scene = open_review(app, finished_record())
    timeline = scene.timeline
    assert scene.timeline_cursor.answer_count == timeline.total_answers
    for answer_count in (0, 7, timeline.total_answers - 1, 40, -5, timeline.total_answers + 9):
        scene.timeline_cursor.seek(answer_count)
        app.run_frame([], 0.01)
        clamped = max(0, min(answer_count, timeline.total_answers))
        assert (scene.timeline_cursor.answer_count, scene.bottom_bar.timeline_bar.answer_count) == (
            clamped,
            clamped,
        )
        assert scene.replay_view.game.settlement_hexes == timeline.game_at(clamped).settlement_hexes


def test_long_jump_redraws_the_board_correctly(app: App) -> None:
    """After a jump that changes many hexes at once, the board looks exactly like a board drawn from
    scratch."""
    scene = open_review(app, finished_record())
    fresh_pixels = pygame.image.tobytes(app.surface.subsurface(scene.view.rect), "RGB")
    for answer_count in (0, 70, scene.timeline.total_answers):
        scene.timeline_cursor.seek(answer_count)
        advance(app, 0.2)
    assert pygame.image.tobytes(app.surface.subsurface(scene.view.rect), "RGB") == fresh_pixels


def test_keys_step_by_answer_turn_and_round(app: App) -> None:
    scene = open_review(app, finished_record())
    timeline = scene.timeline
    press(app, pygame.K_HOME)
    assert scene.timeline_cursor.answer_count == 0
    press(app, pygame.K_RIGHT, pygame.K_RIGHT)
    assert scene.timeline_cursor.answer_count == 2
    press(app, pygame.K_LEFT)
    assert scene.timeline_cursor.answer_count == 1
    press(app, pygame.K_DOWN)
    assert scene.timeline_cursor.answer_count == timeline.turns[1].start
    press(app, pygame.K_PAGEDOWN)
    assert scene.timeline_cursor.answer_count == timeline.round_starts()[1]
    press(app, pygame.K_RIGHT, pygame.K_PAGEUP)
    assert scene.timeline_cursor.answer_count == timeline.round_starts()[1]
    press(app, pygame.K_UP)
    assert scene.timeline_cursor.answer_count == timeline.turns[1].start
    press(app, pygame.K_END)
    assert scene.timeline_cursor.answer_count == timeline.total_answers
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, MainMenu)


def test_buttons_step_by_answer_turn_and_round(app: App) -> None:
    scene = open_review(app, finished_record())
    buttons = scene.bottom_bar.transport_buttons
    assert not buttons[replay.NEXT_STEP].enabled
    click(app, buttons[replay.FIRST_STEP])
    assert scene.timeline_cursor.answer_count == 0
    assert not buttons[replay.PREVIOUS_STEP].enabled
    click(app, buttons[replay.NEXT_STEP])
    click(app, buttons[replay.NEXT_TURN])
    assert scene.timeline_cursor.answer_count == scene.timeline.turns[1].start
    click(app, buttons[replay.PREVIOUS_STEP])
    click(app, buttons[replay.NEXT_ROUND])
    assert scene.timeline_cursor.answer_count == scene.timeline.round_starts()[1]


def test_timeline_by_drag_and_wheel(app: App) -> None:
    scene = open_review(app, finished_record())
    timeline_bar, timeline = scene.bottom_bar.timeline_bar, scene.timeline
    y = timeline_bar.rect.centery
    app.run_frame([mouse_moved((timeline_bar.x_of(30), y)), mouse_down((timeline_bar.x_of(30), y))], 0.01)
    assert scene.timeline_cursor.answer_count == 30
    app.run_frame([mouse_moved((timeline_bar.x_of(12), y))], 0.01)
    assert scene.timeline_cursor.answer_count == 12
    app.run_frame([mouse_up((timeline_bar.x_of(12), y)), mouse_moved((timeline_bar.x_of(50), y))], 0.01)
    assert scene.timeline_cursor.answer_count == 12
    app.run_frame([pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1)], 0.01)
    assert scene.timeline_cursor.answer_count == 13
    assert [
        timeline_bar.answer_count_at(timeline_bar.x_of(answer_count))
        for answer_count in range(timeline.total_answers + 1)
    ] == list(range(timeline.total_answers + 1))


def test_clicking_a_log_line_seeks_to_it(app: App) -> None:
    scene = open_review(app, finished_record())
    scene.timeline_cursor.seek(0)
    log = scene.game_tab.log
    index = next(
        index
        for index, entry in enumerate(log.entries)
        if entry.line.text_key == "event.built" and entry.line.answer_count > 4
    )
    log.select_line(index)
    app.run_frame([], 0.01)
    click(app, log.line_rect(index).center)
    line = log.entries[index].line
    assert scene.timeline_cursor.answer_count == line.answer_count
    assert any(isinstance(event, Built) for event in scene.timeline.steps[line.answer_count - 1].events)


@pytest.mark.parametrize("speed", ["normal", "flight"])
def test_autoplay_starts_and_stops(app: App, speed: str) -> None:
    app.settings.animation = "normal"
    scene = open_review(app, finished_record())
    scene.bottom_bar.speed.select([name for name, _ in scene.bottom_bar.speed.options].index(speed))
    press(app, pygame.K_SPACE)
    assert scene.autoplay.playing
    assert scene.timeline_cursor.answer_count <= 1
    advance(app, 3.0)
    stopped_at = scene.timeline_cursor.answer_count
    assert stopped_at > 2
    press(app, pygame.K_SPACE)
    assert not scene.autoplay.playing
    advance(app, 1.0)
    assert scene.timeline_cursor.answer_count == stopped_at
    assert not scene.autoplay.animator.is_running


def test_autoplay_stops_at_the_end(app: App) -> None:
    scene = open_review(app, finished_record())
    scene.bottom_bar.speed.select(3)
    scene.timeline_cursor.seek(scene.timeline.total_answers - 3)
    scene.timeline_cursor.set_playing(True)
    advance(app, 1.5)
    assert scene.timeline_cursor.answer_count == scene.timeline.total_answers
    assert not scene.autoplay.playing


def test_finished_game_shows_all_hands(app: App) -> None:
    scene = open_review(app, finished_record())
    scene.timeline_cursor.seek(10)
    assert all(hand and CARD_BACK_SPRITE not in hand for hand in scene.game_tab.hands.hands)


def test_unfinished_game_shows_only_what_the_viewer_may_see(app: App) -> None:
    record = unfinished_record()
    scene = open_review(app, record, 1)
    for answer_count in range(scene.timeline.total_answers + 1):
        scene.timeline_cursor.seek(answer_count)
        game, actual = scene.replay_view.game, scene.timeline.game_at(answer_count)
        own_hand, opponent_hand = scene.game_tab.hands.hands[1], scene.game_tab.hands.hands[0]
        assert CARD_BACK_SPRITE not in own_hand
        assert game.hands[1] == actual.hands[1]
        assert [
            card for card in opponent_hand if card != CARD_BACK_SPRITE
        ] == [] or actual.played_card is not None
    app.pop(scene)
    scene = open_review(app, record, None)
    assert (
        all(card == CARD_BACK_SPRITE for card in scene.game_tab.hands.hands[0])
        or scene.replay_view.game.played_card is not None
    )


def test_only_negative_gold_gets_a_minus_sign(app: App) -> None:
    seats = [Seat("Anne-Marie", "orange"), Seat("Otto", "blue")]
    row = ActionTotalsRow(app, "farm", seats, [ActionTotals(gold=-3), ActionTotals(gold=4)], 4)
    description = row.get_tooltip().description
    assert "Anne-Marie: \N{MINUS SIGN}3 gold" in description
    assert "Otto: 4 gold" in description


def test_bottom_bar_describes_the_turn_so_far(app: App) -> None:
    scene = open_review(app, finished_record())
    scene.timeline_cursor.seek(0)
    assert scene.bottom_bar.sentence_label.text == app.tr("ui.review.beginning")
    scene.timeline_cursor.seek(1)
    first = scene.bottom_bar.sentence_label.text
    assert first.startswith(SEATS[scene.timeline.turns[0].player].name)
    scene.timeline_cursor.seek(3)
    assert scene.bottom_bar.sentence_label.text != first


def test_record_with_invalid_seats_can_be_reviewed(app: App) -> None:
    record = finished_record()
    scene = open_review(app, Record(record.setup, [{"name": "?", "kind": "cmd:other"}], record.answers))
    assert [seat.name for seat in scene.seats] == ["Player 1", "Player 2"]


@pytest.mark.parametrize(
    "text",
    [
        "no game at all",
        json.dumps({"format": "kingdom-record/7", "future": 1}),
        write_record(Record(GameSetup(player_count=2, seed=1), write_seats(SEATS), ["end_turn"])),
        write_record(Record(GameSetup(player_count=2, seed=1), write_seats(SEATS), [5] * 50)),
    ],
    ids=["garbage", "newer", "illegal", "illegal and long"],
)
def test_unreadable_file_is_reported_and_left_unchanged(app: App, tmp_path: Path, text: str) -> None:
    path = tmp_path / "odd.kingdom.json"
    path.write_text(text, encoding="utf-8")
    app.navigator.review_file(path)
    wait_for_loading(app)
    assert isinstance(app.scene, Dialog)
    assert path.read_text(encoding="utf-8") == text
    press(app, pygame.K_ESCAPE)
    assert isinstance(app.scene, MainMenu)


@pytest.mark.parametrize("size", [(480, 360), (1024, 700)])
def test_review_layout_at_every_size(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    with open_review_app(tmp_path, monkeypatch, size, "de") as app:
        scene = open_review(app, finished_record())
        for tab in range(len(scene.tabs.options)):
            scene.open_tab(tab)
            advance(app, 0.1)
            assert_no_overlap(scene, size)
