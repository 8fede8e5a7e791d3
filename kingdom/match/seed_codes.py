"""Seeds as short codes such as K7-MOOR-204, which are easier to share than long numbers."""

from __future__ import annotations

import random
import re

LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""Letters used in codes, excluding I, O and Q, which look like digits."""
WORDS = (
    "ACRE", "ALEE", "ARCH", "BARD", "BEAM", "BELL", "BIRD", "BOAT", "BROW", "CART", "CLAY", "COVE", "CROW",
    "DALE", "DAWN", "DEER", "DOVE", "DUNE", "DUSK", "EAST", "FAIR", "FERN", "FORD", "GATE", "GLEN", "HALL",
    "HARP", "HAWK", "HEDGE", "HILL", "HOME", "INN", "IRON", "KEEP", "KNOT", "LAKE", "LAMB", "LARK", "LEAF",
    "LUTE", "MEAD", "MOOR", "MOSS", "NEST", "NOON", "OAK", "PATH", "PEAK", "PINE", "REED", "RIDGE", "ROAD",
    "ROSE", "SAIL", "SEAL", "SONG", "STAR", "STEM", "VALE", "WELL", "WEST", "WIND", "WOLF", "YARD",
)  # fmt: skip
SUFFIX_COUNT = 1000
CODED_SEED_COUNT = len(LETTERS) * 10 * len(WORDS) * SUFFIX_COUNT
"""Seeds below this number have a code."""
MAX_SEED = 2**63

CODE_PATTERN = re.compile(r"([A-Z])(\d)-?([A-Z]+)-?(\d{1,3})")


def format_seed(seed: int) -> str:
    """Returns a seed as displayed: a code if it has one, otherwise the number."""
    if not 0 <= seed < CODED_SEED_COUNT:
        return str(seed)
    seed, suffix = divmod(seed, SUFFIX_COUNT)
    seed, word = divmod(seed, len(WORDS))
    letter, digit = divmod(seed, 10)
    return f"{LETTERS[letter]}{digit}-{WORDS[word]}-{suffix:03}"


def parse_seed(text: str) -> int | None:
    """Parses a seed typed as a code or as a number; returns None if it is neither."""
    text = text.strip().upper().replace(" ", "")
    if text.isascii() and text.isdigit():
        return int(text) if int(text) <= MAX_SEED else None
    parts = CODE_PATTERN.fullmatch(text)
    if not parts or parts[1] not in LETTERS or parts[3] not in WORDS:
        return None
    return (
        (LETTERS.index(parts[1]) * 10 + int(parts[2])) * len(WORDS) + WORDS.index(parts[3])
    ) * SUFFIX_COUNT + int(parts[4])


def new_seed() -> int:
    """Returns a random seed that has a code."""
    return random.SystemRandom().randrange(CODED_SEED_COUNT)
