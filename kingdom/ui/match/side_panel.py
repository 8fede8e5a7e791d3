"""Right column of the match scene: the header, player rows, cards, other sources of gold, and log."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import partial
from typing import TypeVar

import pygame

from kingdom.match.interface import PlayableMatch
from kingdom.match.state_machine import Trigger
from kingdom.rules.events import Event
from kingdom.rules.expansion import CARD
from kingdom.text.translator import Translator, format_count
from kingdom.ui.draw.cached_panels import SceneBackground
from kingdom.ui.framework.app import App
from kingdom.ui.game_text import seat_kind_name, seat_kind_short_name, translator_for_game
from kingdom.ui.match.banners import last_round_text
from kingdom.ui.match.layout import MatchLayout
from kingdom.ui.match.scoring_cards import ScoreChip, ScorePanel, ScoringCardPanel
from kingdom.ui.panels.header import Header, make_zoom_buttons
from kingdom.ui.panels.log_text import LogBuilder, summarize_turns
from kingdom.ui.panels.log_view import LogView
from kingdom.ui.panels.match_summary import ScoreSource, summarize_match
from kingdom.ui.panels.player_rows import PlayerRow, update_subtitles
from kingdom.ui.panels.tooltips import player_tooltip, source_tooltip
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.tooltip import Tooltip


class MatchHeader(Header):
    """Shows the round and the number of cards in each pile."""

    def __init__(
        self,
        match: PlayableMatch,
        on_zoom: Callable[[int], object],
        on_reset_view: Callable[[], object],
        on_recap: Callable[[], object],
        on_menu: Callable[[], object],
    ) -> None:
        self.match = match
        self.menu_button = Button("", on_menu, icon="menu")
        recap_button = Button("", on_recap, icon="clock", shortcut=pygame.K_r)
        super().__init__(
            {**make_zoom_buttons(on_zoom, on_reset_view), "recap": recap_button, "menu": self.menu_button}
        )

    def place(self, app: App, rect: pygame.Rect) -> None:
        super().place(app, rect)
        self.text_widget.tooltip = lambda: self._piles_tooltip(app)

    def _piles_tooltip(self, app: App) -> Tooltip:
        game, tr = self.match.game, app.tr
        piles = tr("ui.table.piles.does", deck=len(game.draw_pile), discard=len(game.discard_pile))
        card_counts = Counter(game.unseen_cards(self.match.viewer_seat))
        cards = app.translator.format_list(
            format_count(count, str(app.translator.localize_values({"card": card})["card"]))
            for card, count in card_counts.most_common()
        )
        unseen_text = tr("ui.table.piles.unseen", cards=cards) if cards else ""
        last_round_note = last_round_text(self.match, app.translator)
        description = f"{last_round_note}\n{piles}" if last_round_note else piles
        return Tooltip(self.round_text(app), description, unseen_text, ("interface", "icon_cards"))

    def round_text(self, app: App) -> str:
        """Returns the round number, with a note if it is the last round."""
        key = "ui.table.round.last" if last_round_text(self.match, app.translator) else "ui.table.round"
        return app.tr(key, round=self.match.game.round)

    def title_and_detail(self, app: App) -> tuple[str, str]:
        game = self.match.game
        piles = app.tr("ui.table.piles", deck=len(game.draw_pile), discard=len(game.discard_pile))
        return self.round_text(app), piles

    def short_detail(self, app: App) -> str:
        return app.tr("ui.table.piles.deck", deck=len(self.match.game.draw_pile))

    def is_highlighted(self, app: App) -> bool:
        return bool(last_round_text(self.match, app.translator))


GOLD_ANIMATION_SECONDS = 0.35
"""Approximate duration of the animation when a player's gold changes."""

ScorePanelT = TypeVar("ScorePanelT", bound=ScorePanel)


