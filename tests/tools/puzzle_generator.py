"""Finds puzzles in games between AI players. A puzzle is a turn with a proven best result that weaker AI
levels miss.

    python tests/tools/puzzle_generator.py base --want 120
    python tests/tools/puzzle_generator.py nomads --want 20
    python tests/tools/puzzle_generator.py base --wins --want 12

Each seed produces the same game, and therefore the same puzzles, on every machine. A stopped run continues
with the next game. `--from` and `--upto` select a range of seeds, so that several processes can share the
work.

Last turns that decide a game are rare. With `--wins`, the end of each game is therefore replayed several
times, with weaker AI players in the leading seats.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Hashable, Iterable, Iterator
from pathlib import Path

from kingdom.ai.levels import AI_PLAYER_FACTORIES, create_ai_player
from kingdom.ai.player import AIPlayer
from kingdom.files import parse_json, read_text, write_atomic
from kingdom.json_codec import from_json, to_json
from kingdom.learn.puzzle import (
    FORMAT,
    GOLD,
    QUICK_POLICY,
    VIEW_SEED,
    WIN,
    Puzzle,
    has_clear_best,
    has_too_many_solutions,
    levels_that_miss,
    make_puzzle_tags,
    summarize_outcomes,
)
from kingdom.learn.puzzle_library import load_puzzles, puzzles_folder
from kingdom.learn.turn_solver import (
    MAX_POSITIONS,
    NotEnumerable,
    TurnOutcome,
    ensure_deterministic,
    enumerate_turn,
    iter_legal_answers,
    make_outcome,
    state_key,
)
from kingdom.rules.decision_frames import END_TURN, Answer
from kingdom.rules.game import Game
from kingdom.rules.registry import EXPANSIONS
from kingdom.rules.rng import Rng
from kingdom.rules.scoring import all_totals, total_gold
from kingdom.rules.setup import DEAL_BALANCED, MIN_PLAYERS, GameSetup, new_game

MIXED = "mixed"
FIRST_ROUND, LAST_ROUND = 3, 9
"""Rounds in which to look for puzzles. In earlier rounds there are too few pieces on the board; in later
rounds, few turns can be proven."""
MAX_TILES = 3
"""Maximum number of tiles that the player may hold. With more tiles, a turn can hardly be proven."""
MAX_PROOF_POSITIONS = {GOLD: 6_000, WIN: MAX_POSITIONS}
"""Maximum number of positions in a proof; larger proofs take too long."""
MAX_SAMPLED_ANSWERS = 16
"""Maximum number of answers per turn in `sample_outcomes`."""
SAMPLE_BEAM = 3
"""Number of positions that the first, quick search keeps after each answer."""
MAX_PER_GAME = 2
"""Maximum number of puzzles per game, each from a different round. With `--wins`, the maximum is one."""
LEVEL = "hard"
"""The AI level that plays the games in which the tool looks for puzzles."""
MUST_BE_MISSED_BY = (QUICK_POLICY, "medium")
"""AI levels that must miss the best turn. Otherwise, the puzzle would be too easy."""
ROUNDS_REPLAYED, REPLAYS, MAX_GOLD_GAP = 3, 40, 30
"""Used with `--wins`: the number of final rounds that are replayed, the number of replays, and the largest
allowed gold difference between the last player and the best opponent."""
MAX_PLAYERS_FOR_WINS = 3
"""Maximum number of players with `--wins`. In larger games, the last player seldom wins."""
WEAKER_PLAYERS = tuple(f"near/{points}" for points in range(1100, 1700, 100))
"""AI players that take over the leading seats in the last rounds to make the game close. The seed determines
which ones."""
MANDATORY_SETTLEMENTS = 3
"""Number of settlements built in a mandatory action. A player with at most this many settlements left ends
the game."""


def sample_outcomes(game: Game, width: int = 10) -> list[TurnOutcome]:
    """Returns some outcomes of the turn that has just begun, probably including the best one. This quick beam
    search, guided by gold, is used before a full enumeration."""
    player, gold_before = game.active_player, total_gold(game, game.active_player)
    beam: list[tuple[int, Game]] = [(0, game.copy())]
    outcomes: list[TurnOutcome] = []
    for _ in range(MAX_SAMPLED_ANSWERS):
        candidates: dict[Hashable, tuple[int, Game]] = {}
        for _, position in beam:
            for answer in iter_legal_answers(position):
                after = position.copy()
                after.push(answer)
                if answer == END_TURN and position.at_turn_decision:
                    outcomes.append(make_outcome(after, player, gold_before, ()))
                    continue
                ensure_deterministic(position, after, player)
                key = (
                    state_key(after)
                    if after.at_turn_decision and not after.adjacency_waived
                    else (len(candidates),)
                )
                candidates.setdefault(key, (total_gold(after, player), after))
        beam = sorted(candidates.values(), key=lambda entry: -entry[0])[:width]
        if not beam:
            break
    return outcomes


def setup_for_seed(kind: str, seed: int) -> GameSetup:
    """Returns the game setup for a seed. Games have two to four players; mixed games combine the base game
    with three expansions."""
    expansions = [name for name in EXPANSIONS if name != "base"]
    if kind == MIXED:
        first = seed % len(expansions)
        chosen = tuple((expansions * 2)[first : first + 3])
    else:
        chosen = () if kind == "base" else (kind,)
    return GameSetup(
        MIN_PLAYERS + seed % 3, ("base", *chosen), seed, deal_mode=DEAL_BALANCED if chosen else "mixed"
    )


def first_seed(kind: str) -> int:
    """Returns the first seed for an expansion. Mini expansions use the boards of the base game, so the same
    seeds would repeat the puzzles of the base game."""
    mini_expansions = [name for name in EXPANSIONS if not EXPANSIONS[name].sections]
    return 1 + 1000 * (mini_expansions.index(kind) + 1) if kind in mini_expansions else 1


def candidate_turns(setup: GameSetup) -> Iterator[tuple[str, Game, list[Answer]]]:
    """Plays a game between AI players. Yields each turn that may contain a puzzle: the turn's label (its
    round), the game, and the answers so far."""
    players = [AI_PLAYER_FACTORIES[LEVEL](seat + 1, None) for seat in range(setup.player_count)]
    for game, answers in _play_turns(new_game(setup), [], players):
        if game.round > LAST_ROUND:
            return
        if _is_provable(game) and not _is_last_turn(setup, game):
            yield str(game.round), game, list(answers)


def last_turns(setup: GameSetup) -> Iterator[tuple[str, Game, list[Answer]]]:
    """Plays a game between AI players. If weaker AI levels may miss the best result of the game's last turn,
    yields that turn, followed by the last turns of replays with weaker players."""
    if setup.player_count > MAX_PLAYERS_FOR_WINS:
        return
    player = (new_game(setup).start_player - 1) % setup.player_count
    players = [AI_PLAYER_FACTORIES[LEVEL](seat + 1, None) for seat in range(setup.player_count)]
    rounds: list[tuple[Game, list[Answer]]] = []
    for game, answers in _play_turns(new_game(setup), [], players):
        if game.active_player == game.start_player:
            rounds.append((game.copy(), list(answers)))
        if _is_last_turn(setup, game):
            if not _is_probably_missed(game) or abs(_gold_behind(game, player)) > MAX_GOLD_GAP:
                return
            yield WIN, game.copy(), list(answers)
            break
    else:
        return
    rng, seen_positions = Rng(setup.seed), set[tuple[int, ...]]()
    is_ahead = _gold_behind(game, player) < 0
    for branch in range(1, REPLAYS + 1):
        game, answers_so_far = rounds[max(0, len(rounds) - ROUNDS_REPLAYED)]
        replay_players = [
            create_ai_player(rng.choice(WEAKER_PLAYERS), 1 + rng.randrange(1000))
            if (seat == player) == is_ahead
            else create_ai_player(LEVEL, 1)
            for seat in range(setup.player_count)
        ]
        for replayed_game, answers in _play_turns(game.copy(), list(answers_so_far), replay_players):
            if _is_last_turn(setup, replayed_game):
                if tuple(replayed_game.piece_hexes) not in seen_positions:
                    seen_positions.add(tuple(replayed_game.piece_hexes))
                    yield f"{WIN}{branch}", replayed_game, list(answers)
                break


def _is_probably_missed(game: Game) -> bool:
    """Returns True if the turn can probably earn more gold than the AI levels in `MUST_BE_MISSED_BY`
    achieve."""
    view = game.observe(game.active_player, VIEW_SEED)
    try:
        outcomes = sample_outcomes(view, SAMPLE_BEAM)
    except NotEnumerable:
        return False
    best = max((outcome.gold for outcome in outcomes), default=0)
    return levels_that_miss(GOLD, view, best, MUST_BE_MISSED_BY) == MUST_BE_MISSED_BY


def _gold_behind(game: Game, player: int) -> int:
    """Returns how much gold the player is behind the best opponent."""
    gold = list(all_totals(game))
    own = gold.pop(player)
    return max(gold) - own


def _play_turns(
    game: Game, answers: list[Answer], players: list[AIPlayer]
) -> Iterator[tuple[Game, list[Answer]]]:
    """Plays a game to the end. At the start of each turn, yields the game and the answers so far."""
    current_turn = (0, 0)
    while not game.over:
        player = game.decision().player
        if game.at_turn_decision and current_turn != (game.round, game.active_player):
            current_turn = (game.round, game.active_player)
            yield game, answers
        answer = players[player].decide(game.observe(player, len(answers)))
        game.play(answer)
        answers.append(answer)


def _is_last_turn(setup: GameSetup, game: Game) -> bool:
    """Returns True if the game is certain to end with this turn."""
    is_ending = game.end_triggered or game.supply[game.active_player] <= MANDATORY_SETTLEMENTS
    return is_ending and (game.active_player + 1) % setup.player_count == game.start_player


def _is_provable(game: Game) -> bool:
    return game.round >= FIRST_ROUND and len(game.held_tiles[game.active_player]) <= MAX_TILES


def find_puzzle(name: str, kind: str, setup: GameSetup, game: Game, answers: list[Answer]) -> Puzzle | None:
    """Returns the puzzle of the given kind in a turn, or None. Cheap checks run first."""
    view = game.observe(game.active_player, VIEW_SEED)
    try:
        outcomes = sample_outcomes(view, SAMPLE_BEAM)
        if not outcomes or (kind == WIN and not any(outcome.wins for outcome in outcomes)):
            return None
        if (
            levels_that_miss(kind, view, max(outcome.gold for outcome in outcomes), MUST_BE_MISSED_BY)
            != MUST_BE_MISSED_BY
        ):
            return None
        proof = enumerate_turn(view, MAX_PROOF_POSITIONS[kind])
    except NotEnumerable:
        return None
    if kind == WIN and not proof.winning:
        return None
    gold, second, solution_count, near_misses, solution = summarize_outcomes(kind, proof)
    if has_too_many_solutions(kind, solution_count, proof) or not near_misses:
        return None
    missed_by = levels_that_miss(kind, view, gold)
    if not set(MUST_BE_MISSED_BY) <= set(missed_by) or not has_clear_best(kind, gold - second, missed_by):
        return None
    tags = make_puzzle_tags(view, solution)
    return Puzzle(
        name,
        kind,
        setup,
        tuple(answers),
        gold,
        second,
        solution_count,
        near_misses,
        solution,
        tags,
        missed_by,
        proof.positions_searched,
    )


def similarity_key(puzzle: Puzzle) -> tuple[object, ...]:
    """Returns kind, tags and gold as a key. No two puzzles may have the same key."""
    return puzzle.kind, tuple(sorted(puzzle.tags)), puzzle.best_gold


def select_best(found: list[Puzzle], seen_keys: set[tuple[object, ...]]) -> list[Puzzle]:
    """Selects the hardest puzzles of a game. They come from different rounds, and no two are similar."""
    selected: dict[str, Puzzle] = {}
    for puzzle in sorted(found, key=lambda puzzle: -puzzle.rating):
        if (
            similarity_key(puzzle) not in seen_keys
            and puzzle.id not in selected
            and len(selected) < MAX_PER_GAME
        ):
            seen_keys.add(similarity_key(puzzle))
            selected[puzzle.id] = puzzle
    return list(selected.values())


def generate_puzzles(
    kind: str,
    count: int,
    known_puzzles: Iterable[Puzzle],
    first_seed: int,
    end_seed: int,
    wanted: int,
    wins: bool,
) -> Iterator[tuple[int, list[Puzzle]]]:
    """Yields seeds, each with the hardest puzzles of its game, until there are enough puzzles."""
    seen_keys = {similarity_key(puzzle) for puzzle in known_puzzles}
    for seed in range(first_seed, end_seed):
        if count >= wanted:
            return
        setup = setup_for_seed(kind, seed)
        puzzle_kind, candidates = (WIN, last_turns(setup)) if wins else (GOLD, candidate_turns(setup))
        found = list[Puzzle]()
        for turn_name, game, answers in candidates:
            puzzle = find_puzzle(f"{kind}-{seed}-{turn_name}", puzzle_kind, setup, game, answers)
            if puzzle is not None:
                found.append(puzzle)
                if wins:
                    break
        selected = select_best(found, seen_keys)
        count += len(selected)
        yield seed, selected


def write_puzzles(path: Path, puzzles: list[Puzzle]) -> None:
    """Writes the puzzle file with one puzzle per line."""
    lines = ",\n  ".join(json.dumps(to_json(puzzle), separators=(",", ":")) for puzzle in puzzles)
    write_atomic(path, f'{{"format": "{FORMAT}", "puzzles": [\n  {lines}\n]}}\n')


def main() -> int:
    """Parses the command line, generates puzzles and returns the exit code."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("kind", choices=[*EXPANSIONS, MIXED])
    parser.add_argument("--want", type=int, default=20, help="number of puzzles that the file should have")
    parser.add_argument("--wins", action="store_true", help="only turns that win the game")
    parser.add_argument(
        "--from", dest="first", type=int, help="first seed (default: after the last one in the file)"
    )
    parser.add_argument("--upto", type=int, default=1_000_000, help="seed to stop before")
    parser.add_argument("--to", type=Path, help="output file (default: the shipped puzzles)")
    options = parser.parse_args()
    name = f"{options.kind}-wins" if options.wins else options.kind
    path = options.to or puzzles_folder() / f"{name}.json"
    data = parse_json(read_text(path)) if path.exists() else {"puzzles": []}
    known = [from_json(Puzzle, entry, "puzzle") for entry in data["puzzles"]]
    first = options.first or max([first_seed(options.kind), *(1 + puzzle.setup.seed for puzzle in known)])
    all_puzzles = load_puzzles(path.parent).puzzles
    for seed, puzzles in generate_puzzles(
        options.kind, len(known), all_puzzles, first, options.upto, options.want, options.wins
    ):
        if puzzles:
            known += puzzles
            write_puzzles(path, known)
        for puzzle in puzzles:
            fields = (
                puzzle.id,
                len(known),
                puzzle.kind,
                puzzle.best_gold,
                puzzle.second_best_gold,
                puzzle.solution_count,
                puzzle.rating,
            )
            print(*fields, flush=True)
        print(seed, end="\r", flush=True, file=sys.stderr)
    return 0


if __name__ == "__main__":
    sys.exit(main())
