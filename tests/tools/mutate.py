"""Makes seeded mutants of a package and looks whether the tests notice:

    python tests/tools/mutate.py kingdom/rules --count 150 --seed 1 --jobs 2

Mutants are tried in a copy of the tree. First it is noted which test enters which functions (kept in
build/mutate, so that the next run begins at once); then a mutant meets the tests that enter its function,
those of its own room first, the quick ones and those that have killed before others, and the first that fails
has killed it. A test that takes five times as long as it did counts as failed. Most are tried in forks of one
process that has imported all tests (forked.py); what lives there, or changes more than functions, is tried in
a process of its own. What survives is shown as a diff. Mutants that mean the same as the original are listed,
each with the reason, in equivalent_mutants.json beside this file.
"""

from __future__ import annotations

import argparse
import difflib
import hashlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import count, repeat
from pathlib import Path
from queue import Queue
from random import Random

sys.path.insert(0, str(Path(__file__).parents[1]))

from tools.mutants import Mutant, mutants_of

TOP = Path(__file__).resolve().parents[2]
CACHE = TOP / "build" / "mutate"
DEAD = CACHE / "killed.txt"
"""The mutants that were killed before, so that a run can be stopped and goes on, and the survivors of one are
soon tried again with new tests."""
KILLERS = CACHE / "killers.txt"
"""The tests that have killed one: they are tried earlier."""
EQUIVALENT = Path(__file__).parent / "equivalent_mutants.json"
ROOMS = {
    "kingdom/rules": (
        ("tests/rules",),
        ("tests/test_ninth_box.py", "tests/match", "tests/ai", "tests/test_record.py"),
    ),
    "kingdom/ai": (("tests/ai",), ("tests/match",)),
    "kingdom/match": (
        ("tests/match",),
        ("tests/ui/test_table.py", "tests/ui/test_scenes.py", "tests/ui/test_new_game.py"),
    ),
}
"""For each package the tests of its own room, and those that are tried after them."""
USAGE, NO_TESTS = 4, 5
"""Exit codes of pytest that say nothing about a mutant."""
SECONDS = count(1_000_000_000)
COPIED, LEFT_OUT = ("kingdom", "tests", "docs"), ("build", "dist", ".venv")


@dataclass(frozen=True)
class Known:
    """What is known of a test."""

    name: str
    seconds: float
    functions: frozenset[str]

    @property
    def file(self) -> str:
        return self.name.split("::")[0]


def copied(folder: Path) -> Path:
    """A copy of the tree to change and to run in; what is only read is linked."""
    for name in COPIED:
        shutil.copytree(TOP / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in TOP.iterdir():
        if path.name not in COPIED + LEFT_OUT:
            (folder / path.name).symlink_to(path)
    return folder


@contextmanager
def borrowed(copies: Queue[Path]) -> Iterator[Path]:
    """A copy that nobody else uses meanwhile."""
    copy = copies.get()
    try:
        yield copy
    finally:
        copies.put(copy)


def pytest(folder: Path, files: list[str], limit: float | None = None, *more: str, **words: str) -> int:
    """Run tests in a copy; the exit code, or -1 when it took too long."""
    command = [sys.executable, "-m", "pytest", "-q", "-o", "addopts=", "-p", "tools.who_tests"]
    command += [word for plugin in ("xdist", "cacheprovider") for word in ("-p", f"no:{plugin}")]
    command += ["--assert", "plain", "--no-header", "--tb", "no", *more, *files]
    paths = os.pathsep.join((str(folder), str(folder / "tests")))
    environment = os.environ | {"PYTHONPATH": paths, "PYTHONHASHSEED": "0", "KINGDOM_KILLERS": str(KILLERS)}
    environment |= words
    try:
        done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=limit)
    except subprocess.TimeoutExpired:
        return -1
    return done.returncode


def test_files(places: tuple[str, ...]) -> list[str]:
    """The test files in these places."""
    found = []
    for place in places:
        path = TOP / place
        found += [path] if path.is_file() else sorted(path.glob("test_*.py"))
    return [path.relative_to(TOP).as_posix() for path in found]


