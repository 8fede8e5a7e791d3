"""New games out of old ones."""

from __future__ import annotations

import json

import pytest
from games import EVERY_BOX, long_game, played

from kingdom.ai.player import random_answer
from kingdom.position import write_position
from kingdom.record import Record, digest, read_record, replay, write_record
from kingdom.review.again import play_on, same_land
from kingdom.review.timeline import timeline
from kingdom.rules.chance import Chance
from kingdom.rules.registry import BadSetup
from kingdom.rules.setup import Setup

SEATS = [{"name": name} for name in ("Ani", "Bo", "Cy", "Di", "Eve")]


def test_playing_on_begins_where_the_old_game_was() -> None:
    line = timeline(long_game())
    for moment in (0, 1, 100, line.last - 1):
        record = play_on(line, moment, SEATS)
        assert digest(replay(record)) == digest(line.at(moment))
        assert record.seats == SEATS
        assert record.origin is not None
        assert record.origin.answers == moment
        assert record.result is None
        assert read_record(write_record(record)) == record


def test_the_old_game_stays_as_it_is() -> None:
    whole = played(Setup(seed=3, players=2, boxes=EVERY_BOX))
    line = timeline(whole)
    before = list(whole.answers)
    record = play_on(line, 10, [])
    game, chance = replay(record), Chance(5)
    for _ in range(10):
        record.answers.append(random_answer(game, chance))
        game.choose(record.answers[-1])
    assert whole.answers == before
    assert timeline(record).last == 20


def test_the_same_land_has_the_same_deck() -> None:
    whole = played(Setup(seed=3, boxes=EVERY_BOX))
    again = same_land(timeline(whole), [])
    assert write_position(replay(again)) == write_position(timeline(whole).at(0))
    assert again.origin is not None
    assert again.answers == []
    whole.game = "that one"
    named = same_land(timeline(whole), []).origin
    assert named is not None
    assert named.game == "that one"
    origins = {same_land(timeline(played(Setup(seed=seed))), []).origin for seed in range(3)}
    assert len(origins) == 3


def test_what_cannot_be_played_on() -> None:
    line = timeline(played(Setup(seed=3)))
    for moment, words in ((line.last, "over"), (line.last + 1, "no moment"), (-1, "no moment")):
        with pytest.raises(BadSetup, match=words):
            play_on(line, moment, [])
    with pytest.raises(BadSetup, match="2 seats"):
        same_land(line, SEATS[:1])


@pytest.mark.parametrize(
    ("origin", "words"),
    [
        ({"game": 3, "answers": 0}, "from.game"),
        ({"game": "x"}, "from.answers"),
        ({"game": "x", "answers": 99}, "from.answers"),
        ({"game": "x", "answers": 0, "when": 1}, "unknown key"),
        ("x", "from"),
    ],
)
def test_where_a_game_came_from_is_read_strictly(origin: object, words: str) -> None:
    data = json.loads(write_record(Record(Setup(seed=3))))
    data.pop("check", None)
    data["from"] = origin
    with pytest.raises(BadSetup, match=words):
        read_record(json.dumps(data))
