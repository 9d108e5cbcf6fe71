"""What the description of the API promises, tried with generated requests (schemathesis)."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import httpx
import jsonschema
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis.errors import Unsatisfiable
from schemathesis.checks import not_a_server_error
from schemathesis.generation import GenerationMode
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.web.conftest import Server

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]


def without_long_texts(schema: Any) -> Any:
    """Texts of 200 000 characters would take most of the time; ``test_guard.py`` tries them."""
    if isinstance(schema, dict):
        return {
            name: without_long_texts(value)
            for name, value in schema.items()
            if not (name == "maxLength" and value > 1000)
        }
    return [without_long_texts(each) for each in schema] if isinstance(schema, list) else schema


def tame(case: Any) -> None:
    """As it was generated, but for long thinking and large engines."""
    if not isinstance(case.body, dict):
        return
    for name in ("seconds", "depth", "nodes", "threads", "hash_mb"):
        if isinstance(case.body.get(name), int | float) and case.body[name] > 2:
            case.body[name] = 2
    if case.path in ("/api/search", "/api/analyse", "/api/review", "/api/solve"):
        case.body.setdefault("seconds", 0.01)


@pytest.fixture(scope="module")
def schema(server: Server, client: httpx.Client) -> Any:
    found = schemathesis.openapi.from_dict(without_long_texts(client.get("/api/openapi.json").json()))
    found.config.update(base_url=server.address)
    return found


def references(part: Any) -> Iterator[str]:
    if isinstance(part, dict):
        yield from (each for name, each in part.items() if name == "$ref")
        for each in part.values():
            yield from references(each)
    elif isinstance(part, list):
        for each in part:
            yield from references(each)


def test_the_description_is_whole(client: httpx.Client) -> None:
    """Whatever it refers to is in it, the messages of streams and of the WebSocket too."""
    description = client.get("/api/openapi.json").json()
    schemas = description["components"]["schemas"]
    found = set(references(description))
    assert {f"#/components/schemas/{name}" for name in ("AnalyseLine", "ReviewLine", "ImportLine")} <= found
    assert {each.removeprefix("#/components/schemas/") for each in found} <= schemas.keys()
    assert {"LiveQuestion", "LiveAnswer"} <= schemas.keys()


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("/api/analyse", {"position": "f5d6", "depth": 2}),
        ("/api/review", {"text": "f5d6c3", "depth": 1}),
        ("/api/review", {"text": "f5d6c3", "depth": 1, "skip": 2}),
    ],
)
def test_lines_are_as_described(client: httpx.Client, path: str, body: dict[str, Any]) -> None:
    description = client.get("/api/openapi.json").json()
    responses = description["paths"][path]["post"]["responses"]
    schema = {**responses["200"]["content"]["application/x-ndjson"]["schema"], "components": description["components"]}
    lines = client.post(path, json=body).text.splitlines()
    assert lines
    for line in lines:
        jsonschema.validate(json.loads(line), schema)


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=lambda mode: mode.value)
def test_the_api_keeps_its_promises(schema: Any, mode: GenerationMode) -> None:
    tried = set()
    for result in schema.get_all_operations():
        operation = result.ok()

        @settings(
            max_examples=3,
            phases=[Phase.explicit, Phase.generate],
            suppress_health_check=list(HealthCheck),
            derandomize=True,
            database=None,
        )
        @given(case=operation.as_strategy(generation_mode=mode))
        def keeps_them(case: Any) -> None:
            if mode is GenerationMode.POSITIVE:
                tame(case)
            reply = case.call()
            case.validate_response(reply, checks=CHECKS)
            # Files may hold anything: what cannot be read is listed in the answer.
            if mode is GenerationMode.NEGATIVE and case.path != "/api/games/import":
                assert 400 <= reply.status_code < 500, f"{case.method} {case.path}: {str(case.body)[:200]}"
            tried.add((case.method, case.path))

        with suppress(Unsatisfiable):  # nothing can be wrong about a request without parameters
            keeps_them()
    assert len(tried) >= 15


def test_everything_is_described(client: httpx.Client) -> None:
    description = client.get("/api/openapi.json").json()
    for path, methods in description["paths"].items():
        for method, operation in methods.items():
            assert operation.get("description") or operation.get("summary"), (path, method)
            assert {"400", "403", "413", "422"} <= operation["responses"].keys(), (path, method)
    paths = description["paths"].keys()
    assert {"/api/search", "/api/solve", "/api/analyse", "/api/games", "/api/book", "/api/review"} <= paths
