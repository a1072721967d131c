"""The catalogue: its names, and the titles and kinds of its puzzles. Not here: the puzzles (subjects.py)."""

from __future__ import annotations

from encoders import listing


def puzzles() -> tuple[str, ...]:
    """Return the names of the catalogue."""
    return listing.names()


def listed() -> list[dict[str, str]]:
    """Return the name, the title and the kind of each puzzle of the catalogue."""
    return listing.listed()
