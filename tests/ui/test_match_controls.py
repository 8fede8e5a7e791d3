"""Tests the match controls: the pause menu (also over the handoff), undo and hint messages, header and player
rows."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import NoReturn

import pygame
import pytest
from support.app_driver import advance, assert_no_overlap, click, press, top_scene
from support.match_driver import MatchDriver
from support.matches import InProcessAIClient, make_seats, match_from_game, new_match, state_and_viewer
from support.scenario import hex_id_at, scenario

from kingdom.match.controller import Match
from kingdom.match.interface import MatchStep
from kingdom.match.seed_codes import format_seed
from kingdom.match.state_machine import HUMAN_MAY_ANSWER, MatchState
from kingdom.rules.events import GoldEarned
from kingdom.rules.game import random_answer
from kingdom.rules.hexes import first_hex
from kingdom.rules.rng import Rng
from kingdom.rules.scoring import EARNED_GOLD
from kingdom.rules.setup import GameSetup, new_game
from kingdom.text.translator import LANGUAGES, format_count
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog, DialogButton
from kingdom.ui.match.action_bar import _min_detail_height
from kingdom.ui.match.dialogs import HandoffOverlay
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.pause_menu import PauseMenu, SaveDialog
from kingdom.ui.panels.match_summary import summarize_match
from kingdom.ui.widgets import clipboard
from kingdom.ui.widgets.controls import Label

WINDOW_SIZE = (1280, 800)

SIZES = [(800, 600), (1280, 800), (3840, 2160)]


@pytest.fixture
def app(shared_app: App) -> App:
    """Resets the shared app before each test."""
    shared_app.settings.language, shared_app.running = "en", True
    shared_app.resize_window((1280, 800))
    return shared_app


def driver_on_human_turn(app: App, *kinds: str, seed: int = 1) -> MatchDriver:
    """Opens a match and runs frames until it is a human's turn."""
    driver = MatchDriver(app, new_match(*kinds, seed=seed))
    for _ in range(400):
        if driver.match.state in HUMAN_MAY_ANSWER:
            return driver
        app.run_frame([], 0.05)
    raise AssertionError(f"no human turn was reached: {driver.match.state}")


def open_pause_menu(app: App, driver: MatchDriver) -> PauseMenu:
    press(app, pygame.K_ESCAPE)
    scene = top_scene(app)
    assert isinstance(scene, PauseMenu)
    return scene


@pytest.mark.parametrize("kinds", [("easy", "easy"), ("person", "easy")])
def test_ai_players_wait_while_the_game_is_paused(app: App, kinds: tuple[str, ...]) -> None:
    """AI players also wait while a dialog is open above the pause menu, and in a game without humans."""
    match = new_match(*kinds)
    driver = MatchDriver(app, match)
    for _ in range(200):
        if match.state is MatchState.AI_TURN and match.history:
            break
        if match.state in HUMAN_MAY_ANSWER:
            driver.scene.commands.submit_answer(random_answer(match.game, Rng(1)))
        app.run_frame([], 0.05)
    assert match.state is MatchState.AI_TURN
    menu = open_pause_menu(app, driver)
    answer_count = len(match.history)
    advance(app, 2.0)
    click(app, menu.action_buttons["restart"])
    advance(app, 2.0)
    assert isinstance(app.scene, Dialog)
    assert len(match.history) == answer_count
    assert driver.scene.poll_interval == 1.0, "a paused game does not need frequent updates"
    press(app, pygame.K_ESCAPE)
    click(app, menu.resume_button)
    advance(app, 2.0)
    assert len(match.history) > answer_count


def test_ai_players_wait_behind_a_dialog(app: App) -> None:
    match = new_match("easy", "easy")
    MatchDriver(app, match)
    app.push(Dialog("Title", "Text", [DialogButton("OK")]))
    answer_count = len(match.history)
    advance(app, 2.0)
    assert len(match.history) == answer_count
    press(app, pygame.K_ESCAPE)
    advance(app, 2.0)
    assert len(match.history) > answer_count


def test_pause_menu_stops_the_pause_after_an_ai_turn(app: App) -> None:
    """While the pause menu is open, the pause after an AI turn and the playback of the turn's last answer do
    not end."""
    match = new_match("easy", "easy")
    driver = MatchDriver(app, match, speed="normal")
    for _ in range(200):
        if match.state is MatchState.PLAYBACK:
            break
        app.run_frame([], 0.05)
    open_pause_menu(app, driver)
    answer_count = len(match.history)
    advance(app, 5.0)
    assert (match.state, len(match.history)) == (MatchState.PLAYBACK, answer_count)


