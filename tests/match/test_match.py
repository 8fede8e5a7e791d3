"""The controller: whose choice it is, whose hand is shown, what can be taken back."""

from __future__ import annotations

import json
from typing import Any

import pytest
from at_the_table import EVERY_BOX, Prompt, around, one_more, play_on, seen, table
from scenario import hex_at, scenario, tile

from kingdom.match.machine import WAITING, State, WrongMoment
from kingdom.match.match import Match
from kingdom.match.saves import Keeper
from kingdom.match.seats import read_seats
from kingdom.record import Record, digest, read_record, replay, write_record
from kingdom.rules.chance import Chance
from kingdom.rules.events import CardDrawn, CardRevealed, TurnBegan
from kingdom.rules.frames import DECLINE, END_TURN, IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import hexes_of, lowest
from kingdom.rules.registry import BadSetup
from kingdom.rules.scoring import winners


def first_cell(match: Match) -> int:
    """A hex that may be answered."""
    return next(hexes_of(match.decision().cells))


def build(match: Match, times: int = 1) -> None:
    """So many mandatory builds."""
    for _ in range(times):
        match.answer(first_cell(match))
        match.played()


# --- whose choice it is


MIXES = [
    ("person", "random"),
    ("person", "person"),
    ("random", "random"),
    ("person", "random", "person", "easy"),
]


@pytest.mark.parametrize("kinds", MIXES)
def test_every_mix_of_seats_plays_to_the_end(kinds: tuple[str, ...]) -> None:
    match = table(*kinds, boxes=EVERY_BOX if len(kinds) == 2 else ("base",))
    met: set[State] = set()

    def look(match: Match) -> bool:
        met.add(match.state)
        return False

    play_on(match, Chance(7), look)
    assert match.game.over
    assert match.record.result is not None
    assert match.record.result["winners"] == list(winners(match.game))
    assert (State.CURTAIN in met) == (kinds.count("person") > 1)
    assert (State.PROGRAMS_TURN in met) == any(kind != "person" for kind in kinds)
    assert digest(replay(read_record(write_record(match.record)), check=True)) == digest(match.game)
    assert len(match.history) == len(match.record.answers)


def test_one_person_never_meets_a_curtain_and_always_sees_the_own_hand() -> None:
    match = table("random", "person", "random")
    while match.game.round < 3:
        assert match.state is not State.CURTAIN
        assert match.viewer == 1
        one_more(match, Chance(1))


def test_a_person_is_asked_for_and_nothing_else_is_taken() -> None:
    match = table("person", "person")
    first = match.decider
    assert seen(match) == (State.CURTAIN, None)
    with pytest.raises(WrongMoment):
        match.answer(first_cell(match))
    match.ready()
    assert (match.state, match.viewer) == (State.PERSONS_TURN, first)
    before = digest(match.game)
    with pytest.raises(IllegalAnswer):
        match.answer(END_TURN)
    assert digest(match.game) == before
    assert not match.record.answers
    assert not match.history
    match.answer(first_cell(match))
    assert (match.state, match.viewer) == (State.PLAYBACK, first)
    with pytest.raises(WrongMoment):
        match.answer(first_cell(match))
    match.played()
    assert match.state is State.PERSONS_TURN


def test_the_curtain_hides_the_next_hand() -> None:
    match = table("person", "person")
    match.ready()
    first = match.decider
    build(match, 3)
    match.answer(END_TURN)
    assert match.viewer == first  # who has drawn may see the new card
    match.played()
    assert seen(match) == (State.CURTAIN, None)
    assert match.decider != first
    match.ready()
    assert match.viewer == match.decider


def test_with_several_people_no_hand_is_shown_while_programs_play() -> None:
    match = table("person", "random", "person")
    play_on(match, Chance(1), lambda match: match.state is State.PROGRAMS_TURN)
    assert match.viewer is None
    assert match.poll()
    assert (match.state, match.viewer) == (State.PLAYBACK, None)


def test_without_people_the_hand_on_turn_is_shown() -> None:
    match = table("random", "random")
    assert match.viewer == match.game.player
    play_on(match, Chance(1), lambda match: match.game.round == 2)
    assert match.viewer == match.game.player


def canoe_game() -> Game:
    """Player 0 takes the last tile of a space by building at (5, 4); player 1 has a canoe."""
    return scenario(
        {(5, 5): "1", (15, 15): "U", (15, 16): "U"},
        [(5, 3)],
        [(15, 14)],
        card="grass",
        locations={"1": "refuge"},
        location_tiles=[[[5, 5], 1]],
        them={"tiles": [tile("canoe")], "hand": ["grass"]},
    )


