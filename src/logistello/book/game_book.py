"""A book of any game: what its users see."""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from datetime import datetime
from hashlib import blake2b
from pathlib import Path
from typing import Generic, Self, TypeVar

from logistello.book import probe as probing
from logistello.book.book_game import BookGame, Place, Step
from logistello.book.counting import counted
from logistello.book.evaluation import Evaluation, Evaluator
from logistello.book.graph import BookPath, Graph
from logistello.book.growth import Grower, Growth, OnProgress, Search, Stop
from logistello.book.journal import JournalRun, forget, journal, undo, undo_run
from logistello.book.node import BookNode
from logistello.book.probe import BookMove, Probe
from logistello.book.selection import Leaf, Selection, leaves
from logistello.book.statistics import Statistics, statistics
from logistello.book.store import Run, Store, Unfinished
from logistello.book.text_format import lines_of, nodes_of, utf8_lines
from logistello.book.verify import BookProblem, verify
from logistello.errors import BookError
from logistello.files import write_lines
from logistello.jobs import Pool

P = TypeVar("P")
M = TypeVar("M", bound=int)


@dataclass(frozen=True)
class BookLine(Generic[P, M]):
    """Moves of a game, forced passes with or without."""

    moves: tuple[M, ...]
    #: Where they begin; ``None`` for the start of the game.
    start: P | None = None
    #: What is known of the result if the moves do not reach the end: the score for the side to move at the beginning.
    score: float | None = None


