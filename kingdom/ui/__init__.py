"""The window, in floors that open one way:

draw <- widgets <- board <- scene <- panels <- table, menus, ceremony, review, share <- app. Each
says what lives there.
"""

import os

os.environ.setdefault(
    "PYGAME_HIDE_SUPPORT_PROMPT", "1"
)  # before anything here imports pygame: its greeting has no place in our output
for _name in ("SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS"):
    os.environ.setdefault(
        _name, "kingdom"
    )  # by this a desktop finds the icon of a window (packaging/kingdom.desktop)
