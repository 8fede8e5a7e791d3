"""The tab to check: what is wrong and what is odd, and the land beside the sections of the boxes."""

from __future__ import annotations

from collections.abc import Callable

from kingdom.map_check import Problem
from kingdom.studio import advice
from kingdom.ui.scene.column import Column
from kingdom.ui.studio.easel import Easel
from kingdom.ui.studio.problem_row import ProblemRow
from kingdom.ui.studio.words import cell_name, problem_words


def build_check(easel: Easel, column: Column) -> None:
    """Fill a column."""
    say, canvas = column.app.say, easel.canvas
    wrong, odd = advice.wrong(canvas.cells, canvas.kind), advice.odd(canvas.cells, canvas.kind)
    column.words(say("ui.studio.wrong") if wrong else say("ui.studio.fine"), "name", "ink")
    _problems(easel, column, wrong, "warning")
    if odd:
        column.gap(10)
        column.words(say("ui.studio.odd"), "name", "ink")
        _problems(easel, column, odd, "hint")
    column.gap(10)
    column.words(say("ui.studio.beside"), "name", "ink")
    for beside in advice.compare(canvas.grid, canvas.kind):
        here = beside.here
        line = say(
            "ui.studio.beside.line",
            terrain=cell_name(column.app.texts, (beside.terrain, "")),
            hexes=_with_usual(here.hexes, beside.hexes),
            areas=_with_usual(len(here.areas), beside.areas),
            largest=_with_usual(here.largest, beside.largest),
        )
        column.words(line, "small", "text_soft" if beside.usual else "text_error")


def _with_usual(many: int, usual: advice.Usual | None) -> str:
    """A number, and in brackets from what to what it is in the boxes."""
    return str(many) if usual is None else f"{many} ({usual[0]}–{usual[1]})"


def _problems(easel: Easel, column: Column, problems: list[Problem], icon: str) -> None:
    app = column.app
    for problem in problems:
        row = ProblemRow(problem_words(app.texts, problem), icon, _lighting(easel, problem))
        column.add(row, row.lay(app.look, column.room.left, column.top, column.room.width))


def _lighting(easel: Easel, problem: Problem) -> Callable[[], None]:
    """A click lights the hexes, another one no more."""

    def light() -> None:
        easel.lit = () if easel.lit == problem.places else problem.places

    return light
