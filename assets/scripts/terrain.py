"""Makes the terrain sheets: ground textures, the masks that regions are built from, and props."""

from __future__ import annotations

import terrain_ground
import terrain_props
from kit import pack


def make() -> None:
    pack("terrain_ground", terrain_ground.sprites(), width=2060)
    pack("terrain_props", terrain_props.sprites(), width=1024)
