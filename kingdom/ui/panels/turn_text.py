"""Text about turns that several scenes use: gains, hints, turns left, and the AI levels that miss the best
turn. Does not use pygame."""

from __future__ import annotations

from collections.abc import Mapping

from kingdom.ai.hint import REASON_GOLD, Hint
from kingdom.learn.puzzle import QUICK_POLICY, Puzzle
from kingdom.rules.registry import kind_of_name
from kingdom.text.translator import Translator
from kingdom.ui.panels.answer_preview import AnswerPreview
from kingdom.ui.panels.match_summary import PlayerSummary


def gain_texts(translator: Translator, answer_preview: AnswerPreview) -> list[str]:
    """Returns the changes an answer would make, one per line: tiles gained, tiles lost, and gold by
    source."""
    lines = []
    for key, tiles in (
        ("ui.table.gain_tile", answer_preview.tiles_gained),
        ("ui.table.lose_tile", answer_preview.tiles_lost),
    ):
        lines += [translator.tr(key, **translator.localize_values({"tile": tile})) for tile in tiles]
    if gold := gold_text(translator, answer_preview.gold_changes):
        lines.append(gold)
    return lines


def gold_text(translator: Translator, gold_by_source: Mapping[str, int]) -> str:
    """Returns the gold gained or lost by source, or an empty string if there is none."""
    return translator.format_list(
        f"{translator.format_signed(gold)} {translator.localized_name(source)}"
        for source, gold in gold_by_source.items()
        if gold
    )


def hint_text(translator: Translator, hint: Hint) -> str:
    parts = []
    first_answer = hint.answers[0] if hint.answers else None
    if isinstance(first_answer, str):
        parts.append(translator.tr("ui.table.hint.option", option=option_label(translator, first_answer)))
    step_gold = gold_text(translator, hint.step_gains) if hint.step_gains != hint.gains else ""
    if step_gold:
        parts.append(translator.tr("ui.table.hint.step", gold=step_gold))
    if not step_gold or hint.reason != REASON_GOLD:  # space is scarce, and the planned gold says the same
        parts.append(good_turn_reason_text(translator, hint.reason, hint.subject))
    if gold := gold_text(translator, hint.gains):
        parts.append(translator.tr("ui.table.hint.earns", gold=gold))
    return " ".join(part for part in parts if part)


def good_turn_reason_text(translator: Translator, reason: str, subject: str) -> str:
    """Returns a sentence that explains why a turn is good, or an empty string if the reason has no text."""
    key = f"ui.table.hint.{reason}"
    if not translator.has_text(key):
        return ""
    return translator.tr(
        key, subject=translator.localized_name(subject, kind_of_name(subject)) if subject else ""
    )


def option_label(translator: Translator, option: str) -> str:
    return translator.localized_name(option, kind_of_name(option), "option")


def turns_left_text(translator: Translator, summary: PlayerSummary) -> str:
    """Returns the estimated number of turns a player has left. If this player is expected to end the game,
    the text also states the round."""
    if not summary.turns_left:
        return translator.tr("ui.table.outlook.none")
    if summary.is_last_round:
        return translator.tr("ui.table.outlook.last")
    sentences = [translator.tr("ui.table.outlook.turns", count=summary.turns_left)]
    if summary.ending_round is not None:
        sentences.append(translator.tr("ui.table.outlook.ends", round=summary.ending_round))
    return " ".join(sentences)


def levels_that_miss_text(translator: Translator, puzzle: Puzzle) -> str:
    """Returns a sentence that lists the AI levels that miss the best turn, or an empty string if all levels
    find it."""
    names = [
        translator.tr("ui.puzzle.quick") if level == QUICK_POLICY else translator.tr(f"ui.kind.{level}")
        for level in puzzle.missed_by_levels
    ]
    return translator.tr("ui.puzzle.missed_by", names=translator.format_list_with_and(names)) if names else ""
