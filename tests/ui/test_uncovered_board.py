"""Nothing that floats over the board covers what the player needs to see: the legal hexes, the highlighted
parts, and the prompt."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any

import pygame
import pytest
from support.app_driver import open_app
from support.matches import ALL_EXPANSIONS, SilentAIClient, match_from_game, new_match
from support.sample_games import FIRST_EXPANSIONS
from support.scenario import scenario, tile

from kingdom.bench.sample_games import find_match
from kingdom.learn.lesson import ASK, PLAY, WATCH, Lesson, shipped_lessons
from kingdom.learn.lesson_session import FINISHED, ScriptedAIClient, start_lesson
from kingdom.learn.puzzle_library import shipped_puzzles
from kingdom.learn.puzzle_session import PuzzleRush, PuzzleSession
from kingdom.match.controller import Match
from kingdom.match.seed_codes import parse_seed
from kingdom.match.state_machine import HUMAN_MAY_ANSWER, MatchState
from kingdom.rules.hexes import ISLAND_MASK, iter_hexes
from kingdom.rules.setup import GameSetup
from kingdom.ui.framework.app import App
from kingdom.ui.match.lesson_overlay import LessonOverlay
from kingdom.ui.match.playback import CLICK_GUARD_SECONDS
from kingdom.ui.match.puzzle_scene import PuzzleScene
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.panels import board_scene
from kingdom.ui.widgets import tooltip, widget_group

SIZES, SCALES = ((640, 480), (1280, 800), (1920, 1080)), (1.0, 2.0)


@pytest.fixture(
    params=list(product(SIZES, SCALES)), ids=lambda param: f"{param[0][0]}x{param[0][1]}-{param[1]:.0%}"
)
def app(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[App]:
    """An app in German, whose text is long, for every window size and scale."""
    size, scale = request.param
    app = open_app(tmp_path, size, "de")
    app.settings.animation, app.settings.interface_scale = "off", scale
    app.apply_settings()
    yield app
    app.close()


def legal_hex_rects(scene: MatchScene) -> list[pygame.Rect]:
    match = scene.match
    legal_hexes = match.decision().cells if match.state in HUMAN_MAY_ANSWER else 0
    return scene.view.hex_rects(legal_hexes)


def assert_uncovered(floating_rect: pygame.Rect, rects: list[pygame.Rect], name: object) -> None:
    covered = [rects[index] for index in floating_rect.collidelistall(rects)]
    assert not covered, f"{name}: {floating_rect} covers {len(covered)} of {len(rects)}, e.g. {covered[0]}"


def open_match(app: App, match: Match) -> MatchScene:
    scene = MatchScene(match)
    app.replace(scene)
    return scene


# --- tooltips


def caravan_match() -> Match:
    """Returns a match in which a settlement on the island is moved with the Caravan."""
    game = scenario(
        own=[(3, 3), (10, 10), ("i", 2, 2)],
        card="grass",
        island="rope_bridge",
        me={"tiles": [tile("caravan")]},
    )
    game.play("caravan")
    game.play(next(iter_hexes(game.decision().cells & ISLAND_MASK)))
    assert game.decision().cells & ISLAND_MASK
    return match_from_game(game, "person", "easy")


def match_in_the_middle() -> Match:
    match = find_match(GameSetup(4, ("base",), 23), lambda match: match.game.round == 7)
    return match_from_game(match.game, "person", "person", "person", "person")


def first_turn_match() -> Match:
    return new_match("person", "easy", expansions=ALL_EXPANSIONS, ai_client=SilentAIClient())


@pytest.mark.parametrize("make_match", [caravan_match, match_in_the_middle, first_turn_match])
def test_tooltips_do_not_cover_legal_hexes(
    app: App, make_match: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    tooltip_rects: list[pygame.Rect] = []

    def record_tooltip(*args: Any) -> pygame.Rect:
        tooltip_rects.append(tooltip.draw_tooltip(*args))
        return tooltip_rects[-1]

    for module in (board_scene, widget_group):
        monkeypatch.setattr(module, "draw_tooltip", record_tooltip)
    scene = open_match(app, make_match())
    if scene.match.state is MatchState.HANDOFF:
        scene.match.confirm_handoff()
        scene.refresh()
    app.draw(app.surface)
    keep_free = [*legal_hex_rects(scene), scene.action_bar.text_rect]
    assert len(keep_free) > 1
    for hex_id in list(iter_hexes(scene.view.panes[0].hexes | scene.view.panes[-1].hexes))[::23]:
        center = scene.view.hex_center(hex_id)
        scene.draw_tooltip_at_hex(
            app.surface, hex_id, scene._hex_tooltip(hex_id), (round(center[0]), round(center[1]))
        )
        assert_uncovered(tooltip_rects[-1], keep_free, f"hex {hex_id}")
    for widget in scene.group.widgets:
        if not widget.tooltip_text() or scene.side_panel.highlighted_hexes(widget, None):
            continue
        scene.group._keyboard_target = widget
        scene.group._hover_timer.show_immediately()
        scene.group._draw_tooltip(app.surface, app.renderer)
        assert_uncovered(tooltip_rects[-1], keep_free, type(widget).__name__)


# --- lessons


def walk_through(app: App, lesson: Lesson) -> Iterator[LessonOverlay]:
    """Plays the solution of a lesson and yields its overlay at every step."""
    session = start_lesson(lesson, ai_client=ScriptedAIClient())
    scene = open_match(app, session.match)
    overlay = LessonOverlay(session, scene)
    app.push(overlay)
    shown_steps: set[int] = set()
    while session.stage != FINISHED:
        if session.match.state is MatchState.PLAYBACK:
            scene.playback.skip_to_end()
            scene.playback.update(CLICK_GUARD_SECONDS)
        overlay.sync_with_lesson()
        if session.step_index not in shown_steps:
            shown_steps.add(session.step_index)
            yield overlay
        answer = session.next_solution_answer
        if answer is not None:
            scene.commands.submit_answer(answer)
        elif session.stage == WATCH:
            session.match.poll()
        elif session.stage in (ASK, PLAY):
            return  # a whole game
        else:
            session.advance()


def gold_rects(overlay: LessonOverlay) -> list[pygame.Rect]:
    """Returns the rects of the gold that the current text mentions."""
    step, scene = overlay.session.step, overlay.match_scene
    assert step is not None
    rects = []
    for measure in step.measures.values():
        if measure.quantity == "gold" and not measure.answers:
            part, name = (
                ("player", str(measure.player)) if measure.source == "total" else ("card", measure.source)
            )
            rects += scene.part_rects(part, name)
    return rects


def check_lesson(app: App, lesson: Lesson) -> None:
    for overlay in walk_through(app, lesson):
        session, scene = overlay.session, overlay.match_scene
        assert app.surface.get_rect().contains(overlay.panel)
        keep_free = [*overlay.highlighted_rects, *gold_rects(overlay)]
        if session.stage in (ASK, PLAY):
            keep_free += legal_hex_rects(scene)
            keep_free += [
                rect for part in ("hand", "buttons", "prompt") for rect in scene.part_rects(part, "")
            ]
        assert_uncovered(overlay.panel, keep_free, f"{lesson.name} {session.step_index} {session.stage}")


@pytest.mark.parametrize("name", ["three_cards", "caravan_lesson", "free_choice"])
def test_lesson_panel_covers_nothing_it_talks_about(app: App, name: str) -> None:
    lesson = shipped_lessons().get(name)
    assert lesson is not None
    check_lesson(app, lesson)


@pytest.mark.slow
def test_no_lesson_panel_covers_what_it_talks_about(app: App) -> None:
    problems = []
    for lesson in shipped_lessons().lessons:
        try:
            check_lesson(app, lesson)
        except AssertionError as error:
            problems.append(str(error).splitlines()[0])
    assert not problems, "\n".join(problems)


# --- banners, toasts and notes


def last_round_match() -> Match:
    match = find_match(
        GameSetup(3, ("base",), 23),
        lambda match: match.game.end_triggered and match.deciding_seat != 1 and bool(match.decision().cells),
    )
    kinds = ["easy"] * 3
    kinds[match.deciding_seat] = "person"
    return match_from_game(match.game, *kinds)


def drawn_match(app: App, match: Match) -> MatchScene:
    scene = open_match(app, match)
    app.draw(app.surface)
    return scene


@pytest.mark.parametrize("make_match", [last_round_match, first_turn_match, caravan_match])
def test_last_round_banner_does_not_cover_legal_hexes(app: App, make_match: Any) -> None:
    scene = drawn_match(app, make_match())
    scene.banner.show(app.tr("ui.table.last_round", player="Maximilian der Große"))
    app.run_frame([], 0.01)
    assert app.surface.get_rect().contains(scene.banner.rect)
    assert_uncovered(
        scene.banner.rect, [*legal_hex_rects(scene), scene.action_bar.text_rect], "the last round"
    )


def test_banner_stays_in_place_while_it_covers_nothing(app: App) -> None:
    scene = drawn_match(app, last_round_match())
    scene.banner.show("!")
    app.run_frame([], 0.01)
    first_rect = scene.banner.rect.copy()
    scene.legal_hexes &= ~(scene.legal_hexes - 1)
    app.run_frame([], 0.01)
    assert scene.banner.rect == first_rect


def pixels(surface: pygame.Surface, rect: pygame.Rect) -> bytes:
    return pygame.image.tobytes(surface.subsurface(rect), "RGB")


def test_toasts_do_not_cover_the_board(app: App) -> None:
    scene = drawn_match(app, caravan_match())
    before = app.surface.copy()
    app.toast(app.tr("ui.chronicle.earned", name="Maximilian der Große", title="Meister der Karten"))
    app._draw_toasts(app.surface)
    for pane in scene.view.panes:
        assert pixels(app.surface, pane.rect) == pixels(before, pane.rect)


def assert_board_is_free(app: App, scene: MatchScene, *rects: pygame.Rect) -> None:
    for rect in rects:
        assert rect.height > 0
        assert app.surface.get_rect().contains(rect)
        assert_uncovered(rect, [*(pane.rect for pane in scene.view.panes), scene.rects.header], rect)


def test_task_of_a_puzzle_is_above_the_board(app: App) -> None:
    puzzles = shipped_puzzles().puzzles
    win_puzzle = next(puzzle for puzzle in puzzles if puzzle.kind == "win")
    for session, rush in (
        (PuzzleSession(win_puzzle, "Ani"), None),
        (PuzzleSession(puzzles[0], "Ani"), PuzzleRush(puzzles, 1, lambda: 0.0)),
    ):
        scene = PuzzleScene(session, lambda outcome, stats: None, rush)
        app.replace(scene)
        app.draw(app.surface)
        assert scene.task_text
        assert_board_is_free(app, scene, scene._task_rect)


def test_setup_notes_are_below_the_board(app: App) -> None:
    seed = parse_seed("X1-HALL-837")
    assert seed is not None
    match = new_match("person", "easy", expansions=FIRST_EXPANSIONS, seed=seed, ai_client=SilentAIClient())
    assert match.game.setup_notes()
    scene = drawn_match(app, match)
    assert_board_is_free(app, scene, scene._notes_rect)
    assert scene._notes_rect.bottom <= scene.rects.bar.top
