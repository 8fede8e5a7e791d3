"""The boxes. Every module in this folder that holds a `BOX` is a box; nothing else has to know of it."""

from __future__ import annotations

import importlib
import pkgutil

from kingdom.rules.registry import BOXES, register


def load() -> None:
    """Register all boxes, in the order in which they came out."""
    if not BOXES:
        modules = [
            importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)
        ]
        for box in sorted((module.BOX for module in modules), key=lambda box: box.order):
            register(box)
