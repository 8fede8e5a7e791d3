"""Timeline: the game at every step of a record, grouped into turns and rounds.

Positions are addressed by answer count: 0 is the position before the first answer, and n is the position
after the n-th answer. Snapshots of the game are stored at regular intervals, so every position is only a few
answers away from a snapshot."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass

from kingdom.record import OnProgress, Record, ignore_progress, replay_steps
from kingdom.rules.decision_frames import Answer
from kingdom.rules.errors import ValidationError
from kingdom.rules.events import Event, TurnBegan, TurnEnded
from kingdom.rules.game import Game
from kingdom.rules.setup import new_game, replay_answer

SNAPSHOT_INTERVAL = 16
"""Number of answers between two snapshots. Replaying that many takes a few milliseconds at most."""
NO_PLAYER = -1
MAX_ANSWERS = 100_000
"""Maximum number of answers in a record; no real game has that many."""


@dataclass(frozen=True)
class TimelineStep:
    """One answer, the player who gave it and the resulting events."""

    player: int
    answer: Answer
    events: tuple[Event, ...]


@dataclass(frozen=True)
class TurnSpan:
    """A turn: the answers from `start` up to but not including `end`. Other players' answers during the turn
    are included. The phase after the last turn (R-END-5) is also a span; its player is NO_PLAYER."""

    index: int
    player: int
    """The player whose turn it is; NO_PLAYER for the phase after the last turn."""
    round: int
    card: str | None
    """The terrain card played; None if no card has been chosen yet or there was none."""
    start: int
    end: int
    is_complete: bool
    """False if the record ends in the middle of this turn."""


@dataclass(frozen=True)
class Timeline:
    """A replayed record that can be viewed at any point. Created by `build_timeline`."""

    record: Record
    opening_events: tuple[Event, ...]
    """Events before the first answer."""
    steps: tuple[TimelineStep, ...]
    turns: tuple[TurnSpan, ...]
    is_over: bool
    _snapshots: tuple[Game, ...]

    @property
    def player_count(self) -> int:
        return self.record.setup.player_count

    @property
    def total_answers(self) -> int:
        return len(self.steps)

    def game_at(self, answer_count: int) -> Game:
        """Returns a copy of the game after `answer_count` answers, with all cards visible. Clamps
        out-of-range values."""
        answer_count = max(0, min(answer_count, self.total_answers))
        snapshot_index = answer_count // SNAPSHOT_INTERVAL
        game = self._snapshots[snapshot_index].copy()
        for played in range(snapshot_index * SNAPSHOT_INTERVAL, answer_count):
            replay_answer(game, self.record.setup, played, self.steps[played].answer)
        return game

    def view_at(self, answer_count: int, viewer: int | None) -> Game:
        """Returns the game as it may be shown. A finished game is shown completely. An unfinished game is
        shown as the viewer's seat could see it at that point. Without a viewer, shows only what all players
        can see. Before a redeal, shows only what its viewer could see."""
        game, viewers = self.game_at(answer_count), self.viewers_at(answer_count, viewer)
        if not viewers:
            return game
        sole_viewer = viewers.pop() if len(viewers) == 1 else None
        view = game.observe(sole_viewer, answer_count)
        if sole_viewer is not None:
            return view
        view.hands = [()] * self.player_count
        if game.played_card is not None:  # all players can see the played card
            view.hands[game.active_player] = (game.played_card,)
        return view

    def viewers_at(self, answer_count: int, viewer: int | None) -> set[int | None]:
        """Returns the viewers from whom cards are hidden at this point: the viewer of an unfinished game, and
        the viewers of later redeals. Empty if all cards may be shown."""
        return self.record.setup.secret_viewers(answer_count) | (set() if self.is_over else {viewer})

    # --- navigation

    def turn_at(self, answer_count: int) -> TurnSpan:
        """Returns the turn at this point. Between two turns, returns the turn that is about to begin."""
        starts = [turn.start for turn in self.turns]
        return self.turns[max(0, bisect_right(starts, answer_count) - 1)]

    def next_turn_start(self, answer_count: int) -> int:
        """Returns the start of the next turn, or the end of the game."""
        return min(
            (turn.start for turn in self.turns if turn.start > answer_count), default=self.total_answers
        )

    def previous_turn_start(self, answer_count: int) -> int:
        """Returns the start of this turn or, if that is the current point, the start of the previous turn."""
        return max((turn.start for turn in self.turns if turn.start < answer_count), default=0)

    def round_starts(self) -> tuple[int, ...]:
        """Returns the answer count at which each round begins, round 1 first."""
        starts: list[int] = []
        for turn in self.turns:
            if turn.round > len(starts):
                starts.append(turn.start)
        return tuple(starts)

    def next_round_start(self, answer_count: int) -> int:
        """Returns the start of the next round, or the end of the game."""
        return min(
            (start for start in self.round_starts() if start > answer_count), default=self.total_answers
        )

    def previous_round_start(self, answer_count: int) -> int:
        """Returns the start of this round or, if that is the current point, the start of the previous
        round."""
        return max((start for start in self.round_starts() if start < answer_count), default=0)


def build_timeline(record: Record, on_progress: OnProgress = ignore_progress) -> Timeline:
    """Replays a record. Raises ValidationError if an answer is illegal or the result does not match the
    answers."""
    if len(record.answers) > MAX_ANSWERS:
        raise ValidationError(f"answers: {len(record.answers)} is more than a game can have")
    opening_events: list[Event] = []
    game = new_game(record.setup, opening_events)
    snapshots = [game.copy()]
    timeline_steps: list[TimelineStep] = []
    turns: list[TurnSpan] = []
    player, turn_round, card, start = game.active_player, game.round, game.played_card, 0
    for answer, deciding_player, events in replay_steps(record, game, on_progress):
        timeline_steps.append(TimelineStep(deciding_player, answer, events))
        if len(timeline_steps) % SNAPSHOT_INTERVAL == 0:
            snapshots.append(game.copy())
        if any(isinstance(event, TurnEnded) for event in events):
            turns.append(TurnSpan(len(turns), player, turn_round, card, start, len(timeline_steps), True))
            next_began = any(isinstance(event, TurnBegan) for event in events)
            player, turn_round, start = (
                game.active_player if next_began else NO_PLAYER,
                game.round,
                len(timeline_steps),
            )
        card = game.played_card
    if start < len(timeline_steps) or not game.over:
        turns.append(TurnSpan(len(turns), player, turn_round, card, start, len(timeline_steps), game.over))
    return Timeline(
        record, tuple(opening_events), tuple(timeline_steps), tuple(turns), game.over, tuple(snapshots)
    )
