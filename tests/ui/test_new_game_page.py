"""Tests the New game page: the contents of each expansion, colors, turn order, tasks and the island. Also
covers the first start."""

from __future__ import annotations

import threading
import time
from pathlib import Path
from typing import Any

import pygame
import pytest
from support.app_driver import (
    advance,
    assert_no_overlap,
    click,
    mouse_down,
    mouse_moved,
    mouse_up,
    open_app,
    press,
    text_input,
)
from support.scenes import menus as menu_scenes

from kingdom.ai.levels import RATED_PLAYER_PREFIX
from kingdom.ai.play_styles import load_play_styles
from kingdom.bots.executables import command_for_file
from kingdom.maps import library
from kingdom.maps.generator import GeneratorOptions
from kingdom.maps.library import MapFile, list_boards
from kingdom.maps.tiled import grid_to_contents
from kingdom.match.expansion_contents import expansion_contents
from kingdom.match.game_options import (
    BOARD_FIRST_GAME,
    BOARD_MAP,
    BOARD_SECTIONS,
    RANDOM,
    TASKS_CHOSEN,
    GameOptions,
    parse_options,
)
from kingdom.match.seats import ADD_BOT_CHOICE, PLAYER_COLORS, SeatOptions
from kingdom.record import read_setup, write_setup
from kingdom.rules.board import TerrainGrid, is_rotated, strip_rotation
from kingdom.rules.registry import EXPANSIONS, SECTIONS
from kingdom.rules.setup import MAX_PLAYERS
from kingdom.text.translator import LANGUAGES
from kingdom.ui.board.board_rendering import render_thumbnail
from kingdom.ui.board.map_row import MapRow
from kingdom.ui.board.render_queue import Thumbnails
from kingdom.ui.framework.app import App
from kingdom.ui.framework.settings import Settings, SettingsStore, parse_settings, reset_to_defaults
from kingdom.ui.framework.window_defaults import fit_window_size, initial_ui_scale, initial_window_size
from kingdom.ui.game_text import seat_kind_name, seat_kind_short_name
from kingdom.ui.main import create_app
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.welcome import WelcomeDialog
from kingdom.ui.new_game import map_lists
from kingdom.ui.new_game.board_tab import FILTER_ALL, FILTER_FAVORITES, FavoriteButton, SectionThumbnail
from kingdom.ui.new_game.bot_dialog import BotDialog, ExecutableFileDialog
from kingdom.ui.new_game.cards_tab import CardCheckbox, CardFace
from kingdom.ui.new_game.deal_summary import DealtRow, DealtSectionRow
from kingdom.ui.new_game.expansions_tab import FixedLinesLabel
from kingdom.ui.new_game.scene import TAB_COMPOSERS, NewGamePage
from kingdom.ui.new_game.seat_list import ColorDropdown, MoveSeatButton
from kingdom.ui.widgets.base import resolve_text
from kingdom.ui.widgets.controls import Button, Checkbox, Label
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.text_field import TextField
from kingdom.worker.executor import BackgroundTask

WINDOW_SIZE = (1280, 800)

BOT_FILE = Path(__file__).parents[2] / "examples" / "plain_bot.py"


def open_page(app: App, game_options: GameOptions, tab: str = "boxes") -> NewGamePage:
    scene = NewGamePage(game_options)
    scene.tab = tab
    app.push(scene)
    return scene


def label_texts(scene: NewGamePage) -> list[str]:
    return [resolve_text(widget.text) for widget in scene.group.walk() if isinstance(widget, Label)]


def find_checkbox(scene: NewGamePage, text: str) -> Checkbox:
    return next(w for w in scene.group.walk() if isinstance(w, Checkbox) and resolve_text(w.text) == text)


def find_dropdown(scene: NewGamePage, value: object) -> Dropdown:
    """Returns the dropdown that has this value among its choices."""
    return next(
        widget
        for widget in scene.group.walk()
        if isinstance(widget, Dropdown) and value in [option for option, _ in widget.options]
    )


def test_expansion_contents_follow_every_change(app: App) -> None:
    scene = open_page(app, menu_scenes.large_game_options())
    tr = app.tr
    assert tr("ui.new.not_here") not in label_texts(scene)
    assert scene.game is not None
    section = expansion_contents(scene.game, "crossroads").sections[0]
    assert any(tr(f"section.{section}") in line for line in label_texts(scene))
    click(app, find_checkbox(scene, tr("ui.new.every")))
    assert not scene.game_options.balanced_deal
    unused_expansions = [name for name in EXPANSIONS if not expansion_contents(scene.game, name).is_present]
    assert unused_expansions
    assert label_texts(scene).count(tr("ui.new.not_here")) == len(unused_expansions)
    click(app, find_checkbox(scene, tr(f"box.{unused_expansions[0]}")))
    assert (
        label_texts(scene).count(tr("ui.new.not_here")) < len(unused_expansions)
        or unused_expansions[0] not in scene.game_options.expansions
    )
    assert tr(f"box.{unused_expansions[0]}.blurb") in label_texts(scene)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("size", [(640, 480), (1280, 800)])
