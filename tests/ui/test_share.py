"""Tests exporting games as pictures and animations, without a window and in a separate process. No partial
file is ever left behind."""

from __future__ import annotations

import gc
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any

import pygame
import pytest
from PIL import Image
from support import fast_benchmark
from support.app_driver import advance, assert_no_overlap, click, press, sprite_sheets
from support.matches import new_match, play_until

from kingdom.__main__ import main
from kingdom.files import unused_path, write_atomic
from kingdom.learn.daily_challenge import challenge_for_day, challenge_seats
from kingdom.match.save_store import SAVE_SUFFIX
from kingdom.match.seats import write_seats
from kingdom.match.seed_codes import format_seed
from kingdom.record import Record, replay_steps, write_record
from kingdom.rules.errors import ValidationError
from kingdom.rules.events import Built, Moved
from kingdom.rules.registry import import_expansion, unregister
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup, new_game
from kingdom.text.translator import LANGUAGES
from kingdom.ui.final_scoring.scene import FinalScoringScene
from kingdom.ui.framework import pictures
from kingdom.ui.framework.app import App
from kingdom.ui.menus.saved_games import SavedGamesPage
from kingdom.ui.share import export_job, game_images
from kingdom.ui.share.dialog import ShareDialog
from kingdom.ui.share.export_job import (
    ExportRequest,
    default_export_path,
    export_game,
    start_export,
)
from kingdom.ui.share.game_images import (
    ANSWER_FRAME_MS,
    EXPORT_SUFFIXES,
    GIF,
    LAST_FRAME_MS,
    PNG,
    WEBP,
    ExportCancelled,
    GameImagePainter,
    animation_frames,
)
from kingdom.ui.widgets.controls import Button
from kingdom.worker.client import Job, Session, WorkerClient
from kingdom.worker.messages import ProcessError

WINDOW_SIZE = (800, 600)

IMAGE_SIZE = (480, 300)
TIMEOUT_S = 600.0
"""Time limit for an export process on a busy machine."""


@pytest.fixture(scope="module")
def finished_record() -> Record:
    match = new_match("person", "person")
    play_until(match, Rng(1))
    return match.record


