"""People who sat at the same table: every two of them share a bar."""

from __future__ import annotations

import pygame

from kingdom.profile import pages
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.pages import Duel
from kingdom.ui.profile.charts import ShareBar
from kingdom.ui.profile.sheet import ChronicleSheet
from kingdom.ui.widgets.widget import Laid, Widget

ROW = 104
"""Design pixels."""
MOST = 200


class DuelsSheet(ChronicleSheet):
    """Head to head."""

    name = "duels"
    whole = True

    def ask(self, chronicle: Chronicle, person: str) -> list[Duel]:
        return pages.duels(chronicle)[:MOST]

    def build(self, room: pygame.Rect, found: list[Duel]) -> Laid:
        if not found:
            return self.nothing(room, "ui.chronicle.duels.none")
        look, say = self.app.look, self.app.say
        intro = self.words(say("ui.chronicle.duels.about"), room, room.top)
        placed: list[Widget] = [intro]
        top = intro.rect.bottom + look.px(12)
        least = look.line_height("name") + 2 * look.line_height("small") + look.px(24)
        tall = max(look.px(ROW), least)
        for duel in found:
            won, lost = duel.first_ahead * duel.games, (1 - duel.first_ahead) * duel.games
            place = pygame.Rect(room.left, top, room.width, tall)
            ends = self.points(won), self.points(lost)
            tones = "player_orange", "player_blue"
            placed.append(
                ShareBar(place, (duel.first, duel.second), duel.first_ahead, ends, self._remark(duel), tones)
            )
            top += tall
        return Laid(placed, top - room.top)

    def _remark(self, duel: Duel) -> str:
        say = self.app.say
        games = say("ui.chronicle.games", count=duel.games)
        if abs(duel.lead) < 0.05:
            return say("ui.chronicle.duels.even", games=games)
        name = duel.first if duel.lead > 0 else duel.second
        gold = self.app.texts.decimal(abs(duel.lead))
        return say("ui.chronicle.duels.lead", games=games, name=name, gold=gold)
