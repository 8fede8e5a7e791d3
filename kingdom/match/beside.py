"""How a process that works beside the window behaves: it stands back, answers one request after another in
JSON, and never outlives the window."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
import threading
import traceback
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Any

from kingdom.rules.registry import bring_all

NICE = 10
"""How much the process stands back, in Unix's own measure."""
BELOW_NORMAL = 0x4000
"""The same in Windows' words."""
LONGEST_TROUBLE = 4000


def answer_requests(pipe: Connection, reply: Callable[[dict[str, Any]], dict[str, Any]]) -> None:
    """Answer requests until nobody is there any more. Boxes that the window has brought are brought here,
    too; whatever goes wrong is told, and the next request is another chance."""
    stand_aside()
    while True:
        try:
            request = json.loads(pipe.recv_bytes())
        except (EOFError, OSError):
            return
        try:
            bring_all(request["brought"])
            replied = reply(request)
        except Exception:
            replied = {"trouble": traceback.format_exc()[-LONGEST_TROUBLE:]}
        try:
            pipe.send_bytes(json.dumps({"number": request["number"], **replied}).encode())
        except OSError:
            return


def stand_aside() -> None:
    """To be called first in such a process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl+C in a console is for the window
    _give_way()
    threading.Thread(target=_die_with_parent, daemon=True).start()


def _give_way() -> None:
    """On a busy machine the window comes first: it works for moments only, and all else can wait for
    those."""
    if hasattr(os, "nice"):
        os.nice(NICE)
    elif sys.platform == "win32":
        import ctypes

        kernel = ctypes.windll.kernel32
        kernel.SetPriorityClass(kernel.GetCurrentProcess(), BELOW_NORMAL)


def _die_with_parent() -> None:
    """What works for ever must not outlive a window that was killed."""
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
