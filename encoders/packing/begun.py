"""A partly filled board, as placements to be pre-placed: read from a solution, an answer, or a picture of letters.

In a picture each letter or digit is a piece, known by its shape, so that no legend is needed; a point, `+`, `?` or a blank is a
cell that is not filled yet, and `#` none. If the cells of a letter have the shape of no piece, each connected part is a piece.
Raises InvalidInput.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from encoders.begun import solution_in
from encoders.geometry.board import layers_of
from encoders.geometry.lattice import Cell, Lattice, connected_parts, normalised
from encoders.keys import coordinates, shown
from encoders.packing.packing import Packable
from exactcover.model.arrays import Mask
from exactcover.model.errors import InvalidInput

OPEN, NONE = ".+? ", "#"
_Lying = tuple[str, tuple[Cell, ...]]


def of_begun(
    value: Any, pieces: tuple[Packable, ...], board: Mask, lattice: Lattice, fixed: list[_Lying]
) -> list[_Lying]:
    """Return the placements of a partly filled board, without those in `fixed`; value: as the key `begun` has it."""
    known = {(name, tuple(sorted(cells))) for name, cells in fixed}
    solution = solution_in(value, "begun")
    if isinstance(solution, str):
        listed = list(_drawn(solution, pieces, board, lattice, [cells for _, cells in fixed]))
    else:
        listed = list(_listed(solution, lattice.dimension))
    return [each for each in listed if each not in known]


def _listed(solution: Mapping[str, Any], dimension: int) -> Iterator[_Lying]:
    placements = solution.get("placements")
    if not isinstance(placements, list):
        raise InvalidInput(
            'begun has no list of placements; expected {"placements": [{"piece": ..., "cells": ...}, ...]}'
        )
    for number, each in enumerate(placements):
        if not isinstance(each, dict) or set(each) != {"piece", "cells"} or not isinstance(each["piece"], str):
            raise InvalidInput(f"begun has {shown(each)} as placement {number}; expected a piece and its cells")
        yield each["piece"], tuple(sorted(coordinates(each["cells"], f"begun, placement {number}", dimension)))


def _drawn(
    text: str, pieces: tuple[Packable, ...], board: Mask, lattice: Lattice, before: list[tuple[Cell, ...]]
) -> Iterator[_Lying]:
    """Yield the pieces of a picture; before: the cells of those that are pre-placed already."""
    taken = {tuple(sorted(cells)) for cells in before}
    left = {piece.name: piece.most for piece in pieces}
    for letter, cells in _letters(text, board).items():
        parts = [cells] if _names(cells, pieces, left, letter) else connected_parts(cells, lattice)
        for part in parts:
            if part in taken:
                continue
            names = _names(part, pieces, left, letter)
            if not names:
                at = ",".join(map(str, part[0]))
                raise InvalidInput(
                    f"begun has {letter!r} on {len(part)} cell{'s' * (len(part) > 1)} from {at} on, which no piece that is left"
                    " covers; expected the shapes of the puzzle's pieces"
                )
            most = left[names[0]]
            left[names[0]] = None if most is None else most - 1
            yield names[0], part


def _letters(text: str, board: Mask) -> dict[str, tuple[Cell, ...]]:
    """Return the cells of each letter of a picture of the board."""
    layers = layers_of(text.rstrip("\n"))
    cells: dict[str, list[Cell]] = {}
    for number, rows in enumerate(layers):
        for r, row in enumerate(rows):
            for c, mark in enumerate(row):
                cell = (r, c) if board.ndim == 2 else (number, r, c)
                if mark in OPEN or mark in NONE:
                    continue
                if not mark.isalnum():
                    raise InvalidInput(
                        f"begun, row {r}, column {c} has {mark!r}; expected letters, and . for what is open"
                    )
                on_board = (board.ndim == 3 or len(layers) == 1) and all(
                    x < n for x, n in zip(cell, board.shape, strict=True)
                )
                if not on_board or not board[cell]:
                    raise InvalidInput(
                        f"begun has {mark!r} at {','.join(map(str, cell))}, which is not a cell of the board"
                    )
                cells.setdefault(mark, []).append(cell)
    if not cells:
        raise InvalidInput(
            f"begun is {shown(text)}, where nothing is placed; expected a picture with letters, or placements"
        )
    return {mark: tuple(sorted(own)) for mark, own in cells.items()}


def _names(
    cells: tuple[Cell, ...], pieces: tuple[Packable, ...], left: Mapping[str, int | None], letter: str
) -> list[str]:
    """Return the pieces of these cells' shape of which copies are left; first those whose name begins with the letter."""
    shape = np.array(normalised(cells))
    same = [
        piece.name
        for piece in pieces
        if piece.orientations.shape[1:] == shape.shape
        and left[piece.name] != 0
        and (piece.orientations == shape).all(axis=(1, 2)).any()
    ]
    return sorted(same, key=lambda name: not name.startswith(letter))
