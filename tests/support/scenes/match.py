"""Match scenes in interesting states, found by playing random games."""

from __future__ import annotations

from collections.abc import Callable

from support.scenes.registry import hover, scene_maker, wait_for_animations

from kingdom.ai.hint import Hint, compute_hint
from kingdom.ai.player import Budget
from kingdom.bench.sample_games import assign_seats, find_match, make_seats
from kingdom.match.ai_client import NoAIClient
from kingdom.match.controller import Match
from kingdom.match.state_machine import MatchState
from kingdom.match.tutor import Tutor, TutorWarning, search_action_for_gold
from kingdom.rules.decision_frames import END_TURN, MANDATORY_TODO
from kingdom.rules.hexes import first_hex, nth_hex
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.setup import GameSetup
from kingdom.ui.framework.app import App
from kingdom.ui.framework.settings import AI_TURN_BY_TURN
from kingdom.ui.match.banners import last_round_text
from kingdom.ui.match.bar_overlays import RecapOverlay
from kingdom.ui.match.dialogs import OPENING_SECONDS, OpeningOverlay, TutorDialog, UnusedActionDialog
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.pause_menu import PlayersDialog
from kingdom.ui.panels.answer_preview import pending_move_origin, preview_answer


def show_match(app: App, match: Match, *kinds: str) -> MatchScene:
    """Assigns player kinds to the seats of a match and opens the match scene."""
    assign_seats(match, *kinds)
    match_scene = MatchScene(match)
    app.replace(match_scene)
    wait_for_animations(app, 0.5)
    return match_scene


def point_at_hex(app: App, match_scene: MatchScene, hex_id: int) -> None:
    """Points the mouse at a hex."""
    x, y = match_scene.view.hex_center(hex_id)
    hover(app, (round(x), round(y)))


def is_first_players_turn(round: int) -> Callable[[Match], bool]:
    """Returns a predicate that is true at the start of the first seat's turn in a round."""
    return lambda match: (
        match.game.at_turn_decision
        and match.game.active_player == 0
        and match.game.mandatory_state == MANDATORY_TODO
        and match.game.round == round
    )


@scene_maker("table-start")
def open_start(app: App) -> None:
    show_match(
        app, Match.new(GameSetup(3, seed=7), make_seats("person", "easy", "medium"), None, NoAIClient())
    )


@scene_maker("table-opening")
def open_opening(app: App) -> None:
    """Shows the opening of a new game, with all its parts."""
    match = Match.new(GameSetup(3, seed=7), make_seats("person", "easy", "medium"), None, NoAIClient())
    overlay = OpeningOverlay(show_match(app, match, "person", "easy", "medium"))
    app.push(overlay)
    overlay.update(OPENING_SECONDS / 2)
    setattr(overlay, "update", lambda _: False)  # noqa: B010  (a method may not be assigned to)


