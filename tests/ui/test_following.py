"""Others' turns can be followed: marks of what changed, a line that grows, the last round, the recap, and how
fast programs play."""

from __future__ import annotations

from itertools import pairwise

import pygame
import pytest
from at_the_table import around, table
from hand import Hand
from scenario import scenario
from window import click, moved, settle

from kingdom.ai.player import random_answer
from kingdom.match.machine import WAITING
from kingdom.match.match import Match
from kingdom.match.seats import COLOURS
from kingdom.rules.chance import Chance
from kingdom.rules.events import Built, TurnBegan
from kingdom.rules.frames import END_TURN
from kingdom.rules.hexes import lowest
from kingdom.text import Texts
from kingdom.ui.app.app import LONGEST_STEP, App
from kingdom.ui.board.hex_lights import HexLights
from kingdom.ui.panels.narration import Line
from kingdom.ui.panels.turn_lines import TurnLine
from kingdom.ui.scene.settings import CALMLY, PROGRAMS, TURN_BY_TURN
from kingdom.ui.table.curtain import Curtain
from kingdom.ui.table.recap import Recap

WINDOW_SIZE = (1280, 800)


@pytest.fixture
def app(window: App) -> App:
    """The window as it should be at the start of a test."""
    window.settings.animation, window.settings.language = "off", "en"
    window.refresh()
    return window


def turns_begun(match: Match, seat: int) -> int:
    happened = [event for entry in match.history for event in entry.events]
    return sum(isinstance(event, TurnBegan) and event.player == seat for event in (*match.opening, *happened))


def play_to_turn(hand: Hand, number: int, chance: Chance) -> None:
    """The person in the first seat plays by chance up to the beginning of a turn; the others are programs."""
    for _ in range(4000):
        if hand.match.state in WAITING:
            if turns_begun(hand.match, 0) >= number:
                return
            hand.give(random_answer(hand.match.game, chance))
        else:
            hand.app.step([], 0.05)
    raise AssertionError("the turn does not come")


# --- marks


def test_what_others_changed_stays_marked_until_one_acts(app: App) -> None:
    hand = Hand(app, table("person", "easy", "greedy", seed=5))
    play_to_turn(hand, 2, Chance(1))
    away = hand.table.away()
    built = {
        player: sum(
            event.hexes
            for entry in hand.match.history[away.first : away.end]
            for event in entry.events
            if isinstance(event, Built) and event.player == player
        )
        for player in (1, 2)
    }
    assert all(built.values())
    marks = dict(hand.table.lights().marks)
    assert set(marks) == {hand.table.colours[1], hand.table.colours[2]}
    for player in (1, 2):
        mask = marks[hand.table.colours[player]]
        assert built[player] & ~mask == 0, "where something was built is marked in the builder's colour"
        assert mask & hand.match.game.own[0] == 0
    hand.give(lowest(hand.match.decision().cells))
    assert hand.table.lights().marks == ()
    hand.key(pygame.K_z, pygame.KMOD_CTRL)
    assert dict(hand.table.lights().marks) == marks, "what is taken back was not done"


