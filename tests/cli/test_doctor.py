"""``logistello doctor``."""

from __future__ import annotations

import json
import os
from pathlib import Path

import numpy as np
import pytest

from logistello.cli import doctor as module
from logistello.evaluation.model import Model

from .conftest import Run


@pytest.fixture
def home(tmp_path: Path) -> dict[str, str]:
    """The environment of a user who has nothing yet."""
    return {"XDG_DATA_HOME": str(tmp_path / "data"), "LOGISTELLO_BOOK": ""}


def findings(run: Run, **environment: str) -> dict[str, dict[str, object]]:
    answer = json.loads(run("doctor", "--json", **environment).stdout)
    assert answer["ok"] is all(finding["ok"] for finding in answer["findings"])
    return {finding["name"]: finding for finding in answer["findings"]}


def test_healthy(run: Run, home: dict[str, str]) -> None:
    done = run("doctor", **home)
    assert done.returncode == 0, done.stdout
    assert done.stdout.endswith("All is well.\n")
    assert np.__version__ in done.stdout
    assert "move generator" in done.stdout


def test_everything_that_is_needed_is_looked_at(run: Run, home: dict[str, str]) -> None:
    found = findings(run, **home)
    assert {"cyclopts", "filelock", "numpy", "platformdirs", "pydantic", "rich"} <= found.keys()
    assert {
        "logistello",
        "python",
        "native core",
        "cpu level",
        "model",
        "book",
        "data folder",
        "terminal",
    } <= found.keys()
    assert any(name.startswith("extra ") for name in found)
    assert Model.default().checksum[:12] in str(found["model"]["value"])
    assert str(Path(home["XDG_DATA_HOME"]) / "logistello") in str(found["data folder"]["value"])
    assert "made when it is first needed" in str(found["data folder"]["value"])
    assert not Path(home["XDG_DATA_HOME"]).exists()


def test_the_users_own_book(run: Run, home: dict[str, str], tmp_path: Path) -> None:
    book = tmp_path / "my.book"
    assert run("book", "add", "f5d6", "--depth", "1", "--book", str(book), **home).returncode == 0
    value = str(findings(run, **{**home, "LOGISTELLO_BOOK": str(book)})["book"]["value"])
    assert value.startswith(f"{book} (your own, ")


def test_a_damaged_book_is_bad(run: Run, home: dict[str, str], tmp_path: Path) -> None:
    book = tmp_path / "my.book"
    book.write_bytes(b"no book")
    done = run("doctor", **{**home, "LOGISTELLO_BOOK": str(book)})
    assert done.returncode == 1
    assert "BAD  book" in done.stdout
    assert "move the file away" in done.stdout


def test_a_folder_that_cannot_be_written_is_bad(run: Run, home: dict[str, str], tmp_path: Path) -> None:
    (tmp_path / "data").write_text("a file in the place of a folder")
    done = run("doctor", **home)
    assert done.returncode == 1
    assert "BAD  data folder" in done.stdout


def test_the_folder_is_left_as_it_was(run: Run, home: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "data" / "logistello"
    folder.mkdir(parents=True)
    found = findings(run, **home)["data folder"]
    assert found["ok"]
    assert found["value"] == str(folder)
    assert not list(folder.iterdir())


def test_a_package_that_is_missing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """One that is needed is bad, one of an extra is not."""
    stated = ["numpy<3,>=2.2", "no-such-package>=1", "no-such-extra; extra == 'lab'", "numpy; extra == 'full'"]
    stated.append("logistello[lab,full]; extra == 'all'")
    monkeypatch.setattr("importlib.metadata.requires", lambda _: stated)
    items = {item.name: item for item in [*module._software(), *module._extras()]}
    assert items["numpy"].value == np.__version__
    assert not items["no-such-package"].ok
    assert items["no-such-package"].advice == "run 'pip install no-such-package'"
    assert items["extra lab"].ok
    assert items["extra lab"].value == "without no-such-extra"
    assert "logistello[lab]" in items["extra lab"].advice
    assert items["extra full"].value == "installed"
    assert "extra all" not in items
    assert module.doctor() == 1
    assert "BAD  no-such-package" in capsys.readouterr().out


def test_a_damaged_model_is_bad(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    damaged = tmp_path / "default.model"
    damaged.write_bytes(b"no model")
    monkeypatch.setattr(Model, "default", classmethod(lambda cls: cls.load(damaged)))
    item = module._model()
    assert not item.ok
    assert "reinstall" in item.advice


def test_a_level_that_does_not_exist_is_bad(run: Run) -> None:
    done = run("doctor", LOGISTELLO_ISA="v99")
    assert done.returncode == 1
    assert "LOGISTELLO_ISA=v99" in done.stdout


def test_other_commands_explain_it_too(run: Run) -> None:
    done = run("perft", "3", LOGISTELLO_ISA="v99")
    assert done.returncode == 1
    assert done.stderr.startswith("logistello: LOGISTELLO_ISA=v99")


# -- repairs ----------------------------------------------------------------------------------


def test_damaged_files_are_put_aside_and_drafts_removed(run: Run, home: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "data" / "logistello"
    folder.mkdir(parents=True)
    (folder / "my.book").write_bytes(b"no book")
    (folder / "games.sqlite").write_bytes(b"SQLite format 3\0" + bytes(5000))
    stale, fresh = folder / ".my.book.0123456789ab.tmp", folder / ".my.book.0123456789ac.tmp"
    other = folder / ".notes.tmp"
    for path in (stale, fresh, other):
        path.touch()
    for path in (stale, other):
        os.utime(path, (0, 0))

    found = findings(run, **home)
    assert not found["book"]["ok"]
    assert not found["games"]["ok"]
    assert "doctor --fix" in str(found["book"]["advice"])
    assert "doctor --fix" in str(found["leftovers"]["advice"])
    assert {path.name for path in (stale, fresh, other)} <= {path.name for path in folder.iterdir()}

    done = run("doctor", "--fix", **home)
    assert done.returncode == 0, done.stdout
    assert done.stdout.count("repaired") == 3
    [book] = folder.glob("my.book.damaged-*[0-9]")
    [games] = folder.glob("games.sqlite.damaged-*[0-9]")
    assert book.read_bytes() == b"no book"
    assert games.stat().st_size == 5016
    assert not stale.exists()
    assert fresh.exists()
    assert other.exists()
    assert "repaired" not in run("doctor", "--fix", **home).stdout


def test_what_is_whole_or_elsewhere_is_left_alone(run: Run, home: dict[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "data" / "logistello"
    elsewhere = tmp_path / "thesis.txt"
    elsewhere.write_text("no book at all")
    assert run("book", "add", "f5d6", "--depth", "1", **home).returncode == 0
    before = (folder / "my.book").read_bytes()
    assert "repaired" not in run("doctor", "--fix", **home).stdout
    assert (folder / "my.book").read_bytes() == before
    done = run("doctor", "--fix", **{**home, "LOGISTELLO_BOOK": str(elsewhere)})
    assert done.returncode == 1
    assert "move the file away" in done.stdout
    assert elsewhere.read_text() == "no book at all"
