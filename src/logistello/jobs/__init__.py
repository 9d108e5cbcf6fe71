"""Work cut into tasks of seconds, and whoever carries them out: processes of this machine, or a Ray cluster."""

from __future__ import annotations

from logistello.jobs.choice import open_pool
from logistello.jobs.inline_pool import InlinePool
from logistello.jobs.process_pool import ProcessPool, processors
from logistello.jobs.task import Pool, Task

__all__ = ["InlinePool", "Pool", "ProcessPool", "Task", "open_pool", "processors"]