class GameBook(Generic[P, M]):
    """Positions with their best moves, learned from games and by searching on its own.

    Methods that search take an evaluator, or a recipe and a ``Pool`` whose workers make their own. ``stop`` is asked
    before each search. Every answer is kept as soon as it is there: whatever ends a run, what it found so far stays.
    """

    def __init__(self, store: Store, game: BookGame[P, M]) -> None:
        self.store = store
        self.game = game
        self.graph = Graph(store, game)

    # -- asking -------------------------------------------------------------------------------

    def __len__(self) -> int:
        """The number of positions."""
        return len(self.store)

    def __contains__(self, position: P) -> bool:
        return self.node(position) is not None

    def node(self, position: P) -> BookNode | None:
        """What is stored of a position; moves are in the book's frame."""
        return self.store.get(self.game.place(position).key)

    def nodes(self) -> Iterator[BookNode]:
        """All positions, in the order of their keys."""
        return self.store.all_nodes()

    def probe(self, position: P, *, draw_value: float = 0.0) -> Probe[M] | None:
        """What the book says of a position; ``None`` if it does not know it.

        ``draw_value`` is what a draw is worth to the side to move; the order of the moves depends on it.
        """
        place = self.game.place(position)
        with self.store.reading():
            node = self.store.get(place.key)
            if node is None:
                return None
            moves = self._moves(node, place) if place.sign > 0 else []
        moves.sort(key=lambda each: (-each.value.at(draw_value), not each.in_book, -each.games, each.move))
        known = node.moves if node.deviation is None else node.moves | {node.deviation.move}
        unknown = [step.move for step in self.game.steps(node.key) if step.move not in known]
        return Probe(
            value=node.value.signed(place.sign),
            moves=tuple(moves),
            unexplored=tuple(self.game.from_book(move, place) for move in unknown) if place.sign > 0 else (),
            games=node.games,
            complete=not node.pending,
            label=node.label,
        )

    def _moves(self, node: BookNode, place: Place) -> list[BookMove[M]]:
        moves = []
        for step in node.edges:
            after = self.graph.node(step.key)
            is_end = after.is_leaf or after.is_solved
            evaluation = after.label.before_move(step.sign) if after.label is not None and is_end else None
            move = self.game.from_book(step.move, place)
            moves.append(BookMove(move, after.value.signed(step.sign), True, after.games, evaluation))
        if node.deviation is not None:
            evaluation = node.deviation.evaluation
            move = self.game.from_book(node.deviation.move, place)
            moves.append(BookMove(move, evaluation.book_value, False, 0, evaluation))
        return moves

    def choose(
        self, position: P, *, rng: random.Random | None = None, tolerance: float = 0.0, draw_value: float = 0.0
    ) -> BookMove[M] | None:
        """The move to play by the value at the end of the book's line; see :func:`logistello.book.probe.choose`."""
        found = self.probe(position, draw_value=draw_value)
        return None if found is None else probing.choose(found, rng=rng, tolerance=tolerance, draw_value=draw_value)

    def line(self, position: P) -> tuple[M, ...]:
        """The principal variation of the book from here: best moves of both sides, with the passes between them."""
        moves: list[M] = []
        while True:
            place = self.game.place(position)
            if place.sign < 0:
                move = self.game.passing(position)
            else:
                best = self.probe(position)
                if best is None or not best.moves:
                    return tuple(moves)
                move = best.moves[0].move
            moves.append(move)
            position = self.game.play(position, move)

    def leaves(self, count: int, selection: Selection = Selection(), root: P | None = None) -> list[Leaf]:  # noqa: B008 - immutable
        """The leaves that would be expanded next, best first."""
        found: list[Leaf] = []
        for leaf in leaves(self.store, self._root(root), selection):
            if len(found) == count:
                break
            found.append(leaf)
        return found

    def _root(self, root: P | None) -> bytes:
        return self.game.place(self.game.start() if root is None else root).key

    # -- learning -----------------------------------------------------------------------------

    def add_lines(
        self,
        lines: Iterable[BookLine[P, M]],
        search: Search,
        pool: Pool | None = None,
        *,
        note: str = "",
        continuing: bool = False,
        stop: Stop | None = None,
        on_progress: OnProgress | None = None,
    ) -> Growth:
        """Every line becomes part of the book, then all searches that it lacks are made.

        A line ends where the search can solve the position, at the end of the game, or where its moves end. Raises
        ``IllegalMoveError``. With ``continuing``, a call that was cut short, by whatever it was, goes on where it
        stopped when it is made again with the same lines: each counts once. After it has come to its end, the same
        lines count again.
        """
        if continuing:
            return self._add_once(list(lines), search, pool, note, stop, on_progress)
        grower = self._grower("add", note, search, pool, None, stop, on_progress)
        for line in lines:
            if stop is not None and stop():
                break
            path = self._path(line, search)
            with self.graph.change(grower.run):
                new = self.graph.add_path(path)
            grower.tell(Growth(games=1, positions=new))
        grower.complete()
        return grower.growth

    def taken_in(self, lines: Iterable[BookLine[P, M]]) -> int:
        """How many of these lines a call with ``continuing`` took in that was cut short."""
        found = self.store.unfinished(self._digest(lines))
        return 0 if found is None else found.taken

    def _add_once(
        self,
        lines: list[BookLine[P, M]],
        search: Search,
        pool: Pool | None,
        note: str,
        stop: Stop | None,
        on_progress: OnProgress | None,
    ) -> Growth:
        """The book itself knows which line comes next, so that nobody takes one in twice, not even beside us."""
        content = self._digest(lines)
        begun = self._begun(content, note)
        grower = self._grower("add", note, search, pool, None, stop, on_progress, begun)
        while stop is None or not stop():
            with self.graph.change(begun):
                found = self.store.unfinished(content)
                if found is None or found.taken >= len(lines):
                    break
                new = self.graph.add_path(self._path(lines[found.taken], search))
                self.store.set_unfinished(content, Unfinished(begun.number, found.taken + 1))
            grower.tell(Growth(games=1, positions=new))
        grower.complete()
        if stop is None or not stop():
            with self.store.transaction(None):
                self.store.finish(begun.number)
        return grower.growth

    def _begun(self, content: bytes, note: str) -> Run:
        """The run that was cut short; a new one if there is none, or if the journal has forgotten what it did."""
        self._check_writable()
        new = self.store.new_run("add", note)
        with self.store.transaction(None):
            found = self.store.unfinished(content)
            taken = 0 if found is None else found.taken
            if found is not None and (not taken or any(entry.run == found.run for entry in self.store.entries())):
                return Run(found.run, "add", note)
            self.store.set_unfinished(content, Unfinished(new.number, taken))
        return new

    def _digest(self, lines: Iterable[BookLine[P, M]]) -> bytes:
        """Of all that lines say."""
        digest = blake2b(digest_size=16)
        for line in lines:
            start = None if line.start is None else self.game.portable(self.game.place(line.start).key)
            digest.update(repr((start, [int(move) for move in line.moves], line.score)).encode())
        return digest.digest()

    def _path(self, line: BookLine[P, M], search: Search) -> BookPath:
        """The line in the book's frame, cut where nothing more is to be learned; yet all its moves must be legal."""
        position = self.game.start() if line.start is None else line.start
        place = self.game.place(position)
        start, steps, cut = place.key, list[Step](), None
        for move in line.moves:
            if place.sign > 0:
                if cut is None and (search.solves(place.key) or self._is_solved(place.key)):
                    cut = len(steps)
                steps.append(self.game.step(place.key, self.game.to_book(move, place)))
            position = self.game.play(position, move)
            place = self.game.place(position)
            self.game.remember(self.game.portable(place.key))
        score = self.game.result(steps[-1].key if steps else start)
        if cut is None and score is not None:
            return BookPath(start, tuple(steps), Evaluation(score, proven=True))
        # What is known of the result, seen from the end of the line; the search will tell better.
        kept = steps[:cut]
        if score is not None:
            for step in reversed(steps[len(kept) :]):
                score *= step.sign
        elif line.score is not None:
            score = line.score
            for step in kept:
                score *= step.sign
        return BookPath(start, tuple(kept), Evaluation(0.0 if score is None else score + 0.0))

    def _is_solved(self, key: bytes) -> bool:
        node = self.store.get(key)
        return node is not None and node.is_solved

    def complete(
        self,
        search: Search,
        pool: Pool | None = None,
        *,
        stop: Stop | None = None,
        on_progress: OnProgress | None = None,
    ) -> Growth:
        """Make the searches that are missing: after a stop, an import or a merge."""
        grower = self._grower("complete", "", search, pool, None, stop, on_progress)
        grower.complete()
        return grower.growth

    def extend(
        self,
        search: Search,
        pool: Pool | None = None,
        *,
        selection: Selection = Selection(),  # noqa: B008 - immutable
        root: P | None = None,
        expansions: int | None = None,
        nodes: int | None = None,
        note: str = "",
        stop: Stop | None = None,
        on_progress: OnProgress | None = None,
    ) -> Growth:
        """Expand leaf after leaf, best first, until ``stop`` or a number of expansions or of visited positions."""
        grower = self._grower("extend", note, search, pool, root, stop, on_progress)
        key = self._root(root)
        if self.store.get(key) is None:
            with self.graph.change(grower.run):
                self.graph.add_path(BookPath(key, (), Evaluation(0.0)), games=0)
        grower.extend(selection, expansions, nodes)
        return grower.growth

    def refresh(
        self,
        search: Search,
        pool: Pool | None = None,
        *,
        min_depth: int = 0,
        root: P | None = None,
        stop: Stop | None = None,
        on_progress: OnProgress | None = None,
    ) -> Growth:
        """Search again what another model valued, or a search of less than ``min_depth``, best lines first.

        What has been renewed is recognised, so after a stop the same call goes on.
        """
        grower = self._grower("refresh", search.model, search, pool, root, stop, on_progress)
        grower.refresh(search.model, min_depth)
        return grower.growth

    def _grower(
        self,
        kind: str,
        note: str,
        search: Search,
        pool: Pool | None,
        root: P | None,
        stop: Stop | None,
        on_progress: OnProgress | None,
        run: Run | None = None,
    ) -> Grower:
        self._check_writable()
        if run is None:
            run = self.store.new_run(kind, note)
        return Grower(self.graph, search, pool, root=self._root(root), run=run, stop=stop, on_progress=on_progress)

    def _check_writable(self) -> None:
        if not self.store.writable:
            raise BookError("the book was opened for reading; open it with writable=True")

    # -- other books --------------------------------------------------------------------------

    def merge(self, other: GameBook[P, M], *, on_progress: Callable[[int], None] | None = None) -> Growth:
        """Take over what another book knows, all or nothing; of two evaluations the surer one is kept.

        Searches that lack then are made by :meth:`complete`. ``on_progress`` gets how many more positions were read.
        """
        if other.game.name != self.game.name:
            raise BookError(f"a book of {other.game.name} does not fit into one of {self.game.name}")
        with other.store.reading():
            return self.absorb(counted(self._known(other), on_progress), kind="merge")

    def _known(self, other: GameBook[P, M]) -> Iterator[BookNode]:
        """The positions of another book, known to our game when they come."""
        for node in other.nodes():
            self.game.remember(other.game.portable(node.key))
            yield node

    def absorb(self, nodes: Iterable[BookNode], *, kind: str, note: str = "") -> Growth:
        """Take over single positions, all or none. Raises ``BookError`` if an edge leads nowhere."""
        self._check_writable()
        run = self.store.new_run(kind, note)
        with self.graph.change(run):
            games, positions = self.graph.absorb(nodes)
        return Growth(games=games, positions=positions, run=run.number, begun=run.begun)

    def add_proofs(self, proofs: Iterable[tuple[P, Evaluation]], *, note: str = "") -> Growth:
        """Take over results that others have proven: each for the side to move in its position, ``proven``, of a
        bound that is not exact only with the value 0. All or none. Searches that lack then are made by
        :meth:`complete`.
        """
        self._check_writable()
        run = self.store.new_run("proofs", note)
        positions = 0
        with self.graph.change(run):
            for position, proof in proofs:
                if not proof.proven or (proof.bound != "exact" and proof.value != 0):
                    raise ValueError(f"{proof}; expected something proven")
                place = self.game.place(position)
                label = proof if place.sign > 0 else proof.after_move(-1)
                positions += self.graph.prove(place.key, label)
        return Growth(positions=positions, run=run.number, begun=run.begun)

    def link(self, *, on_progress: Callable[[int], None] | None = None) -> int:
        """Make moves that lead into the book its edges wherever they are not; returns how many were not.

        Moves are linked as far as that is noticed while the book grows; this looks at all of them. Searches that lack
        then are made by :meth:`complete`. ``on_progress`` gets how many more positions were looked at.
        """
        self._check_writable()
        with self.graph.change(self.store.new_run("link")):
            return sum(self.graph.link(key) for key in counted(self.store.all_keys(), on_progress))

    def write_text(self, path: str | os.PathLike[str], *, on_progress: Callable[[int], None] | None = None) -> int:
        """Write the book as text without loss, but for the journal. Returns the number of positions."""
        with self.store.reading():
            write_lines(Path(path), lines_of(counted(self.nodes(), on_progress), self.game))
            return len(self)

    def read_text(self, path: str | os.PathLike[str], *, on_progress: Callable[[int], None] | None = None) -> Growth:
        """Take over such a text, as in :meth:`merge`. Raises ``NotationError`` with the line. ``on_progress`` gets how
        many more lines were read."""
        with Path(path).open("rb") as file:
            lines = counted(utf8_lines(file), on_progress)
            return self.absorb(nodes_of(lines, self.game), kind="import", note=Path(path).name)

    # -- looking at all of it -----------------------------------------------------------------

    def statistics(self, *, on_progress: Callable[[int], None] | None = None) -> Statistics:
        """Figures; looks at every position. ``on_progress`` gets how many more."""
        with self.store.reading():
            return statistics(counted(self.nodes(), on_progress), self.game)

    def verify(
        self,
        *,
        solver: Evaluator | None = None,
        sample: int = 0,
        seed: int = 0,
        on_progress: Callable[[int], None] | None = None,
    ) -> list[BookProblem]:
        """Everything that is not as it must be: ``[]`` if all is well. With a ``solver`` ``sample`` proven results are
        solved again. ``on_progress`` gets the number of positions read."""
        return verify(self.store, self.game, solver=solver, sample=sample, seed=seed, on_progress=on_progress)

    # -- journal ------------------------------------------------------------------------------

    def journal(self) -> list[JournalRun]:
        """What can be taken back, newest first."""
        return journal(self.store)

    def undo(self, runs: int = 1) -> list[JournalRun]:
        """Take back the last runs exactly, all of them or none. Returns what was undone, newest first.

        Raises ``BookError`` if one of them changed the book in turns with others (:attr:`JournalRun.together_with`).
        """
        self._check_writable()
        return undo(self.store, runs)

    def undo_run(self, run: int, begun: datetime | None = None) -> list[JournalRun]:
        """Take back exactly this run (:attr:`Growth.run`); raises ``BookError`` if another one has written since.

        With ``begun`` (:attr:`Growth.begun`) also if the book is no longer the one in which it was made.
        """
        self._check_writable()
        return undo_run(self.store, run, begun)

    def forget_journal(self, keep: int = 0) -> None:
        """Drop all runs but the newest ``keep``, and those that wrote in turns with these: they cannot be taken back
        any more."""
        self._check_writable()
        forget(self.store, keep)

    def compact(self) -> None:
        """Give back space that is not used; afterwards a book in a file is one file, also for those who only read."""
        self._check_writable()
        self.store.compact()

    # -- life ---------------------------------------------------------------------------------

    def close(self) -> None:
        """Closing twice is fine."""
        self.store.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
