"""A bot that misbehaves. The first command-line argument selects how, and the second is the file to which the
bot writes its process IDs. The bot imports nothing from the game, so it starts fast."""

import json
import os
import signal
import sys
import time

kind, pid_file = sys.argv[1], sys.argv[2]


def add_pid(pid: int) -> None:
    """Appends a process ID to the file."""
    with open(pid_file, "a", encoding="utf-8") as stream:
        stream.write(f"{pid}\n")


def send(text: str) -> None:
    """Sends raw text to the game."""
    sys.stdout.write(text)
    sys.stdout.flush()


def hang() -> None:
    """Does nothing for longer than any timeout."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(600)
    os._exit(9)


def flood() -> None:
    """Sends messages endlessly."""
    while True:
        send('{"type": "answer"}\n' * 1000)


def send_endless_line() -> None:
    """Sends an endless line."""
    send("x" * 300_000)
    hang()


def close_output() -> None:
    """Closes the output but keeps running."""
    os.close(1)
    hang()


def kill_itself() -> None:
    """Kills its own process with a signal that can't be caught."""
    if sys.platform == "win32":
        raise NotImplementedError
    os.kill(os.getpid(), signal.SIGKILL)


def crash() -> None:
    """Exits with an error message."""
    sys.exit("\x1b[2Jthe bot is broken")


def fork() -> None:
    """Exits but leaves behind a child process that keeps the pipes open."""
    if sys.platform == "win32":
        raise NotImplementedError
    pid = os.fork()
    if not pid:
        hang()
    add_pid(pid)
    sys.exit(3)


def escape() -> None:
    """Exits but leaves behind an orphan process in a separate session."""
    if sys.platform == "win32":
        raise NotImplementedError
    if not os.fork():
        os.setsid()
        if not os.fork():
            add_pid(os.getpid())
            hang()
        os._exit(0)
    time.sleep(0.5)
    sys.exit(3)


def vanish() -> None:
    """Exits but leaves behind an orphan process that can't be identified, because its environment is
    empty."""
    if sys.platform == "win32":
        raise NotImplementedError
    if not os.fork():
        os.setsid()
        if not os.fork():
            add_pid(os.getpid())
            os.execve("/bin/sleep", ["sleep", "600"], {})
        os._exit(0)
    time.sleep(0.5)
    sys.exit(3)


def start_escaped_children() -> None:
    """Starts two child processes, each in its own session. The second child also has an empty environment and
    becomes an orphan."""
    if sys.platform == "win32":
        raise NotImplementedError
    ready_read, ready_write = os.pipe()
    environments: tuple[dict[str, str], ...] = (dict(os.environ), {})
    for environment in environments:
        if not os.fork():
            os.setsid()
            if environment or not os.fork():
                add_pid(os.getpid())
                os.write(ready_write, b"x")
                for stream in range(3):
                    os.close(stream)
                os.execve("/bin/sleep", ["sleep", "600"], environment)
            os._exit(0)
    for _ in range(2):
        os.read(ready_read, 1)


add_pid(os.getpid())
ACTIONS = {
    "is silent": hang,
    "crashes": crash,
    "floods": flood,
    "sends an endless line": send_endless_line,
    "closes its output": close_output,
    "forks": fork,
    "forks and escapes": escape,
    "forks and vanishes": vanish,
    "is killed": kill_itself,
}
BAD_OUTPUT = {
    "prints rubbish": "good morning\n",
    "prints bytes": "\x00\x01\x02\n",
    "prints half a message": '{"type": "answer", "num',
    "prints a list": "[1, 2]\n",
    "nests too deeply": "[" * 5000 + "\n",
    "sends NaN": '{"type": "answer", "number": %d, "answer": [NaN, 1]}\n',
    "sends a key twice": '{"type": "answer", "number": %d, "answer": [1, 1], "answer": [1, 2]}\n',
    "sends an extra key": '{"type": "answer", "number": %d, "answer": [1, 1], "more": 1}\n',
    "answers another request": '{"type": "answer", "number": 7000, "answer": [1, 1]}\n',
    "sends no answer": '{"type": "answer", "number": %d}\n',
    "answers illegally": '{"type": "answer", "number": %d, "answer": "no such option"}\n',
    "answers a nonexistent hex": '{"type": "answer", "number": %d, "answer": [99, 1]}\n',
    "answers a lone surrogate": '{"type": "answer", "number": %d, "answer": "\\ud800"}\n',
    "answers a long word": '{"type": "answer", "number": %d, "answer": "' + "x" * 500 + '"}\n',
}

if kind == "hangs at once":
    send('{"type": "hello", "protocol": "kingdom-bot/1", "name": "Broken"}\n')
    hang()
if kind == "sends no hello":
    hang()
if kind == "sends a wrong hello":
    send('{"type": "hello", "protocol": "kingdom-bot/99", "name": "Broken"}\n')
    hang()
send('{"type": "hello", "protocol": "kingdom-bot/1", "name": "Broken"}\n')
if kind == "sends unasked":
    send("info I am thinking\n")
if kind == "never reads":
    hang()
if kind == "plays on with escaped children":
    start_escaped_children()
    kind = "behaves well"
good_answers = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "decide":
        if message["type"] == "quit" and kind != "ignores quit":
            break
        continue
    if kind == "floods stderr":
        sys.stderr.write("this is not to my liking\n" * 10_000)
    if good_answers < 2 or kind in ("ignores quit", "behaves well", "floods stderr"):
        good_answers += 1
        answer = message["cells"][0] if message["cells"] else message["options"][-1]
        send(json.dumps({"type": "answer", "number": message["number"], "answer": answer}) + "\n")
    elif kind == "is slow":
        time.sleep(message["time_left_ms"] / 1000 + 2)
    elif kind in BAD_OUTPUT:
        send(BAD_OUTPUT[kind] % message["number"] if "%d" in BAD_OUTPUT[kind] else BAD_OUTPUT[kind])
    else:
        ACTIONS[kind]()
if kind == "ignores quit":
    hang()
