"""The program works with any console and without one, and with unusual paths."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support.homes import home_variables

pytestmark = pytest.mark.windows

ROOT = Path(__file__).parent.parent
GOLDEN_RECORD = ROOT / "tests" / "rules" / "golden" / "base-2.json"
WITHOUT_CONSOLE = """
import sys
sys.stdin = sys.stdout = sys.stderr = None
from kingdom.__main__ import main
sys.exit(main(sys.argv[1:]))
"""


def run_python(home: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[bytes]:
    """Runs Python with an empty home folder."""
    return subprocess.run(
        [sys.executable, *arguments],
        cwd=ROOT,
        env=os.environ | home_variables(home) | environment,
        capture_output=True,
        check=False,
    )


@pytest.mark.parametrize("encoding", ["cp437", "cp1252", "cp932", "ascii"])
def test_output_works_with_a_legacy_code_page(tmp_path: Path, encoding: str) -> None:
    """Characters that the console cannot show are replaced."""
    result = run_python(
        tmp_path, "-m", "kingdom", "score", "Käthe 日本 ☃.json", PYTHONIOENCODING=encoding, PYTHONUTF8="0"
    )
    assert result.returncode == 2
    assert b"Traceback" not in result.stderr
    assert result.stderr.decode(encoding).startswith("kingdom score: ")


@pytest.mark.parametrize(
    ("arguments", "code"),
    [(["--smoke"], 0), (["levels"], 0), (["score", "missing.json"], 2), (["missing.kingdom"], 2)],
)
def test_program_works_without_a_console(tmp_path: Path, arguments: list[str], code: int) -> None:
    """Programs without a console have no standard streams, as with `pythonw` on Windows."""
    assert run_python(tmp_path, "-c", WITHOUT_CONSOLE, *arguments).returncode == code


def test_paths_with_spaces_and_umlauts_work(tmp_path: Path) -> None:
    """The home folder and the opened file have paths with spaces and umlauts that are longer than 260
    characters."""
    home = tmp_path / "Käthe Müller 日本" / ("long folder " * 12).strip() / ("noch länger " * 12).strip()
    home.mkdir(parents=True)
    file = home / "Ein Spiel für Zoë.kingdom"
    file.write_bytes(GOLDEN_RECORD.read_bytes())
    assert len(str(file)) > 260
    result = run_python(home, "-m", "kingdom", "--smoke", str(file))
    assert (result.returncode, result.stdout.split()[-1:]) == (0, [b"ready"]), result.stderr
    assert any(home.rglob("settings.json"))
    assert run_python(home, "-m", "kingdom", "replay", str(file), "--check").returncode == 0
