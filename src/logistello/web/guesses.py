"""Wrong tokens, and how often an address may try one."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from dataclasses import dataclass

#: Wrong tokens of an address that are answered at once: people mistype.
_FREE = 5
#: Every further one is answered after so many seconds, and so many of an address wait at the same time.
_DELAY = 1.0
_MOST_WAITING = 10
#: Addresses that are remembered.
_MOST_ADDRESSES = 10_000


@dataclass(slots=True)
class _Address:
    wrong: int = 0
    waiting: int = 0
    #: It has shown the right token, so whoever is there is not turned away because of others behind the same address.
    is_known: bool = False


class Guesses:
    """Slows down who tries one token after the other. The right one is never made to wait."""

    def __init__(self) -> None:
        self._addresses: OrderedDict[str, _Address] = OrderedDict()

    def too_many(self, address: str) -> bool:
        """Whether a token from there is not even looked at: its other guesses have not been answered yet."""
        found = self._addresses.get(address)
        return found is not None and not found.is_known and found.waiting >= _MOST_WAITING

    def right(self, address: str) -> None:
        found = self._of(address)
        found.wrong, found.is_known = 0, True

    async def wrong(self, address: str) -> None:
        """Comes back when the guess may be answered."""
        found = self._of(address)
        found.wrong += 1
        if found.wrong <= _FREE or found.waiting >= _MOST_WAITING:
            return
        found.waiting += 1
        try:
            await asyncio.sleep(_DELAY)
        finally:
            found.waiting -= 1

    def _of(self, address: str) -> _Address:
        found = self._addresses.setdefault(address, _Address())
        self._addresses.move_to_end(address)
        while len(self._addresses) > _MOST_ADDRESSES:
            self._addresses.popitem(last=False)
        return found
