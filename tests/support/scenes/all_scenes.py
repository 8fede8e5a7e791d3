"""Imports all scene modules, which registers their scene makers in `SCENE_MAKERS`."""

from support.scenes import (  # noqa: F401  (they register their makers)
    final_scoring,
    lessons,
    map_editor,
    match,
    menus,
    puzzles,
    review,
    stats,
)