def test_a_canoe_interrupt_of_another_person_and_back() -> None:
    game = canoe_game()
    match = around(game, "person", "person")
    match.ready()
    assert match.viewer == 0
    match.answer(hex_at(5, 4))
    match.played()
    assert not match.can_undo, "the other was asked"
    assert (match.decider, *seen(match)) == (1, State.CURTAIN, None)
    match.ready()
    assert (match.state, match.viewer) == (State.INTERRUPT, 1)
    match.answer(hex_at(15, 15))
    assert match.viewer == 1
    match.played()
    assert (match.decider, *seen(match)) == (0, State.CURTAIN, None)
    match.ready()
    assert (match.state, match.viewer) == (State.PERSONS_TURN, 0)
    assert not match.can_undo, "never past another player's answer"
    build(match)
    assert match.can_undo


@pytest.mark.parametrize("kinds", [("person", "random"), ("random", "person")])
def test_a_canoe_interrupt_between_a_person_and_a_program(kinds: tuple[str, str]) -> None:
    game = canoe_game()
    game.choose(hex_at(5, 4))
    match = around(game, *kinds)
    assert match.state == (State.INTERRUPT if kinds[1] == "person" else State.PROGRAMS_TURN)
    assert match.viewer == kinds.index("person")
    if kinds[1] == "person":
        match.answer(DECLINE)
        match.played()
        assert match.state is State.PROGRAMS_TURN


def silo_game() -> Game:
    """The last turn of the game is about to end, and both have a silo."""
    return scenario(
        {(5, 5): "O", (15, 15): "O"},
        [(5, 4)],
        [(15, 14)],
        end=True,
        turn={"player": 1, "mandatory": "done"},
    )


# --- taking back


def test_undo_goes_back_answer_by_answer_to_the_start_of_the_turn() -> None:
    match = table("person", "random")
    play_on(match, Chance(1), lambda match: match.state is State.PERSONS_TURN)
    states = [digest(match.game)]
    given = len(match.record.answers)
    for _ in range(3):
        build(match)
        states.append(digest(match.game))
    for expected in reversed(states[:-1]):
        assert match.can_undo
        match.undo()
        assert digest(match.game) == expected
        assert match.state is State.PERSONS_TURN
    assert not match.can_undo
    with pytest.raises(WrongMoment):
        match.undo()
    assert len(match.record.answers) == len(match.history) == given


def test_undo_ends_what_is_being_shown() -> None:
    match = table("person", "person")
    match.ready()
    match.answer(first_cell(match))
    match.undo()
    assert match.state is State.PERSONS_TURN
    assert not match.history


def test_a_turn_that_ended_stays() -> None:
    match = table("person", "person")
    match.ready()
    build(match, 3)
    assert match.can_undo
    happened = match.answer(END_TURN)
    assert any(isinstance(event, CardDrawn) for event in happened)
    assert any(isinstance(event, TurnBegan) for event in happened)
    assert match.history[-1].hidden
    assert not match.can_undo


def test_what_showed_a_hidden_card_stays() -> None:
    game = scenario({}, [(5, 4)], card="grass", me={"tiles": [tile("fort")]}, deck=["grass"] * 3)
    match = around(game, "person", "random")
    happened = match.answer("fort")
    assert any(isinstance(event, CardRevealed) for event in happened)
    match.played()
    assert not match.can_undo
    match.answer(first_cell(match))
    match.played()
    assert match.can_undo
    match.undo()
    assert not match.can_undo


def test_undo_never_passes_a_secret_or_anothers_answer() -> None:
    """Random people who take back whenever they can, in games with everything: only own answers without
    secrets go."""
    for seed in range(3):
        match, chance, taken = (
            table("person", "person", "random", boxes=EVERY_BOX, seed=seed),
            Chance(seed),
            0,
        )
        for _ in range(150):
            one_more(match, chance)
            while match.can_undo and chance.below(3) == 0:
                entry = match.history[-1]
                assert match.seats[entry.player].is_person
                assert not entry.hidden
                match.undo()
                taken += 1
                assert match.decider == entry.player
                assert match.viewer == entry.player
        assert taken > 10
        assert digest(replay(match.record)) == digest(match.game)


def test_undo_works_after_a_resume() -> None:
    match = table("person", "random")
    play_on(match, Chance(1), lambda match: match.state is State.PERSONS_TURN)
    before = digest(match.game)
    build(match, 2)
    again = Match.resume(read_record(write_record(match.record)), None, Prompt())
    assert digest(again.game) == digest(match.game)
    assert again.history == match.history
    again.undo()
    again.undo()
    assert not again.can_undo
    assert digest(again.game) == before


# --- seats


def test_a_seat_is_handed_over() -> None:
    match = table("person", "random")
    play_on(match, Chance(1), lambda match: match.state is State.PERSONS_TURN)
    build(match)
    match.hand_over(0, "easy")
    assert not match.can_undo
    assert match.state is State.PROGRAMS_TURN
    assert match.people == []
    match.hand_over(1, "person")
    match.hand_over(0, "person")
    assert seen(match) == (State.CURTAIN, None)
    assert [seat.kind for seat in match.seats] == ["person", "person"]
    assert [seat["kind"] for seat in match.record.seats] == ["person", "person"]
    with pytest.raises(BadSetup):
        match.hand_over(0, "wizard")
    assert match.seats[0].kind == "person"
    match.ready()
    build(match)


