"""The Board tab. It contains the board sources, the map list with filter and favorites, the section gallery
with drag and drop, the options of the map generator, and the islands."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

import pygame

from kingdom.json_codec import to_json
from kingdom.maps import tiled
from kingdom.maps.generator import AMOUNT_PERCENT
from kingdom.maps.library import CustomMap, MapFile
from kingdom.match.game_options import (
    BOARD_FIRST_GAME,
    BOARD_GENERATED,
    BOARD_MAP,
    BOARD_SECTIONS,
    BOARD_SOURCES,
    RANDOM,
    required_expansions,
)
from kingdom.rules.board import TerrainGrid, strip_rotation
from kingdom.rules.registry import EXPANSIONS, ISLANDS, SECTIONS
from kingdom.ui.board.map_row import MapRow
from kingdom.ui.board.render_queue import Thumbnails
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.app import App
from kingdom.ui.framework.page import CheckboxSpec, FormColumn
from kingdom.ui.new_game.deal_summary import add_dealt_sections, tile_rules
from kingdom.ui.panels.symbols import draw_star
from kingdom.ui.widgets.base import Clickable, Widget, resolve_text
from kingdom.ui.widgets.controls import CHECKBOX_ICONS, RADIO_ICONS, Button, Checkbox, Label
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.layout import Columns, Grid, HBox, Item, Share, Size

if TYPE_CHECKING:
    from kingdom.ui.new_game.scene import NewGamePage

FILTER_ALL, FILTER_OWN, FILTER_FAVORITES = "", "own", "liked"
FAVORITE_STAR_SIZE = 30
"""Size of the favorite star in design pixels."""


class FavoriteButton(Clickable):
    """A star button that marks a map or section as a favorite."""

    def __init__(self, page: NewGamePage, item_name: str) -> None:
        super().__init__(tooltip=lambda: page.app.tr("ui.new.unlike" if self.is_favorite else "ui.new.like"))
        self.page, self.item_name = page, item_name

    @property
    def is_favorite(self) -> bool:
        """True if the player has marked the map or section as a favorite."""
        return self.item_name in self.page.app.settings.favourites

    def activate(self) -> bool:
        app = self.page.app
        favorites = app.settings.favourites
        app.settings.favourites = (
            [*favorites, self.item_name]
            if not self.is_favorite
            else [name for name in favorites if name != self.item_name]
        )
        app.save_settings()
        self.page.options_changed()
        return True

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        size = min(self.rect.size) * (9 if self.hovered else 7) // 10
        draw_star(surface, renderer, self.is_favorite, self.rect.center, size, "text_soft")


def add_map_filter(
    page: NewGamePage, column: FormColumn, expansions: Iterable[str], has_custom: bool
) -> None:
    """Adds the dropdown that filters a list of maps or sections."""
    tr = page.app.tr
    options: list[tuple[object, str]] = [
        (FILTER_ALL, tr("ui.new.show.all")),
        (FILTER_FAVORITES, tr("ui.new.show.liked")),
    ]
    if has_custom:
        options.append((FILTER_OWN, tr("ui.new.show.own")))
    options += [
        (expansion, tr(f"box.{expansion}")) for expansion in EXPANSIONS if expansion in set(expansions)
    ]
    if page.map_filter not in [value for value, _ in options]:
        page.map_filter = FILTER_ALL
    dropdown = Dropdown(options, page.map_filter, partial(_set_filter, page), tr("ui.new.show"))
    column.add(dropdown)


def _set_filter(page: NewGamePage, value: object) -> None:
    page.map_filter = str(value)
    page.options_changed()


def matches_map_filter(page: NewGamePage, item_name: str, expansions: Iterable[str], is_custom: bool) -> bool:
    """Returns True if a map or section passes the current filter. `expansions` are the expansions it uses.
    `is_custom` is True if the player made it."""
    if page.map_filter == FILTER_FAVORITES:
        return item_name in page.app.settings.favourites
    if page.map_filter == FILTER_OWN:
        return is_custom
    return page.map_filter in (FILTER_ALL, *expansions)


THUMBNAIL_SIZE = (124, 108)
"""Size of the image in design pixels. Does not include the name below it."""
DRAG_THRESHOLD = 12
"""Distance that the mouse must move for a press to become a drag, in design pixels."""


class SectionThumbnail(Button):
    """Picture of a section. It can be clicked or dragged onto the board."""

    def __init__(
        self,
        title: str,
        grid: TerrainGrid,
        is_used: bool,
        on_drop: Callable[[tuple[int, int] | None], object],
        on_drag: Callable[[tuple[int, int] | None], object],
        thumbnails: Thumbnails,
        favorite_button: Widget,
    ) -> None:
        super().__init__(title, lambda: on_drop(None))
        self.grid, self.is_used, self.on_drop, self.on_drag, self.thumbnails = (
            grid,
            is_used,
            on_drop,
            on_drag,
            thumbnails,
        )
        self.children = [favorite_button]
        self._press_pos: tuple[int, int] | None = None
        self._drag_pos: tuple[int, int] | None = None
        """Mouse position during a drag, otherwise None."""

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        return width, width * THUMBNAIL_SIZE[1] // THUMBNAIL_SIZE[0] + renderer.line_height("small")

    def place(self, renderer: Renderer, rect: pygame.Rect) -> None:
        """Places the thumbnail and requests its image."""
        super().place(renderer, rect)
        size = renderer.px(FAVORITE_STAR_SIZE)
        self.children[0].place(renderer, pygame.Rect(rect.right - size, rect.top, size, size))
        self.thumbnails.request((self.grid, self._image_size(renderer)))

    def _image_size(self, renderer: Renderer) -> tuple[int, int]:
        return self.rect.width - renderer.px(8), self.rect.height - renderer.line_height(
            "small"
        ) - renderer.px(8)

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.MOUSEBUTTONDOWN and event.button == 1:
            self._press_pos = event.pos
            return True
        if event.type == pygame.MOUSEMOTION and self.pressed and self._press_pos is not None:
            moved_far = max(
                abs(event.pos[0] - self._press_pos[0]), abs(event.pos[1] - self._press_pos[1])
            ) >= self.renderer.px(DRAG_THRESHOLD)
            if moved_far or self._drag_pos is not None:
                self._drag_pos = event.pos
                self.on_drag(event.pos)
            return self._drag_pos is not None
        if event.type == pygame.MOUSEBUTTONUP and event.button == 1 and self._drag_pos is not None:
            self._press_pos = self._drag_pos = None
            self.on_drag(None)
            self.on_drop(event.pos)
            return True
        return super().handle(event)

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        self.truncated_texts.clear()
        if self.is_used or self.hovered:
            renderer.draw_panel(surface, self.rect, "active" if self.is_used else "parchment", shadow=False)
        image = self.thumbnails.get((self.grid, self._image_size(renderer)))
        image_rect = pygame.Rect(
            self.rect.left, self.rect.top + renderer.px(4), self.rect.width, self._image_size(renderer)[1]
        )
        if image is not None:
            surface.blit(image, image.get_rect(center=image_rect.center))
        text_rect = pygame.Rect(
            self.rect.left, image_rect.bottom, self.rect.width, renderer.line_height("small")
        )
        self.draw_text(surface, renderer, resolve_text(self.text), text_rect, "small", "ink", "center")
        self.children[0].draw(surface, renderer)

    def draw_overlay(self, surface: pygame.Surface, renderer: Renderer) -> None:
        image = self.thumbnails.get((self.grid, self._image_size(renderer)))
        if self._drag_pos is not None and image is not None:
            surface.blit(image, image.get_rect(center=self._drag_pos))


def compose_board_tab(page: NewGamePage) -> Item:
    """Returns the list of board sources and the options for the selected source."""
    tr, game_options = page.app.tr, page.game_options
    column = FormColumn(page.app)
    entries = [
        (
            tr(f"ui.new.board.{kind}"),
            game_options.board == kind,
            partial(_select_board, page, kind),
            tr(f"ui.new.board.{kind}.tip"),
        )
        for kind in BOARD_SOURCES
    ]
    for first in range(0, len(entries) - 1, 2):
        column.add_checkboxes(entries[first : first + 2], RADIO_ICONS)
    _add_last_source_and_editor_button(page, column, entries[-1])
    column.add_space(6)
    if game_options.board == BOARD_MAP:
        _add_maps(page, column)
    elif game_options.board == BOARD_SECTIONS:
        _add_section_slots(page, column)
    elif game_options.board == BOARD_GENERATED:
        _add_generator_options(page, column)
    if game_options.board in (RANDOM, BOARD_SECTIONS):
        _add_replacement_sections(page, column)
    if game_options.available_islands():
        _add_island(page, column)
    if game_options.board in (RANDOM, BOARD_FIRST_GAME):
        add_dealt_sections(page, column)
    return column.content()


def _add_last_source_and_editor_button(page: NewGamePage, column: FormColumn, entry: CheckboxSpec) -> None:
    """Adds the last board source and the map editor button. They share a row if both fit, to leave more space
    for the pictures below."""
    text, value, on_change, tooltip = entry
    checkbox = Checkbox(text, value, on_change, tooltip, "name", icons=RADIO_ICONS)
    editor_button = Button(page.app.tr("ui.studio.draw"), page.open_map_editor, icon="pencil")
    column.add(Columns(checkbox.sized(height=42), editor_button.sized(height=42), gap=8))


def _select_board(page: NewGamePage, kind: str, _: bool) -> None:
    page.game_options.board, page.map_filter = kind, FILTER_ALL
    page.options_changed()


# --- complete maps


def _add_maps(page: NewGamePage, column: FormColumn) -> None:
    """Lists the maps. A broken map is disabled and shows its error."""
    tr = page.app.tr
    if not page.maps and page.is_loading_maps:
        column.add_text(tr("ui.new.why.reading"))
        return
    expansions_by_map = {file.name: required_expansions(file.grid) if file.grid else [] for file in page.maps}
    all_expansions = {expansion for expansions in expansions_by_map.values() for expansion in expansions}
    add_map_filter(page, column, all_expansions, any(file.is_custom for file in page.maps))
    visible_files = [
        file
        for file in page.maps
        if matches_map_filter(page, file.name, expansions_by_map[file.name], file.is_custom)
    ]
    if not visible_files:
        column.add_text(tr("ui.new.show.none"), "small")
    for file in visible_files:
        name = map_name(page.app, file)
        if file.is_custom:
            name = f"{name} ({tr('ui.new.level.own')})"
        description = file.error or map_description(page.app, file)
        is_selected = page.game_options.map_name == file.name
        column.add(
            MapRow(
                name,
                description,
                file.grid,
                page.thumbnails,
                is_selected,
                partial(_select_map, page, file),
                str(file.path),
                trailing=[FavoriteButton(page, file.name)],
                error=(file.error or "") if file.grid is None else "",
            )
        )


def map_description(app: App, file: MapFile) -> str:
    """Returns the two-line description of a map that comes with the game."""
    key = f"ui.level.{file.path.stem}.about"
    return app.tr(key) if not file.is_custom and app.translator.has_text(key) else ""


def map_name(app: App, file: MapFile) -> str:
    """Returns the name of a map. Maps that come with the game have a translated name. Other maps use the
    author's title or the file name."""
    key = f"ui.level.{file.path.stem}"
    if app.translator.has_text(key) and not file.is_custom:
        return app.tr(key)
    return file.title or tiled.map_title(file.path.stem)


