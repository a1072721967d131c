"""The names, titles and kinds of the catalogue, read without the puzzles. Not here: the puzzles (catalogue.py)."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

FOLDER = Path(__file__).parent / "puzzles"


@cache
def names() -> tuple[str, ...]:
    """Return the names in the catalogue, in alphabetical order."""
    return tuple(sorted(path.stem for path in FOLDER.glob("*.toml")))


def listed() -> list[dict[str, str]]:
    """Return the name, the title and the kind of each puzzle of the catalogue, in alphabetical order."""
    return [
        {"name": name, "title": keys["title"], "kind": keys["kind"]}
        for name, keys in ((name, tomllib.loads((FOLDER / f"{name}.toml").read_text())) for name in names())
    ]
