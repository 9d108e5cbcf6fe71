"""The command line: one page for each command, made from the command itself, as its ``--help`` is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cyclopts.docs.markdown import generate_markdown_docs

from logistello.cli.main import COMMANDS, build_app
from tools.docs_site.addresses import ROOT

_BY_HAND = ROOT / "docs" / "reference" / "command-line.md"


def command_pages() -> dict[str, str]:
    """Markdown by the name of the file, in the order of ``logistello --help``."""
    return {f"reference/commands/{name}.md": _page(name) for name in COMMANDS}


def command_names() -> list[tuple[str, ...]]:
    """Every command that does something, by its words: ``("solve",)``, ``("book", "add")``."""
    return [words for name in COMMANDS for words in _words(name)]


def _words(name: str) -> Iterator[tuple[str, ...]]:
    below = [each for each in build_app([name])[name] if not each.startswith("-")]
    yield from [(name, each) for each in below] or [(name,)]


def _page(name: str) -> str:
    parts = [f"# logistello {name}\n"]
    commands = list(_words(name))
    if len(commands) > 1:
        parts.append(f"{COMMANDS[name]}\n")
    for words in commands:
        if len(words) > 1:
            parts.append(f"## logistello {' '.join(words)}\n")
        parts.append(_description(words))
    section = _section_of(name)
    if section:
        parts.append(f"More than fits into `--help`: [command line](../command-line.md#{section}).\n")
    return "\n".join(parts)


def _description(words: tuple[str, ...]) -> str:
    """Usage, what it does, arguments and options, without the headings of the commands above it."""
    made = generate_markdown_docs(build_app(words), commands_filter=[".".join(words)], generate_toc=False)
    _, mark, description = made.partition("```console")
    return description if not mark else f"```text{description}"


def _section_of(name: str) -> str:
    """The anchor of the section about a command in the page that is written by hand; a section may be about several."""
    for heading in re.findall(r"^## (.+)$", _BY_HAND.read_text(encoding="utf-8"), re.MULTILINE):
        if name in (words.split()[0] for words in heading.split(", ")):
            return re.sub(r"[^\w -]", "", heading).replace(" ", "-")
    return ""
