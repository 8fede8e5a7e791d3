"""Turns game events into log lines and one-line turn summaries. Related events are merged; for example,
building three times on the same terrain becomes one line. Does not use pygame."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from kingdom.match.interface import StepView
from kingdom.rules import events as ev
from kingdom.rules.decision_frames import MANDATORY_ACTION, SETTLEMENT
from kingdom.rules.events import Event
from kingdom.rules.expansion import TILE
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, first_hex
from kingdom.rules.registry import card_terrains, kind_of_name
from kingdom.text.translator import Translator

PLACED_MERGE_TAG = "placed"


@dataclass
class LogLine:
    """A line of the log. If `player` is None, the line is about the game as a whole. A heading marks the
    start of a round."""

    player: int | None
    text_key: str
    text_values: dict[str, object] = field(default_factory=dict)
    hexes: int = 0
    count: int = 1
    """Value of the placeholder `count`. When lines are merged, their counts are added up."""
    is_heading: bool = False
    merge_key: tuple[object, ...] = ()
    """Consecutive lines of the same player are merged if they have the same non-empty key."""
    last_hex: int | None = None
    """Where the moved piece ended up most recently."""
    answer_count: int = 0
    """Number of answers in the match when an event was last added to this line."""

    def text(self, translator: Translator) -> str:
        """Returns the translated text of the line, without the player's name."""
        values = {"count": self.count, **self.text_values}
        for name in ("on", "terrain_on"):
            if isinstance(values.get(name), str):
                values[name] = translator.tr(f"terrain.{values[name]}.on")
        return translator.tr(self.text_key, **translator.localize_values(values))


