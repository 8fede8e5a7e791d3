"""The window, in floors that open one way: draw <- widgets <- board and scene, which do not know each other
<- panels <- the scenes, which do not know each other either (table, menus, ceremony, ...) <- app.

Each says what lives there and what it may import; docs/ARCHITECTURE.md has them all.
"""

import os

os.environ.setdefault(
    "PYGAME_HIDE_SUPPORT_PROMPT", "1"
)  # before anything here imports pygame: its greeting has no place in our output
for _name in ("SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS"):
    os.environ.setdefault(
        _name, "kingdom"
    )  # by this a desktop finds the icon of a window (packaging/kingdom.desktop)