def fingerprint(file: str) -> str:
    """Of a test file and the helpers it stands on. The program may change a little: where a test goes in it
    stays much the same, and `--anew` looks again."""
    digest = hashlib.sha256()
    helpers = [path for path in (TOP / "tests").rglob("*.py") if not path.name.startswith("test_")]
    for path in (TOP / file, *sorted(helpers)):
        if "tools" not in path.parts:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:24]


def known_tests(file: str, copies: Queue[Path]) -> list[Known]:
    """What each test of a file enters; from the cache if nothing has changed."""
    kept = CACHE / f"{Path(file).stem}-{fingerprint(file)}.json"
    if not kept.exists():
        with borrowed(copies) as copy:
            code = pytest(copy, [file], KINGDOM_TRACE=str(copy / "trace.json"))
            if code:
                print(f"{file} has a test that fails before anything is changed; it is left out", flush=True)
            shutil.copy(copy / "trace.json", kept)
    return [
        Known(name, seconds, frozenset(functions))
        for name, (seconds, functions) in json.loads(kept.read_text(encoding="utf-8")).items()
    ]


def put(path: Path, source: str) -> None:
    """Change a module, at a time of its own: what was compiled of it must not look as new as it."""
    path.write_text(source, encoding="utf-8")
    second = next(SECONDS)
    os.utime(path, (second, second))


def entering(mutant: Mutant, tests: list[Known]) -> list[Known]:
    """The tests that enter its function, the quick ones first."""
    name = f"{mutant.file}:{mutant.function}"
    return sorted((test for test in tests if name in test.functions), key=lambda test: test.seconds)


def named(tests: list[Known]) -> dict[str, float]:
    return {test.name: test.seconds for test in tests}


def try_in_forks(mutants: list[Mutant], copy: Path, tests: list[Known], alive: Path) -> None:
    """Try them in one process whose functions change, and note which are dead and which are sure to live."""
    tried = [(mutant, chosen) for mutant in mutants if (chosen := entering(mutant, tests))]
    if not tried or not hasattr(os, "fork"):
        return
    told = [
        {"digest": one.digest, "file": one.file, "source": one.source, "tests": named(chosen)}
        for one, chosen in tried
    ]
    wanted = copy / "mutants.json"
    wanted.write_text(json.dumps(told), encoding="utf-8")
    files = sorted({test.file for _, chosen in tried for test in chosen})
    more = ("-p", "tools.forked", "--basetemp", str(copy / "forked"))
    words = {"KINGDOM_MUTANTS": wanted, "KINGDOM_DEAD": DEAD, "KINGDOM_ALIVE": alive}
    pytest(copy, files, None, *more, **{name: str(path) for name, path in words.items()})


def digests_in(path: Path) -> set[str]:
    return set(path.read_text(encoding="utf-8").split()) if path.exists() else set()


def killed(mutant: Mutant, copy: Path, tests: list[Known], second: bool) -> bool:
    """Whether a test of this round notices, in a process of its own: the first round is tried whole, as what
    ran when a module was imported concerns tests that never enter it."""
    chosen = entering(mutant, tests) if second else tests
    if not chosen:
        return False
    order = copy / "order.json"
    order.write_text(json.dumps(named(chosen)), encoding="utf-8")
    limit = 600 + 10 * sum(test.seconds for test in chosen)
    path = copy / mutant.file
    original = path.read_text(encoding="utf-8")
    put(path, mutant.source)
    try:
        code = pytest(copy, sorted({test.file for test in chosen}), limit, "-x", KINGDOM_ORDER=str(order))
    finally:
        put(path, original)
    if code in (USAGE, NO_TESTS):
        raise SystemExit(f"mutate.py: pytest could not run the tests of {mutant.file}:{mutant.line}")
    return code != 0


