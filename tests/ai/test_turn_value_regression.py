"""Tests the regression tool, which measures evaluation terms by playing turns to the end of the game."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.turn_value_regression import Features, compare_turns, fit_coefficients, main, read_positions

from kingdom.rules.rng import Rng


def test_fit_finds_the_true_coefficients() -> None:
    """The value of the position itself does not affect the coefficients."""
    rng = Rng(3)
    positions: list[list[tuple[Features, int]]] = []
    for _ in range(300):
        position_value, turns = rng.randrange(60), list[tuple[Features, int]]()
        for _ in range(4):
            value, majority_gold = rng.randrange(10), rng.randrange(10)
            noise = rng.randrange(5) - 2
            turns.append(
                (
                    {"value": value + position_value, "races now": majority_gold},
                    position_value + 2 * value - majority_gold + noise,
                )
            )
        positions.append(turns)
    coefficients = {name: (coefficient, error) for name, coefficient, error in fit_coefficients(positions)}
    assert coefficients["value"][0] == pytest.approx(2, abs=0.1)
    assert coefficients["races now"][0] == pytest.approx(-1, abs=0.1)
    assert all(0 < error < 0.1 for _, error in coefficients.values())


def test_turn_comparison_is_reproducible() -> None:
    turns = compare_turns(["base"], 10)
    assert len(turns) > 1
    assert turns == compare_turns(["base"], 10)
    assert len({features["value"] for features, _ in turns}) > 1


def test_results_are_stored_and_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "turns.jsonl"
    assert main(["data", "--file", str(file), "--positions", "1", "--jobs", "1"]) == 0
    (stored,) = read_positions(file)
    file.write_text(file.read_text() + '[1000001, [[{"val', encoding="utf-8")
    assert list(read_positions(file)) == [stored], "a truncated line is skipped"
    assert main(["data", "--file", str(file), "--positions", "1", "--jobs", "1"]) == 0
    assert list(read_positions(file)) == [stored]
    capsys.readouterr()
    assert main(["fit", "--file", str(file)]) == 0
    assert "1 positions" in capsys.readouterr().out
