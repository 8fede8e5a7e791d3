"""The machine of a match: every state with every call is either a move of the table, or one error that
changes nothing; and its drawings in the documents are those of the table."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from at_the_table import EVERY_BOX, Silent, around, seats, table
from scenario import hex_at, scenario, tile
from tools.draw_machine import BEGIN, END, draw_machine, marked_files, put_in

from kingdom.ai.hint import Hint
from kingdom.ai.player import random_answer
from kingdom.match.machine import (
    ASKED,
    MOVES,
    TABLE,
    WAITING,
    WHO_IS_ASKED,
    Fork,
    Guard,
    Happening,
    Machine,
    State,
    WrongMoment,
)
from kingdom.match.match import GUARDS, Match
from kingdom.match.seats import write_seats
from kingdom.match.thinker import CRASH, Trouble
from kingdom.match.tutor import Objection, Tutor
from kingdom.record import Record, digest, replay
from kingdom.rules.chance import Chance
from kingdom.rules.frames import END_TURN, IllegalAnswer
from kingdom.rules.game import Game
from kingdom.rules.hexes import hexes_of
from kingdom.rules.registry import BadSetup
from kingdom.rules.setup import Setup

ROOT = Path(__file__).parents[2]

# --- the table alone


@pytest.mark.parametrize("state", State)
@pytest.mark.parametrize("happening", Happening)
@pytest.mark.parametrize("holding", [None, *Guard])
def test_a_move_of_the_table_or_the_one_error(
    state: State, happening: Happening, holding: Guard | None
) -> None:
    """With each guard as the only one that holds, and with none."""
    machine = Machine(lambda guard: guard is holding)
    machine.state = state
    row = MOVES.get((state, happening))
    if row is None or row.guard not in (None, holding):
        assert not machine.allows(happening)
        with pytest.raises(WrongMoment) as wrong, machine.happening(happening):
            raise AssertionError("nothing may be done")
        assert (wrong.value.state, wrong.value.happening) == (state, happening)
        assert machine.state is state
        return
    assert machine.allows(happening)
    with machine.happening(happening):
        assert machine.state is state, "the move comes after the deed"
    target = row.target
    if isinstance(target, Fork):
        target = dict(target.ways).get(holding, target.otherwise) if holding else target.otherwise
    assert machine.state is target


def test_an_error_in_the_deed_leaves_the_state() -> None:
    machine = Machine(lambda guard: False)
    with pytest.raises(ZeroDivisionError), machine.happening(Happening.BEGIN):
        raise ZeroDivisionError
    assert machine.state is State.SETTING_UP


def test_the_table_says_each_thing_once_and_every_state_can_be_reached_and_left() -> None:
    assert len(MOVES) == sum(len(row.states) for row in TABLE)
    ahead = {
        state: {
            end
            for row in TABLE
            if state in row.states
            for end in (
                [*(way for _, way in row.target.ways), row.target.otherwise]
                if isinstance(row.target, Fork)
                else [row.target]
            )
        }
        for state in State
    }
    reached, todo = {State.SETTING_UP}, [State.SETTING_UP]
    while todo:
        for state in ahead[todo.pop()] - reached:
            reached.add(state)
            todo.append(state)
    assert reached == set(State)
    assert all(State.CLOSED in ahead[state] for state in State)
    assert set(GUARDS) == set(Guard)


# --- a match in every state


class Failing(Silent):
    """A program that has crashed."""

    def trouble(self) -> Trouble | None:
        return Trouble(0, CRASH, "the program is broken")


def setting_up() -> Match:
    game = scenario({}, [(5, 4)], card="grass")
    return Match(game, seats("person", "easy"), Record(Setup(2)), None, Silent())


def curtain() -> Match:
    return table("person", "person", thinker=Silent())


def persons_turn() -> Match:
    """With something to take back."""
    match = around(scenario({}, [(5, 4)], card="grass"), "person", "easy")
    match.answer(next(hexes_of(match.decision().cells)))
    match.played()
    return match


def start_of_turn() -> Match:
    """With nothing to take back."""
    return around(scenario({}, [(5, 4)], card="grass"), "person", "easy")


def canoe_game() -> Game:
    """Player 1 is asked in player 0's turn."""
    game = scenario(
        {(5, 5): "1", (15, 15): "U", (15, 16): "U"},
        [(5, 3)],
        [(15, 14)],
        card="grass",
        locations={"1": "refuge"},
        location_tiles=[[[5, 5], 1]],
        them={"tiles": [tile("canoe")], "hand": ["grass"]},
    )
    game.choose(hex_at(5, 4))
    return game


def interrupt() -> Match:
    return around(canoe_game(), "easy", "person")


def after_turns() -> Match:
    game = scenario(
        {(5, 5): "O", (15, 15): "O"},
        [(5, 4)],
        [(15, 14)],
        end=True,
        turn={"player": 1, "mandatory": "done"},
    )
    game.choose(END_TURN)
    return around(game, "person", "person")


