"""List row for choosing a map: thumbnail, name and description."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kingdom.rules.board import TerrainGrid
from kingdom.ui.board.render_queue import Thumbnails
from kingdom.ui.board.thumbnail import Thumbnail
from kingdom.ui.widgets.base import Widget
from kingdom.ui.widgets.containers import HoverRow
from kingdom.ui.widgets.controls import RADIO_ICONS, Icon, Label
from kingdom.ui.widgets.layout import HBox, VBox
from kingdom.ui.widgets.tooltip import Tooltip

THUMBNAIL_SIZE = (112, 94)
"""Maximum size of a thumbnail in design pixels."""


class MapRow(HoverRow):
    """A row in a list of maps. It is as tall as its thumbnail or its text, whichever is taller. A map with an
    error cannot be selected."""

    def __init__(
        self,
        name: str,
        description: str,
        grid: TerrainGrid | None,
        thumbnails: Thumbnails,
        value: bool,
        on_change: Callable[[bool], object],
        tooltip: str,
        icons: tuple[str, str] = RADIO_ICONS,
        trailing: Sequence[Widget] = (),
        error: str = "",
    ) -> None:
        self.text, self.description, self.grid, self.value = name, description, grid, value
        picture = Thumbnail(thumbnails, grid).sized(width=THUMBNAIL_SIZE[0], height=THUMBNAIL_SIZE[1])
        colors = ("text_soft", "text_error") if error else ("ink", "text_soft")
        texts = [Label(name, "name", colors[0], wrap=True)]
        if description:
            texts.append(Label(description, "small", colors[1], wrap=True))
        content = HBox(
            Icon(icons[value], 26, faded=bool(error)),
            *([picture.sized(valign="middle")] if grid is not None else []),
            VBox(*texts).sized(stretch=1, min_width=150, valign="middle"),
            *(widget.sized(width=30, height=30, valign="middle", shrink=False) for widget in trailing),
            gap=10,
        )
        super().__init__(content, lambda: on_change(not value), tooltip)
        if error:
            self.enabled, self.disabled_reason = False, error

    def titled_tooltip(self, text: str) -> Tooltip:
        return Tooltip(self.text, text)
