"""Defines all commands and their options. Command modules are imported by name, so that a command imports
only what it needs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from typing import NoReturn

from kingdom import __version__
from kingdom.commands.cli_io import EXIT_BAD_INPUT
from kingdom.files import sanitize_line

COMMAND_MODULES = {
    "score": "positions",
    "moves": "positions",
    "apply": "positions",
    "replay": "records",
    "review": "records",
    "chronicle": "stats",
    "share": "records",
    "levels": "content",
    "lessons": "content",
    "puzzles": "content",
    "texts": "texts",
    "bench": "bench",
    "arena": "tournament",
    "ladder": "tournament",
    "bot-check": "tournament",
}
"""For each command, the module of this package that defines `run_<command>`."""

AddCommand = Callable[[str, str], argparse.ArgumentParser]
"""Function that adds a command, given its name and description, and returns the command's parser."""


def positive_int(text: str) -> int:
    """Parses a whole number that is at least 1."""
    value = int(text)
    if value < 1:
        raise argparse.ArgumentTypeError(f"must be 1 or more, not {value}")
    return value


def image_size(text: str) -> tuple[int, int]:
    """Parses a size in pixels such as 960x600."""
    try:
        width, height = (int(side) for side in text.split("x"))
    except ValueError:
        raise argparse.ArgumentTypeError(f"expected a size such as 960x600, not {text!r}") from None
    return width, height


class SingleLineErrorParser(argparse.ArgumentParser):
    """An argument parser that reports errors in a single line without the usage text, as the program does for
    all other bad input."""

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_BAD_INPUT, f"{self.prog}: {sanitize_line(message)}; see {self.prog} --help\n")


def core_type() -> str:
    """Returns whether the hot modules of the rules and the AI are compiled (CONTRIBUTING.md, Compiled core).
    Does not load the rules."""
    folder = Path(__file__).resolve().parents[1] / "rules"
    is_compiled = any((folder / f"game{suffix}").exists() for suffix in EXTENSION_SUFFIXES)
    return "compiled core" if is_compiled else "pure Python"


def build_parser() -> argparse.ArgumentParser:
    """Returns the argument parser for all commands and their options."""
    parser = SingleLineErrorParser(
        prog="kingdom",
        usage="kingdom [-h] [--smoke] [--version] [FILE | COMMAND ...]",
        description="Kingdom Builder with seven expansions. Without a command, opens the game; with a FILE, "
        "opens that saved game.",
    )
    parser.add_argument("--smoke", action="store_true", help='open the window, draw, print "ready" and exit')
    parser.add_argument("--version", action="version", version=f"kingdom {__version__} ({core_type()})")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")

    def add_command(name: str, text: str) -> argparse.ArgumentParser:
        sub = subparsers.add_parser(name, help=text, description=text)
        sub.add_argument("--json", action="store_true", help="print only one JSON object")
        return sub

    for add_group in (
        _add_position_commands,
        _add_record_commands,
        _add_map_commands,
        _add_learning_commands,
        _add_measuring_commands,
        _add_bot_commands,
    ):
        add_group(add_command)
    return parser


def _add_position_commands(add_command: AddCommand) -> None:
    for name, text in (
        ("score", "show each player's gold by card, with the hexes that scored it"),
        ("moves", "show the current decision and its legal moves"),
        ("apply", "show the position after some moves"),
    ):
        sub = add_command(name, text)
        sub.add_argument("position", metavar="POSITION", help="a position file, or - for standard input")
        sub.add_argument(
            "--answers",
            metavar="JSON",
            default="[]",
            required=name == "apply",
            help="moves to play first, as a JSON list",
        )


def _add_record_commands(add_command: AddCommand) -> None:
    sub = add_command("replay", "replay a recorded game and print its result")
    sub.add_argument("record", metavar="FILE", help="a record file, or - for standard input")
    sub.add_argument("--check", action="store_true", help="fail if the result differs from the recorded one")
    sub = add_command("review", "review a game in the window, or print a table of mistakes and luck")
    sub.add_argument("record", metavar="FILE", help="a record file, or - for standard input")
    sub.add_argument(
        "--first", type=int, metavar="SEAT", action="append", help="analyze this seat's turns first"
    )
    sub.add_argument("--text", action="store_true", help="print a table instead of opening the window")
    sub = add_command("chronicle", "show the games played so far, by whom and how well")
    sub.add_argument("--csv", action="store_true", help="print the games as CSV for a spreadsheet")
    sub.add_argument("--folder", metavar="DIR", help="folder of the games (default: your own)")
    sub = add_command("share", "export the end of a game as a picture, or the whole game as an animation")
    sub.add_argument("record", metavar="FILE", help="a record file, or - for standard input")
    sub.add_argument(
        "--out", metavar="PATH", required=True, help="output file; must end in .png, .gif or .webp"
    )
    sub.add_argument(
        "--size", metavar="WxH", type=image_size, default=(960, 600), help="size in pixels (default: 960x600)"
    )


