"""Other people's programs."""

from __future__ import annotations

import argparse
import sys

from kingdom.bots.check import check
from kingdom.commands.speaking import EXIT_BAD_INPUT, print_json, progress
from kingdom.rules.registry import BadSetup


def run_bot_check(options: argparse.Namespace) -> int:
    """kingdom bot-check"""
    if options.positions < 1 or options.ms < 1:
        raise BadSetup("--positions and --ms must be 1 or more")
    told = progress if sys.stderr.isatty() else None
    found = check(options.bot, options.positions, options.seed, options.ms, told).data()
    if options.json:
        print_json(found)
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
