"""Parameters of a fit."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any, Literal, get_args

from logistello.errors import TrainingDataError
from logistello.evaluation.pattern_set import PatternSet
from logistello.number_ranges import (
    AMOUNT,
    COUNT,
    COUNT_OR_NONE,
    EMPTIES,
    PROPER_PART,
    SEED,
    SHARE,
    SOME_AMOUNT,
    THREADS,
    NumberRange,
)

# The first of each is the usual one.
LinkName = Literal["identity", "sigmoid", "logistic"]
MethodName = Literal["cg", "gradient", "bayes"]
StageModel = Literal["separate", "merged", "linear"]

_RANGES: Mapping[str, NumberRange[Any]] = {
    "l2": AMOUNT,
    "iterations": COUNT,
    "window": EMPTIES,
    "exact_weight": SOME_AMOUNT,
    "count_power": SHARE,
    "sparse_min_matches": COUNT,
    "holdout": PROPER_PART,
    "seed": SEED,
    "threads": THREADS,
    "vectors": COUNT_OR_NONE,
    "vector_rate": SOME_AMOUNT,
    "vector_window": EMPTIES,
    "vector_min_matches": COUNT,
    "tempo": COUNT_OR_NONE,
}


_CHOICES: Mapping[str, tuple[str, ...]] = {
    "link": get_args(LinkName),
    "method": get_args(MethodName),
    "stage_model": get_args(StageModel),
}


@dataclass(frozen=True)
class FitOptions:
    """Parameters of a fit. All but ``threads`` belong to the provenance of a model."""

    #: Shrinkage, in positions that each weight is imagined to have been seen in without any effect.
    l2: float = 30.0
    #: Most conjugate-gradient steps of a stage. It ends sooner when the gradient has become small.
    iterations: int = 40
    #: Positions with up to this many discs more or fewer than the stage has count, too, the less the farther.
    window: int = 4
    #: How much more a position with an exact score counts than others.
    exact_weight: float = 4.0
    #: A position that n games came to counts n to this power.
    count_power: float = 0.5
    #: Configurations of sparse patterns that fewer training positions match have no weight.
    sparse_min_matches: int = 75
    #: Part of the games kept for validation.
    holdout: float = 0.03
    seed: int = 0
    threads: int = 1
    #: g in value = g(sum of weights): identity; sigmoid, between -64 and 64 discs; logistic, the chance to win.
    link: LinkName = "identity"
    #: cg: conjugate gradients; gradient: the paper's gradient descent, with momentum; bayes: GLEM's predecessor.
    method: MethodName = "cg"
    #: Whether stages in which a configuration is rare share its weight (merged), or a line through it (linear).
    stage_model: StageModel = "separate"
    #: Vectors instead of linear weights alone: how often every position is learned (0: there are none), the first size
    #: of the steps, how many discs more or fewer a position may have to count for a stage, too, and how many matches a
    #: configuration needs to be kept: the others would double the file and hardly matter.
    vectors: int = 0
    vector_rate: float = 0.02
    vector_window: int = 2
    vector_min_matches: int = 6
    #: Positions of each number of discs on which it is measured what odd and even depths differ by (``train.tempo``); 0
    #: leaves values as the labels have them.
    tempo: int = 0

    def __post_init__(self) -> None:
        for name, numbers in _RANGES.items():
            numbers.checked(getattr(self, name), name)
        for name, choices in _CHOICES.items():
            if getattr(self, name) not in choices:
                raise TrainingDataError(f"{name} is {getattr(self, name)!r}; expected one of {', '.join(choices)}")
        if self.vectors and (self.link, self.method, self.stage_model) != ("identity", "cg", "separate"):
            raise TrainingDataError(
                f"vectors with the link {self.link} and the method {self.method}: they have a method of their own and "
                "predict discs; leave both out"
            )
        if self.method == "bayes" and (self.link, self.stage_model) != ("identity", "separate"):
            raise TrainingDataError(
                f"the method bayes with the link {self.link} and {self.stage_model} stages: it predicts who wins, for "
                "each stage alone; leave both out"
            )

    def as_dict(self) -> dict[str, Any]:
        """What a fit is known by: a choice that is the usual one is left out, and so is what vectors need where there
        are none."""
        usual = {name: choices[0] for name, choices in _CHOICES.items()}

        def is_unused(name: str) -> bool:
            without = ("vector",) * (not self.vectors) + ("tempo",) * (not self.tempo)
            return name == "threads" or name.startswith(without)

        chosen = {name: value for name, value in asdict(self).items() if not is_unused(name)}
        return {name: value for name, value in chosen.items() if value != usual.get(name)}

    def used_for(self, patterns: PatternSet) -> dict[str, Any]:
        """Those that matter for a pattern set."""
        unused = {"sparse_min_matches"} if patterns.is_flat else set()
        return {name: value for name, value in self.as_dict().items() if name not in unused}
