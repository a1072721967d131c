"""Boards as arrays: every cell has one rank, placements come back as they were laid, pieces come off without a trace."""

from __future__ import annotations

import numpy as np
import pytest

from exactcover.backends.search.boards.arrays import board_of, box_of, places_of, selection_of, sums, ways_of
from exactcover.kernel.boards import board as boards
from exactcover.model.tiling import Piece, Tiling
from tests.packings import tiling

SPECIFICATIONS = (
    "board=1x9 pieces=I3,I2 copies=any",
    "board=11x7 holes=3,3/0,6 pieces=tetrominoes copies=any",
    "board=3x9x5 pieces=tetracubes copies=any",
)


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_every_cell_has_one_rank(specification: str) -> None:
    """The order holds each empty cell once, and ranks are its inverse."""
    board = board_of(tiling(specification), np.zeros(8), 0)
    assert sorted(board.order.tolist()) == np.flatnonzero(board.owner == 0).tolist()
    assert board.rank[board.order].tolist() == list(range(len(board.order)))


@pytest.mark.parametrize("specification", SPECIFICATIONS)
def test_placements_come_back_as_they_were_laid(specification: str) -> None:
    """A placement alone is laid on the cells that the model says, and read back."""
    from exactcover.transform.reductions.tiling_to_cover import placements

    model = tiling(specification)
    for place in placements(model)[::29]:
        board = board_of(model, np.zeros(len(model.pieces)), 0)
        boards.lay_all(board, *places_of(model, place[None]))
        assert selection_of(model, board).tolist() == [place.tolist()]
        assert int((board.owner > 0).sum()) == model.pieces[place[0]].size


def test_a_piece_comes_off_without_a_trace() -> None:
    """A piece lifted from the middle of the stack frees its cells, and the others stay where they lie."""
    model = tiling("board=4x4 pieces=O4 copies=any")
    board = board_of(model, np.zeros(1), 0)
    selection = np.array([[0, 0, row, column] for row in (0, 2) for column in (0, 2)])
    boards.lay_all(board, *places_of(model, selection))
    boards.lift(board, 1)
    left = sorted(selection_of(model, board).tolist())
    assert left == sorted(selection[[0, 2, 3]].tolist())
    assert int((board.owner == 0).sum()) == 4
    assert board.used.tolist() == [3]


def test_pockets_of_impossible_sizes_are_seen() -> None:
    """A bar that leaves one cell in a corner closes a pocket off; in the corner itself it closes none off."""
    model = tiling("board=2x6 pieces=I2 copies=any")
    lying = [[0, 0, 0, 1], [0, 0, 1, 0]] if model.pieces[0].orientations[0][1, 1] else [[0, 1, 0, 1], [0, 1, 1, 0]]
    board = board_of(model, np.zeros(1), 0)
    ways, places = places_of(model, np.array(lying))
    boards.lay_all(board, ways[:1], places[:1])
    assert not boards.closes_off(board, ways[0], places[0])
    boards.lay_all(board, ways[1:], places[1:])
    assert boards.closes_off(board, ways[1], places[1])


def test_sums_of_sizes() -> None:
    """Numbers that sizes add up to are those, and nothing is a sum of nothing but 0."""
    assert np.flatnonzero(sums([4, 6], 13)).tolist() == [0, 4, 6, 8, 10, 12]
    assert np.flatnonzero(sums([], 3)).tolist() == [0]


BOUND = (
    "lattice=square-edges board=grid:3x4 pieces=tristicks copies=any",
    "lattice=triangle-edges board=hexagon:3 pieces=ditrigs,tritrigs copies=any",
    "lattice=kisrhombille board=hexagon:3 pieces=didrafters,tridrafters copies=any",
    "lattice=tetrakis board=grid:3x3 pieces=diaboloes reflections=no copies=any",
)


def candidates(model: Tiling) -> list[tuple[int, ...]]:
    """The placements that some cell of the empty board has as a candidate, as often as they have cells, sorted."""
    board = board_of(model, np.zeros(len(model.pieces)), 0)
    ways, box = ways_of(model), box_of(model, ways_of(model))
    listed = []
    bits = np.unpackbits(board.masks.view(np.uint8), axis=1, bitorder="little")[:, : len(board.window)] == 1
    for cell in board.order.tolist():
        free = board.owner[cell + board.window] == 0
        for candidate in np.flatnonzero((free | ~bits).all(axis=1)).tolist():
            way, at = int(board.ways[candidate]), cell - int(board.shifts[candidate]) - box.corner
            listed.append((int(ways.pieces[way]), int(ways.orientations[way]), *divmod(at, box.strides[0])))
    return sorted(listed)


@pytest.mark.parametrize("specification", BOUND)
def test_candidates_of_bound_pieces_are_their_placements(specification: str) -> None:
    """On an empty board each cell has the placements that cover it as candidates, and no others."""
    from exactcover.transform.reductions.tiling_to_cover import placements

    model = tiling(specification)
    every = [tuple(place) for place in placements(model).tolist() for _ in range(model.pieces[place[0]].size)]
    assert candidates(model) == sorted(every)


def test_candidates_of_coloured_pieces_lie_on_their_grounds() -> None:
    """Grounds of any form are planes of markers; a piece whose ground has no cell has no candidate."""
    dominoes = tuple(np.array(cells) for cells in ([[0, 0], [0, 1]], [[0, 0], [1, 0]]))
    grounds = np.array([[[1, 1, 0, 1], [1, 0, 1, 1]], [[0, 1, 1, 1], [1, 1, 1, 0]], [[0] * 4] * 2], dtype=np.bool_)
    ways = np.array([[[0, 1], [1, 0]]] * 2)
    pieces = (Piece("A", dominoes, 0, 4, ways), Piece("B", dominoes, 0, 4, ways + 1))
    model = Tiling(np.ones((2, 4), dtype=np.bool_), pieces, grounds=grounds)
    right = []
    for turn, cells in enumerate(dominoes):
        for offset in np.ndindex(2, 4):
            (a, b), (c, d) = (cells + offset).tolist()
            if c < 2 and d < 4 and (grounds[0][a, b] & grounds[1][c, d] | grounds[1][a, b] & grounds[0][c, d]):
                right.append((0, turn, *offset))
    assert len(right) > 4
    assert set(candidates(model)) == set(right)
