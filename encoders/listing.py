"""The names, titles, kinds, stored solutions and efforts of the catalogue. Not here: the puzzles (catalogue.py)."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "puzzles"
SOLUTIONS = FOLDER / "solutions.json"
"""A solution of each puzzle by its name, null if it has none; written by tests/catalogue_solutions.py."""

EFFORTS = FOLDER / "efforts.json"
"""How many positions a plain search visits until a solution, null beyond the limit; written by tests/catalogue_efforts.py."""


@cache
def names() -> tuple[str, ...]:
    """Return the names in the catalogue, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def listed() -> list[dict[str, Any]]:
    """Return the puzzles of the catalogue, in alphabetical order: name, title, kind, stored solution and effort of each."""
    solutions, efforts = (json.loads(file.read_text()) for file in (SOLUTIONS, EFFORTS))
    return [
        {
            "name": name,
            "title": keys["title"],
            "kind": keys["kind"],
            "solution": solutions[name],
            "effort": efforts[name],
        }
        for name, keys in ((name, tomllib.loads((FOLDER / f"{name}.toml").read_text())) for name in names())
    ]
