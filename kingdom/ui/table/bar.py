"""The bar below the board: the hand, the sentence, what can be chosen, and Undo, Hint and the large
button."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Protocol

import pygame

from kingdom.match.machine import WAITING, State
from kingdom.match.match import Match
from kingdom.rules.explain import why_illegal
from kingdom.rules.frames import AFTER_TURNS, DONE_OPTION, END_TURN, TURNS
from kingdom.rules.hexes import lowest
from kingdom.ui.board.animation import card_picture
from kingdom.ui.draw.look import Look
from kingdom.ui.draw.painted import Painted, TableTop
from kingdom.ui.panels.hover import terrain_note
from kingdom.ui.panels.narration import drawn_card
from kingdom.ui.panels.preview import preview
from kingdom.ui.panels.words import said
from kingdom.ui.scene.host import Host
from kingdom.ui.table.prompt import sentence, small_line
from kingdom.ui.table.strip import ENDINGS, TileButton, ending, items, lay_strip
from kingdom.ui.widgets.basic import Button, Picture
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

CARD = (128, 176)
"""Width and height of a terrain card's picture."""
ENDING, SMALL = 196, 112
"""Design pixels of the large button and of the others, at least."""
ENDS = (*(f"option.{end}" for end in ENDINGS), "ui.table.go_on", "ui.table.skip", "ui.table.scores")
"""All words of the large button: it is as wide as the longest, so that nothing moves during the game."""
DOTS = 3
"""Changes a second of the dots behind the one who thinks."""


class Deeds(Protocol):
    """What the buttons do: the table."""

    def answer(self, answer: int | str) -> bool: ...
    def undo(self) -> bool: ...

    def why_no_undo(self) -> str: ...
    def ask_hint(self) -> None: ...
    def finish(self) -> None: ...


