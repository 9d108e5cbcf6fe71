from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from logistello import NotationError
from logistello.othello import PASS, Position, Square
from logistello.othello.notation import Document, Problem, read, read_path, write
from tests.random_games import positions

START = Position.initial().text


def test_scores_of_moves(data: Path) -> None:
    document = read_path(data / "ffo.obf")
    problem = document.problems[0]
    assert (len(document.problems), document.errors) == (5, [])
    assert (problem.best_score, problem.best_moves, problem.line) == (38, (Square.A2,), 1)
    assert set(problem.scores) == set(problem.position.legal_moves)


def test_filler_is_ignored_and_order_does_not_matter(data: Path) -> None:
    problem = read_path(data / "hard.obf").problems[0]
    assert PASS not in problem.scores
    assert problem.best_score == max(problem.scores.values())
    unordered = read(f"{START}; D3:-2; F5:+4; C4:+0;").problems[0]
    assert (unordered.best_score, unordered.best_moves) == (4, (Square.F5,))


def test_comments_and_single_scores() -> None:
    document = read(f"% a comment\n\n{START}; +12; % easy\n{START}")
    assert [problem.comment for problem in document.problems] == ["easy", ""]
    assert [problem.best_score for problem in document.problems] == [12, None]
    assert [problem.line for problem in document.problems] == [3, 4]


@pytest.mark.parametrize(
    ("field", "column", "what"),
    [
        ("A1:+2", 69, "not a legal move"),
        ("f5:+70", 69, "score 70"),
        ("hello", 69, "no score"),
        ("f5:0; f5:2", 75, "two"),
    ],
)
def test_errors_say_where(field: str, column: int, what: str) -> None:
    with pytest.raises(NotationError, match=what) as caught:
        read(f"{START}; {field};")
    assert (caught.value.line, caught.value.column) == (1, column)


def test_bad_lines_do_not_hide_good_ones() -> None:
    document = read(f"{START}; F5:+0;\nXXOO X; F5:+0;\n{START}; D3:+0;")
    assert len(document.problems) == 2
    assert [error.line for error in document.errors] == [2]


@given(positions, st.randoms(), st.sampled_from(["", "a comment"]))
def test_round_trip(position: Position, random: object, comment: str) -> None:
    scores = {move: 2 * random.randint(-32, 32) for move in position.legal_moves}  # type: ignore[attr-defined]
    problem = read(write(Document("obf", problems=[Problem(position, scores, comment=comment)]), "obf")).problems[0]
    assert (problem.position, problem.scores, problem.comment) == (position, scores, comment)
