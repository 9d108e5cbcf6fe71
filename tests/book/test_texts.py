"""Books as text: ours without loss, that of Edax as far as it goes; and what verify finds."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from logistello.book import Book, Evaluation, GameBook, MemoryStore, RatedMove
from logistello.book.edax_text import edax_lines, nodes_of_edax, read_edax, write_edax
from logistello.book.othello_game import OthelloBookGame
from logistello.book.text_format import lines_of, nodes_of
from logistello.errors import BookError, NotationError
from logistello.othello import PASS, Position
from tests.book.small_games import HashRecipe, random_graph, random_line
from tests.random_games import random_game

GAME = OthelloBookGame()
NOISE = HashRecipe(GAME, solves_from=55)


@pytest.fixture(scope="module")
def book() -> Book:
    """With a line that has a pass in it, solved ends, deviations, expansions."""
    book = Book.in_memory()
    passing = next(game for game in map(random_game, range(100)) if PASS in game.moves[:-6])
    book.add_games([passing, random_game(200)], NOISE)
    book.extend(NOISE, expansions=15)
    return book


def test_a_book_is_read_back_from_its_text(book: Book, tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    assert book.write_text(path) == len(book)
    again = Book.in_memory()
    growth = again.read_text(path)
    assert growth.positions == len(book)
    assert list(again.nodes()) == list(book.nodes())
    assert again.verify() == []
    assert [(entry.kind, entry.note) for entry in again.journal()] == [("import", "book.txt")]
    assert [each.name for each in tmp_path.iterdir()] == ["book.txt"]


def test_both_kinds_of_text_tell_how_far_they_are(book: Book, tmp_path: Path) -> None:
    text, edax = tmp_path / "book.txt", tmp_path / "edax.txt"
    told: list[int] = []
    book.write_text(text, on_progress=told.append)
    write_edax(book, edax, on_progress=told.append)
    Book.in_memory().read_text(text, on_progress=told.append)
    read_edax(Book.in_memory(), edax, on_progress=told.append)
    assert told == [len(book), len(book), *(len(path.read_text().splitlines()) for path in (text, edax))]


@settings(max_examples=15)
@given(
    st.integers(0, 500),
    st.floats(allow_nan=False, allow_infinity=False, width=32),
    st.text("ab ,=%\n\u00e9", max_size=8),
)
def test_every_number_and_name_survives(seed: int, value: float, model: str) -> None:
    game = random_graph(seed, size=12)
    book = GameBook(MemoryStore(game), game)
    book.add_lines([random_line(game, seed)], HashRecipe(game, model=model))
    nodes = [
        replace(node, deviation=replace(node.deviation, evaluation=Evaluation(value, 7, 87, False, "lower", model)))
        if node.deviation
        else node
        for node in book.nodes()
    ]
    found = list(nodes_of(lines_of(nodes, game), game))
    assert [(each.key, each.edges, each.deviation, each.label, each.games) for each in found] == [
        (each.key, each.edges, each.deviation, each.label, each.games) for each in nodes
    ]


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda lines: lines[1:], "line 1: .*expected 'logistello-book 1 othello'"),
        (lambda lines: ["logistello-book 2 othello"], "expected 'logistello-book 1"),
        (lambda lines: [], "no book"),
        (lambda lines: [lines[0], lines[1].replace("games=", "gomes=")], "line 2: unknown field 'gomes'"),
        (lambda lines: [lines[0], lines[1][1:]], "line 2"),
        (lambda lines: [lines[0], lines[1].split()[0]], "without edges and without label"),
        (lambda lines: [lines[0], lines[1].split()[0] + " edges=a1"], "line 2: .*not legal"),
        (lambda lines: [lines[0], lines[1].split()[0] + " label=x"], "line 2"),
    ],
)
def test_what_is_wrong_with_a_text_is_told_with_the_line(book: Book, tmp_path: Path, change, message: str) -> None:  # type: ignore[no-untyped-def]
    lines = list(lines_of(book.nodes(), GAME))
    path = tmp_path / "bad.txt"
    path.write_text("\n".join(change(lines)))
    again = Book.in_memory()
    with pytest.raises(NotationError, match=message):
        again.read_text(path)
    assert len(again) == 0


def test_a_text_with_an_edge_to_nowhere_is_refused(book: Book, tmp_path: Path) -> None:
    path = tmp_path / "part.txt"
    nodes = [node for node in book.nodes() if GAME.ply(node.key) < 5]
    path.write_text("\n".join(lines_of(nodes, GAME)))
    again = Book.in_memory()
    with pytest.raises(BookError, match="leads nowhere"):
        again.read_text(path)
    assert len(again) == 0


# -- Edax ---------------------------------------------------------------------------------------


def test_edax_lines_look_as_edax_writes_them(book: Book) -> None:
    lines = list(edax_lines(book))
    assert all(len(line.split(",")) == 4 and line[64:67] == " X," for line in lines)
    interior = [node for node in book.nodes() if not node.is_leaf]
    passes = [line for line in lines if Position.parse(line[:66]).must_pass]
    assert passes
    assert len(lines) == len(interior) + len(passes)


def test_a_book_goes_to_edax_and_back(book: Book, tmp_path: Path) -> None:
    path = tmp_path / "edax.txt"
    write_edax(book, path, level=21)
    again = Book.in_memory()
    read_edax(again, path)
    assert again.verify() == []
    mine = {node.key: node for node in book.nodes() if not node.is_leaf}
    assert {node.key for node in again.nodes()} == set(mine)
    for node in again.nodes():
        assert node.moves <= mine[node.key].moves
        held = node.deviation.evaluation if node.deviation is not None else node.label
        assert held is None or held.model in ("Edax level 21", "")
        assert held is None or not held.proven


def test_an_edax_book_is_linked_by_whoever_reads_it() -> None:
    start = Position.initial()
    after = start.play("f5")
    text = [
        f"{start.text},21,--,-127",
        f"{Position(after.own, after.opponent).text},21,d6,-1",
    ]
    nodes = {node.key: node for node in nodes_of_edax(text)}
    root = nodes[GAME.place(start).key]
    assert [step.key for step in root.edges] == [GAME.place(after).key]
    leaf = nodes[GAME.place(after).key]
    assert leaf.label is not None
    assert (leaf.label.value, leaf.label.depth, leaf.label.proven) == (-1.0, 21, False)


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("hello", "line 2: 1 fields; expected board,level,move,score"),
        ("{board},x,f5,0", "line 2: not a position of an Edax book"),
        ("{board},21,a1,0", "line 2: not a position of an Edax book: a1 is not legal"),
        ("{board},9223372036854775808,f5,0", "line 2: level '9223372036854775808'"),
        ("{board},21,pa,0", "line 2: a pass where there is a move"),
    ],
)
def test_bad_edax_lines_are_told(line: str, message: str) -> None:
    start = Position.initial().text
    with pytest.raises(NotationError, match=message):
        nodes_of_edax([f"{start},21,f5,0", line.format(board=start)])


# -- verify -------------------------------------------------------------------------------------


def test_verify_finds_what_is_wrong(book: Book) -> None:
    """One thing after the other is broken; each is told."""
    damaged = Book.in_memory()
    damaged.absorb(book.nodes(), kind="test")
    assert damaged.verify() == []
    nodes = list(damaged.nodes())
    inner = next(node for node in nodes if node.deviation is not None and len(node.edges) == 1)
    solved = next(node for node in nodes if node.is_solved and GAME.result(node.key) is None)
    assert inner.deviation is not None
    assert solved.label is not None
    edge = RatedMove(inner.edges[0].move, inner.deviation.evaluation)
    breakages = [
        (replace(inner, value=-inner.value), "its value is stored as"),
        (replace(inner, deviation=edge), "is an edge"),
        (replace(inner, deviation=None), "a search is missing, but not marked"),
        (replace(inner, pending=True), "nothing is missing"),
        (replace(inner, label=Evaluation(1.0, 3)), "an estimate of a position that has moves"),
        (replace(solved, label=replace(solved.label, value=-63.0)), "called proven with -63"),
        (replace(solved, label=None), "a leaf without a label"),
    ]
    for node, message in breakages:
        before = damaged.store.get(node.key)
        assert before is not None
        with damaged.store.transaction(None):
            damaged.store.put(node)
        problems = damaged.verify(solver=NOISE.make(), sample=10**6)
        assert any(message in str(problem) for problem in problems), message
        with damaged.store.transaction(None):
            damaged.store.put(before)
    with damaged.store.transaction(None):
        damaged.store.delete(inner.edges[0].key)
    assert any("leads to no position" in problem.what for problem in damaged.verify())


def test_a_text_that_is_not_utf8_is_refused_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_bytes(b"logistello-book 1 othello\n# caf\xe9\n")
    with pytest.raises(NotationError, match="line 2, column 6: the byte 0xe9 is not UTF-8"):
        Book.in_memory().read_text(path)
    path.write_bytes(b"\xff\xfeb\0o\0o\0k\0")
    with pytest.raises(NotationError, match="line 1, column 1"):
        Book.in_memory().read_text(path)


def test_a_text_may_begin_with_a_byte_order_mark(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    path.write_text("\ufefflogistello-book 1 othello\n", encoding="utf-8")
    assert Book.in_memory().read_text(path).positions == 0


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ("games=-5 label=0.5,1,73,estimate,exact,m", "-5 games"),
        (f"games={2**70} label=0.5,1,73,estimate,exact,m", "games; expected"),
        ("games=1 label=nan,1,73,estimate,exact,m", "of value nan"),
        ("games=1 label=0.5,-1,73,estimate,exact,m", "of depth -1"),
        ("games=1 label=0.5,1,730,estimate,exact,m", "of confidence 730"),
    ],
)
def test_numbers_that_no_book_has_are_not_imported(tmp_path: Path, fields: str, message: str) -> None:
    path = tmp_path / "book.txt"
    board = "---------------------------OX------XO---------------------------"
    path.write_text(f"logistello-book 1 othello\n{board} {fields}\n")
    book = Book.in_memory()
    with pytest.raises(NotationError, match=message):
        book.read_text(path)
    assert len(book) == 0
