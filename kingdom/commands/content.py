"""Implements `kingdom levels`, `kingdom lessons` and `kingdom puzzles`, which list, check and create
content."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

from kingdom.commands.cli_io import EXIT_BAD_INPUT, parse_expansions, print_json, print_progress
from kingdom.learn import lesson as lesson_library
from kingdom.learn import puzzle_library
from kingdom.learn.content_checks import check_lesson, check_pages
from kingdom.learn.lesson import Lesson, LessonLibrary
from kingdom.learn.puzzle import Puzzle, check_puzzle
from kingdom.learn.rules_reference import shipped_reference
from kingdom.maps import library, share_code
from kingdom.maps.generator import GeneratorOptions, generate_board
from kingdom.maps.library import find_map_problems, shipped_maps
from kingdom.maps.validation import MapProblem
from kingdom.rules.errors import ValidationError
from kingdom.text.translator import FALLBACK_LANGUAGE, Translator


def run_levels(options: argparse.Namespace) -> int:
    """Runs `kingdom levels`: checks maps, prints a share code, or creates a map."""
    creates_map = options.code_from is not None or options.grow is not None
    if creates_map != (options.out is not None) or (
        options.paths and (creates_map or options.code is not None)
    ):
        raise ValidationError(
            "--code must be used alone, --from and --grow need --out, and neither works with paths"
        )
    if options.code is not None:
        code = share_code.encode_map(library.read_map_grid(options.code))
        print(json.dumps({"code": code}) if options.json else code)
        return 0
    if creates_map:
        try:
            if options.grow is None:
                grid = share_code.decode_map(options.code_from)
            else:
                generator_options = GeneratorOptions(options.water, options.mountains, options.areas)
                grid = generate_board(options.grow, parse_expansions(options.sets), generator_options)
        except share_code.InvalidShareCode as error:
            raise ValidationError(f"--from: {error}") from error
        library.create_map(grid, Path(options.out))
        return check_maps([options.out], options.json)
    return check_maps(options.paths, options.json)


def check_maps(paths: Iterable[Path | str] = (), json_output: bool = False) -> int:
    """Checks these maps and folders, or all shipped maps if none are given. Prints the problems and returns
    the exit code."""
    files = [file for path in paths for file in _map_files(Path(path))] or shipped_maps()
    results = [(file, find_map_problems(file)) for file in files]
    if json_output:
        print(json.dumps({"files": [_problems_report(file, problems) for file, problems in results]}))
    else:
        for file, problems in results:
            print("\n".join(map(str, problems)) if problems else f"{file}: ok")
    problem_lists = [problems for _, problems in results if problems]
    if problem_lists:
        count = f"{sum(map(len, problem_lists))} errors in {len(problem_lists)} of {len(results)} maps"
        print(f"kingdom levels: {count}, the first in {problem_lists[0][0]}", file=sys.stderr)
    return 2 if problem_lists else 0


def _map_files(path: Path) -> list[Path]:
    return sorted(path.glob("*.tmx")) or [path] if path.is_dir() else [path]


def _problems_report(file: Path, problems: Sequence[MapProblem]) -> dict[str, object]:
    rows = [
        {"layer": problem.layer, "row": problem.row, "column": problem.column, "reason": problem.reason}
        for problem in problems
    ]
    return {"path": str(file), "ok": not problems, "mistakes": rows}


def run_lessons(options: argparse.Namespace) -> int:
    """Runs `kingdom lessons`: lists the lessons and, with --check, tests them."""
    library = lesson_library.shipped_lessons()
    problems = [f"{name}: {problem}" for name, problem in library.errors.items()]
    if options.check:
        problems += [problem for lesson in library.lessons for problem in check_lesson(lesson)]
        problems += check_pages(shipped_reference())
    lesson_report = make_lesson_report(library, problems)
    if options.json:
        print_json(lesson_report)
    else:
        for lesson in lesson_report["lessons"]:
            print(
                f"{lesson['course']:9} {lesson['id']:24} {', '.join(lesson['boxes']):12} par {lesson['par']}"
            )
        for problem in problems:
            print(problem)
    if problems:
        print(f"kingdom lessons: {len(problems)} problems, the first: {problems[0]}", file=sys.stderr)
        return EXIT_BAD_INPUT
    return 0


def run_puzzles(options: argparse.Namespace) -> int:
    """Runs `kingdom puzzles`: lists the puzzles and, with --check, verifies their solutions."""
    library = puzzle_library.shipped_puzzles()
    problems = [f"{name}: {problem}" for name, problem in library.errors.items()]
    if options.check:
        checked = sample_puzzles(library.puzzles, options.sample)
        for number, puzzle in enumerate(checked, 1):
            problems += check_puzzle(puzzle, options.programs)
            print_progress(number, len(checked))
    rows = [puzzle_row(puzzle) for puzzle in library.puzzles]
    if options.json:
        print_json({"puzzles": rows, "proved": len(checked) if options.check else 0, "problems": problems})
    else:
        for row in rows:
            columns = f"{row['id']:16} {row['kind']:5} {row['rating']:5}  {row['gold']:3} gold  "
            print(columns + " ".join(row["tags"]))
        if options.check:
            print(f"{len(checked)} puzzle{'s' * (len(checked) != 1)} proved again")
        for problem in problems:
            print(problem)
    if problems:
        print(f"kingdom puzzles: {len(problems)} problems, the first: {problems[0]}", file=sys.stderr)
        return EXIT_BAD_INPUT
    return 0


def puzzle_row(puzzle: Puzzle) -> dict[str, Any]:
    """Returns a puzzle as JSON data for `kingdom puzzles --json`."""
    return {
        "id": puzzle.id,
        "kind": puzzle.kind,
        "boxes": list(puzzle.expansions),
        "tags": list(puzzle.tags),
        "gold": puzzle.best_gold,
        "second": puzzle.second_best_gold,
        "ways": puzzle.solution_count,
        "steps": len(puzzle.solution),
        "missed": list(puzzle.missed_by_levels),
        "rating": puzzle.rating,
    }


def sample_puzzles(puzzles: Sequence[Puzzle], count: int | None) -> list[Puzzle]:
    """Returns `count` puzzles spread evenly over the list, or all puzzles if `count` is None."""
    if count is None or count >= len(puzzles):
        return list(puzzles)
    return [puzzles[index * len(puzzles) // count] for index in range(count)] if count > 0 else []


def make_lesson_report(library: LessonLibrary, problems: Sequence[str]) -> dict[str, Any]:
    """Returns all lessons and the problems found as JSON data."""
    return {"lessons": [_lesson_row(lesson) for lesson in library.lessons], "problems": list(problems)}


def _lesson_row(lesson: Lesson) -> dict[str, Any]:
    goal = lesson.goal
    return {
        "id": lesson.name,
        "course": lesson.course,
        "title": Translator(FALLBACK_LANGUAGE).tr(f"lesson.{lesson.name}"),
        "boxes": list(lesson.expansions),
        "steps": len(lesson.steps),
        "goal": goal.source or "mistakes",
        "par": goal.par,
        "best": goal.best,
    }
