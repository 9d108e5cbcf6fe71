"""Who may use an engine, and whom a stop is meant for.

One user at a time: a call takes the engine for as long as it lasts, a :class:`Reservation` for as many calls as its
thread makes. A stop belongs to the user that it was aimed at. It holds from the moment at which the engine was taken,
even if no search has begun yet, and never reaches the next user.
"""

from __future__ import annotations

import errno
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import TracebackType

from logistello import _native
from logistello.errors import EngineError


class Reservation:
    """Sole use of an engine by one thread, for as many calls as it makes. Leaving the ``with`` block ends it."""

    def __init__(self, access: EngineAccess) -> None:
        self._access = access
        #: The thread whose calls it lets in; ``None`` until that thread has begun.
        self.thread: int | None = None
        self.stopped = False
        self.in_call = False

    def stop(self) -> None:
        """Make the running call, and all that follow, return within milliseconds with what they know.

        Safe from any thread. Harmless when the reservation is over.
        """
        self._access.stop(self)

    def adopt(self) -> None:
        """From now on the calls of this thread are let in."""
        self.thread = threading.get_ident()

    def release(self) -> None:
        self._access.release(self)

    def __enter__(self) -> Reservation:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.release()


class EngineAccess:
    """The door to the native search. All methods are safe from any thread."""

    def __init__(self, native: _native.Searcher) -> None:
        self._native: _native.Searcher | None = native
        self._busy = threading.Lock()
        #: Guards what follows, and every arming and stopping of the native search.
        self._state = threading.Lock()
        self._user: Reservation | None = None

    def reserve(self) -> Reservation:
        """Take the engine; ``release()`` must follow. Raises ``EngineError`` if it is busy or closed."""
        if not self._busy.acquire(blocking=False):
            raise EngineError("the engine is busy with another call; stop() it or use a second engine")
        if self._native is None:
            self._busy.release()
            raise EngineError("the engine is closed")
        with self._state:
            self._user = Reservation(self)
            return self._user

    def release(self, reservation: Reservation) -> None:
        with self._state:
            if self._user is not reservation:
                return
            self._user = None
        self._busy.release()

    @property
    def stopped(self) -> bool:
        """The present user was told to stop."""
        user = self._user
        return user is not None and user.stopped

    @contextmanager
    def several_calls(self) -> Iterator[None]:
        """The calls of this thread inside belong together: one stop ends them all, and nobody comes in between."""
        user = self._user
        if user is not None and user.thread == threading.get_ident():
            yield
            return
        with self.reserve() as user:
            user.adopt()
            yield

    @contextmanager
    def call(self) -> Iterator[_native.Searcher]:
        """The native search for one call: of this thread's reservation, or of one that ends with the call."""
        with self.several_calls():
            user = self._user
            assert user is not None  # noqa: S101 - this thread holds it
            with self._calling(user) as native:
                yield native

    @contextmanager
    def _calling(self, user: Reservation) -> Iterator[_native.Searcher]:
        with self._state:
            native = self._native
            if user.in_call or native is None:  # from inside on_info
                raise EngineError("the engine is busy with another call; leave it first, or use a second engine")
            user.in_call = True
            native.arm()  # forgets that a limit ended the call before
            if user.stopped:
                native.stop()
        try:
            yield native
        except RuntimeError as error:
            if str(error) != os.strerror(errno.EAGAIN):  # the core's word for a thread that it does not get
                raise
            raise EngineError("the system gives the search no more threads; use fewer") from None
        finally:
            user.in_call = False

    def stop(self, reservation: Reservation | None = None) -> None:
        """Stop this user and no later one; ``None`` for the present one."""
        with self._state:
            user = self._user
            if user is not None and self._native is not None and reservation in (None, user):
                user.stopped = True
                self._native.stop()

    def close(self) -> None:
        """Stop the present user, wait for that, and let go of the native search."""
        user = self._user
        if user is not None and user.thread == threading.get_ident():
            raise EngineError("close() from inside on_info would wait for itself; leave the call first")
        self.stop()
        with self._busy:
            self._native = None
