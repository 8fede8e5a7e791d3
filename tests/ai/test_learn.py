"""Learning: the regression finds what is in the samples, and a broken file does no harm."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools.learn_weights import fit, main, read_samples

from kingdom.ai.evaluation import TERMS, Evaluation, weights
from kingdom.ladder.rating import solve
from kingdom.rules.chance import Chance
from kingdom.rules.setup import Setup, new_game


def test_equations() -> None:
    assert solve([[0.0, 2.0], [1.0, 1.0]], [4.0, 5.0]) == [3.0, 2.0]


def test_the_weights_behind_samples_are_found() -> None:
    chance, truth = (
        Chance(1),
        dict(zip(TERMS, (1.0, 0.5, 0.2, 2.0, 0.7, 0.3, 1.0, 0.4, 0.6, 0.8, 0.7), strict=True)),
    )
    samples = []
    for _ in range(4000):
        row = [chance.below(100) / 10 - 5 for _ in TERMS]
        samples.append(
            (
                row,
                sum(truth[term] * value for term, value in zip(TERMS, row, strict=True) if term != "rivals"),
            )
        )
    found = fit(samples, dict.fromkeys(TERMS, 0.0) | {"rivals": 0.7})
    assert found == pytest.approx(truth, abs=0.05)


def test_samples_add_up_over_runs(tmp_path: Path) -> None:
    samples, output = tmp_path / "samples.jsonl", tmp_path / "weights.json"
    for seed in (1, 2):
        assert (
            main(
                [
                    "--games",
                    "1",
                    "--jobs",
                    "1",
                    "--samples",
                    str(samples),
                    "--output",
                    str(output),
                    "--seed",
                    str(seed),
                ]
            )
            == 0
        )
    read = read_samples(samples)
    assert len(read) > 10
    assert all(len(row) == len(TERMS) for row, _ in read)
    samples.write_text(samples.read_text() + '[[1, 2\n"x"\n')
    assert len(read_samples(samples)) == len(read)
    data = json.loads(output.read_text())
    assert set(data["weights"]) == set(TERMS)
    assert data["samples"] == len(read)


def test_terms_and_value_belong_together() -> None:
    """The value is gold and the weighted terms, nothing else."""
    game = new_game(Setup(seed=4, start=0))
    for _ in range(3):
        cells, _ = game.asked()
        game.push((cells & -cells).bit_length() - 1)
    evaluation = Evaluation(game, 0)
    terms = evaluation.terms(game)
    expected = evaluation.purse.total(game, 0) + sum(weights()[term] * terms[term] for term in TERMS)
    assert evaluation.value(game) == pytest.approx(expected)
