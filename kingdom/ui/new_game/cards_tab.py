"""The Cards tab, where Kingdom Builder cards and tasks are dealt at random or picked by the player. Also
contains the card widgets of the New game page."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from kingdom.match.game_options import TASK_CHOICES, TASKS_CHOSEN, TASKS_NONE
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.page import FormColumn
from kingdom.ui.new_game.deal_summary import add_dealt_cards
from kingdom.ui.widgets.base import Widget, resolve_text
from kingdom.ui.widgets.controls import RADIO_ICONS, Checkbox
from kingdom.ui.widgets.layout import Columns, Item
from kingdom.ui.widgets.tooltip import Tooltip

if TYPE_CHECKING:
    from kingdom.ui.new_game.scene import NewGamePage

CARD_SIZE = (212, 150)
"""Width and height of a card in design pixels."""


def _title_rect(renderer: Renderer, rect: pygame.Rect) -> pygame.Rect:
    inner = rect.inflate(-renderer.px(6) - 2 * renderer.px(8), -renderer.px(6) - 2 * renderer.px(6))
    return pygame.Rect(
        inner.left, inner.top, inner.width, min(renderer.line_height("name"), inner.height // 3)
    )


def equalize_title_sizes(renderer: Renderer, cards: Sequence[CardFace | CardCheckbox]) -> None:
    """Gives all cards the same title font size, which is small enough for the longest title."""
    font_px = renderer.fit_font_size(
        "name", [(resolve_text(card.text), _title_rect(renderer, card.rect)) for card in cards]
    )
    for card in cards:
        card.font_px = font_px


def draw_card_face(
    surface: pygame.Surface,
    renderer: Renderer,
    sprite_name: str,
    name: str,
    rect: pygame.Rect,
    highlighted: bool,
    font_px: int | None,
) -> pygame.Rect:
    """Draws the title and picture of a card or task. Returns the area of the picture."""
    frame = rect.inflate(-renderer.px(6), -renderer.px(6))
    renderer.draw_panel(surface, frame, "active" if highlighted else "parchment", shadow=False)
    inner = frame.inflate(-2 * renderer.px(8), -2 * renderer.px(6))
    title_rect = _title_rect(renderer, rect)
    renderer.draw_text(surface, name, title_rect, "name", align="center", valign="middle", pixels=font_px)
    return renderer.draw_sprite(
        surface,
        "cards",
        sprite_name,
        pygame.Rect(inner.left, title_rect.bottom, inner.width, inner.bottom - title_rect.bottom),
    )


class CardFace(Widget):
    """A card that is displayed but cannot be selected."""

    def __init__(self, sprite_name: str, title: str, rule: str) -> None:
        super().__init__(tooltip=rule)
        self.sprite_name, self.text = sprite_name, title
        self.font_px: int | None = None

    def titled_tooltip(self, text: str) -> Tooltip:
        return Tooltip(self.text, text, sprite=("cards", self.sprite_name))

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        draw_card_face(surface, renderer, self.sprite_name, self.text, self.rect, self.hovered, self.font_px)


class CardCheckbox(Checkbox):
    def __init__(
        self, sprite_name: str, title: str, value: bool, on_change: Callable[[bool], object], rule: str
    ) -> None:
        super().__init__(title, value, on_change, tooltip=rule)
        self.sprite_name = sprite_name
        self.font_px: int | None = None

    def titled_tooltip(self, text: str) -> Tooltip:
        return Tooltip(resolve_text(self.text), text, sprite=("cards", self.sprite_name))

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        image_rect = draw_card_face(
            surface,
            renderer,
            self.sprite_name,
            resolve_text(self.text),
            self.rect,
            self.value or self.hovered,
            self.font_px,
        )
        if self.value:
            renderer.draw_icon(
                surface,
                "checkbox_on",
                (image_rect.right - renderer.px(18), image_rect.bottom - renderer.px(18)),
                renderer.px(28),
            )


class CardGrid(Columns):
    """Cards in columns. All titles have the same font size."""

    def arrange(self, renderer: Renderer, rect: pygame.Rect) -> None:
        super().arrange(renderer, rect)
        equalize_title_sizes(
            renderer, [item for item in self.items if isinstance(item, CardFace | CardCheckbox)]
        )


def compose_cards_tab(page: NewGamePage) -> Item:
    """Returns the list of Kingdom Builder cards. If the selected expansions have tasks, they follow below."""
    column = FormColumn(page.app)
    _add_cards(page, column)
    if page.game_options.available_tasks():
        column.add_space(16)
        _add_tasks(page, column)
    return column.content()


def _add_cards(page: NewGamePage, column: FormColumn) -> None:
    tr, game_options = page.app.tr, page.game_options
    if game_options.fixed_cards:
        column.add_text(tr("ui.new.cards.fixed"))
        add_dealt_cards(page, column, "card")
        return
    column.add_checkboxes(
        [
            (
                tr("ui.new.cards.random"),
                not game_options.cards_chosen,
                partial(_set_card_mode, page, False),
                "",
            ),
            (tr("ui.new.cards.own"), game_options.cards_chosen, partial(_set_card_mode, page, True), ""),
        ],
        RADIO_ICONS,
    )
    if game_options.cards_chosen:
        cards = game_options.available_cards()
        _add_card_checkboxes(page, column, "card", cards, game_options.cards, partial(_pick_card, page))
    else:
        column.add_text(tr("ui.new.cards.note"))
        add_dealt_cards(page, column, "card")


def _add_tasks(page: NewGamePage, column: FormColumn) -> None:
    """Adds the options for how tasks are chosen, followed by the tasks themselves."""
    tr, game_options = page.app.tr, page.game_options
    column.add_text(tr("ui.new.tasks"), "heading", "ink")
    column.add_space(4)
    column.add_checkboxes(
        [
            (
                tr(f"ui.new.tasks.{kind}"),
                game_options.task_source == kind,
                partial(_set_task_source, page, kind),
                "",
            )
            for kind in TASK_CHOICES
        ],
        RADIO_ICONS,
    )
    task_count = len(page.game.config.task_cards) if page.game else 0
    if game_options.task_source != TASKS_NONE:
        column.add_text(tr("ui.new.tasks.note", count=task_count))
    if game_options.task_source == TASKS_CHOSEN:
        column.add_space(6)
        _add_card_checkboxes(
            page,
            column,
            "task",
            game_options.available_tasks(),
            game_options.tasks,
            partial(_pick_task, page, task_count),
        )
    else:
        add_dealt_cards(page, column, "task")


def _add_card_checkboxes(
    page: NewGamePage,
    column: FormColumn,
    kind: str,
    names: Sequence[str],
    selected: Sequence[str],
    on_pick: Callable[[str, bool], object],
) -> None:
    """Adds rows of cards or tasks to choose from."""
    tr = page.translator.tr
    checkboxes = [
        CardCheckbox(
            f"{kind}_{name}",
            tr(f"{kind}.{name}"),
            name in selected,
            partial(on_pick, name),
            tr(f"{kind}.{name}.rule"),
        ).sized(height=CARD_SIZE[1])
        for name in names
    ]
    min_columns = max(2, len(names) if len(names) < 4 else 0)
    column.add(CardGrid(*checkboxes, min_width=CARD_SIZE[0], min_columns=min_columns))


def _set_card_mode(page: NewGamePage, by_hand: bool, _: bool) -> None:
    page.game_options.cards_chosen = by_hand
    page.options_changed()


def _pick_card(page: NewGamePage, card: str, _: bool) -> None:
    page.game_options.toggle_card(card)
    page.options_changed()


def _set_task_source(page: NewGamePage, kind: str, _: bool) -> None:
    page.game_options.task_source = kind
    page.options_changed()


def _pick_task(page: NewGamePage, max_tasks: int, task: str, _: bool) -> None:
    page.game_options.toggle_task(task, max_tasks)
    page.options_changed()
