"""Summary of a game for the panels. It is computed once per answer, so drawing never has to run the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from kingdom.match.end_forecast import forecast_end
from kingdom.match.interface import MatchView
from kingdom.rules.decision_frames import PHASE_TURNS, TILE_FRESH, TILE_READY
from kingdom.rules.events import GoldEarned
from kingdom.rules.expansion import CARD, SCORE, TASK, PlayerItem, Score, SetupNote
from kingdom.rules.game import Game
from kingdom.rules.registry import EXPANSIONS, registry_cache
from kingdom.rules.scoring import EARNED_GOLD, displayed_breakdown, majority_scorers

ENDS_SOON_ROUNDS = 1
"""Maximum number of rounds after the current round for the game to count as ending soon."""

OPEN_GOLD_TEXT = "–"
"""Shown in place of the players' gold from a majority that is still open."""


@dataclass(frozen=True)
class TileSummary:
    """A player's identical tiles that are in the same state."""

    name: str
    state: int
    count: int = 1


@dataclass(frozen=True)
class PlayerSummary:
    """Everything shown in a player row."""

    seat: int
    name: str
    color: str
    kind: str
    supply: int
    tiles: tuple[TileSummary, ...]
    items: tuple[PlayerItem, ...]
    gold: int
    active: bool
    """True if it is this player's turn or the player has to make a decision."""
    turns_left: int
    """Estimated number of turns this player has left."""
    ending_round: int | None
    """The round in which this player is expected to end the game. None if a different player is expected to
    end it, or if the end has already been triggered."""
    ends_soon: bool
    """True if `ending_round` is the current round or the next."""
    is_last_round: bool
    """True once the end of the game has been triggered."""


@dataclass(frozen=True)
class ScoreSource:
    """A source of gold, such as a Kingdom Builder card or task. Includes each player's gold from it and the
    hexes that score."""

    name: str
    group: str
    """Prefix of the translation keys and sprite names: CARD, TASK or SCORE."""
    expansion: str
    """The expansion of the card or task. Empty for other sources."""
    gold: tuple[int, ...]
    hexes: tuple[int, ...]
    is_open: bool = False
    """True if the source is a majority and no one has a piece that counts for it yet."""
    open_gold: int = 0
    """Gold that every player will get in addition if no one builds where there are no pieces yet."""
    scores_during_game: bool = False
    """True if the source pays out only during the game."""
    scores_rows: bool = False
    """True if the source scores horizontal rows. In that case, the board shows row numbers."""
    setup_notes: tuple[SetupNote, ...] = ()
    breakdown: tuple[tuple[str, tuple[int, ...]], ...] = ()
    """Each item that paid gold during the game, with the amount paid to each player. Set only in the final
    scoring, for the source of gold earned during the game."""

    @property
    def text_key(self) -> str:
        """Translation key of the source's name. Appending `.rule` yields the key of the source's rule."""
        return f"{self.group}.{self.name}"

    @property
    def gold_texts(self) -> tuple[str, ...]:
        """Each player's gold, or a dash if it is still open."""
        return tuple(OPEN_GOLD_TEXT if self.is_open else str(gold) for gold in self.gold)

    @property
    def all_hexes(self) -> int:
        """Hexes that score for at least one player."""
        return reduce(or_, self.hexes, 0)


def tile_summaries(match: MatchView, player: int) -> tuple[TileSummary, ...]:
    """Returns a player's location tiles in the order they were gained. Identical tiles are combined."""
    counts: dict[tuple[str, int], int] = {}
    for tile, _, state in match.game.held_tiles[player]:
        state = (
            state
            if player == match.game.active_player or tile.is_reaction
            else TILE_READY
            if state == TILE_FRESH
            else state
        )
        counts[tile.name, state] = counts.get((tile.name, state), 0) + 1
    return tuple(TileSummary(name, state, count) for (name, state), count in counts.items())


def summarize_match(match: MatchView) -> tuple[list[PlayerSummary], list[ScoreSource]]:
    game = match.game
    scores = [displayed_breakdown(game, player) for player in range(game.config.player_count)]
    deciding_seat = match.deciding_seat
    in_turns = game.phase == PHASE_TURNS
    forecast = forecast_end(game)
    players = [
        PlayerSummary(
            seat_index,
            seat.name,
            seat.color,
            seat.kind,
            game.supply[seat_index],
            tile_summaries(match, seat_index),
            tuple(game.player_items(seat_index)),
            sum(part.gold for part in scores[seat_index].values()),
            seat_index == deciding_seat or (seat_index == game.active_player and in_turns),
            forecast.turns_left[seat_index],
            forecast.last_round if seat_index == forecast.likely_ender else None,
            seat_index == forecast.likely_ender and forecast.rounds_left <= ENDS_SOON_ROUNDS,
            game.end_triggered,
        )
        for seat_index, seat in enumerate(match.seats)
    ]
    return players, _current_sources(match, scores)


def gold_payments(match: MatchView) -> dict[str, list[int]]:
    """Returns how much gold each card, tile or other item has paid each player during the game."""
    payments: dict[str, list[int]] = {}
    for event in (event for step in match.history for event in step.events):
        if isinstance(event, GoldEarned):
            payments.setdefault(event.source, [0] * len(match.seats))[event.player] += event.gold
    return payments


@registry_cache(maxsize=1)
def _expansions_by_card() -> dict[str, str]:
    return {
        card.name: expansion.name
        for expansion in EXPANSIONS.values()
        for card in (*expansion.scoring_cards, *expansion.task_cards)
    }


def score_sources(
    game: Game, names: Iterable[str], scores: Sequence[Mapping[str, Score]]
) -> Iterator[ScoreSource]:
    """Yields sources and what each player would score from them at the end of the game."""
    groups = {card.name: (CARD, card) for card in game.config.scoring_cards}
    groups |= {card.name: (TASK, card) for card in game.config.task_cards}
    notes, expansions, majorities = game.setup_notes(), _expansions_by_card(), majority_scorers(game)
    for name in names:
        group, card = groups.get(name, (SCORE, None))
        parts = [player_scores.get(name, Score(0, 0)) for player_scores in scores]
        yield ScoreSource(
            name,
            group,
            expansions.get(name, ""),
            tuple(part.gold for part in parts),
            tuple(part.hexes for part in parts),
            name in majorities and majorities[name].is_open(game),
            majorities[name].open_gold(game) if name in majorities else 0,
            card is not None and card.scorer is None,
            card is not None and card.scores_rows,
            tuple(note for note in notes if note.card_name == name),
        )


def _current_sources(match: MatchView, scores: Sequence[Mapping[str, Score]]) -> list[ScoreSource]:
    config = match.game.config
    card_names = [card.name for card in (*config.scoring_cards, *config.task_cards)]
    payments, sources = gold_payments(match), []
    for source in score_sources(match.game, dict.fromkeys([*card_names, *scores[0]]), scores):
        if source.scores_during_game:
            source = replace(source, gold=tuple(payments.get(source.name, [0] * len(match.seats))))
        elif source.name == EARNED_GOLD:
            # Omit gold from cards that pay during the game: it is shown on those cards.
            on_cards = [payments[card.name] for card in config.scoring_cards if card.name in payments]
            gold = tuple(total - sum(paid) for total, *paid in zip(source.gold, *on_cards, strict=True))
            if not any(gold):
                continue
            source = replace(source, gold=gold)
        sources.append(source)
    return sources