def hinting() -> Match:
    match = persons_turn()
    match.ask_hint()
    return match


class Wise(Silent):
    """Has a hint at once."""

    def __init__(self, match: Match) -> None:
        super().__init__()
        self.match = match

    def take_hint(self, given: int) -> Hint | None:
        return Hint([legal(self.match)], {}, {}, "gold", "", "")


def hinted() -> Match:
    match = persons_turn()
    match.thinker = Wise(match)
    match.ask_hint()
    match.poll()
    assert match.hint is not None
    return match


class Doubtful(Tutor):
    """Objects to everything."""

    def objection(self, seat: int, start: int, turn: object) -> Objection | None:
        return Objection(9.0, Hint([END_TURN], {}, {}, "gold", "", ""))

    def follow(self, record: object, seat: int, start: int, ends: object) -> None:
        pass


def tutored() -> Match:
    """With a turn to take back."""
    game = scenario({}, [(5, 4)], card="grass", turn={"mandatory": "doing", "built": 2})
    match = around(game, "person", "easy")
    match.tutor = Doubtful()
    match.tutor.limits[0] = 1.0
    match.answer(next(hexes_of(match.decision().cells)))
    match.played()
    assert match.objects(END_TURN)
    return match


def programs_turn() -> Match:
    return around(scenario({}, [(5, 4)], card="grass"), "easy", "person")


def trouble() -> Match:
    game = scenario({}, [(5, 4)], card="grass")
    match = Match(game, seats("easy", "person"), Record(Setup(2), write_seats(seats("easy", "person"))))
    match.thinker = Failing()
    match.begin()
    match.poll()
    return match


def playback() -> Match:
    match = start_of_turn()
    match.answer(next(hexes_of(match.decision().cells)))
    return match


def over() -> Match:
    game = scenario({}, [(5, 4)], [(15, 14)], end=True, turn={"player": 1, "mandatory": "done"})
    game.choose(END_TURN)
    return around(game, "person", "easy")


def counted() -> Match:
    match = over()
    match.counted()
    return match


def closed() -> Match:
    match = persons_turn()
    match.close()
    return match


EXAMPLES: dict[Callable[[], Match], State] = {
    setting_up: State.SETTING_UP,
    curtain: State.CURTAIN,
    persons_turn: State.PERSONS_TURN,
    start_of_turn: State.PERSONS_TURN,
    hinted: State.PERSONS_TURN,
    interrupt: State.INTERRUPT,
    after_turns: State.AFTER_TURNS,
    hinting: State.HINTING,
    tutored: State.TUTORED,
    programs_turn: State.PROGRAMS_TURN,
    trouble: State.TROUBLE,
    playback: State.PLAYBACK,
    over: State.OVER,
    counted: State.COUNTED,
    closed: State.CLOSED,
}


def legal(match: Match) -> int | str:
    """Some answer that the game waits for."""
    decision = match.decision()
    found: list[int | str] = [*hexes_of(decision.cells), *decision.options, "nothing"]
    return found[0]


CALLS: dict[str, tuple[Happening, Callable[[Match], object]]] = {
    "begin": (Happening.BEGIN, Match.begin),
    "ready": (Happening.READY, Match.ready),
    "answer": (Happening.ANSWER, lambda match: match.answer(legal(match))),
    "played": (Happening.PLAYED, Match.played),
    "undo": (Happening.UNDO, Match.undo),
    "take_back": (Happening.TAKE_BACK, Match.take_back),
    "ask_hint": (Happening.ASK_HINT, Match.ask_hint),
    "hurry": (Happening.HURRY, Match.hurry),
    "hand_over": (Happening.HAND_OVER, lambda match: match.hand_over(0, "medium")),
    "counted": (Happening.COUNT, Match.counted),
    "close": (Happening.CLOSE, Match.close),
}
"""Every call that moves a match, with what it is in the table. The rest of the happenings come by `poll` or
`objects`."""
BY_ITSELF = {Happening.OBJECT, Happening.HINT_ENDS, Happening.PROGRAM_ANSWERS, Happening.TROUBLE_COMES}


def seen(match: Match) -> object:
    """All that can be seen of a match."""
    return (
        match.state,
        digest(match.game),
        match.decision(),
        list(match.history),
        list(match.record.answers),
        match.record.seats,
        list(match.seats),
        match.hint,
        match.trouble,
        match.viewer,
        match.can_undo,
    )


def expected(match: Match, happening: Happening) -> State | Fork | None:
    """Where the table leads; None if it is the wrong moment."""
    row = MOVES.get((match.state, happening))
    return None if row is None or (row.guard and not GUARDS[row.guard](match)) else row.target


