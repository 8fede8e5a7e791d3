"""AI players run in a separate process. The game continues even if they are stopped, crash, hang or answer
illegally."""

from __future__ import annotations

import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.fake_ai_workers import run_failing_worker
from support.matches import new_match, play_until, state_and_viewer

from kingdom.match import ai_client as ai_client_module
from kingdom.match.ai_client import CRASH, HANG, AIClient, AIFailure
from kingdom.match.ai_worker import PREDICT_TURN, AIWorker, build_request, game_session
from kingdom.match.controller import Match
from kingdom.match.save_store import SaveStore
from kingdom.match.state_machine import MatchState
from kingdom.record import Record, position_hash, replay
from kingdom.rules.hexes import iter_hexes
from kingdom.rules.json_values import read_answer, write_answer
from kingdom.rules.registry import EXTERNAL_EXPANSIONS, import_expansion, unregister
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup
from kingdom.worker.child_process import UNIX_NICE, WINDOWS_BELOW_NORMAL
from kingdom.worker.client import ChildProcess, Job, wait_for_killed_processes

ROOT = Path(__file__).parents[2]
TIMEOUT_S = 600.0
"""Maximum number of seconds that a test waits for anything. A working AI player needs less time, even on a
slow machine."""
pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def ai_client() -> Iterator[AIClient]:
    """Returns a client with a real process. All tests that leave the process running share this client."""
    ai_client = AIClient(timeout_s=TIMEOUT_S)
    yield ai_client
    ai_client.stop()


@pytest.fixture(scope="module")
def failing_client() -> Iterator[AIClient]:
    """Returns a client whose AI players fail."""
    failing_client = AIClient(run_failing_worker, timeout_s=TIMEOUT_S)
    yield failing_client
    failing_client.stop()


def failure_of(match: Match) -> AIFailure | None:
    return match.ai_failure


def running_process(ai_client: AIClient) -> ChildProcess:
    """Waits until the process runs, and returns it."""
    deadline = time.monotonic() + TIMEOUT_S
    while ai_client.worker_client.child is None:
        assert time.monotonic() < deadline
        time.sleep(0.001)
    return ai_client.worker_client.child


def full_request(record: Record, seat: int, level: str, deterministic: bool = False) -> dict[str, Any]:
    """Returns a request in the form that the worker receives."""
    session = game_session(record)
    answers = [write_answer(answer) for answer in session.answers]
    return {**session.data, "answers": answers, **build_request(seat, level, None, deterministic)}


def wait_for(match: Match, attribute: str, seconds: float = TIMEOUT_S) -> None:
    """Polls the match, as the UI does, until the match has something to show. `attribute` names what to wait
    for: a hint, an AI failure or an answer."""
    deadline = time.monotonic() + seconds
    while not (match.state is MatchState.PLAYBACK if attribute == "answer" else getattr(match, attribute)):
        assert time.monotonic() < deadline, f"timed out waiting for {attribute}"
        match.poll()
        time.sleep(0.002)


KILL_SIGNAL = getattr(signal, "SIGKILL", signal.SIGTERM)
"""On Windows, SIGTERM ends a process just as abruptly."""


def priority(pid: int) -> int:
    """Returns the niceness of a process, or its priority class on Windows."""
    if sys.platform != "win32":
        return os.getpriority(os.PRIO_PROCESS, pid)
    kernel32 = ctypes.WinDLL("kernel32")
    kernel32.OpenProcess.restype = ctypes.c_void_p
    kernel32.GetPriorityClass.argtypes = kernel32.CloseHandle.argtypes = (ctypes.c_void_p,)
    handle = kernel32.OpenProcess(0x1000, False, pid)  # PROCESS_QUERY_LIMITED_INFORMATION
    priority_class: int = kernel32.GetPriorityClass(handle)
    kernel32.CloseHandle(handle)
    return priority_class


@pytest.mark.windows
def test_ai_process_has_lower_priority(ai_client: AIClient) -> None:
    match = new_match("person", "easy", seed=2, ai_client=ai_client)
    play_until(match, Rng(1), lambda match: match.state is MatchState.AI_TURN)
    wait_for(match, "answer")
    expected = WINDOWS_BELOW_NORMAL if sys.platform == "win32" else min(19, priority(os.getpid()) + UNIX_NICE)
    assert priority(running_process(ai_client).pid) == expected


