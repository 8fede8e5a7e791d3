"""The tool that plays turns out."""

from __future__ import annotations

from pathlib import Path

import pytest
from tools.turn_worth import Seen, compared, fit, main, read

from kingdom.rules.chance import Chance


def test_a_fit_finds_what_the_leads_were_made_of() -> None:
    """Whatever a position is worth itself does not count."""
    chance = Chance(3)
    positions: list[list[tuple[Seen, int]]] = []
    for _ in range(300):
        luck, turns = chance.below(60), list[tuple[Seen, int]]()
        for _ in range(4):
            value, races = chance.below(10), chance.below(10)
            noise = chance.below(5) - 2
            turns.append(({"value": value + luck, "races now": races}, luck + 2 * value - races + noise))
        positions.append(turns)
    worth = {name: (found, error) for name, found, error in fit(positions)}
    assert worth["value"][0] == pytest.approx(2, abs=0.1)
    assert worth["races now"][0] == pytest.approx(-1, abs=0.1)
    assert all(0 < error < 0.1 for _, error in worth.values())


def test_turns_of_one_position_are_played_out_the_same_way_each_time() -> None:
    turns = compared(["base"], 10)
    assert len(turns) > 1
    assert turns == compared(["base"], 10)
    assert len({what["value"] for what, _ in turns}) > 1


def test_what_was_played_out_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "turns.jsonl"
    assert main(["data", "--file", str(file), "--positions", "1", "--jobs", "1"]) == 0
    (only,) = read(file)
    file.write_text(file.read_text() + '[1000001, [[{"val', encoding="utf-8")
    assert list(read(file)) == [only], "half a line is no position"
    assert main(["data", "--file", str(file), "--positions", "1", "--jobs", "1"]) == 0
    assert list(read(file)) == [only]
    capsys.readouterr()
    assert main(["fit", "--file", str(file)]) == 0
    assert "1 positions" in capsys.readouterr().out
