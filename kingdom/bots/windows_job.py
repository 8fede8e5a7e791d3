"""Puts a bot and all processes that it starts into a Windows job. Windows kills them together, even if the
game itself is killed."""

from __future__ import annotations

import ctypes
import subprocess
import sys
from ctypes import wintypes

if sys.platform == "win32":
    _EXTENDED_LIMIT_INFORMATION = 9
    """Value of JobObjectExtendedLimitInformation in the Windows API."""
    _KILL_ON_JOB_CLOSE = 0x2000
    """Value of JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE."""

    class _ExtendedLimits(ctypes.Structure):
        """The Windows structure JOBOBJECT_EXTENDED_LIMIT_INFORMATION."""

        _fields_ = (
            ("times", ctypes.c_int64 * 2),
            ("limit_flags", wintypes.DWORD),
            ("working_set_sizes", ctypes.c_size_t * 2),
            ("active_process_limit", wintypes.DWORD),
            ("affinity", ctypes.c_size_t),
            ("priority_and_scheduling_class", wintypes.DWORD * 2),
            ("io_counters", ctypes.c_uint64 * 6),
            ("memory_limits_and_peaks", ctypes.c_size_t * 4),
        )

    class WindowsJob:
        """A job that contains a process and all processes that it starts after joining the job."""

        def __init__(self, process: subprocess.Popen[bytes]) -> None:
            self._kernel32 = kernel32 = ctypes.WinDLL("kernel32")
            kernel32.CreateJobObjectW.restype = wintypes.HANDLE
            kernel32.CreateJobObjectW.argtypes = (ctypes.c_void_p, wintypes.LPCWSTR)
            kernel32.SetInformationJobObject.argtypes = (
                wintypes.HANDLE,
                ctypes.c_int,
                ctypes.c_void_p,
                wintypes.DWORD,
            )
            kernel32.AssignProcessToJobObject.argtypes = (wintypes.HANDLE, wintypes.HANDLE)
            kernel32.TerminateJobObject.argtypes = (wintypes.HANDLE, wintypes.UINT)
            kernel32.CloseHandle.argtypes = (wintypes.HANDLE,)
            limits = _ExtendedLimits(limit_flags=_KILL_ON_JOB_CLOSE)
            self._handle: int | None = kernel32.CreateJobObjectW(None, None)
            kernel32.SetInformationJobObject(
                self._handle, _EXTENDED_LIMIT_INFORMATION, ctypes.byref(limits), ctypes.sizeof(limits)
            )
            kernel32.AssignProcessToJobObject(self._handle, int(process._handle))  # type: ignore[attr-defined]

        def kill(self) -> None:
            """Kills all processes of the job."""
            if self._handle is not None:
                self._kernel32.TerminateJobObject(self._handle, 1)
                self._kernel32.CloseHandle(self._handle)
                self._handle = None
