"""``--plot``: every command that has it draws what it found, as SVG or PNG."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

from logistello.cli.plot_file import write_plot
from tests.cli.conftest import Run

SMALL = ("--depth", "2", "--hash-mb", "1")
GAME = "f5d6c3d3c4f4f6"


def words(path: Path) -> list[str]:
    root = ElementTree.parse(path).getroot()  # noqa: S314 - our own
    return ["".join(each.itertext()) for each in root.findall(".//{*}text")]


def test_a_game_is_a_curve_and_a_position_has_bars(run: Run, tmp_path: Path) -> None:
    done = run("analyse", GAME, *SMALL, "--plot", "game.svg")
    assert done.returncode == 0, done.stderr
    assert {"move", "discs for Black", "Black - White"} <= set(words(tmp_path / "game.svg"))
    done = run("analyse", f"{GAME}", "--last", *SMALL, "--plot", "moves.svg")
    assert done.returncode == 0, done.stderr
    drawn = words(tmp_path / "moves.svg")
    shown = {line.split()[-1] for line in done.stdout.splitlines()[2:] if line.split()[0] == "1"}
    assert {"discs for White"} <= set(drawn), "White is to move"
    assert shown <= set(drawn)


def test_bench_and_book(run: Run, tmp_path: Path) -> None:
    assert run("bench", "--depth", "1", "--hash-mb", "1", "--plot", "bench.svg").returncode == 0
    assert {"60 empty", "seconds", "million nodes a second"} <= set(words(tmp_path / "bench.svg"))
    assert run("book", "stats", "--plot", "book.svg").returncode == 0
    assert {"moves since the start", "depth, moves ahead"} <= set(words(tmp_path / "book.svg"))


def test_png(run: Run, tmp_path: Path) -> None:
    done = run("analyse", GAME, *SMALL, "--plot", "game.PNG")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "game.PNG").read_bytes().startswith(b"\x89PNG")


def test_words_are_in_a_png(tmp_path: Path) -> None:
    """What draws PNG leaves out letters, without a word, where it knows no font of the name."""
    from logistello.charts import Chart, picture

    sizes = []
    for title in ("", "Words " * 10):
        write_plot(tmp_path / "chart.png", picture([Chart(title, "", "", (0, 1), (0, 1))], title=""))
        sizes.append((tmp_path / "chart.png").stat().st_size)
    assert sizes[1] > sizes[0] + 500


@pytest.mark.parametrize("name", ["a.gif", "a", ".svg"])
def test_other_endings_are_refused_before_the_work(run: Run, name: str) -> None:
    done = run("analyse", GAME, "--time", "1000", "--plot", name)
    assert done.returncode == 2
    assert ".svg or .png" in done.stderr


def test_an_input_is_not_drawn_over(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "game.svg"
    game.write_text(GAME)
    done = run("analyse", "game.svg", *SMALL, "--plot", "game.svg")
    assert done.returncode == 2
    assert "input itself" in done.stderr
    assert game.read_text() == GAME
