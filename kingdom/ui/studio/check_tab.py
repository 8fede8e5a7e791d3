"""The tab to check: what is wrong and what is odd, and the land beside the sections of the boxes."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.map_check import Problem
from kingdom.studio import advice
from kingdom.studio.canvas import Canvas
from kingdom.ui.scene.column import Column
from kingdom.ui.studio.compared_row import FIGURES, ComparedRow, columns
from kingdom.ui.studio.easel import Easel
from kingdom.ui.studio.problem_row import ProblemRow
from kingdom.ui.studio.stamps import Stamps
from kingdom.ui.studio.words import cell_name, problem_words
from kingdom.ui.widgets.basic import Label


def build_check(easel: Easel, column: Column, stamps: Stamps) -> None:
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
    _figures(canvas, column, stamps)


def _figures(canvas: Canvas, column: Column, stamps: Stamps) -> None:
    """The terrains below each other, their figures in columns."""
    app, look, room = column.app, column.app.look, column.room
    heads = pygame.Rect(room.left, column.top, room.width, look.line_height("small"))
    for name, place in zip(FIGURES, columns(look, heads), strict=True):
        column.widgets.append(Label(app.say(f"ui.studio.beside.{name}"), place, "small", "ink"))
    column.top = heads.bottom
    for beside in advice.compare(canvas.grid, canvas.kind):
        row = ComparedRow(cell_name(app.texts, (beside.terrain, "")), beside, stamps)
        column.add(row, row.lay(look, room.left, column.top, room.width))


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
