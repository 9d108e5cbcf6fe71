"""An engine with a book: answers from it, learns games, never loses the same one twice."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from logistello.book import Book, BookInPlay, EngineRecipe
from logistello.book.in_play import won_so_far
from logistello.book.locations import path_of, user_book_path
from logistello.book.packed_book import PackedBook, write_packed
from logistello.engine import BookAdvice, BookPolicy, Clock, Engine, Lesson, Limit, OpeningBook
from logistello.errors import BookError, EngineError, UsageError
from logistello.othello import Color, Game, Position, Square
from logistello.othello.game import Ending, Result
from tests.book.hand_made import contested, estimate, proven, put_in
from tests.random_games import random_game

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
        assert learner.learn(Game.from_moves("f5d6c3")) is None  # just begun
        assert learner.learn(Game()) is None
        assert len(book) == 0
        resigned = Game.from_moves("f5d6c3d3")
        resigned.stated_result = Result(-64, Ending.RESIGNED)
        resigned.black.name, resigned.white.name = "Ann", "Bob"
        lesson = learner.learn(resigned)
    assert lesson is not None
    assert len(book) == lesson.positions == 5
    assert book.journal()[0].note == "Ann - Bob"
    assert book.journal()[0].run == lesson.run
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
    assert found.score == chosen.value.score()
    assert found.pv == (found.move, *book.line(position.play(found.move)))
    assert [(info.pv, info.score) for info in told] == [(found.pv, found.score)] * 4


def test_when_the_book_is_not_asked(book: Book) -> None:
    position = Position.initial().play("f5")
    answer = book.in_play(POLICY).advise(position)
    assert answer.move is not None
    with engine(book) as asked:
        assert not asked.search(position, Limit(depth=2), book=False).from_book
        other = asked.search(position, Limit(depth=2), excluded=[answer.move])
        assert not other.from_book
        assert other.move is not answer.move
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

    def __init__(self, advice: BookAdvice) -> None:
        self.advice = advice

    def in_play(self, policy: BookPolicy | None = None) -> Stern:
        return self

    def advise(self, position: Position) -> BookAdvice:
        return self.advice

    def learn(self, game: Game, engine: Engine) -> Lesson | None:
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
            advice = book.in_play(BookPolicy(novelty=novelty)).advise(position)
            expected = next((each for each in played if each.value.at() >= best.value.at() - novelty), best)
            assert advice.move is expected.move


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
            advice = book.in_play(BookPolicy(novelty=0.0, copying=64.0)).advise(position)
            copied.append(advice.move in (None, move))
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
    at_random = book.in_play(policy)
    drawn = [at_random.advise(position) for _ in range(30)]
    assert len({advice.move for advice in drawn}) > 1
    again = book.in_play(policy)
    assert [again.advise(position) for _ in range(30)] == drawn
    assert BookPolicy().rng() is None


def test_a_pass_and_the_end_are_not_asked_about(lost: Game) -> None:
    book = Book.in_memory()
    in_play = book.in_play(POLICY)
    with engine() as searcher:
        in_play.learn(lost, searcher)
    assert in_play.advise(lost.start).move is not None
    assert in_play.advise(lost.position) == BookAdvice()
    assert in_play.advise(Position.initial().play("f5").play("d6").play("c7")) == BookAdvice()


def test_where_a_value_comes_from(book: Book) -> None:
    """A candidate tells its line, and the search at its end that gave the value."""
    in_play = book.in_play()
    seen = 0
    for position in Game.from_moves("f5d6c3d3c4").positions():
        known = in_play.look_up(position)
        probe = book.probe(position)
        assert known is not None
        assert probe is not None
        assert (known.value, known.games, known.line) == (probe.value, probe.games, book.line(position))
        assert [each.move for each in known.candidates] == [each.move for each in probe.moves]
        for candidate, move in zip(known.candidates, probe.moves, strict=True):
            assert candidate.line == (move.move, *book.line(position.play(move.move)))
            assert candidate.search is not None
            assert candidate.horizon == candidate.plies + candidate.search.depth
            if move.evaluation is not None:
                assert (candidate.plies, candidate.search) == (0, move.evaluation)
            else:
                sign = 1 if candidate.plies % 2 == 0 else -1
                assert sign * candidate.search.value == candidate.value.score()
                seen += 1
    assert seen > 3
    assert in_play.look_up(Position.initial().play("f5").play("d6").play("c7")) is None


def test_a_draw_is_worth_what_the_policy_says() -> None:
    book, position = contested(), Position.initial().play("f5")
    moves = {value: book.in_play(BookPolicy(draw_value=value)).advise(position) for value in (0.0, 1.0, -1.0)}
    assert {value: (advice.move, advice.score) for value, advice in moves.items()} == {
        0.0: (Square.D6, 0.0),
        1.0: (Square.D6, 0.5),
        -1.0: (Square.F6, -0.5),
    }
    known = book.in_play(BookPolicy(draw_value=-1.0)).look_up(position)
    assert known is not None
    assert [each.move for each in known.candidates][:2] == [Square.F6, Square.D6]


def test_lost_moves_are_candidates_only_when_nothing_else_is_left() -> None:
    book, position = Book.in_memory(), Position.initial().play("f5")
    put_in(book, position, {Square.D6: proven(-2.0), Square.F6: estimate(-3.0)})
    in_play = book.in_play()
    known = in_play.look_up(position)
    assert known is not None
    assert [each.move for each in known.candidates][:2] == [Square.F6, Square.D6]
    assert [each.move for each in known.playable] == [Square.F6]
    # Nobody has looked at f4 yet, and the rest is bad: that is for a search.
    assert in_play.advise(position) == BookAdvice(avoid=frozenset({Square.D6}))
    put_in(book, position, {Square.F6: proven(-4.0), Square.F4: proven(-6.0)})
    known = in_play.look_up(position)
    assert known is not None
    assert [each.move for each in known.playable] == [Square.D6, Square.F6, Square.F4]
    assert in_play.advise(position).move is Square.D6


# -- a file -----------------------------------------------------------------------------------


def test_a_file_is_made_when_the_first_game_is_learned(tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    with BookInPlay(path, POLICY) as book:
        assert not book.available
        assert book.advise(Position.initial()) == BookAdvice()
        assert book.learn(Game.from_moves("f5d6")) is None  # only begun
        assert not path.exists()
        lesson = book.learn(random_game(3))
        assert lesson is not None
        assert book.available
        with Book.open(path) as learned:
            assert learned.statistics().games == 1
            assert len(learned) == lesson.positions
            assert not learned.verify()
        assert book.advise(Position.initial()).move in Position.initial().legal_moves


def test_what_is_learned_later_is_read_too(tmp_path: Path) -> None:
    with BookInPlay(tmp_path / "my.book", POLICY) as book:
        book.learn(random_game(3))
        second = random_game(4)
        position = Game.from_moves(second.moves[:10]).position
        assert book.look_up(position) is None
        book.learn(second)
        assert book.look_up(position) is not None


def test_a_lesson_is_taken_back_alone_or_not_at_all(tmp_path: Path) -> None:
    path = tmp_path / "my.book"
    with BookInPlay(path, POLICY) as book:
        first = book.learn(random_game(3))
        second = book.learn(random_game(4))
        assert first is not None
        assert second is not None
        with pytest.raises(BookError, match="changed since"):
            book.undo(first)
        book.undo(second)
        with Book.open(path) as left:
            assert [entry.run for entry in left.journal()] == [first.run]
            assert left.statistics().games == 1
        book.undo(first)
        with Book.open(path) as left:
            assert (len(left), left.journal()) == (0, [])


def test_a_file_that_is_no_book_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.txt"
    path.write_text("dear reader, " * 200)
    book = BookInPlay(path)
    with pytest.raises(BookError):
        book.check()
    with pytest.raises(BookError):
        book.advise(Position.initial())


def test_the_own_book_takes_the_place_of_the_package_s(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    shipped = tmp_path / "default.book"
    made = Book.in_memory()
    put_in(made, Position.initial(), {Square.C4: estimate(9.0)})
    made.complete(EngineRecipe(depth=1, hash_mb=1))
    made.pack(shipped)
    before = shipped.read_bytes()
    monkeypatch.setenv("LOGISTELLO_BOOK", str(tmp_path / "own" / "my.book"))
    monkeypatch.setattr("logistello.book.package_book.default_book_path", lambda: shipped)
    game = random_game(3)
    with BookInPlay(path_of("usual"), POLICY) as book:
        known = book.look_up(Position.initial())
        assert known is not None
        assert known.games == 1
        book.learn(game)
        known = book.look_up(Position.initial())
        assert known is not None
        assert known.games == 2
        assert user_book_path().exists()
    with BookInPlay(path_of(str(shipped)), POLICY) as named, pytest.raises(UsageError, match="comes with the package"):
        named.learn(game)
    assert shipped.read_bytes() == before


def test_many_threads_ask_while_one_learns(tmp_path: Path) -> None:
    games = [random_game(seed) for seed in (3, 4, 5)]
    with BookInPlay(tmp_path / "my.book", POLICY) as book, ThreadPoolExecutor(4) as threads:
        book.learn(games[0])
        asked = [position for position in games[0].positions() if not position.is_over]
        learned = threads.submit(lambda: [book.learn(game) for game in games[1:]])
        answers = list(threads.map(book.advise, asked * 5))
        lessons = learned.result()
    assert all(
        answer.move is None or position.is_legal(answer.move)
        for answer, position in zip(answers, asked * 5, strict=True)
    )
    assert sum(answer.move is not None for answer in answers) > len(asked)
    assert all(lessons)


def test_a_base_is_trusted_as_far_as_it_has_looked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Shallow values of the base are known, but not played; what was learned is."""
    base = tmp_path / "base.book"
    monkeypatch.setenv("LOGISTELLO_BASE_BOOK", str(base))
    monkeypatch.setenv("LOGISTELLO_BOOK", str(tmp_path / "my.book"))
    made = Book.in_memory()
    made.add_games([Game.from_moves("f5d6c3")], EngineRecipe(depth=4, hash_mb=1))
    for trusted, seen in ((4, True), (8, False)):
        write_packed(base, made.nodes(), {"trusted_depth": trusted})
        with BookInPlay(None, POLICY) as book:
            assert book.look_up(Position.initial()) is not None
            assert (book.advise(Position.initial()).move is not None) == seen
            assert book.advise(Position.initial()).avoid == frozenset()
    game = Game.from_moves("f5d6c3d3c4")
    with Book.learning_over(PackedBook(base), tmp_path / "my.book") as own:
        own.add_games([game], EngineRecipe(depth=2, hash_mb=1))
        assert own.in_play(POLICY).advise(Position.initial()).move is not None
