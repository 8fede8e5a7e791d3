"""Tests the tutor in a match: its warning, the three ways to continue, and its settings."""

from __future__ import annotations

import pygame
import pytest
from support.app_driver import advance, assert_no_overlap, click, press
from support.match_driver import MatchDriver
from support.matches import SilentAIClient, new_match
from support.scenes import all_scenes  # noqa: F401  (registers them)
from support.scenes.registry import SCENE_MAKERS

from kingdom.ai.hint import Hint
from kingdom.match.state_machine import MatchState
from kingdom.match.tutor import GENTLE, MIN_WARNING_LOSS, OFF, STRICT, Tutor, TutorWarning
from kingdom.rules.decision_frames import END_TURN, Answer
from kingdom.rules.hexes import BIT, first_hex, iter_hexes
from kingdom.rules.setup import GameSetup, new_game
from kingdom.ui.framework.app import App
from kingdom.ui.framework.settings import parse_settings
from kingdom.ui.match.bar_overlays import BetterTurnOverlay
from kingdom.ui.match.dialogs import TutorDialog, UnusedActionDialog
from kingdom.ui.match.scene import DailyMatchScene, MatchScene
from kingdom.ui.menus.settings_page import SettingsPage
from kingdom.ui.panels.turn_text import hint_text
from kingdom.ui.widgets.dropdown import Dropdown

WINDOW_SIZE = (800, 600)

SEED = 3


def better_turn() -> list[Answer]:
    """Returns a turn that avoids the first legal hexes."""
    game, answers = new_game(GameSetup(2, seed=SEED)), list[Answer]()
    while len(answers) < 3:
        answers.append(list(iter_hexes(game.decision().cells))[-1])
        game.play(answers[-1])
    return [*answers, END_TURN]


class AlwaysWarningTutor(Tutor):
    """Warns about every turn."""

    def warning_for(self, seat: int, start: int, turn: object) -> TutorWarning | None:
        return TutorWarning(6.2, Hint(better_turn(), {"miners": 0}, {"miners": 4}, "gold", "miners", {}))

    def update(self, *args: object) -> None:
        pass


