"""What is said of a turn: below the board, and at the timeline."""

from __future__ import annotations

from collections.abc import Sequence

from kingdom.match.seats import Seat
from kingdom.review.analysis import TurnReview
from kingdom.review.timeline import NOBODY, Timeline, TurnSpan
from kingdom.text import Texts
from kingdom.ui.panels.narration import Storyteller
from kingdom.ui.panels.turn_lines import turn_lines
from kingdom.ui.review.moment import Moment
from kingdom.ui.review.verdict_words import lost_words
from kingdom.ui.widgets.tooltip import Tip


def turn_sentence(
    texts: Texts, timeline: Timeline, turn: TurnSpan, moment: Moment, viewer: int | None
) -> str:
    """What was done in a turn, as far as it has come."""
    if moment.number == 0:
        return texts.say("ui.review.beginning")
    story = Storyteller([seat.name for seat in moment.seats])
    story.follow(timeline.steps[turn.first : moment.number], moment.game, viewer, ())
    told = [line for line in turn_lines(story.lines) if turn.player in (line.player, NOBODY)]
    if not told:
        return texts.say("ui.table.round", round=turn.round)
    return told[-1].say(texts, moment.seats[told[-1].player].name)


def turn_note(texts: Texts, turn: TurnSpan, seats: Sequence[Seat], review: TurnReview | None) -> Tip:
    """What a turn on the timeline is."""
    if turn.player == NOBODY:
        return Tip(texts.say("ui.review.after"))
    seat = seats[turn.player]
    card = "" if turn.card is None else str(texts.names({"card": turn.card})["card"])
    title = texts.say("ui.review.turn", name=seat.name, round=turn.round)
    judged = "" if review is None else lost_words(texts, review)
    return Tip(title, card, judged, ("pieces", f"settlement_{seat.colour}"))
