"""A book at the board: which move to play, what is known of a position, and games that are learned.

Everything that plays goes through :class:`BookInPlay`, so that the same book and policy give the same moves everywhere.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import Self

from logistello.book.engine_evaluator import EngineEvaluator
from logistello.book.evaluation import Evaluation
from logistello.book.locations import open_book, readable_book_path
from logistello.book.othello_book import Book, line_of
from logistello.book.probe import BookMove, Probe, choose
from logistello.book.value import BookValue
from logistello.engine import Engine
from logistello.engine.opening_book import BookAdvice, BookPolicy, Lesson, is_worth_learning
from logistello.evaluation import Model
from logistello.othello import PASS, Color, Game, Position, Square

#: Positions of the book that are looked at to find out whether a line was always won.
_MOST_LOOKED_AT = 500
#: The table of an engine that is made to learn one game.
_HASH_MB = 16
#: No search looks further.
MOST_DEPTH = 60


@dataclass(frozen=True, slots=True)
class BookCandidate:
    """A move that the book knows, and where its value comes from."""

    move: Square
    #: For the side that makes the move.
    value: BookValue
    #: Part of a line; ``False`` for the best deviation from the lines.
    in_book: bool
    #: Games of the book that went on with it.
    games: int
    #: Expected play, beginning with the move.
    line: tuple[Square, ...]
    #: Plies along the book to the position whose search gave the value.
    plies: int
    #: That search; ``None`` where the game is over there.
    search: Evaluation | None

    @property
    def horizon(self) -> int:
        """How far the book looked, in plies: along its line, and then by searching."""
        return self.plies + (0 if self.search is None else self.search.depth)


@dataclass(frozen=True, slots=True)
class KnownPosition:
    """What the book says of a position; values for its side to move."""

    value: BookValue
    #: Games of the book that came here.
    games: int
    #: Best first, by the policy's value of a draw.
    candidates: tuple[BookCandidate, ...]
    #: The book's principal variation.
    line: tuple[Square, ...]
    #: Legal moves of which the book says nothing.
    unexplored: tuple[Square, ...]

    @property
    def playable(self) -> tuple[BookCandidate, ...]:
        """Without moves that are proven to lose, as long as another is left."""
        kept = tuple(each for each in self.candidates if each.value.outcome != "loss")
        return kept if kept or self.unexplored else self.candidates


class BookInPlay:
    """A book, and the policy by which it is played.

    The book is a file, which need not be there yet: it is made when the first game is learned, and read from then on.
    Any thread may ask and learn; questions take turns. A :class:`Book` that is open already is taken as well; it is
    read and learned into as it is, by one thread at a time.

    >>> with BookInPlay(Book.in_memory()) as book:
    ...     book.advise(Position.initial()).move, book.look_up(Position.initial())
    (None, None)
    """

    def __init__(
        self, book: Book | Path | None, policy: BookPolicy | None = None, *, model: Model | None = None
    ) -> None:
        """``None`` stands for the user's own book, or the package's as long as there is none.

        ``model`` values what is learned without an engine; by default the package's. Nothing is opened yet: see
        :meth:`check`.
        """
        self.policy = policy or BookPolicy()
        self._rng = self.policy.rng()
        self._model = model
        self._source = _OpenBook(book) if isinstance(book, Book) else _BookFile(book)

    def in_play(self, policy: BookPolicy | None = None) -> BookInPlay:
        """The same book by another policy; by ``None`` this very object."""
        if policy is None:
            return self
        other = BookInPlay(None, policy, model=self._model)
        other._source = self._source
        return other

    @property
    def available(self) -> bool:
        """Whether there is a book to read yet."""
        return self._source.available

    def check(self) -> Self:
        """Raises ``BookError`` now rather than at the first question if the file is no book."""
        with self._source.reading():
            return self

    @property
    def writable(self) -> bool:
        """Whether games can be learned."""
        return self._source.writable

    # -- asking -------------------------------------------------------------------------------

    def advise(self, position: Position) -> BookAdvice:
        """The move to play by the policy; without one that can be trusted, which moves are known to lose.

        Empty where the book does not know the position, and where nothing is to be decided: a forced pass, the end of
        the game.
        """
        if position.is_over or position.must_pass:
            return BookAdvice()
        begun = monotonic()
        with self._source.reading() as book:
            probe = None if book is None else book.probe(position, draw_value=self.policy.draw_value)
            if book is None or probe is None:
                return BookAdvice()
            return replace(self._advice(book, position, probe), seconds=monotonic() - begun)

    def look_up(self, position: Position) -> KnownPosition | None:
        """Everything that the book knows of a position; ``None`` if it does not know it."""
        with self._source.reading() as book:
            probe = None if book is None else book.probe(position, draw_value=self.policy.draw_value)
            if book is None or probe is None:
                return None
            return KnownPosition(
                value=probe.value,
                games=probe.games,
                candidates=tuple(_candidate(book, position, each) for each in probe.moves),
                line=book.line(position),
                unexplored=probe.unexplored,
            )

    def _advice(self, book: Book, position: Position, probe: Probe[Square]) -> BookAdvice:
        policy = self.policy
        chosen = choose(probe, rng=self._rng, tolerance=policy.tolerance, draw_value=policy.draw_value)
        if chosen is None:
            left = set(position.legal_moves) - probe.lost
            return BookAdvice(avoid=probe.lost if left else frozenset())
        if policy.tolerance == 0:
            chosen = _played_instead(book, position, probe, chosen, policy)
        if _rests_on_short_searches(book, position, probe, chosen):
            return BookAdvice(avoid=probe.lost)
        evaluation = chosen.evaluation
        return BookAdvice(
            pv=(chosen.move, *book.line(position.play(chosen.move))),
            score=chosen.value.score(policy.draw_value),
            outcome=chosen.value.outcome,
            depth=0 if evaluation is None else evaluation.depth,
            confidence=100 if evaluation is None else evaluation.confidence,
        )

    # -- learning -----------------------------------------------------------------------------

    def learn(self, game: Game, engine: Engine | None = None) -> Lesson | None:
        """Make a finished game a line of the book; every position on it gets its best deviation by a search.

        Returns what to give to :meth:`undo`; ``None`` for a game that was only begun, which is left alone. Without an
        ``engine`` one is made for the purpose. Raises ``BookError``, and ``UsageError`` for a place where books are
        not to be written. If a search fails, the line stays, and the next run makes the searches that it lacks.
        """
        if not is_worth_learning(game):
            return None
        if engine is None:
            with Engine(model=self._model, hash_mb=_HASH_MB) as own:
                return self.learn(game, own)
        search = EngineEvaluator(engine, depth=self.policy.learn_depth, solve_empties=self.policy.solve_empties)
        players = [player.name for player in (game.black, game.white) if player.name]
        with self._source.writing(create=True) as book:
            growth = book.add_lines([line_of(game)], search, note=" - ".join(players))
        assert growth.run is not None  # noqa: S101 - one call is one run
        return Lesson(growth.run, growth.positions, growth.begun)

    def undo(self, lesson: Lesson) -> None:
        """Take back exactly what this lesson changed. Raises ``BookError`` if the book has been changed or replaced
        since."""
        with self._source.writing() as book:
            book.undo_run(lesson.run, lesson.begun)

    # -- life ---------------------------------------------------------------------------------

    def close(self) -> None:
        """Close the book, whoever opened it. Closing twice is fine; a file is opened again by the next question."""
        self._source.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


# -- where the book comes from ----------------------------------------------------------------


class _OpenBook:
    """A book that its owner has opened."""

    available = True

    def __init__(self, book: Book) -> None:
        self._book = book
        self._turn = threading.RLock()

    @property
    def writable(self) -> bool:
        return self._book.writable

    @contextmanager
    def reading(self) -> Iterator[Book | None]:
        with self._turn:
            yield self._book

    @contextmanager
    def writing(self, *, create: bool = False) -> Iterator[Book]:
        with self._turn:
            yield self._book

    def close(self) -> None:
        self._book.close()


class _BookFile:
    """A file that is opened when it is needed: one reader, which those who ask share, and a writer for each lesson.

    The reader is not held up by a writer, whatever thread or process that is.
    """

    writable = True

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._turn = threading.Lock()
        self._reader: Book | None = None

    @property
    def available(self) -> bool:
        return self._present() is not None

    def _present(self) -> Path | None:
        """The file to read now. The user's own takes the place of the package's as soon as there is one."""
        if self._path is None:
            return readable_book_path()
        return self._path if self._path.exists() else None

    @contextmanager
    def reading(self) -> Iterator[Book | None]:
        """``None`` while there is no book."""
        with self._turn:
            path = self._present()
            if path is not None and (self._reader is None or self._reader.path != path):
                self._close()
                self._reader = open_book(path)
            yield self._reader

    @contextmanager
    def writing(self, *, create: bool = False) -> Iterator[Book]:
        with open_book(self._path, writable=True, create=create) as book:
            yield book

    def close(self) -> None:
        with self._turn:
            self._close()

    def _close(self) -> None:
        if self._reader is not None:
            self._reader.close()
            self._reader = None


# -- choosing ---------------------------------------------------------------------------------


def _played_instead(
    book: Book, position: Position, probe: Probe[Square], best: BookMove[Square], policy: BookPolicy
) -> BookMove[Square]:
    """A move of the lines that has won so far, or one that is nearly as good as a best one that was never played."""
    enough = best.value.at(policy.draw_value)
    played = [each for each in probe.moves if each.in_book and each.value.outcome != "loss"]
    for each in played:
        if each.value.at(policy.draw_value) < enough - policy.copying:
            break
        if each is best or won_so_far(book, position.play(each.move), position.turn):
            return each
    if best.in_book or not played or played[0].value.at(policy.draw_value) < enough - policy.novelty:
        return best
    return played[0]


def _rests_on_short_searches(book: Book, position: Position, probe: Probe[Square], chosen: BookMove[Square]) -> bool:
    """The move was chosen by values of the base that nobody has searched well enough."""
    least = book.trusted_depth(position)
    return bool(least) and chosen.value.outcome is None and _shallowest(book, position, probe, chosen) < least


def _shallowest(book: Book, position: Position, probe: Probe[Square], chosen: BookMove[Square]) -> int:
    """The least depth of the searches on which a move rests: those of the deviations from its line, by which all other
    moves were compared, and the one at the end."""
    depths = _depths_of_deviations(probe)
    here = position.play(chosen.move)
    while chosen.in_book and not here.is_over:
        if here.must_pass:
            here = here.play(PASS)
            continue
        found = book.probe(here)
        if found is None or found.value.outcome is not None:
            break
        depths += _depths_of_deviations(found)
        if not found.moves:
            depths += [] if found.label is None else [found.label.depth + 1]  # seen from the move before
            break
        chosen = found.moves[0]
        here = here.play(chosen.move)
    return min(depths, default=MOST_DEPTH)


def _depths_of_deviations(probe: Probe[Square]) -> list[int]:
    searches = [each.evaluation for each in probe.moves if not each.in_book and each.evaluation is not None]
    return [search.depth for search in searches if not search.proven]


def won_so_far(book: Book, position: Position, color: Color) -> bool:
    """Whether ``color`` has won all games that came here: among the moves of the book it has one for every reply that
    was played, up to a proven win. ``False`` also where that takes more than a moment to find out."""
    left = _MOST_LOOKED_AT

    def won(here: Position) -> bool:
        nonlocal left
        left -= 1
        found = book.probe(here) if left >= 0 else None
        if found is None:
            return False
        if found.value.outcome is not None:
            return found.value.outcome == ("win" if here.turn is color else "loss")
        if here.must_pass:
            return won(here.play(PASS))
        replies = [each.move for each in found.moves if each.in_book]
        if here.turn is color:
            return any(won(here.play(move)) for move in replies)
        return bool(replies) and all(won(here.play(move)) for move in replies)

    return won(position)


def _candidate(book: Book, position: Position, move: BookMove[Square]) -> BookCandidate:
    """Follows the book's line from the move: its value comes from the first search on the way."""
    line, plies, search = [move.move], 0, move.evaluation
    here = position.play(move.move)
    while not here.is_over:
        found = None if here.must_pass else book.probe(here)
        if search is None:
            plies += 1
        if here.must_pass:
            step = PASS
        elif found is None or not found.moves:
            search = search if search is not None or found is None else found.label
            break
        else:
            step = found.moves[0].move
            search = search or found.moves[0].evaluation
        line.append(step)
        here = here.play(step)
    return BookCandidate(move.move, move.value, move.in_book, move.games, tuple(line), plies, search)
