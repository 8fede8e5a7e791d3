"""Translated names and sentences that several scenes use: seat kinds, achievements, results, start errors."""

from __future__ import annotations

from collections.abc import Sequence

from kingdom.ai.levels import RATED_PLAYER_PREFIX, split_ai_player_name
from kingdom.files import error_message
from kingdom.match.game_options import InvalidOptions
from kingdom.match.seats import is_bot
from kingdom.rules.errors import IllegalAnswer
from kingdom.rules.expansion import SetupNote
from kingdom.rules.game import Game
from kingdom.rules.registry import kind_of_name
from kingdom.stats.achievements import Achievement, get_achievement, load_achievement_definitions
from kingdom.text.translator import Translator


def translator_for_game(translator: Translator, game: Game) -> Translator:
    """Returns a translator for a game. Its rule texts omit hex types that are not on the game's board."""
    return translator.for_board(game.board.kind_at.values())


def start_error_text(translator: Translator, error: Exception) -> str:
    """Returns a message that explains why a game cannot start."""
    if isinstance(error, InvalidOptions):
        values = dict(error.text_values)
        if "boxes" in values:
            values["boxes"] = translator.format_list_with_and(
                translator.tr(f"box.{name}")
                for name in values["boxes"]  # type: ignore[attr-defined]
            )
        return translator.tr(error.text_key, **values)
    return translator.tr("ui.new.cannot.text", reason=error_message(error))


MAX_SHORT_BOT_NAME_LENGTH = 8
ACHIEVEMENT_TIER_NUMERALS = ("", "I", "II", "III")


def achievement_title(translator: Translator, achievement_id: str) -> str:
    """Returns the title of an achievement. If the achievement has several tiers, the title ends with a Roman
    numeral."""
    definition = get_achievement(achievement_id)
    is_single_tier = sum(other.family == definition.family for other in load_achievement_definitions()) < 2
    title = translator.tr(f"feat.{definition.family}")
    return title if is_single_tier else f"{title} {ACHIEVEMENT_TIER_NUMERALS[definition.tier]}"


def seat_kind_name(translator: Translator, kind: str) -> str:
    """Returns the display name for a kind of player: a human, an AI (level and play style) or a bot. A kind
    without a translation is returned unchanged."""
    level, detail = split_ai_player_name(kind)
    if is_bot(kind):
        return detail
    if level == RATED_PLAYER_PREFIX and detail:
        return translator.tr("ui.kind.near.points", points=detail)
    if detail:
        return f"{translator.tr(f'ui.kind.{level}')}, {translator.tr(f'ui.style.{detail}')}"
    return translator.tr(f"ui.kind.{kind}") if translator.has_text(f"ui.kind.{kind}") else kind


def achievement_description(translator: Translator, achievement: Achievement) -> str:
    """Returns an explanation of how to earn an achievement. Each tier may have its own explanation."""
    key = f"feat.{achievement.family}.deed"
    return translator.tr_first(f"{key}.{achievement.tier}", key, count=achievement.count)


def seat_kind_short_name(translator: Translator, kind: str) -> str:
    """Returns a name for narrow columns: the AI level without its play style, a rating, or a truncated bot
    name."""
    level, detail = split_ai_player_name(kind)
    if is_bot(kind):
        return (
            detail
            if len(detail) <= MAX_SHORT_BOT_NAME_LENGTH
            else detail[: MAX_SHORT_BOT_NAME_LENGTH - 1] + "…"
        )
    return f"≈ {detail}" if level == RATED_PLAYER_PREFIX and detail else seat_kind_name(translator, level)


def setup_note_text(translator: Translator, note: SetupNote) -> str:
    return translator.tr(note.text_key, **translator.localize_values(dict(note.text_values)))


def winner_text(
    translator: Translator,
    seat_names: Sequence[str],
    winners: Sequence[int],
    totals: Sequence[int],
    human_seats: Sequence[int],
) -> str:
    """Returns a sentence that states the result. `winners` and `human_seats` are seat indices; `totals` is
    each seat's gold."""
    sole_human = human_seats[0] if len(human_seats) == 1 else None
    gold = totals[winners[0]]
    if list(winners) == [sole_human]:
        return translator.tr("ui.ceremony.you_win", count=gold)
    other_winners = [seat_names[player] for player in winners if player != sole_human]
    if sole_human in winners:
        return translator.tr(
            "ui.ceremony.you_share", names=translator.format_list_with_and(other_winners), count=gold
        )
    if len(other_winners) > 1:
        result = translator.tr(
            "ui.ceremony.shared", names=translator.format_list_with_and(other_winners), count=gold
        )
    else:
        result = translator.tr("ui.ceremony.wins", name=other_winners[0], count=gold)
    return (
        result
        if sole_human is None
        else translator.tr("ui.ceremony.you_have", result=result, count=totals[sole_human])
    )


def refusal_text(translator: Translator, error: IllegalAnswer) -> str:
    """Returns a message that explains why an answer is illegal."""
    return translator.tr(error.text_key, **translator.localize_values(error.text_values))


def rule_text(translator: Translator, name: str) -> str:
    """Returns the rule text of a tile or an action, or an empty string if it has none."""
    key = f"{kind_of_name(name)}.{name}.rule"
    return translator.tr(key) if translator.has_text(key) else ""