class LogBuilder:
    """Builds log lines from the history of a match. New events are added incrementally; an undo or a new
    viewer rebuilds the log from scratch."""

    def __init__(self, names: Sequence[str], excluded_events: tuple[type[Event], ...] = ()) -> None:
        self.names, self._excluded_events = list(names), excluded_events
        self.lines: list[LogLine] = []
        self._processed: list[StepView] = []
        self._current_round = 0
        """The latest round that has a heading. 0 if no round has one yet."""
        self._viewer: int | None = None
        self._handoff_seat: int | None = None

    def update(
        self,
        history: Sequence[StepView],
        game: Game,
        viewer: int | None,
        opening_events: Sequence[Event] = (),
        handoff_seat: int | None = None,
    ) -> bool:
        """Adds lines for new events. Returns False if nothing has changed. `opening_events` happened before
        the first answer. Cards that only their owner may see appear only if the owner is the `viewer`. The
        terrain card of `handoff_seat` for the coming turn stays hidden."""
        if (viewer, handoff_seat) != (self._viewer, self._handoff_seat):
            self.lines, self._processed, self._current_round = [], [], 0
            self._viewer, self._handoff_seat = viewer, handoff_seat
        unchanged = 0
        while (
            unchanged < min(len(self._processed), len(history))
            and self._processed[unchanged] is history[unchanged]
        ):
            unchanged += 1
        if unchanged == len(self._processed) == len(history) and self._current_round:
            return False
        if unchanged < len(self._processed):
            self.lines, self._processed, self._current_round = [], [], 0
        if not self._current_round:
            self._current_round = next(
                (event.round for event in opening_events if isinstance(event, ev.TurnBegan)), 1
            )
            self.lines.append(LogLine(None, "event.round", {"round": self._current_round}, is_heading=True))
            self.lines += _setup_lines(game)
            for event in self._visible_events(opening_events, game):
                self._add_event(event, game, viewer)
        for step in history[len(self._processed) :]:
            self._processed.append(step)
            for event in self._visible_events(step.events, game):
                self._add_event(event, game, viewer)
        return True

    def _visible_events(self, events: Sequence[Event], game: Game) -> Sequence[Event]:
        """Returns the visible events. Hides the active player's terrain card until the screen has been handed
        to that player."""
        turn_began = ev.TurnBegan(game.active_player, game.round)
        if self._handoff_seat != game.active_player or turn_began not in events:
            return events
        return [event for event in events if not reveals_turn_card(event, game.active_player)]

    def _add_event(self, event: Event, game: Game, viewer: int | None) -> None:
        if isinstance(event, self._excluded_events):
            return
        if isinstance(event, ev.TurnBegan):
            if event.round != self._current_round:
                self._current_round = event.round
                self.lines.append(LogLine(None, "event.round", {"round": event.round}, is_heading=True))
            return
        for line in self._lines_for(event, game, viewer):
            self._append_or_merge(line)

    def _append_or_merge(self, line: LogLine) -> None:
        line.answer_count = len(self._processed)
        last_line = self.lines[-1] if self.lines else None
        if (
            last_line is not None
            and last_line.text_key == "event.tile_used"
            and last_line.player == line.player
            and _implies_tile_use(line, last_line.text_values["action"])
        ):
            self.lines.pop()
            last_line = self.lines[-1] if self.lines else None
        if (
            last_line is not None
            and line.merge_key
            and last_line.merge_key == line.merge_key
            and last_line.player == line.player
        ):
            last_line.hexes |= line.hexes
            last_line.count += line.count
            last_line.last_hex, last_line.answer_count = line.last_hex, line.answer_count
            return
        self.lines.append(line)

    def _lines_for(self, event: Event, game: Game, viewer: int | None) -> Iterable[LogLine]:
        match event:
            case ev.Built():
                yield self._built_line(event, game)
            case ev.Moved():
                yield self._moved_line(event)
            case ev.Removed():
                yield self._removed_line(event)
            case ev.NeutralPiecePlaced():
                terrain = game.board.kind_at[event.hex_id]
                merge_key = (PLACED_MERGE_TAG, event.piece, terrain)
                yield LogLine(
                    event.player,
                    f"event.placed.{event.piece}",
                    {"on": terrain},
                    BIT[event.hex_id],
                    merge_key=merge_key,
                )
            case ev.NeutralPiecesRemoved():
                key, count = f"event.cleared.{event.piece}", event.hexes.bit_count()
                yield LogLine(None, key, hexes=event.hexes, count=count)
            case ev.TileGained() | ev.TileLost():
                yield self._tile_line(event, game)
            case ev.TileUsed():
                yield LogLine(event.player, "event.tile_used", {"action": event.tile})
            case ev.TerrainChosen():
                yield LogLine(event.player, "event.terrain_chosen", {"terrain": event.terrain})
            case ev.CardRevealed():
                by_action = event.source != MANDATORY_ACTION
                key = "event.card_revealed.drawn" if by_action else "event.card_revealed"
                yield LogLine(
                    event.player, key, {"card": event.card, **({"action": event.source} if by_action else {})}
                )
            case ev.CardDrawn():
                if event.player == viewer and event.cards:
                    yield LogLine(event.player, "event.card_drawn", {"card": "/".join(event.cards)})
            case ev.CardRemoved():
                yield LogLine(event.player, "event.card_removed", {"card": event.card})
            case ev.DrawPileShuffled():
                yield LogLine(None, "event.deck_shuffled", count=event.cards)
            case ev.GoldEarned():
                yield LogLine(
                    event.player,
                    "event.gold_earned",
                    {"why": event.source},
                    event.hexes,
                    event.gold,
                    merge_key=("gold", event.source),
                )
            case ev.CounterChanged():
                key = f"event.counted.{event.counter}"
                yield LogLine(event.player, key if event.value else f"{key}.none", count=event.value)
            case ev.EndTriggered():
                yield LogLine(event.player, "event.end_triggered")
            case ev.CardsRanOut():
                yield LogLine(None, "event.cards_ran_out")
            case ev.GameEnded():
                yield LogLine(None, "event.game_ended")

    def _built_line(self, event: ev.Built, game: Game) -> LogLine:
        terrain = game.board.kind_at[first_hex(event.hexes)]
        if event.piece != SETTLEMENT:
            return LogLine(
                event.player,
                f"event.built.{event.piece}",
                {"on": terrain, "action": event.source},
                event.hexes,
            )
        if event.source == MANDATORY_ACTION:
            return LogLine(
                event.player,
                "event.built",
                {"on": terrain},
                event.hexes,
                merge_key=("built", terrain),
            )
        values: dict[str, object] = {"on": terrain, "action": event.source}
        return LogLine(
            event.player, "event.built.with", values, event.hexes, merge_key=("built", terrain, event.source)
        )

    def _moved_line(self, event: ev.Moved) -> LogLine:
        hexes = BIT[event.origin] | BIT[event.target]
        last_line = self.lines[-1] if self.lines else None
        continues_move = (
            last_line is not None
            and last_line.last_hex == event.origin
            and last_line.player == event.player
            and last_line.text_values.get("action") == event.source
        )
        values: dict[str, object] = {"action": event.source}
        if event.piece != SETTLEMENT:
            return LogLine(
                event.player,
                f"event.moved.{event.piece}",
                values,
                hexes,
                merge_key=("moved", event.piece),
                last_hex=event.target,
            )
        if continues_move and last_line is not None:  # the same settlement is moving step by step
            last_line.text_key, last_line.merge_key = "event.moved.steps", ("steps", event.source)
            return LogLine(
                event.player,
                "event.moved.steps",
                values,
                hexes,
                merge_key=("steps", event.source),
                last_hex=event.target,
            )
        return LogLine(
            event.player,
            "event.moved",
            values,
            hexes,
            merge_key=("moved", event.source),
            last_hex=event.target,
        )

    def _removed_line(self, event: ev.Removed) -> LogLine:
        key_suffix = "" if event.piece == SETTLEMENT else f".{event.piece}"
        if event.removed_by != event.player:
            return LogLine(
                event.removed_by,
                f"event.removed_by{key_suffix}",
                {"player": self.names[event.player], "why": event.source},
                BIT[event.hex_id],
            )
        return LogLine(
            event.player, f"event.removed{key_suffix}", {"action": event.source}, BIT[event.hex_id]
        )

    def _tile_line(self, event: ev.TileGained | ev.TileLost, game: Game) -> LogLine:
        change = "gained" if isinstance(event, ev.TileGained) else "lost"
        space = event.space
        kind = kind_of_name(event.tile)
        key_suffix = "" if kind == TILE else f".{kind}"
        return LogLine(
            event.player, f"event.tile_{change}{key_suffix}", {"tile": event.tile}, BIT[space] if space else 0
        )


