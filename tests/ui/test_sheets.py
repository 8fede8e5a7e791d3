"""Sprite sheets: what is there, what is missing, and scaled copies."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pygame
import pytest
from at_the_table import around
from hand import Hand
from scenario import hex_at, scenario
from window import open_app, settle, sheets

from kingdom.paths import data_folder
from kingdom.rules.hexes import lowest
from kingdom.ui.board.painter import BoardPainter
from kingdom.ui.draw.sheets import SIZES_KEPT, MissingAsset, Sheets


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A sheet with one frame: a red square in the middle of nothing."""
    picture = pygame.Surface((40, 20), pygame.SRCALPHA)
    picture.fill((255, 0, 0, 255), (10, 5, 20, 10))
    pygame.image.save(picture, str(tmp_path / "toys.png"))
    frames = {"brick": {"rect": [0, 0, 40, 20], "anchor": [20, 10], "points": {"top": [20, 5]}}}
    (tmp_path / "toys.json").write_text(
        json.dumps({"format": "kingdom-atlas/1", "image": "toys.png", "hex": 112, "frames": frames})
    )
    return tmp_path


def test_frames_by_name(folder: Path) -> None:
    sheets = Sheets(folder)
    sprite = sheets.sprite("toys", "brick")
    assert sprite.surface.get_size() == (40, 20)
    assert sprite.place(100, 100) == (80, 90)
    assert sheets.names("toys") == ["brick"]
    assert sheets.asked == {("toys", "brick")}


def test_drawing_puts_the_anchor_on_the_place(folder: Path) -> None:
    target = pygame.Surface((100, 100))
    Sheets(folder).sprite("toys", "brick").draw(target, 50, 50)
    assert tuple(target.get_at((50, 50))) == (255, 0, 0, 255)
    assert tuple(target.get_at((35, 50))) == (0, 0, 0, 255)


def test_what_is_missing_is_named(folder: Path) -> None:
    sheets = Sheets(folder)
    with pytest.raises(MissingAsset, match="'toys' has no sprite 'ball'"):
        sheets.sprite("toys", "ball")
    with pytest.raises(MissingAsset, match="no sheet 'books'"):
        sheets.for_hex("books", "brick", 46)
    (folder / "toys.png").unlink()
    with pytest.raises(MissingAsset, match=r"toys\.png is missing"):
        Sheets(folder)


def test_folder_without_sheets_or_with_other_files(tmp_path: Path) -> None:
    with pytest.raises(MissingAsset, match="no sprite sheets"):
        Sheets(tmp_path)
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(MissingAsset, match="not a kingdom-atlas/1"):
        Sheets(tmp_path)


def test_scaled_copies_keep_anchor_and_points(folder: Path) -> None:
    sheets = Sheets(folder)
    half = sheets.for_hex("toys", "brick", 56)
    assert half.surface.get_size() == (20, 10)
    assert half.anchor == (10, 5)
    assert half.points == {"top": (10, 2.5)}
    assert sheets.scaled("toys", "brick", 0.5) is half, "kept"
    assert sheets.scaled("toys", "brick", 1.0) is sheets.sprite("toys", "brick")


def test_scaling_brings_no_dark_outline(folder: Path) -> None:
    small = Sheets(folder).scaled("toys", "brick", 0.37).surface
    for x in range(small.get_width()):
        for y in range(small.get_height()):
            red, _, _, alpha = small.get_at((x, y))
            assert alpha < 8 or red > 245, "half transparent pixels are as red as the rest"


def test_old_sizes_are_forgotten(folder: Path) -> None:
    sheets = Sheets(folder)
    first = sheets.scaled("toys", "brick", 0.5)
    for number in range(SIZES_KEPT):
        sheets.scaled("toys", "brick", 0.6 + number / 100)
    assert sheets.scaled("toys", "brick", 0.5) is not first


def test_a_missing_picture_does_not_stop_the_game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A neutral piece stands for it."""
    art = shutil.copytree(data_folder("assets") / "sheets", tmp_path / "sheets")
    atlas = json.loads((art / "pieces.json").read_text(encoding="utf-8"))
    del atlas["frames"]["settlement_orange"]
    (art / "pieces.json").write_text(json.dumps(atlas), encoding="utf-8")
    app = open_app(tmp_path, (640, 480), art=Sheets(art))
    paint = BoardPainter.paint  # flat land is quicker
    monkeypatch.setattr(BoardPainter, "paint", lambda _, *land: paint(BoardPainter(sheets()), *land))
    hand = Hand(app, around(scenario({}, own=[(5, 5)], card="grass"), "person", "easy"), speed="fast")
    hand.give(lowest(hand.match.decision().cells))
    settle(app, 0.5)
    assert app.scene is hand.table
    assert not app.errors
    assert app.surface.get_at(hand.spot(hex_at(5, 5))) != app.surface.get_at(hand.spot(hex_at(5, 6)))
    app.close()
