"""Short animations for game events: pieces drop and slide, tiles fly to their player, gold rises, cards flip.

Animations never delay changes to the game state. While a piece is being animated, the static board image is
drawn without it.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

import pygame

from kingdom.rules import events as ev
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex
from kingdom.rules.registry import icon_for
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.board.sprites import CARD_BACK_SPRITE, terrain_card_sprite
from kingdom.ui.draw.hex_grid import Point
from kingdom.ui.draw.renderer import Renderer, sprite_ref_or_placeholder

DURATION_FACTORS = {"slow": 1.7, "normal": 1.0, "fast": 0.5, "off": 0.0}
"""Duration multipliers by animation speed setting."""
PAUSE_AFTER_HUMAN_ANSWER_S = {"slow": 0.55, "normal": 0.22, "fast": 0.06, "off": 0.0}
"""Seconds to pause after a human's answer, by animation speed setting."""
DROP_S, SLIDE_S, VANISH_S, TILE_FLY_S, GOLD_RISE_S, CARD_FLIP_S = 0.2, 0.24, 0.18, 0.4, 0.55, 0.25
"""Duration of each animation in seconds, at normal speed."""
NEXT_ANIMATION_START_FRACTION = 0.6
"""The next animation starts when this fraction of the current animation is complete."""
DEFAULT_BUILD_SOUND = "build_grass"
"""Build sound for terrains that have no sound file of their own."""

PlaySound = Callable[..., object]
"""Plays the first of the given sound effects that exists."""


def ease_out(progress: float) -> float:
    """Ease-out curve: starts fast and slows down toward the end."""
    return 1 - (1 - min(1.0, max(0.0, progress))) ** 3


@dataclass
class AnimationAnchors:
    """Window positions that animations start from or fly to."""

    view: BoardView
    gold_position: Callable[[int], Point]
    tiles_position: Callable[[int], Point]
    card_position: Callable[[], Point]


@dataclass
class Animation:
    """One animation. Until it ends, the static board image omits the pieces on the animated hexes."""

    start_time: float
    duration: float
    draw: Callable[[pygame.Surface, Renderer, AnimationAnchors, float], None]
    hidden_hexes: int = 0
    sound_names: tuple[str, ...] = ()
    started: bool = False


@dataclass
class Animator:
    """Runs all animations on its own clock."""

    animations: list[Animation] = field(default_factory=list)
    clock: float = 0.0

    @property
    def is_running(self) -> bool:
        """True while any animation is running or queued."""
        return bool(self.animations)

    @property
    def hidden_hexes(self) -> int:
        """Hexes whose pieces are being animated or are waiting to be animated."""
        hexes = 0
        for animation in self.animations:
            hexes |= animation.hidden_hexes
        return hexes

    def skip_all(self) -> None:
        """Drops all animations, so every piece appears in its final position."""
        self.animations.clear()

    def animate_events(
        self,
        events: Iterable[ev.Event],
        game: Game,
        colors: Sequence[str],
        speed: str,
        play_sound: PlaySound,
    ) -> None:
        """Queues animations for these events. They run one after another. If animations are off, only the
        events' sounds are played."""
        factor = DURATION_FACTORS[speed]
        start_time = max(
            [
                self.clock,
                *(
                    animation.start_time + animation.duration * NEXT_ANIMATION_START_FRACTION
                    for animation in self.animations
                ),
            ]
        )
        for event in events:
            animation = _animation_for(event, game, colors)
            if animation is None:
                continue
            if not factor:
                play_sound(*animation.sound_names)
                continue
            animation.start_time, animation.duration = start_time, animation.duration * factor
            start_time += animation.duration * NEXT_ANIMATION_START_FRACTION
            self.animations.append(animation)

    def update(self, seconds: float, play_sound: PlaySound) -> bool:
        """Advances the clock. Returns True if an animation has ended and the static board image must be
        redrawn."""
        if not self.animations:
            return False
        self.clock += seconds
        for animation in self.animations:
            if not animation.started and animation.start_time <= self.clock:
                animation.started = True
                play_sound(*animation.sound_names)
        previous_count = len(self.animations)
        self.animations = [
            animation
            for animation in self.animations
            if self.clock < animation.start_time + animation.duration
        ]
        return len(self.animations) < previous_count

    def draw(self, surface: pygame.Surface, renderer: Renderer, anchors: AnimationAnchors) -> None:
        """Draws all running animations."""
        for animation in self.animations:
            if animation.started:
                animation.draw(
                    surface,
                    renderer,
                    anchors,
                    min(1.0, (self.clock - animation.start_time) / animation.duration),
                )


