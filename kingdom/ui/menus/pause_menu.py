"""The pause menu of a match (resume, save, players, review, settings, rules, seed code, restart, leave) and
the dialogs for saving a game and for changing its players."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from kingdom.files import sanitize_line
from kingdom.learn.daily_challenge import is_running_challenge
from kingdom.match.game_options import InvalidOptions, check_player_names
from kingdom.match.interface import PlayableMatch
from kingdom.match.seats import BOT_PREFIX, FIXED_SEAT_KINDS, HUMAN, Seat
from kingdom.match.seed_codes import format_seed
from kingdom.match.state_machine import Trigger
from kingdom.record import MAX_PLAYER_NAME_LENGTH
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog, DialogButton, confirm, show_message
from kingdom.ui.framework.scene import OverlayScene
from kingdom.ui.game_text import seat_kind_name, start_error_text
from kingdom.ui.widgets import clipboard
from kingdom.ui.widgets.controls import Button, Label, Piece
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.layout import HBox, Item, Share, VBox, place_centered, two_columns
from kingdom.ui.widgets.text_field import TextField

MENU_WIDTH, BUTTON_HEIGHT = 720, 56
"""Width of the menu and height of its buttons, in design pixels."""
MAX_SAVE_NAME_LENGTH = 60
"""Maximum number of characters in the name of a save."""


class PauseMenu(OverlayScene):
    """Menu over a match, with a large Resume button and two columns of other buttons."""

    pauses_match = True
    prewarms_ai = True

    def __init__(self, match: PlayableMatch) -> None:
        super().__init__()
        self.match = match
        self.title_label = Label("", style="title", align="center")
        self.status_label = Label("", style="small", align="center", color="ink_soft", wrap=True)
        self.resume_button = Button("", self.resume, kind="primary", icon="arrow_right")
        self.action_buttons = {
            "save": Button("", self.open_save_dialog, icon="save"),
            "players": Button("", self.open_players_dialog, icon="person"),
            "review": Button("", self.open_review, icon="clock"),
            "settings": Button("", self.open_settings, icon="settings"),
            "rules": Button("", self.open_rules, icon="help"),
            "code": Button("", self.copy_seed, icon="pencil"),
            "restart": Button("", self.restart, icon="turn_left"),
            "leave": Button("", lambda: self.app.navigator.open_main_menu(), icon="arrow_left"),
            "quit": Button("", self.quit, icon="cross"),
        }

    @property
    def buttons(self) -> list[Button]:
        return [self.resume_button, *self.action_buttons.values()]

    def layout(self, size: tuple[int, int]) -> None:
        tr = self.app.tr
        self.title_label.text = tr("ui.pause.title")
        save_store = self.match.save_store
        save_error = save_store.save_error if save_store is not None else None
        self.status_label.text = (
            tr("ui.pause.saved") if save_error is None else tr("ui.table.not_saved", reason=save_error)
        )
        self.resume_button.text = tr("ui.pause.resume")
        for name, button in self.action_buttons.items():
            button.text = tr(f"ui.pause.{name}")
            button.tooltip = tr(f"ui.pause.{name}.tip")
        players_button = self.action_buttons["players"]
        players_button.enabled = self.match.can(Trigger.REASSIGN_SEAT)
        players_button.disabled_reason = tr("ui.pause.players.why")
        if is_running_challenge(self.match.record, self.app.today()):
            for name in ("code", "restart"):
                button = self.action_buttons[name]
                button.enabled, button.disabled_reason = False, tr("ui.daily.running")
        buttons = [button.sized(height=BUTTON_HEIGHT) for button in self.buttons]
        box = VBox(
            self.title_label,
            two_columns(buttons, gap=12).sized(stretch=1),
            self.status_label,
            gap=12,
            padding=28,
        )
        self.panel = place_centered(self.app.renderer, box, size, MENU_WIDTH, margin=12)
        self.group.replace_widgets(box.widgets())
        if self.group.focus is None:
            self.group.set_focus(self.resume_button)

    def resume(self) -> None:
        self.app.pop(self)

    def open_save_dialog(self) -> None:
        """Asks for a name and saves a copy of the match."""
        self.app.push(SaveDialog(self.app, self.match))

    def open_players_dialog(self) -> None:
        """Lets the players change their names and who plays each seat."""
        self.app.push(PlayersDialog(self.app, self.match, self.change_players))

    def change_players(self, seats: Sequence[Seat]) -> None:
        """Closes this menu and changes the seats of the match."""
        self.resume()
        if self.match.can(Trigger.REASSIGN_SEAT):
            self.match.change_seats(seats)

    def open_review(self) -> None:
        """Opens a review of the game so far. Cards that the player may not see stay hidden."""
        match, save_store = self.match, self.match.save_store
        self.app.navigator.open_review(
            match.record, save_store.file_of_game(match.record) if save_store else None, match.viewer_seat
        )

    def open_settings(self) -> None:
        """Opens the settings. Changes apply to the match immediately."""
        self.app.navigator.open_settings()

    def open_rules(self) -> None:
        self.app.navigator.open_rules()

    def copy_seed(self) -> None:
        """Copies the seed code of this game to the clipboard."""
        code = format_seed(self.match.record.setup.seed)
        clipboard.copy(code)
        self.app.toast(self.app.tr("ui.pause.code.done", code=code))

    def restart(self) -> None:
        """Asks for confirmation, then restarts the game with the same setup."""
        tr = self.app.tr
        confirm(
            self.app,
            tr("ui.pause.restart.title"),
            tr("ui.pause.restart.text"),
            tr("ui.pause.restart.yes"),
            lambda: self.app.navigator.restart_game(self.match),
        )

    def quit(self) -> None:
        """Quits the program. The game is saved and can be continued later."""
        self.app.quit()


class PlayersDialog(Dialog):
    """Changes the names of the players, the AI levels, and the seats that humans play."""

    def __init__(self, app: App, match: PlayableMatch, on_change: Callable[[Sequence[Seat]], object]) -> None:
        self.match, self._on_change = match, on_change
        self.name_fields = [TextField(seat.name, max_length=MAX_PLAYER_NAME_LENGTH) for seat in match.seats]
        self.kind_dropdowns = [
            Dropdown(
                [(kind, seat_kind_name(app.translator, kind)) for kind in self._kinds(app, seat)],
                seat.kind,
                icons={kind: "person" if kind == HUMAN else "program" for kind in self._kinds(app, seat)},
            )
            for seat in match.seats
        ]
        dialog_buttons = [
            DialogButton(app.tr("ui.ok"), lambda: self._on_change(self._seats()), "primary"),
            DialogButton(app.tr("ui.cancel")),
        ]
        changed = match.record.seats_changed
        text = app.tr("ui.players.uncounted" if changed else "ui.players.text")
        super().__init__(app.tr("ui.players.title"), text, dialog_buttons, focus=1)

    @staticmethod
    def _kinds(app: App, seat: Seat) -> list[str]:
        """Returns the kinds of players to choose from: human, AI levels, known bots, and the current kind."""
        bots = [BOT_PREFIX + name for name in app.settings.bots]
        return list(dict.fromkeys([*FIXED_SEAT_KINDS, *bots, seat.kind]))

    def _seats(self) -> list[Seat]:
        """Returns the seats as they are set in the dialog."""
        return [
            replace(seat, name=sanitize_line(name_field.text), kind=str(dropdown.value))
            for seat, name_field, dropdown in zip(
                self.match.seats, self.name_fields, self.kind_dropdowns, strict=True
            )
        ]

    def compose(self) -> list[Item]:
        marks = self.app.settings.marks
        rows = [
            HBox(Piece(seat.color, 34, marks), Share(name_field, 2), Share(dropdown, 3), gap=10).sized(
                height=40
            )
            for seat, name_field, dropdown in zip(
                self.match.seats, self.name_fields, self.kind_dropdowns, strict=True
            )
        ]
        return [VBox(*rows, Label(self._problem, style="small", color="text_error"), gap=6)]

    def _problem(self) -> str:
        """Returns the reason why the names can't be used. Empty if they can."""
        try:
            check_player_names([seat.name for seat in self._seats()])
        except InvalidOptions as error:
            return start_error_text(self.app.translator, error)
        return ""

    def update(self, seconds: float) -> bool:
        is_valid = not self._problem() and self._seats() != list(self.match.seats)
        if is_valid != self.buttons[0].enabled:
            self.buttons[0].enabled, self.app.needs_redraw = is_valid, True
        return super().update(seconds)


