"""The parts of each expansion that are used in a game, for the New game screen."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from kingdom.rules.board import strip_rotation
from kingdom.rules.expansion import LOCATION
from kingdom.rules.registry import EXPANSIONS

if TYPE_CHECKING:
    from kingdom.rules.game import Game


@dataclass(frozen=True)
class ExpansionContents:
    """The parts of one expansion that are used in a game."""

    sections: tuple[str, ...] = ()
    tiles: tuple[str, ...] = ()
    """Location tiles of the expansion that are on the board."""
    landmarks: tuple[tuple[str, int], ...] = ()
    """Landmarks other than locations, with their counts."""
    terrains: tuple[str, ...] = ()
    tokens: tuple[tuple[str, int], ...] = ()
    """The expansion's markers on other expansions' sections, with their counts."""
    cards: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()

    @property
    def is_present(self) -> bool:
        """True if the game uses any part of the expansion."""
        return self != ExpansionContents()


def expansion_contents(game: Game, name: str) -> ExpansionContents:
    """Returns the parts of an expansion that are used at the start of a game."""
    expansion, board, config = EXPANSIONS[name], game.board, game.config
    own_landmarks = {landmark.name for landmark in expansion.landmarks}
    all_tokens = [
        token for hook in (expansion.hooks.tokens if expansion.hooks else ()) for token in hook(game)
    ]
    tokens = Counter(token.name for token in all_tokens if board.kind_at[token.hex_id] not in own_landmarks)
    locations = set(board.location_at.values())
    sections = [strip_rotation(str(section)) for section in config.board_source.get("sections", ())]
    return ExpansionContents(
        sections=tuple(section for section in sections if section in expansion.sections),
        tiles=tuple(tile.name for tile in expansion.tiles if tile.name in locations),
        landmarks=tuple(
            (kind, board.hexes_by_landmark[kind].bit_count())
            for kind in sorted(own_landmarks)
            if kind != LOCATION and board.hexes_by_landmark[kind]
        ),
        terrains=tuple(
            terrain.name for terrain in expansion.terrains if board.hexes_by_terrain[terrain.name]
        ),
        tokens=tuple(sorted(tokens.items())),
        cards=tuple(card.name for card in config.scoring_cards if card in expansion.scoring_cards),
        tasks=tuple(task.name for task in config.task_cards if task in expansion.task_cards),
    )