def test_pause_menu_opens_over_handoff_overlay(app: App) -> None:
    driver = MatchDriver(app, new_match("person", "person"))
    handoff_overlay = top_scene(app)
    assert isinstance(handoff_overlay, HandoffOverlay)
    open_pause_menu(app, driver)
    press(app, pygame.K_ESCAPE)
    assert top_scene(app) is handoff_overlay
    click(app, handoff_overlay.menu_button)
    menu = top_scene(app)
    assert isinstance(menu, PauseMenu)
    click(app, menu.resume_button)
    assert top_scene(app) is handoff_overlay
    assert driver.match.state is MatchState.HANDOFF
    press(app, pygame.K_SPACE)
    assert state_and_viewer(driver.match)[0] is MatchState.HUMAN_TURN, "Space should confirm the handoff"


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("language", LANGUAGES)
def test_pause_menu_has_no_overlaps(app: App, size: tuple[int, int], language: str) -> None:
    app.settings.language = language
    driver = MatchDriver(app, new_match("person", "easy"))
    app.resize_window(size)
    assert_no_overlap(open_pause_menu(app, driver), size)


def test_quit_to_desktop(app: App) -> None:
    menu = open_pause_menu(app, MatchDriver(app, new_match("person", "easy")))
    click(app, menu.action_buttons["quit"])
    assert not app.running


def test_seed_code_can_be_copied(app: App) -> None:
    driver = MatchDriver(app, new_match("person", "easy", seed=77))
    click(app, open_pause_menu(app, driver).action_buttons["code"])
    assert clipboard.paste() == format_seed(77)
    assert any(format_seed(77) in toast.text for toast in app.toasts)


def test_restart_asks_and_starts_the_same_game(app: App) -> None:
    driver = driver_on_human_turn(app, "person", "easy")
    driver.submit(first_hex(driver.match.decision().cells))
    click(app, open_pause_menu(app, driver).action_buttons["restart"])
    dialog = top_scene(app)
    assert isinstance(dialog, Dialog)
    press(app, pygame.K_ESCAPE)
    assert driver.match.history, "Esc should not restart the game"
    click(app, next(scene for scene in app.scenes if isinstance(scene, PauseMenu)).action_buttons["restart"])
    dialog = top_scene(app)
    assert isinstance(dialog, Dialog)
    click(app, dialog.buttons[0])
    scene = top_scene(app)
    assert isinstance(scene, MatchScene)
    assert scene.match is not driver.match
    assert not scene.match.history
    assert str(scene.match.game) == str(new_game(driver.match.record.setup))


def test_suggested_save_name_is_not_truncated(app: App) -> None:
    driver = MatchDriver(app, new_match("person", *["easy"] * 4))
    names = ["Wilhelmina von Hohenstein", "Maximilian Alexander", "Theodora Konstantinidou", "Ann", "Bo"]
    driver.match.seats[:] = [
        type(seat)(name[:24], seat.color, seat.kind)
        for seat, name in zip(driver.match.seats, names, strict=True)
    ]
    click(app, open_pause_menu(app, driver).action_buttons["save"])
    dialog = top_scene(app)
    assert isinstance(dialog, SaveDialog)
    assert dialog.name_field.text.endswith(str(driver.match.game.round))
    assert "+ 3" in dialog.name_field.text or "+ 4" in dialog.name_field.text


def test_name_conflict_is_shown_without_disk_access_per_keystroke(
    app: App, monkeypatch: pytest.MonkeyPatch
) -> None:
    driver = MatchDriver(app, new_match("person", "easy", save_store=app.save_store))
    app.save_store.save_as_async(driver.match.record, "Sunday")
    app.save_store.flush()
    click(app, open_pause_menu(app, driver).action_buttons["save"])
    dialog = top_scene(app)
    assert isinstance(dialog, SaveDialog)
    app.save_store.flush()

    def fail_on_disk_access(path: Path, **_: object) -> NoReturn:
        raise AssertionError(path)

    monkeypatch.setattr(Path, "stat", fail_on_disk_access)
    for name, warning in (("Sunda", ""), ("Sunday", app.tr("ui.save.overwrites")), ("", "")):
        dialog.name_field.set_text(name)
        app.run_frame([], 0.01)
        assert [widget.text() for widget in dialog.group.walk() if isinstance(widget, Label)
                and callable(widget.text)] == [warning]  # fmt: skip


