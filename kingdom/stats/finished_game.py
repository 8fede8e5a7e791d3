"""FinishedGame: the data that the database stores about a game, such as the players, their gold by source,
and the tiles they used."""

from __future__ import annotations

import hashlib
from collections import Counter
from dataclasses import dataclass
from itertools import chain
from typing import Any

from kingdom.files import sanitize_line
from kingdom.match.seats import HUMAN
from kingdom.record import MAX_PLAYER_NAME_LENGTH
from kingdom.review.analysis_file import game_fingerprint
from kingdom.review.timeline import Timeline
from kingdom.rules.errors import ValidationError
from kingdom.rules.events import TileUsed
from kingdom.rules.scoring import all_totals, score_breakdown, winners
from kingdom.rules.setup import GameSetup
from kingdom.stats.achievements import earned_achievement_names, game_stats


@dataclass(frozen=True)
class FinishedSeat:
    name: str
    kind: str
    """HUMAN or an AI level."""
    color: str
    gold: int
    rank: int
    """Final rank, starting at 1. Players with equal gold share a rank."""
    win: float
    """1 for a win, a fraction for a shared win, 0 otherwise."""
    gold_by_source: dict[str, int]
    """Gold by source, such as a card."""
    tile_uses: dict[str, int]
    """Number of uses of each tile."""
    achievements: tuple[str, ...] = ()
    """Names of the achievements earned; always empty for AI players."""

    @property
    def is_human(self) -> bool:
        return self.kind == HUMAN


@dataclass(frozen=True)
class FinishedGame:
    identity: str
    expansions: tuple[str, ...]
    cards: tuple[str, ...]
    board_key: str
    """Identifies the board (see `board_key`)."""
    rounds: int
    answer_count: int
    seats: tuple[FinishedSeat, ...]
    counts: bool = True
    """False if the seats were changed during the game. Such a game is only listed."""


def make_finished_game(timeline: Timeline) -> FinishedGame:
    """Summarizes a game. Raises ValidationError if the game is not over or its seats are invalid."""
    if not timeline.is_over:
        raise ValidationError("the game is not over")
    record, game = timeline.record, timeline.game_at(timeline.total_answers)
    if len(record.seats) != timeline.player_count:
        raise ValidationError(f"seats: {len(record.seats)}, but the game has {timeline.player_count} players")
    tile_uses: list[Counter[str]] = [Counter() for _ in range(timeline.player_count)]
    for step in timeline.steps:
        for event in step.events:
            if isinstance(event, TileUsed):
                tile_uses[event.player][event.tile] += 1
    gold_by_source = [
        {name: source_score.gold for name, source_score in score_breakdown(game, seat).items()}
        for seat in range(timeline.player_count)
    ]
    gold = [sum(amounts.values()) for amounts in gold_by_source]
    kinds = [
        _read_text(entry, "kind", seat_index) if "kind" in entry else HUMAN
        for seat_index, entry in enumerate(record.seats)
    ]
    events = chain(timeline.opening_events, *(step.events for step in timeline.steps))
    stats = game_stats(events, game, kinds, all_totals(timeline.game_at(timeline.round_starts()[-1])))
    winning_seats = winners(game)
    return FinishedGame(
        record.game_id or game_fingerprint(record, timeline.total_answers),
        tuple(sorted(record.setup.expansions)),
        tuple(card.name for card in game.config.scoring_cards),
        board_key(record.setup),
        game.round,
        timeline.total_answers,
        tuple(
            FinishedSeat(
                _read_text(entry, "name", seat_index),
                kinds[seat_index],
                _read_text(entry, "colour", seat_index),
                gold[seat_index],
                1 + sum(other_gold > gold[seat_index] for other_gold in gold),
                1 / len(winning_seats) if seat_index in winning_seats else 0.0,
                gold_by_source[seat_index],
                dict(tile_uses[seat_index]),
                earned_achievement_names(stats[seat_index])
                if kinds[seat_index] == HUMAN and not record.seats_changed
                else (),
            )
            for seat_index, entry in enumerate(record.seats)
        ),
        not record.seats_changed,
    )


def board_key(setup: GameSetup) -> str:
    """Returns a key for the board of a setup: a hash of the whole map, the names of the chosen sections, or
    an empty string for a random board."""
    if setup.grid is not None:
        content = repr((setup.grid.rows, sorted(setup.grid.locations)))
        return "map:" + hashlib.sha256(content.encode()).hexdigest()[:12]
    return "+".join(setup.sections) if setup.sections is not None else ""


def _read_text(entry: dict[str, Any], key: str, seat_index: int) -> str:
    value = entry.get(key)
    if not isinstance(value, str) or not sanitize_line(value):
        raise ValidationError(f"seats[{seat_index}].{key}: expected text, not {value!r}")
    return sanitize_line(value, MAX_PLAYER_NAME_LENGTH)