def check(match: Match, call: str) -> None:
    """Make a call, and see that it does what the table says."""
    happening, do = CALLS[call]
    target, before = expected(match, happening), seen(match)
    if target is None:
        with pytest.raises(WrongMoment):
            do(match)
        assert seen(match) == before
        return
    do(match)
    if isinstance(target, Fork):
        target = next((state for guard, state in target.ways if GUARDS[guard](match)), target.otherwise)
    assert match.state is target


def test_there_is_an_example_of_every_state_and_a_call_for_everything() -> None:
    assert set(EXAMPLES.values()) == set(State)
    assert {happening for happening, _ in CALLS.values()} | BY_ITSELF == set(Happening)


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.__name__)
@pytest.mark.parametrize("call", CALLS)
def test_every_call_in_every_state(example: Callable[[], Match], call: str) -> None:
    match = example()
    assert match.state is EXAMPLES[example]
    check(match, call)
    match.close()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.__name__)
def test_looking_moves_nothing_where_nothing_is_awaited(example: Callable[[], Match]) -> None:
    match = example()
    if match.state in (State.HINTING, State.PROGRAMS_TURN, State.TROUBLE):
        match.close()
        return
    before = seen(match)
    assert match.poll() is None
    assert seen(match) == before
    match.close()


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda example: example.__name__)
def test_what_the_rules_forbid_changes_nothing(example: Callable[[], Match]) -> None:
    """Not the wrong moment, but a wrong answer; or a seat for somebody who is not there."""
    match = example()
    before = seen(match)
    with pytest.raises(IllegalAnswer if match.state in (*WAITING, State.TUTORED) else WrongMoment):
        match.answer("no such option")
    with pytest.raises(BadSetup if expected(match, Happening.HAND_OVER) else WrongMoment):
        match.hand_over(0, "wizard")
    assert seen(match) == before
    match.close()


def test_trouble_ends_by_an_answer_that_comes_after_all() -> None:
    match = trouble()
    thinker = match.thinker
    answer = legal(match)
    thinker.take = lambda given: answer  # type: ignore[method-assign]
    assert match.poll()
    assert (match.state, match.trouble) == (State.PLAYBACK, None)


MIXES = [("person", "random"), ("person", "person", "random"), ("random", "random"), ("person",) * 3]


@pytest.mark.parametrize("seed", range(len(MIXES)))
def test_a_random_walk(seed: int) -> None:
    """People and programs, any call at any time: only what the table allows moves anything, and what was
    written down is the game."""
    chance = Chance(seed)
    kinds = MIXES[seed]
    match = table(*kinds, boxes=EVERY_BOX, seed=seed)
    calls = [call for call in CALLS if call not in ("close", "answer", "ask_hint")]
    met = set()
    for _ in range(2500):
        met.add(match.state)
        if chance.below(2):
            check(match, calls[chance.below(len(calls))])
        elif match.state in WAITING:
            match.answer(random_answer(match.game, chance))
        else:
            match.poll()
        if match.game.over and not met & {State.COUNTED}:
            continue
        if chance.below(25) == 0 and match.state in (*ASKED, State.CURTAIN, State.PROGRAMS_TURN):
            match.hand_over(chance.below(len(kinds)), "person" if chance.below(2) else "random")
    assert digest(replay(match.record)) == digest(match.game)
    assert len(match.history) == len(match.record.answers) > 40
    assert met >= {State.PERSONS_TURN, State.PLAYBACK, State.PROGRAMS_TURN}


# --- drawings


def test_the_drawing_shows_the_whole_table() -> None:
    lines = draw_machine().splitlines()
    for state in State:
        assert any(f'state "{state.value}" as {state.name}' in line for line in lines)
    arrows = [line for line in lines if "-->" in line and "[*]" not in line]
    for guard, state in WHO_IS_ASKED.ways:
        assert f"    WHO --> {state.name}: {guard.value}" in arrows
    for state, happening in MOVES:
        names = (state.name, "WAITING" if state in WAITING else state.name)
        drawn = [line for line in lines if happening.value in line]
        assert any(line.split("-->")[0].strip() in names or "from everywhere" in line for line in drawn)


def test_drawings_in_documents_are_those_of_the_table() -> None:
    files = marked_files(ROOT)
    assert ROOT / "docs" / "ARCHITECTURE.md" in files
    for path in files:
        text = path.read_text(encoding="utf-8")
        assert put_in(text) == text, f"{path}: run `python tests/tools/draw_machine.py --write`"


def test_an_old_drawing_is_replaced_and_the_rest_stays() -> None:
    text = f"before\n{BEGIN}\nan old drawing\n{END}\nafter\n"
    new = put_in(text)
    assert new.startswith(f"before\n{BEGIN}\n")
    assert new.endswith(f"{END}\nafter\n")
    assert draw_machine() in new
    assert "old" not in new
    assert put_in("no drawing here") == "no drawing here"
