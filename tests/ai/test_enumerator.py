"""The Enumerator player finds the sequence of builds with the most gold and then uses tiles that add more."""

from __future__ import annotations

from support.scenario import gold, hex_id_at, pieces, scenario, tile

from kingdom.ai.simple_players import EnumeratorPlayer
from kingdom.rules.decision_frames import END_TURN
from kingdom.rules.game import Game


def play_turn(game: Game, seed: int = 1) -> list[int | str]:
    """Plays one complete turn."""
    player, answers = EnumeratorPlayer(seed), []
    while game.active_player == 0 and not game.over:
        answers.append(player.decide(game.observe(0, 1)))
        game.play(answers[-1])
    return answers


def test_enumerator_combines_three_builds() -> None:
    """Rows 5 and 8 have two pieces each. A row reaches five pieces only if all three builds are in it."""
    terrain = {(5, column): "D" for column in range(2, 9)} | {(8, column): "D" for column in range(2, 9)}
    game = scenario(
        land=terrain, base="W", own=[(5, 2), (5, 3), (8, 2), (8, 3)], card="desert", cards=["knights"]
    )
    play_turn(game)
    assert gold(game, "knights") == 10


def test_enumerator_reaches_a_goal_three_builds_away() -> None:
    """The castle is reached with the third build, although the first two builds earn nothing."""
    terrain = {
        (5, 3): "D",
        (5, 4): "D",
        (5, 5): "D",
        (5, 6): "S",
        (4, 1): "D",
        (6, 1): "D",
        (5, 1): "D",
        (5, 2): "G",
    }
    game = scenario(land=terrain, base="W", own=[(5, 2)], card="desert", cards=["workers"])
    play_turn(game)
    assert (5, 5) in pieces(game)
    assert gold(game, "castles") == 3


def test_enumerator_prefers_a_tile_among_equal_turns() -> None:
    terrain = {(5, 3): "D", (4, 1): "D", (6, 1): "D", (5, 1): "D", (5, 2): "G", (5, 4): "1", (4, 2): "D"}
    for seed in range(5):
        game = scenario(
            land=terrain, base="W", own=[(5, 2)], card="desert", locations={"1": "farm"}, cards=["knights"]
        )
        play_turn(game, seed)
        assert game.held_tiles[0], seed


def test_enumerator_uses_a_tile_only_if_it_increases_the_gold() -> None:
    player_keys = {"tiles": [tile("farm")]}
    terrain = {(5, column): "G" for column in range(2, 5)} | {(12, column): "D" for column in range(5)}
    game = scenario(
        land=terrain,
        base="W",
        own=[(5, 2), (12, 0), (12, 1)],
        card="desert",
        cards=["knights"],
        me=player_keys,
    )
    assert "farm" not in play_turn(game), (
        "the row with desert is better, and a grass hex elsewhere earns nothing"
    )
    game = scenario(
        land=terrain,
        base="W",
        own=[(5, 2), (12, 0)],
        card="desert",
        cards=["discoverers", "fishermen"],
        me=player_keys,
    )
    assert "farm" in play_turn(game)


def test_enumerator_ends_the_turn() -> None:
    game = scenario(own=[(5, 5)], card="grass", cards=["hermits"])
    answers = play_turn(game)
    assert answers[-1] == END_TURN
    assert len(answers) == 4
    assert all(isinstance(answer, int) and answer != hex_id_at(5, 5) for answer in answers[:3])
