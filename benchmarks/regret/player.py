"""One build of the engine that answers for ``python -m benchmarks.regret``, in a process of its own.

Run by the interpreter of the build that is measured, which may be an older one: it uses nothing but the engine. A line
on the standard input is a question, ``{"position": ..., "seconds": ...}`` or with ``"nodes"`` or ``"depth"``; its
answer is a line on the standard output. Every question gets a fresh table.
"""

from __future__ import annotations

import json
import sys
import time
from dataclasses import fields
from typing import Any

from logistello import Engine, Limit, Position


def limit_of(question: dict[str, Any]) -> Limit:
    if "nodes" in question:
        return Limit(nodes=question["nodes"])
    if "depth" in question:
        return Limit(depth=question["depth"])
    if any(field.name == "processor_time" for field in fields(Limit)):
        return Limit(processor_time=question["seconds"])
    return Limit(time=question["seconds"])


def main() -> None:
    options = json.loads(sys.argv[1]) if len(sys.argv) > 1 else {}
    with Engine(hash_mb=64, **options) as engine:
        for line in sys.stdin:
            question = json.loads(line)
            engine.clear()
            begun = time.process_time()
            found = engine.search(Position.parse(question["position"]), limit_of(question))
            seconds = round(time.process_time() - begun, 4)
            confidence = getattr(found, "confidence", None)  # older builds do not tell
            answer = {"move": str(found.move), "depth": found.depth, "confidence": confidence, "seconds": seconds}
            print(json.dumps({**answer, "nodes": found.nodes, "score": round(found.score, 3)}), flush=True)


if __name__ == "__main__":
    main()
