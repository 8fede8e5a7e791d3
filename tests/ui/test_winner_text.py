"""Tests the sentence that states the result of a game."""

from __future__ import annotations

import pytest

from kingdom.text.translator import LANGUAGES, Translator
from kingdom.ui.game_text import winner_text

NAMES = ("Ani", "Frank", "Jenny")


@pytest.mark.parametrize(
    ("winners", "humans", "expected"),
    [
        ((0,), (0,), "You win with 50 gold"),
        ((1,), (0,), "Frank wins with 50 gold · you have 44"),
        ((0, 2), (0,), "You and Jenny share the victory with 50 gold each"),
        ((0, 1, 2), (1,), "You and Ani and Jenny share the victory with 50 gold each"),
        ((1, 2), (0,), "Frank and Jenny share the victory with 50 gold each · you have 44"),
        ((0,), (0, 1), "Ani wins with 50 gold"),
        ((1, 2), (), "Frank and Jenny share the victory with 50 gold each"),
    ],
)
def test_winner_text_addresses_a_single_human(
    winners: tuple[int, ...], humans: tuple[int, ...], expected: str
) -> None:
    totals = [50 if player in winners else 44 for player in range(3)]
    assert winner_text(Translator("en"), NAMES, winners, totals, humans) == expected


@pytest.mark.parametrize("language", LANGUAGES)
def test_winner_text_in_every_language(language: str) -> None:
    texts = Translator(language)
    assert "50" in winner_text(texts, NAMES, (0,), (50, 1, 1), (0,))
    assert "Frank" in winner_text(texts, NAMES, (1,), (1, 50, 1), (0,))
