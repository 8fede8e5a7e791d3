"""Computes hints: the turn that Expert would play, the gold that the turn gains from each card, and the main
reason for choosing the turn."""

from __future__ import annotations

from typing import NamedTuple

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.expert import ExpertPlayer
from kingdom.ai.float_sum import sum_floats
from kingdom.ai.player import Budget
from kingdom.ai.weights import BALANCE_TERM, LINKS_TERM
from kingdom.rules.decision_frames import END_TURN, Answer
from kingdom.rules.game import Game, only_legal_answer
from kingdom.rules.scoring import displayed_breakdown

REASON_ONLY, REASON_GOLD, REASON_TILE, REASON_RIVALS, REASON_FREEDOM, REASON_AHEAD = (
    "only",
    "gold",
    "tile",
    "rivals",
    "freedom",
    "ahead",
)
REASONS = (REASON_ONLY, REASON_GOLD, REASON_TILE, REASON_RIVALS, REASON_FREEDOM, REASON_AHEAD)
"""The reasons, in this order: no other choice, gold, a location tile, gold denied to opponents, more freedom
next turn, good hexes within reach."""


class Hint(NamedTuple):
    """A suggested turn and the reason for it."""

    answers: list[Answer]
    """All planned answers from now to the end of the turn."""
    gold_before: dict[str, int]
    """Gold by source before the turn."""
    gold_after: dict[str, int]
    """Gold by source after these answers."""
    reason: str
    """One of REASONS, translated by the UI."""
    subject: str
    """The card or tile that the reason refers to. May be empty."""
    step_gains: dict[str, int]
    """Gold gained or lost by the next step alone, by source. A step is a build or a whole extra action."""

    @property
    def gains(self) -> dict[str, int]:
        """Gold gained by the turn, by source."""
        return _differences(self.gold_before, self.gold_after)


def compute_hint(view: Game, seed: int = 1, budget: Budget | None = None) -> Hint:
    """Returns the turn that Expert would play. `view` is the human player's view of the game
    (`Game.observe`)."""
    player, game = view.deciding_player, view.copy()
    answers: list[Answer] = []
    while not game.over and game.deciding_player == player:
        answer = only_legal_answer(game)
        if answer is None or answer == END_TURN:
            expert = ExpertPlayer(seed, budget)
            answers += [expert.decide(game), *(answer for _, answer in expert.plan)]
            break
        answers.append(answer)  # Expert plans only if there is a choice
        game.push(answer)
    hint = _create_hint(view, answers, gold_by_source(view, player))
    assert hint is not None, "the plan is legal"
    return hint


def continue_hint(hint: Hint, played: list[Answer], view: Game) -> Hint | None:
    """Returns the rest of a hint after a player has followed its first answers. The gold is still that of the
    whole plan. Returns None if the player did something else or the plan no longer works."""
    count = len(played)
    if hint.answers[:count] != played or len(hint.answers) == count:
        return None
    rest = _create_hint(view, hint.answers[count:], hint.gold_before)
    if rest is None or rest.gold_after != hint.gold_after:
        return None
    if REASON_ONLY in (hint.reason, rest.reason):
        return rest
    return rest._replace(reason=hint.reason, subject=hint.subject)


def _create_hint(view: Game, answers: list[Answer], gold_before: dict[str, int]) -> Hint | None:
    """Returns a hint with these answers, or None if they are illegal."""
    player, game, step_end = view.deciding_player, view.copy(), None
    for answer in answers:
        if answer == END_TURN:
            break  # ending the turn draws a new card, so it is not part of the hint
        if not game.is_legal(answer):
            return None
        game.push(answer)
        if step_end is None and game.at_turn_decision:
            step_end = game.copy()
    gold_now, gold_after = gold_by_source(view, player), gold_by_source(game, player)
    step_gains = _differences(gold_now, gold_by_source(step_end or game, player))
    reason = (
        explain_difference(view, game, player, gold_now, gold_after)
        if only_legal_answer(view) is None
        else (REASON_ONLY, "")
    )
    return Hint(answers, gold_before, gold_after, *reason, step_gains)


def _differences(before: dict[str, int], after: dict[str, int]) -> dict[str, int]:
    return {name: gold - before.get(name, 0) for name, gold in after.items()}


def gold_by_source(game: Game, player: int) -> dict[str, int]:
    return {name: source_score.gold for name, source_score in displayed_breakdown(game, player).items()}


def explain_difference(
    before: Game, after: Game, player: int, gold_before: dict[str, int], gold_after: dict[str, int]
) -> tuple[str, str]:
    """Returns the most valuable advantage of the position `after` over the position `before`, as reason and
    subject. `before` is an earlier position of the same turn, or a position reached by different answers."""
    evaluation = Evaluation(before, player)
    old_terms, new_terms = evaluation.unweighted_terms(before), evaluation.unweighted_terms(after)
    changes = {term: evaluation.weights[term] * (new_terms[term] - old_terms[term]) for term in old_terms}
    gains = _differences(gold_before, gold_after)
    reasons = [
        (float(sum(gains.values())), REASON_GOLD, max(gains, key=lambda name: gains[name])),
        (changes["rivals"], REASON_RIVALS, ""),
        (changes["open"] + changes["room"], REASON_FREEDOM, ""),
        (
            changes["promise"] + changes["tile_ahead"] + changes[BALANCE_TERM] + changes[LINKS_TERM],
            REASON_AHEAD,
            "",
        ),
    ]
    gained_tiles, lost_tiles = _new_tiles(before, after, player), _new_tiles(after, before, player)
    if gained_tiles:
        tile_value = sum_floats(evaluation.tile_values[name] for name in gained_tiles) - sum_floats(
            evaluation.tile_values[name] for name in lost_tiles
        )
        reasons.append((tile_value * evaluation.turns_left(after), REASON_TILE, gained_tiles[0]))
    value, reason, subject = max(reasons, key=lambda entry: entry[0])
    # without an immediate advantage, the benefit comes next turn
    return (reason, subject) if value > 0 else (REASON_AHEAD, "")


def _new_tiles(before: Game, after: Game, player: int) -> list[str]:
    """Returns the names of the tiles that a player has in `after` but not in `before`."""
    old_spaces = [space for _, space, _ in before.held_tiles[player]]
    return [tile.name for tile, space, _ in after.held_tiles[player] if space not in old_spaces]
