"""The random number generator yields the same numbers on every machine and in every version. Saved games and
records depend on it."""

from __future__ import annotations

from kingdom.rules.rng import Rng, seed_from_state, shuffle_from_state, state_from_seed


def test_sequence_never_changes() -> None:
    """R-SETUP-1: the same seed always deals the same game."""
    assert state_from_seed(1) == 0x2D0F28C7E7E786B2
    rng = Rng(1)
    assert [rng.randrange(1000) for _ in range(8)] == [532, 752, 675, 519, 578, 751, 115, 268]
    assert "".join(shuffle_from_state(state_from_seed(7), "abcdefgh")[1]) == "cabgdfeh"


def test_numbers_and_shuffles_share_one_sequence() -> None:
    rng = Rng(5)
    assert [rng.randrange(100) for _ in range(5)] == [25, 91, 66, 64, 44]
    assert rng.choice("abcdefghijklmnop") == "g"
    assert "".join(rng.shuffled("abcde")) == "ceabd"


def test_state_converts_back_to_seed() -> None:
    for seed in (0, 1, 7, 2**63, 2**64 - 1):
        assert seed_from_state(state_from_seed(seed)) == seed


def test_numbers_are_evenly_distributed() -> None:
    rng = Rng(3)
    numbers = [rng.randrange(6) for _ in range(600)]
    assert {number: 60 < numbers.count(number) < 140 for number in range(6)} == dict.fromkeys(range(6), True)
