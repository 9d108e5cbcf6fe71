"""An engine with a book: answers from it, learns games, never loses the same one twice."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from logistello.book import Book, EngineRecipe
from logistello.book.in_play import advise, won_so_far
from logistello.engine import BookPolicy, Clock, Engine, Limit
from logistello.engine.opening_book import BookAdvice, OpeningBook
from logistello.errors import EngineError
from logistello.othello import Color, Game, Position, Square
from logistello.othello.game import Ending, Result

#: Both sides look two moves ahead; Black loses when nobody knows better, and White's moves hold.
OPENING = "f5f6f7g5d3e7f4g3"
DEPTH = 2
POLICY = BookPolicy(learn_depth=DEPTH, solve_empties=DEPTH)


def engine(book: OpeningBook | None = None, **options: object) -> Engine:
    return Engine(hash_mb=1, book=book, book_policy=POLICY, **options)  # type: ignore[arg-type]


def play(black: Engine, white: Engine, opening: str = OPENING) -> Game:
    """A game of two engines that begin with empty tables; who may learn does."""
    for each in (black, white):
        each.clear()
    game = Game.from_moves(opening)
    while not game.is_over:
        found = (black if game.position.turn is Color.BLACK else white).search(game.position, Limit(depth=DEPTH))
        assert found.move is not None
        game.play(found.move)
    for each in (black, white):
        each.learn(game)
    return game


@pytest.fixture(scope="module")
def lost() -> Game:
    """What happens without a book."""
    game = play(engine(), engine())
    assert game.result.winner is not None
    assert play(engine(), engine()).moves == game.moves
    return game


# -- learning from games ----------------------------------------------------------------------


def test_no_game_is_lost_twice(lost: Game) -> None:
    """The opponent beats a bookless engine again and again (see the fixture), the learner never twice the same way."""
    loser = _loser(lost)
    with engine(Book.in_memory(), learn=True) as learner, engine() as other:
        games = [play(*_seats(learner, other, loser)) for _ in range(4)]
    assert games[0].moves == lost.moves
    assert games[1].moves != lost.moves
    beaten = [game.moves for game in games if game.result.winner is loser.opponent]
    assert len(set(beaten)) == len(beaten)


def test_with_colours_reversed_the_winning_moves_are_played(lost: Game) -> None:
    loser = _loser(lost)
    with engine(Book.in_memory(), learn=True) as learner, engine() as other:
        assert play(*_seats(learner, other, loser)).moves == lost.moves
        again = play(*_seats(learner, other, loser.opponent))
    assert again.moves == lost.moves
    assert again.result.winner is loser.opponent


def _loser(game: Game) -> Color:
    assert game.result.winner is not None
    return game.result.winner.opponent


def _seats(learner: Engine, other: Engine, color: Color) -> tuple[Engine, Engine]:
    return (learner, other) if color is Color.BLACK else (other, learner)


def test_what_is_learned(lost: Game) -> None:
    book = Book.in_memory()
    with engine(book) as reader:
        assert not reader.learns
        reader.learn(lost)
        assert len(book) == 0
    with engine(book, learn=True) as learner:
        assert learner.learns
        learner.learn(Game.from_moves("f5d6c3"))  # just begun
        learner.learn(Game())
        assert len(book) == 0
        resigned = Game.from_moves("f5d6c3d3")
        resigned.stated_result = Result(-64, Ending.RESIGNED)
        resigned.black.name, resigned.white.name = "Ann", "Bob"
        learner.learn(resigned)
    assert len(book) == 5
    assert book.journal()[0].note == "Ann - Bob"
    assert book.verify() == []


def test_a_book_is_needed_and_must_be_writable(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="needs a book"):
        Engine(hash_mb=1, learn=True)
    with Book.open(tmp_path / "some.book", writable=True, create=True):
        pass
    with Book.open(tmp_path / "some.book") as book, pytest.raises(ValueError, match="writable"):
        engine(book, learn=True)


@pytest.mark.parametrize("name", ["tolerance", "novelty", "copying", "learn_depth", "solve_empties"])
def test_a_policy_is_checked(name: str) -> None:
    with pytest.raises(ValueError, match=name):
        BookPolicy(**{name: -1})


def test_a_search_that_was_stopped_teaches_nothing(lost: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    book = Book.in_memory()
    with engine(book, learn=True) as learner:
        search = learner.search

        def stopped(position: Position, limit: Limit, **options: object) -> object:
            return search(position, Limit(nodes=0), **options)  # type: ignore[arg-type]

        monkeypatch.setattr(learner, "search", stopped)
        with pytest.raises(EngineError, match="stopped"):
            learner.learn(lost)
        monkeypatch.undo()
    assert book.statistics().depths == {}
    assert book.verify() == []


# -- answering --------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def book() -> Book:
    made = Book.in_memory()
    made.add_games([Game.from_moves("f5d6c3d3c4f4"), Game.from_moves("f5f6e6f4")], EngineRecipe(depth=3, hash_mb=1))
    return made


def test_the_answer_of_the_book(book: Book) -> None:
    position = Position.initial().play("f5")
    told = []
    with engine(book) as asked:
        for limit in (Limit(depth=1), Limit(time=60), Limit(nodes=10**9), Limit(clock=Clock(600))):
            found = asked.search(position, limit, on_info=told.append)
            assert found.from_book
            assert (found.nodes, found.complete, found.exact) == (0, True, False)
    probe = book.probe(position)
    chosen = next(each for each in probe.moves if each.move is found.move) if probe else None
    assert chosen is not None
    assert found.score == chosen.value.discs()
    assert found.pv == (found.move, *book.line(position.play(found.move)))
    assert [(info.pv, info.score) for info in told] == [(found.pv, found.score)] * 4


def test_when_the_book_is_not_asked(book: Book) -> None:
    position = Position.initial().play("f5")
    answer = advise(book, position, POLICY)
    assert answer is not None
    with engine(book) as asked:
        assert not asked.search(position, Limit(depth=2), book=False).from_book
        other = asked.search(position, Limit(depth=2), excluded=[answer.pv[0]])
        assert not other.from_book
        assert other.move is not answer.pv[0]
        assert [info.nodes > 0 for info in asked.analyse(position, Limit(depth=1))] == [True]
        unknown = Position.initial().play("f5").play("d6").play("c7")
        assert not asked.search(unknown, Limit(depth=2)).from_book
        ending = Position.parse("O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X")
        assert asked.search(ending).exact  # without a limit


def test_pondering_is_answered_from_the_book(book: Book) -> None:
    with engine(book) as asked, asked.ponder(Position.initial(), "f5") as pondering:
        assert pondering.answer("f5", Limit(depth=1)).from_book


class Stern:
    """A book that says one thing."""

    writable = True

    def __init__(self, advice: BookAdvice | None) -> None:
        self.advice = advice

    def advise(self, position: Position, policy: BookPolicy, rng: random.Random | None = None) -> BookAdvice | None:
        return self.advice

    def learn(self, game: Game, engine: Engine, policy: BookPolicy) -> None:
        raise AssertionError("nobody asked for that")


def test_lost_moves_are_not_searched() -> None:
    position = Position.initial().play("f5")
    usual = engine().search(position, Limit(depth=1)).move
    assert usual is not None
    with engine(Stern(BookAdvice(avoid=frozenset({usual})))) as asked:
        found = asked.search(position, Limit(depth=1))
    assert not found.from_book
    assert found.move is not usual


@pytest.mark.parametrize(
    ("outcome", "score", "chances"), [("win", 6.0, (1, 0, 0)), ("draw", 0.0, (0, 1, 0)), ("loss", -6.0, (0, 0, 1))]
)
def test_what_is_proven_is_certain(outcome: str, score: float, chances: tuple[int, int, int]) -> None:
    position = Position.initial().play("f5")
    advice = BookAdvice(pv=(Square.D6,), score=score, outcome=outcome)  # type: ignore[arg-type]
    outlook = engine(Stern(advice)).search(position, Limit(depth=1)).outlook
    assert outlook is not None
    assert (outlook.win, outlook.draw, outlook.loss) == chances
    assert outlook.low <= score <= outlook.high


def test_a_move_that_was_played_is_preferred_unless_another_is_clearly_better(book: Book) -> None:
    for position in Game.from_moves("f5d6c3d3c4").positions():
        probe = book.probe(position)
        assert probe is not None
        best = probe.moves[0]
        played = [each for each in probe.moves if each.in_book]
        for novelty in (0.0, 1.0, 3.0):
            advice = advise(book, position, BookPolicy(novelty=novelty))
            assert advice is not None
            expected = next((each for each in played if each.value.at() >= best.value.at() - novelty), best)
            assert advice.pv[0] is expected.move


def test_what_has_won_so_far_is_copied(lost: Game) -> None:
    winner = lost.result.winner
    assert winner is not None
    book = Book.in_memory()
    with engine(book, learn=True) as learner:
        learner.learn(lost)
    copied = []
    for position, move in zip(lost.positions(), lost.moves, strict=False):
        assert won_so_far(book, position, winner) is (position in book)
        assert not won_so_far(book, position, winner.opponent)
        if position.turn is winner:
            advice = advise(book, position, BookPolicy(novelty=0.0, copying=64.0))
            copied.append(advice is None or not advice.pv or advice.pv[0] is move)
    assert len(copied) > 20
    assert all(copied)
    # A second game on the same way, in which the other side found something: no longer.
    other = Game.from_moves(lost.moves[:20])
    while not other.is_over:
        other.play(min(other.position.legal_moves) if other.position.legal_moves else "pass")
    assert other.moves != lost.moves
    with engine(book, learn=True) as learner:
        learner.learn(other)
    here = other.positions()
    assert won_so_far(book, next(here), winner) is (other.result.winner is winner)


def test_random_choice_stays_within_the_tolerance(book: Book) -> None:
    policy = BookPolicy(tolerance=10.0, novelty=0.0, seed=3)
    position = Position.initial().play("f5")
    rng = policy.rng()
    drawn = [advise(book, position, policy, rng) for _ in range(30)]
    moves = [advice.pv[0] for advice in drawn if advice is not None]
    assert len(set(moves)) > 1
    again = policy.rng()
    assert [advise(book, position, policy, again) for _ in range(30)] == drawn
    assert BookPolicy().rng() is None
