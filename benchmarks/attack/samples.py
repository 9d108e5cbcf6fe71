"""A small good file of every kind that a command reads: what attacks begin with."""

from __future__ import annotations

import gzip
import random
import tempfile
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.attack.ending import Limits
from benchmarks.attack.warm import Job, Warm
from benchmarks.measure import ROOT
from logistello.othello import Game, Player
from logistello.othello.notation import FORMATS, Document, write

#: A file, or a folder of files.
Content = bytes | Mapping[str, bytes]

_DATA = ROOT / "tests" / "data"
_PATTERNS = ROOT / "tests" / "train" / "small_patterns.toml"
_PRESET = ROOT / "tests" / "train" / "micro.toml"
#: Options of the cheapest searches that a book can have.
CHEAP_BOOK = ("--depth", "1", "--solve", "4", "--hash-mb", "1", "--workers", "1")
_FEW_GAMES = 3


@dataclass(frozen=True)
class Sample:
    """``name`` is what a user would call it."""

    kind: str
    name: str
    content: Content


def random_games(count: int, seed: int, plies: int = 100) -> list[Game]:
    rng = random.Random(seed)  # noqa: S311 - no secret
    games = []
    for number in range(count):
        game = Game(black=Player(f"Ann {number}", 1800.0), white=Player("José"), place="Lyon")
        while not game.is_over and len(game.moves) < plies:
            game.play(rng.choice(game.position.legal_moves))
        games.append(game)
    return games


def notation_samples() -> dict[str, Sample]:
    """Games and positions: what every command that takes "any notation" may meet."""
    games = random_games(_FEW_GAMES, seed=1)
    found = {}
    for name, entry in FORMATS.items():
        if entry.games and entry.write:
            found[name] = write(Document("", games), name)
    positions = [game.position for game in random_games(_FEW_GAMES, seed=2, plies=45)]
    found |= {
        "position": "".join(f"{position.text}\n" for position in positions).encode(),
        "ggs": str(positions[0]).encode(),
        "fen": b"8/8/8/3pP3/3Pp3/8/8/8 b - - 0 1\n",
        "flipello": b"8/8/8/3pP3/3Pp3/8/8/8[PPpp] w 0 1\n",
        "obf": b"".join((_DATA / "ffo.obf").read_bytes().splitlines(keepends=True)[:3]),
        "jou": (_DATA / "WTH.JOU").read_bytes()[:16] + bytes(60),
        "trn": (_DATA / "WTH.TRN").read_bytes(),
        "ios": b"772942166 r me 64 ( 30 0 0) you 0 ( 30 0 0) +43-33 +0\n",
        "quest": b'{"position": {"moves": [{"m": "f5", "t": 1}]}, "players": [{"name": "a", "oldR": 1}]}',
        "table": b"moves\tname\nf5d6\tx\n",
        "boards": "".join(f"{position.text[:64]}\tX\t+2\n" for position in positions).encode(),
    }
    endings = {name: entry.suffixes[0] if entry.suffixes else ".txt" for name, entry in FORMATS.items()}
    samples = {name: Sample(name, f"in{endings.get(name, '.tsv')}", data) for name, data in found.items()}
    packed = gzip.compress(found["ggf"], mtime=0)
    return {**samples, "gzip": Sample("gzip", "in.ggf.gz", packed)}


