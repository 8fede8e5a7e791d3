"""`python tests/tools/pictures FOLDER [--sizes 1280x800,1920x1080] [--languages all]`"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[2]))  # tests/, as pytest has it

from tools.pictures import every, pictures  # noqa: F401  (all register)

if __name__ == "__main__":
    sys.exit(pictures.main())
