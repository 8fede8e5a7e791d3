"""Dialogs over the match: the opening of a new game, handoff to the next human, AI failure, and warnings
before the end of a turn."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame

from kingdom.ai.levels import AI_PLAYER_FACTORIES
from kingdom.match.ai_client import AIFailure
from kingdom.match.interface import PlayableMatch
from kingdom.match.seats import HUMAN
from kingdom.match.state_machine import Trigger
from kingdom.match.tutor import TutorWarning, UnusedAction
from kingdom.ui.board.highlights import Highlights
from kingdom.ui.framework.app import MAX_FRAME_SECONDS, App
from kingdom.ui.framework.dialog import Dialog, DialogButton, confirm
from kingdom.ui.framework.scene import OverlayScene
from kingdom.ui.match.bar_overlays import BetterTurnOverlay
from kingdom.ui.widgets.controls import Button, Image, Label, Piece
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.layout import HBox, Item, Share, Spacer, VBox

if TYPE_CHECKING:
    from kingdom.ui.match.scene import MatchScene

OPENING_SECONDS, OPENING_STEP_SECONDS = 3.0, 0.3
"""Seconds for which a new game is introduced, and between the parts that appear one after another."""
OPENING_CARD_WIDTH = 170
"""Width of a card's picture in design pixels."""
HANDOFF_WIDTH, HANDOFF_HEIGHT = 660, 390


class OpeningOverlay(OverlayScene):
    """Introduces a new game for a few seconds: its board, its Kingdom Builder cards, and who starts. Any key
    or click closes it and does nothing else."""

    pauses_match = True
    backdrop_alpha = 0

    def __init__(self, match_scene: MatchScene) -> None:
        super().__init__()
        self.match_scene = match_scene
        self._elapsed_seconds = 0.0

    def enter(self, app: App) -> None:
        super().enter(app)
        self.match_scene.show_position(self.match_scene.match.game, Highlights())

    def leave(self) -> None:
        self.match_scene.show_position(None, Highlights())

    @property
    def poll_interval(self) -> float:
        return MAX_FRAME_SECONDS / 2  # a frame never counts for more than this constant

    def layout(self, size: tuple[int, int]) -> None:
        renderer, tr, match = self.app.renderer, self.app.tr, self.match_scene.match
        rects, starter = self.match_scene.rects, match.seats[match.game.start_player]
        board_parts = [rects.bar, *([] if rects.island is None else [rects.island])]
        height = min(part.top for part in board_parts) - rects.header.top - renderer.px(9)
        self.panel = pygame.Rect(rects.header.topleft, (rects.header.width, height))
        title = Label(tr("ui.opening.title"), style="heading", color="ink_soft", align="center", wrap=True)
        cards = [
            HBox(
                Image("cards", f"{card.source.group}_{card.source.name}").sized(width=OPENING_CARD_WIDTH),
                VBox(
                    Label(card.name, style="name", wrap=True),
                    Label(card.short_rule, wrap=True, valign="top"),
                ).sized(stretch=1, valign="middle"),
                gap=18,
            ).sized(stretch=1, max_height=170)
            for card in self.match_scene.side_panel.cards
        ]
        starts = HBox(
            Piece(starter.color, 60, self.app.settings.marks),
            Share(Label(tr("ui.opening.starts", player=starter.name), style="heading", wrap=True)),
            gap=18,
        )
        skip = Label(tr("ui.opening.skip"), style="small", color="ink_soft", align="center", wrap=True)
        self._steps: list[Item] = [*cards, starts]
        """The parts that appear one after another."""
        VBox(title, Spacer(), *self._steps, Spacer(), skip, gap=12, padding=24).place(renderer, self.panel)
        self.group.replace_widgets([title, *(w for step in self._steps for w in step.widgets()), skip])
        self._show_steps()

    def _show_steps(self) -> None:
        """Shows the parts whose time has come. With reduced motion, all are visible from the beginning."""
        is_static = self.app.settings.reduced_motion
        for number, step in enumerate(self._steps):
            for widget in step.widgets():
                visible = is_static or self._elapsed_seconds >= number * OPENING_STEP_SECONDS
                if widget.visible != visible:
                    widget.visible, self.app.needs_redraw = visible, True

    def update(self, seconds: float) -> bool:
        self._elapsed_seconds += seconds
        if self._elapsed_seconds >= OPENING_SECONDS:
            self.app.pop(self)
        else:
            self._show_steps()
        return False

    def covers(self, pos: tuple[int, int]) -> bool:
        return True  # pointing at anything does nothing yet

    def draw_background(self, surface: pygame.Surface) -> None:
        self.app.renderer.draw_tint(surface, self.match_scene.rects.bar, HandoffOverlay.backdrop_alpha)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type in (pygame.KEYDOWN, pygame.MOUSEBUTTONDOWN):
            self.app.pop(self)
            return True
        return False


