"""Checks that custom maps and share codes from before the big rename still work."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import platformdirs
import pytest
from write_files import FILES

from kingdom.maps import library, share_code
from kingdom.maps.generator import GeneratorOptions, generate_board
from kingdom.rules.registry import ISLANDS, SECTIONS

MAPS = FILES / "maps"
CODES: dict[str, str] = json.loads((MAPS / "codes.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    ("name", "title", "stands_for", "kind"),
    [
        ("my-board.tmx", "My board", "", "board"),
        ("my-hills.tmx", "My hills", "tavern", "section"),
        ("my-island.tmx", 'My <island> & "more"', "", "island"),
    ],
)
def test_custom_map_round_trip(name: str, title: str, stands_for: str, kind: str, tmp_path: Path) -> None:
    custom_map = library.open_custom_map(MAPS / name)
    assert (custom_map.title, custom_map.replaces_section, library.map_kind(custom_map.grid)) == (
        title,
        stands_for,
        kind,
    )
    library.save_map(custom_map.grid, tmp_path / name, custom_map.title, custom_map.replaces_section)
    assert (tmp_path / name).read_bytes() == (MAPS / name).read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kingdom.png", "kingdom.tsx", name]


def test_map_properties_are_unchanged() -> None:
    assert library.read_map(MAPS / "my-hills.tmx")[1] == {
        "kind": "section",
        "stands_for": "tavern",
        "title": "My hills",
    }


def test_map_terrain_is_unchanged() -> None:
    assert library.open_custom_map(MAPS / "my-hills.tmx").grid == SECTIONS["tavern"].rotated()
    assert library.open_custom_map(MAPS / "my-island.tmx").grid == ISLANDS["rope_bridge"]
    board = library.open_custom_map(MAPS / "my-board.tmx").grid
    assert board.rows[:2] == ("FFLWWWWWWWDWFFFFGGGC", "FFLLWWWWWDWFFFDDDGCC")


def test_generated_board_is_unchanged() -> None:
    """The board depends on the order of random draws and on how the map's seed is derived from the game's
    seed."""
    board = library.open_custom_map(MAPS / "my-board.tmx").grid
    assert generate_board(3, ("base", "nomads"), GeneratorOptions("much", "little", "usual")) == board


@pytest.mark.parametrize("name", sorted(CODES))
def test_share_code_round_trip(name: str) -> None:
    grid = library.open_custom_map(MAPS / name).grid
    assert share_code.encode_map(grid) == CODES[name]
    assert share_code.decode_map(CODES[name].lower()) == grid


def test_custom_map_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path))
    shutil.copytree(MAPS, tmp_path / "maps")
    assert library.load_board("my-board.tmx") == library.open_custom_map(MAPS / "my-board.tmx").grid
