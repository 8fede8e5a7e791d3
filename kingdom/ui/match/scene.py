"""MatchScene: shows a match and reacts to its updates. Separate modules handle input (input.py), the player's
commands (commands.py), and animations and pauses (playback.py)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import takewhile

import pygame

from kingdom.match.interface import PlayableMatch, Withdrawal
from kingdom.match.state_machine import HUMAN_DECIDES, MatchState, Trigger, Update
from kingdom.match.tutor import TutorWarning
from kingdom.rules.events import EndTriggered, Event, TurnBegan
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex
from kingdom.ui.board.animation import AnimationAnchors
from kingdom.ui.board.annotations import draw_coordinate_labels, draw_offscreen_arrows
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.board.highlights import FADE_STEPS, Highlights
from kingdom.ui.framework.app import App
from kingdom.ui.framework.scene import Scene
from kingdom.ui.framework.sound import MATCH_MUSIC, MENU_MUSIC
from kingdom.ui.game_text import setup_note_text
from kingdom.ui.match.action_bar import ActionBar
from kingdom.ui.match.banners import Banner, draw_task_banner, last_round_text, place_task_banner
from kingdom.ui.match.commands import MatchCommands
from kingdom.ui.match.dialogs import AIFailureDialog, HandoffOverlay, TutorDialog, UnusedActionDialog
from kingdom.ui.match.input import MatchInput
from kingdom.ui.match.layout import compute_match_layout
from kingdom.ui.match.option_bar import option_items
from kingdom.ui.match.playback import Playback
from kingdom.ui.match.recap_steps import RecapSpan, recap_seat, recap_span
from kingdom.ui.match.recent_changes import RecentChanges
from kingdom.ui.match.scoring_cards import draw_note_plate, place_setup_notes
from kingdom.ui.match.side_panel import MatchHeader, SidePanel
from kingdom.ui.panels.answer_preview import pending_move_origin
from kingdom.ui.panels.board_scene import BoardScene
from kingdom.ui.panels.player_rows import PlayerRow
from kingdom.ui.panels.tooltips import hex_tooltip
from kingdom.ui.panels.turn_text import hint_text
from kingdom.ui.widgets.tooltip import Tooltip

GLOW_FADE_IN_SECONDS = 0.18
HINT_MESSAGE_SECONDS, THINKING_MESSAGE_SECONDS = 15.0, 60.0
"""Seconds for which a hint and the "thinking" message stay visible."""
AUTOMATIC_MESSAGE_SECONDS = 4.0
"""Seconds for which the message about an answer that was played automatically stays visible."""
SHORT_POLL_SECONDS = 0.05
"""Polling interval in seconds while a banner or marks on the board are about to disappear."""


class MatchScene(BoardScene):
    """Shows a match. The match pauses while a different scene hides this scene, or while a menu or dialog is
    open."""

    excluded_events: tuple[type[Event], ...] = ()
    """Event types that are neither logged nor animated."""

    def __init__(self, match: PlayableMatch) -> None:
        super().__init__()
        self.match = match
        self.commands = MatchCommands(self)
        self.input = MatchInput(self)
        self.playback = Playback(match, self.excluded_events)
        self.action_bar = ActionBar(match, self.commands)
        self.header = MatchHeader(
            match, self.zoom, self.reset_view, self.commands.open_recap, self.open_pause_menu
        )
        self.banner = Banner()
        self.overlay: Scene | None = None
        """The overlay that was opened for the current state."""
        self._is_state_shown = False
        """True once the scene has shown the state that the match was in when the scene opened."""
        self.position_override: tuple[Game, Highlights] | None = None
        """A position to show in place of the current position, with its highlights. None to show the
        match."""
        self.log_expanded = False
        """True if the log also takes up the space of the cards."""
        self.legal_hexes = 0
        """The hexes that a human may choose now."""
        self.origin_hexes = 0
        """The hex that a piece is being moved from, as a bit set. 0 if no move is in progress."""
        self.recent_changes = RecentChanges(match)
        self._overlay_rects: list[pygame.Rect] = []
        """Areas of an overlay that tooltips must not cover."""
        self._task_rect = pygame.Rect(0, 0, 0, 0)
        self._notes_rect = pygame.Rect(0, 0, 0, 0)
        self._tooltip_cache: tuple[object, Tooltip] = (None, Tooltip())
        self._glow_step = float(FADE_STEPS)

    # --- enter and leave

    def enter(self, app: App) -> None:
        super().enter(app)
        self.group.play_sound = app.play_sound
        self.view = BoardView(app.renderer, self.match.game, self.colors, app.settings.marks)
        self.side_panel = SidePanel(
            app, self.match, lambda: self.background, lambda: self.shows_live_gold, self.excluded_events
        )
        self._unsubscribe = self.match.subscribe(self.on_update)
        app.sound.play_music(MATCH_MUSIC)

    def leave(self) -> None:
        self.app.sound.play_music(MENU_MUSIC)
        self._unsubscribe()
        self.match.close_nowait()
        super().leave()

    @property
    def suppress_notifications(self) -> bool:
        return self.match.game.over and self.match.state is not MatchState.SCORED

    def release_memory(self) -> None:
        if self.match.game.over:
            self.view.close()  # the match is rarely shown again
        else:
            super().release_memory()

    @property
    def cursor_hex(self) -> Hex | None:
        return self.input.cursor_hex

    @property
    def displayed_game(self) -> Game:
        return self.match.game

    @property
    def colors(self) -> list[str]:
        return [seat.color for seat in self.match.seats]

    @property
    def task_text(self) -> str:
        """A task that is always shown above the board. Empty if there is none."""
        return ""

    @property
    def shows_live_gold(self) -> bool:
        """True if the players' gold is shown during the game."""
        return self.app.settings.live_gold

    @property
    def tutor_modes(self) -> Mapping[str, str]:
        return self.app.settings.tutors

    @property
    def asks_about_actions(self) -> bool:
        """True if the player is asked before ending a turn although an unused action would earn gold."""
        return self.app.settings.unused_tiles

    @property
    def poll_interval(self) -> float:
        """Polling interval. It is short while repaints are pending or something is about to disappear.
        Answers of AI players and hints wake the window."""
        if self.has_pending_repaints and not self.is_hidden:
            return 0.0
        is_timing = bool(self.banner.text) or self.recent_changes.is_waiting_to_fade
        return SHORT_POLL_SECONDS if is_timing and not self.is_paused else 1.0

    @property
    def is_paused(self) -> bool:
        """True while a menu or dialog above this scene pauses the match, or another scene hides it."""
        return self.is_hidden or any(scene.pauses_match for scene in self._scenes_above())

    @property
    def is_hidden(self) -> bool:
        """True while another scene hides this scene completely."""
        return any(not scene.is_overlay for scene in self._scenes_above())

    def _scenes_above(self) -> Iterator[Scene]:
        return takewhile(lambda scene: scene is not self, reversed(self.app.scenes))

    # --- layout

    def layout(self, size: tuple[int, int]) -> None:
        renderer = self.app.renderer
        self.match.set_tutor_modes(self.tutor_modes, self.asks_about_actions)
        card_count, chip_count = (
            (0, 0) if self.log_expanded else (len(self.side_panel.cards), len(self.side_panel.chips))
        )
        has_island = len(self.view.panes) > 1
        self.side_panel.update_texts()
        self.rects = rects = compute_match_layout(
            size,
            renderer,
            len(self.side_panel.rows),
            card_count,
            chip_count,
            has_island,
            self.side_panel.min_card_height,
        )
        if self.task_text:
            self._task_rect = place_task_banner(renderer, rects.board, self.task_text)
        if self.match.game.setup_notes():
            self._notes_rect = place_setup_notes(renderer, rects.board)
        self.layout_board(size, rects.board_rects, rects.panels)
        self.side_panel.place(rects, self.log_expanded)
        self.header.place(self.app, rects.header)
        self.action_bar.place(self.app, rects.bar)
        self.refresh()

    # --- updates

    def refresh(self) -> None:
        """Updates everything on screen after a change in the match."""
        match = self.match
        if self.side_panel.refresh():
            self.layout(self.app.size)
            return
        self.side_panel.update_log()
        self.view.set_game(
            *(
                self.position_override[:1]
                if self.position_override
                else (match.game, self.playback.animator.hidden_hexes)
            )
        )
        if self.banner.text and not last_round_text(match, self.app.translator):
            self.banner.show("")  # an undo has reverted the end trigger
        self.recent_changes.refresh(self.recap_span())
        decision = match.human_decision
        legal_hexes = 0 if decision is None else decision.cells
        if legal_hexes != self.legal_hexes:
            self.legal_hexes, self._glow_step = (
                legal_hexes,
                FADE_STEPS if self.app.settings.animation_speed == "off" else 0.0,
            )
        origin = None if decision is None else pending_move_origin(match.game)
        self.origin_hexes = 0 if origin is None else BIT[origin]
        self.action_bar.refresh(self.app, legal_hexes, self.side_panel.turn_summary_text, self.playback)
        self.group.replace_widgets([*self.side_panel.widgets, *self.header.widgets, *self.action_bar.widgets])
        self.keep_tooltips_off(self._overlay_rects)
        self.input.set_cursor(self.input.cursor_hex)
        self.app.needs_redraw = True

    def keep_tooltips_off(self, rects: list[pygame.Rect]) -> None:
        """Prevents tooltips from covering the prompt or the given areas of an overlay."""
        self._overlay_rects = rects
        self.reserved_rects = [self.action_bar.text_rect, *rects]

    def update(self, seconds: float) -> bool:
        if self.banner.text:
            self.banner.place(self.app.renderer, self.rects, self.tooltip_obstacles())
        if self.is_paused:
            return self.update_animations(seconds)
        animating = self.view.update(seconds)
        if self.position_override is None:  # the game pauses while a different position is shown
            animating = self._update_match(seconds) or animating
        animated = self.app.settings.animation_speed != "off"
        if self.banner.update(seconds) | self.recent_changes.update(seconds, animated):
            self.app.needs_redraw = True
        animating = self.side_panel.update(seconds) or animating
        animating = self.action_bar.update(seconds) or animating
        if self._glow_step < FADE_STEPS:
            self._glow_step = min(
                float(FADE_STEPS), self._glow_step + FADE_STEPS * seconds / GLOW_FADE_IN_SECONDS
            )
            animating = True
        animating = self.group.update(seconds) or animating
        animating = self.input.update(seconds) or animating
        return animating or self.has_pending_repaints

    def _update_match(self, seconds: float) -> bool:
        """Advances the match and its animations. Returns True while something is animated."""
        match, animator = self.match, self.playback.animator
        if not self._is_state_shown:
            self._is_state_shown = True
            self._show_state()
        if match.save_error is not None:
            text = self.app.tr("ui.table.not_saved", reason=match.save_error)
            self.app.warn_once(text)
            self.app.toast(text)  # this toast repeats as long as saving fails
        animating = animator.update(seconds, self.app.play_sound)
        if animating:
            self.view.set_game(match.game, animator.hidden_hexes)
        if not self.playback.is_paused:
            match.poll()
        return self.playback.update(seconds) or animating

    def update_animations(self, seconds: float) -> bool:
        """Advances running animations while the match is paused. Returns True while anything is animated."""
        if self.is_hidden:
            return False
        animating = self.view.update(seconds)
        if self.playback.animator.update(seconds, self.app.play_sound):
            self.view.set_game(
                *(
                    self.position_override[:1]
                    if self.position_override
                    else (self.match.game, self.playback.animator.hidden_hexes)
                )
            )
            animating = True
        return (
            animating
            or self.playback.animator.is_running
            or self.background.has_pending_repaints
            or self.view.has_pending_redraw
        )

    # --- updates of the match

    def on_update(self, update: Update) -> None:
        app, match = self.app, self.match
        match update.trigger:
            case Trigger.SUBMIT | Trigger.CONFIRM_WARNED_ANSWER:
                self._play_events(update)
                is_automatic = match.history[-1].is_automatic
                text = app.tr("ui.table.automatic") if is_automatic else ""
                self.action_bar.show_message(text, AUTOMATIC_MESSAGE_SECONDS)
                self.group.set_focus(None)
                self.input.reset_keyboard_cursor()
                if not match.game.over and match.deciding_seat == match.history[-1].player:
                    match.finish_playback()  # the same player continues, so don't wait for the animations
            case Trigger.AI_ANSWERS:
                self._play_events(update)
            case Trigger.UNDO | Trigger.UNDO_WARNED_TURN:
                self.playback.animator.skip_all()
                self.action_bar.show_message("", 0)
                self.group.set_focus(None)
                app.play_sound("undo")
            case Trigger.RESTART:
                self.playback.animator.skip_all()
            case Trigger.CONFIRM_HANDOFF:
                self.banner.show(last_round_text(match, app.translator))
                app.play_sound("turn")
            case Trigger.REQUEST_HINT:
                self.show_hint()
            case Trigger.REASSIGN_SEAT:
                self.playback.is_skipping = False
                self.action_bar.show_message("", 0)
                self.side_panel.update_texts()
                # the modes belong to the players' names
                match.set_tutor_modes(self.tutor_modes, self.asks_about_actions)
            case Trigger.BOT_WITHDRAWS if isinstance(update.detail, Withdrawal):
                seat, reason = update.detail
                app.toast(app.tr("ui.table.bot_gone", player=match.seats[seat].name, reason=reason))
        if update.old is MatchState.WAITING_FOR_HINT:
            self._on_hint_done()
        if (
            update.trigger is Trigger.PLAYBACK_DONE
            and update.new in (*HUMAN_DECIDES, MatchState.HANDOFF)
            and not match.seats[match.history[-1].player].is_human
        ):
            if self.playback.is_skipping:
                self.action_bar.show_message("", 0)
            self.playback.end_ai_turns(app)
        if match.state is update.new:  # otherwise, the next update follows at once
            self.refresh()
            self._show_state()

    def _play_events(self, update: Update) -> None:
        app, match = self.app, self.match
        self.playback.play_events(app, update.events, self.colors, update.trigger is Trigger.AI_ANSWERS)
        if any(isinstance(event, EndTriggered) for event in update.events):
            self.banner.show(last_round_text(match, app.translator))
            app.play_sound("last_round")
            return
        turn_began = next((event for event in update.events if isinstance(event, TurnBegan)), None)
        if turn_began is not None and match.seats[turn_began.player].is_human and len(match.human_seats) == 1:
            app.play_sound("turn")

    def _show_state(self) -> None:
        """Opens the overlay that the state of the match needs, or the final scoring."""
        app, match = self.app, self.match
        if self.overlay is not None:
            app.pop(self.overlay)
            self.overlay = None
        if match.can(Trigger.CONFIRM_HANDOFF):
            seat = match.seats[match.deciding_seat]
            self._push_overlay(
                HandoffOverlay(seat.name, seat.color, self._confirm_handoff, self.open_pause_menu)
            )
        elif match.tutor_warning is not None:
            warning = match.tutor_warning.warning
            if isinstance(warning, TutorWarning):
                self.show_tutor_dialog(warning)
            else:
                self._push_overlay(UnusedActionDialog(self, warning))
        elif match.ai_failure is not None:
            self._push_overlay(AIFailureDialog(app, match, match.ai_failure))
        elif match.can(Trigger.SCORING_SHOWN):
            match.mark_scored()
            app.play_sound("game_end")
            self.show_final_scoring()

    def _confirm_handoff(self) -> None:
        if self.playback.ignores_input:
            return
        if self.match.can(Trigger.CONFIRM_HANDOFF):  # the overlay stays open until the match has answered
            self.match.confirm_handoff()

    def _push_overlay(self, overlay: Scene) -> None:
        self.overlay = overlay
        self.app.push(overlay)

    def show_tutor_dialog(self, warning: TutorWarning) -> None:
        """Asks the player whether to keep the turn despite the tutor's warning."""
        self._push_overlay(TutorDialog(self, warning))

    def show_final_scoring(self) -> None:
        self.app.navigator.finish_game(self.match)

    def show_hint(self) -> None:
        """Shows the hint. If the hint is still being computed, shows a message instead."""
        hint = self.match.hint
        if hint is not None:
            self.action_bar.show_message(hint_text(self.app.translator, hint), HINT_MESSAGE_SECONDS)
        elif self.match.can(Trigger.HINT_RESOLVED):
            self.action_bar.show_message(self.app.tr("ui.table.hint.thinking"), THINKING_MESSAGE_SECONDS)
        self.app.needs_redraw = True

    def _on_hint_done(self) -> None:
        """Removes the "thinking" message and shows the finished hint."""
        self.action_bar.show_message("", 0)
        hint = self.match.hint
        if hint is not None:
            self.show_hint()
            if hint.answers and isinstance(hint.answers[0], int):
                self.view.scroll_to_hex(hint.answers[0])
                self.input.refresh_cursor()

    # --- view

    def toggle_log_size(self) -> None:
        """Switches between the normal log and a larger log that also takes up the space of the cards."""
        self.log_expanded = not self.log_expanded
        self.layout(self.app.size)

    def show_position(self, game: Game | None, highlights: Highlights) -> None:
        """Shows a different position in place of the current one, or the match again if it is None."""
        self.position_override = None if game is None else (game, highlights)
        self.refresh()

    def close_with_overlays(self) -> None:
        """Closes this scene and everything above it."""
        while self in self.app.scenes:
            self.app.pop()

    def open_pause_menu(self) -> None:
        self.app.navigator.open_pause_menu(self.match)

    def toast_area(self) -> pygame.Rect:
        """Returns the area of the log, which the player needs least."""
        area, min_height = self.rects.log.copy(), 4 * self.app.renderer.line_height("body")
        area.top, area.height = min(area.top, area.bottom - min_height), max(area.height, min_height)
        return area

    def part_rects(self, part: str, name: str) -> list[pygame.Rect]:
        """Returns the rects of a part of the scene. Lessons refer to parts by name. The list is empty if the
        part is not visible. Raises KeyError if there is no such part."""
        side, bar = self.side_panel, self.action_bar
        buttons = {"end": bar.end_button, "undo": bar.undo_button, "hint": bar.hint_button}
        find_rects: dict[str, Callable[[], list[pygame.Rect]]] = {
            "hand": lambda: [card.rect for card in bar.hand_cards],
            "prompt": lambda: [bar.text_rect],
            "card": lambda: [
                panel.rect for panel in side.score_panels if panel.visible and panel.source.name == name
            ],
            "tile": lambda: [
                button.rect
                for item, button in zip(
                    option_items(self.match, self.app.translator), bar.option_buttons, strict=False
                )
                if item.option == name
            ],
            "tiles": lambda: [button.rect for button in bar.option_buttons],
            "button": lambda: [buttons[name].rect],
            "buttons": lambda: [button.rect for button in (*bar.option_buttons, bar.end_button)],
            "player": lambda: [side.rows[int(name)].rect],
            "log": lambda: [side.log.rect],
            "round": lambda: [self.header.rect],
        }
        return find_rects[part]()

    @property
    def tooltip_visible(self) -> bool:
        """True while a widget's tooltip is visible."""
        return self.group.tooltip_widget is not None

    def cursor(self) -> str:
        if self.input.dragging:
            return "grab"
        pointing = self.input.hover_preview.is_legal and self.input.mouse_pos is not None
        return "hand" if pointing else super().cursor()

    def handle(self, event: pygame.event.Event) -> bool:
        return self.input.handle(event)

    # --- drawing

    def draw(self, surface: pygame.Surface) -> None:
        self.background.begin_frame()
        self.background.draw(surface)
        highlights = self.highlights()
        self.view.draw(surface, highlights, self.input.hover_preview)
        show_grid = self.app.settings.grid
        if show_grid or self.side_panel.needs_board_row_numbers(self.group.hovered_widget):
            draw_coordinate_labels(surface, self.app.renderer, self.view, show_columns=show_grid)
        self._draw_setup_notes(surface)
        if self.task_text:
            draw_task_banner(surface, self.app.renderer, self._task_rect, self.task_text)
        if highlights.highlighted_hexes:
            draw_offscreen_arrows(surface, self.app.renderer, self.view, highlights.highlighted_hexes)
        else:
            draw_offscreen_arrows(surface, self.app.renderer, self.view, highlights.legal_hexes, "glow_legal")
        self.header.draw(surface, self.app, self.background)
        self.action_bar.draw(surface, self.app, self.background)
        self.group.draw(surface, self.app.renderer)
        if self.playback.animator.is_running:
            self.playback.animator.draw(surface, self.app.renderer, self._animation_anchors())
        self.banner.draw(surface, self.app.renderer)
        self.draw_hex_tooltip(surface)

    def _animation_anchors(self) -> AnimationAnchors:
        """Returns the screen positions that animations start from or move to."""
        rows, bar = self.side_panel.rows, self.rects.bar
        return AnimationAnchors(
            self.view,
            lambda player: rows[player].gold_anchor(),
            lambda player: rows[player].tile_anchor(),
            lambda: (float(bar.left + self.app.renderer.px(52)), float(bar.centery)),
        )

    def _draw_setup_notes(self, surface: pygame.Surface) -> None:
        """Draws the setup notes below the board. They state what the board itself does not show."""
        renderer, area = self.app.renderer, self._notes_rect.copy()
        for note in self.match.game.setup_notes():
            plate = draw_note_plate(
                surface, renderer, note.icon_name, setup_note_text(self.app.translator, note), area
            )
            area.left, area.width = plate.right + renderer.px(6), area.right - plate.right - renderer.px(6)

    def highlights(self) -> Highlights:
        if self.position_override is not None:
            return self.position_override[1]
        hovered, mouse_pos = self.group.hovered_widget, self.input.mouse_pos
        highlighted_hexes = self.side_panel.highlighted_hexes(hovered, mouse_pos)
        hint = self.match.hint
        hint_hexes = 0
        if hint is not None and hint.answers and isinstance(hint.answers[0], int):
            hint_hexes = BIT[hint.answers[0]]
        static_hexes = ~self.playback.animator.hidden_hexes
        if highlighted_hexes:
            seat = hovered.summary.seat if isinstance(hovered, PlayerRow) else None
            changed_hexes = self.recent_changes.hexes_of(seat) & static_hexes
            rings = ((self.colors[seat], changed_hexes),) if seat is not None else ()
            return Highlights(0, highlighted_hexes | changed_hexes, rings, hint_hexes=hint_hexes)
        return Highlights(
            legal_hexes=self.legal_hexes,
            dotted_hexes=self.recent_changes.marks(self.colors, static_hexes),
            hint_hexes=hint_hexes,
            origin_hexes=self.origin_hexes,
            glow_step=int(self._glow_step),
            dot_step=self.recent_changes.fade_step,
        )

    def recap_span(self) -> RecapSpan:
        """Returns the span of answers that the viewer's recap covers."""
        return recap_span(self.match.history, self.match.opening_events, recap_seat(self.match))

    def _hex_tooltip(self, hex_id: Hex) -> Tooltip:
        """Returns the tooltip of a hex. It is cached until the match or a setting changes."""
        key = (
            hex_id,
            len(self.match.history),
            self.match.state,
            self.app.settings.language,
            self.shows_live_gold,
        )
        if self._tooltip_cache[0] != key:
            self._tooltip_cache = (
                key,
                hex_tooltip(self.match, self.app.translator, hex_id, self.shows_live_gold),
            )
        return self._tooltip_cache[1]

    def draw_hex_tooltip(self, surface: pygame.Surface) -> None:
        """Draws the tooltip of the hex under the mouse or the keyboard cursor."""
        hex_id = self.input.tooltip_hex
        if hex_id is not None:
            self.draw_tooltip_at_hex(surface, hex_id, self._hex_tooltip(hex_id), self.input.mouse_pos)


class DailyMatchScene(MatchScene):
    """A match without hints or tutor, because the daily challenge must be equally hard for everyone."""

    @property
    def tutor_modes(self) -> Mapping[str, str]:
        return {}

    @property
    def asks_about_actions(self) -> bool:
        return False

    def refresh(self) -> None:
        super().refresh()
        self.action_bar.hint_button.enabled, self.action_bar.hint_button.disabled_reason = (
            False,
            self.app.tr("ui.daily.no_hint"),
        )
