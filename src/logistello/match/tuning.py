"""Search for the options of a player that win most against it as it is: trials are short matches, chosen by Optuna.

What was tried stands in ``trials.jsonl``, one line a trial, which is all that a stopped search needs to go on. The best
few play again, so that luck decides less, and whether the winner is better is left to a match with a sequential test.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from logistello.charts import Chart, picture
from logistello.engine.limit import Limit
from logistello.errors import MatchError, UsageError
from logistello.extras import require
from logistello.files import read_whole, write_whole
from logistello.jobs import Pool, Task
from logistello.match.elo import PairStatistics
from logistello.match.game_task import cores_and_memory
from logistello.match.openings import OpeningLine, OpeningList
from logistello.match.plan import Match
from logistello.match.play_game import MatchTerms
from logistello.match.player_text import TextPieces, joined, pieces_of
from logistello.match.runner import MatchRun
from logistello.match.spec import KINDS, describe_limit, parse_player

if TYPE_CHECKING:
    import optuna

#: By how much a player may exceed its time: trials share the processors with each other.
_LAG = 5.0
#: How many of the best trials play again, and how often as many games as a trial.
FINALISTS = 3
FINAL_ROUNDS = 4
Value = int | float | str


@dataclass(frozen=True)
class Parameter:
    """An option of a player and the values that are tried.

    >>> Parameter.parse("confidence=60,73,87").choices
    ('60', '73', '87')
    >>> Parameter.parse("hash_mb=4..64"), Parameter.parse("novelty=0.5..4").whole
    (Parameter(name='hash_mb', low=4.0, high=64.0, whole=True, choices=()), False)
    """

    name: str
    low: float = 0.0
    high: float = 0.0
    whole: bool = False
    choices: tuple[str, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Parameter:
        """``NAME=A,B,C`` for some values, ``NAME=LOW..HIGH`` for a range: of whole numbers, if both are. Raises
        ``UsageError``."""
        name, equals, values = text.partition("=")
        if not name or not equals:
            raise UsageError(f"parameter {text!r}: expected NAME=A,B,... or NAME=LOW..HIGH")
        low, dots, high = values.partition("..")
        if not dots:
            choices = tuple(dict.fromkeys(filter(None, values.split(","))))
            if len(choices) < 2:
                raise UsageError(f"parameter {text!r}: expected two values or more")
            return cls(name, choices=choices)
        try:
            bounds = float(low), float(high)
        except ValueError:
            raise UsageError(f"parameter {text!r}: {values!r} is no range of numbers") from None
        if not bounds[0] < bounds[1] < float("inf"):
            raise UsageError(f"parameter {text!r}: the second number must be larger than the first")
        return cls(name, *bounds, whole=all(each.lstrip("+-").isdecimal() for each in (low, high)))

    def suggest(self, trial: optuna.Trial) -> Value:
        if self.choices:
            return str(trial.suggest_categorical(self.name, self.choices))
        if self.whole:
            return trial.suggest_int(self.name, int(self.low), int(self.high))
        return round(trial.suggest_float(self.name, self.low, self.high), 4)

    def distribution(self) -> optuna.distributions.BaseDistribution:
        from optuna import distributions

        if self.choices:
            return distributions.CategoricalDistribution(self.choices)
        if self.whole:
            return distributions.IntDistribution(int(self.low), int(self.high))
        return distributions.FloatDistribution(self.low, self.high)

    def as_json(self) -> list[Any]:
        return [self.name, self.low, self.high, self.whole, list(self.choices)]


@dataclass
class Trial:
    """Values and what they won, as results of pairs: 0, 1/2, 1, 3/2, 2 points."""

    number: int
    values: Mapping[str, Value]
    pairs: list[int]

    @property
    def score(self) -> float:
        """Part of the points."""
        return PairStatistics.of(self.pairs).score().value

    @property
    def games(self) -> int:
        return 2 * sum(self.pairs)


@dataclass
class Tuning:
    """A search in a folder."""

    folder: Path
    #: The player as it is; trials are the same player with other options.
    player: str
    parameters: Sequence[Parameter]
    limit: Limit
    openings: OpeningList
    #: Pairs of games of a trial.
    pairs: int = 10
    seed: int = 0
    trials: list[Trial] = field(default_factory=list)

    def __post_init__(self) -> None:
        require("tune", "searches for parameters")
        if len({each.name for each in self.parameters}) != len(self.parameters) or not self.parameters:
            raise UsageError("name one parameter or more, each once")
        kind = parse_player(self.player).kind
        for each in self.parameters:
            if each.name not in KINDS[kind]:
                raise UsageError(f"{kind} players have no option {each.name}; they have {', '.join(KINDS[kind])}")
            for value in each.choices or (_shown(each, each.low), _shown(each, each.high)):
                self._check(each.name, value)
        if self.pairs > len(self.openings.openings):
            raise MatchError(f"{self.pairs} pairs of games, but {len(self.openings.openings)} openings")
        self.trials = self._stored()

    def _check(self, name: str, value: str) -> None:
        """A value that the player would refuse is refused now."""
        spec = parse_player(self.with_values({name: value}))
        spec.make().close()

    # -- trials ---------------------------------------------------------------------------------

    def run(self, pool: Pool, trials: int, on_trial: Callable[[Trial], None] = lambda trial: None) -> None:
        """Go on until there are so many trials, then let the best few play again."""
        asked: dict[int, optuna.Trial] = {}
        study = self._study()
        first = len(self.trials)

        def tasks() -> Iterator[Task]:
            for number in range(first, trials):
                trial = study.ask()
                values = {each.name: each.suggest(trial) for each in self.parameters}
                asked[number] = trial
                waiting[number] = values
                yield self._task(values, number)

        waiting: dict[int, dict[str, Value]] = {}
        for place, pairs in pool.run(tasks()):
            number = first + place
            done = Trial(len(self.trials), waiting.pop(number), pairs)
            study.tell(asked.pop(number), done.score)
            self._keep({"values": done.values, "pairs": done.pairs})
            self.trials.append(done)
            on_trial(done)
        self._play_finals(pool, on_trial)

    def _play_finals(self, pool: Pool, on_trial: Callable[[Trial], None]) -> None:
        most = 2 * self.pairs * (1 + FINAL_ROUNDS)
        finalists = [each for each in self.ranking()[:FINALISTS] if each.games < most]
        jobs = [
            (each, round_)
            for round_ in range(FINAL_ROUNDS)
            for each in finalists
            if round_ >= each.games // (2 * self.pairs) - 1
        ]
        rounds = (self._task(each.values, 1_000_000 * (round_ + 1) + each.number) for each, round_ in jobs)
        for place, pairs in pool.run(rounds):
            trial = jobs[place][0]
            self._keep({"again": trial.number, "pairs": pairs})
            trial.pairs = [one + other for one, other in zip(trial.pairs, pairs, strict=True)]
            on_trial(trial)

    def ranking(self) -> list[Trial]:
        """Best first; points count less the fewer games they come from, as if eight pairs more had been drawn."""
        return sorted(self.trials, key=lambda trial: (-_cautious(trial), trial.number))

    @property
    def winner(self) -> Trial:
        if not self.trials:
            raise MatchError("no trial was played")
        return self.ranking()[0]

    def with_values(self, values: Mapping[str, Value]) -> str:
        """The player with other options."""
        separator = "," if ":" in self.player else ":"
        return self.player + separator + ",".join(f"{name}={value}" for name, value in values.items())

    def _task(self, values: Mapping[str, Value], number: int) -> Task:
        chosen = random.Random(f"{self.seed} {number}").sample(list(self.openings.openings), self.pairs)  # noqa: S311
        texts = self.with_values(values), self.player
        needs = cores_and_memory([parse_player(text) for text in texts])
        return Task(play_pairs, (*map(pieces_of, texts), tuple(chosen), self.limit), *needs)

    def _study(self) -> optuna.Study:
        """What was tried so far, for whoever suggests what to try next."""
        import optuna

        optuna.logging.set_verbosity(optuna.logging.WARNING)
        sampler = optuna.samplers.TPESampler(seed=self.seed + len(self.trials), constant_liar=True)
        study = optuna.create_study(direction="maximize", sampler=sampler)
        distributions = {each.name: each.distribution() for each in self.parameters}
        for trial in self.trials:
            study.add_trial(
                optuna.trial.create_trial(params=dict(trial.values), distributions=distributions, value=trial.score)
            )
        return study

    # -- the file -------------------------------------------------------------------------------

    @property
    def _path(self) -> Path:
        return self.folder / "trials.jsonl"

    def _header(self) -> dict[str, Any]:
        return {
            "player": parse_player(self.player).identity(),
            "parameters": [each.as_json() for each in self.parameters],
            "limit": describe_limit(self.limit),
            "openings": self.openings.checksum,
            "pairs": self.pairs,
            "seed": self.seed,
        }

    def _stored(self) -> list[Trial]:
        """Raises ``MatchError`` if the folder holds another search. A line that a stop cut off is left out."""
        if not self._path.exists():
            return []
        lines = read_whole(self._path).split(b"\n")[:-1]
        trials: list[Trial] = []
        try:
            entries = [json.loads(line) for line in lines]
            if entries and entries[0] != json.loads(json.dumps(self._header())):
                raise MatchError(f"{self._path} is of another search; choose another folder, or remove it")
            for entry in entries[1:]:
                if "again" in entry:
                    trial = trials[entry["again"]]
                    trial.pairs = [one + other for one, other in zip(trial.pairs, entry["pairs"], strict=True)]
                else:
                    trials.append(Trial(len(trials), entry["values"], entry["pairs"]))
        except (ValueError, KeyError, TypeError, IndexError):
            raise MatchError(f"{self._path} is damaged or not ours; remove it to start again") from None
        return trials

    def _keep(self, entry: Mapping[str, Any]) -> None:
        self.folder.mkdir(parents=True, exist_ok=True)
        before = read_whole(self._path) if self._path.exists() else b""
        whole = before[: before.rfind(b"\n") + 1] or json.dumps(self._header()).encode() + b"\n"
        write_whole(self._path, whole + json.dumps(entry).encode() + b"\n")  # what a stop cut off goes

    # -- shown ----------------------------------------------------------------------------------

    def table(self, most: int = 10) -> str:
        """The best trials, in Markdown."""
        names = [each.name for each in self.parameters]
        lines = [f"| trial | {' | '.join(names)} | games | points | Elo |", "|---" * (len(names) + 4) + "|"]
        for trial in self.ranking()[:most]:
            values = " | ".join(str(trial.values[name]) for name in names)
            elo = PairStatistics.of(trial.pairs).elo()
            lines.append(
                f"| {trial.number + 1} | {values} | {trial.games} | {100 * trial.score:.1f} % "
                f"| {elo.value:+.0f} ({elo.low:+.0f} to {elo.high:+.0f}) |"
            )
        return "\n".join(lines)

    def svg(self) -> str:
        """Points of each trial, in order, and over each parameter that is a number."""
        charts = [Chart("Trials", "trial", "points", y_unit=" %", whole_x=True)]
        charts[0].points([(trial.number + 1, 100 * trial.score) for trial in self.trials], "#1f6f8b", radius=3)
        charts[0].level(50)
        for each in self.parameters:
            points = [(_number(trial.values[each.name]), 100 * trial.score) for trial in self.trials]
            if points and all(x is not None for x, _ in points):
                chart = Chart(each.name, each.name, "points", y_unit=" %")
                chart.points([(x, y) for x, y in points if x is not None], "#1f6f8b", radius=3)
                chart.level(50)
                charts.append(chart)
        return picture(charts, columns=2, title="Tuning")


def play_pairs(first: TextPieces, second: TextPieces, openings: tuple[OpeningLine, ...], limit: Limit) -> list[int]:
    """A task: a short match, as results of pairs."""
    players = [parse_player(joined(pieces)) for pieces in (first, second)]
    match = Match(players, OpeningList(openings, "openings of a trial"), 2 * len(openings), limit, MatchTerms(lag=_LAG))
    run = MatchRun(match)
    try:
        return list(run.play().pairings[0, 1].pairs)
    finally:
        run.close()


def _cautious(trial: Trial) -> float:
    pairs = sum(trial.pairs)
    return (trial.score * pairs + 0.5 * 8) / (pairs + 8)


def _shown(parameter: Parameter, value: float) -> str:
    return str(int(value)) if parameter.whole else f"{value:g}"


def _number(value: Value) -> float | None:
    try:
        return float(value)
    except ValueError:
        return None