@pytest.fixture(params=[None, 2], ids=["here", "elsewhere"])
def driver(shared_app: App, request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> MatchDriver:
    """A match, played here or elsewhere, at the end of a turn that the tutor warns about."""
    monkeypatch.setattr(MatchDriver, "delay", request.param)
    match = new_match("person", "easy", seed=SEED, ai_client=SilentAIClient())
    match.tutor = AlwaysWarningTutor()
    match.tutor.min_loss_by_seat = {0: 1.0}
    driver = MatchDriver(shared_app, match)
    while match.decision().cells:
        driver.click_hex(first_hex(match.decision().cells))
    driver.click(driver.scene.action_bar.end_button)
    assert match.state is MatchState.TUTOR_WARNING
    return driver


def test_warned_turn_can_be_played_anyway(shared_app: App, driver: MatchDriver) -> None:
    dialog = shared_app.scene
    assert isinstance(dialog, TutorDialog)
    assert "6" in dialog.text
    assert_no_overlap(dialog, shared_app.size)
    driver.click(dialog.buttons[0])
    assert driver.match.game.active_player == 1
    assert driver.match.record.answers[-1] == END_TURN
    assert shared_app.scene is driver.scene


@pytest.mark.parametrize("button", [0, 1, 2])
def test_question_about_an_unused_tile(shared_app: App, button: int) -> None:
    SCENE_MAKERS["table-unused-tile"](shared_app)
    dialog = shared_app.scene
    assert isinstance(dialog, UnusedActionDialog)
    match = dialog.match
    assert shared_app.settings.unused_tiles
    click(shared_app, dialog.buttons[button])
    assert isinstance(shared_app.scene, MatchScene)
    assert (match.history[-1].answer == END_TURN) == (button < 2)
    assert (match.state is MatchState.HUMAN_TURN) == (button == 2)
    assert shared_app.settings.unused_tiles == (button != 1)
    shared_app.settings.unused_tiles = True


def test_daily_challenge_never_asks_about_unused_tiles(shared_app: App) -> None:
    for scene_class, expected in ((MatchScene, True), (DailyMatchScene, False)):
        shared_app.replace(scene_class(new_match("person", "easy", ai_client=SilentAIClient())))
        scene = shared_app.scene
        assert isinstance(scene, MatchScene)
        assert scene.asks_about_actions == expected
        shared_app.settings.unused_tiles = False
        assert not scene.asks_about_actions
        shared_app.settings.unused_tiles = True


def test_warned_turn_can_be_undone(shared_app: App, driver: MatchDriver) -> None:
    assert isinstance(shared_app.scene, TutorDialog)
    driver.click(shared_app.scene.buttons[1])
    advance(shared_app, 0.1)
    assert shared_app.scenes[-1] is driver.scene
    assert driver.match.state is MatchState.HUMAN_TURN
    assert not driver.match.record.answers
    assert not any(driver.match.game.piece_hexes)


def test_esc_cancels_only_the_last_answer(shared_app: App, driver: MatchDriver) -> None:
    answers = list(driver.match.record.answers)
    driver.press_key(pygame.K_ESCAPE)
    assert shared_app.scenes[-1] is driver.scene
    assert driver.match.state is MatchState.HUMAN_TURN
    assert driver.match.record.answers == answers
    driver.submit(END_TURN)
    assert driver.match.game.active_player == 1, "the tutor should warn only once per turn"


def show_better_turn(app: App) -> None:
    assert isinstance(app.scene, TutorDialog)
    click(app, app.scene.buttons[-1])


def test_better_turn_of_the_tutor_is_shown_on_the_board(shared_app: App, driver: MatchDriver) -> None:
    show_better_turn(shared_app)
    overlay = shared_app.scene
    assert isinstance(overlay, BetterTurnOverlay)
    advance(shared_app, 0.2)
    assert_no_overlap(overlay, shared_app.size)
    assert driver.scene.position_override is not None
    preview, highlights = driver.scene.position_override
    expected = sum(BIT[answer] for answer in better_turn()[:-1] if isinstance(answer, int))
    assert preview.piece_hexes[0] == expected == highlights.highlighted_hexes & expected
    heading, reason = overlay.heading_and_reason()
    assert "6" in heading
    assert "4" in reason
    assert driver.match.record.answers, "the answers should be unchanged"
    press(shared_app, pygame.K_ESCAPE)
    assert isinstance(shared_app.scene, TutorDialog), "the warning should still be open"
    assert driver.scene.position_override is None
    driver.click(shared_app.scene.buttons[1])
    assert not driver.match.record.answers


def test_better_turn_reveals_no_hidden_card(shared_app: App, driver: MatchDriver) -> None:
    """The preview leaves out the end of the turn, which would draw a card."""
    show_better_turn(shared_app)
    assert driver.scene.position_override is not None
    assert driver.scene.position_override[0].hands == driver.match.game.hands
    assert driver.scene.position_override[0].active_player == 0


def test_each_human_has_a_tutor_setting(shared_app: App) -> None:
    settings = shared_app.settings
    settings.name = "Ani"
    settings.new_game = {
        "seats": [
            {"name": name, "colour": color, "kind": kind}
            for name, color, kind in (
                ("Ani", "orange", "person"),
                ("Bo", "blue", "person"),
                ("Cleo", "white", "easy"),
            )
        ]
    }
    shared_app.navigator.open_main_menu()
    shared_app.navigator.open_settings()
    page = shared_app.scene
    assert isinstance(page, SettingsPage)

    def tutor_dropdowns() -> list[Dropdown]:
        return [
            widget
            for widget in page.group.walk()
            if isinstance(widget, Dropdown) and any(value == STRICT for value, _ in widget.options)
        ]

    assert len(tutor_dropdowns()) == 2, "each human should have a dropdown"
    tutor_dropdowns()[1].select(2)
    assert settings.tutors == {"Bo": STRICT}
    tutor_dropdowns()[0].select(1)
    assert settings.tutors == {"Bo": STRICT, "Ani": GENTLE}
    tutor_dropdowns()[1].select(0)
    assert settings.tutors == {"Ani": GENTLE}
    assert_no_overlap(page, shared_app.size)
    shared_app.navigator.open_main_menu()


def test_match_uses_the_tutor_settings(shared_app: App) -> None:
    shared_app.settings.tutors = {"person 0": GENTLE, "easy 1": STRICT}
    match = new_match(
        "person", "easy", seed=SEED, save_store=shared_app.save_store, ai_client=SilentAIClient()
    )
    MatchDriver(shared_app, match)
    assert match.tutor.min_loss_by_seat == {0: MIN_WARNING_LOSS[GENTLE]}
    shared_app.settings.tutors = {"person 0": OFF}
    shared_app.apply_settings()
    assert match.tutor.min_loss_by_seat == {}
    shared_app.navigator.open_main_menu()


@pytest.mark.parametrize("tutors", ["{}", '{"Ani": "strict"}'])
def test_tutor_settings_are_validated(tutors: str) -> None:
    text = f'{{"format": "kingdom-settings/1", "tutors": {tutors}}}'
    assert isinstance(parse_settings(text).tutors, dict)
    with pytest.raises(ValueError, match="tutors"):
        parse_settings('{"format": "kingdom-settings/1", "tutors": {"Ani": "cruel"}}')


def test_hint_text_shows_the_step_and_the_plan(app: App) -> None:
    """The planned gold is that of the whole turn; the step may lose gold."""
    before, after = {"fishermen": 0, "knights": 6}, {"fishermen": 1, "knights": 10}
    step = {"fishermen": 1, "knights": -2}
    text = hint_text(app.translator, Hint(["paddock"], before, after, "gold", "knights", step))
    assert text == (
        "Expert AI suggests: Paddock. This step: +1 Fishermen, −2 Knights. "
        "Planned for this turn: +1 Fishermen, +4 Knights."
    )
    text = hint_text(app.translator, Hint(["paddock"], before, after, "tile", "farm", step))
    assert "This turn gains a tile: Farm. Planned for this turn:" in text
    gains = {"fishermen": 1, "knights": 4}
    text = hint_text(app.translator, Hint(["paddock"], before, after, "only", "", gains))
    assert "This step" not in text, "the step is the whole plan"
    assert text.endswith("Planned for this turn: +1 Fishermen, +4 Knights.")