def test_full_game_with_ai_players_and_a_hint(ai_client: AIClient) -> None:
    match = new_match("random", "easy", "person", ai_client=ai_client)
    hints = 0
    while match.state is not MatchState.GAME_OVER:
        assert match.ai_failure is None
        match.poll()
        if match.state is MatchState.PLAYBACK:
            match.finish_playback()
        elif match.state is MatchState.HUMAN_TURN:
            if not hints:
                match.request_hint()
                assert state_and_viewer(match)[0] is MatchState.WAITING_FOR_HINT
                wait_for(match, "hint")
                assert state_and_viewer(match)[0] is MatchState.HUMAN_TURN
                hints += 1
            play_until(match, Rng(match.game.round), lambda match: match.state is MatchState.AI_TURN)
        else:
            time.sleep(0.0005)
    assert position_hash(replay(match.record, check=True)) == position_hash(match.game)


def test_third_party_expansion_is_loaded_in_the_ai_process(ai_client: AIClient) -> None:
    """The request contains the name of the expansion's module, so the AI process can also import that
    module."""
    expansion = import_expansion("support.sample_expansion")
    try:
        assert list(EXTERNAL_EXPANSIONS) == ["support.sample_expansion"]
        match = new_match(
            "greedy", "greedy", expansions=("base", expansion.name), seed=5, ai_client=ai_client
        )
        wait_for(match, "answer")
    finally:
        unregister(expansion)
    assert not EXTERNAL_EXPANSIONS
    with pytest.raises(TypeError, match=r"support.matches\.EXPANSION"):
        import_expansion("support.matches")


def test_answer_cancels_the_pending_hint(ai_client: AIClient) -> None:
    match = new_match("person", "random", ai_client=ai_client)
    play_until(match, Rng(1), lambda match: match.state is MatchState.HUMAN_TURN)
    match.request_hint()
    play_until(match, Rng(1), lambda match: match.state is MatchState.AI_TURN)
    assert match.state is not MatchState.WAITING_FOR_HINT
    wait_for(match, "answer")
    assert match.hint is None


def can_end_turn(match: Match) -> bool:
    """Returns True if a human can end the turn now."""
    return match.state is MatchState.HUMAN_TURN and "end_turn" in match.decision().options


def wait_for_pondering(match: Match, ai_client: AIClient, expected_answer: str) -> Job[None]:
    """Waits until the process is pondering this answer."""
    deadline = time.monotonic() + TIMEOUT_S
    while (
        ai_client.pondering is None
        or ai_client.pondering[0].answers != (*match.record.answers, expected_answer)
        or not ai_client.pondering[1].number
    ):
        assert time.monotonic() < deadline
        match.poll()
        time.sleep(0.001)
    return ai_client.pondering[1]


def test_next_ai_ponders_while_a_human_can_end_the_turn(ai_client: AIClient) -> None:
    """Pondering continues if the expected answer is played, stops when any other request arrives, and never
    changes an answer."""
    match = new_match("person", "hard", seed=2, ai_client=ai_client)
    play_until(match, Rng(1), lambda match: match.game.round > 1 and can_end_turn(match))
    process = running_process(ai_client)
    pondering = wait_for_pondering(match, ai_client, "end_turn")
    match.submit("end_turn")
    assert not pondering.is_cancelled
    wait_for(match, "answer")
    record = Record(match.record.setup, answers=match.record.answers[:-1])
    unpondered_reply = AIWorker(lambda: False).handle(full_request(record, 1, "hard"))
    assert read_answer(unpondered_reply["answer"], "answer") == match.record.answers[-1]

    play_until(match, Rng(1), lambda match: match.game.round > 2 and can_end_turn(match))
    pondering = wait_for_pondering(match, ai_client, "end_turn")
    match.request_hint()
    assert pondering.is_cancelled
    wait_for(match, "hint")
    assert wait_for_pondering(match, ai_client, "end_turn") is not pondering, (
        "pondering resumes after the hint"
    )
    assert running_process(ai_client) is process


def test_next_ai_ponders_during_the_mandatory_action(ai_client: AIClient) -> None:
    match = new_match("person", "expert", seed=2, ai_client=ai_client)
    play_until(match, Rng(1), lambda match: match.game.round > 1 and match.state is MatchState.HUMAN_TURN)
    assert "end_turn" not in match.decision().options
    prediction = wait_for_pondering(match, ai_client, PREDICT_TURN)
    assert ai_client.pondering is not None
    assert ai_client.pondering[0].seat == 1
    match.submit(next(iter_hexes(match.decision().cells)))
    assert prediction.is_cancelled, "a new prediction replaces the old one after an answer"


def test_process_starts_while_the_human_thinks(monkeypatch: pytest.MonkeyPatch) -> None:
    """The process starts shortly after the human's turn begins."""
    monkeypatch.setattr(ai_client_module, "PONDER_DELAY_S", 600.0)
    ai_client = AIClient(run_failing_worker)
    match = new_match("expert", "person", seed=2, ai_client=ai_client)
    assert match.state is MatchState.HUMAN_TURN
    time.sleep(0.1)
    assert ai_client.worker_client.child is None, "no process starts before the delay is over"
    match.close()
    monkeypatch.setattr(ai_client_module, "PONDER_DELAY_S", 0.05)
    match = new_match("expert", "person", seed=2, ai_client=ai_client)
    wait_for_pondering(match, ai_client, PREDICT_TURN)
    match.close()


