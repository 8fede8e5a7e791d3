"""Mutation testing: creates random mutants of a package and checks whether the tests kill them.

    python tests/tools/mutate.py kingdom/rules --count 150 --seed 1 --jobs 2

Mutants run in a copy of the source tree. The first step records which functions each test calls and caches
the result in build/mutate. Each mutant is then run against the tests that call its function. The package's
own tests come first, starting with fast tests and tests that have killed mutants before. The first failing
test kills the mutant; a test that takes much longer than before (more than five times as long plus five
seconds) counts as failed. Most mutants run in forks of one process that has imported all tests (forked.py).
Mutants that change more than functions cannot be decided this way, so they run in a separate process.
Survivors are shown as diffs. Mutants that are equivalent to the original are listed with the reason in
equivalent_mutants.json.
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

from tools.mutants import Mutant, generate_mutants

ROOT = Path(__file__).resolve().parents[2]
CACHE_FOLDER = ROOT / "build" / "mutate"
KILLED_FILE = CACHE_FOLDER / "killed.txt"
"""Lists the mutants killed in earlier runs. This file makes it possible to continue a stopped run and to
retry survivors quickly with new tests."""
KILLERS_FILE = CACHE_FOLDER / "killers.txt"
"""Lists the tests that have killed mutants, one line per kill. Tests that have killed many mutants run
first."""
EQUIVALENT_MUTANTS_FILE = Path(__file__).parent / "equivalent_mutants.json"
TEST_PATHS = {
    "kingdom/rules": (
        ("tests/rules",),
        ("tests/test_third_party_expansion.py", "tests/match", "tests/ai", "tests/test_record.py"),
    ),
    "kingdom/ai": (("tests/ai",), ("tests/match",)),
    "kingdom/match": (
        ("tests/match",),
        ("tests/ui/test_match_scene.py", "tests/ui/test_menu_scenes.py", "tests/ui/test_new_game_page.py"),
    ),
}
"""For each package, the tests run in the first round (the package's own tests) and in the second round (other
tests that use the package)."""
USAGE_ERROR, NO_TESTS_COLLECTED = 4, 5
"""Pytest exit codes that indicate a problem not caused by the mutant."""
MODIFICATION_TIMES = count(1_000_000_000)
COPIED_FOLDERS, SKIPPED_FOLDERS = ("kingdom", "tests", "docs"), ("build", "dist", ".venv")


@dataclass(frozen=True)
class TracedTest:
    """A test with its duration and the functions it calls."""

    name: str
    seconds: float
    functions: frozenset[str]

    @property
    def file(self) -> str:
        return self.name.split("::")[0]


def copy_source_tree(folder: Path) -> Path:
    """Copies the source tree to a folder. Files that are only read are symlinked."""
    for name in COPIED_FOLDERS:
        shutil.copytree(ROOT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for path in ROOT.iterdir():
        if path.name not in COPIED_FOLDERS + SKIPPED_FOLDERS:
            (folder / path.name).symlink_to(path)
    return folder


@contextmanager
def borrow_copy(copies: Queue[Path]) -> Iterator[Path]:
    """Borrows a copy of the source tree for exclusive use."""
    copy = copies.get()
    try:
        yield copy
    finally:
        copies.put(copy)


def run_pytest(
    folder: Path, files: list[str], timeout_s: float | None = None, *arguments: str, **variables: str
) -> int:
    """Runs tests in a copy. Returns the exit code, or -1 after a timeout."""
    command = [sys.executable, "-m", "pytest", "-q", "-o", "addopts=", "-p", "tools.who_tests"]
    command += [argument for plugin in ("xdist", "cacheprovider") for argument in ("-p", f"no:{plugin}")]
    command += ["--assert", "plain", "--no-header", "--tb", "no", *arguments, *files]
    paths = os.pathsep.join((str(folder), str(folder / "tests")))
    environment = os.environ | {
        "PYTHONPATH": paths,
        "PYTHONHASHSEED": "0",
        "KINGDOM_KILLERS": str(KILLERS_FILE),
    }
    environment |= variables
    try:
        process = subprocess.run(command, cwd=folder, env=environment, capture_output=True, timeout=timeout_s)
    except subprocess.TimeoutExpired:
        return -1
    return process.returncode


def find_test_files(paths: tuple[str, ...]) -> list[str]:
    """Returns the given test files and the test files in the given folders."""
    found = []
    for relative_path in paths:
        path = ROOT / relative_path
        found += [path] if path.is_file() else sorted(path.glob("test_*.py"))
    return [path.relative_to(ROOT).as_posix() for path in found]


def fingerprint(file: str) -> str:
    """Returns a hash of a test file and all test helpers. The hash ignores the tested code, because small
    changes there hardly affect which functions a test calls. Use `--no-cache` after larger changes."""
    digest = hashlib.sha256()
    helpers = [path for path in (ROOT / "tests").rglob("*.py") if not path.name.startswith("test_")]
    for path in (ROOT / file, *sorted(helpers)):
        if "tools" not in path.parts:
            digest.update(path.read_bytes())
    return digest.hexdigest()[:24]


def trace_tests(file: str, copies: Queue[Path]) -> list[TracedTest]:
    """Returns the tests in a file together with the functions they call. Uses the cache if possible."""
    cache_file = CACHE_FOLDER / f"{Path(file).stem}-{fingerprint(file)}.json"
    if not cache_file.exists():
        with borrow_copy(copies) as copy:
            code = run_pytest(copy, [file], KINGDOM_TRACE=str(copy / "trace.json"))
            if code:
                print(f"{file} has a test that fails without a mutant; that test is skipped", flush=True)
            shutil.copy(copy / "trace.json", cache_file)
    return [
        TracedTest(name, seconds, frozenset(functions))
        for name, (seconds, functions) in json.loads(cache_file.read_text(encoding="utf-8")).items()
    ]


def write_module(path: Path, source: str) -> None:
    """Writes a module with a unique modification time so that Python does not use stale bytecode."""
    path.write_text(source, encoding="utf-8")
    mtime = next(MODIFICATION_TIMES)
    os.utime(path, (mtime, mtime))


def tests_entering(mutant: Mutant, tests: list[TracedTest]) -> list[TracedTest]:
    """Returns the tests that call the mutant's function, fastest first."""
    name = f"{mutant.file}:{mutant.function}"
    return sorted((test for test in tests if name in test.functions), key=lambda test: test.seconds)


