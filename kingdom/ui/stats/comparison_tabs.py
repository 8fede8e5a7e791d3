"""Tabs with bar charts: results by AI level, Kingdom Builder card and location tile, and head-to-head results
between players."""

from __future__ import annotations

from typing import NamedTuple

import pygame

from kingdom.rules.expansion import CARD
from kingdom.rules.registry import icon_for, kind_of_name
from kingdom.stats import queries
from kingdom.stats.database import StatsDatabase, ai_rating
from kingdom.stats.queries import HeadToHeadStats, LevelStats, SourceStats, TileStats
from kingdom.ui.draw.renderer import sprite_ref_or_placeholder
from kingdom.ui.game_text import seat_kind_name
from kingdom.ui.stats.base_tab import StatsTab
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.charts import BarRow, BarValue, SplitBar
from kingdom.ui.widgets.layout import PlacedWidgets

BAR_ROW_HEIGHT, SPLIT_ROW_HEIGHT = 66, 104
"""Heights, in design pixels, of a row with bars and of a row with a split bar."""
MIN_GAMES_TO_RANK = 3
"""Minimum number of games with a card before the card can be called best or worst."""
PLAYER_BAR_COLOR, AI_BAR_COLOR = "gold", "walnut_light"


class AILevelsTab(StatsTab):
    """Tab that shows how often the player finished ahead of each AI level."""

    name = "levels"

    def query(self, stats_db: StatsDatabase, player_name: str) -> list[LevelStats]:
        """Returns the results by level, sorted by rating. Unknown levels come last."""

        def rating_points(entry: LevelStats) -> float:
            rating = ai_rating(entry.level)
            return float("inf") if rating is None else rating.points

        return sorted(
            queries.stats_by_ai_level(stats_db, player_name),
            key=lambda entry: (rating_points(entry), entry.level),
        )

    def build(self, area: pygame.Rect, data: list[LevelStats]) -> PlacedWidgets:
        if not data:
            return self.build_empty_message(area, "ui.chronicle.levels.none")
        renderer, tr, translator = self.app.renderer, self.app.tr, self.app.translator
        intro = self.build_paragraph(tr("ui.chronicle.levels.about"), area, area.top)
        placed: list[Widget] = [intro]
        top = intro.rect.bottom + renderer.px(12)
        min_height = renderer.line_height("name") + 2 * renderer.line_height("small") + renderer.px(24)
        available_height = min(renderer.px(2 * SPLIT_ROW_HEIGHT), (area.bottom - top) // len(data))
        height = max(renderer.px(SPLIT_ROW_HEIGHT), min_height, available_height)
        for entry in data:
            won, lost = entry.win_rate * entry.encounters, (1 - entry.win_rate) * entry.encounters
            placed.append(
                SplitBar(
                    pygame.Rect(area.left, top, area.width, height),
                    (
                        seat_kind_name(self.app.translator, entry.level),
                        translator.format_percent(entry.win_rate),
                    ),
                    entry.win_rate,
                    (self.format_wins(won), self.format_wins(lost)),
                    tr(
                        "ui.chronicle.levels.gold",
                        own=translator.format_decimal(entry.gold),
                        theirs=translator.format_decimal(entry.ai_gold),
                    ),
                )
            )
            top += height
        return PlacedWidgets(placed, top - area.top)


class CardsTab(StatsTab):
    """Tab that compares how much gold the player and AI players earn with each card on average."""

    name = "cards"

    def query(self, stats_db: StatsDatabase, player_name: str) -> list[SourceStats]:
        return queries.stats_by_gold_source(stats_db, player_name)

    def build(self, area: pygame.Rect, data: list[SourceStats]) -> PlacedWidgets:
        if not data:
            return self.build_empty_message(area, "ui.chronicle.none")
        renderer, tr, translator = self.app.renderer, self.app.tr, self.app.translator
        intro = self.build_paragraph(tr("ui.chronicle.cards.about"), area, area.top)
        placed: list[Widget] = [intro]
        top = intro.rect.bottom + renderer.px(8)
        best, worst = best_and_worst_cards(data)
        for key, entry in (("best", best), ("weakest", worst)):
            if entry is not None:
                text = tr(
                    f"ui.chronicle.cards.{key}",
                    card=translator.localized_name(entry.source),
                    lead=_format_lead(self, entry),
                )
                label = self.build_paragraph(text, area, top, "name", "text_accent")
                placed.append(label)
                top = label.rect.bottom + renderer.px(4)
        top += renderer.px(6)
        max_value = max(max(entry.gold, entry.ai_average or 0.0) for entry in data)
        names = [translator.localized_name(entry.source) for entry in data]
        name_width = _name_column_width(self, names, area)
        min_height = renderer.line_height("name") + renderer.line_height("small") + renderer.px(8)
        for entry, name in zip(data, names, strict=True):
            bars = [BarValue(max(0.0, entry.gold), PLAYER_BAR_COLOR, translator.format_decimal(entry.gold))]
            if entry.ai_average is not None:
                bars.append(
                    BarValue(
                        max(0.0, entry.ai_average), AI_BAR_COLOR, translator.format_decimal(entry.ai_average)
                    )
                )
            rect = pygame.Rect(area.left, top, area.width, max(renderer.px(BAR_ROW_HEIGHT), min_height))
            sprite = sprite_ref_or_placeholder(renderer, *icon_for(entry.source))
            caption = tr("ui.chronicle.games", count=entry.games)
            badge_icon = "crown" if entry is best else None
            placed.append(
                BarRow(rect, sprite, name, caption, bars, max_value, name_width, badge_icon=badge_icon)
            )
            top = rect.bottom
        return PlacedWidgets(placed, top - area.top)


class TilesTab(StatsTab):
    """Tab that shows how often the player used each tile."""

    name = "tiles"

    def query(self, stats_db: StatsDatabase, player_name: str) -> list[TileStats]:
        return queries.stats_by_tile(stats_db, player_name)

    def build(self, area: pygame.Rect, data: list[TileStats]) -> PlacedWidgets:
        if not data:
            return self.build_empty_message(area, "ui.chronicle.tiles.none")
        renderer, tr, translator = self.app.renderer, self.app.tr, self.app.translator
        intro = self.build_paragraph(tr("ui.chronicle.tiles.about"), area, area.top)
        placed: list[Widget] = [intro]
        top = intro.rect.bottom + renderer.px(8)
        max_value = max(entry.uses for entry in data)
        names = [translator.localized_name(entry.tile, "tile", "action", "nomad", "bonus") for entry in data]
        name_width = _name_column_width(self, names, area)
        min_height = renderer.line_height("name") + renderer.line_height("small") + renderer.px(8)
        for entry, name in zip(data, names, strict=True):
            rect = pygame.Rect(area.left, top, area.width, max(renderer.px(BAR_ROW_HEIGHT), min_height))
            caption = tr("ui.chronicle.games", count=entry.games)
            sprite = sprite_ref_or_placeholder(renderer, *icon_for(entry.tile))
            bars = [BarValue(entry.uses, PLAYER_BAR_COLOR, str(entry.uses))]
            placed.append(BarRow(rect, sprite, name, caption, bars, max_value, name_width))
            top = rect.bottom
        return PlacedWidgets(placed, top - area.top)


class BestAndWorstCards(NamedTuple):
    """The cards with which the player did best and worst compared with AI players."""

    best: SourceStats | None
    worst: SourceStats | None


def best_and_worst_cards(data: list[SourceStats]) -> BestAndWorstCards:
    """Returns the best and the worst card. Only cards that were played often enough count."""
    compared_cards = [
        entry for entry in data if kind_of_name(entry.source) == CARD and entry.ai_average is not None
    ]
    frequent_cards = [entry for entry in compared_cards if entry.games >= MIN_GAMES_TO_RANK]
    if len(frequent_cards) < 2:
        return BestAndWorstCards(None, None)
    ranked = sorted(frequent_cards, key=lambda entry: entry.gold - (entry.ai_average or 0.0))
    return BestAndWorstCards(ranked[-1], ranked[0])


def _format_lead(tab: StatsTab, entry: SourceStats) -> str:
    return tab.app.translator.format_decimal(entry.gold - (entry.ai_average or 0.0), signed=True)


def _name_column_width(tab: StatsTab, names: list[str], area: pygame.Rect) -> int:
    renderer = tab.app.renderer
    return min(
        area.width * 2 // 5, max(renderer.measure(name, "name")[0] for name in names) + renderer.px(36)
    )


HEAD_TO_HEAD_ROW_HEIGHT = 104
"""Height of a row in the Head to head tab, in design pixels."""
MAX_LISTED_PAIRS = 200


class HeadToHeadTab(StatsTab):
    """Tab with head-to-head results between players."""

    name = "duels"
    covers_all_players = True

    def query(self, stats_db: StatsDatabase, player_name: str) -> list[HeadToHeadStats]:
        return queries.head_to_head_stats(stats_db)[:MAX_LISTED_PAIRS]

    def build(self, area: pygame.Rect, data: list[HeadToHeadStats]) -> PlacedWidgets:
        if not data:
            return self.build_empty_message(area, "ui.chronicle.duels.none")
        renderer, tr = self.app.renderer, self.app.tr
        intro = self.build_paragraph(tr("ui.chronicle.duels.about"), area, area.top)
        placed: list[Widget] = [intro]
        top = intro.rect.bottom + renderer.px(12)
        min_height = renderer.line_height("name") + 2 * renderer.line_height("small") + renderer.px(24)
        height = max(renderer.px(HEAD_TO_HEAD_ROW_HEIGHT), min_height)
        for entry in data:
            won, lost = entry.first_win_rate * entry.games, (1 - entry.first_win_rate) * entry.games
            rect = pygame.Rect(area.left, top, area.width, height)
            end_labels = self.format_wins(won), self.format_wins(lost)
            colors = "player_orange", "player_blue"
            placed.append(
                SplitBar(
                    rect,
                    (entry.first, entry.second),
                    entry.first_win_rate,
                    end_labels,
                    self._caption(entry),
                    colors,
                )
            )
            top += height
        return PlacedWidgets(placed, top - area.top)

    def _caption(self, entry: HeadToHeadStats) -> str:
        tr = self.app.tr
        games = tr("ui.chronicle.games", count=entry.games)
        if abs(entry.lead) < 0.05:
            return tr("ui.chronicle.duels.even", games=games)
        name = entry.first if entry.lead > 0 else entry.second
        gold = self.app.translator.format_decimal(abs(entry.lead))
        return tr("ui.chronicle.duels.lead", games=games, name=name, gold=gold)
