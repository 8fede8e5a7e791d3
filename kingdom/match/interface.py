"""The interfaces through which the UI uses a match. `MatchView` is the part that panels read; the review
implements it, too. `PlayableMatch` is what the match scene needs: `Match` implements it for a game whose
rules run here; a game that runs elsewhere can implement it, too."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple, Protocol

from kingdom.ai.hint import Hint
from kingdom.match.ai_client import AIFailure
from kingdom.match.save_store import SaveStore
from kingdom.match.seats import Seat
from kingdom.match.state_machine import Listener, MatchState, Trigger
from kingdom.match.tutor import TutorWarning, UnusedAction
from kingdom.record import Record
from kingdom.rules.decision_frames import Answer, Decision
from kingdom.rules.events import REVEALING_EVENTS, Event
from kingdom.rules.game import Game


@dataclass(frozen=True)
class MatchStep:
    """One answer of a player and the events that it caused."""

    player: int
    answer: Answer
    events: tuple[Event, ...]
    is_automatic: bool = False
    """True if this was the only legal answer after the player's previous one, which Undo takes back with
    it."""

    @property
    def reveals_hidden(self) -> bool:
        """True if the answer revealed hidden information and therefore can't be undone."""
        return any(isinstance(event, REVEALING_EVENTS) for event in self.events)


class WarnedAnswer(NamedTuple):
    """Detail of the state TUTOR_WARNING: an answer that would end the turn, and the warning."""

    answer: Answer
    warning: TutorWarning | UnusedAction


class Withdrawal(NamedTuple):
    """Detail of the trigger BOT_WITHDRAWS: the seat of the bot, and its reason."""

    seat: int
    reason: str


class Instructor(Protocol):
    """May refuse answers and hold up the match, as a lesson does. Usually subscribes to the match, too."""

    @property
    def holds_match(self) -> bool:
        """True if nobody may answer now. When this changes, the instructor calls `Match.update_hold`, unless
        the match is playing back an answer."""

    @property
    def allows_undo(self) -> bool:
        """True if answers may be undone now."""

    def check_answer(self, answer: Answer) -> None:
        """Raises IllegalAnswer to refuse a human's answer before it is played."""


class StepView(Protocol):
    @property
    def player(self) -> int:
        """The player who gave the answer."""

    @property
    def events(self) -> tuple[Event, ...]:
        """The events that the answer caused."""


class MatchView(Protocol):
    """The part of a match that UI panels read."""

    @property
    def game(self) -> Game:
        """The current game."""

    @property
    def seats(self) -> Sequence[Seat]:
        """The players' seats in turn order."""

    @property
    def history(self) -> Sequence[StepView]:
        """All answers so far."""

    @property
    def deciding_seat(self) -> int:
        """The seat that decides; -1 when the game is over."""

    @property
    def human_decision(self) -> Decision | None:
        """The current decision if a human makes it now or once the match is no longer on hold."""

    def decision(self) -> Decision:
        """Returns the decision that the game is waiting for."""


class PlayableMatch(MatchView, Protocol):
    """A match as the match scene shows and plays it. A command may take effect later: its result arrives as
    an Update. `can` returns True for the commands that are possible now; the others raise
    InvalidTransition."""

    @property
    def state(self) -> MatchState:
        """The current state, which determines what the UI does."""

    @property
    def history(self) -> Sequence[MatchStep]:
        """All answers so far."""

    @property
    def opening_events(self) -> Sequence[Event]:
        """Events before the first answer."""

    @property
    def record(self) -> Record:
        """The recorded game."""

    @property
    def save_store(self) -> SaveStore | None:
        """The store in which the game is saved; None if it is not saved."""

    @property
    def save_error(self) -> str | None:
        """Reason why the last save failed; None if it succeeded."""

    @property
    def human_seats(self) -> Sequence[int]:
        """Seats played by the humans at this screen."""

    @property
    def viewer_seat(self) -> int | None:
        """The seat whose hidden cards may be shown."""

    @property
    def handoff_seat(self) -> int | None:
        """Seat of the human who decides next but has not taken over the screen yet."""

    @property
    def hint(self) -> Hint | None:
        """The hint for the current decision."""

    @property
    def tutor_warning(self) -> WarnedAnswer | None:
        """The answer that there is a warning about now, from the tutor or about an unused action."""

    @property
    def ai_failure(self) -> AIFailure | None:
        """The failure of the AI player whose answer is awaited."""

    @property
    def game_before_turn(self) -> Game:
        """The game at the earliest point to which the turn can be undone."""

    @property
    def redo_answer(self) -> Answer | None:
        """The answer that was undone last. Submitting it redoes it; None if there is nothing to redo."""

    def games_at(self, answer_counts: Iterable[int]) -> Mapping[int, Game]:
        """Maps each of the given answer counts to the game after that many answers."""

    def can(self, trigger: Trigger) -> bool:
        """Returns True if the trigger is allowed now."""

    def subscribe(self, listener: Listener) -> Callable[[], None]:
        """Calls the listener after every transition. Returns a function that ends the subscription."""

    def poll(self) -> None:
        """Checks for results. Called every frame, in any state."""

    def submit(self, answer: Answer) -> None:
        """Plays a human's answer, unless there is a warning about it. An illegal one raises IllegalAnswer."""

    def confirm_warned_answer(self) -> None:
        """Plays the answer despite the warning about it."""

    def undo_warned_turn(self) -> None:
        """Undoes the turn as far as possible instead of playing the answer that there is a warning about."""

    def cancel_warned_answer(self) -> None:
        """Returns to the decision without playing the answer that there is a warning about."""

    def undo(self) -> None:
        """Undoes the last answer and the answers that followed from it automatically."""

    def request_hint(self) -> None:
        """Requests a hint for the current decision."""

    def give_hint(self, hint: Hint | None) -> None:
        """Sets the hint for the current decision."""

    def answer_now(self) -> None:
        """Makes the AI player stop thinking and play its best answer so far."""

    def finish_playback(self) -> None:
        """Ends the playback. Called when the events have been animated."""

    def confirm_handoff(self) -> None:
        """Ends the handoff. Called when the next human has taken over the screen."""

    def reassign_seat(self, seat: int, kind: str) -> None:
        """Reassigns a seat to a different AI level, a bot or a human."""

    def change_seats(self, seats: Sequence[Seat]) -> None:
        """Changes the names and kinds of the players."""

    def set_tutor_modes(self, modes_by_name: Mapping[str, str], asks_about_actions: bool) -> None:
        """Enables the tutor for the humans whose mode is not OFF, and the question about unused actions."""

    def mark_scored(self) -> None:
        """Marks the game as scored. Called when the final scoring is shown."""

    def close_nowait(self) -> None:
        """Closes the match without waiting."""
