"""Programs of others, as the person at the screen gives them: a file, or a command line."""

from __future__ import annotations

import shutil
from pathlib import Path

from kingdom.bots.process import arguments_of
from kingdom.files import clipped
from kingdom.heard import Failed
from kingdom.match.seats import LONGEST_NAME

READ_BY_OTHERS = (".py", ".js", ".jar")
"""Files that another program runs."""


def name_of(command: str) -> str | None:
    """What a program is called that is started so, after its file; None if there is nothing to start."""
    try:
        words = arguments_of(command)
    except Failed:
        return None
    files = [word for word in words if Path(word).suffix in READ_BY_OTHERS] or words[:1]
    if not words or shutil.which(words[0]) is None:
        return None
    if not all(Path(file).is_file() for file in files if file is not words[0]):
        return None
    return clipped(Path(files[0]).stem, LONGEST_NAME) or None
