"""Opening books, of Othello and of another game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from logistello import Book, Engine, Game, Limit, Position, Square
from logistello.book import (
    BookCandidate,
    BookGame,
    BookInPlay,
    BookLine,
    BookMove,
    BookNode,
    BookProblem,
    BookValue,
    EngineEvaluator,
    EngineRecipe,
    Evaluation,
    Evaluator,
    EvaluatorRecipe,
    GameBook,
    Growth,
    GrowthProgress,
    JournalRun,
    KnownPosition,
    Leaf,
    MemoryStore,
    Packed,
    PackedBook,
    Place,
    Probe,
    RatedMove,
    RulesBookGame,
    Selection,
    SqliteStore,
    Statistics,
    Step,
    Store,
    line_of,
)
from logistello.engine import AdvisingBook, BookAdvice, BookPolicy, GameLearner, Lesson, OpeningBook
from logistello.games import AcyclicRules, OthelloRules, OthelloState


class Guess:
    """An evaluator of one's own: the first move, and a draw."""

    nodes = 0
    model = "guess"

    def __init__(self, game: BookGame[Any, Any]) -> None:
        self._game = game

    def solves(self, key: bytes) -> bool:
        return False

    def evaluate(self, key: bytes, excluded: frozenset[int] = frozenset()) -> RatedMove | None:
        steps: list[Step] = list(self._game.steps(key))
        moves = [step.move for step in steps if step.move not in excluded]
        return RatedMove(moves[0], Evaluation(0.0, model=self.model)) if moves else None


def another_game(folder: Path) -> None:
    rules: AcyclicRules[OthelloState] = OthelloRules()
    game = RulesBookGame(rules)
    evaluator: Evaluator = Guess(game)
    start = rules.start()
    move = rules.moves(start)[0]
    place: Place = game.place(start)
    assert place.sign == 1
    stores: list[Store] = [MemoryStore(game), SqliteStore.create(folder / "other.book", game)]
    for store in stores:
        book: GameBook[OthelloState, int] = GameBook(store, game)
        growth: Growth = book.add_lines([BookLine((move,))], evaluator)
        assert growth.positions >= 1
        node: BookNode | None = book.node(start)
        assert node is not None
        probe: Probe[int] | None = book.probe(start)
        assert probe is not None
        known: tuple[BookMove[int], ...] = tuple(probe.moves)
        assert known[0].value == BookValue.estimate(0.0)
        leaves: list[Leaf] = list(book.leaves(1, Selection(ply_cost=0.1)))
        assert len(leaves) == 1
        book.close()


def advice(book: OpeningBook, position: Position) -> BookAdvice:
    playing: AdvisingBook = book.in_play(BookPolicy(novelty=0.0))
    return playing.advise(position)


def othello(folder: Path) -> None:
    path = folder / "my.book"
    told: list[GrowthProgress] = []
    recipe: EvaluatorRecipe = EngineRecipe(depth=2, hash_mb=1)
    with Engine(hash_mb=1) as engine, Book.open(path, writable=True, create=True) as book:
        assert recipe.make().model == EngineEvaluator(engine, depth=2).model
        book.add_games([Game.from_moves("f5d6c3")], EngineEvaluator(engine, depth=2), on_progress=told.append)
        assert line_of(Game.from_moves("f5d6")).moves
        assert told
        runs: list[JournalRun] = list(book.journal())
        problems: list[BookProblem] = list(book.verify())
        figures: Statistics = book.statistics()
        assert (len(runs), problems, figures.positions) == (1, [], len(book))
        packed: Packed = book.pack(folder / "packed.book", note="to share")
        assert packed.positions == len(book)
        move: Square | None = advice(book, Position.initial()).move
        assert move in Position.initial().legal_moves
    base = PackedBook(folder / "packed.book")
    with Book.learning_over(base, folder / "over.book") as over, Engine(hash_mb=1) as engine:
        assert over.learned == 0
        over.add_games([Game.from_moves("f5f6e6")], EngineEvaluator(engine, depth=2))
        assert 0 < over.learned < len(over)
    with BookInPlay(path, BookPolicy()) as playing, Engine(hash_mb=1) as engine:
        learner: GameLearner = playing
        known: KnownPosition | None = playing.look_up(Position.initial())
        assert known is not None
        candidates: tuple[BookCandidate, ...] = tuple(known.candidates)
        assert candidates
        assert isinstance(learner, GameLearner)
        lesson: Lesson | None = playing.learn(Game.from_moves("f5d6c5f4e3f6g5e6e7"), engine)
        assert lesson is not None
        playing.undo(lesson)
        assert engine.search(Position.initial(), Limit(depth=1)).from_book is False


def main(folder: Path) -> None:
    another_game(folder)
    othello(folder)
