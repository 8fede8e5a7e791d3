"""Pytest plugin for mutate.py. Imports the tests once and runs every mutant in a fork of that process. The
fork replaces the code of the changed functions. Mutants that change anything other than function bodies, such
as module-level tables or default arguments, remain undecided; mutate.py runs them in a separate process."""

from __future__ import annotations

import functools
import gc
import inspect
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FrameType, FunctionType
from typing import Any

import pytest
from tools import who_tests

SURVIVED, KILLED, UNDECIDED = range(3)
ROOT = Path(who_tests.ROOT)
code_run_on_import: set[CodeType] = set()
"""Code that ran while the tests were imported. Replacing it afterwards may have no effect."""


def _trace_import(frame: FrameType, event: str, argument: object) -> None:
    code_run_on_import.add(frame.f_code)


if "KINGDOM_MUTANTS" in os.environ:
    sys.settrace(_trace_import)


def _nested_code(code: CodeType) -> list[CodeType]:
    return [part for part in code.co_consts if isinstance(part, CodeType)]


def _own_content(code: CodeType) -> tuple[object, ...]:
    """Returns the parts of a code object to compare, excluding nested code. Constants are paired with their
    types, because 1 == True."""
    consts = [(type(const), const) for const in code.co_consts if not isinstance(const, CodeType)]
    return code.co_code, consts, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars


def _matching_code(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    yield old, new
    if len(_nested_code(old)) == len(_nested_code(new)):
        for nested_old, nested_new in zip(_nested_code(old), _nested_code(new), strict=True):
            yield from _matching_code(nested_old, nested_new)


def apply_mutant(file: str, source: str) -> bool | None:
    """Replaces the code of a module's functions with the mutant's code. Returns True if this covers the whole
    change, False if it does not, and None if a changed function already ran during import."""
    before = compile((ROOT / file).read_text(encoding="utf-8"), file, "exec", dont_inherit=True)
    after = compile(source, file, "exec", dont_inherit=True)
    replacements = {}
    for old, new in _matching_code(before, after):
        if old == new:
            continue
        if old.co_flags & inspect.CO_OPTIMIZED:  # a function, not the body of a class or module
            replacements[old] = new
        elif _own_content(old) != _own_content(new):
            return False
    ran_on_import = any(old in code_run_on_import for old in replacements)
    changed = False
    for candidate in gc.get_objects():
        if isinstance(candidate, FunctionType) and candidate.__code__ in replacements:
            if not candidate.__code__.co_filename.endswith(file):
                continue
            if candidate.__code__.co_freevars != replacements[candidate.__code__].co_freevars:
                return False
            candidate.__code__ = replacements[candidate.__code__]
            changed = True
        elif isinstance(candidate, functools._lru_cache_wrapper):
            candidate.cache_clear()
    return (None if ran_on_import else True) if changed else False


def run_in_fork(session: pytest.Session, mutant: dict[str, Any], items: dict[str, pytest.Item]) -> int:
    """Runs a mutant in a fork until a test fails, and returns the outcome."""
    if sys.platform == "win32":
        raise NotImplementedError
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    outcome = UNDECIDED
    try:
        devnull = os.open(os.devnull, os.O_WRONLY)
        os.dup2(devnull, 1)
        os.dup2(devnull, 2)
        is_complete = apply_mutant(mutant["file"], mutant["source"])
        if is_complete is not False:
            who_tests.durations.update(mutant["tests"])
            chosen = [items[name] for name in who_tests.sort_by_priority(mutant["tests"])]
            outcome = SURVIVED if is_complete else UNDECIDED
            for item, following in zip(chosen, [*chosen[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if session.testsfailed:
                    outcome = KILLED
                    who_tests.record_killer(item.nodeid)
                    break
    except TimeoutError:
        outcome = KILLED
    except BaseException:
        outcome = UNDECIDED
    finally:
        os._exit(outcome)


def pytest_runtestloop(session: pytest.Session) -> bool:
    sys.settrace(None)
    items = {item.nodeid: item for item in session.items}
    mutants = json.loads(Path(os.environ["KINGDOM_MUTANTS"]).read_text(encoding="utf-8"))
    killed_file, survivors_file = Path(os.environ["KINGDOM_KILLED"]), Path(os.environ["KINGDOM_SURVIVED"])
    for mutant in mutants:
        outcome = run_in_fork(session, mutant, items)
        if outcome != UNDECIDED:
            with (killed_file if outcome == KILLED else survivors_file).open("a", encoding="utf-8") as file:
                file.write(mutant["digest"] + "\n")
    return True
