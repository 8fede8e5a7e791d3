"""Random numbers, hashes and words that are stored: literal values of the version before the rename."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from write_files import FILES

import kingdom.ai
from kingdom.ai.evaluation import LIKED, TERMS
from kingdom.ai.planner import hash_of
from kingdom.ai.roster import is_player
from kingdom.ai.styles import styles
from kingdom.learn.daily import daily_land
from kingdom.position import parse, read_position, write_position
from kingdom.profile.achievements import achievements, fingerprint
from kingdom.profile.finished_game import land_of
from kingdom.record import digest, read_record, replay
from kingdom.rules.chance import Chance, seeded, shuffled
from kingdom.rules.registry import BOXES, FIELDS
from kingdom.rules.setup import Setup, new_game


def test_random_numbers_are_the_same() -> None:
    """T10: the same seed must give the same game."""
    assert [seeded(seed) for seed in (0, 1, 2**40)] == [
        9370218965779684112,
        3246858695411730098,
        7754552817040227058,
    ]
    assert shuffled(seeded(5), "abcdefgh") == (
        4384088662142358283,
        ("a", "h", "e", "b", "f", "d", "g", "c"),
    )
    assert Chance(7).below(1000) == 911
    assert Chance(7).shuffled(range(8)) == (2, 0, 1, 6, 3, 5, 4, 7)


def test_a_game_from_a_seed_is_the_same() -> None:
    """T3: the order of draws when a game is dealt."""
    game = new_game(Setup(players=5, boxes=tuple(BOXES), seed=1, deal="every_box"))
    assert digest(game) == "4894ffb20d7ee5bf1367764702543c650b31e240286be0a8f5add3b004622e26"
    game = new_game(Setup(players=3, boxes=("base", "harvest"), seed=2))
    assert digest(game) == "c273f609cb4374bd45b1683a77781544c5b8f08c256d4a3c07e30c313f15a7df"


def test_the_order_of_what_expansions_bring_is_the_same() -> None:
    """T3: random draws and numbers of answers follow it."""
    assert {box.name: [tile.name for tile in box.tiles] for box in BOXES.values()} == {
        "base": ["oracle", "farm", "tavern", "tower", "harbor", "paddock", "oasis", "barn"],
        "nomads": ["quarry", "caravan", "village", "garden"],
        "crossroads": [
            *("lighthouse", "foresters_lodge", "barracks", "crossroads", "city_hall", "fort", "monastery"),
            "wagon",
        ],
        "marshlands": ["temple", "refuge", "canoe", "fountain"],
        "harvest": [
            *("bazaar", "water_mill", "mountain_station", "scout_cabin", "cathedral", "watchtower"),
            *("university", "palisade"),
        ],
        "capitol": [],
        "caves": [],
        "island": ["rope_bridge", "tree_house"],
    }
    assert {box.name: [card.name for card in (*box.cards, *box.tasks)] for box in BOXES.values()} == {
        "base": [
            *("fishermen", "miners", "workers", "merchants", "discoverers", "knights", "hermits"),
            *("citizens", "lords", "farmers"),
        ],
        "nomads": ["families", "shepherds", "ambassadors"],
        "crossroads": ["home_country", "fortress", "road", "place_of_refuge", "advance", "compass_points"],
        "marshlands": ["geologists", "messengers", "noblewomen", "vassals", "captains", "scouts"],
        "harvest": ["rangers", "travellers", "chainers", "homesteaders", "mayors", "rovers"],
        "capitol": [],
        "caves": [],
        "island": [],
    }


def test_what_expansions_keep_in_a_position_has_the_same_keys() -> None:
    """T2."""
    assert list(FIELDS) == [
        *(
            "walls",
            "nomad_tiles",
            "nomads",
            "warriors",
            "wagon",
            "ship",
            "city_hall",
            "extra_cards",
            "waiting",
        ),
        *("lifted", "bonus", "bonus_fresh", "bonus_used", "removed_terrain", "marks", "counters", "scouts"),
        *("farmland_used", "sections", "capitols", "caves", "cave_used", "island"),
    ]


def test_a_position_is_read_and_written() -> None:
    """T2: with every expansion."""
    data = parse((FILES / "position.json").read_text(encoding="utf-8"))
    assert json.dumps(write_position(read_position(data))) == json.dumps(data)


def test_the_land_of_a_game_has_the_same_name() -> None:
    """T10: the statistics find games on the same land by it."""
    names = {path.name: land_of(read_record(path.read_text(encoding="utf-8")).setup) for path in saves()}
    assert names == {
        "Ani, Frank 2026-11-13 10-00.kingdom": "map:f909240715fc",
        "Ani, Jenny 2026-11-16 21-00.kingdom": "",
        "Everybody 2026-11-14 18-00.kingdom": "tavern+farm turned+tower+oracle",
        "What if_.kingdom": "tavern+farm turned+tower+oracle",
        "current.kingdom": "",
    }


def saves() -> list[Path]:
    return sorted((FILES / "saves").glob("*.kingdom"))


def test_a_view_has_the_same_number() -> None:
    """T10: what AI players do is drawn from it."""
    numbers = [hash_of(replay(read_record(path.read_text(encoding="utf-8")))) for path in saves()]
    assert numbers == [
        8443302508377649695,
        13178909627883912573,
        9246947947953787176,
        3524430389817102334,
        5959542848682682752,
    ]


def test_the_fingerprint_of_the_achievements_is_the_same() -> None:
    """T10: another one makes every record be read again. It changes with achievements.json only."""
    assert len(achievements()) == 40
    assert fingerprint() == "291b54b22e53"


@pytest.mark.parametrize(
    ("day", "seed", "boxes"),
    [(date(2026, 11, 16), 71890741195844, 1), (date(2026, 11, 22), 246432191489465, 8)],
)
def test_a_daily_challenge_has_the_same_seed(day: date, seed: int, boxes: int) -> None:
    """T12."""
    setup = daily_land(day).setup
    assert (setup.seed, len(setup.boxes), setup.players, setup.start) == (seed, boxes, 3, 0)


def test_weights_have_the_same_names() -> None:
    """T11."""
    assert (
        *("building", "moving", "other", "kept", "promise", "tile_ahead", "open", "room", "balance"),
        *("links", "rivals"),
    ) == TERMS
    assert LIKED == ("in_rows", "together", "beside_others")
    text = Path(kingdom.ai.__path__[0], "weights.json").read_text(encoding="utf-8")
    assert tuple(json.loads(text)["weights"]) == TERMS


def test_styles_have_the_same_keys() -> None:
    """T6: keys of styles.json; a style is part of the name of a player in saves."""
    assert list(styles()) == ["roadbuilder", "neighbour", "collector", "hermit"]
    neighbour = styles()["neighbour"]
    assert (neighbour.name, neighbour.times, neighbour.likes) == (
        "Nico",
        {"rivals": 1.3},
        {"beside_others": 0.25},
    )


@pytest.mark.parametrize(
    "name", ["easy", "medium", "hard", "expert", "master", "hard/neighbour", "near/1350"]
)
def test_players_have_the_same_names(name: str) -> None:
    """T12: they are in saves and in the settings."""
    assert is_player(name)
