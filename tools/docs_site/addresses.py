"""Where a file of the repository stands in the site, and links between the two worlds.

Pages in ``docs/`` keep their places. Everything else that they link to is shown under ``project/``: Markdown as a page,
a source file as its listing, a folder as the list of its files. So whoever has only the built folder can follow every
link that works in the repository.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from os.path import normpath, relpath
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parent.parent.parent
HOME = PurePosixPath("docs/README.md")

_LINK = re.compile(r"(?<=\]\()([^)#\s]+)(?=[)#])")
_FENCE = re.compile(r"^ *(```+|~~~+)")


def address_of(path: PurePosixPath) -> PurePosixPath:
    """The file of the site's sources that shows a file or folder of the repository.

    >>> str(address_of(PurePosixPath("docs/how-to/web.md"))), str(address_of(HOME))
    ('how-to/web.md', 'index.md')
    >>> str(address_of(PurePosixPath("CHANGELOG.md"))), str(address_of(PurePosixPath("examples/kuberay.yaml")))
    ('project/CHANGELOG.md', 'project/examples/kuberay.yaml.md')
    """
    if path == HOME:
        return PurePosixPath("index.md")
    if path.is_relative_to("docs"):
        return path.relative_to("docs")
    shown = PurePosixPath("project") / path
    if (ROOT / path).is_dir():
        return shown / "index.md"
    return shown if path.suffix == ".md" else PurePosixPath(f"{shown}.md")


def relink(text: str, page: PurePosixPath, meet: Callable[[PurePosixPath], None]) -> str:
    """The Markdown of ``page`` with links as the site needs them; ``meet`` is told every file that is linked to.

    A link that leads nowhere stays as it is: Sphinx complains about it.
    """
    here = address_of(page).parent

    def changed(link: re.Match[str]) -> str:
        target = PurePosixPath(normpath(page.parent / link[1]))
        if "://" in link[1] or not (ROOT / target).exists():
            return link[1]
        meet(target)
        return relpath(address_of(target), here)

    return outside_code(text, lambda line: _LINK.sub(changed, line))


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Text with its lines changed, but for blocks of code."""
    lines, fence = [], ""
    for line in text.splitlines(keepends=True):
        mark = _FENCE.match(line)
        if fence or mark is None:
            lines.append(line if fence else change(line))
        else:
            lines.append(line)
        if mark is not None:
            fence = "" if fence and mark[1].startswith(fence) else fence or mark[1]
    return "".join(lines)