class SidePanel:
    """The panels of the right column below the header."""

    def __init__(
        self,
        app: App,
        match: PlayableMatch,
        background: Callable[[], SceneBackground],
        shows_gold: Callable[[], bool],
        excluded_events: tuple[type[Event], ...] = (),
    ) -> None:
        self.app, self.match, self._background, self._shows_gold = app, match, background, shows_gold
        self._excluded_events = excluded_events
        self.log_builder = LogBuilder([seat.name for seat in match.seats], excluded_events)
        self.log = LogView(background)
        self.cards_heading = Label("", style="small", color="text_soft_on_walnut")
        """Heading above the cards."""
        players, sources = summarize_match(match)
        self.rows = [
            PlayerRow(summary, background, partial(self._player_tooltip, seat_index))
            for seat_index, summary in enumerate(players)
        ]
        self.cards: list[ScoringCardPanel] = []
        self.chips: list[ScoreChip] = []
        self._build_cards(sources)

    @property
    def translator(self) -> Translator:
        """A translator for this game. Its rule texts mention only what is on the game's board."""
        return translator_for_game(self.app.translator, self.match.game)

    @property
    def colors(self) -> list[str]:
        return [seat.color for seat in self.match.seats]

    @property
    def score_panels(self) -> list[ScorePanel]:
        """All panels that show a source of gold."""
        return [*self.cards, *self.chips]

    @property
    def widgets(self) -> list[Widget]:
        """All widgets of the column below the header."""
        return [*self.rows, self.cards_heading, *self.score_panels, self.log]

    def _build_cards(self, sources: list[ScoreSource]) -> None:
        self.cards = [
            self._make_panel(ScoringCardPanel, source) for source in sources if source.group == CARD
        ]
        self.chips = [self._make_panel(ScoreChip, source) for source in sources if source.group != CARD]

    def _make_panel(self, panel_class: type[ScorePanelT], source: ScoreSource) -> ScorePanelT:
        return panel_class(source, self.colors, self._background, lambda: self._source_tooltip(source.name))

    def _source_tooltip(self, name: str) -> Tooltip:
        source = next(panel.source for panel in self.score_panels if panel.source.name == name)
        names = [seat.name for seat in self.match.seats]
        return source_tooltip(self.translator, source, names, self._shows_gold())

    def _player_tooltip(self, seat_index: int) -> Tooltip:
        return player_tooltip(self.translator, self.rows[seat_index].summary, self.seat_kind_text(seat_index))

    def seat_kind_text(
        self, seat_index: int, kind_name: Callable[[Translator, str], str] = seat_kind_name
    ) -> str:
        """Returns "you", "human", or the name of the AI or bot."""
        seat = self.match.seats[seat_index]
        if seat.is_human:
            return self.app.tr("ui.table.you" if self.match.human_seats == [seat_index] else "ui.kind.person")
        return kind_name(self.app.translator, seat.kind)

    def update_texts(self) -> None:
        """Updates the text on cards and chips for the current language. The text determines the minimum card
        height."""
        tr, translator = self.app.tr, self.app.translator
        for panel in self.score_panels:
            panel.live_gold = self._shows_gold()
            panel.name = tr(panel.source.text_key)
            panel.short_rule = tr(f"{panel.source.text_key}.short")
            panel.setup_notes = tuple(
                (
                    note.icon_name,
                    " · ".join(
                        str(name) for name in translator.localize_values(dict(note.text_values)).values()
                    ),
                )
                for note in panel.source.setup_notes
            )

    def min_card_height(self, width: int, with_image: bool) -> int:
        """Returns the height that a card of this width needs for its text, and for an image if it has one."""
        return ScoringCardPanel.min_card_height(self.app.renderer, self.cards, width, with_image)

    def place(self, rects: MatchLayout, log_expanded: bool) -> None:
        """Places the panels and applies the current text and settings. An expanded log replaces the cards."""
        settings, tr = self.app.settings, self.app.tr
        for row, rect in zip(self.rows, rects.players, strict=True):
            row.place(self.app.renderer, rect)
            row.live_gold, row.player_symbols = self._shows_gold(), settings.marks
        self.cards_heading.visible, self.cards_heading.text = (
            rects.cards_heading is not None,
            tr("ui.table.sources"),
        )
        self.cards_heading.rect = rects.cards_heading or pygame.Rect(0, 0, 0, 0)
        for panel in self.score_panels:
            panel.visible = not log_expanded
        for panel, rect in zip(self.score_panels, [*rects.cards, *rects.chips], strict=not log_expanded):
            panel.rect = rect
        if self.cards:
            ScoringCardPanel.equalize_text_layout(self.app.renderer, self.cards)
        self.log.place(self.app.renderer, rects.log)
        self.update_log(rebuild=True)

    def refresh(self) -> bool:
        """Updates the panels after a change in the match. Returns True if the sources of gold have changed
        and a new layout is needed."""
        players, sources = summarize_match(self.match)
        for row, summary in zip(self.rows, players, strict=True):
            row.summary = summary
            if self.app.settings.animation_speed == "off":
                row.displayed_gold = summary.gold
        update_subtitles(
            self.app.renderer,
            self.app.translator,
            self.rows,
            lambda seat: self.seat_kind_text(seat, seat_kind_short_name),
        )
        if [summary.name for summary in sources] != [panel.source.name for panel in self.score_panels]:
            self._build_cards(sources)
            return True
        for panel, source in zip(self.score_panels, sources, strict=True):
            panel.source = source
        return False

    def update_log(self, rebuild: bool = False) -> None:
        """Appends new lines to the log. Reformats all lines if `rebuild` is set or a player was renamed."""
        match, names = self.match, [seat.name for seat in self.match.seats]
        if names != self.log_builder.names:
            self.log_builder, rebuild = LogBuilder(names, self._excluded_events), True
        # without humans, the viewer changes every turn, but the log stays the same
        viewer = match.viewer_seat if match.human_seats else None
        has_new_lines = self.log_builder.update(
            match.history, match.game, viewer, match.opening_events, match.handoff_seat
        )
        if has_new_lines or rebuild:
            self.log.set_lines(
                self.log_builder.lines,
                self.app.translator,
                names,
                self.colors,
                rebuild,
            )

    def turn_summary_text(self, fits: Callable[[str], bool]) -> str:
        """Returns a summary of the deciding player's turn. During playback, summarizes the turn of the player
        who answered last. During a handoff, summarizes the previous player's turn, because the next player's
        cards are still hidden."""
        match = self.match
        past_players = [step.player for step in match.history if step.player != match.handoff_seat]
        if match.handoff_seat is not None and not past_players:
            return ""
        shows_last_player = match.history and (
            match.can(Trigger.PLAYBACK_DONE) or match.handoff_seat is not None
        )
        player = past_players[-1] if shows_last_player else match.deciding_seat
        turn = next(
            (turn for turn in reversed(summarize_turns(self.log_builder.lines)) if turn.player == player),
            None,
        )
        return "" if turn is None else turn.text(self.app.translator, match.seats[player].name, fits=fits)

    def update(self, seconds: float) -> bool:
        """Animates changes in the players' gold. Returns True while a number is changing."""
        animating = False
        for row in self.rows:
            difference = row.summary.gold - row.displayed_gold
            if difference:
                step = max(abs(difference) * seconds / GOLD_ANIMATION_SECONDS, seconds * 4)
                row.displayed_gold = (
                    row.summary.gold
                    if abs(difference) <= step
                    else row.displayed_gold + (step if difference > 0 else -step)
                )
                animating = True
        return animating

    def highlighted_hexes(self, hovered: Widget | None, mouse_pos: tuple[int, int] | None) -> int:
        """Returns the hexes to highlight for the hovered widget. For a log line, these are its hexes; for a
        player row, the player's pieces. For a card, they are the hexes that score for the player under the
        mouse, or for the viewer if the mouse is not over a player's gold."""
        if isinstance(hovered, PlayerRow):
            return self.match.game.piece_hexes[hovered.summary.seat]
        if isinstance(hovered, ScorePanel) and mouse_pos is not None:
            player = hovered.player_at(mouse_pos, self.app.renderer)
            viewer = (
                self.match.viewer_seat
                if self.match.viewer_seat is not None
                else self.match.game.active_player
            )
            return hovered.source.hexes[viewer if player is None else player]
        return self.log.highlighted_hexes()

    def needs_board_row_numbers(self, hovered: Widget | None) -> bool:
        """Returns True if the hovered card scores rows. In that case, the board shows row numbers."""
        return isinstance(hovered, ScorePanel) and hovered.source.scores_rows
