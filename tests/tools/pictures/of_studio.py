"""Pictures of the studio."""

from __future__ import annotations

from tools.pictures.pictures import picture

from kingdom.rules.registry import SECTIONS
from kingdom.studio.canvas import Canvas
from kingdom.studio.grow import grow
from kingdom.ui.app.app import App
from kingdom.ui.studio.scene import StudioScene


def studio(app: App, tab: str, canvas: Canvas) -> StudioScene:
    """The studio at one of its tabs, with a land."""
    scene = StudioScene(folder=app.store.path.parent / "maps")
    scene.tab = tab
    scene.easel.show(canvas)
    app.push(scene)
    return scene


@picture("studio-paint")
def paint(app: App) -> None:
    studio(app, "paint", Canvas(next(iter(SECTIONS.values()))))


@picture("studio-check")
def check(app: App) -> None:
    studio(app, "check", Canvas("board"))


@picture("studio-keep")
def keep(app: App) -> None:
    studio(app, "keep", Canvas(grow(3)))
