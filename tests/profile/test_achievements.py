"""Every achievement is earned by a scripted game, and narrowly missed by another."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import pytest
from scenario import Places, play, scenario, tile
from test_chronicle import whole_game

import kingdom.text
from kingdom.files import parse_json, read_text
from kingdom.profile.achievements import FILE, achievements, earned, read_achievements
from kingdom.profile.chronicle import NAME, Chronicle
from kingdom.profile.feats import Numbers, numbers
from kingdom.profile.finished_game import FinishedGame, FinishedSeat, finished_game
from kingdom.profile.pages import EarnedLine
from kingdom.profile.pages import earned as earned_by
from kingdom.record import write_record
from kingdom.review.timeline import timeline
from kingdom.rules.hexes import Place
from kingdom.rules.registry import BadSetup
from kingdom.rules.scoring import totals
from kingdom.text import LANGUAGES

MANY = 40
LAST = {"player": 0, "start_player": 1, "mandatory": "done"}
"""Player 0 has only to end the last turn of the game."""
TO_PLAY = {"player": 0, "start_player": 1}
TILES = ("oracle", "farm", "tavern", "tower", "harbor", "paddock", "oasis", "barn")


@dataclass(frozen=True)
class Scene:
    """The end of a game: where it stood, and what was answered."""

    answers: tuple[Place | str, ...] = ("end_turn",)
    turn: dict[str, Any] = field(default_factory=lambda: LAST)
    kinds: tuple[str, ...] = ("person", "expert")
    end: bool = True
    table: dict[str, Any] = field(default_factory=dict)

    def numbers(self) -> Numbers:
        """What player 0 did in it."""
        game = scenario(turn=self.turn, end=self.end, **self.table)
        before = totals(game)
        happened = play(game, *self.answers)
        assert game.over
        return numbers(happened, game, self.kinds, before)[0]


def board(**table: Any) -> Scene:
    """A table as it stands at the end."""
    return Scene(table=table)


def with_gold(own: int, *others: int) -> Scene:
    """Everybody's gold at the end, against experts."""
    more = [{"gold": gold} for gold in others[1:]]
    return Scene(
        kinds=("person", *("expert" for _ in others)),
        table={"me": {"gold": own}, "them": {"gold": others[0]}, "more": more},
    )


def row(many: int, row: int = 5) -> list[Place]:
    return [(row, column) for column in range(many)]


