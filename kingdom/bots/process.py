"""Runs a bot in a child process. Threads handle the bot's pipes, so no call waits longer than its timeout,
even if the bot never reads, never writes, writes endlessly or crashes. Closing the bot also kills every
process it started.

A bot runs with the user's permissions. If the game itself is killed, a watchdog process notices that its
input was closed and kills the bot. On Windows, a job object does this (windows_job.py).

Processes that a bot leaves behind can be found only on Linux, by a tag in their environment. The game's
process also adopts its orphaned descendants there, which would otherwise become children of init. It can
therefore find even a process that cleared its environment and started its own session."""

from __future__ import annotations

import contextlib
import os
import shlex
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import IO, ClassVar

from kingdom.worker.messages import MAX_MESSAGE_BYTES, ProcessError

if sys.platform == "win32":
    from kingdom.bots.windows_job import WindowsJob

    CREATION_FLAGS = subprocess.CREATE_NO_WINDOW
    """Without this flag, each bot would open a console window."""
else:
    CREATION_FLAGS = 0

BOT_TAG_VARIABLE = "KINGDOM_BOT"
"""Environment variable whose value identifies the processes that a bot started."""
_PR_SET_CHILD_SUBREAPER = 36
"""Value of the constant PR_SET_CHILD_SUBREAPER in <linux/prctl.h>."""


def become_subreaper() -> None:
    """Makes this process the new parent of any descendants that become orphans (Linux only)."""
    if sys.platform == "linux":
        import ctypes

        with contextlib.suppress(OSError, AttributeError):  # the C library has no prctl
            ctypes.CDLL(None).prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def child_pids() -> set[int]:
    """Returns the PIDs of this process's children that run in other sessions."""
    if sys.platform == "win32":
        return set()
    pids, own_pid = set(), os.getpid()
    for proc_dir in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            fields = (proc_dir / "stat").read_bytes().rsplit(b")", 1)[1].split()
            parent, session = int(fields[1]), int(fields[3])
            if parent == own_pid and session != os.getsid(0):
                pids.add(int(proc_dir.name))
    return pids


def tagged_pids(tag: str) -> set[int]:
    """Returns the PIDs of all processes with this tag in their environment."""
    pids = set()
    for proc_dir in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            if f"{BOT_TAG_VARIABLE}={tag}".encode() in (proc_dir / "environ").read_bytes().split(b"\0"):
                pids.add(int(proc_dir.name))
    return pids


def kill_process(pid: int) -> bool:
    """Kills a process. If the process is a child that has already exited, reaps it instead. Returns False if
    there is no such process (POSIX only)."""
    if sys.platform == "win32":
        return False
    with contextlib.suppress(ChildProcessError):
        if os.waitpid(pid, os.WNOHANG)[0]:
            return True
    with contextlib.suppress(OSError):
        os.kill(pid, signal.SIGKILL)
        return True
    return False


MAX_QUEUED_LINES = 4
"""Maximum number of unread lines from a bot. Only one reply at a time is expected."""
STDERR_TAIL_BYTES = 2000
EXIT_WAIT_S = 2.0
"""Maximum time to wait for the bot's exit and its remaining error output after it has closed its output."""
QUIT_GRACE_S = 1.0
"""Time that a bot has to exit after its input is closed."""
MAX_KILL_ROUNDS = 20
"""Maximum number of attempts to kill all of a bot's processes. Several attempts may be needed because the
processes can start new ones in the meantime."""
POLL_INTERVAL_S = 0.2
"""Interval between checks that the bot is still running."""
READ_CHUNK_BYTES = 1 << 16
WATCHDOG_SCRIPT = 'read -r _; kill -s KILL -- "-$0"'
"""Shell script that waits until its input is closed, then kills the bot's process group."""


INTERPRETER_COMMANDS: dict[str, tuple[str, ...]] = {".js": ("node",), ".jar": ("java", "-jar")}
"""For each file suffix, the command that runs files with this suffix. Python files are handled separately."""


