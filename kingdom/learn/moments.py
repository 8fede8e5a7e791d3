"""Moments of a game at which a remark helps who plays it for the first time."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from kingdom.rules.events import Event, TileGained
from kingdom.rules.frames import DONE, READY
from kingdom.rules.game import Game
from kingdom.rules.scoring import score

FEW = 3
"""Hexes to choose from that are so few that it hurts."""
LAST_TURNS = 9
"""Settlements for three more turns."""
LATER = 4
"""The round from which a card should bring something."""

Moment = Callable[[Game, Sequence[Event]], bool]
"""From the game, while the learner decides, and what happened since the last answer of theirs."""


def idle_cards(game: Game) -> list[str]:
    """Cards that score nothing for the learner yet."""
    found = score(game, 0)
    return [card.name for card in game.table.cards if card.name in found and not found[card.name].gold]


def _building(game: Game) -> bool:
    """Whether the next build of the card is asked for, and no step of a tile, which has its own rules."""
    return game.in_turn and bool(game.own[0]) and game.mandatory != DONE


def _tile(game: Game, happened: Sequence[Event]) -> bool:
    return any(isinstance(event, TileGained) and event.player == 0 for event in happened)


def _tile_ready(game: Game, happened: Sequence[Event]) -> bool:
    return any(state == READY for _, _, state in game.tiles[0]) and game.in_turn and not game.built


def _forced(game: Game, happened: Sequence[Event]) -> bool:
    cells = game.decision().cells
    return _building(game) and bool(cells) and not cells & ~game.reach[0] and cells.bit_count() <= FEW


def _free(game: Game, happened: Sequence[Event]) -> bool:
    cells = game.decision().cells
    return _building(game) and bool(cells) and not cells & game.reach[0]


def _idle_card(game: Game, happened: Sequence[Event]) -> bool:
    return game.in_turn and game.round >= LATER and bool(idle_cards(game))


def _last_turns(game: Game, happened: Sequence[Event]) -> bool:
    return game.in_turn and 0 < game.supply[0] <= LAST_TURNS


def _turn_done(game: Game, happened: Sequence[Event]) -> bool:
    return game.mandatory == DONE and game.in_turn


def _last_round(game: Game, happened: Sequence[Event]) -> bool:
    return game.in_turn and game.ending


MOMENTS: dict[str, Moment] = {
    "tile": _tile,
    "tile_ready": _tile_ready,
    "forced": _forced,
    "free": _free,
    "idle_card": _idle_card,
    "last_turns": _last_turns,
    "turn_done": _turn_done,
    "last_round": _last_round,
}
"""By name: a tile was gained, a tile can be used, few hexes are left to choose from, nothing is adjacent, a
card scores nothing yet, three turns are left, the builds are done, the last round has begun."""
