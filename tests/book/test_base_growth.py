"""Growing a packed book: positions of many games, quick values, deeper ones, proofs; stopped and gone on with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from logistello.book import Book, Evaluation, RatedMove
from logistello.book.base_growth import BaseGrowth, GrowthSearches, opening_positions
from logistello.book.othello_game import OthelloBookGame
from logistello.book.packed_book import PackedBook
from logistello.book.popular_lines import popular_positions
from logistello.book.proofs import read_proofs
from logistello.cli.main import main
from logistello.errors import NotationError
from logistello.othello import Game, Position
from logistello.othello.notation.game_table import read_games
from tests.book.small_games import HashEvaluator
from tests.random_games import random_game

GAME = OthelloBookGame()
DRAWN = "------------O------OOX-----XOX----XXOO----XO-O------------------"


class Deep(HashEvaluator):
    """Noise that says how deep it was searched."""

    def __init__(self, depth: int) -> None:
        super().__init__(GAME, 10**6, "noise")
        self._depth = depth

    def evaluate(self, key: bytes, excluded: frozenset[int] = frozenset()) -> RatedMove | None:
        found = super().evaluate(key, excluded)
        return None if found is None else replace(found, evaluation=replace(found.evaluation, depth=self._depth))


SEARCHES = GrowthSearches(Deep(2), Deep, depth=6, tiers=((3, 4), (0, 3)), decisive=(5,))


def stop_after(searches: int) -> Callable[[], bool]:
    asked = iter(range(searches))
    return lambda: next(asked, None) is None


def grown(path: Path, searches: int = 200) -> BaseGrowth:
    return BaseGrowth(path, stop=stop_after(searches), tell=lambda line: None)


@pytest.fixture
def games(tmp_path: Path) -> Path:
    path = tmp_path / "games.txt"
    lines = [random_game(seed % 7).transcript() for seed in range(30)]
    path.write_text("".join(f"{line}\n" for line in lines))
    return path


def test_positions_of_many_games(games: Path) -> None:
    table = read_games([games])
    counted: dict[bytes, int] = {}
    for line in games.read_text().split():
        for position in Game.from_moves(line).positions():
            if position.occupied.bit_count() <= 13 and not position.must_pass and not position.is_over:
                key = GAME.place(position).key
                counted[key] = counted.get(key, 0) + 1
    found = popular_positions(table, min_games=3, max_plies=9)
    assert found == {key: games for key, games in counted.items() if games >= 3}
    assert found[GAME.place(Position.initial()).key] == 30


def test_it_grows_and_goes_on(games: Path, tmp_path: Path) -> None:
    path = tmp_path / "base.book"
    positions = popular_positions(read_games([games]), min_games=2, max_plies=9)
    growth = grown(path, searches=5)
    assert growth.take_in(positions) == len(positions)
    growth.run(SEARCHES)
    growth.note("begun")
    growth.write("a test")
    assert list(PackedBook(path).pending())
    growth = grown(path)
    before = list(growth.book.nodes())
    assert growth.take_in(positions) == 0
    assert list(growth.book.nodes()) == before
    growth.run(SEARCHES)
    growth.write("a test")
    with Book.open(path) as book:
        assert book.verify() == []
        assert len(book) > len(positions)  # lines of its own
        assert book.base is not None
        assert book.base.about["history"][0].endswith("begun")
        root = book.probe(Position.initial())
        assert root is not None
        assert root.games == 30
        searched = [(games, evaluation) for games, evaluation in _searched(book) if evaluation.depth]
        assert max(evaluation.depth for games, evaluation in searched if games >= 3) >= 4
        assert min(evaluation.depth for _, evaluation in searched) >= 2


def _searched(book: Book) -> list[tuple[int, Evaluation]]:
    held = [(node.games, node.label if node.deviation is None else node.deviation.evaluation) for node in book.nodes()]
    return [(games, evaluation) for games, evaluation in held if evaluation is not None]


def test_another_book_and_proofs(games: Path, tmp_path: Path) -> None:
    old = Book.in_memory()
    old.add_games([Game.from_moves("f5d6c3d3c4")], Deep(9))
    growth = grown(tmp_path / "base.book")
    growth.take_over(old)
    growth.take_in(popular_positions(read_games([games]), min_games=2, max_plies=9))
    table = tmp_path / "proofs.tsv"
    table.write_text(f"board\tside\tproven\n{DRAWN}\tX\teq0\n")
    growth.book.add_proofs(read_proofs(table, model="a proof"))
    growth.run(SEARCHES)
    assert growth.book.verify() == []
    probe = growth.book.probe(Position.parse(f"{DRAWN} X"))
    assert probe is not None
    assert probe.value.outcome == "draw"
    assert any(evaluation.depth == 9 for _, evaluation in _searched(growth.book))
    table.write_text(f"board\tside\tproven\n{DRAWN}\tX\twon\n")
    with pytest.raises(NotationError, match="line 2"):
        read_proofs(table, model="a proof")


def test_openings_are_known() -> None:
    found = opening_positions()
    assert len(found) > 10_000
    assert GAME.place(Game.from_moves("c4e3f6e6f5").position).key in found
    assert all(GAME.ply(key) <= 60 for key in found)


def test_the_command(games: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "base.book"
    table = tmp_path / "proofs.tsv"
    table.write_text(f"board\tside\tproven\n{DRAWN}\tX\teq0\n")
    options = ["--hours", "0.0001", "--quick", "1", "--depth", "2", "--hash-mb", "1", "--no-openings"]
    command = ["book", "grow", str(path), str(games), "--proofs", str(table), "--proven-by", "somebody", *options]
    for _ in range(2):
        assert main([*command, "--min-games", "5", "--plies", "6"]) == 0
    assert "positions" in capsys.readouterr().out
    history = [line.split(" ", 1)[1] for line in PackedBook(path).about["history"]]
    assert history[1] == "1 proofs of proofs.tsv, somebody"
    assert main(["book", "grow", str(path), "nowhere"]) == 2
