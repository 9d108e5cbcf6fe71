from __future__ import annotations

import json
from pathlib import Path

import pytest

from logistello.cli.check import check
from logistello.errors import UsageError
from logistello.othello.check import Fault, check_document
from logistello.othello.notation import Document, read, read_path, write
from tests.random_games import random_game


def faults(document: Document) -> list[Fault]:
    return [finding.fault for finding in check_document(document).findings]


def test_good_games(data: Path) -> None:
    for name, games in (("murakami.ggf", 6), ("logbook.gam", 20), ("WTH_1977.wtb", 12), ("old.ggf", 1)):
        report = check_document(read_path(data / name))
        assert (report.games, report.confirmed, report.findings) == (games, games, [])


def test_komi_is_taken_into_account(data: Path) -> None:
    report = check_document(read_path(data / "ggs.ggf"))
    assert (report.games, report.confirmed) == (4, 3)
    assert [finding.fault for finding in report.findings] == [Fault.UNREADABLE]


def test_contradictions(data: Path) -> None:
    text = (data / "logbook.gam").read_text()
    assert faults(read(text.replace(": -04", ": -06", 1))) == [Fault.CONTRADICTION]
    content = bytearray((data / "WTH_1977.wtb").read_bytes())
    content[16 + 6] ^= 1
    report = check_document(read(bytes(content)))
    assert [(finding.fault, finding.place) for finding in report.findings] == [(Fault.CONTRADICTION, "record 0")]
    ggf = (data / "murakami.ggf").read_text()
    assert faults(read(ggf.replace("RE[-32.000]", "RE[-30.000]"))) == [Fault.CONTRADICTION]


def test_truncated_games_and_early_endings(data: Path) -> None:
    assert faults(read("f5d6c3")) == [Fault.TRUNCATED]
    content = bytearray((data / "WTH_1977.wtb").read_bytes())
    content[16 + 8 + 50 : 16 + 68] = bytes(10)
    assert faults(read(bytes(content))) == [Fault.TRUNCATED]
    resigned = write(read("f5d6"), "ggf").decode().replace("RE[?]", "RE[-64:r]")
    assert faults(read(resigned)) == []


def test_illegal_moves() -> None:
    good = str(random_game(1))
    assert faults(read(f"{good}\nf5a1")) == [Fault.ILLEGAL]


def test_command(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(data / "murakami.ggf", data / "logbook.gam") == 0
    assert "2 files, 26 games" in capsys.readouterr().out
    bad = tmp_path / "bad.gam"
    bad.write_text((data / "logbook.gam").read_text().replace(": -04", ": -06", 1))
    assert check(bad) == 1
    assert "bad.gam: contradiction: line 1: states the score -6" in capsys.readouterr().out
    (tmp_path / "short.txt").write_text("f5d6")
    assert check(tmp_path / "short.txt") == 0
    assert "truncated" in capsys.readouterr().out
    with pytest.raises(UsageError, match="no such file"):
        check(tmp_path / "missing")
    with pytest.raises(UsageError, match="nothing to check"):
        check()


def test_command_json(data: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "notes.txt").write_text("hello")
    (tmp_path / "x.gam").write_bytes((data / "logbook.gam").read_bytes())
    assert check(tmp_path, json=True) == 0
    result = json.loads(capsys.readouterr().out)
    assert (result["games"], result["confirmed"], result["clean"]) == (20, 20, True)
    assert len(result["skipped"]) == 1


def test_large_collections(shared_data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert check(shared_data / "wthor", shared_data / "logistello", json=True) == 0
    result = json.loads(capsys.readouterr().out)
    assert result["games"] == 129_259 + 121_123
    assert result["confirmed"] == 128_846 + 121_123
    assert result["truncated"] == 413
    assert result["seconds"] < 10
