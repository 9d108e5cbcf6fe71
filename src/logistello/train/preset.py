"""How a run is made: sizes, depths and shares, as data. The package's own presets are TOML files in ``presets``.

A number that may differ between generations is written as one number or as a list; the last one of a list holds for
all further generations.
"""

from __future__ import annotations

import dataclasses
import tomllib
from collections.abc import Mapping
from dataclasses import field
from functools import cached_property
from importlib import resources
from pathlib import Path
from typing import Annotated, Any, Self

from pydantic import BeforeValidator, ConfigDict, StrictBool, StrictStr, ValidationError
from pydantic.dataclasses import dataclass

from logistello.errors import LogistelloError, TrainingRunError
from logistello.evaluation.pattern_set import PatternSet
from logistello.files import read_whole, storable
from logistello.match.elo import Sprt
from logistello.match.players import MobilityPlayer
from logistello.number_ranges import (
    CALIBRATED_DEPTH,
    CALIBRATED_EMPTIES,
    COUNT,
    COUNT_OR_NONE,
    DEPTH,
    ELO,
    EMPTIES,
    SHARE,
    STAGES,
    NumberRange,
)
from logistello.train.artefact import digest
from logistello.train.fit_options import FitOptions

_CHECKED = ConfigDict(extra="forbid")


def _within(numbers: NumberRange[Any]) -> BeforeValidator:
    def check(value: Any) -> Any:
        if type(value) not in (int, numbers.kind) or value not in numbers:
            raise ValueError(str(numbers))
        return numbers.kind(value)

    return BeforeValidator(check)


def _by_generation(numbers: NumberRange[int]) -> BeforeValidator:
    def check(value: Any) -> Any:
        several = tuple(value) if isinstance(value, list | tuple) else (value,)
        if several and all(type(each) is int and each in numbers for each in several):
            return several
        raise ValueError(f"{numbers}, or a list with one for each generation")

    return BeforeValidator(check)


def _late_to_early(value: Any) -> Any:
    both = tuple(value) if isinstance(value, list | tuple) else (value, value)
    if len(both) == 2 and all(type(each) in (int, float) and 0 <= each <= 1 for each in both):
        return tuple(map(float, both))
    raise ValueError("a number from 0 to 1, or a list of two")


Amount = Annotated[int, _within(COUNT)]
AmountOrNone = Annotated[int, _within(COUNT_OR_NONE)]
Depth = Annotated[int, _within(DEPTH)]
Empties = Annotated[int, _within(EMPTIES)]
Part = Annotated[float, _within(SHARE)]
#: Positions to add, as a part of those that there are.
Addition = Annotated[float, _within(NumberRange(float, 0.0, 100.0))]
Elo = Annotated[float, _within(ELO)]
#: A number for every generation, the last one for all further ones.
AmountByGeneration = Annotated[tuple[int, ...], _by_generation(COUNT)]
DepthByGeneration = Annotated[tuple[int, ...], _by_generation(DEPTH)]
EmptiesByGeneration = Annotated[tuple[int, ...], _by_generation(EMPTIES)]
#: A number at the exact ending and one at the beginning of the game; between them it changes evenly.
LateToEarly = Annotated[tuple[float, float], BeforeValidator(_late_to_early)]


def at(values: tuple[int, ...], generation: int) -> int:
    """The number of a generation; generations count from 1.

    >>> [at((4, 6), generation) for generation in (1, 2, 3)]
    [4, 6, 6]
    """
    return values[min(generation, len(values)) - 1]


@dataclass(frozen=True, config=_CHECKED)
class GameSettings:
    """Self-play."""

    #: Games of a generation.
    games: AmountByGeneration = (1000,)
    #: Games of one task: some seconds.
    per_task: Amount = 100
    #: Moves ahead, until the ending.
    depth: DepthByGeneration = (4,)
    #: From this number of empty squares on, games are played without a mistake.
    exact_empties: EmptiesByGeneration = (12,)
    #: Part of the games that begin with random moves, between the fewest and the most; the others begin with an even
    #: opening and up to ``even_random`` random moves. Without a model all moves are random.
    random_share: Part = 0.5
    random_fewest: Depth = 6
    random_most: Depth = 45
    even_random: Empties = 4
    #: A file of even openings, such as XOT's, in any format; without it the package's list of the same kind.
    openings: StrictStr = ""
    #: Part of the games in which a searched move is, with this chance, replaced by any other.
    blunder_share: Part = 0.5
    blunder_chance: Part = 0.05


