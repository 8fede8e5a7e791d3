"""Widgets react to mouse and keyboard, and disabled widgets show the reason."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeVar

import pygame
import pytest
from support.app_driver import key_down, mouse_down, mouse_moved, mouse_up, text_input

from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.widgets import clipboard
from kingdom.ui.widgets.base import Widget, resolve_text
from kingdom.ui.widgets.controls import Button, Checkbox, Slider, TabBar
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.tooltip import TOOLTIP_DELAY_S, draw_tooltip
from kingdom.ui.widgets.widget_group import WidgetGroup


@pytest.fixture(scope="module", autouse=True)
def renderer() -> Renderer:
    pygame.display.init()
    pygame.display.set_mode((800, 600))
    return Renderer(size=(800, 600))


W = TypeVar("W", bound=Widget)


def placed(widget: W, renderer: Renderer, rect: pygame.Rect) -> W:
    widget.place(renderer, rect)
    return widget


def at(rect: pygame.Rect, widget: W) -> W:
    widget.rect = rect
    return widget


def make_rect(left: int, top: int, width: int = 200, height: int = 30) -> pygame.Rect:
    return pygame.Rect(left, top, width, height)


def send(group: WidgetGroup, *events: pygame.event.Event) -> list[bool]:
    return [group.handle(event) for event in events]


def click(group: WidgetGroup, pos: tuple[int, int]) -> None:
    send(group, mouse_moved(pos), mouse_down(pos), mouse_up(pos))


def draw_to_bytes(group: WidgetGroup, renderer: Renderer) -> bytes:
    surface = pygame.Surface((800, 600))
    group.draw(surface, renderer)
    return pygame.image.tobytes(surface, "RGB")


def test_click_needs_press_and_release_on_the_same_button() -> None:
    clicks: list[str] = []
    group = WidgetGroup(
        [
            at(make_rect(10, 10), Button("a", lambda: clicks.append("a"))),
            at(make_rect(10, 60), Button("b", lambda: clicks.append("b"))),
        ]
    )
    click(group, (20, 20))
    assert clicks == ["a"]
    send(group, mouse_down((20, 20)), mouse_moved((20, 70)), mouse_up((20, 70)))
    assert clicks == ["a"], "releasing elsewhere should cancel the click"


def test_hover_and_press_change_the_next_frame(renderer: Renderer) -> None:
    button = at(make_rect(10, 10), Button("Build", lambda: None))
    group = WidgetGroup([button])
    frames = [draw_to_bytes(group, renderer)]
    for event in (mouse_moved((20, 20)), mouse_down((20, 20))):
        assert group.handle(event), "the event should change the widget"
        frames.append(draw_to_bytes(group, renderer))
    assert len(set(frames)) == 3


def test_button_drops_its_icon_to_fit_the_text(renderer: Renderer, monkeypatch: pytest.MonkeyPatch) -> None:
    icons: list[str] = []
    monkeypatch.setattr(Renderer, "draw_icon", lambda self, surface, name, *args: icons.append(name))
    button = Button("Unter Namen speichern", lambda: None, icon="save")
    text_width = renderer.measure("Unter Namen speichern", "button")[0] + 2 * renderer.px(8)
    for width, expected_icons in (
        (text_width + 60, ["save"]),
        (text_width + 2, []),
        (text_width // 2, ["save"]),
    ):
        icons.clear()
        button.rect = make_rect(10, 10, width)
        button.draw(pygame.Surface((800, 100)), renderer)
        assert icons == expected_icons, width
        assert bool(button.truncated_texts) == (width < text_width)


def test_disabled_button_does_nothing_and_shows_the_reason() -> None:
    clicks: list[str] = []
    sounds: list[str] = []
    button = at(make_rect(10, 10), Button("a", lambda: clicks.append("a"), tooltip="Builds one"))
    group = WidgetGroup([button], sounds.append)
    assert (button.get_tooltip().title, button.get_tooltip().description) == ("a", "Builds one")
    button.enabled, button.disabled_reason = False, lambda: "Nothing is left"
    click(group, (20, 20))
    send(group, key_down(pygame.K_TAB), key_down(pygame.K_RETURN))
    assert clicks == []
    assert button.get_tooltip().description == "Nothing is left"
    assert sounds == ["not_allowed"]


def test_keyboard_reaches_every_enabled_widget() -> None:
    clicks: list[str] = []
    buttons = [
        at(make_rect(10, 10 + 50 * n), Button(name, partial(clicks.append, name)))
        for n, name in enumerate("abc")
    ]
    buttons[1].enabled = False
    group = WidgetGroup(buttons)
    send(group, key_down(pygame.K_TAB), key_down(pygame.K_TAB), key_down(pygame.K_SPACE))
    assert clicks == ["c"], "disabled widgets should be skipped"
    send(group, key_down(pygame.K_TAB, pygame.KMOD_SHIFT), key_down(pygame.K_RETURN))
    assert clicks == ["c", "a"]
    send(group, key_down(pygame.K_DOWN), key_down(pygame.K_RETURN))
    assert clicks == ["c", "a", "c"]


def test_shortcut_key_clicks_its_button(renderer: Renderer) -> None:
    clicks: list[str] = []
    field = placed(TextField(""), renderer, make_rect(10, 60))
    group = WidgetGroup(
        [at(make_rect(10, 10), Button("End", lambda: clicks.append("end"), shortcut=pygame.K_e)), field]
    )
    send(group, key_down(pygame.K_e))
    assert clicks == ["end"]
    group.set_focus(field)
    send(group, key_down(pygame.K_e), *text_input("e"))
    assert clicks == ["end"]
    assert field.text == "e", "shortcuts should not work while typing"


def test_checkbox_changes_by_click_and_space() -> None:
    values: list[bool] = []
    group = WidgetGroup([at(make_rect(10, 10), Checkbox("On", False, values.append))])
    click(group, (20, 20))
    send(group, key_down(pygame.K_SPACE))
    assert values == [True, False]


def test_slider_by_drag_and_arrow_keys() -> None:
    values: list[float] = []
    slider = at(make_rect(100, 10, 220, 20), Slider(0.5, 0, 1, 0.1, values.append))
    group = WidgetGroup([slider])
    send(group, mouse_moved((200, 20)), mouse_down((200, 20)), mouse_moved((900, 20)), mouse_up((900, 20)))
    assert slider.value == 1.0, "dragging past the end should give the maximum"
    send(group, key_down(pygame.K_LEFT))
    assert slider.value == pytest.approx(0.9)
    assert values[-1] == slider.value


def test_open_dropdown_covers_other_widgets_and_selects_a_row(renderer: Renderer) -> None:
    values: list[object] = []
    dropdown = placed(
        Dropdown([(n, f"row {n}") for n in range(4)], 0, values.append), renderer, make_rect(10, 10)
    )
    covered_button = at(make_rect(10, 50), Button("under the list", lambda: values.append("button")))
    group = WidgetGroup([dropdown, covered_button])
    click(group, (20, 20))
    assert dropdown.is_open
    click(group, (20, dropdown.list_rect().top + 2 * 30 + 5))
    assert (values, dropdown.is_open) == ([2], False)
    click(group, (20, 20))
    send(group, key_down(pygame.K_ESCAPE))
    assert not dropdown.is_open
    send(group, key_down(pygame.K_RIGHT), key_down(pygame.K_RIGHT))
    assert values == [2, 3, 0], "arrow keys should wrap around"


def test_long_dropdown_has_a_scroll_bar(renderer: Renderer) -> None:
    long_dropdown, short_dropdown = (
        placed(Dropdown([(n, f"row {n}") for n in range(count)], 0), renderer, make_rect(10, 10))
        for count in (60, 3)
    )
    for dropdown in (long_dropdown, short_dropdown):
        click(WidgetGroup([dropdown]), (20, 20))
    thumb_at_top = long_dropdown.scrollbar_thumb_rect()
    long_dropdown.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-60))
    thumb_at_bottom = long_dropdown.scrollbar_thumb_rect()
    assert thumb_at_top is not None
    assert thumb_at_bottom is not None
    assert (thumb_at_top.top, thumb_at_bottom.bottom) == (
        long_dropdown.list_rect().top,
        long_dropdown.list_rect().bottom,
    )
    assert short_dropdown.scrollbar_thumb_rect() is None
    click(WidgetGroup([long_dropdown]), (thumb_at_bottom.centerx, long_dropdown.list_rect().top + 2))
    assert long_dropdown.is_open, "a click on the scroll bar should select nothing"
    assert long_dropdown.scrollbar_thumb_rect() == thumb_at_top


def test_long_dropdown_stays_in_the_window(renderer: Renderer) -> None:
    dropdown = placed(Dropdown([(n, f"row {n}") for n in range(60)], 59), renderer, make_rect(10, 560))
    group = WidgetGroup([dropdown])
    click(group, (20, 570))
    assert pygame.Rect(0, 0, 800, 600).contains(dropdown.list_rect())
    send(group, *[key_down(pygame.K_UP)] * 59, key_down(pygame.K_RETURN))
    assert dropdown.value == 0


def test_letter_selects_the_next_matching_dropdown_entry(renderer: Renderer) -> None:
    names = ("Oasis", "Tavern", "Oracle", "Tower")
    dropdown = placed(Dropdown([(name, name) for name in names], "Oasis"), renderer, make_rect(10, 10))
    group = WidgetGroup([dropdown])
    group.set_focus(dropdown)

    def key_event(key: int, char: str) -> pygame.event.Event:
        return pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=char)

    send(group, key_event(pygame.K_t, "t"))
    assert dropdown.value == "Oasis", "a closed dropdown should ignore letters"
    send(group, key_down(pygame.K_RETURN), key_event(pygame.K_t, "t"), key_event(pygame.K_t, "t"))
    send(group, key_down(pygame.K_RETURN))
    assert (dropdown.value, dropdown.is_open) == ("Tower", False)
    send(group, key_down(pygame.K_RETURN), key_event(pygame.K_o, "O"), key_down(pygame.K_RETURN))
    assert dropdown.value == "Oasis", "the search should wrap around"


def test_typing_into_a_text_field(renderer: Renderer) -> None:
    values: list[str] = []
    field = placed(TextField("Ani", values.append, max_length=6), renderer, make_rect(10, 10))
    group = WidgetGroup([field])
    click(group, (field.rect.right - 5, 20))
    send(
        group,
        *text_input("taXYZ"),
        key_down(pygame.K_BACKSPACE),
        key_down(pygame.K_HOME),
        key_down(pygame.K_DELETE),
    )
    assert field.text == "nita"
    assert values[0] == "Anit"


def test_typing_replaces_a_suggested_text(renderer: Renderer) -> None:
    for keys, text in (
        ([], "new"),
        ([key_down(pygame.K_RIGHT)], "suggestionnew"),
        ([key_down(pygame.K_BACKSPACE)], "new"),
    ):
        field = placed(TextField("suggestion", select_all=True), renderer, make_rect(10, 10))
        group = WidgetGroup([field])
        group.set_focus(field)
        send(group, *keys, *text_input("new"))
        assert field.text == text
    field = placed(TextField("suggestion", select_all=True), renderer, make_rect(10, 10))
    group = WidgetGroup([field])
    click(group, (field.rect.right - 2, 20))
    send(group, *text_input("!"))
    assert field.text == "suggestion!"


def focused_field(text: str, renderer: Renderer, **kwargs: Any) -> tuple[TextField, WidgetGroup]:
    """Returns a text field that has the focus, with the caret at its end."""
    field = placed(TextField(text, **kwargs), renderer, make_rect(10, 10, 300, 34))
    group = WidgetGroup([field])
    group.set_focus(field)
    return field, group


def caret_point(field: TextField, index: int) -> tuple[int, int]:
    """Returns a point just to the right of a caret position."""
    return field.caret_positions[index] + 1, field.rect.centery


def test_click_places_the_caret(renderer: Renderer) -> None:
    field, group = focused_field("Leonardo", renderer)
    for index in (3, 0, 8, 5):
        click(group, caret_point(field, index))
        assert field.caret == index
    assert field.caret_positions == sorted(set(field.caret_positions)), (
        "every letter should move the caret to the right"
    )
    click(group, (field.rect.left + 1, 20))
    assert field.caret == 0
    click(group, (field.rect.right - 2, 20))
    assert field.caret == 8
    click(group, caret_point(field, 4))
    send(group, *text_input("-"))
    assert field.text == "Leon-ardo"


def test_keys_move_the_caret(renderer: Renderer) -> None:
    field, group = focused_field("Ania", renderer)
    send(
        group,
        key_down(pygame.K_LEFT),
        *text_input("b"),
        key_down(pygame.K_HOME),
        key_down(pygame.K_RIGHT),
        key_down(pygame.K_DELETE),
    )
    assert field.text == "Aiba"
    send(
        group,
        key_down(pygame.K_END),
        key_down(pygame.K_RIGHT),
        *text_input("!"),
        key_down(pygame.K_HOME),
        key_down(pygame.K_LEFT),
        *text_input("?"),
    )
    assert field.text == "?Aiba!"
    send(
        group,
        key_down(pygame.K_BACKSPACE),
        key_down(pygame.K_BACKSPACE),
        key_down(pygame.K_END),
        key_down(pygame.K_DELETE),
    )
    assert field.text == "Aiba!"


def test_typing_replaces_the_selection(renderer: Renderer) -> None:
    field, group = focused_field("Leonardo", renderer)
    send(
        group,
        mouse_down(caret_point(field, 2)),
        mouse_moved(caret_point(field, 6)),
        mouse_up(caret_point(field, 6)),
    )
    assert field.selection == (2, 6)
    before = draw_to_bytes(group, renderer)
    send(group, key_down(pygame.K_RIGHT))
    assert field.selection == (6, 6), "the caret should move to the end of the selection"
    assert draw_to_bytes(group, renderer) != before
    send(group, *[key_down(pygame.K_LEFT, pygame.KMOD_SHIFT)] * 4, *text_input("x"))
    assert field.text == "Lexdo"
    send(group, key_down(pygame.K_HOME, pygame.KMOD_SHIFT), key_down(pygame.K_DELETE))
    assert field.text == "do"
    send(group, key_down(pygame.K_a, pygame.KMOD_CTRL), *text_input("re"))
    assert field.text == "re"


@pytest.mark.parametrize("has_clipboard", [True, False], ids=["clipboard", "no clipboard"])
def test_cut_copy_and_paste(renderer: Renderer, monkeypatch: pytest.MonkeyPatch, has_clipboard: bool) -> None:
    """Without a system clipboard, copy and paste still work within the app."""
    if not has_clipboard:
        for name in ("init", "put_text", "get_text"):
            monkeypatch.setattr(pygame.scrap, name, no_clipboard, raising=False)
    field, group = focused_field("Leonardo", renderer, max_length=10)
    shortcuts = {
        name: key_down(key, pygame.KMOD_CTRL)
        for name, key in (("a", pygame.K_a), ("c", pygame.K_c), ("x", pygame.K_x), ("v", pygame.K_v))
    }
    assert send(group, shortcuts["a"], shortcuts["c"], key_down(pygame.K_END), shortcuts["v"]) == [True] * 4
    assert field.text == "LeonardoLe", "pasted text should be cut at the maximum length"
    send(group, shortcuts["a"], shortcuts["x"])
    assert field.text == ""
    send(group, shortcuts["c"], shortcuts["x"])
    assert field.text == ""
    send(group, shortcuts["v"])
    assert field.text == "LeonardoLe", "without a selection nothing should be copied"


def no_clipboard(*_: object) -> None:
    raise pygame.error("no clipboard")


@pytest.mark.windows
@pytest.mark.parametrize("has_text_functions", [True, False], ids=["pygame-ce", "pygame"])
@pytest.mark.parametrize("on_windows", [True, False], ids=["Windows", "Linux"])
def test_umlauts_are_copied_and_pasted(
    monkeypatch: pytest.MonkeyPatch, has_text_functions: bool, on_windows: bool
) -> None:
    """The clipboard of Windows contains UTF-16. pygame 2.6 passes its bytes on unchanged."""
    encoding = "utf-16-le" if on_windows else "utf-8"
    system: dict[str, bytes] = {}
    scrap = SimpleNamespace(init=lambda: None, put=system.__setitem__, get=system.get)
    if has_text_functions:
        scrap.put_text = lambda text: system.update({clipboard.UTF8_TEXT: text.encode(encoding)})
        scrap.get_text = lambda: system[clipboard.UTF8_TEXT].decode(encoding)
    monkeypatch.setattr(pygame, "scrap", scrap)
    monkeypatch.setattr(clipboard, "ON_WINDOWS", on_windows)
    clipboard.copy("Käthe")
    assert next(iter(system.values())).decode(encoding).rstrip("\0") == "Käthe"
    system[clipboard.UTF8_TEXT] = "Grüße aus Zürich".encode(encoding)
    assert clipboard.paste() == "Grüße aus Zürich"
    system[clipboard.UTF8_TEXT] = b""
    assert clipboard.paste() == "Käthe", "an empty clipboard should paste the last text copied in the game"


def test_pasted_text_is_joined_and_filtered(renderer: Renderer) -> None:
    clipboard.copy("a1\tb2\n c3\r\n")
    field, group = focused_field("", renderer)
    send(group, key_down(pygame.K_v, pygame.KMOD_CTRL))
    assert field.text == "a1 b2 c3"
    field, group = focused_field("", renderer, accepts=str.isdigit)
    send(group, key_down(pygame.K_v, pygame.KMOD_META))
    assert field.text == "123"


def test_tabs_by_click_and_arrow_key(renderer: Renderer) -> None:
    values: list[object] = []
    tabs = placed(
        TabBar([(n, str(n)) for n in range(3)], 0, values.append), renderer, make_rect(0, 0, 300, 30)
    )
    group = WidgetGroup([tabs])
    click(group, (250, 10))
    send(group, key_down(pygame.K_RIGHT))
    assert values == [2, 0]


def test_unequal_tabs_are_clickable_before_the_first_frame(renderer: Renderer) -> None:
    """The first label needs most of the width, so the second tab is not in the middle."""
    values: list[object] = []
    options = [(0, "A very long label for a tab, longer than half of the bar"), (1, "B")]
    tabs = placed(TabBar(options, 0, values.append), renderer, make_rect(0, 0, 420, 30))
    before = [tabs.tab_rect(index) for index in (0, 1)]
    click(WidgetGroup([tabs]), (before[1].left - 10, 10))
    assert values == []
    draw_to_bytes(WidgetGroup([tabs]), renderer)
    assert [tabs.tab_rect(index) for index in (0, 1)] == before
    assert before[0].width > before[1].width


def test_open_list_is_wide_enough_before_the_first_frame(renderer: Renderer) -> None:
    dropdown = placed(Dropdown([(0, "short"), (1, "w" * 40)], 0), renderer, make_rect(10, 10, 80))
    group = WidgetGroup([dropdown])
    click(group, (20, 20))
    before = dropdown.list_rect()
    assert before.width > dropdown.rect.width
    draw_to_bytes(group, renderer)
    assert dropdown.list_rect() == before


def test_scroll_area_scrolls_and_follows_the_focus() -> None:
    rows = [at(make_rect(10, 10 + 40 * n), Checkbox(f"row {n}", False, None)) for n in range(20)]
    area = at(make_rect(10, 10, 300, 200), ScrollArea())
    area.set_content(rows, 800)
    group = WidgetGroup([area])
    group.handle(mouse_moved((20, 20)))
    assert group.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert rows[0].rect.top < 10
    for _ in range(20):
        send(group, key_down(pygame.K_TAB))
    assert group.focus is rows[-1]
    assert area.rect.contains(rows[-1].rect)
    assert group.widget_at((20, 300)) is None, "hidden widgets should not be clickable"


def test_scroll_area_follows_the_focus_into_nested_widgets() -> None:
    rows = []
    for index in range(10):
        row = at(make_rect(10, 10 + 100 * index, 280, 90), Widget())
        row.children = [at(make_rect(20, 20 + 100 * index, 80), Button("open", lambda: None))]
        rows.append(row)
    area = at(make_rect(10, 10, 300, 200), ScrollArea())
    area.set_content(rows, 1000)
    group = WidgetGroup([area])
    for _ in range(10):
        send(group, key_down(pygame.K_TAB))
        assert group.focus is not None
        assert area.rect.contains(group.focus.rect)
    assert area.scroll_offset > 0


def test_replacing_widgets_keeps_the_scroll_offset() -> None:
    def make_rows() -> list[Widget]:
        return [
            at(make_rect(10, 10 + 100 * index, 280), Button(f"row {index}", lambda: None))
            for index in range(10)
        ]

    area = at(make_rect(10, 10, 300, 200), ScrollArea())
    area.set_content(make_rows(), 1000)
    group = WidgetGroup([area])
    click(group, (20, 20))
    area.scroll_to_offset(500)
    area.set_content(make_rows(), 1000)
    group.replace_widgets([area])
    assert (area.scroll_offset, resolve_text(getattr(group.focus, "text", ""))) == (500, "row 0")
    send(group, key_down(pygame.K_TAB))
    area.scroll_to_offset(500)
    area.set_content(make_rows(), 1000)
    group.replace_widgets([area])
    assert area.scroll_offset < 500, "the focused widget should stay visible"


def test_tooltips_appear_after_a_delay_and_stay_in_the_window(renderer: Renderer) -> None:
    group = WidgetGroup(
        [at(make_rect(700, 560, 90, 30), Widget(tooltip="A rather long explanation of what this does, " * 4))]
    )
    group.handle(mouse_moved((780, 580)))
    before = draw_to_bytes(group, renderer)
    while group.update(0.05):
        pass
    assert draw_to_bytes(group, renderer) != before
    surface = pygame.Surface((800, 600))
    for pos in ((0, 0), (799, 0), (0, 599), (799, 599)):
        assert surface.get_rect().contains(draw_tooltip(surface, renderer, "words " * 60, pos))
    assert TOOLTIP_DELAY_S == 0.35


def test_replacing_widgets_keeps_focus_and_hover() -> None:
    group = WidgetGroup(
        [at(make_rect(10, 10), Button("a", lambda: None)), at(make_rect(10, 60), Button("b", lambda: None))]
    )
    send(group, key_down(pygame.K_TAB), key_down(pygame.K_TAB), mouse_moved((20, 20)))
    replacements = [
        at(make_rect(10, 10), Button("a", lambda: None)),
        at(make_rect(10, 60), Button("b", lambda: None)),
    ]
    group.replace_widgets(replacements)
    assert group.focus is replacements[1]
    assert group.hovered_widget is replacements[0]
    assert replacements[0].hovered


def test_focus_follows_the_clicked_button_or_is_cleared() -> None:
    """Adding a player puts a remove button where the Add button was. The focus follows the Add button to its
    new position. If there is no longer an Add button, the focus is cleared."""
    add_button, remove_button = (
        at(make_rect(10, 60), Button("add", lambda: None)),
        at(make_rect(90, 10), Button("", lambda: None, icon="cross")),
    )
    group = WidgetGroup([remove_button, add_button])
    click(group, (20, 70))
    assert group.focus is add_button
    remove_buttons = [at(make_rect(90, top), Button("", lambda: None, icon="cross")) for top in (10, 60)]
    new_add_button = at(make_rect(10, 110), Button("add", lambda: None))
    group.replace_widgets([*remove_buttons, new_add_button])
    assert group.focus is new_add_button
    group.replace_widgets([*remove_buttons, at(make_rect(90, 110), Button("", lambda: None, icon="cross"))])
    assert group.focus is None
    assert not any(widget.focused for widget in group.walk())


def test_no_ui_code_polls_the_mouse_or_the_keyboard() -> None:
    folder = Path(__file__).parents[2] / "kingdom" / "ui"
    for file in folder.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert "mouse.get_p" not in text, file
        assert "key.get_pressed" not in text, file
