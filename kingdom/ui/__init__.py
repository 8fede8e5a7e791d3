"""The desktop UI.

A package may import only from packages to its left: draw <- widgets <- board and framework (independent of
each other) <- panels <- scenes (match, menus, final_scoring, ...; independent of each other) <- navigation.

The docstring of each package describes its contents and lists the imports it is allowed. docs/ARCHITECTURE.md
describes all packages.
"""

import os

# Suppress pygame's greeting. This must happen before pygame is imported.
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
# The desktop environment uses this name to find the window icon (packaging/kingdom.desktop).
for _name in ("SDL_VIDEO_X11_WMCLASS", "SDL_VIDEO_WAYLAND_WMCLASS"):
    os.environ.setdefault(_name, "kingdom")
