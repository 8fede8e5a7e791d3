"""Implements `kingdom score`, `kingdom moves` and `kingdom apply`, which score a position, list its legal
answers and apply answers to it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from kingdom.commands.cli_io import print_json, read_input
from kingdom.maps import library
from kingdom.position import parse_json_strict, read_position, write_position
from kingdom.rules.errors import IllegalAnswer, ValidationError
from kingdom.rules.json_values import read_answer, read_list, write_answer, write_hexes
from kingdom.rules.scoring import EARNED_GOLD, score_breakdown


def run_score(options: argparse.Namespace) -> int:
    """Runs `kingdom score`: prints each player's gold by source."""
    game = _load_game(options)
    players: list[dict[str, Any]] = []
    for player in range(game.config.player_count):
        breakdown = score_breakdown(game, player)
        players.append(
            {
                "total": sum(source_score.gold for source_score in breakdown.values()),
                "by": {name: source_score.gold for name, source_score in breakdown.items()},
                "hexes": {
                    name: write_hexes(source_score.hexes)
                    for name, source_score in breakdown.items()
                    if name != EARNED_GOLD
                },
            }
        )
    if options.json:
        print_json({"players": players})
        return 0
    for index, row in enumerate(players):
        print(f"player {index}: {row['total']} gold")
        for name, gold in row["by"].items():
            coords = " ".join(_format_coord(coord) for coord in row["hexes"].get(name, []))
            print(f"  {name}: {gold}" + (f"  {coords}" if gold and coords else ""))
    return 0


def run_moves(options: argparse.Namespace) -> int:
    """Runs `kingdom moves`: prints the current decision and its legal answers."""
    decision = _load_game(options).decision()
    cells = write_hexes(decision.cells)
    if options.json:
        player = decision.player if decision.player >= 0 else None
        print_json(
            {"player": player, "asks": decision.kind, "cells": cells, "options": list(decision.options)}
        )
        return 0
    if decision.kind == "over":
        print("the game is over")
        return 0
    print(f"player {decision.player} decides: {decision.kind}")
    print("hexes:", " ".join(_format_coord(cell) for cell in cells) or "none")
    print("options:", " ".join(decision.options) or "none")
    return 0


def run_apply(options: argparse.Namespace) -> int:
    """Runs `kingdom apply`: prints the position after the given answers."""
    print(json.dumps(write_position(_load_game(options)), indent=None if options.json else 1))
    return 0


def _load_game(options: argparse.Namespace) -> Any:
    """Loads the position and plays the answers given with --answers."""
    folder = Path.cwd() if options.position == "-" else Path(options.position).parent
    try:
        game = read_position(
            parse_json_strict(read_input(options.position)), lambda name: library.load_board(name, folder)
        )
    except ValidationError as error:
        raise ValidationError(f"{options.position}: {error}") from error
    try:
        answers = [
            read_answer(answer, f"answers[{n}]")
            for n, answer in enumerate(read_list(parse_json_strict(options.answers), "answers"))
        ]
    except ValidationError as error:
        raise ValidationError(f"--answers: {error}") from error
    for i, answer in enumerate(answers):
        try:
            game.play(answer)
        except IllegalAnswer as error:
            raise ValidationError(
                f"--answers: answers[{i}]: {json.dumps(write_answer(answer))} is not legal: {error}"
            ) from error
    return game


def _format_coord(coord: list[Any]) -> str:
    return ",".join(str(part) for part in coord)