def split_command(command: str) -> list[str]:
    """Splits a command line into arguments. If the first argument is a script, puts its interpreter (Python,
    node or java) in front."""
    posix = os.name == "posix"
    try:
        args = [arg if posix else arg.strip("\"'") for arg in shlex.split(command, posix=posix)]
    except ValueError as error:  # unclosed quotation mark
        raise ProcessError(f"it cannot be started: {error}") from error
    if args and args[0].endswith(".py"):
        return [_find_python() if getattr(sys, "frozen", False) else sys.executable, *args]
    return [*INTERPRETER_COMMANDS.get(Path(args[0]).suffix, ()), *args] if args else []


def _find_python() -> str:
    """Returns the command of the installed Python, for the standalone program, which cannot run scripts."""
    if os.name != "posix":
        return find_python_on_windows()
    return shutil.which("python3") or shutil.which("python") or "python3"


def find_python_on_windows() -> str:
    """Returns the command of the installed Python. In the folder WindowsApps, `python3` may be a placeholder
    that only opens Microsoft's store, so this folder comes last."""
    folders = os.environ.get("PATH", "").split(os.pathsep)
    without_store = [folder for folder in folders if "windowsapps" not in folder.lower()]
    for path in (without_store, folders):
        for name in ("py", "python", "python3"):
            if python := shutil.which(name, path=os.pathsep.join(path)):
                return python
    return "python"


