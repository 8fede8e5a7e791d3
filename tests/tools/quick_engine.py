"""The quick engine: our programs in the base game a hundred times as fast, for measuring and learning.

It is C++ (tests/tools/quick) and plays what kingdom/ai plays; the rules of the game are those of
kingdom/rules, and `check` holds the engine against both. What it finds is proved in Python before it counts.

    python tests/tools/quick_engine.py check                     the engine says what Python says
    python tests/tools/quick_engine.py match hard+master hard    paired deals: gold, and the share of wins
    python tests/tools/quick_engine.py fair --land grown         the gold by seat on a kind of land
    python tests/tools/quick_engine.py data                      positions whose turns are played out
    python tests/tools/quick_engine.py train                     weights from them, by regression
    python tests/tools/quick_engine.py tune --from trained.json  better weights, by playing with others

A program is a level with its own weights (`hard`), or with others: those of a level (`hard+master`), of a
file like kingdom/ai/master.json (`hard+trained.json`), or single ones (`hard+master+open=5`); or with a
character (`hard+hermit`).

The same seeds give the same figures. `data` and `tune`, stopped at any time, go on where they were.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from hashlib import sha256
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from kingdom import tiled
from kingdom.ai.evaluation import LIKED, TERMS, TILE, Evaluation, Weights, kind_of
from kingdom.ai.expert import INNER, ExpertPlayer
from kingdom.ai.foresight import FORESEEN
from kingdom.ai.gold import purse_of
from kingdom.ai.master import MasterPlayer
from kingdom.ai.planner import Planner
from kingdom.ai.player import Budget, Meter
from kingdom.ai.quick import Policy
from kingdom.ai.roster import PLAYERS, STYLED
from kingdom.ai.steady import SteadySearch
from kingdom.ai.styles import styles
from kingdom.ai.turns import TurnSearch, Width
from kingdom.rules.board import Grid
from kingdom.rules.chance import seeded
from kingdom.rules.frames import TODO
from kingdom.rules.game import Game
from kingdom.rules.hexes import HEX_AT, hexes_of
from kingdom.rules.registry import BOXES, TILES
from kingdom.rules.setup import Setup, new_game
from kingdom.studio.grow import grow

Column = NDArray[np.float64]

SOURCES = Path(__file__).parent / "quick"
CACHE = Path(tempfile.gettempdir()) / "kingdom-quick-engine"
FLAGS = ("-std=c++17", "-Wall", "-Wextra", "-ffp-contract=off")
"""Products are not fused with sums: every figure is to be the same as in Python, to the last digit."""

LETTERS = {
    "canyon": "C", "desert": "D", "flower": "L", "forest": "F", "grass": "G", "water": "W", "mountain": "M",
    "castle": "S", "location": "X",
}  # fmt: skip
CARDS = sorted(("canyon", "desert", "flower", "forest", "grass"))
NO_CARD = 255
SECTIONS, GROWN = "sections", "grown"

BASE_TILES = tuple(tile.name for tile in BOXES["base"].tiles)
KNOWN = (
    *(term for term in TERMS if term not in ("building", "moving", "other", "kept")),
    *("promise_each_turn", "doubt", "doubt_each_turn", "ending"),
    *LIKED,
    *(TILE + name for name in BASE_TILES),
    *FORESEEN,
)
"""The weights that mean something in the base game; what a tile is worth is always told by its name."""
NAME_OF = {name.replace(" ", "_"): name for name in KNOWN}
"""The engine's names are without blanks."""

NOT_FITTED = ("rivals", "room", "doubt", "doubt_each_turn", *LIKED)
FITTED = tuple(name for name in KNOWN if name not in NOT_FITTED)
"""What the regression finds: weights that the value grows with in a straight line."""