def test_space_that_opens_dialog_is_not_typed_into_it(app: App) -> None:
    driver = MatchDriver(app, new_match("person", "easy", save_store=app.save_store))
    menu = open_pause_menu(app, driver)
    menu.group.set_focus(menu.action_buttons["save"])
    space_key = {"key": pygame.K_SPACE, "mod": 0, "unicode": " "}
    text_event = pygame.event.Event(pygame.TEXTINPUT, text=" ")
    app.run_frame([pygame.event.Event(pygame.KEYDOWN, space_key), text_event], 0.01)
    dialog = top_scene(app)
    assert isinstance(dialog, SaveDialog)
    suggested = dialog.name_field.text
    assert suggested.strip()
    app.run_frame(
        [pygame.event.Event(pygame.KEYUP, space_key), pygame.event.Event(pygame.TEXTINPUT, text="x")], 0.01
    )
    assert dialog.name_field.text == "x", "typed text should replace the suggestion"


@pytest.mark.parametrize("modifier", [pygame.KMOD_CTRL, pygame.KMOD_META], ids=["Ctrl", "Cmd"])
def test_undo_explains_that_there_is_nothing_to_undo(app: App, modifier: int) -> None:
    driver = driver_on_human_turn(app, "person", "easy")
    press(app, pygame.K_z, mod=modifier)
    assert driver.scene.action_bar.message == app.tr("ui.table.undo.nothing")


def test_message_explains_an_automatic_answer(app: App) -> None:
    land = dict.fromkeys([(5, 5), (5, 6), (5, 7), (9, 9), (9, 10)], "G")
    game = scenario(land, base="D", card="grass", deck=["grass"] * 4)
    driver = MatchDriver(app, match_from_game(game, "person", "random"), speed="normal")
    driver.click_hex(hex_id_at(9, 9))
    assert [step.is_automatic for step in driver.match.history] == [False, True]
    assert driver.scene.action_bar.message == app.tr("ui.table.automatic")
    assert len(driver.scene.playback.animator.animations) == 2
    driver.press_key(pygame.K_z, pygame.KMOD_CTRL)
    assert (driver.scene.action_bar.message, driver.match.history) == ("", [])
    driver.click_hex(hex_id_at(5, 6))
    assert (driver.scene.action_bar.message, len(driver.match.history)) == ("", 1)


def test_hint_clears_focus(app: App) -> None:
    driver = driver_on_human_turn(app, "person", "easy")
    driver.scene.group.set_focus(driver.scene.action_bar.hint_button)
    click(app, driver.scene.action_bar.hint_button)
    advance(app, 0.2)
    assert driver.scene.group.focus is None


def test_hex_cursor_and_focus_are_never_shown_together(app: App) -> None:
    driver = driver_on_human_turn(app, "person", "easy")
    scene = driver.scene
    press(app, pygame.K_TAB)
    assert scene.group.focus is not None
    press(app, pygame.K_RIGHT)
    assert scene.cursor_hex is not None
    assert scene.group.focus is None, "an arrow key should move the keyboard to the board"
    press(app, pygame.K_TAB)
    assert scene.group.focus is not None
    assert scene.cursor_hex is None, "Tab should move the keyboard to the buttons"
    answers = len(scene.match.record.answers)
    press(app, pygame.K_DOWN, pygame.K_RETURN)
    assert len(scene.match.record.answers) == answers + 1, "Enter should build on the hex at the cursor"


def test_gold_earned_during_game_is_shown_once(app: App) -> None:
    """A card that scores during the game shows the gold it has earned. The additional row shows only gold
    from other sources."""
    match = new_match("person", "easy")
    names_before = [source.name for source in summarize_match(match)[1]]
    assert EARNED_GOLD not in names_before
    match.game.earned_gold[0] = 5
    earned_gold = next(source for source in summarize_match(match)[1] if source.name == EARNED_GOLD)
    assert earned_gold.gold == (5, 0)
    setup = GameSetup(2, ("base", "nomads"), 1, scoring_cards=("families", "miners", "hermits"))
    families_match = Match.new(setup, make_seats("person", "easy"), None, InProcessAIClient())
    families_match.game.earned_gold[0] = 2
    families_match.history.append(MatchStep(0, "end_turn", (GoldEarned(0, 2, "families", 0),)))
    gold_by_source = {source.name: source.gold for source in summarize_match(families_match)[1]}
    assert gold_by_source["families"] == (2, 0)
    assert EARNED_GOLD not in gold_by_source


