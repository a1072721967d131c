"""The catalogue: its names, and the titles, kinds and stored solutions of its puzzles. Not here: the puzzles (subjects.py)."""

from __future__ import annotations

from typing import Any

from encoders import listing


def puzzles() -> tuple[str, ...]:
    """Return the names of the catalogue."""
    return listing.names()


def listed() -> list[dict[str, Any]]:
    """Return the name, the title, the kind and the stored solution (null: it has none) of each puzzle of the catalogue."""
    return listing.listed()
