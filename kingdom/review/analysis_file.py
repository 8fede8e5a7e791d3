"""The analysis as JSON: the file stored next to the record, so that no turn is analyzed twice, and the output
of `kingdom review --json`.

A stored analysis has a version derived from everything that its numbers depend on. If the version or the game
differs, the analysis is stale: it is ignored and overwritten."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from kingdom.ai.turn_comparison import TurnComparer
from kingdom.ai.weights import load_weights
from kingdom.files import read_text, write_atomic
from kingdom.json_codec import from_json_file, to_json
from kingdom.match.save_store import analysis_path
from kingdom.position import parse_json_strict
from kingdom.record import Record, write_setup
from kingdom.review import luck
from kingdom.review.analysis import TurnAnalysis, complete_turns, summarize_analysis
from kingdom.review.gold_over_time import gold_history
from kingdom.review.timeline import Timeline
from kingdom.rules.errors import ValidationError
from kingdom.rules.json_values import int_reader, write_answer

FORMAT = "kingdom-review/3"


@dataclass(frozen=True)
class _AnalysisFile:
    version: str
    game: str
    answers: Annotated[int, int_reader(0, 1 << 30)]
    turns: tuple[TurnAnalysis, ...]


def analysis_version() -> str:
    """Returns a hash of everything that the numbers depend on: evaluation weights, search width and file
    format."""
    parameters = {
        "form": FORMAT,
        "weights": dict(load_weights()),
        "width": [
            TurnComparer.beam_width,
            [
                [stage.max_turns, *stage.beam_widths, stage.deals_per_card]
                for stage in TurnComparer.lookahead_stages
            ],
            *TurnComparer.final_stage.beam_widths,
            TurnComparer.final_deals_per_card,
            TurnComparer.max_next_cards,
        ],
        "worth": [
            TurnComparer.default_budget.max_evaluations,
            TurnComparer.search_fraction,
            TurnComparer.immediate_weight,
            TurnComparer.opponent_weight,
        ],
        "luck": [luck.LUCK_BEAM_WIDTH, luck.LUCK_EVALUATIONS],
    }
    return hashlib.sha256(json.dumps(parameters, sort_keys=True).encode()).hexdigest()[:16]


def game_fingerprint(record: Record, answer_count: int) -> str:
    """Returns a hash that identifies a game up to the given number of answers."""
    content = [write_setup(record.setup), [write_answer(answer) for answer in record.answers[:answer_count]]]
    return hashlib.sha256(json.dumps(content, sort_keys=True).encode()).hexdigest()[:16]


# --- stored analysis


def write_analysis(timeline: Timeline, analyses: Iterable[TurnAnalysis]) -> str:
    """Returns the turns analyzed so far as JSON text."""
    turns = [to_json(analysis) for analysis in sorted(analyses, key=lambda analysis: analysis.turn_index)]
    header = {
        "format": FORMAT,
        "version": analysis_version(),
        "game": game_fingerprint(timeline.record, timeline.total_answers),
        "answers": timeline.total_answers,
    }
    lines = ",\n  ".join(json.dumps(turn) for turn in turns)
    return f'{json.dumps(header, indent=1)[:-2]},\n "turns": [\n  {lines}\n ]\n}}\n'


def read_analysis(text: str, timeline: Timeline) -> list[TurnAnalysis]:
    """Returns the analyzed turns of this game; none if the version or the game does not match. Raises
    ValidationError for invalid data."""
    data = parse_json_strict(text)
    if (
        not isinstance(data, dict)
        or data.get("format") != FORMAT
        or data.get("version") != analysis_version()
    ):
        return []
    stored = from_json_file(_AnalysisFile, data, FORMAT)
    if stored.answers > timeline.total_answers or stored.game != game_fingerprint(
        timeline.record, stored.answers
    ):
        return []
    turns = {turn.index: turn for turn in complete_turns(timeline)}
    analyses_by_turn: dict[int, TurnAnalysis] = {}
    for index, analysis in enumerate(stored.turns):
        turn = turns.get(analysis.turn_index)
        if turn is None or (turn.player, turn.round, turn.card) != (
            analysis.player,
            analysis.round,
            analysis.card,
        ):
            raise ValidationError(f"turns[{index}]: the game has no such turn")
        if analysis.turn_index in analyses_by_turn:
            raise ValidationError(f"turns[{index}]: turn {analysis.turn_index} appears twice")
        if not turn.start <= analysis.best_from < turn.end:
            raise ValidationError(f"turns[{index}].at: {analysis.best_from} is not in that turn")
        analyses_by_turn[analysis.turn_index] = analysis
    return list(analyses_by_turn.values())


def load_analysis(record: Path, timeline: Timeline) -> list[TurnAnalysis]:
    """Loads the analysis stored next to a record; returns an empty list if it is missing or unusable."""
    try:
        return read_analysis(read_text(analysis_path(record)), timeline)
    except (OSError, ValueError):  # a damaged file is rebuilt
        return []


def save_analysis(record: Path, timeline: Timeline, analyses: Iterable[TurnAnalysis]) -> None:
    """Saves the turns analyzed so far next to a record, atomically."""
    write_atomic(analysis_path(record), write_analysis(timeline, analyses))


def analysis_mtime_ns(record: Path) -> int:
    """Returns the modification time of the stored analysis; 0 if there is none."""
    try:
        return analysis_path(record).stat().st_mtime_ns
    except OSError:
        return 0


# --- command-line output


def analysis_report(timeline: Timeline, analyses: Iterable[TurnAnalysis]) -> dict[str, Any]:
    """Returns the analysis as printed by `kingdom review --json`."""
    analyses = sorted(analyses, key=lambda analysis: analysis.turn_index)
    game_analysis, history = summarize_analysis(timeline, analyses), gold_history(timeline)
    return {
        "over": timeline.is_over,
        "gold": list(game_analysis.gold),
        "players": [
            {
                "error": player.loss,
                "luck": player.luck,
                "accuracy": player.accuracy,
                "strongest": player.best_turn,
                "weakest": player.worst_turn,
            }
            for player in game_analysis.players
        ],
        "adjusted": list(game_analysis.luck_adjusted_gold),
        "turns": [
            {
                **to_json(analysis),
                "mark": analysis.judgment,
                "accuracy": round(analysis.accuracy),
                "lead": [
                    round(history.points[analysis.turn_index + offset].lead(analysis.player), 2)
                    for offset in (0, 1)
                ],
            }
            for analysis in analyses
        ],
        "brought": [
            {
                name: {
                    "uses": totals.uses,
                    "builds": totals.builds,
                    "moves": totals.moves,
                    "gold": totals.gold,
                }
                for name, totals in by_action.items()
            }
            for by_action in history.by_action
        ],
    }
