"""``logistello convert``."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from logistello.othello import Game
from logistello.othello.notation import read_path

from .conftest import Run

LINES = "f5d6c3d3c4\nf5f6e6f4g5\n"
RECORD = (
    "(;GM[Othello]PC[Oslo]DT[1999.01.02]PB[Ann]PW[Bob]RB[1500]RW[1600]TY[8]RE[?]"
    "BO[8 -------- -------- -------- ---O*--- ---*O--- -------- -------- -------- *]B[f5/1.50/3]W[d6];)"
)


@pytest.fixture
def lines(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    path.write_text(LINES)
    return path


@pytest.mark.parametrize("suffix", ["ggf", "sgf", "pgn"])
def test_there_and_back(run: Run, lines: Path, tmp_path: Path, suffix: str) -> None:
    assert run("convert", "games.txt", f"out.{suffix}").returncode == 0
    assert [game.transcript() for game in read_path(tmp_path / f"out.{suffix}").games] == LINES.split()
    assert run("convert", f"out.{suffix}", "back.txt").returncode == 0
    assert (tmp_path / "back.txt").read_text() == LINES


def test_standard_input_and_output(run: Run) -> None:
    done = run("convert", "-", "-", "--to", "sgf", stdin=LINES)
    assert done.returncode == 0
    assert run("convert", "-", "-", "--from", "sgf", "--to", "transcript", stdin=done.stdout).stdout == LINES


def test_what_is_lost_is_said(run: Run, tmp_path: Path) -> None:
    (tmp_path / "game.ggf").write_text(RECORD)
    done = run("convert", "game.ggf", "game.txt")
    assert done.returncode == 0
    assert done.stdout == ""
    for thing in ("player names", "ratings", "values of moves", "times of moves", "places", "dates"):
        assert thing in done.stderr
    assert run("convert", "game.ggf", "same.ggf").stderr == ""


def test_items_that_cannot_be_read_are_listed_with_their_place(run: Run, tmp_path: Path) -> None:
    (tmp_path / "games.txt").write_text("f5d6\nf5a1\nf5f6\n")
    done = run("convert", "games.txt", "out.ggf")
    assert done.returncode == 1
    assert "not converted: line 2, column 3: a1 is not legal" in done.stderr
    assert len(read_path(tmp_path / "out.ggf").games) == 2


def test_items_that_do_not_fit_are_listed_and_the_rest_is_written(run: Run, tmp_path: Path) -> None:
    wipe_out = Game.from_moves("e6f4e3f6g5d6e7f5c5").transcript()
    (tmp_path / "games.txt").write_text(f"f5d6\n{wipe_out}\n")
    done = run("convert", "games.txt", "out.wtb")
    assert done.returncode == 1
    assert "not converted: game 1: " in done.stderr
    assert [game.transcript() for game in read_path(tmp_path / "out.wtb").games] == [wipe_out]
    assert {file.name for file in tmp_path.iterdir()} == {"games.txt", "out.wtb", "out.jou", "out.trn"}


def test_games_do_not_fit_into_a_format_of_positions(run: Run, lines: Path, tmp_path: Path) -> None:
    done = run("convert", "games.txt", "out.obf")
    assert done.returncode == 1
    assert "2 games: the format obf holds positions only" in done.stderr
    assert not (tmp_path / "out.obf").exists()


def test_positions(run: Run, tmp_path: Path) -> None:
    (tmp_path / "p.obf").write_text(
        "---------------------------OX------XO--------------------------- X; d3:+0; c4:-2;\n"
    )
    done = run("convert", "p.obf", "p.fen")
    assert done.returncode == 0
    assert "scores of moves" in done.stderr
    assert "/3" in (tmp_path / "p.fen").read_text()


def test_the_input_is_never_overwritten(run: Run, lines: Path, tmp_path: Path) -> None:
    (tmp_path / "link.txt").symlink_to(lines)
    for target in ("games.txt", "./games.txt", "link.txt"):
        done = run("convert", "games.txt", target)
        assert done.returncode == 2
        assert "is the input itself" in done.stderr
    assert lines.read_text() == LINES


def test_an_old_output_survives_a_failure(run: Run, tmp_path: Path) -> None:
    (tmp_path / "bad.txt").write_text("a1a1")
    (tmp_path / "out.ggf").write_text("precious")
    assert run("convert", "bad.txt", "out.ggf").returncode == 1
    assert (tmp_path / "out.ggf").read_text() == "precious"
    assert not list(tmp_path.glob("*.tmp"))


@pytest.mark.skipif(os.name != "posix", reason="permissions of Unix")
def test_the_output_has_ordinary_permissions(run: Run, lines: Path, tmp_path: Path) -> None:
    run("convert", "games.txt", "out.ggf")
    plain = tmp_path / "plain"
    plain.write_text("")
    assert (tmp_path / "out.ggf").stat().st_mode == plain.stat().st_mode


@pytest.mark.parametrize(
    ("arguments", "code", "complaint"),
    [
        (["games.txt", "out.xyz"], 2, "names no format"),
        (["games.txt", "-"], 2, "which format?"),
        (["games.txt", "out.ggf", "--to", "word"], 2, "there is no format 'word'"),
        (["games.txt", "out.ggf", "--from", "word"], 2, "there is no format 'word'"),
        (["games.txt", "out.txt", "--to", "quest"], 2, "there is no format 'quest' that can be written"),
        (["nothing.txt", "out.ggf"], 1, "nothing.txt: No such file or directory"),
        (["games.txt", "no/where.ggf"], 1, "no/where.ggf: No such file or directory"),
        (["games.txt", "."], 2, "names no format"),
        (["games.txt", ".", "--to", "ggf"], 2, "is a folder"),
        (["games.txt", "out.ggf", "--quick"], 2, "--quick"),
        (["games.txt"], 2, "OUT"),
    ],
)
def test_errors(run: Run, lines: Path, arguments: list[str], code: int, complaint: str) -> None:
    done = run("convert", *arguments)
    assert done.returncode == code, done.stderr
    assert complaint in done.stderr
    assert done.stdout == ""


def test_a_named_format_is_unpacked_too(run: Run, lines: Path, tmp_path: Path) -> None:
    import gzip

    (tmp_path / "games.gz").write_bytes(gzip.compress(lines.read_bytes()))
    done = run("convert", "games.gz", "-", "--from", "transcript", "--to", "transcript")
    assert done.returncode == 0
    assert done.stdout == LINES
