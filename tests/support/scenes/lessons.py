"""Lesson scenes."""

from __future__ import annotations

from support.scenes.registry import scene_maker, wait_for_animations

from kingdom.learn.lesson import shipped_lessons
from kingdom.learn.lesson_session import FINISHED
from kingdom.rules.hexes import HEX_AT
from kingdom.ui.framework.app import App
from kingdom.ui.match.lesson_overlay import LessonOverlay
from kingdom.ui.match.scene import MatchScene


def open_lesson(app: App, name: str, step: int) -> LessonOverlay:
    """Opens a lesson and plays its solution up to a step."""
    app.navigator.start_lesson(name)
    overlay = app.scene
    assert isinstance(overlay, LessonOverlay)
    return advance_to(app, overlay, step)


def advance_to(app: App, overlay: LessonOverlay, step: int) -> LessonOverlay:
    """Plays the lesson's solution up to a step."""
    session, match_scene = overlay.session, app.scenes[-2]
    assert isinstance(match_scene, MatchScene)
    while session.step_index < step and session.stage != FINISHED:
        answer = session.next_solution_answer
        if answer is None:
            session.advance()
        else:
            match_scene.commands.submit_answer(answer)
    overlay.sync_with_lesson()
    wait_for_animations(app, 0.1)
    return overlay


@scene_maker("lessons")
def open_lessons(app: App) -> None:
    for index, lesson in enumerate(shipped_lessons().lessons[:5]):
        app.progress.stars[lesson.name] = 3 - index % 3
    app.navigator.open_tutorial()


@scene_maker("lesson-tells")
def open_explanation(app: App) -> None:
    open_lesson(app, "next_to_own", 1)


@scene_maker("lesson-asks")
def open_task(app: App) -> None:
    overlay = open_lesson(app, "free_choice", 2)
    match_scene = app.scenes[-2]
    assert isinstance(match_scene, MatchScene)
    match_scene.commands.click_hex(HEX_AT[0, 1])
    overlay.sync_with_lesson()


@scene_maker("lesson-ended")
def open_finished_lesson(app: App) -> None:
    open_lesson(app, "three_cards", 99)


@scene_maker("lesson-menu")
def open_lesson_menu(app: App) -> None:
    app.navigator.open_lesson_menu(open_lesson(app, "moving", 2).session)
