"""A plugin of pytest for mutate.py: tests are imported once, and every mutant is tried in a fork of that
process, in which the functions it changes get their new code. A mutant that does more than that (a table at
the top of a module, a default) is not fit for this and left to a process of its own."""

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

LIVES, KILLED, UNFIT = range(3)
TOP = Path(who_tests.TOP)
at_import: set[CodeType] = set()
"""What ran while the tests were imported: what it made is there before a mutant takes its place."""


def _entered(frame: FrameType, event: str, argument: object) -> None:
    at_import.add(frame.f_code)


if "KINGDOM_MUTANTS" in os.environ:
    sys.settrace(_entered)


def _parts(code: CodeType) -> list[CodeType]:
    return [part for part in code.co_consts if isinstance(part, CodeType)]


def _itself(code: CodeType) -> tuple[object, ...]:
    """A code object without those inside it; numbers with their type, since 1 and True are equal."""
    consts = [(type(const), const) for const in code.co_consts if not isinstance(const, CodeType)]
    return code.co_code, consts, code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars


def _pairs(old: CodeType, new: CodeType) -> Iterator[tuple[CodeType, CodeType]]:
    yield old, new
    if len(_parts(old)) == len(_parts(new)):
        for one, other in zip(_parts(old), _parts(new), strict=True):
            yield from _pairs(one, other)


def replace(file: str, source: str) -> bool | None:
    """Give the functions of a module the code of its mutant. Whether that is all there is to it; None if
    it is not sure, since they ran before."""
    before = compile((TOP / file).read_text(encoding="utf-8"), file, "exec", dont_inherit=True)
    after = compile(source, file, "exec", dont_inherit=True)
    table = {}
    for old, new in _pairs(before, after):
        if old == new:
            continue
        if old.co_flags & inspect.CO_OPTIMIZED:  # a function, and not the body of a class or a module
            table[old] = new
        elif _itself(old) != _itself(new):
            return False
    ran = any(old in at_import for old in table)
    changed = False
    for thing in gc.get_objects():
        if isinstance(thing, FunctionType) and thing.__code__ in table:
            if not thing.__code__.co_filename.endswith(file):
                continue
            if thing.__code__.co_freevars != table[thing.__code__].co_freevars:
                return False
            thing.__code__ = table[thing.__code__]
            changed = True
        elif isinstance(thing, functools._lru_cache_wrapper):
            thing.cache_clear()
    return (None if ran else True) if changed else False


def attempt(session: pytest.Session, mutant: dict[str, Any], items: dict[str, pytest.Item]) -> int:
    """Try a mutant in a fork, until a test fails."""
    child = os.fork()
    if child:
        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    found = UNFIT
    try:
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, 1)
        os.dup2(nowhere, 2)
        replaced = replace(mutant["file"], mutant["source"])
        if replaced is not False:
            who_tests.wanted.update(mutant["tests"])
            chosen = [items[name] for name in who_tests.likeliest_first(mutant["tests"])]
            found = LIVES if replaced else UNFIT
            for item, following in zip(chosen, [*chosen[1:], None], strict=True):
                item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
                if session.testsfailed:
                    found = KILLED
                    who_tests.note_killer(item.nodeid)
                    break
    except TimeoutError:
        found = KILLED
    except BaseException:
        found = UNFIT
    finally:
        os._exit(found)


def pytest_runtestloop(session: pytest.Session) -> bool:
    sys.settrace(None)
    items = {item.nodeid: item for item in session.items}
    mutants = json.loads(Path(os.environ["KINGDOM_MUTANTS"]).read_text(encoding="utf-8"))
    dead, alive = Path(os.environ["KINGDOM_DEAD"]), Path(os.environ["KINGDOM_ALIVE"])
    for mutant in mutants:
        found = attempt(session, mutant, items)
        if found != UNFIT:
            with (dead if found == KILLED else alive).open("a", encoding="utf-8") as file:
                file.write(mutant["digest"] + "\n")
    return True
