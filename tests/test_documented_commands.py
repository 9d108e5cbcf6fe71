"""The commands in our pages are those of the program: each is understood, and those that are quick do as they say."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from benchmarks.papers.experiments import experiments
from logistello.cli.main import build_app, main
from logistello.lab.learn.players import parse_player as parse_lab_player
from logistello.match.spec import parse_player
from logistello.web.app import create_api
from tests.code_blocks import ROOT, Block, Command, blocks, commands, commands_of

MAP = ROOT / "docs" / "explanation" / "papers-map.md"
LANGUAGES = {"python", "console", "sh", "text", "toml"}
#: Programs that are not ours: their command lines are not checked.
OTHER_PROGRAMS = {
    "build/asan/tests_generic": "built by 'make cpp-test'",
    "build/observe/bench": "built by the lines above it",
    "build/tunable/bench": "built by the lines above it",
    "$B": "the bench that the lines above it build",
    "cat": "of the system",
    "(umask": "of the shell",
    "cmake": "builds the bench",
    "export": "of the shell",
    "git": "of the system",
    "head": "of the system",
    "pip": "of Python",
    "pytest": "runs these tests",
    "ray": "of the extra 'ray'",
    "xboard": "an interface that people install themselves",
}
#: Console sessions whose output is not compared, although it is shown.
OUTPUT_VARIES = {
    "match": "a minute of games",
    "play": "a conversation; the tutorial has a test of its own",
    "web": "a server",
    "gtp": "a conversation; tests/protocol has it",
    "ggs": "needs a server; tests/protocol has one",
}


@cache
def named() -> list[Command]:
    return [*commands(), *mapped_commands()]


def ours() -> list[Command]:
    return [each for each in named() if each.program == "logistello"]


def mapped_commands() -> list[Command]:
    """What the map of the papers names, in code marks in the last column."""
    text = MAP.read_text(encoding="utf-8")
    cells = [line.rstrip(" |").rpartition(" | ")[2] for line in text.splitlines() if line.startswith("| ")]
    lines = [line for cell in cells for line in re.findall(r"`([^`]+)`", cell)]
    return [each for line in lines for each in commands_of(line, Block(MAP, 1, "sh", line))]


# -- every block is of a kind that is checked ---------------------------------------------------


def test_blocks_say_what_they_are() -> None:
    for block in blocks():
        assert block.language in LANGUAGES, f"{block}: say what it is: {', '.join(sorted(LANGUAGES))}"
        if block.language == "console":
            assert re.search(r"^(\$|black>) ", block.text, re.MULTILINE), f"{block} has no prompt"
        if block.language == "text" and "architecture.md" not in str(block):  # lists calls, the first of a command
            hidden = re.search(r"^(\$ |logistello |make |python -m |\.venv/bin/)", block.text, re.MULTILINE)
            assert hidden is None, f"{block}: commands belong into blocks of console or sh"


def test_python_without_a_prompt_is_python() -> None:
    for block in blocks():
        if block.language == "python" and ">>>" not in block.text:
            ast.parse(block.text, filename=str(block))


@pytest.fixture(autouse=True)
def new_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Pages show the book that comes with the package, not what other tests have learned."""
    monkeypatch.setenv("LOGISTELLO_BOOK", str(tmp_path / "my.book"))


# -- every command is understood ----------------------------------------------------------------


def test_there_are_many() -> None:
    assert len(ours()) > 100
    assert len(mapped_commands()) > 60


@pytest.mark.parametrize("command", ours(), ids=str)
def test_the_program_understands(command: Command) -> None:
    words = [word for word in command.words[1:] if word != "..."]  # and so on
    _, bound, _ = build_app(words).parse_args(words, print_error=False, exit_on_error=False)
    for value in bound.arguments.values():
        for each in value if isinstance(value, tuple) else (value,):
            assert not re.match(r"--?[a-z]", str(each)), f"{each} is no option of {command}"
    if words[:1] in (["match"], ["tournament"]):
        for player in bound.arguments["players"]:
            parse_player(re.sub(r"model=[^, ]+", "model=default", player))  # files that only the example has
    if words[:2] == ["lab", "match"]:
        for player in (bound.arguments["first"], bound.arguments["second"]):
            parse_lab_player(re.sub(r"model=[^, ]+", f"model={MAP}", player))


@pytest.mark.parametrize("command", [each for each in named() if each.program != "logistello"], ids=str)
def test_other_commands_exist(command: Command) -> None:
    words = command.words[1:]
    if command.program == "make":
        assert re.search(rf"^{words[0]}:", (ROOT / "Makefile").read_text(), re.MULTILINE), command
    elif command.program == "python" and words[0] == "-m":
        found = find_spec(words[1])
        assert found is not None
        assert found.origin is not None
        check_options(command, words[2:], Path(found.origin))
        if words[1] == "benchmarks.papers" and not words[2].startswith("-") and words[2] not in ("NAME", "all"):
            assert words[2] in experiments(), command
    elif command.program == "python":
        check_options(command, words[1:], ROOT / words[0])
    elif command.program == "curl":
        check_address(words)
    else:
        assert command.program in OTHER_PROGRAMS, f"{command}: neither ours nor among those that are known not to be"


def check_options(command: Command, words: tuple[str, ...], program: Path) -> None:
    """Options stand in the source of the program, or beside it."""
    beside = program.parent.glob("*.py") if program.name in ("__init__.py", "__main__.py") else [program]
    source = "".join(path.read_text(encoding="utf-8") for path in [*beside, *(ROOT / "benchmarks").glob("*.py")])
    for word in words:
        if word.startswith("--"):
            assert f'"{word}"' in source, f"{word} is no option of {command}"


