"""A turn in one line that grows as it goes on ("Frank: Canyon, built 3 settlements, took a Tavern tile")."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from kingdom.rules.registry import terrains_of
from kingdom.text import Texts
from kingdom.ui.panels.narration import Line


@dataclass(frozen=True)
class TurnLine:
    """What one player did without a break: a turn, or an interrupt of somebody else's."""

    player: int
    lines: tuple[Line, ...]

    def say(
        self, texts: Texts, name: str, number: int | None = None, fits: Callable[[str], bool] = bool
    ) -> str:
        """All of it, or its first lines only. Where that does not fit, the newest deeds are told rather than
        the first ones."""
        lines = self.lines[:number]
        terrains = next((terrains_of(str(line.values["card"])) for line in lines if line.key == CARD), ())
        deeds = [_short(line, texts, terrains) for line in lines]
        said = texts.say("ui.table.turn", player=name, deeds=", ".join(deeds))
        while not fits(said) and len(deeds) > 2:
            del deeds[1]
            said = texts.say("ui.table.turn", player=name, deeds=", ".join([deeds[0], LEFT_OUT, *deeds[1:]]))
        return said


CARD, BUILT = "event.card_revealed", "event.built"
LEFT_OUT = "…"


def _short(line: Line, texts: Texts, terrains: Sequence[str]) -> str:
    """A deed without what the line has said already."""
    if line.key == CARD:
        return str(texts.names(line.values)["card"])
    if line.key == BUILT and line.values["on"] in terrains:
        return texts.say("ui.table.turn.built", count=line.values["count"])
    return line.say(texts)


def turn_lines(lines: Iterable[Line]) -> list[TurnLine]:
    """The lines of a log by turns, without those of nobody."""
    found: list[TurnLine] = []
    before: int | None = None
    for line in lines:
        if line.player is not None:
            if line.player == before:
                found[-1] = TurnLine(line.player, (*found[-1].lines, line))
            else:
                found.append(TurnLine(line.player, (line,)))
        before = line.player
    return found
