"""Builds the files of a release: `python packaging/release.py`.

Builds everything that this machine can build into dist/: the archive of the frozen program, on Linux the
Debian package, the wheel and the source archive, and the Windows installer if the Windows archive is already
in dist/. Then it writes notes.txt, taken from CHANGELOG.md, and SHA256SUMS. `--finish` only does the last
part: the installer, the notes and the checksums of what is in dist/. `--check` tests everything that was
built.
"""

from __future__ import annotations

import argparse
import hashlib
import re
import shutil
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))

import build
import bundle
import deb
import installer

ROOT, DIST = build.ROOT, build.DIST_FOLDER
TOOLS_PYTHON = build.VENV_PYTHON
E2E = ROOT / "tests" / "packaging"
RELEASED = (".tar.gz", ".zip", ".exe", ".dmg", ".deb", ".whl")
"""Endings of the files of a release."""


def release_notes(version: str) -> str:
    """Returns the section of CHANGELOG.md about a version."""
    sections = re.split(r"^## ", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), flags=re.MULTILINE)
    section = next((text for text in sections if text.split(maxsplit=1)[0] == version), None)
    if section is None:
        raise SystemExit(f"release.py: CHANGELOG.md has no section {version}")
    return section.partition("\n")[2].strip() + "\n"


def released_files() -> list[Path]:
    """Returns the files in dist/ that belong to the release."""
    return [path for path in sorted(DIST.iterdir()) if path.is_file() and path.name.endswith(RELEASED)]


def build_python_packages() -> None:
    """Builds the wheel and the source archive, and checks their descriptions as PyPI does."""
    build.run_command(
        TOOLS_PYTHON, "-m", "pip", "install", "-q", "--disable-pip-version-check", "build", "twine"
    )
    build.run_command(TOOLS_PYTHON, "-P", "-m", "build", "--outdir", DIST, ROOT)
    version = bundle.version()
    packages = [DIST / f"kingdom-{version}-py3-none-any.whl", DIST / f"kingdom-{version}.tar.gz"]
    build.run_command(TOOLS_PYTHON, "-P", "-m", "twine", "check", "--strict", *packages)


def build_all() -> int:
    """Builds everything that this machine can build. Returns the exit code of the check against the
    limits."""
    build.create_build_environment()
    build.build_program()
    if sys.platform == "linux" and shutil.which("dpkg-deb"):
        deb.main()
        if shutil.which("lintian"):
            build.run_command("lintian", "--allow-root", "--fail-on", "error", deb.package_path())
    build_python_packages()
    return build.check_build_limits()


def finish() -> None:
    """Builds the Windows installer if the Windows archive exists. Writes the notes and the checksums."""
    for archive in DIST.glob(f"kingdom-{bundle.version()}-windows-*.zip"):
        if shutil.which("makensis"):
            installer.main(archive)
        else:
            print(
                f"release.py: no installer for {archive.name}, because makensis is missing", file=sys.stderr
            )
    (DIST / "notes.txt").write_text(release_notes(bundle.version()), encoding="utf-8")
    lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.name}\n" for path in released_files()]
    (DIST / "SHA256SUMS").write_text("".join(lines), encoding="utf-8")
    for path in released_files():
        print(f"{path.stat().st_size / build.BYTES_PER_MB:6.1f} MB  {path.name}")


def check() -> int:
    """Tests everything that was built, and runs the tests on every Python. Returns the exit code."""
    python = sys.executable
    checks: dict[str, list[object]] = {
        "size, time to the first frame": [python, "packaging/build.py", "--check"],
        "commands and failure modes": [
            python,
            E2E / "e2e_commands.py",
            build.PROGRAM_FOLDER,
            build.PROGRAM_FILE,
        ],
        "wheel with pipx": [python, E2E / "e2e_pipx.py", *DIST.glob("*.whl")],
        "package in a new Debian system": [python, E2E / "e2e_deb.py", deb.package_path()],
    }
    for setup in DIST.glob("kingdom-*-setup.exe"):
        checks["installer under Wine"] = [python, E2E / "e2e_installer.py", setup]
    checks["tests on every Python"] = [python, "packaging/every_python.py"]
    failed = []
    for name, command in checks.items():
        print(f"== {name}", flush=True)
        if subprocess.run(list(map(str, command)), cwd=ROOT, check=False).returncode:
            failed.append(name)
    print("failed: " + ", ".join(failed) if failed else "all checks passed")
    return int(bool(failed))


def main() -> int:
    """Builds, finishes or checks a release and returns the exit code."""
    parser = argparse.ArgumentParser(description="Builds the files of a release into dist/.")
    parser.add_argument("--finish", action="store_true", help="only installer, notes and checksums")
    parser.add_argument(
        "--check", action="store_true", help="try what was built, and run the tests everywhere"
    )
    options = parser.parse_args()
    if options.check:
        return check()
    code = 0 if options.finish else build_all()
    finish()
    return code


if __name__ == "__main__":
    sys.exit(main())
