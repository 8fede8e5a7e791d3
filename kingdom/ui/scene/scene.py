"""A scene: the menu, the table, a dialog. Scenes lie on a stack; the top one has the mouse and the
keyboard."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from kingdom.ui.widgets.group import Group
from kingdom.ui.widgets.tooltip import Tip

if TYPE_CHECKING:
    from kingdom.ui.scene.host import Host


class Scene:
    """Gets events, updates, draws. Drawing changes nothing."""

    overlay = False
    """Whether the scene below is drawn first."""
    patience = 1.0
    """Seconds that may pass without input before `update` is called again."""
    large = False
    """Whether it needs so much room in a large window that scenes below it give back all they can."""
    rests = False
    """Whether time stands still for it while another scene hides it."""
    begins_games = False
    """Whether a game may begin from here: a process for its programs is made ready."""
    errors = 0
    """How often it has failed."""
    app: Host

    @property
    def tense(self) -> bool:
        """Whether news of what somebody has earned would give away how this ends: they wait."""
        return False

    def room_for_toasts(self) -> pygame.Rect | None:
        """Where messages stand if they must not lie over what is at the foot; None: there."""
        return None

    def enter(self, app: Host) -> None:
        """The scene comes onto the stack."""
        self.app = app

    def leave(self) -> None:
        """The scene leaves the stack. Large pictures are let go of here: the scene itself is known to its
        widgets, and they to it, so that it is forgotten late."""

    def may_close(self) -> bool:
        """Whether the window may be closed now; a scene that would lose something asks first."""
        return True

    def save_room(self) -> None:
        """Another scene covers this one: forget large pictures that can be made again at once."""

    def forget_pictures(self) -> None:
        """A large scene covers this one: forget all pictures that can be made again, and make none until it
        is seen again."""
        self.save_room()

    def layout(self, size: tuple[int, int]) -> None:
        """Place everything for a window of this size; also called when the language or the interface's scale
        changes."""

    def handle(self, event: pygame.event.Event) -> bool:
        """Take an event; True if something may look different now."""
        return False

    def update(self, seconds: float) -> bool:
        """Let time pass; True as long as something moves."""
        return False

    def mouse_shape(self) -> str:
        """What the mouse looks like: arrow, hand or grab."""
        group = getattr(self, "group", None)
        return group.mouse_shape if isinstance(group, Group) else "arrow"

    def asked_about(self) -> Tip | None:
        """A note about what is pointed at: F1 opens its page."""
        group = getattr(self, "group", None)
        return group.asked_about() if isinstance(group, Group) else None

    def clicked_about(self) -> Tip | None:
        """The same for a right click, which nobody should make by mistake."""
        return self.asked_about()

    def about_at(self, pos: tuple[int, int], clicked: bool) -> Tip | None:
        """A note about what is at a point while another scene lies over it and has the mouse."""
        group = getattr(self, "group", None)
        return group.about_at(pos) if isinstance(group, Group) else None

    def covers(self, pos: tuple[int, int]) -> bool:
        """Whether nothing of the scene below may be asked about at a point."""
        return not self.overlay

    def draw(self, surface: pygame.Surface) -> None:
        """Show everything."""