def check_address(words: tuple[str, ...]) -> None:
    address = next(word for word in words if "/api/" in word)
    path = "/api/" + address.partition("/api/")[2].partition("?")[0]
    method = "post" if {"-d", "-F"} & set(words) else "get"
    assert method in addresses().get(path, {}), f"{method} {path} is no address of the API"


@cache
def addresses() -> dict[str, Any]:
    description: dict[str, Any] = create_api().openapi()
    paths: dict[str, Any] = description["paths"]
    return paths


def test_no_exception_is_left_over() -> None:
    met = {each.program for each in commands()}
    assert set(OTHER_PROGRAMS) <= met
    assert set(OUTPUT_VARIES) <= {
        each.words[1] for each in commands() if each.block.language == "console" and each.output
    }


# -- quick ones are run -------------------------------------------------------------------------


def shown_with_output() -> list[Command]:
    """Of sessions; not those that belong to other programs."""
    return [
        each
        for each in commands()
        if each.program == "logistello" and each.block.language == "console" and each.output.strip()
        if each.words[1] not in OUTPUT_VARIES
    ]


def without_times(text: str) -> str:
    """Seconds and speed differ; so do the blanks before them."""
    return re.sub(r"[0-9.]+ million nodes/s|\b[0-9]+\.[0-9]{3}\b", "#", re.sub(" +", " ", text)).strip()


@pytest.mark.parametrize("command", shown_with_output(), ids=str)
def test_the_output_is_what_it_prints(
    command: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(ROOT)
    assert main(list(command.words[1:])) == 0
    printed = without_times(capsys.readouterr().out)
    shown = without_times(command.output.removesuffix("...\n"))
    whole = command.plain and not command.output.endswith("...\n")
    assert printed == shown if whole else printed.startswith(shown)


QUICK = ("show", "convert", "check", "perft", "book probe", "book show", "book stats", "model")


def quick() -> list[Command]:
    """Those that show nothing, take no time, and need no file that only an example has."""
    found = {}
    for each in ours():
        line = " ".join(each.words[1:])
        own = {"first.ggf", "WTH_1977.wtb", "games/", "logbook.gam.gz", "-"} & set(each.words)
        if line.startswith(QUICK) and not each.output.strip() and not own:
            found.setdefault(line, each)
    return list(found.values())


@pytest.mark.parametrize("command", quick(), ids=str)
def test_quick_commands_succeed(
    command: Command, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    (tmp_path / "tests").symlink_to(ROOT / "tests")
    monkeypatch.chdir(tmp_path)
    assert main(list(command.words[1:])) == 0, capsys.readouterr().err


# -- the tutorial -------------------------------------------------------------------------------


def test_the_tutorial_is_a_session(tmp_path: Path) -> None:
    """Typed as it stands there. Values of hints and analyses depend on the speed of the machine: they are left out, and
    so is the line that greets people at a terminal."""
    text = "".join(each.text for each in blocks() if each.page.name == "tutorial.md")
    session = text.partition("black> quit")[0].partition("or 'help'.\n")[2]
    asked = re.findall(r"^black> (.*)$", session, re.MULTILINE)
    assert asked == ["f5", "hint", "d3", "analyze", "undo", "save first.ggf"]
    quickly = [line for line in asked if line not in ("hint", "analyze")]
    command = [sys.executable, "-m", "logistello.cli.main", "play", "--level", "3", "--seed", "7", "--no-book"]
    answer = subprocess.run(
        command, input="\n".join([*quickly, "quit\n"]), cwd=tmp_path, capture_output=True, text=True, check=True
    )
    said = {without_prompt(line) for line in answer.stdout.splitlines()}
    for part in re.split(r"^black> ", session, flags=re.MULTILINE):
        asked_here, _, shown = part.partition("\n")
        if asked_here not in ("hint", "analyze"):
            for line in (shown if part.startswith(tuple(asked)) else part).splitlines():
                assert line == "..." or line.strip() in said, line
    assert (tmp_path / "first.ggf").exists()


def without_prompt(line: str) -> str:
    return line.removeprefix("black> ").removeprefix("white> ").strip()


# -- the map of the papers ----------------------------------------------------------------------


def test_the_map_has_every_section() -> None:
    """Of the papers with numbered sections; where something is missing it says so."""
    text = MAP.read_text(encoding="utf-8")
    papers = {part.partition("\n")[0]: part for part in text.split("\n## ")[1:]}
    assert len(papers) == 5
    for title, last, below in (
        ("From Simple Features to Sophisticated Evaluation Functions", 7, ["4.1", "4.2", "4.3", "4.4", "5.1", "5.2"]),
        ("Improving Heuristic Mini-Max Search by Supervised Learning", 5, ["2.1", "2.2", "3.1", "3.2"]),
        (
            "Advanced Game Playing Algorithms",
            3,
            ["1.7.3", *(f"1.{n}" for n in range(1, 8)), "2.1", "2.2", "2.3", "2.4"],
        ),
    ):
        for section in [*map(str, range(1, last + 1)), *below]:
            assert f"\n| {section} " in papers[title], f"{title} {section}"
    for line in text.splitlines():
        if line.startswith("| ") and not line.startswith("| section"):
            assert "](" in line or "*not here*" in line, line


def test_experiments_of_the_papers_are_in_the_map() -> None:
    """Those that repeat another one under other conditions are named by its name."""
    named = {each.words[3] for each in mapped_commands() if each.words[1:3] == ("-m", "benchmarks.papers")}
    of_papers = {name for name, each in experiments().items() if each.source.startswith("Buro")}
    assert of_papers - {"book"} <= named  # the book's is a program of its own
