"""The Achievements tab: a medal for each tier. Locked achievements show a riddle."""

from __future__ import annotations

from functools import lru_cache
from itertools import groupby
from pathlib import Path
from typing import NamedTuple

import pygame

from kingdom.stats import queries
from kingdom.stats.achievements import Achievement, load_achievement_definitions
from kingdom.stats.database import StatsDatabase
from kingdom.stats.queries import AchievementEntry
from kingdom.ui.draw.fonts import RGB
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.draw.supersampling import render_supersampled
from kingdom.ui.framework.app import App
from kingdom.ui.game_text import achievement_description
from kingdom.ui.stats.base_tab import StatsTab
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.containers import ListRow
from kingdom.ui.widgets.controls import Label, ProgressBar
from kingdom.ui.widgets.layout import Columns, HBox, Item, Size, VBox

MEDAL_SIZE, SMALL_MEDAL_SIZE, PADDING = 76, 24, 14
"""Sizes of medals, and the padding of a card, in design pixels."""
MEDAL_COLORS = (
    ("medal_bronze", "medal_bronze_edge", "medal_bronze_shine"),
    ("medal_silver", "medal_silver_edge", "medal_silver_shine"),
    ("gold", "gold_dark", "gold_light"),
)
"""Body, edge and shine colors of bronze, silver and gold medals."""
LOCKED_COLORS = ("medal_locked", "medal_locked_edge", "medal_locked_shine")


class EarnedAchievements(NamedTuple):
    """A player's earned achievements, keyed by name."""

    by_name: dict[str, AchievementEntry]


@lru_cache(maxsize=64)
def medal_image(size: int, body: RGB, edge: RGB, shine: RGB) -> pygame.Surface:
    """Returns the image of a round medal without an icon."""
    return _render_circles(size, edge, (edge, 1.0), (shine, 0.93), (edge, 0.84), (body, 0.80))


class AchievementCard(ListRow):
    """Card for an achievement family: its highest medal, small medals for its tiers, and a description of
    the achievement. A locked achievement shows a riddle instead.

    A click on an earned achievement opens the game in which it was first earned.
    """

    padding = (PADDING + 4, PADDING + 4)

    def __init__(self, app: App, steps: list[Achievement], all_earned: EarnedAchievements) -> None:
        self.app, self.tiers = app, steps
        self.earned = [achievement for achievement in steps if achievement.name in all_earned.by_name]
        self.highest_entry = all_earned.by_name[self.earned[-1].name] if self.earned else None
        labels = [Label(text, "small", color, wrap=True) for text, color in self.text_lines]
        if self.earned:
            labels.insert(0, Label(self.title, style="name"))
        texts = VBox(*labels).sized(stretch=1, valign="top" if self.earned else "middle")
        medals = Medals(steps, self.earned).sized(valign="top", shrink=False)
        super().__init__(
            HBox(medals, texts, gap=PADDING), self._review if self.highest_entry is not None else None
        )

    @property
    def title(self) -> str:
        """Title of the achievement, or an empty string until it is earned."""
        return self.app.tr(f"feat.{self.tiers[0].family}") if self.earned else ""

    @property
    def text_lines(self) -> list[tuple[str, str]]:
        """Lines of text with their colors: what was achieved, and the riddle for the next tier."""
        tr, family = self.app.tr, self.tiers[0].family
        lines = []
        if self.earned and self.highest_entry is not None:
            lines.append((achievement_description(self.app.translator, self.earned[-1]), "ink"))
        if not self.earned:
            lines.append((tr(f"feat.{family}.riddle"), "ink_soft"))
        elif len(self.earned) < len(self.tiers):
            lines.append((tr("ui.chronicle.wall.more", riddle=tr(f"feat.{family}.riddle")), "ink_soft"))
        if self.highest_entry is not None:
            count_text = tr("ui.chronicle.wall.times", count=self.highest_entry.count)
            day = self.app.translator.format_date(self.highest_entry.ended_at)
            lines.append((f"{day} · {count_text}", "text_accent"))
        return lines

    def _review(self) -> None:
        if self.highest_entry is not None:
            self.app.navigator.review_file(Path(self.highest_entry.file))


