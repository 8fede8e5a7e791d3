"""The puzzle page, which shows the player's rating, a button that starts a suitable puzzle, puzzle rush, and
a filtered list."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import NamedTuple

from kingdom.files import error_message
from kingdom.learn.personal_puzzles import (
    PUZZLES_FILE_NAME,
    PersonalPuzzleClient,
    has_new_analyses,
    personal_puzzles_of,
)
from kingdom.learn.puzzle import PUZZLE_KINDS, Puzzle
from kingdom.learn.puzzle_library import (
    BASE,
    MIXED,
    PERSONAL,
    PERSONAL_ID_PREFIX,
    PuzzleFilter,
    next_puzzle,
    shipped_puzzles,
)
from kingdom.learn.puzzle_session import CLOSE, RETRY, PuzzleRush, PuzzleSession
from kingdom.match.game_options import DEFAULT_NAMES, options_from_settings
from kingdom.match.seed_codes import new_seed
from kingdom.rules.registry import EXPANSIONS, kind_of_name
from kingdom.stats.activity_log import RushResult, append_activity, timestamp_now
from kingdom.stats.database import StatsDatabase
from kingdom.stats.queries import PuzzleStats, load_puzzle_stats
from kingdom.ui.framework.app import App
from kingdom.ui.framework.dialog import Dialog, DialogButton
from kingdom.ui.framework.page import Page
from kingdom.ui.panels.turn_text import levels_that_miss_text
from kingdom.ui.widgets.containers import Container, ListRow, Panel
from kingdom.ui.widgets.controls import Button, Icon, Label, LinkedImage
from kingdom.ui.widgets.dropdown import Dropdown
from kingdom.ui.widgets.layout import Columns, Grid, HBox, Item, Sizing, VBox
from kingdom.ui.widgets.scroll_area import ScrollArea
from kingdom.ui.widgets.tooltip import Tooltip
from kingdom.worker.executor import Task


class PuzzleRow(ListRow):
    """A row in the list of puzzles. A click starts the puzzle."""

    padding = (15, 8)

    def __init__(
        self, app: App, puzzle: Puzzle, rating: float, state_icon: str, on_start: Callable[[], object]
    ) -> None:
        self.app, self.puzzle, self.rating, self.state_icon = app, puzzle, rating, state_icon
        translator = app.translator
        self.title = translator.format_list(translator.localized_name(card, "card") for card in puzzle.cards)
        kind = app.tr(f"ui.puzzle.kind.{puzzle.kind}")
        origin = (
            app.tr("ui.puzzle.own")
            if puzzle.id.startswith(PERSONAL_ID_PREFIX)
            else translator.format_list(
                translator.localized_name(expansion, "box")
                for expansion in puzzle.expansions[1:] or puzzle.expansions
            )
        )
        # The actions of the best turn are also the first hint. Hide them until the first attempt.
        names = [
            translator.localized_name(action, kind_of_name(action)) for action in puzzle.actions if state_icon
        ]
        self.description = " · ".join([kind, origin, *([translator.format_list(names)] if names else [])])
        cards = [
            LinkedImage("cards", f"card_{card}").sized(width=86, height=46, valign="middle")
            for card in puzzle.cards
        ]
        texts = VBox(Label(self.title, style="name"), Label(self.description, "small", "ink_soft", wrap=True))
        rating_label = Label(str(round(rating)), style="number", align="right")
        content = HBox(
            HBox(*cards, gap=4),
            texts.sized(stretch=1, min_width=220, valign="middle"),
            rating_label.sized(min_width=70, shrink=False),
            Icon(state_icon, 26),
            gap=12,
        )
        super().__init__(content, on_start, self._tooltip)
        self.sizing = Sizing(min_height=ROW_HEIGHT)

    def _tooltip(self) -> Tooltip:
        """Returns a tooltip that explains the rating and lists the AI levels that fail to find the
        solution."""
        tr = self.app.tr
        title = tr("ui.puzzle.hard", points=round(self.rating))
        return Tooltip(
            title, tr("ui.puzzle.hard.tip"), levels_that_miss_text(self.app.translator, self.puzzle)
        )


ROW_HEIGHT, STAT_BOX_HEIGHT = 80, 92
"""Heights of a puzzle's row and of a stat box, in design pixels."""
MAX_CERTAIN_RATING_DEVIATION = 110.0
"""Ratings with a larger deviation are shown with a question mark."""
UNSOLVED_FILTER, SOLVED_FILTER = "open", "solved"


class PuzzleMenuData(NamedTuple):
    """All puzzles and the player's puzzle stats."""

    puzzles: tuple[Puzzle, ...]
    puzzle_stats: PuzzleStats
    has_unscanned_games: bool = False
    """True if some of the player's reviewed games have not been searched for puzzles yet."""


