"""What blocks are to hold, so that the counts of a board come out right."""

from __future__ import annotations

from math import prod

import numpy as np
import pytest

from exactcover.backends.search.boards.guillotine import Shape
from exactcover.backends.search.boards.shares import Share, alike, counts_of, dealt, spread
from exactcover.model.tiling import Piece


def straight(*sizes_and_copies: tuple[int, int, int]) -> list[Piece]:
    """Straight pieces: of each the number of cells and its copies, least and most."""
    return [
        Piece(f"I{number}", (np.stack([np.zeros(size, np.int64), np.arange(size)], axis=1),), least, most)
        for number, (size, least, most) in enumerate(sizes_and_copies)
    ]


def totals(shares: list[Share]) -> list[int]:
    """How many of each piece all blocks hold at the least."""
    listed: list[int] = np.sum([np.array(share.demand.least) * share.blocks for share in shares], axis=0).tolist()
    return listed


@pytest.mark.parametrize(
    ("pieces", "volume", "counts"),
    [
        (straight((4, 3, 3), (4, 2, 2)), 20, (3, 2)),
        (straight((4, 3, 3), (4, 2, 2)), 24, None),
        (straight((4, 0, 9), (4, 0, 9)), 40, (5, 5)),
        (straight((4, 0, 2), (4, 0, 9)), 40, (2, 8)),
        (straight((4, 6, 9), (4, 0, 9), (4, 0, 9)), 40, (6, 2, 2)),
        (straight((4, 0, 9), (4, 0, 9), (4, 0, 9)), 40, (4, 3, 3)),
        (straight((4, 0, 2), (4, 0, 2)), 40, None),
        (straight((4, 0, 9), (3, 0, 9)), 40, None),
        (straight((4, 1, 1), (3, 0, 20)), 40, (1, 12)),
    ],
)
def test_counts_are_as_equal_as_the_bounds_allow(
    pieces: list[Piece], volume: int, counts: tuple[int, ...] | None
) -> None:
    """Exact copies stand as they are, ranges are filled up evenly, and what cannot come out is refused."""
    assert counts_of(pieces, volume) == counts


def test_blocks_alike_hold_whole_sets() -> None:
    """Six and three of two pieces are three sets of two and one; unbounded pieces need no set."""
    sets = alike(straight((4, 6, 6), (3, 3, 3)), 33)
    assert sets is not None
    assert (sets.unit, sets.volume) == ((2, 1), 11)
    assert sets.demand((2, 11)).least == sets.demand((2, 11)).most == (4, 2)
    free = alike(straight((4, 0, 99), (6, 0, 99)), 100)
    assert free is not None
    assert free.volume == 2
    assert free.demand((3, 4)).most == (3, 2)


@pytest.mark.parametrize("together", [1, 2])
def test_dealt_blocks_are_full_and_the_counts_come_out(together: int) -> None:
    """Every block is full, the counts add up, and there are few different hands."""
    counts = [480, 175, 175, 175, 174, 174, 175, 172]
    numbers: dict[Shape, int] = {(10, 12): 60, (5, 16): 16, (8, 10): 16}
    shares = dealt(counts, 5, numbers, together)
    pieces = sum(prod(shape) * blocks for shape, blocks in numbers.items()) // 5
    assert shares is None
    counts[0] += pieces - sum(counts)
    shares = dealt(counts, 5, numbers, together)
    assert shares is not None
    assert totals(shares) == counts
    for share in shares:
        assert sum(share.demand.least) * 5 == prod(share.shape)
        assert share.demand.least == share.demand.most
    for shape, blocks in numbers.items():
        of_shape = [share for share in shares if share.shape == shape]
        assert sum(share.blocks for share in of_shape) == blocks
        assert len(of_shape) <= 2 * len(counts) + 1
        if together == 1:
            held = np.array([share.demand.least for share in of_shape])
            assert (held.max(axis=0) - held.min(axis=0) <= 1).all()


def test_pieces_that_must_be_used_go_to_the_first_blocks() -> None:
    """All that is owed is held by some blocks, each at most half full of it; too few blocks are refused."""
    pieces = straight((2, 1, 99), (3, 2, 99), (5, 1, 99))
    shares = spread(pieces, {(4, 4): 9})
    assert shares is not None
    assert totals(shares) == [1, 2, 1]
    assert sum(share.blocks for share in shares) == 9
    assert all(np.dot(share.demand.least, [2, 3, 5]) <= 8 for share in shares)
    assert spread(pieces, {(2, 2): 9}) is None
