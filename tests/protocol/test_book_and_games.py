"""Sessions with a book, and whole games through the loop."""

from __future__ import annotations

import threading
from collections.abc import Sequence

import pytest

from logistello.othello import Color, Game, Position, Square
from logistello.othello.notation import write_ggf_game
from logistello.protocol.session_book import BookCandidate, best_book_move

from .in_process import Exchange, talk

F5, D6, F4, F6 = Square.F5, Square.D6, Square.F4, Square.F6


class TinyBook:
    """Knows the position after f5."""

    def __init__(self) -> None:
        self.learned: list[str] = []
        self.thread = ""

    def moves(self, position: Position) -> Sequence[BookCandidate]:
        if position != Position.initial().play(F5):
            return []
        return [
            BookCandidate(D6, draw_sought=0.5, draw_avoided=-3.0, games=12, depth=20, line=(D6, Square.C3)),
            BookCandidate(F6, draw_sought=-1.0, draw_avoided=-1.0, games=3, depth=18),
        ]

    def learn(self, game: Game) -> None:
        self.thread = threading.current_thread().name
        if not game.moves:
            raise ValueError("nothing\nto learn")
        self.learned.append(game.transcript())


GAME = "set game " + write_ggf_game(Game.from_moves("f5"))


def test_draws_count_as_contempt_says() -> None:
    book, position = TinyBook(), Position.initial().play(F5)
    best = {contempt: best_book_move(book, position, contempt) for contempt in (0, 100, -100)}
    # White is to move: +100 counts draws for Black.
    assert {contempt: found.move for contempt, found in best.items() if found} == {0: F6, 100: F6, -100: D6}
    assert best_book_move(None, position) is None
    assert best_book_move(book, Position.initial()) is None


def test_nboard_book_lines_and_learning() -> None:
    book = TinyBook()
    exchange = Exchange(
        [
            ("nboard 2", "set myname"),
            (GAME, ""),
            ("hint 3", "status"),
            ("", "nodestats"),
            ("set contempt -100", ""),
            ("go", "==="),
            ("set contempt 100", ""),
            ("go", "==="),
            ("learn", "learned"),
            ("set game " + write_ggf_game(Game()), ""),
            ("learn", "learned"),
            ("", "status The game could not be learned"),
        ]
    )
    said = talk("nboard", exchange, book=book, hear=exchange.hear)
    assert said[2:4] == ["book F6 -1.00 3 18", "book D6c3 0.50,-3.00 12 20"]
    # The search speaks of the moves that the book does not know.
    assert {line.split()[1][:2] for line in said if line.startswith("search")} == {"F4"}
    assert [line for line in said if line.startswith("===")] == ["=== D6/0.50/0.00", "=== F6/-1.00/0.00"]
    assert book.learned == ["f5"]
    assert book.thread == "logistello-learn"
    assert said[-2:] == ["learned", "status The game could not be learned: nothing to learn"]


def test_gtp_and_xboard_play_from_the_book() -> None:
    said = talk("gtp", ["play b f5", "genmove w", "oth-explain"], book=TinyBook())
    assert said[:4] == ["=", "", "= f6", ""]
    assert '"move": "f6"' in said[4]


def test_a_whole_game_of_gtp_by_its_own_moves() -> None:
    lines = [f"genmove {'bw'[number % 2]}" for number in range(70)]
    said = talk("gtp", [*lines, "final_score"])
    moves = [line.removeprefix("= ") for line in said if line.startswith("= ")][:-1]
    game = Game()
    for move in moves:
        if not game.is_over:
            game.play(move)
    assert game.is_over
    score = game.position.final_score(Color.BLACK)
    assert said[-2] == f"= {'B' if score > 0 else 'W'}+{abs(score)}" if score else "= 0"


@pytest.mark.parametrize("protocol", ["nboard", "xboard"])
def test_a_search_that_fails_is_told(protocol: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from logistello.engine.question import SearchQuestion

    def fail(*arguments: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(SearchQuestion, "ask", fail)
    steps = {"nboard": ("go", "status The search failed"), "xboard": ("go", "tellusererror The search failed")}
    exchange = Exchange([steps[protocol], ("ping 1", "pong 1")])
    said = talk(protocol, exchange, hear=exchange.hear)
    assert said[-1] == "pong 1"
    monkeypatch.undo()


def test_gtp_refuses_when_the_search_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    from logistello.engine.question import SearchQuestion

    def fail(*arguments: object) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(SearchQuestion, "ask", fail)
    assert talk("gtp", ["3 genmove b", "name"]) == ["?3 the search failed", "", "= Logistello", ""]
