"""Starts, resumes and loads games. If a game cannot be used, shows or raises an error. No data is lost."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

from kingdom import position
from kingdom.files import JsonError, error_message, parse_json, read_text
from kingdom.learn.daily_challenge import DailyChallenge, challenge_date, challenge_seats
from kingdom.match.ai_client import AIClient
from kingdom.match.controller import Match
from kingdom.match.game_options import DEFAULT_NAMES, GameOptions, InvalidOptions, with_chosen_tasks
from kingdom.match.save_store import SaveStore
from kingdom.match.seats import HUMAN, Seat, match_ai_to_rating
from kingdom.match.seed_codes import new_seed
from kingdom.record import Record, is_same_format, read_record
from kingdom.review import analysis_file
from kingdom.review.analysis_client import AnalysisClient
from kingdom.review.timeline import build_timeline
from kingdom.rules.errors import ValidationError
from kingdom.rules.setup import GameSetup
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import show_message
from kingdom.ui.game_text import start_error_text

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
    """Starts the game of a daily challenge."""
    seats = challenge_seats(challenge, app.settings.name or DEFAULT_NAMES[0])
    return _try_start(app, lambda: _start_match(app, challenge.setup, seats))


def start_rematch(app: App, finished_match: Match) -> Match | None:
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


def restart_game(app: App, match: Match) -> Match | None:
    """Restarts a game from the beginning. The current game stays in the list of saved games."""
    return _try_start(app, lambda: _start_match(app, match.record.setup.for_restart(), match.seats))


def resume_record(app: App, record: Record) -> Match | None:
    """Continues a recorded game as a new match."""

    def resume() -> Match:
        with _ai_client(app, record.setup, [seat.get("kind") for seat in record.seats]) as ai_client:
            return Match.from_record(record, app.save_store, ai_client)

    return _try_start(app, resume)


class GameLoadError(Exception):
    """Raised if a game cannot be opened. Contains the translation key and values of the error message."""

    def __init__(self, key: str, **values: object) -> None:
        super().__init__(key)
        self.text_key, self.text_values = key, values


def load_save(save_store: SaveStore, path: Path) -> Record | None:
    """Loads a saved game so that it can be continued. Returns None if the file was damaged and the save store
    has quarantined it. The save store itself reports the damage.

    Like the functions below, this function blocks while reading from disk.
    """
    try:
        return save_store.load(path)
    except (ValidationError, OSError) as error:
        if path == save_store.current_game_file:
            notifications_before = save_store.notification_count
            save_store.find_unfinished()
            if save_store.notification_count > notifications_before:
                return None
        raise _load_error(path, error) from error


def read_game_file(path: Path) -> Record:
    """Reads a game file. Never changes the file."""
    try:
        return read_record(read_text(path))
    except (ValidationError, OSError) as error:
        raise _load_error(path, error) from error


def is_finished_game(path: Path) -> bool:
    """Returns True if a file contains a finished game."""
    try:
        return read_game_file(path).result is not None
    except GameLoadError:
        return False


def _load_error(path: Path, error: Exception) -> GameLoadError:
    kind = _other_file_kind(path)
    if kind is not None:
        return GameLoadError(f"ui.load.is_{kind}", file=path)
    return GameLoadError("ui.menu.continue_failed", reason=error_message(error), file=path)


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


def analysis_client_for(
    record: Record, seats: Sequence[Seat], file: Path | None, viewer: int | None
) -> AnalysisClient:
    """Returns the analysis client for the review of a game. Raises GameLoadError if the record is invalid."""
    try:
        game_timeline = build_timeline(record)
    except ValidationError as error:
        raise GameLoadError("ui.review.cannot.text", reason=error) from error
    human_seats = [index for index, seat in enumerate(seats) if seat.is_human]
    # In an unfinished game, don't analyze the opponents' turns. That would reveal hidden information.
    only_seats = None if game_timeline.is_over else [] if viewer is None else [viewer]
    return AnalysisClient(game_timeline, file, human_seats, only_seats)


def sole_human_seat(record: Record) -> int | None:
    """Returns the seat of the only human in a game. The review shows the game from that player's point of
    view. Returns None if there are no humans or several."""
    human_seats = [index for index, seat in enumerate(record.seats) if seat.get("kind") == HUMAN]
    return human_seats[0] if len(human_seats) == 1 else None