STEPS = {
    **dict.fromkeys((TILE + name for name in BASE_TILES), 0.2), "tile harbor": 0.25,
    "early once": 0.15, "early linking": 0.12, "early apart": 0.2, "early largest": 0.2,
    "early best row": 0.15, "early rows": 0.2, "early balanced": 0.15, "early races": 0.15,
    "early flat": 0.12,
    "open": 2.0, "promise": 0.15, "promise_each_turn": 0.02, "tile_ahead": 0.04, "links": 0.12,
    "balance": 0.25, "sections": 0.4, "largest lands": 0.5, "paying": 0.12, "once 0": 0.13, "once 1": 0.13,
    "once 2": 0.1, "row room": 0.06, "row beside": 0.075, "near 0": 0.08, "near 1": 0.08, "near 2": 0.04,
    "front": 0.07, "front each turn": 0.015, "ending": 1.0, "rivals": 0.15, "doubt": 0.5,
    "doubt_each_turn": 0.12, "beside_others": 0.08,
}  # fmt: skip
"""By how much `tune` moves each weight to find out whether more or less of it is better."""

BROAD, OF_BROAD = Width(kept=16, hexes=14, inner=4, origins=4), 6000
"""How broadly `data` looks for turns."""
QUICK, OF_QUICK = Width(kept=4, hexes=6, inner=2, origins=3), 900
"""How broadly the games are played out."""
NARROW, OF_NARROW = Width(kept=3, hexes=6, inner=2, origins=2), 5000
"""How broadly `check` looks; the budget is never reached."""
SEED_OF_QUICK_PLAY = 5
EQUAL = 1e-6
"""Figures that differ by less are the same; the engine prints twelve digits."""
RIDGE = 10.0
"""How little trust the regression has in what is rarely seen."""


def progress(text: str) -> None:
    """How far it is, on one line that is written over; a file needs none of it."""
    if sys.stderr.isatty():
        print(f"\r{text}\033[K", end="", file=sys.stderr, flush=True)


# --- the engine


def compiler() -> str | None:
    """The C++ compiler of this machine, if there is one."""
    return next(filter(None, map(shutil.which, (os.environ.get("CXX", "g++"), "clang++", "c++"))), None)


def build(folder: Path = CACHE, optimised: str = "-O2") -> Path:
    """Compile the engine, unless these sources have been compiled before. All of it is one piece for the
    compiler: that takes less time, and makes it faster."""
    command = compiler()
    if command is None:
        raise SystemExit("there is no C++ compiler: install g++ or clang++, or name one in CXX")
    files = sorted(SOURCES.glob("*.[ch]pp"))
    known = sha256(" ".join((command, optimised, *FLAGS)).encode())
    for file in files:
        known.update(file.read_bytes())
    engine = folder / f"engine-{known.hexdigest()[:16]}"
    if not engine.exists():
        folder.mkdir(parents=True, exist_ok=True)
        made = engine.with_suffix(f".{os.getpid()}")
        subprocess.run(
            [command, *FLAGS, optimised, "-I", str(SOURCES), "-x", "c++", "-", "-o", str(made)],
            input="".join(f'#include "{file.name}"\n' for file in files if file.suffix == ".cpp"),
            text=True,
            check=True,
        )
        made.replace(engine)
    return engine


