"""Tests the options for a new game: seats and their order, tasks, the island, and how the options are stored
in the settings."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingdom.ai.levels import MAX_RATING, RATED_PLAYER_PREFIX
from kingdom.maps import tiled
from kingdom.maps.generator import MUCH, GeneratorOptions
from kingdom.maps.library import list_boards, list_custom_sections, load_custom_section
from kingdom.match.game_options import (
    BOARD_FIRST_GAME,
    BOARD_MAP,
    BOARD_SECTIONS,
    DEFAULT_AI_LEVEL,
    DEFAULT_NAMES,
    RANDOM,
    TASKS_CHOSEN,
    TASKS_NONE,
    GameOptions,
    InvalidOptions,
    default_seats,
    first_human_name,
    options_after_game,
    options_from_settings,
    parse_options,
    rename_first_human,
    suggested_first_game,
    with_chosen_tasks,
    with_custom_sections,
)
from kingdom.match.seats import (
    DEFAULT_RATING,
    HUMAN,
    PLAYER_COLORS,
    Seat,
    SeatOptions,
    match_ai_to_rating,
    read_seats,
    read_seats_or_default,
    write_seats,
)
from kingdom.rules.board import ROTATED_SUFFIX, TerrainGrid
from kingdom.rules.errors import ValidationError
from kingdom.rules.registry import EXPANSIONS, SECTIONS, TASK_CARDS
from kingdom.rules.setup import DEAL_BALANCED, DEAL_MIXED, GameSetup, new_game


def all_expansions(**options: object) -> GameOptions:
    return GameOptions(seed=11, board=RANDOM, expansions=list(EXPANSIONS), **options)  # type: ignore[arg-type]


def test_taking_a_used_color_swaps_colors() -> None:
    options = GameOptions()
    while options.free_colors():
        options.add_seat()
    first, last = options.seats[0], options.seats[-1]
    options.set_color(first, last.color)
    assert (first.color, last.color) == (PLAYER_COLORS[-1], PLAYER_COLORS[0])
    assert {seat.color for seat in options.seats} == set(PLAYER_COLORS)


def test_taking_a_free_color_leaves_the_other_seats_alone() -> None:
    options = GameOptions()
    free = options.free_colors()[0]
    others = [seat.color for seat in options.seats[1:]]
    options.set_color(options.seats[0], free)
    assert [seat.color for seat in options.seats] == [free, *others]


def test_first_seat_follows_a_moved_seat() -> None:
    options = GameOptions()
    names = [seat.name for seat in options.seats]
    options.first_seat = 0
    options.move_seat(0, 1)
    assert [seat.name for seat in options.seats] == [names[1], names[0], names[2]]
    assert options.first_seat == 1
    assert options.build_setup().start_player == 1
    options.remove_seat(0)
    assert options.first_seat == 0
    options.add_seat()
    options.remove_seat(0)
    assert options.first_seat is None, "the seat that was to start was removed"


def test_start_player_is_random_or_chosen() -> None:
    assert {new_game(GameOptions(seed=seed).build_setup()).start_player for seed in range(30)} == {0, 1, 2}
    assert {
        new_game(GameOptions(seed=seed, first_seat=2).build_setup()).start_player for seed in range(30)
    } == {2}


def test_balanced_deal_is_the_default() -> None:
    assert all_expansions().build_setup().deal_mode == DEAL_BALANCED
    assert all_expansions(balanced_deal=False).build_setup().deal_mode == DEAL_MIXED


@pytest.mark.parametrize("side", EXPANSIONS["island"].islands)
def test_island_side(side: str) -> None:
    options = all_expansions(island=side)
    assert new_game(options.build_setup()).config.setup_values["island"] == side
    options.set_expansion("island", False)
    assert options.island == ""
    new_game(options.build_setup())


def test_tasks_are_random_chosen_or_absent() -> None:
    sections = ["lighthouse", "barracks", "farm", "oracle"]
    options = all_expansions(sections=sections)
    options.board = BOARD_SECTIONS
    assert len(new_game(options.build_setup()).config.task_cards) == 2
    options.task_source = TASKS_NONE
    assert new_game(options.build_setup()).config.task_cards == ()
    options.task_source = TASKS_CHOSEN
    for task in list(TASK_CARDS)[:3]:
        options.toggle_task(task, 2)
    assert options.tasks == list(TASK_CARDS)[1:3], "a third task replaces the first"
    assert [task.name for task in new_game(options.build_setup()).config.task_cards] == options.tasks
    options.toggle_task(options.tasks[1], 2)
    (chosen,) = options.tasks
    drawn = [task.name for task in new_game(options.build_setup()).config.task_cards]
    assert drawn[0] == chosen
    assert len(set(drawn)) == 2, "tasks that are not chosen are drawn"
    options.sections = ["farm", "oracle", "oasis", "barn"]
    assert new_game(options.build_setup()).config.task_cards == ()


def test_number_of_chosen_tasks_follows_the_board() -> None:
    """R-SETUP-5: there is one task for each Crossroads section. With a different board,
    chosen tasks are dropped or random ones are added."""
    chosen = list(TASK_CARDS)[:2]
    for sections, task_count in (
        (("lighthouse", "barracks", "farm", "oracle"), 2),
        (("lighthouse", "oasis", "farm", "oracle"), 1),
        (("lighthouse", "barracks", "city_hall", "oracle"), 3),
        (("oasis", "barn", "farm", "oracle"), 0),
    ):
        setup = with_chosen_tasks(
            GameSetup(2, ("base", "crossroads"), sections=sections, task_cards=tuple(chosen)), chosen
        )
        tasks = [task.name for task in new_game(setup).config.task_cards]
        assert len(set(tasks)) == len(tasks) == task_count
        assert tasks[:2] == chosen[:task_count]


def test_settings_round_trip() -> None:
    options = all_expansions(
        balanced_deal=False,
        island="tree_house",
        task_source=TASKS_CHOSEN,
        tasks=["road"],
        first_seat=1,
        cards_chosen=True,
        cards=["lords", "miners", "families"],
        variants=["nolords"],
    )
    options.seats = [SeatOptions("Zoë", "purple", HUMAN), SeatOptions("Bo", "black", "expert")]
    options.cards = [card for card in options.cards if card in options.available_cards()]
    assert parse_options(options.to_settings()) == options


@pytest.mark.parametrize(
    "wrong",
    [{"start": 9}, {"start": -1}, {"start": True}, {"tasks": ["x"]}, {"tasks_from": 3}, {"island": "x"}],
)
def test_invalid_settings_are_ignored(wrong: dict[str, object]) -> None:
    data = all_expansions().to_settings() | wrong
    assert parse_options(data) == all_expansions()


@pytest.mark.parametrize("wrong", [None, 3, "x", [None], [{}], {"a": None}, [[]], 1e400, True])
def test_one_invalid_field_keeps_all_others(wrong: object) -> None:
    options = all_expansions(
        balanced_deal=False,
        island="tree_house",
        task_source=TASKS_CHOSEN,
        tasks=["road"],
        first_seat=1,
        sections=["farm turned", "oracle", "temple", "barn"],
        map_name="two_rivers",
        section_replacements={"farm": "mine.tmx"},
        generator_options=GeneratorOptions(water=MUCH),
        cards_chosen=True,
        cards=["miners", "families", "knights"],
    )
    options.board, options.seed = BOARD_SECTIONS, 77
    options.seats = [SeatOptions("Zoë", "purple", HUMAN), SeatOptions("Bo", "black", "expert")]
    saved = options.to_settings()
    assert parse_options(saved) == options
    dependent = {"boxes": {"variants", "sections", "cards", "tasks", "island"}, "seats": {"start"}}
    for key in saved:
        parsed = parse_options(saved | {key: wrong}).to_settings()
        unchanged = saved.keys() - {key} - dependent.get(key, set())
        assert {name: parsed[name] for name in unchanged} == {name: saved[name] for name in unchanged}, key
    assert parse_options(saved | {"added_later": wrong}) == options


def test_first_human_has_the_name_from_the_settings() -> None:
    options = options_from_settings({}, "Zoë")
    assert options.seats[0].name == "Zoë"
    assert options.seats[0].kind == HUMAN
    frank = options_from_settings({}, DEFAULT_NAMES[1])
    assert len({seat.name for seat in frank.seats}) == len(frank.seats)
    renamed_settings = rename_first_human(options.to_settings(), "Bo")
    assert first_human_name(renamed_settings) == "Bo"
    assert options_from_settings(renamed_settings, "Bo").seats[1:] == options.seats[1:], (
        "the other seats must not change"
    )
    taken = options.seats[1].name
    assert first_human_name(rename_first_human(renamed_settings, taken)) == "Bo", (
        "the name of another seat cannot be taken"
    )


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("seats", [{"name": "A", "colour": "blue", "kind": "person"}]),
        (
            "seats",
            [
                {"name": "A", "colour": "blue", "kind": "person"},
                {"name": "B", "colour": "white", "kind": "wizard"},
            ],
        ),
        (
            "seats",
            [
                {"name": "A", "colour": "blue", "kind": "person"},
                {"name": "B", "colour": "blue", "kind": "easy"},
            ],
        ),
        ("sections", ["farm", "oracle", "oasis"]),
        ("sections", ["farm", "farm turned", "oasis", "barn"]),
        ("sections", ["farm", "oracle", "oasis", "nowhere"]),
        ("variants", ["upside_down"]),
        ("cards", ["bakers"]),
        ("board", "round"),
    ],
)
def test_invalid_value_is_replaced_by_its_default(key: str, value: object) -> None:
    assert parse_options(GameOptions(seed=11).to_settings() | {key: value}) == GameOptions(seed=11)


def test_known_seats_and_sections_are_parsed() -> None:
    data = all_expansions().to_settings()
    data["seats"] = [
        {"name": "A", "colour": "blue", "kind": "person"},
        {"name": "B", "colour": "white", "kind": "hard"},
    ]
    data["sections"] = ["farm turned", "oracle", "temple", "barn"]
    data["start"] = 0
    parsed = parse_options(data)
    assert [(seat.name, seat.color, seat.kind) for seat in parsed.seats] == [
        ("A", "blue", "person"),
        ("B", "white", "hard"),
    ]
    assert parsed.sections == data["sections"]
    assert parsed.first_seat == 0


def test_next_game_keeps_expansions_and_variants() -> None:
    last = GameOptions(expansions=["base", "nomads"], board=RANDOM, variants=["full"]).to_settings()
    setup = GameSetup(player_count=2, expansions=("base", "crossroads"), variants=("twins",), seed=4)
    parsed = options_after_game(setup, [Seat("A", "blue", "random"), Seat("B", "white")], last)
    assert parsed.expansions == ["base", "crossroads"]
    assert parsed.variants == ["twins"]
    assert [seat.kind for seat in parsed.seats] == [DEFAULT_AI_LEVEL, HUMAN], (
        "an unavailable kind is replaced by the default level"
    )
    assert parsed.first_seat is None


def test_variant_can_be_turned_on_and_off() -> None:
    options = GameOptions(cards=["lords"], cards_chosen=True)
    options.set_variant("nolords", True)
    assert options.variants == ["nolords"]
    assert options.cards == [], "the variant removes its card"
    options.set_variant("full", True)
    options.set_variant("nolords", False)
    assert options.variants == ["full"]


@pytest.mark.parametrize(("player_count", "is_valid"), [(1, False), (2, True), (5, True), (6, False)])
def test_player_count_limits(player_count: int, is_valid: bool) -> None:
    options = GameOptions()
    options.seats = [
        SeatOptions(f"P{seat}", (*PLAYER_COLORS, "blue")[seat], "easy") for seat in range(player_count)
    ]
    if is_valid:
        assert options.build_setup().player_count == player_count
    else:
        with pytest.raises(InvalidOptions) as error:
            options.build_setup()
        assert (error.value.text_key, error.value.text_values) == (
            "ui.new.why.players",
            {"fewest": 2, "most": 5},
        )


def test_seat_names_must_be_unique_and_not_empty() -> None:
    options = GameOptions()
    options.seats[1].name = " "
    with pytest.raises(InvalidOptions) as empty_error:
        options.build_setup()
    assert (empty_error.value.text_key, empty_error.value.text_values) == ("ui.new.why.name", {"number": 2})
    options.seats[1].name = options.seats[0].name
    with pytest.raises(InvalidOptions) as duplicate_error:
        options.build_setup()
    assert duplicate_error.value.text_key == "ui.new.why.same_name"


def test_map_requires_its_expansions() -> None:
    rows = ["G" * 20] * 19 + ["U" + "G" * 19]
    grid = TerrainGrid.from_text("\n".join(rows))
    options = GameOptions(board=BOARD_MAP, map_name="swamp.tmx")
    with pytest.raises(InvalidOptions) as error:
        options.build_setup(lambda name: grid)
    assert (error.value.text_key, error.value.text_values) == (
        "ui.new.why.boxes",
        {"boxes": ["marshlands"]},
    )
    options.set_expansion("marshlands", True)
    assert options.build_setup(lambda name: grid).grid is not None


def test_suggested_first_game_has_fixed_cards_until_an_expansion_is_added() -> None:
    options = GameOptions()
    assert options.board == BOARD_FIRST_GAME
    assert (
        tuple(options.fixed_cards) == options.build_setup().scoring_cards == suggested_first_game()["cards"]
    )
    options.set_expansion("nomads", True)
    assert options.board == RANDOM
    assert options.fixed_cards == []
    assert options.build_setup().scoring_cards is None, "the cards are random"


def test_toggle_cards() -> None:
    options = all_expansions()
    for card in ("lords", "miners", "families", "knights"):
        options.toggle_card(card)
    assert options.cards == ["miners", "families", "knights"]
    options.toggle_card("families")
    assert options.cards == ["miners", "knights"]


def test_any_seed_is_kept() -> None:
    for seed in (0, 1, 77):
        assert parse_options(all_expansions().to_settings() | {"seed": seed}).seed == seed


def test_unreadable_seats_get_numbered_names() -> None:
    seats = [Seat("Zoë", "black", "hard"), Seat("Cleo", "blue")]
    assert read_seats_or_default(write_seats(seats), 2, "Seat") == seats
    assert [seat.name for seat in read_seats_or_default([{"name": ""}], 2, "Seat")] == ["Seat 1", "Seat 2"]


def test_custom_maps_are_listed_with_their_errors(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kingdom.maps.library.user_maps_dir", lambda: tmp_path)
    monkeypatch.setattr("kingdom.maps.library.user_maps_dir", lambda: tmp_path)
    tiled.write_map(SECTIONS["farm"], tmp_path / "mine.tmx", {"title": "Mine"})
    (tmp_path / "broken.tmx").write_text("<map")
    custom = [file for file in list_boards() if file.is_custom]
    assert [(file.name, file.error is not None) for file in custom] == [("broken.tmx", True)]
    assert [file.name for file in list_custom_sections()] == ["mine.tmx"]
    names = ["mine.tmx", f"mine.tmx{ROTATED_SUFFIX}", "oasis", "tavern"]
    setup = with_custom_sections(GameSetup(seed=1), names, {}, load_custom_section)
    assert setup.source_names == tuple(names)


def test_default_seats_have_unique_names() -> None:
    assert [seat.name for seat in default_seats()] == list(DEFAULT_NAMES[:3])
    assert [seat.name for seat in default_seats("Zoë")] == ["Zoë", *DEFAULT_NAMES[1:3]]
    assert [seat.name for seat in default_seats(DEFAULT_NAMES[1])] == [DEFAULT_NAMES[1], *DEFAULT_NAMES[2:4]]
    assert [seat.kind for seat in default_seats()] == [HUMAN, "easy", "medium"]


def test_next_game_keeps_the_first_seat() -> None:
    options = all_expansions(first_seat=1)
    assert (
        options_after_game(options.build_setup(), options.build_seats(), options.to_settings()).first_seat
        == 1
    )


def test_ai_styles_and_rating_matched_ai() -> None:
    options = GameOptions(seats=[*default_seats("Zoë"), SeatOptions("Cleo", "black", "hard", "hermit")])
    options.seats[1].kind, options.seats[2].style = RATED_PLAYER_PREFIX, "hermit"
    options.seats[2].kind = "easy"
    kinds = [seat.kind for seat in options.build_seats({"zoë": 1499, "cleo": 2000})]
    assert kinds == [HUMAN, f"{RATED_PLAYER_PREFIX}/1499", "easy", "hard/hermit"], "Easy has no play styles"
    assert [seat.kind for seat in options.build_seats()][1] == f"{RATED_PLAYER_PREFIX}/{DEFAULT_RATING}"
    again = parse_options(options.to_settings())
    assert again.seats == options.seats
    invalid = options.to_settings()
    invalid["seats"][3]["style"] = "whatever"
    assert parse_options(invalid).seats[3].style == ""
    after = options_after_game(GameSetup(player_count=4, seed=1), options.build_seats({"zoë": 1499}), None)
    assert [(seat.kind, seat.style) for seat in after.seats] == [
        (HUMAN, ""), (RATED_PLAYER_PREFIX, ""), ("easy", ""), ("hard", "hermit"),
    ]  # fmt: skip


def test_matched_ai_follows_the_rating_of_the_human() -> None:
    seats = [
        Seat("Zoë", "black"),
        Seat("Cleo", "blue", f"{RATED_PLAYER_PREFIX}/1200"),
        Seat("Max", "white", "hard"),
    ]
    assert [seat.kind for seat in match_ai_to_rating(seats, {"zoë": 1350})] == [
        HUMAN,
        f"{RATED_PLAYER_PREFIX}/1350",
        "hard",
    ]
    assert match_ai_to_rating(seats[1:], {"cleo": 3})[0].kind == f"{RATED_PLAYER_PREFIX}/{DEFAULT_RATING}", (
        "only the ratings of humans count"
    )
    assert match_ai_to_rating(seats, {"zoë": 99999})[1].kind == f"{RATED_PLAYER_PREFIX}/{MAX_RATING}"


def test_seats_of_all_kinds_round_trip() -> None:
    seats = [Seat("Zoë", "black", "hard/hermit"), Seat("Cleo", "blue", f"{RATED_PLAYER_PREFIX}/1200")]
    assert read_seats(write_seats(seats), 2) == seats
    for kind in ("hard/nobody", "near/x", "cmd:ls", 7, None):
        with pytest.raises(ValidationError):
            read_seats([{**entry, "kind": kind} for entry in write_seats(seats)], 2)
