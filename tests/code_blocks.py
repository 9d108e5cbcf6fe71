"""Blocks of code in our Markdown pages, and the commands in them."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parent.parent
_BLOCK = re.compile(r"^( *)```([a-z]*)\n(.*?)^\1```", re.MULTILINE | re.DOTALL)
_ASSIGNMENT = re.compile(r"[A-Z_]+=")


@dataclass(frozen=True)
class Block:
    """Text between fences, without its indentation, and where it begins."""

    page: Path
    line: int
    language: str
    text: str

    def __str__(self) -> str:
        return f"{self.page.relative_to(ROOT).as_posix()}:{self.line}"


@dataclass(frozen=True)
class Command:
    """A program with its arguments, as the shell would start it, and what is shown of its output."""

    block: Block
    words: tuple[str, ...]
    output: str = ""
    plain: bool = True
    """Neither a part of a pipe nor with files in place of the terminal."""

    def __str__(self) -> str:
        return f"{self.block} {shlex.join(self.words)}"

    @property
    def program(self) -> str:
        return self.words[0].removeprefix(".venv/bin/")


def pages() -> list[Path]:
    return [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]


def blocks(among: Iterable[Path] | None = None) -> Iterator[Block]:
    """Those of all pages, or of some."""
    for page in pages() if among is None else among:
        text = page.read_text(encoding="utf-8")
        for found in _BLOCK.finditer(text):
            indent, language, inner = found.groups()
            lines = (line.removeprefix(indent) for line in inner.splitlines(keepends=True))
            yield Block(page, text.count("\n", 0, found.start()) + 1, language, "".join(lines))


def commands() -> list[Command]:
    """Every command of the pages: each line of a block of shell, and what follows ``$`` in a session."""
    found: list[Command] = []
    for block in blocks():
        if block.language == "sh":
            for line in block.text.replace("\\\n", " ").splitlines():
                found += commands_of(line, block)
        elif block.language == "console":
            for part in re.split(r"^\$ ", block.text, flags=re.MULTILINE)[1:]:
                line, _, output = part.replace("\\\n", " ").partition("\n")
                found += commands_of(line, block, output)
    return found


def commands_of(line: str, block: Block, output: str = "") -> Iterator[Command]:
    """The programs of a line of shell, without comments, assignments, and files in place of the terminal."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|<>;&")
    lexer.whitespace_split = True
    words: list[str] = []
    plain = not re.search(r" [|<>] ", line)
    skip = False
    for word in [*lexer, ";"]:
        if skip:
            skip = False
        elif word in ("<", ">"):
            skip = True
        elif word in ("|", ";", "&&"):
            if words:
                yield Command(block, tuple(words), output, plain)
            words = []
        elif words or not _ASSIGNMENT.match(word):
            words.append(word)
