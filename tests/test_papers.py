"""The papers are true: links lead somewhere, files and commands that are named exist, code blocks run.

How to write a block: `python` blocks are doctests (`>>>`), one session a paper; `console` blocks are commands
(`$ kingdom ...`) with what they print, where `...` stands for anything; `json` blocks are read, positions and
records by the program. A block fenced as "json name.json" is a file of that name for the commands of its
paper.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml
from test_doors import DOORS, FLOORS

from kingdom.__main__ import main
from kingdom.bench.core import FIGURES
from kingdom.commands.parser import COMMANDS, build_parser
from kingdom.position import FORMAT as POSITION
from kingdom.position import parse, read_position, write_position
from kingdom.record import FORMAT as RECORD
from kingdom.record import read_record, replay
from kingdom.rules.registry import BOXES, CARDS, LANDMARKS, TASKS, TERRAINS, TILES
from kingdom.rules.setup import Setup
from kingdom.text import Texts

ROOT = Path(__file__).parent.parent
FOLDERS = ("docs", "examples", "kingdom", "levels", "assets", "packaging", "tests")
PAPERS = sorted([*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))])
RULES = ("RULES.md", "RULES-EXAMPLES.md")
"""Taken in as they were written, with their long lines."""
COLUMNS = 110
LENIENT = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
README_LINES, README_TABLE = 120, 140
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def name(path: Path) -> str:
    """A paper's place in the repository."""
    return path.relative_to(ROOT).as_posix()


each_paper = pytest.mark.parametrize("paper", PAPERS, ids=name)


class Block(NamedTuple):
    """A fenced block of a paper."""

    language: str
    title: str
    line: int
    text: str


def blocks(paper: Path) -> list[Block]:
    """All fenced blocks."""
    text = paper.read_text(encoding="utf-8")
    found = re.finditer(r"^( *)```(\w*) ?([^\n]*)\n(.*?)^\1```$", text, re.MULTILINE | re.DOTALL)
    return [Block(match[2], match[3], text.count("\n", 0, match.start()) + 1, match[4]) for match in found]


def prose(paper: Path) -> str:
    """The paper without its blocks."""
    text = paper.read_text(encoding="utf-8")
    return re.sub(r"^( *)```.*?^\1```$", "", text, flags=re.MULTILINE | re.DOTALL)


# --- how long


def test_the_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= README_LINES


