"""Defines all commands and their options. Command modules are imported by name, so that a command imports
only what it needs."""

from __future__ import annotations

import argparse
from collections.abc import Callable
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
        raise argparse.ArgumentTypeError(f"{text!r} is not like 960x600") from None
    return width, height


class SingleLineErrorParser(argparse.ArgumentParser):
    """An argument parser that reports errors in a single line without the usage text, as the program does for
    all other bad input."""

    def error(self, message: str) -> NoReturn:
        self.exit(EXIT_BAD_INPUT, f"{self.prog}: {sanitize_line(message)}; see {self.prog} --help\n")


def build_parser() -> argparse.ArgumentParser:
    """Returns the argument parser for all commands and their options."""
    parser = SingleLineErrorParser(
        prog="kingdom",
        usage="kingdom [-h] [--smoke] [--version] [FILE | COMMAND ...]",
        description="Kingdom Builder with seven expansions. Without a command the game opens, with a FILE at "
        "the saved game in it.",
    )
    parser.add_argument("--smoke", action="store_true", help="open the window, draw, print ready, and leave")
    parser.add_argument("--version", action="version", version=f"kingdom {__version__}")
    subparsers = parser.add_subparsers(dest="command", metavar="COMMAND")

    def add_command(name: str, text: str) -> argparse.ArgumentParser:
        sub = subparsers.add_parser(name, help=text, description=text)
        sub.add_argument("--json", action="store_true", help="print one JSON object and nothing else")
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
        ("score", "gold per player and card, with the hexes that earned it"),
        ("moves", "the decision that waits"),
        ("apply", "the position after some answers"),
    ):
        sub = add_command(name, text)
        sub.add_argument("position", metavar="POSITION", help="a position file, or - for standard input")
        sub.add_argument(
            "--answers",
            metavar="JSON",
            default="[]",
            required=name == "apply",
            help="answers to play first, a JSON list",
        )


def _add_record_commands(add_command: AddCommand) -> None:
    sub = add_command("replay", "play a record through the rules and print its result")
    sub.add_argument("record", metavar="FILE", help="a record file, or - for standard input")
    sub.add_argument("--check", action="store_true", help="the result in the record must be what comes out")
    sub = add_command("review", "look at a game again: in the window, or as a table of errors and luck")
    sub.add_argument("record", metavar="FILE", help="a record file, or - for standard input")
    sub.add_argument(
        "--first", type=int, metavar="SEAT", action="append", help="judge the turns of this seat first"
    )
    sub.add_argument("--text", action="store_true", help="print a table instead of opening the window")
    sub = add_command("chronicle", "what was played so far, by whom and how well")
    sub.add_argument("--csv", action="store_true", help="print the games as a table for a spreadsheet")
    sub.add_argument("--folder", metavar="DIR", help="where the games are, if not in the user's own folder")
    sub = add_command("share", "a picture of a game's end, or the whole game as an animation")
    sub.add_argument("record", metavar="FILE", help="a record file, or - for standard input")
    sub.add_argument("--out", metavar="PATH", required=True, help="ends in .png, .gif or .webp")
    sub.add_argument(
        "--size", metavar="WxH", type=image_size, default=(960, 600), help="in pixels; 960x600 if not given"
    )


def _add_map_commands(add_command: AddCommand) -> None:
    sub = add_command("levels", "check Tiled maps; each mistake with file, layer and hex")
    sub.add_argument(
        "paths", metavar="PATH", nargs="*", help="maps or folders; all shipped maps if none is given"
    )
    exclusive = sub.add_mutually_exclusive_group()
    exclusive.add_argument("--code", metavar="FILE", help="print the share code of a map")
    exclusive.add_argument("--from", metavar="CODE", dest="code_from", help="make a map from a share code")
    exclusive.add_argument("--grow", metavar="SEED", type=int, help="generate a random map")
    sub.add_argument("--out", metavar="FILE", help="where a map that is made goes")
    sub.add_argument("--sets", default="base", help="expansions of a generated map, with commas, or all")
    for feature in ("water", "mountains", "areas"):
        sub.add_argument(
            f"--{feature}",
            choices=("little", "usual", "much"),
            default="usual",
            help=f"{feature} of a generated map",
        )


def _add_learning_commands(add_command: AddCommand) -> None:
    sub = add_command(
        "lessons",
        "list the lessons; with --check, play all of them and all examples, and tell what is wrong",
    )
    sub.add_argument("--check", action="store_true", help="play every lesson, try every wrong click")
    sub = add_command("puzzles", "list the puzzles; with --check, prove them again")
    sub.add_argument("--check", action="store_true", help="play every way of every puzzle")
    sub.add_argument("--sample", type=int, metavar="N", help="prove only so many, spread over all")
    sub.add_argument(
        "--programs", action="store_true", help="with --check, also see which AI levels miss them"
    )


def _add_measuring_commands(add_command: AddCommand) -> None:
    sub = add_command("bench", "measure speed, also as a ratio to a calibration loop of the same run")
    sub.add_argument(
        "--only", metavar="NAME", action="append", help="only this figure (may be given several times)"
    )
    arena = add_command("arena", "let AI players and bots play against each other")
    arena.add_argument("--seats", required=True, help="players by name or cmd:COMMAND, separated by commas")
    arena.add_argument("--games", type=positive_int, default=50)
    arena.add_argument("--ms", type=positive_int, help="thinking budget of a turn in milliseconds")
    ladder = add_command(
        "ladder", "who is how strong: every pair of players meets, each deal from both seats"
    )
    ladder.add_argument("--players", required=True, help="two or more, by name or cmd:COMMAND, with commas")
    ladder.add_argument("--deals", type=positive_int, default=20, help="deals for each pair; two games each")
    ladder.add_argument("--file", help="keep what is played here, and go on from it")
    ladder.add_argument("--picture", help="also as a picture, a PNG file")
    ladder.add_argument(
        "--stronger",
        type=float,
        metavar="POINTS",
        help="stop when it is clear whether the first of two is stronger by so many points",
    )
    for sub in (arena, ladder):
        sub.add_argument("--sets", default="base", help="expansions separated by commas, or all")
        sub.add_argument("--seed", type=int, default=1)
        sub.add_argument("--jobs", type=positive_int, default=1, help="processes to share the work")
        sub.add_argument(
            "--evaluations", type=positive_int, help="thinking budget of a turn in evaluations (repeatable)"
        )
        sub.add_argument("--adjusted", action="store_true", help="take the luck off the results")


def _add_bot_commands(add_command: AddCommand) -> None:
    sub = add_command("bot-check", "show a bot positions of all expansions and tell what it does wrong")
    sub.add_argument("bot", metavar="COMMAND", help="how the bot is started, as one word")
    sub.add_argument("--positions", type=positive_int, default=200)
    sub.add_argument("--seed", type=int, default=1)
    sub.add_argument("--ms", type=positive_int, default=5000, help="milliseconds for each decision")
