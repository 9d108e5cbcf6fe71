"""The documentation site: built without a warning, whole, and good without a network."""

from __future__ import annotations

import doctest
import inspect
import io
import re
import subprocess
import sys
from functools import cache
from html import unescape
from importlib import import_module
from os.path import normpath
from pathlib import Path
from types import ModuleType
from urllib.parse import unquote

import pytest
from playwright.sync_api import sync_playwright
from rich.console import Console
from sphinx.util.inventory import InventoryFile

from benchmarks.web.chromium import launched
from logistello.cli.main import build_app
from tests.web.page.conftest import chromium
from tools.docs_site import addresses, sources
from tools.docs_site.api_pages import PACKAGES, public_names
from tools.docs_site.command_pages import command_names
from tools.docs_site.plots import MARK, PLOTS
from tools.docs_site.sources import contents

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Built once, as ``make docs`` does; a warning is an error there."""
    output = tmp_path_factory.mktemp("site") / "docs-site"
    built = subprocess.run(
        [sys.executable, "-m", "tools.docs_site", "--output", str(output)], cwd=ROOT, capture_output=True, text=True
    )
    assert built.returncode == 0, built.stderr
    assert built.stderr == ""
    return output


@cache
def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


@cache
def anchors(page: Path) -> frozenset[str]:
    return frozenset(unescape(name) for name in re.findall(r'\bid="([^"]+)"', text_of(page)))


@cache
def is_file(path: Path) -> bool:
    return path.is_file()


def pages(site: Path) -> list[Path]:
    return sorted(site.rglob("*.html"))


@pytest.mark.parametrize("module", [addresses, sources])
def test_examples_of_the_tool(module: ModuleType) -> None:
    outcome = doctest.testmod(module)
    assert outcome.attempted
    assert not outcome.failed


def test_every_link_leads_somewhere(site: Path) -> None:
    lost = []
    for page in pages(site):
        for link in re.findall(r'<a [^>]*href="([^"]+)"', text_of(page)):
            address, _, anchor = unquote(unescape(link)).partition("#")
            if re.match(r"[a-z]+:", address):
                continue
            target = Path(normpath(page.parent / address)) if address else page
            if not is_file(target) or (anchor and target.suffix == ".html" and anchor not in anchors(target)):
                lost.append(f"{page.relative_to(site)}: {link}")
    assert lost == []


def test_pictures_and_scripts_are_in_the_folder(site: Path) -> None:
    for page in pages(site):
        for tag in re.findall(r"<(?:script|link|img|source|iframe|object)\b[^>]*>", text_of(page)):
            for address in re.findall(r'(?:src|href|data)="([^"]+)"', tag):
                assert not re.match(r"(https?:)?//", address), f"{page.name}: {tag}"
                if not address.startswith(("data:", "#")):
                    assert (page.parent / unquote(address).partition("?")[0]).resolve().exists(), f"{page.name}: {tag}"
    for style in site.rglob("*.css"):
        assert not re.search(r"(url\(|@import )[\"']?(https?:)?//", text_of(style)), style


def test_every_page_of_the_repository_is_there_and_in_the_contents(site: Path) -> None:
    listed = [page for chapter in contents(text_of(ROOT / "docs" / "README.md")).values() for page in chapter]
    assert len(listed) == len(set(listed))
    ours = {path.relative_to(ROOT).as_posix() for path in (ROOT / "docs").rglob("*.md")} - {"docs/README.md"}
    assert ours == {str(page) for page in listed if page.is_relative_to("docs")}
    for page in ours:
        assert (site / page.removeprefix("docs/")).with_suffix(".html").is_file()


# -- the reference ------------------------------------------------------------------------------


def test_every_public_name_is_in_the_reference(site: Path) -> None:
    with (site / "objects.inv").open("rb") as file:
        inventory = InventoryFile.loads(file.read(), uri="")
    documented = {name for kind, names in inventory.data.items() if kind.startswith("py:") for name in names}
    wanted = set()
    for package in PACKAGES:
        module = import_module(package)
        for name in public_names(module):
            wanted.add(f"{package}.{name}")
            value = getattr(module, name)
            if inspect.isclass(value) and not issubclass(value, BaseException):
                wanted |= {f"{package}.{name}.{member}" for member in documented_members(value)}
    assert len(wanted) > 600
    assert wanted - documented == set()


def documented_members(cls: type) -> list[str]:
    """Methods and properties that the class itself documents."""
    found = []
    for name, value in vars(cls).items():
        plain = value.__func__ if isinstance(value, classmethod | staticmethod) else value
        if not name.startswith("_") and (inspect.isfunction(plain) or isinstance(plain, property)) and plain.__doc__:
            found.append(name)
    return found


def help_of(words: tuple[str, ...]) -> str:
    """What ``--help`` prints."""
    console = Console(file=io.StringIO(), width=200)
    build_app(words).help_print(list(words), console=console)
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


def test_every_option_is_in_the_reference(site: Path) -> None:
    seen = 0
    for words in command_names():
        page = site / "reference" / "commands" / f"{words[0]}.html"
        text = unescape(re.sub(r"<[^>]+>", "", text_of(page)))
        section = (
            text.partition(f"logistello {' '.join(words)} [")[2] or text.partition(f"logistello {' '.join(words)}")[2]
        )
        for option in set(re.findall(r"(?<![\w-])--?[a-z][a-z0-9-]*", options_part(help_of(words)))):
            assert re.search(rf"(?<![\w-]){option}(?![\w-])", section), f"logistello {' '.join(words)} {option}"
            seen += 1
        assert not re.search("–[a-z]", section), f"logistello {' '.join(words)}: an option has lost a dash"
    assert seen > 200


def options_part(help_text: str) -> str:
    """The first column of the boxes: names of options."""
    rows = [line for line in help_text.splitlines() if line.startswith("│")]
    return "\n".join(
        re.split(r"  +", row.strip("│ *"), maxsplit=1)[0] for row in rows if row.strip("│ *").startswith("-")
    )


# -- plots --------------------------------------------------------------------------------------


def test_plots_are_made_and_placed(site: Path) -> None:
    placed = [name for page in (ROOT / "docs").rglob("*.md") for name in MARK.findall(text_of(page))]
    assert set(placed) == set(PLOTS)
    for name in PLOTS:
        picture = text_of(site / "_images" / f"{name}.svg")
        assert picture.startswith("<svg ")
        assert "nan" not in picture
        assert picture.count("<polyline") + picture.count("<circle") > 1  # the axes are one


# -- in a browser, from the folder ----------------------------------------------------------------


def test_the_search_works_without_a_server(site: Path) -> None:
    asked: list[str] = []
    complaints: list[str] = []
    with sync_playwright() as playwright, launched(playwright, chromium(playwright)) as browser:
        page = browser.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        page.goto((site / "index.html").as_uri())
        page.get_by_placeholder("Search").first.fill("conjugate gradients")
        page.keyboard.press("Enter")
        page.locator("ul.search li a", has_text="GLEM").first.click()
        page.wait_for_url("**/glem.html*")
    assert complaints == []
    assert [address for address in asked if not address.startswith(("file:", "data:"))] == []
