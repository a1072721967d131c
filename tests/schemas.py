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
    return _validator_of(
        {path.name.split(".")[0]: json.loads(path.read_text()) for path in FOLDER.glob("*.json")}, kind
    )


def _validator_of(schemas: dict[str, Any], kind: str) -> Draft202012Validator:
    registry: Registry[Any] = Registry().with_resources(
        (content["$id"], Resource.from_contents(content)) for content in schemas.values()
    )
    Draft202012Validator.check_schema(schemas[kind])
    return Draft202012Validator(schemas[kind], registry=registry)


def validate(kind: str, given: Any) -> None:
    """Raise where an object is not as the schema of that kind says."""
    _validator(kind).validate(given)


def validate_by(schemas: dict[str, Any], kind: str, given: Any) -> None:
    """Raise where an object is not as one of these schemas says, which refer to each other."""
    _validator_of(schemas, kind).validate(given)
