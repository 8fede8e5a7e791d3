"""Checks the documentation: links, file names and commands must be valid, and code blocks must run.

Rules for blocks: `python` blocks are doctests (`>>>`) that share one session per document. `console` blocks
are commands (`$ kingdom ...`) with their output, where `...` matches anything. `json` blocks are parsed;
positions and records are also validated. A block fenced as "json name.json" becomes a file that the commands
of the document can use.
"""

from __future__ import annotations

import doctest
import json
import os
import re
import shlex
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
import yaml

from kingdom.__main__ import main
from kingdom.bench.suite import BENCHMARKS
from kingdom.commands.parser import COMMAND_MODULES, build_parser
from kingdom.position import FORMAT as POSITION
from kingdom.position import parse_json_strict, read_position, write_position
from kingdom.record import FORMAT as RECORD
from kingdom.record import SETUP_KEYS, read_record, replay
from kingdom.rules.registry import EXPANSIONS, LANDMARKS, SCORING_CARDS, TASK_CARDS, TERRAINS, TILES
from kingdom.text.translator import LANGUAGES, Translator

ROOT = Path(__file__).parent.parent
FOLDERS = ("docs", "examples", "kingdom", "levels", "assets", "packaging", "tests")
DOCS = sorted([*ROOT.glob("*.md"), *(path for folder in FOLDERS for path in (ROOT / folder).rglob("*.md"))])
RULES = ("RULES.md", "RULES-EXAMPLES.md")
"""Documents that are exempt from the limit on line length."""
MAX_COLUMNS = 110
DOCTEST_OPTIONS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE
MAX_README_LINES, MAX_README_TABLE_COLUMNS = 120, 140
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))


def relative_name(path: Path) -> str:
    """Returns the path of a document within the repository."""
    return path.relative_to(ROOT).as_posix()


for_each_doc = pytest.mark.parametrize("doc", DOCS, ids=relative_name)


class Block(NamedTuple):
    """A fenced code block."""

    language: str
    title: str
    line: int
    text: str


def blocks(doc: Path) -> list[Block]:
    """Returns all fenced code blocks of a document."""
    text = doc.read_text(encoding="utf-8")
    matches = re.finditer(r"^( *)```(\w*) ?([^\n]*)\n(.*?)^\1```$", text, re.MULTILINE | re.DOTALL)
    return [Block(match[2], match[3], text.count("\n", 0, match.start()) + 1, match[4]) for match in matches]


def prose(doc: Path) -> str:
    """Returns the text of a document, excluding its code blocks."""
    text = doc.read_text(encoding="utf-8")
    return re.sub(r"^( *)```.*?^\1```$", "", text, flags=re.MULTILINE | re.DOTALL)


# --- length


def test_readme_is_short() -> None:
    assert len((ROOT / "README.md").read_text(encoding="utf-8").splitlines()) <= MAX_README_LINES