def lone(many: int) -> list[Place]:
    """Settlements that have no neighbours."""
    return [(2 * (number // 5), 4 * (number % 5)) for number in range(many)]


def quarters(*counts: int) -> list[Place]:
    """So many in each of the four sections."""
    corners = ((0, 0), (0, 10), (10, 0), (10, 10))
    return [
        (top + number // 5, left + number % 5)
        for (top, left), many in zip(corners, counts, strict=True)
        for number in range(many)
    ]


def scattered(rows: int, first: int) -> Scene:
    """Lone settlements in so many rows, and so many in the first of them."""
    own = [(0, 2 * number) for number in range(first)]
    own += [(number, 19 if number % 2 else 8) for number in range(1, rows)]
    return board(own=own, cards=["knights", "discoverers", "hermits"])


def farms(mandatory: int, extra: int, **table: Any) -> Scene:
    """A turn of builds in one line, the mandatory ones first, the others with farms."""
    answers: list[Place | str] = [(5, 1 + number) for number in range(mandatory)]
    for number in range(extra):
        answers += ["farm", (5, 1 + mandatory + number)]
    me = {"tiles": [tile("farm") for _ in range(extra)], **table.pop("me", {})}
    turn = TO_PLAY if mandatory else LAST
    return Scene((*answers, "end_turn"), turn, table={"own": [(5, 0)], "card": "grass", "me": me, **table})


def castles(reached: int, there: int, lead: int = 0) -> Scene:
    spots = [(2, 2), (2, 12), (12, 2), (12, 12)][:there]
    return board(
        land=dict.fromkeys(spots, "S"),
        own=[(top, left + 1) for top, left in spots[:reached]],
        me={"gold": 20},
        them={"gold": 20 + 3 * reached - lead},
    )


def behind(gold: int) -> Scene:
    """Before a turn that brings much more than 10 gold, player 0 is so much behind."""
    land = {(4, column): "W" for column in range(3, 8)}
    land |= {(6, column): "MS"[column % 2] for column in range(3, 8)}
    cards = ["knights", "workers", "fishermen", "miners", "citizens"]
    start: dict[str, Any] = {"land": land, "own": row(3), "card": "grass", "cards": cards}
    own = totals(scenario(turn=TO_PLAY, end=True, **start))[0]
    return Scene(((5, 3), (5, 4), (5, 5), "end_turn"), TO_PLAY, table={**start, "them": {"gold": own + gold}})


def last_house(round: int) -> Scene:
    """Player 0 builds the last settlement in a round."""
    table = {"own": [(5, 0)], "card": "grass", "me": {"supply": 1, "gold": 9}}
    return Scene(((5, 1), "end_turn"), {**TO_PLAY, "round": round}, end=False, table=table)


def collected(many: int) -> Scene:
    """Three builds beside so many locations."""
    spots = [(4, 1), (4, 2), (4, 3), (4, 4), (6, 1), (6, 2), (6, 3)][:many]
    names = {str(number): TILES[number] for number in range(1, 1 + many)}
    land = {spot: str(number) for number, spot in enumerate(spots, 1)}
    table = {"land": land, "locations": names, "own": [(5, 0)], "card": "grass"}
    return Scene(((5, 1), (5, 2), (5, 3), "end_turn"), TO_PLAY, table=table)


def moved(many: int) -> Scene:
    """So many moves with paddocks."""
    answers: list[Place | str] = []
    for number in range(many):
        answers += ["paddock", (5, 2 * number), (5, 2 + 2 * number)]
    me = {"tiles": [tile("paddock") for _ in range(many)]}
    return Scene((*answers, "end_turn"), LAST, table={"own": [(5, 0)], "me": me})


def sworded(ended_by: int) -> Scene:
    """A sword after the end was triggered: by the other, or by the one who strikes."""
    nomad = [{"kind": "sword", "fresh": False}]
    table: dict[str, Any] = {"own": [(5, 0)], "other": [(9, 0)], "card": "grass"}
    if ended_by == 1:
        table |= {"me": {"nomads": nomad}, "them": {"supply": 1, "hand": ["grass"]}}
        answers: tuple[Place | str, ...] = ((9, 1), "end_turn", "sword", (9, 0), (5, 1), (5, 2), (5, 3))
        turn = {"player": 1, "start_player": 1}
    else:
        table |= {"me": {"nomads": nomad, "supply": 1}}
        answers, turn = ((5, 1), "sword", (9, 0)), TO_PLAY
    return Scene((*answers, "end_turn"), turn, end=False, table=table)


def tasks(edges: int) -> Scene:
    """A fortress, and pieces on so many edges."""
    fort: Places = [(10, 10), (10, 9), (10, 11), (9, 9), (9, 10), (11, 9), (11, 10)]
    flower = [(9, 10), (9, 11), (11, 10), (11, 11)]
    around = [(0, 5), (19, 5), (5, 0), (5, 19)][:edges]
    return board(own=sorted({*fort, *flower, *around}), tasks=["fortress", "compass_points"])


def palaces(taken: int) -> Scene:
    spots = [(2, 2), (2, 12), (12, 2)]
    return board(
        land=dict.fromkeys(spots, "P"),
        own=[(top, left + 1) for top, left in spots],
        other=[(top + side, left - 1) for top, left in spots[taken:] for side in (0, 1)],
    )


def on_the_island(many: int) -> Scene:
    own: Iterable[Place] = [("i", number // 5, number % 5) for number in range(many)]
    return board(own=own, island="rope_bridge")


GROUNDS = {(2 * number, 0): letter for number, letter in enumerate("GCDLFWM")}

SCENES: dict[str, tuple[Scene, Scene, int]] = {
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
    "swift.1": (last_house(9), last_house(10), 1),
    "unspent.1": (board(me={"supply": 10, "gold": 5}), board(me={"supply": 9, "gold": 5}), 1),
    "castles.1": (castles(3, 3, lead=-1), castles(3, 4, lead=-1), 1),
    "castles.2": (castles(4, 4, lead=1), castles(4, 4, lead=-1), 1),
    "knights.1": (board(own=row(10), cards=["knights"]), board(own=row(9), cards=["knights"]), 2),
    "knights.2": (board(own=row(15), cards=["knights"]), board(own=row(14), cards=["knights"]), 2),
    "hermits.1": (board(own=lone(12), cards=["hermits"]), board(own=lone(11), cards=["hermits"]), 1),
    "hermits.2": (board(own=lone(16), cards=["hermits"]), board(own=lone(15), cards=["hermits"]), 1),
    "lords.1": (
        board(own=quarters(2, 2, 2, 2), other=row(3, 19), cards=["lords"]),
        board(own=quarters(2, 2, 2, 2), other=row(3, 19) + row(3, 9), cards=["lords"]),
        6,
    ),
    "farmers.1": (
        board(own=quarters(8, 8, 8, 8), cards=["farmers"]),
        board(own=quarters(8, 8, 7, 9), cards=["farmers"]),
        3,
    ),
    "merchants.1": (
        board(land={(4, 3 * n): "S" for n in range(5)}, own=row(13), cards=["merchants"]),
        board(land={(4, 3 * n): "S" for n in range(5)}, own=row(11), cards=["merchants"]),
        4,
    ),
    "discoverers.1": (
        board(own=[(r, 3) for r in range(18)], cards=["discoverers"]),
        board(own=[(r, 3) for r in range(17)], cards=["discoverers"]),
        1,
    ),
    "balance.1": (scattered(12, 6), scattered(11, 6), 1),
    "balance.2": (scattered(18, 9), scattered(17, 9), 1),
    "one_people.1": (board(own=row(20) + row(15, 6)), board(own=row(20) + row(14, 6)), 1),
    "everywhere.1": (
        board(land=GROUNDS, own=list(GROUNDS)),
        board(land=GROUNDS, own=[*list(GROUNDS)[:-1], (19, 19)]),
        1,
    ),
    "collector.1": (collected(5), collected(4), 1),
    "collector.2": (collected(7), collected(6), 1),
    "great_turn.1": (farms(3, 3), farms(3, 2), 1),
    "great_turn.2": (farms(3, 5), farms(3, 4), 1),
    "trek.1": (moved(3), moved(2), 1),
    "windfall.1": (
        farms(3, 3, other=row(12, 6), cards=["families", "ambassadors"]),
        farms(3, 2, other=row(12, 6), cards=["families", "ambassadors"]),
        1,
    ),
    "refill.1": (sworded(1), sworded(0), 1),
    "tasks.1": (tasks(4), tasks(3), 1),
    "palaces.1": (palaces(2), palaces(1), 5),
    "island.1": (on_the_island(6), on_the_island(5), 1),
}
"""For each: a game that earns it, one that does not, and by how much the latter misses the one number that is
missing: that of one settlement, coin or step."""


def test_there_are_forty_and_each_has_its_games() -> None:
    assert [one.name for one in achievements()] == list(SCENES)
    assert len(SCENES) == MANY


@pytest.mark.parametrize("name", SCENES)
def test_it_is_earned(name: str) -> None:
    assert name in earned(SCENES[name][0].numbers())


@pytest.mark.parametrize("name", SCENES)
def test_it_is_missed_narrowly(name: str) -> None:
    _, scene, by = SCENES[name]
    one = next(one for one in achievements() if one.name == name)
    missed = one.missed(scene.numbers())
    assert list(missed.values()) == [by], missed
    assert name not in earned(scene.numbers())


def test_everybody_is_counted_for_what_they_did() -> None:
    """A whole game: what is counted agrees with its record."""
    record = whole_game(3)
    line = timeline(record)
    finished = finished_game(line)
    game = line.at(line.last)
    happened = [*line.opening, *(event for step in line.steps for event in step.events)]
    found = numbers(happened, game, [seat.kind for seat in finished.seats], (0, 0, 0))
    for done, seat in zip(found, finished.seats, strict=True):
        assert done["uses"] == sum(seat.uses.values())
        assert done["gold"] == seat.gold
        assert done["won"] == (seat.place == 1)
        assert {name: done[f"by:{name}"] for name in seat.by} == seat.by
        assert done["pieces"] + done["supply"] == 40
        assert seat.earned == (earned(done) if seat.is_person else ())
    assert sum(done["ended"] for done in found) == 1
    assert found[0]["turn_built"] >= 3


def test_what_was_earned_is_found_again_from_the_records(tmp_path: Path) -> None:
    """Also in a game that was taken in before there were achievements."""
    for seed in (1, 2, 3, 4):
        (tmp_path / f"{seed}.kingdom").write_text(write_record(whole_game(seed)), encoding="utf-8")
    files = sorted(tmp_path.glob("*.kingdom"))

    def told() -> dict[str, list[EarnedLine]]:
        with Chronicle(tmp_path / NAME) as chronicle:
            list(chronicle.look_through(files))
            return {name: earned_by(chronicle, name) for name in ("Ann", "Ben", "Frank")}

    first = told()
    assert first["Ann"] or first["Ben"]
    assert not first["Frank"], "programs earn nothing"
    with Chronicle(tmp_path / NAME) as chronicle:
        chronicle.database.executescript("DELETE FROM earned; DELETE FROM files")
    assert told() == first
    (tmp_path / NAME).unlink()
    assert told() == first


def test_only_the_first_time_is_news(tmp_path: Path) -> None:
    seat = FinishedSeat("Ann", "person", "orange", 60, 1, 1.0, {}, {}, ("treasury.1",))
    finished = FinishedGame("one", ("base",), (), "", 9, 100, (seat,))
    with Chronicle(tmp_path / NAME) as chronicle:
        chronicle.add(finished, "2026-01-01")
        assert chronicle.new == [("Ann", "treasury.1")]
        chronicle.new.clear()
        chronicle.add(replace(finished, identity="two"), "2026-01-02")
        assert chronicle.new == []
        assert earned_by(chronicle, "Ann") == [EarnedLine("treasury.1", 2, "2026-01-01", "")]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"family": ""}, r"achievements\[1\].family: a word"),
        ({"family": "treasury"}, "there twice"),
        ({"picture": ["interface"]}, "a sheet and a name"),
        ({"steps": []}, "there is none"),
        ({"more": 1}, "unknown key 'more'"),
        ({"steps": [{"needs": {}}]}, "at least one number"),
        ({"steps": [{"needs": {"luck": [1, None]}}]}, "'luck' is no number"),
        ({"steps": [{"needs": {"by:nobody": [1, None]}}]}, "no number"),
        ({"steps": [{"needs": {"gold": [1]}}]}, "a least and a most"),
        ({"steps": [{"needs": {"gold": [None, None]}}]}, "a least and a most"),
        ({"steps": [{"needs": {"gold": [9, 8]}}]}, "9 is more than 8"),
        ({"steps": [{"needs": {"gold": [True, None]}}]}, "a whole number"),
        ({"steps": [{"count": "1", "needs": {"gold": [1, None]}}]}, "a whole number"),
    ],
)
def test_a_mistake_in_the_list_is_named(changes: dict[str, Any], reason: str) -> None:
    data = parse_json(read_text(FILE))
    data[1] |= changes
    with pytest.raises(BadSetup, match=reason):
        list(read_achievements(data))


def test_later_steps_ask_for_more() -> None:
    """Who earns a step has earned those before it."""
    for name, (scene, _, _) in SCENES.items():
        family, _, step = name.rpartition(".")
        if int(step) > 1:
            assert f"{family}.{int(step) - 1}" in earned(scene.numbers()), name


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_family_has_its_words(language: str) -> None:
    texts = parse_json(read_text(Path(kingdom.text.__file__).parent / language / "achievements.json"))
    every = achievements()
    needed = {f"feat.{one.family}{part}" for one in every for part in ("", ".deed", ".riddle")}
    of_steps = {f"feat.{one.family}.deed.{one.step}" for one in every}
    assert needed <= texts.keys() <= needed | of_steps


def test_a_stronger_program_counts_as_well() -> None:
    table = {"me": {"gold": 50}, "them": {"gold": 49}, "more": [{"gold": 48}, {"gold": 51}]}
    found = Scene(kinds=("person", "master/hermit", "hard", "expert"), table=table).numbers()
    beaten = {level: found.get(f"beaten:{level}", 0) for level in ("easy", "hard", "expert", "master")}
    assert beaten == {"easy": 2, "hard": 2, "expert": 1, "master": 1}
