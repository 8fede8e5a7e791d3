"""The log: what happened, in words. What belongs together (three builds on one terrain) is one line."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from kingdom.rules import events as ev
from kingdom.rules.events import Event
from kingdom.rules.frames import MANDATORY, SETTLEMENT
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, lowest
from kingdom.rules.registry import TILE, kind_of
from kingdom.text import Texts
from kingdom.ui.panels.shown import Happened

PLACED = "placed"


@dataclass
class Line:
    """A line of the log. Without a player it stands alone; a heading begins a round."""

    player: int | None
    key: str
    values: dict[str, object] = field(default_factory=dict)
    hexes: int = 0
    heading: bool = False
    kind: tuple[object, ...] = ()
    """Lines of one kind that follow each other become one."""
    last: int | None = None
    """The hex where what moved stands now."""
    moment: int = 0
    """How many answers had been given when it was complete."""

    def say(self, texts: Texts) -> str:
        """The line in words."""
        values = dict(self.values)
        for name in ("on", "terrain_on"):
            if isinstance(values.get(name), str):
                values[name] = texts.say(f"terrain.{values[name]}.on")
        return texts.say(self.key, **texts.names(values))


class Storyteller:
    """Turns the history of a match into lines. Goes on from where it was, and starts anew when answers were
    taken back."""

    def __init__(self, names: Sequence[str], hushed: tuple[type[Event], ...] = ()) -> None:
        self.names, self._hushed = list(names), hushed
        self.lines: list[Line] = []
        self._seen: list[Happened] = []
        self._round = 0
        """The round that was told last; 0 before the first."""
        self._covered: int | None = None

    def follow(
        self,
        history: Sequence[Happened],
        game: Game,
        viewer: int | None,
        opening: Sequence[Event] = (),
        covered: int | None = None,
    ) -> bool:
        """Tell what is new; whether there was anything. `opening` is what happened before the first answer.
        The card with which the turn of the `covered` player began is not told."""
        if covered != self._covered:
            self.lines, self._seen, self._round, self._covered = [], [], 0, covered
        same = 0
        while same < min(len(self._seen), len(history)) and self._seen[same] is history[same]:
            same += 1
        if same == len(self._seen) == len(history) and self._round:
            return False
        if same < len(self._seen):
            self.lines, self._seen, self._round = [], [], 0
        if not self._round:
            self._round = next((event.round for event in opening if isinstance(event, ev.TurnBegan)), 1)
            self.lines.append(Line(None, "event.round", {"round": self._round}, heading=True))
            self.lines += _set_up(game)
            for event in self._open(opening, game):
                self._tell(event, game, viewer)
        for entry in history[len(self._seen) :]:
            self._seen.append(entry)
            for event in self._open(entry.events, game):
                self._tell(event, game, viewer)
        return True

    def _open(self, happened: Sequence[Event], game: Game) -> Sequence[Event]:
        """What may be told of it: without the card of a turn whose player is not in front yet."""
        begun = ev.TurnBegan(game.player, game.round)
        if self._covered != game.player or begun not in happened:
            return happened
        return [event for event in happened if not lays_open(event, game.player)]

    def _tell(self, event: Event, game: Game, viewer: int | None) -> None:
        if isinstance(event, self._hushed):
            return
        if isinstance(event, ev.TurnBegan):
            if event.round != self._round:
                self._round = event.round
                self.lines.append(Line(None, "event.round", {"round": event.round}, heading=True))
            return
        for line in self._lines(event, game, viewer):
            self._add(line)

    def _add(self, line: Line) -> None:
        line.moment = len(self._seen)
        last = self.lines[-1] if self.lines else None
        if (
            last is not None
            and last.key == "event.tile_used"
            and last.player == line.player
            and _tells_use(line, last.values["action"])
        ):
            self.lines.pop()
            last = self.lines[-1] if self.lines else None
        if last is not None and line.kind and last.kind == line.kind and last.player == line.player:
            last.hexes |= line.hexes
            last.values["count"] = int(str(last.values["count"])) + int(str(line.values["count"]))
            last.last, last.moment = line.last, line.moment
            return
        self.lines.append(line)

    def _lines(self, event: Event, game: Game, viewer: int | None) -> Iterable[Line]:
        match event:
            case ev.Built():
                yield self._built(event, game)
            case ev.Moved():
                yield self._moved(event)
            case ev.Removed():
                yield self._removed(event)
            case ev.Placed():
                on = game.board.kind_at[event.hex]
                kind = (PLACED, event.piece, on)
                yield Line(
                    event.player,
                    f"event.placed.{event.piece}",
                    {"count": 1, "on": on},
                    BIT[event.hex],
                    kind=kind,
                )
            case ev.Cleared():
                yield Line(
                    None, f"event.cleared.{event.piece}", {"count": event.hexes.bit_count()}, event.hexes
                )
            case ev.TileGained() | ev.TileLost():
                yield self._tile(event, game)
            case ev.TileUsed():
                yield Line(event.player, "event.tile_used", {"action": event.tile})
            case ev.TerrainChosen():
                yield Line(event.player, "event.terrain_chosen", {"terrain": event.terrain})
            case ev.CardRevealed():
                drawn = event.why != MANDATORY
                key = "event.card_revealed.drawn" if drawn else "event.card_revealed"
                yield Line(
                    event.player, key, {"card": event.card, **({"action": event.why} if drawn else {})}
                )
            case ev.CardDrawn():
                if event.player == viewer and event.cards:
                    yield Line(event.player, "event.card_drawn", {"card": "/".join(event.cards)})
            case ev.CardRemoved():
                yield Line(event.player, "event.card_removed", {"card": event.card})
            case ev.DeckShuffled():
                yield Line(None, "event.deck_shuffled", {"count": event.cards})
            case ev.GoldEarned():
                values: dict[str, object] = {"count": event.gold, "why": event.why}
                yield Line(event.player, "event.gold_earned", values, event.hexes, kind=("gold", event.why))
            case ev.Counted():
                key = f"event.counted.{event.what}"
                yield Line(event.player, key if event.now else f"{key}.none", {"count": event.now})
            case ev.EndTriggered():
                yield Line(event.player, "event.end_triggered")
            case ev.CardsRanOut():
                yield Line(None, "event.cards_ran_out")
            case ev.GameEnded():
                yield Line(None, "event.game_ended")

    def _built(self, event: ev.Built, game: Game) -> Line:
        on = game.board.kind_at[lowest(event.hexes)]
        if event.piece != SETTLEMENT:
            return Line(
                event.player, f"event.built.{event.piece}", {"on": on, "action": event.why}, event.hexes
            )
        if event.why == MANDATORY:
            return Line(event.player, "event.built", {"count": 1, "on": on}, event.hexes, kind=("built", on))
        values: dict[str, object] = {"count": 1, "on": on, "action": event.why}
        return Line(event.player, "event.built.with", values, event.hexes, kind=("built", on, event.why))

    def _moved(self, event: ev.Moved) -> Line:
        both = BIT[event.origin] | BIT[event.target]
        last = self.lines[-1] if self.lines else None
        goes_on = (
            last is not None
            and last.last == event.origin
            and last.player == event.player
            and last.values.get("action") == event.why
        )
        values: dict[str, object] = {"count": 1, "action": event.why}
        if event.piece != SETTLEMENT:
            return Line(
                event.player,
                f"event.moved.{event.piece}",
                values,
                both,
                kind=("moved", event.piece),
                last=event.target,
            )
        if goes_on and last is not None:  # one settlement, step by step
            last.key, last.kind = "event.moved.steps", ("steps", event.why)
            return Line(
                event.player, "event.moved.steps", values, both, kind=("steps", event.why), last=event.target
            )
        return Line(event.player, "event.moved", values, both, kind=("moved", event.why), last=event.target)

    def _removed(self, event: ev.Removed) -> Line:
        piece = "" if event.piece == SETTLEMENT else f".{event.piece}"
        if event.by != event.player:
            return Line(
                event.by,
                f"event.removed_by{piece}",
                {"player": self.names[event.player], "why": event.why},
                BIT[event.hex],
            )
        return Line(event.player, f"event.removed{piece}", {"action": event.why}, BIT[event.hex])

    def _tile(self, event: ev.TileGained | ev.TileLost, game: Game) -> Line:
        word = "gained" if isinstance(event, ev.TileGained) else "lost"
        space = event.space
        kind = kind_of(event.tile)
        also = "" if kind == TILE else f".{kind}"
        return Line(
            event.player, f"event.tile_{word}{also}", {"tile": event.tile}, BIT[space] if space else 0
        )


def lays_open(event: Event, player: int | None) -> bool:
    """Whether this tells with which card the turn of this player begins."""
    return isinstance(event, ev.CardRevealed) and event.player == player and event.why == MANDATORY


def _tells_use(line: Line, action: object) -> bool:
    """Whether a line tells as well that an action was used: it names it, or says what only that could have
    put there."""
    return action in (line.values.get("action"), line.values.get("why")) or line.kind[:1] == (PLACED,)


def drawn_card(history: Sequence[Happened]) -> str | None:
    """The card that was turned up by an action, if the action that the last answers belong to did so."""
    for entry in reversed(history):
        for event in reversed(entry.events):
            if isinstance(event, ev.CardRevealed) and event.why != MANDATORY:
                return event.card
            if isinstance(event, ev.TileUsed | ev.TurnBegan):
                return None
    return None


def _set_up(game: Game) -> Iterable[Line]:
    """What was decided before the first card."""
    for name in sorted(variant.name for variant in game.table.variants):
        yield Line(None, "event.variant", {"variant": name})
    for note in game.notes():
        yield Line(None, note.text, dict(note.values))
