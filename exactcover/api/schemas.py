"""The JSON Schemas of answers and of all other printed output, including those that kinds from other packages bring."""

from __future__ import annotations

import json
from pathlib import Path

from encoders.kinds import KINDS
from exactcover import files
from exactcover.model.documents import JsonObject

FOLDER = Path(files.__file__).parent / "schemas"


def schemas() -> dict[str, dict[str, object]]:
    """Return the JSON Schemas of printed output by name: `answer`, `solution`, `certificate`, `check`, `compare`, `info`, ...

    They refer to each other by `$id`. They include the schemas that a kind from another package has for its canonical puzzle
    and its solutions; if it has none, any value is valid there.
    """
    read = {path.name.removesuffix(".schema.json"): json.loads(path.read_text()) for path in FOLDER.glob("*.json")}
    told: dict[str, JsonObject] = dict(sorted(read.items()))
    puzzle, solution = told["answer"]["$defs"]["puzzle"], told["solution"]
    for name in KINDS.plugins():
        own = KINDS[name].schemas
        puzzle["properties"]["kind"]["enum"].append(name)
        puzzle["allOf"].append({"if": {"properties": {"kind": {"const": name}}}, "then": own.get("puzzle", True)})
        families = solution.pop("oneOf", None) or solution["anyOf"]  # a value may match the schemas of two packages
        solution["anyOf"] = [*families, own.get("solution", True)]
    return {name: dict(schema) for name, schema in told.items()}
