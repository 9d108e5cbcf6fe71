"""The files that a match leaves: its record, and all games as GGF beside it."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING

from logistello.errors import UsageError

if TYPE_CHECKING:
    from logistello.match.record import PlayedGame


def check_match_outputs(record: Path | None, ggf: Path | None, other: Path | None, openings: Path | None) -> None:
    """Raises ``UsageError`` if a file would take the place of an input, of another output or of a foreign file."""
    from logistello.cli.output_files import check_outputs, refuse_foreign
    from logistello.match.record import recorded_ggf

    if record is not None and ggf == record:
        raise UsageError(
            f"{record} is where a GGF file of all games is written; expected a record, as in --output "
            f"{record.with_suffix('.jsonl')}"
        )
    check_outputs(record, ggf, other, inputs=(openings,))
    if record is not None and ggf is not None and ggf.is_file():
        ours = set(_ggf(recorded_ggf(record)).splitlines())
        refuse_foreign(ggf, is_ours=ours.issuperset(ggf.read_bytes().splitlines()), option="--output")


def write_ggf(path: Path, games: Iterable[PlayedGame]) -> None:
    """In the order of the schedule."""
    from logistello.files import write_whole

    write_whole(path, _ggf(game.ggf for game in sorted(games, key=lambda game: game.number)))


def _ggf(games: Iterable[str]) -> bytes:
    return "".join(f"1 {game}\n" for game in games).encode()
