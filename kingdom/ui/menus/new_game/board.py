"""The tab of the board: by chance, the suggested first game, new land, a whole map, or sections by hand; and
the side of the island."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom import tiled
from kingdom.match.choices import BOARDS, BY_HAND, FIRST, GROWN, MAP, RANDOM, boxes_of
from kingdom.match.map_files import MapFile
from kingdom.match.own_sections import SectionFile
from kingdom.rules.board import Grid, unturned
from kingdom.rules.registry import BOXES, ISLANDS, SECTIONS
from kingdom.studio.grow import AMOUNTS, read_wishes
from kingdom.ui.board.land_row import LandRow
from kingdom.ui.menus.new_game.dealt import dealt_sections, rules_of
from kingdom.ui.menus.new_game.desk import NewGamePage
from kingdom.ui.menus.new_game.favourites import ALL, Star, choose_which, is_shown
from kingdom.ui.menus.new_game.gallery import SectionTile, lay_tiles
from kingdom.ui.scene.column import RADIO, TICK, Column, Entry
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.basic import Button, Label, Toggle
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.widget import Widget


def build_board(desk: NewGamePage, room: pygame.Rect, row: int) -> tuple[list[Widget], int]:
    """Where the land comes from, and what there is to choose then."""
    say, choices = desk.app.say, desk.choices
    column = Column(desk.app, room, row)
    entries = [
        (
            say(f"ui.new.board.{kind}"),
            choices.board == kind,
            _choose_board(desk, kind),
            say(f"ui.new.board.{kind}.tip"),
        )
        for kind in BOARDS
    ]
    for first in range(0, len(entries) - 1, 2):
        column.toggles(entries[first : first + 2], RADIO)
    _last_and_draw(desk, column, entries[-1])
    column.gap(6)
    if choices.board == MAP:
        _maps(desk, column)
    elif choices.board == BY_HAND:
        _sections(desk, column)
    elif choices.board == GROWN:
        _wishes(desk, column)
    if choices.board in (RANDOM, BY_HAND):
        _stand_ins(desk, column)
    if choices.possible_islands():
        _island(desk, column)
    if choices.board in (RANDOM, FIRST):
        dealt_sections(desk, column)
    return column.widgets, column.height


def _last_and_draw(desk: NewGamePage, column: Column, entry: Entry) -> None:
    """The last way to a board and the one to the studio, beside each other if they fit, so that the pictures
    below begin higher."""
    look, (words, value, change, tip) = desk.app.look, entry
    draw = desk.app.say("ui.studio.draw")
    widest = max(look.measure(words, "name")[0], look.measure(draw, "button")[0]) + look.px(64)
    places = column.line(2) if 2 * widest < column.room.width else [*column.line(), *column.line()]
    column.widgets += [
        Toggle(words, value, change, places[0], tip, "name", icons=RADIO),
        Button(draw, desk.draw_land, places[1], "pencil"),
    ]


def _choose_board(desk: NewGamePage, kind: str) -> Callable[[bool], None]:
    def choose(_: bool) -> None:
        desk.choices.board, desk.lands = kind, ALL
        desk.changed()

    return choose


# --- whole maps


def _maps(desk: NewGamePage, column: Column) -> None:
    """The whole maps; a broken one says why it cannot be chosen."""
    say = desk.app.say
    if not desk.maps and desk.reading:
        column.words(say("ui.new.why.reading"))
        return
    needs = {file.name: boxes_of(file.grid) if file.grid else [] for file in desk.maps}
    every = {box for boxes in needs.values() for box in boxes}
    choose_which(desk, column, every, any(file.own for file in desk.maps))
    shown = [file for file in desk.maps if is_shown(desk, file.name, needs[file.name], file.own)]
    if not shown:
        column.words(say("ui.new.show.none"), "small")
    for file in shown:
        name = map_name(desk.app, file)
        if file.own:
            name = f"{name} ({say('ui.new.level.own')})"
        about = file.broken or map_about(desk.app, file)
        chosen = desk.choices.level == file.name
        row = LandRow(name, about, file.grid, chosen, _choose_map(desk, file), str(file.path))
        row.children = [Star(desk, file.name)]
        if file.grid is None:
            row.enabled, row.why = False, file.broken
        column.add(
            row, row.lay(desk.app.look, desk.thumbnails, column.room.left, column.top, column.room.width)
        )


def map_about(app: Host, file: MapFile) -> str:
    """What a map of ours is about, in two lines."""
    key = f"ui.level.{file.path.stem}.about"
    return app.say(key) if not file.own and app.texts.has(key) else ""


def map_name(app: Host, file: MapFile) -> str:
    """A map's name: of ours in the player's language, else as its author calls it, or its file."""
    key = f"ui.level.{file.path.stem}"
    if app.texts.has(key) and not file.own:
        return app.say(key)
    return file.title or tiled.title(file.path.stem)


def _choose_map(desk: NewGamePage, file: MapFile) -> Callable[[bool], None]:
    def choose(_: bool) -> None:
        desk.choices.level = file.name
        desk.changed()

    return choose


# --- sections by hand


def _sections(desk: NewGamePage, column: Column) -> None:
    """Four places as they lie, each with a list of sections and a button to turn it."""
    say, gap = desk.app.say, desk.app.look.px(8)
    options: list[tuple[object, str]] = [(section.name, section.title) for section in desk.own_sections]
    options += [(name, say(f"section.{name}")) for name in desk.choices.possible_sections()]
    there = {name for name, _ in options}
    options += [(name, name) for name in map(unturned, desk.choices.sections) if name not in there]
    for first in (0, 2):
        for place, line in enumerate(column.line(2), first):
            choice = Choice(options, unturned(desk.choices.sections[place]), _put_section(desk, place))
            choice.rect = pygame.Rect(line.left, line.top, line.width - line.height - gap, line.height)
            turn = Button("", _turn_section(desk, place), icon="turn_left", tooltip=say("ui.new.turn"))
            turn.rect = pygame.Rect(line.right - line.height, line.top, line.height, line.height)
            column.widgets += [choice, turn]
    _gallery(desk, column)


def _gallery(desk: NewGamePage, column: Column) -> None:
    """All sections as pictures, one's own first."""
    say, choices = desk.app.say, desk.choices
    there = {section.name: (section.title, section.grid) for section in desk.own_sections}
    there |= {name: (say(f"section.{name}"), SECTIONS[name]) for name in choices.possible_sections()}
    column.gap(4)
    column.words(say("ui.new.gallery"), "small")
    lying = [unturned(section) for section in choices.sections]
    box_of = {name: box for box in choices.boxes for name in BOXES[box].sections}
    choose_which(desk, column, box_of.values(), bool(desk.own_sections))
    tiles = [
        SectionTile(
            title, grid, name in lying, _drop(desk, name), desk.aim, desk.thumbnails, Star(desk, name)
        )
        for name, (title, grid) in there.items()
        if is_shown(desk, name, [box_of.get(name, "")], name not in box_of)
    ]
    if not tiles:
        column.words(say("ui.new.show.none"), "small")
    height = lay_tiles(desk.app.look, tiles, column.room, column.top)
    column.widgets += tiles
    column.top += height


