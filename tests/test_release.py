"""What a release promises about itself: one version, pinned tools, licences, an sdist of what is needed."""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tomllib
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from scikit_build_core.build import build_sdist

from tools.try_dist import check_sdist, suits

ROOT = Path(__file__).parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
VERSION = PROJECT["project"]["version"]


def test_there_is_one_version() -> None:
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))
    changelog = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")
    assert citation["version"] == VERSION
    assert f"## {VERSION} ({citation['date-released']})" in changelog
    assert [each["authors"][0]["family-names"] for each in citation["references"]].count("Buro") == 3


def pinned() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    return {canonicalize_name(name): version for name, _, version in (line.partition("==") for line in lines)}


def test_everything_that_development_needs_is_pinned() -> None:
    """Also what the tools need in turn: a new version of any of them must not change what the tests do."""
    listed = subprocess.run(
        [sys.executable, "tools/requirements.py", "dev", "dist"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    waiting = [Requirement(line) for line in listed.stdout.splitlines()]
    seen: set[str] = set()
    unpinned = set()
    while waiting:
        requirement = waiting.pop()
        name = canonicalize_name(requirement.name)
        key = f"{name}{sorted(requirement.extras)}"
        if key in seen:
            continue
        seen.add(key)
        if name not in pinned():
            unpinned.add(name)
        try:
            needs = [Requirement(text) for text in distribution(name).requires or []]
        except PackageNotFoundError:
            continue  # the tools of make dist are installed when they are needed
        environments = [{"extra": extra} for extra in ("", *requirement.extras)]
        waiting += [each for each in needs if each.marker is None or any(map(each.marker.evaluate, environments))]
    assert len(seen) > 90
    assert not unpinned


def test_the_page_of_licences_is_true() -> None:
    done = subprocess.run(
        [sys.executable, "tools/sbom.py", "--check"], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_the_sdist_has_what_is_needed_and_nothing_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    path = tmp_path / build_sdist(os.fspath(tmp_path))
    check_sdist(path)
    assert path.stat().st_size < 12_000_000  # models and the book are most of it


@pytest.mark.parametrize(
    ("tag", "versions"),
    [("cp311-cp311-manylinux_2_34_x86_64", ["3.11"]), ("cp312-abi3-manylinux_2_34_x86_64", ["3.12", "3.13", "3.14"])],
)
def test_which_python_a_wheel_is_for(tag: str, versions: list[str]) -> None:
    wheel = Path(f"logistello-{VERSION}-{tag}.whl")
    assert [version for version in ("3.11", "3.12", "3.13", "3.14") if suits(wheel, version)] == versions


def test_the_public_ci_does_what_ours_does() -> None:
    workflows = [yaml.safe_load(path.read_text()) for path in (ROOT / ".github" / "workflows").glob("*.yml")]
    steps = [step.get("run", "") for flow in workflows for job in flow["jobs"].values() for step in job["steps"]]
    assert ".ci/run" in steps
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text(), re.MULTILINE))
    assert {step.removeprefix("make ") for step in steps if step.startswith("make ")} <= targets


def test_an_engine_is_imported_without_what_it_does_not_need() -> None:
    """Start-up must stay quick (0.3 s at most); what is not imported cannot be slow."""
    program = (
        "import sys; from logistello import Engine\n"
        "heavy = {'cyclopts', 'fastapi', 'pydantic', 'rich', 'sqlite3', 'multiprocessing', 'logistello.glem',\n"
        "         'logistello.othello.notation'} & set(sys.modules)\n"
        "sys.exit(f'imported: {heavy}' if heavy else 0)"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
