"""``logistello check``: replay all games of files and folders and compare them with their scores."""

from __future__ import annotations

import sys
import time
from json import dumps
from pathlib import Path

from logistello.cli.long_work import progress_bars
from logistello.cli.terminal import quantity, shown
from logistello.errors import NotationError, UsageError
from logistello.othello.check import CheckReport, Fault, check_document, finding_of
from logistello.othello.notation import find_files, read_file

_FINDINGS_SHOWN = 20
# Endings that say little: such a file in a folder may well be something else.
_ANY_CONTENT = frozenset((".txt", ".tsv", ".json"))


def check(*paths: Path, json: bool = False) -> int:
    """Replay all games of files and folders and check them against their stored scores.

    Every format is understood; in folders, files that hold no games are skipped. Truncated games are reported but
    are no failure.

    Parameters
    ----------
    paths
        Files or folders.
    json
        Print one JSON object with all findings instead of text.

    Returns
    -------
    int
        0 if all is well, 1 if anything is illegal, unreadable or contradicts its score.
    """
    started = time.perf_counter()
    missing = [str(path) for path in paths if not path.exists()]
    if missing:
        raise UsageError(f"no such file or folder: {', '.join(missing)}")
    if not paths:
        raise UsageError("nothing to check: name files or folders")
    files: list[Path] = []
    skipped: list[Path] = []
    for path in paths:
        found, others = find_files(path)
        files += found
        skipped += others
    reports = _check_files(files, skipped, named=set(paths))
    total = CheckReport()
    for _, report in reports:
        total.add(report)
    seconds = time.perf_counter() - started
    if json:
        sys.stdout.write(dumps(_as_json(reports, skipped, total, seconds), indent=2, ensure_ascii=False) + "\n")
    else:
        _print_reports(reports, skipped, total, seconds)
    return 0 if total.is_clean else 1


def _check_files(files: list[Path], skipped: list[Path], named: set[Path]) -> list[tuple[Path, CheckReport]]:
    """Reports on all files; texts that merely lie in a folder and hold no games are added to ``skipped``."""
    reports = []
    with progress_bars() as progress:
        task = progress.add_task("checking", total=len(files))
        for file in files:
            progress.update(task, description=f"checking {shown(file.name)}")
            try:
                report = check_document(read_file(file))
            except NotationError as error:
                if file.suffix.lower() in _ANY_CONTENT and file not in named:
                    skipped.append(file)
                    continue
                report = CheckReport(findings=[finding_of(error)])
            except OSError as error:
                report = CheckReport(findings=[finding_of(NotationError(f"cannot be opened: {error.strerror}"))])
            finally:
                progress.advance(task)
            reports.append((file, report))
    return reports


def _print_reports(
    reports: list[tuple[Path, CheckReport]], skipped: list[Path], total: CheckReport, seconds: float
) -> None:
    for file, report in reports:
        for note in report.notes:
            _say(f"{file}: note: {note}")
        serious = [finding for finding in report.findings if finding.fault.is_serious]
        truncated = [finding for finding in report.findings if not finding.fault.is_serious]
        for finding in serious[:_FINDINGS_SHOWN]:
            place = f"{finding.place}: " if finding.place else ""
            _say(f"{file}: {finding.fault.value}: {place}{finding.message}")
        if len(serious) > _FINDINGS_SHOWN:
            _say(f"{file}: … and {len(serious) - _FINDINGS_SHOWN} more (--json lists all)")
        if truncated:
            places = ", ".join(finding.place for finding in truncated[:_FINDINGS_SHOWN])
            more = ", … (--json lists all)" if len(truncated) > _FINDINGS_SHOWN else ""
            _say(f"{file}: truncated: {len(truncated):,} of {report.games:,} games stop early: {places}{more}")
    if skipped:
        _say(f"skipped, as they hold no games: {', '.join(path.name for path in skipped)}")
    faults = ", ".join(f"{total.count(fault):,} {fault.value}" for fault in Fault)
    positions = f", {quantity(total.positions, 'position')}" if total.positions else ""
    _say(f"{quantity(len(reports), 'file')}, {quantity(total.games, 'game')}{positions} in {seconds:.2f} s")
    _say(f"{total.confirmed:,} complete and confirmed, {total.unscored:,} without a score to confirm, {faults}")


def _say(line: str) -> None:
    sys.stdout.write(shown(line) + "\n")


def _as_json(
    reports: list[tuple[Path, CheckReport]], skipped: list[Path], total: CheckReport, seconds: float
) -> dict[str, object]:
    return {
        "games": total.games,
        "positions": total.positions,
        "confirmed": total.confirmed,
        "unscored": total.unscored,
        **{fault.value: total.count(fault) for fault in Fault},
        "clean": total.is_clean,
        "seconds": round(seconds, 3),
        "skipped": [str(path) for path in skipped],
        "files": [
            {
                "path": str(file),
                "games": report.games,
                "confirmed": report.confirmed,
                "notes": report.notes,
                "findings": [
                    {"fault": finding.fault.value, "place": finding.place, "message": finding.message}
                    for finding in report.findings
                ],
            }
            for file, report in reports
        ],
    }