class Medals(Widget):
    """The highest medal of an achievement family, above small medals for all tiers."""

    def __init__(self, tiers: list[Achievement], earned: list[Achievement]) -> None:
        super().__init__()
        self.tiers, self.earned = tiers, earned

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        steps_height = renderer.px(SMALL_MEDAL_SIZE) + renderer.px(4) if len(self.tiers) > 1 else 0
        return renderer.px(MEDAL_SIZE), renderer.px(MEDAL_SIZE) + steps_height

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        medal_rect = pygame.Rect(self.rect.topleft, (renderer.px(MEDAL_SIZE), renderer.px(MEDAL_SIZE)))
        self._draw_medal(surface, renderer, medal_rect)
        if len(self.tiers) > 1:
            self._draw_steps(surface, renderer, medal_rect)

    def _draw_medal(self, surface: pygame.Surface, renderer: Renderer, medal_rect: pygame.Rect) -> None:
        highest = self.earned[-1] if self.earned else self.tiers[0]
        surface.blit(self._medal_image(renderer, highest, medal_rect.width), medal_rect)
        if self.earned:
            _draw_icon(surface, renderer, self.tiers[0].icon, medal_rect)
        else:
            renderer.draw_text(surface, "?", medal_rect, "title", "ink_soft", "center", "middle")

    def _draw_steps(self, surface: pygame.Surface, renderer: Renderer, medal_rect: pygame.Rect) -> None:
        size, gap = renderer.px(SMALL_MEDAL_SIZE), renderer.px(4)
        width = len(self.tiers) * (size + gap) - gap
        left = medal_rect.centerx - width // 2
        for index, achievement in enumerate(self.tiers):
            medal = self._medal_image(renderer, achievement, size)
            surface.blit(medal, (left + index * (size + gap), medal_rect.bottom + gap))

    def _medal_image(self, renderer: Renderer, achievement: Achievement, size: int) -> pygame.Surface:
        """Returns the medal of a tier; the last tier is gold."""
        index = len(MEDAL_COLORS) - 1 - (len(self.tiers) - achievement.tier)
        colors = MEDAL_COLORS[index] if achievement in self.earned else LOCKED_COLORS
        return medal_image(size, *map(renderer.color, colors))


class AchievementsTab(StatsTab):
    """Tab with all achievement families. Families with earned medals come first."""

    name = "wall"
    works_without_games = True

    def query(self, stats_db: StatsDatabase, player_name: str) -> EarnedAchievements:
        return EarnedAchievements(
            {entry.name: entry for entry in queries.earned_achievements(stats_db, player_name)}
        )

    def compose(self, data: EarnedAchievements) -> Item:
        renderer, tr = self.app.renderer, self.app.tr
        all_achievements = load_achievement_definitions()
        earned_count = sum(achievement.name in data.by_name for achievement in all_achievements)
        text = tr("ui.chronicle.wall.have", count=earned_count, all=len(all_achievements))
        bar = ProgressBar(lambda: earned_count / len(all_achievements), self.app.translator.format_percent)
        families = [
            list(steps) for _, steps in groupby(all_achievements, key=lambda achievement: achievement.family)
        ]
        families.sort(key=lambda steps: not any(achievement.name in data.by_name for achievement in steps))
        max_title_width = max(
            renderer.measure(tr(f"feat.{achievement.family}"), "name")[0] for achievement in all_achievements
        )
        return VBox(
            HBox(Label(text, style="heading"), bar.sized(stretch=1, valign="middle"), gap=20),
            Columns(
                *(AchievementCard(self.app, steps, data) for steps in families),
                min_width=max_title_width / renderer.scale + MEDAL_SIZE + 3 * PADDING,
                max_columns=3,
            ),
            gap=12,
        )


def _draw_icon(
    surface: pygame.Surface, renderer: Renderer, icon: tuple[str, str], medal_rect: pygame.Rect
) -> None:
    """Draws the icon on a medal. A wide picture fills the medal; any other icon is centered on it."""
    sprite = renderer.find_sprite(*icon)
    width, height = sprite.surface.get_size() if sprite else (1, 1)
    if width < height * 3 // 2:
        inner = medal_rect.inflate(-medal_rect.width * 4 // 10, -medal_rect.height * 4 // 10)
        renderer.draw_sprite(surface, *icon, inner)
        return
    side = medal_rect.width * 8 // 10
    image = renderer.scaled_surface(*icon, (side * width // height, side))
    round_image = pygame.Surface((side, side), pygame.SRCALPHA, 32)
    round_image.blit(image, ((side - image.get_width()) // 2, 0))
    round_image.blit(_circle_mask(side), (0, 0), special_flags=pygame.BLEND_RGBA_MULT)
    surface.blit(round_image, round_image.get_rect(center=medal_rect.center))


@lru_cache(maxsize=8)
def _circle_mask(side: int) -> pygame.Surface:
    """Returns a white circle with smooth edges, for use as a mask."""
    white = (255, 255, 255)
    return _render_circles(side, white, (white, 1.0))


def _render_circles(size: int, background: RGB, *circles: tuple[RGB, float]) -> pygame.Surface:
    """Renders concentric circles. Each has a color and a radius, as a fraction of the largest radius."""

    def draw(large: pygame.Surface) -> None:
        center = large.get_width() // 2
        for color, fraction in circles:
            pygame.draw.circle(large, color, (center, center), round(center * fraction))

    return render_supersampled((size, size), 3, (*background, 0), draw)
