"""What the panels show of a game, gathered once after every answer, so that drawing a frame asks the rules
nothing."""

from __future__ import annotations

from dataclasses import dataclass

from kingdom.review.outlook import outlook
from kingdom.rules.events import GoldEarned
from kingdom.rules.frames import FRESH, READY, TURNS
from kingdom.rules.registry import BOXES, Belonging, Note, Score
from kingdom.rules.scoring import EARNED, score
from kingdom.ui.panels.shown import Shown

NEXT_ROUND = 1
"""Rounds after this one in which whoever ends the game is about to."""


@dataclass(frozen=True)
class TileFacts:
    """Equal tiles of a player in one state."""

    name: str
    state: int
    number: int = 1


@dataclass(frozen=True)
class PlayerFacts:
    """A player, as the row shows one."""

    seat: int
    name: str
    colour: str
    kind: str
    supply: int
    tiles: tuple[TileFacts, ...]
    belongings: tuple[Belonging, ...]
    gold: int
    active: bool
    """Whether it is this player's turn or choice."""
    turns: int
    """How many turns this player is likely to have left."""
    ends: int | None
    """The round in which this player is likely to end the game; None if that is another, or has happened."""
    soon: bool
    """Whether that round is this one or the next."""
    ending: bool
    """Whether this is the last round for certain."""


@dataclass(frozen=True)
class CardFacts:
    """A card, a task, or another source of gold, with everybody's gold now and the hexes that earn it."""

    name: str
    group: str
    """The group of its texts: card, task or score."""
    box: str
    gold: tuple[int, ...]
    hexes: tuple[int, ...]
    at_once: bool = False
    """Whether it pays during the game only."""
    by_rows: bool = False
    """Whether it is about rows."""
    notes: tuple[Note, ...] = ()
    """What set-up decided about it."""


def tiles_of(match: Shown, player: int) -> tuple[TileFacts, ...]:
    """A player's location tiles, equal ones together, in the order in which they came."""
    counted: dict[tuple[str, int], int] = {}
    for tile, _, state in match.game.tiles[player]:
        state = state if player == match.game.player or tile.reaction else READY if state == FRESH else state
        counted[tile.name, state] = counted.get((tile.name, state), 0) + 1
    return tuple(TileFacts(name, state, number) for (name, state), number in counted.items())


def belongings_of(match: Shown, player: int) -> tuple[Belonging, ...]:
    """What else lies in front of a player."""
    return tuple(thing for hook in match.game.table.hooks.belongings for thing in hook(match.game, player))


def gather(match: Shown) -> tuple[list[PlayerFacts], list[CardFacts]]:
    """Everything that the panels show."""
    game = match.game
    scores = [score(game, player) for player in range(game.table.players)]
    decider = match.decider
    in_turns = game.phase == TURNS
    ahead = outlook(game)
    players = [
        PlayerFacts(
            number, seat.name, seat.colour, seat.kind, game.supply[number], tiles_of(match, number),
            belongings_of(match, number), sum(part.gold for part in scores[number].values()),
            number == decider or (number == game.player and in_turns), ahead.turns[number],
            ahead.last_round if number == ahead.ender else None,
            number == ahead.ender and ahead.rounds <= NEXT_ROUND, game.ending,
        )
        for number, seat in enumerate(match.seats)
    ]  # fmt: skip
    return players, _cards(match, scores)


def _paid(match: Shown, card: str) -> tuple[int, ...]:
    """What a card has paid to each player during the game so far."""
    gold = [0] * len(match.seats)
    for entry in match.history:
        for event in entry.events:
            if isinstance(event, GoldEarned) and event.why == card:
                gold[event.player] += event.gold
    return tuple(gold)


def _cards(match: Shown, scores: list[dict[str, Score]]) -> list[CardFacts]:
    game = match.game
    paid_at_once = [card for card in game.table.cards if card.score is None]
    cards = [card.name for card in game.table.cards]
    tasks = [task.name for task in game.table.tasks]
    others = [name for name in scores[0] if name not in cards and name not in tasks]
    boxes = {card.name: box.name for box in BOXES.values() for card in (*box.cards, *box.tasks)}
    by_rows = {card.name for card in (*game.table.cards, *game.table.tasks) if card.by_rows}
    notes = game.notes()
    found = []
    for group, names in (("card", cards), ("task", tasks), ("score", others)):
        for name in names:
            parts = [found_gold.get(name, Score(0, 0)) for found_gold in scores]
            at_once = any(card.name == name for card in paid_at_once)
            gold, hexes = tuple(part.gold for part in parts), tuple(part.hexes for part in parts)
            if at_once:
                gold = _paid(match, name)
            elif name == EARNED:  # the cards that pay at once show theirs themselves
                shown = [_paid(match, card.name) for card in paid_at_once]
                gold = tuple(all_of - sum(part) for all_of, *part in zip(gold, *shown, strict=True))
                if not any(gold):
                    continue
            about = tuple(note for note in notes if note.source == name)
            found.append(
                CardFacts(name, group, boxes.get(name, ""), gold, hexes, at_once, name in by_rows, about)
            )
    return found
