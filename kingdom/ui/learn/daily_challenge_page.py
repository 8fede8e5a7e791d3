"""The daily challenge page: the game of a day and its result, and a calendar of past results."""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

from kingdom.files import error_message
from kingdom.learn.daily_challenge import (
    BENCHMARK_GAMES,
    DailyChallenge,
    challenge_for_day,
    challenge_seats,
    current_streak,
    longest_streak,
    stars_for_gold,
)
from kingdom.learn.daily_history import DailyHistory, load_daily_history
from kingdom.learn.lesson_progress import MAX_STARS
from kingdom.match.game_options import DEFAULT_NAMES
from kingdom.stats.queries import DailyEntry
from kingdom.text.translator import Translator
from kingdom.ui.framework.app import App
from kingdom.ui.framework.page import Page
from kingdom.ui.learn.daily_widgets import (
    CARD_NAME_STYLE,
    CardNameLine,
    DailyBoardImages,
    DailyBoardPreview,
    MonthCalendar,
    join_card_names,
)
from kingdom.ui.learn.stars import Stars
from kingdom.ui.widgets.clipboard import copy
from kingdom.ui.widgets.containers import Panel
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.layout import HBox, Item, Share, VBox
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.worker.executor import Task

STARS_HEIGHT = 46
"""Size of the stars in design pixels."""


def shareable_result_line(translator: Translator, entry: DailyEntry) -> str:
    """Returns the result of a daily challenge as one line for sharing, without spoilers."""
    lead = translator.tr(_lead_key(entry.lead), count=abs(entry.lead))
    parts = [f"Kingdom {entry.day}", f"{translator.tr('ui.daily.gold', count=entry.gold)}, {lead}"]
    if entry.star_thresholds is not None:
        parts.append(
            translator.tr(
                "ui.daily.stars", count=stars_for_gold(entry.gold, entry.star_thresholds), most=MAX_STARS
            )
        )
    return " · ".join(parts)


def _lead_key(lead: int) -> str:
    return "ui.daily.ahead" if lead > 0 else "ui.daily.behind" if lead < 0 else "ui.daily.level"


