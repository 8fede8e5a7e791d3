"""Maps of the player's own and share codes, as the version before the rename has written them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import platformdirs
import pytest
from write_files import FILES

from kingdom import tiled
from kingdom.rules.registry import ISLANDS, SECTIONS
from kingdom.studio import maps, share
from kingdom.studio.grow import Wishes, grow

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
def test_a_map_is_read_and_written(name: str, title: str, stands_for: str, kind: str, tmp_path: Path) -> None:
    found = maps.open_drawing(MAPS / name)
    assert (found.title, found.stands_for, maps.kind_of(found.grid)) == (title, stands_for, kind)
    maps.save(found.grid, tmp_path / name, found.title, found.stands_for)
    assert (tmp_path / name).read_bytes() == (MAPS / name).read_bytes()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["kingdom.png", "kingdom.tsx", name]


def test_a_map_has_the_same_properties() -> None:
    assert tiled.read_all(MAPS / "my-hills.tmx")[1] == {
        "kind": "section",
        "stands_for": "tavern",
        "title": "My hills",
    }


def test_a_map_has_the_same_land() -> None:
    assert maps.open_drawing(MAPS / "my-hills.tmx").grid == SECTIONS["tavern"].turned()
    assert maps.open_drawing(MAPS / "my-island.tmx").grid == ISLANDS["rope_bridge"]
    board = maps.open_drawing(MAPS / "my-board.tmx").grid
    assert board.rows[:2] == ("FFLWWWWWWWDWFFFFGGGC", "FFLLWWWWWDWFFFDDDGCC")


def test_land_from_a_seed_is_the_same() -> None:
    """T12: the order of random draws, and the number that turns a game's seed into that of its land."""
    board = maps.open_drawing(MAPS / "my-board.tmx").grid
    assert grow(3, ("base", "nomads"), Wishes("much", "little", "usual")) == board


@pytest.mark.parametrize("name", sorted(CODES))
def test_a_share_code_is_read_and_written(name: str) -> None:
    grid = maps.open_drawing(MAPS / name).grid
    assert share.write_code(grid) == CODES[name]
    assert share.read_code(CODES[name].lower()) == grid


def test_a_map_of_the_player_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(platformdirs, "user_data_dir", lambda *_, **__: str(tmp_path))
    shutil.copytree(MAPS, tmp_path / "maps")
    assert tiled.load("my-board.tmx") == maps.open_drawing(MAPS / "my-board.tmx").grid