def _select_map(page: NewGamePage, file: MapFile, _: bool) -> None:
    page.game_options.map_name = file.name
    page.options_changed()


# --- hand-picked sections


def _add_section_slots(page: NewGamePage, column: FormColumn) -> None:
    """Adds a row for each of the four section slots, with a dropdown for the section and a button to rotate
    it."""
    tr = page.app.tr
    options: list[tuple[object, str]] = [(section.name, section.title) for section in page.custom_sections]
    options += [(name, tr(f"section.{name}")) for name in page.game_options.available_sections()]
    listed_names = {name for name, _ in options}
    options += [
        (name, name) for name in map(strip_rotation, page.game_options.sections) if name not in listed_names
    ]
    slots = []
    for slot, section in enumerate(page.game_options.sections):
        dropdown = Dropdown(options, strip_rotation(section), partial(_set_section, page, slot))
        rotate_button = Button(
            "", partial(page.rotate_section, slot), icon="turn_left", tooltip=tr("ui.new.turn")
        )
        slots.append(HBox(Share(dropdown), rotate_button, gap=8))
    column.add(Grid((1, 1), *slots, gap=8))
    _add_gallery(page, column)


def _add_gallery(page: NewGamePage, column: FormColumn) -> None:
    """Adds thumbnails of all sections. The player's own sections come first."""
    tr, game_options = page.app.tr, page.game_options
    sections = {section.name: (section.title, section.grid) for section in page.custom_sections}
    sections |= {name: (tr(f"section.{name}"), SECTIONS[name]) for name in game_options.available_sections()}
    column.add_space(4)
    column.add_text(tr("ui.new.gallery"), "small")
    used_names = [strip_rotation(section) for section in game_options.sections]
    expansion_of = {
        name: expansion for expansion in game_options.expansions for name in EXPANSIONS[expansion].sections
    }
    add_map_filter(page, column, expansion_of.values(), bool(page.custom_sections))
    section_thumbnails = [
        SectionThumbnail(
            title,
            grid,
            name in used_names,
            partial(_drop_section, page, name),
            page.highlight_slot,
            page.thumbnails,
            FavoriteButton(page, name),
        )
        for name, (title, grid) in sections.items()
        if matches_map_filter(page, name, [expansion_of.get(name, "")], name not in expansion_of)
    ]
    if not section_thumbnails:
        column.add_text(tr("ui.new.show.none"), "small")
    column.add(Columns(*section_thumbnails, min_width=THUMBNAIL_SIZE[0], min_columns=2))


