"""Placements on the lattices of the plane, against a second program that knows only the corners of cells in the plane."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders.geometry.board import board as read_board
from encoders.geometry.lattice import Cell
from encoders.geometry.lattices import LATTICES
from encoders.packing import referee
from encoders.puzzle import Puzzle, puzzle_of
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions.tiling_to_cover import placements
from tests.naive_lattices import CORNERS, Flat, differences_on_flat, drawn, naive, named


@st.composite
def boards(draw: st.DrawFn) -> Flat:
    """A board, a piece and its motions, which hypothesis makes smaller if the two programs do not agree."""

    def integer(least: int, most: int) -> int:
        return draw(st.integers(least, most))

    return drawn(integer)


@pytest.mark.parametrize("name", sorted(CORNERS))
def test_the_corners_of_cells_are_shared_by_neighbours(name: str) -> None:
    """The second program's geometry is sound: cells that share two corners (of edges, one) are the lattice's neighbours."""
    lattice = LATTICES[name]
    cells = list(map(tuple, np.argwhere(read_board("12x12", name).cells).tolist()))
    shared = 1 if name.endswith("edges") else 2
    corners = {cell: named(np.array(CORNERS[name](cell))) for cell in cells}
    for cell in cells:
        near = {other for other in cells if other != cell and len(corners[cell] & corners[other]) == shared}
        assert near == {other for other in lattice.neighbours(cell) if other in corners}


@settings(max_examples=60, deadline=None)
@given(boards())
def test_placements_are_those_of_the_plane(flat: Flat) -> None:
    """On random boards a piece has exactly the placements that isometries of the plane give it."""
    assert list(differences_on_flat(flat)) == []


def listed(puzzle: Puzzle) -> list[frozenset[Cell]]:
    """The sets of cells of all placements of its model, which the referee has compared with the puzzle."""
    model = puzzle.encode().model
    assert isinstance(model, Tiling)
    assert not puzzle.encoding_faults(model)
    return [frozenset(map(tuple, cells.tolist())) for _, cells in model.placed(placements(model))]


@st.composite
def coloured_boards(draw: st.DrawFn) -> tuple[Flat, list[list[Cell]], list[int]]:
    """The same with one to three grounds, most cells of the board in each, and the number of each of the piece's cells."""
    flat = draw(boards())
    grounds = [[cell for cell in flat.board if draw(st.integers(0, 3))] for _ in range(draw(st.integers(1, 3)))]
    grounds = [ground for ground in grounds if ground] or [flat.board[:1]]
    return flat, grounds, [draw(st.integers(0, len(grounds))) for _ in flat.piece]


@settings(max_examples=80, deadline=None)
@given(coloured_boards())
def test_coloured_placements_are_those_of_the_plane(coloured: tuple[Flat, list[list[Cell]], list[int]]) -> None:
    """A piece with grounds lies where isometries take each cell onto its own, for encoder, referee and canonical form."""
    flat, grounds, marks = coloured
    words = flat.lattice, flat.piece, flat.board, flat.motions
    keys = flat.keys()
    keys["grounds"] = [[list(cell) for cell in ground] for ground in grounds]
    keys["pieces"][0]["grounds"] = marks
    puzzle = puzzle_of("packing", keys)
    own = listed(puzzle)
    right = naive(*words, [grounds[mark - 1] if mark else flat.board for mark in marks])
    assert set(own) == right
    assert len(own) == len(set(own))
    rules = referee.rules(puzzle.value)
    for cells in naive(*words):
        place, faults = referee.alone(rules, {"piece": "A", "cells": [list(cell) for cell in sorted(cells)]})
        assert place is not None
        assert (not faults) == (cells in right)
    form = puzzle.canonical()
    again = puzzle_of("packing", {key: value for key, value in form.items() if key != "kind"})
    assert again.canonical() == form
    assert set(listed(again)) == right
