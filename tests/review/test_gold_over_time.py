"""Tests the gold over time, the actions that earned it, and the forecast of when the game ends."""

from __future__ import annotations

import pytest
from support.sample_games import ALL_EXPANSIONS, long_record, random_record
from support.scenario import scenario, tile

from kingdom.match.end_forecast import forecast_end
from kingdom.record import Record
from kingdom.review.gold_over_time import FROM_OPPONENTS, gold_history, lead_over_opponents
from kingdom.review.timeline import NO_PLAYER, build_timeline
from kingdom.rules.events import Built, TileUsed
from kingdom.rules.scoring import displayed_breakdown, displayed_totals, total_gold
from kingdom.rules.setup import GameSetup


def test_points_are_the_gold_after_each_turn() -> None:
    game_timeline = build_timeline(long_record())
    history = gold_history(game_timeline)
    assert len(history.points) == len(game_timeline.turns) + 1
    for point in history.points:
        game = game_timeline.game_at(point.answer_count)
        for seat in range(game_timeline.player_count):
            assert point.gold[seat] == displayed_totals(game)[seat]
            assert point.gold_by_source[seat] == {
                name: source_score.gold for name, source_score in displayed_breakdown(game, seat).items()
            }
        assert point.supply == tuple(game.supply)
    assert history.points[0].gold == (0, 0, 0, 0, 0), "gold that is still open is not charted"
    assert history.points[-1].gold == tuple(total_gold(game, seat) for seat in range(len(game.piece_hexes)))
    assert history.gold_series(2) == [point.gold[2] for point in history.points]
    source = history.gold_sources()[0]
    assert history.gold_series(1, source)[-1] == history.points[-1].gold_by_source[1][source]
    assert history.points[-1].projected_gold == history.points[-1].gold


@pytest.mark.parametrize("seed", range(4))
def test_gold_by_action_adds_up(seed: int) -> None:
    game_timeline = build_timeline(
        random_record(GameSetup(player_count=2 + seed, expansions=ALL_EXPANSIONS, seed=seed))
    )
    history = gold_history(game_timeline)
    events = [event for step in game_timeline.steps for event in step.events]
    for seat, totals_by_action in enumerate(history.by_action):
        gained = history.points[-1].gold[seat] - history.points[0].gold[seat]
        assert sum(totals.gold for totals in totals_by_action.values()) == gained
        assert sum(totals.builds for totals in totals_by_action.values()) == len(
            [event for event in events if isinstance(event, Built) and event.player == seat]
        )
        for tile_name in {event.tile for event in events if isinstance(event, TileUsed)}:
            uses = [event for event in events if event == TileUsed(seat, tile_name)]
            assert len(uses) == (totals_by_action[tile_name].uses if tile_name in totals_by_action else 0)


def test_gold_lost_to_opponents_is_listed_separately() -> None:
    history = gold_history(build_timeline(long_record()))
    assert any(
        totals_by_action[FROM_OPPONENTS].gold < 0
        for totals_by_action in history.by_action
        if FROM_OPPONENTS in totals_by_action
    )


def test_history_of_an_unfinished_game_ends_at_its_last_turn() -> None:
    finished = random_record(GameSetup(seed=4))
    assert len(gold_history(build_timeline(Record(finished.setup))).points) == 1
    game_timeline = build_timeline(Record(finished.setup, [], finished.answers[:40]))
    history = gold_history(game_timeline)
    assert history.points[-1].answer_count == game_timeline.turns[-1].start
    assert history.points[-1].turns_played == len(game_timeline.turns) - 1


def test_projection_credits_players_who_have_not_moved_yet() -> None:
    game_timeline = build_timeline(random_record(GameSetup(seed=11)))
    first = gold_history(game_timeline).points[1]
    mover = game_timeline.turns[0].player
    assert first.gold[1 - mover] == 0
    assert first.projected_gold[1 - mover] == pytest.approx(first.projected_gold[mover])


def test_lead_is_measured_against_the_best_opponent() -> None:
    assert lead_over_opponents((5.0, 9.0, 7.5), 1) == 1.5
    assert lead_over_opponents((5.0, 9.0, 7.5), 0) == -4.0


def test_forecast_of_turns_left_and_ender() -> None:
    game = scenario(card="grass", me={"supply": 7}, them={"supply": 6}, cards=["hermits"])
    forecast = forecast_end(game)
    assert (forecast.turns_left, forecast.rounds_left, forecast.likely_ender) == ((2, 2), 1, 1)
    with_farm = scenario(
        card="grass", me={"supply": 4, "tiles": [tile("farm")]}, them={"supply": 6}, cards=["hermits"]
    )
    assert (forecast_end(with_farm).turns_left, forecast_end(with_farm).likely_ender) == ((1, 1), 0)
    after_mandatory = scenario(
        card="grass",
        me={"supply": 7},
        them={"supply": 3},
        cards=["hermits"],
        turn={"mandatory": "done", "built": 3},
    )
    assert (forecast_end(after_mandatory).turns_left, forecast_end(after_mandatory).likely_ender) == (
        (0, 1),
        1,
    )


def test_last_round_is_known_once_the_end_is_triggered() -> None:
    game_timeline = build_timeline(long_record())
    seen_ending = False
    for turn in game_timeline.turns:
        if turn.player == NO_PLAYER:
            continue
        game = game_timeline.game_at(turn.start)
        if game.end_triggered:
            seen_ending = True
            forecast = forecast_end(game)
            assert (forecast.last_round, forecast.likely_ender) == (game_timeline.turns[-1].round, None)
            assert forecast.turns_left[turn.player] == 1
    assert seen_ending
    assert (
        forecast_end(game_timeline.game_at(game_timeline.total_answers)).turns_left
        == (0,) * game_timeline.player_count
    )