class HandoffOverlay(OverlayScene):
    """Asks the next player to take over the screen. Only the Ready button closes this overlay; Esc opens the
    pause menu on top of it."""

    backdrop_alpha = 190

    def __init__(
        self, name: str, color: str, on_ready: Callable[[], object], on_menu: Callable[[], object]
    ) -> None:
        super().__init__()
        self.name, self.color, self._on_ready, self._on_menu = name, color, on_ready, on_menu
        self.ready_button = Button("", self.confirm_handoff, kind="primary", shortcut=pygame.K_SPACE)
        self.menu_button = Button("", self.open_menu, icon="menu")

    def enter(self, app: App) -> None:
        super().enter(app)
        app.play_sound("curtain")

    def confirm_handoff(self) -> None:
        """Handles the Ready button. The match closes the overlay afterward."""
        self._on_ready()

    def open_menu(self) -> None:
        """Opens the pause menu. Also moves the focus back to Ready, so Space confirms the handoff once the
        menu is closed."""
        self._focus_ready_button()
        self._on_menu()

    def _focus_ready_button(self) -> None:
        self.group.set_focus(self.ready_button)
        self.group.focus_visible = False

    def layout(self, size: tuple[int, int]) -> None:
        renderer, tr = self.app.renderer, self.app.tr
        self.panel = pygame.Rect(
            0,
            0,
            min(renderer.text_px(HANDOFF_WIDTH), size[0] * 9 // 10),
            min(renderer.text_px(HANDOFF_HEIGHT), size[1] * 9 // 10),
        )
        self.panel.center = (size[0] // 2, size[1] // 2)
        self.ready_button.text = tr("ui.table.curtain.ready", player=self.name)
        self.ready_button.subtitle = tr("ui.key.space")
        self.menu_button.tooltip = tr("ui.table.menu")
        explanation = Label(tr("ui.table.curtain.text"), color="ink_soft", align="center", wrap=True)
        content = VBox(
            self.menu_button.sized(width=34, height=34, align="right"),
            Piece(self.color, 104, self.app.settings.marks).sized(align="center"),
            Label(tr("ask.curtain", player=self.name), "title", align="center", wrap=True),
            explanation.sized(stretch=1),
            self.ready_button.sized(min_width=220, height=66, align="center", shrink=False),
            Spacer(16),
            padding=14,
        )
        content.place(renderer, self.panel)
        self.group.replace_widgets(content.widgets())
        self._focus_ready_button()

    def covers(self, pos: tuple[int, int]) -> bool:
        return True  # the whole match is hidden

    def on_escape(self) -> None:
        self.open_menu()


class AIFailureDialog(Dialog):
    """Shown if an AI player crashes or hangs. The game can continue with a different player in that seat."""

    pauses_match = False  # a late answer closes the dialog

    def __init__(self, app: App, match: PlayableMatch, failure: AIFailure) -> None:
        self.match, self.failure = match, failure
        seat = match.seats[failure.seat]
        kinds = [
            (kind, app.tr(f"ui.kind.{kind}"))
            for kind in (HUMAN, *AI_PLAYER_FACTORIES)
            if app.translator.has_text(f"ui.kind.{kind}")
        ]
        self.replacement_dropdown = Dropdown(
            kinds, seat.kind if any(kind == seat.kind for kind, _ in kinds) else HUMAN
        )
        text = app.tr(f"ui.trouble.{failure.kind}", player=seat.name)
        last_line = failure.details.strip().splitlines()[-1] if failure.details.strip() else ""
        buttons = [
            DialogButton(app.tr("ui.trouble.hand_over"), self._replace_player, "primary"),
            DialogButton(app.tr("ui.trouble.leave"), self._leave_to_menu),
        ]
        super().__init__(app.tr("ui.trouble.title"), f"{text}\n\n{last_line}", buttons, icon="warning")

    def compose(self) -> list[Item]:
        label = Label(self.app.tr("ui.trouble.who"), style="bold")
        return [VBox(label, self.replacement_dropdown.sized(width=300, align="left"), gap=2)]

    def on_escape(self) -> None:
        self.app.navigator.open_pause_menu(self.match)  # only the buttons close this dialog

    def _replace_player(self) -> None:
        if self.match.can(Trigger.REASSIGN_SEAT):
            self.match.reassign_seat(self.failure.seat, str(self.replacement_dropdown.value))

    def _leave_to_menu(self) -> None:
        self.app.navigator.open_main_menu()


class TurnWarningDialog(Dialog):
    """Asks for confirmation before a turn becomes final. Esc only cancels the last answer."""

    match: PlayableMatch

    def on_escape(self) -> None:
        self.app.pop(self)
        self.match.cancel_warned_answer()


class UnusedActionDialog(TurnWarningDialog):
    """Asks for confirmation before a turn ends although an unused action would earn gold."""

    def __init__(self, scene: MatchScene, warning: UnusedAction) -> None:
        tr, self.match = scene.app.tr, scene.match
        buttons = [
            DialogButton(tr("option.end_turn"), self.match.confirm_warned_answer),
            DialogButton(tr("ui.unused.stop"), self._stop_asking),
            DialogButton(tr("ui.unused.keep"), self.match.cancel_warned_answer, "primary"),
        ]
        text = tr("ui.unused.text", action=scene.app.translator.localized_name(warning.name))
        super().__init__(tr("ui.unused.title"), text, buttons, focus=2, icon="hint")

    def _stop_asking(self) -> None:
        """Ends the turn and turns the setting off."""
        self.app.settings.unused_tiles = False
        self.app.save_settings()
        self.match.confirm_warned_answer()


class TutorDialog(TurnWarningDialog):
    """Asks for confirmation before a turn that costs a lot of gold becomes final."""

    def __init__(self, scene: MatchScene, warning: TutorWarning) -> None:
        tr, match = scene.app.tr, scene.match
        self.match = match
        buttons = [
            DialogButton(tr("ui.tutor.stand"), match.confirm_warned_answer),
            DialogButton(tr("ui.tutor.back"), match.undo_warned_turn),
            DialogButton(
                tr("ui.tutor.show"), lambda: scene.app.push(BetterTurnOverlay(scene, warning)), "primary"
            ),
        ]
        text = tr("ui.tutor.text", count=round(warning.loss))
        super().__init__(tr("ui.tutor.title"), text, buttons, focus=2, icon="hint")


def confirm_leaving_attempt(app: App, on_leave: Callable[[], object]) -> None:
    """Asks before the player leaves a puzzle or a retried turn without finishing it."""
    confirm(
        app,
        app.tr("ui.table.leave.title"),
        app.tr("ui.table.leave.text"),
        app.tr("ui.table.leave.yes"),
        on_leave,
        app.tr("ui.table.leave.no"),
    )
