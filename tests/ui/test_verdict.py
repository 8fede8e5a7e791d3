"""The result in one sentence."""

from __future__ import annotations

import pytest

from kingdom.text import LANGUAGES, Texts
from kingdom.ui.scene.verdict import verdict

NAMES = ("Ani", "Frank", "Jenny")


@pytest.mark.parametrize(
    ("winners", "people", "said"),
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
def test_it_speaks_to_the_only_person(winners: tuple[int, ...], people: tuple[int, ...], said: str) -> None:
    totals = [50 if player in winners else 44 for player in range(3)]
    assert verdict(Texts("en"), NAMES, winners, totals, people) == said


@pytest.mark.parametrize("language", LANGUAGES)
def test_in_every_language(language: str) -> None:
    texts = Texts(language)
    assert "50" in verdict(texts, NAMES, (0,), (50, 1, 1), (0,))
    assert "Frank" in verdict(texts, NAMES, (1,), (1, 50, 1), (0,))
