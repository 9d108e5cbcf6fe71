"""How large the engines are: threads and tables, changed while the server runs."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Depends

from logistello.engine.engine import available_megabytes
from logistello.jobs import processors
from logistello.number_ranges import MEGABYTES, THREADS, NumberRange
from logistello.web.backend import Backend, backend_of
from logistello.web.failures import REFUSALS, ApiError
from logistello.web.listening import is_loopback
from logistello.web.scheduler import EngineSize
from logistello.web.schemas.service import EngineReply, EngineRequest

router = APIRouter(prefix="/api/engine", responses=REFUSALS, tags=["engine"])
Owner = Annotated[Backend, Depends(backend_of)]
#: All tables together may take this share of the memory that is free.
_MEMORY_SHARE = 0.5
_MOST_MEGABYTES = 16384


@router.get("")
def engine_size(backend: Owner) -> EngineReply:
    """Threads and table of each engine."""
    size = backend.scheduler.size
    return EngineReply(
        threads=size.threads,
        most_threads=_most_threads(backend),
        hash_mb=size.hash_mb,
        most_hash_mb=_most_megabytes(backend),
        adjustable=_adjustable(backend),
    )


@router.patch("")
def change_engine_size(request: EngineRequest, backend: Owner) -> EngineReply:
    """Searches go on with the new size at once."""
    if not _adjustable(backend):
        raise ApiError(
            403, "this server is shared: the size of its engines is chosen where it is started", code="fixed"
        )
    size = backend.scheduler.size
    threads, hash_mb = request.threads or size.threads, request.hash_mb or size.hash_mb
    changed = EngineSize(
        NumberRange(int, THREADS.low, _most_threads(backend)).checked(threads, "threads"),
        NumberRange(int, MEGABYTES.low, _most_megabytes(backend)).checked(hash_mb, "hash_mb"),
    )
    if changed != size:
        backend.scheduler.resize(changed)
    return engine_size(backend)


def _adjustable(backend: Backend) -> bool:
    """Only where everybody who can ask sits at this machine."""
    return is_loopback(backend.settings.host)


def _most_threads(backend: Backend) -> int:
    return max(processors(), backend.scheduler.size.threads)


def _most_megabytes(backend: Backend) -> int:
    """What there is now can be had again."""
    now, engines = backend.scheduler.size.hash_mb, backend.scheduler.engines
    free = available_megabytes()
    fits = _MOST_MEGABYTES if free is None else int(_MEMORY_SHARE * (free + now * engines)) // engines
    return max(now, min(fits, _MOST_MEGABYTES))
