"""One command line with the files that it meets; run in a folder of its own, judged, and kept if it fails."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path

from benchmarks.attack.ending import Ended, Finding, Limits, judge
from benchmarks.attack.samples import Content
from benchmarks.attack.warm import Job

_REFUSED = 2
_FILES, _DESCRIPTION = "files", "attempt.json"


@dataclass
class Attempt:
    """``files`` lie in the folder before the command starts; those that it may change are named in ``changeable``."""

    arguments: list[str]
    files: dict[str, Content] = field(default_factory=dict)
    #: Names of symbolic links, and what they point to.
    links: dict[str, str] = field(default_factory=dict)
    #: Other names of the same file.
    hard_links: dict[str, str] = field(default_factory=dict)
    stdin: bytes = b""
    changeable: list[str] = field(default_factory=list)
    limits: Limits = field(default_factory=Limits)
    plain_output: bool = True
    #: In a process that was started as a user's is.
    real: bool = False
    harms: list[str] = field(default_factory=list)

    def lay_out(self, folder: Path) -> None:
        for name, content in self.files.items():
            parts = {"": content} if isinstance(content, bytes) else content
            for inner, data in parts.items():
                path = folder / name / inner if inner else folder / name
                path.parent.mkdir(parents=True, exist_ok=True)
                path.write_bytes(data)
                if name.startswith("secret"):
                    path.chmod(0o600)
        for name, target in self.links.items():
            (folder / name).symlink_to(target)
        for name, target in self.hard_links.items():
            os.link(folder / target, folder / name)

    def run(self, folder: Path, run: Callable[[Job], Ended]) -> tuple[Finding, Ended]:
        """``folder`` must not exist; it is removed afterwards."""
        folder.mkdir(parents=True)
        home = folder.with_name(f"{folder.name}.home")
        try:
            self.lay_out(folder)
            job = Job(self.arguments, folder, self.stdin, _environment(home), self.limits)
            ended = run(job)
            found = judge(ended, self.limits, plain_output=self.plain_output)
            if not found.failed and (lost := self._lost(folder, ended)):
                found = Finding("loss", lost)
            return found, ended
        finally:
            shutil.rmtree(folder, ignore_errors=True)
            shutil.rmtree(home, ignore_errors=True)

    def _lost(self, folder: Path, ended: Ended) -> str:
        """What is not as it must be."""
        for name, content in self.files.items():
            may_change = name in self.changeable
            if may_change and ended.code != _REFUSED:
                continue
            for inner, data in ({"": content} if isinstance(content, bytes) else content).items():
                path = folder / name / inner if inner else folder / name
                try:
                    same = path.read_bytes() == data
                except OSError:
                    same = False
                if not same:
                    return (
                        f"{name} {'changed' if path.exists() else 'removed'}{' though refused' if may_change else ''}"
                    )
        return ""

    # -- keeping --------------------------------------------------------------------------------

    def keep(self, folder: Path, found: Finding, ended: Ended) -> None:
        shutil.rmtree(folder, ignore_errors=True)
        (folder / _FILES).mkdir(parents=True)
        Attempt(list(self.arguments), self.files).lay_out(folder / _FILES)
        described = {name: value for name, value in asdict(self).items() if name != "files"}
        folders = [name for name, content in self.files.items() if not isinstance(content, bytes)]
        described |= {"stdin": self.stdin.hex(), "folders": folders}
        (folder / _DESCRIPTION).write_text(json.dumps(described, indent=1) + "\n")
        (folder / "finding.json").write_text(json.dumps(asdict(found), indent=1) + "\n")
        (folder / "stderr").write_bytes(ended.err)
        (folder / "stdout").write_bytes(ended.out)

    @classmethod
    def kept(cls, folder: Path) -> Attempt:
        described = json.loads((folder / _DESCRIPTION).read_text())
        folders = described.pop("folders")
        limits = Limits(**described.pop("limits"))
        files: dict[str, Content] = {}
        for path in sorted((folder / _FILES).iterdir()):
            if path.name in folders:
                files[path.name] = {str(p.relative_to(path)): p.read_bytes() for p in path.rglob("*") if p.is_file()}
            elif path.is_file():
                files[path.name] = path.read_bytes()
        return cls(files=files, limits=limits, **{**described, "stdin": bytes.fromhex(described["stdin"])})

    def __str__(self) -> str:
        return f"logistello {' '.join(map(ascii, self.arguments))}   [{'; '.join(self.harms)}]"


def _environment(home: Path) -> Mapping[str, str]:
    """Nobody's own files are touched, and nothing depends on the terminal."""
    return {
        "HOME": str(home),
        "XDG_DATA_HOME": str(home / "data"),
        "LOGISTELLO_BOOK": str(home / "my.book"),
        "COLUMNS": "80",
        "PYTHONIOENCODING": "utf-8",
    }
