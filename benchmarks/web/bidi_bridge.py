"""Between Playwright and a Firefox that knows less of WebDriver BiDi than Playwright expects.

``python bidi_bridge.py FIREFOX [argument ...]`` starts Firefox and passes every message on, in both directions. Only
where Firefox answers that it does not know a command, Playwright is told that it was carried out: it sets up every page
with all that newer ones can do. Nothing is done for these commands: the system's colour scheme and language stay.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from typing import Any

from websockets.asyncio.client import connect
from websockets.asyncio.server import ServerConnection, serve

#: What Playwright wants to hear of commands that return something.
RESULTS: dict[str, dict[str, str]] = {"network.addDataCollector": {"collector": "none"}}


def _not_known(answer: dict[str, Any]) -> bool:
    return answer.get("type") == "error" and answer.get("error") == "unknown command"


async def _address(said: asyncio.StreamReader) -> str:
    """Where Firefox listens, which is one of the first things that it says."""
    async for line in said:
        if found := re.search(rb"WebDriver BiDi listening on (ws://\S+)", line):
            return found.group(1).decode()
    raise SystemExit("Firefox ended before it listened")


async def _drain(said: asyncio.StreamReader) -> None:
    async for _ in said:
        pass


async def bridge(command: list[str]) -> int:
    firefox = await asyncio.create_subprocess_exec(*command, stderr=asyncio.subprocess.PIPE)
    if firefox.stderr is None:
        raise SystemExit("Firefox without an error output")
    address = await _address(firefox.stderr)

    async def serve_one(client: ServerConnection) -> None:
        path = client.request.path.rstrip("/") if client.request else ""
        async with connect(address + path, max_size=None) as browser:
            asked: dict[int, str] = {}

            async def answers() -> None:
                async for message in browser:
                    answer = json.loads(message)
                    method = asked.pop(answer.get("id"), "")
                    if _not_known(answer):
                        answer = {"type": "success", "id": answer["id"], "result": RESULTS.get(method, {})}
                        await client.send(json.dumps(answer))
                    else:
                        await client.send(message)
                await client.close()

            async def questions() -> None:
                async for message in client:
                    question = json.loads(message)
                    asked[question["id"]] = question["method"]
                    await browser.send(message)
                await browser.close()

            await asyncio.gather(answers(), questions(), return_exceptions=True)

    async with serve(serve_one, "127.0.0.1", 0, max_size=None) as listening:
        port = next(iter(listening.sockets)).getsockname()[1]
        print(f"WebDriver BiDi listening on ws://127.0.0.1:{port}", file=sys.stderr, flush=True)
        said = asyncio.create_task(_drain(firefox.stderr))
        code = await firefox.wait()
        await said
        return code


if __name__ == "__main__":
    raise SystemExit(asyncio.run(bridge(sys.argv[1:])))
