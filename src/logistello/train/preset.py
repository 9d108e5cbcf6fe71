"""How a run is made: sizes, depths and shares, as data. The package's own presets are TOML files in ``presets``.

A number that may differ between generations is written as one number or as a list; the last one of a list holds for
all further generations.
"""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from importlib import resources
from pathlib import Path
from typing import Any, Self

from logistello.errors import LogistelloError, TrainingRunError
from logistello.evaluation.pattern_set import PatternSet
from logistello.train.fit import FitOptions

#: A number for every generation, the last one for all further ones.
ByGeneration = tuple[int, ...]
#: A number at the exact ending and one at the beginning of the game; between them it changes evenly.
LateToEarly = tuple[float, float]


def at(values: ByGeneration, generation: int) -> int:
    """The number of a generation; generations count from 1.

    >>> [at((4, 6), generation) for generation in (1, 2, 3)]
    [4, 6, 6]
    """
    return values[min(generation, len(values)) - 1]


@dataclass(frozen=True)
class GameSettings:
    """Self-play."""

    #: Games of a generation.
    games: ByGeneration = (1000,)
    #: Games of one task: some seconds.
    per_task: int = 100
    #: Moves ahead, until the ending.
    depth: ByGeneration = (4,)
    #: With so many empty squares the rest is played without a mistake.
    exact_empties: ByGeneration = (12,)
    #: Part of the games that begin with random moves, between the fewest and the most; the others begin with an even
    #: opening and up to ``even_random`` random moves. Without a model all moves are random.
    random_share: float = 0.5
    random_fewest: int = 6
    random_most: int = 45
    even_random: int = 4
    #: A file of even openings, such as XOT's, in any format; without it the package's list of the same kind.
    openings: str = ""
    #: Part of the games in which a searched move is, with this chance, replaced by any other.
    blunder_share: float = 0.5
    blunder_chance: float = 0.05


@dataclass(frozen=True)
class LabelSettings:
    """From games to labelled positions."""

    #: Moves that a search label looks ahead.
    depth: ByGeneration = (4,)
    #: Positions of a game, before its exact ending, that get a search label: neighbours are much alike.
    per_game: ByGeneration = (16,)
    #: Positions before this number of discs are left out: there are few different ones.
    fewest_discs: int = 10
    #: Part of the game's result in the label, where only best moves were played from the position on.
    result_share: LateToEarly = (0.0, 0.0)
    #: The same for games that were given: their players are people or other programs.
    given_result_share: LateToEarly = (0.0, 0.0)
    #: Positions of given games with at most so many empty squares are solved; those that come before, up to the exact
    #: endings of self-play, would take too long and are left out.
    given_solved: int = 12
    #: Let label searches prune with the ProbCut table of the model that played the games.
    selective: bool = False
    #: Positions to add, as parts of those from games: after best moves, met inside searches, with rare configurations.
    successors: float = 0.0
    inside_searches: float = 0.0
    rare: float = 0.0


@dataclass(frozen=True)
class CalibrationSettings:
    """ProbCut."""

    #: Positions of each number of discs. Exact scores need 20 or more.
    positions: int = 40
    #: Depth of the deepest search.
    depth: int = 6
    #: Positions with up to so many empty squares are solved.
    solve: int = 14


@dataclass(frozen=True)
class GateSettings:
    """The match that decides whether a generation replaces the best one."""

    #: Moves ahead of both players: games by depth repeat, games on time do not.
    depth: int = 4
    #: Most pairs of games, both colours of an opening.
    pairs: int = 100
    pairs_per_task: int = 5
    elo0: float = 0.0
    elo1: float = 30.0
    alpha: float = 0.05
    beta: float = 0.05


@dataclass(frozen=True)
class YardstickSettings:
    """Fixed matches that show how strong each generation is."""

    depth: int = 4
    pairs: int = 20
    #: Of the mobility player.
    mobility_level: int = 3
    #: The last so many generations before are opponents, besides the first.
    previous: int = 2