def _animation_for(event: ev.Event, game: Game, colors: Sequence[str]) -> Animation | None:
    match event:
        case ev.Built():
            return Animation(
                0,
                DROP_S,
                _drop_piece(event.piece, colors[event.player], event.hexes),
                event.hexes,
                _build_sounds(event, game),
            )
        case ev.NeutralPiecePlaced():
            return Animation(
                0,
                DROP_S,
                _drop_piece(event.piece, None, BIT[event.hex_id]),
                BIT[event.hex_id],
                ("build_mountain",),
            )
        case ev.Moved():
            return Animation(
                0,
                SLIDE_S,
                _slide_piece(event.piece, colors[event.player], event.origin, event.target),
                BIT[event.target],
                ("move",),
            )
        case ev.Removed():
            return Animation(
                0, VANISH_S, _fade_out_piece(event.piece, colors[event.player], event.hex_id), 0, ("remove",)
            )
        case ev.TileGained():
            return Animation(
                0, TILE_FLY_S, _fly_tile(event.tile, event.space, event.player), 0, ("tile_gained",)
            )
        case ev.TileLost():
            return Animation(0, VANISH_S, lambda *_: None, 0, ("tile_lost",))
        case ev.GoldEarned():
            return Animation(0, GOLD_RISE_S, _raise_gold(event.gold, event.hexes, event.player), 0, ("gold",))
        case ev.CardRevealed():
            return Animation(0, CARD_FLIP_S, _flip_card(event.card), 0, ("card",))
    return None


def _build_sounds(event: ev.Built, game: Game) -> tuple[str, ...]:
    """Returns the sound of the first piece at a castle, or else of the terrain, with its fallback."""
    others = game.piece_hexes[event.player] & ~event.hexes
    if any(event.hexes & around and not others & around for around in game.board.castle_neighbors):
        return ("castle",)
    terrain = game.board.kind_at[(event.hexes & -event.hexes).bit_length() - 1]
    return f"build_{terrain}", DEFAULT_BUILD_SOUND


DrawFrame = Callable[[pygame.Surface, Renderer, AnimationAnchors, float], None]


def _piece_sprite_name(renderer: Renderer, piece: str, color: str | None) -> str:
    """Returns the sprite name of a piece. For pieces without an owner, the name contains no color."""
    return piece if color is None or renderer.has_sprite("pieces", piece) else f"{piece}_{color}"


def _drop_piece(piece: str, color: str | None, hexes: int) -> DrawFrame:
    def draw(surface: pygame.Surface, renderer: Renderer, anchors: AnimationAnchors, progress: float) -> None:
        name = _piece_sprite_name(renderer, piece, color)
        for hex_id in anchors.view.piece_positions(name, hexes):
            x, y = anchors.view.hex_center(hex_id)
            fall_progress = (
                1 - (1 - min(1.0, progress / 0.75)) ** 2
                if progress < 0.75
                else 1 - 0.12 * math.sin(math.pi * (progress - 0.75) / 0.25)
            )
            width = anchors.view.hex_width_at(hex_id)
            anchors.view.draw_piece(surface, name, (x, y - (1 - fall_progress) * width * 0.9), width)

    return draw