def asked(engine: Path, *arguments: object) -> Iterator[str]:
    """What the engine prints, line by line as it comes."""
    with subprocess.Popen([engine, *map(str, arguments)], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        try:
            yield from (line.rstrip("\n") for line in process.stdout)
        finally:
            if process.poll() is None:
                process.terminate()
    if process.returncode:
        raise SystemExit(process.returncode)


# --- programs and weights


def read_weights(path: Path) -> dict[str, float]:
    """The weights of a file like kingdom/ai/master.json."""
    found = json.loads(path.read_text("utf-8"))["weights"]
    return {name: float(weight) for name, weight in found.items()}


def write_weights(path: Path, weights: Weights, about: str) -> None:
    """Such a file."""
    rounded = {name: round(weights[name], 4 if abs(weights[name]) < 0.1 else 3) for name in sorted(weights)}
    path.write_text(json.dumps({"about": about, "weights": rounded}, indent=1) + "\n", "utf-8")


def in_base_game(weights: Weights) -> dict[str, float]:
    """The weights that count in the base game, tiles by their names."""
    found = {name: weights[name] for name in KNOWN if name in weights}
    for name in BASE_TILES:
        found.setdefault(TILE + name, weights[kind_of(TILES[name])])
    return found


def program_of(spec: str) -> tuple[type[Planner], dict[str, float]]:
    """The level and the weights that a word like `hard+master+open=5` means."""
    level, *more = spec.split("+")
    if level not in STYLED:
        raise SystemExit(f"there is no program {level}; there are {', '.join(STYLED)}")
    weights = dict(STYLED[level].own_weights())
    for part in more:
        name, equals, value = part.partition("=")
        if equals and name in KNOWN:
            weights[name] = float(value)
        elif part in STYLED:
            weights.update(STYLED[part].own_weights())
        elif part in styles():
            weights = dict(styles()[part].applied(weights))
        elif Path(part).is_file():
            weights.update(read_weights(Path(part)))
        else:
            raise SystemExit(f"{part} is no level, no character, no file and no weight")
    return STYLED[level], in_base_game(weights)


def lines_of(level: type[Planner], weights: Weights) -> Iterator[str]:
    """A program as the engine reads it."""
    yield f"search {'steady' if issubclass(level.searching, SteadySearch) else 'plain'}"
    yield f"width {_numbers(level.width)}"
    yield f"budget {level.budget_of_level.evaluations}"
    if issubclass(level, ExpertPlayer):
        yield f"inner {INNER}"
        yield f"share {level.share}"
        yield f"rivals {level.rivals}"
    if issubclass(level, MasterPlayer):
        yield "choice master"
        yield f"parts {_numbers(level.parts)}"
        yield f"stakes {level.stakes}"
        for look in level.looks:
            widths = " ".join(map(_numbers, look.widths))
            yield f"look {look.turns} {look.margin} {look.deals} {look.trust} {len(look.widths)} {widths}"
    elif issubclass(level, ExpertPlayer):
        yield "choice expert"
        yield f"now {level.now}"
        for stage in level.stages:
            yield f"look {stage.turns} 0 {stage.deals} 1 1 {_numbers(stage.width)}"
    yield from weight_lines(weights)


def weight_lines(weights: Weights) -> Iterator[str]:
    """The weights of a program as the engine reads them."""
    for name, weight in weights.items():
        yield f"weight {name.replace(' ', '_')} {weight!r}"


def searching(width: Width, budget: int, weights: Weights, search: str) -> Iterator[str]:
    """A program that takes the best turn of one search."""
    yield f"search {search}"
    yield f"width {_numbers(width)}"
    yield f"budget {budget}"
    yield from weight_lines(weights)


def _numbers(numbers: Sequence[float]) -> str:
    return " ".join(map(str, numbers))


def written(path: Path, lines: Iterator[str]) -> Path:
    """A file of lines."""
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return path


# --- tables


def land_of(land: str, number: int) -> Grid | None:
    """The land of a table: dealt sections, grown land, or a map."""
    if land == SECTIONS:
        return None
    if land == GROWN:
        return grow(number)
    path = Path(land)
    return tiled.load(path.name, path.parent)


def table_text(game: Game) -> str:
    """A table as the engine reads it."""
    kinds, locations = game.board.kind_at, sorted(game.board.location_at.items())
    places = {HEX_AT[row, column]: f"{row} {column}" for row in range(20) for column in range(20)}
    return "\n".join(
        [
            f"table {' '.join(card.name for card in game.table.cards)}",
            *("".join(LETTERS[kinds[HEX_AT[row, column]]] for column in range(20)) for row in range(20)),
            f"locations {len(locations)}",
            *(f"{places[number]} {tile}" for number, tile in locations),
        ]
    )


def deal_tables(path: Path, number: int, seed: int, land: str) -> Path:
    """Deal tables into a file."""
    texts = []
    for place in range(seed * 100_000, seed * 100_000 + number):
        grid = land_of(land, place)
        texts.append(table_text(new_game(Setup(2, ("base",), seeded(place) >> 2, grid=grid, start=0))))
        if len(texts) % 50 == 0:
            progress(f"{len(texts)} of {number} tables")
    path.write_text("\n".join(texts) + "\n", "utf-8")
    return path


# --- check: positions of games in Python, held against the engine


def positions(number: int, seed: int, player: str) -> Iterator[Game]:
    """Every third turn of games with two, three and four players."""
    table = turns = 0
    while number:
        players = 2 + table % 3
        game = new_game(Setup(players, ("base",), seeded(seed * 1000 + table) >> 2))
        seats = [PLAYERS[player](seeded(seed * 64 + table * 4 + seat) >> 2, None) for seat in range(players)]
        table += 1
        views, begun = 0, None
        while not game.over and number:
            seat = game.player
            if begun != (game.round, seat) and game.mandatory == TODO:
                begun = game.round, seat
                turns += 1
                if turns % 3 == 0:
                    number -= 1
                    yield game.copy()
            views += 1
            game.push(seats[seat].answer(game.observe(seat, seed * 1_000_003 + views)))


def position_text(game: Game) -> str:
    """A position at the beginning of a turn as the engine reads it."""
    places = {space: place for place, space in enumerate(sorted(game.board.location_at))}

    def bits(spaces: int) -> int:
        return sum(1 << places[space] for space in hexes_of(spaces))

    def cards(pile: Sequence[str]) -> str:
        return "".join(f" {CARDS.index(card)}" for card in pile)

    lines = [f"players {game.table.players}", table_text(game)]
    for seat, hand in enumerate(game.hand):
        lines.append("own " + _numbers(list(hexes_of(game.own[seat]))))
        held = [places[space] for _, space, _ in game.tiles[seat] if space is not None]
        lines.append("tiles " + _numbers(held))
        card = CARDS.index(hand[0]) if hand else NO_CARD
        lines.append(f"seat {game.supply[seat]} {bits(game.taken[seat])} {card}")
    turn = game.player, game.start_player, int(game.ending), game.round
    lines.append(f"turn {bits(game.stocked)} {bits(game.doubled)} {_numbers(turn)}")
    lines += [f"deck{cards(game.deck)}", f"discard{cards(game.discard)}"]
    return "\n".join(lines)


def sum_of(hexes: int) -> float:
    """A number that tells sets of hexes apart."""
    return float(sum(1000 + number * number for number in hexes_of(hexes)))


def said_by_python(game: Game, plain: Weights, steady: Weights) -> dict[str, float]:
    """What the game and its programs say of a position."""
    player, purse, evaluation = game.player, purse_of(game), Evaluation(game, game.player, steady)
    said = {}
    for seat in range(game.table.players):
        said[f"gold of seat {seat}"] = float(purse.total(game, seat))
        said[f"standing of seat {seat}"] = evaluation.standing(game, seat)
    said["gains"] = sum(gold * hexes.bit_count() for gold, hexes in evaluation.buckets)
    said["gains, where"] = sum(gold * sum_of(hexes) for gold, hexes in evaluation.buckets)
    cells, options = game.asked()
    said["cells"] = sum_of(cells)
    for option in options:
        said[f"tile {option}"] = _cells_of_tile(game, option)
    for name, search, weights in (("plain", TurnSearch, plain), ("steady", SteadySearch, steady)):
        looking = Evaluation(game, player, weights)
        policy = Policy(looking, game, SEED_OF_QUICK_PLAY)
        meter = Meter(Budget(evaluations=OF_NARROW))
        said[f"value, {name}"] = looking.value(game)
        turns = search(game.copy(), player, looking, policy, NARROW, meter).best(1)
        said[f"best turn, {name}"] = turns[0].value
        said[f"evaluations, {name}"] = float(meter.spent)
    policy, after = Policy(evaluation, game, SEED_OF_QUICK_PLAY), game.copy()
    while not after.over and (after.player, after.round) == (player, game.round):
        after.push(policy.answer(after))
    said["quick play"] = sum_of(after.own[player])
    said["quick play, looked"] = float(policy.looked)
    return said


def _cells_of_tile(game: Game, name: str) -> float:
    """The hexes that a tile may be used for, as a number."""
    using = game.copy()
    using.push(name)
    cells = using.asked()[0]
    if kind_of(TILES[name]) == "building":
        return sum_of(cells)
    found = 0.0
    for origin in hexes_of(cells):
        moving = using.copy()
        moving.push(origin)
        found += origin + sum_of(moving.asked()[0])
    return found


def differences(python: Mapping[str, float], engine: Mapping[str, float]) -> list[str]:
    """What two say otherwise of one position."""
    return [
        f"{name}: {python.get(name)} in Python, {engine.get(name)} in the engine"
        for name in sorted(python.keys() | engine.keys())
        if not abs(python.get(name, math.nan) - engine.get(name, math.nan)) < EQUAL
    ]


def check(engine: Path, number: int, seed: int, player: str, spec: str) -> list[str]:
    """What the engine says otherwise than Python, in so many positions."""
    plain, steady = (program_of(one)[1] for one in ("hard", spec))
    full = {**STYLED["hard"].own_weights(), **steady}
    found: list[str] = []
    said: list[tuple[str, dict[str, float]]] = []
    texts = []
    for game in positions(number, seed, player):
        cards = " ".join(card.name for card in game.table.cards)
        where = f"{game.table.players} players, round {game.round}, {cards}"
        texts.append(position_text(game))
        said.append((where, said_by_python(game, STYLED["hard"].own_weights(), full)))
        progress(f"{len(said)} of {number} positions")
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        lines = asked(
            engine, "check", written(place / "positions", iter(texts)),
            written(place / "plain", searching(NARROW, OF_NARROW, plain, "plain")),
            written(place / "steady", searching(NARROW, OF_NARROW, steady, "steady")),
        )  # fmt: skip
        for (where, python), line in zip(said, lines, strict=True):
            parts = (part.rsplit("=", 1) for part in line.split("\t") if part)
            answers = {name: float(value) for name, value in parts}
            found += [f"{where}: {difference}" for difference in differences(python, answers)]
    return found


# --- measuring


def _mean(numbers: Sequence[float]) -> str:
    """A mean and its error."""
    error = statistics.stdev(numbers) / math.sqrt(len(numbers)) if len(numbers) > 1 else math.inf
    return f"{statistics.fmean(numbers):.2f} ± {error:.2f}"


def match(engine: Path, tables: Path, specs: tuple[str, str], players: int, deals: int, seed: int) -> str:
    """One program against another, every deal from every seat: how far it is ahead."""
    leads: dict[int, list[float]] = {}
    wins: list[float] = []
    own: list[float] = []
    theirs: list[float] = []
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        one, other = (
            written(Path(folder) / name, lines_of(*program_of(spec)))
            for name, spec in zip(("one", "other"), specs, strict=True)
        )
        for line in asked(engine, "games", tables, players, deals, seed, one, other):
            deal, seat, *gold = map(int, line.split())
            others = [amount for place, amount in enumerate(gold) if place != seat]
            own.append(gold[seat])
            theirs.append(statistics.fmean(others))
            leads.setdefault(deal, []).append(own[-1] - theirs[-1])
            wins.append(1 / gold.count(max(gold)) if gold[seat] == max(gold) else 0.0)
            ahead = statistics.fmean(map(statistics.fmean, leads.values()))
            progress(f"deal {deal + 1} of {deals}: {ahead:.2f} gold ahead")
    share = statistics.fmean(wins)
    error = math.sqrt(share * (1 - share) / len(wins))
    return (
        f"{_mean([statistics.fmean(lead) for lead in leads.values()])} gold ahead, "
        f"{100 * share:.1f} ± {100 * error:.1f} % won of {len(wins)} games "
        f"({statistics.fmean(own):.1f} to {statistics.fmean(theirs):.1f} gold) "
        f"in {time.monotonic() - began:.0f} s: {specs[0]} against {specs[1]}"
    )


def fair(engine: Path, tables: Path, spec: str, players: int, games: int, seed: int) -> str:
    """The gold by seat; seat 0 starts."""
    gold: list[list[int]] = []
    with tempfile.TemporaryDirectory() as folder:
        program = written(Path(folder) / "program", lines_of(*program_of(spec)))
        for line in asked(engine, "games", tables, players, games, seed, program):
            gold.append([int(amount) for amount in line.split()[2:]])
            if len(gold) % 20 == 0:
                progress(f"{len(gold)} of {games} games")
    seats = [statistics.fmean(row[seat] for row in gold) for seat in range(players)]
    return (
        f"the first seat {_mean([row[0] - row[-1] for row in gold])} gold ahead of the last, "
        f"best less worst {max(seats) - min(seats):.2f}, seats {' '.join(f'{one:.2f}' for one in seats)}"
    )


# --- learning


def data(engine: Path, path: Path, tables: Path, spec: str, options: argparse.Namespace) -> None:
    """Play turns out until there are so many positions; each game is written down when it is whole. A line of
    the file: game, turn, lead at the end, value, and what each weight is multiplied by."""
    names = [name.replace(" ", "_") for name in FITTED]
    head = " ".join(("game", "turn", "lead", "value", *names))
    if not path.exists():
        path.write_text(head + "\n", "utf-8")
    with path.open(encoding="utf-8") as file:
        if next(file).rstrip("\n") != head:
            raise SystemExit(f"{path} holds other terms: name another file with --to")
        rows = [line.split(maxsplit=2)[:2] for line in file]
    have, first = len(set(map(tuple, rows))), int(rows[-1][0]) + 1 if rows else 0
    weights = program_of(spec)[1]
    if have >= options.positions:
        return
    with tempfile.TemporaryDirectory() as folder, path.open("a", encoding="utf-8") as out:
        broad = written(Path(folder) / "broad", searching(BROAD, OF_BROAD, weights, "steady"))
        quick = written(Path(folder) / "quick", searching(QUICK, OF_QUICK, weights, "plain"))
        game: list[str] = []
        for line in asked(
            engine, "data", tables, options.players, broad, quick, options.deals, options.seed, first,
            options.positions - have, *names,
        ):  # fmt: skip
            if not line.startswith("end of game "):
                game.append(line)
                continue
            number = line.rsplit(" ", 1)[1]
            out.write("".join(f"{number} {row}\n" for row in game))
            out.flush()
            have += len({row.split(maxsplit=1)[0] for row in game})
            game.clear()
            progress(f"{have} of {options.positions} positions")


def train(paths: Sequence[Path], spec: str) -> tuple[dict[str, float], str]:
    """The weights with which the evaluation tells best which of the turns of one position leads to more gold:
    a linear regression of what the value was wrong by, near the weights that the data were made with. Also
    tells what turns chosen by them come to, in positions they were not fitted to."""
    weights = program_of(spec)[1]
    tables = [np.loadtxt(path, skiprows=1, ndmin=2) for path in paths]
    rows = np.concatenate(tables)
    of_file = np.repeat(np.arange(len(tables)), [len(table) for table in tables])
    _, group = np.unique(np.column_stack([of_file, rows[:, :2]]), axis=0, return_inverse=True)
    group = group.ravel()
    count = np.bincount(group)

    def among_turns(column: Column) -> Column:
        """What is more or less than the mean of the position."""
        return column - (np.bincount(group, column) / count)[group]

    lead, value = among_turns(rows[:, 2]), among_turns(rows[:, 3])
    terms = np.column_stack([among_turns(column) for column in rows[:, 4:].T])
    scale = terms.std(axis=0) + 1e-9
    terms /= scale

    def fitted(part: NDArray[np.bool_]) -> Column:
        """The changes of the weights that the positions of one part ask for."""
        some = terms[part]
        matrix = some.T @ some + RIDGE * np.eye(len(scale))
        return np.asarray(np.linalg.solve(matrix, some.T @ (lead - value)[part]), np.float64)

    def picked(foretold: Column) -> float:
        """What the turns come to that look best, in gold above the mean of their positions."""
        order = np.lexsort((-foretold, group))
        return float(lead[order[np.r_[True, np.diff(group[order]) > 0]]].mean())

    foretold, fold = value.copy(), group % 4
    for number in range(4):
        foretold[fold == number] += terms[fold == number] @ fitted(fold != number)
    changes = fitted(np.ones(len(lead), bool)) / scale
    for name, change in zip(FITTED, changes, strict=True):
        weights[name] = weights.get(name, 0.0) + float(change)
    return weights, (
        f"{len(count)} positions: chosen by the old weights {picked(value):.3f} gold above their mean, "
        f"by the new ones {picked(foretold):.3f}"
    )


def tune(
    engine: Path, tables: Path, spec: str, state: Path, iterations: int, seed: int, players: int
) -> dict[str, float]:
    """Weights that do better, from one seed; how far it came is in a file of its own."""
    level, weights = program_of(spec)
    done = 0
    rows = [f"{name.replace(' ', '_')} {step} {weights.get(name, 0.0)} 0" for name, step in STEPS.items()]
    if state.exists():
        kept = json.loads(state.read_text("utf-8"))
        if (kept["iterations"], kept["players"], kept["from"]) != (iterations, players, weights):
            raise SystemExit(f"{state} was begun otherwise: name another file with --to")
        done, rows = kept["done"], kept["rows"]
    with tempfile.TemporaryDirectory() as folder:
        program = written(Path(folder) / "program", lines_of(level, weights))
        steps = written(Path(folder) / "steps", iter(rows))
        told: list[str] = []
        for line in asked(engine, "tune", tables, program, steps, seed, done, iterations, players):
            if not line.startswith("iterations "):
                told.append(line)
                continue
            done, rows, told = int(line.split()[1]), told, []
            kept = {
                "iterations": iterations, "players": players, "from": weights, "done": done, "rows": rows,
            }  # fmt: skip
            made = state.with_suffix(".new")
            made.write_text(json.dumps(kept, indent=1) + "\n", "utf-8")
            made.replace(state)
            progress(f"seed {seed}: {done} of {iterations} iterations")
    averaged = sum(number >= 0.6 * iterations for number in range(iterations))
    return {NAME_OF[name]: float(total) / averaged for name, _, _, total in map(str.split, rows)}


# --- the command


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawTextHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    commands = parser.add_subparsers(dest="command", required=True)

    def command(name: str, about: str) -> argparse.ArgumentParser:
        return commands.add_parser(name, help=about, description=about)

    def with_tables(one: argparse.ArgumentParser, number: int | None = None) -> None:
        one.add_argument("--tables", type=Path, help="a file made by `tables`; else they are dealt")
        one.add_argument("--land", default=SECTIONS, help=f"{SECTIONS}, {GROWN}, or a map: levels/x.tmx")
        one.add_argument("--number", type=int, default=number, help="how many tables are dealt")
        one.add_argument("--seed", type=int, default=1)

    one = command("build", "Compile the engine; the other commands do it when they have to.")
    one.add_argument("--to", type=Path, default=CACHE, help="the folder (default: %(default)s)")
    one = command("tables", "Deal tables into a file.")
    one.add_argument("file", type=Path)
    with_tables(one, 1500)
    one = command("check", "Hold positions of games in Python against the engine; exit 1 if they differ.")
    one.add_argument("--positions", type=int, default=200)
    one.add_argument("--player", default="medium", choices=tuple(PLAYERS), help="who plays the games")
    one.add_argument("--program", default="hard+master", help="whose weights")
    one.add_argument("--seed", type=int, default=1)
    one = command("match", "Play paired deals: gold ahead, and the share of wins.")
    one.add_argument("programs", nargs=2, metavar=("A", "B"))
    one.add_argument("--deals", type=int, default=100)
    one.add_argument("--players", type=int, default=2, choices=(2, 3, 4), help="one of A, the others of B")
    with_tables(one)
    one = command("fair", "Play games of one program: the gold by seat on a kind of land.")
    one.add_argument("--program", default="medium")
    one.add_argument("--games", type=int, default=2000)
    one.add_argument("--players", type=int, default=4, choices=(2, 3, 4))
    with_tables(one, 500)
    one = command("data", "Play turns out, for `train`; goes on where it was stopped.")
    one.add_argument("--to", type=Path, default=Path("turns.txt"))
    one.add_argument("--program", default="hard+master", help="whose weights")
    one.add_argument("--positions", type=int, default=20_000)
    one.add_argument("--deals", type=int, default=2, help="how often each turn is played out")
    one.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    with_tables(one, 1500)
    one = command("train", "Find weights by regression from turns that were played out.")
    one.add_argument("data", type=Path, nargs="*", default=[Path("turns.txt")])
    one.add_argument("--program", default="hard+master", help="whose weights the data were made with")
    one.add_argument("--to", type=Path, default=Path("trained.json"))
    one = command("tune", "Move weights in games against themselves; goes on where it was stopped.")
    one.add_argument("--from", type=Path, dest="weights", help="a file of weights (default: master's)")
    one.add_argument("--iterations", type=int, default=6300, help="of six games each")
    one.add_argument("--seeds", type=int, nargs="+", default=[1, 2], help="their results are averaged")
    one.add_argument("--players", type=int, default=2, choices=(2, 3, 4))
    one.add_argument("--to", type=Path, default=Path("tuned.json"))
    with_tables(one, 1500)
    return parser


def _tables_of(options: argparse.Namespace, folder: Path) -> Path:
    """The tables to play on; in a match one for each deal."""
    number = options.number or options.deals
    return options.tables or deal_tables(folder / "tables", number, options.seed, options.land)


def main() -> int:
    """The command."""
    options = _parser().parse_args()
    if options.command == "tables":
        deal_tables(options.file, options.number, options.seed, options.land)
        return 0
    if options.command == "train":
        weights, told = train(options.data, options.program)
        write_weights(options.to, weights, f"Found by quick_engine.py train. {told}.")
        print(f"{told}; the weights are in {options.to}")
        return 0
    engine = build(options.to) if options.command == "build" else build()
    if options.command == "build":
        print(engine)
        return 0
    if options.command == "check":
        found = check(engine, options.positions, options.seed, options.player, options.program)
        progress("")
        print("\n".join([*found, f"{options.positions} positions, {len(found)} differences"]))
        return 1 if found else 0
    with tempfile.TemporaryDirectory() as folder:
        tables = _tables_of(options, Path(folder))
        if options.command == "match":
            one, other = options.programs
            told = match(engine, tables, (one, other), options.players, options.deals, options.seed)
        elif options.command == "fair":
            told = fair(engine, tables, options.program, options.players, options.games, options.seed)
        elif options.command == "data":
            data(engine, options.to, tables, options.program, options)
            told = f"the positions are in {options.to}"
        else:
            spec = f"hard+{options.weights}" if options.weights else "hard+master"
            results = [
                tune(
                    engine,
                    tables,
                    spec,
                    options.to.with_suffix(f".{seed}"),
                    options.iterations,
                    seed,
                    options.players,
                )
                for seed in options.seeds
            ]
            mean = {name: statistics.fmean(result[name] for result in results) for name in STEPS}
            about = f"Tuned by quick_engine.py tune, {options.iterations} iterations, seeds {options.seeds}."
            write_weights(options.to, {**program_of(spec)[1], **mean}, about)
            told = f"the weights are in {options.to}"
    progress("")
    print(told)
    return 0


if __name__ == "__main__":
    sys.exit(main())
