"""What the parts of the scene for a new game share: the choices they change."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from kingdom.match.choices import Choices
from kingdom.match.map_files import MapFile
from kingdom.match.own_sections import SectionFile
from kingdom.rules.game import Game
from kingdom.text import Texts
from kingdom.ui.board.thumbnails import Thumbnails
from kingdom.ui.scene.host import Host


class NewGamePage(Protocol):
    """The page, as its parts know it."""

    app: Host
    choices: Choices
    thumbnails: Thumbnails
    """Small pictures of lands."""
    lying: Sequence[str]
    """The sections of the board, if it is made of some; those that are turned say so."""
    lands: str
    """Which lands are shown to choose from (favourites.py)."""
    lesson_offered: bool
    """Whether a box's lesson was offered since this page came: one question is enough."""

    @property
    def game(self) -> Game | None:
        """The game that would start, if any."""

    @property
    def maps(self) -> list[MapFile]:
        """The whole boards there are."""

    @property
    def texts(self) -> Texts:
        """The texts as they would be at its table."""

    @property
    def own_sections(self) -> list[SectionFile]:
        """The player's own sections."""

    @property
    def own_islands(self) -> list[SectionFile]:
        """The player's own islands."""

    @property
    def reading(self) -> bool:
        """Whether more lands may come."""

    def place_at(self, pos: tuple[int, int]) -> int | None:
        """The place of the four under a point of the preview."""

    def aim(self, pos: tuple[int, int] | None) -> None:
        """A section is dragged over a point: light the place it would go to; with None, no more."""

    def next_place(self) -> int:
        """The place that the next section goes to; each time another one."""

    def draw_land(self) -> None:
        """To the studio; what was kept there can be chosen afterwards."""

    def changed(self, rebuild: bool = True) -> None:
        """Something was chosen: find out what game comes of it."""