@scene_maker("table-four-players")
def open_four_players(app: App) -> None:
    match = find_match(GameSetup(4, ("base",), 23), is_first_players_turn(9))
    match_scene = show_match(app, match, "person", "expert", "hard", "easy")
    point_at_hex(app, match_scene, nth_hex(match.decision().cells, match.decision().cells.bit_count() // 2))


@scene_maker("table-five-players")
def open_five_players(app: App) -> None:
    show_match(
        app,
        find_match(GameSetup(5, tuple(EXPANSIONS), 11), is_first_players_turn(9)),
        "person",
        "easy",
        "medium",
        "hard",
        "expert",
    )


@scene_maker("table-tile-in-use")
def open_tile_in_use(app: App) -> None:
    match = find_match(
        GameSetup(3, ("base", "nomads"), 4),
        lambda m: m.game.round > 5 and m.deciding_seat == 0 and pending_move_origin(m.game) is not None,
    )
    match_scene = show_match(app, match, "person", "hard", "easy")
    point_at_hex(app, match_scene, nth_hex(match.decision().cells, match.decision().cells.bit_count() // 2))


def _is_placing_large_piece(match: Match) -> bool:
    cells = match.decision().cells
    return (
        match.deciding_seat == 0
        and not match.game.at_turn_decision
        and bool(cells)
        and bool(preview_answer(match.game, first_hex(cells), 0).footprint)
    )


@scene_maker("table-city-hall")
def open_city_hall(app: App) -> None:
    match = find_match(GameSetup(2, tuple(EXPANSIONS), 1), _is_placing_large_piece)
    match_scene = show_match(app, match, "person", "hard")
    point_at_hex(app, match_scene, nth_hex(match.decision().cells, match.decision().cells.bit_count() // 2))


@scene_maker("table-last-choices")
def open_end_of_turn(app: App) -> None:
    """Shows the end of a turn: the mandatory action is done, and the player can use tiles or end the turn."""
    match = find_match(
        GameSetup(4, ("base", "harvest"), 5),
        lambda m: m.game.round > 8 and m.deciding_seat == 0 and END_TURN in m.decision().options,
    )
    show_match(app, match, "person", "hard", "medium", "easy")


@scene_maker("table-automatic")
def open_automatic_answer(app: App) -> None:
    """Shows the message after an answer that was played automatically."""
    match = Match.new(GameSetup(2, seed=1, start_player=0), make_seats("person", "easy"), None, NoAIClient())
    match_scene = show_match(app, match, "person", "easy")
    while not match_scene.action_bar.message:
        match_scene.commands.submit_answer(first_hex(match.decision().cells))
    match_scene.action_bar.show_message(match_scene.action_bar.message, float("inf"))


@scene_maker("table-curtain")
def open_handoff(app: App) -> None:
    show_match(app, Match.new(GameSetup(2, seed=4), make_seats("person", "person"), None, NoAIClient()))


@scene_maker("table-menu")
def open_menu(app: App) -> None:
    show_match(
        app, find_match(GameSetup(3, ("base",), 3), is_first_players_turn(4)), "person", "hard", "easy"
    ).open_pause_menu()


@scene_maker("table-interrupt")
def open_interrupt(app: App) -> None:
    match = find_match(
        GameSetup(3, ("base", "marshlands"), 1), lambda match: match.state is MatchState.OUT_OF_TURN
    )
    show_match(app, match, *("person" if index == match.deciding_seat else "hard" for index in range(3)))


@scene_maker("table-silo")
def open_silo(app: App) -> None:
    show_match(
        app,
        find_match(
            GameSetup(2, ("base", "harvest"), 1),
            lambda match: match.state is MatchState.AFTER_LAST_TURN and bool(match.decision().cells),
        ),
    )


@scene_maker("table-recap")
def open_recap(app: App) -> None:
    """Shows the second step of the recap."""
    match_scene = show_match(
        app,
        find_match(GameSetup(4, ("base",), 23), is_first_players_turn(9)),
        "person",
        "expert",
        "hard",
        "easy",
    )
    match_scene.commands.open_recap()
    wait_for_animations(app, 0.5)
    scene = app.scene
    assert isinstance(scene, RecapOverlay)
    scene.next_step()


@scene_maker("table-last-round")
def open_last_round(app: App) -> None:
    """Shows the last round, right after a player has built the last settlement."""
    match = find_match(GameSetup(3, ("base",), 23), lambda m: m.game.end_triggered and m.deciding_seat != 1)
    match_scene = show_match(app, match, "person", "expert", "hard")
    wait_for_animations(app)
    match_scene.banner.show(last_round_text(match, app.translator))


@scene_maker("table-players")
def open_players_dialog(app: App) -> None:
    """Shows the dialog for changing the players of a game with five seats."""
    seats = make_seats("person", "hard/hermit", "near/1430", "master", "person")
    match = show_match(app, Match.new(GameSetup(5, seed=7), seats, None, NoAIClient())).match
    app.push(PlayersDialog(app, match, lambda seats: None))


@scene_maker("table-turn-by-turn")
def open_turn_by_turn(app: App) -> None:
    """Shows a game that is waiting for the human to continue after an AI player has finished a turn."""
    app.settings.programs = AI_TURN_BY_TURN
    match = find_match(
        GameSetup(3, ("base",), 5), lambda m: m.game.round > 4 and m.decision().options == (END_TURN,)
    )
    match_scene = show_match(app, match)
    match.submit(END_TURN)
    match_scene.playback.play_events(app, match.history[-1].events, match_scene.colors, by_ai=True)
    match_scene.refresh()


@scene_maker("table-spectator")
def open_spectator(app: App) -> None:
    """Shows a paused game between AI players."""
    match = find_match(GameSetup(3, ("base",), 5), is_first_players_turn(6))
    show_match(app, match, "hard", "medium", "easy").commands.toggle_pause()


class ObjectingTutor(Tutor):
    """A tutor that objects to every turn and suggests the given turn instead."""

    def __init__(self, suggestion: Hint) -> None:
        super().__init__()
        self.suggestion, self.min_loss_by_seat = suggestion, {0: 1.0}

    def warning_for(self, seat: int, start: int, turn: object) -> TutorWarning | None:
        return TutorWarning(5.4, self.suggestion)

    def update(self, *args: object) -> None:
        pass


def _open_tutored_match(app: App) -> MatchScene:
    match = find_match(GameSetup(3, ("base",), 23), is_first_players_turn(6))
    match_scene = show_match(app, match, "person", "hard", "easy")
    match.tutor = ObjectingTutor(compute_hint(match.game.observe(0, 1), 1, Budget(max_evaluations=400)))
    while END_TURN not in match.decision().options:
        match_scene.commands.submit_answer(first_hex(match.decision().cells))
    match_scene.commands.submit_answer(END_TURN)
    return match_scene


@scene_maker("table-unused-tile")
def open_unused_tile(app: App) -> None:
    match = find_match(
        GameSetup(2, ("base", "nomads"), 5),
        lambda m: m.deciding_seat == 0 and _can_end_turn(m) and any(search_action_for_gold(m.game)),
    )
    match_scene = show_match(app, match, "person", "hard")
    match.unused_actions.enabled = True
    match_scene.commands.submit_answer(END_TURN)
    assert isinstance(app.scene, UnusedActionDialog)


def _can_end_turn(match: Match) -> bool:
    return END_TURN in match.decision().options


@scene_maker("table-tutor")
def open_tutor(app: App) -> None:
    _open_tutored_match(app)


@scene_maker("table-tutor-shows")
def open_tutor_suggestion(app: App) -> None:
    _open_tutored_match(app)
    scene = app.scene
    assert isinstance(scene, TutorDialog)
    scene.buttons[-1].activate()
