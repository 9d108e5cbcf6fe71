"""Reading whatever was pasted or opened, and writing it in a format by name."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path, PurePath

from logistello.errors import NotationError
from logistello.files import read_whole, write_whole
from logistello.othello.notation.board import EMOJI_SELECTOR, SYMBOL_CLASS, looks_like_bitboards
from logistello.othello.notation.document import ChainedGames, Document, portions_of
from logistello.othello.notation.fen import looks_like_fen
from logistello.othello.notation.formats import FORMATS, Format, format_of_suffix
from logistello.othello.notation.ios import looks_like_ios
from logistello.othello.notation.limits import NO_LIMITS, ReadingLimits
from logistello.othello.notation.link import looks_like_link
from logistello.othello.notation.reading_note import ReadingNote
from logistello.othello.notation.source import shorten
from logistello.othello.notation.table import looks_like_table
from logistello.othello.notation.wthor import (
    GAME,
    HEADER_SIZE,
    PLAYER_SIZE,
    TOURNAMENT_SIZE,
    WthorHeader,
    WthorNames,
    read_wthor,
)
from logistello.othello.notation.wthor_write import write_wthor_files

#: Games of one portion of a large file.
_PORTION = 1000

_LOGBOOK = re.compile(rb"[+-][a-h][1-8](?:[+-][a-h][1-8])*+\s*:")
_BOARD_START = re.compile(rf"(?:8\s+)?[{SYMBOL_CLASS}|\s]{{64}}")
_PLUS_BOARD = re.compile(r"[+●○⚫⚪]{64}")
_COLUMN_LETTERS = re.compile("^[ \t|+]{0,9}" + "[ \t|]{0,9}".join("abcdefgh"), re.IGNORECASE | re.MULTILINE)
_BOARD_ROW = re.compile(rf"^[ \t|]{{0,9}}(?:[1-8][ \t|]{{0,9}})?(?:[{SYMBOL_CLASS}][ |]{{0,3}}){{8}}", re.MULTILINE)


def read(
    source: str | bytes,
    *,
    name: str | None = None,
    format: str | None = None,  # noqa: A002
    keep_positions: bool = False,
    limits: ReadingLimits = NO_LIMITS,
) -> Document:
    """Recognise and read a text or the bytes of a file, gzip included.

    ``name`` is a file name that helps where the content alone does not tell (``.jou`` or ``.trn``);
    ``format`` is a name of :data:`FORMATS` that skips the guess.
    With ``keep_positions`` games that are read as arrays keep their positions (``BulkGames.visited``).
    ``limits`` bound what is made of a source that cannot be trusted.
    Items that cannot be read are listed in ``Document.errors``; if nothing can be read, the first
    ``NotationError`` is raised.

    >>> document = read("f5d6c3d3c4")
    >>> document.format, len(document.games)
    ('transcript', 1)
    """
    found, content, note = _opened(source, name, format, limits)
    if isinstance(content, bytes):
        assert found.read_bytes is not None  # noqa: S101  # a format has at least one reader
        document = found.read_bytes(content, **({"keep_positions": keep_positions} if found.bulk else {}))
        limits.check_games(len(document.games))
        return document
    assert found.read_text is not None  # noqa: S101
    document = found.read_text(content, limits)
    if note:
        document.notes.append(note)
    return document


def read_portions(
    source: bytes, *, name: str | None = None, limits: ReadingLimits = NO_LIMITS, size: int = _PORTION
) -> Iterator[Document]:
    """The same as :func:`read` in documents of at most ``size`` games, so that memory does not grow with the file.

    Formats that are read as arrays, and transcripts, of which only the whole tells where games end, come in one piece.
    """
    found, content, note = _opened(source, name, None, limits)
    if found.items is None or isinstance(content, bytes):
        yield read(content, name=name, format=found.name, limits=limits)
        return
    for number, document in enumerate(portions_of(found.name, found.items, content, limits, size)):
        if note and not number:
            document.notes.append(note)
        yield document


def _opened(
    source: str | bytes, name: str | None, format_name: str | None, limits: ReadingLimits
) -> tuple[Format, str | bytes, str | None]:
    """The format, what its reader takes, and how that was decoded, if that is worth a note."""
    suffix = _suffix(name)
    found = None if format_name is None else _format_named(format_name)
    note = None
    if not isinstance(source, str | bytes):
        raise TypeError(f"read() takes a text or bytes, not {source!r}; read_file() takes the name of a file")
    if isinstance(source, bytes):
        if source[:2] == b"\x1f\x8b":
            source = limits.unpack(source)
        found = found or _recognise_bytes(source, suffix)
        if found is not None and found.binary:
            return found, source, None
        source, note = _decode(source)
    found = found or recognise(source, suffix)
    return found, source.encode("utf-8", "replace") if found.binary else source, note


def _format_named(name: str) -> Format:
    if name not in FORMATS:
        raise NotationError(f"unknown format {shorten(name)}", expected=f"one of: {' '.join(FORMATS)}")
    return FORMATS[name]


def recognise(text: str, suffix: str = "") -> Format:
    """The format of a text. Raises ``NotationError`` if no format matches."""
    content = text.strip("\ufeff \t\r\n")
    if not content:
        raise NotationError("the text is empty", line=1, column=1, expected="a game or a position")
    name = _recognise_marked(content, suffix) or _recognise_lines(content)
    if name is None:
        hint = format_of_suffix(suffix)
        if hint is None or hint.binary:
            raise NotationError(
                f"neither a game nor a position: {shorten(content)}",
                line=1,
                column=1,
                expected="moves, a board, FEN, OBF, GGF, SGF, PGN, WTHOR or logbook lines",
            )
        return hint
    return FORMATS[name]


def _recognise_marked(content: str, suffix: str) -> str | None:
    """Formats with a syntax of their own."""
    head = content[:4000]
    if re.search(r"\(\s*;", head):
        is_ggf = re.search(r"GM\s*\[\s*(?:othello|reversi)", content, re.I) or "BO[" in content
        return "ggf" if suffix == ".ggf" or (is_ggf and suffix != ".sgf") else "sgf"
    if re.match(r'\[\s*[A-Za-z0-9_]+\s+"', head):
        return "pgn"
    if head[0] in "{[":
        return "quest"
    if looks_like_table(content):
        return "table"
    if _LOGBOOK.match(head.encode("utf-8", "replace")):
        return "logbook"
    if looks_like_ios(head):
        return "ios"
    return "link" if looks_like_link(head) else None


def _recognise_lines(content: str) -> str | None:
    """Positions, problems and transcripts, which have nothing but their content."""
    head = content[:4000].replace(EMOJI_SELECTOR, "")
    first = next((line for line in head.split("\n") if line.split("%")[0].strip()), "")
    if looks_like_fen(first) or looks_like_bitboards(first):
        return "position"
    if _BOARD_START.match(first.strip()):
        return "obf" if ";" in head or "%" in head else "position"
    if head.startswith("%"):
        return "obf"
    if _COLUMN_LETTERS.search(head) or len(_BOARD_ROW.findall(head)) >= 4:
        return "position"
    glued = "".join(head.split())
    if _BOARD_START.match(glued) or _PLUS_BOARD.match(glued):
        return "position"
    if re.search(r"[a-h][1-8]", head, re.I):
        return "transcript"
    return None


def _recognise_bytes(data: bytes, suffix: str) -> Format | None:
    hint = format_of_suffix(suffix)
    if hint is not None and hint.name in ("wthor", "jou", "trn"):
        return hint
    if _LOGBOOK.match(data):
        return FORMATS["logbook"]
    if len(data) >= HEADER_SIZE and not _is_printable(data[:HEADER_SIZE]):
        header = WthorHeader.parse(data)
        body = len(data) - HEADER_SIZE
        if header.games and not header.names and body == header.games * GAME.itemsize:
            return FORMATS["wthor"]
        if header.names and not header.games and body == header.names * PLAYER_SIZE:
            return FORMATS["jou"]
        if header.names and not header.games and body == header.names * TOURNAMENT_SIZE:
            return FORMATS["trn"]
    if b"\0" in data[:4000]:
        offset = data.index(b"\0")
        raise NotationError(
            f"a binary file of an unknown kind (zero at byte offset {offset})", expected="WTHOR or text"
        )
    return None


def _is_printable(data: bytes) -> bool:
    return all(byte >= 32 or byte in b"\t\r\n" for byte in data)


def _decode(data: bytes) -> tuple[str, str | None]:
    try:
        return data.decode("utf-8-sig"), None
    except UnicodeDecodeError as error:
        words = f"no UTF-8 at byte offset {error.start}; read as Latin-1"
        return data.decode("latin-1"), ReadingNote(words, "latin_1", offset=error.start)


def _suffix(name: str | None) -> str:
    path = PurePath(name or "")
    suffix = path.suffix.lower()
    return PurePath(path.stem).suffix.lower() if suffix == ".gz" else suffix


# -- files and folders ------------------------------------------------------------------------


def find_files(path: Path) -> tuple[list[Path], list[Path]]:
    """The files of a folder (or the one file) to read, and those whose names show that they hold no games.

    WTHOR's name lists belong to the games beside them and are not listed.
    """
    if not path.is_dir():
        return [path], []
    files, skipped = [], []
    for file in sorted(entry for entry in path.rglob("*") if entry.is_file()):
        entry = format_of_suffix(_suffix(file.name))
        if entry is None:
            skipped.append(file)
        elif entry.name not in ("jou", "trn"):
            files.append(file)
    return files, skipped


def read_file(
    path: Path,
    *,
    format: str | None = None,  # noqa: A002
    data: bytes | None = None,
    keep_positions: bool = False,
) -> Document:
    """One file; for WTHOR games with the names of the lists in the same folder.

    ``data`` is its content, if it has been read already. ``keep_positions`` is that of :func:`read`.
    """
    data = read_whole(path) if data is None else data
    if format not in (None, "wthor") or (format is None and _suffix(path.name) != ".wtb"):
        return read(data, name=path.name, format=format, keep_positions=keep_positions)
    if data[:2] == b"\x1f\x8b":
        data = NO_LIMITS.unpack(data)
    notes: list[str] = []
    players = _names_beside(path, ".jou", PLAYER_SIZE, notes)
    tournaments = _names_beside(path, ".trn", TOURNAMENT_SIZE, notes)
    document = read_wthor(data, players, tournaments, keep_positions=keep_positions)
    document.notes.extend(notes)
    return document


def _names_beside(path: Path, suffix: str, size: int, notes: list[str]) -> tuple[str, ...] | WthorNames:
    """The list of the same stem if there is one, else the only one of the folder."""
    lists = sorted(entry for entry in path.parent.iterdir() if entry.suffix.lower() == suffix)
    same = [entry for entry in lists if entry.stem.lower() == path.stem.lower()]
    if same:
        lists = same
    if len(lists) > 1:
        notes.append(f"{path.name}: several {suffix} files in the same folder; names were not read")
    if len(lists) != 1:
        return ()
    try:
        return WthorNames.parse(read_whole(lists[0]), size)
    except NotationError as error:
        notes.append(f"{lists[0].name} was not used: {error}")
        return ()


def read_files(
    path: Path,
    *,
    format: str | None = None,  # noqa: A002
) -> Iterator[tuple[Path, Document | NotationError]]:
    """Every file of a folder with its content, or the reason why it could not be read."""
    for file in find_files(path)[0]:
        try:
            yield file, read_file(file, format=format)
        except NotationError as error:
            yield file, error


def read_path(path: Path | str, *, format: str | None = None) -> Document:  # noqa: A002
    """A file, or all files of a folder as one document whose errors name their file.

    ``format`` skips the guess, for a folder in each of its files. Raises ``NotationError`` when nothing
    can be read, ``OSError`` when a file cannot be opened.
    """
    path = Path(path)
    if not path.is_dir():
        return read_file(path, format=format)
    merged = Document("")
    parts = []
    formats: set[str] = set()
    for file, content in read_files(path, format=format):
        label = file.relative_to(path).as_posix()
        if isinstance(content, NotationError):
            merged.errors.append(_in_file(content, label))
            continue
        formats.add(content.format)
        parts.append(content.games)
        merged.problems.extend(content.problems)
        merged.errors.extend(_in_file(error, label) for error in content.errors)
        merged.notes.extend(f"{label}: {note}" for note in content.notes)
    merged.games = ChainedGames(parts)
    merged.format = formats.pop() if len(formats) == 1 else "folder"
    merged.notes.extend(f"{file.relative_to(path).as_posix()}: skipped" for file in find_files(path)[1])
    if not merged.games and not merged.problems and not merged.errors:
        raise NotationError(f"no games and no positions in the folder {path.name}")
    return merged.checked()


def _in_file(error: NotationError, label: str) -> NotationError:
    named = NotationError(f"{label}: {error.reason}", line=error.line, column=error.column, expected=error.expected)
    named.__cause__ = error.__cause__
    return named


def write(document: Document, format: str) -> bytes:  # noqa: A002  # the word users know
    """The document in a format of :data:`FORMATS`. Raises ``NotationError`` if that cannot hold it.

    >>> write(read("f5d6c3"), "logbook")
    Traceback (most recent call last):
    ...
    logistello.errors.NotationError: game 1 is not over: a logbook needs its raw disc difference
    """
    entry = FORMATS.get(format)
    if entry is None or entry.write is None:
        writable = " ".join(name for name, known in FORMATS.items() if known.write)
        raise NotationError(f"no format to write: {shorten(format)}", expected=f"one of: {writable}")
    if entry.name not in ("jou", "trn"):
        if document.games and not entry.games:
            raise NotationError(f"the format {entry.name} holds no games")
        if document.problems and not entry.positions:
            raise NotationError(f"the format {entry.name} holds no positions")
    return entry.write(document)


def write_path(document: Document, path: Path | str, format: str | None = None) -> list[Path]:  # noqa: A002
    """Write a file, in the format its name tells unless one is given; returns the files written.

    WTHOR games get their lists of players and tournaments beside them, with the same stem.
    """
    path = Path(path)
    by_name = format_of_suffix(path.suffix)
    name = format or (by_name.name if by_name else "")
    data = write(document, name)
    if name != "wthor":
        write_whole(path, data)
        return [path]
    files = write_wthor_files(document.games)
    contents = {path: files.games, path.with_suffix(".jou"): files.players, path.with_suffix(".trn"): files.tournaments}
    for file, content in contents.items():
        write_whole(file, content)
    return list(contents)
