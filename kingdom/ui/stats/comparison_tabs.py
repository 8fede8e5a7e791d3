"""Tabs with bar charts: results by AI level, Kingdom Builder card and location tile, and head-to-head results
between players."""

from __future__ import annotations

from typing import NamedTuple

from kingdom.rules.expansion import CARD
from kingdom.rules.registry import icon_for, kind_of_name
from kingdom.stats import queries
from kingdom.stats.database import StatsDatabase, ai_rating
from kingdom.stats.queries import HeadToHeadStats, LevelStats, SourceStats, TileStats
from kingdom.ui.draw.renderer import sprite_ref_or_placeholder
from kingdom.ui.game_text import seat_kind_name
from kingdom.ui.stats.base_tab import StatsTab
from kingdom.ui.widgets.charts import BarRow, BarValue, SplitBar
from kingdom.ui.widgets.layout import Item, Spacer, VBox

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

    def compose(self, data: list[LevelStats]) -> Item:
        if not data:
            return self.compose_empty_message("ui.chronicle.levels.none")
        tr, translator = self.app.tr, self.app.translator
        rows = []
        for entry in data:
            won, lost = entry.win_rate * entry.encounters, (1 - entry.win_rate) * entry.encounters
            names = seat_kind_name(translator, entry.level), translator.format_percent(entry.win_rate)
            caption = tr(
                "ui.chronicle.levels.gold",
                own=translator.format_decimal(entry.gold),
                theirs=translator.format_decimal(entry.ai_gold),
            )
            end_labels = self.format_wins(won), self.format_wins(lost)
            rows.append(SplitBar(names, entry.win_rate, end_labels, caption))
        intro = self.paragraph(tr("ui.chronicle.levels.about"))
        return VBox(intro, Spacer(12), *(row.sized(stretch=1, max_height=208) for row in rows))


class CardsTab(StatsTab):
    """Tab that compares how much gold the player and AI players earn with each card on average."""

    name = "cards"

    def query(self, stats_db: StatsDatabase, player_name: str) -> list[SourceStats]:
        return queries.stats_by_gold_source(stats_db, player_name)

    def compose(self, data: list[SourceStats]) -> Item:
        if not data:
            return self.compose_empty_message("ui.chronicle.none")
        renderer, tr, translator = self.app.renderer, self.app.tr, self.app.translator
        items: list[Item] = [self.paragraph(tr("ui.chronicle.cards.about")), Spacer(8)]
        best, worst = best_and_worst_cards(data)
        for key, entry in (("best", best), ("weakest", worst)):
            if entry is not None:
                name, lead = translator.localized_name(entry.source), _format_lead(self, entry)
                text = tr(f"ui.chronicle.cards.{key}", card=name, lead=lead)
                items += [self.paragraph(text, "name", "text_accent"), Spacer(4)]
        max_value = max(max(entry.gold, entry.ai_average or 0.0) for entry in data)
        names = [translator.localized_name(entry.source) for entry in data]
        name_width = _name_column_width(self, names)
        for entry, name in zip(data, names, strict=True):
            averages = ((entry.gold, PLAYER_BAR_COLOR), (entry.ai_average, AI_BAR_COLOR))
            bars = [
                BarValue(max(0.0, gold), color, translator.format_decimal(gold))
                for gold, color in averages
                if gold is not None
            ]
            sprite = sprite_ref_or_placeholder(renderer, *icon_for(entry.source))
            caption = tr("ui.chronicle.games", count=entry.games)
            badge_icon = "crown" if entry is best else None
            items.append(BarRow(sprite, name, caption, bars, max_value, name_width, badge_icon))
        return VBox(*items)


class TilesTab(StatsTab):
    """Tab that shows how often the player used each tile."""

    name = "tiles"

    def query(self, stats_db: StatsDatabase, player_name: str) -> list[TileStats]:
        return queries.stats_by_tile(stats_db, player_name)

    def compose(self, data: list[TileStats]) -> Item:
        if not data:
            return self.compose_empty_message("ui.chronicle.tiles.none")
        tr, translator = self.app.tr, self.app.translator
        max_value = max(entry.uses for entry in data)
        names = [translator.localized_name(entry.tile, "tile", "action", "nomad", "bonus") for entry in data]
        name_width = _name_column_width(self, names)
        rows = []
        for entry, name in zip(data, names, strict=True):
            sprite = sprite_ref_or_placeholder(self.app.renderer, *icon_for(entry.tile))
            caption = tr("ui.chronicle.games", count=entry.games)
            bars = [BarValue(entry.uses, PLAYER_BAR_COLOR, str(entry.uses))]
            rows.append(BarRow(sprite, name, caption, bars, max_value, name_width))
        return VBox(self.paragraph(tr("ui.chronicle.tiles.about")), Spacer(8), *rows)


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


def _name_column_width(tab: StatsTab, names: list[str]) -> float:
    renderer = tab.app.renderer
    return max(renderer.measure(name, "name")[0] for name in names) / renderer.scale + 36


MAX_LISTED_PAIRS = 200


class HeadToHeadTab(StatsTab):
    """Tab with head-to-head results between players."""

    name = "duels"
    covers_all_players = True

    def query(self, stats_db: StatsDatabase, player_name: str) -> list[HeadToHeadStats]:
        return queries.head_to_head_stats(stats_db)[:MAX_LISTED_PAIRS]

    def compose(self, data: list[HeadToHeadStats]) -> Item:
        if not data:
            return self.compose_empty_message("ui.chronicle.duels.none")
        rows = []
        for entry in data:
            won, lost = entry.first_win_rate * entry.games, (1 - entry.first_win_rate) * entry.games
            end_labels = self.format_wins(won), self.format_wins(lost)
            colors = "player_orange", "player_blue"
            names = entry.first, entry.second
            rows.append(SplitBar(names, entry.first_win_rate, end_labels, self._caption(entry), colors))
        return VBox(self.paragraph(self.app.tr("ui.chronicle.duels.about")), Spacer(12), *rows)

    def _caption(self, entry: HeadToHeadStats) -> str:
        tr = self.app.tr
        games = tr("ui.chronicle.games", count=entry.games)
        if abs(entry.lead) < 0.05:
            return tr("ui.chronicle.duels.even", games=games)
        name = entry.first if entry.lead > 0 else entry.second
        gold = self.app.translator.format_decimal(abs(entry.lead))
        return tr("ui.chronicle.duels.lead", games=games, name=name, gold=gold)
