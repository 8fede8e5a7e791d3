"""Seeds as people say them."""

from __future__ import annotations

import random

import pytest

from kingdom.match.seeds import FRIENDLY, WORDS, new_seed, read_seed, seed_text


def test_every_friendly_form_means_one_seed() -> None:
    assert len(set(WORDS)) == len(WORDS)
    chance = random.Random(1)
    for seed in [
        0,
        1,
        999,
        1000,
        FRIENDLY - 1,
        FRIENDLY,
        2**40,
        *(chance.randrange(FRIENDLY) for _ in range(3000)),
    ]:
        assert read_seed(seed_text(seed)) == seed
    assert len({seed_text(seed) for seed in range(20000)}) == 20000


@pytest.mark.parametrize(("text", "seed"), [("17", 17), (" 42 ", 42), ("a0-acre-005", 5), ("A0 ACRE 5", 5)])
def test_typed_loosely(text: str, seed: int) -> None:
    assert read_seed(text) == seed


@pytest.mark.parametrize("text", ["", "-1", "K7", "K7-NOWORD-1", "I0-ACRE-1", "1.5", "²", "9" * 40])
def test_what_is_no_seed(text: str) -> None:
    assert read_seed(text) is None


def test_new_seeds_are_friendly() -> None:
    assert 0 <= new_seed() < FRIENDLY


def test_a_friendly_form_means_the_same_number_for_ever() -> None:
    """People pass them on, from one version to the next."""
    assert seed_text(2371204) == "D7-BARD-204"
    assert seed_text(123456) == "A1-WELL-456"
    assert read_seed("K7-MOOR-204") == 6249204
