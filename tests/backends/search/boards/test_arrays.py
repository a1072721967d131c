"""Boards as arrays: every cell has one rank, placements come back as they were laid, pieces come off without a trace."""

from __future__ import annotations

import numpy as np
import pytest

from exactcover.backends.search.boards.arrays import board_of, places_of, selection_of, sums
from exactcover.kernel.boards import board as boards
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
