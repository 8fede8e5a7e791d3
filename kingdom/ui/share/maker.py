"""Makes the file of a game in a process beside the window, which draws without a window of its own."""

from __future__ import annotations

import contextlib
import json
import os
import threading
import time
from ctypes import c_double
from dataclasses import dataclass, replace
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any

import pygame

from kingdom.files import clipped, why, write_safely
from kingdom.match.beside import stand_aside
from kingdom.match.process import SPAWN
from kingdom.paths import user_pictures
from kingdom.record import Record, read_record, write_record
from kingdom.rules.registry import BROUGHT, BadSetup, bring_all
from kingdom.ui.share.files import made
from kingdom.ui.share.film import LARGEST, SMALLEST, Film
from kingdom.ui.share.kinds import KINDS, Progress, Stopped

SIZE = (960, 600)
"""Of a picture, if nothing else is wanted."""
READABLE = 0o644
"""For whom the file is: it is made to be passed on."""


@dataclass(frozen=True)
class Order:
    """What is wanted."""

    record: Record
    path: Path
    size: tuple[int, int] = SIZE
    language: str = "en"
    marks: bool = False


def make(order: Order, progress: Progress) -> int:
    """Make the file, here and now, without a display; its bytes. Raises BadSetup for what cannot be made,
    OSError where it cannot be written; then there is no file."""
    kind = order.path.suffix.lower()
    if kind not in KINDS:
        raise BadSetup(f"{order.path.name}: the name must end in {', '.join(KINDS)}")
    if not all(low <= side <= high for side, low, high in zip(order.size, SMALLEST, LARGEST, strict=True)):
        raise BadSetup(f"the size must be from {SMALLEST[0]}x{SMALLEST[1]} to {LARGEST[0]}x{LARGEST[1]}")
    if pygame.display.get_surface() is None:
        os.environ["SDL_VIDEODRIVER"] = "dummy"
        pygame.display.init()
        pygame.display.set_mode((1, 1))
    data = made(Film(order.record, order.size, order.language, order.marks), kind, progress)
    write_safely(order.path, data)
    with contextlib.suppress(OSError):
        order.path.chmod(READABLE)
    return len(data)


def path_for(folder: Path, record: Record, kind: str) -> Path:
    """A file in the folder by who played, and today."""
    names = clipped(", ".join(str(seat.get("name", "")) for seat in record.seats), 100)
    plain = "".join(letter if letter.isalnum() or letter in " ,-" else "_" for letter in names)
    name = " ".join(f"Kingdom {plain} {time.strftime('%Y-%m-%d')}".split())
    return folder / f"{name}{kind}"


def free_path(wanted: Path) -> Path:
    """This path, or one with a number if there is such a file already."""
    path, number = wanted, 1
    while os.path.lexists(path):
        number += 1
        path = wanted.with_name(f"{wanted.stem} {number}{wanted.suffix}")
    return path


def pictures() -> Path:
    """Where files go if nobody says otherwise."""
    return user_pictures()


# --- beside the window


class Maker:
    """One file in the making; a thread waits for the disk and the process, and the window only looks. No
    other file is written over."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.problem: str | None = None
        """Why there is no file."""
        self.over = False
        """Whether nothing more will happen."""
        self._progress: c_double = SPAWN.RawValue("d", 0.0)
        self._stopped: c_double = SPAWN.RawValue("d", 0.0)
        self._thread = threading.Thread(target=self._wait, name="sharing", daemon=True)
        self._thread.start()

    @property
    def progress(self) -> float:
        """How much is done, from 0 to 1."""
        return float(self._progress.value)

    def stop(self) -> None:
        """It is not wanted any more; there will be no file."""
        self._stopped.value = 1.0

    def join(self, seconds: float | None = None) -> None:
        """Wait until it is over."""
        self._thread.join(seconds)

    def _wait(self) -> None:
        here, there = SPAWN.Pipe(duplex=False)
        order = self.order = replace(self.order, path=free_path(self.order.path))
        words = {
            "record": write_record(order.record), "path": str(order.path), "size": order.size,
            "language": order.language, "marks": order.marks, "brought": list(BROUGHT),
        }  # fmt: skip
        problem = ""
        try:
            process: Any = SPAWN.Process(
                target=_work, args=(there, self._progress, self._stopped, words), daemon=True
            )
            process.start()
            there.close()
            problem = json.loads(here.recv_bytes())["problem"]
            process.join()
        except EOFError:
            process.join()
            problem = f"the process ended with code {process.exitcode}"
        except (OSError, RuntimeError, ValueError) as error:
            problem = why(error)
        finally:
            here.close()
        self.problem = problem or None
        self.over = True


def _work(pipe: Connection, progress: c_double, stopped: c_double, words: dict[str, Any]) -> None:
    """What the process does."""
    stand_aside()
    os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"

    def tell(share: float) -> None:
        if stopped.value:
            raise Stopped
        progress.value = share

    problem = ""
    try:
        bring_all(words["brought"])
        order = Order(
            read_record(words["record"]),
            Path(words["path"]),
            tuple(words["size"]),
            words["language"],
            words["marks"],
        )
        make(order, tell)
        progress.value = 1.0
    except Stopped:
        problem = "stopped"
    except Exception as error:  # whatever it is, the window tells it
        problem = why(error)
    with contextlib.suppress(OSError):
        pipe.send_bytes(json.dumps({"problem": problem}).encode())
