"""The phases of the final scoring and the buttons shown in each phase."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import pygame

from kingdom.ui.widgets.controls import Button
from kingdom.ui.widgets.layout import HBox, Item, Share

if TYPE_CHECKING:
    from kingdom.ui.final_scoring.scene import FinalScoringScene

COUNTING_PHASE, RESULT_PHASE, BOARD_PHASE = "counting", "result", "board"
BUTTON_HEIGHT = 60


def make_buttons(scene: FinalScoringScene) -> list[Button]:
    """Creates the buttons for the scene's current phase."""
    tr = scene.app.tr
    if scene.phase == COUNTING_PHASE:
        scene.previous_button = Button(
            "",
            scene.previous_source,
            icon="arrow_left",
            tooltip=tr("ui.ceremony.before"),
            shortcut=pygame.K_LEFT,
        )
        scene.previous_button.enabled = scene.source_index > 0
        skip_button = Button(
            tr("ui.ceremony.result"),
            scene.show_result,
            subtitle=tr("ui.ceremony.result.key"),
            shortcut=pygame.K_ESCAPE,
        )
        next_button = Button(
            tr("ui.ceremony.next"),
            scene.advance,
            kind="primary",
            subtitle=tr("ui.ceremony.next.key"),
            shortcut=pygame.K_SPACE,
        )
        return [scene.previous_button, skip_button, next_button]
    if scene.phase == BOARD_PHASE:
        return [
            Button(
                tr("ui.ceremony.result"),
                scene.show_result,
                kind="primary",
                subtitle=tr("ui.ceremony.result.key"),
                shortcut=pygame.K_ESCAPE,
            )
        ]
    return [
        Button("", scene.open_share_dialog, icon="save", tooltip=tr("ui.share.tip"), shortcut=pygame.K_s),
        Button(
            tr("ui.ceremony.menu"),
            lambda: scene.app.navigator.open_main_menu(),
            icon="menu",
            shortcut=pygame.K_m,
        ),
        Button(tr("ui.ceremony.board"), scene.show_board, icon="board", shortcut=pygame.K_b),
        Button(
            tr("ui.ceremony.review"),
            scene.open_review,
            icon="clock",
            tooltip=tr("ui.ceremony.review.tip"),
            shortcut=pygame.K_r,
        ),
        Button(
            tr("ui.ceremony.new"),
            scene.open_new_game,
            icon="pencil",
            tooltip=tr("ui.ceremony.new.tip"),
            shortcut=pygame.K_n,
        ),
        Button(
            tr("ui.ceremony.again"),
            lambda: scene.app.navigator.start_rematch(scene.match),
            icon="dice",
            kind="primary",
            tooltip=tr("ui.ceremony.again.tip"),
        ),
    ]


def button_row(buttons: Sequence[Button]) -> Item:
    """Returns the buttons side by side. Buttons without text are square."""
    size = BUTTON_HEIGHT
    cells = (Share(button) if button.text else button.sized(width=size, shrink=False) for button in buttons)
    return HBox(*cells, gap=14).sized(min_height=size, shrink=False)
