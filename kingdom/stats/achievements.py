"""Achievements: loads their definitions (achievements.json), computes the statistics of a game, and
determines which achievements the game earns.

Each family has steps, and each step sets bounds for some statistics. All statistics come from the events and
the final position of a recorded game, so rebuilding the database finds the same achievements again."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Annotated, Any

from kingdom.ai.levels import AI_LEVELS, split_ai_player_name
from kingdom.files import parse_json, read_text
from kingdom.json_codec import Key, from_json, read_word
from kingdom.paths import PACKAGE_DIR
from kingdom.rules.errors import ValidationError
from kingdom.rules.events import (
    Built,
    EndTriggered,
    Event,
    GoldEarned,
    Moved,
    Removed,
    TileGained,
    TileUsed,
    TurnBegan,
)
from kingdom.rules.expansion import SCORE
from kingdom.rules.game import Game
from kingdom.rules.hexes import ISLAND_MASK
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.scoring import all_totals, score_breakdown, settlement_areas

GameStats = dict[str, int]

BASIC_STATS = frozenset(
    (
        "won", "alone", "gold", "lead", "behind", "rounds", "ended", "uses", "gained", "turn_built",
        "turn_moved", "turn_gold", "refills", "pieces", "supply", "areas", "castles", "castles_open",
        "terrains", "island", "least_card", "tasks",
    )
)  # fmt: skip
"""Statistics that every game has. In addition, `by:SOURCE` is the gold from a card, task or other source.
`beaten:LEVEL` is the number of AI players at that level or higher that have less gold."""
GOLD_PREFIX, BEATEN_PREFIX = "by:", "beaten:"


@dataclass
class _SeatStats:
    """Statistics of one seat, collected from events."""

    tile_uses: int = 0
    gained_tiles: set[str] = field(default_factory=set)
    this_turn: Counter[str] = field(default_factory=Counter)
    """The counts so far in the current turn."""
    turn_maximum: Counter[str] = field(default_factory=Counter)
    """The highest count reached in any turn."""
    refills: int = 0
    triggered_end: int = 0

    def add(self, stat: str, count: int = 1) -> None:
        self.this_turn[stat] += count
        self.turn_maximum[stat] = max(self.turn_maximum[stat], self.this_turn[stat])


def game_stats(
    events: Iterable[Event], game: Game, kinds: Sequence[str], gold_before_last_round: Sequence[int]
) -> list[GameStats]:
    """Returns the statistics of each seat in a finished game. They are computed from all events, the final
    game, the kinds of the seats, and the gold before the last round."""
    seats = _collect_events(events, len(kinds))
    gold = all_totals(game)
    return [
        {
            **_event_stats(seats[seat]),
            **_final_stats(game, seat),
            **_ranking_stats(seat, gold, kinds, gold_before_last_round),
        }
        for seat in range(len(kinds))
    ]


def _collect_events(events: Iterable[Event], player_count: int) -> list[_SeatStats]:
    seats = [_SeatStats() for _ in range(player_count)]
    ended_by: int | None = None
    for event in events:
        match event:
            case TurnBegan():
                for seat in seats:
                    seat.this_turn.clear()
            case Built():
                seats[event.player].add("built")
            case Moved():
                seats[event.player].add("moved")
            case GoldEarned():
                seats[event.player].add("gold", event.gold)
            case TileUsed():
                seats[event.player].tile_uses += 1
            case TileGained():
                seats[event.player].gained_tiles.add(event.tile)
            case EndTriggered():
                ended_by = event.player
                seats[event.player].triggered_end = 1
            case Removed() if event.removed_by != event.player == ended_by:
                seats[event.removed_by].refills += 1
    return seats


def _event_stats(seat: _SeatStats) -> GameStats:
    return {
        "uses": seat.tile_uses,
        "gained": len(seat.gained_tiles),
        "turn_built": seat.turn_maximum["built"],
        "turn_moved": seat.turn_maximum["moved"],
        "turn_gold": seat.turn_maximum["gold"],
        "refills": seat.refills,
        "ended": seat.triggered_end,
    }


def _final_stats(game: Game, seat: int) -> GameStats:
    own, gold_by_source = (
        game.piece_hexes[seat],
        {name: source_score.gold for name, source_score in score_breakdown(game, seat).items()},
    )
    castles_reached = sum(1 for neighbors in game.board.castle_neighbors if own & neighbors)
    # red cards score only during the game, so the breakdown does not contain them
    cards = [gold_by_source.get(card.name, 0) for card in game.config.scoring_cards]
    return {
        "pieces": own.bit_count(),
        "supply": game.supply[seat],
        "areas": len(settlement_areas(own)),
        "castles": castles_reached,
        "castles_open": len(game.board.castle_neighbors) - castles_reached,
        "terrains": sum(1 for hexes in game.board.hexes_by_terrain.values() if own & hexes),
        "island": (own & ISLAND_MASK).bit_count(),
        "least_card": min(cards, default=0),
        "tasks": sum(1 for task in game.config.task_cards if gold_by_source.get(task.name, 0) > 0),
        "rounds": game.round,
        **{GOLD_PREFIX + source: gold for source, gold in gold_by_source.items()},
    }


def _ranking_stats(
    seat: int, gold: Sequence[int], kinds: Sequence[str], gold_before_last_round: Sequence[int]
) -> GameStats:
    own_gold, opponent_gold = gold[seat], [amount for other, amount in enumerate(gold) if other != seat]
    beaten: Counter[str] = Counter()
    for kind, amount in zip(kinds, gold, strict=True):
        level = split_ai_player_name(kind)[0]  # the play style does not change the level
        if amount < own_gold and level in AI_LEVELS:
            beaten.update(AI_LEVELS[: AI_LEVELS.index(level) + 1])
    return {
        "gold": own_gold,
        "won": int(own_gold == max(gold)),
        "alone": int(own_gold > max(opponent_gold, default=0)),
        "lead": own_gold - max(opponent_gold, default=0),
        "behind": max(gold_before_last_round) - gold_before_last_round[seat],
        **{BEATEN_PREFIX + kind: count for kind, count in beaten.items()},
    }


ACHIEVEMENTS_FILE = PACKAGE_DIR / "stats" / "achievements.json"
Bounds = tuple[int | None, int | None]


@dataclass(frozen=True)
class Achievement:
    family: str
    tier: int
    """Number of the tier in its family, starting at 1."""
    count: int
    """The number shown in the description."""
    conditions: tuple[tuple[str, Bounds], ...]
    """Minimum and maximum for each statistic; None means that there is no limit."""
    icon: tuple[str, str]
    """Sprite sheet and name of the icon shown on the medal."""

    @property
    def name(self) -> str:
        return f"{self.family}.{self.tier}"

    def shortfall(self, stats: GameStats) -> dict[str, int]:
        """Returns the unmet conditions, and by how much each one was missed. A missing statistic counts as
        0."""
        shortfalls = {}
        for stat, (minimum, maximum) in self.conditions:
            value = stats.get(stat, 0)
            if minimum is not None and value < minimum:
                shortfalls[stat] = minimum - value
            elif maximum is not None and value > maximum:
                shortfalls[stat] = value - maximum
        return shortfalls


@cache
def load_achievement_definitions() -> tuple[Achievement, ...]:
    return tuple(read_achievement_definitions(parse_json(read_text(ACHIEVEMENTS_FILE))))


def get_achievement(name: str) -> Achievement:
    return next(achievement for achievement in load_achievement_definitions() if achievement.name == name)


@cache
def achievement_definitions_hash() -> str:
    """Returns a hash of all definitions. When it changes, all records are scanned again."""
    definitions = [
        [achievement.family, achievement.tier, achievement.count, achievement.conditions, achievement.icon]
        for achievement in load_achievement_definitions()
    ]
    return hashlib.sha256(json.dumps(definitions).encode()).hexdigest()[:12]


def earned_achievement_names(stats: GameStats) -> tuple[str, ...]:
    return tuple(
        achievement.name for achievement in load_achievement_definitions() if not achievement.shortfall(stats)
    )


@dataclass(frozen=True)
class _Step:
    conditions: Annotated[dict[str, Bounds], Key("needs")]
    count: int = 1

    def __post_init__(self) -> None:
        if not self.conditions:
            raise ValidationError(".needs: an object with at least one number is needed")
        for stat, (minimum, maximum) in self.conditions.items():
            if stat not in _known_stats():
                raise ValidationError(f".needs: {stat!r} is not a known number")
            if minimum is None and maximum is None:
                raise ValidationError(f".needs.{stat}: a least or a most is needed")
            if minimum is not None and maximum is not None and minimum > maximum:
                raise ValidationError(f".needs.{stat}: {minimum} is more than {maximum}")


@dataclass(frozen=True)
class _Family:
    family: Annotated[str, read_word]
    icon: Annotated[tuple[str, str], Key("picture")]
    steps: tuple[_Step, ...]

    def __post_init__(self) -> None:
        if not self.steps:
            raise ValidationError(".steps: there is none")


def read_achievement_definitions(data: Any) -> Iterator[Achievement]:
    """Reads the definitions; raises ValidationError with the path of invalid data."""
    families: list[_Family] = from_json(list[_Family], data, "achievements")
    for family, count in Counter(entry.family for entry in families).items():
        if count > 1:
            raise ValidationError(f"achievements: {family} appears twice")
    for entry in families:
        for tier, step in enumerate(entry.steps, 1):
            yield Achievement(entry.family, tier, step.count, tuple(step.conditions.items()), entry.icon)


@cache
def _known_stats() -> frozenset[str]:
    sources = {
        card.name
        for expansion in EXPANSIONS.values()
        for card in (*expansion.scoring_cards, *expansion.task_cards)
    }
    sources |= {
        item.name for expansion in EXPANSIONS.values() for item in expansion.named_items if item.kind == SCORE
    }
    return (
        BASIC_STATS
        | {GOLD_PREFIX + source for source in sources}
        | {BEATEN_PREFIX + level for level in AI_LEVELS}
    )
