"""`python tests/tools/pictures FOLDER [--sizes 1280x800,1920x1080] [--languages all]`"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # tests/, as pytest has it

from tools.pictures import (  # noqa: F401  (they register)
    of_ceremony,
    of_chronicle,
    of_learning,
    of_menus,
    of_puzzles,
    of_review,
    of_studio,
    of_table,
    pictures,
)

if __name__ == "__main__":
    sys.exit(pictures.main())
