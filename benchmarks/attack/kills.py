"""The attack ``kills``: ``kill -9`` at random moments of every command that writes, and of the web server.

Afterwards what was there before is there, what was confirmed is there, no file is half written, and the same command
ends with what an undisturbed run makes, where that is promised.
"""

from __future__ import annotations

import json
import random
import shutil
import signal
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from benchmarks.attack.attempt import Attempt
from benchmarks.attack.campaign import Outcome
from benchmarks.attack.ending import Finding, Limits
from benchmarks.attack.killed_server import SERVED, kill_server
from benchmarks.attack.recipes import TUNE, command_of
from benchmarks.attack.samples import CHEAP_BOOK, Content, random_games
from benchmarks.attack.warm import Job, run_process
from benchmarks.attack.workshop import Workshop
from benchmarks.measure import ROOT
from logistello.book import Book
from logistello.othello.notation import Document, write

#: One of so many kills meets a process that was started as a user's is.
_EVERY_REAL = 5
#: So many times an earlier moment is tried if a command was quicker than its kill.
_TRIES = 6
_LIMITS = Limits(seconds=120.0)
_NANO = ROOT / "benchmarks" / "attack" / "nano_preset.toml"

Folder = Path
#: What is wrong in a folder after a kill, given the folder of an undisturbed run; empty if nothing is.
Check = Callable[[Folder, Folder], str]
#: What a run must make, to be compared.
Result = Callable[[Folder], object]


# -- checks -----------------------------------------------------------------------------------


def whole_or_absent(*names: str) -> Check:
    """An output appears when it is complete, or not at all."""

    def check(folder: Folder, undisturbed: Folder) -> str:
        for name in names:
            path = folder / name
            if path.exists() and path.read_bytes() != (undisturbed / name).read_bytes():
                return f"{name} is there, but not what it should be"
        return ""

    return check


def sound_book(folder: Folder, undisturbed: Folder) -> str:
    """The book can be opened, nothing is wrong with it, and it still has what it had."""
    path = folder / "b.book"
    if not path.exists():
        return ""
    with Book.open(path) as book:
        problems = book.verify()
        keys = {node.key for node in book.nodes()}
    before = folder / "before.book"
    lost = set()
    if before.exists():
        with Book.open(before) as book:
            lost = {node.key for node in book.nodes()} - keys
    return f"the book: {problems[0]}" if problems else f"{len(lost)} positions are gone" if lost else ""


def kept_games(folder: Folder, undisturbed: Folder) -> str:
    """Every game of the record is one of the undisturbed match; only the last line may be cut."""
    path = folder / "r.jsonl"
    lines = path.read_bytes().split(b"\n")[1:-1] if path.exists() else []
    numbers = [json.loads(line)["number"] for line in lines]
    return "" if numbers == list(range(len(numbers))) else f"the record has the games {numbers}"


def nothing(folder: Folder, undisturbed: Folder) -> str:
    return ""


# -- results ----------------------------------------------------------------------------------


def bytes_of(*names: str) -> Result:
    return lambda folder: {name: (folder / name).read_bytes() for name in names}


def values_of_book(folder: Folder) -> object:
    """All but the number of games, which a second try may count twice."""
    with Book.open(folder / "b.book") as book:
        return {node.key: (node.value, node.moves, node.deviation, node.label) for node in book.nodes()}


def text_of_book(folder: Folder) -> object:
    with Book.open(folder / "b.book") as book:
        return {node.key: node for node in book.nodes()}


def games_of_match(folder: Folder) -> object:
    lines = (folder / "r.jsonl").read_text().splitlines()[1:]
    games = [json.loads(line) for line in lines]
    return sorted((game["number"], game["black_score"], game["opening"]) for game in games)


def files_of_run(folder: Folder) -> object:
    run = folder / "run"
    return {
        str(path.relative_to(run)): path.read_bytes()
        for path in sorted(run.rglob("*"))
        if path.is_file() and path.name not in ("log.jsonl", ".lock") and path.suffix not in (".match", ".tmp")
    }


def trials_of_tuning(folder: Folder) -> object:
    """How many; what is tried next depends on when it was asked."""
    lines = (folder / "run" / "trials.jsonl").read_text().splitlines()
    return sum("values" in json.loads(line) for line in lines), (folder / "run" / "tuning.md").exists()


def is_there(folder: Folder) -> object:
    return (folder / "b.book").exists()


