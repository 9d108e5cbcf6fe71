"""No command replaces its input, another of its outputs, or a file that is not its own."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from logistello.cli.output_files import check_outputs, name_beside
from logistello.errors import UsageError
from logistello.othello import Game
from logistello.othello.notation import Document, write

from .conftest import Run

FOREIGN = b"not yours\n"
BOTH = ("match", "mobility", "random", "--openings", "openings.txt", "--games", "2")


@pytest.fixture
def games(tmp_path: Path) -> Path:
    """Finished games in WTHOR's format."""
    finished = []
    for choice in (0, -1):
        game = Game()
        while not game.is_over:
            game.play(game.position.legal_moves[choice])
        finished.append(game)
    path = tmp_path / "g.wtb"
    path.write_bytes(write(Document("wthor", finished), "wthor"))
    return path


@pytest.fixture
def labelled(run: Run, games: Path) -> Path:
    path = games.with_name("t.positions")
    assert run("positions", games.name, "-o", path.name).returncode == 0
    return path


@pytest.fixture
def openings(tmp_path: Path) -> Path:
    path = tmp_path / "openings.txt"
    path.write_text("f5d6c3d3\nf5d6c4d3\n")
    return path


def refused(run: Run, *arguments: str, keeps: Path) -> str:
    """The message; the file is as it was."""
    before = keeps.read_bytes()
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, ""), done.stderr
    assert keeps.read_bytes() == before
    return done.stderr


def test_positions_keeps_its_games(run: Run, games: Path, tmp_path: Path) -> None:
    assert "choose another name" in refused(run, "positions", "g.wtb", "-o", "g.wtb", keeps=games)
    os.link(games, tmp_path / "hard")
    (tmp_path / "soft").symlink_to("g.wtb")
    for other in ("hard", "soft", str(games), f"../{tmp_path.name}/g.wtb"):
        assert "is the input itself" in refused(run, "positions", "g.wtb", "-o", other, keeps=games)
    assert "one of the input files" in refused(run, "positions", ".", "-o", "g.wtb", keeps=games)
    assert "the input itself" in refused(run, "positions", "g.wtb", "-o", "x", "--solved", "g.wtb", keeps=games)


def test_fit_and_fill_rare_keep_their_positions(run: Run, labelled: Path, tmp_path: Path) -> None:
    name = labelled.name
    assert run("positions", "g.wtb", "-o", name).returncode == 0, "the same command again replaces its own output"
    assert "is the input itself" in refused(run, "fit", name, "-o", name, keeps=labelled)
    assert "is the input itself" in refused(run, "fit", name, "-o", "m", "--metrics", name, keeps=labelled)
    assert "two outputs" in refused(run, "fit", name, "-o", "m", "--metrics", "m", keeps=labelled)
    assert "is the input itself" in refused(run, "fill-rare", name, "-o", name, keeps=labelled)
    foreign = tmp_path / "m.metrics.jsonl"
    foreign.write_bytes(FOREIGN)
    assert "--metrics" in refused(run, "fit", name, "-o", "m", keeps=foreign)
    foreign.unlink()
    small = ("--patterns", "logistello", "--stages", "1", "--iterations", "1")
    for _ in range(2):
        done = run("fit", name, "-o", "m", *small)
        assert done.returncode == 0, done.stderr


def test_a_match_keeps_games_that_are_not_its_own(run: Run, openings: Path, tmp_path: Path) -> None:
    foreign = tmp_path / "games.ggf"
    foreign.write_bytes(FOREIGN)
    assert "games.ggf exists" in refused(run, *BOTH, "-o", "games.jsonl", keeps=foreign)
    assert not (tmp_path / "games.jsonl").exists()
    assert "two outputs" in refused(run, *BOTH, "-o", "m.svg", "--plot", "m.svg", keeps=openings)
    assert "ends in .svg or .png" in refused(run, *BOTH, "-o", "m.jsonl", "--plot", "m.ggf", keeps=openings)
    assert "ends in .svg or .png" in refused(run, *BOTH, "--plot", openings.name, keeps=openings)


def test_the_record_of_a_match_is_not_its_ggf(run: Run, openings: Path, tmp_path: Path) -> None:
    assert "m.jsonl" in refused(run, *BOTH, "-o", "m.ggf", keeps=openings)
    assert not (tmp_path / "m.ggf").exists()


def test_a_match_that_goes_on_replaces_its_own_ggf(run: Run, openings: Path, tmp_path: Path) -> None:
    for count, lines in (("2", 2), ("4", 4), ("4", 4)):
        assert run(*BOTH[:-1], count, "-o", "m.jsonl", "--plot", "m.svg").returncode == 0
        assert len((tmp_path / "m.ggf").read_text().splitlines()) == lines


def test_pictures_and_lists_of_names(run: Run, games: Path, tmp_path: Path) -> None:
    assert "is the input itself" in refused(run, "show", "g.wtb", "--svg", "g.wtb", keeps=games)
    names = tmp_path / "new.jou"
    names.write_bytes(FOREIGN)
    assert "new.jou exists" in refused(run, "convert", "g.wtb", "new.wtb", keeps=names)
    for _ in range(2):
        assert run("convert", "g.wtb", "other.wtb").returncode == 0


def test_a_book_is_not_exported_into_itself(run: Run, tmp_path: Path) -> None:
    added = run("book", "add", "f5d6", "--book", "b.book", "--depth", "1", "--solve", "0", "--workers", "1")
    assert added.returncode == 0
    book = tmp_path / "b.book"
    assert "is the input itself" in refused(run, "book", "export", "b.book", "--book", "b.book", keeps=book)


def test_a_plot_does_not_replace_a_model(run: Run, tmp_path: Path) -> None:
    model = tmp_path / "m.svg"
    model.write_bytes(FOREIGN)
    assert "is the input itself" in refused(run, "calibrate", "m.svg", "--plot", "m.svg", keeps=model)


@pytest.mark.parametrize("name", ["/", ".", ""])
def test_a_folder_is_no_name_for_files_beside_each_other(name: str) -> None:
    with pytest.raises(UsageError, match="is a folder"):
        name_beside(Path(name), ".ggf")


def test_devices_may_be_named_twice() -> None:
    check_outputs(Path(os.devnull), Path(os.devnull), inputs=[Path(os.devnull)])


def test_outputs_that_do_not_exist_yet_are_compared_by_name(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="two outputs"):
        check_outputs(tmp_path / "new", tmp_path / ".." / tmp_path.name / "new")
