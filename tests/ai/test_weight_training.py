"""Tests weight training: the regression recovers the weights that produced the samples, and damaged files are
handled."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools.weight_training import fit_weights, main, read_samples, weights_digest

from kingdom.ai.evaluation import Evaluation
from kingdom.ai.weights import EVALUATION_TERMS, load_weights
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game
from kingdom.tournament.ratings import solve_linear_equations


def test_solve_linear_equations() -> None:
    assert solve_linear_equations([[0.0, 2.0], [1.0, 1.0]], [4.0, 5.0]) == [3.0, 2.0]


def test_regression_finds_the_true_weights() -> None:
    rng, true_weights = (
        Rng(1),
        dict(zip(EVALUATION_TERMS, (1.0, 0.5, 0.2, 2.0, 0.7, 0.3, 1.0, 0.4, 0.6, 0.8, 0.7), strict=True)),
    )
    samples = []
    for _ in range(4000):
        row = [rng.randrange(100) / 10 - 5 for _ in EVALUATION_TERMS]
        samples.append(
            (
                row,
                sum(
                    true_weights[term] * value
                    for term, value in zip(EVALUATION_TERMS, row, strict=True)
                    if term != "rivals"
                ),
            )
        )
    fitted = fit_weights(samples, dict.fromkeys(EVALUATION_TERMS, 0.0) | {"rivals": 0.7})
    assert fitted == pytest.approx(true_weights, abs=0.05)


def test_training_is_reproducible_and_can_be_resumed(tmp_path: Path) -> None:
    """Samples collected in two runs, the second one after a power failure, lead to exactly the same weights
    as samples collected in one run."""
    outputs = []
    for game_counts in ((2,), (1, 2)):
        samples, output = (
            tmp_path / f"samples{len(game_counts)}.jsonl",
            tmp_path / f"learned{len(game_counts)}.json",
        )
        for games in game_counts:
            arguments = ["--games", str(games), "--jobs", "1", "--samples", str(samples), "--seed", "4"]
            assert main(["data", *arguments]) == 0
            if games < game_counts[-1]:
                samples.write_text(samples.read_text() + "\n[1, [[[1, 2")
        assert main(["train", "--samples", str(samples), "--output", str(output)]) == 0
        outputs.append(output.read_text())
    assert outputs[0] == outputs[1]
    data = json.loads(outputs[0])
    assert set(data["weights"]) == set(EVALUATION_TERMS)
    assert (data["games"], data["seed"], data["played_with"]) == (2, 4, weights_digest(load_weights()))
    assert data["samples"] == sum(len(rows) for rows in read_samples(samples)[1].values()) > 10


def test_samples_of_different_runs_are_not_mixed(tmp_path: Path) -> None:
    samples = tmp_path / "samples.jsonl"
    assert main(["data", "--games", "0", "--samples", str(samples), "--seed", "1"]) == 0
    with pytest.raises(SystemExit, match="another seed"):
        main(["data", "--games", "1", "--samples", str(samples), "--seed", "2"])
    samples.write_text("{")
    with pytest.raises(SystemExit, match="no samples"):
        main(["train", "--samples", str(samples)])


def test_prove_plays_learned_weights_against_current_ones(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    learned, file = tmp_path / "learned.json", tmp_path / "proof.jsonl"
    arguments = [
        "prove",
        "--weights",
        str(learned),
        "--file",
        str(file),
        "--jobs",
        "1",
        "--evaluations",
        "30",
    ]
    learned.write_text(json.dumps({"weights": load_weights()}))
    with pytest.raises(SystemExit, match="in use"):
        main(arguments)
    learned.write_text(json.dumps({"weights": {**load_weights(), "building": 0.0}}))
    assert main([*arguments, "--deals", "1"]) == 1, "one deal is too little evidence"
    assert "of 2 games" in capsys.readouterr().out
    first_content = file.read_text()
    assert main([*arguments, "--deals", "1"]) == 1
    assert file.read_text() == first_content, "stored deals are not played again"


def test_value_is_the_weighted_sum_of_terms() -> None:
    """The value is gold plus the weighted terms and nothing else."""
    game = new_game(GameSetup(seed=4, start_player=0))
    for _ in range(3):
        cells, _ = game.legal_answers()
        game.push((cells & -cells).bit_length() - 1)
    evaluation = Evaluation(game, 0)
    terms = evaluation.unweighted_terms(game)
    expected = evaluation.fast_scorer.total_gold(game, 0) + sum(
        load_weights()[term] * terms[term] for term in EVALUATION_TERMS
    )
    assert evaluation.value(game) == pytest.approx(expected)
