"""Installs the Debian package in a new, minimal Debian system, starts the game there, and removes it.

    python tests/packaging/e2e_deb.py PACKAGE

Needs root and `debootstrap`. The minimal system is kept as an archive in ~/.cache/kingdom-deb. Not collected
by pytest: `packaging/release.py --check` starts it.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

RELEASE = "bookworm"
CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "kingdom-deb"
USER = "player"
USER_ENVIRONMENT = {
    "HOME": f"/home/{USER}",
    "PATH": "/usr/local/bin:/usr/bin:/bin:/usr/local/games:/usr/games",
    "LANG": "C.UTF-8",
    "SDL_VIDEODRIVER": "dummy",
    "SDL_AUDIODRIVER": "dummy",
}


def create_system(folder: Path) -> None:
    """Creates a minimal Debian system in a folder. Downloads it the first time."""
    archive = CACHE / f"{RELEASE}.tar"
    if archive.exists():
        folder.mkdir()
        run("tar", "-C", folder, "-xf", archive)
    else:
        run("debootstrap", "--variant=minbase", RELEASE, folder)
        CACHE.mkdir(parents=True, exist_ok=True)
        new_archive = archive.with_suffix(".new")
        run("tar", "-C", folder, "-cf", new_archive, ".")
        new_archive.replace(archive)


def run(*command: object) -> None:
    """Runs a command and shows its output if it fails."""
    process = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=False)
    if process.returncode:
        raise SystemExit(f"{' '.join(map(str, command))}\n{process.stdout}{process.stderr}")


def run_inside(system: Path, *command: str, user: str = "") -> str:
    """Runs a command in the system, as root or as the player, and returns what it prints."""
    mount = 'mkdir -p $0/dev/shm; /usr/bin/mount -t tmpfs tmpfs $0/dev/shm; exec /usr/sbin/chroot $0 "$@"'
    prefix = ["unshare", "--mount", "--pid", "--fork", f"--mount-proc={system}/proc"]
    prefix += ["/bin/sh", "-c", mount, str(system)]
    environment = {
        "PATH": "/usr/sbin:/usr/bin:/sbin:/bin",
        "DEBIAN_FRONTEND": "noninteractive",
        "LANG": "C.UTF-8",
    }
    if user:
        prefix += ["/usr/bin/setpriv", f"--reuid={user}", f"--regid={user}", "--init-groups", "--"]
        environment = USER_ENVIRONMENT
    process = subprocess.run(
        [*prefix, *command], env=environment, capture_output=True, text=True, check=False, timeout=900
    )
    output = process.stdout + process.stderr
    if process.returncode:
        raise SystemExit(f"{' '.join(command)} ended with {process.returncode}:\n{output}")
    print(f"ok   {' '.join(command)}", flush=True)
    return process.stdout


def files_of(system: Path) -> set[str]:
    """Returns the files outside the folders of the package manager and of users."""
    command = ["find", ".", "-xdev", "-path", "./proc", "-prune", "-o", "-not", "-type", "d", "-print"]
    output = subprocess.run(command, cwd=system, capture_output=True, text=True, check=True).stdout
    ignored = ("./var/", "./home/", "./tmp/", "./etc/ld.so.cache")
    return {line for line in output.splitlines() if not line.startswith(ignored)}


def check_package(system: Path, package: Path) -> None:
    """Installs the package, starts the game as a user, and removes the package."""
    shutil.copy("/etc/resolv.conf", system / "etc" / "resolv.conf")
    shutil.copy(package, system / "tmp" / package.name)
    run_inside(system, "useradd", "--create-home", USER)
    run_inside(system, "apt-get", "update", "-qq")
    installed_before = set(run_inside(system, "dpkg-query", "-Wf", "${Package}\n").split())
    files_before = files_of(system)
    run_inside(system, "apt-get", "install", "-qq", "--no-install-recommends", f"/tmp/{package.name}")
    version = package.name.split("_")[1]
    assert run_inside(system, "kingdom", "--version", user=USER).split()[:2] == ["kingdom", version]
    assert run_inside(system, "kingdom", "--smoke", user=USER).split() == ["ready"]
    run_inside(system, "kingdom", "arena", "--seats", "easy,greedy", "--games", "2", "--jobs", "2", user=USER)
    assert (system / "home" / USER / ".config" / "kingdom" / "settings.json").is_file()
    for name in (
        "applications/kingdom.desktop",
        "mime/packages/kingdom.xml",
        "metainfo/org.kingdom.Kingdom.metainfo.xml",
        "icons/hicolor/256x256/apps/kingdom.png",
        "man/man6/kingdom.6.gz",
    ):
        listed = run_inside(system, "dpkg-query", "--search", f"/usr/share/{name}")
        assert listed.startswith("kingdom:"), listed
    added = sorted(set(run_inside(system, "dpkg-query", "-Wf", "${Package}\n").split()) - installed_before)
    run_inside(system, "apt-get", "purge", "-qq", *added)
    left = sorted(files_of(system) - files_before)
    assert not left, f"removing the package leaves files: {left}"
    assert (system / "home" / USER / ".config" / "kingdom" / "settings.json").is_file()


def main(package: Path) -> int:
    """Runs the check and returns the exit code."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        system = Path(name) / "system"
        create_system(system)
        check_package(system, package)
    print(f"{package}: all checks passed")
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]).absolute()))
