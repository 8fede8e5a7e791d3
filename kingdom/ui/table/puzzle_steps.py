"""The best turn of a puzzle, step by step: what was played, each deed of the best turn, and each source of
gold with the hexes that earn it."""

from __future__ import annotations

from dataclasses import dataclass

from kingdom.learn.solving import Gain, Outcome, Solving
from kingdom.match.match import Match
from kingdom.rules.frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT
from kingdom.text import Texts
from kingdom.ui.board.plan import Deed, deeds_of
from kingdom.ui.panels.narration import Storyteller


@dataclass(frozen=True)
class PuzzleStep:
    """One thing to look at."""

    heading: str
    words: str
    game: Game
    lit: int
    deeds: tuple[Deed, ...] = ()


def gain_line(texts: Texts, gains: tuple[Gain, ...]) -> str:
    """What a turn brought, by source."""
    return ", ".join(f"{gain.gold:+d} {texts.name(gain.source)}" for gain in gains).replace("-", "−")


def puzzle_steps(texts: Texts, solving: Solving, outcome: Outcome) -> list[PuzzleStep]:
    """Everything that there is to look at after a try."""
    best = outcome.answers if outcome.solved else solving.puzzle.solution
    found = [] if outcome.solved else [_yours(texts, solving, outcome)]
    match = _played(solving, best)
    found += _deeds(texts, solving, match)
    gains = solving.gains(best)
    heading = texts.say("ui.puzzle.step.earns")
    for gain in gains:
        words = gain_line(texts, (gain,))
        found.append(PuzzleStep(heading, words, match.game, gain.hexes & match.game.board.cells))
    return found


def _yours(texts: Texts, solving: Solving, outcome: Outcome) -> PuzzleStep:
    lit = 0
    for gain in outcome.gains:
        lit |= gain.hexes
    game = solving.match.game
    words = gain_line(texts, outcome.gains) or texts.say("ui.puzzle.step.nothing")
    return PuzzleStep(texts.say("ui.puzzle.step.yours"), words, game, lit & game.board.cells)


def _played(solving: Solving, answers: tuple[Answer, ...]) -> Match:
    """A match in which this turn was played."""
    match = Solving(solving.puzzle, solving.name).match
    for answer in answers:
        match.answer(answer)
        match.played()
    return match


def _deeds(texts: Texts, solving: Solving, match: Match) -> list[PuzzleStep]:
    first, player = len(solving.puzzle.answers), solving.player
    story = Storyteller([seat.name for seat in match.seats])
    story.follow(match.history, match.game, player, match.opening)
    lines = [line for line in story.lines if line.moment > first and line.player == player and line.hexes]
    moments = match.moments(line.moment for line in lines)
    found = []
    for number, line in enumerate(lines, 1):
        events = [event for entry in match.history[first : line.moment] for event in entry.events]
        deeds = deeds_of(events, player)
        lit = line.hexes
        for deed in deeds:
            lit |= deed.hexes | (BIT[deed.origin] if deed.origin is not None else 0)
        words = line.say(texts)
        heading = texts.say("ui.puzzle.step.best", number=number, all=len(lines))
        found.append(PuzzleStep(heading, words[:1].upper() + words[1:], moments[line.moment], lit, deeds))
    return found
