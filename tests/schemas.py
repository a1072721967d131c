"""Validation of JSON outputs against the project's schemas."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

import exactcover

FOLDER = Path(exactcover.__file__).parent / "files" / "schemas"


@cache
def _validator(kind: str) -> Draft202012Validator:
    contents = {path.name: json.loads(path.read_text()) for path in sorted(FOLDER.glob("*.json"))}
    registry: Registry[Any] = Registry().with_resources(
        (name, Resource.from_contents(content)) for name, content in contents.items()
    )
    schema = contents[f"{kind}.schema.json"]
    Draft202012Validator.check_schema(schema)
    return Draft202012Validator(schema, registry=registry)


def validate(kind: str, given: Any) -> None:
    """Raise where an object is not as the schema of that kind says."""
    _validator(kind).validate(given)
