"""Sound playback never fails, the sound files meet the quality limits, and the scripts reproduce the sound
files."""

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
from typing import Any

import pygame
import pytest
from support.art_tools import needs_art_tools
from support.scenario import play, scenario

from kingdom.rules.game import Game
from kingdom.rules.hexes import Coord
from kingdom.ui.board.animation import Animator
from kingdom.ui.framework import sound as player
from kingdom.ui.framework.sound import AudioPlayer, WavSamples

ASSETS = Path(__file__).resolve().parents[2] / "assets"
SOUNDS = ASSETS / "sounds"
CHECKSUMS = ASSETS / "scripts" / "sound_checksums.json"
TERRAINS = ("grass", "flower", "forest", "canyon", "desert", "swamp", "farmland", "water", "mountain")
OTHER_EFFECTS = (
    "move",
    "remove",
    "tile_gained",
    "tile_lost",
    "gold",
    "castle",
    "last_round",
    "card",
    "turn",
    "not_allowed",
    "click",
    "undo",
    "game_end",
    "victory",
    "curtain",
)
EFFECTS = (*(f"build_{ground}" for ground in TERRAINS), *OTHER_EFFECTS)
MUSIC = ("music_meadow", "music_evening")


@pytest.fixture(autouse=True)
def dummy_audio_device(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    pygame.mixer.quit()
    yield
    pygame.mixer.quit()


@pytest.fixture
def scripts_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ASSETS / "scripts"))


@pytest.fixture
def no_minimum_gap(monkeypatch: pytest.MonkeyPatch) -> None:
    """Allows an effect to be restarted immediately."""
    monkeypatch.setattr(player, "MIN_EFFECT_REPEAT_S", 0)


def import_script(name: str) -> ModuleType:
    return importlib.import_module(name)


