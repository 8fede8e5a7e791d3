"""Learning: the regression finds what is in the samples, and a broken file does no harm."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from tools.learn_weights import digest, fit, main, read_samples

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


def test_learning_can_be_repeated_and_goes_on_where_it_was(tmp_path: Path) -> None:
    """Data in one go or in two, the second after a power cut, give the same weights to the last digit."""
    found = []
    for runs in ((2,), (1, 2)):
        samples, output = tmp_path / f"samples{len(runs)}.jsonl", tmp_path / f"learned{len(runs)}.json"
        for games in runs:
            arguments = ["--games", str(games), "--jobs", "1", "--samples", str(samples), "--seed", "4"]
            assert main(["data", *arguments]) == 0
            if games < runs[-1]:
                samples.write_text(samples.read_text() + "\n[1, [[[1, 2")
        assert main(["train", "--samples", str(samples), "--output", str(output)]) == 0
        found.append(output.read_text())
    assert found[0] == found[1]
    data = json.loads(found[0])
    assert set(data["weights"]) == set(TERMS)
    assert (data["games"], data["seed"], data["played_with"]) == (2, 4, digest(weights()))
    assert data["samples"] == sum(len(rows) for rows in read_samples(samples)[1].values()) > 10


def test_samples_of_two_kinds_do_not_mix(tmp_path: Path) -> None:
    samples = tmp_path / "samples.jsonl"
    assert main(["data", "--games", "0", "--samples", str(samples), "--seed", "1"]) == 0
    with pytest.raises(SystemExit, match="another seed"):
        main(["data", "--games", "1", "--samples", str(samples), "--seed", "2"])
    samples.write_text("{")
    with pytest.raises(SystemExit, match="no samples"):
        main(["train", "--samples", str(samples)])


def test_the_proof_plays_the_learned_weights_against_those_in_use(
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
    learned.write_text(json.dumps({"weights": weights()}))
    with pytest.raises(SystemExit, match="in use"):
        main(arguments)
    learned.write_text(json.dumps({"weights": {**weights(), "building": 0.0}}))
    assert main([*arguments, "--deals", "1"]) == 1, "one deal proves nothing"
    assert "of 2 games" in capsys.readouterr().out
    kept = file.read_text()
    assert main([*arguments, "--deals", "1"]) == 1
    assert file.read_text() == kept, "what was played is not played again"


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
