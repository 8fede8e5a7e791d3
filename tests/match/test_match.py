"""Tests the match controller: who decides, whose hand is shown, and what can be undone."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from support.matches import (
    ALL_EXPANSIONS,
    FixedAnswerAIClient,
    InProcessAIClient,
    SilentAIClient,
    load_match,
    match_from_game,
    new_match,
    play_one_answer,
    play_until,
    record_updates,
    state_and_viewer,
)
from support.scenario import hex_id_at, scenario, tile

from kingdom.ai.hint import Hint, gold_by_source
from kingdom.match.ai_client import CRASH, AIFailure
from kingdom.match.controller import Match
from kingdom.match.interface import Instructor
from kingdom.match.save_store import SaveStore
from kingdom.match.seats import read_seats
from kingdom.match.state_machine import HUMAN_MAY_ANSWER, InvalidTransition, MatchState, Trigger
from kingdom.record import Record, position_hash, read_record, replay, write_record
from kingdom.rules.decision_frames import DECLINE, END_TURN
from kingdom.rules.errors import IllegalAnswer, ValidationError
from kingdom.rules.events import Built, CardDrawn, CardRevealed, TurnBegan
from kingdom.rules.game import Game, only_legal_answer
from kingdom.rules.hexes import BIT, first_hex, iter_hexes
from kingdom.rules.rng import Rng
from kingdom.rules.scoring import winners

OPEN_SEED = 4
"""Seed of a game in which every build of the first turn is a choice, so none is played automatically."""


def first_legal_hex(match: Match) -> int:
    """Returns the first hex that is a legal answer."""
    return next(iter_hexes(match.decision().cells))


def build(match: Match, times: int = 1) -> None:
    """Makes `times` mandatory builds."""
    for _ in range(times):
        match.submit(first_legal_hex(match))
        match.finish_playback()


# --- who decides and whose hand is shown


SEAT_COMBINATIONS = [
    ("person", "random"),
    ("person", "person"),
    ("random", "random"),
    ("person", "random", "person", "easy"),
]


@pytest.mark.parametrize("kinds", SEAT_COMBINATIONS)
def test_every_combination_of_seats_plays_to_the_end(kinds: tuple[str, ...]) -> None:
    match = new_match(*kinds, expansions=ALL_EXPANSIONS if len(kinds) == 2 else ("base",))
    visited: set[MatchState] = set()

    def note_state(match: Match) -> bool:
        visited.add(match.state)
        return False

    play_until(match, Rng(7), note_state)
    assert match.game.over
    assert match.record.result is not None
    assert match.record.result["winners"] == list(winners(match.game))
    assert (MatchState.HANDOFF in visited) == (kinds.count("person") > 1)
    assert (MatchState.AI_TURN in visited) == any(kind != "person" for kind in kinds)
    assert position_hash(replay(read_record(write_record(match.record)), check=True)) == position_hash(
        match.game
    )
    assert len(match.history) == len(match.record.answers)


def test_single_human_has_no_handoff_and_always_sees_their_hand() -> None:
    match = new_match("random", "person", "random")
    while match.game.round < 3:
        assert match.state is not MatchState.HANDOFF
        assert match.viewer_seat == 1
        play_one_answer(match, Rng(1))


def test_only_legal_answers_in_the_right_state_are_accepted() -> None:
    match = new_match("person", "person", seed=OPEN_SEED)
    first = match.deciding_seat
    assert state_and_viewer(match) == (MatchState.HANDOFF, None)
    with pytest.raises(InvalidTransition):
        match.submit(first_legal_hex(match))
    match.confirm_handoff()
    assert (match.state, match.viewer_seat) == (MatchState.HUMAN_TURN, first)
    before = position_hash(match.game)
    with pytest.raises(IllegalAnswer):
        match.submit(END_TURN)
    assert position_hash(match.game) == before
    assert not match.record.answers
    assert not match.history
    match.submit(first_legal_hex(match))
    assert (match.state, match.viewer_seat) == (MatchState.PLAYBACK, first)
    with pytest.raises(InvalidTransition):
        match.submit(first_legal_hex(match))
    match.finish_playback()
    assert match.state is MatchState.HUMAN_TURN


def test_handoff_hides_the_next_hand() -> None:
    match = new_match("person", "person", seed=OPEN_SEED)
    match.confirm_handoff()
    first = match.deciding_seat
    build(match, 3)
    match.submit(END_TURN)
    assert match.viewer_seat == first  # players may see the card they have just drawn
    match.finish_playback()
    assert state_and_viewer(match) == (MatchState.HANDOFF, None)
    assert match.deciding_seat != first
    match.confirm_handoff()
    assert match.viewer_seat == match.deciding_seat


def test_with_several_humans_no_hand_is_shown_during_ai_turns() -> None:
    match = new_match("person", "random", "person")
    play_until(match, Rng(1), lambda match: match.state is MatchState.AI_TURN)
    assert match.viewer_seat is None
    match.poll()
    assert (match.state, match.viewer_seat) == (MatchState.PLAYBACK, None)


def test_without_humans_the_current_players_hand_is_shown() -> None:
    match = new_match("random", "random")
    assert match.viewer_seat == match.game.active_player
    play_until(match, Rng(1), lambda match: match.game.round == 2)
    assert match.viewer_seat == match.game.active_player


def canoe_game() -> Game:
    """Returns a game in which player 0 can take the last tile of a location by building at (5, 4), and player
    1 has a Canoe."""
    return scenario(
        {(5, 5): "1", (15, 15): "U", (15, 16): "U"},
        [(5, 3)],
        [(15, 14)],
        card="grass",
        locations={"1": "refuge"},
        location_tiles=[[[5, 5], 1]],
        them={"tiles": [tile("canoe")], "hand": ["grass"]},
    )


def test_canoe_decision_of_another_human_and_back() -> None:
    game = canoe_game()
    match = match_from_game(game, "person", "person")
    match.confirm_handoff()
    assert match.viewer_seat == 0
    match.submit(hex_id_at(5, 4))
    match.finish_playback()
    assert not match.can(Trigger.UNDO), "another player had to decide"
    assert (match.deciding_seat, *state_and_viewer(match)) == (1, MatchState.HANDOFF, None)
    match.confirm_handoff()
    assert (match.state, match.viewer_seat) == (MatchState.OUT_OF_TURN, 1)
    match.submit(hex_id_at(15, 15))
    assert match.viewer_seat == 1
    match.finish_playback()
    assert (match.deciding_seat, *state_and_viewer(match)) == (0, MatchState.HANDOFF, None)
    match.confirm_handoff()
    assert (match.state, match.viewer_seat) == (MatchState.HUMAN_TURN, 0)
    assert not match.can(Trigger.UNDO), "undo must not pass another player's answer"
    build(match)
    assert match.can(Trigger.UNDO)


@pytest.mark.parametrize("kinds", [("person", "random"), ("random", "person")])
def test_canoe_decision_between_human_and_ai(kinds: tuple[str, str]) -> None:
    game = canoe_game()
    game.play(hex_id_at(5, 4))
    match = match_from_game(game, *kinds)
    assert match.state == (MatchState.OUT_OF_TURN if kinds[1] == "person" else MatchState.AI_TURN)
    assert match.viewer_seat == kinds.index("person")
    if kinds[1] == "person":
        match.submit(DECLINE)
        match.finish_playback()
        assert match.state is MatchState.AI_TURN


def silo_game() -> Game:
    """Returns a game whose last turn is about to end and in which each player has a piece next to a silo."""
    return scenario(
        {(5, 5): "O", (15, 15): "O"},
        [(5, 4)],
        [(15, 14)],
        end=True,
        turn={"player": 1, "mandatory": "done"},
    )


# --- undoing answers


def test_undo_goes_back_one_answer_at_a_time_to_the_start_of_the_turn() -> None:
    match = new_match("person", "person", seed=OPEN_SEED)
    match.confirm_handoff()
    digests = [position_hash(match.game)]
    answer_count = len(match.record.answers)
    for _ in range(3):
        build(match)
        digests.append(position_hash(match.game))
    for expected in reversed(digests[:-1]):
        assert match.can(Trigger.UNDO)
        match.undo()
        assert position_hash(match.game) == expected
        assert match.state is MatchState.HUMAN_TURN
    assert not match.can(Trigger.UNDO)
    with pytest.raises(InvalidTransition):
        match.undo()
    assert len(match.record.answers) == len(match.history) == answer_count


def test_undo_ends_the_playback() -> None:
    match = new_match("person", "person")
    match.confirm_handoff()
    match.submit(first_legal_hex(match))
    match.undo()
    assert match.state is MatchState.HUMAN_TURN
    assert not match.history


def test_undo_stops_at_the_end_of_a_turn() -> None:
    match = new_match("person", "person", seed=OPEN_SEED)
    match.confirm_handoff()
    build(match, 3)
    assert match.can(Trigger.UNDO)
    match.submit(END_TURN)
    events = match.history[-1].events
    assert any(isinstance(event, CardDrawn) for event in events)
    assert any(isinstance(event, TurnBegan) for event in events)
    assert match.history[-1].reveals_hidden
    assert not match.can(Trigger.UNDO)


def test_undo_stops_at_a_revealed_card() -> None:
    game = scenario({}, [(5, 4)], card="grass", me={"tiles": [tile("fort")]}, deck=["grass"] * 3)
    match = match_from_game(game, "person", "random")
    match.submit("fort")
    events = match.history[-1].events
    assert any(isinstance(event, CardRevealed) for event in events)
    match.finish_playback()
    assert not match.can(Trigger.UNDO)
    match.submit(first_legal_hex(match))
    match.finish_playback()
    assert match.can(Trigger.UNDO)
    match.undo()
    assert not match.can(Trigger.UNDO)


def test_undo_never_passes_hidden_information_or_another_players_answer() -> None:
    """Random humans play with all expansions and undo whenever they can. Only their own answers that revealed
    nothing can be undone, and redoing such an answer reveals nothing either."""
    for seed in range(3):
        match, rng, undo_count = (
            new_match("person", "person", "random", expansions=ALL_EXPANSIONS, seed=seed),
            Rng(seed),
            0,
        )
        for _ in range(150):
            play_one_answer(match, rng)
            while match.can(Trigger.UNDO) and rng.randrange(3) == 0:
                history = list(match.history)
                match.undo()
                undo_count += 1
                undone = history[len(match.history) :]
                assert [step.is_automatic for step in undone] == [False] + [True] * (len(undone) - 1)
                for step in undone:
                    assert match.seats[step.player].is_human
                    assert not step.reveals_hidden
                    assert match.deciding_seat == match.viewer_seat == step.player
                assert match.redo_answer == undone[0].answer
                if rng.randrange(2):
                    match.submit(undone[0].answer)
                    match.finish_playback()
                    assert match.history == history
                    break
        assert undo_count > 10
        assert position_hash(replay(match.record)) == position_hash(match.game)


def test_undo_works_after_loading_a_record() -> None:
    match = new_match("person", "random", seed=OPEN_SEED)
    play_until(match, Rng(1), lambda match: match.state is MatchState.HUMAN_TURN)
    before = position_hash(match.game)
    build(match, 2)
    loaded = Match.from_record(read_record(write_record(match.record)), None, InProcessAIClient())
    assert position_hash(loaded.game) == position_hash(match.game)
    assert loaded.history == match.history
    loaded.undo()
    loaded.undo()
    assert not loaded.can(Trigger.UNDO)
    assert position_hash(loaded.game) == before


def test_redo_repeats_what_was_undone_until_a_different_answer() -> None:
    match = new_match("person", "person", seed=OPEN_SEED)
    match.confirm_handoff()
    build(match, 3)
    answers, built = list(match.record.answers), position_hash(match.game)
    assert match.redo_answer is None
    for _ in range(3):
        match.undo()
    for answer in answers:
        assert match.redo_answer == answer
        match.submit(match.redo_answer)
        match.finish_playback()
    assert (match.record.answers, position_hash(match.game)) == (answers, built)
    assert match.redo_answer is None
    for _ in range(3):
        match.undo()
    different = next(cell for cell in iter_hexes(match.decision().cells) if cell != answers[0])
    match.submit(different)
    match.finish_playback()
    assert match.redo_answer is None
    match.undo()
    assert match.redo_answer == different


@pytest.mark.parametrize("interrupt", ["reassign", "restart"])
def test_redo_ends_with_a_reassigned_seat_and_a_restart(interrupt: str) -> None:
    match = new_match("person", "random")
    play_until(match, Rng(1), lambda match: match.state is MatchState.HUMAN_TURN)
    build(match)
    match.undo()
    assert match.redo_answer is not None
    if interrupt == "reassign":
        match.reassign_seat(1, "easy")
        assert match.redo_answer is not None, "another player's seat does not matter"
        match.reassign_seat(0, "easy")
    else:
        match.restart_from(match.game, len(match.history))
    assert match.redo_answer is None


# --- answers that are played automatically


def corridor_game() -> Game:
    """Returns a game in which the first of three builds on grass decides the others."""
    land = dict.fromkeys([(5, 5), (5, 6), (5, 7), (9, 9)], "G")
    return scenario(land, base="D", card="grass", deck=["grass"] * 4)


def test_the_only_legal_answer_is_played_and_undone_with_the_answer_before_it() -> None:
    match = match_from_game(corridor_game(), "person", "random")
    updates = record_updates(match)
    match.submit(hex_id_at(5, 5))
    match.finish_playback()
    assert [update.trigger for update in updates] == [Trigger.SUBMIT, Trigger.PLAYBACK_DONE]
    assert sum(isinstance(event, Built) for event in updates[0].events) == 3
    assert [step.is_automatic for step in match.history] == [False, True, True]
    assert match.record.answers == [hex_id_at(5, column) for column in (5, 6, 7)]
    assert match.decision().options == (END_TURN,), "only the player ends the turn"
    match.undo()
    assert (match.history, match.record.answers) == ([], [])
    assert match.redo_answer is not None
    match.submit(match.redo_answer)
    assert match.redo_answer is None
    assert len(match.record.answers) == 3
    match.undo()
    match.submit(hex_id_at(9, 9))
    assert len(match.history) == 1, "now the other hexes can be chosen"


def test_the_only_settlement_is_chosen_for_a_move() -> None:
    game = scenario(own=[(5, 5)], card="grass", me={"tiles": [tile("paddock")]})
    match = match_from_game(game, "person", "random")
    match.submit("paddock")
    match.finish_playback()
    assert match.record.answers == ["paddock", hex_id_at(5, 5)]
    match.submit(first_legal_hex(match))
    match.undo()
    assert match.record.answers == ["paddock", hex_id_at(5, 5)]
    match.undo()
    assert match.record.answers == []


def test_the_first_build_of_a_turn_is_never_automatic() -> None:
    land = {(5, 5): "G", (5, 6): "G"}
    game = scenario(land, base="D", own=[(5, 4)], card="grass", deck=["grass"] * 4)
    match = match_from_game(game, "person", "random")
    assert only_legal_answer(match.game) == hex_id_at(5, 5)
    match.poll()
    assert (match.state, match.history) == (MatchState.HUMAN_TURN, [])


def test_lessons_and_ai_players_give_every_answer_themselves() -> None:
    match = match_from_game(corridor_game(), "person", "random")
    match.instructor = cast(
        Instructor, SimpleNamespace(holds_match=False, allows_undo=True, check_answer=lambda _: None)
    )
    match.submit(hex_id_at(5, 5))
    assert len(match.history) == 1
    ai_client = FixedAnswerAIClient(hex_id_at(5, 5))
    match = match_from_game(corridor_game(), "easy", "person", ai_client=ai_client)
    match.poll()
    assert len(match.history) == 1


def test_old_records_are_undone_in_the_same_way() -> None:
    """Automatic answers are recorded like all others, so older files look the same."""
    match = new_match("person", "person", seed=1)
    match.confirm_handoff()
    match.submit(first_legal_hex(match))
    match.finish_playback()
    assert len(match.record.answers) > 1, "an answer must have been automatic"
    loaded = Match.from_record(read_record(write_record(match.record)), None, InProcessAIClient())
    loaded.confirm_handoff()
    assert loaded.history == match.history
    loaded.undo()
    assert loaded.record.answers == []


# --- changing and validating seats


def test_reassign_seat() -> None:
    match = new_match("person", "random")
    play_until(match, Rng(1), lambda match: match.state is MatchState.HUMAN_TURN)
    build(match)
    match.reassign_seat(0, "easy")
    assert not match.can(Trigger.UNDO)
    assert match.state is MatchState.AI_TURN
    assert match.human_seats == []
    match.reassign_seat(1, "person")
    match.reassign_seat(0, "person")
    assert state_and_viewer(match) == (MatchState.HANDOFF, None)
    assert [seat.kind for seat in match.seats] == ["person", "person"]
    assert [seat["kind"] for seat in match.record.seats] == ["person", "person"]
    with pytest.raises(ValidationError):
        match.reassign_seat(0, "wizard")
    assert match.seats[0].kind == "person"
    match.confirm_handoff()
    build(match)


def test_change_seats_at_any_time(tmp_path: Path) -> None:
    """The seats can change while an AI player thinks, during playback and during a human's action. The change
    is saved, and the game no longer counts."""
    store = SaveStore(tmp_path)
    match = new_match("person", "random", "person", save_store=store)
    play_until(match, Rng(1), lambda match: match.state is MatchState.HUMAN_TURN and match.deciding_seat == 0)
    match.submit(first_legal_hex(match))
    assert match.can(Trigger.PLAYBACK_DONE)
    renamed = [replace(match.seats[0], name="Ann"), replace(match.seats[1], kind="easy"), match.seats[2]]
    match.change_seats(renamed)
    assert match.can(Trigger.PLAYBACK_DONE)
    match.finish_playback()
    assert state_and_viewer(match) == (MatchState.HUMAN_TURN, 0), "the player at the screen stays there"
    assert match.can(Trigger.UNDO)
    assert match.record.seats_changed
    store.flush()
    loaded = load_match(store, store.current_game_file)
    assert [seat.name for seat in loaded.seats] == ["Ann", "random 1", "person 2"]
    assert loaded.record.seats_changed
    match.change_seats([replace(match.seats[0], kind="easy"), *match.seats[1:]])
    assert match.state is MatchState.AI_TURN
    assert not match.can(Trigger.UNDO)
    match.change_seats([replace(match.seats[0], kind="person"), *match.seats[1:]])
    assert state_and_viewer(match) == (MatchState.HANDOFF, None), "someone else was at the screen"
    match.close()


def test_seats_of_a_finished_game_cannot_change() -> None:
    match = new_match("person", "random", seed=3)
    play_until(match, Rng(1), lambda match: match.game.over)
    assert match.state is MatchState.PLAYBACK
    with pytest.raises(InvalidTransition):
        match.change_seats(match.seats)
    assert not match.record.seats_changed


def test_replacing_a_failed_ai_player_does_not_count_as_a_change() -> None:
    match = new_match("random", "random", ai_client=SilentAIClient())
    match.state_machine.fire(Trigger.AI_FAILS, detail=AIFailure(0, CRASH, "details"))
    match.reassign_seat(0, "easy")
    assert not match.record.seats_changed


def test_invalid_seats_are_rejected() -> None:
    match = new_match("person", "random")
    invalid_seats: list[list[dict[str, Any]]] = [
        [{"name": "A", "colour": "blue", "kind": "person"}],
        [{"name": "", "colour": "blue", "kind": "person"}] * 2,
        [{"name": "A", "colour": "blue"}, {"name": "B", "colour": "blue"}],
        [{"name": "A", "colour": "pink"}, {"name": "B", "colour": "blue"}],
        [{"name": "A", "colour": "blue", "kind": "wizard"}, {"name": "B", "colour": "white"}],
    ]
    for seats_data in invalid_seats:
        match.record.seats = seats_data
        with pytest.raises(ValidationError, match="seats"):
            Match.from_record(match.record, None, InProcessAIClient())


def test_name_length_limit() -> None:
    def seats_with_name(name: str) -> list[dict[str, Any]]:
        return [{"name": name, "colour": "blue"}, {"name": "B", "colour": "white"}]

    assert read_seats(seats_with_name("x" * 24), 2)[0].name == "x" * 24
    for name in ("", "x" * 25):
        with pytest.raises(ValidationError, match=r"seats\[0\]\.name: expected 1 to 24 characters"):
            read_seats(seats_with_name(name), 2)
    with pytest.raises(ValidationError) as error:
        read_seats(seats_with_name("x" * 1000), 2)
    assert str(error.value).count("x") < 50, "the error message must shorten the name"


# --- getting hints and saving the match


def test_hint_fits_the_current_decision() -> None:
    match = new_match("person", "random")
    play_until(match, Rng(1), lambda match: match.state is MatchState.HUMAN_TURN)
    match.request_hint()
    match.poll()
    assert match.hint is not None
    assert match.state is MatchState.HUMAN_TURN
    answer = match.hint.answers[0]
    assert not isinstance(answer, int) or match.decision().cells >> answer & 1
    assert match.hint.reason
    assert set(match.hint.gains) >= {card.name for card in match.game.config.scoring_cards}
    match.submit(answer)
    assert match.hint is None


def test_followed_hint_stays_one_plan() -> None:
    """Asking again after each step of the plan gives the rest of the same plan, also after an undo."""
    match = new_match("person", "random")
    play_until(match, Rng(1), lambda match: match.state is MatchState.HUMAN_TURN)

    def ask() -> Hint:
        if match.hint is None:
            match.request_hint()
            match.poll()
        assert match.hint is not None
        return match.hint

    first = ask()
    while (hint := ask()).answers[0] != END_TURN:
        played = len(first.answers) - len(hint.answers)
        assert hint.answers == first.answers[played:]
        assert (hint.gold_before, hint.gold_after) == (first.gold_before, first.gold_after)
        match.submit(hint.answers[0])
        match.finish_playback()
    assert any(first.gains.values())
    match.undo()
    assert ask().gold_before == first.gold_before
    other_hex = first_hex(match.decision().cells & ~BIT[int(ask().answers[0])])
    match.submit(other_hex)
    match.finish_playback()
    assert ask().gold_before == gold_by_source(match.game, match.deciding_seat)


def test_every_answer_is_saved(tmp_path: Any) -> None:
    save_store = SaveStore(tmp_path)
    match = new_match("person", "random", save_store=save_store)
    save_store.flush()
    assert save_store.find_unfinished()
    for _ in range(20):
        answer_count = len(match.record.answers)
        play_one_answer(match, Rng(3))
        save_store.flush()
        assert len(json.loads(save_store.current_game_file.read_text())["answers"]) == answer_count + 1
    if match.can(Trigger.UNDO):
        match.undo()
        save_store.flush()
        assert len(json.loads(save_store.current_game_file.read_text())["answers"]) == answer_count
    play_until(match, Rng(3))
    assert match.state is MatchState.GAME_OVER
    save_store.flush()
    assert not save_store.find_unfinished()
    assert match.save_error is None


class SlowSaveStore(SaveStore):
    """Simulates a disk that never finishes writing. Only closing the match may wait for it."""

    is_leaving = False

    def save_async(self, record: Record) -> None:
        pass

    def flush(self) -> None:
        assert self.is_leaving, "the game waited for the disk"


def test_only_closing_waits_for_the_disk(tmp_path: Any) -> None:
    save_store = SlowSaveStore(tmp_path)
    match, rng = new_match("person", "random", "person", save_store=save_store), Rng(3)
    play_until(match, rng, lambda match: match.game.round == 2 and match.can(Trigger.UNDO))
    match.undo()
    assert match.save_error is None
    play_until(match, rng, lambda match: match.state is MatchState.HUMAN_TURN)
    match.request_hint()
    match.poll()
    match.reassign_seat(0, "random")
    play_until(match, rng)
    match.mark_scored()
    save_store.is_leaving = True
    match.close()


def test_decisions_after_the_last_turn_need_no_handoff() -> None:
    game = silo_game()
    match = match_from_game(game, "person", "person")
    match.confirm_handoff()
    match.submit(END_TURN)
    match.finish_playback()
    deciding_seats = []
    while match.state is not MatchState.GAME_OVER:
        assert match.state is MatchState.AFTER_LAST_TURN
        assert match.state in HUMAN_MAY_ANSWER
        deciding_seats.append(match.deciding_seat)
        assert match.viewer_seat == match.deciding_seat
        match.submit(DECLINE)
        match.finish_playback()
    assert sorted(deciding_seats) == [0, 1]


def test_games_at_in_a_match_that_started_from_a_position() -> None:
    """Earlier positions can be restored even if the match started from a given position. In that case, the
    record alone can't be replayed to reach them."""
    match = match_from_game(scenario(own=[(9, 9)], card="grass"), "person", "easy")
    digests = [position_hash(match.game)]
    for _ in range(3):
        match.submit(first_hex(match.decision().cells))
        match.finish_playback()
        digests.append(position_hash(match.game))
    games = match.games_at((0, 2, 3))
    assert {number: position_hash(game) for number, game in games.items()} == {
        n: digests[n] for n in (0, 2, 3)
    }
    assert position_hash(match.game) == digests[-1]