def survivors(
    mutants: list[Mutant],
    tests: list[Known],
    copies: Queue[Path],
    pool: ThreadPoolExecutor,
    jobs: int,
    alive: Path,
    second: bool,
) -> list[Mutant]:
    """Those that no test of this round notices."""
    dead = digests_in(DEAD)
    undecided = [mutant for mutant in mutants if mutant.digest not in dead]

    def in_forks(some: list[Mutant]) -> None:
        with borrowed(copies) as copy:
            try_in_forks(some, copy, tests, alive)

    list(pool.map(in_forks, [undecided[job::jobs] for job in range(jobs)]))
    dead, sure = digests_in(DEAD), digests_in(alive)

    def lives(mutant: Mutant) -> bool:
        if mutant.digest in dead or mutant.digest in sure:
            return mutant.digest in sure
        with borrowed(copies) as copy:
            noticed = killed(mutant, copy, tests, second)
        if noticed:
            with DEAD.open("a", encoding="utf-8") as file:
                file.write(mutant.digest + "\n")
        return not noticed

    left = []
    for mutant, living in zip(mutants, pool.map(lives, mutants), strict=True):
        word = "lives " if living else "killed"
        print(f"{word} {mutant.file}:{mutant.line}  {mutant.old} -> {mutant.new}", flush=True)
        if living:
            left.append(mutant)
    return left


def diff(mutant: Mutant) -> str:
    before = (TOP / mutant.file).read_text(encoding="utf-8").splitlines()
    lines = difflib.unified_diff(before, mutant.source.splitlines(), n=1, lineterm="")
    return "\n".join(line for line in lines if not line.startswith(("---", "+++")))


def chosen_mutants(package: str, count: int, seed: int) -> list[Mutant]:
    """A seeded choice, without those that are known to mean the same."""
    listed = json.loads(EQUIVALENT.read_text(encoding="utf-8"))
    same = {(one["file"], one["line"], one["mutation"]) for one in listed}
    paths = sorted((TOP / package).rglob("*.py")) if (TOP / package).is_dir() else [TOP / package]
    everything = [mutant for path in paths for mutant in mutants_of(path, TOP)]
    Random(seed).shuffle(everything)
    return [mutant for mutant in everything if mutant.key not in same][:count]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("package", help="a folder such as kingdom/rules, or one file of it")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=2, help="1: only the tests of its own room")
    parser.add_argument("--only", help="only mutants whose file and line begin so: kingdom/rules/turn.py:12")
    parser.add_argument("--anew", action="store_true", help="forget what is known of tests and mutants")
    words = parser.parse_args()
    package = words.package.rstrip("/")
    room = next((room for room in ROOMS if package.startswith(room)), None)
    if room is None:
        raise SystemExit(f"mutate.py: tests are known for {', '.join(ROOMS)}")
    mutants = chosen_mutants(package, words.count, words.seed)
    if words.only:
        mutants = [mutant for mutant in mutants if f"{mutant.file}:{mutant.line}".startswith(words.only)]
    if words.anew:
        shutil.rmtree(CACHE, ignore_errors=True)
    CACHE.mkdir(parents=True, exist_ok=True)
    DEAD.touch()
    KILLERS.touch()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(words.jobs) as pool:
        copies: Queue[Path] = Queue()
        for number in range(words.jobs):
            copies.put(copied(Path(folder) / str(number)))
        left = mutants
        for number, places in enumerate(ROOMS[room][: words.rounds]):
            files = test_files(places) if left else []
            known = [test for tests in pool.map(known_tests, files, repeat(copies)) for test in tests]
            print(f"round {number + 1}: {len(left)} mutants of {package}, {len(known)} tests", flush=True)
            left = survivors(
                left, known, copies, pool, words.jobs, Path(folder) / f"alive-{number}", number > 0
            )
        for mutant in left:
            print(f"\nSURVIVED {mutant.file}:{mutant.line}  {mutant.old} -> {mutant.new}\n{diff(mutant)}")
        noticed = len(mutants) - len(left)
        share = 100 * noticed / max(1, len(mutants))
        print(f"{package}: {len(mutants)} mutants, {noticed} killed ({share:.1f} %), seed {words.seed}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