def seconds_by_name(tests: list[TracedTest]) -> dict[str, float]:
    return {test.name: test.seconds for test in tests}


def try_in_forks(mutants: list[Mutant], copy: Path, tests: list[TracedTest], survivors_file: Path) -> None:
    """Runs mutants in forks of one process. Records which mutants are killed and which certainly survive."""
    selected = [(mutant, chosen) for mutant in mutants if (chosen := tests_entering(mutant, tests))]
    if not selected or not hasattr(os, "fork"):
        return
    specs = [
        {
            "digest": mutant.digest,
            "file": mutant.file,
            "source": mutant.source,
            "tests": seconds_by_name(chosen),
        }
        for mutant, chosen in selected
    ]
    specs_file = copy / "mutants.json"
    specs_file.write_text(json.dumps(specs), encoding="utf-8")
    files = sorted({test.file for _, chosen in selected for test in chosen})
    arguments = ("-p", "tools.forked", "--basetemp", str(copy / "forked"))
    variables = {
        "KINGDOM_MUTANTS": specs_file,
        "KINGDOM_KILLED": KILLED_FILE,
        "KINGDOM_SURVIVED": survivors_file,
    }
    run_pytest(copy, files, None, *arguments, **{name: str(path) for name, path in variables.items()})


def read_digests(path: Path) -> set[str]:
    return set(path.read_text(encoding="utf-8").split()) if path.exists() else set()


def is_killed(mutant: Mutant, copy: Path, tests: list[TracedTest], is_second_round: bool) -> bool:
    """Returns True if a test of this round detects the mutant in a separate process. The first round runs all
    its tests, because module-level code affects tests even if they never call the function."""
    chosen = tests_entering(mutant, tests) if is_second_round else tests
    if not chosen:
        return False
    order = copy / "order.json"
    order.write_text(json.dumps(seconds_by_name(chosen)), encoding="utf-8")
    timeout_s = 600 + 10 * sum(test.seconds for test in chosen)
    path = copy / mutant.file
    original = path.read_text(encoding="utf-8")
    write_module(path, mutant.source)
    try:
        code = run_pytest(
            copy, sorted({test.file for test in chosen}), timeout_s, "-x", KINGDOM_ORDER=str(order)
        )
    finally:
        write_module(path, original)
    if code in (USAGE_ERROR, NO_TESTS_COLLECTED):
        raise SystemExit(f"mutate.py: pytest could not run the tests of {mutant.file}:{mutant.line}")
    return code != 0


