"""A connection to a Ray cluster: which nodes it has, and whether they can do our work."""

from __future__ import annotations

import logging
import os
import secrets
import shutil
import signal
import sys
import tempfile
import threading
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import import_module
from typing import Any

from logistello.errors import JobError
from logistello.extras import require
from logistello.jobs.cluster_address import ClusterAddress
from logistello.jobs.installation import Installation, this_installation
from logistello.jobs.ray_worker import look_around

#: Seconds that a node may take to start a Python process and import the package.
_PATIENCE = 300.0
#: For results on their way on one machine, in bytes; Ray's own choice is a third of the memory.
_LOCAL_STORE = 1 << 29


@dataclass(frozen=True)
class ClusterNode:
    """A machine of the cluster that can carry out tasks."""

    id: str
    #: Its address, with a number if several nodes share it.
    name: str
    cpus: int
    memory_mb: int


class RayCluster:
    """Connected until :meth:`close`. Of a process that is connected already, ``auto`` uses that connection."""

    def __init__(self, address: ClusterAddress) -> None:
        """Raises ``MissingPackageError`` without Ray, ``JobError`` if no cluster answers."""
        require("ray", "clusters (--cluster)")
        self._temporary: str | None = None
        self._borrowed = False
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")
        # Ray would print what became of workers between our own lines, and into standard output.
        os.environ.setdefault("RAY_DEDUP_LOGS_SKIP_REGEX", ".*")
        if address.local_cpus is not None:
            _protect_local_cluster()
        self._ray: Any = import_module("ray")
        logging.getLogger("ray").setLevel(logging.CRITICAL)
        if self._ray.is_initialized():
            if address.address != "auto":
                raise JobError("this process is connected to a cluster already: name it 'auto', or disconnect first")
            self._borrowed = True
            return
        settings: dict[str, Any] = {"log_to_driver": False, "configure_logging": False}
        if address.local_cpus is None:
            settings["address"] = address.address
        else:
            self._temporary = tempfile.mkdtemp(prefix="logistello-ray-")
            settings |= {"address": "local", "num_cpus": address.local_cpus, "include_dashboard": False}
            settings |= {"_temp_dir": self._temporary, "object_store_memory": _LOCAL_STORE}
        try:
            with _keeping_signals():
                self._ray.init(**settings)
        except BaseException as error:
            self.close()
            if isinstance(error, (ConnectionError, RuntimeError, ValueError, TimeoutError)):
                raise JobError(
                    f"no Ray cluster could be used at {address.address} ({_first_line(error)}); start one with "
                    "'ray start --head', and give the command on one of its machines"
                ) from error
            raise

    def nodes(self) -> list[ClusterNode]:
        """Those that live and have processors for tasks, in a fixed order."""
        found: list[ClusterNode] = []
        for each in sorted(self._ray.nodes(), key=lambda node: (node["NodeManagerAddress"], node["NodeID"])):
            cpus = int(each["Resources"].get("CPU", 0)) if each["Alive"] else 0
            if cpus:
                address = each["NodeManagerAddress"]
                same = sum(node.name.split("#")[0] == address for node in found)
                name = f"{address}#{same + 1}" if same else address
                found.append(ClusterNode(each["NodeID"], name, cpus, int(each["Resources"].get("memory", 0)) >> 20))
        return found

    def ask(self, node: ClusterNode) -> Future[Installation]:
        """What is installed there; :meth:`judge` knows what to make of it."""
        pinned = self._ray.util.scheduling_strategies.NodeAffinitySchedulingStrategy(node.id, soft=False)
        settings = {"num_cpus": 0, "max_retries": 0, "name": "logistello.check_node", "scheduling_strategy": pinned}
        answer: Future[Installation] = self._ray.remote(look_around).options(**settings).remote().future()
        return answer

    def judge(self, node: ClusterNode, answer: Future[Installation]) -> Installation | None:
        """What is installed on a node that can do our work, ``None`` if it died; waits for its answer.

        Raises ``JobError`` if something there is not as it is here.
        """
        exceptions = self._ray.exceptions
        try:
            theirs = answer.result(_PATIENCE)
        except exceptions.RayTaskError as error:
            raise JobError(
                f"node {node.name}: the package cannot be used there ({last_line(error)}); install logistello as it is "
                "here, in the Python that 'ray start' uses"
            ) from None
        except TimeoutError:
            raise JobError(f"node {node.name} did not answer within {_PATIENCE:.0f} seconds") from None
        except exceptions.RayError:  # it died
            return None
        if different := this_installation().differences(theirs):
            raise JobError(
                f"node {node.name} has another {', another '.join(different)}; install there what is installed here"
            )
        return theirs

    def close(self) -> None:
        if not self._borrowed:
            self._ray.shutdown()
        if self._temporary is not None:
            shutil.rmtree(self._temporary, ignore_errors=True)
            self._temporary = None


@contextmanager
def _keeping_signals() -> Iterator[None]:
    """Ray takes SIGTERM for itself and ends the process; commands end by it as they do by Ctrl-C."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.getsignal(signal.SIGTERM)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _protect_local_cluster() -> None:
    """Other users of the machine could give it tasks, so it gets a secret, which only our own processes see. Ray would
    write one into the user's home, where it changes clusters that are started later; and it does so if a program has
    imported Ray before, because that is when it reads these variables."""
    if "RAY_AUTH_MODE" not in os.environ and "ray" not in sys.modules:
        os.environ["RAY_AUTH_MODE"] = "token"
        os.environ.setdefault("RAY_AUTH_TOKEN", secrets.token_hex(32))


def _first_line(error: BaseException) -> str:
    return (str(error).strip().splitlines() or [type(error).__name__])[0]


def last_line(error: BaseException) -> str:
    """Of what Ray says about an error in a worker: the error itself stands there."""
    return str(error).strip().splitlines()[-1]
