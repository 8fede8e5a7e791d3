"""Tells what is wrong with pages of the reference: examples that cannot be played or point at nothing, words
that are missing in a language, pages about things that are not there."""

from __future__ import annotations

import string
from collections.abc import Iterator, Mapping

from kingdom.files import why
from kingdom.learn.example import Example, unseen
from kingdom.learn.reference import CHAPTER_OF, PageData, PageLibrary, entries
from kingdom.rules.frames import IllegalAnswer
from kingdom.rules.registry import BOXES, CARDS, LANDMARKS, TASKS, TERRAINS, TILES, BadSetup
from kingdom.text import LANGUAGES, Texts

_REGISTERED: dict[str, Mapping[str, object]] = {
    "tile": TILES, "card": CARDS, "task": TASKS, "terrain": TERRAINS, "landmark": LANDMARKS,
}  # fmt: skip
"""The kinds whose words are all in a registry."""
LONGEST_QUESTION, LONGEST_ANSWER, LONGEST_CAPTION = 90, 330, 170
"""Letters: what is longer is not read."""


def check_pages(library: PageLibrary) -> list[str]:
    """Everything that is wrong, one line each."""
    found = [f"{name}: {problem}" for name, problem in library.broken.items()]
    found += [f"{name}: there is no such box" for name in set(library.boxes.values()) - set(BOXES)]
    known = {entry.key for entry in entries(library)}
    for key, page in library.pages.items():
        found += [f"{key}: {problem}" for problem in _wrong(library, known, key, page)]
    return found


def _wrong(library: PageLibrary, known: set[str], key: str, page: PageData) -> Iterator[str]:
    kind, _, word = key.partition(".")
    if not word or (kind in _REGISTERED and word not in _REGISTERED[kind]):
        yield "there is no such thing"
    for other in page.see:
        if other not in known:
            yield f"see: there is no page {other!r}"
        if other == key:
            yield "see: leads to itself"
    if isinstance(page.example, str) and library.example(key) is None:
        yield f"example: {page.example!r} has none"
    for language in LANGUAGES:
        texts = Texts(language)
        yield from (f"{language}: {problem}" for problem in _words(texts, key, page))
    if isinstance(page.example, Example):
        yield from _example(page.example)


def _words(texts: Texts, key: str, page: PageData) -> Iterator[str]:
    if texts.own(key) is None:
        yield f"the text {key} is missing"
    if CHAPTER_OF.get(key.partition(".")[0]) and not (texts.own(f"rule.{key}") or texts.own(f"{key}.rule")):
        yield "it has no rule"
    for word in page.asked:
        said = texts.own(f"asked.{word}")
        if said is None:
            yield f"the text asked.{word} is missing"
            continue
        question, _, answer = said.partition("\n")
        if not question.endswith("?") or not answer or "\n" in answer:
            yield f"asked.{word}: a question and, on the next line, its answer"
        if len(question) > LONGEST_QUESTION or len(answer) > LONGEST_ANSWER:
            yield f"asked.{word}: too long"
    if isinstance(page.example, Example):
        said = texts.own(f"example.{page.example.caption}")
        if said is None:
            yield f"the text example.{page.example.caption} is missing"
        else:
            names = {name for _, name, _, _ in string.Formatter().parse(said) if name}
            if names - {"gold", "count"}:
                yield f"example.{page.example.caption}: only gold and count are measured"
            if len(said) > LONGEST_CAPTION * (1 + said.count("|")):
                yield f"example.{page.example.caption}: too long"


def _example(example: Example) -> Iterator[str]:
    try:
        moment = example.played()
    except (BadSetup, IllegalAnswer) as error:
        yield f"example: {why(error)}"
        return
    if not moment.glowing | moment.lit:
        yield "example: nothing is pointed out"
    if missed := unseen(example, moment):
        yield f"example: {list(missed[0])} is pointed out and not shown"
