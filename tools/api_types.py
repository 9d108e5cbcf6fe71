"""Write the TypeScript types of the HTTP API, which the page's JavaScript is checked against.

They are made from the description that the server gives of itself (/api/openapi.json). ``--check`` fails if the file is
out of date.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from logistello.web.app import create_api

FILE = Path(__file__).parent.parent / "src" / "logistello" / "web" / "api_types.d.ts"
HEAD = """\
/**
 * What the server takes and sends. Made from the description of the API by tools/api_types.py; `make stubs` renews it.
 */

/** The addresses of routes of a method and of a kind. */
export type Address<Method, Sends> = Extract<Route, { method: Method; sends: Sends }>["path"];

/** The route of such an address. */
export type RouteOf<Method, Sends, Path> = Fitting<Extract<Route, { method: Method; sends: Sends }>, Path>;

type Fitting<Each, Path> = Each extends { path: infer Known } ? (Path extends Known ? Each : never) : never;
"""
#: What a route sends; anything else is a file.
KINDS = {"application/json": "json", "application/x-ndjson": "lines"}
Schema = dict[str, Any]


def type_of(schema: Schema) -> str:
    """A JSON schema as a type.

    >>> type_of({"anyOf": [{"type": "array", "items": {"enum": ["a", "b"]}}, {"type": "null"}]})
    '("a" | "b")[] | null'
    """
    if "$ref" in schema:
        return str(schema["$ref"]).rsplit("/", 1)[-1]
    if "const" in schema:
        return json.dumps(schema["const"])
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    for kind in ("anyOf", "oneOf"):
        if kind in schema:
            return " | ".join(dict.fromkeys(type_of(each) for each in schema[kind]))
    if schema.get("type") == "array":
        item = type_of(schema["items"])
        return f"({item})[]" if " " in item else f"{item}[]"
    if schema.get("type") == "object" and "additionalProperties" in schema and "properties" not in schema:
        names = type_of(schema["propertyNames"]) if "propertyNames" in schema else "string"
        values = type_of(schema["additionalProperties"])
        return f"Partial<Record<{names}, {values}>>" if names != "string" else f"Record<string, {values}>"
    if schema.get("type") == "string":
        binary = schema.get("format") == "binary" or schema.get("contentMediaType") == "application/octet-stream"
        return "Blob" if binary else "string"
    plain = {"integer": "number", "number": "number", "boolean": "boolean", "null": "null"}
    return plain[schema["type"]]


def comment(text: str, indent: str = "") -> str:
    """A description above what it describes."""
    words = " ".join(text.split()).replace("*/", "* /")
    return f"{indent}/** {words} */\n" if words else ""


def declaration(name: str, schema: Schema) -> str:
    above = comment(schema.get("description", ""))
    if "properties" not in schema:
        return f"{above}export type {name} = {type_of(schema)};\n"
    required = set(schema.get("required", ()))
    fields = "".join(
        f"{comment(field.get('description', ''), '  ')}  {field_name}{'' if field_name in required else '?'}: "
        f"{type_of(field)};\n"
        for field_name, field in schema["properties"].items()
    )
    return f"{above}export interface {name} {{\n{fields}}}\n"


def addresses(path: str, parameters: list[Schema]) -> Iterator[str]:
    """The types of the addresses of a route. A text such as "5/export" is no number: no address fits two routes.

    >>> list(addresses("/api/games/{number}/export", [{"in": "query", "name": "format", "required": True}]))
    ['`/api/games/${number}/export?${string}`']
    """
    queries = [each for each in parameters if each["in"] == "query"]
    texts = {each["name"] for each in parameters if each.get("schema", {}).get("type") == "string"}
    whole = re.sub(r"\{(\w+)\}", lambda found: "${string}" if found[1] in texts else "${number}", path)
    if not any(each.get("required") for each in queries):
        yield f"`{whole}`" if "$" in whole else json.dumps(whole)
    if queries:
        yield f"`{whole}?${{string}}`"


def body(operation: Schema) -> str:
    content = operation.get("requestBody", {}).get("content", {})
    if "multipart/form-data" in content:
        return "FormData"
    return next((type_of(each["schema"]) for each in content.values()), "undefined")


def reply(operation: Schema) -> tuple[str, str]:
    """What a route sends if all goes well: the kind of its content, and the type."""
    (response,) = (each for status, each in operation["responses"].items() if status.startswith("2"))
    for media_type, content in response.get("content", {}).items():
        kind = KINDS.get(media_type, "file")
        return kind, "Blob" if kind == "file" else type_of(content["schema"])
    return "nothing", "undefined"


def routes(paths: Schema) -> Iterator[str]:
    for path, operations in paths.items():
        for method, operation in operations.items():
            kind, replied = reply(operation)
            for address in addresses(path, operation.get("parameters", [])):
                yield (
                    f'  | {{ method: "{method.upper()}"; path: {address}; body: {body(operation)}; '
                    f'sends: "{kind}"; reply: {replied} }}'
                )


def types() -> str:
    description = create_api().openapi()
    schemas: Schema = description["components"]["schemas"]
    declarations = [declaration(name, schemas[name]) for name in sorted(schemas)]
    route = "export type Route =\n" + "\n".join(routes(description["paths"])) + ";\n"
    return "\n".join([HEAD, *declarations, route])


def main() -> int:
    text = types()
    if "--check" in sys.argv[1:]:
        if FILE.read_text(encoding="utf-8") == text:
            return 0
        sys.stderr.write(f"{FILE.name} is out of date: run 'make stubs'\n")
        return 1
    FILE.write_text(text, encoding="utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
