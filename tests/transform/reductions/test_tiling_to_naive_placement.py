"""Tilings as boards on which pieces are placed: the same placements, copies apart, and a way back."""

from __future__ import annotations

from typing import cast

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover import judges
from exactcover.model.errors import InvalidInput
from exactcover.model.space import NaivePlacement
from exactcover.model.tiling import Tiling
from exactcover.transform.reductions import chain, tiling_to_naive_placement


def tiling(line: str) -> Tiling:
    """The tiling of a packing."""
    return cast(Tiling, puzzle(f"packing {line}").encode().model)


def test_copies_become_pieces() -> None:
    """Two dominoes on 2x2: two pieces, each with the four placements of a domino, and every cell has two neighbours."""
    model = tiling_to_naive_placement.reduce(tiling("board=2x2 pieces=I2 copies=2")).model
    assert isinstance(model, NaivePlacement)
    assert model.count == 2
    assert model.pieces.tolist() == [0] * 4 + [1] * 4
    assert (model.covers[:4] == model.covers[4:]).all()
    assert sorted(np.sort(model.neighbours, axis=1)[0].tolist()) == [-1, -1, 1, 2]


def test_boards_are_lifted_to_placements() -> None:
    """A board of two dominoes becomes two placements that tile the square; a wrong one is refused by the judge."""
    given = tiling("board=2x2 pieces=I2 copies=2")
    reduction = tiling_to_naive_placement.reduce(given)
    for labels in ([1, 1, 2, 2], [2, 1, 2, 1]):
        assert judges.faults(reduction.model, np.array(labels)) == []
        assert judges.faults(given, reduction.lift(np.array(labels))) == []
    assert judges.faults(reduction.model, np.array([1, 2, 2, 1])) == [
        "piece 0 is at none of its placements",
        "piece 1 is at none of its placements",
    ]


def test_the_chain_leads_to_naive_placement() -> None:
    """An engine that accepts naive placement gets it from a tiling, and one that accepts tilings gets the tiling."""
    given = tiling("board=5x5 pieces=L5,N5,U5,W5,Y5")
    assert isinstance(chain.reduce(given, ("sliding", "naive placement")).model, NaivePlacement)
    assert chain.reduce(given, ("naive placement", "tiling")).model is given


def test_ranges_of_copies_are_refused() -> None:
    """A naive program has a fixed set of pieces."""
    with pytest.raises(
        InvalidInput, match=r"piece I2 has 0 to .* copies; a search that places pieces expects an exact number"
    ):
        tiling_to_naive_placement.reduce(tiling("board=2x2 pieces=I2 copies=any"))
