"""A hint for a person: the turn that the expert would play, what it earns on each card, and in a word why."""

from __future__ import annotations

from typing import NamedTuple

from kingdom.ai.evaluation import BALANCE, LINKS, Evaluation
from kingdom.ai.expert import ExpertPlayer
from kingdom.ai.player import Budget
from kingdom.rules.frames import END_TURN, Answer
from kingdom.rules.game import Game
from kingdom.rules.scoring import score

ONLY, GOLD, TILE, RIVALS, FREEDOM, AHEAD = "only", "gold", "tile", "rivals", "freedom", "ahead"
REASONS = (ONLY, GOLD, TILE, RIVALS, FREEDOM, AHEAD)
"""The reasons there are: no other choice; gold; a location tile; gold kept from others; a free choice later;
what comes within reach."""


class Hint(NamedTuple):
    """A turn and what speaks for it."""

    answers: list[Answer]
    """All answers from now to the end of the turn, as planned."""
    now: dict[str, int]
    """Gold by card and other sources before."""
    after: dict[str, int]
    """The same after these answers."""
    reason: str
    """One of the reasons above, for a text in the person's language."""
    subject: str
    """The card or tile that the reason is about, or nothing."""
    words: str
    """The reason in plain English."""

    @property
    def gains(self) -> dict[str, int]:
        """Gold that the turn brings, by card and other sources."""
        return {name: gold - self.now.get(name, 0) for name, gold in self.after.items()}


def hint(view: Game, seed: int = 1, budget: Budget | None = None) -> Hint:
    """What the expert would do in this view (a person's own, from `observe`)."""
    player = view.stack[-1].who(view)
    expert = ExpertPlayer(seed, budget)
    first = expert.answer(view)
    answers = [first, *(answer for _, answer in expert.plan)]
    before, after = view.copy(), view.copy()
    for answer in answers:
        if answer == END_TURN:
            break  # what the end of the turn brings (a new card) is not part of the hint
        after.push(answer)
    now, then = gold_by(before, player), gold_by(after, player)
    cells, options = view.asked()
    if cells.bit_count() + len(options) == 1:
        return Hint(answers, now, then, ONLY, "", "there is no other choice")
    return Hint(answers, now, then, *why(before, after, player, now, then))


def gold_by(game: Game, player: int) -> dict[str, int]:
    return {name: part.gold for name, part in score(game, player).items()}


def why(
    before: Game, after: Game, player: int, now: dict[str, int], then: dict[str, int]
) -> tuple[str, str, str]:
    """What weighs most, in gold, of all that one position has over another of the same turn: the one before
    it, or one that other answers led to."""
    evaluation = Evaluation(before, player)
    old, new, how = evaluation.terms(before), evaluation.terms(after), evaluation.weights
    change = {term: how[term] * (new[term] - old[term]) for term in old}
    gains = {name: then[name] - now.get(name, 0) for name in then}
    best = max(gains, key=lambda name: gains[name])
    earned = sum(gains.values())
    gained, lost = _more_tiles(before, after, player), _more_tiles(after, before, player)
    turns = evaluation.turns_left(after)
    reasons = [
        (
            float(earned),
            GOLD,
            best,
            f"it earns {earned} gold" + (f", most of it with {best}" if gains[best] else ""),
        ),
        (change["rivals"], RIVALS, "", "it keeps gold from the others"),
        (change["open"] + change["room"], FREEDOM, "", "it leaves you freer to choose next turn"),
        (
            change["promise"] + change["tile_ahead"] + change[BALANCE] + change[LINKS],
            AHEAD,
            "",
            "it brings good hexes within reach",
        ),
    ]
    if gained:
        worth = sum(evaluation.worth[name] for name in gained) - sum(evaluation.worth[name] for name in lost)
        worth *= turns
        reasons.append((worth, TILE, gained[0], f"it gains the {' and the '.join(gained)} tile"))
    weight, reason, subject, words = max(reasons, key=lambda entry: entry[0])
    if weight <= 0:  # nothing shows yet: what speaks for it comes with the next turn
        _, reason, subject, words = next(entry for entry in reasons if entry[1] == AHEAD)
    return reason, subject, words.replace("_", " ")


def _more_tiles(before: Game, after: Game, player: int) -> list[str]:
    """The tiles that a player has in one position and not in another."""
    had = [space for _, space, _ in before.tiles[player]]
    return [tile.name for tile, space, _ in after.tiles[player] if space not in had]
