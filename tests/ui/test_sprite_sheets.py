"""Tests sprite sheets: lookup, missing assets and scaled copies."""

from __future__ import annotations

import json
import shutil
import threading
from pathlib import Path

import pygame
import pytest
from support.app_driver import FlatPainter, advance, open_app
from support.match_driver import MatchDriver
from support.matches import match_from_game
from support.scenario import hex_id_at, scenario

from kingdom.paths import shipped_data_dir
from kingdom.rules.hexes import first_hex
from kingdom.ui.draw import sprite_sheets as sprite_sheets_module
from kingdom.ui.draw.sprite_sheets import MAX_CACHED_SCALES, MissingAsset, Sprite, SpriteSheets
from kingdom.ui.draw.surface_cache import surface_bytes


@pytest.fixture
def sheet_folder(tmp_path: Path) -> Path:
    """A sheet with one sprite: a red rectangle with a transparent border."""
    picture = pygame.Surface((40, 20), pygame.SRCALPHA)
    picture.fill((255, 0, 0, 255), (10, 5, 20, 10))
    pygame.image.save(picture, str(tmp_path / "toys.png"))
    frames = {"brick": {"rect": [0, 0, 40, 20], "anchor": [20, 10], "points": {"top": [20, 5]}}}
    (tmp_path / "toys.json").write_text(
        json.dumps({"format": "kingdom-atlas/1", "image": "toys.png", "hex": 112, "frames": frames})
    )
    return tmp_path


def test_sprite_by_name(sheet_folder: Path) -> None:
    loaded_sheets = SpriteSheets(sheet_folder)
    sprite = loaded_sheets.sprite("toys", "brick")
    assert sprite.surface.get_size() == (40, 20)
    assert sprite.top_left(100, 100) == (80, 90)
    assert loaded_sheets.sprite_names("toys") == ["brick"]
    assert loaded_sheets.requested_sprites == {("toys", "brick")}


