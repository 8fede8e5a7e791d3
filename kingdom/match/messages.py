"""What the window and the thinking process say to each other, in JSON. What the process says is read
strictly (see heard.py): whatever is not a good reply to what was asked is a failure."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from kingdom.ai.hint import REASONS, Hint
from kingdom.files import clipped
from kingdom.heard import LONGEST_WORD, Failed, read_message, read_short_answer
from kingdom.match.beside import LONGEST_TROUBLE
from kingdom.match.seats import is_bot
from kingdom.position import write_answer
from kingdom.record import Record, write_setup
from kingdom.rules.frames import Answer
from kingdom.rules.registry import BROUGHT, BadSetup

AS_LIKELY = "as likely"
"""Instead of an answer that may come next: how the turn will go on is to be guessed."""
MOST_ANSWERS, MOST_GOLD = 500, 100_000
"""No turn or sum of the game comes near these."""
HINT_KEYS = ("answers", "now", "after", "reason", "subject", "words")
"""The keys of a hint."""


@dataclass(frozen=True)
class Request:
    """A question to the process: what would this seat answer after so many answers? Without a level it is a
    hint."""

    number: int
    given: int
    seat: int
    level: str | None
    text: bytes
    ahead: tuple[Answer, ...] | None = None
    """All answers of the game that is pondered, the last of which may not have been given yet, or is
    `AS_LIKELY`; None: it is no pondering, the reply is waited for."""


@dataclass(frozen=True)
class Withdrawal:
    """Instead of an answer: in one line why another program cannot play on."""

    text: str


def write_request(
    number: int,
    record: Record,
    seat: int,
    level: str | None,
    command: str | None = None,
    exact: bool = False,
    ahead: Answer | None = None,
    asked: float | None = None,
) -> Request:
    """A question about the decision after all answers of a record; for another program with its command.
    What is exact is thought out to its end, however long that takes. With `ahead`, an answer that may come
    next (or `AS_LIKELY`), it is to be pondered what to answer to that. `asked` is when somebody began to wait
    for it, by the machine's clock."""
    request = {
        "number": number, "setup": write_setup(record.setup),
        "answers": [write_answer(answer) for answer in record.answers], "seat": seat, "level": level,
        "command": command, "exact": exact, "brought": list(BROUGHT),
        "ahead": None if ahead is None else write_answer(ahead), "asked": asked,
    }  # fmt: skip
    pondered = None if ahead is None else (*record.answers, ahead)
    return Request(number, len(record.answers), seat, level, json.dumps(request).encode(), pondered)


def write_hint(hint: Hint) -> dict[str, Any]:
    """A hint as the process sends it."""
    return {
        "answers": [write_answer(answer) for answer in hint.answers],
        "now": hint.now,
        "after": hint.after,
        "reason": hint.reason,
        "subject": hint.subject,
        "words": hint.words,
    }


def read_reply(raw: bytes, request: Request) -> Answer | Hint | Withdrawal:
    """The answer or the hint that was asked for, or what is told instead; anything else raises Failed."""
    reply = read_message(raw)
    if len(reply) != 2:
        raise Failed("not a reply")
    if type(reply.get("number")) is not int or reply["number"] != request.number:
        raise Failed("a reply to something else")
    if "trouble" in reply:
        raise Failed(str(reply["trouble"])[-LONGEST_TROUBLE:])
    if "told" in reply and request.level is not None and is_bot(request.level):
        return Withdrawal(clipped(reply["told"]))
    kind = "hint" if request.level is None else "answer"
    if kind not in reply:
        raise Failed(f"no {kind}")
    try:
        return read_hint(reply[kind]) if kind == "hint" else read_short_answer(reply[kind], kind)
    except BadSetup as error:
        raise Failed(f"not a good {kind}: {error}") from error


def read_hint(value: Any) -> Hint:
    """A hint from a process; raises BadSetup for anything else."""
    if not isinstance(value, dict) or set(value) != set(HINT_KEYS):
        raise BadSetup(f"{', '.join(HINT_KEYS)} are needed")
    answers = value["answers"]
    if not isinstance(answers, list) or not 1 <= len(answers) <= MOST_ANSWERS:
        raise BadSetup("answers: 1 or more are needed")
    if value["reason"] not in REASONS:
        raise BadSetup("reason: unknown")
    for name in ("subject", "words"):
        if not isinstance(value[name], str) or len(value[name]) > LONGEST_WORD * 10:
            raise BadSetup(f"{name}: a word or nothing is needed")
    for name in ("now", "after"):
        if not isinstance(value[name], dict) or not all(
            len(source) <= LONGEST_WORD and type(gold) is int and abs(gold) <= MOST_GOLD
            for source, gold in value[name].items()
        ):
            raise BadSetup(f"{name}: gold by its source is needed")
    return Hint(
        [read_short_answer(answer, "answer") for answer in answers],
        value["now"],
        value["after"],
        value["reason"],
        value["subject"],
        value["words"],
    )
