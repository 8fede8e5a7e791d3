"""The committed sprite sheets and icons equal the output of the art scripts, pixel by pixel."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest
from PIL import Image
from support.art_tools import needs_art_tools

ASSETS = Path(__file__).resolve().parents[2] / "assets"
SCRIPTS = ASSETS / "scripts"


def sheet_modules() -> list[str]:
    """Returns the sheet modules listed in make.py. Does not import make.py, because the art tools may not be
    installed."""
    tree = ast.parse((SCRIPTS / "make.py").read_text(encoding="utf-8"))
    assignments = {
        ast.unparse(node.targets[0]): node.value for node in tree.body if isinstance(node, ast.Assign)
    }
    return [name for name in ast.literal_eval(assignments["SHEETS"]) if (SCRIPTS / f"{name}.py").is_file()]


@needs_art_tools
@pytest.mark.first
@pytest.mark.parametrize("module", sheet_modules())
def test_art_scripts_reproduce_committed_sheets(module: str, tmp_path: Path) -> None:
    subprocess.run(
        [sys.executable, "make.py", module, "--to", str(tmp_path)],
        cwd=SCRIPTS,
        check=True,
        capture_output=True,
    )
    generated = sorted(path for path in tmp_path.rglob("*") if path.suffix in (".json", ".png"))
    assert generated
    for path in generated:
        committed = ASSETS / path.relative_to(tmp_path)
        if path.suffix == ".json":
            assert path.read_text(encoding="utf-8") == committed.read_text(encoding="utf-8"), path.name
        else:
            with Image.open(path) as new, Image.open(committed) as old:
                assert new.size == old.size, path.name
                assert new.tobytes() == old.tobytes(), path.name
