"""The right side of the table: players, cards, other sources of gold, and the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pygame

from kingdom.match.machine import State
from kingdom.match.match import Match
from kingdom.rules.events import Event
from kingdom.text import Texts
from kingdom.ui.draw.painted import TableTop
from kingdom.ui.panels.hover import card_note, player_note
from kingdom.ui.panels.log_panel import LogPanel
from kingdom.ui.panels.narration import Storyteller
from kingdom.ui.panels.players_panel import PlayerRow, write_lines
from kingdom.ui.panels.summary import CardFacts, gather
from kingdom.ui.panels.turn_lines import turn_lines
from kingdom.ui.scene.host import Host
from kingdom.ui.scene.words import at_table, kind_words, short_kind_words
from kingdom.ui.table.cards_panel import CardPanel, Chip, Scored
from kingdom.ui.table.layout import TableLayout
from kingdom.ui.widgets.basic import Label
from kingdom.ui.widgets.tooltip import Tip
from kingdom.ui.widgets.widget import Widget

COUNTING = 0.35
"""Seconds in which gold is counted up."""

AnyScored = TypeVar("AnyScored", bound=Scored)


class Side:
    """Panels that follow the match."""

    def __init__(
        self,
        app: Host,
        match: Match,
        ground: Callable[[], TableTop],
        shows_gold: Callable[[], bool],
        hushed: tuple[type[Event], ...] = (),
    ) -> None:
        self.app, self.match, self._ground, self._shows_gold = app, match, ground, shows_gold
        self._hushed = hushed
        """Kinds of events that the log does not tell."""
        self.story = self._storyteller()
        self.log = LogPanel(ground)
        self.heading = Label("", style="small", colour="text_soft_on_walnut")
        """Says what the cards below it are."""
        players, cards = gather(match)
        self.rows = [
            PlayerRow(facts, ground, self._telling_player(number)) for number, facts in enumerate(players)
        ]
        self.cards: list[CardPanel] = []
        self.chips: list[Chip] = []
        self._build_cards(cards)

    def _storyteller(self) -> Storyteller:
        return Storyteller([seat.name for seat in self.match.seats], self._hushed)

    @property
    def texts(self) -> Texts:
        """The texts as they are at this table."""
        return at_table(self.app.texts, self.match.game)

    @property
    def colours(self) -> list[str]:
        """The players' colours."""
        return [seat.colour for seat in self.match.seats]

    @property
    def scored(self) -> list[Scored]:
        """All panels that show gold by its source."""
        return [*self.cards, *self.chips]

    @property
    def widgets(self) -> list[Widget]:
        """Everything to point at."""
        return [*self.rows, self.heading, *self.scored, self.log]

    def _build_cards(self, cards: list[CardFacts]) -> None:
        self.cards = [self._panel(CardPanel, facts) for facts in cards if facts.group == "card"]
        self.chips = [self._panel(Chip, facts) for facts in cards if facts.group != "card"]

    def _panel(self, kind: type[AnyScored], facts: CardFacts) -> AnyScored:
        return kind(facts, self.colours, self._ground, lambda: self._card_note(facts.name))

    def _card_note(self, name: str) -> Tip:
        facts = next(panel.facts for panel in self.scored if panel.facts.name == name)
        names = [seat.name for seat in self.match.seats]
        return card_note(self.texts, facts, names, self._shows_gold())

    def _telling_player(self, number: int) -> Callable[[], Tip]:
        return lambda: player_note(self.texts, self.rows[number].facts, self.kind(number))

    def kind(self, number: int, words: Callable[[Texts, str], str] = kind_words) -> str:
        """You, a person, or a program's strength and character, in words."""
        seat = self.match.seats[number]
        if seat.is_person:
            return self.app.say("ui.table.you" if self.match.people == [number] else "ui.kind.person")
        return words(self.app.texts, seat.kind)

    def speak(self) -> None:
        """The words of cards and lines in the language of now; they decide how high a card must be."""
        say, texts = self.app.say, self.app.texts
        for panel in self.scored:
            panel.live_gold = self._shows_gold()
            panel.name = say(f"{panel.facts.group}.{panel.facts.name}")
            panel.short = say(f"{panel.facts.group}.{panel.facts.name}.short")
            panel.notes = tuple(
                (note.picture, " · ".join(str(word) for word in texts.names(dict(note.values)).values()))
                for note in panel.facts.notes
            )

    def card_height(self, width: int) -> int:
        """How high a card of this width must be for the longest rule."""
        return CardPanel.least_height(self.app.look, self.cards, width)

    def place(self, put: TableLayout, tall_log: bool) -> None:
        """Another place, another language, scale or setting; a tall log takes the place of the cards."""
        settings, say = self.app.settings, self.app.say
        for row, rect in zip(self.rows, put.players, strict=True):
            row.rect, row.live_gold, row.marks = rect, self._shows_gold(), settings.marks
        self.heading.visible, self.heading.text = put.heading is not None, say("ui.table.sources")
        self.heading.rect = put.heading or pygame.Rect(0, 0, 0, 0)
        for panel in self.scored:
            panel.visible = not tall_log
        for panel, rect in zip(self.scored, [*put.cards, *put.chips], strict=not tall_log):
            panel.rect = rect
        if self.cards:
            CardPanel.level(self.app.look, self.cards)
        self.log.place(put.log, self.app.look)
        self.tell(anew=True)

    def refresh(self) -> bool:
        """The match has changed; whether there is another source of gold now, so that everything has to be
        placed anew."""
        players, cards = gather(self.match)
        for row, facts in zip(self.rows, players, strict=True):
            row.facts = facts
            if self.app.settings.animation == "off":
                row.gold = facts.gold
        write_lines(self.app.look, self.app.texts, self.rows, lambda seat: self.kind(seat, short_kind_words))
        if [facts.name for facts in cards] != [panel.facts.name for panel in self.scored]:
            self._build_cards(cards)
            return True
        for panel, card in zip(self.scored, cards, strict=True):
            panel.facts = card
        return False

    def tell(self, anew: bool = False) -> None:
        """Go on with the log."""
        match = self.match
        news = self.story.follow(match.history, match.game, match.viewer, match.opening, match.covered)
        if news or anew:
            self.log.take(
                self.story.lines, self.app.texts, [seat.name for seat in self.match.seats], self.colours, anew
            )

    def turn_words(self, fits: Callable[[str], bool]) -> str:
        """What whoever is on turn, or has just answered, does in this turn. Behind the curtain, what the one
        before did: the covered one may be in the middle of a turn."""
        match = self.match
        past = [move.player for move in match.history if move.player != match.covered]
        if match.covered is not None and not past:
            return ""
        looks_back = match.history and (match.state is State.PLAYBACK or match.covered is not None)
        player = past[-1] if looks_back else match.decider
        turn = next((turn for turn in reversed(turn_lines(self.story.lines)) if turn.player == player), None)
        return "" if turn is None else turn.say(self.app.texts, match.seats[player].name, fits=fits)

    def tell_anew(self) -> None:
        """Another person looks on, who may see other cards."""
        self.story = self._storyteller()
        self.tell(anew=True)

    def update(self, seconds: float) -> bool:
        """Count gold up; whether it is still going on."""
        moving = False
        for row in self.rows:
            gap = row.facts.gold - row.gold
            if gap:
                step = max(abs(gap) * seconds / COUNTING, seconds * 4)
                row.gold = row.facts.gold if abs(gap) <= step else row.gold + (step if gap > 0 else -step)
                moving = True
        return moving

    def lit(self, pointed: Widget | None, mouse: tuple[int, int] | None) -> int:
        """The hexes of what is pointed at: a line of the log, a player's pieces, or what earns a card's gold
        for the player under the mouse, or else for the one who plays here."""
        if isinstance(pointed, PlayerRow):
            return self.match.game.own[pointed.facts.seat]
        if isinstance(pointed, Scored) and mouse is not None:
            player = pointed.player_at(mouse, self.app.look)
            viewer = self.match.viewer if self.match.viewer is not None else self.match.game.player
            return pointed.facts.hexes[viewer if player is None else player]
        return self.log.lit()

    def about_rows(self, pointed: Widget | None) -> bool:
        """Whether a card is pointed at for which rows are to be counted."""
        return isinstance(pointed, Scored) and pointed.facts.by_rows