class DailyChallengePage(Page):
    """Shows a day's challenge on the left, at first today's, and the calendar on the right. The games of past
    days can be played for practice."""

    title = "ui.daily.title"
    max_width = 1400

    def __init__(self) -> None:
        super().__init__()
        self.history: DailyHistory | None = None
        self._past_day: date | None = None
        """The past day that is shown; None for today."""
        self.play_button = Button("", self.play_challenge, kind="primary", icon="arrow_right")
        self.retry_button = Button("", lambda: self.app.daily_benchmark.start(self.app.today()))
        self.copy_button = Button("", self.copy_result, icon="save")
        self.previous_month_button = Button("", lambda: self.change_month(-1), icon="arrow_left")
        self.next_month_button = Button("", lambda: self.change_month(1), icon="arrow_right")
        self.scroll_area = ScrollArea()
        self.paragraph_labels: list[Label] = []
        self.streak_label = Label("", style="body", align="center", wrap=True)
        self.month_label = Label("", style="name", align="center")
        self._benchmark_progress = -1
        self._history_query: Task[DailyHistory] | None = None

    def enter(self, app: App) -> None:
        super().enter(app)
        self.calendar = MonthCalendar(app, self.show_day)
        self.board_images = DailyBoardImages(app.renderer.sprites, app.today())

    @property
    def day(self) -> date:
        """The day that is shown."""
        return self._past_day or self.app.today()

    @property
    def is_practice(self) -> bool:
        """True if a past day is shown. Its game never counts."""
        return self.day < self.app.today()

    @property
    def challenge(self) -> DailyChallenge:
        return challenge_for_day(self.day)

    @property
    def day_history(self) -> DailyHistory | None:
        """The history if it is about the day that is shown; None while it is being loaded."""
        return self.history if self.history is not None and self.history.day == self.day else None

    @property
    def player_name(self) -> str:
        """Name of the player at this computer."""
        return self.app.settings.name or DEFAULT_NAMES[0]

    @property
    def result_of_day(self) -> DailyEntry | None:
        results = self.history.results if self.history is not None else []
        return next((entry for entry in results if entry.day == self.challenge.iso_date), None)

    @property
    def unfinished_save_file(self) -> Path | None:
        """Save file of an unfinished attempt at the day's challenge. The attempt that counts is preferred."""
        if self.day_history is not None and self.day_history.unfinished_file is not None:
            return self.day_history.unfinished_file
        unfinished = self.app.save_store.unfinished
        return (
            None
            if unfinished is None or unfinished.setup != self.challenge.setup
            else self.app.save_store.current_game_file
        )

    # --- actions

    def play_challenge(self) -> None:
        """Starts or continues the game of the day that is shown."""
        unfinished_game = self.unfinished_save_file
        if unfinished_game is not None:
            self.app.navigator.resume_save(unfinished_game)
        else:
            self.app.navigator.start_daily_game(self.challenge)

    def copy_result(self) -> None:
        """Copies the result of the day to the clipboard."""
        if self.result_of_day is not None:
            copy(shareable_result_line(self.app.translator, self.result_of_day))
            self.app.toast(self.app.tr("ui.daily.copied"))

    def show_day(self, day: date) -> None:
        """Shows the challenge of today or of a past day."""
        self._past_day = day if day < self.app.today() else None
        self.calendar.month = self.day
        self.scroll_area.scroll_offset = 0
        self.request_history()
        self.layout(self.app.size)
        self.app.needs_redraw = True

    def change_month(self, months: int) -> None:
        first = self.calendar.month.replace(day=1)
        other = (
            (first + timedelta(31)).replace(day=1) if months > 0 else (first - timedelta(1)).replace(day=1)
        )
        self.calendar.month = other
        self.layout(self.app.size)
        self.app.needs_redraw = True

    # --- database queries

    def request_history(self) -> None:
        """Requests the player's past results from the stats service."""
        name, today, day, save_store = self.player_name, self.app.today(), self.day, self.app.save_store
        if self._history_query is not None:
            self._history_query.cancel()
        self._history_query = self.app.stats_service.submit_query(
            lambda database: load_daily_history(database, name, today, save_store.list_files(), day)
        )

    def update(self, seconds: float) -> bool:
        if self.calendar.today != self.app.today():  # It is past midnight.
            self.history = None
            self.layout(self.app.size)
            self.app.needs_redraw = True
        if self._history_query is not None and self._history_query.is_done:
            history, error = self._history_query.result, self._history_query.error
            self._history_query = None
            self.history = history or DailyHistory([], self.day)
            if error is not None:
                self.app.warn_once(self.app.tr("ui.puzzle.not_kept", reason=error_message(error)))
            elif not (
                self.is_practice or self.history.star_thresholds or self.app.daily_benchmark.last_error
            ):
                self.app.daily_benchmark.start(self.day)
            self.layout(self.app.size)
            self.app.needs_redraw = True
        progress = (
            self.app.daily_benchmark.games_played if self.app.daily_benchmark.day == self.app.today() else -1
        )
        if progress != self._benchmark_progress:
            if progress < 0:
                self.request_history()  # The benchmark has finished, so the star thresholds are known.
            self._benchmark_progress = progress
            self.layout(self.app.size)
            self.app.needs_redraw = True
        return self.board_images.update() or super().update(seconds)

    # --- text

    def challenge_paragraphs(self) -> list[tuple[str, str]]:
        """Returns the paragraphs about the day's challenge, each with its text style."""
        tr, translator, challenge, entry = (
            self.app.tr,
            self.app.translator,
            self.challenge,
            self.result_of_day,
        )
        paragraphs = [(translator.format_long_date(challenge.day), "heading")]
        expansions = translator.format_list(
            translator.localized_name(expansion, "box") for expansion in challenge.setup.expansions
        )
        seats = challenge_seats(challenge, self.player_name)
        opponents = translator.format_list_with_and(
            f"{seat.name} ({tr(f'ui.kind.{seat.kind}')})" for seat in seats[1:]
        )
        if entry is None:
            paragraphs.append((tr(f"ui.daily.{self._attempt_state()}"), "body"))
        else:
            lead = tr(_lead_key(entry.lead), count=abs(entry.lead))
            paragraphs.append((f"{tr('ui.daily.gold', count=entry.gold)}, {lead}", "name"))
            paragraphs.append((tr("ui.daily.place", place=entry.rank, count=len(seats)), "body"))
        paragraphs.append((tr("ui.daily.table", boxes=expansions, rivals=opponents), "body"))
        paragraphs.append(
            (
                join_card_names(
                    translator, [card.name for card in self.board_images.game.config.scoring_cards]
                ),
                CARD_NAME_STYLE,
            )
        )
        if not self.is_practice or self._star_thresholds() is not None:
            paragraphs.append((self.thresholds_text(), "body"))
        if self.is_practice and entry is not None:
            paragraphs.append((tr("ui.daily.practice"), "small"))
        return paragraphs

    def _attempt_state(self) -> str:
        """Returns the last part of the translation key for the text about the attempt that counts. This text
        is shown until the attempt has a result."""
        history = self.day_history
        if self.is_practice:
            return "practice" if history is None or history.unfinished_file is None else "waits"
        if history is None or not history.started:
            return "counts"
        return "given_up" if self.unfinished_save_file is None else "waits"

    def _star_thresholds(self) -> tuple[int, int, int] | None:
        return self.day_history.star_thresholds if self.day_history is not None else None

    def thresholds_text(self) -> str:
        """Returns a sentence that states how much gold each star requires. Until the benchmark has finished,
        returns its progress or its error instead."""
        tr, benchmark = self.app.tr, self.app.daily_benchmark
        thresholds = self._star_thresholds()
        if thresholds is not None:
            return tr("ui.daily.marks", first=thresholds[0], second=thresholds[1], third=thresholds[2])
        if benchmark.last_error is not None:
            return tr("ui.daily.no_marks", reason=self.app.failure_text(benchmark.last_error))
        return tr("ui.daily.marking", count=benchmark.games_played, all=BENCHMARK_GAMES)

    def streak_text(self) -> str:
        """Returns the current and the longest streak of days played."""
        played = [
            date.fromisoformat(entry.day)
            for entry in (self.history.results if self.history is not None else [])
        ]
        if not played:
            return self.app.tr("ui.daily.no_streak") if self.history is not None else ""
        current, longest = current_streak(played, self.app.today()), longest_streak(played)
        return self.app.tr("ui.daily.streak", count=current, longest=longest)

    # --- layout

    def layout(self, size: tuple[int, int]) -> None:
        if self.history is None:
            self.request_history()
        if self.board_images.day != self.day:
            self.board_images.discard()
            self.board_images = DailyBoardImages(self.app.renderer.sprites, self.day)
        super().layout(size)
        if self.group.focus is None:
            self.group.set_focus(self.play_button)
            self.group.focus_visible = False

    def compose_body(self) -> Item:
        day, calendar = self._compose_day(), self._compose_calendar()
        return Panel(HBox(Share(day, 54), Share(calendar, 46), gap=20))

    def _compose_day(self) -> Item:
        entry, earned = self.result_of_day, self._earned_stars()
        self.paragraph_labels = [
            CardNameLine(self.app, self.board_images.game)
            if style == CARD_NAME_STYLE
            else Label(text, style, "ink_soft" if style == "body" else "ink", "center", "top", True)
            for text, style in self.challenge_paragraphs()
        ]
        items: list[Item] = [DailyBoardPreview(self.board_images).sized(stretch=1, min_height=140)]
        if earned is not None:
            items.append(Stars(earned, STARS_HEIGHT))
        items.append(self.scroll_area.show(VBox(*self.paragraph_labels, gap=5)).sized(stretch=0))
        if entry is not None:
            self.copy_button.text = self.app.tr("ui.daily.copy")
            self.copy_button.tooltip = shareable_result_line(self.app.translator, entry)
            items.append(self.copy_button.sized(align="center", shrink=False))
        return VBox(*items, gap=10)

    def _compose_calendar(self) -> Item:
        tr, calendar = self.app.tr, self.calendar
        self.previous_month_button.tooltip = tr("ui.daily.earlier")
        self.next_month_button.tooltip = tr("ui.daily.later")
        self.month_label.text = self.app.translator.format_month(calendar.month)
        self.streak_label.text = self.streak_text()
        calendar.today, calendar.shown_day = self.app.today(), self.day
        results = {
            date.fromisoformat(entry.day): entry for entry in (self.history.results if self.history else [])
        }
        calendar.stars_by_day = {
            day: None if entry.star_thresholds is None else stars_for_gold(entry.gold, entry.star_thresholds)
            for day, entry in results.items()
        }
        calendar.gold_by_day = {day: entry.gold for day, entry in results.items()}
        month = HBox(self.previous_month_button, self.month_label.sized(stretch=1), self.next_month_button)
        return VBox(month, calendar.sized(stretch=1), self.streak_label, gap=10)

    def _earned_stars(self) -> int | None:
        """Returns the stars of the day. Returns None until the game has been played and the star thresholds
        are known."""
        entry = self.result_of_day
        return (
            None
            if entry is None or entry.star_thresholds is None
            else stars_for_gold(entry.gold, entry.star_thresholds)
        )

    def compose_footer(self) -> list[Item]:
        history = self.day_history
        is_first_attempt = self.result_of_day is None and (history is None or not history.started)
        key = "go_on" if self.unfinished_save_file is not None else "play" if is_first_attempt else "again"
        if self.is_practice:
            key = "practice.go_on" if key == "go_on" else "practice.play"
        self.play_button.text = self.app.tr(f"ui.daily.{key}")
        self.play_button.enabled = history is not None or not self.is_practice
        self.retry_button.text = self.app.tr("ui.learn.try_again")
        has_failed = self.app.daily_benchmark.last_error is not None and not self.is_practice
        self.retry_button.visible = has_failed
        return [self.retry_button, self.play_button] if has_failed else [self.play_button]

    def leave(self) -> None:
        self.board_images.discard()
