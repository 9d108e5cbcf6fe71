"""Large collections of games, which are not part of the repository: where they lie on this machine.

The folder is named by ``--data``, by the variable ``LOGISTELLO_DATA``, or is ``../shared/data`` beside the repository;
docs/how-to/data.md tells what belongs into it and where people get it.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable
from pathlib import Path

from benchmarks.measure import ROOT, Missing

VARIABLE = "LOGISTELLO_DATA"
_HOW = f"name the folder with --data or {VARIABLE}; docs/how-to/data.md says where people get it"


class _SetVariable(argparse.Action):
    """The option stands for the variable, so that processes that a benchmark starts look into the same folder."""

    def __call__(self, parser: argparse.ArgumentParser, namespace: object, values: object, *_: object) -> None:
        os.environ[VARIABLE] = str(values)


def add_data_option(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--data", action=_SetVariable, metavar="FOLDER", help=f"with wthor/ and logistello/; sets {VARIABLE}"
    )


def data_folder() -> Path:
    """Where collections are looked for; whether they are there is another question."""
    named = os.environ.get(VARIABLE)
    return Path(named) if named else ROOT.parent / "shared" / "data"


def wthor(years: Iterable[int] | None = None) -> list[Path]:
    """Files of WTHOR by year, or all that there are. Raises ``Missing`` if one of them, or every one, is not there."""
    folder = data_folder() / "wthor"
    files = sorted(folder.glob("WTH_*.wtb")) if years is None else [folder / f"WTH_{year}.wtb" for year in years]
    lacking = [file.name for file in files if not file.is_file()]
    if lacking or not files:
        raise Missing(f"no {' '.join(lacking) or 'WTH_*.wtb'} in {folder}: {_HOW}")
    return files


def logbook() -> Path:
    """The lines of LOGISTELLO's book. Raises ``Missing`` without them."""
    file = data_folder() / "logistello" / "logbook.gam.gz"
    if not file.is_file():
        raise Missing(f"no {file.name} in {file.parent}: {_HOW}")
    return file
