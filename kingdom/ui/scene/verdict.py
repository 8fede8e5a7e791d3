"""Who has won, in one sentence; where one person plays, it speaks to that person."""

from __future__ import annotations

from collections.abc import Sequence

from kingdom.text import Texts


def verdict(
    texts: Texts, names: Sequence[str], winners: Sequence[int], totals: Sequence[int], people: Sequence[int]
) -> str:
    """The result by the names of the seats, who won, everybody's gold, and which seats are people's."""
    you = people[0] if len(people) == 1 else None
    gold = totals[winners[0]]
    if list(winners) == [you]:
        return texts.say("ui.ceremony.you_win", count=gold)
    others = [names[player] for player in winners if player != you]
    if you in winners:
        return texts.say("ui.ceremony.you_share", names=_joined(texts, others), count=gold)
    if len(others) > 1:
        said = texts.say("ui.ceremony.shared", names=_joined(texts, others), count=gold)
    else:
        said = texts.say("ui.ceremony.wins", name=others[0], count=gold)
    return said if you is None else texts.say("ui.ceremony.you_have", result=said, count=totals[you])


def _joined(texts: Texts, names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return texts.say("ui.ceremony.and", first=", ".join(names[:-1]), last=names[-1])
