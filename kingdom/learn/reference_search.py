"""Full-text search of the rules reference. Matches in names come first, then synonyms, rules and questions.

Tolerates plurals, missing accents and one typo per word."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from kingdom.learn.rules_reference import ReferencePage, RulesReference, page_questions, page_rule, page_title
from kingdom.text.translator import Translator

MIN_NAME_CHARS = 3
"""Minimum number of letters in a name that may match the start of a longer query."""
MIN_TYPO_CHARS = 4
"""Minimum number of letters in a word for a typo in it to be tolerated."""
PLURAL_ENDINGS = ("en", "es", "er", "s", "n", "e", "x")
"""Plural endings in the supported languages, removed to find singular forms."""
MIN_QUESTION_WORDS = 3
"""Minimum number of words for a query to count as a question. Not all words of a question have to match."""
MIN_STEM_CHARS = 4
"""Minimum number of letters that must remain after a plural ending is removed."""
WORD_PATTERN = re.compile(r"[^\W_]+")


@dataclass(frozen=True)
class SearchEntry:
    """The searchable text of a page, normalized."""

    key: str
    name: str
    synonyms: str = ""
    """Synonyms of the name."""
    rule: str = ""
    questions: str = ""
    """Common questions and their answers."""


def normalize_text(text: str) -> str:
    """Returns the text in lowercase without accents."""
    parts = unicodedata.normalize("NFKD", text.casefold())
    return "".join(char for char in parts if not unicodedata.combining(char)).replace("’", "'")


def expand_umlauts(text: str) -> str:
    """Returns the normalized text with umlauts spelled as two letters, as people type them on keyboards
    without umlauts."""
    for char, letters in (("ä", "ae"), ("ö", "oe"), ("ü", "ue")):
        text = text.replace(char, letters).replace(char.upper(), letters)
    return normalize_text(text)


def make_search_entry(translator: Translator, reference: RulesReference, page: ReferencePage) -> SearchEntry:
    name = page_title(translator, page)
    synonyms = translator.tr(f"also.{page.key}") if translator.has_text(f"also.{page.key}") else ""
    question_text = " ".join(
        f"{question} {answer}" for question, answer in page_questions(translator, reference, page)
    )
    rule = f"{page_rule(translator, page)} {translator.tr(f'box.{page.expansion}')}"
    return SearchEntry(
        page.key,
        normalize_text(name),
        normalize_text(f"{synonyms} {expand_umlauts(name)}"),
        normalize_text(rule),
        normalize_text(question_text),
    )


def rank_entries(entries: Sequence[SearchEntry], query: str) -> list[str]:
    """Returns the keys of the matching entries, best first.

    These are the entries that contain all words. If there are none, the entries that match with one typo per
    word are returned. If there are still none, the entries that contain most of the words are returned.
    """
    query_words = WORD_PATTERN.findall(normalize_text(query))
    if not query_words:
        return [entry.key for entry in entries]
    for rank in (_rank_exact, _rank_with_typo, _rank_partial):
        ranked = [
            (score, index)
            for index, entry in enumerate(entries)
            if (score := rank(entry, query_words)) is not None
        ]
        if ranked:
            return [entries[index].key for _, index in sorted(ranked)]
    return []


@lru_cache(maxsize=64)
def _forms(word: str) -> tuple[str, ...]:
    """Returns a word and its possible singular forms."""
    if word.endswith("ies") and len(word) > MIN_STEM_CHARS:
        return word, f"{word[:-3]}y"
    stems = [
        word[: -len(end)]
        for end in PLURAL_ENDINGS
        if word.endswith(end) and len(word) - len(end) >= MIN_STEM_CHARS
    ]
    return word, *stems


def _contains(text: str, word: str) -> bool:
    return any(form in text for form in _forms(word))


def _has_word_starting_with(text: str, word: str) -> bool:
    """Returns True if any word in the text starts with this word."""
    forms = _forms(word)
    return any(other.startswith(forms) for other in WORD_PATTERN.findall(text))


def _rank_exact(entry: SearchEntry, query_words: list[str]) -> float | None:
    """Ranks an entry that contains all words; a lower rank is better."""
    name = entry.name
    phrase = " ".join(query_words)
    if " ".join(WORD_PATTERN.findall(name)) == phrase:
        return 0
    if name in _forms(phrase):
        return 0.5
    if name.startswith(query_words[0]) and all(word in name for word in query_words):
        return 1
    if any(form in WORD_PATTERN.findall(entry.synonyms) for form in _forms(phrase)):
        return 1.5
    if all(word in name for word in query_words):
        return 2
    if len(name) >= MIN_NAME_CHARS and phrase.startswith(name):
        return 2
    if all(_has_word_starting_with(f"{name} {entry.synonyms}", word) for word in query_words):
        return 2.5
    if len(query_words) >= MIN_QUESTION_WORDS:
        return None
    text = f"{name} {entry.synonyms} {entry.rule}"
    if all(_contains(text, word) for word in query_words):
        return 3
    return 4 if all(_contains(f"{text} {entry.questions}", word) for word in query_words) else None


def _rank_with_typo(entry: SearchEntry, query_words: list[str]) -> float | None:
    for index, text in enumerate((entry.name, entry.synonyms, entry.rule)):
        words = WORD_PATTERN.findall(text)
        if all(any(_is_typo_of(word, other) for other in words) for word in query_words):
            return index
    return None


def _is_typo_of(word: str, other: str) -> bool:
    """Returns True if the words differ in one letter that is replaced, added, missing or swapped with its
    neighbor. An incompletely typed word is compared with the beginning of the other word."""
    if other.startswith(word):
        return True
    if len(word) < MIN_TYPO_CHARS:
        return False
    return any(
        _differs_by_one_edit(word, other[:length])
        for length in {len(other), len(word) - 1, len(word), len(word) + 1}
        if abs(length - len(word)) <= 1 and length <= len(other)
    )


def _differs_by_one_edit(one: str, other: str) -> bool:
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


def _rank_partial(entry: SearchEntry, query_words: list[str]) -> float | None:
    """Ranks an entry that contains at least half of the longer query words. This finds pages for
    queries that are whole questions."""
    words = [word for word in query_words if len(word) >= MIN_NAME_CHARS]
    title_text, body_text = f"{entry.name} {entry.synonyms}", f"{entry.rule} {entry.questions}"
    hits = [
        2 if _has_word_starting_with(title_text, word) else 1 if _contains(body_text, word) else 0
        for word in words
    ]
    if len(words) < 2 or 2 * sum(hit > 0 for hit in hits) < len(words):
        return None
    return -sum(hits)
