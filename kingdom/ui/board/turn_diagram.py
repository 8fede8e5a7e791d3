"""Diagram of one turn on the board: numbers show the order in which pieces were built, moved or removed, and
arrows show moves."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import pygame

from kingdom.rules.decision_frames import END_TURN, Answer
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.events import Built, Event, Moved, NeutralPiecePlaced, Removed
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.draw.renderer import Renderer

MIN_NUMBER_SIZE = 20
"""Minimum size of the numbers in design pixels. It keeps them readable on small hexes."""


@dataclass(frozen=True)
class BoardChange:
    """One change on the board: its hexes and, for a move, where the piece came from."""

    hexes: int
    origin: Hex | None = None
    is_removal: bool = False
    """True if a piece was removed."""


@dataclass(frozen=True)
class TurnDiagram:
    """The board changes of a turn, and the game after the turn."""

    game: Game
    board_changes: tuple[BoardChange, ...]

    @property
    def hexes(self) -> int:
        """All hexes that changed."""
        hexes = 0
        for change in self.board_changes:
            hexes |= change.hexes
        return hexes


def board_changes_of(events: Iterable[Event], player: int) -> tuple[BoardChange, ...]:
    board_changes = []
    for event in events:
        if isinstance(event, Built) and event.player == player:
            board_changes.append(BoardChange(event.hexes))
        elif isinstance(event, Moved) and event.player == player:
            board_changes.append(BoardChange(BIT[event.target], event.origin))
        elif isinstance(event, NeutralPiecePlaced):
            board_changes.append(BoardChange(BIT[event.hex_id]))
        elif isinstance(event, Removed) and event.removed_by == player:
            board_changes.append(BoardChange(BIT[event.hex_id], is_removal=True))
    return tuple(board_changes)


def build_turn_diagram(game: Game, answers: Sequence[Answer], player: int) -> TurnDiagram:
    """Plays these answers on a copy of the game and returns the diagram. The answer that ends the turn is not
    played.

    Stops at the first illegal answer. Answers can be illegal because future cards are unknown.
    """
    game_copy, events = game.copy(), list[Event]()
    for answer in answers:
        if answer == END_TURN:
            break
        try:
            events += game_copy.play(answer)
        except IllegalAnswer:
            break
    return TurnDiagram(game_copy, board_changes_of(events, player))


def draw_board_changes(
    surface: pygame.Surface,
    renderer: Renderer,
    view: BoardView,
    board_changes: Sequence[BoardChange],
    color: str,
) -> None:
    """Draws an arrow for each move and a number for each change."""
    clip = surface.get_clip()
    surface.set_clip(clip.clip(view.rect))
    for change in board_changes:
        if change.origin is not None:
            view.draw_arrow(surface, change.origin, _anchor_hex(change), color)
    numbers_by_hex: dict[Hex, list[int]] = {}
    for number, change in enumerate(board_changes, 1):
        numbers_by_hex.setdefault(_anchor_hex(change), []).append(number)
    for hex_id, numbers in numbers_by_hex.items():
        hex_width = view.hex_width_at(hex_id)
        x, y = view.hex_center(hex_id)
        text = ",".join(map(str, numbers))
        font_px = max(renderer.px(MIN_NUMBER_SIZE), round(hex_width * 0.33))
        size = round(font_px * 1.3)
        disc_width = max(size, renderer.measure(text, "bold", pixels=font_px)[0] + size // 3)
        disc = pygame.Rect(0, 0, disc_width, size)
        disc.center = round(x), round(y + hex_width * 0.34)
        is_removal = any(change.is_removal for change in board_changes if _anchor_hex(change) == hex_id)
        disc_color = renderer.color("text_error" if is_removal else color)
        pygame.draw.rect(surface, renderer.color("walnut_dark"), disc.inflate(4, 4), border_radius=size)
        pygame.draw.rect(surface, disc_color, disc, border_radius=size)
        text_color = "text_on_primary" if is_removal else "ink"
        renderer.draw_text(surface, text, disc, "bold", text_color, "center", "middle", pixels=font_px)
    surface.set_clip(clip)


def _anchor_hex(change: BoardChange) -> Hex:
    """Returns the hex that shows the number. For a large piece, this is a hex in its middle."""
    hex_ids = [hex_id for hex_id in range(change.hexes.bit_length()) if change.hexes >> hex_id & 1]
    return hex_ids[len(hex_ids) // 2]
