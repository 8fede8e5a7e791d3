"""The scoring ceremony, played by events: counting, going on and back, the result, and the ways on from
there."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pygame
import pytest
from window import assert_tidy, click, moved, open_app, press, pressed, settle, shown_widgets

from kingdom.ai.player import random_answer
from kingdom.match.match import Match
from kingdom.match.seats import COLOURS, Seat, write_seats
from kingdom.record import Record
from kingdom.rules.chance import Chance
from kingdom.rules.frames import Answer
from kingdom.rules.registry import BOXES, TASKS
from kingdom.rules.scoring import score, total, winners
from kingdom.rules.setup import Setup, new_game
from kingdom.text import LANGUAGES
from kingdom.ui.app.app import App
from kingdom.ui.ceremony.ceremony import BOARD, COUNTING, RESULT, Ceremony
from kingdom.ui.ceremony.score_pad import ScorePad
from kingdom.ui.draw.swatches import COLOURS as SWATCHES
from kingdom.ui.draw.swatches import brightness, swatch
from kingdom.ui.menus.main_menu import MainMenu
from kingdom.ui.menus.new_game.scene import NewGame
from kingdom.ui.reference.scene import Reference
from kingdom.ui.table.table import TableScene
from kingdom.ui.widgets.basic import Button
from kingdom.ui.widgets.widget import Widget

SIZES = [(800, 600), (1024, 700), (1600, 1000), (3840, 2160)]


def finished(setup: Setup, names: str = "Ani Frank Jenny Mats Lea") -> Match:
    """A game played by chance to its end."""
    game, chance = new_game(setup), Chance(setup.seed)
    answers: list[Answer] = []
    while not game.over:
        answers.append(random_answer(game, chance))
        game.choose(answers[-1])
    seats = [Seat(name, COLOURS[number]) for number, name in enumerate(names.split()[: setup.players])]
    return Match.resume(Record(setup, write_seats(seats), answers))


@pytest.fixture(scope="module")
def great() -> Match:
    """Five players with long names, every box, eleven sources of gold."""
    setup = Setup(5, tuple(BOXES), seed=3, tasks=tuple(TASKS)[:4])
    return finished(setup, "Bartholomäus-Maximilian W Kunigunde-Adelheid Jo Wolfgang-Amadeus")


@pytest.fixture(scope="module")
def small() -> Match:
    """Two players, one box."""
    return finished(Setup(2, seed=1))


@pytest.fixture
def app(app: App) -> App:
    app.settings.animation = "normal"
    return app


class Heard(list[str]):
    """The sounds that were asked for."""

    def __call__(self, name: str) -> bool:
        self.append(name)
        return True


def begin(app: App, match: Match) -> tuple[Ceremony, Heard]:
    """The ceremony in the window, and what is heard of it."""
    heard = Heard()
    app.play = heard  # type: ignore[assignment,method-assign]
    scene = Ceremony(match)
    app.push(scene)
    return scene, heard


def button(scene: Ceremony, text: str) -> Button:
    """The button with these words."""
    return next(
        widget
        for widget, _ in shown_widgets(scene.group)
        if isinstance(widget, Button) and widget.text == scene.app.say(text)
    )


def test_the_count_is_that_of_the_rules(great: Match) -> None:
    count = Ceremony(great).count
    assert len(count.sources) == 11
    for player in range(5):
        by = {source.name: source.gold[player] for source in count.sources}
        assert by == {name: part.gold for name, part in score(great.game, player).items()}
        assert count.totals[player] == sum(by.values()) == total(great.game, player)
        for why_gold in count.sources[-1].parts:
            assert sum(why_gold[1]) > 0
        assert sum(gold[player] for _, gold in count.sources[-1].parts) == great.game.gold[player]
    assert count.winners == winners(great.game)
    assert [count.totals[player] for player in count.ranking] == sorted(count.totals, reverse=True)


def test_it_waits_for_the_person(app: App, small: Match) -> None:
    scene, _ = begin(app, small)
    for _ in range(400):
        app.step([], 0.05)
    assert scene.phase == COUNTING
    assert scene.place == 0
    assert scene.counted


@pytest.mark.parametrize("speed", ["slow", "fast"])
def test_it_plays_by_itself_to_the_result(
    app: App, small: Match, speed: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(app.settings, "scoring", speed)
    scene, heard = begin(app, small)
    seen, counts = set(), []
    for _ in range(2000):
        if scene.phase != COUNTING:
            break
        if not scene.place:
            counts.append(scene.gold(0))
        seen.add((scene.place, scene.counting, scene.lit()))
        app.step([], 0.05)
    assert scene.phase == RESULT
    assert counts == sorted(counts), "gold counts up"
    assert counts[-1] == scene.count.sources[0].gold[0]
    for place, source in enumerate(scene.count.sources):
        for player in range(2):
            assert (place, player, source.hexes[player]) in seen, "each player's hexes are lit in turn"
    assert heard[0] == "game_end"
    assert heard[-1] == "victory"
    assert heard.count("gold") == sum(1 for source in scene.count.sources for gold in source.gold if gold)
    assert scene.confetti.falls
    settle(app, 5)
    assert scene.chart.grown == 1
    assert not scene.confetti.falls
    assert not app.step([], 0.05), "then nothing moves"


def test_news_lie_beside_the_headline_and_not_over_the_totals(app: App, small: Match) -> None:
    scene, _ = begin(app, small)
    assert scene.room_for_toasts() is None
    scene.show_result()
    settle(app, 5)
    room = scene.room_for_toasts()
    assert room is not None
    assert scene.strip.contains(room)
    before = app.surface.copy()
    app.toast("Ada has earned: Treasury I")
    app.step([], 0.05)
    below = pygame.Rect(0, scene.strip.bottom, *app.size)
    parts = [picture.subsurface(below.clip(picture.get_rect())) for picture in (before, app.surface)]
    assert pygame.image.tobytes(parts[0], "RGB") == pygame.image.tobytes(parts[1], "RGB")
    beside = [picture.subsurface(room) for picture in (before, app.surface)]
    assert pygame.image.tobytes(beside[0], "RGB") != pygame.image.tobytes(beside[1], "RGB")


def test_news_beside_the_headline_come_one_after_another(app: App, small: Match) -> None:
    """Two had no room there: one was cut by the window's edge."""
    scene, _ = begin(app, small)
    scene.show_result()
    settle(app, 5)
    room = scene.room_for_toasts()
    assert room is not None
    for text in ("Ada has earned: Treasury I", "Ben has earned: One people"):
        app.toast(text)
    seen = []
    for _ in range(2):
        app.step([], 0.05)
        seen.append(pygame.image.tobytes(app.surface.subsurface(room), "RGB"))
        app.surface.fill("black", room)
        seen.append(pygame.image.tobytes(app.surface, "RGB"))
        settle(app, 3.5)
    assert seen[0] != seen[2], "the second one comes"
    assert seen[1] == seen[3], "nothing lies beside the room"
    settle(app, 3.5)
    assert not app.toasts


