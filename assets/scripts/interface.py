"""Makes the sheet "interface": textures, panels, buttons, icons, cursors and the emblem. Also writes the
application icon."""

from __future__ import annotations

import emblem
import icons
import panels
import textures
from kit import Sprite, pack


def make() -> None:
    surfaces = [Sprite("table", textures.table(), (0, 0)), Sprite("parchment", textures.parchment(), (0, 0))]
    pack("interface", surfaces + panels.sprites() + icons.sprites() + emblem.sprites())
    emblem.write_icons()