class Samples:
    """Every kind by its name. Those of ``notation`` are readable wherever games or positions are expected."""

    def __init__(self, warm: Warm) -> None:
        self.notation = notation_samples()
        self.all: dict[str, Sample] = dict(self.notation)
        with tempfile.TemporaryDirectory(prefix="samples-") as folder:
            self._make(warm, Path(folder) / "made")

    def _make(self, warm: Warm, folder: Path) -> None:
        folder.mkdir()

        def run(*words: str) -> None:
            ended = warm.run(Job(words, folder, limits=Limits(seconds=300)))
            if ended.code != 0:
                raise RuntimeError(f"the sample of {words} cannot be made: {ended}")

        def keep(kind: str, name: str) -> None:
            path = folder / name
            content: Content = path.read_bytes() if path.is_file() else _folder_content(path)
            self.all[kind] = Sample(kind, name, content)

        def put(kind: str, name: str, content: bytes) -> None:
            (folder / name).write_bytes(content)
            keep(kind, name)

        put("patterns", "small.toml", _PATTERNS.read_bytes())
        put("preset", "preset.toml", _PRESET.read_bytes().replace(b"PATTERNS", b"small.toml"))
        put("openings", "openings.txt", b"# made by hand\nf5d6c3d3\nf5d6c4d3\nf5f6e6f4\n")
        put("secret", "secret.txt", b"sesame\n")
        (folder / "secret.txt").chmod(0o600)
        (folder / "g.wtb").write_bytes((_DATA / "WTH_1977.wtb").read_bytes())
        run("positions", "g.wtb", "-o", "t.positions", "--exact-empties", "2", "--solved", "known.solved")
        run("fit", "t.positions", "-o", "m.model", "--patterns", "small.toml", "--stages", "4", "--iterations", "2")
        quick = ("--labels", "t.positions", "--positions", "22", "--depth", "2", "--solve", "8", "--threads", "1")
        run("calibrate", "m.model", "-o", "c.model", "--pairs", "measured.pairs", *quick)
        run("book", "add", *(game.transcript() for game in random_games(_FEW_GAMES, seed=3, plies=8)), *_small_book())
        run("book", "export", "book.txt", "--book", "b.book")
        run("book", "export", "edax.txt", "--book", "b.book", "--format", "edax")
        run("match", "random", "greedy", "--games", "2", "--openings", "openings.txt", "-o", "record.jsonl")
        run("tournament", "random", "greedy", "--openings", "openings.txt", "-o", "tournament.jsonl")
        run("lab", "td", "othello", "othello.td", "--games", "2")
        run("lab", "td", "backgammon", "backgammon.td", "--games", "2")
        _make_game_model(folder / "game.gm")
        _make_library(folder / "games.sqlite")
        _make_partial_list(folder / "list.txt.partial")
        for kind, name in {
            "positions": "t.positions",
            "solved": "known.solved",
            "model": "c.model",
            "pairs": "measured.pairs",
            "book": "b.book",
            "booktext": "book.txt",
            "edax": "edax.txt",
            "record": "record.jsonl",
            "tournament": "tournament.jsonl",
            "game_model": "game.gm",
            "td_othello": "othello.td",
            "td_backgammon": "backgammon.td",
            "library": "games.sqlite",
            "openings_partial": "list.txt.partial",
        }.items():
            keep(kind, name)

    def __getitem__(self, kind: str) -> Sample:
        return self.all[kind]


def _small_book() -> tuple[str, ...]:
    return ("--book", "b.book", *CHEAP_BOOK)


def _folder_content(folder: Path) -> dict[str, bytes]:
    return {str(path.relative_to(folder)): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


def _make_library(path: Path) -> None:
    from logistello.library import Library
    from logistello.library.game_row import row_of

    with Library(path) as library:
        library.add((row_of(game) for game in random_games(_FEW_GAMES, seed=4)), source="sample")


def _make_game_model(path: Path) -> None:
    """Of tic-tac-toe, with weights by chance and lines for ProbCut."""
    import numpy as np

    from logistello.games import openspiel_rules
    from logistello.glem import Configuration
    from logistello.lab.learn.features import features_of
    from logistello.lab.learn.game_model import GameModel
    from logistello.lab.search.probcut_calibration import DepthLines

    rules = openspiel_rules("tic_tac_toe")
    features = features_of(rules)
    configurations = tuple(Configuration.of({place: 1, place + 1: 2}) for place in range(8))
    weights = np.random.default_rng(2).normal(size=(features.stages, len(configurations))).astype(np.float32)
    lines = np.full((features.stages, 3, 2, 3), np.nan, dtype=np.float32)
    lines[:, 2, 1] = 0.9, 0.01, 0.2
    probcut = DepthLines(lines, np.zeros((features.stages, 3, 2, 5), dtype=np.float32))
    bias = np.zeros(features.stages, dtype=np.float32)
    GameModel(rules.name, features.name, configurations, weights, bias, 1.0, probcut, {"games": 7}).save(path)


def _make_partial_list(path: Path) -> None:
    """What an interrupted 'logistello openings --plies 2 --depth 1' with our model leaves."""
    import json

    from logistello.evaluation import Model

    header = {"plies": 2, "depth": 1, "model_sha256": Model.default().checksum, "selectivity": "mpc", "hash_mb": 1}
    lines = [{"openings_of": header}, ["f5d6", 0.5]]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