@dataclass(frozen=True, config=_CHECKED)
class LabelSettings:
    """From games to labelled positions."""

    #: Moves that a search label looks ahead.
    depth: DepthByGeneration = (4,)
    #: Positions of a game, before its exact ending, that get a search label: neighbours are much alike.
    per_game: AmountByGeneration = (16,)
    #: Positions before this number of discs are left out: there are few different ones.
    fewest_discs: Annotated[int, _within(NumberRange(int, 4, 64))] = 10
    #: Part of the game's result in the label, where only best moves were played from the position on.
    result_share: LateToEarly = (0.0, 0.0)
    #: The same for games that were given: their players are people or other programs.
    given_result_share: LateToEarly = (0.0, 0.0)
    #: Positions of given games with at most this many empty squares are solved; those that come before, up to the exact
    #: endings of self-play, would take too long and are left out.
    given_solved: Empties = 12
    #: Let label searches prune with the ProbCut table of the model that played the games.
    selective: StrictBool = False
    #: Positions to add, as parts of those from games: after best moves, met inside searches, with rare configurations.
    successors: Addition = 0.0
    #: The same after best moves of positions met inside searches and of rare ones, where most moves that led there were
    #: mistakes: without them the side to move would seem better off than it is.
    inside_successors: Addition = 0.0
    #: Let the model that played the games label all positions before the exact endings, instead of weights that are
    #: fitted from the end backwards: for players that know more than those weights.
    by_player: StrictBool = False
    inside_searches: Addition = 0.0
    rare: Addition = 0.0


@dataclass(frozen=True, config=_CHECKED)
class CalibrationSettings:
    """ProbCut."""

    #: Positions of each number of discs. Exact scores need 20 or more.
    positions: Amount = 40
    #: Depth of the deepest search.
    depth: Annotated[int, _within(CALIBRATED_DEPTH)] = 6
    #: Positions with up to this many empty squares are solved.
    solve: Annotated[int, _within(CALIBRATED_EMPTIES)] = 14
    #: Searches that are looked into to refine the table where they ask it; none: it stays as it is.
    at_nodes: AmountOrNone = 0

    def named(self) -> dict[str, int]:
        """As files name them: what came later only where it is used, so that pairs measured before stay valid."""
        return {name: value for name, value in vars(self).items() if name != "at_nodes" or value}


@dataclass(frozen=True, config=_CHECKED)
class GateSettings:
    """The match that decides whether a generation replaces the best one."""

    #: Moves ahead of both players: games by depth repeat, games on time do not.
    depth: Depth = 4
    #: Most pairs of games, both colours of an opening.
    pairs: Amount = 100
    pairs_per_task: Amount = 5
    elo0: Elo = 0.0
    elo1: Elo = 30.0
    alpha: Part = 0.05
    beta: Part = 0.05


@dataclass(frozen=True, config=_CHECKED)
class YardstickSettings:
    """Fixed matches that show how strong each generation is."""

    depth: Depth = 4
    pairs: Amount = 20
    #: Of the mobility player.
    mobility_level: Annotated[int, _within(NumberRange(int, MobilityPlayer.LEVELS[0], MobilityPlayer.LEVELS[-1]))] = 3
    #: How many of the generations before are opponents, besides the first.
    previous: AmountOrNone = 2


