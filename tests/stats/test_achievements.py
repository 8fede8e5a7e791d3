"""Every achievement is earned by one scripted game and narrowly missed by another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from support.scenario import Coords, play, scenario, tile
from test_database import finished_record

import kingdom.text.translator
from kingdom.files import parse_json, read_text
from kingdom.record import write_record
from kingdom.review.timeline import build_timeline
from kingdom.rules.errors import ValidationError
from kingdom.rules.hexes import Coord
from kingdom.rules.scoring import all_totals
from kingdom.stats.achievements import (
    ACHIEVEMENTS_FILE,
    GameStats,
    earned_achievement_names,
    game_stats,
    load_achievement_definitions,
    read_achievement_definitions,
)
from kingdom.stats.database import DATABASE_FILE_NAME, StatsDatabase
from kingdom.stats.finished_game import FinishedGame, FinishedSeat, make_finished_game
from kingdom.stats.queries import AchievementEntry
from kingdom.stats.queries import earned_achievements as earned_by
from kingdom.text.plurals import key_without_category
from kingdom.text.translator import LANGUAGES

ACHIEVEMENT_COUNT = 40
LAST_TURN_DONE = {"player": 0, "start_player": 1, "mandatory": "done"}
"""The last turn of a game. Player 0 only has to end it."""
LAST_TURN = {"player": 0, "start_player": 1}
TILES = ("oracle", "farm", "tavern", "tower", "harbor", "paddock", "oasis", "barn")


@dataclass(frozen=True)
class GameEnd:
    """A position, and the answers that finish the game from there."""

    answers: tuple[Coord | str, ...] = ("end_turn",)
    turn: dict[str, Any] = field(default_factory=lambda: LAST_TURN_DONE)
    kinds: tuple[str, ...] = ("person", "expert")
    end: bool = True
    position: dict[str, Any] = field(default_factory=dict)

    def stats(self) -> GameStats:
        """Plays the answers and returns the stats of player 0."""
        game = scenario(turn=self.turn, end=self.end, **self.position)
        before = all_totals(game)
        emitted = play(game, *self.answers)
        assert game.over
        return game_stats(emitted, game, self.kinds, before)[0]


def final_board(**position: Any) -> GameEnd:
    """Returns a game that ends in this position."""
    return GameEnd(position=position)


def with_gold(own_gold: int, *expert_gold: int) -> GameEnd:
    """Returns a game against Expert players that ends with these amounts of gold."""
    other_players = [{"gold": gold} for gold in expert_gold[1:]]
    return GameEnd(
        kinds=("person", *("expert" for _ in expert_gold)),
        position={"me": {"gold": own_gold}, "them": {"gold": expert_gold[0]}, "more": other_players},
    )


def row(count: int, row: int = 5) -> list[Coord]:
    return [(row, column) for column in range(count)]


def lone(count: int) -> list[Coord]:
    """Returns coordinates for `count` isolated settlements."""
    return [(2 * (index // 5), 4 * (index % 5)) for index in range(count)]


def quarters(*counts: int) -> list[Coord]:
    """Returns coordinates for settlements, given how many there are in each of the four sections."""
    corners = ((0, 0), (0, 10), (10, 0), (10, 10))
    return [
        (top + index // 5, left + index % 5)
        for (top, left), count in zip(corners, counts, strict=True)
        for index in range(count)
    ]


def scattered(rows: int, first: int) -> GameEnd:
    """Returns a game that ends with isolated settlements in `rows` rows. There are `first` settlements in the
    first row and one settlement in each other row."""
    own = [(0, 2 * index) for index in range(first)]
    own += [(index, 19 if index % 2 else 8) for index in range(1, rows)]
    return final_board(own=own, cards=["knights", "discoverers", "hermits"])


def farms(mandatory: int, extra: int, **position: Any) -> GameEnd:
    """Returns a last turn that builds one line of settlements: first the mandatory builds, then extra builds
    with Farm tiles."""
    answers: list[Coord | str] = [(5, 1 + index) for index in range(mandatory)]
    for index in range(extra):
        answers += ["farm", (5, 1 + mandatory + index)]
    me = {"tiles": [tile("farm") for _ in range(extra)], **position.pop("me", {})}
    turn = LAST_TURN if mandatory else LAST_TURN_DONE
    return GameEnd(
        (*answers, "end_turn"), turn, position={"own": [(5, 0)], "card": "grass", "me": me, **position}
    )


def castles(reached_count: int, castle_count: int, lead: int = 0) -> GameEnd:
    castle_coords = [(2, 2), (2, 12), (12, 2), (12, 12)][:castle_count]
    return final_board(
        land=dict.fromkeys(castle_coords, "S"),
        own=[(top, left + 1) for top, left in castle_coords[:reached_count]],
        me={"gold": 20},
        them={"gold": 20 + 3 * reached_count - lead},
    )


def behind(gold: int) -> GameEnd:
    """Returns a game end in which player 0 starts the last turn `gold` gold behind the opponent and then
    earns far more than 10 gold."""
    terrain = {(4, column): "W" for column in range(3, 8)}
    terrain |= {(6, column): "MS"[column % 2] for column in range(3, 8)}
    cards = ["knights", "workers", "fishermen", "miners", "citizens"]
    position: dict[str, Any] = {"land": terrain, "own": row(3), "card": "grass", "cards": cards}
    own_gold = all_totals(scenario(turn=LAST_TURN, end=True, **position))[0]
    return GameEnd(
        ((5, 3), (5, 4), (5, 5), "end_turn"),
        LAST_TURN,
        position={**position, "them": {"gold": own_gold + gold}},
    )


def last_settlement(round: int) -> GameEnd:
    """Returns a game in which player 0 places their last settlement in this round."""
    position = {"own": [(5, 0)], "card": "grass", "me": {"supply": 1, "gold": 9}}
    return GameEnd(((5, 1), "end_turn"), {**LAST_TURN, "round": round}, end=False, position=position)


def collected(count: int) -> GameEnd:
    """Returns a game in which player 0 builds three settlements that are next to `count` locations in
    total."""
    location_coords = [(4, 1), (4, 2), (4, 3), (4, 4), (6, 1), (6, 2), (6, 3)][:count]
    names = {str(index): TILES[index] for index in range(1, 1 + count)}
    terrain = {coord: str(index) for index, coord in enumerate(location_coords, 1)}
    position = {"land": terrain, "locations": names, "own": [(5, 0)], "card": "grass"}
    return GameEnd(((5, 1), (5, 2), (5, 3), "end_turn"), LAST_TURN, position=position)


def paddock_moves(count: int) -> GameEnd:
    """Returns a game with `count` Paddock moves."""
    answers: list[Coord | str] = []
    for index in range(count):
        answers += ["paddock", (5, 2 * index), (5, 2 + 2 * index)]
    me = {"tiles": [tile("paddock") for _ in range(count)]}
    return GameEnd((*answers, "end_turn"), LAST_TURN_DONE, position={"own": [(5, 0)], "me": me})


def sword_used(ended_by: int) -> GameEnd:
    """Returns a game in which player 0 uses a Sword after player `ended_by` has triggered the end of the
    game."""
    nomad_tiles = [{"kind": "sword", "fresh": False}]
    position: dict[str, Any] = {"own": [(5, 0)], "other": [(9, 0)], "card": "grass"}
    if ended_by == 1:
        position |= {"me": {"nomads": nomad_tiles}, "them": {"supply": 1, "hand": ["grass"]}}
        answers: tuple[Coord | str, ...] = ((9, 1), "end_turn", "sword", (9, 0), (5, 1), (5, 2), (5, 3))
        turn = {"player": 1, "start_player": 1}
    else:
        position |= {"me": {"nomads": nomad_tiles, "supply": 1}}
        answers, turn = ((5, 1), "sword", (9, 0)), LAST_TURN
    return GameEnd((*answers, "end_turn"), turn, end=False, position=position)


def two_tasks(edges: int) -> GameEnd:
    """Returns a game that ends with a fortress, and with pieces on `edges` edges of the board."""
    fortress: Coords = [(10, 10), (10, 9), (10, 11), (9, 9), (9, 10), (11, 9), (11, 10)]
    flower = [(9, 10), (9, 11), (11, 10), (11, 11)]
    edge_hexes = [(0, 5), (19, 5), (5, 0), (5, 19)][:edges]
    return final_board(own=sorted({*fortress, *flower, *edge_hexes}), tasks=["fortress", "compass_points"])


def palaces(taken: int) -> GameEnd:
    palace_coords = [(2, 2), (2, 12), (12, 2)]
    return final_board(
        land=dict.fromkeys(palace_coords, "P"),
        own=[(top, left + 1) for top, left in palace_coords],
        other=[(top + side, left - 1) for top, left in palace_coords[taken:] for side in (0, 1)],
    )


def on_the_island(count: int) -> GameEnd:
    own: Iterable[Coord] = [("i", index // 5, index % 5) for index in range(count)]
    return final_board(own=own, island="rope_bridge")


SEVEN_TERRAINS = {(2 * index, 0): letter for index, letter in enumerate("GCDLFWM")}

CASES: dict[str, tuple[GameEnd, GameEnd, int]] = {
    "treasury.1": (with_gold(60, 70), with_gold(59, 70), 1),
    "treasury.2": (with_gold(80, 70), with_gold(79, 70), 1),
    "treasury.3": (with_gold(100, 70), with_gold(99, 70), 1),
    "lead.1": (with_gold(60, 50), with_gold(60, 51), 1),
    "lead.2": (with_gold(60, 35, 20), with_gold(60, 36, 20), 1),
    "photo_finish.1": (with_gold(51, 50), with_gold(52, 50), 1),
    "shared_crown.1": (with_gold(50, 50), with_gold(51, 50), 1),
    "comeback.1": (behind(5), behind(4), 1),
    "comeback.2": (behind(10), behind(9), 1),
    "champions.1": (with_gold(50, 49), with_gold(50, 50), 1),
    "champions.2": (with_gold(50, 49, 48), with_gold(50, 50, 48), 1),
    "champions.3": (with_gold(50, 49, 48, 47), with_gold(50, 49, 48, 50), 1),
    "bare_hands.1": (farms(0, 3, me={"gold": 1}), farms(0, 4, me={"gold": 1}), 1),
    "bare_hands.2": (farms(0, 0, me={"gold": 1}), farms(0, 1, me={"gold": 1}), 1),
    "swift.1": (last_settlement(9), last_settlement(10), 1),
    "unspent.1": (final_board(me={"supply": 10, "gold": 5}), final_board(me={"supply": 9, "gold": 5}), 1),
    "castles.1": (castles(3, 3, lead=-1), castles(3, 4, lead=-1), 1),
    "castles.2": (castles(4, 4, lead=1), castles(4, 4, lead=-1), 1),
    "knights.1": (final_board(own=row(10), cards=["knights"]), final_board(own=row(9), cards=["knights"]), 2),
    "knights.2": (
        final_board(own=row(15), cards=["knights"]),
        final_board(own=row(14), cards=["knights"]),
        2,
    ),
    "hermits.1": (
        final_board(own=lone(12), cards=["hermits"]),
        final_board(own=lone(11), cards=["hermits"]),
        1,
    ),
    "hermits.2": (
        final_board(own=lone(16), cards=["hermits"]),
        final_board(own=lone(15), cards=["hermits"]),
        1,
    ),
    "lords.1": (
        final_board(own=quarters(2, 2, 2, 2), other=row(3, 19), cards=["lords"]),
        final_board(own=quarters(2, 2, 2, 2), other=row(3, 19) + row(3, 9), cards=["lords"]),
        6,
    ),
    "farmers.1": (
        final_board(own=quarters(8, 8, 8, 8), cards=["farmers"]),
        final_board(own=quarters(8, 8, 7, 9), cards=["farmers"]),
        3,
    ),
    "merchants.1": (
        final_board(land={(4, 3 * n): "S" for n in range(5)}, own=row(13), cards=["merchants"]),
        final_board(land={(4, 3 * n): "S" for n in range(5)}, own=row(11), cards=["merchants"]),
        4,
    ),
    "discoverers.1": (
        final_board(own=[(r, 3) for r in range(18)], cards=["discoverers"]),
        final_board(own=[(r, 3) for r in range(17)], cards=["discoverers"]),
        1,
    ),
    "balance.1": (scattered(12, 6), scattered(11, 6), 1),
    "balance.2": (scattered(18, 9), scattered(17, 9), 1),
    "one_people.1": (final_board(own=row(20) + row(15, 6)), final_board(own=row(20) + row(14, 6)), 1),
    "everywhere.1": (
        final_board(land=SEVEN_TERRAINS, own=list(SEVEN_TERRAINS)),
        final_board(land=SEVEN_TERRAINS, own=[*list(SEVEN_TERRAINS)[:-1], (19, 19)]),
        1,
    ),
    "collector.1": (collected(5), collected(4), 1),
    "collector.2": (collected(7), collected(6), 1),
    "great_turn.1": (farms(3, 3), farms(3, 2), 1),
    "great_turn.2": (farms(3, 5), farms(3, 4), 1),
    "trek.1": (paddock_moves(3), paddock_moves(2), 1),
    "windfall.1": (
        farms(3, 3, other=row(12, 6), cards=["families", "ambassadors"]),
        farms(3, 2, other=row(12, 6), cards=["families", "ambassadors"]),
        1,
    ),
    "refill.1": (sword_used(1), sword_used(0), 1),
    "tasks.1": (two_tasks(4), two_tasks(3), 1),
    "palaces.1": (palaces(2), palaces(1), 5),
    "island.1": (on_the_island(6), on_the_island(5), 1),
}
"""For each achievement: a game that earns it, a game that narrowly misses it, and by how much the second game
fails the only condition it does not meet. The shortfall is the value of one settlement, coin or step."""


def test_every_achievement_has_a_case() -> None:
    assert [achievement.name for achievement in load_achievement_definitions()] == list(CASES)
    assert len(CASES) == ACHIEVEMENT_COUNT


@pytest.mark.parametrize("name", CASES)
def test_achievement_is_earned(name: str) -> None:
    assert name in earned_achievement_names(CASES[name][0].stats())


@pytest.mark.parametrize("name", CASES)
def test_achievement_is_narrowly_missed(name: str) -> None:
    _, game_end, expected_shortfall = CASES[name]
    achievement = next(
        achievement for achievement in load_achievement_definitions() if achievement.name == name
    )
    shortfall = achievement.shortfall(game_end.stats())
    assert list(shortfall.values()) == [expected_shortfall], shortfall
    assert name not in earned_achievement_names(game_end.stats())


def test_stats_agree_with_the_record() -> None:
    record = finished_record(3)
    game_timeline = build_timeline(record)
    finished = make_finished_game(game_timeline)
    game = game_timeline.game_at(game_timeline.total_answers)
    all_events = [
        *game_timeline.opening_events,
        *(event for step in game_timeline.steps for event in step.events),
    ]
    seat_stats = game_stats(all_events, game, [seat.kind for seat in finished.seats], (0, 0, 0))
    for stats, seat in zip(seat_stats, finished.seats, strict=True):
        assert stats["uses"] == sum(seat.tile_uses.values())
        assert stats["gold"] == seat.gold
        assert stats["won"] == (seat.rank == 1)
        assert {name: stats[f"by:{name}"] for name in seat.gold_by_source} == seat.gold_by_source
        assert stats["pieces"] + stats["supply"] == 40
        assert seat.achievements == (earned_achievement_names(stats) if seat.is_human else ())
    assert sum(stats["ended"] for stats in seat_stats) == 1
    assert seat_stats[0]["turn_built"] >= 3


def test_achievements_are_restored_from_records(tmp_path: Path) -> None:
    """Achievements are also restored for games that were imported before achievements existed."""
    for seed in (1, 2, 3, 4):
        (tmp_path / f"{seed}.kingdom").write_text(write_record(finished_record(seed)), encoding="utf-8")
    files = sorted(tmp_path.glob("*.kingdom"))

    def achievements_by_player() -> dict[str, list[AchievementEntry]]:
        with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
            list(stats_db.scan(files))
            return {name: earned_by(stats_db, name) for name in ("Ann", "Ben", "Frank")}

    first = achievements_by_player()
    assert first["Ann"] or first["Ben"]
    assert not first["Frank"], "AI players earn no achievements"
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        stats_db.connection.executescript("DELETE FROM earned; DELETE FROM files")
    assert achievements_by_player() == first
    (tmp_path / DATABASE_FILE_NAME).unlink()
    assert achievements_by_player() == first


def test_achievement_is_new_only_once(tmp_path: Path) -> None:
    seat = FinishedSeat("Ann", "person", "orange", 60, 1, 1.0, {}, {}, ("treasury.1",))
    finished = FinishedGame("one", ("base",), (), "", 9, 100, (seat,))
    with StatsDatabase(tmp_path / DATABASE_FILE_NAME) as stats_db:
        stats_db.add_game(finished, "2026-01-01")
        assert stats_db.new_achievements == [("Ann", "treasury.1")]
        stats_db.new_achievements.clear()
        stats_db.add_game(replace(finished, identity="two"), "2026-01-02")
        assert stats_db.new_achievements == []
        assert earned_by(stats_db, "Ann") == [AchievementEntry("treasury.1", 2, "2026-01-01", "")]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"family": ""}, r"achievements\[1\].family: expected text"),
        ({"family": "treasury"}, "appears twice"),
        ({"picture": ["interface"]}, "picture: expected 2 values"),
        ({"steps": []}, "there is none"),
        ({"more": 1}, "unknown key 'more'"),
        ({"steps": [{"needs": {}}]}, "at least one number"),
        ({"steps": [{"needs": {"luck": [1, None]}}]}, "'luck' is not a known number"),
        ({"steps": [{"needs": {"by:nobody": [1, None]}}]}, "not a known number"),
        ({"steps": [{"needs": {"gold": [1]}}]}, "needs.gold: expected 2 values"),
        ({"steps": [{"needs": {"gold": [None, None]}}]}, "a least or a most"),
        ({"steps": [{"needs": {"gold": [9, 8]}}]}, "9 is more than 8"),
        ({"steps": [{"needs": {"gold": [True, None]}}]}, "a whole number"),
        ({"steps": [{"count": "1", "needs": {"gold": [1, None]}}]}, "a whole number"),
    ],
)
def test_invalid_definitions_are_rejected(changes: dict[str, Any], reason: str) -> None:
    data = parse_json(read_text(ACHIEVEMENTS_FILE))
    data[1] |= changes
    with pytest.raises(ValidationError, match=reason):
        list(read_achievement_definitions(data))


def test_later_steps_include_earlier_ones() -> None:
    """A game that earns a step also earns all earlier steps of its family."""
    for name, (game_end, _, _) in CASES.items():
        family, _, step = name.rpartition(".")
        if int(step) > 1:
            assert f"{family}.{int(step) - 1}" in earned_achievement_names(game_end.stats()), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_family_has_texts(language: str) -> None:
    texts = parse_json(read_text(Path(kingdom.text.__file__).parent / language / "achievements.json"))
    definitions = load_achievement_definitions()
    needed = {
        f"feat.{achievement.family}{suffix}"
        for achievement in definitions
        for suffix in ("", ".deed", ".riddle")
    }
    step_keys = {f"feat.{achievement.family}.deed.{achievement.tier}" for achievement in definitions}
    keys = {key_without_category(key, texts) for key in texts}
    assert needed <= keys <= needed | step_keys


def test_beating_a_stronger_ai_counts_for_lower_levels() -> None:
    position = {"me": {"gold": 50}, "them": {"gold": 49}, "more": [{"gold": 48}, {"gold": 51}]}
    stats = GameEnd(kinds=("person", "master/hermit", "hard", "expert"), position=position).stats()
    beaten = {level: stats.get(f"beaten:{level}", 0) for level in ("easy", "hard", "expert", "master")}
    assert beaten == {"easy": 2, "hard": 2, "expert": 1, "master": 1}
