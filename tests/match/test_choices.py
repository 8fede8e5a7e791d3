"""What is chosen for a new game: seats and their order, tasks, the island; and what is remembered of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from kingdom import tiled
from kingdom.ai.roster import MOST_POINTS, NEAR
from kingdom.match.choices import (
    BY_HAND,
    FIRST,
    FIRST_POINTS,
    MAP,
    NAMES,
    NEWCOMER,
    NONE,
    OWN,
    RANDOM,
    CannotStart,
    Choices,
    SeatChoice,
    as_strong,
    first_game,
    first_seats,
    with_tasks,
)
from kingdom.match.map_files import map_files
from kingdom.match.own_sections import load_section, section_files, with_own_land
from kingdom.match.remembered import choices_after, choices_for, first_person, read_choices, renamed
from kingdom.match.seats import COLOURS, PERSON, Seat, read_seats, seats_or_numbers, write_seats
from kingdom.rules.board import TURNED, Grid
from kingdom.rules.registry import BOXES, SECTIONS, TASKS, BadSetup
from kingdom.rules.setup import EVERY_BOX, MIXED, Setup, new_game


def everything(**more: object) -> Choices:
    return Choices(seed=11, board=RANDOM, boxes=list(BOXES), **more)  # type: ignore[arg-type]


def test_a_colour_that_is_taken_is_exchanged() -> None:
    choices = Choices()
    while choices.free_colours():
        choices.add_seat()
    first, last = choices.seats[0], choices.seats[-1]
    choices.take_colour(first, last.colour)
    assert (first.colour, last.colour) == (COLOURS[-1], COLOURS[0])
    assert {seat.colour for seat in choices.seats} == set(COLOURS)


def test_a_free_colour_is_just_taken() -> None:
    choices = Choices()
    free = choices.free_colours()[0]
    others = [seat.colour for seat in choices.seats[1:]]
    choices.take_colour(choices.seats[0], free)
    assert [seat.colour for seat in choices.seats] == [free, *others]


def test_seats_move_and_the_start_goes_with_its_seat() -> None:
    choices = Choices()
    names = [seat.name for seat in choices.seats]
    choices.start = 0
    choices.move_seat(0, 1)
    assert [seat.name for seat in choices.seats] == [names[1], names[0], names[2]]
    assert choices.start == 1
    assert choices.setup().start == 1
    choices.remove_seat(0)
    assert choices.start == 0
    choices.add_seat()
    choices.remove_seat(0)
    assert choices.start is None, "who was to start is gone"


def test_who_starts_is_by_chance_or_chosen() -> None:
    assert {new_game(Choices(seed=seed).setup()).start_player for seed in range(30)} == {0, 1, 2}
    assert {new_game(Choices(seed=seed, start=2).setup()).start_player for seed in range(30)} == {2}


def test_the_window_deals_for_every_box_unless_told_otherwise() -> None:
    assert everything().setup().deal == EVERY_BOX
    assert everything(every_box=False).setup().deal == MIXED


@pytest.mark.parametrize("side", BOXES["island"].islands)
def test_the_side_of_the_island(side: str) -> None:
    choices = everything(island=side)
    assert new_game(choices.setup()).table.markers["island"] == side
    choices.switch_box("island", False)
    assert choices.island == ""
    new_game(choices.setup())


def test_tasks_by_chance_by_hand_or_none() -> None:
    sections = ["lighthouse", "barracks", "farm", "oracle"]
    choices = everything(sections=sections)
    choices.board = BY_HAND
    assert len(new_game(choices.setup()).table.tasks) == 2
    choices.tasks_from = NONE
    assert new_game(choices.setup()).table.tasks == ()
    choices.tasks_from = OWN
    for task in list(TASKS)[:3]:
        choices.pick_task(task, 2)
    assert choices.tasks == list(TASKS)[1:3], "a third takes the place of the first"
    assert [task.name for task in new_game(choices.setup()).table.tasks] == choices.tasks
    choices.pick_task(choices.tasks[1], 2)
    (kept,) = choices.tasks
    drawn = [task.name for task in new_game(choices.setup()).table.tasks]
    assert drawn[0] == kept
    assert len(set(drawn)) == 2, "what is not chosen is drawn"
    choices.sections = ["farm", "oracle", "oasis", "barn"]
    assert new_game(choices.setup()).table.tasks == ()


def test_on_another_land_the_chosen_tasks_are_as_many_as_are_due() -> None:
    """R-SETUP-5: one for each section of their box; a game that is played again may have more or fewer."""
    chosen = list(TASKS)[:2]
    for sections, due in (
        (("lighthouse", "barracks", "farm", "oracle"), 2),
        (("lighthouse", "oasis", "farm", "oracle"), 1),
        (("lighthouse", "barracks", "city_hall", "oracle"), 3),
        (("oasis", "barn", "farm", "oracle"), 0),
    ):
        setup = with_tasks(Setup(2, ("base", "crossroads"), sections=sections, tasks=tuple(chosen)), chosen)
        tasks = [task.name for task in new_game(setup).table.tasks]
        assert len(set(tasks)) == len(tasks) == due
        assert tasks[:2] == chosen[:due]


def test_everything_is_remembered() -> None:
    choices = everything(
        every_box=False, island="tree_house", tasks_from=OWN, tasks=["road"], start=1, own_cards=True,
        cards=["lords", "miners", "families"], variants=["nolords"],
    )  # fmt: skip
    choices.seats = [SeatChoice("Zoë", "purple", PERSON), SeatChoice("Bo", "black", "expert")]
    choices.cards = [card for card in choices.cards if card in choices.possible_cards()]
    assert read_choices(choices.written()) == choices


@pytest.mark.parametrize(
    "wrong",
    [{"start": 9}, {"start": -1}, {"start": True}, {"tasks": ["x"]}, {"tasks_from": 3}, {"island": "x"}],
)
def test_what_cannot_be_is_forgotten(wrong: dict[str, object]) -> None:
    data = everything().written() | wrong
    assert read_choices(data) == everything()


def test_the_person_has_the_name_that_was_given_at_the_first_start() -> None:
    choices = choices_for({}, "Zoë")
    assert choices.seats[0].name == "Zoë"
    assert choices.seats[0].kind == PERSON
    frank = choices_for({}, NAMES[1])
    assert len({seat.name for seat in frank.seats}) == len(frank.seats)
    later = renamed(choices.written(), "Bo")
    assert first_person(later) == "Bo"
    assert choices_for(later, "Bo").seats[1:] == choices.seats[1:], "the others stay"
    taken = choices.seats[1].name
    assert first_person(renamed(later, taken)) == "Bo", "a name that somebody has cannot be taken"


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
def test_a_choice_that_is_no_more_gives_way_to_its_default(key: str, value: object) -> None:
    assert read_choices(Choices(seed=11).written() | {key: value}) == Choices(seed=11)


def test_a_seat_and_a_section_that_are_known_are_read() -> None:
    data = everything().written()
    data["seats"] = [
        {"name": "A", "colour": "blue", "kind": "person"},
        {"name": "B", "colour": "white", "kind": "hard"},
    ]
    data["sections"] = ["farm turned", "oracle", "temple", "barn"]
    data["start"] = 0
    found = read_choices(data)
    assert [(seat.name, seat.colour, seat.kind) for seat in found.seats] == [
        ("A", "blue", "person"),
        ("B", "white", "hard"),
    ]
    assert found.sections == data["sections"]
    assert found.start == 0


def test_another_game_has_the_boxes_and_variants_of_the_one_before() -> None:
    last = Choices(boxes=["base", "nomads"], board=RANDOM, variants=["full"]).written()
    setup = Setup(players=2, boxes=("base", "crossroads"), variants=("twins",), seed=4)
    found = choices_after(setup, [Seat("A", "blue", "random"), Seat("B", "white")], last)
    assert found.boxes == ["base", "crossroads"]
    assert found.variants == ["twins"]
    assert [seat.kind for seat in found.seats] == [NEWCOMER, PERSON], "a kind that cannot be chosen"
    assert found.start is None


def test_a_variant_is_switched_on_and_off() -> None:
    choices = Choices(cards=["lords"], own_cards=True)
    choices.switch_variant("nolords", True)
    assert choices.variants == ["nolords"]
    assert choices.cards == [], "its card stays in the box"
    choices.switch_variant("full", True)
    choices.switch_variant("nolords", False)
    assert choices.variants == ["full"]


@pytest.mark.parametrize(("number", "good"), [(1, False), (2, True), (5, True), (6, False)])
def test_how_many_can_play(number: int, good: bool) -> None:
    choices = Choices()
    choices.seats = [SeatChoice(f"P{seat}", (*COLOURS, "blue")[seat], "easy") for seat in range(number)]
    if good:
        assert choices.setup().players == number
    else:
        with pytest.raises(CannotStart) as refused:
            choices.setup()
        assert (refused.value.key, refused.value.values) == (
            "ui.new.why.players",
            {"fewest": 2, "most": 5},
        )


def test_seats_need_names_of_their_own() -> None:
    choices = Choices()
    choices.seats[1].name = " "
    with pytest.raises(CannotStart) as empty:
        choices.setup()
    assert (empty.value.key, empty.value.values) == ("ui.new.why.name", {"number": 2})
    choices.seats[1].name = choices.seats[0].name
    with pytest.raises(CannotStart) as twice:
        choices.setup()
    assert twice.value.key == "ui.new.why.same_name"


def test_a_level_needs_its_boxes() -> None:
    rows = ["G" * 20] * 19 + ["U" + "G" * 19]
    grid = Grid.of("\n".join(rows))
    choices = Choices(board=MAP, level="swamp.tmx")
    with pytest.raises(CannotStart) as refused:
        choices.setup(lambda name: grid)
    assert (refused.value.key, refused.value.values) == ("ui.new.why.boxes", {"boxes": ["marshlands"]})
    choices.switch_box("marshlands", True)
    assert choices.setup(lambda name: grid).grid is not None


def test_the_suggested_first_game_has_cards_of_its_own_until_a_box_is_added() -> None:
    choices = Choices()
    assert choices.board == FIRST
    assert tuple(choices.fixed_cards) == choices.setup().cards == first_game()["cards"]
    choices.switch_box("nomads", True)
    assert choices.board == RANDOM
    assert choices.fixed_cards == []
    assert choices.setup().cards is None, "they are left to chance"


def test_cards_are_chosen_and_put_back() -> None:
    choices = everything()
    for card in ("lords", "miners", "families", "knights"):
        choices.pick_card(card)
    assert choices.cards == ["miners", "families", "knights"]
    choices.pick_card("families")
    assert choices.cards == ["miners", "knights"]


def test_any_seed_is_remembered() -> None:
    for seed in (0, 1, 77):
        assert read_choices(everything().written() | {"seed": seed}).seed == seed


def test_seats_that_nobody_knows_have_numbers() -> None:
    seats = [Seat("Zoë", "black", "hard"), Seat("Cleo", "blue")]
    assert seats_or_numbers(write_seats(seats), 2, "Seat") == seats
    assert [seat.name for seat in seats_or_numbers([{"name": ""}], 2, "Seat")] == ["Seat 1", "Seat 2"]


def test_maps_of_ones_own_are_listed_with_what_is_wrong(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("kingdom.match.map_files.user_maps", lambda: tmp_path)
    monkeypatch.setattr("kingdom.match.own_sections.user_maps", lambda: tmp_path)
    tiled.write(SECTIONS["farm"], tmp_path / "mine.tmx", {"title": "Mine"})
    (tmp_path / "broken.tmx").write_text("<map")
    own = [file for file in map_files() if file.own]
    assert [(file.name, file.broken is not None) for file in own] == [("broken.tmx", True)]
    assert [file.name for file in section_files()] == ["mine.tmx"]
    names = ["mine.tmx", f"mine.tmx{TURNED}", "oasis", "tavern"]
    setup = with_own_land(Setup(seed=1), names, {}, load_section)
    assert setup.made_of == tuple(names)


def test_the_first_seats_have_names_of_their_own() -> None:
    assert [seat.name for seat in first_seats()] == list(NAMES[:3])
    assert [seat.name for seat in first_seats("Zoë")] == ["Zoë", *NAMES[1:3]]
    assert [seat.name for seat in first_seats(NAMES[1])] == [NAMES[1], *NAMES[2:4]]
    assert [seat.kind for seat in first_seats()] == [PERSON, "easy", "medium"]


def test_another_game_keeps_who_starts() -> None:
    choices = everything(start=1)
    assert choices_after(choices.setup(), choices.table(), choices.written()).start == 1


def test_characters_and_programs_as_strong_as_the_person() -> None:
    choices = Choices(seats=[*first_seats("Zoë"), SeatChoice("Cleo", "black", "hard", "hermit")])
    choices.seats[1].kind, choices.seats[2].style = NEAR, "hermit"
    choices.seats[2].kind = "easy"
    kinds = [seat.kind for seat in choices.table({"zoë": 1499, "cleo": 2000})]
    assert kinds == [PERSON, f"{NEAR}/1499", "easy", "hard/hermit"], "an easy one has no character"
    assert [seat.kind for seat in choices.table()][1] == f"{NEAR}/{FIRST_POINTS}"
    again = read_choices(choices.written())
    assert again.seats == choices.seats
    odd = choices.written()
    odd["seats"][3]["style"] = "whatever"
    assert read_choices(odd).seats[3].style == ""
    after = choices_after(Setup(players=4, seed=1), choices.table({"zoë": 1499}), None)
    assert [(seat.kind, seat.style) for seat in after.seats] == [
        (PERSON, ""), (NEAR, ""), ("easy", ""), ("hard", "hermit"),
    ]  # fmt: skip


def test_a_program_as_strong_as_the_person_follows() -> None:
    seats = [Seat("Zoë", "black"), Seat("Cleo", "blue", f"{NEAR}/1200"), Seat("Max", "white", "hard")]
    assert [seat.kind for seat in as_strong(seats, {"zoë": 1350})] == [PERSON, f"{NEAR}/1350", "hard"]
    assert as_strong(seats[1:], {"cleo": 3})[0].kind == f"{NEAR}/{FIRST_POINTS}", "programs are nobody"
    assert as_strong(seats, {"zoë": 99999})[1].kind == f"{NEAR}/{MOST_POINTS}"


def test_seats_of_records_know_all_kinds() -> None:
    seats = [Seat("Zoë", "black", "hard/hermit"), Seat("Cleo", "blue", f"{NEAR}/1200")]
    assert read_seats(write_seats(seats), 2) == seats
    for kind in ("hard/nobody", "near/x", "cmd:ls", 7, None):
        with pytest.raises(BadSetup):
            read_seats([{**entry, "kind": kind} for entry in write_seats(seats)], 2)
