"""The committed sheets and icons are what the scripts make, to the pixel."""

from __future__ import annotations

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ASSETS = Path(__file__).resolve().parents[2] / "assets"
SCRIPTS = ASSETS / "scripts"


def modules() -> list[str]:
    """The sheet modules that make.py lists, read without running it (the art tools need not be installed to
    play)."""
    tree = ast.parse((SCRIPTS / "make.py").read_text(encoding="utf-8"))
    lists = {ast.unparse(node.targets[0]): node.value for node in tree.body if isinstance(node, ast.Assign)}
    return [name for name in ast.literal_eval(lists["SHEETS"]) if (SCRIPTS / f"{name}.py").is_file()]


@pytest.mark.first
@pytest.mark.parametrize("module", modules())
def test_scripts_still_make_the_same_sheets(module: str, tmp_path: Path) -> None:
    image = pytest.importorskip("PIL.Image")
    pytest.importorskip("numpy")
    subprocess.run(
        [sys.executable, "make.py", module, "--to", str(tmp_path)],
        cwd=SCRIPTS,
        check=True,
        capture_output=True,
    )
    made = sorted(path for path in tmp_path.rglob("*") if path.suffix in (".json", ".png"))
    assert made
    for path in made:
        committed = ASSETS / path.relative_to(tmp_path)
        if path.suffix == ".json":
            assert path.read_text(encoding="utf-8") == committed.read_text(encoding="utf-8"), path.name
        else:
            with image.open(path) as new, image.open(committed) as old:
                assert new.size == old.size, path.name
                assert new.tobytes() == old.tobytes(), path.name
