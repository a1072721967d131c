"""The public interface as `interface.json` records it; `python -m tests.interface` records it anew, after additions.

A name of the interface has parts: the parameters of a function, the options of a command, the fields of a request, the keys of
a document. `narrowed` says what has been taken away from a record, which only a major version may do: then
`python -m tests.interface major` records it.
Not here: what the names mean (exactcover/REFERENCE.md, exactcover/CONTRACT.md).
"""

from __future__ import annotations

import inspect
import json
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import typer
from fastapi.routing import APIRoute
from typer.core import TyperArgument

import exactcover
from encoders.kinds import KINDS
from exactcover.cli.commands import COMMANDS, application
from exactcover.model import errors
from exactcover.service.app import SUBJECTS
from exactcover.service.http import bodies
from tests.reference import annotation, attributes, members

FILE = Path(__file__).with_name("interface.json")
STATUSES = ("ANSWERED", "OUR_FAULT", "INPUT_FAULT", "UNKNOWN", "REFUSED", "INTERRUPTED")
Part: TypeAlias = dict[str, Any]
"""What is promised of a part. required: whether a caller must give it; position: of an argument without its name; always:
whether a document has the key; type; values: those that are possible."""
Record: TypeAlias = dict[str, dict[str, dict[str, Part]]]
"""By section and name the parts."""


def of_function(function: Callable[..., Any], *, bound: bool) -> dict[str, Part]:
    """The parameters of a function; bound: of a method, without its first parameter."""
    signature = inspect.signature(function)
    parts: dict[str, Part] = {}
    for position, each in enumerate(list(signature.parameters.values())[bound:], 1):
        several = each.kind in (each.VAR_POSITIONAL, each.VAR_KEYWORD)
        parts[each.name] = {"required": each.default is each.empty and not several}
        if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD, each.VAR_POSITIONAL):
            parts[each.name]["position"] = position
    if signature.return_annotation is not signature.empty:
        parts["returned value"] = {"type": annotation(signature.return_annotation)}
    return parts


def of_class(name: str, value: type) -> Iterator[tuple[str, dict[str, Part]]]:
    """A class with its attributes, and its methods and properties."""
    own = dict.fromkeys(line.partition(":")[0] for line in attributes(value))
    yield name, {key: {} for key in own}
    if name.endswith("Client"):
        yield f"{name}()", of_function(value, bound=False)
    for line, _ in members(value):
        method = line.removeprefix("async ").removeprefix("def ").partition("(")[0].partition(":")[0]
        each = inspect.getattr_static(value, method)
        yield f"{name}.{method}", {} if isinstance(each, property) else of_function(each, bound=True)


def python() -> Iterator[tuple[str, dict[str, Part]]]:
    """The names of `import exactcover`."""
    for name in exactcover.__all__:
        value = getattr(exactcover, name)
        if inspect.isclass(value):
            yield from of_class(name, value)
        else:
            yield name, of_function(value, bound=False)


def commands() -> Iterator[tuple[str, dict[str, Part]]]:
    """The commands with their arguments and options; the group of options before a command is `exactcover`."""
    whole = typer.main.get_command(application(COMMANDS))
    named = {"exactcover": whole, **getattr(whole, "commands", {})}
    for command, each in named.items():
        parts: dict[str, Part] = {}
        for parameter in each.params:
            if isinstance(parameter, TyperArgument):
                parts[str(parameter.name)] = {"required": parameter.required, "position": len(parts) + 1}
                continue
            for name in [*parameter.opts, *parameter.secondary_opts]:
                takes = "nothing" if getattr(parameter, "is_flag", False) else "a value"
                parts[name] = {"required": parameter.required, "type": takes}
        yield command, parts


def routes() -> Iterator[tuple[str, dict[str, Part]]]:
    """The routes of the OpenAPI document with their queries, and the bodies of requests with their fields."""
    for route in [each for subject in SUBJECTS for each in subject.router.routes]:
        if isinstance(route, APIRoute) and route.include_in_schema:
            queries = {each.alias: {"required": each.field_info.is_required()} for each in route.dependant.query_params}
            yield from ((f"{method} {route.path}", queries) for method in sorted(route.methods or ()))
    for body in (*bodies.JOBS, *bodies.LOOKUPS):
        fields = body.model_fields.items()
        yield body.__name__, {each.alias or name: {"required": each.is_required()} for name, each in fields}