def test_ai_ponders_during_the_playback_of_the_previous_turn(ai_client: AIClient) -> None:
    match = new_match("medium", "hard", seed=3, ai_client=ai_client)
    deadline = time.monotonic() + TIMEOUT_S
    while ai_client.pondering is None or ai_client.pondering[0].answers != (
        *match.record.answers,
        "end_turn",
    ):
        assert time.monotonic() < deadline
        if match.state is MatchState.PLAYBACK and not (
            ai_client.pending_answer == "end_turn" or ai_client.worker_client.current_job
        ):
            match.finish_playback()
        match.poll()
        time.sleep(0.001)
    assert ai_client.pondering[0].seat == 1
    match.finish_playback()
    match.poll()
    assert match.record.answers[-1] == "end_turn"
    match.finish_playback()
    wait_for(match, "answer")
    assert match.history[-1].player == 1


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_deterministic_answers_ignore_the_clock(level: str) -> None:
    """In the daily challenge, neither a slow machine nor a request to answer immediately changes the
    answers."""

    def play_turns(deterministic: bool, is_stopped: bool) -> list[object]:
        """Returns the first answers of AI players. If `is_stopped` is true, they are asked to stop
        immediately."""
        worker, record = AIWorker(lambda: is_stopped), Record(GameSetup(2, seed=3))
        for _ in range(16):
            seat = replay(record).decision().player
            answer = worker.handle(full_request(record, seat, level, deterministic))["answer"]
            record.answers.append(read_answer(answer, "answer"))
        return list(record.answers)

    full_answers = play_turns(deterministic=False, is_stopped=False)
    assert play_turns(deterministic=True, is_stopped=True) == full_answers
    assert play_turns(deterministic=False, is_stopped=True) != full_answers, (
        "stopping has no effect, so the test proves nothing"
    )


def test_answer_now_makes_the_ai_answer_at_once(failing_client: AIClient) -> None:
    match = new_match("greedy", "greedy", ai_client=failing_client)
    time.sleep(0.05)
    match.poll()
    assert match.state is MatchState.AI_TURN
    match.answer_now()
    wait_for(match, "answer")
    match.finish_playback()
    time.sleep(0.1)
    match.poll()
    assert match.state is MatchState.AI_TURN, "the next turn has its full thinking time"
    match.answer_now()
    wait_for(match, "answer")


@pytest.mark.parametrize(
    ("kind", "expected_details"),
    [("easy", "the program is broken"), ("medium", "code 7"), ("expert", "no such option")],
)
def test_crash_is_reported_and_the_seat_can_be_reassigned(
    failing_client: AIClient, kind: str, expected_details: str, tmp_path: Path
) -> None:
    match = new_match(kind, kind, ai_client=failing_client, save_store=SaveStore(tmp_path))
    seat, before = match.deciding_seat, position_hash(match.game)
    wait_for(match, "ai_failure")
    assert match.ai_failure is not None
    assert (match.ai_failure.seat, match.ai_failure.kind) == (seat, CRASH)
    assert expected_details in match.ai_failure.details
    match.poll()
    assert (position_hash(match.game), match.state) == (before, MatchState.AI_FAILED)
    match.reassign_seat(seat, "person")
    assert state_and_viewer(match) == (MatchState.HUMAN_TURN, seat)
    assert failure_of(match) is None
    match.reassign_seat(seat, "random")
    wait_for(match, "answer")
    assert match.ai_failure is None
    assert [entry.player for entry in match.history] == [seat]


def test_hang_is_reported_and_the_seat_can_be_reassigned() -> None:
    match = new_match("hard", "random", "random", ai_client=AIClient(run_failing_worker))
    play_until(match, Rng(1), lambda match: match.deciding_seat == 0 and match.state is MatchState.AI_TURN)
    for _ in range(100):
        match.poll()  # polling never blocks, even though this AI player never answers
    assert failure_of(match) is None
    assert state_and_viewer(match)[0] is MatchState.AI_TURN
    match.ai_client.timeout_s = 0.2
    match.reassign_seat(0, "hard")
    wait_for(match, "ai_failure")
    assert match.ai_failure is not None
    assert (match.ai_failure.seat, match.ai_failure.kind) == (0, HANG)
    match.ai_client.timeout_s = TIMEOUT_S
    match.reassign_seat(0, "random")
    wait_for(match, "answer")
    assert match.ai_failure is None
    match.close()


