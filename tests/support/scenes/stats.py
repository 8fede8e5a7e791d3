"""Statistics scenes."""

from __future__ import annotations

from support.scenes.registry import scene_maker, wait_for_animations

from kingdom.match.seats import HUMAN
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.stats.achievements import load_achievement_definitions
from kingdom.stats.database import StatsDatabase
from kingdom.stats.finished_game import FinishedGame, FinishedSeat
from kingdom.ui.framework.app import App
from kingdom.ui.stats.scene import STATS_TABS, StatsScene

NAMES = {"easy": "Emma", "medium": "Max", "hard": "Hedwig", "expert": "Xaver"}
MEAN_GOLD = {"easy": 44, "medium": 54, "hard": 62, "expert": 68}
COLORS = ("orange", "blue", "white", "purple")
BOARDS = ("", "", "oracle+farm+tavern+tower", "harbor+paddock turned+oasis+barn")


def fill_database(database: StatsDatabase, games: int = 60) -> None:
    """Adds games between two players who improve from game to game."""
    rng = Rng(7)
    for index in range(games):
        database.add_game(
            _make_game(index, rng), f"2026-{1 + index // 10:02}-{1 + index % 10 * 2:02}T20:15:00Z"
        )
    with database.transaction():
        database.connection.execute(
            "UPDATE seats SET accuracy = 70.0 + game % 7 + game / 4, luck = game % 5 - 2.0 WHERE game % 3 = 0"
        )


def _make_game(index: int, rng: Rng) -> FinishedGame:
    levels = list(NAMES)[index // 20 : index // 20 + 2] or ["expert"]
    seats = [("Anna", HUMAN), *((NAMES[level], level) for level in levels)]
    if index % 3 == 0:
        seats.append(("Benedikt", HUMAN))
    expansions = ("base", *rng.shuffled([name for name in EXPANSIONS if name != "base"])[: rng.randrange(3)])
    cards = rng.shuffled(
        [card.name for name in expansions for card in EXPANSIONS[name].scoring_cards if card.scorer]
    )[:3]
    tiles = [tile.name for name in expansions for tile in EXPANSIONS[name].tiles]
    gold = [
        {
            name: max(0, round((MEAN_GOLD.get(kind, 46 + index // 3) + rng.randrange(17) - 8) * fraction))
            for name, fraction in zip((*cards, "castles"), (0.4, 0.3, 0.2, 0.1), strict=True)
        }
        for _, kind in seats
    ]
    totals = [sum(gold_by_source.values()) for gold_by_source in gold]
    return FinishedGame(
        f"game {index}",
        tuple(sorted(expansions)),
        tuple(cards),
        BOARDS[index % 4],
        11 + rng.randrange(4),
        300,
        tuple(
            FinishedSeat(
                name,
                kind,
                COLORS[seat],
                totals[seat],
                1 + sum(other > totals[seat] for other in totals),
                float(totals[seat] == max(totals)),
                gold[seat],
                {tile: 1 + rng.randrange(5) for tile in rng.shuffled(tiles)[:4]},
                _earned_achievements(index) if kind == HUMAN else (),
            )
            for seat, (name, kind) in enumerate(seats)
        ),
    )


def _earned_achievements(index: int) -> tuple[str, ...]:
    """Returns the achievements earned in one game. Every third game earns some achievements of one family,
    with higher levels in later games."""
    families = list(dict.fromkeys(achievement.family for achievement in load_achievement_definitions()))
    family = families[index * 2 % len(families)] if index % 3 == 0 else ""
    return tuple(
        achievement.name
        for achievement in load_achievement_definitions()
        if achievement.family == family and achievement.tier <= 1 + index // 25
    )


def open_stats(app: App, tab: str) -> StatsScene:
    """Opens the statistics at a tab, with all data loaded."""
    app.navigator.open_main_menu()
    app.stats_service.submit_query(fill_database)
    scene = StatsScene(tab)
    app.settings.name = app.settings.name or "Anna"
    app.push(scene)
    app.stats_service.flush()
    wait_for_animations(app, 0.1)
    app.toasts.clear()
    return scene


for name in STATS_TABS:
    scene_maker(f"chronicle-{name}")(lambda app, name=name: open_stats(app, name))  # type: ignore[misc]


@scene_maker("chronicle-empty")
def open_empty_stats(app: App) -> None:
    app.navigator.open_main_menu()
    app.navigator.open_stats()
    app.stats_service.flush()
