"""A puzzle as a table: the data of the page on which a person plays it. Not here: what is left of it (solutions_left.py)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from encoders.puzzle import Puzzle
from exactcover.api import editing
from exactcover.model.errors import InvalidInput
from exactcover.model.puzzle_protocol import digest_of
from exactcover.model.tiling import Tiling

MOST_CELLS = 1600
"""The maximum number of cells of a table of a kind of puzzle that is no packing."""
MOST_CUBES, MOST_COPIES = 400, 60
"""The maximum number of positions of a body, and of pieces, that a person places by hand."""


def table(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return a puzzle as a table at which a person plays it by hand; raises InvalidInput if there is none for it.

    plays: the page: `pieces` to place on a flat board (see editing.table), or one that the kind of puzzle names, with its data;
    title, source, published, and keys of the same puzzle, in which a position takes the place of the start.
    """
    subject = editing.puzzle(keys)
    data = subject.table()
    if data is None:
        model = subject.encode().model
        if isinstance(model, Tiling) and model.dimension == 3:
            return {**_described(subject), **_body(model)}
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


def _body(model: Tiling) -> dict[str, Any]:
    """Return a body to be filled with pieces: its layers as rows, and the pieces, each in all its orientations.

    layers: from the lowest, each as rows of `.` for cells, `+` for those that may stay empty and `#` for holes, pre-placed cells
    included; empty: the least and the most number of cells that stay empty; pieces: each with its orientations, lists of cells
    (layer, row, column), and the number of copies still to place; fixed: the pre-placed ones.
    """
    assert model.steps is not None
    steps = sorted(map(sum, np.abs(model.steps).tolist()))
    if steps != [1] * 6 or editing.partial_grounds(model):
        raise InvalidInput("this body cannot be filled by hand here; expected one of cubes, without colours")
    area = int(model.region.sum())
    loose = [piece for piece in model.pieces if not piece.empty]
    copies = [min(piece.most, area // piece.size) for piece in loose]
    if model.region.size > MOST_CUBES or sum(copies) > MOST_COPIES:
        raise InvalidInput(
            f"this body is too large to be filled by hand; expected at most {MOST_CUBES} positions and {MOST_COPIES} pieces"
        )
    marks, empty = editing.drawn(model)
    return {
        "plays": "solid",
        "empty": empty,
        "layers": [["".join(row) for row in layer] for layer in marks.tolist()],
        "pieces": [
            {
                "name": piece.name,
                "orientations": [sorted(cells.tolist()) for cells in piece.orientations],
                "copies": number,
                "least": piece.least,
            }
            for piece, number in zip(loose, copies, strict=True)
        ],
        "fixed": [
            {"piece": model.pieces[each.piece].name, "cells": sorted(each.cells.tolist())} for each in model.fixed
        ],
    }
