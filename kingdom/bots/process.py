"""A bot's process. Threads send and hear, so that nothing here waits longer than it wants to, whatever the
bot does: never reading, never speaking, speaking without end, dying. It ends with all it has started.

It runs with the rights of whoever started the game. When the game is killed, the bot's input ends, and a
guard that waits for just that ends the bot.
"""

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

from kingdom.bots.strays import MARK, adopt_orphans, children, killed, marked
from kingdom.heard import LONGEST, Failed

MOST_WAITING = 4
"""Lines that a bot may say before anybody has listened; one is asked for."""
LAST_WORDS = 2000
"""Bytes of its standard error that are kept."""
LAST_SECONDS = 2.0
"""How long we wait for them, and for its end, once its output has ended."""
POLITE = 1.0
"""Seconds that a bot has to leave once its input has ended."""
ROUNDS = 20
"""How often processes that start others while they are ended are looked for."""
LOOK = 0.2
"""Seconds between looks whether it still lives."""
CHUNK = 1 << 16
GUARD = 'read -r _; kill -s KILL -- "-$0"'
"""What the guard does: wait until its input ends, then end the group of the bot."""


RUN_BY: dict[str, tuple[str, ...]] = {".js": ("node",), ".jar": ("java", "-jar")}
"""Files that another program runs, besides Python's."""


def arguments_of(command: str) -> list[str]:
    """A command line as its words. A file that another program runs gets that before it: the Python at hand,
    on every system, node or java."""
    posix = os.name == "posix"
    try:
        words = [word if posix else word.strip("\"'") for word in shlex.split(command, posix=posix)]
    except ValueError as error:  # a quotation without an end
        raise Failed(f"it cannot be started: {error}") from error
    if words and words[0].endswith(".py"):
        own = None if getattr(sys, "frozen", False) else sys.executable
        return [own or shutil.which("python3") or shutil.which("python") or "python3", *words]
    return [*RUN_BY.get(Path(words[0]).suffix, ()), *words] if words else []