def _drop_section(page: NewGamePage, name: str, pos: tuple[int, int] | None) -> None:
    slot = page.next_slot() if pos is None else page.slot_at(pos)
    if slot is not None:
        page.game_options.place_section(slot, name)
        page.options_changed()


def _set_section(page: NewGamePage, slot: int, name: object) -> None:
    page.game_options.place_section(slot, str(name))
    page.options_changed()


# --- custom sections that replace original sections


def _add_replacement_sections(page: NewGamePage, column: FormColumn) -> None:
    """Lists the player's sections that can replace an original section."""
    for section in page.custom_sections:
        if section.replaces_section not in page.game_options.available_sections():
            continue
        original_name = page.app.tr(f"section.{section.replaces_section}")
        row = MapRow(
            section.title,
            page.app.tr("ui.new.stands_for", section=original_name),
            section.grid,
            page.thumbnails,
            page.game_options.section_replacements.get(section.replaces_section) == section.name,
            partial(_toggle_replacement, page, section),
            str(section.path),
            CHECKBOX_ICONS,
        )
        column.add(row)


def _toggle_replacement(page: NewGamePage, section: CustomMap, enabled: bool) -> None:
    if enabled:
        page.game_options.section_replacements[section.replaces_section] = section.name
    else:
        page.game_options.section_replacements.pop(section.replaces_section, None)
    page.options_changed()


