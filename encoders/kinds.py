"""The kinds of puzzle: the list, and nothing else. What a kind says of itself is in the `kind.py` of its own folder."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from encoders.kind import Kind

FOLDERS = (
    "packing",
    "blokus",
    "sliding.tiles",
    "sliding.blocks",
    "cover",
    "sudoku",
    "queens",
    "langford",
    "latin",
)
"""The folders of all kinds, in the order in which people are told of them."""

KINDS: dict[str, Kind[Any]] = {
    kind.name: kind for kind in (import_module(f"encoders.{folder}.kind").KIND for folder in FOLDERS)
}
"""All kinds by name."""