def test_hanging_hint_does_not_block_ai_players(
    failing_client: AIClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(failing_client.worker_client, "_stop_grace_s", 0.2)
    match = new_match("person", "random", ai_client=failing_client)
    play_until(match, Rng(1), lambda match: match.state is MatchState.HUMAN_TURN)
    match.request_hint()
    play_until(match, Rng(1), lambda match: match.state is MatchState.AI_TURN)
    wait_for(match, "answer")
    assert match.ai_failure is None
    play_until(match, Rng(1), lambda match: match.state is MatchState.HUMAN_TURN)
    failing_client.timeout_s = 0.3
    match.request_hint()
    deadline = time.monotonic() + TIMEOUT_S
    while match.state is MatchState.WAITING_FOR_HINT:
        assert time.monotonic() < deadline
        match.poll()
    assert (match.hint, match.ai_failure) == (None, None)
    failing_client.timeout_s = TIMEOUT_S


def test_idle_process_that_died_is_replaced(ai_client: AIClient) -> None:
    match = new_match("person", "random", ai_client=ai_client)
    play_until(match, Rng(1), lambda match: match.state is MatchState.HUMAN_TURN)
    match.request_hint()
    wait_for(match, "hint")
    process = running_process(ai_client)
    os.kill(process.pid, KILL_SIGNAL)
    play_until(match, Rng(1), lambda match: match.state is MatchState.AI_TURN)
    wait_for(match, "answer")
    assert match.ai_failure is None


def test_close_ends_the_process() -> None:
    match = new_match("hard", "hard", ai_client=AIClient(run_failing_worker))
    process = running_process(match.ai_client)
    started_at = time.monotonic()
    match.close()
    assert time.monotonic() - started_at < 1, "closing must not wait for the process"
    wait_for_killed_processes(TIMEOUT_S)
    assert not is_running(process.pid)
    match.close()
    assert match.ai_client.worker_client.child is None


# --- killing the game process at any moment

GAME = """
import sys, time
sys.path[:0] = [{root!r}, {tests!r}]
if __name__ == "__main__":
    from pathlib import Path
    from support.fake_ai_workers import run_failing_worker
    from support.matches import new_match, play_one_answer
    from kingdom.match.ai_client import AIClient
    from kingdom.match.save_store import SaveStore
    from kingdom.rules.rng import Rng
    if {hang}:
        match = new_match("hard", "hard", ai_client=AIClient(run_failing_worker))
        while not match.ai_client.worker_client.child:
            time.sleep(0.01)
        time.sleep(1.0)
        print(match.ai_client.worker_client.child.pid, flush=True)
        time.sleep(60)
    match = new_match("person", "random", save_store=SaveStore(Path({folder!r})))
    rng = Rng(1)
    while True:
        play_one_answer(match, rng)
        match.finish_playback()
        match.save_store.flush()
        print(len(match.record.answers), flush=True)
"""


def start_game_process(folder: Path, hang: bool = False) -> subprocess.Popen[str]:
    """Starts a game in a separate process that the test can kill."""
    script = folder / "game.py"
    script.write_text(
        GAME.format(root=str(ROOT), tests=str(ROOT / "tests"), folder=str(folder / "saves"), hang=hang)
    )
    return subprocess.Popen([sys.executable, str(script)], stdout=subprocess.PIPE, text=True)


def test_killed_game_resumes_where_it_was(tmp_path: Path) -> None:
    """Whenever the process is killed, the saved file is complete and contains every answer whose playback has
    finished."""
    save_store = SaveStore(tmp_path / "saves")
    for min_answers in (1, 17, 40):
        process = start_game_process(tmp_path)
        assert process.stdout is not None
        reported_answers = 0
        while reported_answers < min_answers:
            reported_answers = int(process.stdout.readline())
        process.kill()
        reported_answers = max([reported_answers, *(int(line) for line in process.stdout.read().split())])
        process.wait()
        match = Match.load(save_store.current_game_file, save_store)
        assert reported_answers <= len(match.record.answers) <= reported_answers + 1
        match.begin()
        match.close()
        assert len(match.history) == len(match.record.answers)


@pytest.mark.skipif(os.name != "posix", reason="checks processes with POSIX calls")
def test_killed_game_leaves_no_ai_process(tmp_path: Path) -> None:
    game_process = start_game_process(tmp_path, hang=True)
    assert game_process.stdout is not None
    child = int(game_process.stdout.readline())
    os.kill(child, 0)
    game_process.kill()
    game_process.wait()
    deadline = time.monotonic() + TIMEOUT_S
    while is_running(child):
        assert time.monotonic() < deadline, "the AI process outlived the game"
        time.sleep(0.02)


def is_running(pid: int) -> bool:
    """Returns True if the process exists and is not a zombie."""
    try:
        return (Path("/proc") / str(pid) / "stat").read_text().rsplit(")", 1)[1].split()[0] != "Z"
    except OSError:
        return False
