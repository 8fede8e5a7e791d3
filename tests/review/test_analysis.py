"""The analysis of whole games: in order, stoppable, kept beside the record, told as data."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from games import EVERY_BOX, long_game, played

from kingdom.__main__ import main
from kingdom.ai.appraisal import dealt
from kingdom.ai.hint import GOLD
from kingdom.match.analysis_file import path_of
from kingdom.record import Record, write_record
from kingdom.review import store
from kingdom.review.analysis import (
    BLUNDER,
    DOUBTFUL,
    FINE,
    LIMITS,
    MISTAKE,
    TurnReview,
    accuracy_of,
    analyse,
    judge,
    judged_turns,
    mark_of,
    pool_of,
    stretches,
    summary,
    to_try_again,
)
from kingdom.review.timeline import NOBODY, Timeline, timeline
from kingdom.rules.registry import BadSetup
from kingdom.rules.setup import Setup


@pytest.fixture(scope="module")
def opening() -> Timeline:
    """The first turns of a game that goes on."""
    whole = played(Setup(seed=21))
    ends = [turn.end for turn in timeline(whole).turns]
    return timeline(Record(whole.setup, [], whole.answers[: ends[2] + 1]))


def review(
    number: int = 0, error: float = 0.0, luck: float = 0.0, player: int = 0, gold: int = 3
) -> TurnReview:
    return TurnReview(
        number, 1, player, "grass", gold, error, luck, ("end_turn",), 0, {}, {}, "gold", "", error
    )


def made_up(line: Timeline) -> list[TurnReview]:
    """Reviews that fit a game, without the work."""
    return [
        replace(
            review(turn.number, turn.number / 4, 1 - turn.number / 8, turn.player),
            round=turn.round,
            card=turn.card,
            at=turn.first,
        )
        for turn in judged_turns(line)
    ]


# --- arithmetic


def test_marks_and_accuracy() -> None:
    limits = dict(LIMITS)
    assert mark_of(0) == FINE
    assert [mark_of(limits[mark]) for mark in (DOUBTFUL, MISTAKE, BLUNDER)] == [DOUBTFUL, MISTAKE, BLUNDER]
    assert mark_of(limits[DOUBTFUL] - 0.01) == FINE
    assert accuracy_of(0) == 100
    assert accuracy_of(5) == 50
    assert accuracy_of(10) == 25
    assert accuracy_of(1) == pytest.approx(87.06, abs=0.01)


def test_sums_and_even_luck() -> None:
    line = timeline(played(Setup(seed=5)))
    turns = [
        review(0, 5.0, 2.0),
        review(1, 0.0, -1.0, 1),
        review(2, 0.0, 0.5, 0, 7),
        review(3, 0.0, 0.0, 0, 2),
    ]
    found = summary(line, turns)
    first, second = found.players
    assert (first.error, first.luck, first.accuracy) == (5.0, 2.5, 83)
    assert (first.strongest, first.weakest) == (2, 0)
    assert (second.error, second.luck, second.accuracy, second.weakest) == (0.0, -1.0, 100, None)
    assert found.adjusted == (found.gold[0] - 2.5, found.gold[1] + 1)
    assert found.even_lead(0) == pytest.approx(found.lead(0) - 3.5)
    nothing = summary(line, [])
    assert nothing.adjusted == nothing.gold
    assert nothing.players[0].accuracy is None


def test_what_is_worth_another_try() -> None:
    turns = [review(8, 9.0), review(2, 4.0), review(3, 9.0, 0.0, 1), review(4, 0.2)]
    assert [found.number for found in to_try_again(turns, 0)] == [2, 8]


def test_a_turn_is_judged_from_one_hidden_thing_to_the_next() -> None:
    line = timeline(long_game())
    several = 0
    for turn in judged_turns(line):
        found = stretches(line, turn)
        several += len(found) > 1
        own = [step.answer for step in line.steps[turn.first : turn.end] if step.player == turn.player]
        for stretch in found:
            assert turn.first <= stretch.moment < turn.end
            assert line.at(stretch.moment).decision().player == turn.player
            assert line.steps[stretch.moment].answer == stretch.answers[0]
        assert sum(len(stretch.answers) for stretch in found) <= len(own)
    assert several


def test_the_cards_that_could_have_come() -> None:
    line = timeline(played(Setup(players=3, seed=6)))
    for turn in judged_turns(line):
        pool = pool_of(line, turn)
        if turn.round == 1:
            assert pool == dealt(line.at(0), turn.player)
        for card in line.at(turn.first).hand[turn.player]:
            assert pool[card]


# --- going through a game


def test_only_what_is_over_is_judged() -> None:
    whole = long_game()
    assert all(turn.player != NOBODY for turn in judged_turns(timeline(whole)))
    line = timeline(Record(whole.setup, [], whole.answers[:50]))
    assert len(judged_turns(line)) == len(line.turns) - 1
    assert list(analyse(timeline(Record(whole.setup)))) == []


@pytest.mark.slow
def test_some_seats_come_first_and_what_is_known_is_not_done_again(opening: Timeline) -> None:
    seat = opening.turns[1].player
    everything = list(analyse(opening, first=[seat]))
    assert [found.number for found in everything] == [1, 0, 2]
    assert list(analyse(opening, everything)) == []
    assert list(analyse(opening, everything[:2])) == everything[2:]
    for found in everything:
        turn = opening.turns[found.number]
        assert found.error >= 0
        assert turn.first <= found.at < turn.end
        game = opening.at(found.at)
        for answer in found.best:
            game.choose(answer)
        assert found.better_by <= found.error
        if found.reason == GOLD:  # what it has over the turn played, not what both bring
            assert found.best_by[found.subject] > found.played_by.get(found.subject, 0) or not found.beaten
    assert any(found.error > 0 for found in everything)  # chance played


def test_it_stops_when_told(opening: Timeline) -> None:
    assert list(analyse(opening, stopped=lambda: True)) == []
    assert judge(opening, opening.turns[0], lambda: True) is None


@pytest.mark.slow
def test_a_turn_with_every_box_and_five(opening: Timeline) -> None:
    line = timeline(played(Setup(players=5, boxes=EVERY_BOX, seed=8)))
    turn = max(judged_turns(line), key=lambda turn: turn.end - turn.first)
    found = judge(line, turn)
    assert found is not None
    assert found == judge(line, turn)


# --- kept beside the record


def test_what_is_kept_is_read_again(tmp_path: Path) -> None:
    line = timeline(long_game())
    file = tmp_path / "mine.kingdom"
    assert store.load(file, line) == []
    reviews = made_up(line)
    store.keep(file, line, reviews[:7])
    assert (tmp_path / "mine.review.json").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["mine.review.json"]
    assert store.load(file, line) == reviews[:7]


def test_it_goes_on_with_a_game_that_went_on(tmp_path: Path) -> None:
    whole = long_game()
    file = tmp_path / "game.json"
    before = timeline(Record(whole.setup, [], whole.answers[:60]))
    store.keep(file, before, made_up(before))
    assert store.load(file, timeline(whole)) == made_up(before)


def test_what_is_stale_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    line, other = timeline(played(Setup(seed=1))), timeline(played(Setup(seed=2)))
    file = tmp_path / "game.json"
    store.keep(file, line, made_up(line))
    assert store.load(file, other) == []
    monkeypatch.setattr(store, "weights", lambda: {"building": 9.0})
    assert store.load(file, line) == []


def test_what_is_damaged_is_named_and_made_anew(tmp_path: Path) -> None:
    line = timeline(played(Setup(seed=1)))
    good = store.write_review(line, made_up(line))
    changes: list[tuple[Callable[[Any], object], str]] = [
        (lambda data: data.update(surprise=1), "unknown key"),
        (lambda data: data["turns"][0].update(error="much"), r"turns\[0\].error"),
        (lambda data: data["turns"][0].pop("best"), r"turns\[0\].best"),
        (lambda data: data["turns"][1].update(turn=0), r"turns\[1\]"),
        (lambda data: data["turns"][1].update(turn=400), "no such turn"),
        (lambda data: data["turns"][0].update(at=99), "not in that turn"),
        (lambda data: data["turns"][0].update(best=[[99, 1]]), r"turns\[0\].best\[0\]"),
        (lambda data: data.update(turns=3), "turns"),
    ]
    for change, words in changes:
        data = json.loads(good)
        change(data)
        with pytest.raises(BadSetup, match=words):
            store.read_review(json.dumps(data), line)
        file = tmp_path / "game.json"
        path_of(file).write_text(json.dumps(data), encoding="utf-8")
        assert store.load(file, line) == []
    for length in range(0, len(good) - 2, len(good) // 30):
        path_of(file).write_text(good[:length], encoding="utf-8")
        assert store.load(file, line) == []


# --- the command


def test_the_report_has_the_documented_form() -> None:
    line = timeline(played(Setup(seed=1)))
    found = store.report(line, made_up(line))
    assert set(found["players"][0]) >= {"error", "luck", "accuracy"}
    assert len(found["adjusted"]) == 2
    assert set(found["turns"][0]) >= {
        "round",
        "player",
        "card",
        "gold",
        "error",
        "luck",
        "best",
        "lead",
        "mark",
    }
    assert json.loads(json.dumps(found)) == found
    last = found["turns"][-1]
    gold = found["gold"]
    assert last["lead"][1] == gold[last["player"]] - gold[1 - last["player"]]


def test_the_command_prints_what_is_kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = played(Setup(seed=1))
    file = tmp_path / "game.json"
    file.write_text(write_record(record), encoding="utf-8")
    line = timeline(record)
    store.keep(file, line, made_up(line))
    assert main(["review", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(json.dumps(store.report(line, made_up(line))))
    assert main(["review", str(file), "--text"]) == 0
    assert "with even luck" in capsys.readouterr().out


def test_stopped_by_hand_it_keeps_what_it_has(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = played(Setup(seed=1))
    file = tmp_path / "game.json"
    file.write_text(write_record(record), encoding="utf-8")
    line = timeline(record)

    def stopped_early(*_: object) -> Iterator[TurnReview]:
        yield made_up(line)[0]
        raise KeyboardInterrupt

    monkeypatch.setattr("kingdom.commands.records.analyse", stopped_early)
    assert main(["review", str(file), "--json"]) == 130
    told = capsys.readouterr()
    assert told.out == ""
    assert "stopped after 1 of" in told.err
    assert store.load(file, line) == made_up(line)[:1]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "game.json"),
        ("{", "game.json"),
        ('{"format": "chess/1"}', "format"),
        ('{"format": "kingdom-record/9"}', "another version"),
        ('{"format": "kingdom-record/1", "setup": {}, "answers": ["end_turn"]}', "answers[0]"),
        ('{"format": "kingdom-record/1", "setup": {"players": 7}}', "setup.players"),
    ],
)
def test_bad_records_get_a_clear_word(
    text: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(text, encoding="utf-8")
    assert main(["review", str(file)]) == 2
    told = capsys.readouterr().err
    assert words in told
    assert told.count("\n") == 1
    assert file.read_text(encoding="utf-8") == text
