"""Pictures and animations of games: drawn without a window, made in a process beside it, and never half
there."""

from __future__ import annotations

import subprocess
import sys
import threading
import time
from itertools import pairwise
from pathlib import Path

import pytest
from at_the_table import play_on, table
from PIL import Image
from window import assert_tidy, click, press, settle, sheets

from kingdom.__main__ import main
from kingdom.match.saves import SUFFIX
from kingdom.record import Record, steps, write_record
from kingdom.rules.chance import Chance
from kingdom.rules.events import Built, Moved
from kingdom.rules.registry import BadSetup, bring, unregister
from kingdom.rules.setup import Setup
from kingdom.ui.app.app import App
from kingdom.ui.ceremony.ceremony import Ceremony
from kingdom.ui.menus.saved_games import SavedGames
from kingdom.ui.share import film, maker
from kingdom.ui.share.dialog import ShareDialog
from kingdom.ui.share.film import ANSWER, LAST, Film, moments
from kingdom.ui.share.kinds import GIF, KINDS, PNG, WEBP, Stopped
from kingdom.ui.share.maker import Maker, Order, free_path, make, path_for

WINDOW_SIZE = (800, 600)

SIZE = (480, 300)
LONG = 600.0
"""Seconds that a process may take on a busy machine."""


@pytest.fixture(scope="module")
def game() -> Record:
    match = table("person", "person")
    play_on(match, Chance(1))
    return match.record


@pytest.fixture(autouse=True)
def loaded_sheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every film would load them anew."""
    monkeypatch.setattr("kingdom.ui.draw.look.Sheets", lambda folder: sheets())


def begun(answers: int, *kinds: str) -> Record:
    """A game that goes on."""
    match = table(*(kinds or ("person", "person")))
    play_on(match, Chance(1), lambda match: len(match.record.answers) == answers)
    return match.record


def nobody(share: float) -> None:
    pass


def test_every_change_of_the_board_is_a_moment(window: App, game: Record) -> None:
    found = moments(game)
    changes = sum(
        any(isinstance(event, Built | Moved) for event in events) for _, _, events, _ in steps(game)
    )
    assert changes <= len(found) <= changes + len(game.answers)
    assert [moment.milliseconds for moment in found].count(LAST) == 1
    assert not any(found[0].game.own)
    assert found[-1].game.over
    for before, moment in pairwise(found):
        if moment.milliseconds == ANSWER:
            assert moment.fresh & ~moment.game.own[moment.player] == 0
            assert before.game is not moment.game


def test_a_long_game_is_shown_turn_by_turn(game: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    every = len(moments(game))
    monkeypatch.setattr(film, "MOST", every - 1)
    found = moments(game)
    assert len(found) < every
    assert found[-1].game.over


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_is_what_its_name_says(window: App, game: Record, tmp_path: Path, kind: str) -> None:
    path = tmp_path / "new" / f"game{kind}"
    told: list[float] = []
    assert make(Order(game, path, SIZE), told.append) == path.stat().st_size
    assert told == sorted(told)
    with Image.open(path) as picture:
        assert picture.size == SIZE
        assert picture.format == kind[1:].upper()
        assert getattr(picture, "n_frames", 1) == (1 if kind == PNG else len(moments(game)))


def test_the_last_frame_is_the_picture(window: App, game: Record, tmp_path: Path) -> None:
    """Also through all the differences between frames that an animation is made of."""
    for kind in (PNG, GIF):
        make(Order(game, tmp_path / f"game{kind}", SIZE), nobody)
    with Image.open(tmp_path / "game.gif") as moving, Image.open(tmp_path / "game.png") as still:
        moving.seek(moving.n_frames - 1)  # type: ignore[attr-defined]
        shown, wanted = moving.convert("RGB"), still.convert("RGB")
    for point in ((60, 60), (120, 150), (200, 220), (430, 40), (420, 150)):
        for one, other in zip(shown.getpixel(point), wanted.getpixel(point), strict=True):  # type: ignore[arg-type]
            assert abs(one - other) < 48, point


def test_words_of_a_picture(window: App, game: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    written: list[str] = []
    picture = Film(game, SIZE, "de")
    write = picture.look.text

    def note(surface: object, text: str, *how: object, **more: object) -> object:
        written.append(text)
        return write(surface, text, *how, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(picture.look, "text", note)
    picture.end()
    assert game.result is not None
    for gold in game.result["gold"]:
        assert str(gold) in written
    winner = game.seats[game.result["winners"][0]]["name"]
    assert any("gewinnt" in text and str(winner) in text for text in written)
    written.clear()
    picture.draw(moments(game)[1])
    assert window.texts.where(()).say("ui.load.round", round=1).split()[-1] in written[0]


def test_records_without_seats_and_unfinished_ones(window: App, tmp_path: Path) -> None:
    record = begun(9)
    record.seats = []
    path = tmp_path / "x.gif"
    make(Order(record, path, SIZE), nobody)
    with Image.open(path) as picture:
        assert picture.n_frames == len(moments(record))  # type: ignore[attr-defined]
    assert len(moments(Record(record.setup))) == 1


def test_what_is_stopped_or_fails_leaves_nothing(
    window: App, game: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stop(share: float) -> None:
        raise Stopped

    with pytest.raises(Stopped):
        make(Order(game, tmp_path / "a.gif", SIZE), stop)

    def full(number: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("kingdom.files.os.fsync", full)
    with pytest.raises(OSError, match="No space"):
        make(Order(begun(3), tmp_path / "a.png", SIZE), nobody)
    assert not list(tmp_path.iterdir())


def test_what_cannot_be_made(window: App, game: Record, tmp_path: Path) -> None:
    with pytest.raises(BadSetup, match="must end in"):
        make(Order(game, tmp_path / "x.jpg"), nobody)
    for size in ((100, 100), (20_000, 600)):
        with pytest.raises(BadSetup, match="size"):
            make(Order(game, tmp_path / "x.png", size), nobody)


def test_names_are_free(game: Record, tmp_path: Path) -> None:
    one = path_for(tmp_path, game, WEBP)
    assert free_path(one) == one
    one.touch()
    other = free_path(one)
    assert other != one
    assert one.name.startswith("Kingdom person 0, person 1")
    assert other.suffix == WEBP


def test_the_window_looks_for_no_free_name(
    window: App, game: Record, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The folder may be on a slow disk."""
    askers = []

    def noting(wanted: Path) -> Path:
        askers.append(threading.current_thread())
        return free_path(wanted)

    monkeypatch.setattr(maker, "free_path", noting)
    made = Maker(Order(game, tmp_path / "x.gone"))
    made.join(LONG)
    assert made.problem
    assert askers
    assert threading.current_thread() not in askers