def _start_watchdog(pid: int) -> subprocess.Popen[bytes] | None:
    """Starts a shell that kills the bot if this process dies. Returns None on Windows or if the shell cannot
    start."""
    if os.name != "posix":
        return None
    try:
        return subprocess.Popen(
            ["/bin/sh", "-c", WATCHDOG_SCRIPT, str(pid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return None


class BotProcess:
    """A running bot process, with methods to send messages and receive replies."""

    _known_pids: ClassVar[set[int]] = set()
    """PIDs of all running bots and watchdogs. They are recorded so that these processes are not mistaken for
    leftovers of another bot."""

    def __init__(self, arguments: Sequence[str]) -> None:
        if not arguments:  # happens, for example, if a saved game from another computer uses an unknown bot
            raise ProcessError("it cannot be started: its command is unknown")
        self._env_tag = f"{os.getpid()}-{time.monotonic_ns()}"
        become_subreaper()
        self._earlier_children = child_pids()
        try:
            self._process = subprocess.Popen(
                list(arguments),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=os.name == "posix",
                creationflags=CREATION_FLAGS,
                env={**os.environ, BOT_TAG_VARIABLE: self._env_tag},
            )
        # file not found, no permission, or an invalid character in the file name
        except (OSError, ValueError) as error:
            reason = error.strerror if isinstance(error, OSError) else None
            raise ProcessError(f"it cannot be started: {reason or error}") from error
        if sys.platform == "win32":
            self._job = WindowsJob(self._process)
        self._watchdog = _start_watchdog(self.pid)
        self._own_pids = {self.pid} | ({self._watchdog.pid} if self._watchdog is not None else set())
        self._known_pids.update(self._own_pids)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._to_send: SimpleQueue[bytes | None] = SimpleQueue()
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        """Lines received. None marks the end of the output."""
        self._output_limit_exceeded = False
        self._stderr_tail = b""
        self._threads = [
            threading.Thread(target=target, args=(pipe,), name="bot", daemon=True)
            for target, pipe in (
                (self._write_stdin, self._process.stdin),
                (self._read_stdout, self._process.stdout),
                (self._read_stderr, self._process.stderr),
            )
        ]
        try:
            for thread in self._threads:
                thread.start()
        except RuntimeError as error:
            self._kill()
            raise ProcessError(f"it cannot be started: {error}") from error

    @property
    def pid(self) -> int:
        return self._process.pid

    def send(self, message: bytes) -> None:
        """Queues a message without waiting for the bot to read it."""
        self._to_send.put(message)

    @property
    def has_no_unread_output(self) -> bool:
        """True if all lines from the bot have been read."""
        return self._lines.empty()

    def handshake(self, message: bytes, timeout_s: float) -> bytes:
        """Sends hello and returns the bot's first line. Either side may send its hello first, because many
        bots do so as soon as they start."""
        return self._send_and_wait(message, timeout_s)

    def request(self, message: bytes, timeout_s: float) -> bytes:
        """Sends a message and returns the bot's reply."""
        if not self.has_no_unread_output:
            self._raise_if_closed(self._lines.get())
            raise ProcessError("it sent more than it was asked for")
        return self._send_and_wait(message, timeout_s)

    def _send_and_wait(self, message: bytes, timeout_s: float) -> bytes:
        self.send(message)
        deadline = time.monotonic() + timeout_s
        line = None
        while line is None:
            try:
                line = self._lines.get(timeout=max(0.0, min(POLL_INTERVAL_S, deadline - time.monotonic())))
            except Empty:
                # even if the bot has exited, a process it left behind may keep its output open
                if self._process.poll() is None:
                    if time.monotonic() < deadline:
                        continue
                    raise ProcessError(f"no answer within {timeout_s:.1f} seconds") from None
            self._raise_if_closed(line)
        return line

    def _raise_if_closed(self, line: bytes | None) -> None:
        """Raises ProcessError with the reason if `line` marks the end of the output."""
        if line is not None:
            return
        if self._output_limit_exceeded:
            raise ProcessError(f"a line of more than {MAX_MESSAGE_BYTES} bytes, or lines without end")
        try:
            code = self._process.wait(EXIT_WAIT_S)
        except subprocess.TimeoutExpired:
            raise ProcessError("it closed its output") from None
        self._threads[2].join(EXIT_WAIT_S)
        stderr_lines = self._stderr_tail.decode("utf-8", "replace").strip().splitlines()
        raise ProcessError(
            f"it exited with code {code}" + (f": {stderr_lines[-1][-200:]}" if stderr_lines else "")
        )

    def close(self, message: bytes | None = None, grace_s: float = QUIT_GRACE_S) -> bool:
        """Stops the bot and every process it started. Returns True if the bot exited by itself after the
        message."""
        if message is not None:
            self._to_send.put(message)
        self._to_send.put(None)
        exited = False
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(grace_s)
                exited = True
        finally:  # needed even if the wait is interrupted
            self._kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(EXIT_WAIT_S)
        # a thread may still hang if a runaway process holds its pipe, but it is a daemon thread, so it ends
        # with this process
        for thread in self._threads:
            thread.join(0.2)
        return exited

    def _kill(self) -> None:
        # stop the watchdog first, while the process group ID cannot have been reused yet
        if self._watchdog is not None:
            self._watchdog.kill()
            self._watchdog.communicate()
        if sys.platform == "win32":
            self._job.kill()
            self._process.kill()  # in case there is no job
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
            self._process.wait()  # the bot's orphans become our children only when the bot is dead
            for _ in range(MAX_KILL_ROUNDS):
                leftover_pids = tagged_pids(self._env_tag) | (
                    child_pids() - self._earlier_children - self._known_pids
                )
                if not [pid for pid in leftover_pids if kill_process(pid)]:
                    break
        self._known_pids.difference_update(self._own_pids)

    # --- threads

    def _write_stdin(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError):
            while (message := self._to_send.get()) is not None:
                while message:
                    message = message[pipe.write(message) or 0 :]
        with contextlib.suppress(OSError):
            pipe.close()

    def _read_stdout(self, pipe: IO[bytes]) -> None:
        rest = b""
        with contextlib.suppress(OSError), pipe:
            while chunk := os.read(pipe.fileno(), READ_CHUNK_BYTES):
                *lines, rest = (rest + chunk).split(b"\n")
                for line in lines:
                    self._lines.put(line)
                if len(rest) > MAX_MESSAGE_BYTES or self._lines.qsize() > MAX_QUEUED_LINES:
                    self._output_limit_exceeded = True
                    break
        self._lines.put(None)

    def _read_stderr(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:
            while chunk := os.read(pipe.fileno(), READ_CHUNK_BYTES):
                self._stderr_tail = (self._stderr_tail + chunk)[-STDERR_TAIL_BYTES:]
