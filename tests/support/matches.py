"""Helpers for match tests: seats, AI clients that start no process, and random human answers."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from support.in_process_client import SyncWorkerClient, no_reply

from kingdom.match.ai_client import AIClient
from kingdom.match.ai_worker import AIWorker
from kingdom.match.controller import Match
from kingdom.match.interface import PlayableMatch
from kingdom.match.save_store import SaveStore
from kingdom.match.seats import PLAYER_COLORS, Seat
from kingdom.match.state_machine import HUMAN_MAY_ANSWER, MatchState, Update
from kingdom.record import Record
from kingdom.rules.decision_frames import Answer
from kingdom.rules.game import Game, random_answer
from kingdom.rules.json_values import write_answer
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.setup import GameSetup

ALL_EXPANSIONS = tuple(sorted(EXPANSIONS, key=lambda name: EXPANSIONS[name].release_order))


def load_match(store: SaveStore, path: Path) -> Match:
    """Loads a saved game and continues it."""
    match = Match.load(path, store)
    match.ai_client = InProcessAIClient()
    match.begin()
    return match


class InProcessAIClient(AIClient):
    """Answers every request immediately, in this process."""

    def __init__(self) -> None:
        super().__init__()
        self.worker = AIWorker(lambda: False)
        self.worker_client = SyncWorkerClient(self.reply_to)

    def ponder(self, record: Record, seat: int, level: str, expected_answer: Answer) -> None:
        """Does nothing, because there is no idle time to ponder in."""

    def reply_to(self, request: dict[str, Any]) -> bytes:
        return json.dumps({"number": request["number"], **self.worker.handle(request)}).encode()


class SilentAIClient(AIClient):
    """Never answers."""

    def __init__(self) -> None:
        super().__init__()
        self.worker_client = SyncWorkerClient(no_reply)


def make_seats(*kinds: str) -> list[Seat]:
    """Creates one seat for each kind."""
    return [Seat(f"{kind} {index}", PLAYER_COLORS[index], kind) for index, kind in enumerate(kinds)]


def new_match(
    *kinds: str,
    expansions: Sequence[str] = ("base",),
    seed: int = 1,
    save_store: SaveStore | None = None,
    ai_client: AIClient | None = None,
) -> Match:
    """Starts a match with new seats of these kinds."""
    setup = GameSetup(len(kinds), tuple(expansions), seed)
    return Match.new(setup, make_seats(*kinds), save_store, ai_client or InProcessAIClient())


class FixedAnswerAIClient(AIClient):
    """Gives the answers in a fixed list, then never answers again."""

    def __init__(self, *answers: Answer) -> None:
        super().__init__()
        self.answers = list(answers)
        self.worker_client = SyncWorkerClient(self.reply_to)

    def reply_to(self, request: dict[str, Any]) -> bytes | None:
        if not self.answers:
            return None
        reply = {"number": request["number"], "answer": write_answer(self.answers.pop(0))}
        return json.dumps(reply).encode()


def match_from_game(game: Game, *kinds: str, ai_client: AIClient | None = None) -> Match:
    """Starts a match from a game in progress. The record of the match is empty, so AI players cannot replay
    it to reach this game."""
    match = Match(
        game, make_seats(*kinds), Record(GameSetup(len(kinds))), None, ai_client or SilentAIClient()
    )
    match.begin()
    return match


def record_updates(match: PlayableMatch) -> list[Update]:
    """Returns a list to which all further updates of the match are appended."""
    updates: list[Update] = []
    match.subscribe(updates.append)
    return updates


def play_until(match: Match, rng: Rng, until: Callable[[Match], bool] = lambda match: False) -> None:
    """Advances the match as the UI does, with random human answers, until the game is over or `until` returns
    True."""
    while match.state is not MatchState.GAME_OVER and not until(match):
        assert match.ai_failure is None, match.ai_failure
        state = match.state
        if state is MatchState.PLAYBACK:
            match.finish_playback()
        elif state is MatchState.HANDOFF:
            assert match.viewer_seat is None
            match.confirm_handoff()
        elif state is MatchState.AI_TURN:
            match.poll()
            if match.state is MatchState.AI_TURN:
                time.sleep(0)  # give the file writer thread time to run, because this loop waits for it
        else:
            assert state in HUMAN_MAY_ANSWER
            match.submit(random_answer(match.game, rng))


def state_and_viewer(match: Match) -> tuple[MatchState, int | None]:
    """Returns the state of the match and the seat whose player may look at the screen."""
    return match.state, match.viewer_seat


def play_answers(match: Match, *answers: Answer) -> None:
    """Plays the answers of a human, except those that the match has already played automatically."""
    start = len(match.history)
    for index, answer in enumerate(answers):
        if len(match.history) == start + index:
            match.submit(answer)
            match.finish_playback()
        assert match.history[start + index].answer == answer


def play_one_answer(match: Match, rng: Rng) -> None:
    """Advances the match until one more answer is recorded, and those that follow automatically."""
    answer_count = len(match.record.answers)
    play_until(match, rng, lambda match: len(match.record.answers) > answer_count)