def _slide_piece(piece: str, color: str, origin: Hex, target: Hex) -> DrawFrame:
    def draw(surface: pygame.Surface, renderer: Renderer, anchors: AnimationAnchors, progress: float) -> None:
        (x0, y0), (x1, y1) = anchors.view.hex_center(origin), anchors.view.hex_center(target)
        eased = ease_out(progress)
        width0, width1 = anchors.view.hex_width_at(origin), anchors.view.hex_width_at(target)
        # Halfway between board and island, the size changes once. This limits the number of cached sizes.
        width = width0 if eased < 0.5 else width1
        lift = math.sin(math.pi * eased) * width1 * 0.35
        anchors.view.draw_piece(
            surface,
            _piece_sprite_name(renderer, piece, color),
            (x0 + (x1 - x0) * eased, y0 + (y1 - y0) * eased - lift),
            width,
        )

    return draw


def _fade_out_piece(piece: str, color: str, hex_id: Hex) -> DrawFrame:
    def draw(surface: pygame.Surface, renderer: Renderer, anchors: AnimationAnchors, progress: float) -> None:
        view = anchors.view
        width = view.hex_width_at(hex_id)
        sprite = renderer.sprites.scaled_for_hex("pieces", _piece_sprite_name(renderer, piece, color), width)
        image = sprite.surface.copy()
        image.fill(
            (255, 255, 255, round(255 * (1 - ease_out(progress)))), special_flags=pygame.BLEND_RGBA_MULT
        )
        x, y = view.hex_center(hex_id)
        surface.blit(image, sprite.top_left(x, y - ease_out(progress) * width * 0.4))

    return draw


def _fly_tile(tile: str, space: Hex, player: int) -> DrawFrame:
    def draw(surface: pygame.Surface, renderer: Renderer, anchors: AnimationAnchors, progress: float) -> None:
        (x0, y0), (x1, y1) = anchors.view.hex_center(space), anchors.tiles_position(player)
        eased = ease_out(progress)
        size = round(anchors.view.hex_width_at(space) * (1 - eased) + renderer.px(44) * eased)
        rect = pygame.Rect(0, 0, size, size)
        rect.center = (
            round(x0 + (x1 - x0) * eased),
            round(y0 + (y1 - y0) * eased - math.sin(math.pi * eased) * renderer.px(40)),
        )
        sheet, name = sprite_ref_or_placeholder(renderer, *icon_for(tile))
        # Rounding down to a multiple of 8 limits the number of cached sprite sizes.
        rect.width = rect.height = max(8, size // 8 * 8)
        renderer.draw_sprite(surface, sheet, name, rect)

    return draw


def _raise_gold(gold: int, hexes: int, player: int) -> DrawFrame:
    def draw(surface: pygame.Surface, renderer: Renderer, anchors: AnimationAnchors, progress: float) -> None:
        target = anchors.gold_position(player)
        start = anchors.view.hex_center((hexes & -hexes).bit_length() - 1) if hexes else target
        eased = ease_out((progress - 0.3) / 0.7)
        x, y = (
            start[0] + (target[0] - start[0]) * eased,
            start[1] + (target[1] - start[1]) * eased - min(progress / 0.3, 1) * renderer.px(26),
        )
        size = renderer.px(28)
        renderer.draw_icon(surface, "coin", (round(x), round(y)), size)
        text_rect = pygame.Rect(round(x) + size // 2 + 2, round(y) - size // 2, renderer.px(60), size)
        renderer.draw_text(surface, f"+{gold}", text_rect.move(1, 1), "number", "shadow", valign="middle")
        renderer.draw_text(surface, f"+{gold}", text_rect, "number", "gold_light", valign="middle")

    return draw


def _flip_card(card: str) -> DrawFrame:
    def draw(surface: pygame.Surface, renderer: Renderer, anchors: AnimationAnchors, progress: float) -> None:
        name = terrain_card_sprite(card) if progress > 0.5 else CARD_BACK_SPRITE
        height = renderer.px(112)
        width = max(2, round(height * 128 / 176 * abs(math.cos(math.pi * progress))))
        image = renderer.scaled_surface("cards", name, (round(height * 128 / 176), height))
        rect = pygame.Rect(0, 0, width, height)
        rect.center = round(anchors.card_position()[0]), round(anchors.card_position()[1])
        surface.blit(pygame.transform.scale(image, rect.size), rect)

    return draw