def _add_map_commands(add_command: AddCommand) -> None:
    sub = add_command("levels", "check Tiled maps, reporting each error with file, layer and hex")
    sub.add_argument(
        "paths", metavar="PATH", nargs="*", help="maps or folders (default: all maps that come with the game)"
    )
    exclusive = sub.add_mutually_exclusive_group()
    exclusive.add_argument("--code", metavar="FILE", help="print the share code of a map")
    exclusive.add_argument("--from", metavar="CODE", dest="code_from", help="make a map from a share code")
    exclusive.add_argument("--grow", metavar="SEED", type=int, help="generate a random map")
    sub.add_argument("--out", metavar="FILE", help="output file for the new map")
    sub.add_argument("--sets", default="base", help="comma-separated expansions for a generated map, or all")
    for feature in ("water", "mountains", "areas"):
        sub.add_argument(
            f"--{feature}",
            choices=("little", "usual", "much"),
            default="usual",
            help=f"amount of {feature} on a generated map",
        )


def _add_learning_commands(add_command: AddCommand) -> None:
    sub = add_command(
        "lessons",
        "list the lessons; with --check, test all lessons and examples and report problems",
    )
    sub.add_argument("--check", action="store_true", help="play every lesson and try every wrong click")
    sub = add_command("puzzles", "list the puzzles; with --check, prove them again")
    sub.add_argument("--check", action="store_true", help="play every possible turn of every puzzle")
    sub.add_argument("--sample", type=int, metavar="N", help="prove only N puzzles, spread over all of them")
    sub.add_argument(
        "--programs", action="store_true", help="with --check, also test which AI levels miss them"
    )
    sub = add_command(
        "texts", "show how complete the translations are; with --check, what is wrong with them"
    )
    sub.add_argument(
        "--check", metavar="LANG", nargs="?", const="", help="list every problem, in one language or in all"
    )


def _add_measuring_commands(add_command: AddCommand) -> None:
    sub = add_command("bench", "measure speed, also relative to a calibration loop of the same run")
    sub.add_argument(
        "--only", metavar="NAME", action="append", help="run only this benchmark (can be repeated)"
    )
    arena = add_command("arena", "let AI players and bots play against each other")
    arena.add_argument("--seats", required=True, help="comma-separated players, each a name or cmd:COMMAND")
    arena.add_argument("--games", type=positive_int, default=50)
    arena.add_argument("--ms", type=positive_int, help="thinking time per turn in milliseconds")
    ladder = add_command("ladder", "rate players: every pair plays each deal from both seats")
    ladder.add_argument(
        "--players", required=True, help="two or more comma-separated players, each a name or cmd:COMMAND"
    )
    ladder.add_argument("--deals", type=positive_int, default=20, help="deals per pair, two games each")
    ladder.add_argument("--file", help="store the results in this file and continue from it")
    ladder.add_argument("--picture", help="also draw the ladder as a PNG file")
    ladder.add_argument(
        "--stronger",
        type=float,
        metavar="POINTS",
        help="with two players, stop once it is clear whether the first is stronger by this many points",
    )
    for sub in (arena, ladder):
        sub.add_argument("--sets", default="base", help="comma-separated expansions, or all")
        sub.add_argument("--seed", type=int, default=1)
        sub.add_argument("--jobs", type=positive_int, default=1, help="number of processes")
        sub.add_argument(
            "--evaluations", type=positive_int, help="thinking budget per turn in evaluations (reproducible)"
        )
        sub.add_argument("--adjusted", action="store_true", help="remove luck from the results")


def _add_bot_commands(add_command: AddCommand) -> None:
    sub = add_command("bot-check", "test a bot with positions from all expansions and report its errors")
    sub.add_argument("bot", metavar="COMMAND", help="command line that starts the bot, as one argument")
    sub.add_argument("--positions", type=positive_int, default=200)
    sub.add_argument("--seed", type=int, default=1)
    sub.add_argument("--ms", type=positive_int, default=5000, help="milliseconds allowed per decision")
