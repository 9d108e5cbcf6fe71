"""Which pool a command works with."""

from __future__ import annotations

from collections.abc import Callable

from logistello.errors import UsageError
from logistello.jobs.cluster_address import ClusterAddress
from logistello.jobs.process_pool import ProcessPool
from logistello.jobs.task import Pool


def open_pool(
    workers: int | None = None,
    cluster: str | None = None,
    on_trouble: Callable[[str], None] = lambda text: None,
) -> Pool:
    """Processes of this machine, by default one for each processor; or a cluster: ``auto``, ``HOST:PORT``, ``local:N``.

    ``on_trouble`` gets a line about whatever a cluster had to do again. To be closed by the caller. Raises
    ``UsageError``, ``JobError``, and ``MissingPackageError`` if a cluster is named and Ray is not installed.
    """
    if cluster is None:
        return ProcessPool(workers)
    if workers is not None:
        raise UsageError("a number of workers is for this machine: give either that or a cluster")
    from logistello.jobs.ray_pool import RayPool

    return RayPool(ClusterAddress.parse(cluster), on_trouble)
