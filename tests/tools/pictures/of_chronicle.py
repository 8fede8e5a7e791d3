"""The chronicle, for `tools.pictures.pictures`."""

from __future__ import annotations

from tools.pictures.pictures import picture, settle

from kingdom.profile.achievements import achievements
from kingdom.profile.chronicle import Chronicle
from kingdom.profile.finished_game import PERSON, FinishedGame, FinishedSeat
from kingdom.rules.chance import Chance
from kingdom.rules.registry import BOXES
from kingdom.ui.app.app import App
from kingdom.ui.profile.scene import SHEETS, ChronicleScene

NAMES = {"easy": "Emma", "medium": "Max", "hard": "Hedwig", "expert": "Xaver"}
GOLD = {"easy": 44, "medium": 54, "hard": 62, "expert": 68}
COLOURS = ("orange", "blue", "white", "purple")
LANDS = ("", "", "oracle+farm+tavern+tower", "harbor+paddock turned+oasis+barn")


def fill(chronicle: Chronicle, games: int = 60) -> None:
    """Two people who grow better from game to game."""
    chance = Chance(7)
    for number in range(games):
        chronicle.add(_game(number, chance), f"2026-{1 + number // 10:02}-{1 + number % 10 * 2:02}T20:15:00Z")
    with chronicle.writing():
        chronicle.database.execute(
            "UPDATE seats SET accuracy = 70.0 + game % 7 + game / 4, luck = game % 5 - 2.0 WHERE game % 3 = 0"
        )


def _game(number: int, chance: Chance) -> FinishedGame:
    levels = list(NAMES)[number // 20 : number // 20 + 2] or ["expert"]
    seats = [("Anna", PERSON), *((NAMES[level], level) for level in levels)]
    if number % 3 == 0:
        seats.append(("Benedikt", PERSON))
    box = ("base", *chance.shuffled([name for name in BOXES if name != "base"])[: chance.below(3)])
    cards = chance.shuffled([card.name for name in box for card in BOXES[name].cards if card.score])[:3]
    tiles = [tile.name for name in box for tile in BOXES[name].tiles]
    gold = [
        {
            name: max(0, round((GOLD.get(kind, 46 + number // 3) + chance.below(17) - 8) * share))
            for name, share in zip((*cards, "castles"), (0.4, 0.3, 0.2, 0.1), strict=True)
        }
        for _, kind in seats
    ]
    total = [sum(by.values()) for by in gold]
    return FinishedGame(
        f"game {number}",
        tuple(sorted(box)),
        tuple(cards),
        LANDS[number % 4],
        11 + chance.below(4),
        300,
        tuple(
            FinishedSeat(
                name,
                kind,
                COLOURS[seat],
                total[seat],
                1 + sum(other > total[seat] for other in total),
                float(total[seat] == max(total)),
                gold[seat],
                {tile: 1 + chance.below(5) for tile in chance.shuffled(tiles)[:4]},
                _earned(number) if kind == PERSON else (),
            )
            for seat, (name, kind) in enumerate(seats)
        ),
    )


def _earned(number: int) -> tuple[str, ...]:
    """One family in some games, the later the more steps."""
    families = list(dict.fromkeys(one.family for one in achievements()))
    family = families[number * 2 % len(families)] if number % 3 == 0 else ""
    return tuple(one.name for one in achievements() if one.family == family and one.step <= 1 + number // 25)


def chronicle(app: App, sheet: str) -> ChronicleScene:
    """The chronicle open at a page, with everything there."""
    app.ways.menu()
    app.clerk.ask("fill", fill)
    scene = ChronicleScene(sheet)
    app.settings.name = app.settings.name or "Anna"
    app.push(scene)
    app.clerk.settle()
    settle(app, 0.1)
    app.toasts.clear()
    return scene


for name in SHEETS:
    picture(f"chronicle-{name}")(lambda app, name=name: chronicle(app, name))  # type: ignore[misc]


@picture("chronicle-empty")
def empty(app: App) -> None:
    app.ways.menu()
    app.ways.chronicle()
    app.clerk.settle()