def documents() -> Iterator[tuple[str, dict[str, Part]]]:
    """The JSON Schemas with the keys of the objects in them."""
    for name, schema in exactcover.schemas().items():
        parts: dict[str, Part] = {}
        for path, part in keys_of(schema, ""):
            parts.setdefault(path, part)
        yield name, parts


def keys_of(schema: Any, path: str) -> Iterator[tuple[str, Part]]:
    """The keys of a schema's objects, each with the path to it: `engine.name`, `placements[].cells`."""
    if not isinstance(schema, Mapping):
        return
    always = schema.get("required", ())
    for key, each in schema.get("properties", {}).items():
        own = each if isinstance(each, Mapping) else {}
        part: Part = {"always": key in always}
        part |= {"type": own["type"]} if "type" in own else {}
        part |= {"values": own["enum"]} if "enum" in own else {}
        yield f"{path}{key}", part
        yield from keys_of(each, f"{path}{key}.")
    yield from keys_of(schema.get("items"), f"{path.removesuffix('.')}[].")
    yield from keys_of(schema.get("additionalProperties"), f"{path}*.")
    for name, each in schema.get("$defs", {}).items():
        yield from keys_of(each, f"{path}<{name}>.")
    for word in ("allOf", "anyOf", "oneOf"):
        for each in schema.get(word, ()):
            yield from keys_of(each, path)
    for word in ("then", "else"):
        yield from keys_of(schema.get(word), path)


def interface() -> Record:
    """The interface as it is now."""
    return {
        "import exactcover": dict(python()),
        "commands": dict(commands()),
        "exit statuses": {name: {"number": {"type": getattr(errors, name)}} for name in STATUSES},
        "HTTP": dict(routes()),
        "documents": dict(documents()),
        "kinds": {name: {key: {} for key in KINDS[name].keys} for name in KINDS if name not in KINDS.plugins()},
        "engines": {
            each["name"]: {str(word): {} for word in (*each["accepts"], *each["can"], *each["options"])}
            for each in exactcover.engines()
        },
    }


def narrowed(recorded: Record, now: Record) -> Iterator[str]:
    """What a record promises and the interface no longer has, a sentence each."""
    for section, names in recorded.items():
        for name, parts in names.items():
            own = now.get(section, {}).get(name)
            if own is None:
                yield f"{section}: {name} is gone"
                continue
            for part, promised in parts.items():
                if part not in own:
                    yield f"{section}: {part} of {name} is gone"
                else:
                    yield from (f"{section}: {part} of {name} {fault}" for fault in faults(promised, own[part]))
            for part in own.keys() - parts.keys():
                if own[part].get("required"):
                    yield f"{section}: {part} of {name} is new and required"


def faults(promised: Part, own: Part) -> Iterator[str]:
    """How a part breaks what was promised of it."""
    if own.get("required") and not promised.get("required"):
        yield "is required now"
    if "position" in promised and own.get("position") != promised["position"]:
        yield "is at another position"
    if promised.get("always") and not own.get("always"):
        yield "may be left out now"
    if "type" in promised and own.get("type") != promised["type"]:
        yield f"was {promised['type']} and is {own.get('type')}"
    for value in promised.get("values", ()):
        if "values" in own and value not in own["values"]:
            yield f"is no longer {value}"


def text(record: Record) -> str:
    """A record as the file has it: a line for each name."""
    sections = []
    for section, names in record.items():
        lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(parts)}" for name, parts in names.items())
        sections.append(f" {json.dumps(section)}: {{\n{lines}\n }}")
    return "{\n" + ",\n".join(sections) + "\n}\n"


if __name__ == "__main__":
    gone = [] if "major" in sys.argv else list(narrowed(json.loads(FILE.read_text()), interface()))
    if gone:
        sys.exit("\n".join([*gone, "nothing was recorded: only a major version may do that"]))
    FILE.write_text(text(interface()))
