"""Capitol: at the end of the game, a capitol on a castle scores every piece within two hexes."""

from __future__ import annotations

from collections.abc import Mapping

from kingdom.rules.errors import ValidationError
from kingdom.rules.expansion import (
    MARKER,
    SCORE,
    Expansion,
    Hooks,
    NamedItem,
    Scorer,
    StateField,
    Token,
)
from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, SECTION_MASKS, first_hex, hexes_within, iter_hexes
from kingdom.rules.json_values import read_hexes, write_hex, write_hexes
from kingdom.rules.registry import LANDMARKS
from kingdom.rules.scoring import PieceScorer
from kingdom.rules.setup import Dealer

CAPITOL_COUNT = 2


def set_up(dealer: Dealer) -> None:
    """Puts one capitol on a castle in each section that has two castles (Oracle and Harbor). The board gets
    at most two capitols in total (Q-CAPITOL-1)."""
    capitols = dealer.chosen_value("capitols")
    castles = dealer.board.hexes_by_landmark["castle"]
    if capitols is None:
        sections = [castles & section for section in SECTION_MASKS if (castles & section).bit_count() > 1]
        capitols = sum(
            BIT[dealer.rng.choice(list(iter_hexes(section)))]
            for section in dealer.rng.shuffled(sections)[:CAPITOL_COUNT]
        )
    check_capitols(capitols, castles)
    dealer.setup_values["capitols"] = capitols


def check_capitols(capitols: int, castles: int) -> None:
    """Raises ValidationError if a capitol is not on a castle or if there are more than two capitols."""
    if capitols & ~castles:
        raise ValidationError(
            f"capitols: {write_hex(first_hex(capitols & ~castles))} is not a castle (Q-CAPITOL-1)"
        )
    if capitols.bit_count() > CAPITOL_COUNT:
        raise ValidationError(f"capitols: there are only {CAPITOL_COUNT}")


score_capitols = PieceScorer(
    lambda game: [
        hexes_within(BIT[capitol], 2) for capitol in iter_hexes(game.config.setup_values["capitols"])
    ]
)
"""Scores 1 gold for each of the player's pieces within two hexes of a capitol. Each capitol scores separately
(Q-CAPITOL-2)."""


def final_scorers(game: Game) -> Mapping[str, Scorer]:
    """Returns the capitol scorer if the game has a capitol."""
    return {"capitols": score_capitols} if game.config.setup_values.get("capitols") else {}


EXPANSION = Expansion(
    name="capitol",
    release_order=5,
    state_fields=(StateField("capitols", "marker", [], read_hexes, write_hexes),),
    named_items=(NamedItem("capitols", SCORE, (MARKER, "capitol")),),
    hooks=Hooks(
        final_scorers=(final_scorers,),
        tokens=(
            lambda game: (
                Token(MARKER, "capitol", h) for h in iter_hexes(game.config.setup_values.get("capitols", 0))
            ),
        ),
    ),
    can_place_marker_on=lambda section: "".join(section.rows).count(LANDMARKS["castle"].letter or "") > 1,
    set_up=set_up,
    validate_position=lambda game: check_capitols(
        game.config.setup_values.get("capitols", 0), game.board.hexes_by_landmark["castle"]
    ),
)
