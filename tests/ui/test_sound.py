"""Sound: it plays, it never fails, the files are soft and clean, and the scripts still make them."""

from __future__ import annotations

import hashlib
import importlib
import io
import itertools
import json
import shutil
import threading
import time
import wave
from array import array
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType

import pygame
import pytest

from kingdom.ui.scene import sound as player
from kingdom.ui.scene.samples import Samples
from kingdom.ui.scene.sound import Sound

ASSETS = Path(__file__).resolve().parents[2] / "assets"
SOUNDS = ASSETS / "sounds"
CHECKSUMS = ASSETS / "scripts" / "sound_checksums.json"
GROUNDS = ("grass", "flower", "forest", "canyon", "desert", "swamp", "farmland", "water", "mountain")
OTHERS = (
    "move",
    "remove",
    "tile_gained",
    "tile_lost",
    "gold",
    "card",
    "turn",
    "not_allowed",
    "click",
    "undo",
    "game_end",
    "victory",
    "curtain",
)
EFFECTS = (*(f"build_{ground}" for ground in GROUNDS), *OTHERS)
MUSIC = ("music_meadow", "music_evening")


@pytest.fixture(autouse=True)
def silent_device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


@pytest.fixture
def scripts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ASSETS / "scripts"))


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let an effect begin again at once."""
    monkeypatch.setattr(player, "SHORTEST_GAP", 0)


def script(name: str) -> ModuleType:
    return importlib.import_module(name)


def frames(name: str) -> array[int]:
    with wave.open(str(SOUNDS / f"{name}.wav"), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, player.RATE)
        return array("h", file.readframes(file.getnframes()))


# ---- the player


@pytest.mark.parametrize("name", EFFECTS)
def test_every_effect_plays(name: str) -> None:
    sound = Sound(SOUNDS)
    assert sound.available
    assert sound.play(name)
    assert sound.problem is None
    assert pygame.mixer.get_busy()


def length_heard(sound: Sound, name: str) -> float:
    """How long what the mixer plays takes: the higher, the shorter."""
    pygame.mixer.stop()
    assert sound.play(name)
    channels = [pygame.mixer.Channel(number) for number in range(pygame.mixer.get_num_channels())]
    (playing,) = [heard for channel in channels if (heard := channel.get_sound()) is not None]
    return playing.get_length()


def is_natural(length: float, name: str) -> bool:
    """Whether an effect takes as long as it is."""
    return abs(length - len(frames(name)) / player.RATE) < 0.001


def test_nobody_waits_for_a_pitch(impatient: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until it is made, the effect is heard as it is."""
    may_go_on = threading.Event()
    make, made = Samples.at, list[float]()

    def slow(samples: Samples, pitch: float, rate: int, channels: int, rest: float = 0.0) -> bytes:
        if pitch != 1.0:
            assert may_go_on.wait(120)
            made.append(pitch)
        return make(samples, pitch, rate, channels, rest)

    monkeypatch.setattr(Samples, "at", slow)
    sound = Sound(SOUNDS)
    for _ in range(12):
        assert is_natural(length_heard(sound, "gold"), "gold")
    assert not made
    may_go_on.set()
    wait_until(lambda: not is_natural(length_heard(sound, "gold"), "gold"))
    wait_until(lambda: len(made) == len(player.PITCHES) - 1)
    for _ in range(12):
        length_heard(sound, "gold")
    assert len(made) == len(player.PITCHES) - 1, "each is made once"


def wait_until(done: Callable[[], bool]) -> None:
    until = time.monotonic() + 120
    while not done():
        assert time.monotonic() < until
        time.sleep(0.01)


def test_an_effect_never_sounds_twice_alike_in_a_row(impatient: None) -> None:
    sound, lengths = Sound(SOUNDS), set[float]()

    def all_are_made() -> bool:
        lengths.add(length_heard(sound, "click"))
        return len(lengths) == len(player.PITCHES)

    wait_until(all_are_made)
    heard = [length_heard(sound, "click") for _ in range(30)]
    assert set(heard) == lengths
    assert all(one != next_one for one, next_one in itertools.pairwise(heard))


