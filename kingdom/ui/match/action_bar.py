"""The bar below the board, with the player's hand, the prompt, the option buttons and the Undo, Redo, Hint
and end buttons."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from kingdom.match.interface import PlayableMatch
from kingdom.match.state_machine import MatchState, Trigger
from kingdom.rules.decision_frames import END_TURN, FINISH, PASS_OPTIONS, PHASE_AFTER_LAST_TURN, PHASE_TURNS
from kingdom.rules.hexes import first_hex
from kingdom.rules.illegal_answers import explain_illegal
from kingdom.ui.board.sprites import CARD_BACK_SPRITE, TERRAIN_CARD_SIZE, terrain_card_sprite
from kingdom.ui.draw.cached_panels import CachedPanel, SceneBackground
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.app import App
from kingdom.ui.game_text import refusal_text
from kingdom.ui.match.commands import MatchCommands
from kingdom.ui.match.option_bar import (
    HintMark,
    TileButton,
    end_button_option,
    layout_option_buttons,
    option_items,
)
from kingdom.ui.match.playback import Playback
from kingdom.ui.match.prompt import detail_text, prompt_text
from kingdom.ui.match.spectator_controls import SpectatorControls
from kingdom.ui.panels.answer_preview import preview_answer
from kingdom.ui.panels.log_text import last_revealed_card
from kingdom.ui.panels.tooltips import terrain_card_tooltip
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.controls import Button, Image
from kingdom.ui.widgets.tooltip import Tooltip

END_BUTTON_MIN_WIDTH, BUTTON_MIN_WIDTH, ICON_BUTTON_WIDTH = 196, 112, 50
"""Minimum widths of the end button, of buttons with text and of buttons without, in design pixels."""
END_BUTTON_TEXT_KEYS = (
    *(f"option.{end}" for end in PASS_OPTIONS),
    "ui.table.go_on",
    "ui.table.skip",
    "ui.table.scores",
)
"""Translation keys of the end button's labels. The button is wide enough for the longest label, so the layout
never shifts during a game."""
THINKING_DOTS_PER_SECOND, MAX_THINKING_DOTS = 3, 3
"""Number of times per second the dots change while an AI player is thinking, and their maximum number."""


class ActionBar:
    """Shows the current decision: hand, prompt and buttons."""

    def __init__(self, match: PlayableMatch, commands: MatchCommands) -> None:
        self.match, self._commands = match, commands
        self.undo_button = Button("", commands.undo, icon="undo")
        self.redo_button = Button("", commands.redo, icon="redo")
        self.hint_button = Button("", commands.request_hint, icon="hint", shortcut=pygame.K_h)
        self.end_button = Button("", commands.press_end_button, kind="primary", shortcut=pygame.K_SPACE)
        self.spectator_controls = SpectatorControls(commands)
        self.hint_mark = HintMark()
        self.has_spectator = self.is_paused = False
        """`has_spectator` shows the spectator controls; `is_paused` is True while the spectator has paused
        the game."""
        self.option_buttons: list[Button] = []
        """Buttons for tiles, terrains and other options."""
        self.prompt = self.detail = ""
        self.message = ""
        """A hint, or the reason a move was refused. Temporarily replaces the detail line."""
        self.revealed_card: str | None = None
        """Terrain card revealed by the current action."""
        self.rect = self.text_rect = pygame.Rect(0, 0, 0, 0)
        self.text_widget = Widget()
        """Covers the prompt and the detail line. Its tooltip shows any text that doesn't fit."""
        self.hand_sprites: list[str] = []
        """Sprite names of the visible terrain cards."""
        self.hand_cards: list[Image] = []
        """Widgets of the visible terrain cards."""
        self._state = MatchState.SETTING_UP
        """The state of the match that the bar shows."""
        self._message_seconds = 0.0
        self._thinking_seconds = 0.0
        self._cached_panel = CachedPanel()

    @property
    def widgets(self) -> list[Widget]:
        return [
            *self.hand_cards,
            self.text_widget,
            *self.option_buttons,
            *self._right_widgets,
            self.hint_mark,
        ]

    @property
    def _right_widgets(self) -> list[Widget]:
        """The widgets at the right end of the bar, from left to right."""
        if self.has_spectator:
            return self.spectator_controls.widgets
        return [self.undo_button, self.redo_button, self.hint_button, self.end_button]

    # --- layout

    def place(self, app: App, rect: pygame.Rect) -> None:
        """Sets the bar's position and updates its text for the current language and scale."""
        renderer, tr = app.renderer, app.tr
        self.rect = rect
        self.undo_button.text, self.undo_button.subtitle, self.undo_button.tooltip = (
            tr("ui.table.undo"),
            tr("ui.key.undo"),
            tr("ui.table.undo.tip"),
        )
        self.redo_button.tooltip = tr("ui.table.redo.tip")
        self.hint_button.text, self.hint_button.subtitle, self.hint_button.tooltip = (
            tr("ui.table.hint"),
            "H",
            tr("ui.table.hint.tip"),
        )
        self.end_button.subtitle = tr("ui.key.space")
        height, gap = renderer.px(66), renderer.px(10)
        right = rect.right - gap
        for button, min_width in (
            (self.end_button, END_BUTTON_MIN_WIDTH),
            (self.hint_button, BUTTON_MIN_WIDTH),
            (self.redo_button, ICON_BUTTON_WIDTH),
            (self.undo_button, BUTTON_MIN_WIDTH),
        ):
            width = max(renderer.px(min_width), button.preferred_width(renderer))
            if button is self.end_button:
                width = max(
                    width, *(button.preferred_width(renderer, tr(key)) for key in END_BUTTON_TEXT_KEYS)
                )
            button.rect = pygame.Rect(right - width, rect.centery - height // 2, width, height)
            right -= width + gap
        self.spectator_controls.place(app, rect, height)

    def refresh(
        self,
        app: App,
        legal_hexes: int,
        turn_text: Callable[[Callable[[str], bool]], str],
        playback: Playback,
    ) -> None:
        """Updates the bar after a change in the match. `legal_hexes` are the hexes a human may choose now.

        `turn_text` returns a summary of the current turn. Its argument is a function that tests whether a
        summary fits. The summary is shown while other players play and while the game waits for Continue.
        """
        match, renderer, awaiting_continue = self.match, app.renderer, playback.awaiting_continue
        human_can_answer, self._state = match.human_decision is not None, match.state
        self.has_spectator, self.is_paused = playback.has_spectator, playback.is_paused
        self.spectator_controls.refresh(app, self.is_paused)
        self.revealed_card = last_revealed_card(match.history) if match.game.has_open_action else None
        self.prompt = (
            app.tr("ui.watch.paused")
            if self.has_spectator and self.is_paused
            else prompt_text(match, app.translator)
        )
        is_on_hold = self._state is MatchState.ON_HOLD
        shows_detail = human_can_answer or is_on_hold
        self.detail = (
            detail_text(match, app.translator, bool(self._large_piece_footprint(legal_hexes)))
            if shows_detail
            else ""
        )
        self.hint_mark.button = None
        self.option_buttons = self._make_option_buttons(app) if human_can_answer else []
        self.hand_sprites = self._visible_hand(app)
        self._layout_hand(app)
        gap = renderer.px(10)
        left = (
            self.hand_cards[-1].rect.right + renderer.px(18)
            if self.hand_cards
            else self.rect.left + renderer.px(20)
        )
        area = pygame.Rect(
            left,
            self.rect.top + renderer.px(5),
            self._right_widgets[0].rect.left - gap - left,
            self.rect.height - renderer.px(10),
        )
        self.text_rect = self.text_widget.rect = layout_option_buttons(self.option_buttons, area, renderer)
        if awaiting_continue:
            self.prompt = turn_text(lambda text: renderer.measure(text, "heading")[0] <= self.text_rect.width)
            self.detail = app.tr("ui.table.go_on.tip")
        elif not shows_detail and not match.game.over:
            detail_height = self.text_rect.height * 54 // 100 - renderer.px(6)
            self.detail = turn_text(
                lambda text: renderer.measure(text, "body", self.text_rect.width)[1] <= detail_height
            )
        self._update_end_button(app, human_can_answer, awaiting_continue)
        if is_on_hold:
            self.end_button.enabled, self.end_button.disabled_reason = False, app.tr("ui.learn.read_on")
        self.undo_button.enabled, self.undo_button.disabled_reason = (
            match.can(Trigger.UNDO),
            self._commands.undo_disabled_reason(),
        )
        self.redo_button.enabled = human_can_answer and match.redo_answer is not None
        self.redo_button.disabled_reason = app.tr("ui.table.redo.nothing")
        self.hint_button.enabled = match.can(Trigger.SUBMIT) and not self._is_waiting_for_hint

    def _large_piece_footprint(self, legal_hexes: int) -> int:
        """Returns the hexes that a large piece would cover, or 0 if no large piece can be placed now."""
        if not legal_hexes or self.match.game.at_turn_decision:
            return 0
        return preview_answer(self.match.game, first_hex(legal_hexes), self.match.deciding_seat).footprint

    def _make_option_buttons(self, app: App) -> list[Button]:
        hint = self.match.hint
        hinted_answer = hint.answers[0] if hint is not None and hint.answers else None
        if hinted_answer in PASS_OPTIONS:
            self.hint_mark.button = self.end_button
        buttons: list[Button] = []
        for index, item in enumerate(option_items(self.match, app.translator)):
            digit = index + 1 if index < 9 else None
            if item.has_image:
                buttons.append(TileButton(item, partial(self._commands.submit_answer, item.option), digit))
            else:
                key = pygame.K_1 + index if digit else None
                buttons.append(
                    Button(
                        item.label,
                        partial(self._commands.submit_answer, item.option),
                        kind="primary",
                        subtitle=str(digit or ""),
                        shortcut=key,
                    )
                )
            if item.option == hinted_answer:
                self.hint_mark.button = buttons[-1]
        return buttons

    def _visible_hand(self, app: App) -> list[str]:
        """Returns the sprite names of the active player's hand. Hidden cards of an opponent are shown face
        down."""
        match, game = self.match, self.match.game
        if game.phase != PHASE_TURNS or match.handoff_seat is not None:
            return []
        hand: Sequence[str] = game.hands[game.active_player]
        if match.viewer_seat != game.active_player:
            hidden_count = len(hand) - (game.played_card is not None)
            return ([terrain_card_sprite(game.played_card)] if game.played_card else []) + [
                CARD_BACK_SPRITE
            ] * hidden_count
        return [
            terrain_card_sprite(card)
            for card in (*hand, *([self.revealed_card] if self.revealed_card else []))
        ]

    def _layout_hand(self, app: App) -> None:
        renderer = app.renderer
        height = self.rect.height + renderer.px(8)
        width = height * TERRAIN_CARD_SIZE[0] // TERRAIN_CARD_SIZE[1]
        rect = pygame.Rect(self.rect.left + renderer.px(10), self.rect.top - renderer.px(4), width, height)
        self.hand_cards = []
        for name in self.hand_sprites:
            card = Image("cards", name, partial(self._card_tooltip, app, name))
            card.place(renderer, rect)
            self.hand_cards.append(card)
            rect.left += width + renderer.px(6)

    def _card_tooltip(self, app: App, name: str) -> Tooltip:
        return terrain_card_tooltip(self.match, app.translator, name)

    def _update_end_button(self, app: App, human_can_answer: bool, awaiting_continue: bool) -> None:
        """Updates the end button's label and the reason it is disabled."""
        match = self.match
        option = end_button_option(match) if human_can_answer else None
        thinking = not match.game.over and not match.seats[match.deciding_seat].is_human
        default_option = FINISH if match.game.phase == PHASE_AFTER_LAST_TURN else END_TURN
        key = (
            "ui.table.go_on"
            if awaiting_continue
            else "ui.table.skip"
            if thinking
            else "ui.table.scores"
            if match.game.over
            else f"option.{option or default_option}"
        )
        self.end_button.text = app.tr(key)
        self.end_button.icon = "skip" if thinking and not awaiting_continue else None
        self.end_button.enabled = option is not None or thinking or awaiting_continue or match.game.over
        self.end_button.disabled_reason = (
            "" if self.end_button.enabled or not human_can_answer else self.end_disabled_reason(app)
        )

    def end_disabled_reason(self, app: App) -> str:
        """Returns a message that explains why the turn cannot end yet."""
        return refusal_text(app.translator, explain_illegal(self.match.game, END_TURN))

    # --- messages

    def show_message(self, text: str, seconds: float) -> None:
        """Shows a message in place of the detail line for the given number of seconds. An empty string
        removes the message."""
        self.message, self._message_seconds = text, seconds if text else 0.0

    @property
    def is_thinking(self) -> bool:
        """True while an AI player's move or a hint is being computed."""
        is_awaited = self._state is MatchState.AI_TURN or self._is_waiting_for_hint
        return is_awaited and not self.is_paused

    @property
    def _is_waiting_for_hint(self) -> bool:
        return self._state is MatchState.WAITING_FOR_HINT

    def update(self, seconds: float) -> bool:
        """Advances time; returns True while something in the bar is animated."""
        animating = self.is_thinking or self._message_seconds > 0
        self._thinking_seconds += seconds if self.is_thinking else 0.0
        if self._message_seconds > 0:
            self._message_seconds -= seconds
            if self._message_seconds <= 0:
                self.message = ""
        return animating

    # --- drawing

    def draw(self, surface: pygame.Surface, app: App, background: SceneBackground) -> None:
        """Draws the panel and its text, but not the widgets."""
        detail = self.message or self.detail
        dots = MAX_THINKING_DOTS if self.is_thinking else 0
        if dots and app.settings.animation_speed != "off":
            dots = int(self._thinking_seconds * THINKING_DOTS_PER_SECOND) % (MAX_THINKING_DOTS + 1)
        key = (self.prompt, detail, bool(self.message), dots, tuple(self.text_rect), app.renderer.scale)
        self._cached_panel.draw(
            surface,
            background,
            self.rect,
            key,
            lambda target, rect: self._paint(target, rect, app, detail, dots),
        )

    def _paint(self, surface: pygame.Surface, rect: pygame.Rect, app: App, detail: str, dots: int) -> None:
        renderer, text_widget = app.renderer, self.text_widget
        renderer.draw_nine_patch(surface, "panel_walnut", rect)
        area = self.text_rect.move(-self.rect.left, -self.rect.top)
        prompt = f"{self.prompt} {'.' * dots}" if dots else self.prompt
        font_px, prompt_height = self._prompt_size(renderer, area, detail)
        prompt_rect = pygame.Rect(area.left, area.top, area.width, prompt_height)
        detail_rect = pygame.Rect(area.left, prompt_rect.bottom, area.width, area.bottom - prompt_rect.bottom)
        spare = detail_rect.height - renderer.measure(detail, "body", area.width)[1]
        prompt_rect.top += max(0, spare // 2)
        detail_rect.top += max(0, spare // 2)
        detail_rect.height -= max(0, spare // 2)
        text_widget.truncated_texts.clear()
        if not detail:
            prompt_rect = area
        text_widget.draw_text(
            surface, renderer, prompt, prompt_rect, "heading", "on_walnut", "left", "middle", True, font_px
        )
        detail_color = "text_accent_on_walnut" if self.message else "text_soft_on_walnut"
        if detail_rect.height >= _min_detail_height(renderer):
            visible_detail = detail if self.message else _fit_sentences(renderer, detail, detail_rect)
            text_widget.draw_text(
                surface, renderer, visible_detail, detail_rect, "body", detail_color, valign="top", wrap=True
            )
            if visible_detail != detail:  # the tooltip should show the full text, not the shortened one
                text_widget.truncated_texts = [
                    text for text in text_widget.truncated_texts if text != visible_detail
                ] + [detail]
        elif detail:
            text_widget.truncated_texts.append(detail)

    def _prompt_size(self, renderer: Renderer, area: pygame.Rect, detail: str) -> tuple[int, int]:
        """Returns the font size and height of the prompt. The prompt fits on one line if possible, and
        otherwise leaves space for a line of detail, but its font is never smaller than button text."""
        sizes = renderer.fonts.font_size_px("heading"), renderer.fonts.font_size_px("button")
        for font_px in sizes:
            font = renderer.fonts.font("heading", font_px)
            if font.size(f"{self.prompt} ...")[0] <= area.width:
                return font_px, font.get_linesize()
        detail_height = _min_detail_height(renderer) if detail else 0
        for height in (area.height - detail_height, area.height):
            for font_px in sizes:
                layout = renderer.fonts.layout(self.prompt, "heading", area.width, height, True, font_px)
                if not layout.truncated:
                    return font_px, layout.size[1]
        return sizes[-1], area.height


def _min_detail_height(renderer: Renderer) -> int:
    """Returns the height below which the detail is left out. Its line may lose some of the space below it."""
    return renderer.line_height("body") * 4 // 5


def _fit_sentences(renderer: Renderer, text: str, area: pygame.Rect) -> str:
    """Returns the leading sentences that fit in the area, and always at least the first sentence."""
    fitted = text
    while renderer.is_truncated(fitted, area, "body", wrap=True) and ". " in fitted:
        fitted = fitted[: fitted.rindex(". ") + 1]
    return fitted
