"""A bot that is broken in the way its first argument says. It writes the numbers of its processes into the
file that the second one names. No module of ours is imported: it starts quickly."""

import json
import os
import signal
import sys
import time

kind, file = sys.argv[1], sys.argv[2]


def note(pid: int) -> None:
    """Add a process to the file."""
    with open(file, "a", encoding="utf-8") as out:
        out.write(f"{pid}\n")


def say(text: str) -> None:
    """Write to the game, whatever it is."""
    sys.stdout.write(text)
    sys.stdout.flush()


def hang() -> None:
    """Do nothing, longer than anybody waits."""
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    time.sleep(600)
    os._exit(9)


def flood() -> None:
    """Speak without end."""
    while True:
        say('{"type": "answer"}\n' * 1000)


def say_without_end() -> None:
    """A line that never ends."""
    say("x" * 300_000)
    hang()


def close() -> None:
    """Say nothing any more, but stay."""
    os.close(1)
    hang()


def kill() -> None:
    """Die in a way that nobody can catch."""
    os.kill(os.getpid(), signal.SIGKILL)


def crash() -> None:
    """Die with a word."""
    sys.exit("\x1b[2Jthe bot is broken")


def fork() -> None:
    """Leave a child behind that holds everything open."""
    pid = os.fork()
    if not pid:
        hang()
    note(pid)
    sys.exit(3)


def escape() -> None:
    """Leave a child behind that is nobody's, in a group of its own."""
    if not os.fork():
        os.setsid()
        if not os.fork():
            note(os.getpid())
            hang()
        os._exit(0)
    time.sleep(0.5)
    sys.exit(3)


def vanish() -> None:
    """The same, and the child has cleared all that it could be known by."""
    if not os.fork():
        os.setsid()
        if not os.fork():
            note(os.getpid())
            os.execve("/bin/sleep", ["sleep", "600"], {})
        os._exit(0)
    time.sleep(0.5)
    sys.exit(3)


note(os.getpid())
DEEDS = {
    "is silent": hang,
    "crashes": crash,
    "floods": flood,
    "says a line without end": say_without_end,
    "closes its output": close,
    "forks": fork,
    "forks and escapes": escape,
    "forks and vanishes": vanish,
    "is killed": kill,
}
SAID = {
    "prints rubbish": "good morning\n",
    "prints bytes": "\x00\x01\x02\n",
    "prints half a message": '{"type": "answer", "num',
    "prints a list": "[1, 2]\n",
    "is deep": "[" * 5000 + "\n",
    "says what is no number": '{"type": "answer", "number": %d, "answer": [NaN, 1]}\n',
    "says a key twice": '{"type": "answer", "number": %d, "answer": [1, 1], "answer": [1, 2]}\n',
    "says too much": '{"type": "answer", "number": %d, "answer": [1, 1], "more": 1}\n',
    "answers something else": '{"type": "answer", "number": 7000, "answer": [1, 1]}\n',
    "answers nothing": '{"type": "answer", "number": %d}\n',
    "answers illegally": '{"type": "answer", "number": %d, "answer": "no such option"}\n',
    "answers a hex that is not": '{"type": "answer", "number": %d, "answer": [99, 1]}\n',
    "answers a letter that is none": '{"type": "answer", "number": %d, "answer": "\\ud800"}\n',
    "answers a long word": '{"type": "answer", "number": %d, "answer": "' + "x" * 500 + '"}\n',
}

if kind == "hangs at once":
    say('{"type": "hello", "protocol": "kingdom-bot/1", "name": "Broken"}\n')
    hang()
if kind == "says no hello":
    hang()
if kind == "says a wrong hello":
    say('{"type": "hello", "protocol": "kingdom-bot/99", "name": "Broken"}\n')
    hang()
say('{"type": "hello", "protocol": "kingdom-bot/1", "name": "Broken"}\n')
if kind == "speaks unasked":
    say("info I am thinking\n")
if kind == "never reads":
    hang()
good = 0
for line in sys.stdin:
    message = json.loads(line)
    if message["type"] != "decide":
        if message["type"] == "quit" and kind != "stays":
            break
        continue
    if kind == "complains":
        sys.stderr.write("this is not to my liking\n" * 10_000)
    if good < 2 or kind in ("stays", "is well", "complains"):
        good += 1
        answer = message["cells"][0] if message["cells"] else message["options"][-1]
        say(json.dumps({"type": "answer", "number": message["number"], "answer": answer}) + "\n")
    elif kind == "is slow":
        time.sleep(message["time_left_ms"] / 1000 + 2)
    elif kind in SAID:
        say(SAID[kind] % message["number"] if "%d" in SAID[kind] else SAID[kind])
    else:
        DEEDS[kind]()
if kind == "stays":
    hang()
