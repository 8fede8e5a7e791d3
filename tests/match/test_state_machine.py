"""Tests the state machine of a match. In every state, every call either follows the transition table or
raises an error and changes nothing. The diagrams in the docs match the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from support.matches import (
    ALL_EXPANSIONS,
    SilentAIClient,
    make_seats,
    match_from_game,
    new_match,
    record_updates,
)
from support.scenario import hex_id_at, scenario, tile
from tools.state_diagram import BEGIN, END, insert_diagram, marked_files, state_diagram

from kingdom.ai.hint import Hint
from kingdom.match.ai_client import CRASH, AIFailure
from kingdom.match.controller import GUARD_PREDICATES, Match
from kingdom.match.seats import write_seats
from kingdom.match.state_machine import (
    HUMAN_DECIDES,
    HUMAN_MAY_ANSWER,
    NEXT_DECISION,
    TRANSITION_BY_STATE_AND_TRIGGER,
    TRANSITIONS,
    ConditionalTarget,
    Guard,
    InvalidTransition,
    MatchState,
    StateMachine,
    Trigger,
    Update,
)
from kingdom.match.tutor import Tutor, TutorWarning
from kingdom.record import Record, position_hash, replay
from kingdom.rules.decision_frames import END_TURN, Answer
from kingdom.rules.errors import IllegalAnswer, ValidationError
from kingdom.rules.events import TurnBegan
from kingdom.rules.game import Game, random_answer
from kingdom.rules.hexes import iter_hexes
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup

ROOT = Path(__file__).parents[2]

# --- testing the transition table without a match


@pytest.mark.parametrize("state", MatchState)
@pytest.mark.parametrize("trigger", Trigger)
@pytest.mark.parametrize("true_guard", [None, *Guard])
def test_trigger_follows_the_table_or_raises(
    state: MatchState, trigger: Trigger, true_guard: Guard | None
) -> None:
    """Tests each trigger in every state: once with no guard true, and once for each guard with only that
    guard true."""
    state_machine = StateMachine(lambda guard: guard is true_guard)
    state_machine.state = state
    transition = TRANSITION_BY_STATE_AND_TRIGGER.get((state, trigger))
    updates: list[Update] = []
    state_machine.subscribe(updates.append)
    if transition is None or transition.guard not in (None, true_guard):
        assert not state_machine.can_fire(trigger)
        with pytest.raises(InvalidTransition) as error:
            state_machine.fire(trigger, forbidden_action)
        assert (error.value.state, error.value.trigger) == (state, trigger)
        assert (state_machine.state, updates) == (state, [])
        return
    assert state_machine.can_fire(trigger)
    events = (TurnBegan(0, 1),)
    state_machine.fire(trigger, lambda: events, "detail")
    target = transition.target
    if isinstance(target, ConditionalTarget):
        target = dict(target.cases).get(true_guard, target.default) if true_guard else target.default
    assert (state_machine.state, state_machine.detail) == (target, "detail")
    assert updates == [Update(state, target, trigger, events, "detail")]


def forbidden_action() -> None:
    raise AssertionError("a forbidden trigger must not run its action")


def test_exception_keeps_the_state_and_publishes_nothing() -> None:
    def fail() -> None:
        raise ZeroDivisionError

    state_machine, updates = StateMachine(lambda guard: False), list[Update]()
    state_machine.subscribe(updates.append)
    with pytest.raises(ZeroDivisionError):
        state_machine.fire(Trigger.BEGIN, fail)
    assert (state_machine.state, updates) == (MatchState.SETTING_UP, [])


def test_effects_run_after_the_state_has_changed_and_before_subscribers() -> None:
    log: list[tuple[str, MatchState]] = []

    def note(name: str) -> None:
        log.append((name, state_machine.state))

    state_machine = StateMachine(
        lambda guard: False,
        {Trigger.SUBMIT: lambda: note("effect")},
        {MatchState.HUMAN_TURN: lambda: note("exit"), MatchState.PLAYBACK: lambda: note("never")},
    )
    state_machine.subscribe(lambda update: note("subscriber"))
    state_machine.state = MatchState.HUMAN_TURN
    state_machine.fire(Trigger.SUBMIT, lambda: note("action"))
    after = [(name, MatchState.PLAYBACK) for name in ("exit", "effect", "subscriber")]
    assert log == [("action", MatchState.HUMAN_TURN), *after]


def test_subscribers_receive_nested_transitions_in_order() -> None:
    state_machine = StateMachine(lambda guard: False)
    first, second = list[Trigger](), list[Trigger]()

    def finish_playback(update: Update) -> None:
        first.append(update.trigger)
        if update.new is MatchState.PLAYBACK:
            state_machine.fire(Trigger.PLAYBACK_DONE)

    state_machine.subscribe(finish_playback)
    unsubscribe = state_machine.subscribe(lambda update: second.append(update.trigger))
    state_machine.fire(Trigger.BEGIN)
    state_machine.fire(Trigger.SUBMIT)
    assert first == second == [Trigger.BEGIN, Trigger.SUBMIT, Trigger.PLAYBACK_DONE]
    unsubscribe()
    state_machine.fire(Trigger.CLOSE)
    assert (len(first), len(second)) == (4, 3)


def test_transitions_are_unique_and_every_state_can_be_reached_and_left() -> None:
    assert len(TRANSITION_BY_STATE_AND_TRIGGER) == sum(len(transition.sources) for transition in TRANSITIONS)
    successors = {
        state: {
            successor
            for transition in TRANSITIONS
            if state in transition.sources
            for successor in (
                [*(case_target for _, case_target in transition.target.cases), transition.target.default]
                if isinstance(transition.target, ConditionalTarget)
                else [transition.target]
            )
        }
        for state in MatchState
    }
    reached, todo = {MatchState.SETTING_UP}, [MatchState.SETTING_UP]
    while todo:
        for state in successors[todo.pop()] - reached:
            reached.add(state)
            todo.append(state)
    assert reached == set(MatchState)
    assert all(MatchState.CLOSED in successors[state] for state in MatchState)
    assert set(GUARD_PREDICATES) == set(Guard)


# --- creating an example match for every state


class CrashedAIClient(SilentAIClient):
    """AI client whose AI player has crashed."""

    def get_failure(self) -> AIFailure | None:
        return AIFailure(0, CRASH, "the program is broken")


def setting_up() -> Match:
    game = scenario({}, [(5, 4)], card="grass")
    return Match(game, make_seats("person", "easy"), Record(GameSetup(2)), None, SilentAIClient())


def handoff() -> Match:
    return new_match("person", "person", ai_client=SilentAIClient())


def human_turn() -> Match:
    """Returns a match in a human's turn with an answer to undo."""
    match = match_from_game(scenario({}, [(5, 4)], card="grass"), "person", "easy")
    match.submit(next(iter_hexes(match.decision().cells)))
    match.finish_playback()
    return match


