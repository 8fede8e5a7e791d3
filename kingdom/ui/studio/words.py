"""What lies on land, and what is wrong with it, in words."""

from __future__ import annotations

from kingdom.map_check import Problem
from kingdom.rules.registry import LOCATION, TERRAINS
from kingdom.studio.canvas import Cell
from kingdom.text import Texts


def cell_name(texts: Texts, cell: Cell) -> str:
    """A terrain, landmark or location in the player's language."""
    word, kind = cell
    if word == LOCATION:
        return texts.say(f"tile.{kind}")
    return texts.say(f"terrain.{word}" if word in TERRAINS else f"landmark.{word}")


def problem_words(texts: Texts, problem: Problem) -> str:
    """What is wrong or odd."""
    values = dict(problem.values)
    if "terrain" in values:
        values["terrain"] = cell_name(texts, (values["terrain"], ""))
    if "terrains" in values:
        names = [cell_name(texts, (word, "")) for word in values["terrains"].split(", ")]
        values["terrains"] = ", ".join(names)
    values.pop("kind", None)
    return texts.say(f"ui.studio.problem.{problem.key}", **values)
