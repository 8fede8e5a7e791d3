"""What to do about a program in trouble."""

from __future__ import annotations

from collections.abc import Callable

import pygame

from kingdom.ai.roster import PLAYERS
from kingdom.match.match import Match
from kingdom.match.seats import PERSON
from kingdom.match.thinker import Trouble
from kingdom.ui.scene.dialog import Dialog, Reply
from kingdom.ui.scene.host import Host
from kingdom.ui.widgets.basic import Label
from kingdom.ui.widgets.choice import Choice
from kingdom.ui.widgets.widget import Widget


class TroubleDialog(Dialog):
    """A program crashed or hangs: its seat can be handed on, and nothing is lost."""

    def __init__(self, app: Host, match: Match, trouble: Trouble, done: Callable[[], object]) -> None:
        self.match, self.trouble, self._done = match, trouble, done
        seat = match.seats[trouble.seat]
        kinds = [
            (kind, app.say(f"ui.kind.{kind}"))
            for kind in (PERSON, *PLAYERS)
            if app.texts.has(f"ui.kind.{kind}")
        ]
        self.choice = Choice(kinds, seat.kind if any(kind == seat.kind for kind, _ in kinds) else PERSON)
        text = app.say(f"ui.trouble.{trouble.kind}", player=seat.name)
        last = trouble.text.strip().splitlines()[-1] if trouble.text.strip() else ""
        replies = [
            Reply(app.say("ui.trouble.hand_over"), self._hand_over, "primary"),
            Reply(app.say("ui.trouble.leave"), self._leave),
        ]
        super().__init__(app.say("ui.trouble.title"), f"{text}\n\n{last}", replies, icon="warning")

    def _extra_height(self) -> int:
        return self.app.look.px(88)

    def _lay_extra(self, room: pygame.Rect) -> list[Widget]:
        look = self.app.look
        label = Label(
            self.app.say("ui.trouble.who"),
            pygame.Rect(room.left, room.top + look.px(6), room.width, look.px(28)),
            "bold",
        )
        self.choice.rect = pygame.Rect(
            room.left, label.rect.bottom + look.px(2), min(room.width, look.px(300)), look.px(42)
        )
        return [label, self.choice]

    def handle(self, event: pygame.event.Event) -> bool:
        if event.type == pygame.KEYDOWN and event.key == pygame.K_ESCAPE and not self.choice.open:
            return True  # something has to be chosen
        return super().handle(event)

    def _hand_over(self) -> None:
        self.match.hand_over(self.trouble.seat, str(self.choice.value))
        self._done()

    def _leave(self) -> None:
        self.app.ways.menu()
