"""Kernel of covers like n queens: one option per rank, at most one per file and per diagonal, as words of bits.

A square is an option; a rank's squares are one word, bit f for the square on file f. The files taken, and the diagonals attacked
on the present rank, are words too: diagonals move by one bit from rank to rank, so that the open squares of the next rank take
five instructions. Other covers are refused: static_order.py searches them.

Source: M. Richards, Backtracking algorithms in MCPL using bit patterns and recursion, University of Cambridge, 1997.
Not here: which covers have this form, and the roots that stand for their mirror images (backends/search/cover/diagonals.py).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from exactcover.kernel.arrays import Array, Words
from exactcover.kernel.bits import popcount
from exactcover.kernel.instance import Step
from exactcover.kernel.jit import njit

TOP, NODES = 0, 1  # indices into the scalars of a search: records on the stack; nodes of all calls
OPEN, FILES, RISING, FALLING, RANK = (np.uint64(k) for k in range(5))  # words of a stack record
WIDTH = 5
ONE, ZERO = np.uint64(1), np.uint64(0)
NONE = np.empty((0, 0), np.int32)


@njit(cache=True, nogil=True)
def search(budget: int, squares: Array, stack: Array, scalars: Array) -> int:
    """Continue the search for about `budget` nodes; return the number of solutions found.

    squares: the squares of each rank; stack: (ranks, WIDTH) records of the open squares of a rank, the files taken, and the
    diagonals attacked there. A call ends only when a branch does: it may exceed its budget by a node for each rank.
    """
    last = np.uint64(len(squares) - 1)
    top, nodes, count = scalars[TOP], 0, 0
    while top > 0 and nodes < budget:
        top -= 1
        left, files = stack[top, OPEN], stack[top, FILES]
        rising, falling, rank = stack[top, RISING], stack[top, FALLING], stack[top, RANK]
        while left != ZERO:
            square = left & (ZERO - left)
            left ^= square
            nodes += 1
            files_after = files | square
            rising_after, falling_after = (rising | square) << ONE, (falling | square) >> ONE
            following = squares[rank + ONE] & ~(files_after | rising_after | falling_after)
            if rank + ONE == last:
                count += popcount(following)
            elif following != ZERO:
                if left != ZERO:
                    stack[top, OPEN], stack[top, FILES] = left, files
                    stack[top, RISING], stack[top, FALLING], stack[top, RANK] = rising, falling, rank
                    top += 1
                left, files, rising, falling = following, files_after, rising_after, falling_after
                rank += ONE
    scalars[TOP] = top
    scalars[NODES] += nodes
    return count


class Search:
    """A count below the first squares of a board, one per rank from the first on, run in slices.

    squares: the squares of each rank, at least two more ranks than `first` names files; no two squares of `first` attack each
    other.
    """

    slack = 63

    def __init__(self, squares: Words, first: Sequence[int]) -> None:
        self.squares = squares
        self.stack = np.zeros((len(squares), WIDTH), np.uint64)
        self.scalars = np.zeros(2, np.int64)
        files = rising = falling = 0
        for file in first:
            files |= 1 << file
            rising, falling = (rising | 1 << file) << 1, (falling | 1 << file) >> 1
        self.stack[0] = (
            int(squares[len(first)]) & ~(files | rising | falling),
            files,
            rising & (1 << 64) - 1,
            falling,
            len(first),
        )
        self.scalars[TOP] = 1

    def run(self, nodes: int, keep: int = 0, most: int = 1 << 62) -> Step:
        """Continue for about `nodes` nodes; only counts, whatever `keep` and `most` are."""
        before = int(self.scalars[NODES])
        count = int(search(nodes, self.squares, self.stack, self.scalars))
        return Step(count, NONE, int(self.scalars[NODES]) - before, not self.scalars[TOP])
