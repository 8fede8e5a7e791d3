"""The desktop UI. A package may import only from packages to its left: draw <- widgets <- board and framework
(independent of each other) <- panels <- scenes (match, menus, final_scoring, ...; independent of each other)
<- navigation.

Each package's docstring describes its contents and lists its allowed imports; docs/ARCHITECTURE.md covers
them all.
"""

import os

# Suppresses pygame's greeting; must be set before pygame is imported.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# Lets the desktop environment find the window icon (packaging/kingdom.desktop).
for _name in ("SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS"):
    os.environ.setdefault(_name, "kingdom")
