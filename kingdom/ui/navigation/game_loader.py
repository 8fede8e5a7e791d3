"""Starts, resumes and loads games. If a game cannot be used, shows or raises an error. No data is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from kingdom import position
from kingdom.files import JsonError, error_message, parse_json, read_text
from kingdom.learn.daily_challenge import DailyChallenge, challenge_date, challenge_seats
from kingdom.match.ai_client import AIClient
from kingdom.match.controller import Match
from kingdom.match.game_options import DEFAULT_NAMES, GameOptions, InvalidOptions, with_chosen_tasks
from kingdom.match.interface import PlayableMatch
from kingdom.match.seats import HUMAN, Seat, match_ai_to_rating, seats_of_record
from kingdom.match.seed_codes import new_seed
from kingdom.record import OnProgress, Record, ignore_progress, is_same_format, read_record
from kingdom.review import analysis_file
from kingdom.review.analysis_client import AnalysisClient
from kingdom.review.timeline import Timeline, build_timeline
from kingdom.rules.errors import ValidationError
from kingdom.rules.setup import GameSetup
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import show_message
from kingdom.ui.game_text import start_error_text
from kingdom.ui.navigation.loading_dialog import GameLoadError
from kingdom.ui.panels.log_text import reveals_turn_card

NON_GAME_FILE_KINDS = {position.FORMAT: "position", analysis_file.FORMAT: "review"}
"""Formats of Kingdom files that are not games, each mapped to its kind of file."""


def _try_start(app: App, start: Callable[[], Match]) -> Match | None:
    """Starts a match. If that fails, shows an error message and returns None. In this case, the save store
    keeps the previous unfinished game."""
    try:
        return start()
    except (InvalidOptions, ValidationError, OSError) as error:
        show_message(app, app.tr("ui.new.cannot"), start_error_text(app.translator, error), icon="warning")
        return None


@contextmanager
def _ai_client(app: App, setup: GameSetup, seat_kinds: Iterable[object]) -> Iterator[AIClient]:
    """Provides the AI client for a new match. Stops the client if the match cannot start. The prewarmed
    process is used only if the match has AI players. In a daily challenge, the AI plays the same moves on
    every computer."""
    ai_client = AIClient() if all(kind == HUMAN for kind in seat_kinds) else app.ai_prewarmer.take_client()
    ai_client.bot_commands, ai_client.deterministic = (
        app.settings.bots,
        challenge_date(setup, app.today()) is not None,
    )
    try:
        yield ai_client
    except BaseException:
        ai_client.stop()
        raise


def _start_match(app: App, setup: GameSetup, seats: Sequence[Seat]) -> Match:
    with _ai_client(app, setup, [seat.kind for seat in seats]) as ai_client:
        return Match.new(setup, seats, app.save_store, ai_client)


def start_game(
    app: App, game_options: GameOptions, build_setup: Callable[[], GameSetup] | None = None
) -> Match | None:
    """Starts a new game and returns its match, or None if it cannot start. Callers that have already loaded
    the maps pass `build_setup`, which is used in place of `game_options.build_setup`."""

    def start() -> Match:
        return _start_match(
            app,
            (build_setup or game_options.build_setup)(),
            game_options.build_seats(app.stats_service.ratings_by_name),
        )

    match = _try_start(app, start)
    if match is not None:
        app.settings.new_game = game_options.to_settings()
        app.save_settings()
    return match


def start_daily_challenge(app: App, challenge: DailyChallenge) -> Match | None:
    seats = challenge_seats(challenge, app.settings.name or DEFAULT_NAMES[0])
    return _try_start(app, lambda: _start_match(app, challenge.setup, seats))


def start_rematch(app: App, finished_match: PlayableMatch) -> Match | None:
    """Starts a game with the same seats and expansions but a new seed. The number of tasks is adjusted to the
    new board."""

    def start() -> Match:
        setup = replace(finished_match.record.setup, seed=new_seed(), redeals=())
        if setup.task_cards:
            setup = with_chosen_tasks(setup, setup.task_cards)
        return _start_match(
            app, setup, match_ai_to_rating(finished_match.seats, app.stats_service.ratings_by_name)
        )

    return _try_start(app, start)


def restart_game(app: App, match: PlayableMatch) -> Match | None:
    """Restarts a game from the beginning. The current game stays in the list of saved games."""
    return _try_start(app, lambda: _start_match(app, match.record.setup.for_restart(), match.seats))


def begin_match(app: App, match: Match) -> Match:
    """Continues a match that was loaded in the background."""
    with _ai_client(app, match.record.setup, [seat.kind for seat in match.seats]) as ai_client:
        match.ai_client = ai_client
        match.begin()
    return match


# --- loading in the background: these functions block, and raise GameLoadError with a message for the player


def load_setup(app: App, game_options: GameOptions, on_progress: OnProgress) -> GameSetup:
    try:
        return game_options.build_setup()
    except (InvalidOptions, ValidationError, OSError) as error:
        raise GameLoadError(start_error_text(app.translator, error)) from error


def restore_match(app: App, record: Record, on_progress: OnProgress) -> Match:
    """Replays a recorded game so that it can be continued as a new match."""
    try:
        return Match.restore(record, app.save_store, on_progress=on_progress)
    except ValidationError as error:
        raise GameLoadError(start_error_text(app.translator, error)) from error


def load_match(app: App, path: Path, on_progress: OnProgress) -> Match | None:
    """Loads a saved game so that it can be continued. Returns None if the file was damaged and the save store
    has quarantined it. The save store itself reports the damage."""
    try:
        return Match.load(path, app.save_store, on_progress)
    except (ValidationError, OSError) as error:
        if path == app.save_store.current_game_file and app.save_store.quarantine_if_damaged():
            return None
        raise _load_error(app, path, error) from error


class LoadedReview(NamedTuple):
    """A game that is ready for the review."""

    analysis_client: AnalysisClient
    seats: list[Seat]
    viewer: int | None


def load_review(
    app: App, record: Record, file: Path | None, viewer: int | None, on_progress: OnProgress
) -> LoadedReview:
    """Replays a game for its review, which shows an unfinished game only as the viewer may see it. The review
    ends before a turn that is still hidden by a handoff."""
    try:
        timeline = build_timeline(record, on_progress)
    except ValidationError as error:
        raise GameLoadError(app.tr("ui.review.cannot.text", reason=error)) from error
    seats = seats_of_record(record, app.tr("ui.review.seat"))
    human_seats = [index for index, seat in enumerate(seats) if seat.is_human]
    if len(human_seats) > 1 and _ends_with_hidden_turn(timeline, human_seats, viewer):
        if not record.answers:
            raise GameLoadError(app.tr("ui.review.cannot.begun"))
        timeline = build_timeline(replace(record, answers=record.answers[:-1]))
    # In an unfinished game, don't analyze the opponents' turns. That would reveal hidden information.
    only_seats = None if timeline.is_over else [] if viewer is None else [viewer]
    return LoadedReview(AnalysisClient(timeline, file, human_seats, only_seats), seats, viewer)


def _ends_with_hidden_turn(timeline: Timeline, human_seats: Sequence[int], viewer: int | None) -> bool:
    """Returns True if the most recent step revealed the terrain card for another human's turn. Only that
    human may see the card before answering."""
    seat = None if timeline.is_over else timeline.game_at(timeline.total_answers).decision().player
    if seat is None or seat == viewer or seat not in human_seats:
        return False
    if not timeline.steps:
        return True
    last_step = timeline.steps[-1]
    return last_step.player != seat and any(reveals_turn_card(event, seat) for event in last_step.events)


def load_review_file(app: App, path: Path, on_progress: OnProgress) -> LoadedReview:
    """Loads a game file for its review. An unfinished game is shown from the point of view of its only
    human; if there are several or none, it shows only what all players can see."""
    record = read_game_file(app, path)
    human_seats = [index for index, seat in enumerate(record.seats) if seat.get("kind") == HUMAN]
    viewer = human_seats[0] if len(human_seats) == 1 else None
    return load_review(app, record, path, viewer, on_progress)


def load_file(app: App, path: Path, on_progress: OnProgress) -> Match | LoadedReview | None:
    """Loads a game file: a finished game for its review, an unfinished one to be continued."""
    try:
        is_finished = read_game_file(app, path).result is not None
    except GameLoadError:  # `load_match` decides what happens to the file
        is_finished = False
    return load_review_file(app, path, on_progress) if is_finished else load_match(app, path, on_progress)


def read_game_file(app: App, path: Path, on_progress: OnProgress = ignore_progress) -> Record:
    """Reads a game file. Never changes the file."""
    try:
        return read_record(read_text(path))
    except (ValidationError, OSError) as error:
        raise _load_error(app, path, error) from error


def _load_error(app: App, path: Path, error: Exception) -> GameLoadError:
    kind = _other_file_kind(path)
    if kind is not None:
        return GameLoadError(app.tr(f"ui.load.is_{kind}", file=path))
    return GameLoadError(app.tr("ui.menu.continue_failed", reason=error_message(error), file=path))


def _other_file_kind(path: Path) -> str | None:
    """Returns the kind of a Kingdom file that is not a game: a map, a position or an analysis. Returns None
    for all other files."""
    if path.suffix == ".tmx":
        return "map"
    try:
        data = parse_json(read_text(path))
    except (OSError, JsonError):
        return None
    file_format = data.get("format") if isinstance(data, dict) else None
    return next(
        (
            kind
            for known_format, kind in NON_GAME_FILE_KINDS.items()
            if is_same_format(file_format, known_format)
        ),
        None,
    )