def test_a_process_makes_it_and_tells_why_not(game: Record, tmp_path: Path) -> None:
    """A box from outside is known there, too."""
    path = tmp_path / "game.png"
    box = bring("ninth_box")
    try:
        good = Maker(Order(Record(Setup(players=2, boxes=("base", box.name), seed=1)), path, SIZE))
        (tmp_path / "file").touch()
        bad = Maker(Order(game, tmp_path / "file" / "x.png", SIZE))
        for made in (good, bad):
            made.join(LONG)
            assert made.over
    finally:
        unregister(box)
    assert (good.problem, good.progress) == (None, 1.0)
    with Image.open(path) as picture:
        assert picture.size == SIZE
    assert bad.problem


def test_by_command(game: Record, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file, out = tmp_path / f"g{SUFFIX}", tmp_path / "g.png"
    file.write_text(write_record(game), encoding="utf-8")
    assert main(["share", str(file), "--out", str(out), "--size", "480x300"]) == 0
    assert f"{out.stat().st_size} bytes" in capsys.readouterr().out
    for wrong in (["--out", str(tmp_path / "g.bmp")], ["--out", str(out), "--size", "wide"]):
        assert main(["share", str(file), *wrong]) == 2
        assert capsys.readouterr().err.count("\n") == 1


# --- the dialog


class Slow(Maker):
    """Makes nothing, and can be told what came of it."""

    def _wait(self) -> None:
        pass


@pytest.fixture
def dialog(window: App, game: Record, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> ShareDialog:
    monkeypatch.setattr("kingdom.ui.share.dialog.Maker", Slow)
    window.settings.pictures = str(tmp_path)
    window.ways.menu()
    window.ways.share(game)
    assert isinstance(window.scene, ShareDialog)
    return window.scene


def test_the_dialog_asks_shows_and_tells(window: App, dialog: ShareDialog, tmp_path: Path) -> None:
    assert dialog.field.text == str(tmp_path)
    click(window, dialog.buttons[0])
    made = dialog.maker
    assert made is not None
    assert made.order.path.parent == tmp_path
    assert made.order.path.suffix == PNG
    assert_tidy(dialog, window.size)
    made.over = True
    settle(window, 0.2)
    assert str(made.order.path) in dialog.text
    assert_tidy(dialog, window.size)
    press(window, 27)
    assert dialog not in window.scenes


def test_a_problem_leads_back_to_the_choice(window: App, dialog: ShareDialog, tmp_path: Path) -> None:
    dialog.kind.choose(1)
    dialog.field.set(str(tmp_path / "elsewhere"))
    click(window, dialog.buttons[0])
    made = dialog.maker
    assert made is not None
    assert made.order.path.suffix == GIF
    made.problem, made.over = "no room", True
    settle(window, 0.2)
    assert "no room" in dialog.text
    assert dialog.maker is None
    assert len(dialog.buttons) == 2
    assert window.settings.pictures == str(tmp_path / "elsewhere"), "it is remembered"


def test_closing_stops_it(window: App, dialog: ShareDialog, monkeypatch: pytest.MonkeyPatch) -> None:
    stopped: list[Maker] = []
    monkeypatch.setattr(Slow, "stop", lambda maker: stopped.append(maker))
    click(window, dialog.buttons[0])
    press(window, 27)
    assert dialog not in window.scenes
    assert stopped == [dialog.maker]


def test_the_result_and_the_list_lead_there(window: App, monkeypatch: pytest.MonkeyPatch) -> None:
    match = table("person", "person", keeper=window.keeper)
    play_on(match, Chance(1))
    window.settings.animation = "off"
    ceremony = Ceremony(match)
    window.replace(ceremony)
    ceremony.show_result()
    press(window, ord("s"))
    assert isinstance(window.scene, ShareDialog)
    window.keeper.settle()
    window.ways.menu()
    window.ways.saved_games()
    until = time.monotonic() + LONG
    scene = window.scene
    assert isinstance(scene, SavedGames)
    while not scene.rows and time.monotonic() < until:
        settle(window, 0.1)
    click(window, scene.rows[0].share)
    settle(window, 0.1)
    assert isinstance(window.scene, ShareDialog)
    assert window.scene.record.answers == match.record.answers
    window.ways.menu()


def test_the_window_opens_without_pillow() -> None:
    code = "import sys, kingdom.ui.app.app; print('PIL' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, check=True).stdout == b"False\n"
