"""Positions: what they are worth, what may be answered, what comes after."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from kingdom import tiled
from kingdom.commands.speaking import print_json, read_input
from kingdom.position import parse, read_answer, read_position, write_answer, write_position
from kingdom.rules.frames import IllegalAnswer
from kingdom.rules.json_values import read_list, write_hexes
from kingdom.rules.registry import BadSetup
from kingdom.rules.scoring import EARNED, score


def run_score(options: argparse.Namespace) -> int:
    """kingdom score"""
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
        print_json({"players": players})
        return 0
    for number, row in enumerate(players):
        print(f"player {number}: {row['total']} gold")
        for name, gold in row["by"].items():
            places = " ".join(_place(place) for place in row["hexes"].get(name, []))
            print(f"  {name}: {gold}" + (f"  {places}" if gold and places else ""))
    return 0


def run_moves(options: argparse.Namespace) -> int:
    """kingdom moves"""
    decision = _game(options).decision()
    cells = write_hexes(decision.cells)
    if options.json:
        player = decision.player if decision.player >= 0 else None
        print_json(
            {"player": player, "asks": decision.asks, "cells": cells, "options": list(decision.options)}
        )
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
    print(json.dumps(write_position(_game(options)), indent=None if options.json else 1))
    return 0


def _game(options: argparse.Namespace) -> Any:
    """The game of a position after the answers given."""
    folder = Path.cwd() if options.position == "-" else Path(options.position).parent
    try:
        game = read_position(parse(read_input(options.position)), lambda name: tiled.load(name, folder))
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


def _place(place: list[Any]) -> str:
    return ",".join(str(part) for part in place)
