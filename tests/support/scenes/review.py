"""Review scenes."""

from __future__ import annotations

from functools import cache

from support.scenes.final_scoring import finished_match
from support.scenes.registry import scene_maker

from kingdom.match.seats import seats_of_record
from kingdom.record import Record
from kingdom.review.analysis import TurnAnalysis, complete_turns
from kingdom.review.analysis_client import AnalysisClient
from kingdom.review.timeline import build_timeline
from kingdom.rules.setup import GameSetup
from kingdom.ui.framework.app import App
from kingdom.ui.review.scene import ANALYSIS_TAB, CHARTS_TAB, REVIEW_TABS, ReviewScene


@cache
def _record() -> Record:
    return finished_match(GameSetup(player_count=4, seed=8)).record


def _analyzed() -> AnalysisClient:
    """Returns an analysis with made-up losses, so no scene has to wait for a real analysis."""
    analysis_client = AnalysisClient(build_timeline(_record()))
    for turn in complete_turns(analysis_client.timeline):
        answers = [step.answer for step in analysis_client.timeline.steps[turn.start : turn.end]]
        best_gold = {
            "castles": 3,
            **{card.name: 2 for card in analysis_client.timeline.game_at(0).config.scoring_cards},
        }
        loss = (0.0, 0.4, 2.1, 3.6, 8.2)[turn.index % 5]
        analysis_client.analyses[turn.index] = TurnAnalysis(
            turn.index, turn.round, turn.player, turn.card, 4, loss, 1.2 - turn.index % 4, tuple(answers),
            turn.start, {"castles": 3}, best_gold, "gold", "castles", loss,
        )  # fmt: skip
    return analysis_client


def _open_review(app: App, tab: str) -> ReviewScene:
    app.settings.animation = "off"
    analysis_client = _analyzed()
    scene = ReviewScene(analysis_client, seats_of_record(analysis_client.timeline.record, ""), 0)
    app.push(scene)
    scene.open_tab(REVIEW_TABS.index(tab))
    return scene


@scene_maker("review-game")
def open_game(app: App) -> None:
    _open_review(app, REVIEW_TABS[0]).timeline_cursor.seek(90)


@scene_maker("review-gold")
def open_charts(app: App) -> None:
    _open_review(app, CHARTS_TAB).timeline_cursor.seek(90)


@scene_maker("review-judge")
def open_analysis(app: App) -> None:
    scene = _open_review(app, ANALYSIS_TAB)
    scene.mistakes.seek_next_mistake()
