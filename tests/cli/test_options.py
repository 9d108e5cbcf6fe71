"""Every number that a command takes is checked before the command begins."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin

import pytest
from cyclopts import App, Argument

from logistello.cli.book.subcommands import BOOK_COMMANDS
from logistello.cli.lab.subcommands import LAB_COMMANDS
from logistello.cli.main import COMMANDS, EXIT_USAGE, build_app, main
from logistello.cli.option_types import ReadNumber
from logistello.errors import NumberError

#: No option makes sense with one of these.
NEVER = ("nan", "inf", "-inf", "1e400", "", "x", "-200", str(2**64), str(10**30), "9" * 5000)
NOT_WHOLE = ("1.6", "1e3")
#: Amounts that stand for none of something, and the lowest of a scale.
ZERO_IS_FINE = {
    "analyse --time",
    "book extend --expansions",
    "book extend --max-loss",
    "book extend --max-plies",
    "book extend --nodes",
    "book extend --ply-cost",
    "book grow --trust",
    "book played --years",
    "book probe --draw-value",
    "book refresh --min-depth",
    "book show --max-loss",
    "book show --min-games",
    "book verify --seed",
    "book verify --solve",
    "calibrate --tempo",
    "eval --depth",
    "fit --count-power",
    "fit --holdout",
    "fit --l2",
    "fit --tempo",
    "fit --vectors",
    "fit --window",
    "ggs --lag",
    "ggs --status",
    "gtp --processor-time",
    "lab compare --opening",
    "lab match --opening-moves",
    "lab tree --opening",
    "openings --within",
    "perft DEPTH",
    "play --time",
    "positions --drop-plies",
    "positions --inside-searches",
    "show --move",
    "solve --nodes",
    "solve --seconds",
    "tune --sprt-games",
    "web --port",
    *(
        f"{command} --seed"
        for command in ("calibrate", "fill-rare", "fit", "patterns", "play", "positions", "train", "tune")
    ),
    *(f"{command} --{name}" for command in ("match", "tournament") for name in ("adjudicate", "lag", "plies", "seed")),
    *(f"lab {command} --seed" for command in ("compare", "match", "play", "td", "train", "tree")),
    *(f"{command} --exact-empties" for command in ("fill-rare", "positions")),
    *(f"{command} --solve" for command in ("book add", "book extend", "book refresh")),
    *(f"{command} --time" for command in ("gtp", "nboard", "xboard")),
}
GROUPS = {"book": BOOK_COMMANDS, "lab": LAB_COMMANDS}
BELOW_ZERO_IS_FINE = {"book probe --draw-value"}


def commands() -> Iterator[tuple[tuple[str, ...], App]]:
    app = build_app()
    for name in COMMANDS:
        if name not in GROUPS:
            yield (name,), app[name]
    for group, subcommands in GROUPS.items():
        for name in subcommands:
            yield (group, name), app[group][name]


def takes_a_number(hint: Any) -> bool:
    return hint in (int, float) or any(takes_a_number(each) for each in get_args(hint))


def numeric_options() -> Iterator[tuple[tuple[str, ...], list[Argument], Argument]]:
    for words, app in commands():
        arguments = list(app.assemble_argument_collection())
        for argument in arguments:
            if takes_a_number(argument.hint):
                yield words, arguments, argument


def command_line(words: tuple[str, ...], arguments: list[Argument], chosen: Argument, value: str) -> list[str]:
    """The command with this value, and with something for everything else that it needs."""
    line = [*words]
    for argument in arguments:
        if argument is chosen:
            line += [value] if argument.name.isupper() else [argument.name, value]
        elif argument.required:
            choices = get_args(argument.hint) if get_origin(argument.hint) is Literal else ("x",)
            given = "1" if takes_a_number(argument.hint) else choices[0]
            line += [given] if argument.name.isupper() else [argument.name, given]
    return line


OPTIONS = {
    " ".join((*words, argument.name)): (words, arguments, argument) for words, arguments, argument in numeric_options()
}


def test_there_are_options_to_check() -> None:
    assert len(OPTIONS) > 100
    assert OPTIONS.keys() >= ZERO_IS_FINE
    assert {words[0] for words, _, _ in OPTIONS.values()} == set(COMMANDS) - {
        "convert",
        "check",
        "model",
        "doctor",
        "selftest",
        "completion",
    }


def test_every_number_has_a_range() -> None:
    assert not [name for name, (_, _, argument) in OPTIONS.items() if not isinstance(converter(argument), ReadNumber)]


def converter(argument: Argument) -> Any:
    return argument.parameter.converter


@pytest.mark.parametrize("name", OPTIONS)
def test_numbers_that_make_no_sense_are_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    words, arguments, argument = OPTIONS[name]
    numbers = converter(argument).numbers
    values = [*NEVER, *(NOT_WHOLE if numbers.kind is int else ())]
    values += [] if name in BELOW_ZERO_IS_FINE else ["-1", "-0.5"]
    values += [] if name in ZERO_IS_FINE else ["0"]
    for value in values:
        with pytest.raises(NumberError, match="expected"):
            numbers.read(value)
    value = random.Random(name).choice(values)  # by the whole command only one: each takes 20 ms
    code = main(command_line(words, arguments, argument, value))
    said = capsys.readouterr()
    assert (code, said.out) == (EXIT_USAGE, ""), said
    complaint, advice = said.err.splitlines()
    assert complaint.startswith(f"logistello: {argument.name} {value[:30]!r}"[:-1]), complaint
    assert f"expected {numbers}" in complaint
    assert "--help" in advice


@pytest.mark.parametrize("name", sorted(ZERO_IS_FINE))
def test_none_of_something_is_a_number(name: str) -> None:
    _, _, argument = OPTIONS[name]
    assert converter(argument).numbers.read("0") == 0


def test_defaults_make_sense() -> None:
    for name, (_, _, argument) in OPTIONS.items():
        default = argument.field_info.default
        if isinstance(default, int | float) and default != float("inf"):
            assert default in converter(argument).numbers, name


@pytest.mark.parametrize(
    ("player", "expected"),
    [
        ("engine:threads=0", "threads='0': expected a whole number from 1"),
        ("engine:threads=4294967296", "from 1 to 1024"),
        ("engine:confidence=0", "expected 50, 60, 73"),
        ("engine:confidence=3", "expected 50, 60, 73"),
        ("engine:hash_mb=-1", "expected a whole number"),
        (f"engine:hash_mb={2**64}", "expected a whole number"),
        ("engine:depth=0", "depth=0"),
        (f"engine:depth={10**30}", "depth=1000"),
        (f"engine:nodes={2**64}", "nodes="),
        ("engine:time=nan", "time=nan"),
        ("engine:time=inf", "time=inf"),
        ("engine:clock=nan", "clock=nan"),
        ("engine:clock=60+inf", "clock=60+inf"),
        ("engine:book=new,draw_value=nan", "draw_value='nan'"),
        ("engine:book=new,novelty=inf", "novelty='inf'"),
        ("engine:book=new,learn_depth=4294967296", "learn_depth="),
        ("level:0", "from 1 to 20"),
        ("level:99999999999", "from 1 to 20"),
        ("level:7,threads=0", "threads='0'"),
        ("level:7,seed=-1", "seed='-1'"),
        ("random:seed=-1", "seed='-1'"),
        ("random:seed=x", "seed='x'"),
        ("mobility:level=4294967296", "expected a whole number"),
        ("gtp:patience=nan true", "patience='nan'"),
    ],
)
def test_numbers_of_players(player: str, expected: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["match", player, "random", "--games", "2"]) == EXIT_USAGE
    said = capsys.readouterr().err
    assert expected in said
    assert said.count("\n") == 1


@pytest.mark.parametrize(
    "arguments",
    [
        ("match", "random", "random", "--depth", "0"),
        ("match", "random", "random", "--nodes", str(10**30)),
        ("match", "random", "random", "--time", "nan"),
        ("match", "random", "random", "--clock", "inf"),
        ("match", "random", "random", "--sprt", "0,nan"),
        ("match", "random", "random", "--sprt", "0,inf"),
        ("match", "random", "random", "--sprt", "0,10,0,2"),
        ("match", "random", "random", "--games", "3"),
        ("play", "--clock", "nan"),
        ("play", "--clock", "99999:00:00"),
        ("ggs", "--host", "h", "--login", "me", "--ask", "8", "--clock", "nan"),
    ],
)
def test_numbers_inside_of_texts(arguments: tuple[str, ...], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(arguments) == EXIT_USAGE
    said = capsys.readouterr().err
    assert said.startswith("logistello: ")
    assert said.count("\n") == 1


def test_what_names_no_cluster(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", "--cluster", "somewhere", "-"]) == EXIT_USAGE
    assert "'somewhere' names no cluster; expected auto" in capsys.readouterr().err
    assert main(["train", "run", "--workers", "2", "--cluster", "local:2"]) == EXIT_USAGE
    assert "give either that or a cluster" in capsys.readouterr().err
