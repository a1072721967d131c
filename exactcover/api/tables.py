"""A puzzle as a table: the data of the page on which a person plays it. Not here: what is left of it (solutions_left.py)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

import numpy as np

from encoders.draw.looks import LOOKS
from encoders.draw.outlines import OUTLINED, outlines
from encoders.geometry.lattice import Lattice, Shape
from encoders.geometry.lattices import LATTICES, SQUARE
from encoders.loose import Loose, classes_of, loose
from encoders.puzzle import Puzzle
from exactcover.api import editing
from exactcover.model.arrays import Mask
from exactcover.model.encoding import Model
from exactcover.model.errors import InvalidInput
from exactcover.model.puzzle_protocol import digest_of
from exactcover.model.tiling import Piece, Tiling

MOST_CELLS, MOST_LOOSE = 1600, 200
"""The maximum number of positions of a flat board, and of loose pieces, that a person places by hand."""
MOST_CUBES, MOST_COPIES = 400, 60
"""The maximum number of positions of a body, and of pieces, that a person places by hand."""
PLAYED = ("square", "hexagon", "triangle", *OUTLINED)
"""The lattices of flat boards that a person plays on."""
MOST_COLOURS = 5
"""The maximum number of colours on a table; each is marked by a shape."""


def table(keys: Mapping[str, Any]) -> dict[str, Any]:
    """Return a puzzle as a table at which a person plays it by hand; raises InvalidInput if there is none for it.

    plays: the page: `pieces` to place on a flat board, a `solid` body of cubes to fill, or one that the kind of puzzle names,
    with its data; title, source, published, and keys of the same puzzle, in which a position takes the place of the start.
    """
    subject = editing.puzzle(keys)
    data = subject.table()
    if data is None:
        model = subject.encode().model
        if isinstance(model, Tiling) and model.dimension == 3:
            return {**_described(subject), **_body(model)}
        return {**_described(subject), **_board(model, subject.named().get("lattice", SQUARE.name))}
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
    if steps != [1] * 6 or _partial_grounds(model):
        raise InvalidInput("this body cannot be filled by hand here; expected one of cubes, without colours")
    area = int(model.region.sum())
    loose = [piece for piece in model.pieces if not piece.empty]
    copies = [min(piece.most, area // piece.size) for piece in loose]
    if model.region.size > MOST_CUBES or sum(copies) > MOST_COPIES:
        raise InvalidInput(
            f"this body is too large to be filled by hand; expected at most {MOST_CUBES} positions and {MOST_COPIES} pieces"
        )
    marks, empty = _drawn(model)
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


def _board(model: Model, lattice: str) -> dict[str, Any]:
    """Return a board on which a person places pieces, with the pieces and the pre-placed ones.

    lattice: its name, only if its cells are not squares; outlines: how its cells lie, only if the page does not know it; rows:
    the board as rows of `.` for cells, `+` for those that may stay empty and `#` for holes, pre-placed cells included; empty:
    the least and the most number of cells that stay empty; pieces: each with its cells in one orientation, the number of copies
    still to place, and whether it may be turned and flipped;
    grounds: of colours, each as rows of `.` for the cells where it may lie and `#` for all others; a coloured cell of a piece
    has the number of its ground, from 1, as a third part, and others have 0 there; fixed: the pre-placed pieces. Raises
    InvalidInput if the puzzle is not a tiling of a flat board, or is too large.
    """
    if not isinstance(model, Tiling) or model.dimension != 2 or not _has_steps(model, lattice):
        raise InvalidInput(
            "this puzzle cannot be played by hand here; expected pieces to place on a flat board of squares, hexagons or "
            "triangles, of parts of them, or of edges that may cross"
        )
    marks, empty = _drawn(model)
    own, area = LATTICES[lattice], int(model.region.sum())
    classes = classes_of(model.region, model.grounds, own)
    grounds = {number: mask for number, mask in _partial_grounds(model).items() if number not in classes}
    if len(grounds) > MOST_COLOURS:
        raise InvalidInput(
            f"this puzzle has {len(grounds)} colours; expected at most {MOST_COLOURS} for a puzzle to be played by hand"
        )
    places = {number: index for index, number in enumerate(grounds, 1)}
    height = partial(_height, lattice=own)
    pieces = [
        _loose(piece, area, loose(piece, own, classes, places, height)) for piece in model.pieces if not piece.empty
    ]
    if marks.size > MOST_CELLS or sum(piece["copies"] for piece in pieces) > MOST_LOOSE:
        raise InvalidInput(
            f"this puzzle is too large to be played by hand; expected at most {MOST_CELLS} positions and {MOST_LOOSE} pieces"
        )
    return {
        "plays": "pieces",
        **({} if own is SQUARE else {"lattice": lattice}),
        **({"outlines": outlines(own)} if lattice in OUTLINED else {}),
        "rows": ["".join(row) for row in marks.tolist()],
        "empty": empty,
        "pieces": pieces,
        "grounds": [["".join(row) for row in np.where(ground, ".", "#").tolist()] for ground in grounds.values()],
        "fixed": [
            {"piece": model.pieces[each.piece].name, "cells": sorted(each.cells.tolist())} for each in model.fixed
        ],
    }


def _drawn(model: Tiling) -> tuple[np.ndarray[Any, np.dtype[np.str_]], list[int]]:
    """Return a board as characters, `.` for cells, `+` for those that may stay empty, `#` for holes, and how many stay empty.

    Pre-placed cells are cells of the board; the numbers are the least and the most of empty cells.
    """
    marks = np.where(model.region, ".", "#")
    filler = next((piece for piece in model.pieces if piece.empty), None)
    if filler is not None:
        marks[_optional(model, filler)] = "+"
    for each in model.fixed:
        marks[tuple(each.cells.T)] = "."
    return marks, [0, 0] if filler is None else [filler.least, filler.most]


def _has_steps(model: Tiling, lattice: str) -> bool:
    """Return whether the neighbours of a cell are those of a lattice that is played on."""
    assert model.steps is not None
    return lattice in PLAYED and sorted(map(tuple, model.steps.tolist())) == sorted(LATTICES[lattice].steps)


def _partial_grounds(model: Tiling) -> dict[int, Mask]:
    """Return the grounds of loose pieces that leave out cells of the board, by their numbers in the model, in that order."""
    loose = [piece.grounds for piece in model.pieces if piece.grounds is not None and not piece.empty]
    if model.grounds is None or not loose:
        return {}
    numbers = np.unique(np.concatenate(list(map(np.ravel, loose)))).tolist()
    masks = {number: np.asarray(model.grounds[number], dtype=np.bool_) for number in numbers}
    return {number: mask for number, mask in masks.items() if not mask[model.region].all()}


def _grounds(model: Tiling, piece: Piece) -> list[Mask]:
    """Return the masks of cells on which a piece may lie; none for a piece that may lie anywhere."""
    if model.grounds is None or piece.grounds is None:
        return []
    return [np.asarray(model.grounds[number], dtype=np.bool_) for number in np.unique(piece.grounds).tolist()]


def _optional(model: Tiling, filler: Piece) -> Mask:
    """Return the cells that may stay empty."""
    mask = np.zeros_like(model.region)
    for ground in _grounds(model, filler) or [model.region]:
        mask |= ground & model.region
    return mask


def _loose(piece: Piece, area: int, own: Loose) -> dict[str, Any]:
    """Return a piece beside the board, with as many copies as could fit into an area.

    Its cells have the place of their ground among the partial ones, from 1, as a third part if it has any.
    """
    coloured = any(ground for *_, ground in own.cells)
    return {
        "name": piece.name,
        "cells": [list(cell if coloured else cell[:2]) for cell in own.cells],
        "least": piece.least,
        "copies": min(piece.most, area // piece.size),
        "turns": own.turns,
        "flips": own.flips,
    }


def _height(cells: Shape, lattice: Lattice) -> int:
    """Return how far down cells reach on the sheet, in units of the lattice's look."""
    seat = lattice.seats(cells)[0]
    downs = [down for cell in seat for down, _ in LOOKS[lattice.name].around(*cell)]
    return max(downs) - min(downs)