def read_samples(name: str) -> array[int]:
    with wave.open(str(SOUNDS / f"{name}.wav"), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (
            1,
            2,
            player.SAMPLE_RATE_HZ,
        )
        return array("h", file.readframes(file.getnframes()))


# --- audio player


@pytest.mark.parametrize("name", EFFECTS)
def test_every_effect_plays(name: str) -> None:
    sound = AudioPlayer(SOUNDS)
    assert sound.available
    assert sound.play(name)
    assert sound.last_error is None
    assert pygame.mixer.get_busy()


def played_length(sound: AudioPlayer, name: str) -> float:
    """Returns the length in seconds of the sound in the mixer. A sound with a higher pitch is shorter."""
    pygame.mixer.stop()
    assert sound.play(name)
    channels = [pygame.mixer.Channel(index) for index in range(pygame.mixer.get_num_channels())]
    (playing,) = [sound_object for channel in channels if (sound_object := channel.get_sound()) is not None]
    return playing.get_length()


def has_original_length(length: float, name: str) -> bool:
    """Returns True if the effect has this length at its original pitch."""
    return abs(length - len(read_samples(name)) / player.SAMPLE_RATE_HZ) < 0.001


def test_play_does_not_wait_for_a_pitch(no_minimum_gap: None, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the shifted version is ready, the effect plays at its original pitch."""
    may_finish = threading.Event()
    resample, pitches = WavSamples.resample, list[float]()

    def slow_resample(
        samples: WavSamples, pitch: float, rate: int, channels: int, rest: float = 0.0
    ) -> bytes:
        if pitch != 1.0:
            assert may_finish.wait(120)
            pitches.append(pitch)
        return resample(samples, pitch, rate, channels, rest)

    monkeypatch.setattr(WavSamples, "resample", slow_resample)
    sound = AudioPlayer(SOUNDS)
    for _ in range(12):
        assert has_original_length(played_length(sound, "gold"), "gold")
    assert not pitches
    may_finish.set()
    wait_until(lambda: not has_original_length(played_length(sound, "gold"), "gold"))
    wait_until(lambda: len(pitches) == len(player.PITCH_FACTORS) - 1)
    for _ in range(12):
        played_length(sound, "gold")
    assert len(pitches) == len(player.PITCH_FACTORS) - 1, "each pitch should be generated once"


def wait_until(condition: Callable[[], bool]) -> None:
    deadline = time.monotonic() + 120
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.01)


def test_consecutive_plays_differ_in_pitch(no_minimum_gap: None) -> None:
    sound, lengths = AudioPlayer(SOUNDS), set[float]()

    def all_pitches_ready() -> bool:
        lengths.add(played_length(sound, "click"))
        return len(lengths) == len(player.PITCH_FACTORS)

    wait_until(all_pitches_ready)
    played = [played_length(sound, "click") for _ in range(30)]
    assert set(played) == lengths
    assert all(current != following for current, following in itertools.pairwise(played))


def test_fallback_for_a_missing_effect() -> None:
    """If an effect has no sound file, its fallback is played. For example, a third-party expansion may add a
    terrain that has no sound."""
    sound = AudioPlayer(SOUNDS)
    assert sound.play("build_moor", "build_grass")
    assert sound.last_error is None
    assert not sound.play("build_moor")
    assert "build_moor" in str(sound.last_error)


def test_higher_pitch_is_shorter_and_fits_any_mixer() -> None:
    samples = WavSamples(SOUNDS / "build_grass.wav")
    length = len(read_samples("build_grass"))
    assert samples.resample(1.0, player.SAMPLE_RATE_HZ, 1) == read_samples("build_grass")[:-1].tobytes()
    assert (
        len(samples.resample(1.03, player.SAMPLE_RATE_HZ, 2))
        < 4 * length
        < len(samples.resample(0.97, player.SAMPLE_RATE_HZ, 2))
    )
    assert len(samples.resample(1.0, 48000, 6)) / 12 == pytest.approx(length * 1.5, abs=2)
    stereo = array("h", samples.resample(0.97, 44100, 2))
    assert stereo[0::2] == stereo[1::2]


def test_effects_play_on_a_mixer_with_other_settings() -> None:
    pygame.mixer.init(44100, -16, 1, allowedchanges=0)
    assert AudioPlayer(SOUNDS).play("turn")


def test_simultaneous_equal_effects_play_once(monkeypatch: pytest.MonkeyPatch) -> None:
    sound = AudioPlayer(SOUNDS)
    monkeypatch.setattr(
        "kingdom.ui.framework.sound.time.monotonic", lambda: 7.0
    )  # on a busy machine, the two calls might not be simultaneous
    assert sound.play("gold")
    assert not sound.play("gold")
    assert sound.play("card")


def test_volume_zero_plays_nothing() -> None:
    sound = AudioPlayer(SOUNDS)
    sound.set_volumes(effects=0, music=0)
    sound.play_music("music_meadow")
    assert not sound.play("gold")
    assert not pygame.mixer.music.get_busy()
    sound.set_volumes(effects=2, music=0.5)
    assert sound.play("gold")
    assert pygame.mixer.music.get_busy()
    assert pygame.mixer.music.get_volume() == pytest.approx(0.5, abs=0.01)
    assert sound.last_error is None


def test_music_starts_changes_and_stops() -> None:
    sound = AudioPlayer(SOUNDS)
    for name in (*MUSIC, MUSIC[0]):
        sound.play_music(name)
        assert pygame.mixer.music.get_busy()
    assert pygame.mixer.music.get_volume() == pytest.approx(0.15, abs=0.01)
    sound.play_music(None)
    sound.play_music(MUSIC[1])
    assert pygame.mixer.music.get_busy()
    sound.play("victory")
    sound.stop()
    assert not pygame.mixer.music.get_busy()
    assert not pygame.mixer.get_busy()
    assert sound.last_error is None


def test_no_sound_without_a_device(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "a-name-that-does-not-exist")
    sound = AudioPlayer(SOUNDS)
    assert not sound.available
    assert sound.last_error is not None
    assert sound.last_error.startswith("no sound device")
    assert not sound.play("gold")
    sound.set_volumes(0.5, 0.5)
    sound.play_music("music_meadow")
    sound.play_music(None)
    sound.stop()


def test_device_closed_during_play_is_no_error() -> None:
    sound = AudioPlayer(SOUNDS)
    assert sound.play("gold")
    pygame.mixer.quit()
    assert not sound.play("card")
    sound.play_music("music_meadow")
    sound.set_volumes(0.5, 0.5)
    sound.stop()
    assert sound.last_error is not None


def test_missing_files_are_no_error(tmp_path: Path) -> None:
    sound = AudioPlayer(tmp_path / "nowhere")
    assert sound.available
    assert not sound.play("gold")
    assert sound.last_error is not None
    assert sound.last_error.startswith("gold: ")
    sound.play_music("music_meadow")
    assert sound.last_error.startswith("music_meadow: ")
    assert not pygame.mixer.music.get_busy()


def make_wav(channels: int, width: int) -> bytes:
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(channels)
        file.setsampwidth(width)
        file.setframerate(player.SAMPLE_RATE_HZ)
        file.writeframes(bytes(channels * width * 100))
    return buffer.getvalue()


@pytest.mark.parametrize(
    "damage",
    [
        b"",
        b"RIFF",
        b"not a sound at all" * 99,
        make_wav(1, 2)[:80],
        make_wav(2, 2),
        make_wav(1, 1),
        make_wav(1, 2)[:44],
    ],
)
def test_damaged_files_do_not_affect_the_others(tmp_path: Path, damage: bytes) -> None:
    (tmp_path / "gold.wav").write_bytes(damage)
    (tmp_path / "music_meadow.ogg").write_bytes(damage[:40])
    shutil.copy(SOUNDS / "card.wav", tmp_path)
    sound = AudioPlayer(tmp_path)
    assert not sound.play("gold")
    assert sound.last_error is not None
    assert sound.last_error.startswith("gold: ")
    sound.play_music("music_meadow")
    assert sound.last_error.startswith("music_meadow: ")
    assert sound.available
    assert sound.play("card")


# --- sounds of events


def sounds_of(game: Game, *answers: Coord) -> list[str]:
    """Plays answers and returns their sounds."""
    played = list[str]()
    for answer in answers:
        Animator().animate_events(
            play(game, answer), game, ["blue", "red"], "off", lambda *names: played.append(names[0])
        )
    return played


def test_first_piece_at_a_castle_has_its_own_sound() -> None:
    game = scenario(land={(5, 5): "S", (10, 10): "S"}, own=[(5, 3), (10, 9)], card="grass")
    assert sounds_of(game, (5, 4), (4, 5), (10, 8)) == ["castle", "build_grass", "build_grass"]


# --- sound files


def test_sounds_folder_holds_exactly_the_known_files() -> None:
    assert {path.name for path in SOUNDS.iterdir()} == {
        *(f"{name}.wav" for name in EFFECTS),
        *(f"{name}.ogg" for name in MUSIC),
    }
    assert sum(path.stat().st_size for path in SOUNDS.glob("*.wav")) < 1_500_000
    assert sum(path.stat().st_size for path in SOUNDS.glob("*.ogg")) < 2_000_000


@pytest.mark.parametrize("name", EFFECTS)
def test_effects_are_short_and_fade_in_and_out(name: str) -> None:
    samples = read_samples(name)
    peak = max(map(abs, samples))
    assert 0.08 <= len(samples) / player.SAMPLE_RATE_HZ <= 1.5
    assert 32768 * 10 ** (-20 / 20) < peak < 32768 * 10 ** (-4 / 20)
    assert abs(samples[0]) <= 2
    assert abs(samples[-1]) <= 2
    assert max(map(abs, samples[:8])) < peak / 50
    assert max(map(abs, samples[-320:])) < peak / 50
    assert abs(sum(samples) / len(samples)) < 20


def decode(name: str) -> Any:
    """Returns the samples of a sound file: one column if it is an effect, and two if it is music."""
    import numpy as np

    if name in EFFECTS:
        return np.array(read_samples(name)) / 32768
    pygame.mixer.init(player.SAMPLE_RATE_HZ, -16, 2, allowedchanges=0)
    data = pygame.mixer.Sound(str(SOUNDS / f"{name}.ogg")).get_raw()
    return np.frombuffer(data, np.int16).reshape(-1, 2) / 32768


@pytest.mark.parametrize("name", [*EFFECTS, *MUSIC])
def test_all_sounds_have_the_same_loudness(scripts_on_path: None, name: str) -> None:
    level = import_script("loudness").measure(decode(name), player.SAMPLE_RATE_HZ)
    assert level.loudness == pytest.approx(-23.0, abs=0.5), level
    assert level.peak_db <= -1.0, level


@pytest.mark.parametrize("name", EFFECTS)
def test_effects_have_little_treble(scripts_on_path: None, name: str) -> None:
    import numpy as np

    samples = decode(name)
    power = np.abs(np.fft.rfft(samples)) ** 2
    frequencies = import_script("synth").frequencies(len(samples))
    assert float(power[frequencies > 4000].sum() / power.sum()) < 0.12


def sine_tones(
    *tones: tuple[float, float], hertz: float = 1000, sample_rate: int = 48000, channels: int = 2
) -> Any:
    """Returns tones, each with its peak level in dB and its length in seconds, on every channel."""
    import numpy as np

    parts = [
        10 ** (level / 20) * np.sin(2 * np.pi * hertz * np.arange(round(seconds * sample_rate)) / sample_rate)
        for level, seconds in tones
    ]
    return np.stack([np.concatenate(parts)] * channels, axis=1)


def test_loudness_filters_have_the_coefficients_of_the_standard(scripts_on_path: None) -> None:
    head, high_pass = import_script("loudness").k_weighting_coefficients(48000)
    assert head[0] == pytest.approx((1.53512485958697, -2.69169618940638, 1.19839281085285), abs=1e-9)
    assert head[1] == pytest.approx((1.0, -1.69065929318241, 0.73248077421585), abs=1e-9)
    assert high_pass[0] == (1.0, -2.0, 1.0)
    assert high_pass[1] == pytest.approx((1.0, -1.99004745483398, 0.99007225036621), abs=1e-9)


@pytest.mark.parametrize("sample_rate", [32000, 44100, 48000])
def test_loudness_of_a_sine(scripts_on_path: None, sample_rate: int) -> None:
    """BS.1770: a sine of 997 Hz at full scale on one channel has -3.01 LUFS."""
    meter = import_script("loudness")
    tone = sine_tones((-20, 5), hertz=997, sample_rate=sample_rate, channels=1)
    assert meter.integrated_loudness(tone, sample_rate) == pytest.approx(-23.01, abs=0.05)
    level = meter.measure(tone[:, 0], sample_rate)
    assert (level.unit, level.loudness) == ("LUFS", pytest.approx(-20.0, abs=0.05))
    level = meter.measure(tone[: sample_rate * 3 // 10, 0], sample_rate)
    assert (level.unit, level.loudness) == ("dB RMS", pytest.approx(-20.0, abs=0.05))


@pytest.mark.parametrize(
    ("tones", "expected"),
    [
        ([(-23, 20)], -23),
        ([(-33, 20)], -33),
        ([(-36, 10), (-23, 60), (-36, 10)], -23),
        ([(-72, 10), (-36, 10), (-23, 60), (-36, 10), (-72, 10)], -23),
        ([(-26, 20), (-20, 20.1), (-26, 20)], -23),
        ([(-100, 3)], float("-inf")),
    ],
)
def test_loudness_of_the_signals_of_ebu_tech_3341(
    scripts_on_path: None, tones: list[tuple[float, float]], expected: float
) -> None:
    loudness = import_script("loudness").integrated_loudness(sine_tones(*tones), 48000)
    assert loudness == pytest.approx(expected, abs=0.1)


def test_true_peak_lies_between_samples(scripts_on_path: None) -> None:
    """A sine at a quarter of the sample rate whose samples all miss its peak by 3 dB."""
    import numpy as np

    tone = np.sin(np.pi / 2 * np.arange(4800) + np.pi / 4)[:, None]
    assert import_script("loudness").true_peak_db(0.5 * tone) == pytest.approx(-6, abs=0.4)


def test_loudness_table(scripts_on_path: None, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The script fails if one file is too quiet."""
    pytest.importorskip("soundfile")
    meter = import_script("loudness")
    shutil.copy(SOUNDS / "gold.wav", tmp_path)
    assert meter.main(tmp_path) == 0
    with wave.open(str(tmp_path / "quiet.wav"), "wb") as file:
        file.setparams((1, 2, player.SAMPLE_RATE_HZ, 0, "NONE", ""))
        file.writeframes(array("h", [sample // 2 for sample in read_samples("gold")]).tobytes())
    assert meter.main(tmp_path) == 1
    output = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in output if "off target" in line] == ["quiet.wav"]


@needs_art_tools
def test_scripts_reproduce_the_effects(scripts_on_path: None) -> None:
    sounds = import_script("sounds")
    checksums = json.loads(CHECKSUMS.read_text(encoding="utf-8"))
    assert set(sounds.EFFECTS) == set(EFFECTS)
    assert set(checksums) == {*EFFECTS, *MUSIC}
    for name in EFFECTS:
        assert sounds.samples(name).tolist() == read_samples(name).tolist(), name
        assert hashlib.sha256(read_samples(name).tobytes()).hexdigest() == checksums[name], name


@needs_art_tools
@pytest.mark.slow
@pytest.mark.first
@pytest.mark.parametrize("name", MUSIC)
def test_scripts_reproduce_the_music(scripts_on_path: None, name: str) -> None:
    """Takes about 3 s per loop. Encoders may produce different bytes, so the encoder input and the decoded
    output are compared."""
    import numpy as np

    music, synth = import_script("music"), import_script("synth")
    generated = music.samples(name)
    assert synth.checksum(generated) == json.loads(CHECKSUMS.read_text(encoding="utf-8"))[name]
    decoded = decode(name) * 32768
    assert len(decoded) == len(generated)
    assert 60 <= len(decoded) / player.SAMPLE_RATE_HZ <= 90
    error = decoded - generated
    assert np.sqrt(np.mean(error**2) / np.mean(generated.astype(float) ** 2)) < 0.07
    steps = np.abs(np.diff(np.concatenate([decoded[-4000:], decoded[:4000]]), axis=0))
    assert steps[3999].max() <= steps.max() / 2, "the loop should have no audible seam"