def test_seats_that_cannot_be() -> None:
    match = table("person", "random")
    wrongs: list[list[dict[str, Any]]] = [
        [{"name": "A", "colour": "blue", "kind": "person"}],
        [{"name": "", "colour": "blue", "kind": "person"}] * 2,
        [{"name": "A", "colour": "blue"}, {"name": "B", "colour": "blue"}],
        [{"name": "A", "colour": "pink"}, {"name": "B", "colour": "blue"}],
        [{"name": "A", "colour": "blue", "kind": "wizard"}, {"name": "B", "colour": "white"}],
    ]
    for wrong in wrongs:
        match.record.seats = wrong
        with pytest.raises(BadSetup, match="seats"):
            Match.resume(match.record, None, Prompt())


def test_a_name_has_up_to_24_letters() -> None:
    def named(name: str) -> list[dict[str, Any]]:
        return [{"name": name, "colour": "blue"}, {"name": "B", "colour": "white"}]

    assert read_seats(named("x" * 24), 2)[0].name == "x" * 24
    for name in ("", "x" * 25):
        with pytest.raises(BadSetup, match=r"seats\[0\]\.name: 1 to 24 letters"):
            read_seats(named(name), 2)
    with pytest.raises(BadSetup) as long:
        read_seats(named("x" * 1000), 2)
    assert str(long.value).count("x") < 50, "a name without end is not told to its end"


# --- hints and keeping


def test_a_hint_is_of_this_moment() -> None:
    match = table("person", "random")
    play_on(match, Chance(1), lambda match: match.state is State.PERSONS_TURN)
    match.ask_hint()
    match.poll()
    assert match.hint is not None
    assert match.state is State.PERSONS_TURN
    answer = match.hint.answers[0]
    assert not isinstance(answer, int) or match.decision().cells >> answer & 1
    assert match.hint.reason
    assert set(match.hint.gains) >= {card.name for card in match.game.table.cards}
    match.answer(answer)
    assert match.hint is None


def test_every_answer_is_on_disk(tmp_path: Any) -> None:
    keeper = Keeper(tmp_path)
    match = table("person", "random", keeper=keeper)
    keeper.settle()
    assert keeper.going_on()
    for _ in range(20):
        given = len(match.record.answers)
        one_more(match, Chance(3))
        keeper.settle()
        assert len(json.loads(keeper.current.read_text())["answers"]) == given + 1
    if match.can_undo:
        match.undo()
        keeper.settle()
        assert len(json.loads(keeper.current.read_text())["answers"]) == given
    play_on(match, Chance(3))
    assert match.state is State.OVER
    keeper.settle()
    assert not keeper.going_on()
    assert match.problem is None


class Unhurried(Keeper):
    """A disk that is never done before somebody waits for it; only leaving may."""

    leaving = False

    def keep_soon(self, record: Record) -> None:
        pass

    def settle(self) -> None:
        assert self.leaving, "something waits for the disk"


def test_nothing_waits_for_the_disk_but_leaving(tmp_path: Any) -> None:
    keeper = Unhurried(tmp_path)
    match, chance = table("person", "random", "person", keeper=keeper), Chance(3)
    play_on(match, chance, lambda match: match.game.round == 2 and match.can_undo)
    match.undo()
    assert match.problem is None
    play_on(match, chance, lambda match: match.state is State.PERSONS_TURN)
    match.ask_hint()
    match.poll()
    match.hand_over(0, "random")
    play_on(match, chance)
    match.counted()
    keeper.leaving = True
    match.close()


def test_the_phase_after_the_turns_asks_everyone_without_a_curtain() -> None:
    game = silo_game()
    match = around(game, "person", "person")
    match.ready()
    match.answer(END_TURN)
    match.played()
    asked = []
    while match.state is not State.OVER:
        assert match.state is State.AFTER_TURNS
        assert match.state in WAITING
        asked.append(match.decider)
        assert match.viewer == match.decider
        match.answer(DECLINE)
        match.played()
    assert sorted(asked) == [0, 1]


def test_earlier_moments_of_a_match_that_began_with_a_position() -> None:
    """Its record does not lead there, and looking back works all the same."""
    match = around(scenario(own=[(9, 9)], card="grass"), "person", "easy")
    played = [digest(match.game)]
    for _ in range(3):
        match.answer(lowest(match.decision().cells))
        match.played()
        played.append(digest(match.game))
    found = match.moments((0, 2, 3))
    assert {number: digest(game) for number, game in found.items()} == {n: played[n] for n in (0, 2, 3)}
    assert digest(match.game) == played[-1]
