"""What can be chosen besides hexes: tiles, actions, terrains and ways to do something, as buttons in a
strip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from kingdom.match.match import Match
from kingdom.rules.explain import why_illegal, why_not_action
from kingdom.rules.frames import DECLINE, DONE_OPTION, END_TURN, FRESH, READY, TURNS, USED
from kingdom.rules.registry import ACTIONS, BOXES, TILES, shown_as
from kingdom.text import Texts
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.thing_pictures import picture_of
from kingdom.ui.panels.players_panel import draw_badge, draw_faded, draw_state
from kingdom.ui.panels.words import rule_of, said
from kingdom.ui.scene.words import at_table
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.tooltip import Tip

ENDINGS = (END_TURN, DONE_OPTION, DECLINE)
"""Options that finish something: they have the large button and the space bar."""
SENTENCE = 400
"""Design pixels that are left for the sentence, if that leaves something for the buttons."""
DIGITS = tuple(range(pygame.K_1, pygame.K_9 + 1))


@dataclass(frozen=True)
class Item:
    """Something that can be chosen besides hexes: a tile, an action, a terrain, a way to do something."""

    option: str
    label: str
    number: int = 1
    state: int | None = None
    enabled: bool = False
    doing: bool = False
    picture: bool = True
    """Whether it has a picture; otherwise it is a button with words."""
    rule: str = ""
    why: str = ""


def ending(match: Match) -> str | None:
    """The option of the large button, if there is one now."""
    options = match.decision().options
    return next((option for option in ENDINGS if option in options), None)


def items(match: Match, texts: Texts) -> list[Item]:
    """All that can be chosen now, and the tiles of the one who decides that cannot."""
    game, decision = match.game, match.decision()
    texts = at_table(texts, game)
    player, options = decision.player, decision.options
    found: dict[str, Item] = {}
    asks_word = decision.asks == "option" and not any(option in TILES for option in options)
    for option in options:  # ways to do something come first: they are what the question is about
        if option in game.board.terrain and option not in ACTIONS:
            found[option] = Item(option, texts.say(f"terrain.{option}"), enabled=True)
        elif option not in ACTIONS and option not in ENDINGS and (asks_word or not _is_waiver(match, option)):
            found[option] = Item(option, texts.say(f"option.{option}"), enabled=True, picture=False)
    if player == game.player and game.phase == TURNS and not asks_word:
        for item in _held(match, texts, player):
            found.setdefault(item.option, item)
    for option in options:
        if option in ACTIONS or _is_waiver(match, option):
            found.setdefault(
                option,
                Item(option, texts.name(option), state=READY, enabled=True, rule=rule_of(texts, option)),
            )
    return list(found.values())


def _is_waiver(match: Match, option: str) -> bool:
    return any(waiver.option == option for waiver in match.game.table.hooks.waiver)


def _held(match: Match, texts: Texts, player: int) -> list[Item]:
    """The tiles and other actions of the player on turn."""
    game, options = match.game, match.decision().options
    found = []
    for name in dict.fromkeys(tile.name for tile, _, _ in game.tiles[player]):
        states = [state for tile, _, state in game.tiles[player] if tile.name == name]
        ready = states.count(READY)
        state = READY if ready else USED if USED in states else FRESH
        found.append(_item(match, texts, name, ready or len(states), state, name in options))
    for box in game.table.boxes:
        for action in BOXES[box].actions:
            withheld = action.withheld(game, player)
            if action.name in options:
                found.append(_item(match, texts, action.name, 1, READY, True))
            elif withheld is not None and withheld.state is not None:
                found.append(_item(match, texts, action.name, 1, withheld.state, False))
    for waiver in game.table.hooks.waiver:
        if waiver.available(game, player):
            found.append(
                Item(
                    waiver.option,
                    texts.name(waiver.option),
                    state=READY,
                    enabled=waiver.option in options,
                    rule=rule_of(texts, waiver.option),
                )
            )
    return found


def _item(match: Match, texts: Texts, name: str, number: int, state: int, enabled: bool) -> Item:
    game = match.game
    why = ""
    if not enabled:
        why = said(
            texts,
            why_not_action(game, game.player, ACTIONS[name]) if game.in_turn else why_illegal(game, name),
        )
    doing = game.action_open and game.doing == name
    return Item(name, texts.name(name), number, state, enabled, doing, rule=rule_of(texts, name), why=why)


class TileButton(Button):
    """A tile to click: its medallion with its name below, a number if there are several, its key, and whether
    it can be used."""

    def __init__(self, item: Item, on_click: Callable[[], object], digit: int | None) -> None:
        super().__init__(item.label, on_click, tooltip=self._tell, key=DIGITS[digit - 1] if digit else None)
        self.item, self.digit = item, digit
        self.enabled = item.enabled
        self.hinted = False
        self._picture: tuple[str, str] | None = None
        """Sheet and name of its picture; known once it was drawn."""
        self.labelled = True
        """Whether its name stands below it; where there are many, only the tooltip tells it."""

    def _tell(self) -> Tip:
        item = self.item
        return Tip(item.label, item.rule, "" if self.enabled else item.why, self._picture)

    def medallion(self, look: Look) -> pygame.Rect:
        """Where its picture is."""
        words = look.line_height("tiny") if self.labelled else 0
        size = max(8, min(self.rect.width - look.px(4), self.rect.height - words - look.px(2), look.px(66)))
        place = pygame.Rect(0, 0, size, size)
        place.midtop = (self.rect.centerx, self.rect.top + max(0, (self.rect.height - size - words) // 2))
        return place

    def draw(self, surface: pygame.Surface, look: Look) -> None:
        self.cut.clear()
        self._picture = picture_of(look, *shown_as(self.item.option))
        place = self.medallion(look)
        if self.item.doing or self.hinted or (self.enabled and (self.hovered or self.focused)):
            glow = place.inflate(place.width * 3 // 10, place.width * 3 // 10)
            look.picture(surface, "medallions", "medallion_glow", glow)
        if self.pressed and self.hovered:
            place.move_ip(0, look.px(1))
        if self.enabled or self.item.doing:
            look.picture(surface, *self._picture, place)
        else:
            draw_faded(surface, look, *self._picture, place)
            draw_state(surface, look, place, self.item.state)
        if self.item.number > 1:
            draw_badge(surface, look, f"×{self.item.number}", place)
        if self.labelled:
            words = pygame.Rect(
                self.rect.left, place.bottom, self.rect.width, max(1, self.rect.bottom - place.bottom)
            )
            colour = "on_walnut" if self.enabled or self.item.doing else "text_soft_on_walnut"
            self.write(surface, look, self.item.label, words, "tiny", colour, "center")
        if self.digit and self.enabled:
            corner = pygame.Rect(
                place.left - look.px(10), place.top - look.px(4), look.px(20), look.line_height("tiny")
            )
            self.write(surface, look, str(self.digit), corner, "tiny", "text_accent_on_walnut", "left", "top")


def _wish(button: Button, look: Look) -> int:
    """How wide a button would like to be for its words."""
    if isinstance(button, TileButton):
        return max(look.px(88), look.measure(button.item.label, "tiny")[0] + look.px(8))
    return max(look.px(126), button.width_of_words(look))


def lay_strip(buttons: list[Button], room: pygame.Rect, look: Look) -> pygame.Rect:
    """Place tile and word buttons from the right edge of a room, in two rows if they are many; the room that
    is left for words."""
    if not buttons:
        return room
    gap = look.px(6)
    wishes = [_wish(button, look) for button in buttons]
    most = min(room.width * 58 // 100, max(room.width * 30 // 100, room.width - look.words_px(SENTENCE)))
    rows = 1 if sum(wishes) + gap * len(buttons) <= most else 2
    per_row = -(-len(buttons) // rows)
    if rows == 2:
        wishes = [
            room.height // 2 + look.px(6) if isinstance(button, TileButton) else _wish(button, look)
            for button in buttons
        ]
    widest = max(sum(wishes[row * per_row : (row + 1) * per_row]) for row in range(rows)) + gap * (
        per_row - 1
    )
    scale = min(1.0, most / widest)
    left = room.right - int(widest * scale)
    tall = room.height // rows
    for row in range(rows):
        x: float = left
        for button, wish in list(zip(buttons, wishes, strict=True))[row * per_row : (row + 1) * per_row]:
            wide = max(1, int(wish * scale))
            high = tall if isinstance(button, TileButton) else min(tall, look.px(56))
            button.rect = pygame.Rect(int(x), room.top + row * tall + (tall - high) // 2, wide, high)
            x += (wish + gap) * scale
            if isinstance(button, TileButton):
                button.labelled = rows == 1
    return pygame.Rect(room.left, room.top, max(1, left - look.px(10) - room.left), room.height)
