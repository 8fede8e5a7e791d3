"""The table in the states worth looking at, for `tools.pictures.pictures`. Each is looked for in games that
chance plays."""

from __future__ import annotations

from collections.abc import Callable

from tools.pictures.pictures import picture, point, settle

from kingdom.ai.hint import Hint, hint
from kingdom.ai.player import Budget
from kingdom.bench.moments import Still, found, hand_out, seats
from kingdom.match.machine import State
from kingdom.match.match import Match
from kingdom.match.tutor import Objection, Tutor
from kingdom.rules.frames import END_TURN, TODO
from kingdom.rules.hexes import lowest, nth
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup
from kingdom.ui.app.app import App
from kingdom.ui.panels.preview import lifted, preview
from kingdom.ui.scene.settings import TURN_BY_TURN
from kingdom.ui.table.banner import last_round
from kingdom.ui.table.recap import Recap
from kingdom.ui.table.table import TableScene
from kingdom.ui.table.tutor import TutorDialog


def show(app: App, match: Match, *kinds: str) -> TableScene:
    """The match with other players in its seats."""
    hand_out(match, *kinds)
    table = TableScene(match)
    app.replace(table)
    settle(app, 0.5)
    return table


def aim(app: App, table: TableScene, number: int) -> None:
    """Point at a hex."""
    x, y = table.view.centre(number)
    point(app, (round(x), round(y)))


def turn_of_first(round: int) -> Callable[[Match], bool]:
    """The beginning of the first seat's turn in a round."""
    return lambda match: (
        match.game.in_turn
        and match.game.player == 0
        and match.game.mandatory == TODO
        and match.game.round == round
    )


@picture("table-start")
def start(app: App) -> None:
    show(app, Match.start(Setup(3, seed=7), seats("person", "easy", "medium"), None, Still()))


@picture("table-four-players")
def four_players(app: App) -> None:
    match = found(Setup(4, ("base",), 23), turn_of_first(9))
    table = show(app, match, "person", "expert", "hard", "easy")
    aim(app, table, nth(match.decision().cells, match.decision().cells.bit_count() // 2))


@picture("table-five-players")
def five_players(app: App) -> None:
    show(
        app, found(Setup(5, tuple(BOXES), 11), turn_of_first(9)), "person", "easy", "medium", "hard", "expert"
    )


@picture("table-tile-in-use")
def tile_in_use(app: App) -> None:
    match = found(
        Setup(3, ("base", "nomads"), 4),
        lambda m: m.game.round > 5 and m.decider == 0 and lifted(m.game) is not None,
    )
    table = show(app, match, "person", "hard", "easy")
    aim(app, table, nth(match.decision().cells, match.decision().cells.bit_count() // 2))


def _large_piece(match: Match) -> bool:
    cells = match.decision().cells
    return (
        match.decider == 0
        and not match.game.in_turn
        and bool(cells)
        and bool(preview(match.game, lowest(cells), 0).footprint)
    )


@picture("table-city-hall")
def city_hall(app: App) -> None:
    match = found(Setup(2, tuple(BOXES), 1), _large_piece)
    table = show(app, match, "person", "hard")
    aim(app, table, nth(match.decision().cells, match.decision().cells.bit_count() // 2))


@picture("table-last-choices")
def last_choices(app: App) -> None:
    """The mandatory action is done: tiles, or the end of the turn."""
    match = found(
        Setup(4, ("base", "harvest"), 5),
        lambda m: m.game.round > 8 and m.decider == 0 and END_TURN in m.decision().options,
    )
    show(app, match, "person", "hard", "medium", "easy")


@picture("table-curtain")
def curtain(app: App) -> None:
    show(app, Match.start(Setup(2, seed=4), seats("person", "person"), None, Still()))


@picture("table-menu")
def menu(app: App) -> None:
    show(app, found(Setup(3, ("base",), 3), turn_of_first(4)), "person", "hard", "easy").open_menu()


@picture("table-interrupt")
def interrupt(app: App) -> None:
    match = found(Setup(3, ("base", "marshlands"), 1), lambda match: match.state is State.INTERRUPT)
    show(app, match, *("person" if number == match.decider else "hard" for number in range(3)))


@picture("table-silo")
def silo(app: App) -> None:
    show(
        app,
        found(
            Setup(2, ("base", "harvest"), 1),
            lambda match: match.state is State.AFTER_TURNS and bool(match.decision().cells),
        ),
    )


@picture("table-recap")
def recap(app: App) -> None:
    """The second step of looking back."""
    table = show(app, found(Setup(4, ("base",), 23), turn_of_first(9)), "person", "expert", "hard", "easy")
    table.deeds.recap()
    settle(app, 0.5)
    scene = app.scene
    assert isinstance(scene, Recap)
    scene.go_on()


@picture("table-last-round")
def last(app: App) -> None:
    """Somebody has just built the last settlement."""
    match = found(Setup(3, ("base",), 23), lambda m: m.game.ending and m.decider != 1)
    table = show(app, match, "person", "expert", "hard")
    settle(app)
    table.banner.show(last_round(match, app.texts))


@picture("table-turn-by-turn")
def turn_by_turn(app: App) -> None:
    """A program's turn is over, and the game waits."""
    app.settings.programs = TURN_BY_TURN
    match = found(Setup(3, ("base",), 5), lambda m: m.game.round > 4 and m.decision().options == (END_TURN,))
    table = show(app, match)
    happened = match.answer(END_TURN)
    table.playback.play(happened, by_program=True)
    table.refresh()


class Doubtful(Tutor):
    """Objects to every turn, and knows what the expert would have done."""

    def __init__(self, better: Hint) -> None:
        super().__init__()
        self.better, self.limits = better, {0: 1.0}

    def objection(self, seat: int, start: int, turn: object) -> Objection | None:
        return Objection(5.4, self.better)

    def follow(self, *told: object) -> None:
        pass


def _tutored(app: App) -> TableScene:
    match = found(Setup(3, ("base",), 23), turn_of_first(6))
    table = show(app, match, "person", "hard", "easy")
    match.tutor = Doubtful(hint(match.game.observe(0, 1), 1, Budget(evaluations=400)))
    while END_TURN not in match.decision().options:
        table.deeds.answer(lowest(match.decision().cells))
    table.deeds.answer(END_TURN)
    return table


@picture("table-tutor")
def tutor(app: App) -> None:
    _tutored(app)


@picture("table-tutor-shows")
def tutor_shows(app: App) -> None:
    _tutored(app)
    scene = app.scene
    assert isinstance(scene, TutorDialog)
    scene.buttons[-1].activate()
