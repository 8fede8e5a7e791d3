"""The generator gives the same numbers on every machine and in every version: saved games and records depend
on them."""

from __future__ import annotations

from kingdom.rules.chance import Chance, seed_of, seeded, shuffled


def test_the_numbers_are_those_of_the_first_day() -> None:
    """R-SETUP-1: the same seed deals the same table everywhere, always."""
    assert seeded(1) == 0x2D0F28C7E7E786B2
    chance = Chance(1)
    assert [chance.below(1000) for _ in range(8)] == [532, 752, 675, 519, 578, 751, 115, 268]
    assert "".join(shuffled(seeded(7), "abcdefgh")[1]) == "cabgdfeh"


def test_numbers_and_shuffles_come_from_one_row() -> None:
    chance = Chance(5)
    assert [chance.below(100) for _ in range(5)] == [25, 91, 66, 64, 44]
    assert chance.pick("abcdefghijklmnop") == "g"
    assert "".join(chance.shuffled("abcde")) == "ceabd"


def test_a_generator_in_use_is_written_as_a_seed() -> None:
    for seed in (0, 1, 7, 2**63, 2**64 - 1):
        assert seed_of(seeded(seed)) == seed


def test_every_number_comes_up() -> None:
    chance = Chance(3)
    numbers = [chance.below(6) for _ in range(600)]
    assert {number: 60 < numbers.count(number) < 140 for number in range(6)} == dict.fromkeys(range(6), True)
