"""The quick engine (tests/tools/quick) says what Python says, where there is a C++ compiler."""

from __future__ import annotations

import math
import sys
from pathlib import Path

import pytest
from tools import quick_engine as tool

from kingdom.ai.evaluation import weights
from kingdom.ai.hard import HardPlayer
from kingdom.ai.master import MasterPlayer
from kingdom.rules.chance import Chance


@pytest.fixture(scope="module")
def engine() -> Path:
    """Compiled quickly rather than to be quick, and kept for the next time. With the mathematics of another
    library ties may be broken otherwise, so not on Windows."""
    if sys.platform == "win32" or tool.compiler() is None:
        pytest.skip("there is no C++ compiler")
    return tool.build(optimised="-O0")


@pytest.mark.slow
def test_the_engine_says_what_python_says(engine: Path) -> None:
    assert tool.check(engine, 30, 3, "medium", "hard+master+in_rows=0.2+together=-0.1") == []


@pytest.mark.slow
def test_games_come_out_the_same_again_and_to_plausible_gold(engine: Path, tmp_path: Path) -> None:
    tables = tool.deal_tables(tmp_path / "tables", 2, 1, tool.SECTIONS)
    program = tool.written(tmp_path / "program", tool.lines_of(*tool.program_of("medium")))
    played = [list(tool.asked(engine, "games", tables, 3, 2, 1, program)) for _ in range(2)]
    assert played[0] == played[1]
    for line in played[0]:
        assert all(10 < int(gold) < 120 for gold in line.split()[2:]), line


def test_a_difference_is_told() -> None:
    same = {"gold": 3.0, "value": 1.5}
    assert tool.differences(same, {"gold": 3.0, "value": 1.5 + 1e-9}) == []
    assert len(tool.differences(same, {"gold": 4.0, "value": math.nan})) == 2
    assert len(tool.differences(same, {"gold": 3.0})) == 1


def test_programs_are_written_in_one_word() -> None:
    level, mine = tool.program_of("hard+master+open=5")
    assert level is HardPlayer
    assert mine["open"] == 5
    assert mine["early rows"] == MasterPlayer.own_weights()["early rows"]
    assert tool.program_of("hard")[1]["tile farm"] == weights()["building"]
    _, hermit = tool.program_of("hard+hermit")
    assert hermit["open"] == 1.4 * weights()["open"]
    assert hermit["together"] < 0
    for wrong in ("nobody", "hard+nothing", "hard+nothing=1"):
        with pytest.raises(SystemExit):
            tool.program_of(wrong)


def test_every_weight_of_master_is_known_and_tuned() -> None:
    """A new term of the evaluation has to be taught to the engine."""
    tuned = MasterPlayer.own_weights().keys() - weights().keys()
    assert tuned <= set(tool.KNOWN)
    assert tuned <= tool.STEPS.keys()


def test_weights_can_be_written_and_read(tmp_path: Path) -> None:
    tool.write_weights(tmp_path / "some", {"near 0": 0.01234, "open": 5.0}, "a test")
    assert tool.read_weights(tmp_path / "some") == {"near 0": 0.0123, "open": 5.0}


def test_training_finds_what_made_turns_better(tmp_path: Path) -> None:
    """Made-up turns that were worth more than the evaluation said wherever one term was larger."""
    chance = Chance(1)
    place = tool.FITTED.index("front")
    lines = [" ".join(("game", "turn", "lead", "value", *tool.FITTED))]
    for game in range(100):
        for _ in range(5):
            terms = [chance.below(100) / 10 for _ in tool.FITTED]
            value = chance.below(50)
            lines.append(
                f"{game} 0 {value + 0.3 * terms[place] + 7 * game} {value} {' '.join(map(str, terms))}"
            )
    path = tool.written(tmp_path / "turns", iter(lines))
    found, told = tool.train([path], "hard+master")
    before = tool.program_of("hard+master")[1]
    assert "100 positions" in told
    for name in tool.FITTED:
        more = 0.3 if name == "front" else 0.0
        assert found[name] == pytest.approx(before[name] + more, abs=0.02), name
