"""The process that judges turns, beside the window: it is shown a record, judges the turns it is asked for,
and keeps them beside the record's file. It talks JSON, one reply to each request."""

from __future__ import annotations

from ctypes import c_longlong
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

from kingdom.files import clipped, why
from kingdom.match.beside import answer_requests
from kingdom.position import read_answer
from kingdom.record import read_record
from kingdom.review import store
from kingdom.review.analysis import TurnReview, appraised, judge, judged_turns
from kingdom.review.timeline import Timeline, timeline


def serve(pipe: Connection, hurried: c_longlong) -> None:
    """Answer requests until nobody is there any more; who wants no answer any more ends the process."""
    answer_requests(pipe, Bench().reply)


class Bench:
    """Holds the game that is judged, and what is known of it."""

    def __init__(self) -> None:
        self._text = ""
        self._line: Timeline | None = None
        self._known: dict[int, TurnReview] = {}

    def reply(self, request: dict[str, Any]) -> dict[str, Any]:
        """A turn judged, or how far a turn that was tried is from the best."""
        file = None if request["file"] is None else Path(request["file"])
        line = self._open(request["record"], file)
        if request["turn"] is None:
            moment, answers = request["tried"]
            found = appraised(line, moment, [read_answer(answer, "answer") for answer in answers])
            assert found is not None  # nobody told it to stop
            return {"error": round(found.error, 2)}
        turn = next(turn for turn in judged_turns(line) if turn.number == request["turn"])
        review = judge(line, turn)
        assert review is not None
        self._known[review.number] = review
        return {"turn": store.write_turn(review), "unkept": self._keep(file, line)}

    def _open(self, text: str, file: Path | None) -> Timeline:
        if self._line is None or text != self._text:
            self._text, self._line = text, timeline(read_record(text))
            self._known = {} if file is None else {turn.number: turn for turn in store.load(file, self._line)}
        return self._line

    def _keep(self, file: Path | None, line: Timeline) -> str | None:
        """Write down what is known; why that does not work, if it does not."""
        if file is None:
            return None
        try:
            store.keep(file, line, self._known.values())
        except OSError as error:
            return clipped(why(error))
        return None
