"""``logistello doctor``."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

from .conftest import Run


def test_healthy(run: Run) -> None:
    done = run("doctor")
    assert done.returncode == 0, done.stdout
    assert done.stdout.endswith("All is well.\n")
    assert np.__version__ in done.stdout
    assert "move generator" in done.stdout


def test_json(run: Run) -> None:
    done = run("doctor", "--json")
    answer = json.loads(done.stdout)
    assert answer["ok"] is True
    findings = {finding["name"]: finding for finding in answer["findings"]}
    assert {"logistello", "python", "numpy", "native core", "cpu level", "data files", "terminal"} <= findings.keys()
    assert all(finding["ok"] for finding in findings.values())


def test_data_directory_of_the_environment(run: Run, tmp_path: Path) -> None:
    assert f"{tmp_path} (LOGISTELLO_DATA)" in run("doctor", LOGISTELLO_DATA=str(tmp_path)).stdout


def test_a_missing_directory_is_bad(run: Run, tmp_path: Path) -> None:
    done = run("doctor", LOGISTELLO_DATA=str(tmp_path / "nowhere"))
    assert done.returncode == 1
    assert "unset LOGISTELLO_DATA" in done.stdout


def test_a_level_that_does_not_exist_is_bad(run: Run) -> None:
    done = run("doctor", LOGISTELLO_ISA="v99")
    assert done.returncode == 1
    assert "LOGISTELLO_ISA=v99" in done.stdout


def test_other_commands_explain_it_too(run: Run) -> None:
    done = run("perft", "3", LOGISTELLO_ISA="v99")
    assert done.returncode == 1
    assert done.stderr.startswith("logistello: LOGISTELLO_ISA=v99")