def test_nothing_moves_while_expansions_are_selected(
    tmp_path: Path, size: tuple[int, int], language: str
) -> None:
    """In a window of 1280 x 800, five players and every expansion fit without scrolling, and every
    description is complete."""
    app = open_app(tmp_path, size, language)
    options = GameOptions()
    while len(options.seats) < MAX_PLAYERS:
        options.add_seat()
    scene = open_page(app, options)

    def rects() -> dict[str, pygame.Rect]:
        return {
            resolve_text(widget.text): widget.rect.copy()
            for widget in scene.group.walk()
            if isinstance(widget, Checkbox)
        }

    initial_rects = rects()
    for name in list(EXPANSIONS)[1:]:
        labels = [widget for widget in scene.group.walk() if isinstance(widget, FixedLinesLabel)]
        assert len(labels) == len(EXPANSIONS)
        if size == (1280, 800):
            assert not scene.scroll_area.max_scroll_offset
            for label in labels:
                fits = not app.renderer.is_truncated(str(label.text), label.rect, label.style, True, None)
                assert fits or label.color == "ink", label.text
        scene.game_options.set_expansion(name, True)
        scene.options_changed()
        app.run_frame([], 0.05)
        app.run_frame([mouse_moved((2, 2))], 0.05)
        assert {text: (rect.topleft, rect.height) for text, rect in rects().items()} == {
            text: (rect.topleft, rect.height) for text, rect in initial_rects.items()
        }
    app.close()