def test_what_there_is_is_heard_for_what_there_is_not() -> None:
    """Land of a box from outside has no sound of its own."""
    sound = Sound(SOUNDS)
    assert sound.play("build_moor", "build_grass")
    assert sound.problem is None
    assert not sound.play("build_moor")
    assert "build_moor" in str(sound.problem)


def test_a_higher_pitch_is_shorter_and_fits_any_mixer() -> None:
    samples = Samples(SOUNDS / "build_grass.wav")
    length = len(frames("build_grass"))
    assert samples.at(1.0, player.RATE, 1) == frames("build_grass")[:-1].tobytes()
    assert len(samples.at(1.03, player.RATE, 2)) < 4 * length < len(samples.at(0.97, player.RATE, 2))
    assert len(samples.at(1.0, 48000, 6)) / 12 == pytest.approx(length * 1.5, abs=2)
    stereo = array("h", samples.at(0.97, 44100, 2))
    assert stereo[0::2] == stereo[1::2]


def test_effects_play_on_a_mixer_that_was_opened_otherwise() -> None:
    pygame.mixer.init(44100, -16, 1, allowedchanges=0)
    assert Sound(SOUNDS).play("turn")


def test_the_same_effect_at_the_same_moment_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = Sound(SOUNDS)
    monkeypatch.setattr(
        "kingdom.ui.scene.sound.time.monotonic", lambda: 7.0
    )  # a busy machine may take long from one line to the next
    assert sound.play("gold")
    assert not sound.play("gold")
    assert sound.play("card")


def test_volume_zero_is_silent_and_loads_nothing() -> None:
    sound = Sound(SOUNDS)
    sound.set_volumes(effects=0, music=0)
    sound.music("music_meadow")
    assert not sound.play("gold")
    assert not pygame.mixer.music.get_busy()
    sound.set_volumes(effects=2, music=0.5)
    assert sound.play("gold")
    assert pygame.mixer.music.get_busy()
    assert pygame.mixer.music.get_volume() == pytest.approx(0.5, abs=0.01)
    assert sound.problem is None


def test_music_is_quiet_by_default_changes_and_stops() -> None:
    sound = Sound(SOUNDS)
    for name in (*MUSIC, MUSIC[0]):
        sound.music(name)
        assert pygame.mixer.music.get_busy()
    assert pygame.mixer.music.get_volume() == pytest.approx(0.15, abs=0.01)
    sound.music(None)
    sound.music(MUSIC[1])
    assert pygame.mixer.music.get_busy()
    sound.play("victory")
    sound.stop()
    assert not pygame.mixer.music.get_busy()
    assert not pygame.mixer.get_busy()
    assert sound.problem is None


def test_without_a_device_everything_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "a-name-that-does-not-exist")
    sound = Sound(SOUNDS)
    assert not sound.available
    assert sound.problem is not None
    assert sound.problem.startswith("no sound device")
    assert not sound.play("gold")
    sound.set_volumes(0.5, 0.5)
    sound.music("music_meadow")
    sound.music(None)
    sound.stop()


def test_a_device_that_is_closed_meanwhile_is_no_error() -> None:
    sound = Sound(SOUNDS)
    assert sound.play("gold")
    pygame.mixer.quit()
    assert not sound.play("card")
    sound.music("music_meadow")
    sound.set_volumes(0.5, 0.5)
    sound.stop()
    assert sound.problem is not None


def test_missing_files_are_silent(tmp_path: Path) -> None:
    sound = Sound(tmp_path / "nowhere")
    assert sound.available
    assert not sound.play("gold")
    assert sound.problem is not None
    assert sound.problem.startswith("gold: ")
    sound.music("music_meadow")
    assert sound.problem.startswith("music_meadow: ")
    assert not pygame.mixer.music.get_busy()