# -- what is killed ---------------------------------------------------------------------------


@dataclass(frozen=True)
class Victim:
    """A command, and what must hold after a kill and after the next run."""

    line: str
    check: Check
    result: Result
    #: Samples that it needs: name of the file, and kind.
    files: Mapping[str, str] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return " ".join(command_of(self.line.split()))


_BOOKS = {"other book": "other.book", "large book": "large.txt"}
_SEARCH = " ".join(CHEAP_BOOK)
_TRAINED = {"preset.toml": "nano", "small.toml": "patterns"}
VICTIMS: tuple[Victim, ...] = (
    Victim(
        f"book add many.txt --plies 12 --book b.book {_SEARCH}", sound_book, values_of_book, {"many.txt": "many games"}
    ),
    Victim(f"book extend --expansions 40 --book b.book {_SEARCH}", sound_book, is_there, {"b.book": "book"}),
    Victim("book import large.txt --book b.book", sound_book, text_of_book, {"large.txt": "large book"}),
    Victim("book merge o.book --book b.book", sound_book, values_of_book, {"b.book": "book", "o.book": "other book"}),
    Victim("book compact --forget --book b.book", sound_book, text_of_book, {"b.book": "other book"}),
    Victim("convert many.ggf o.sgf", whole_or_absent("o.sgf"), bytes_of("o.sgf"), {"many.ggf": "many ggf"}),
    Victim(
        "match random:seed=1 mobility:level=1,seed=2 --games 60 -o r.jsonl",
        kept_games,
        games_of_match,
    ),
    Victim(
        "tournament random:seed=1 mobility:level=1,seed=2 greedy --games 20 -o r.jsonl",
        kept_games,
        games_of_match,
    ),
    Victim(
        f"tune run {TUNE}",
        nothing,
        trials_of_tuning,
    ),
    Victim(
        "positions g.wtb -o o.positions --exact-empties 8",
        whole_or_absent("o.positions"),
        bytes_of("o.positions"),
        {"g.wtb": "wthor"},
    ),
    Victim(
        "fill-rare t.positions -o o.positions --count 300 --patterns small.toml --label-depth 3 --model c.model",
        whole_or_absent("o.positions"),
        bytes_of("o.positions"),
        {"t.positions": "positions", "small.toml": "patterns", "c.model": "model"},
    ),
    Victim(
        "fit t.positions -o o.model --patterns small.toml --stages 13 --iterations 60",
        whole_or_absent("o.model"),
        bytes_of("o.model"),
        {"t.positions": "positions", "small.toml": "patterns"},
    ),
    Victim(
        "calibrate c.model -o o.model --labels t.positions --positions 22 --depth 3 --solve 8 --threads 1",
        whole_or_absent("o.model"),
        bytes_of("o.model"),
        {"c.model": "model", "t.positions": "positions"},
    ),
    Victim(
        "openings -o list.txt --plies 4 --depth 4 --within 64 --hash-mb 1",
        whole_or_absent("list.txt"),
        bytes_of("list.txt"),
    ),
    Victim(
        "lab train tic_tac_toe run --generations 1 --games 60 --nodes 20 --workers 1", nothing, bytes_of("run/best.gm")
    ),
    Victim("lab match tic_tac_toe search:plain,nodes=50 random --games 60 --output run", nothing, files_of_run),
    Victim("lab td backgammon b.td --games 1500", nothing, bytes_of("b.td")),
    Victim("train run --preset preset.toml --workers 1 --seed 1", nothing, files_of_run, _TRAINED),
)
NAMES = (*(victim.name for victim in VICTIMS), *SERVED)