def test_long_prompt_gets_smaller_before_its_detail_is_left_out(app: App) -> None:
    bar = MatchDriver(app, new_match("person", "person")).scene.action_bar
    bar.prompt = "Canoe: Build a settlement in the swamp or on the water, or pass"
    renderer = app.renderer
    width = renderer.measure(bar.prompt, "heading")[0] * 6 // 10
    area = pygame.Rect(0, 0, width, 2 * renderer.line_height("heading") + renderer.line_height("body") // 2)
    large_px, _ = bar._prompt_size(renderer, area, "")
    small_px, height = bar._prompt_size(renderer, area, "Frank may act during Jenny's turn.")
    assert small_px < large_px
    assert area.height - height >= _min_detail_height(renderer)


def test_header_tooltip_lists_unseen_cards(app: App) -> None:
    driver = driver_on_human_turn(app, "person", "easy")
    game = driver.match.game
    tooltip_text = str(driver.scene.header.text_widget.tooltip_text())
    for card, count in Counter(game.unseen_cards(0)).items():
        assert format_count(count, app.translator.localized_name(card)) in tooltip_text
    assert format_seed(driver.match.record.setup.seed) not in tooltip_text


def test_cards_have_a_heading_if_it_fits(app: App) -> None:
    driver = driver_on_human_turn(app, "person", "easy")
    assert driver.scene.side_panel.cards_heading.visible
    assert driver.scene.side_panel.cards_heading.rect.bottom <= driver.scene.side_panel.cards[0].rect.top


def test_player_row_forecasts_game_end(app: App) -> None:
    game = scenario(card="grass", me={"supply": 4}, them={"supply": 20})
    driver = MatchDriver(app, match_from_game(game, "person", "easy"))
    first, second = driver.scene.side_panel.rows
    assert (first.summary.turns_left, first.summary.ending_round, first.summary.ends_soon) == (
        2,
        game.round + 1,
        True,
    )
    assert (second.summary.turns_left, second.summary.ending_round) == (2, None)
    ends_text = app.tr("ui.table.outlook.ends", round=game.round + 1)
    assert ends_text in first.tooltip_text()
    assert ends_text not in second.tooltip_text()
    assert app.tr("ui.table.outlook.turns", count=2) in second.tooltip_text()
    assert app.renderer.color("text_accent") in colors_in(app, first.rect)
    assert app.renderer.color("text_accent") not in colors_in(app, second.rect)


def test_all_rows_show_last_round(app: App) -> None:
    game = scenario(card="grass", end=True)
    driver = MatchDriver(app, match_from_game(game, "person", "easy"))
    for row in driver.scene.side_panel.rows:
        assert app.tr("ui.table.outlook.last") in row.tooltip_text()


@pytest.mark.parametrize(
    ("size", "has_hourglass"), [((640, 480), False), ((800, 600), True), ((1280, 800), True)]
)
def test_all_rows_have_the_same_parts(app: App, size: tuple[int, int], has_hourglass: bool) -> None:
    """All rows show the player kind. If an hourglass does not fit in one of them, none has one."""
    app.settings.language = "es"
    app.apply_settings()
    driver = driver_on_human_turn(app, "person", "expert", "easy")
    app.resize_window(size)
    driver.scene.refresh()
    rows = driver.scene.side_panel.rows
    assert all(
        f"{driver.scene.side_panel.seat_kind_text(row.summary.seat)} · " in row.subtitle for row in rows
    )
    assert {row.has_hourglass for row in rows} == {has_hourglass}
    assert all(row.hourglass_fits(app.renderer) for row in rows) == has_hourglass


def colors_in(app: App, rect: pygame.Rect) -> set[tuple[int, ...]]:
    """Returns all colors that appear in this part of the window after a redraw."""
    app.needs_redraw = True
    app.run_frame([], 0.0)
    part = app.surface.subsurface(rect)
    return {tuple(part.get_at((x, y)))[:3] for x in range(rect.width) for y in range(rect.height)}


def test_truncated_bar_text_appears_once_in_tooltip(app: App) -> None:
    """Regression: if the first sentence of the bar's text was truncated, the tooltip showed that text twice,
    once in full and once truncated."""
    app.settings.language = "de"
    app.resize_window((800, 600))
    game = scenario(card="grass", own=[(5, 5)])
    driver = MatchDriver(app, match_from_game(game, "person", "person"))
    handoff_overlay = top_scene(app)
    assert isinstance(handoff_overlay, HandoffOverlay)
    handoff_overlay.confirm_handoff()
    bar = driver.scene.action_bar
    bar.text_rect = pygame.Rect(bar.text_rect.topleft, (bar.text_rect.width // 3, bar.text_rect.height))
    app.draw(app.surface)
    assert bar.text_widget.tooltip_text().count(bar.detail.split(". ")[0]) == 1
    assert bar.detail in bar.text_widget.tooltip_text()