def test_news_wait_until_the_count_is_over(app: App, small: Match) -> None:
    scene, _ = begin(app, small)
    assert scene.tense
    scene.show_result()
    assert not scene.tense


def test_space_counts_all_then_goes_on_and_escape_ends_it(app: App, small: Match) -> None:
    scene, _ = begin(app, small)
    assert not scene.counted
    press(app, pygame.K_SPACE)
    assert (scene.place, scene.counted) == (0, True)
    press(app, pygame.K_SPACE)
    assert (scene.place, scene.counted) == (1, False)
    press(app, pygame.K_LEFT)
    assert scene.place == 0
    press(app, pygame.K_LEFT)
    assert scene.place == 0
    press(app, pygame.K_RIGHT, pygame.K_RIGHT)
    assert scene.place == 1
    press(app, pygame.K_ESCAPE)
    assert scene.phase == RESULT


def focus(scene: Ceremony) -> Widget | None:
    return scene.group.focus


def test_one_space_too_many_does_not_begin_another_game(app: App, small: Match) -> None:
    scene, _ = begin(app, small)
    for _ in range(3 * len(scene.count.sources)):
        press(app, pygame.K_SPACE)
    press(app, pygame.K_ESCAPE, pygame.K_ESCAPE)
    assert app.scenes == [scene]
    assert scene.phase == RESULT
    press(app, pygame.K_TAB)
    assert focus(scene) is scene.pad
    scene.show_source(1)
    assert focus(scene) is button(scene, "ui.ceremony.next")


def test_a_click_anywhere_goes_on(app: App, small: Match) -> None:
    scene, _ = begin(app, small)
    click(app, scene.view.rect.center)
    click(app, scene.view.rect.center)
    assert scene.place == 1
    click(app, button(scene, "ui.ceremony.next"))
    click(app, button(scene, "ui.ceremony.next"))
    assert scene.place == 2
    click(app, button(scene, "ui.ceremony.result"))
    assert scene.phase == RESULT


def test_f1_on_the_card_that_is_counted_opens_its_page(app: App, small: Match) -> None:
    scene, _ = begin(app, small)
    app.settings.animation = "off"
    app.step([], 0.01)
    place = next(widget.rect for widget in scene.group.widgets if type(widget) is Widget).center
    app.step([moved(place)], 0.01)
    settle(app, 1.0)
    assert scene.group.told is None, "the card has the words"
    press(app, pygame.K_F1)
    assert isinstance(app.scene, Reference)
    assert app.scene.page == scene.source.key


