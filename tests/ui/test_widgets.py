"""Widgets answer to the mouse and the keyboard, and a disabled one says why."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

import pygame
import pytest
from window import down, moved, pressed, typed, up

from kingdom.ui.draw.look import Look
from kingdom.ui.widgets import clipboard
from kingdom.ui.widgets.basic import Button, Toggle
from kingdom.ui.widgets.choice import Choice, Tabs
from kingdom.ui.widgets.group import Group
from kingdom.ui.widgets.scroll import ScrollArea
from kingdom.ui.widgets.slider import Slider
from kingdom.ui.widgets.text_field import TextField
from kingdom.ui.widgets.tooltip import TOOLTIP_AFTER, draw_tooltip
from kingdom.ui.widgets.widget import Widget, told


@pytest.fixture(scope="module", autouse=True)
def look() -> Look:
    pygame.display.init()
    pygame.display.set_mode((800, 600))
    return Look(size=(800, 600))


def at(left: int, top: int, width: int = 200, height: int = 30) -> pygame.Rect:
    return pygame.Rect(left, top, width, height)


def send(group: Group, *events: pygame.event.Event) -> list[bool]:
    return [group.handle(event) for event in events]


def click(group: Group, pos: tuple[int, int]) -> None:
    send(group, moved(pos), down(pos), up(pos))


def drawn(group: Group, look: Look) -> bytes:
    surface = pygame.Surface((800, 600))
    group.draw(surface, look)
    return pygame.image.tobytes(surface, "RGB")


def test_a_click_is_press_and_release_on_the_same_button() -> None:
    clicks: list[str] = []
    group = Group(
        [
            Button("a", lambda: clicks.append("a"), at(10, 10)),
            Button("b", lambda: clicks.append("b"), at(10, 60)),
        ]
    )
    click(group, (20, 20))
    assert clicks == ["a"]
    send(group, down((20, 20)), moved((20, 70)), up((20, 70)))
    assert clicks == ["a"], "let go elsewhere: taken back"


def test_hover_and_press_are_seen_in_the_next_frame(look: Look) -> None:
    button = Button("Build", lambda: None, at(10, 10))
    group = Group([button])
    pictures = [drawn(group, look)]
    for event in (moved((20, 20)), down((20, 20))):
        assert group.handle(event), "something changed"
        pictures.append(drawn(group, look))
    assert len(set(pictures)) == 3


def test_words_come_before_the_icon_of_a_button(look: Look, monkeypatch: pytest.MonkeyPatch) -> None:
    icons: list[str] = []
    monkeypatch.setattr(Look, "icon", lambda self, surface, name, *more: icons.append(name))
    button = Button("Unter Namen speichern", lambda: None, icon="save")
    words = look.measure("Unter Namen speichern", "button")[0] + 2 * look.px(8)
    for width, shown in ((words + 60, ["save"]), (words + 2, []), (words // 2, ["save"])):
        icons.clear()
        button.rect = at(10, 10, width)
        button.draw(pygame.Surface((800, 100)), look)
        assert icons == shown, width
        assert bool(button.cut) == (width < words)


def test_a_disabled_button_does_nothing_and_says_why() -> None:
    clicks: list[str] = []
    heard: list[str] = []
    button = Button("a", lambda: clicks.append("a"), at(10, 10), tooltip="Builds one")
    group = Group([button], heard.append)
    assert (button.note().title, button.note().does) == ("a", "Builds one")
    button.enabled, button.why = False, lambda: "Nothing is left"
    click(group, (20, 20))
    send(group, pressed(pygame.K_TAB), pressed(pygame.K_RETURN))
    assert clicks == []
    assert button.note().does == "Nothing is left"
    assert heard == ["not_allowed"]


def test_the_keyboard_reaches_everything() -> None:
    clicks: list[str] = []
    buttons = [
        Button(name, partial(clicks.append, name), at(10, 10 + 50 * n)) for n, name in enumerate("abc")
    ]
    buttons[1].enabled = False
    group = Group(buttons)
    send(group, pressed(pygame.K_TAB), pressed(pygame.K_TAB), pressed(pygame.K_SPACE))
    assert clicks == ["c"], "a disabled one is passed over"
    send(group, pressed(pygame.K_TAB, pygame.KMOD_SHIFT), pressed(pygame.K_RETURN))
    assert clicks == ["c", "a"]
    send(group, pressed(pygame.K_DOWN), pressed(pygame.K_RETURN))
    assert clicks == ["c", "a", "c"]


def test_a_key_clicks_its_button_from_anywhere() -> None:
    clicks: list[str] = []
    field = TextField("", rect=at(10, 60))
    group = Group([Button("End", lambda: clicks.append("end"), at(10, 10), key=pygame.K_e), field])
    send(group, pressed(pygame.K_e))
    assert clicks == ["end"]
    group.set_focus(field)
    send(group, pressed(pygame.K_e), *typed("e"))
    assert clicks == ["end"]
    assert field.text == "e", "while typing, a letter is a letter"


def test_a_toggle_changes_with_click_and_space() -> None:
    seen: list[bool] = []
    group = Group([Toggle("On", False, seen.append, at(10, 10))])
    click(group, (20, 20))
    send(group, pressed(pygame.K_SPACE))
    assert seen == [True, False]


def test_a_slider_is_dragged_and_stepped() -> None:
    seen: list[float] = []
    slider = Slider(0.5, 0, 1, 0.1, seen.append, at(100, 10, 220, 20))
    group = Group([slider])
    send(group, moved((200, 20)), down((200, 20)), moved((900, 20)), up((900, 20)))
    assert slider.value == 1.0, "also beyond its end"
    send(group, pressed(pygame.K_LEFT))
    assert slider.value == pytest.approx(0.9)
    assert seen[-1] == slider.value


def test_a_choice_opens_over_everything_and_takes_the_row(look: Look) -> None:
    seen: list[object] = []
    choice = Choice([(n, f"row {n}") for n in range(4)], 0, seen.append, at(10, 10))
    below = Button("under the list", lambda: seen.append("button"), at(10, 50))
    group = Group([choice, below])
    drawn(group, look)
    click(group, (20, 20))
    assert choice.open
    click(group, (20, choice.list_rect().top + 2 * 30 + 5))
    assert (seen, choice.open) == ([2], False)
    click(group, (20, 20))
    send(group, pressed(pygame.K_ESCAPE))
    assert not choice.open
    send(group, pressed(pygame.K_RIGHT), pressed(pygame.K_RIGHT))
    assert seen == [2, 3, 0], "arrows step, and round"


def test_a_list_with_more_than_it_shows_has_a_bar(look: Look) -> None:
    long, short = (Choice([(n, f"row {n}") for n in range(count)], 0, None, at(10, 10)) for count in (60, 3))
    for choice in (long, short):
        group = Group([choice])
        drawn(group, look)
        click(group, (20, 20))
        drawn(group, look)
    first = long.thumb()
    long.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-60))
    last = long.thumb()
    assert first is not None
    assert last is not None
    assert (first.top, last.bottom) == (long.list_rect().top, long.list_rect().bottom)
    assert short.thumb() is None
    click(Group([long]), (last.centerx, long.list_rect().top + 2))
    assert long.open, "a click on the bar chooses nothing"
    assert long.thumb() == first


def test_a_long_list_stays_in_the_window(look: Look) -> None:
    choice = Choice([(n, f"row {n}") for n in range(60)], 59, None, at(10, 560))
    group = Group([choice])
    drawn(group, look)
    click(group, (20, 570))
    assert pygame.Rect(0, 0, 800, 600).contains(choice.list_rect())
    send(group, *[pressed(pygame.K_UP)] * 59, pressed(pygame.K_RETURN))
    assert choice.value == 0


def test_a_letter_leads_to_the_next_entry_of_an_open_list(look: Look) -> None:
    choice = Choice(
        [(name, name) for name in ("Oasis", "Tavern", "Oracle", "Tower")], "Oasis", None, at(10, 10)
    )
    group = Group([choice])
    drawn(group, look)
    group.set_focus(choice)

    def letter(key: int, word: str) -> pygame.event.Event:
        return pygame.event.Event(pygame.KEYDOWN, key=key, mod=0, unicode=word)

    send(group, letter(pygame.K_t, "t"))
    assert choice.value == "Oasis", "a closed list is not typed into"
    send(group, pressed(pygame.K_RETURN), letter(pygame.K_t, "t"), letter(pygame.K_t, "t"))
    send(group, pressed(pygame.K_RETURN))
    assert (choice.value, choice.open) == ("Tower", False)
    send(group, pressed(pygame.K_RETURN), letter(pygame.K_o, "O"), pressed(pygame.K_RETURN))
    assert choice.value == "Oasis", "from the end on it begins anew"


def test_a_text_field_takes_letters() -> None:
    seen: list[str] = []
    field = TextField("Ani", seen.append, at(10, 10), longest=6)
    group = Group([field])
    click(group, (20, 20))
    send(
        group, *typed("taXYZ"), pressed(pygame.K_BACKSPACE), pressed(pygame.K_HOME), pressed(pygame.K_DELETE)
    )
    assert field.text == "nita"
    assert seen[0] == "Anit"


def test_a_suggested_text_gives_way_to_the_first_letter() -> None:
    for keys, text in (
        ([], "new"),
        ([pressed(pygame.K_RIGHT)], "suggestionnew"),
        ([pressed(pygame.K_BACKSPACE)], "new"),
    ):
        field = TextField("suggestion", rect=at(10, 10), suggested=True)
        group = Group([field])
        group.set_focus(field)
        send(group, *keys, *typed("new"))
        assert field.text == text
    field = TextField("suggestion", rect=at(10, 10), suggested=True)
    group = Group([field])
    click(group, (20, 20))
    send(group, *typed("!"))
    assert field.text == "suggestion!"


def written(text: str, look: Look, **more: Any) -> tuple[TextField, Group]:
    """A field on the screen, with the focus and the caret at its end."""
    field = TextField(text, rect=at(10, 10, 300, 34), **more)
    group = Group([field])
    group.set_focus(field)
    drawn(group, look)
    return field, group


def between(field: TextField, place: int) -> tuple[int, int]:
    """A point a little right of a place where the caret can stand."""
    return field.edges[place] + 1, field.rect.centery


def test_a_click_puts_the_caret_there(look: Look) -> None:
    field, group = written("Leonardo", look)
    for place in (3, 0, 8, 5):
        click(group, between(field, place))
        assert field.caret == place
    assert field.edges == sorted(set(field.edges)), "further right for every letter"
    click(group, (field.rect.left + 1, 20))
    assert field.caret == 0
    click(group, (field.rect.right - 2, 20))
    assert field.caret == 8
    click(group, between(field, 4))
    send(group, *typed("-"))
    assert field.text == "Leon-ardo"


def test_the_keys_move_the_caret(look: Look) -> None:
    field, group = written("Ania", look)
    send(
        group,
        pressed(pygame.K_LEFT),
        *typed("b"),
        pressed(pygame.K_HOME),
        pressed(pygame.K_RIGHT),
        pressed(pygame.K_DELETE),
    )
    assert field.text == "Aiba"
    send(
        group,
        pressed(pygame.K_END),
        pressed(pygame.K_RIGHT),
        *typed("!"),
        pressed(pygame.K_HOME),
        pressed(pygame.K_LEFT),
        *typed("?"),
    )
    assert field.text == "?Aiba!"
    send(
        group,
        pressed(pygame.K_BACKSPACE),
        pressed(pygame.K_BACKSPACE),
        pressed(pygame.K_END),
        pressed(pygame.K_DELETE),
    )
    assert field.text == "Aiba!"


def test_what_is_marked_gives_way(look: Look) -> None:
    field, group = written("Leonardo", look)
    send(group, down(between(field, 2)), moved(between(field, 6)), up(between(field, 6)))
    assert field.marked == (2, 6)
    before = drawn(group, look)
    send(group, pressed(pygame.K_RIGHT))
    assert field.marked == (6, 6), "to the end of what was marked"
    assert drawn(group, look) != before
    send(group, *[pressed(pygame.K_LEFT, pygame.KMOD_SHIFT)] * 4, *typed("x"))
    assert field.text == "Lexdo"
    send(group, pressed(pygame.K_HOME, pygame.KMOD_SHIFT), pressed(pygame.K_DELETE))
    assert field.text == "do"
    send(group, pressed(pygame.K_a, pygame.KMOD_CTRL), *typed("re"))
    assert field.text == "re"


@pytest.mark.parametrize("there", [True, False], ids=["clipboard", "no clipboard"])
def test_cut_copy_and_paste(look: Look, monkeypatch: pytest.MonkeyPatch, there: bool) -> None:
    """Where the system has no clipboard, what was copied here can still be put in here."""
    if not there:
        monkeypatch.setattr(pygame.scrap, "init", failing)
    field, group = written("Leonardo", look, longest=10)
    control = {
        name: pressed(key, pygame.KMOD_CTRL)
        for name, key in (("a", pygame.K_a), ("c", pygame.K_c), ("x", pygame.K_x), ("v", pygame.K_v))
    }
    assert send(group, control["a"], control["c"], pressed(pygame.K_END), control["v"]) == [True] * 4
    assert field.text == "LeonardoLe", "no longer than it may be"
    send(group, control["a"], control["x"])
    assert field.text == ""
    send(group, control["c"], control["x"])
    assert field.text == ""
    send(group, control["v"])
    assert field.text == "LeonardoLe", "nothing was marked, so nothing was copied"


def failing() -> None:
    raise pygame.error("no clipboard")


def test_what_is_pasted_becomes_one_line_of_what_is_allowed(look: Look) -> None:
    clipboard.copy("a1\tb2\n c3\r\n")
    field, group = written("", look)
    send(group, pressed(pygame.K_v, pygame.KMOD_CTRL))
    assert field.text == "a1 b2 c3"
    field, group = written("", look, allowed=str.isdigit)
    send(group, pressed(pygame.K_v, pygame.KMOD_META))
    assert field.text == "123"


def test_tabs_open_by_click_and_arrow() -> None:
    seen: list[object] = []
    tabs = Tabs([(n, str(n)) for n in range(3)], 0, seen.append, at(0, 0, 300, 30))
    group = Group([tabs])
    click(group, (250, 10))
    send(group, pressed(pygame.K_RIGHT))
    assert seen == [2, 0]


def test_a_scroll_area_scrolls_and_follows_the_focus() -> None:
    rows = [Toggle(f"row {n}", False, None, at(10, 10 + 40 * n)) for n in range(20)]
    area = ScrollArea(at(10, 10, 300, 200))
    area.lay(rows, 800)
    group = Group([area])
    group.handle(moved((20, 20)))
    assert group.handle(pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=-1))
    assert rows[0].rect.top < 10
    for _ in range(20):
        send(group, pressed(pygame.K_TAB))
    assert group.focus is rows[-1]
    assert area.rect.contains(rows[-1].rect)
    assert group.at((20, 300)) is None, "what is scrolled away cannot be clicked"


def test_the_focus_is_followed_into_what_lies_in_a_scroll_area() -> None:
    rows = []
    for number in range(10):
        row = Widget(at(10, 10 + 100 * number, 280, 90))
        row.children = [Button("open", lambda: None, at(20, 20 + 100 * number, 80))]
        rows.append(row)
    area = ScrollArea(at(10, 10, 300, 200))
    area.lay(rows, 1000)
    group = Group([area])
    for _ in range(10):
        send(group, pressed(pygame.K_TAB))
        assert group.focus is not None
        assert area.rect.contains(group.focus.rect)
    assert area.offset > 0


def test_new_widgets_do_not_scroll_back_to_what_the_mouse_left() -> None:
    def rows() -> list[Widget]:
        return [Button(f"row {number}", lambda: None, at(10, 10 + 100 * number, 280)) for number in range(10)]

    area = ScrollArea(at(10, 10, 300, 200))
    area.lay(rows(), 1000)
    group = Group([area])
    click(group, (20, 20))
    area.scroll(500)
    area.lay(rows(), 1000)
    group.replace([area])
    assert (area.offset, told(getattr(group.focus, "text", ""))) == (500, "row 0")
    send(group, pressed(pygame.K_TAB))
    area.scroll(500)
    area.lay(rows(), 1000)
    group.replace([area])
    assert area.offset < 500, "the keyboard's ring stays in sight"


def test_tooltips_come_after_a_moment_and_stay_in_the_window(look: Look) -> None:
    group = Group([Widget(at(700, 560, 90, 30), tooltip="A rather long explanation of what this does, " * 4)])
    group.handle(moved((780, 580)))
    before = drawn(group, look)
    while group.update(0.05):
        pass
    assert drawn(group, look) != before
    surface = pygame.Surface((800, 600))
    for pos in ((0, 0), (799, 0), (0, 599), (799, 599)):
        assert surface.get_rect().contains(draw_tooltip(surface, look, "words " * 60, pos))
    assert TOOLTIP_AFTER == 0.35


def test_replacing_widgets_keeps_focus_and_pointer() -> None:
    group = Group([Button("a", lambda: None, at(10, 10)), Button("b", lambda: None, at(10, 60))])
    send(group, pressed(pygame.K_TAB), pressed(pygame.K_TAB), moved((20, 20)))
    again = [Button("a", lambda: None, at(10, 10)), Button("b", lambda: None, at(10, 60))]
    group.replace(again)
    assert group.focus is again[1]
    assert group.pointed is again[0]
    assert again[0].hovered


def test_a_click_that_changes_the_page_lights_up_nothing_else() -> None:
    """Adding a player puts a cross where the button was: the focus goes with the button, or is gone."""
    add, cross = Button("add", lambda: None, at(10, 60)), Button("", lambda: None, at(90, 10), icon="cross")
    group = Group([cross, add])
    click(group, (20, 70))
    assert group.focus is add
    crosses = [Button("", lambda: None, at(90, top), icon="cross") for top in (10, 60)]
    again = Button("add", lambda: None, at(10, 110))
    group.replace([*crosses, again])
    assert group.focus is again
    group.replace([*crosses, Button("", lambda: None, at(90, 110), icon="cross")])
    assert group.focus is None
    assert not any(widget.focused for widget in group.walk())


def test_no_widget_polls_the_mouse_or_the_keyboard() -> None:
    folder = Path(__file__).parents[2] / "kingdom" / "ui"
    for file in folder.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        assert "mouse.get_p" not in text, file
        assert "key.get_pressed" not in text, file
