"""Solutions as arrays: both judges take a million cells, refuse every spoiling, and agree with placements written out."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from encoders.catalogue import puzzle
from encoders.puzzle import Puzzle
from exactcover import judges
from exactcover.model.arrays import Integers
from exactcover.model.errors import InvalidInput
from exactcover.model.layout import Layout, as_json
from tests.laid_blocks import block, layout_of, repeated, tetrominoes

MILLION, PLACED = tetrominoes(1000, 1000)
SMALL, SMALL_PLACED = tetrominoes(40, 40)


def spoiled(change: Callable[[Integers], Integers]) -> tuple[list[str], list[str]]:
    """What the model's judge and the referee find wrong with a million cells, once something is done to the placements."""
    placements = change(PLACED.copy())
    model = MILLION.encode().model
    return judges.faults(model, placements), MILLION.faults(layout_of(MILLION, placements))


def moved(placements: Integers) -> Integers:
    """One offset is one less on an axis on which it may be."""
    row = int(np.flatnonzero(placements[:, 3] > 0)[77])
    placements[row, 3] -= 1
    return placements


def swapped(placements: Integers) -> Integers:
    """Two rows of different kinds exchange their places."""
    other = int(np.flatnonzero(placements[:, 0] != placements[0, 0])[0])
    placements[[0, other], 2:] = placements[[other, 0], 2:]
    return placements


def renamed(placements: Integers) -> Integers:
    """Two rows of different kinds exchange their kinds."""
    other = int(np.flatnonzero(placements[:, 0] != placements[0, 0])[0])
    placements[[0, other], 0] = placements[[other, 0], 0]
    placements[[0, other], 1] = 0
    return placements


def doubled(placements: Integers) -> Integers:
    """One row is dropped and another one of its kind is there twice."""
    same = np.flatnonzero(placements[:, 0] == placements[0, 0])
    placements[same[0]] = placements[same[5]]
    return placements


def recounted(placements: Integers) -> Integers:
    """A block is replaced by squares: every cell is covered once, and the counts are wrong."""
    inside = (placements[:, 2] < 4) & (placements[:, 3] < 10)
    squares = repeated(block("packing board=2x2 pieces=O4"), 2, 2, 2, 5)
    squares[:, 0] = next(number for number, piece in enumerate(MILLION.value.pieces) if piece.name == "O4")
    return np.concatenate([placements[~inside], squares])


def test_a_million_cells_are_accepted() -> None:
    """Both judges accept 250,000 tetrominoes, in any order of the rows."""
    assert spoiled(lambda placements: placements) == ([], [])
    assert spoiled(lambda placements: placements[::-1]) == ([], [])


@pytest.mark.parametrize(
    ("change", "by_model", "by_referee"),
    [
        (moved, "is covered 2 times", "is covered 2 times"),
        (moved, "is covered 0 times", "is not covered"),
        (swapped, "is covered 0 times", "is not covered"),
        (renamed, "is covered", "is not covered"),
        (doubled, "is covered 2 times", "is covered 2 times"),
        (doubled, "is covered 0 times", "is not covered"),
        (recounted, "is placed 50008 times; expected 50000", "O4 is placed 50008 times; expected 50000"),
        (lambda p: p[1:], "is placed 49999 times", "is placed 49999 times; expected 50000"),
    ],
)
def test_spoiled_arrays_of_a_million_cells_are_refused(
    change: Callable[[Integers], Integers], by_model: str, by_referee: str
) -> None:
    """An offset moved by one, rows swapped, a row dropped and another doubled, wrong counts: each judge names each."""
    model, referee = spoiled(change)
    assert any(by_model in fault for fault in model)
    assert any(by_referee in fault for fault in referee)


def fixed_puzzle() -> tuple[Puzzle, Layout]:
    """A board of dominoes with a hole, a pre-placed one, and a layout that fills it."""
    packing = puzzle("packing board=40x40 holes=39,38/39,39 pieces=dominoes copies=any fixed=I2:0,0/0,1")
    rows = repeated(np.array([[0, 0, 0, 0]]), 1, 2, 40, 20)
    keep = ~((rows[:, 2] == 39) & (rows[:, 3] == 38)) & ~((rows[:, 2] == 0) & (rows[:, 3] == 0))
    return packing, layout_of(packing, rows[keep])


