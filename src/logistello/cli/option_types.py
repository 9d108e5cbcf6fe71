"""The types of options that take a number, or name a cluster: each says what makes sense.

``threads: Threads = 1`` in the signature of a command is all that it needs: what does not fit is refused before the
command begins, in one line that names the option and what was expected.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Any

from cyclopts import Parameter, Token

from logistello import number_ranges as ranges
from logistello.jobs.cluster_address import ClusterAddress
from logistello.number_ranges import NumberRange


@dataclass(frozen=True)
class ReadNumber:
    """A converter of cyclopts; its own would round 1.6 threads to 2."""

    numbers: NumberRange[Any]

    def __call__(self, kind: Any, tokens: Sequence[Token]) -> int | float:
        number: int | float = self.numbers.read(tokens[0].value)
        return number


def _of(numbers: NumberRange[Any]) -> Parameter:
    return Parameter(converter=ReadNumber(numbers))


def _read_cluster(kind: Any, tokens: Sequence[Token]) -> str:
    ClusterAddress.parse(tokens[0].value)
    return tokens[0].value


#: For ``work_pool``: machines that work instead of this one.
Cluster = Annotated[
    str,
    Parameter(
        converter=_read_cluster,
        help="Work on a Ray cluster instead: auto (the one that this machine belongs to), HOST:PORT of its head, or "
        "local:N for N workers on this machine.",
    ),
]
Threads = Annotated[int, _of(ranges.THREADS)]
Workers = Annotated[int, _of(ranges.WORKERS)]
Megabytes = Annotated[int, _of(ranges.MEGABYTES)]
Seconds = Annotated[float, _of(ranges.SECONDS)]
SomeSeconds = Annotated[float, _of(ranges.SOME_SECONDS)]
Hours = Annotated[float, _of(ranges.HOURS)]
Lag = Annotated[float, _of(ranges.LAG)]
Nodes = Annotated[int, _of(ranges.NODES)]
Depth = Annotated[int, _of(ranges.DEPTH)]
DepthOrNone = Annotated[int, _of(ranges.DEPTH_OR_NONE)]
BestMoves = Annotated[int, _of(ranges.BEST_MOVES)]
Confidence = Annotated[int, _of(ranges.CONFIDENCE)]
Level = Annotated[int, _of(ranges.LEVEL)]
CalibratedDepth = Annotated[int, _of(ranges.CALIBRATED_DEPTH)]
Empties = Annotated[int, _of(ranges.EMPTIES)]
CalibratedEmpties = Annotated[int, _of(ranges.CALIBRATED_EMPTIES)]
Plies = Annotated[int, _of(ranges.PLIES)]
PliesOrNone = Annotated[int, _of(ranges.PLIES_OR_NONE)]
DiscValue = Annotated[float, _of(ranges.DISCS)]
DiscLoss = Annotated[float, _of(ranges.LOSS)]
Stages = Annotated[int, _of(ranges.STAGES)]
Count = Annotated[int, _of(ranges.COUNT)]
CountOrNone = Annotated[int, _of(ranges.COUNT_OR_NONE)]
Seed = Annotated[int, _of(ranges.SEED)]
Share = Annotated[float, _of(ranges.SHARE)]
ProperPart = Annotated[float, _of(ranges.PROPER_PART)]
Amount = Annotated[float, _of(ranges.AMOUNT)]
SomeAmount = Annotated[float, _of(ranges.SOME_AMOUNT)]
Port = Annotated[int, _of(ranges.PORT)]
PortOrAny = Annotated[int, _of(ranges.PORT_OR_ANY)]
OneOrTwo = Annotated[int, _of(NumberRange(int, 1, 2))]
