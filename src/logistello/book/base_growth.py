"""Growing a packed book: many positions with quick values at first, then deeper ones in order of importance.

The book is kept in memory and written as a whole now and then, which takes less time than a transaction for each
search; what ``kill -9`` costs are these minutes. Everything that is done depends on the book alone, so growing goes on
where it stopped.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import chain, islice
from pathlib import Path

from logistello.book.evaluation import Evaluation, Evaluator
from logistello.book.memory_store import MemoryStore
from logistello.book.node import BookNode
from logistello.book.othello_book import Book
from logistello.book.othello_game import OthelloBookGame
from logistello.book.packed_book import PackedBook, write_packed
from logistello.book.selection import Selection, leaves, visits
from logistello.book.value import BookValue
from logistello.book.work import Work, ask
from logistello.othello import Game, Position, Square
from logistello.othello.opening_names import all_openings
from logistello.othello.xot import xot_openings

#: Positions that at least so many games reached are searched so deep, one group after the other; and begin again.
TIERS = (
    (60, 16),
    (60, 18),
    (20, 14),
    (20, 16),
    (8, 14),
    (20, 18),
    (8, 16),
    (60, 20),
    (4, 14),
    (0, 14),
    (4, 16),
    (0, 16),
    (0, 18),
    (0, 20),
)
#: What decides which moves are played comes first, whatever people play: lines that give away little, both sides
#: together, to these depths.
_DECISIVE = Selection(ply_cost=0.2, max_loss=6.0)
_DECISIVE_DEPTHS = (16, 18)
_DECISIVE_POSITIONS = 3000
#: Searches after which these lines are looked up anew: values have changed.
_BETWEEN_LOOKS = 40

#: The engine's own lines, in turns: the best one, broader ones, and all that makes sense in the first eight plies.
_SELECTIONS = (
    Selection(),
    Selection(ply_cost=0.1, max_loss=8.0),
    Selection(ply_cost=0.3, max_loss=10.0),
    Selection(ply_cost=1.0, max_loss=6.0, max_plies=8),
)
_LEAVES_IN_A_TURN = 8
#: Of the time for deeper values goes into own lines.
_SHARE_OF_LINES = 0.25
_SECONDS_BETWEEN_WRITES = 900.0


@dataclass(frozen=True)
class GrowthSearches:
    """Who searches: quickly for all positions, and at every depth of the tiers."""

    quick: Evaluator
    deep: Callable[[int], Evaluator]
    #: For own lines.
    depth: int = 18
    tiers: tuple[tuple[int, int], ...] = TIERS
    #: Depths for the lines that decide which moves are played.
    decisive: tuple[int, ...] = _DECISIVE_DEPTHS


class BaseGrowth:
    """A packed book that grows."""

    def __init__(self, path: Path, *, stop: Callable[[], bool], tell: Callable[[str], None]) -> None:
        """``path`` is read if it is there. ``stop`` is asked before each search; ``tell`` gets a line now and then."""
        game = OthelloBookGame()
        self.path = path
        self.book = Book(MemoryStore(game), game)
        self._stop, self._tell = stop, tell
        self._history: list[str] = []
        self._written = time.monotonic()
        self.searches = 0
        if path.exists():
            base = PackedBook(path)
            self._history = list(base.about.get("history", []))
            with self.book.store.transaction(None):
                for node in base.all_nodes():
                    self.book.store.put(node)
            tell(f"{path}: {len(self.book):,} positions to begin with")

    # -- positions ----------------------------------------------------------------------------

    def take_over(self, other: Book) -> None:
        """Positions and searches of another book; of two evaluations the surer one."""
        with self.book.graph.change(None):
            self.book.graph.absorb(other.nodes())

    def take_in(self, games: Mapping[bytes, int]) -> int:
        """Positions that are not the end of a game, with the number of games that reached them; returns how many are
        new. A move between two positions of the book is part of it. The same positions again change nothing."""
        book, game = self.book, self.book.game
        known = {*book.store.all_keys(), *games}
        new = len(known) - len(book)
        searched = self._searched_as_deviations()
        with book.graph.change(None):
            for key in known:
                edges = tuple(step for step in game.steps(key) if step.key in known)
                node = book.store.get(key)
                count = max(games.get(key, 0), 0 if node is None else node.games)
                if node is None:
                    told = searched.get(key, Evaluation(0.0))
                    label = told if not edges or told.proven else None
                    book.graph.put(BookNode(key, BookValue(0.0, 0.0), edges, None, label, count))
                elif node.is_solved or set(edges) == set(node.edges):
                    book.graph.put(replace(node, games=count))
                else:
                    moves = {step.move for step in edges}
                    left = None if node.deviation is None or node.deviation.move in moves else node.deviation
                    label = node.label if node.label is not None and node.label.proven else None
                    book.graph.put(replace(node, edges=edges, deviation=left, label=label, games=count))
        self._tell(f"{new:,} new positions, now {len(book):,}")
        return new

    def _searched_as_deviations(self) -> dict[bytes, Evaluation]:
        """What is known of positions that are not in the book, as moves that lead out of it."""
        found: dict[bytes, Evaluation] = {}
        for node in self.book.nodes():
            if node.deviation is not None:
                step = self.book.game.step(node.key, node.deviation.move)
                evaluation = node.deviation.evaluation.after_move(step.sign)
                if step.key not in found or evaluation.sureness > found[step.key].sureness:
                    found[step.key] = evaluation
        return found

    # -- searches -----------------------------------------------------------------------------

    def run(self, searches: GrowthSearches) -> None:
        """Quick values for all that has none; then deeper ones and own lines, until it is stopped."""
        self._complete(searches.quick)
        deeper, lines = self._deepen(searches), self._own_lines(searches)
        spent = {id(deeper): 0.0, id(lines): 0.0}
        going_on = True
        while going_on and not self._stop():
            few = spent[id(lines)] < _SHARE_OF_LINES * sum(spent.values())
            turn = lines if few else deeper
            begun = time.process_time()
            going_on = next(turn, None) is not None
            spent[id(turn)] += time.process_time() - begun
        self._complete(searches.quick)

    def _search(self, work: Work, evaluator: Evaluator) -> None:
        answers = ask(evaluator, work.questions)
        with self.book.graph.change(None):
            self.book.graph.apply(work, answers)
        self.searches += 1
        if time.monotonic() - self._written > _SECONDS_BETWEEN_WRITES:
            self.write()

    def _complete(self, evaluator: Evaluator) -> None:
        """What many games reached comes first."""
        graph, store = self.book.graph, self.book.store
        while missing := [node for key in store.pending() if (node := store.get(key)) is not None]:
            self._tell(f"{len(missing):,} positions lack a search")
            for node in sorted(missing, key=lambda each: (-each.games, each.key)):
                if self._stop():
                    return
                now = store.get(node.key)
                if now is not None and now.pending:
                    self._search(graph.completion(node.key), evaluator)

    def _deepen(self, searches: GrowthSearches) -> Iterator[bool]:
        for depth in searches.decisive:
            yield from self._deepen_decisive(searches.deep(depth), depth)
        for games, depth in searches.tiers:
            evaluator = searches.deep(depth)
            shallow = [node for node in self.book.nodes() if node.games >= games and _is_shallow(node, depth)]
            if shallow:
                self._tell(f"{len(shallow):,} positions of {games} games or more to depth {depth}")
            for node in sorted(shallow, key=lambda each: (-each.games, each.key)):
                now = self.book.store.get(node.key)
                if now is not None and not now.pending and _is_shallow(now, depth):
                    self._search(self.book.graph.renewal(node.key), evaluator)
                    yield True

    def _deepen_decisive(self, evaluator: Evaluator, depth: int) -> Iterator[bool]:
        root = self.book.game.place(Position.initial()).key
        while shallow := list(islice(self._shallow_decisive(root, depth), _BETWEEN_LOOKS)):
            for key in shallow:
                node = self.book.store.get(key)
                if node is not None and not node.pending and _is_shallow(node, depth):
                    self._search(self.book.graph.renewal(key), evaluator)
                yield True

    def _shallow_decisive(self, root: bytes, depth: int) -> Iterator[bytes]:
        for visit in islice(visits(self.book.store, root, _DECISIVE), _DECISIVE_POSITIONS):
            node = self.book.store.get(visit.key)
            if node is not None and not node.pending and _is_shallow(node, depth):
                yield visit.key

    def _own_lines(self, searches: GrowthSearches) -> Iterator[bool]:
        graph, store = self.book.graph, self.book.store
        root = self.book.game.place(Position.initial()).key
        evaluator = searches.deep(searches.depth)
        done: set[tuple[bytes, int | None]] = set()
        while True:
            before = len(done)
            for selection in _SELECTIONS:
                turn = len(done) + _LEAVES_IN_A_TURN
                for leaf in leaves(store, root, selection):
                    if leaf.name in done or not leaf.is_still_one(store):
                        continue
                    done.add(leaf.name)
                    work = graph.completion(leaf.key) if leaf.pending else graph.expansion(leaf.key, leaf.move)
                    self._search(work, evaluator)
                    yield True
                    if len(done) >= turn:
                        break
            if len(done) == before:
                return

    # -- the file -----------------------------------------------------------------------------

    def note(self, line: str) -> None:
        """A line of the history that the file keeps."""
        self._history.append(f"{datetime.now(UTC):%Y-%m-%d} {line}")

    def write(self, note: str = "", trusted_depth: int = 0) -> None:
        """Replace the file. Moves are played without thinking only if all searches that they rest on are so deep."""
        about = {
            "created": datetime.now(UTC).isoformat(timespec="seconds"),
            "note": note,
            "history": self._history,
            "trusted_depth": trusted_depth,
        }
        packed = write_packed(self.path, self.book.nodes(), about)
        self._written = time.monotonic()
        self._tell(f"{packed.positions:,} positions, {packed.bytes / 1e6:.2f} MB, {self.searches:,} searches so far")


def opening_positions() -> dict[bytes, int]:
    """Keys of the positions on the way to balanced and to named openings."""
    game = OthelloBookGame()
    lines: Iterable[Iterable[Square]] = chain(
        xot_openings(), (Game.from_moves(opening.moves).moves for opening in all_openings())
    )
    found: dict[bytes, int] = {}
    for line in lines:
        position = Position.initial()
        found[game.place(position).key] = 0
        for move in line:
            position = position.play(move)
            if not position.is_over:
                found[game.place(position).key] = 0
    return found


def _is_shallow(node: BookNode, depth: int) -> bool:
    held = node.label if node.is_leaf else None if node.deviation is None else node.deviation.evaluation
    return held is not None and not held.proven and held.depth < depth
