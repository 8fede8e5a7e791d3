"""Final scoring scenes."""

from __future__ import annotations

from support.scenes.registry import ANIMATION_SECONDS, hover, scene_maker

from kingdom.ai.levels import AI_PLAYER_FACTORIES
from kingdom.ai.player import play_to_end
from kingdom.match.controller import Match
from kingdom.match.game_options import DEFAULT_NAMES
from kingdom.match.seats import PLAYER_COLORS, Seat, write_seats
from kingdom.record import Record
from kingdom.rules.decision_frames import Answer
from kingdom.rules.registry import EXPANSIONS, TASK_CARDS
from kingdom.rules.setup import GameSetup, new_game
from kingdom.ui.final_scoring.scene import FinalScoringScene
from kingdom.ui.framework.app import App

MAX_TASK_CARDS = 4


_answers_by_game: dict[str, list[Answer]] = {}
"""Answers of finished games. They are cached because many scenes show the same game."""


def _play(setup: GameSetup, level: str) -> list[Answer]:
    game = new_game(setup)
    players = [AI_PLAYER_FACTORIES[level](player, None) for player in range(setup.player_count)]
    return [answer for _, answer, _ in play_to_end(game, players)]


def finished_match(setup: GameSetup, level: str = "greedy") -> Match:
    """Returns a match that AI players have finished."""
    key = f"{level} {setup}"
    if key not in _answers_by_game:
        _answers_by_game[key] = _play(setup, level)
    answers = list(_answers_by_game[key])
    seats = [Seat(DEFAULT_NAMES[index], PLAYER_COLORS[index]) for index in range(setup.player_count)]
    return Match.from_record(Record(setup, write_seats(seats), answers))


def large_match() -> Match:
    """Returns a finished match with five players and as many sources of gold as possible."""
    return finished_match(
        GameSetup(
            player_count=5,
            expansions=tuple(EXPANSIONS),
            seed=3,
            task_cards=tuple(TASK_CARDS)[:MAX_TASK_CARDS],
        )
    )


def _open_final_scoring(app: App, match: Match) -> FinalScoringScene:
    app.settings.animation = "off"
    scene = FinalScoringScene(match)
    app.push(scene)
    return scene


@scene_maker("ceremony-card")
def open_card(app: App) -> None:
    _open_final_scoring(app, finished_match(GameSetup(player_count=3, seed=5)))


@scene_maker("ceremony-counting")
def open_counting(app: App) -> None:
    scene = FinalScoringScene(large_match())
    app.push(scene)
    scene.replay_source(3)
    scene.elapsed = scene.count_start_time(2) + 0.45 - ANIMATION_SECONDS


@scene_maker("ceremony-task")
def open_task(app: App) -> None:
    scene = _open_final_scoring(app, large_match())
    scene.replay_source(len(scene.final_score.sources) - 2)


@scene_maker("ceremony-earned")
def open_earned(app: App) -> None:
    scene = _open_final_scoring(app, large_match())
    scene.replay_source(len(scene.final_score.sources) - 1)
    row = scene.standings.rect
    hover(app, (row.centerx, row.top + row.height // 10))


@scene_maker("ceremony-result")
def open_result(app: App) -> None:
    _open_final_scoring(app, large_match()).show_result()


@scene_maker("ceremony-result-two")
def open_result_of_two(app: App) -> None:
    scene = _open_final_scoring(app, finished_match(GameSetup(player_count=2, seed=8)))
    scene.show_result()
    hover(app, (scene.score_table.rect.centerx, scene.score_table.rect.centery))


@scene_maker("ceremony-board")
def open_board(app: App) -> None:
    scene = _open_final_scoring(app, large_match())
    scene.show_board()
    hover(
        app,
        (scene.score_table.rect.right - 20, scene.score_table.rect.top + scene.score_table.rect.height // 4),
    )


@scene_maker("share")
def open_share_dialog(app: App) -> None:
    _open_final_scoring(app, finished_match(GameSetup(player_count=2, seed=5))).open_share_dialog()


@scene_maker("ceremony-victory")
def open_victory(app: App) -> None:
    scene = FinalScoringScene(large_match())
    app.push(scene)
    scene.show_result()
    scene.confetti.elapsed = 1.6 - ANIMATION_SECONDS
