"""Fill a board: take the first empty cell, draw a piece at random, steered towards the counts, and ruin and recreate when
nothing fits.

The weight of a piece is exp((target * progress - used) / 2) / ways: a controller that keeps the counts on target throughout,
so that few are wrong at the end. Dead ends are backtracked one piece at a time, by at most LEVELS pieces; after many dead ends
at one place the nearest pieces are lifted, more of them each time, and filling continues from the lowest freed cell.

Sources: S. Ropke, D. Pisinger, An adaptive large neighborhood search heuristic, Transportation Science 40 (2006), for ruin and
recreate; drawing by the highest key: T. Yellott, J. Math. Psychology 15 (1977).
"""

from __future__ import annotations

from exactcover.kernel.arrays import Number
from exactcover.kernel.boards.board import (
    BASE,
    BEST,
    COVERED,
    CURSOR,
    GAIN,
    IDLE,
    LEVELS,
    LISTED,
    NODES,
    PLACED,
    REACH,
    RUINS,
    SERIAL,
    STUCK,
    Board,
    lay_next,
    lift,
    lift_last,
    list_candidates,
)
from exactcover.kernel.jit import njit
from exactcover.kernel.uncounted import UNCOUNTED

FIRST_REACH = 30  # cells freed by the first ruin at a place


@njit(**UNCOUNTED)
def weigh(b: Board) -> None:
    """Set the bias of every piece from how far its count is behind its target."""
    gain = b.steer[GAIN]
    progress = b.scalars[COVERED] / len(b.order)
    for piece in range(len(b.sizes)):
        b.bias[piece] = gain * (b.target[piece] * progress - b.used[piece]) - b.spread[piece]


@njit(**UNCOUNTED)
def ruin(b: Board) -> None:
    """Lift the pieces nearest to the stuck cell, more of them each time that filling makes no progress."""
    scalars = b.scalars
    most = min(len(b.queue), len(b.order))
    if scalars[BEST] > scalars[STUCK]:
        scalars[REACH], scalars[STUCK] = FIRST_REACH, scalars[BEST]
    else:
        scalars[REACH] = scalars[REACH] * 5 // 4
        if scalars[REACH] > most:
            scalars[REACH] = FIRST_REACH
    reach = min(scalars[REACH], most)
    scalars[SERIAL] += 1
    serial = scalars[SERIAL]
    b.queue[0] = b.order[scalars[BEST]]
    b.stamps[b.queue[0]] = serial
    size, done, lowest = 1, 0, scalars[CURSOR]
    while done < size:
        cell = b.queue[done]
        done += 1
        for step in range(len(b.steps)):
            near = cell + b.steps[step]
            if size < reach and b.owner[near] >= 0 and b.stamps[near] != serial:
                b.stamps[near] = serial
                b.queue[size] = near
                size += 1
        slot = b.owner[cell] - 1
        if slot >= 0:
            way, at = b.way_of[slot], b.at[slot]
            for k in range(b.way_starts[way], b.way_starts[way + 1]):
                lowest = min(lowest, b.rank[at + b.way_cells[k]])
            lift(b, slot)
    scalars[CURSOR] = lowest
    scalars[BEST] = lowest
    scalars[BASE] = scalars[PLACED]
    scalars[LISTED] = 0
    scalars[IDLE] = 0
    scalars[RUINS] += 1
    scalars[NODES] += 1


@njit(**UNCOUNTED)
def fill(b: Board, budget: int, patience: int) -> Number:
    """Continue filling for `budget` nodes; return whether the board is full. patience: dead ends at one place before a ruin."""
    scalars, cells = b.scalars, len(b.order)
    stop = scalars[NODES] + budget
    while scalars[NODES] < stop:
        level = scalars[PLACED] % LEVELS
        if not scalars[LISTED]:
            rank = scalars[CURSOR]
            while rank < cells and b.owner[b.order[rank]] != 0:
                rank += 1
            scalars[CURSOR] = rank
            if rank == cells:
                return True
            if rank > scalars[BEST]:
                scalars[BEST], scalars[IDLE] = rank, 0
            scalars[BASE] = max(scalars[BASE], scalars[PLACED] - LEVELS + 1)
            weigh(b)
            list_candidates(b, level, b.order[rank])
            b.ranks[level] = rank
            scalars[LISTED] = 1
        if lay_next(b, level, b.order[b.ranks[level]]):
            scalars[LISTED] = 0
            continue
        scalars[IDLE] += 1
        if scalars[PLACED] == scalars[BASE] or scalars[IDLE] > patience:
            ruin(b)
            continue
        lift_last(b)
        scalars[CURSOR] = b.ranks[scalars[PLACED] % LEVELS]
    return False
