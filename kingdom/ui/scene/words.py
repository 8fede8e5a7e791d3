"""Words that several scenes say."""

from __future__ import annotations

from kingdom.ai.roster import NEAR, parts_of
from kingdom.files import why
from kingdom.match.choices import CannotStart
from kingdom.match.seats import is_bot
from kingdom.profile.achievements import Achievement, achievement_named, achievements
from kingdom.rules.game import Game
from kingdom.rules.registry import Note
from kingdom.text import Texts


def at_table(texts: Texts, game: Game) -> Texts:
    """The texts as they are at a game's table: rules do not speak of what is not there."""
    return texts.where(game.board.kind_at.values())


def why_not_start(texts: Texts, error: Exception) -> str:
    """Why a game cannot start, in words."""
    if isinstance(error, CannotStart):
        values = dict(error.values)
        if "boxes" in values:
            values["boxes"] = ", ".join(texts.say(f"box.{name}") for name in values["boxes"])  # type: ignore[attr-defined]
        return texts.say(error.key, **values)
    return texts.say("ui.new.cannot.text", reason=why(error))


SHORT_NAME = 8
STEPS = ("", "I", "II", "III")


def title_of(texts: Texts, achievement: str) -> str:
    """What an achievement is called; one of a family with steps has a number."""
    found = achievement_named(achievement)
    alone = sum(one.family == found.family for one in achievements()) < 2
    title = texts.say(f"feat.{found.family}")
    return title if alone else f"{title} {STEPS[found.step]}"


def kind_words(texts: Texts, kind: str) -> str:
    """A person, or a program's level and character, in words; a program that only commands know goes by its
    name."""
    level, rest = parts_of(kind)
    if is_bot(kind):
        return rest
    if level == NEAR and rest:
        return texts.say("ui.kind.near.points", points=rest)
    if rest:
        return f"{texts.say(f'ui.kind.{level}')}, {texts.say(f'ui.style.{rest}')}"
    return texts.say(f"ui.kind.{kind}") if texts.has(f"ui.kind.{kind}") else kind


def deed_of(texts: Texts, one: Achievement) -> str:
    """What has to be done for an achievement; a step may have words of its own."""
    key = f"feat.{one.family}.deed"
    return texts.first(f"{key}.{one.step}", key, count=one.count)


def short_kind_words(texts: Texts, kind: str) -> str:
    """The same where there is little room: no character, the points alone, the beginning of a name."""
    level, rest = parts_of(kind)
    if is_bot(kind):
        return rest if len(rest) <= SHORT_NAME else rest[: SHORT_NAME - 1] + "…"
    return f"≈ {rest}" if level == NEAR and rest else kind_words(texts, level)


def note_words(texts: Texts, note: Note) -> str:
    """What set-up decided, in words."""
    return texts.say(note.text, **texts.names(dict(note.values)))
