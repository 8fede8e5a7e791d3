"""Tests the conversion between seeds and the codes shown to players."""

from __future__ import annotations

import random

import pytest

from kingdom.match.seed_codes import CODED_SEED_COUNT, WORDS, format_seed, new_seed, parse_seed


def test_seed_codes_are_unique_and_round_trip() -> None:
    assert len(set(WORDS)) == len(WORDS)
    rng = random.Random(1)
    for seed in [
        0,
        1,
        999,
        1000,
        CODED_SEED_COUNT - 1,
        CODED_SEED_COUNT,
        2**40,
        *(rng.randrange(CODED_SEED_COUNT) for _ in range(3000)),
    ]:
        assert parse_seed(format_seed(seed)) == seed
    assert len({format_seed(seed) for seed in range(20000)}) == 20000


@pytest.mark.parametrize(("text", "seed"), [("17", 17), (" 42 ", 42), ("a0-acre-005", 5), ("A0 ACRE 5", 5)])
def test_parse_seed_accepts_loose_input(text: str, seed: int) -> None:
    assert parse_seed(text) == seed


@pytest.mark.parametrize("text", ["", "-1", "K7", "K7-NOWORD-1", "I0-ACRE-1", "1.5", "²", "9" * 40])
def test_parse_seed_rejects_invalid_input(text: str) -> None:
    assert parse_seed(text) is None


def test_new_seeds_have_codes() -> None:
    assert 0 <= new_seed() < CODED_SEED_COUNT


def test_seed_codes_never_change() -> None:
    """Players share codes with players who use other versions, so a code must always stand for the same
    seed."""
    assert format_seed(2371204) == "D7-BARD-204"
    assert format_seed(123456) == "A1-WELL-456"
    assert parse_seed("K7-MOOR-204") == 6249204