def _guard(pid: int) -> subprocess.Popen[bytes] | None:
    """Somebody who outlives us; on POSIX there is always a shell."""
    if os.name != "posix":
        return None
    try:
        return subprocess.Popen(
            ["/bin/sh", "-c", GUARD, str(pid)],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
    except OSError:
        return None


class BotProcess:
    """Takes messages and gives lines."""

    _started: ClassVar[set[int]] = set()
    """All bots and guards that this process has started: none of them is another bot's stray."""

    def __init__(self, arguments: Sequence[str]) -> None:
        if not arguments:  # a game of somebody else's, with a bot that is not known here
            raise Failed("it cannot be started: nobody knows its command")
        self._mark = f"{os.getpid()}-{time.monotonic_ns()}"
        adopt_orphans()
        self._before = children()
        try:
            self._process = subprocess.Popen(
                list(arguments),
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                bufsize=0,
                start_new_session=os.name == "posix",
                env={**os.environ, MARK: self._mark},
            )
        except (OSError, ValueError) as error:  # no such file, not allowed, a letter that no file can have
            why = error.strerror if isinstance(error, OSError) else None
            raise Failed(f"it cannot be started: {why or error}") from error
        self._guard = _guard(self.pid)
        self._own = {self.pid} | ({self._guard.pid} if self._guard is not None else set())
        self._started.update(self._own)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        assert self._process.stderr is not None
        self._to_send: SimpleQueue[bytes | None] = SimpleQueue()
        self._lines: SimpleQueue[bytes | None] = SimpleQueue()
        """What it said; None: no more will come."""
        self._flooded = False
        self._last_words = b""
        self._threads = [
            threading.Thread(target=target, args=(pipe,), name="bot", daemon=True)
            for target, pipe in (
                (self._send, self._process.stdin),
                (self._hear, self._process.stdout),
                (self._hear_complaints, self._process.stderr),
            )
        ]
        try:
            for thread in self._threads:
                thread.start()
        except RuntimeError as error:
            self._kill()
            raise Failed(f"it cannot be started: {error}") from error

    @property
    def pid(self) -> int:
        """Its number in the system."""
        return self._process.pid

    def send(self, message: bytes) -> None:
        """Say something; nobody waits until it is read."""
        self._to_send.put(message)

    @property
    def silent(self) -> bool:
        """Whether it has said nothing that nobody has heard yet."""
        return self._lines.empty()

    def greet(self, message: bytes, seconds: float) -> bytes:
        """Say hello and hear what it says first: many say hello by themselves as soon as they run, and who is
        quicker is a matter of chance."""
        return self._answer(message, seconds)

    def ask(self, message: bytes, seconds: float) -> bytes:
        """Say something and hear the line that is the answer."""
        if not self.silent:
            self._no_more(self._lines.get())
            raise Failed("it says more than it is asked")
        return self._answer(message, seconds)

    def _answer(self, message: bytes, seconds: float) -> bytes:
        self.send(message)
        until = time.monotonic() + seconds
        said = None
        while said is None:
            try:
                said = self._lines.get(timeout=max(0.0, min(LOOK, until - time.monotonic())))
            except Empty:
                if self._process.poll() is None:  # else a process that it has left behind holds its output
                    if time.monotonic() < until:
                        continue
                    raise Failed(f"no answer within {seconds:.1f} seconds") from None
            self._no_more(said)
        return said

    def _no_more(self, said: bytes | None) -> None:
        """Tell why nothing comes any more, if that is so."""
        if said is not None:
            return
        if self._flooded:
            raise Failed(f"a line of more than {LONGEST} bytes, or lines without end")
        try:
            code = self._process.wait(LAST_SECONDS)
        except subprocess.TimeoutExpired:
            raise Failed("it closed its output") from None
        self._threads[2].join(LAST_SECONDS)
        words = self._last_words.decode("utf-8", "replace").strip().splitlines()
        raise Failed(f"it ended with code {code}" + (f": {words[-1][-200:]}" if words else ""))

    def end(self, message: bytes | None = None, polite: float = POLITE) -> bool:
        """End it and all that it started; whether it left by itself after the message."""
        if message is not None:
            self._to_send.put(message)
        self._to_send.put(None)
        left = False
        try:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(polite)
                left = True
        finally:  # also when somebody who waits for us has lost patience
            self._kill()
        self._process.wait()
        for thread in self._threads:  # one whose pipe a runaway process holds is left alone: it ends with us
            thread.join(0.2)
        return left

    def _kill(self) -> None:
        if self._guard is not None:  # before the number of the group can be that of another
            self._guard.kill()
            self._guard.communicate()
        if sys.platform == "win32":
            subprocess.run(["taskkill", "/F", "/T", "/PID", str(self.pid)], capture_output=True, check=False)
        else:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)
            self._process.wait()  # what it leaves behind is ours only then
            for _ in range(ROUNDS):
                strays = marked(self._mark) | (children() - self._before - self._started)
                if not [number for number in strays if killed(number)]:
                    break
        self._started.difference_update(self._own)

    # --- the threads

    def _send(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError):
            while (message := self._to_send.get()) is not None:
                while message:
                    message = message[pipe.write(message) or 0 :]
        with contextlib.suppress(OSError):
            pipe.close()

    def _hear(self, pipe: IO[bytes]) -> None:
        rest = b""
        with contextlib.suppress(OSError), pipe:
            while chunk := os.read(pipe.fileno(), CHUNK):
                *lines, rest = (rest + chunk).split(b"\n")
                for said in lines:
                    self._lines.put(said)
                if len(rest) > LONGEST or self._lines.qsize() > MOST_WAITING:
                    self._flooded = True
                    break
        self._lines.put(None)

    def _hear_complaints(self, pipe: IO[bytes]) -> None:
        with contextlib.suppress(OSError), pipe:
            while chunk := os.read(pipe.fileno(), CHUNK):
                self._last_words = (self._last_words + chunk)[-LAST_WORDS:]