def wav(channels: int, width: int) -> bytes:
    whole = io.BytesIO()
    with wave.open(whole, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(player.RATE)
        file.writeframes(bytes(channels * width * 100))
    return whole.getvalue()


@pytest.mark.parametrize(
    "damage", [b"", b"RIFF", b"not a sound at all" * 99, wav(1, 2)[:80], wav(2, 2), wav(1, 1), wav(1, 2)[:44]]
)
def test_damaged_files_are_silent_and_the_others_still_play(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "gold.wav").write_bytes(damage)
    (tmp_path / "music_meadow.ogg").write_bytes(damage[:40])
    shutil.copy(SOUNDS / "card.wav", tmp_path)
    sound = Sound(tmp_path)
    assert not sound.play("gold")
    assert sound.problem is not None
    assert sound.problem.startswith("gold: ")
    sound.music("music_meadow")
    assert sound.problem.startswith("music_meadow: ")
    assert sound.available
    assert sound.play("card")


# ---- the files


def test_the_folder_holds_what_is_named_and_no_more() -> None:
    assert {path.name for path in SOUNDS.iterdir()} == {
        *(f"{name}.wav" for name in EFFECTS),
        *(f"{name}.ogg" for name in MUSIC),
    }
    assert sum(path.stat().st_size for path in SOUNDS.glob("*.wav")) < 1_500_000
    assert sum(path.stat().st_size for path in SOUNDS.glob("*.ogg")) < 2_000_000


@pytest.mark.parametrize("name", EFFECTS)
def test_an_effect_is_short_soft_and_silent_at_both_ends(name: str) -> None:
    sound = frames(name)
    peak = max(map(abs, sound))
    assert 0.08 <= len(sound) / player.RATE <= 1.5
    assert 32768 * 10 ** (-20 / 20) < peak < 32768 * 10 ** (-6 / 20)
    assert abs(sound[0]) <= 2
    assert abs(sound[-1]) <= 2
    assert max(map(abs, sound[:8])) < peak / 50
    assert max(map(abs, sound[-320:])) < peak / 50
    assert abs(sum(sound) / len(sound)) < 20


def test_no_effect_is_much_louder_or_shriller_than_the_others(scripts: None) -> None:
    import numpy as np

    synth = script("synth")
    loudness = {}
    for name in EFFECTS:
        signal = np.array(frames(name)) / 32768
        loudness[name] = synth.loudness(signal)
        power = np.abs(np.fft.rfft(signal)) ** 2
        assert float(power[synth.frequencies(len(signal)) > 4000].sum() / power.sum()) < 0.12, name
    assert max(loudness.values()) - min(loudness.values()) < 4, loudness


def test_the_scripts_still_make_the_same_effects(scripts: None) -> None:
    sounds = script("sounds")
    sums = json.loads(CHECKSUMS.read_text(encoding="utf-8"))
    assert set(sounds.EFFECTS) == set(EFFECTS)
    assert set(sums) == {*EFFECTS, *MUSIC}
    for name in EFFECTS:
        assert sounds.samples(name).tolist() == frames(name).tolist(), name
        assert hashlib.sha256(frames(name).tobytes()).hexdigest() == sums[name], name


@pytest.mark.slow
@pytest.mark.first
@pytest.mark.parametrize("name", MUSIC)
def test_the_scripts_still_make_the_same_music(scripts: None, name: str) -> None:
    """About 3 s for each loop. Encoders may differ in their bytes, so what they were given and what is heard
    is compared."""
    import numpy as np

    music, synth = script("music"), script("synth")
    made = music.samples(name)
    assert synth.checksum(made) == json.loads(CHECKSUMS.read_text(encoding="utf-8"))[name]
    pygame.mixer.init(player.RATE, -16, 2, allowedchanges=0)
    heard = np.frombuffer(pygame.mixer.Sound(str(SOUNDS / f"{name}.ogg")).get_raw(), np.int16).reshape(-1, 2)
    assert len(heard) == len(made)
    assert 60 <= len(heard) / player.RATE <= 90
    error = heard.astype(float) - made
    assert np.sqrt(np.mean(error**2) / np.mean(made.astype(float) ** 2)) < 0.07
    steps = np.abs(np.diff(np.concatenate([heard[-4000:], heard[:4000]]).astype(float), axis=0))
    assert steps[3999].max() <= steps.max() / 2, "the seam must not be heard"
