"""Names that are no UTF-8, devices without end, disks without room: one line says what is wrong with which file."""

from __future__ import annotations

import json
import os
import resource
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from logistello.book import Book
from logistello.cli.main import EXIT_FAILURE, EXIT_INTERRUPTED, EXIT_USAGE, main
from logistello.files import MOST_BYTES, locked
from logistello.othello import Game
from logistello.othello.notation import Document, read_path, write_path
from logistello.train.labelled_positions import Positions
from tests.waiting import PATIENCE, wait_until

from .conftest import COMMAND

#: A name as Python gives it that is no UTF-8 on the disk.
STRANGE = os.fsdecode(b"g\xff")
Answer = tuple[int, str, str]
Call = Callable[..., Answer]


@pytest.fixture
def call(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Call:
    """A command in this process, in an empty folder: code, output, errors."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str) -> Answer:
        code = main(arguments)
        said = capfd.readouterr()
        return code, said.out, said.err

    return run


@pytest.fixture
def strange_games(data: Path, tmp_path: Path) -> str:
    name = f"{STRANGE}.wtb"
    shutil.copy(data / "WTH_1977.wtb", tmp_path / name)
    return name


# -- names ------------------------------------------------------------------------------------


def test_labelled_positions_of_a_strange_file(call: Call, strange_games: str, tmp_path: Path) -> None:
    output = f"{STRANGE}.positions"
    assert call("positions", strange_games, "-o", output)[0] == 0
    assert Positions.load(tmp_path / output).header["sources"][0]["name"] == "g\\udcff.wtb"
    model = f"{STRANGE}.model"
    fitted = call("fit", output, "-o", model, "--patterns", "logistello", "--stages", "1", "--iterations", "1")
    assert fitted[0] == 0, fitted
    assert call("eval", "f5", "--model", model)[0] == 0
    code, out, _ = call("model", "info", model, "--json")
    assert code == 0
    assert json.loads(out)["weights"] > 0


def test_a_book_of_strange_games(call: Call, strange_games: str, tmp_path: Path) -> None:
    book = f"{STRANGE}.book"
    small = ("--workers", "1", "--depth", "1", "--solve", "0", "--plies", "2", "--hash-mb", "1")
    assert call("book", "add", strange_games, "--book", book, *small)[0] == 0
    with Book.open(tmp_path / book) as opened:
        assert opened.journal()[0].note == "g\\udcff.wtb"
    code, out, _ = call("book", "stats", "--book", book, "--json")
    assert code == 0
    assert json.loads(out)["book"] == book


def test_a_match_of_strange_players(call: Call) -> None:
    record = f"{STRANGE}.jsonl"
    match = ("match", "random", f"random:name={STRANGE}", "--games", "2", "-o", record, "--plot", f"{STRANGE}.svg")
    assert call(*match)[0] == 0
    assert call(*match)[0] == 0  # continues what it wrote
    game = read_path(Path(f"{STRANGE}.ggf")).games[0]
    assert {game.black.name, game.white.name} == {"random", "g\\udcff"}


def test_converting_and_checking_strange_files(call: Call, strange_games: str) -> None:
    Path(STRANGE).mkdir()
    assert call("convert", strange_games, f"{STRANGE}/{STRANGE}.ggf")[0] == 0
    code, out, _ = call("check", "--json", STRANGE)
    assert code == 0
    assert json.loads(out)["files"][0]["path"] == f"{STRANGE}/{STRANGE}.ggf"
    for command in ("show", "solve", "analyse", "eval"):
        code, out, err = call(command, f"{STRANGE}.obf")
        assert (code, out, err) == (EXIT_USAGE, "", "logistello: g\\udcff.obf: no such file\n")


def test_a_name_that_wthor_cannot_hold_is_noted(call: Call) -> None:
    game = Game()
    while not game.is_over:
        game.play(game.position.legal_moves[0])
    game.black.name, game.white.name = "村上健", "Ann"
    write_path(Document("ggf", [game]), "g.ggf")
    code, _, err = call("convert", "g.ggf", "g.wtb")
    assert code == 0
    assert "note: player '村上健' is written as '???'" in err
    assert read_path(Path("g.wtb")).games[0].white.name == "Ann"


# -- what does not end ------------------------------------------------------------------------


@pytest.mark.parametrize("device", ["/dev/zero", "/dev/urandom"])
def test_devices_that_do_not_end(call: Call, device: str) -> None:
    commands = [
        ("positions", device, "-o", "x.positions"),
        ("convert", device, "x.ggf"),
        ("match", "random", "random", "--openings", device),
        ("book", "add", device, "--min-games", "2", "--book", "x.book"),
    ]
    for command in commands:
        code, _, err = call(*command)
        assert (code, err) == (
            EXIT_FAILURE,
            f"logistello: {device}: more than 16 MB to read; expected at most that much\n",
        )
    code, out, _ = call("check", device)
    assert code == EXIT_FAILURE
    assert "more than 16 MB" in out


def test_standard_input_that_does_not_end() -> None:
    with Path("/dev/zero").open("rb") as endless:
        done = subprocess.run(
            [*COMMAND, "solve"], stdin=endless, capture_output=True, text=True, timeout=PATIENCE, check=False
        )
    assert (done.returncode, done.stdout) == (EXIT_FAILURE, "")
    assert done.stderr == "logistello: standard input: more than 16 MB to read; expected at most that much\n"


def test_a_file_that_is_too_large_is_not_read(call: Call) -> None:
    with Path("large.ggf").open("wb") as file:
        file.truncate(MOST_BYTES + 1)  # a hole: no disk is used
    code, _, err = call("convert", "large.ggf", "x.sgf")
    assert (code, err) == (
        EXIT_FAILURE,
        "logistello: large.ggf: more than 1024 MB to read; expected at most that much\n",
    )


def test_a_record_of_a_match_is_a_file(call: Call) -> None:
    code, _, err = call("match", "random", "random", "--games", "2", "-o", "/dev/zero")
    assert (code, err.count("\n")) == (EXIT_FAILURE, 1)
    assert "/dev/zero is a device" in err


# -- disks without room -----------------------------------------------------------------------


def test_a_full_disk_names_the_file(call: Call, data: Path) -> None:
    games = str(data / "WTH_1977.wtb")
    assert call("positions", games, "-o", "t.positions")[0] == 0
    fit = ("fit", "t.positions", "--patterns", "logistello", "--stages", "1", "--iterations", "1")
    for command in (
        ("show", "f5", "--svg", "/dev/full"),
        ("convert", games, "/dev/full", "--to", "ggf"),
        ("positions", games, "-o", "/dev/full"),
        (*fit, "-o", "x.model", "--metrics", "/dev/full"),
    ):
        code, _, err = call(*command)
        assert (code, err.splitlines()[-1]) == (EXIT_FAILURE, "logistello: /dev/full: No space left on device"), command


def test_files_that_grow_are_named_when_the_disk_is_full(data: Path, tmp_path: Path) -> None:
    """A limit on the size of files stands for the disk."""

    def small() -> None:
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))

    done = subprocess.run(
        [*COMMAND, "match", "random", "random", "--games", "20", "-o", "m.jsonl"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
        preexec_fn=small,
    )
    assert (done.returncode, done.stderr) == (EXIT_FAILURE, "logistello: m.jsonl: File too large\n")


def test_an_output_on_a_full_disk() -> None:
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [*COMMAND, "perft", "3"], stdout=full, stderr=subprocess.PIPE, text=True, timeout=PATIENCE, check=False
        )
    assert (done.returncode, done.stderr) == (EXIT_FAILURE, "logistello: standard output: No space left on device\n")


# -- others at work ---------------------------------------------------------------------------


def test_two_fits_of_one_output(call: Call, data: Path) -> None:
    assert call("positions", str(data / "WTH_1977.wtb"), "-o", "t.positions")[0] == 0
    fit = ("fit", "t.positions", "-o", "m.model", "--patterns", "logistello", "--stages", "1", "--iterations", "1")
    with locked(Path("m.model.partial.lock")):
        code, out, err = call(*fit)
    assert (code, out) == (EXIT_USAGE, "")
    assert err == "logistello: m.model: another process is fitting it; wait for it, or choose another name\n"
    assert not Path("m.model.metrics.jsonl").exists()
    assert call(*fit)[0] == 0
    assert sorted(path.name for path in Path().iterdir()) == ["m.model", "m.model.metrics.jsonl", "t.positions"]


@pytest.mark.skipif(sys.platform == "win32", reason="no SIGTERM")
def test_sigterm_ends_a_command_as_ctrl_c_does(data: Path, tmp_path: Path) -> None:
    command = [*COMMAND, "positions", str(data / "WTH_1977.wtb"), "-o", "x.positions", "--exact-empties", "24"]
    process = subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True)
    wait_until(lambda: any(tmp_path.iterdir()), "the work has begun")
    process.terminate()
    _, err = process.communicate(timeout=PATIENCE)
    assert process.returncode == EXIT_INTERRUPTED
    assert "Traceback" not in err
    assert not (tmp_path / "x.positions").exists()
    assert not list(tmp_path.rglob(".*.tmp"))
