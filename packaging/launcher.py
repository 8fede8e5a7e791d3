"""Where the frozen program begins: first the processes of program players, then the command line, and every error in words."""

from __future__ import annotations

import io
import multiprocessing
import sys


def tell(text: str) -> None:
    """A message where there is no terminal: a small window of the system."""
    if sys.platform == "win32":
        import ctypes

        ctypes.windll.user32.MessageBoxW(None, text, "Kingdom", 0x10)


def main() -> int:
    """Run the program; its exit code."""
    multiprocessing.freeze_support()  # a process of program players goes no further than this line
    heard: io.StringIO | None = None
    if sys.stderr is None:  # Windows gives a program without console no streams at all
        heard = sys.stderr = io.StringIO()
    if sys.stdout is None:
        sys.stdout = io.StringIO()
    try:
        from kingdom.__main__ import main as command_line

        code = command_line()
    except SystemExit as end:  # from argparse: wrong options, --help, --version
        code = end.code if isinstance(end.code, int) else int(end.code is not None)
    except Exception as error:
        print(f"kingdom: this copy of the game does not run: {type(error).__name__}: {error}", file=sys.stderr)
        print("Unpack it once more from the archive. If that does not help, the messages above help us.", file=sys.stderr)
        code = 1
    if heard is not None and code and heard.getvalue():
        tell(heard.getvalue())
    return code


if __name__ == "__main__":
    sys.exit(main())
