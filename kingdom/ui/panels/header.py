"""The strip above what is beside the board: two figures, and small buttons."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable

import pygame

from kingdom.ui.draw.painted import Painted, TableTop
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

BUTTON = 34


def looking(zoom: Callable[[int], object], fit: Callable[[], object]) -> dict[str, Button]:
    """The buttons for the board."""
    return {
        "zoom_in": Button("", lambda: zoom(1), icon="zoom_in"),
        "zoom_out": Button("", lambda: zoom(-1), icon="zoom_out"),
        "fit": Button("", fit, icon="fit"),
    }


class Header(ABC):
    """Each button finds its words as `ui.table.<name>`."""

    def __init__(self, buttons: dict[str, Button]) -> None:
        self.rect = pygame.Rect(0, 0, 0, 0)
        self.buttons = buttons
        self.figures = Widget()
        """The words on the left, to be pointed at."""
        self._kept = Painted()

    @property
    def widgets(self) -> list[Widget]:
        """Everything to click or point at."""
        return [self.figures, *self.buttons.values()]

    @abstractmethod
    def words(self, app: Host) -> tuple[str, str]:
        """What stands there: the large words and the small ones."""

    def fewer(self, app: Host) -> str:
        """The small words where there is little room for them; the note tells the rest."""
        return self.words(app)[1]

    def stands_out(self, app: Host) -> bool:
        """Whether the large words are to be noticed."""
        return False

    def place(self, app: Host, rect: pygame.Rect) -> None:
        """Another place, another language or scale."""
        look = app.look
        size, gap = look.px(BUTTON), look.px(4)
        self.rect = rect
        right = rect.right - look.px(6)
        for name, button in reversed(self.buttons.items()):
            button.rect = pygame.Rect(right - size, rect.centery - size // 2, size, size)
            picture = ("interface", f"icon_{button.icon}")
            button.tooltip = Tip(
                app.say(f"ui.table.{name}"), app.say(f"ui.table.{name}.does"), picture=picture
            )
            right -= size + gap
        left = rect.left + look.px(10)
        self.figures.rect = pygame.Rect(left, rect.top, right - gap - left, rect.height)

    def draw(self, surface: pygame.Surface, app: Host, ground: TableTop) -> None:
        """All but the widgets."""
        key = (self.words(app), self.stands_out(app), app.look.scale)
        self._kept.show(surface, ground, self.rect, key, lambda on, rect: self._paint(on, rect, app))

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, app: Host) -> None:
        look, (large, small) = app.look, self.words(app)
        look.nine(surface, "panel_walnut", rect)
        self.figures.cut.clear()
        room = self.figures.rect.move(-self.rect.left, -self.rect.top)
        colour = "text_accent_on_walnut" if self.stands_out(app) else "on_walnut"
        written = self.figures.write(surface, look, large, room, "heading", colour)
        room.width, room.left = room.right - written.right - look.px(12), written.right + look.px(12)
        if look.is_cut(small, room, "small"):
            self.figures.cut.append(small)
            small = self.fewer(app)
        self.figures.write(surface, look, small, room, "small", "text_soft_on_walnut", "right")
