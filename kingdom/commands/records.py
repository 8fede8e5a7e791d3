"""Records of games: played again, looked at again."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kingdom.commands.speaking import EXIT_INTERRUPTED, one_line, print_json, progress, read_input
from kingdom.record import read_record, replay, result_of
from kingdom.review import store
from kingdom.review.analysis import analyse, judged_turns
from kingdom.review.timeline import timeline
from kingdom.rules.registry import BadSetup


def run_replay(options: argparse.Namespace) -> int:
    """kingdom replay"""
    try:
        record = read_record(read_input(options.record))
        game = replay(record, options.check)
    except BadSetup as error:
        raise BadSetup(f"{options.record}: {error}") from error
    result = result_of(game)
    if options.json:
        print_json({"answers": len(record.answers), "over": game.over, "checked": options.check, **result})
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
    try:
        line = timeline(read_record(read_input(options.record)))
    except BadSetup as error:
        raise BadSetup(f"{options.record}: {error}") from error
    file = None if options.record == "-" else Path(options.record)
    if file is not None and not options.json and not options.text:
        from kingdom.ui.app import main as window  # the table of errors needs no window

        return window.main(review=file)
    reviews = store.load(file, line) if file else []
    many = len(judged_turns(line))
    try:
        for review in analyse(line, list(reviews), options.first or ()):
            reviews.append(review)
            if sys.stderr.isatty():
                progress(len(reviews), many)
            try:
                if file:
                    store.keep(file, line, reviews)
            except OSError as error:
                print(f"kingdom review: the analysis is not kept: {one_line(error)}", file=sys.stderr)
                file = None
    except KeyboardInterrupt:
        print(f"kingdom review: stopped after {len(reviews)} of {many} turns", file=sys.stderr)
        return EXIT_INTERRUPTED
    found = store.report(line, reviews)
    if options.json:
        print_json(found)
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
