"""Writes the maps of all official sections and islands to levels/."""

from __future__ import annotations

from pathlib import Path

from kingdom.maps.tiled import map_title, write_map
from kingdom.paths import shipped_data_dir
from kingdom.rules.registry import EXPANSIONS

UNOFFICIAL_DESIGN = "own design of this project, not the publisher's layout"
OFFICIAL_DESIGN = "transcription of the published section"


def write_section_maps(folder: Path) -> list[Path]:
    """Writes the maps of all official sections and islands."""
    paths = []
    for expansion in EXPANSIONS.values():
        for kind, grids in (("section", expansion.sections), ("island", expansion.islands)):
            for name, grid in grids.items():
                paths.append(folder / f"{name}.tmx")
                properties = {
                    "title": map_title(name),
                    "box": expansion.name,
                    "kind": kind,
                    "section": name,
                    "design": UNOFFICIAL_DESIGN if expansion.has_unofficial_sections else OFFICIAL_DESIGN,
                }
                write_map(grid, paths[-1], properties)
    return paths


if __name__ == "__main__":
    print(f"{len(write_section_maps(shipped_data_dir('levels')))} maps written")
