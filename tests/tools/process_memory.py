"""Measures the memory use of this process."""

from __future__ import annotations

from pathlib import Path


def resident_mb() -> float:
    """Returns the current memory use in megabytes, or 0 on systems without /proc."""
    return _read_status("VmRSS")


def peak_resident_mb() -> float:
    """Returns the peak memory use in megabytes, or 0 on systems without /proc."""
    return _read_status("VmHWM")


def _read_status(field: str) -> float:
    status = Path("/proc/self/status")
    if not status.is_file():
        return 0.0
    for line in status.read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith(field):
            return int(line.split()[1]) / 1024
    return 0.0
