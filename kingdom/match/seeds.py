"""Seeds as people say them: K7-MOOR-204 is easier to pass on than 2371204, and means the same number."""

from __future__ import annotations

import random
import re

LETTERS = "ABCDEFGHJKLMNPRSTUVWXYZ"
"""Without I, O and Q, which look like digits."""
WORDS = (
    "ACRE", "ALEE", "ARCH", "BARD", "BEAM", "BELL", "BIRD", "BOAT", "BROW", "CART", "CLAY", "COVE", "CROW",
    "DALE", "DAWN", "DEER", "DOVE", "DUNE", "DUSK", "EAST", "FAIR", "FERN", "FORD", "GATE", "GLEN", "HALL",
    "HARP", "HAWK", "HEDGE", "HILL", "HOME", "INN", "IRON", "KEEP", "KNOT", "LAKE", "LAMB", "LARK", "LEAF",
    "LUTE", "MEAD", "MOOR", "MOSS", "NEST", "NOON", "OAK", "PATH", "PEAK", "PINE", "REED", "RIDGE", "ROAD",
    "ROSE", "SAIL", "SEAL", "SONG", "STAR", "STEM", "VALE", "WELL", "WEST", "WIND", "WOLF", "YARD",
)  # fmt: skip
LAST = 1000
FRIENDLY = len(LETTERS) * 10 * len(WORDS) * LAST
"""Seeds below this have a friendly form."""
LARGEST = 2**63

FORM = re.compile(r"([A-Z])(\d)-?([A-Z]+)-?(\d{1,3})")


def seed_text(seed: int) -> str:
    """A seed as it is shown."""
    if not 0 <= seed < FRIENDLY:
        return str(seed)
    seed, last = divmod(seed, LAST)
    seed, word = divmod(seed, len(WORDS))
    letter, digit = divmod(seed, 10)
    return f"{LETTERS[letter]}{digit}-{WORDS[word]}-{last:03}"


def read_seed(text: str) -> int | None:
    """The seed that somebody typed, friendly or as a number; None if it is neither."""
    text = text.strip().upper().replace(" ", "")
    if text.isascii() and text.isdigit():
        return int(text) if int(text) <= LARGEST else None
    found = FORM.fullmatch(text)
    if not found or found[1] not in LETTERS or found[3] not in WORDS:
        return None
    return ((LETTERS.index(found[1]) * 10 + int(found[2])) * len(WORDS) + WORDS.index(found[3])) * LAST + int(
        found[4]
    )


def new_seed() -> int:
    """Any of the friendly ones."""
    return random.SystemRandom().randrange(FRIENDLY)