def reveals_turn_card(event: Event, player: int | None) -> bool:
    """Returns True if an event reveals the terrain card that starts this player's turn."""
    return isinstance(event, ev.CardRevealed) and event.player == player and event.source == MANDATORY_ACTION


def _implies_tile_use(line: LogLine, action: object) -> bool:
    """Returns True if a line makes the preceding tile-use line redundant. This is the case if the line names
    the same action or is about a placed piece."""
    return action in (line.text_values.get("action"), line.text_values.get("why")) or line.merge_key[:1] == (
        PLACED_MERGE_TAG,
    )


def last_revealed_card(history: Sequence[StepView]) -> str | None:
    """Returns the terrain card that the action in progress has revealed, or None."""
    for step in reversed(history):
        for event in reversed(step.events):
            if isinstance(event, ev.CardRevealed) and event.source != MANDATORY_ACTION:
                return event.card
            if isinstance(event, ev.TileUsed | ev.TurnBegan):
                return None
    return None


def _setup_lines(game: Game) -> Iterable[LogLine]:
    """Yields lines for the variants and setup notes of a game."""
    for name in sorted(variant.name for variant in game.config.variants):
        yield LogLine(None, "event.variant", {"variant": name})
    for note in game.setup_notes():
        yield LogLine(None, note.text_key, dict(note.text_values))


@dataclass(frozen=True)
class TurnSummary:
    """Consecutive actions of one player: either a turn or a reaction during an opponent's turn."""

    player: int
    lines: tuple[LogLine, ...]

    def text(
        self,
        translator: Translator,
        name: str,
        line_count: int | None = None,
        fits: Callable[[str], bool] = bool,
    ) -> str:
        """Returns the summary, limited to the first `line_count` actions if given. If the text doesn't fit,
        drops actions one by one, starting with the second. The first and last actions are always kept."""
        lines = self.lines[:line_count]
        terrains = next(
            (
                card_terrains(str(line.text_values["card"]))
                for line in lines
                if line.text_key == CARD_REVEALED_KEY
            ),
            (),
        )
        actions = [_short_text(line, translator, terrains) for line in lines]
        text = translator.tr("ui.table.turn", player=name, deeds=translator.format_list(actions))
        while not fits(text) and len(actions) > 2:
            del actions[1]
            text = translator.tr(
                "ui.table.turn",
                player=name,
                deeds=translator.format_list([actions[0], ELLIPSIS, *actions[1:]]),
            )
        return text


CARD_REVEALED_KEY, BUILT_KEY = "event.card_revealed", "event.built"
ELLIPSIS = "…"


def _short_text(line: LogLine, translator: Translator, terrains: Sequence[str]) -> str:
    """Returns the text of a line. Omits details that the summary has already mentioned."""
    if line.text_key == CARD_REVEALED_KEY:
        return str(translator.localize_values(line.text_values)["card"])
    if line.text_key == BUILT_KEY and line.text_values["on"] in terrains:
        return translator.tr("ui.table.turn.built", count=line.count)
    return line.text(translator)


def summarize_turns(lines: Iterable[LogLine]) -> list[TurnSummary]:
    """Groups consecutive log lines by player. Lines without a player are skipped."""
    summaries: list[TurnSummary] = []
    previous_player: int | None = None
    for line in lines:
        if line.player is not None:
            if line.player == previous_player:
                summaries[-1] = TurnSummary(line.player, (*summaries[-1].lines, line))
            else:
                summaries.append(TurnSummary(line.player, (line,)))
        previous_player = line.player
    return summaries