def changed(layout: Layout, **arrays: Any) -> Layout:
    """A layout with other arrays."""
    own = {name: getattr(layout, name) for name in ("kinds", "shapes", "piece", "orientation", "offset")}
    return Layout(**{**own, **arrays})


def test_rows_that_do_not_exist_are_named() -> None:
    """A kind, an orientation and an offset out of range, a hole covered and a pre-placed piece elsewhere are faults."""
    packing, layout = fixed_puzzle()
    assert packing.faults(layout) == []
    piece, orientation, offset = (getattr(layout, name).astype(np.int64) for name in ("piece", "orientation", "offset"))

    def with_first(array: Integers, value: int) -> Integers:
        array = array.copy()
        array[0] = value
        return array

    cases = (
        (changed(layout, piece=with_first(piece, 1)), "row 0 has piece 1; expected 0 to 0"),
        (changed(layout, piece=with_first(piece, -1)), "row 0 has piece -1; expected 0 to 0"),
        (changed(layout, orientation=with_first(orientation, 2)), "row 0 has orientation 2 of I2; expected 0 to 1"),
        (changed(layout, offset=with_first(offset, -1)), "row 0 (I2) has offset (-1, -1), off the board"),
        (changed(layout, offset=with_first(offset, 2**63 - 1)), "off the board"),
        (changed(layout, offset=with_first(offset, -(2**63))), "off the board"),
        (
            changed(layout, offset=with_first(offset, 39)),
            "row 0 (I2) covers (39, 40), which is not a cell of the board",
        ),
        (changed(layout, offset=with_first(offset, 39)), "a piece covers (39, 39), which is not a cell of the board"),
        (changed(layout, orientation=with_first(orientation, 1)), "the pre-placed I2 at (0, 0) is not in the solution"),
        (changed(layout, shapes=(layout.shapes[0][::-1],)), "the orientations of I2 are not those of its motions"),
        (changed(layout, offset=offset[:, :1]), "offsets have 1 coordinates; expected 2"),
        (Layout(("X",), layout.shapes, piece, orientation, offset), "the kind 'X' is not a piece of this puzzle"),
    )
    for spoiled_layout, fault in cases:
        assert any(fault in each for each in packing.faults(spoiled_layout)), fault


def test_arrays_and_placements_are_one_solution() -> None:
    """A layout written out is accepted as placements, read back it is the same layout, and both have one identity."""
    layout = layout_of(SMALL, SMALL_PLACED)
    written = as_json(layout)
    assert SMALL.faults(layout) == SMALL.faults(written) == []
    again = SMALL.layout(written)
    assert SMALL.identity(again) == SMALL.identity(layout)
    assert as_json(again) == written
    cells = [placement["cells"] for placement in written["placements"]]
    assert cells == sorted(cells)


def test_faults_are_as_many_however_an_attempt_is_written() -> None:
    """Gaps, overlaps and wrong counts give the same number of faults in arrays and in placements written out."""
    for rows in (
        SMALL_PLACED[5:],
        np.concatenate([SMALL_PLACED, SMALL_PLACED[:3], SMALL_PLACED[:2]]),
        SMALL_PLACED[:0],
    ):
        layout = layout_of(SMALL, rows)
        assert len(SMALL.faults(layout)) == len(SMALL.faults(as_json(layout))) > 0


@pytest.mark.parametrize(
    ("solution", "fault"),
    [
        ({}, "no list of placements"),
        ({"placements": [{"piece": "O4"}]}, "placement 0 is not {piece, cells}"),
        ({"placements": [{"piece": "O4", "cells": [[0, 0]]}]}, "placement 0 is of no shape of 'O4'"),
        ({"placements": [{"piece": "O5", "cells": [[0, 0]]}]}, "placement 0 is of no shape of 'O5'"),
        ({"placements": [{"piece": "O4", "cells": [[10**9, y] for y in range(4)]}]}, "placement 0 is of no shape"),
    ],
)
def test_what_is_no_placement_is_no_row(solution: object, fault: str) -> None:
    """What is not written as a placement of a piece of the puzzle is refused in a sentence."""
    with pytest.raises(InvalidInput, match=fault):
        SMALL.layout(solution)


def test_kinds_without_arrays_refuse_them() -> None:
    """A puzzle whose solutions are plans has no arrays."""
    with pytest.raises(InvalidInput, match="not written as arrays"):
        puzzle("8-puzzle").layout({"moves": []})
