"""Pictures and animations of games."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from kingdom.commands.speaking import print_json, progress, read_input
from kingdom.record import read_record
from kingdom.rules.registry import BadSetup
from kingdom.text import system_language
from kingdom.ui.share.maker import Order, make


def run_share(options: argparse.Namespace) -> int:
    """kingdom share"""
    try:
        record = read_record(read_input(options.record))
    except BadSetup as error:
        raise BadSetup(f"{options.record}: {error}") from error
    try:
        width, height = (int(side) for side in options.size.split("x"))
    except ValueError:
        raise BadSetup(f"--size: {options.size!r} is not like 960x600") from None
    order = Order(record, Path(options.out), (width, height), system_language())
    told = (lambda share: progress(round(share * 100), 100)) if sys.stderr.isatty() else (lambda share: None)
    made = make(order, told)
    if options.json:
        print_json({"file": str(order.path), "bytes": made})
    else:
        print(f"{order.path}: {made} bytes")
    return 0