@each_paper
def test_no_line_is_longer_than_a_screen(paper: Path) -> None:
    if paper.name in RULES:
        return
    for number, line in enumerate(paper.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("|"):
            assert len(line) <= README_TABLE or paper.parent != ROOT, f"{name(paper)}:{number}"
        else:
            assert len(line) <= COLUMNS, f"{name(paper)}:{number}: {len(line)} columns"


# --- what is named exists


def anchors(paper: Path) -> set[str]:
    """The places inside a paper that a link can lead to."""
    heads = re.findall(r"^#+ (.*)$", paper.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", head.lower()).replace(" ", "-") for head in heads}


@each_paper
def test_links_lead_somewhere(paper: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(paper)):
        if target.startswith("https://"):
            continue
        file, _, place = target.partition("#")
        there = paper.parent / file if file else paper
        assert there.exists(), f"{name(paper)}: {target}"
        assert not place or place in anchors(there), f"{name(paper)}: {target}"


FILE = re.compile(
    r"(?<![\w~%./<>*\\-])(?:[\w.-]+/)*[\w.-]*\w\.(?:py|md|toml|yml|sh|spec|tmx|tsx|json|jpg)\b(?!/)"
)
ELSEWHERE = {
    "my-map.tmx", "settings.json", "table.json", "current.kingdom",  # a player's
    "_internal/files.json", "samples.jsonl", "learned.json", "proof.jsonl",  # made by a tool
    "trained.json", "tuned.json",  # the same
}  # fmt: skip
MADE_UP = re.compile(r"my_|ninth|/<|<\w+>")
"""Names in a recipe that the reader is to choose."""


def files() -> Iterator[Path]:
    """Every file of the repository that a paper may name."""
    for folder in (*FOLDERS, ".github", ".ci"):
        yield from (ROOT / folder).rglob("*")
    yield from ROOT.glob("*")


@pytest.fixture(scope="module")
def known_files() -> set[str]:
    return {path.relative_to(ROOT).as_posix() for path in files() if "__pycache__" not in path.parts}


@each_paper
def test_files_that_are_named_exist(paper: Path, known_files: set[str]) -> None:
    text = re.sub(
        r"\]\([^)]*\)|^ *```json.*?^ *```$", "", paper.read_text(encoding="utf-8"), flags=re.M | re.S
    )
    gone = [
        named
        for found in FILE.findall(re.sub(r"\]\([^)]*\)", "", text))
        for named in [found.removeprefix("./")]
        if named not in ELSEWHERE
        and not MADE_UP.search(named)
        and not any(file == named or file.endswith(f"/{named}") for file in known_files)
    ]
    assert not gone, f"{name(paper)}: {gone}"


@each_paper
def test_folders_that_are_named_exist(paper: Path, known_files: set[str]) -> None:
    spans = re.findall(r"`([\w./-]+/)`", prose(paper))
    gone = [
        span
        for span in spans
        if span.strip("/") not in ("build", "dist")
        and not any(f"/{file}/".endswith(f"/{span}") for file in known_files)
    ]
    assert not gone, f"{name(paper)}: {gone}"


# --- blocks run


@each_paper
def test_python_blocks_run(paper: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    session: dict[str, Any] = {}
    for block in blocks(paper):
        if block.language == "python":
            assert ">>>" in block.text, f"{name(paper)}:{block.line}: a python block is a session (>>>)"
            test = doctest.DocTestParser().get_doctest(
                block.text, session, f"{name(paper)}:{block.line}", None, None
            )
            runner = doctest.DocTestRunner(optionflags=LENIENT)
            said: list[str] = []
            runner.run(test, out=said.append, clear_globs=False)
            assert not runner.summarize(verbose=False).failed, "".join(said)
            session = test.globs


@each_paper
def test_json_blocks_can_be_read(paper: Path) -> None:
    for block in blocks(paper):
        if block.language == "json":
            data = parse(block.text)
            if data.get("format") == POSITION:
                read_position(data)
            elif data.get("format") == RECORD:
                replay(read_record(block.text))


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """The commands of a console block, each with what it prints."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, printed = part.partition("\n")
        yield command, printed


@each_paper
def test_console_blocks_run(
    paper: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    for block in blocks(paper):
        if block.title:
            (tmp_path / block.title).write_text(block.text, encoding="utf-8")
        if block.language != "console":
            continue
        for command, printed in commands(block):
            program, *words = shlex.split(command)
            assert program == "kingdom", command
            there = [str(tmp_path / word) if (tmp_path / word).is_file() else word for word in words]
            # what writes into the folder it is in leaves nothing in the tree
            code = main([str(tmp_path) if word == "." else word for word in there])
            out, err = capsys.readouterr()
            said = (out + err).replace(f"{tmp_path}{os.sep}", "")
            assert code == (2 if printed.startswith("kingdom") else 0), command + said
            assert doctest.OutputChecker().check_output(printed, said, LENIENT), (
                f"{name(paper)}:{block.line}: {command}\n{said}"
            )


@each_paper
def test_blocks_are_of_a_known_kind(paper: Path) -> None:
    for block in blocks(paper):
        assert block.language in ("python", "json", "console", "text", "sh", "mermaid"), (
            f"{name(paper)}:{block.line}: {block.language!r}"
        )


# --- the command line and its paper


def options_of(command: str, capsys: pytest.CaptureFixture[str]) -> set[str]:
    """The options that a command has besides --help."""
    with pytest.raises(SystemExit):
        main([command, "--help"] if command else ["--help"])
    return set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help"}


def test_every_command_and_option_is_in_its_paper(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "COMMANDS.md").read_text(encoding="utf-8")
    for command in COMMANDS:
        assert f"kingdom {command}" in text
    told = set(re.findall(r"--[a-z]+", text)) - {"--help"}
    assert told == set().union(*(options_of(command, capsys) for command in ("", *COMMANDS)))


@each_paper
def test_commands_that_are_named_exist(paper: Path) -> None:
    """Whole commands in the text, and those of a block of plain text up to two spaces, are understood."""
    spans = re.findall(r"`kingdom ((?!-)[^`]*|--[^`]*)`", prose(paper))
    spans += [
        match
        for block in blocks(paper)
        if block.language == "text"
        for match in re.findall(r"^kingdom (\S+(?: \S+)*)", block.text, re.MULTILINE)
    ]
    for span in spans:
        arguments = shlex.split(span.replace("[", "").replace("]", ""))
        if arguments[0] in COMMANDS:
            if arguments[1:] or arguments[0] in ("bench", "levels"):
                build_parser().parse_args(arguments)
        else:
            assert arguments[0] in ("--smoke", "--version", "FILE"), f"{name(paper)}: kingdom {span}"


def test_every_figure_of_the_bench_is_in_its_paper_and_the_other_way_round() -> None:
    told = re.findall(
        r"^\| `(\w+)` \|", (ROOT / "docs" / "BENCH.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert set(told) == set(FIGURES)
    assert len(told) == len(FIGURES)


# --- other promises


def test_the_readme_names_its_boxes() -> None:
    text, english = (ROOT / "README.md").read_text(encoding="utf-8"), Texts("en")
    for box in BOXES:
        assert english.say(f"box.{box}").lower() in text.lower()
    assert "The Emperor's Choice, that is not here" in text


def test_ci_finds_the_test_command() -> None:
    """`.ci/run` runs what stands in the first row for Linux after the heading."""
    after = (ROOT / "README.md").read_text(encoding="utf-8").split("\n## Test it\n")[1]
    row = next(line for line in after.splitlines() if line.startswith("| Linux"))
    assert re.findall(r"`([^`]+)`", row)[0].endswith("-m pytest")


def keys(data: Any) -> set[str]:
    """All keys of a JSON value, however deep."""
    if isinstance(data, dict):
        return set(data) | {key for value in data.values() for key in keys(value)}
    return {key for value in data for key in keys(value)} if isinstance(data, list) else set()


def test_every_key_of_a_position_and_of_a_record_is_in_its_paper() -> None:
    text = (ROOT / "docs" / "POSITIONS.md").read_text(encoding="utf-8")
    golden = [
        parse(path.read_text(encoding="utf-8")) for path in (ROOT / "tests/rules/golden").glob("*.json")
    ]
    position = write_position(read_position({"cards": []}))
    chosen = {key for game in golden for key in game["setup"].get("chosen", {})}
    written = keys(position) | {key for game in golden for key in keys({**game, "answers": []})} | chosen
    written |= {field.name for field in fields(Setup)}
    assert {key for key in written if f"`{key}`" not in text and f'"{key}"' not in text} == set()


@pytest.mark.parametrize("path", WORKFLOWS, ids=name)
def test_workflows_are_sound(path: Path) -> None:
    """They cannot run here; but they are YAML, start on something, and every step does something."""
    flow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert set(flow) >= {"name", True, "permissions", "jobs"}  # YAML takes "on" for a truth
    for job in flow["jobs"].values():
        assert job["runs-on"]
        assert all(("uses" in step) != ("run" in step) for step in job["steps"])
        matrix = job.get("strategy", {}).get("matrix", {})
        assert all(f"matrix.{key}" in json.dumps(job) for key in matrix)


def test_pushes_and_pull_requests_are_checked_on_three_systems() -> None:
    flow = yaml.safe_load((ROOT / ".github/workflows/checks.yml").read_text(encoding="utf-8"))
    assert {"push", "pull_request"} <= set(flow[True])
    systems = flow["jobs"]["quick"]["strategy"]["matrix"]["system"]
    assert {system.split("-")[0] for system in systems} == {"ubuntu", "windows", "macos"}


def test_the_window_says_the_names_of_the_glossary() -> None:
    """Tiles, cards, tasks, terrains, landmarks, pieces: in every language as the editions have them."""
    english, *others = (Texts(language) for language in ("en", "fr", "es", "de"))
    groups: dict[str, Iterable[str]] = {
        "tile": TILES,
        "card": CARDS,
        "task": TASKS,
        "terrain": TERRAINS,
        "landmark": LANDMARKS,
    }
    every = [f"{group}.{word}" for group, words in groups.items() for word in words]
    keys_of = {english.say(key).lower().replace("’", "'"): key for key in every}
    found = set()
    for line in (ROOT / "docs" / "GLOSSARY.md").read_text(encoding="utf-8").splitlines():
        cells = [re.split(r"[,/]", cell.replace("*", "")) for cell in line.strip("|").split("|")]
        for word, *translations in zip(*cells, strict=False):
            key = keys_of.get(word.strip().lower())
            if key is not None:
                found.add(key)
                said = [texts.say(key).lower() for texts in others]
                assert said == [word.strip().lower() for word in translations], key
    assert set(every) - found == set()


# --- the drawings of the house


def block_after(heading: str, language: str) -> str:
    """The first block of a language after a heading of ARCHITECTURE.md."""
    paper = ROOT / "docs" / "ARCHITECTURE.md"
    line = paper.read_text(encoding="utf-8").splitlines().index(heading)
    return next(block.text for block in blocks(paper) if block.line > line and block.language == language)


def test_the_drawing_of_the_rooms_has_all_doors_and_no_others() -> None:
    arrows = re.findall(r"^ +(\w+) --> (\w+)$", block_after("## Rooms", "mermaid"), re.MULTILINE)
    assert not [arrow for arrow in arrows if arrow[1] not in DOORS[arrow[0]]]

    def beyond(room: str) -> set[str]:
        return {room}.union(*(beyond(there) for here, there in arrows if here == room))

    missing = {room: doors - beyond(room) for room, doors in DOORS.items() if doors - beyond(room)}
    assert not missing


def test_the_drawing_of_the_floors_has_them_in_order() -> None:
    floors = re.findall(r"^(\w+) ", block_after("## Floors of the window", "text"), re.MULTILINE)
    assert set(floors) == set(FLOORS)
    for place, floor in enumerate(floors):
        assert FLOORS[floor] <= set(floors[place:]), floor


def test_the_plan_names_every_room() -> None:
    plan = block_after("## Rooms", "text")
    for room in DOORS:
        assert re.search(rf"\b{room}(/|\.py) ", plan), room
