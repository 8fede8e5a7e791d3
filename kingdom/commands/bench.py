"""Implements `kingdom bench`. It has its own module because it imports the UI, the review, the statistics and
the map editor."""

from __future__ import annotations

import argparse

from kingdom.bench import suite
from kingdom.commands.cli_io import print_json
from kingdom.rules.errors import ValidationError


def run_bench(options: argparse.Namespace) -> int:
    """Runs `kingdom bench`: measures speed and prints the results."""
    for name in options.only or []:
        if name not in suite.BENCHMARKS:
            raise ValidationError(f"unknown figure {name!r}; there are {', '.join(suite.BENCHMARKS)}")
    results = suite.run_benchmarks(options.only)
    if options.json:
        print_json(results)
        return 0
    print(f"calibration step: {results['calibration_ns']} ns")
    for name, measurement in results["figures"].items():
        if "skipped" in measurement:
            print(f"{name:20} skipped: {measurement['skipped']}")
            continue
        print(
            f"{name:20} {measurement['value']:10.3f} {measurement['unit']:3} "
            f"{measurement['steps']:10.1f} steps"
        )
    return 0
