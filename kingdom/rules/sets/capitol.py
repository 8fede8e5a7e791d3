"""Capitol: a capitol on a castle pays for every piece within two hexes at the end of the game."""

from __future__ import annotations

from collections.abc import Mapping

from kingdom.rules.game import Game
from kingdom.rules.hexes import BIT, SECTION_MASKS, hexes_of, lowest, within
from kingdom.rules.json_values import read_hexes, write_hex, write_hexes
from kingdom.rules.registry import (
    LANDMARKS,
    MARKER,
    SCORE,
    BadSetup,
    Box,
    Field,
    Hooks,
    Score,
    Scorer,
    Thing,
    Token,
)
from kingdom.rules.setup import Dealer

CAPITOLS = 2


def deal(dealer: Dealer) -> None:
    """One capitol on a castle of each section that has two (Oracle and Harbor have), two at the most
    (Q-CAPITOL-1)."""
    capitols = dealer.choice("capitols")
    castles = dealer.board.landmark["castle"]
    if capitols is None:
        sections = [castles & section for section in SECTION_MASKS if (castles & section).bit_count() > 1]
        capitols = sum(
            BIT[dealer.chance.pick(list(hexes_of(section)))]
            for section in dealer.chance.shuffled(sections)[:CAPITOLS]
        )
    check_capitols(capitols, castles)
    dealer.markers["capitols"] = capitols


def check_capitols(capitols: int, castles: int) -> None:
    """Refuse a capitol that stands on no castle, and a third one."""
    if capitols & ~castles:
        raise BadSetup(f"capitols: {write_hex(lowest(capitols & ~castles))} is no castle (Q-CAPITOL-1)")
    if capitols.bit_count() > CAPITOLS:
        raise BadSetup(f"capitols: there are only {CAPITOLS}")


def capitols(game: Game, player: int) -> Score:
    """1 gold for each own piece at distance 1 or 2, for each capitol separately (Q-CAPITOL-2)."""
    gold = earning = 0
    for capitol in hexes_of(game.table.markers["capitols"]):
        near = game.own[player] & within(BIT[capitol], 2)
        gold += near.bit_count()
        earning |= near
    return Score(gold, earning)


def final_gold(game: Game) -> Mapping[str, Scorer]:
    """Capitols pay where there is one."""
    return {"capitols": capitols} if game.table.markers.get("capitols") else {}


BOX = Box(
    name="capitol",
    order=5,
    fields=(Field("capitols", "marker", [], read_hexes, write_hexes),),
    things=(Thing("capitols", SCORE, (MARKER, "capitol")),),
    hooks=Hooks(
        scorers=(final_gold,),
        tokens=(
            lambda game: (
                Token(MARKER, "capitol", h) for h in hexes_of(game.table.markers.get("capitols", 0))
            ),
        ),
    ),
    lies_on=lambda section: "".join(section.rows).count(LANDMARKS["castle"].letter or "") > 1,
    deal=deal,
    check=lambda game: check_capitols(game.table.markers.get("capitols", 0), game.board.landmark["castle"]),
)