class StatBox(Container):
    """A number with a label below it."""

    is_unit = True

    def __init__(self, value: str, label: str, tooltip: str) -> None:
        self.value = value
        texts = VBox(
            Label(value, "title", "text_on_walnut", "center"),
            Label(label, "small", "text_soft_on_walnut", "center"),
        )
        super().__init__(texts.sized(valign="middle"), tooltip=tooltip)


class PuzzleMenuPage(Page):
    """Lists the puzzles that match the filter."""

    title = "ui.puzzle.title"
    max_width = 1100

    def __init__(self) -> None:
        super().__init__()
        self.menu_data: PuzzleMenuData | None = None
        self.puzzle_filter = PuzzleFilter()
        self.scroll_area = ScrollArea()
        self.rows: list[PuzzleRow] = []
        self._rows_key: object = None
        """Language and content of the rows."""
        self.next_puzzle_button = Button("", self.play_next_puzzle, kind="primary", icon="arrow_right")
        self.rush_button = Button("", self.start_rush, icon="clock")
        self.filter_dropdowns = {
            "box": Dropdown([], None, partial(self._set_filter, "box")),
            "kind": Dropdown([], None, partial(self._set_filter, "kind")),
            "tag": Dropdown([], None, partial(self._set_filter, "tag")),
            "solved": Dropdown([], None, partial(self._set_filter, "solved")),
        }
        self.stat_boxes: list[StatBox] = []
        self._last_puzzle_id = ""
        self._data_query: Task[PuzzleMenuData] | None = None

    @property
    def player_name(self) -> str:
        """Name of the player at this computer."""
        return self.app.settings.name or DEFAULT_NAMES[0]

    # --- database queries

    def request_data(self) -> None:
        """Requests the puzzles and the player's stats from the stats service."""
        name, saves_folder, puzzles_file = (
            self.player_name,
            self.app.save_store.folder,
            self._personal_puzzles_file,
        )
        if self._data_query is not None:
            self._data_query.cancel()
        self._data_query = self.app.stats_service.submit_query(
            lambda database: load_puzzle_menu_data(database, name, saves_folder, puzzles_file),
        )

    @property
    def _personal_puzzles_file(self) -> Path:
        """File with the puzzles generated from the player's own games."""
        return self.app.save_store.folder.parent / PUZZLES_FILE_NAME

    def enter(self, app: App) -> None:
        super().enter(app)
        if options_from_settings(app.settings.new_game, "").expansions == [BASE]:
            self.puzzle_filter = PuzzleFilter(expansion=BASE)
            self.filter_dropdowns["box"].value = BASE
        self.puzzle_finder = PersonalPuzzleClient(app.save_store.folder, self._personal_puzzles_file)

    def leave(self) -> None:
        self.puzzle_finder.close()

    def update(self, seconds: float) -> bool:
        was_searching = self.puzzle_finder.is_busy
        if self.puzzle_finder.collect_result() or (was_searching and not self.puzzle_finder.is_busy):
            self.request_data()
            if self.puzzle_finder.last_error is not None:
                self.app.toast(self._search_failure_text())
        if self._data_query is not None and self._data_query.is_done:
            data, error = self._data_query.result, self._data_query.error
            self._data_query = None
            self.menu_data = data or PuzzleMenuData(shipped_puzzles().puzzles, PuzzleStats())
            if self.menu_data.has_unscanned_games and self.puzzle_finder.last_error is None:
                self.puzzle_finder.start()
            if error is not None:
                self.app.warn_once(self.app.tr("ui.puzzle.not_kept", reason=error_message(error)))
            self.layout(self.app.size)
            self.app.needs_redraw = True
        return super().update(seconds)

    @property
    def puzzle_stats(self) -> PuzzleStats:
        """The player's puzzle stats. Defaults are used until they have been loaded."""
        return self.menu_data.puzzle_stats if self.menu_data is not None else PuzzleStats()

    @property
    def matching_puzzles(self) -> list[Puzzle]:
        """Puzzles that match the filter, sorted by their current rating from easy to hard."""
        if self.menu_data is None:
            return []
        ratings, solved = dict(self.puzzle_stats.puzzle_ratings), self.puzzle_stats.solved
        matching = [puzzle for puzzle in self.menu_data.puzzles if self.puzzle_filter.matches(puzzle, solved)]
        return sorted(matching, key=lambda puzzle: (ratings.get(puzzle.id, puzzle.rating), puzzle.id))

    # --- playing

    def play_next_puzzle(self) -> None:
        """Starts the puzzle in the filtered list that best suits the player's rating."""
        stats = self.puzzle_stats
        puzzle = next_puzzle(
            self.matching_puzzles, stats.rating.points, stats.rating.deviation, stats.solved, stats.tried,
            dict(stats.puzzle_ratings), self._last_puzzle_id,
        )  # fmt: skip
        if puzzle is not None:
            self.play_puzzle(puzzle)

    def play_puzzle(self, puzzle: Puzzle) -> None:
        self._last_puzzle_id = puzzle.id

        def on_done(choice: str, new_stats: PuzzleStats | None) -> None:
            if new_stats is not None and self.menu_data is not None:
                self.menu_data = self.menu_data._replace(puzzle_stats=new_stats)
            self.request_data()
            self.layout(self.app.size)
            if choice == RETRY:
                self.play_puzzle(puzzle)
            elif choice != CLOSE:
                self.play_next_puzzle()

        is_practice = self.puzzle_stats.is_practicing
        is_rated = not is_practice and puzzle.id not in self.puzzle_stats.used
        session = PuzzleSession(puzzle, self.player_name, is_rated, is_practice)
        self.app.navigator.start_puzzle(session, on_done)

    def start_rush(self) -> None:
        """Starts a puzzle rush. The player has five minutes to solve as many puzzles as possible."""
        if self.menu_data is not None:
            self.start_next_rush_puzzle(PuzzleRush(self.menu_data.puzzles, new_seed()))

    def start_next_rush_puzzle(self, rush: PuzzleRush) -> None:
        def on_done(choice: str, _: PuzzleStats | None) -> None:
            if choice == CLOSE or rush.is_over:
                self._finish_rush(rush)
            else:
                self.start_next_rush_puzzle(rush)

        self.app.navigator.start_puzzle(PuzzleSession(rush.puzzle, self.player_name), on_done, rush)

    def _finish_rush(self, rush: PuzzleRush) -> None:
        app, previous_best = self.app, self.puzzle_stats.best_rush
        rush_result = RushResult(self.player_name, timestamp_now(), rush.solved, rush.tried)
        if not rush.tried:
            self.layout(app.size)
            return
        app.stats_service.submit_query(lambda database: append_activity(database, rush_result))
        self.request_data()
        text = app.tr("ui.puzzle.rush.result", count=rush.solved, tried=rush.tried)
        if rush.solved > previous_best:
            text = f"{text}\n{app.tr('ui.puzzle.rush.best')}"
        buttons = [
            DialogButton(app.tr("ui.puzzle.rush.again"), self.start_rush, "primary"),
            DialogButton(app.tr("ui.puzzle.list")),
        ]
        app.push(Dialog(app.tr("ui.puzzle.rush"), text, buttons, icon="clock"))

    # --- filters

    def _set_filter(self, changed: str, value: object) -> None:
        selected = {name: dropdown.value for name, dropdown in self.filter_dropdowns.items()} | {
            changed: value
        }
        solved = {UNSOLVED_FILTER: False, SOLVED_FILTER: True}.get(str(selected["solved"]))
        text_by_name = {
            name: None if selection is None else str(selection) for name, selection in selected.items()
        }
        self.puzzle_filter = PuzzleFilter(
            text_by_name["box"], text_by_name["kind"], text_by_name["tag"], solved
        )
        self.scroll_area.scroll_to_offset(0)
        self.layout(self.app.size)
        self.app.needs_redraw = True

    def _update_filter_options(self) -> None:
        tr, translator = self.app.tr, self.app.translator
        puzzles = self.menu_data.puzzles if self.menu_data is not None else ()
        expansions = [
            expansion for expansion in EXPANSIONS if any(expansion in puzzle.expansions for puzzle in puzzles)
        ]
        expansion_options: list[tuple[object, str]] = [
            (expansion, translator.localized_name(expansion, "box")) for expansion in expansions or [BASE]
        ]
        tags = sorted(
            (translator.localized_name(tag, kind_of_name(tag)), tag)
            for tag in {tag for puzzle in puzzles for tag in puzzle.tags}
        )
        options: dict[str, list[tuple[object, str]]] = {
            "box": [
                (None, tr("ui.puzzle.box.any")),
                *expansion_options,
                (MIXED, tr("ui.puzzle.box.mixed")),
                (PERSONAL, tr("ui.puzzle.own")),
            ],
            "kind": [
                (None, tr("ui.puzzle.kind.any")),
                *((kind, tr(f"ui.puzzle.kind.{kind}")) for kind in PUZZLE_KINDS),
            ],
            "tag": [(None, tr("ui.puzzle.tag.any")), *((tag, name) for name, tag in tags)],
            "solved": [
                (None, tr("ui.puzzle.solved.any")),
                (UNSOLVED_FILTER, tr("ui.puzzle.solved.open")),
                (SOLVED_FILTER, tr("ui.puzzle.solved.done")),
            ],
        }
        for name, dropdown in self.filter_dropdowns.items():
            dropdown.options, dropdown.tooltip = options[name], tr(f"ui.puzzle.choose.{name}")

    # --- layout

    def _create_stat_boxes(self) -> list[StatBox]:
        tr, stats = self.app.tr, self.puzzle_stats
        deviation = round(2 * stats.rating.deviation)
        uncertainty_mark = "" if stats.rating.deviation <= MAX_CERTAIN_RATING_DEVIATION else "?"
        puzzle_count = len(self.menu_data.puzzles) if self.menu_data is not None else 0
        solved = sum(
            puzzle.id in stats.solved for puzzle in (self.menu_data.puzzles if self.menu_data else ())
        )
        values = {
            "rating": f"{round(stats.rating.points)}{uncertainty_mark}",
            "solved": f"{solved} / {puzzle_count}",
            "streak": str(stats.streak),
            "rush": str(stats.best_rush),
        }
        return [
            StatBox(
                value, tr(f"ui.puzzle.figure.{name}"),
                tr(f"ui.puzzle.figure.{name}.tip", count=stats.longest_streak, deviation=deviation),
            )
            for name, value in values.items()
        ]  # fmt: skip

    def compose_body(self) -> Item:
        self._update_filter_options()
        self.stat_boxes = self._create_stat_boxes()
        stats = Panel(Grid((1,) * 4, *self.stat_boxes, gap=8), "walnut", padding=(4, 0), shadow=False)
        filters = Columns(*self.filter_dropdowns.values(), min_width=200, gap=8, max_columns=4)
        self._update_rows()
        message = Label(self._empty_state_text(), "reading", "ink_soft", "center", "top", True)
        rows = VBox(*self.rows) if self.rows else message
        content = VBox(stats.sized(height=STAT_BOX_HEIGHT), filters, self.scroll_area.show(rows), gap=8)
        return Panel(content, padding=16)

    def _update_rows(self) -> None:
        """Recreates the rows if their content has changed."""
        focus, stats = self.group.focus, self.puzzle_stats
        ratings = dict(stats.puzzle_ratings)
        contents = [
            (
                puzzle,
                ratings.get(puzzle.id, float(puzzle.rating)),
                "check" if puzzle.id in stats.solved else "cross" if puzzle.id in stats.tried else "",
            )
            for puzzle in self.matching_puzzles
        ]
        if (key := (self.app.translator.language, contents)) == self._rows_key:
            return
        focused = focus.puzzle if isinstance(focus, PuzzleRow) else None
        self._rows_key, self.rows = key, []
        for puzzle, rating, state_icon in contents:
            on_start = partial(self.play_puzzle, puzzle)
            self.rows.append(PuzzleRow(self.app, puzzle, rating, state_icon, on_start))
            if puzzle is focused:
                self.group.focus = self.rows[-1]

    def _empty_state_text(self) -> str:
        tr = self.app.tr
        if self.menu_data is None:
            return tr("ui.puzzle.loading")
        if self.puzzle_filter.expansion != PERSONAL:
            return tr("ui.puzzle.none")
        if self.puzzle_finder.last_error is not None:
            return self._search_failure_text()
        return tr("ui.puzzle.seeking" if self.puzzle_finder.is_busy else "ui.puzzle.none_own")

    def _search_failure_text(self) -> str:
        assert self.puzzle_finder.last_error is not None
        return self.app.tr(
            "ui.puzzle.search_failed", reason=self.app.failure_text(self.puzzle_finder.last_error)
        )

    def compose_footer(self) -> list[Item]:
        tr = self.app.tr
        self.next_puzzle_button.text, self.rush_button.text = tr("ui.puzzle.next"), tr("ui.puzzle.rush")
        self.rush_button.tooltip = tr("ui.puzzle.rush.tip")
        self.next_puzzle_button.enabled, self.next_puzzle_button.disabled_reason = (
            bool(self.matching_puzzles),
            self._empty_state_text(),
        )
        self.rush_button.enabled = self.menu_data is not None
        return [self.rush_button, self.next_puzzle_button]

    def layout(self, size: tuple[int, int]) -> None:
        if self.menu_data is None:
            self.request_data()
        super().layout(size)
        if self.group.focus is None and self.next_puzzle_button.enabled:
            self.group.set_focus(self.next_puzzle_button)
            self.group.focus_visible = False


def load_puzzle_menu_data(
    database: StatsDatabase, player_name: str, saves_folder: Path, puzzles_file: Path
) -> PuzzleMenuData:
    personal_puzzles = personal_puzzles_of(puzzles_file, player_name)
    return PuzzleMenuData(
        (*shipped_puzzles().puzzles, *personal_puzzles),
        load_puzzle_stats(database, player_name),
        has_new_analyses(saves_folder, puzzles_file),
    )
