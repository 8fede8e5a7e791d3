"""LessonOverlay: shows a lesson's instructions over the match scene and highlights what they refer to.
Forwards input to the match scene. kingdom/learn/lesson_session.py defines what the player may do."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame

from kingdom.learn.lesson import ASK, COURSES, LEARNER_SEAT, PLAY, TELL, UNTIL_GAME_OVER, shipped_lessons
from kingdom.learn.lesson_session import FINISHED, GOAL_MISSED, LessonSession
from kingdom.learn.lesson_vocabulary import GOLD, TOTAL, HighlightTarget, cards_without_gold
from kingdom.rules.game import Game
from kingdom.rules.scoring import all_totals
from kingdom.ui.framework.app import App
from kingdom.ui.framework.scene import Scene
from kingdom.ui.match.lesson_highlight import (
    PLAYING_DIM_ALPHA,
    READING_DIM_ALPHA,
    DimLayer,
    draw_arrow,
    edge_point_toward,
)
from kingdom.ui.match.scene import MatchScene
from kingdom.ui.panels.symbols import draw_stars
from kingdom.ui.widgets.controls import Button, Label
from kingdom.ui.widgets.layout import HBox, Item, Slot, Spacer, VBox
from kingdom.ui.widgets.placement import find_clear_rect
from kingdom.ui.widgets.tooltip import Tooltip
from kingdom.ui.widgets.widget_group import WidgetGroup


def highlighted_part_rects(
    scene: MatchScene, game: Game, targets: Sequence[HighlightTarget]
) -> list[pygame.Rect]:
    """Returns the rects of all highlighted parts of the match scene."""
    rects: list[pygame.Rect] = []
    for target in targets:
        if target.kind == "idle_cards":
            rects += [rect for card in cards_without_gold(game) for rect in scene.part_rects("card", card)]
        elif target.is_widget:
            rects += scene.part_rects(target.kind, target.argument)
    return [rect for rect in rects if rect.width and rect.height]


def highlighted_hexes(game: Game, targets: Iterable[HighlightTarget]) -> int:
    hexes = 0
    for target in targets:
        hexes |= target.hexes(game)
    return hexes


CONTINUE_KEYS = (pygame.K_SPACE, pygame.K_RETURN, pygame.K_KP_ENTER)
MOUSE_EVENTS = (pygame.MOUSEMOTION, pygame.MOUSEBUTTONDOWN, pygame.MOUSEBUTTONUP)
MAX_HEXES_WITH_ARROW = 6
"""Maximum number of highlighted hexes that an arrow points to. More hexes are easy to see without an
arrow."""
PANEL_WIDTHS = (480, 620, 380)
"""Panel widths in design pixels, in order of preference."""
BUTTON_HEIGHT, STARS_HEIGHT, PADDING, GAP = 44, 54, 18, 10
"""Layout sizes of the instruction panel, in design pixels."""
DOT_RADIUS, DOT_SPACING = 4, 2.8
"""Radius of a progress dot in design pixels, and the distance between two dots in multiples of the radius."""


def _mean_center(rects: Sequence[pygame.Rect]) -> tuple[int, int]:
    return (
        sum(rect.centerx for rect in rects) // len(rects),
        sum(rect.centery for rect in rects) // len(rects),
    )


class LessonScene(MatchScene):
    """Match scene of a lesson, which has its own menu and shows its own result."""

    def __init__(self, session: LessonSession) -> None:
        super().__init__(session.match)
        self.session = session

    def open_pause_menu(self) -> None:
        self.app.navigator.open_lesson_menu(self.session)

    def show_final_scoring(self) -> None:
        """Does nothing: the lesson shows its own result."""


class LessonOverlay(Scene):
    """Shows the instruction panel over the match scene of a lesson."""

    is_overlay = True

    def __init__(self, session: LessonSession, match_scene: MatchScene) -> None:
        self.session, self.match_scene = session, match_scene
        self.group = WidgetGroup()
        self.panel = pygame.Rect(0, 0, 0, 0)
        self.title = Label("", style="name", color="ink_soft")
        self.game_result = Label("", style="title", align="center", wrap=True)
        self.instruction = Label("", style="reading", wrap=True, valign="top")
        self.refusal = Label("", style="reading", color="text_error", wrap=True, valign="top")
        self._stars = Slot()
        self.continue_button = Button("", self.continue_lesson, kind="primary")
        self.restart_button = Button("", self.restart_lesson, icon="turn_left")
        self.scores_button = Button("", self.show_final_scoring)
        self.list_button = Button("", self.leave_lesson)
        self.highlighted_rects: list[pygame.Rect] = []
        """Rects of all highlighted hexes and parts of the scene."""
        self.highlighted_hexes = 0
        self.highlighted_part_rects: list[pygame.Rect] = []
        self._dim_layer = DimLayer()
        self._synced_state: object = None
        self._over_panel = False
        self._result_saved = False

    def enter(self, app: App) -> None:
        super().enter(app)
        self.group.play_sound = app.play_sound

    def leave(self) -> None:
        self.release_memory()

    def release_memory(self) -> None:
        self._dim_layer = DimLayer()  # the cached images can be as large as the window

    @property
    def is_finished(self) -> bool:
        """True if the lesson is over, whether or not the player reached the goal."""
        return self.session.stage in (GOAL_MISSED, FINISHED)

    @property
    def is_hidden(self) -> bool:
        """True if there is no instruction to show, because the player is playing a whole game."""
        session = self.session
        plays_whole_game = session.step is not None and session.step.play_until == UNTIL_GAME_OVER
        return plays_whole_game and session.stage == PLAY and session.match.game.round > 1

    # --- button actions

    def continue_lesson(self) -> None:
        """Goes to the next step, retries a failed goal, or starts the next lesson."""
        session = self.session
        if session.stage == GOAL_MISSED:
            session.retry()
        elif session.stage == FINISHED:
            next_lesson = shipped_lessons().lesson_after(session.lesson)
            if self._ends_base_course:
                self.app.navigator.start_quick_game()
            elif next_lesson is not None:
                self.app.navigator.start_lesson(next_lesson.name)
            else:
                self.leave_lesson()
        else:
            session.advance()
        self.sync_with_lesson()

    @property
    def _ends_base_course(self) -> bool:
        """True if the player now knows the base game and has not set up a game yet."""
        is_last_lesson = self.session.lesson is shipped_lessons().lessons_in_course(COURSES[0])[-1]
        return is_last_lesson and not self.app.settings.new_game

    def restart_lesson(self) -> None:
        self.app.navigator.start_lesson(self.session.lesson.name)

    def show_final_scoring(self) -> None:
        """Shows the final scoring if the lesson was a whole game."""
        self.app.navigator.open_final_scoring(self.session.match)

    def leave_lesson(self) -> None:
        self.app.navigator.open_tutorial()

    # --- lesson state

    def sync_with_lesson(self) -> None:
        """Updates the overlay if the lesson has advanced or highlighted parts have moved."""
        session, scene = self.session, self.match_scene
        part_positions = (
            tuple(map(tuple, highlighted_part_rects(scene, session.match.game, session.highlights))),
            scene.view.camera_states,
        )
        current_state = (
            session.step_index,
            session.stage,
            session.refusal,
            session.tip,
            len(session.match.history),
            session.match.state,
            part_positions,
        )
        if current_state != self._synced_state:
            self._synced_state = current_state
            if session.stage == FINISHED and not self._result_saved:
                self._save_result()
            self.layout(self.app.size)
            self.app.needs_redraw = True

    def _save_result(self) -> None:
        self._result_saved = True
        self.app.progress.record_result(self.session.lesson, self.session.stars)
        self.app.stats_service.scan()
        self.app.play_sound("gold")

    # --- text

    @property
    def _is_whole_game_over(self) -> bool:
        return self.session.lesson.setup is not None and self.session.match.game.over

    @property
    def game_result_text(self) -> str:
        """States who won the whole game, with both scores. Empty if the lesson was not a whole game."""
        if not self._is_whole_game_over:
            return ""
        opponents = list(all_totals(self.session.match.game))
        own, best = opponents.pop(LEARNER_SEAT), max(opponents)
        if own == best:
            return self.app.tr("ui.learn.game.tied", own=own)
        return self.app.tr("ui.learn.game.won" if own > best else "ui.learn.game.lost", own=own, others=best)

    @property
    def instruction_and_refusal(self) -> list[str]:
        """The current instruction, and the reason the last answer was refused (or an empty string)."""
        session, tr = self.session, self.app.tr
        goal = session.lesson.goal
        if session.stage == GOAL_MISSED:
            return [tr("ui.learn.short", count=session.gold_reached, least=goal.minimum), ""]
        if session.stage == FINISHED:
            if self._is_whole_game_over:
                return [tr("ui.learn.game.stars", par=goal.par, best=goal.best), ""]
            if goal.source:
                key = "ui.learn.reached_straight" if goal.forbids_help else "ui.learn.reached"
                return [tr(key, count=session.gold_reached, par=goal.par, best=goal.best), ""]
            return [
                tr("ui.learn.mistakes" if session.mistakes else "ui.learn.perfect", count=session.mistakes),
                "",
            ]
        key, values = session.text
        refusal = session.refusal
        translator = self.app.translator
        refusal_text = (
            translator.tr(refusal.text_key, **translator.localize_values(refusal.text_values))
            if refusal is not None
            else ""
        )
        return [tr(key, **values), refusal_text]

    def _visible_buttons(self) -> list[Button]:
        session, tr = self.session, self.app.tr
        self.restart_button.text, self.list_button.text = tr("ui.learn.again"), tr("ui.learn.list")
        self.scores_button.text, self.continue_button.subtitle = tr("ui.learn.count"), None
        if session.stage == GOAL_MISSED:
            self.continue_button.text = tr("ui.learn.try_again")
            return [self.list_button, self.continue_button]
        if session.stage == FINISHED:
            next_lesson = shipped_lessons().lesson_after(session.lesson)
            key = "play" if self._ends_base_course else "list" if next_lesson is None else "next"
            self.continue_button.text = tr(f"ui.learn.{key}")
            return [
                *([self.list_button] if next_lesson is not None else []),
                self.restart_button,
                *([self.scores_button] if self._is_whole_game_over else []),
                self.continue_button,
            ]
        if session.stage == TELL:
            self.continue_button.text = tr("ui.learn.go_on")
            return [self.continue_button]
        return []

    # --- layout

    def layout(self, size: tuple[int, int]) -> None:
        session, renderer = self.session, self.app.renderer
        game = session.match.game
        highlights = () if self.is_finished else session.highlights
        self.highlighted_hexes = highlighted_hexes(game, highlights)
        self.highlighted_part_rects = highlighted_part_rects(self.match_scene, game, highlights)
        self.highlighted_rects = [
            *self.match_scene.view.hex_rects(self.highlighted_hexes),
            *self.highlighted_part_rects,
        ]
        buttons = self._visible_buttons()
        self.title.text = self.app.tr(f"lesson.{session.lesson.name}")
        self.title.pixels = None
        self.game_result.text = self.game_result_text
        self.instruction.text, self.refusal.text = self.instruction_and_refusal
        if self.is_hidden:
            self.panel = pygame.Rect(0, 0, 0, 0)
            self.group.replace_widgets([])
            self.match_scene.keep_tooltips_off([])
            return
        sizes = [
            (width, self._compose(width, buttons).measure_height(renderer, width))
            for width in self._panel_widths(size, buttons)
        ]
        window = pygame.Rect((0, 0), size)
        if self.is_finished:
            self.panel = pygame.Rect((0, 0), sizes[0])
            self.panel.center = window.center
        else:
            # without highlights, prefer to cover the log, which the player needs least
            targets = self.highlighted_rects or self.match_scene.part_rects("log", "")
            self.panel = find_clear_rect(
                window.inflate(-2 * renderer.px(10), -2 * renderer.px(10)),
                sizes,
                _mean_center(targets),
                self._rects_to_keep_visible(),
                self.match_scene.view.hex_rects(game.piece_hexes[LEARNER_SEAT]),
            )
        content = self._compose(self.panel.width, buttons)
        content.place(renderer, self.panel)
        self.title.pixels = renderer.fit_font_size("name", [(str(self.title.text), self.title.rect)])
        self.match_scene.keep_tooltips_off([self.panel, *self.highlighted_rects])
        self.group.replace_widgets(content.widgets())
        if self.is_finished and self.group.focus is None:
            self.group.set_focus(self.continue_button)
            self.group.focus_visible = False
        elif not self.is_finished and self.group.focus is not None:
            self.group.set_focus(None)

    def _panel_widths(self, size: tuple[int, int], buttons: Sequence[Button]) -> list[int]:
        renderer = self.app.renderer
        max_width = size[0] - 2 * renderer.px(10)
        if self.is_finished:
            buttons_width = self._buttons_width(buttons) + 2 * renderer.px(PADDING)
            return [min(max_width, max(renderer.px(PANEL_WIDTHS[1]), buttons_width))]
        # fonts shrink less than the window, so the panel needs a minimum width
        min_width = renderer.line_height("reading") * 14
        return [
            min(max_width, max(renderer.px(width), min_width * width // PANEL_WIDTHS[0]))
            for width in PANEL_WIDTHS
        ]

    def _compose(self, width: int, buttons: Sequence[Button]) -> Item:
        """Returns the content of a panel of this width."""
        renderer = self.app.renderer
        dots = Spacer(DOT_RADIUS * DOT_SPACING * self._dot_count)
        items: list[Item] = [HBox(self.title.sized(stretch=1), dots, gap=GAP)]
        if self.session.stage == FINISHED:
            if self.game_result.text:
                items.append(self.game_result)
            items.append(self._stars.sized(height=STARS_HEIGHT))
        items += [label for label in (self.instruction, self.refusal) if label.text]
        if buttons:
            fits = self._buttons_width(buttons) <= width - 2 * renderer.px(PADDING)
            cells = [button.sized(min_width=140, min_height=BUTTON_HEIGHT) for button in buttons]
            items.append(HBox(Spacer(), *cells, gap=GAP) if fits else VBox(*reversed(cells), gap=GAP))
        return VBox(*items, gap=GAP, padding=PADDING)

    @property
    def _dot_count(self) -> int:
        """Number of progress dots, one for each step. A whole game has none: its steps show no progress."""
        return 0 if self.session.lesson.setup is not None else len(self.session.lesson.steps)

    def _buttons_width(self, buttons: Sequence[Button]) -> int:
        """Returns the width of the buttons side by side."""
        renderer = self.app.renderer
        widths = [max(renderer.px(140), button.natural_size(renderer, 0)[0]) for button in buttons]
        return sum(widths) + renderer.px(GAP) * len(buttons)

    def _rects_to_keep_visible(self) -> list[pygame.Rect]:
        """Returns the rects that the panel must not cover because the player needs to see them: what is
        highlighted, the gold that the text mentions, and, if it is the player's turn, everything needed to
        answer."""
        session, scene = self.session, self.match_scene
        decision = session.match.human_decision
        rects = [*self.highlighted_rects, *self._mentioned_gold_rects()]
        rects += [rect for part in ("hand", "buttons") for rect in scene.part_rects(part, "")]
        if session.stage != TELL:
            rects += scene.part_rects("prompt", "")
        if session.stage in (ASK, PLAY) and decision is not None:
            rects += scene.view.hex_rects(decision.cells)
        return rects

    def _mentioned_gold_rects(self) -> list[pygame.Rect]:
        """Returns the rects of the players and cards whose gold the text mentions or the goal counts."""
        session = self.session
        if session.step is None or session.tip is not None:
            return []
        sources = {
            (measure.source, measure.player)
            for measure in session.step.measures.values()
            if measure.quantity == GOLD
        }
        if session.stage == PLAY and session.lesson.goal.source:
            sources.add((session.lesson.goal.source, LEARNER_SEAT))
        return [
            rect
            for source, player in sources
            for rect in (
                self.match_scene.part_rects("player", str(player))
                if source == TOTAL
                else self.match_scene.part_rects("card", source)
            )
        ]

    # --- events and updates

    def handle(self, event: pygame.event.Event) -> bool:
        changed = self._route_event(event)
        if self in self.app.scenes:
            self.sync_with_lesson()
        return changed

    def _route_event(self, event: pygame.event.Event) -> bool:
        if self.is_finished:
            if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE:
                self.match_scene.open_pause_menu()
                return True
            return self.group.handle(event)
        if event.type == pygame.KEYDOWN and event.key in CONTINUE_KEYS and self.session.stage == TELL:
            self.continue_lesson()
            return True
        if event.type in MOUSE_EVENTS:
            is_over_panel = self.panel.collidepoint(event.pos)
            left_panel, self._over_panel = self._over_panel and not is_over_panel, is_over_panel
            if is_over_panel:
                leave_event = pygame.event.Event(pygame.WINDOWLEAVE)
                return bool(self.match_scene.handle(leave_event) | self.group.handle(event))
            if left_panel:
                self.group.handle(pygame.event.Event(pygame.WINDOWLEAVE))
        return self.match_scene.handle(event)

    def cursor(self) -> str:
        return super().cursor() if self.is_finished or self._over_panel else self.match_scene.cursor()

    def help_topic(self) -> Tooltip | None:
        return None if self.is_finished or self._over_panel else self.match_scene.help_topic()

    def right_click_topic(self) -> Tooltip | None:
        return None if self.is_finished or self._over_panel else self.match_scene.right_click_topic()

    def toast_area(self) -> pygame.Rect:
        return self.match_scene.toast_area()

    def covers(self, pos: tuple[int, int]) -> bool:
        return bool(self.panel.collidepoint(pos))

    def update(self, seconds: float) -> bool:
        self.session.check_tips()
        self.sync_with_lesson()
        return self.group.update(seconds)

    # --- drawing

    def draw(self, surface: pygame.Surface) -> None:
        renderer, session = self.app.renderer, self.session
        if self.is_finished:
            renderer.draw_tint(surface, surface.get_rect(), READING_DIM_ALPHA)
        elif not self.match_scene.tooltip_visible:  # don't dim a tooltip the player is reading
            is_reading = session.stage == TELL
            decision = session.match.human_decision
            legal_hexes = 0 if is_reading or decision is None else decision.cells
            dim_alpha = READING_DIM_ALPHA if is_reading else PLAYING_DIM_ALPHA
            self._dim_layer.draw(
                surface,
                renderer,
                self.match_scene.view,
                self.highlighted_hexes,
                legal_hexes,
                self.highlighted_part_rects,
                dim_alpha,
            )
            self._draw_arrows(surface)
            self.match_scene.draw_hex_tooltip(surface)  # tooltips go on top of the dim layer
        if self.is_hidden:
            return
        renderer.draw_panel(surface, self.panel)
        border = self.panel.inflate(-renderer.px(6), -renderer.px(6))
        pygame.draw.rect(
            surface, renderer.color("gold"), border, max(1, renderer.px(2)), border_radius=renderer.px(8)
        )
        if session.stage == FINISHED:
            height = self._stars.rect.height
            draw_stars(surface, renderer, session.stars, self._stars.rect.center, height)
        self.group.draw(surface, renderer)
        self._draw_progress_dots(surface)

    def _draw_arrows(self, surface: pygame.Surface) -> None:
        """Draws arrows to the highlighted parts of the scene. If only a few hexes are highlighted, also draws
        an arrow to the nearest of them. Skips arrows that would cross a different target."""
        targets = list(self.highlighted_part_rects[:3])
        if self.highlighted_hexes and self.highlighted_hexes.bit_count() <= MAX_HEXES_WITH_ARROW:
            rects = self.match_scene.view.hex_rects(self.highlighted_hexes)
            panel_center = self.panel.center
            targets += sorted(
                rects,
                key=lambda rect: abs(rect.centerx - panel_center[0]) + abs(rect.centery - panel_center[1]),
            )[:1]
        for target in targets:
            start, end = (
                edge_point_toward(self.panel, target.center),
                edge_point_toward(target, self.panel.center),
            )
            other_targets = [other for other in targets if other is not target]
            if not target.colliderect(self.panel) and not any(
                other.clipline(start, end) for other in other_targets
            ):
                draw_arrow(surface, self.app.renderer, start, end)

    def _draw_progress_dots(self, surface: pygame.Surface) -> None:
        renderer, dot_count = self.app.renderer, self._dot_count
        size = renderer.px(DOT_RADIUS)
        right, center_y = self.panel.right - renderer.px(PADDING) - size, self.title.rect.centery
        for index in range(dot_count):
            center = (round(right - (dot_count - 1 - index) * size * DOT_SPACING), center_y)
            is_done = index <= self.session.step_index
            pygame.draw.circle(
                surface, renderer.color("gold_dark" if is_done else "parchment_dark"), center, size
            )
