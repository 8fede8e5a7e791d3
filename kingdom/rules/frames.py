"""What a game waits for: a stack of frames, each asking one question and knowing what its answer does."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from kingdom.rules.game import Game

Answer = int | str
"""A hex or the name of an option."""

Asked = tuple[int, tuple[str, ...]]
"""All that may be answered: hexes and options."""
NOTHING: Asked = (0, ())

TODO, DOING, DONE = 0, 1, 2
"""How far the mandatory action is."""
MANDATORY_WORDS = ("todo", "doing", "done")

READY, USED, FRESH = 0, 1, 2
"""A tile can be used, was used this turn, or was gained too late to be used this turn (R-GAIN-5)."""

END_TURN = "end_turn"
DECLINE = "decline"
DONE_OPTION = "done"
MANDATORY = "mandatory"
SETTLEMENT = "settlement"


TURNS, AFTER_TURNS, OVER = "turns", "after_turns", "over"
"""The phases of a game: players take turns; what boxes add between the last turn and the scoring (R-END-5);
nothing is left to decide."""


class IllegalAnswer(ValueError):
    """An answer that the rules forbid; names the rule.

    `key` and `values` say the reason in any language (kingdom/text): the values are words of the game, by the
    text's placeholders. `state` is USED or FRESH where the player has what was asked for and has used it, or
    gained it too late.
    """

    def __init__(self, rule: str, reason: str, key: str, state: int | None = None, **values: object) -> None:
        super().__init__(f"{rule}: {reason}")
        self.rule, self.reason, self.key, self.state, self.values = rule, reason, key, state, values


class Decision(NamedTuple):
    """What the game waits for: who decides, what is asked, the hexes and the options that may be answered."""

    player: int
    asks: str
    cells: int
    options: tuple[str, ...]

    def __repr__(self) -> str:
        hexes = f"<{self.cells.bit_count()} hexes>"
        return f"Decision(player={self.player}, asks={self.asks!r}, cells={hexes}, options={self.options})"


class Question(NamedTuple):
    """What the waiting decision is about, for those who put it into words."""

    topic: str
    """The action in progress, or what is to be done now, in the game's words."""
    remaining: int | None
    """How many steps or pieces are left, this one included, where an action has several."""
    other: int | None
    """The player it happens to, where that is not the one who decides."""


class Frame:
    """One pending step. Frames are shared between copies of a game, so they never change; a new step is a new
    frame."""

    __slots__ = ()

    asks = "to"
    rule: str
    """The rule that says which hexes are legal here."""
    uses_terrain = False
    """Whether the played terrain must be fixed before this is asked (X-SWAMP-2, L-CROSSROADS-3)."""

    def who(self, game: Game) -> int:
        """Who decides."""
        return game.player

    def topic(self, game: Game) -> str:
        """What the question is about, in the game's words: the action in progress, or a phase."""
        return game.doing

    def remaining(self, game: Game) -> int | None:
        """How many steps or pieces are left, this one included, where an action has several."""
        return None

    def other(self, game: Game) -> int | None:
        """The player it happens to, where that is not the one who decides."""
        return None

    def cells(self, game: Game) -> int:
        """The hexes that may be answered."""
        return 0

    def options(self, game: Game, cells: int) -> tuple[str, ...]:
        """The options that may be answered; `cells` are the hexes just worked out."""
        return ()

    def ask(self, game: Game) -> Asked:
        """Both together: all that may be answered."""
        cells = self.cells(game)
        return cells, self.options(game, cells)

    def demands(self, game: Game, bit: int) -> bool:
        """Whether a free hex meets all that is asked of it but adjacency, where that is what binds: to say
        why it is refused."""
        return False

    def answer(self, game: Game, answer: Answer) -> None:
        """Take an answer; pops itself when it has no further question."""
        raise NotImplementedError

    def skipped(self, game: Game) -> None:
        """Called when nothing could be answered and the frame was dropped."""


def waivers(game: Game, player: int, bound: bool) -> list[str]:
    """The options that would lift the adjacency rule, offered while it binds."""
    if not bound or game.waived:
        return []
    return [waiver.option for waiver in game.table.hooks.waiver if waiver.available(game, player)]


def use_waiver(game: Game, player: int, option: str) -> bool:
    """Use the waiver of this name, if it is one."""
    for waiver in game.table.hooks.waiver:
        if waiver.option == option:
            waiver.use(game, player)
            game.waived = True
            return True
    return False
