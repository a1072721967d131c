"""Layered counts against a transfer matrix that shares no code with the project, and against other item orders."""

from __future__ import annotations

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover.backends.search.cover.strategy import bare
from exactcover.kernel.cover import orders
from exactcover.kernel.layers import layers
from tests.backends.search.by_hand import cover_of
from tests.backends.search.models import counted
from tests.kernel.transfer_matrix import TETROMINOES, count


def by_layers(height: int, width: int, copies: int, sweep: str) -> int:
    """The packings of a board by sets of free tetrominoes, swept in an order of the project's or cell by cell."""
    model = cover_of(puzzle(f"packing board={height}x{width} pieces=tetrominoes copies={copies}").value)
    given = bare(model)
    order, tail = orders.layer_order(given, sweep if sweep in ("frac", "front", "straight") else "narrow")
    cells = np.arange(height * width)
    scans = {"rows": cells, "columns": cells.reshape(height, width).T.ravel()}
    if sweep in scans:
        order = np.concatenate([scans[sweep], np.arange(height * width, given.items)])
    counting = layers.Counting(layers.prepare(given, order, tail), memory=4 << 30)
    counting.run(1 << 60)
    return counting.count


@pytest.mark.parametrize("sweep", ["front", "frac", "straight", "narrow", "rows", "columns"])
def test_two_sets_of_tetrominoes(sweep: str) -> None:
    """Two sets of tetrominoes fill 5x8 in 3106 ways by a transfer matrix of its own and by D in every order."""
    assert count(5, 8, dict.fromkeys(TETROMINOES, 2), TETROMINOES)[0] == 3106
    assert by_layers(5, 8, 2, sweep) == 3106


@pytest.mark.parametrize("copies", [{"I": 1, "L": 1, "T": 2, "O": 1, "S": 0}, {"I": 0, "L": 3, "T": 0, "O": 1, "S": 1}])
def test_transfer_matrix_with_other_copies(copies: dict[str, int]) -> None:
    """The transfer matrix and the search agree on copies that are not the same for every piece, on a board and its transpose."""
    asked = ",".join(f"{name}4:{number}" for name, number in copies.items())
    model = cover_of(puzzle(f"packing board=4x5 pieces=tetrominoes copies={asked}").value)
    right = counted(model, "S")[0]
    assert count(4, 5, copies, TETROMINOES)[0] == count(5, 4, copies, TETROMINOES)[0] == right


@pytest.mark.slow
def test_four_sets_of_tetrominoes() -> None:
    """Four sets of tetrominoes fill 8x10 in 6818063454 ways by a transfer matrix of its own, and by D along the columns."""
    assert count(8, 10, dict.fromkeys(TETROMINOES, 4), TETROMINOES)[0] == 6818063454
    assert by_layers(8, 10, 4, "columns") == 6818063454


@pytest.mark.slow
def test_classes_of_four_sets_of_tetrominoes() -> None:
    """The 6818063454 packings of 8x10 by four sets of tetrominoes are 1704534200 up to symmetry."""
    model = cover_of(puzzle("packing board=8x10 pieces=tetrominoes copies=4").value)
    assert counted(model) == (6818063454, 1704534200)