@for_each_doc
def test_lines_are_short_enough(doc: Path) -> None:
    if doc.name in RULES:
        return
    for number, line in enumerate(doc.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("|"):
            assert len(line) <= MAX_README_TABLE_COLUMNS or doc.parent != ROOT, (
                f"{relative_name(doc)}:{number}"
            )
        else:
            assert len(line) <= MAX_COLUMNS, f"{relative_name(doc)}:{number}: {len(line)} columns"


# --- links and names


def anchors(doc: Path) -> set[str]:
    """Returns the heading anchors that a link can point to."""
    headings = re.findall(r"^#+ (.*)$", doc.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@for_each_doc
def test_links_are_valid(doc: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(doc)):
        if target.startswith("https://"):
            continue
        file, _, anchor = target.partition("#")
        linked_doc = doc.parent / file if file else doc
        assert linked_doc.exists(), f"{relative_name(doc)}: {target}"
        assert not anchor or anchor in anchors(linked_doc), f"{relative_name(doc)}: {target}"


FILE_NAME = re.compile(
    r"(?<![\w~%./<>*\\-])(?:[\w.-]+/)*[\w.-]*\w\.(?:py|md|toml|yml|sh|spec|tmx|tsx|json|jpg)\b(?!/)"
)
OUTSIDE_REPOSITORY = {
    "my-map.tmx", "settings.json", "table.json", "current.kingdom",  # written by the game
    "_internal/files.json", "samples.jsonl", "learned.json", "proof.jsonl",  # written by a tool
    "trained.json", "tuned.json",  # written by a tool
}  # fmt: skip
PLACEHOLDER_NAME = re.compile(r"my_|ninth|/<|<\w+>")
"""Example names that the reader is supposed to replace."""


def repository_files() -> Iterator[Path]:
    """Yields every file that a document may name."""
    for folder in (*FOLDERS, ".github", ".ci"):
        yield from (ROOT / folder).rglob("*")
    yield from ROOT.glob("*")


@pytest.fixture(scope="module")
def known_files() -> set[str]:
    return {
        path.relative_to(ROOT).as_posix() for path in repository_files() if "__pycache__" not in path.parts
    }


@for_each_doc
def test_named_files_exist(doc: Path, known_files: set[str]) -> None:
    text = re.sub(r"\]\([^)]*\)|^ *```json.*?^ *```$", "", doc.read_text(encoding="utf-8"), flags=re.M | re.S)
    missing = [
        file_name
        for match in FILE_NAME.findall(re.sub(r"\]\([^)]*\)", "", text))
        for file_name in [match.removeprefix("./")]
        if file_name not in OUTSIDE_REPOSITORY
        and not PLACEHOLDER_NAME.search(file_name)
        and not any(file == file_name or file.endswith(f"/{file_name}") for file in known_files)
    ]
    assert not missing, f"{relative_name(doc)}: {missing}"


@for_each_doc
def test_named_folders_exist(doc: Path, known_files: set[str]) -> None:
    spans = re.findall(r"`([\w./-]+/)`", prose(doc))
    missing = [
        span
        for span in spans
        if span.strip("/") not in ("build", "dist")
        and not any(f"/{file}/".endswith(f"/{span}") for file in known_files)
    ]
    assert not missing, f"{relative_name(doc)}: {missing}"


# --- code blocks


@for_each_doc
def test_python_blocks_run(doc: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    session: dict[str, Any] = {}
    for block in blocks(doc):
        if block.language == "python":
            assert ">>>" in block.text, (
                f"{relative_name(doc)}:{block.line}: python blocks must be doctests (>>>)"
            )
            test = doctest.DocTestParser().get_doctest(
                block.text, session, f"{relative_name(doc)}:{block.line}", None, None
            )
            runner = doctest.DocTestRunner(optionflags=DOCTEST_OPTIONS)
            output: list[str] = []
            runner.run(test, out=output.append, clear_globs=False)
            assert not runner.summarize(verbose=False).failed, "".join(output)
            session = test.globs


@for_each_doc
def test_json_blocks_are_valid(doc: Path) -> None:
    for block in blocks(doc):
        if block.language == "json":
            data = parse_json_strict(block.text)
            if data.get("format") == POSITION:
                read_position(data)
            elif data.get("format") == RECORD:
                replay(read_record(block.text))


def commands(block: Block) -> Iterator[tuple[str, str]]:
    """Yields the commands of a console block, each with its expected output."""
    for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
        command, _, expected = part.partition("\n")
        yield command, expected


@for_each_doc
def test_console_blocks_run(
    doc: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    for block in blocks(doc):
        if block.title:
            (tmp_path / block.title).write_text(block.text, encoding="utf-8")
        if block.language != "console":
            continue
        for command, expected in commands(block):
            program, *words = shlex.split(command)
            assert program == "kingdom", command
            arguments = [str(tmp_path / word) if (tmp_path / word).is_file() else word for word in words]
            # use the temporary folder so that no command writes to the repository
            code = main([str(tmp_path) if word == "." else word for word in arguments])
            out, err = capsys.readouterr()
            output = (out + err).replace(f"{tmp_path}{os.sep}", "").replace(os.sep, "/")
            assert code == (2 if expected.startswith("kingdom") else 0), command + output
            assert doctest.OutputChecker().check_output(expected, output, DOCTEST_OPTIONS), (
                f"{relative_name(doc)}:{block.line}: {command}\n{output}"
            )


@for_each_doc
def test_blocks_have_a_known_language(doc: Path) -> None:
    for block in blocks(doc):
        assert block.language in ("python", "json", "console", "text", "sh", "mermaid"), (
            f"{relative_name(doc)}:{block.line}: {block.language!r}"
        )


# --- docs/COMMANDS.md


def options_of(command: str, capsys: pytest.CaptureFixture[str]) -> set[str]:
    """Returns the options of a command, excluding --help."""
    with pytest.raises(SystemExit):
        main([command, "--help"] if command else ["--help"])
    return set(re.findall(r"--[a-z]+", capsys.readouterr().out)) - {"--help"}


def test_every_command_and_option_is_documented(capsys: pytest.CaptureFixture[str]) -> None:
    text = (ROOT / "docs" / "COMMANDS.md").read_text(encoding="utf-8")
    for command in COMMAND_MODULES:
        assert f"kingdom {command}" in text
    documented = set(re.findall(r"--[a-z]+", text)) - {"--help"}
    assert documented == set().union(*(options_of(command, capsys) for command in ("", *COMMAND_MODULES)))


@for_each_doc
def test_named_commands_are_valid(doc: Path) -> None:
    """Parses the commands in the prose and in plain-text blocks, where two spaces end a command."""
    spans = re.findall(r"`kingdom ((?!-)[^`]*|--[^`]*)`", prose(doc))
    spans += [
        match
        for block in blocks(doc)
        if block.language == "text"
        for match in re.findall(r"^kingdom (\S+(?: \S+)*)", block.text, re.MULTILINE)
    ]
    for span in spans:
        arguments = shlex.split(span.replace("[", "").replace("]", ""))
        if arguments[0] in COMMAND_MODULES:
            if arguments[1:] or arguments[0] in ("bench", "levels"):
                build_parser().parse_args(arguments)
        else:
            assert arguments[0] in ("--smoke", "--version", "FILE"), f"{relative_name(doc)}: kingdom {span}"


def test_bench_doc_lists_exactly_the_benchmarks() -> None:
    documented = re.findall(
        r"^\| `(\w+)` \|", (ROOT / "docs" / "BENCH.md").read_text(encoding="utf-8"), re.MULTILINE
    )
    assert set(documented) == set(BENCHMARKS)
    assert len(documented) == len(BENCHMARKS)


# --- other checks


def test_readme_names_all_expansions() -> None:
    text, english = (ROOT / "README.md").read_text(encoding="utf-8"), Translator("en")
    for expansion in EXPANSIONS:
        assert english.tr(f"box.{expansion}").lower() in text.lower()
    assert "The Emperor's Choice, is not included" in text


def test_readme_has_the_test_command_for_ci() -> None:
    """`.ci/run` runs the command in the first Linux row of the table below the heading."""
    after = (ROOT / "README.md").read_text(encoding="utf-8").split("\n## Test it\n")[1]
    row = next(line for line in after.splitlines() if line.startswith("| Linux"))
    assert re.findall(r"`([^`]+)`", row)[0].endswith("-m pytest")


def all_keys(data: Any) -> set[str]:
    """Returns all keys of a JSON value at any depth."""
    if isinstance(data, dict):
        return set(data) | {key for value in data.values() for key in all_keys(value)}
    return {key for value in data for key in all_keys(value)} if isinstance(data, list) else set()


def test_all_keys_of_positions_and_records_are_documented() -> None:
    text = (ROOT / "docs" / "POSITIONS.md").read_text(encoding="utf-8")
    golden = [
        parse_json_strict(path.read_text(encoding="utf-8"))
        for path in (ROOT / "tests/rules/golden").glob("*.json")
    ]
    position = write_position(read_position({"cards": []}))
    chosen = {key for game in golden for key in game["setup"].get("chosen", {})}
    written = (
        all_keys(position) | {key for game in golden for key in all_keys({**game, "answers": []})} | chosen
    )
    written |= set(SETUP_KEYS)
    assert {key for key in written if f"`{key}`" not in text and f'"{key}"' not in text} == set()


@pytest.mark.parametrize("path", WORKFLOWS, ids=relative_name)
def test_workflows_are_valid(path: Path) -> None:
    """The workflows cannot run here. They must be valid YAML with triggers, and every step must run
    something."""
    workflow = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert set(workflow) >= {"name", True, "permissions", "jobs"}  # YAML reads the key "on" as true
    for job in workflow["jobs"].values():
        assert job["runs-on"]
        assert all(("uses" in step) != ("run" in step) for step in job["steps"])
        matrix = job.get("strategy", {}).get("matrix", {})
        assert all(f"matrix.{key}" in json.dumps(job) for key in matrix)


def test_ci_runs_on_three_systems() -> None:
    workflow = yaml.safe_load((ROOT / ".github/workflows/checks.yml").read_text(encoding="utf-8"))
    assert {"push", "pull_request"} <= set(workflow[True])
    systems = workflow["jobs"]["quick"]["strategy"]["matrix"]["system"]
    assert {system.split("-")[0] for system in systems} == {"ubuntu", "windows", "macos"}


def test_translations_match_the_glossary() -> None:
    """In every language, tiles, cards, tasks, terrains and landmarks have the names used in the published
    editions."""
    lines = (ROOT / "docs" / "GLOSSARY.md").read_text(encoding="utf-8").splitlines()
    header = next(line for line in lines if line.startswith("| English |"))
    codes = {name: code for code, name in LANGUAGES.items()}
    english, *others = (Translator(codes[name.strip()]) for name in header.strip("|").split("|"))
    assert len(others) == len(LANGUAGES) - 1
    groups: dict[str, Iterable[str]] = {
        "tile": TILES,
        "card": SCORING_CARDS,
        "task": TASK_CARDS,
        "terrain": TERRAINS,
        "landmark": LANDMARKS,
    }
    text_keys = [f"{group}.{word}" for group, words in groups.items() for word in words]
    keys_of = {english.tr(key).lower().replace("’", "'"): key for key in text_keys}
    checked = set()
    for line in lines:
        cells = [re.split(r"[,/]", cell.replace("*", "")) for cell in line.strip("|").split("|")]
        for word, *translations in zip(*cells, strict=False):
            key = keys_of.get(word.strip().lower())
            if key is not None:
                checked.add(key)
                translated = [texts.tr(key).lower() for texts in others]
                assert translated == [word.strip().lower() for word in translations], key
    assert set(text_keys) - checked == set()
