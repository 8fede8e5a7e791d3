"""Looking for a page by what somebody types: names first, then other words for the same thing, rules and
questions. Who types a plural, leaves out accents or misses a letter finds it as well."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import lru_cache

from kingdom.learn.reference import Entry, PageLibrary, name_of, questions, rule_of
from kingdom.text import Texts

SHORTEST = 3
"""Letters of a name that is found in a longer word."""
TYPO = 4
"""Letters that a word needs so that one of them may be wrong."""
ENDINGS = ("en", "es", "er", "s", "n", "e", "x")
"""What the languages put at the end of words for several things."""
QUESTION = 3
"""Words that are a question: a page need not have all of them."""
STEM = 4
"""Letters that must be left before an ending."""
WORDS = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class Sought:
    """What a page can be found by, all in plain letters."""

    key: str
    name: str
    also: str = ""
    """Other words for the same thing."""
    rule: str = ""
    more: str = ""
    """What people ask."""


def plain(text: str) -> str:
    """Small letters without accents: what is typed is found however it is written."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(sign for sign in parts if not unicodedata.combining(sign)).replace("’", "'")


def plain_umlauts(text: str) -> str:
    """The same with umlauts written as two letters, as on keyboards without them."""
    for sign, letters in (("ä", "ae"), ("ö", "oe"), ("ü", "ue")):
        text = text.replace(sign, letters).replace(sign.upper(), letters)
    return plain(text)


def sought(texts: Texts, library: PageLibrary, entry: Entry) -> Sought:
    """What a page of the reference can be found by."""
    name = name_of(texts, entry)
    also = texts.say(f"also.{entry.key}") if texts.has(f"also.{entry.key}") else ""
    asked = " ".join(f"{question} {answer}" for question, answer in questions(texts, library, entry))
    rule = f"{rule_of(texts, entry)} {texts.say(f'box.{entry.box}')}"
    return Sought(entry.key, plain(name), plain(f"{also} {plain_umlauts(name)}"), plain(rule), plain(asked))


def search(texts: Texts, library: PageLibrary, found: Iterable[Entry], typed: str) -> list[Entry]:
    """The pages that say what is typed, those that are called so first."""
    every = list(found)
    by_key = {entry.key: entry for entry in every}
    return [by_key[key] for key in look_for([sought(texts, library, entry) for entry in every], typed)]


def look_for(pages: Sequence[Sought], typed: str) -> list[str]:
    """The keys of what was found, best first: pages with all words, else with a letter wrong, else with most
    of the words."""
    wanted = WORDS.findall(plain(typed))
    if not wanted:
        return [page.key for page in pages]
    for rank in (_rank, _mistyped, _partly):
        ranked = [
            (place, number) for number, page in enumerate(pages) if (place := rank(page, wanted)) is not None
        ]
        if ranked:
            return [pages[number].key for _, number in sorted(ranked)]
    return []


@lru_cache(maxsize=64)
def _forms(word: str) -> tuple[str, ...]:
    """A word, and what it may be for one thing if it is for several."""
    if word.endswith("ies") and len(word) > STEM:
        return word, f"{word[:-3]}y"
    ends = [word[: -len(end)] for end in ENDINGS if word.endswith(end) and len(word) - len(end) >= STEM]
    return word, *ends


def _has(text: str, word: str) -> bool:
    return any(form in text for form in _forms(word))


def _begins(text: str, word: str) -> bool:
    """Whether a word of a text begins so."""
    forms = _forms(word)
    return any(other.startswith(forms) for other in WORDS.findall(text))


def _rank(page: Sought, wanted: list[str]) -> float | None:
    """How well a page fits that has all words; less is better."""
    name = page.name
    whole = " ".join(wanted)
    if " ".join(WORDS.findall(name)) == whole:
        return 0
    if name in _forms(whole):
        return 0.5
    if name.startswith(wanted[0]) and all(word in name for word in wanted):
        return 1
    if any(form in WORDS.findall(page.also) for form in _forms(whole)):
        return 1.5
    if all(word in name for word in wanted):
        return 2
    if len(name) >= SHORTEST and whole.startswith(name):
        return 2
    if all(_begins(f"{name} {page.also}", word) for word in wanted):
        return 2.5
    if len(wanted) >= QUESTION:
        return None
    found = f"{name} {page.also} {page.rule}"
    if all(_has(found, word) for word in wanted):
        return 3
    return 4 if all(_has(f"{found} {page.more}", word) for word in wanted) else None


def _mistyped(page: Sought, wanted: list[str]) -> float | None:
    """How well a page fits if one letter of a word may be wrong."""
    for place, text in enumerate((page.name, page.also, page.rule)):
        words = WORDS.findall(text)
        if all(any(_almost(word, other) for other in words) for word in wanted):
            return place
    return None


def _almost(word: str, other: str) -> bool:
    """Whether two words differ by a letter: another one, one too many, one missing, or two exchanged. What is
    being typed may be the beginning of a word."""
    if other.startswith(word):
        return True
    if len(word) < TYPO:
        return False
    return any(
        _one_apart(word, other[:length])
        for length in {len(other), len(word) - 1, len(word), len(word) + 1}
        if abs(length - len(word)) <= 1 and length <= len(other)
    )


def _one_apart(one: str, other: str) -> bool:
    start = 0
    while start < min(len(one), len(other)) and one[start] == other[start]:
        start += 1
    left, right = one[start:], other[start:]
    return (
        left[1:] == right[1:]
        or left == right[1:]
        or left[1:] == right
        or (left[:2] == right[1::-1] and left[2:] == right[2:])
    )


def _partly(page: Sought, wanted: list[str]) -> float | None:
    """How well a page fits that has at least half of the longer words: for a whole question."""
    words = [word for word in wanted if len(word) >= SHORTEST]
    near, far = f"{page.name} {page.also}", f"{page.rule} {page.more}"
    hits = [2 if _begins(near, word) else 1 if _has(far, word) else 0 for word in words]
    if len(words) < 2 or 2 * sum(hit > 0 for hit in hits) < len(words):
        return None
    return -sum(hits)
