"""What a program thinks of in others' time: its answer is the same as without; nothing hidden has a say."""

from __future__ import annotations

import pytest

from kingdom.ai.planner import Planner
from kingdom.ai.player import Budget, never, random_answer
from kingdom.ai.roster import make
from kingdom.ai.turns import Turn, TurnSearch
from kingdom.rules.chance import Chance
from kingdom.rules.frames import END_TURN
from kingdom.rules.game import Game
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup, new_game

BUDGET = Budget(evaluations=300)
LEVELS = ("medium", "hard", "hard/hermit", "expert", "master", "near/1700")


def about_to_end(boxes: tuple[str, ...], seed: int) -> Game:
    """A game in which the first player may end the turn, and the second has a choice then."""
    game, chance = new_game(Setup(players=2, boxes=boxes, seed=seed, start=0)), Chance(seed)
    while game.round < 4 or game.player != 0 or END_TURN not in game.asked()[1]:
        game.push(random_answer(game, chance))
    return game


def ended(game: Game) -> Game:
    game = game.copy()
    game.push(END_TURN)
    return game


@pytest.fixture
def thoughts(monkeypatch: pytest.MonkeyPatch) -> list[Planner]:
    """Who has thought about a whole turn, each time."""
    found: list[Planner] = []
    thought = Planner.turn_for

    def noted(self: Planner, game: Game, seed: int, budget: Budget) -> Turn:
        found.append(self)
        return thought(self, game, seed, budget)

    monkeypatch.setattr(Planner, "turn_for", noted)
    return found


@pytest.mark.parametrize("level", LEVELS)
def test_the_answer_is_the_same_and_thought_of_once(level: str, thoughts: list[Planner]) -> None:
    game = about_to_end(("base",), 5)
    plain = make(level, 7, BUDGET).answer(ended(game).observe(1, 1))
    thoughts.clear()
    player = make(level, 7, BUDGET)
    player.ponder(ended(game.observe(1, 2)), never)  # the card that the other draws is another one there
    player.ponder(ended(game.observe(1, 3)), never)
    assert len(thoughts) == 1
    assert player.answer(ended(game).observe(1, 4)) == plain
    assert len(thoughts) == 1


@pytest.mark.parametrize("seed", range(3))
def test_with_every_box(seed: int, thoughts: list[Planner]) -> None:
    game = about_to_end(tuple(BOXES), seed)
    plain = make("hard", 7, BUDGET).answer(ended(game).observe(1, 1))
    thoughts.clear()
    player = make("hard", 7, BUDGET)
    player.ponder(ended(game.observe(1, 2)), never)
    assert player.answer(ended(game).observe(1, 3)) == plain
    assert len(thoughts) == 1


def test_what_comes_otherwise_is_thought_of_anew(thoughts: list[Planner]) -> None:
    game, other = about_to_end(("base",), 5), about_to_end(("base",), 6)
    plain = make("hard", 7, BUDGET).answer(ended(other).observe(1, 1))
    thoughts.clear()
    player = make("hard", 7, BUDGET)
    player.ponder(ended(game.observe(1, 2)), never)
    assert player.answer(ended(other).observe(1, 3)) == plain
    assert len(thoughts) == 2


def test_the_own_card_is_part_of_it(thoughts: list[Planner]) -> None:
    """A thought for one card is none for another on the same board."""
    game = about_to_end(("base",), 5)
    view = ended(game.observe(1, 2))
    card = next(card for card in view.deck if card != view.hand[1][0])
    other = view.with_hand((card,))
    plain = make("hard", 7, BUDGET).answer(other)
    thoughts.clear()
    player = make("hard", 7, BUDGET)
    player.ponder(view, never)
    assert player.answer(other) == plain
    assert len(thoughts) == 2


def test_what_was_stopped_is_not_kept(thoughts: list[Planner]) -> None:
    game = about_to_end(("base",), 5)
    plain = make("hard", 7, BUDGET).answer(ended(game).observe(1, 1))
    thoughts.clear()
    player = make("hard", 7, BUDGET)
    player.ponder(ended(game.observe(1, 2)), lambda: True)
    assert player.answer(ended(game).observe(1, 3)) == plain
    assert len(thoughts) == 2


def test_it_stops_at_once() -> None:
    """Told to stop, it looks at next to nothing."""
    spent: list[int] = []

    class Noting(Planner):
        def choose(self, search: TurnSearch, seed: int) -> Turn:
            turn = super().choose(search, seed)
            spent.append(search.meter.spent)
            return turn

    player = Noting(1, Budget(evaluations=100_000))
    view = ended(about_to_end(tuple(BOXES), 1).observe(1, 2))
    player.ponder(view, lambda: True)
    player.ponder(view, never)
    assert spent[0] * 5 < spent[1]
