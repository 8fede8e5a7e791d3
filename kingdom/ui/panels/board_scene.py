"""A scene around a board: the sheets it lies on, closer and farther, the grid, notes about a hex."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import pygame

from kingdom.rules.game import Game
from kingdom.rules.hexes import HEX_AT, Hex
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import TableTop, gaps, nothing
from kingdom.ui.panels.hover import hex_asked_about, is_open_land
from kingdom.ui.scene.scene import Scene
from kingdom.ui.widgets.group import Group
from kingdom.ui.widgets.tooltip import Tip, draw_tooltip

INSIDE = 12
"""Design pixels that a sheet is larger than what is shown on it."""
ZOOM_STEP = 1.2
ZOOM_KEYS = {
    pygame.K_PLUS: 1, pygame.K_EQUALS: 1, pygame.K_KP_PLUS: 1, pygame.K_MINUS: -1, pygame.K_KP_MINUS: -1,
}  # fmt: skip


def inside(sheet: pygame.Rect, look: Look) -> pygame.Rect:
    """What of a sheet the board is shown on."""
    return sheet.inflate(-look.px(INSIDE), -look.px(INSIDE))


class BoardScene(Scene):
    """Knows how its board is looked at; what goes on there is the business of others."""

    large = True
    view: BoardView

    def __init__(self) -> None:
        self.group = Group()
        self.ground = nothing()

    @property
    def aimed(self) -> Hex | None:
        """The hex that is pointed at."""
        return None

    @property
    def game_shown(self) -> Game:
        """The game whose board this is."""
        raise NotImplementedError

    def leave(self) -> None:
        self.view.close()
        self.ground = nothing()

    def save_room(self) -> None:
        self.view.save_room()

    def forget_pictures(self) -> None:
        self.save_room()
        self.view.forget_pictures()
        self.ground.forget_pictures()

    @property
    def behind(self) -> bool:
        """Whether something of the picture is still to be painted."""
        return self.ground.behind or self.view.behind

    def spread(
        self, size: tuple[int, int], maps: Sequence[pygame.Rect], panels: Sequence[pygame.Rect]
    ) -> None:
        """Lay the board on the first sheet and an island on the second, with panels around them."""
        look, settings = self.app.look, self.app.settings
        boards = [inside(sheet, look) for sheet in maps]
        self.view.save_room()  # the ground needs a lot of it while it is painted
        paint = partial(_paint_ground, look, list(maps), list(panels))
        self.ground = TableTop.made_of(paint, gaps(size, [*boards, *panels]))
        self.view.marks = settings.marks
        self.view.rule(settings.grid)
        self.view.layout(*boards)

    # --- looking

    def zoom(self, steps: int) -> None:
        """Closer or farther, around the middle of the board; of the island while one of its hexes is pointed
        at."""
        self.view.pane_of(self.aimed).zoom(ZOOM_STEP**steps)
        self.app.dirty = True

    def fit(self) -> None:
        """Show the whole board."""
        self.view.reset()
        self.app.dirty = True

    def switch_grid(self) -> None:
        """Show lines between the hexes and marks at the edge, or none; so it stays in later games."""
        settings = self.app.settings
        settings.grid = not settings.grid
        self.app.save_settings()
        self.view.rule(settings.grid)
        self.app.dirty = True

    def look_key(self, key: int) -> bool:
        """A key that changes nothing but how the board is looked at; whether it is one."""
        if key in ZOOM_KEYS:
            self.zoom(ZOOM_KEYS[key])
        elif key in (pygame.K_0, pygame.K_KP_0):
            self.fit()
        elif key == pygame.K_g:
            self.switch_grid()
        else:
            return False
        return True

    def draw_note(
        self, surface: pygame.Surface, number: Hex, note: Tip, mouse: tuple[int, int] | None
    ) -> None:
        """A note beside a hex: at the mouse, or on its right. It covers neither the hex nor what is to be
        read."""
        (x, y), width = self.view.centre(number), self.view.width_at(number)
        around = pygame.Rect(0, 0, round(width), round(width * 1.2))
        around.center = round(x), round(y)
        point = mouse or (around.right, around.centery)
        draw_tooltip(surface, self.app.look, note, point, around, [around, *self.group.clear])

    # --- what the rules say of a hex

    def asked_about(self) -> Tip | None:
        number = self.aimed
        if number is not None and self.group.pointed is None:
            return hex_asked_about(self.game_shown, number)
        return super().asked_about()

    def clicked_about(self) -> Tip | None:
        number = self.aimed
        if number is not None and self.group.pointed is None and is_open_land(self.game_shown, number):
            return None
        return self.asked_about()

    def about_at(self, pos: tuple[int, int], clicked: bool) -> Tip | None:
        place = self.view.at(pos) if self.group.at(pos) is None else None
        if place is None:
            return super().about_at(pos, clicked)
        number = HEX_AT[place]
        land = clicked and is_open_land(self.game_shown, number)
        return None if land else hex_asked_about(self.game_shown, number)


def _paint_ground(
    look: Look,
    maps: Sequence[pygame.Rect],
    panels: Sequence[pygame.Rect],
    picture: pygame.Surface,
    corner: tuple[int, int],
) -> None:
    """Wood, shadows and sheets, as far as they are on a picture of the window's part that begins at the
    corner."""
    x, y = corner
    look.fill(picture, pygame.Rect(-x, -y, x + picture.get_width(), y + picture.get_height()), "table")
    for rect in (*maps, *panels):
        look.drop_shadow(picture, rect.move(-x, -y))
    for rect in maps:
        look.nine(picture, "panel_parchment", rect.move(-x, -y))
