"""Buttons for all options that are not hexes: tiles, actions, terrains and other choices."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache

import pygame

from kingdom.match.interface import PlayableMatch
from kingdom.rules.decision_frames import PASS_OPTIONS, PHASE_TURNS, TILE_FRESH, TILE_READY, TILE_USED
from kingdom.rules.illegal_answers import explain_illegal, explain_unavailable
from kingdom.rules.registry import ACTIONS, EXPANSIONS, TILES, icon_for
from kingdom.text.translator import Translator
from kingdom.ui.draw.fonts import RGB
from kingdom.ui.draw.renderer import Renderer, sprite_ref_or_placeholder
from kingdom.ui.draw.supersampling import render_supersampled
from kingdom.ui.game_text import refusal_text, rule_text, translator_for_game
from kingdom.ui.match.prompt import decision_text
from kingdom.ui.panels.symbols import draw_count_badge, draw_disabled_sprite, draw_tile_state
from kingdom.ui.widgets.base import SpriteRef, Widget
from kingdom.ui.widgets.controls import Button
from kingdom.ui.widgets.tooltip import Tooltip

PROMPT_MIN_WIDTH = 400
"""Width reserved for the prompt, in design pixels. Less is reserved if the buttons need the space."""
DIGIT_KEYS = tuple(range(pygame.K_1, pygame.K_9 + 1))


@dataclass(frozen=True)
class OptionItem:
    """An option other than a hex, such as a tile, an action or a terrain."""

    option: str
    label: str
    count: int = 1
    state: int | None = None
    enabled: bool = False
    in_progress: bool = False
    has_image: bool = True
    """False if the option is shown as a plain text button."""
    rule: str = ""
    disabled_reason: str = ""


def end_button_option(match: PlayableMatch) -> str | None:
    """Returns the option that the end button would submit, or None if it has no option to submit."""
    options = match.decision().options
    return next((option for option in PASS_OPTIONS if option in options), None)


def option_items(match: PlayableMatch, translator: Translator) -> list[OptionItem]:
    """Returns an item for each option of the current decision, except for options that belong to the end
    button. Also includes the current player's tiles that cannot be used now."""
    game, decision = match.game, match.decision()
    translator = translator_for_game(translator, game)
    player, options = decision.player, decision.options
    items_by_option: dict[str, OptionItem] = {}
    chooses_option = decision.kind == "option" and not any(option in TILES for option in options)
    for option in options:  # options without a tile come first, because the prompt refers to them
        if option in game.board.hexes_by_terrain and option not in ACTIONS:
            items_by_option[option] = OptionItem(option, translator.tr(f"terrain.{option}"), enabled=True)
        elif (
            option not in ACTIONS
            and option not in PASS_OPTIONS
            and (chooses_option or not _is_waiver(match, option))
        ):
            items_by_option[option] = OptionItem(
                option, translator.tr(f"option.{option}"), enabled=True, has_image=False
            )
    if player == game.active_player and game.phase == PHASE_TURNS and not chooses_option:
        for item in _tile_items(match, translator, player):
            items_by_option.setdefault(item.option, item)
    for option in options:
        if option in ACTIONS or _is_waiver(match, option):
            items_by_option.setdefault(
                option,
                OptionItem(
                    option,
                    translator.localized_name(option),
                    state=TILE_READY,
                    enabled=True,
                    rule=rule_text(translator, option),
                ),
            )
    return list(items_by_option.values())


def _is_waiver(match: PlayableMatch, option: str) -> bool:
    return any(waiver.option == option for waiver in match.game.config.hooks.adjacency_waivers)


