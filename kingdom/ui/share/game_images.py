"""Draws a recorded game as images, without a window, and encodes them as PNG, GIF or WebP.

Pillow is imported only when a file is created, so the game starts without it.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import pygame

from kingdom.learn.daily_challenge import is_running_challenge
from kingdom.match.seats import read_seats_or_default
from kingdom.match.seed_codes import format_seed
from kingdom.record import Record, replay_steps
from kingdom.rules.events import (
    Built,
    Event,
    Moved,
    NeutralPiecePlaced,
    NeutralPiecesRemoved,
    Removed,
    TileGained,
    TileLost,
    TurnEnded,
)
from kingdom.rules.expansion import Score
from kingdom.rules.game import Game
from kingdom.rules.registry import kind_of_name
from kingdom.rules.scoring import displayed_breakdown, majority_scorers, winners
from kingdom.rules.setup import new_game
from kingdom.text.translator import Translator
from kingdom.ui.board.board_view import BoardView, HoverPreview
from kingdom.ui.board.highlights import Highlights
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.game_text import winner_text
from kingdom.ui.panels.match_summary import OPEN_GOLD_TEXT
from kingdom.ui.panels.symbols import source_sprite

if TYPE_CHECKING:
    from PIL import Image

PNG, GIF, WEBP = EXPORT_SUFFIXES = (".png", ".gif", ".webp")
"""Supported formats, by file name suffix."""

ProgressCallback = Callable[[float], None]
"""Receives the progress from 0 to 1. May raise ExportCancelled."""


class ExportCancelled(Exception):
    """Raised when the player cancels the export."""


MIN_IMAGE_SIZE, MAX_IMAGE_SIZE = (480, 300), (3840, 2400)
"""Smallest and largest allowed image size in pixels."""
FIRST_FRAME_MS, ANSWER_FRAME_MS, TURN_FRAME_MS, LAST_FRAME_MS = 1500, 280, 650, 6000
"""Display time in milliseconds of the first frame, a frame within a turn, the last frame of a turn, and the
result."""
MAX_FRAMES = 260
"""If an animation would have more frames than this, it is reduced to one frame per turn."""
BOARD_EVENTS = (Built, Moved, Removed, NeutralPiecePlaced, NeutralPiecesRemoved, TileGained, TileLost)
"""Events that change the image of the board."""
BOARD_ASPECT = 1.16
"""Width of the board divided by its height."""
MARGIN, MAX_PLAYER_ROW, MAX_SOURCE_ROW, MIN_PICTURE_ROW = 12, 92, 92, 52
"""The margin, the maximum heights of a player's row and a gold source's row, and the minimum height of a row
with a picture, all in design pixels."""
CARD_ASPECT = 248 / 136
"""Width of a card's picture divided by its height."""


@dataclass(frozen=True)
class AnimationFrame:
    game: Game
    player: int
    """The player who made the last change, or -1 in the frame with the result."""
    new_hexes: int
    """Hexes built on during this turn."""
    duration_ms: int


def animation_frames(record: Record) -> list[AnimationFrame]:
    frames = list(_iter_frames(record))
    if len(frames) > MAX_FRAMES:
        frames = [frame for frame in frames if frame.duration_ms != ANSWER_FRAME_MS]
    return frames


def _iter_frames(record: Record) -> Iterator[AnimationFrame]:
    game = new_game(record.setup)
    hexes_before_turn = list(game.piece_hexes)
    yield AnimationFrame(game.copy(), game.active_player, 0, FIRST_FRAME_MS)
    pending: AnimationFrame | None = None
    for _, player, events in replay_steps(record, game):
        if any(isinstance(event, BOARD_EVENTS) for event in events):
            if pending is not None:
                yield pending
            pending = AnimationFrame(
                game.copy(), player, game.piece_hexes[player] & ~hexes_before_turn[player], ANSWER_FRAME_MS
            )
        if _ends_turn(events, game):
            hexes_before_turn = list(game.piece_hexes)
            if pending is not None and not game.over:
                yield AnimationFrame(pending.game, pending.player, pending.new_hexes, TURN_FRAME_MS)
                pending = None
    if game.over:
        yield AnimationFrame(game.copy(), -1, 0, LAST_FRAME_MS)
    elif pending is not None:
        yield AnimationFrame(pending.game, pending.player, pending.new_hexes, LAST_FRAME_MS)


def _ends_turn(events: tuple[Event, ...], game: Game) -> bool:
    return game.over or any(isinstance(event, TurnEnded) for event in events)


