"""The version is stored in one place, and the files of a release are built, listed and described."""

from __future__ import annotations

import hashlib
import plistlib
import re
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path
from types import ModuleType

import pytest
import yaml

import kingdom

ROOT = Path(__file__).resolve().parents[2]
PACKAGING = ROOT / "packaging"
WORKFLOW = ROOT / ".github" / "workflows" / "release.yml"


@pytest.fixture
def release(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module release.py, with an empty folder for its results."""
    monkeypatch.syspath_prepend(str(PACKAGING))
    import release

    monkeypatch.setattr(release, "DIST", tmp_path)
    return release


def test_version_is_stored_once() -> None:
    """Everything that builds a release takes the version from kingdom/__init__.py."""
    files = [ROOT / "pyproject.toml", *ROOT.glob(".github/workflows/*")]
    files += [path for path in PACKAGING.glob("*") if path.is_file() and path.suffix != ".md"]
    texts = {path.name: path.read_text(encoding="utf-8") for path in files}
    number = rf"(?<![\d.=]){re.escape(kingdom.__version__)}(?![\d.])"
    assert [name for name, text in texts.items() if re.search(number, text)] == []


def test_examples_have_the_current_version() -> None:
    """The documentation names files of the current release."""
    for path in (ROOT / "README.md", PACKAGING / "README.md"):
        found = set(re.findall(r"kingdom[-_](\d+\.\d+\.\d+)", path.read_text(encoding="utf-8")))
        assert found <= {kingdom.__version__}, path.name


@pytest.mark.skipif(not (ROOT / ".git").exists() or not shutil.which("git"), reason="not a Git checkout")
def test_git_never_converts_line_ends() -> None:
    """Git for Windows would otherwise do so, but maps and golden files are compared byte by byte."""
    attributes = {
        "levels/tavern.tmx": "eol: lf",
        "kingdom/files.py": "eol: lf",
        "tests/compat/files/x": "text: unset",
    }
    for path, attribute in attributes.items():
        command = ["git", "check-attr", "text", "eol", "--", path]
        output = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
        assert f"{path}: {attribute}" in output


def test_notes_are_the_section_of_the_changelog(release: ModuleType) -> None:
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    notes = release.release_notes(kingdom.__version__)
    assert notes.strip()
    assert notes.strip() in changelog
    assert "\n## " not in f"\n{notes}"
    with pytest.raises(SystemExit):
        release.release_notes("0.0.0")


def test_checksums_list_the_released_files(release: ModuleType, tmp_path: Path) -> None:
    names = ("kingdom-1-linux.tar.gz", "kingdom_1_amd64.deb", "kingdom-1-macos-arm64.dmg", "kingdom-1.whl")
    for name in (*names, "unrelated.txt"):
        (tmp_path / name).write_text(name)
    release.finish()
    lines = (tmp_path / "SHA256SUMS").read_text().splitlines()
    assert lines == [f"{hashlib.sha256(name.encode()).hexdigest()}  {name}" for name in sorted(names)]
    assert (tmp_path / "notes.txt").read_text(encoding="utf-8") == release.release_notes(kingdom.__version__)


@pytest.mark.skipif(not shutil.which("makensis"), reason="needs makensis")
def test_installer_is_built_from_the_archive(release: ModuleType, tmp_path: Path) -> None:
    archive = tmp_path / f"kingdom-{kingdom.__version__}-windows-x86_64.zip"
    with zipfile.ZipFile(archive, "w") as files:
        for name in ("Kingdom.exe", "kingdom-cli.exe", "_internal/python311.dll"):
            files.writestr(f"Kingdom/{name}", name)
    release.finish()
    setup = tmp_path / f"kingdom-{kingdom.__version__}-windows-x86_64-setup.exe"
    assert setup.read_bytes()[:2] == b"MZ"
    assert setup.name in (tmp_path / "SHA256SUMS").read_text()


def test_installer_deletes_only_its_own_files() -> None:
    """The player may have chosen a folder with other files in it."""
    script = (PACKAGING / "kingdom.nsi").read_text(encoding="utf-8")
    assert not re.search(r'RMDir /r "\$INSTDIR"', script)
    assert "RequestExecutionLevel user" in script
    assert not re.search(r"\bHK(LM|CR)\b|SetShellVarContext all", script), "needs an administrator"


def test_installer_has_all_languages() -> None:
    script = (PACKAGING / "kingdom.nsi").read_text(encoding="utf-8")
    texts = re.findall(r"^LangString (\w+) \$\{LANG_(\w+)\}", script, re.MULTILINE)
    names = {name for name, _ in texts}
    languages = ("ENGLISH", "FRENCH", "GERMAN", "SPANISH")
    assert set(texts) == {(name, language) for name in names for language in languages}


def test_signed_apps_may_load_replaced_libraries() -> None:
    permissions = plistlib.loads((PACKAGING / "kingdom.entitlements").read_bytes())
    assert permissions["com.apple.security.cs.disable-library-validation"] is True


def test_workflow_builds_everything() -> None:
    jobs = yaml.safe_load(WORKFLOW.read_text(encoding="utf-8"))["jobs"]
    assert set(jobs) == {"linux", "build", "wheels", "release", "pypi"}
    assert jobs["linux"]["container"] == "debian:12"
    assert {"macos-15", "macos-15-intel"} < set(jobs["build"]["strategy"]["matrix"]["system"])
    assert jobs["release"]["needs"] == ["linux", "build", "wheels"]
    assert jobs["pypi"]["permissions"] == {"id-token": "write"}, "trusted publishing needs only this"


@pytest.mark.skipif(sys.platform == "win32", reason="runs on Linux only")
def test_every_python_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(PACKAGING))
    import every_python

    versions = every_python.promised_versions()
    assert versions[0] == "3.11"
    version = ".".join(map(str, sys.version_info[:2]))
    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr(Path, "home", lambda: Path("/nowhere"))
    assert every_python.find_python(version) == f"/usr/bin/python{version}"
