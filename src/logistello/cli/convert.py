"""``logistello convert``: from any format to any other."""

from __future__ import annotations

import re
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, TypeVar, overload

from cyclopts import Parameter

from logistello.cli.terminal import shown
from logistello.errors import NotationError, UsageError

if TYPE_CHECKING:
    from logistello.othello.game import Game
    from logistello.othello.notation import Document

Item = TypeVar("Item")

#: With fewer games than this, converting is too quick for a progress bar.
_LARGE = 2000
#: More complaints than this are counted, not listed.
_LISTED = 20
#: About how many games are read back to see what a format loses.
_SAMPLE = 200
#: Of WTHOR's lists of players and tournaments.
_ENDINGS_BESIDE = (".jou", ".trn")


def convert(
    source: Annotated[str, Parameter(name="IN", allow_leading_hyphen=True)],
    target: Annotated[str, Parameter(name="OUT", allow_leading_hyphen=True)],
    /,
    *,
    from_: Annotated[str | None, Parameter(name="--from")] = None,
    to: str | None = None,
) -> int:
    """Convert games and positions between formats.

    The format of the input is recognised by its content, that of the output
    by the ending of its name. What cannot be converted, and what the new format
    cannot hold, is reported on standard error; the exit code is 1 if whole games
    or positions are missing. WTHOR games get their lists of names beside them.

    Parameters
    ----------
    source
        A file, a folder, or - for the standard input.
    target
        A file, or - for the standard output (then --to is needed).
    from_
        Name of the input's format, if it should not be guessed.
    to
        Name of the output's format, if the ending of the name does not tell.
    """
    from logistello.cli.mistyped_options import refuse_option
    from logistello.files import write_whole

    refuse_option(source)
    refuse_option(target)
    name = _target_format(target, to)
    if target != "-":
        _refuse_to_overwrite(source, Path(target), _ENDINGS_BESIDE if name == "wthor" else ())
    document = _read(source, from_)
    for note in document.notes:
        _say(f"note: {note}")
    fitting, content, failures = _write(document, name)
    _report([*map(str, document.errors), *failures])
    if content is None:
        raise NotationError(f"nothing in {source} could be written as {name}")
    for note in content.notes[:_LISTED]:
        _say(f"note: {note}")
    if len(content.notes) > _LISTED:
        _say(f"note: {len(content.notes) - _LISTED} more names are written otherwise")
    lost = _losses(fitting, name, names_beside=target != "-")
    if lost:
        _say(f"lost, because {name} cannot hold it: {', '.join(lost)}")
    if target == "-":
        sys.stdout.flush()
        sys.stdout.buffer.write(content.main)
        sys.stdout.buffer.flush()
    else:
        write_whole(Path(target), content.main)
        for suffix, data in content.beside.items():
            write_whole(Path(target).with_suffix(suffix), data)
    return 1 if document.errors or failures else 0


@dataclass(frozen=True, slots=True)
class Output:
    """The bytes of a file, and of those that belong beside it, by their endings."""

    main: bytes
    beside: dict[str, bytes] = field(default_factory=dict)
    #: What could not be written as it was.
    notes: Sequence[str] = ()


def _target_format(target: str, wanted: str | None) -> str:
    from logistello.cli.game_files import format_of
    from logistello.othello.notation import FORMATS

    writable = " ".join(name for name, each in FORMATS.items() if each.write is not None)
    if wanted is None:
        if target == "-":
            raise UsageError(f"which format? Add --to and one of: {writable}")
        return format_of(Path(target))
    if wanted not in FORMATS or FORMATS[wanted].write is None:
        raise UsageError(f"there is no format {wanted!r} that can be written; known: {writable}")
    return wanted


def _refuse_to_overwrite(source: str, target: Path, endings: Iterable[str]) -> None:
    """Lists of names are written beside the games; they belong to the file of games of the same name."""
    from logistello.cli.output_files import check_outputs, name_beside, refuse_foreign

    beside = [name_beside(target, ending) for ending in endings]
    check_outputs(target, *beside, inputs=() if source == "-" else (Path(source),), need_folder=False)
    for path in beside:
        refuse_foreign(path, is_ours=target.exists(), option="OUT")


def _read(source: str, name: str | None) -> Document:
    from logistello.othello.notation import FORMATS, read, read_path

    if name is not None and name not in FORMATS:
        raise UsageError(f"there is no format {name!r}; known: {' '.join(FORMATS)}")
    if source == "-":
        from logistello.files import read_stream

        return read(read_stream(sys.stdin.buffer, "standard input"), format=name).checked()
    return read_path(Path(source), format=name).checked()