@pytest.fixture(autouse=True)
def use_loaded_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Avoids reloading the sprite sheets for every export."""
    monkeypatch.setattr("kingdom.ui.draw.renderer.SpriteSheets", lambda folder: sprite_sheets())


def unfinished_record(answer_count: int, *kinds: str) -> Record:
    """Returns the record of an unfinished game."""
    match = new_match(*(kinds or ("person", "person")))
    play_until(match, Rng(1), lambda match: len(match.record.answers) == answer_count)
    return match.record


def ignore_progress(fraction: float) -> None:
    pass


def test_every_board_change_has_a_frame(shared_app: App, finished_record: Record) -> None:
    frames = animation_frames(finished_record)
    changes = sum(
        any(isinstance(event, Built | Moved) for event in events)
        for _, _, events in replay_steps(finished_record, new_game(finished_record.setup))
    )
    assert changes <= len(frames) <= changes + len(finished_record.answers)
    assert [frame.duration_ms for frame in frames].count(LAST_FRAME_MS) == 1
    assert not any(frames[0].game.piece_hexes)
    assert frames[-1].game.over
    for previous, frame in pairwise(frames):
        if frame.duration_ms == ANSWER_FRAME_MS:
            assert frame.new_hexes & ~frame.game.piece_hexes[frame.player] == 0
            assert previous.game is not frame.game


def test_long_game_has_one_frame_per_turn(finished_record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    all_frames = len(animation_frames(finished_record))
    monkeypatch.setattr(game_images, "MAX_FRAMES", all_frames - 1)
    frames = animation_frames(finished_record)
    assert len(frames) < all_frames
    assert frames[-1].game.over


@pytest.mark.parametrize("kind", EXPORT_SUFFIXES)
def test_file_format_follows_the_extension(
    shared_app: App, finished_record: Record, tmp_path: Path, kind: str
) -> None:
    path = tmp_path / "new" / f"game{kind}"
    progress: list[float] = []
    assert (
        export_game(ExportRequest(finished_record, path, IMAGE_SIZE), progress.append) == path.stat().st_size
    )
    assert progress == sorted(progress)
    with Image.open(path) as picture:
        assert picture.size == IMAGE_SIZE
        assert picture.format == kind[1:].upper()
        assert getattr(picture, "n_frames", 1) == (
            1 if kind == PNG else len(animation_frames(finished_record))
        )


def test_last_frame_equals_the_still_picture(
    shared_app: App, finished_record: Record, tmp_path: Path
) -> None:
    """An animation stores only the differences between frames. Applying all of them must produce the same
    picture as the still image."""
    for kind in (PNG, GIF):
        export_game(ExportRequest(finished_record, tmp_path / f"game{kind}", IMAGE_SIZE), ignore_progress)
    with Image.open(tmp_path / "game.gif") as animation, Image.open(tmp_path / "game.png") as still:
        animation.seek(animation.n_frames - 1)  # type: ignore[attr-defined]
        last_frame, expected = animation.convert("RGB"), still.convert("RGB")
    for point in ((60, 60), (120, 150), (200, 220), (430, 40), (420, 150)):
        for one, other in zip(last_frame.getpixel(point), expected.getpixel(point), strict=True):  # type: ignore[arg-type]
            assert abs(one - other) < 48, point


def record_drawn_texts(painter: GameImagePainter, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Returns a list that collects all text that the painter draws from now on."""
    drawn_texts: list[str] = []
    draw_text = painter.renderer.draw_text

    def recording_draw_text(surface: object, text: str, *args: object, **kwargs: object) -> object:
        drawn_texts.append(text)
        return draw_text(surface, text, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(painter.renderer, "draw_text", recording_draw_text)
    return drawn_texts


def test_texts_in_a_picture(
    shared_app: App, finished_record: Record, monkeypatch: pytest.MonkeyPatch
) -> None:
    painter = GameImagePainter(finished_record, IMAGE_SIZE, "de")
    drawn_texts = record_drawn_texts(painter, monkeypatch)
    painter.draw_last_frame()
    assert finished_record.result is not None
    for gold in finished_record.result["gold"]:
        assert str(gold) in drawn_texts
    winner = finished_record.seats[finished_record.result["winners"][0]]["name"]
    assert any("gewinnt" in text and str(winner) in text for text in drawn_texts)
    drawn_texts.clear()
    painter.draw_frame(animation_frames(finished_record)[1])
    assert shared_app.translator.for_board(()).tr("ui.load.round", round=1).split()[-1] in drawn_texts[0]


@pytest.mark.parametrize("is_challenge", [True, False])
def test_picture_of_a_running_challenge_does_not_show_its_code(
    shared_app: App, monkeypatch: pytest.MonkeyPatch, is_challenge: bool
) -> None:
    challenge = challenge_for_day(date.today())
    seed = challenge.setup.seed if is_challenge else challenge.setup.seed + 1
    record = Record(replace(challenge.setup, seed=seed), write_seats(challenge_seats(challenge, "Ann")))
    painter = GameImagePainter(record, (640, 360), "en")
    drawn_texts = record_drawn_texts(painter, monkeypatch)
    painter.draw_last_frame()
    assert any(format_seed(seed) in text for text in drawn_texts) is not is_challenge


def test_records_without_seats_or_result(shared_app: App, tmp_path: Path) -> None:
    record = unfinished_record(9)
    record.seats = []
    path = tmp_path / "x.gif"
    export_game(ExportRequest(record, path, IMAGE_SIZE), ignore_progress)
    with Image.open(path) as picture:
        assert picture.n_frames == len(animation_frames(record))  # type: ignore[attr-defined]
    assert len(animation_frames(Record(record.setup))) == 1


def test_cancelled_or_failed_export_leaves_no_file(
    shared_app: App, finished_record: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def cancel(fraction: float) -> None:
        raise ExportCancelled

    with pytest.raises(ExportCancelled):
        export_game(ExportRequest(finished_record, tmp_path / "a.gif", IMAGE_SIZE), cancel)

    def failing_fsync(file: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("kingdom.files.os.fsync", failing_fsync)
    with pytest.raises(OSError, match="No space"):
        export_game(ExportRequest(unfinished_record(3), tmp_path / "a.png", IMAGE_SIZE), ignore_progress)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("suffix", [GIF, WEBP])
def test_frames_are_encoded_one_at_a_time(
    shared_app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    """All frames together would not fit into memory."""
    image_counts: list[int] = []
    to_pillow = game_images.to_pillow

    def counting_to_pillow(surface: pygame.Surface) -> Image.Image:
        image_counts.append(sum(isinstance(item, Image.Image) for item in gc.get_objects()))
        return to_pillow(surface)

    monkeypatch.setattr(game_images, "to_pillow", counting_to_pillow)
    record = unfinished_record(20)
    for answer_count in (20, 0):
        export_game(
            ExportRequest(Record(record.setup, record.seats, record.answers[:answer_count]),
                          tmp_path / f"{answer_count}{suffix}", IMAGE_SIZE),
            ignore_progress,
        )  # fmt: skip
    assert len(image_counts) > 15
    assert max(image_counts) <= image_counts[0] + 8
    with Image.open(tmp_path / f"20{suffix}") as animation:
        frames = animation_frames(record)
        assert animation.n_frames == len(frames)  # type: ignore[attr-defined]
        pictures = []
        for index in (0, 1, 8, animation.n_frames - 1):  # type: ignore[attr-defined]
            animation.seek(index)
            assert animation.info.get("duration", frames[index].duration_ms) == frames[index].duration_ms
            pictures.append(animation.convert("RGB").tobytes())
        assert len(set(pictures)) == len(pictures)
    with Image.open(tmp_path / f"0{suffix}") as single:
        assert single.convert("RGB").resize((1, 1)).getpixel((0, 0)) != (0, 0, 0), "the only frame is drawn"


@pytest.mark.parametrize("suffix", EXPORT_SUFFIXES)
def test_export_cancelled_at_the_last_moment_leaves_no_file(
    shared_app: App, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, suffix: str
) -> None:
    cancelled = False
    encode = game_images.encode_game_file

    def encode_and_cancel(*args: Any) -> bytes:
        nonlocal cancelled
        data, cancelled = encode(*args), True
        return data

    def check_cancelled(fraction: float) -> None:
        if cancelled:
            raise ExportCancelled

    monkeypatch.setattr("kingdom.ui.share.export_job.encode_game_file", encode_and_cancel)
    with pytest.raises(ExportCancelled):
        export_game(ExportRequest(unfinished_record(3), tmp_path / f"a{suffix}", IMAGE_SIZE), check_cancelled)
    assert not list(tmp_path.iterdir())


def test_invalid_export_requests(shared_app: App, finished_record: Record, tmp_path: Path) -> None:
    with pytest.raises(ValidationError, match="must end in"):
        export_game(ExportRequest(finished_record, tmp_path / "x.jpg"), ignore_progress)
    for size in ((100, 100), (20_000, 600)):
        with pytest.raises(ValidationError, match="size"):
            export_game(ExportRequest(finished_record, tmp_path / "x.png", size), ignore_progress)


def test_unused_file_names(finished_record: Record, tmp_path: Path) -> None:
    first_path = default_export_path(tmp_path, finished_record, WEBP)
    assert unused_path(first_path) == first_path
    first_path.touch()
    second_path = unused_path(first_path)
    assert second_path != first_path
    assert first_path.name.startswith("Kingdom person 0, person 1")
    assert second_path.suffix == WEBP


def test_long_player_names_fit_into_a_file_name(finished_record: Record, tmp_path: Path) -> None:
    """Long names are shortened, because file names are limited to 255 bytes and a Chinese character takes
    three."""
    record = replace(
        finished_record, seats=[{**seat, "name": "龍" * 24} for seat in finished_record.seats * 2]
    )
    path = default_export_path(tmp_path, record, WEBP)
    write_atomic(path, b"")
    write_atomic(unused_path(path), b"")
    assert len(list(tmp_path.iterdir())) == 2
    assert path.stem.endswith(time.strftime("%Y-%m-%d"))


def test_export_process_succeeds_or_reports_the_error(finished_record: Record, tmp_path: Path) -> None:
    """A game with a third-party expansion can also be exported in the separate process."""
    path = tmp_path / "game.png"
    expansion = import_expansion("support.sample_expansion")
    try:
        valid_job = start_export(
            ExportRequest(
                Record(GameSetup(player_count=2, expansions=("base", expansion.name), seed=1)),
                path,
                IMAGE_SIZE,
            )
        )
        (tmp_path / "file").touch()
        failing_job = start_export(ExportRequest(finished_record, tmp_path / "file" / "x.png", IMAGE_SIZE))
        for job in (valid_job, failing_job):
            assert job.wait(TIMEOUT_S)
    finally:
        unregister(expansion)
    assert (valid_job.error, valid_job.progress, valid_job.result) == (None, 1.0, path)
    with Image.open(path) as picture:
        assert picture.size == IMAGE_SIZE
    assert failing_job.error is not None
    second_job = start_export(ExportRequest(finished_record, path, IMAGE_SIZE))
    assert second_job.wait(TIMEOUT_S)
    assert second_job.result == tmp_path / "game 2.png", "existing files are not overwritten"


def test_share_command(finished_record: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record_path, out = tmp_path / f"g{SAVE_SUFFIX}", tmp_path / "g.png"
    record_path.write_text(write_record(finished_record), encoding="utf-8")
    assert main(["share", str(record_path), "--out", str(out), "--size", "480x300"]) == 0
    assert f"{out.stat().st_size} bytes" in capsys.readouterr().out
    assert main(["share", str(record_path), "--out", str(tmp_path / "g.bmp")]) == 2
    assert capsys.readouterr().err.count("\n") == 1
    with pytest.raises(SystemExit) as bad_size:
        main(["share", str(record_path), "--out", str(out), "--size", "wide"])
    assert bad_size.value.code == 2
    assert capsys.readouterr().err.count("\n") == 1


# --- dialog


@pytest.fixture
def dialog(
    shared_app: App, finished_record: Record, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> ShareDialog:
    monkeypatch.setattr(
        "kingdom.ui.share.dialog.start_export",
        lambda request: Job(
            WorkerClient(lambda: None, timeout_s=60), {}, lambda reply: Path(), Session(), 60, 0
        ),
    )
    shared_app.settings.pictures = str(tmp_path)
    shared_app.navigator.open_main_menu()
    shared_app.navigator.open_share_dialog(finished_record)
    assert isinstance(shared_app.scene, ShareDialog)
    return shared_app.scene


def test_dialog_exports_and_shows_the_path(shared_app: App, dialog: ShareDialog, tmp_path: Path) -> None:
    assert dialog.folder_field.text == str(tmp_path)
    click(shared_app, dialog.buttons[0])
    job = dialog.job
    assert job is not None
    assert dialog.path.parent == tmp_path
    assert dialog.path.suffix == PNG
    assert_no_overlap(dialog, shared_app.size)
    job.finish(dialog.path)
    advance(shared_app, 0.2)
    assert str(dialog.path) in dialog.text
    assert_no_overlap(dialog, shared_app.size)
    press(shared_app, 27)
    assert dialog not in shared_app.scenes


@pytest.fixture
def tools(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[int], Path]:
    """Returns a function that installs fake desktop tools, which exit with a code. It returns the file that
    contains the arguments of the last call."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", str(folder))
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)

    def install(exit_code: int) -> Path:
        for name in ("xdg-open", "xclip"):
            script = folder / name
            script.write_text(f'#!/bin/sh\nprintf "%s|" {name} "$@" > {folder}/calls\nexit {exit_code}\n')
            script.chmod(0o755)
        return folder / "calls"

    return install


@pytest.mark.skipif(sys.platform != "linux", reason="uses the tools of Linux desktops")
def test_folder_is_opened_and_picture_copied(
    shared_app: App, dialog: ShareDialog, tmp_path: Path, tools: Callable[[int], Path]
) -> None:
    """The buttons of a finished picture call the tools of the desktop. If a tool fails or is missing, a toast
    says so plainly."""
    click(shared_app, dialog.buttons[0])
    assert dialog.job is not None
    dialog.job.finish(dialog.path)
    advance(shared_app, 0.1)
    open_button, copy_button, *_ = dialog.buttons

    def press_button(button: Button) -> list[str]:
        shared_app.toasts.clear()
        click(shared_app, button)
        if dialog.desktop_task is not None:
            dialog.desktop_task.join()
        advance(shared_app, 0.1)
        return [toast.text for toast in shared_app.toasts]

    tr = shared_app.tr
    opening_failed = tr("ui.share.folder.failed", folder=dialog.path.parent)
    assert press_button(open_button) == [opening_failed], "the tool is missing"
    assert press_button(copy_button) == [tr("ui.share.picture.failed.linux")]
    calls = tools(0)
    assert press_button(open_button) == []
    assert calls.read_text() == f"xdg-open|{dialog.path.parent}|"
    assert press_button(copy_button) == [tr("ui.share.picture.copied")]
    assert calls.read_text() == f"xclip|-selection|clipboard|-target|image/png|-in|{dialog.path}|"
    tools(1)
    assert press_button(open_button) == [opening_failed]
    assert press_button(copy_button) == [tr("ui.share.picture.failed.linux")]


def test_only_pictures_can_be_copied(shared_app: App, dialog: ShareDialog) -> None:
    """An animation has no button that copies it as a picture."""
    dialog.format_dropdown.select(1)
    click(shared_app, dialog.buttons[0])
    assert dialog.job is not None
    dialog.job.finish(dialog.path)
    advance(shared_app, 0.1)
    texts = [button.text for button in dialog.buttons]
    assert shared_app.tr("ui.share.open") in texts
    assert shared_app.tr("ui.share.picture") not in texts


def test_frozen_build_gives_tools_the_libraries_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    monkeypatch.setenv("LD_LIBRARY_PATH", "/opt/kingdom")
    assert "LD_LIBRARY_PATH" not in pictures.tool_environment()
    monkeypatch.setenv("LD_LIBRARY_PATH_ORIG", "/usr/local/lib")
    assert pictures.tool_environment()["LD_LIBRARY_PATH"] == "/usr/local/lib"


def test_failed_export_returns_to_the_form(shared_app: App, dialog: ShareDialog, tmp_path: Path) -> None:
    dialog.format_dropdown.select(1)
    dialog.folder_field.set_text(str(tmp_path / "elsewhere"))
    click(shared_app, dialog.buttons[0])
    job = dialog.job
    assert job is not None
    assert dialog.path.suffix == GIF
    job.finish(error=ProcessError("no room"))
    advance(shared_app, 0.2)
    assert "no room" in dialog.text
    assert dialog.job is None
    assert len(dialog.buttons) == 2
    assert shared_app.settings.pictures == str(tmp_path / "elsewhere"), "the folder should be remembered"


@pytest.mark.parametrize("language", LANGUAGES)
def test_hanging_export_is_reported_and_can_be_repeated(
    shared_app: App, dialog: ShareDialog, monkeypatch: pytest.MonkeyPatch, language: str
) -> None:
    shared_app.settings.language = language
    shared_app.apply_settings()
    monkeypatch.setattr(export_job, "EXPORT_TIMEOUT_S", 0.1)
    monkeypatch.setattr(
        "kingdom.ui.share.dialog.start_export",
        lambda request: start_export(request, fast_benchmark.hanging_benchmark),
    )
    click(shared_app, dialog.buttons[0])
    assert dialog.job is not None
    assert dialog.job.wait(TIMEOUT_S)
    advance(shared_app, 0.2)
    reason = shared_app.tr("ui.worker.timeout", seconds=0)
    assert dialog.text == shared_app.tr("ui.share.failed", reason=reason, file=dialog.path)
    assert dialog.job is None, "the form is back"
    click(shared_app, dialog.buttons[0])
    assert dialog.job is not None
    shared_app.pop(dialog)
    shared_app.settings.language = "en"
    shared_app.apply_settings()


def test_closing_the_dialog_cancels_the_export(shared_app: App, dialog: ShareDialog) -> None:
    click(shared_app, dialog.buttons[0])
    press(shared_app, 27)
    assert dialog not in shared_app.scenes
    assert dialog.job is not None
    assert dialog.job.is_cancelled


def test_share_from_the_result_and_from_saved_games(shared_app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    match = new_match("person", "person", save_store=shared_app.save_store)
    play_until(match, Rng(1))
    shared_app.settings.animation = "off"
    scoring_scene = FinalScoringScene(match)
    shared_app.replace(scoring_scene)
    scoring_scene.show_result()
    press(shared_app, ord("s"))
    assert isinstance(shared_app.scene, ShareDialog)
    shared_app.save_store.flush()
    shared_app.navigator.open_main_menu()
    shared_app.navigator.open_saved_games()
    deadline = time.monotonic() + TIMEOUT_S
    scene = shared_app.scene
    assert isinstance(scene, SavedGamesPage)
    while not scene.rows and time.monotonic() < deadline:
        advance(shared_app, 0.1)
    click(shared_app, scene.rows[0].share_button)
    advance(shared_app, 0.1)
    assert isinstance(shared_app.scene, ShareDialog)
    assert shared_app.scene.record.answers == match.record.answers
    shared_app.navigator.open_main_menu()


def test_app_does_not_import_pillow() -> None:
    code = "import sys, kingdom.ui.framework.app; print('PIL' in sys.modules)"
    process = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert process.stdout == "False\n"
