"""The names, titles, kinds and stored solutions of the catalogue. Not here: the puzzles (catalogue.py)."""

from __future__ import annotations

import json
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "puzzles"
SOLUTIONS = FOLDER / "solutions.json"
"""A solution of each puzzle by its name, null if it has none; written by tests/catalogue_solutions.py."""


@cache
def names() -> tuple[str, ...]:
    """Return the names in the catalogue, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def listed() -> list[dict[str, Any]]:
    """Return the name, the title, the kind and the stored solution of each puzzle of the catalogue, in alphabetical order."""
    solutions = json.loads(SOLUTIONS.read_text())
    return [
        {"name": name, "title": keys["title"], "kind": keys["kind"], "solution": solutions[name]}
        for name, keys in ((name, tomllib.loads((FOLDER / f"{name}.toml").read_text())) for name in names())
    ]