class GameImagePainter:
    """Draws the frames of one game at one size."""

    def __init__(
        self, record: Record, size: tuple[int, int], language: str, player_symbols: bool = False
    ) -> None:
        self.record, self.size, self.player_symbols = record, size, player_symbols
        self.translator = Translator(language)
        self.renderer = renderer = Renderer(size=size)
        self.seats = read_seats_or_default(
            record.seats, record.setup.player_count, self.translator.tr("ui.review.seat")
        )
        self.colors = [seat.color for seat in self.seats]
        game = new_game(record.setup)
        margin = renderer.px(MARGIN)
        height = size[1] - 2 * margin
        board_width = min(round((height - margin) * BOARD_ASPECT) + margin, size[0] * 70 // 100)
        self.board_rect = pygame.Rect(margin, margin, board_width, height)
        left = self.board_rect.right + margin
        self.side_rect = pygame.Rect(left, margin, size[0] - margin - left, height)
        self.view = BoardView(renderer, game, self.colors, player_symbols)
        self.view.layout(self.board_rect.inflate(-margin, -margin))
        self.view.render_now()
        self._canvas = self._create_canvas()

    def _create_canvas(self) -> pygame.Surface:
        canvas = pygame.Surface(self.size, 0, 32)
        self.renderer.fill_texture(canvas, canvas.get_rect(), "table")
        self.renderer.draw_panel(canvas, self.board_rect)
        return canvas

    def draw_last_frame(self) -> pygame.Surface:
        return self.draw_frame(animation_frames(self.record)[-1])

    # --- drawing

    def draw_frame(self, frame: AnimationFrame) -> pygame.Surface:
        """Draws a frame and returns it. The next call overwrites the returned surface."""
        canvas, game = self._canvas, frame.game
        self.view.set_game(game)
        highlights = ((self.colors[frame.player], frame.new_hexes),) if frame.new_hexes else ()
        self.view.draw(canvas, Highlights(ringed_hexes=highlights), HoverPreview())
        while self.view.has_pending_redraw:  # The view may show changes one frame late.
            self.view.draw(canvas, Highlights(ringed_hexes=highlights), HoverPreview())
        self._draw_side(canvas, frame)
        return canvas

    def _draw_side(self, canvas: pygame.Surface, frame: AnimationFrame) -> None:
        renderer, gap = self.renderer, self.renderer.px(MARGIN) // 2
        game, area, players = frame.game, self.side_rect, len(self.seats)
        renderer.fill_texture(canvas, area.inflate(gap, gap), "table")
        scores = [displayed_breakdown(game, seat) for seat in range(players)]
        totals = [sum(part.gold for part in player_scores.values()) for player_scores in scores]
        winning_seats = winners(game) if game.over else ()
        headline_rect = pygame.Rect(
            area.left, area.top, area.width, 2 * renderer.line_height("heading") + 2 * gap
        )
        renderer.draw_panel(canvas, headline_rect, "walnut", shadow=False)
        headline = self._headline(game, totals)
        inner = headline_rect.inflate(-4 * gap, -gap)
        renderer.draw_text(canvas, headline, inner, "heading", "on_walnut", "center", "middle", wrap=True)
        footer_height = renderer.line_height("small")
        min_table_height = renderer.line_height("small") * (len(scores[0]) + 1) + 3 * gap
        top = headline_rect.bottom + gap
        row_height = min(
            renderer.px(MAX_PLAYER_ROW),
            (area.bottom - footer_height - top - min_table_height) // players - gap,
        )
        for seat, gold in enumerate(totals):
            rect = pygame.Rect(area.left, top, area.width, row_height)
            self._draw_player(canvas, rect, seat, gold, seat == frame.player, seat in winning_seats)
            top += row_height + gap
        table_rect = pygame.Rect(area.left, top, area.width, area.bottom - footer_height - gap - top)
        table_rect.height = min(
            table_rect.height, renderer.px(MAX_SOURCE_ROW) * (len(scores[0]) + 1) + 2 * gap
        )
        self._draw_sources(canvas, table_rect, game, scores)
        footer_rect = pygame.Rect(area.left, area.bottom - footer_height, area.width, footer_height)
        is_secret = is_running_challenge(self.record, date.today())
        seed_line = "Kingdom" if is_secret else f"Kingdom · {format_seed(self.record.setup.seed)}"
        renderer.draw_text(canvas, seed_line, footer_rect, "small", "text_soft_on_walnut", "center", "middle")

    def _headline(self, game: Game, totals: list[int]) -> str:
        if not game.over:
            return self.translator.tr("ui.load.round", round=game.round)
        return winner_text(self.translator, [seat.name for seat in self.seats], winners(game), totals, ())

    def _draw_player(
        self,
        canvas: pygame.Surface,
        rect: pygame.Rect,
        seat: int,
        gold: int,
        is_active: bool,
        is_winner: bool,
    ) -> None:
        renderer, gap = self.renderer, self.renderer.px(MARGIN)
        renderer.draw_nine_patch(
            canvas, "panel_active" if is_active or is_winner else "panel_parchment", rect
        )
        size = rect.height * 8 // 10
        x = rect.left + gap + size // 2
        renderer.draw_piece(
            canvas, "settlement", self.colors[seat], (x, rect.centery), size, self.player_symbols
        )
        if is_winner:
            renderer.draw_icon(canvas, "crown", (x + size // 3, rect.top + size // 3), size // 2)
        coin_size = min(renderer.px(30), rect.height // 2)
        number_width = renderer.measure("188", "number")[0]
        number_rect = pygame.Rect(rect.right - gap - number_width, rect.top, number_width, rect.height)
        renderer.draw_icon(canvas, "coin", (number_rect.left - coin_size // 2, rect.centery), coin_size)
        renderer.draw_text(canvas, str(gold), number_rect, "number", align="right", valign="middle")
        left = rect.left + gap + size + gap // 2
        name_rect = pygame.Rect(left, rect.top, number_rect.left - coin_size - gap // 2 - left, rect.height)
        renderer.draw_text(canvas, self.seats[seat].name, name_rect, "name", valign="middle")

    def _draw_sources(
        self, canvas: pygame.Surface, rect: pygame.Rect, game: Game, scores: list[dict[str, Score]]
    ) -> None:
        """Draws every player's gold by source, with pictures if there is space. The highest amounts are
        emphasized."""
        renderer, gap, players, sources = (
            self.renderer,
            self.renderer.px(MARGIN),
            len(scores),
            list(scores[0]),
        )
        renderer.draw_nine_patch(canvas, "panel_parchment", rect)
        inner = rect.inflate(-2 * gap, -gap)
        header_height = min(renderer.px(42), inner.height // (len(sources) + 1))
        row_height = (inner.height - header_height) // len(sources)
        column_width = min(renderer.px(46), inner.width // 2 // players)
        left = inner.right - column_width * players
        size = min(row_height, column_width, renderer.px(38))
        for seat in range(players):
            center = (left + column_width * seat + column_width // 2, inner.top + size * 6 // 10)
            renderer.draw_piece(canvas, "settlement", self.colors[seat], center, size, self.player_symbols)
        picture_height = row_height * 8 // 10
        picture_width = (
            round(picture_height * CARD_ASPECT) if row_height >= renderer.px(MIN_PICTURE_ROW) else 0
        )
        if picture_width + gap // 2 > (left - inner.left) // 2:
            picture_width = 0
        indent = picture_width + gap // 2 if picture_width else 0
        label_rects = [
            pygame.Rect(
                inner.left + indent,
                inner.top + header_height + row_height * index,
                left - inner.left - indent,
                row_height,
            )
            for index in range(len(sources))
        ]
        labels = [self.translator.localized_name(name) for name in sources]
        open_names = [name for name, scorer in majority_scorers(game).items() if scorer.is_open(game)]
        pixels = renderer.fit_font_size("body", list(zip(labels, label_rects, strict=True)))
        for name, label, label_rect in zip(sources, labels, label_rects, strict=True):
            if picture_width:
                sprite = source_sprite(renderer, kind_of_name(name), name) or ("interface", "coin")
                picture_rect = pygame.Rect(
                    inner.left, label_rect.centery - picture_height // 2, picture_width, picture_height
                )
                renderer.draw_sprite(canvas, *sprite, picture_rect)
            renderer.draw_text(canvas, label, label_rect, "body", valign="middle", pixels=pixels)
            max_gold = max(player_scores[name].gold for player_scores in scores)
            for seat, player_scores in enumerate(scores):
                gold = player_scores[name].gold
                cell = pygame.Rect(left + column_width * seat, label_rect.top, column_width, row_height)
                color = "text_accent" if gold and gold == max_gold else "ink"
                text = OPEN_GOLD_TEXT if name in open_names else str(gold)
                renderer.draw_text(canvas, text, cell, "body", color, "center", "middle", pixels=pixels)


GIF_COLORS = 255
"""Number of colors in a GIF. One more color, with the next number, is reserved for unchanged pixels."""
UNCHANGED_MASK = [255] + [0] * 255
"""Maps a difference of 0 to an opaque mask, and any other difference to a transparent one."""
GIF_END = b";"
WEBP_QUALITY, WEBP_METHOD = 78, 2
"""Pillow's `quality` (0 to 100) and `method` (0 to 6) for animated WebP."""


def encode_game_file(painter: GameImagePainter, suffix: str, progress: ProgressCallback) -> bytes:
    if suffix == PNG:
        return _encode_png(painter, progress)
    return _encode_animation(painter, suffix, progress)


def _encode_png(painter: GameImagePainter, progress: ProgressCallback) -> bytes:
    image = to_pillow(painter.draw_last_frame())
    progress(0.5)
    out = io.BytesIO()
    image.save(out, "PNG")
    return out.getvalue()


def _encode_animation(painter: GameImagePainter, suffix: str, progress: ProgressCallback) -> bytes:
    from PIL import Image

    all_frames = animation_frames(painter.record)
    frame_count = len(all_frames)
    durations = [frame.duration_ms for frame in all_frames]

    def images() -> Iterator[Image.Image]:
        for index, frame in enumerate(all_frames):
            progress(index / frame_count)
            yield to_pillow(painter.draw_frame(frame))

    if suffix == WEBP:
        out = io.BytesIO()
        _lazy_animation(images(), frame_count).save(
            out, "WEBP", save_all=True, duration=durations, loop=0,
            quality=WEBP_QUALITY, method=WEBP_METHOD,
        )  # fmt: skip
        return out.getvalue()
    palette = _shared_palette(
        to_pillow(painter.draw_frame(all_frames[0])), to_pillow(painter.draw_frame(all_frames[-1]))
    )
    quantized = (image.quantize(palette=palette, dither=Image.Dither.NONE) for image in images())
    return _encode_gif(quantized, durations)


def _encode_gif(images: Iterator[Image.Image], durations: Sequence[int]) -> bytes:
    """Returns a GIF that repeats forever. All images have the same palette. Pillow would keep all frames in
    memory until the end; this function writes each frame immediately."""
    from PIL import GifImagePlugin, Image, ImageChops

    out = io.BytesIO()
    previous: Image.Image | None = None
    for image, duration in zip(images, durations, strict=True):
        pixels = Image.frombytes("L", image.size, image.tobytes())
        if previous is None:
            out.writelines(GifImagePlugin.getheader(image, info={"loop": 0})[0])
            out.writelines(GifImagePlugin.getdata(image, duration=duration, disposal=1))
        else:
            changed = ImageChops.difference(pixels, previous)
            box = changed.getbbox() or (0, 0, 1, 1)
            part = image.crop(box)
            part.paste(GIF_COLORS, mask=changed.crop(box).point(UNCHANGED_MASK))
            out.writelines(
                GifImagePlugin.getdata(part, box[:2], duration=duration, disposal=1, transparency=GIF_COLORS)
            )
        previous = pixels
    out.write(GIF_END)
    return out.getvalue()


def _lazy_animation(images: Iterator[Image.Image], frame_count: int) -> Image.Image:
    """Returns a Pillow image with several frames that requests each one only when it is encoded. A list of
    all frames of a long game would take gigabytes."""
    animation, position = next(images), 0

    def seek(index: int) -> None:
        nonlocal position
        while position < index:
            animation.paste(next(images))
            position += 1

    animation.n_frames = frame_count  # type: ignore[attr-defined]
    animation.seek = seek  # type: ignore[method-assign,assignment]
    return animation


def _shared_palette(first: Image.Image, last: Image.Image) -> Image.Image:
    """Returns a palette made from the first and the last frame. All frames share it, so unchanged pixels take
    no space."""
    from PIL import Image

    both = Image.new("RGB", (first.width, 2 * first.height))
    both.paste(first, (0, 0))
    both.paste(last, (0, first.height))
    return both.quantize(GIF_COLORS, Image.Quantize.MEDIANCUT)


def to_pillow(surface: pygame.Surface) -> Image.Image:
    from PIL import Image

    return Image.frombytes("RGB", surface.get_size(), pygame.image.tobytes(surface, "RGB"))
