"""Tasks on the machines of a Ray cluster."""

from __future__ import annotations

import queue
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass, field
from importlib import import_module
from typing import Any, Self

from logistello.errors import JobError
from logistello.jobs.cluster_address import ClusterAddress
from logistello.jobs.installation import Installation, this_installation
from logistello.jobs.parcel import Packer, Parcel
from logistello.jobs.process_pool import processors, result_of
from logistello.jobs.ray_cluster import ClusterNode, RayCluster, last_line
from logistello.jobs.ray_worker import carry_out
from logistello.jobs.task import Results, Task

#: A task whose workers died so often is broken.
MOST_WORKER_DEATHS = 5
#: Machines that may be taken away at any time take innocent tasks with them, but one whose nodes die and die may kill
#: them.
MOST_NODE_DEATHS = 20
#: For so many cores one task more than they are is under way: who is done goes on with it at once, and need not wait
#: until this process has heard of it and sent another.
_CORES_PER_SPARE = 8
#: Seconds between looks at which nodes there are.
_LOOK = 1.0
#: Seconds until cancelled tasks have ended.
_END = 30.0


@dataclass
class Traffic:
    """Bytes between this process and the cluster."""

    tasks: int = 0
    results: int = 0
    #: Files, each counted once: Ray brings it to every node that needs it.
    files: int = 0


@dataclass
class _Flight:
    """A task that is carried out somewhere."""

    number: int
    task: Task
    parcel: Parcel
    worker_deaths: int = 0
    node_deaths: int = 0
    reference: Any = None


@dataclass
class _Tally:
    """For the display."""

    done: int = 0
    again: int = 0
    by_node: Counter[str] = field(default_factory=Counter)
    begun: float = field(default_factory=time.monotonic)


