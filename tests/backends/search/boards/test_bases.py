"""Small boxes packed by exact search: what is cached, and what is turned."""

from __future__ import annotations

import numpy as np
import pytest

from encoders.catalogue import puzzle
from exactcover import judges
from exactcover.backends.search.boards import bases
from exactcover.backends.search.boards.bases import Bases, Demand, Packing, PieceSet
from exactcover.backends.search.boards.guillotine import Shape
from exactcover.model.tiling import Piece, Tiling


def pieces(specification: str) -> tuple[Piece, ...]:
    """The pieces of a packing."""
    model = puzzle(f"packing {specification}").encode().model
    assert isinstance(model, Tiling)
    return model.pieces


def packed(searched: Bases, shape: Shape, demand: Demand, nodes: int = 100_000) -> Packing:
    """What the search of a box comes to."""
    work = searched.packing(shape, demand, nodes)
    while True:
        try:
            next(work)
        except StopIteration as end:
            packing: Packing = end.value
            return packing


@pytest.mark.parametrize(
    ("specification", "turns"),
    [
        ("board=4x10 pieces=tetrominoes copies=2", 2),
        ("board=4x10 pieces=tetrominoes-one-sided copies=any", 2),
        ("board=4x10 pieces=tetrominoes-fixed copies=any", 1),
        ("board=4x4x4 pieces=tetracubes copies=any", 6),
    ],
)
def test_turns_map_every_piece_onto_itself(specification: str, turns: int) -> None:
    """Free and one-sided pieces may be turned with their box, fixed ones may not."""
    assert len(PieceSet(pieces(specification)).turns) == turns


@pytest.mark.parametrize(
    ("specification", "shape", "copies"),
    [
        ("board=4x10 pieces=tetrominoes copies=2", (10, 4), 2),
        ("board=4x10 pieces=tetrominoes copies=2", (4, 10), 2),
        ("board=7x8 pieces=tetrominoes-one-sided copies=2", (8, 7), 2),
        ("board=4x4x4 pieces=tetracubes copies=2", (2, 8, 4), 2),
        ("board=4x4x4 pieces=tetracubes copies=2", (8, 4, 2), 2),
        ("board=4x4x4 pieces=tetracubes copies=2", (4, 2, 8), 2),
    ],
)
def test_turned_packings_are_packings(specification: str, shape: Shape, copies: int) -> None:
    """A packing that was found for one position of a box is a packing of each other one."""
    those = pieces(specification)
    demand = Demand((copies,) * len(those), (copies,) * len(those))
    packing = packed(Bases(those, 0), shape, demand)
    assert packing.placements is not None
    board = Tiling(np.ones(shape, dtype=np.bool_), tuple(Piece(p.name, p.orientations, copies, copies) for p in those))
    assert judges.faults(board, packing.placements) == []


def test_caches_change_no_outcome() -> None:
    """A search with fewer nodes than a packing took comes to nothing, before and after the packing is known."""
    those, shape, demand = pieces("board=5x12 pieces=pentominoes"), (5, 12), Demand((1,) * 12, (1,) * 12)
    bases.forget()
    fresh = packed(Bases(those, 0), shape, demand, nodes=3)
    assert fresh.placements is None
    assert packed(Bases(those, 0), shape, demand).placements is not None
    assert packed(Bases(those, 0), shape, demand, nodes=3) == fresh


def test_the_cache_of_packings_is_bounded() -> None:
    """A packing costs no nodes while it is cached; the least recently used one is evicted, and searched again."""
    those = pieces("board=1x2 pieces=I2 copies=any")

    def spent(seed: int) -> int:
        searched = Bases(those, seed)
        packed(searched, (1, 2), Demand((0,), (1,)))
        return searched.nodes

    bases.forget()
    assert all(spent(seed) > 0 for seed in range(bases.MOST_PACKINGS))
    assert spent(0) == 0
    assert spent(bases.MOST_PACKINGS) > 0
    assert spent(0) == 0
    assert spent(1) > 0


def test_the_cache_of_piece_sets_is_bounded() -> None:
    """The piece set of the same pieces is one object while it is cached; the least recently used one is evicted."""
    bars = [
        (Piece("bar", (np.array([[0, column] for column in range(length)]),), 0, 1),)
        for length in range(1, bases.MOST_PIECE_SETS + 2)
    ]
    first, second, *_ = [bases.piece_set(bar) for bar in bars[:-1]]
    assert bases.piece_set(bars[0]) is first
    bases.piece_set(bars[-1])
    assert bases.piece_set(bars[0]) is first
    assert bases.piece_set(bars[1]) is not second


def test_boxes_that_a_piece_does_not_fit_into_are_not_searched() -> None:
    """A box that is too narrow for a piece that must be in it has no packing, after no node."""
    those = pieces("board=4x10 pieces=tetrominoes copies=2")
    assert packed(Bases(those, 0), (1, 20), Demand((1,) * 5, (1,) * 5)) == Packing(None, True, 0)
