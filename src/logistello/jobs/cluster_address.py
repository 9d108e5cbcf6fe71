"""Which cluster: as the user writes it."""

from __future__ import annotations

import re
from dataclasses import dataclass

from logistello.errors import UsageError

_EXPECTED = "expected auto (the cluster of this machine), HOST:PORT of its head, or local:N for N workers here"


@dataclass(frozen=True)
class ClusterAddress:
    """A cluster that runs, or ``local_cpus`` for one of this machine that begins and ends with the command.

    >>> ClusterAddress.parse("local:4")
    ClusterAddress(address='local', local_cpus=4)
    >>> ClusterAddress.parse("10.0.0.1:6379").address
    '10.0.0.1:6379'
    """

    address: str
    local_cpus: int | None = None

    @classmethod
    def parse(cls, text: str) -> ClusterAddress:
        """Raises ``UsageError``."""
        if text == "auto":
            return cls(text)
        if local := re.fullmatch(r"local:([1-9]\d{0,2})", text):
            return cls("local", int(local[1]))
        if text.startswith("ray://"):
            raise UsageError(f"{text}: give the command on a machine of the cluster; {_EXPECTED}")
        if not text.startswith("local:") and re.fullmatch(r"(\[[0-9a-fA-F:]+\]|[\w.-]+):\d{1,5}", text, re.ASCII):
            return cls(text)
        raise UsageError(f"{text!r} names no cluster; {_EXPECTED}")
