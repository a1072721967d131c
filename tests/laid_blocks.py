"""Large layouts whose rightness is known: a small packing that the exact engine found, repeated over a board."""

from __future__ import annotations

from functools import cache

import numpy as np

from encoders.catalogue import puzzle
from encoders.puzzle import Puzzle
from exactcover.model.arrays import Integers
from exactcover.model.events import Found
from exactcover.model.layout import Layout
from exactcover.transform.reductions import chain
from tests.random_models import run


@cache
def block(specification: str) -> Integers:
    """The placements `piece, orientation, row, column` of the first packing that is found."""
    reduced = chain.reduce(puzzle(specification).encode().model, ("cover",))
    first = next(event for event in run("exact", "solve", reduced.model) if isinstance(event, Found))
    return reduced.lift(first.selection)


def repeated(placements: Integers, height: int, width: int, down: int, across: int) -> Integers:
    """The placements of a block of that height and width, repeated so often down and across."""
    rows, columns = np.meshgrid(np.arange(down) * height, np.arange(across) * width, indexing="ij")
    corners = np.stack([0 * rows, 0 * rows, rows, columns], axis=-1).reshape(-1, 1, 4)
    laid: Integers = (placements + corners).reshape(-1, 4)
    return laid


def tetrominoes(height: int, width: int) -> tuple[Puzzle, Integers]:
    """A board of equal numbers of the five tetrominoes, its sides multiples of 4 and 10, and placements that fill it."""
    name = f"packing board={height}x{width} pieces=tetrominoes copies={height * width // 20}"
    placements = block("packing board=4x10 pieces=tetrominoes copies=2")
    return puzzle(name), repeated(placements, 4, 10, height // 4, width // 10)


def layout_of(packing: Puzzle, placements: Integers) -> Layout:
    """The layout that the encoding makes of placements."""
    layout = packing.encode().decode(placements)
    assert isinstance(layout, Layout)
    return layout
