"""Tests the analysis of whole games: order, cancellation, the analysis file, and the report."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from support.sample_games import ALL_EXPANSIONS, long_record, random_record

from kingdom.__main__ import main
from kingdom.ai.hint import REASON_GOLD
from kingdom.match.save_store import analysis_path
from kingdom.record import Record, write_record
from kingdom.review import analysis_file
from kingdom.review.analysis import (
    BLUNDER,
    DOUBTFUL,
    FINE,
    JUDGMENT_MIN_LOSS,
    MISTAKE,
    TurnAnalysis,
    accuracy_for,
    analyze_game,
    analyze_turn,
    complete_turns,
    draw_pool_for_turn,
    judgment_for,
    mistakes_of,
    split_turn,
    summarize_analysis,
)
from kingdom.review.luck import initial_draw_pool
from kingdom.review.timeline import NO_PLAYER, Timeline, build_timeline
from kingdom.rules.errors import ValidationError
from kingdom.rules.setup import GameSetup


@pytest.fixture(scope="module")
def unfinished_timeline() -> Timeline:
    """Returns the first turns of an unfinished game."""
    finished = random_record(GameSetup(seed=21))
    ends = [turn.end for turn in build_timeline(finished).turns]
    return build_timeline(Record(finished.setup, [], finished.answers[: ends[2] + 1]))


def make_analysis(
    turn_index: int = 0, loss: float = 0.0, luck: float = 0.0, player: int = 0, gold: int = 3
) -> TurnAnalysis:
    return TurnAnalysis(
        turn_index, 1, player, "grass", gold, loss, luck, ("end_turn",), 0, {}, {}, "gold", "", loss
    )


def fake_analyses(game_timeline: Timeline) -> list[TurnAnalysis]:
    """Returns made-up analyses that fit a game."""
    return [
        replace(
            make_analysis(turn.index, turn.index / 4, 1 - turn.index / 8, turn.player),
            round=turn.round,
            card=turn.card,
            best_from=turn.start,
        )
        for turn in complete_turns(game_timeline)
    ]


# --- arithmetic


def test_judgments_and_accuracy() -> None:
    min_losses = dict(JUDGMENT_MIN_LOSS)
    assert judgment_for(0) == FINE
    assert [judgment_for(min_losses[judgment]) for judgment in (DOUBTFUL, MISTAKE, BLUNDER)] == [
        DOUBTFUL,
        MISTAKE,
        BLUNDER,
    ]
    assert judgment_for(min_losses[DOUBTFUL] - 0.01) == FINE
    assert accuracy_for(0) == 100
    assert accuracy_for(5) == 50
    assert accuracy_for(10) == 25
    assert accuracy_for(1) == pytest.approx(87.06, abs=0.01)


def test_summary_and_luck_adjustment() -> None:
    game_timeline = build_timeline(random_record(GameSetup(seed=5)))
    turns = [
        make_analysis(0, 5.0, 2.0),
        make_analysis(1, 0.0, -1.0, 1),
        make_analysis(2, 0.0, 0.5, 0, 7),
        make_analysis(3, 0.0, 0.0, 0, 2),
    ]
    game_summary = summarize_analysis(game_timeline, turns)
    first, second = game_summary.players
    assert (first.loss, first.luck, first.accuracy) == (5.0, 2.5, 83)
    assert (first.best_turn, first.worst_turn) == (2, 0)
    assert (second.loss, second.luck, second.accuracy, second.worst_turn) == (0.0, -1.0, 100, None)
    assert game_summary.luck_adjusted_gold == (game_summary.gold[0] - 2.5, game_summary.gold[1] + 1)
    assert game_summary.luck_adjusted_lead(0) == pytest.approx(game_summary.lead(0) - 3.5)
    empty_summary = summarize_analysis(game_timeline, [])
    assert empty_summary.luck_adjusted_gold == empty_summary.gold
    assert empty_summary.players[0].accuracy is None


def test_mistakes_worth_retrying() -> None:
    turns = [
        make_analysis(8, 9.0),
        make_analysis(2, 4.0),
        make_analysis(3, 9.0, 0.0, 1),
        make_analysis(4, 0.2),
    ]
    assert [analysis.turn_index for analysis in mistakes_of(turns, 0)] == [2, 8]


def test_turn_is_split_where_hidden_information_is_revealed() -> None:
    game_timeline = build_timeline(long_record())
    split_turns = 0
    for turn in complete_turns(game_timeline):
        spans = split_turn(game_timeline, turn)
        split_turns += len(spans) > 1
        own_answers = [
            step.answer for step in game_timeline.steps[turn.start : turn.end] if step.player == turn.player
        ]
        for span in spans:
            assert turn.start <= span.start < turn.end
            assert game_timeline.game_at(span.start).decision().player == turn.player
            assert game_timeline.steps[span.start].answer == span.answers[0]
        assert sum(len(span.answers) for span in spans) <= len(own_answers)
    assert split_turns


def test_draw_pool() -> None:
    game_timeline = build_timeline(random_record(GameSetup(player_count=3, seed=6)))
    for turn in complete_turns(game_timeline):
        pool = draw_pool_for_turn(game_timeline, turn)
        if turn.round == 1:
            assert pool == initial_draw_pool(game_timeline.game_at(0), turn.player)
        for card in game_timeline.game_at(turn.start).hands[turn.player]:
            assert pool[card]


# --- analyzing a game


def test_only_complete_turns_are_analyzed() -> None:
    finished = long_record()
    assert all(turn.player != NO_PLAYER for turn in complete_turns(build_timeline(finished)))
    game_timeline = build_timeline(Record(finished.setup, [], finished.answers[:50]))
    assert len(complete_turns(game_timeline)) == len(game_timeline.turns) - 1
    assert list(analyze_game(build_timeline(Record(finished.setup)))) == []


@pytest.mark.slow
def test_priority_seats_come_first_and_known_turns_are_skipped(unfinished_timeline: Timeline) -> None:
    seat = unfinished_timeline.turns[1].player
    analyses = list(analyze_game(unfinished_timeline, priority_seats=[seat]))
    assert [analysis.turn_index for analysis in analyses] == [1, 0, 2]
    assert list(analyze_game(unfinished_timeline, analyses)) == []
    assert list(analyze_game(unfinished_timeline, analyses[:2])) == analyses[2:]
    for analysis in analyses:
        turn = unfinished_timeline.turns[analysis.turn_index]
        assert analysis.loss >= 0
        assert turn.start <= analysis.best_from < turn.end
        game = unfinished_timeline.game_at(analysis.best_from)
        for answer in analysis.best_answers:
            game.play(answer)
        assert analysis.improvement <= analysis.loss
        # the subject must be a source that earns more in the best turn than in the played turn
        if analysis.reason == REASON_GOLD:
            assert (
                analysis.best_gains[analysis.subject] > analysis.played_gains.get(analysis.subject, 0)
                or not analysis.has_better_turn
            )
    assert any(analysis.loss > 0 for analysis in analyses)  # the game was played randomly


def test_analysis_can_be_stopped(unfinished_timeline: Timeline) -> None:
    assert list(analyze_game(unfinished_timeline, should_stop=lambda: True)) == []
    assert analyze_turn(unfinished_timeline, unfinished_timeline.turns[0], lambda: True) is None


@pytest.mark.slow
def test_turn_with_all_expansions_and_five_players(unfinished_timeline: Timeline) -> None:
    game_timeline = build_timeline(
        random_record(GameSetup(player_count=5, expansions=ALL_EXPANSIONS, seed=8))
    )
    turn = max(complete_turns(game_timeline), key=lambda turn: turn.end - turn.start)
    analysis = analyze_turn(game_timeline, turn)
    assert analysis is not None
    assert analysis == analyze_turn(game_timeline, turn)


# --- the analysis file


def test_analysis_file_round_trip(tmp_path: Path) -> None:
    game_timeline = build_timeline(long_record())
    file = tmp_path / "mine.kingdom"
    assert analysis_file.load_analysis(file, game_timeline) == []
    analyses = fake_analyses(game_timeline)
    analysis_file.save_analysis(file, game_timeline, analyses[:7])
    assert (tmp_path / "mine.review.json").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["mine.review.json"]
    assert analysis_file.load_analysis(file, game_timeline) == analyses[:7]


def test_analysis_stays_valid_when_the_game_continues(tmp_path: Path) -> None:
    finished = long_record()
    file = tmp_path / "game.json"
    before = build_timeline(Record(finished.setup, [], finished.answers[:60]))
    analysis_file.save_analysis(file, before, fake_analyses(before))
    assert analysis_file.load_analysis(file, build_timeline(finished)) == fake_analyses(before)


def test_stale_analysis_is_ignored(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game_timeline, other_timeline = (
        build_timeline(random_record(GameSetup(seed=1))),
        build_timeline(random_record(GameSetup(seed=2))),
    )
    file = tmp_path / "game.json"
    analysis_file.save_analysis(file, game_timeline, fake_analyses(game_timeline))
    assert analysis_file.load_analysis(file, other_timeline) == []
    monkeypatch.setattr(analysis_file, "load_weights", lambda: {"building": 9.0})
    assert analysis_file.load_analysis(file, game_timeline) == []


def test_invalid_analysis_is_reported_and_ignored(tmp_path: Path) -> None:
    game_timeline = build_timeline(random_record(GameSetup(seed=1)))
    valid_text = analysis_file.write_analysis(game_timeline, fake_analyses(game_timeline))
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
    for change, expected in changes:
        data = json.loads(valid_text)
        change(data)
        with pytest.raises(ValidationError, match=expected):
            analysis_file.read_analysis(json.dumps(data), game_timeline)
        file = tmp_path / "game.json"
        analysis_path(file).write_text(json.dumps(data), encoding="utf-8")
        assert analysis_file.load_analysis(file, game_timeline) == []
    for length in range(0, len(valid_text) - 2, len(valid_text) // 30):
        analysis_path(file).write_text(valid_text[:length], encoding="utf-8")
        assert analysis_file.load_analysis(file, game_timeline) == []


# --- the command


def test_report_has_the_documented_format() -> None:
    game_timeline = build_timeline(random_record(GameSetup(seed=1)))
    report = analysis_file.analysis_report(game_timeline, fake_analyses(game_timeline))
    assert set(report["players"][0]) >= {"error", "luck", "accuracy"}
    assert len(report["adjusted"]) == 2
    assert set(report["turns"][0]) >= {
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
    assert json.loads(json.dumps(report)) == report
    last = report["turns"][-1]
    gold = report["gold"]
    assert last["lead"][1] == gold[last["player"]] - gold[1 - last["player"]]


def test_command_prints_the_stored_analysis(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    record = random_record(GameSetup(seed=1))
    file = tmp_path / "game.json"
    file.write_text(write_record(record), encoding="utf-8")
    game_timeline = build_timeline(record)
    analysis_file.save_analysis(file, game_timeline, fake_analyses(game_timeline))
    assert main(["review", str(file), "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == json.loads(
        json.dumps(analysis_file.analysis_report(game_timeline, fake_analyses(game_timeline)))
    )
    assert main(["review", str(file), "--text"]) == 0
    assert "with even luck" in capsys.readouterr().out


def test_interrupted_command_keeps_finished_turns(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    record = random_record(GameSetup(seed=1))
    file = tmp_path / "game.json"
    file.write_text(write_record(record), encoding="utf-8")
    game_timeline = build_timeline(record)

    def stopped_early(*_: object) -> Iterator[TurnAnalysis]:
        yield fake_analyses(game_timeline)[0]
        raise KeyboardInterrupt

    monkeypatch.setattr("kingdom.commands.records.analyze_game", stopped_early)
    assert main(["review", str(file), "--json"]) == 130
    captured = capsys.readouterr()
    assert captured.out == ""
    assert "stopped after 1 of" in captured.err
    assert analysis_file.load_analysis(file, game_timeline) == fake_analyses(game_timeline)[:1]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "game.json"),
        ("{", "game.json"),
        ('{"format": "chess/1"}', "format"),
        ('{"format": "kingdom-record/9"}', "another version"),
        ('{"format": "kingdom-record/1", "setup": {}, "answers": ["end_turn"]}', "answers[0]"),
        ('{"format": "kingdom-record/1", "setup": {"players": 7}}', "setup.players"),
    ],
)
def test_invalid_records_give_a_clear_error(
    text: str, expected: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.json"
    file.write_text(text, encoding="utf-8")
    assert main(["review", str(file)]) == 2
    message = capsys.readouterr().err
    assert expected in message
    assert message.count("\n") == 1
    assert file.read_text(encoding="utf-8") == text
