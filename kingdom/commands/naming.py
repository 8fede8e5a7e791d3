"""Boxes and players that were named in a command."""

from __future__ import annotations

from kingdom.ai.roster import PLAYERS, is_player
from kingdom.bots.player import COMMAND
from kingdom.rules.registry import BOXES, BadSetup


def named_boxes(names: str) -> list[str]:
    """The boxes that somebody named, the base game always with them."""
    boxes = list(BOXES) if names == "all" else list(dict.fromkeys(["base", *names.split(",")]))
    for name in boxes:
        if name not in BOXES:
            raise BadSetup(f"there is no box {name!r}; there are {', '.join(BOXES)}")
    return boxes


def known_players(names: list[str]) -> list[str]:
    """These players, if all of them are ours or bots."""
    for name in names:
        if not is_player(name) and not name.startswith(COMMAND):
            raise BadSetup(f"there is no player {name!r}; there are {', '.join(PLAYERS)}")
    return names
