"""Result of a puzzle attempt. Next to the board, it compares the gold earned with the most gold possible.
Below the board, it shows the best turn step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pygame

from kingdom.learn.puzzle_session import CLOSE, NEXT, RETRY, GoldGain, PuzzleResult, PuzzleSession
from kingdom.match.controller import Match
from kingdom.record import Record
from kingdom.rules.decision_frames import Answer
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT
from kingdom.stats.queries import PuzzleStats
from kingdom.text.translator import Translator
from kingdom.ui.board.turn_diagram import BoardChange, board_changes_of
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.framework.app import App
from kingdom.ui.match.bar_overlays import BarOverlay
from kingdom.ui.panels.log_text import LogBuilder
from kingdom.ui.panels.turn_text import levels_that_miss_text
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.layout import HBox, Item, Share, Size, VBox
from kingdom.ui.widgets.scroll_area import ScrollArea

if TYPE_CHECKING:
    from kingdom.ui.match.puzzle_scene import PuzzleScene

BAR_HEIGHT, BAR_GAP, SOURCE_GAP = 14, 5, 14
"""Heights and gaps in design pixels: the height of a bar, the gap between the two bars of a source, and the
gap between sources."""


@dataclass(frozen=True)
class SourceComparison:
    """The gold that the player's turn and the best turn each earn from one source."""

    name: str
    your_gold: int
    best_gold: int


def compare_gains(
    yours: Sequence[GoldGain], best: Sequence[GoldGain], names: dict[str, str]
) -> list[SourceComparison]:
    """Compares two turns by source of gold. Sources in the best turn come first, followed by sources that
    only the player's turn earned from."""
    your_gold, best_gold = ({gain.source: gain.gold for gain in gains} for gains in (yours, best))
    return [
        SourceComparison(names[source], your_gold.get(source, 0), best_gold.get(source, 0))
        for source in dict.fromkeys([*best_gold, *your_gold])
    ]


