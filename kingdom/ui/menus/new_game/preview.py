"""What the scene for a new game shows besides ordinary widgets: cards, and the board as it will be."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pygame

from kingdom.rules.board import Grid
from kingdom.rules.game import Game
from kingdom.rules.hexes import HEX_AT, PLACE_OF
from kingdom.rules.registry import Token
from kingdom.ui.board.board_picture import hex_on_picture, paint_land
from kingdom.ui.board.things import in_the_open
from kingdom.ui.draw.geometry import BESIDE, MARGIN, HexGrid, centred, share
from kingdom.ui.draw.look import Look
from kingdom.ui.panels.hover import hex_asked_about
from kingdom.ui.widgets.basic import Toggle
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget, told

QUIET = 0.15
"""Seconds without a change after which the preview is painted."""
CARD = (212, 150)
"""Design pixels of a card."""


def _words_room(look: Look, rect: pygame.Rect) -> pygame.Rect:
    """Where the name is written on a card."""
    inner = rect.inflate(-look.px(6) - 2 * look.px(8), -look.px(6) - 2 * look.px(6))
    return pygame.Rect(inner.left, inner.top, inner.width, min(look.line_height("name"), inner.height // 3))


def one_size(look: Look, cards: Sequence[CardFace | CardToggle]) -> None:
    """All names of a list in one size: that of the longest."""
    pixels = look.one_size("name", [(told(card.text), _words_room(look, card.rect)) for card in cards])
    for card in cards:
        card.pixels = pixels


def draw_card(
    surface: pygame.Surface,
    look: Look,
    picture: str,
    name: str,
    rect: pygame.Rect,
    lit: bool,
    pixels: int | None,
) -> pygame.Rect:
    """The name and picture of a card or task; where the picture is."""
    frame = rect.inflate(-look.px(6), -look.px(6))
    look.panel(surface, frame, "active" if lit else "parchment", shadow=False)
    inner = frame.inflate(-2 * look.px(8), -2 * look.px(6))
    words = _words_room(look, rect)
    look.text(surface, name, words, "name", align="center", valign="middle", pixels=pixels)
    return look.picture(
        surface,
        "cards",
        picture,
        pygame.Rect(inner.left, words.bottom, inner.width, inner.bottom - words.bottom),
    )


class CardFace(Widget):
    """A card to look at."""

    def __init__(self, picture: str, name: str, rule: str) -> None:
        super().__init__(tooltip=rule)
        self.picture, self.text = picture, name
        self.pixels: int | None = None

    def headed(self, words: str) -> Tip:
        return Tip(self.text, words, picture=("cards", self.picture))

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        draw_card(surface, look, self.picture, self.text, self.rect, self.hovered, self.pixels)


class CardToggle(Toggle):
    """A card to choose."""

    def __init__(
        self, picture: str, name: str, value: bool, on_change: Callable[[bool], object], rule: str
    ) -> None:
        super().__init__(name, value, on_change, tooltip=rule)
        self.picture = picture
        self.pixels: int | None = None

    def headed(self, words: str) -> Tip:
        return Tip(told(self.text), words, picture=("cards", self.picture))

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        place = draw_card(
            surface, look, self.picture, told(self.text), self.rect, self.value or self.hovered, self.pixels
        )
        if self.value:
            look.icon(
                surface, "checkbox_on", (place.right - look.px(18), place.bottom - look.px(18)), look.px(28)
            )


class BoardPreview(Widget):
    """The board as it will be, painted when nothing has changed for a moment."""

    def __init__(self) -> None:
        super().__init__()
        self.game: Game | None = None
        self._shown: object = None
        self.pictures: list[tuple[pygame.Surface, pygame.Rect]] = []
        """The maps that are shown, and where."""
        self._room = pygame.Rect(0, 0, 0, 0)
        """Where they were put in."""
        self._quiet = 0.0
        self.on_place: Callable[[int], object] | None = None
        """What a click on one of the four sections does, while they are chosen by hand."""
        self.aimed_at: int | None = None
        """The place over which a section is dragged."""

    def place_at(self, pos: tuple[int, int]) -> int | None:
        """The place of the four under a point."""
        if not self.pictures or not self.pictures[0][1].collidepoint(pos):
            return None
        middle = self.pictures[0][1].center
        return 2 * (pos[1] >= middle[1]) + (pos[0] >= middle[0])

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type != pygame.MOUSEBUTTONUP or event.button != 1 or self.on_place is None:
            return False
        place = self.place_at(event.pos)
        if place is not None:
            self.on_place(place)
        return place is not None

    def looked_up(self, pos: tuple[int, int] | None) -> Tip:
        board = self.game.board if self.game is not None else None
        for (_, place), sea in zip(self.pictures, (False, True), strict=False):
            if board is not None and pos is not None and place.collidepoint(pos):
                grid = board.island if sea and board.island is not None else board.grid
                spot = hex_on_picture(grid, place, pos, sea)
                if spot is not None and self.game is not None:
                    return hex_asked_about(self.game, HEX_AT[("i", *spot) if sea else spot])
        return super().looked_up(pos)

    def show(self, game: Game | None) -> None:
        """Another board, or none."""
        self.game = game
        self._quiet = 0.0

    def _wanted(self) -> object:
        if self.game is None:
            return None
        return self.game.board.grid, self.game.board.island, tuple(self.rect), tuple(self._tokens())

    def _tokens(self) -> list[Token]:
        return (
            [token for hook in self.game.table.hooks.tokens for token in hook(self.game)] if self.game else []
        )

    def update(self, seconds: float, look: Look) -> bool:
        """Paint if it is time; whether more time is needed."""
        if self._room != self.rect:
            self._stretch()
        wanted = self._wanted()
        if wanted == self._shown:
            return False
        self._quiet += seconds
        if self._quiet >= QUIET:
            self._shown = wanted
            self.pictures = self._paint(look)
        return True

    def _stretch(self) -> None:
        """In a window of another size the maps lie where they belong until they are painted anew."""
        old, self._room = self._room, self.rect.copy()
        if not self.pictures or not old.width or not old.height:
            return
        large = min(self.rect.width / old.width, self.rect.height / old.height)
        stretched = []
        for picture, place in self.pictures:
            size = max(1, round(place.width * large)), max(1, round(place.height * large))
            there = pygame.Rect((0, 0), size)
            there.center = (
                round(self.rect.centerx + (place.centerx - old.centerx) * large),
                round(self.rect.centery + (place.centery - old.centery) * large),
            )
            stretched.append((pygame.transform.scale(picture, size), there))
        self.pictures = stretched

    def _paint(self, look: Look) -> list[tuple[pygame.Surface, pygame.Rect]]:
        if self.game is None:
            return []
        board, (left, top), size = self.game.board, self.rect.topleft, self.rect.size
        if board.island is None:
            return [self._paint_map(look, board.grid, centred(20, 20, (left, top, *size), MARGIN))]
        space, rest = share((left, top, *size), least=0)
        main = centred(20, 20, space, MARGIN)
        return [
            self._paint_map(look, board.grid, main),
            self._paint_map(look, board.island, centred(5, 5, rest, BESIDE, main.width), sea=True),
        ]

    def _paint_map(
        self, look: Look, letters: Grid, grid: HexGrid, sea: bool = False
    ) -> tuple[pygame.Surface, pygame.Rect]:
        """A map with what lies on it, and where."""
        land, hexes = paint_land(look.sheets, letters, grid.width, sea)
        for token in self._tokens():
            place = PLACE_OF[token.hex]
            if (len(place) == 3) == sea and in_the_open(token):
                look.sheets.for_hex("landmarks", token.word, grid.width).draw(
                    land, *hexes.centre(int(place[-2]), int(place[-1]))
                )
        return land, land.get_rect(topleft=(round(grid.left - hexes.left), round(grid.top - hexes.top)))

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        for picture, place in self.pictures:
            surface.blit(picture, place)
        if self.aimed_at is not None and self.pictures:
            board = self.pictures[0][1]
            wide, tall = board.width // 2, board.height // 2
            down, right = divmod(self.aimed_at, 2)
            quarter = pygame.Rect(board.left + right * wide, board.top + down * tall, wide, tall)
            look.shade(surface, quarter, 70, "gold_light")
            pygame.draw.rect(surface, look.colour("gold_light"), quarter, look.px(4), look.px(10))