@dataclass(frozen=True)
class Preset:
    """A whole run."""

    name: str
    generations: int = 1
    #: A pattern set of the package, and stages instead of its own number.
    patterns: str = "logistello"
    stages: int = 13
    #: Labelled positions of so many generations before join the fit.
    replay: int = 0
    games: GameSettings = field(default_factory=GameSettings)
    labels: LabelSettings = field(default_factory=LabelSettings)
    #: Options of ``evaluation.fit.FitOptions``.
    fit: Mapping[str, Any] = field(default_factory=dict)
    calibration: CalibrationSettings = field(default_factory=CalibrationSettings)
    gate: GateSettings = field(default_factory=GateSettings)
    yardsticks: YardstickSettings = field(default_factory=YardstickSettings)

    def __post_init__(self) -> None:
        if min(self.generations, self.gate.pairs, self.gate.pairs_per_task, self.games.per_task) < 1:
            raise TrainingRunError(f"preset {self.name}: numbers of generations, games and pairs are 1 or more")
        if not 0 < self.games.random_fewest <= self.games.random_most <= 60:
            raise TrainingRunError(f"preset {self.name}: random openings of {self.games.random_fewest} moves or more")
        self.pattern_set()
        self.fit_options(threads=1)

    def pattern_set(self) -> PatternSet:
        return PatternSet.find(self.patterns).with_stages(self.stages)

    def fit_options(self, threads: int) -> FitOptions:
        try:
            return FitOptions(**self.fit, threads=threads)
        except (TypeError, LogistelloError) as error:
            raise TrainingRunError(f"preset {self.name}: fit: {error}") from None

    def as_dict(self) -> dict[str, Any]:
        return dataclasses.asdict(self)

    # -- where presets come from --------------------------------------------------------------

    @classmethod
    def find(cls, name_or_file: str) -> Preset:
        """A preset of the package, or somebody's own file."""
        if name_or_file in preset_names():
            folder = resources.files("logistello.train") / "presets"
            return cls.parse((folder / f"{name_or_file}.toml").read_text(encoding="utf-8"), name_or_file)
        path = Path(name_or_file)
        if path.is_file():
            return cls.parse(path.read_text(encoding="utf-8"), path.stem)
        raise TrainingRunError(
            f"{name_or_file}: neither a preset ({', '.join(preset_names())}) nor a TOML file with one"
        )

    @classmethod
    def parse(cls, text: str, name: str) -> Self:
        try:
            return cls.from_dict({"name": name, **tomllib.loads(text)})
        except tomllib.TOMLDecodeError as error:
            raise TrainingRunError(f"preset {name}: not TOML: {error}") from None

    @classmethod
    def from_dict(cls, table: Mapping[str, Any]) -> Self:
        """What :meth:`as_dict` gives. Raises ``TrainingRunError`` for what is unknown or of another type."""
        found: Self = _made(cls, table, f"preset {table.get('name')}")
        return found


_SECTIONS: Mapping[str, type] = {
    "games": GameSettings,
    "labels": LabelSettings,
    "calibration": CalibrationSettings,
    "gate": GateSettings,
    "yardsticks": YardstickSettings,
}


def _made(kind: type, table: Mapping[str, Any], where: str) -> Any:
    known = {each.name: each for each in fields(kind)}
    values: dict[str, Any] = {}
    for name, value in table.items():
        if name not in known:
            raise TrainingRunError(f"{where}: unknown setting {name!r}; known: {', '.join(known)}")
        values[name] = _value(str(known[name].type), name, value, where)
    return kind(**values)


def _value(kind: str, name: str, value: Any, where: str) -> Any:
    if name in _SECTIONS and isinstance(value, Mapping):
        return _made(_SECTIONS[name], value, f"{where}: {name}")
    if kind == "ByGeneration":
        several = tuple(value) if isinstance(value, list | tuple) else (value,)
        if several and all(type(each) is int for each in several):
            return several
    elif kind == "LateToEarly":
        both = tuple(value) if isinstance(value, list | tuple) else (value, value)
        if len(both) == 2 and all(type(each) in (int, float) and 0 <= each <= 1 for each in both):
            return tuple(map(float, both))
    elif kind == "float" and type(value) in (int, float):
        return float(value)
    elif type(value).__name__ == kind or (name == "fit" and isinstance(value, Mapping)):
        return value
    raise TrainingRunError(f"{where}: {name} is {value!r}; expected {kind}")


def preset_names() -> list[str]:
    """The presets of the package.

    >>> preset_names()
    ['full', 'laptop', 'tiny']
    """
    folder = resources.files("logistello.train") / "presets"
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