def survivors(
    mutants: list[Mutant],
    tests: list[TracedTest],
    copies: Queue[Path],
    pool: ThreadPoolExecutor,
    jobs: int,
    survivors_file: Path,
    is_second_round: bool,
) -> list[Mutant]:
    """Returns the mutants that no test of this round detects."""
    killed = read_digests(KILLED_FILE)
    undecided = [mutant for mutant in mutants if mutant.digest not in killed]

    def run_in_forks(batch: list[Mutant]) -> None:
        with borrow_copy(copies) as copy:
            try_in_forks(batch, copy, tests, survivors_file)

    list(pool.map(run_in_forks, [undecided[job::jobs] for job in range(jobs)]))
    killed, survived = read_digests(KILLED_FILE), read_digests(survivors_file)

    def survives(mutant: Mutant) -> bool:
        if mutant.digest in killed or mutant.digest in survived:
            return mutant.digest in survived
        with borrow_copy(copies) as copy:
            was_killed = is_killed(mutant, copy, tests, is_second_round)
        if was_killed:
            with KILLED_FILE.open("a", encoding="utf-8") as file:
                file.write(mutant.digest + "\n")
        return not was_killed

    remaining = []
    for mutant, is_alive in zip(mutants, pool.map(survives, mutants), strict=True):
        outcome = "survived" if is_alive else "killed  "
        print(f"{outcome} {mutant.file}:{mutant.line}  {mutant.old} -> {mutant.new}", flush=True)
        if is_alive:
            remaining.append(mutant)
    return remaining


def diff(mutant: Mutant) -> str:
    before = (ROOT / mutant.file).read_text(encoding="utf-8").splitlines()
    lines = difflib.unified_diff(before, mutant.source.splitlines(), n=1, lineterm="")
    return "\n".join(line for line in lines if not line.startswith(("---", "+++")))


def select_mutants(package: str, count: int, seed: int) -> list[Mutant]:
    """Returns a random selection of mutants, excluding those known to be equivalent."""
    listed = json.loads(EQUIVALENT_MUTANTS_FILE.read_text(encoding="utf-8"))
    equivalent = {(entry["file"], entry["line"], entry["mutation"]) for entry in listed}
    paths = sorted((ROOT / package).rglob("*.py")) if (ROOT / package).is_dir() else [ROOT / package]
    mutants = [mutant for path in paths for mutant in generate_mutants(path, ROOT)]
    Random(seed).shuffle(mutants)
    return [mutant for mutant in mutants if mutant.key not in equivalent][:count]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("package", help="a package such as kingdom/rules, or one of its files")
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument(
        "--rounds", type=int, default=2, help="number of rounds; 1 runs only the package's own tests"
    )
    parser.add_argument("--only", help="only mutants at this file and line, such as kingdom/rules/turn.py:12")
    parser.add_argument("--no-cache", action="store_true", help="discard the cache of tests and mutants")
    options = parser.parse_args()
    package = options.package.rstrip("/")
    tested_package = next((name for name in TEST_PATHS if package.startswith(name)), None)
    if tested_package is None:
        raise SystemExit(f"mutate.py supports only {', '.join(TEST_PATHS)}")
    mutants = select_mutants(package, options.count, options.seed)
    if options.only:
        mutants = [mutant for mutant in mutants if f"{mutant.file}:{mutant.line}".startswith(options.only)]
    if options.no_cache:
        shutil.rmtree(CACHE_FOLDER, ignore_errors=True)
    CACHE_FOLDER.mkdir(parents=True, exist_ok=True)
    KILLED_FILE.touch()
    KILLERS_FILE.touch()
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(options.jobs) as pool:
        copies: Queue[Path] = Queue()
        for number in range(options.jobs):
            copies.put(copy_source_tree(Path(folder) / str(number)))
        remaining = mutants
        for number, paths in enumerate(TEST_PATHS[tested_package][: options.rounds]):
            files = find_test_files(paths) if remaining else []
            tests = [test for traced in pool.map(trace_tests, files, repeat(copies)) for test in traced]
            print(
                f"round {number + 1}: {len(remaining)} mutants of {package}, {len(tests)} tests", flush=True
            )
            remaining = survivors(
                remaining, tests, copies, pool, options.jobs, Path(folder) / f"survivors-{number}", number > 0
            )
        for mutant in remaining:
            print(f"\nSURVIVED {mutant.file}:{mutant.line}  {mutant.old} -> {mutant.new}\n{diff(mutant)}")
        killed_count = len(mutants) - len(remaining)
        percentage = 100 * killed_count / max(1, len(mutants))
        print(
            f"{package}: {len(mutants)} mutants, "
            f"{killed_count} killed ({percentage:.1f}%), seed {options.seed}"
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
