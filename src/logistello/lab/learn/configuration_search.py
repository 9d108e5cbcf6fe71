"""Which configurations a model has: GenConf in each region, those that tell most, closed under symmetries."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from logistello.glem import Configuration, Relation, generate_configurations, select_by_correlation
from logistello.lab.learn.features import Image, Regions

#: However few positions there are: what was seen less often says too little.
_FEWEST_MATCHES = 10


@dataclass(frozen=True)
class ConfigurationSettings:
    """
    min_share:  a configuration is active in at least this share of the positions.
    max_size:   relations in a configuration, at most, where features have no regions.
    max_number: configurations of two or more relations, at most: those whose correlation with the outcome is largest.
    """

    min_share: float = 0.0005
    max_size: int = 2
    max_number: int = 8000


def find_configurations(
    features: NDArray[np.uint8],
    outcomes: NDArray[np.float32],
    regions: Regions,
    images: Sequence[Image],
    settings: ConfigurationSettings,
    *,
    threads: int = 1,
) -> list[Configuration]:
    """In the order of their relations. All single relations that match often enough stay, whatever they tell.

    Of a region, those with all of its features stay, as they do in LOGISTELLO's patterns: each region adds one weight
    to a position. Without regions all sizes stay, but none that asks for a 0, which says that nothing is there.
    """
    least = max(round(settings.min_share * len(features)), _FEWEST_MATCHES)
    values = features.astype(np.int32)
    found: set[Configuration] = set()
    for region in regions:
        columns = np.sort(region)  # relations are in ascending order of features
        part = np.ascontiguousarray(values[:, columns])
        made = generate_configurations(part, least, threads=threads).configurations
        found.update(_moved(each, columns) for each in made if len(each) in (1, len(columns)))
    if not regions:
        values = _without_nothing(features, least)
        made = generate_configurations(values, least, max_size=settings.max_size, threads=threads).configurations
        found.update(made)
    single = [each for each in found if len(each) == 1]
    larger = sorted(each for each in found if len(each) > 1)
    if len(larger) > settings.max_number:
        kept = select_by_correlation(larger, values, outcomes, max_number=settings.max_number, threads=threads)
        larger = [larger[place] for place in kept]
    return sorted(_closed(single + larger, images))


def _moved(configuration: Configuration, columns: NDArray[np.int64]) -> Configuration:
    return Configuration(tuple(Relation(int(columns[feature]), value) for feature, value in configuration.relations))


def _without_nothing(features: NDArray[np.uint8], least: int) -> NDArray[np.int32]:
    """The features with many different values instead of 0, so that none of them matches often enough."""
    places = np.arange(len(features), dtype=np.int32)
    rare = 256 + places % (len(features) // (least - 1) + 1)
    return np.where(features == 0, rare[:, None], features).astype(np.int32)


def _closed(configurations: Iterable[Configuration], images: Sequence[Image]) -> set[Configuration]:
    """With the images of each. The symmetries are a group, so one round is enough."""
    found = set(configurations)
    return found | {image_of(each, image) for image in images for each in found}


def image_of(configuration: Configuration, image: Image) -> Configuration:
    return Configuration.of({image[feature]: value for feature, value in configuration.relations})


def orbits(
    configurations: Sequence[Configuration], images: Sequence[Image], regions: Regions = ()
) -> NDArray[np.uint32]:
    """For each configuration the number of its orbit, the configurations that share a weight: images of each other,
    and the same values in regions of the same size, wherever these lie. Where something is, single relations tell.

    This makes do with thousands of games: an open line of three is learned once, not once for every line.
    """
    order = {tuple(sorted(region)): region for region in regions}
    numbers: dict[Any, int] = {}
    found = np.empty(len(configurations), dtype=np.uint32)
    for place, each in enumerate(configurations):
        turned = [each, *(image_of(each, image) for image in images)]
        inside = [values for one in turned if len(one) > 1 and (values := _in_region(one, order)) is not None]
        key = min(inside) if inside else min(turned)
        found[place] = numbers.setdefault(key, len(numbers))
    return found


def _in_region(
    configuration: Configuration, order: Mapping[tuple[int, ...], tuple[int, ...]]
) -> tuple[int, ...] | None:
    """The values in the order of the region that has just these features, if there is one."""
    value = dict(configuration.relations)
    region = order.get(tuple(value))
    return None if region is None else tuple(value[feature] for feature in region)
