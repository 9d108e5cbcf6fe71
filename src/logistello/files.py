"""Files of the user: read within bounds, written whole or not at all, locked against others, kept in one folder.

A new version of a file is written as a draft beside it, flushed to the disk and renamed. Whatever happens in between -
an exception, ``kill -9``, a full disk, a power failure - the old version stays as it was. A draft is called
``.NAME.RANDOM.tmp``; it is removed on failure, and only a killed process leaves one behind.
"""

from __future__ import annotations

import errno
import os
import secrets
import stat
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

#: Matches the drafts of processes that were killed while they wrote.
DRAFTS = ".*.tmp"

#: Errors of writing that do not say which file they mean.
_WRITING_FAILED = (errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO)
#: Characters of the name that a draft repeats: with four bytes each, a draft's name still fits in 255 bytes.
_REPEATED = 50


#: More than any collection of games, and less than a machine's memory: whatever is larger is refused unread.
MOST_BYTES = 1 << 30
#: Of a device: those that give anything at all seldom end.
_MOST_OF_A_DEVICE = 1 << 24
_CHUNK = 1 << 20


def storable(name: str) -> str:
    """A name as a file, a database or a record can hold it: bytes that are no UTF-8 are written as escapes.

    >>> storable("Łódź.ggf"), storable(os.fsdecode(b"\\xff.ggf"))
    ('Łódź.ggf', '\\\\udcff.ggf')
    """
    return name.encode(errors="backslashreplace").decode()


# -- reading ----------------------------------------------------------------------------------


def read_whole(path: Path) -> bytes:
    """The content of a file, a pipe or a device. Raises ``OSError``, also if there is too much of it."""
    with path.open("rb") as file:
        return read_stream(file, str(path))


def read_stream(file: BinaryIO, name: str) -> bytes:
    """What is left in an open file, such as the standard input; an ``OSError`` calls it ``name``."""
    most, left = MOST_BYTES, None
    with suppress(OSError):  # a file in memory has no descriptor
        status = os.fstat(file.fileno())
        if stat.S_ISREG(status.st_mode):
            left = status.st_size
        elif stat.S_ISCHR(status.st_mode) or stat.S_ISBLK(status.st_mode):
            most = _MOST_OF_A_DEVICE
    parts: list[bytes] = []
    size = 0
    while left is None or left <= most:
        part = file.read(_CHUNK)
        if not part:
            return b"".join(parts)
        parts.append(part)
        size += len(part)
        if size > most:
            break
    raise OSError(errno.EFBIG, f"more than {most >> 20} MB to read; expected at most that much", name)


# -- writing ----------------------------------------------------------------------------------


@contextmanager
def naming(path: Path | str) -> Iterator[None]:
    """An ``OSError`` of writing, such as that of a full disk, names the file that is written in this block."""
    try:
        yield
    except OSError as error:
        if error.filename is None and error.errno in _WRITING_FAILED:
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise


def write_whole(path: Path, data: bytes | str) -> None:
    """Replace the content of a file; text is written as UTF-8 with the line ends that it has."""
    with writing_whole(path) as file:
        file.write(data.encode() if isinstance(data, str) else data)


def write_lines(path: Path, lines: Iterable[str]) -> None:
    """Replace the content of a file by lines of text, each ended by a line feed."""
    with writing_whole(path) as file:
        file.writelines(f"{line}\n".encode() for line in lines)


@contextmanager
def writing_whole(path: Path) -> Iterator[BinaryIO]:
    """A file to write to; what was written replaces ``path`` when the block ends without an exception."""
    with drafting(path) as draft, draft.open("wb") as file:
        yield file


@contextmanager
def drafting(path: Path, *, keep_existing: bool = False) -> Iterator[Path]:
    """An empty file to be written by name; it replaces ``path`` when the block ends without an exception.

    With ``keep_existing`` a file that exists by then stays and the draft is dropped: of several processes that make
    the same file one wins, and all can use it. Permissions of a file that is replaced are kept. A symbolic link stays
    a link; the file that it points to is replaced. A device or a pipe is written directly. An ``OSError`` names
    ``path``, never the draft.
    """
    if path.exists() and not path.is_file():
        with naming(path):
            yield path
        return
    target = Path(os.path.realpath(path))
    draft = target.with_name(f".{target.name[:_REPEATED]}.{secrets.token_hex(6)}.tmp")
    try:
        _make_empty(draft, like=target)
        yield draft
        _flush(draft)
        if keep_existing:
            _rename_unless_there(draft, target)
        else:
            draft.replace(target)
        _flush_folder(target.parent)
    except OSError as error:
        if str(error.filename) == str(draft) or (error.filename is None and error.errno in _WRITING_FAILED):
            raise OSError(error.errno, error.strerror, str(path)) from error
        raise
    finally:
        with suppress(OSError):  # after a success there is none
            draft.unlink()


def _make_empty(draft: Path, *, like: Path) -> None:
    """The system applies the user's mask to a new file; the permissions of one that is replaced are copied."""
    os.close(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666))
    with suppress(FileNotFoundError):
        draft.chmod(stat.S_IMODE(like.stat().st_mode))


def _flush(draft: Path) -> None:
    with draft.open("r+b") as file:
        os.fsync(file.fileno())


def _flush_folder(folder: Path) -> None:
    """Only this makes a rename survive a power failure. Windows cannot open folders, and some file systems refuse."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def _rename_unless_there(draft: Path, target: Path) -> None:
    try:
        os.link(draft, target)
    except FileExistsError:
        pass
    except OSError:  # a file system without links
        if not target.exists():
            draft.rename(target)


# -- locks ------------------------------------------------------------------------------------


@contextmanager
def locked(path: Path) -> Iterator[None]:
    """Hold the lock file ``path``, which is made if need be and stays. The system releases it when the process ends.

    Raises ``BlockingIOError`` at once if another process holds it.
    """
    import filelock

    lock = filelock.FileLock(path, blocking=False)
    try:
        lock.acquire()
    except filelock.Timeout:
        raise BlockingIOError(errno.EAGAIN, "locked by another process", str(path)) from None
    try:
        yield
    finally:
        lock.release()


def lock_open_file(descriptor: int) -> None:
    """Lock a file until it is closed. Raises ``BlockingIOError`` at once if another process has locked it.

    On Windows nobody else can then read the first byte, so the owner has to read through this descriptor, too.
    """
    import filelock

    if not filelock.lock_descriptor(descriptor, blocking=False):
        raise BlockingIOError(errno.EAGAIN, "locked by another process")


# -- the user's folder ------------------------------------------------------------------------


def data_folder() -> Path:
    """Where the user's own files are kept, such as the book and the library of games. It need not exist.

    This is the folder that the system intends for data of programs, unless an earlier version of this program left
    its files in another one.
    """
    from platformdirs import user_data_path

    usual, earlier = user_data_path("logistello", appauthor=False), _earlier_data_folder()
    return earlier if earlier.is_dir() and not usual.is_dir() else usual


def _earlier_data_folder() -> Path:
    """Where files were kept on macOS and Windows before platformdirs decided; elsewhere it has always been the same."""
    if sys.platform == "win32":
        programs = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        programs = Path.home() / "Library" / "Application Support"
    else:
        given = os.environ.get("XDG_DATA_HOME", "")
        programs = Path(given) if Path(given).is_absolute() else Path.home() / ".local" / "share"
    return programs / "logistello"
