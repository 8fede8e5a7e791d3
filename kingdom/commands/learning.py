"""Lessons and puzzles: listed and checked."""

from __future__ import annotations

import argparse
import sys

from kingdom.commands.speaking import EXIT_BAD_INPUT, print_json, progress
from kingdom.learn import library as lesson_library
from kingdom.learn import puzzle_library
from kingdom.learn.check import check_lesson
from kingdom.learn.page_check import check_pages
from kingdom.learn.puzzle import check_puzzle
from kingdom.learn.reference import shipped as shipped_pages
from kingdom.learn.report import report


def run_lessons(options: argparse.Namespace) -> int:
    """kingdom lessons"""
    library = lesson_library.shipped()
    problems = [f"{name}: {problem}" for name, problem in library.broken.items()]
    if options.check:
        problems += [problem for lesson in library.lessons for problem in check_lesson(lesson)]
        problems += check_pages(shipped_pages())
    found = report(library, problems)
    if options.json:
        print_json(found)
    else:
        for lesson in found["lessons"]:
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
    """kingdom puzzles"""
    library = puzzle_library.shipped()
    problems = [f"{name}: {problem}" for name, problem in library.broken.items()]
    if options.check:
        chosen = puzzle_library.sample(library.puzzles, options.sample)
        for number, puzzle in enumerate(chosen, 1):
            problems += check_puzzle(puzzle, options.programs)
            if sys.stderr.isatty():
                progress(number, len(chosen))
    rows = [puzzle_library.row(puzzle) for puzzle in library.puzzles]
    if options.json:
        print_json({"puzzles": rows, "proved": len(chosen) if options.check else 0, "problems": problems})
    else:
        for line in rows:
            told = f"{line['id']:16} {line['kind']:5} {line['rating']:5}  {line['gold']:3} gold  "
            print(told + " ".join(line["tags"]))
        if options.check:
            print(f"{len(chosen)} proved again")
        for problem in problems:
            print(problem)
    if problems:
        print(f"kingdom puzzles: {len(problems)} problems, the first: {problems[0]}", file=sys.stderr)
        return EXIT_BAD_INPUT
    return 0
