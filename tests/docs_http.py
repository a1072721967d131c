"""The page of the HTTP interface, made from the OpenAPI document of the service: each route with its bodies and responses.

Not here: what a server promises beyond its routes, which is written in the page of the service; the other pages of reference
(`tests/docs_reference.py`).
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from starlette.testclient import TestClient

from exactcover.service.app import build
from exactcover.service.settings import Settings
from exactcover.service.store.jobs import Store

ABOUT = """# HTTP routes

Every route of `exactcover serve`, from the OpenAPI document that a server sends at `GET /openapi.json`. What a server promises,
its limits and its settings are on the [page of the service](service.md); the objects that commands and routes share have [JSON
Schemas](schemas.md). A refusal is a [ProblemDocument](#problemdocument), sent as `application/problem+json`.
"""
Schema = Mapping[str, Any]
JSON = "application/json"


def document() -> dict[str, Any]:
    """Return the OpenAPI document, as a server sends it."""
    with tempfile.TemporaryDirectory() as folder:
        store = Store(str(Path(folder) / "jobs.sqlite"))
        client = TestClient(build(Settings(), store).app, base_url="http://127.0.0.1:8000")
        page: dict[str, Any] = client.get("/openapi.json").json()
        store.close()
    return page


def text(markdown: str) -> str:
    """Return a description as one line of a table."""
    return " ".join(markdown.split()).replace("|", "\\|")


def amount(number: float) -> str:
    """Return a bound of a number."""
    return f"{int(number) if number == int(number) else number:,}"


def kind(schema: Schema) -> str:
    """Return a schema in a few words."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        return "any JSON" if name == "JsonValue" else f"[{name}](#{name.lower()})"
    if "const" in schema:
        return f"`{json.dumps(schema['const'])}`"
    if "enum" in schema:
        return ", ".join(f"`{each}`" for each in schema["enum"])
    for key in ("anyOf", "oneOf"):
        if key in schema:
            return " or ".join(dict.fromkeys(kind(each) for each in schema[key]))
    bounds = {"minimum": "from", "exclusiveMinimum": "above", "maximum": "to", "exclusiveMaximum": "below"}
    limits = "".join(f" {word} {amount(schema[key])}" for key, word in bounds.items() if key in schema)
    if schema.get("type") == "array":
        return f"list of {kind(schema['items'])}" if schema.get("items") else "list"
    return f"{schema.get('type', 'any JSON')}{limits}"


def fields(schema: Schema) -> list[str]:
    """Return the table of an object's properties."""
    rows = ["| field | type | default |", "|---|---|---|"]
    for name, own in schema["properties"].items():
        usual = "required" if name in schema.get("required", ()) else f"`{json.dumps(own.get('default'))}`"
        said = f". {text(own['description'])}" if "description" in own else ""
        rows.append(f"| `{name}` | {kind(own)}{said} | {usual} |")
    return [*rows, ""]


def content(answer: Schema) -> str:
    """Return the type of a response in a few words."""
    own = answer.get("content", {})
    if not own:
        return "no body"
    shown = [kind(each["schema"]) if each.get("schema") else f"`{name}`" for name, each in own.items()]
    return " or ".join(dict.fromkeys(shown))


def route(method: str, path: str, call: Schema) -> str:
    """Return the section of a route."""
    parts = [
        f"### {method.upper()} {text(path)}\n",
        f"{text(call.get('description') or call['summary'] + '.')}\n",
    ]
    if call.get("parameters"):
        parts += ["| parameter | in | type |", "|---|---|---|"]
        for each in call["parameters"]:
            needed = ", required" if each.get("required") else ""
            parts.append(f"| `{each['name']}` | {each['in']}{needed} | {kind(each.get('schema', {}))} |")
        parts.append("")
    body = call.get("requestBody", {}).get("content", {}).get(JSON)
    if body:
        parts.append(f"Request: {kind(body['schema'])}, for example:\n")
        parts.append(f"```json\n{json.dumps(body['example'])}\n```\n")
    good = {status: each for status, each in call["responses"].items() if status.startswith("2")}
    for status, each in good.items():
        parts.append(f"Response {status}: {content(each)}.\n")
        example = each.get("content", {}).get(JSON, {}).get("example")
        if example is not None:
            parts.append(f"```json\n{json.dumps(example)}\n```\n")
    refused = ", ".join(status for status in call["responses"] if status not in good)
    if refused:
        parts.append(f"Refusals: {refused}.\n")
    return "\n".join(parts)


def page() -> str:
    """Return the page of the HTTP interface."""
    made = document()
    parts = [
        ABOUT,
        "## Routes\n",
    ]
    parts += [route(method, path, call) for path, calls in made["paths"].items() for method, call in calls.items()]
    parts.append("## Objects\n")
    for name, schema in made["components"]["schemas"].items():
        if name == "JsonValue":
            continue
        parts.append(f"### {name}\n")
        if "description" in schema:
            parts.append(f"{text(schema['description'])}\n")
        parts += fields(schema) if "properties" in schema else [f"{kind(schema)}.\n"]
    return "\n".join(parts)
