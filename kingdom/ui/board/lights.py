"""Which hexes are in which light."""

from __future__ import annotations

from dataclasses import dataclass, replace

from kingdom.ui.board.hex_lights import GLOW_STEPS

NOTHING, LAND, ALL = "nothing", "land", "all"
"""What lies in the shade where there is no light: nothing, the land (pieces stay as they are), everything."""


@dataclass(frozen=True)
class Lights:
    """What lies over the still picture and changes only now and then."""

    glowing: int = 0
    """Hexes that may be clicked."""
    lit: int = 0
    """Hexes that are pointed out: those that earn a card's gold, those of a line in the log."""
    marks: tuple[tuple[str, int], ...] = ()
    """Hexes where players changed something lately, by their colours."""
    hinted: int = 0
    """Hexes that the expert would choose."""
    chosen: int = 0
    """Hexes a half-made choice begins from."""
    step: int = GLOW_STEPS
    """How far the glow has come up."""

    @property
    def shade(self) -> str:
        """What lies in the shade."""
        return ALL if self.lit else LAND if self.glowing else NOTHING

    @property
    def bright(self) -> int:
        """Hexes that are seen as they are while the rest lies in the shade."""
        return self.glowing | self.lit | self.chosen | self.hinted

    def on(self, hexes: int) -> Lights:
        """Only those on some hexes."""
        glowing = self.glowing & hexes
        # where nothing glows there is nothing to do while the glow comes up
        step = self.step if glowing else GLOW_STEPS
        return replace(
            self, glowing=glowing, lit=self.lit & hexes, hinted=self.hinted & hexes,
            chosen=self.chosen & hexes, step=step,
            marks=tuple((colour, mask & hexes) for colour, mask in self.marks),
        )  # fmt: skip