def _tile_items(match: PlayableMatch, translator: Translator, player: int) -> list[OptionItem]:
    """Returns items for the tiles, actions and waivers of the current player, including their state."""
    game, options = match.game, match.decision().options
    items = []
    for name in dict.fromkeys(tile.name for tile, _, _ in game.held_tiles[player]):
        states = [state for tile, _, state in game.held_tiles[player] if tile.name == name]
        ready_count = states.count(TILE_READY)
        state = TILE_READY if ready_count else TILE_USED if TILE_USED in states else TILE_FRESH
        items.append(
            _action_item(match, translator, name, ready_count or len(states), state, name in options)
        )
    for expansion in game.config.expansions:
        for action in EXPANSIONS[expansion].actions:
            unavailable = action.unavailable_reason(game, player)
            if action.name in options:
                items.append(_action_item(match, translator, action.name, 1, TILE_READY, True))
            elif unavailable is not None and unavailable.tile_state is not None:
                items.append(_action_item(match, translator, action.name, 1, unavailable.tile_state, False))
    for waiver in game.config.hooks.adjacency_waivers:
        if waiver.is_available(game, player):
            items.append(
                OptionItem(
                    waiver.option,
                    translator.localized_name(waiver.option),
                    state=TILE_READY,
                    enabled=waiver.option in options,
                    rule=rule_text(translator, waiver.option),
                )
            )
    return items


def _action_item(
    match: PlayableMatch, translator: Translator, name: str, count: int, state: int, enabled: bool
) -> OptionItem:
    game = match.game
    in_progress = game.has_open_action and game.current_action == name
    disabled_reason = ""
    if in_progress:
        disabled_reason = decision_text(match, translator)
    elif not enabled:
        disabled_reason = refusal_text(
            translator,
            explain_unavailable(game, game.active_player, ACTIONS[name])
            if game.at_turn_decision
            else explain_illegal(game, name),
        )
    return OptionItem(
        name,
        translator.localized_name(name),
        count,
        state,
        enabled,
        in_progress,
        rule=rule_text(translator, name),
        disabled_reason=disabled_reason,
    )