def test_without_animation_nothing_moves_by_itself(app: App, small: Match) -> None:
    app.settings.animation = "off"
    scene, _ = begin(app, small)
    settle(app, 30)
    assert scene.place == 0
    assert scene.counted
    for _ in scene.count.sources:
        press(app, pygame.K_SPACE)
    settle(app, 0.2)
    assert scene.phase == RESULT
    assert scene.chart.grown == 1
    assert not scene.confetti.falls


def test_pointing_at_a_player_lights_that_players_hexes(app: App, small: Match) -> None:
    scene, _ = begin(app, small)
    press(app, pygame.K_SPACE)
    both = scene.source.hexes
    assert scene.lit() == both[0] | both[1]
    rect = scene.standings.rect
    app.step([moved((rect.centerx, rect.bottom - 5))], 0.01)
    assert scene.lit() == both[1]


def test_the_board_with_the_pad(app: App, small: Match) -> None:
    scene, _ = begin(app, small)
    press(app, pygame.K_ESCAPE)
    click(app, button(scene, "ui.ceremony.board"))
    assert scene.phase == BOARD
    assert scene.lit() == 0
    pad = scene.pad
    _names, head, row = pad.measures()
    app.step([moved((pad.rect.right - 5, pad.rect.top + head + row // 2))], 0.01)
    last = scene.count.ranking[-1]
    assert pad.cell == (0, last)
    assert scene.lit() == scene.count.sources[0].hexes[last]
    app.step([moved(scene.view.rect.center)], 0.01)
    app.step([pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=3)], 0.01)
    assert scene.view.camera.zoom > 1
    settle(app, 0.2)
    press(app, pygame.K_ESCAPE)
    assert scene.phase == RESULT


def test_the_pad_by_keyboard(app: App, small: Match) -> None:
    scene, _ = begin(app, small)
    press(app, pygame.K_ESCAPE, pygame.K_b)
    assert scene.phase == BOARD
    scene.group.set_focus(scene.pad)
    press(app, pygame.K_DOWN, pygame.K_DOWN, pygame.K_RIGHT)
    first = scene.count.ranking[0]
    assert scene.pad.cell == (1, first)
    assert scene.lit() == scene.count.sources[1].hexes[first]
    press(app, pygame.K_RETURN)
    assert (scene.phase, scene.place) == (COUNTING, 1)


def test_a_source_can_be_counted_again(app: App, small: Match) -> None:
    scene, heard = begin(app, small)
    press(app, pygame.K_ESCAPE)
    pad = scene.pad
    _names, head, row = pad.measures()
    click(app, (pad.rect.left + 5, pad.rect.top + head + row * 2 + row // 2))
    assert (scene.phase, scene.place) == (COUNTING, 2)
    settle(app, 0.1)
    press(app, pygame.K_ESCAPE)
    assert heard.count("victory") == 1


def test_who_has_won_is_said(app: App, small: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    said: list[str] = []
    scene, _ = begin(app, small)
    press(app, pygame.K_ESCAPE)
    plain = app.look.text

    def listen(surface: pygame.Surface, text: str, *more: object, **named: object) -> pygame.Rect:
        said.append(text)
        return plain(surface, text, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(app.look, "text", listen)
    scene.layout(app.size)
    scene.draw(app.surface)
    names = [small.seats[player].name for player in scene.count.winners]
    assert len(names) == 1
    assert app.say("ui.ceremony.wins", name=names[0], count=max(scene.count.totals)) in said
    object.__setattr__(scene.count, "winners", (0, 1))
    scene.layout(app.size)
    scene.draw(app.surface)
    assert any("Ani and Frank share" in words for words in said)


def test_the_bars_grow_to_their_end_on_the_screen(app: App, small: Match) -> None:
    scene, _ = begin(app, small)
    app.settings.animation = "normal"
    press(app, pygame.K_ESCAPE)
    app.step([], 0.05)
    early = pygame.image.tobytes(app.surface.subsurface(scene.chart.rect), "RGB")
    settle(app, 3)
    late = pygame.image.tobytes(app.surface.subsurface(scene.chart.rect), "RGB")
    assert late != early
    scene.layout(app.size)  # all is painted anew
    app.dirty = True
    app.step([], 0.05)
    assert pygame.image.tobytes(app.surface.subsurface(scene.chart.rect), "RGB") == late


# --- the ways on


def test_play_again_with_the_same_seats(app: App, small: Match) -> None:
    scene, _ = begin(app, small)
    press(app, pygame.K_ESCAPE)
    click(app, button(scene, "ui.ceremony.again"))
    scene_of_table = app.scenes[0]
    assert isinstance(scene_of_table, TableScene)
    again = scene_of_table.match
    assert again.seats == small.seats
    assert again.record.setup.boxes == small.record.setup.boxes
    assert again.record.setup.seed != small.record.setup.seed
    assert not again.record.answers
    assert app.keeper.going_on()


def test_a_new_table_and_the_menu(app: App, small: Match) -> None:
    scene, _ = begin(app, small)
    press(app, pygame.K_ESCAPE)
    click(app, button(scene, "ui.ceremony.new"))
    new = app.scene
    assert isinstance(new, NewGame)
    assert new.choices.table() == small.seats
    assert tuple(new.choices.boxes) == small.record.setup.boxes
    assert new.choices.seed != small.record.setup.seed
    click(app, new.back)
    assert app.scene is scene, "back to the result"
    assert scene.phase == RESULT
    app.resize_window((1280, 800))
    assert_tidy(scene, (1280, 800))
    press(app, pygame.K_n)
    new = app.scene
    assert isinstance(new, NewGame)
    click(app, new.start)
    assert isinstance(app.scenes[0], TableScene)
    assert app.scenes[0].match.seats == small.seats
    scene, _ = begin(app, small)
    press(app, pygame.K_ESCAPE)
    click(app, button(scene, "ui.ceremony.menu"))
    assert isinstance(app.scene, MainMenu)


# --- fit


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
def test_everything_fits(tmp_path: Path, great: Match, size: tuple[int, int]) -> None:
    app = open_app(tmp_path, size, "de")
    for language in LANGUAGES:
        app.settings.language = language
        app.settings.animation = "off"
        app.refresh()
        scene = Ceremony(great)
        app.push(scene)
        for show, more in (
            (scene.show_source, (3,)),
            (scene.show_source, (10,)),
            (scene.show_result, ()),
            (scene.show_board, ()),
        ):
            show(*more)
            assert_tidy(scene, size)
            if language == "de":
                app.step([], 0.1)
        assert scene.pad.rect.height // 14 >= 14, "a line of the pad can be read"
        app.pop(scene)
    app.close()


def test_the_window_may_change_its_size_while_counting(app: App, small: Match) -> None:
    scene, _ = begin(app, small)
    settle(app, 1)
    for size in ((1600, 900), (800, 600), (1024, 700)):
        app.resize_window(size)
        app.step([pressed(pygame.K_TAB)], 0.1)
        assert_tidy(scene, size)
    press(app, pygame.K_ESCAPE)
    settle(app, 0.3)
    app.resize_window((1280, 800))
    assert_tidy(scene, (1280, 800))
    assert 0 < scene.chart.grown < 1


def test_sources_can_be_told_apart_in_grey() -> None:
    """Neighbours in a bar differ in tone or in pattern, without colour."""
    pictures = [pygame.transform.grayscale(swatch(number, (40, 24), 8)) for number in range(len(SWATCHES))]
    for one in range(len(SWATCHES) - 1):
        tones = abs(brightness(SWATCHES[one]) - brightness(SWATCHES[one + 1]))
        assert tones > 25, (one, tones)
    assert len({pygame.image.tobytes(picture, "RGB") for picture in pictures}) == len(SWATCHES)


@pytest.mark.parametrize("size", SIZES)
def test_the_result_fills_the_window(app: App, small: Match, size: tuple[int, int]) -> None:
    """Also where there are few sources: no empty band below the headline or above the buttons."""
    scene = Ceremony(small)
    app.push(scene)
    app.resize_window(size)
    scene.show_result()
    settle(app, 0.1)
    gap = app.look.px(14)
    again = next(button for button in scene.group.walk() if isinstance(button, Button))
    for panel in scene.panels:
        assert panel.top - scene.strip.bottom == gap
        assert again.rect.top - panel.bottom == gap


def test_letters_of_the_pad_grow_with_its_rows(
    app: App, small: Match, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In a tall window a pad of few lines was mostly parchment; and none is cut because of it."""
    scene, _ = begin(app, small)
    scene.show_result()
    settle(app, 5)
    write, sizes = ScorePad.write, []

    def noting(pad: ScorePad, *words: Any, **more: Any) -> pygame.Rect:
        sizes.append(more.get("pixels") or 0)
        return write(pad, *words, **more)

    monkeypatch.setattr(ScorePad, "write", noting)
    before = app.size
    for size in ((480, 360), (800, 800)):
        app.resize_window(size)
        sizes.clear()
        app.step([], 0.05)
        assert not scene.pad.cut
    assert max(sizes) > app.look.lettering.pixels("number")
    app.resize_window(before)