class KillsAttack:
    """Every trial one kill, of one after the other."""

    name = "kills"
    units = "kills"
    units_of_trial = 1

    def __init__(self, seed: int, workshop: Workshop) -> None:
        self._seed, self._warm, self._folder = seed, workshop.warm, workshop.place("kills")
        #: The folder of an undisturbed run, its seconds and its exit code, by the number of the victim.
        self._undisturbed: dict[int, tuple[Path, float, int]] = {}
        self._samples = workshop.samples

    def _content(self, kind: str) -> Content:
        if kind in self._samples.all:
            return self._samples[kind].content
        return self._larger_games[kind] if kind in self._larger_games else self._larger_books[kind]

    @cached_property
    def _larger_games(self) -> dict[str, bytes]:
        """Files that take long enough to be killed over."""
        return {
            "nano": _NANO.read_bytes(),
            "many games": write(Document("", random_games(12, seed=9)), "transcript"),
            "many ggf": write(Document("", random_games(400, seed=8)), "ggf"),
        }

    @cached_property
    def _larger_books(self) -> dict[str, bytes]:
        folder = self._folder / "larger"
        folder.mkdir()
        lines = write(Document("", random_games(60, seed=10, plies=16)), "transcript").decode().split()
        for words in (("add", *lines, *CHEAP_BOOK), ("export", "large.txt")):
            ended = self._warm.run(Job(("book", *words, "--book", "other.book"), folder, limits=_LIMITS))
            if ended.code != 0:
                raise RuntimeError(f"no large book: {ended.err.decode()}")
        return {name: (folder / file).read_bytes() for name, file in _BOOKS.items()}

    def again(self, number: int, kept: Path) -> Outcome:
        return self.trial(number)

    def trial(self, number: int) -> Outcome:
        rng = random.Random(f"kills {self._seed} {number}")  # noqa: S311 - no secret
        which = number % len(NAMES)
        folder = self._folder / f"kill-{number}"
        try:
            if which >= len(VICTIMS):
                told, seconds, command = kill_server(NAMES[which], folder, rng)
            else:
                told, seconds, command = self._kill(which, folder, rng)
        finally:
            shutil.rmtree(folder, ignore_errors=True)
        found = Finding("loss", told) if told else Finding("answer")
        return Outcome(number, NAMES[which], found, seconds=seconds, command=command)

    # -- commands -------------------------------------------------------------------------------

    def _kill(self, which: int, folder: Path, rng: random.Random) -> tuple[str, float, str]:
        victim = VICTIMS[which]
        undisturbed, usual, code = self._reference(which)
        real = rng.randrange(_EVERY_REAL) == 0
        run = run_process if real else self._warm.run
        moment = rng.uniform(0.0, usual) + (rng.uniform(0.2, 0.8) if real else 0.0)
        for _ in range(_TRIES):
            self._lay_out(victim, folder)
            command = f"{victim.line}   [killed after {moment:.3f} s of about {usual:.2f}]"
            ended = run(Job(victim.line.split(), folder, limits=Limits(seconds=120.0, kill_after=moment)))
            if ended.code == -signal.SIGKILL:
                break
            if ended.code != code:
                return f"it failed by itself: {ended}", ended.seconds, command
            moment *= 0.7
            shutil.rmtree(folder)
        else:
            return "it was always quicker than its kill", ended.seconds, command
        told = self._lost_inputs(victim, folder) or victim.check(folder, undisturbed)
        if told:
            return told, ended.seconds, command
        again = self._warm.run(Job(victim.line.split(), folder, limits=_LIMITS))
        seconds = ended.seconds + again.seconds
        if again.code != code:
            return f"the next run fails: {again.code} {again.err.decode(errors='replace')[-300:]}", seconds, command
        told = victim.check(folder, undisturbed) or self._lost_inputs(victim, folder)
        if not told and victim.result(folder) != victim.result(undisturbed):
            told = "the next run ends with another result"
        return told, seconds, command

    def _reference(self, which: int) -> tuple[Path, float, int]:
        if which not in self._undisturbed:
            victim, folder = VICTIMS[which], self._folder / f"undisturbed-{which}"
            self._lay_out(victim, folder)
            ended = self._warm.run(Job(victim.line.split(), folder, limits=_LIMITS))
            # A run of seconds may end with 1: no generation passed the gate.
            if ended.code != 0 and not (ended.code == 1 and ended.out):
                raise RuntimeError(f"{victim.line} fails undisturbed: {ended}")
            self._undisturbed[which] = folder, ended.seconds, ended.code
        return self._undisturbed[which]

    def _lay_out(self, victim: Victim, folder: Path) -> None:
        files = {name: self._content(kind) for name, kind in victim.files.items()}
        if "b.book" in files:
            files["before.book"] = files["b.book"]
        folder.mkdir()
        Attempt([], files).lay_out(folder)

    def _lost_inputs(self, victim: Victim, folder: Path) -> str:
        for name, kind in victim.files.items():
            content = self._content(kind)
            if name != "b.book" and isinstance(content, bytes) and (folder / name).read_bytes() != content:
                return f"the input {name} changed"
        return ""