def _write(document: Document, name: str) -> tuple[Document, Output | None, list[str]]:
    """All that can be written, its bytes (``None`` if nothing can), and why the rest cannot."""
    from logistello.othello.notation import FORMATS

    entry = FORMATS[name]
    failures: list[str] = []
    games, problems = document.games, document.problems
    if not document.names:
        if games and not entry.games:
            failures.append(f"{len(games)} games: the format {name} holds positions only")
            games = []
        if problems and not entry.positions:
            failures.append(f"{len(problems)} positions: the format {name} holds games only")
            problems = []
        if not games and not problems:
            return document, None, failures
    fitting = replace(document, games=games, problems=problems)
    try:
        return fitting, _encode(fitting, name), failures
    except NotationError as error:
        if document.names:
            return document, None, [str(error)]
    # Something in it does not fit: find out what by writing each item alone.
    good_games, good_problems = [], []
    for number, game in enumerate(_WatchedGames(games, "checking"), 1):
        try:
            _encode(replace(document, games=[game], problems=[]), name)
            good_games.append(game)
        except NotationError as error:
            failures.append(f"game {number}: {_without_number(error)}")
    for number, problem in enumerate(problems, 1):
        try:
            _encode(replace(document, games=[], problems=[problem]), name)
            good_problems.append(problem)
        except NotationError as error:
            failures.append(f"position {number}: {_without_number(error)}")
    if not good_games and not good_problems:
        return document, None, failures
    fitting = replace(document, games=good_games, problems=good_problems)
    return fitting, _encode(fitting, name), failures


def _without_number(error: NotationError) -> str:
    """Alone, every item is number 1; its number in the file is what helps."""
    return re.sub(r"^(?:game|position|problem) 1\b:? ?", "", str(error))


def _encode(document: Document, name: str) -> Output:
    from logistello.othello.notation import write, write_wthor_files

    if name == "wthor":  # not watched: it copies tables of games as they are if it sees them
        files = write_wthor_files(document.games)
        players, tournaments = _ENDINGS_BESIDE
        return Output(files.games, {players: files.players, tournaments: files.tournaments}, files.notes)
    return Output(write(replace(document, games=_WatchedGames(document.games, "writing")), name))


# -- what gets lost ---------------------------------------------------------------------------


def _losses(document: Document, name: str, *, names_beside: bool) -> list[str]:
    """Kinds of things that are no longer there when a sample of the document is written and read back."""
    from logistello.othello.notation import read

    sample = replace(document, games=_sample(document.games), problems=_sample(document.problems))
    content = _encode(sample, name)
    if content.beside and names_beside:
        from logistello.othello.notation.wthor import PLAYER_SIZE, TOURNAMENT_SIZE, WthorNames, read_wthor

        players = WthorNames.parse(content.beside[".jou"], PLAYER_SIZE)
        tournaments = WthorNames.parse(content.beside[".trn"], TOURNAMENT_SIZE)
        back = read_wthor(content.main, players, tournaments)
    else:
        back = read(content.main, format=name)
    lost: Counter[str] = Counter()
    for before, after in zip(sample.games, back.games, strict=False):
        lost += _contents(before) - _contents(after)
    for problem, again in zip(sample.problems, back.problems, strict=False):
        lost["scores of moves"] += max(0, len(problem.scores) - len(again.scores))
        lost["comments"] += bool(problem.comment) > bool(again.comment)
    return sorted(+lost)


def _sample(items: Sequence[Item]) -> list[Item]:
    step = max(1, len(items) // _SAMPLE)
    return [items[i] for i in range(0, len(items), step)]


def _contents(game: Game) -> Counter[str]:
    """What a game holds besides its moves, counted by kind."""
    found: Counter[str] = Counter()
    for player in (game.black, game.white):
        found["player names"] += bool(player.name)
        found["ratings"] += player.rating is not None
        found["clocks"] += bool(player.clock)
    found["places"] += bool(game.place)
    found["dates"] += bool(game.date)
    found["comments"] += bool(game.comment)
    found["results"] += game.result.black_score is not None
    found["other fields"] += len(game.tags)
    pending = [game.root]
    while pending:
        node = pending.pop()
        found["comments"] += bool(node.comment)
        found["marks"] += len(node.marks)
        found["values of moves"] += node.value is not None
        found["times of moves"] += node.seconds is not None
        found["variations"] += max(0, len(node.children) - 1)
        pending += node.children
    return +found


# -- talking ----------------------------------------------------------------------------------


def _say(message: str) -> None:
    sys.stderr.write(f"logistello: {shown(message)}\n")


def _report(failures: list[str]) -> None:
    for failure in failures[:_LISTED]:
        _say(f"not converted: {failure}")
    if len(failures) > _LISTED:
        _say(f"not converted: {len(failures) - _LISTED} more")


def _progress(items: Iterable[Item], total: int, what: str) -> Iterator[Item]:
    """The items, with a bar on the error output if it is a terminal and there are many."""
    if total < _LARGE or not sys.stderr.isatty():
        yield from items
        return
    from rich.console import Console
    from rich.progress import track

    yield from track(items, what, total=total, console=Console(stderr=True), transient=True)


class _WatchedGames(Sequence["Game"]):
    """Games that advance a progress bar as they are iterated."""

    def __init__(self, games: Sequence[Game], what: str) -> None:
        self._games = games
        self._what = what

    def __len__(self) -> int:
        return len(self._games)

    @overload
    def __getitem__(self, index: int) -> Game: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Game]: ...
    def __getitem__(self, index: int | slice) -> Game | Sequence[Game]:
        return self._games[index]

    def __iter__(self) -> Iterator[Game]:
        return _progress(self._games, len(self._games), self._what)