@pytest.mark.parametrize("colour", COLOURS)
def test_marks_have_the_players_colour_between_a_bright_and_a_dark_line(app: App, colour: str) -> None:
    picture = HexLights(app.look).get(f"mark_{colour}", 60)
    row = [picture.get_at((x, picture.get_height() // 2)) for x in range(picture.get_width() // 2)]
    seen = [tone[:3] for tone in row if tone[3] > 240]
    assert any(near(tone, app.look.colour(f"player_{colour}")) for tone in seen)
    assert any(min(tone) > 200 for tone in seen), "a bright line"
    assert any(max(tone) < 110 for tone in seen), "a dark line"
    assert row[-1][3] == 0, "what stands there is seen"


def test_marks_are_drawn_where_something_changed(app: App) -> None:
    hand = Hand(app, table("person", "easy", "greedy", seed=5))
    play_to_turn(hand, 2, Chance(1))
    settle(app, 0.3)
    _, mask = hand.table.lights().marks[0]
    (x, y), width = hand.table.view.centre(lowest(mask)), hand.table.view.width_at(lowest(mask))
    place = pygame.Rect(round(x - width / 2), round(y - 2), round(width / 6), 4)
    marked = app.surface.subsurface(place).copy()
    hand.give(lowest(hand.match.decision().cells))
    settle(app, 0.3)
    assert pygame.image.tobytes(app.surface.subsurface(place), "RGB") != pygame.image.tobytes(marked, "RGB")


def near(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return all(abs(a - b) < 30 for a, b in zip(one, other, strict=True))


# --- a turn in one line


def test_a_turn_is_told_in_one_line_that_grows(app: App) -> None:
    hand = Hand(app, table("person", "greedy", seed=5))
    app.settings.programs = CALMLY
    told: list[str] = []
    for _ in range(600):
        if hand.match.state in WAITING:
            if turns_begun(hand.match, 0) >= 2:
                break
            hand.give(random_answer(hand.match.game, Chance(1)))
            told.clear()
        else:
            app.step([], 0.05)
        if hand.match.state not in WAITING and hand.match.history[-1].player == 1:
            told += [hand.table.bar.line] if hand.table.bar.line not in told else []
    name = hand.match.seats[1].name
    assert all(line.startswith(f"{name}: ") for line in told)
    assert len(told) >= 3
    assert all(later.startswith(earlier.rsplit(", ", 1)[0]) for earlier, later in pairwise(told))
    assert app.say("ui.table.turn.built", count=3) in told[-1]


def test_a_long_turn_tells_its_newest_deeds_where_room_is_scarce() -> None:
    texts = Texts("en")
    lines = [Line(1, "event.card_revealed", {"card": "canyon"})]
    lines += [Line(1, "event.tile_used", {"action": tile}) for tile in ("farm", "oracle", "tavern", "tower")]
    turn = TurnLine(1, tuple(lines))
    whole = turn.say(texts, "Frank")
    assert whole.startswith("Frank: Canyon, ")
    short = turn.say(texts, "Frank", fits=lambda words: len(words) < len(whole))
    assert short.startswith("Frank: Canyon, …, ")
    assert short.endswith(whole.rsplit(", ", 1)[1])
    assert turn.say(texts, "Frank", fits=lambda words: False).endswith(whole.rsplit(", ", 1)[1])


# --- the last round


def last_settlement() -> Match:
    """A person who has one settlement left to build."""
    return around(scenario(card="grass", own=[(5, 5)], me={"supply": 1}), "person", "easy")


def test_the_last_round_is_announced_with_who_brought_it_about(app: App) -> None:
    hand = Hand(app, last_settlement())
    assert hand.table.header.round_words(app) == app.say("ui.table.round", round=hand.match.game.round)
    hand.give(lowest(hand.match.decision().cells))
    assert hand.match.game.ending
    said = app.say("ui.table.last_round", player=hand.match.seats[0].name)
    assert hand.table.banner.text == said
    settle(app, 0.2)
    assert hand.table.put.board.contains(hand.table.banner.rect)
    assert said in hand.table.header.figures.tip()
    assert hand.table.header.round_words(app) == app.say(
        "ui.table.round.last", round=hand.match.game.round
    ), "until the end"
    settle(app, 8)
    assert hand.table.banner.text == "", "the banner goes away"
    assert said in hand.table.header.figures.tip(), "the header still says it"
    hand.key(pygame.K_z, pygame.KMOD_CTRL)
    assert hand.table.header.round_words(app) == app.say("ui.table.round", round=hand.match.game.round)


def test_the_banner_does_not_outstay_because_nothing_moves(app: App) -> None:
    """A window that waits for events counts a long wait as a short step: the banner stayed for a minute."""
    hand = Hand(app, last_settlement())
    hand.give(lowest(hand.match.decision().cells))
    settle(app, 1)
    assert hand.table.banner.text
    assert hand.table.patience <= LONGEST_STEP
    settle(app, 6)
    assert hand.table.banner.text == ""
    assert hand.table.patience > LONGEST_STEP


def test_what_is_taken_back_takes_the_banner_away(app: App) -> None:
    hand = Hand(app, last_settlement())
    hand.give(lowest(hand.match.decision().cells))
    assert hand.table.banner.text
    hand.key(pygame.K_z, pygame.KMOD_CTRL)
    assert hand.table.banner.text == ""


def lift_curtain(app: App) -> None:
    curtain = app.scene
    assert isinstance(curtain, Curtain)
    curtain.lift()


def test_everybody_at_the_screen_is_told_of_the_last_round(app: App) -> None:
    """However long it takes to hand the screen over."""
    hand = Hand(app, around(scenario(card="grass", own=[(5, 5)], me={"supply": 1}), "person", "person"))
    lift_curtain(app)
    assert hand.table.banner.text == ""
    hand.give(lowest(hand.match.decision().cells))
    hand.give(END_TURN)
    settle(app, 8)
    assert hand.table.banner.text == ""
    lift_curtain(app)
    assert hand.table.banner.text == app.say("ui.table.last_round", player=hand.match.seats[0].name)


def test_the_banner_makes_way_for_who_points_at_what_it_covers(app: App) -> None:
    hand = Hand(app, last_settlement())
    hand.give(lowest(hand.match.decision().cells))
    settle(app, 0.2)
    spot = hand.table.banner.rect.center
    app.step([moved(spot)], 0.01)
    assert hand.table.banner.text, "it was not read yet"
    settle(app, 2)
    app.step([moved((spot[0], hand.table.banner.rect.bottom + 40))], 0.01)
    assert hand.table.banner.text, "it is not in the way"
    app.step([moved(spot)], 0.01)
    assert hand.table.banner.text == ""


# --- looking back


def looking_back(app: App) -> tuple[Hand, Recap]:
    hand = Hand(app, table("person", "easy", "greedy", seed=5))
    play_to_turn(hand, 3, Chance(1))
    hand.key(pygame.K_r)
    assert isinstance(app.scene, Recap)
    return hand, app.scene


def test_looking_back_goes_through_what_the_others_did_and_changes_nothing(app: App) -> None:
    hand, recap = looking_back(app)
    match, before = hand.match, list(hand.match.record.answers)
    span = hand.table.away()
    players = []
    for place in range(len(recap.steps)):
        assert recap.place == place
        seat = match.seats[recap.step.turn.player]
        assert recap.said()[0].startswith(f"{seat.name}: ")
        assert str(place + 1) in recap.said()[1]
        assert hand.table.lights().lit == recap.step.hexes
        assert span.first <= recap.step.moment <= span.end
        assert hand.table.past is not None
        own = sum(mask.bit_count() for mask in hand.table.past[0].own)
        assert own <= sum(mask.bit_count() for mask in match.game.own)
        players.append(recap.step.turn.player)
        hand.key(pygame.K_RIGHT)
    assert set(players) == {1, 2}
    assert recap.place == len(recap.steps) - 1, "it ends with the last"
    hand.key(pygame.K_LEFT)
    assert recap.place == len(recap.steps) - 2
    hand.key(pygame.K_ESCAPE)
    assert app.scene is hand.table
    assert hand.table.past is None
    assert match.record.answers == before
    assert hand.table.lights().glowing == match.decision().cells


def test_looking_back_the_board_can_be_looked_at_as_ever(app: App) -> None:
    """The grid, nearer, farther, all of it; and nothing of the game happens."""
    hand, recap = looking_back(app)
    view, answers, grid = hand.table.view, list(hand.match.record.answers), app.settings.grid
    hand.key(pygame.K_g)
    assert app.settings.grid is not grid
    hand.key(pygame.K_g)
    hand.key(pygame.K_PLUS)
    assert view.camera.zoom > 1
    hand.key(pygame.K_0)
    assert view.camera.zoom == 1
    app.step([moved(hand.table.put.board.center), pygame.event.Event(pygame.MOUSEWHEEL, x=0, y=2)], 0.01)
    assert view.camera.zoom > 1
    assert (app.scene, recap.place, hand.match.record.answers) == (recap, 0, answers)


def test_looking_back_by_mouse(app: App) -> None:
    hand, recap = looking_back(app)
    click(app, hand.table.put.board.center)
    assert recap.place == 1
    click(app, recap.back)
    assert recap.place == 0
    click(app, recap.on)
    assert recap.place == 1
    click(app, recap.close)
    assert app.scene is hand.table
    click(app, hand.table.header.buttons["recap"])
    assert isinstance(app.scene, Recap)
    hand.key(pygame.K_r)
    assert app.scene is hand.table


def test_looking_back_shows_the_board_as_it_was(app: App) -> None:
    hand, recap = looking_back(app)
    first = recap.steps[0]
    assert hand.table.past is not None
    shown = hand.table.past[0]
    built_since = [
        event.hexes
        for entry in hand.match.history[first.moment :]
        for event in entry.events
        if isinstance(event, Built)
    ]
    assert built_since
    assert not any(hexes & sum(shown.own) for hexes in built_since)
    assert first.hexes & sum(shown.own)


def test_with_nothing_to_look_back_at_it_says_so(app: App) -> None:
    match = table("person", "person", seed=1)
    hand = Hand(app, match)
    hand.settle()
    hand.key(pygame.K_r)
    assert app.scene is hand.table
    assert hand.table.bar.message == app.say("ui.table.recap.none")


def test_the_game_stands_still_while_one_looks_back(app: App) -> None:
    hand = Hand(app, table("person", "greedy", "easy", seed=5))
    app.settings.programs = CALMLY
    for _ in range(4000):
        if hand.match.state not in WAITING and hand.match.game.round > 1 and hand.match.game.player == 2:
            break
        if hand.match.state in WAITING:
            hand.give(random_answer(hand.match.game, Chance(1)))
        else:
            app.step([], 0.05)
    hand.key(pygame.K_r)
    assert isinstance(app.scene, Recap)
    before = len(hand.match.history)
    settle(app, 3)
    assert len(hand.match.history) == before
    hand.key(pygame.K_ESCAPE)
    settle(app, 3)
    assert len(hand.match.history) > before


# --- how fast programs play


def seconds_of_a_round(app: App, speed: str) -> float:
    """How long the programs take for their turns after the person's first, with animation off."""
    hand = Hand(app, table("person", "easy", "greedy", seed=5))
    app.settings.programs = speed
    passed = 0.0
    for _ in range(4000):
        if hand.match.state in WAITING:
            if turns_begun(hand.match, 0) >= 2:
                return passed
            hand.give(random_answer(hand.match.game, Chance(1)))
            passed = 0.0
        else:
            app.step([], 0.05)
            passed += 0.05
            if hand.table.playback.waits:
                return float("inf")
    raise AssertionError("the round does not end")


def test_programs_have_a_speed_of_their_own(app: App) -> None:
    times = [seconds_of_a_round(app, speed) for speed in PROGRAMS]
    assert times == sorted(times)
    assert len(set(times)) == len(PROGRAMS)


def test_turn_by_turn_waits_until_somebody_goes_on(app: App) -> None:
    hand = Hand(app, table("person", "easy", "greedy", seed=5))
    app.settings.programs = TURN_BY_TURN
    turns = 0
    for _ in range(4000):
        if hand.table.playback.waits:
            before = len(hand.match.history)
            settle(app, 5)
            assert len(hand.match.history) == before, "it waits"
            assert hand.table.bar.end.text == app.say("ui.table.go_on")
            assert hand.table.bar.end.enabled
            player = hand.match.seats[hand.match.history[-1].player]
            assert not player.is_person
            assert hand.table.bar.sentence.startswith(f"{player.name}: ")
            turns += 1
            hand.key(pygame.K_SPACE)
            assert not hand.table.playback.waits
        elif hand.match.state in WAITING:
            if turns_begun(hand.match, 0) >= 3:
                break
            hand.give(random_answer(hand.match.game, Chance(1)))
        else:
            app.step([], 0.05)
    assert turns >= 4
