"""The book at the board: what it advises, and how it learns a game that was played."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

from logistello.book.engine_evaluator import EngineEvaluator
from logistello.book.growth import Growth
from logistello.book.probe import BookMove, Probe
from logistello.engine import Engine
from logistello.engine.opening_book import BookAdvice, BookPolicy
from logistello.othello import PASS, Color, Game, Position, Square

if TYPE_CHECKING:
    from logistello.book.othello_book import Book

#: Positions of the book that are looked at to find out whether a line was always won.
_MOST_LOOKED_AT = 500


def advise(book: Book, position: Position, policy: BookPolicy, rng: random.Random | None = None) -> BookAdvice | None:
    """The book's move and line; without a move that can be trusted, which moves are known to lose."""
    probe = book.probe(position, draw_value=policy.draw_value)
    if probe is None:
        return None
    chosen = book.choose(position, rng=rng, tolerance=policy.tolerance, draw_value=policy.draw_value)
    if chosen is None:
        left = set(position.legal_moves) - probe.lost
        return BookAdvice(avoid=frozenset(probe.lost) if left else frozenset())
    if policy.tolerance == 0:
        chosen = _played_instead(book, position, probe, chosen, policy)
    evaluation = chosen.evaluation
    return BookAdvice(
        pv=(chosen.move, *book.line(position.play(chosen.move))),
        score=chosen.value.discs(policy.draw_value),
        outcome=chosen.value.outcome,
        depth=0 if evaluation is None else evaluation.depth,
        confidence=100 if evaluation is None else evaluation.confidence,
    )


def _played_instead(
    book: Book, position: Position, probe: Probe[Square], best: BookMove[Square], policy: BookPolicy
) -> BookMove[Square]:
    """A move of the lines that has won so far, or one that is nearly as good as a best one that nobody played."""
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


def learn(book: Book, game: Game, engine: Engine, policy: BookPolicy, note: str = "") -> Growth:
    """The game becomes a line; every position on it gets its best deviation by searches of the engine."""
    search = EngineEvaluator(engine, depth=policy.learn_depth, solve_empties=policy.solve_empties)
    return book.add_games([game], search, note=note or _note(game))


def _note(game: Game) -> str:
    """Who played, for the journal."""
    names = [player.name for player in (game.black, game.white) if player.name]
    return " - ".join(names)
