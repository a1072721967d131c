"""Packings whose covered cells must be connected: counts and optima against trying everything, and every fault."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

import exactcover
from encoders.catalogue import puzzle
from encoders.packing import referee_of_covers, to_cover
from encoders.packing.keys import packing
from exactcover.model.connectivity import Connectivity
from exactcover.model.cover import Cover
from exactcover.model.errors import InvalidInput
from tests.brute_packings import Cell, Lying, Small, random_small


def joined(packed: frozenset[Lying]) -> bool:
    """Whether the covered cells are connected by sides."""
    cells = {cell for _, own in packed for cell in own}
    reached: set[Cell] = set()
    pending = [min(cells)] if cells else []
    while pending:
        cell = pending.pop()
        if cell not in reached:
            reached.add(cell)
            pending += [near for near in cells if sum(abs(x - y) for x, y in zip(cell, near, strict=True)) == 1]
    return reached == cells


def loose(seed: int) -> Small:
    """A board of which some cells, or all, may stay empty, and pieces that may be left out."""
    small = replace(random_small(seed, labelled=True), labelled=True)
    everything = frozenset(small.cells) if seed % 2 else small.optional
    pieces = tuple((name, cells, 0, most) for name, cells, _, most in small.pieces)
    return replace(small, optional=everything, empty=(0, len(small.cells)), pieces=pieces)


@pytest.mark.parametrize("seed", range(30))
def test_counts_and_optima_are_those_of_trying_everything(seed: int) -> None:
    """Each connected packing once, also where no cell is sure to be covered."""
    small = loose(seed)
    every = [packed for packed in small.packings() if joined(packed)]
    own = exactcover.puzzle("packing", **small.keys(), connected=True)
    assert exactcover.count(own).count == len(every)
    best = exactcover.solve(exactcover.puzzle("packing", **small.keys(), connected=True, maximise="covered"))
    most = max((sum(len(cells) for _, cells in packed) for packed in every), default=None)
    assert (best.status, best.cost) == (("INFEASIBLE", None) if most is None else ("OPTIMAL", most))


def test_pre_placed_pieces_are_connected_with_the_others() -> None:
    """Two in opposite corners of 3 by 3 need others between them."""
    own: dict[str, Any] = {"board": "3x3", "pieces": "monomino", "copies": "any", "minimise": "pieces"}
    own |= {"fixed": "I1:0,0+I1:2,2", "optional": "all"}
    assert exactcover.solve(exactcover.puzzle("packing", **own)).cost == 2
    assert exactcover.solve(exactcover.puzzle("packing", **own, connected=True)).cost == 5


def test_the_region_may_go_round_the_board() -> None:
    """On a cylinder the first and the last column are neighbours."""
    own = {"board": "1x5", "pieces": "monomino", "copies": 2, "fixed": "I1:0,0+I1:0,4", "optional": "all"}
    assert exactcover.solve(exactcover.puzzle("packing", **own, connected=True)).status == "INFEASIBLE"
    assert exactcover.solve(exactcover.puzzle("packing", **own, connected=True, wrap="columns")).status == "FEASIBLE"


def test_the_referee_names_cells_that_are_not_connected() -> None:
    """In a solution from a file."""
    own = puzzle("packing", board="1x4", pieces="monomino", copies="any", optional="all", connected=True)
    apart = {"placements": [{"piece": "I1", "cells": [[0, 0]]}, {"piece": "I1", "cells": [[0, 2]]}]}
    assert own.faults(apart) == [
        "the covered cells (0, 0) and (0, 2) are not connected; expected all covered cells connected"
    ]


def test_the_referee_compares_connectivity_with_the_puzzle() -> None:
    """An edge too few, another root, no connectivity: each is a fault."""
    for optional in ("all", "0,0/1,1"):
        keys = {"board": "2x3", "pieces": "I2", "copies": "any", "optional": optional, "connected": True}
        read = packing(keys)
        model = to_cover.encode(read).model
        assert isinstance(model, Cover)
        assert referee_of_covers.cover_faults(read, model) == []
        own = model.connectivity
        assert own is not None
        for other in (
            None,
            Connectivity(own.items, own.edges[1:], own.roots),
            Connectivity(own.items, own.edges, own.items[-1:] if optional == "all" else own.items[:0]),
        ):
            assert referee_of_covers.cover_faults(read, replace(model, connectivity=other))


def test_pieces_that_share_no_side_cannot_be_connected() -> None:
    """Both keys together are refused."""
    with pytest.raises(InvalidInput, match="connected is yes and touching is corners"):
        packing({"board": "3x3", "pieces": "I2", "connected": "yes", "touching": "corners"})
