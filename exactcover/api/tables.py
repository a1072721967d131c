"""A puzzle as a table: the data of the page on which a person plays it by hand. Not here: what is left of it (remaining.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from encoders.puzzle import Puzzle
from exactcover.api import editing
from exactcover.model.errors import InvalidInput
from exactcover.model.puzzle_protocol import digest_of

MOST_CELLS = 1600
"""The maximum number of cells of a table of a kind of puzzle that is no packing."""


def table(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return a puzzle as a table at which a person plays it by hand; raises InvalidInput if there is none for it.

    plays: the page: `pieces` to place on a flat board (see editing.table), or one that the kind of puzzle names, with its data;
    title, source, published, and keys of the same puzzle, in which a position takes the place of the start.
    """
    subject = editing.puzzle(keys)
    data = subject.table()
    if data is None:
        return {"plays": "pieces", **editing.table(keys)}
    cells = sum(map(len, data["rows"]))
    if cells > MOST_CELLS:
        raise InvalidInput(f"this puzzle is too large to be played by hand; expected at most {MOST_CELLS} cells")
    return {**_described(subject), **data}


def _described(subject: Puzzle) -> dict[str, Any]:
    """Return the keys that tables of all kinds have."""
    return {
        "title": subject.title,
        "source": subject.source,
        "published": {name: str(value) for name, value in subject.published.items()},
        "sha256": digest_of(subject.canonical()),
        "keys": subject.named(),
    }
