"""Files of games into the library."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import PurePosixPath, PureWindowsPath

from logistello.errors import NotationError
from logistello.library import Library, rows_of
from logistello.othello.notation import Document, WthorNames, read
from logistello.othello.notation.wthor import PLAYER_SIZE, TOURNAMENT_SIZE, read_wthor
from logistello.web.schemas.base import Reply
from logistello.web.schemas.stored_games import ImportDone, ImportProgress

_MOST_PROBLEMS = 100


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it came. Its name may hold folders: only the last part counts."""

    name: str
    data: bytes

    @property
    def base(self) -> str:
        return PureWindowsPath(PurePosixPath(self.name).name).name[:200]

    @property
    def suffix(self) -> str:
        return PurePosixPath(self.base).suffix.lower()


def import_games(library: Library, uploads: Sequence[Upload], tell: Callable[[Reply], None]) -> None:
    """Store the games of all files; ``tell`` gets progress and, last, an ``ImportDone``.

    Lists of names serve all WTHOR files that come with them. If ``tell`` raises, what is stored stays.
    """
    problems: list[str] = []
    players = _names(uploads, ".jou", PLAYER_SIZE, problems)
    tournaments = _names(uploads, ".trn", TOURNAMENT_SIZE, problems)
    files = [upload for upload in uploads if upload.suffix not in (".jou", ".trn")]
    before = len(library)
    stored = 0
    for number, upload in enumerate(files):

        def progress(done: int, number: int = number, name: str = upload.base, stored: int = stored) -> None:
            tell(ImportProgress(file=name, files_done=number, files=len(files), games=stored + done))

        progress(0)
        try:
            document = _read(upload, players, tournaments)
        except NotationError as error:
            problems.append(f"{upload.base}: {error}")
            continue
        problems.extend(f"{upload.base}: {error}" for error in document.errors[:_MOST_PROBLEMS])
        stored += len(library.add(rows_of(document.games), upload.base, progress))
    new = len(library) - before
    tell(ImportDone(games=new, duplicates=max(stored - new, 0), problems=problems[:_MOST_PROBLEMS]))


def _names(uploads: Sequence[Upload], suffix: str, size: int, problems: list[str]) -> Sequence[str]:
    for upload in uploads:
        if upload.suffix == suffix:
            try:
                return WthorNames.parse(upload.data, size)
            except NotationError as error:
                problems.append(f"{upload.base}: {error}")
    return ()


def _read(upload: Upload, players: Sequence[str], tournaments: Sequence[str]) -> Document:
    if upload.suffix == ".wtb":
        return read_wthor(upload.data, players, tournaments)
    return read(upload.data, name=upload.base)
