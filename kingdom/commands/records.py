"""Implements `kingdom replay`, `kingdom review` and `kingdom share`, which replay, analyze and export
recorded games."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kingdom.commands.cli_io import EXIT_INTERRUPTED, format_error, print_json, print_progress, read_input
from kingdom.record import make_result, read_record, replay
from kingdom.review import analysis_file
from kingdom.review.analysis import analyze_game, complete_turns
from kingdom.review.timeline import build_timeline
from kingdom.rules.errors import ValidationError


def run_replay(options: argparse.Namespace) -> int:
    """Runs `kingdom replay`: replays a record and prints its result."""
    try:
        record = read_record(read_input(options.record))
        game = replay(record, options.check)
    except ValidationError as error:
        raise ValidationError(f"{options.record}: {error}") from error
    result = make_result(game)
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
        print("the recorded result is correct")
    return 0


def run_review(options: argparse.Namespace) -> int:
    """Runs `kingdom review`: opens the review of a game in the game window, or prints an analysis of the
    game's turns."""
    try:
        game_timeline = build_timeline(read_record(read_input(options.record)))
    except ValidationError as error:
        raise ValidationError(f"{options.record}: {error}") from error
    file = None if options.record == "-" else Path(options.record)
    if file is not None and not options.json and not options.text:
        from kingdom.ui import main as window  # imported here because printing the table does not need the UI

        return window.main(review=file)
    turn_analyses = analysis_file.load_analysis(file, game_timeline) if file else []
    total = len(complete_turns(game_timeline))
    try:
        for turn_analysis in analyze_game(game_timeline, list(turn_analyses), options.first or ()):
            turn_analyses.append(turn_analysis)
            print_progress(len(turn_analyses), total)
            try:
                if file:
                    analysis_file.save_analysis(file, game_timeline, turn_analyses)
            except OSError as error:
                print(
                    f"kingdom review: the analysis could not be saved: {format_error(error)}", file=sys.stderr
                )
                file = None
    except KeyboardInterrupt:
        print(f"kingdom review: stopped after {len(turn_analyses)} of {total} turns", file=sys.stderr)
        return EXIT_INTERRUPTED
    report = analysis_file.analysis_report(game_timeline, turn_analyses)
    if options.json:
        print_json(report)
        return 0
    for seat, player in enumerate(report["players"]):
        accuracy = "-" if player["accuracy"] is None else f"{player['accuracy']} %"
        print(
            f"player {seat}: {report['gold'][seat]} gold, {report['adjusted'][seat]:.1f} with even luck;"
            f"  lost {player['error']:.1f}  luck {player['luck']:+.1f}  accuracy {accuracy}"
        )
    print("round player card           gold  error   luck  mark")
    for turn in report["turns"]:
        print(
            f"{turn['round']:5} {turn['player']:6} {turn['card'] or '-':13} {turn['gold']:5} "
            f"{turn['error']:6.1f} {turn['luck']:+6.1f}  {turn['mark']}"
        )
    return 0


def run_share(options: argparse.Namespace) -> int:
    """Runs `kingdom share`: exports the end of a game as an image or the whole game as an animation."""
    # imported here because the other commands do not need pygame
    from kingdom.text.system_locale import system_language
    from kingdom.ui.share.export_job import ExportRequest, export_game

    try:
        record = read_record(read_input(options.record))
    except ValidationError as error:
        raise ValidationError(f"{options.record}: {error}") from error
    request = ExportRequest(record, Path(options.out), options.size, system_language())
    size_bytes = export_game(request, lambda fraction: print_progress(round(fraction * 100), 100))
    if options.json:
        print_json({"file": str(request.path), "bytes": size_bytes})
    else:
        print(f"{request.path}: {size_bytes} bytes")
    return 0
