"""Tests the final scoring: counting, going forward and back, the result, and the actions offered there."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

import pygame
import pytest
from support.app_driver import (
    advance,
    assert_no_overlap,
    click,
    key_down,
    mouse_moved,
    open_app,
    press,
    visible_widgets,
)
from support.sample_games import FIRST_EXPANSIONS

from kingdom.match.controller import Match
from kingdom.match.seats import PLAYER_COLORS, Seat, write_seats
from kingdom.record import Record
from kingdom.rules.game import play_random_answers
from kingdom.rules.registry import TASK_CARDS
from kingdom.rules.rng import Rng
from kingdom.rules.scoring import score_breakdown, total_gold, winners
from kingdom.rules.setup import GameSetup, new_game
from kingdom.text.translator import LANGUAGES
from kingdom.ui.draw.chart_style import CHART_COLORS as SWATCHES
from kingdom.ui.draw.chart_style import brightness, pattern_fill
from kingdom.ui.final_scoring.buttons import BOARD_PHASE, COUNTING_PHASE, RESULT_PHASE
from kingdom.ui.final_scoring.result_view import ScoreTable
from kingdom.ui.final_scoring.scene import FinalScoringScene
from kingdom.ui.framework.app import App
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.new_game.scene import NewGamePage
from kingdom.ui.reference.scene import RulesReferencePage
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.controls import Button

SIZES = [(800, 600), (1024, 700), (1600, 1000), (3840, 2160)]


def finished_match(setup: GameSetup, names: str = "Ani Frank Jenny Mats Lea") -> Match:
    """Plays a random game to its end."""
    game, rng = new_game(setup), Rng(setup.seed)
    answers = play_random_answers(game, rng)
    seats = [
        Seat(name, PLAYER_COLORS[index]) for index, name in enumerate(names.split()[: setup.player_count])
    ]
    return Match.from_record(Record(setup, write_seats(seats), answers))


@pytest.fixture(scope="module")
def large_match() -> Match:
    """A match between five players with long names, with eight expansions and eleven sources of gold."""
    setup = GameSetup(5, FIRST_EXPANSIONS, seed=3, task_cards=tuple(TASK_CARDS)[:4])
    return finished_match(setup, "Bartholomäus-Maximilian W Kunigunde-Adelheid Jo Wolfgang-Amadeus")


@pytest.fixture(scope="module")
def small_match() -> Match:
    """A match between two players with the base game only."""
    return finished_match(GameSetup(2, seed=1))


@pytest.fixture
def app(app: App) -> App:
    app.settings.animation = "normal"
    return app


class SoundLog(list[str]):
    """Records the names of all requested sounds."""

    def __call__(self, name: str) -> bool:
        self.append(name)
        return True


def open_final_scoring(app: App, match: Match) -> tuple[FinalScoringScene, SoundLog]:
    """Opens the final scoring. Returns the scene and the log of its sounds."""
    sounds = SoundLog()
    app.play_sound = sounds  # type: ignore[assignment,method-assign]
    scene = FinalScoringScene(match)
    app.push(scene)
    return scene, sounds


@pytest.mark.parametrize(("human_wins", "sound"), [(True, "victory"), (False, "game_end")])
def test_victory_sound_needs_a_human_winner(
    app: App, small_match: Match, human_wins: bool, sound: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    scene, sounds = open_final_scoring(app, small_match)
    seats = [
        seat if (player in scene.final_score.winners) is human_wins else replace(seat, kind="easy")
        for player, seat in enumerate(small_match.seats)
    ]
    monkeypatch.setattr(small_match, "seats", seats)
    scene.show_result()
    assert sounds[-1] == sound


def find_button(scene: FinalScoringScene, text: str) -> Button:
    """Returns the visible button whose label has this translation key."""
    return next(
        widget
        for widget, _ in visible_widgets(scene.group)
        if isinstance(widget, Button) and widget.text == scene.app.tr(text)
    )


def test_tally_matches_the_rules(large_match: Match) -> None:
    final_score = FinalScoringScene(large_match).final_score
    assert len(final_score.sources) == 11
    for player in range(5):
        gold_by_source = {source.name: source.gold[player] for source in final_score.sources}
        assert gold_by_source == {
            name: part.gold for name, part in score_breakdown(large_match.game, player).items()
        }
        assert (
            final_score.totals[player] == sum(gold_by_source.values()) == total_gold(large_match.game, player)
        )
        for reason_and_gold in final_score.sources[-1].breakdown:
            assert sum(reason_and_gold[1]) > 0
        assert (
            sum(gold[player] for _, gold in final_score.sources[-1].breakdown)
            == large_match.game.earned_gold[player]
        )
    assert final_score.winners == winners(large_match.game)
    assert [final_score.totals[player] for player in final_score.ranking] == sorted(
        final_score.totals, reverse=True
    )


def test_counting_waits_for_the_player(app: App, small_match: Match) -> None:
    scene, _ = open_final_scoring(app, small_match)
    for _ in range(400):
        app.run_frame([], 0.05)
    assert scene.phase == COUNTING_PHASE
    assert scene.source_index == 0
    assert scene.all_counted


@pytest.mark.parametrize("speed", ["slow", "fast"])
def test_automatic_scoring_runs_to_the_result(
    app: App, small_match: Match, speed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.settings, "scoring", speed)
    scene, sounds = open_final_scoring(app, small_match)
    shown_states, gold_values = set(), []
    for _ in range(2000):
        if scene.phase != COUNTING_PHASE:
            break
        if not scene.source_index:
            gold_values.append(scene.counted_gold(0))
        shown_states.add((scene.source_index, scene.current_player, scene.highlighted_hexes()))
        app.run_frame([], 0.05)
    assert scene.phase == RESULT_PHASE
    assert gold_values == sorted(gold_values), "gold should only increase"
    assert gold_values[-1] == scene.final_score.sources[0].gold[0]
    for source_index, source in enumerate(scene.final_score.sources):
        for player in range(2):
            assert (source_index, player, source.hexes[player]) in shown_states, (
                "each player's hexes should be highlighted in turn"
            )
    assert sounds[0] == "game_end"
    assert sounds[-1] == "victory"
    assert sounds.count("gold") == sum(
        1 for source in scene.final_score.sources for gold in source.gold if gold
    )
    assert scene.confetti.is_active
    advance(app, 5)
    assert scene.chart.growth_progress == 1
    assert not scene.confetti.is_active
    assert not app.run_frame([], 0.05), "the scene should be idle now"


def test_toasts_appear_next_to_title_not_over_totals(app: App, small_match: Match) -> None:
    scene, _ = open_final_scoring(app, small_match)
    assert scene.toast_area() is None
    scene.show_result()
    advance(app, 5)
    toast_area = scene.toast_area()
    assert toast_area is not None
    assert scene.banner.rect.contains(toast_area)
    before = app.surface.copy()
    app.toast("Ada has earned: Treasury I")
    app.run_frame([], 0.05)
    rect_below = pygame.Rect(0, scene.banner.rect.bottom, *app.size)
    images_below = [image.subsurface(rect_below.clip(image.get_rect())) for image in (before, app.surface)]
    assert pygame.image.tobytes(images_below[0], "RGB") == pygame.image.tobytes(images_below[1], "RGB")
    toast_images = [image.subsurface(toast_area) for image in (before, app.surface)]
    assert pygame.image.tobytes(toast_images[0], "RGB") != pygame.image.tobytes(toast_images[1], "RGB")


def test_toasts_next_to_title_appear_one_at_a_time(app: App, small_match: Match) -> None:
    """Regression: there is room for only one toast. A second toast was cut off at the edge of the window."""
    scene, _ = open_final_scoring(app, small_match)
    scene.show_result()
    advance(app, 5)
    toast_area = scene.toast_area()
    assert toast_area is not None
    for text in ("Ada has earned: Treasury I", "Ben has earned: One people"):
        app.toast(text)
    screenshots = []
    for _ in range(2):
        app.run_frame([], 0.05)
        screenshots.append(pygame.image.tobytes(app.surface.subsurface(toast_area), "RGB"))
        app.surface.fill("black", toast_area)
        screenshots.append(pygame.image.tobytes(app.surface, "RGB"))
        advance(app, 3.5)
    assert screenshots[0] != screenshots[2], "the second toast should appear"
    assert screenshots[1] == screenshots[3], "no toast should be drawn outside its area"
    advance(app, 3.5)
    assert not app.toasts


def test_notifications_wait_until_counting_ends(app: App, small_match: Match) -> None:
    scene, _ = open_final_scoring(app, small_match)
    assert scene.suppress_notifications
    scene.show_result()
    assert not scene.suppress_notifications


def test_space_completes_count_then_advances_and_escape_skips(app: App, small_match: Match) -> None:
    scene, _ = open_final_scoring(app, small_match)
    assert not scene.all_counted
    press(app, pygame.K_SPACE)
    assert (scene.source_index, scene.all_counted) == (0, True)
    press(app, pygame.K_SPACE)
    assert (scene.source_index, scene.all_counted) == (1, False)
    press(app, pygame.K_LEFT)
    assert scene.source_index == 0
    press(app, pygame.K_LEFT)
    assert scene.source_index == 0
    press(app, pygame.K_RIGHT, pygame.K_RIGHT)
    assert scene.source_index == 1
    press(app, pygame.K_ESCAPE)
    assert scene.phase == RESULT_PHASE


def focused_widget(scene: FinalScoringScene) -> Widget | None:
    return scene.group.focus


def test_extra_space_does_not_start_another_game(app: App, small_match: Match) -> None:
    scene, _ = open_final_scoring(app, small_match)
    for _ in range(3 * len(scene.final_score.sources)):
        press(app, pygame.K_SPACE)
    press(app, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert app.scenes == [scene]
    assert scene.phase == RESULT_PHASE
    press(app, pygame.K_TAB)
    assert focused_widget(scene) is scene.score_table
    scene.replay_source(1)
    assert focused_widget(scene) is find_button(scene, "ui.ceremony.next")


def test_click_anywhere_advances(app: App, small_match: Match) -> None:
    scene, _ = open_final_scoring(app, small_match)
    click(app, scene.view.rect.center)
    click(app, scene.view.rect.center)
    assert scene.source_index == 1
    click(app, find_button(scene, "ui.ceremony.next"))
    click(app, find_button(scene, "ui.ceremony.next"))
    assert scene.source_index == 2
    click(app, find_button(scene, "ui.ceremony.result"))
    assert scene.phase == RESULT_PHASE


def test_f1_on_counted_card_opens_its_page(app: App, small_match: Match) -> None:
    scene, _ = open_final_scoring(app, small_match)
    app.settings.animation = "off"
    app.run_frame([], 0.01)
    app.run_frame([mouse_moved(scene.source_card.rect.center)], 0.01)
    advance(app, 1.0)
    assert scene.group.tooltip_widget is None, "the card shows its rule itself"
    press(app, pygame.K_F1)
    assert isinstance(app.scene, RulesReferencePage)
    assert app.scene.page == scene.source.text_key


def test_nothing_advances_by_itself_without_animation(app: App, small_match: Match) -> None:
    app.settings.animation = "off"
    scene, _ = open_final_scoring(app, small_match)
    advance(app, 30)
    assert scene.source_index == 0
    assert scene.all_counted
    for _ in scene.final_score.sources:
        press(app, pygame.K_SPACE)
    advance(app, 0.2)
    assert scene.phase == RESULT_PHASE
    assert scene.chart.growth_progress == 1
    assert not scene.confetti.is_active


def test_hovering_player_highlights_their_hexes(app: App, small_match: Match) -> None:
    scene, _ = open_final_scoring(app, small_match)
    press(app, pygame.K_SPACE)
    hexes_by_player = scene.source.hexes
    assert scene.highlighted_hexes() == hexes_by_player[0] | hexes_by_player[1]
    rect = scene.standings.rect
    app.run_frame([mouse_moved((rect.centerx, rect.bottom - 5))], 0.01)
    assert scene.highlighted_hexes() == hexes_by_player[1]


def test_board_view_with_score_table(app: App, small_match: Match) -> None:
    scene, _ = open_final_scoring(app, small_match)
    press(app, pygame.K_ESCAPE)
    click(app, find_button(scene, "ui.ceremony.board"))
    assert scene.phase == BOARD_PHASE
    assert scene.highlighted_hexes() == 0
    score_table = scene.score_table
    _names, header_height, row_height = score_table.cell_sizes()
    app.run_frame(
        [mouse_moved((score_table.rect.right - 5, score_table.rect.top + header_height + row_height // 2))],
        0.01,
    )
    last_player = scene.final_score.ranking[-1]
    assert score_table.active_cell == (0, last_player)
    assert scene.highlighted_hexes() == scene.final_score.sources[0].hexes[last_player]
    app.run_frame([mouse_moved(scene.view.rect.center)], 0.01)
    app.run_frame([pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=3)], 0.01)
    assert scene.view.camera.zoom > 1
    advance(app, 0.2)
    press(app, pygame.K_ESCAPE)
    assert scene.phase == RESULT_PHASE


def test_score_table_by_keyboard(app: App, small_match: Match) -> None:
    scene, _ = open_final_scoring(app, small_match)
    press(app, pygame.K_ESCAPE, pygame.K_b)
    assert scene.phase == BOARD_PHASE
    scene.group.set_focus(scene.score_table)
    press(app, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RIGHT)
    first_player = scene.final_score.ranking[0]
    assert scene.score_table.active_cell == (1, first_player)
    assert scene.highlighted_hexes() == scene.final_score.sources[1].hexes[first_player]
    press(app, pygame.K_RETURN)
    assert (scene.phase, scene.source_index) == (COUNTING_PHASE, 1)


def test_source_can_be_replayed(app: App, small_match: Match) -> None:
    scene, sounds = open_final_scoring(app, small_match)
    press(app, pygame.K_ESCAPE)
    score_table = scene.score_table
    _names, header_height, row_height = score_table.cell_sizes()
    click(
        app,
        (score_table.rect.left + 5, score_table.rect.top + header_height + row_height * 2 + row_height // 2),
    )
    assert (scene.phase, scene.source_index) == (COUNTING_PHASE, 2)
    advance(app, 0.1)
    press(app, pygame.K_ESCAPE)
    assert sounds.count("victory") == 1


def test_winner_is_announced(app: App, small_match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn_texts: list[str] = []
    scene, _ = open_final_scoring(app, small_match)
    press(app, pygame.K_ESCAPE)
    original_draw_text = app.renderer.draw_text

    def record_text(surface: pygame.Surface, text: str, *args: object, **kwargs: object) -> pygame.Rect:
        drawn_texts.append(text)
        return original_draw_text(surface, text, *args, **kwargs)  # type: ignore[arg-type]

    monkeypatch.setattr(app.renderer, "draw_text", record_text)
    scene.layout(app.size)
    scene.draw(app.surface)
    names = [small_match.seats[player].name for player in scene.final_score.winners]
    assert len(names) == 1
    assert app.tr("ui.ceremony.wins", name=names[0], count=max(scene.final_score.totals)) in drawn_texts
    object.__setattr__(scene.final_score, "winners", (0, 1))
    scene.layout(app.size)
    scene.draw(app.surface)
    assert any("Ani and Frank share" in drawn_text for drawn_text in drawn_texts)


def test_result_bars_grow_to_full_length(app: App, small_match: Match) -> None:
    scene, _ = open_final_scoring(app, small_match)
    app.settings.animation = "normal"
    press(app, pygame.K_ESCAPE)
    app.run_frame([], 0.05)
    early = pygame.image.tobytes(app.surface.subsurface(scene.chart.rect), "RGB")
    advance(app, 3)
    late = pygame.image.tobytes(app.surface.subsurface(scene.chart.rect), "RGB")
    assert late != early
    scene.layout(app.size)  # repaint everything
    app.needs_redraw = True
    app.run_frame([], 0.05)
    assert pygame.image.tobytes(app.surface.subsurface(scene.chart.rect), "RGB") == late


# --- after the result


def test_rematch_keeps_the_seats(app: App, small_match: Match) -> None:
    scene, _ = open_final_scoring(app, small_match)
    press(app, pygame.K_ESCAPE)
    click(app, find_button(scene, "ui.ceremony.again"))
    match_scene = app.scenes[0]
    assert isinstance(match_scene, MatchScene)
    rematch = match_scene.match
    assert rematch.seats == small_match.seats
    assert rematch.record.setup.expansions == small_match.record.setup.expansions
    assert rematch.record.setup.seed != small_match.record.setup.seed
    assert not rematch.record.answers
    app.save_store.flush()
    assert app.save_store.find_unfinished()


def test_new_game_and_main_menu(app: App, small_match: Match) -> None:
    scene, _ = open_final_scoring(app, small_match)
    press(app, pygame.K_ESCAPE)
    click(app, find_button(scene, "ui.ceremony.new"))
    new_game_page = app.scene
    assert isinstance(new_game_page, NewGamePage)
    assert new_game_page.game_options.build_seats() == small_match.seats
    assert tuple(new_game_page.game_options.expansions) == small_match.record.setup.expansions
    assert new_game_page.game_options.seed != small_match.record.setup.seed
    click(app, new_game_page.back_button)
    assert app.scene is scene, "Back should return to the result"
    assert scene.phase == RESULT_PHASE
    app.resize_window((1280, 800))
    assert_no_overlap(scene, (1280, 800))
    press(app, pygame.K_n)
    new_game_page = app.scene
    assert isinstance(new_game_page, NewGamePage)
    click(app, new_game_page.start_button)
    assert isinstance(app.scenes[0], MatchScene)
    assert app.scenes[0].match.seats == small_match.seats
    scene, _ = open_final_scoring(app, small_match)
    press(app, pygame.K_ESCAPE)
    click(app, find_button(scene, "ui.ceremony.menu"))
    assert isinstance(app.scene, MainMenu)


# --- layout


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_final_scoring_fits_every_size_and_language(
    tmp_path: Path, large_match: Match, size: tuple[int, int]
) -> None:
    app = open_app(tmp_path, size, "de")
    for language in LANGUAGES:
        app.settings.language = language
        app.settings.animation = "off"
        app.apply_settings()
        scene = FinalScoringScene(large_match)
        app.push(scene)
        for show, args in (
            (scene.replay_source, (3,)),
            (scene.replay_source, (10,)),
            (scene.show_result, ()),
            (scene.show_board, ()),
        ):
            show(*args)
            assert_no_overlap(scene, size)
            if language == "de":
                app.run_frame([], 0.1)
        assert scene.score_table.rect.height // 14 >= 14, "rows should be tall enough to read"
        app.pop(scene)
    app.close()


def test_window_can_be_resized_while_counting(app: App, small_match: Match) -> None:
    scene, _ = open_final_scoring(app, small_match)
    advance(app, 1)
    for size in ((1600, 900), (800, 600), (1024, 700)):
        app.resize_window(size)
        app.run_frame([key_down(pygame.K_TAB)], 0.1)
        assert_no_overlap(scene, size)
    press(app, pygame.K_ESCAPE)
    advance(app, 0.3)
    app.resize_window((1280, 800))
    assert_no_overlap(scene, (1280, 800))
    assert 0 < scene.chart.growth_progress < 1


def test_sources_are_distinguishable_in_grayscale() -> None:
    """Adjacent sources differ in brightness or in pattern, even without color."""
    images = [
        pygame.transform.grayscale(pattern_fill(pattern_index, (40, 24), 8))
        for pattern_index in range(len(SWATCHES))
    ]
    for index in range(len(SWATCHES) - 1):
        brightness_difference = abs(brightness(SWATCHES[index]) - brightness(SWATCHES[index + 1]))
        assert brightness_difference > 25, (index, brightness_difference)
    assert len({pygame.image.tobytes(image, "RGB") for image in images}) == len(SWATCHES)


@pytest.mark.parametrize("size", SIZES)
def test_result_fills_the_window(app: App, small_match: Match, size: tuple[int, int]) -> None:
    """Even with few sources, there is no empty strip below the title or above the buttons."""
    scene = FinalScoringScene(small_match)
    app.push(scene)
    app.resize_window(size)
    scene.show_result()
    advance(app, 0.1)
    gap = app.renderer.px(14)
    first_button = next(button for button in scene.group.walk() if isinstance(button, Button))
    for panel in scene.parchments:
        assert panel.rect.top - scene.banner.rect.bottom == gap
        assert first_button.rect.top - panel.rect.bottom == gap


def test_score_table_text_grows_with_its_rows(
    app: App, small_match: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Regression: in a tall window, a table with few rows was mostly empty. The text now grows, but it must
    not be truncated."""
    scene, _ = open_final_scoring(app, small_match)
    scene.show_result()
    advance(app, 5)
    original_draw_text, sizes = ScoreTable.draw_text, []

    def record_size(score_table: ScoreTable, *args: Any, **kwargs: Any) -> pygame.Rect:
        sizes.append(kwargs.get("pixels") or 0)
        return original_draw_text(score_table, *args, **kwargs)

    monkeypatch.setattr(ScoreTable, "draw_text", record_size)
    before = app.size
    for size in ((480, 360), (800, 800)):
        app.resize_window(size)
        sizes.clear()
        app.run_frame([], 0.05)
        assert not scene.score_table.truncated_texts
    assert max(sizes) > app.renderer.fonts.font_size_px("number")
    app.resize_window(before)