class TileButton(Button):
    """Button for a tile: an icon with the tile's name below it. Also shows the tile's state, the keyboard
    shortcut, and a count if the player has several of these tiles."""

    def __init__(self, item: OptionItem, on_click: Callable[[], object], digit: int | None) -> None:
        super().__init__(
            item.label,
            on_click,
            tooltip=self._make_tooltip,
            shortcut=DIGIT_KEYS[digit - 1] if digit else None,
        )
        self.item, self.digit = item, digit
        self.enabled = item.enabled
        self.show_label = True
        """False if there are too many buttons for labels. In that case, only the tooltip shows the name."""

    def _make_tooltip(self) -> Tooltip:
        item = self.item
        return Tooltip(item.label, item.rule, "" if self.enabled else item.disabled_reason, self._sprite)

    @property
    def _sprite(self) -> SpriteRef:
        return sprite_ref_or_placeholder(self.renderer, *icon_for(self.item.option))

    def icon_rect(self, renderer: Renderer) -> pygame.Rect:
        label_height = renderer.line_height("tiny") if self.show_label else 0
        size = max(
            8,
            min(
                self.rect.width - renderer.px(4),
                self.rect.height - label_height - renderer.px(2),
                renderer.px(66),
            ),
        )
        rect = pygame.Rect(0, 0, size, size)
        rect.midtop = (
            self.rect.centerx,
            self.rect.top + max(0, (self.rect.height - size - label_height) // 2),
        )
        return rect

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        self.truncated_texts.clear()
        icon_rect = self.icon_rect(renderer)
        if self.item.in_progress or (self.enabled and (self.hovered or self.focused)):
            glow_rect = icon_rect.inflate(icon_rect.width * 3 // 10, icon_rect.width * 3 // 10)
            renderer.draw_sprite(surface, "medallions", "medallion_glow", glow_rect)
        if self.pressed and self.hovered:
            icon_rect.move_ip(0, renderer.px(1))
        if self.enabled or self.item.in_progress:
            renderer.draw_sprite(surface, *self._sprite, icon_rect)
        else:
            draw_disabled_sprite(surface, renderer, *self._sprite, icon_rect)
            draw_tile_state(surface, renderer, icon_rect, self.item.state)
        if self.item.count > 1:
            draw_count_badge(surface, renderer, f"×{self.item.count}", icon_rect)
        if self.show_label:
            label_rect = pygame.Rect(
                self.rect.left, icon_rect.bottom, self.rect.width, max(1, self.rect.bottom - icon_rect.bottom)
            )
            color = "on_walnut" if self.enabled or self.item.in_progress else "text_soft_on_walnut"
            self.draw_text(surface, renderer, self.item.label, label_rect, "tiny", color, "center")
        if self.digit and self.enabled:
            digit_rect = pygame.Rect(
                icon_rect.left - renderer.px(10),
                icon_rect.top - renderer.px(4),
                renderer.px(20),
                renderer.line_height("tiny"),
            )
            self.draw_text(
                surface, renderer, str(self.digit), digit_rect, "tiny", "text_accent_on_walnut", "left", "top"
            )


HINT_OUTLINE_WIDTH, HINT_BULB_SIZE = 4, 30
"""Thickness of the outline around a hinted button, and the size of its bulb, in design pixels."""


class HintMark(Widget):
    """Outlines the button that the hint suggests, in the color of hinted hexes and with the same bulb."""

    def __init__(self) -> None:
        super().__init__()
        self.button: Button | None = None

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        if self.button is None:
            return
        is_tile = isinstance(self.button, TileButton)
        rect = self.button.icon_rect(renderer) if isinstance(self.button, TileButton) else self.button.rect
        width, bulb_size = renderer.px(HINT_OUTLINE_WIDTH), max(14, renderer.px(HINT_BULB_SIZE))
        rect = rect.inflate(2 * width, 2 * width)
        radius = rect.width // 2 if is_tile else renderer.px(10)
        colors = renderer.color("glow_hint"), renderer.color("outline_dark")
        surface.blit(_outline_image(rect.size, radius, width, *colors), rect)
        corner = rect.inflate(-bulb_size // 2, -bulb_size // 2).topright
        renderer.draw_icon(surface, "hint", corner, bulb_size)


@lru_cache(maxsize=4)
def _outline_image(size: tuple[int, int], radius: int, width: int, color: RGB, edge: RGB) -> pygame.Surface:
    """Returns an image of a rounded outline with a dark line inside."""
    factor = 3

    def draw(large: pygame.Surface) -> None:
        rect = large.get_rect()
        pygame.draw.rect(large, edge, rect, factor * (width + 1), factor * radius)
        pygame.draw.rect(large, color, rect, factor * width, factor * radius)

    return render_supersampled(size, factor, (*edge, 0), draw)


def _preferred_width(button: Button, renderer: Renderer) -> int:
    """Returns the width that fits the button's text."""
    if isinstance(button, TileButton):
        return max(renderer.px(88), renderer.measure(button.item.label, "tiny")[0] + renderer.px(8))
    return max(renderer.px(126), button.preferred_width(renderer))


def layout_option_buttons(buttons: list[Button], area: pygame.Rect, renderer: Renderer) -> pygame.Rect:
    """Lays out the buttons at the right edge of an area, using a second row if one is not enough. Returns the
    remaining area, which is for the prompt."""
    if not buttons:
        return area
    gap = renderer.px(6)
    preferred_widths = [_preferred_width(button, renderer) for button in buttons]
    max_width = min(
        area.width * 58 // 100, max(area.width * 30 // 100, area.width - renderer.text_px(PROMPT_MIN_WIDTH))
    )
    rows = 1 if sum(preferred_widths) + gap * len(buttons) <= max_width else 2
    per_row = -(-len(buttons) // rows)
    if rows == 2:
        preferred_widths = [
            area.height // 2 + renderer.px(6)
            if isinstance(button, TileButton)
            else _preferred_width(button, renderer)
            for button in buttons
        ]
    row_width = max(
        sum(preferred_widths[row * per_row : (row + 1) * per_row]) for row in range(rows)
    ) + gap * (per_row - 1)
    scale = min(1.0, max_width / row_width)
    left = area.right - int(row_width * scale)
    row_height = area.height // rows
    for row in range(rows):
        x: float = left
        for button, preferred_width in list(zip(buttons, preferred_widths, strict=True))[
            row * per_row : (row + 1) * per_row
        ]:
            width = max(1, int(preferred_width * scale))
            height = row_height if isinstance(button, TileButton) else min(row_height, renderer.px(56))
            top = area.top + row * row_height + (row_height - height) // 2
            button.place(renderer, pygame.Rect(int(x), top, width, height))
            x += (preferred_width + gap) * scale
            if isinstance(button, TileButton):
                button.show_label = rows == 1
    return pygame.Rect(area.left, area.top, max(1, left - renderer.px(10) - area.left), area.height)
