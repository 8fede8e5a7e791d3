"""The vocabulary of lesson files: numbers in text, targets to highlight, and conditions for tips.

Numbers in lesson text are computed from the position, so they are always correct. `"gold:knights"` is the
learner's gold from a card, and `"gold:total"` is the learner's total gold. `"gain:knights"` with `after` is
the gold that the given answers would add. `"cells"` is the number of legal hexes, `"due"` the number of
builds left in the mandatory action, and `"supply"` the number of settlements left. `"goal:par"` and
`"goal:best"` are the gold for two and three stars. An object `{"what": ..., "after": [answers], "player": 1}`
plays the answers first and computes the number for the given player.

Hexes to highlight: `[row, column]`, `"cells"` (the legal hexes), `"terrain:grass"`, `"landmark:castle"`,
`"location:barn"`, `"pieces"` or `"pieces:1"` (a player's pieces), and `"earned:knights"` (the hexes that
score for a card).

Widgets to highlight: `"hand"`, `"card:knights"`, `"tile:barn"` (the button of a tile or other option),
`"button:end"`, `"button:undo"`, `"button:hint"`, `"tiles"` (the buttons of all tiles), `"player:1"`, `"log"`,
`"round"`, and `"idle_cards"` (the cards that do not score yet)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from kingdom.json_codec import JsonAnswer, Key, from_json
from kingdom.rules.decision_frames import MANDATORY_DONE, TILE_READY
from kingdom.rules.errors import ValidationError
from kingdom.rules.events import Event, TileGained
from kingdom.rules.expansion import LOCATION
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, Hex
from kingdom.rules.json_values import int_reader, read_hex
from kingdom.rules.registry import LANDMARKS, TERRAINS
from kingdom.rules.scoring import score_breakdown, total_gold
from kingdom.rules.setup import MAX_PLAYERS

GOLD, GAIN, GOAL = "gold", "gain", "goal"
GOAL_QUANTITIES = ("par", "best")
SIMPLE_QUANTITIES = ("cells", "due", "supply")
TOTAL = "total"


@dataclass(frozen=True)
class Measure:
    """A number to compute, the player it is computed for, and the answers to play first."""

    what: str
    """The quantity and, after a colon, its source."""
    player: Annotated[int, int_reader(0, MAX_PLAYERS - 1)] = 0
    answers: Annotated[tuple[JsonAnswer, ...], Key("after")] = ()

    def __post_init__(self) -> None:
        quantity, source = self.quantity, self.source
        is_known = (quantity in SIMPLE_QUANTITIES and not source) or (quantity in (GOLD, GAIN) and source)
        if not is_known and not (quantity == GOAL and source in GOAL_QUANTITIES):
            other_names = ", ".join((*SIMPLE_QUANTITIES, *(f"{GOAL}:{name}" for name in GOAL_QUANTITIES)))
            raise ValidationError(
                f"gold:<source>, gain:<source>, {other_names} can be measured, not {self.what!r}"
            )

    @property
    def quantity(self) -> str:
        return self.what.partition(":")[0]

    @property
    def source(self) -> str:
        return self.what.partition(":")[2]

    def evaluate(self, game: Game) -> int:
        before = game
        if self.answers:
            game = game.copy()
            for answer in self.answers:
                game.play(answer)
        if self.quantity == "cells":
            return game.decision().cells.bit_count()
        if self.quantity == "due":
            return game.mandatory_builds_left()
        if self.quantity == "supply":
            return game.supply[self.player]
        gold = gold_from(game, self.source, self.player)
        return gold - gold_from(before, self.source, self.player) if self.quantity == GAIN else gold


def gold_from(game: Game, source: str, player: int) -> int:
    """Returns the gold that a player would have, from one source or in total, if the game ended now."""
    if source == TOTAL:
        return total_gold(game, player)
    scores = score_breakdown(game, player)
    if source not in scores:
        raise ValidationError(
            f"{source!r} scores no gold in this game; there are {', '.join([*scores, TOTAL])}"
        )
    return scores[source].gold


def read_measure(data: Any, path: str) -> Measure:
    return from_json(Measure, {"what": data} if isinstance(data, str) else data, path)


JsonMeasures = Mapping[str, Annotated[Measure, read_measure]]
"""Measures, keyed by the placeholder that shows them."""

HEX_TARGETS = ("cells", "terrain", "landmark", "location", "pieces", "earned")
WIDGET_TARGETS = ("hand", "card", "tile", "tiles", "button", "player", "log", "round", "idle_cards")
BUTTON_NAMES = ("end", "undo", "hint")
TARGETS_WITHOUT_ARGUMENT = ("cells", "hand", "tiles", "log", "round", "pieces", "idle_cards")
"""Kinds of targets that can be used without an argument, such as `"hand"`."""


@dataclass(frozen=True)
class HighlightTarget:
    """A target to highlight: one hex, or a kind of hexes or widgets with its argument."""

    kind: str = ""
    argument: str = ""
    hex: Hex | None = None

    @property
    def is_widget(self) -> bool:
        """True for a widget, False for hexes."""
        return self.kind in WIDGET_TARGETS

    def hexes(self, game: Game) -> int:
        if self.hex is not None:
            return BIT[self.hex]
        if self.is_widget:
            return 0
        return _target_hexes(game, self.kind, self.argument)


def _target_hexes(game: Game, kind: str, argument: str) -> int:
    board = game.board
    if kind == "cells":
        return game.decision().cells
    if kind == "terrain":
        return board.hexes_by_terrain[argument]
    if kind == "landmark":
        return board.hexes_by_landmark.get(argument, 0)
    if kind == "location":
        return sum(BIT[hex_id] for hex_id, tile in board.location_at.items() if tile == argument)
    if kind == "pieces":
        return game.piece_hexes[int(argument or 0)]
    scores = score_breakdown(game, 0)
    return scores[argument].hexes & board.all_hexes if argument in scores else 0


def read_highlight_target(data: Any, path: str) -> HighlightTarget:
    """Reads a target from a hex or a string such as "terrain:grass"."""
    if not isinstance(data, str):
        return HighlightTarget(hex=read_hex(data, path))
    kind, _, argument = data.partition(":")
    known_kinds = (*HEX_TARGETS, *WIDGET_TARGETS)
    if kind not in known_kinds or (not argument and kind not in TARGETS_WITHOUT_ARGUMENT):
        raise ValidationError(f"{path}: {data!r} is nothing to point at; known are {', '.join(known_kinds)}")
    if kind == "button" and argument not in BUTTON_NAMES:
        raise ValidationError(f"{path}: unknown button {argument!r}; there are {', '.join(BUTTON_NAMES)}")
    if kind == "terrain" and argument not in TERRAINS:
        raise ValidationError(f"{path}: unknown terrain {argument!r}")
    if kind == "landmark" and argument not in (*LANDMARKS, LOCATION):
        raise ValidationError(f"{path}: unknown landmark {argument!r}")
    if kind in ("player", "pieces") and argument and not argument.isdigit():
        raise ValidationError(f"{path}: the number of a seat is needed, not {argument!r}")
    return HighlightTarget(kind, argument)


JsonTargets = tuple[Annotated[HighlightTarget, read_highlight_target], ...]


FEW_HEXES_MAX = 3
"""Maximum number of legal hexes for the tip about few adjacent hexes to appear."""
LAST_TURNS_SUPPLY = 9
"""Maximum supply for the tip about the last turns to appear: enough settlements for three turns."""
FIRST_LATE_ROUND = 4
"""First round in which a tip appears if a card does not score yet."""

TipCondition = Callable[[Game, Sequence[Event]], bool]
"""A function of the game and the events since the learner's last answer. Called when the learner has to
decide."""


def cards_without_gold(game: Game) -> list[str]:
    """Returns the Kingdom Builder cards that do not score for the learner yet."""
    scores = score_breakdown(game, 0)
    return [
        card.name for card in game.config.scoring_cards if card.name in scores and not scores[card.name].gold
    ]


def _is_mandatory_build(game: Game) -> bool:
    """Returns True if the learner has to choose the hex for the next mandatory build."""
    return game.at_turn_decision and bool(game.piece_hexes[0]) and game.mandatory_state != MANDATORY_DONE


def _can_use_tile(game: Game, events: Sequence[Event]) -> bool:
    return (
        any(state == TILE_READY for _, _, state in game.held_tiles[0])
        and game.at_turn_decision
        and not game.mandatory_builds_made
    )


def _has_few_adjacent_hexes(game: Game, events: Sequence[Event]) -> bool:
    cells = game.decision().cells
    return (
        _is_mandatory_build(game)
        and bool(cells)
        and not cells & ~game.adjacent_hexes[0]
        and cells.bit_count() <= FEW_HEXES_MAX
    )


def _has_no_adjacent_hexes(game: Game, events: Sequence[Event]) -> bool:
    cells = game.decision().cells
    return _is_mandatory_build(game) and bool(cells) and not cells & game.adjacent_hexes[0]


TIP_CONDITIONS: dict[str, TipCondition] = {
    "tile": lambda game, events: any(isinstance(event, TileGained) and event.player == 0 for event in events),
    "tile_ready": _can_use_tile,
    "forced": _has_few_adjacent_hexes,
    "free": _has_no_adjacent_hexes,
    "idle_card": lambda game, events: (
        game.at_turn_decision and game.round >= FIRST_LATE_ROUND and bool(cards_without_gold(game))
    ),
    "last_turns": lambda game, events: game.at_turn_decision and 0 < game.supply[0] <= LAST_TURNS_SUPPLY,
    "turn_done": lambda game, events: game.mandatory_state == MANDATORY_DONE and game.at_turn_decision,
    "last_round": lambda game, events: game.at_turn_decision and game.end_triggered,
}
"""Conditions by name. In order: a tile was gained, a tile can be used, few adjacent hexes are left, no legal
hex is adjacent, a card scores nothing yet, about three turns are left, the builds are done, the last round
has begun."""