class Bar:
    """Follows the match; the table asks it for its widgets and lets it draw."""

    def __init__(self, match: Match, deeds: Deeds) -> None:
        self.match, self._deeds = match, deeds
        self.undo = Button("", deeds.undo, icon="undo")
        self.hint = Button("", deeds.ask_hint, icon="hint", key=pygame.K_h)
        self.end = Button("", deeds.finish, kind="primary", key=pygame.K_SPACE)
        self.strip: list[Button] = []
        """Tiles, terrains and other options."""
        self.sentence = self.line = ""
        self.message = ""
        """A refusal or a hint, in the place of the small line for a while."""
        self.drawn: str | None = None
        """The card that the action in progress has turned up."""
        self.rect = self.words = pygame.Rect(0, 0, 0, 0)
        self.speech = Widget()
        """The place of sentence and line; what has no room there, its note tells."""
        self.hand: list[str] = []
        """Pictures of the terrain cards that may be seen."""
        self.cards: list[Picture] = []
        """The same to be seen and pointed at."""
        self._left = 0.0
        self._thought = 0.0
        self._kept = Painted()

    @property
    def widgets(self) -> list[Widget]:
        """Everything to click."""
        return [*self.cards, self.speech, *self.strip, self.undo, self.hint, self.end]

    # --- placing

    def place(self, app: Host, rect: pygame.Rect) -> None:
        """Another place, another language or scale."""
        look, say = app.look, app.say
        self.rect = rect
        self.undo.text, self.undo.hint, self.undo.tooltip = (
            say("ui.table.undo"),
            say("ui.key.undo"),
            say("ui.table.undo.tip"),
        )
        self.hint.text, self.hint.hint, self.hint.tooltip = (
            say("ui.table.hint"),
            "H",
            say("ui.table.hint.tip"),
        )
        self.end.hint = say("ui.key.space")
        tall, gap = look.px(66), look.px(10)
        right = rect.right - gap
        for button, least in ((self.end, ENDING), (self.hint, SMALL), (self.undo, SMALL)):
            wide = max(look.px(least), button.width_of_words(look))
            if button is self.end:
                wide = max(wide, *(button.width_of_words(look, say(words)) for words in ENDS))
            button.rect = pygame.Rect(right - wide, rect.centery - tall // 2, wide, tall)
            right -= wide + gap

    def refresh(
        self, app: Host, cells: int, told: Callable[[Callable[[str], bool]], str], waits: bool
    ) -> None:
        """The match has changed; `cells` are the hexes that a person may answer now. `told` puts the turn
        into words that fit while others play; if it waits for the person to go on, that is what there is to
        say."""
        match, look = self.match, app.look
        person = match.state in WAITING
        self.drawn = drawn_card(match.history) if match.game.action_open else None
        self.sentence = sentence(match, app.texts)
        spoken_to = person or match.listens
        self.line = small_line(match, app.texts, bool(self._footprint(cells))) if spoken_to else ""
        self.strip = self._buttons(app) if person else []
        self.hand = self._hand(app)
        self._lay_hand(app)
        gap = look.px(10)
        left = self.cards[-1].rect.right + look.px(18) if self.cards else self.rect.left + look.px(20)
        room = pygame.Rect(
            left, self.rect.top + look.px(5), self.undo.rect.left - gap - left, self.rect.height - look.px(10)
        )
        self.words = self.speech.rect = lay_strip(self.strip, room, look)
        if waits:
            self.sentence = told(lambda words: look.measure(words, "heading")[0] <= self.words.width)
            self.line = app.say("ui.table.go_on.tip")
        elif not spoken_to and not match.game.over:
            low = self.words.height * 54 // 100 - look.px(6)
            self.line = told(lambda words: look.measure(words, "body", self.words.width)[1] <= low)
        self._refresh_end(app, person, waits)
        self.undo.enabled, self.undo.why = match.can_undo, self._deeds.why_no_undo()
        self.hint.enabled = person and match.state is not State.HINTING and not match.listens

    def _footprint(self, cells: int) -> int:
        """Hexes of a large piece that could be placed now."""
        if not cells or self.match.game.in_turn:
            return 0
        return preview(self.match.game, lowest(cells), self.match.decider).footprint

    def _buttons(self, app: Host) -> list[Button]:
        hint = self.match.hint
        first = hint.answers[0] if hint is not None and hint.answers else None
        found: list[Button] = []
        for place, item in enumerate(items(self.match, app.texts)):
            digit = place + 1 if place < 9 else None
            if item.picture:
                button = TileButton(item, self._answering(item.option), digit)
                button.hinted = item.option == first
                found.append(button)
            else:
                key = pygame.K_1 + place if digit else None
                found.append(
                    Button(
                        item.label,
                        self._answering(item.option),
                        kind="primary",
                        hint=str(digit or ""),
                        key=key,
                    )
                )
        return found

    def _answering(self, option: str) -> Callable[[], object]:
        return lambda: self._deeds.answer(option)

    def _hand(self, app: Host) -> list[str]:
        """One's own hand, or what lies open of another's."""
        match, game = self.match, self.match.game
        if game.phase != TURNS or match.covered is not None:
            return []
        hand: Sequence[str] = game.hand[game.player]
        if match.viewer != game.player:
            rest = len(hand) - (game.card is not None)
            return ([card_picture(game.card)] if game.card else []) + ["terrain_back"] * rest
        return [card_picture(card) for card in (*hand, *([self.drawn] if self.drawn else []))]

    def _lay_hand(self, app: Host) -> None:
        look = app.look
        tall = self.rect.height + look.px(8)
        wide = tall * CARD[0] // CARD[1]
        left, step = self.rect.left + look.px(10), wide + look.px(6)
        top = self.rect.top - look.px(4)
        self.cards = [
            Picture(
                "cards", name, pygame.Rect(left + place * step, top, wide, tall), self._telling(app, name)
            )
            for place, name in enumerate(self.hand)
        ]

    def _telling(self, app: Host, name: str) -> Callable[[], Tip]:
        return lambda: terrain_note(self.match, app.texts, name)

    def _refresh_end(self, app: Host, person: bool, waits: bool) -> None:
        """The large button: what it would finish, or why not yet."""
        match = self.match
        end = ending(match) if person else None
        thinking = not match.game.over and not match.seats[match.decider].is_person
        usual = DONE_OPTION if match.game.phase == AFTER_TURNS else END_TURN
        words = (
            "ui.table.go_on"
            if waits
            else "ui.table.skip"
            if thinking
            else "ui.table.scores"
            if match.game.over
            else f"option.{end or usual}"
        )
        self.end.text = app.say(words)
        self.end.icon = "skip" if thinking and not waits else None
        self.end.enabled = end is not None or thinking or waits or match.game.over
        self.end.why = "" if self.end.enabled or not person else self.why_not_end(app)
        if match.listens:
            self.end.enabled, self.end.why = False, app.say("ui.learn.read_on")

    def why_not_end(self, app: Host) -> str:
        """Why the turn cannot end yet."""
        return said(app.texts, why_illegal(self.match.game, END_TURN))

    # --- messages

    def tell(self, words: str, seconds: float) -> None:
        """Say something in the place of the small line for a while; no words take it away."""
        self.message, self._left = words, seconds if words else 0.0

    @property
    def waits(self) -> bool:
        """Whether somebody thinks whom one may wait for."""
        return self.match.state in (State.PROGRAMS_TURN, State.HINTING) and not self.match.resting

    def update(self, seconds: float) -> bool:
        """Let time pass; whether something of the bar moves."""
        moving = self.waits or self._left > 0
        self._thought += seconds if self.waits else 0.0
        if self._left > 0:
            self._left -= seconds
            if self._left <= 0:
                self.message = ""
        return moving

    # --- drawing

    def draw(self, surface: pygame.Surface, app: Host, ground: TableTop) -> None:
        """All but the widgets."""
        line = self.message or self.line
        dots = int(self._thought * DOTS) % 4 if self.waits else 0
        key = (self.sentence, line, bool(self.message), dots, tuple(self.words), app.look.scale)
        self._kept.show(
            surface, ground, self.rect, key, lambda on, rect: self._paint(on, rect, app, line, dots)
        )

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, app: Host, line: str, dots: int) -> None:
        look, speech = app.look, self.speech
        look.nine(surface, "panel_walnut", rect)
        room = self.words.move(-self.rect.left, -self.rect.top)
        words = f"{self.sentence} {'.' * dots}" if dots else self.sentence
        pixels, tall = self._sentence_size(look, room)
        upper = pygame.Rect(room.left, room.top, room.width, tall)
        lower = pygame.Rect(room.left, upper.bottom, room.width, room.bottom - upper.bottom)
        spare = lower.height - look.measure(line, "body", room.width)[1]
        upper.top += max(0, spare // 2)
        lower.top += max(0, spare // 2)
        lower.height -= max(0, spare // 2)
        speech.cut.clear()
        if not line:
            upper = room
        speech.write(surface, look, words, upper, "heading", "on_walnut", "left", "middle", True, pixels)
        colour = "text_accent_on_walnut" if self.message else "text_soft_on_walnut"
        if lower.height >= look.line_height("body") * 4 // 5:
            shown = line if self.message else _sentences(look, line, lower)
            speech.write(surface, look, shown, lower, "body", colour, valign="top", wrap=True)
            if shown != line:  # the note tells all of it, once
                speech.cut = [cut for cut in speech.cut if cut != shown] + [line]
        elif line:
            speech.cut.append(line)

    def _sentence_size(self, look: Look, room: pygame.Rect) -> tuple[int, int]:
        """Letters and height of the sentence: in one line if it can be, never smaller than on a button."""
        large, least = look.lettering.pixels("heading"), look.lettering.pixels("button")
        for pixels in (large, least):
            font = look.lettering.font("heading", pixels)
            if font.size(f"{self.sentence} ...")[0] <= room.width:
                return pixels, font.get_linesize()
        fits = not look.is_cut(self.sentence, room, "heading", True, large)
        pixels = large if fits else least
        lines = len(look.lettering.set(self.sentence, "heading", *room.size, True, pixels).lines)
        return pixels, min(room.height, lines * look.lettering.font("heading", pixels).get_linesize())


def _sentences(look: Look, line: str, room: pygame.Rect) -> str:
    """As many whole sentences as there is room for; the first, even if it has to be cut short."""
    shown = line
    while look.is_cut(shown, room, "body", wrap=True) and ". " in shown:
        shown = shown[: shown.rindex(". ") + 1]
    return shown