def _drop(desk: NewGamePage, name: str) -> Callable[[tuple[int, int] | None], None]:
    def drop(pos: tuple[int, int] | None) -> None:
        place = desk.next_place() if pos is None else desk.place_at(pos)
        if place is not None:
            desk.choices.put_section(place, name)
            desk.changed()

    return drop


def _put_section(desk: NewGamePage, place: int) -> Callable[[object], None]:
    def put(name: object) -> None:
        desk.choices.put_section(place, str(name))
        desk.changed()

    return put


def _turn_section(desk: NewGamePage, place: int) -> Callable[[], None]:
    def turn() -> None:
        desk.choices.turn_section(place)
        desk.changed()

    return turn


# --- own sections in the place of ours


def _stand_ins(desk: NewGamePage, column: Column) -> None:
    """The player's copies of sections, with their pictures; each may lie where ours would."""
    for section in desk.own_sections:
        if section.stands_for not in desk.choices.possible_sections():
            continue
        copied = desk.app.say(f"section.{section.stands_for}")
        row = LandRow(
            section.title,
            desk.app.say("ui.new.stands_for", section=copied),
            section.grid,
            desk.choices.stand_ins.get(section.stands_for) == section.name,
            _stand_in(desk, section),
            str(section.path),
            TICK,
        )
        column.add(
            row, row.lay(desk.app.look, desk.thumbnails, column.room.left, column.top, column.room.width)
        )


def _stand_in(desk: NewGamePage, section: SectionFile) -> Callable[[bool], None]:
    def change(on: bool) -> None:
        if on:
            desk.choices.stand_ins[section.stands_for] = section.name
        else:
            desk.choices.stand_ins.pop(section.stands_for, None)
        desk.changed()

    return change


# --- new land


def _wishes(desk: NewGamePage, column: Column) -> None:
    """What grown land shall be like: a line for each wish."""
    say = desk.app.say
    for name, value in desk.choices.wishes.written().items():
        left, right = column.line(2)
        words = [f"{name}.{amount}" for amount in AMOUNTS]
        amounts: list[tuple[object, str]] = [
            (amount, say(f"ui.new.grown.{word}")) for amount, word in zip(AMOUNTS, words, strict=True)
        ]
        column.widgets += [
            Label(say(f"ui.new.grown.{name}"), left, "name"),
            Choice(amounts, value, _choose_wish(desk, name), right),
        ]


def _choose_wish(desk: NewGamePage, wish: str) -> Callable[[object], None]:
    def choose(amount: object) -> None:
        desk.choices.wishes = read_wishes({**desk.choices.wishes.written(), wish: str(amount)})
        desk.changed()

    return choose


# --- the island


def _island(desk: NewGamePage, column: Column) -> None:
    """The side of the island, each with its picture and what its tile does."""
    say, room = desk.app.say, column.room
    column.gap(6)
    column.words(say("ui.new.island"), "name", "ink")
    lands: list[tuple[str, str, Grid | None, str]] = [("", say("ui.new.island.chance"), None, "")]
    lands += [(side, say(f"tile.{side}"), ISLANDS[side], "") for side in desk.choices.possible_islands()]
    lands += [(island.name, island.title, island.grid, str(island.path)) for island in desk.own_islands]
    for name, title, grid, file in lands:
        about = "\n".join(rules_of(desk.texts, grid)) if grid else say("ui.new.island.tip")
        row = LandRow(title, about, grid, desk.choices.island == name, _choose_island(desk, name), file)
        column.add(row, row.lay(desk.app.look, desk.thumbnails, room.left, column.top, room.width))


def _choose_island(desk: NewGamePage, name: str) -> Callable[[bool], None]:
    def choose(_: bool) -> None:
        desk.choices.island = name
        desk.changed()

    return choose
