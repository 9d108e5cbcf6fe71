"""Tasks on their way to another machine: the files that their arguments name travel once, by content.

The sender replaces every ``Path`` of a file by the SHA-256 of what is in it. The receiver has a folder of such files,
fetches what it lacks, and puts its own path in place of the number.
"""

from __future__ import annotations

import hashlib
import io
import os
import pickle
import shutil
import tempfile
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from logistello.errors import JobError
from logistello.jobs.task import Task

#: Files that a machine keeps; those used longest ago are removed first.
_MOST_KEPT = 32


@dataclass(frozen=True)
class Parcel:
    """A task without its files."""

    task: bytes
    #: SHA-256 of the files that it needs.
    files: tuple[str, ...]


class Packer:
    """Makes parcels, and remembers what was read: a file is hashed again only if it seems to have changed."""

    def __init__(self, on_file: Callable[[str, bytes], None]) -> None:
        """``on_file`` gets hash and content of every file when it is met for the first time."""
        self._on_file = on_file
        self._seen: dict[tuple[str, int, int, int], str] = {}
        self._handed_over: set[str] = set()

    def pack(self, task: Task) -> Parcel:
        buffer = io.BytesIO()
        pickler = _Pickler(buffer, self)
        pickler.dump(task)
        return Parcel(buffer.getvalue(), tuple(pickler.files))

    def hash_of(self, path: Path) -> str:
        found = path.stat()
        key = (str(path.absolute()), found.st_ino, found.st_size, found.st_mtime_ns)
        if key not in self._seen:
            content = path.read_bytes()
            self._seen[key] = name = hashlib.sha256(content).hexdigest()
            if name not in self._handed_over:
                self._handed_over.add(name)
                self._on_file(name, content)
        return self._seen[key]


class _Pickler(pickle.Pickler):
    def __init__(self, buffer: io.BytesIO, packer: Packer) -> None:
        super().__init__(buffer, protocol=pickle.HIGHEST_PROTOCOL)
        self._packer = packer
        self.files: dict[str, None] = {}

    def persistent_id(self, value: object) -> tuple[str, str] | None:
        """Called for every value; all but files are pickled as usual."""
        if not isinstance(value, Path) or not value.is_file():
            return None
        name = self._packer.hash_of(value)
        self.files[name] = None
        return name, value.name


class FileFolder:
    """Files of other machines on this one, by their content."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    @classmethod
    def of_this_user(cls) -> FileFolder:
        """Raises ``JobError`` if somebody else has made that folder."""
        folder = Path(tempfile.gettempdir()) / f"logistello-files-{os.getuid()}"
        folder.mkdir(mode=0o700, exist_ok=True)
        if folder.is_symlink() or folder.stat().st_uid != os.getuid():
            raise JobError(f"{folder} belongs to somebody else; remove it, or set TMPDIR to another folder")
        return cls(folder)

    def path_of(self, name: str, file_name: str, fetch: Callable[[str], bytes]) -> Path:
        """The file with that content, fetched if it is not there yet. Several processes may do this at once."""
        path = self._folder / name / file_name
        if not path.exists():
            content = fetch(name)
            if hashlib.sha256(content).hexdigest() != name:
                raise JobError(f"{file_name} arrived damaged: its content is not the one that was sent")
            path.parent.mkdir(parents=True, exist_ok=True)
            draft = path.with_name(f"{file_name}.{os.getpid()}.draft")
            draft.write_bytes(content)
            draft.replace(path)
            self._remove_oldest(but=path.parent)
        with suppress(OSError):  # another process may be removing it; what is open stays readable
            os.utime(path.parent)
        return path

    def _remove_oldest(self, but: Path) -> None:
        kept = sorted(self._folder.iterdir(), key=_last_used, reverse=True)
        for folder in kept[_MOST_KEPT:]:
            if folder != but:
                shutil.rmtree(folder, ignore_errors=True)


def _last_used(folder: Path) -> float:
    try:
        return folder.stat().st_mtime
    except OSError:
        return 0.0


def unpack(parcel: Parcel, folder: FileFolder, fetch: Callable[[str], bytes]) -> Task:
    """The task with paths that hold on this machine; ``fetch`` gets what is in a file by its hash."""
    task: Task = _Unpickler(io.BytesIO(parcel.task), folder, fetch).load()
    return task


class _Unpickler(pickle.Unpickler):
    def __init__(self, buffer: io.BytesIO, folder: FileFolder, fetch: Callable[[str], bytes]) -> None:
        super().__init__(buffer)
        self._folder, self._fetch = folder, fetch

    def persistent_load(self, identity: Any) -> Path:
        name, file_name = identity
        return self._folder.path_of(name, file_name, self._fetch)
