"""Draws the selected turn or the better turn on the board. Also navigates to mistakes and lets the player
retry them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pygame

from kingdom.review.analysis import BLUNDER, MISTAKE, TurnAnalysis, mistakes_of
from kingdom.review.analysis_client import AnalysisClient
from kingdom.review.branching import NEXT, RETRY, SHOW_BEST, TurnRetry
from kingdom.review.timeline import NO_PLAYER
from kingdom.ui.board.board_view import BoardView
from kingdom.ui.board.highlights import Highlights
from kingdom.ui.board.turn_diagram import (
    BoardChange,
    TurnDiagram,
    board_changes_of,
    build_turn_diagram,
    draw_board_changes,
)
from kingdom.ui.draw.renderer import Renderer
from kingdom.ui.review.replay import TimelineCursor

if TYPE_CHECKING:
    from kingdom.ui.review.scene import ReviewScene


class TurnDiagramView:
    """Draws on the board the turn at the timeline cursor, either as it was played or as the analysis
    suggests."""

    def __init__(self, analysis_client: AnalysisClient, timeline_cursor: TimelineCursor) -> None:
        self.analysis_client, self.timeline_cursor = analysis_client, timeline_cursor
        self.shows_better = False
        """True while the board shows the better turn."""
        self._diagram_cache: tuple[int, TurnDiagram] | None = None
        """Index and diagram of the last better turn that was shown."""

    @property
    def turn_analysis(self) -> TurnAnalysis | None:
        """Analysis of the selected turn, or None if it has not been analyzed yet."""
        return self.analysis_client.analyses.get(self.timeline_cursor.turn.index)

    @property
    def better_diagram(self) -> TurnDiagram | None:
        """Diagram of the better turn if the board shows it, otherwise None."""
        turn_analysis = self.turn_analysis
        if not self.shows_better or turn_analysis is None:
            return None
        if self._diagram_cache is None or self._diagram_cache[0] != turn_analysis.turn_index:
            diagram = build_turn_diagram(
                self.analysis_client.timeline.game_at(turn_analysis.best_from),
                turn_analysis.best_answers,
                turn_analysis.player,
            )
            self._diagram_cache = turn_analysis.turn_index, diagram
        return self._diagram_cache[1]

    def played_changes(self) -> tuple[BoardChange, ...]:
        """Returns the changes that the turn made on the board up to the visible step."""
        turn = self.timeline_cursor.turn
        steps = self.analysis_client.timeline.steps[turn.start : self.timeline_cursor.visible_answer_count]
        return board_changes_of([event for step in steps for event in step.events], turn.player)

    def highlights(self, colors: list[str]) -> Highlights:
        player, diagram = self.timeline_cursor.turn.player, self.better_diagram
        if diagram is not None:
            return Highlights(hint_hexes=diagram.hexes)
        hexes = 0
        for change in self.played_changes():
            hexes |= change.hexes
        return Highlights(ringed_hexes=((colors[player], hexes),) if hexes and player != NO_PLAYER else ())

    def draw(self, surface: pygame.Surface, renderer: Renderer, view: BoardView) -> None:
        """Draws the numbered changes of the turn."""
        if self.timeline_cursor.turn.player == NO_PLAYER:
            return
        diagram = self.better_diagram
        changes = self.played_changes() if diagram is None else diagram.board_changes
        draw_board_changes(surface, renderer, view, changes, "gold_light" if diagram is None else "glow_hint")


class MistakeNavigator:
    """Navigates to mistakes that the analysis has found so far, and retries them."""

    def __init__(self, scene: ReviewScene) -> None:
        self.scene = scene

    def retryable_mistakes(self) -> list[TurnAnalysis]:
        """Returns the mistakes that can be retried, sorted by turn."""
        scene = self.scene
        mistakes = [
            analysis
            for seat in scene.reviewed_players
            for analysis in mistakes_of(scene.analysis_client.analyses.values(), seat)
        ]
        return sorted(mistakes, key=lambda analysis: analysis.turn_index)

    def seek_next_mistake(self) -> None:
        """Seeks the next mistake, wrapping around after the last mistake. If there is exactly one human, only
        that player's mistakes count."""
        scene = self.scene
        turn_indexes = [
            analysis.turn_index
            for analysis in scene.analysis_client.analyses.values()
            if analysis.judgment in (MISTAKE, BLUNDER)
            and (scene.human_player is None or analysis.player == scene.human_player)
        ]
        if not turn_indexes:
            scene.app.toast(scene.app.tr("ui.review.again.none"))
            return
        later = [index for index in turn_indexes if index > scene.timeline_cursor.turn.index]
        scene.timeline_cursor.seek_turn(min(later or turn_indexes))

    def retry_mistake(self) -> None:
        """Retries the mistake in the selected turn. If that turn has none, retries the next mistake."""
        mistakes = self.retryable_mistakes()
        if mistakes:
            current_turn = self.scene.timeline_cursor.turn.index
            self._open_retry(
                next((analysis for analysis in mistakes if analysis.turn_index >= current_turn), mistakes[0])
            )

    def _open_retry(self, analysis: TurnAnalysis) -> None:
        scene = self.scene
        scene.timeline_cursor.seek_turn(analysis.turn_index)
        turn_retry = TurnRetry(scene.analysis_client, analysis, scene.seats)
        scene.app.navigator.retry_turn(turn_retry, lambda choice: self._on_retry_done(analysis, choice))

    def _on_retry_done(self, analysis: TurnAnalysis, choice: str) -> None:
        """Handles the choice made after a retry."""
        scene = self.scene
        if choice == RETRY:
            self._open_retry(analysis)
        elif choice == NEXT:
            mistakes = self.retryable_mistakes()
            later = [other for other in mistakes if other.turn_index > analysis.turn_index]
            self._open_retry((later or mistakes)[0])
        elif choice == SHOW_BEST:
            scene.open_analysis_tab()
            scene.timeline_cursor.seek_turn(analysis.turn_index)
            scene.toggle_better_turn()
