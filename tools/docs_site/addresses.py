"""Where a file of the repository stands in the site, and links between the two worlds.

Pages in ``docs/`` keep their places. Everything else that they link to is shown under ``project/``: Markdown and
notebooks as pages, a folder as the list of its files, any other file as its listing. So whoever has only the built
folder can follow every link that works in the repository.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from os.path import normpath, relpath
from pathlib import Path, PurePosixPath

ROOT = Path(__file__).parent.parent.parent
HOME = PurePosixPath("docs/README.md")

_LINK = re.compile(r"\[([^\[\]]*)\]\(([^)#\s]+)((?:#[^)\s]*)?)\)")
_PICTURE = re.compile(r'(<img src=")([^"]+)(")')
_BLOCK = re.compile(r"(^ *```+[^`\n]*\n.*?^ *```+$)", re.MULTILINE | re.DOTALL)


def is_listing(path: PurePosixPath) -> bool:
    """Whether a file is shown as it is, on a page that Sphinx need not read."""
    return not path.is_relative_to("docs") and path.suffix not in (".md", ".ipynb") and not (ROOT / path).is_dir()


def address_of(path: PurePosixPath) -> PurePosixPath:
    """The file that shows a file or folder of the repository: one of the site's sources, or a listing.

    >>> str(address_of(PurePosixPath("docs/how-to/web.md"))), str(address_of(HOME))
    ('how-to/web.md', 'index.md')
    >>> str(address_of(PurePosixPath("CHANGELOG.md"))), str(address_of(PurePosixPath("examples/kuberay.yaml")))
    ('project/CHANGELOG.md', 'project/examples/kuberay.yaml.html')
    """
    if path == HOME:
        return PurePosixPath("index.md")
    if path.is_relative_to("docs"):
        return path.relative_to("docs")
    shown = PurePosixPath("project") / path
    if (ROOT / path).is_dir():
        return shown / "index.md"
    return shown if path.suffix == ".md" else PurePosixPath(f"{shown}.html" if is_listing(path) else f"{shown}.md")


def relink(text: str, page: PurePosixPath, meet: Callable[[PurePosixPath], None]) -> str:
    """The Markdown of ``page`` with links as the site needs them; ``meet`` is told every file that is linked to.

    A link that leads nowhere stays as it is: Sphinx complains about it.
    """
    here = address_of(page).parent

    def target_of(link: str) -> PurePosixPath | None:
        target = PurePosixPath(normpath(page.parent / link))
        if "://" in link or not (ROOT / target).exists():
            return None
        meet(target)
        return target

    def changed(link: re.Match[str]) -> str:
        label, written, anchor = link.groups()
        target = target_of(written)
        if target is None:
            return link[0]
        address = relpath(address_of(target), here)
        return f'<a href="{address}">{label}</a>' if is_listing(target) else f"[{label}]({address}{anchor})"

    def moved(picture: re.Match[str]) -> str:
        target = target_of(picture[2])
        return picture[0] if target is None else f"{picture[1]}{relpath(address_of(target), here)}{picture[3]}"

    return outside_code(text, lambda part: _PICTURE.sub(moved, _LINK.sub(changed, part)))


def outside_code(text: str, change: Callable[[str], str]) -> str:
    """Text with all that stands between blocks of code changed."""
    parts = _BLOCK.split(text)  # blocks of code are every second one
    return "".join(part if number % 2 else change(part) for number, part in enumerate(parts))
