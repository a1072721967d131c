"""The catalogue: names, titles, kinds, stored solutions and efforts of its puzzles. Not here: the puzzles (subjects.py)."""

from __future__ import annotations

from typing import Any

from encoders import listing


def puzzles() -> tuple[str, ...]:
    """Return the names of the catalogue."""
    return listing.names()


def listed() -> list[dict[str, Any]]:
    """Return the puzzles of the catalogue: name, title, kind, stored solution (null: it has none) and effort of each.

    effort: the positions that a plain search visits until its first solution, depth first, for plans and Blokus breadth first;
    null: none within 30,000.
    """
    return listing.listed()