def test_pictures_are_decoded_when_they_are_needed(
    sheet_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    loaded: list[str] = []
    load = pygame.image.load

    def record_load(path: str) -> pygame.Surface:
        loaded.append(Path(path).name)
        return load(path)

    monkeypatch.setattr(pygame.image, "load", record_load)
    loaded_sheets = SpriteSheets(sheet_folder)
    assert loaded_sheets.has_sprite("toys", "brick")
    assert not loaded, "opening the window shouldn't wait for pictures"
    loaded_sheets.sprite("toys", "brick")
    loaded_sheets.decode_all()
    assert loaded == ["toys.png"]


def test_damaged_picture_is_named(sheet_folder: Path) -> None:
    picture = sheet_folder / "toys.png"
    content = picture.read_bytes()
    picture.write_bytes(content[:20] + bytes(20) + content[40:])
    loaded_sheets = SpriteSheets(sheet_folder)
    with pytest.raises(MissingAsset, match=r"toys\.json or its picture is damaged"):
        loaded_sheets.decode_all()
    picture.write_bytes(content[:-20])
    with pytest.raises(MissingAsset, match=r"toys\.json or its picture is damaged"):
        SpriteSheets(sheet_folder)


def test_draw_places_the_anchor_at_the_position(sheet_folder: Path) -> None:
    target = pygame.Surface((100, 100))
    SpriteSheets(sheet_folder).sprite("toys", "brick").draw(target, 50, 50)
    assert tuple(target.get_at((50, 50))) == (255, 0, 0, 255)
    assert tuple(target.get_at((35, 50))) == (0, 0, 0, 255)


def test_missing_asset_is_named_in_the_error(sheet_folder: Path) -> None:
    loaded_sheets = SpriteSheets(sheet_folder)
    with pytest.raises(MissingAsset, match="'toys' has no sprite 'ball'"):
        loaded_sheets.sprite("toys", "ball")
    with pytest.raises(MissingAsset, match="no sheet 'books'"):
        loaded_sheets.scaled_for_hex("books", "brick", 46)
    (sheet_folder / "toys.png").unlink()
    with pytest.raises(MissingAsset, match=r"toys\.png is missing"):
        SpriteSheets(sheet_folder)


def test_folder_without_valid_sheets(tmp_path: Path) -> None:
    with pytest.raises(MissingAsset, match="no sprite sheets"):
        SpriteSheets(tmp_path)
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(MissingAsset, match="not a kingdom-atlas/1"):
        SpriteSheets(tmp_path)


def test_scaled_copies_keep_anchor_and_points(sheet_folder: Path) -> None:
    loaded_sheets = SpriteSheets(sheet_folder)
    half = loaded_sheets.scaled_for_hex("toys", "brick", 56)
    assert half.surface.get_size() == (20, 10)
    assert half.anchor == (10, 5)
    assert half.points == {"top": (10, 2.5)}
    assert loaded_sheets.scaled("toys", "brick", 0.5) is half, "the scaled copy should be cached"
    assert loaded_sheets.scaled("toys", "brick", 1.0) is loaded_sheets.sprite("toys", "brick")


def test_scaling_adds_no_dark_outline(sheet_folder: Path) -> None:
    small = SpriteSheets(sheet_folder).scaled("toys", "brick", 0.37).surface
    for x in range(small.get_width()):
        for y in range(small.get_height()):
            red, _, _, alpha = small.get_at((x, y))
            assert alpha < 8 or red > 245, "partly transparent pixels should be as red as the rest"


def test_old_scales_are_evicted(sheet_folder: Path) -> None:
    loaded_sheets = SpriteSheets(sheet_folder)
    first = loaded_sheets.scaled("toys", "brick", 0.5)
    for index in range(MAX_CACHED_SCALES):
        loaded_sheets.scaled("toys", "brick", 0.6 + index / 100)
    assert loaded_sheets.scaled("toys", "brick", 0.5) is not first


def test_cache_stays_consistent_when_it_changes_during_scaling(
    sheet_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one thread scales a sprite, others may scale and drop sprites of the same scale."""
    loaded_sheets = SpriteSheets(sheet_folder)
    resize, copies = sprite_sheets_module.resize_sprite, []

    def resize_while_others_work(sprite: Sprite, factor: float) -> Sprite:
        monkeypatch.setattr(sprite_sheets_module, "resize_sprite", resize)
        other = threading.Thread(target=lambda: copies.append(loaded_sheets.scaled("toys", "brick", 0.5)))
        other.start()
        other.join()
        for index in range(MAX_CACHED_SCALES):  # Evicts the scale.
            loaded_sheets.scaled("toys", "brick", 0.6 + index / 100)
        return resize(sprite, factor)

    monkeypatch.setattr(sprite_sheets_module, "resize_sprite", resize_while_others_work)
    copies.append(loaded_sheets.scaled("toys", "brick", 0.5))
    assert loaded_sheets.scaled("toys", "brick", 0.5) is copies[1]
    assert sum(loaded_sheets._bytes_by_scale.values()) == sum(
        surface_bytes(sprite.surface)
        for sprites in loaded_sheets._scaled.values()
        for sprite in sprites.values()
    )


def test_cache_is_changed_only_under_its_lock(sheet_folder: Path) -> None:
    loaded_sheets = SpriteSheets(sheet_folder)
    loaded_sheets.scaled("toys", "brick", 0.5)
    for change in (
        lambda: loaded_sheets.scaled("toys", "brick", 0.25),
        lambda: loaded_sheets.drop_scaled(["toys"], 56),
    ):
        thread = threading.Thread(target=change, daemon=True)
        with loaded_sheets._lock:
            before = {factor: list(sprites) for factor, sprites in loaded_sheets._scaled.items()}
            thread.start()
            thread.join(0.1)
            assert thread.is_alive(), "it should wait for the lock"
            assert {factor: list(sprites) for factor, sprites in loaded_sheets._scaled.items()} == before
        thread.join()


def test_scaled_copy_is_stored_under_the_lock(sheet_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Scaling itself needs no lock, because it is slow."""
    loaded_sheets, is_scaling, may_finish = SpriteSheets(sheet_folder), threading.Event(), threading.Event()
    resize = sprite_sheets_module.resize_sprite

    def resize_slowly(sprite: Sprite, factor: float) -> Sprite:
        is_scaling.set()
        assert may_finish.wait(120)
        return resize(sprite, factor)

    monkeypatch.setattr(sprite_sheets_module, "resize_sprite", resize_slowly)
    thread = threading.Thread(target=loaded_sheets.scaled, args=("toys", "brick", 0.25), daemon=True)
    thread.start()
    assert is_scaling.wait(120)
    with loaded_sheets._lock:
        may_finish.set()
        thread.join(0.1)
        assert thread.is_alive(), "it should wait for the lock"
        assert not loaded_sheets._scaled
    thread.join()


def test_missing_sprite_does_not_stop_the_game(tmp_path: Path) -> None:
    """A placeholder is drawn instead of the missing sprite."""
    art_folder = shutil.copytree(shipped_data_dir("assets") / "sheets", tmp_path / "sheets")
    atlas = json.loads((art_folder / "pieces.json").read_text(encoding="utf-8"))
    del atlas["frames"]["settlement_orange"]
    (art_folder / "pieces.json").write_text(json.dumps(atlas), encoding="utf-8")
    sheets = SpriteSheets(art_folder)
    sheets.painter_type = FlatPainter
    app = open_app(tmp_path, (640, 480), art=sheets)
    driver = MatchDriver(
        app, match_from_game(scenario({}, own=[(5, 5)], card="grass"), "person", "easy"), speed="fast"
    )
    driver.submit(first_hex(driver.match.decision().cells))
    advance(app, 0.5)
    assert app.scene is driver.scene
    assert not app.scene_error_counts
    assert app.surface.get_at(driver.hex_center(hex_id_at(5, 5))) != app.surface.get_at(
        driver.hex_center(hex_id_at(5, 6))
    )
    app.close()
