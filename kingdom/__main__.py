"""The command line: parse, call, print. `kingdom` alone opens the game."""

from __future__ import annotations

import argparse
import errno
import io
import json
import multiprocessing
import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NoReturn

from kingdom import __version__
from kingdom.files import LARGEST, CannotRead, clipped, read_text

EXIT_UNEXPECTED, EXIT_BAD_INPUT, EXIT_INTERRUPTED = 1, 2, 130


class OneLineParser(argparse.ArgumentParser):
    """Wrong arguments are wrong input like any other: one line, without the usage before it."""

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_BAD_INPUT, f"{self.prog}: {clipped(message)}; see {self.prog} --help\n")


def build_parser() -> argparse.ArgumentParser:
    """All commands and their options."""
    parser = OneLineParser(
        prog="kingdom",
        usage="kingdom [-h] [--smoke] [--version] [FILE | COMMAND ...]",
        description="Kingdom Builder with seven expansions. Without a command the game opens, with a FILE at "
        "the saved game in it.",
    )
    parser.add_argument("--smoke", action="store_true", help="open the window, draw, print ready, and leave")
    parser.add_argument("--version", action="version", version=f"kingdom {__version__}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")

    def command(name: str, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(name, help=text, description=text)
        sub.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
        return sub

    for name, text in (
        ("score", "gold per player and card, with the hexes that earned it"),
        ("moves", "the decision that waits"),
        ("apply", "the position after some answers"),
    ):
        sub = command(name, text)
        sub.add_argument("position", metavar="POSITION", help="a position file, or - for standard input")
        sub.add_argument(
            "--answers",
            metavar="JSON",
            default="[]",
            required=name == "apply",
            help="answers to play first, a JSON list",
        )
    sub = command("replay", "play a record through the rules and print its result")
    sub.add_argument("record", metavar="FILE", help="a record file, or - for standard input")
    sub.add_argument("--check", action="store_true", help="the result in the record must be what comes out")
    sub = command("review", "look at a game again: in the window, or as a table of errors and luck")
    sub.add_argument("record", metavar="FILE", help="a record file, or - for standard input")
    sub.add_argument(
        "--first", type=int, metavar="SEAT", action="append", help="judge the turns of this seat first"
    )
    sub.add_argument("--text", action="store_true", help="print a table instead of opening the window")
    sub = command("chronicle", "what was played so far, by whom and how well")
    sub.add_argument("--csv", action="store_true", help="print the games as a table for a spreadsheet")
    sub.add_argument("--folder", metavar="DIR", help="where the games are, if not in the user's own folder")
    sub = command("share", "a picture of a game's end, or the whole game as an animation")
    sub.add_argument("record", metavar="FILE", help="a record file, or - for standard input")
    sub.add_argument("--out", metavar="PATH", required=True, help="ends in .png, .gif or .webp")
    sub.add_argument("--size", metavar="WxH", default="960x600", help="in pixels; 960x600 if not given")
    sub = command("levels", "check Tiled maps; each mistake with file, layer and hex")
    sub.add_argument(
        "paths", metavar="PATH", nargs="*", help="maps or folders; all shipped maps if none is given"
    )
    one = sub.add_mutually_exclusive_group()
    one.add_argument("--code", metavar="FILE", help="print the share code of a map")
    one.add_argument("--from", metavar="CODE", dest="code_from", help="make a map from a share code")
    one.add_argument("--grow", metavar="SEED", type=int, help="make a map by chance")
    sub.add_argument("--out", metavar="FILE", help="where a map that is made goes")
    sub.add_argument("--sets", default="base", help="boxes of grown land, separated by commas, or all")
    for what in ("water", "mountains", "areas"):
        sub.add_argument(
            f"--{what}", choices=("little", "usual", "much"), default="usual", help=f"{what} of grown land"
        )
    sub = command("lessons", "list the lessons; with --check, play all of them and tell what is wrong")
    sub.add_argument("--check", action="store_true", help="play every lesson, try every wrong click")
    sub = command("puzzles", "list the puzzles; with --check, prove them again")
    sub.add_argument("--check", action="store_true", help="play every way of every puzzle")
    sub.add_argument("--sample", type=int, metavar="N", help="prove only so many, spread over all")
    sub.add_argument(
        "--programs", action="store_true", help="with --check, also see which programs miss them"
    )
    sub = command("bench", "measure speed, also as a ratio to a calibration loop of the same run")
    sub.add_argument(
        "--only", metavar="NAME", action="append", help="only this figure (may be given several times)"
    )
    sub = command("arena", "let program players play against each other")
    sub.add_argument("--seats", required=True, help="players by name or cmd:COMMAND, separated by commas")
    sub.add_argument("--games", type=int, default=50)
    sub.add_argument("--sets", default="base", help="boxes separated by commas, or all")
    sub.add_argument("--seed", type=int, default=1)
    sub.add_argument("--jobs", type=int, default=1, help="processes to share the work")
    sub.add_argument("--evaluations", type=int, help="thinking budget of a turn in evaluations (repeatable)")
    sub.add_argument("--ms", type=int, help="thinking budget of a turn in milliseconds")
    sub.add_argument("--adjusted", action="store_true", help="share and lead also with the luck taken off")
    sub = command("ladder", "who is how strong: every pair of players meets, each deal from both seats")
    sub.add_argument("--players", required=True, help="two or more, by name or cmd:COMMAND, with commas")
    sub.add_argument("--deals", type=int, default=20, help="deals for each pair; two games each")
    sub.add_argument("--sets", default="base", help="boxes separated by commas, or all")
    sub.add_argument("--seed", type=int, default=1)
    sub.add_argument("--jobs", type=int, default=1, help="processes to share the work")
    sub.add_argument("--evaluations", type=int, help="thinking budget of a turn in evaluations (repeatable)")
    sub.add_argument("--adjusted", action="store_true", help="take the luck off the results")
    sub.add_argument("--file", help="keep what is played here, and go on from it")
    sub.add_argument("--picture", help="also as a picture, a PNG file")
    sub.add_argument(
        "--stronger",
        type=float,
        metavar="POINTS",
        help="stop when it is clear whether the first of two is stronger by so many points",
    )
    sub = command("bot-check", "show a bot positions of all boxes and tell what it does wrong")
    sub.add_argument("bot", metavar="COMMAND", help="how the bot is started, as one word")
    sub.add_argument("--positions", type=int, default=200)
    sub.add_argument("--seed", type=int, default=1)
    sub.add_argument("--ms", type=int, default=5000, help="milliseconds for each decision")
    return parser


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit code."""
    multiprocessing.freeze_support()
    for stream in (sys.stdout, sys.stderr):  # an old console has not every letter
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
    given = list(sys.argv[1:] if arguments is None else arguments)
    file = _file_to_open(given)
    options = build_parser().parse_args(given)
    try:
        if file is not None and not file.exists():
            print(f"kingdom: no command and no file: {clipped(file)}; see kingdom --help", file=sys.stderr)
            return EXIT_BAD_INPUT
        return _run(options, file)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    except Exception as error:
        return _unexpected(error)


def _file_to_open(given: list[str]) -> Path | None:
    """`kingdom FILE`: a first word that is no command is a game to open, and is taken out of the words."""
    place = next((number for number, word in enumerate(given) if not word.startswith("-")), None)
    if place is None or given[place] in COMMANDS:
        return None
    return Path(given.pop(place))


def _run(options: argparse.Namespace, file: Path | None) -> int:
    if options.command is None:
        from kingdom.ui.app import main as window  # here, so that the other commands need no window

        return window.main(options.smoke, file)
    from kingdom.rules.registry import BadSetup

    try:
        return COMMANDS[options.command](options)
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    except (BadSetup, OSError, UnicodeDecodeError) as error:
        print(f"kingdom {options.command}: {_one_line(error)}", file=sys.stderr)
        return EXIT_BAD_INPUT


def _unexpected(error: Exception) -> int:
    """An error that nobody thought of: one line for the person, everything for the log."""
    from kingdom.paths import log_file

    details = "".join(traceback.format_exception(error))
    print(f"kingdom: this should not happen: {type(error).__name__}: {_one_line(error)}", file=sys.stderr)
    try:
        log_file().parent.mkdir(parents=True, exist_ok=True)
        with log_file().open("a", encoding="utf-8") as log:
            log.write(details)
        print(f"The details are in {log_file()}", file=sys.stderr)
    except OSError:
        print(details, file=sys.stderr)
    return EXIT_UNEXPECTED


def _one_line(error: Exception) -> str:
    if isinstance(error, OSError) and error.filename:
        return clipped(f"{error.filename}: {error.strerror}")
    return clipped(error)


def _read_text(path: str) -> str:
    if path != "-":
        try:
            return read_text(Path(path))
        except CannotRead as error:
            raise CannotRead(f"{path}: {error}") from None
    text = sys.stdin.read(LARGEST + 1)
    if len(text) > LARGEST:
        raise CannotRead(f"more than {LARGEST} letters on standard input")
    return text


def _print(data: Any) -> None:
    print(json.dumps(data))


def _progress(done: int, many: int) -> None:
    bar = "#" * (30 * done // many)
    print(f"\r[{bar:30}] {done}/{many}", end="" if done < many else "\n", file=sys.stderr, flush=True)


def _game(options: argparse.Namespace) -> Any:
    """The game of a position after the answers given."""
    from kingdom import levels
    from kingdom.position import parse, read_answer, read_position, write_answer
    from kingdom.rules.frames import IllegalAnswer
    from kingdom.rules.json_values import read_list
    from kingdom.rules.registry import BadSetup

    folder = Path.cwd() if options.position == "-" else Path(options.position).parent
    try:
        game = read_position(parse(_read_text(options.position)), lambda name: levels.load(name, folder))
    except BadSetup as error:
        raise BadSetup(f"{options.position}: {error}") from error
    try:
        answers = [
            read_answer(answer, f"answers[{n}]")
            for n, answer in enumerate(read_list(parse(options.answers), "answers"))
        ]
    except BadSetup as error:
        raise BadSetup(f"--answers: {error}") from error
    for number, answer in enumerate(answers):
        try:
            game.choose(answer)
        except IllegalAnswer as error:
            raise BadSetup(
                f"--answers: answers[{number}]: {json.dumps(write_answer(answer))} is not legal: {error}"
            ) from error
    return game


def _boxes(names: str) -> list[str]:
    """The boxes that somebody named, the base game always with them."""
    from kingdom.rules.registry import BOXES, BadSetup

    boxes = list(BOXES) if names == "all" else list(dict.fromkeys(["base", *names.split(",")]))
    for name in boxes:
        if name not in BOXES:
            raise BadSetup(f"there is no box {name!r}; there are {', '.join(BOXES)}")
    return boxes


def run_score(options: argparse.Namespace) -> int:
    """kingdom score"""
    from kingdom.rules.json_values import write_hexes
    from kingdom.rules.scoring import EARNED, score

    game = _game(options)
    players: list[dict[str, Any]] = []
    for player in range(game.table.players):
        found = score(game, player)
        players.append(
            {
                "total": sum(part.gold for part in found.values()),
                "by": {name: part.gold for name, part in found.items()},
                "hexes": {name: write_hexes(part.hexes) for name, part in found.items() if name != EARNED},
            }
        )
    if options.json:
        _print({"players": players})
        return 0
    for number, row in enumerate(players):
        print(f"player {number}: {row['total']} gold")
        for name, gold in row["by"].items():
            places = " ".join(_place(place) for place in row["hexes"].get(name, []))
            print(f"  {name}: {gold}" + (f"  {places}" if gold and places else ""))
    return 0


def _place(place: list[Any]) -> str:
    return ",".join(str(part) for part in place)


def run_moves(options: argparse.Namespace) -> int:
    """kingdom moves"""
    from kingdom.rules.json_values import write_hexes

    decision = _game(options).decision()
    cells = write_hexes(decision.cells)
    if options.json:
        player = decision.player if decision.player >= 0 else None
        _print({"player": player, "asks": decision.asks, "cells": cells, "options": list(decision.options)})
        return 0
    if decision.asks == "over":
        print("the game is over")
        return 0
    print(f"player {decision.player} decides: {decision.asks}")
    print("hexes:", " ".join(_place(cell) for cell in cells) or "none")
    print("options:", " ".join(decision.options) or "none")
    return 0


def run_apply(options: argparse.Namespace) -> int:
    """kingdom apply"""
    from kingdom.position import write_position

    print(json.dumps(write_position(_game(options)), indent=None if options.json else 1))
    return 0


def run_replay(options: argparse.Namespace) -> int:
    """kingdom replay"""
    from kingdom.record import read_record, replay, result_of
    from kingdom.rules.registry import BadSetup

    try:
        record = read_record(_read_text(options.record))
        game = replay(record, options.check)
    except BadSetup as error:
        raise BadSetup(f"{options.record}: {error}") from error
    result = result_of(game)
    if options.json:
        _print({"answers": len(record.answers), "over": game.over, "checked": options.check, **result})
        return 0
    print(
        f"{len(record.answers)} answers, "
        + ("the game is over" if game.over else f"round {game.round}, not over")
    )
    for player, gold in enumerate(result["gold"]):
        print(
            f"player {player}: {gold} gold"
            + ("  (wins)" if game.over and player in result["winners"] else "")
        )
    if options.check:
        print("the result in the record is right")
    return 0


def run_review(options: argparse.Namespace) -> int:
    """kingdom review"""
    from kingdom.record import read_record
    from kingdom.review import store
    from kingdom.review.analysis import analyse, judged_turns
    from kingdom.review.timeline import timeline
    from kingdom.rules.registry import BadSetup

    try:
        line = timeline(read_record(_read_text(options.record)))
    except BadSetup as error:
        raise BadSetup(f"{options.record}: {error}") from error
    file = None if options.record == "-" else Path(options.record)
    if file is not None and not options.json and not options.text:
        from kingdom.ui.app import main as window

        return window.main(review=file)
    reviews = store.load(file, line) if file else []
    many = len(judged_turns(line))
    try:
        for review in analyse(line, list(reviews), options.first or ()):
            reviews.append(review)
            if sys.stderr.isatty():
                _progress(len(reviews), many)
            try:
                if file:
                    store.keep(file, line, reviews)
            except OSError as error:
                print(f"kingdom review: the analysis is not kept: {_one_line(error)}", file=sys.stderr)
                file = None
    except KeyboardInterrupt:
        print(f"kingdom review: stopped after {len(reviews)} of {many} turns", file=sys.stderr)
        return EXIT_INTERRUPTED
    found = store.report(line, reviews)
    if options.json:
        _print(found)
        return 0
    for seat, player in enumerate(found["players"]):
        accuracy = "-" if player["accuracy"] is None else f"{player['accuracy']} %"
        print(
            f"player {seat}: {found['gold'][seat]} gold, {found['adjusted'][seat]:.1f} with even luck;"
            f"  lost {player['error']:.1f}  luck {player['luck']:+.1f}  accuracy {accuracy}"
        )
    print("round player card           gold  error   luck  mark")
    for turn in found["turns"]:
        print(
            f"{turn['round']:5} {turn['player']:6} {turn['card'] or '-':13} {turn['gold']:5} "
            f"{turn['error']:6.1f} {turn['luck']:+6.1f}  {turn['mark']}"
        )
    return 0


def run_chronicle(options: argparse.Namespace) -> int:
    """kingdom chronicle"""
    import sqlite3

    from kingdom.match.saves import Keeper
    from kingdom.profile import pages
    from kingdom.profile.chronicle import NAME, Chronicle
    from kingdom.profile.export import report, write_table

    folder = Path(options.folder) if options.folder else None
    if folder is not None and not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    keeper = Keeper(folder)
    try:
        with Chronicle((folder or keeper.folder.parent) / NAME) as chronicle:
            new = len(list(chronicle.look_through(keeper.files())))
            if options.json:
                _print(report(chronicle))
                return 0
            if options.csv:
                write_table(chronicle, sys.stdout)
                return 0
            print(f"{pages.count(chronicle, pages.Wanted())} games, {new} of them new")
            for who in pages.people(chronicle):
                rating = chronicle.rating(chronicle.person(who.name))
                print(
                    f"{who.name}: {who.games} games, {who.wins:g} won,"
                    f" rating {rating.points:.0f} (give or take {2 * rating.deviation:.0f})"
                )
    except sqlite3.Error as error:
        raise CannotRead(f"{NAME}: {error}") from error
    return 0


def run_share(options: argparse.Namespace) -> int:
    """kingdom share"""
    from kingdom.record import read_record
    from kingdom.rules.registry import BadSetup
    from kingdom.text import system_language
    from kingdom.ui.share.maker import Order, make

    try:
        record = read_record(_read_text(options.record))
    except BadSetup as error:
        raise BadSetup(f"{options.record}: {error}") from error
    try:
        width, height = (int(side) for side in options.size.split("x"))
    except ValueError:
        raise BadSetup(f"--size: {options.size!r} is not like 960x600") from None
    order = Order(record, Path(options.out), (width, height), system_language())
    told = (lambda share: _progress(round(share * 100), 100)) if sys.stderr.isatty() else (lambda share: None)
    made = make(order, told)
    if options.json:
        _print({"file": str(order.path), "bytes": made})
    else:
        print(f"{order.path}: {made} bytes")
    return 0


def run_levels(options: argparse.Namespace) -> int:
    """kingdom levels"""
    from kingdom import levels
    from kingdom.rules.registry import BadSetup
    from kingdom.studio import maps, share
    from kingdom.studio.grow import Wishes, grow

    makes = options.code_from is not None or options.grow is not None
    if makes != (options.out is not None) or (options.paths and (makes or options.code is not None)):
        raise BadSetup("--code goes alone, --from and --grow with --out, paths with none of them")
    if options.code is not None:
        code = share.write_code(levels.read(options.code))
        print(json.dumps({"code": code}) if options.json else code)
        return 0
    if makes:
        try:
            if options.grow is None:
                land = share.read_code(options.code_from)
            else:
                wishes = Wishes(options.water, options.mountains, options.areas)
                land = grow(options.grow, _boxes(options.sets), wishes)
        except share.BadCode as error:
            raise BadSetup(f"--from: {error}") from error
        maps.write_new(land, Path(options.out))
        return levels.main([options.out], options.json)
    return levels.main(options.paths, options.json)


def run_lessons(options: argparse.Namespace) -> int:
    """kingdom lessons"""
    from kingdom.learn.check import check_lesson
    from kingdom.learn.library import shipped
    from kingdom.learn.report import report

    library = shipped()
    problems = [f"{name}: {problem}" for name, problem in library.broken.items()]
    if options.check:
        problems += [problem for lesson in library.lessons for problem in check_lesson(lesson)]
    found = report(library, problems)
    if options.json:
        _print(found)
    else:
        for lesson in found["lessons"]:
            print(
                f"{lesson['course']:9} {lesson['id']:24} {', '.join(lesson['boxes']):12} par {lesson['par']}"
            )
        for problem in problems:
            print(problem)
    if problems:
        print(f"kingdom lessons: {len(problems)} problems, the first: {problems[0]}", file=sys.stderr)
        return EXIT_BAD_INPUT
    return 0


def run_puzzles(options: argparse.Namespace) -> int:
    """kingdom puzzles"""
    from kingdom.learn.puzzle import check_puzzle
    from kingdom.learn.puzzle_library import row, sample, shipped

    library = shipped()
    problems = [f"{name}: {problem}" for name, problem in library.broken.items()]
    if options.check:
        chosen = sample(library.puzzles, options.sample)
        for number, puzzle in enumerate(chosen, 1):
            problems += check_puzzle(puzzle, options.programs)
            if sys.stderr.isatty():
                _progress(number, len(chosen))
    rows = [row(puzzle) for puzzle in library.puzzles]
    if options.json:
        _print({"puzzles": rows, "proved": len(chosen) if options.check else 0, "problems": problems})
    else:
        for line in rows:
            told = f"{line['id']:16} {line['kind']:5} {line['rating']:5}  {line['gold']:3} gold  "
            print(told + " ".join(line["tags"]))
        if options.check:
            print(f"{len(chosen)} proved again")
        for problem in problems:
            print(problem)
    if problems:
        print(f"kingdom puzzles: {len(problems)} problems, the first: {problems[0]}", file=sys.stderr)
        return EXIT_BAD_INPUT
    return 0


def run_bench(options: argparse.Namespace) -> int:
    """kingdom bench"""
    from kingdom.bench import core as bench
    from kingdom.rules.registry import BadSetup

    for name in options.only or []:
        if name not in bench.FIGURES:
            raise BadSetup(f"there is no figure {name!r}; there are {', '.join(bench.FIGURES)}")
    found = bench.run(options.only)
    if options.json:
        _print(found)
        return 0
    print(f"calibration step: {found['calibration_ns']} ns")
    for name, figure in found["figures"].items():
        print(f"{name:20} {figure['value']:10.3f} {figure['unit']:3} {figure['steps']:10.1f} steps")
    return 0


def _mean(found: dict[str, float | None], form: str) -> str:
    if found["low"] is None:
        return f"{found['mean']:{form}}"
    return f"{found['mean']:{form}} ({found['low']:{form}} to {found['high']:{form}})"


def _known_players(names: list[str]) -> list[str]:
    """These players, if all of them are ours or bots."""
    from kingdom.ai.roster import PLAYERS
    from kingdom.bots.player import COMMAND
    from kingdom.rules.registry import BadSetup

    for name in names:
        if name not in PLAYERS and not name.startswith(COMMAND):
            raise BadSetup(f"there is no player {name!r}; there are {', '.join(PLAYERS)}")
    return names


def run_arena(options: argparse.Namespace) -> int:
    """kingdom arena"""
    from kingdom.ai import arena
    from kingdom.ai.player import Budget
    from kingdom.bots.player import make_player
    from kingdom.rules.registry import BadSetup
    from kingdom.rules.setup import FEWEST_PLAYERS, MOST_PLAYERS

    seats = _known_players(options.seats.split(","))
    boxes = _boxes(options.sets)
    if not FEWEST_PLAYERS <= len(seats) <= MOST_PLAYERS:
        raise BadSetup(f"--seats: {FEWEST_PLAYERS} to {MOST_PLAYERS} players are needed, not {len(seats)}")
    if options.games < 1 or options.jobs < 1:
        raise BadSetup("--games and --jobs must be 1 or more")
    if any(budget is not None and budget < 1 for budget in (options.evaluations, options.ms)):
        raise BadSetup("--evaluations and --ms must be 1 or more")

    budget = Budget(options.evaluations, options.ms) if options.evaluations or options.ms else None
    found = arena.run(
        seats,
        options.games,
        boxes,
        options.seed,
        options.jobs,
        budget,
        _progress if sys.stderr.isatty() else None,
        options.adjusted,
        make_player,
    )
    for line in [line for seat in found["seats"] for line in seat["troubles"]]:
        print(f"kingdom arena: {line}", file=sys.stderr)
    if options.json:
        _print(found)
        return 0
    for seat in found["seats"]:
        print(
            f"{seat['player']:10} {seat['wins']:8.1f} wins  {seat['share']:6.1%} ({seat['low']:.1%} to "
            f"{seat['high']:.1%})"
            f"  gold {seat['gold']:6.1f}  ms/turn {seat['ms_median']:.1f} median {seat['ms_p95']:.1f} p95"
        )
        print("          ", "  ".join(f"{card} {gold:.1f}" for card, gold in seat["by"].items()))
        if options.adjusted:
            for name, form in (("share", ".1%"), ("lead", "+.1f")):
                plain, even, fewer = (seat[key][name] for key in ("plain", "adjusted", "fewer_games"))
                print(
                    f"           {name} {_mean(plain, form)}, with even luck {_mean(even, form)}, "
                    + ("as sure" if fewer is None else f"{fewer:.0%} fewer games needed")
                )
    print(f"{found['games']} games, {found['games_per_s']} a second")
    return 0


def run_ladder(options: argparse.Namespace) -> int:
    """kingdom ladder"""
    from kingdom.bots.player import make_player
    from kingdom.ladder import play
    from kingdom.ladder.rating import OPEN
    from kingdom.rules.registry import BadSetup

    players = _known_players(options.players.split(","))
    boxes = _boxes(options.sets)
    if len(players) < 2 or len(set(players)) < len(players):
        raise BadSetup("--players: two or more different players are needed")
    if options.deals < 1 or options.jobs < 1 or (options.evaluations or 1) < 1:
        raise BadSetup("--deals, --jobs and --evaluations must be 1 or more")
    if options.stronger is not None and (len(players) != 2 or options.stronger <= 0):
        raise BadSetup("--stronger: two players and more than 0 points are needed")
    plan = play.Plan(
        tuple(players),
        options.deals,
        tuple(boxes),
        options.seed,
        options.evaluations,
        options.adjusted,
        options.stronger,
    )
    deals = play.run(
        plan,
        Path(options.file) if options.file else None,
        options.jobs,
        make_player,
        _progress if sys.stderr.isatty() else None,
    )
    standings = play.standings(plan, deals)
    answer = None if plan.ahead is None else play.verdict(plan, deals)
    if options.picture:
        from kingdom.ladder import picture  # only who wants one needs Pillow

        picture.draw(standings, f"Ladder: {', '.join(boxes)}, {len(deals)} deals", Path(options.picture))
    if options.json:
        _print(
            {
                "deals": len(deals),
                "players": [
                    {
                        "player": row.player,
                        "rating": round(row.rating.value, 1),
                        "low": round(row.rating.low, 1),
                        "high": round(row.rating.high, 1),
                        "games": row.games,
                        "share": round(row.share, 4),
                        "lead": round(row.lead, 2),
                        "ms_mean": round(row.milliseconds, 1),
                    }
                    for row in standings
                ],
                "stronger": None if answer is None else answer._asdict(),
            }
        )
        return 0
    print("player           rating            games   share    lead  ms/turn")
    for row in standings:
        print(
            f"{row.player:16} {row.rating.value:6.0f} ({row.rating.low:.0f} to {row.rating.high:.0f})"
            f" {row.games:6} {row.share:7.1%} {row.lead:+7.1f} {row.milliseconds:8.1f}"
        )
    if answer is not None:
        words = {OPEN: "not clear yet"}.get(answer.answer, answer.answer)
        print(
            f"is {players[0]} stronger than {players[1]}, by {plan.ahead:.0f} points? {words} "
            f"(evidence {answer.evidence:+.2f} of {answer.needed:.2f}, {len(deals)} deals)"
        )
    return 0


def run_bot_check(options: argparse.Namespace) -> int:
    """kingdom bot-check"""
    from kingdom.bots.check import check
    from kingdom.rules.registry import BadSetup

    if options.positions < 1 or options.ms < 1:
        raise BadSetup("--positions and --ms must be 1 or more")
    progress = _progress if sys.stderr.isatty() else None
    found = check(options.bot, options.positions, options.seed, options.ms, progress).data()
    if options.json:
        _print(found)
        return 0 if found["ok"] else EXIT_BAD_INPUT
    for problem in found["problems"]:
        where = "" if problem["position"] is None else f"position {problem['position']}: "
        print(where + problem["what"])
    print(
        f"{found['name'] or options.bot}: {found['answered']} of {options.positions} decisions answered, "
        f"{found['ms_median']} ms median, {found['ms_longest']} ms longest"
    )
    if not found["ok"]:
        first = found["problems"][0]["what"]
        print(f"kingdom bot-check: {len(found['problems'])} problems, the first: {first}", file=sys.stderr)
        return EXIT_BAD_INPUT
    return 0


COMMANDS = {
    "score": run_score,
    "moves": run_moves,
    "apply": run_apply,
    "replay": run_replay,
    "review": run_review,
    "chronicle": run_chronicle,
    "share": run_share,
    "levels": run_levels,
    "lessons": run_lessons,
    "puzzles": run_puzzles,
    "bench": run_bench,
    "arena": run_arena,
    "ladder": run_ladder,
    "bot-check": run_bot_check,
}


if __name__ == "__main__":
    sys.exit(main())
