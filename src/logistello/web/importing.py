"""Files of games into the library: read in a process with limits, stored piece by piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path, PurePosixPath, PureWindowsPath

from logistello.errors import NotationError, TaskLimitError
from logistello.jobs import Task
from logistello.jobs.limited_worker import LimitedWorker
from logistello.library import GameRow, Library, rows_of
from logistello.othello.notation import Document, ReadingLimits, WthorNames, read_portions
from logistello.othello.notation.wthor import PLAYER_SIZE, TOURNAMENT_SIZE, read_wthor
from logistello.web.schemas.base import Reply
from logistello.web.schemas.stored_games import FileProblem, ImportDone, ImportProgress

_MOST_PROBLEMS = 100
#: Games that go from the reading process to the library at once.
_PORTION = 500
_LIST_SUFFIXES = {".jou": PLAYER_SIZE, ".trn": TOURNAMENT_SIZE}


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it came, on the disk. Its name may hold folders: only the last part counts."""

    name: str
    path: Path

    @property
    def base(self) -> str:
        return PureWindowsPath(PurePosixPath(self.name).name).name[:200]

    @property
    def suffix(self) -> str:
        return PurePosixPath(self.base).suffix.lower()


@dataclass(frozen=True, slots=True)
class ReadPart:
    """What the reading process tells: some games, or what it could not read."""

    rows: list[GameRow]
    problems: list[FileProblem]


def import_games(
    library: Library,
    uploads: Sequence[Upload],
    tell: Callable[[Reply], None],
    worker: LimitedWorker,
    limits: ReadingLimits,
    seconds: float,
) -> None:
    """Store the games of all files; ``tell`` gets progress and, last, an ``ImportDone``.

    Lists of names serve all WTHOR files that come with them. If ``tell`` raises, what is stored stays; so it does if a
    file turns out to take more than the ``limits`` or those of the ``worker``, or ``seconds`` without a game.
    """
    problems: list[FileProblem] = []
    lists = [upload for upload in uploads if upload.suffix in _LIST_SUFFIXES]
    files = [upload for upload in uploads if upload.suffix not in _LIST_SUFFIXES]
    stored = new = 0
    for number, upload in enumerate(files):
        tell(ImportProgress(file=upload.base, files_done=number, files=len(files), games=stored))
        before = stored
        try:
            for part in worker.parts(Task(read_parts, (upload, lists, limits)), seconds):
                problems += part.problems
                if part.rows:
                    added = library.add(part.rows, upload.base)
                    stored += len(added.ids)
                    new += added.new
                    tell(ImportProgress(file=upload.base, files_done=number, files=len(files), games=stored))
        except (NotationError, TaskLimitError) as error:
            problems.append(_given_up(upload, error, stored - before))
    problems = list(dict.fromkeys(problems))  # what is wrong with a list is found for each file
    tell(ImportDone(games=new, duplicates=stored - new, problems=problems[:_MOST_PROBLEMS]))


def _given_up(upload: Upload, error: NotationError | TaskLimitError, stored: int) -> FileProblem:
    after = f"; {stored} games before that are stored" if stored else ""
    if isinstance(error, NotationError):
        return _problem(upload, error, after)
    return FileProblem(file=upload.base, code="too_much", message=f"reading it takes {error}{after}")


def _problem(upload: Upload, error: NotationError, after: str = "") -> FileProblem:
    return FileProblem(
        file=upload.base, code="bad_notation", message=f"{error}{after}", line=error.line, column=error.column
    )


# -- in the process that reads ------------------------------------------------------------------


def read_parts(upload: Upload, lists: Sequence[Upload], limits: ReadingLimits) -> Iterator[ReadPart]:
    """The games of a file, some at a time."""
    found: dict[str, Sequence[str]] = dict.fromkeys(_LIST_SUFFIXES, ())
    for each in lists:
        try:
            found[each.suffix] = found[each.suffix] or WthorNames.parse(
                each.path.read_bytes(), _LIST_SUFFIXES[each.suffix]
            )
        except NotationError as error:
            yield ReadPart([], [_problem(each, error)])
    for document in _documents(upload, found, limits):
        if document.errors:
            yield ReadPart([], [_problem(upload, error) for error in document.errors[:_MOST_PROBLEMS]])
        for rows in _portions(rows_of(document.games)):
            yield ReadPart(rows, [])


def _documents(upload: Upload, names: dict[str, Sequence[str]], limits: ReadingLimits) -> Iterable[Document]:
    if upload.suffix == ".wtb":
        return [read_wthor(upload.path.read_bytes(), names[".jou"], names[".trn"])]
    return read_portions(upload.path.read_bytes(), name=upload.base, limits=limits)


def _portions(rows: Iterator[GameRow]) -> Iterator[list[GameRow]]:
    while portion := list(islice(rows, _PORTION)):
        yield portion
