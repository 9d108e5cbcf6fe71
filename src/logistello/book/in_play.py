"""The book at the board: what it advises, and how it learns a game that was played."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from logistello.book.engine_evaluator import EngineEvaluator
from logistello.book.growth import Growth
from logistello.book.probe import BookMove, Probe
from logistello.engine import Engine
from logistello.engine.opening_book import BookAdvice, BookPolicy, is_worth_learning
from logistello.othello import Game, Position, Square

if TYPE_CHECKING:
    from logistello.book.othello_book import Book


def advise(book: Book, position: Position, policy: BookPolicy, rng: random.Random | None = None) -> BookAdvice | None:
    """The book's move and line; without a move that can be trusted, which moves are known to lose."""
    probe = book.probe(position, draw_value=policy.draw_value)
    if probe is None:
        return None
    chosen = book.choose(position, rng=rng, tolerance=policy.tolerance, draw_value=policy.draw_value)
    if chosen is None:
        left = set(position.legal_moves) - probe.lost
        return BookAdvice(avoid=frozenset(probe.lost) if left else frozenset())
    if not chosen.in_book:
        chosen = _played_instead(probe, chosen, policy)
    evaluation = chosen.evaluation
    return BookAdvice(
        pv=(chosen.move, *book.line(position.play(chosen.move))),
        score=chosen.value.discs(policy.draw_value),
        outcome=chosen.value.outcome,
        depth=0 if evaluation is None else evaluation.depth,
        selectivity=100 if evaluation is None else evaluation.confidence,
    )


def _played_instead(probe: Probe[Square], deviation: BookMove[Square], policy: BookPolicy) -> BookMove[Square]:
    """A move of the lines that is nearly as good as the deviation, if there is one that is not lost."""
    enough = deviation.value.at(policy.draw_value) - policy.novelty
    for each in probe.moves:
        if each.in_book and each.value.outcome != "loss" and each.value.at(policy.draw_value) >= enough:
            return each
    return deviation


def learn(book: Book, game: Game, engine: Engine, policy: BookPolicy, note: str = "") -> Growth:
    """The game becomes a line; every position on it gets its best deviation by searches of the engine."""
    search = EngineEvaluator(engine, depth=policy.learn_depth, solve_empties=policy.solve_empties)
    return book.add_games([game], search, note=note or _note(game))


def _note(game: Game) -> str:
    """Who played, for the journal."""
    names = [player.name for player in (game.black, game.white) if player.name]
    return " - ".join(names)


class BookPlayer:
    """A book for somebody who plays without an engine, or only now and then with one.

    :meth:`move` and :meth:`learn` are what a session at the board asks for.
    """

    def __init__(self, book: Book, engine: Engine, policy: BookPolicy | None = None, *, learn: bool = False) -> None:
        """``engine`` searches for what is learned; games are learned only if ``learn`` is set."""
        self.book = book
        self.learns = learn
        self._engine = engine
        self._policy = policy or BookPolicy()
        self._rng = self._policy.rng()

    def move(self, position: Position) -> Square | None:
        """The book's move; ``None`` if somebody else must find one."""
        advice = advise(self.book, position, self._policy, self._rng)
        return advice.pv[0] if advice is not None and advice.pv else None

    def learn(self, game: Game) -> None:
        """Make a finished game part of the book, if that was asked for."""
        if self.learns and is_worth_learning(game):
            learn(self.book, game, self._engine, self._policy)
