"""How much memory this process takes, for the tools that watch it."""

from __future__ import annotations

from pathlib import Path


def resident() -> float:
    """Megabytes in use now; 0 where the system does not tell."""
    return _figure("VmRSS")


def most_resident() -> float:
    """The most megabytes that were ever in use."""
    return _figure("VmHWM")


def _figure(name: str) -> float:
    status = Path("/proc/self/status")
    if not status.is_file():
        return 0.0
    for line in status.read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith(name):
            return int(line.split()[1]) / 1024
    return 0.0
