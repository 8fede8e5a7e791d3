"""The table: whole games with every mix of seats, undo, refusals, the curtain, trouble, keyboard, zoom,
resize."""

from __future__ import annotations

import math
from pathlib import Path

import pygame
import pytest
from at_the_table import Prompt, Silent, around, seats, table
from hand import Hand
from scenario import hex_at, scenario, state, tile
from window import assert_tidy, click, moved, on_top, settle, typed

from kingdom.ai.hint import Hint
from kingdom.ai.player import random_answer
from kingdom.match.machine import WAITING, State
from kingdom.match.match import Match
from kingdom.match.saves import Keeper
from kingdom.match.thinker import Trouble
from kingdom.rules.chance import Chance
from kingdom.rules.events import GameEnded
from kingdom.rules.hexes import BIT, hexes_of, lowest
from kingdom.rules.registry import BOXES
from kingdom.rules.setup import Setup
from kingdom.text import LANGUAGES
from kingdom.ui.app.app import App
from kingdom.ui.board.signposts import SIZE, signposts
from kingdom.ui.menus.pause_menu import PauseMenu, SaveDialog
from kingdom.ui.scene.dialog import Dialog
from kingdom.ui.table.curtain import Curtain
from kingdom.ui.table.trouble import TroubleDialog

WINDOW_SIZE = (1280, 800)

SIZES = ((800, 600), (1024, 700), (1280, 800), (1600, 1000), (1920, 1080), (3840, 2160))


@pytest.fixture
def app(window: App) -> App:
    """The window as it should be at the start of a test."""
    window.settings.animation, window.settings.language, window.settings.live_gold = "off", "en", True
    if window.size != (1280, 800):
        window.resize_window((1280, 800))
    window.refresh()
    return window


# --- whole games


