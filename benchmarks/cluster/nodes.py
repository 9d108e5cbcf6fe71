"""A Ray cluster of several nodes on this machine, for tests and measurements: every node has processes of its own."""

from __future__ import annotations

import os
import secrets
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, Self

#: Ray reads these when it is imported. A dead node is noticed within a second instead of half a minute.
os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".*")
os.environ.setdefault("RAY_AUTH_MODE", "token")
os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))
_QUICK = {
    "health_check_initial_delay_ms": 0,
    "health_check_period_ms": 300,
    "health_check_timeout_ms": 3000,
    "health_check_failure_threshold": 3,
}
_STORE = 1 << 27


class RayNodes:
    """Nodes are added and killed at will. The head has processors only if ``head_cpus`` says so; it is not killed."""

    def __init__(self, *, head_cpus: int = 0) -> None:
        utilities: Any = import_module("ray.cluster_utils")
        head = {"num_cpus": head_cpus, "include_dashboard": False, "object_store_memory": _STORE}
        self._cluster = utilities.Cluster(True, head_node_args={**head, "_system_config": _QUICK})
        self.nodes: list[Any] = []

    @property
    def address(self) -> str:
        address: str = self._cluster.address
        return address

    def add(self, cpus: int = 1, **environment: str) -> None:
        options = {"num_cpus": cpus, "object_store_memory": _STORE, "wait": False}
        self.nodes.append(self._cluster.add_node(**options, env_vars=environment or None))

    def kill(self, number: int = 0) -> None:
        """At once, with all its workers, as if the plug were pulled."""
        self._cluster.remove_node(self.nodes.pop(number), allow_graceful=False)

    def close(self) -> None:
        import_module("ray").shutdown()
        self._cluster.shutdown()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def processes_with(mark: str) -> list[int]:
    """Those whose environment holds a text: all that a command has started, and what they started."""
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                state = (folder / "stat").read_text().rpartition(")")[2].split()[0]
                if state != "Z" and mark.encode() in (folder / "environ").read_bytes():
                    found.append(int(folder.name))
            except OSError:
                continue
    return found
