"""The sources of the site: pages of the repository with their links and plots, and pages made from the code."""

from __future__ import annotations

import re
from functools import cache
from os.path import normpath, relpath
from pathlib import Path, PurePosixPath
from shutil import copyfile

from tools.docs_site.addresses import HOME, ROOT, address_of, is_listing, outside_code, relink
from tools.docs_site.api_pages import api_pages
from tools.docs_site.command_pages import command_pages
from tools.docs_site.plots import MARK, PLOTS, Plot
from tools.docs_site.project_pages import project_page

#: Pages that others are below of, in the table of contents.
_ABOVE_COMMANDS, _ABOVE_API = PurePosixPath("docs/reference/command-line.md"), PurePosixPath("docs/reference/api.md")
_CHAPTER = re.compile(r"^## ([^\n]+)$(.*?)(?=^## |\Z)", re.MULTILINE | re.DOTALL)
_PAGE_LINK = re.compile(r"\[([^\[\]]+)\]\(([^)#\s]+\.md)\)")


def write_sources(folder: Path) -> set[PurePosixPath]:
    """Everything that Sphinx reads, into an empty folder; returns the files whose listings the pages link to."""
    return _Sources(folder).write()


def contents(home: str) -> dict[str, dict[PurePosixPath, str]]:
    """The table of contents: for each chapter of the home page the pages that it links to, with the words of the link.

    >>> contents("## Start\\n[a game](tutorial.md), [there](../README.md#there), [changes](../CHANGELOG.md)\\n")
    {'Start': {PurePosixPath('docs/tutorial.md'): 'A game', PurePosixPath('CHANGELOG.md'): 'Changes'}}
    """
    return {
        title: {
            PurePosixPath(normpath(HOME.parent / link)): words[:1].upper() + words[1:]
            for words, link in _PAGE_LINK.findall(text)
        }
        for title, text in _CHAPTER.findall(home)
    }


class _Sources:
    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._listed = {page for pages in contents(self._home()).values() for page in pages} | {HOME}
        self._met: set[PurePosixPath] = set()
        self._waiting: list[PurePosixPath] = []
        self._plot = cache(lambda name: PLOTS[name]())

    def write(self) -> set[PurePosixPath]:
        commands, api = command_pages(), api_pages()
        for name, text in (commands | api).items():
            self._put(PurePosixPath(name), text)
        for page in sorted((ROOT / "docs").rglob("*.md")):
            self._meet(PurePosixPath(page.relative_to(ROOT).as_posix()))
        below = {_ABOVE_COMMANDS: list(commands), _ABOVE_API: list(api)}
        while self._waiting:
            path = self._waiting.pop()
            if path.suffix == ".md":
                self._put(address_of(path), self._page(path, below.get(path, [])))
            elif path.is_relative_to("docs"):
                self._copy(path)
            elif not is_listing(path):
                self._put(address_of(path), project_page(path, self._meet))
        return {path for path in self._met if is_listing(path)}

    def _home(self) -> str:
        return (ROOT / HOME).read_text(encoding="utf-8")

    def _meet(self, path: PurePosixPath) -> None:
        if path not in self._met:
            self._met.add(path)
            self._waiting.append(path)

    def _page(self, path: PurePosixPath, below: list[str]) -> str:
        text = relink((ROOT / path).read_text(encoding="utf-8"), path, self._meet)
        here = address_of(path).parent
        text = outside_code(text, lambda part: MARK.sub(lambda mark: self._place_plot(mark[1], here), part))
        if path == HOME:
            chapters = contents(self._home())
            text += "".join(
                _toctree([str(address_of(page)) for page in pages], name) for name, pages in chapters.items()
            )
        if below:
            text += _toctree([relpath(page, here) for page in below])
        apart = not path.is_relative_to("docs") and path not in self._listed
        return f"---\norphan: true\n---\n\n{text}" if apart else text

    def _place_plot(self, name: str, here: PurePosixPath) -> str:
        plot: Plot = self._plot(name)
        file = PurePosixPath("images") / "plots" / f"{name}.svg"
        self._put(file, plot.svg())
        files = ", ".join(f"`{source}`" for source in dict.fromkeys(plot.sources))
        return f"![{plot.says}]({relpath(file, here)})\n\n*{plot.says}. Made from {files} of `benchmarks/results`.*\n"

    def _put(self, name: PurePosixPath, text: str) -> None:
        target = self._folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")

    def _copy(self, path: PurePosixPath) -> None:
        target = self._folder / address_of(path)
        target.parent.mkdir(parents=True, exist_ok=True)
        copyfile(ROOT / path, target)


def _toctree(pages: list[str], caption: str = "") -> str:
    names = "\n".join(page.removesuffix(".md").removesuffix(".rst") for page in pages)
    return f"\n```{{toctree}}\n:hidden:\n:maxdepth: 1\n{f':caption: {caption}' if caption else ''}\n\n{names}\n```\n"