@pytest.mark.parametrize("kinds", [("person", "person"), ("person", "easy", "greedy"), ("easy", "greedy")])
def test_a_whole_game(app: App, kinds: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody gets stuck, and what is shown is what happened."""
    app.resize_window((800, 600))
    monkeypatch.setattr(app.ways, "ceremony", lambda match: None)
    hand, chance = Hand(app, table(*kinds, seed=3)), Chance(8)
    curtains = 0
    for _ in range(6000):
        if hand.match.game.over and hand.match.state is not State.PLAYBACK:
            break
        if isinstance(app.scene, Curtain):
            curtains += 1
            assert hand.match.viewer is None
            assert not [line for line in hand.table.side.story.lines if line.key == "event.card_drawn"]
            assert told(hand)[-1] != (hand.match.decider, "event.card_revealed")
            click(app, app.scene.button)
        elif hand.match.state in WAITING:
            hand.table.deeds.answer(random_answer(hand.match.game, chance))
        else:
            app.step([], 0.05)
    assert hand.match.state is State.COUNTED
    assert bool(curtains) == (kinds.count("person") > 1)
    assert hand.table.bar.sentence == app.say("ask.over")
    end = hand.match.history[-1].events[-1]
    assert isinstance(end, GameEnded)
    assert {row.facts.gold for row in hand.table.side.rows} == set(end.gold)


def test_a_game_of_all_boxes_with_movements(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    """Five seats, all boxes, movements at full length: every frame is drawn without an error."""
    app.resize_window((800, 600))
    monkeypatch.setattr(app.ways, "ceremony", lambda match: None)
    match = Match.start(Setup(5, tuple(BOXES), 4), seats(*["person"] * 5), None, Silent())
    hand, chance = Hand(app, match, "fast"), Chance(2)
    for number in range(260):
        if isinstance(app.scene, Curtain):
            app.scene.lift()
        if match.state in WAITING:
            hand.table.deeds.answer(random_answer(match.game, chance))
        app.step([], 0.03 if number % 3 else 0.2)
        if match.state is State.PLAYBACK and number % 2:
            hand.key(pygame.K_SPACE)
    assert app.scene in (hand.table, hand.table.mirror.over)
    assert not app.errors


# --- answers, refusals, taking back


def someone(app: App, *tiles: str, speed: str = "off") -> Hand:
    me = {"tiles": [tile(kind) for kind in tiles]}
    land = {(9, 9): "F", (9, 8): "M"}
    game = scenario(
        land, own=[(5, 5), (5, 6)], other=[(15, 15)], card="grass", me=me, cards=["fishermen", "knights"]
    )
    return Hand(app, around(game, "person", "easy"), speed)


def test_legal_hexes_glow_and_a_ghost_follows_the_mouse(app: App) -> None:
    hand = someone(app)
    assert hand.table.lights().glowing == hand.match.decision().cells
    hand.point(hex_at(5, 7))
    assert hand.table.input.aim.legal
    assert hand.table.input.aim.ghosts == (("settlement_orange", hex_at(5, 7)),)
    hand.point(hex_at(9, 9))
    assert not hand.table.input.aim.legal
    assert not hand.table.input.aim.ghosts


def test_a_refused_click_says_why_and_changes_nothing(app: App) -> None:
    hand = someone(app)
    before = state(hand.match.game)
    hand.click(hex_at(9, 9))
    assert hand.table.bar.message == app.say("reason.wrong_terrain", terrains=app.say("terrain.grass"))
    hand.click(hex_at(18, 18))
    assert hand.table.bar.message == app.say("reason.not_adjacent")
    assert state(hand.match.game) == before
    settle(app, 5)
    assert not hand.table.bar.message


def test_the_turn_cannot_end_too_early(app: App) -> None:
    hand = someone(app)
    assert not hand.table.bar.end.enabled
    assert hand.table.bar.end.note().does == app.say("reason.mandatory_first")
    hand.key(pygame.K_SPACE)
    assert hand.table.bar.message == app.say("reason.mandatory_first")


def test_a_half_made_move_is_taken_back_in_every_way(app: App) -> None:
    hand = someone(app, "paddock")
    for way in ("right click", "escape", "second click", "undo"):
        hand.give("paddock")
        hand.give(hex_at(5, 5))
        assert hand.table.chosen == BIT[hex_at(5, 5)]
        hand.point(lowest(hand.match.decision().cells))
        assert hand.table.input.aim.origin == hex_at(5, 5)
        if way == "right click":
            hand.click(hex_at(0, 0), 3)
        elif way == "escape":
            hand.key(pygame.K_ESCAPE)
        elif way == "second click":
            hand.click(hex_at(5, 5))
        else:
            hand.key(pygame.K_z, pygame.KMOD_CTRL)
        assert hand.match.decision().asks == "from"
        hand.key(pygame.K_ESCAPE)
        assert hand.match.decision().asks == "act"
        assert not hand.match.history


def test_undo_goes_back_step_by_step(app: App) -> None:
    hand = someone(app)
    start = state(hand.match.game)
    for _ in range(3):
        hand.give(lowest(hand.match.decision().cells))
    assert hand.table.bar.undo.enabled
    for _ in range(3):
        click(app, hand.table.bar.undo)
    assert state(hand.match.game) == start
    assert not hand.table.bar.undo.enabled
    assert [line.key for line in hand.table.side.story.lines] == ["event.round"]


def told(hand: Hand) -> list[tuple[int | None, str]]:
    """Who and what the log tells."""
    return [(line.player, line.key) for line in hand.table.side.story.lines]


def test_the_log_tells_the_first_card(app: App) -> None:
    hand = Hand(app, table("person", "easy", seed=2, thinker=Silent()))
    first = hand.match.game.start_player
    assert told(hand) == [(None, "event.round"), (first, "event.card_revealed")]
    card = hand.match.game.card
    assert card is not None
    line, _, name, words = hand.table.side.log.lines[1]
    assert line.values == {"card": card}
    assert (name, words) == (
        hand.match.seats[first].name,
        app.say("event.card_revealed", card=app.say(f"terrain.{card}")),
    )


def test_the_log_tells_the_first_card_of_a_game_that_goes_on(app: App) -> None:
    match, chance = table("person", "person", seed=4), Chance(1)
    first = match.game.start_player
    match.ready()
    for _ in range(9):
        match.answer(random_answer(match.game, chance))
        match.played()
        if match.state is State.CURTAIN:
            match.ready()
    hand = Hand(app, Match.resume(match.record, None, Silent()))
    assert told(hand)[:2] == [(None, "event.round"), (first, "event.card_revealed")]
    assert len(told(hand)) > 3


def test_the_first_card_is_not_told_before_its_player_is_ready(app: App) -> None:
    hand = Hand(app, table("person", "person", seed=4))
    assert isinstance(app.scene, Curtain)
    assert told(hand) == [(None, "event.round")]
    click(app, app.scene.button)
    assert told(hand) == [(None, "event.round"), (hand.match.game.start_player, "event.card_revealed")]


def test_the_card_of_the_next_person_is_not_told_before_the_curtain_lifts(app: App) -> None:
    """Neither in the log nor in the bar nor as a movement, from the answer that ends the turn on."""
    app.settings.animation = "normal"
    hand, chance = Hand(app, table("person", "person", seed=4)), Chance(1)
    hand.settle()
    first = hand.match.decider
    while hand.match.decider == first:
        hand.settle()
        hand.table.deeds.answer(random_answer(hand.match.game, chance))
    second, revealed = hand.match.decider, "event.card_revealed"
    assert hand.match.state is State.PLAYBACK
    assert not hand.table.playback.animator.busy
    while not isinstance(app.scene, Curtain):
        assert (second, revealed) not in told(hand)
        assert hand.table.bar.hand == []
        app.step([], 0.05)
    assert (first, revealed) in told(hand)
    assert (second, revealed) not in told(hand)
    assert hand.table.side.turn_words(lambda words: True).startswith(hand.match.seats[first].name)
    click(app, app.scene.button)
    assert told(hand)[-1] == (second, revealed)


def test_pointing_at_a_player_tells_the_rule_of_a_bonus(app: App) -> None:
    """A bonus that is no action has no button that could tell it."""
    tiles = [tile("temple", (3, 3)), tile("temple", (3, 12))]
    land = {(3, 3): "1", (3, 12): "1"}
    game = scenario(
        land,
        own=[(3, 4), (3, 11)],
        locations={"1": "temple"},
        card="grass",
        me={"tiles": tiles, "bonus": ["temple"]},
    )
    hand = Hand(app, around(game, "person", "easy"))
    words = hand.table.side.rows[0].tip()
    assert app.say("bonus.temple") in words
    assert app.say("bonus.temple.rule") in words


def test_log_lines_light_their_hexes(app: App) -> None:
    hand = someone(app)
    for _ in range(3):
        hand.give(lowest(hand.match.decision().cells))
    log = hand.table.side.log
    built = next(number for number, (line, *_) in enumerate(log.lines) if line.key == "event.built")
    app.step([moved(log.row_of(built).center)], 0.01)
    assert hand.table.lights().lit == log.lines[built][0].hexes
    assert log.lines[built][0].hexes.bit_count() == 3
    assert "3" in log.lines[built][3]


def test_a_log_line_points_to_hexes_outside_of_what_is_seen(app: App) -> None:
    hand = someone(app)
    hand.give(hex_at(5, 7))
    log, view = hand.table.side.log, hand.table.view
    built = next(number for number, (line, *_) in enumerate(log.lines) if line.key == "event.built")
    line = log.row_of(built).center
    app.step([moved(line)], 0.01)
    lit = hand.table.lights().lit
    assert lit == BIT[hex_at(5, 7)]
    pane, size = view.panes[0], float(app.look.px(SIZE))
    assert signposts(pane, lit, size) == [], "it is seen"
    for _ in range(8):
        view.zoom(1.3)
    pane.pan(-9000, -9000)  # to the lower right
    ((tip, angle),) = signposts(pane, lit, size)
    assert pane.rect.collidepoint(tip)
    assert -180 < math.degrees(angle) < -90, "to the upper left"
    app.step([moved(line)], 0.01)
    settle(app, 0.5)
    inside = round(tip[0] - math.cos(angle) * size / 2), round(tip[1] - math.sin(angle) * size / 2)
    assert app.surface.get_at(inside)[:3] == app.look.colour("glow_earned")
    app.step([moved(hand.spot(hex_at(15, 15)))], 0.01)
    settle(app, 0.5)
    assert app.surface.get_at(inside)[:3] != app.look.colour("glow_earned")


def test_arrows_that_would_lie_over_each_other_are_one(app: App) -> None:
    hand = someone(app)
    pane, size = hand.table.view.panes[0], float(app.look.px(SIZE))
    for _ in range(8):
        hand.table.view.zoom(1.3)
    pane.pan(9000, 9000)
    assert len(signposts(pane, BIT[hex_at(19, 17)] | BIT[hex_at(19, 18)] | BIT[hex_at(18, 18)], size)) == 1
    assert len(signposts(pane, BIT[hex_at(19, 1)] | BIT[hex_at(1, 19)], size)) == 2


def test_pointing_at_a_card_lights_the_hexes_that_earn_it(app: App) -> None:
    hand = someone(app)
    knights = hand.table.side.cards[1]
    room = knights.gold_room(app.look)
    app.step([moved((room.left + room.width // 4, room.centery))], 0.01)
    assert hand.table.lights().lit == knights.facts.hexes[0] != 0
    app.step([moved((room.left + room.width * 3 // 4, room.centery))], 0.01)
    assert hand.table.lights().lit == knights.facts.hexes[1] != knights.facts.hexes[0]
    settle(app, 1)
    assert app.say("card.knights.rule") in knights.tip()


def test_hover_tells_what_a_hex_would_gain(app: App) -> None:
    from kingdom.ui.panels.hover import hex_note

    game = scenario(
        {(5, 7): "1", (6, 4): "W"}, own=[(5, 5)], card="grass", locations={"1": "oracle"}, cards=["fishermen"]
    )
    hand = Hand(app, around(game, "person", "easy"))
    words = hex_note(hand.match, app.texts, hex_at(5, 6), True).words
    assert app.say("tile.oracle") in words
    assert f"+1 {app.say('card.fishermen')}" in hex_note(hand.match, app.texts, hex_at(6, 5), True).words
    assert app.say("tile.oracle.rule") in hex_note(hand.match, app.texts, hex_at(5, 7), True).words
    assert hand.match.seats[0].name in hex_note(hand.match, app.texts, hex_at(5, 5), True).words
    for number in hexes_of(game.board.cells):
        assert hex_note(hand.match, app.texts, number, True).words


# --- people, programs


def test_the_curtain_hides_the_hand_until_ready(app: App) -> None:
    hand = Hand(app, table("person", "person"))
    assert isinstance(app.scene, Curtain)
    assert hand.table.bar.hand == []
    click(app, app.scene.button)
    assert on_top(app) is hand.table
    assert hand.table.bar.hand
    assert "terrain_back" not in hand.table.bar.hand


def test_behind_the_curtain_no_half_turn_is_told(app: App) -> None:
    """A game that was saved in the middle of a turn goes on with the curtain: what the one before did is
    told."""
    match = table("person", "person", seed=3)
    hand = Hand(app, match)
    hand.settle()
    chance = Chance(1)
    while match.decider == 0:
        hand.give(hand.any_answer(chance))
        hand.settle()
    hand.give(hand.any_answer(chance))
    hand.settle()
    again = Match.resume(match.record, None, Prompt())
    hand = Hand(app, again)
    assert again.covered == 1
    words = hand.table.side.turn_words(bool)
    assert again.seats[0].name in words
    assert again.seats[1].name not in words


def test_with_one_person_there_is_no_curtain(app: App) -> None:
    hand = Hand(app, table("person", "easy"))
    for _ in range(400):
        assert not isinstance(app.scene, Curtain)
        if hand.match.state is State.PERSONS_TURN:
            hand.table.deeds.answer(random_answer(hand.match.game, Chance(3)))
        app.step([], 0.05)
        if hand.match.game.round > 2:
            return
    raise AssertionError("two rounds should have been played")


def test_a_thinking_program_can_be_hurried(app: App) -> None:
    class Slow(Silent):
        hurried = False

        def hurry(self) -> None:
            self.hurried = True

    thinker = Slow()
    hand = Hand(app, Match.start(Setup(2), seats("easy", "person"), None, thinker))
    while hand.match.state is not State.PROGRAMS_TURN:
        hand.table.deeds.answer(random_answer(hand.match.game, Chance(1)))
        app.step([], 0.1)
    assert (
        app.say("ask.thinking", player=hand.match.seats[hand.match.decider].name) == hand.table.bar.sentence
    )
    assert hand.table.bar.end.text == app.say("ui.table.skip")
    click(app, hand.table.bar.end)
    assert thinker.hurried
    hand.click(hex_at(3, 3))
    assert hand.table.bar.message


class Troubled(Silent):
    """Says what is wrong, and may answer at last."""

    what: Trouble | None = None
    late: int | None = None

    def trouble(self) -> Trouble | None:
        return self.what

    def take(self, given: int) -> int | None:
        late, self.late = self.late, None
        return late


def test_trouble_hands_the_seat_on(app: App) -> None:
    thinker = Troubled()
    match = Match.start(Setup(2, seed=2), seats("easy", "easy"), None, thinker)
    hand = Hand(app, match)
    thinker.what = Trouble(match.decider, "crash", "Traceback\nZeroDivisionError: oh")
    app.step([], 0.05)
    assert isinstance(app.scene, TroubleDialog)
    assert "ZeroDivisionError: oh" in app.scene.text
    hand.key(pygame.K_ESCAPE)
    assert isinstance(app.scene, TroubleDialog)
    app.scene.choice.value = "person"
    seat = match.decider
    click(app, app.scene.buttons[0])
    assert match.seats[seat].is_person
    assert match.state is State.PERSONS_TURN
    assert on_top(app) is hand.table
    hand.give(lowest(match.decision().cells))


def test_trouble_that_passes_is_forgotten(app: App) -> None:
    thinker = Troubled()
    match = Match.start(Setup(2, seed=2), seats("easy", "easy"), None, thinker)
    hand = Hand(app, match)
    thinker.what = Trouble(match.decider, "hang", "no answer for 60 seconds")
    app.step([], 0.05)
    assert isinstance(app.scene, TroubleDialog)
    thinker.late = lowest(match.decision().cells)
    app.step([], 0.05)
    assert len(match.history) == 1
    assert on_top(app) is hand.table


def test_a_tile_that_cannot_be_used_says_why_by_key_too(app: App) -> None:
    hand = someone(app, "farm")
    hand.give(lowest(hand.match.decision().cells))
    hand.key(pygame.K_1)
    assert hand.table.bar.message == app.say("reason.wait_mandatory", action=app.say("tile.farm"))


def test_hints_are_shown(app: App) -> None:
    class Wise(Silent):
        asked = False

        def ask_hint(self, record: object, seat: int) -> None:
            self.asked = True

        @property
        def hinting(self) -> bool:
            return self.asked

        def take_hint(self, given: int) -> Hint | None:
            asked, self.asked = self.asked, False
            return Hint([hex_at(5, 7), "end_turn"], {}, {"knights": 2}, "gold", "", "") if asked else None

    hand = someone(app)
    hand.match.thinker = Wise()
    hand.key(pygame.K_h)
    settle(app, 0.2)
    assert hand.table.lights().hinted == BIT[hex_at(5, 7)]
    assert f"+2 {app.say('card.knights')}" in hand.table.bar.message
    hand.give(hex_at(5, 7))
    assert not hand.table.lights().hinted


# --- keyboard


def test_a_turn_by_keyboard_only(app: App) -> None:
    hand = someone(app, "farm")
    hand.key(pygame.K_1)
    assert hand.match.history[-1].answer == "farm"
    for _ in range(4):
        hand.key(pygame.K_RIGHT)
        hand.key(pygame.K_DOWN)
        assert hand.table.input.aimed is not None
        assert hand.match.decision().cells & BIT[hand.table.input.aimed]
        hand.key(pygame.K_RETURN)
    assert len(hand.match.history) == 5
    hand.key(pygame.K_z, pygame.KMOD_CTRL)
    assert len(hand.match.history) == 4
    hand.key(pygame.K_LEFT)
    hand.key(pygame.K_RETURN)
    hand.key(pygame.K_SPACE)
    assert hand.match.history[-1].answer == "end_turn"


def test_every_legal_hex_can_be_reached_by_arrows(app: App) -> None:
    hand = someone(app)
    cells = hand.match.decision().cells
    seen, todo = 0, []
    hand.key(pygame.K_RIGHT)
    assert hand.table.input.aimed is not None
    todo.append(hand.table.input.aimed)
    while todo:
        number = todo.pop()
        if seen & BIT[number]:
            continue
        seen |= BIT[number]
        for key in (pygame.K_LEFT, pygame.K_RIGHT, pygame.K_UP, pygame.K_DOWN):
            hand.table.input.point(number)
            hand.key(key)
            if hand.table.input.aimed is not None:
                todo.append(hand.table.input.aimed)
    assert seen == cells


def test_escape_at_rest_opens_the_menu(app: App, tmp_path: Path) -> None:
    hand = someone(app)
    hand.key(pygame.K_ESCAPE)
    assert isinstance(app.scene, PauseMenu)
    for size in SIZES[:3]:
        app.resize_window(size)
        assert_tidy(app.scene, size)
    app.scene.save()
    assert isinstance(app.scene, SaveDialog)
    hand.match.keeper = app.keeper
    app.scene.field.set("")
    for event in typed("my game"):
        app.step([event], 0.01)
    click(app, app.scene.buttons[0])
    app.keeper.settle()
    assert app.keeper.path_of("my game").exists()
    app.step([], 0.01)
    assert [toast.text for toast in app.toasts] == [app.say("ui.save.done", name="my game")]
    hand.key(pygame.K_ESCAPE)
    assert on_top(app) is hand.table


def test_a_save_that_fails_is_told(app: App, tmp_path: Path) -> None:
    (tmp_path / "blocked").write_text("a file where a folder should be", encoding="utf-8")
    hand = someone(app)
    hand.match.keeper = app.keeper = Keeper(tmp_path / "blocked" / "saves")
    app.push(SaveDialog(app, hand.match))
    app.toasts.clear()
    click(app, app.scene.buttons[0])  # type: ignore[union-attr]
    app.keeper.settle()
    app.step([], 0.01)
    done = app.say("ui.save.done", name=hand.match.record.name)
    assert done not in [toast.text for toast in app.toasts], "nothing is told as done before it is"
    assert isinstance(app.scene, Dialog)
    assert app.scene.title == app.say("ui.save.failed")
    assert "blocked" in app.scene.text


# --- looking closer


def test_zoom_and_pan(app: App) -> None:
    hand = someone(app)
    view = hand.table.view
    target = hex_at(5, 7)
    before = view.centre(target)
    app.step([moved(hand.spot(target))], 0.01)
    app.step([pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=1)], 0.01)
    after = view.centre(target)
    assert view.camera.zoom > 1
    assert abs(before[0] - after[0]) < 2
    assert abs(before[1] - after[1]) < 2
    pos = hand.spot(target)
    app.step([pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=pos, button=1)], 0.01)
    app.step(
        [pygame.event.Event(pygame.MOUSEMOTION, pos=(pos[0] - 40, pos[1]), rel=(-40, 0), buttons=(1, 0, 0))],
        0.01,
    )
    app.step([pygame.event.Event(pygame.MOUSEBUTTONUP, pos=(pos[0] - 40, pos[1]), button=1)], 0.01)
    assert not hand.match.history, "a drag is no click"
    hand.give(lowest(hand.match.decision().cells))
    for key in (pygame.K_PLUS, pygame.K_MINUS, pygame.K_PLUS, pygame.K_0):
        hand.key(key)
    assert view.camera.zoom == 1
    view.zoom(2)
    view.settle()
    assert view.sharp


def test_the_land_is_painted_sharp_beside_the_game(app: App) -> None:
    hand = someone(app)
    hand.table.zoom(2)
    for _ in range(6000):
        app.step([], 0.05)
        if hand.table.view.sharp:
            return
        pygame.time.wait(10)
    raise AssertionError("the board stays blurred")


def crowded() -> Match:
    """Five seats, every box, in the middle of the game."""
    match = Match.start(Setup(5, tuple(BOXES), 7), seats(*["person"] * 5), None, Silent())
    chance = Chance(1)
    for _ in range(150):
        if match.state is State.CURTAIN:
            match.ready()
        match.answer(random_answer(match.game, chance))
        match.played()
    for seat, kind in enumerate(("person", "easy", "medium", "hard", "expert")):
        match.hand_over(seat, kind)
    return match


@pytest.mark.parametrize("size", SIZES)
def test_tidy_at_every_size(app: App, size: tuple[int, int]) -> None:
    match = crowded()
    app.resize_window(size)
    hand = Hand(app, match)
    for language in LANGUAGES:
        app.settings.language = language
        app.refresh()
        assert_tidy(hand.table, size)
        put = hand.table.put
        assert put.log.height >= app.look.px(40)
        for panel in (*put.maps, *put.panels):
            assert app.surface.get_rect().contains(panel)
        before = state(match.game)
        app.draw(app.surface)
        assert state(match.game) == before


@pytest.mark.parametrize("scale", [0.8, 1.5, 2.0])
def test_tidy_at_every_scale_of_the_interface(app: App, scale: float) -> None:
    hand = Hand(app, crowded())
    app.settings.interface_scale = scale
    for size in SIZES[1:5]:
        app.resize_window(size)
        assert_tidy(hand.table, size)
        assert hand.table.put.log.height >= app.look.px(30)
    app.settings.interface_scale = 1.0


def test_nine_tiles_and_two_cards_fit_the_bar(app: App) -> None:
    kinds = ["farm", "oasis", "tavern", "tower", "barn", "harbor", "paddock", "oracle", "garden"]
    game = scenario(
        {(9, 9): "W", (9, 8): "D", (9, 7): "L"},
        own=[(5, 5), (5, 6), (5, 7)],
        me={"tiles": [*(tile(kind) for kind in kinds), tile("crossroads")], "hand": ["grass", "desert"]},
    )
    for size in SIZES:
        app.resize_window(size)
        hand = Hand(app, around(game.copy(), "person", "easy"))
        assert_tidy(hand.table, size)
        assert len(hand.table.bar.strip) == 12
        assert len(hand.table.bar.cards) == 2
        assert hand.table.bar.words.width > size[0] // 8
        for button in hand.table.bar.strip:
            assert not button.rect.colliderect(hand.table.bar.words)


def test_resize_while_things_move(app: App) -> None:
    hand = someone(app, speed="slow")
    hand.give(lowest(hand.match.decision().cells))
    for size in (*SIZES, (1280, 800)):
        app.resize_window(size)
        app.step([], 0.02)
        assert hand.table.view.rect.right < size[0]
    assert not app.errors
    settle(app, 2)
    assert not hand.table.playback.animator.busy


def test_movements_never_block_a_click(app: App) -> None:
    hand = someone(app, speed="slow")
    for _ in range(3):
        hand.give(lowest(hand.match.decision().cells))
    assert hand.table.playback.animator.busy
    assert len(hand.match.history) == 3


def test_settings_take_effect_at_once(app: App) -> None:
    hand = someone(app)
    app.settings.live_gold = False
    app.settings.marks = True
    app.refresh()
    app.step([], 0.01)
    assert not hand.table.side.rows[0].live_gold
    assert hand.table.view.marks
    app.settings.marks = False


def test_an_idle_table_draws_nothing(app: App) -> None:
    hand = someone(app)
    settle(app, 3)
    assert not app.step([], 0.05)
    assert not app.dirty
    assert hand.table.patience >= 1


def test_prompt_thinkers_are_closed_with_the_table(app: App) -> None:
    closed = []

    class Closing(Prompt):
        def close(self) -> None:
            closed.append(True)

    hand = Hand(app, table("person", "easy", thinker=Closing()))
    app.pop(hand.table)
    assert closed


def test_a_new_source_of_gold_finds_its_place(app: App) -> None:
    """Gold earned during the game is told only once there is some."""
    game = scenario(
        {(5, 7): "N"}, own=[(5, 5)], card="grass", nomad_tiles=[[[5, 7], "treasure"]], cards=["fishermen"]
    )
    hand = Hand(app, around(game, "person", "easy"))
    before = [chip.facts.name for chip in hand.table.side.chips]
    hand.give(hex_at(5, 6))
    assert [chip.facts.name for chip in hand.table.side.chips] == [*before, "earned"]
    assert hand.table.side.chips[-1].facts.gold == (3, 0)
    assert_tidy(hand.table, app.size)


def test_the_log_can_be_made_taller(app: App) -> None:
    hand = someone(app)
    before = hand.table.put.log.height
    hand.key(pygame.K_l)
    assert hand.table.put.log.height > before
    assert_tidy(hand.table, app.size)
    hand.key(pygame.K_l)
    assert hand.table.put.log.height == before


def test_a_painting_that_fails_aside_is_made_in_the_window(app: App, monkeypatch: pytest.MonkeyPatch) -> None:
    hand = someone(app)
    monkeypatch.setattr(hand.table.view.panes[0].painter, "paint_aside", lambda *_: None)
    hand.table.zoom(2)
    for _ in range(40):
        app.step([], 0.05)
        pygame.time.wait(1)
    assert hand.table.view.sharp
    settle(app, 4)
    assert not app.step([], 0.05)