class RayPool:
    """A ``Pool`` on a cluster. Nodes may come and go: one that joins gets tasks, tasks of one that dies run again.

    Before it works, all nodes are checked: package, native core and models must be those of this process. Ctrl-C, an
    exception, or leaving a run early ends all tasks; :meth:`close` disconnects.
    """

    def __init__(self, address: ClusterAddress, on_trouble: Callable[[str], None] = lambda text: None) -> None:
        """``on_trouble`` gets a line about every node that is lost and every task that has to run again.

        Raises ``MissingPackageError`` without Ray, ``JobError`` if there is no such cluster, or one of its
        nodes is not fit.
        """
        self.threads_here = processors() if address.local_cpus is None else address.local_cpus
        self.traffic = Traffic()
        self._on_trouble = on_trouble
        self._tally = _Tally()
        self._nodes: dict[str, ClusterNode] = {}
        #: New ones, which have not answered yet.
        self._asked: dict[str, tuple[ClusterNode, Future[Installation]]] = {}
        self._looked = float("-inf")
        #: Instruction-set levels of nodes.
        self._levels: dict[str, str] = {}
        self._files: dict[str, Any] = {}
        self._packer = Packer(self._store_file)
        self._flying: dict[int, _Flight] = {}
        self._landed: queue.SimpleQueue[tuple[_Flight, Any]] = queue.SimpleQueue()
        self._cluster = RayCluster(address)
        self._ray: Any = import_module("ray")
        self._function = self._ray.remote(carry_out)
        try:
            self._look_at_nodes(wait=True)
            if not self._nodes:
                raise JobError("the cluster has no node with processors for tasks; start one with 'ray start'")
        except BaseException:
            self.close()
            raise

    # -- what it tells ------------------------------------------------------------------------

    @property
    def workers(self) -> int:
        return max(1, sum(node.cpus for node in self._nodes.values()))

    @property
    def nodes(self) -> list[ClusterNode]:
        return list(self._nodes.values())

    @property
    def status(self) -> str:
        tally = self._tally
        rate = tally.done / max(time.monotonic() - tally.begun, 1e-9)
        nodes = ", ".join(
            f"{node.name} ({self._levels[node.id]}) {tally.by_node[node.id]:,}" for node in self.nodes[:8]
        )
        if len(self._nodes) > 8:
            nodes += ", ..."
        again = f", {tally.again:,} run again" if tally.again else ""
        return (
            f"{len(self._nodes)} nodes, {self.workers if self._nodes else 0} cores: {len(self._flying):,} tasks at "
            f"work, {tally.done:,} done ({rate:,.1f}/s{again}); {nodes or 'waiting for a node'}"
        )

    # -- tasks --------------------------------------------------------------------------------

    def run(self, tasks: Iterable[Task]) -> Results:
        waiting = enumerate(tasks)
        again: deque[_Flight] = deque()
        self._tally.begun, self._tally.done = time.monotonic(), 0
        try:
            while True:
                self._look_at_nodes()
                for flight in self._startable(waiting, again):
                    self._start(flight)
                if not self._flying:
                    return
                for flight, future in self._ended():
                    del self._flying[flight.number]
                    try:
                        node, answer = future.result()
                    except Exception as error:
                        self._try_again(flight, error)
                        again.append(flight)
                        continue
                    self._tally.done += 1
                    self._tally.by_node[node] += 1
                    self.traffic.results += len(answer)
                    yield flight.number, result_of(answer)
        finally:
            self._cancel_all()

    def _startable(self, waiting: Iterator[tuple[int, Task]], again: deque[_Flight]) -> Iterator[_Flight]:
        """Hardly more than there are cores: whoever chooses the next task later knows more results."""
        busy = sum(flight.task.cpus for flight in self._flying.values())
        most = self.workers + -(-self.workers // _CORES_PER_SPARE)
        while busy < most:
            if again:
                flight = again.popleft()
            elif (item := next(waiting, None)) is not None:
                flight = _Flight(*item, self._packer.pack(item[1]))
                self._check_fits(flight)
            else:
                return
            busy += flight.task.cpus
            yield flight

    def _check_fits(self, flight: _Flight) -> None:
        """Raises ``JobError`` for a task that would wait for ever."""
        task = flight.task
        if self._nodes and not any(
            node.cpus >= task.cpus and node.memory_mb >= task.memory_mb for node in self._nodes.values()
        ):
            most = ", ".join(f"{node.name}: {node.cpus} cores, {node.memory_mb:,} MB" for node in self.nodes[:4])
            raise JobError(
                f"a task needs {task.cpus} cores and {task.memory_mb:,} MB of memory, and no node has them ({most})"
            )

    def _start(self, flight: _Flight) -> None:
        task = flight.task
        files = {name: self._files[name] for name in flight.parcel.files}
        name = getattr(task.function, "__name__", "task").strip("_")
        flight.reference = self._function.options(
            name=f"logistello.{name}",
            num_cpus=task.cpus,
            memory=task.memory_mb << 20,
            max_retries=0,  # what is tried again, and how often, is told and bounded here
        ).remote(flight.parcel, files, this_installation())
        self.traffic.tasks += len(flight.parcel.task)
        self._flying[flight.number] = flight
        landed = self._landed
        flight.reference.future().add_done_callback(lambda future: landed.put((flight, future)))

    def _ended(self) -> Iterator[tuple[_Flight, Any]]:
        """All that ended by now; waits for the first one, but not longer than to the next look at the nodes."""
        try:
            ended = [self._landed.get(timeout=_LOOK)]
            while not self._landed.empty():
                ended.append(self._landed.get_nowait())
        except queue.Empty:
            return
        for flight, future in ended:
            if self._flying.get(flight.number) is flight:  # else it belongs to a run that was left
                yield flight, future

    def _try_again(self, flight: _Flight, error: Exception) -> None:
        """Raises if it is not the fault of a worker or node, or happened too often."""
        exceptions = self._ray.exceptions
        what = f"task {flight.number} ({flight.task.function.__name__})"
        if isinstance(error, exceptions.RayTaskError):  # it did not even reach our part of the worker
            raise JobError(f"{what} could not begin: {last_line(error)}") from error
        if not isinstance(error, exceptions.RayError):
            raise error
        reason = f"{type(error).__name__}: {str(error).strip().splitlines()[0]}"
        if isinstance(error, exceptions.NodeDiedError):
            flight.node_deaths += 1
        else:
            flight.worker_deaths += 1
        for kind, deaths, most in (
            ("workers", flight.worker_deaths, MOST_WORKER_DEATHS),
            ("nodes", flight.node_deaths, MOST_NODE_DEATHS),
        ):
            if deaths >= most:
                raise JobError(f"the {kind} of {what} died {deaths} times, last with {reason}") from None
        self._tally.again += 1
        self._on_trouble(f"{what} runs again: {reason}")

    def _cancel_all(self) -> None:
        """By force, because native code does not hear anything else. Waits until it is done."""
        flying, self._flying = self._flying, {}
        references = [flight.reference for flight in flying.values()]
        for reference in references:
            with suppress(self._ray.exceptions.RayError, ValueError):
                self._ray.cancel(reference, force=True)
        if references:
            self._ray.wait(references, num_returns=len(references), timeout=_END, fetch_local=False)

    # -- nodes and files ----------------------------------------------------------------------

    def _look_at_nodes(self, *, wait: bool = False) -> None:
        """Which nodes have come and gone. A new one counts when it has said what is installed there: to ``wait`` for
        that would keep the others from working."""
        now = time.monotonic()
        if now - self._looked < _LOOK:
            return
        self._looked = now
        there = {node.id: node for node in self._cluster.nodes()}
        for lost in self._nodes.keys() - there.keys():
            self._on_trouble(f"node {self._nodes.pop(lost).name} is gone")
        for node in there.values():
            if node.id not in self._nodes and node.id not in self._asked:
                self._asked[node.id] = node, self._cluster.ask(node)
        for node, answer in list(self._asked.values()):
            if wait or answer.done():
                del self._asked[node.id]
                installed = self._cluster.judge(node, answer)
                if installed is not None:
                    self._nodes[node.id] = node
                    self._levels[node.id] = installed.level

    def _store_file(self, name: str, content: bytes) -> None:
        self._files[name] = self._ray.put(content)
        self.traffic.files += len(content)

    # -- the end ------------------------------------------------------------------------------

    def close(self) -> None:
        self._cancel_all()
        self._files.clear()
        self._cluster.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
