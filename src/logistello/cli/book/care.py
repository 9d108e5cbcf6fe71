"""``logistello book``: care for the file, from ``verify`` to ``pack``."""

from __future__ import annotations

import json as json_format
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import Parameter

from logistello.cli.book.arguments import BookFile, open_to_read, open_to_write
from logistello.cli.book.growth_display import growth_json
from logistello.cli.long_work import progress_bars, work_bars
from logistello.cli.option_types import Count, CountOrNone, Seed
from logistello.cli.terminal import quantity, shown
from logistello.errors import UsageError

EXIT_PROBLEMS = 1
_LISTED = 50
FormatOption = Annotated[Literal["text", "edax"], Parameter(name="--format")]


def verify_book(*, book: BookFile = None, solve: CountOrNone = 0, seed: Seed = 0, json: bool = False) -> int:
    """Check the file, every position, every move and every value by computing them again.

    The exit code is 1 if anything is wrong.

    Parameters
    ----------
    solve
        Also solve this many of the positions whose result is stored as proven.
    seed
        Chooses them.
    json
        Print one JSON object.
    """
    from logistello.book import EngineEvaluator
    from logistello.engine import Engine

    with open_to_read(book) as opened, work_bars() as bars:
        show = bars.bar("positions")

        def tell(done: int) -> None:
            show(done, len(opened))

        if solve:
            with Engine(hash_mb=64) as engine:
                solver = EngineEvaluator(engine, depth=60, solve_empties=60)
                problems = opened.verify(solver=solver, sample=solve, seed=seed, on_progress=tell)
        else:
            problems = opened.verify(on_progress=tell)
        positions = len(opened)
    if json:
        found = {"positions": positions, "problems": [str(problem) for problem in problems]}
        sys.stdout.write(json_format.dumps(found) + "\n")
    else:
        for problem in problems[:_LISTED]:
            sys.stdout.write(f"{shown(str(problem))}\n")
        verdict = quantity(len(problems), "problem") if problems else "no problem"
        sys.stdout.write(f"{quantity(positions, 'position')}, {verdict}\n")
    return EXIT_PROBLEMS if problems else 0


def undo_book(
    runs: Count | None = None,
    /,
    *,
    run: Count | None = None,
    book: BookFile = None,
    list_: Annotated[bool, Parameter(name="--list")] = False,
    json: bool = False,
) -> int:
    """Take back the last run that changed the book: games that were learned, a growth, a merge, an import.

    Runs are taken back whole, all that were asked for or none. Runs of programs that changed the book at the same time
    can only be taken back together.

    Parameters
    ----------
    runs
        How many runs to take back (1).
    run
        Take back the run with this number, if it is the last one.
    list_
        Only list what can be taken back, newest first.
    json
        Print one JSON object.
    """
    if (runs is not None) + (run is not None) + list_ > 1:
        raise UsageError("expected a number of runs, or --run with the number of one, or --list")
    if list_:
        with open_to_read(book) as opened:
            found = opened.journal()
    else:
        with open_to_write(book) as opened:
            found = opened.undo(runs or 1) if run is None else opened.undo_run(run)
    if json:
        rows = [{**asdict(each), "time": each.time.isoformat(timespec="seconds")} for each in found]
        sys.stdout.write(json_format.dumps({"listed" if list_ else "undone": rows}) + "\n")
        return 0
    for each in found:
        done = "" if list_ else "taken back: "
        when = each.time.astimezone().strftime("%Y-%m-%d %H:%M")
        sys.stdout.write(f"{done}run {each.run}, {when}, {each.kind} {shown(each.note)}".rstrip())
        others = f"; only together with run {', '.join(map(str, each.together_with))}" if each.together_with else ""
        sys.stdout.write(f", {quantity(each.positions, 'position')} changed{others if list_ else ''}\n")
    if not found:
        sys.stdout.write("nothing can be taken back\n")
    return 0


def merge_book(*others: Path, book: BookFile = None, json: bool = False) -> int:
    """Take over what other books know: all moves, and of two evaluations the surer one.

    Parameters
    ----------
    others
        Files of books.
    json
        Print one JSON object.
    """
    from logistello.book import Book, Growth

    if not others:
        raise UsageError("which books? Name their files")
    growth = Growth()
    with open_to_write(book, create=True) as opened:
        for path in others:
            with Book.open(path) as other, work_bars() as bars:
                growth += opened.merge(other, on_progress=bars.counter(shown(path.name), len(other)))
        positions = len(opened)
    return _tell(
        growth_json(growth, positions), f"{quantity(growth.positions, 'new position')}, now {positions:,}", json=json
    )