class SaveDialog(Dialog):
    """Asks for a name and saves the game. Warns if this would overwrite an existing save."""

    def __init__(self, app: App, match: PlayableMatch) -> None:
        self.match = match
        self._displayed_warning = ""
        self.name_field = TextField(
            self._suggested_name(app, match),
            self._on_name_changed,
            max_length=MAX_SAVE_NAME_LENGTH,
            on_enter=lambda: self.buttons[0].activate(),
            select_all=True,
        )
        dialog_buttons = [
            DialogButton(app.tr("ui.save.do"), self._write_save, "primary"),
            DialogButton(app.tr("ui.cancel")),
        ]
        super().__init__(app.tr("ui.save.title"), app.tr("ui.save.text"), dialog_buttons)

    @staticmethod
    def _suggested_name(app: App, match: PlayableMatch) -> str:
        """Returns a name made up of the players and the round. If it would be too long, a count replaces the
        last players."""
        names = [seat.name for seat in match.seats]
        for count in range(len(names), 0, -1):
            players = app.translator.format_list(names[:count])
            if count < len(names):
                players += f" + {len(names) - count}"
            text = app.tr("ui.save.suggestion", players=players, round=match.game.round)
            if len(text) <= MAX_SAVE_NAME_LENGTH:
                break
        return text

    def enter(self, app: App) -> None:
        super().enter(app)
        self.group.set_focus(self.name_field)
        self._on_name_changed(self.name_field.text)
        if self.match.save_store is not None:
            self.match.save_store.refresh_names_async()

    def compose(self) -> list[Item]:
        return [
            VBox(self.name_field, Label(self._overwrite_warning, style="small", color="text_error"), gap=4)
        ]

    def _overwrite_warning(self) -> str:
        save_store, name = self.match.save_store, self.name_field.text.strip()
        exists = bool(name) and save_store is not None and save_store.is_name_taken(name)
        return self.app.tr("ui.save.overwrites") if exists else ""

    def _on_name_changed(self, text: str) -> None:
        self.buttons[0].enabled = bool(text.strip())

    def update(self, seconds: float) -> bool:
        if self._overwrite_warning() != self._displayed_warning:  # the list of saves has now been loaded
            self._displayed_warning, self.app.needs_redraw = self._overwrite_warning(), True
        return super().update(seconds)

    def _write_save(self) -> None:
        app, save_store = self.app, self.match.save_store
        if save_store is None:
            show_message(app, app.tr("ui.save.failed"), app.tr("ui.save.nowhere"), icon="warning")
            return
        save_store.save_as_async(self.match.record, self.name_field.text.strip())
