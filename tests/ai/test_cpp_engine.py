"""The C++ engine in tests/tools agrees with the Python engine. These tests need a C++ compiler."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest
from tools.cpp_engine import driver

from kingdom.ai.master import MasterPlayer
from kingdom.ai.planner import HardPlayer
from kingdom.ai.weights import load_weights
from kingdom.rules.rng import Rng


@pytest.fixture(scope="module")
def engine() -> Path:
    """Returns the engine, compiled without optimization to save time. Skips the test on Windows, where a
    different math library may break ties differently."""
    if sys.platform == "win32" or driver.find_compiler() is None:
        pytest.skip("there is no C++ compiler")
    return driver.build_engine(optimization="-O0")


@pytest.mark.slow
def test_engine_agrees_with_python(engine: Path) -> None:
    assert driver.check_parity(engine, 30, 3, "medium", "hard+master+in_rows=0.2+together=-0.1") == []


@pytest.mark.slow
def test_games_are_reproducible_with_plausible_gold(engine: Path, tmp_path: Path) -> None:
    tables = driver.deal_boards(tmp_path / "tables", 2, 1, driver.SECTIONS)
    player_file = driver.write_lines(
        tmp_path / "program", driver.player_lines(*driver.parse_player_spec("medium"))
    )
    outputs = [list(driver.run_engine(engine, "games", tables, 3, 2, 1, player_file)) for _ in range(2)]
    assert outputs[0] == outputs[1]
    for line in outputs[0]:
        assert all(10 < int(gold) < 120 for gold in line.split()[2:]), line


def test_differences_are_reported() -> None:
    expected = {"gold": 3.0, "value": 1.5}
    assert driver.describe_differences(expected, {"gold": 3.0, "value": 1.5 + 1e-9}) == []
    assert len(driver.describe_differences(expected, {"gold": 4.0, "value": math.nan})) == 2
    assert len(driver.describe_differences(expected, {"gold": 3.0})) == 1


def test_player_specs_are_parsed() -> None:
    level, player_weights = driver.parse_player_spec("hard+master+open=5")
    assert level is HardPlayer
    assert player_weights["open"] == 5
    assert player_weights["early rows"] == MasterPlayer.level_weights()["early rows"]
    assert driver.parse_player_spec("hard")[1]["tile farm"] == load_weights()["building"]
    _, hermit = driver.parse_player_spec("hard+hermit")
    assert hermit["open"] == 1.4 * load_weights()["open"]
    assert hermit["together"] < 0
    for invalid in ("nobody", "hard+nothing", "hard+nothing=1"):
        with pytest.raises(SystemExit):
            driver.parse_player_spec(invalid)


def test_all_master_weights_are_known_and_tuned() -> None:
    """Every evaluation term in Python also exists in the C++ engine."""
    tuned = MasterPlayer.level_weights().keys() - load_weights().keys()
    assert tuned <= set(driver.KNOWN_WEIGHTS)
    assert tuned <= driver.TUNING_STEPS.keys()


def test_weights_round_trip(tmp_path: Path) -> None:
    driver.write_weights(tmp_path / "some", {"near 0": 0.01234, "open": 5.0}, "a test")
    assert driver.read_weights(tmp_path / "some") == {"near 0": 0.0123, "open": 5.0}


def test_training_finds_the_missing_term(tmp_path: Path) -> None:
    """In the artificial turns of this test, one term is worth more than the evaluation predicts. Training
    changes only the weight of this term."""
    rng = Rng(1)
    term_index = driver.FITTED_WEIGHTS.index("front")
    lines = [" ".join(("game", "turn", "lead", "value", *driver.FITTED_WEIGHTS))]
    for game in range(100):
        for _ in range(5):
            terms = [rng.randrange(100) / 10 for _ in driver.FITTED_WEIGHTS]
            value = rng.randrange(50)
            lines.append(
                f"{game} 0 {value + 0.3 * terms[term_index] + 7 * game} {value} {' '.join(map(str, terms))}"
            )
    path = driver.write_lines(tmp_path / "turns", iter(lines))
    trained, report = driver.train_weights([path], "hard+master")
    before = driver.parse_player_spec("hard+master")[1]
    assert "100 positions" in report
    for name in driver.FITTED_WEIGHTS:
        expected_change = 0.3 if name == "front" else 0.0
        assert trained[name] == pytest.approx(before[name] + expected_change, abs=0.02), name
