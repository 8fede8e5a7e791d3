"""Hostile player names for the stress tests: as long as possible in bytes, hard to draw, or with a meaning to
file systems and spreadsheets."""

from __future__ import annotations

import random

from kingdom.record import MAX_PLAYER_NAME_LENGTH

ALPHABETS = {
    "Latin": "aZß-'",
    "Cyrillic": "ЩЖФЫЮ",
    "Chinese": "漢字龍鬱𠮷",
    "Arabic": "سلامﷺ",
    "Hebrew": "שלוםא",
    "Devanagari": "क्षत्रिय",
    "combining": "e\u0301\u0302\u0323\u0489",
    "emoji": "👩\u200d🚀🏴\U000e0067🙂",
    "invisible": "\u200b\u202e\u2066\ufeff\u00ad",
    "dashes": "-\u2010\u2011\u2013\u2212",
    "markup": "<>&\"'%{}\\",
    "spaces": " \u00a0\u2003a\u3000",
}
FORMULAS = ("=1+1", "+1", "-1", "@A1", "=cmd|' /C calc'!A0", "\t=1", "＝1+1", "'=1", '"=1"', "=HYPERLINK(1)")
RESERVED_NAMES = (
    "CON", "con.", "nul", "aux.txt", "COM1", "LPT9 ", "COM¹", ".", "..", "~", "current", "current 2",
    "a/b", "a\\b", "a:b", "*?", "/etc/passwd", "a.kingdom", ".hidden", "trailing.", "x" * 24,
    "None", "nan", "0", "-0",
)  # fmt: skip
TRICKY_CASES = (
    "JÖRG",
    "jörg",
    "Jo\u0308rg",
    "straße",
    "STRASSE",
    "İstanbul",
    "ıstanbul",
    "ΣΑΣ",
    "σας",
    "ﬁn",
    "FIN",
)
"""Names that are equal in some kinds of comparison but not in others."""


def random_name(rng: random.Random) -> str:
    """Returns a name, usually of the maximum length. It may consist of invisible characters only."""
    kind = rng.randrange(8)
    if kind == 0:
        return rng.choice(FORMULAS)
    if kind == 1:
        return rng.choice(RESERVED_NAMES)
    if kind == 2:
        return rng.choice(TRICKY_CASES)
    length = rng.choice((1, 5, MAX_PLAYER_NAME_LENGTH, MAX_PLAYER_NAME_LENGTH, MAX_PLAYER_NAME_LENGTH))
    letters = rng.choice(list(ALPHABETS.values())) if kind < 7 else "".join(ALPHABETS.values())
    return "".join(rng.choice(letters) for _ in range(length))
