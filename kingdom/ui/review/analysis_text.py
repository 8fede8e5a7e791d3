"""Sentences and tooltips that describe turns and analysis results."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from kingdom.match.seats import Seat
from kingdom.review.analysis import (
    ACCURACY_HALF_LOSS,
    FINE,
    JUDGMENT_MIN_LOSS,
    RETRY_MAX_LOSS,
    GameAnalysis,
    TurnAnalysis,
)
from kingdom.review.timeline import NO_PLAYER, Timeline, TurnSpan
from kingdom.text.translator import Translator
from kingdom.ui.panels.log_text import LogBuilder, summarize_turns
from kingdom.ui.panels.turn_text import gold_text, good_turn_reason_text
from kingdom.ui.review.replay import ReplayView
from kingdom.ui.widgets.tooltip import Tooltip

MIN_WINNING_LEAD = 0.5
"""Minimum lead in gold for a win. A smaller lead counts as a draw."""


def _outcome_key(lead: float, name: str | None) -> str:
    outcome = "drew" if abs(lead) < MIN_WINNING_LEAD else "won" if lead > 0 else "lost"
    return f"{outcome}.{'you' if name is None else 'name'}"


def luck_adjusted_result_text(
    translator: Translator, game_analysis: GameAnalysis, player: int, name: str | None
) -> str:
    """Describes a player's actual result, and what it would have been with even luck. If `name` is None, the
    text addresses the player as "you"."""
    lead, adjusted_lead = game_analysis.lead(player), game_analysis.luck_adjusted_lead(player)
    actual_text = translator.tr(f"ui.review.{_outcome_key(lead, name)}", name=name, count=abs(lead))
    adjusted_text = translator.tr(
        f"ui.review.even.{_outcome_key(adjusted_lead, name)}", name=name, count=abs(round(adjusted_lead))
    )
    return translator.tr("ui.review.result", now=actual_text, even=adjusted_text)


def turn_judgment_text(translator: Translator, analysis: TurnAnalysis) -> str:
    """Describes the judgment of a turn, the gold it lost, and how lucky its card was."""
    judgment = translator.tr(f"ui.review.mark.{analysis.judgment}")
    return translator.tr(
        "ui.review.lost",
        mark=judgment,
        error=translator.format_decimal(analysis.loss),
        luck=translator.format_decimal(analysis.luck, True),
    )


def gold_by_source_text(translator: Translator, gold_by_source: Mapping[str, int]) -> str:
    """Returns the gold from each source. If there are several sources, the total follows."""
    text = gold_text(translator, gold_by_source) or translator.tr("ui.review.no_gold")
    several = sum(1 for gold in gold_by_source.values() if gold) > 1
    return f"{text} = {translator.format_signed(sum(gold_by_source.values()))}" if several else text


def better_turn_text(translator: Translator, analysis: TurnAnalysis, is_shown: bool = False) -> list[str]:
    """Returns sentences about the gold from the played turn and from the better turn, the difference between
    the two, and the reason for it.

    If the loss is below the retry threshold, only the played turn is described, unless the board shows the
    better turn.
    """
    played = translator.tr("ui.review.played", gold=gold_by_source_text(translator, analysis.played_gains))
    if not (is_shown and analysis.has_better_turn) and analysis.loss < RETRY_MAX_LOSS:
        return [played]
    better = translator.tr("ui.review.would", gold=gold_by_source_text(translator, analysis.best_gains))
    difference = translator.tr(
        "ui.review.share_of",
        all=translator.format_decimal(analysis.improvement),
        now=translator.format_signed(analysis.immediate_gain),
        later=translator.format_decimal(analysis.improvement - analysis.immediate_gain, True),
    )
    return [played, better, difference, good_turn_reason_text(translator, analysis.reason, analysis.subject)]


# --- explanations


def _format_amount(translator: Translator, gold: float) -> str:
    """Formats an amount of gold. Whole numbers have no decimals."""
    return str(int(gold)) if gold == int(gold) else translator.format_decimal(gold)


def judgment_help_text(translator: Translator, judgment: str) -> str:
    """Returns the name of a judgment and its range of losses."""
    limits = dict(JUDGMENT_MIN_LOSS)
    if judgment in limits:
        threshold_text = translator.tr(
            "ui.review.mark.from", gold=_format_amount(translator, limits[judgment])
        )
    else:
        threshold_text = translator.tr(
            "ui.review.mark.below", gold=_format_amount(translator, min(limits.values()))
        )
    return f"{translator.tr(f'ui.review.mark.{judgment}')}: {threshold_text}"


def summary_help_text(translator: Translator) -> str:
    """Explains the figures in a player's summary."""
    return "\n".join(
        (
            translator.tr("ui.review.meaning.lost"),
            translator.tr("ui.review.meaning.luck"),
            translator.tr("ui.review.meaning.accuracy", gold=_format_amount(translator, ACCURACY_HALF_LOSS)),
        )
    )


def analysis_help_text(translator: Translator) -> str:
    judgments = (
        judgment_help_text(translator, judgment)
        for judgment in (FINE, *(judgment for judgment, _ in reversed(JUDGMENT_MIN_LOSS)))
    )
    return "\n\n".join(
        (summary_help_text(translator), translator.tr("ui.review.meaning.even"), "\n".join(judgments))
    )


def turn_sentence(
    translator: Translator, timeline: Timeline, turn: TurnSpan, replay_view: ReplayView, viewer: int | None
) -> str:
    """Summarizes a turn up to the visible step."""
    if replay_view.answer_count == 0:
        return translator.tr("ui.review.beginning")
    log_builder = LogBuilder([seat.name for seat in replay_view.seats])
    log_builder.update(timeline.steps[turn.start : replay_view.answer_count], replay_view.game, viewer, ())
    summaries = [
        line for line in summarize_turns(log_builder.lines) if turn.player in (line.player, NO_PLAYER)
    ]
    if not summaries:
        return translator.tr("ui.table.round", round=turn.round)
    return summaries[-1].text(translator, replay_view.seats[summaries[-1].player].name)


def turn_tooltip(
    translator: Translator, turn: TurnSpan, seats: Sequence[Seat], analysis: TurnAnalysis | None
) -> Tooltip:
    if turn.player == NO_PLAYER:
        return Tooltip(translator.tr("ui.review.after"))
    seat = seats[turn.player]
    card = "" if turn.card is None else str(translator.localize_values({"card": turn.card})["card"])
    title = translator.tr("ui.review.turn", name=seat.name, round=turn.round)
    result = "" if analysis is None else turn_judgment_text(translator, analysis)
    return Tooltip(title, card, result, ("pieces", f"settlement_{seat.color}"))
