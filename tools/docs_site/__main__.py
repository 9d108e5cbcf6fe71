"""``python -m tools.docs_site``: build the documentation site; any warning is an error."""

from __future__ import annotations

import sys
from argparse import ArgumentParser
from pathlib import Path
from shutil import rmtree

from sphinx.cmd.build import main as run_sphinx

from tools.docs_site.addresses import ROOT, address_of
from tools.docs_site.project_pages import listing
from tools.docs_site.sources import write_sources


def main() -> int:
    parser = ArgumentParser(prog="python -m tools.docs_site", description="Build the documentation site.")
    parser.add_argument("--output", type=Path, default=ROOT / "build" / "docs-site", help="a folder for the site alone")
    output: Path = parser.parse_args().output
    sources, trees = output.with_name(f"{output.name}.sources"), output.with_name(f"{output.name}.trees")
    for folder in (output, sources, trees):
        rmtree(folder, ignore_errors=True)  # a page that is gone must not stay
    files = write_sources(sources)
    settings = Path(__file__).parent
    code = run_sphinx(
        ["-q", "-j", "2", "--fail-on-warning", "-d", str(trees), "-c", str(settings), str(sources), str(output)]
    )
    if code == 0:
        for file in files:
            target = output / address_of(file)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(listing(file), encoding="utf-8")
        sys.stdout.write(f"{output / 'index.html'}\n")
    return code


if __name__ == "__main__":
    sys.exit(main())
