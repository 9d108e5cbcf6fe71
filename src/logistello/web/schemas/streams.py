"""Messages that come one after the other: the lines of streams, and what a WebSocket says.

They belong to the description of the API, but FastAPI looks only at what routes take and return.
"""

from __future__ import annotations

from typing import Any, Literal

from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from logistello.web.schemas.reviews import ReviewedMoveReply, ReviewStart, ReviewSummary
from logistello.web.schemas.searches import LiveAnalyse, LiveError, LivePing, LiveStop, Pong, ValuesMessage
from logistello.web.schemas.stored_games import ImportDone, ImportProgress

_REFERENCE = "#/components/schemas/{model}"
#: The kinds of message of a stream, or of one side of a WebSocket; ``type`` tells them apart.
_KINDS: dict[str, tuple[type[BaseModel], ...]] = {
    "AnalyseLine": (ValuesMessage, LiveError),
    "ImportLine": (ImportProgress, ImportDone, LiveError),
    "LiveAnswer": (ValuesMessage, Pong, LiveError),
    "LiveQuestion": (LiveAnalyse, LiveStop, LivePing),
    "ReviewLine": (ReviewStart, ReviewedMoveReply, ReviewSummary, LiveError),
}


def lines_of(kind: Literal["AnalyseLine", "ImportLine", "ReviewLine"]) -> dict[str, Any]:
    """The content of a response that streams such messages."""
    return {"application/x-ndjson": {"schema": {"$ref": _REFERENCE.format(model=kind)}}}


def add_streams(description: dict[str, Any]) -> None:
    """Put the messages into a description of the API."""
    models = {model for kinds in _KINDS.values() for model in kinds}
    in_order = sorted(models, key=lambda model: model.__name__)
    _, definitions = models_json_schema([(each, "serialization") for each in in_order], ref_template=_REFERENCE)
    schemas: dict[str, Any] = description["components"]["schemas"]
    schemas.update(definitions["$defs"])
    for name, kinds in _KINDS.items():
        schemas[name] = {"anyOf": [{"$ref": _REFERENCE.format(model=each.__name__)} for each in kinds]}
