"""Tiled maps: checked, grown, made from codes and into codes."""

from __future__ import annotations

import argparse
import json
from pathlib import Path

from kingdom import tiled
from kingdom.commands.naming import named_boxes
from kingdom.rules.registry import BadSetup
from kingdom.studio import maps, share
from kingdom.studio.grow import Wishes, grow


def run_levels(options: argparse.Namespace) -> int:
    """kingdom levels"""
    makes = options.code_from is not None or options.grow is not None
    if makes != (options.out is not None) or (options.paths and (makes or options.code is not None)):
        raise BadSetup("--code goes alone, --from and --grow with --out, paths with none of them")
    if options.code is not None:
        code = share.write_code(tiled.read(options.code))
        print(json.dumps({"code": code}) if options.json else code)
        return 0
    if makes:
        try:
            if options.grow is None:
                land = share.read_code(options.code_from)
            else:
                wishes = Wishes(options.water, options.mountains, options.areas)
                land = grow(options.grow, named_boxes(options.sets), wishes)
        except share.BadCode as error:
            raise BadSetup(f"--from: {error}") from error
        maps.write_new(land, Path(options.out))
        return tiled.main([options.out], options.json)
    return tiled.main(options.paths, options.json)
