"""Seat rows of the New game page, with color, name, kind of player, AI style and order. A row for the seed
and the start player follows."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import pygame

from kingdom.ai.levels import LEVELS_WITH_STYLES, RATED_PLAYER_PREFIX, neighboring_levels
from kingdom.ai.play_styles import load_play_styles
from kingdom.match.game_options import DEFAULT_NAMES
from kingdom.match.seats import (
    ADD_BOT_CHOICE,
    BOT_PREFIX,
    DEFAULT_RATING,
    HUMAN,
    PLAYER_COLORS,
    SEAT_KINDS,
    SeatOptions,
    is_bot,
    rating_of_first_human,
)
from kingdom.record import MAX_PLAYER_NAME_LENGTH
from kingdom.rules.setup import MAX_PLAYERS, MIN_PLAYERS
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.game_text import seat_kind_name
from kingdom.ui.new_game.bot_dialog import BotDialog
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.layout import HBox, Item, Share, VBox
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.tooltip import Tooltip

if TYPE_CHECKING:
    from kingdom.ui.new_game.scene import NewGamePage

ROW_HEIGHT = 40
"""Height of a row in design pixels."""
RANDOM_START = -1
"""Dropdown value for a random start player."""


class ColorDropdown(Dropdown):
    """Dropdown for player colors. Shows each color as a settlement."""

    def __init__(
        self, color: str, on_change: Callable[[object], object], player_symbols: bool, tooltip: Tooltip
    ) -> None:
        super().__init__([(name, "") for name in PLAYER_COLORS], color, on_change, tooltip=tooltip)
        self.player_symbols = player_symbols

    def _draw_option(
        self, surface: pygame.Surface, renderer: Renderer, index: int, rect: pygame.Rect, right_padding: int
    ) -> None:
        color = str(self.options[index][0])
        center = (rect.left + (rect.width - right_padding) // 2 + renderer.px(4), rect.centery)
        renderer.draw_piece(surface, "settlement", color, center, rect.height * 7 // 8, self.player_symbols)


class MoveSeatButton(Button):
    """A small arrow button that moves a seat up or down."""

    def __init__(self, step: int, on_click: Callable[[], object], tooltip: str) -> None:
        super().__init__("", on_click, tooltip=tooltip)
        self.step = step

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        super().draw(surface, renderer)
        size = max(3, min(self.rect.width, self.rect.height) // 4)
        x, y = self.rect.center
        tip_y = y + self.step * size * 2 // 3
        base_y = y - self.step * size * 2 // 3
        pygame.draw.polygon(
            surface, renderer.color(self._text_color()), [(x, tip_y), (x - size, base_y), (x + size, base_y)]
        )


class SeatList:
    """Builds the seat rows. All layouts use the same seed field, so that rebuilding the widgets doesn't
    interrupt typing."""

    def __init__(self, page: NewGamePage, seed_field: TextField, on_randomize: Callable[[], object]) -> None:
        self.page, self.seed_field, self.on_randomize = page, seed_field, on_randomize

    def compose(self) -> Item:
        """Returns all rows: one per seat, one to add a seat, and one for the seed and the start player."""
        seats = self.page.game_options.seats
        rows = [self._compose_seat(index, seat) for index, seat in enumerate(seats)]
        if len(seats) < MAX_PLAYERS:
            add_button = Button(self.page.app.tr("ui.new.add"), self._add_seat, icon="person")
            rows.append(add_button.sized(height=ROW_HEIGHT))
        return VBox(*rows, self._compose_seed_and_start(), gap=8)

    def _compose_seat(self, index: int, seat: SeatOptions) -> Item:
        app, count = self.page.app, len(self.page.game_options.seats)
        tr, scale = app.tr, app.renderer.scale
        color_dropdown = ColorDropdown(
            seat.color,
            partial(self._set_color, seat),
            app.settings.marks,
            Tooltip(seat.name, tr("ui.new.colour"), sprite=("pieces", f"settlement_{seat.color}")),
        )
        remove_button = Button(
            "", partial(self._remove_seat, index), icon="cross", tooltip=tr("ui.new.remove")
        )
        remove_button.enabled = count > MIN_PLAYERS
        remove_button.disabled_reason = tr("ui.new.why.players", fewest=MIN_PLAYERS, most=MAX_PLAYERS)
        move_buttons: list[MoveSeatButton] = []
        for step in (-1, 1):
            move_button = MoveSeatButton(
                step, partial(self._move_seat, index, step), tr("ui.new.up" if step < 0 else "ui.new.down")
            )
            move_button.enabled = 0 <= index + step < count
            move_buttons.append(move_button)
        name_field = TextField(
            seat.name,
            partial(self._set_name, seat),
            max_length=MAX_PLAYER_NAME_LENGTH,
            tooltip=Tooltip(tr("ui.new.name")),
        )
        kinds = [(kind, seat_kind_name(app.translator, kind)) for kind in self._seat_kinds(seat)]
        icons: dict[object, str] = {kind: "person" if kind == HUMAN else "program" for kind, _ in kinds}
        kind = Dropdown(
            kinds,
            seat.kind,
            partial(self._set_kind, seat),
            icons=icons,
            tooltip=lambda: self._kind_tooltip(seat),
        )
        buttons = HBox(
            *(button.sized(width=30) for button in move_buttons), remove_button.sized(width=40), gap=2
        )
        choices: Item = kind
        if seat.has_style:
            style_dropdown = self._style_dropdown(seat)
            level_width, style_width = self._dropdown_widths(style_dropdown)
            choices = HBox(
                Share(kind).sized(min_width=level_width / scale),
                Share(style_dropdown).sized(min_width=style_width / scale),
                gap=8,
            ).sized(min_width=(level_width + style_width) / scale + 8)
        return HBox(
            color_dropdown.sized(width=70, shrink=False),
            Share(name_field, 4),
            Share(choices, 6).sized(min_width=choices.sizing.min_width),
            buttons.sized(shrink=False),
            gap=8,
        ).sized(height=ROW_HEIGHT)

    def _dropdown_widths(self, style_dropdown: Dropdown) -> tuple[int, int]:
        """Returns the widths of the level and style dropdowns that fit their longest names."""
        app = self.page.app
        level_names = [seat_kind_name(app.translator, level) for level in LEVELS_WITH_STYLES]
        style_names = [name for _, name in style_dropdown.options]
        level_width, style_width = (
            max(app.renderer.measure(name, "body")[0] for name in names) + app.renderer.px(42)
            for names in (level_names, style_names)
        )
        return level_width, style_width

    def _seat_kinds(self, seat: SeatOptions) -> list[str]:
        """Returns the kinds of players available for a seat: human, AI levels, known bots, and an entry to
        add a bot."""
        bots = [BOT_PREFIX + name for name in self.page.app.settings.bots]
        if is_bot(seat.kind) and seat.kind not in bots:
            bots.append(seat.kind)
        return [*SEAT_KINDS, *bots, ADD_BOT_CHOICE]

    def _style_dropdown(self, seat: SeatOptions) -> Dropdown:
        """Creates the dropdown of AI play styles."""
        tr = self.page.app.tr
        names: list[tuple[object, str]] = [("", tr("ui.style.none"))]
        names += [(style, tr(f"ui.style.{style}")) for style in load_play_styles()]
        description_key = f"ui.style.{seat.style}.about" if seat.style else "ui.style.none.about"
        return Dropdown(
            names,
            seat.style,
            partial(self._set_style, seat),
            tooltip=Tooltip(tr("ui.new.style"), tr(description_key)),
        )

    def _kind_tooltip(self, seat: SeatOptions) -> Tooltip:
        tr, icon = self.page.app.tr, "person" if seat.kind == HUMAN else "program"
        if is_bot(seat.kind):
            name = seat.kind.removeprefix(BOT_PREFIX)
            description = self.page.app.settings.bots.get(name) or tr("ui.new.bot.gone")
        else:
            description = (
                self._matched_ai_text()
                if seat.kind == RATED_PLAYER_PREFIX
                else tr(f"ui.kind.{seat.kind}.about")
            )
        return Tooltip(
            seat_kind_name(self.page.app.translator, seat.kind),
            description,
            sprite=("interface", f"icon_{icon}"),
        )

    def _matched_ai_text(self) -> str:
        """Returns a sentence about the AI level that is closest to the player's rating."""
        app = self.page.app
        rating = rating_of_first_human(self.page.game_options.seats, app.stats_service.ratings_by_name)
        lower, higher, fraction = neighboring_levels(DEFAULT_RATING if rating is None else rating)
        level_name = app.tr(f"ui.kind.{higher if fraction > 0.5 else lower}")
        if rating is None:
            return app.tr("ui.new.near.first", level=level_name)
        return app.tr("ui.new.near", points=rating, level=level_name)

    def _compose_seed_and_start(self) -> Item:
        game_options, tr = self.page.game_options, self.page.app.tr
        dice_button = Button("", self.on_randomize, icon="dice", tooltip=tr("ui.new.dice"))
        self.seed_field.tooltip = Tooltip(
            tr("ui.new.seed"), tr("ui.new.seed.tip"), sprite=("interface", "icon_dice")
        )
        names = [seat.name.strip() or str(index + 1) for index, seat in enumerate(game_options.seats)]
        options: list[tuple[object, str]] = [(RANDOM_START, tr("ui.new.start.chance"))]
        options += [(index, tr("ui.new.start.seat", name=name)) for index, name in enumerate(names)]
        current = RANDOM_START if game_options.first_seat is None else game_options.first_seat
        start_dropdown = Dropdown(options, current, self._set_start)
        start_dropdown.tooltip = lambda: Tooltip(dict(options)[start_dropdown.value], tr("ui.new.start.tip"))
        seed = HBox(
            Label(tr("ui.new.seed"), style="name"),
            Share(self.seed_field).sized(min_width=100),
            dice_button.sized(width=50),
            gap=8,
        )
        return HBox(Share(seed, 11), Share(start_dropdown, 9), gap=8).sized(height=ROW_HEIGHT)

    # --- changes

    def _add_seat(self) -> None:
        self.page.game_options.add_seat()
        self.page.options_changed()

    def _remove_seat(self, index: int) -> None:
        self.page.game_options.remove_seat(index)
        self.page.options_changed()

    def _move_seat(self, index: int, step: int) -> None:
        self.page.game_options.move_seat(index, step)
        self.page.options_changed()

    def _set_color(self, seat: SeatOptions, color: object) -> None:
        self.page.game_options.set_color(seat, str(color))
        self.page.options_changed()

    def _set_name(self, seat: SeatOptions, name: str) -> None:
        seat.name = name
        self.page.options_changed(False)

    def _set_kind(self, seat: SeatOptions, kind: object) -> None:
        if kind == ADD_BOT_CHOICE:
            app = self.page.app
            app.push(
                BotDialog(
                    app, lambda name: self._set_kind(seat, BOT_PREFIX + name), self.page.options_changed
                )
            )
            return
        seat.kind = str(kind)
        self.page.options_changed()

    def _set_style(self, seat: SeatOptions, style: object) -> None:
        """Sets the play style. If the seat still has a default name, also changes the name to match the
        style."""
        used_names = [other_seat.name for other_seat in self.page.game_options.seats]
        default_names = [
            *DEFAULT_NAMES,
            *(known_style.name for known_style in load_play_styles().values()),
        ]
        seat.style = str(style)
        names = [load_play_styles()[seat.style].name] if seat.style else DEFAULT_NAMES
        free_names = [name for name in names if name not in used_names]
        if seat.name in default_names and free_names:
            seat.name = free_names[0]
        self.page.options_changed()

    def _set_start(self, seat: object) -> None:
        assert isinstance(seat, int)
        self.page.game_options.first_seat = None if seat == RANDOM_START else seat
        self.page.options_changed(False)
