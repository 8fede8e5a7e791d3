"""Compares random numbers, hashes and stored names with literal values from before the big rename."""

from __future__ import annotations

import json
from datetime import date
from pathlib import Path

import pytest
from support.sample_games import FIRST_EXPANSIONS
from write_files import FILES

import kingdom.ai
from kingdom.ai.levels import is_known_ai_player
from kingdom.ai.planner import position_seed
from kingdom.ai.play_styles import load_play_styles
from kingdom.ai.weights import EVALUATION_TERMS, STYLE_TERMS
from kingdom.learn.daily_challenge import challenge_for_day
from kingdom.position import parse_json_strict, read_position, write_position
from kingdom.record import position_hash, read_record, replay
from kingdom.rules.registry import EXPANSIONS, STATE_FIELDS
from kingdom.rules.rng import Rng, shuffle_from_state, state_from_seed
from kingdom.rules.setup import GameSetup, new_game
from kingdom.stats.achievements import achievement_definitions_hash, load_achievement_definitions
from kingdom.stats.finished_game import board_key


def test_random_numbers_are_unchanged() -> None:
    """The same seed must always produce the same game."""
    assert [state_from_seed(seed) for seed in (0, 1, 2**40)] == [
        9370218965779684112,
        3246858695411730098,
        7754552817040227058,
    ]
    assert shuffle_from_state(state_from_seed(5), "abcdefgh") == (
        4384088662142358283,
        ("a", "h", "e", "b", "f", "d", "g", "c"),
    )
    assert Rng(7).randrange(1000) == 911
    assert Rng(7).shuffled(range(8)) == (2, 0, 1, 6, 3, 5, 4, 7)


def test_dealt_game_is_unchanged() -> None:
    """The deal depends on the order of random draws, so that order must not change."""
    game = new_game(GameSetup(player_count=5, expansions=FIRST_EXPANSIONS, seed=1, deal_mode="every_box"))
    assert position_hash(game) == "4894ffb20d7ee5bf1367764702543c650b31e240286be0a8f5add3b004622e26"
    game = new_game(GameSetup(player_count=3, expansions=("base", "harvest"), seed=2))
    assert position_hash(game) == "c273f609cb4374bd45b1683a77781544c5b8f08c256d4a3c07e30c313f15a7df"


def test_order_of_tiles_and_cards_is_unchanged() -> None:
    """Random draws and action indices depend on the order of tiles and cards. New expansions come last."""
    assert tuple(EXPANSIONS)[: len(FIRST_EXPANSIONS)] == FIRST_EXPANSIONS
    assert {name: [tile.name for tile in EXPANSIONS[name].tiles] for name in FIRST_EXPANSIONS} == {
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
    assert {
        name: [card.name for card in (*EXPANSIONS[name].scoring_cards, *EXPANSIONS[name].task_cards)]
        for name in FIRST_EXPANSIONS
    } == {
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


def test_state_field_names_are_unchanged() -> None:
    """Written positions always contain these fields. Any other field is omitted while it has its default, so
    that the positions and hashes of existing games do not change."""
    assert [name for name, field in STATE_FIELDS.items() if not field.omit_default] == [
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


def test_position_round_trip() -> None:
    """A position with every expansion is the same after being read and written back."""
    data = parse_json_strict((FILES / "position.json").read_text(encoding="utf-8"))
    assert json.dumps(write_position(read_position(data))) == json.dumps(data)


def test_board_keys_are_unchanged() -> None:
    """The statistics use these keys to group games by board."""
    board_keys = {
        path.name: board_key(read_record(path.read_text(encoding="utf-8")).setup) for path in save_paths()
    }
    assert board_keys == {
        "Ani, Frank 2026-11-13 10-00.kingdom": "map:f909240715fc",
        "Ani, Jenny 2026-11-16 21-00.kingdom": "",
        "Everybody 2026-11-14 18-00.kingdom": "tavern+farm turned+tower+oracle",
        "What if_.kingdom": "tavern+farm turned+tower+oracle",
        "current.kingdom": "",
    }


def save_paths() -> list[Path]:
    return sorted((FILES / "saves").glob("*.kingdom"), key=lambda path: path.name)


def test_position_seeds_are_unchanged() -> None:
    """AI players use these seeds for random decisions, so different seeds would change how they play."""
    seeds = [position_seed(replay(read_record(path.read_text(encoding="utf-8")))) for path in save_paths()]
    assert seeds == [
        8443302508377649695,
        13178909627883912573,
        9246947947953787176,
        3524430389817102334,
        5959542848682682752,
    ]


def test_achievement_definitions_hash_is_unchanged() -> None:
    """If the hash changes, the game reprocesses all records. The hash may change only together with
    achievements.json."""
    assert len(load_achievement_definitions()) == 40
    assert achievement_definitions_hash() == "291b54b22e53"


@pytest.mark.parametrize(
    ("day", "seed"), [(date(2026, 11, 16), 71890741195844), (date(2026, 11, 22), 246432191489465)]
)
def test_daily_challenge_seed_is_unchanged(day: date, seed: int) -> None:
    setup = challenge_for_day(day).setup
    assert (setup.seed, setup.player_count, setup.start_player) == (seed, 3, 0)


def test_weight_names_are_unchanged() -> None:
    assert (
        *("building", "moving", "other", "kept", "promise", "tile_ahead", "open", "room", "balance"),
        *("links", "rivals"),
    ) == EVALUATION_TERMS
    assert STYLE_TERMS == ("in_rows", "together", "beside_others")
    text = Path(kingdom.ai.__path__[0], "weights.json").read_text(encoding="utf-8")
    assert tuple(json.loads(text)["weights"]) == EVALUATION_TERMS


def test_style_names_are_unchanged() -> None:
    """These names are keys of styles.json, and saves store them as part of the player kind."""
    assert list(load_play_styles()) == ["roadbuilder", "neighbour", "collector", "hermit"]
    style = load_play_styles()["neighbour"]
    assert (style.name, style.weight_factors, style.style_bonuses) == (
        "Nico",
        {"rivals": 1.3},
        {"beside_others": 0.25},
    )


@pytest.mark.parametrize(
    "name", ["easy", "medium", "hard", "expert", "master", "hard/neighbour", "near/1350"]
)
def test_player_kinds_are_known(name: str) -> None:
    """Saves and settings contain these player kinds, so the kinds must remain valid."""
    assert is_known_ai_player(name)
