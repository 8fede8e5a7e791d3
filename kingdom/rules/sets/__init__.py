"""The boxes. Every module in this folder that holds a `BOX` is a box; nothing else has to know of it. Beside
some lie their land (`base_land`) and what is large enough for a file of its own (`harvest_silos`)."""

from __future__ import annotations

import importlib
import pkgutil

from kingdom.rules.registry import BOXES, Box, register


def load() -> None:
    """Register all boxes, in the order in which they came out."""
    if not BOXES:
        modules = [
            importlib.import_module(f"{__name__}.{module.name}") for module in pkgutil.iter_modules(__path__)
        ]
        boxes: list[Box] = [module.BOX for module in modules if hasattr(module, "BOX")]
        for box in sorted(boxes, key=lambda box: box.order):
            register(box)