def test_choosing_a_taken_color_swaps_colors(app: App) -> None:
    scene = open_page(app, menu_scenes.large_game_options())
    first, second = scene.game_options.seats[:2]
    before = first.color, second.color
    color_dropdown = next(widget for widget in scene.group.walk() if isinstance(widget, ColorDropdown))
    click(app, color_dropdown)
    list_rect = color_dropdown.list_rect()
    click(app, (list_rect.centerx, list_rect.top + color_dropdown.rect.height * 3 // 2))
    assert (first.color, second.color) == (before[1], before[0])


def test_seats_can_be_moved_and_the_start_player_chosen(app: App) -> None:
    scene = open_page(app, menu_scenes.large_game_options())
    names = [seat.name for seat in scene.game_options.seats]
    move_buttons = [widget for widget in scene.group.walk() if isinstance(widget, MoveSeatButton)]
    assert [move_button.enabled for move_button in move_buttons] == [False, *[True] * 8, False]
    click(app, move_buttons[1])
    assert [seat.name for seat in scene.game_options.seats[:2]] == [names[1], names[0]]
    start_dropdown = find_dropdown(scene, 4)
    scene.group.set_focus(start_dropdown)
    press(app, pygame.K_RIGHT)
    assert scene.game_options.first_seat == 0
    assert scene.game_options.build_setup().start_player == 0
    press(app, pygame.K_LEFT)
    assert scene.game_options.first_seat is None


def test_play_style_suggests_a_name(app: App) -> None:
    scene = open_page(app, menu_scenes.large_game_options())
    seat = scene.game_options.seats[4]
    seat.kind = "easy"
    scene.options_changed()
    scene.layout(app.size)

    def dropdowns_with(value: object) -> list[Dropdown]:
        dropdowns = [widget for widget in scene.group.walk() if isinstance(widget, Dropdown)]
        return [dropdown for dropdown in dropdowns if value in [option for option, _ in dropdown.options]]

    assert len(dropdowns_with("hermit")) == 1, "an Easy AI has no play style"
    scene.group.set_focus(dropdowns_with("easy")[-1])
    press(app, pygame.K_RIGHT)
    assert (seat.kind, len(dropdowns_with("hermit"))) == ("medium", 2)
    click(app, dropdowns_with("hermit")[-1])
    list_rect = dropdowns_with("hermit")[-1].list_rect()
    click(app, (list_rect.left + 20, list_rect.bottom - 4))
    last_style, play_style = list(load_play_styles().items())[-1]
    assert (seat.style, seat.name) == (last_style, play_style.name)
    seat.name = "My rival"
    scene.group.set_focus(dropdowns_with("hermit")[-1])
    press(app, pygame.K_LEFT)
    assert seat.style not in ("", last_style)
    assert seat.name == "My rival", "a name that the player typed should be kept"


@pytest.mark.parametrize("language", LANGUAGES)
def test_ai_levels_and_card_images_of_five_players_fit_a_small_window(app: App, language: str) -> None:
    styles = sorted(load_play_styles())
    levels = ("medium", "hard", "expert", "master", RATED_PLAYER_PREFIX)
    seats = [
        SeatOptions(f"player {index}", PLAYER_COLORS[index], level, styles[index % len(styles)])
        for index, level in enumerate(levels)
    ]
    app.settings.language = language
    app.apply_settings()
    app.resize_window((640, 480))
    page = NewGamePage(GameOptions(seats=seats))
    app.replace(page)
    app.run_frame([], 0.01)
    dropdowns = [widget for widget in page.group.walk() if isinstance(widget, Dropdown)]
    assert [dropdown.truncated_texts for dropdown in dropdowns if dropdown.truncated_texts] == []
    card_faces = [widget for widget in page.group.walk() if isinstance(widget, CardFace)]
    assert len(card_faces) == 3
    assert all(card.visible and min(card.rect.size) > 30 for card in card_faces)


def test_tooltip_of_rated_ai_shows_its_rating(app: App) -> None:
    game_options = GameOptions()
    game_options.seats[1].kind = RATED_PLAYER_PREFIX
    scene = open_page(app, game_options)
    kind_dropdown = next(
        widget
        for widget in scene.group.walk()
        if isinstance(widget, Dropdown) and widget.value == RATED_PLAYER_PREFIX
    )

    def tooltip_text() -> str:
        assert callable(kind_dropdown.tooltip)
        return str(kind_dropdown.tooltip())

    assert app.tr("ui.new.near.first", level=app.tr("ui.kind.easy")) in tooltip_text()
    app.stats_service.ratings_by_name = {game_options.seats[0].name.casefold(): 1650}
    assert app.tr("ui.new.near", points=1650, level=app.tr("ui.kind.hard")) in tooltip_text()


def test_bot_can_be_added_and_is_remembered(app: App) -> None:
    scene = open_page(app, GameOptions())
    seat = scene.game_options.seats[1]

    def kind_dropdown() -> Dropdown:
        dropdowns = [widget for widget in scene.group.walk() if isinstance(widget, Dropdown)]
        return [
            dropdown for dropdown in dropdowns if ADD_BOT_CHOICE in [value for value, _ in dropdown.options]
        ][1]

    kind_dropdown().select(len(kind_dropdown().options) - 1)
    dialog = app.scene
    assert isinstance(dialog, BotDialog)
    press(app, pygame.K_RETURN)
    assert dialog.command_field.invalid
    press(app, pygame.K_ESCAPE)
    assert (seat.kind, kind_dropdown().value, app.scene) == ("easy", "easy", scene), (
        "cancelling should change nothing"
    )
    kind_dropdown().select(len(kind_dropdown().options) - 1)
    dialog = app.scene
    assert isinstance(dialog, BotDialog)
    app.run_frame([pygame.event.Event(pygame.DROPFILE, file=str(BOT_FILE))], 0.01)
    press(app, pygame.K_RETURN)
    assert app.scene is scene
    assert (seat.kind, kind_dropdown().value) == ("bot/plain_bot", "bot/plain_bot")
    assert app.settings.bots == {"plain_bot": str(BOT_FILE)}
    assert (
        parse_settings(app.settings_store.path.read_text(encoding="utf-8")).bots
        if app.settings_store.save(app.settings)
        else False
    )
    assert parse_options(scene.game_options.to_settings()).seats[1].kind == "bot/plain_bot"
    tooltip = kind_dropdown().tooltip
    assert callable(tooltip)
    assert repr(str(BOT_FILE)) in str(tooltip()), "the tooltip should show the command of the bot"
    reset_to_defaults(app.settings)
    assert app.settings.bots, "a reset should keep the bots"


def wait_for_folder(app: App) -> ExecutableFileDialog:
    """Waits until the file dialog has read its folder, and returns the dialog."""
    dialog = app.scene
    assert isinstance(dialog, ExecutableFileDialog)
    while not dialog.loader.is_done:
        time.sleep(0)
    app.run_frame([], 0.01)
    return dialog


def test_bot_can_be_chosen_in_the_file_dialog(app: App, tmp_path: Path) -> None:
    (tmp_path / "bots").mkdir()
    (tmp_path / "bots" / "my bot.py").touch()
    (tmp_path / "bots" / "notes.txt").touch()
    added_bots: list[str] = []
    app.push(BotDialog(app, added_bots.append, lambda: None))
    bot_dialog = app.scene
    assert isinstance(bot_dialog, BotDialog)
    app.settings.bots["gone"] = command_for_file(str(tmp_path / "gone.py"))
    click(app, bot_dialog.browse_button.rect.center)
    file_dialog = wait_for_folder(app)

    def find_button(text: str) -> Button:
        buttons = [entry for entry in file_dialog.file_list.children if isinstance(entry, Button)]
        return next(entry for entry in buttons if entry.text == text)

    assert file_dialog.folder == tmp_path, "the dialog should open in the folder of the last bot"
    click(app, find_button("bots").rect.center)
    file_dialog = wait_for_folder(app)
    assert not [
        entry for entry in file_dialog.file_list.children if getattr(entry, "text", "") == "notes.txt"
    ]
    click(app, find_button(app.tr("ui.files.up")).rect.center)
    assert wait_for_folder(app).folder == tmp_path
    click(app, find_button("bots").rect.center)
    wait_for_folder(app)
    click(app, find_button("my bot.py").rect.center)
    assert app.scene is bot_dialog
    press(app, pygame.K_RETURN)
    assert added_bots == ["my bot"]


def test_unreadable_folder_is_reported(app: App, tmp_path: Path) -> None:
    app.push(ExecutableFileDialog(app, tmp_path / "gone", lambda _: None))
    dialog = wait_for_folder(app)
    assert app.tr("ui.files.failed") in [getattr(entry, "text", "") for entry in dialog.file_list.children]
    press(app, pygame.K_ESCAPE)
    assert app.scene is not dialog


def test_generated_map_depends_on_options_and_seed(app: App) -> None:
    scene = open_page(app, menu_scenes.large_game_options(), "board")
    click(app, find_checkbox(scene, app.tr("ui.new.board.grown")))
    assert scene.game is not None
    grid = scene.game.board.grid
    assert scene.game.config.board_source is None or "sections" not in scene.game.config.board_source
    water_dropdown = next(
        w for w in scene.group.walk() if isinstance(w, Dropdown) and "much" in dict(w.options)
    )
    scene.group.set_focus(water_dropdown)
    press(app, pygame.K_RIGHT)
    assert scene.game_options.generator_options.water == "much"
    assert scene.game.board.grid != grid
    assert (
        parse_options(scene.game_options.to_settings()).generator_options
        == scene.game_options.generator_options
    )
    seed, grid = scene.game_options.seed, scene.game.board.grid
    scene.game_options.seed = seed + 1
    scene.options_changed()
    assert scene.game.board.grid != grid
    scene.game_options.seed = seed
    scene.options_changed()
    assert scene.game.board.grid == grid
    assert read_setup(write_setup(scene.game_options.build_setup())).grid == grid


def has_star(row: MapRow) -> bool:
    return any(isinstance(child, FavoriteButton) for child in row.children)


def test_maps_are_listed_with_two_line_descriptions(app: App) -> None:
    scene = open_page(app, menu_scenes.large_game_options(), "board")
    click(app, find_checkbox(scene, app.tr("ui.new.board.level")))
    rows = [row for row in scene.group.walk() if isinstance(row, MapRow) and has_star(row)]
    assert {row.text for row in rows} >= {app.tr("ui.level.spiral"), app.tr("ui.level.delta")}
    for row in rows:
        assert row.description.count("\n") == 1
    spiral_row = next(row for row in rows if row.text == app.tr("ui.level.spiral"))
    scene.scroll_area.scroll_into_view(spiral_row)
    click(app, spiral_row)
    assert scene.game_options.map_name == "spiral.tmx"
    assert scene.game is not None
    assert grid_to_contents(scene.game.board.grid) == grid_to_contents(library.load_board("spiral.tmx"))
    assert_no_overlap(scene, app.size)
    scene.leave()


def test_sections_can_be_dragged_clicked_and_rotated(app: App) -> None:
    game_options = menu_scenes.large_game_options()
    game_options.board = BOARD_SECTIONS
    scene = open_page(app, game_options, "board")
    advance(app, 0.5)
    assert [widget for widget in scene.group.walk() if isinstance(widget, SectionThumbnail)]

    def find_thumbnail(name: str) -> SectionThumbnail:
        section_name = app.tr(f"section.{name}")
        thumbnail = next(
            w
            for w in scene.group.walk()
            if isinstance(w, SectionThumbnail) and resolve_text(w.text) == section_name
        )
        scene.scroll_area.scroll_into_view(thumbnail)
        return thumbnail

    board = scene.preview.images[0][1]
    corner = board.right - board.width // 5, board.bottom - board.height // 5
    drag_start = find_thumbnail("temple").rect.center
    app.run_frame([mouse_moved(drag_start), mouse_down(drag_start)], 0.01)
    app.run_frame([mouse_moved((drag_start[0] + 60, drag_start[1]))], 0.01)
    before = app.surface.subsurface(board).copy()
    app.run_frame([mouse_moved(corner)], 0.01)
    assert scene.preview.highlighted_slot == 3, "the target slot should be highlighted"
    target_point = board.centerx + board.width // 4, board.top + board.height * 3 // 4 + 5
    distant_point = board.left + board.width // 4, board.top + board.height // 4
    board_points = [(x - board.left, y - board.top) for x, y in (target_point, distant_point)]
    assert [
        before.get_at(board_point) == app.surface.get_at(pos)
        for board_point, pos in zip(board_points, (target_point, distant_point), strict=True)
    ] == [
        False,
        True,
    ]
    app.run_frame([mouse_up(corner)], 0.01)
    assert scene.preview.highlighted_slot is None
    assert scene.game_options.sections[3] == "temple"
    advance(app, 0.5)
    click(app, corner)
    assert scene.game_options.sections[3] == "temple turned"
    drag_start = find_thumbnail("oasis").rect.center
    app.run_frame([mouse_moved(drag_start), mouse_down(drag_start)], 0.01)
    app.run_frame([mouse_moved((5, 5))], 0.01)
    app.run_frame([mouse_up((5, 5))], 0.01)
    click(app, find_thumbnail("harbor"))
    click(app, find_thumbnail("barn"))
    assert scene.game_options.sections[:2] == ["harbor", "barn"]
    assert scene.game_options.sections[3] == "temple turned"
    scene.game_options.board = RANDOM
    scene.options_changed()
    advance(app, 0.5)
    before = list(scene.game_options.sections)
    click(app, corner)
    assert scene.game_options.sections == before


def test_preview_is_rescaled_at_once_in_a_larger_window(app: App) -> None:
    scene = open_page(app, menu_scenes.large_game_options(), "board")
    advance(app, 0.5)
    before = scene.preview.images[0][0]
    scene.preview.rect = scene.preview.rect.move(200, 100).inflate(100, 90)
    scene.preview.update(0.01, app.renderer)
    image, image_rect = scene.preview.images[0]
    assert image.get_width() > before.get_width()
    assert scene.preview.rect.inflate(20, 20).contains(image_rect)
    assert image_rect.size == image.get_size()


def test_thumbnails_are_painted_in_background(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    may_start = threading.Event()

    def paint_when_allowed(*args: Any) -> pygame.Surface:
        may_start.wait(60)
        return render_thumbnail(*args)

    monkeypatch.setattr("kingdom.ui.board.render_queue.render_thumbnail", paint_when_allowed)
    thumbnails, grid = Thumbnails(app.renderer.sprites), next(iter(SECTIONS.values()))
    assert thumbnails.get((grid, (60, 50))) is None
    thumbnails.request((grid, (60, 50)))
    assert not thumbnails.update()
    assert thumbnails.has_pending
    may_start.set()
    thumbnails.wait()
    image = thumbnails.get((grid, (60, 50)))
    assert image is not None
    assert image.get_width() <= 60
    assert image.get_height() <= 50
    assert thumbnails.update()
    assert not thumbnails.update()


def test_unknown_generator_options_fall_back_to_defaults() -> None:
    cases: tuple[object, ...] = ({"water": "deep"}, {"snow": "much"}, [], "much")
    for invalid in cases:
        assert (
            parse_options({**GameOptions().to_settings(), "wishes": invalid}).generator_options
            == GeneratorOptions()
        )


def test_tasks_and_island_can_be_chosen(app: App) -> None:
    scene = open_page(app, menu_scenes.large_game_options(), "cards")
    scene.game_options.task_source = TASKS_CHOSEN
    scene.options_changed()
    scene.layout(app.size)
    task_checkboxes = [
        w for w in scene.group.walk() if isinstance(w, CardCheckbox) and w.sprite_name.startswith("task_")
    ]
    scene.scroll_area.scroll_into_view(task_checkboxes[2])
    click(app, task_checkboxes[2])
    assert scene.game_options.tasks
    assert scene.game is not None
    assert scene.game.config.task_cards[0].name == scene.game_options.tasks[0]
    scene.tab = "board"
    scene.layout(app.size)
    row_by_text = {row.text: row for row in scene.group.walk() if isinstance(row, MapRow)}
    scene.group.set_focus(row_by_text[app.tr("tile.tree_house")])
    press(app, pygame.K_SPACE)
    assert scene.game_options.island == "tree_house"
    assert scene.game.config.setup_values["island"] == "tree_house"


@pytest.mark.parametrize("size", [(800, 600), (1280, 800), (3840, 2160)])
@pytest.mark.parametrize("scale", [0.8, 2.0])
def test_tabs_have_no_overlaps_in_any_language(tmp_path: Path, size: tuple[int, int], scale: float) -> None:
    for language in LANGUAGES:
        app = open_app(tmp_path, size, language)
        app.settings.interface_scale = scale
        app.apply_settings()
        game_options = menu_scenes.large_game_options()
        game_options.task_source = TASKS_CHOSEN
        for tab in TAB_COMPOSERS:
            assert_no_overlap(open_page(app, game_options, tab), size)
        app.push(WelcomeDialog())
        assert app.scene is not None
        assert_no_overlap(app.scene, size)
        app.close()


# --- the first start


def test_welcome_asks_for_name_and_language(app: App) -> None:
    app.push(MainMenu())
    app.navigator.open_welcome()
    scene = app.scene
    assert isinstance(scene, WelcomeDialog)
    app.run_frame(text_input("Zoë"), 0.01)
    scene.group.set_focus(scene.language_dropdown)
    while app.settings.language != "de":
        press(app, pygame.K_RIGHT)
    assert scene.play_button.text == app.tr("ui.welcome.go") == "Ich kenne das Spiel"
    click(app, scene.play_button)
    assert isinstance(app.scene, MainMenu)
    saved_settings = app.settings_store.load()
    assert (saved_settings.name, saved_settings.language) == ("Zoë", "de")
    app.navigator.open_new_game()
    assert isinstance(app.scene, NewGamePage)
    assert app.scene.game_options.seats[0].name == "Zoë"


def test_welcome_requires_a_name_and_accepts_enter(app: App) -> None:
    app.settings.new_game = GameOptions().to_settings()
    app.navigator.open_welcome()
    scene = app.scene
    assert isinstance(scene, WelcomeDialog)
    press(app, pygame.K_BACKSPACE)
    assert not scene.play_button.enabled
    press(app, pygame.K_RETURN)
    assert app.scene is scene
    app.run_frame(text_input("Bo"), 0.01)
    press(app, pygame.K_RETURN)
    assert scene.group.focus is scene.tutorial_button, "the tutorial button should get the focus"
    press(app, pygame.K_TAB, pygame.K_RETURN)
    assert app.scene is not scene
    assert app.settings.name == "Bo"
    assert parse_options(app.settings.new_game).seats[0].name == "Bo"


@pytest.mark.parametrize(
    ("desktop", "shared_app", "scale"),
    [
        ((1920, 1080), (1536, 864), 1.05),
        ((3840, 2160), (3072, 1728), 1.0),
        ((1366, 768), (1280, 768), 1.15),
        ((1024, 700), (1024, 700), 1.25),
        ((640, 480), (800, 600), 1.25),
    ],
)
def test_initial_window_fits_the_screen(
    desktop: tuple[int, int], shared_app: tuple[int, int], scale: float
) -> None:
    assert initial_window_size(desktop) == shared_app
    assert initial_ui_scale(shared_app) == scale


def test_window_is_fitted_only_on_the_first_start(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.json")
    app = create_app(store)
    initial_size = app.settings.window
    assert tuple(initial_size) == fit_window_size(initial_window_size(pygame.display.get_desktop_sizes()[0]))
    app.settings.window, app.settings.interface_scale = [900, 650], 1.5
    advance(app, 0.1)
    app.close()
    second_app = create_app(SettingsStore(tmp_path / "settings.json"))
    assert (second_app.settings.window, second_app.settings.interface_scale) == ([900, 650], 1.5)
    assert second_app.size == (900, 650)
    second_app.close()


def test_existing_settings_are_not_fitted(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.json")
    store.save(Settings(window=[1000, 700], interface_scale=0.9))
    app = create_app(store)
    assert (app.settings.window, app.settings.interface_scale) == ([1000, 700], 0.9)
    app.close()


def test_sections_and_maps_can_be_filtered(app: App) -> None:
    """Favorite sections and maps are saved for later games."""
    game_options = menu_scenes.large_game_options()
    game_options.board, game_options.expansions = BOARD_SECTIONS, ["base", "nomads"]
    scene = open_page(app, game_options, "board")

    def section_names() -> list[str]:
        return [resolve_text(w.text) for w in scene.group.walk() if isinstance(w, SectionThumbnail)]

    def map_names() -> list[str]:
        return [resolve_text(w.text) for w in scene.group.walk() if isinstance(w, MapRow)]

    def select_filter(wanted_filter: str) -> None:
        dropdown = next(
            w for w in scene.group.walk() if isinstance(w, Dropdown) and FILTER_FAVORITES in dict(w.options)
        )
        dropdown.select([value for value, _ in dropdown.options].index(wanted_filter))
        app.run_frame([], 0.01)

    all_names = section_names()
    select_filter("nomads")
    assert section_names() == [app.tr(f"section.{name}") for name in EXPANSIONS["nomads"].sections]
    select_filter(FILTER_FAVORITES)
    assert section_names() == []
    select_filter(FILTER_ALL)
    assert section_names() == all_names
    favorite_button = [w for w in scene.group.walk() if isinstance(w, FavoriteButton)][1]
    scene.scroll_area.scroll_into_view(favorite_button)
    click(app, favorite_button)
    app.run_frame([], 0.01)
    select_filter(FILTER_FAVORITES)
    assert section_names() == [all_names[1]]
    assert len(app.settings_store.load().favourites) == 1
    scene.group.set_focus(next(w for w in scene.group.walk() if isinstance(w, FavoriteButton)))
    press(app, pygame.K_RETURN)
    app.run_frame([], 0.01)
    assert section_names() == []
    scene.game_options.board = BOARD_MAP
    scene.options_changed()
    app.run_frame([], 0.01)
    select_filter(FILTER_ALL)
    all_names = map_names()
    click(app, next(w for w in scene.group.walk() if isinstance(w, FavoriteButton)))
    app.run_frame([], 0.01)
    select_filter(FILTER_FAVORITES)
    assert map_names() == all_names[:1]


def test_seat_kind_names(app: App) -> None:
    translator = app.translator
    assert seat_kind_name(translator, "hard/hermit") == "Hard, Hermit"
    assert seat_kind_name(translator, "near/1430") == "Your level (1430)"
    assert seat_kind_name(translator, "bot/a program of mine") == "a program of mine"
    assert seat_kind_name(translator, "greedy") == "greedy", "this kind exists only on the command line"
    short_names = [
        seat_kind_short_name(translator, kind)
        for kind in ("hard/hermit", "near/1430", "bot/a program of mine", "easy")
    ]
    assert short_names == ["Hard", "≈ 1430", "a progr…", "Easy"]


@pytest.mark.parametrize("board", [RANDOM, BOARD_FIRST_GAME])
def test_tabs_without_choices_list_what_is_dealt(app: App, board: str) -> None:
    game_options = GameOptions(seed=5, board=board)
    scene = open_page(app, game_options, "board")
    advance(app, 0.1)
    assert scene.game is not None
    rows = [row for row in scene.group.walk() if isinstance(row, DealtSectionRow)]
    dealt_sections = scene.game.config.board_source["sections"]
    assert [row.name for row in rows] == [
        app.tr(f"section.{strip_rotation(name)}") for name in dealt_sections
    ]
    assert [
        row.grid.rotated() if is_rotated(name) else row.grid
        for row, name in zip(rows, dealt_sections, strict=True)
    ] == [SECTIONS[strip_rotation(name)] for name in dealt_sections]
    assert all(row.description in row.tooltip_text() for row in rows)
    assert any(row.description == app.tr("tile.tavern.rule") for row in rows) == (
        "tavern" in map(strip_rotation, dealt_sections)
    )
    scene.open_tab("cards")
    advance(app, 0.1)
    card_rows = [row for row in scene.group.walk() if isinstance(row, DealtRow)]
    assert [row.description for row in card_rows] == [
        scene.translator.tr(f"card.{card.name}.rule") for card in scene.game.config.scoring_cards
    ]


def test_random_tasks_are_listed_with_their_rules(app: App) -> None:
    scene = open_page(app, GameOptions(seed=5, board=RANDOM, expansions=["base", "crossroads"]), "cards")
    advance(app, 0.1)
    assert scene.game is not None
    assert scene.game.config.task_cards
    rules = [row.description for row in scene.group.walk() if isinstance(row, DealtRow)]
    dealt_cards = [*scene.game.config.scoring_cards, *scene.game.config.task_cards]
    keys = ["card"] * len(scene.game.config.scoring_cards) + ["task"] * len(scene.game.config.task_cards)
    assert rules == [
        scene.translator.tr(f"{key}.{card.name}.rule") for key, card in zip(keys, dealt_cards, strict=True)
    ]


def test_maps_are_read_in_background(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Until the maps are loaded, the page shows a message and stays usable."""
    may_continue, reader_threads = threading.Event(), []

    def list_maps_slowly() -> list[MapFile]:
        reader_threads.append(threading.current_thread())
        assert may_continue.wait(120)
        return list_boards()

    monkeypatch.setattr(map_lists, "list_boards", list_maps_slowly)
    app.map_task_type = BackgroundTask
    scene = open_page(app, GameOptions(seed=5, board=BOARD_MAP, map_name="archipelago.tmx"), "board")
    advance(app, 0.1)
    shown_texts = [resolve_text(label.text) for label in scene.group.walk() if isinstance(label, Label)]
    assert scene.start_error == app.tr("ui.new.why.reading") in shown_texts
    assert not scene.start_button.enabled
    may_continue.set()
    while scene.is_loading_maps:
        time.sleep(0)
    advance(app, 0.1)
    assert scene.start_error is None
    assert scene.start_button.enabled
    assert any(isinstance(row, MapRow) for row in scene.group.walk())
    assert threading.main_thread() not in reader_threads
    assert len(reader_threads) == 1


def test_unreadable_section_folder_only_empties_its_list(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    def raise_error() -> list[MapFile]:
        raise RuntimeError("no such luck")

    monkeypatch.setattr(map_lists, "list_custom_sections", raise_error)
    scene = open_page(app, GameOptions(seed=5, board=BOARD_SECTIONS), "board")
    advance(app, 0.1)
    assert not scene.is_loading_maps
    assert scene.custom_sections == []
    assert scene.maps


def test_game_starts_without_reading_its_map_again(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """The map was read in the background, so starting the game does not wait for the disk."""
    scene = open_page(app, GameOptions(seed=5, board=BOARD_MAP, map_name="archipelago.tmx"), "board")
    advance(app, 0.1)
    assert scene.start_button.enabled

    grid = library.load_board("archipelago.tmx")

    def fail_on_read(*path: object) -> None:
        raise AssertionError("the map file was read again")

    monkeypatch.setattr(library, "read_map_grid", fail_on_read)
    app.settings.animation = "off"  # no opening
    scene.start_button.activate()
    match_scene = app.scene
    assert isinstance(match_scene, MatchScene)
    assert match_scene.match.game.board.grid == grid


def test_quick_game_reads_its_map_in_background(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    reader_threads: list[threading.Thread] = []
    original_read = library.read_map_grid

    def record_thread(path: Path) -> TerrainGrid:
        reader_threads.append(threading.current_thread())
        return original_read(path)

    app.settings.new_game = GameOptions(seed=5, board=BOARD_MAP, map_name="archipelago.tmx").to_settings()
    monkeypatch.setattr(library, "read_map_grid", record_thread)
    app.replace(MainMenu())
    app.navigator.start_quick_game()
    for _ in range(20_000):
        app.run_frame([], 0.01)
        if isinstance(app.scene, MatchScene):
            break
        time.sleep(0.001)
    assert isinstance(app.scene, MatchScene)
    assert reader_threads
    assert threading.main_thread() not in reader_threads


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_and_play_styles_are_readable_at_double_scale(app: App, language: str) -> None:
    app.settings.language, app.settings.interface_scale = language, 2.0
    app.apply_settings()
    styles = list(load_play_styles())
    for start in range(0, len(styles), 4):
        seats = [SeatOptions("Ani", "orange", "person")]
        seats += [
            SeatOptions(f"P{n}", PLAYER_COLORS[n + 1], "medium", style)
            for n, style in enumerate(styles[start : start + 4])
        ]
        scene = open_page(app, GameOptions(seats=seats, seed=5))
        app.run_frame([], 0.01)
        dropdowns = [widget for widget in scene.group.walk() if isinstance(widget, Dropdown)]
        assert [widget.truncated_texts for widget in dropdowns if widget.truncated_texts] == []
        name_fields = [widget for widget in scene.group.walk() if isinstance(widget, TextField)][: len(seats)]
        min_name_width = app.renderer.measure("Hanno", "body")[0] + app.renderer.px(24)
        assert all(name_field.rect.width > min_name_width for name_field in name_fields)