def link_book(*, book: BookFile = None, json: bool = False) -> int:
    """Find all moves that lead from one position of the book to another, and make them part of it.

    Most are found while the book grows; after adding many games this looks at all. 'book extend' then makes the
    searches that are missing.

    Parameters
    ----------
    json
        Print one JSON object.
    """
    with open_to_write(book) as opened, work_bars() as bars:
        found = opened.link(on_progress=bars.counter("positions", len(opened)))
    return _tell({"new_moves": found}, f"{quantity(found, 'move')} newly linked", json=json)


def export_book(file: Path, /, *, book: BookFile = None, format_: FormatOption = "text", json: bool = False) -> int:
    """Write the book as text: without loss, or as Edax reads it.

    Parameters
    ----------
    file
        The file to write.
    format_
        text (everything but the journal), or edax.
    json
        Print one JSON object.
    """
    from logistello.book.edax_text import write_edax
    from logistello.cli.output_files import check_outputs

    with open_to_read(book) as opened:
        check_outputs(file, inputs=(None if opened.path is None else Path(opened.path),))
        with work_bars() as bars:
            advance = bars.counter("positions", len(opened))
            if format_ == "edax":
                written = write_edax(opened, file, on_progress=advance)
            else:
                written = opened.write_text(file, on_progress=advance)
    return _tell({"file": str(file), "positions": written}, f"{file}: {quantity(written, 'position')}", json=json)


def import_book(file: Path, /, *, book: BookFile = None, format_: FormatOption = "text", json: bool = False) -> int:
    """Read a book from text into the book. Searches that are missing then are made by 'book extend'.

    Parameters
    ----------
    file
        The file to read.
    format_
        text, or edax.
    json
        Print one JSON object.
    """
    from logistello.book.edax_text import read_edax

    if not file.is_file():
        raise UsageError(f"{file}: no such file")
    with open_to_write(book, create=True) as opened, file.open("rb") as text, work_bars() as bars:
        advance = bars.counter("lines", sum(1 for _ in text))
        if format_ == "edax":
            growth = read_edax(opened, file, on_progress=advance)
        else:
            growth = opened.read_text(file, on_progress=advance)
        positions = len(opened)
    return _tell(
        growth_json(growth, positions), f"{quantity(growth.positions, 'new position')}, now {positions:,}", json=json
    )


def compact_book(*, book: BookFile = None, forget: bool = False, json: bool = False) -> int:
    """Give back space that is not used, and leave a single file that can also be read where nothing may be written.

    Parameters
    ----------
    forget
        Forget the journal: nothing can be taken back any more, and the file is much smaller.
    json
        Print one JSON object.
    """
    with open_to_write(book) as opened, progress_bars(time="elapsed") as progress:
        progress.add_task("compacting", total=None)  # SQLite does not say how far it is
        if forget:
            opened.forget_journal()
        opened.compact()
        path = Path(str(opened.path))
    size = path.stat().st_size
    return _tell({"file": str(path), "bytes": size}, f"{path}: {size / 1e6:.2f} MB", json=json)


def pack_book(file: Path, /, *, book: BookFile = None, note: str = "", json: bool = False) -> int:
    """Write the whole book as a small read-only file, as the one that comes with the package.

    It can be read and merged as any other book.

    Parameters
    ----------
    file
        The file to write.
    note
        Goes into the file: how the book was made.
    json
        Print one JSON object.
    """
    from logistello.cli.output_files import check_outputs

    with open_to_read(book) as opened:
        inputs = [opened.path, None if opened.base is None else opened.base.path]
        check_outputs(file, inputs=tuple(inputs))
        with work_bars() as bars:
            packed = opened.pack(file, note=note, on_progress=bars.counter("positions", len(opened)))
    content = {"file": str(file), "positions": packed.positions, "bytes": packed.bytes, "checksum": packed.checksum}
    text = f"{file}: {packed.positions:,} positions, {packed.bytes / 1e6:.2f} MB, checksum {packed.checksum[:12]}"
    return _tell(content, text, json=json)


def _tell(content: dict[str, Any], text: str, *, json: bool) -> int:
    sys.stdout.write(f"{json_format.dumps(content) if json else shown(text)}\n")
    return 0