# --- generated map


def _add_generator_options(page: NewGamePage, column: FormColumn) -> None:
    tr = page.app.tr
    for name, value in to_json(page.game_options.generator_options).items():
        keys = [f"{name}.{amount}" for amount in AMOUNT_PERCENT]
        amounts: list[tuple[object, str]] = [
            (amount, tr(f"ui.new.grown.{key}")) for amount, key in zip(AMOUNT_PERCENT, keys, strict=True)
        ]
        dropdown = Dropdown(amounts, value, partial(_set_generator_option, page, name))
        column.add_row(Label(tr(f"ui.new.grown.{name}"), style="name"), dropdown)


def _set_generator_option(page: NewGamePage, option: str, amount: object) -> None:
    generator_options = replace(page.game_options.generator_options, **{option: str(amount)})
    page.game_options.generator_options = generator_options
    page.options_changed()


# --- island


def _add_island(page: NewGamePage, column: FormColumn) -> None:
    """Lists the available islands with their pictures and tile rules."""
    tr = page.app.tr
    column.add_space(6)
    column.add_text(tr("ui.new.island"), "name", "ink")
    islands: list[tuple[str, str, TerrainGrid | None, str]] = [("", tr("ui.new.island.chance"), None, "")]
    islands += [
        (side, tr(f"tile.{side}"), ISLANDS[side], "") for side in page.game_options.available_islands()
    ]
    islands += [(island.name, island.title, island.grid, str(island.path)) for island in page.custom_islands]
    for name, title, grid, path in islands:
        description = "\n".join(tile_rules(page.translator, grid)) if grid else tr("ui.new.island.tip")
        row = MapRow(
            title,
            description,
            grid,
            page.thumbnails,
            page.game_options.island == name,
            partial(_select_island, page, name),
            path,
        )
        column.add(row)


def _select_island(page: NewGamePage, name: str, _: bool) -> None:
    page.game_options.island = name
    page.options_changed()