def start_of_turn() -> Match:
    """Returns a match in a human's turn with nothing to undo."""
    return match_from_game(scenario({}, [(5, 4)], card="grass"), "person", "easy")


def canoe_game() -> Game:
    """Returns a game in which player 1 has a decision during player 0's turn."""
    game = scenario(
        {(5, 5): "1", (15, 15): "U", (15, 16): "U"},
        [(5, 3)],
        [(15, 14)],
        card="grass",
        locations={"1": "refuge"},
        location_tiles=[[[5, 5], 1]],
        them={"tiles": [tile("canoe")], "hand": ["grass"]},
    )
    game.play(hex_id_at(5, 4))
    return game


def out_of_turn() -> Match:
    return match_from_game(canoe_game(), "easy", "person")


def after_last_turn() -> Match:
    game = scenario(
        {(5, 5): "O", (15, 15): "O"},
        [(5, 4)],
        [(15, 14)],
        end=True,
        turn={"player": 1, "mandatory": "done"},
    )
    game.play(END_TURN)
    return match_from_game(game, "person", "person")


def waiting_for_hint() -> Match:
    match = human_turn()
    match.request_hint()
    return match


class InstantHintClient(SilentAIClient):
    """AI client that has a hint immediately."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def take_hint(self, answer_count: int) -> Hint | None:
        return Hint([legal_answer(self.match)], {}, {}, "gold", "", {})


def with_hint() -> Match:
    match = human_turn()
    match.ai_client = InstantHintClient(match)
    match.request_hint()
    match.poll()
    assert match.hint is not None
    return match


class AlwaysWarningTutor(Tutor):
    """Warns about every turn."""

    def warning_for(self, seat: int, start: int, turn: object) -> TutorWarning | None:
        return TutorWarning(9.0, Hint([END_TURN], {}, {}, "gold", "", {}))

    def update(self, record: object, seat: int, start: int, ending_answers: object) -> None:
        pass


def tutor_warning() -> Match:
    """Returns a match in which the tutor has issued a warning and there is a turn to undo."""
    game = scenario({}, [(5, 4)], card="grass", turn={"mandatory": "doing", "built": 2})
    match = match_from_game(game, "person", "easy")
    match.tutor = AlwaysWarningTutor()
    match.tutor.min_loss_by_seat[0] = 1.0
    match.submit(next(iter_hexes(match.decision().cells)))
    match.finish_playback()
    match.submit(END_TURN)
    return match


class HoldingInstructor:
    """Holds the match and allows nothing."""

    holds_match, allows_undo = True, False

    def check_answer(self, answer: Answer) -> None:
        raise IllegalAnswer("lesson", "not now", "reason.over")


def on_hold() -> Match:
    match = human_turn()
    match.instructor = HoldingInstructor()
    match.update_hold()
    return match


def ai_turn() -> Match:
    return match_from_game(scenario({}, [(5, 4)], card="grass"), "easy", "person")


def ai_failed() -> Match:
    game = scenario({}, [(5, 4)], card="grass")
    match = Match(
        game, make_seats("easy", "person"), Record(GameSetup(2), write_seats(make_seats("easy", "person")))
    )
    match.ai_client = CrashedAIClient()
    match.begin()
    match.poll()
    return match


def playback() -> Match:
    match = start_of_turn()
    match.submit(next(iter_hexes(match.decision().cells)))
    return match


def game_over() -> Match:
    game = scenario({}, [(5, 4)], [(15, 14)], end=True, turn={"player": 1, "mandatory": "done"})
    game.play(END_TURN)
    return match_from_game(game, "person", "easy")


def scored() -> Match:
    match = game_over()
    match.mark_scored()
    return match


def closed() -> Match:
    match = human_turn()
    match.close()
    return match


EXAMPLES: dict[Callable[[], Match], MatchState] = {
    setting_up: MatchState.SETTING_UP,
    handoff: MatchState.HANDOFF,
    human_turn: MatchState.HUMAN_TURN,
    start_of_turn: MatchState.HUMAN_TURN,
    with_hint: MatchState.HUMAN_TURN,
    out_of_turn: MatchState.OUT_OF_TURN,
    after_last_turn: MatchState.AFTER_LAST_TURN,
    waiting_for_hint: MatchState.WAITING_FOR_HINT,
    tutor_warning: MatchState.TUTOR_WARNING,
    on_hold: MatchState.ON_HOLD,
    ai_turn: MatchState.AI_TURN,
    ai_failed: MatchState.AI_FAILED,
    playback: MatchState.PLAYBACK,
    game_over: MatchState.GAME_OVER,
    scored: MatchState.SCORED,
    closed: MatchState.CLOSED,
}


def legal_answer(match: Match) -> int | str:
    """Returns a legal answer to the current decision."""
    decision = match.decision()
    answers: list[int | str] = [*iter_hexes(decision.cells), *decision.options, "nothing"]
    return answers[0]


CALLS: dict[str, tuple[Trigger, Callable[[Match], object]]] = {
    "begin": (Trigger.BEGIN, Match.begin),
    "ready": (Trigger.CONFIRM_HANDOFF, Match.confirm_handoff),
    "answer": (Trigger.SUBMIT, lambda match: match.submit(legal_answer(match))),
    "played": (Trigger.PLAYBACK_DONE, Match.finish_playback),
    "undo": (Trigger.UNDO, Match.undo),
    "keep": (Trigger.CONFIRM_WARNED_ANSWER, Match.confirm_warned_answer),
    "give_hint": (Trigger.HINT_RESOLVED, lambda match: match.give_hint(None)),
    "hold": (Trigger.HOLD_CHANGES, Match.update_hold),
    "restart": (Trigger.RESTART, lambda match: match.restart_from(match.game_before_turn, match._turn_start)),
    "take_back": (Trigger.UNDO_WARNED_TURN, Match.undo_warned_turn),
    "cancel": (Trigger.CANCEL_WARNED_ANSWER, Match.cancel_warned_answer),
    "ask_hint": (Trigger.REQUEST_HINT, Match.request_hint),
    "hurry": (Trigger.ANSWER_NOW, Match.answer_now),
    "hand_over": (Trigger.REASSIGN_SEAT, lambda match: match.reassign_seat(0, "medium")),
    "counted": (Trigger.SCORING_SHOWN, Match.mark_scored),
    "close": (Trigger.CLOSE, Match.close),
}
"""Methods that change the state, each with its trigger. All other triggers are fired by `poll` or,
for the tutor, by `submit`."""
INTERNAL_TRIGGERS = {Trigger.TUTOR_WARNS, Trigger.AI_ANSWERS, Trigger.AI_FAILS, Trigger.BOT_WITHDRAWS}


def snapshot(match: Match) -> object:
    """Returns all observable state of a match."""
    return (
        match.state,
        position_hash(match.game),
        match.decision(),
        list(match.history),
        list(match.record.answers),
        match.record.seats,
        list(match.seats),
        match.hint,
        match.ai_failure,
        match.viewer_seat,
        match.can(Trigger.UNDO),
    )


def expected_target(match: Match, trigger: Trigger) -> MatchState | ConditionalTarget | None:
    """Returns the target in the transition table, or None if the trigger is not allowed now."""
    transition = TRANSITION_BY_STATE_AND_TRIGGER.get((match.state, trigger))
    return (
        None
        if transition is None or (transition.guard and not GUARD_PREDICATES[transition.guard](match))
        else transition.target
    )


def call_and_check(match: Match, call: str) -> None:
    """Makes a call and checks that it follows the transition table."""
    trigger, method = CALLS[call]
    target, before = expected_target(match, trigger), snapshot(match)
    if target is None:
        with pytest.raises((InvalidTransition, IllegalAnswer)):
            method(match)
        assert snapshot(match) == before
        return
    updates = record_updates(match)
    old = match.state
    method(match)
    if isinstance(target, ConditionalTarget):
        target = next(
            (state for guard, state in target.cases if GUARD_PREDICATES[guard](match)), target.default
        )
    assert match.state is target
    assert [(update.old, update.new, update.trigger) for update in updates] == [(old, target, trigger)]


def test_examples_cover_every_state_and_trigger() -> None:
    assert set(EXAMPLES.values()) == set(MatchState)
    assert {trigger for trigger, _ in CALLS.values()} | INTERNAL_TRIGGERS == set(Trigger)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.__name__)
@pytest.mark.parametrize("call", CALLS)
def test_every_call_in_every_state(example: Callable[[], Match], call: str) -> None:
    match = example()
    assert match.state is EXAMPLES[example]
    call_and_check(match, call)
    match.close()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.__name__)
def test_poll_changes_nothing_unless_an_ai_is_awaited(example: Callable[[], Match]) -> None:
    match = example()
    if match.state in (MatchState.WAITING_FOR_HINT, MatchState.AI_TURN, MatchState.AI_FAILED):
        match.close()
        return
    before = snapshot(match)
    match.poll()
    assert snapshot(match) == before
    match.close()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.__name__)
def test_illegal_arguments_change_nothing(example: Callable[[], Match]) -> None:
    """In every state, an illegal answer or an unknown seat kind raises an error and changes nothing."""
    match = example()
    before = snapshot(match)
    with pytest.raises(
        IllegalAnswer if match.state in (*HUMAN_MAY_ANSWER, MatchState.ON_HOLD) else InvalidTransition
    ):
        match.submit("no such option")
    with pytest.raises(
        ValidationError if expected_target(match, Trigger.REASSIGN_SEAT) else InvalidTransition
    ):
        match.reassign_seat(0, "wizard")
    assert snapshot(match) == before
    match.close()


def test_late_answer_ends_the_ai_failure() -> None:
    match = ai_failed()
    ai_client = match.ai_client
    answer = legal_answer(match)
    ai_client.take_answer = lambda answer_count: answer  # type: ignore[method-assign]
    match.poll()
    assert (match.state, match.ai_failure) == (MatchState.PLAYBACK, None)


SEAT_COMBINATIONS = [
    ("person", "random"),
    ("person", "person", "random"),
    ("random", "random"),
    ("person",) * 3,
]


@pytest.mark.parametrize("seed", range(len(SEAT_COMBINATIONS)))
def test_random_walk(seed: int) -> None:
    """Humans and AI players make random calls at random times. Only allowed triggers change anything, and the
    record replays to the same game."""
    rng = Rng(seed)
    kinds = SEAT_COMBINATIONS[seed]
    match = new_match(*kinds, expansions=ALL_EXPANSIONS, seed=seed)
    calls = [call for call in CALLS if call not in ("close", "answer", "ask_hint")]
    visited = set()
    for _ in range(2500):
        visited.add(match.state)
        if rng.randrange(2):
            call_and_check(match, calls[rng.randrange(len(calls))])
        elif match.state in HUMAN_MAY_ANSWER:
            match.submit(random_answer(match.game, rng))
        else:
            match.poll()
        if match.game.over and not visited & {MatchState.SCORED}:
            continue
        if rng.randrange(25) == 0 and match.state in (
            *HUMAN_DECIDES,
            MatchState.HANDOFF,
            MatchState.AI_TURN,
        ):
            match.reassign_seat(rng.randrange(len(kinds)), "person" if rng.randrange(2) else "random")
    assert position_hash(replay(match.record)) == position_hash(match.game)
    assert len(match.history) == len(match.record.answers) > 40
    assert visited >= {MatchState.HUMAN_TURN, MatchState.PLAYBACK, MatchState.AI_TURN}


# --- checking the diagrams in the docs


def test_diagram_shows_every_transition() -> None:
    lines = state_diagram().splitlines()
    for state in MatchState:
        assert any(f'state "{state.value}" as {state.name}' in line for line in lines)
    arrows = [line for line in lines if "-->" in line and "[*]" not in line]
    for guard, state in NEXT_DECISION.cases:
        assert f"    NEXT_DECISION --> {state.name}: {guard.value}" in arrows
    for state, trigger in TRANSITION_BY_STATE_AND_TRIGGER:
        names = (state.name, "HUMAN_MAY_ANSWER" if state in HUMAN_MAY_ANSWER else state.name)
        drawn = [line for line in lines if trigger.value in line]
        assert any(line.split("-->")[0].strip() in names or "from everywhere" in line for line in drawn)


def test_diagrams_in_the_docs_are_current() -> None:
    files = marked_files(ROOT)
    assert ROOT / "kingdom" / "match" / "README.md" in files
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert insert_diagram(text) == text, f"{path}: run `python tests/tools/state_diagram.py --write`"


def test_outdated_diagram_is_replaced_and_the_rest_stays() -> None:
    text = f"before\n{BEGIN}\nan old drawing\n{END}\nafter\n"
    updated = insert_diagram(text)
    assert updated.startswith(f"before\n{BEGIN}\n")
    assert updated.endswith(f"{END}\nafter\n")
    assert state_diagram() in updated
    assert "an old drawing" not in updated
    assert insert_diagram("no drawing here") == "no drawing here"
