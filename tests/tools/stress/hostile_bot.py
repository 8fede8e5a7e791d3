"""A bot that attacks the game at random; bot_fuzzer.py starts it. Arguments: a seed, and the file to which
the bot writes the IDs of its processes. The bot imports nothing from the game, so it starts fast."""

import json
import os
import random
import signal
import sys
import time

assert sys.platform != "win32", "this program uses POSIX calls"

HANG_SECONDS = 600
MEBIBYTE = 2**20

rng, pid_file = random.Random(int(sys.argv[1])), sys.argv[2]


def add_pid() -> None:
    """Appends the ID of this process to the file."""
    with open(pid_file, "a", encoding="utf-8") as stream:
        stream.write(f"{os.getpid()}\n")


def send(data: bytes) -> None:
    """Sends raw bytes to the game."""
    while data:
        data = data[os.write(1, data) :]


def hang() -> None:
    """Does nothing for longer than any timeout."""
    for ignored in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGPIPE):
        signal.signal(ignored, signal.SIG_IGN)
    time.sleep(HANG_SECONDS)
    os._exit(9)


# --- child processes


def start_child() -> None:
    """Starts a process that outlives the bot unless the game finds it: in its own session, possibly orphaned,
    without an environment, with the bot's pipes or without them."""
    is_orphan, has_environment = rng.random() < 0.5, rng.random() < 0.5
    keeps_pipes, keeps_session = rng.random() < 0.5, rng.random() < 0.2
    ready_read, ready_write = os.pipe()
    if not os.fork():
        if not keeps_session:
            os.setsid()
        if not is_orphan or not os.fork():
            add_pid()
            os.write(ready_write, b"x")
            for stream in () if keeps_pipes else (0, 1, 2):
                os.close(stream)
            os.close(ready_read)
            os.close(ready_write)
            if has_environment:
                hang()
            os.execve("/bin/sleep", ["sleep", str(HANG_SECONDS)], {})
        os._exit(0)
    os.read(ready_read, 1)
    os.close(ready_read)
    os.close(ready_write)


# --- messages


def answer(number: int, value: str) -> bytes:
    """Returns an answer with a value that is JSON or pretends to be."""
    return f'{{"type": "answer", "number": {number}, "answer": {value}}}\n'.encode("utf-8", "surrogatepass")


def bad_message(number: int) -> bytes:
    """Returns a random message that the game must reject quickly."""
    size = rng.choice((1, 100, 5000, 49_900))
    return rng.choice(
        (
            b'"' + b'\\"' * size + b"\n",
            answer(number, '"' + '\\"' * size),
            answer(number, '"' + '\\"' * size + '"'),
            b"\\" * size + b"\n",
            b"x" * (4 * MEBIBYTE) + b"\n",
            b"x" * (4 * MEBIBYTE),
            b" " * (4 * MEBIBYTE) + b"\n",
            b"\n" * size,
            rng.randbytes(size) + b"\n",
            rng.randbytes(size),
            b"[" * size + b"\n",
            b'{"a":' * size + b"\n",
            answer(number, "9" * size),
            answer(number, f"[{'9' * size}, 1]"),
            answer(number, f"[1, {'9' * min(size, 4000)}]"),
            answer(number, rng.choice(("1e999", "-0", "[1.0, 2.0]", "[true, false]", "null", "{}", "[]"))),
            answer(number, rng.choice(("[-1, -1]", "[1, 2, 3]", "[[1, 2]]", '"\\ud800"', '"\ud800"', "NaN"))),
            answer(number, '"' + rng.choice(("\x1b[2J", "\u202e", "\\u0000", "漢" * 30, "=1+1")) + '"'),
            ("{" + ",".join(f'"a{n}": {n}' for n in range(size)) + "}\n").encode(),
            "\ufeff{}\n".encode("utf-16"),
            b'{"type": "answer", "number": 1, "answer": "end',
            f'{{"type": "hello", "number": {number}}}\n'.encode(),
            answer(number + 1, "[1, 1]"),
            answer(number, "[1, 1]") * 3,
            b"\r\n",
        )
    )


def flood() -> None:
    """Writes endlessly to a random stream."""
    stream, chunk = rng.choice((1, 2)), rng.choice((b"x" * MEBIBYTE, b"x\n" * 1000, b'{"type": "answer"}\n'))
    end = time.monotonic() + HANG_SECONDS
    while time.monotonic() < end:
        os.write(stream, chunk)


def use_memory() -> None:
    """Uses a lot of memory and then crashes with a long error message."""
    data = bytearray(100 * MEBIBYTE)
    sys.exit("\x1b[2J\u202e" + "x" * MEBIBYTE + str(len(data)))


def misbehave() -> None:
    """Does something worse than sending a bad message."""
    action = rng.randrange(11)
    if action == 0:
        hang()
    elif action == 1:
        os.kill(os.getpid(), signal.SIGSTOP)
    elif action == 2:
        os.kill(os.getpid(), rng.choice((signal.SIGKILL, signal.SIGSEGV, signal.SIGABRT)))
    elif action == 3:
        os.close(1)
        hang()
    elif action == 4:
        os.close(0)
        hang()
    elif action == 5:
        flood()
    elif action == 6:
        use_memory()
    elif action == 7:
        os._exit(rng.choice((0, 1, 255)))
    elif action == 8:
        os.execv("/bin/sleep", ["sleep", str(HANG_SECONDS)])
    elif action == 9:
        for _ in range(20):
            start_child()
        os._exit(3)
    else:
        for byte in b'{"type": "answer", "number": 1, "answer": "' + b"x" * HANG_SECONDS * 20:
            send(bytes([byte]))
            time.sleep(0.05)


add_pid()
HELLO = b'{"type": "hello", "protocol": "kingdom-bot/1", "name": "%s"}\n'
is_patient = rng.random() < 0.4
"""True if the bot plays well, so that its child processes are still there at the end of the game."""
if not is_patient and rng.random() < 0.1:
    misbehave()
if not is_patient and rng.random() < 0.1:
    send(bad_message(0))
send(HELLO % rng.choice(("Hostile", "漢" * 24, "\u202e", "=1+1", "\\u0000", "x" * 5000, "<b>")).encode())
for _ in range(rng.choice((1, 3, 20)) if is_patient else rng.choice((0, 0, 1, 3))):
    start_child()
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] == "quit" and rng.random() < 0.7:
        break
    if message["type"] != "decide":
        continue
    luck = rng.random()
    if is_patient or luck < 0.6:
        legal = message["cells"][0] if message["cells"] else message["options"][-1]
        send(answer(message["number"], json.dumps(legal)))
    elif luck < 0.85:
        send(bad_message(message["number"]))
    else:
        misbehave()
if rng.random() < 0.3:
    hang()