@dataclass(frozen=True, config=_CHECKED)
class Preset:
    """A whole run."""

    name: StrictStr
    generations: Amount = 1
    #: A pattern set of the package, and stages instead of its own number.
    patterns: StrictStr = "logistello"
    stages: Annotated[int, _within(STAGES)] = 13
    #: From how many earlier generations labelled positions join the fit.
    replay: AmountOrNone = 0
    games: GameSettings = field(default_factory=GameSettings)
    labels: LabelSettings = field(default_factory=LabelSettings)
    #: Options of ``train.fit.FitOptions``.
    fit: Mapping[str, Any] = field(default_factory=dict)
    calibration: CalibrationSettings = field(default_factory=CalibrationSettings)
    gate: GateSettings = field(default_factory=GateSettings)
    yardsticks: YardstickSettings = field(default_factory=YardstickSettings)

    def __post_init__(self) -> None:
        if not 0 < self.games.random_fewest <= self.games.random_most <= 60:
            raise TrainingRunError(
                f"preset {self.name}: random openings of {self.games.random_fewest} to {self.games.random_most} moves; "
                "expected 1 to 60"
            )
        try:
            self.pattern_set()
        except LogistelloError as error:
            raise TrainingRunError(f"preset {self.name}: {error}") from None
        self.fit_options(threads=1)
        try:
            Sprt(self.gate.elo0, self.gate.elo1, self.gate.alpha, self.gate.beta)
        except ValueError as error:
            raise TrainingRunError(f"preset {self.name}: gate: {error}") from None

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
        """A preset of the package, or of a TOML file."""
        if name_or_file in preset_names():
            folder = resources.files("logistello.train") / "presets"
            return cls.parse((folder / f"{name_or_file}.toml").read_text(encoding="utf-8"), name_or_file)
        path = Path(name_or_file)
        if path.is_file():
            try:
                return cls.parse(read_whole(path).decode(), storable(path.stem))
            except UnicodeDecodeError as error:
                raise TrainingRunError(f"{path}: not TOML, since it is not UTF-8: {error}") from None
        raise TrainingRunError(
            f"{name_or_file}: neither a preset ({', '.join(preset_names())}) nor a TOML file with one"
        )

    @classmethod
    def parse(cls, text: str, name: str) -> Self:
        try:
            table = tomllib.loads(text)
        except ValueError as error:  # also a number of thousands of digits
            raise TrainingRunError(f"preset {name}: not TOML: {error}") from None
        except RecursionError:
            raise TrainingRunError(f"preset {name}: no TOML of a preset: lists inside of lists without end") from None
        return cls.from_dict({"name": name, **table})

    @classmethod
    def from_dict(cls, table: Mapping[str, Any]) -> Self:
        """What :meth:`as_dict` gives. Raises ``TrainingRunError`` for what is unknown or of another type."""
        try:
            return cls(**table)
        except ValidationError as error:
            raise TrainingRunError(f"preset {table.get('name')}: {_first_mistake(cls, error)}") from None


def _first_mistake(kind: type, error: ValidationError) -> str:
    """What is wrong with a setting, and what was expected."""
    mistake = error.errors()[0]
    *sections, name = (str(each) for each in mistake["loc"])
    where = "".join(f"{section}: " for section in sections)
    if mistake["type"] == "unexpected_keyword_argument":
        for section in sections:
            kind = type(getattr(kind("default"), section))
        known = ", ".join(each.name for each in dataclasses.fields(kind))
        return f"{where}unknown setting {name!r}; known: {known}"
    expected = mistake["msg"].removeprefix("Value error, ").removeprefix("Input should be ")
    return f"{where}{name} is {mistake['input']!r}; expected {expected}"


@dataclasses.dataclass(frozen=True)
class GenerationPlan:
    """What all stages of a generation are made from, besides the artefacts of the stages before."""

    preset: Preset
    #: Generations count from 1.
    number: int
    seed: int

    def inputs(self, *settings: Any) -> dict[str, Any]:
        """What an artefact says of these and of the settings of its stage."""
        return {"seed": self.seed, "generation": self.number, "settings": digest(settings)}

    @property
    def exact_empties(self) -> int:
        return at(self.preset.games.exact_empties, self.number)

    @property
    def label_depth(self) -> int:
        return at(self.preset.labels.depth, self.number)

    @cached_property
    def patterns(self) -> PatternSet:
        return self.preset.pattern_set()


def preset_names() -> list[str]:
    """The presets of the package.

    >>> preset_names()
    ['full', 'laptop', 'tiny']
    """
    folder = resources.files("logistello.train") / "presets"
    return sorted(entry.name.removesuffix(".toml") for entry in folder.iterdir() if entry.name.endswith(".toml"))