class GainChart(Widget):
    """Bar chart with two bars per source: the player's turn on top, the best turn below."""

    def __init__(
        self,
        comparisons: Sequence[SourceComparison],
        legend: tuple[str, str],
        color: str,
        format_gold: Callable[[int], str],
    ) -> None:
        super().__init__()
        self.format_gold = format_gold
        self.comparisons, self.legend, self.color = list(comparisons), legend, color
        self.identical = all(comparison.your_gold == comparison.best_gold for comparison in self.comparisons)

    def natural_size(self, renderer: Renderer, width: int) -> Size:
        bars_height = (
            renderer.px(BAR_HEIGHT) if self.identical else 2 * renderer.px(BAR_HEIGHT) + renderer.px(BAR_GAP)
        )
        row_height = renderer.line_height("small") + bars_height + renderer.px(SOURCE_GAP)
        legend_height = 0 if self.identical else renderer.line_height("small") + renderer.px(SOURCE_GAP)
        return width, row_height * len(self.comparisons) + legend_height

    def draw(self, surface: pygame.Surface, renderer: Renderer) -> None:
        self.truncated_texts.clear()
        text_height, bar_height, gap = (
            renderer.line_height("small"),
            renderer.px(BAR_HEIGHT),
            renderer.px(BAR_GAP),
        )
        max_gold = (
            max(
                (
                    abs(gold)
                    for comparison in self.comparisons
                    for gold in (comparison.your_gold, comparison.best_gold)
                ),
                default=1,
            )
            or 1
        )
        number_width = renderer.measure("+00", "small")[0] + renderer.px(8)
        max_bar_width, top = self.rect.width - number_width, self.rect.top
        half_width = self.rect.width // 2
        legend_entries = [] if self.identical else list(zip(self.legend, self._colors(renderer), strict=True))
        for index, (text, color) in enumerate(legend_entries):
            bar_rect = pygame.Rect(
                self.rect.left + index * half_width,
                top + (text_height - bar_height) // 2,
                bar_height,
                bar_height,
            )
            self._draw_bar(surface, renderer, bar_rect, color)
            text_rect = pygame.Rect(
                bar_rect.right + renderer.px(6), top, half_width - bar_height - renderer.px(10), text_height
            )
            self.draw_text(surface, renderer, text, text_rect, "small", "ink_soft")
        top += 0 if self.identical else text_height + renderer.px(SOURCE_GAP)
        for comparison in self.comparisons:
            self.draw_text(
                surface,
                renderer,
                comparison.name,
                pygame.Rect(self.rect.left, top, self.rect.width, text_height),
                "small",
            )
            top += text_height
            amounts = (
                (comparison.best_gold,) if self.identical else (comparison.your_gold, comparison.best_gold)
            )
            for gold, color in zip(amounts, self._colors(renderer)[-len(amounts) :], strict=True):
                bar_rect = pygame.Rect(
                    self.rect.left,
                    top,
                    max(renderer.px(3), max_bar_width * abs(gold) // max_gold),
                    bar_height,
                )
                self._draw_bar(surface, renderer, bar_rect, color, hollow=gold <= 0)
                number_rect = pygame.Rect(
                    bar_rect.right + renderer.px(6),
                    bar_rect.centery - text_height // 2,
                    number_width,
                    text_height,
                )
                self.draw_text(
                    surface,
                    renderer,
                    self.format_gold(gold),
                    number_rect,
                    "small",
                    "ink_soft",
                )
                top += bar_height + gap
            top += renderer.px(SOURCE_GAP) - gap

    def _colors(self, renderer: Renderer) -> tuple[pygame.Color, pygame.Color]:
        return pygame.Color(renderer.color(f"player_{self.color}")), pygame.Color(renderer.color("gold"))

    @staticmethod
    def _draw_bar(
        surface: pygame.Surface,
        renderer: Renderer,
        rect: pygame.Rect,
        color: pygame.Color,
        hollow: bool = False,
    ) -> None:
        radius = renderer.px(3)
        if not hollow:
            pygame.draw.rect(surface, color, rect, border_radius=radius)
        pygame.draw.rect(
            surface, renderer.color("walnut"), rect, max(1, renderer.px(1)), border_radius=radius
        )


@dataclass(frozen=True)
class SolutionStep:
    """A step in the explanation of the solution: the position shown, the text below it and the highlights."""

    heading: str
    text: str
    game: Game
    highlighted_hexes: int
    board_changes: tuple[BoardChange, ...] = ()


def gains_text(translator: Translator, gains: tuple[GoldGain, ...]) -> str:
    """Returns a line that lists the gold a turn earned from each source."""
    return translator.format_list(
        f"{translator.format_signed(gain.gold)} {translator.localized_name(gain.source)}" for gain in gains
    )


def solution_steps(
    translator: Translator, session: PuzzleSession, outcome: PuzzleResult
) -> list[SolutionStep]:
    """Returns the steps to show after an attempt. Starts with the player's turn if it missed the solution.
    The moves of the best turn follow, and then the gold they earn from each source."""
    best_answers = outcome.answers if outcome.solved else session.puzzle.solution
    steps = [] if outcome.solved else [_own_turn_step(translator, session, outcome)]
    match = _replay_turn(session, best_answers)
    steps += _change_steps(translator, session, match)
    gains = session.gains_from_answers(best_answers)
    heading = translator.tr("ui.puzzle.step.earns")
    for gain in gains:
        text = gains_text(translator, (gain,))
        steps.append(SolutionStep(heading, text, match.game, gain.hexes & match.game.board.all_hexes))
    return steps


def _own_turn_step(translator: Translator, session: PuzzleSession, outcome: PuzzleResult) -> SolutionStep:
    highlighted_hexes = 0
    for gain in outcome.gains:
        highlighted_hexes |= gain.hexes
    game = session.match.game
    text = gains_text(translator, outcome.gains) or translator.tr("ui.puzzle.step.nothing")
    return SolutionStep(
        translator.tr("ui.puzzle.step.yours"), text, game, highlighted_hexes & game.board.all_hexes
    )


def _replay_turn(session: PuzzleSession, answers: tuple[Answer, ...]) -> Match:
    """Returns a match in which these answers have been played from the start of the puzzle."""
    record = session.match.record
    return Match.restore(Record(record.setup, record.seats, [*session.puzzle.answers, *answers]))


def _change_steps(translator: Translator, session: PuzzleSession, match: Match) -> list[SolutionStep]:
    start, player = len(session.puzzle.answers), session.player
    log_builder = LogBuilder([seat.name for seat in match.seats])
    log_builder.update(match.history, match.game, player, match.opening_events)
    lines = [
        line
        for line in log_builder.lines
        if line.answer_count > start and line.player == player and line.hexes
    ]
    games = match.games_at(line.answer_count for line in lines)
    steps = []
    for step_number, line in enumerate(lines, 1):
        events = [event for step in match.history[start : line.answer_count] for event in step.events]
        board_changes = board_changes_of(events, player)
        highlighted_hexes = line.hexes
        for change in board_changes:
            highlighted_hexes |= change.hexes | (BIT[change.origin] if change.origin is not None else 0)
        text = line.text(translator)
        heading = translator.tr("ui.puzzle.step.best", number=step_number, all=len(lines))
        steps.append(
            SolutionStep(
                heading,
                text[:1].upper() + text[1:],
                games[line.answer_count],
                highlighted_hexes,
                board_changes,
            )
        )
    return steps


def _centered_label(text: str, style: str, color: str = "ink") -> Label:
    return Label(text, style, color, "center", "top", True)


BUTTON_HEIGHT, ARROW_BUTTON_SIZE, PADDING, GAP = 46, 60, 20, 10
"""Layout sizes of the overlay, in design pixels."""


class PuzzleResultOverlay(BarOverlay):
    """Covers the right column and the action bar of the puzzle scene. The board stays visible."""

    def __init__(self, puzzle_scene: PuzzleScene, outcome: PuzzleResult, attempt_time: str) -> None:
        super().__init__(puzzle_scene)
        self.puzzle_scene, self.outcome, self._attempt_time = puzzle_scene, outcome, attempt_time
        self.puzzle_stats: PuzzleStats | None = None
        """The player's stats including this attempt. None until the stats service has stored the attempt."""
        self._save_error: str | None = None
        self.step_index = 0
        self.panel = pygame.Rect(0, 0, 0, 0)
        self.title = Label("", style="title", align="center", wrap=True)
        self.scroll_area = ScrollArea()
        self.previous_step_button = Button("", self.previous_step, icon="arrow_left", shortcut=pygame.K_LEFT)
        self.next_step_button = Button("", self.next_step, icon="arrow_right", shortcut=pygame.K_RIGHT)
        self.next_puzzle_button = Button("", lambda: puzzle_scene.close_with(NEXT), kind="primary")
        self.retry_button = Button("", lambda: puzzle_scene.close_with(RETRY))
        self.list_button = Button("", self.close)

    def enter(self, app: App) -> None:
        super().enter(app)
        self.steps = solution_steps(app.translator, self.puzzle_scene.session, self.outcome)
        self.layout(app.size)
        self.group.set_focus(self.next_puzzle_button)
        self.group.focus_visible = False
        self.show_step(0)

    def leave(self) -> None:
        self.puzzle_scene.solution_step = None
        super().leave()

    def set_puzzle_stats(self, puzzle_stats: PuzzleStats | None, save_error: str | None) -> None:
        """Displays the response of the stats service: the updated stats, or an error."""
        self.puzzle_stats, self._save_error = puzzle_stats, save_error
        self.layout(self.app.size)
        self.app.needs_redraw = True

    # --- solution steps

    def show_step(self, index: int) -> None:
        self.step_index = max(0, min(index, len(self.steps) - 1))
        self.previous_step_button.enabled, self.next_step_button.enabled = (
            self.step_index > 0,
            self.step_index < len(self.steps) - 1,
        )
        if self.group.focus is not None and not self.group.focus.enabled:
            self.group.set_focus(self.next_puzzle_button)
        self.puzzle_scene.show_solution_step(self.steps[self.step_index])
        self.app.needs_redraw = True

    def previous_step(self) -> None:
        self.show_step(self.step_index - 1)

    def next_step(self) -> None:
        self.show_step(self.step_index + 1)

    # --- text

    @property
    def heading(self) -> str:
        return self.app.tr("ui.puzzle.solved" if self.outcome.solved else "ui.puzzle.missed")

    @property
    def gold_text(self) -> str:
        """The gold earned, compared with the most gold possible."""
        puzzle, tr = self.puzzle_scene.session.puzzle, self.app.tr
        if self.puzzle_scene.session.asks_for_win:
            own, opponents = self.puzzle_scene.session.gold_now
            return tr(
                "ui.puzzle.wins" if self.outcome.solved else "ui.puzzle.no_win", own=own, others=opponents
            )
        key = "ui.puzzle.all_gold" if self.outcome.solved else "ui.puzzle.some_gold"
        return tr(key, gold=self.outcome.gold, count=puzzle.best_gold)

    @property
    def rating_text(self) -> str:
        """The new rating and the current streak, or the reason the attempt could not be saved."""
        tr, stats = self.app.tr, self.puzzle_stats
        if stats is None:
            return "" if self._save_error is None else tr("ui.puzzle.not_kept", reason=self._save_error)
        rating = round(stats.rating.points)
        change = self.app.translator.format_signed(round(stats.last_change))
        if stats.last_rated_at != self._attempt_time:
            return tr("ui.puzzle.rating", points=rating)
        text = tr("ui.puzzle.rating.changed", points=rating, change=change)
        return f"{text} · {tr('ui.puzzle.streak', count=stats.streak)}" if stats.streak > 1 else text

    @property
    def rating_reason(self) -> str:
        """The reason if the rating has not changed, or not as expected after a solution."""
        tr, stats = self.app.tr, self.puzzle_stats
        if stats is None:
            return ""
        if stats.last_rated_at != self._attempt_time:
            is_practice = self.puzzle_scene.session.is_practice
            return tr("ui.puzzle.rating.practice" if is_practice else "ui.puzzle.rating.unchanged")
        if not self.outcome.solved or not self.puzzle_scene.session.hint_stage:
            return ""
        return tr("ui.puzzle.rating.hint.lost" if stats.last_change < 0 else "ui.puzzle.rating.hint")

    def paragraphs(self) -> list[str]:
        """Returns the other paragraphs: the number of solutions, the AI levels that miss the best turn, and
        the puzzle's rating."""
        tr, puzzle = self.app.tr, self.puzzle_scene.session.puzzle
        ratings = dict(self.puzzle_stats.puzzle_ratings) if self.puzzle_stats is not None else {}
        key = "ui.puzzle.ways.win" if self.puzzle_scene.session.asks_for_win else "ui.puzzle.ways"
        texts = [
            tr(key, count=puzzle.solution_count),
            levels_that_miss_text(self.app.translator, puzzle),
            tr("ui.puzzle.hard", points=round(ratings.get(puzzle.id, puzzle.rating))),
        ]
        return [text for text in texts if text]

    # --- layout

    def layout(self, size: tuple[int, int]) -> None:
        tr, rects = self.app.tr, self.puzzle_scene.rects
        self.panel = rects.header.unionall(
            [*rects.players, *rects.cards, *rects.chips, rects.log, *rects.board_rects[1:]]
        )
        self.title.text = self.heading
        self.next_puzzle_button.text, self.retry_button.text, self.list_button.text = (
            tr("ui.puzzle.next"), tr("ui.puzzle.again"), tr("ui.puzzle.list"),
        )  # fmt: skip
        self.previous_step_button.tooltip, self.next_step_button.tooltip = (
            tr("ui.puzzle.step.back"),
            tr("ui.puzzle.step.on"),
        )
        other_buttons = HBox(Share(self.retry_button), Share(self.list_button), gap=GAP)
        VBox(
            self.title,
            self.scroll_area.show(self._compose_text()),
            self.next_puzzle_button.sized(height=BUTTON_HEIGHT),
            other_buttons.sized(height=BUTTON_HEIGHT),
            gap=GAP,
            padding=PADDING,
        ).place(self.app.renderer, self.panel)
        step_buttons = (self.previous_step_button, self.next_step_button)
        self.place_in_bar(
            *(button.sized(width=ARROW_BUTTON_SIZE, height=ARROW_BUTTON_SIZE) for button in step_buttons)
        )
        self.group.replace_widgets(
            [
                self.title,
                self.scroll_area,
                *step_buttons,
                self.next_puzzle_button,
                self.retry_button,
                self.list_button,
            ]
        )

    def _compose_text(self) -> Item:
        """Returns the gold, the rating, the chart, and the other paragraphs below each other."""
        texts: list[Item] = [_centered_label(self.gold_text, "heading")]
        texts.append(_centered_label(self.rating_text, "bold"))
        if self.rating_reason:
            texts.append(_centered_label(self.rating_reason, "body", "ink_soft"))
        paragraphs = [_centered_label(text, "body", "ink_soft") for text in self.paragraphs()]
        return VBox(*texts, self._make_chart(), *paragraphs, gap=GAP)

    def _make_chart(self) -> GainChart:
        """Returns a chart that compares the player's gold with the best turn's gold. If the puzzle was
        solved, the two are equal."""
        session, tr = self.puzzle_scene.session, self.app.tr
        best_gains = (
            self.outcome.gains if self.outcome.solved else session.gains_from_answers(session.puzzle.solution)
        )
        names = {
            gain.source: self.app.translator.localized_name(gain.source)
            for gain in (*best_gains, *self.outcome.gains)
        }
        color = self.puzzle_scene.match.seats[session.player].color
        legend = (tr("ui.puzzle.step.yours"), tr("ui.puzzle.best"))
        return GainChart(
            compare_gains(self.outcome.gains, best_gains, names),
            legend,
            color,
            self.app.translator.format_signed,
        )

    # --- events

    def close(self) -> None:
        self.puzzle_scene.close_with(CLOSE)

    def covers(self, pos: tuple[int, int]) -> bool:
        return bool(self.panel.collidepoint(pos)) or super().covers(pos)

    # --- drawing

    def draw(self, surface: pygame.Surface) -> None:
        renderer = self.app.renderer
        renderer.draw_panel(surface, self.panel)
        border = self.panel.inflate(-renderer.px(6), -renderer.px(6))
        border_color = renderer.color("gold" if self.outcome.solved else "parchment_dark")
        pygame.draw.rect(surface, border_color, border, max(1, renderer.px(2)), border_radius=renderer.px(8))
        self.draw_bar(surface, self.puzzle_scene.session.player)
        step = self.steps[self.step_index]
        self.draw_bar_text(surface, step.heading, step.text)
        self.group.draw(surface, renderer)
