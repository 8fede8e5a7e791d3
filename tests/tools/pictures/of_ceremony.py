"""The end of a game, for `tools.pictures.pictures`."""

from __future__ import annotations

from tools.pictures.pictures import SETTLED, picture, point

from kingdom.ai.roster import PLAYERS
from kingdom.match.choices import NAMES
from kingdom.match.match import Match
from kingdom.match.seats import COLOURS, Seat, write_seats
from kingdom.record import Record
from kingdom.rules.frames import Answer
from kingdom.rules.registry import BOXES, TASKS
from kingdom.rules.setup import Setup, new_game
from kingdom.ui.app.app import App
from kingdom.ui.ceremony.ceremony import Ceremony

MOST_TASKS = 4


_played: dict[str, list[Answer]] = {}
"""The answers of the games that were played: many pictures show the same one."""


def _play(setup: Setup, level: str) -> list[Answer]:
    game = new_game(setup)
    answers: list[Answer] = []
    players = [PLAYERS[level](seat, None) for seat in range(setup.players)]
    while not game.over:
        seat = game.decision().player
        answers.append(players[seat].answer(game.observe(seat, len(answers))))
        game.choose(answers[-1])
    return answers


def finished(setup: Setup, level: str = "greedy") -> Match:
    """A game that programs played to its end."""
    game = f"{level} {setup}"
    if game not in _played:
        _played[game] = _play(setup, level)
    answers = list(_played[game])
    seats = [Seat(NAMES[number], COLOURS[number]) for number in range(setup.players)]
    return Match.resume(Record(setup, write_seats(seats), answers))


def great_game() -> Match:
    """Five players, and as many sources of gold as there can be."""
    return finished(Setup(players=5, boxes=tuple(BOXES), seed=3, tasks=tuple(TASKS)[:MOST_TASKS]))


def _ceremony(app: App, match: Match) -> Ceremony:
    app.settings.animation = "off"
    scene = Ceremony(match)
    app.push(scene)
    return scene


@picture("ceremony-card")
def card(app: App) -> None:
    _ceremony(app, finished(Setup(players=3, seed=5)))


@picture("ceremony-counting")
def counting(app: App) -> None:
    scene = Ceremony(great_game())
    app.push(scene)
    scene.show_source(3)
    scene.clock = scene.begins(2) + 0.45 - SETTLED


@picture("ceremony-task")
def task(app: App) -> None:
    scene = _ceremony(app, great_game())
    scene.show_source(len(scene.count.sources) - 2)


@picture("ceremony-earned")
def earned(app: App) -> None:
    scene = _ceremony(app, great_game())
    scene.show_source(len(scene.count.sources) - 1)
    row = scene.standings.rect
    point(app, (row.centerx, row.top + row.height // 10))


@picture("ceremony-result")
def result(app: App) -> None:
    _ceremony(app, great_game()).show_result()


@picture("ceremony-result-two")
def result_of_two(app: App) -> None:
    scene = _ceremony(app, finished(Setup(players=2, seed=8)))
    scene.show_result()
    point(app, (scene.pad.rect.centerx, scene.pad.rect.centery))


@picture("ceremony-board")
def board(app: App) -> None:
    scene = _ceremony(app, great_game())
    scene.show_board()
    point(app, (scene.pad.rect.right - 20, scene.pad.rect.top + scene.pad.rect.height // 4))


@picture("share")
def share(app: App) -> None:
    _ceremony(app, finished(Setup(players=2, seed=5))).share()


@picture("ceremony-victory")
def victory(app: App) -> None:
    scene = Ceremony(great_game())
    app.push(scene)
    scene.show_result()
    scene.confetti.clock = 1.6 - SETTLED
